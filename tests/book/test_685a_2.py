"""58 Pa. Code § 685a.2: the table."""

import pytest

from pitboss.errors import BadChoice
from pitboss.paper.felt_plan import BOXES
from tests.floor import game_of
from tests.paper import felt_duties
from tests.paper.drawn import HOLDER, felt_of, missing, plan_of, sign_of, spoiled, words_of

GAME = "down-under-pa"
SURRENDER, PAYOUTS = "685a.2(b)(4)(iv)", "685a.2(b)(6)"


def test_a_table_has_at_most_six_betting_positions() -> None:
    """The table has betting positions for six players at the most, opposite the dealer."""
    (table,) = [part for part in game_of("down-under-pa").equipment if part.item == "table"]
    assert table.says.startswith("At most six betting positions on one side")
    assert table.clauses == ["685a.2(a)"]


def test_a_player_may_hold_every_position_of_the_table() -> None:
    """One player may be allowed all six boxes, since the table has six."""
    assert game_of("down-under-pa", "boxes_per_player=6").options["boxes_per_player"].value == 6


@pytest.mark.parametrize("boxes", ["0", "7"])
def test_a_number_of_boxes_that_the_table_does_not_have_is_refused(boxes: str) -> None:
    """Nobody may be allowed a seventh box, for the table has six positions."""
    with pytest.raises(BadChoice) as refusal:
        game_of("down-under-pa", f"boxes_per_player={boxes}")
    (fault,) = refusal.value.faults
    assert fault.allowed == "1 to 6"
    assert "685a.2(a)" in fault.clause


def test_b_layout_is_drawn_with_all_that_is_demanded() -> None:
    """A drawn layout meets every demand of the list, and an empty one meets none."""
    assert not missing(GAME, felt_of(GAME))
    empty = missing(GAME, '<svg xmlns="http://www.w3.org/2000/svg"/>')
    assert {f"685a.2(b)({number})" for number in (1, 2, 5, 6)} <= set(empty)
    assert len(empty) == 11


def test_b_1_name_of_the_holder_is_on_the_felt() -> None:
    """The holder's name stands on the felt, and a felt with another house's name is told of it."""
    assert HOLDER.upper() in words_of(felt_of(GAME)).runs
    assert "685a.2(b)(1)" in missing(GAME, felt_of(GAME), holder="Another House")


def test_b_2_each_player_has_an_area_for_the_bet() -> None:
    """Six boxes, each with its own place for the Bet Wager; one too few is found."""
    spots = [box.spot("bet").place for box in plan_of(GAME).boxes]
    assert len({(spot.x, spot.y) for spot in spots}) == BOXES
    assert list(missing(GAME, spoiled(felt_of(GAME), 'id="box-3-main"'))) == ["685a.2(b)(2)"]


def test_b_3_three_rectangles_lie_before_the_dealer() -> None:
    """Small, Medium and Large side by side, between the chip tray and the players, none over another."""
    plan = plan_of(GAME)
    small, medium, large = plan.lanes
    assert small.x + small.width < medium.x
    assert medium.x + medium.width < large.x
    assert all(plan.tray.y + plan.tray.height < lane.y for lane in plan.lanes)
    assert all(lane.y + lane.height < box.place.y for lane in plan.lanes for box in plan.boxes)


def test_b_3_s2_each_rectangle_bears_its_own_inscription() -> None:
    """No two rectangles say the same."""
    assert [lane.label for lane in plan_of(GAME).lanes] == [
        "Small, 2-3-4-5", "Medium, 6-7-8-9", "Large, 10-J-Q-K-A",
    ]  # fmt: skip


def test_b_3_i_small_is_two_to_five() -> None:
    """The first rectangle says Small, 2-3-4-5; a felt that says 2-3-4 is found out."""
    assert "Small, 2-3-4-5" in words_of(felt_of(GAME)).runs
    assert "685a.2(b)(3)(i)" in missing(GAME, spoiled(felt_of(GAME), "Small, 2-3-4-5", "Small, 2-3-4"))


def test_b_3_ii_medium_is_six_to_nine() -> None:
    """The second rectangle says Medium, 6-7-8-9."""
    assert "Medium, 6-7-8-9" in words_of(felt_of(GAME)).runs
    assert "685a.2(b)(3)(ii)" in missing(GAME, spoiled(felt_of(GAME), "Medium, 6", "Medium, 5"))


def test_b_3_iii_large_is_the_ten_values_and_the_ace() -> None:
    """The third rectangle says Large, 10-J-Q-K-A."""
    assert "Large, 10-J-Q-K-A" in words_of(felt_of(GAME)).runs
    assert "685a.2(b)(3)(iii)" in missing(GAME, spoiled(felt_of(GAME), "Q-K-A", "Q-K"))


