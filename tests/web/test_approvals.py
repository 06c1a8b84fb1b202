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
def admin(house: House) -> Visitor:
    return house.person(AccountRole.ADMINISTRATOR)


@pytest.fixture
def other(house: House) -> Visitor:
    return house.person(AccountRole.ADMINISTRATOR)


@pytest.fixture
def player(house: House) -> Visitor:
    return house.person()


def move(who: Visitor, player: Visitor, cents: int = LIMIT + 1, key: str = "k") -> httpx.Response:
    path = f"/api/v1/accounts/{player.account.id}/money"
    return who.http.post(path, json={"key": key, "cents": cents})


def balance(player: Visitor) -> int:
    return int(player.get("/me/money")["balance_cents"])


def money(store: Store, stream: str) -> list[tuple[Record, Any]]:
    records = ((record, read_payload(record)) for record in store.read(stream) if record.kind == "Money")
    return [(record, payload) for record, payload in records if payload.key]


def test_up_to_the_limit_one_person_is_enough(house: House, admin: Visitor, player: Visitor) -> None:
    assert move(admin, player, LIMIT).status_code == 200
    assert balance(player) == LIMIT
    ((_, payload),) = money(house.server.store, "cage")
    assert payload.approved_by == ""


def test_money_above_the_limit_waits_and_moves_when_a_second_person_approves(
    house: House, admin: Visitor, other: Visitor, player: Visitor
) -> None:
    asked = move(admin, player)
    assert (asked.status_code, asked.json()["waiting"]) == (202, True)
    assert balance(player) == 0
    again = move(admin, player)  # the same request is not asked for twice
    assert again.json()["approval"] == asked.json()["approval"]
    (waiting,) = other.get("/approvals")["approvals"]
    assert waiting["may_approve"]
    assert waiting["asked_by"] == admin.account.name
    other.post(f"/approvals/{waiting['id']}/approve")
    assert balance(player) == LIMIT + 1
    ((record, payload),) = money(house.server.store, "cage")
    assert (record.actor, payload.approved_by) == (admin.account.id, other.account.id)
    assert move(admin, player).json() == {"balance_cents": LIMIT + 1}
    other.post(f"/approvals/{waiting['id']}/approve")  # a lost answer is asked for again
    assert balance(player) == LIMIT + 1
    assert other.get("/approvals") == {"approvals": []}
    assert verify_store(house.server.store).fault is None


def test_nobody_approves_their_own(admin: Visitor, player: Visitor) -> None:
    id = move(admin, player).json()["approval"]
    assert admin.refused(f"/approvals/{id}/approve") == (403, "own_request")
    assert admin.get("/approvals")["approvals"][0]["yours"]
    assert balance(player) == 0
    admin.post(f"/approvals/{id}/refuse", why="keyed wrongly")
    assert move(admin, player).json()["reason"] == "approval_refused"


def test_a_request_expires(
    house: House, admin: Visitor, other: Visitor, player: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = move(admin, player).json()["approval"]
    late = house.auth.book.clock() + 601
    monkeypatch.setattr(house.auth.book, "clock", lambda: late)
    assert other.refused(f"/approvals/{id}/approve")[1] == "expired"
    assert move(admin, player).json()["reason"] == "expired"
    assert other.get("/approvals") == {"approvals": []}
    assert balance(player) == 0


def test_a_second_person_refuses_with_a_reason(
    house: House, admin: Visitor, other: Visitor, player: Visitor
) -> None:
    id = move(admin, player).json()["approval"]
    other.post(f"/approvals/{id}/refuse", why="too much")
    assert other.refused(f"/approvals/{id}/approve")[1] == "already"
    assert "too much" in move(admin, player).json()["sentence"]
    told = house.auth.book.state().approvals[id]
    assert (told.state, told.decided_by, told.why) == ("refused", other.account.id, "too much")


def test_who_has_not_the_right_is_no_second_person(
    house: House, admin: Visitor, other: Visitor, player: Visitor
) -> None:
    id = move(admin, player, 2 * LIMIT).json()["approval"]
    for role in (AccountRole.FLOORPERSON, AccountRole.DEALER, AccountRole.PLAYER):
        assert house.person(role).refused(f"/approvals/{id}/approve") == (403, "not_for_you")
    assert balance(player) == 0
    other.post(f"/approvals/{id}/approve")
    assert balance(player) == 2 * LIMIT
    out = move(admin, player, -2 * LIMIT, "k2").json()
    other.post(f"/approvals/{out['approval']}/approve")
    assert balance(player) == 0
    payloads = [payload for _, payload in money(house.server.store, "cage")]
    assert [payload.approved_by for payload in payloads] == [other.account.id] * 2
    assert verify_store(house.server.store).fault is None


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


def test_a_key_cannot_be_turned_to_another_amount(admin: Visitor, player: Visitor) -> None:
    move(admin, player)
    assert move(admin, player, LIMIT + 2).json()["reason"] == "key_reused"
    assert move(admin, player, 5).json()["reason"] == "key_reused"


def test_an_approval_that_nobody_gave_is_found_by_verification(
    house: House, admin: Visitor, player: Visitor
) -> None:
    deposit = Deposit(account=player.account.id, cents=9 * LIMIT)
    house.server.tables.pit.cage.submit(deposit, by=admin.account.id, key="forged", approved_by="somebody")
    fault = verify_store(house.server.store).fault
    assert fault is not None
    assert (fault.table, fault.field, fault.found) == ("cage", "approved by", "somebody")


def test_an_approval_changed_in_the_book_to_ones_own_is_found(
    house: House, admin: Visitor, other: Visitor, player: Visitor
) -> None:
    id = move(admin, player).json()["approval"]
    other.post(f"/approvals/{id}/approve")
    (given,) = [one for one in house.server.store.read("house") if one.kind == "ApprovalGiven"]
    own = type(given)(
        given.table, given.sequence, given.time, admin.account.id, given.kind, given.payload, given.previous,
        given.hash,
    )  # fmt: skip
    fault = verify_store(ChangedStore(house.server.store, own)).fault
    assert fault is not None
    assert (fault.table, fault.sequence) == ("house", given.sequence)
