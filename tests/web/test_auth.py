"""The auth over HTTP: cookies, origins, limits, headers, and what never leaves the house."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from pitboss.errors import BadInput
from pitboss.web.auth import COOKIE, CSRF_HEADER
from pitboss.web.rate_limit import Rate, RateLimiter
from pitboss.web.roles import AccountRole
from pitboss.web.server import bind
from pitboss.web.settings import ClientLimits
from tests.waiting import PATIENCE_S
from tests.web.house import PASSWORD, House, build_house, open_line, quick


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One for all of these tests: each brings its own people."""
    with build_house(tmp_path_factory.mktemp("auth")) as built:
        yield built


def newcomer(house: House) -> str:
    """The name of an account with the password."""
    house.names += 1
    return house.accounts.create(f"ann {house.names}", AccountRole.PLAYER, PASSWORD).name


def log_in(house: House, name: str, password: str = PASSWORD) -> httpx.Response:
    return house.client().post("/api/v1/login", json={"name": name, "password": password})


def test_logging_in_gives_a_cookie_that_scripts_and_other_sites_cannot_use(house: House) -> None:
    name = newcomer(house)
    answer = log_in(house, name)
    assert answer.status_code == 200
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert answer.cookies[COOKIE] not in answer.text


def test_logging_out_ends_the_session(house: House) -> None:
    person = house.person()
    person.post("/logout")
    person.http.cookies.clear()
    assert person.http.get("/api/v1/me").status_code == 401


def test_a_wrong_login_says_the_same_for_a_wrong_name(house: House) -> None:
    name = newcomer(house)
    wrong = [log_in(house, name, "wrong password"), log_in(house, "nobody", "wrong password")]
    assert [answer.status_code for answer in wrong] == [401, 401]
    assert wrong[0].json() == wrong[1].json()


def test_logins_are_counted_by_address_and_by_name(tmp_path: Path) -> None:
    with build_house(tmp_path, logins=Rate(burst=3, per_s=0.001)) as house:
        answers = [log_in(house, "ann", "wrong password") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 429, 429]
    assert answers[-1].json()["reason"] == "too_fast"
    assert "Retry-After" in answers[-1].headers


def test_commands_are_counted_by_account(tmp_path: Path) -> None:
    with build_house(tmp_path, commands=Rate(burst=2, per_s=0.001)) as house:
        ann, ben = house.person(), house.person()
        table = house.table()
        seen = [ann.http.post(f"/api/v1/tables/{table}/ready", json={}).status_code for _ in range(3)]
        assert seen == [409, 409, 429]
        assert ben.http.post(f"/api/v1/tables/{table}/ready", json={}).status_code == 409


def test_a_bucket_fills_with_time() -> None:
    now = [0.0]
    buckets = RateLimiter(Rate(burst=1, per_s=0.5), clock=lambda: now[0])
    assert buckets.wait_s("ann") == 0
    assert buckets.wait_s("ann") == 2
    assert buckets.wait_s("ben") == 0
    now[0] = 2
    assert buckets.wait_s("ann") == 0


def test_a_one_time_password_opens_nothing_but_its_change(house: House) -> None:
    name = newcomer(house)
    once = house.accounts.reset_password(house.accounts.log_in(name, PASSWORD).id)
    client = house.client()
    me = client.post("/api/v1/login", json={"name": name, "password": once}).json()
    assert me["must_change_password"]
    client.headers[CSRF_HEADER] = me["csrf"]
    refused = client.get("/api/v1/tables")
    assert (refused.status_code, refused.json()["reason"]) == (403, "change_password_first")
    changed = client.post("/api/v1/me/password", json={"old": once, "new": "my own password"})
    assert changed.status_code == 200
    client.headers[CSRF_HEADER] = changed.json()["csrf"]
    assert client.get("/api/v1/tables").status_code == 200


def test_a_token_opens_what_its_account_opens_and_needs_no_word_of_a_page(house: House) -> None:
    person = house.person()
    made = person.post("/me/tokens", name="program")
    program = house.client(Authorization=f"Bearer {made['secret']}")
    assert program.get("/api/v1/me").json()["name"] == person.account.name
    assert program.post("/api/v1/me/tokens", json={"name": "another"}).status_code == 200
    listed = person.get("/me/tokens")["tokens"]
    assert made["secret"] not in str(listed)
    person.http.delete(f"/api/v1/me/tokens/{made['id']}")
    assert program.get("/api/v1/me").status_code == 401


@pytest.mark.parametrize("given", ["Bearer nothing", "Basic YTpi", "Bearer", "x" * 3000])
def test_a_made_up_authorization_opens_nothing(house: House, given: str) -> None:
    assert house.client(Authorization=given).get("/api/v1/me").status_code == 401


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://[", ""])
def test_another_sites_request_is_refused_even_with_cookie_and_word(house: House, origin: str) -> None:
    person = house.person()
    answer = person.http.post("/api/v1/me/tokens", json={"name": "program"}, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["reason"]) == (403, "foreign_origin")


def test_our_own_origin_passes(house: House) -> None:
    person = house.person()
    answer = person.http.post("/api/v1/me/tokens", json={"name": "program"}, headers={"Origin": house.url})
    assert answer.status_code == 200


def test_a_name_that_was_turned_to_this_machine_is_refused(house: House) -> None:
    answer = house.client().get("/login", headers={"Host": "rebound.example"})
    assert (answer.status_code, answer.json()["reason"]) == (421, "bad_host")


