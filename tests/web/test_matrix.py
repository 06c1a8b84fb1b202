"""Every door by every role. A route without a row here fails."""

import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.web.middleware import API
from pitboss.web.pages import PAGES
from pitboss.web.roles import AccountRole
from tests.web.house import House, Visitor, build_house

LETTERS = {
    "p": AccountRole.PLAYER,
    "d": AccountRole.DEALER,
    "f": AccountRole.FLOORPERSON,
    "c": AccountRole.CASHIER,
    "r": AccountRole.REGULATOR,
    "a": AccountRole.ADMINISTRATOR,
}
ALL = "pdfcra"
OPEN = "open"
"""No door: before one has logged in."""

DOORS: dict[str, str] = {
    "POST /login": OPEN,
    "POST /demo": OPEN,
    "POST /logout": ALL,
    "GET /me": ALL,
    "POST /me/password": ALL,
    "GET /me/tokens": ALL,
    "POST /me/tokens": ALL,
    "DELETE /me/tokens/{id}": ALL,
    "DELETE /me/tokens": ALL,
    "GET /me/sign-ins": ALL,
    "DELETE /me/sessions": ALL,
    "GET /me/second-factor": ALL,
    "POST /me/second-factor": ALL,
    "POST /me/second-factor/confirm": ALL,
    "POST /me/second-factor/remove": ALL,
    "GET /me/assignments": "d",
    "GET /me/money": "p",
    "GET /me/rounds": "p",
    "GET /me/limits": "p",
    "POST /me/limits": "p",
    "POST /me/exclusion": "p",
    "GET /players/{id}/rating": "fra",
    "GET /accounts": "a",
    "POST /accounts": "a",
    "POST /accounts/{id}/password": "a",
    "POST /accounts/{id}/active": "a",
    "POST /accounts/{id}/role": "a",
    "POST /accounts/{id}/second-factor/remove": "a",
    "GET /accounts/{id}/access": "a",
    "DELETE /accounts/{id}/tokens/{token}": "a",
    "DELETE /accounts/{id}/tokens": "a",
    "DELETE /accounts/{id}/sessions": "a",
    "POST /accounts/{id}/money": "c",
    "GET /assignments": "fra",
    "POST /assignments": "fa",
    "POST /assignments/{id}/end": "fa",
    "GET /dealers": "fra",
    "GET /approvals": "fcra",
    "POST /approvals/{id}/approve": "dfca",
    "POST /approvals/{id}/refuse": "dfca",
    "GET /cage": "cra",
    "GET /cage/players": "cra",
    "GET /cage/sheet": "cra",
    "GET /cage/sheet.csv": "cra",
    "GET /cage/receipts/{number}": "cra",
    "GET /cage/tips": "cra",
    "POST /cage/pay-in": "c",
    "POST /cage/pay-out": "c",
    "POST /cage/sell-chips": "c",
    "POST /cage/redeem-chips": "c",
    "POST /cage/capital-in": "c",
    "POST /cage/capital-out": "c",
    "POST /cage/open": "c",
    "POST /cage/close": "c",
    "POST /cage/slips/{slip}/issue": "c",
    "POST /cage/slips/{slip}/receive": "c",
    "POST /cage/slips/{slip}/void": "c",
    "POST /cage/boxes/{box}/count": "c",
    "POST /cage/tips": "c",
    "GET /activity": "ra",
    "GET /log/head": OPEN,
    "GET /log/key": OPEN,
    "GET /log/consistency": OPEN,
    "GET /log/inclusion": OPEN,
    "GET /log/receipt": ALL,
    "GET /log/leaves": OPEN,
    "GET /log/witnesses": OPEN,
    "POST /log/cosignatures": OPEN,
    "GET /words": ALL,
    "GET /games": ALL,
    "GET /games/{game}": ALL,
    "GET /games/{game}/edges": ALL,
    "GET /games/{game}/odds": ALL,
    "GET /games/{game}/strategy": ALL,
    "GET /games/{game}/readings": ALL,
    "GET /games/{game}/published": ALL,
    "GET /games/{game}/felt": ALL,
    "GET /games/{game}/felt.svg": ALL,
    "GET /games/{game}/papers/{paper}": ALL,
    "GET /tables": ALL,
    "POST /tables": "fa",
    "GET /tables/{id}": ALL,
    "GET /tables/{id}/events": ALL,
    "POST /tables/{id}/commands": "pdf",
    "POST /tables/{id}/sit": "p",
    "POST /tables/{id}/chips": "p",
    "POST /tables/{id}/leave": "p",
    "POST /tables/{id}/ready": "p",
    "POST /tables/{id}/next": "pdf",
    "POST /tables/{id}/seed": "p",
    "POST /tables/{id}/seed/reveal": "p",
    "GET /tables/{id}/coach": "p",
    "GET /tables/{id}/entries": "dfra",
    "POST /tables/{id}/corrections": "df",
    "GET /tables/{id}/rounds": ALL,
    "GET /tables/{id}/rounds/{number}": ALL,
    "GET /tables/{id}/rounds/{number}/text": ALL,
    "GET /tables/{id}/rounds/{number}/pack": "fra",
    "GET /tables/{id}/shoes": ALL,
    "GET /tables/{id}/shoes/{number}": ALL,
    "GET /tables/{id}/records": "fra",
    "GET /tables/{id}/floor": "fra",
    "GET /pit": "dfra",
    "GET /day": "cfra",
    "GET /day/csv": "cfra",
    "GET /day/pdf": "cfra",
    "GET /incidents": "fra",
    "POST /tables/{id}/incidents": "f",
    "POST /incidents/{id}/follow-up": "fa",
    "POST /tables/{id}/stop": "f",
    "POST /tables/{id}/resume": "f",
    "POST /tables/{id}/void": "f",
    "POST /tables/{id}/options": "f",
    "GET /tables/{id}/tray": "dfra",
    "POST /tables/{id}/tray/open": "df",
    "POST /tables/{id}/tray/close": "df",
    "POST /tables/{id}/fill": "f",
    "POST /tables/{id}/credit": "f",
    "POST /tables/{id}/slips/{number}/receive": "df",
    "POST /tables/{id}/slips/{number}/send": "df",
    "POST /tables/{id}/slips/{number}/void": "f",
    "POST /tables/{id}/box": "f",
    "POST /tables/{id}/tips": "f",
    "POST /tables/{id}/give-up": "fa",
    "POST /people/{id}/bar": "f",
    "POST /people/{id}/admit": "f",
}
PAGE_DOORS: dict[str, str] = {
    "/lobby": ALL,
    "/open/{game}": ALL,
    "/pit": "dfra",
    "/tables/{id}": ALL,
    "/tables/{id}/deal": "d",
    "/tables/{id}/floor": "fra",
    "/tables/{id}/replay": ALL,
    "/odds": ALL,
    "/odds/{game}": ALL,
    "/me": ALL,
    "/records": "fra",
    "/day": "cfra",
    "/staff": "fra",
    "/cage": "cra",
    "/cage/sheet": "cra",
    "/cage/receipts/{number}": "cra",
    "/accounts": "a",
}
WHY = {"why": "because"}
PAYMENT = {"account": "nobody", "cents": 100}
CHIPS = [{"denomination_cents": 5_00, "number": 20}]
CAPITAL = WHY | {"of": "cash", "cents": 100}
COUNT: dict[str, Any] = {"cash": [], "chips": [], "cash_booked_cents": 0, "chips_booked_cents": 0}
BODIES: dict[str, dict[str, Any]] = {
    "POST /login": {"name": "nobody here", "password": "x" * 12},
    "POST /demo": {},
    "POST /me/password": {"old": "wrong password", "new": "another password"},
    "POST /me/tokens": {"name": "program"},
    "POST /me/limits": {"what": "deposit", "most": 10**12, "days": 1},
    "POST /me/exclusion": {"days": 1},
    "POST /accounts": {"role": "player"},
    "POST /accounts/{id}/active": {"active": True, "why": "a test"},
    "POST /accounts/{id}/role": {"role": "dealer"},
    "POST /me/second-factor": {},
    "POST /me/second-factor/confirm": {"code": "000000"},
    "POST /me/second-factor/remove": {"code": "000000"},
    "POST /assignments": {"account": "nobody", "table": "nowhere", "begins_at": 0.0, "ends_at": 1.0},
    "POST /approvals/{id}/refuse": WHY,
    "POST /accounts/{id}/money": {"cents": 100},
    "POST /cage/pay-in": PAYMENT,
    "POST /cage/pay-out": PAYMENT,
    "POST /cage/sell-chips": {"chips": CHIPS},
    "POST /cage/redeem-chips": {"chips": CHIPS},
    "POST /cage/capital-in": CAPITAL,
    "POST /cage/capital-out": CAPITAL,
    "POST /cage/open": COUNT,
    "POST /cage/close": COUNT,
    "POST /cage/slips/{slip}/issue": {"carrier": "guard 7"},
    "POST /cage/slips/{slip}/void": WHY,
    "POST /cage/boxes/{box}/count": {"notes": []},
    "POST /cage/tips": {"account": "nobody", "cents": 100},
    "POST /tables": {"game": "blackjack"},
    "POST /tables/{id}/commands": {"command": {"type": "RefuseCut"}},
    "POST /tables/{id}/sit": {"seat": 1, "chips_cents": 0},
    "POST /tables/{id}/chips": {"cents": 100},
    "POST /tables/{id}/ready": {"ready": True},
    "POST /tables/{id}/seed": {"commitment": "00" * 32},
    "POST /tables/{id}/seed/reveal": {"shoe": 1, "seed": "00" * 32, "next": "11" * 32},
    "POST /tables/{id}/incidents": {"narrative": "A glass fell.", "round": 0},
    "POST /incidents/{id}/follow-up": {"finding": "nothing broke"},
    "POST /tables/{id}/stop": WHY,
    "POST /tables/{id}/give-up": WHY,
    "POST /tables/{id}/corrections": WHY | {"record": 1, "command": None},
    "POST /tables/{id}/resume": WHY,
    "POST /tables/{id}/void": WHY,
    "POST /tables/{id}/options": WHY | {"set": []},
    "POST /tables/{id}/tray/open": {"chips": []},
    "POST /tables/{id}/tray/close": {"chips": []},
    "POST /tables/{id}/fill": {"chips": CHIPS},
    "POST /tables/{id}/credit": {"chips": CHIPS},
    "POST /tables/{id}/slips/{number}/send": {"carrier": "guard"},
    "POST /tables/{id}/slips/{number}/void": WHY,
    "POST /tables/{id}/box": {"box": "1", "next_box": "2"},
    "POST /people/{id}/bar": WHY,
    "POST /people/{id}/admit": WHY,
}
KEYED = (
    "commands",
    "seed",
    "reveal",
    "sit",
    "chips",
    "leave",
    "next",
    "void",
    "corrections",
    "options",
    "fill",
    "credit",
    "receive",
    "send",
    "open",
    "close",
    "box",
    "tips",
    "money",
)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Scene"]:
    with build_house(tmp_path_factory.mktemp("matrix")) as house:
        yield Scene(house)


