"""What a register states of its sentences, and what it leaves unsaid: silence is no sign of health."""

import re
from typing import NamedTuple

from pitboss.games.clause_ids import is_within
from pitboss.games.registers import Register


class Matter(NamedTuple):
    """Something that sentences lay down, and how a register states it."""

    label: str
    lacks: str
    causes: re.Pattern[str]
    keys: tuple[str, ...]


MATTERS = {
    "settlements": Matter(
        "settlement sentence", "condition", re.compile(r"settle\.(?!surrender/|dead_hand|late_blackjack)"),
        ("settles", "compares", "adopts"),
    ),
    "decisions": Matter(
        "sentence on decisions", "actor",
        re.compile(r"decision\.(?:hit|stand|double|split|surrender|second_chance|over_under|even_money)$"),
        ("decisions", "adopts"),
    ),
    "dealer": Matter(
        "sentence on the dealer’s draw", "condition", re.compile(r"dealer\.draw$"), ("dealer", "adopts")
    ),
    "remedies": Matter(
        "sentence on mistakes", "condition",
        re.compile(r"irregularity\.(?:overdraw|drawn_seen|no_card|one_card|missed_hit)$"),
        ("remedies", "adopts"),
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
    said, causes = stated(register, matter), MATTERS[matter].causes
    return [
        part.id
        for part in register.clauses
        if any(map(causes.match, part.decides))
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
