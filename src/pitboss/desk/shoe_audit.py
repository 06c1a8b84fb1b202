"""Checks every card that was dealt against the order that was determined before, and opened afterwards."""

from collections import Counter
from typing import Any, NamedTuple

from pitboss.desk.desk_state import VIRTUAL, DeskState
from pitboss.desk.payloads import SeedCommitted, ShoeCommitted, ShoeLost, ShoeOpened
from pitboss.desk.record_faults import faulty
from pitboss.desk.sealed_shoe import SealedOrder, commitment, cut_order, order_text, parse_order
from pitboss.desk.seed_audit import AbandonedShoe, SeedAudit
from pitboss.desk.seed_state import LeftOut
from pitboss.desk.shoe_derivation import derive_order, house_commitment
from pitboss.desk.shoe_positions import DRAWS, FOLLOWED, CardPosition, ShuffledShoe, follow, shown_by
from pitboss.errors import FaultyRecord
from pitboss.journal.records import Record
from pitboss.rules.cards import Card
from pitboss.table import events as e
from pitboss.table.notation import card_text
from pitboss.table.shoes import full_batch


class LostShoe(NamedTuple):
    """A shoe that was committed to and never opened: what it dealt cannot be checked."""

    table: str
    sequence: int
    """The record that gives it up."""
    shoe: int
    by: str
    why: str
    cards: int
    """That were shown, and are the house's word alone."""


class RetiredShoe(NamedTuple):
    """A shoe whose cards were collected, with all that was known of it then: it must be opened now."""

    shoe: ShuffledShoe | None
    """None when its seed was committed to, and its cards were never shuffled."""
    commitment: str
    """Of the house to its seed; empty under the earlier scheme."""
    inputs: tuple[str, ...] | None
    left_out: LeftOut | None
    was_asked: bool
    """Seeds for it were revealed."""


