"""Families that the simulator deals: how each is tabulated, and which wagers its kernels settle."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from pitboss.errors import BadInput, Fault
from pitboss.games import wager_kinds
from pitboss.rules.cards import KING, Suit
from pitboss.rules.house import House
from pitboss.sim.blackjack_tables import tabulate_blackjack
from pitboss.sim.kernel_tables import (
    BLACKJACK,
    OVER_UNDER,
    POINTS,
    ROW,
    Cells,
    KernelTables,
    ResultLabels,
    TableSetup,
    Term,
)  # fmt: skip
from pitboss.sim.over_under_tables import tabulate_over_under
from pitboss.sim.player_tables import Plan
from pitboss.sim.tally import (
    BONUS,
    CHANCE,
    COUNTS,
    DOWN_MATCH,
    INSURANCE,
    MAIN,
    SUMS,
    UP_MATCH,
    WAGERS,
)  # fmt: skip

Tabulate = Callable[[House, Plan, TableSetup, Any, Cells], tuple[dict[str, Any], ResultLabels]]


class DealtFamily(NamedTuple):
    id: str
    number: int
    """What `Term.FAMILY` holds."""
    tabulate: Tabulate
    wagers: dict[tuple[str, str | None], int]
    """Where a kernel counts a wager, by its kind and the dealer's card that it is against."""
    played_wagers: frozenset[str]
    """Kinds that are part of playing the main wager, and are counted with it."""


_FAMILIES = (
    DealtFamily(
        wager_kinds.BLACKJACK,
        BLACKJACK,
        tabulate_blackjack,
        {
            ("main", None): int(MAIN),
            ("match", "upcard"): int(UP_MATCH),
            ("match", "hole card"): int(DOWN_MATCH),
            ("second_chance", None): int(CHANCE),
            ("insurance", None): int(INSURANCE),
        },
        frozenset({"double", "split"}),
    ),
    DealtFamily(
        wager_kinds.OVER_UNDER,
        OVER_UNDER,
        tabulate_over_under,
        {("main", None): int(MAIN), ("total_bonus", None): int(BONUS)},
        frozenset({"over", "under"}),
    ),
)

FAMILIES = {family.id: family for family in _FAMILIES}


def family_of(id: str) -> DealtFamily:
    """The family of this name; refused by name where no kernel deals it."""
    if id not in FAMILIES:
        says = f"the simulator has no kernel for games of the family “{id}”."
        raise BadInput([Fault("family", says, ", ".join(FAMILIES))])
    return FAMILIES[id]


def make_tables(
    house: House, plan: Plan, setup: TableSetup, misses: Any = None
) -> tuple[KernelTables, ResultLabels]:
    """Everything a kernel reads of this house, this player and this table."""
    family, cells = family_of(setup.family), Cells()
    numbers, labels = family.tabulate(house, plan, setup, misses, cells)
    numbers |= {
        "family": family.number, "up_match": setup.up_match, "down_match": setup.down_match,
        "bonus": setup.bonus, "boxes": setup.boxes, "decks": house.decks,
        "cards": house.decks * sum(house.deck), "faces": _faces(house), "burn": setup.burn_cards,
        "cover": setup.cover_cards, "fresh": setup.fresh,
    }  # fmt: skip
    numbers |= _tally_layout(numbers, len(labels.classes))
    terms = np.array([numbers.get(term.name.lower(), 0) for term in Term], dtype=np.uint64)
    return KernelTables(cells.row(), terms), labels


def _faces(house: House) -> int:
    """One bit for every face of the deck."""
    suits = len(Suit)
    return sum(
        1 << (rank * suits + suit) for rank in range(KING) if house.deck[rank] for suit in range(suits)
    )


def _tally_layout(numbers: dict[str, int], classes: int) -> dict[str, int]:
    """Where in a tally each count begins."""
    ends = max(numbers.get("ends", 0), 1)
    sizes = {
        "nets_at": 2 * numbers["middle"] + 1, "hands_at": classes, "dealer_at": ROW * ends,
        "matches_at": 2 * ROW, "bonus_at": POINTS,
        "chances_at": classes * ends if numbers.get("chance_states") else 0,
        "sums_at": WAGERS * SUMS, "depths_at": 3 * (numbers["cards"] + 1),
    }  # fmt: skip
    at, places = COUNTS, {}
    for name, size in sizes.items():
        places[name] = at
        at += size
    return places | {"tally_size": at}
