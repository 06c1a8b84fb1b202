"""Checks a layout: everything that the document requires is on the felt or on the sign, and is true."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pitboss.errors import BadInput, Fault
from pitboss.games.file_schema import AreaPart, InscriptionPart, WagerPart
from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_odds
from pitboss.paper.drawing_text import Lettering, says, squeeze
from pitboss.paper.felt_plan import BOXES, has_own_area, spot_label, spot_name
from pitboss.paper.felt_wording import (
    PAYOUTS,
    FeltLine,
    Payout,
    goes_to_sign,
    is_payout_duty,
    odd_amounts,
    payouts,
    short_name,
)
from pitboss.paper.payout_statements import is_stated, statements, untrue
from pitboss.paper.typography import typographic
from pitboss.rules.mechanism import mechanism


@dataclass(frozen=True)
class DemandCheck:
    """One requirement of the document, and whether a drawing meets it."""

    what: str
    clauses: tuple[str, ...]
    missing: str = ""
    """Why it is not met; empty when it is."""
    allowed: str = ""
    on_sign: bool = False

    @property
    def is_met(self) -> bool:
        return not self.missing

    def fault(self, where: str) -> Fault:
        return Fault(where, self.missing, self.allowed, ", ".join(self.clauses))


@mechanism("paper.check_layout")
def check_layout(
    game: Game,
    felt: Lettering,
    sign: Lettering | None = None,
    *,
    holder: str = "",
    approved: Iterable[str] = (),
) -> tuple[DemandCheck, ...]:
    """Every requirement for the layout in the order of the document, and every false statement.

    `approved` names clauses for which a regulator accepted other words of the same meaning.
    """
    others = set(approved)
    words = tuple(
        DemandCheck(f"other words for “{typographic(part.text)}”, as approved", tuple(part.clauses))
        if part.similar and others & set(part.clauses)
        else _inscription(game, part, felt, sign)
        for part in game.inscriptions
    )
    signs = _untrue(game, sign, "sign") if sign else ()
    return (
        *_name_findings(game, felt, holder),
        *_area_findings(game, felt),
        *words,
        *_untrue(game, felt, "layout"),
        *signs,
    )


def check_sign(game: Game, sign: Lettering, to_sign: Iterable[str] = ()) -> tuple[DemandCheck, ...]:
    """A sign states every payout, the limits, and what was left off the felt."""
    chosen = tuple(to_sign)
    clauses = tuple(c for part in game.inscriptions if is_payout_duty(part) for c in part.clauses)
    moved = [part for part in game.inscriptions if goes_to_sign(part, chosen) and not is_payout_duty(part)]
    return (
        _payout_finding(game, clauses, sign, "sign"),
        *(_words_finding(part, sign, "sign") for part in moved),
        *(_odd_finding(line, sign) for line in odd_amounts(game)),
        *_untrue(game, sign, "sign"),
    )


def raise_missing(findings: Iterable[DemandCheck], where: str) -> None:
    """Everything that is missing at once, each with its clause."""
    faults = [finding.fault(where) for finding in findings if not finding.is_met]
    if faults:
        raise BadInput(faults)


# ---- words


def _inscription(game: Game, part: InscriptionPart, felt: Lettering, sign: Lettering | None) -> DemandCheck:
    here = _part_finding(game, part, felt, "layout")
    if here.is_met or not part.or_sign or sign is None:
        return here
    return _on_sign(_part_finding(game, part, sign, "layout or sign"))


def _part_finding(game: Game, part: InscriptionPart, lettering: Lettering, where: str) -> DemandCheck:
    if is_payout_duty(part):
        return _payout_finding(game, tuple(part.clauses), lettering, where)
    return _words_finding(part, lettering, where)


def _on_sign(finding: DemandCheck) -> DemandCheck:
    return DemandCheck(finding.what, finding.clauses, finding.missing, finding.allowed, on_sign=True)


def _words_finding(part: InscriptionPart, lettering: Lettering, where: str) -> DemandCheck:
    what = f"“{typographic(part.text)}”"
    if says(lettering, part.text):
        return DemandCheck(what, tuple(part.clauses))
    allowed = "these words" + (", or similar words that were approved" if part.similar else "")
    if part.or_sign:
        allowed += ", here or on a sign"
    return DemandCheck(what, tuple(part.clauses), f"the {where} does not say {what}.", allowed)


def _odd_finding(line: FeltLine, sign: Lettering) -> DemandCheck:
    what = f"“{line.text}”"
    if says(sign, line.text):
        return DemandCheck(what, line.clauses)
    return DemandCheck(what, line.clauses, f"the sign does not say {what}.", "these words")


# ---- the house's name, and an area for each player


def _name_findings(game: Game, felt: Lettering, holder: str) -> Iterator[DemandCheck]:
    named = set(game.register.governing(["paper.holder_name"]))
    for area in game.layout:
        if named & set(area.clauses):
            clauses = tuple(area.clauses)
            marked = {"holder", "logo"} & {name.lower() for name in felt.ids | felt.classes}
            if says(felt, holder) if holder else marked:
                yield DemandCheck(area.what, clauses)
            else:
                said = f"“{holder}”" if holder else f"the {area.what}"
                yield DemandCheck(
                    area.what, clauses, f"the layout does not show {said}.",
                    "the name as text (--holder NAME), or a part with the id “logo”",
                )  # fmt: skip


def _area_findings(game: Game, felt: Lettering) -> Iterator[DemandCheck]:
    """Every player who has one area has all of them: counted by ids, else by the words written in them."""
    areas = [area for area in game.layout if area.per == "player"]
    counts = {wager.id: _areas_of(felt, wager) for wager in game.wagers if has_own_area(wager)}
    boxes = _positions(game, felt, counts)
    for wager in game.wagers:
        if wager.id in counts and (clauses := _area_clauses(areas, wager)):
            what = f"a betting area for the {short_name(wager)}, for each of {boxes or BOXES} players"
            yield _area_finding(what, wager, clauses, counts[wager.id], boxes)


def _positions(game: Game, felt: Lettering, counts: Mapping[str, int]) -> int:
    """How many players the felt has: the most that any id says; words may also be part of a title."""
    if any(re.fullmatch(r"box-\d+-[\w-]+", id) for id in felt.ids):
        return max(counts.values())
    return counts[game.main_wager.id]


def _area_clauses(areas: list[AreaPart], wager: WagerPart) -> tuple[str, ...]:
    named = [area for area in areas if short_name(wager).lower() in area.what.lower()]
    return tuple(clause for area in named[:1] for clause in area.clauses)


def _area_finding(
    what: str, wager: WagerPart, clauses: tuple[str, ...], count: int, boxes: int
) -> DemandCheck:
    if boxes > BOXES:
        return DemandCheck(what, clauses, f"the layout has {boxes} betting positions.", f"at most {BOXES}")
    if count >= boxes > 0:
        return DemandCheck(what, clauses)
    areas = f"{count} area{'' if count == 1 else 's'}" if count else "no area"
    return DemandCheck(
        what, clauses, f"the layout shows {areas} for the {wager.name}.",
        f"one at each position, with the id box-1-{spot_name(wager)} and so on, "
        f"or with “{' '.join(spot_label(wager))}” written in it",
    )  # fmt: skip


def _areas_of(felt: Lettering, wager: WagerPart) -> int:
    named = rf"box-\d+-({spot_name(wager)}|{wager.id})"
    by_id = sum(1 for id in felt.ids if re.fullmatch(named, id))
    return by_id or _standing_alone(felt, "".join(spot_label(wager)))


def _standing_alone(felt: Lettering, words: str) -> int:
    """How often a wager's name stands alone; a sentence that states its odds marks no area."""
    letters = "\n?".join(map(re.escape, squeeze(words)))
    return len(re.findall(rf"(?m)^{letters}$", felt.squeezed))


# ---- what is paid


def _payout_finding(game: Game, clauses: tuple[str, ...], lettering: Lettering, where: str) -> DemandCheck:
    what = f"the {PAYOUTS}"
    said = statements(lettering)
    missing = [tell_payout(payout) for payout in payouts(game) if not is_stated(payout, said)]
    if not missing:
        return DemandCheck(what, clauses)
    return DemandCheck(
        what, clauses, f"the {where} does not state what these pay: {'; '.join(dict.fromkeys(missing))}.",
        "on the layout, or all of them on a sign",
    )  # fmt: skip


def tell_payout(payout: Payout) -> str:
    event = f" {payout.event}" if payout.event else ""
    return f"{short_name(payout.wager)}{event} {tell_odds(payout.odds)}"


def _untrue(game: Game, lettering: Lettering, where: str) -> Iterator[DemandCheck]:
    for statement, truth, clauses in untrue(game, statements(lettering)):
        why = "which is not true with these options." if truth else "but no wager of this game pays that."
        yield DemandCheck(
            f"no false statement: “{statement.text}”", clauses, f"the {where} says “{statement.text}”, {why}",
            truth,
        )  # fmt: skip
