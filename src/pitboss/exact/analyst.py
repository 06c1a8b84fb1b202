"""The analyst's answer for a whole game: every wager with its figures, and how each was found."""

import time
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from typing import Any

from pitboss.exact.composition import Shoe, shoe_of, value_name
from pitboss.exact.dealer_outcomes import BLACKJACK, OUTCOMES, OVER, TOTALS
from pitboss.exact.down_match import dying_match_table
from pitboss.exact.measures import Measures
from pitboss.exact.round_value import Round
from pitboss.exact.side_wagers import (
    ReturnTable,
    ante_table,
    bonus_table,
    first_cards,
    insurance_table,
    match_table,
)
from pitboss.exact.solve import Solver
from pitboss.games.file_schema import WagerPart
from pitboss.games.game import Game
from pitboss.rules.house import House
from pitboss.rules.match import down_match_survives
from pitboss.rules.player import Action

EXACT = "exact"
FLOAT_BOUND = "exact sums in double precision, error below 1e-12"


@dataclass(frozen=True)
class WagerFigures:
    """What one wager is worth, and how that was found. Edges are positive for the house."""

    wager: str
    house_edge: float
    element_of_risk: float
    average_wagered: float
    standard_deviation: float
    hit_frequency: float
    push_frequency: float
    loss_frequency: float
    method: str
    spread_method: str
    exact: str = ""
    """The house edge as a fraction, where it is one."""
    outcomes: tuple[dict[str, Any], ...] = ()
    frequencies: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Analysis:
    game: Game
    wagers: tuple[WagerFigures, ...]
    dealer: tuple[dict[str, Any], ...]
    solve_seconds: float

    def as_data(self) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "options": self.game.option_values,
            "readings": self.game.reading_choices,
            "rulebook_sha256": self.game.sha256,
            "departures": [str(departure) for departure in self.game.departures],
            "wagers": [asdict(wager) for wager in self.wagers],
            "dealer": list(self.dealer),
            "solve_seconds": self.solve_seconds,
        }


def solve_round(game: Game, shoe: Shoe | None = None) -> Round:
    return Round(Solver(game.house, shoe or shoe_of(game.house)))


def analyse(game: Game, shoe: Shoe | None = None) -> Analysis:
    """All wagers of a game, main wager first, for a fresh shoe or a given one."""
    cards = shoe or shoe_of(game.house)
    start = time.perf_counter()
    if not game.has_dealer:
        main = _from_table(game.main_wager.id, ante_table(game.house, cards), _ante_wagered(game, cards))
        seconds = time.perf_counter() - start
        return Analysis(game, (main, *_sides(game, cards, None)), (), seconds)
    played = solve_round(game, cards)
    edge = -float(played.expectation)
    seconds = time.perf_counter() - start
    wagers = (_main(game, played, edge), *_sides(game, cards, played))
    return Analysis(game, wagers, tuple(dealer_totals(played.solver)), seconds)


def distribution_of(game: Game, shoe: Shoe | None = None) -> dict[str, Any]:
    """The chance of every net result of the main wager, and how it was found."""
    cards = shoe or shoe_of(game.house)
    if not game.has_dealer:
        chances: dict[Fraction, float] = {}
        for outcome in ante_table(game.house, cards).outcomes:
            chances[outcome.pays] = chances.get(outcome.pays, 0.0) + float(outcome.chance)
        method = EXACT
    else:
        chances = Measures(solve_round(game, cards)).distribution()
        method = "exact for unsplit hands; the hands of a split taken as independent given the dealer's total"
    results = [{"net": str(net), "probability": chance} for net, chance in sorted(chances.items())]
    return {"method": method, "results": results}


def main_edge(game: Game) -> float:
    """The house edge of the main wager alone."""
    cards = shoe_of(game.house)
    if not game.has_dealer:
        return -float(ante_table(game.house, cards).expectation)
    return -float(solve_round(game, cards).expectation)


def edges(game: Game) -> dict[str, float]:
    """House edges of the main wager and the side wagers, without their spread."""
    return {game.main_wager.id: main_edge(game)} | side_edges(game)


def side_edges(game: Game) -> dict[str, float]:
    """House edges of the wagers that go by a pay table."""
    cards = shoe_of(game.house)
    found = {}
    for wager in game.wagers:
        if wager.kind == "total_bonus":
            found[wager.id] = -float(bonus_table(game.house, cards).expectation)
        elif wager.kind == "match":
            found[wager.id] = -float(_match(game, wager).expectation)
    return found


def _match(game: Game, wager: WagerPart, played: Round | None = None) -> ReturnTable:
    """A match wager with a fresh shoe; one that dies with a surrender goes by how the hand is played."""
    if wager.against == "hole card" and not down_match_survives(True, game.house):
        return dying_match_table(played or solve_round(game))
    return match_table(game.house)


