"""Closing an account leaves no money behind, and nobody sits at two tables where the house forbids it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

from pitboss.web.roles import AccountRole
from pitboss.web.security_policy import SecurityPolicy
from pitboss.web.settings import PlayerSettings
from tests.web.house import House, Visitor, build_house, quick
from tests.web.test_table_manager import two_houses

ONE_TABLE = PlayerSettings(one_table=True)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    policy = SecurityPolicy(two_persons_above_cents=5_000_00)
    with build_house(tmp_path, policy=policy) as built:
        yield built


@pytest.fixture
def office(house: House) -> Visitor:
    return house.person(AccountRole.ADMINISTRATOR)


def close(office: Visitor, player: Visitor, why: str = "asked for it") -> str:
    """The sentence of a refusal, or nothing."""
    path = f"/api/v1/accounts/{player.account.id}/active"
    answer = office.http.post(path, json={"active": False, "why": why})
    return "" if answer.status_code == 200 else str(answer.json()["sentence"])


def test_closing_needs_a_reason_which_is_in_the_activity_log(house: House, office: Visitor) -> None:
    player = house.person()
    assert office.refused(f"/accounts/{player.account.id}/active", active=False) == (422, "bad_request")
    assert not close(office, player, "moved away")
    entries = office.get("/activity", about="changes")["activity"]
    assert (entries[0]["what"], entries[0]["why"]) == ("close account", "moved away")


def test_chips_on_a_table_and_a_balance_are_taken_away_before_an_account_is_closed(
    house: House, office: Visitor
) -> None:
    player, table = house.person(money_cents=500_00), house.table()
    player.sit(table, 1, 350_00)
    said = close(office, player)
    assert "$350 in chips at Blackjack" in said
    assert "$150 in the account" in said
    assert "First the player leaves the table and the balance is paid out" in said
    player.post(f"/tables/{table}/leave", key=player.key())
    assert "$500 in the account" in close(office, player)
    cashier = house.person(AccountRole.CASHIER)
    cashier.post(f"/accounts/{player.account.id}/money", key="out", cents=-500_00)
    assert not close(office, player)


def test_nothing_is_paid_in_to_a_closed_account(house: House, office: Visitor) -> None:
    player, cashier = house.person(), house.person(AccountRole.CASHIER)
    money = f"/accounts/{player.account.id}/money"
    asked = cashier.http.post(f"/api/v1{money}", json={"key": "big", "cents": 6_000_00}).json()
    assert not close(office, player)
    assert cashier.refused(money, key="in", cents=100_00) == (409, "closed")
    second = house.person(AccountRole.ADMINISTRATOR)
    assert second.refused(f"/approvals/{asked['approval']}/approve")[1] == "closed"
    assert house.server.tables.pit.cage.balance(player.account.id) == 0


def test_a_player_at_a_table_of_another_server_is_not_closed(tmp_path: Path) -> None:
    with two_houses(quick(tmp_path)) as (first, second):
        player, table = first.person(money_cents=350_00), first.table()
        player.sit(table, 1, 350_00)
        assert "$350 in chips" in close(second.person(AccountRole.ADMINISTRATOR), player)


def test_a_player_sits_at_one_table_at_a_time_where_the_house_says_so(tmp_path: Path) -> None:
    with build_house(tmp_path, players=ONE_TABLE) as house:
        player, first, second = house.person(money_cents=1_000_00), house.table(), house.table()
        player.sit(first, 1, 100_00)
        body = {"key": "two", "seat": 1, "chips_cents": 100_00}
        assert player.refused(f"/tables/{second}/sit", **body) == (409, "one_table")
        player.post(f"/tables/{first}/leave", key=player.key())
        player.sit(second, 1, 100_00)


def test_where_the_house_does_not_say_so_a_player_sits_at_two(house: House) -> None:
    player = house.person(money_cents=1_000_00)
    for table in (house.table(), house.table()):
        player.sit(table, 1, 100_00)


def test_two_servers_at_the_same_moment_seat_a_player_once(tmp_path: Path) -> None:
    with two_houses(replace(quick(tmp_path), players=ONE_TABLE)) as (first, second):
        player = first.person(money_cents=1_000_00)
        other = Visitor(second, player.account, second.client(**dict(player.http.headers)))
        other.http.cookies = player.http.cookies
        places = ((player, first.table()), (other, second.table()))
        found: list[int] = []

        def sit(who: Visitor, table: str) -> None:
            body = {"key": "sit", "seat": 1, "chips_cents": 100_00}
            found.append(who.http.post(f"/api/v1/tables/{table}/sit", json=body).status_code)

        for who, table in places:  # the frameworks of two servers in one process are not made at once
            who.refused(f"/tables/{table}/sit")
        threads = [Thread(target=sit, args=place) for place in places]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(found) == [200, 409]
