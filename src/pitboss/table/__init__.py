"""The live table: commands become events, or are refused with the clause."""

from pitboss.table.fold import fold
from pitboss.table.options import Options, options
from pitboss.table.people import DEALER, DEVICE, FLOOR, Person, Role, player
from pitboss.table.rebuild import rebuild_round
from pitboss.table.state import Table, open_table
from pitboss.table.table import decide, step
from pitboss.table.view import View, next_acts, view

__all__ = [
    "DEALER",
    "DEVICE",
    "FLOOR",
    "Options",
    "Person",
    "Role",
    "Table",
    "View",
    "decide",
    "fold",
    "next_acts",
    "open_table",
    "options",
    "player",
    "rebuild_round",
    "step",
    "view",
]
