"""The key that seals shoes, in a file of its own, so that who can read the journal cannot read the cards."""

import os
from pathlib import Path

from pitboss.desk.shoe import Entropy
from pitboss.errors import BadInput, Fault

KEY_BYTES = 32


def key_in(path: Path, entropy: Entropy = os.urandom) -> bytes:
    """The key of this file, made if there is none; nobody but its owner may read it."""
    try:
        if not path.exists():
            _make(path, entropy(KEY_BYTES))
        key = bytes.fromhex(path.read_text().strip())
    except (OSError, ValueError, UnicodeDecodeError) as error:
        raise BadInput([Fault(str(path), f"the key of the shoes cannot be read: {error}.")]) from error
    if len(key) < KEY_BYTES:
        raise BadInput([Fault(str(path), f"a key has {KEY_BYTES} bytes, not {len(key)}.")])
    return key


def _make(path: Path, key: bytes) -> None:
    """Whole or not at all: a key half written would lose every shoe."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(key.hex() + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(fresh, path)  # who was first keeps the name
    except FileExistsError:
        pass
    finally:
        fresh.unlink()


def key_beside(store: str) -> Path:
    """Where the key of a journal file is kept."""
    return Path(f"{store.removeprefix('sqlite:').removeprefix('//')}.key")
