"""Mistakes that others have made, each kept out by a test; and sums that must be one."""

import numpy as np
import pytest

from pitboss.exact.advice import advise
from pitboss.exact.analyst import analyse, solve_round
from pitboss.exact.composition import fresh_shoe
from pitboss.exact.dealer_outcomes import OUTCOMES, OVER
from pitboss.exact.families import value_game
from pitboss.exact.measures import Measures
from pitboss.exact.round_value import Round
from pitboss.exact.side_wagers import ante_table, bonus_table, match_table
from pitboss.exact.solve import Solver
from pitboss.exact.split import growths
from pitboss.rules.house import Reader
from tests.floor import game_of, house_of

CARD_GAMES = ["down-under-pa", "double-back-jack-pa", "down-under-vendor", "blackjack-match-nh", "blackjack"]


@pytest.mark.parametrize("name", CARD_GAMES)
def test_probabilities_of_the_dealers_hand_sum_to_one(name: str) -> None:
    solver = solve_round(game_of(name)).solver
    assert abs(float(solver.seen[0].sum() + solver.seen_ended[0].sum()) - 1) < 1e-12
    for row in analyse(game_of(name)).dealer:
        assert abs(sum(row["totals"].values()) - 1) < 1e-12
        assert min(row["totals"].values()) > -1e-12


@pytest.mark.parametrize("name", CARD_GAMES)
def test_starting_hands_sum_to_one(name: str) -> None:
    assert abs(sum(float(start.chance) for start in solve_round(game_of(name)).starts) - 1) < 1e-12


def test_return_tables_sum_to_one() -> None:
    over_under = house_of("over-under-pa")
    for table in (
        match_table(house_of("down-under-pa")),
        match_table(house_of("blackjack-match-nh")),
        bonus_table(over_under, fresh_shoe(6)),
        ante_table(over_under, fresh_shoe(6)),
    ):
        assert sum(outcome.chance for outcome in table.rows) == 1


def test_no_clairvoyance() -> None:
    """6,5 against an ace is hit for +0.1476 when the dealer has no Blackjack, not for +0.1867."""
    values = advise(house_of("blackjack"), fresh_shoe(6), [6, 5], 1).values
    assert round(values["hit"], 4) == 0.1476


def test_the_light_helps_but_not_more_than_the_card_itself() -> None:
    """Announced classes are worth something, and less than knowing each hole card."""
    lit = solve_round(game_of("down-under-pa", "reading.D1=R2"))
    house = lit.solver.house
    dark = house._replace(dealer=house.dealer._replace(reader=Reader.BLACKJACK))
    unlit = Round(Solver(dark, fresh_shoe(6)))
    assert lit.expectation > unlit.expectation + 0.03


def test_soft_21_and_an_ace_is_twelve_not_a_bust() -> None:
    graph = solve_round(game_of("blackjack")).solver.graph
    soft_21 = graph.find(0, 9)
    following = int(graph.next_hand[soft_21, 0])
    assert following >= 0
    assert int(graph.pips[following]) == 12


def test_the_resplit_budget_is_shared() -> None:
    """Four hands at most in all: five ways through, none with a budget of its own for each half."""
    found = {(growth.pairs, growth.closed, growth.unknown): growth.ways for growth in growths(4)}
    assert found == {(0, 2, 0): 1, (1, 3, 0): 2, (2, 0, 4): 1, (2, 1, 3): 2, (2, 2, 2): 2}
    assert growths(2) == ((0, 0, 2, 1),)


def test_draws_after_a_peek_are_conditioned_on_it() -> None:
    """With an ace up and no Blackjack, tens are more likely to come: doubling 11 gains from it."""
    solver = solve_round(game_of("blackjack")).solver
    hand = solver.graph.find(5, 4)
    number = next(at for at, observation in enumerate(solver.shown) if observation.up == 0)
    ten = solver.graph.find(5, 4, 9)
    left = solver.cards - solver.graph.counts[hand]
    joint = left[9] / left.sum() * solver.seen[ten, number]
    plain = left[9] / (left.sum() - 1)
    assert joint / solver.seen[hand, number] > plain


@pytest.mark.parametrize("name", CARD_GAMES)
def test_measured_mean_equals_the_expectation(name: str) -> None:
    """Pricing every ending at what it wins gives back the value of the game."""
    played = solve_round(game_of(name))
    measures = Measures(played)
    mean = measures.mean(lambda units, _: units, lambda pair: played.splits.worth(pair))
    assert abs(mean - float(played.expectation)) < 1e-12
    spread = measures.spread()
    assert 1.0 < spread.standard_deviation < 1.4
    assert spread.hit_frequency + spread.push_frequency + spread.loss_frequency == pytest.approx(1)


def test_never_a_dealers_total_between_the_columns() -> None:
    """What the columns leave of an observation is a dealer over 22, never less than nothing."""
    solver = solve_round(game_of("double-back-jack-pa")).solver
    dealt = solver.dealt.reshape(len(solver.graph.pips), len(solver.shown), OUTCOMES)
    assert (solver.seen - dealt[:, :, :OVER].sum(axis=2) > -1e-12).all()
    assert np.isfinite(dealt).all()


@pytest.mark.parametrize("name", ["down-under-pa"])
def test_the_distribution_of_results_is_whole(name: str) -> None:
    """Chances sum to one, and the mean differs from the exact value by what some splits are estimated."""
    valued = value_game(game_of(name))
    found = valued.distribution()
    assert sum(found.chances.values()) == pytest.approx(1, abs=1e-12)
    mean = sum(float(net) * chance for net, chance in found.chances.items())
    assert mean == pytest.approx(-valued.edge, abs=found.estimated * 0.05 + 1e-12)
    assert found.chances[min(found.chances)] > 0
