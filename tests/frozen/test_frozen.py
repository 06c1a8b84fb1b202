"""Journals of released editions are recovered, verified and replayed by the code of today, forever.

The files in `edition-1` were written by the released code and are never written again. What they are compared
with, `answers.json`, is what the released code said of them: meaning, not wording. Everything that this file
takes from the package it takes in its first part, so that a change of names is made there alone.
"""

import json
import random
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.desk.cage import Cage
from pitboss.desk.desk import Desk
from pitboss.desk.desk_state import VIRTUAL, DeskState
from pitboss.desk.interrupted_rounds import open_round
from pitboss.desk.keyfile import read_or_create_key
from pitboss.desk.payloads import Acts, SeedCommitted, ShoeCommitted, ShoeOpened, read_payload
from pitboss.desk.pit import Pit
from pitboss.desk.recovery import after_record, recorded_acts, recover
from pitboss.desk.round_records import TableTotals, payments
from pitboss.desk.transcript import transcript
from pitboss.desk.verify import verify_store
from pitboss.journal.archive import export_archive, import_archive
from pitboss.journal.memory import MemoryStore
from pitboss.journal.open_store import open_store
from pitboss.journal.records import walk_chain
from pitboss.journal.store import Store
from pitboss.journal.writer import Writer
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.due import due
from pitboss.table.events import CITED
from pitboss.table.fold import fold
from pitboss.table.people import DEALER
from pitboss.table.state import Table
from pitboss.table.table import step
from pitboss.table.view import view
from pitboss.web.app import make_server
from pitboss.web.round_index import RoundIndex
from pitboss.web.settings import Settings
from tests.frozen.databases import FOLDER, restore_postgres, unpack_sqlite


class Clock:
    """Time at a table that was left: half an hour later, and seven milliseconds whenever somebody looks."""

    def __init__(self, left: str) -> None:
        self.now = datetime.fromisoformat(left) + timedelta(minutes=30)

    def __call__(self) -> datetime:
        self.now += timedelta(milliseconds=7)
        return self.now


EDITION_1_NAMES = {"double_down": "double", "over_23": "play", "under_18": "play"}
"""Wagers that records of payments did not call by their ids then."""


# ---- the package of today


def plain(told: Any) -> Any:
    """As JSON has it."""
    return json.loads(msgspec.json.encode(told))


def opened(address: str) -> Store:
    return open_store(address, create=False)


def in_memory(archive: Path) -> Store:
    store = MemoryStore()
    import_archive(str(archive), store)
    return store


def verdict_of(store: Store) -> dict[str, Any]:
    """The whole journal checked: chains, every payment decided again, every card, all books."""
    result = verify_store(store)
    heads = {name: [head.sequence, head.hash] for name, head in store.heads().items()}
    counts = {"streams": result.streams, "records": result.records, "rounds": result.rounds}
    return counts | {"holds": result.fault is None, "heads": heads}


def cage_of(store: Store) -> dict[str, int]:
    writer = Writer(store)
    ledger = Cage(store, writer, lambda: datetime(2026, 3, 31, tzinfo=UTC)).book.ledger
    writer.close()
    outside = sum(cents for name, cents in ledger.balances.items() if name in NOT_TOLD_APART)
    inside = {name: cents for name, cents in ledger.balances.items() if name not in NOT_TOLD_APART}
    return dict(sorted((inside | {"street": outside}).items()))


NOT_TOLD_APART = ("street", "cash", "chips outside", "owed")
"""Edition 1 had one account for these: what lay in the cage for players was the street's."""


def standing_of(store: Store, table: str) -> dict[str, Any]:
    """A table recovered: where it stands, who has how much, what the dealer sees."""
    desk_state, head = recover(store, table)
    state, entry = desk_state.state, open_round(desk_state)
    left_open = entry and {
        "round": entry.round,
        "phase": state.phase_name,
        "stakes_cents": entry.stakes_cents,
    }
    return {
        "game": state.terms.game.id,
        "choices": list(desk_state.choices),
        "rules": state.terms.game.edition_1_sha256,
        "cards": desk_state.cards,
        "records": head.sequence,
        "head": head.hash,
        "round": state.round,
        "shoes": desk_state.positions.number,
        "cards_left": state.shoe,
        "chips": chips_of(state),
        "accounts": {str(seat): name for seat, name in desk_state.accounts.items()},
        "balances": dict(sorted(desk_state.ledger.balances.items())),
        "open_round": left_open,
        "view": view_of(state),
    }


def chips_of(state: Table) -> dict[str, int]:
    return {str(player.seat): player.chips_cents for player in state.players}


def view_of(state: Table) -> dict[str, Any]:
    """What the dealer sees, without the clauses of what is next."""
    told: dict[str, Any] = plain(view(state, DEALER))
    del told["hole_card"]  # which the first edition did not know of
    for act in told["next"]:
        del act[5]
    return told


