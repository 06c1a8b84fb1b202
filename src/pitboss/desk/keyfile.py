"""The key that seals shoes, in its own file, so that nobody who reads the journal can read the cards."""

import os
from pathlib import Path

from pitboss.bounded_files import read_bounded
from pitboss.desk.sealed_shoe import Entropy, read_secret
from pitboss.errors import BadInput, Broken, Fault
from pitboss.journal.open_store import keep_private
from pitboss.journal.store import Store

KEY_BYTES = 32
MOST_BYTES = 1_000_000
RIGHT_FILE = "the key file that this journal was begun with"


def key_of_store(store: Store, path: Path) -> bytes:
    """The key of this journal; a new one is created only where nothing is sealed yet."""
    sealed = [body for table in store.heads() for body in store.secrets(table).values()]
    key = read_or_create_key(existing(path) if sealed else path)
    if sealed and not any(_opens(key, body) for body in sealed):
        raise BadInput(
            [Fault(str(path), "this key does not open the sealed shoes of the journal.", RIGHT_FILE)]
        )
    return key


def existing(path: Path) -> Path:
    """The path of a key file that is there."""
    if not path.is_file():
        raise BadInput([Fault(str(path), "the key file of the shoes is missing.", RIGHT_FILE)])
    return path


def new_key(path: Path) -> bytes:
    """A key in the place of one that is lost."""
    if path.exists():
        raise BadInput([Fault(str(path), "the key file is there, so the key is not lost.")])
    return read_or_create_key(path)


def _opens(key: bytes, body: bytes) -> bool:
    try:
        read_secret(body, key)
    except Broken:
        return False
    return True


def read_or_create_key(path: Path, entropy: Entropy = os.urandom) -> bytes:
    """The key in this file, created if there is none; only its owner may read the file."""
    try:
        if not path.exists():
            _make(path, entropy(KEY_BYTES))
        keep_private(path)
        key = bytes.fromhex(read_bounded(path, MOST_BYTES).decode("ascii").strip())
    except (OSError, ValueError) as error:
        raise BadInput([Fault(str(path), f"the key file cannot be read: {error}.")]) from error
    if len(key) < KEY_BYTES:
        raise BadInput([Fault(str(path), f"a key has {KEY_BYTES} bytes, and this one has {len(key)}.")])
    return key


def _make(path: Path, key: bytes) -> None:
    """Written whole or not at all: half a key would lose every shoe."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(key.hex() + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(fresh, path)  # the first program to get here keeps the name
    except FileExistsError:
        pass
    finally:
        fresh.unlink()


def path_beside(store: str, ending: str) -> Path:
    """The path of a journal file with another ending after its own."""
    return Path(f"{store.removeprefix('sqlite:').removeprefix('//')}.{ending}")
