"""What slow and greedy clients cost the others: half-open lines, a full press, histories in parallel."""

import argparse
import asyncio
import itertools
import multiprocessing
import socket
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx

from bench.machine import describe_machine
from bench.web import serving
from tests.web.playing import next_message

GOAL_MS = 100
ROUNDS = 40
HALVES = (
    b"",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    b"POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half-open", type=int, default=500)
    parser.add_argument("--parallel", type=int, default=16, help="questions about the past at once")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each measurement")
    asked = parser.parse_args()
    print(f"machine: {describe_machine()}")
    asyncio.run(measure(asked))


async def measure(asked: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with serving(str(Path(folder) / "pit.db"), "--limited") as url:
            other, greedy = visitor(url), visitor(url)
            table = other.post("/api/v1/tables", json={"game": "blackjack"}).json()["id"]
            play(greedy, greedy.post("/api/v1/tables", json={"game": "blackjack"}).json()["id"])
            credentials = (url, dict(greedy.headers), dict(greedy.cookies))
            sit(other, table)
            say("nobody else", waits_ms(other, table, asked.seconds))
            for name, attacks in ATTACKS.items():
                stop = multiprocessing.Event()
                attackers = [
                    multiprocessing.Process(target=attack, args=(credentials, asked, stop))
                    for attack in attacks
                ]
                for attacker in attackers:
                    attacker.start()
                await asyncio.sleep(1.0)
                say(name, waits_ms(other, table, asked.seconds))
                stop.set()
                for attacker in attackers:
                    attacker.join(60)


def visitor(url: str) -> httpx.Client:
    client = httpx.Client(base_url=url, timeout=60, trust_env=False)
    client.headers["X-Pitboss-CSRF"] = client.post("/api/v1/demo", json={}).json()["csrf"]
    return client


def sit(player: httpx.Client, table: str) -> None:
    said = {"key": "sit", "seat": 1, "chips_cents": 500_000}
    player.post(f"/api/v1/tables/{table}/sit", json=said).raise_for_status()


def play(player: httpx.Client, table: str) -> None:
    """So many rounds of a quiet player."""
    sit(player, table)
    while player.get(f"/api/v1/tables/{table}").json()["view"]["round"] <= ROUNDS:
        time.sleep(0.03)  # as often as somebody may ask
        act(player, table)


KEYS = itertools.count(1)


def act(player: httpx.Client, table: str) -> float:
    """The next act of a quiet player: how many milliseconds it took until it was answered."""
    path = f"/api/v1/tables/{table}"
    said = next_message(player.get(path).json())
    begin = time.perf_counter()
    if said is not None and said["type"] == "do":
        player.post(f"{path}/commands", json={"key": f"k{next(KEYS)}", "command": said["command"]})
    else:
        player.post(f"{path}/ready", json={})
    return 1_000 * (time.perf_counter() - begin)


def waits_ms(player: httpx.Client, table: str, seconds: float) -> list[float]:
    """How long another player waits for the answers to acts, about eight a second."""
    until, waits = time.perf_counter() + seconds, []
    while time.perf_counter() < until:
        waits.append(act(player, table))
        time.sleep(0.1)
    return sorted(waits)


def say(name: str, waits: list[float]) -> None:
    p95 = waits[int(0.95 * len(waits))]
    print(
        f"{name:34} median {waits[len(waits) // 2]:6.1f} ms, 95 % {p95:6.1f} ms (goal {GOAL_MS})", flush=True
    )


# ---- the greedy, each in a process of its own


def attack_half_open(credentials: Any, asked: argparse.Namespace, stop: Any) -> None:
    port = int(credentials[0].rpartition(":")[2])
    sockets: list[socket.socket] = []
    while not stop.is_set():
        while len(sockets) < asked.half_open:
            one = socket.create_connection(("127.0.0.1", port))
            one.sendall(HALVES[len(sockets) % len(HALVES)])
            sockets.append(one)
        sockets = [one for one in sockets if is_open(one)]
        stop.wait(0.2)


def is_open(one: socket.socket) -> bool:
    one.setblocking(False)
    try:
        return one.recv(1_024) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def attack_rounds(credentials: Any, asked: argparse.Namespace, stop: Any) -> None:
    in_parallel(credentials, stop, asked.parallel, lambda _: "/api/v1/me/rounds")


def attack_press(credentials: Any, _: argparse.Namespace, stop: Any) -> None:
    decks = (1, 2, 4, 6, 8)
    papers = ("report", "manual", "card")

    def wanted(number: int) -> str:
        odds = f"?set=decks={decks[number % 5]}&set=min_wager_cents={500 * (1 + number % 20)}"
        return f"/api/v1/games/blackjack/papers/{papers[number % 3]}{odds}"

    in_parallel(credentials, stop, 4, wanted)


def in_parallel(credentials: Any, stop: Any, number: int, wanted: Any) -> None:
    url, headers, cookies = credentials
    answers: Counter[int] = Counter()

    def ask() -> None:
        with httpx.Client(
            base_url=url, headers=headers, cookies=cookies, timeout=60, trust_env=False
        ) as http:
            count = 0
            while not stop.is_set():
                count += 1
                answered = http.get(wanted(count))
                answers[answered.status_code] += 1
                if answered.status_code == 429:
                    stop.wait(0.05)  # it does not even do what Retry-After says

    threads = [threading.Thread(target=ask) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"    the greedy were answered: {dict(sorted(answers.items()))}", flush=True)


ATTACKS = {
    "half-open connections": (attack_half_open,),
    "histories in parallel": (attack_rounds,),
    "a full press": (attack_press,),
    "half-open, and a full press": (attack_half_open, attack_press),
}


if __name__ == "__main__":
    main()
