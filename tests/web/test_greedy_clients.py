"""Clients that are slow or want too much wait for themselves; nobody else notices."""

import asyncio
import os
import socket
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from pitboss.errors import Refused
from pitboss.web import background_jobs
from pitboss.web.app import ROUTES
from pitboss.web.auth import COOKIE
from pitboss.web.background_jobs import HOUSE, BackgroundJobs
from pitboss.web.fair_queue import FairQueue, Turns
from pitboss.web.rate_limit import Rate
from pitboss.web.roles import AccountRole
from pitboss.web.settings import ClientLimits, JobLimits, Settings
from pitboss.web.slow_clients import HalfOpenConnections
from pitboss.web.slow_routes import slow_routes
from tests.waiting import PATIENCE_S, wait_until
from tests.web.apart import run_apart
from tests.web.house import House, build_house

HALF_OPEN = 500
HEAD = b"GET /api/v1/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = b"POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{"


# ---- slow connections


@contextmanager
def half_open(house: House, number: int) -> Iterator[list[socket.socket]]:
    """Connections whose requests never arrive: of nothing, of half a head, of half a body."""
    with ExitStack() as stack:
        sockets = []
        for at in range(number):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", port_of(house))))
            one.sendall((b"", HEAD, BODY)[at % 3])
            sockets.append(one)
        yield sockets


def port_of(house: House) -> int:
    return int(house.url.rpartition(":")[2])


def is_closed(one: socket.socket) -> bool:
    one.setblocking(False)
    try:
        while one.recv(4_096):
            """What was answered is of no interest."""
        return True
    except BlockingIOError:
        return False
    except OSError:
        return True


def test_half_open_connections_end_and_others_do_not_wait_for_them(
    tmp_path: Path,
) -> None:
    with build_house(tmp_path, clients=ClientLimits(request_s=3.0, body_s=2.0)) as house:
        player = house.person()
        with half_open(house, HALF_OPEN) as sockets:
            assert [player.http.get("/api/v1/me").status_code for _ in range(20)] == [200] * 20
            wait_until(lambda: all(map(is_closed, sockets)), "every connection was given up")
        assert player.get("/me")


def test_beyond_the_bound_the_oldest_half_open_connection_is_closed(
    tmp_path: Path,
) -> None:
    limits = ClientLimits(half_open_grace_s=0.0)
    with build_house(tmp_path, clients=limits) as house:
        with half_open(house, limits.half_open_of_one + 10) as sockets:
            wait_until(lambda: sum(map(is_closed, sockets[:10])) == 10, "the ten oldest are closed")
            assert not any(map(is_closed, sockets[20:]))
        assert house.person().get("/me")


def test_a_young_half_open_connection_is_not_closed_for_another() -> None:
    class Connection:
        client = ("127.0.0.1", 1)

        class transport:  # noqa: N801
            aborted = 0

            @classmethod
            def abort(cls) -> None:
                cls.aborted += 1

    waiting = HalfOpenConnections(ClientLimits())
    for _ in range(2 * ClientLimits().half_open):
        waiting.add(Connection(), now=1.0)  # type: ignore[arg-type]
    assert Connection.transport.aborted == 0
    waiting.add(Connection(), now=1.0 + 2 * ClientLimits().half_open_grace_s)  # type: ignore[arg-type]
    assert Connection.transport.aborted == 1


def test_a_slow_body_is_refused_in_words(tmp_path: Path) -> None:
    limits = ClientLimits(body_s=0.2)
    with (
        build_house(tmp_path, clients=limits) as house,
        socket.create_connection(("127.0.0.1", port_of(house)), timeout=PATIENCE_S) as one,
    ):
        one.sendall(BODY)
        assert one.recv(4_096).startswith(b"HTTP/1.1 408")


# ---- one asker's crowd


def test_a_greedy_address_does_not_use_up_the_requests_of_others(tmp_path: Path) -> None:
    with build_house(tmp_path, requests=Rate(burst=30, per_s=0.001)) as house:
        greedy, other = house.person(), house.person()
        answers = [greedy.http.get("/api/v1/me").status_code for _ in range(60)]
        assert answers == [200] * 30 + [429] * 30
        assert [other.http.get("/api/v1/me").status_code for _ in range(10)] == [200] * 10


def test_turns_go_round_from_asker_to_asker() -> None:
    order: list[str] = []

    async def ask(queue: FairQueue, asker: str, go: asyncio.Event) -> None:
        async with queue.turn(asker, "questions"):
            order.append(asker)
            await go.wait()

    async def scene() -> None:
        queue, go = FairQueue(Turns(at_once=1, of_one=1, waiting=3)), asyncio.Event()
        tasks = [asyncio.create_task(ask(queue, asker, go)) for asker in "aaaabc"]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="too many questions waiting"):
            async with queue.turn("a", "questions"):
                pass
        go.set()
        await asyncio.gather(*tasks)
        async with queue.turn("a", "questions"):
            pass

    run_apart(scene())
    assert order == list("aabcaa")


def test_whoever_gives_up_waiting_leaves_no_gap() -> None:
    served: list[str] = []

    async def scene() -> None:
        queue = FairQueue(Turns(at_once=1, of_one=1, waiting=3))
        async with queue.turn("a", "questions"):
            waiting = [asyncio.create_task(_pass(queue, asker, served)) for asker in "bc"]
            await asyncio.sleep(0)
            waiting[0].cancel()
            await asyncio.sleep(0)
        await waiting[1]
        await _pass(queue, "d", served)

    run_apart(scene())
    assert served == ["c", "d"]


async def _pass(queue: FairQueue, asker: str, served: list[str]) -> None:
    async with queue.turn(asker, "questions"):
        served.append(asker)


