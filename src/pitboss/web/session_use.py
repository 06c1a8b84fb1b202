"""When sessions were last used: noted in memory and written together, because a commit waits for the disk."""

import threading

import sqlalchemy as sa

from pitboss.web.account_schema import sessions

TOGETHER_S = 2.0
"""So often at most; a session that is asked for meanwhile counts as used all the same."""
WRITE = (
    sa.update(sessions).where(sessions.c.digest == sa.bindparam("used")).values(seen_at=sa.bindparam("at"))
)


class SessionUse:
    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._lock = threading.Lock()
        self._used: dict[str, float] = {}
        self._written_at = float("-inf")

    def __contains__(self, digest: str) -> bool:
        return digest in self._used

    def note(self, digest: str, now: float) -> None:
        with self._lock:
            self._used[digest] = now
            if abs(now - self._written_at) < TOGETHER_S:
                return
            self._written_at = now
        self.write()

    def write(self) -> None:
        with self._lock:
            used, self._used = self._used, {}
        if used:
            rows = [{"used": digest, "at": at} for digest, at in used.items()]
            with self._engine.begin() as connection:
                connection.execute(WRITE, rows)
