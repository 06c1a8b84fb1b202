"""Rounds that an examiner found played wrongly, each kept right from then on."""

import pytest

from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.due import due
from pitboss.table.people import DEALER, player
from tests.table.drive import Room, bet, deal, opened, say, scripted, stand_all


def begun(game: str, *choices: str, cards: str, seats: tuple[int, ...] = (1,)) -> Room:
    room = scripted(game, *choices, cards=cards, seats=seats)
    for seat in seats:
        bet(room, seat, 1000)
    deal(room)
    return room


def settled(room: Room) -> list[str]:
    """Boxes and wagers in the order in which they were settled."""
    return [
        f"{event.box}" if isinstance(event, e.HandSettled) else f"{event.box} {event.wager}"
        for event in room.events
        if isinstance(event, e.HandSettled | e.WagerSettled)
    ]


def test_a_doubled_bust_is_offered_its_second_chance() -> None:
    """673a.7(l), reading B4: 10 and 6 doubled into 26, less a 6, is 20 and beats 17."""
    room = begun("double-back-jack-pa", cards="Tc 7d 6d Th Kh 6s")
    say(room, Action.DOUBLE, 1000)
    found = due(room.state)
    assert found is not None
    assert found.act == "second chance"
    say(room, Action.SECOND_CHANCE)
    stand_all(room)
    (paid,) = room.of(e.HandSettled)
    assert isinstance(paid, e.HandSettled)
    assert (paid.stake_cents, paid.returned_cents, paid.won_cents) == (4000, 4000, 2000)
    dealt = [event for event in room.events if isinstance(event, e.CardDealt)]
    assert "673a.7(l) s3" in {event.clause for event in dealt}


def test_who_let_the_cut_pass_to_another_may_leave() -> None:
    room = opened("down-under-pa", seats=(1, 3))
    room.do(c.Leave(by=player(3)))
    assert [found.seat for found in room.state.players] == [1]


def test_losers_are_collected_before_anything_is_paid_on_a_dealers_blackjack() -> None:
    """685a.7(r)(1): box 1 loses, box 3 ties; box 1 comes first although box 3 sits to the right."""
    room = begun("down-under-pa", cards="9c Ac Kd 9d Td Ah", seats=(1, 3))
    stand_all(room)
    assert settled(room) == ["1", "3"]


def test_insurance_is_paid_after_what_loses_is_collected() -> None:
    """685a.7(r)(1) with an insured box at the right."""
    room = scripted("down-under-pa", cards="9c 8c Ad 9d 8d Kh", seats=(1, 3))
    for seat in (1, 3):
        bet(room, seat, 1000)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    while not isinstance(command := room.pilot.act(room.state), c.CloseInsurance):
        assert command is not None
        room.do(command)
    room.do(c.Insure(by=player(3), box=3, cents=500))
    room.house()
    stand_all(room)
    assert settled(room) == ["3", "1", "3 insurance"]


def test_new_hampshire_takes_the_antes_before_it_pays_insurance() -> None:
    """NH Method s24 and s25."""
    room = scripted("blackjack-match-nh", cards="9c 8c Ad 9d 8d Kh", seats=(1, 3))
    for seat in (1, 3):
        bet(room, seat, 500)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    while not isinstance(command := room.pilot.act(room.state), c.CloseInsurance):
        assert command is not None
        room.do(command)
    room.do(c.Insure(by=player(3), box=3, cents=200))
    room.house()
    stand_all(room)
    assert settled(room) == ["3", "1", "3 insurance"]


def test_an_exposed_card_nobody_can_use_goes_to_the_rack() -> None:
    """O9, by analogy with 685a.12(c): it is not the next round's first card."""
    room = scripted("over-under-pa", cards="9c 8c 7c Kd", seats=(1,))
    bet(room, 1, 1000)
    deal(room)
    found = due(room.state)
    assert found is not None
    room.do(c.Decide(by=found.who, box=1, action=Action.OVER))
    for _ in range(2):
        command = room.pilot.act(room.state)
        assert command is not None
        room.do(command)
    room.do(c.DrawInError(card=room.pilot.shoe.draw()))
    room.house()
    assert room.state.held is None
    assert room.of(e.HeldCardDiscarded)


def test_a_reader_that_cries_blackjack_wrongly_is_broken_not_the_round() -> None:
    """673a.13(j): the hole card is turned, the reader is out of order, and once repaired play goes on."""
    room = scripted("double-back-jack-pa", cards="9c Ad 9d 6h", seats=(1,))
    bet(room, 1, 1000)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    while (found := due(room.state)) is not None and found.act != "read":
        command = room.pilot.act(room.state)
        assert command is not None
        room.do(command)
    room.do(c.AnswerBlackjack(blackjack=True))
    room.do(c.TurnHole(card=room.pilot._hole_card()))
    assert room.of(e.DeviceBroke)
    assert due(room.state).act == "repair reader"  # type: ignore[union-attr]


def test_what_is_owed_is_paid_while_the_reader_is_broken() -> None:
    """685a.12(i) stops the deal, not the payment."""
    room = begun("down-under-pa", cards="Tc 9d Td 9h")
    say_and_stop(room)
    room.do(c.ReportBroken(DEALER, "reader"))
    room.house()
    assert room.of(e.HandSettled)


def say_and_stop(room: Room) -> None:
    """The player stands; the house acts up to the settlement."""
    found = due(room.state)
    assert found is not None
    room.do(c.Decide(by=found.who, box=found.box, action=Action.STAND))
    while (found := due(room.state)) is not None and found.act != "settle":
        command = room.pilot.act(room.state)
        assert command is not None
        room.do(command)


@pytest.mark.parametrize(
    "command",
    [
        c.PlaceWager(by=player(1), box=1, wager="bet", cents=1000.0),  # type: ignore[arg-type]
        c.PlaceWager(by=player(1), box=True, wager="bet", cents=1000),
        c.LightRange(light=7),  # type: ignore[arg-type]
        c.Decide(by=player(1), box=1, action=99),  # type: ignore[arg-type]
    ],
)
def test_a_command_of_the_wrong_kind_is_a_wrong_call(command: c.Command) -> None:
    """Half cents, lights that do not exist: a TypeError, never an event."""
    room = opened("down-under-pa")
    with pytest.raises(TypeError):
        room.do(command)
