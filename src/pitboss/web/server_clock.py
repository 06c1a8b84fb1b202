"""The time of a server, and what it does again and again."""

import threading
import time
from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from pitboss.desk.desk import utc_now

LAST_TURN_S = 5.0
"""How long a turn that is under way has to finish."""


class ServerClock(Protocol):
    def now(self) -> datetime:
        """The time of day, which somebody may set."""
        ...

    def elapsed_s(self) -> float:
        """Seconds that nobody can turn back."""
        ...

    def every(self, name: str, wait_s: float, work: Callable[[], object]) -> Callable[[], None]:
        """Do this again and again with such a wait before each turn; the function returned ends it."""
        ...


class SystemClock:
    """The clock of the machine; what is done again and again has a thread of its own."""

    def now(self) -> datetime:
        return utc_now()

    def elapsed_s(self) -> float:
        return time.monotonic()

    def every(self, name: str, wait_s: float, work: Callable[[], object]) -> Callable[[], None]:
        stop = threading.Event()

        def run() -> None:
            while not stop.wait(wait_s):
                work()

        thread = threading.Thread(target=run, name=name, daemon=True)
        thread.start()

        def end() -> None:
            stop.set()
            thread.join(LAST_TURN_S)

        return end


SYSTEM_CLOCK = SystemClock()
