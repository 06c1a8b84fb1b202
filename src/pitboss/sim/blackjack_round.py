"""A round of blackjack, from the first card to the last payment; one source for processors and GPUs.

What a kernel need not do is told by `Flags`, with which it is compiled, and costs nothing.
"""

from typing import Any

import numpy as np

from pitboss.compiled import part
from pitboss.rules.player import Action
from pitboss.sim import blackjack_tables, kernel_tables, player_tables
from pitboss.sim.card_stream import Flags, ShoeState, Workspace, count, draw_card, draw_two
from pitboss.sim.kernel_parts import (
    CUBE_ROW,
    NOTHING,
    ONCE,
    PLANE,
    RANK,
    ROW,
    SUMS,
    U2,
    U3,
    U48,
    add_sums,
    after_card,
    amount,
    by_two,
    cell,
    decision,
    remember,
    state_row,
)  # fmt: skip
from pitboss.sim.kernel_tables import KernelTables, Term
from pitboss.sim.random_streams import U0, U1, next_word
from pitboss.sim.tally import (
    CHANCE,
    DECISIONS,
    DOUBLES,
    DOWN_MATCH,
    EVENS,
    INSURANCE,
    INSURED,
    MAIN,
    MISSED,
    RESPLITS,
    SPLITS,
    SURRENDERS,
    UP_MATCH,
)  # fmt: skip

HIT, DOUBLE, SPLIT, SURRENDER, INSURE, EVEN, SECOND_CHANCE = (
    np.uint64(action)
    for action in (
        Action.HIT, Action.DOUBLE, Action.SPLIT, Action.SURRENDER, Action.INSURE, Action.EVEN_MONEY,
        Action.SECOND_CHANCE,
    )
)  # fmt: skip
ENDED, NO_CLASS = np.uint64(player_tables.ENDED), np.uint64(kernel_tables.NO_CLASS)
ENDS, ACTS = np.uint64(kernel_tables.ROW), np.uint64(kernel_tables.ROW + kernel_tables.ENDS_OF_STATE)
INSURES, EVEN_MONEY = np.uint64(blackjack_tables.INSURES), np.uint64(blackjack_tables.EVEN_MONEY)

HANDS, SETTLED, IS_INSURED, WAITING, FINISHED = (np.uint64(at) for at in (16, 24, 32, 40, 72))
"""Places after the cards of the first deal: hands of each box, the class of a box that is over before it is
played, whether it is insured, first cards of split hands to come, classes of finished hands."""


# ---- a hand


@part
def choose(
    tables: KernelTables, deck: ShoeState, counts: Any, flags: Flags, state: Any, observation: Any
) -> Any:
    """The planned action, or the second-best one when the player makes a mistake."""
    at = state_row(tables, state) + ACTS + observation
    action = cell(tables, at)
    if flags.errs:
        often = cell(tables, at + tables.terms[Term.OBSERVATIONS] + tables.terms[Term.OBSERVATIONS])
        if often > U0:
            source, word = next_word(deck.source)
            deck = ShoeState(source, deck.left, deck.began)
            count(counts, DECISIONS, ONCE)
            if word >> U48 < often:
                count(counts, MISSED, ONCE)
                action = cell(tables, at + tables.terms[Term.OBSERVATIONS])
    return deck, action


@part
def play_on(
    tables: KernelTables,
    deck: ShoeState,
    workspace: Workspace,
    counts: Any,
    flags: Flags,
    state: Any,
    observation: Any,
    box: Any,
    hand: Any,
) -> Any:
    """Draw while the plan draws; the state and the action that ended it."""
    deck, action = choose(tables, deck, counts, flags, state, observation)
    while action == HIT:
        decision(workspace, flags, box, hand, HIT)
        deck, card = draw_card(deck, workspace, flags, tables.terms[Term.BURN])
        state = after_card(tables, state, card)
        deck, action = choose(tables, deck, counts, flags, state, observation)
    return deck, state, action


