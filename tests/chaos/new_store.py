"""A SQLite store without records, made once: to make one takes longer than most lives of a desk."""

import tempfile
from functools import cache
from pathlib import Path

from pitboss.journal.open_store import open_store


@cache
def new_sqlite_store() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "new.db"
        open_store(f"sqlite:{path}").close()
        return path.read_bytes()
