"""The loops of the analyst, for floats compiled and for fractions as they stand.

Every probability here is joint with the dealer's cards: of all that is unseen, the player's next cards, the
up card and the hole card are exchangeable, so nothing is ever conditioned on, and nothing seen twice.
"""

from typing import Any

from pitboss.compiled import kernel

LANES = 8
"""Shoes that are dealt side by side, so that one instruction serves several of them."""


@kernel
def dealer_pass(
    held: Any, parent: Any, value: Any, before: Any, size: Any, start: Any, nodes: Any, ways: Any,
    weight: Any, inverse: Any, total: Any, one: Any, zero: Any, out: Any,
) -> None:  # fmt: skip
    """For each shoe, the chance of each dealer's outcome together with its observation.

    `held` is columns × shoes, a multiple of LANES. A hand that needs more cards than there are meets a zero
    on its way before it could meet a negative number.
    """
    for block in range(held.shape[1] // LANES):
        first = block * LANES
        for lane in range(LANES):
            left = zero
            for column in range(held.shape[0]):
                left += held[column, first + lane]
            for drawn in range(inverse.shape[0]):
                inverse[drawn, lane] = one / (left - drawn) if left > drawn else zero
            weight[0, lane] = one
        for node in range(1, parent.shape[0]):
            column = value[node]
            behind = parent[node]
            drawn = size[node]
            taken = before[node]
            for lane in range(LANES):
                card = (held[column, first + lane] - taken) * inverse[drawn, lane]
                weight[node, lane] = weight[behind, lane] * card
        for column in range(start.shape[0] - 1):
            for lane in range(LANES):
                total[lane] = zero
            for entry in range(start[column], start[column + 1]):
                node = nodes[entry]
                times = ways[entry]
                for lane in range(LANES):
                    total[lane] += times * weight[node, lane]
            for lane in range(LANES):
                out[first + lane, column] = total[lane]


@kernel
def observation_pass(removed: Any, shoe: Any, ups: Any, holes: Any, one: Any, zero: Any, out: Any) -> None:
    """The chance of each observation (up card and class of hole card) for each set of removed cards."""
    for row in range(removed.shape[0]):
        left = 0
        for column in range(shoe.shape[0]):
            left += shoe[column] - removed[row, column]
        for observation in range(ups.shape[0]):
            up = ups[observation]
            up_left = shoe[up] - removed[row, up]
            held = 0
            for column in range(shoe.shape[0]):
                if holes[observation, column]:
                    held += shoe[column] - removed[row, column]
                    if column == up:
                        held -= 1
            if left > 1 and up_left > 0:
                out[row, observation] = one * up_left * held / (left * (left - 1))
            else:
                out[row, observation] = zero


@kernel
def stand_pass(
    rows: Any, dealt: Any, seen: Any, pay_row: Any, pays: Any, outcomes: int, zero: Any, out: Any
) -> None:
    """What standing is worth; what the dealer's totals leave of an observation is a dealer over 22."""
    for hand in range(rows.shape[0]):
        row = rows[hand]
        if row < 0:
            continue
        pay = pay_row[hand]
        for observation in range(seen.shape[1]):
            value = zero
            over = seen[row, observation]
            base = observation * outcomes
            for outcome in range(outcomes - 1):
                chance = dealt[row, base + outcome]
                value += chance * pays[pay, outcome]
                over -= chance
            out[hand, observation] = value + over * pays[pay, outcomes - 1]


@kernel
def sweep(
    hands: Any, counts: Any, next_hand: Any, rows: Any, shoe: Any, extra: Any, seen: Any,
    stand: Any, doubled: Any, may_hit: Any, may_double: Any, bust_row: Any, bust: Any, bust_doubled: Any,
    bust_pay: Any, bust_pay_doubled: Any, policy: Any, one: Any, zero: Any, hit: Any, double: Any, best: Any,
) -> None:  # fmt: skip
    """Values of drawing and doubling, from the fullest hands backwards; `policy` < 0 asks for the best.

    Without bust rows every bust is paid alike; its chance is what the live hands leave of the observation.
    """
    for place in range(hands.shape[0]):
        hand = hands[place]
        left = 0
        for column in range(shoe.shape[0]):
            left += shoe[column] - extra[column] - counts[hand, column]
        for observation in range(seen.shape[1]):
            drawn = zero
            two_units = zero
            lost = seen[rows[hand], observation]
            for column in range(shoe.shape[0]):
                held = shoe[column] - extra[column] - counts[hand, column]
                if held <= 0:
                    continue
                chance = one * held / left
                following = next_hand[hand, column]
                if following >= 0:
                    drawn += chance * best[following, observation]
                    two_units += chance * doubled[following, observation]
                    lost -= chance * seen[rows[following], observation]
                elif bust_row.shape[0] > 0 and bust_row[hand, column] >= 0:
                    drawn += chance * bust[bust_row[hand, column], observation]
                    two_units += chance * bust_doubled[bust_row[hand, column], observation]
            if bust_row.shape[0] == 0:
                drawn += bust_pay * lost
                two_units += bust_pay_doubled * lost
            hit[hand, observation] = drawn
            double[hand, observation] = two_units
            value = stand[hand, observation]
            choice = policy[hand, observation]
            if choice < 0:
                if may_hit[hand] and drawn > value:
                    value = drawn
                if may_double[hand] and two_units > value:
                    value = two_units
            elif choice == 1:
                value = drawn
            elif choice == 2:
                value = two_units
            best[hand, observation] = value


@kernel
def chance_pass(
    busts: Any, over: Any, after: Any, met: Any, shoe: Any, dealt: Any, seen: Any, seen_after: Any, pays: Any,
    outcomes: int, one: Any, zero: Any, out: Any,
) -> None:  # fmt: skip
    """What a Second Chance is worth on each busted hand: one card more, subtracted."""
    for bust in range(busts.shape[0]):
        left = 0
        for column in range(shoe.shape[0]):
            left += shoe[column] - busts[bust, column]
        for observation in range(seen.shape[1]):
            value = zero
            for column in range(shoe.shape[0]):
                held = shoe[column] - busts[bust, column]
                if held <= 0:
                    continue
                chance = one * held / left
                points = over[bust] - column - 1
                row = after[bust, column]
                rest = seen_after[row, observation]
                worth = zero
                if points <= 20:
                    base = observation * outcomes
                    for outcome in range(outcomes - 1):
                        share = dealt[met[bust, column], base + outcome]
                        worth += share * pays[points, outcome]
                        rest -= share
                worth += rest * pays[points, outcomes - 1]
                value += chance * worth
            out[bust, observation] = value
