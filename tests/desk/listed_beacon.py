"""A beacon of the tests: rounds of ten seconds, each published when its time has come."""

import hashlib
from datetime import datetime

from pitboss.desk.desk import Clock
from pitboss.desk.payloads import BeaconChain, BeaconPulse

CHAIN = BeaconChain("test-beacon", int(datetime.fromisoformat("2026-03-01T00:00:00Z").timestamp()), 10)


def pulse_of(round: int, word: str = "signature") -> BeaconPulse:
    signature = hashlib.sha512(f"{word} {round}".encode()).hexdigest()
    return BeaconPulse(round, hashlib.sha256(bytes.fromhex(signature)).hexdigest(), signature, "00")


class ListedBeacon:
    def __init__(self, clock: Clock) -> None:
        self.chain = CHAIN
        self.is_down = False
        self._clock = clock

    def pulse(self, round: int) -> BeaconPulse | None:
        is_out = self._clock().timestamp() >= CHAIN.published_s(round)
        return pulse_of(round) if is_out and not self.is_down else None
