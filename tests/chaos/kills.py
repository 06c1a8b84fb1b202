"""Real processes, really killed: a desk runs commands on a real store until SIGKILL, and another takes over.

    python -m tests.chaos.kills STORE --kills 40 --seed 1

STORE is a folder for SQLite files, or the address of a PostgreSQL server. This process only forks, kills and
listens; every life of a desk is a child of it, warmed up because the parent has imported everything. A child
tells on a pipe what it is about to send and what was answered. The next one checks the whole journal against
all that was ever answered, sends again what was under way, and goes on.
"""

import argparse
import os
import pickle
import random
import signal
import time
import traceback
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from pitboss.desk.desk import Desk
from pitboss.desk.ledger import check_ledgers
from pitboss.desk.pit import Pit
from pitboss.desk.verify import verify_store
from pitboss.errors import Refused
from pitboss.journal.open_store import open_store
from pitboss.journal.store import Store
from pitboss.table import commands as c
from tests.chaos.crowd import next_command
from tests.chaos.inspector import Journal
from tests.chaos.new_store import new_sqlite_store
from tests.postgres import emptied
from tests.waiting import let_pass

KEY = bytes(range(32))
TABLE = "t1"
OWNER = "kills"
FRESH_EVERY = 10
"""Lives on one journal; then a new one, so that checking all of it stays cheap."""
MADE_EVERY = 10 * FRESH_EVERY
"""A SQLite file is made by the first desk on it once in so many kills, and else a copy without records."""
LONGEST_LIFE_S = 0.1
STARTS = 0.2
"""How many are killed while they still start or recover."""
GAMES = (("blackjack",), ("down-under-pa",), ("double-back-jack-pa", "shuffler=continuous"))


class Told(NamedTuple):
    """What children have said of one journal."""

    answered: dict[str, tuple[str, ...]]
    """By key, the hashes of the records that were the answer."""
    sent: dict[str, c.Command]
    """Every command begun, answered or not."""
    refused: set[str]


class Tally:
    def __init__(self) -> None:
        self.kills = self.answered = self.checked = self.while_starting = self.landed = 0

    def add(self, other: "Tally") -> None:
        for name, number in vars(other).items():
            setattr(self, name, getattr(self, name) + number)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store")
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="so many at a time, with files of their own")
    asked = parser.parse_args()
    start = time.perf_counter()
    tally = run_together(asked.store, asked.kills, asked.seed, asked.workers)
    print(
        f"{tally.kills} kills in {time.perf_counter() - start:.0f} s, {tally.while_starting} of them while "
        f"starting and {tally.landed} between commit and answer: {tally.answered} commands answered and none "
        f"lost, {tally.checked} restarts with a verified chain and a balanced ledger"
    )


def run_together(store: str, kills: int, seed: int, workers: int) -> Tally:
    """Each worker is a process without threads, which may fork."""
    if workers == 1:
        return run(store, kills, seed)
    shares = [kills // workers + (number < kills % workers) for number in range(workers)]
    folders = [Path(store) / f"worker-{number}" for number in range(workers)]
    for folder in folders:
        folder.mkdir()
    with ProcessPoolExecutor(workers, get_context("fork")) as pool:
        seeds = [seed + number for number in range(workers)]
        tallies = list(pool.map(run, map(str, folders), shares, seeds))
    in_all = Tally()
    for tally in tallies:
        in_all.add(tally)
    return in_all


def run(store: str, kills: int, seed: int) -> Tally:
    rng, tally = random.Random(seed), Tally()
    while tally.kills < kills:
        address = _fresh(store, tally.kills)
        told = Told({}, {}, set())
        for _ in range(min(FRESH_EVERY, kills - tally.kills)):
            _live_and_die(address, rng, told, tally)
        _last_look(address, rng, told, tally)
        tally.answered += len(told.answered)
    return tally


def _fresh(store: str, number: int) -> str:
    if store.startswith("postgresql:"):
        return emptied(store)
    path = Path(store) / f"journal-{number}"
    if number % MADE_EVERY:
        path.write_bytes(new_sqlite_store())
    return f"sqlite:{path}"


# ---- the parent


def _live_and_die(address: str, rng: random.Random, told: Told, tally: Tally) -> None:
    seed = rng.randrange(2**32)
    child, pipe = _fork(address, seed, told, commands=10**9)
    starting = rng.random() < STARTS
    words = b"" if starting else _wait_for(pipe, b"V\n")
    tally.checked += not starting
    tally.while_starting += starting
    let_pass(rng.uniform(0, LONGEST_LIFE_S))
    os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    words += _rest(pipe)
    _listen(words, told, tally)
    if not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL):
        raise AssertionError(f"the child ended by itself: {words.decode(errors='replace')}")
    tally.kills += 1


