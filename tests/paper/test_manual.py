"""The dealer's manual: every phase, every sentence that binds, every irregularity, at any number of decks."""

from functools import cache

import pytest

from pitboss.games.files import known_games
from pitboss.games.game import Game
from pitboss.games.register import entries_of
from pitboss.paper.document import TableBlock
from pitboss.paper.felt_wording import tell_decks
from pitboss.paper.manual import BOX, manual_bytes, manual_document
from tests.floor import game_of
from tests.paper.drawn import every_game
from tests.paper.proofreading import proofread, read_pages, squeeze

DAY = "2026-11-15"


@cache
def manual_of(name: str, *choices: str) -> bytes:
    return manual_bytes(game_of(name, *choices), date=DAY)


@cache
def pages_of(name: str, *choices: str) -> list[str]:
    return read_pages(manual_of(name, *choices))


@pytest.mark.parametrize("name", known_games())
def test_a_manual_says_every_sentence_that_binds_somebody(name: str) -> None:
    game = game_of(name)
    assert proofread(manual_of(name), manual_document(game, date=DAY))
    text = "".join(pages_of(name))
    assert all(squeeze(phase.says) in text for phase in game.phases)
    for entry in entries_of(game):
        if entry.clause.kind != "informational":
            assert squeeze(entry.clause.says) in text, entry.clause.id
    assert text.count(BOX) >= len(game.equipment) + len(game.procedures)


OTHERS = pytest.mark.slow("the manuals of other numbers of decks")


@pytest.mark.parametrize(
    "game",
    [game if game.house.decks == 6 else pytest.param(game, marks=OTHERS) for game in every_game()],
    ids=lambda game: f"{game.id}-{game.house.decks}",
)
def test_a_manual_is_made_at_every_number_of_decks(game: Game) -> None:
    decks = game.house.decks
    assert squeeze(f"The shoe contains {tell_decks(game)}") in "".join(pages_of(game.id, f"decks={decks}"))


def test_the_same_day_makes_the_same_manual() -> None:
    game = game_of("over-under-pa")
    assert manual_bytes(game, date=DAY) == manual_of("over-under-pa")
    assert manual_bytes(game, date="2026-11-16") != manual_of("over-under-pa")


def test_a_manual_is_a_page_too() -> None:
    page = manual_bytes(game_of("over-under-pa"), date=DAY, form="html").decode()
    assert page.startswith("<!doctype html>")
    assert "Floor checklist" in page


def test_eight_decks_change_the_pays_of_a_match() -> None:
    for decks, suited, unsuited in ((6, "11 to 1", "4 to 1"), (8, "14 to 1", "3 to 1")):
        text = "".join(pages_of("down-under-pa", f"decks={decks}"))
        row = squeeze(f"Match-the-Dealer Wager suited {suited}")
        assert row in text
        assert squeeze(f"unsuited {unsuited}") in text


@pytest.mark.parametrize("name", known_games())
def test_no_table_or_column_of_a_manual_is_empty(name: str) -> None:
    blocks = [block for part in manual_document(game_of(name), date=DAY).sections for block in part.blocks]
    for table in (block for block in blocks if isinstance(block, TableBlock)):
        assert table.rows, table.id
        assert all(any(column) for column in zip(*table.rows, strict=True)), table.id


@pytest.mark.parametrize("name", known_games())
def test_the_floor_checklist_is_on_one_page(name: str) -> None:
    pages = pages_of(name)
    assert len([page for page in pages if BOX in page]) == 1
    assert any(BOX in page and "Dateandtime" in page for page in pages)
