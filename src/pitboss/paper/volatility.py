"""How far results stray: a round's distribution, bands for actual hold, and the most that can be lost."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any

from pitboss.exact.analyst import Analysis, distribution_of
from pitboss.games.game import Game
from pitboss.paper.figures import Figure, Exactness, cents, chance, count, percent, signed, units
from pitboss.paper.wagers import wager_name
from pitboss.table.people import SEATS

ROUNDS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
BANDS = (0.95, 0.99)
FORM_W2G = 300
"""Winnings at this many to one or more are what the tax form for gambling asks after."""


@dataclass(frozen=True)
class NetResult:
    net: str
    chance: Figure


@dataclass(frozen=True)
class Distribution:
    method: str
    results: tuple[NetResult, ...]
    mean: Figure
    variance: Figure
    deviation: Figure
    skewness: Figure
    kurtosis: Figure


@dataclass(frozen=True)
class Band:
    """Actual hold of the main wager after so many rounds, if it goes by the mathematics."""

    rounds: Figure
    expected: Figure
    low_95: Figure
    high_95: Figure
    low_99: Figure
    high_99: Figure
    house_behind: Figure


@dataclass(frozen=True)
class Volatility:
    wager: str
    name: str
    bands: tuple[Band, ...]
    n0: Figure | None
    """Rounds after which the expected win equals one standard deviation; None where nothing is expected."""


@dataclass(frozen=True)
class Exposure:
    what: str
    units: Figure
    per_spot: Figure
    per_table: Figure
    how: str


@dataclass(frozen=True)
class Exposures:
    rows: tuple[Exposure, ...]
    spots: int
    highest_odds: Figure
    reaches_w2g: bool


def find_distribution(analysis: Analysis) -> Distribution:
    data = distribution_of(analysis.game)
    found = Exactness.EXACT if data["method"] == "exact" else Exactness.ESTIMATED
    chances = {Fraction(row["net"]): float(row["probability"]) for row in data["results"]}
    mean, variance, skewness, kurtosis = moments(chances)
    return Distribution(
        method=data["method"],
        results=tuple(
            NetResult(_tell_net(net), chance(f"distribution.{net}", share, found))
            for net, share in chances.items()
        ),
        mean=signed("distribution.mean", mean, found),
        variance=units("distribution.variance", variance, found),
        deviation=units("distribution.deviation", sqrt(variance), found),
        skewness=signed("distribution.skewness", skewness, found, 4),
        kurtosis=signed("distribution.kurtosis", kurtosis, found, 4),
    )  # fmt: skip


def _tell_net(net: Fraction) -> str:
    whole = float(net)
    return f"{whole:+g}".replace("-", "−") if net else "0"


def moments(chances: Mapping[Fraction, float]) -> tuple[float, float, float, float]:
    """Mean, variance, skewness and excess kurtosis."""
    mean = sum(float(net) * share for net, share in chances.items())
    second, third, fourth = (
        sum((float(net) - mean) ** power * share for net, share in chances.items()) for power in (2, 3, 4)
    )
    return mean, second, third / second**1.5, fourth / second**2 - 3


def find_volatility(analysis: Analysis) -> tuple[Volatility, ...]:
    """Bands for every wager that is made before the deal."""
    early = {wager.id for wager in analysis.game.wagers if wager.timing == "before the deal"}
    return tuple(_volatility(analysis.game, found) for found in analysis.wagers if found.wager in early)


def _volatility(game: Game, found: Any) -> Volatility:
    id = f"volatility.{found.wager}"
    exactness = Exactness.EXACT if found.spread_method == "exact" else Exactness.ESTIMATED
    n0 = (found.standard_deviation / found.house_edge) ** 2 if found.house_edge > 0 else None
    return Volatility(
        wager=found.wager,
        name=wager_name(game, found.wager),
        bands=tuple(_bands(id, found.house_edge, found.standard_deviation, exactness)),
        n0=None if n0 is None else count(f"{id}.n0", round(n0), exactness),
    )


def _bands(id: str, edge: float, deviation: float, found: Exactness) -> Iterator[Band]:
    wide_95, wide_99 = (NormalDist().inv_cdf((1 + share) / 2) for share in BANDS)
    for rounds in ROUNDS:
        one = deviation / sqrt(rounds)
        at = f"{id}.{rounds}"
        yield Band(
            rounds=count(f"{at}.rounds", rounds),
            expected=percent(f"{at}.expected", edge, digits=3),
            low_95=percent(f"{at}.low_95", edge - wide_95 * one, found, 3),
            high_95=percent(f"{at}.high_95", edge + wide_95 * one, found, 3),
            low_99=percent(f"{at}.low_99", edge - wide_99 * one, found, 3),
            high_99=percent(f"{at}.high_99", edge + wide_99 * one, found, 3),
            house_behind=percent(f"{at}.house_behind", NormalDist(edge, one).cdf(0), found, 2),
        )


def find_exposures(game: Game) -> Exposures:
    """The largest loss of the house in one round, for a spot and for a full table at the limits."""
    limits, house = game.house.limits, game.house
    rows = [_exposure(game.main_wager.name, most_units(game), limits.wager_max_cents, tell_most(game))]
    for wager in game.wagers:
        if wager.pay_table:
            pays = max(house.over_under.bonus_pays if wager.kind == "total_bonus" else house.match.pays)
            top = min(limits.side_max_cents, limits.wager_max_cents if limits.side_up_to_main else 10**12)
            rows.append(_exposure(wager.name, Fraction(pays), top, "the highest row of its pay table"))
    odds = max(row.units.value for row in rows[1:]) if len(rows) > 1 else rows[0].units.value
    return Exposures(
        rows=tuple(rows),
        spots=len(SEATS),
        highest_odds=units("exposure.highest_odds", odds, digits=0),
        reaches_w2g=odds >= FORM_W2G,
    )


def _exposure(name: str, most: Fraction, stake_cents: int, how: str) -> Exposure:
    id = f"exposure.{name.lower().replace(' ', '_')}"
    per_spot = int(most * stake_cents)
    return Exposure(
        what=name,
        units=units(f"{id}.units", float(most), digits=1),
        per_spot=cents(f"{id}.spot", per_spot),
        per_table=cents(f"{id}.table", per_spot * len(SEATS)),
        how=how,
    )


def most_units(game: Game) -> Fraction:
    """The most that one spot can win in a round, in units of its main wager."""
    house = game.house
    if not game.has_dealer:
        return 2 * Fraction(house.over_under.odds.pays, house.over_under.odds.to)
    doubled = 2 * Fraction(house.player.win_odds.pays, house.player.win_odds.to)
    split = house.split.max_hands * (doubled if house.double.after_split else doubled / 2)
    return max(doubled, split, Fraction(house.blackjack.odds.pays, house.blackjack.odds.to))


def tell_most(game: Game) -> str:
    house = game.house
    if not game.has_dealer:
        return "Ante and play wager both win"
    if house.split.max_hands > 1:
        doubled = ", each doubled and won" if house.double.after_split else ", each won"
        return f"split into {house.split.max_hands} hands{doubled}"
    return "a double down that wins"
