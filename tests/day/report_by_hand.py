"""A master game report made with pencil and paper: from raw records, sharing nothing with the bank.

It knows what a table's slips, counts and boxes say, and asks the felt what was put down and what was paid.
Rounds of which a hand was declared dead are not for it: what was wagered in them was given back.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.day.felt import Felt, must
from tests.day.reconciler import CAGE, HOUSE, RawRecord, Reconciler

VOIDED = '"HandDied"'


@dataclass
class Paper:
    """One table: its counts, the slips that came and went, and the boxes that were taken off it."""

    name: str
    game: str = ""
    openers: list[int] = field(default_factory=list)
    closers: list[int] = field(default_factory=list)
    fills: int = 0
    credits: int = 0
    aside: int = 0
    """Filled, less what was credited, while the table was closed."""
    advanced: int = 0
    tips: int = 0
    taken: dict[str, int] = field(default_factory=dict)
    counted: dict[str, int] = field(default_factory=dict)
    """Boxes by their numbers: in the books, and in the count room."""

    @property
    def is_open(self) -> bool:
        return len(self.openers) > len(self.closers)

    def carry(self, act: Mapping[str, Any]) -> None:
        cents = act["cents"]
        match act["type"]:
            case "TrayOpened":
                self.openers.append(cents)
            case "TrayClosed":
                self.closers.append(cents)
            case "FillReceived" if self.is_open:
                self.fills += cents
            case "CreditSent" if self.is_open:
                self.credits += cents
            case "FillReceived":
                self.aside += cents
            case "CreditSent":
                self.aside -= cents
            case "FloatAdvanced":
                self.advanced += cents
            case "TipsCollected":
                self.tips += cents
            case "BoxExchanged":
                self.taken[act["box"]] = cents


@dataclass(frozen=True)
class Sums:
    """A line of the report, in cents. Without a tray there is no opener, drop or hold."""

    rounds: int
    handle: int
    rounds_win: int
    """What play brought into the tray, and into the box for chips."""
    win: int
    tips: int
    has_tray: bool
    opener: int = 0
    fills: int = 0
    credits: int = 0
    closer: int = 0
    drop: int = 0
    tray_win: int = 0
    booked: int = 0
    counted: int = 0

    @property
    def hold(self) -> float:
        """Win over drop."""
        return self.tray_win / self.drop

    @property
    def box_variance(self) -> int:
        return self.counted - self.booked


def together(lines: Iterable[Sums]) -> Sums:
    parts = list(lines)
    names = [name for name in Sums.__dataclass_fields__ if name != "has_tray"]
    added = {name: sum(getattr(part, name) for part in parts) for name in names}
    return Sums(**added, has_tray=any(part.has_tray for part in parts))


def _at_cage(record: RawRecord) -> bool:
    return record.table == CAGE


class ReportByHand:
    """Of everything that a store has recorded: one gaming day, at the end of which all is closed."""

    def __init__(self, records: Iterable[RawRecord]) -> None:
        listed = list(records)
        self.books = Reconciler()
        self.books.read_all(listed)
        self.papers: dict[str, Paper] = {}
        for record in sorted(
            listed, key=lambda record: record.table == CAGE
        ):  # boxes are taken, then counted
            self._read(record)

    def _read(self, record: RawRecord) -> None:
        must(VOIDED not in record.payload, f"{record.table} {record.sequence}: a dead hand")
        payload = json.loads(record.payload)
        if record.table == CAGE:
            self._count(payload["act"])
        elif record.kind == "TableOpened":
            self.papers[record.table] = Paper(record.table, payload["game"])
        elif record.table != HOUSE and record.kind == "Money":
            self.papers[record.table].carry(payload["act"])

    def _count(self, act: Mapping[str, Any]) -> None:
        if act["type"] == "BoxCounted":
            (table,) = (paper for paper in self.papers.values() if act["box"] in paper.taken)
            table.counted[act["box"]] = act["cents"]

    def tables(self) -> dict[str, Sums]:
        return {name: self._sums(paper) for name, paper in self.papers.items()}

    def house(self) -> Sums:
        return together(self.tables().values())

    def _sums(self, paper: Paper) -> Sums:
        felt = self.books.felts[paper.name]
        must(not felt.play.staked, f"{paper.name}: a round is under way")
        played = Sums(
            rounds=felt.play.rounds,
            handle=felt.play.handle,
            rounds_win=felt.play.tray + felt.play.box,
            win=felt.play.tray + felt.play.box,
            tips=paper.tips,
            has_tray=False,
        )
        return played if felt.electronic else self._with_tray(paper, felt, played)

    def _with_tray(self, paper: Paper, felt: Felt, played: Sums) -> Sums:
        must(len(paper.openers) == len(paper.closers) == 1, f"{paper.name}: {paper.openers} {paper.closers}")
        must(
            paper.taken.keys() == paper.counted.keys(), f"{paper.name}: boxes {paper.taken}, {paper.counted}"
        )
        (opener,), (closer,), drop = paper.openers, paper.closers, felt.play.box
        win = drop + closer + paper.credits - paper.fills - opener
        return Sums(
            rounds=played.rounds,
            handle=played.handle,
            rounds_win=played.rounds_win,
            win=win,
            tips=played.tips,
            has_tray=True,
            opener=opener,
            fills=paper.fills,
            credits=paper.credits,
            closer=closer,
            drop=drop,
            tray_win=win,
            booked=sum(paper.taken.values()),
            counted=sum(paper.counted.values()),
        )
