"""The backup of a journal in PostgreSQL, as docs/operation.md has it: dumped, put back and verified."""

import os
import shlex
from pathlib import Path
from threading import Event, Thread

import pytest

from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.verify import verify_store
from pitboss.journal.log_key import LogKey, is_signed
from pitboss.journal.open_store import open_store
from pitboss.journal.records import Head
from tests.cli.typed import typed
from tests.desk.drive import ATTENDED, Guest, new_pit
from tests.frozen.databases import create_database
from tests.postgres import program

OPERATION = Path(__file__).parents[2] / "docs" / "operation.md"
DOCUMENTED = "postgresql://pitboss@db.example/pit"
KEY = LogKey(bytes(range(32)))

pytestmark = pytest.mark.skipif(
    not program("pg_dump").is_file(), reason="The PostgreSQL of the tests has no pg_dump here."
)


@pytest.fixture(autouse=True)
def _client_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{program('pg_dump').parent}:{os.environ['PATH']}")


def run_documented(name: str, address: str, folder: Path) -> None:
    """The command of the page for operators, at this address and with a file in this folder."""
    lines = [line.strip() for line in OPERATION.read_text().splitlines()]
    (line,) = [one for one in lines if one.startswith(f"pitboss {name} ") and DOCUMENTED in one]
    here = line.replace(DOCUMENTED, address).replace("/backup/", f"{folder}/")
    told = typed(*shlex.split(here)[1:])
    assert told.status == 0, told


def heads(address: str) -> dict[str, Head]:
    store = open_store(address, create=False)
    assert verify_store(store).fault is None
    assert is_signed(store.log.head(), KEY.public)
    found = store.heads()
    store.close()
    return found


def test_a_database_is_dumped_while_a_table_plays_and_put_back(postgres: str, tmp_path: Path) -> None:
    address = create_database(postgres, "backup")
    store = open_store(address)
    store.log.sign_with(KEY)
    pit = new_pit(store)
    guest = Guest(pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED))
    guest.sit(1)
    guest.play_round()
    before, stop = store.head("t1"), Event()

    def play() -> None:
        while not stop.is_set():
            guest.play_round()

    table = Thread(target=play)
    table.start()
    try:
        run_documented("backup", address, tmp_path)
    finally:
        stop.set()
        table.join()
    guest.play_round()
    pit.close()
    after = store.head("t1")
    store.close()
    run_documented("restore", address, tmp_path)
    assert before.sequence <= heads(address)["t1"].sequence < after.sequence
    told = typed("journal", "verify", address)
    assert (told.status, "is intact" in told.out) == (0, True), told


def test_a_dump_goes_into_an_empty_database_too(postgres: str, tmp_path: Path) -> None:
    source, target = (create_database(postgres, f"backup_{name}") for name in ("source", "target"))
    store = open_store(source)
    store.log.sign_with(KEY)
    pit = new_pit(store)
    guest = Guest(pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED))
    guest.sit(1)
    guest.play_round()
    pit.close()
    store.close()
    run_documented("backup", source, tmp_path)
    run_documented("restore", target, tmp_path)
    assert heads(target) == heads(source)
