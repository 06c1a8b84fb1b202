"""Loops over hands dealt from one shoe: which cards they hold together, and how they are paid together."""

from typing import Any

import numpy as np

from pitboss.compiled import inlined, kernel

EMPTY = -1
FIRST_BITS = 12
"""A table of codes begins with 2**12 places and doubles when it is half full."""
SPREADS = np.uint64(0x9E3779B97F4A7C15)


@inlined
def _slot(keys: Any, bits: int, code: int) -> Any:
    """Where a code is, or where it would be put."""
    place = np.int64((np.uint64(code) * SPREADS) >> np.uint64(64 - bits))
    while keys[place] != EMPTY and keys[place] != code:
        place = (place + 1) & ((1 << bits) - 1)
    return place


@inlined
def _widened(array: Any) -> Any:
    wider = np.empty(2 * array.shape[0], dtype=array.dtype)
    wider[: array.shape[0]] = array
    return wider


@kernel
def unions(left: Any, right: Any, same: bool) -> Any:
    """All cards that two sets of hands may hold together, each once; then where to find which it is."""
    bits = FIRST_BITS
    keys = np.full(1 << bits, EMPTY, dtype=np.int64)
    places = np.zeros(1 << bits, dtype=np.int32)
    codes = np.empty(1 << bits, dtype=np.int64)
    count = 0
    for one in range(left.shape[0]):
        for other in range(one if same else 0, right.shape[0]):
            code = left[one] + right[other]
            place = _slot(keys, bits, code)
            if keys[place] == code:
                continue
            if 2 * count >= keys.shape[0]:
                bits += 1
                keys = np.full(1 << bits, EMPTY, dtype=np.int64)
                places = np.zeros(1 << bits, dtype=np.int32)
                codes = _widened(codes)
                for row in range(count):
                    place = _slot(keys, bits, codes[row])
                    keys[place], places[place] = codes[row], row
                place = _slot(keys, bits, code)
            keys[place], places[place], codes[count] = code, count, code
            count += 1
    return codes[:count], keys, places, bits


@kernel
def add_met(
    left_codes: Any, left_kinds: Any, left_orders: Any, right_codes: Any, right_kinds: Any, right_orders: Any,
    same: bool, sums: Any, keys: Any, places: Any, bits: int, chances: Any, out: Any,
) -> None:  # fmt: skip
    """The chance of every kind of two hands together with what the dealer holds: `out` by kind and column.

    If both sides are the same, each two are taken once and count double.
    """
    for one in range(left_codes.shape[0]):
        kinds = sums[left_kinds[one]]
        for other in range(one if same else 0, right_codes.shape[0]):
            place = _slot(keys, bits, left_codes[one] + right_codes[other])
            chance, into = chances[places[place]], out[kinds[right_kinds[other]]]
            times = left_orders[one] * right_orders[other]
            if same and other > one:
                times *= 2
            for column in range(chance.shape[0]):
                into[column] += times * chance[column]


@kernel
def gathered(codes: Any, kinds: Any, orders: Any) -> int:
    """Equal neighbors put together, in place; how many are left."""
    count = 0
    for entry in range(codes.shape[0]):
        if count and codes[count - 1] == codes[entry] and kinds[count - 1] == kinds[entry]:
            orders[count - 1] += orders[entry]
        else:
            codes[count], kinds[count], orders[count] = codes[entry], kinds[entry], orders[entry]
            count += 1
    return count


@kernel
def falling_chances(removed: Any, shoe: Any, out: Any) -> None:
    """For each set of cards, the chance of drawing them one after another in a given order."""
    for row in range(removed.shape[0]):
        left = 0
        for column in range(shoe.shape[0]):
            left += shoe[column]
        chance = 1.0
        for column in range(shoe.shape[0]):
            for taken in range(removed[row, column]):
                if shoe[column] <= taken:
                    chance = 0.0
                    break
                chance *= (shoe[column] - taken) / left
                left -= 1
        out[row] = chance
