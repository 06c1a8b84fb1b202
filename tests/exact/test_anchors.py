"""Figures the world knows, and those of our readings, from the solver."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from pitboss.exact.analyst import edges, solve_round
from pitboss.exact.composition import fresh_shoe
from pitboss.exact.policy import optimal_policy
from pitboss.exact.round_value import Round
from pitboss.exact.side_wagers import ante_table, bonus_table, insurance_table, match_table
from pitboss.exact.solve import SPLIT, Solver
from pitboss.exact.split import CDP1, CDZ
from tests.floor import game_of, house_of


@cache
def solved(*choices: str) -> Round:
    return solve_round(game_of("blackjack", *choices))


def edge_percent(name: str, *choices: str) -> float:
    game = game_of(name, *choices)
    return 100 * edges(game)[game.main_wager.id]


def test_six_decks_as_eric_farmers_analyzer_finds_it() -> None:
    """Stand on soft 17, double after split, four hands, CDZ-: -0.0040287023611541."""
    assert solved().method == CDZ
    assert abs(solved().expectation - -0.0040287023611541) < 1e-13


def test_eight_decks_hit_soft_17_as_eric_farmers_analyzer_finds_it() -> None:
    assert abs(solved("decks=8", "soft_17=hit").expectation - -0.0064455385191952) < 1e-13


@pytest.mark.parametrize(
    ("up", "value"),
    [(0, -0.341652847669632), (1, 0.092675058365244), (5, 0.235754076627546), (9, -0.173138806180369)],
)
def test_by_up_card_as_eric_farmers_analyzer_finds_it(up: int, value: float) -> None:
    """The expectation given the dealer's ace, 2, 6 and ten-value."""
    played = solved()
    joint = sum(start.chance * played.up_value(start, up) for start in played.starts)
    chance = played.solver.shoe.values[up] / played.solver.shoe.size
    assert abs(joint / chance - value) < 1e-12


@pytest.mark.parametrize(("pair", "up", "value"), [(7, 9, -0.474893750825), (0, 5, 0.682366416010)])
def test_splits_as_eric_farmers_analyzer_finds_them(pair: int, up: int, value: float) -> None:
    """8,8 against ten and A,A against 6, given that the dealer has no Blackjack."""
    played = solved()
    hand = played.solver.graph.find(pair, pair)
    start = next(start for start in played.starts if start.hand == hand)
    number = next(at for at, observation in enumerate(played.solver.shown) if observation.up == up)
    worth = played.action_values(start)[SPLIT][number] / played.solver.seen[hand, number]
    assert abs(worth - value) < 1e-11


@pytest.mark.parametrize(
    ("choice", "percent"), [("R1", 0.0269), ("R2", 0.3823), ("R3", 0.1721), ("R4", 0.2242)]
)
def test_the_dealers_ace_at_685a(choice: str, percent: float) -> None:
    assert round(edge_percent("down-under-pa", f"reading.D1={choice}"), 4) == percent


@pytest.mark.parametrize(
    ("choices", "percent"),
    [
        ((), -0.0469),
        (("reading.B8=R2",), 0.1711),
        (("reading.B7=R2",), -0.3713),
        (("reading.B1=R2",), 0.3864),
        (("reading.B2=R2",), -6.6559),
        (("decks=1",), -0.2877),
    ],
)
def test_double_back_jack_as_the_readings_quote_it(choices: tuple[str, ...], percent: float) -> None:
    assert round(edge_percent("double-back-jack-pa", *choices), 4) == percent


def test_never_taking_a_second_chance_costs_three_percent() -> None:
    house = house_of("double-back-jack-pa")
    without = house._replace(second_chance=house.second_chance._replace(offered=False))
    assert round(-100 * Round(Solver(without, fresh_shoe(6))).expectation, 4) == 3.1058


@pytest.mark.parametrize(
    ("choices", "percent"),
    [(("reading.D3=R2",), -0.3084), (("reading.D10=R2",), 0.1877), (("reading.D2=R3",), 0.3691)],
)
def test_other_readings_are_quoted_beside_the_ordinary_ace(choices: tuple[str, ...], percent: float) -> None:
    """The list of readings prices D2, D3 and D10 with D1 read as ordinary blackjack."""
    assert round(edge_percent("down-under-pa", "reading.D1=R2", *choices), 4) == percent


@pytest.mark.parametrize(("pays", "percent"), [("3:2", 0.56), ("6:5", 1.92)])
def test_the_vendors_game(pays: str, percent: float) -> None:
    assert round(edge_percent("down-under-vendor", f"blackjack_pays={pays}"), 2) == percent


def test_side_wagers_are_exact_fractions() -> None:
    assert match_table(house_of("down-under-pa")).expectation == Fraction(-1958, 48205)
    assert match_table(house_of("down-under-pa", "decks=8")).expectation == Fraction(-1052, 28635)
    assert match_table(house_of("blackjack-match-nh")).expectation == Fraction(-5058, 48205)
    over_under = house_of("over-under-pa")
    assert ante_table(over_under, fresh_shoe(6)).expectation == Fraction(-13158, 626665)
    assert bonus_table(over_under, fresh_shoe(6)).expectation == Fraction(-2702, 48205)
    assert insurance_table(house_of("blackjack"), fresh_shoe(6)).expectation == Fraction(-23, 311)


def test_insurance_is_worth_the_same_to_analyst_and_simulator() -> None:
    """Also where a Blackjack is paid before anybody is asked for insurance."""
    for name in ("blackjack", "double-back-jack-pa"):
        policy = optimal_policy(solve_round(game_of(name)), costs=False)
        table = insurance_table(house_of(name), fresh_shoe(6))
        assert policy.insurance_edge == pytest.approx(-float(table.expectation), abs=1e-13)


def test_insurance_of_hands_but_blackjacks_is_counted_hand_by_hand() -> None:
    """One deck, every hole card and every hand of two beside the dealer's ace."""
    values = [1] * 3 + [value for value in range(2, 10) for _ in range(4)] + [10] * 16
    won = lost = 0
    for at, hole in enumerate(values):
        for hand in combinations(values[:at] + values[at + 1 :], 2):
            if set(hand) != {1, 10}:
                won, lost = won + (hole == 10), lost + (hole != 10)
    table = insurance_table(house_of("double-back-jack-pa", "decks=1"), fresh_shoe(1))
    assert [outcome.combinations for outcome in table.rows] == [won, lost]
    assert table.expectation == Fraction(2 * won - lost, won + lost)


def test_matching_by_value_would_ruin_the_house() -> None:
    """Reading N9 R2 gives the player 75.9 %."""
    assert (
        round(100 * float(match_table(house_of("blackjack-match-nh", "reading.N9=R2")).expectation), 1)
        == 75.9
    )


def test_a_split_played_with_one_card_more_in_mind_is_a_little_better() -> None:
    """CDP1 is never worse than CDZ-, and close to it."""
    house = house_of("blackjack")
    plain, better = (Round(Solver(house, fresh_shoe(6)), method).expectation for method in (CDZ, CDP1))
    assert plain < better < plain + 1e-6
