"""What a register states of its sentences, and what it leaves unsaid: silence is no sign of health."""

from typing import NamedTuple

from pitboss.games.clause_ids import is_within
from pitboss.games.registers import Clause, Register
from pitboss.rules.mechanism import without_outcome


class Matter(NamedTuple):
    """Something that sentences lay down, and how a register states it."""

    label: str
    lacks: str
    keys: tuple[str, ...]
    mechanisms: tuple[str, ...]
    """A sentence that decides one of these is about the matter."""
    with_outcomes: bool = False
    """… or an outcome of it."""

    def is_decided_by(self, clause: Clause) -> bool:
        causes = [without_outcome(cause) if self.with_outcomes else cause for cause in clause.decides]
        return not set(causes).isdisjoint(self.mechanisms)


MATTERS = {
    "settlements": Matter(
        "settlement sentence", "condition", ("settles", "compares", "adopts"),
        (
            "settle.hand", "settle.second_chance", "settle.insurance", "settle.even_money",
            "settle.surrender", "settle.over_under", "settle.total_bonus",
            "settle.upcard_match", "settle.hole_card_match",
        ),
        with_outcomes=True,
    ),
    "decisions": Matter(
        "sentence on decisions", "actor", ("decisions", "adopts"),
        (
            "decision.hit", "decision.stand", "decision.double", "decision.split", "decision.surrender",
            "decision.second_chance", "decision.over_under", "decision.even_money",
        ),
    ),
    "dealer": Matter(
        "sentence on the dealer’s draw", "condition", ("dealer", "adopts"), ("dealer.draw",)
    ),
    "remedies": Matter(
        "sentence on mistakes", "condition", ("remedies", "adopts"),
        (
            "irregularity.overdraw", "irregularity.drawn_seen", "irregularity.no_card",
            "irregularity.one_card", "irregularity.missed_hit",
        ),
    ),
}  # fmt: skip


def stated(register: Register, matter: str) -> list[str]:
    """The sentences of which the register states this matter."""
    keys = MATTERS[matter].keys
    return [part.id for part in register.clauses if any(getattr(part.states, key) for key in keys)]


def unstated(register: Register, matter: str) -> list[str]:
    """The sentences that decide such a matter, by the mechanisms they name, and do not state it.

    What leads to a list states what its items state; an item says by its condition when it applies.
    """
    said = stated(register, matter)
    return [
        part.id
        for part in register.clauses
        if MATTERS[matter].is_decided_by(part)
        and not part.states.when
        and not any(is_within(id, part.id) for id in said)
    ]


def is_examined(register: Register, matter: str) -> bool:
    """A matter of which nothing is stated is left alone, unless the document has no sentence on it at all."""
    return bool(stated(register, matter)) or not unstated(register, matter)


def tell_unstated(register: Register) -> list[str]:
    """What could not be examined, and why, in sentences."""
    told = []
    for name, matter in MATTERS.items():
        if count := len(unstated(register, name)):
            sentences = (
                f"{count} {matter.label.replace('sentence', 'sentences') if count > 1 else matter.label}"
            )
            verb, pronoun = ("have", "they were") if count > 1 else ("has", "it was")
            told.append(f"{sentences} {verb} no {matter.lacks}, so {pronoun} not examined.")
    wholes = {
        "cross-references": any("refers" in part.states.model_fields_set for part in register.clauses),
        "terms": any("terms" in part.states.model_fields_set for part in register.clauses),
        "name of the game": bool(register.game),
    }
    told += [
        f"The register states no {what}, so none was examined."
        for what, is_there in wholes.items()
        if not is_there
    ]
    return told
