"""What a player played in a gaming day, at any table of any server, for limits and the rating card."""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from pitboss.desk.gaming_day import GamingDays
from pitboss.desk.round_records import KEPT, BoxRound
from pitboss.desk.time_text import time_of, time_text
from pitboss.games.game import Game
from pitboss.table.people import SEATS
from pitboss.web.table_manager import TableManager

MOST_ROUNDS = 20_000
PAUSE = timedelta(minutes=10)
"""A shorter pause between two rounds counts as play."""


class WagerHandle(NamedTuple):
    """All that a player staked on one wager of a game, and how much of that was staked at first."""

    game: str
    rules: str
    wager: str
    label: str
    handle_cents: int
    initial_cents: int


class PlayedDay(NamedTuple):
    hands: int
    initial_cents: int
    """Staked on main wagers before any double or split."""
    handle: tuple[WagerHandle, ...]
    net_cents: int
    """What the player won; below zero, what the player lost."""
    minutes: int


class PlayerDays:
    def __init__(self, tables: TableManager, days: GamingDays) -> None:
        self._tables = tables
        self._days = days
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, str, int], list[BoxRound]] = OrderedDict()
        """By account, table and round: finished rounds do not change."""

    def played(self, account: str, day: date) -> PlayedDay:
        return added_up(self._rounds(account, day))

    def _rounds(self, account: str, day: date) -> list[BoxRound]:
        cards = self._tables.cards()
        for id in self._tables.directory.sat_at(account):
            if id in cards:
                self._tables.history(id).refresh()
        start, end = (time_text(time) for time in self._days.span_of(day))
        played = self._tables.index.played_between(account, start, end)
        return [box for table, numbers in played.items() for box in self._of(account, table, numbers)]

    def _of(self, account: str, table: str, numbers: Sequence[int]) -> Iterable[BoxRound]:
        with self._lock:
            unread = [number for number in numbers if (account, table, number) not in self._kept]
        for some in _batches(unread):
            boxes = self._tables.history(table).recall(account, some)
            with self._lock:
                for number in some:
                    mine = [box for box in boxes if box.round == number]
                    self._kept[account, table, number] = mine
                while len(self._kept) > MOST_ROUNDS:
                    self._kept.popitem(last=False)
        with self._lock:
            return [box for number in numbers for box in self._kept.get((account, table, number), ())]


def _batches(numbers: Sequence[int]) -> Iterable[Sequence[int]]:
    """So few at a time that the recall keeps them all, though a player has every box."""
    size = KEPT // len(SEATS)
    return (numbers[at : at + size] for at in range(0, len(numbers), size))


def added_up(boxes: Sequence[BoxRound]) -> PlayedDay:
    handle: dict[tuple[str, str, str], WagerHandle] = {}
    first = 0
    for box in boxes:
        for part in box.paid:
            if part.void:
                continue
            at = (box.game, box.rules, part.wager)
            before = handle.get(at) or WagerHandle(*at, part.label, 0, 0)
            initial = 0 if part.added else part.stake_cents
            handle[at] = before._replace(
                handle_cents=before.handle_cents + part.stake_cents,
                initial_cents=before.initial_cents + initial,
            )
        first += box.choices[0].cents if box.choices else 0
    net = sum(box.returned_cents + box.won_cents - box.wagered_cents for box in boxes)
    minutes = played_minutes([(time_of(box.began), time_of(box.ended)) for box in boxes])
    return PlayedDay(len(boxes), first, tuple(handle.values()), net, minutes)


def played_minutes(rounds: Iterable[tuple[datetime, datetime]]) -> int:
    """From the first bet to the end of the last round; a pause of ten minutes or more does not count.

    >>> from datetime import UTC
    >>> at = lambda minute: datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(minutes=minute)
    >>> played_minutes([(at(0), at(2)), (at(9), at(11)), (at(30), at(34)), (at(31), at(33))])
    15
    """
    played, end = timedelta(), None
    for begin, until in sorted(rounds):
        start = begin if end is None or begin - end >= PAUSE else end
        played += max(until - start, timedelta())
        end = until if end is None else max(end, until)
    return int(played.total_seconds() // 60)


def theoretical_cents(handle: WagerHandle, edges: Mapping[str, float]) -> float | None:
    """What the wager loses on average: the exact house edge of what is staked at first, doubles and all."""
    edge = edges.get(handle.wager)
    return None if edge is None else handle.initial_cents * edge


def game_of(tables: TableManager, handle: WagerHandle) -> Game | None:
    """The game by its rules, if a table here plays by them now."""
    found = (live.state.terms.game for live in tables.live.values())
    return next((game for game in found if game.sha256 == handle.rules), None)
