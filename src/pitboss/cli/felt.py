"""The table as lines of text: cards, chips, lights, and what was taken and paid."""

from fractions import Fraction

from pitboss.games.vocabulary import tell_cents
from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.table import events as e
from pitboss.table.view import BoxView, HandView, View

RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "♣♦♥♠"
BACK = "▒▒"
LAMPS = {"blue": "● blue", "red": "■ red", "yellow": "▲ yellow"}
"""A lamp by shape and word, so that nobody has to see its colour."""


def tell_card(card: Card) -> str:
    return f"{RANKS[card.rank]}{SUITS[card.suit]}"


def tell_cards(cards: tuple[Card, ...]) -> str:
    return " ".join(tell_card(card) for card in cards)


def draw_table(seen: View, seat: int) -> list[str]:
    """What the player at this seat sees, as lines."""
    lines = [f"  Dealer   {_dealer(seen)}"] if seen.dealer or seen.hole_card_down else []
    for box in seen.boxes:
        mine = "You" if box.seat == seat else f"Seat {box.seat}"
        for number, hand in enumerate(box.hands, 1):
            label = f"{mine} {number}" if len(box.hands) > 1 else mine
            lines.append(f"  {label:<8} {_hand(hand)}{_sides(box) if number == 1 else ''}")
    return lines


def _dealer(seen: View) -> str:
    cards = tell_cards(seen.dealer) + (f" {BACK}" if seen.hole_card_down else "")
    points = f"   {seen.dealer_points}" if not seen.hole_card_down and len(seen.dealer) > 1 else ""
    light = f"   light {LAMPS[seen.light]}" if seen.light else ""
    lane = f", hand in the {seen.lane} lane" if seen.lane else ""
    return f"{cards}{points}{light}{lane}"


def _hand(hand: HandView) -> str:
    cards = tell_cards(hand.cards)
    soft = "soft " if hand.soft else ""
    points = f"{soft}{hand.points}" if hand.cards else ""
    chance = f" less {tell_card(hand.second_chance)}" if hand.second_chance else ""
    status = "" if hand.status == "live" else f"  {hand.status}"
    stack = " ".join(f"{chips.number}×{tell_cents(chips.denomination_cents)}" for chips in hand.chips)
    return f"{cards:<22} {points:<8}{chance} {tell_cents(hand.current_cents)} ({stack}){status}"


def _sides(box: BoxView) -> str:
    told = [f"{name.replace('_', ' ')} {tell_cents(cents)}" for name, cents in box.sides.items()]
    if box.insurance_cents:
        told.append(f"insurance {tell_cents(box.insurance_cents)}")
    return f"   ({', '.join(told)})" if told else ""


def tell_event(event: e.Event, seat: int) -> str:
    """A line worth reading aloud, or nothing."""
    match event:
        case e.RangeLit():
            return f"The reader lights {LAMPS[event.light.name.lower()]}."
        case e.BlackjackAnswered():
            return "The reader: Blackjack." if event.blackjack else "The reader: no Blackjack."
        case e.HoleTurned():
            return f"The dealer turns {tell_card(event.card)}."
        case e.CardDealt() if event.box == 0:
            return f"The dealer: {tell_card(event.card)}."
        case e.Decided() if event.seat != seat:
            return f"Seat {event.seat}: {Action(event.action).name.lower().replace('_', ' ')}."
        case e.HandSettled():
            return _settled(f"Box {event.box}", event.stake_cents, event.returned_cents, event.won_cents)
        case e.WagerSettled():
            name = event.wager.replace("_", " ")
            return _settled(
                f"Box {event.box} {name}", event.stake_cents, event.returned_cents, event.won_cents
            )
        case e.CoverCameOut():
            return "The cover card came out: this is the last round of the shoe."
        case e.CardsShuffled():
            return "The cards are shuffled."
    return ""


def _settled(what: str, stake: int, returned: int, won: int) -> str:
    if won:
        odds = Fraction(won, stake)
        at = f"{odds.numerator} to {odds.denominator} on " if odds.denominator <= 20 else "on "
        back = "" if returned == stake else f", {tell_cents(returned)} of it returned"
        return f"{what}: {at}{tell_cents(stake)}: {tell_cents(won)}{back}."
    if returned == stake:
        return f"{what}: {tell_cents(stake)} returned."
    if returned:
        return f"{what}: {tell_cents(returned)} of {tell_cents(stake)} returned."
    return f"{what}: {tell_cents(stake)} lost."
