"""Everything a kernel reads, tabulated once by asking the rules: no rule is written here a second time."""

from dataclasses import dataclass
from enum import IntEnum
from itertools import product
from math import gcd
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import Broken
from pitboss.rules.cards import ACE, KING, Card, Suit
from pitboss.rules.dealer import dealer_draws_at_all, insurance_is_open
from pitboss.rules.hands import EMPTY, BoxHand, draw, fixed_total
from pitboss.rules.house import House
from pitboss.rules.match import count_matches, down_match_survives, settle_match
from pitboss.rules.over_under import settle_bonus, settle_play
from pitboss.rules.player import Action, may_insure, may_take_even_money
from pitboss.rules.settlement import settle_insurance
from pitboss.rules.stakes import most_insurance, play_stake
from pitboss.sim.automaton import PlayerHands, State, most_hands
from pitboss.sim.hand_classes import HIDDEN, RANKS, DealerHands, EndClass, EndClasses
from pitboss.sim.player_tables import Plan

ROW = 16
"""Ranks are rows of sixteen, so that a place in a table is a shift and a sum."""
PLANE = ROW * ROW
POINTS = 64
WAGERS, SUMS, COUNTS = 6, 5, 16
"""Wagers told apart, sums kept of each, and plain counts at the head of a tally."""
NO_CLASS = 0xFFFF
ENDS_OF_STATE = 4

NEVER, BEST, ALWAYS = "never", "best", "always"
INSURES, EVEN_MONEY = 1, 2

Array = NDArray[Any]


class Book(NamedTuple):
    """The house and the player: one row of small numbers, and where in it each table begins.

    Two arrays and no more, because a compiler is slow with many and a graphics card likes them as little.
    """

    cells: Array
    terms: Array
    """Numbers by `Term`."""


class Term(IntEnum):
    """Where tables begin, and what else is to be known of house, table and tally."""

    STATES = 0
    """A row for every state of a hand: the state after each rank, four ends, actions by sight,
    and for a player who errs the other action and the chance of it in 65,536ths."""
    STATE_WIDTH = 1
    SIGHTS = 2
    START = 3
    ONE_OF_PAIR = 4
    MOST_HANDS = 5
    SIGHT = 6
    INSURES = 7
    GIVES_UP = 8
    ASKED = 9
    """By up card: 1 when somebody may give up before the reader, 2 when insurance is taken too."""
    DEALER_START = 10
    DEALER_NEXT = 11
    ENDS = 12
    """How many ends the dealer's hand has; states that draw have higher numbers."""
    BLACKJACK = 13
    CLASSES = 14
    """A row for every class: net result and Second Chance result by the dealer's end, then its stake
    and whether the hand waits for the dealer."""
    CLASS_WIDTH = 15
    CHANCES = 16
    """A row for every busted state that may buy a card: whether it does, and the class by rank."""
    CHANCE_WIDTH = 17
    CHANCE_STATES = 18
    MATCH = 19
    MATCH_PAY = 20
    POINTS = 21
    CHOOSES = 22
    PLAY_PAY = 23
    BONUS_PAY = 24
    SURRENDERED = 25
    EVEN_MONEY = 26
    PLAYS_OUT = 27
    DOWN_SURVIVES = 28
    COUNTS_INSURANCE = 29
    """Insurance is part of the main wager's play."""
    INSURANCE_WON = 30
    INSURANCE_STAKE = 31
    MIDDLE = 32
    """Where a net result of nothing stands in the histogram."""
    HAS_DEALER = 33
    UP_MATCH = 34
    DOWN_MATCH = 35
    BONUS = 36
    BOXES = 37
    DECKS = 38
    CARDS = 39
    BURN = 40
    COVER = 41
    FRESH = 42
    """A whole shoe for every round."""
    NETS_AT = 43
    HANDS_AT = 44
    DEALER_AT = 45
    MATCHES_AT = 46
    BONUS_AT = 47
    CHANCES_AT = 48
    SUMS_AT = 49
    DEPTHS_AT = 50
    TALLY_SIZE = 51
    FACES = 52
    """A bit for every face that a deck has."""


@dataclass(frozen=True)
class Terms:
    """How a simulated table is run."""

    boxes: int = 1
    burn_cards: int = 1
    cover_cards: int = 0
    """Cards behind the cover card."""
    fresh: bool = False
    stake_cents: int = 1000
    side_cents: int = 1000
    insurance: str = BEST
    has_dealer: bool = True
    up_match: bool = False
    down_match: bool = False
    bonus: bool = False


