"""What the felt and the sign of a game say and have, and what the check of a layout finds.

tests/book/papers has it written down, one file a document, with the sentences that a layout or a sign carries
out. `python -m tests.book.papers` writes what is drawn now, to be read as a diff against the text.

Where something lies, how large it is and in which color no sentence says: a mutant that only moves what is
drawn changes nothing here.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.games.register import find_entries, known_registers
from pitboss.paper.card_faces import BACKS, draw_back
from pitboss.paper.drawing_text import Lettering
from tests.book.games import GAMES
from tests.book.played_by_chance import is_permitted
from tests.floor import game_of
from tests.paper.drawn import HOLDER, felt_of, missing, plan_of, sign_of, words_of

EMPTY = '<svg xmlns="http://www.w3.org/2000/svg"/>'
CHOICES = ("decks=8", "match_the_dealer=no", "bonus=no")

Papers = dict[str, object]


def papers_of(game: str) -> Papers:
    """Everything that is written on a game's felt and sign, with what the check says of it."""
    found: Papers = {"backs": [draw_back(color).count("<") for color in BACKS]}
    to_sign = tuple(part.clauses[0] for part in game_of(game).inscriptions if part.or_sign)
    for clauses in {(), to_sign, *((clause,) for clause in to_sign)}:
        felt, sign = felt_of(game, to_sign=clauses), sign_of(game, to_sign=clauses)
        found[f"{clauses}"] = (_written(words_of(felt)), _written(words_of(sign)), _shapes(game, clauses))
        found[f"checked {clauses}"] = (_lacks(game, felt), _lacks(game, felt, sign=sign))
    for choice in _permitted(game):
        found[choice] = _written(words_of(felt_of(game, choice)))
    felt = felt_of(game)
    found["empty"] = _lacks(game, EMPTY)
    found["another house"] = ", ".join(sorted(missing(game, felt, holder="Another House")))
    for run in words_of(felt).runs:
        found[f"without {run}"] = _lacks(game, felt.replace(run, ""))
    for digit in "1234":
        found[f"without {digit}"] = _lacks(game, felt.replace(f" {digit} ", " 9 "))
    return found


def _written(words: Lettering) -> tuple[str, str]:
    """In whatever order and in however many lines; without the hash of the game."""
    told = [word for word in " ".join(words.runs).split() if not re.fullmatch("[0-9a-f]{12}", word)]
    return " ".join(sorted(told)), " ".join(sorted(words.ids))


def _lacks(game: str, felt: str, sign: str | None = None) -> str:
    return ", ".join(sorted(missing(game, felt, sign=sign, holder=HOLDER)))


def _shapes(game: str, to_sign: tuple[str, ...]) -> tuple[str, ...]:
    plan = plan_of(game, to_sign=to_sign)
    boxes = [f"{' '.join(spot.wager for spot in box.spots)} {len(box.card_boxes)}" for box in plan.boxes]
    return "; ".join(boxes), " ".join(lane.label for lane in plan.lanes), plan.rack.mark


@cache
def _permitted(game: str) -> tuple[str, ...]:
    return tuple(choice for choice in CHOICES if is_permitted(game, choice))


def forget() -> None:
    """What was drawn is drawn again."""
    for drawn in (plan_of, felt_of, sign_of):
        drawn.cache_clear()


# ---- files

FOLDER = Path(__file__).parent / "papers"


@cache
def written(document: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{document}.json").read_text())
    return found


@cache
def sentences() -> dict[str, str]:
    """The document of every sentence that a layout or a sign carries out."""
    documents = sorted(path.stem for path in FOLDER.glob("*.json"))
    return {sentence: document for document in documents for sentence in written(document)["sentences"]}


@cache
def drawn(game: str) -> Any:
    """As it is read back from a file."""
    return json.loads(json.dumps(papers_of(game)))


def write() -> None:
    entries = find_entries(known_registers())
    for game in GAMES:
        document = game_of(game).document
        named = [
            entry.clause.id
            for entry in entries
            if entry.clause.document == document
            and entry.clause.kind == "executable"
            and any(evidence.room == "paper" for evidence in entry.code)
        ]
        data = {"sentences": named, "game": game, "papers": drawn(game)}
        (FOLDER / f"{document}.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    write()
