"""The cross-check by dealing: the same seed, the same rounds; z and p as the tables have them."""

from math import erf, sqrt

import pytest

from pitboss.paper.simulation import find_simulation
from tests.floor import game_of

ROUNDS = 500_000


def deal(seed: int, *choices: str) -> object:
    return find_simulation(game_of("over-under-pa", *choices), rounds=ROUNDS, seed=seed, tell=lambda _: None)


def test_the_same_seed_deals_the_same_rounds() -> None:
    assert deal(1) == deal(1)
    assert deal(1) != deal(2)


def test_z_is_in_standard_errors_and_p_is_its_chance() -> None:
    found = find_simulation(game_of("over-under-pa"), rounds=ROUNDS, seed=7, tell=lambda _: None)
    assert {check.wager for check in found.checks} == {"ante", "bonus"}
    for check in found.checks:
        z = (check.edge.value - check.exact.value) / check.error.value
        assert check.z.value == pytest.approx(z)
        assert check.p.value == pytest.approx(1 - erf(abs(z) / sqrt(2)))
        assert abs(z) < 5
    assert found.largest_z.value == max(abs(check.z.value) for check in found.checks)


def test_the_effect_of_the_cover_card_is_shown_for_one_box_and_for_all() -> None:
    found = find_simulation(game_of("over-under-pa"), rounds=ROUNDS, seed=7, tell=lambda _: None)
    assert [row.boxes.value for row in found.cover_cards] == [1, 6]
    for row in found.cover_cards:
        exact = next(check.exact.value for check in found.checks if check.wager == "ante")
        assert row.effect.value == pytest.approx(row.edge.value - exact)


def test_a_continuous_shuffler_has_no_cover_card() -> None:
    game = game_of("over-under-pa", "shuffler=continuous")
    assert find_simulation(game, rounds=ROUNDS, seed=1, tell=lambda _: None).cover_cards == ()
