"""A journal held against heads that were noted elsewhere."""

import json
from pathlib import Path

import pytest

from pitboss.errors import BadStore, BrokenChain
from pitboss.journal.anchor import AnchoredHead, check_anchor, read_anchor
from pitboss.journal.memory import MemoryStore
from pitboss.journal.records import START, Draft, Record, append_to
from pitboss.journal.store import Append, append


def chain(*actors: str) -> tuple[Record, ...]:
    head, records = START, []
    for actor in actors:
        record = append_to(head, Draft("t1", "2026-03-01T12:00:00.000000Z", actor, "Note", "{}"))
        records.append(record)
        head = record.head
    return tuple(records)


def stored(records: tuple[Record, ...]) -> MemoryStore:
    store = MemoryStore()
    append(store, Append(records))
    return store


def noted(record: Record) -> list[AnchoredHead]:
    return [AnchoredHead(record.table, record.sequence, record.hash)]


def test_a_journal_that_only_grew_holds() -> None:
    records = chain("p1", "p2", "p3")
    for record in records:
        check_anchor(stored(records), noted(record))
    check_anchor(stored(records), [])


@pytest.mark.parametrize(("left", "expected"), [(("p1",), "no such record"), (("p1", "p3"), "")])
def test_an_end_cut_off_or_written_anew_is_found(left: tuple[str, ...], expected: str) -> None:
    """What is left is a chain without a fault; only the note says that there was another end."""
    whole, other = chain("p1", "p2"), chain(*left)
    with pytest.raises(BrokenChain) as fault:
        check_anchor(stored(other), noted(whole[-1]))
    assert (fault.value.table, fault.value.sequence, fault.value.field) == ("t1", 2, "anchor")
    assert (fault.value.expected, fault.value.found) == (whole[-1].hash, expected or other[-1].hash)


def test_a_stream_that_vanished_is_found() -> None:
    with pytest.raises(BrokenChain):
        check_anchor(MemoryStore(), noted(chain("p1")[0]))


def test_an_anchor_is_read_as_it_was_printed(tmp_path: Path) -> None:
    record, file = chain("p1")[0], tmp_path / "anchor.json"
    file.write_text(json.dumps([{"table": "t1", "sequence": 1, "hash": record.hash}]))
    assert read_anchor(str(file)) == noted(record)
    for number in (0, 2**63, '"1"'):
        file.write_text(f'[{{"table": "t1", "sequence": {number}, "hash": ""}}]')
        with pytest.raises(BadStore, match="not an anchor"):
            read_anchor(str(file))
