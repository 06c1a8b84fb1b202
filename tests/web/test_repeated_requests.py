"""Every change is made once, however often it is asked for under one key: over all routes of the API."""

import hashlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa

from pitboss.desk.cage_acts import FillIssued
from pitboss.web.middleware import API, SAFE
from pitboss.web.repeated_requests import KEY_HEADER
from pitboss.web.roles import AccountRole
from pitboss.web.security_policy import SecurityPolicy
from pitboss.web.totp import code_at, step_at
from tests.web.at_cage import (
    ask_for_fill,
    bring,
    by_hand,
    collect_tips,
    fill,
    send_credit,
    table_in_use,
    take_box,
)
from tests.web.browser.shift import Shift
from tests.web.house import MONEY, House, Visitor, build_house
from tests.web.test_seat_permissions import play_on
from tests.web.test_seeds import SeedPage

BEFORE_LOGIN = {"POST /login", "POST /demo"}
"""Nobody is known yet, and nothing is changed but who one is."""
SIGNED = {"POST /log/cosignatures"}
"""A witness’s signature is the same however often it comes."""
ENDS_THE_SESSION = {"POST /logout", "POST /me/password", "POST /me/second-factor/remove"}
"""The cookie that would ask again is no longer valid: the answer is 401, and nothing happens twice."""
LIMIT = 5_000_00
"""Above it a second person approves."""
UNCOUNTED = {"door_session", "door_answer", "door_sitting", "claims", "alembic_version"}


CHIPS = [{"denomination_cents": 5_00, "number": 20}]
POLICY = SecurityPolicy(two_persons_above_cents=LIMIT)


class Change(NamedTuple):
    """A request that is accepted: by whom, where, and with what."""

    by: Visitor
    path: str
    body: dict[str, Any]


def at_table(what: str, **body: Any) -> Callable[[House], Change]:
    """A seated player's request at a table that deals its own cards."""

    def make(house: House) -> Change:
        player, table = house.person(money_cents=5 * MONEY), house.table()
        player.sit(table, 1)
        return Change(player, f"/tables/{table}/{what}", body)

    return make


def on_the_floor(what: str, **body: Any) -> Callable[[House], Change]:
    def make(house: House) -> Change:
        table = house.table()
        if what == "resume":
            house.person(AccountRole.FLOORPERSON).post(f"/tables/{table}/stop", why="a test")
        return Change(house.person(AccountRole.FLOORPERSON), f"/tables/{table}/{what}", body)

    return make


def following_up(house: House) -> Change:
    filed = on_the_floor("incidents", narrative="A glass fell.", round=0)(house)
    incident = filed.by.post(filed.path, **filed.body)["id"]
    return Change(filed.by, f"/incidents/{incident}/follow-up", {"finding": "nothing broke"})


def at_real_table(what: str, *, stocked: bool = True, **body: Any) -> Callable[[House], Change]:
    """The floor's request at a table whose tray is filled by hand."""

    def make(house: House) -> Change:
        table = house.table(dealer="hand", cards="keyed", stocked=stocked)
        return Change(house.person(AccountRole.FLOORPERSON), f"/tables/{table}/{what}", body)

    return make


def with_slip(kind: str, what: str, **body: Any) -> Callable[[House], Change]:
    """A step of a fill, whose chips the cage has issued, or of a credit."""

    def make(house: House) -> Change:
        asked = at_real_table(kind, chips=CHIPS, key="slip")(house)
        slip = asked.by.post(asked.path, **asked.body)["slip"]
        cage, table = house.server.tables.pit.cage, asked.path.split("/")[2]
        if kind == "fill":
            request = cage.book.slips[slip].request
            issued = FillIssued(
                slip=slip, table=table, chips=request.chips, cents=request.cents, carrier="guard 1"
            )
            cage.submit(issued, by="cashier-1", key=f"issue-{slip}")
        return Change(asked.by, f"/tables/{table}/slips/{slip}/{what}", body)

    return make


def exchanging_a_box(house: House) -> Change:
    change = at_real_table("box")(house)
    house.names += 1
    return change._replace(body={"box": f"{house.names} a", "next_box": f"{house.names} b"})


