"""673a.2, the table."""

import re

import pytest

from pitboss.errors import BadChoice
from pitboss.paper.felt_plan import BOXES
from tests.floor import game_of
from tests.paper import felt_duties
from tests.paper.drawn import HOLDER, felt_of, missing, plan_of, sign_of, spoiled, words_of

GAME = "double-back-jack-pa"


@pytest.mark.parametrize("boxes", [1, 6])
def test_a_player_may_fill_the_table_of_six(boxes: int) -> None:
    """One player may be given from one box up to all six betting positions."""
    assert game_of(GAME, f"boxes_per_player={boxes}").option_values["boxes_per_player"] == boxes


@pytest.mark.parametrize("boxes", [0, 7])
def test_a_table_has_no_seventh_position(boxes: int) -> None:
    """A table has betting positions for no more than six players, so nobody bets on seven."""
    with pytest.raises(BadChoice, match=re.escape("673a.2(a)")):
        game_of(GAME, f"boxes_per_player={boxes}")


def test_a_table_is_listed_with_its_six_positions() -> None:
    """The equipment of the game names a table of at most six positions, the dealer opposite."""
    table = next(part for part in game_of(GAME).equipment if part.item == "table")
    assert "673a.2(a)" in table.clauses
    assert "six betting positions on one side" in table.says


PAYOUTS = "673a.2(b)(5)"


def test_b_layout_is_drawn_with_all_that_is_demanded() -> None:
    """A drawn layout meets every demand of the list, and an empty one meets none."""
    assert not missing(GAME, felt_of(GAME))
    empty = missing(GAME, '<svg xmlns="http://www.w3.org/2000/svg"/>')
    assert {f"673a.2(b)({number})" for number in (1, 2, 3, 4, 5)} <= set(empty)


def test_b_1_name_of_the_holder_is_on_the_felt() -> None:
    """The holder's name stands on the felt, and its absence is found."""
    assert HOLDER.upper() in words_of(felt_of(GAME)).runs
    assert list(missing(GAME, spoiled(felt_of(GAME), HOLDER.upper()))) == ["673a.2(b)(1)"]


def test_b_2_each_player_has_an_area_for_the_blackjack_wager() -> None:
    """Six boxes with a place for the Blackjack Wager; one too few is found."""
    assert len({box.spot("blackjack").id for box in plan_of(GAME).boxes}) == BOXES
    assert list(missing(GAME, spoiled(felt_of(GAME), 'id="box-1-main"'))) == ["673a.2(b)(2)"]


def test_b_3_each_player_has_an_area_for_the_second_chance() -> None:
    """Six boxes with a place for the Second Chance Wager beside the other; one too few is found."""
    for box in plan_of(GAME).boxes:
        first, second = box.spot("blackjack"), box.spot("second_chance")
        apart = ((first.place.x - second.place.x) ** 2 + (first.place.y - second.place.y) ** 2) ** 0.5
        assert apart > (first.width + second.width) / 2
    assert list(missing(GAME, spoiled(felt_of(GAME), 'id="box-4-second-chance"'))) == ["673a.2(b)(3)"]


def test_b_4_three_inscriptions_are_on_the_felt() -> None:
    """The felt bears the three, and where other words stand the remedy of approved wording is named."""
    assert "673a.2(b)(4)" not in missing(GAME, felt_of(GAME))
    other = missing(GAME, spoiled(felt_of(GAME), "Dealer shall draw", "Dealer draws"))
    assert "similar" in other["673a.2(b)(4)"].allowed


def test_b_4_i_blackjack_and_insurance_pay_2_to_1() -> None:
    """One line says it of both; 3 to 2 is found out."""
    other = missing(GAME, spoiled(felt_of(GAME), "INSURANCE PAYS 2 TO 1", "INSURANCE PAYS 3 TO 2"))
    assert "673a.2(b)(4)(i)" in other["673a.2(b)(4)"].clauses


def test_b_4_ii_dealer_draws_to_16_and_stands_on_17() -> None:
    """The felt tells the dealer's rule."""
    other = missing(GAME, spoiled(felt_of(GAME), "stand on all 17s", "hit soft 17"))
    assert "673a.2(b)(4)(ii)" in other["673a.2(b)(4)"].clauses


