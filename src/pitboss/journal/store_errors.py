"""What a database says when something is wrong, and what a person can do about it."""

import re

from pitboss.errors import BadStore

_SENTENCES: tuple[tuple[str, str, str], ...] = (
    (r"disk is full|no space left|disk full|could not extend file",
     "the disk is full; nothing of the last command was written.", "free some space, then go on"),
    (r"database is locked|database table is locked",
     "another program holds the file locked.", "end the other program, or wait and try again"),
    (r"not a database|malformed|disk image|could not decode|unsupported file format|no such column",
     "the file is no journal, or was damaged.", "a file that pitboss made; restore a copy if it was damaged"),
    (r"unable to open database file",
     "the file cannot be opened or made.", "a file in a folder that exists and may be written to"),
    (r"readonly|read-only|permission denied",
     "the journal may be read but not written.", "the right to write to the file and its folder"),
    (r"disk i/o error",
     "the disk failed while reading or writing.", "a sound disk; restore a copy if records are missing"),
    (r"password authentication failed|no password supplied|authentication failed",
     "the server does not take this name and password.", "postgresql://NAME:PASSWORD@HOST/DATABASE"),
    (r"database .* does not exist",
     "the server has no database of this name.", "a database that exists: createdb makes one"),
    (r"connection refused|could not connect|failed to resolve|name or service|no such file|timeout",
     "no server answers there.", "the address and port of a running PostgreSQL server"),
    (r"closed the connection|server closed|terminating connection|connection is lost|connection is closed"
     r"|consuming input failed|shutting down|starting up",
     "the connection to the server was lost.", "wait for the server; what was accepted is kept"),
)  # fmt: skip


def sentence(where: str, said: str) -> BadStore:
    """The database's complaint as a sentence that says what to do."""
    for pattern, says, allowed in _SENTENCES:
        if re.search(pattern, said, re.IGNORECASE):
            return BadStore(where, says, allowed)
    return BadStore(where, f"the database refused: {' '.join(said.split())}.")