def test_a_line_from_another_site_is_not_opened(house: House) -> None:
    person = house.person()
    table = house.table()
    url = house.url.replace("http", "ws") + f"/api/v1/tables/{table}/live"
    headers = {"Cookie": f"{COOKIE}={person.http.cookies[COOKIE]}", "Origin": "http://evil.example"}
    with pytest.raises(InvalidStatus), open_line(url, headers):
        pass


def test_a_line_by_cookie_says_where_it_comes_from(house: House) -> None:
    person = house.person()
    table = house.table()
    url = house.url.replace("http", "ws") + f"/api/v1/tables/{table}/live"
    headers = {"Cookie": f"{COOKIE}={person.http.cookies[COOKIE]}"}
    with open_line(url, headers) as socket:
        assert '"foreign_origin"' in str(socket.recv(timeout=PATIENCE_S))


@pytest.mark.parametrize("path", ["/login", "/api/v1/docs", "/api/v1/me", "/nowhere", "/static/nothing.css"])
def test_every_answer_carries_the_headers(house: House, path: str) -> None:
    headers = house.client().get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_the_api_page_needs_nothing_from_elsewhere(house: House) -> None:
    page = house.client().get("/api/v1/docs").text
    assert "POST /api/v1/login" in page
    addresses = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert addresses
    assert all(re.match(r"/(?!/)|#", address) for address in addresses)
    assert "<script>" not in page
    assert "style=" not in page


def test_a_request_too_large_is_refused(house: House) -> None:
    person = house.person()
    answer = person.http.post(
        "/api/v1/login", json={"name": "ann", "password": "x" * ClientLimits().body_bytes}
    )
    assert (answer.status_code, answer.json()["reason"]) == (413, "too_large")


def test_a_body_that_says_no_length_is_counted(house: House) -> None:
    answer = house.person().http.post("/api/v1/login", content=iter([b"x" * ClientLimits().body_bytes, b"x"]))
    assert (answer.status_code, answer.json()["reason"]) == (413, "too_large")


def test_a_fault_of_ours_tells_nothing_of_the_inside(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> None:
        raise RuntimeError("secret inside")

    monkeypatch.setattr(house.accounts, "tokens", break_down)
    logging.getLogger("uvicorn.error").disabled = True
    answer = house.person().http.get("/api/v1/me/tokens")
    logging.getLogger("uvicorn.error").disabled = False
    assert answer.status_code == 500
    assert answer.json()["reason"] == "fault"
    assert "secret" not in answer.text


def test_no_secret_is_logged(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    name = newcomer(house)
    answer = log_in(house, name)
    log_in(house, name, "a wrong password")
    ours = "\n".join(one.getMessage() for one in caplog.records if not one.name.startswith("http"))
    for secret in (PASSWORD, "a wrong password", answer.cookies[COOKIE], answer.json()["csrf"]):
        assert secret not in ours


def test_the_demonstration_lets_people_in_with_play_money(tmp_path: Path) -> None:
    with build_house(tmp_path, demo=True) as house:
        client = house.client()
        me = client.post("/api/v1/demo", json={}).json()
        assert me["role"] == "player"
        assert client.get("/api/v1/me/money").json()["balance_cents"] > 0
        other = house.client().post("/api/v1/demo", json={}).json()
        assert other["id"] != me["id"]
        assert house.client().post("/api/v1/demo", json={"role": "administrator"}).status_code == 422


def test_a_closed_cage_gives_no_play_money_and_says_so(tmp_path: Path) -> None:
    with build_house(tmp_path, demo=True) as house:
        client = house.client()
        cashier = client.post("/api/v1/demo", json={"role": "cashier"}).json()
        books = {"cash_booked_cents": 0, "chips_booked_cents": 0}
        body = {"key": "k", "cash": [], "chips": [], **books}
        client.headers[CSRF_HEADER] = cashier["csrf"]
        assert client.post("/api/v1/cage/close", json=body).status_code == 200
        refused = house.client().post("/api/v1/demo", json={}).json()
        assert refused["reason"] == "cage_closed"
        assert house.client().post("/api/v1/demo", json={"role": "dealer"}).status_code == 200


def test_the_demonstration_is_refused_beyond_this_machine(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="for this machine only"):
        bind(quick(tmp_path, demo=True, host="0.0.0.0"))


def test_behind_tls_cookies_and_browsers_are_told_to_stay_there(tmp_path: Path) -> None:
    with build_house(tmp_path, public_address="https://pit.example") as house:
        name = newcomer(house)
        said = {"name": name, "password": PASSWORD}
        answer = house.client(Host="pit.example").post(
            f"http://127.0.0.1:{house.server.settings.port}/api/v1/login", json=said
        )
        assert answer.status_code == 200
        assert "secure" in answer.headers["set-cookie"].lower()
        assert "max-age" in answer.headers["strict-transport-security"]


def test_without_tls_nobody_is_told_to_use_it(house: House) -> None:
    assert "strict-transport-security" not in house.client().get("/login").headers


def test_a_made_up_address_of_a_proxy_does_not_get_around_the_count(tmp_path: Path) -> None:
    with build_house(tmp_path, logins=Rate(burst=3, per_s=0.001)) as house:
        answers = [
            house.client().post(
                "/api/v1/login",
                json={"name": f"nobody {number}", "password": "x" * 12},
                headers={"X-Forwarded-For": f"10.0.0.{number}"},
            )
            for number in range(5)
        ]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 429, 429]
