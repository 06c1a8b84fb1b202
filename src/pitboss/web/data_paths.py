"""Where tables are stored when no store is named, and where the key of a store is."""

import os
from hashlib import sha256
from pathlib import Path

from pitboss.desk.keyfile import path_beside


def data_folder() -> Path:
    root = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(root).expanduser() / "pitboss"


def key_path(store: str) -> Path:
    """Beside a SQLite file; for a server, in the data folder."""
    return data_folder() / "pit.key" if is_server(store) else path_beside(store, "key")


def log_key_path(store: str, key_file: str = "") -> Path:
    """The key that signs the heads of the log: beside a SQLite file; for a server, beside the shoes' key."""
    if not is_server(store):
        return path_beside(store, "log-key")
    return Path(f"{key_file}.log-key") if key_file else data_folder() / "pit.log-key"


def mark_path(store: str) -> Path:
    """Where it is noted what was written; a backup of the store alone does not have it."""
    if not is_server(store):
        return path_beside(store, "mark")
    return data_folder() / f"pit-{sha256(store.encode()).hexdigest()[:12]}.mark"


def is_server(store: str) -> bool:
    return store.partition(":")[0] in ("postgresql", "postgres")
