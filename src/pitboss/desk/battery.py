"""The statistical tests of dealt cards that Pennsylvania and GLI-19 require.

Cards are dealt without replacement, and the textbook tests need independent numbers. So each card is turned
into a number: given the cards dealt before it, where in [0, 1) its face lies among those that remain, spread
evenly over the copies of that face. When every order of the shoe is equally likely these numbers are exactly
independent and uniform, and the tests need no correction. Two tests use the faces themselves: chi-square
(which face is at which place) and adjacency (which face follows which).

At 95 %, one test in twenty fails a perfect shoe. A set of tests is therefore judged after Holm's correction:
it passes when no test fails at the level of the whole set.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import comb, factorial, inf, perm, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.desk.p_values import chi_square_p, holm, kolmogorov_p, normal_p, poisson_p
from pitboss.desk.sealed_shoe import Entropy
from pitboss.desk.shoe_derivation import derive_order, new_house_seed
from pitboss.games.vocabulary import RANDOMNESS
from pitboss.rules.cards import Card
from pitboss.table.shoes import full_batch
from pitboss.table.state import FACES

FaceArray = NDArray[np.uint8]
Uniforms = NDArray[np.float64]

RANKS = 13
LEAST_EXPECTED = 5.0
LEAST_CARDS = 20_000
FACE_OF = {card: number for number, card in enumerate(full_batch(1))}
COVERED_PERCENT = 25
"""Cards behind the cut card are not dealt, and not tested."""


class DealtShoes(NamedTuple):
    """Shoes as they were dealt: one row each, faces 0 to 51 in the order of a new deck."""

    faces: FaceArray
    decks: int
    uniforms: Uniforms

    @property
    def stream(self) -> Uniforms:
        return self.uniforms.reshape(-1)

    @property
    def ranks(self) -> NDArray[np.int64]:
        """The numbers as thirteen equally likely digits."""
        return (self.stream * RANKS).astype(np.int64)


class Statistic(NamedTuple):
    """The statistic of a test, its distribution when the shuffle is fair, and its p-value."""

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


class SetVerdict(NamedTuple):
    name: str
    source: str
    level: float
    findings: tuple[Finding, ...]
    passes: bool


# ---- cards to be tested


def deal_shoes(cards: int, decks: int, entropy: Entropy) -> Iterator[Sequence[Card]]:
    """Shoes shuffled as a desk shuffles them and dealt to the cut card, at least this many cards in all."""
    batch = full_batch(decks)
    dealt = len(batch) - len(batch) * COVERED_PERCENT // 100
    for _ in range(-(-cards // dealt)):
        yield derive_order(batch, new_house_seed(entropy), ())[:dealt]


def encode_shoes(shoes: Iterable[Sequence[Card]], decks: int, *, seed: int = 1) -> DealtShoes:
    """The shoes as arrays; `seed` only spreads a face over its copies."""
    faces = np.array([[FACE_OF[card] for card in shoe] for shoe in shoes], dtype=np.uint8)
    return DealtShoes(faces, decks, uniforms_of(faces, decks, np.random.default_rng(seed)))


def uniforms_of(faces: FaceArray, decks: int, spread: np.random.Generator) -> Uniforms:
    """Where each card lies among those that remained."""
    numbers = spread.random(faces.shape)
    for start in range(0, len(faces), 4096):
        rows = slice(start, start + 4096)
        _rank_among_remaining(faces[rows], numbers[rows], decks)
    return numbers


def _rank_among_remaining(faces: FaceArray, numbers: Uniforms, decks: int) -> None:
    below = np.tile(np.arange(FACES + 1, dtype=np.int16) * decks, (len(faces), 1))
    every, edges = np.arange(len(faces)), np.arange(FACES + 1, dtype=np.int16)
    for place in range(faces.shape[1]):
        face = faces[:, place].astype(np.int64)
        low = below[every, face]
        copies = below[every, face + 1] - low
        numbers[:, place] = (low + numbers[:, place] * copies) / (FACES * decks - place)
        below -= edges[None, :] > face[:, None]


# ---- statistics


def _chi_square(observed: NDArray[Any], expected: NDArray[Any]) -> Statistic:
    """Classes with too few expected cards are merged."""
    seen, hoped = _merge_small(observed.astype(float), expected.astype(float))
    return _squared(float((((seen - hoped) ** 2) / hoped).sum()), len(hoped) - 1)


def _merge_small(observed: NDArray[Any], expected: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    if expected.min() >= LEAST_EXPECTED:
        return observed, expected
    order = np.argsort(expected)
    small = int(np.searchsorted(np.cumsum(expected[order]), LEAST_EXPECTED)) + 1
    small = max(small, int((expected < LEAST_EXPECTED).sum()))
    rest, merged = order[small:], order[:small]
    return (
        np.append(observed[rest], observed[merged].sum()),
        np.append(expected[rest], expected[merged].sum()),
    )


def _squared(statistic: float, degrees: int) -> Statistic:
    return Statistic(statistic, f"χ² {degrees}", chi_square_p(statistic, degrees))


def _smirnov(sample: Uniforms) -> Statistic:
    ordered = np.sort(sample)
    steps = np.arange(1, len(ordered) + 1) / len(ordered)
    distance = float(max((steps - ordered).max(), (ordered - steps).max() + 1 / len(ordered)))
    return Statistic(distance, f"Kolmogorov {len(ordered)}", kolmogorov_p(distance, len(ordered)))


def _normal(value: float, mean: float, deviation: float) -> Statistic:
    z = (value - mean) / deviation if deviation else inf
    return Statistic(z, "normal", normal_p(z))


# ---- the tests


def chi_square(deal: DealtShoes) -> Statistic:
    """Every face is at every place equally often; a card at one place cannot be at another."""
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


def equidistribution(deal: DealtShoes) -> Statistic:
    """Equally many numbers in every part of the unit interval."""
    cells = min(1024, len(deal.stream) // 50)
    observed = np.bincount((deal.stream * cells).astype(np.int64), minlength=cells)
    return _chi_square(observed, np.full(cells, len(deal.stream) / cells))


def gap(deal: DealtShoes) -> Statistic:
    """How many cards lie between two of the same kind."""
    gaps = np.diff(np.flatnonzero(deal.ranks == 0)) - 1
    longest = 80
    chance, miss = 1 / RANKS, 1 - 1 / RANKS
    law = np.append(chance * miss ** np.arange(longest), miss**longest)
    observed = np.bincount(np.minimum(gaps, longest), minlength=longest + 1)
    return _chi_square(observed, law * len(gaps))


def overlaps(deal: DealtShoes) -> Statistic:
    """Good's serial test: triples that overlap, less what pairs explain already."""
    digits = deal.ranks
    pairs = digits * RANKS + np.roll(digits, -1)
    triples = pairs * RANKS + np.roll(digits, -2)
    statistic = _psi(triples, RANKS**3) - _psi(pairs, RANKS**2)
    return _squared(statistic, RANKS**3 - RANKS**2)