def edges_and_risks(game: Game) -> dict[str, tuple[float, float]]:
    """The same edges, each also by all that is staked in the wager's course: the element of risk."""
    cards = shoe_of(game.house)
    if not game.has_dealer:
        edge, average = -float(ante_table(game.house, cards).expectation), float(_ante_wagered(game, cards))
    else:
        played = solve_round(game, cards)
        edge, average = -float(played.expectation), Measures(played).average_wagered
    sides = {wager: (side, side) for wager, side in side_edges(game).items()}
    return {game.main_wager.id: (edge, edge / average)} | sides


def _main(game: Game, played: Round, edge: float) -> WagerFigures:
    spread = Measures(played).spread()
    return WagerFigures(
        wager=game.main_wager.id,
        house_edge=edge,
        element_of_risk=edge / spread.average_wagered,
        average_wagered=spread.average_wagered,
        standard_deviation=spread.standard_deviation,
        hit_frequency=spread.hit_frequency,
        push_frequency=spread.push_frequency,
        loss_frequency=spread.loss_frequency,
        method=f"optimal composition-dependent play, splits {played.method}; {FLOAT_BOUND}",
        spread_method="exact" if spread.is_exact else "exact unsplit; split hands estimated",
        frequencies={
            "double": spread.double_frequency,
            "split": spread.split_frequency,
            "second_chance": spread.second_chance_frequency,
            "insurance": spread.insurance_frequency,
        },
    )


def _ante_wagered(game: Game, cards: Shoe) -> Fraction:
    return sum(
        (first.chance * (1 if first.best == Action.FOLD else 2) for first in first_cards(game.house, cards)),
        Fraction(0),
    )


def _from_table(wager: str, table: ReturnTable, average: Fraction = Fraction(1)) -> WagerFigures:
    edge = -table.expectation
    push = sum((outcome.chance for outcome in table.outcomes if outcome.pays == 0), Fraction(0))
    return WagerFigures(
        wager=wager,
        house_edge=float(edge),
        element_of_risk=float(edge / average),
        average_wagered=float(average),
        standard_deviation=table.standard_deviation,
        hit_frequency=float(table.hit_frequency),
        push_frequency=float(push),
        loss_frequency=float(1 - table.hit_frequency - push),
        method=EXACT,
        spread_method=EXACT,
        exact=str(edge),
        outcomes=tuple(
            {
                "event": outcome.event,
                "pays": str(outcome.pays),
                "combinations": outcome.combinations,
                "probability": float(outcome.chance),
                "contribution": float(outcome.contribution),
            }
            for outcome in table.outcomes
        ),
    )


def _sides(game: Game, cards: Shoe, played: Round | None) -> list[WagerFigures]:
    found = []
    fresh = cards == shoe_of(game.house)
    for wager in game.wagers:
        if wager.kind == "insurance" and cards.ranks[0]:
            found.append(_insurance(wager.id, game.house, cards))
        elif wager.kind == "second_chance" and played is not None:
            found.append(_second_chance(wager.id, played))
        elif wager.kind == "total_bonus":
            found.append(_from_table(wager.id, bonus_table(game.house, cards)))
        elif wager.kind == "match" and fresh:
            found.append(_from_table(wager.id, _match(game, wager, played)))
    return found


def _insurance(wager: str, house: House, cards: Shoe) -> WagerFigures:
    """Of hands that may be insured: a Blackjack that was paid at once is no longer there."""
    found = _from_table(wager, insurance_table(house, cards))
    if house.blackjack.may_insure:
        return found
    return replace(found, method=f"{EXACT}; for hands other than Blackjack")


def _second_chance(wager: str, played: Round) -> WagerFigures:
    figures = Measures(played).second_chance()
    return WagerFigures(
        wager=wager,
        house_edge=-figures.mean,
        element_of_risk=-figures.mean,
        average_wagered=1.0,
        standard_deviation=figures.standard_deviation,
        hit_frequency=figures.hit,
        push_frequency=figures.push,
        loss_frequency=1 - figures.hit - figures.push,
        method=f"of the stake, when taken in optimal play; {FLOAT_BOUND}",
        spread_method="exact",
        frequencies={"taken": figures.taken},
    )


def dealer_totals(solver: Solver) -> list[dict[str, Any]]:
    """The dealer's final totals by up card and by what is announced, the player's cards unknown."""
    row = solver.deal(solver.graph.counts[:1])[0].reshape(-1, OUTCOMES)
    found = []
    for number, sight in enumerate(solver.shown):
        chance = float(solver.seen[0, number])
        if chance <= 0:
            continue
        shares = {str(points): float(row[number, at]) / chance for at, points in enumerate(TOTALS)}
        shares["blackjack"] = float(row[number, BLACKJACK]) / chance
        counts_22 = solver.house.push.applies or solver.house.push.returns_busts
        rest = max(0.0, 1 - sum(float(row[number, at]) / chance for at in range(OVER)))
        if not counts_22:
            del shares["22"]
        shares["over 22" if counts_22 else "bust"] = rest
        found.append(
            {"up": value_name(sight.up), "seen": sight.label, "probability": chance, "totals": shares}
        )
    return found
