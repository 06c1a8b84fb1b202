"""What must be true after a world of web servers and pages; read from the records alone.

What pages were told is held against the journal: acts, receipts, views and the events in them. Roots of the
log are computed from the hashes of the records, and money is added up from what cage and tables wrote.
"""

import hashlib
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any

from pitboss.desk.verify import verify_store
from pitboss.journal.log import LogHead
from pitboss.journal.log_key import is_signed
from pitboss.journal.store import Store
from tests.chaos.inspector import RANKS, SUITS, Journal
from tests.chaos.web_page import Act, Page, Told

CARD = re.compile(r'"([A23456789TJQK][cdhs])"')
WITNESSED = "as the witness has it"


@dataclass
class PutBackMoment:
    """When the journal was put back, and to where."""

    at_s: float
    heads: dict[str, int]
    """By stream, the number of its last record in the copy."""
    lost: set[str]
    """The streams of which records are gone."""
    log_size: int
    witnessed_size: int
    """How many leaves of the log the witness had seen."""
    noted_by: dict[str, set[int]]
    """By table, the servers whose mark says that more had been written."""


@dataclass
class Evidence:
    """What everybody outside the house has."""

    pages: list[Page]
    floor: str
    """The account that opened the tables."""
    log_key: str
    witnessed: list[bytes]
    objections: list[str]
    put_back: PutBackMoment | None = None
    run_since: dict[str, set[int]] = field(default_factory=dict)
    """By table, the servers that ran it after the journal was put back."""

    def is_gone(self, at_s: float, stream: str, sequence: int) -> bool:
        """Was a record told before the journal was put back, and was not in the copy?"""
        moment = self.put_back
        return moment is not None and at_s < moment.at_s and sequence > moment.heads.get(stream, 0)


def inspect(store: Store, evidence: Evidence, now: datetime) -> int:
    """How many rounds were played; an AssertionError where something is not as it should be."""
    journal = Journal(store)
    check_acts(journal, store, evidence)
    check_money(journal)
    check_receipts(journal, store, evidence)
    for table in journal.tables:
        check_frames(journal, evidence, table)
        check_new_shoe(journal, table)
    return check_verdict(journal, store, evidence, now)


# ---- acts


def check_acts(journal: Journal, store: Store, evidence: Evidence) -> None:
    """What was accepted is there once, at the record that was told; what was refused is not there."""
    known = set()
    assert max(journal.keys.values(), default=1) == 1, journal.keys.most_common(3)
    for page in evidence.pages:
        by_key: dict[str, list[Act]] = {}
        for act in page.acts:
            if act.is_recorded:
                by_key.setdefault(f"{page.account}:{act.key}", []).append(act)
        for key, acts in by_key.items():
            known.add(key)
            check_act(journal, store, evidence, page.table, key, acts)
    strangers = {key for table, key in journal.keys if table in journal.tables and ":" in key} - known
    assert {key.partition(":")[0] for key in strangers} <= {evidence.floor}, strangers


def check_act(
    journal: Journal, store: Store, evidence: Evidence, table: str, key: str, acts: list[Act]
) -> None:
    """Under one key: the act, and the same again after its page was loaded anew."""
    outcomes = {act.outcome for act in acts}
    assert "" not in outcomes, (key, acts)
    there = journal.keys[table, key]
    accepted = [act for act in acts if act.outcome == "accepted"]
    stays = [act for act in accepted if not evidence.is_gone(act.at_s, table, act.sequence)]
    assert there == (1 if stays else 0), (key, there, acts)
    row = store.find_key(table, key)
    for act in stays:
        assert row is not None
        assert row.last == act.sequence, (key, row, act)


# ---- money


def check_money(journal: Journal) -> None:
    """What was paid in, and what was advanced to trays, is on accounts and at the tables."""
    cents = journal.cage_acts
    came_in = cents["FloatAdvanced"] + cents["Deposit"] - cents["Withdraw"]
    at_tables = sum(sum(stream.auditor.expected.values()) for stream in journal.tables.values())
    assert came_in == sum(journal.accounts.values()) + at_tables


# ---- the log


class Roots:
    """The log as it is now: roots of its beginnings, by RFC 9162 (2.1.1)."""

    def __init__(self, journal: Journal, store: Store) -> None:
        self.places = [(leaf.table, leaf.sequence) for leaf in store.log.leaves()]
        self.hashes = [journal.records[table][sequence - 1].hash for table, sequence in self.places]
        self._leaves = [hashlib.sha256(b"\0" + bytes.fromhex(hash)).digest() for hash in self.hashes]
        self._node = cache(self._make_node)

    def at(self, size: int) -> str:
        """The root when the log had so many records; empty when it never had."""
        return self._node(0, size).hex() if 0 < size <= len(self._leaves) else ""

    def _make_node(self, first: int, end: int) -> bytes:
        if end - first == 1:
            return self._leaves[first]
        middle = first + (1 << (end - first - 1).bit_length() - 1)
        return hashlib.sha256(b"\1" + self._node(first, middle) + self._node(middle, end)).digest()


