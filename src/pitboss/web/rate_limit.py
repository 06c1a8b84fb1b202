"""Token-bucket rate limiting."""

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from pitboss.errors import Refused

MAX_KEYS = 20_000
MOST_WAIT_S = 10.0
"""How long a try waits for others with the same key that are under way."""


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

    def give_back(self, key: str) -> None:
        with self._lock:
            left, since = self._left.get(key, (self._rate.burst, self._clock()))
            self._left[key] = (min(self._rate.burst, left + 1), since)

    def take(self, key: str, what: str) -> None:
        check_wait(self.wait_s(key), what)


class FailureLimiter:
    """Limits how often something may go wrong: what goes well costs nothing.

    A try has a token from its beginning on, so that many at once are no way around the limit; one that finds
    none waits for those under way.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._limiter = RateLimiter(rate, clock)
        self._ended = threading.Condition()
        self._under_way: Counter[str] = Counter()

    @contextmanager
    def attempt(self, key: str, what: str) -> Iterator[None]:
        """Refused when too much has gone wrong; whatever leaves with an error has gone wrong."""
        self._begin(key, what)
        try:
            yield
        except BaseException:
            self._end(key)
            raise
        self._limiter.give_back(key)
        self._end(key)

    def _begin(self, key: str, what: str) -> None:
        give_up_at = time.monotonic() + MOST_WAIT_S
        with self._ended:
            while wait_s := self._limiter.wait_s(key):
                if not self._under_way[key] or time.monotonic() > give_up_at:
                    check_wait(wait_s, what)
                self._ended.wait(MOST_WAIT_S)
            self._under_way[key] += 1

    def _end(self, key: str) -> None:
        with self._ended:
            self._under_way -= Counter([key])
            self._ended.notify_all()


def check_wait(wait_s: float, what: str) -> None:
    """Refused when there is still something to wait for."""
    if wait_s:
        seconds = max(1, round(wait_s))
        raise Refused("too_fast", f"Too many {what}. Try again in {seconds} second{'s' * (seconds != 1)}.")
