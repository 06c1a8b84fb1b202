"""686a.6: who may wager, on what, and where."""

import re

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.stakes import side_stake_is_allowed, takes_part
from tests.floor import game_of, house_of
from tests.table import wager_procedures


@pytest.mark.parametrize(("word", "barred"), [("yes", True), ("no", False)])
def test_b_house_may_bar_who_sat_out(word: str, barred: bool) -> None:
    """The house may bar whoever sat out a round until the next shuffle, and need not."""
    game = game_of("over-under-pa", f"bar_mid_shoe_entry={word}")
    assert game.option_values["bar_mid_shoe_entry"] is barred


def test_b_entry_is_open_unless_the_house_bars_it() -> None:
    """Nobody is barred unless the house has said so."""
    assert game_of("over-under-pa").option_values["bar_mid_shoe_entry"] is False


def test_b_bar_is_a_yes_or_a_no() -> None:
    """The bar holds for all or for none."""
    with pytest.raises(BadChoice, match=re.escape("686a.6(b)")):
        game_of("over-under-pa", "bar_mid_shoe_entry=sometimes")


@pytest.mark.parametrize(("ante_cents", "plays"), [(0, False), (100, True), (500, True)])
def test_d_ante_admits_to_the_round(ante_cents: int, plays: bool) -> None:
    """Only a player with an Ante Wager takes part in the round."""
    assert takes_part(ante_cents) is plays


def test_d_no_other_wager_admits_to_the_round() -> None:
    """A Bonus Wager alone is not accepted."""
    assert not side_stake_is_allowed(500, 0, house_of("over-under-pa"))


def test_e_house_may_offer_the_bonus() -> None:
    """A house that offers the Bonus Wager has its area on the layout."""
    game = game_of("over-under-pa", "bonus=yes")
    assert "bonus" in [wager.id for wager in game.wagers]
    assert "area for the Bonus Wager" in [area.what for area in game.layout]
    assert game.house.over_under.bonus


def test_e_house_may_leave_the_bonus_out() -> None:
    """A house may play without the Bonus Wager, and then its layout has no area for it."""
    game = game_of("over-under-pa", "bonus=no")
    assert [wager.id for wager in game.wagers] == ["ante", "over_23", "under_18"]
    assert "area for the Bonus Wager" not in [area.what for area in game.layout]
    assert not game.house.over_under.bonus


def test_e_bonus_is_for_players_with_an_ante() -> None:
    """The Bonus Wager is offered to players who placed an Ante Wager, within the side limits."""
    house = house_of("over-under-pa", "side_min_cents=500", "side_max_cents=2500")
    assert side_stake_is_allowed(500, 1000, house)
    assert side_stake_is_allowed(2500, 1000, house)
    assert not side_stake_is_allowed(400, 1000, house)
    assert not side_stake_is_allowed(2600, 10_000, house)
    assert not side_stake_is_allowed(500, 0, house)


def test_e_bonus_is_offered_or_not() -> None:
    """The Bonus Wager is offered or not; nothing lies between."""
    with pytest.raises(BadChoice, match=re.escape("686a.6(e)")):
        game_of("over-under-pa", "bonus=maybe")


@pytest.mark.parametrize("boxes", [1, 2, 6])
def test_f_house_says_how_many_boxes(boxes: int) -> None:
    """The house says on how many adjacent boxes one player may bet, from one to six."""
    chosen = game_of("over-under-pa", f"boxes_per_player={boxes}").options["boxes_per_player"]
    assert chosen.value == boxes
    assert chosen.chosen_by == "house"


@pytest.mark.parametrize("boxes", ["0", "7", "many"])
def test_f_boxes_are_a_number_from_one_to_six(boxes: str) -> None:
    """No box at all, more boxes than the table has, or no number is refused."""
    with pytest.raises(BadChoice, match=re.escape("686a.6(f)")):
        game_of("over-under-pa", f"boxes_per_player={boxes}")


# ---- at the table


def test_a_s2_spoken_wager_is_confirmed_and_converted() -> None:
    """A spoken wager counts when the dealer confirms it, and its cash becomes chips."""
    wager_procedures.check_spoken_wager_is_confirmed_and_converted("over-under-pa")


def test_b_1_house_may_lift_the_bar() -> None:
    """A barred player bets again when the house permits."""
    wager_procedures.check_bar_ends_when_the_house_permits("over-under-pa")


def test_b_2_reshuffle_lifts_the_bar() -> None:
    """A reshuffle lets every barred player bet again."""
    wager_procedures.check_bar_ends_with_a_reshuffle("over-under-pa")


def test_b_2_device_that_reshuffles_every_round_lifts_the_bar() -> None:
    """Where all cards go back into the device after a round, nobody waits longer than that round."""
    wager_procedures.check_bar_ends_where_a_device_reshuffles("over-under-pa")


def test_c_wagers_are_down_before_the_first_card() -> None:
    """A wager after the deal began is refused."""
    wager_procedures.check_wagers_are_down_before_the_first_card("over-under-pa")


def test_c_s2_wagers_are_not_touched() -> None:
    """From the first card no wager is taken back."""
    wager_procedures.check_wagers_are_not_touched("over-under-pa")


def test_a_s2_spoken_wager_needs_an_open_betting_and_a_free_box() -> None:
    """One at a time, confirmed while betting is open, on a box that is still free."""
    wager_procedures.check_spoken_wager_needs_an_open_betting_and_a_free_box("over-under-pa")
