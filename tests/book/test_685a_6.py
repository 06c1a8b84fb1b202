"""58 Pa. Code § 685a.6: wagers."""

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.stakes import side_stake_is_allowed, takes_part
from pitboss.table import commands as c
from pitboss.table.people import player
from tests.floor import game_of, house_of
from tests.table import wager_procedures
from tests.table.drive import bet, opened
from tests.table.procedures import refused

GAME = "down-under-pa"
HOUSE = house_of(GAME)


def wagers(*choices: str) -> set[str]:
    return {wager.id for wager in game_of(GAME, *choices).wagers}


def test_b_holder_may_bar_who_sat_out_a_round() -> None:
    """The holder may bar a patron who sat out a round, and need not: without a choice nobody is barred."""
    chosen = game_of(GAME, "bar_mid_shoe_entry=true").options["bar_mid_shoe_entry"]
    assert (chosen.value, chosen.chosen_by) == (True, "house")
    lifted = game_of(GAME, "bar_mid_shoe_entry=false").options["bar_mid_shoe_entry"]
    assert (lifted.value, lifted.chosen_by) == (False, "house")
    unchosen = game_of(GAME).options["bar_mid_shoe_entry"]
    assert (unchosen.value, unchosen.chosen_by) == (False, "default")


def test_b_bar_is_on_or_off() -> None:
    """The bar on mid-shoe entry has no third state."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, "bar_mid_shoe_entry=sometimes")
    assert refusal.value.faults[0].clause == "685a.6(b)"


def test_d_bet_wager_is_what_takes_part() -> None:
    """A player takes part with a Bet Wager, and without one does not."""
    assert takes_part(1)
    assert not takes_part(0)


def test_d_bet_wager_is_the_only_required_one() -> None:
    """The Bet Wager is the main wager and the only one that a round requires."""
    game = game_of(GAME)
    assert game.main_wager.id == "bet"
    assert [wager.id for wager in game.wagers if wager.required] == ["bet"]


def test_e_match_the_dealer_is_offered_or_not() -> None:
    """The holder chooses whether Match-the-Dealer is offered; otherwise the game has no such wager."""
    assert "match_the_dealer" in wagers("match_the_dealer=true")
    assert house_of(GAME, "match_the_dealer=true").match.up
    assert "match_the_dealer" not in wagers("match_the_dealer=false")
    assert not house_of(GAME, "match_the_dealer=false").match.up


def test_e_match_the_dealer_needs_a_bet_wager() -> None:
    """Only a player who made a Bet Wager may make a Match-the-Dealer Wager."""
    assert side_stake_is_allowed(500, 1000, HOUSE)
    assert not side_stake_is_allowed(500, 0, HOUSE)


@pytest.mark.parametrize(
    ("stake_cents", "allowed"),
    [(0, False), (99, False), (100, True), (150, False), (10_000, True), (10_100, False)],
)
def test_e_match_the_dealer_stays_within_its_limits(stake_cents: int, allowed: bool) -> None:
    """A Match-the-Dealer Wager lies within the table's side limits, in chips that exist."""
    assert side_stake_is_allowed(stake_cents, 50_000, HOUSE) is allowed


def test_e_match_the_dealer_may_exceed_the_bet_wager() -> None:
    """The text does not tie the size of the Match-the-Dealer Wager to the Bet Wager."""
    assert side_stake_is_allowed(5000, 1000, HOUSE)


@pytest.mark.parametrize("decks", [6, 8])
def test_e_s2_match_the_dealer_with_six_or_eight_decks(decks: int) -> None:
    """With six or eight decks, in one batch or two, Match-the-Dealer may be offered."""
    assert "match_the_dealer" in wagers(f"decks={decks}", "match_the_dealer=true")
    assert "match_the_dealer" in wagers(f"decks={decks}", "match_the_dealer=true", "shuffler=batch")


