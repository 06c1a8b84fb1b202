"""`pitboss records`: rounds, totals and significant events out of a journal, for a person or a program."""

from collections.abc import Iterator, Mapping, Set

import msgspec

from pitboss.cli import screen
from pitboss.cli.journal_output import reading
from pitboss.desk.house_book import HouseBookState
from pitboss.desk.house_entries import BOOKS, HOUSE
from pitboss.desk.interrupted_rounds import OpenRound, open_rounds
from pitboss.desk.recovery import RecordedAct, recorded_acts
from pitboss.desk.round_records import (
    BoxRound,
    GameRecall,
    TableTotals,
    TheoreticalEdge,
    WagerTotals,
    significant_events,
)
from pitboss.errors import BadInput, Fault
from pitboss.games.vocabulary import tell_cents
from pitboss.journal.records import Record, walk_chain
from pitboss.journal.store import Store
from pitboss.table.event_text import tell_cards

TOTAL_HEADS = (
    "Wager", "Decided", "Handle", "Take", "Pay", "Void", "Win over handle", "Edge", "Theory", "Band",
)  # fmt: skip
MOST_NAMES = 20
"""Names in a sentence."""


def show_rounds(
    address: str, table: str, *, box: int, seat: int, account: str, last: int, as_json: bool
) -> None:
    recall = GameRecall(last)
    with reading(address) as store:
        names = account_names(store)
        seen: set[str] = set()
        for act in _recorded_acts(store, table):
            recall.add(act)
            seen.update(act.accounts.values())
    id = find_account(account, names, seen) if account else ""
    rounds = recall.last(box=box, seat=seat, account=id, rounds=last)
    if as_json:
        screen.print_json([msgspec.to_builtins(one) for one in rounds])
        return
    whose = f" of {names.get(id, id)}" if id else ""
    if not rounds:
        screen.title(f"{table}: no finished round{whose}")
        return
    below = "Times are UTC."
    screen.title(f"{table}: the last {len(rounds)} round{'s' * (len(rounds) != 1)}{whose}, box by box", below)
    for one in rounds:
        _tell_round(one, names)


def account_names(store: Store) -> dict[str, str]:
    """Names by account, as the house book has them; none where there is no book."""
    state = HouseBookState()
    for record in walk_chain(store.read(HOUSE)):
        state.take(record)
    return {account.id: account.name for account in state.accounts.values()}


def find_account(given: str, names: Mapping[str, str], seen: Set[str]) -> str:
    """The id of whoever has this name or id; BadInput when nobody has."""
    if given in names or given in seen:
        return given
    same = [id for id, name in names.items() if name.casefold() == given.casefold()]
    if len(same) == 1:
        return same[0]
    known = sorted({*names.values(), *(id for id in seen - names.keys() if id)}, key=str.casefold)
    more = f" and {len(known) - MOST_NAMES} more" if len(known) > MOST_NAMES else ""
    allowed = (", ".join(known[:MOST_NAMES]) + more) or "none: nobody has an account here"
    raise BadInput([Fault("--account", f"nobody has the name or id {given!r}.", allowed)])


def _tell_round(one: BoxRound, names: Mapping[str, str]) -> None:
    player = f", {names.get(one.account, one.account)}" if one.account else ""
    screen.heading(f"Round {one.round}, box {one.box}, seat {one.seat}{player}")
    screen.line(f"From {one.began} to {one.ended}, records {one.first_record} to {one.last_record}.")
    before, after = tell_cents(one.funds_before_cents), tell_cents(one.funds_after_cents)
    screen.line(f"Chips: {before} before the round, {after} after.")
    hands = "; ".join(tell_cards(hand) for hand in one.hands)
    dealer = f"; dealer {tell_cards(one.dealer)}" if one.dealer else ""
    screen.line(f"Cards: {hands}{dealer}.")
    chosen = [
        f"{choice.what} {tell_cents(choice.cents)}" if choice.cents else choice.what for choice in one.choices
    ]
    screen.line(f"Choices: {', '.join(chosen)}.")
    for paid in one.paid:
        stake, back = tell_cents(paid.stake_cents), tell_cents(paid.returned_cents)
        won = "void" if paid.void else f"won {tell_cents(paid.won_cents)}"
        screen.line(f"{paid.label} {stake}: {back} returned, {won}.")


