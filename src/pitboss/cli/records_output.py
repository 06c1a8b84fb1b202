"""`pitboss records`: rounds, totals and significant events out of a journal, for a person or a program."""

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.cli import screen
from pitboss.cli.journal_output import open_journal
from pitboss.desk.bank import CAGE
from pitboss.desk.interrupted_rounds import OpenRound, open_rounds
from pitboss.desk.recovery import Deed, deeds
from pitboss.desk.round_records import BoxRound, Recall, Row, Theory, Totals, significant
from pitboss.errors import BadInput, Fault, FaultyRecord
from pitboss.games.vocabulary import tell_cents
from pitboss.journal.records import Record, walk_chain
from pitboss.journal.store import Store
from pitboss.table.event_text import tell_cards


def show_rounds(
    address: str, table: str, *, box: int, seat: int, account: str, last: int, as_json: bool
) -> None:
    recall = Recall(last)
    for deed in _deeds(address, table):
        recall.add(deed)
    found = recall.last(box=box, seat=seat, account=account, rounds=last)
    if as_json:
        screen.print_json([_plain(part) for part in found])
        return
    screen.title(f"{table}: the last {len(found)} rounds of a box")
    for part in found:
        _tell_round(part)


def _tell_round(part: BoxRound) -> None:
    whose = f", {part.account}" if part.account else ""
    screen.heading(f"Round {part.round}, box {part.box}, seat {part.seat}{whose}")
    screen.line(f"{part.began} to {part.ended}, records {part.first_record} to {part.last_record}")
    screen.line(
        f"funds {tell_cents(part.funds_before_cents)} before, {tell_cents(part.funds_after_cents)} after"
    )
    hands = "; ".join(tell_cards(hand) for hand in part.hands)
    screen.line(f"cards {hands}; dealer {tell_cards(part.dealer)}")
    chosen = [f"{choice.what}{_for(choice.cents)}" for choice in part.choices]
    screen.line(f"choices {', '.join(chosen)}")
    for paid in part.paid:
        word = "void" if paid.void else f"won {tell_cents(paid.won_cents)}"
        stake, back = tell_cents(paid.stake_cents), tell_cents(paid.returned_cents)
        screen.line(f"{paid.wager.replace('_', ' ')} {stake}: back {back}, {word}")


def _for(cents: int) -> str:
    return f" {tell_cents(cents)}" if cents else ""


def show_totals(address: str, table: str, *, theory: bool, as_json: bool) -> None:
    totals = Totals()
    for deed in _deeds(address, table):
        totals.add(deed)
    rows = totals.rows(_theory(totals) if theory else None)
    if as_json:
        screen.print_json([{**row._asdict(), "within": row.within} for row in rows])
        return
    screen.title(
        f"{table}: every wager",
        "Hold is what the house won of all that was staked and decided, edge of the first stakes alone.",
    )
    for rules, game in totals.games.items():
        screen.heading(f"{game.id} under {rules[:12]}")
        headers = ("Wager", "Decided", "Handle", "Take", "Pay", "Void", "Hold", "Edge", "Theory", "Band")
        screen.table(headers, [_cells(row) for row in rows if row.rules == rules])


def _theory(totals: Totals) -> dict[tuple[str, str], Theory]:
    """What optimal play would cost; who plays worse gives the house more."""
    from pitboss.exact.analyst import analyse

    return {
        (rules, found.wager): Theory(found.house_edge, found.standard_deviation)
        for rules, game in totals.games.items()
        for found in analyse(game).wagers
    }


def _cells(row: Row) -> tuple[str, ...]:
    sums = (row.handle_cents, row.take_cents, row.pay_cents, row.void_cents)
    band = f"{row.band[0]:.2%} to {row.band[1]:.2%}" if row.band else ""
    verdict = {True: "", False: " OUTSIDE", None: ""}[row.within]
    shares = tuple("" if share is None else f"{share:.2%}" for share in (row.hold, row.edge, row.theory))
    name = row.wager.replace("_", " ")
    return (name, str(row.decided), *map(tell_cents, sums), *shares, band + verdict)


def show_events(address: str, table: str, *, as_json: bool) -> None:
    found = list(significant(_records(open_journal(address), table)))
    if as_json:
        screen.print_json([part._asdict() for part in found])
        return
    screen.title(f"{table}: significant events")
    headers = ("Record", "Time", "Who", "What", "Before", "After", "Why")
    screen.table(headers, [tuple(str(cell) for cell in part) for part in found])


def show_open(address: str, *, as_json: bool) -> None:
    """The register of incomplete rounds."""
    try:
        found = open_rounds(open_journal(address), {})
    except FaultyRecord as fault:
        raise _does_not_hold(fault) from fault
    if as_json:
        screen.print_json([part._asdict() for part in found])
        return
    screen.title("Incomplete rounds", "Wagers are down, and every round goes on from where it stopped.")
    headers = ("Table", "Round", "Phase", "Since", "On the layout", "Waits for")
    screen.table(headers, [_open_cells(part) for part in found])


def _open_cells(part: OpenRound) -> tuple[str, ...]:
    return (part.table, str(part.round), part.phase.replace("_", " "), part.since,
            tell_cents(part.stakes_cents), part.waits_for)  # fmt: skip


def _deeds(address: str, table: str) -> Iterator[Deed]:
    return deeds(_records(open_journal(address), table))


def _records(store: Store, table: str) -> Iterator[Record]:
    """The chain is checked on the way: nothing is told from a journal that does not hold."""
    tables = [name for name in store.heads() if name != CAGE]
    if table not in tables:
        allowed = ", ".join(tables) or "none"
        raise BadInput([Fault("--table", f"the journal has no table {table!r}.", allowed)])
    try:
        yield from walk_chain(store.read(table))
    except FaultyRecord as fault:
        raise _does_not_hold(fault) from fault


def _does_not_hold(fault: FaultyRecord) -> BadInput:
    says = "the journal does not hold; pitboss journal verify says how."
    return BadInput([Fault(f"record {fault.sequence} of {fault.table}", says)])


def _plain(part: BoxRound) -> Any:
    return msgspec.to_builtins(part)
