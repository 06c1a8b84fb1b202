"""Journals of the cage and the trays that the house rewrote, every hash made anew, the log signed again.

Each is named by `verify` alone, at its record, but for what is another possible day.
"""

import json
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest

from pitboss.desk.cage_acts import (
    BoxCounted,
    BoxExchanged,
    CageAct,
    CapitalIn,
    Chips,
    Deposit,
    FillIssued,
    FillReceived,
    FillRequested,
    FloatAdvanced,
    Fund,
    SlipVoided,
    TipsCollected,
    TipsPaid,
    TrayClosed,
    TrayCount,
    TrayOpened,
    Withdraw,
)
from pitboss.desk.desk_state import KEYED
from pitboss.desk.house_entries import (
    HOUSE,
    AccountCreated,
    ApprovalAsked,
    ApprovalGiven,
    BookBegun,
    HouseEntry,
    PolicySet,
    entry_text,
)
from pitboss.desk.idempotency import digest_of, key_of
from pitboss.desk.ledger import CAGE
from pitboss.desk.payloads import BEFORE_TRAYS, SHAPE, Money, read_payload, write_payload
from pitboss.desk.pit import Pit
from pitboss.desk.verify import verify_store
from pitboss.journal.memory import MemoryStore
from pitboss.journal.records import Draft, Record, append_to
from pitboss.journal.store import Append
from pitboss.table import commands as c
from pitboss.table.people import DEALER, player
from tests.desk.drive import Guest, new_pit
from tests.desk.stocking import stock
from tests.trust.test_forgeries import KEY, copy_of, leaves_of, named, rewritten, signed_anew

FIVES = (Chips(5_00, 20),)
SLIP: dict[str, Any] = {"slip": 2, "table": "t1", "chips": FIVES, "cents": 100_00}
LIMIT = 10_000_00
NOON = "2026-03-01T12:00:00.000000Z"
SIGNS = ("cashier-1", "cashier-2")
"""Whoever asks for what takes two people, and whoever approves it."""
LATER = "2026-03-02T12:00:00.000000Z"


def write_house(store: MemoryStore) -> None:
    """A house that asks for a second person above a limit, with two cashiers."""
    never, hour = 10.0**6, 3600.0
    policy = PolicySet((), LIMIT, hour, hour, hour, never, never, 5, 1.0, hour)
    entries: list[tuple[str, HouseEntry]] = [
        ("house", BookBegun(0, "")),
        ("house", policy),
        ("house", AccountCreated("cashier-1", "Ann", "cashier")),
        ("house", AccountCreated("cashier-2", "Bob", "cashier")),
        ("house", AccountCreated("counter-1", "Cy", "cashier")),
        ("house", AccountCreated("guard-1", "Gus", "cashier")),
    ]
    write_entries(store, entries)


def write_entries(store: MemoryStore, entries: list[tuple[str, HouseEntry]]) -> None:
    for actor, entry in entries:
        draft = Draft(HOUSE, NOON, actor, type(entry).__name__, entry_text(entry))
        store.append_all([Append((append_to(store.head(HOUSE), draft),))])


def approve(store: MemoryStore, act: CageAct, key: str, by: str = SIGNS[0], second: str = SIGNS[1]) -> None:
    write_entries(store, [(by, ApprovalAsked(key, act, key, LATER)), (second, ApprovalGiven(key, act))])


def at_cage(pit: Pit, act: CageAct, key: str, by: str = SIGNS[0]) -> None:
    pit.cage.submit(act, by=by, key=key)


def sign_by_two(store: MemoryStore, pit: Pit, act: CageAct, key: str, by: str = SIGNS[0]) -> None:
    approve(store, act, key, by)
    if isinstance(act, TrayCount):
        pit.desks[act.table].move_money(act, by=by, key=key, approved_by=SIGNS[1])
    else:
        pit.cage.submit(act, by=by, key=key, approved_by=SIGNS[1])


