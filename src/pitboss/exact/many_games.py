"""The house edges of many games: each house solved once, and what houses have in common found once."""

from collections.abc import Callable, Hashable, Iterable

from pitboss.exact.composition import shoe_of
from pitboss.exact.families import value_game
from pitboss.exact.house_parts import dealer_rules, edge_rules
from pitboss.exact.parallel import in_parallel
from pitboss.exact.shared_parts import SharedParts
from pitboss.games.game import Game
from pitboss.rules.house import House

HouseKey = tuple[str, House]


def key_of(game: Game) -> HouseKey:
    """What the edge of the main wager is known by: the family, and the house without what moves no edge."""
    return game.family.id, edge_rules(game.house)


def main_edges(games: Iterable[Game], solved: Callable[[int], None]) -> dict[HouseKey, float]:
    """The house edge of the main wager of each, on all cores; `solved` is told how many are done."""
    grounds: dict[Hashable, dict[HouseKey, Game]] = {}
    for game in games:
        ground = (game.family.id, dealer_rules(game.house), shoe_of(game.house))
        grounds.setdefault(ground, {})[key_of(game)] = game
    edges: dict[HouseKey, float] = {}
    for found in in_parallel(_edges_on_one_ground, grounds.values()):
        edges |= found
        solved(len(edges))
    return edges


def _edges_on_one_ground(games: dict[HouseKey, Game]) -> dict[HouseKey, float]:
    """Games with one dealer and one shoe."""
    shared = SharedParts()
    return {key: value_game(game, shared=shared).edge for key, game in games.items()}
