"""The checker: areas counted by ids or by words, all that is missing told at once."""

import pytest

from pitboss.errors import BadInput
from pitboss.paper.drawing_text import Lettering
from pitboss.paper.inscriptions import check_layout, raise_missing
from tests.floor import game_of
from tests.paper.drawn import felt_of, words_of

NH = game_of("blackjack-match-nh")
LABELS = ("ANTE", "DEALER", "UP", "MATCH", "DEALER DOWN", "MATCH")


def lacking(*runs: str) -> list[str]:
    """Demands of the New Hampshire felt that a drawing without ids does not meet."""
    return [found.missing for found in check_layout(NH, Lettering(runs)) if not found.is_met]


@pytest.mark.parametrize("players", [1, 5, 6])
def test_areas_of_a_drawing_without_ids_are_counted_by_their_words(players: int) -> None:
    assert lacking(*LABELS * players) == []
    assert any("no area for the Ante" in says for says in lacking(*LABELS[1:] * players))


def test_a_title_that_names_a_wager_makes_no_seventh_player() -> None:
    assert lacking(*LABELS * 6, "Blackjack with Up Match and", "Dealer Down Match") == []


def test_a_player_without_one_of_the_areas_is_found() -> None:
    (says,) = lacking(*LABELS * 5, "ANTE", "DEALER UP MATCH")
    assert says == "the layout shows 5 areas for the Dealer Down Match."


def test_seven_positions_are_one_too_many() -> None:
    assert all("7 betting positions" in says for says in lacking(*LABELS * 7))
    assert len(lacking(*LABELS * 7)) == 3


def test_a_seventh_box_by_id_is_one_too_many() -> None:
    drawn = words_of(felt_of("down-under-pa"))
    felt = Lettering(drawn.runs, drawn.ids | {"box-7-main"})
    found = [f for f in check_layout(game_of("down-under-pa"), felt) if "7 betting positions" in f.missing]
    assert {f.clauses[0] for f in found} == {"685a.2(b)(2)", "685a.2(b)(5)"}


def test_a_logo_stands_for_the_name_unless_the_name_is_asked_for() -> None:
    game = game_of("down-under-pa")
    logo = Lettering(("words",), frozenset({"Logo"}))
    assert check_layout(game, logo)[0].is_met
    assert not check_layout(game, logo, holder="Old House")[0].is_met
    assert not check_layout(game, Lettering(("words",)))[0].is_met


def test_all_that_is_missing_is_raised_at_once() -> None:
    with pytest.raises(BadInput) as refusal:
        raise_missing(check_layout(game_of("over-under-pa"), Lettering(())), "felt.svg")
    assert len(refusal.value.faults) == 9
    assert all(fault.clause.startswith("686a.2(b)") for fault in refusal.value.faults)
