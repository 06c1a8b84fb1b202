"""A database that fails on purpose: at every statement, at writes only, or now and then by a seed."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import sqlalchemy as sa

WRITES = ("INSERT", "UPDATE", "DELETE", "BEGIN IMMEDIATE")
FULL = "database or disk is full"
LOCKED = "database is locked"
BROKEN = "disk I/O error"


@contextmanager
def failing(engine: sa.Engine, fails: Callable[[str], str | None]) -> Iterator[None]:
    """Every statement for which `fails` has words fails with them, as the driver would say it."""

    def execute(_: object, statement: str, *__: object) -> None:
        if words := fails(statement):
            raise engine.dialect.loaded_dbapi.OperationalError(words)

    sa.event.listen(engine, "do_execute", execute)
    sa.event.listen(engine, "do_executemany", execute)
    try:
        yield
    finally:
        sa.event.remove(engine, "do_execute", execute)
        sa.event.remove(engine, "do_executemany", execute)


def writes_fail(words: str) -> Callable[[str], str | None]:
    return lambda statement: words if statement.lstrip().upper().startswith(WRITES) else None


def everything_fails(words: str) -> Callable[[str], str | None]:
    return lambda _: words


def now_and_then(seed: int, share: float) -> Callable[[str], str | None]:
    """By chance, any statement with any of the three words."""
    chance = random.Random(seed)
    return lambda _: chance.choice((FULL, LOCKED, BROKEN)) if chance.random() < share else None
