"""Plain words: the terminal shows no internal name and none of the phrases that language.md forbids."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from pitboss.cli.commands import app
from pitboss.desk.automation import AUTOMATABLE
from pitboss.games.files import known_games
from pitboss.journal.open_store import open_store
from tests.cli.typed import typed
from tests.desk.drive import ATTENDED, Guest, new_pit

CODE = re.compile(
    r"`[^`]*`|games/[\w-]+\.toml [\w. ]+|(?:rules|table|paper|choices)\.\w+(?:\.\w+)*|test_\w+(?:\.py::\w+)?"
)
"""What is typed, keys of a person's own file, and what `clauses` names as code and tests, is code."""
INTERNAL = re.compile(r"\b[a-z]+_[a-z_]+\b")
FORBIDDEN = re.compile(
    r"what is due|not the moment|found by us|\bspeaks? of|\bhangs on|\bnought|\bthe own |for who knows|"
    r"of hands but|(?:is|are) who sat out|ha(?:s|ve) no object|by analogy|is said with|who learns|"
    r"\b(?:least|greatest) (?:main |side )?(?:wager|bet)|the house keeps|go together|brings nothing|"
    r"\bcolour|\bfavour|\bneighbour|\bcentre\b|sister chapter|"
    r"(?<!there )\bis no (?:number|seed|device|theme|day|place)\b",
    re.IGNORECASE,
)

CHEAP = "over-under-pa"
"""The game that is solved in an instant."""


def faults_of(words: str) -> list[str]:
    """Every internal name and forbidden phrase, with what stands around it."""
    bare = CODE.sub("…", words)
    return [
        bare[max(0, match.start() - 40) : match.end() + 40]
        for pattern in (INTERNAL, FORBIDDEN)
        for match in pattern.finditer(bare)
    ]


def shown(*arguments: str, keys: str = "") -> str:
    """All that a person sees: a refusal too is made of words."""
    done = typed(*arguments, keys=keys)
    assert "Traceback" not in done.err
    return done.out + done.err


