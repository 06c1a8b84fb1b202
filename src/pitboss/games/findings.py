"""What the prover finds, each under an id that stays the same as long as the text does."""

from collections.abc import Iterable
from typing import NamedTuple

KINDS = {
    "unsettled": "No sentence settles a wager",
    "disagree": "Two sentences disagree",
    "order": "Two sentences put a decision at different times",
    "no case": "A list of cases lacks one",
    "nobody decides": "A decision without an actor",
    "no duty": "The dealer is not told what to do",
    "no remedy": "A mistake without a remedy",
    "never": "A sentence that can never apply",
    "same number": "Two paragraphs with one number",
    "excludes itself": "A sentence that sets itself aside",
    "nowhere": "A reference that points nowhere",
    "other subject": "A reference to the wrong subject",
    "undefined": "A term that is used and not defined",
    "unused": "A term that is defined and not used",
    "other name": "Another name for the game",
}
"""Kinds of findings, in the order in which they are told, and what each means."""


class Finding(NamedTuple):
    kind: str
    subject: str
    """Whatever tells it from others of its kind."""
    says: str
    clauses: tuple[str, ...] = ()
    deal: str = ""
    """The shortest deal that shows it, in words."""
    cards: tuple[str, ...] = ()
    """The cards of that deal, in the order of the shoe."""
    options: str = ""
    """The choice with which it appears, where the game's own do not show it."""

    @property
    def id(self) -> str:
        return f"{self.kind}: {self.subject}"


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    kinds = list(KINDS)
    return sorted(findings, key=lambda finding: kinds.index(finding.kind))


def listed(names: Iterable[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
