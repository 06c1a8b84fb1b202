"""A page whose server is killed and whose answers are lost, and what the journal holds after that."""

import os
import random
import signal
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from playwright.sync_api import Browser

from pitboss.desk.cage import Cage
from pitboss.desk.desk import utc_now
from pitboss.desk.recovery import recover
from pitboss.desk.verify import verify_store
from pitboss.journal.open_store import open_store
from pitboss.journal.writer import Writer
from tests.waiting import PATIENCE_MS, PATIENCE_S, let_pass, wait_until
from tests.web.killing import open_or_find, served
from tests.web.losing_proxy import losing

CENTS = 1_00
LOST = 0.3
"""The share of answers that are lost besides those that die with the server."""
BEFORE_A_KILL_S = 0.7
ACT = """async ({ table, acts, cents }) => {
  const { post } = await import("/static/once.js");
  const { key } = await import("/static/api.js");
  window.outcomes = [];
  const act = async (what, body) => {
    const named = { key: key(), ...body };
    const { sequence } = await post(`/tables/${table}/${what}`, named, what);
    window.outcomes.push([named.key, sequence, what]);
  };
  await act("sit", { seat: 3, chips_cents: 10 * cents });
  for (let number = 1; number < acts; number++) await act("chips", { cents });
  window.finished = true;
}"""


class Process(Protocol):
    pid: int

    def wait(self, timeout: float | None = None) -> object: ...


Serve = Callable[[Path, int], AbstractContextManager[tuple[str, Process]]]
"""Starts a server on a store and a port."""


class Report(NamedTuple):
    kills: int
    acts: int
    lost: int
    """Answers that were lost on the way, besides those of a killed server."""


class KilledServer:
    """A server on one port that is killed at moments drawn by chance and started again."""

    def __init__(self, store: Path, chance: random.Random, serve: Serve) -> None:
        self._store = store
        self._chance = chance
        self._serve = serve
        self.kills = 0
        self.stop = threading.Event()

    def run(self, port: int) -> None:
        while not self.stop.is_set():
            with self._serve(self._store, port) as (_, process):
                let_pass(self._chance.uniform(0, BEFORE_A_KILL_S))
                if self.stop.is_set():
                    return
                self._kill(process)

    def _kill(self, process: Process) -> None:
        os.kill(process.pid, signal.SIGKILL)
        process.wait(PATIENCE_S)
        self.kills += 1


def act_and_kill(
    browser: Browser, folder: Path, seed: int, kills: int, acts: int, serve: Serve = served
) -> Report:
    """A player's page buys chips while its server dies; assertions fail when anything is lost or doubled."""
    chance = random.Random(seed)
    store = folder / "pit.db"
    with serve(store, 0) as (url, process):
        table = open_or_find(url, "blackjack")
        with losing(url) as proxy:
            context = browser.new_context()
            context.set_default_timeout(PATIENCE_MS)
            page = context.new_page()
            page.goto(f"{proxy.url}/")
            page.locator('[data-role="player"]').click()
            page.wait_for_url("**/lobby")
            account = page.locator('meta[name="account"]').get_attribute("content") or ""
            proxy.loses = lose_by_chance(random.Random(seed + 1))
            page.evaluate('import("/static/once.js").then(() => null)')
            page.evaluate(f"asked => {{ ({ACT})(asked); }}", {"table": table, "acts": acts, "cents": CENTS})
            os.kill(process.pid, signal.SIGKILL)
            process.wait(PATIENCE_S)
            killed = KilledServer(store, chance, serve)
            killing = threading.Thread(target=killed.run, args=[proxy.target])
            killing.start()
            try:
                wait_until(lambda: killed.kills >= kills, "the server was killed often enough")
            finally:
                killed.stop.set()
                killing.join(PATIENCE_S)
            with serve(store, proxy.target):
                wait_until(lambda: page.evaluate("window.finished === true"), "the page knows of every act")
                outcomes = page.evaluate("window.outcomes")
            context.close()
    compare(store, table, account, outcomes, acts)
    return Report(killed.kills + 1, len(outcomes), proxy.lost)


def lose_by_chance(chance: random.Random) -> Any:
    return lambda data: data.startswith(b"POST ") and chance.random() < LOST


def compare(store: Path, table: str, account: str, outcomes: list[list[Any]], acts: int) -> None:
    """Every act of the page is in the journal once, where the page was told; the money is what they make."""
    journal = open_store(str(store), create=False)
    writer = Writer(journal)
    try:
        assert verify_store(journal).fault is None
        kept = {
            key.key.removeprefix(f"{account}:"): key.last
            for key in journal.keys(table)
            if key.key.startswith(f"{account}:")
        }
        assert kept == {key: sequence for key, sequence, _ in outcomes}
        assert len(kept) == acts
        state = recover(journal, table)[0].state
        bought = (10 + acts - 1) * CENTS
        assert [seated.chips_cents for seated in state.players] == [bought]
        assert Cage(journal, writer, utc_now).balance(account) == 10_000_00 - bought
    finally:
        writer.close()
        journal.close()
