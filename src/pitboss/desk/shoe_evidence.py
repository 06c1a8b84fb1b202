"""Everything that a stranger needs to check one opened shoe: its records, and the cards that it showed."""

from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.desk.payloads import (
    SeedCommitted,
    SeedRevealed,
    SeedsAsked,
    SeedsWithheld,
    ShoeCommitted,
    ShoeFixed,
    ShoeOpened,
    events_of,
    read_payload,
)
from pitboss.desk.shoe_positions import ShoePositions, ShuffledShoe, follow, shown_by
from pitboss.journal.records import Record, line_of
from pitboss.table.notation import card_text
from pitboss.table.state import Terms

TOLD = (SeedCommitted, SeedsAsked, SeedRevealed, SeedsWithheld, ShoeFixed, ShoeCommitted, ShoeOpened)


def evidence(table: str, shoe: int, records: Sequence[Record], terms: Terms) -> dict[str, Any]:
    """`records` are those of the table from the commitment to the seed of this shoe to its opening."""
    payloads = [(record, read_payload(record)) for record in records]
    told = [record for record, payload in payloads if isinstance(payload, TOLD) and payload.shoe == shoe]
    fixed = next((payload for _, payload in payloads if _fixes(payload, shoe)), None)
    return {
        "table": table,
        "shoe": shoe,
        "records": [line_of(record) for record in told],
        "shown": [] if fixed is None else list(_shown(payloads, fixed, terms)),
    }


def _fixes(payload: Any, shoe: int) -> bool:
    return isinstance(payload, ShoeFixed) and payload.shoe == shoe


def _shown(
    payloads: Sequence[tuple[Record, Any]], fixed: ShoeFixed, terms: Terms
) -> Iterator[dict[str, Any]]:
    """Every card of the shoe that was shown, with its place in the shoe, from 1."""
    positions: ShoePositions | None = None
    for record, payload in payloads:
        if isinstance(payload, SeedCommitted) and payload.shoe == fixed.shoe + 1 and positions is None:
            # written when this shoe had just been shuffled
            fresh = (ShuffledShoe(fixed.shoe, fixed.cards),)
            positions = ShoePositions(fixed.shoe, stack=fixed.cards, left=fixed.cards, shoes=fresh)
        if positions is None:
            continue
        for event in events_of(record):
            shown = shown_by(positions, event)
            positions = follow(positions, event, terms)
            if shown is not None and shown.position.shoe == fixed.shoe:
                place = fixed.cards - shown.position.left + 1
                yield {"place": place, "card": card_text(shown.card), "record": record.sequence}