@cache
def honest() -> MemoryStore:
    """A cage, a table with real chips and one with electronic chips, a slip under way and a box to count."""
    store = MemoryStore()
    store.log.sign_with(KEY)
    write_house(store)
    pit = new_pit(store)
    real, electronic = pit.open("t1", "blackjack", cards=KEYED), pit.open("t2", "blackjack")
    sign = partial(sign_by_two, store, pit)
    stock(pit, real, 5_000_00, sign)
    sign(CapitalIn(of="chips", cents=1_000_00), "chips")
    sign(CapitalIn(of="cash", cents=2 * LIMIT), "large")
    at_cage(pit, Deposit(account="dee", cents=300_00), "deposit")
    guest, other = Guest(real), Guest(electronic)
    guest.do(c.SitDown(by=player(1), chips_cents=0), account="dee")
    guest.do(c.BuyChips(by=DEALER, seat=1, cents=50_00))
    guest.do(c.BuyChips(by=DEALER, seat=1, cents=60_00, from_account=True))
    other.do(c.SitDown(by=player(1), chips_cents=80_00), account="dee")
    for one in (guest, other):
        one.do(c.Tip(by=player(1), cents=5_00))
        tips = TipsCollected(table=one.desk.table, cents=5_00)
        one.desk.move_money(tips, by="floor-1", key=f"tips-{one.desk.table}")
    at_cage(pit, TipsPaid(account="dealer-1", cents=4_00), "paid")
    first = BoxExchanged(table="t1", box="A1", next_box="A2", cents=50_00)
    real.move_money(first, by="guard-1", key="box")
    sign(BoxCounted(box="A1", notes=(Chips(10_00, 4),), cents=40_00), "count", by="counter-1")
    second = BoxExchanged(table="t1", box="A2", next_box="A3", cents=0)
    real.move_money(second, by="guard-1", key="box-2")
    at_cage(pit, FillRequested(**SLIP | {"slip": 0}), "ask", by="floor-1")
    at_cage(pit, FillIssued(**SLIP, carrier="guard-1"), "issue")
    pit.close()
    return store


def test_the_honest_journal_holds() -> None:
    assert verify_store(honest()).fault is None


# ---- records that were never written


def with_money(
    acts: list[tuple[str, CageAct]],
    by: str = "dealer-1",
    key: str = "",
    shape: int = SHAPE,
    approved_by: str = "",
    honestly: MemoryStore | None = None,
) -> MemoryStore:
    """The journal with money at the end of streams, each with its key in the index."""
    before = honestly or honest()
    order = [(leaf.table, leaf.sequence) for leaf in before.log.leaves()]
    forged = copy_of(before)
    for stream, act in acts:
        last = forged._streams[stream][-1]
        payload = Money(act, key, approved_by, shape=shape)
        draft = Draft(stream, LATER, by, "Money", write_payload(payload))
        record = append_to(last.head, draft)
        forged._streams[stream].append(record)
        order.append((stream, record.sequence))
        if key:
            row = key_of(stream, key, digest_of(payload), record.sequence, record.sequence)
            forged._keys[stream, key] = row
    return signed_anew(forged, order)


RECEIVED = FillReceived(**SLIP)
DOUBLED = FillReceived(**SLIP | {"chips": (Chips(5_00, 40),), "cents": 200_00})
NEVER_DONE: dict[str, list[tuple[str, CageAct]]] = {
    "a fill received at a table alone": [("t1", RECEIVED)],
    "a fill received at the cage alone": [(CAGE, RECEIVED)],
    "a fill received by nobody's request": [("t1", FillReceived(**SLIP | {"slip": 9})),
                                            (CAGE, FillReceived(**SLIP | {"slip": 9}))],
    "a fill of another amount": [("t1", DOUBLED), (CAGE, DOUBLED)],
    "a fill of an electronic tray": [("t2", FillReceived(**SLIP | {"table": "t2"})),
                                     (CAGE, FillReceived(**SLIP | {"table": "t2"}))],
    "an opener of an electronic tray": [("t2", TrayOpened(table="t2", cents=9_000_00))],
    "a closer of an electronic tray": [("t2", TrayClosed(table="t2", cents=9_000_00))],
    "an advance to real chips": [("t1", FloatAdvanced(table="t1", cents=5_00)),
                                 (CAGE, FloatAdvanced(table="t1", cents=5_00))],
    "house money as in earlier journals": [(CAGE, Fund(cents=5_00))],
    "real chips for electronic tips": [("t2", TipsCollected(table="t2", cents=1)),
                                       (CAGE, TipsCollected(table="t2", cents=1))],
    "a box counted twice": [(CAGE, BoxCounted(box="A1", cents=5_00))],
    "a count of a box that is on its table": [(CAGE, BoxCounted(box="A3", cents=5_00))],
    "notes that do not add up": [(CAGE, BoxCounted(box="A2", notes=(Chips(1_00, 1),), cents=5_00))],
    "a withdrawal beyond the account": [(CAGE, Withdraw(account="dee", cents=300_01))],
    "a void of what was received": [(CAGE, SlipVoided(slip=1, table="t1", chips=(Chips(5_00, 1_000),),
                                                     cents=5_000_00, why="a mistake"))],
}  # fmt: skip


