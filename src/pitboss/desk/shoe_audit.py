"""Checks every card that was dealt against the order committed to before and opened afterwards."""

from collections import Counter
from typing import Any, NamedTuple

from pitboss.desk.desk_state import VIRTUAL, DeskState
from pitboss.desk.payloads import ShoeCommitted, ShoeLost, ShoeOpened
from pitboss.desk.sealed_shoe import SealedOrder, commitment, cut_order, parse_order
from pitboss.desk.shoe_positions import FOLLOWED, ShuffledShoe, follow, shown_by
from pitboss.errors import FaultyRecord
from pitboss.journal.records import Record
from pitboss.rules.cards import Card
from pitboss.table import events as e
from pitboss.table.notation import card_text
from pitboss.table.shoes import full_batch


def faulty(record: Record, field: str, expected: str, found: str) -> FaultyRecord:
    return FaultyRecord(record.table, record.sequence, field, expected, found)


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


class ShoeAudit:
    """The shoes of one table, record by record."""

    def __init__(self) -> None:
        self._commitments: dict[int, str] = {}
        self._batches: dict[int, tuple[Card, ...]] = {}
        """Every card of the rules a shoe was shuffled under; they may have changed when it is opened."""
        self._shown: dict[int, list[tuple[int, Card, int]]] = {}
        """By shoe: how many cards were left before the draw, the face, the record."""
        self._retired: dict[int, ShuffledShoe] = {}
        self._lost: dict[int, tuple[Record, ShoeLost]] = {}

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
            if after.left < positions.left and positions.number not in self._commitments and positions.left:
                expected = f"a commitment to shoe {positions.number} before its first card"
                raise faulty(record, "shoe", expected, "none")
            if shown is not None:
                card = (shown.position.left, shown.card, record.sequence)
                self._shown.setdefault(shown.position.shoe, []).append(card)
            positions = after

    def retire(self, before: DeskState, after: DeskState) -> None:
        """Shoes whose cards have all been collected must be opened now."""
        if before.positions.shoes is after.positions.shoes:
            return
        kept = {shoe.number for shoe in after.positions.shoes}
        self._retired |= {shoe.number: shoe for shoe in before.positions.shoes if shoe.number not in kept}

    def has_lost_shoe(self, desk_state: DeskState) -> bool:
        return any(shoe.number in self._lost for shoe in desk_state.positions.shoes)

    def take(self, record: Record, payload: Any, desk_state: DeskState) -> None:
        """A record about a shoe: committed to, opened or lost."""
        if isinstance(payload, ShoeLost):
            if payload.shoe not in self._commitments or payload.shoe in self._lost:
                raise faulty(record, "shoe", "a shoe that was committed to", f"shoe {payload.shoe}")
            self._lost[payload.shoe] = (record, payload)
        elif isinstance(payload, ShoeCommitted):
            self._commit(record, payload, desk_state)
        else:
            self._open(record, payload)

    def _commit(self, record: Record, payload: ShoeCommitted, desk_state: DeskState) -> None:
        last = desk_state.positions.shoes[-1] if desk_state.positions.shoes else None
        expected = (last.number, last.cards) if last else None
        if expected != (payload.shoe, payload.cards) or payload.shoe in self._commitments:
            told = f"shoe {expected[0]} of {expected[1]} cards" if expected else "no shoe"
            raise faulty(record, "shoe", told, f"shoe {payload.shoe} of {payload.cards} cards")
        self._commitments[payload.shoe] = payload.commitment
        state = desk_state.state
        self._batches[payload.shoe] = tuple(full_batch(state.house.decks, state.terms.game.deck))

    def _open(self, record: Record, payload: ShoeOpened) -> None:
        shoe = self._retired.pop(payload.shoe, None)
        if shoe is None:
            raise faulty(record, "shoe", "a shoe whose cards have all been collected", f"shoe {payload.shoe}")
        sealed = SealedOrder(parse_order(payload.order), bytes.fromhex(payload.nonce))
        committed = self._commitments.get(payload.shoe, "none")
        if commitment(sealed) != committed:
            raise faulty(record, "commitment", committed, commitment(sealed))
        self._compare(record, shoe, sealed)

    def _compare(self, record: Record, shoe: ShuffledShoe, sealed: SealedOrder) -> None:
        batch = self._batches[shoe.number]
        if len(sealed.order) != shoe.cards or Counter(sealed.order) - Counter(batch):
            expected = f"{shoe.cards} of the {len(batch)} cards of this game"
            raise faulty(record, "order", expected, "other cards")
        order = cut_order(sealed.order, shoe.cuts)
        for left, card, sequence in self._shown.pop(shoe.number, []):
            expected_card = order[len(order) - left]
            if card != expected_card:
                where = f"card {len(order) - left + 1} of shoe {shoe.number}"
                raise FaultyRecord(record.table, sequence, where, card_text(expected_card), card_text(card))

    @property
    def lost(self) -> tuple[LostShoe, ...]:
        return tuple(
            LostShoe(record.table, record.sequence, shoe, record.actor, payload.why, self._unopened(shoe))
            for shoe, (record, payload) in self._lost.items()
        )

    @property
    def unchecked(self) -> int:
        """Cards of shoes that are still in use: they are checked when the shoes are opened."""
        return sum(self._unopened(shoe) for shoe in self._shown if shoe not in self._lost)

    def _unopened(self, shoe: int) -> int:
        return len(self._shown.get(shoe, ()))

    def close(self, stream: str) -> None:
        for number in sorted(set(self._retired) - set(self._lost)):
            raise FaultyRecord(stream, 0, f"shoe {number}", "opened when it was retired", "never opened")
