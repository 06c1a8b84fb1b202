"""One round, from the first card to the last payment; written once for every game.

What a kernel need not do is told by `Flags`, with which it is compiled, and costs nothing.
Numbers are typed throughout: numba would compile every part anew for a literal, and makes floats of
signed and unsigned mixed.
"""

from typing import Any

import numpy as np

from pitboss.compiled import part
from pitboss.rules.player import Action
from pitboss.sim import kernel_tables, player_tables
from pitboss.sim.card_stream import DECISION, ROUND, Deck, Felt, Flags, count, draw_card, draw_two, note
from pitboss.sim.kernel_tables import Book, Term
from pitboss.sim.random_streams import U0, U1, next_word

HIT, DOUBLE, SPLIT, SURRENDER, INSURE, EVEN, SECOND_CHANCE, FOLD = (
    np.uint64(action)
    for action in (
        Action.HIT, Action.DOUBLE, Action.SPLIT, Action.SURRENDER, Action.INSURE, Action.EVEN_MONEY,
        Action.SECOND_CHANCE, Action.FOLD,
    )
)  # fmt: skip
RANK, ROW, PLANE, CUBE_ROW = np.uint64(2), np.uint64(4), np.uint64(8), np.uint64(6)
"""Shifts: a card without its suit; a row of ranks, a plane of them; a row of totals or cards."""
U2, U3, U48 = np.uint64(2), np.uint64(3), np.uint64(48)
ENDED, NO_CLASS = np.uint64(player_tables.ENDED), np.uint64(kernel_tables.NO_CLASS)
ENDS, ACTS = np.uint64(kernel_tables.ROW), np.uint64(kernel_tables.ROW + kernel_tables.ENDS_OF_STATE)
INSURES, EVEN_MONEY = np.uint64(kernel_tables.INSURES), np.uint64(kernel_tables.EVEN_MONEY)

MAIN, UP_MATCH, DOWN_MATCH, BONUS, INSURANCE, CHANCE = (
    np.uint64(wager) for wager in range(kernel_tables.WAGERS)
)
SUMS = np.uint64(kernel_tables.SUMS)
ROUNDS, SHOES, DOUBLES, SPLITS, RESPLITS, SURRENDERS, EVENS, INSURED, DECISIONS, MISSED = (
    np.uint64(at) for at in range(10)
)
"""Plain counts, at the head of a tally."""

DEALT, HANDS, SETTLED, IS_INSURED, WAITING, FINISHED = (np.uint64(at) for at in (0, 16, 24, 32, 40, 72))
"""Places: cards of the first deal, hands of each box, the class of a box that is over before it is played,
whether it is insured, first cards of split hands to come, classes of finished hands."""
PLACES = 72 + 6 * 32
NOTHING, ONCE = np.int64(0), np.int64(1)


# ---- looking up, writing down


@part
def cell(book: Book, at: Any) -> Any:
    return np.uint64(book.cells[at])


@part
def amount(book: Book, at: Any) -> Any:
    """A cell that may be negative."""
    return np.int64(np.int16(book.cells[at]))


@part
def class_row(book: Book, of: Any) -> Any:
    return book.terms[Term.CLASSES] + of * book.terms[Term.CLASS_WIDTH]


@part
def state_row(book: Book, state: Any) -> Any:
    return book.terms[Term.STATES] + state * book.terms[Term.STATE_WIDTH]


@part
def by_two(book: Book, table: Any, first: Any, second: Any) -> Any:
    """A table by the ranks of two cards."""
    return cell(book, table + (first >> RANK << ROW) + (second >> RANK))


@part
def after_card(book: Book, state: Any, card: Any) -> Any:
    return cell(book, state_row(book, state) + (card >> RANK))


@part
def decision(felt: Felt, flags: Flags, box: Any, hand: Any, action: Any) -> None:
    if flags.records:
        note(felt.log, flags, DECISION | np.int64(box << PLANE) | np.int64(hand << ROW) | np.int64(action))


@part
def remember(felt: Felt, flags: Flags, box: Any, wager: Any, won: Any) -> None:
    """What a wager won, if the round is to be written down."""
    if flags.records:
        felt.log[U1 + box * SUMS + box + wager] = won