class ShoeAudit:
    """The shoes of one table, record by record."""

    def __init__(self) -> None:
        self.seeds = SeedAudit()
        self.abandoned: list[AbandonedShoe] = []
        self.earlier = 0
        """Shoes of the earlier scheme, whose order the house knew before the cut."""
        self._commitments: dict[int, str] = {}
        """To the orders of shoes of the earlier scheme."""
        self._batches: dict[int, tuple[Card, ...]] = {}
        """Every card of the rules a shoe was shuffled under; they may have changed when it is opened."""
        self._shown: dict[int, list[tuple[int, Card, int]]] = {}
        """By shoe: how many cards were left before the draw, the face, the record."""
        self._retired: dict[int, RetiredShoe] = {}
        self._lost: list[tuple[Record, ShoeLost]] = []
        self._given_up: set[int] = set()
        self._opened: dict[int, tuple[Card, ...]] = {}
        """The cut orders of shoes opened together with the one before; cards of a later one may lie there."""

    def deal(self, record: Record, desk_state: DeskState, events: tuple[e.Event, ...]) -> None:
        """Note the cards that these events show; `desk_state` is the state before them."""
        if desk_state.cards != VIRTUAL:
            return
        positions, terms = desk_state.positions, desk_state.state.terms
        for event in events:
            if type(event) not in FOLLOWED:
                continue
            shown = shown_by(positions, event)
            after = follow(positions, event, terms)
            if isinstance(event, DRAWS) and after.left < positions.left:
                self._check_drawn(record, desk_state, positions.number, event)
            if shown is not None:
                card = (shown.position.left, shown.card, record.sequence)
                self._shown.setdefault(shown.position.shoe, []).append(card)
            positions = after

    def _check_drawn(self, record: Record, desk_state: DeskState, shoe: int, event: e.Event) -> None:
        if shoe in self._commitments:
            return
        if not desk_state.seeds.commitment(shoe):
            raise faulty(record, "shoe", f"a commitment to shoe {shoe} before its first card", "none")
        if not isinstance(event, e.CardBurned) and desk_state.seeds.inputs(shoe) is None:
            raise faulty(record, "shoe", f"the seeds of shoe {shoe} before its first card", "none")

    def shuffle(self, before: DeskState, after: DeskState) -> None:
        """Note what a new shoe was shuffled from, and which shoes must be opened now."""
        if before.positions.number != after.positions.number:
            state = after.state
            batch = tuple(full_batch(state.house.decks, state.terms.game.deck))
            self._batches[after.positions.number] = batch
        changed = before.positions.shoes is not after.positions.shoes
        if changed or before.positions.number != after.positions.number:
            self._retire(before, after)

    def _retire(self, before: DeskState, after: DeskState) -> None:
        kept = {shoe.number for shoe in after.positions.shoes}
        gone = {shoe.number: shoe for shoe in before.positions.shoes if shoe.number not in kept}
        skipped = {seed.shoe for seed in before.seeds.house} - {seed.shoe for seed in after.seeds.house}
        for number in sorted({*gone, *skipped}):
            left_out = [left for left in before.seeds.left_out if left.shoe == number]
            self._retired[number] = RetiredShoe(
                gone.get(number),
                before.seeds.commitment(number),
                before.seeds.inputs(number),
                left_out[0] if left_out else None,
                number == before.positions.number and any(asking.seeds for asking in before.seeds.askings),
            )

    def has_lost_shoe(self, desk_state: DeskState) -> bool:
        return any(shoe.number in self._given_up for shoe in desk_state.positions.shoes)

    def take(self, record: Record, payload: Any, desk_state: DeskState) -> None:
        """A record about a shoe: committed to, opened or lost."""
        if isinstance(payload, ShoeLost):
            self._lose(record, payload, desk_state)
        elif isinstance(payload, ShoeCommitted):
            self._commit(record, payload, desk_state)
        elif isinstance(payload, ShoeOpened):
            self._open(record, payload)
        else:
            self.seeds.take(record, payload, desk_state)
            if isinstance(payload, SeedCommitted):
                self._given_up.discard(payload.shoe)  # another seed in the place of one that was lost

    def _lose(self, record: Record, payload: ShoeLost, desk_state: DeskState) -> None:
        known = desk_state.seeds.commitment(payload.shoe) or payload.shoe in self._commitments
        if not known or payload.shoe in self._given_up:
            raise faulty(record, "shoe", "a shoe that was committed to", f"shoe {payload.shoe}")
        self._lost.append((record, payload))
        self._given_up.add(payload.shoe)

    def _commit(self, record: Record, payload: ShoeCommitted, desk_state: DeskState) -> None:
        last = desk_state.positions.shoes[-1] if desk_state.positions.shoes else None
        expected = (last.number, last.cards) if last else None
        if expected != (payload.shoe, payload.cards) or payload.shoe in self._commitments:
            told = f"shoe {expected[0]} of {expected[1]} cards" if expected else "no shoe"
            raise faulty(record, "shoe", told, f"shoe {payload.shoe} of {payload.cards} cards")
        if desk_state.seeds.house:
            raise faulty(record, "kind", "an order that follows from seeds", record.kind)
        self._commitments[payload.shoe] = payload.commitment
        self.earlier += 1

    # ---- opening

    def _open(self, record: Record, payload: ShoeOpened) -> None:
        retired = self._retired.pop(payload.shoe, None)
        if retired is None:
            raise faulty(record, "shoe", "a shoe whose cards have all been collected", f"shoe {payload.shoe}")
        if retired.commitment:
            self._open_seed(record, payload, retired)
        else:
            self._open_order(record, payload, retired)

    def _open_order(self, record: Record, payload: ShoeOpened, retired: RetiredShoe) -> None:
        sealed = SealedOrder(parse_order(payload.order), bytes.fromhex(payload.nonce))
        committed = self._commitments.get(payload.shoe, "none")
        if commitment(sealed) != committed:
            raise faulty(record, "commitment", committed, commitment(sealed))
        if payload.seed:
            raise faulty(record, "seed", "none under the earlier scheme", payload.seed)
        if retired.shoe is not None:
            self._compare(record, retired.shoe, sealed.order)

    def _open_seed(self, record: Record, payload: ShoeOpened, retired: RetiredShoe) -> None:
        seed = bytes.fromhex(payload.seed)
        found = house_commitment(record.table, payload.shoe, seed)
        if found != retired.commitment or payload.seed != seed.hex():
            raise faulty(record, "commitment", retired.commitment, found)
        if payload.nonce:
            raise faulty(record, "nonce", "none", payload.nonce)
        if retired.shoe is None or retired.inputs is None:
            if payload.order:
                raise faulty(record, "order", "none, because none was determined", payload.order)
            if retired.was_asked:
                self.abandoned.append(AbandonedShoe(record.table, record.sequence, payload.shoe))
            return
        order = derive_order(self._batch_of(payload.shoe, retired.left_out), seed, retired.inputs)
        if order_text(order) != payload.order:
            raise faulty(record, "order", order_text(order), payload.order)
        if len(retired.inputs) > LINES_WITHOUT_SEEDS and not self._shown.get(payload.shoe):
            self.abandoned.append(AbandonedShoe(record.table, record.sequence, payload.shoe))
        self._compare(record, retired.shoe, order)

    def _batch_of(self, shoe: int, left_out: LeftOut | None) -> list[Card]:
        cards = list(self._batches[shoe])
        if left_out is not None:
            for card in (*left_out.face_up, *map(self._card_at, left_out.face_down)):
                cards.remove(card)
        return cards

    def _card_at(self, position: CardPosition) -> Card:
        order = self._opened[position.shoe]
        return order[len(order) - position.left]

    def _compare(self, record: Record, shoe: ShuffledShoe, before_cut: tuple[Card, ...]) -> None:
        batch = self._batches[shoe.number]
        if len(before_cut) != shoe.cards or Counter(before_cut) - Counter(batch):
            expected = f"{shoe.cards} of the {len(batch)} cards of this game"
            raise faulty(record, "order", expected, "other cards")
        order = cut_order(before_cut, shoe.cuts)
        self._opened = {number: kept for number, kept in self._opened.items() if number in self._lying}
        self._opened[shoe.number] = order
        for left, card, sequence in self._shown.pop(shoe.number, []):
            expected_card = order[len(order) - left]
            if card != expected_card:
                where = f"card {len(order) - left + 1} of shoe {shoe.number}"
                raise FaultyRecord(record.table, sequence, where, card_text(expected_card), card_text(card))

    @property
    def _lying(self) -> set[int]:
        """Shoes of which a card lay face down when one of those still to be opened was shuffled."""
        waiting = (retired.left_out for retired in self._retired.values())
        return {place.shoe for left_out in waiting if left_out for place in left_out.face_down}

    @property
    def lost(self) -> tuple[LostShoe, ...]:
        return tuple(
            LostShoe(
                record.table, record.sequence, lost.shoe, record.actor, lost.why, self._unopened(lost.shoe)
            )
            for record, lost in self._lost
        )

    @property
    def unchecked(self) -> int:
        """Cards of shoes that are still in use: they are checked when the shoes are opened."""
        return sum(self._unopened(shoe) for shoe in self._shown if shoe not in self._given_up)

    def _unopened(self, shoe: int) -> int:
        return len(self._shown.get(shoe, ()))

    def close(self, stream: str) -> None:
        for number in sorted(set(self._retired) - self._given_up):
            raise FaultyRecord(stream, 0, f"shoe {number}", "opened when it was retired", "never opened")


LINES_WITHOUT_SEEDS = 4
"""Of the inputs to an order: label, table, shoe and the house's commitment."""
