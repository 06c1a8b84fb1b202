"""The main wager as a fraction: the round again modulo several primes, and put together.

The choices are those that the floats found best. Every chance in the sum is a whole number divided by
N (N-1) (N-2) …, one factor for each card that is dealt, so that a common denominator is known before
anything is added up. With enough primes the numerator follows from its remainders (Chinese remainder
theorem); one prime more than that must agree.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, lcm, perm, prod
from typing import Any, NamedTuple

import numpy as np

from pitboss.errors import Broken
from pitboss.exact.arithmetic import HIGHEST_PRIME, RemainderArithmetic
from pitboss.exact.choices import SURE, Choice, choices
from pitboss.exact.hand_tables import bust_table, chance_table, pay_table
from pitboss.exact.parallel import in_parallel
from pitboss.exact.round_value import Round
from pitboss.exact.solve import DOUBLE, HIT, Solver, choices_of
from pitboss.exact.split import growths
from pitboss.rules.house import House

FLOAT_ERROR = 1e-12


class ExactValue(NamedTuple):
    """What one unit of the main wager is worth to the player, exactly."""

    fraction: Fraction
    denominator_bits: int
    """Of the common denominator that was proven before."""
    primes: int
    closest: float
    """The smallest margin of a choice, in units; what was closer than floats can tell was decided exactly."""


class Remainders(NamedTuple):
    """What a round leaves modulo one prime: its value, and the close choices."""

    value: int
    choices: tuple[int, ...]


def exact_value(played: Round) -> ExactValue:
    """The value of a round as it was played in floats; Broken if one of its choices was not the best."""
    float_value = float(played.expectation)  # before several threads ask for it
    every = list(choices(played))
    close = [choice for choice in every if choice.margin < SURE]
    denominator = common_denominator(played)
    primes = list(_enough_primes(2 * most_units(played.solver.house) * denominator))
    found = list(in_parallel(lambda prime: _modulo(played, prime, close), primes))
    by_number = zip(*((one.value, *one.choices) for one in found), strict=True)
    fraction, *differences = (_fraction(remainders, primes, denominator) for remainders in by_number)
    if min(differences, default=Fraction(0)) < 0:
        raise Broken("a choice that floats cannot tell from the best is not the best")
    if abs(float(fraction) - float_value) > FLOAT_ERROR:
        raise Broken(f"the fraction {float(fraction)} is not what the floats found, {float_value}")
    margins = [choice.margin for choice in every if choice not in close]
    margins += [float(difference) for difference in differences if difference]
    return ExactValue(fraction, denominator.bit_length(), len(primes), min(margins, default=1.0))


def _modulo(leader: Round, prime: int, close: list[Choice]) -> Remainders:
    solver = Solver(
        leader.solver.house,
        leader.solver.shoe,
        RemainderArithmetic(prime),
        leader.solver.announce,
        leader.solver,
    )
    played = Round(solver, leader.method, leader, weighs=bool(close))
    value: int = played.expectation.value
    return Remainders(value, tuple(_remainder(choice.difference(played)) for choice in close))


def _remainder(difference: Any) -> int:
    """None stands for a choice that never comes about."""
    return 0 if difference is None else int(difference.value)


def _fraction(remainders: Sequence[int], primes: list[int], denominator: int) -> Fraction:
    """The number with this denominator and these remainders; the last prime is the test of it."""
    scaled = [remainder * denominator % prime for remainder, prime in zip(remainders, primes, strict=True)]
    fraction = Fraction(_from_remainders(scaled[:-1], primes[:-1]), denominator)
    if fraction.numerator * pow(fraction.denominator, -1, primes[-1]) % primes[-1] != remainders[-1]:
        raise Broken("the fraction fails the test with one prime more")
    return fraction


# ---- the denominator


def common_denominator(played: Round) -> int:
    """A whole number by which the value can be multiplied to become one."""
    solver = played.solver
    cards = min(most_cards(played), solver.shoe.size)
    return perm(solver.shoe.size, cards) * pay_denominator(solver.house)


def most_cards(played: Round) -> int:
    """As many cards as any term of the sum names: of a hand, the others of its pair, and the dealer."""
    solver = played.solver
    dealer = int(solver.tree.size.max()) + 2
    split = solver.house.split
    ways = [growths(most) for most in (split.max_hands, split.max_ace_hands) if most > 1]
    others = max((growth.pairs + growth.closed for grown in ways for growth in grown), default=0)
    return _longest_hand(played) + 1 + solver.house.second_chance.offered + others + dealer


def _longest_hand(played: Round) -> int:
    """Cards of the longest hand that takes another one, and that one."""
    solver = played.solver
    policies = [choices_of(values) for values in (solver.values, solver.values_from_large)]
    policies += [played.splits.policy(value) for value in played.splits.values]
    drawing = [((policy == HIT) | (policy == DOUBLE)).any(axis=1) for policy in policies]
    cards: Any = solver.graph.cards
    return 1 + max(int(cards[_reached(solver, goes_on)].max(initial=2)) for goes_on in drawing)


def _reached(solver: Solver, goes_on: Any) -> Any:
    """Hands that draw and that can come about, by such play."""
    graph = solver.graph
    reached = graph.cards <= 2
    for hand in range(len(graph.pips)):
        if reached[hand] and goes_on[hand]:
            following = graph.next_hand[hand]
            reached[following[following >= 0]] = True
    return np.flatnonzero(reached & goes_on)


def pay_denominator(house: House) -> int:
    """What the units that are won or lost are parts of: payments, half wagers, insurance of half a wager."""
    return lcm(2, 2 * house.insurance.odds.to, *(cell.denominator for cell in _payments(house)))


def most_units(house: House) -> int:
    """As much as a round can win or lose for one unit: every hand that a box may become, and insurance."""
    hands = max(house.split.max_hands, house.split.max_ace_hands, 1)
    insurance = max(Fraction(1), Fraction(house.insurance.odds.pays, house.insurance.odds.to))
    return ceil(hands * max(abs(cell) for cell in _payments(house)) + insurance)


def _payments(house: House) -> list[Fraction]:
    """Every net payment of a hand."""
    tables = [pay_table(house, *flags) for flags in product((False, True), repeat=3)]
    rows = [row for table in tables for row in table]
    rows += [bust_table(house, doubled) for doubled in (False, True)]
    rows += [row for doubled in (False, True) for row in chance_table(house, doubled)]
    return [cell for row in rows for cell in row]


# ---- remainders


def _enough_primes(wanted: int) -> Iterator[int]:
    """Primes from the highest down whose product is more than is wanted, and one more."""
    have, candidate = 1, HIGHEST_PRIME
    while have <= wanted:
        candidate = _next_prime(candidate)
        have *= candidate
        yield candidate
    yield _next_prime(candidate)


def _next_prime(above: int) -> int:
    """The highest prime below a number."""
    candidate = above - 1
    while any(candidate % divisor == 0 for divisor in range(2, int(candidate**0.5) + 1)):
        candidate -= 1
    return candidate


def _from_remainders(remainders: list[int], primes: list[int]) -> int:
    """The number nearest to zero that leaves these remainders."""
    whole = prod(primes)
    total = 0
    for remainder, prime in zip(remainders, primes, strict=True):
        others = whole // prime
        total += remainder * others * pow(others, -1, prime)
    total %= whole
    return total - whole if total > whole // 2 else total