def payments_of(store: Store, table: str) -> list[dict[str, Any]]:
    """What every wager of every box came to, round by round."""
    rows: dict[tuple[int, int, int, str], list[int]] = {}
    for act in recorded_acts(store.read(table)):
        state = act.before
        for event in act.events:
            place: Any = event
            for paid in payments(event, state):
                name = EDITION_1_NAMES.get(paid.wager, paid.wager)
                sums = rows.setdefault((state.round, place.box, place.seat, name), [0, 0, 0])
                for at, cents in enumerate((paid.stake_cents, paid.returned_cents, paid.won_cents)):
                    sums[at] += cents
            state = fold(state, event)
    names = ("round", "box", "seat", "wager", "stake_cents", "returned_cents", "won_cents")
    return [dict(zip(names, (*key, *sums), strict=True)) for key, sums in rows.items()]


def totals_of(store: Store, table: str) -> list[dict[str, Any]]:
    totals = TableTotals()
    for act in recorded_acts(store.read(table)):
        totals.add(act)
    names = ("rules", "wager", "decided", "initial_cents", "handle_cents", "take_cents", "pay_cents",
             "void_cents")  # fmt: skip
    then = {sha256: game.edition_1_sha256 for sha256, game in totals.games.items()}
    return [
        {name: getattr(row, name) for name in names} | {"rules": then[row.rules]} for row in totals.rows()
    ]


def replayed(store: Store, table: str) -> Iterator[dict[str, Any]]:
    """Every command of the journal decided again, with what comes of it today; without clauses."""
    desk_state: DeskState | None = None
    for record in walk_chain(store.read(table)):
        payload = read_payload(record)
        if desk_state is not None and isinstance(payload, Acts):
            state = desk_state.state
            for act in payload.acts:
                events, state = step(state, act.command)
                told = [without_clause(plain(event)) for event in events]
                yield {"command": plain(act.command), "events": told}
        desk_state = after_record(desk_state, record)


def export(store: Store, archive: Path) -> None:
    export_archive(store, str(archive), transcript)


def carried_on(store: Store, table: str) -> dict[str, Any]:
    """The open round taken with the key of the shoes and finished, everybody standing and declining."""
    desk_state, head = recover(store, table)
    (last,) = store.read(table, after=head.sequence - 1)
    key = read_or_create_key(FOLDER / "shoes.key")
    entropy = random.Random(9).randbytes
    pit = Pit(store, key=key, clock=Clock(last.time), entropy=entropy, owner="another")
    desk = pit.take(table)
    number = desk_state.state.round
    stand_out(desk, number)
    cards = [
        plain(card)
        for act in recorded_acts(store.read(table))
        if act.sequence > head.sequence
        for event in act.events
        if (card := getattr(event, "card", None)) is not None
    ]
    rows = [row for row in payments_of(store, table) if row["round"] == number]
    pit.close()
    return {"payments": rows, "cards": cards, "chips": chips_of(desk.state)}


def stand_out(desk: Desk, number: int) -> None:
    told = 0
    while desk.state.round == number:
        next_due = due(desk.state)
        assert next_due is not None
        told += 1
        who, box, hand = next_due.who, next_due.box, next_due.hand
        command: c.Command = c.Decide(by=who, box=box, hand=hand, action=Action.STAND)
        if next_due.act == "second chance":
            command = c.DeclineSecondChance(by=who, box=box, hand=hand)
        elif next_due.act == "close insurance":
            command = c.CloseInsurance()
        desk.submit(command, key=f"stand-{told}")


def served(address: str, folder: Path) -> dict[str, Any]:
    """What a server of today finds in the database: people, their passwords, tables, rounds, deeds."""
    settings = Settings(
        address,
        key_file=str(FOLDER / "shoes.key"),
        mark_file=str(folder / "pit.mark"),
        log_key_file=str(folder / "pit.log-key"),
    )
    server = make_server(settings)
    try:
        web = ANSWERS["web"]
        for name in ("ann", "bell"):
            server.accounts.log_in(name, web["password"])
        people = server.accounts.listed()
        engine = server.store.engine
        index, directory = RoundIndex(engine), server.tables.directory
        return {
            "waiting": dict(server.tables.waiting),
            "live": sorted(server.tables.live),
            "roles": {person.name: str(person.role) for person in people},
            "accounts": {person.name: person.id for person in people if person.name in web["accounts"]},
            "rounds": {table: list(index.bounds(table)) for table in TABLES},
            "tables": {id: card.stopped for id, card in directory.tables().items()},
            "deeds": len([entry for entry in directory.activity() if not entry.record]),
            "barred": [person.name for person in people if person.barred],
        }
    finally:
        server.close()


# ---- the frozen files


ANSWERS: dict[str, Any] = json.loads((FOLDER / "answers.json").read_text())
TABLES = tuple(ANSWERS["tables"])
CARRIED_ON = tuple(table for table, answers in ANSWERS["tables"].items() if "carried_on" in answers)


def without_clause(event: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name not in CITED}


@cache
def written(table: str) -> list[dict[str, Any]]:
    """The commands and events of a table as its archive has them."""
    with zipfile.ZipFile(FOLDER / "archives" / "all.zip") as archive:
        lines = archive.read(f"streams/{table}.jsonl").decode().splitlines()
    acts = [act for line in lines for act in json.loads(line)["payload"].get("acts", ())]
    return [
        {"command": act["command"], "events": [without_clause(event) for event in act["events"]]}
        for act in acts
    ]


