"""686a.2: the table."""

import re

import pytest

from pitboss.errors import BadChoice
from pitboss.games.vocabulary import typed
from pitboss.paper.felt_plan import BOXES, CARD_HEIGHT, CARD_WIDTH
from tests.floor import game_of
from tests.paper import felt_duties
from tests.paper.drawn import HOLDER, felt_of, missing, plan_of, sign_of, spoiled, words_of

GAME = "over-under-pa"
PAYOUTS = "686a.2(b)(6)"


def test_a_six_positions_can_all_be_one_players() -> None:
    """A table has six betting positions, and a house may let one player bet on all of them."""
    assert game_of("over-under-pa", "boxes_per_player=6").option_values["boxes_per_player"] == 6


@pytest.mark.parametrize("boxes", [0, 7])
def test_a_no_more_than_six_positions(boxes: int) -> None:
    """No game has seven positions, nor a player with none."""
    with pytest.raises(BadChoice, match=re.escape("686a.2(a)")):
        game_of("over-under-pa", f"boxes_per_player={boxes}")


def test_a_table_is_part_of_the_equipment() -> None:
    """The equipment list has a table of at most six betting positions facing the dealer."""
    table = next(part for part in game_of("over-under-pa").equipment if "686a.2(a)" in part.clauses)
    assert table.item == "table"
    assert "six betting positions on one side" in table.says


def test_b_layout_is_drawn_with_all_that_is_demanded() -> None:
    """A drawn layout meets every demand of the list, and an empty one meets none."""
    assert not missing(GAME, felt_of(GAME))
    empty = missing(GAME, '<svg xmlns="http://www.w3.org/2000/svg"/>')
    assert {f"686a.2(b)({number})" for number in (1, 2, 5, 6)} <= set(empty)


def test_b_1_name_of_the_holder_is_on_the_felt() -> None:
    """The holder's name stands on the felt, and its absence is found."""
    assert HOLDER.upper() in words_of(felt_of(GAME)).runs
    assert list(missing(GAME, spoiled(felt_of(GAME), HOLDER.upper()))) == ["686a.2(b)(1)"]


@pytest.mark.parametrize("wager", ["main", "over_23", "under_18"])
def test_b_2_each_player_has_three_betting_areas(wager: str) -> None:
    """Ante, Over 23 and Under 18 have areas of their own in each of six boxes; one too few is found."""
    assert len(plan_of(GAME).boxes) == BOXES
    assert list(missing(GAME, spoiled(felt_of(GAME), f'id="box-2-{typed(wager)}"'))) == ["686a.2(b)(2)"]


def test_b_3_three_card_rectangles_before_each_player() -> None:
    """Three rectangles as large as a card, none over another, the first nearest the player (O12)."""
    plan = plan_of(GAME, facing=0.0)
    for box in plan.boxes:
        first, second, third = (card.place for card in box.card_boxes)
        assert abs(first.x - second.x) > CARD_WIDTH
        assert abs(second.x - third.x) > CARD_WIDTH
        assert first.y > second.y > third.y
        assert first.y + CARD_HEIGHT / 2 < box.spot("ante").place.y
    assert felt_of(GAME).count('class="card-box"') == 3 * BOXES


def test_b_4_three_inscriptions_are_on_the_felt() -> None:
    """Each is demanded, and stands on ours."""
    wanted = [part.clauses[0] for part in game_of(GAME).inscriptions if "(b)(4)" in part.clauses[0]]
    assert wanted == [f"686a.2(b)(4)({roman})" for roman in ("i", "ii", "iii")]
    assert not set(wanted) & set(missing(GAME, felt_of(GAME)))


def test_b_4_i_all_bets_pay_even_money_but_the_bonus() -> None:
    """The felt says so, and without it neither words nor payouts are complete."""
    other = missing(GAME, spoiled(felt_of(GAME), "All bets pay even money", "All bets pay"))
    assert set(other) == {"686a.2(b)(4)(i)", PAYOUTS}


def test_b_4_ii_house_wins_on_18_to_23() -> None:
    """The felt tells the middle; another middle is found out."""
    assert list(missing(GAME, spoiled(felt_of(GAME), "18—23", "18—24"))) == ["686a.2(b)(4)(ii)"]