class Scene:
    """One table, and somebody of each role."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.table = house.table()
        self.people = {letter: house.person(role) for letter, role in LETTERS.items()}
        self.target = house.person()

    def status(self, letter: str, route: str) -> tuple[int, str]:
        method, _, path = route.partition(" ")
        person = self.house.person(LETTERS[letter]) if path == "/logout" else self.people[letter]
        return self.ask(person.http, method, route, path)

    def ask(self, http: Any, method: str, route: str, path: str) -> tuple[int, str]:
        about_people = path.startswith(("/accounts", "/people", "/me"))
        filled = path.format(
            id=self.target.account.id if about_people else self.table,
            game="blackjack",
            number=1,
            paper="sign",
            token="nothing",
            slip=1,
            box="A1",
        )
        body = dict(BODIES.get(route, {}))
        if path.rpartition("/")[2] in KEYED or path.startswith("/cage/"):
            body["key"] = uuid.uuid4().hex
        if route == "POST /accounts":
            body["name"] = f"new {uuid.uuid4().hex[:12]}"
        answer = http.request(method, API + filled, json=body if method == "POST" else None)
        reason = answer.json().get("reason", "") if answer.status_code >= 400 else ""
        return answer.status_code, reason


def test_every_route_of_the_api_has_a_row(scene: Scene) -> None:
    paths = scene.house.server.app.openapi()["paths"]
    routes = {
        f"{method.upper()} {path.removeprefix(API)}" for path, methods in paths.items() for method in methods
    }
    assert routes == set(DOORS)


def test_every_page_has_a_row() -> None:
    assert {page.path for page in PAGES} == set(PAGE_DOORS)


@pytest.mark.parametrize("route", DOORS)
def test_who_passes_which_door(scene: Scene, route: str) -> None:
    method, _, path = route.partition(" ")
    outside = scene.ask(scene.house.client(), method, route, path)
    if DOORS[route] == OPEN:
        closed = ((401, "wrong_login"), (403, "no_demo"))
        assert outside in closed or (path.startswith("/log/") and outside[0] in (200, 400, 404, 422)), outside
        return
    assert outside == (401, "not_logged_in")
    for letter, role in LETTERS.items():
        status, reason = scene.status(letter, route)
        if letter in DOORS[route]:
            assert reason not in ("not_for_you", "not_logged_in", "no_csrf"), role
            assert status < 500, (role, reason)
        else:
            assert (status, reason) == (403, "not_for_you"), role


@pytest.mark.parametrize("path", PAGE_DOORS)
def test_who_opens_which_page(scene: Scene, path: str) -> None:
    filled = path.format(id=scene.table, game="blackjack", number=1)
    outside = scene.house.client().get(filled)
    assert outside.status_code == 303
    assert outside.headers["location"].startswith("/login?next=")
    for letter, role in LETTERS.items():
        answer = scene.people[letter].http.get(filled)
        assert (answer.status_code == 403) == (letter not in PAGE_DOORS[path]), role
        assert answer.status_code < 500


@pytest.mark.parametrize("letter", LETTERS)
def test_a_changing_request_without_the_pages_own_word_is_refused(scene: Scene, letter: str) -> None:
    person: Visitor = scene.people[letter]
    plain = scene.house.client()
    plain.cookies.update(person.http.cookies)
    for route in DOORS:
        method, _, path = route.partition(" ")
        if method == "GET" or DOORS[route] == OPEN:
            continue
        assert scene.ask(plain, method, route, path) == (403, "no_csrf"), route
