"""What felt and signs say: the inscriptions that the text demands, and what every wager pays."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from pitboss.games.file_schema import InscriptionPart, WagerPart
from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_odds
from pitboss.rules.house import Odds
from pitboss.rules.mechanism import mechanism

PAYOUTS = "payout odds of every wager offered"
"""What game files call the duty to state the payouts; it names no words."""

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
"""Rows of the match pay tables in words; rows of other tables are totals."""
EVENTS = {"blackjack": "Blackjack"}

Role = Literal["headline", "insurance", "line", "payout", "notice"]


@dataclass(frozen=True)
class Payout:
    wager: WagerPart
    event: str
    """Empty where the wager simply wins."""
    odds: Odds
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class FeltLine:
    """Something written, and the clauses that want it; custom wants what has none."""

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
    """Rows that pay alike stand together, highest pay first; what pays nothing is left out."""
    found: dict[int, list[str]] = {}
    for row, pays in rows:
        if pays:
            found.setdefault(pays, []).append(row)
    return sorted(found.items(), reverse=True)


def _tell_rows(rows: list[str]) -> str:
    if any(row not in ROWS for row in rows):
        return f"on {' or '.join(rows)}"
    return " or ".join(ROWS[row] for row in rows)


def short_name(wager: WagerPart) -> str:
    """A wager as a patron reads it: `Match-the-Dealer Wager` is `Match-the-Dealer`."""
    return wager.name.removesuffix(" Wager").removesuffix(" wager")


def tell_decks(game: Game) -> str:
    decks = game.house.decks
    return f"{decks} deck{'s' if decks > 1 else ''}"


def is_payout_duty(part: InscriptionPart) -> bool:
    return part.text == PAYOUTS


def goes_to_sign(part: InscriptionPart, to_sign: Iterable[str]) -> bool:
    """May this stand on a sign instead of the felt, and was it put there?"""
    return part.or_sign and any(clause in part.clauses for clause in to_sign)


@mechanism("paper.inscriptions")
def felt_lines(game: Game, to_sign: Iterable[str] = ()) -> tuple[FeltLine, ...]:
    """The lines of the felt, the most important first; lanes have their own."""
    chosen = tuple(to_sign)
    parts = [part for part in game.inscriptions if part.where == "layout" and not is_payout_duty(part)]
    here = [_words(part) for part in parts if not goes_to_sign(part, chosen)]
    lines = [*here, *_customary(game, here)]
    if not any(goes_to_sign(part, chosen) for part in game.inscriptions if is_payout_duty(part)):
        lines += _payout_lines(game, lines)
    first = min(
        (line for line in lines if line.role == "line"), key=lambda line: len(line.text), default=None
    )
    return tuple(FeltLine(line.text, "headline", line.clauses) if line is first else line for line in lines)


def _words(part: InscriptionPart) -> FeltLine:
    text = part.text.rstrip(".")
    if text.startswith("Insurance pays"):
        return FeltLine(text, "insurance", tuple(part.clauses))
    return FeltLine(text, "notice" if part.or_sign else "line", tuple(part.clauses))


def _customary(game: Game, here: list[FeltLine]) -> Iterator[FeltLine]:
    """What every felt of such a game says, where the document demands no words."""
    said = " ".join(line.text.lower() for line in here)
    if "blackjack" in game.odds and "blackjack pays" not in said and "blackjack and" not in said:
        yield FeltLine(f"Blackjack pays {tell_odds(game.odds['blackjack'].odds)}", "line")
    if _takes_insurance(game) and "insurance pays" not in said.replace("blackjack and insurance", ""):
        yield FeltLine(f"Insurance pays {tell_odds(game.odds['insurance'].odds)}", "insurance")
    if "blackjack" in game.odds and "17" not in said:
        soft = "hit soft 17" if game.house.dealer.hits_soft_17 else "stand on all 17s"
        yield FeltLine(f"Dealer must draw to 16 and {soft}", "line")


def _takes_insurance(game: Game) -> bool:
    return game.wager_of("insurance") is not None


@mechanism("paper.payouts")
def _payout_lines(game: Game, here: list[FeltLine]) -> Iterator[FeltLine]:
    """One line for even money, unless an inscription says it, and one for each pay table."""
    clauses = _payout_clauses(game)
    if not any("even money except" in line.text for line in here):
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
    """The notices that a sign must carry because the felt does not; payouts stand on every sign."""
    chosen = tuple(to_sign)
    return tuple(
        _words(part) for part in game.inscriptions if goes_to_sign(part, chosen) and not is_payout_duty(part)
    )
