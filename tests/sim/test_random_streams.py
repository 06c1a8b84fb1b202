"""The source of chance, against a plain implementation of the published algorithms."""

import numpy as np

from pitboss.sim.random_streams import STREAM_ROUNDS, Source, below, next_word, open_stream

WORD = (1 << 64) - 1


def turned(word: int, by: int) -> int:
    return (word << by | word >> (64 - by)) & WORD


def published_xoshiro(state: list[int]) -> int:
    """Blackman and Vigna's xoshiro256++, on whole numbers."""
    result = (turned((state[0] + state[3]) & WORD, 23) + state[0]) & WORD
    shifted = state[1] << 17 & WORD
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = turned(state[3], 45)
    return result


def published_splitmix(counter: int) -> int:
    z = (counter ^ counter >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31


def typed(source: Source) -> Source:
    """As the kernel holds it; what comes back to Python are plain numbers."""
    return Source(*(np.uint64(word) for word in source))


def words(source: Source, count: int) -> list[int]:
    found = []
    for _ in range(count):
        source, word = next_word(typed(source))
        found.append(int(word))
    return found


def drawn(source: Source, half: int, bound: int) -> tuple[Source, int]:
    after, number = below(typed(source), np.uint64(half), np.uint64(bound))
    return after, int(number)


def test_words_are_those_of_xoshiro256plusplus() -> None:
    state = [1, 2, 3, 4]
    expected = [published_xoshiro(state) for _ in range(1000)]
    assert expected[:3] == [41943041, 58720359, 3588806011781223]
    assert words(Source(1, 2, 3, 4), 1000) == expected


def test_a_stream_begins_with_four_words_of_splitmix64() -> None:
    golden = 0x9E3779B97F4A7C15
    key = published_splitmix((7 + golden) & WORD) ^ published_splitmix(6 * golden & WORD)
    expected = [published_splitmix((key + golden * step) & WORD) for step in (1, 2, 3, 4)]
    assert [int(word) for word in open_stream(np.uint64(7), np.uint64(5))] == expected


def test_streams_do_not_overlap() -> None:
    """No state is met twice among the first steps of many streams, nor at their beginnings."""
    starts = {tuple(map(int, open_stream(np.uint64(1), np.uint64(number)))) for number in range(20_000)}
    assert len(starts) == 20_000
    met = [word for number in range(40) for word in words(open_stream(np.uint64(1), np.uint64(number)), 500)]
    assert len(set(met)) == len(met)
    assert STREAM_ROUNDS == 65_536


def test_bounded_draws_have_no_bias() -> None:
    """Of 2^32 halves those that would favour some numbers, 2^32 mod the bound of them, are drawn again."""
    source = open_stream(np.uint64(3), np.uint64(0))
    bound = 3 << 30  # a quarter of all halves is too many
    edge = (1 << 32) % bound
    again = 0
    for half in range(0, 1 << 32, (1 << 32) // 4_001):
        after, number = drawn(source, half, bound)
        is_kept = half * bound % (1 << 32) >= edge
        assert is_kept == (tuple(after) == tuple(source))
        assert not is_kept or number == half * bound >> 32
        assert number < bound
        again += not is_kept
    assert again > 500


def test_every_number_below_a_bound_comes_equally_often() -> None:
    source = open_stream(np.uint64(3), np.uint64(1))
    often = [0] * 7
    for word in words(source, 7_000):
        often[drawn(source, word >> 32, 7)[1]] += 1
    assert sum((count - 1_000) ** 2 / 1_000 for count in often) < 16.812  # 99 % of chi-square with 6
