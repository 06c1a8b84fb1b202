"""Rounds in which things go wrong: every payment at the live table is the one the text asks for.

`make fuzz` plays 200,000 rounds a document; here every reading's other answers are played once, and the rest
by chance. A round that disagrees is printed short, in the text notation, with the table that played it.
"""

import ast
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pitboss.table import commands as c
from pitboss.table.events import Event
from pitboss.table.notation import parse_round
from pitboss.table.state import Table, open_table
from tests.agree.compared import NOTHING, Result, Setting, play
from tests.agree.facts import Facts
from tests.agree.settings import DOCUMENTS, other_readings, settings
from tests.agree.shrinking import replay, shrink
from tests.floor import game_of
from tests.naive import letter
from tests.naive.layout import Fact
from tests.naive.letter import MAY_COME_BETWEEN, PAYMENTS, Letter, Objection
from tests.table.irregular import IrregularTable

PARTS = 4
"""Each document is played in so many parts, which share nothing."""
ROUNDS = 700
"""A part; about three thousand a document."""


def tables(game: str) -> list[Setting]:
    """One for every answer that is not the default, and a dozen by chance."""
    others = [Setting(game, (other,), (1, 2, 4), 7) for other in other_readings(game)]
    return [*others, *islice(settings(game, seed=7), 12)]


