"""What the house notes beside the journal: tables by name, which are stopped, who altered what."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.web.account_schema import deeds, reading, sittings, table_cards

MAX_ENTRIES = 500
MAX_TABLES_SAT_AT = 50


class TableCard(NamedTuple):
    id: str
    name: str
    game: str
    stopped: bool
    opened_at: float


@dataclass(frozen=True)
class ActivityEntry:
    """An alteration: who, what, of what, and the value before and after."""

    number: int
    at: float
    actor: str
    what: str
    subject: str
    before: str
    after: str
    why: str


class TableDirectory:
    def __init__(self, engine: sa.Engine, clock: Callable[[], float] = time.time) -> None:
        self._engine = engine
        self._clock = clock

    def note(
        self, actor: str, what: str, subject: str, *, before: str = "", after: str = "", why: str = ""
    ) -> None:
        with self._engine.begin() as connection:
            connection.execute(self._deed(actor, what, subject, before, after, why))

    def _deed(self, actor: str, what: str, subject: str, before: str, after: str, why: str) -> sa.Insert:
        return sa.insert(deeds).values(
            at=self._clock(), actor=actor, what=what, subject=subject, before=before, after=after, why=why
        )

    def deeds(self, before: int | None = None, most: int = MAX_ENTRIES) -> list[ActivityEntry]:
        """The latest first."""
        asked = sa.select(deeds).order_by(deeds.c.number.desc()).limit(min(most, MAX_ENTRIES))
        if before is not None:
            asked = asked.where(deeds.c.number < before)
        with reading(self._engine) as connection:
            return [ActivityEntry(*row) for row in connection.execute(asked)]

    def add_table(self, id: str, name: str, game: str, choices: Sequence[str], actor: str) -> None:
        with self._engine.begin() as connection:
            row = {"id": id, "name": name, "game": game, "stopped": False, "opened_at": self._clock()}
            connection.execute(sa.insert(table_cards).values(row))
            connection.execute(self._deed(actor, "open table", id, "", " ".join((game, *choices))[:400], ""))

    def note_sitting(self, account: str, table: str) -> None:
        """Where this account has played, so that its rounds are found again."""
        mine = (sittings.c.account == account) & (sittings.c.table == table)
        with self._engine.begin() as connection:
            connection.execute(sa.delete(sittings).where(mine))
            connection.execute(sa.insert(sittings).values(account=account, table=table, at=self._clock()))

    def sat_at(self, account: str) -> list[str]:
        """The tables of an account, the latest first."""
        asked = sa.select(sittings.c.table).where(sittings.c.account == account)
        with reading(self._engine) as connection:
            found = connection.scalars(asked.order_by(sittings.c.at.desc()).limit(MAX_TABLES_SAT_AT))
            return list(found)

    def tables(self) -> dict[str, TableCard]:
        with reading(self._engine) as connection:
            rows = connection.execute(sa.select(table_cards).order_by(table_cards.c.opened_at))
            return {row.id: TableCard(*row) for row in rows}

    def set_stopped(self, id: str, stopped: bool, actor: str, why: str) -> None:
        with self._engine.begin() as connection:
            connection.execute(sa.update(table_cards).where(table_cards.c.id == id).values(stopped=stopped))
            before, after = ("open", "stopped") if stopped else ("stopped", "open")
            connection.execute(
                self._deed(actor, "stop table" if stopped else "resume table", id, before, after, why)
            )