def collecting_tips(house: House) -> Change:
    tipped = at_table("tips")(house)
    tipped.by.do(tipped.path.split("/")[2], type="Tip", cents=5_00)
    return Change(house.person(AccountRole.FLOORPERSON), tipped.path, {})


def to_an_account(what: str, **body: Any) -> Callable[[House], Change]:
    return lambda house: Change(
        house.person(AccountRole.ADMINISTRATOR), f"/accounts/{house.person().account.id}/{what}", body
    )


def sitting(house: House) -> Change:
    where = f"/tables/{house.table()}/sit"
    return Change(house.person(money_cents=MONEY), where, {"seat": 2, "chips_cents": 100})


def commanding(house: House) -> Change:
    change = at_table("commands")(house)
    return change._replace(body={"command": first_choice(change.by, change.path.removesuffix("/commands"))})


def first_choice(player: Visitor, path: str) -> dict[str, Any]:
    choice = player.get(path)["options"][0]
    return dict(choice["command"] | ({choice["field"]: choice["range"]["first"]} if choice["field"] else {}))


def doing_what_is_due(house: House) -> Change:
    shift = Shift(house, "blackjack", "")
    return Change(shift.dealer, f"/tables/{shift.table}/next", {})


def voiding(house: House) -> Change:
    shift = Shift(house, "blackjack", "9s 7s 8s 6s")
    shift.until("card")
    shift.deal("9s")
    return Change(shift.floor, f"/tables/{shift.table}/void", {"why": "a test"})


def correcting(house: House) -> Change:
    shift = Shift(house, "blackjack", "9s 7s 8s 6s")
    shift.until("card")
    shift.deal("9s")
    entry = shift.floor.get(f"/tables/{shift.table}/entries")["entries"][0]
    body = {"record": entry["record"], "act": entry["act"], "command": entry["command"] | {"card": "8s"}}
    return Change(shift.floor, f"/tables/{shift.table}/corrections", body | {"why": "a test"})


def giving_up(house: House) -> Change:
    table = house.table()
    tables = house.server.tables
    house.person(money_cents=MONEY).sit(table, 1)
    tables.live[table].desk.close()
    tables.drop(table)
    with house.server.store.engine.begin() as connection:
        connection.execute(sa.text("DELETE FROM secrets"))
    return Change(house.person(AccountRole.FLOORPERSON), f"/tables/{table}/give-up", {"why": "a test"})


def barring(what: str) -> Callable[[House], Change]:
    def make(house: House) -> Change:
        player = house.person()
        house.accounts.set_barred(player.account.id, what == "admit", "a test")
        return Change(
            house.person(AccountRole.FLOORPERSON), f"/people/{player.account.id}/{what}", {"why": "a test"}
        )

    return make


def revoking(house: House) -> Change:
    player = house.person()
    _, made = house.accounts.make_token(player.account, "program")
    return Change(player, f"/me/tokens/{made.id}", {})


def revoking_all(house: House) -> Change:
    return revoking(house)._replace(path="/me/tokens")


def signing_out_elsewhere(house: House) -> Change:
    player = house.person()
    house.accounts.begin_session(player.account)
    return Change(player, "/me/sessions", {})


def to_a_visitor(what: str) -> Callable[[House], Change]:
    """By an administrator, to somebody who has a session and a token."""

    def make(house: House) -> Change:
        visitor = house.person(AccountRole.DEALER)
        _, token = house.accounts.make_token(visitor.account, "program")
        path = f"/accounts/{visitor.account.id}/{what.format(token=token.id)}"
        return Change(house.person(AccountRole.ADMINISTRATOR), path, {})

    return make


def confirming(house: House) -> Change:
    dealer = house.person(AccountRole.DEALER)
    secret = dealer.post("/me/second-factor")["secret"]
    return Change(dealer, "/me/second-factor/confirm", {"code": code_at(secret, step_at(time.time()))})


def removing_a_factor(house: House) -> Change:
    change = confirming(house)
    change.by.post(change.path, **change.body)
    path = f"/accounts/{change.by.account.id}/second-factor/remove"
    return Change(house.person(AccountRole.ADMINISTRATOR), path, {})


