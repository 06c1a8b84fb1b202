"""Blackjack for the kernels: hands, the dealer's hand and what each end is paid, tabulated from the rules."""

from itertools import product
from math import gcd
from typing import Any

import numpy as np

from pitboss.rules.cards import ACE, KING, Card, Suit
from pitboss.rules.dealer import dealer_draws_at_all, insurance_is_open
from pitboss.rules.hands import EMPTY, BoxHand, draw
from pitboss.rules.house import House
from pitboss.rules.match import count_matches, down_match_survives, settle_match
from pitboss.rules.player import may_insure, may_take_even_money
from pitboss.rules.settlement import settle_insurance
from pitboss.rules.stakes import most_insurance
from pitboss.sim.automaton import PlayerHands, State, most_hands
from pitboss.sim.hand_classes import HIDDEN, RANKS, DealerHands, EndClass, EndClasses
from pitboss.sim.kernel_tables import (
    ALWAYS,
    BEST,
    ENDS_OF_STATE,
    POINTS,
    ROW,
    Array,
    Cells,
    ResultLabels,
    TableSetup,
    cube,
    framed,
    row_of,
    square,
)  # fmt: skip
from pitboss.sim.player_tables import Plan

INSURES, EVEN_MONEY = 1, 2


def tabulate_blackjack(
    house: House, plan: Plan, setup: TableSetup, misses: Any, cells: Cells
) -> tuple[dict[str, Any], ResultLabels]:
    dealer = DealerHands(house)
    starts = square(dealer.start)
    classes = EndClasses(house, setup.stake_cents, dealer.ends)
    hands = PlayerHands(house, plan, classes, misses)
    start = square(hands.start)
    ones = [hands.one_of_pair(rank) for rank in RANKS]
    surrendered, even_money = classes.surrendered(), classes.even_money()
    insured = most_insurance(setup.stake_cents, house)
    won = sum(settle_insurance(insured, HIDDEN._replace(blackjack=True), house)) - insured
    gives_up = np.asarray(plan.gives_up_early)
    insures = _insurance(house, plan, setup.insurance)
    asked = np.where(_on_offer(house) & insures.any(), 2, gives_up.any(axis=(0, 1)))
    grain = _grain(classes.classes, insured, won, setup.stake_cents)
    order = _in_order(hands.states)
    most = max(abs(net) for made in classes.classes for net in made.nets_cents)
    reach = most * max(house.split.max_hands, house.split.max_ace_hands, 1) + max(insured, won)
    ends = tuple(
        "hidden" if end == HIDDEN else "blackjack" if end.blackjack else str(end.points)
        for end in dealer.ends
    )
    numbers = {
        **_state_tables(hands.states, order, plan.starts.best.shape[-1], cells, errs=misses is not None),
        "start": cells.add(framed(order[start])),
        "one_of_pair": cells.add(row_of(order[ones])),
        "most_hands": cells.add(framed(square(lambda one, other: most_hands(one, other, house)))),
        "observation": cells.add(framed(plan.observations)),
        "insures": cells.add(framed(insures)),
        "gives_up": cells.add(cube(gives_up) if asked.any() else ()),
        "asked": cells.add(row_of(asked)),
        **_dealer_tables(dealer, starts, cells),
        **_class_tables(classes.classes, grain, cells),
        **(_match_tables(house, setup.side_cents, cells) if setup.up_match or setup.down_match else {}),
        "blackjack": ends.index("blackjack"),
        "surrendered": surrendered,
        "even_money": even_money,
        "plays_out": dealer_draws_at_all(False, house),
        "down_survives": down_match_survives(True, house),
        "counts_insurance": setup.insurance == BEST,
        "insurance_won": won // grain,
        "insurance_stake": insured // grain,
        "middle": reach // grain,
    }
    return numbers, ResultLabels(grain, tuple(classes.classes), ends)


def _grain(classes: list[EndClass], insured: int, won: int, stake: int) -> int:
    """The largest amount that divides every payment: results are counted in it, as small whole numbers."""
    amounts = [net for made in classes for net in (*made.nets_cents, *made.chance_nets_cents)]
    return gcd(stake, insured, won, *amounts, *(made.chance_cents for made in classes))


# ---- the player's states, the dealer's states


def _in_order(states: list[State]) -> Array:
    """New numbers: busts that may buy a card come first."""
    order = sorted(range(len(states)), key=lambda number: not states[number].takes)
    numbers = np.zeros(len(states), dtype=np.int64)
    numbers[order] = np.arange(len(states))
    return numbers


