"""What the texts ask of a round with a dealer's hand, as checks on scripted cards.

Cards are written as they leave the shoe: boxes from the dealer's left, the up card, boxes, the hole card.
"""

from pitboss.rules.cards import Light, Range
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table import rebuild_round
from pitboss.table.events import Event
from pitboss.table.people import DEALER, player
from pitboss.table.state import find_box
from tests.floor import card
from tests.table.drive import CHIPS, Room, bet, deal, say, scripted, stand_all
from tests.table.procedures import STAKE, next_due, refused
from tests.table.told import settled

PLAIN = "9c 8c 7d 9d 8d Th"
"""18 and 16 against 17."""
ACE_UP = "9c 8c Ad 9d 8d 7h"
"""The dealer stands on a soft 18 without a Blackjack."""


def begun(game: str, cards: str, *choices: str, seats: tuple[int, ...] = (1, 3)) -> Room:
    """Dealt, and played by the house until a player must act."""
    room = scripted(game, *choices, cards=cards, seats=seats)
    for seat in seats:
        bet(room, seat, STAKE)
    deal(room)
    return room


def chips(room: Room, at: int = 0) -> int:
    """What a player has gained so far."""
    return room.state.players[at].chips_cents - CHIPS


def table(game: str, cards: str, *choices: str, stake: int = STAKE, seats: tuple[int, ...] = (1,)) -> Room:
    """Wagers are down and betting is closed."""
    room = scripted(game, *choices, cards=cards, seats=seats)
    for seat in seats:
        bet(room, seat, stake)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    return room


def lit(room: Room, light: Light, lane: Range) -> None:
    """The reader answers so, whatever the hole card is."""
    room.house_until("insert")
    room.do(c.InsertHole())
    room.do(c.LightRange(light))
    room.do(c.MoveHand(lane))


def denied(room: Room) -> None:
    """The blackjack reader says that there is no Blackjack."""
    room.house_until("insert")
    room.do(c.InsertHole())
    room.do(c.AnswerBlackjack(blackjack=False))
    room.house()


def dealt_order(room: Room) -> list[int | str]:
    return [
        event.box if isinstance(event, e.CardDealt) else "hole" for event in room.of(e.CardDealt, e.HoleDealt)
    ]


def check_cards_go_round_clockwise(game: str) -> None:
    assert dealt_order(begun(game, PLAIN)) == [1, 3, 0, 1, 3, "hole"]


def check_first_a_card_to_each_box(game: str) -> None:
    first, second = begun(game, PLAIN).of(e.CardDealt)[:2]
    assert isinstance(first, e.CardDealt)
    assert isinstance(second, e.CardDealt)
    assert [(first.box, first.card), (second.box, second.card)] == [(1, card("9c")), (3, card("8c"))]


def check_then_a_card_to_the_dealer(game: str) -> None:
    third = begun(game, PLAIN).of(e.CardDealt)[2]
    assert isinstance(third, e.CardDealt)
    assert (third.box, third.card) == (0, card("7d"))


def check_then_a_second_to_each_box(game: str) -> None:
    room = begun(game, PLAIN)
    assert [event.box for event in room.of(e.CardDealt)[3:5] if isinstance(event, e.CardDealt)] == [1, 3]
    assert [box.firsts for box in room.state.boxes] == [(card("9c"), card("9d")), (card("8c"), card("8d"))]


def check_last_the_hole_card_face_down(game: str) -> None:
    room = begun(game, PLAIN)
    assert isinstance(room.of(e.CardDealt, e.HoleDealt)[-1], e.HoleDealt)
    assert room.state.dealer.hole
    assert card("Th") not in room.state.dealer.cards
    assert card("Th") not in [getattr(event, "card", None) for event in room.events]


def position(room: Room, *kinds: type[Event]) -> int:
    return next(number for number, event in enumerate(room.events) if isinstance(event, kinds))


def check_insurance_is_offered_on_an_ace(game: str) -> None:
    room = begun(game, ACE_UP)
    (offered,) = room.of(e.InsuranceOffered)
    assert position(room, e.InsuranceOffered) < position(room, e.HoleInserted)
    assert offered.clause
    assert not begun(game, PLAIN).of(e.InsuranceOffered)


def offered(game: str, cards: str = ACE_UP) -> Room:
    """Insurance is open."""
    room = scripted(game, cards=cards, seats=(1, 3))
    for seat in (1, 3):
        bet(room, seat, STAKE)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    while next_due(room).act != "close insurance":
        command = room.pilot.act(room.state)
        assert command is not None
        room.do(command)
    return room


def check_box_is_insured_once(game: str) -> None:
    room = offered(game)
    room.do(c.Insure(player(1), 1, 300))
    assert refused(room.state, c.Insure(player(1), 1, 200)).reason == "already_made"
    assert room.do(c.Insure(player(3), 3, 200)), "another box may still be insured"


def check_insured_blackjack_takes_no_even_money(game: str) -> None:
    room = offered(game, "Ac 8c Ad Kd 8d 7h")
    even = c.TakeEvenMoney(player(1), 1)
    assert room.do(c.Insure(player(1), 1, 300))
    assert refused(room.state, even).reason == "no_even_money"


