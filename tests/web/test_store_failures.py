"""What the web answers while its database fails: 503 and when to ask again, never a fault of ours."""

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import psycopg
import pytest

from pitboss.errors import BadStore
from pitboss.journal.store import Append
from pitboss.web import store_outage
from pitboss.web.roles import AccountRole
from pitboss.web.store_outage import StoreOutages
from tests import postgres
from tests.waiting import wait_until
from tests.web.failing_store import BROKEN, FULL, LOCKED, everything_fails, failing, writes_fail
from tests.web.house import House, Visitor, build_house
from tests.web.playing import next_message

READS = (
    "/me",
    "/me/money",
    "/me/rounds",
    "/tables",
    "/tables/{id}",
    "/tables/{id}/rounds",
    "/games/blackjack",
)


def is_unavailable(answer: httpx.Response) -> bool:
    assert answer.json().keys() == {"reason", "sentence", "clause", "allowed"}
    return answer.status_code == 503 and int(answer.headers["retry-after"]) >= 1


@pytest.mark.parametrize("words", [FULL, LOCKED, BROKEN])
def test_a_database_that_fails_answers_503_and_when_to_ask_again(house: House, words: str) -> None:
    player, floor, table = house.person(money_cents=100), house.person(AccountRole.FLOORPERSON), house.table()
    with failing(house.server.store.engine, everything_fails(words)):
        assert is_unavailable(player.http.get("/api/v1/me/money"))
        assert is_unavailable(player.http.get("/api/v1/tables"))
        assert is_unavailable(
            house.client().post("/api/v1/login", json={"name": "ana", "password": "x" * 12})
        )
        assert is_unavailable(floor.http.post(f"/api/v1/tables/{table}/stop", json={"why": "a test"}))
        page = player.http.get("/lobby", headers={"Accept": "text/html"})
        assert page.status_code == 503
        assert "text/html" in page.headers["content-type"]
    assert player.get("/me/money") == {"balance_cents": 100}


def test_an_outage_is_logged_once_when_it_begins_and_once_when_it_is_over(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_outage, "QUIET_S", 0.0)
    player, table = house.person(money_cents=100_00), house.table()
    player.sit(table, 1, 100_00)
    tables = house.server.tables
    with caplog.at_level("WARNING", logger="pitboss"):
        with failing(house.server.store.engine, everything_fails(BROKEN)), player.line(table):
            for _ in range(20):
                tables._take_over()
                tables._read_on()
                tables._tick(tables.live[table])
                player.http.get("/api/v1/tables")
        wait_until(lambda: any("works again" in line for line in caplog.messages), "the end is told")
    assert [line.partition(",")[0] for line in caplog.messages if "the store" in line] == [
        "the store fails", "the store works again; it failed for 0 s"
    ]  # fmt: skip
    assert len(caplog.messages) <= 3, caplog.messages


def test_an_outage_that_lasts_is_remembered_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    outages = StoreOutages(lambda: now)
    with caplog.at_level("WARNING", logger="pitboss"):
        for now in range(200):  # noqa: B007
            outages.note(BadStore("pit.db", "no server answers."), "a request")
            outages.note_working("pit.db")
        now = 210.0
        outages.note_working("pit.db")
        outages.note_working("pit.db")
    assert [line.split(":")[0] for line in caplog.messages] == [
        "the store fails, first at a request",
        "the store has been failing for 60 s",
        "the store has been failing for 120 s",
        "the store has been failing for 180 s",
        "the store works again; it failed for 199 s, and 199 more times",
    ]


def test_a_line_whose_database_fails_says_so_and_stays_open(house: House) -> None:
    player, table = house.person(money_cents=100_00), house.table()
    player.sit(table, 1, 100_00)
    with player.line(table) as line:
        line.until("table")
        with failing(house.server.store.engine, everything_fails(LOCKED)):
            answer = line.say(type="do", key="a", command={"type": "RefuseCut"})
            assert (answer["accepted"], answer["reason"]) == (False, "store_trouble")
        assert line.say(type="do", key="b", command={"type": "Leave"})["accepted"]


