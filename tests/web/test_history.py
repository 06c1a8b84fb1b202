"""The past of a long table: found by its index, and never believed where the journal says otherwise."""

import json
import lzma
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from pitboss.desk import desk as desk_module
from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.desk import Desk
from pitboss.desk.pit import Pit
from pitboss.desk.recovery import recorded_acts
from pitboss.desk.round_records import GameRecall
from pitboss.errors import BrokenChain, Refused
from pitboss.journal.open_store import open_store
from pitboss.journal.records import Record
from pitboss.web.account_schema import past_left, past_players, past_rounds
from pitboss.web.app import make_server
from pitboss.web.history import History
from pitboss.web.round_index import RoundIndex, RoundSpan
from pitboss.web.round_index_check import index_fault
from tests.desk.drive import ATTENDED, Guest, new_pit
from tests.web.house import quick

ROUNDS = 54
SNAPSHOT_EVERY = 60
"""Records, so that there are several snapshots."""
TABLE = "t1"


class Counted:
    """A store that counts what is read of it."""

    def __init__(self, store: Any) -> None:
        self.store = store
        self.engine: sa.Engine = store.engine
        self.log = store.log
        self.at_one_moment = store.at_one_moment
        self.records = 0

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Record]:
        for record in self.store.read(table, after, upto):
            self.records += 1
            yield record

    def history(self) -> History:
        """As a server has it that has just been started."""
        self.records = 0
        return History(self, RoundIndex(self.engine), TABLE)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Counted, Pit]]:
    folder: Path = tmp_path_factory.mktemp("history")
    store = open_store(str(folder / "pit.db"))
    before, desk_module.SNAPSHOT_EVERY = desk_module.SNAPSHOT_EVERY, SNAPSHOT_EVERY
    pit = new_pit(store, seed=5)
    guest = Guest(pit.open(TABLE, "blackjack", choose=["decks=1"], automate=AUTOMATABLE - ATTENDED), seed=6)
    guest.sit(2, 5)
    for _ in range(ROUNDS):
        guest.play_round()
    desk_module.SNAPSHOT_EVERY = before
    counted = Counted(store)
    yield counted, pit
    pit.close()
    store.close()


@pytest.fixture
def counted(played: tuple[Counted, Pit]) -> Counted:
    """With an index that is whole."""
    RoundIndex(played[0].engine).forget(TABLE)
    played[0].history().refresh()
    return played[0]


@pytest.fixture
def desk(played: tuple[Counted, Pit]) -> Desk:
    return played[1].desks[TABLE]


def told(history: History) -> tuple[Any, ...]:
    spans = history.rounds(ROUNDS)
    steps = [[(step.events, step.after) for step in history.steps(span)] for span in spans[::9]]
    return spans, steps, history.shoes, history.signatures, list(history.incidents)


def test_a_server_that_starts_reads_on_where_the_last_one_left(counted: Counted, desk: Desk) -> None:
    history = counted.history().refresh()
    assert counted.records < 5 + len(history.incidents)
    assert history.sequence == desk.head.sequence
    assert [span.round for span in history.rounds(ROUNDS)] == list(range(ROUNDS, 0, -1))


def test_one_round_is_shown_by_reading_no_further_back_than_the_nearest_mark(counted: Counted) -> None:
    history = counted.history()
    span = history.span(ROUNDS - 1)
    steps = list(history.steps(span))
    read_to_resume = 2 + len(history.incidents)
    assert counted.records <= SNAPSHOT_EVERY + 2 * (span.last - span.first) + 5 + read_to_resume
    assert steps[0].record.sequence == span.first
    assert steps[-1].record.sequence == span.last
    assert steps[-1].after.round == span.round + 1


def test_the_index_tells_what_the_journal_tells(counted: Counted) -> None:
    indexed = told(counted.history().refresh())
    RoundIndex(counted.engine).forget(TABLE)
    assert told(counted.history().refresh()) == indexed


def test_rounds_follow_each_other_without_a_gap(counted: Counted, desk: Desk) -> None:
    spans: list[RoundSpan] = list(reversed(counted.history().refresh().rounds(ROUNDS)))
    assert spans[0].first == 1
    assert all(later.first == earlier.last + 1 for earlier, later in pairwise(spans))
    assert {span.rules for span in spans} == {desk.rules}


@pytest.mark.parametrize("field", ["hash", "standing", "notes"])
def test_an_index_that_does_not_fit_the_journal_is_made_anew(counted: Counted, field: str) -> None:
    right = told(counted.history().refresh())
    with counted.engine.begin() as connection:
        connection.execute(sa.update(past_left).values({field: "0" * 64}))
    assert told(counted.history().refresh()) == right


def test_notes_of_the_first_edition_are_not_believed(counted: Counted) -> None:
    """Edition 1 wrote no version, and signatures under names that nothing asks for today."""
    right = told(counted.history().refresh())
    with counted.engine.begin() as connection:
        notes = json.loads(connection.scalar(sa.select(past_left.c.notes)) or "")
        del notes["version"]
        notes["signatures"] = {"burn": ["burn", 1, "2026-03-01T12:00:00Z", "dealer", "685a.7(c)"]}
        connection.execute(sa.update(past_left).values(notes=json.dumps(notes)))
    history = counted.history()
    assert history.span(ROUNDS).round == ROUNDS
    assert told(history.refresh()) == right


