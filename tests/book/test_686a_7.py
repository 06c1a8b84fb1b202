"""686a.7: the player's three choices, and what wins."""

import re

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.hands import fixed_total
from pitboss.rules.over_under import may_choose, play_result, settle_bonus, settle_play
from pitboss.rules.player import Action
from pitboss.rules.settlement import Payment, Result
from pitboss.rules.stakes import play_stake
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table import rebuild_round
from pitboss.table.people import player
from tests.book import game_files
from tests.floor import card, game_of, hand, house_of
from tests.table import playing, shoe_procedures
from tests.table.drive import Room, say
from tests.table.procedures import next_due, refused
from tests.table.told import told

HOUSE = house_of("over-under-pa")
MISS_RETURNS = house_of("over-under-pa", "reading.O2=R2")
LOST = Payment(0, 0)

OVER_TOTALS = range(24, 34)
UNDER_TOTALS = range(6, 18)
MIDDLE = range(18, 24)


@pytest.mark.parametrize("choice", Action)
def test_g_three_choices_and_no_other(choice: Action) -> None:
    """A player bets over, bets under or surrenders, and can do nothing else."""
    assert may_choose(choice) is (choice in (Action.OVER, Action.UNDER, Action.FOLD))


def test_g_over_and_under_exclude_each_other() -> None:
    """No total wins both an Over 23 and an Under 18 Wager."""
    for points in range(6, 34):
        results = [play_result(choice, points, HOUSE) for choice in (Action.OVER, Action.UNDER)]
        assert results.count(Result.WIN) == (0 if points in MIDDLE else 1)


@pytest.mark.parametrize("ante_cents", [500, 2500, 50_000])
def test_g_1_over_equals_the_ante(ante_cents: int) -> None:
    """The Over 23 Wager is exactly the Ante."""
    assert play_stake(ante_cents) == ante_cents
    over = next(wager for wager in game_of("over-under-pa").wagers if wager.id == "over_23")
    assert over.stake == "equal to the Ante Wager"


def test_g_1_over_for_less_is_no_reading() -> None:
    """No reading lets the Over 23 Wager differ from the Ante."""
    with pytest.raises(BadChoice, match=re.escape("686a.7(g)(1)")):
        game_of("over-under-pa", "reading.O8=R2")


@pytest.mark.parametrize("ante_cents", [500, 2500, 50_000])
def test_g_2_under_equals_the_ante(ante_cents: int) -> None:
    """The Under 18 Wager is exactly the Ante."""
    assert play_stake(ante_cents) == ante_cents
    under = next(wager for wager in game_of("over-under-pa").wagers if wager.id == "under_18")
    assert under.stake == "equal to the Ante Wager"


def test_g_2_under_for_less_is_no_reading() -> None:
    """No reading lets the Under 18 Wager differ from the Ante."""
    with pytest.raises(BadChoice, match=re.escape("686a.7(g)(2)")):
        game_of("over-under-pa", "reading.O8=R2")


@pytest.mark.parametrize("points", range(6, 34))
def test_g_3_surrendered_ante_is_collected(points: int) -> None:
    """The dealer takes the whole Ante of a player who surrenders, whatever cards follow."""
    assert settle_play(1000, Action.FOLD, points, HOUSE) == LOST
    assert settle_play(1000, Action.FOLD, points, MISS_RETURNS) == LOST


@pytest.mark.parametrize(
    ("cards", "won_cents"), [("2 2 2", 5000), ("A A A", 5000), ("K Q 8", 200), ("K Q 3", None)]
)
def test_h_bonus_outlives_a_surrender(cards: str, won_cents: int | None) -> None:
    """Surrender takes the Ante alone; the Bonus Wager is still settled by the three cards."""
    points = fixed_total(hand(cards))
    assert settle_play(500, Action.FOLD, points, HOUSE) == LOST
    expected = LOST if won_cents is None else Payment(100, won_cents)
    assert settle_bonus(100, points, HOUSE) == expected


def test_h_bonus_is_settled_as_m_says() -> None:
    """The text sends the Bonus to (k), which has no rule for it; only (m) can be read."""
    assert game_of("over-under-pa").notes["O1"].says == "(m)"
    with pytest.raises(BadChoice, match=re.escape("686a.7(h)")):
        game_of("over-under-pa", "reading.O1=R2")


