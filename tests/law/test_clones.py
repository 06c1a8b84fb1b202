"""A game is data: a document under other names plays, prices, simulates and draws alike."""

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from pitboss.exact.analyst import analyse
from pitboss.games.files import known_games
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.lab.simulation import Setting, simulate
from pitboss.paper.felt import draw_felt
from pitboss.paper.felt_plan import plan_felt
from tests.law.clones import Clone, clone_game
from tests.law.walking import Walk, without_citations

ACTS = 1_500
ROUNDS = 200_000


@cache
def cloned(name: str) -> tuple[Clone, Game]:
    clone = clone_game(name, Path(mkdtemp(prefix="pitboss-clone-")))
    return clone, load_game(str(clone.path))


@pytest.mark.parametrize("name", known_games())
def test_nothing_of_the_original_is_left_in_the_clone(name: str) -> None:
    clone, other = cloned(name)
    game = load_game(name)
    assert not {wager.id for wager in game.wagers} & {wager.id for wager in other.wagers}
    assert not set(game.readings) & set(other.readings)
    assert not set(game.register.by_id) & set(other.register.by_id)
    assert (other.id, other.document) == ("other-name", "Code of Elsewhere")
    assert clone.path.name == "other-name.toml"


@pytest.mark.parametrize("name", known_games())
def test_a_clone_plays_alike_with_irregularities(name: str) -> None:
    """The same acts, cards and cents; only citations, and the names of wagers, are other ones."""
    clone, other = cloned(name)
    lines = Walk(load_game(name), "alike").go(ACTS)
    again = Walk(other, "alike").go(ACTS)
    assert list(without_citations(again, clone.original)) == list(without_citations(lines))


@pytest.mark.parametrize("name", known_games())
def test_a_clone_cites_its_own_document(name: str) -> None:
    _, other = cloned(name)
    clauses = {event["clause"] for line in Walk(other, "cites").go(300) for event in line["events"]}
    assert clauses
    assert not [clause for clause in clauses if not clause.startswith("Art. ")]


@pytest.mark.parametrize("name", known_games())
def test_a_clone_has_the_same_edges_to_the_last_digit(name: str) -> None:
    clone, other = cloned(name)
    ours, theirs = (analyse(game).wagers for game in (load_game(name), other))
    assert [clone.original(wager.wager) for wager in theirs] == [wager.wager for wager in ours]
    for one, two in zip(ours, theirs, strict=True):
        assert (one.house_edge, one.standard_deviation, one.exact) == (
            two.house_edge, two.standard_deviation, two.exact,
        )  # fmt: skip


@pytest.mark.parametrize("name", known_games())
def test_a_clone_simulates_the_same_totals_bit_for_bit(name: str) -> None:
    clone, other = cloned(name)
    setting = Setting(seed=13)
    ours, theirs = (simulate(game, ROUNDS, setting).wagers for game in (load_game(name), other))
    assert [clone.original(wager.wager) for wager in theirs] == [wager.wager for wager in ours]
    for one, two in zip(ours, theirs, strict=True):
        assert (one.made, one.results, one.house_edge) == (two.made, two.results, two.house_edge)


@pytest.mark.parametrize("name", known_games())
def test_a_clone_has_the_same_felt(name: str) -> None:
    clone, other = cloned(name)
    felt, drawn = (draw_felt(plan_felt(game, holder="House"), "paper") for game in (load_game(name), other))
    for old, new in clone.wagers.items():
        hyphened = new.replace("_", "-")
        drawn = drawn.replace(f"-{hyphened}", f"-{old.replace('_', '-')}").replace(f'"{new}"', f'"{old}"')
    assert _below_the_title(drawn, other) == _below_the_title(felt, load_game(name))


def _below_the_title(felt: str, game: Game) -> str:
    """Without the line in the corner that names the document and its hash."""
    return felt.replace(f"{game.document} · ", "").replace(game.sha256[:12], "")
