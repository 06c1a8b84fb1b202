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


SECOND_CHANCE = 2
"""Its place among the parts of a settled hand: wager, double, Second Chance."""


def tell_card(card: Card) -> str:
    return f"{RANKS[card.rank]}{SUITS[card.suit]}"


def tell_cards(cards: tuple[Card, ...]) -> str:
    return " ".join(tell_card(card) for card in cards)


def tell_event(event: e.Event, seat: int) -> str:
    """A line worth reading aloud, or nothing."""
    match event:
        case e.RangeLit():
            return f"The reader lights {LAMPS[event.light.name.lower()]}."
        case e.RangePeeked():
            return f"The peeker shows a {event.shows.name.title()} card."
        case e.BlackjackAnswered():
            return "The reader: Blackjack." if event.blackjack else "The reader: no Blackjack."
        case e.HoleTurned():
            return f"The dealer turns {tell_card(event.card)}."
        case e.CardDealt() if event.box == 0:
            return f"The dealer: {tell_card(event.card)}."
        case e.Decided() if event.seat != seat:
            return f"Seat {event.seat}: {Action(event.action).name.lower().replace('_', ' ')}."
        case e.SecondChanceDeclined() if event.box != seat:
            return f"Box {event.box}: no Second Chance."
        case e.InsurancePlaced():
            return f"Box {event.box}: insured for {tell_cents(event.cents)}."
        case e.HandSettled() if len(event.parts) > SECOND_CHANCE and event.parts[SECOND_CHANCE][1]:
            return _second_chance(event)
        case e.HandSettled():
            return _settled(f"Box {event.box}", event.stake_cents, event.returned_cents, event.won_cents)
        case e.HandDied():
            back = event.returned_cents + event.side_returned_cents + event.insurance_cents
            return f"Box {event.box}: the hand is dead, {tell_cents(back)} returned."
        case e.InsuranceReopened():
            return (
                f"Box {event.box}: the reader was wrong, the insurance of {tell_cents(event.cents)} stands."
            )
        case e.RoundVoided():
            return "No card is left to deal: the round is void."
        case e.DeviceBroke():
            return f"The {event.name or event.device} is out of order."
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


def _second_chance(event: e.HandSettled) -> str:
    """The Second Chance is paid, the wagers it saved are only returned."""
    returned, won = event.parts[SECOND_CHANCE]
    paid = _settled(f"Box {event.box} Second Chance", returned, returned, won).removesuffix(".")
    return f"{paid}; {tell_cents(event.returned_cents - returned)} returned."


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