@pytest.mark.parametrize("decks", [4, 5])
def test_e_s2_match_the_dealer_is_refused_with_four_or_five_decks(decks: int) -> None:
    """Who asks for Match-the-Dealer with four or five decks is refused."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, f"decks={decks}", "match_the_dealer=true")
    (fault,) = refusal.value.faults
    assert fault.clause == "685a.6(e) s2"
    assert fault.allowed == "Decks: 6 or 8"


@pytest.mark.parametrize("decks", [4, 5])
def test_e_s2_match_the_dealer_falls_away_with_four_or_five_decks(decks: int) -> None:
    """A game of four or five decks has no Match-the-Dealer Wager, no phase for it and no area."""
    game = game_of(GAME, f"decks={decks}")
    assert game.options["match_the_dealer"].value is False
    assert game.options["match_the_dealer"].chosen_by == "requirement 685a.6(e) s2"
    assert not game.house.match.up
    assert "match_the_dealer" not in {wager.id for wager in game.wagers}
    assert "up_match" not in {phase.name for phase in game.phases}
    assert "area for the Match-the-Dealer Wager" not in {area.what for area in game.layout}
    assert "match" not in game.pay_tables


@pytest.mark.parametrize("boxes", [1, 2, 3, 6])
def test_f_number_of_adjacent_boxes_is_the_holders_choice(boxes: int) -> None:
    """The holder fixes on how many adjacent boxes one player may bet."""
    chosen = game_of(GAME, f"boxes_per_player={boxes}").options["boxes_per_player"]
    assert (chosen.value, chosen.chosen_by) == (boxes, "house")


def test_f_number_of_adjacent_boxes_must_be_chosen() -> None:
    """The holder must fix the number of boxes: no default stands for its Rules Submission."""
    assert game_of(GAME).options["boxes_per_player"].chosen_by.startswith("nobody yet")


@pytest.mark.parametrize("boxes", ["0", "-1", "many"])
def test_f_number_of_adjacent_boxes_must_be_a_number_of_boxes(boxes: str) -> None:
    """A player is allowed one box at the least."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, f"boxes_per_player={boxes}")
    assert "685a.6(f)" in refusal.value.faults[0].clause


# ---- at the table


def test_a_s2_spoken_wager_is_confirmed_and_converted() -> None:
    """A spoken wager counts when the dealer confirms it, and its cash becomes chips."""
    wager_procedures.check_spoken_wager_is_confirmed_and_converted("down-under-pa")


def test_b_1_house_may_lift_the_bar() -> None:
    """A barred player bets again when the house permits."""
    wager_procedures.check_bar_ends_when_the_house_permits("down-under-pa")


def test_b_2_reshuffle_lifts_the_bar() -> None:
    """A reshuffle lets every barred player bet again."""
    wager_procedures.check_bar_ends_with_a_reshuffle("down-under-pa")


def test_b_2_device_that_reshuffles_every_round_lifts_the_bar() -> None:
    """Where all cards go back into the device after a round, nobody waits longer than that round."""
    wager_procedures.check_bar_ends_where_a_device_reshuffles("down-under-pa")


def test_c_wagers_are_down_before_the_first_card() -> None:
    """A wager after the deal began is refused."""
    wager_procedures.check_wagers_are_down_before_the_first_card("down-under-pa")


def test_c_s2_wagers_are_not_touched() -> None:
    """From the first card no wager is taken back."""
    wager_procedures.check_wagers_are_not_touched("down-under-pa")


def test_a_s2_spoken_wager_needs_an_open_betting_and_a_free_box() -> None:
    """One at a time, confirmed while betting is open, on a box that is still free."""
    wager_procedures.check_spoken_wager_needs_an_open_betting_and_a_free_box("down-under-pa")


def test_e_match_the_dealer_is_beside_ones_own_bet() -> None:
    """Only the player of a box may make its Match-the-Dealer Wager, once, and not without a Bet Wager."""
    room = opened(GAME, seats=(1, 3))
    bet(room, 1, 1000)

    def match(seat: int, box: int) -> c.Command:
        return c.PlaceWager(player(seat), box, "match_the_dealer", 500)

    assert refused(room.state, match(3, 1)).reason == "not_yours"
    assert refused(room.state, match(3, 3)).reason == "no_wager"
    room.do(match(1, 1))
    assert refused(room.state, match(1, 1)).reason == "already_made"
