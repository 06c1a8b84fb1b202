"""Keeping a house at a terminal: backup and restore, and a new key when the old one is lost."""

import time
from contextlib import closing
from pathlib import Path

from pitboss.cli.journal_output import check_whole, open_journal, sign_if_possible, telling_faults
from pitboss.desk.house_book import BookAccount, HouseBookState
from pitboss.desk.house_entries import HOUSE
from pitboss.desk.keyfile import new_key, read_or_create_key
from pitboss.desk.verify import verify_store
from pitboss.errors import BadInput, BadStore, Fault
from pitboss.journal.backup import backup_file, dump_database, restore_database, restore_file
from pitboss.journal.open_store import open_store
from pitboss.journal.sql import SqlStore
from pitboss.web.data_paths import is_server, key_path
from pitboss.web.house_book import HouseBook
from pitboss.web.house_key import HouseKey
from pitboss.web.roles import AccountRole

LONGEST_WHY = 300


KEYS_ELSEWHERE = "The key files are not in it: keep them elsewhere."


def backup(address: str, target: str) -> None:
    """Copy a store while servers run on it, and verify the copy where that can be done in its place."""
    if is_server(address):
        size = dump_database(address, target)
        print(f"{target}: a dump, {size / 1e6:.1f} MB. It is verified when it is restored. {KEYS_ELSEWHERE}")
        return
    size = backup_file(_file_of(address), target)
    print(f"{target}: a copy, {size / 1e6:.1f} MB. {_verified(target)} {KEYS_ELSEWHERE}")


def restore(source: str, address: str) -> None:
    """Put a backup in the place of a store; keys and marks stay where they are."""
    if is_server(address):
        restore_database(source, address)
        print(f"{source} was restored. {_verified(address)}")
        return
    _verified(source)
    target = _file_of(address)
    kept = restore_file(_file_of(source), target)
    print(f"{target}: {source} was restored. {_verified(target)}")
    if kept:
        print(f"What was there before is in {kept}.")


def _file_of(address: str) -> str:
    scheme, colon, rest = address.partition(":")
    if colon and scheme != "sqlite":
        raise BadStore(scheme, "this is not a kind of store.", "a file, sqlite:FILE or postgresql://…")
    return rest.removeprefix("//") if colon else address


def _verified(address: str) -> str:
    """How much was verified; BadStore when it does not hold."""
    with telling_faults(address), closing(open_journal(address)) as store:
        check_whole(store)
        verdict = verify_store(store)
    if verdict.fault is not None:
        raise BadStore(address, f"it does not hold: {verdict.fault}.", "an earlier backup that does")
    return f"Verified: {verdict.records} records, {verdict.rounds} rounds."


def replace_key(address: str, by: str, why: str, key_file: str) -> None:
    """Recorded in the house book in the name of an administrator."""
    path = Path(key_file) if key_file else key_path(address)
    with closing(open_store(address, create=False)) as store:
        if not isinstance(store, SqlStore) or HOUSE not in store.heads():
            raise BadStore(address, "the journal has no house book.", "a journal that a server has run on")
        if not why.strip() or len(why) > LONGEST_WHY or not why.isprintable():
            raise BadInput([Fault("--why", "say why in a line.", f"1 to {LONGEST_WHY} characters")])
        _check_stopped(store)
        before = HouseBook(store, HouseKey(b""), time.time).state()
        administrator = _administrator(before, by)
        sign_if_possible(store, address)
        key = HouseKey(read_or_create_key(path) if path.exists() else new_key(path))
        if key.check == before.key_check:
            raise BadInput([Fault(str(path), "this is the key of the house, so it is not lost.")])
        HouseBook(store, key, time.time).replace_key(before, administrator.id, administrator.name, why)
    lost = sum(bool(account.second_factor) for account in before.accounts.values())
    print(f"{address}: the house goes on with the key in {path}, by {administrator.name}.")
    print(f"Passwords stay. {lost} second factor{'s' * (lost != 1)} and all sessions and tokens have ended.")


def _check_stopped(store: SqlStore) -> None:
    for stream in store.heads():
        claim = store.holder(stream)
        if claim is not None and claim.until_us > time.time() * 1_000_000:
            raise BadInput([Fault(stream, f"this table is run by {claim.owner}.", "stop the server first")])


def _administrator(state: HouseBookState, name: str) -> BookAccount:
    """The house book knows who may decide this."""
    found = [one for one in state.accounts.values() if one.active and one.role == AccountRole.ADMINISTRATOR]
    for account in found:
        if account.name == name:
            return account
    known = ", ".join(one.name for one in found) or "none"
    raise BadInput([Fault("--by", f"{name!r} is not an administrator of this house.", known)])