@part
def add_sums(tally: Any, at: Any, staked: Any, won: Any) -> None:
    """Over rounds: staked, won, and what their spread needs."""
    count(tally, at, staked)
    count(tally, at + U1, won)
    count(tally, at + U2, won * won)
    count(tally, at + U3, won * staked)
    count(tally, at + U2 + U2, staked * staked)


# ---- a hand


@part
def choose(book: Book, deck: Deck, tally: Any, flags: Flags, state: Any, sight: Any) -> Any:
    """What is played: as planned, or by a player who errs now and then the next best."""
    at = state_row(book, state) + ACTS + sight
    action = cell(book, at)
    if flags.errs:
        often = cell(book, at + book.terms[Term.SIGHTS] + book.terms[Term.SIGHTS])
        if often > U0:
            source, word = next_word(deck.source)
            deck = Deck(source, deck.left, deck.began)
            count(tally, DECISIONS, ONCE)
            if word >> U48 < often:
                count(tally, MISSED, ONCE)
                action = cell(book, at + book.terms[Term.SIGHTS])
    return deck, action


@part
def play_on(
    book: Book, deck: Deck, felt: Felt, tally: Any, flags: Flags, state: Any, sight: Any, box: Any, hand: Any
) -> Any:
    """Draw while the plan draws; the state and the action that ended it."""
    deck, action = choose(book, deck, tally, flags, state, sight)
    while action == HIT:
        decision(felt, flags, box, hand, HIT)
        deck, card = draw_card(deck, felt, flags, book.terms[Term.BURN])
        state = after_card(book, state, card)
        deck, action = choose(book, deck, tally, flags, state, sight)
    return deck, state, action


@part
def finish_hand(
    book: Book, deck: Deck, felt: Felt, tally: Any, flags: Flags, state: Any, action: Any, sight: Any,
    box: Any, hand: Any, added: Any,
) -> Any:  # fmt: skip
    """The class in which the hand ends, after its double and its Second Chance."""
    doubled = U0
    if action == DOUBLE:
        decision(felt, flags, box, hand, DOUBLE)
        deck, card = draw_card(deck, felt, flags, book.terms[Term.BURN])
        state = after_card(book, state, card)
        doubled = U1
        count(tally, DOUBLES, ONCE)
    end = cell(book, state_row(book, state) + ENDS + doubled + doubled + added)
    if flags.second_chance and state < book.terms[Term.CHANCE_STATES]:
        at = book.terms[Term.CHANCES] + state * book.terms[Term.CHANCE_WIDTH]
        if cell(book, at + doubled * book.terms[Term.SIGHTS] + sight) > U0:
            decision(felt, flags, box, hand, SECOND_CHANCE)
            deck, card = draw_card(deck, felt, flags, book.terms[Term.BURN])
            end = cell(
                book,
                at + book.terms[Term.SIGHTS] + book.terms[Term.SIGHTS] + (doubled << ROW) + (card >> RANK),
            )
    return deck, end


@part
def split_box(
    book: Book, deck: Deck, felt: Felt, tally: Any, flags: Flags, first: Any, second: Any, sight: Any,
    box: Any, at: Any,
) -> Any:  # fmt: skip
    """A pair and all that becomes of it: the hand at the left is finished before the next gets its card."""
    decision(felt, flags, box, U0, SPLIT)
    count(tally, SPLITS, ONCE)
    felt.places[WAITING] = second
    hands, waiting, finished, added, left = U2, U1, U0, U0, first
    while True:
        deck, card = draw_card(deck, felt, flags, book.terms[Term.BURN])
        if hands <= by_two(book, book.terms[Term.MOST_HANDS], left, card):
            decision(felt, flags, box, finished, SPLIT)
            felt.places[WAITING + waiting] = card
            waiting += U1
            hands += U1
            count(tally, RESPLITS, ONCE)
            continue
        state = after_card(book, cell(book, book.terms[Term.ONE_OF_PAIR] + (left >> RANK)), card)
        deck, state, action = play_on(book, deck, felt, tally, flags, state, sight, box, finished)
        deck, end = finish_hand(book, deck, felt, tally, flags, state, action, sight, box, finished, added)
        felt.places[at + finished] = end
        finished += U1
        added = U1
        if waiting == U0:
            break
        waiting -= U1
        left = np.uint64(felt.places[WAITING + waiting])
    return deck, finished


