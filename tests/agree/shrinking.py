"""A round that disagrees, made shorter: fewer boxes and acts, as long as it disagrees in the same way."""

import random
from collections.abc import Callable, Iterator
from functools import cache

from pitboss.errors import Broken, Refused
from pitboss.table import commands as c
from pitboss.table.due import due
from pitboss.table.state import Table, open_table
from pitboss.table.table import step
from tests.agree.compared import Disagreement, Follower, Setting
from tests.floor import game_of
from tests.naive.letter import Objection
from tests.table.irregular import IrregularTable

Commands = tuple[c.Command, ...]
Smaller = Callable[[Commands], Iterator[Commands]]
SHOE_ACTS = (
    c.BurnCard, c.RemoveCover, c.CollectCards, c.ShuffleCards, c.OfferCut, c.RefuseCut, c.CutCards,
    c.PlaceCover, c.LoadShoe,
)  # fmt: skip
"""What the shoe needs is done when it is due, whatever the recorded round did."""


def shrink(found: Disagreement) -> Disagreement:
    """The same disagreement in a shorter round at a fresh table; the round itself where it needs more."""
    if not _disagrees_alike(found, found.commands):
        return found
    commands = found.commands
    for smaller in (_without_a_box, _without_one, _without_two):
        commands = _shrunk(found, commands, smaller)
    objection = replay(found.setting, commands)
    return found._replace(commands=commands, objection=objection or found.objection)


def _disagrees_alike(found: Disagreement, commands: Commands) -> bool:
    objection = replay(found.setting, commands)
    return objection is not None and objection.key == found.objection.key


def _shrunk(found: Disagreement, commands: Commands, smaller: Smaller) -> Commands:
    while True:
        shorter = next((fewer for fewer in smaller(commands) if _disagrees_alike(found, fewer)), None)
        if shorter is None:
            return commands
        commands = shorter


def _without_a_box(commands: Commands) -> Iterator[Commands]:
    for number in sorted({command.box for command in commands if isinstance(command, c.PlaceWager)}):
        yield tuple(command for command in commands if getattr(command, "box", 0) != number)


def _without_one(commands: Commands) -> Iterator[Commands]:
    for left_out in reversed(range(len(commands))):
        yield commands[:left_out] + commands[left_out + 1 :]


def _without_two(commands: Commands) -> Iterator[Commands]:
    """A wager and its settlement, a question and its answer."""
    for later in reversed(range(len(commands))):
        for earlier in reversed(range(later)):
            yield commands[:earlier] + commands[earlier + 1 : later] + commands[later + 1 :]


def replay(setting: Setting, commands: Commands) -> Objection | None:
    """What the letter objects to when a fresh table is given these commands; nothing if it refuses one."""
    state = _opened(setting)
    follower = Follower(game_of(setting.game, *setting.choices))
    for command in commands:
        if isinstance(command, SHOE_ACTS):
            continue
        try:
            while (wanted := due(state)) is not None and wanted.act == "burn":
                _, state = step(state, c.BurnCard())
            before = state
            events, state = step(state, command)
        except (Refused, TypeError):
            return None
        except Broken as broken:
            return Objection("the table is broken", str(broken))
        follower.watch(before, command, events)
        if follower.objection is not None:
            return follower.objection
    return None


@cache
def _fresh(game: str, choices: tuple[str, ...], seats: tuple[int, ...]) -> Table:
    def ignore(*_: object) -> None:
        return None

    table = IrregularTable(open_table(game_of(game, *choices)), random.Random(1), ignore)
    table.open(seats)
    return table.state


def _opened(setting: Setting) -> Table:
    return _fresh(setting.game, setting.choices, setting.seats)
