"""What a kernel is compiled with changes its speed and nothing else."""

from dataclasses import replace

import numpy as np
import pytest

from pitboss.errors import Broken
from pitboss.exact.policy import optimal_policy
from pitboss.lab.simulation import Setting, prepare, table_setup
from pitboss.sim.families import make_tables
from pitboss.sim.job import Batch, play_batch
from pitboss.sim.kernel import EVERYTHING
from pitboss.sim.kernel_tables import Term
from pitboss.sim.recording import record
from pitboss.sim.tally import DOUBLES, INSURED, RESPLITS, ROUNDS, SHOES, SPLITS, SUMS
from tests.floor import game_of
from tests.sim.jobs import played, prepared

BONUS_SUMS_END = 4 * SUMS
"""Sums over the boxes of a round, which a kernel for one box leaves out: main, both matches, bonus."""


def test_a_kernel_for_one_game_counts_what_the_kernel_for_all_counts() -> None:
    made = prepare(game_of("blackjack-match-nh"), Setting(seed=5))
    assert not made.job.flags.records
    batch = Batch(3, 300_000)
    one, all_games = play_batch(made.job, batch), play_batch(replace(made.job, flags=EVERYTHING), batch)
    sums = int(made.job.tables.terms[Term.SUMS_AT])
    all_games[sums : sums + BONUS_SUMS_END] = one[sums : sums + BONUS_SUMS_END]
    assert np.array_equal(one, all_games)


def test_counts_hang_together() -> None:
    made = prepared("blackjack", setting=Setting(seats=2, insurance="always", seed=6))
    counts = played(made, 200_000)
    figures = made.figures(counts)
    hands = int(2 * counts[ROUNDS] + counts[SPLITS] + counts[RESPLITS])
    assert sum(figures.hands.values()) == hands
    assert sum(figures.dealer.values()) == counts[ROUNDS] == 200_000
    assert sum(figures.wagers[0].results.values()) == 400_000
    assert sum(count for hand, count in figures.hands.items() if "doubled" in hand) == counts[DOUBLES]
    assert figures.wagers[-1].made == counts[INSURED]
    assert figures.penetrations[-1]["rounds"] == 200_000
    assert figures.rounds_per_shoe == 200_000 / counts[SHOES]


def test_the_round_in_which_the_cover_card_comes_out_is_the_last_of_its_shoe() -> None:
    """Burn one, deal while 78 or more are left, then all 312 again."""
    made = prepared("blackjack", setting=Setting(seed=7))
    left = 0
    for found in record(made.job, 0, 3_000):
        assert found.shuffled == (left < 78)
        left = (312 if found.shuffled else left) - len(found.cards)


def test_a_shoe_dealt_to_the_end_is_filled_up_with_its_discards() -> None:
    made = prepared("blackjack", "decks=1", setting=Setting(cut=1.0, seats=3, seed=8))
    longest, since = 0, 0
    for found in record(made.job, 0, 3_000):
        since = len(found.cards) if found.shuffled else since + len(found.cards)
        longest = max(longest, since)
    assert 52 < longest < 104


def test_every_card_of_a_shoe_is_dealt_at_most_once() -> None:
    made = prepared("blackjack", "decks=2", setting=Setting(seats=2, cut=0.8, seed=9))
    shoe: list[tuple[int, int]] = []
    for found in record(made.job, 0, 5_000):
        shoe = [] if found.shuffled else shoe
        shoe += found.cards
        assert max(map(shoe.count, found.cards)) <= 2


def test_a_player_who_errs_misses_the_share_asked_for() -> None:
    """And it costs some points of the edge, though less than if dear decisions were missed as often."""
    setting = Setting(cut=0.0, errors=0.1, seed=10)
    made = prepared("blackjack", setting=setting)
    figures = made.figures(played(made, 4_000_000))
    assert figures.missed is not None
    assert abs(figures.missed - 0.1) < 0.005
    assert figures.wagers[0].exact_house_edge is None
    assert 0.01 < figures.wagers[0].house_edge < 0.05


def test_a_plan_that_the_rules_forbid_is_not_played() -> None:
    from pitboss.exact.analyst import solve_round

    game = game_of("blackjack")
    policy = optimal_policy(solve_round(game))
    policy.starts.best[0, 9] = 3  # an ace and a ten are no pair
    with pytest.raises(Broken, match="split"):
        make_tables(game.house, policy, table_setup(game, Setting()))


def test_tables_stay_small_enough_for_the_nearest_memory() -> None:
    """Hands that are played and paid alike are one state."""
    tables = prepared("blackjack").job.tables
    states = (int(tables.terms[Term.CHANCES]) - int(tables.terms[Term.STATES])) // int(
        tables.terms[Term.STATE_WIDTH]
    )
    assert 100 < states < 400
