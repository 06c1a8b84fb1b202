"""Whole rounds at a desk: players by chance, keys by number, the clock by hand."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count

from pitboss.desk.desk import Desk
from pitboss.desk.pit import Pit
from pitboss.errors import Refused
from pitboss.journal.memory import MemoryStore
from pitboss.journal.store import Store
from pitboss.rules.player import Action
from pitboss.rules.stakes import most_insurance
from pitboss.table import commands as c
from pitboss.table.due import Due, due
from pitboss.table.people import player
from pitboss.table.state import Stage, find_box

CHIPS = 1_000_000_00
KEY = bytes(range(32))


NUMBERS = count(1)
"""Of commands, so that no two have the same key."""


class Hands:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(milliseconds=7)
        return self.now

    def skip(self, hours: float) -> None:
        self.now += timedelta(hours=hours)


def new_pit(
    store: Store | None = None, *, seed: int = 1, owner: str = "pit", clock: Hands | None = None
) -> Pit:
    """A pit whose chance, time and key are given, so that everything in it can be repeated."""
    journal = MemoryStore() if store is None else store
    return Pit(journal, key=KEY, clock=clock or Hands(), entropy=random.Random(seed).randbytes, owner=owner)


class Guest:
    """Whoever sits at the table, deciding by chance."""

    def __init__(self, desk: Desk, seed: int = 1) -> None:
        self.desk = desk
        self.rng = random.Random(seed)

    def do(self, command: c.Command, account: str = "") -> None:
        self.desk.submit(command, key=f"{self.desk.table}-{next(NUMBERS)}", account=account)

    def tries(self, command: c.Command) -> bool:
        try:
            self.do(command)
        except Refused:
            return False
        return True

    def sit(self, *seats: int, chips: int = CHIPS) -> None:
        for seat in seats:
            self.do(c.SitDown(by=player(seat), chips_cents=chips))
        self.until_bets()

    def until_bets(self) -> None:
        """Whatever players have to do before wagers are open: they let the cut pass and look at the cards."""
        while (next_due := due(self.desk.state)) is not None and next_due.act != "bets":
            if next_due.act == "cut":
                self.do(c.RefuseCut(by=next_due.who))
            elif next_due.act == "prepare":
                self.do(c.PrepareCards(by=next_due.who, step=Stage(next_due.hand)))
            else:
                raise AssertionError(next_due)

    def bet(self) -> None:
        state, rng = self.desk.state, self.rng
        limits, chip = state.house.limits, state.house.min_chip_cents
        for guest in state.players:
            most = min(limits.wager_max_cents, limits.wager_min_cents * 5)
            stake = rng.randrange(limits.wager_min_cents, most + 1, chip)
            by = player(guest.seat)
            self.do(c.PlaceWager(by=by, box=guest.seat, wager=state.terms.main, cents=stake))
            for side in state.terms.sides:
                if rng.random() < 0.5:
                    cents = limits.side_min_cents
                    self.do(c.PlaceWager(by=by, box=guest.seat, wager=side, cents=cents))

    def play_round(self, stop: Callable[[Desk], bool] = lambda _: False) -> None:
        """One round with random wagers and decisions, and what follows until wagers are open again."""
        self.bet()
        number = self.desk.state.round
        self.do(c.CloseBetting())
        while self.desk.state.round == number and not stop(self.desk):
            next_due = due(self.desk.state)
            assert next_due is not None
            self.decide(next_due)
        if not stop(self.desk):
            self.until_bets()

    def decide(self, next_due: Due) -> None:
        if next_due.act == "close insurance":
            self.insure()
            self.do(c.CloseInsurance())
        elif next_due.act == "insert":
            self.do(c.InsertHole())
        elif next_due.act == "cut":
            self.do(c.RefuseCut(by=next_due.who))
        elif next_due.act == "second chance" and self.rng.random() < 0.5:
            self.do(c.DeclineSecondChance(by=next_due.who, box=next_due.box, hand=next_due.hand))
        else:
            while not self.tries(self.decision(next_due)):
                pass

    def insure(self) -> None:
        for box in self.desk.state.boxes:
            if self.rng.random() < 0.5:
                cents = most_insurance(box.initial_cents, self.desk.state.house)
                self.tries(c.Insure(by=player(box.seat), box=box.number, cents=cents))

    def decision(self, next_due: Due) -> c.Command:
        actions = [Action.HIT, Action.STAND, Action.STAND, Action.DOUBLE, Action.SPLIT, Action.SURRENDER]
        if next_due.act == "choose":
            actions = [Action.OVER, Action.UNDER, Action.FOLD]
        if next_due.act == "second chance":
            actions = [Action.SECOND_CHANCE]
        action = self.rng.choice(actions)
        box = find_box(self.desk.state, next_due.box)
        cents = box.hands[next_due.hand].original_cents if box and action == Action.DOUBLE else 0
        return c.Decide(by=next_due.who, box=next_due.box, hand=next_due.hand, action=action, cents=cents)


ATTENDED = frozenset({"close insurance"})
"""Acts that the tests leave to the guest, so that insurance can be taken."""