def offering_a_seed(house: House) -> Change:
    player, table = house.person(money_cents=MONEY), house.table()
    player.sit(table, 1)
    return Change(player, f"/tables/{table}/seed", {"commitment": SeedPage(player, table).fresh()})


def revealing_a_seed(house: House) -> Change:
    player, table = house.person(money_cents=MONEY), house.table()
    player.sit(table, 1)
    page = SeedPage(player, table)
    page.offer()
    play_on(table, [player], "bets")
    bet(player, table)
    player.post(f"/tables/{table}/ready", ready=True)
    seeds = player.get(f"/tables/{table}")["seeds"]
    body = {"shoe": seeds["shoe"], "seed": page.kept[seeds["asked"]], "next": page.fresh()}
    return Change(player, f"/tables/{table}/seed/reveal", body)


def assigning(house: House) -> Change:
    dealer, now = house.person(AccountRole.DEALER), time.time()
    body = {"account": dealer.account.id, "table": house.table(dealer="hand"), "begins_at": now}
    body |= {"ends_at": now + 3_600.0, "shift": "day"}
    return Change(house.person(AccountRole.FLOORPERSON), "/assignments", body)


def ending_an_assignment(house: House) -> Change:
    asked = assigning(house)
    (made,) = asked.by.post(asked.path, **asked.body)["assignments"]
    return Change(asked.by, f"/assignments/{made['id']}/end", {})


def deciding(what: str, **body: Any) -> Callable[[House], Change]:
    """A second person about money that waits."""

    def make(house: House) -> Change:
        asked = at_cage("pay-in", account=house.person().account.id, key="much", cents=LIMIT + 1)(house)
        waiting = asked.by.http.post(API + asked.path, json=asked.body).json()
        return Change(
            house.person(AccountRole.ADMINISTRATOR), f"/approvals/{waiting['approval']}/{what}", body
        )

    return make


def at_cage(what: str, **body: Any) -> Callable[[House], Change]:
    def make(house: House) -> Change:
        bring(house, cash=1_000_00, chips=1_000_00)
        return Change(house.person(AccountRole.CASHIER), f"/cage/{what}", body)

    return make


def paying(what: str) -> Callable[[House], Change]:
    return lambda house: at_cage(what, account=house.person(money_cents=MONEY).account.id, cents=5_00)(house)


def count(house: House) -> dict[str, Any]:
    """Nothing was counted, whatever the books say."""
    told = house.person(AccountRole.CASHIER).get("/cage")
    booked = {f"{what}_booked_cents": told[f"{what}_cents"] for what in ("cash", "chips")}
    return {"cash": [], "chips": [], **booked}


def closing_the_cage(house: House) -> Change:
    """With a difference, so that it waits for a second person and the house stays open."""
    change = at_cage("close")(house)
    return change._replace(body=count(house))


def opening_the_cage(house: House) -> Change:
    change = at_cage("open")(house)
    books, cage = count(house), change.by.get("/cage")
    right = books | {
        what: counted_out(cage[f"{what}_cents"], cage[f"{what}_denominations_cents"])
        for what in ("cash", "chips")
    }
    change.by.post("/cage/close", key=f"close-{house.names}", **right)
    return change._replace(body=right)


def counted_out(cents: int, denominations: list[int]) -> list[dict[str, int]]:
    """An amount in as few chips or notes as there are."""
    counted = []
    for denomination in reversed(denominations):
        number, cents = divmod(cents, denomination)
        counted += [{"denomination_cents": denomination, "number": number}] if number else []
    return counted


def of_a_slip(what: str, **body: Any) -> Callable[[House], Change]:
    def make(house: House) -> Change:
        change, desk = at_cage("")(house), by_hand(house)
        if what == "receive":
            fill(house, desk)
        slip = send_credit(house, desk) if what == "receive" else ask_for_fill(house, desk)
        return change._replace(path=f"/cage/slips/{slip}/{what}", body=body)

    return make


def counting_a_box(house: House) -> Change:
    box = take_box(by_hand(house), "guard-1", 0)
    return at_cage(f"boxes/{box}/count", notes=[{"denomination_cents": 500, "number": 2}])(house)


