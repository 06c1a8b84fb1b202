"""The key that seals undealt shoes: a file that only its owner reads, never in the store it protects."""

import os
import secrets
from pathlib import Path

from pitboss.errors import BadInput, Fault

KEY_BYTES = 32


def data_folder() -> Path:
    """Where a person's tables are kept when no store is named."""
    root = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(root).expanduser() / "pitboss"


def key_path(store: str) -> Path:
    """Beside a SQLite file; for a server, in the data folder."""
    scheme, colon, rest = store.partition(":")
    if scheme in ("postgresql", "postgres"):
        return data_folder() / "pit.key"
    return Path((rest.removeprefix("//") if colon else store) + ".key")


def sealing_key(path: Path) -> bytes:
    """The key of this file, made if there is none; BadInput when it cannot be read or made, or is none."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
    except FileExistsError:
        pass
    except OSError as error:
        raise BadInput([Fault("--key", f"{path} cannot be made: {error.strerror}.")]) from error
    try:
        key = path.read_bytes()
    except OSError as error:
        raise BadInput([Fault("--key", f"{path} cannot be read: {error.strerror}.")]) from error
    if len(key) != KEY_BYTES:
        raise BadInput([Fault("--key", f"{path} is no key of ours.", f"a file of {KEY_BYTES} bytes")])
    return key
