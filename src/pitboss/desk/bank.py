"""The bank: double-entry bookkeeping of every cent. Pure functions; one ledger for each stream.

A move takes cents from one account and adds them to another, so a ledger adds up to zero by construction,
which is checked all the same. A table's ledger has the accounts `rack`, `drop`, `tips`, `layout`, `seat N`
and `shortage`; the cage's has `vault` and `player NAME`. Money between the two goes through `clearing:TABLE`,
which is in both with opposite signs. `street` is the world outside; only it and clearing may be negative.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from pitboss.errors import Broken, Refused
from pitboss.games.vocabulary import tell_cents
from pitboss.table import events as e
from pitboss.table.conservation import on_layout
from pitboss.table.state import Table

CAGE = "cage"
STREET = "street"
MOST_CENTS = 10**15


class Move(NamedTuple):
    """Cents moved from one account to another, and what the floor calls the move."""

    kind: str
    source: str
    target: str
    cents: int


class Ledger(msgspec.Struct, frozen=True):
    balances: dict[str, int]
    """Accounts whose balance is not zero."""
    brought: dict[str, int]
    """What fills, credits, counts and collections added to rack, drop and tips, apart from play."""


EMPTY_LEDGER = Ledger({}, {})


def balance(ledger: Ledger, account: str) -> int:
    return ledger.balances.get(account, 0)


def post(ledger: Ledger, moves: Iterable[Move]) -> Ledger:
    """The ledger after the moves; Broken when an account would become negative that may not."""
    balances = dict(ledger.balances)
    touched = set()
    for move in moves:
        if type(move.cents) is not int or move.cents < 0:
            raise Broken(f"a {move.kind} of {move.cents!r} cents")
        for account, cents in ((move.source, -move.cents), (move.target, move.cents)):
            balances[account] = balances.get(account, 0) + cents
            touched.add(account)
    for account in touched:
        if not balances[account]:
            del balances[account]
        elif balances[account] < 0 and not _may_owe(account):
            raise Broken(f"the balance of {account} would be {balances[account]} cents")
    return Ledger(balances, ledger.brought)


def _may_owe(account: str) -> bool:
    return account == STREET or account.startswith("clearing:")


# ---- events at a table


def post_event(ledger: Ledger, table: str, event: e.Event, account: str) -> Ledger:
    """The table's ledger after an event; `account` belongs to the seat, empty for a player without one."""
    moves = moves_of(table, event, account)
    return post(ledger, moves) if moves else ledger


def moves_of(table: str, event: e.Event, account: str) -> tuple[Move, ...]:
    make_moves = _MOVES.get(type(event))
    if make_moves is None:
        return ()
    purse = f"clearing:{table}" if account else STREET
    return tuple(move for move in make_moves(event, purse) if move.cents)


def short_of(ledger: Ledger, table: str, events: Iterable[e.Event], accounts: Mapping[int, str]) -> int:
    """How many cents the rack lacks to pay these events in order."""
    rack = least = balance(ledger, "rack")
    for event in events:
        for move in moves_of(table, event, accounts.get(getattr(event, "seat", 0), "")):
            rack += (move.target == "rack") * move.cents - (move.source == "rack") * move.cents
            least = min(least, rack)
    return max(0, -least)


def _seat(event: Any) -> str:
    return f"seat {event.seat}"


def _sat_down(event: e.SatDown, purse: str) -> tuple[Move, ...]:
    return (Move("buy-in", purse, _seat(event), event.chips_cents),)


def _went_away(event: e.WentAway, purse: str) -> tuple[Move, ...]:
    return (Move("cash-out", _seat(event), purse, event.chips_cents),)


def _bought(event: e.ChipsBought | e.CashConverted, purse: str) -> tuple[Move, ...]:
    return (
        Move("buy-in", purse, "drop", event.cents),
        Move("buy-in", "rack", _seat(event), event.cents),
    )


def _tipped(event: e.TipLeft, _: str) -> tuple[Move, ...]:
    return (Move("tip", _seat(event), "tips", event.cents),)


def _wagered(event: e.WagerPlaced | e.InsurancePlaced | e.Decided, _: str) -> tuple[Move, ...]:
    return (Move("wager", _seat(event), "layout", event.cents),)


def _taken_back(event: e.WagerTakenBack, _: str) -> tuple[Move, ...]:
    return (Move("void", "layout", _seat(event), event.cents),)


def _settled(event: e.HandSettled | e.WagerSettled, _: str) -> tuple[Move, ...]:
    return (
        Move("take", "layout", "rack", event.stake_cents - event.returned_cents),
        Move("return", "layout", _seat(event), event.returned_cents),
        Move("pay", "rack", _seat(event), event.won_cents),
    )


def _reopened(event: e.InsuranceReopened, _: str) -> tuple[Move, ...]:
    return (Move("reopen", "rack", "layout", event.cents),)