def test_b_4_iii_push_on_22_and_early_21_are_told_in_one_sentence() -> None:
    """The sentence runs over several arcs, is read as one, and a changed total is found."""
    assert len([arc for arc in plan_of(GAME).arcs if "673a.2(b)(4)(iii)" in arc.clauses]) > 1
    other = missing(GAME, spoiled(felt_of(GAME), "count of 22", "count of 23"))
    assert "673a.2(b)(4)(iii)" in other["673a.2(b)(4)"].clauses


def test_b_5_felt_states_every_payout() -> None:
    """Felt and payout table agree, and a felt silent on even money is told which wagers it forgot."""
    silent = missing(GAME, spoiled(felt_of(GAME), "All other winning wagers pay 1 to 1"))
    assert list(silent) == [PAYOUTS]
    assert "Blackjack 1 to 1" in silent[PAYOUTS].missing


def test_b_5_s2_sign_states_the_payouts_where_the_felt_does_not() -> None:
    """A felt without payouts fails alone, and passes beside its sign."""
    felt, sign = felt_of(GAME, to_sign=(PAYOUTS,)), sign_of(GAME, to_sign=(PAYOUTS,))
    assert list(missing(GAME, felt)) == [PAYOUTS]
    assert not missing(GAME, felt, sign=sign)


@pytest.mark.parametrize(
    ("left_off", "found"),
    [
        ("SUSQUEHANNA HOUSE", ["(1): the layout does not show “Susquehanna House”."]),
        ("BLACKJACK AND INSURANCE PAYS 2 TO 1", [
            "(4)(i): the layout does not say “Blackjack and Insurance pays 2 to 1”.",
            "(5) s2: the layout does not state what these pay: Blackjack Blackjack 2 to 1."]),
        ("Dealer shall draw to 16 and stand on all 17s", [
            "(4)(ii): the layout does not say “Dealer shall draw to 16 and stand on all 17s”."]),
    ],
)  # fmt: skip
def test_b_4_i_what_is_left_off_the_felt_is_found(left_off: str, found: list[str]) -> None:
    """The words, and the payout that nothing else on the felt states; nothing that is there."""
    assert felt_duties.found_without(GAME, left_off) == [f"673a.2(b){fault}" for fault in found]


def test_b_4_ii_payouts_on_the_sign_are_payouts_stated() -> None:
    """Even money is stated for all others at once, on the felt or on the sign."""
    (fault,) = felt_duties.found_without(GAME, "All other winning wagers pay 1 to 1")
    assert fault.startswith("673a.2(b)(5) s2: the layout does not state what these pay: Blackjack 1 to 1")
    assert not felt_duties.found_without(GAME, "All other winning wagers pay 1 to 1", with_sign=True)


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("Blackjack pays 3 to 2", "which is not true with these options."),
        ("Second Chance pays 2 to 1", "which is not true with these options."),
        ("Royal match pays 25 to 1", "but no wager of this game pays that."),
    ],
)
def test_b_4_i_a_false_statement_is_found(statement: str, why: str) -> None:
    """Nothing on the felt may promise other odds than are paid."""
    (fault,) = felt_duties.found_with(GAME, statement)
    assert fault.endswith(f"the layout says “{statement}”, {why}")


@pytest.mark.parametrize("statement", ["Insurance pays 2:1", "Second Chance pays even money, , good luck"])
def test_b_4_ii_a_true_statement_is_none(statement: str) -> None:
    """What is true may be said again, in other words."""
    assert not felt_duties.found_with(GAME, statement)


def test_b_2_areas_of_every_player() -> None:
    """Blackjack Wager and Second Chance Wager at each of six positions, and no seventh."""
    areas = {"main": "673a.2(b)(2)", "second-chance": "673a.2(b)(3)"}
    felt_duties.check_areas(GAME, areas, ("BLACKJACK", "SECOND", "CHANCE"))


def test_b_4_payouts_are_a_duty_and_no_inscription() -> None:
    """The felt states the payouts themselves, not that they are to be stated."""
    assert "payout odds of every wager offered" not in " ".join(words_of(felt_of(GAME)).runs).lower()


def test_b_5_s2_a_sign_does_not_repeat_the_duty() -> None:
    """The sign states payouts in a table, and what the felt must say only where that was put on the sign."""
    runs = words_of(sign_of(GAME)).runs
    assert "payout odds of every wager offered" not in " ".join(runs).lower()
    assert runs.count("Dealer shall draw to 16 and stand on all 17s") == 1
