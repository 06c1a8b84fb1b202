"""How many seeds a run takes: `make fuzz` takes many times as many as `make check`."""

import os

TIMES = int(os.environ.get("PITBOSS_SEEDS_TIMES", "1"))


def seeds(number: int, first: int = 0) -> range:
    return range(first, first + number * TIMES)
