"""A server does not start on a PostgreSQL that may forget what it has committed."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from pitboss.errors import BadStore
from pitboss.journal.durability import unsafe_settings
from pitboss.journal.open_store import open_store
from pitboss.journal.sql import SqlStore
from pitboss.web.app import make_server
from pitboss.web.settings import Operation
from tests.postgres import emptied
from tests.web.house import quick


@pytest.fixture
def forgetful(postgres: str) -> Iterator[str]:
    """A database on which every connection commits before the disk has it."""
    address = emptied(postgres)
    with psycopg.connect(address, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off')
        yield address
        connection.execute(f'ALTER DATABASE "{name}" RESET synchronous_commit')


def test_a_server_that_may_forget_commits_is_refused_unless_a_setting_allows_it(
    forgetful: str, tmp_path: Path
) -> None:
    settings = quick(tmp_path, store=forgetful, key_file=str(tmp_path / "key"))
    with pytest.raises(BadStore, match="synchronous_commit is off, so an accepted command may be forgotten"):
        make_server(settings)
    allowed = quick(
        tmp_path, store=forgetful, key_file=settings.key_file, operation=Operation(allow_unsafe_commits=True)
    )
    make_server(allowed).close()


def test_a_server_as_it_comes_and_a_file_keep_their_commits(postgres: str, tmp_path: Path) -> None:
    for address in (emptied(postgres), str(tmp_path / "pit.db")):
        store = open_store(address)
        assert isinstance(store, SqlStore)
        assert unsafe_settings(store.engine) == []
        store.close()
