"""The index of rounds held against the journal: all of it is read again, and the first difference named."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from pitboss.errors import FaultyRecord
from pitboss.journal.sql import SqlStore
from pitboss.web.account_schema import past_left, past_players, past_rounds, reading
from pitboss.web.history import NOTES_VERSION, History
from pitboss.web.round_index import FinishedRound, ReadPosition, RoundIndex, RoundSpan

NOTHING = "nothing"


class FreshIndex(RoundIndex):
    """Keeps what is read now, and nothing that was kept before."""

    def __init__(self, engine: sa.Engine) -> None:
        super().__init__(engine)
        self.finished: dict[int, FinishedRound] = {}

    def keep(self, _: str, finished: Sequence[FinishedRound], __: ReadPosition) -> None:
        self.finished |= {one.span.round: one for one in finished}

    def position(self, _: str) -> ReadPosition | None:
        return None


def index_fault(store: SqlStore) -> FaultyRecord | None:
    """The first thing in the index of rounds that the journal does not say; None when there is none."""
    with reading(store.engine) as connection:
        parts = (past_left, past_rounds, past_players)
        tables = {name for part in parts for name in connection.scalars(sa.select(part.c.table).distinct())}
    return next((fault for table in sorted(tables) for fault in _faults(store, table)), None)


def _faults(store: SqlStore, table: str) -> Iterator[FaultyRecord]:
    position = RoundIndex(store.engine).position(table)
    if position is not None and _is_of_another_version(position):
        return  # nobody will believe it
    if position is None:
        yield FaultyRecord(table, 1, "index of rounds", "how far the journal was read", NOTHING)
        return
    fresh = FreshIndex(store.engine)
    history = History(store, fresh, table)
    upto = min(position.head.sequence, store.head(table).sequence)
    history.refresh(upto)
    kept, players = _rows(store, table)
    yield from _different_rounds(table, fresh, kept)
    yield from _different_players(table, fresh, players)
    for name, found in position._asdict().items():
        expected = getattr(history.position, name)
        if expected != found:
            what = f"index of rounds, {'notes' if name == 'notes' else name} after this record"
            yield FaultyRecord(table, history.sequence, what, str(expected), str(found))


def _is_of_another_version(position: ReadPosition) -> bool:
    try:
        return bool(msgspec.json.decode(position.notes, type=dict[str, Any]).get("version") != NOTES_VERSION)
    except (msgspec.DecodeError, ValueError):
        return False


def _rows(store: SqlStore, table: str) -> tuple[dict[int, Any], set[tuple[int, str, str]]]:
    with reading(store.engine) as connection:
        rounds = connection.execute(sa.select(past_rounds).where(past_rounds.c.table == table)).all()
        players = connection.execute(sa.select(past_players).where(past_players.c.table == table)).all()
    return {row.round: row for row in rounds}, {(row.round, row.account, row.ended) for row in players}


def _different_rounds(table: str, fresh: FreshIndex, kept: dict[int, Any]) -> Iterator[FaultyRecord]:
    for number in sorted(fresh.finished.keys() | kept.keys()):
        expected, row = fresh.finished.get(number), kept.get(number)
        what = f"round {number} in the index of rounds"
        if expected is None or row is None:
            at = row.first if row is not None else fresh.finished[number].span.first
            told = ["there" if one is not None else NOTHING for one in (expected, row)]
            yield FaultyRecord(table, at, what, *told)
            continue
        right = {**expected.span._asdict(), "mark": expected.mark}
        for name in (*RoundSpan._fields, "mark"):
            if right[name] != getattr(row, name):
                field = f"{what}, {'snapshot' if name == 'mark' else name}"
                told = [str(right[name]), str(getattr(row, name))]
                yield FaultyRecord(table, expected.span.first, field, *told)


def _different_players(
    table: str, fresh: FreshIndex, players: set[tuple[int, str, str]]
) -> Iterator[FaultyRecord]:
    spans = {number: one.span for number, one in fresh.finished.items()}
    right = {(one.span.round, who, one.span.ended) for one in fresh.finished.values() for who in one.accounts}
    for number, account, ended in sorted(right ^ players):
        expected = (number, account, ended) in right
        told = (account, NOTHING) if expected else (NOTHING, account)
        at = spans[number].first if number in spans else 1
        yield FaultyRecord(table, at, f"players of round {number} in the index of rounds", *told)
