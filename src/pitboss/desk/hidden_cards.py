"""The order of a virtual shoe: the only part of a desk that knows a card before it is shown."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pitboss.desk.desk_state import DeskState
from pitboss.desk.sealed_shoe import SealedOrder, cut_order, read_sealed, read_secret
from pitboss.desk.shoe_derivation import derive_order
from pitboss.desk.shoe_positions import CardPosition, ShoePositions, ShuffledShoe
from pitboss.errors import BadInput, Broken, Fault
from pitboss.rules.cards import Card
from pitboss.rules.hands import is_blackjack
from pitboss.table import commands as c
from pitboss.table.due import due, passes_held_card
from pitboss.table.shoes import full_batch
from pitboss.table.state import Table

SHOWING = (c.DealCard, c.TurnHole, c.FindFaceUp, c.Overdraw, c.DrawInError)
"""Commands that name a card; at a virtual table the shoe decides which."""
DRAWING = (c.DealCard, c.DealHole, c.FindFaceUp, c.Overdraw, c.DrawInError)
"""Commands that take a card from the shoe whose face matters."""


def order_name(shoe: int) -> str:
    """Under which the order of a shoe of the earlier scheme is sealed."""
    return f"shoe {shoe}"


def seed_name(shoe: int) -> str:
    return f"seed {shoe}"


class HiddenCards:
    """The orders of the shoes that have not been opened yet, and the seeds of the house."""

    def __init__(self, orders: Mapping[int, SealedOrder]) -> None:
        self.orders = dict(orders)
        self.seeds: dict[int, bytes] = {}
        self._cut: tuple[SealedOrder, ShuffledShoe, tuple[Card, ...]] | None = None

    def forget(self) -> None:
        self.orders.clear()
        self.seeds.clear()
        self._cut = None

    def keep(self, shoes: set[int], latest: int) -> None:
        """Forget the shoes that were opened."""
        for known in (self.orders, self.seeds):
            for number in [number for number in known if number not in shoes and number <= latest]:
                del known[number]

    def at(self, positions: ShoePositions, position: CardPosition) -> Card:
        """The card at a position."""
        shoe = next((shoe for shoe in positions.shoes if shoe.number == position.shoe), None)
        if shoe is None or position.shoe not in self.orders:
            raise Broken(f"the order of shoe {position.shoe} is not known")
        sealed = self.orders[shoe.number]
        if self._cut is None or self._cut[0] is not sealed or self._cut[1] != shoe:
            # a transaction that is tried again shuffles again: the same number, another order
            self._cut = (sealed, shoe, cut_order(sealed.order, shoe.cuts))
        order = self._cut[2]
        return order[len(order) - position.left]

    def next(self, state: Table, positions: ShoePositions) -> Card:
        """The card that would be dealt now."""
        return self.at(positions, next_position(state, positions))

    def hole(self, positions: ShoePositions) -> Card | None:
        return None if positions.hole is None else self.at(positions, positions.hole)

    def fix(self, desk_state: DeskState, number: int) -> None:
        """Derive the order of a shoe whose seeds are all in."""
        inputs = desk_state.seeds.inputs(number)
        if inputs is None or number not in self.seeds:
            raise Broken(f"{desk_state.table}: the seeds of shoe {number} are not known")
        cards = self._batch(desk_state, number)
        expected = next(shoe.cards for shoe in desk_state.positions.shoes if shoe.number == number)
        if len(cards) != expected:
            raise Broken(f"{len(cards)} cards to shuffle, not {expected}")
        # no commitment to an order, so no nonce
        self.orders[number] = SealedOrder(derive_order(cards, self.seeds[number], inputs), b"")

    def _batch(self, desk_state: DeskState, number: int) -> list[Card]:
        """All cards except those that were on the layout, or held, when the shoe was shuffled."""
        state = desk_state.state
        cards = full_batch(state.house.decks, state.terms.game.deck)
        left_out = next(left for left in desk_state.seeds.left_out if left.shoe == number)
        face_down = (self.at(desk_state.positions, place) for place in left_out.face_down)
        for card in (*left_out.face_up, *face_down):
            cards.remove(card)
        return cards

    def with_card(self, command: c.Command, state: Table, positions: ShoePositions) -> c.Command:
        """The command with the card that the shoe has for it; unchanged when no card is left."""
        if isinstance(command, c.AnswerBlackjack):
            return self._answered(command, state, positions)
        if not isinstance(command, SHOWING) or command.card is None:
            return command
        if isinstance(command, c.TurnHole):
            hole = self.hole(positions)
            return command if hole is None else replace(command, card=hole)
        position = next_position(state, positions) if isinstance(command, c.DealCard) else positions.next
        return replace(command, card=self.at(positions, position)) if position.left else command

    def _answered(self, command: c.AnswerBlackjack, state: Table, positions: ShoePositions) -> c.Command:
        """A dealer who looks sees the card that lies there, and can say nothing else."""
        hole = self.hole(positions)
        if hole is None or not state.dealer.cards:
            return command
        return replace(command, blackjack=is_blackjack(state.dealer.cards[0].rank, hole.rank))


def next_position(state: Table, positions: ShoePositions) -> CardPosition:
    """A card drawn in error is dealt next, unless the player of the next hand has refused it."""
    next_act = due(state)
    refused = next_act is not None and passes_held_card(state, next_act)
    return positions.next if refused or positions.held is None else positions.held


def read_hidden(
    desk_state: DeskState, secrets: Mapping[str, bytes], key: bytes
) -> tuple[HiddenCards, list[int]]:
    """The cards of unopened shoes and the seeds of the house; and the numbers of the shoes that are lost."""
    hidden = HiddenCards({})
    lost = set()
    for shoe in desk_state.positions.shoes:
        if not desk_state.seeds.commitment(shoe.number):
            try:
                hidden.orders[shoe.number] = read_sealed(secrets[order_name(shoe.number)], key)
            except (KeyError, Broken):
                lost.add(shoe.number)
    for number in (seed.shoe for seed in desk_state.seeds.house):
        try:
            hidden.seeds[number] = read_secret(secrets[seed_name(number)], key)
            if desk_state.seeds.inputs(number) is not None:
                hidden.fix(desk_state, number)
        except (KeyError, Broken):
            lost.add(number)
    return hidden, sorted(lost)


def unreadable(table: str, lost: Sequence[int], secrets: Mapping[str, bytes]) -> BadInput:
    """Why play cannot continue with these shoes: most likely the key file is another one's."""
    shoes = ", ".join(map(str, lost))
    if any(name(number) in secrets for number in lost for name in (order_name, seed_name)):
        says = f"what was sealed for shoe {shoes} was changed, or was sealed with another key."
    else:
        says = f"what was sealed for shoe {shoes} is missing."
    allowed = "the key file that this journal was begun with; or the floor gives the shoe up as lost"
    return BadInput([Fault(table, says, allowed)])


class ShoePeek:
    """The next card, for the autopilot; drawing changes nothing, because the table counts the cards left."""

    def __init__(self, hidden_cards: HiddenCards) -> None:
        self._hidden_cards = hidden_cards
        self._seen: tuple[Table, ShoePositions] | None = None

    def update(self, state: Table, positions: ShoePositions) -> None:
        self._seen = (state, positions)

    def draw(self) -> Card:
        if self._seen is None:
            raise Broken("the table has not been shown to the shoe yet")
        return self._hidden_cards.next(*self._seen)

    def refill(self, out: object) -> None:
        """The order follows from the seeds."""
