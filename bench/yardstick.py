"""A fixed loop, measured in the same run as a figure, so that figures of different machines compare."""

import time

from pitboss.compiled import fresh_kernel

STEPS = 50_000_000


def _walk(steps: int) -> float:
    """Multiplications that wait for one another, in doubles."""
    place = 0.3
    for _ in range(steps):
        place = 3.9 * place * (1.0 - place)
    return place


_compiled = fresh_kernel(_walk)


def yardstick_s() -> float:
    """Seconds for 50 million steps, the least of three."""
    _compiled(1)
    taken = []
    for _ in range(3):
        start = time.perf_counter()
        _compiled(STEPS)
        taken.append(time.perf_counter() - start)
    return min(taken)
