"""What play moves in the ledger of a table: every event that concerns chips or cash.

How chips come to a table depends on its tray. At one of an earlier journal everything that a player with an
account brings or buys comes from that account. Today what is bought from an account is a purchase of its own,
and cash is cash, whoever brings it: it goes into the drop box. Electronic chips of a player without an
account are owed by the house to whoever sits there; they never become real ones.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from pitboss.desk.ledger import CHIPS_OUTSIDE, OWED, STREET, Ledger, Move, balance, clearing, post
from pitboss.desk.trays import AUTOMATIC, EARLIER
from pitboss.errors import Broken
from pitboss.table import events as e
from pitboss.table.conservation import on_layout
from pitboss.table.state import Table


class Purse(NamedTuple):
    """Where a player's chips and cash come from, and go to."""

    chips: str
    cash: str


def purse_of(table: str, tray: str, account: str) -> Purse:
    """`account` belongs to the seat, empty for a player without one."""
    if tray == EARLIER:
        purse = clearing(table) if account else STREET
        return Purse(purse, purse)
    unnamed = OWED if tray == AUTOMATIC else CHIPS_OUTSIDE
    return Purse(clearing(table) if account else unnamed, STREET)


def post_event(ledger: Ledger, table: str, tray: str, event: e.Event, account: str) -> Ledger:
    """The table's ledger after an event; `account` belongs to the seat, empty for a player without one."""
    moves = moves_of(table, tray, event, account)
    return post(ledger, moves) if moves else ledger


def moves_of(table: str, tray: str, event: e.Event, account: str) -> tuple[Move, ...]:
    make_moves = _MOVES.get(type(event))
    if make_moves is None:
        return ()
    purse = purse_of(table, tray, account)
    return tuple(move for move in make_moves(event, purse) if move.cents)


def short_of(
    ledger: Ledger, table: str, tray: str, events: Iterable[e.Event], accounts: Mapping[int, str]
) -> int:
    """How many cents the rack lacks to pay these events in order."""
    rack = least = balance(ledger, "rack")
    for event in events:
        for move in moves_of(table, tray, event, accounts.get(getattr(event, "seat", 0), "")):
            rack += (move.target == "rack") * move.cents - (move.source == "rack") * move.cents
            least = min(least, rack)
    return max(0, -least)


def _seat(event: Any) -> str:
    return f"seat {event.seat}"


def _sat_down(event: e.SatDown, purse: Purse) -> tuple[Move, ...]:
    return (Move("buy-in", purse.chips, _seat(event), event.chips_cents),)


def _went_away(event: e.WentAway, purse: Purse) -> tuple[Move, ...]:
    return (Move("cash-out", _seat(event), purse.chips, event.chips_cents),)


def _bought(event: e.ChipsBought, purse: Purse) -> tuple[Move, ...]:
    if event.from_account:
        return (Move("buy-in", purse.chips, _seat(event), event.cents),)
    return _changed(event, purse)


def _changed(event: e.ChipsBought | e.CashConverted, purse: Purse) -> tuple[Move, ...]:
    return (
        Move("buy-in", purse.cash, "drop", event.cents),
        Move("buy-in", "rack", _seat(event), event.cents),
    )


def _tipped(event: e.TipLeft, _: Purse) -> tuple[Move, ...]:
    return (Move("tip", _seat(event), "tips", event.cents),)


def _wagered(event: e.WagerPlaced | e.InsurancePlaced | e.Decided, _: Purse) -> tuple[Move, ...]:
    return (Move("wager", _seat(event), "layout", event.cents),)


def _taken_back(event: e.WagerTakenBack, _: Purse) -> tuple[Move, ...]:
    return (Move("void", "layout", _seat(event), event.cents),)


def _settled(event: e.HandSettled | e.WagerSettled, _: Purse) -> tuple[Move, ...]:
    return (
        Move("take", "layout", "rack", event.stake_cents - event.returned_cents),
        Move("return", "layout", _seat(event), event.returned_cents),
        Move("pay", "rack", _seat(event), event.won_cents),
    )


def _reopened(event: e.InsuranceReopened, _: Purse) -> tuple[Move, ...]:
    return (Move("reopen", "rack", "layout", event.cents),)


def _died(event: e.HandDied, _: Purse) -> tuple[Move, ...]:
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


def _given_back(event: e.AddedWagersReturned, _: Purse) -> tuple[Move, ...]:
    return (Move("void", "rack", _seat(event), event.cents),)


def _taken_again(event: e.BlackjackReopened, _: Purse) -> tuple[Move, ...]:
    return (Move("take", _seat(event), "rack", event.cents),)


def _paid_later(event: e.PaymentCorrected, _: Purse) -> tuple[Move, ...]:
    if event.cents < 0:
        return (Move("correction", _seat(event), "rack", -event.cents),)
    return (Move("correction", "rack", _seat(event), event.cents),)


_MOVES: dict[type[e.Event], Callable[[Any, Purse], tuple[Move, ...]]] = {
    e.SatDown: _sat_down,
    e.WentAway: _went_away,
    e.ChipsBought: _bought,
    e.CashConverted: _changed,
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


# ---- the felt


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
