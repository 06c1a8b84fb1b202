"""A sentence for everything that happened and everything that is due: to be read, and to be spoken."""

from collections.abc import Callable
from typing import Any

from pitboss.games.vocabulary import tell_cents
from pitboss.rules.hands import dealer_total
from pitboss.rules.player import Action
from pitboss.table import events as e
from pitboss.table.state import Stage, Table, find_box
from pitboss.table.telling import tell_card, tell_event
from pitboss.table.view import NextAct, View, view_hand
from pitboss.web.wire import plain

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
_Says = Callable[[Any], str]


def _where(event: Any) -> str:
    return "the dealer" if event.box == 0 else f"box {event.box}"


def _hand(event: Any) -> str:
    return f"box {event.box}" + (f", hand {event.hand + 1}" if event.hand else "")


def _cents(event: Any) -> str:
    return f" with {tell_cents(event.cents)}" if event.cents else ""


def _wager(event: Any) -> str:
    return "" if event.main else f" on {event.wager.replace('_', ' ')}"


def _error(event: e.CardDrawnInError) -> str:
    seen = tell_card(event.card) if event.card is not None else "face down"
    return f"A card is drawn in error, {seen}."


_SAYS: dict[type[e.Event], _Says] = {
    e.SatDown: lambda event: f"Seat {event.seat} sits down.",
    e.WentAway: lambda event: f"Seat {event.seat} leaves with {tell_cents(event.chips_cents)}.",
    e.ChipsBought: lambda event: f"Seat {event.seat} buys {tell_cents(event.cents)} in chips.",
    e.TipLeft: lambda event: f"Seat {event.seat} leaves {tell_cents(event.cents)} for the dealers.",
    e.WagerPlaced: lambda event: f"Box {event.box}: {tell_cents(event.cents)}{_wager(event)}.",
    e.WagerTakenBack: lambda event: f"Box {event.box}: {tell_cents(event.cents)}{_wager(event)} taken back.",
    e.WagerCalled: lambda event: f"Box {event.box}: {tell_cents(event.cents)} called, cash beside it.",
    e.CashConverted: lambda event: f"Seat {event.seat}: {tell_cents(event.cents)} in cash becomes chips.",
    e.PatronPermitted: lambda event: f"Seat {event.seat} may bet again.",
    e.BettingClosed: lambda _: "No more wagers.",
    e.CardDealt: lambda event: (
        f"{tell_card(event.card)} to {_where(event)}"
        + (", across, for the double." if event.sideways else ".")
    ),
    e.HoleDealt: lambda _: "The dealer's second card, face down.",
    e.HoleInserted: lambda _: "The hole card goes into the reader.",
    e.HandMoved: lambda event: f"The dealer's hand moves to the {event.lane.name.title()} lane.",
    e.TableCleared: lambda _: "The layout is cleared.",
    e.InsuranceOffered: lambda _: "Insurance is offered.",
    e.InsurancePlaced: lambda event: f"Box {event.box} insures{_cents(event)}.",
    e.InsuranceClosed: lambda _: "Insurance is closed.",
    e.Decided: lambda event: f"{_hand(event).capitalize()} {MADE[Action(event.action)]}{_cents(event)}.",
    e.SecondChanceDeclined: lambda event: f"{_hand(event).capitalize()} declines a Second Chance.",
    e.DayBegan: lambda _: "The gaming day begins.",
    e.ReaderInspected: lambda _: "The floorperson inspects the reader.",
    e.CardsReceived: lambda event: f"{event.cards} cards with {event.backs} backs come to the table.",
    e.CardsPrepared: lambda event: f"{STEPS.get(event.step, 'The cards are prepared')}.",
    e.CutOffered: lambda event: f"The cut is offered to seat {event.seat}.",
    e.CutRefused: lambda event: f"Seat {event.seat} passes the cut.",
    e.CardsCut: lambda event: f"The cards are cut {event.depth} from the top.",
    e.CoverPlaced: lambda event: f"The cover card goes in {event.from_bottom} from the bottom.",
    e.ShoeLoaded: lambda event: f"{event.cards} cards are in the shoe.",
    e.CardBurned: lambda _: "A card is burned.",
    e.CardsCollected: lambda event: f"{event.cards} cards are collected for the shuffle.",
    e.DealerRelieved: lambda _: "A new dealer comes to the table.",
    e.SpreadAsked: lambda event: f"Seat {event.seat} asks to see the cards.",
    e.FaceUpCardFound: lambda event: f"{tell_card(event.card)} lay face up in the shoe: it goes to the rack.",
    e.CardDrawnInError: _error,
    e.CardRefused: lambda event: f"{_hand(event).capitalize()} turns the exposed card down.",
    e.HeldCardDiscarded: lambda _: "Nobody takes the exposed card: it goes to the rack.",
    e.CardOverdrawn: lambda event: f"The dealer drew {tell_card(event.card)} too many: it goes to the rack.",
    e.CardMissed: lambda event: f"The card due to {_where(event)} was not dealt.",
    e.MissedCardWanted: lambda event: f"{_hand(event).capitalize()} wants the missed card.",
    e.HandDied: lambda event: (
        f"{_hand(event).capitalize()} is dead: {tell_cents(event.returned_cents)} back."
    ),
    e.HandUpheld: lambda event: f"Box {event.box} plays on.",
    e.WrongRangeFound: lambda event: f"The wrong {event.what} is reported.",
    e.DisputeRecorded: lambda event: f"A dispute about box {event.box} is recorded.",
    e.DeviceBroke: lambda event: f"The {event.device} is out of order.",
    e.DeviceRepaired: lambda event: f"The {event.device} works again.",
    e.ReaderMisused: lambda _: "The reader was used where no reading was called for.",
    e.MisuseNoted: lambda _: "The floorperson has noted it.",
}
SILENT = (e.PhaseBegan, e.HandCleared, e.HourStruck)