def test_b_4_iii_aces_are_11() -> None:
    """The felt says that aces always count 11."""
    assert list(missing(GAME, spoiled(felt_of(GAME), "counted as 11", "counted as 1"))) == [
        "686a.2(b)(4)(iii)"
    ]


def test_b_5_bonus_has_its_own_area_where_it_is_offered() -> None:
    """Six areas for the Bonus Wager, and none where it is not offered."""
    assert all(box.spot("bonus") for box in plan_of(GAME).boxes)
    assert "bonus" not in felt_of(GAME, "bonus=no").lower().replace("except for bonus", "")
    assert list(missing(GAME, spoiled(felt_of(GAME), 'id="box-5-bonus"'))) == ["686a.2(b)(5)"]


@pytest.mark.parametrize("row", [">50 to 1<", ">3 to 1<", ">10 or 29<"])
def test_b_6_felt_states_every_payout(row: str) -> None:
    """All seven rows of the Bonus table stand on the felt; each is missed when it is gone."""
    assert list(missing(GAME, spoiled(felt_of(GAME), row, "><"))) == [PAYOUTS]


def test_b_6_s2_sign_states_the_payouts_where_the_felt_does_not() -> None:
    """A felt without the table fails alone, and passes beside its sign."""
    felt, sign = felt_of(GAME, to_sign=(PAYOUTS,)), sign_of(GAME, to_sign=(PAYOUTS,))
    assert list(missing(GAME, felt)) == [PAYOUTS]
    assert not missing(GAME, felt, sign=sign)


@pytest.mark.parametrize(
    ("left_off", "found"),
    [
        ("SUSQUEHANNA HOUSE", ["(1): the layout does not show “Susquehanna House”."]),
        ("HOUSE WINS ON 18—23", ["(4)(ii): the layout does not say “House wins on 18—23”."]),
        (
            "Aces are always counted as 11",
            ["(4)(iii): the layout does not say “Aces are always counted as 11”."],
        ),
        ("50 to 1", ["(6) s2: the layout does not state what these pay: Bonus on 6 or 33 50 to 1."]),
    ],
)
def test_b_4_i_what_is_left_off_the_felt_is_found(left_off: str, found: list[str]) -> None:
    """The words, and the payout that nothing else on the felt states; nothing that is there."""
    assert felt_duties.found_without(GAME, left_off) == [f"686a.2(b){fault}" for fault in found]


def test_b_4_i_a_false_statement_is_found() -> None:
    """Nothing on the felt may promise other odds than are paid."""
    (fault,) = felt_duties.found_with(GAME, "Ante pays 2 to 1")
    assert fault.endswith("the layout says “Ante pays 2 to 1”, which is not true with these options.")


def test_b_2_areas_of_every_player() -> None:
    """Ante, Over 23, Under 18 and Bonus at each of six positions, and no seventh."""
    play = "686a.2(b)(2)"
    areas = {"main": play, "over-23": play, "under-18": play, "bonus": "686a.2(b)(5)"}
    felt_duties.check_areas(GAME, areas, ("ANTE", "OVER", "23", "UNDER", "18", "BONUS"))


def test_b_4_payouts_are_a_duty_and_no_inscription() -> None:
    """The felt states the payouts themselves, not that they are to be stated."""
    assert "payout odds of every wager offered" not in " ".join(words_of(felt_of(GAME)).runs).lower()


def test_b_6_even_money_is_said_once() -> None:
    """The inscription says it of all wagers but the Bonus, so no second line does."""
    runs = words_of(felt_of(GAME)).runs
    assert sum("even money" in run.lower() or "1 to 1" in run.lower() for run in runs) == 2, "and 12 or 27"
    assert not [run for run in runs if "All other winning wagers" in run]


def test_b_6_s2_nothing_is_odd_at_even_money() -> None:
    """Every wager comes out in chips: the sign has nothing to say of odd amounts."""
    assert not [run for run in words_of(sign_of(GAME)).runs if "Odd amounts" in run]
