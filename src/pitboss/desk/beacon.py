"""A public randomness beacon, such as drand: numbers that nobody knows before they are published."""

import hashlib
from datetime import datetime
from typing import Protocol

from pitboss.desk.payloads import BeaconChain, BeaconPulse
from pitboss.desk.time_text import time_of

PATIENCE_S = 60
"""A round that is so late did not come."""


class Beacon(Protocol):
    @property
    def chain(self) -> BeaconChain: ...

    def pulse(self, round: int) -> BeaconPulse | None:
        """What was published for a round; None while nothing was. Never waits."""
        ...


def next_round(chain: BeaconChain, after: datetime) -> int:
    """The first round that is published after this moment."""
    passed_s = after.timestamp() - chain.genesis_s
    return max(1, int(passed_s // chain.period_s) + 2)


def is_overdue(chain: BeaconChain, round: int, time: str) -> bool:
    return time_of(time).timestamp() >= chain.published_s(round) + PATIENCE_S


def fault_of_pulse(round: int, pulse: BeaconPulse) -> str:
    """What is wrong with a pulse by itself; empty when nothing is."""
    if pulse.round != round:
        return f"round {pulse.round}"
    try:
        expected = hashlib.sha256(bytes.fromhex(pulse.signature)).hexdigest()
    except ValueError:
        return "a signature that is not hexadecimal"
    if not pulse.signature or pulse.randomness != expected:
        return "randomness that is not the SHA-256 of its signature"
    return ""
