"""The battery: a fair shoe passes, every kind of bad shuffle is caught, and each test knows its law."""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from pitboss.desk import battery
from pitboss.desk.battery import (
    GLI,
    PENNSYLVANIA,
    DealtShoes,
    SetVerdict,
    deal_shoes,
    encode_shoes,
    run_battery,
    uniforms_of,
)
from pitboss.rules.cards import Card
from pitboss.table.shoes import full_batch

SHOES = 1_200
Shuffle = Callable[[list[Card], random.Random], None]


def shuffled(shuffle: Shuffle) -> list[Sequence[Card]]:
    """Single decks, each from new: what a bad shuffle leaves of that order shows soonest."""
    rng = random.Random(1)
    dealt: list[Sequence[Card]] = []
    for _ in range(SHOES):
        cards = full_batch(1)
        shuffle(cards, rng)
        dealt.append(cards)
    return dealt


def verdicts(shoes: Sequence[Sequence[Card]]) -> tuple[SetVerdict, ...]:
    return run_battery(encode_shoes(shoes, 1))


def failed(verdict: SetVerdict) -> set[str]:
    """Tests that fail at the level of the family."""
    return {finding.test for finding in verdict.findings if finding.adjusted_p < 1 - verdict.level}


def test_the_sets_are_those_that_the_texts_name() -> None:
    assert [test.__name__ for test in PENNSYLVANIA] == [
        "chi_square", "equidistribution", "gap", "overlaps", "poker", "coupon_collector", "permutation",
        "kolmogorov_smirnov", "adjacency", "order_statistic", "runs", "interplay_correlation",
        "serial_correlation", "subsequences", "poisson",
    ]  # fmt: skip
    assert [test.__name__ for test in GLI] == [
        "chi_square", "overlaps", "coupon_collector", "runs", "interplay_correlation", "serial_correlation",
        "duplicates",
    ]  # fmt: skip


@pytest.mark.parametrize("decks", [1, 6])
def test_the_shoe_of_a_desk_passes(decks: int) -> None:
    """With entropy from a seed, so that the run is the same every time."""
    deal = encode_shoes(deal_shoes(120_000, decks, random.Random(58).randbytes), decks)
    assert deal.faces.size >= 120_000
    pennsylvania, gli = run_battery(deal)
    assert pennsylvania.passes, pennsylvania
    assert gli.passes, gli


def modulo(cards: list[Card], rng: random.Random) -> None:
    for last in range(len(cards) - 1, 0, -1):
        chosen = rng.getrandbits(6) % (last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]


def sattolo(cards: list[Card], rng: random.Random) -> None:
    for last in range(len(cards) - 1, 0, -1):
        chosen = rng.randrange(last)
        cards[last], cards[chosen] = cards[chosen], cards[last]


def any_place(cards: list[Card], rng: random.Random) -> None:
    for place in range(len(cards)):
        chosen = rng.randrange(len(cards))
        cards[place], cards[chosen] = cards[chosen], cards[place]


def riffles(cards: list[Card], rng: random.Random) -> None:
    """Five passes of a person's riffle, each card from a packet by its size."""
    for _ in range(5):
        cut = sum(rng.random() < 0.5 for _ in cards)
        left, right = cards[:cut], cards[cut:]
        cards.clear()
        while left or right:
            from_left = rng.random() * (len(left) + len(right)) < len(left)
            cards.append((left if from_left else right).pop(0))


def few_seeds(cards: list[Card], rng: random.Random) -> None:
    random.Random(rng.randrange(300)).shuffle(cards)


def last_stays(cards: list[Card], rng: random.Random) -> None:
    """Off by one at the other end: the bottom card is never moved."""
    kept = cards.pop()
    rng.shuffle(cards)
    cards.append(kept)


BAD = (modulo, sattolo, any_place, riffles, few_seeds, last_stays)


@pytest.mark.parametrize("shuffle", BAD, ids=lambda shuffle: shuffle.__name__)
def test_a_bad_shuffle_fails_both_sets(shuffle: Shuffle) -> None:
    for verdict in verdicts(shuffled(shuffle)):
        assert not verdict.passes, verdict


def test_a_good_shuffle_made_in_the_same_way_passes() -> None:
    """What the bad ones are held against: the library's own."""
    for verdict in verdicts(shuffled(lambda cards, rng: rng.shuffle(cards))):
        assert verdict.passes, verdict


def test_poor_riffles_leave_neighbours_and_repeated_seeds_leave_twins() -> None:
    pennsylvania, _ = verdicts(shuffled(riffles))
    assert "adjacency" in failed(pennsylvania)
    _, gli = verdicts(shuffled(few_seeds))
    assert "duplicates" in failed(gli)


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_a_card_becomes_its_place_among_the_rest(decks: int) -> None:
    """By hand: how many remaining cards lie below it, and how many are its equals."""
    cards = full_batch(decks)
    random.Random(7).shuffle(cards)
    numbers = [battery.FACE_OF[card] for card in cards]
    faces = np.array([numbers], dtype=np.uint8)
    (uniforms,) = uniforms_of(faces, decks, np.random.default_rng(0))
    for place, face in enumerate(numbers):
        rest = numbers[place:]
        below, equal = sum(other < face for other in rest), rest.count(face)
        assert below / len(rest) <= uniforms[place] <= (below + equal) / len(rest)


def test_small_samples_of_a_fair_shoe_fail_about_as_often_as_the_level_says() -> None:
    """Forty small fair runs: of 600 verdicts at 95 % some 30 fail, and hardly a family does."""
    single, families = 0, 0
    base = np.tile(np.arange(52, dtype=np.uint8), 2)
    for seed in range(40):
        rng = np.random.default_rng(seed)
        faces = rng.permuted(np.tile(base, (400, 1)), axis=1)
        pennsylvania, gli = run_battery(DealtShoes(faces, 2, uniforms_of(faces, 2, rng)))
        single += sum(not finding.passes for finding in pennsylvania.findings)
        families += (not pennsylvania.passes) + (not gli.passes)
    assert 12 <= single <= 55
    assert families <= 8


def test_the_chance_of_two_shoes_beginning_alike_is_counted_right() -> None:
    """All ordered starts of a shoe, one after the other."""
    for decks in (1, 2):
        faces = Counter(face for face in range(52) for _ in range(decks))
        cards = 52 * decks
        total = 0.0
        for first, second in itertools.product(range(52), repeat=2):
            left = faces[second] - (first == second)
            total += (faces[first] * left / (cards * (cards - 1))) ** 2
        assert battery._same_start(2, decks) == pytest.approx(total, rel=1e-12)


def test_the_laws_of_poker_and_coupons_add_up() -> None:
    assert [battery._partitions(5, parts) for parts in range(1, 6)] == [1, 15, 25, 10, 1]
    assert battery._all_seen(12) == 0
    assert battery._all_seen(13) == pytest.approx(6227020800 / 13**13)
    assert battery._all_seen(400) == pytest.approx(1, abs=1e-12)
