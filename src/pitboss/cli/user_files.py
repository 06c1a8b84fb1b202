"""Files and dates that a person names; what the disk refuses is told in a sentence."""

import json
from datetime import date
from pathlib import Path
from typing import Any

from pitboss.bounded_files import read_bounded
from pitboss.errors import BadInput, Fault

MOST_BYTES = 20_000_000
"""Of a file that a command reads as a whole, unless its kind has a bound of its own."""
MOST_JSON_BYTES = 4_000_000
"""Read into objects, JSON takes forty times its size."""


def save(out: str, data: bytes, *, where: str = "-o") -> Path:
    """All of it or nothing: a file that was there stays until the new one is whole."""
    path = Path(out)
    whole = path.with_name(f".{path.name}.part") if path.is_file() or not path.exists() else path
    try:
        whole.write_bytes(data)
        if whole != path:
            whole.replace(path)
    except OSError as error:
        if whole != path:
            whole.unlink(missing_ok=True)
        raise BadInput([Fault(f"{where} {out}", f"cannot be written: {error.strerror}.")]) from error
    return path


def printable(text: str, where: str) -> str:
    """A name that can be printed; control characters cannot."""
    if not text.isprintable():
        raise BadInput(
            [Fault(where, "has characters that cannot be printed.", "letters, digits and punctuation")]
        )
    return text


def check_place(out: str, *, where: str = "-o") -> None:
    """Refuse before the work is done what could not be written after it."""
    path = Path(out)
    is_new = not path.exists()
    try:
        with path.open("ab"):
            pass
    except OSError as error:
        raise BadInput([Fault(f"{where} {out}", f"cannot be written: {error.strerror}.")]) from error
    if is_new:
        path.unlink()


def is_file(name: str) -> bool:
    """Also false for a name that no disk can hold."""
    try:
        return Path(name).is_file()
    except OSError:
        return False


def exists(name: str) -> bool:
    """Also false for a name that no disk can hold."""
    try:
        return Path(name).exists()
    except OSError:
        return False


def read(name: str, *, where: str = "FILE", most_bytes: int = MOST_BYTES) -> bytes:
    try:
        return read_bounded(name, most_bytes)
    except OSError as error:
        raise BadInput([Fault(f"{where} {name}", f"cannot be read: {error.strerror}.")]) from error


def read_json(name: str, *, where: str) -> Any:
    try:
        return json.loads(read(name, where=where, most_bytes=MOST_JSON_BYTES))
    except (ValueError, RecursionError) as error:
        raise BadInput([Fault(f"{where} {name}", f"is not JSON: {error}.")]) from error


def ending_of(out: str, allowed: tuple[str, ...], *, where: str = "-o") -> str:
    """The kind of file, by the end of its name."""
    ending = Path(out).suffix.lower().removeprefix(".")
    if ending not in allowed:
        raise BadInput(
            [
                Fault(
                    f"{where} {out}",
                    "is not a kind of file that this command writes.",
                    ", ".join(f".{one}" for one in allowed),
                )
            ]
        )
    return ending


def day_of(text: str, *, where: str = "--date") -> str:
    """A date as a person types it; today if left out."""
    if not text:
        return date.today().isoformat()
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise BadInput([Fault(f"{where} {text}", "is not a date.", "a date such as 2026-11-15")]) from error
