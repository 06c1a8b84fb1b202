"""A table driven by chance: mostly what is due, sometimes what else somebody may do, irregularities too."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.games.game import Game
from pitboss.table import commands as c
from pitboss.table.autopilot import Autopilot
from pitboss.table.due import due
from pitboss.table.options import options
from pitboss.table.people import DEALER, DEVICE, FLOOR, Role, player
from pitboss.table.shoes import VirtualShoe
from pitboss.table.state import Stage, Table, open_table
from pitboss.table.table import step

SEATS = (1, 3, 5)
STRAYS = 0.12
"""How often somebody does something else than what is due."""


class Walk:
    def __init__(self, game: Game, seed: str) -> None:
        self.rng = random.Random(seed)
        self.state: Table = open_table(game)
        self.pilot = Autopilot(VirtualShoe(game.house.decks, self.rng, game.deck))
        self.lines: list[dict[str, Any]] = []

    def do(self, command: c.Command) -> None:
        events, self.state = step(self.state, command)
        told = [msgspec.to_builtins(event) for event in events]
        self.lines.append({"command": msgspec.to_builtins(command), "events": told})

    def go(self, acts: int) -> list[dict[str, Any]]:
        for seat in SEATS:
            self.do(c.SitDown(by=player(seat), chips_cents=500_000_00))
        for _ in range(acts):
            self.do(self._next())
        return self.lines

    def _next(self) -> c.Command:
        if self.state.phase and self.rng.random() < STRAYS and (stray := self._stray()):
            return stray
        wanted = due(self.state)
        assert wanted is not None
        if wanted.act == "bets":
            return self._between_rounds()
        if wanted.who.role == Role.PLAYER:
            return self._choose(wanted.who)
        return self.pilot.act(self.state) or self._choose(wanted.who)

    def _between_rounds(self) -> c.Command:
        if self.state.reader_broken:
            return c.RepairDevice(device="reader")
        if (command := self.pilot.act(self.state)) is not None:
            return command
        if len(self.state.boxes) < len(SEATS):
            seat = next(s for s in SEATS if all(box.seat != s for box in self.state.boxes))
            limits = self.state.house.limits
            stake = min(limits.wager_min_cents * self.rng.randint(1, 3), limits.wager_max_cents)
            return c.PlaceWager(by=player(seat), box=seat, wager=self.state.terms.main, cents=stake)
        for box in self.state.boxes:
            made = {side.id for side in box.sides}
            for side in self.state.terms.sides:
                if side not in made and self.rng.random() < 0.4:
                    cents = self.state.house.limits.side_min_cents
                    return c.PlaceWager(by=player(box.seat), box=box.number, wager=side, cents=cents)
        return self.pilot.deal(self.state)

    def _choose(self, who: Any) -> c.Command:
        allowed = [choice for choice in options(self.state, who).choices if _plays(choice.command)]
        choice = self.rng.choice(allowed)
        return choice.with_value(choice.values[self.rng.randrange(min(len(choice.values), 50))])

    def _stray(self) -> c.Command | None:
        """Something else that the table takes now: what went wrong, a report, a ruling."""
        for who in self.rng.sample([DEALER, FLOOR, DEVICE], 3):
            allowed = [choice for choice in options(self.state, who).choices if _strays(choice.command)]
            if not allowed or self.state.stage != Stage.READY:
                continue
            choice = self.rng.choice(allowed)
            command = choice.with_value(choice.values[self.rng.randrange(len(choice.values))])
            if getattr(command, "card", None) is None:
                return command
            return replace(command, card=self.pilot.shoe.draw())  # the face that really comes
        return None


def _plays(command: c.Command) -> bool:
    return not isinstance(command, c.Leave | c.Tip | c.SitDown | c.BuyChips | c.Signal)


def _strays(command: c.Command) -> bool:
    return isinstance(command, STRAYED)


STRAYED = (
    c.PassOver, c.DrawInError, c.FindFaceUp, c.Overdraw, c.ReportWrongRange, c.RecordDispute, c.ReportBroken,
    c.RepairDevice, c.ReportReaderMisused, c.NoteMisuse, c.ReportJam, c.UpholdHand, c.CallDead,
)  # fmt: skip


def without_citations(lines: list[dict[str, Any]], names: Any = lambda wager: wager) -> Iterator[Any]:
    """Commands and events as they happened; wagers by the names that are given."""
    for line in lines:
        yield _renamed(line["command"], names), [_renamed(event, names) for event in line["events"]]


def _renamed(told: dict[str, Any], names: Any) -> dict[str, Any]:
    kept = {key: value for key, value in told.items() if key not in ("clause", "mechanism")}
    if "wager" in kept:
        kept["wager"] = names(kept["wager"])
    if "sides" in kept:
        kept["sides"] = [names(side) for side in kept["sides"]]
    return kept
