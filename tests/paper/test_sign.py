"""The sign: limits, every payout, and what the felt leaves to it."""

import re

import pytest

from pitboss.games.files import known_games
from pitboss.games.game import Game
from pitboss.paper.drawing_text import read_pdf
from pitboss.paper.felt import draw_felt
from pitboss.paper.felt_plan import plan_felt
from pitboss.paper.inscriptions import check_sign
from pitboss.paper.sign import draw_sign, pay_rows
from pitboss.paper.single_page_pdf import sheet_pdf
from tests.floor import game_of
from tests.paper.drawn import HOLDER, every_game, sign_of, spoiled, words_of
from tests.paper.numbers import numbers_of_drawing, strangers


@pytest.mark.parametrize("game", every_game(), ids=lambda game: f"{game.id}-{game.house.decks}")
def test_the_sign_of_every_game_states_every_payout(game: Game) -> None:
    moved = tuple(part.clauses[0] for part in game.inscriptions if part.or_sign)
    svg = draw_sign(game, holder=HOLDER, to_sign=moved)
    for lettering in (words_of(svg), read_pdf(sheet_pdf(svg, title="sign"))):
        assert not [found for found in check_sign(game, lettering, moved) if not found.is_met]


def test_the_sign_tells_the_limits_of_every_wager_that_has_them() -> None:
    runs = words_of(sign_of("down-under-pa", "min_wager_cents=2500", "side_max_cents=5000")).runs
    assert "Minimum $25  ·  Maximum $500" in runs
    assert "Match-the-Dealer $1 to $50" in runs


@pytest.mark.parametrize("game", every_game(), ids=lambda game: f"{game.id}-{game.house.decks}")
def test_every_number_on_sign_and_felt_is_the_games_own(game: Game) -> None:
    """Read back, each is paid, a limit, a measure or in words that the document demands."""
    for svg in (draw_sign(game, holder=HOLDER), draw_felt(plan_felt(game, holder=HOLDER), scale=5)):
        assert not strangers(numbers_of_drawing(svg), game)


@pytest.mark.parametrize("name", known_games())
def test_a_changed_number_on_a_sign_is_found(name: str) -> None:
    """Each number in turn, one higher: a stranger, or odds that are not paid."""
    game, svg = game_of(name), sign_of(name)
    for found in re.finditer(r">[^<]*?(?<!x)(?<!\d)(\d+)[^<;]*<", svg):
        if "rulebook" in found[0]:
            continue
        at = found.start(1)
        false = f"{svg[:at]}{int(found[1]) + 1}{svg[found.end(1) :]}"
        lies = [one for one in check_sign(game, words_of(false)) if not one.is_met]
        assert lies or strangers(numbers_of_drawing(false), game), found[0]


def test_eight_decks_pay_14_and_3() -> None:
    rows = {row.words: row.odds for row in pay_rows(game_of("down-under-pa", "decks=8"))}
    assert (rows["suited"], rows["unsuited"]) == ("14 to 1", "3 to 1")


def test_wagers_of_one_table_are_told_once() -> None:
    rows = [row.words for row in pay_rows(game_of("blackjack-match-nh"))]
    assert rows.count("two suited") == 1
    assert "Dealer Up Match and Dealer Down Match" in rows


def test_a_sign_that_forgets_or_lies_is_found() -> None:
    game = game_of("down-under-pa")
    forgets = check_sign(game, words_of(spoiled(sign_of("down-under-pa"), ">3 to 2<", "><")))
    assert [f.missing for f in forgets if not f.is_met]
    lies = check_sign(game, words_of(spoiled(sign_of("down-under-pa"), ">3 to 2<", ">6 to 5<")))
    assert [f for f in lies if "“Blackjack 6 to 5”" in f.missing]


def test_a_long_title_leaves_no_word_alone_in_a_line() -> None:
    assert "Down Under Blackjack, vendor’s rules" in words_of(sign_of("down-under-vendor")).runs
    assert "Dealer Down Match" in words_of(sign_of("blackjack-match-nh")).runs
