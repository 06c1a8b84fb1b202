"""Where the analyst's play is handed to the simulator: what is asked, what is compared, what is refused."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pitboss.errors import BadInput
from pitboss.exact.policy import optimal_policy
from pitboss.games.files import known_games
from pitboss.lab.simulation import CLOSE, Setting, check, prepare, simulate, table_setup
from pitboss.sim.running import Progress
from tests.floor import game_of
from tests.sim.jobs import played, prepared


def test_a_setting_tells_every_fault_at_once() -> None:
    with pytest.raises(BadInput) as refused:
        check(Setting(seats=0, cut=-0.1, insurance="maybe", errors=float("nan"), strategy="mimic"))
    places = [fault.where for fault in refused.value.faults]
    assert places == ["--seats", "--cut", "--insurance", "--errors", "--errors"]


@pytest.mark.parametrize("name", known_games())
def test_a_stake_is_one_that_no_payment_rounds(name: str) -> None:
    """Half of it can be laid in chips, and a Blackjack is paid to the cent."""
    house, setup = game_of(name).house, table_setup(game_of(name), Setting())
    assert setup.stake_cents >= house.limits.wager_min_cents
    assert setup.stake_cents % (2 * house.min_chip_cents) == 0
    assert setup.stake_cents * house.blackjack.odds.pays % house.blackjack.odds.to == 0


def test_the_cover_card_is_the_documents_unless_somebody_asks_otherwise() -> None:
    game = game_of("blackjack")
    assert table_setup(game, Setting()).cover_cards == 78
    assert table_setup(game, Setting(cut=0.5)).cover_cards == 156
    assert not table_setup(game, Setting(cut=0.5)).fresh
    assert table_setup(game, Setting(cut=0)).fresh
    assert table_setup(game_of("blackjack", "shuffler=continuous"), Setting()).fresh


def test_a_z_score_needs_figures_of_the_same_thing() -> None:
    """With a cover card the exact figure stands beside the other, and the difference is the card's effect."""
    fresh, cut = (prepared("over-under-pa", setting=Setting(cut=cut)) for cut in (0.0, None))
    one, other = (made.figures(played(made, 200_000)) for made in (fresh, cut))
    assert all(wager.z is not None for wager in one.wagers)
    assert all(wager.z is None and wager.exact_house_edge is not None for wager in other.wagers)
    assert fresh.effect_of_cut(one) is None
    effect = cut.effect_of_cut(other)
    assert effect is not None
    assert effect["house_edge"] == other.wagers[0].house_edge - cut.exact["ante"]


def test_a_player_who_errs_has_no_exact_figure() -> None:
    assert prepared("blackjack", setting=Setting(errors=0.1)).exact == {}


@pytest.mark.parametrize(
    ("name", "setting", "says"),
    [
        ("over-under-pa", Setting(strategy="total"), "one decision"),
        ("over-under-pa", Setting(errors=0.1), "one decision"),
        ("blackjack", Setting(strategy="luck"), "no strategy 'luck'"),
        ("blackjack", Setting(strategy="never-second-chance"), "offers no Second Chance"),
    ],
)
def test_a_way_of_playing_that_the_game_does_not_have_is_refused(
    name: str, setting: Setting, says: str
) -> None:
    with pytest.raises(BadInput, match=says):
        prepare(game_of(name), setting)


def test_settings_tell_runs_apart_that_cannot_be_added() -> None:
    """Also by the tables played by: a strategy file may have been changed under its name."""
    made = prepared("over-under-pa")
    tables = made.job.tables
    cells = tables.cells.copy()
    cells[-1] ^= np.uint16(1)
    changed = replace(made, job=replace(made.job, tables=tables._replace(cells=cells)))
    differing = {name for name, value in made.settings().items() if changed.settings()[name] != value}
    assert differing == {"tables_sha256"}
    assert prepared("over-under-pa", setting=Setting(seed=2)).settings()["seed"] == 2


def test_figures_go_out_with_what_made_them() -> None:
    made = prepared("over-under-pa")
    data = made.as_data(Progress(played(made, 1_000), seconds=2.0))
    assert (data["game"], data["rounds"], data["rounds_per_second"]) == ("over-under-pa", 1_000, 500.0)
    assert data["cut"] == 1 - made.setup.cover_cards / 312
    assert {"generator", "version", "rulebook_sha256", "penetrations"} <= data.keys()


def test_a_decision_that_costs_five_percent_is_missed_half_as_often_as_one_that_costs_nothing() -> None:
    from pitboss.exact.analyst import solve_round
    from pitboss.lab.simulation import _misses

    policy = optimal_policy(solve_round(game_of("blackjack")), costs=True)
    missed: Any = _misses(policy, 0.05)
    free, close = (float(missed(np.array([cost]))[0]) for cost in (0.0, CLOSE))
    assert close == pytest.approx(free / 2)
    assert 0.05 < free / 65_536 < 0.5


def test_a_simulation_in_one_call_is_that_of_the_parts() -> None:
    one = simulate(game_of("over-under-pa"), 100_000, Setting(seed=5), workers=1)
    made = prepared("over-under-pa", setting=Setting(seed=5))
    assert one.wagers == made.figures(played(made, 100_000)).wagers
