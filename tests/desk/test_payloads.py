"""Payloads of older shapes are read through upcasters, and their text is checked in its own shape."""

import json
from typing import Any

import pytest

from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.desk import Desk
from pitboss.desk.payloads import (
    EDITION_1,
    KINDS,
    SHAPE,
    UPCASTERS,
    Interrupted,
    ShoeLost,
    is_canonical,
    read_payload,
    write_new,
)
from pitboss.desk.recovery import recover
from pitboss.desk.verify import verify_store
from pitboss.errors import FaultyRecord
from pitboss.journal.memory import MemoryStore
from pitboss.journal.records import START, Draft, Record, append_to
from pitboss.table.due import due
from tests.desk.drive import ATTENDED, Guest, new_pit
from tests.journal.changed import logged_anew

OLDER = "Interrupted", EDITION_1
"""In the invented first shape of an interrupted round its reason was called `reason`."""


def reason_becomes_why(data: dict[str, Any]) -> dict[str, Any]:
    return {"why" if name == "reason" else name: value for name, value in data.items()}


@pytest.fixture
def upcaster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(UPCASTERS, OLDER, reason_becomes_why)


def record_of(kind: str, payload: str) -> Record:
    return append_to(START, Draft("t1", "2026-03-01T12:00:00.000000Z", "floor", kind, payload))


def test_every_upcaster_is_for_a_known_kind_and_an_older_shape() -> None:
    assert all(kind in KINDS and EDITION_1 <= shape < SHAPE for kind, shape in UPCASTERS)


@pytest.mark.usefixtures("upcaster")
def test_an_older_payload_is_brought_to_todays_shape_and_keeps_its_number() -> None:
    payload = read_payload(record_of("Interrupted", '{"events":[],"reason":"fire alarm"}'))
    assert payload == Interrupted((), "fire alarm", shape=EDITION_1)


def test_without_its_upcaster_an_older_payload_is_a_fault() -> None:
    with pytest.raises(FaultyRecord, match="missing required field `why`"):
        read_payload(record_of("Interrupted", '{"events":[],"reason":"fire alarm"}'))


@pytest.mark.usefixtures("upcaster")
def test_todays_payloads_and_other_kinds_are_not_upcast() -> None:
    today = write_new(Interrupted((), "fire alarm"))
    assert read_payload(record_of("Interrupted", today)) == Interrupted((), "fire alarm", shape=SHAPE)
    lost = write_new(ShoeLost(1, "a fire"))
    assert read_payload(record_of("ShoeLost", lost)) == ShoeLost(1, "a fire", shape=SHAPE)


def test_upcasters_are_applied_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A payload of the first shape takes every step to today's."""
    monkeypatch.setattr("pitboss.desk.payloads.SHAPE", 3)
    monkeypatch.setitem(UPCASTERS, ("ShoeLost", 2), lambda data: data | {"why": data["why"] + ", twice"})
    monkeypatch.setitem(UPCASTERS, ("ShoeLost", 1), lambda data: data | {"why": "once"})
    assert read_payload(record_of("ShoeLost", '{"shoe":7}')).why == "once, twice"
    assert read_payload(record_of("ShoeLost", '{"shape":2,"shoe":7,"why":"once"}')).why == "once, twice"
    assert read_payload(record_of("ShoeLost", '{"shape":3,"shoe":7,"why":"once"}')).why == "once"


@pytest.mark.parametrize(
    ("payload", "canonical"),
    [
        ('{"events":[],"reason":"fire alarm"}', True),
        ('{"events":[], "reason":"fire alarm"}', False),
        ('{"events":[],"reason":"fire alarm","more":1}', False),
        ('{"reason":"fire alarm","events":[]}', False),
        ('{"events":[],"reason":"fire alarm","key":""}', False),
    ],
    ids=["as written", "a blank", "an unknown member", "another order", "a default"],
)
@pytest.mark.usefixtures("upcaster")
def test_the_text_of_an_older_payload_is_checked_in_its_own_shape(payload: str, canonical: bool) -> None:
    record = record_of("Interrupted", payload)
    assert is_canonical(record, read_payload(record)) == canonical


def test_a_shape_of_the_future_is_a_fault() -> None:
    with pytest.raises(FaultyRecord, match=f"a shape from {EDITION_1} to {SHAPE}, found {SHAPE + 1}"):
        read_payload(record_of("ShoeLost", f'{{"shape":{SHAPE + 1},"shoe":1,"why":"x"}}'))


# ---- a whole journal


def waits_for_a_decision(desk: Desk) -> bool:
    next_due = due(desk.state)
    return next_due is not None and next_due.act == "decide"


@pytest.fixture(scope="module")
def voided() -> MemoryStore:
    """A journal with an interrupted round in it."""
    pit = new_pit()
    desk = pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED)
    guest = Guest(desk)
    guest.sit(1, 2)
    guest.play_round()
    while desk.state.phase == 0:
        guest.play_round(stop=waits_for_a_decision)
    desk.void_round(by="floor", why="fire alarm", key="v1")
    guest.until_bets()
    guest.play_round()
    pit.close()
    assert isinstance(pit.store, MemoryStore)
    return pit.store


def in_the_older_shape(store: MemoryStore) -> MemoryStore:
    """The same journal, as if its interrupted round had been written in the invented first shape."""
    older = MemoryStore()
    older._keys, older._streams = dict(store._keys), dict(store._streams)
    head, records = START, []
    for record in store._streams["t1"]:
        text = record.payload
        if record.kind == "Interrupted":
            data = json.loads(text)
            del data["shape"]
            data = {"reason" if name == "why" else name: value for name, value in data.items()}
            text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
        records.append(append_to(head, Draft("t1", record.time, record.actor, record.kind, text)))
        head = records[-1].head
    older._streams["t1"] = records
    return logged_anew(older)


@pytest.mark.usefixtures("upcaster")
def test_a_journal_of_the_older_shape_is_recovered_and_verified(voided: MemoryStore) -> None:
    older = in_the_older_shape(voided)
    assert verify_store(older).fault is None
    assert recover(older, "t1")[0] == recover(voided, "t1")[0]


def test_without_the_upcaster_the_same_journal_is_faulty(voided: MemoryStore) -> None:
    fault = verify_store(in_the_older_shape(voided)).fault
    assert fault is not None
    assert "why" in fault.found
