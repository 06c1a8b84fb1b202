"""The key that seals shoes, in a file of its own, so that who can read the journal cannot read the cards."""

import os
from pathlib import Path

from pitboss.desk.sealed_shoe import Entropy, read_sealed
from pitboss.errors import BadInput, Broken, Fault
from pitboss.journal.store import Store

KEY_BYTES = 32
NAMED = "the file that this journal was begun with: name the right file"


def key_for(store: Store, path: Path) -> bytes:
    """The key of this journal; a new one only where nothing is sealed yet."""
    sealed = [body for table in store.heads() for body in store.secrets(table).values()]
    if sealed and not path.exists():
        raise BadInput([Fault(str(path), "the key of the shoes is not there.", NAMED)])
    key = key_in(path)
    if sealed and not any(_opens(key, body) for body in sealed):
        raise BadInput([Fault(str(path), "the key does not fit the shoes that are sealed here.", NAMED)])
    return key


def _opens(key: bytes, body: bytes) -> bool:
    try:
        read_sealed(body, key)
    except Broken:
        return False
    return True


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
