"""Payloads are packed in a SQLite file, and a record whose packed bytes were changed is named."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple

from pitboss.desk.verify import verify_store
from pitboss.errors import BrokenChain
from pitboss.journal.open_store import open_store
from pitboss.journal.packing import pack, unpack
from pitboss.journal.records import START, walk_chain
from tests.desk.drive import Guest, new_pit
from tests.journal.test_store import records


@given(st.text())
def test_what_is_packed_is_unpacked_to_the_letter(text: str) -> None:
    stored = pack(text)
    assert (unpack(stored) if isinstance(stored, bytes) else stored) == text


def played(file: Path) -> None:
    store = open_store(str(file))
    pit = new_pit(store)
    guest = Guest(pit.open("t1", "blackjack"))
    guest.sit(1, 2, 3, 4, 5)
    for _ in range(20):
        guest.play_round()
    pit.close()
    store.close()


def test_rounds_take_less_than_half_of_their_text(tmp_path: Path) -> None:
    played(tmp_path / "pit.db")
    store = open_store(str(tmp_path / "pit.db"))
    assert verify_store(store).holds
    text = sum(len(record.payload) for record in store.read("t1"))
    store.close()
    query = "SELECT sum(length(payload)) FROM records WHERE stream = 't1'"
    with closing(sqlite3.connect(tmp_path / "pit.db")) as connection:
        (stored,) = connection.execute(query).fetchone()
    assert stored < text / 2


def test_a_changed_byte_of_a_packed_record_is_found_and_named(tmp_path: Path) -> None:
    played(tmp_path / "pit.db")
    chance = random.Random(1)
    query = "SELECT sequence, payload FROM records WHERE stream = 't1' AND typeof(payload) = 'blob'"
    update = "UPDATE records SET payload = ? WHERE stream = 't1' AND sequence = ?"
    with closing(sqlite3.connect(tmp_path / "pit.db", isolation_level=None)) as connection:
        for sequence, payload in chance.sample(connection.execute(query).fetchall(), 20):
            changed = bytearray(payload)
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
            for forged in (bytes(changed), payload + b"x", payload[:-1], b""):
                connection.execute(update, (forged, sequence))
                store = open_store(str(tmp_path / "pit.db"))
                if next(store.read("t1", sequence - 1, sequence)).payload == unpack(payload):
                    assert bytes(changed) == forged  # an unused bit: the text is the same
                else:
                    with pytest.raises(BrokenChain) as broken:
                        list(walk_chain(store.read("t1"), START))
                    assert (broken.value.sequence, broken.value.field) == (sequence, "hash")
                store.close()
                connection.execute(update, (payload, sequence))


def test_a_file_of_before_is_read_and_continued(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "pit.db"))
    written = records("t1", 3, word="x" * 500)
    with closing(sqlite3.connect(tmp_path / "pit.db")) as connection, connection:
        for one in written:
            connection.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)", astuple(one))
    assert tuple(store.read("t1")) == written
    store.close()
