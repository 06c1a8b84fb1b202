"""A house made from an archive, to look at anywhere: its tables, people and rounds without its keys.

The archive stays as it is. What is served is a copy in which keys, passwords and undealt shoes, which no
archive has, are given up on record, and in which nobody can bet.
"""

import secrets
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import sqlalchemy as sa

from pitboss.desk.desk_state import DeskState
from pitboss.desk.house_entries import BOOKS, HOUSE, LogKeySet, TableListed, TableStopped
from pitboss.desk.keyfile import read_or_create_key
from pitboss.desk.pit import Pit
from pitboss.desk.recovery import recover
from pitboss.journal.archive import import_archive
from pitboss.journal.log_key import LogKey
from pitboss.journal.open_store import open_store
from pitboss.journal.sql import SqlStore
from pitboss.web.account_index import rebuild
from pitboss.web.account_schema import table_cards
from pitboss.web.accounts import Accounts
from pitboss.web.data_paths import key_path, log_key_path
from pitboss.web.house_book import THE_HOUSE, HouseBook, running
from pitboss.web.house_key import HouseKey
from pitboss.web.roles import AccountRole
from pitboss.web.settings import Settings, VerifierSettings

WHY = "opened from an archive, to look at"
VIEWER = "archive viewer"


def archive_settings(archive: str, folder: Path, settings: Settings) -> Settings:
    """Settings for a server on a copy of this archive in this folder."""
    address = str(folder / "archive.db")
    import_house(archive, address)
    return replace(
        settings,
        store=address,
        key_file="",
        log_key_file="",
        mark_file="",
        demo=False,
        verifier=VerifierSettings(runs=False),
    )


def import_house(archive: str, address: str) -> None:
    store = open_store(address)
    assert isinstance(store, SqlStore)
    with closing(store):
        heads = import_archive(archive, store)
        key = read_or_create_key(key_path(address))
        log_key = LogKey(read_or_create_key(log_key_path(address)))
        store.log.sign_with(log_key)
        book = HouseBook(store, HouseKey(key), time.time)
        book.write(LogKeySet(log_key.public), by=THE_HOUSE)
        if HOUSE in heads:
            rebuild(book)
            book.replace_key(book.state(), THE_HOUSE.account, THE_HOUSE.account, WHY)
        book.begin_directory(book.state())
        desks = {table: recover(store, table)[0] for table in heads if table not in BOOKS}
        _list_and_stop(book, desks)
        _give_up_shoes(store, key, desks)


def _list_and_stop(book: HouseBook, desks: Mapping[str, DeskState]) -> None:
    """A journal without a house book names no tables: they go by their streams."""
    listed = book.state().tables
    for id, desk_state in desks.items():
        if id not in listed:
            now = book.clock()
            row = {"id": id, "name": id, "game": desk_state.game, "stopped": False, "opened_at": now}
            change = running(sa.insert(table_cards).values(row))
            entry = TableListed(id, id, desk_state.game, desk_state.state.terms.game.title)
            book.write(entry, by=THE_HOUSE, change=change, at=now)
        if id not in listed or not listed[id].stopped:
            stop = sa.update(table_cards).where(table_cards.c.id == id).values(stopped=True)
            book.write(TableStopped(id, WHY), by=THE_HOUSE, change=running(stop))


def _give_up_shoes(store: SqlStore, key: bytes, tables: Mapping[str, DeskState]) -> None:
    pit = Pit(store, key=key)
    for table in tables:
        pit.take(table, lost_by=THE_HOUSE.account)
    pit.close()


def viewer(accounts: Accounts) -> tuple[str, str]:
    """Name and password of somebody who may see everything and change nothing."""
    password = secrets.token_urlsafe(12)
    name = VIEWER
    while accounts.by_name(name) is not None:
        name = f"{VIEWER} {secrets.token_hex(2)}"
    return accounts.create(name, AccountRole.REGULATOR, password).name, password
