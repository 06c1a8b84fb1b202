"""Double-entry bookkeeping of every cent. Pure functions; one ledger for each stream.

A move takes cents from one account and adds them to another, so a ledger adds up to zero by construction,
which is checked all the same. A table's ledger has the accounts `rack`, `drop`, `tips`, `layout`, `seat N`
and `shortage`; the cage's has `cash`, `vault` (chips), `transit`, `box NUMBER`, `tip pool`, `cash variance`,
`chip variance` and `player NAME`. Money between the two goes through `clearing:TABLE`, which is in both with
opposite signs.

Outside are `street` (cash in people's pockets), `chips outside` (chips in people's pockets, or at the maker)
and `owed` (what the house owes for deposits, tips and electronic chips). Only these, clearing and variances
may be negative.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from pitboss.errors import Broken

CAGE = "cage"
STREET = "street"
CHIPS_OUTSIDE = "chips outside"
OWED = "owed"
CASH_VARIANCE, CHIP_VARIANCE = "cash variance", "chip variance"


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
        elif balances[account] < 0 and not may_owe(account):
            raise Broken(f"the balance of {account} would be {balances[account]} cents")
    return Ledger(balances, ledger.brought)


def may_owe(account: str) -> bool:
    outside = (STREET, CHIPS_OUTSIDE, OWED, CASH_VARIANCE, CHIP_VARIANCE)
    return account in outside or account.startswith("clearing:")


def clearing(table: str) -> str:
    return f"clearing:{table}"


def check_ledger(ledger: Ledger) -> None:
    """It adds up to zero, and no account is negative that may not be."""
    if (total := sum(ledger.balances.values())) != 0:
        raise Broken(f"a ledger is off by {total} cents")
    for account, cents in ledger.balances.items():
        if cents < 0 and not may_owe(account):
            raise Broken(f"the balance of {account} is {cents} cents")


def check_ledgers(ledgers: Mapping[str, Ledger]) -> None:
    """Check every ledger, and that nothing is missing between the cage and a table."""
    between: dict[str, int] = {}
    for ledger in ledgers.values():
        check_ledger(ledger)
        for account, cents in ledger.balances.items():
            if account.startswith("clearing:"):
                between[account] = between.get(account, 0) + cents
    for account, cents in between.items():
        if cents:
            raise Broken(f"{cents} cents are lost between the cage and {account.removeprefix('clearing:')}")
