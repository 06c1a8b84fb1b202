"""What happened at a table: one sentence for every kind of event, for terminal, paper and web."""

from collections.abc import Callable
from enum import IntEnum
from fractions import Fraction
from typing import Any

from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_cents
from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.acts import DECISIONS, STEPS, label_of, place
from pitboss.table.notation import parse_command

RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "♣♦♥♠"
LAMPS = {"blue": "● blue", "red": "■ red", "yellow": "▲ yellow"}
"""A lamp by shape and word, so that nobody has to see its color."""
SECOND_CHANCE = 2
"""Its place among the parts of a settled hand: wager, double, second chance."""
ORDINALS = ("first ", "second ", "third ", "fourth ")


def tell_card(card: Card) -> str:
    return f"{RANKS[card.rank]}{SUITS[card.suit]}"


def tell_cards(cards: tuple[Card, ...]) -> str:
    return " ".join(tell_card(card) for card in cards)


def wager_name(game: Game, id: str) -> str:
    """What the document calls a wager."""
    return next((wager.name for wager in game.wagers if wager.id == id), id.replace("_", " "))


def _named(game: Game, kind: str, otherwise: str) -> str:
    wager = game.wager_of(kind)
    return wager.name if wager else otherwise


def _hand(event: Any) -> str:
    if not event.hand and not getattr(event, "hands", 0):
        return f"Box {event.box}"
    number = ORDINALS[event.hand] if event.hand < len(ORDINALS) else f"{event.hand + 1}th "
    return f"Box {event.box}, {number}hand,"


def _where(event: e.CardDealt | e.CardMissed) -> str:
    """The dealer, a box, or one of a box's hands."""
    split = event.hand or getattr(event, "hands", 0)
    return _hand(event).rstrip(",").replace("Box", "box") if split else place(event.box)


def _relieved(event: e.DealerRelieved, _: Game) -> str:
    if event.left and event.came:
        return f"{event.came} relieves {event.left} as dealer."
    return f"{event.came or 'A new dealer'} comes to the table."


def _shuffled(event: e.CardsShuffled, _: Game) -> str:
    came = event.mechanism == "procedure.preshuffled_cards"
    return "The cards came shuffled." if came else "The cards are shuffled."


def _for(event: Any) -> str:
    return f" for {tell_cents(event.cents)}" if event.cents else ""


def _on(event: Any, game: Game) -> str:
    return "" if event.main else f" on the {wager_name(game, event.wager)}"


def _device(event: e.DeviceBroke | e.DeviceRepaired) -> str:
    return event.name or event.device


def _decided(event: e.Decided, game: Game) -> str:
    action = Action(event.action)
    names = {
        Action.OVER: f"makes the {_named(game, 'over', 'higher wager')}",
        Action.UNDER: f"makes the {_named(game, 'under', 'lower wager')}",
        Action.FOLD: f"gives up the {game.main_wager.name}",
        Action.SECOND_CHANCE: f"makes the {_named(game, 'second_chance', 'second chance wager')}",
    }
    return f"{_hand(event)} {names.get(action, DECISIONS[action].done)}{_for(event)}."


def _error(event: e.CardDrawnInError, _: Game) -> str:
    seen = f"{tell_card(event.card)}, seen by the players" if event.card is not None else "face down"
    return f"A card is drawn by mistake: {seen}."


def tell_entry(notation: str) -> str:
    """What was keyed, in words: a card and where it went, an amount, or the act."""
    command = parse_command(notation)
    card: Card | None = getattr(command, "card", None)
    paid: int | None = getattr(command, "paid_cents", None)
    if card is not None:
        return tell_card(card) + (f" to {place(command.box)}" if isinstance(command, c.DealCard) else "")
    if paid is not None:
        return f"{tell_cents(paid)} paid to {place(getattr(command, 'box', 0))}"
    shown = [tell_value(getattr(command, name)) for name in ("light", "shows", "lane", "device")
             if hasattr(command, name)]  # fmt: skip
    return ": ".join((label_of(command), *shown))


