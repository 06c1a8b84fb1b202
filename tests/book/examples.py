"""Examples: rounds at the live table, and what a sentence does in them.

tests/book/examples has one file a document, and in it under each sentence a few rounds, each in one line:

    9c 8c Ad 9d 8d Kh: insure 1, stand; seats 1 3; settlement_order=box_by_box; light blue

the cards as they leave the shoe, what players say, and what differs from one player with a plain wager. A
word after `not` is something that the table refuses; `3 hit` is said by player 3. Beside a round stands all
that is done, asked for or refused in it by this sentence; nothing where the sentence does not apply.

`python -m tests.book.examples` writes what the table does now, to be read as a diff.
"""

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pitboss.errors import Refused
from pitboss.games.citations import plain_clause
from pitboss.games.files import known_games
from pitboss.rules.cards import Light
from pitboss.table.act_registry import because
from pitboss.table.due import due
from pitboss.table.table import step
from tests.floor import game_of
from tests.table.drive import Room
from tests.table.told import How, act_on, begin, is_time_for, next_command, tell

FOLDER = Path(__file__).parent / "examples"
Examples = dict[str, dict[str, str]]
"""By sentence, rounds and what it did in them."""


@cache
def games() -> dict[str, str]:
    """The game of every document."""
    return {game_of(name).document: name for name in known_games()}


@cache
def written(document: str) -> Examples:
    return tomllib.loads((FOLDER / f"{document}.toml").read_text())


@cache
def sentences() -> dict[str, str]:
    """The document of every sentence that has examples."""
    documents = sorted(path.stem for path in FOLDER.glob("*.toml"))
    return {sentence: document for document in documents for sentence in written(document)}


def seen(document: str, sentence: str, example: str) -> str:
    """What a sentence does in an example."""
    return ", ".join(phrase for cited, phrase in _told(games()[document], example) if cited == sentence)


@cache
def _told(game: str, example: str) -> tuple[tuple[str, str], ...]:
    return tuple(told(game, example))


def told(game: str, example: str) -> Iterator[tuple[str, str]]:
    """What happened in an example, each with the sentence it cites."""
    cards, says, choices, how = parsed(example)
    room = begin(game, cards, *choices, **how)
    words = [word.strip() for word in says.split(",") if word.strip()]
    number, since = room.state.round, len(room.events)
    while room.state.round == number:
        yield from _asked(room)
        while words and words[0].startswith("not ") and is_time_for(room, words[0].removeprefix("not ")):
            yield _refused(room, words.pop(0).removeprefix("not "))
        act_on(room, words, how.get("light"))
        for event in room.events[since:]:
            if phrase := tell(event):
                yield plain_clause(event.clause), phrase
        since = len(room.events)
    assert not words, f"never asked: {words}"


def _asked(room: Room) -> Iterator[tuple[str, str]]:
    """Who must decide, and what is settled next."""
    wanted = due(room.state)
    if wanted is not None and (wanted.who.role == 0 or wanted.act == "settle"):
        where = f"{wanted.box}{'abcdef'[wanted.hand] if wanted.hand else ''} {wanted.wager}".strip()
        clause = because(room.state, wanted.cause)["clause"]
        yield plain_clause(clause), f"{wanted.act} {where}?"


def _refused(room: Room, word: str) -> tuple[str, str]:
    try:
        step(room.state, next_command(room, word))
    except Refused as refused:
        return plain_clause(refused.clause), f"not {word}: {refused.reason}"
    return "", f"not {word}: taken"


def parsed(example: str) -> tuple[str, str, list[str], How]:
    """Cards, what is said, choices of the house, and the rest."""
    played, *parts = example.split("; ")
    cards, _, says = played.partition(": ")
    choices, how = [], How()
    for part in parts:
        name, *words = part.split()
        if "=" in part:
            choices.append(part)
        elif name == "seats":
            how["seats"] = tuple(map(int, words))
        elif name == "light":
            how["light"] = Light[words[0].upper()]
        elif name == "stake":
            how["cents"] = int(words[0])
        else:
            how["sides"] = {**how.get("sides", {}), name: int(words[0])}
    return cards, says, choices, how


# ---- writing


def text_of(document: str) -> str:
    """The file as the table has it now, sentences in the order of the text."""
    lines = [
        f"# What sentences of {document} do in a few rounds: see tests/book/examples.py."
    ]
    order = [clause.id for clause in game_of(games()[document]).register.clauses]
    for sentence in sorted(written(document), key=order.index):
        lines += ["", f"[{_quoted(sentence)}]"]
        lines += [
            f"{_quoted(example)} = {_quoted(seen(document, sentence, example))}"
            for example in written(document)[sentence]
        ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def write() -> None:
    for document in sorted(set(sentences().values())):
        (FOLDER / f"{document}.toml").write_text(text_of(document))


if __name__ == "__main__":
    write()