def test_b_4_four_inscriptions_are_on_the_felt() -> None:
    """Each of the four is looked for, and none is missing on ours."""
    wanted = [part.clauses[0] for part in game_of(GAME).inscriptions if "(b)(4)" in part.clauses[0]]
    assert wanted == [f"685a.2(b)(4)({roman})" for roman in ("i", "ii", "iii", "iv")]
    assert not set(wanted) & set(missing(GAME, felt_of(GAME)))


def test_b_4_i_blackjack_pays_3_to_2() -> None:
    """The felt says so, and one that says 6 to 5 lacks it and is untrue."""
    lies = missing(GAME, spoiled(felt_of(GAME), "BLACKJACK PAYS 3 TO 2", "BLACKJACK PAYS 6 TO 5"))
    assert {"685a.2(b)(4)(i)", "685a.11(a)"} <= set(lies)


def test_b_4_ii_insurance_pays_2_to_1() -> None:
    """The felt says so within its insurance line."""
    assert plan_of(GAME).insurance is not None
    assert "685a.2(b)(4)(ii)" in missing(GAME, spoiled(felt_of(GAME), "INSURANCE PAYS 2", "INSURANCE PAYS 3"))


def test_b_4_iii_dealer_draws_to_16_and_stands_on_17() -> None:
    """The felt tells the dealer's rule; one that has the dealer hit soft 17 lacks it."""
    other = spoiled(felt_of(GAME), "stand on all 17s", "hit soft 17")
    assert "685a.2(b)(4)(iii)" in missing(GAME, other)


def test_b_4_iv_no_surrender_is_on_the_felt() -> None:
    """The felt says that there is no surrender, unless it is left to a sign."""
    words = "Surrender is not available on a Down Under Blackjack table"
    assert words in words_of(felt_of(GAME)).runs
    assert words not in words_of(felt_of(GAME, to_sign=(SURRENDER,))).runs


def test_b_4_iv_s2_sign_says_it_where_the_felt_does_not() -> None:
    """A felt without the notice fails alone, and passes with its sign."""
    felt, sign = felt_of(GAME, to_sign=(SURRENDER,)), sign_of(GAME, to_sign=(SURRENDER,))
    assert list(missing(GAME, felt)) == [SURRENDER]
    assert not missing(GAME, felt, sign=sign)
    assert SURRENDER in missing(GAME, felt, sign=sign_of(GAME))


def test_b_5_match_has_its_own_area_where_it_is_offered() -> None:
    """Six areas for Match-the-Dealer, each off the Bet's; none where it is not offered."""
    for box in plan_of(GAME).boxes:
        bet, match = box.spot("bet"), box.spot("match_the_dealer")
        apart = ((bet.place.x - match.place.x) ** 2 + (bet.place.y - match.place.y) ** 2) ** 0.5
        assert apart > (bet.width + match.width) / 2
    assert all(len(box.spots) == 1 for box in plan_of(GAME, "match_the_dealer=no").boxes)
    assert list(missing(GAME, spoiled(felt_of(GAME), 'id="box-6-match-the-dealer"'))) == ["685a.2(b)(5)"]


@pytest.mark.parametrize(("decks", "suited", "unsuited"), [(6, 11, 4), (8, 14, 3)])
def test_b_6_felt_states_every_payout(decks: int, suited: int, unsuited: int) -> None:
    """Six decks pay 11 and 4 to 1, eight 14 and 3 to 1; the felt of one is untrue at the other's table."""
    felt = felt_of(GAME, f"decks={decks}")
    assert f"Match-the-Dealer pays {suited} to 1 suited, {unsuited} to 1 unsuited" in words_of(felt).runs
    assert not missing(GAME, felt, f"decks={decks}")
    assert set(missing(GAME, felt, f"decks={14 - decks}")) == {PAYOUTS, "685a.11(c)"}


def test_b_6_s2_sign_states_the_payouts_where_the_felt_does_not() -> None:
    """A felt without payouts fails alone, and passes beside the sign that has them all."""
    felt, sign = felt_of(GAME, to_sign=(PAYOUTS,)), sign_of(GAME, to_sign=(PAYOUTS,))
    assert list(missing(GAME, felt)) == [PAYOUTS]
    assert not missing(GAME, felt, sign=sign)
    assert PAYOUTS in missing(GAME, felt, sign=spoiled(sign, "11 to 1"))


def test_c_drop_box_and_tip_box_flank_the_dealer() -> None:
    """Both are at the dealer's edge, one on each side of the dealer."""
    plan = plan_of(GAME)
    assert plan.drop_box.middle.x < plan.tray.x
    assert plan.tip_box.middle.x > plan.tray.x + plan.tray.width
    assert max(plan.drop_box.y, plan.tip_box.y) < plan.lanes[0].y


