"""A clerk who changes the journal is found out: by the chain, or by the rules if hashes were made anew."""

import json
import random
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.desk import desk as desk_module
from pitboss.desk import pit as pit_module
from pitboss.desk import verify as verify_module
from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.cage_acts import Deposit
from pitboss.desk.idempotency import digest_of, key_of
from pitboss.desk.payloads import read_payload
from pitboss.desk.verify import verify_store
from pitboss.errors import BadStore, FaultyRecord
from pitboss.games.files import find_book, known_games
from pitboss.journal.archive import export_archive, import_archive
from pitboss.journal.memory import MemoryStore
from pitboss.journal.open_store import open_store
from pitboss.journal.records import START, Draft, Record, append_to
from pitboss.journal.store import Store
from pitboss.table import commands as c
from pitboss.table.people import player
from tests.desk.drive import ATTENDED, Guest, new_pit
from tests.journal.changed import TEXTS, ChangedStore, changed_record, logged_anew, with_byte
from tests.postgres import emptied

Edit = Callable[[dict[str, Any], Record], bool]
"""Changes a payload in place and says whether it did."""


def journal(
    rounds: int = 12, name: str = "blackjack", store: Store | None = None, seed: int = 2
) -> MemoryStore:
    pit = new_pit(store)
    desk = pit.open("t1", name, automate=AUTOMATABLE - ATTENDED)
    pit.cage.submit(Deposit(account="alice", cents=500_000), by="cashier", key="deposit")
    guest = Guest(desk, seed)
    guest.do(c.SitDown(by=player(1), chips_cents=400_000), account="alice")
    guest.until_bets()
    for _ in range(rounds):
        guest.play_round()
    pit.close()
    return pit.store  # type: ignore[return-value]


@pytest.fixture(scope="module")
def whole() -> MemoryStore:
    return journal(rounds=60)


def rewritten(store: MemoryStore, edit: Edit, stream: str = "t1") -> tuple[MemoryStore, int]:
    """The journal with one payload edited and every hash after it made anew; and that record's number."""
    forged = MemoryStore()
    forged._streams = {name: list(records) for name, records in store._streams.items()}
    forged._keys, forged._snapshots = dict(store._keys), dict(store._snapshots)
    head, records, place = START, [], 0
    for record in store._streams[stream]:
        payload = json.loads(record.payload)
        if not place and edit(payload, record):
            place = record.sequence
        text = json.dumps(payload, separators=(",", ":"), ensure_ascii=False)
        record = append_to(head, Draft(record.table, record.time, record.actor, record.kind, text))
        records.append(record)
        head = record.head
    assert place, "nothing was edited"
    forged._streams[stream] = records
    return logged_anew(forged), place


def fault_of(store: Store) -> FaultyRecord:
    fault = verify_store(store).fault
    assert fault is not None
    return fault


def events(payload: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [event for act in payload.get("acts", []) for event in act["events"] if event["type"] == kind]


# ---- an honest journal


@pytest.mark.parametrize("name", known_games())
def test_an_honest_journal_holds(name: str) -> None:
    store = journal(10, name)
    verdict = verify_store(store)
    assert verdict.fault is None
    assert (verdict.streams, verdict.rounds) == (2, 10)
    assert verdict.records == sum(head.sequence for head in store.heads().values())


# ---- bytes


def test_every_changed_character_of_every_record_of_a_small_journal_is_found_and_named() -> None:
    store = journal(1)
    records = list(store.read("t1"))
    for record in records:
        for name in TEXTS:
            text = getattr(record, name)
            for at in range(0, len(text), 1 if len(text) < 200 else 37):
                wrong = with_byte(record, name, at, 1 + at % 94)
                fault = fault_of(ChangedStore(store, wrong))
                assert (fault.table, fault.sequence) == ("t1", record.sequence)


def test_random_changes_in_a_longer_journal_are_found_and_named(whole: MemoryStore) -> None:
    rng, records = random.Random(7), list(whole.read("t1"))
    for _ in range(40):
        record = rng.choice(records)
        fault = fault_of(ChangedStore(whole, changed_record(record, rng)))
        assert (fault.table, fault.sequence) == ("t1", record.sequence)


def test_a_changed_byte_of_a_journal_s_file_is_found_unless_nothing_reads_differently(tmp_path: Path) -> None:
    """A database file has room that belongs to no row; whatever a row says is checked."""
    file = tmp_path / "journal.db"
    store = open_store(str(file))
    journal(3, store=store)
    store.close()
    rows, body = contents(file), file.read_bytes()
    rng, changes = random.Random(3), 0
    changed = tmp_path / "changed.db"
    while changes < 25:
        at = rng.randrange(len(body))
        changed.write_bytes(body[:at] + bytes((body[at] ^ 1 << rng.randrange(8),)) + body[at + 1 :])
        try:
            same = contents(changed) == rows
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            same = False
        if same:
            continue
        changes += 1
        try:
            store = open_store(str(changed), create=False)
        except BadStore:
            continue
        try:
            assert verify_store(store).fault is not None, at
        except BadStore:
            continue
        finally:
            store.close()


def contents(file: Path) -> dict[str, list[Any]]:
    """Every row of the journal and its indexes."""
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    try:
        tables = ("records", "heads", "keys")
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in tables}
    finally:
        connection.close()