def test_the_index_of_a_first_edition_database_is_rebuilt(tmp_path: Path) -> None:
    folder = Path(__file__).parents[1] / "frozen" / "edition-1"
    file = tmp_path / "house.db"
    file.write_bytes(lzma.decompress((folder / "house.db.xz").read_bytes()))
    server = make_server(quick(tmp_path, store=str(file), key_file=str(folder / "shoes.key")))
    try:
        for table in server.tables.live:
            before = server.tables.index.last(table, 1)[0].round
            history = server.tables.history(table).refresh()
            assert history.rounds(1)[0].round >= before
            assert all(mechanism.startswith("procedure.") for mechanism in history.signatures), table
            assert list(history.steps(history.span(before)))
    finally:
        server.close()


def test_a_mark_that_was_changed_is_not_believed(counted: Counted) -> None:
    history = counted.history().refresh()
    right = told(history)
    with counted.engine.begin() as connection:
        connection.execute(
            sa.update(past_rounds).where(past_rounds.c.mark != "").values(mark=past_rounds.c.mark + "x")
        )
    assert told(history) == right


EDITS: dict[str, sa.Update | sa.Delete] = {
    "first record": sa.update(past_rounds)
    .where(past_rounds.c.round == 9)
    .values(first=past_rounds.c.first + 1),
    "last record": sa.update(past_rounds).where(past_rounds.c.round == 9).values(last=past_rounds.c.last - 1),
    "another round": sa.update(past_rounds).where(past_rounds.c.round == 9).values(first=1, last=12),
    "ended": sa.update(past_rounds)
    .where(past_rounds.c.round == 9)
    .values(ended="2026-03-01T12:00:00.000000Z"),
    "rules": sa.update(past_rounds).where(past_rounds.c.round == 9).values(rules="0" * 64),
    "gone": sa.delete(past_rounds).where(past_rounds.c.round == 9),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_index_of_rounds_that_was_edited_is_named_by_verify(counted: Counted, edit: str) -> None:
    assert index_fault(counted.store) is None
    with counted.engine.begin() as connection:
        connection.execute(EDITS[edit])
    fault = index_fault(counted.store)
    assert fault is not None
    assert "round 9 in the index of rounds" in fault.field
    assert fault.table == TABLE


@pytest.mark.parametrize("edit", sorted(EDITS.keys() - {"gone"}))
def test_a_round_is_shown_as_the_journal_has_it_whatever_the_index_says(
    counted: Counted, edit: str, caplog: pytest.LogCaptureFixture
) -> None:
    history = counted.history().refresh()
    right = history.span(9), history.steps(history.span(9))
    with counted.engine.begin() as connection:
        connection.execute(EDITS[edit])
    again = counted.history()
    assert (again.span(9), again.steps(again.span(9))) == right
    assert "the index of rounds of t1 says" in caplog.text


@pytest.mark.parametrize("part", [past_players, past_left])
def test_players_and_notes_that_were_edited_are_named_by_verify(counted: Counted, part: sa.Table) -> None:
    with counted.engine.begin() as connection:
        if part is past_players:
            row = {"account": "mallory", "table": TABLE, "round": 9, "ended": "2026-03-01T12:00:00.000000Z"}
            connection.execute(sa.insert(past_players).values(row))
        else:
            notes = json.loads(connection.scalar(sa.select(past_left.c.notes)) or "")
            notes["incidents"] = notes["shoes"] = {}
            notes["incidents"] = []
            connection.execute(sa.update(past_left).values(notes=json.dumps(notes, separators=(",", ":"))))
    fault = index_fault(counted.store)
    assert fault is not None
    assert "index of rounds" in fault.field


def test_a_record_that_was_changed_is_not_shown(counted: Counted) -> None:
    """Its hash does not match; the journal itself is wrong, and nothing is told from it."""
    span = counted.history().span(9)

    class Changed(Counted):
        def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Record]:
            for record in super().read(table, after, upto):
                is_it = record.sequence == span.last
                yield replace(record, payload=record.payload.replace("0", "1", 1)) if is_it else record

    with pytest.raises(BrokenChain, match=f"record {span.last} of t1"):
        Changed(counted.store).history().span(9)


def test_the_recall_of_the_desk_serves_the_web(counted: Counted) -> None:
    """Some rounds far apart, found by the index, are what going through the whole journal finds."""
    wanted = {3, 4, 26, ROUNDS - 1}
    recall = GameRecall(ROUNDS)
    for act in recorded_acts(counted.store.read(TABLE)):
        recall.add(act)
    whole = [one for one in recall.last(rounds=2 * ROUNDS) if one.round in wanted]
    assert len(whole) == 2 * len(wanted)
    assert counted.history().refresh().recall("", wanted) == whole
    assert all(one.lines and one.game == "blackjack" for one in whole)


def test_there_is_no_round_that_was_not_played(counted: Counted) -> None:
    with pytest.raises(Refused, match="has not been finished"):
        counted.history().span(ROUNDS + 1)
