"""Felts and signs of the games, drawn once for all tests, and small ways to spoil them."""

from functools import cache

from pitboss.exact.pricing import permitted
from pitboss.games.files import known_games
from pitboss.games.game import Game
from pitboss.paper.drawing_text import Lettering, read_svg
from pitboss.paper.felt import draw_felt
from pitboss.paper.felt_plan import FeltPlan, plan_felt
from pitboss.paper.inscriptions import DemandCheck, check_layout
from pitboss.paper.sign import draw_sign
from tests.floor import game_of

HOLDER = "Susquehanna House"


def every_game() -> list[Game]:
    """All six games with each number of decks that their documents permit."""
    return [
        game_of(name, f"decks={decks}")
        for name in known_games()
        for decks in permitted(game_of(name), "decks")
    ]


@cache
def plan_of(name: str, *choices: str, to_sign: tuple[str, ...] = (), facing: float = 1.0) -> FeltPlan:
    return plan_felt(game_of(name, *choices), holder=HOLDER, to_sign=to_sign, facing=facing)


@cache
def felt_of(name: str, *choices: str, to_sign: tuple[str, ...] = ()) -> str:
    return draw_felt(plan_of(name, *choices, to_sign=to_sign))


@cache
def sign_of(name: str, *choices: str, to_sign: tuple[str, ...] = ()) -> str:
    return draw_sign(game_of(name, *choices), holder=HOLDER, to_sign=to_sign)


def words_of(svg: str) -> Lettering:
    return read_svg(svg.encode())


def missing(
    name: str, svg: str, *choices: str, sign: str | None = None, holder: str = HOLDER
) -> dict[str, DemandCheck]:
    """What a drawing lacks, by its first clause."""
    found = check_layout(
        game_of(name, *choices), words_of(svg), words_of(sign) if sign else None, holder=holder
    )
    return {(finding.clauses or ("",))[0]: finding for finding in found if not finding.is_met}


def spoiled(svg: str, words: str, by: str = "") -> str:
    """The drawing with some words changed; they must have been there."""
    assert words in svg, words
    return svg.replace(words, by)
