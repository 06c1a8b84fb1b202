"""Where a table stands, and the same again from a snapshot."""

from msgspec.structs import replace

from pitboss.desk.desk_state import opened, parse_snapshot, rulebook, snapshot_text, texts_of
from pitboss.desk.payloads import TableOpened


def test_a_snapshot_knows_whose_seats_they_are() -> None:
    texts = texts_of("blackjack")
    payload = TableOpened("blackjack", texts, (), rulebook(texts, ()).sha256, (), "keyed")
    begun = opened("t", payload, "2026-01-01T00:00:00.000000Z")
    standing = replace(begun, accounts={3: "ann", 1: "ben"})
    assert parse_snapshot(begun, snapshot_text(standing)) == standing