def commands_of(group: Any, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield before
    for name, command in getattr(group, "commands", {}).items():
        yield from commands_of(command, (*before, name))


@pytest.mark.parametrize("command", commands_of(get_command(app)), ids=" ".join)
def test_help_is_plain(command: tuple[str, ...]) -> None:
    assert not faults_of(shown(*command, "--help"))


@pytest.mark.parametrize("game", known_games())
@pytest.mark.parametrize("command", ["rules", "readings", "clauses", "check"])
def test_every_game_is_explained_in_plain_words(game: str, command: str) -> None:
    assert not faults_of(shown(command, game))


@pytest.mark.parametrize(
    "words",
    [
        "games", "diff down-under-pa down-under-vendor", "diff over-under-pa blackjack",
        "diff double-back-jack-pa blackjack-match-nh", f"edge {CHEAP}", f"edge {CHEAP} --distribution",
        f"strategy {CHEAP}", f"strategy {CHEAP} --margins", f"effects {CHEAP}", f"ev {CHEAP} --hand 10",
        "reconcile",
        f"sweep {CHEAP} --over boxes-per-player,bonus", f"readings {CHEAP} --price",
        f"simulate {CHEAP} --rounds 2000 --fresh", "shoe test --cards 26000",
        # refusals
        "rules down-under-pa --set decks=7", "rules down-under-pa --set settlement-order=fast",
        "rules down-under-pa --set decks=5 --set match-the-dealer=yes",
        "rules blackjack --set min-wager-cents=1",
        "rules blackjack --set min-wager-cents=60000", "rules blackjack --set min-chip-cents=300",
        "rules double-back-jack-pa --set hit-split-aces=no", "rules blackjack --set nonsense",
        "rules blackjack --set reading.D1=R2", "rules no-such-game", "clauses --clause 1.1",
        f"edge {CHEAP} --strategy total", "edge blackjack --strategy never-second-chance",
        "edge blackjack --strategy nowhere", "edge blackjack --shoe x", f"ev {CHEAP} --hand 10,6",
        "ev blackjack --hand 10,6", f"sweep {CHEAP} --over no_such_option", f"sweep {CHEAP} --over ,",
        f"strategy {CHEAP} --csv --json", f"strategy {CHEAP} --exceptions 3",
        "strategy blackjack --exceptions 3", "strategy blackjack --indices --count x",
        f"strategy {CHEAP} --indices", "strategy blackjack --count hi-lo", f"strategy {CHEAP} --one-minute",
        "strategy double-back-jack-pa --one-minute", "strategy blackjack --one-minute --csv",
        f"simulate {CHEAP} --rounds 0 --seconds -1 --workers -1 --seed -1",
        f"simulate {CHEAP} --fresh --cut 0.5", f"simulate {CHEAP} --device tpu", "layout blackjack -o x.exe",
        "layout down-under-pa --to-sign 1.1", "layout blackjack --theme night", "report blackjack --rounds 5",
        "report blackjack --date soon", "play blackjack --seats 9", "play blackjack --script nowhere",
        "replay nowhere", "journal verify nowhere.db", "submission check nowhere.toml",
        "submission new blackjack --set decks=99", "document new nowhere.txt", "shoe test --decks 9",
        "serve --port 99999 --store x.db",
    ],
)  # fmt: skip
def test_a_command_answers_in_plain_words(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    typed_by_us = re.escape("no_such_option")
    assert not [fault for fault in faults_of(shown(*words.split())) if not re.search(typed_by_us, fault)]


@pytest.mark.parametrize("game", known_games())
def test_playing_is_plain(game: str) -> None:
    """A dozen rounds with every key, help, clauses, reasons and rules."""
    keys = "\n".join(
        ["?", "clauses", "rules", *["", "10", "5", "?", "h", "why", "s", "y", "o", "u", "p"] * 12]
    )
    assert not faults_of(shown("play", game, "--seed", "3", "--seats", "2", keys=keys))
    assert not faults_of(shown("play", game, "--seed", "3", "--dealer", keys="\n?" * 90))


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("plain") / "journal.db")
    pit = new_pit(open_store(path))
    guest = Guest(pit.open("t1", "down-under-pa", automate=AUTOMATABLE - ATTENDED))
    guest.sit(1)
    for _ in range(3):
        guest.play_round()
    pit.close()
    pit.store.close()
    return path


@pytest.mark.parametrize(
    "words",
    [
        "journal verify JOURNAL", "journal show JOURNAL", "journal replay JOURNAL t1",
        "journal replay JOURNAL t9", "journal export JOURNAL out.zip", "journal give-up JOURNAL t9 --by me",
        "records rounds JOURNAL --table t1", "records totals JOURNAL --table t1",
        "records events JOURNAL --table t1", "records open JOURNAL", "records open nowhere.db",
    ],
)  # fmt: skip
def test_a_journal_is_told_in_plain_words(
    words: str, journal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert not faults_of(shown(*words.replace("JOURNAL", journal).split()))


def test_a_submission_is_told_in_plain_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert not faults_of(shown("submission", "new", CHEAP, "--holder", "Old House", "-o", "one.toml"))
    assert not faults_of(shown("submission", "check", "one.toml"))
    assert not faults_of(shown("submission", "new", "down-under-pa", "-o", "two.toml"))


def test_a_faulty_game_file_is_told_with_names_in_quotes_only(tmp_path: Path) -> None:
    """A fault of a file names what stands in it; the rest of the sentence is words."""
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "down-under-pa"\ngame = "mine"\n[options]\ndecks = 70\n[odds]\nlucky = "x"\n'
        "[house.match]\nup = true\n[house.push]\naplies = true\n"
    )
    for line in shown("check", str(path)).splitlines():
        sentence = line.partition(": ")[2].partition(": ")[2].partition(" Allowed: ")[0]
        assert not faults_of(re.sub(r"'[^']*'", "…", sentence)), line