def tell_value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return LAMPS.get(value.name.lower(), value.name.title()) if isinstance(value, IntEnum) else str(value)


def _died(event: e.HandDied, _: Game) -> str:
    back = event.returned_cents + event.side_returned_cents + event.insurance_cents
    return f"{_hand(event)} is dead: {tell_cents(back)} is returned."


def _hand_settled(event: e.HandSettled, game: Game) -> str:
    if len(event.parts) > SECOND_CHANCE and event.parts[SECOND_CHANCE][1]:
        return _second_chance(event, game)
    return _settled(_hand(event).rstrip(","), event.stake_cents, event.returned_cents, event.won_cents)


def _second_chance(event: e.HandSettled, game: Game) -> str:
    """The second chance is paid, the wagers it saved are only returned."""
    returned, won = event.parts[SECOND_CHANCE]
    name = f"{_hand(event)} {_named(game, 'second_chance', 'second chance wager')},"
    paid = _settled(name.rstrip(","), returned, returned, won).removesuffix(".")
    return f"{paid}; {tell_cents(event.returned_cents - returned)} is returned."


def _payment_differs(event: e.PaymentDiffers, game: Game) -> str:
    what = f", {wager_name(game, event.wager)}," if event.wager else ""
    due, paid = tell_cents(event.due_cents), tell_cents(event.paid_cents)
    return (
        f"{_hand(event).rstrip(',')}{what} was paid {paid}, but {due} is due: the payment must be put right."
    )


def _wager_settled(event: e.WagerSettled, game: Game) -> str:
    name = f"Box {event.box}, {wager_name(game, event.wager)},"
    return _settled(name, event.stake_cents, event.returned_cents, event.won_cents)


def _settled(who: str, stake: int, returned: int, won: int) -> str:
    if not stake:
        return f"{who.rstrip(',')}: no wager is left on it."
    if won:
        odds = Fraction(won, stake)
        at = f" ({odds.numerator} to {odds.denominator})" if odds.denominator <= 20 else ""
        back = "" if returned == stake else f"; {tell_cents(returned)} of the wager is returned"
        return f"{who} wins {tell_cents(won)}{at}{back}."
    if returned == stake:
        return f"{who} pushes: {tell_cents(stake)} is returned."
    if returned:
        return f"{who} gets {tell_cents(returned)} of {tell_cents(stake)} back."
    return f"{who} loses {tell_cents(stake)}."


SILENT = frozenset({e.PhaseBegan, e.HandCleared, e.HourStruck})
"""What only the machinery needs to know."""

