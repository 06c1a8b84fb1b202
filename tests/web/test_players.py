"""Players: the rating card, money over the gaming day, limits and self-exclusion."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.desk.house_entries import MoneyAlert
from pitboss.desk.verify import verify_store
from pitboss.exact.analyst import analyse
from pitboss.web.catalogue import Catalogue
from pitboss.web.player_money import MoneyWatch
from pitboss.web.roles import AccountRole
from pitboss.web.settings import PlayerSettings
from tests.waiting import wait_until
from tests.web.house import House, Visitor, build_house, quick
from tests.web.playing import next_message
from tests.web.test_table_manager import two_houses

STAKE = 25_00


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build_house(
        tmp_path_factory.mktemp("players"), players=PlayerSettings(alert_cents=5_000_00)
    ) as built:
        yield built
        assert verify_store(built.server.store).fault is None


@pytest.fixture
def floor(house: House) -> Visitor:
    return house.person(AccountRole.FLOORPERSON)


def move(player: Visitor, table: str) -> None:
    said = next_message(player.get(f"/tables/{table}"), STAKE)
    if said is not None and said["type"] == "do":
        player.do(table, **said["command"])
    elif said is not None:
        player.post(f"/tables/{table}/ready", ready=True)


def play_rounds(player: Visitor, table: str, rounds: int) -> None:
    until = player.get(f"/tables/{table}")["view"]["round"] + rounds
    while player.get(f"/tables/{table}")["view"]["round"] < until:
        move(player, table)


def rating(floor: Visitor, player: Visitor) -> dict[str, Any]:
    return dict(floor.get(f"/players/{player.account.id}/rating"))


def limits(player: Visitor) -> dict[str, dict[str, Any]]:
    return {one["what"]: one for one in player.get("/me/limits")["limits"]}


def bet(player: Visitor, table: str, cents: int = STAKE) -> tuple[int, str]:
    """The status and reason of a bet."""
    wager = {"type": "PlaceWager", "box": 1, "wager": "blackjack", "cents": cents}
    body = {"key": player.key(), "command": wager}
    answer = player.http.post(f"/api/v1/tables/{table}/commands", json=body)
    return answer.status_code, answer.json().get("reason", "")


# ---- the rating card


def test_a_rating_card_adds_up_bets_and_theoretical_loss_by_the_exact_edge(
    house: House, floor: Visitor
) -> None:
    table, player = house.table(), house.person(money_cents=1_000_00)
    player.sit(table, 1, 1_000_00)
    play_rounds(player, table, 4)
    wait_until(lambda: rating(floor, player)["theoretical_cents"] is not None, "the edges are known")
    card = rating(floor, player)
    assert (card["hands"], card["average_bet_cents"], card["bought_cents"]) == (4, STAKE, 1_000_00)
    (wager,) = [one for one in card["wagers"] if one["wager"] == "blackjack"]
    figures = analyse(Catalogue(()).game("blackjack", [])).as_data()["wagers"]
    edge = next(one["house_edge"] for one in figures if one["wager"] == "blackjack")
    assert wager["house_edge"] == edge
    assert wager["initial_cents"] == 4 * STAKE
    assert card["theoretical_cents"] == round(4 * STAKE * edge)
    chips = player.get(f"/tables/{table}")["view"]["chips_cents"]
    assert card["won_cents"] == chips - 1_000_00
    player.post(f"/tables/{table}/leave", key=player.key())
    assert rating(floor, player)["taken_away_cents"] == chips


def test_only_players_are_rated(floor: Visitor) -> None:
    answer = floor.http.get(f"/api/v1/players/{floor.account.id}/rating")
    assert answer.json()["reason"] == "not_a_player"


# ---- money above the threshold


def alerts(floor: Visitor, player: Visitor) -> list[str]:
    notices = floor.get("/pit")["notices"]
    return [one["says"] for one in notices if one["says"].startswith(f"{player.account.name}:")]


def test_buy_ins_of_a_day_above_the_threshold_alert_the_floor_once(house: House, floor: Visitor) -> None:
    player, tables = house.person(money_cents=20_000_00), [house.table(), house.table()]
    for table in tables:
        player.sit(table, 1, 2_500_00)
    assert not alerts(floor, player)
    player.post(f"/tables/{tables[0]}/chips", key=player.key(), cents=100)
    wait_until(lambda: alerts(floor, player), "the floor is alerted")
    said = f"{player.account.name}: $5,001 bought in this gaming day, above $5,000."
    assert alerts(floor, player) == [said]
    player.post(f"/tables/{tables[0]}/chips", key=player.key(), cents=100)
    for table in tables:
        player.post(f"/tables/{table}/leave", key=player.key())
    wait_until(lambda: len(alerts(floor, player)) == 2, "what was taken away is alerted too")
    assert "$5,002 taken away" in alerts(floor, player)[0]


def test_two_servers_that_find_the_same_alert_once(tmp_path: Path) -> None:
    with two_houses(quick(tmp_path)) as (first, second):
        floor, player = second.person(AccountRole.FLOORPERSON), first.person()
        for house in (first, second):
            state = house.server.app.state
            watch = MoneyWatch(house.auth.book, state.notices, state.player_money, 1_00)
            day = state.notices.today.isoformat()
            watch.alert(MoneyAlert(player.account.id, day, "bought", 2_00, 1_00))
        assert len(alerts(floor, player)) == 1
        assert verify_store(first.server.store).fault is None


# ---- limits of one's own


def test_an_excluded_player_neither_sits_nor_bets_and_cannot_undo_it(house: House) -> None:
    table, player = house.table(), house.person(money_cents=500_00)
    player.sit(table, 1, 300_00)
    player.post("/me/exclusion", days=30)
    assert bet(player, table) == (409, "excluded")
    other = {"key": "two", "seat": 1, "chips_cents": 100_00}
    assert player.refused(f"/tables/{house.table()}/sit", **other) == (409, "excluded")
    assert player.refused(f"/tables/{table}/chips", key="more", cents=100) == (409, "excluded")
    assert player.refused("/me/exclusion", days=29) == (409, "exclusion_holds")
    player.post("/me/exclusion", days=60)
    player.post(f"/tables/{table}/leave", key=player.key())
    assert player.get("/me/money")["balance_cents"] == 500_00


def test_a_limit_is_made_tighter_at_once_and_never_looser_before_its_end(house: House) -> None:
    player = house.person()
    player.post("/me/limits", what="loss", most=100_00, days=30)
    assert player.refused("/me/limits", what="loss", most=200_00, days=60) == (409, "limit_holds")
    assert player.refused("/me/limits", what="loss", most=50_00, days=1) == (409, "limit_holds")
    player.post("/me/limits", what="loss", most=50_00, days=31)
    assert limits(player)["loss"]["most"] == 50_00


def test_no_bet_can_lose_more_than_the_loss_limit(house: House) -> None:
    table, player = house.table(), house.person(money_cents=1_000_00)
    player.sit(table, 1, 1_000_00)
    while bet(player, table, 10_00)[0] != 200:
        move(player, table)
    player.post("/me/limits", what="loss", most=60_00, days=1)
    assert bet(player, table, 51_00) == (409, "loss_limit")
    while player.get(f"/tables/{table}")["view"]["round"] == 1:
        move(player, table)
    lost = 1_000_00 - player.get(f"/tables/{table}")["view"]["chips_cents"]
    assert limits(player)["loss"]["used"] == lost
    assert bet(player, table, 60_00 - lost + 5_00) == (409, "loss_limit")
    assert bet(player, table, 10_00)[0] == 200


def test_no_more_is_paid_in_than_the_deposit_limit(house: House) -> None:
    player, cashier = house.person(), house.person(AccountRole.CASHIER)
    money = f"/accounts/{player.account.id}/money"
    player.post("/me/limits", what="deposit", most=100_00, days=1)
    cashier.post(money, key="one", cents=70_00)
    assert cashier.refused(money, key="two", cents=31_00) == (409, "deposit_limit")
    cashier.post(money, key="three", cents=30_00)
    assert limits(player)["deposit"]["used"] == 100_00


def test_whoever_has_played_as_long_as_they_want_neither_sits_nor_bets(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A minute of play is too long for a test, so every round is told to have taken one."""
    table, player = house.table(), house.person(money_cents=500_00)
    player.sit(table, 1, 300_00)
    player.post("/me/limits", what="time", most=1, days=1)
    play_rounds(player, table, 1)
    assert bet(player, table)[0] == 200
    monkeypatch.setattr("pitboss.web.player_days.played_minutes", lambda rounds: len(list(rounds)))
    assert bet(player, table) == (409, "time_limit")


def test_limits_hold_at_every_server_of_the_store(tmp_path: Path) -> None:
    with two_houses(quick(tmp_path)) as (first, second):
        player = first.person(money_cents=500_00)
        other = Visitor(second, player.account, second.client(**dict(player.http.headers)))
        other.http.cookies = player.http.cookies
        table = second.table()
        player.post("/me/exclusion", days=1)
        body = {"key": "sit", "seat": 1, "chips_cents": 100_00}
        assert other.refused(f"/tables/{table}/sit", **body) == (409, "excluded")