def paying_tips(house: House) -> Change:
    collect_tips(table_in_use(house))
    return at_cage("tips", account=house.person(AccountRole.DEALER).account.id, cents=5_00)(house)


CHANGES: dict[str, Callable[[House], Change]] = {
    "POST /me/tokens": lambda house: Change(house.person(), "/me/tokens", {"name": "program"}),
    "DELETE /me/tokens/{id}": revoking,
    "DELETE /me/tokens": revoking_all,
    "DELETE /me/sessions": signing_out_elsewhere,
    "POST /me/second-factor": lambda house: Change(
        house.person(AccountRole.DEALER), "/me/second-factor", {"code": ""}
    ),
    "POST /me/second-factor/confirm": confirming,
    "DELETE /accounts/{id}/tokens/{token}": to_a_visitor("tokens/{token}"),
    "DELETE /accounts/{id}/tokens": to_a_visitor("tokens"),
    "DELETE /accounts/{id}/sessions": to_a_visitor("sessions"),
    "POST /accounts/{id}/second-factor/remove": removing_a_factor,
    "POST /accounts/{id}/role": to_an_account("role", role="dealer"),
    "POST /me/limits": lambda house: Change(
        house.person(), "/me/limits", {"what": "loss", "most": 5_00, "days": 1}
    ),
    "POST /me/exclusion": lambda house: Change(house.person(), "/me/exclusion", {"days": 1}),
    "POST /assignments": assigning,
    "POST /assignments/{id}/end": ending_an_assignment,
    "POST /approvals/{id}/approve": deciding("approve"),
    "POST /approvals/{id}/refuse": deciding("refuse", why="a test"),
    "POST /accounts": lambda house: Change(
        house.person(AccountRole.ADMINISTRATOR), "/accounts", {"role": "dealer", "name": f"new {house.names}"}
    ),
    "POST /accounts/{id}/password": to_an_account("password"),
    "POST /accounts/{id}/active": to_an_account("active", active=False, why="a test"),
    "POST /accounts/{id}/money": lambda house: Change(
        house.person(AccountRole.CASHIER), f"/accounts/{house.person().account.id}/money", {"cents": 500}
    ),
    "POST /cage/pay-in": paying("pay-in"),
    "POST /cage/pay-out": paying("pay-out"),
    "POST /cage/sell-chips": at_cage("sell-chips", chips=[{"denomination_cents": 500, "number": 2}]),
    "POST /cage/redeem-chips": at_cage("redeem-chips", chips=[{"denomination_cents": 500, "number": 2}]),
    "POST /cage/capital-in": at_cage("capital-in", of="cash", why="a test", cents=500),
    "POST /cage/capital-out": at_cage("capital-out", of="cash", why="a test", cents=500),
    "POST /cage/open": opening_the_cage,
    "POST /cage/close": closing_the_cage,
    "POST /cage/slips/{slip}/issue": of_a_slip("issue", carrier="guard"),
    "POST /cage/slips/{slip}/receive": of_a_slip("receive"),
    "POST /cage/slips/{slip}/void": of_a_slip("void", why="a test"),
    "POST /cage/boxes/{box}/count": counting_a_box,
    "POST /cage/tips": paying_tips,
    "POST /tables": lambda house: Change(
        house.person(AccountRole.FLOORPERSON), "/tables", {"game": "blackjack"}
    ),
    "POST /tables/{id}/commands": commanding,
    "POST /tables/{id}/sit": sitting,
    "POST /tables/{id}/chips": at_table("chips", cents=1_00),
    "POST /tables/{id}/leave": at_table("leave"),
    "POST /tables/{id}/ready": at_table("ready", ready=True),
    "POST /tables/{id}/next": doing_what_is_due,
    "POST /tables/{id}/seed": offering_a_seed,
    "POST /tables/{id}/seed/reveal": revealing_a_seed,
    "POST /tables/{id}/corrections": correcting,
    "POST /tables/{id}/stop": on_the_floor("stop", why="a test"),
    "POST /tables/{id}/resume": on_the_floor("resume", why="a test"),
    "POST /tables/{id}/incidents": on_the_floor("incidents", narrative="A glass fell.", round=0),
    "POST /incidents/{id}/follow-up": following_up,
    "POST /tables/{id}/void": voiding,
    "POST /tables/{id}/options": on_the_floor("options", set=["decks=8"], why="a test"),
    "POST /tables/{id}/fill": at_real_table("fill", chips=CHIPS),
    "POST /tables/{id}/credit": at_real_table("credit", chips=CHIPS),
    "POST /tables/{id}/slips/{number}/receive": with_slip("fill", "receive"),
    "POST /tables/{id}/slips/{number}/send": with_slip("credit", "send", carrier="guard 1"),
    "POST /tables/{id}/slips/{number}/void": with_slip("credit", "void", why="a test"),
    "POST /tables/{id}/tray/open": at_real_table("tray/open", stocked=False, chips=[]),
    "POST /tables/{id}/tray/close": at_real_table("tray/close", chips=CHIPS),
    "POST /tables/{id}/box": exchanging_a_box,
    "POST /tables/{id}/tips": collecting_tips,
    "POST /tables/{id}/give-up": giving_up,
    "POST /people/{id}/bar": barring("bar"),
    "POST /people/{id}/admit": barring("admit"),
}


