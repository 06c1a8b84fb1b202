"""A correction that was forged is found: it is made again from the rounds as they stood."""

from collections.abc import Callable
from typing import Any

import pytest

from pitboss.journal.records import Record
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.people import player
from tests.desk.keyed_shift import Shift, card, finished
from tests.desk.test_verify import fault_of, rewritten


@pytest.fixture
def shift() -> Shift:
    shift = Shift(1, 2)
    shift.bet()
    return shift


def _other_card(payload: dict[str, Any]) -> None:
    payload["command"]["card"] = [7, 0]


def _fewer_acts(payload: dict[str, Any]) -> None:
    payload["acts"].pop()


def _other_event(payload: dict[str, Any]) -> None:
    payload["acts"][0]["events"][0]["card"] = [7, 0]


def _other_table(payload: dict[str, Any]) -> None:
    payload["position"] = payload["position"].replace("900", "901").replace("990", "991")


def _left_out_nothing(payload: dict[str, Any]) -> None:
    payload.pop("left_out")


def _other_words(payload: dict[str, Any]) -> None:
    payload["event"]["keyed"] = "something else"


def _nobody_approved(payload: dict[str, Any]) -> None:
    payload.pop("approved_by")


def _more_money(payload: dict[str, Any]) -> None:
    payload["events"][-1]["cents"] *= 2


def _no_difference(payload: dict[str, Any]) -> None:
    payload.pop("differences")


UNDER_WAY = (
    _other_card,
    _fewer_acts,
    _other_event,
    _other_table,
    _left_out_nothing,
    _other_words,
    _nobody_approved,
)
FINISHED = (_other_card, _fewer_acts, _other_event, _more_money, _no_difference, _nobody_approved)


@pytest.mark.parametrize("forge", UNDER_WAY)
def test_a_forged_correction_is_found(shift: Shift, forge: Callable[[dict[str, Any]], None]) -> None:
    shift.deal("9c Td 5s 8h 6h")
    shift.guest.do(c.Decide(by=player(1), box=1, action=Action.HIT))
    shift.deal("Kd")
    shift.pay(0)
    shift.guest.do(c.Decide(by=player(2), box=2, action=Action.HIT))
    shift.deal("4d")
    shift.correct("DealCard", "Kd", card(1, "2d"), approved_by="floor-1")
    assert place_of_fault(shift, forge, "Corrected") == place_of_record(shift, "Corrected")


@pytest.mark.parametrize("forge", FINISHED)
def test_a_forged_correction_of_a_finished_round_is_found(forge: Callable[[dict[str, Any]], None]) -> None:
    shift = finished()
    shift.correct("DealCard", "9c", card(1, "8c"), approved_by="floor-1")
    assert place_of_fault(shift, forge, "PastRoundCorrected") == place_of_record(shift, "PastRoundCorrected")


def place_of_record(shift: Shift, kind: str) -> tuple[str, int]:
    """The first record of this kind."""
    return "t1", next(record.sequence for record in shift.store.read("t1") if record.kind == kind)


def place_of_fault(shift: Shift, forge: Callable[[dict[str, Any]], None], kind: str) -> tuple[str, int]:
    """Where verification stops when a record of this kind was forged."""

    def edit(payload: dict[str, Any], record: Record) -> bool:
        if record.kind != kind:
            return False
        forge(payload)
        return True

    forged, _ = rewritten(shift.store, edit)
    fault = fault_of(forged)
    return fault.table, fault.sequence