# ---- hashes made anew


def test_a_payment_changed_by_a_clerk_who_makes_the_hashes_anew_is_named_to_the_cent(
    whole: MemoryStore,
) -> None:
    def pay_more(payload: dict[str, Any], _: Record) -> bool:
        for event in events(payload, "HandSettled"):
            if event["won_cents"]:
                event["won_cents"] += 100
                return True
        return False

    forged, place = rewritten(whole, pay_more)
    fault = fault_of(forged)
    assert (fault.table, fault.sequence) == ("t1", place)
    assert fault.field.endswith("(HandSettled), won cents")
    assert int(fault.found) == int(fault.expected) + 100


def test_another_card_is_found_when_the_shoe_is_opened(whole: MemoryStore) -> None:
    """Dealer's last card of a hand that the change does not turn: the rules cannot tell, the shoe can."""

    def swap_suit(payload: dict[str, Any], _: Record) -> bool:
        for act in payload.get("acts", []):
            if act["command"]["type"] == "DealCard" and act["command"]["box"] == 0:
                rank, suit = act["command"]["card"]
                act["command"]["card"] = [rank, (suit + 1) % 4]
                act["events"][0]["card"] = [rank, (suit + 1) % 4]
                return True
        return False

    forged, place = rewritten(whole, swap_suit)
    fault = fault_of(forged)
    assert fault.sequence == place
    assert "of shoe 1" in fault.field


@pytest.mark.parametrize(
    ("kind", "field", "value", "named"),
    [
        ("ShoeOpened", "seed", "00" * 1008, "commitment"),
        ("ShoeOpened", "shoe", 7, "shoe"),
        ("SeedCommitted", "commitment", "00" * 32, "cut of shoe 1"),
        ("SeedCommitted", "shoe", 2, "shoe"),
        ("ShoeFixed", "cards", 311, "cards"),
        ("TableOpened", "rules", "00" * 32, "rules"),
        ("CloseBetting", "rules", "00" * 32, "rules"),
        ("CloseBetting", "rules", "", "payload"),
        ("PlaceWager", "key", "another", "key"),
    ],
)
def test_what_a_clerk_says_of_shoes_rules_accounts_and_keys_is_checked(
    whole: MemoryStore, kind: str, field: str, value: Any, named: str
) -> None:
    def say(payload: dict[str, Any], record: Record) -> bool:
        if record.kind == kind:
            payload[field] = value
        return record.kind == kind

    forged, _ = rewritten(whole, say)
    fault = fault_of(forged)
    assert named in fault.field


def test_a_wager_that_the_rules_do_not_allow_is_named(whole: MemoryStore) -> None:
    def bet_more(payload: dict[str, Any], record: Record) -> bool:
        if record.kind == "PlaceWager":
            payload["acts"][0]["command"]["cents"] = 123_456_789
        return record.kind == "PlaceWager"

    forged, place = rewritten(whole, bet_more)
    fault = fault_of(forged)
    assert (fault.sequence, fault.field) == (place, "act 1, command")
    assert "refused" in fault.found


def test_money_made_up_at_the_cage_is_found(whole: MemoryStore) -> None:
    def double(payload: dict[str, Any], _: Record) -> bool:
        if payload["act"]["type"] == "BuyIn":
            payload["act"]["cents"] -= 100
        return bool(payload["act"]["type"] == "BuyIn")

    forged, place = rewritten(whole, double, "cage")
    fault = fault_of(forged)
    assert (fault.table, fault.sequence, fault.field) == ("cage", place, "transfer between the cage and t1")


def test_chips_ascribed_to_another_account_are_found(whole: MemoryStore) -> None:
    def is_bob(payload: dict[str, Any], record: Record) -> bool:
        if record.kind == "SitDown":
            payload["account"] = "bob"
        return record.kind == "SitDown"

    forged, place = rewritten(whole, is_bob)
    record = next(forged.read("t1", after=place - 1))
    payload = read_payload(record)
    row = forged._keys["t1", payload.key]
    forged._keys["t1", payload.key] = key_of("t1", row.key, digest_of(payload), row.first, row.last)
    fault = fault_of(forged)
    assert "transfer" in fault.field
    assert "bob" in fault.expected
    assert "alice" in fault.found