def _died(event: e.HandDied, _: str) -> tuple[Move, ...]:
    """Chips on the layout are returned or taken; chips taken before are returned from the rack."""
    on_layout = event.side_stake_cents
    on_layout += 0 if event.was_settled else event.stake_cents
    on_layout += 0 if event.insurance_was_settled else event.insurance_cents
    returned = event.returned_cents + event.side_returned_cents + event.insurance_cents
    return (
        Move("void", "layout", _seat(event), min(returned, on_layout)),
        Move("take", "layout", "rack", max(on_layout - returned, 0)),
        Move("void", "rack", _seat(event), max(returned - on_layout, 0)),
    )


def _given_back(event: e.AddedWagersReturned, _: str) -> tuple[Move, ...]:
    return (Move("void", "rack", _seat(event), event.cents),)


def _taken_again(event: e.BlackjackReopened, _: str) -> tuple[Move, ...]:
    return (Move("take", _seat(event), "rack", event.cents),)


def _paid_later(event: e.PaymentCorrected, _: str) -> tuple[Move, ...]:
    if event.cents < 0:
        return (Move("correction", _seat(event), "rack", -event.cents),)
    return (Move("correction", "rack", _seat(event), event.cents),)


_MOVES: dict[type[e.Event], Callable[[Any, str], tuple[Move, ...]]] = {
    e.SatDown: _sat_down,
    e.WentAway: _went_away,
    e.ChipsBought: _bought,
    e.CashConverted: _bought,
    e.TipLeft: _tipped,
    e.WagerPlaced: _wagered,
    e.InsurancePlaced: _wagered,
    e.InsuranceReopened: _reopened,
    e.Decided: _wagered,
    e.WagerTakenBack: _taken_back,
    e.HandSettled: _settled,
    e.WagerSettled: _settled,
    e.HandDied: _died,
    e.AddedWagersReturned: _given_back,
    e.BlackjackReopened: _taken_again,
    e.PaymentCorrected: _paid_later,
}

MOVING = frozenset(_MOVES)
"""Events that move money."""


# ---- acts at the cage, and between the cage and a table