@part
def finish_hand(
    tables: KernelTables, deck: ShoeState, workspace: Workspace, counts: Any, flags: Flags, state: Any,
    action: Any, observation: Any, box: Any, hand: Any, added: Any,
) -> Any:  # fmt: skip
    """The class in which the hand ends, after its double and its Second Chance."""
    doubled = U0
    if action == DOUBLE:
        decision(workspace, flags, box, hand, DOUBLE)
        deck, card = draw_card(deck, workspace, flags, tables.terms[Term.BURN])
        state = after_card(tables, state, card)
        doubled = U1
        count(counts, DOUBLES, ONCE)
    end = cell(tables, state_row(tables, state) + ENDS + doubled + doubled + added)
    if flags.second_chance and state < tables.terms[Term.CHANCE_STATES]:
        at = tables.terms[Term.CHANCES] + state * tables.terms[Term.CHANCE_WIDTH]
        if cell(tables, at + doubled * tables.terms[Term.OBSERVATIONS] + observation) > U0:
            decision(workspace, flags, box, hand, SECOND_CHANCE)
            deck, card = draw_card(deck, workspace, flags, tables.terms[Term.BURN])
            end = cell(
                tables,
                at
                + tables.terms[Term.OBSERVATIONS]
                + tables.terms[Term.OBSERVATIONS]
                + (doubled << ROW)
                + (card >> RANK),
            )
    return deck, end


@part
def surrender_hand(
    tables: KernelTables, workspace: Workspace, counts: Any, flags: Flags, box: Any, hand: Any
) -> Any:
    """The class of a hand that is given up; with the first one of a box, wagers may die that go with it."""
    decision(workspace, flags, box, hand, SURRENDER)
    count(counts, SURRENDERS, ONCE)
    if hand == U0:
        workspace.places[SETTLED + box] = tables.terms[Term.SURRENDERED]
    return tables.terms[Term.SURRENDERED]


@part
def split_box(
    tables: KernelTables, deck: ShoeState, workspace: Workspace, counts: Any, flags: Flags, first: Any,
    second: Any, observation: Any, box: Any, at: Any,
) -> Any:  # fmt: skip
    """A pair and all that becomes of it: the hand at the left is finished before the next gets its card."""
    decision(workspace, flags, box, U0, SPLIT)
    count(counts, SPLITS, ONCE)
    workspace.places[WAITING] = second
    hands, waiting, finished, added, left = U2, U1, U0, U0, first
    while True:
        deck, card = draw_card(deck, workspace, flags, tables.terms[Term.BURN])
        if hands <= by_two(tables, tables.terms[Term.MOST_HANDS], left, card):
            decision(workspace, flags, box, finished, SPLIT)
            workspace.places[WAITING + waiting] = card
            waiting += U1
            hands += U1
            count(counts, RESPLITS, ONCE)
            continue
        state = after_card(tables, cell(tables, tables.terms[Term.ONE_OF_PAIR] + (left >> RANK)), card)
        deck, state, action = play_on(
            tables, deck, workspace, counts, flags, state, observation, box, finished
        )
        if action == SURRENDER:
            end = surrender_hand(tables, workspace, counts, flags, box, finished)
        else:
            deck, end = finish_hand(
                tables, deck, workspace, counts, flags, state, action, observation, box, finished, added
            )
        workspace.places[at + finished] = end
        finished += U1
        added = U1
        if waiting == U0:
            break
        waiting -= U1
        left = np.uint64(workspace.places[WAITING + waiting])
    return deck, finished


# ---- the round


@part
def deal_round(
    tables: KernelTables, deck: ShoeState, workspace: Workspace, flags: Flags, boxes: Any
) -> ShoeState:
    """A card to each box, the up card, a second to each box, the hole card."""
    for at in range(boxes + U1):
        deck, first, second = draw_two(deck, workspace, flags, tables.terms[Term.BURN])
        workspace.places[at + at] = first
        workspace.places[at + at + U1] = second
    return deck


@part
def match_boxes(
    tables: KernelTables, workspace: Workspace, counts: Any, flags: Flags, boxes: Any, card: Any, wager: Any
) -> None:
    """The first two cards of every box against one of the dealer's."""
    total = NOTHING
    for box in range(boxes):
        first = cell(tables, tables.terms[Term.MATCH] + (np.uint64(workspace.places[box]) << CUBE_ROW) + card)
        second = cell(
            tables,
            tables.terms[Term.MATCH] + (np.uint64(workspace.places[box + boxes + U1]) << CUBE_ROW) + card,
        )
        if (
            wager == DOWN_MATCH
            and tables.terms[Term.DOWN_SURVIVES] == U0
            and workspace.places[SETTLED + box] == tables.terms[Term.SURRENDERED]
        ):
            first, second = U3, U3  # the wager died with its hand
        kind = (first << RANK) + second
        count(counts, tables.terms[Term.MATCHES_AT] + (wager - UP_MATCH << ROW) + kind, ONCE)
        won = amount(tables, tables.terms[Term.MATCH_PAY] + kind)
        total += won
        remember(workspace, flags, box, wager, won)
    if flags.many_boxes:
        add_sums(counts, tables.terms[Term.SUMS_AT] + wager * SUMS, np.int64(boxes), total)


