"""Random rounds with irregularities at a live table, every payment put to the letter of the texts.

A table is a game, what was chosen, who sits where, and a seed: the same four play the same rounds again.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from pitboss.errors import Broken
from pitboss.games.game import Game
from pitboss.table import commands as c
from pitboss.table.events import Event
from pitboss.table.notation import round_text
from pitboss.table.state import Table, open_table
from tests.agree.facts import Facts
from tests.floor import game_of
from tests.naive.letter import Letter, Objection
from tests.table.irregular import IrregularTable


class Setting(NamedTuple):
    """A table that can be opened again."""

    game: str
    choices: tuple[str, ...] = ()
    seats: tuple[int, ...] = (1,)
    seed: int = 1

    def __str__(self) -> str:
        seats = ",".join(map(str, self.seats))
        return " ".join((self.game, *self.choices, f"seats={seats}", f"seed={self.seed}"))


class Disagreement(NamedTuple):
    """A round in which the table and the letter part, up to the command at which they do."""

    setting: Setting
    round: int
    commands: tuple[c.Command, ...]
    objection: Objection

    def __str__(self) -> str:
        return (
            f"{self.objection.key}\n  {self.objection.says}\n  {self.setting} round={self.round}\n"
            f"  {round_text(self.commands)}"
        )


class Result(NamedTuple):
    """What was played and compared, and where the two disagree: how often, with the shortest round."""

    rounds: int
    payments: int
    irregularities: Counter[str]
    objections: Counter[str]
    examples: dict[str, Disagreement]

    def plus(self, other: "Result") -> "Result":
        examples = dict(self.examples)
        for key, found in other.examples.items():
            if key not in examples or len(found.commands) < len(examples[key].commands):
                examples[key] = found
        return Result(
            self.rounds + other.rounds,
            self.payments + other.payments,
            self.irregularities + other.irregularities,
            self.objections + other.objections,
            examples,
        )


NOTHING = Result(0, 0, Counter(), Counter(), {})


class Follower:
    """Puts what happens at a table to the letter, one round after the other."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.options = dict(game.option_values)
        self.readings = dict(game.reading_choices)
        self.begin(reader_broken=False)

    def begin(self, reader_broken: bool) -> None:
        main = self.game.main_wager.id
        self.letter = Letter(self.game.id, main, dict(self.options), self.readings, reader_broken)
        self.facts = Facts()
        self.commands: list[c.Command] = []
        self.objection: Objection | None = None
        self.is_over = False

    def watch(self, _: Table, command: c.Command, events: Sequence[Event]) -> None:
        if self.objection is not None or self.is_over:
            return
        self.is_over = isinstance(command, c.ClearTable)
        self.commands.append(command)
        for fact in self.facts.of(command, events):
            self.objection = self.letter.follow(fact)
            if self.objection is not None:
                return


def play(setting: Setting, rounds: int, mistakes: float = 0.06) -> Result:
    """So many rounds at this table; a round that disagrees is left there, and the next is compared again."""
    game = game_of(setting.game, *setting.choices)
    rng = random.Random(str(setting))
    follower = Follower(game)

    def opened() -> IrregularTable:
        table = IrregularTable(open_table(game), rng, follower.watch, mistakes)
        table.open(setting.seats)
        return table

    table, result = opened(), NOTHING
    for number in range(1, rounds + 1):
        follower.begin(table.state.reader_broken)
        chips = chips_by_seat(table.state)
        stopped = played_through(table)
        objection = follower.objection or stopped
        objection = objection or chips_moved_otherwise(follower.letter, chips, table.state)
        last = (table.last,) if table.last is not None and objection == stopped else ()
        commands = (*follower.commands, *last)
        kinds, table.kinds = table.kinds, Counter()
        found = Disagreement(setting, number, commands, objection) if objection else None
        result = result.plus(one_round(follower.letter.payments, kinds, found))
        if stopped is not None:
            table = opened()
    return result


def one_round(payments: int, irregularities: Counter[str], found: Disagreement | None) -> Result:
    if found is None:
        return Result(1, payments, irregularities, Counter(), {})
    key = found.objection.key
    return Result(1, payments, irregularities, Counter([key]), {key: found})


def played_through(table: IrregularTable) -> Objection | None:
    """A round; what stopped it, if the table found itself broken."""
    try:
        table.play_round()
    except Broken as broken:
        return Objection("the table is broken", str(broken))
    return None


def chips_by_seat(state: Table) -> dict[int, int]:
    return {patron.seat: patron.chips_cents for patron in state.players}


def chips_moved_otherwise(letter: Letter, before: dict[int, int], after: Table) -> Objection | None:
    """Has every player just what the payments of the round come to?"""
    for seat, cents in chips_by_seat(after).items():
        moved, paid = cents - before[seat], letter.back.get(seat, 0)
        if moved != paid:
            return Objection("chips moved that no payment tells", f"seat {seat}: {moved}, not {paid}")
    return None
