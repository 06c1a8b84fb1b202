"""`pitboss shoe test`: the statistical tests of dealt cards, as a table or as JSON."""

import os
from collections import Counter
from collections.abc import Sequence
from typing import Any

import typer

from pitboss.cli import screen
from pitboss.cli.user_files import read
from pitboss.desk.battery import LEAST_CARDS, DealtShoes, SetVerdict, deal_shoes, encode_shoes, run_battery
from pitboss.desk.drbg import self_test
from pitboss.desk.sealed_shoe import parse_order
from pitboss.errors import BadInput, Fault
from pitboss.rules.cards import Card
from pitboss.table.notation import BadNotation, card_text

MOST_CARDS = 100_000_000
DECKS = range(1, 9)
MOST_FILE_BYTES = 8_000_000
MOST_SHOES, MOST_OF_A_SHOE = 100_000, 8 * 52
MOST_FAULTS = 20


def examine_shoe(cards: int, decks: int, file: str, *, as_json: bool) -> None:
    """Deal, examine, tell; exit status 1 when a set of tests fails."""
    if decks not in DECKS:
        raise BadInput([Fault("--decks", f"a shoe cannot have {decks} decks.", "1 to 8")])
    deal = _from_file(file, decks) if file else _from_shoe(cards, decks)
    verdicts = run_battery(deal)
    if as_json:
        screen.print_json(_data(deal, verdicts))
    else:
        _tell(deal, verdicts, file)
    if not all(verdict.passes for verdict in verdicts):
        raise typer.Exit(1)


def _from_shoe(cards: int, decks: int) -> DealtShoes:
    if not LEAST_CARDS <= cards <= MOST_CARDS:
        allowed = f"{LEAST_CARDS:,} to {MOST_CARDS:,}"
        raise BadInput([Fault("--cards", f"{cards} cards are too few or too many to test.", allowed)])
    self_test()
    return encode_shoes(deal_shoes(cards, decks, os.urandom), decks)


def _from_file(path: str, decks: int) -> DealtShoes:
    """Shoes that somebody recorded, one on each line: any shuffler can take the same tests."""
    try:
        lines = read(path, where="--file", most_bytes=MOST_FILE_BYTES).decode("ascii").split()
    except UnicodeDecodeError as error:
        says = f"{path} cannot be read as text: byte {error.start + 1} is no letter of a card."
        raise BadInput([Fault("--file", says)]) from error
    if len(lines) > MOST_SHOES:
        raise BadInput([Fault(path, f"has {len(lines):,} shoes.", f"up to {MOST_SHOES:,}")])
    shoes: list[Sequence[Card]] = []
    faults: list[Fault] = []
    for number, line in enumerate(lines, 1):
        shoe, fault = _read_line(line, f"{path}, line {number}", decks, len(shoes[0]) if shoes else 0)
        faults += [fault] if fault else []
        shoes += [shoe] if shoe else []
        if len(faults) == MOST_FAULTS:
            break
    if not faults and sum(map(len, shoes)) < LEAST_CARDS:
        faults.append(Fault(path, "has too few cards to test.", f"{LEAST_CARDS:,} or more"))
    if faults:
        raise BadInput(faults)
    return encode_shoes(shoes, decks)


def _read_line(line: str, where: str, decks: int, length: int) -> tuple[Sequence[Card] | None, Fault | None]:
    if len(line) > 2 * MOST_OF_A_SHOE:
        return None, Fault(where, f"has {len(line) // 2:,} cards.", f"up to {MOST_OF_A_SHOE} on each line")
    try:
        shoe = parse_order(line)
    except BadNotation as error:
        return None, Fault(
            where, error.faults[0].says, "cards such as AcKd2h, top card first, one shoe on each line"
        )
    if length and len(shoe) != length:
        return None, Fault(
            where, f"has {len(shoe)} cards, but the first shoe has {length}.", "shoes of equal length"
        )
    card, often = Counter(shoe).most_common(1)[0]
    if often > decks:
        return None, Fault(
            where, f"has {card_text(card)} {often} times.", f"{decks}, once in each deck (--decks)"
        )
    return shoe, None


def _data(deal: DealtShoes, verdicts: Sequence[SetVerdict]) -> dict[str, Any]:
    return {
        "cards": int(deal.faces.size),
        "shoes": len(deal.faces),
        "decks": deal.decks,
        "sets": [
            {**verdict._asdict(), "findings": [finding._asdict() for finding in verdict.findings]}
            for verdict in verdicts
        ],
    }


def _tell(deal: DealtShoes, verdicts: Sequence[SetVerdict], file: str) -> None:
    shoes, dealt = deal.faces.shape
    source = (
        f"from {file}"
        if file
        else "shuffled by HMAC-DRBG with the system’s entropy, which passed its self-test"
    )
    screen.title(
        f"{deal.faces.size:,} dealt cards",
        f"{shoes:,} shoes of {deal.decks} decks, {dealt} cards of each, {source}.",
    )
    for verdict in verdicts:
        passed = "passes" if verdict.passes else "FAILS"
        screen.heading(f"{verdict.name} at {verdict.level:.0%}: {passed} ({verdict.source})")
        screen.table(
            ("Test", "Statistic", "Distribution", "p", "p (Holm)", "By itself"),
            [
                (
                    finding.test,
                    f"{finding.statistic:,.4f}",
                    finding.law,
                    f"{finding.p:.4f}",
                    f"{finding.adjusted_p:.4f}",
                    "passes" if finding.passes else "fails",
                )
                for finding in verdict.findings
            ],
        )
    print()
    screen.line(
        "By itself, a perfect shoe fails one test in twenty at 95 % and one in a hundred at 99 %. A set of "
        "tests fails when a p-value is still too small after Holm’s correction for the number of tests."
    )