# ---- a round with a dealer


@part
def deal_round(book: Book, deck: Deck, felt: Felt, flags: Flags, boxes: Any) -> Deck:
    """A card to each box, the up card, a second to each box, the hole card."""
    for at in range(boxes + U1):
        deck, first, second = draw_two(deck, felt, flags, book.terms[Term.BURN])
        felt.places[at + at] = first
        felt.places[at + at + U1] = second
    return deck


@part
def match_boxes(book: Book, felt: Felt, tally: Any, flags: Flags, boxes: Any, card: Any, wager: Any) -> None:
    """The first two cards of every box against one of the dealer's."""
    total = NOTHING
    for box in range(boxes):
        first = cell(book, book.terms[Term.MATCH] + (np.uint64(felt.places[box]) << CUBE_ROW) + card)
        second = cell(
            book, book.terms[Term.MATCH] + (np.uint64(felt.places[box + boxes + U1]) << CUBE_ROW) + card
        )
        if (
            wager == DOWN_MATCH
            and book.terms[Term.DOWN_SURVIVES] == U0
            and felt.places[SETTLED + box] == book.terms[Term.SURRENDERED]
        ):
            first, second = U3, U3  # the wager died with its hand
        kind = (first << RANK) + second
        count(tally, book.terms[Term.MATCHES_AT] + (wager - UP_MATCH << ROW) + kind, ONCE)
        won = amount(book, book.terms[Term.MATCH_PAY] + kind)
        total += won
        remember(felt, flags, box, wager, won)
    if flags.many_boxes:
        add_sums(tally, book.terms[Term.SUMS_AT] + wager * SUMS, np.int64(boxes), total)


@part
def act_before_reader(
    book: Book, felt: Felt, tally: Any, flags: Flags, boxes: Any, up: Any, asked: Any
) -> Any:
    """Insurance and even money on an ace, surrender where it comes first; how many boxes are insured."""
    insured = U0
    for box in range(boxes):
        first, second = np.uint64(felt.places[box]), np.uint64(felt.places[box + boxes + U1])
        felt.places[SETTLED + box] = NO_CLASS
        felt.places[IS_INSURED + box] = 0
        at = book.terms[Term.GIVES_UP] + (first >> RANK << PLANE) + (second >> RANK << ROW) + (up >> RANK)
        offered = U0
        if asked > U1:
            offered = by_two(book, book.terms[Term.INSURES], first, second)
        if cell(book, at) > U0:
            felt.places[SETTLED + box] = book.terms[Term.SURRENDERED]
            count(tally, SURRENDERS, ONCE)
            decision(felt, flags, box, U0, SURRENDER)
        elif offered == EVEN_MONEY:
            felt.places[SETTLED + box] = book.terms[Term.EVEN_MONEY]
            count(tally, EVENS, ONCE)
            decision(felt, flags, box, U0, EVEN)
        if offered == INSURES:
            felt.places[IS_INSURED + box] = 1
            insured += U1
            decision(felt, flags, box, U0, INSURE)
    return insured


@part
def play_box(
    book: Book, deck: Deck, felt: Felt, tally: Any, flags: Flags, box: Any, boxes: Any, sight: Any, at: Any
) -> Any:
    """All hands of a box; how many there are."""
    first, second = np.uint64(felt.places[box]), np.uint64(felt.places[box + boxes + U1])
    state = by_two(book, book.terms[Term.START], first, second)
    if sight == ENDED:
        felt.places[at] = cell(book, state_row(book, state) + ENDS)
        return deck, U1
    deck, state, action = play_on(book, deck, felt, tally, flags, state, sight, box, U0)
    if action == SPLIT:
        return split_box(book, deck, felt, tally, flags, first, second, sight, box, at)
    if action == SURRENDER:
        decision(felt, flags, box, U0, SURRENDER)
        count(tally, SURRENDERS, ONCE)
        felt.places[SETTLED + box] = book.terms[Term.SURRENDERED]
        felt.places[at] = book.terms[Term.SURRENDERED]
        return deck, U1
    deck, end = finish_hand(book, deck, felt, tally, flags, state, action, sight, box, U0, U0)
    felt.places[at] = end
    return deck, U1


