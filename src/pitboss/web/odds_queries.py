"""What the pages ask the analyst: holds, odds, charts, prices of readings; each worked out once."""

from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.errors import BadInput
from pitboss.games.game import Chosen, Game
from pitboss.games.vocabulary import OPTIONS, Bounds, Value
from pitboss.web.background_jobs import BackgroundJobs
from pitboss.web.catalogue import Catalogue

TRIED_OF_A_RANGE = 12
IDLE_OPTIONS = frozenset(
    {"min_wager_cents", "max_wager_cents", "side_min_cents", "side_max_cents", "settlement_order",
     "boxes_per_player", "bar_mid_shoe_entry", "shuffler"}
)  # fmt: skip
"""Options that move no expectation: limits, order of paying, equipment."""


def is_range(chosen: Chosen) -> bool:
    return isinstance(OPTIONS[chosen.name].domain, Bounds) and " to " in chosen.allowed_text


def hold(jobs: BackgroundJobs, game: Game) -> float | None:
    """House edge of the main wager."""
    found: float | None = jobs.ask(f"hold {game.sha256}", lambda: _hold(game))
    return found


def _hold(game: Game) -> float:
    from pitboss.exact.analyst import main_edge

    return main_edge(game)


def odds(jobs: BackgroundJobs, game: Game) -> dict[str, Any] | None:
    def work() -> dict[str, Any]:
        from pitboss.exact.analyst import analyse

        return analyse(game).as_data()

    found: dict[str, Any] | None = jobs.ask(f"odds {game.sha256}", work)
    return found


def holds(jobs: BackgroundJobs, catalogue: Catalogue, game: Game, choices: Sequence[str]) -> dict[str, Any] | None:
    """Every option that can move the hold, with each permitted value in its place."""

    def work() -> dict[str, Any]:
        return {name: list(_varied(catalogue, game, name, choices)) for name in _movable(game)}

    found: dict[str, Any] | None = jobs.ask(f"holds {game.sha256}", work)
    return found


def _movable(game: Game) -> list[str]:
    return [
        name
        for name, chosen in game.options.items()
        if name not in IDLE_OPTIONS and len(permitted(chosen)) > 1
    ]


def permitted(chosen: Chosen) -> list[Value]:
    """The values an option may take; of a wide range, those from its low end."""
    if not is_range(chosen):
        return list(chosen.allowed)
    low, high = (int(value) for value in chosen.allowed)
    return list(range(low, min(high, low + TRIED_OF_A_RANGE - 1) + 1))


def _varied(catalogue: Catalogue, game: Game, name: str, choices: Sequence[str]) -> Iterator[dict[str, Any]]:
    others = [choice for choice in choices if choice.partition("=")[0] != name]
    for value in permitted(game.options[name]):
        told = {"value": value, "text": OPTIONS[name].tell(value)}
        try:
            varied = catalogue.game(game.id, [*others, f"{name}={str(value).lower()}"])
        except BadInput as error:
            yield told | {"hold": None, "not_permitted": str(error)}
        else:
            yield told | {"hold": _hold(varied)}


def strategy(jobs: BackgroundJobs, game: Game) -> dict[str, Any] | None:
    found: dict[str, Any] | None = jobs.ask(f"strategy {game.sha256}", lambda: _strategy(game))
    return found


def _strategy(game: Game) -> dict[str, Any]:
    from pitboss.exact.analyst import solve_round
    from pitboss.exact.composition import shoe_of, value_name
    from pitboss.exact.side_wagers import CHOICES, first_cards
    from pitboss.exact.strategy import Strategist

    if not game.has_dealer:
        rows = [
            {
                "first": value_name(first.column),
                "play": CHOICES[first.best],
                "values": {CHOICES[action]: float(value) for action, value in first.values.items()},
            }
            for first in first_cards(game.house, shoe_of(game.house))
        ]
        return {"class": "optimal", "first_cards": rows}
    played = solve_round(game)
    strategist = Strategist(played)
    chart = strategist.chart()
    optimal, priced = -float(played.expectation), -strategist.price(chart)
    return {
        "class": "total-dependent",
        "house_edge": priced,
        "optimal_house_edge": optimal,
        "cost": priced - optimal,
        "cells": [{"row": c.row, "up": c.up, "seen": c.seen, "play": play} for c, play in chart.items()],
        "exceptions": strategist.exceptions(chart),
        "second_chance": strategist.second_chances(),
    }


def readings(
    jobs: BackgroundJobs, catalogue: Catalogue, game: Game, choices: Sequence[str]
) -> dict[str, Any] | None:
    """The edges of every wager under each way of reading the text that concerns money."""

    def work() -> dict[str, Any]:
        from pitboss.exact.analyst import edges

        found: dict[str, Any] = {"edges": edges(game), "readings": {}}
        for id, read in game.readings.items():
            if read.is_switchable and read.part.kind == "money":
                found["readings"][id] = {
                    choice: edges(catalogue.game(game.id, [*choices, f"reading.{id}={choice}"]))
                    for choice in read.part.choices
                }
        return found

    answer: dict[str, Any] | None = jobs.ask(f"readings {game.sha256}", work)
    return answer
