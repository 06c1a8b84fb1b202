"""The rack card: one sheet, its figures the analyst's, its pays those of the decks."""

import re

from pitboss.exact.analyst import analyse
from pitboss.paper.figures import tell
from pitboss.paper.rackcard import RackCard, find_card, set_card
from tests.floor import game_of
from tests.paper.proofreading import read_pages, squeeze

DAY = "2026-11-15"


def check_card(card: RackCard) -> None:
    """One sheet, and every figure of the card on it, in order."""
    pages = read_pages(set_card(card))
    assert len(pages) == 2
    at = 0
    for figure in card.figures:
        at = "".join(pages).find(squeeze(tell(figure)), at)
        assert at >= 0, figure


def test_a_card_says_what_the_house_keeps() -> None:
    """The cards of the other games are held against their reports."""
    card = find_card(game_of("over-under-pa"), date=DAY)
    check_card(card)
    edges = {figure.id: figure.value for figure in card.figures}
    for wager in analyse(game_of("over-under-pa")).wagers:
        assert edges[f"wager.{wager.wager}.edge"] == wager.house_edge


def test_eight_decks_change_the_pays_of_a_match_everywhere() -> None:
    for decks, suited, unsuited in ((6, "11to1", "4to1"), (8, "14to1", "3to1")):
        front = read_pages(set_card(find_card(game_of("down-under-pa", f"decks={decks}"), date=DAY)))[0]
        matches = re.findall(r"(?:suited|unsuited|match)(\d+to1)", front)
        assert {suited, unsuited} <= set(matches)
        assert not {"11to1", "14to1"} - {suited} & set(matches)
