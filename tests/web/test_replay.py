"""Replay and recall: any finished round again, what each may see of it, and the shoe's promise."""

import json
from collections.abc import Iterator
from itertools import pairwise

import pytest

from pitboss.desk.payloads import ShoeOpened
from pitboss.desk.sealed_shoe import SealedOrder, commitment, parse_order
from pitboss.table.notation import parse_round
from pitboss.web.past_shoes import matches_commitment
from pitboss.web.roles import AccountRole
from tests.web.house import MONEY, House, Visitor, build_house
from tests.web.playing import next_message

ROUNDS = 28


class Scene:
    """A table where two have played some rounds, to the end of a shoe."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.table = house.table("blackjack", "decks=1")
        self.players = [house.person(money_cents=100 * MONEY) for _ in range(2)]
        for seat, player in enumerate(self.players, 1):
            player.sit(self.table, seat, 50 * MONEY)
        self.play(ROUNDS)

    def play(self, rounds: int) -> None:
        live = self.house.server.tables.find(self.table)
        while live.state.round <= rounds:
            for player in self.players:
                self.move(player)

    def move(self, player: Visitor) -> None:
        said = next_message(player.get(f"/tables/{self.table}"))
        if said is None:
            return
        if said["type"] == "ready":
            player.post(f"/tables/{self.table}/ready", ready=True)
        else:
            player.do(self.table, **said["command"])


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with build_house(tmp_path_factory.mktemp("replay")) as house:
        yield Scene(house)


def test_every_finished_round_is_listed_and_the_open_one_is_not(scene: Scene) -> None:
    told = scene.players[0].get(f"/tables/{scene.table}/rounds", most=500)
    assert [line["round"] for line in told["rounds"]] == list(range(ROUNDS, 0, -1))
    assert all(line["mine"] for line in told["rounds"])
    refused = scene.players[0].http.get(f"/api/v1/tables/{scene.table}/rounds/{ROUNDS + 1}")
    assert (refused.status_code, refused.json()["reason"]) == (404, "no_such_round")


@pytest.mark.parametrize("number", [1, 25, 26, ROUNDS])
def test_a_round_is_shown_act_by_act_with_cards_and_chips_conserved(scene: Scene, number: int) -> None:
    regulator = scene.house.person(AccountRole.REGULATOR)
    told = regulator.get(f"/tables/{scene.table}/rounds/{number}")
    types = [event["type"] for step in told["steps"] for event in step["events"]]
    assert types.count("TableCleared") == 1
    assert types.count("BettingClosed") == 1
    assert "HandSettled" in types
    for step in told["steps"]:
        sums = step["conserved"]
        assert sums["cards_in_all"] == sums["cards_of_the_game"]
        assert sums["chips_in_all_cents"] == sums["chips_brought_cents"]
    assert {step["view"]["round"] for step in told["steps"]} <= {number, number + 1}


def test_a_player_sees_no_more_in_the_replay_than_at_the_table(scene: Scene) -> None:
    ann = scene.players[0]
    first = ann.get(f"/tables/{scene.table}/rounds/1")
    told = json.dumps(first)
    assert scene.players[1].account.id not in told
    assert scene.players[1].account.name not in told
    assert all("chips_cents" not in step["conserved"] for step in first["steps"])
    others = [
        event for step in first["steps"] for event in step["events"]
        if event["type"] == "SatDown" and event["seat"] == 2
    ]  # fmt: skip
    assert others
    assert all("chips_cents" not in event for event in others)


def test_the_text_of_a_round_is_notation_that_can_be_read_again(scene: Scene) -> None:
    regulator = scene.house.person(AccountRole.REGULATOR)
    answer = regulator.http.get(f"/api/v1/tables/{scene.table}/rounds/2/text")
    commands = parse_round(answer.text)
    assert len(commands) > 8


def test_an_opened_shoe_keeps_its_promise_and_the_one_in_use_is_closed(scene: Scene) -> None:
    shoes = scene.players[0].get(f"/tables/{scene.table}/shoes")["shoes"]
    opened = [shoe for shoe in shoes if shoe["opened_at"]]
    assert opened
    assert all(shoe["holds"] and shoe["order"] for shoe in opened)
    assert shoes[-1]["holds"] is None
    assert shoes[-1]["order"] == ""
    assert shoes[-1]["seed"] == ""


def test_an_order_changed_after_the_promise_is_found(scene: Scene) -> None:
    history = scene.house.server.tables.history(scene.table).refresh()
    shoe = next(shoe for shoe in history.shoes if shoe.holds)
    told = (shoe.commitment, scene.table)
    assert matches_commitment(ShoeOpened(shoe.number, shoe.order, seed=shoe.seed), *told)
    for seed in ("00" + shoe.seed[2:], "nonsense"):
        assert not matches_commitment(ShoeOpened(shoe.number, shoe.order, seed=seed), *told)
    assert not matches_commitment(ShoeOpened(shoe.number + 1, shoe.order, seed=shoe.seed), *told)


def test_an_order_of_the_earlier_scheme_is_still_checked() -> None:
    sealed = SealedOrder(parse_order("AcKd2h"), bytes(32))
    committed = commitment(sealed)
    assert matches_commitment(ShoeOpened(1, "AcKd2h", "00" * 32), committed, "t1")
    assert not matches_commitment(ShoeOpened(1, "KdAc2h", "00" * 32), committed, "t1")
    assert not matches_commitment(ShoeOpened(1, "nonsense", "00" * 32), committed, "t1")


def test_a_player_recalls_the_last_rounds_with_stakes_results_and_chips(scene: Scene) -> None:
    ann = scene.players[0]
    rounds = ann.get("/me/rounds")["rounds"]
    assert [played["round"] for played in rounds] == list(range(ROUNDS, 0, -1))
    for played in rounds:
        gained = played["returned_cents"] + played["won_cents"] - played["staked_cents"]
        assert played["chips_after_cents"] - played["chips_before_cents"] == gained
        assert played["lines"]
    assert len(ann.get("/me/rounds", last=5)["rounds"]) == 5
    assert scene.house.person().get("/me/rounds")["rounds"] == []


def test_the_journal_is_for_those_who_watch(scene: Scene) -> None:
    regulator = scene.house.person(AccountRole.REGULATOR)
    records = regulator.get(f"/tables/{scene.table}/records", after=0, most=500)["records"]
    assert [record["sequence"] for record in records] == list(range(1, len(records) + 1))
    assert records[0]["kind"] == "TableOpened"
    assert all(after["previous"] == before["hash"] for before, after in pairwise(records))


def test_the_coach_values_every_action_and_says_what_the_last_cost(scene: Scene) -> None:
    ann, ben = scene.players
    for _ in range(100):
        told = ann.get(f"/tables/{scene.table}")
        act = told["view"]["next"][-1]
        if act["act"] == "decide" and act["who"] == "player 1":
            break
        scene.move(ann)
        scene.move(ben)
    advice = ann.get(f"/tables/{scene.table}/coach")
    values = advice["values"]
    assert {"stand", "hit"} <= set(values)
    assert list(values.values()) == sorted(values.values(), reverse=True)
    assert ben.get(f"/tables/{scene.table}/coach")["values"] == {}
    ann.do(scene.table, type="Decide", box=act["box"], hand=act["hand"], action="stand")
    last = ann.get(f"/tables/{scene.table}/coach")["last"]
    assert last["action"] == "stand"
    assert last["cost"] == pytest.approx(max(values.values()) - values["stand"])
