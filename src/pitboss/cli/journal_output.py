"""The journal at a terminal: verified, shown, replayed, exported and imported."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from pitboss.cli import screen
from pitboss.cli.harmless_output import harmless_json
from pitboss.cli.replay import show_steps, told
from pitboss.desk.beacon_sources import published_rounds
from pitboss.desk.desk_state import DeskState
from pitboss.desk.house_entries import HOUSE
from pitboss.desk.keyfile import existing, key_of_store, new_key, read_or_create_key
from pitboss.desk.payloads import Acts, read_payload
from pitboss.desk.pit import Pit
from pitboss.desk.recovery import after_record
from pitboss.desk.seed_audit import check_pulses
from pitboss.desk.shoe_audit import LostShoe
from pitboss.desk.transcript import edition_1_transcript, transcript
from pitboss.desk.verify import OwnText, VerificationResult, verify_store
from pitboss.errors import BadInput, BadStore, Claimed, Fault, FaultyRecord, PitbossError
from pitboss.games.vocabulary import tell_name
from pitboss.journal.anchor import check_anchor, read_anchor
from pitboss.journal.archive import export_archive, import_records
from pitboss.journal.archive_store import ArchiveStore, check_notation, open_archive
from pitboss.journal.log_key import LogKey
from pitboss.journal.open_store import open_for_reading, open_store
from pitboss.journal.records import Head, Record, line_of, walk_chain
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Store
from pitboss.journal.witness_file import read_witness
from pitboss.table.table import step
from pitboss.web.account_index import check_index, has_accounts, rebuild
from pitboss.web.data_paths import key_path, log_key_path
from pitboss.web.house_book import HouseBook
from pitboss.web.house_key import HouseKey
from pitboss.web.round_index_check import index_fault

LONGEST_SHOWN = 200
VERIFY = "`pitboss journal verify`"


def verify(address: str, anchor: str, witness: str = "", beacon: str = "", *, as_json: bool) -> None:
    """Exit status 1 and the first fault when anything does not hold."""
    noted = read_anchor(anchor) if anchor else []
    witnessed = read_witness(witness).leaves if witness else []
    published = published_rounds(beacon) if beacon else None

    def work() -> VerificationResult:
        with closing(open_journal(address)) as store:
            check_whole(store)
            _check_not_empty(address, store)
            check_anchor(store, noted)
            verdict = verify_store(store, witnessed=witnessed)
            if verdict.fault:
                return verdict
            wrong = None if published is None else check_pulses(verdict.pulses, published)
            return verdict._replace(fault=wrong or _fault_beside(store, address))

    verdict = _stopping_at_fault(address, work, as_json)
    _show_verdict(address, verdict, as_json)
    if not verdict.holds:
        sys.exit(1)


def check_whole(store: Store) -> None:
    """A copy that ends early holds by itself, and only its file tells that something is missing."""
    if not (isinstance(store, SqlStore) and store.is_left_alone):
        return
    expected = f"the last records, which were in the file {Path(store.where).name}-wal"
    found = "a copy made while a server ran, without that file; `pitboss backup` makes a whole one"
    last = store.head(HOUSE).sequence
    raise FaultyRecord(HOUSE, last + 1, "end of the journal", expected, found)


def _fault_beside(store: Store, address: str) -> FaultyRecord | None:
    """Where something beside the records says something else than they do."""
    if isinstance(store, ArchiveStore):
        return check_notation(store, (transcript, edition_1_transcript))
    if not isinstance(store, SqlStore):
        return None
    return _accounts_fault(store, address) or index_fault(store)


def _accounts_fault(store: Store, address: str) -> FaultyRecord | None:
    """Where the tables of accounts beside the journal say something else than the house book."""
    book = _house_book(store, address)
    if book is None or not has_accounts(book):
        return None
    try:
        check_index(book)
    except FaultyRecord as fault:
        return fault
    return None


def _house_book(store: Store, address: str) -> HouseBook | None:
    """The house book of a store that has one; secrets can be compared only if the key file is there."""
    if not isinstance(store, SqlStore) or HOUSE not in store.heads():
        return None
    path = key_path(address)
    key = read_or_create_key(path) if path.is_file() else b""
    return HouseBook(store, HouseKey(key), time.time)


def rebuild_accounts(address: str) -> None:
    store = open_store(address, create=False)
    book = _house_book(store, address)
    if book is None:
        raise BadInput(
            [Fault(address, "the journal has no house book.", "a journal that a server has run on")]
        )
    sign_if_possible(store, address)
    count = rebuild(book)
    undone = f"{count} difference{'s' * (count != 1)} undone"
    print(f"{address}: the accounts say what the house book says; {undone}.")


def sign_if_possible(store: Store, address: str) -> None:
    """Whoever writes to a journal whose log is signed needs the key beside it."""
    path = log_key_path(address)
    if path.is_file():
        store.log.sign_with(LogKey(read_or_create_key(path)))


def _check_not_empty(address: str, store: Store) -> None:
    if not store.heads():
        says = "there is nothing to verify: it has no records."
        raise BadStore(address, says, "a journal in which a table has written")


@contextmanager
def reading(address: str) -> Iterator[Store]:
    """A journal to show something of."""
    with telling_faults(address), closing(open_journal(address)) as store:
        yield store


@contextmanager
def telling_faults(address: str) -> Iterator[None]:
    """A record that cannot be is told in a sentence, like any bad input."""
    try:
        yield
    except BadInput:
        raise
    except FaultyRecord as fault:
        says = f"the journal has been altered or damaged ({tell_name(fault.field)}): {VERIFY} shows more."
        raise BadInput([Fault(f"{address}, record {fault.sequence} of {fault.table}", says)]) from fault
    except (PitbossError, ValueError, LookupError, TypeError) as error:
        says = f"it says what cannot have happened: {shown(str(error))}; {VERIFY} shows where."
        raise BadStore(address, says) from error


def shown(text: str) -> str:
    """A part of a record for a sentence."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def open_journal(address: str) -> Store:
    """A store to read from; an archive is one too."""
    return open_archive(address) if address.endswith(".zip") else open_for_reading(address)


