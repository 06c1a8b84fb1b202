"""Where a beacon's numbers come from: a file that grows, and a server that speaks drand's HTTP."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pitboss.desk.beacon import next_round
from pitboss.desk.beacon_sources import open_beacon, published_rounds
from pitboss.desk.payloads import BeaconPulse
from pitboss.errors import BadInput
from tests.desk.listed_beacon import CHAIN, pulse_of
from tests.waiting import wait_until

FIRST = json.dumps({"chain": CHAIN.name, "genesis_time": CHAIN.genesis_s, "period": CHAIN.period_s})


def line_of(pulse: BeaconPulse) -> str:
    return json.dumps(pulse._asdict())


def test_a_file_is_read_again_while_it_grows(tmp_path: Path) -> None:
    file = tmp_path / "rounds"
    file.write_text(FIRST + "\n" + line_of(pulse_of(7)) + "\n")
    beacon = open_beacon(str(file))
    assert beacon.chain == CHAIN
    assert (beacon.pulse(7), beacon.pulse(8)) == (pulse_of(7), None)
    with file.open("a") as growing:
        growing.write(line_of(pulse_of(8))[:20])
        growing.flush()
        assert beacon.pulse(8) is None, "half a line is not read"
        growing.write(line_of(pulse_of(8))[20:] + "\n")
    assert beacon.pulse(8) == pulse_of(8)
    assert published_rounds(str(file)) == {number: pulse_of(number).randomness for number in (7, 8)}


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", FIRST + "\n{}", FIRST + "\n7", "\xff"])
def test_what_is_no_file_of_a_beacon_is_told(tmp_path: Path, text: str) -> None:
    file = tmp_path / "rounds"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(BadInput, match="no file of a beacon"):
        open_beacon(str(file))
    with pytest.raises(BadInput, match="no file of a beacon"):
        open_beacon(str(tmp_path / "none"))


@contextmanager
def drand(published: dict[int, BeaconPulse]) -> Iterator[str]:
    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told: object = {"hash": CHAIN.name, "genesis_time": CHAIN.genesis_s, "period": CHAIN.period_s}
            if self.path != "/info":
                pulse = published.get(int(self.path.rpartition("/")[2]))
                told = None if pulse is None else pulse._asdict()
            self.send_response(404 if told is None else 200)
            self.end_headers()
            self.wfile.write(json.dumps(told).encode())

        def log_message(self, format: str, *args: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_server_is_asked_beside_whoever_waits_until_it_has_the_round() -> None:
    published: dict[int, BeaconPulse] = {}
    with drand(published) as address:
        beacon = open_beacon(address)
        assert beacon.chain == CHAIN
        assert beacon.pulse(5) is None
        published[5] = pulse_of(5)
        assert wait_until(lambda: beacon.pulse(5), "the round is there") == pulse_of(5)


def test_a_server_that_makes_numbers_up_is_not_believed() -> None:
    wrong = pulse_of(5)._replace(randomness="00" * 32)
    with drand({5: wrong, 6: pulse_of(6)}) as address:
        beacon = open_beacon(address)
        beacon.pulse(5)
        wait_until(lambda: beacon.pulse(6), "another round is there")
        assert beacon.pulse(5) is None


def test_no_server_is_told() -> None:
    with drand({}) as address:
        pass
    with pytest.raises(BadInput, match="no beacon answers"):
        open_beacon(address)


@pytest.mark.parametrize("after_s", [-100, -1, 0, 1, 9, 10, 11, 12_345])
def test_the_next_round_is_published_after_the_moment_and_no_later_than_need_be(after_s: int) -> None:
    moment = datetime.fromtimestamp(CHAIN.genesis_s + after_s, UTC)
    number = next_round(CHAIN, moment)
    assert CHAIN.published_s(number) > moment.timestamp()
    assert number == 1 or CHAIN.published_s(number - 1) <= moment.timestamp()
