"""Error messages of databases, explained in sentences that say what to do."""

import re

from pitboss.errors import BadStore

_SENTENCES: tuple[tuple[str, str, str], ...] = (
    (r"disk is full|no space left|disk full|could not extend file",
     "the disk is full; nothing of the last command was written.", "free some space, then continue"),
    (r"database is locked|database table is locked",
     "another program has locked the file.", "close the other program, or wait and try again"),
    (r"not a database|malformed|disk image|could not decode|unsupported file format|no such column",
     "the file is not a journal, or it is damaged.", "a file created by Pitboss, or a backup of it"),
    (r"unable to open database file",
     "the file cannot be opened or created.", "a file in an existing folder with write permission"),
    (r"readonly|read-only|permission denied",
     "the journal can be read but not written.", "write permission for the file and its folder"),
    (r"disk i/o error",
     "the disk failed while reading or writing.", "a working disk; restore a backup if records are missing"),
    (r"password authentication failed|no password supplied|authentication failed",
     "the server refused this name and password.", "postgresql://NAME:PASSWORD@HOST/DATABASE"),
    (r"database .* does not exist",
     "the server has no database of this name.", "an existing database; createdb creates one"),
    (r"connection refused|could not connect|failed to resolve|name or service|no such file|timeout",
     "no server answers at this address.", "the address and port of a running PostgreSQL server"),
    (r"closed the connection|server closed|terminating connection|connection is lost|connection is closed"
     r"|consuming input failed|shutting down|starting up",
     "the connection to the server was lost.", "wait for the server; accepted commands are saved"),
)  # fmt: skip


def explain_failure(where: str, said: str) -> BadStore:
    """The database's error as a sentence that says what to do."""
    for pattern, says, allowed in _SENTENCES:
        if re.search(pattern, said, re.IGNORECASE):
            return BadStore(where, says, allowed)
    return BadStore(where, f"the database reported an error: {' '.join(said.split())}.")