@dataclass(frozen=True)
class Lexicon:
    """What the numbers of a book mean."""

    grain_cents: int
    classes: tuple[EndClass, ...]
    ends: tuple[str, ...]


class Cells:
    """One table after another in a row of 16-bit numbers."""

    def __init__(self) -> None:
        self.parts: list[Array] = []
        self.size = 0

    def add(self, table: Any) -> int:
        """Where the table begins."""
        flat = np.asarray(table, dtype=np.int64).ravel()
        if flat.size and (flat.min() < -(1 << 15) or flat.max() >= 1 << 16):
            raise Broken("a table of the simulator does not fit 16 bits")
        self.parts.append(flat.astype(np.uint16))
        self.size += flat.size
        return self.size - flat.size

    def row(self) -> Array:
        return np.concatenate(self.parts)


def make_book(house: House, plan: Plan, terms: Terms, misses: Any = None) -> tuple[Book, Lexicon]:
    cells = Cells()
    made = _with_dealer if terms.has_dealer else _three_cards
    numbers, lexicon = made(house, plan, terms, misses, cells)
    numbers |= {
        "has_dealer": terms.has_dealer, "up_match": terms.up_match, "down_match": terms.down_match,
        "bonus": terms.bonus, "boxes": terms.boxes, "decks": house.decks,
        "cards": house.decks * sum(house.deck), "faces": _faces(house), "burn": terms.burn_cards, "cover": terms.cover_cards,
        "fresh": terms.fresh,
    }  # fmt: skip
    numbers |= _tally_layout(numbers, len(lexicon.classes))
    known = np.array([numbers.get(term.name.lower(), 0) for term in Term], dtype=np.uint64)
    return Book(cells.row(), known), lexicon


def _faces(house: House) -> int:
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
    at, found = COUNTS, {}
    for name, size in sizes.items():
        found[name] = at
        at += size
    return found | {"tally_size": at}


def _with_dealer(
    house: House, plan: Plan, terms: Terms, misses: Any, cells: Cells
) -> tuple[dict[str, Any], Lexicon]:
    dealer = DealerHands(house)
    starts = _square(dealer.start)
    classes = EndClasses(house, terms.stake_cents, dealer.ends)
    hands = PlayerHands(house, plan, classes, misses)
    start = _square(hands.start)
    ones = [hands.one_of_pair(rank) for rank in RANKS]
    surrendered, even_money = classes.surrendered(), classes.even_money()
    insured = most_insurance(terms.stake_cents, house)
    won = sum(settle_insurance(insured, HIDDEN._replace(blackjack=True), house)) - insured
    gives_up = np.asarray(plan.gives_up_early)
    insures = _insurance(house, plan, terms.insurance)
    asked = np.where(_on_offer(house) & insures.any(), 2, gives_up.any(axis=(0, 1)))
    grain = _grain(classes.found, insured, won, terms.stake_cents)
    order = _in_order(hands.states)
    most = max(abs(net) for made in classes.found for net in made.nets_cents)
    reach = most * max(house.split.max_hands, house.split.max_ace_hands, 1) + max(insured, won)
    ends = tuple(
        "hidden" if end == HIDDEN else "blackjack" if end.blackjack else str(end.points)
        for end in dealer.ends
    )
    numbers = {
        **_state_tables(hands.states, order, plan.starts.best.shape[-1], cells, errs=misses is not None),
        "start": cells.add(_framed(order[start])),
        "one_of_pair": cells.add(_row(order[ones])),
        "most_hands": cells.add(_framed(_square(lambda one, other: most_hands(one, other, house)))),
        "sight": cells.add(_framed(plan.sights)),
        "insures": cells.add(_framed(insures)),
        "gives_up": cells.add(_cube(gives_up) if asked.any() else ()),
        "asked": cells.add(_row(asked)),
        **_dealer_tables(dealer, starts, cells),
        **_class_tables(classes.found, grain, cells),
        **(_match_tables(house, terms.side_cents, cells) if terms.up_match or terms.down_match else {}),
        "blackjack": ends.index("blackjack"),
        "surrendered": surrendered,
        "even_money": even_money,
        "plays_out": dealer_draws_at_all(False, house),
        "down_survives": down_match_survives(True, house),
        "counts_insurance": terms.insurance == BEST,
        "insurance_won": won // grain,
        "insurance_stake": insured // grain,
        "middle": reach // grain,
    }
    return numbers, Lexicon(grain, tuple(classes.found), ends)