@cache
def played(game: str, part: int) -> Result:
    chosen = tables(game)[part::PARTS]
    result = NOTHING
    for setting in chosen:
        result = result.plus(play(setting, ROUNDS // len(chosen)))
    return result


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", DOCUMENTS)
def test_every_payment_is_the_one_the_text_asks_for(game: str, part: int) -> None:
    """Wager by wager, in its time and order, once; whatever went wrong in the round."""
    result = played(game, part)
    assert not result.objections, "\n".join(
        str(shrink(result.examples[key])) for key in sorted(result.objections)
    )
    assert result.payments > 2 * result.rounds


EVERYWHERE = {
    "card face up in the shoe",
    "unseen card drawn in error",
    "exposed card",
    "exposed card refused",
    "card missed: first",
    "missed card taken",
    "missed card declined",
    "hand without a card",
    "dispute",
    "wager taken back",
}
AGAINST_A_DEALER = {
    "card missed: second",
    "card missed: hit",
    "card missed: double",
    "dealer’s card missed",
    "card overdrawn",
    "reader broken",
}
WITH_A_RANGE = {
    "wrong light",
    "wrong light reported",
    "wrong lane reported",
    "upheld after a wrong range",
    "dead after a wrong range",
}
WITH_A_BLACKJACK_READER = {"reader denies a Blackjack", "reader claims a Blackjack", "reader misused"}
WITH_A_DEVICE = {"reader broken", "reader misused"}
IRREGULARITIES = {
    "down-under-pa": EVERYWHERE | AGAINST_A_DEALER | WITH_A_RANGE,
    "down-under-vendor": EVERYWHERE | AGAINST_A_DEALER | WITH_A_RANGE,
    "double-back-jack-pa": EVERYWHERE | AGAINST_A_DEALER | WITH_A_BLACKJACK_READER,
    "blackjack-match-nh": (EVERYWHERE | AGAINST_A_DEALER | WITH_A_BLACKJACK_READER) - WITH_A_DEVICE,
    "over-under-pa": EVERYWHERE | {"card missed: additional"},
}


@pytest.mark.parametrize("game", DOCUMENTS)
def test_everything_that_can_go_wrong_goes_wrong(game: str) -> None:
    happened = play(Setting(game, (), (1, 2, 4), 3), 300, mistakes=0.2).irregularities
    assert set(happened) >= IRREGULARITIES[game]


# ---- the letter itself


class Record(NamedTuple):
    facts: list[Fact]
    reader_broken: bool


@cache
def agreeing_rounds(game: str) -> tuple[Record, ...]:
    """Rounds with which the letter agrees, as facts."""
    rng = random.Random(game)
    rounds: list[Record] = []
    record, telling = Record([], False), Facts()

    def watch(_: Table, command: c.Command, events: tuple[Event, ...]) -> None:
        if ("cleared",) not in record.facts:
            record.facts.extend(telling.of(command, events))

    table = IrregularTable(open_table(game_of(game)), rng, watch)
    table.open((1, 2, 5))
    for _ in range(30):
        record, telling = Record([], table.state.reader_broken), Facts()
        table.play_round()
        if objection_to(game, record) is None:
            rounds.append(record)
    return tuple(rounds)


def objection_to(game: str, record: Record) -> Objection | None:
    played_by = game_of(game)
    options: dict[str, object] = dict(played_by.option_values)
    readings = dict(played_by.reading_choices)
    by_text = Letter(game, played_by.main_wager.id, options, readings, record.reader_broken)
    return next((objection for fact in record.facts if (objection := by_text.follow(fact))), None)


def payments(record: Record) -> Iterator[int]:
    return (at for at, fact in enumerate(record.facts) if fact[0] in PAYMENTS)


def with_other_amounts(fact: Fact) -> Iterator[Fact]:
    """The same payment with a cent more or less for one of its wagers."""
    if fact[0] == "died":
        death: Any = fact[1]
        for name in ("stake", "returned", "side_returned", "insurance"):
            yield "died", replace(death, **{name: getattr(death, name) + 1})
    elif fact[0] == "paid":
        *head, parts = fact
        assert isinstance(parts, tuple)
        for at, (back, won) in enumerate(parts):
            yield (*head, (*parts[:at], (back, won + 1), *parts[at + 1 :]))
            yield (*head, (*parts[:at], (back + 1, won), *parts[at + 1 :]))
    else:
        for at in range(3 if fact[0] == "wager paid" else 2, len(fact)):
            cents: Any = fact[at]
            yield (*fact[:at], cents + 1, *fact[at + 1 :])


@pytest.mark.parametrize("game", DOCUMENTS)
def test_the_letter_objects_to_a_payment_changed_by_a_cent(game: str) -> None:
    for record in agreeing_rounds(game):
        for at in payments(record):
            for changed in with_other_amounts(record.facts[at]):
                other = Record([*record.facts[:at], changed, *record.facts[at + 1 :]], record.reader_broken)
                assert objection_to(game, other), (record.facts, changed)


@pytest.mark.parametrize("game", DOCUMENTS)
def test_the_letter_objects_to_a_payment_left_out_or_made_twice(game: str) -> None:
    for record in agreeing_rounds(game):
        for at in payments(record):
            before, paid, after = record.facts[:at], record.facts[at], record.facts[at + 1 :]
            for facts in ([*before, *after], [*before, paid, paid, *after]):
                assert objection_to(game, Record(facts, record.reader_broken)), (record.facts, paid)


@pytest.mark.parametrize("game", DOCUMENTS)
def test_the_letter_objects_to_a_payment_made_one_fact_too_early(game: str) -> None:
    """Unless it only changes places with another payment, or with something that puts none off."""
    early = 0
    for record in agreeing_rounds(game):
        for at in payments(record):
            other = record.facts[at - 1]
            if other[0] in (*PAYMENTS, *MAY_COME_BETWEEN):
                continue
            facts = [*record.facts[: at - 1], record.facts[at], other, *record.facts[at + 1 :]]
            assert objection_to(game, Record(facts, record.reader_broken)), (record.facts, record.facts[at])
            early += 1
    assert early > 10


STANDARD_LIBRARY = {"__future__", "collections", "dataclasses", "functools", "tests", "typing"}
"""And the modules of the naive model itself."""


def test_the_naive_model_imports_nothing_of_ours() -> None:
    """Agreement means something only if the two share no code."""
    for path in (Path(__file__).parent.parent / "naive").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                assert name.partition(".")[0] in STANDARD_LIBRARY, path
                assert not name.startswith("tests") or name.startswith("tests.naive"), path


# ---- a round made short


def test_a_disagreement_is_told_in_a_round_as_short_as_it_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter under which no wager may be taken back: of the round only that is left, and it plays again."""

    def objects(_: Letter, number: int, wager: str, cents: int) -> Objection:
        return Objection("a wager taken back", f"{wager} of box {number}: {cents}")

    monkeypatch.setitem(letter.FOLLOWS, "taken back", objects)
    setting = Setting("over-under-pa", (), (1, 3), 1)
    found = play(setting, 200).examples["a wager taken back"]
    short = shrink(found)
    assert len(short.commands) <= 3
    told = str(short).splitlines()[-1]
    objection = replay(setting, parse_round(told))
    assert objection is not None
    assert objection.key == "a wager taken back"
