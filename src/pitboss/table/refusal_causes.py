"""Why somebody may not do something: in another's turn, in another's place, or with a hand that cannot."""

from functools import cache
from typing import Any

from pitboss.rules.cards import ACE
from pitboss.rules.hands import BoxHand, holds_blackjack, is_bust
from pitboss.rules.house import House
from pitboss.rules.mechanism import all_mechanisms, mechanism
from pitboss.rules.player import (
    Action,
    is_pair,
    may_double,
    may_hit,
    may_split,
    may_surrender,
    may_take_second_chance,
)
from pitboss.table import commands as c
from pitboss.table.cut_turns import cut_cause
from pitboss.table.due import Due
from pitboss.table.people import Person, Role
from pitboss.table.state import Awaits, Box, Hand, Status, Table, box_hand, find_box

# ---- somebody else's turn

DECISIONS = frozenset({"decide", "choose", "second chance"})
IN_TURN = DECISIONS | {"card", "settle"}
"""What happens at a box while its player's turn lasts."""


@mechanism("decision.turn", "people.touch_cards")
def turn_cause(state: Table, act: str, by: Person, wanted: Due) -> str:
    """Why this person may not do this yet. Players wait for each other's turns, whatever is due in one."""
    if by.role != Role.PLAYER:
        return wanted.cause
    if act == wanted.act == "cut" and wanted.who.role == Role.PLAYER:
        return cut_cause(state)
    if act == wanted.act == "prepare" and wanted.who.role != Role.PLAYER:
        return "people.touch_cards"
    box = find_box(state, wanted.box)
    others = box is not None and box.seat != by.seat and wanted.act in IN_TURN
    return "decision.turn" if others and state.phase_name in ("decisions", "each_player") else wanted.cause


def place_cause(state: Table, wanted: Due, number: int, hand: int) -> str:
    """Why another hand comes first: of two split hands by the sentence on them, else by the turns."""
    if wanted.act not in DECISIONS:
        return wanted.cause
    box = find_box(state, number)
    is_split = box is not None and number == wanted.box and 0 <= hand < len(box.hands)
    return "deal.decision_card/split" if is_split else "decision.turn"


# ---- somebody else's act

MOVES_CARDS = frozenset({
    c.DealCard, c.DealHole, c.TurnHole, c.InsertHole, c.MoveHand, c.ClearTable, c.ReceiveCards,
    c.ShuffleCards, c.PlaceCover, c.LoadShoe, c.BurnCard, c.RemoveCover, c.CollectCards, c.SpreadIdle,
    c.FindFaceUp, c.DrawInError, c.DiscardHeld, c.Overdraw,
})  # fmt: skip
MOVES_WAGERS = frozenset({c.Settle})

OWN_CAUSES: dict[type[c.Command], tuple[str, ...]] = {
    c.Leave: ("people.seat",),
    c.CallWager: ("wager.spoken", "wager.chips"),
    c.ConfirmCall: ("wager.spoken", "wager.chips"),
    c.DealHole: ("deal.initial/hole_card",),
    c.InsertHole: ("reader.insert",),
    c.RefuseCut: ("procedure.offer_cut",),
    c.TurnHole: ("dealer.turn_hole_card",),
    c.Insure: ("wager.insurance/insures",),
    c.Signal: ("decision.motion", "decision.turn"),
    c.DeclineSecondChance: ("decision.second_chance", "decision.turn"),
    c.BeginDay: ("procedure.inspect_reader", "procedure.change_decks"),
    c.RelieveDealer: ("people.new_dealer", "procedure.burn/new_dealer"),
    c.VoidRound: ("irregularity.shoe_empty/void",),
    c.RecordDispute: ("procedure.rebuild_hands/dispute",),
}
"""Where the first mechanism that an act carries out is not the one that says whose act it is."""


@mechanism("people.touch_cards", "wager.hands_off")
def role_cause(state: Table, command: Any, carries_out: Any) -> str:
    """Why this is not for the person who tries: players leave cards and settled wagers alone.

    Everything else goes by the sentence on the act itself, the first of them that the game has.
    """
    kind = type(command)
    if command.by.role == Role.PLAYER and kind in MOVES_CARDS:
        return "people.touch_cards"
    if command.by.role == Role.PLAYER and kind in MOVES_WAGERS:
        return "wager.hands_off"
    if getattr(command, "device", "") == "shuffler":
        return "irregularity.shuffler_broken"
    causes = OWN_CAUSES.get(kind) or _mechanisms_of(carries_out)
    return next((cause for cause in causes if state.terms.citations[cause]["clause"]), causes[0])


@cache
def _mechanisms_of(function: Any) -> tuple[str, ...]:
    return next(noted.ids for noted in all_mechanisms() if noted.function is function)


# ---- a hand that cannot


@mechanism("decision.hit/twenty_one", "decision.hit/doubled", "decision.hit/split_aces")
def _hit_outcome(seen: BoxHand, house: House) -> str:
    """Doubled, a split ace, or 21: what else keeps a hand from drawing has no sentence of its own."""
    if seen.doubled:
        return "/doubled"
    if seen.from_split and seen.first == ACE and not house.split.aces_draw:
        return "/split_aces"
    return "" if is_bust(seen.hand) or seen.chance > 0 else "/twenty_one"


@mechanism("decision.double/blackjack", "decision.double/split_aces")
def _double_outcome(seen: BoxHand, house: House) -> str:
    if holds_blackjack(seen, house):
        return "/blackjack"
    aces = seen.from_split and seen.first == ACE and not house.double.split_aces
    return "/split_aces" if aces else ""


@mechanism("decision.split/most_hands")
def _split_outcome(seen: BoxHand, house: House) -> str:
    """Two of a kind that may not be split are one hand too many; split aces have a limit of their own."""
    if seen.hand.cards != 2 or seen.doubled or not is_pair(seen.first, seen.second, house):
        return ""
    return "/most_hands/split_aces" if seen.first == ACE else "/most_hands"


def _surrender_outcome(seen: BoxHand, house: House) -> str:
    return "" if holds_blackjack(seen, house) else "/too_late"


@mechanism(
    "decision.hit", "decision.double", "decision.split", "decision.surrender", "decision.second_chance"
)
def hand_cause(box: Box, hand: Hand, action: Action, house: House) -> str:
    """Why this hand cannot make this decision, now or later; empty when its cards allow it."""
    seen = box_hand(hand)
    if hand.awaits == Awaits.DOUBLE:
        seen = seen._replace(doubled=True)
    if action == Action.HIT and not may_hit(seen, house):
        return f"decision.hit{_hit_outcome(seen, house)}"
    if action == Action.DOUBLE and not may_double(seen, house):
        return f"decision.double{_double_outcome(seen, house)}"
    if action == Action.SPLIT and not may_split(seen, len(box.hands), house):
        return f"decision.split{_split_outcome(seen, house)}"
    if action == Action.SURRENDER and not may_surrender(seen, house):
        return f"decision.surrender{_surrender_outcome(seen, house)}"
    if action == Action.SECOND_CHANCE and house.second_chance.offered:
        return "" if may_take_second_chance(seen, house) else "decision.second_chance"
    return ""


def decidable_hand(state: Table, by: Person, box: int, hand: int) -> tuple[Box, Hand] | None:
    """A player's own hand against the dealer with its first cards, in its turn, before it or after it."""
    own = find_box(state, box) if state.terms.game.has_dealer else None
    if own is None or own.seat != by.seat or not 0 <= hand < len(own.hands):
        return None
    held = own.hands[hand]
    is_there = len(held.cards) >= 2 and held.status != Status.DEAD
    return (own, held) if is_there else None
