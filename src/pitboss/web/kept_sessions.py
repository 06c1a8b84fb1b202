"""Sessions that were found valid, kept until the house book says something new of their account.

Whatever ends a session or changes an account is a record of the book, on any server: so an act asks for the
book's last record and nothing else.
"""

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.desk.house_entries import HOUSE, read_entry
from pitboss.web.house_book import HouseBook

if TYPE_CHECKING:
    from pitboss.web.accounts import Session


@dataclass
class KeptSession:
    session: "Session"
    began_at: float
    seen_at: float


class KeptSessions:
    def __init__(self, book: HouseBook) -> None:
        self._book = book
        self._lock = threading.Lock()
        self._read = book.store.last_sequence(HOUSE)
        self._kept: dict[str, KeptSession] = {}

    def catch_up(self) -> int:
        """Forget what the book says something new of; how far it was read."""
        last = self._book.store.last_sequence(HOUSE)
        if last > self._read:
            with self._lock:
                new = self._book.store.read(HOUSE, self._read, last)
                self._forget({getattr(read_entry(record), "account", "") for record in new})
                self._read = max(self._read, last)
        return self._read

    def _forget(self, accounts: set[str]) -> None:
        """All of them, where a record is not about one account."""
        kept = {} if "" in accounts else self._kept
        self._kept = {digest: one for digest, one in kept.items() if one.session.account.id not in accounts}

    def find(self, digest: str) -> KeptSession | None:
        return self._kept.get(digest)

    def keep(self, digest: str, found: KeptSession, read: int) -> None:
        """Unless the book was read on since it was found."""
        with self._lock:
            if read == self._read:
                self._kept[digest] = found
