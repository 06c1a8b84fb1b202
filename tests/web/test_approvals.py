"""Two persons for money above a limit: it waits, it expires, nobody approves their own, both are recorded."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.desk.cage_acts import Fill
from pitboss.desk.payloads import read_payload
from pitboss.desk.verify import verify_store
from pitboss.journal.records import Record
from pitboss.journal.store import Store
from pitboss.web.roles import AccountRole
from pitboss.web.security_policy import SecurityPolicy
from tests.journal.changed import ChangedStore
from tests.web.house import House, Visitor, build_house

LIMIT = 500_00
POLICY = SecurityPolicy(two_persons_above_cents=LIMIT, approval_s=600)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with build_house(tmp_path, policy=POLICY) as built:
        yield built


@pytest.fixture
def floor(house: House) -> Visitor:
    return house.person(AccountRole.FLOORPERSON)


@pytest.fixture
def other(house: House) -> Visitor:
    return house.person(AccountRole.FLOORPERSON)


def move(
    who: Visitor, table: str, what: str = "fill", cents: int = LIMIT + 1, key: str = "k"
) -> httpx.Response:
    return who.http.post(f"/api/v1/tables/{table}/{what}", json={"key": key, "cents": cents})


def rack(who: Visitor, table: str) -> int:
    return int(who.get(f"/tables/{table}/floor")["money_cents"]["rack"])


def money(store: Store, stream: str) -> list[tuple[Record, Any]]:
    records = ((record, read_payload(record)) for record in store.read(stream) if record.kind == "Money")
    return [(record, payload) for record, payload in records if payload.key]


def test_up_to_the_limit_one_person_is_enough(house: House, floor: Visitor) -> None:
    table = house.table()
    assert move(floor, table, cents=LIMIT).status_code == 200
    assert rack(floor, table) == LIMIT
    ((_, payload),) = money(house.server.store, table)
    assert payload.approved_by == ""


def test_money_above_the_limit_waits_and_moves_when_a_second_person_approves(
    house: House, floor: Visitor, other: Visitor
) -> None:
    table = house.table()
    asked = move(floor, table)
    assert (asked.status_code, asked.json()["waiting"]) == (202, True)
    assert rack(floor, table) == 0
    again = move(floor, table)  # the same request is not asked for twice
    assert again.json()["approval"] == asked.json()["approval"]
    (waiting,) = other.get("/approvals")["approvals"]
    assert waiting["may_approve"]
    assert waiting["asked_by"] == floor.account.name
    other.post(f"/approvals/{waiting['id']}/approve")
    assert rack(floor, table) == LIMIT + 1
    ((record, payload),) = money(house.server.store, table)
    assert (record.actor, payload.approved_by) == (floor.account.id, other.account.id)
    answer = move(floor, table).json()
    assert (answer["accepted"], answer["sequence"]) == (True, record.sequence)
    other.post(f"/approvals/{waiting['id']}/approve")  # a lost answer is asked for again
    assert rack(floor, table) == LIMIT + 1
    assert other.get("/approvals") == {"approvals": []}
    assert verify_store(house.server.store).fault is None


def test_nobody_approves_their_own(house: House, floor: Visitor) -> None:
    table = house.table()
    id = move(floor, table).json()["approval"]
    assert floor.refused(f"/approvals/{id}/approve") == (403, "own_request")
    assert floor.get("/approvals")["approvals"][0]["yours"]
    assert rack(floor, table) == 0
    floor.post(f"/approvals/{id}/refuse", why="keyed wrongly")
    assert move(floor, table).json()["reason"] == "approval_refused"


def test_a_request_expires(
    house: House, floor: Visitor, other: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = house.table()
    id = move(floor, table).json()["approval"]
    late = house.auth.book.clock() + 601
    monkeypatch.setattr(house.auth.book, "clock", lambda: late)
    assert other.refused(f"/approvals/{id}/approve")[1] == "expired"
    assert move(floor, table).json()["reason"] == "expired"
    assert other.get("/approvals") == {"approvals": []}
    assert rack(floor, table) == 0


def test_a_second_person_refuses_with_a_reason(house: House, floor: Visitor, other: Visitor) -> None:
    table = house.table()
    id = move(floor, table, "fill").json()["approval"]
    other.post(f"/approvals/{id}/refuse", why="too much")
    assert other.refused(f"/approvals/{id}/approve")[1] == "already"
    assert "too much" in move(floor, table).json()["sentence"]
    told = house.auth.book.state().approvals[id]
    assert (told.state, told.decided_by, told.why) == ("refused", other.account.id, "too much")


def test_who_has_not_the_right_is_no_second_person(house: House, floor: Visitor) -> None:
    admin, colleague, player = (
        house.person(role)
        for role in (AccountRole.ADMINISTRATOR, AccountRole.ADMINISTRATOR, AccountRole.PLAYER)
    )
    path = f"/api/v1/accounts/{player.account.id}/money"
    body = {"key": "k", "cents": 2 * LIMIT}
    asked = admin.http.post(path, json=body)
    assert asked.status_code == 202
    id = asked.json()["approval"]
    assert floor.refused(f"/approvals/{id}/approve") == (403, "not_for_you")
    assert player.refused(f"/approvals/{id}/approve") == (403, "not_for_you")
    assert player.get("/me/money") == {"balance_cents": 0}
    colleague.post(f"/approvals/{id}/approve")
    assert player.get("/me/money") == {"balance_cents": 2 * LIMIT}
    assert admin.http.post(path, json=body).json() == {"balance_cents": 2 * LIMIT}
    out = admin.http.post(path, json={"key": "k2", "cents": -2 * LIMIT}).json()
    colleague.post(f"/approvals/{out['approval']}/approve")
    assert player.get("/me/money") == {"balance_cents": 0}
    payloads = [payload for _, payload in money(house.server.store, "cage")]
    assert [payload.approved_by for payload in payloads] == [colleague.account.id] * 2
    assert verify_store(house.server.store).fault is None


def test_an_approved_act_that_the_table_refuses_moves_nothing_and_is_asked_for_anew(
    house: House, floor: Visitor, other: Visitor
) -> None:
    table = house.table()
    id = move(floor, table, "credit").json()["approval"]
    for _ in range(2):
        assert other.refused(f"/approvals/{id}/approve")[1] == "no_funds"
    move(floor, table, "fill", LIMIT, "k2")
    move(floor, table, "fill", LIMIT, "k3")
    assert move(floor, table, "credit").json()["reason"] == "no_funds"
    new = move(floor, table, "credit", key="k4").json()["approval"]
    other.post(f"/approvals/{new}/approve")
    assert rack(floor, table) == LIMIT - 1


def test_a_key_cannot_be_turned_to_another_amount(house: House, floor: Visitor) -> None:
    table = house.table()
    move(floor, table)
    assert move(floor, table, cents=LIMIT + 2).json()["reason"] == "key_reused"
    assert move(floor, table, cents=5).json()["reason"] == "key_reused"


def test_an_approval_that_nobody_gave_is_found_by_verification(house: House, floor: Visitor) -> None:
    table = house.table()
    live = house.server.tables.find(table)
    live.desk.move_money(
        Fill(table=table, cents=9 * LIMIT), by=floor.account.id, key="forged", approved_by="somebody"
    )
    fault = verify_store(house.server.store).fault
    assert fault is not None
    assert (fault.table, fault.field, fault.found) == (table, "approved by", "somebody")


def test_an_approval_changed_in_the_book_to_ones_own_is_found(
    house: House, floor: Visitor, other: Visitor
) -> None:
    table = house.table()
    id = move(floor, table).json()["approval"]
    other.post(f"/approvals/{id}/approve")
    (given,) = [one for one in house.server.store.read("house") if one.kind == "ApprovalGiven"]
    own = type(given)(
        given.table, given.sequence, given.time, floor.account.id, given.kind, given.payload, given.previous,
        given.hash,
    )  # fmt: skip
    fault = verify_store(ChangedStore(house.server.store, own)).fault
    assert fault is not None
    assert (fault.table, fault.sequence) == ("house", given.sequence)
