"""One valid file of every kind that a command reads, and the commands that read it."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pitboss.desk.automation import AUTOMATABLE
from pitboss.games.files import SHELF
from pitboss.journal.open_store import open_store
from pitboss.paper.submission import write_submission
from tests.cli.typed import said
from tests.desk.drive import ATTENDED, Guest, new_pit
from tests.floor import game_of
from tests.paper.test_submission import filed

ROOT = Path(__file__).parents[2]
FILE = "FILE"
"""Stands in a command for the name of the file."""


class Specimen(NamedTuple):
    name: str
    """The file's own name, whose ending some commands look at."""
    commands: tuple[str, ...]
    typed: str = ""
    faulty: tuple[int, ...] = ()
    """Exit statuses besides 0 and 2 that say: it can be read, and what it says does not hold."""
    program: str = "pitboss"
    beside: tuple[str, ...] = ()
    """Other files that it needs."""


SPECIMENS = (
    Specimen("game.toml", ("check FILE", "rules FILE --json", "diff FILE blackjack")),
    Specimen("document.toml", ("check FILE",), beside=("register/686a.toml",)),
    Specimen("register/686a.toml", ("check document.toml", "clauses document.toml"),
             beside=("document.toml",)),
    Specimen("text.txt", ("document new FILE", "document compare FILE text.txt"), beside=("text.txt",)),
    Specimen("started.toml", ("document compare FILE text.txt",
             "document compare text.txt text.txt --register FILE"),
             beside=("text.txt",)),
    Specimen("script.txt", ("play over-under-pa --script FILE",), typed="q\n"),
    Specimen("shoe.txt", ("replay FILE --json",)),
    Specimen("chart.json", ("edge blackjack --strategy FILE",)),
    Specimen("checkpoint.json", ("simulate over-under-pa --rounds 65536 --workers 1 --resume FILE",)),
    Specimen("shoes.txt", ("shoe test --file FILE --decks 8",), faulty=(1,)),
    Specimen("felt.svg", ("layout over-under-pa --check FILE --holder Harbor",)),
    Specimen("felt.pdf", ("layout over-under-pa --check FILE --holder Harbor",)),
    Specimen("submission.toml", ("submission check FILE", "submission diff FILE submission.toml --json"),
             beside=("submission.toml",)),
    Specimen("package/manifest.json", ("submission check package",)),
    Specimen("journal.db", ("journal verify FILE", "journal show FILE", "records rounds FILE --table t1",
             "journal replay FILE t1"), faulty=(1,)),
    Specimen("journal.zip", ("journal verify FILE", "journal show FILE --table t1", "journal replay FILE t1",
             "records events FILE --table t1"), faulty=(1,)),
    Specimen("anchor.json", ("journal verify journal.db --anchor FILE",), faulty=(1,),
             beside=("journal.db",)),
    Specimen("shoes.key", ("journal give-up journal.db t1 --by me --key FILE",), beside=("journal.db",)),
    Specimen("certificate.json", ("FILE",), faulty=(1,), program="checker"),
)  # fmt: skip


def make_specimens(folder: Path) -> None:
    """Every valid file, under its name."""
    (folder / "register").mkdir()
    (folder / "game.toml").write_text(
        'extends = "blackjack"\ngame = "friday"\ntitle = "Friday Blackjack"\n[options]\ndecks = 4\n'
    )
    shutil.copy(SHELF / "over-under-pa.toml", folder / "document.toml")
    shutil.copy(SHELF / "register" / "686a.toml", folder / "register" / "686a.toml")
    shutil.copy(ROOT / "tests" / "documents" / "texts" / "chapter.txt", folder / "text.txt")
    said("document", "new", str(folder / "text.txt"), "-o", str(folder / "started.toml"))
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"] * 8
    random.Random(1).shuffle(cards)
    (folder / "script.txt").write_text(" ".join(cards[:100]) + "\n")
    (folder / "shoes.txt").write_text("".join(_shuffled(cards, seed) for seed in range(50)))
    record, checkpoint = str(folder / "shoe.txt"), str(folder / "checkpoint.json")
    said("simulate", "over-under-pa", "--rounds", "65536", "--workers", "1", "--record", record,
         "--record-rounds", "4", "--resume", checkpoint)  # fmt: skip
    (folder / "chart.json").write_text(said("strategy", "blackjack", "--json"))
    for ending in ("svg", "pdf"):
        said("layout", "over-under-pa", "--holder", "Harbor", "-o", str(folder / f"felt.{ending}"))
    submission = write_submission(filed("over-under-pa"), game_of("over-under-pa"))
    (folder / "submission.toml").write_text(submission)
    said("submission", "pack", str(folder / "submission.toml"), "-o", str(folder / "packed"), "--draft")
    next((folder / "packed").iterdir()).rename(folder / "package")
    (folder / "packed").rmdir()
    _make_journal(folder)
    shutil.copy(ROOT / "certificates" / "over-under-pa.json", folder / "certificate.json")


def _shuffled(cards: list[str], seed: int) -> str:
    return "".join(random.Random(seed).sample(cards, len(cards))) + "\n"


def _make_journal(folder: Path) -> None:
    path = str(folder / "journal.db")
    pit = new_pit(open_store(path))
    guest = Guest(pit.open("t1", "over-under-pa", automate=AUTOMATABLE - ATTENDED))
    guest.sit(1)
    guest.play_round()
    pit.close()
    pit.store.close()
    said("journal", "export", path, str(folder / "journal.zip"))
    (folder / "anchor.json").write_text(said("journal", "show", path, "--json"))
    (folder / "shoes.key").write_text(bytes(range(32)).hex() + "\n")


def copied(specimen: Specimen, source: Path, folder: Path) -> Iterator[list[str]]:
    """Puts the specimen and what it needs into a folder; the words of each command that reads it there."""
    for name in (specimen.name.partition("/")[0], *specimen.beside):
        there = folder / name
        there.parent.mkdir(exist_ok=True)
        if (source / name).is_dir():
            shutil.copytree(source / name, there, dirs_exist_ok=True)
        else:
            shutil.copy(source / name, there)
    for command in specimen.commands:
        yield [specimen.name if word == FILE else word for word in command.split()]