def _psi(tuples: NDArray[np.int64], cells: int) -> float:
    counts = np.bincount(tuples, minlength=cells).astype(float)
    return float(cells / len(tuples) * (counts**2).sum() - len(tuples))


def poker(deal: DealtShoes) -> Statistic:
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


def coupon_collector(deal: DealtShoes) -> Statistic:
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


def permutation(deal: DealtShoes) -> Statistic:
    """Five numbers in a row: each of their 120 orders as often."""
    size = 5
    rows = deal.stream[: len(deal.stream) // size * size].reshape(-1, size)
    code = np.argsort(rows, axis=1) @ (size ** np.arange(size))
    _, observed = np.unique(code, return_counts=True)
    orders = factorial(size)
    observed = np.pad(observed, (0, orders - len(observed)))
    return _chi_square(observed, np.full(orders, len(rows) / orders))


def kolmogorov_smirnov(deal: DealtShoes) -> Statistic:
    """The distribution of all numbers is a straight line."""
    return _smirnov(deal.stream)


def adjacency(deal: DealtShoes) -> Statistic:
    """How often a card is followed by its neighbor in a new deck, which a poor shuffle leaves together."""
    shoes, places = deal.faces.shape
    faces = deal.faces.astype(np.int64)
    steps = (faces[:, 1:] - faces[:, :-1]) % FACES
    counts = ((steps == 1) | (steps == FACES - 1)).sum(axis=1)
    mean = 2 * (places - 1) * deal.decks / (FACES * deal.decks - 1)
    return _normal(float(counts.mean()), mean, float(counts.std(ddof=1)) / sqrt(shoes))


def order_statistic(deal: DealtShoes) -> Statistic:
    """The largest of five, raised to the fifth power, is uniform again."""
    size = 5
    rows = deal.stream[: len(deal.stream) // size * size].reshape(-1, size)
    return _smirnov(rows.max(axis=1) ** size)


def runs(deal: DealtShoes) -> Statistic:
    """How often the numbers turn from rising to falling or back."""
    rising = np.diff(deal.stream) > 0
    count = len(deal.stream)
    turns = 1 + int((rising[1:] != rising[:-1]).sum())
    return _normal(turns, (2 * count - 1) / 3, sqrt((16 * count - 29) / 90))


def interplay_correlation(deal: DealtShoes) -> Statistic:
    """The places of a round, every two of them, over all shoes."""
    shoes, places = deal.uniforms.shape
    first = min(24, places)
    above = np.asarray(np.corrcoef(deal.uniforms[:, :first], rowvar=False))[np.triu_indices(first, 1)]
    return _squared(shoes * float((above**2).sum()), first * (first - 1) // 2)


def serial_correlation(deal: DealtShoes) -> Statistic:
    """A number and the one up to sixteen cards later."""
    lags = 16
    centred = deal.stream - 0.5
    count, variance = len(centred), 1 / 12
    correlations = [
        float(centred[:-lag] @ centred[lag:]) / ((count - lag) * variance) for lag in range(1, lags + 1)
    ]
    return _squared(sum((count - lag) * r * r for lag, r in enumerate(correlations, 1)), lags)


def subsequences(deal: DealtShoes) -> Statistic:
    """Every seventh card, from each of seven starts: each sequence has all ranks equally often."""
    step = 7
    digits = deal.ranks[: len(deal.ranks) // step * step]
    cell = np.arange(len(digits)) % step * RANKS + digits
    observed = np.bincount(cell, minlength=step * RANKS)
    expected = len(digits) / step / RANKS
    return _squared(float(((observed - expected) ** 2).sum() / expected), step * (RANKS - 1))


def poisson(deal: DealtShoes) -> Statistic:
    """Rare numbers in blocks of 256: their count has the exact binomial distribution."""
    block, chance, most = 256, 1 / 64, 20
    rare = deal.stream[: len(deal.stream) // block * block].reshape(-1, block) < chance
    law = np.array([comb(block, k) * chance**k * (1 - chance) ** (block - k) for k in range(most)])
    observed = np.bincount(np.minimum(rare.sum(axis=1), most), minlength=most + 1)
    return _chi_square(observed, np.append(law, 1 - law.sum()) * len(rare))


def duplicates(deal: DealtShoes) -> Statistic:
    """The number of pairs of shoes that begin with the same cards."""
    shoes = len(deal.faces)
    pairs = comb(shoes, 2)
    length, mean = next(
        (k, pairs * same) for k in range(1, 9) if pairs * (same := _same_start(k, deal.decks)) < 50 or k == 8
    )
    keys = deal.faces[:, :length].astype(np.int64) @ (FACES ** np.arange(length))
    _, counts = np.unique(keys, return_counts=True)
    same = int((counts * (counts - 1) // 2).sum())
    return Statistic(same, f"Poisson {mean:.1f}", poisson_p(same, mean))


def _same_start(length: int, decks: int) -> float:
    """The chance that two shoes begin with the same faces, summed over how often each face occurs."""
    total = 0.0
    for shape in _shapes(length, length):
        kinds = perm(FACES, len(shape)) // _product(factorial(shape.count(size)) for size in set(shape))
        arranged = factorial(length) // _product(map(factorial, shape))
        copies = _product(perm(decks, size) for size in shape)
        total += kinds * arranged * (copies / perm(FACES * decks, length)) ** 2
    return total


def _shapes(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every partition of a number into non-increasing parts."""
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

BatteryTest = Callable[[DealtShoes], Statistic]

PENNSYLVANIA: tuple[BatteryTest, ...] = (
    chi_square, equidistribution, gap, overlaps, poker, coupon_collector, permutation, kolmogorov_smirnov,
    adjacency, order_statistic, runs, interplay_correlation, serial_correlation, subsequences, poisson,
)  # fmt: skip
GLI: tuple[BatteryTest, ...] = (
    chi_square, overlaps, coupon_collector, runs, interplay_correlation, serial_correlation, duplicates,
)  # fmt: skip


def run_battery(deal: DealtShoes) -> tuple[SetVerdict, ...]:
    """Both sets of tests; a test that is in both is run once."""
    statistics = {test: test(deal) for test in dict.fromkeys((*PENNSYLVANIA, *GLI))}
    return (
        _verdict(RANDOMNESS["pennsylvania"], PENNSYLVANIA, statistics),
        _verdict(RANDOMNESS["gli"], GLI, statistics),
    )


def _verdict(
    standard: dict[str, str], tests: tuple[BatteryTest, ...], statistics: dict[BatteryTest, Statistic]
) -> SetVerdict:
    level = float(standard["level"])
    results = [statistics[test] for test in tests]
    adjusted = holm([result.p for result in results])
    alpha = 1 - level
    findings = tuple(
        Finding(test.__name__.replace("_", " "), result.statistic, result.law, result.p, p, result.p >= alpha)
        for test, result, p in zip(tests, results, adjusted, strict=True)
    )
    return SetVerdict(
        standard["name"], standard["source"], level, findings, all(p >= alpha for p in adjusted)
    )
