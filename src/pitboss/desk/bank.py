"""The bank: where every cent is, by double entry. Pure; a book a stream, kept beside its journal.

A move takes cents from one account and puts them in another, so a book adds up to zero by construction,
and is added up all the same. In a table's book: `rack`, `drop`, `tips`, `layout`, `seat N`, `shortage`. In
the cage's: `vault`, `player NAME`. Between the two money passes `clearing:TABLE`, which stands in both with
opposite signs. `street` is the world outside; it and clearing are the only ones that may be below zero.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from pitboss.errors import Broken, Refused
from pitboss.games.vocabulary import tell_cents
from pitboss.table import events as e
from pitboss.table.conservation import chips_on_layout
from pitboss.table.state import Table

CAGE = "cage"
STREET = "street"
MOST_CENTS = 10**15


class Move(NamedTuple):
    """So many cents from one account to another, and what the floor calls it."""

    kind: str
    source: str
    target: str
    cents: int


class Book(msgspec.Struct, frozen=True):
    balances: dict[str, int]
    """Accounts with something in them."""
    brought: dict[str, int]
    """What fills, counts and the drop's collection brought to rack, drop and tips: no part of any game."""


EMPTY_BOOK = Book({}, {})


def balance(book: Book, account: str) -> int:
    return book.balances.get(account, 0)


def post(book: Book, moves: Iterable[Move]) -> Book:
    """The book after the moves; Broken when an account that holds things would hold less than nothing."""
    balances = dict(book.balances)
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
            raise Broken(f"{account} would hold {balances[account]} cents")
    return Book(balances, book.brought)


def _may_owe(account: str) -> bool:
    return account == STREET or account.startswith("clearing:")


# ---- what happens at a table


def post_event(book: Book, table: str, event: e.Event, account: str) -> Book:
    """The table's book after an event; `account` is whose seat it is, empty for somebody who walked in."""
    moves = moves_of(table, event, account)
    return post(book, moves) if moves else book


def moves_of(table: str, event: e.Event, account: str) -> tuple[Move, ...]:
    found = _MOVES.get(type(event))
    if found is None:
        return ()
    purse = f"clearing:{table}" if account else STREET
    return tuple(move for move in found(event, purse) if move.cents)


def short_of(book: Book, table: str, events: Iterable[e.Event], accounts: Mapping[int, str]) -> int:
    """How many cents the rack lacks to pay these events one after the other."""
    rack = least = balance(book, "rack")
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
    """What lies on the layout goes back or is taken; what was taken before comes back out of the rack."""
    lies = event.side_stake_cents
    lies += 0 if event.was_settled else event.stake_cents
    lies += 0 if event.insurance_was_settled else event.insurance_cents
    back = event.returned_cents + event.side_returned_cents + event.insurance_cents
    return (
        Move("void", "layout", _seat(event), min(back, lies)),
        Move("take", "layout", "rack", max(lies - back, 0)),
        Move("void", "rack", _seat(event), max(back - lies, 0)),
    )


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
}

MOVING = frozenset(_MOVES)
"""Events in which money moves."""


# ---- what happens at the cage, and between it and a table


class CageAct(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    cents: int


class Fund(CageAct, frozen=True):
    """The house's own money, for fills."""


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
    """The rack as it was counted when the table opened."""

    table: str


class ClosingCount(CageAct, frozen=True):
    table: str


class EmptyDrop(CageAct, frozen=True):
    """The drop box goes to the cage."""

    table: str


class PayTips(CageAct, frozen=True):
    """The tip box goes to the dealers."""

    table: str


AnyCageAct = (
    Fund | Deposit | Withdraw | BuyIn | CashOut
    | Fill | Credit | OpeningCount | ClosingCount | EmptyDrop | PayTips
)  # fmt: skip
_COUNTS = (OpeningCount, ClosingCount)


def post_act(book: Book, act: CageAct, stream: str) -> Book:
    """The stream's book after the act; Refused when there is not so much."""
    least = 0 if isinstance(act, _COUNTS) else 1
    if type(act.cents) is not int or not least <= act.cents <= MOST_CENTS:
        raise Refused("bad_amount", f"{act.cents!r} cents cannot be moved.")
    moves = _cage_moves(act) if stream == CAGE else _table_moves(act, stream, book)
    for move in moves:
        held = balance(book, move.source)
        if not _may_owe(move.source) and held < move.cents:
            says = f"{_place(move.source)} holds {tell_cents(held)}, less than {tell_cents(move.cents)}."
            raise Refused("no_funds", says)
    after = post(book, moves)
    return after if stream == CAGE else Book(after.balances, _brought(book.brought, moves))


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
    raise TypeError(f"{type(act).__name__} is no act of the cage")


def _table_moves(act: CageAct, table: str, book: Book) -> tuple[Move, ...]:
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
            return _counted(balance(book, "rack"), act.cents)
    raise TypeError(f"{type(act).__name__} is no act of a table")


def _counted(booked: int, counted: int) -> tuple[Move, ...]:
    """A count that differs from the book is believed, and the difference stays on record."""
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


def _place(account: str) -> str:
    if account.startswith("player "):
        return f"The account of {account.removeprefix('player ')}"
    return f"The {account}"


# ---- checks


def check_book(book: Book) -> None:
    """Adds up to zero, and nothing holds less than nothing."""
    if (total := sum(book.balances.values())) != 0:
        raise Broken(f"a book is out by {total} cents")
    for account, cents in book.balances.items():
        if cents < 0 and not _may_owe(account):
            raise Broken(f"{account} holds {cents} cents")


def check_books(books: Mapping[str, Book]) -> None:
    """Every book, and nothing under way between the cage and a table."""
    clearing: dict[str, int] = {}
    for book in books.values():
        check_book(book)
        for account, cents in book.balances.items():
            if account.startswith("clearing:"):
                clearing[account] = clearing.get(account, 0) + cents
    for account, cents in clearing.items():
        if cents:
            raise Broken(f"{cents} cents are lost between the cage and {account.removeprefix('clearing:')}")


def check_table(book: Book, state: Table) -> None:
    """The book says of rack, drop, tips, layout and every seat what lies on the felt."""
    felt = {f"seat {found.seat}": found.chips_cents for found in state.players}
    felt["layout"] = chips_on_layout(state)
    for place, cents in (("rack", state.rack_cents), ("drop", state.drop_cents), ("tips", state.tips_cents)):
        felt[place] = cents + book.brought.get(place, 0)
    told = {account: cents for account, cents in book.balances.items() if account.startswith("seat ")}
    for account in (*felt, *told):
        booked, there = balance(book, account), felt.get(account, 0)
        if booked != there:
            raise Broken(f"{account}: {booked} cents in the book, {there} on the felt")
