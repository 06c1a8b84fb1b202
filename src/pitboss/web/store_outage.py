"""What is logged while a store fails: that it began, a reminder now and then, and that it is over.

Everything that a server does meets the failing store again and again, and one cause is one message.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from pitboss.errors import BadStore

REMIND_S = 60.0
QUIET_S = 5.0
"""Without a failure for so long, it is over: a full disk fails at some statements and not at others."""
log = logging.getLogger("pitboss.web")


@dataclass
class _Outage:
    began: float
    last: float
    told: float
    left_out: int = 0


class StoreOutages:
    """By store, because one process may use several."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._outages: dict[str, _Outage] = {}

    def note(self, error: Exception, doing: str) -> None:
        """The store has failed at something; most of these are not told."""
        where = error.faults[0].where if isinstance(error, BadStore) else ""
        now = self._clock()
        with self._lock:
            outage = self._outages.get(where)
            if outage is None:
                self._outages[where] = _Outage(now, now, now)
                log.error("the store fails, first at %s: %s", doing, error)
                return
            outage.last = now
            outage.left_out += 1
            if now - outage.told >= REMIND_S:
                outage.told = now
                log.error("the store has been failing for %.0f s: %s", now - outage.began, error)

    def note_working(self, where: str) -> None:
        """The store has just answered."""
        now = self._clock()
        with self._lock:
            for name in (where, ""):
                outage = self._outages.get(name)
                if outage is not None and now - outage.last >= QUIET_S:
                    del self._outages[name]
                    lasted, more = outage.last - outage.began, outage.left_out
                    log.warning(
                        "the store works again; it failed for %.0f s, and %d more times", lasted, more
                    )


STORE_OUTAGES = StoreOutages()
