"""The loops of the analyst: for floats and remainders compiled, for fractions as they stand.

Every probability here is joint with the dealer's cards: of all that is unseen, the player's next cards, the
up card and the hole card are exchangeable, so nothing is ever conditioned on, and nothing seen twice.
"""

from typing import Any

import numpy as np

from pitboss.compiled import inlined, kernel


@inlined
def reduced(value: Any, modulus: Any) -> Any:
    """The same number; a smaller one with the same remainder, where there is a prime."""
    if modulus is None:
        return value
    return value - np.floor(value * modulus[1]) * modulus[0]


@inlined
def whole(cards: Any) -> int:
    """All cards of a shoe as a whole number, also where a value is held in parts of cards."""
    return int(cards + 0.5)


@kernel
def dealer_pass(
    held: Any, value: Any, before: Any, size: Any, start: Any, columns: Any, ways: Any, cards: Any,
    steps: Any, falling: Any, scaled: Any, total: Any, inverses: Any, out: Any, modulus: Any,
) -> None:  # fmt: skip
    """For each shoe, the chance of each dealer's outcome together with its observation.

    `held` is columns × shoes, dealt side by side, as many as `steps` has lanes. Nodes come in such an order
    that the last one with fewer cards is a node's parent. A hand that needs more cards than there are meets
    a zero on its way before it could meet a negative number. Whole rows are named before their loop: only
    so is it made vectors of.
    """
    lanes = steps.shape[1]
    for first in range(0, held.shape[1], lanes):
        _lay_out(held, first, cards, steps, falling, inverses, modulus)
        total[:, :] = inverses[0]
        for node in range(1, value.shape[0]):
            taken = before[node]
            behind, here = steps[size[node]], steps[size[node] + 1]
            card = cards[value[node]]
            for lane in range(lanes):
                here[lane] = reduced(behind[lane] * (card[lane] - taken), modulus)
            if start[node] == start[node + 1]:
                continue
            chance = falling[size[node] + 1]
            for lane in range(lanes):
                scaled[lane] = reduced(here[lane] * chance[lane], modulus)
            for entry in range(start[node], start[node + 1]):
                times, into = ways[entry], total[columns[entry]]
                for lane in range(lanes):
                    into[lane] += times * scaled[lane]
        for column in range(total.shape[0]):
            for lane in range(lanes):
                out[first + lane, column] = reduced(total[column, lane], modulus)


@inlined
def _lay_out(
    held: Any, first: int, cards: Any, steps: Any, falling: Any, inverses: Any, modulus: Any
) -> None:
    """The shoes of one block: their cards, and the chance of any so many of them in a given order."""
    for lane in range(steps.shape[1]):
        every = 0.0
        for column in range(held.shape[0]):
            cards[column, lane] = held[column, first + lane]
            every += held[column, first + lane]
        left = whole(every)
        steps[0, lane] = inverses[1]
        falling[0, lane] = inverses[1]
        for drawn in range(falling.shape[0] - 1):
            each = inverses[left - drawn] if left > drawn else inverses[0]
            falling[drawn + 1, lane] = reduced(falling[drawn, lane] * each, modulus)


@kernel
def observation_pass(
    removed: Any, shoe: Any, ups: Any, holes: Any, inverses: Any, out: Any, modulus: Any
) -> None:
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
                one_card = reduced(up_left * held * inverses[whole(left)], modulus)
                out[row, observation] = reduced(one_card * inverses[whole(left) - 1], modulus)
            else:
                out[row, observation] = inverses[0]


@kernel
def stand_pass(
    rows: Any, dealt: Any, seen: Any, pay_row: Any, pays: Any, outcomes: int, zero: Any, out: Any,
    modulus: Any,
) -> None:  # fmt: skip
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
                value += reduced(chance * pays[pay, outcome], modulus)
                over -= chance
            over = reduced(over, modulus)
            out[hand, observation] = reduced(
                value + reduced(over * pays[pay, outcomes - 1], modulus), modulus
            )


@kernel
def sweep(
    hands: Any, counts: Any, next_hand: Any, rows: Any, shoe: Any, extra: Any, seen: Any,
    stand: Any, doubled: Any, may_hit: Any, may_double: Any, bust_row: Any, bust: Any, bust_doubled: Any,
    bust_pay: Any, bust_pay_doubled: Any, policy: Any, inverses: Any, chances: Any, hit: Any, double: Any,
    best: Any, modulus: Any,
) -> None:  # fmt: skip
    """Values of drawing and doubling, from the fullest hands backwards; `policy` < 0 asks for the best.

    Without bust rows every bust is paid alike; its chance is what the live hands leave of the observation.
    """
    for place in range(hands.shape[0]):
        hand = hands[place]
        left = 0
        for column in range(shoe.shape[0]):
            left += shoe[column] - extra[column] - counts[hand, column]
        for column in range(shoe.shape[0]):
            held = shoe[column] - extra[column] - counts[hand, column]
            chances[column] = reduced(held * inverses[whole(left)], modulus) if held > 0 else inverses[0]
        for observation in range(seen.shape[1]):
            drawn = inverses[0]
            two_units = inverses[0]
            lost = seen[rows[hand], observation]
            for column in range(shoe.shape[0]):
                if shoe[column] - extra[column] - counts[hand, column] <= 0:
                    continue
                chance = chances[column]
                following = next_hand[hand, column]
                if following >= 0:
                    drawn += reduced(chance * best[following, observation], modulus)
                    two_units += reduced(chance * doubled[following, observation], modulus)
                    lost -= reduced(chance * seen[rows[following], observation], modulus)
                elif bust_row.shape[0] > 0 and bust_row[hand, column] >= 0:
                    row = bust_row[hand, column]
                    drawn += reduced(chance * bust[row, observation], modulus)
                    two_units += reduced(chance * bust_doubled[row, observation], modulus)
            if bust_row.shape[0] == 0:
                lost = reduced(lost, modulus)
                drawn += reduced(bust_pay * lost, modulus)
                two_units += reduced(bust_pay_doubled * lost, modulus)
            drawn = reduced(drawn, modulus)
            two_units = reduced(two_units, modulus)
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
    outcomes: int, inverses: Any, out: Any, modulus: Any,
) -> None:  # fmt: skip
    """What a Second Chance is worth on each busted hand: one card more, subtracted."""
    for bust in range(busts.shape[0]):
        left = 0
        for column in range(shoe.shape[0]):
            left += shoe[column] - busts[bust, column]
        for observation in range(seen.shape[1]):
            value = inverses[0]
            for column in range(shoe.shape[0]):
                held = shoe[column] - busts[bust, column]
                if held <= 0:
                    continue
                chance = reduced(held * inverses[whole(left)], modulus)
                points = over[bust] - column - 1
                row = after[bust, column]
                rest = seen_after[row, observation]
                worth = inverses[0]
                if points <= 20:
                    base = observation * outcomes
                    for outcome in range(outcomes - 1):
                        share = dealt[met[bust, column], base + outcome]
                        worth += reduced(share * pays[points, outcome], modulus)
                        rest -= share
                rest = reduced(rest, modulus)
                worth = reduced(worth + reduced(rest * pays[points, outcomes - 1], modulus), modulus)
                value += reduced(chance * worth, modulus)
            out[bust, observation] = reduced(value, modulus)
