"""Faults planted in the bank that its own checks let pass: the ledgers add up to nothing as before."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.desk import act_moves, cage_book, cage_transfers, chip_moves, desk_state, transaction
from pitboss.desk import cage_acts as acts
from pitboss.desk.ledger import CHIPS_OUTSIDE, OWED, STREET, Ledger, Move, clearing

Moves = tuple[Move, ...]
Plant = Callable[[pytest.MonkeyPatch], None]


def at_cage(kind: Any, change: Callable[[Moves, Any], Moves]) -> Plant:
    """The moves of an act in the ledger of the cage are others."""
    honest = act_moves.cage_moves

    def moves(act: acts.CageAct, ledger: Ledger, sent: bool = False) -> Moves:
        told = honest(act, ledger, sent)
        return change(told, act) if isinstance(act, kind) else told

    return lambda patch: patch.setattr(cage_book, "cage_moves", moves)


def at_table(kind: Any, change: Callable[[Moves, Any], Moves]) -> Plant:
    honest = act_moves._table_moves

    def moves(act: acts.CageAct, table: str, ledger: Ledger) -> Moves:
        told = honest(act, table, ledger)
        return change(told, act) if isinstance(act, kind) else told

    return lambda patch: patch.setattr(act_moves, "_table_moves", moves)


def a_cent_less(number: int) -> Callable[[Moves, Any], Moves]:
    return lambda told, _: tuple(
        move._replace(cents=move.cents - (at == number)) for at, move in enumerate(told)
    )


def from_(source: str) -> Callable[[Moves, Any], Moves]:
    return lambda told, _: (told[0]._replace(source=source), *told[1:])


def to(target: str, number: int = 0) -> Callable[[Moves, Any], Moves]:
    return lambda told, _: tuple(
        move._replace(target=target) if at == number else move for at, move in enumerate(told)
    )


def without(number: int) -> Callable[[Moves, Any], Moves]:
    return lambda told, _: tuple(move for at, move in enumerate(told) if at != number)


def nothing(_: Moves, __: Any) -> Moves:
    return ()


def twice(told: Moves, _: Any) -> Moves:
    return (*told, *told)


def of_somebody_else(told: Moves, _: Any) -> Moves:
    return tuple(move._replace(target="player bob") if move.target == "player ann" else move for move in told)


def anybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cage_book, "_check_other", lambda *_: None)


def always_open(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cage_book, "AT_WINDOW", ())


def no_word_to_the_cage(patch: pytest.MonkeyPatch) -> None:
    kept = tuple(kind for kind in acts.TRANSFERS if kind is not acts.TipsCollected)
    patch.setattr(transaction, "TRANSFERS", kept)


def fills_itself(patch: pytest.MonkeyPatch) -> None:
    """A tray of real chips is advanced what it lacks."""
    trays = act_moves.OF_TRAY | {acts.FloatAdvanced: ("automatic", "by hand")}
    patch.setattr(act_moves, "OF_TRAY", trays)
    patch.setattr(transaction.Transaction, "_cover", _covers_all)


def _covers_all(this: transaction.Transaction, short: int) -> None:
    if short:
        this.move_money(acts.FloatAdvanced(table=this.desk_state.table, cents=short))


def chips_for_nobody(patch: pytest.MonkeyPatch) -> None:
    """Chips from an account are not charged to it."""
    patch.setattr(transaction, "transfer_of", lambda *_: None)


def purse_in_the_street(patch: pytest.MonkeyPatch) -> None:
    """Chips out of pockets are booked as cash."""
    patch.setattr(
        chip_moves,
        "purse_of",
        lambda table, _, account: chip_moves.Purse(clearing(table) if account else STREET, STREET),
    )


def cash_from_chips(patch: pytest.MonkeyPatch) -> None:
    """Cash at a table is booked as chips that were brought."""
    honest = chip_moves.purse_of
    patch.setattr(chip_moves, "purse_of", lambda *told: honest(*told)._replace(cash=CHIPS_OUTSIDE))


def real_for_electronic(patch: pytest.MonkeyPatch) -> None:
    """Chips of accounts at real tables are booked as electronic ones."""
    patch.setattr(cage_transfers, "BY_HAND", "none")


def any_count(patch: pytest.MonkeyPatch) -> None:
    """The opener of a tray is believed up to the last note."""
    honest = act_moves.post_at_table

    def posted(ledger: Ledger, act: acts.CageAct, table: str, tray: str) -> Ledger:
        if isinstance(act, acts.TrayOpened):
            act = replace(act, cents=act.cents + 1_00, chips=())
        return honest(ledger, act, table, tray)

    patch.setattr(desk_state, "post_at_table", posted)


FAULTS: dict[str, Plant] = {
    "a deposit loses a cent": at_cage(acts.Deposit, a_cent_less(1)),
    "a deposit is not in the cash": at_cage(acts.Deposit, without(0)),
    "a deposit goes to somebody else": at_cage(acts.Deposit, of_somebody_else),
    "a withdrawal is not taken from the cash": at_cage(acts.Withdraw, without(1)),
    "chips are sold a cent too cheap": at_cage(acts.ChipsSold, a_cent_less(0)),
    "redeemed chips vanish": at_cage(acts.ChipsRedeemed, without(0)),
    "capital in chips is booked as cash": at_cage(acts.CapitalIn, to("cash")),
    "a fill funds itself": at_cage(acts.FillIssued, from_(CHIPS_OUTSIDE)),
    "a fill stays in the vault": at_cage(acts.FillIssued, nothing),
    "a fill is received twice": at_table(acts.FillReceived, twice),
    "a fill arrives a cent short": at_table(acts.FillReceived, a_cent_less(0)),
    "a fill comes from nowhere": at_table(acts.FillReceived, from_(CHIPS_OUTSIDE)),
    "a credit is booked as cash": at_cage(acts.CreditReceived, to("cash")),
    "a credit leaves the tray as it is": at_table(acts.CreditSent, nothing),
    "a voided fill stays in transit": at_cage(acts.SlipVoided, nothing),
    "a box is taken and its cash stays": at_table(acts.BoxExchanged, nothing),
    "a box is counted into the vault": at_cage(acts.BoxCounted, to("vault")),
    "what a box lacks vanishes in the street": at_cage(acts.BoxCounted, to(STREET, 1)),
    "what a box has too much is kept": at_cage(acts.BoxCounted, without(1)),
    "tips are paid and a cent stays in the pool": at_cage(acts.TipsPaid, a_cent_less(0)),
    "tips are paid from nobody's cash": at_cage(acts.TipsPaid, without(1)),
    "tips are kept by the house": at_cage(acts.TipsCollected, to("vault", 1)),
    "electronic tips become real chips": at_cage(
        acts.TipsCollected, lambda told, act: (Move("tips", told[0].source, "vault", act.cents),)
    ),
    "an advance comes out of somebody's account": at_cage(acts.FloatAdvanced, from_(CHIPS_OUTSIDE)),
    "chips are drawn and not charged": at_cage(acts.ChipsDrawn, without(0)),
    "chips are returned and not credited": at_cage(acts.ChipsReturned, to(OWED, 1)),
    "a count of the cage is not believed": at_cage(acts.CageClosed, nothing),
    "an opener adds a dollar": any_count,
    "one person sends and receives": anybody,
    "a closed cage takes money": always_open,
    "the cage is not told": no_word_to_the_cage,
    "a tray of real chips fills itself": fills_itself,
    "nobody pays for chips from an account": chips_for_nobody,
    "chips in pockets are cash": purse_in_the_street,
    "cash at a table is chips": cash_from_chips,
    "real chips are electronic": real_for_electronic,
}
