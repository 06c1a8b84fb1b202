"""How tests wait: for something to be so, never for a time to pass.

A busy machine takes as long as it takes. The one bound here is there so that a test which would wait for ever
says what it waited for; no test relies on it. PITBOSS_PATIENCE_S=20 makes a mistake known sooner.
"""

import os
import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE_S = float(os.environ.get("PITBOSS_PATIENCE_S", "600"))
PATIENCE_MS = 1000 * PATIENCE_S
OFTEN_S, SELDOM_S = 0.002, 0.2
"""How long to leave it between two looks, at first and after a while."""

T = TypeVar("T")


def wait_until(condition: Callable[[], T | None], what: str) -> T:
    """What the condition gives as soon as it is true; asked again and again."""
    give_up_at, pause_s = time.monotonic() + PATIENCE_S, OFTEN_S
    while not (found := condition()):
        assert time.monotonic() < give_up_at, f"waited in vain until {what}"
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, SELDOM_S)
    return found


def let_pass(seconds: float) -> None:
    """A moment drawn by chance, after which something is killed: there is nothing to wait for."""
    time.sleep(seconds)
