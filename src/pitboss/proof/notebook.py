"""Where the prover notes what it sees: the same thing seen in many rounds is one finding, with the shortest deal."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pitboss.games.conditions import Facts
from pitboss.games.findings import Finding, listed
from pitboss.games.vocabulary import FACTS, Value
from pitboss.proof.deals import Deal


@dataclass
class Sighting:
    """What is known so far of one finding."""

    kind: str
    subject: str
    opening: str
    """The sentence up to the circumstances."""
    clauses: tuple[str, ...]
    deal: Deal
    options: str
    values: dict[str, set[Value]] = field(default_factory=dict)

    def add(self, facts: Facts, names: Iterable[str], deal: Deal) -> None:
        for name in names:
            self.values.setdefault(name, set()).add(facts[name])
        if deal.length < self.deal.length:
            self.deal = deal

    def finding(self) -> Finding:
        when = circumstances(self.values)
        says = f"{self.opening} when {when}." if when else f"{self.opening}."
        return Finding(
            self.kind, self.subject, says, self.clauses, str(self.deal), self.deal.cards, self.options
        )


class Notebook:
    def __init__(self) -> None:
        self._sightings: dict[tuple[str, str], Sighting] = {}
        self.options = ""
        """The choice with which the rounds at hand are played, where it is not the game's own."""

    def note(
        self, kind: str, subject: str, opening: str, clauses: Iterable[str],
        facts: Facts, names: Iterable[str], deal: Deal,
    ) -> None:  # fmt: skip
        key = (kind, subject)
        known = self._sightings.get(key)
        if known is None:
            known = Sighting(kind, subject, opening, tuple(clauses), deal, self.options)
            self._sightings[key] = known
        if known.options == self.options:
            known.add(facts, names, deal)

    def findings(self) -> Iterator[Finding]:
        for sighting in self._sightings.values():
            yield sighting.finding()


def circumstances(values: dict[str, set[Value]]) -> str:
    """What all the cases have in common, in words; a fact that varies is left out unless it is a number."""
    told = []
    for name, fact in FACTS.items():
        found = values.get(name, set())
        if fact.is_number and found:
            told.append(f"{fact.label} is {_numbers({int(value) for value in found})}")
        elif len(found) == 1 and not name.startswith("hand_"):
            told.append(fact.yes if next(iter(found)) else fact.no)
    return listed(told) if told else ""


def _numbers(found: set[int]) -> str:
    """`17`, `18 to 21`, `4 or 6 to 9`."""
    runs: list[list[int]] = []
    for number in sorted(found):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " or ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