def test_a_full_press_takes_one_account_after_the_other_and_refuses_the_greedy_one() -> None:
    jobs, go, made = BackgroundJobs(JobLimits(waiting_of_one=2)), threading.Event(), []
    jobs.begin("first", lambda: go.wait(PATIENCE_S), "greedy")
    wait_until(lambda: not jobs._waiting, "the press is at work")

    def work(name: str) -> None:
        jobs.begin(name, lambda: made.append(name), name.split()[0])

    work("greedy 1")
    work("greedy 2")
    with pytest.raises(Refused, match="too many calculations waiting"):
        work("greedy 3")
    work("other 1")
    jobs.begin("house", lambda: made.append("house"), HOUSE)
    go.set()
    wait_until(lambda: len(made) == 4, "everything was made")
    assert made == ["greedy 1", "other 1", "house", "greedy 2"]
    jobs.close()


def test_one_player_cannot_fill_the_report_press(house: House) -> None:
    greedy, other = house.person(), house.person()
    press = house.server.app.state.paper_jobs["report"]
    go = threading.Event()
    press.begin("long", lambda: go.wait(PATIENCE_S))
    try:
        asked = [
            greedy.http.get("/api/v1/games/blackjack/papers/report", params={"set": f"decks={decks}"})
            for decks in (1, 2, 4, 6, 8)
        ]
        assert [one.status_code for one in asked] == [202, 202, 429, 429, 429]
        assert asked[-1].headers["retry-after"]
        assert asked[-1].json()["reason"] == "too_many_waiting"
        assert other.http.get("/api/v1/games/blackjack/papers/report").status_code == 202
    finally:
        press.close()
        go.set()


def test_questions_about_the_past_wait_apart_from_everything_else(house: House) -> None:
    """Every route that replays rounds or reads a journal is marked; those who play are not."""
    marked = {route.path for route in slow_routes(routes.router for routes in ROUTES)}
    of_a_table = {path for path in marked if path.startswith("/tables/{id}/")}
    rounds = {"rounds", "rounds/{number}", "rounds/{number}/text", "rounds/{number}/pack"}
    assert of_a_table == {
        f"/tables/{{id}}/{what}" for what in rounds | {"shoes", "shoes/{number}", "records", "floor"}
    }
    cage = {f"/cage/{what}" for what in ("receipts/{number}", "sheet", "sheet.csv", "tips")}
    others = {"/me/rounds", "/pit", "/incidents", "/players/{id}/rating", "/games/{game}/felt.svg"}
    assert marked - of_a_table == cage | others
    paths = house.server.app.state.slow_paths
    assert paths.match("/api/v1/tables/blackjack-1/rounds/7")
    assert not any(map(paths.match, ("/api/v1/tables/blackjack-1", "/api/v1/me", "/api/v1/me/money")))


def test_ones_own_rounds_asked_for_in_parallel_leave_others_their_turn(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    greedy, other = house.person(), house.person()
    index, running, go = house.server.tables.index, list[str](), threading.Event()
    look_up = index.played_by

    def played_by(account: str, most: int) -> dict[str, list[int]]:
        running.append(account)
        assert account == other.account.id or go.wait(PATIENCE_S)
        return look_up(account, most)

    monkeypatch.setattr(index, "played_by", played_by)
    with ThreadPoolExecutor(16) as pool:
        asked = [pool.submit(greedy.http.get, "/api/v1/me/rounds") for _ in range(16)]
        wait_until(lambda: sum(one.done() for one in asked) == 9, "one runs, six wait, nine are refused")
        assert running == [greedy.account.id]
        assert other.get("/me")
        assert other.get("/me/rounds") == {"rounds": []}
        assert running == [greedy.account.id, other.account.id]
        go.set()
    statuses = Counter(one.result().status_code for one in asked)
    assert statuses == {200: 7, 429: 9}
    assert all(one.result().headers["retry-after"] for one in asked if one.result().status_code == 429)


def test_a_reader_that_stops_reading_keeps_no_turn(house: House) -> None:
    """The answer is whole before it is sent: whoever does not read it holds no place in a queue."""
    table = house.table()
    floor = house.person(AccountRole.FLOORPERSON)
    with ExitStack() as stack:
        for _ in range(2 * Settings.request_turns.of_one):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", port_of(house))))
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1_024)
            cookie = f"{COOKIE}={floor.http.cookies[COOKIE]}"
            asked = f"GET /api/v1/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n"
            one.sendall(asked.encode())
        assert floor.get(f"/tables/{table}")


def test_what_nobody_wants_any_more_ends_and_begins_anew_when_it_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background_jobs, "UNWANTED_S", 0.0)
    jobs, begun, go = BackgroundJobs(JobLimits()), Counter[str](), threading.Event()

    def work() -> str:
        begun["sweep"] += 1
        go.wait(PATIENCE_S)
        jobs.check_wanted("sweep")
        return "swept"

    assert jobs.ask("sweep", work) is None
    ended = jobs.next_end
    go.set()
    ended.result(PATIENCE_S)
    monkeypatch.setattr(background_jobs, "UNWANTED_S", 1e9)
    assert wait_until(lambda: jobs.ask("sweep", work), "it is found") == "swept"
    assert begun["sweep"] == 2
    jobs.close()


@pytest.mark.skipif(sys.platform != "linux", reason="A thread has no priority of its own on this system.")
def test_calculations_stand_behind_requests_for_the_processor() -> None:
    """On a busy machine a request waited for a core more than for anything else."""

    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    mine, jobs = priority(), BackgroundJobs(JobLimits(nice=7))
    assert jobs.begin("priority", priority).result(60) == min(mine + 7, 19)
    assert priority() == mine
    jobs.close()