@pytest.mark.parametrize(
    ("choice", "cards"), [(Action.OVER, "A 9 4"), (Action.OVER, "K Q J"), (Action.UNDER, "5 6 6")]
)
def test_k_winner_is_paid_on_ante_and_play(choice: Action, cards: str) -> None:
    """A winning player is paid on the Ante and on the wager beside it."""
    points = fixed_total(hand(cards))
    ante = settle_play(1000, choice, points, HOUSE)
    play = settle_play(play_stake(1000), choice, points, HOUSE)
    assert ante == play == Payment(1000, 1000)


@pytest.mark.parametrize(
    ("choice", "points"), [(Action.OVER, 6), (Action.OVER, 17), (Action.UNDER, 24), (Action.UNDER, 33)]
)
def test_k_wrong_side_loses(choice: Action, points: int) -> None:
    """A wager on the wrong side of the middle is lost, unless the text is read to return it."""
    assert settle_play(1000, choice, points, HOUSE) == LOST
    assert settle_play(1000, choice, points, MISS_RETURNS) == Payment(1000, 0)


@pytest.mark.parametrize("points", OVER_TOTALS)
def test_k_1_over_wins_from_24_to_33(points: int) -> None:
    """Ante and Over 23 win on every total from 24 to 33."""
    assert play_result(Action.OVER, points, HOUSE) == Result.WIN
    assert play_result(Action.OVER, points, MISS_RETURNS) == Result.WIN


@pytest.mark.parametrize("points", [*UNDER_TOTALS, *MIDDLE])
def test_k_1_over_wins_on_nothing_else(points: int) -> None:
    """Over 23 loses on every total from 6 to 23."""
    assert play_result(Action.OVER, points, HOUSE) == Result.LOSE


@pytest.mark.parametrize("points", UNDER_TOTALS)
def test_k_2_under_wins_from_6_to_17(points: int) -> None:
    """Ante and Under 18 win on every total from 6 to 17."""
    assert play_result(Action.UNDER, points, HOUSE) == Result.WIN
    assert play_result(Action.UNDER, points, MISS_RETURNS) == Result.WIN


@pytest.mark.parametrize("points", [*MIDDLE, *OVER_TOTALS])
def test_k_2_under_wins_on_nothing_else(points: int) -> None:
    """Under 18 loses on every total from 18 to 33."""
    assert play_result(Action.UNDER, points, HOUSE) == Result.LOSE


@pytest.mark.parametrize("points", MIDDLE)
@pytest.mark.parametrize("choice", [Action.OVER, Action.UNDER])
def test_l_house_wins_the_middle(choice: Action, points: int) -> None:
    """From 18 to 23 the Ante and its Over 23 or Under 18 Wager are lost, however the text is read."""
    assert settle_play(1000, choice, points, HOUSE) == LOST
    assert settle_play(1000, choice, points, MISS_RETURNS) == LOST


@pytest.mark.parametrize(("cards", "points"), [("2 2 2", 6), ("4 4 4", 12), ("9 9 9", 27), ("A A A", 33)])
def test_m_bonus_wins_at_both_ends(cards: str, points: int) -> None:
    """The Bonus wins on 6 to 12 and on 27 to 33."""
    assert fixed_total(hand(cards)) == points
    assert settle_bonus(100, points, HOUSE).won_cents >= 100
    assert settle_bonus(100, points, HOUSE).returned_cents == 100


@pytest.mark.parametrize("points", range(6, 34))
def test_m_bonus_loses_between(points: int) -> None:
    """The Bonus loses on 13 to 26 and on nothing else."""
    assert (settle_bonus(100, points, HOUSE) == LOST) is (13 <= points <= 26)


def test_m_bonus_does_not_follow_the_ante() -> None:
    """The Bonus may lose on a hand that wins the Ante, and win on one that loses it."""
    assert settle_play(500, Action.OVER, 25, HOUSE) == Payment(500, 500)
    assert settle_bonus(500, 25, HOUSE) == LOST
    assert settle_play(500, Action.OVER, 9, HOUSE) == LOST
    assert settle_bonus(500, 9, HOUSE) == Payment(500, 2000)


# ---- at the table


def over_under(cards: str) -> Room:
    """Two Antes, at the far left and in the middle."""
    return playing.begun("over-under-pa", cards)


