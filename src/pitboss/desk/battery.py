"""The statistical battery: dealt cards put to the tests that Pennsylvania and GLI-19 name.

Cards leave a shoe without replacement, and the textbook tests want independent numbers. So each card is
turned into one: given the cards dealt before it, where in [0, 1) its face lies among those that remain,
spread evenly over the copies of that face. When every order of the shoe is equally likely these numbers are
independent and uniform, exactly; the tests below then hold without any correction. Two look at the faces
themselves: chi-square (which face lies at which place) and adjacency (which face follows which).

At 95 % one test in twenty fails a perfect shoe. The verdict on a set is therefore Holm's: no test fails at
the level of the whole family.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import comb, factorial, inf, perm, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.desk.p_values import chi_square_p, holm, kolmogorov_p, normal_p, poisson_p
from pitboss.desk.sealed_shoe import Entropy, shuffle_cards
from pitboss.rules.cards import Card
from pitboss.table.shoes import full_batch
from pitboss.table.state import FACES

Faces = NDArray[np.uint8]
Uniforms = NDArray[np.float64]

RANKS = 13
LEAST_EXPECTED = 5.0
LEAST_CARDS = 20_000
FACE_OF = {card: number for number, card in enumerate(full_batch(1))}
COVERED_PERCENT = 25
"""Cards behind the cover card are not dealt, and not tested."""


class Deal(NamedTuple):
    """Shoes as they were dealt: a row each, faces 0 to 51 in the order of a new deck."""

    faces: Faces
    decks: int
    uniforms: Uniforms

    @property
    def stream(self) -> Uniforms:
        return self.uniforms.reshape(-1)

    @property
    def ranks(self) -> NDArray[np.int64]:
        """The numbers as thirteen equally likely digits."""
        return (self.stream * RANKS).astype(np.int64)


class Found(NamedTuple):
    """What a test found: its statistic, the law it follows when nothing is wrong, and how unlikely it is."""

    statistic: float
    law: str
    p: float


class Finding(NamedTuple):
    test: str
    statistic: float
    law: str
    p: float
    adjusted_p: float
    passes: bool


class Verdict(NamedTuple):
    name: str
    source: str
    level: float
    findings: tuple[Finding, ...]
    passes: bool


# ---- cards to be tested


def deal_shoes(cards: int, decks: int, entropy: Entropy) -> Iterator[Sequence[Card]]:
    """Shoes shuffled as a desk shuffles them and dealt down to the cover card, at least so many cards."""
    batch = full_batch(decks)
    dealt = len(batch) - len(batch) * COVERED_PERCENT // 100
    for _ in range(-(-cards // dealt)):
        yield shuffle_cards(batch, entropy).order[:dealt]


def deal_of(shoes: Iterable[Sequence[Card]], decks: int, *, seed: int = 1) -> Deal:
    """The shoes as numbers; `seed` only spreads a face over its copies."""
    faces = np.array([[FACE_OF[card] for card in shoe] for shoe in shoes], dtype=np.uint8)
    return Deal(faces, decks, uniforms_of(faces, decks, np.random.default_rng(seed)))


def uniforms_of(faces: Faces, decks: int, spread: np.random.Generator) -> Uniforms:
    """Where each card lies among those that remained."""
    numbers = spread.random(faces.shape)
    for start in range(0, len(faces), 4096):
        rows = slice(start, start + 4096)
        _place_among_the_rest(faces[rows], numbers[rows], decks)
    return numbers


def _place_among_the_rest(faces: Faces, numbers: Uniforms, decks: int) -> None:
    below = np.tile(np.arange(FACES + 1, dtype=np.int16) * decks, (len(faces), 1))
    every, edges = np.arange(len(faces)), np.arange(FACES + 1, dtype=np.int16)
    for place in range(faces.shape[1]):
        face = faces[:, place].astype(np.int64)
        low = below[every, face]
        copies = below[every, face + 1] - low
        numbers[:, place] = (low + numbers[:, place] * copies) / (FACES * decks - place)
        below -= edges[None, :] > face[:, None]


# ---- statistics


def _chi_square(observed: NDArray[Any], expected: NDArray[Any]) -> Found:
    """Classes too thin to count are put together with their neighbours."""
    seen, hoped = _thick(observed.astype(float), expected.astype(float))
    return _squared(float((((seen - hoped) ** 2) / hoped).sum()), len(hoped) - 1)


def _thick(observed: NDArray[Any], expected: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    if expected.min() >= LEAST_EXPECTED:
        return observed, expected
    order = np.argsort(expected)
    thin = int(np.searchsorted(np.cumsum(expected[order]), LEAST_EXPECTED)) + 1
    thin = max(thin, int((expected < LEAST_EXPECTED).sum()))
    rest, together = order[thin:], order[:thin]
    return (
        np.append(observed[rest], observed[together].sum()),
        np.append(expected[rest], expected[together].sum()),
    )


def _squared(statistic: float, degrees: int) -> Found:
    return Found(statistic, f"χ² {degrees}", chi_square_p(statistic, degrees))


def _smirnov(sample: Uniforms) -> Found:
    ordered = np.sort(sample)
    steps = np.arange(1, len(ordered) + 1) / len(ordered)
    distance = float(max((steps - ordered).max(), (ordered - steps).max() + 1 / len(ordered)))
    return Found(distance, f"Kolmogorov {len(ordered)}", kolmogorov_p(distance, len(ordered)))


def _normal(value: float, mean: float, deviation: float) -> Found:
    z = (value - mean) / deviation if deviation else inf
    return Found(z, "normal", normal_p(z))


# ---- the tests


def chi_square(deal: Deal) -> Found:
    """Every face comes to every place equally often; what one place has, the others of the shoe have not."""
    shoes, places = deal.faces.shape
    cards = FACES * deal.decks
    at = np.arange(places) * FACES + deal.faces
    counts = np.bincount(at.reshape(-1), minlength=places * FACES).reshape(places, FACES)
    expected = shoes / FACES
    means = counts.mean(axis=0)
    between = float(((counts - means) ** 2).sum()) / expected * (cards - 1) / cards
    degrees = (places - 1) * (FACES - 1)
    if places < cards:
        between += places * float(((means - expected) ** 2).sum()) / expected * (cards - 1) / (cards - places)
        degrees += FACES - 1
    return _squared(between, degrees)


def equidistribution(deal: Deal) -> Found:
    """Equally many numbers in every part of the unit interval."""
    cells = min(1024, len(deal.stream) // 50)
    observed = np.bincount((deal.stream * cells).astype(np.int64), minlength=cells)
    return _chi_square(observed, np.full(cells, len(deal.stream) / cells))


def gap(deal: Deal) -> Found:
    """How many cards lie between two of the same kind."""
    gaps = np.diff(np.flatnonzero(deal.ranks == 0)) - 1
    longest = 80
    chance, miss = 1 / RANKS, 1 - 1 / RANKS
    law = np.append(chance * miss ** np.arange(longest), miss**longest)
    observed = np.bincount(np.minimum(gaps, longest), minlength=longest + 1)
    return _chi_square(observed, law * len(gaps))


def overlaps(deal: Deal) -> Found:
    """Good's serial test: triples that overlap, less what pairs explain already."""
    digits = deal.ranks
    pairs = digits * RANKS + np.roll(digits, -1)
    triples = pairs * RANKS + np.roll(digits, -2)
    statistic = _psi(triples, RANKS**3) - _psi(pairs, RANKS**2)
    return _squared(statistic, RANKS**3 - RANKS**2)


