"""An index of finished rounds in the journal, so that one of a hundred thousand is found at once.

It is a cache: all of it was read from the journal, and is read from there again when it cannot be used.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.journal.records import Head
from pitboss.web.account_schema import past_left, past_players, past_rounds, reading


class RoundSpan(NamedTuple):
    """The records of a finished round."""

    round: int
    first: int
    last: int
    began: str
    ended: str
    rules: str


class FinishedRound(NamedTuple):
    """A round to be kept: who played it and, for some rounds, a snapshot of the desk before it."""

    span: RoundSpan
    accounts: tuple[str, ...]
    mark: str


class ReadPosition(NamedTuple):
    """How far the journal was read: up to this record, with this snapshot of the desk and these notes."""

    head: Head
    snapshot: str
    notes: str


class RoundIndex:
    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def keep(self, table: str, finished: Sequence[FinishedRound], position: ReadPosition) -> None:
        """In one transaction; what was kept of these rounds before is replaced."""
        numbers = [one.span.round for one in finished]
        rounds = [{"table": table, "mark": one.mark, **one.span._asdict()} for one in finished]
        players = [
            {"account": account, "table": table, "round": one.span.round, "ended": one.span.ended}
            for one in finished
            for account in one.accounts
        ]
        with self._engine.begin() as connection:
            self._forget(connection, table, min(numbers))
            connection.execute(sa.insert(past_rounds), rounds)
            if players:
                connection.execute(sa.insert(past_players), players)
            row = {"sequence": position.head.sequence, "hash": position.head.hash}
            row |= {"table": table, "standing": position.snapshot, "notes": position.notes}
            connection.execute(sa.insert(past_left).values(row))

    def forget(self, table: str) -> None:
        """Drop everything that was kept of this table."""
        with self._engine.begin() as connection:
            self._forget(connection, table, 0)

    def _forget(self, connection: sa.Connection, table: str, first: int) -> None:
        for rows in (past_rounds, past_players):
            connection.execute(sa.delete(rows).where(rows.c.table == table, rows.c.round >= first))
        connection.execute(sa.delete(past_left).where(past_left.c.table == table))

    def position(self, table: str) -> ReadPosition | None:
        with reading(self._engine) as connection:
            row = connection.execute(sa.select(past_left).where(past_left.c.table == table)).first()
        return None if row is None else ReadPosition(Head(row.sequence, row.hash), row.standing, row.notes)

    # ---- finding

    def find(self, table: str, number: int) -> RoundSpan | None:
        return next(iter(self.last(table, 1, before=number + 1, after=number - 1)), None)

    def last(self, table: str, most: int, *, before: int | None = None, after: int = 0) -> list[RoundSpan]:
        """Latest first."""
        query = _spans(table).where(past_rounds.c.round > after)
        if before is not None:
            query = query.where(past_rounds.c.round < before)
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(past_rounds.c.round.desc()).limit(most))
            return [RoundSpan(*row) for row in rows]

    def bounds(self, table: str) -> tuple[int, int]:
        """The first and the last round; 0 and 0 when there is none."""
        query = sa.select(sa.func.min(past_rounds.c.round), sa.func.max(past_rounds.c.round))
        with reading(self._engine) as connection:
            first, last = connection.execute(query.where(past_rounds.c.table == table)).one()
        return first or 0, last or 0

    def mark(self, table: str, number: int) -> tuple[int, str] | None:
        """The record that took the nearest snapshot before this round, and the snapshot."""
        query = sa.select(past_rounds.c.mark).where(
            past_rounds.c.table == table, past_rounds.c.round <= number, past_rounds.c.mark != ""
        )
        with reading(self._engine) as connection:
            row = connection.execute(query.order_by(past_rounds.c.round.desc()).limit(1)).first()
        if row is None:
            return None
        sequence, _, snapshot = row.mark.partition(" ")
        return (int(sequence), snapshot) if sequence.isascii() and sequence.isdigit() else None

    def played_by(self, account: str, most: int) -> dict[str, list[int]]:
        """The last rounds of an account, by table."""
        query = sa.select(past_players).where(past_players.c.account == account)
        rounds: dict[str, list[int]] = {}
        with reading(self._engine) as connection:
            for row in connection.execute(query.order_by(past_players.c.ended.desc()).limit(most)):
                rounds.setdefault(row.table, []).append(row.round)
        return rounds

    def played_between(self, account: str, start: str, end: str) -> dict[str, list[int]]:
        """The rounds of an account that ended from one time to just before another, by table."""
        columns = past_players.c
        then = (columns.account == account) & (columns.ended >= start) & (columns.ended < end)
        query = sa.select(past_players).where(then).order_by(columns.ended)
        rounds: dict[str, list[int]] = {}
        with reading(self._engine) as connection:
            for row in connection.execute(query):
                rounds.setdefault(row.table, []).append(row.round)
        return rounds

    def mine(self, account: str, table: str, numbers: Iterable[int]) -> set[int]:
        """Which of these rounds the account played in."""
        query = sa.select(past_players.c.round).where(
            past_players.c.account == account,
            past_players.c.table == table,
            past_players.c.round.in_(list(numbers)),
        )
        with reading(self._engine) as connection:
            return set(connection.scalars(query))


def _spans(table: str) -> sa.Select[Any]:
    columns = [past_rounds.c[name] for name in RoundSpan._fields]
    return sa.select(*columns).where(past_rounds.c.table == table)
