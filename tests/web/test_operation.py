"""Running a server: probes, metrics, request ids, logs, and its end."""

import json
import logging
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from pitboss.desk.verify import verify_store
from pitboss.journal.open_store import open_store
from pitboss.web.app import make_server
from pitboss.web.drain import drain
from pitboss.web.request_log import JsonFormatter
from pitboss.web.roles import AccountRole
from pitboss.web.settings import Operation
from tests.cli.processes import PITBOSS
from tests.postgres import emptied
from tests.waiting import PATIENCE_S, wait_until
from tests.web.apart import run_apart
from tests.web.house import PASSWORD, House, build_house, open_line, quick
from tests.web.playing import play

MOST_LABELS = 400


# ---- probes


def test_a_server_is_alive_and_ready(house: House) -> None:
    assert house.client().get("/health").json() == {"state": "alive"}
    assert house.client().get("/ready").json() == {"state": "ready"}


def test_a_server_that_is_ending_has_lost_its_claims_or_its_store_is_not_ready(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reason() -> str:
        answer = house.client().get("/ready")
        assert answer.status_code == 503
        assert house.client().get("/health").status_code == 200
        return str(answer.json()["reason"])

    tables = house.server.tables
    with monkeypatch.context() as patch:
        patch.setattr(tables, "_claims_kept_at", -1e9)
        patch.setattr(tables, "_keep_claims", lambda: None)
        assert reason() == "claims"
    with monkeypatch.context() as patch:
        patch.setattr(tables.directory, "check_answers", lambda: open_store("/no/such/folder/pit.db"))
        assert reason() == "store"
    house.server.app.state.drain.has_begun = True
    assert reason() == "draining"


# ---- metrics


def figures(text: str) -> dict[str, list[Any]]:
    return {family.name: family.samples for family in text_string_to_metric_families(text)}


def test_metrics_count_requests_commands_connections_tables_and_commits(house: House) -> None:
    ann, table = house.person(money_cents=100_00), house.table()
    ann.sit(table, 1, 50_00)
    assert ann.refused(f"/tables/{table}/sit", key="again", seat=2)[1] == "already_seated"
    with ann.line(table) as line:
        line.hear()
        told = figures(house.client().get("/metrics").text)
    counted = {
        (one.labels["method"], one.labels["route"], one.labels["status"]): one.value
        for one in told["pitboss_requests"]
        if one.name.endswith("_total")
    }
    assert counted["POST", "/api/v1/tables/{id}/sit", "200"] == 1
    assert counted["POST", "/api/v1/tables/{id}/sit", "409"] == 1
    assert {one.labels["outcome"]: one.value for one in told["pitboss_commands"] if "_total" in one.name} == {
        "accepted": 1
    }
    assert told["pitboss_live_connections"][0].value == 1
    assert {one.labels["state"]: one.value for one in told["pitboss_tables"]}["open"] == 1
    assert any(
        one.name == "pitboss_store_append_seconds_count" and one.value > 0
        for one in told["pitboss_store_append_seconds"]
    )
    assert told["pitboss_build_info"][0].labels["version"]


def test_labels_of_metrics_have_no_person_and_no_end(house: House) -> None:
    ann = house.person(name="ann of the metrics")
    for number in range(30):
        ann.http.get(f"/api/v1/tables/nothing-{number}")
        ann.http.get(f"/nowhere/{number}")
        ann.http.request(f"GET{number}", "/api/v1/me")
    text = house.client().get("/metrics").text
    labels = {value for samples in figures(text).values() for one in samples for value in one.labels.values()}
    assert len(labels) < MOST_LABELS
    for secret in (ann.account.id, "ann of the metrics", "nothing-", "GET7"):
        assert secret not in text


def test_metrics_are_for_this_machine_or_for_whoever_has_the_token(tmp_path: Path) -> None:
    with build_house(tmp_path, operation=Operation(metrics_token="open sesame")) as house:

        def status(**headers: str) -> int:
            return house.client().get("/metrics", headers=headers).status_code

        proxied = {"X-Forwarded-For": "192.0.2.7"}
        assert status() == 200
        assert status(**proxied) == 403
        assert status(**proxied, Authorization="Bearer open") == 403
        assert status(**proxied, Authorization="Bearer open sesame") == 200


# ---- request ids and logs


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the server logs, as JSON."""
    told: list[dict[str, Any]] = []
    formatter = JsonFormatter()

    class Keeping(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append(json.loads(formatter.format(record)))

    logger = logging.getLogger("pitboss")
    monkeypatch.setattr(logger, "handlers", [Keeping()])
    monkeypatch.setattr(logger, "level", logging.INFO)
    logger.manager._clear_cache()  # type: ignore[attr-defined]
    return told


@pytest.mark.usefixtures("lines")
def test_an_answer_has_the_id_of_its_request(house: House) -> None:
    client = house.client()
    assert client.get("/health", headers={"X-Request-ID": "from-the-proxy-7"}).headers["X-Request-ID"] == (
        "from-the-proxy-7"
    )
    for malformed in ("short", "x" * 65, "a\"b'c;d e f", "eight\tab"):
        made = client.get("/api/v1/me", headers={"X-Request-ID": malformed}).headers["X-Request-ID"]
        assert re.fullmatch("[0-9a-f]{16}", made)


def test_an_error_and_what_was_logged_about_it_have_the_same_id(
    house: House, lines: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError("a bug")

    ann = house.person()
    monkeypatch.setattr(house.server.tables, "cards", fail)
    answer = ann.http.get("/api/v1/tables")
    assert (answer.status_code, answer.json()["reason"]) == (500, "fault")
    wait_until(lambda: any(one["message"] == "request" for one in lines), "the request is logged")
    failed, request = lines
    assert failed["request_id"] == request["request_id"] == answer.headers["X-Request-ID"]
    assert "RuntimeError: a bug" in failed["exception"]


def test_a_request_is_one_line_with_account_route_status_and_duration(
    house: House, lines: list[dict[str, Any]]
) -> None:
    ann, table = house.person(money_cents=100_00), house.table()
    ann.sit(table, 1, 50_00)
    (line,) = wait_until(
        lambda: [one for one in lines if one.get("route", "").endswith("/sit")], "the answer is logged"
    )
    assert (line["account"], line["method"], line["status"]) == (ann.account.id, "POST", 200)
    assert line["route"] == "/api/v1/tables/{id}/sit"
    assert line["duration_ms"] > 0


def test_an_act_on_a_live_line_is_one_line_too(house: House, lines: list[dict[str, Any]]) -> None:
    ann, table = house.person(money_cents=100_00), house.table()
    with ann.line(table) as line:
        answer = line.say(type="do", key="k1", command={"type": "Leave"})
    (told,) = wait_until(lambda: [one for one in lines if one.get("method") == "LIVE"], "the act is logged")
    assert told["request_id"] == answer["request_id"]
    assert (told["account"], told["table"], told["status"]) == (ann.account.id, table, answer["reason"])


def test_logs_have_no_password_token_or_hidden_card(house: House, lines: list[dict[str, Any]]) -> None:
    admin = house.person(AccountRole.ADMINISTRATOR)
    token = admin.post("/me/tokens", name="machine")["secret"]
    account = house.accounts.create("bea", AccountRole.PLAYER, PASSWORD)
    client = house.client(Authorization=f"Bearer {token}")
    client.get("/api/v1/me", params={"token": token})
    client.post("/api/v1/login", json={"name": "bea", "password": PASSWORD})
    client.post("/api/v1/login", json={"name": "bea", "password": "wrong " + PASSWORD})
    client.post("/api/v1/login", content=f'{{"password": "{PASSWORD}"')
    bea = house.person(money_cents=100_00)
    table = house.table()
    bea.sit(table, 1, 50_00)
    play(bea, table)
    shoe = house.server.tables.live[table].desk._hidden_cards.orders
    wait_until(lambda: len(lines) >= 5, "the answers are logged")
    text = json.dumps(lines)
    assert account.id
    cookie = bea.http.cookies["pitboss_session"]
    for secret in (
        token,
        PASSWORD,
        cookie,
        bea.http.headers["x-pitboss-csrf"],
        str(next(iter(shoe.values())))[:40],
    ):
        assert secret not in text


# ---- the end


@contextmanager
def process(store: Path, *options: str) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    command = [str(PITBOSS), "serve", "--demo", "--port", "0", "--pace", "0"]
    command += ["--store", str(store), "--no-verifier-runs", *options]
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert started.stdout is not None
        found = re.search(r"http://[\w.:]+", started.stdout.readline())
        assert found
        yield found[0], started
    finally:
        started.kill()
        started.communicate(timeout=PATIENCE_S)


def guest(url: str) -> httpx.Client:
    client = httpx.Client(base_url=url, timeout=PATIENCE_S, trust_env=False)
    client.headers["X-Pitboss-CSRF"] = client.post("/api/v1/demo", json={}).json()["csrf"]
    return client


def test_a_server_told_to_end_finishes_says_goodbye_and_lets_its_tables_go(tmp_path: Path) -> None:
    store = tmp_path / "pit.db"
    with process(store, "--operation-drain-notice-s", "3") as (url, server):
        client = guest(url)
        table = client.get("/api/v1/tables").json()["tables"][0]["id"]
        cookie = f"pitboss_session={client.cookies['pitboss_session']}"
        address = f"{url.replace('http', 'ws')}/api/v1/tables/{table}/live"
        with open_line(address, {"Cookie": cookie}, origin=url) as line:
            line.recv()
            server.send_signal(signal.SIGTERM)
            wait_until(lambda: client.get("/ready").status_code == 503, "the server is not ready")
            assert client.get("/ready").json()["reason"] == "draining"
            sit = {"key": "sit", "seat": 1, "chips_cents": 10_000}
            assert client.post(f"/api/v1/tables/{table}/sit", json=sit).status_code == 200
            refused = client.post("/api/v1/tables", json={"game": "blackjack"})
            assert (refused.status_code, refused.json()["reason"]) == (503, "going_away")
            with open_line(address, {"Cookie": cookie}, origin=url) as another:
                assert json.loads(another.recv())["reason"] == "going_away"
            messages = [json.loads(message) for message in line]
        assert messages[-1]["type"] == "bye"
        assert messages[-1]["reason"] == "going_away"
        assert server.wait(PATIENCE_S) == 0
        client.close()
    journal = open_store(str(store))
    try:
        assert verify_store(journal).fault is None
        claim = journal.holder(table)
        assert claim is not None
        assert claim.until_us == 0
    finally:
        journal.close()


def test_a_server_told_twice_ends_at_once(tmp_path: Path) -> None:
    with process(tmp_path / "pit.db", "--operation-drain-notice-s", "600") as (url, server):
        client = guest(url)
        server.send_signal(signal.SIGTERM)
        wait_until(lambda: client.get("/ready").status_code == 503, "the server is not ready")
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE_S) == -signal.SIGTERM
        client.close()


def test_acts_under_way_are_finished_before_the_tables_are_let_go(house: House) -> None:
    ann, table = house.person(money_cents=100_00), house.table()
    state, tables = house.server.app.state.drain, house.server.tables
    with state.act():
        live = tables.live[table]
        run_apart(drain(state, tables, Operation(drain_s=0.1)))
        assert live.closed is not None
        assert live.closed.reason == "going_away"
    assert ann.refused(f"/tables/{table}/sit", key="k", seat=1) == (503, "going_away")
    claim = tables.pit.store.holder(table)
    assert claim is not None
    assert claim.until_us == 0


def test_a_house_on_postgresql_begins_in_a_fresh_home(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing has made the folder of the key before."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home" / "data"))
    settings = replace(quick(tmp_path), store=emptied(postgres), mark_file="")
    make_server(settings).close()
    key = tmp_path / "home" / "data" / "pitboss" / "pit.key"
    assert (key.stat().st_mode & 0o777, key.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    make_server(settings).close()