def test_a_every_card_comes_from_the_shoe() -> None:
    """No card is dealt before the shoe is loaded, and each dealt card leaves it."""
    shoe_procedures.check_cards_come_from_the_shoe("over-under-pa")


def test_a_s2_dealer_or_device_loads_the_shoe() -> None:
    """The stack is loaded by hand, or by the device where there is one."""
    shoe_procedures.check_dealer_or_device_loads_the_shoe("over-under-pa")


def test_c_first_card_is_burned() -> None:
    """The first card of a new shoe goes face down to the rack before any is dealt."""
    shoe_procedures.check_first_card_is_burned("over-under-pa")


def test_c_s2_new_dealer_burns_one() -> None:
    """A new dealer burns one card before dealing."""
    shoe_procedures.check_new_dealer_burns_one("over-under-pa")


def test_d_round_with_the_cover_card_is_played_out() -> None:
    """The cover card, first or in mid-round, is set aside and the round is completed."""
    shoe_procedures.check_round_is_played_out_after_the_cover_card("over-under-pa")


def test_d_s2_collecting_and_shuffling_follow() -> None:
    """After that round the cards are collected and shuffled."""
    shoe_procedures.check_cards_are_collected_and_shuffled_after_that_round("over-under-pa")


def test_d_1_every_card_is_collected() -> None:
    """Shoe and rack together make up all the cards."""
    shoe_procedures.check_every_card_is_collected("over-under-pa")


def test_d_2_collected_cards_are_shuffled() -> None:
    """Collected cards are due for a shuffle."""
    shoe_procedures.check_cards_are_collected_and_shuffled_after_that_round("over-under-pa")


def test_e_one_card_to_each_ante_from_the_left() -> None:
    """One card up to each box with an Ante, clockwise from the left."""
    room = over_under("9c 8c")
    assert [event.box for event in room.events if isinstance(event, e.CardDealt)] == [1, 3]


def test_f_decisions_go_from_the_left_before_any_other_card() -> None:
    """After the first cards the far left is asked first."""
    room = over_under("9c 8c")
    assert next_due(room)[:3] == ("choose", player(1), 1)
    assert refused(room.state, c.Decide(player(3), 3, Action.OVER)).reason == "not_yours"


def test_i_two_cards_follow_even_a_surrender() -> None:
    """A surrendered hand without a Bonus gets its two cards too."""
    room = over_under("9c 8c 2c 3c")
    room.do(c.Decide(player(1), 1, Action.FOLD))
    taken = room.events[-1]
    assert isinstance(taken, e.WagerSettled)
    assert (taken.stake_cents, taken.returned_cents) == (1000, 0)
    room.house()
    cards = [event.box for event in room.events if isinstance(event, e.CardDealt)]
    assert cards == [1, 3, 1, 1]


def test_j_each_box_is_settled_and_cleared_before_the_next() -> None:
    """The first box is paid and its cards are gone before the next decides."""
    room = over_under("9c 8c 2c 3c")
    say(room, Action.UNDER)
    settled = room.of(e.HandSettled)
    assert len(settled) == 1
    assert e.HandCleared(box=1, hand=0, clause="686a.7(j)") in room.events
    assert next_due(room)[:3] == ("choose", player(3), 3)


def test_n_every_hand_can_be_rebuilt() -> None:
    """The rack gives back every hand of the round."""
    room = over_under("9c 8c 2c 3c Kd Qd")
    number = room.state.round
    say(room, Action.UNDER)
    say(room, Action.OVER)
    assert rebuild_round(room.state, number) == {
        (1, 0): (card("9c"), card("2c"), card("3c")),
        (3, 0): (card("8c"), card("Kd"), card("Qd")),
    }


def test_f_all_decide_before_any_other_card_by_reading() -> None:
    """Under O3 R2 every player has decided before the first gets another card."""
    room = playing.begun("over-under-pa", "9c 8c 2c 3c Kd Qd", "reading.O3=R2")
    room.do(c.Decide(player(1), 1, Action.UNDER))
    assert next_due(room)[:3] == ("choose", player(3), 3)
    since = len(room.events)
    say(room, Action.OVER)
    assert told(room, since)[:4] == ["3 over 1000", "1 2c", "1 3c", "1: 2000 + 2000"]


def test_c_one_card_is_burned() -> None:
    """One card from each new shoe, and one by each new dealer."""
    game_files.check_procedure("over-under-pa", "burn_cards", 1)