@part
def act_before_reader(
    tables: KernelTables, workspace: Workspace, counts: Any, flags: Flags, boxes: Any, up: Any, asked: Any
) -> Any:
    """Insurance and even money on an ace, surrender where it comes first; how many boxes are insured."""
    insured = U0
    for box in range(boxes):
        first, second = np.uint64(workspace.places[box]), np.uint64(workspace.places[box + boxes + U1])
        workspace.places[SETTLED + box] = NO_CLASS
        workspace.places[IS_INSURED + box] = 0
        at = tables.terms[Term.GIVES_UP] + (first >> RANK << PLANE) + (second >> RANK << ROW) + (up >> RANK)
        offered = U0
        if asked > U1:
            offered = by_two(tables, tables.terms[Term.INSURES], first, second)
        if cell(tables, at) > U0:
            workspace.places[SETTLED + box] = tables.terms[Term.SURRENDERED]
            count(counts, SURRENDERS, ONCE)
            decision(workspace, flags, box, U0, SURRENDER)
        elif offered == EVEN_MONEY:
            workspace.places[SETTLED + box] = tables.terms[Term.EVEN_MONEY]
            count(counts, EVENS, ONCE)
            decision(workspace, flags, box, U0, EVEN)
        if offered == INSURES:
            workspace.places[IS_INSURED + box] = 1
            insured += U1
            decision(workspace, flags, box, U0, INSURE)
    return insured


@part
def play_box(
    tables: KernelTables,
    deck: ShoeState,
    workspace: Workspace,
    counts: Any,
    flags: Flags,
    box: Any,
    boxes: Any,
    observation: Any,
    at: Any,
) -> Any:
    """All hands of a box; how many there are."""
    first, second = np.uint64(workspace.places[box]), np.uint64(workspace.places[box + boxes + U1])
    state = by_two(tables, tables.terms[Term.START], first, second)
    if observation == ENDED:
        workspace.places[at] = cell(tables, state_row(tables, state) + ENDS)
        return deck, U1
    deck, state, action = play_on(tables, deck, workspace, counts, flags, state, observation, box, U0)
    if action == SPLIT:
        return split_box(tables, deck, workspace, counts, flags, first, second, observation, box, at)
    if action == SURRENDER:
        workspace.places[at] = surrender_hand(tables, workspace, counts, flags, box, U0)
        return deck, U1
    deck, end = finish_hand(tables, deck, workspace, counts, flags, state, action, observation, box, U0, U0)
    workspace.places[at] = end
    return deck, U1


@part
def play_boxes(
    tables: KernelTables,
    deck: ShoeState,
    workspace: Workspace,
    counts: Any,
    flags: Flags,
    boxes: Any,
    observation: Any,
    asked: Any,
) -> Any:
    """From the dealer's left, every box; whether any hand waits for the dealer's."""
    waits, at = tables.terms[Term.PLAYS_OUT], FINISHED
    for box in range(boxes):
        if asked == U0:
            workspace.places[SETTLED + box] = NO_CLASS
        hands = U1
        if asked > U0 and workspace.places[SETTLED + box] != NO_CLASS:
            workspace.places[at] = workspace.places[SETTLED + box]
        else:
            deck, hands = play_box(tables, deck, workspace, counts, flags, box, boxes, observation, at)
        for hand in range(at, at + hands):
            of = np.uint64(workspace.places[hand])
            waits |= cell(
                tables, tables.terms[Term.CLASSES] + (of + U1) * tables.terms[Term.CLASS_WIDTH] - U1
            )
        workspace.places[HANDS + box] = hands
        at += hands
    return deck, waits


