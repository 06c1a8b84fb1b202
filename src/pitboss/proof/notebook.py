"""What the prover sees: the same thing in many rounds is one finding, with the shortest deal."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from pitboss.games.conditions import Facts
from pitboss.games.findings import Finding, listed
from pitboss.games.vocabulary import FACTS, Value
from pitboss.proof.deals import Deal


class Asked(Protocol):
    """A question that some round puts to the text."""

    @property
    def facts(self) -> Facts: ...

    @property
    def deal(self) -> Deal: ...


class Seen(NamedTuple):
    """What is the matter, before it is said in which rounds."""

    kind: str
    subject: str
    opening: str
    """The sentence up to the circumstances."""
    clauses: tuple[str, ...]
    names: frozenset[str]
    """The facts that could matter to it."""


class Notebook:
    def __init__(self, order: Iterable[str]) -> None:
        self._order = {clause: number for number, clause in enumerate(order)}
        self._findings: dict[tuple[str, str], Finding] = {}
        self.options = ""
        """The choice with which the rounds at hand are played, where it is not the game's own."""

    def in_text_order(self, clauses: Iterable[str]) -> tuple[str, ...]:
        """Each once, in the order of the text; those of other documents last."""
        return tuple(sorted(dict.fromkeys(clauses), key=lambda one: self._order.get(one, len(self._order))))

    def note(self, seen: Seen, cases: Sequence[Asked], others: Sequence[Asked]) -> None:
        """A thing with all questions that show it, and with those of the same sort that do not."""
        if (key := (seen.kind, seen.subject)) in self._findings:
            return
        deal = min((case.deal for case in cases), key=lambda deal: deal.length)
        when = circumstances(seen.names, [case.facts for case in cases], [other.facts for other in others])
        says = f"{seen.opening} when {when}." if when else f"{seen.opening}."
        self._findings[key] = Finding(
            kind=seen.kind, subject=seen.subject, says=says, clauses=seen.clauses,
            deal=str(deal), cards=deal.cards, options=self.options,
        )  # fmt: skip

    def findings(self) -> Iterator[Finding]:
        yield from self._findings.values()


TOTALS = ("player", "dealer")
Common = dict[str, set[Value]]
"""The values that each fact has in some rounds."""


def circumstances(names: Iterable[str], cases: Sequence[Facts], others: Sequence[Facts]) -> str:
    """What sets these cases apart from the others, in words; what does not is left out."""
    common = _common(names, cases)
    kept = dict(common)
    apart = [facts for facts in others if not _fits(facts, common)]
    for name in sorted(common, key=lambda name: _weight(name, common[name])):
        without = {other: values for other, values in kept.items() if other != name}
        if not any(_fits(facts, without) for facts in apart):
            kept = without
    told = [_tell(name, kept[name]) for name in FACTS if name in kept]
    if len(apart) < len(others) and all(name in kept for name in TOTALS):
        told += _relation([(facts["player"], facts["dealer"]) for facts in cases])
    return listed(told) if told else ""


def _common(names: Iterable[str], cases: Sequence[Facts]) -> Common:
    """The facts that are the same in all cases, and the numbers that occur."""
    common: Common = {}
    for name, fact in FACTS.items():
        if name in names and name in cases[0] and not name.startswith("hand_"):
            values = {facts[name] for facts in cases}
            if fact.is_number or len(values) == 1:
                common[name] = values
    return common


def _relation(totals: Sequence[tuple[Value, Value]]) -> list[str]:
    """Whether the two totals are equal, where they could be and that is the same in all cases."""
    could_be = not {player for player, _ in totals}.isdisjoint(dealer for _, dealer in totals)
    equal = {player == dealer for player, dealer in totals}
    if not could_be or len(equal) > 1:
        return []
    return ["the two totals are equal" if True in equal else "the two totals are not equal"]


def _fits(facts: Facts, common: Common) -> bool:
    return all(facts[name] in values for name, values in common.items())


def _weight(name: str, values: set[Value]) -> int:
    """What did not happen is left out first, what did happen last."""
    if FACTS[name].is_number:
        return 1
    return 2 if True in values else 0


def _tell(name: str, values: set[Value]) -> str:
    fact = FACTS[name]
    if fact.is_number:
        return f"{fact.label} is {_numbers({int(value) for value in values})}"
    return fact.yes if True in values else fact.no


def _numbers(numbers: set[int]) -> str:
    """`17`, `18 to 21`, `4 or 6 to 9`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " or ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
