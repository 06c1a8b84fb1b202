"""Volatility: the distribution of a round, bands for the actual win, and the most that the house can lose."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any

from pitboss.exact.figures import Analysis, WagerFigures
from pitboss.games.file_schema import WagerPart
from pitboss.games.game import Game
from pitboss.paper.figures import Exactness, Figure, cents, chance, count, percent, signed, units
from pitboss.paper.wagers import wager_name
from pitboss.table.people import SEATS

ROUNDS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
BANDS = (0.95, 0.99)
FORM_W2G = 300
"""Winnings at this many to one or more are reported on the tax form for gambling."""


@dataclass(frozen=True)
class NetResult:
    net: str
    chance: Figure


@dataclass(frozen=True)
class Together:
    """The main wager and a side wager of one round, a unit on each."""

    id: str
    name: str
    covariance: Figure
    correlation: Figure
    deviation: Figure
    """Of both results added up."""
    signs: tuple[tuple[str | Figure, ...], ...]
    """The main wager wins, pushes or loses; then the chance that the side wager wins, pushes, loses."""


@dataclass(frozen=True)
class Distribution:
    method: str
    exactness: str
    results: tuple[NetResult, ...]
    mean: Figure
    variance: Figure
    deviation: Figure
    skewness: Figure
    kurtosis: Figure
    together: tuple[Together, ...]


@dataclass(frozen=True)
class Band:
    """The win of the house after so many rounds, as a share of the amount wagered."""

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
    """Rounds after which the expected win equals one standard deviation; None without a house edge."""


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
    data = analysis.distribution
    assert data is not None, "the distribution was asked for"
    exactness = Exactness(data["exactness"])
    chances = {Fraction(row["net"]): float(row["probability"]) for row in data["results"]}
    _, _, skewness, kurtosis = moments(chances)
    deviation = data["standard_deviation"]
    return Distribution(
        method=data["method"],
        exactness=data["exactness"],
        results=tuple(
            NetResult(_tell_net(net), chance(f"distribution.{net}", share, exactness))
            for net, share in chances.items()
        ),
        mean=signed("distribution.mean", -analysis.wagers[0].house_edge),
        variance=units("distribution.variance", deviation**2),
        deviation=units("distribution.deviation", deviation),
        skewness=signed("distribution.skewness", skewness, exactness, 4),
        kurtosis=signed("distribution.kurtosis", kurtosis, exactness, 4),
        together=tuple(_together(analysis, joint) for joint in data["joint"]),
    )  # fmt: skip


SIGNS = {"wins": 1, "pushes": 0, "loses": -1}


def _together(analysis: Analysis, joint: dict[str, Any]) -> Together:
    id, exactness = f"together.{joint['wager']}", Exactness(joint["exactness"])
    deviations = {wager.wager: wager.standard_deviation for wager in analysis.wagers}
    alone = deviations[analysis.game.main_wager.id] ** 2 + deviations[joint["wager"]] ** 2
    shares = signs_together(joint)
    return Together(
        id=joint["wager"],
        name=wager_name(analysis.game, joint["wager"]),
        covariance=signed(f"{id}.covariance", joint["covariance"], exactness),
        correlation=signed(f"{id}.correlation", joint["correlation"], exactness),
        deviation=units(f"{id}.deviation", sqrt(alone + 2 * joint["covariance"]), exactness),
        signs=tuple(
            (main, *(chance(f"{id}.{main}.{side}", shares[main, side], exactness) for side in SIGNS))
            for main in SIGNS
        ),
    )  # fmt: skip


def signs_together(joint: dict[str, Any]) -> dict[tuple[str, str], float]:
    """The chance that the main wager wins, pushes or loses, with each of these for the side wager."""
    shares = {(main, side): 0.0 for main in SIGNS for side in SIGNS}
    for row in joint["results"]:
        main, side = (_sign(Fraction(row[name])) for name in ("main", "side"))
        shares[main, side] += row["probability"]
    return shares


def _sign(net: Fraction) -> str:
    return next(name for name, sign in SIGNS.items() if (net > 0) - (net < 0) == sign)


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
    return tuple(_volatility(analysis.game, wager) for wager in analysis.wagers if wager.wager in early)


def _volatility(game: Game, wager: WagerFigures) -> Volatility:
    id = f"volatility.{wager.wager}"
    exactness = Exactness(wager.spread_exactness)
    n0 = (wager.standard_deviation / wager.house_edge) ** 2 if wager.house_edge > 0 else None
    return Volatility(
        wager=wager.wager,
        name=wager_name(game, wager.wager),
        bands=tuple(_bands(id, wager.house_edge, wager.standard_deviation, exactness)),
        n0=None if n0 is None else count(f"{id}.n0", round(n0), exactness),
    )


def _bands(id: str, edge: float, deviation: float, exactness: Exactness) -> Iterator[Band]:
    wide_95, wide_99 = (NormalDist().inv_cdf((1 + share) / 2) for share in BANDS)
    for rounds in ROUNDS:
        one = deviation / sqrt(rounds)
        at = f"{id}.{rounds}"
        yield Band(
            rounds=count(f"{at}.rounds", rounds),
            expected=percent(f"{at}.expected", edge, digits=3),
            low_95=percent(f"{at}.low_95", edge - wide_95 * one, exactness, 3),
            high_95=percent(f"{at}.high_95", edge + wide_95 * one, exactness, 3),
            low_99=percent(f"{at}.low_99", edge - wide_99 * one, exactness, 3),
            high_99=percent(f"{at}.high_99", edge + wide_99 * one, exactness, 3),
            house_behind=percent(f"{at}.house_behind", NormalDist(edge, one).cdf(0), exactness, 2),
        )


def find_exposures(game: Game) -> Exposures:
    """The largest loss of the house in one round, for one box and for a full table at the table maximum."""
    limits, house = game.house.limits, game.house
    rows = [_exposure(game.main_wager, most_units(game), limits.wager_max_cents, tell_most(game))]
    for wager in game.wagers:
        if wager.pay_table:
            pays = max(house.over_under.bonus_pays if wager.kind == "total_bonus" else house.match.pays)
            top = min(limits.side_max_cents, limits.wager_max_cents if limits.side_up_to_main else 10**12)
            rows.append(_exposure(wager, Fraction(pays), top, "the highest payout of its pay table"))
    odds = max(row.units.value for row in rows[1:]) if len(rows) > 1 else rows[0].units.value
    return Exposures(
        rows=tuple(rows),
        spots=len(SEATS),
        highest_odds=units("exposure.highest_odds", odds, digits=0),
        reaches_w2g=odds >= FORM_W2G,
    )


def _exposure(wager: WagerPart, most: Fraction, stake_cents: int, how: str) -> Exposure:
    id = f"exposure.{wager.id}"
    per_spot = int(most * stake_cents)
    return Exposure(
        what=wager.name,
        units=units(f"{id}.units", float(most), digits=1),
        per_spot=cents(f"{id}.spot", per_spot),
        per_table=cents(f"{id}.table", per_spot * len(SEATS)),
        how=how,
    )


def most_units(game: Game) -> Fraction:
    """The most that one box can win in a round, in units of its main wager."""
    house = game.house
    if not game.has_dealer:
        return 2 * Fraction(house.over_under.odds.pays, house.over_under.odds.to)
    doubled = 2 * Fraction(house.player.win_odds.pays, house.player.win_odds.to)
    split = house.split.max_hands * (doubled if house.double.after_split else doubled / 2)
    return max(doubled, split, Fraction(house.blackjack.odds.pays, house.blackjack.odds.to))


def tell_most(game: Game) -> str:
    house = game.house
    if not game.has_dealer:
        plays = [wager.name for wager in game.wagers if wager.kind in ("over", "under")]
        return f"the {game.main_wager.name} and the {' or the '.join(plays)} win"
    if house.split.max_hands > 1:
        doubled = (
            ", each of which is doubled and wins" if house.double.after_split else ", each of which wins"
        )
        return f"a split into {house.split.max_hands} hands{doubled}"
    return "a double down that wins"