@part
def dealer_plays(
    tables: KernelTables, deck: ShoeState, workspace: Workspace, flags: Flags, state: Any, waits: Any
) -> Any:
    """The end of the dealer's hand; drawn for all boxes at once, or left hidden."""
    if waits == U0 and state >= tables.terms[Term.ENDS]:
        return deck, U0
    while state >= tables.terms[Term.ENDS]:
        deck, card = draw_card(deck, workspace, flags, tables.terms[Term.BURN])
        state = cell(tables, tables.terms[Term.DEALER_NEXT] + (state << ROW) + (card >> RANK))
    return deck, state


@part
def settle_boxes(
    tables: KernelTables,
    workspace: Workspace,
    counts: Any,
    flags: Flags,
    boxes: Any,
    end: Any,
    asked: Any,
    insurance: Any,
) -> Any:
    """Every box is paid; what all of them won together."""
    at = FINISHED
    total, chanced, chance_won = NOTHING, NOTHING, NOTHING
    for box in range(boxes):
        won = NOTHING
        last = at + np.uint64(workspace.places[HANDS + box])
        while at < last:
            of = np.uint64(workspace.places[at])
            row = tables.terms[Term.CLASSES] + of * tables.terms[Term.CLASS_WIDTH]
            count(counts, tables.terms[Term.HANDS_AT] + of, ONCE)
            won += amount(tables, row + end)
            if (
                flags.second_chance
                and cell(tables, row + tables.terms[Term.ENDS] + tables.terms[Term.ENDS]) > U0
            ):
                count(counts, tables.terms[Term.CHANCES_AT] + of * tables.terms[Term.ENDS] + end, ONCE)
                chanced += amount(tables, row + tables.terms[Term.ENDS] + tables.terms[Term.ENDS])
                chance_won += amount(tables, row + tables.terms[Term.ENDS] + end)
            at += U1
        remember(workspace, flags, box, MAIN, won)
        if flags.before_reader and asked > U0 and workspace.places[IS_INSURED + box] > 0:
            remember(workspace, flags, box, INSURANCE, insurance)
            if tables.terms[Term.COUNTS_INSURANCE] > U0:
                won += insurance
        count(counts, tables.terms[Term.NETS_AT] + np.uint64(won + np.int64(tables.terms[Term.MIDDLE])), ONCE)
        total += won
    if flags.second_chance and chanced > 0:
        add_sums(counts, tables.terms[Term.SUMS_AT] + CHANCE * SUMS, chanced, chance_won)
    return total


@part
def play_blackjack(
    tables: KernelTables, deck: ShoeState, workspace: Workspace, counts: Any, flags: Flags, boxes: Any
) -> Any:
    deck = deal_round(tables, deck, workspace, flags, boxes)
    up, hole = np.uint64(workspace.places[boxes]), np.uint64(workspace.places[boxes + boxes + U1])
    if flags.matches and tables.terms[Term.UP_MATCH] > U0:
        match_boxes(tables, workspace, counts, flags, boxes, up, UP_MATCH)
    asked, insured = U0, U0
    if flags.before_reader:
        asked = cell(tables, tables.terms[Term.ASKED] + (up >> RANK))
        if asked > U0:
            insured = act_before_reader(tables, workspace, counts, flags, boxes, up, asked)
    observation = by_two(tables, tables.terms[Term.OBSERVATION], up, hole)
    deck, waits = play_boxes(tables, deck, workspace, counts, flags, boxes, observation, asked)
    if flags.matches and tables.terms[Term.DOWN_MATCH] > U0:
        match_boxes(tables, workspace, counts, flags, boxes, hole, DOWN_MATCH)
    deck, end = dealer_plays(
        tables, deck, workspace, flags, by_two(tables, tables.terms[Term.DEALER_START], up, hole), waits
    )
    count(counts, tables.terms[Term.DEALER_AT] + (up >> RANK) * tables.terms[Term.ENDS] + end, ONCE)
    insurance = NOTHING
    if insured > U0:
        insurance = (
            np.int64(tables.terms[Term.INSURANCE_WON])
            if end == tables.terms[Term.BLACKJACK]
            else -np.int64(tables.terms[Term.INSURANCE_STAKE])
        )
        often = np.int64(insured)
        add_sums(
            counts,
            tables.terms[Term.SUMS_AT] + INSURANCE * SUMS,
            often * np.int64(tables.terms[Term.INSURANCE_STAKE]),
            often * insurance,
        )
        count(counts, INSURED, often)
    return deck, settle_boxes(tables, workspace, counts, flags, boxes, end, asked, insurance)
