"""What happened at a table: one sentence for every kind of event, for terminal, paper and web."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pitboss.games.vocabulary import tell_cents
from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.table import events as e
from pitboss.table.state import Stage

RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "♣♦♥♠"
LAMPS = {"blue": "● blue", "red": "■ red", "yellow": "▲ yellow"}
"""A lamp by shape and word, so that nobody has to see its colour."""
STEPS = {
    Stage.INSPECTED: "The dealer inspects the cards",
    Stage.VERIFIED: "The floorperson verifies the inspection",
    Stage.SPREAD: "The cards are spread face up",
    Stage.SEEN: "The first player looks at the cards",
    Stage.STACKED: "The cards are turned, washed and stacked",
}
MADE = {
    Action.HIT: "takes a card", Action.STAND: "stands", Action.DOUBLE: "doubles", Action.SPLIT: "splits",
    Action.SURRENDER: "surrenders", Action.SECOND_CHANCE: "takes a Second Chance", Action.OVER: "plays Over",
    Action.UNDER: "plays Under", Action.FOLD: "gives up the Ante",
}  # fmt: skip
SECOND_CHANCE = 2
"""Its place among the parts of a settled hand: wager, double, Second Chance."""


def tell_card(card: Card) -> str:
    return f"{RANKS[card.rank]}{SUITS[card.suit]}"


def tell_cards(cards: tuple[Card, ...]) -> str:
    return " ".join(tell_card(card) for card in cards)


def _where(event: Any) -> str:
    return "the dealer" if event.box == 0 else f"box {event.box}"


def _hand(event: Any) -> str:
    return f"Box {event.box}" + (f", hand {event.hand + 1}" if event.hand else "")


def _with(event: Any) -> str:
    return f" with {tell_cents(event.cents)}" if event.cents else ""


def _beside(event: Any) -> str:
    return "" if event.main else f" on {event.wager.replace('_', ' ')}"


def _device(event: e.DeviceBroke | e.DeviceRepaired) -> str:
    return event.name or event.device


def _error(event: e.CardDrawnInError) -> str:
    seen = tell_card(event.card) if event.card is not None else "face down"
    return f"A card is drawn in error, {seen}."


def _died(event: e.HandDied) -> str:
    back = event.returned_cents + event.side_returned_cents + event.insurance_cents
    return f"{_hand(event)} is dead: {tell_cents(back)} returned."


def _hand_settled(event: e.HandSettled) -> str:
    if len(event.parts) > SECOND_CHANCE and event.parts[SECOND_CHANCE][1]:
        return _second_chance(event)
    return _settled(f"Box {event.box}", event.stake_cents, event.returned_cents, event.won_cents)


def _second_chance(event: e.HandSettled) -> str:
    """The Second Chance is paid, the wagers it saved are only returned."""
    returned, won = event.parts[SECOND_CHANCE]
    paid = _settled(f"Box {event.box} Second Chance", returned, returned, won).removesuffix(".")
    return f"{paid}; {tell_cents(event.returned_cents - returned)} returned."


def _wager_settled(event: e.WagerSettled) -> str:
    name = f"Box {event.box} {event.wager.replace('_', ' ')}"
    return _settled(name, event.stake_cents, event.returned_cents, event.won_cents)


def _settled(what: str, stake: int, returned: int, won: int) -> str:
    if not stake:
        return f"{what}: no wager is left on it."
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


SILENT = frozenset({e.PhaseBegan, e.HandCleared, e.HourStruck})
"""What only the machinery needs to know."""

SAYS: dict[type[e.Event], Callable[[Any], str]] = {
    # people, chips, wagers
    e.SatDown: lambda event: f"Seat {event.seat} sits down.",
    e.WentAway: lambda event: f"Seat {event.seat} leaves with {tell_cents(event.chips_cents)}.",
    e.ChipsBought: lambda event: f"Seat {event.seat} buys {tell_cents(event.cents)} in chips.",
    e.TipLeft: lambda event: f"Seat {event.seat} leaves {tell_cents(event.cents)} for the dealers.",
    e.WagerPlaced: lambda event: f"Box {event.box}: {tell_cents(event.cents)}{_beside(event)}.",
    e.WagerTakenBack: lambda event: f"Box {event.box}: {tell_cents(event.cents)}{_beside(event)} taken back.",
    e.WagerCalled: lambda event: f"Box {event.box}: {tell_cents(event.cents)} called, cash beside it.",
    e.CashConverted: lambda event: f"Seat {event.seat}: {tell_cents(event.cents)} in cash becomes chips.",
    e.PatronPermitted: lambda event: f"Seat {event.seat} may bet again.",
    e.BettingClosed: lambda _: "No more wagers.",
    # the round
    e.CardDealt: lambda event: (
        f"{tell_card(event.card)} to {_where(event)}{', laid across' * event.sideways}."
    ),
    e.HoleDealt: lambda _: "The dealer's second card, face down.",
    e.HoleInserted: lambda _: "The hole card goes into the reader.",
    e.HoleTurned: lambda event: f"The dealer turns {tell_card(event.card)}.",
    e.RangeLit: lambda event: f"The reader lights {LAMPS[event.light.name.lower()]}.",
    e.RangePeeked: lambda event: f"The peeker shows a {event.shows.name.title()} card.",
    e.BlackjackAnswered: lambda event: f"The reader: {'' if event.blackjack else 'no '}Blackjack.",
    e.HandMoved: lambda event: f"The dealer's hand moves to the {event.lane.name.title()} lane.",
    e.TableCleared: lambda _: "The layout is cleared.",
    e.InsuranceOffered: lambda _: "Insurance is offered.",
    e.InsurancePlaced: lambda event: f"Box {event.box} insures{_with(event)}.",
    e.InsuranceReopened: lambda event: (
        f"Box {event.box}: the reader was wrong, the insurance of {tell_cents(event.cents)} stands."
    ),
    e.InsuranceClosed: lambda _: "Insurance is closed.",
    e.Decided: lambda event: f"{_hand(event)} {MADE[Action(event.action)]}{_with(event)}.",
    e.SecondChanceDeclined: lambda event: f"{_hand(event)} declines a Second Chance.",
    e.HandSettled: _hand_settled,
    e.WagerSettled: _wager_settled,
    # the cards outside the round
    e.DayBegan: lambda _: "The gaming day begins.",
    e.ReaderInspected: lambda _: "The floorperson inspects the reader.",
    e.CardsReceived: lambda event: f"{event.cards} cards with {event.backs} backs come to the table.",
    e.CardsPrepared: lambda event: f"{STEPS[event.step]}.",
    e.CardsReopened: lambda _: "The table was idle: the cards go through the opening again.",
    e.CardsShuffled: lambda _: "The cards are shuffled.",
    e.SpareShuffled: lambda _: "The shuffler has shuffled the other batch.",
    e.CutOffered: lambda event: f"The cut is offered to seat {event.seat}.",
    e.CutRefused: lambda event: f"Seat {event.seat} passes the cut.",
    e.CardsCut: lambda event: f"The cards are cut {event.depth} from the top.",
    e.RecutOrdered: lambda _: "The floorperson orders a recut.",
    e.CoverPlaced: lambda event: f"The cover card goes in {event.from_bottom} from the bottom.",
    e.ShoeLoaded: lambda event: f"{event.cards} cards are in the shoe.",
    e.CardBurned: lambda _: "A card is burned.",
    e.CoverCameOut: lambda _: "The cover card came out: this is the last round of the shoe.",
    e.CardsCollected: lambda event: f"{event.cards} cards are collected for the shuffle.",
    e.BatchesSwapped: lambda event: f"The batch with {event.backs} backs takes the place of the other.",
    e.ReshuffleOrdered: lambda _: "The floorperson orders a reshuffle.",
    e.DealerRelieved: lambda _: "A new dealer comes to the table.",
    e.CardsSpreadIdle: lambda event: (
        f"Nobody plays: the cards are spread face {'up' if event.face_up else 'down'}."
    ),
    e.SpreadAsked: lambda event: f"Seat {event.seat} asks to see the cards.",
    # irregularities
    e.FaceUpCardFound: lambda event: f"{tell_card(event.card)} lay face up in the shoe: it goes to the rack.",
    e.CardDrawnInError: _error,
    e.CardRefused: lambda event: f"{_hand(event)} turns the exposed card down.",
    e.HeldCardDiscarded: lambda _: "Nobody takes the exposed card: it goes to the rack.",
    e.CardOverdrawn: lambda event: f"The dealer drew {tell_card(event.card)} too many: it goes to the rack.",
    e.CardMissed: lambda event: f"The card due to {_where(event)} was not dealt.",
    e.MissedCardWanted: lambda event: f"{_hand(event)} wants the missed card.",
    e.HandDied: _died,
    e.HandUpheld: lambda event: f"Box {event.box} plays on.",
    e.WrongRangeFound: lambda event: f"The wrong {event.what} is reported.",
    e.DisputeRecorded: lambda event: f"A dispute about box {event.box} is recorded.",
    e.DeviceBroke: lambda event: f"The {_device(event)} is out of order.",
    e.DeviceRepaired: lambda event: f"The {_device(event)} works again.",
    e.ShufflerJammed: lambda _: "The shuffler jams: its cards are shuffled again.",
    e.ShufflerCovered: lambda _: "The shuffler is covered: it is out of order.",
    e.DiscardsTaken: lambda event: f"The shoe is empty: the {event.cards} cards of the rack make a new one.",
    e.RoundVoided: lambda _: "No card is left to deal: the round is void.",
    e.ReaderMisused: lambda _: "The reader was used where no reading was called for.",
    e.MisuseNoted: lambda _: "The floorperson has noted it.",
}

ALOUD = frozenset({
    e.HoleTurned, e.RangeLit, e.RangePeeked, e.BlackjackAnswered, e.InsurancePlaced, e.InsuranceReopened,
    e.HandSettled, e.WagerSettled, e.CardsShuffled, e.CoverCameOut, e.CardDrawnInError, e.CardRefused,
    e.HeldCardDiscarded, e.CardOverdrawn, e.CardMissed, e.FaceUpCardFound, e.HandDied, e.WrongRangeFound,
    e.DeviceBroke, e.DiscardsTaken, e.RoundVoided,
})  # fmt: skip
"""What a player at the terminal wants to hear whoever did it; the cards lie on the felt anyway."""


def sentence(event: e.Event) -> str:
    """What happened, in words; nothing for what only the machinery needs to know."""
    return "" if type(event) in SILENT else SAYS[type(event)](event)


def tell_event(event: e.Event, seat: int) -> str:
    """The sentence, if it is worth reading aloud to whoever sits here; nobody needs telling what they did."""
    match event:
        case e.CardDealt():
            aloud = event.box == 0
        case e.Decided():
            aloud = event.seat != seat
        case e.SecondChanceDeclined():
            aloud = event.box != seat
        case _:
            aloud = type(event) in ALOUD
    return sentence(event) if aloud else ""
