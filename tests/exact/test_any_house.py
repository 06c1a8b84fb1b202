"""Any switches, any deck: the analyst agrees with a brute force that takes no short cut, or refuses."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from pitboss.errors import BadInput
from pitboss.exact.arithmetic import FRACTIONS
from pitboss.exact.composition import RANK_NAMES, Composition
from pitboss.exact.round_value import Round
from pitboss.exact.solve import Solver
from pitboss.rules.house import House
from tests import brute
from tests.exact.house_brute import HouseTable
from tests.exact.houses import any_house

WORK = 60_000
"""Cards looked at after which a case is called too long for a test."""


class TooLong(Exception):
    pass


class BoundedTable(HouseTable):
    work = 0

    def deals(self, pool: brute.Pool) -> Iterator[tuple[str, brute.Pool, Fraction]]:
        self.work += 1
        if self.work > WORK:
            raise TooLong
        return super().deals(pool)


def few_cards(house: House, chance: Random) -> dict[str, int]:
    """A shoe that can be dealt out in every order: two or three ranks of the deck, some sixteen cards."""
    names = [name for name, copies in zip(RANK_NAMES, house.deck, strict=True) if copies]
    some = chance.sample(names, chance.choice([2, 3, 3]))
    dealt = [chance.choice(some) for _ in range(chance.choice([13, 14, 15, 16]))]
    return {name: dealt.count(name) for name in some if name in dealt}


MORE = pytest.mark.slow("more houses at random, analyst against brute force")


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=MORE) for seed in range(2, 8))])
def test_the_analyst_equals_the_brute_force_or_refuses(seed: int) -> None:
    """As fractions to the last digit, for houses that no document has."""
    chance, agreed = Random(seed), 0
    while agreed < 4:
        house = any_house(chance)
        shoe = few_cards(house, chance)
        table = BoundedTable(house, {"T" if name == "10" else name: count for name, count in shoe.items()})
        try:
            cards = Composition(tuple(shoe.get(name, 0) for name in RANK_NAMES))
            value = Round(Solver(house, cards, FRACTIONS)).expectation
            expected = brute.expectation_of(table)
        except (BadInput, ZeroDivisionError, brute.ShoeRanOut, TooLong):
            continue  # refused; or the shoe ran out, or takes too long to deal in every order
        assert value == expected, (house, shoe)
        agreed += 1