@part
def play_boxes(
    book: Book, deck: Deck, felt: Felt, tally: Any, flags: Flags, boxes: Any, sight: Any, asked: Any
) -> Any:
    """From the dealer's left, every box; whether any hand waits for the dealer's."""
    waits, at = book.terms[Term.PLAYS_OUT], FINISHED
    for box in range(boxes):
        if asked == U0:
            felt.places[SETTLED + box] = NO_CLASS
        hands = U1
        if asked > U0 and felt.places[SETTLED + box] != NO_CLASS:
            felt.places[at] = felt.places[SETTLED + box]
        else:
            deck, hands = play_box(book, deck, felt, tally, flags, box, boxes, sight, at)
        for hand in range(at, at + hands):
            of = np.uint64(felt.places[hand])
            waits |= cell(book, book.terms[Term.CLASSES] + (of + U1) * book.terms[Term.CLASS_WIDTH] - U1)
        felt.places[HANDS + box] = hands
        at += hands
    return deck, waits


@part
def dealer_plays(book: Book, deck: Deck, felt: Felt, flags: Flags, state: Any, waits: Any) -> Any:
    """The end of the dealer's hand; drawn for all boxes at once, or left hidden."""
    if waits == U0 and state >= book.terms[Term.ENDS]:
        return deck, U0
    while state >= book.terms[Term.ENDS]:
        deck, card = draw_card(deck, felt, flags, book.terms[Term.BURN])
        state = cell(book, book.terms[Term.DEALER_NEXT] + (state << ROW) + (card >> RANK))
    return deck, state


@part
def settle_boxes(
    book: Book, felt: Felt, tally: Any, flags: Flags, boxes: Any, end: Any, asked: Any, insurance: Any
) -> Any:
    """Every box is paid; what all of them won together."""
    at = FINISHED
    total, chanced, chance_won = NOTHING, NOTHING, NOTHING
    for box in range(boxes):
        won = NOTHING
        last = at + np.uint64(felt.places[HANDS + box])
        while at < last:
            of = np.uint64(felt.places[at])
            row = book.terms[Term.CLASSES] + of * book.terms[Term.CLASS_WIDTH]
            count(tally, book.terms[Term.HANDS_AT] + of, ONCE)
            won += amount(book, row + end)
            if flags.second_chance and cell(book, row + book.terms[Term.ENDS] + book.terms[Term.ENDS]) > U0:
                count(tally, book.terms[Term.CHANCES_AT] + of * book.terms[Term.ENDS] + end, ONCE)
                chanced += amount(book, row + book.terms[Term.ENDS] + book.terms[Term.ENDS])
                chance_won += amount(book, row + book.terms[Term.ENDS] + end)
            at += U1
        remember(felt, flags, box, MAIN, won)
        if flags.before_reader and asked > U0 and felt.places[IS_INSURED + box] > 0:
            remember(felt, flags, box, INSURANCE, insurance)
            if book.terms[Term.COUNTS_INSURANCE] > U0:
                won += insurance
        count(tally, book.terms[Term.NETS_AT] + np.uint64(won + np.int64(book.terms[Term.MIDDLE])), ONCE)
        total += won
    if flags.second_chance and chanced > 0:
        add_sums(tally, book.terms[Term.SUMS_AT] + CHANCE * SUMS, chanced, chance_won)
    return total


