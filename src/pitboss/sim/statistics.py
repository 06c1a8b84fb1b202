"""What counts come to: means with their errors, spread, frequencies, the dealer's ends, every penetration."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import Any

import numpy as np

from pitboss.sim import tally as at
from pitboss.sim.job import Counts, Job
from pitboss.sim.kernel_tables import BLACKJACK, POINTS, ROW, ResultLabels, Term
from pitboss.sim.tally import SUMS, WAGERS

CONFIDENCE = 1.959963984540054
"""Standard errors to each side of an interval that holds the truth 95 times in 100."""


@dataclass(frozen=True)
class WagerResult:
    """One wager as it went. Edges are positive for the house."""

    wager: str
    made: int
    """How often it was made."""
    house_edge: float
    standard_error: float
    interval: tuple[float, float]
    standard_deviation: float
    element_of_risk: float
    """The house edge of all that was wagered, doubles and splits included."""
    average_wagered: float
    hit_frequency: float
    push_frequency: float
    loss_frequency: float
    results: dict[str, int]
    """How often each net result came, in units of the wager."""
    exact_house_edge: float | None = None
    z: float | None = None


@dataclass(frozen=True)
class Figures:
    rounds: int
    shoes: int
    rounds_per_shoe: float
    wagers: tuple[WagerResult, ...]
    frequencies: dict[str, float]
    hands: dict[str, int]
    dealer: dict[str, int]
    penetrations: tuple[dict[str, float], ...]
    """The main wager's edge had the cover card come earlier; every one of them from the same rounds."""
    missed: float | None = None
    """The share of decisions in which an erring player erred."""
    notes: list[str] = field(default_factory=list)

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


WagerNames = Mapping[int, str]
"""What a game calls the wagers that a kernel tells apart; one that it does not offer is missing."""


