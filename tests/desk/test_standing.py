"""Where a table stands, and the same again from a snapshot."""

from msgspec.structs import replace

from pitboss.desk.payloads import TableOpened
from pitboss.desk.standing import opened, parse_snapshot, rulebook, snapshot_text


def test_a_snapshot_knows_whose_seats_they_are() -> None:
    payload = TableOpened("blackjack", (), rulebook("blackjack", ()).sha256, (), "keyed")
    standing = replace(opened("t", payload, "2026-01-01T00:00:00.000000Z"), accounts={3: "ann", 1: "ben"})
    assert parse_snapshot("t", snapshot_text(standing)) == standing