@part
def play_with_dealer(book: Book, deck: Deck, felt: Felt, tally: Any, flags: Flags, boxes: Any) -> Any:
    deck = deal_round(book, deck, felt, flags, boxes)
    up, hole = np.uint64(felt.places[boxes]), np.uint64(felt.places[boxes + boxes + U1])
    if flags.matches and book.terms[Term.UP_MATCH] > U0:
        match_boxes(book, felt, tally, flags, boxes, up, UP_MATCH)
    asked, insured = U0, U0
    if flags.before_reader:
        asked = cell(book, book.terms[Term.ASKED] + (up >> RANK))
        if asked > U0:
            insured = act_before_reader(book, felt, tally, flags, boxes, up, asked)
    sight = by_two(book, book.terms[Term.SIGHT], up, hole)
    deck, waits = play_boxes(book, deck, felt, tally, flags, boxes, sight, asked)
    if flags.matches and book.terms[Term.DOWN_MATCH] > U0:
        match_boxes(book, felt, tally, flags, boxes, hole, DOWN_MATCH)
    deck, end = dealer_plays(
        book, deck, felt, flags, by_two(book, book.terms[Term.DEALER_START], up, hole), waits
    )
    count(tally, book.terms[Term.DEALER_AT] + (up >> RANK) * book.terms[Term.ENDS] + end, ONCE)
    insurance = NOTHING
    if insured > U0:
        insurance = (
            np.int64(book.terms[Term.INSURANCE_WON])
            if end == book.terms[Term.BLACKJACK]
            else -np.int64(book.terms[Term.INSURANCE_STAKE])
        )
        often = np.int64(insured)
        add_sums(
            tally,
            book.terms[Term.SUMS_AT] + INSURANCE * SUMS,
            often * np.int64(book.terms[Term.INSURANCE_STAKE]),
            often * insurance,
        )
        count(tally, INSURED, often)
    return deck, settle_boxes(book, felt, tally, flags, boxes, end, asked, insurance)


# ---- a round without one


@part
def play_three_cards(book: Book, deck: Deck, felt: Felt, tally: Any, flags: Flags, boxes: Any) -> Any:
    """Over/Under: a card each; then box by box a choice, two cards and the settlement."""
    total, total_bonus = NOTHING, NOTHING
    for box in range(boxes):
        deck, card = draw_card(deck, felt, flags, book.terms[Term.BURN])
        felt.places[box] = card
    for box in range(boxes):
        first = np.uint64(felt.places[box]) >> RANK
        choice = cell(book, book.terms[Term.CHOOSES] + first)
        decision(felt, flags, box, U0, choice)
        if choice == FOLD:
            count(tally, SURRENDERS, ONCE)
        deck, second, third = draw_two(deck, felt, flags, book.terms[Term.BURN])
        points = cell(
            book, book.terms[Term.POINTS] + (first << PLANE) + (second >> RANK << ROW) + (third >> RANK)
        )
        won = amount(book, book.terms[Term.PLAY_PAY] + (choice << CUBE_ROW) + points)
        bonus = amount(book, book.terms[Term.BONUS_PAY] + points)
        count(tally, book.terms[Term.NETS_AT] + np.uint64(won + np.int64(book.terms[Term.MIDDLE])), ONCE)
        count(tally, book.terms[Term.BONUS_AT] + points, ONCE)
        total += won
        total_bonus += bonus
        remember(felt, flags, box, MAIN, won)
        remember(felt, flags, box, BONUS, bonus)
    if flags.many_boxes:
        add_sums(tally, book.terms[Term.SUMS_AT] + BONUS * SUMS, np.int64(boxes), total_bonus)
    return deck, total


@part
def play_round(book: Book, deck: Deck, felt: Felt, tally: Any, flags: Flags) -> Deck:
    """A whole round, counted."""
    boxes = book.terms[Term.BOXES] if flags.many_boxes else U1
    at = book.terms[Term.DEPTHS_AT] + (book.terms[Term.CARDS] - deck.left) * U3
    if flags.dealer and (book.terms[Term.HAS_DEALER] > U0 or not flags.three_cards):
        deck, won = play_with_dealer(book, deck, felt, tally, flags, boxes)
    else:
        deck, won = play_three_cards(book, deck, felt, tally, flags, boxes)
    if flags.many_boxes:
        add_sums(tally, book.terms[Term.SUMS_AT] + MAIN * SUMS, np.int64(boxes), won)
    count(tally, at, ONCE)
    count(tally, at + U1, won)
    count(tally, at + U2, won * won)
    count(tally, ROUNDS, ONCE)
    if flags.records:
        write_payments(felt, flags, boxes)
    return deck


@part
def write_payments(felt: Felt, flags: Flags, boxes: Any) -> None:
    """What each wager of each box won, at the end of a recorded round."""
    note(felt.log, flags, ROUND)
    for at in range(U1, U1 + boxes * (SUMS + U1)):
        note(felt.log, flags, felt.log[at])
        felt.log[at] = 0
