"""Houses that share parts of their solution get the very numbers that each would find alone."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.errors import Broken
from pitboss.exact import dealer_outcomes, hand_tables
from pitboss.exact.analyst import main_edge
from pitboss.exact.composition import Composition, shoe_of
from pitboss.exact.dealer_outcomes import dealer_tree, observations
from pitboss.exact.dealt_rows import DealtRows
from pitboss.exact.hand_graph import CODE, graph_of
from pitboss.exact.hand_tables import bust_table, chance_table, legal, may_give_up, pay_table
from pitboss.exact.house_parts import action_rules, dealer_rules, edge_rules, payment_rules
from pitboss.exact.many_games import key_of, main_edges
from pitboss.exact.round_value import Round
from pitboss.exact.shared_parts import SharedParts
from pitboss.exact.solve import Solver
from pitboss.exact.support import house_faults
from pitboss.games.wager_kinds import BLACKJACK
from pitboss.rules.house import House
from tests.exact.houses import any_house
from tests.floor import game_of

SMALL = Composition((3, 3, 0, 2, 3, 3, 0, 3, 2, 3, 1, 1, 3))


def houses(seed: int) -> Iterator[House]:
    chance = Random(seed)
    while True:
        house = any_house(chance)._replace(deck=(4,) * 13)
        if not house_faults(house, BLACKJACK):
            yield house


def of_one_dealer(seed: int, count: int) -> list[House]:
    """Houses that mix the switches of several, with one dealer."""
    many, chance = houses(seed), Random(seed)
    first, *others = (next(many) for _ in range(count))
    mixed = []
    for other in others:
        taken = {group: getattr(chance.choice((first, other)), group) for group in MIXED}
        mixed.append(first._replace(**taken))
    return [house for house in (first, *mixed) if not house_faults(house, BLACKJACK)]


MIXED = ("push", "blackjack", "player", "double", "split", "insurance", "surrender", "second_chance")


@pytest.mark.parametrize("seed", range(4))
def test_a_shared_solution_is_the_lone_one_to_the_last_bit(seed: int) -> None:
    shared: dict[House, SharedParts] = {}
    for house in of_one_dealer(seed, 14):
        parts = shared.setdefault(dealer_rules(house), SharedParts())
        together = Round(Solver(house, SMALL, shared=parts))
        assert together.expectation == Round(Solver(house, SMALL)).expectation


def test_solvers_with_another_shoe_share_nothing() -> None:
    house, shared = next(houses(1)), SharedParts()
    Solver(house, SMALL, shared=shared)
    with pytest.raises(Broken, match="cannot share"):
        Solver(house, shoe_of(house), shared=shared)


def test_what_a_shared_split_is_asked_for_later_is_found_then() -> None:
    """How its hands are played, which the values alone do not say."""
    house, shared = game_of("down-under-pa").house, SharedParts()
    for _ in range(2):
        played = Round(Solver(house, SMALL, shared=shared))
        _ = played.expectation
    alone = Round(Solver(house, SMALL))
    _ = alone.expectation
    for value in alone.splits.values:
        assert (played.splits.policy(value) == alone.splits.policy(value)).all()
        assert (played.splits.first(value).hands == alone.splits.first(value).hands).all()


def test_a_row_is_dealt_once() -> None:
    """However sets are asked for, each comes back in its place, and no set is found twice."""
    counts, asked = graph_of(SMALL.values).counts[:60], []

    def deal(removed: Any) -> Any:
        asked.extend(removed @ CODE)
        return (removed @ CODE)[:, None].astype(np.float64)

    rows = DealtRows()
    for some in (counts[5:20], counts[:40][::-1], counts[[7, 7, 50]], counts):
        assert (rows.of(some, deal)[:, 0] == some @ CODE).all()
    assert len(asked) == len(set(asked)) == len(counts)


# ---- reduced houses: a switch that is left out moves nothing

Part = Callable[[House], Any]


def tables(house: House) -> Any:
    flags = [
        (split, twice, large) for split in (False, True) for twice in (False, True) for large in (False, True)
    ]
    chances = [chance_table(house, twice) for twice in (False, True)]
    return [pay_table(house, *each) for each in flags], [bust_table(house, t) for t in (False, True)], chances


def masks(house: House) -> Any:
    graph = graph_of(SMALL.values)
    every = [legal(graph, house, bool(first), first) for first in range(11)]
    give = [may_give_up(graph, house, first) for first in range(1, 11)]
    return [mask.tobytes() for pair in every for mask in pair], [mask.tobytes() for mask in give]


def dealt(house: House) -> Any:
    tree = dealer_tree(house, observations(house), (4,) * 10)
    return observations(house), tree.columns.tobytes(), tree.ways.tobytes(), tree.value.tobytes()


def edge(house: House) -> Any:
    return Round(Solver(house, SMALL)).expectation


@pytest.mark.parametrize(
    ("reduced", "part"),
    [(payment_rules, tables), (action_rules, masks), (dealer_rules, dealt), (edge_rules, edge)],
)
def test_a_house_reduced_to_a_part_makes_the_same_part(reduced: Callable[[House], House], part: Part) -> None:
    """The caches are asked with the reduced house, so the house itself is asked past them."""
    many = houses(7)
    for house in (next(many) for _ in range(6)):
        assert uncached(part, reduced(house)) == uncached(part, house)


def uncached(part: Part, house: House) -> Any:
    """The part with reductions switched off: every rule reads the whole house."""
    with pytest.MonkeyPatch.context() as patched:
        for module, names in (
            (hand_tables, ("payment_rules", "action_rules")),
            (dealer_outcomes, ("dealer_rules",)),
        ):
            for name in names:
                patched.setattr(module, name, lambda whole: whole)
        return part(house)


# ---- many games


@pytest.mark.parametrize(
    ("name", "sets"),
    [
        ("down-under-pa", ("reading.D1=R2", "reading.D2=R3", "reading.D3=R2", "reading.D8=R2",
                           "reading.D10=R2", "reading.D11=R2", "reading.D12=R3")),
        ("down-under-vendor", ("reading.V1=R2", "resplit_aces=true", "blackjack_pays=6:5", "decks=4")),
        ("double-back-jack-pa", ("reading.B1=R2", "reading.B8=R2", "reading.B21=R2")),
        ("over-under-pa", ("reading.O2=R2", "bonus=false")),
    ],
)  # fmt: skip
def test_many_games_have_the_edges_that_each_has_alone(name: str, sets: tuple[str, ...]) -> None:
    chance = Random(5)
    games = [game_of(name, *chance.sample(sets, chance.randint(0, len(sets)))) for _ in range(5)]
    told: list[int] = []
    edges = main_edges(games, told.append)
    assert told[-1] == len({key_of(game) for game in games})
    for game in games:
        assert edges[key_of(game)] == main_edge(game)
