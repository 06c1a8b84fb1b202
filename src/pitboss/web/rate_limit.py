"""Token-bucket rate limiting."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from pitboss.errors import Refused

MAX_KEYS = 20_000


class Rate(NamedTuple):
    """The size of the bucket, and how many tokens a second refill it."""

    burst: float
    per_s: float


class RateLimiter:
    """One bucket per key; the least recently used are dropped first."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._lock = threading.Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_s(self, key: str) -> float:
        """Take a token: 0, or how many seconds to wait before the next try."""
        now = self._clock()
        with self._lock:
            left, since = self._left.pop(key, (self._rate.burst, now))
            left = min(self._rate.burst, left + (now - since) * self._rate.per_s)
            taken = left >= 1
            self._left[key] = (left - 1 if taken else left, now)
            while len(self._left) > MAX_KEYS:
                self._left.popitem(last=False)
        return 0.0 if taken else (1 - left) / self._rate.per_s

    def take(self, key: str, what: str) -> None:
        wait = self.wait_s(key)
        if wait:
            seconds = max(1, round(wait))
            raise Refused(
                "too_fast", f"Too many {what}. Try again in {seconds} second{'s' * (seconds != 1)}."
            )