def _grain(classes: list[EndClass], insured: int, won: int, stake: int) -> int:
    """The largest amount that divides every payment: results are counted in it, as small whole numbers."""
    amounts = [net for made in classes for net in (*made.nets_cents, *made.chance_nets_cents)]
    return gcd(stake, insured, won, *amounts, *(made.chance_cents for made in classes))


# ---- shapes


def _square(ask: Any) -> Array:
    return np.array([[ask(first, second) for second in RANKS] for first in RANKS])


def _framed(table: Any) -> Array:
    """A table by two ranks."""
    framed = np.zeros((ROW, ROW), dtype=np.int64)
    framed[:KING, :KING] = table
    return framed


def _cube(table: Any) -> Array:
    framed = np.zeros((ROW, ROW, ROW), dtype=np.int64)
    framed[:KING, :KING, :KING] = table
    return framed


def _row(values: Any) -> Array:
    row = np.zeros(ROW, dtype=np.int64)
    row[: len(values)] = values
    return row


# ---- the player's states, the dealer's states


def _in_order(states: list[State]) -> Array:
    """New numbers: busts that may buy a card come first."""
    order = sorted(range(len(states)), key=lambda number: not states[number].takes)
    numbers = np.zeros(len(states), dtype=np.int64)
    numbers[order] = np.arange(len(states))
    return numbers


def _state_tables(
    states: list[State], order: Array, sights: int, cells: Cells, *, errs: bool
) -> dict[str, int]:
    parts = 3 if errs else 1
    table = np.zeros((len(states), ROW + ENDS_OF_STATE + parts * sights), dtype=np.int64)
    chances = np.zeros((sum(1 for state in states if state.takes), 2 * sights + 2 * ROW), dtype=np.int64)
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
            chance[: 2 * sights] = np.frombuffer(state.takes, dtype=np.uint8)
            chance[2 * sights :] = np.concatenate([_row(part) for part in state.chance_ends])
    return {
        "states": cells.add(table), "state_width": table.shape[1], "sights": sights,
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
        "dealer_start": cells.add(_framed(number(starts))), "dealer_next": cells.add(following), "ends": after
    }  # fmt: skip


def _class_tables(classes: list[EndClass], grain: int, cells: Cells) -> dict[str, int]:
    rows = [
        [*(net // grain for net in (*made.nets_cents, *made.chance_nets_cents)), made.chance_cents // grain,
         made.waits]
        for made in classes
    ]  # fmt: skip
    return {"classes": cells.add(rows), "class_width": len(rows[0])}


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

    allowed: Array = _square(may)
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
            found = count_matches(card, card, other, house.match.by)
            kind[at, against] = 2 if found.suited else 1 if found.unsuited else 0
        examples.setdefault(int(kind[at, 0]), card)
    for first, second in product(examples, repeat=2):
        back = settle_match(stake_cents, examples[first], examples[second], dealer, house)
        pay[first, second] = (sum(back) - stake_cents) // stake_cents
    return {"match": cells.add(kind), "match_pay": cells.add(pay)}


def _three_cards(
    house: House, plan: Plan, terms: Terms, _misses: Any, cells: Cells
) -> tuple[dict[str, Any], Lexicon]:
    """Over/Under: totals of three cards, and what they are paid."""
    points = np.zeros((ROW, ROW, ROW), dtype=np.int64)
    for ranks in product(RANKS, repeat=3):
        hand = EMPTY
        for rank in ranks:
            hand = draw(hand, rank)
        points[ranks[0] - 1, ranks[1] - 1, ranks[2] - 1] = fixed_total(hand)
    totals = range(int(points.max()) + 1)
    stake, side = terms.stake_cents, terms.side_cents
    nets = np.zeros((ROW, POINTS), dtype=np.int64)
    for choice in (Action.OVER, Action.UNDER, Action.FOLD):
        staked = stake if choice == Action.FOLD else stake + play_stake(stake)
        for total in totals:
            nets[choice, total] = sum(settle_play(staked, choice, total, house)) - staked
    grain = gcd(stake, *(int(net) for net in np.unique(nets)))
    bonus = np.zeros(POINTS, dtype=np.int64)
    if terms.bonus:
        bonus[: len(totals)] = [(sum(settle_bonus(side, total, house)) - side) // side for total in totals]
    numbers = {
        "points": cells.add(points), "chooses": cells.add(_row(plan.chooses)),
        "play_pay": cells.add(nets // grain), "bonus_pay": cells.add(bonus),
        "middle": int(np.abs(nets).max()) // grain,
    }  # fmt: skip
    return numbers, Lexicon(grain, (), ())