def show_totals(address: str, table: str, *, theory: bool, as_json: bool) -> None:
    totals = TableTotals()
    with reading(address) as store:
        for act in _recorded_acts(store, table):
            totals.add(act)
    rows = totals.rows(_theory(totals) if theory else None)
    if as_json:
        screen.print_json([{**row._asdict(), "within": row.within} for row in rows])
        return
    screen.title(
        f"{table}: every wager",
        "Win over handle divides the house’s win by all stakes decided; edge by the first stakes only.",
    )
    for rules, game in totals.games.items():
        screen.heading(f"{game.title} ({game.id}), rules {rules[:12]}")
        headers = (
            "Wager",
            "Decided",
            "Handle",
            "Take",
            "Pay",
            "Void",
            "Win over handle",
            "Edge",
            "Theory",
            "Band",
        )
        screen.table(headers, [_cells(row) for row in rows if row.rules == rules])


def _theory(totals: TableTotals) -> dict[tuple[str, str], TheoreticalEdge]:
    """What perfect play would cost; weaker play costs more."""
    from pitboss.exact.analyst import analyse

    return {
        (rules, figures.wager): TheoreticalEdge(figures.house_edge, figures.standard_deviation)
        for rules, game in totals.games.items()
        for figures in analyse(game).wagers
    }


def _cells(row: WagerTotals) -> tuple[str, ...]:
    sums = (row.handle_cents, row.take_cents, row.pay_cents, row.void_cents)
    band = f"{row.band[0]:.2%} to {row.band[1]:.2%}" if row.band else ""
    verdict = {True: "", False: " OUTSIDE", None: ""}[row.within]
    shares = tuple(
        "" if share is None else f"{share:.2%}" for share in (row.win_over_handle, row.edge, row.theory)
    )
    return (row.label, str(row.decided), *map(tell_cents, sums), *shares, band + verdict)


def show_events(address: str, table: str, *, as_json: bool) -> None:
    with reading(address) as store:
        events = list(significant_events(_records(store, table)))
    if as_json:
        screen.print_json([event._asdict() for event in events])
        return
    screen.title(f"{table}: significant events")
    headers = ("Record", "Time", "Who", "What", "Before", "After", "Why")
    screen.table(headers, [tuple(str(cell) for cell in event) for event in events])


def show_open(address: str, *, as_json: bool) -> None:
    """Every round that is not over."""
    with reading(address) as store:
        rounds = open_rounds(store, {})
    if as_json:
        screen.print_json([one._asdict() for one in rounds])
        return
    below = "Wagers are on the layout; every round continues from where it stopped."
    screen.title("Rounds that are not over" if rounds else "No round is open.", below if rounds else "")
    headers = ("Table", "Round", "Phase", "Since", "On the layout", "Waiting for")
    screen.table(headers, [_open_cells(one) for one in rounds])


def _open_cells(one: OpenRound) -> tuple[str, ...]:
    stakes = tell_cents(one.stakes_cents)
    return (one.table, str(one.round), one.phase, one.since, stakes, one.waits_for)


def _recorded_acts(store: Store, table: str) -> Iterator[RecordedAct]:
    return recorded_acts(_records(store, table))


def _records(store: Store, table: str) -> Iterator[Record]:
    """The chain is checked on the way: nothing is shown from a journal that fails its check."""
    tables = [name for name in store.heads() if name not in BOOKS]
    if table not in tables:
        allowed = ", ".join(tables) or "none"
        raise BadInput([Fault("--table", f"the journal has no table {table!r}.", allowed)])
    yield from walk_chain(store.read(table))