class CageAct(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Money moved outside of play."""

    cents: int


class Fund(CageAct, frozen=True):
    """The house adds its own money to the vault."""


class Deposit(CageAct, frozen=True):
    account: str


class Withdraw(CageAct, frozen=True):
    account: str


class BuyIn(CageAct, frozen=True):
    account: str
    table: str
    seat: int


class CashOut(CageAct, frozen=True):
    account: str
    table: str
    seat: int


class Fill(CageAct, frozen=True):
    """Chips from the cage to a table's rack."""

    table: str


class Credit(CageAct, frozen=True):
    """Chips from a table's rack to the cage."""

    table: str


class OpeningCount(CageAct, frozen=True):
    """The count of the rack when the table opens."""

    table: str


class ClosingCount(CageAct, frozen=True):
    """The count of the rack when the table closes."""

    table: str


class EmptyDrop(CageAct, frozen=True):
    """The contents of the drop box go to the cage."""

    table: str


class PayTips(CageAct, frozen=True):
    """The contents of the tip box go to the dealers."""

    table: str


AnyCageAct = (
    Fund | Deposit | Withdraw | BuyIn | CashOut
    | Fill | Credit | OpeningCount | ClosingCount | EmptyDrop | PayTips
)  # fmt: skip
_COUNTS = (OpeningCount, ClosingCount)


def post_act(ledger: Ledger, act: CageAct, stream: str) -> Ledger:
    """The stream's ledger after the act; Refused when the source has too little."""
    least = 0 if isinstance(act, _COUNTS) else 1
    if type(act.cents) is not int or not least <= act.cents <= MOST_CENTS:
        limits = f"{tell_cents(least)} and {tell_cents(MOST_CENTS)}"
        raise Refused("bad_amount", f"The amount must be between {limits}.")
    moves = _cage_moves(act) if stream == CAGE else _table_moves(act, stream, ledger)
    for move in moves:
        held = balance(ledger, move.source)
        if not _may_owe(move.source) and held < move.cents:
            says = f"{_owner(move.source)} has only {tell_cents(held)}, not {tell_cents(move.cents)}."
            raise Refused("no_funds", says)
    after = post(ledger, moves)
    return after if stream == CAGE else Ledger(after.balances, _brought(ledger.brought, moves))


def _cage_moves(act: CageAct) -> tuple[Move, ...]:
    match act:
        case Fund():
            return (Move("capital", STREET, "vault", act.cents),)
        case Deposit():
            return (Move("deposit", STREET, f"player {act.account}", act.cents),)
        case Withdraw():
            return (Move("withdrawal", f"player {act.account}", STREET, act.cents),)
        case BuyIn():
            return (Move("buy-in", f"player {act.account}", f"clearing:{act.table}", act.cents),)
        case CashOut():
            return (Move("cash-out", f"clearing:{act.table}", f"player {act.account}", act.cents),)
        case Fill():
            return (Move("fill", "vault", f"clearing:{act.table}", act.cents),)
        case Credit():
            return (Move("credit", f"clearing:{act.table}", "vault", act.cents),)
        case EmptyDrop():
            return (Move("drop", f"clearing:{act.table}", "vault", act.cents),)
    raise TypeError(f"{type(act).__name__} is not an act of the cage")


def _table_moves(act: CageAct, table: str, ledger: Ledger) -> tuple[Move, ...]:
    if getattr(act, "table", table) != table:
        raise TypeError(f"{type(act).__name__} for another table in the stream of {table}")
    clearing = f"clearing:{table}"
    match act:
        case Fill():
            return (Move("fill", clearing, "rack", act.cents),)
        case Credit():
            return (Move("credit", "rack", clearing, act.cents),)
        case EmptyDrop():
            return (Move("drop", "drop", clearing, act.cents),)
        case PayTips():
            return (Move("tips", "tips", STREET, act.cents),)
        case OpeningCount() | ClosingCount():
            return _counted(balance(ledger, "rack"), act.cents)
    raise TypeError(f"{type(act).__name__} is not an act of a table")


def _counted(booked: int, counted: int) -> tuple[Move, ...]:
    """A count that differs from the ledger is accepted, and the difference stays on record."""
    if counted < booked:
        return (Move("shortage", "rack", "shortage", booked - counted),)
    return (Move("overage", STREET, "rack", counted - booked),) if counted > booked else ()


def _brought(before: dict[str, int], moves: tuple[Move, ...]) -> dict[str, int]:
    after = dict(before)
    for move in moves:
        for place, cents in ((move.source, -move.cents), (move.target, move.cents)):
            if place in ("rack", "drop", "tips"):
                after[place] = after.get(place, 0) + cents
    return after


def _owner(account: str) -> str:
    if account.startswith("player "):
        return f"The account of {account.removeprefix('player ')}"
    return {"drop": "The drop box", "tips": "The tip box"}.get(account, f"The {account}")


def act_text(act: CageAct) -> str:
    """An act in words, for a transcript or a report."""
    cents = tell_cents(act.cents)
    match act:
        case BuyIn():
            return f"{act.account} buys in at {act.table}, seat {act.seat}, for {cents}"
        case CashOut():
            return f"{act.account} cashes out {cents} at {act.table}, seat {act.seat}"
        case Deposit():
            return f"{act.account} deposits {cents}"
        case Withdraw():
            return f"{act.account} withdraws {cents}"
    table = getattr(act, "table", "")
    return f"{_ACT_WORDS[type(act)]} {cents}" + (f", table {table}" if table else "")


_ACT_WORDS: dict[type[CageAct], str] = {
    Fund: "house money added to the vault:",
    Fill: "fill of",
    Credit: "credit of",
    OpeningCount: "opening count of the rack:",
    ClosingCount: "closing count of the rack:",
    EmptyDrop: "drop box emptied:",
    PayTips: "tips paid to the dealers:",
}


# ---- checks


def check_ledger(ledger: Ledger) -> None:
    """It adds up to zero, and no account is negative that may not be."""
    if (total := sum(ledger.balances.values())) != 0:
        raise Broken(f"a ledger is off by {total} cents")
    for account, cents in ledger.balances.items():
        if cents < 0 and not _may_owe(account):
            raise Broken(f"the balance of {account} is {cents} cents")


def check_ledgers(ledgers: Mapping[str, Ledger]) -> None:
    """Check every ledger, and that nothing is missing between the cage and a table."""
    clearing: dict[str, int] = {}
    for ledger in ledgers.values():
        check_ledger(ledger)
        for account, cents in ledger.balances.items():
            if account.startswith("clearing:"):
                clearing[account] = clearing.get(account, 0) + cents
    for account, cents in clearing.items():
        if cents:
            raise Broken(f"{cents} cents are lost between the cage and {account.removeprefix('clearing:')}")


def chips_on_felt(state: Table) -> dict[str, int]:
    """What a table has in each account by play alone: its seats, layout, rack, drop and tips."""
    felt = {f"seat {player.seat}": player.chips_cents for player in state.players}
    places = {"rack": state.rack_cents, "drop": state.drop_cents, "tips": state.tips_cents}
    return felt | places | {"layout": on_layout(state).cents}


def post_correction(ledger: Ledger, before: Table, after: Table) -> Ledger:
    """The ledger after a round under way was decided again: what one place lacks now, another has."""
    was, is_now = chips_on_felt(before), chips_on_felt(after)
    change = {place: is_now.get(place, 0) - was.get(place, 0) for place in was | is_now}
    moves: list[Move] = []
    for source, lacks in ((place, -cents) for place, cents in change.items() if cents < 0):
        for target in change:
            cents = min(lacks, change[target])
            if cents > 0:
                moves.append(Move("correction", source, target, cents))
                change[target] -= cents
                lacks -= cents
        if lacks:
            raise Broken(f"a correction loses {lacks} cents of {source}")
    return post(ledger, moves)


def check_table(ledger: Ledger, state: Table) -> None:
    """The ledger agrees with the table about rack, drop, tips, layout and every seat."""
    felt = {place: cents + ledger.brought.get(place, 0) for place, cents in chips_on_felt(state).items()}
    seats = [account for account in ledger.balances if account.startswith("seat ")]
    for account in (*felt, *seats):
        booked, on_felt = balance(ledger, account), felt.get(account, 0)
        if booked != on_felt:
            raise Broken(f"{account}: {booked} cents in the ledger, {on_felt} on the felt")
