"""The rack card: one sheet, its figures the analyst's, its pays those of the decks."""

import re

import pytest

from pitboss.exact.analyst import analyse
from pitboss.games.files import known_games
from pitboss.paper.figures import tell
from pitboss.paper.rackcard import find_card, set_card
from tests.floor import game_of
from tests.paper.proofreading import read_pages, squeeze

DAY = "2026-11-15"


@pytest.mark.parametrize("name", known_games())
def test_a_card_is_one_sheet_and_says_what_the_house_keeps(name: str) -> None:
    card = find_card(game_of(name), date=DAY)
    pages = read_pages(set_card(card))
    assert len(pages) == 2
    at = 0
    for figure in card.figures:
        at = "".join(pages).find(squeeze(tell(figure)), at)
        assert at >= 0, figure
    edges = {figure.id: figure.value for figure in card.figures}
    for wager in analyse(game_of(name)).wagers:
        assert edges[f"wager.{wager.wager}.edge"] == wager.house_edge


def test_eight_decks_change_the_pays_of_a_match_everywhere() -> None:
    for decks, suited, unsuited in ((6, "11to1", "4to1"), (8, "14to1", "3to1")):
        front = read_pages(set_card(find_card(game_of("down-under-pa", f"decks={decks}"), date=DAY)))[0]
        matches = re.findall(r"(?:suited|unsuited|match)(\d+to1)", front)
        assert {suited, unsuited} <= set(matches)
        assert not {"11to1", "14to1"} - {suited} & set(matches)