class CountsReader:
    """Reads the counts of a job."""

    def __init__(self, job: Job, labels: ResultLabels, counts: Counts, stake_cents: int) -> None:
        self.terms = {term: int(job.tables.terms[term]) for term in Term}
        self.terms[Term.INSURANCE_WON] = int(job.tables.terms[Term.INSURANCE_WON].astype(np.int64))
        self.job, self.labels, self.counts = job, labels, counts
        self.grains = stake_cents // labels.grain_cents
        self.rounds, self.boxes = int(counts[at.ROUNDS]), self.terms[Term.BOXES]

    def _part(self, term: Term, size: int) -> Counts:
        return self.counts[self.terms[term] : self.terms[term] + size]

    def _sums(self, wager: int) -> list[int]:
        return [int(number) for number in self._part(Term.SUMS_AT, SUMS * WAGERS)[SUMS * wager :][:SUMS]]

    def cell(self, term: Term, size: int) -> Any:
        """One of the kernel's tables, as signed numbers."""
        return self.job.tables.cells[self.terms[term] : self.terms[term] + size].astype(np.int16)

    def figures(self, names: WagerNames, exact: Mapping[str, float]) -> Figures:
        """Every wager that was made, the main one first."""
        read: dict[int, Callable[[str], WagerResult]] = {
            int(at.MAIN): self._main,
            int(at.UP_MATCH): lambda name: self._match(name, 0),
            int(at.DOWN_MATCH): lambda name: self._match(name, 1),
            int(at.BONUS): self._bonus,
            int(at.CHANCE): self._second_chance,
            int(at.INSURANCE): self._insurance,
        }
        unmade = {wager for wager in (int(at.CHANCE), int(at.INSURANCE)) if not self._sums(wager)[0]}
        wagers = [ask(names[wager]) for wager, ask in read.items() if wager in names and wager not in unmade]
        shoes = int(self.counts[at.SHOES])
        decisions = int(self.counts[at.DECISIONS])
        return Figures(
            self.rounds, shoes, self.rounds / shoes if shoes else 0.0,
            tuple(_compared(wager, exact.get(wager.wager)) for wager in wagers),
            self._frequencies(), self._hands(), self._dealer(), self._penetrations(),
            int(self.counts[at.MISSED]) / decisions if decisions else None,
        )  # fmt: skip

    # ---- wagers

    def _main(self, name: str) -> WagerResult:
        middle = self.terms[Term.MIDDLE]
        nets = self._part(Term.NETS_AT, 2 * middle + 1)
        pairs = [(net - middle, int(often)) for net, often in enumerate(nets) if often]
        return self._counted(name, pairs, self.grains, int(at.MAIN), self._wagered())

    def _wagered(self) -> float:
        """All that was staked on the main wager's hands, in units a box."""
        boxes = self.rounds * self.boxes
        if self.terms[Term.FAMILY] != BLACKJACK:
            return 2 - int(self.counts[at.SURRENDERS]) / boxes if boxes else 1.0
        added = sum(
            int(often) * made.added_cents
            for often, made in zip(self._hands_by_class(), self.labels.classes, strict=True)
        )
        splits = int(self.counts[at.SPLITS]) + int(self.counts[at.RESPLITS])
        stake = self.grains * self.labels.grain_cents
        return 1 + (added / stake + splits) / boxes if boxes else 1.0

    def _hands_by_class(self) -> Counts:
        return self._part(Term.HANDS_AT, len(self.labels.classes))

    def _match(self, name: str, which: int) -> WagerResult:
        pays = self.cell(Term.MATCH_PAY, ROW)
        often = self._part(Term.MATCHES_AT, 2 * ROW)[which * ROW :][:ROW]
        pairs = _gathered(pays, often)
        return self._counted(name, pairs, 1, int(at.UP_MATCH) + which)

    def _bonus(self, name: str) -> WagerResult:
        pairs = _gathered(self.cell(Term.BONUS_PAY, POINTS), self._part(Term.BONUS_AT, POINTS))
        return self._counted(name, pairs, 1, int(at.BONUS))

    def _counted(
        self, name: str, pairs: list[tuple[int, int]], unit: int, wager: int, wagered: float = 1.0
    ) -> WagerResult:
        """A wager that every box makes in every round, by how often each net result came."""
        made = sum(often for _, often in pairs)
        mean, spread = _moments(pairs, unit)
        error = spread / sqrt(made) if made else 0.0
        if self.boxes > 1 and made:
            _, won, squares, *_ = self._sums(wager)
            variance = squares / self.rounds - (won / self.rounds) ** 2
            error = sqrt(max(variance, 0.0) / self.rounds) / unit / self.boxes
        return _result(name, made, -mean, error, spread, wagered, pairs, unit)

    def _insurance(self, name: str) -> WagerResult:
        stake, won = self.terms[Term.INSURANCE_STAKE], self.terms[Term.INSURANCE_WON]
        made = int(self.counts[at.INSURED])
        sums = self._sums(int(at.INSURANCE))
        hits = (sums[1] + made * stake) // (won + stake)
        pairs = [(-stake, made - hits), (won, hits)]
        _, spread = _moments(pairs, stake)
        return _result(name, made, -sums[1] / sums[0], _ratio_error(sums), spread, 1.0, pairs, stake)

    def _second_chance(self, name: str) -> WagerResult:
        """By what was staked on it: a doubled hand stakes twice."""
        ends = self.terms[Term.ENDS]
        often = self._part(Term.CHANCES_AT, len(self.labels.classes) * ends).reshape(-1, ends)
        sums = self._sums(int(at.CHANCE))
        grain = self.labels.grain_cents
        pairs: dict[int, int] = {}
        square = 0.0
        for made, row in zip(self.labels.classes, often, strict=True):
            for net, times in zip(made.chance_nets_cents, row, strict=True):
                if times:
                    pairs[net // grain] = pairs.get(net // grain, 0) + int(times)
                    square += int(times) * net * net / made.chance_cents
        mean = sums[1] / sums[0]
        spread = sqrt(square / (sums[0] * grain) - mean**2)
        made_often = sum(pairs.values())
        return _result(
            name, made_often, -mean, _ratio_error(sums), spread, 1.0, sorted(pairs.items()), self.grains
        )

    # ---- the rest

    def _frequencies(self) -> dict[str, float]:
        named = {"double": at.DOUBLES, "split": at.SPLITS, "resplit": at.RESPLITS, "surrender": at.SURRENDERS,
                 "even_money": at.EVENS, "insurance": at.INSURED}  # fmt: skip
        boxes = self.rounds * self.boxes
        shares = {
            name: int(self.counts[place]) / boxes for name, place in named.items() if self.counts[place]
        }
        for label in ("blackjack", "bust", "second chance"):
            often = sum(count for hand, count in self._hands().items() if hand.endswith(label))
            if often:
                shares[label.replace(" ", "_")] = often / boxes
        return shares

    def _hands(self) -> dict[str, int]:
        """Hands by how they ended."""
        hands: dict[str, int] = {}
        for often, made in zip(self._hands_by_class(), self.labels.classes, strict=True):
            if often:
                hands[made.label] = hands.get(made.label, 0) + int(often)
        return dict(sorted(hands.items()))

    def _dealer(self) -> dict[str, int]:
        """The dealer's ends; hidden where no wager waited for the hand."""
        ends = len(self.labels.ends)
        often = self._part(Term.DEALER_AT, ROW * ends).reshape(ROW, ends).sum(axis=0) if ends else []
        return {name: int(count) for name, count in zip(self.labels.ends, often, strict=True) if count}

    def _penetrations(self) -> tuple[dict[str, float], ...]:
        """For cover cards every twentieth of the shoe, as far as this run went."""
        cards = self.terms[Term.CARDS]
        if self.terms[Term.FRESH]:
            return ()
        table = self._part(Term.DEPTHS_AT, 3 * (cards + 1)).reshape(-1, 3)
        sums = np.cumsum(table, axis=0)
        deepest = cards - self.terms[Term.COVER]
        penetrations = []
        for twentieth in range(1, 21):
            depth = min(twentieth * cards // 20, deepest)
            count, won, squares = (int(number) for number in sums[depth])
            if count:
                mean = won / count
                error = sqrt(max(squares / count - mean**2, 0.0) / count)
                unit = self.grains * self.boxes
                penetrations.append({"cut": depth / cards, "rounds": count, "house_edge": -mean / unit,
                              "standard_error": error / unit})  # fmt: skip
            if depth == deepest:
                break
        return tuple(penetrations)

    def standard_error(self) -> float:
        """Of the main wager, as far as counted."""
        return self._main("").standard_error


def _gathered(pays: Any, often: Counts) -> list[tuple[int, int]]:
    counts: dict[int, int] = {}
    for net, count in zip(pays, often, strict=True):
        if count:
            counts[int(net)] = counts.get(int(net), 0) + int(count)
    return sorted(counts.items())


def _moments(pairs: list[tuple[int, int]], unit: int) -> tuple[float, float]:
    """Mean and standard deviation; sums are of whole numbers, so nothing is lost before the division."""
    count = sum(often for _, often in pairs)
    if not count:
        return 0.0, 0.0
    total = sum(net * often for net, often in pairs)
    square = sum(net * net * often for net, often in pairs)
    return total / count / unit, sqrt(max(square * count - total * total, 0)) / count / unit


def _ratio_error(sums: list[int]) -> float:
    """The error of a share of what was staked, where rounds stake differently."""
    staked, won, squares, mixed, stake_squares = sums
    ratio = won / staked
    return sqrt(max(squares - 2 * ratio * mixed + ratio**2 * stake_squares, 0.0)) / staked


def _result(
    name: str, made: int, edge: float, error: float, spread: float, wagered: float,
    pairs: list[tuple[int, int]], unit: int,
) -> WagerResult:  # fmt: skip
    won = sum(often for net, often in pairs if net > 0)
    tied = sum(often for net, often in pairs if net == 0)
    return WagerResult(
        wager=name,
        made=made,
        house_edge=edge,
        standard_error=error,
        interval=(edge - CONFIDENCE * error, edge + CONFIDENCE * error),
        standard_deviation=spread,
        element_of_risk=edge / wagered,
        average_wagered=wagered,
        hit_frequency=won / made if made else 0.0,
        push_frequency=tied / made if made else 0.0,
        loss_frequency=(made - won - tied) / made if made else 0.0,
        results={f"{net / unit:+g}": often for net, often in pairs},
    )


def _compared(wager: WagerResult, exact: float | None) -> WagerResult:
    if exact is None:
        return wager
    z = (wager.house_edge - exact) / wager.standard_error if wager.standard_error else None
    return WagerResult(**{**asdict(wager), "exact_house_edge": exact, "z": z})
