"""The shoes of a table, from their records: what was committed to, and whether what was opened matches."""

from typing import Any, NamedTuple

from pitboss.desk.payloads import SeedCommitted, ShoeCommitted, ShoeFixed, ShoeOpened, read_payload
from pitboss.desk.sealed_shoe import SealedOrder, commitment, parse_order
from pitboss.desk.shoe_derivation import house_commitment
from pitboss.errors import PitbossError
from pitboss.journal.records import Record
from pitboss.journal.store import Store

MAX_SHOES = 500


class Shoe(NamedTuple):
    """A shoe's commitment and, once it is opened, whether what was opened matches it."""

    number: int
    cards: int
    """0 before its order was determined."""
    commitment: str
    committed_at: int
    fixed_at: int = 0
    """The record from which on its cards could be dealt."""
    opened_at: int = 0
    order: str = ""
    nonce: str = ""
    seed: str = ""
    inputs: tuple[str, ...] = ()
    holds: bool | None = None


class ShoeRecords(NamedTuple):
    """The records of a shoe: its commitment, its order determined, its opening; 0 where there is none yet."""

    committed: int
    fixed: int = 0
    opened: int = 0


def note_shoe(shoes: dict[int, ShoeRecords], record: Record, payload: Any) -> None:
    """Note a record that is about a shoe; of very many shoes the oldest is forgotten."""
    if isinstance(payload, ShoeCommitted | SeedCommitted):
        fixed = record.sequence if isinstance(payload, ShoeCommitted) else 0
        shoes[payload.shoe] = ShoeRecords(record.sequence, fixed)
        if len(shoes) > MAX_SHOES:
            del shoes[next(iter(shoes))]
    elif isinstance(payload, ShoeFixed) and payload.shoe in shoes:
        shoes[payload.shoe] = shoes[payload.shoe]._replace(fixed=record.sequence)
    elif isinstance(payload, ShoeOpened) and payload.shoe in shoes:
        shoes[payload.shoe] = shoes[payload.shoe]._replace(opened=record.sequence)


def read_shoe(store: Store, table: str, records: ShoeRecords) -> Shoe:
    def payload_of(sequence: int) -> Any:
        (record,) = store.read(table, after=sequence - 1, upto=sequence)
        return read_payload(record)

    committed: ShoeCommitted | SeedCommitted = payload_of(records.committed)
    shoe = Shoe(committed.shoe, 0, committed.commitment, records.committed, records.fixed)
    if isinstance(committed, ShoeCommitted):
        shoe = shoe._replace(cards=committed.cards)
    elif records.fixed:
        fixed: ShoeFixed = payload_of(records.fixed)
        shoe = shoe._replace(cards=fixed.cards, inputs=fixed.inputs)
    if not records.opened:
        return shoe
    opened: ShoeOpened = payload_of(records.opened)
    return shoe._replace(
        opened_at=records.opened,
        order=opened.order,
        nonce=opened.nonce,
        seed=opened.seed,
        holds=matches_commitment(opened, committed.commitment, table),
    )


def matches_commitment(opened: ShoeOpened, committed: str, table: str) -> bool:
    """Does what was opened match the commitment that was made before?"""
    try:
        if opened.seed:
            return house_commitment(table, opened.shoe, bytes.fromhex(opened.seed)) == committed
        return commitment(SealedOrder(parse_order(opened.order), bytes.fromhex(opened.nonce))) == committed
    except (PitbossError, ValueError):
        return False
