"""The state of a desk, and the same state from a snapshot."""

from msgspec.structs import replace

from pitboss.desk.desk_state import game_texts, is_older, opened, parse_snapshot, rulebook, snapshot_text
from pitboss.desk.payloads import TableOpened
from tests.desk.drive import new_pit


def test_a_snapshot_knows_whose_seats_they_are() -> None:
    texts = game_texts("blackjack")
    payload = TableOpened("blackjack", texts, (), rulebook(texts, ()).sha256, (), "keyed")
    first = opened("t", payload, "2026-01-01T00:00:00.000000Z")
    desk_state = replace(first, accounts={3: "ann", 1: "ben"})
    assert parse_snapshot(first, snapshot_text(desk_state)) == desk_state


def test_a_damaged_snapshot_does_not_pass_for_an_older_one() -> None:
    text = snapshot_text(new_pit().open("t1", "blackjack").desk_state)
    at = text.index('"shape"') + 1
    assert not is_older(text[:at] + "r" + text[at + 1 :])