def _state_tables(
    states: list[State], order: Array, observations: int, cells: Cells, *, errs: bool
) -> dict[str, int]:
    parts = 3 if errs else 1
    table = np.zeros((len(states), ROW + ENDS_OF_STATE + parts * observations), dtype=np.int64)
    chances = np.zeros(
        (sum(1 for state in states if state.takes), 2 * observations + 2 * ROW), dtype=np.int64
    )
    for old, state in enumerate(states):
        row = table[order[old]]
        row[:KING] = order[list(state.following)]
        row[ROW : ROW + ENDS_OF_STATE] = state.ends
        acts = [np.frombuffer(state.acts, dtype=np.uint8)]
        if errs:
            acts += [np.frombuffer(state.others, np.uint8), np.frombuffer(state.misses, np.uint16)]
        row[ROW + ENDS_OF_STATE :] = np.concatenate(acts)
        if state.takes:
            chance = chances[order[old]]
            chance[: 2 * observations] = np.frombuffer(state.takes, dtype=np.uint8)
            chance[2 * observations :] = np.concatenate([row_of(part) for part in state.chance_ends])
    return {
        "states": cells.add(table), "state_width": table.shape[1], "observations": observations,
        "chances": cells.add(chances), "chance_width": chances.shape[1], "chance_states": len(chances),
    }  # fmt: skip


def _dealer_tables(dealer: DealerHands, starts: Array, cells: Cells) -> dict[str, int]:
    """Ends keep their numbers; states that draw follow after them."""
    after = len(dealer.ends)

    def number(state: Any) -> Any:
        return np.where(state >= 0, state, after - 1 - state)

    following = np.zeros((after + len(dealer.rows), ROW), dtype=np.int64)
    for at, row in enumerate(dealer.rows):
        following[after + at, :KING] = number(np.array(row))
    return {
        "dealer_start": cells.add(framed(number(starts))), "dealer_next": cells.add(following), "ends": after
    }  # fmt: skip


def _class_tables(classes: list[EndClass], grain: int, cells: Cells) -> dict[str, int]:
    rows = [
        [*(net // grain for net in (*made.nets_cents, *made.chance_nets_cents)), made.chance_cents // grain,
         made.waits]
        for made in classes
    ]  # fmt: skip
    return {"classes": cells.add_amounts(rows), "class_width": len(rows[0])}


def _insurance(house: House, plan: Plan, policy: str) -> Array:
    """What two cards do on the dealer's ace, if anything."""
    taken = np.asarray(plan.insures)
    if policy != BEST:
        taken = np.full_like(taken, policy == ALWAYS) & _may_insure(house)
    return np.where(plan.takes_even_money, EVEN_MONEY, np.where(taken, INSURES, 0))


def _on_offer(house: House) -> Array:
    """Up cards on which a player with Blackjack may do something about it, or anybody may insure."""
    natural = BoxHand(draw(draw(EMPTY, ACE), KING), ACE, KING, False, False, 0)
    return np.array([insurance_is_open(up, house) or may_take_even_money(natural, up, house) for up in RANKS])


def _may_insure(house: House) -> Array:
    def may(first: int, second: int) -> bool:
        box = BoxHand(draw(draw(EMPTY, first), second), first, second, False, False, 0)
        return may_insure(box, ACE, house)

    allowed: Array = square(may)
    return allowed


# ---- side wagers


def _match_tables(house: House, stake_cents: int, cells: Cells) -> dict[str, int]:
    """How one card meets the dealer's (0 not, 1 in rank, 2 in suit too), and what two such cards win."""
    cards = [Card(rank, suit) for rank in RANKS for suit in Suit]
    kind = np.zeros((len(cards), POINTS), dtype=np.int64)
    pay = np.full((4, 4), -1, dtype=np.int64)
    examples: dict[int, Card] = {}
    dealer = cards[0]
    for at, card in enumerate(cards):
        for against, other in enumerate(cards):
            counted = count_matches(card, card, other, house.match.by)
            kind[at, against] = 2 if counted.suited else 1 if counted.unsuited else 0
        examples.setdefault(int(kind[at, 0]), card)
    for first, second in product(examples, repeat=2):
        back = settle_match(stake_cents, examples[first], examples[second], dealer, house)
        pay[first, second] = (sum(back) - stake_cents) // stake_cents
    return {"match": cells.add(kind), "match_pay": cells.add_amounts(pay)}