SAYS: dict[type[e.Event], Callable[[Any, Game], str]] = {
    # people, chips, wagers
    e.SatDown: lambda event, _: f"A player sits down at seat {event.seat}.",
    e.WentAway: lambda event, _: (
        f"The player at seat {event.seat} leaves with {tell_cents(event.chips_cents)}."
    ),
    e.ChipsBought: lambda event, _: f"Seat {event.seat} buys {tell_cents(event.cents)} in chips.",
    e.TipLeft: lambda event, _: f"Seat {event.seat} tips the dealers {tell_cents(event.cents)}.",
    e.WagerPlaced: lambda event, game: f"Box {event.box} bets {tell_cents(event.cents)}{_on(event, game)}.",
    e.WagerTakenBack: lambda event, game: (
        f"Box {event.box} takes {tell_cents(event.cents)}{_on(event, game)} back."
    ),
    e.WagerCalled: lambda event, _: f"Box {event.box} calls a {tell_cents(event.cents)} wager, with cash.",
    e.CashConverted: lambda event, _: f"Seat {event.seat} gets {tell_cents(event.cents)} in chips for cash.",
    e.PatronPermitted: lambda event, _: f"The player at seat {event.seat} may bet again.",
    e.BettingClosed: lambda *_: "No more bets.",
    # the round
    e.CardDealt: lambda event, _: (
        f"{tell_card(event.card)} to {_where(event)}{', placed sideways' * event.sideways}."
    ),
    e.HoleDealt: lambda *_: "The dealer takes a hole card, face down.",
    e.HoleInserted: lambda *_: "The hole card goes into the reader.",
    e.HoleTurned: lambda event, _: f"The dealer turns over {tell_card(event.card)}.",
    e.RangeLit: lambda event, _: f"The reader lights {LAMPS[event.light.name.lower()]}.",
    e.RangePeeked: lambda event, _: f"The peeker shows a {event.shows.name.title()} card.",
    e.BlackjackAnswered: lambda event, _: (
        "The dealer has Blackjack." if event.blackjack else "The dealer does not have Blackjack."
    ),
    e.HandMoved: lambda event, _: f"The dealer’s hand moves to the {event.lane.name.title()} area.",
    e.TableCleared: lambda *_: "The layout is cleared.",
    e.InsuranceOffered: lambda *_: "Insurance is offered.",
    e.InsurancePlaced: lambda event, _: f"Box {event.box} takes insurance{_for(event)}.",
    e.InsuranceReopened: lambda event, _: (
        f"The reader was wrong: the {tell_cents(event.cents)} insurance of box {event.box} stands."
    ),
    e.InsuranceClosed: lambda *_: "Insurance is closed.",
    e.Decided: _decided,
    e.SecondChanceDeclined: lambda event, game: (
        f"{_hand(event)} declines the {_named(game, 'second_chance', 'second chance')}."
    ),
    e.HandSettled: _hand_settled,
    e.PaymentDiffers: _payment_differs,
    e.WagerSettled: _wager_settled,
    # the cards outside the round
    e.DayBegan: lambda *_: "The gaming day begins.",
    e.ReaderInspected: lambda *_: "The floorperson inspects the reader.",
    e.CardsReceived: lambda event, _: f"{event.cards} cards with {event.backs} backs come to the table.",
    e.CardsPrepared: lambda event, _: STEPS[event.step].due,
    e.CardsReopened: lambda *_: "The table was idle: the cards go through the opening again.",
    e.CardsShuffled: _shuffled,
    e.SpareShuffled: lambda *_: "The shuffler has shuffled the other batch.",
    e.CutOffered: lambda event, _: f"The cut is offered to seat {event.seat}.",
    e.CutRefused: lambda event, _: f"Seat {event.seat} declines the cut.",
    e.CardsCut: lambda event, _: f"The cards are cut {event.depth} cards from the top.",
    e.RecutOrdered: lambda *_: "The floorperson orders a new cut.",
    e.CoverPlaced: lambda event, _: f"The cut card goes in {event.from_bottom} cards from the bottom.",
    e.ShoeLoaded: lambda event, _: f"{event.cards} cards go into the shoe.",
    e.CardBurned: lambda *_: "A card is burned.",
    e.CoverCameOut: lambda *_: "The cut card came out: this is the last round of the shoe.",
    e.CardsCollected: lambda event, _: f"{event.cards} cards are collected for the shuffle.",
    e.BatchesSwapped: lambda event, _: f"The batch with {event.backs} backs replaces the other.",
    e.ReshuffleOrdered: lambda *_: "The floorperson orders a reshuffle.",
    e.DealerRelieved: _relieved,
    e.CardsSpreadIdle: lambda event, _: (
        f"Nobody is playing: the cards are spread face {'up' if event.face_up else 'down'}."
    ),
    e.SpreadAsked: lambda event, _: f"Seat {event.seat} asks to see the cards.",
    # irregularities
    e.FaceUpCardFound: lambda event, _: (
        f"{tell_card(event.card)} was face up in the shoe: it goes to the discard rack."
    ),
    e.CardDrawnInError: _error,
    e.CardRefused: lambda event, _: f"{_hand(event)} turns the exposed card down.",
    e.HeldCardDiscarded: lambda *_: "Nobody takes the exposed card: it goes to the discard rack.",
    e.CardOverdrawn: lambda event, _: (
        f"The dealer drew {tell_card(event.card)} by mistake: "
        f"{'it counts' if event.counts else 'it goes to the discard rack'}."
    ),
    e.CardMissed: lambda event, _: f"The card for {_where(event)} was missed.",
    e.MissedCardWanted: lambda event, _: f"{_hand(event)} wants the missed card.",
    e.HandDied: _died,
    e.HandUpheld: lambda event, _: f"Box {event.box} plays on.",
    e.WrongRangeFound: lambda event, _: (
        f"A wrong {'area' if event.what == 'lane' else event.what} is reported."
    ),
    e.DisputeRecorded: lambda event, _: (
        f"A dispute about box {event.box} in round {event.round} is recorded."
    ),
    e.DeviceBroke: lambda event, _: f"The {_device(event)} is out of order.",
    e.DeviceRepaired: lambda event, _: f"The {_device(event)} works again.",
    e.ShufflerJammed: lambda *_: "The shuffler jammed: its cards are shuffled again.",
    e.ShufflerCovered: lambda *_: "The shuffler is covered: it is out of order.",
    e.DiscardsTaken: lambda event, _: (
        f"The shoe is empty: the {event.cards} cards in the discard rack are shuffled."
    ),
    e.BlackjackMisread: lambda event, _: (
        f"The dealer looked and said there was {'a' if event.blackjack else 'no'} Blackjack: that was wrong."
    ),
    e.AddedWagersReturned: lambda event, _: (
        f"{_hand(event)} had busted: {tell_cents(event.cents)}, added to the first wager, is returned."
    ),
    e.BlackjackReopened: lambda event, _: (
        f"{_hand(event)} was paid too early: {tell_cents(event.cents)} goes back to the house."
    ),
    e.ActCorrected: lambda event, _: (
        f"Round {event.round} is corrected: {tell_entry(event.keyed)} was keyed by mistake"
        + (f"; it was {tell_entry(event.meant)}." if event.meant else " and did not happen.")
    ),
    e.PaymentCorrected: lambda event, _: (
        f"Round {event.round} was decided again: {tell_cents(abs(event.cents))} goes "
        + (f"to box {event.box}." if event.cents > 0 else f"from box {event.box} back to the house.")
    ),
    e.RoundVoided: lambda event, _: (
        "The round is void: every undecided wager is returned."
        + (f" Reason: {event.why.rstrip('.')}." if event.why else "")
    ),
    e.ReaderMisused: lambda *_: "The reader was used by mistake.",
    e.MisuseNoted: lambda *_: "The floorperson has noted the misuse of the reader.",
}

ALOUD = frozenset({
    e.HoleTurned, e.RangeLit, e.RangePeeked, e.BlackjackAnswered, e.InsurancePlaced, e.InsuranceReopened,
    e.HandSettled, e.WagerSettled, e.PaymentDiffers, e.CardsShuffled, e.CoverCameOut, e.CardDrawnInError,
    e.CardRefused,
    e.HeldCardDiscarded, e.CardOverdrawn, e.CardMissed, e.FaceUpCardFound, e.HandDied, e.WrongRangeFound,
    e.DeviceBroke, e.DiscardsTaken, e.RoundVoided, e.BlackjackMisread, e.AddedWagersReturned,
    e.BlackjackReopened, e.ActCorrected, e.PaymentCorrected,
})  # fmt: skip
"""What a player at the terminal wants to hear whoever did it; the cards lie on the felt anyway."""


def sentence(event: e.Event, game: Game) -> str:
    """What happened, in words; nothing for what only the machinery needs to know."""
    return "" if type(event) in SILENT else SAYS[type(event)](event, game)


def tell_event(event: e.Event, seat: int, game: Game) -> str:
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
    return sentence(event, game) if aloud else ""
