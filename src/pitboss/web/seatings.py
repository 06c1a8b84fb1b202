"""Where somebody sits, at the tables of every server on the store, and one change of that at a time."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.desk.desk_state import DeskState
from pitboss.desk.recovery import recover
from pitboss.errors import Refused
from pitboss.games.vocabulary import tell_cents
from pitboss.table.conservation import on_layout
from pitboss.table.state import find_player
from pitboss.web.accounts import Account, Accounts
from pitboss.web.live_table import seat_of
from pitboss.web.table_manager import TableManager

TRIES, PAUSE_S = 100, 0.05


class Seated(NamedTuple):
    """A seat that an account holds, with its chips and what it has on the layout."""

    table: str
    name: str
    seat: int
    chips_cents: int
    at_risk_cents: int


class Seatings:
    def __init__(self, tables: TableManager, accounts: Accounts, *, one_table: bool) -> None:
        self._tables = tables
        self._accounts = accounts
        self._one_table = one_table

    @contextmanager
    def alone(self, account: str) -> Iterator[Account]:
        """The account as it is while nobody else, on any server, seats it, closes it or pays in to it."""
        held = self._hold(account)
        try:
            yield self._accounts.find(account)
        finally:
            self._tables.directory.release_account(account, held)

    def _hold(self, account: str) -> float:
        for _ in range(TRIES):
            held = self._tables.directory.hold_account(account)
            if held is not None:
                return held
            time.sleep(PAUSE_S)
        raise Refused("busy", "Something else is being done with this account. Try again.")

    def of(self, account: str) -> list[Seated]:
        cards = self._tables.cards()
        played = [id for id in self._tables.directory.sat_at(account) if id in cards]
        found = ((id, self._desk_state(id)) for id in played)
        return [
            Seated(id, cards[id].name, seat, *_cents(state, seat))
            for id, state in found
            if (seat := seat_of(account, state.accounts))
        ]

    def _desk_state(self, table: str) -> DeskState:
        live = self._tables.live.get(table)
        return live.desk_state if live is not None else recover(self._tables.pit.store, table)[0]

    @contextmanager
    def sitting_down(self, account: str, table: str) -> Iterator[Account]:
        """Held while somebody takes a seat; Refused where the house lets nobody sit at two tables."""
        with self.alone(account) as person:
            others = [one for one in self.of(account) if one.table != table] if self._one_table else []
            if others:
                says = f"You sit at {others[0].name}. Here nobody plays at two tables: leave that one first."
                raise Refused("one_table", says)
            self._tables.directory.note_sitting(account, table)
            yield person

    def check_settled(self, person: Account, then: str) -> None:
        """Refused while the house holds money or chips of this account, with what to do first."""
        cage = self._tables.pit.cage
        cage.refresh()
        seats, balance = self.of(person.id), cage.balance(person.id)
        if not seats and not balance:
            return
        has = [
            f"{tell_cents(one.chips_cents + one.at_risk_cents)} in chips at {one.name}, seat {one.seat}"
            for one in seats
        ]
        has += [f"{tell_cents(balance)} in the account"] if balance else []
        steps = ["the player leaves the table"] * bool(seats) + ["the balance is paid out"]
        says = f"{person.name} still has {' and '.join(has)}. First {' and '.join(steps)}; then {then}."
        raise Refused("has_money", says)

    def check_takes_money(self, account: str) -> None:
        person = self._accounts.find(account)
        if not person.active:
            raise Refused("closed", f"The account of {person.name} is closed: nothing can be paid in to it.")


def _cents(desk_state: DeskState, seat: int) -> tuple[int, int]:
    """A player’s chips, and what the player has on the layout."""
    state = desk_state.state
    player = find_player(state, seat)
    mine = replace(state, boxes=tuple(box for box in state.boxes if box.seat == seat))
    return player.chips_cents if player else 0, on_layout(mine).cents
