"""TableManager of one house, run by one server or by several on one store."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import sqlalchemy as sa

from pitboss.desk.verify import verify_store
from pitboss.errors import Fenced
from pitboss.table import commands as c
from pitboss.table.people import player
from pitboss.web.app import Server, make_server
from pitboss.web.http_errors import Elsewhere
from pitboss.web.roles import AccountRole
from pitboss.web.server import bind
from pitboss.web.settings import Settings, TableLimits
from tests.postgres import emptied
from tests.waiting import wait_until
from tests.web.house import MONEY, House, build_house, quick, running
from tests.web.playing import next_message
from tests.web.test_seat_permissions import play_on, seated


@pytest.fixture(params=["sqlite", "postgres"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    plain = quick(tmp_path, key_file=str(tmp_path / "key"))
    if request.param == "sqlite":
        return plain
    return replace(plain, store=emptied(request.getfixturevalue("postgres")))


@contextmanager
def server_at(settings: Settings, port: int) -> Iterator[Server]:
    server = make_server(replace(settings, port=port))
    try:
        yield server
    finally:
        server.close()


def opened(server: Server) -> str:
    return server.tables.open("blackjack", (), name="", actor="t", dealer="auto", cards="virtual").id


def test_a_table_is_run_by_one_server_and_the_other_says_which(settings: Settings) -> None:
    with server_at(settings, 1001) as first, server_at(settings, 1002) as second:
        table = opened(first)
        with pytest.raises(Elsewhere) as refused:
            second.tables.find(table)
        assert refused.value.address == "http://127.0.0.1:1001"


def test_a_server_does_not_take_over_the_table_it_is_just_opening(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server_at(settings, 1001) as server:
        add_table = server.tables.directory.add_table
        looking = Thread(target=server.tables.take_all)

        def add_while_looked_for(*card: Any) -> None:
            add_table(*card)
            looking.start()
            looking.join(0.5)

        monkeypatch.setattr(server.tables.directory, "add_table", add_while_looked_for)
        table = opened(server)
        looking.join()
        desk = server.tables.find(table).desk
        desk.submit(c.SitDown(by=player(1), chips_cents=1_000_00), key="sit")
        assert desk.state.players


@contextmanager
def two_houses(settings: Settings) -> Iterator[tuple[House, House]]:
    """Two servers on one store, each with a port of its own."""
    with ExitStack() as stack:
        houses = []
        for _ in range(2):
            bound = bind(replace(settings, port=0))
            server = stack.enter_context(closing(make_server(bound.settings)))
            stack.enter_context(running(server, bound))
            houses.append(House(server, bound.settings.address))
        yield houses[0], houses[1]
        for house in houses:
            for client in house.clients:
                client.close()


def test_a_page_of_a_table_that_another_server_runs_is_opened_there(settings: Settings) -> None:
    with two_houses(settings) as (first, second):
        table = opened(first.server)
        person = second.person()
        wanted = f"/tables/{table}?seat=3"
        sent = person.http.get(wanted)
        assert (sent.status_code, sent.headers["location"]) == (307, first.url + wanted)
        there = person.http.get(sent.headers["location"])
        assert there.status_code == 200
        asked = person.http.get(f"/api/v1/tables/{table}")
        assert (asked.status_code, asked.json()["allowed"]) == (421, first.url)
        assert [line["state"] for line in person.get("/tables")["tables"]] == ["elsewhere"]


def test_a_page_of_a_table_held_by_a_program_says_so(settings: Settings) -> None:
    """Whoever gives up a shoe at the terminal holds the table for a moment, and has no address."""
    with two_houses(settings) as (first, second):
        table = opened(first.server)
        live = first.server.tables.find(table)
        first.server.store.release(live.desk._claim)
        first.server.tables.drop(table)
        first.server.store.claim(table, "pit-7", 10**18, 10**9)
        answer = second.person().http.get(f"/tables/{table}", headers={"Accept": "text/html"})
        assert answer.status_code == 421
        assert "runs on another server" in answer.text


def test_a_server_that_ends_leaves_its_tables_to_the_other(settings: Settings) -> None:
    with server_at(settings, 1002) as second:
        with server_at(settings, 1001) as first:
            table = opened(first)
            first.tables.find(table).submit(c.SitDown(by=player(1)), key="sit", actor="a", account="ann")
        assert second.tables.find(table).seat_of("ann") == 1


def test_all_tables_are_let_go_and_taken_together(settings: Settings) -> None:
    """Another server is waiting for them: with a commit a table it would wait for the disk fifty times."""
    with server_at(settings, 1001) as first, server_at(settings, 1002) as second:
        tables = {opened(first) for _ in range(4)}
        commits: list[str] = []
        for name, server in (("let go", first), ("take", second)):
            sa.event.listen(server.store.engine, "commit", lambda _, name=name: commits.append(name))
        first.app.state.drain.has_begun = True  # or it would take them again
        first.tables.release_all()
        assert commits.count("let go") == 1
        wait_until(lambda: second.tables.live.keys() == tables, "the other server has them")
        assert commits.count("take") < len(tables)  # PostgreSQL notes the sign of life in one of its own


def test_who_lost_a_table_can_write_nothing_more_to_it(settings: Settings) -> None:
    """A server that hung longer than its lease wakes up and finds the table run by another."""
    with server_at(settings, 1001) as first, server_at(settings, 1002) as second:
        table = opened(first)
        hung = first.tables.find(table)
        first.store.release(hung.desk._claim)
        second.tables.find(table).submit(c.SitDown(by=player(1)), key="sit", actor="a", account="ann")
        with pytest.raises(Fenced):
            hung.submit(c.SitDown(by=player(2)), key="sit", actor="b", account="ben")
        assert second.tables.find(table).seat_of("ben") == 0


def test_a_lost_table_is_dropped_and_its_lines_are_told(settings: Settings) -> None:
    with server_at(settings, 1001) as first, server_at(settings, 1002) as second:
        table = opened(first)
        hung = first.tables.find(table)
        woken: list[int] = []
        hung.listen("ann", lambda: woken.append(1))
        first.store.release(hung.desk._claim)
        second.tables.find(table)
        hung.desk._claim = hung.desk._claim._replace(until_us=0)
        first.tables._keep_claims()
        assert hung.closed
        assert len(woken) > 1
        with pytest.raises(Elsewhere):
            first.tables.find(table)


def test_accounts_and_sessions_are_the_same_at_every_server(settings: Settings) -> None:
    with server_at(settings, 1001) as first, server_at(settings, 1002) as second:
        account = first.accounts.create("ann", AccountRole.PLAYER)
        secret, _ = first.accounts.begin_session(account)
        session = second.accounts.session(secret)
    assert session is not None
    assert session.account == account


# ---- one server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build_house(tmp_path_factory.mktemp("tables")) as built:
        yield built


def test_a_table_is_opened_with_permitted_options_only(house: House) -> None:
    floor = house.person(AccountRole.FLOORPERSON)
    line = floor.post("/tables", game="down-under-pa", set=["decks=8"], name="Table 7")
    assert (line["name"], line["options"]) == ("Table 7", ["decks=8"])
    answer = floor.http.post("/api/v1/tables", json={"game": "down-under-pa", "set": ["decks=7"]})
    assert answer.status_code == 422
    assert answer.json()["allowed"] == "4, 5, 6, 8"
    assert answer.json()["clause"].startswith("685a.3")


@pytest.mark.parametrize("game", ["no-such-game", "../../etc/passwd", "/etc/passwd.toml", "x" * 100])
def test_nothing_but_games_on_offer_is_ever_opened(house: House, game: str) -> None:
    floor = house.person(AccountRole.FLOORPERSON)
    assert floor.refused("/tables", game=game)[0] in (404, 422)


def test_a_stopped_table_finishes_its_round_and_takes_no_wager(house: House) -> None:
    table = house.table()
    person = house.person(money_cents=MONEY)
    floor = house.person(AccountRole.FLOORPERSON)
    floor.post(f"/tables/{table}/stop", why="a spilled drink")
    assert person.refused(f"/tables/{table}/sit", key="a", seat=1) == (409, "betting_stopped")
    assert person.get(f"/tables/{table}")["state"] == "stopped"
    assert floor.refused(f"/tables/{table}/stop", why="again") == (409, "already")
    floor.post(f"/tables/{table}/resume", why="dry again")
    person.sit(table, 1)


def test_the_past_of_a_table_is_read_though_nobody_asks(tmp_path: Path) -> None:
    with build_house(tmp_path, tables=TableLimits(read_on_after=1, take_over_s=0.05)) as house:
        table = house.table()
        (ann,) = seated(house, table, 1)
        play_on(table, [ann], "decide")
        play_on(table, [ann], "bets")
        wait_until(lambda: house.server.tables.index.bounds(table)[1], "the past of the table is read")


def test_a_stop_outlives_the_server(tmp_path: Path) -> None:
    with build_house(tmp_path) as house:
        table = house.table()
        house.person(AccountRole.FLOORPERSON).post(f"/tables/{table}/stop", why="closing time")
        port = house.server.settings.port
    with build_house(tmp_path, port=port) as again:
        assert again.person().get(f"/tables/{table}")["state"] == "stopped"


def test_the_lobby_tells_limits_seats_and_policy(house: House) -> None:
    table = house.table("blackjack")
    person = house.person(money_cents=MONEY)
    person.sit(table, 4)
    told = person.get("/tables")
    line = next(line for line in told["tables"] if line["id"] == table)
    assert line["seats_taken"] == [4]
    assert line["your_seat"] == 4
    assert 0 < line["table_min_cents"] < line["table_max_cents"]
    assert "the hand stands" in told["policy"]


def test_a_shoe_that_nobody_can_read_is_given_up_in_somebodys_name_and_wagers_come_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with build_house(tmp_path) as house:
        table = house.table()
        ann = house.person(money_cents=MONEY)
        ann.sit(table, 1)
        while (said := next_message(ann.get(f"/tables/{table}"))) and said["type"] == "do":
            ann.do(table, **said["command"])
        assert ann.get(f"/tables/{table}")["view"]["chips_cents"] < MONEY
    with sqlite3.connect(tmp_path / "pit.db") as connection:
        connection.execute("DELETE FROM secrets")
    connection.close()
    with build_house(tmp_path, port=house.server.settings.port) as again:
        boss, floor = again.person(AccountRole.ADMINISTRATOR), again.person(AccountRole.FLOORPERSON)
        (line,) = floor.get("/tables")["tables"]
        assert line["waits"]
        assert boss.http.get(f"/api/v1/tables/{table}").status_code == 422
        boss.post(f"/tables/{table}/give-up", why="the disk was lost")
        assert boss.refused(f"/tables/{table}/give-up", why="again") == (409, "already")
        (line,) = floor.get("/tables")["tables"]
        assert not line["waits"]
        live = again.server.tables.find(table)
        assert live.seat_of(ann.account.id) == 1
        assert live.state.players[0].chips_cents == MONEY
        deed = boss.get("/activity")["activity"][0]
        assert (deed["what"], deed["subject"], deed["why"]) == ("give up shoe", table, "the disk was lost")
        kinds = [record["kind"] for record in floor.get(f"/tables/{table}/records", most=500)["records"]]
        assert "ShoeLost" in kinds
        assert verify_store(again.server.store).fault is None
    noted = [one for one in caplog.records if "cannot be run" in one.getMessage()]
    assert len(noted) == 1
