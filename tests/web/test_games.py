"""The games over HTTP: options with clauses, house edges, odds, charts and papers."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from pitboss.exact.analyst import main_edge
from pitboss.games.files import known_games
from pitboss.games.load import load_game
from pitboss.web.background_jobs import BackgroundJobs
from pitboss.web.settings import JobLimits
from tests.waiting import wait_until
from tests.web.house import House, Visitor, build_house


@pytest.fixture(scope="module")
def person(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with build_house(tmp_path_factory.mktemp("games")) as house:
        yield house.person()


def figures(person: Visitor, path: str, **query: Any) -> dict[str, Any]:
    """The answer, asked for until it is there."""
    told = wait_until(lambda: _if_ready(person.get(path, **query)), f"{path} is worked out")
    return dict(told["figures"])


def _if_ready(told: dict[str, Any]) -> dict[str, Any] | None:
    return told if told["ready"] else None


def test_the_lobby_lists_every_game_with_its_house_edge_when_it_is_computed(person: Visitor) -> None:
    def listed() -> dict[str, dict[str, Any]] | None:
        games = {game["game"]: game for game in person.get("/games")["games"]}
        return None if any(game["house_edge"] is None for game in games.values()) else games

    games = wait_until(listed, "every house edge is computed")
    assert tuple(games) == known_games()
    assert games["down-under-pa"]["house_edge"] == pytest.approx(main_edge(load_game("down-under-pa")))


def test_a_game_shows_what_may_be_chosen_by_which_clause(person: Visitor) -> None:
    told = person.get("/games/down-under-pa", set=["decks=8"])
    decks = next(option for option in told["options"] if option["name"] == "decks")
    assert (decks["value"], decks["allowed"], decks["chosen_by"]) == (8, [4, 5, 6, 8], "house")
    assert decks["clauses"]
    assert told["sha256"] == load_game("down-under-pa", options={"decks": 8}).sha256


def test_an_answer_waits_for_its_figures_if_it_is_asked_to(person: Visitor) -> None:
    """Waiting ends when they are there, so that a page asks once and has them at once."""
    choices = ["decks=7"]

    def look() -> dict[str, Any] | None:
        told = person.get("/games/blackjack", set=choices, wait_ms=2_000)
        return told if told["house_edge"] is not None else None

    told = wait_until(look, "the house edge is computed")
    assert told["house_edge"] == pytest.approx(main_edge(load_game("blackjack", options={"decks": 7})))
    chart = wait_until(
        lambda: _if_ready(person.get("/games/blackjack/strategy", set=choices, wait_ms=2_000)), "the chart"
    )
    assert chart["figures"]["optimal_house_edge"] == pytest.approx(told["house_edge"])
    assert person.http.get("/api/v1/games/blackjack", params={"wait_ms": 60_000}).status_code == 422


def test_every_option_that_moves_the_house_edge_is_priced_value_by_value(person: Visitor) -> None:
    found = figures(person, "/games/over-under-pa/edges")
    assert found
    for name, rows in found.items():
        assert len(rows) > 1
        for row in rows:
            if row["house_edge"] is not None:
                priced = main_edge(load_game("over-under-pa", options={name: row["value"]}))
                assert row["house_edge"] == pytest.approx(priced)


def test_odds_charts_and_readings_come_from_the_analyst(person: Visitor) -> None:
    odds = figures(person, "/games/blackjack/odds")
    whole = figures(person, "/games/over-under-pa/odds", distribution="true")
    assert sum(row["probability"] for row in whole["distribution"]["results"]) == pytest.approx(1)
    assert [joint["wager"] for joint in whole["distribution"]["joint"]] == ["bonus"]
    exact = figures(person, "/games/blackjack/odds", exact="true")["wagers"][0]
    assert float(Fraction(exact["exact"])) == pytest.approx(odds["wagers"][0]["house_edge"], abs=1e-12)
    assert odds["wagers"][0]["house_edge"] == pytest.approx(main_edge(load_game("blackjack")))
    chart = figures(person, "/games/blackjack/strategy")
    assert chart["cost"] >= 0
    assert {"row": "hard 16", "up": "10"}.items() <= next(
        cell for cell in chart["cells"] if (cell["row"], cell["up"]) == ("hard 16", "10")
    ).items()
    first = figures(person, "/games/over-under-pa/strategy")["first_cards"]
    assert len(first) == 10
    readings = figures(person, "/games/over-under-pa/readings")
    assert readings["edges"]
    assert figures(person, "/games/over-under-pa/published")["published"] == []


@pytest.mark.slow("all combinations of readings, searched for a page")
def test_a_published_figure_has_its_nearest_readings_on_the_page(person: Visitor) -> None:
    bet, match = figures(person, "/games/down-under-pa/published")["published"]
    assert bet["verdict"].startswith("No combination of readings reproduces it")
    assert [one["game"] for one in bet["documents"]] == ["down-under-pa", "down-under-vendor"]
    nearest = bet["documents"][0]["sets"][0]
    assert nearest["choose"] == ["reading.D1=R2", "reading.D11=R2", "reading.D12=R3"]
    assert match["verdict"] == "The document reproduces it as we read it."


@pytest.mark.parametrize("choice", ["decks=7", "nonsense=1", "reading.D1=R9"])
def test_a_choice_the_document_does_not_allow_is_refused_with_what_is(person: Visitor, choice: str) -> None:
    answer = person.http.get("/api/v1/games/down-under-pa", params={"set": choice})
    assert answer.status_code == 422
    assert answer.json()["allowed"]


@pytest.mark.parametrize("path", ["/games/nothing", "/games/..%2f..%2fetc%2fpasswd", "/games/Down%20Under"])
def test_there_is_no_other_game(person: Visitor, path: str) -> None:
    assert person.http.get(f"/api/v1{path}").status_code in (404, 422)


def test_the_felt_is_a_picture(person: Visitor) -> None:
    answer = person.http.get("/api/v1/games/over-under-pa/felt.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "<svg" in answer.text


def test_a_background_job_runs_once() -> None:
    jobs, asked = BackgroundJobs(JobLimits()), []

    def work() -> str:
        asked.append(1)
        return "found"

    answer = wait_until(lambda: jobs.ask("same", work), "the job is done")
    assert (answer, asked) == ("found", [1])
    assert jobs.ask("same", work) == "found"
    assert asked == [1]
    jobs.close()


def test_a_house_offers_the_files_it_was_started_with(house: House) -> None:
    assert house.server.app.state.catalogue.names == known_games()