def check_insurance_closes_before_the_reader(game: str, paragraph: str) -> None:
    room = offered(game)
    room.do(c.Insure(player(1), 1, 500))
    room.do(c.CloseInsurance())
    room.do(c.InsertHole())
    refusal = refused(room.state, c.Insure(player(3), 3, 500))
    assert (refusal.reason, refusal.clause) == ("insurance_closed", paragraph)


def check_lost_insurance_is_taken_before_any_card(game: str) -> None:
    room = offered(game)
    room.do(c.Insure(player(1), 1, 500))
    room.house()
    taken = [event for event in room.of(e.WagerSettled) if getattr(event, "wager", "") == "insurance"]
    assert [(event.stake_cents, event.returned_cents) for event in taken] == [(500, 0)]  # type: ignore[attr-defined]
    assert dealt_order(room) == [1, 3, 0, 1, 3, "hole"]
    assert next_due(room).act == "decide"


def check_players_act_from_the_dealers_left(game: str) -> None:
    room = begun(game, PLAIN)
    assert next_due(room)[:3] == ("decide", player(1), 1)
    refusal = refused(room.state, c.Decide(player(3), 3, Action.STAND))
    assert refusal.reason == "not_yours"
    say(room, Action.STAND)
    assert next_due(room)[:3] == ("decide", player(3), 3)


def check_decision_brings_its_card(game: str) -> None:
    room = begun(game, PLAIN + " 2c")
    say(room, Action.STAND)
    room.do(c.Decide(player(3), 3, Action.HIT))
    assert next_due(room)[:3] == ("card", DEALER, 3)
    assert refused(room.state, c.Decide(player(3), 3, Action.STAND)).reason == "not_now"
    (dealt,) = room.do(c.DealCard(3, card("2c")))
    assert isinstance(dealt, e.CardDealt)
    assert (dealt.box, dealt.card) == (3, card("2c"))


def check_hole_card_is_turned_after_the_last_decision(game: str) -> None:
    room = begun(game, PLAIN)
    assert not room.of(e.HoleTurned)
    stand_all(room)
    last = max(number for number, event in enumerate(room.events) if isinstance(event, e.Decided))
    assert position(room, e.HoleTurned) > last


def check_dealers_cards_are_face_up(game: str) -> None:
    room = begun(game, "9c 8c 6d 9d 8d Th 3s")
    stand_all(room)
    drawn = room.of(e.CardDealt)[-1]
    assert isinstance(drawn, e.CardDealt)
    assert (drawn.box, drawn.card) == (0, card("3s"))


def settled_boxes(room: Room) -> list[int]:
    return [event.box for event in room.of(e.HandSettled) if isinstance(event, e.HandSettled)]


FOUR_BOXES = "9c 7c 6s 9s 7d 9d 9h Tc 8h Th"
"""18, 16, 16 and 17 against 17: two lose, one wins, one ties."""


def check_losers_first_then_winners(game: str) -> None:
    room = begun(game, FOUR_BOXES, "settlement_order=collect_then_pay", seats=(1, 3, 5, 6))
    stand_all(room)
    assert settled_boxes(room) == [5, 3, 6, 1]


def check_box_by_box_from_the_right(game: str, *choices: str) -> None:
    room = begun(game, FOUR_BOXES, *choices, seats=(1, 3, 5, 6))
    stand_all(room)
    assert settled_boxes(room) == [6, 5, 3, 1]


def check_split_hands_from_the_right(game: str, *choices: str) -> None:
    """The second hand of a box before the first."""
    assert settled(game, "8c 7d 8d Th Ts 9s", "split", *choices) == "1b: 1000 + 0, 1: 1000 + 1000"
    assert settled(game, "8c 7d 8d Th 2s 3s", "split", *choices) == "1b: 0 + 0, 1: 0 + 0"


def check_hands_can_be_rebuilt(game: str) -> None:
    room = begun(game, PLAIN)
    number = room.state.round
    stand_all(room)
    assert rebuild_round(room.state, number) == {
        (0, 0): (card("7d"), card("Th")),
        (1, 0): (card("9c"), card("9d")),
        (3, 0): (card("8c"), card("8d")),
    }


def check_double_card_lies_sideways(game: str, paragraph: str) -> None:
    room = begun(game, "5c 7d 6d Th 9s", seats=(1,))
    room.do(c.Decide(player(1), 1, Action.DOUBLE, cents=STAKE))
    dealt = room.do(c.DealCard(1, card("9s")))[0]
    assert dealt == e.CardDealt(box=1, hand=0, card=card("9s"), sideways=True, clause=paragraph)


def check_first_split_hand_is_finished_first(game: str) -> None:
    room = begun(game, "8c 7d 8d Th 2s 9h 3h", seats=(1,))
    say(room, Action.SPLIT)
    box = find_box(room.state, 1)
    assert box is not None
    first, second = box.hands
    assert first.cards == (card("8c"), card("2s")), "the card on the left is played first"
    assert second.cards == (card("8d"),)
    assert next_due(room)[:4] == ("decide", player(1), 1, 0)
    say(room, Action.HIT)
    say(room, Action.STAND)
    box = find_box(room.state, 1)
    assert box is not None
    assert [len(hand.cards) for hand in box.hands] == [3, 2]
    assert next_due(room)[:4] == ("decide", player(1), 1, 1)