def _show_verdict(address: str, verdict: VerificationResult, as_json: bool) -> None:
    if as_json:
        names = ("streams", "records", "rounds", "unchecked_cards", "earlier_shoes", "demonstration")
        counts = {name: getattr(verdict, name) for name in names}
        lost = [shoe._asdict() for shoe in verdict.lost_shoes]
        texts = [text._asdict() for text in verdict.own_texts]
        put_back = [gone._asdict() for gone in verdict.put_back]
        keys = [key._asdict() for key in verdict.replaced_keys]
        log = None if verdict.log is None else msgspec.to_builtins(verdict.log)
        told = {"journal": address, "holds": verdict.holds, **counts}
        told |= {"lost_shoes": lost, "own_texts": texts, "put_back": put_back}
        told |= {"log": log, "replaced_keys": keys}
        told |= {"withheld_seeds": [one._asdict() for one in verdict.withheld]}
        told |= {"abandoned_shoes": [one._asdict() for one in verdict.abandoned]}
        screen.print_json(told | {"fault": _fault(verdict.fault)})
        return
    went = f"{verdict.streams} tables and books, {verdict.records} records, {verdict.rounds} rounds"
    if verdict.fault is not None:
        print(f"{address} FAILS the check, after {went}.")
        _tell_fault(verdict.fault)
    elif not verdict.holds:
        print(f"{address} does NOT prove what it must: {went}. Every hash, payment and balance was checked.")
    else:
        print(f"{address} is intact: {went}. {_checked(verdict.unchecked_cards)}")
    for shoe in verdict.lost_shoes:
        _tell_lost(shoe)
    for text in verdict.own_texts:
        _tell_text(text)
    _tell_log(verdict)
    if verdict.demonstration:
        print("  this house was a demonstration: its play money came without a second person.")
    for gone in verdict.put_back:
        print(
            f"  {gone.table} was put back: records {gone.sequence} to {gone.last} as written first are gone."
        )
    _tell_seeds(verdict)


def _checked(unchecked: int) -> str:
    if not unchecked:
        return "Every hash, payment, card and balance was checked."
    cards = f"{unchecked} card{'s' * (unchecked > 1)}"
    return (
        f"Every hash, payment and balance was checked, and every card but {cards} of shoes that are still in "
        "use: those are checked when the shoes are opened."
    )


def _tell_text(text: OwnText) -> None:
    what = (
        f"rules that call themselves {text.label} and are not a published text of it"
        if text.poses
        else f"rules of the house: {text.label}"
    )
    print(f"  {text.table} is played by {what}, SHA-256 {text.sha256}.")


def _tell_log(verdict: VerificationResult) -> None:
    log = verdict.log
    if log is not None:
        signed = f"signed at {log.time} with the key {log.key}" if log.signature else "not signed"
        print(f"  log of {log.size} records, root {log.root}, {signed}.")
    for replaced in verdict.replaced_keys:
        print(f"  the key of the log was replaced in record {replaced.sequence} of {replaced.table},")
        print(f"    and the key before did not sign the new one, {replaced.key}.")


def _tell_seeds(verdict: VerificationResult) -> None:
    """What somebody could do to have another shoe, and did."""
    for withheld in verdict.withheld:
        whose = f"the seed of seat {withheld.seat} ({withheld.account or 'no account'})"
        what = whose if withheld.seat else "the beacon’s number"
        print(
            f"  shoe {withheld.shoe} of {withheld.table} was dealt in another order, because {what} did not "
            f"come: record {withheld.sequence}."
        )
    for shoe in verdict.abandoned:
        print(
            f"  shoe {shoe.shoe} of {shoe.table} was given up after seeds for it were known, before any card "
            f"was dealt: record {shoe.sequence}."
        )
    if verdict.earlier_shoes:
        shoes = f"{verdict.earlier_shoes} shoe{'s' * (verdict.earlier_shoes > 1)}"
        print(f"  {shoes} of the earlier scheme: the house knew the order before the cut.")