def test_records_cut_off_at_the_end_are_missed(whole: MemoryStore) -> None:
    class Shorter(ChangedStore):
        def read(self, table: str, after: int = 0, upto: int | None = None) -> Any:
            return iter(list(whole.read(table, after, upto))[: -2 if table == "t1" else None])

    fault = fault_of(Shorter(whole, next(whole.read("t1"))))
    assert fault.field == "last record"
    assert fault.sequence == whole.head("t1").sequence


@pytest.mark.parametrize("field", ["key", "digest", "first", "last"])
def test_the_index_of_keys_says_what_the_journal_says(whole: MemoryStore, field: str) -> None:
    forged = MemoryStore()
    forged._streams, forged._snapshots = whole._streams, whole._snapshots
    forged._keys = dict(whole._keys)
    name = next(name for name in forged._keys if name[0] == "t1" and forged._keys[name].first > 20)
    row = forged._keys.pop(name)
    wrong = row._replace(**{field: {"key": "x", "digest": "x", "first": 10_000, "last": 1}[field]})  # type: ignore[arg-type]
    forged._keys[wrong.table, wrong.key] = wrong
    assert fault_of(forged).field.startswith("key")


def test_a_snapshot_that_tells_another_state_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_module, "SNAPSHOT_EVERY", 10)
    store = journal(4)
    assert verify_store(store).fault is None
    shot = store._snapshots["t1"]
    store._snapshots["t1"] = shot._replace(
        body=shot.body.replace('"drop_cents', '"dr0p_cents').replace("400000", "400001")
    )
    fault = fault_of(store)
    assert (fault.sequence, fault.field) == (shot.sequence, "snapshot")


def test_a_shoe_that_was_never_opened_is_missed(whole: MemoryStore) -> None:
    kept = [record for record in whole.read("t1") if record.kind != "ShoeOpened"]
    assert len(kept) < whole.head("t1").sequence
    forged, head = MemoryStore(), START
    forged._streams = {"cage": list(whole.read("cage")), "t1": []}
    for record in kept:
        draft = Draft("t1", record.time, record.actor, record.kind, record.payload)
        forged._streams["t1"].append(append_to(head, draft))
        head = forged._streams["t1"][-1].head
    fault = fault_of(forged)
    assert "key" in fault.field or fault.found == "never opened"


# ---- what the house could do with its own key


def test_a_shoe_declared_lost_proves_nothing_of_its_cards() -> None:
    """Every card of a shoe replaced, and the shoe given up so that nobody sees its order."""
    pit = new_pit(None)
    guest = Guest(pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED))
    guest.sit(1)
    guest.play_round()
    guest.desk._lost = [1]
    guest.desk.resume(lost_by="house")
    pit.close()
    verdict = verify_store(pit.store)
    assert verdict.fault is None
    assert not verdict.holds
    (lost,) = verdict.lost_shoes
    assert (lost.table, lost.shoe, lost.by) == ("t1", 1, "house")
    assert lost.cards >= 4
    record = next(record for record in pit.store.read("t1") if record.kind == "ShoeLost")
    assert lost.sequence == record.sequence


def test_cards_of_a_shoe_in_use_are_not_called_checked() -> None:
    verdict = verify_store(journal(1))
    assert verdict.holds
    assert verdict.unchecked_cards >= 4


def test_rules_under_the_name_of_a_published_game_are_named_when_they_are_not_its_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = find_book("blackjack").document.text
    forged = honest.replace('default = "3:2"', 'default = "1:1"')
    assert forged != honest
    monkeypatch.setattr(pit_module, "game_texts", lambda _: (("blackjack", forged),))
    pit = new_pit(None)
    pit.open("t1", "blackjack")
    pit.close()
    verdict = verify_store(pit.store)
    (text,) = verdict.own_texts
    assert (text.table, text.label, text.poses, verdict.holds) == ("t1", "blackjack", True, False)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_running_journal_is_verified_as_it_is_at_one_moment(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round is played while the streams are being read: nobody is accused."""
    address = (
        str(tmp_path / "journal.db") if kind == "sqlite" else emptied(request.getfixturevalue("postgres"))
    )
    store = open_store(address)
    pit = new_pit(store)
    guest = Guest(pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED))
    guest.sit(1)
    guest.play_round()
    played: list[int] = []
    take = verify_module.Audit.take

    def play_on(audit: Any, record: Record) -> None:
        if not played:
            guest.play_round()
            played.append(record.sequence)
        take(audit, record)

    monkeypatch.setattr(verify_module.Audit, "take", play_on)
    reader = open_store(address)
    before = reader.heads()
    verdict = verify_store(reader)
    assert verdict.fault is None
    assert played
    assert verdict.records == sum(head.sequence for head in before.values())
    archive = str(tmp_path / "archive.zip")

    def noted(_: str, __: Iterable[Record]) -> Iterator[str]:
        guest.play_round()
        yield ""

    export_archive(reader, archive, noted)
    copy = MemoryStore()
    import_archive(archive, copy)
    assert verify_store(copy).fault is None
    pit.close()
    store.close()
    reader.close()
