"""Several solves at once. Kernels release the GIL, so threads share the cores."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_parallel(task: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """The results in the order of the items, each as soon as it and those before it are there."""
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        yield from threads.map(task, items)
