"""Where the numbers of a beacon come from: a file of rounds, or a server that speaks drand's HTTP."""

import json
import threading
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

from pitboss.bounded_files import read_bounded
from pitboss.desk.beacon import Beacon, fault_of_pulse
from pitboss.desk.payloads import BeaconChain, BeaconPulse
from pitboss.errors import BadInput, Fault

MOST_BYTES = 64_000_000
MOST_ANSWER_BYTES = 100_000
TIMEOUT_S = 3.0
ALLOWED = 'a file with the lines {"chain":…,"genesis_time":…,"period":…} and {"round":…}, or an http address'


def open_beacon(address: str) -> Beacon:
    """The beacon at this address or in this file; BadInput when there is none."""
    if address.startswith(("http://", "https://")):
        return HttpBeacon(address)
    return FileBeacon(Path(address))


class FileBeacon:
    """A file with a line of JSON for the chain, and one for every round; it is read again while it grows."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._size = -1
        self.pulses: dict[int, BeaconPulse] = {}
        self.chain = self._read()

    def pulse(self, round: int) -> BeaconPulse | None:
        if round not in self.pulses:
            with suppress(BadInput, OSError):  # a line that is being written is read the next time
                self._read_again()
        return self.pulses.get(round)

    def _read_again(self) -> None:
        if self._path.stat().st_size != self._size:
            self._read()

    def _read(self) -> BeaconChain:
        try:
            data = read_bounded(str(self._path), MOST_BYTES)
            first, *lines = data.decode("utf-8").splitlines()
            told = json.loads(first)
            chain = _chain(str(told["chain"]), int(told["genesis_time"]), int(told["period"]))
            self.pulses = {pulse.round: pulse for pulse in map(read_pulse, lines)}
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise BadInput(
                [Fault(str(self._path), f"this is no file of a beacon: {error}.", ALLOWED)]
            ) from error
        self._size = len(data)
        return chain


class HttpBeacon:
    """A server of drand: `/info`, and `/public/ROUND`. Rounds are fetched beside whoever asks for them."""

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")
        self._pulses: dict[int, BeaconPulse] = {}
        self._fetching: set[int] = set()
        self._lock = threading.Lock()
        try:
            told = self._get("info")
            self.chain = _chain(str(told["hash"]), int(told["genesis_time"]), int(told["period"]))
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise BadInput([Fault(address, f"no beacon answers there: {error}.", ALLOWED)]) from error

    def pulse(self, round: int) -> BeaconPulse | None:
        with self._lock:
            found = self._pulses.get(round)
            if found is not None or round in self._fetching:
                return found
            self._fetching.add(round)
        threading.Thread(target=self._fetch, args=(round,), daemon=True).start()
        return None

    def _fetch(self, round: int) -> None:
        pulse = None
        with suppress(OSError, ValueError, LookupError, TypeError):  # it is asked for again
            pulse = read_pulse(json.dumps(self._get(f"public/{round}")))
        with self._lock:
            self._fetching.discard(round)
            if pulse is not None and not fault_of_pulse(round, pulse):
                self._pulses[round] = pulse

    def _get(self, path: str) -> Any:
        with urllib.request.urlopen(f"{self._address}/{path}", timeout=TIMEOUT_S) as answer:
            return json.loads(answer.read(MOST_ANSWER_BYTES))


def read_pulse(line: str) -> BeaconPulse:
    told = json.loads(line)
    number, randomness, signature = int(told["round"]), str(told["randomness"]), str(told["signature"])
    return BeaconPulse(number, randomness, signature, str(told.get("previous_signature", "")))


def _chain(name: str, genesis_s: int, period_s: int) -> BeaconChain:
    if name.split() != [name] or period_s < 1:
        raise ValueError("a beacon has a name without blanks and a period of at least a second")
    return BeaconChain(name, genesis_s, period_s)


def published_rounds(path: str) -> dict[int, str]:
    """The randomness of every round in a file, to compare with."""
    beacon = FileBeacon(Path(path))
    return {number: pulse.randomness for number, pulse in beacon.pulses.items()}