def check_receipts(journal: Journal, store: Store, evidence: Evidence) -> None:
    """Every receipt proves its record, and none proves what was put back."""
    roots, put_back = Roots(journal, store), evidence.put_back
    assert len(roots.places) == sum(map(len, journal.records.values()))
    for act in (act for page in evidence.pages for act in page.acts if act.receipt is not None):
        receipt: Any = act.receipt
        head = LogHead(**receipt["head"])
        assert is_signed(head, evidence.log_key), receipt
        is_gone = put_back is not None and act.at_s < put_back.at_s and head.size > put_back.log_size
        if is_gone:
            assert roots.at(head.size) != head.root, receipt
        else:
            assert roots.at(head.size) == head.root, receipt
            assert roots.places[receipt["leaf"]] == (receipt["table"], receipt["sequence"])
            assert roots.hashes[receipt["leaf"]] == receipt["hash"]
            assert receipt["sequence"] == act.sequence


# ---- what pages were shown


def check_frames(journal: Journal, evidence: Evidence, table: str) -> None:
    """Each page was told every event after the last that it knew, once and in order, and no hidden card."""
    records = journal.records[table]
    events = [_events(record.payload) for record in records]
    types = [[(at, event["type"]) for event in told] for at, told in enumerate(events, 1)]
    shown = Shown(events)
    secrets = [
        (record.sequence, json.loads(record.payload)["seed"])
        for record in records
        if record.kind in ("ShoeOpened", "SeedRevealed")
    ]
    for page in (page for page in evidence.pages if page.table == table):
        for frame in page.frames:
            if not evidence.is_gone(frame.at_s, table, max(frame.before, frame.sequence)):
                check_frame(frame, types, shown, secrets)


def check_frame(
    frame: Told, types: list[list[tuple[int, str]]], shown: "Shown", secrets: list[tuple[int, str]]
) -> None:
    if not frame.is_skipped:
        expected = [event for told in types[frame.before : frame.sequence] for event in told]
        missing, extra = (
            list((Counter(a) - Counter(b)).elements()) for a, b in both_ways(expected, frame.events)
        )
        assert frame.events == expected, (frame.before, frame.sequence, missing, extra)
    view = json.dumps(json.loads(frame.text)["view"])
    hidden = Counter(CARD.findall(view)) - shown.at(frame.sequence)
    assert not hidden, (frame.sequence, hidden)
    for opened, secret in secrets:
        assert opened <= frame.sequence or secret not in frame.text, (frame.sequence, opened)


def both_ways(one: Any, other: Any) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    return (one, other), (other, one)


def _events(payload: str) -> list[dict[str, Any]]:
    told = json.loads(payload)
    return [event for act in told.get("acts", ()) for event in act["events"]] + list(told.get("events", ()))


class Shown:
    """The cards that lie face up, or did in this round, after each record."""

    def __init__(self, events: list[list[dict[str, Any]]]) -> None:
        self._after: list[Counter[str]] = [Counter()]
        for told in events:
            cards = self._after[-1].copy()
            for event in told:
                if event["type"] == "BettingClosed":
                    cards.clear()
                if event.get("card") is not None:
                    rank, suit = event["card"]
                    cards[RANKS[rank - 1] + SUITS[suit]] += 1
            self._after.append(cards)

    def at(self, sequence: int) -> Counter[str]:
        return self._after[sequence]


def check_new_shoe(journal: Journal, table: str) -> None:
    """After the journal was put back no card comes from a shoe that was in play before."""
    is_known = False
    for record in journal.records[table]:
        is_known = is_known or record.kind == "PutBack"
        for event in _events(record.payload):
            is_known = is_known and event["type"] != "CardsShuffled"
            assert not (is_known and event["type"] in ("CardDealt", "HoleDealt")), record.sequence


# ---- what the product itself says


def check_verdict(journal: Journal, store: Store, evidence: Evidence, now: datetime) -> int:
    """Verification finds nothing wrong, or just that the journal was put back; a witness knows of it too."""
    verdict = verify_store(store, now)
    assert verdict.fault is None, verdict.fault
    told = {
        table: any(record.kind == "PutBack" for record in records)
        for table, records in journal.records.items()
    }
    assert {gone.table for gone in verdict.put_back} == {table for table in told if told[table]}
    moment = evidence.put_back
    if moment is None:
        assert verdict.holds, verdict
        assert not evidence.objections, evidence.objections
    else:
        check_put_back(moment, evidence, told)
    seen = verify_store(store, now, evidence.witnessed).fault
    if moment is not None and moment.witnessed_size > moment.log_size:
        assert evidence.objections
        assert seen is not None
        assert WITNESSED in seen.field, seen
    else:
        assert seen is None, seen
    return verdict.rounds


def check_put_back(moment: PutBackMoment, evidence: Evidence, told: dict[str, bool]) -> None:
    """Whoever had written what is gone, and ran the table again, has recorded it."""
    for table, is_told in told.items():
        noted = moment.noted_by.get(table, set())
        assert noted or not is_told, table
        assert is_told or not noted & evidence.run_since.get(table, set()), table