def _last_look(address: str, rng: random.Random, told: Told, tally: Tally) -> None:
    """One more start, which is left to end by itself."""
    child, pipe = _fork(address, rng.randrange(2**32), told, commands=3)
    words = _rest(pipe)
    status = os.waitpid(child, 0)[1]
    if status != 0:
        raise AssertionError(words.decode(errors="replace"))
    tally.checked += 1
    _listen(words, told, tally)


def _fork(address: str, seed: int, told: Told, commands: int) -> tuple[int, int]:
    ear, mouth = os.pipe()
    child = os.fork()
    if child:
        os.close(mouth)
        return child, ear
    os.close(ear)
    status = 1
    try:
        _life(address, seed, told, mouth, commands)
        status = 0
    except BaseException:
        os.write(mouth, b"F " + traceback.format_exc().encode()[-3000:])
    finally:
        os._exit(status)


def _wait_for(pipe: int, word: bytes) -> bytes:
    """What the child said up to and with this word, or up to its end."""
    words = b""
    while word not in words:
        said = os.read(pipe, 65_536)
        if not said:
            break
        words += said
    return words


def _rest(pipe: int) -> bytes:
    words = b""
    while said := os.read(pipe, 65_536):
        words += said
    os.close(pipe)
    return words


def _listen(words: bytes, told: Told, tally: Tally) -> None:
    for line in words.split(b"\n"):
        kind, *parts = line.decode(errors="replace").split(" ")
        if kind == "S" and len(parts) == 2:
            told.sent[parts[0]] = pickle.loads(bytes.fromhex(parts[1]))
        elif kind == "A" and len(parts) == 2:
            told.answered[parts[0]] = tuple(parts[1].split(","))
        elif kind == "R":
            told.refused.add(parts[0])
        elif kind == "L":
            tally.landed += int(parts[0])


# ---- a child


def _life(address: str, seed: int, told: Told, mouth: int, commands: int) -> None:
    rng = random.Random(seed)
    store = open_store(address)
    landed = _check(store, told)
    pit = Pit(store, key=KEY, owner=OWNER)
    game, *choices = GAMES[seed % len(GAMES)]
    desk = pit.take(TABLE) if TABLE in pit.tables() else pit.open(TABLE, game, choose=choices)
    check_ledgers({"cage": pit.cage.book.ledger, TABLE: desk.desk_state.ledger})
    os.write(mouth, f"L {landed}\n".encode())
    for key in sorted(told.sent.keys() - told.answered.keys() - told.refused):
        _send(store, desk, key, told.sent[key], mouth)
    os.write(mouth, b"V\n")
    for number in range(commands):
        _send(store, desk, f"{seed}-{number}", next_command(desk.state, rng), mouth)
    pit.close()
    store.close()


def _send(store: Store, desk: Desk, key: str, command: c.Command, mouth: int) -> None:
    """What is in the journal already must be answered as it was; anything else may be refused."""
    os.write(mouth, f"S {key} {pickle.dumps(command).hex()}\n".encode())
    landed = store.find_key(TABLE, key) is not None
    try:
        answer = desk.submit(command, key=key)
    except Refused:
        assert not landed, key
        os.write(mouth, f"R {key}\n".encode())
        return
    assert answer.repeated == landed, key
    os.write(mouth, f"A {key} {','.join(record.hash for record in answer.records)}\n".encode())


def _check(store: Store, told: Told) -> int:
    """All that was answered is there, once; what else is there was under way when its desk was killed."""
    verdict = verify_store(store)
    assert verdict.fault is None, verdict.fault
    journal = Journal(store)
    for key, hashes in told.answered.items():
        assert journal.keys[TABLE, key] == 1, key
        assert journal.hashes.issuperset(hashes), key
    unanswered = {key for _, key in journal.keys} - told.answered.keys()
    assert unanswered <= told.sent.keys()
    assert all(count == 1 for count in journal.keys.values())
    return len(unanswered)


if __name__ == "__main__":
    main()
