"""Whatever is typed: a sentence and exit status 2, never a traceback. Every command has rubbish here."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from pitboss.cli.commands import app
from tests.cli.processes import PITBOSS
from tests.cli.typed import typed
from tests.waiting import PATIENCE_S

NOT_UTF8 = "\udcff\udcfe"
LONG = "a" * 5_000
DIGITS = "9" * 5_000
BAD_GAMES = [
    "nothing", "", ".", NOT_UTF8, LONG, f"{LONG}.toml", "missing.toml", "folder.toml", "empty.toml",
    "binary.toml", "deep.toml", "nul.toml", "yaml.toml", "kinds.toml", "tables.toml", "circle.toml",
]  # fmt: skip
BAD_CHOICES = [
    "", "decks", "decks=", "=6", "decks=--6", "decks=²", "decks=٦", f"decks={DIGITS}", "decks=nan",
    "decks=1e400", "decks=6.0", "decks=-1", f"decks={NOT_UTF8}", f"{NOT_UTF8}=1", "reading.D1=",
    "reading.=R1", "reading.D99=R1", "reading.D1=R99", "blackjack_pays=3:0", "max_wager_cents=1",
]  # fmt: skip
BAD_FILES = ["missing", "folder", "empty", "binary", "deep.json", "list.json", NOT_UTF8, LONG]
BAD_NUMBERS = ["nan", "inf", "1e400", "-1", "x", "²"]
BAD_SHOES = [
    "x",
    "0 decks",
    "6 decks -X",
    "1e3 " * 13,
    f"{DIGITS} decks",
    f"{DIGITS} " * 13,
    "17 decks",
    "1 " * 13,
]
TAGS = "2=1,3=1,4=1,5=1,6=1,7=0,8=0,9=0,10=-1"
BAD_COUNTS = [
    "x", ",", "A=1", f"A=,{TAGS}", f"A=1/0,{TAGS}", f"A=nan,{TAGS}", f"A=1e9,{TAGS}", f"A={DIGITS},{TAGS}",
    f"A=1,A=1,{TAGS}", f"A=²,{TAGS}", NOT_UTF8, ",".join(f"{card}=1" for card in ["A", *range(2, 11)]),
]  # fmt: skip
PENNY = str(Path(__file__).parents[1] / "documents" / "texts" / "chapter.txt")
NOWHERE = ["folder", "nowhere/x.csv", f"{LONG}.csv"]


def each(before: str, rubbish: list[str], after: str = "") -> list[list[str]]:
    """The same words around every piece of rubbish; `before` may end in the option it belongs to."""
    *words, option = before.split(" ")
    glued = option.endswith("=")
    return [
        [*words, option + piece, *after.split()] if glued else [*words, option, piece, *after.split()]
        for piece in rubbish
    ]


SIMULATE = "simulate over-under-pa --rounds=1000"
RUBBISH: dict[str, list[list[str]]] = {
    "games": [["games", "x"], *each("games --set", BAD_CHOICES)],
    "rules": [*each("rules", BAD_GAMES), *each("rules down-under-pa --set", BAD_CHOICES)],
    "readings": [*each("readings", BAD_GAMES[:8]), *each("readings", BAD_GAMES[:4], "--price")],
    "clauses": [*each("clauses", BAD_GAMES[:8]), *each("clauses --clause", ["685a.99", NOT_UTF8])],
    "diff": [*each("diff blackjack", BAD_GAMES), *each("diff", BAD_GAMES[:4], "blackjack")],
    "check": each("check", BAD_GAMES),
    "lint": [*each("lint", BAD_GAMES), *each("lint over-under-pa --set", BAD_CHOICES)],
    "play": [
        *each("play", BAD_GAMES[:8]), *each("play blackjack --seats=", [*BAD_NUMBERS, "0", "99"]),
        *each("play blackjack --script", BAD_FILES[:4]), *each("play blackjack --record", NOWHERE),
    ],
    "replay": each("replay", BAD_FILES),
    "simulate": [
        *each("simulate", BAD_GAMES[:8]),
        *each("simulate over-under-pa --rounds=", [*BAD_NUMBERS, "0", "1e16"]),
        *(row for name in ("seed", "workers", "seats", "cut", "errors", "until-se", "seconds")
          for row in each(f"{SIMULATE} --{name}=", BAD_NUMBERS)),
        *each(f"{SIMULATE} --record-rounds=", [*BAD_NUMBERS, "0", DIGITS[:30]]),
        *each(f"{SIMULATE} --record-from=", [*BAD_NUMBERS, DIGITS[:30]]),
        *each(f"{SIMULATE} --resume", [*BAD_FILES[1:2], *BAD_FILES[3:6], LONG]),
        *each(f"{SIMULATE} --out", NOWHERE),
        *each(f"{SIMULATE} --record", NOWHERE), [*SIMULATE.split(), "--out", "x.exe"],
        *each("simulate blackjack --strategy", [*BAD_FILES, "holes.json", "never-second-chance"]),
        [*SIMULATE.split(), "--fresh", "--cut", "0.5"], [*SIMULATE.split(), "--device", "tpu"],
        [*SIMULATE.split(), "--strategy", "total"], [*SIMULATE.split(), "--insurance", "maybe"],
        ["simulate", "blackjack", "--errors", "0.1", "--strategy", "total"],
        [*SIMULATE.split(), "--device", "gpu", "--cluster", "tcp://127.0.0.1:9"],
    ],
    "edge": [
        *each("edge", BAD_GAMES[:8]), *each("edge blackjack --shoe", BAD_SHOES),
        *each("edge blackjack --strategy", [*BAD_FILES, "holes.json", "never-second-chance"]),
        ["edge", "over-under-pa", "--strategy", "total"], ["edge", "over-under-pa", "--method", "CDP"],
        *each("edge blackjack --method", ["x", "optimal", NOT_UTF8]),
    ],
    "certify": [
        *each("certify -o x.json", BAD_GAMES[:8]), ["certify", "blackjack"],
        *each("certify blackjack -o x.json --shoe", BAD_SHOES), ["certify", "blackjack", "-o", "folder"],
    ],
    "strategy": [
        *each("strategy", BAD_GAMES[:8]), ["strategy", "blackjack", "--csv", "--json"],
        *each("strategy blackjack --exceptions=", [*BAD_NUMBERS, "0"]),
        ["strategy", "over-under-pa", "--exceptions", "3"],
        ["strategy", "blackjack", "--exceptions", "3", "--margins"],
        *each("strategy blackjack --indices --count", BAD_COUNTS),
        *each("strategy blackjack --indices --decks-left=", [*BAD_NUMBERS, "0", "7", "1"]),
        ["strategy", "over-under-pa", "--indices"], ["strategy", "blackjack", "--count", "hi-lo"],
        ["strategy", "blackjack", "--decks-left", "3"], ["strategy", "blackjack", "--one-minute", "--csv"],
        ["strategy", "blackjack", "--one-minute", "--margins"],
        *each("strategy blackjack --method", ["x", "optimal"]),
        ["strategy", "blackjack", "--method", "CDP", "--indices"],
    ],
    "effects": [*each("effects", BAD_GAMES[:8]), *each("effects over-under-pa --set", BAD_CHOICES[:4])],
    "ev": [
        *each("ev", BAD_GAMES[:4], "--hand 10,6 --up 9"), *each("ev blackjack --hand 10,6 --up",
        ["", "x", "0", "9,9"]),
        *each("ev blackjack --up 9 --hand", ["", "10", "10,6,6", "x", "0,0", NOT_UTF8, ",".join("A" * 30)]),
        *each("ev blackjack --up 9 --hand 10,6 --shoe", [*BAD_SHOES, "6 decks " + "-10 " * 24]),
        *each("ev over-under-pa --hand 10 --shoe", [*BAD_SHOES, "9 9 9 9 9 9 9 9 9 0 9 9 9"]),
        *each("ev down-under-pa --up 9 --hand 10,6 --light", ["", "blue", NOT_UTF8]),
        *each("ev down-under-pa --up A --hand 10,6 --light", ["blackjack"]),
        *each("ev blackjack --up 9 --hand 10,6 --light", ["small"]),
        ["ev", "over-under-pa", "--hand", "10,6"],
    ],
    "reconcile": [
        *each("reconcile", BAD_GAMES), *each("reconcile --search", BAD_GAMES[:8]),
        *each("reconcile over-under-pa --search --nearest=", BAD_NUMBERS),
        ["reconcile", "--csv"], ["reconcile", "--nearest", "3"],
        ["reconcile", "over-under-pa", "--search", "--csv", "--json"],
    ],
    "sweep": [
        *each("sweep", BAD_GAMES[:4], "--over decks"), *each("sweep blackjack --over",
        ["", ",", "x", NOT_UTF8]),
        *each("sweep over-under-pa --over decks --out", [*NOWHERE, "x.exe"]),
    ],
    "report": [
        *each("report -o x.json", BAD_GAMES[:8]), *each("report over-under-pa -o", ["x.exe", "folder"]),
        *each("report over-under-pa -o x.json --previous", BAD_FILES),
    ],
    "card": [*each("card -o x.pdf", BAD_GAMES[:8]), *each("card over-under-pa --date", ["x", "2026-13-01"])],
    "manual": [
        *each("manual -o x.pdf", BAD_GAMES[:8]), *each("manual over-under-pa -o",
        ["x.exe", "folder"]),
    ],
    "layout": [
        *each("layout -o x.svg", BAD_GAMES[:8]), *each("layout blackjack -o x.svg --scale=", BAD_NUMBERS),
        *each("layout blackjack --check", BAD_FILES),
    ],
    "sign": [*each("sign -o x.svg", BAD_GAMES[:8]), *each("sign blackjack -o", ["x.exe", "nowhere/x.svg"])],
    "serve": [
        *each("serve --store s.db --port 0", BAD_GAMES[:8]),
        *each("serve --store s.db --port=", [*BAD_NUMBERS, "99999"]),
        *each("serve --store s.db --port 0 --pace=", ["-1", "x", "nan", "1e400"]),
        *each("serve --port 0 --store", ["folder", "binary"]),
    ],
    "submission new": each("submission new", BAD_GAMES[:8]),
    "submission check": each("submission check", BAD_FILES),
    "submission pack": each("submission pack", BAD_FILES, "-o packages"),
    "submission diff": each("submission diff", BAD_FILES, "missing"),
    "document new": [
        *each("document new", BAD_FILES), ["document", "new", PENNY, "--document", "\x07"],
        *each(f"document new {PENNY} -o", ["folder", "nowhere/x.toml", "binary.toml", f"{LONG}.toml"]),
    ],
    "document compare": [
        *each("document compare", BAD_FILES, PENNY), *each(f"document compare {PENNY}", BAD_FILES),
        *each("document compare", BAD_GAMES[5:], PENNY),
        *each(f"document compare {PENNY} {PENNY} --register", BAD_FILES),
    ],
    "shoe test": [
        *each("shoe test --cards=", BAD_NUMBERS), *each("shoe test --decks=", [*BAD_NUMBERS, "0", "9"]),
        *each("shoe test --file", BAD_FILES),
    ],
    "journal verify": each("journal verify", BAD_FILES),
    "journal show": [*each("journal show", BAD_FILES), *each("journal show j.db --last=", BAD_NUMBERS)],
    "journal replay": each("journal replay", BAD_FILES, "T1"),
    "journal export": each("journal export", BAD_FILES, "out.zip"),
    "journal import": each("journal import", BAD_FILES, "j.db"),
    "journal give-up": each("journal give-up", BAD_FILES, "T1 --by me"),
    "journal rebuild-accounts": each("journal rebuild-accounts", BAD_FILES),
    "journal backup": each("journal backup", BAD_FILES, "copy.db"),
    "backup": each("backup", BAD_FILES, "copy.db"),
    "restore": each("restore", BAD_FILES, "pit.db"),
    "journal replace-key": each("journal replace-key", BAD_FILES, "--by me --why lost"),
    "journal log-key": each("journal log-key", BAD_FILES),
    "receipt check": each("receipt check", BAD_FILES),
    "witness": [
        *each("witness http://127.0.0.1:9 --once --state", BAD_FILES[1:]),
        *each("witness", ["nowhere", "ftp://x", "http://"], "--once --state w.json"),
    ],
    "records rounds": [*each("records rounds", BAD_FILES, "--table T1"), ["records", "rounds", "x"]],
    "records totals": each("records totals", BAD_FILES, "--table T1"),
    "records events": each("records events", BAD_FILES, "--table T1"),
    "records day": [*each("records day", BAD_FILES), ["records", "day", "x", "--day", "yesterday"]],
    "records open": each("records open", BAD_FILES),
}  # fmt: skip


def commands_of(group: Any, before: str = "") -> Iterator[str]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands_of(command, f"{before}{name} ")
        else:
            yield before + name


@pytest.fixture
def heap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with everything that is not what it should be."""
    for name in ("folder", "folder.toml"):
        (tmp_path / name).mkdir()
    for name in ("empty", "empty.toml"):
        (tmp_path / name).touch()
    for name in ("binary", "binary.toml"):
        (tmp_path / name).write_bytes(bytes(range(256)) * 4)
    (tmp_path / "deep.toml").write_text(f"a = {'[' * 5_000}{']' * 5_000}")
    (tmp_path / "deep.json").write_text(f"{'[' * 100_000}{']' * 100_000}")
    (tmp_path / "list.json").write_text("[1, 2]")
    (tmp_path / "holes.json").write_text('{"cells": [{"row": "hard 12", "up": "2", "seen": "", "play": 7}]}')
    (tmp_path / "nul.toml").write_text('extends = "a\\u0000.toml"\n')
    (tmp_path / "yaml.toml").write_text("game: blackjack\noptions:\n  decks: 6\n")
    (tmp_path / "kinds.toml").write_text(
        'extends = "blackjack"\ngame = 7\n[options]\ndecks = nan\nsoft_17 = 1979-05-27\nmax_hands = [1]\n'
    )
    (tmp_path / "tables.toml").write_text(
        'extends = "down-under-pa"\ngame = "x"\nreadings = []\n[odds]\ninsurance = "0:0"\n'
        '[[pay_tables.match]]\nrows = { suited = "-1:1", unsuited = "nan:1" }\n'
    )
    (tmp_path / "circle.toml").write_text('extends = "circle.toml"\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_command_has_its_rubbish() -> None:
    """A new command without a row here is caught by this test."""
    assert set(commands_of(get_command(app))) == set(RUBBISH)
    for name, rows in RUBBISH.items():
        assert rows, name
        assert all(row[: len(name.split())] == name.split() for row in rows), name


@pytest.mark.usefixtures("heap")
@pytest.mark.parametrize("name", RUBBISH)
def test_rubbish_gets_sentences_and_exit_status_2(name: str) -> None:
    for row in RUBBISH[name]:
        done = typed(*row)
        assert done.status == 2, (row, done)
        assert done.err.startswith(("pitboss: ", "Usage: ", "Compiling")), (row, done.err)
        assert "Traceback" not in done.err, row


@pytest.mark.parametrize(
    ("command", "status", "says"),
    [
        ("games >&-", 2, "pitboss: standard output: is closed."),
        ("games > /dev/full", 2, "pitboss: standard output: No space left on device."),
        ("games | true", 0, ""),
        ("games --json | head -c 1 > /dev/null", 0, ""),
    ],
)
def test_output_that_goes_nowhere_is_no_traceback(command: str, status: int, says: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{PITBOSS} {command}"], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert (done.returncode, done.stderr.strip()) == (status, says)


def test_a_terminal_that_knows_few_letters_is_served() -> None:
    done = subprocess.run(
        [str(PITBOSS), "rules", "down-under-pa"], capture_output=True, env={"PYTHONIOENCODING": "ascii"},
        timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Down Under" in done.stdout
