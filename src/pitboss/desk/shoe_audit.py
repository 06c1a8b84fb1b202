"""Every card that was dealt, against the order that was promised before and opened after."""

from typing import Any

from pitboss.desk.desk_state import VIRTUAL, Standing
from pitboss.desk.payloads import ShoeCommitted, ShoeLost, ShoeOpened
from pitboss.desk.sealed_shoe import Sealed, commitment, cut_order, parse_order
from pitboss.desk.shoe_positions import FOLLOWED, Shuffled, follow, shown_by
from pitboss.errors import FaultyRecord
from pitboss.journal.records import Record
from pitboss.rules.cards import Card
from pitboss.table import events as e
from pitboss.table.notation import card_text
from pitboss.table.shoes import full_batch


def faulty(record: Record, field: str, expected: str, found: str) -> FaultyRecord:
    return FaultyRecord(record.table, record.sequence, field, expected, found)


class DealtCards:
    def __init__(self) -> None:
        self._promised: dict[int, str] = {}
        self._decks: dict[int, int] = {}
        """Of the rules under which a shoe was shuffled; they may have changed when it is opened."""
        self._shown: dict[int, list[tuple[int, Card, int]]] = {}
        """By shoe: cards left before the draw, the face, the record."""
        self._retired: dict[int, Shuffled] = {}
        self._lost: set[int] = set()

    def cards(self, record: Record, standing: Standing, events: tuple[e.Event, ...]) -> None:
        if standing.cards != VIRTUAL:
            return
        track, terms = standing.track, standing.state.terms
        for event in events:
            if type(event) not in FOLLOWED:
                continue
            found = shown_by(track, event)
            after = follow(track, event, terms)
            if after.left < track.left and track.number not in self._promised and track.left:
                raise faulty(
                    record, "shoe", f"a promise of shoe {track.number} before its first card", "none"
                )
            if found is not None:
                shown = (found.place.left, found.card, record.sequence)
                self._shown.setdefault(found.place.shoe, []).append(shown)
            track = after

    def retire(self, before: Standing, after: Standing) -> None:
        """Shoes whose cards came together must be opened now."""
        if before.track.shoes is after.track.shoes:
            return
        kept = {shoe.number for shoe in after.track.shoes}
        self._retired |= {shoe.number: shoe for shoe in before.track.shoes if shoe.number not in kept}

    def lost_now(self, standing: Standing) -> bool:
        return any(shoe.number in self._lost for shoe in standing.track.shoes)

    def word(self, record: Record, payload: Any, standing: Standing) -> None:
        if isinstance(payload, ShoeLost):
            self._lost.add(payload.shoe)
        elif isinstance(payload, ShoeCommitted):
            self._promise(record, payload, standing)
        else:
            self._open(record, payload)

    def _promise(self, record: Record, payload: ShoeCommitted, standing: Standing) -> None:
        last = standing.track.shoes[-1] if standing.track.shoes else None
        expected = (last.number, last.cards) if last else None
        if expected != (payload.shoe, payload.cards) or payload.shoe in self._promised:
            told = f"shoe {expected[0]} of {expected[1]} cards" if expected else "no shoe"
            raise faulty(record, "shoe", told, f"shoe {payload.shoe} of {payload.cards} cards")
        self._promised[payload.shoe] = payload.commitment
        self._decks[payload.shoe] = standing.state.house.decks

    def _open(self, record: Record, payload: ShoeOpened) -> None:
        shoe = self._retired.pop(payload.shoe, None)
        if shoe is None:
            raise faulty(record, "shoe", "a shoe whose cards have come together", f"shoe {payload.shoe}")
        sealed = Sealed(parse_order(payload.order), bytes.fromhex(payload.nonce))
        promised = self._promised.get(payload.shoe, "none")
        if commitment(sealed) != promised:
            raise faulty(record, "commitment", promised, commitment(sealed))
        self._compare(record, shoe, sealed)

    def _compare(self, record: Record, shoe: Shuffled, sealed: Sealed) -> None:
        decks = self._decks[shoe.number]
        whole = sorted(full_batch(decks))
        if len(sealed.order) != shoe.cards or not within(sealed.order, decks):
            raise faulty(record, "order", f"{shoe.cards} cards of {decks} decks", "others")
        if shoe.cards == len(whole) and sorted(sealed.order) != whole:
            raise faulty(record, "order", f"every card of {decks} decks", "others")
        order = cut_order(sealed.order, shoe.cuts)
        for left, card, sequence in self._shown.pop(shoe.number, []):
            expected = order[len(order) - left]
            if card != expected:
                where = f"card {len(order) - left + 1} of shoe {shoe.number}"
                raise FaultyRecord(record.table, sequence, where, card_text(expected), card_text(card))

    def close(self, stream: str) -> None:
        for number in sorted(set(self._retired) - self._lost):
            raise FaultyRecord(stream, 0, f"shoe {number}", "opened when it was retired", "never opened")


def within(order: tuple[Card, ...], decks: int) -> bool:
    counts: dict[Card, int] = {}
    for card in order:
        counts[card] = counts.get(card, 0) + 1
    return max(counts.values(), default=0) <= decks
