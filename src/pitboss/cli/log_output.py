"""The log at a terminal: its key, and receipts put to the test."""

import sys
from contextlib import closing
from pathlib import Path

import msgspec

from pitboss.cli import screen
from pitboss.cli.journal_output import open_journal, telling_faults
from pitboss.cli.user_files import read
from pitboss.desk.house_entries import HOUSE, LogKeySet
from pitboss.desk.keyfile import read_or_create_key
from pitboss.errors import BadInput, Fault
from pitboss.journal.log import Receipt, root_of
from pitboss.journal.log_key import LogKey, endorsed_text, fingerprint, is_signed
from pitboss.journal.open_store import open_store
from pitboss.journal.sql import SqlStore
from pitboss.web.data_paths import key_path, log_key_path
from pitboss.web.house_book import ActingPerson, HouseBook
from pitboss.web.house_key import HouseKey

MOST_RECEIPT_BYTES = 1_000_000


def show_key(address: str, *, as_json: bool) -> None:
    with telling_faults(address), closing(open_journal(address)) as store:
        key = store.log.head().key
    if not key:
        raise BadInput([Fault(address, "its log is not signed.", "a journal that a server has run on")])
    if as_json:
        screen.print_json({"key": key, "fingerprint": fingerprint(key)})
    else:
        print(f"{key}\nfingerprint {fingerprint(key)}")


def replace_key(address: str, by: str) -> None:
    """A new key, named in the house book; the old one signs it if its file is still there."""
    import time

    store = open_store(address, create=False)
    if not isinstance(store, SqlStore) or HOUSE not in store.heads():
        raise BadInput(
            [Fault(address, "the journal has no house book.", "a journal that a server has run on")]
        )
    path = log_key_path(address)
    old = LogKey(read_or_create_key(path)) if path.is_file() else None
    if old is not None:
        path.rename(Path(f"{path}.old"))
    new = LogKey(read_or_create_key(path))
    store.log.sign_with(new)
    shoe_key = key_path(address)
    book = HouseBook(store, HouseKey(read_or_create_key(shoe_key) if shoe_key.is_file() else b""), time.time)
    endorsement = "" if old is None else old.sign_text(endorsed_text(new.public))
    book.write(LogKeySet(new.public, endorsement), by=ActingPerson(by))
    store.close()
    signed = (
        "signed with the old one" if old else "which nothing connects with the old one: verify will name it"
    )
    print(f"{address}: a new key of the log, {signed}.\n{new.public}\nfingerprint {fingerprint(new.public)}")


def check_receipt(file: str, key: str, journal: str, *, as_json: bool) -> None:
    """Exit status 1 when the receipt does not prove what it says, or the journal has something else."""
    receipt = _read_receipt(file)
    wrong = _fault_of(receipt, key) or (_fault_in(receipt, journal) if journal else "")
    if as_json:
        told = {"receipt": file, "holds": not wrong, "table": receipt.table, "sequence": receipt.sequence}
        screen.print_json(told | {"key": receipt.head.key, "fault": wrong or None})
    elif wrong:
        print(f"{file} FAILS the check: {wrong}.")
    else:
        print(
            f"{file} holds: record {receipt.sequence} of {receipt.table} is in the log of {receipt.head.size}"
        )
        print(f"records that was signed at {receipt.head.time} with the key {receipt.head.key}.")
        if not key:
            print("Compare the key: a receipt proves nothing under a key that you do not know (--key).")
    if wrong:
        sys.exit(1)


def _read_receipt(file: str) -> Receipt:
    try:
        return msgspec.json.decode(read(file, most_bytes=MOST_RECEIPT_BYTES), type=Receipt)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadInput(
            [Fault(file, f"this is not a receipt: {error}.", "a receipt as the API gives it")]
        ) from error


def _fault_of(receipt: Receipt, key: str) -> str:
    if not receipt.head.signature:
        return "its head is not signed"
    if key and receipt.head.key != key.strip().lower():
        return f"it is signed with another key, {receipt.head.key}"
    if not is_signed(receipt.head, receipt.head.key):
        return "the signature does not match its head"
    return "" if receipt.holds else "the hashes do not lead from the record to the root"


def _fault_in(receipt: Receipt, journal: str) -> str:
    with telling_faults(journal), closing(open_journal(journal)) as store:
        record = next(store.read(receipt.table, receipt.sequence - 1, receipt.sequence), None)
        if record is None:
            return f"the journal has no record {receipt.sequence} of {receipt.table}"
        if record.hash != receipt.hash:
            return f"record {receipt.sequence} of {receipt.table} is another one in the journal"
        head = store.log.head()
        if head.size < receipt.head.size or root_of(store.log, receipt.head.size) != receipt.head.root:
            return "the log of the journal is another one"
    return ""
