"""The rack card: one sheet, its figures the analyst's, its pays those of the decks."""

import re
from typing import Any

import pytest

from pitboss.exact.analyst import analyse
from pitboss.paper.figures import tell
from pitboss.paper.rackcard import RackCard, find_card, set_card
from tests.floor import game_of
from tests.paper.analysts_word import figures_in
from tests.paper.proofreading import Misprint, compare, read_pages, said

DAY = "2026-11-15"


def check_card(card: RackCard, annex: dict[str, Any]) -> None:
    """One sheet that says what the card says and no digit more; its figures are the report's."""
    pages = read_pages(set_card(card))
    assert len(pages) == 2
    wanted = [words for block in card.blocks for words in said(block)]
    assert compare("".join(map(without_furniture, pages)), wanted) == len(wanted)
    known = figures_in(annex)
    for figure in card.figures:
        assert known[figure.id]["value"] == figure.value, figure.id
        assert known[figure.id]["text"] == tell(figure), figure.id


def without_furniture(page: str) -> str:
    """Without the foot, which names rulebook and date."""
    bare, feet = re.subn(r"Rulebook[0-9a-f]{16}\.\d{4}-\d\d-\d\d\.", "", page)
    assert feet == 1, page[-200:]
    return re.sub(r"58Pa\.Codech\.\w+,.*", "", bare) if "58Pa.Code" in bare else bare


def test_a_card_says_what_the_house_keeps() -> None:
    """The cards of the other games are held against their reports."""
    card = find_card(game_of("over-under-pa"), date=DAY)
    edges = {figure.id: figure.value for figure in card.figures}
    for wager in analyse(game_of("over-under-pa")).wagers:
        assert edges[f"wager.{wager.wager}.edge"] == wager.house_edge


def test_a_changed_digit_on_a_card_is_a_misprint() -> None:
    card = find_card(game_of("over-under-pa"), date=DAY)
    wanted = [words for block in card.blocks for words in said(block)]
    words = [told for told, _ in wanted]
    for at, told in enumerate(words):
        if re.search(r"\d", told):
            with pytest.raises(Misprint):
                compare("".join((*words[:at], f"{told}3", *words[at + 1 :])), wanted)


def test_eight_decks_change_the_pays_of_a_match_everywhere() -> None:
    for decks, suited, unsuited in ((6, "11to1", "4to1"), (8, "14to1", "3to1")):
        front = read_pages(set_card(find_card(game_of("down-under-pa", f"decks={decks}"), date=DAY)))[0]
        matches = re.findall(r"(?:suited|unsuited|match)(\d+to1)", front)
        assert {suited, unsuited} <= set(matches)
        assert not {"11to1", "14to1"} - {suited} & set(matches)
