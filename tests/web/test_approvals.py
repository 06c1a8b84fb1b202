"""Two persons for money above a limit: it waits, it expires, nobody approves their own, both are recorded."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.desk.cage_acts import Deposit
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
def cashier(house: House) -> Visitor:
    return house.person(AccountRole.CASHIER)


@pytest.fixture
def other(house: House) -> Visitor:
    return house.person(AccountRole.CASHIER)


@pytest.fixture
def ann(house: House) -> Visitor:
    """A player with an empty account."""
    return house.person()


def move(
    who: Visitor, player: Visitor, what: str = "pay-in", cents: int = LIMIT + 1, key: str = "k"
) -> httpx.Response:
    body = {"key": key, "account": player.account.id, "cents": cents}
    return who.http.post(f"/api/v1/cage/{what}", json=body)


def held(player: Visitor) -> int:
    return int(player.get("/me/money")["balance_cents"])


def money(store: Store, stream: str) -> list[tuple[Record, Any]]:
    records = ((record, read_payload(record)) for record in store.read(stream) if record.kind == "Money")
    return [(record, payload) for record, payload in records if payload.key]


def test_up_to_the_limit_one_person_is_enough(house: House, cashier: Visitor, ann: Visitor) -> None:
    assert move(cashier, ann, cents=LIMIT).status_code == 200
    assert held(ann) == LIMIT
    ((_, payload),) = money(house.server.store, "cage")
    assert payload.approved_by == ""


def test_money_above_the_limit_waits_and_moves_when_a_second_person_approves(
    house: House, cashier: Visitor, other: Visitor, ann: Visitor
) -> None:
    asked = move(cashier, ann)
    assert (asked.status_code, asked.json()["waiting"]) == (202, True)
    assert held(ann) == 0
    again = move(cashier, ann)  # the same request is not asked for twice
    assert again.json()["approval"] == asked.json()["approval"]
    (waiting,) = other.get("/approvals")["approvals"]
    assert waiting["may_approve"]
    assert waiting["asked_by"] == cashier.account.name
    other.post(f"/approvals/{waiting['id']}/approve")
    assert held(ann) == LIMIT + 1
    ((record, payload),) = money(house.server.store, "cage")
    assert (record.actor, payload.approved_by) == (cashier.account.id, other.account.id)
    answer = move(cashier, ann).json()
    assert (answer["accepted"], answer["sequence"]) == (True, record.sequence)
    other.post(f"/approvals/{waiting['id']}/approve")  # a lost answer is asked for again
    assert held(ann) == LIMIT + 1
    assert other.get("/approvals") == {"approvals": []}
    assert verify_store(house.server.store).fault is None


def test_nobody_approves_their_own(cashier: Visitor, ann: Visitor) -> None:
    id = move(cashier, ann).json()["approval"]
    assert cashier.refused(f"/approvals/{id}/approve") == (403, "own_request")
    assert cashier.get("/approvals")["approvals"][0]["yours"]
    assert held(ann) == 0
    cashier.post(f"/approvals/{id}/refuse", why="keyed wrongly")
    assert move(cashier, ann).json()["reason"] == "approval_refused"


def test_a_request_expires(
    house: House, cashier: Visitor, other: Visitor, monkeypatch: pytest.MonkeyPatch, ann: Visitor
) -> None:
    id = move(cashier, ann).json()["approval"]
    late = house.auth.book.clock() + 601
    monkeypatch.setattr(house.auth.book, "clock", lambda: late)
    assert other.refused(f"/approvals/{id}/approve")[1] == "expired"
    assert move(cashier, ann).json()["reason"] == "expired"
    assert other.get("/approvals") == {"approvals": []}
    assert held(ann) == 0


def test_a_second_person_refuses_with_a_reason(
    house: House, cashier: Visitor, other: Visitor, ann: Visitor
) -> None:
    id = move(cashier, ann).json()["approval"]
    other.post(f"/approvals/{id}/refuse", why="too much")
    assert other.refused(f"/approvals/{id}/approve")[1] == "already"
    assert "too much" in move(cashier, ann).json()["sentence"]
    told = house.auth.book.state().approvals[id]
    assert (told.state, told.decided_by, told.why) == ("refused", other.account.id, "too much")


def test_who_has_not_the_right_is_no_second_person(house: House, cashier: Visitor, ann: Visitor) -> None:
    path = f"/api/v1/accounts/{ann.account.id}/money"  # as it was before there was a cage
    body = {"key": "k", "cents": 2 * LIMIT}
    id = cashier.http.post(path, json=body).json()["approval"]
    for role in (AccountRole.PLAYER, AccountRole.DEALER, AccountRole.REGULATOR):
        assert house.person(role).refused(f"/approvals/{id}/approve") == (403, "not_for_you")
    assert held(ann) == 0
    admin, floor = house.person(AccountRole.ADMINISTRATOR), house.person(AccountRole.FLOORPERSON)
    admin.post(f"/approvals/{id}/approve")
    assert held(ann) == 2 * LIMIT
    assert cashier.http.post(path, json=body).json() == {"balance_cents": 2 * LIMIT}
    out = cashier.http.post(path, json={"key": "k2", "cents": -2 * LIMIT}).json()
    floor.post(f"/approvals/{out['approval']}/approve")
    assert held(ann) == 0
    payloads = [payload for _, payload in money(house.server.store, "cage")]
    assert [payload.approved_by for payload in payloads] == [admin.account.id, floor.account.id]
    assert verify_store(house.server.store).fault is None


def test_what_cannot_be_done_any_more_is_not_approved_and_waits(
    cashier: Visitor, other: Visitor, ann: Visitor
) -> None:
    assert move(cashier, ann, "pay-out").json()["reason"] == "no_funds", "nobody is asked in vain"
    for key in ("k2", "k3"):
        move(cashier, ann, cents=LIMIT, key=key)
    id = move(cashier, ann, "pay-out", key="k4").json()["approval"]
    move(cashier, ann, "pay-out", LIMIT, "k5")
    for _ in range(2):
        assert other.refused(f"/approvals/{id}/approve")[1] == "no_funds"
    move(cashier, ann, cents=LIMIT, key="k6")
    other.post(f"/approvals/{id}/approve")
    assert held(ann) == LIMIT - 1


def test_an_approved_count_that_the_table_refuses_moves_nothing_and_is_asked_for_anew(house: House) -> None:
    floor, other = house.person(AccountRole.FLOORPERSON), house.person(AccountRole.FLOORPERSON)
    player = house.person(money_cents=LIMIT)
    table = house.table(dealer="hand", cards="keyed")

    def close(key: str) -> Any:
        return floor.http.post(f"/api/v1/tables/{table}/tray/close", json={"key": key, "chips": []}).json()

    id = close("k")["approval"]
    player.sit(table, 1, LIMIT)
    for _ in range(2):
        assert other.refused(f"/approvals/{id}/approve")[1] == "players_seated"
    player.post(f"/tables/{table}/leave", key="l")
    assert close("k")["reason"] == "players_seated"
    new = close("k2")["approval"]
    other.post(f"/approvals/{new}/approve")
    assert floor.get(f"/tables/{table}/tray")["state"] == "closed"


def test_a_dealer_confirms_counts_of_the_own_table_only(house: House) -> None:
    floor, dealer = house.person(AccountRole.FLOORPERSON), house.person(AccountRole.DEALER)
    table = house.table(dealer="hand", cards="keyed")
    body = {"key": "k", "chips": []}
    asked = floor.http.post(f"/api/v1/tables/{table}/tray/close", json=body).json()
    assert dealer.refused(f"/approvals/{asked['approval']}/approve") == (403, "not_for_you")
    house.assign(dealer, table)
    dealer.post(f"/approvals/{asked['approval']}/approve")


def test_a_key_cannot_be_turned_to_another_amount(cashier: Visitor, ann: Visitor) -> None:
    move(cashier, ann)
    assert move(cashier, ann, cents=LIMIT + 2).json()["reason"] == "key_reused"
    assert move(cashier, ann, cents=5).json()["reason"] == "key_reused"


def test_an_approval_that_nobody_gave_is_found_by_verification(
    house: House, cashier: Visitor, ann: Visitor
) -> None:
    much = Deposit(account=ann.account.id, cents=9 * LIMIT)
    cage = house.server.tables.pit.cage
    cage.submit(much, by=cashier.account.id, key="forged", approved_by="somebody")
    fault = verify_store(house.server.store).fault
    assert fault is not None
    assert (fault.table, fault.field, fault.found) == ("cage", "approved by", "somebody")


def test_an_approval_changed_in_the_book_to_ones_own_is_found(
    house: House, cashier: Visitor, other: Visitor, ann: Visitor
) -> None:
    id = move(cashier, ann).json()["approval"]
    other.post(f"/approvals/{id}/approve")
    (given,) = [one for one in house.server.store.read("house") if one.kind == "ApprovalGiven"]
    own = type(given)(
        given.table, given.sequence, given.time, cashier.account.id, given.kind, given.payload,
        given.previous, given.hash,
    )  # fmt: skip
    fault = verify_store(ChangedStore(house.server.store, own)).fault
    assert fault is not None
    assert (fault.table, fault.sequence) == ("house", given.sequence)
