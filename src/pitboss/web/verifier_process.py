"""The process of the background verifier: follows a journal and says in lines of JSON what it finds.

It reads what to do from its standard input, and ends when that ends, however the server ended.
"""

import json
import os
import sys
import threading
import time
from contextlib import closing
from typing import Any

from pitboss.desk.follower import JournalFollower
from pitboss.errors import PitbossError
from pitboss.journal.open_store import open_store
from pitboss.journal.sql import SqlStore

AT_ONCE = 5_000
"""New records that are checked between two reports."""
LONGEST = 300


def main() -> None:
    asked = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    os.nice(asked["nice"])
    with closing(open_store(asked["store"], create=False)) as store:
        assert isinstance(store, SqlStore)
        follow(store, asked["every_s"], asked["reread_records"])


def _end_with_the_server() -> None:
    sys.stdin.read()
    os._exit(0)


def follow(store: SqlStore, every_s: float, reread: int) -> None:
    follower = JournalFollower(store, store.noted_heads)
    while True:
        try:
            progress = follower.advance(AT_ONCE, reread)
        except PitbossError as error:  # the store fails at the moment
            say(trouble=str(error)[:LONGEST])
            time.sleep(every_s)
            continue
        for fault in progress.faults:
            say(
                fault=fault.table,
                record=fault.sequence,
                field=fault.field[:LONGEST],
                expected=fault.expected[:LONGEST],
                found=fault.found[:LONGEST],
            )
        say(verified=progress.verified, behind=progress.behind, reread=progress.reread)
        if not progress.behind:
            time.sleep(every_s)


def say(**told: Any) -> None:
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
