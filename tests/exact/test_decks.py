"""Other decks than 52 cards: valued exactly, against a brute force that shares nothing with the package."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from pitboss.errors import BadInput
from pitboss.exact.analyst import analyse, distribution_of, edges, solve_round
from pitboss.exact.arithmetic import FLOATS, FRACTIONS
from pitboss.exact.composition import RANK_NAMES, Composition, parse_shoe, shoe_of
from pitboss.exact.dealer_outcomes import observations
from pitboss.exact.exposure import best_count, removals
from pitboss.exact.round_value import Round
from pitboss.exact.side_wagers import bonus_table, match_table, three_card_totals
from pitboss.exact.solve import Solver
from pitboss.exact.strategy import Strategist
from pitboss.games.deck import deck_of
from pitboss.games.game import Game
from tests import brute
from tests.floor import game_of

NO_TENS = tuple(rank for rank in RANK_NAMES if rank != "10")
NO_NINES = tuple(rank for rank in RANK_NAMES if rank != "9")
NO_PICTURES = tuple(rank for rank in RANK_NAMES if rank not in ("J", "Q", "K"))


def with_deck(name: str, ranks: tuple[str, ...], *choices: str) -> Game:
    game, deck = game_of(name, *choices), deck_of(ranks)
    return replace(game, deck=deck, house=game.house._replace(deck=deck.copies))


CASES: list[tuple[str, tuple[str, ...], dict[str, int], dict[str, object], dict[str, str]]] = [
    ("blackjack", NO_TENS, {"A": 3, "5": 2, "8": 4, "J": 3, "Q": 2, "K": 3}, {}, {}),
    (
        "blackjack",
        NO_TENS,
        {"A": 3, "6": 3, "8": 3, "J": 3, "K": 3},
        {"split_by": "rank", "max_hands": 3},
        {},
    ),
    ("blackjack", NO_NINES, {"A": 3, "5": 2, "6": 3, "8": 5, "T": 6}, {"surrender": "early"}, {}),
    ("down-under-pa", NO_TENS, {"A": 3, "4": 2, "6": 3, "9": 2, "J": 3, "K": 3}, {}, {}),
    ("down-under-vendor", NO_PICTURES, {"A": 4, "3": 2, "7": 5, "T": 8}, {}, {}),
    ("double-back-jack-pa", NO_TENS, {"A": 3, "5": 2, "7": 3, "9": 2, "Q": 6}, {}, {}),
    ("blackjack-match-nh", NO_TENS, {"A": 4, "6": 3, "8": 3, "J": 4, "K": 4}, {}, {}),
]


@pytest.mark.parametrize(("name", "ranks", "shoe", "options", "readings"), CASES, ids=str)
def test_the_solver_equals_the_brute_force_for_other_decks(
    name: str,
    ranks: tuple[str, ...],
    shoe: dict[str, int],
    options: dict[str, object],
    readings: dict[str, str],
) -> None:
    choices = [f"{option}={str(value).lower()}" for option, value in options.items()]
    house = with_deck(name, ranks, *choices).house
    cards = Composition(tuple(shoe.get("T" if rank == "10" else rank, 0) for rank in RANK_NAMES))
    expected = brute.expectation(name, shoe, options, readings)
    assert Round(Solver(house, cards, FRACTIONS)).expectation == expected
    assert abs(Round(Solver(house, cards, FLOATS)).expectation - expected) < 1e-12


def test_nothing_is_announced_that_the_deck_cannot_show() -> None:
    house = with_deck("blackjack", NO_NINES).house
    seen = observations(house)
    assert {observation.up for observation in seen} == {0, 1, 2, 3, 4, 5, 6, 7, 9}
    assert all(8 not in observation.holes for observation in seen)


def test_a_match_wager_counts_the_cards_that_are_there() -> None:
    """48 cards, dealt in every order."""
    house = with_deck("blackjack-match-nh", NO_TENS, "decks=6").house._replace(decks=1)
    deck = [(rank, suit) for rank, copies in enumerate(house.deck, 1) if copies for suit in range(4)]
    pays, won, count = house.match.pays, 0, 0
    for up, first, second in permutations(deck, 3):
        suited = 0  # one deck has no second card of one rank and suit
        unsuited = (first[0] == up[0]) + (second[0] == up[0])
        assert suited == 0
        won += -1 if unsuited == 0 else pays.one_unsuited if unsuited == 1 else pays.two_unsuited
        count += 1
    assert match_table(house).expectation == Fraction(won, count)


@pytest.mark.parametrize("ranks", [NO_TENS, NO_NINES])
def test_over_under_counts_the_cards_that_are_there(ranks: tuple[str, ...]) -> None:
    house = with_deck("over-under-pa", ranks).house._replace(decks=1)
    points = {"A": 11, "J": 10, "Q": 10, "K": 10} | {str(n): n for n in range(2, 11)}
    deck = [points[rank] for rank in ranks for _ in range(4)]
    ways: dict[int, int] = {}
    for one, two, three in permutations(deck, 3):
        ways[one + two + three] = ways.get(one + two + three, 0) + 1
    counted = three_card_totals(shoe_of(house))
    assert {total: 6 * often for total, often in counted.items() if often} == ways
    assert sum(row.chance for row in bonus_table(house, shoe_of(house)).rows) == 1


@pytest.mark.parametrize("name", ["over-under-pa", "down-under-pa"])
def test_every_result_of_another_deck_has_its_chance(name: str) -> None:
    game = with_deck(name, NO_TENS)
    results = distribution_of(game)["results"]
    assert sum(row["probability"] for row in results) == pytest.approx(1, abs=1e-12)
    mean = sum(float(Fraction(row["net"])) * row["probability"] for row in results)
    assert mean == pytest.approx(-analyse(game).wagers[0].house_edge, abs=1e-12)


@pytest.mark.parametrize(
    "name", ["blackjack-match-nh", "double-back-jack-pa", "over-under-pa", "down-under-pa"]
)
def test_every_reader_of_the_analyst_takes_another_deck(name: str) -> None:
    """Figures, charts and effects of removal of a 48-card deck hold together."""
    game = with_deck(name, NO_TENS)
    analysis = analyse(game)
    main = analysis.wagers[0]
    assert edges(game)[game.main_wager.id] == main.house_edge
    for effects in removals(game):
        assert effects.deck_cards == 48
        mean = (
            sum(n * effect for n, effect in zip(effects.cards, effects.effects, strict=True)) / effects.size
        )
        assert abs(mean) < 2e-4
        assert len(best_count(effects)) == 10
    if game.family.has_dealer_hand:
        strategist = Strategist(solve_round(game))
        strategist.check(strategist.chart(), "chart")
        assert strategist.price(strategist.chart()) <= -main.house_edge + 1e-12


def test_a_shoe_is_read_by_the_deck_of_its_game() -> None:
    deck = deck_of(NO_TENS).copies
    assert parse_shoe("6 decks -A", deck=deck).size == 6 * 48 - 1
    with pytest.raises(BadInput, match="has no 10"):
        parse_shoe("24 " * 13, deck=deck)
