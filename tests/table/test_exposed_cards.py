"""A card that shows before its time: whose it is, and who may turn it down."""

import pytest

from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.event_text import sentence
from pitboss.table.options import options
from pitboss.table.people import DEALER, player
from pitboss.table.state import find_box
from tests.book.games import BACK, UNDER
from tests.floor import card
from tests.table.drive import Room, bet, deal, say, scripted
from tests.table.playing import chips, table
from tests.table.procedures import STAKE, next_due, refused


def test_673a_an_exposed_card_while_the_hole_card_is_due() -> None:
    """Every player has two cards: the card is the next one, and the dealer's."""
    room = table(BACK, "9c 7d 8d")
    room.house_until("hole")
    (drawn,) = room.do(c.DrawInError(card("Th")))
    assert drawn == e.CardDrawnInError(card=card("Th"), clause="673a.13(c)")
    (dealt, *_) = room.do(c.DealHole())
    assert isinstance(dealt, e.HoleDealt)
    assert dealt.held
    assert room.state.dealer.seen == card("Th")
    room.do(c.Decide(player(1), 1, Action.STAND))
    turns = [one for one in options(room.state, DEALER) if isinstance(one, c.TurnHole)]
    assert turns == [c.TurnHole(card("Th"))]


def test_an_exposed_hole_card_is_turned_as_itself() -> None:
    room = table(BACK, "9c 7d 8d")
    room.house_until("hole")
    room.do(c.DrawInError(card("Th")))
    room.do(c.DealHole())
    room.do(c.Decide(player(1), 1, Action.STAND))
    assert refused(room.state, c.TurnHole(card("Kh"))).reason == "wrong_card"
    room.do(c.TurnHole(card("Th")))
    assert chips(room) == -STAKE


@pytest.mark.parametrize(("game", "clause"), [(UNDER, "685a.12(b)"), (BACK, "673a.13(b)")])
def test_a_card_exposed_before_the_deal_is_over_is_the_next(game: str, clause: str) -> None:
    """Nobody may turn it down; by the other reading it goes to the rack."""
    reading = {UNDER: "D35", BACK: "B29"}[game]
    room = table(game, "9c 7d 8d Th", seats=(1,))
    room.house_until("card")
    (drawn,) = room.do(c.DrawInError(card("5c")))
    assert drawn == e.CardDrawnInError(card=card("5c"), clause=clause)
    assert refused(room.state, c.RefuseCard(player(1), 1)).reason in ("not_now", "not_yours")
    (dealt, *_) = room.do(c.DealCard(1, card("5c")))
    assert isinstance(dealt, e.CardDealt)
    assert dealt.held
    room = table(game, "9c 7d 8d Th", f"reading.{reading}=R2", seats=(1,))
    room.house_until("card")
    assert [type(event) for event in room.do(c.DrawInError(card("5c")))] == [
        e.CardDrawnInError,
        e.HeldCardDiscarded,
    ]
    assert room.state.held is None


def split_and_refuse(game: str, *choices: str) -> Room:
    """Eights are split, the first gets a ten; a five shows and is turned down; a nine is next."""
    room = table(game, "8c 7d 8d Th Ts 9s 6s 5s 4s 3s", *choices)
    room.house()
    say(room, Action.SPLIT)
    room.do(c.DrawInError(card("5c")))
    room.do(c.RefuseCard(player(1), 1, 0))
    room.house()
    return room


@pytest.mark.parametrize(
    ("game", "reading", "choice", "second"),
    [
        (UNDER, "D34", "R1", "8d 9s"), (UNDER, "D34", "R2", "8d"), (UNDER, "D34", "R3", "8d 5c"),
        (BACK, "B28", "R1", "8d 9s"), (BACK, "B28", "R2", "8d"), (BACK, "B28", "R3", "8d 5c"),
    ],
)  # fmt: skip
def test_a_refused_card_and_the_second_split_hand(game: str, reading: str, choice: str, second: str) -> None:
    """It is completed once and stands; or stands on one card; or takes the very card that was refused."""
    room = split_and_refuse(game, f"reading.{reading}={choice}")
    hands = [(event.hand, event.card) for event in room.of(e.CardDealt) if isinstance(event, e.CardDealt)]
    told = [card for hand, card in hands if hand == 1]
    assert told == [card(word) for word in second.split()[1:]]
    assert len(room.of(e.HandSettled)) == 2, "no more decisions were asked for"


def test_the_table_says_which_hand_was_completed() -> None:
    room = split_and_refuse(UNDER)
    (dealt,) = [event for event in room.of(e.CardDealt) if isinstance(event, e.CardDealt) and event.hand == 1]
    assert dealt.clause.startswith("685a.12(c) s2")
    assert sentence(dealt, room.state.terms.game) == "9♠ to box 1, second hand."


@pytest.mark.parametrize(("choice", "asked"), [("R1", False), ("R2", True)])
@pytest.mark.parametrize(("game", "reading"), [(UNDER, "D33"), (BACK, "B27")])
def test_who_refuses_is_closed_on_every_box_or_on_one(
    game: str, reading: str, choice: str, asked: bool
) -> None:
    """One player at boxes 1 and 2."""
    room = scripted(
        game, "boxes_per_player=2", f"reading.{reading}={choice}", cards="5c 5h 7d 6d 6h Th 2s 2h"
    )
    bet(room, 1, STAKE)
    bet(room, 2, STAKE, seat=1)
    deal(room)
    room.do(c.DrawInError(card("9c")))
    room.do(c.RefuseCard(player(1), 1))
    assert (next_due(room).act == "decide") is asked


def test_a_player_may_refuse_the_card_that_was_asked_for() -> None:
    """The hit is withdrawn, and no other card comes."""
    room = table(UNDER, "5c 7d 6d Th 9s")
    room.house()
    room.do(c.Decide(player(1), 1, Action.HIT))
    room.do(c.DrawInError(card("2c")))
    room.do(c.RefuseCard(player(1), 1))
    box = find_box(room.state, 1)
    assert box is not None
    assert len(box.hands[0].cards) == 2
    assert next_due(room).act == "turn"