@pytest.mark.parametrize("decks", [4, 5, 6, 8])
def test_e_2_discard_rack_is_marked_at_the_height_of_all_decks(decks: int) -> None:
    """The mark stands as high as the decks of the shoe, and says for how many it is."""
    plan = plan_of(GAME, f"decks={decks}")
    assert plan.rack.mark.startswith(f"{decks} decks")
    assert plan.rack_mark == pytest.approx(decks * 52 * 0.305, abs=0.1)


@pytest.mark.parametrize(
    ("left_off", "found"),
    [
        ("SUSQUEHANNA HOUSE", ["(1): the layout does not show “Susquehanna House”."]),
        ("Small, 2-3-4-5", ["(3)(i): the layout does not say “Small, 2-3-4-5”."]),
        ("BLACKJACK PAYS 3 TO 2", [
            "(4)(i): the layout does not say “Blackjack pays 3 to 2”.",
            "(6) s2: the layout does not state what these pay: Bet Blackjack 3 to 2."]),
        ("INSURANCE PAYS 2 TO 1", [
            "(4)(ii): the layout does not say “Insurance pays 2 to 1”.",
            "(6) s2: the layout does not state what these pay: Insurance 2 to 1."]),
        ("Match-the-Dealer pays 11 to 1 suited, 4 to 1 unsuited", [
            "(6) s2: the layout does not state what these pay: "
            "Match-the-Dealer suited 11 to 1; Match-the-Dealer unsuited 4 to 1."]),
    ],
)  # fmt: skip
def test_b_4_i_what_is_left_off_the_felt_is_found(left_off: str, found: list[str]) -> None:
    """The words, and the payout that nothing else on the felt states; nothing that is there."""
    assert felt_duties.found_without(GAME, left_off) == [f"685a.2(b){fault}" for fault in found]


def test_b_4_ii_payouts_on_the_sign_are_payouts_stated() -> None:
    """With a sign beside it only the words are missing; even money is stated for all others at once."""
    assert felt_duties.found_without(GAME, "INSURANCE PAYS 2 TO 1", with_sign=True) == [
        "685a.2(b)(4)(ii): the layout does not say “Insurance pays 2 to 1”."
    ]
    (fault,) = felt_duties.found_without(GAME, "All other winning wagers pay 1 to 1")
    assert fault.startswith("685a.2(b)(6) s2: the layout does not state what these pay: Bet 1 to 1")
    assert not felt_duties.found_without(GAME, "All other winning wagers pay 1 to 1", with_sign=True)


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("Blackjack pays 6 to 5", "which is not true with these options."),
        ("Insurance pays 3 to 1", "which is not true with these options."),
        ("Match-the-Dealer pays 4 to 1 suited", "which is not true with these options."),
        ("Royal match pays 25 to 1", "but no wager of this game pays that."),
    ],
)
def test_b_4_i_a_false_statement_is_found(statement: str, why: str) -> None:
    """Nothing on the felt may promise other odds than are paid."""
    (fault,) = felt_duties.found_with(GAME, statement)
    assert fault.endswith(f"the layout says “{statement}”, {why}")


@pytest.mark.parametrize(
    "statement", ["Insurance pays 2:1", "11 to 1 suited and 4 to 1 unsuited", "Good luck"]
)
def test_b_4_ii_a_true_statement_is_none(statement: str) -> None:
    """What is true may be said again, in other words."""
    assert not felt_duties.found_with(GAME, statement)


def test_b_2_areas_of_every_player() -> None:
    """Bet and Match-the-Dealer at each of six positions, and no seventh."""
    areas = {"main": "685a.2(b)(2)", "match-the-dealer": "685a.2(b)(5)"}
    felt_duties.check_areas(GAME, areas, ("BET", "MATCH-", "THE-", "DEALER"))


def test_b_4_nothing_is_said_twice() -> None:
    """The ranges stand in their rectangles alone, and payouts that are due in some words in those."""
    runs = words_of(felt_of(GAME)).runs
    assert [
        runs.count(words) for words in ("Small, 2-3-4-5", "BLACKJACK PAYS 3 TO 2", "INSURANCE PAYS 2 TO 1")
    ] == [1] * 3
    assert "payout odds of every wager offered" not in " ".join(runs).lower()


def test_b_6_s2_odd_amounts_are_told_on_the_sign() -> None:
    """A Blackjack at 3 to 2 does not always come out in chips: the sign says what is paid then."""
    assert "Odd amounts are paid up to the next $1" in words_of(sign_of(GAME)).runs


def test_b_3_rectangles_are_a_duty_of_the_layout() -> None:
    """Three rectangles, named by their ranges."""
    (area,) = [part for part in game_of(GAME).layout if "685a.2(b)(3)" in part.clauses]
    assert area.what.endswith(": Small, Medium, Large")


def test_b_4_iii_exact_words() -> None:
    """The dealer draws to 16 and stands on all 17s, and the felt says so in these words."""
    assert "Dealer shall draw to 16 and stand on all 17s" in words_of(felt_of(GAME)).runs
