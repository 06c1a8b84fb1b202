"""`pitboss shoe test`: its own shoe, somebody else's, and what it says to bad input."""

import json
import random
from pathlib import Path

import pytest

from pitboss.desk.sealed_shoe import order_text
from pitboss.table.shoes import full_batch
from tests.cli.processes import run
from tests.cli.typed import refused, said, typed


def recorded(path: Path, shoes: int, *, passes: int = 0) -> str:
    """A file of single decks, well shuffled, or turned over so many times only."""
    rng = random.Random(4)
    lines = []
    for _ in range(shoes):
        cards = full_batch(1)
        if passes:
            for _ in range(passes):
                cut = rng.randrange(52)
                cards = cards[cut:] + cards[:cut]
        else:
            rng.shuffle(cards)
        lines.append(order_text(cards))
    path.write_text("\n".join(lines))
    return str(path)


def test_the_shoe_of_the_desk_is_put_to_both_sets() -> None:
    """True chance: a set fails now and then, and the exit status says so."""
    done = run("shoe", "test", "--cards", "30000", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == int(not all(part["passes"] for part in found["sets"]))
    assert found["cards"] >= 30_000
    assert [(part["name"], part["level"], len(part["findings"])) for part in found["sets"]] == [
        ("Pennsylvania", 0.95, 15),
        ("GLI-19", 0.99, 7),
    ]


def test_a_recorded_shuffler_passes_or_fails_by_the_exit_status(tmp_path: Path) -> None:
    good = said("shoe", "test", "--decks", "1", "--file", recorded(tmp_path / "good", 500))
    assert "Pennsylvania at 95%: passes" in good
    bad = typed("shoe", "test", "--decks", "1", "--file", recorded(tmp_path / "bad", 500, passes=9))
    assert bad.status == 1
    assert "GLI-19 at 99%: FAILS" in bad.out
    assert bad.err == ""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("AcKd", "too few cards"),
        ("AcKd\nAcK", "line 2: An order has two letters for each card"),
        ("AcKd\nXcKd", "line 2: 'Xc' is no card"),
        ("AcKd\nAcKd2h", "line 2: has 3 cards, but the first shoe has 2"),
        ("AcAc", "line 1: has Ac 2 times"),
        ("", "too few cards"),
        ("Ac\u2663", "cannot be read as text"),
    ],
)
def test_a_file_that_is_no_record_of_shoes_is_refused(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "shoes").write_text(text, encoding="utf-8")
    assert says in refused("shoe", "test", "--decks", "1", "--file", str(tmp_path / "shoes"))


def test_bad_numbers_are_refused(tmp_path: Path) -> None:
    assert "--cards: 5 cards" in refused("shoe", "test", "--cards", "5")
    assert "--decks: a shoe cannot have 9 decks" in refused("shoe", "test", "--decks", "9")
    assert "cannot be read" in refused("shoe", "test", "--file", str(tmp_path / "none"))