@pytest.mark.parametrize("forgery", NEVER_DONE)
def test_money_that_cannot_have_moved_is_named(forgery: str) -> None:
    acts = NEVER_DONE[forgery]
    forged = with_money(acts)
    assert verify_store(honest()).fault is None
    table, sequence = named(verify_store(forged))
    assert (table, sequence) in [(stream, len(forged._streams[stream])) for stream, _ in acts]


def box_counted(by: str, second: str) -> MemoryStore:
    """The second box is counted by these two, as the house book says too."""
    act = BoxCounted(box="A2", cents=0)
    approved = copy_of(honest())
    approve(approved, act, "count-2", by, second)
    return with_money([(CAGE, act)], by=by, key="count-2", approved_by=second, honestly=approved)


@pytest.mark.parametrize(("by", "second"), [("guard-1", "cashier-2"), ("counter-1", "guard-1")])
def test_a_box_counted_by_whoever_took_it_is_named(by: str, second: str) -> None:
    forged = box_counted(by, second)
    assert named(verify_store(forged)) == (CAGE, len(forged._streams[CAGE]))
    assert verify_store(box_counted("counter-1", "cashier-2")).fault is None


@pytest.mark.parametrize("by", ["cashier-1", "nobody", "house"])
def test_money_above_the_limit_without_a_second_person_is_named(by: str) -> None:
    forged = with_money([(CAGE, Deposit(account="dee", cents=LIMIT + 1))], by=by)
    assert named(verify_store(forged)) == (CAGE, len(forged._streams[CAGE]))
    below = with_money([(CAGE, Deposit(account="dee", cents=LIMIT))], by="cashier-1")
    assert verify_store(below).fault is None


ALWAYS_TWO: dict[str, tuple[str, CageAct]] = {
    "house money": (CAGE, CapitalIn(of="cash", cents=1)),
    "the count of a box": (CAGE, BoxCounted(box="A2", cents=0)),
    "a closer": ("t1", TrayClosed(table="t1", cents=4_895_00)),
}


@pytest.mark.parametrize("by", ["cashier-1", "nobody", "house"])
@pytest.mark.parametrize("what", ALWAYS_TWO)
def test_what_always_takes_two_is_named_when_one_did_it(what: str, by: str) -> None:
    stream, act = ALWAYS_TWO[what]
    forged = with_money([(stream, act)], by=by)
    assert named(verify_store(forged)) == (stream, len(forged._streams[stream]))


def test_a_record_in_the_shape_of_an_earlier_journal_is_named() -> None:
    """Then cash that was paid out had come in by itself."""
    forged = with_money([(CAGE, CapitalIn(of="cash", cents=5_00))], shape=BEFORE_TRAYS)
    assert named(verify_store(forged)) == (CAGE, len(forged._streams[CAGE]))


def test_approved_money_that_moves_twice_under_one_key_is_named() -> None:
    order = [(leaf.table, leaf.sequence) for leaf in honest().log.leaves()]
    forged = copy_of(honest())
    large = next(record for record in forged._streams[CAGE] if '"large"' in record.payload)
    last = forged._streams[CAGE][-1]
    again = append_to(last.head, Draft(CAGE, LATER, large.actor, "Money", large.payload))
    forged._streams[CAGE].append(again)
    digest = digest_of(Money(CapitalIn(of="cash", cents=2 * LIMIT)))
    forged._keys[CAGE, "large"] = key_of(CAGE, "large", digest, large.sequence, again.sequence)
    signed_anew(forged, [*order, (CAGE, again.sequence)])
    assert named(verify_store(forged)) == (CAGE, again.sequence)


# ---- records that were changed

Change = Callable[[dict[str, Any], dict[str, Any]], None]
"""What is done to a record's fields, and to its act."""


def changed(stream: str, kind: str, change: Change, number: int = 0) -> tuple[MemoryStore, int]:
    seen = iter(range(100))

    def edit(fields: dict[str, Any], _: Record) -> bool:
        act = fields["payload"].get("act")
        if not isinstance(act, dict) or act["type"] != kind or next(seen) != number:
            return False
        change(fields, act)
        return True

    forged, place = rewritten(honest(), stream, edit)
    _note_keys(forged, stream)
    return forged, place


