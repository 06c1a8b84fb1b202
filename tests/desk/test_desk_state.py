"""The state of a desk, and the same state from a snapshot."""

from msgspec.structs import replace

from pitboss.desk.desk_state import game_texts, opened, parse_snapshot, rulebook, snapshot_text
from pitboss.desk.payloads import TableOpened


def test_a_snapshot_knows_whose_seats_they_are() -> None:
    texts = game_texts("blackjack")
    payload = TableOpened("blackjack", texts, (), rulebook(texts, ()).sha256, (), "keyed")
    first = opened("t", payload, "2026-01-01T00:00:00.000000Z")
    desk_state = replace(first, accounts={3: "ann", 1: "ben"})
    assert parse_snapshot(first, snapshot_text(desk_state)) == desk_state
