"""Reading a file that somebody named: never more of it than stated, whatever it is."""

import errno
from pathlib import Path

MEGABYTE = 1_000_000


def read_bounded(path: str | Path, most_bytes: int) -> bytes:
    """The bytes of a file; OSError when it cannot be read or is larger, and a device never ends."""
    with open(path, "rb") as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise OSError(errno.EFBIG, f"it is larger than {most_bytes // MEGABYTE} MB", str(path))
    return data