@pytest.fixture(scope="module", params=["sqlite", "postgres", "memory"])
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """All journals in every kind of store, to be read."""
    if request.param == "memory":
        yield in_memory(FOLDER / "archives" / "all.zip")
        return
    if request.param == "sqlite":
        address = unpack_sqlite(tmp_path_factory.mktemp("edition-1"))
    else:
        address = restore_postgres(request.getfixturevalue("postgres"), "frozen_to_read")
    journal = opened(address)
    yield journal
    journal.close()


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database to be written to."""
    if request.param == "sqlite":
        return unpack_sqlite(tmp_path)
    return restore_postgres(request.getfixturevalue("postgres"), "frozen_to_write")


# ---- what must stay true


def test_every_chain_card_and_payment_is_found_right(store: Store) -> None:
    assert verdict_of(store) == ANSWERS["verdict"]


def test_the_cage_holds_what_it_held(store: Store) -> None:
    assert cage_of(store) == ANSWERS["cage"]


@pytest.mark.parametrize("table", TABLES)
def test_a_table_stands_where_it_was_left(store: Store, table: str) -> None:
    recovered = standing_of(store, table)
    assert recovered == {name: ANSWERS["tables"][table][name] for name in recovered}


@pytest.mark.parametrize("table", TABLES)
def test_every_box_was_paid_what_it_was_paid(store: Store, table: str) -> None:
    assert payments_of(store, table) == ANSWERS["tables"][table]["payments"]
    assert totals_of(store, table) == ANSWERS["tables"][table]["totals"]


@pytest.mark.parametrize("table", TABLES)
def test_a_replay_gives_the_same_events(store: Store, table: str) -> None:
    assert list(replayed(store, table)) == written(table)


@pytest.mark.parametrize("table", TABLES)
def test_an_archive_alone_is_read_and_holds(table: str) -> None:
    assert verdict_of(in_memory(FOLDER / "archives" / f"{table}.zip")) == ANSWERS["archives"][table]


def test_written_out_again_an_archive_says_the_same(tmp_path: Path) -> None:
    """Records, heads and keys to the letter; the notation but for its remarks."""
    source, copy = FOLDER / "archives" / "all.zip", tmp_path / "again.zip"
    export(in_memory(source), copy)
    with zipfile.ZipFile(source) as first, zipfile.ZipFile(copy) as second:
        for name in first.namelist():
            if name.endswith(".jsonl"):
                assert first.read(name) == second.read(name), name
            elif name.startswith("notation/"):
                assert rounds_in(first.read(name)) == rounds_in(second.read(name)), name


def rounds_in(notation: bytes) -> list[str]:
    return [line for line in notation.decode().splitlines() if not line.startswith("#")]


def test_open_rounds_go_on_with_the_cards_that_were_sealed(address: str) -> None:
    assert CARRIED_ON
    journal = opened(address)
    for table in CARRIED_ON:
        assert carried_on(journal, table) == ANSWERS["tables"][table]["carried_on"], table
    assert verdict_of(journal)["holds"]
    journal.close()


def test_a_server_opens_the_database_and_runs_every_table(address: str, tmp_path: Path) -> None:
    server = served(address, tmp_path)
    expected = {name: ANSWERS["web"][name] for name in ("roles", "accounts", "rounds", "tables", "deeds")}
    assert server == {"waiting": {}, "live": sorted(TABLES), "barred": ["cho"], **expected}


def test_a_shoe_of_the_earlier_scheme_is_finished_and_opened_under_it(address: str) -> None:
    """Its order was committed to; the shoe after it follows from seeds."""
    journal, checked = opened(address), 0
    for table in CARRIED_ON:
        before = recover(journal, table)[0]
        if before.cards != VIRTUAL or not before.state.terms.uses_cut or not before.positions.shoes:
            continue
        carried_on(journal, table)
        (last,) = journal.read(table, after=recover(journal, table)[1].sequence - 1)
        key = read_or_create_key(FOLDER / "shoes.key")
        pit = Pit(journal, key=key, clock=Clock(last.time), owner="third")
        desk = pit.take(table)
        desk.submit(c.OrderReshuffle(), key="reshuffle")
        payloads = [read_payload(record) for record in journal.read(table)]
        pit.close()
        shoes = [payload for payload in payloads if isinstance(payload, ShoeOpened)]
        number = before.positions.shoes[-1].number
        assert [(one.shoe, bool(one.nonce), one.seed) for one in shoes[-1:]] == [(number, True, "")]
        committed = [payload.shoe for payload in payloads if isinstance(payload, SeedCommitted)]
        assert committed[0] == number + 1
        assert not any(isinstance(one, ShoeCommitted) and one.shoe > number for one in payloads)
        checked += 1
    verdict = verify_store(journal)
    assert checked
    assert verdict.fault is None
    assert verdict.earlier_shoes
    journal.close()
