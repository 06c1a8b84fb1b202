"""Where tables are stored when no store is named, and where the key of a store is."""

import os
from pathlib import Path

from pitboss.desk.keyfile import key_path_beside


def data_folder() -> Path:
    root = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(root).expanduser() / "pitboss"


def key_path(store: str) -> Path:
    """Beside a SQLite file; for a server, in the data folder."""
    if store.partition(":")[0] in ("postgresql", "postgres"):
        return data_folder() / "pit.key"
    return key_path_beside(store)
