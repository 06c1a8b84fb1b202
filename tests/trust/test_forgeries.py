"""Journals that the house itself rewrote, with every hash made anew and the log signed with its own key.

What the rules, the shoes, the ledgers or the books contradict is named by `verify` alone. What is a possible
evening, only another one than was played, is named by `verify` with what a witness kept.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pitboss.desk import desk as desk_module
from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.cage_acts import Deposit
from pitboss.desk.house_entries import HOUSE
from pitboss.desk.keyfile import read_or_create_key
from pitboss.desk.verify import VerificationResult, verify_store
from pitboss.journal.log import receipt_of
from pitboss.journal.log_key import LogKey, is_signed
from pitboss.journal.memory import MemoryLog, MemoryStore
from pitboss.journal.merkle import HASH_BYTES
from pitboss.journal.records import START, Draft, Head, Record, append_to
from pitboss.journal.store import Store
from pitboss.table import commands as c
from pitboss.table.people import player
from pitboss.web.roles import AccountRole
from tests.desk import drive
from tests.desk.drive import ATTENDED, Guest, new_pit
from tests.web.house import build_house

KEY = LogKey(bytes(range(32)), lambda: "2026-03-01T12:00:00.000000Z")
CUT = 30
"""Records that are taken back."""
Edit = Callable[[dict[str, Any], Record], bool]


@dataclass
class World:
    """A journal, the leaves of its log that a witness has, and the key of the house."""

    store: MemoryStore
    witnessed: list[bytes]
    key: LogKey = KEY


def leaves_of(store: Store) -> list[bytes]:
    return [leaf.nodes[:HASH_BYTES] for leaf in store.log.leaves()]


def evening(rounds: int = 60, fork_at: int = -1) -> MemoryStore:
    """The same evening every time, up to the round from which others play."""
    drive.NUMBERS = count(1)
    store, seed = MemoryStore(), 2
    store.log.sign_with(KEY)
    pit = new_pit(store)
    pit.cage.submit(Deposit(account="alice", cents=5_000_000), by="cashier", key="deposit")
    guests = []
    for number, name in enumerate(("t1", "t2")):
        guest = Guest(pit.open(name, "blackjack", automate=AUTOMATABLE - ATTENDED), seed + number)
        guest.do(c.SitDown(by=player(1), chips_cents=400_000), account="alice" if name == "t1" else "")
        guest.until_bets()
        guests.append(guest)
    for at in range(rounds):
        if at == fork_at:
            guests[0].rng = random.Random(99)
        guests[0].play_round()
        if at % 5 == 0:
            guests[1].play_round()
    pit.close()
    return store


@pytest.fixture(scope="module")
def world() -> World:
    store = evening()
    assert verify_store(store).holds
    assert any(record.kind == "ShoeOpened" for record in store.read("t1"))
    return World(store, leaves_of(store))


def copy_of(source: Store) -> MemoryStore:
    """All of a journal, in the order of its log."""
    copy = MemoryStore()
    copy._streams = {stream: list(source.read(stream)) for stream in source.heads()}
    for stream in copy._streams:
        copy._keys |= {(key.table, key.key): key for key in source.keys(stream)}
        if (shot := source.snapshot(stream)) is not None:
            copy._snapshots[stream] = shot
    order = [(leaf.table, leaf.sequence) for leaf in source.log.leaves()]
    return signed_anew(copy, order)


def signed_anew(store: MemoryStore, order: list[tuple[str, int]], key: LogKey | None = KEY) -> MemoryStore:
    """The log as if these records had been committed in this order, with the signature of the house."""
    store._log = MemoryLog()
    if key is not None:
        store._log.sign_with(key)
    store._log.extend([store._streams[stream][sequence - 1] for stream, sequence in order])
    return store


def rewritten(
    store: MemoryStore, stream: str, edit: Edit, key: LogKey | None = KEY
) -> tuple[MemoryStore, int]:
    """The journal with a record changed, all hashes after it made anew, and the log signed again."""
    order = [(leaf.table, leaf.sequence) for leaf in store.log.leaves()]
    forged, head, place = copy_of(store), START, 0
    for at, record in enumerate(forged._streams[stream]):
        payload = json.loads(record.payload)
        fields = {"time": record.time, "actor": record.actor, "kind": record.kind, "payload": payload}
        if not place and edit(fields, record):
            place = record.sequence
        text = record.payload if fields["payload"] == json.loads(record.payload) else compact(payload)
        draft = Draft(stream, fields["time"], fields["actor"], fields["kind"], text)
        forged._streams[stream][at] = append_to(head, draft)
        head = forged._streams[stream][at].head
    assert place, "nothing was edited"
    return signed_anew(forged, order, key), place


def compact(payload: dict[str, Any]) -> str:
    return json.dumps(payload, separators=(",", ":"), ensure_ascii=False)


def named(verdict: VerificationResult) -> tuple[str, int]:
    assert verdict.fault is not None
    return verdict.fault.table, verdict.fault.sequence


# ---- what verify names alone


def other_card(fields: dict[str, Any], _: Record) -> bool:
    for act in fields["payload"].get("acts", []):
        if act["command"]["type"] == "DealCard" and act["command"]["box"] == 0:
            rank, suit = act["command"]["card"]
            act["command"]["card"] = act["events"][0]["card"] = [rank, (suit + 1) % 4]
            return True
    return False


def other_cut(fields: dict[str, Any], _: Record) -> bool:
    """The cut of the house follows from what it had committed to."""
    for act in fields["payload"].get("acts", []):
        if act["command"]["type"] == "CutCards":
            act["command"]["depth"] += 7
            act["events"][0]["depth"] += 7
            return True
    return False


def other_payment(fields: dict[str, Any], _: Record) -> bool:
    for act in fields["payload"].get("acts", []):
        for event in act["events"]:
            if event["type"] == "HandSettled" and event["won_cents"]:
                event["won_cents"] += 100
                return True
    return False


def other_rules(fields: dict[str, Any], record: Record) -> bool:
    if record.kind == "TableOpened":
        label, text = fields["payload"]["book"][0]
        fields["payload"]["book"][0] = [label, text + "\n# a comment of the house\n"]
    return record.kind == "TableOpened"


def other_rules_hash(fields: dict[str, Any], record: Record) -> bool:
    if record.kind == "TableOpened":
        fields["payload"]["rules"] = "00" * 32
    return record.kind == "TableOpened"


def other_promise(fields: dict[str, Any], record: Record) -> bool:
    if record.kind == "SeedCommitted":
        fields["payload"]["commitment"] = "00" * 32
    return record.kind == "SeedCommitted"


def other_money(fields: dict[str, Any], _: Record) -> bool:
    if fields["payload"]["act"]["type"] == "BuyIn":
        fields["payload"]["act"]["cents"] -= 100
        return True
    return False


BY_VERIFY: dict[str, tuple[str, Edit]] = {
    "a card that was not dealt": ("t1", other_card),
    "a cut": ("t1", other_cut),
    "a payment": ("t1", other_payment),
    "a hash of rules": ("t1", other_rules_hash),
    "a promise of a shoe": ("t1", other_promise),
    "chips that the cage did not give": ("cage", other_money),
}


FOUND_LATER = ("a promise of a shoe",)
"""Nobody can know it before the first cut that follows from it."""


@pytest.mark.parametrize("forgery", BY_VERIFY)
def test_what_cannot_have_happened_is_named_by_verify_alone(world: World, forgery: str) -> None:
    stream, edit = BY_VERIFY[forgery]
    forged, place = rewritten(world.store, stream, edit)
    table, sequence = named(verify_store(forged))
    assert table == stream
    assert sequence == place if forgery not in FOUND_LATER else sequence > place


def test_rules_that_pose_as_published_ones_are_named_by_verify_alone(world: World) -> None:
    forged, place = rewritten(world.store, "t1", other_rules)
    verdict = verify_store(forged)
    assert not verdict.holds
    assert [(text.table, text.sequence) for text in verdict.own_texts if text.poses] == [("t1", place)]


def test_a_shoe_that_the_house_calls_lost_is_named_by_verify_alone(world: World) -> None:
    def lose(fields: dict[str, Any], record: Record) -> bool:
        if record.kind == "ShoeOpened":
            shoe = fields["payload"]["shoe"]
            fields["kind"] = "ShoeLost"
            fields["payload"].clear()
            fields["payload"].update({"shoe": shoe, "why": "the disk broke", "shape": 2})
        return record.kind == "ShoeOpened"

    forged, place = rewritten(world.store, "t1", lose)
    verdict = verify_store(forged)
    assert not verdict.holds
    found = verdict.fault.sequence if verdict.fault else verdict.lost_shoes[0].sequence
    assert found == place


def test_a_forged_snapshot_is_named_by_verify_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_module, "SNAPSHOT_EVERY", 10)
    store = evening(rounds=4)
    forged = copy_of(store)
    shot = forged._snapshots["t1"]
    forged._snapshots["t1"] = shot._replace(body=shot.body.replace("400000", "400001"))
    assert shot.body != forged._snapshots["t1"].body
    assert named(verify_store(forged)) == ("t1", shot.sequence)

    def other_hash(fields: dict[str, Any], record: Record) -> bool:
        if record.kind == "SnapshotTaken":
            fields["payload"]["sha256"] = "00" * 32
        return record.kind == "SnapshotTaken"

    forged, place = rewritten(store, "t1", other_hash)
    assert named(verify_store(forged)) == ("t1", place)


# ---- what only a witness can know


def later(fields: dict[str, Any], record: Record) -> bool:
    if record.sequence == 20:
        fields["time"] = record.time[:-4] + "999Z"
    return record.sequence == 20


def somebody_else(fields: dict[str, Any], record: Record) -> bool:
    if record.sequence == 2:
        fields["actor"] = "nobody"
    return record.sequence == 2


BY_WITNESS: dict[str, tuple[str, Edit]] = {
    "when it was done": ("t1", later),
    "who did it": ("t2", somebody_else),
    "who moved money": ("cage", somebody_else),
}


@pytest.mark.parametrize("forgery", BY_WITNESS)
def test_another_evening_that_is_possible_is_named_with_a_witness(world: World, forgery: str) -> None:
    """Every hash of the stream is made anew from there on, and the house signs the new log."""
    stream, edit = BY_WITNESS[forgery]
    forged, place = rewritten(world.store, stream, edit)
    assert verify_store(forged).holds
    verdict = verify_store(forged, witnessed=world.witnessed)
    assert named(verdict) == (stream, place)
    assert verdict.fault is not None
    assert "as the witness has it" in verdict.fault.field


def shortened(world: World) -> MemoryStore:
    """The journal as it was some records ago, whole batches back, as a backup has it."""
    order = [(leaf.table, leaf.sequence) for leaf in world.store.log.leaves()]
    kept = order[:-CUT]
    ends = {stream: max((at for name, at in kept if name == stream), default=0) for stream, _ in kept}
    forged = copy_of(world.store)
    forged._streams = {stream: forged._streams[stream][:end] for stream, end in ends.items()}
    forged._keys = {name: key for name, key in forged._keys.items() if key.last <= ends[key.table]}
    forged._snapshots = {}
    return signed_anew(forged, kept)


def test_a_journal_that_was_put_back_is_named_with_a_witness(world: World) -> None:
    forged = shortened(world)
    assert verify_store(forged).holds
    verdict = verify_store(forged, witnessed=world.witnessed)
    last = list(forged.log.leaves())[-1]
    assert named(verdict) == (last.table, last.sequence)
    assert verdict.fault is not None
    assert verdict.fault.expected == world.witnessed[len(world.witnessed) - CUT].hex()


def test_a_forked_history_is_named_with_a_witness_at_its_first_other_record(world: World) -> None:
    """Put back to the tenth round and played on by others, with the same shoes: as good as the true one."""
    forged = evening(fork_at=10)
    assert verify_store(forged).holds
    leaves = list(forged.log.leaves())
    same = zip(leaves_of(forged), world.witnessed, strict=False)
    at = next(at for at, (one, other) in enumerate(same) if one != other)
    assert at > 40
    assert named(verify_store(forged, witnessed=world.witnessed)) == leaves[at][:2]


def test_another_order_of_the_streams_is_named_with_a_witness(world: World) -> None:
    order = [(leaf.table, leaf.sequence) for leaf in world.store.log.leaves()]
    at = next(at for at in range(10, len(order)) if order[at][0] != order[at + 1][0])
    order[at], order[at + 1] = order[at + 1], order[at]
    forged = signed_anew(copy_of(world.store), order)
    assert verify_store(forged).holds
    assert named(verify_store(forged, witnessed=world.witnessed)) == order[at]


def test_a_receipt_is_not_in_a_log_that_was_rewritten(world: World) -> None:
    receipt = receipt_of(world.store, "t1", 25)
    assert receipt is not None
    assert receipt.holds
    assert is_signed(receipt.head, KEY.public)
    forged, _ = rewritten(world.store, "t1", later)
    other = receipt_of(forged, "t1", 25)
    assert other is not None
    assert other.hash != receipt.hash


# ---- the house book


@pytest.fixture(scope="module")
def house_book(tmp_path_factory: pytest.TempPathFactory) -> World:
    folder = tmp_path_factory.mktemp("book")
    with build_house(folder) as house:
        table = house.table()
        ann = house.person(AccountRole.FLOORPERSON)
        house.person(AccountRole.DEALER)
        ann.post(f"/tables/{table}/stop", why="a quarrel")
        store = house.server.store
        world = World(copy_of(store), leaves_of(store), LogKey(read_or_create_key(folder / "pit.db.log-key")))
        world.store._log._head = store.log.head()
    assert verify_store(world.store).holds
    return world


def promoted(fields: dict[str, Any], record: Record) -> bool:
    if record.kind == "AccountCreated" and fields["payload"]["role"] == "dealer":
        fields["payload"]["role"] = "administrator"
        return True
    return False


def never_stopped(fields: dict[str, Any], record: Record) -> bool:
    if record.kind == "TableStopped":
        fields["payload"]["why"] = "closing time"
    return record.kind == "TableStopped"


@pytest.mark.parametrize("edit", [promoted, never_stopped])
def test_a_house_book_that_was_rewritten_is_named_with_a_witness(house_book: World, edit: Edit) -> None:
    forged, place = rewritten(house_book.store, HOUSE, edit, house_book.key)
    assert verify_store(forged).holds
    assert named(verify_store(forged, witnessed=house_book.witnessed)) == (HOUSE, place)


def test_a_table_of_accounts_or_stops_that_was_edited_keeps_the_server_from_starting(tmp_path: Path) -> None:
    import sqlalchemy as sa

    from pitboss.errors import BadStore
    from pitboss.web.account_schema import accounts, staff_activity, table_cards
    from pitboss.web.app import make_server
    from tests.web.house import quick

    edits = {
        "role of": sa.update(accounts).values(role="administrator"),
        "table ": sa.update(table_cards).values(stopped=True),
        "staff activity": sa.update(staff_activity)
        .where(staff_activity.c.what == "open table")
        .values(actor="x"),
        "staff activity:": sa.delete(staff_activity).where(staff_activity.c.what == "open table"),
    }
    for number, (what, edit) in enumerate(edits.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        with build_house(folder) as house:
            house.table()
            house.person()
            with house.server.store.engine.begin() as connection:
                connection.execute(edit)
        with pytest.raises(BadStore, match=f"record [0-9]+ of house, {what.removesuffix(':')}"):
            make_server(quick(folder))


def test_an_intruder_without_the_key_of_the_house_cannot_sign(house_book: World) -> None:
    intruder = LogKey(bytes(32))
    forged, place = rewritten(house_book.store, HOUSE, never_stopped, key=intruder)
    fault = verify_store(forged).fault
    assert fault is not None
    assert (fault.field, intruder.public in fault.found) == ("head of the log", True)
    assert place


def test_heads_follow_each_other_in_the_honest_journal(world: World) -> None:
    assert verify_store(world.store, witnessed=world.witnessed).holds
    assert verify_store(world.store, witnessed=world.witnessed[:40]).holds
    assert isinstance(world.store.head("t1"), Head)