def _note_keys(store: MemoryStore, stream: str) -> None:
    """The index of keys as it would be for these records."""
    for record in store._streams[stream]:
        if record.kind != "Money" or not (key := json.loads(record.payload).get("key")):
            continue
        row = store._keys[stream, key]
        digest = digest_of(read_payload(record))
        store._keys[stream, key] = key_of(stream, key, digest, row.first, row.last)


def act_is(**values: Any) -> Change:
    return lambda _, act: act.update(values)


def by(name: str) -> Change:
    return lambda fields, _: fields.update(actor=name)


def real(_: dict[str, Any], act: dict[str, Any]) -> None:
    act.pop("electronic")


CHANGED: dict[str, tuple[str, str, Change, int]] = {
    "an amount issued": (CAGE, "FillIssued", act_is(cents=95_00, chips=[[5_00, 19]]), 1),
    "an amount received": (CAGE, "FillReceived", act_is(cents=4_995_00, chips=[[5_00, 999]]), 0),
    "an amount received at the table": ("t1", "FillReceived", act_is(cents=4_995_00, chips=[[5_00, 999]]), 0),
    "chips that do not add up": (CAGE, "FillIssued", act_is(chips=[[5_00, 19]]), 1),
    "a slip without chips": (CAGE, "FillRequested", act_is(chips=[]), 1),
    "a slip of another table": (CAGE, "FillIssued", act_is(table="t2"), 1),
    "who received a fill, at the table": ("t1", "FillReceived", by("cashier-1"), 0),
    "who received a fill, at the cage": (CAGE, "FillReceived", by("dealer-2"), 0),
    "who took a box, at the table": ("t1", "BoxExchanged", by("counter-1"), 0),
    "who collected tips, at the table": ("t1", "TipsCollected", by("somebody"), 0),
    "the contents of a box": ("t1", "BoxExchanged", act_is(cents=45_00), 0),
    "whose chips they were": (CAGE, "ChipsDrawn", act_is(account="eve"), 0),
    "what an account was charged": (CAGE, "ChipsDrawn", act_is(cents=59_00), 0),
    "of which kind tips were": ("t2", "TipsCollected", real, 0),
    "tips that were paid": (CAGE, "TipsPaid", act_is(cents=4_000_00), 0),
}


@pytest.mark.parametrize("forgery", CHANGED)
def test_money_that_was_changed_is_named(forgery: str) -> None:
    stream, kind, change, number = CHANGED[forgery]
    forged, place = changed(stream, kind, change, number)
    table, sequence = named(verify_store(forged))
    assert table in (stream, CAGE, "t1", "t2")
    assert sequence == place if table == stream else sequence


def tray_is(tray: str) -> Callable[[dict[str, Any], Record], bool]:
    def edit(fields: dict[str, Any], record: Record) -> bool:
        if record.kind == "TableOpened":
            fields["payload"]["tray"] = tray
        return record.kind == "TableOpened"

    return edit


@pytest.mark.parametrize("tray", ["automatic", "none"])
def test_a_tray_that_no_such_table_has_is_named(tray: str) -> None:
    forged, place = rewritten(honest(), "t1", tray_is(tray))
    assert named(verify_store(forged)) == ("t1", place)


def entry_changed(kind: str, act: str, change: Change) -> Callable[[dict[str, Any], Record], bool]:
    def edit(fields: dict[str, Any], record: Record) -> bool:
        found = fields["payload"].get("act", {})
        if record.kind != kind or found.get("type") != act:
            return False
        change(fields, found)
        return True

    return edit


def test_another_count_of_a_box_is_another_day_and_is_named_with_a_witness() -> None:
    """Nobody but whoever counted knows what was in the box."""
    other = act_is(cents=30_00, notes=[[10_00, 3]])
    forged, place = changed(CAGE, "BoxCounted", other)
    assert named(verify_store(forged)) == (CAGE, place), "two people signed another count"
    forged, asked = rewritten(forged, HOUSE, entry_changed("ApprovalAsked", "BoxCounted", other))
    forged, _ = rewritten(forged, HOUSE, entry_changed("ApprovalGiven", "BoxCounted", other))
    assert verify_store(forged).fault is None
    verdict = verify_store(forged, witnessed=leaves_of(honest()))
    assert named(verdict) == (HOUSE, asked), "the first record that was changed"
