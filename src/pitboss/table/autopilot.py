"""The dealer's, the floor's and the devices' acts, done as they fall due.

It knows a shoe and, once dealt, the hole card: that is why it is no part of the table. No clock, no disk.
"""

from collections.abc import Callable

from pitboss.rules.cards import Card, Light, Range, light_of, range_of
from pitboss.rules.hands import is_blackjack
from pitboss.table import commands as c
from pitboss.table.due import Due, due, passes_held_card, spare_due
from pitboss.table.people import DEALER, DEVICE, Role
from pitboss.table.shoes import Shoe
from pitboss.table.shuffling import cover_bounds
from pitboss.table.state import LANE_OF_LIGHT, MASQUE, PEEKER, Hand, Stage, Table

COLOURS = ("red", "blue")


class Autopilot:
    """Performs what is due from the house; leaves to players what is theirs."""

    def __init__(self, shoe: Shoe) -> None:
        self.shoe = shoe
        self.hole: Card | None = None

    def act(self, state: Table) -> c.Command | None:
        """The next command of the house; None when a player has to act, or betting is open."""
        wanted = due(state)
        if wanted is not None and wanted.act == "bets":
            wanted = spare_due(state)
        if wanted is None or wanted.who.role == Role.PLAYER:
            return None
        return _ACTS[wanted.act](self, state, wanted)

    def deal(self, state: Table) -> c.Command:
        """Close the betting, after what else the house has left undone: the other batch, the reader."""
        if command := self.act(state):
            return command
        if (
            state.terms.has_reader
            and not state.reader_inspected
            and "inspect_reader" in state.terms.procedures
        ):
            return c.InspectReader()
        return c.CloseBetting()

    def _next(self, state: Table, wanted: Due) -> Card:
        if state.held is not None and state.held.card is not None and not passes_held_card(state, wanted):
            return state.held.card
        return self.shoe.draw()

    def _hole_card(self) -> Card:
        if self.hole is None:
            raise LookupError("the hole card was dealt before this autopilot took over")
        return self.hole

    def card(self, state: Table, wanted: Due) -> c.Command:
        return c.DealCard(box=wanted.box, hand=wanted.hand, card=self._next(state, wanted))

    def deal_hole(self, state: Table, wanted: Due) -> c.Command:
        self.hole = self._next(state, wanted)
        return c.DealHole()

    def turn(self, _: Table, __: Due) -> c.Command:
        return c.TurnHole(card=self._hole_card())

    def read(self, state: Table, _: Due) -> c.Command:
        hole = self._hole_card()
        if state.terms.reader == PEEKER:
            return c.PeekRange(shows=range_of(hole.rank))
        if state.terms.reader == MASQUE:
            return c.LightRange(light=light_of(hole.rank))
        return c.AnswerBlackjack(blackjack=is_blackjack(state.dealer.cards[0].rank, hole.rank))

    def look(self, state: Table, _: Due) -> c.Command:
        hole = self._hole_card()
        return c.AnswerBlackjack(blackjack=is_blackjack(state.dealer.cards[0].rank, hole.rank), by=DEALER)

    def burn(self, _: Table, __: Due) -> c.Command:
        self.shoe.draw()
        return c.BurnCard()

    def load(self, state: Table, wanted: Due) -> c.Command:
        self.shoe.refill(self._out(state))
        return c.LoadShoe(by=wanted.who)

    def _out(self, state: Table) -> list[Card]:
        out = [card for box in state.boxes for hand in box.hands for card in _on_layout(hand)]
        out += state.dealer.cards
        if state.held is not None and state.held.card is not None:
            out.append(state.held.card)
        return [*out, self._hole_card()] if state.dealer.hole else out

    def clear(self, state: Table, _: Due) -> c.Command:
        if not state.terms.uses_cut:
            self.shoe.refill(())
        return c.ClearTable()


def _on_layout(hand: Hand) -> tuple[Card, ...]:
    if hand.cleared:
        return hand.cards[: hand.kept]
    return hand.cards if hand.chance is None else (*hand.cards, hand.chance)


_Act = Callable[[Autopilot, Table, Due], c.Command]

_ACTS: dict[str, _Act] = {
    "card": Autopilot.card,
    "hole": Autopilot.deal_hole,
    "turn": Autopilot.turn,
    "read": Autopilot.read,
    "burn": Autopilot.burn,
    "load": Autopilot.load,
    "collect": lambda _, __, ___: c.CollectCards(),
    "void round": lambda _, __, ___: c.VoidRound(),
    "shuffle spare": lambda _, __, ___: c.ShuffleCards(by=DEVICE, spare=True),
    "cover shuffler": lambda _, __, ___: c.CoverShuffler(by=DEALER),
    "clear": Autopilot.clear,
    "insert": lambda _, __, ___: c.InsertHole(),
    "look": Autopilot.look,
    "move hand": lambda _, state, __: c.MoveHand(lane=_lane(state)),
    "settle": lambda _, __, wanted: c.Settle(box=wanted.box, hand=wanted.hand, wager=wanted.wager),
    "offer insurance": lambda _, __, ___: c.OfferInsurance(),
    "close insurance": lambda _, __, ___: c.CloseInsurance(),
    "remove cover": lambda _, __, ___: c.RemoveCover(),
    "receive": lambda _, state, __: c.ReceiveCards(backs=_other_backs(state)),
    "prepare": lambda _, __, wanted: c.PrepareCards(by=wanted.who, step=Stage(wanted.hand)),
    "shuffle": lambda _, __, wanted: c.ShuffleCards(by=wanted.who),
    "offer cut": lambda _, __, wanted: c.OfferCut(seat=wanted.box),
    "cut": lambda _, state, __: c.CutCards(by=DEALER, depth=state.stack // 2),
    "place cover": lambda _, state, __: c.PlaceCover(from_bottom=cover_bounds(state)[0]),
    "discard held": lambda _, __, ___: c.DiscardHeld(),
    "call dead": lambda _, __, wanted: c.CallDead(by=DEALER, box=wanted.box),
    "rule on": lambda _, __, wanted: c.UpholdHand(by=DEALER, box=wanted.box),
    "note misuse": lambda _, __, ___: c.NoteMisuse(),
    "repair reader": lambda _, __, ___: c.RepairDevice(device="reader"),
    "repair shuffler": lambda _, __, ___: c.RepairDevice(device="shuffler"),
}


def _other_backs(state: Table) -> str:
    """A colour that the batch received last does not have, whoever chose that one."""
    return next(colour for colour in COLOURS if colour not in state.backs[-1:])


def _lane(state: Table) -> Range:
    return LANE_OF_LIGHT[Light(state.dealer.light)]
