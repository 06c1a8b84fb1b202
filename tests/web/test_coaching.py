"""What the coach says while insurance is offered, to whom."""

from pitboss.desk.coach import evaluate_insurance
from pitboss.table import commands as c
from pitboss.table.people import player
from pitboss.web.coaching import insurance_advice
from tests.table.drive import Room, bet, scripted


def offered(cards: str) -> Room:
    room = scripted("down-under-pa", cards=cards, seats=(1, 2))
    bet(room, 1, 1000)
    bet(room, 2, 1000)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    room.house_until("close insurance")
    return room


def test_each_player_hears_of_a_box_of_ones_own() -> None:
    state = offered("Ks 9s Ad Ah 8h 7d").state
    natural, plain = insurance_advice(state, 1), insurance_advice(state, 2)
    assert (natural["box"], plain["box"]) == (1, 2)
    assert natural["values"] == evaluate_insurance(state, 1).values
    assert "even money" in natural["values"]
    assert "even money" not in plain["values"]
    assert insurance_advice(state, 3) == {}


def test_who_is_insured_already_hears_nothing_more() -> None:
    room = offered("Ks 9s Ad 9h 8h 7d")
    room.do(c.Insure(by=player(2), box=2, cents=500))
    assert insurance_advice(room.state, 2) == {}
    assert insurance_advice(room.state, 1)