def _tell_lost(shoe: LostShoe) -> None:
    dealt = f"{shoe.cards} card{'s' * (shoe.cards != 1)} dealt from it cannot be checked"
    print(f"  shoe {shoe.shoe} of {shoe.table}, given up by {shoe.by} in record {shoe.sequence}: {shoe.why}.")
    print(f"    {dealt}.")


def _fault(fault: FaultyRecord | None) -> dict[str, str | int] | None:
    if fault is None:
        return None
    names = ("table", "sequence", "field", "expected", "found")
    return {name: getattr(fault, name) for name in names}


def _tell_fault(fault: FaultyRecord) -> None:
    print(f"  record    {fault.sequence} of {fault.table}")
    print(f"  field     {tell_name(fault.field)}")
    print(f"  expected  {shown(fault.expected)}")
    print(f"  found     {shown(fault.found)}")


def _stopping_at_fault(
    address: str, work: Callable[[], VerificationResult], as_json: bool
) -> VerificationResult:
    """An archive may be faulty before there is anything to verify, and a journal cut off."""
    try:
        return work()
    except FaultyRecord as fault:
        if as_json:
            screen.print_json({"journal": address, "holds": False, "fault": _fault(fault)})
        else:
            print(f"{address} FAILS the check.")
            _tell_fault(fault)
        sys.exit(1)


def show(address: str, table: str, last: int, *, as_json: bool) -> None:
    """The streams of a journal, or the last records of one."""
    with reading(address) as store:
        heads = store.heads()
        records = _records(store, table, last) if table else []
    if table:
        _show_records(records, as_json)
        return
    if as_json:
        screen.print_json([{"table": name, **head._asdict()} for name, head in heads.items()])
        return
    rows = [(name, str(head.sequence), head.hash) for name, head in heads.items()]
    screen.table(("table or book", "records", "hash of the last record"), rows)


def _records(store: Store, table: str, last: int) -> list[Record]:
    heads = store.heads()
    if table not in heads:
        known = ", ".join(heads) or "none: the journal is empty"
        raise BadInput([Fault("--table", f"the journal has no table {table!r}.", known)])
    return list(store.read(table, after=max(0, heads[table].sequence - last)))


def _show_records(records: list[Record], as_json: bool) -> None:
    for record in records:
        if as_json:
            print(harmless_json(line_of(record)))
        else:
            print(f"{record.sequence:>7}  {record.time}  {record.actor:<8}  {record.kind}")
            print(f"         {record.payload}")


def give_up(address: str, table: str, by: str, key_file: str, *, key_lost: bool) -> None:
    """The table is opened once without its shoe, in somebody's name; a shoe that can be read stays.

    A missing key file is an error: that the key is lost has to be said.
    """
    store = open_store(address, create=False)
    sign_if_possible(store, address)
    head = _records(store, table, 1)[-1]
    path = Path(key_file) if key_file else key_path(address)
    pit = Pit(store, key=new_key(path) if key_lost else key_of_store(store, existing(path)))
    try:
        pit.take(table, lost_by=by)
    except Claimed as claimed:
        raise BadInput([Fault(table, f"{claimed}", "stop the server that runs it first")]) from claimed
    finally:
        pit.close()
    written = [record.kind for record in store.read(table, after=head.sequence)]
    if "ShoeLost" in written:
        print(f"{table}: {by} gave the shoe up for lost; {len(written)} records were written.")
    else:
        print(f"{table}: the shoe can be read, so nothing was given up.")


def replay(address: str, table: str, only_round: int, *, as_json: bool) -> None:
    """Every act of a table again, with its clause; stops at the first that does not follow from the last."""
    with reading(address) as store:
        _records(store, table, 1)
        steps = _steps(store, table)
    wanted = [row for row in steps if only_round in (0, row["round"])]
    if as_json:
        screen.print_json(wanted)
    else:
        show_steps(wanted)


def _steps(store: Store, table: str) -> list[dict[str, object]]:
    desk_state: DeskState | None = None
    rows: list[dict[str, object]] = []
    for record in walk_chain(store.read(table)):
        payload = read_payload(record)
        if desk_state is not None and isinstance(payload, Acts):
            state = desk_state.state
            for act in payload.acts:
                number = state.round
                events, state = step(state, act.command)
                rows.append(told(number, act.command, events, state))
        desk_state = after_record(desk_state, record)
    return rows


def export(address: str, archive: str) -> None:
    with reading(address) as store:
        heads = export_archive(store, archive, transcript)
    _tell_tables(f"{archive}: exported", heads)


def read_in(archive: str, address: str) -> None:
    with (
        telling_faults(archive),
        closing(open_archive(archive)) as source,
        closing(open_store(address)) as store,
    ):
        sign_if_possible(store, address)
        heads = import_records(source, store)
    _tell_tables(f"{address}: imported", heads)


def _tell_tables(done: str, heads: Mapping[str, Head]) -> None:
    print(f"{done} {', '.join(heads) or 'an empty journal'}.")
