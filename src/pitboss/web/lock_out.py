"""Growing delays after wrong passwords and codes, for a source and a name together."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from pitboss.errors import Refused
from pitboss.web.security_policy import LockOutRule

MAX_KEYS = 20_000
MAX_DOUBLINGS = 60


class LockOut:
    def __init__(self, rule: LockOutRule, clock: Callable[[], float] = time.monotonic) -> None:
        self._rule = rule
        self._clock = clock
        self._lock = threading.Lock()
        self._failures: OrderedDict[tuple[str, str], tuple[int, float]] = OrderedDict()
        """By source and name: how many failures, and when the last one was."""

    def wait_s(self, source: str, name: str) -> float:
        """How long this source must wait before it may try this name."""
        with self._lock:
            count, last = self._failures.get((source, name.casefold()), (0, 0.0))
        return max(0.0, last + self._delay_s(count) - self._clock())

    def check(self, source: str, name: str) -> None:
        wait = self.wait_s(source, name)
        if wait:
            seconds = max(1, round(wait))
            says = f"Too many wrong tries. Try again in {seconds} second{'s' * (seconds != 1)}."
            raise Refused("locked_out", says)

    def fail(self, source: str, name: str) -> float:
        """Note a wrong try: how long the next one must wait."""
        key, now = (source, name.casefold()), self._clock()
        with self._lock:
            count, last = self._failures.pop(key, (0, now))
            count = 1 if now - last > self._rule.forget_s else count + 1
            self._failures[key] = (count, now)
            while len(self._failures) > MAX_KEYS:
                self._failures.popitem(last=False)
        return self._delay_s(count)

    def forget(self, source: str, name: str) -> None:
        with self._lock:
            self._failures.pop((source, name.casefold()), None)

    def _delay_s(self, count: int) -> float:
        beyond = count - self._rule.after
        if beyond < 0:
            return 0.0
        return min(self._rule.most_s, self._rule.first_s * 2.0 ** min(beyond, MAX_DOUBLINGS))