def test_nobody_is_told_an_event_twice_whose_commit_the_database_did_not_answer(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record is there, and this server does not know it yet: its view ends before that record."""
    player, table, store = house.person(money_cents=100_00), house.table(), house.server.store
    player.sit(table, 1, 100_00)
    append_all = store.append_all

    def lose_the_answer(batches: Sequence[Append]) -> None:
        append_all(batches)
        raise BadStore("test", "the connection was lost after the commit.")

    monkeypatch.setattr(store, "append_all", lose_the_answer)
    tip = {"key": "tip", "command": {"type": "Tip", "cents": 100}}
    assert is_unavailable(player.http.post(f"/api/v1/tables/{table}/commands", json=tip))
    told = player.get(f"/tables/{table}")
    assert store.head(table).sequence > told["sequence"]
    assert max(event["sequence"] for event in told["events"]) <= told["sequence"]
    monkeypatch.undo()
    player.post(f"/tables/{table}/commands", **tip)
    later = player.get(f"/tables/{table}", since=told["sequence"])
    assert [event["type"] for event in later["events"]] == ["TipLeft"]


def test_a_line_that_is_opened_while_the_database_fails_is_told_so(house: House) -> None:
    player, table = house.person(), house.table()
    with failing(house.server.store.engine, everything_fails(BROKEN)), player.line(table) as line:
        assert line.until("bye")["reason"] == "store_trouble"


def test_a_table_can_be_looked_at_while_the_disk_is_full(house: House) -> None:
    player, table = house.person(money_cents=200_00), house.table()
    player.sit(table, 1, 100_00)
    play_a_round(player, table)
    played = house.server.tables.live[table].sequence
    with failing(house.server.store.engine, writes_fail(FULL)):
        for path in READS:
            answer = player.http.get(f"/api/v1{path.format(id=table)}")
            assert answer.status_code == 200, (path, answer.text)
        assert is_unavailable(player.http.post(f"/api/v1/tables/{table}/leave", json={"key": "away"}))
    assert player.post(f"/tables/{table}/leave", key="away")["sequence"] > played


def play_a_round(player: Visitor, table: str) -> None:
    while (told := player.get(f"/tables/{table}"))["view"]["round"] == 1:
        said = next_message(told)
        assert said is not None
        if said["type"] == "ready":
            player.post(f"/tables/{table}/ready")
        else:
            player.do(table, **said["command"])


def test_a_file_that_another_program_has_locked_answers_503(tmp_path: Path) -> None:
    with build_house(tmp_path) as house:
        floor, table = house.person(AccountRole.FLOORPERSON), house.table()
        other = sqlite3.connect(tmp_path / "pit.db", isolation_level=None)
        try:
            other.execute("BEGIN IMMEDIATE")
            assert is_unavailable(floor.http.post(f"/api/v1/tables/{table}/stop", json={"why": "a test"}))
        finally:
            other.close()
        assert floor.post(f"/tables/{table}/stop", why="a test") == {"done": True}


@pytest.fixture(scope="module")
def server_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with postgres.running(tmp_path_factory.mktemp("postgres")) as address:
        yield address


def test_a_server_that_ends_every_connection_answers_503_and_then_as_before(
    server_address: str, tmp_path: Path
) -> None:
    with build_house(tmp_path, store=server_address, key_file=str(tmp_path / "key")) as house:
        player = house.person(money_cents=100)
        assert player.get("/me/money") == {"balance_cents": 100}
        end_connections(server_address)
        answers = [player.http.get("/api/v1/me/money") for _ in range(40)]
        assert all(answer.status_code == 200 or is_unavailable(answer) for answer in answers)
        assert any(answer.status_code == 503 for answer in answers)
        assert answers[-1].json() == {"balance_cents": 100}


def end_connections(address: str) -> None:
    """As a restart of the server does to whoever was connected."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        )
