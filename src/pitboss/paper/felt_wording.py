"""What felts and signs say: the inscriptions that the document requires, and what every wager pays."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from pitboss.games.file_schema import InscriptionPart, WagerPart
from pitboss.games.game import Game, Read
from pitboss.games.vocabulary import tell_cents, tell_odds
from pitboss.rules.house import Odds, Rounding, Surrender
from pitboss.rules.mechanism import mechanism

PAYOUTS = "payout odds of every wager offered"
"""How a game file names the duty to state all payouts; the document prescribes no words for it."""

EVEN = Odds(1, 1)
ROWS = {
    "suited": "suited",
    "unsuited": "unsuited",
    "one_unsuited": "one unsuited",
    "one_suited": "one suited",
    "two_unsuited": "two unsuited",
    "mixed": "one of each",
    "two_suited": "two suited",
}
"""Rows of a match pay table in words; the rows of other tables are totals."""
EVENTS = {"blackjack": "Blackjack"}
"""Results that have odds of their own, by the name of the odds."""
ALL_WAGERS = re.compile(r"\ball (?:bets|other|winning)|winning (?:wagers|bets)", re.IGNORECASE)
"""A phrase about every wager that simply wins."""

Role = Literal["headline", "insurance", "line", "payout", "notice"]


@dataclass(frozen=True)
class Payout:
    wager: WagerPart
    event: str
    """What happened; empty where the wager simply wins."""
    odds: Odds
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class FeltLine:
    """A line of a felt or sign, and the clauses that require it; a line without clauses is customary."""

    text: str
    role: Role
    clauses: tuple[str, ...] = ()


def payouts(game: Game) -> tuple[Payout, ...]:
    """What every wager on offer pays, in the order of the wagers."""
    return tuple(payout for wager in game.wagers for payout in _payouts_of(game, wager))


def _payouts_of(game: Game, wager: WagerPart) -> Iterator[Payout]:
    for name in wager.odds:
        rate = game.odds[name]
        yield Payout(wager, EVENTS.get(name, ""), rate.odds, rate.clauses)
    if wager.pay_table:
        table = game.pay_tables[wager.pay_table]
        for pays, rows in _rows_by_pay(table.rows.items()):
            yield Payout(wager, _tell_rows(rows), Odds(pays, 1), table.clauses)


def _rows_by_pay(rows: Iterable[tuple[str, int]]) -> list[tuple[int, list[str]]]:
    """Rows with equal payouts together, highest first; rows that pay nothing are left out."""
    by_pay: dict[int, list[str]] = {}
    for row, pays in rows:
        if pays:
            by_pay.setdefault(pays, []).append(row)
    return sorted(by_pay.items(), reverse=True)


def _tell_rows(rows: list[str]) -> str:
    if any(row not in ROWS for row in rows):
        return f"on {' or '.join(rows)}"
    return " or ".join(ROWS[row] for row in rows)


def short_name(wager: WagerPart) -> str:
    """A wager's name without the word wager, as it stands on a felt."""
    return wager.name.removesuffix(" Wager").removesuffix(" wager")


def tell_decks(game: Game) -> str:
    decks = game.house.decks
    return f"{decks} deck{'s' if decks > 1 else ''}"


def is_payout_duty(part: InscriptionPart) -> bool:
    return part.text == PAYOUTS


def goes_to_sign(part: InscriptionPart, to_sign: Iterable[str]) -> bool:
    """Whether this may be on a sign instead of the felt, and was put there."""
    return part.or_sign and any(clause in part.clauses for clause in to_sign)


@mechanism("paper.inscriptions")
def felt_lines(game: Game, to_sign: Iterable[str] = ()) -> tuple[FeltLine, ...]:
    """The lines of the felt, the most important first; the areas before the dealer have their own."""
    chosen = tuple(to_sign)
    parts = [part for part in game.inscriptions if part.where == "layout" and not is_payout_duty(part)]
    here = [_line(game, part) for part in parts if not goes_to_sign(part, chosen)]
    lines = [*here, *_customary(game, here)]
    if not any(goes_to_sign(part, chosen) for part in game.inscriptions if is_payout_duty(part)):
        lines += _payout_lines(game, lines)
    first = min(
        (line for line in lines if line.role == "line"), key=lambda line: len(line.text), default=None
    )
    return tuple(FeltLine(line.text, "headline", line.clauses) if line is first else line for line in lines)


