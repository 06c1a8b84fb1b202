"""The background verifier: a process of its own reads the journal; a table whose records fail is stopped."""

import json
import logging
import subprocess
import sys
import threading
import time
from typing import Any

import sqlalchemy as sa

from pitboss.desk.house_entries import RecordsFailed
from pitboss.errors import BadStore, FaultyRecord, PitbossError
from pitboss.games.vocabulary import tell_name
from pitboss.web.account_schema import table_cards
from pitboss.web.house_book import THE_HOUSE, HouseBook
from pitboss.web.metrics import Metrics
from pitboss.web.settings import Settings
from pitboss.web.store_outage import STORE_OUTAGES
from pitboss.web.table_manager import TableManager

PROCESS = "pitboss.web.verifier_process"
AGAIN_S = 5.0
"""After a verifier that ended another is started."""
END_S = 5.0
log = logging.getLogger("pitboss.web")


class Verifier:
    def __init__(self, settings: Settings, tables: TableManager, book: HouseBook, metrics: Metrics) -> None:
        self._settings = settings
        self._tables = tables
        self._book = book
        self._metrics = metrics
        self._process: subprocess.Popen[str] | None = None
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="verifier", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        process = self._process
        if process is not None:
            process.kill()
            process.wait(END_S)
        self._thread.join(END_S)

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self._listen()
            except Exception:
                log.exception("the background verifier failed")
            if not self._closed.is_set():
                log.error("the background verifier ended; it is started again")
            self._closed.wait(AGAIN_S)

    def _listen(self) -> None:
        wanted = self._settings.verifier
        with subprocess.Popen(
            [sys.executable, "-m", PROCESS],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for the server, which ends it
        ) as process:
            self._process = process
            if self._closed.is_set():
                process.kill()
            assert process.stdin is not None
            assert process.stdout is not None
            asked = {"store": self._settings.store, "every_s": wanted.every_s, "nice": wanted.nice}
            process.stdin.write(json.dumps(asked | {"reread_records": wanted.reread_records}) + "\n")
            process.stdin.flush()
            for line in process.stdout:
                self._hear(json.loads(line))

    def _hear(self, told: dict[str, Any]) -> None:
        if "fault" in told:
            self._halt(
                FaultyRecord(*(told[name] for name in ("fault", "record", "field", "expected", "found")))
            )
        elif "trouble" in told:
            STORE_OUTAGES.note(BadStore(self._book.store.where, told["trouble"]), "the background verifier")
        else:
            self._metrics.verified.set(told["verified"])
            self._metrics.behind.set(told["behind"])
            self._metrics.reread.inc(told["reread"])
            self._metrics.verified_at.set(time.time())

    def _halt(self, fault: FaultyRecord) -> None:
        """The table takes no more bets before anything is written about it."""
        self._tables.halt(fault.table, sentence_of(fault))
        self._metrics.faults.set(len(self._tables.faults))
        log.error("records do not hold: %s", fault)
        try:
            self._record(fault)
        except PitbossError as error:
            log.error("what was found could not be recorded in the house book: %s", error)

    def _record(self, fault: FaultyRecord) -> None:
        if (fault.table, fault.sequence) in self._book.state().faults:
            return
        entry = RecordsFailed(fault.table, fault.sequence, fault.field, fault.expected, fault.found)
        stop = sa.update(table_cards).where(table_cards.c.id == fault.table).values(stopped=True)
        self._book.write(entry, by=THE_HOUSE, change=lambda connection: connection.execute(stop))


def sentence_of(fault: FaultyRecord) -> str:
    """For the floor: which record, and what to do."""
    return (
        f"The records of {fault.table} do not hold: record {fault.sequence} was changed or damaged "
        f"({tell_name(fault.field)}). Nobody can bet here until somebody has found out why: "
        "pitboss journal verify shows more."
    )
