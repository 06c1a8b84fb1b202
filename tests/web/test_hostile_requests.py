"""Rubbish on every route and on the line, with a store that fails at times: refused in words, no fault."""

import json
import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from pitboss.desk.verify import verify_store
from pitboss.web.middleware import API
from tests.web.failing_store import failing, now_and_then
from tests.web.house import MONEY, Visitor, build_house
from tests.web.test_fuzz import DENIAL, Scene
from tests.web.test_matrix import BODIES, DOORS

SEED = 20260
TRIES = 14
"""Requests a route, besides the wrong methods."""
FAILING, OFTEN_FAILING = 0.03, 0.5
"""The share of statements that fail."""
LINES, MESSAGES = 30, 8
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW")
LONE = "\\ud800"
DEEP = "[" * 5_000 + "]" * 5_000
TEXTS = (
    "", "x" * 10_000, "\\u0000", LONE, "half \\udfff", "ａ", "../../etc", "%00", "' OR 1=1 --", "NaN",
)  # fmt: skip
NUMBERS = (
    "0", "-1", "1e308", "1e999", "9" * 30, "-" + "9" * 400, "0.1", "true", "null", str(2**63), str(2**53 + 1),
)  # fmt: skip
NESTED = '{"a":' * 2_000 + "1" + "}" * 2_000
WHOLES = (DEEP, NESTED, "", "null", "[]", '"text"', "{", "\\ud800", '{"key": 1, "key": 2}')
TYPES = (
    "application/json", "text/plain", "application/xml", "multipart/form-data; boundary=x", "",
    "application/json; charset=utf-16", "application/x-www-form-urlencoded",
)  # fmt: skip
QUERIES = (
    "?since=-1", f"?since={'9' * 30}", "?set=%ED%A0%80=1", "?set=decks=99", "?most=1e9", "?last=NaN",
)  # fmt: skip
KEYS = ("k", LONE, "", "x" * 65)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with build_house(tmp_path_factory.mktemp("hostile")) as house:
        yield Scene(house)
        assert verify_store(house.server.store).fault is None


def spoiled(body: dict[str, Any], chance: random.Random) -> str:
    """JSON text of the body with one or two values replaced by rubbish, or rubbish instead of it."""
    if chance.random() < 0.25:
        return chance.choice(WHOLES)
    parts = {name: json.dumps(value) for name, value in body.items()}
    for name in chance.sample([*parts, "extra", "key", "command"], 2):
        rubbish = chance.choice((*NUMBERS, DEEP, *(f'"{text}"' for text in TEXTS)))
        nested = chance.choice((rubbish, f"[{rubbish}]", f'{{"type": {rubbish}, "box": {rubbish}}}'))
        parts[name] = nested
    return "{" + ", ".join(f'"{name}": {value}' for name, value in parts.items()) + "}"


def address(route: str, scene: Scene, chance: random.Random) -> str:
    _, _, path = route.partition(" ")
    known = {"id": scene.table, "game": "blackjack", "number": "1", "paper": "sign", "token": "t1"}
    known |= {"slip": "1", "box": "A1"}
    if "/accounts/" in path or "/people/" in path:
        known["id"] = scene.player.account.id
    wrong = ("%ED%A0%80", "9" * 30, "-1", "..%2f..", "x" * 300, "%00")
    filled = {name: chance.choice(wrong) if chance.random() < 0.2 else value for name, value in known.items()}
    return API + path.format(**filled) + (chance.choice(QUERIES) if chance.random() < 0.4 else "")


def check(answer: httpx.Response, what: str) -> None:
    assert answer.status_code < 500 or answer.status_code == 503, (what, answer.status_code, answer.text)
    if answer.status_code == 503:
        assert answer.headers["retry-after"], what
    if answer.status_code >= 400 and answer.request.method != "HEAD" and answer.content:
        assert set(answer.json()) == DENIAL, (what, answer.text)


@pytest.mark.parametrize("route", DOORS)
def test_rubbish_is_refused_in_words_whatever_the_store_does(scene: Scene, route: str) -> None:
    chance = random.Random(f"{SEED} {route}")
    method = route.partition(" ")[0]
    with (
        failing(scene.house.server.store.engine, now_and_then(chance.randrange(2**32), FAILING)),
        httpx.Client(base_url=scene.house.url, timeout=60, trust_env=False) as http,
    ):
        for number in range(TRIES + len(METHODS)):
            verb = METHODS[number] if number < len(METHODS) else method
            token = chance.choice(scene.tokens)
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            if chance.random() < 0.3:
                headers["Idempotency-Key"] = f"k{chance.randrange(9)}"
            body = spoiled(BODIES.get(route, {}) | {"key": chance.choice(KEYS)}, chance)
            kind = "application/json" if chance.random() < 0.7 else chance.choice(TYPES)
            headers["Content-Type"] = kind
            encoding = "utf-16" if "utf-16" in kind else "utf-8"
            where = address(route, scene, chance)
            content = body.encode(encoding) if verb not in ("GET", "HEAD", "OPTIONS", "TRACE") else None
            check(http.request(verb, where, headers=headers, content=content), f"{verb} {where} {body[:200]}")


def test_rubbish_on_the_line_is_refused_in_words_whatever_the_store_does(scene: Scene) -> None:
    chance = random.Random(SEED)
    player = scene.house.person(money_cents=10 * MONEY)
    table = scene.house.table("down-under-pa")
    player.sit(table, 1, 5 * MONEY)
    answers = [kind for number in range(LINES) for kind in talk(player, table, chance, number)]
    assert {"answer", "bye"} <= set(answers)
    assert answers.count("answer") > LINES


def talk(player: Visitor, table: str, chance: random.Random, number: int) -> Iterator[str]:
    """What a line answers to so many messages, unless it ends before; a failure of the store may end it."""
    fails = now_and_then(number, FAILING if number % 5 else OFTEN_FAILING)
    with failing(player.house.server.store.engine, fails), player.line(table) as line:
        if line.hear()["type"] == "bye":
            yield "bye"
            return
        for _ in range(MESSAGES):
            line.socket.send(spoken(player, table, chance))
            while (answer := line.hear())["type"] == "table":
                pass
            assert answer.get("reason") != "fault", answer
            yield answer["type"]
            if answer["type"] == "bye":
                return


def spoken(player: Visitor, table: str, chance: random.Random) -> str | bytes:
    choices = player.http.get(f"{API}/tables/{table}").json().get("options", [])
    command = chance.choice(choices)["command"] if choices else {"type": "Tip"}
    kind = chance.choice(("do", "next", "ready", "ping"))
    body = {"type": kind, "key": chance.choice(KEYS), "command": command}
    if chance.random() < 0.1:
        return chance.randbytes(20)
    return spoiled(body, chance)[:60_000]


@pytest.mark.parametrize(
    ("half", "encoding"), [("\\ud800", "utf-8"), ("\ud800", "utf-8"), ("\ud800", "utf-16")]
)
def test_half_a_character_is_refused(scene: Scene, half: str, encoding: str) -> None:
    body = f'{{"key": "k", "command": {{"type": "{half}"}}}}'.encode(encoding, "surrogatepass")
    url = f"{API}/tables/{scene.table}/commands"
    answer = scene.house.person().http.post(url, content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["reason"]) == (422, "bad_request")
    assert "half of a character" in answer.json()["sentence"]
