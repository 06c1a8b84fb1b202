"""What happened at a table, in words: cards, lamps, and what was taken and paid."""

from fractions import Fraction

from pitboss.games.vocabulary import tell_cents
from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.table import events as e

RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "♣♦♥♠"
LAMPS = {"blue": "● blue", "red": "■ red", "yellow": "▲ yellow"}
"""A lamp by shape and word, so that nobody has to see its colour."""


def tell_card(card: Card) -> str:
    return f"{RANKS[card.rank]}{SUITS[card.suit]}"


def tell_cards(cards: tuple[Card, ...]) -> str:
    return " ".join(tell_card(card) for card in cards)


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