def sentence(event: e.Event) -> str:
    """What happened, in words; nothing for what only the machinery needs to know."""
    if isinstance(event, SILENT):
        return ""
    if says := _SAYS.get(type(event)):
        return says(event)
    return tell_event(event, 0) or f"{_spaced(type(event).__name__)}."


def _spaced(name: str) -> str:
    apart = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
    return apart.strip().capitalize()


DUE = {
    "bets": "Wagers are open.",
    "bet": "You may bet.",
    "card": "The dealer deals a card to {where}.",
    "hole": "The dealer deals the hole card, face down.",
    "turn": "The dealer turns the hole card.",
    "insert": "The dealer puts the hole card into the reader.",
    "read": "The reader tells what it sees.",
    "move hand": "The dealer moves the hand to the lane of the light.",
    "offer insurance": "The dealer offers insurance.",
    "close insurance": "Insurance is open; the dealer closes it.",
    "insure": "Box {box} may be insured.",
    "decide": "Box {box} decides.",
    "choose": "Box {box} chooses Over, Under or gives up the Ante.",
    "second chance": "Box {box} may buy a card that is taken off its total.",
    "settle": "The dealer takes or pays box {box}.",
    "clear": "The dealer clears the layout.",
    "receive": "Cards come to the table.",
    "shuffle": "The cards are shuffled.",
    "shuffle spare": "The shuffler shuffles the other batch.",
    "offer cut": "The cut is offered to seat {box}.",
    "cut": "The cards are cut.",
    "place cover": "The cover card goes in.",
    "load": "The cards go into the shoe.",
    "burn": "A card is burned.",
    "remove cover": "The cover card is taken out.",
    "collect": "The cards are collected for the shuffle.",
    "missed": "Box {box} was passed over: take the card after the others, or call the hand dead.",
    "call dead": "Box {box} has no hand to play: it is called dead.",
    "rule on": "The light or the lane was wrong: box {box} plays on, or its hand is dead.",
    "discard held": "Nobody takes the exposed card: it is discarded.",
    "void round": "No card is left: the floor voids the round.",
    "note misuse": "The floor notes that the reader was misused.",
    "repair reader": "Nothing is dealt until the reader works again.",
    "repair shuffler": "Nothing is dealt until the shuffler works again.",
    "cover shuffler": "The shuffler is covered, or a sign put on it.",
}  # fmt: skip


def due_sentence(act: NextAct) -> str:
    """What is next, in words."""
    if act.act == "prepare":
        return f"{STEPS.get(Stage(act.hand), 'The cards are prepared')}."
    if act.act == "cut" and act.who.seat:
        return "The cut is offered: choose how deep the cover card goes in, or pass."
    where = "the dealer's hand" if act.box == 0 else f"box {act.box}"
    return DUE.get(act.act, f"{act.act.capitalize()}.").format(box=act.box, where=where)


def view_in_words(seen: View) -> dict[str, Any]:
    """A view as JSON, with a sentence for everything that is due."""
    told: dict[str, Any] = plain(seen)
    for act, said in zip(seen.next, told["next"], strict=True):
        said["says"] = due_sentence(act)
    return told


def shows(state: Table, event: e.Event) -> dict[str, Any]:
    """The total on the layout after a card: of the hand it came to, or the dealer's."""
    if isinstance(event, e.HoleTurned) or (isinstance(event, e.CardDealt) and event.box == 0):
        return {"shows": {"points": dealer_total(state.dealer.tally, state.house).points, "soft": False}}
    if not isinstance(event, e.CardDealt):
        return {}
    box = find_box(state, event.box)
    if box is None or event.hand >= len(box.hands):
        return {}
    hand = view_hand(state, box.hands[event.hand])
    return {"shows": {"points": hand.points, "soft": hand.soft}}