def _psi(tuples: NDArray[np.int64], cells: int) -> float:
    counts = np.bincount(tuples, minlength=cells).astype(float)
    return float(cells / len(tuples) * (counts**2).sum() - len(tuples))


def poker(deal: Deal) -> Found:
    """How many different ranks are in a hand of five."""
    size = 5
    hands = np.sort(deal.ranks[: len(deal.ranks) // size * size].reshape(-1, size), axis=1)
    different = 1 + (np.diff(hands, axis=1) != 0).sum(axis=1)
    law = [perm(RANKS, kinds) * _partitions(size, kinds) / RANKS**size for kinds in range(1, size + 1)]
    observed = np.bincount(different, minlength=size + 1)[1:]
    return _chi_square(observed, np.array(law) * len(hands))


def _partitions(items: int, parts: int) -> int:
    """Stirling numbers of the second kind."""
    signed: int = sum((-1) ** left * comb(parts, left) * (parts - left) ** items for left in range(parts + 1))
    return signed // factorial(parts)


def coupon_collector(deal: Deal) -> Found:
    """How many cards it takes to see all thirteen ranks; many collectors side by side."""
    digits = deal.ranks
    mean = RANKS * sum(1 / k for k in range(1, RANKS + 1))
    lanes = max(1, len(digits) // 2500)
    steps = len(digits) // lanes
    wanted = max(1, int(0.6 * steps / mean))  # so few that every lane of a fair stream completes them
    longest = 140
    observed = _collections(digits[: lanes * steps].reshape(lanes, steps), wanted, longest)
    until = np.array([_all_seen(draws) for draws in range(RANKS - 1, longest)])
    law = np.append(np.diff(until), 1 - until[-1])
    return _chi_square(observed[RANKS:], law * observed.sum())


def _collections(digits: NDArray[np.int64], wanted: int, longest: int) -> NDArray[np.int64]:
    """How often a collection was complete after 0, 1, 2, … draws; `longest` for that many or more."""
    lanes, steps = digits.shape
    seen, length, done = (np.zeros(lanes, dtype=np.int64) for _ in range(3))
    counts = np.zeros(longest + 1, dtype=np.int64)
    for step in range(steps):
        seen |= 1 << digits[:, step]
        length += 1
        complete = (seen == (1 << RANKS) - 1) & (done < wanted)
        counts += np.bincount(np.minimum(length[complete], longest), minlength=longest + 1)
        done[complete] += 1
        seen[complete] = length[complete] = 0
    counts[longest] += int((wanted - done).sum())
    return counts


def _all_seen(draws: int) -> float:
    """The chance that so many draws show all ranks."""
    return float(factorial(RANKS) * _partitions(draws, RANKS) / RANKS**draws)


def permutation(deal: Deal) -> Found:
    """Five numbers in a row: each of their 120 orders as often."""
    size = 5
    rows = deal.stream[: len(deal.stream) // size * size].reshape(-1, size)
    code = np.argsort(rows, axis=1) @ (size ** np.arange(size))
    _, observed = np.unique(code, return_counts=True)
    orders = factorial(size)
    observed = np.pad(observed, (0, orders - len(observed)))
    return _chi_square(observed, np.full(orders, len(rows) / orders))


def kolmogorov_smirnov(deal: Deal) -> Found:
    """The distribution of all numbers is a straight line."""
    return _smirnov(deal.stream)


def adjacency(deal: Deal) -> Found:
    """How often a card is followed by its neighbour in a new deck, up or down: what a poor shuffle leaves."""
    shoes, places = deal.faces.shape
    faces = deal.faces.astype(np.int64)
    steps = (faces[:, 1:] - faces[:, :-1]) % FACES
    counts = ((steps == 1) | (steps == FACES - 1)).sum(axis=1)
    mean = 2 * (places - 1) * deal.decks / (FACES * deal.decks - 1)
    return _normal(float(counts.mean()), mean, float(counts.std(ddof=1)) / sqrt(shoes))


def order_statistic(deal: Deal) -> Found:
    """The largest of five, raised to the fifth power, is uniform again."""
    size = 5
    rows = deal.stream[: len(deal.stream) // size * size].reshape(-1, size)
    return _smirnov(rows.max(axis=1) ** size)


def runs(deal: Deal) -> Found:
    """How often the numbers turn from rising to falling or back."""
    rising = np.diff(deal.stream) > 0
    count = len(deal.stream)
    turns = 1 + int((rising[1:] != rising[:-1]).sum())
    return _normal(turns, (2 * count - 1) / 3, sqrt((16 * count - 29) / 90))


def interplay_correlation(deal: Deal) -> Found:
    """The places of a round, every two of them, over all shoes."""
    shoes, places = deal.uniforms.shape
    first = min(24, places)
    above = np.asarray(np.corrcoef(deal.uniforms[:, :first], rowvar=False))[np.triu_indices(first, 1)]
    return _squared(shoes * float((above**2).sum()), first * (first - 1) // 2)


def serial_correlation(deal: Deal) -> Found:
    """A number and the one up to sixteen cards later."""
    lags = 16
    centred = deal.stream - 0.5
    count, variance = len(centred), 1 / 12
    found = [float(centred[:-lag] @ centred[lag:]) / ((count - lag) * variance) for lag in range(1, lags + 1)]
    return _squared(sum((count - lag) * r * r for lag, r in enumerate(found, 1)), lags)


def subsequences(deal: Deal) -> Found:
    """Every seventh card, seven times over: each such sequence has all ranks equally often."""
    step = 7
    digits = deal.ranks[: len(deal.ranks) // step * step]
    cell = np.arange(len(digits)) % step * RANKS + digits
    observed = np.bincount(cell, minlength=step * RANKS)
    expected = len(digits) / step / RANKS
    return _squared(float(((observed - expected) ** 2).sum() / expected), step * (RANKS - 1))


def poisson(deal: Deal) -> Found:
    """Rare numbers a block of 256: as many as the law of rare events has it, in its exact, finite form."""
    block, chance, most = 256, 1 / 64, 20
    rare = deal.stream[: len(deal.stream) // block * block].reshape(-1, block) < chance
    law = np.array([comb(block, k) * chance**k * (1 - chance) ** (block - k) for k in range(most)])
    observed = np.bincount(np.minimum(rare.sum(axis=1), most), minlength=most + 1)
    return _chi_square(observed, np.append(law, 1 - law.sum()) * len(rare))


def duplicates(deal: Deal) -> Found:
    """Pairs of shoes that begin with the same cards."""
    shoes = len(deal.faces)
    pairs = comb(shoes, 2)
    length, mean = next(
        (k, pairs * same) for k in range(1, 9) if pairs * (same := _same_start(k, deal.decks)) < 50 or k == 8
    )
    keys = deal.faces[:, :length].astype(np.int64) @ (FACES ** np.arange(length))
    _, counts = np.unique(keys, return_counts=True)
    found = int((counts * (counts - 1) // 2).sum())
    return Found(found, f"Poisson {mean:.1f}", poisson_p(found, mean))


def _same_start(length: int, decks: int) -> float:
    """The chance that two shoes begin with the same so many faces, by how often each face is among them."""
    total = 0.0
    for shape in _shapes(length, length):
        kinds = perm(FACES, len(shape)) // _product(factorial(shape.count(size)) for size in set(shape))
        arranged = factorial(length) // _product(map(factorial, shape))
        copies = _product(perm(decks, size) for size in shape)
        total += kinds * arranged * (copies / perm(FACES * decks, length)) ** 2
    return total


def _shapes(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every way to write a number as a falling sum."""
    if total == 0:
        yield ()
    for part in range(min(total, most), 0, -1):
        for rest in _shapes(total - part, part):
            yield (part, *rest)


def _product(numbers: Iterable[int]) -> int:
    result = 1
    for number in numbers:
        result *= number
    return result


# ---- the sets

Test = Callable[[Deal], Found]

PENNSYLVANIA: tuple[Test, ...] = (
    chi_square, equidistribution, gap, overlaps, poker, coupon_collector, permutation, kolmogorov_smirnov,
    adjacency, order_statistic, runs, interplay_correlation, serial_correlation, subsequences, poisson,
)  # fmt: skip
GLI: tuple[Test, ...] = (
    chi_square, overlaps, coupon_collector, runs, interplay_correlation, serial_correlation, duplicates,
)  # fmt: skip


def examine(deal: Deal) -> tuple[Verdict, ...]:
    """Both sets; a test that is in both is run once."""
    found = {test: test(deal) for test in dict.fromkeys((*PENNSYLVANIA, *GLI))}
    return (
        _verdict("Pennsylvania", "58 Pa. Code 810a.5", 0.95, PENNSYLVANIA, found),
        _verdict("GLI-19", "GLI-19 3.2.2", 0.99, GLI, found),
    )


def _verdict(
    name: str, source: str, level: float, tests: tuple[Test, ...], found: dict[Test, Found]
) -> Verdict:
    results = [found[test] for test in tests]
    adjusted = holm([result.p for result in results])
    alpha = 1 - level
    findings = tuple(
        Finding(test.__name__.replace("_", " "), result.statistic, result.law, result.p, p, result.p >= alpha)
        for test, result, p in zip(tests, results, adjusted, strict=True)
    )
    return Verdict(name, source, level, findings, all(p >= alpha for p in adjusted))