WITHOUT_CONTENT = {
    "POST /tables/{id}/leave",
    "POST /tables/{id}/next",
    "POST /tables/{id}/slips/{number}/receive",
    "POST /tables/{id}/tips",
    "POST /accounts/{id}/password",
    "POST /accounts/{id}/second-factor/remove",
    "POST /assignments/{id}/end",
    "POST /approvals/{id}/approve",
    "POST /cage/slips/{slip}/receive",
    *(route for route in CHANGES if route.startswith("DELETE")),
}
"""Nothing in these can be different."""
WAITS = {
    "POST /cage/capital-in",
    "POST /cage/capital-out",
    "POST /cage/close",
    "POST /cage/boxes/{box}/count",
    "POST /tables/{id}/tray/open",
    "POST /tables/{id}/tray/close",
}
"""What waits here for a second person."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build_house(tmp_path_factory.mktemp("repeated"), policy=POLICY) as house:
        yield house


def changing_routes(house: House) -> dict[str, Any]:
    paths = house.server.app.openapi()["paths"]
    return {
        f"{method.upper()} {path.removeprefix(API)}": about
        for path, methods in paths.items()
        for method, about in methods.items()
        if method.upper() not in SAFE
    }


def key_in_body(house: House, route: str) -> bool:
    body = changing_routes(house)[route].get("requestBody", {})
    shape = body.get("content", {}).get("application/json", {}).get("schema", {})
    name = shape.get("$ref", "").rpartition("/")[2]
    schemas = house.server.app.openapi()["components"]["schemas"]
    return "key" in schemas.get(name, {}).get("required", ())


def ask(house: House, route: str, change: Change, key: str, **more: Any) -> Any:
    """The change under a key: in the body where the route has one there, in the header elsewhere."""
    body, headers = change.body | more, {}
    if key_in_body(house, route):
        body["key"] = key
    else:
        headers[KEY_HEADER] = key
    method = route.partition(" ")[0]
    content: dict[str, Any] = {"json": body} if method == "POST" else {}
    return change.by.http.request(method, API + change.path, headers=headers, **content)


def fingerprint(house: House) -> str:
    """Of all that is stored, but for who is logged in, when they sat down, and which answers are kept."""
    engine = house.server.store.engine
    digest = hashlib.sha256()
    with engine.connect() as connection:
        for name in sorted(set(sa.inspect(connection).get_table_names()) - UNCOUNTED):
            rows = sorted(map(str, connection.execute(sa.text(f'SELECT * FROM "{name}"')).all()))
            digest.update(f"{name} {rows}".encode())
    ready = {id: sorted(live.ready) for id, live in house.server.tables.live.items()}
    digest.update(str(ready).encode())
    return digest.hexdigest()


def test_every_changing_route_is_tried_here(shared: House) -> None:
    assert set(changing_routes(shared)) == set(CHANGES) | BEFORE_LOGIN | ENDS_THE_SESSION | SIGNED


@pytest.mark.parametrize("route", CHANGES)
def test_a_change_asked_for_again_is_answered_as_before_and_not_made_again(shared: House, route: str) -> None:
    change = CHANGES[route](shared)
    before = fingerprint(shared)
    first = ask(shared, route, change, "once")
    assert first.status_code == (202 if route in WAITS else 200), first.text
    after = fingerprint(shared)
    assert after != before, "it changes something"
    again = [ask(shared, route, change, "once") for _ in range(2)]
    assert [(one.status_code, one.json()) for one in again] == [(first.status_code, first.json())] * 2
    assert fingerprint(shared) == after


@pytest.mark.parametrize("route", [route for route in CHANGES if route not in WITHOUT_CONTENT])
def test_a_key_belongs_to_one_request(shared: House, route: str) -> None:
    change = CHANGES[route](shared)
    assert ask(shared, route, change, "mine").status_code == (202 if route in WAITS else 200)
    other = ask(shared, route, change._replace(body=different(change.body)), "mine")
    assert other.json()["reason"] in ("key_reused", "bad_request"), other.text
    assert other.status_code in (409, 422)


def different(body: dict[str, Any]) -> dict[str, Any]:
    name, value = list(body.items())[-1]
    if isinstance(value, bool):
        return body | {name: not value}
    if isinstance(value, dict):
        return body | {name: {"type": "RefuseCut"}}
    return body | {name: [*value, "decks=6"] if isinstance(value, list) else value + type(value)(1)}


def test_two_accounts_may_use_the_same_key(house: House) -> None:
    table = house.table()
    for seat in (1, 2):
        house.person(money_cents=MONEY).post(f"/tables/{table}/sit", key="sit", seat=seat, chips_cents=100)
    assert [one["seat"] for one in house.person().get(f"/tables/{table}")["seats"]] == [1, 2]


# ---- what an answer of long ago must not do now


def test_an_old_leave_does_not_take_away_a_seat_taken_since(house: House) -> None:
    player, table = house.person(money_cents=5 * MONEY), house.table()
    player.sit(table, 1)
    left = player.post(f"/tables/{table}/leave", key="away")
    player.sit(table, 2)
    assert player.post(f"/tables/{table}/leave", key="away") == left
    assert player.get(f"/tables/{table}")["you"]["seat"] == 2


def test_chips_bought_before_leaving_are_not_bought_again(house: House) -> None:
    player, table = house.person(money_cents=5 * MONEY), house.table()
    player.sit(table, 1)
    bought = player.post(f"/tables/{table}/chips", key="more", cents=100)
    player.post(f"/tables/{table}/leave", key="away")
    assert player.post(f"/tables/{table}/chips", key="more", cents=100) == bought
    assert player.get("/me/money")["balance_cents"] == 5 * MONEY


def test_what_was_due_is_done_once_and_what_is_due_next_is_not(house: House) -> None:
    shift = Shift(house, "blackjack", "9s 7s 8s 6s")
    shift.until("card")
    first = shift.dealer.post(f"/tables/{shift.table}/next", key="card", card="9s")
    after = shift.next()
    assert shift.dealer.post(f"/tables/{shift.table}/next", key="card", card="9s") == first
    assert shift.next() == after
    other = shift.dealer.refused(f"/tables/{shift.table}/next", key="card", card="8s")
    assert other == (409, "key_reused")


def test_ready_on_the_line_is_said_once_and_not_for_the_next_question(house: House) -> None:
    player, other, table = house.person(money_cents=MONEY), house.person(money_cents=MONEY), house.table()
    player.sit(table, 1)
    other.sit(table, 2)
    live = house.server.tables.live[table]
    with player.line(table) as line:
        line.until("table")
        first = line.say(type="ready", ready=True, key="r")
        line.say(type="ready", ready=False, key="back")
        assert line.say(type="ready", ready=True, key="r") == first
        assert not live.ready


def test_ready_repeated_after_a_restart_counts_only_while_its_question_is_open(tmp_path: Path) -> None:
    with build_house(tmp_path) as first:
        player, table = first.person(money_cents=MONEY), first.table()
        player.sit(table, 1)
        to_betting(player, table)
        seen = player.get(f"/tables/{table}")["sequence"]
        bet(player, table)
        player.post(f"/tables/{table}/ready", ready=True)
        assert player.get(f"/tables/{table}")["sequence"] > seen + 1, "betting is closed"
    with build_house(tmp_path) as second:
        live = second.server.tables.find(table)
        live.set_ready(player.account.id, True, key="r", seen=seen)
        assert not live.ready


def test_a_repeated_act_is_not_done_late(house: House) -> None:
    """A page that was cut off sends what it had seen: on another hand the act would be another act."""
    player, table = house.person(money_cents=5 * MONEY), house.table()
    player.sit(table, 1)
    seen = player.get(f"/tables/{table}")["sequence"]
    player.post(f"/tables/{table}/chips", key="more", cents=100)
    said = {"key": "late", "command": first_choice(player, f"/tables/{table}")}
    assert player.refused(f"/tables/{table}/commands", **said, seen=seen) == (409, "moved_on")
    assert player.refused(f"/tables/{table}/commands", **said) == (409, "moved_on"), (
        "what it was told stays true"
    )
    now = player.get(f"/tables/{table}")["sequence"]
    done = player.post(f"/tables/{table}/commands", **said | {"key": "now"}, seen=now)
    assert player.post(f"/tables/{table}/commands", **said | {"key": "now"}, seen=now) == done


def to_betting(player: Visitor, table: str) -> None:
    while True:
        told = player.get(f"/tables/{table}")
        if told["view"]["next"][-1]["act"] == "bets":
            return
        player.do(table, **first_choice(player, f"/tables/{table}"))


def bet(player: Visitor, table: str) -> None:
    choices = player.get(f"/tables/{table}")["options"]
    main = next(one for one in choices if one["command"]["type"] == "PlaceWager" and one["field"])
    player.do(table, **main["command"] | {main["field"]: main["range"]["first"]})


# ---- keys and answers that are kept


def test_a_secret_is_shown_again_but_never_stored(house: House) -> None:
    player = house.person()
    asked: dict[str, Any] = {"headers": {KEY_HEADER: "token"}, "json": {"name": "program"}}
    made = player.http.post(f"{API}/me/tokens", **asked).json()
    assert player.http.post(f"{API}/me/tokens", **asked).json() == made
    with house.server.store.engine.connect() as connection:
        kept = connection.execute(sa.text("SELECT * FROM door_answer")).all()
    assert kept
    assert made["secret"] not in str(kept)
    house.server.app.state.answers.forget_secrets()
    again = player.http.post(f"{API}/me/tokens", **asked)
    assert (again.status_code, again.json()["reason"]) == (409, "shown_once")
    assert len(player.get("/me/tokens")["tokens"]) == 1


def test_answers_outlive_the_server(tmp_path: Path) -> None:
    with build_house(tmp_path) as first:
        floor, table = first.person(AccountRole.FLOORPERSON), first.table()
        headers = {**floor.http.headers, KEY_HEADER: "stop"}
        assert floor.http.post(f"{API}/tables/{table}/stop", headers=headers, json={"why": "a"}).is_success
        floor.post(f"/tables/{table}/resume", why="b")
        cookies = floor.http.cookies
    with build_house(tmp_path) as second:
        again = second.client()
        again.cookies.update(cookies)
        answer = again.post(f"{API}/tables/{table}/stop", headers=headers, json={"why": "a"})
        assert answer.json() == {"done": True}
        assert not second.server.tables.find(table).stopped


@pytest.mark.parametrize("key", ["", "x" * 65, "two words", "ü"])
def test_a_key_that_cannot_be_one_is_refused(house: House, key: str) -> None:
    headers = {KEY_HEADER: key.encode()}
    answer = house.person().http.post(f"{API}/me/tokens", headers=headers, json={"name": "program"})  # type: ignore[arg-type]
    assert (answer.status_code, answer.json()["reason"]) == (422, "bad_request")
