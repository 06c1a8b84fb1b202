"""Beyond the rules: what is gone, what is seen, and that knowing more never costs the player anything."""

from itertools import product
from math import sqrt

import pytest

from pitboss.exact.analyst import main_edge
from pitboss.exact.exposure import (
    HI_LO,
    Removals,
    best_count,
    chance_positive,
    edge_if_hole_card_seen,
    edge_without_light,
    gain_when_positive,
    last_seat_edge,
    match_worth,
    removals,
)
from pitboss.rules.cards import Card, Suit
from tests.floor import game_of


def test_cards_gone_from_ordinary_blackjack_do_what_everybody_knows() -> None:
    """Six decks: Griffin's order of the values, and the common count follows them to 0.96 or better."""
    main = removals(game_of("blackjack"))[0]
    worst_to_best = sorted(range(10), key=lambda column: main.effects[column])
    assert worst_to_best[:2] == [0, 9]
    assert worst_to_best[-1] == 4
    assert main.correlation(HI_LO) > 0.96
    assert 0.004 < main.gain_per_count(HI_LO) < 0.006


def test_effects_of_removal_of_insurance_are_exact_fractions() -> None:
    """One ten fewer of 96 in 311 cards, one other card fewer: counted by hand, at 2 to 1."""
    found = next(one for one in removals(game_of("over-under-pa", "decks=6")) if one.wager == "bonus")
    assert len(found.effects) == 10
    insurance = next(one for one in removals(game_of("blackjack")) if one.wager == "insurance")
    before = 3 * 96 / 311 - 1
    assert insurance.effects[9] == pytest.approx(3 * 95 / 310 - 1 - before, abs=1e-15)
    assert insurance.effects[5] == pytest.approx(3 * 96 / 310 - 1 - before, abs=1e-15)


def test_no_single_card_gone_moves_a_match_but_two_of_a_rank_do() -> None:
    """All cards play one part in a match, and one gone at random moves nothing: so none does."""
    game = game_of("down-under-pa")
    found = next(one for one in removals(game) if one.wager == "match_the_dealer")
    assert found.is_flat
    assert max(map(abs, found.effects)) < 1e-15
    king = Card(13, Suit.SPADES)
    fresh = match_worth(game.house)
    assert match_worth(game.house, king) == pytest.approx(fresh, abs=1e-15)
    pairs = {
        (rank, suit): match_worth(game.house, king, Card(rank, suit))
        for rank, suit in product(range(1, 14), Suit)
    }
    assert sum(pairs[other] * (5 if other == king else 6) for other in pairs) / 311 == pytest.approx(fresh)
    assert (
        pairs[1, Suit.SPADES] == min(pairs.values()) < fresh < max(pairs.values()) == pairs[13, Suit.SPADES]
    )


def test_the_best_count_is_the_best_of_all_balanced_ones() -> None:
    found = Removals("x", (-3.0, 1, 1, 2, 2, 1, 0.5, 0, -0.5, -1.2), (4,) * 9 + (16,), 52)
    tags = best_count(found)
    assert sum(n * tag for n, tag in zip(found.cards, tags, strict=True)) == 0
    rivals = [
        rival
        for rival in product((-1, 0, 1), repeat=10)
        if any(rival) and sum(n * tag for n, tag in zip(found.cards, rival, strict=True)) == 0
    ]
    assert found.correlation(tags) == pytest.approx(max(found.correlation(rival) for rival in rivals))


def test_the_spread_of_what_is_gone_is_that_of_a_sample_without_putting_back() -> None:
    """Two values, ten cards: every way to lose four of them, weighed by hand."""
    found = Removals("x", (1.0, -1.0, *(0.0,) * 8), (5, 5, *(0,) * 8), 10)
    ways = {gone: _choose(5, gone) * _choose(5, 4 - gone) for gone in range(5)}
    mean_square = sum(n * (gone - (4 - gone)) ** 2 for gone, n in ways.items()) / sum(ways.values())
    assert found.after(0.4) == pytest.approx(sqrt(mean_square) * 9 / 6)


def _choose(of: int, number: int) -> int:
    return 0 if number > of else 1 if number == 0 else _choose(of, number - 1) * (of - number + 1) // number


def test_a_normal_expectation_is_positive_half_the_time_at_nothing() -> None:
    assert chance_positive(0.0, 1.0) == 0.5
    assert gain_when_positive(0.0, 1.0) == pytest.approx(0.3989422804)
    assert gain_when_positive(-5.0, 1.0) < 1e-6


def test_who_sees_more_does_no_worse() -> None:
    game = game_of("down-under-pa")
    seen, told, untold = edge_if_hole_card_seen(game), main_edge(game), edge_without_light(game)
    assert seen < told < untold


def test_a_seen_hole_card_is_worth_about_ten_percent_in_ordinary_blackjack() -> None:
    assert 0.09 < main_edge(game_of("blackjack")) - edge_if_hole_card_seen(game_of("blackjack")) < 0.12


def test_the_only_player_at_over_under_has_the_plain_edge_and_the_last_of_three_no_worse() -> None:
    game = game_of("over-under-pa")
    assert last_seat_edge(game, 1) == pytest.approx(main_edge(game), abs=1e-12)
    assert last_seat_edge(game, 3) <= main_edge(game) + 1e-12