def _line(game: Game, part: InscriptionPart) -> FeltLine:
    text = part.text.rstrip(".")
    insurance = game.wager_of("insurance")
    if insurance and text.lower().startswith(f"{short_name(insurance).lower()} pays"):
        return FeltLine(text, "insurance", tuple(part.clauses))
    return FeltLine(text, "notice" if part.or_sign else "line", tuple(part.clauses))


def _customary(game: Game, here: list[FeltLine]) -> Iterator[FeltLine]:
    """What every blackjack felt says, where the document prescribes no words."""
    if not game.has_dealer:
        return
    said = " ".join(line.text.lower() for line in here if line.role != "insurance")
    blackjack = tell_odds(game.house.blackjack.odds)
    if not re.search(rf"\bpays? {blackjack}\b", said):
        yield FeltLine(f"Blackjack pays {blackjack}", "line")
    insurance = game.wager_of("insurance")
    if insurance and not any(line.role == "insurance" for line in here):
        name = short_name(insurance)
        pays = f"{name[:1].upper()}{name[1:]} pays {tell_odds(game.house.insurance.odds)}"
        yield FeltLine(pays, "insurance")
    if "17" not in said:
        soft = "hit soft 17" if game.house.dealer.hits_soft_17 else "stand on all 17s"
        yield FeltLine(f"Dealer must draw to 16 and {soft}", "line")


@mechanism("paper.payouts")
def _payout_lines(game: Game, here: list[FeltLine]) -> Iterator[FeltLine]:
    """One line for even money, unless an inscription says it, and one for each pay table."""
    clauses = _payout_clauses(game)
    if not any(ALL_WAGERS.search(line.text) for line in here):
        yield FeltLine(f"All other winning wagers pay {tell_odds(EVEN)}", "payout", clauses)
    tables = {wager.pay_table: wager for wager in game.wagers if wager.pay_table}
    for table, wager in tables.items():
        names = [short_name(other) for other in game.wagers if other.pay_table == table]
        told = ", ".join(f"{tell_odds(payout.odds)} {payout.event}" for payout in _payouts_of(game, wager))
        pay = "pays" if len(names) == 1 else "pay"
        yield FeltLine(f"{' and '.join(names)} {pay} {told}", "payout", clauses)


def _payout_clauses(game: Game) -> tuple[str, ...]:
    return tuple(clause for part in game.inscriptions if is_payout_duty(part) for clause in part.clauses)


@mechanism("paper.sign")
def sign_lines(game: Game, to_sign: Iterable[str] = ()) -> tuple[FeltLine, ...]:
    """The notices that a sign must carry because the felt does not; every sign states the payouts."""
    chosen = tuple(to_sign)
    moved = (
        _line(game, part)
        for part in game.inscriptions
        if goes_to_sign(part, chosen) and not is_payout_duty(part)
    )
    return (*moved, *odd_amounts(game))


def odd_amounts(game: Game) -> tuple[FeltLine, ...]:
    """How a payment is made that chips cannot make, where the game says it and it can happen."""
    read = next((one for one in game.readings.values() if _is_about_pay(one)), None)
    fractions = game.house.blackjack.odds.to > 1 or game.house.surrender.when != Surrender.NONE
    if read is None or not fractions:
        return ()
    unit = tell_cents(game.house.pay.unit_cents)
    says = {
        Rounding.UP: f"Odd amounts are paid up to the next {unit}",
        Rounding.DOWN: f"Odd amounts are paid down to the last {unit}",
        Rounding.EXACT: "Odd amounts are paid to the cent",
    }
    return (FeltLine(says[game.house.pay.rounding], "notice", tuple(read.part.clauses)),)


def _is_about_pay(read: Read) -> bool:
    return any("pay" in choice.sets for choice in read.part.choices.values())
