"""The solver: every hand valued against everything a player may see, and the best play found."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from pitboss.exact import kernels
from pitboss.exact.arithmetic import FLOATS, Arithmetic, Table
from pitboss.exact.composition import VALUES, Composition
from pitboss.exact.dealer_outcomes import (
    BLACKJACK,
    OUTCOMES,
    DealerTree,
    Observation,
    dealer_tree,
    observations,
)
from pitboss.exact.dealt_rows import DealtRows
from pitboss.exact.hand_graph import CODE, HandGraph, Ints, decoded, graph_of
from pitboss.exact.hand_tables import (
    bust_table,
    busts_matter,
    chance_table,
    grows_from_large,
    legal,
    pay_rows,
    pay_table,
)
from pitboss.exact.house_parts import dealer_rules, payment_rules
from pitboss.exact.parallel import cores, in_parallel
from pitboss.exact.shared_parts import SharedParts
from pitboss.exact.support import refuse_house
from pitboss.rules.hands import Dealt
from pitboss.rules.house import House
from pitboss.rules.settlement import settle_surrender

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
BEST = -1

TREE_DEPTH = 24
ROWS_FOR_THREADS = 1_024
MOST_OF_A_VALUE = 22
"""More cards of one value than any hand of the dealer holds."""
SOME_CENTS = 1_000

Part = TypeVar("Part")


@dataclass
class Values:
    """What each action is worth in each hand under each observation, joint with the observation's chance."""

    stand: Table
    hit: Table
    double: Table
    best: Table
    may_hit: Any
    may_double: Any


@dataclass
class Busts:
    """Values of busted hands, by the hand and the card that broke it; or one pay for all of them."""

    rows: Ints
    single: Table
    doubled: Table
    pay: Any
    pay_doubled: Any
    hands: "BustHands | None" = None

    @classmethod
    def alike(cls, numbers: Arithmetic, width: int, pay: Any, pay_doubled: Any) -> "Busts":
        """Every bust is paid the same, whatever the dealer has."""
        none = np.zeros((0, VALUES), dtype=np.int64)
        pays = numbers.table([[pay, pay_doubled]])[0]
        return cls(none, numbers.zeros(0, width), numbers.zeros(0, width), *pays)


AfterChance = tuple[Table, Table, Ints, Ints]


@dataclass
class BustHands:
    """Busted hands as compositions, and where a Second Chance is the better choice."""

    rows: Ints
    removed: Ints
    over: Ints
    seen: Table
    takes: dict[bool, Any]
    gains: dict[bool, Table]
    """What a Second Chance is worth more than none, for hands doubled or not."""
    codes: Ints
    """The hands alone, without the cards gone beside them; in ascending order."""
    after: "AfterChance | None" = None


@dataclass
class Solver:
    """One house and one shoe; values are found once and kept."""

    house: House
    shoe: Composition
    numbers: Arithmetic = FLOATS
    announce: Callable[[House], tuple[Observation, ...]] = observations
    leader: "Solver | None" = None
    """Another solver whose choices are followed, in other numbers."""
    shared: SharedParts | None = None
    """Parts in common with solvers of other houses that have this dealer and this shoe."""
    graph: HandGraph = field(init=False)
    shown: tuple[Observation, ...] = field(init=False)
    ended: tuple[Observation, ...] = field(init=False)
    tree: DealerTree = field(init=False)

    def __post_init__(self) -> None:
        refuse_house(self.house)
        self.graph = graph_of(self.shoe.values)
        everything = self.announce(self.house)
        self.shown = tuple(observation for observation in everything if not observation.ends)
        self.ended = tuple(observation for observation in everything if observation.ends)
        limits = tuple(min(count, MOST_OF_A_VALUE) for count in self.shoe.values)
        self.tree = dealer_tree(self.house, self.shown, limits)
        self.numbers.check_sums(self.tree.most_ways)
        if self.shared is not None:
            assert self.leader is None, "parts are kept by what they are made of, and not by whom they follow"
            self.shared.claim((dealer_rules(self.house), self.shoe, self.announce, self.numbers))

    def once(self, key: Hashable, find: Callable[[], Part]) -> Part:
        """A part of the solution, found here or by a solver that shares it."""
        return find() if self.shared is None else self.shared.once(key, find)

    @cached_property
    def cards(self) -> Ints:
        return np.array(self.shoe.values, dtype=np.int64)

    @cached_property
    def inverses(self) -> Table:
        return self.numbers.inverses

    @cached_property
    def backwards(self) -> Ints:
        return np.arange(len(self.graph.pips) - 1, -1, -1, dtype=np.int64)

    @cached_property
    def rows(self) -> Ints:
        return np.arange(len(self.graph.pips), dtype=np.int64)

    @cached_property
    def dealt(self) -> Table:
        return self.once("dealt", lambda: self.deal(self.graph.counts))

    @cached_property
    def seen(self) -> Table:
        return self.once("seen", lambda: self.see(self.graph.counts, self.shown))

    @cached_property
    def seen_ended(self) -> Table:
        return self.once("seen ended", lambda: self.see(self.graph.counts, self.ended))

    @cached_property
    def pay_rows(self) -> Ints:
        return pay_rows(self.graph)

    def deal(self, removed: Ints) -> Table:
        """Chances of every dealer's outcome with every observation, for each set of removed cards."""
        return self._dealt_rows.of(removed, self.deal_now)

    def deal_ahead(self, removed: Ints) -> None:
        """The same, for later."""
        self._dealt_rows.find(removed, self.deal_now)

    @cached_property
    def _dealt_rows(self) -> DealtRows:
        return self.once("dealt rows", DealtRows)

    def deal_now(self, removed: Ints) -> Table:
        """The same, and nothing is kept; many rows are dealt by several threads."""
        if len(removed) < ROWS_FOR_THREADS:
            return self.deal_rows(removed)
        return np.concatenate([*in_parallel(self.deal_rows, np.array_split(removed, cores()))])

    def deal_rows(self, removed: Ints) -> Table:
        """The same, by one thread."""
        held = self.numbers.counts((self.cards - removed).T)
        out = self.numbers.zeros(held.shape[1], len(self.shown) * OUTCOMES)
        tree, lanes = self.tree, self.numbers.lanes
        by_depth = (TREE_DEPTH, lanes)
        cards, steps, falling, scaled, total = (
            self.numbers.zeros(*shape)
            for shape in ((VALUES, lanes), by_depth, by_depth, (lanes,), (out.shape[1], lanes))
        )
        self.numbers.run(
            kernels.dealer_pass, held, tree.value, tree.before, tree.size, tree.start, tree.columns,
            tree.ways, cards, steps, falling, scaled, total, self.inverses, out,
        )  # fmt: skip
        return out[: len(removed)]

    def see(self, removed: Ints, which: tuple[Observation, ...]) -> Table:
        """Chances of each observation, for each set of removed cards."""
        ups = np.array([observation.up for observation in which], dtype=np.int64)
        holes = np.zeros((len(which), VALUES), dtype=np.bool_)
        for number, observation in enumerate(which):
            holes[number, list(observation.holes)] = True
        out = self.numbers.zeros(len(removed), len(which))
        if len(which):
            self.numbers.run(
                kernels.observation_pass,
                removed,
                self.cards,
                ups,
                holes,
                self.inverses,
                out,
            )
        return out

    @cached_property
    def busts(self) -> Busts:
        """Busted hands of unsplit boxes; a plain loss in most games."""
        if not busts_matter(self.house):
            return self.lost_busts
        return self.once(("busts", self._busts_made_of), self._all_busts)

    def _all_busts(self) -> Busts:
        wanted = np.ones(len(self.graph.pips), dtype=np.bool_)
        like = self.leader.busts if self.leader else None
        return self.find_busts(wanted, np.zeros(VALUES, dtype=np.int64), second_chance=True, like=like)

    @cached_property
    def _busts_made_of(self) -> Hashable:
        lost = self.numbers.table([bust_table(self.house, doubled) for doubled in (False, True)])
        return lost.tobytes(), payment_rules(self.house) if self.house.second_chance.offered else None

    @property
    def lost_busts(self) -> Busts:
        """Where a bust settles the hand, whatever the dealer has."""
        pays = (bust_table(self.house, doubled)[0] for doubled in (False, True))
        return Busts.alike(self.numbers, len(self.shown), *pays)

    def find_busts(
        self, wanted: Any, extra: Ints, *, second_chance: bool, like: Busts | None = None
    ) -> Busts:
        """Values of all busts of the wanted hands, with extra cards gone from the shoe.

        A Second Chance is taken where it is worth more; with `like`, where those busts take it.
        """
        rows, removed, over = self.bust_compositions(wanted, extra)
        hands = BustHands(
            rows, removed, over, self.see(removed, self.shown), {}, {}, (removed - extra) @ CODE
        )
        values = []
        for doubled in (False, True):
            value = self._declined(hands, bust_table(self.house, doubled))
            if self.house.second_chance.offered and second_chance:
                taken = self._taken(hands, chance_table(self.house, doubled))
                hands.gains[doubled] = taken - value
                takes = taken > value if like is None else _taken_like(hands, like, doubled)
                hands.takes[doubled] = takes
                value = np.where(takes, taken, value)
            values.append(value)
        return Busts(rows, values[0], values[1], self.inverses[0], self.inverses[0], hands)

    def weigh_chance(self, removed: Ints, doubled: bool) -> tuple[Table, Table, Table]:
        """Busted hands left alone, with a Second Chance taken, and the chances of the observations."""
        over = removed @ np.arange(1, VALUES + 1)
        hands = BustHands(
            np.zeros((0, VALUES), dtype=np.int64),
            removed,
            over,
            self.see(removed, self.shown),
            {},
            {},
            removed @ CODE,
        )
        declined = self._declined(hands, bust_table(self.house, doubled))
        return declined, self._taken(hands, chance_table(self.house, doubled)), hands.seen

    def price_busts(self, busts: Busts, price: Any, price_chance: Any) -> Busts:
        """The same busts and the same choices, at other prices: functions of what would be won."""
        if busts.hands is None:
            pays = [price(bust_table(self.house, doubled)[0], doubled) for doubled in (False, True)]
            return Busts.alike(self.numbers, len(self.shown), *pays)
        values = []
        for doubled in (False, True):
            pays = [price(cell, doubled) for cell in bust_table(self.house, doubled)]
            value = self._declined(busts.hands, pays)
            if doubled in busts.hands.takes:
                table = [
                    [price_chance(cell, doubled) for cell in row] for row in chance_table(self.house, doubled)
                ]
                value = np.where(busts.hands.takes[doubled], self._taken(busts.hands, table), value)
            values.append(value)
        return Busts(busts.rows, values[0], values[1], self.inverses[0], self.inverses[0], busts.hands)

    def bust_compositions(self, wanted: Any, extra: Ints) -> tuple[Ints, Ints, Ints]:
        """Busts of the wanted hands: by hand and breaking card a row; the cards of each row; its total."""
        graph = self.graph
        codes = graph.codes + int(extra @ CODE)
        breaks = (graph.next_hand < 0) & wanted[:, None]
        breaks &= graph.counts + extra < self.cards
        cells = codes[:, None] + CODE[None, :]
        unique, inverse = np.unique(cells[breaks], return_inverse=True)
        rows = np.full(breaks.shape, -1, dtype=np.int64)
        rows[breaks] = inverse
        removed = decoded(unique)
        over = np.zeros(len(unique), dtype=np.int64)
        over[inverse] = (graph.pips[:, None] + np.arange(1, VALUES + 1))[breaks]
        return rows, removed, over

    def _declined(self, hands: "BustHands", pays: Any) -> Table:
        """A bust that is left as it is."""
        count = len(hands.removed)
        out = self.numbers.zeros(count, len(self.shown))
        needs_dealer = self.house.push.returns_busts
        dealt = self.deal(hands.removed) if needs_dealer else self._no_deal(count)
        rows, same = np.arange(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
        table = self.numbers.table([pays])
        self.numbers.run(
            kernels.stand_pass, rows, dealt, hands.seen, same, table, OUTCOMES, self.inverses[0], out
        )
        return out

    def _no_deal(self, count: int) -> Table:
        return self.numbers.zeros(count, len(self.shown) * OUTCOMES)

    def _taken(self, hands: "BustHands", pays: Any) -> Table:
        """A bust that buys one more card, to be subtracted."""
        dealt, seen_after, after, met = self._after_chance(hands)
        out = self.numbers.zeros(len(hands.removed), len(self.shown))
        self.numbers.run(
            kernels.chance_pass, hands.removed, hands.over, after, met, self.cards, dealt, hands.seen,
            seen_after, self.numbers.table(pays), OUTCOMES, self.inverses, out,
        )  # fmt: skip
        return out

    def _after_chance(self, hands: "BustHands") -> "AfterChance":
        """The dealer after every card a Second Chance may draw, found once for each set of busts.

        Only totals that meet the dealer have rows of outcomes; the last part says which.
        """
        if hands.after is None:
            codes = (hands.removed @ CODE)[:, None] + CODE[None, :]
            unique, inverse = np.unique(codes, return_inverse=True)
            after = inverse.reshape(codes.shape).astype(np.int64)
            gone = decoded(unique)
            meets = np.zeros(len(unique), dtype=np.bool_)
            meets[after[hands.over[:, None] - np.arange(1, VALUES + 1) <= 20]] = True
            met = (np.cumsum(meets) - 1)[after]
            hands.after = (self.deal(gone[meets]), self.see(gone, self.shown), after, met)
        return hands.after

    def standing(
        self, rows: Ints, dealt: Table, seen: Table, *, split: bool, doubled: bool, from_large: bool
    ) -> Table:
        """What standing is worth to every hand that has a row."""
        return self._paid(rows, dealt, seen, self._pays(split, doubled, from_large))

    def _pays(self, split: bool, doubled: bool, from_large: bool) -> Table:
        """A pay table in this solver's numbers, made once."""
        key = (split, doubled, from_large)
        if key not in self._pay_tables:
            self._pay_tables[key] = self.once(
                ("pays", payment_rules(self.house), key),
                lambda: self.numbers.table(pay_table(self.house, *key)),
            )
        return self._pay_tables[key]

    def made_of(self, pay_rows: Any = ..., *, first: int = 0, from_large: bool = False) -> Hashable:
        """All that the values of hands are made of: payments of these rows, what hands may do, busts.

        `first` is the card that was split; 0 for hands that were not.
        """
        tables = (self._pays(first > 0, doubled, from_large) for doubled in (False, True))
        masks = legal(self.graph, self.house, first > 0, first)
        pays, may = (
            tuple(part.tobytes() for part in parts) for parts in ((t[pay_rows] for t in tables), masks)
        )
        return pays, may, self._busts_made_of

    _pay_tables: dict[tuple[bool, bool, bool], Table] = field(default_factory=dict, init=False, repr=False)

    def given_up(self, dealt: Table, seen: Table) -> tuple[Table, Table]:
        """The chances that a surrender costs half the wager, and that a dealer's Blackjack takes it all."""
        if self.surrender_spares:
            return seen, self.numbers.scaled(seen, 0)
        blackjack = dealt.reshape(*seen.shape, OUTCOMES)[..., BLACKJACK]
        return seen - blackjack, blackjack

    @property
    def surrender_spares(self) -> bool:
        """Does a surrender keep half the wager against a dealer's Blackjack too?"""
        natural = Dealt(21, blackjack=True)
        return settle_surrender(SOME_CENTS, natural, self.house).returned_cents > 0

    def paid(self, rows: Ints, dealt: Table, seen: Table, pays: Any) -> Table:
        """What every hand is paid by a table of pay rows × outcomes."""
        return self._paid(rows, dealt, seen, self.numbers.table(pays))

    def _paid(self, rows: Ints, dealt: Table, seen: Table, table: Table) -> Table:
        out = self.numbers.zeros(len(rows), len(self.shown))
        self.numbers.run(
            kernels.stand_pass, rows, dealt, seen, self.pay_rows, table, OUTCOMES, self.inverses[0], out
        )
        return out

    @cached_property
    def values(self) -> Values:
        """Unsplit hands in optimal play."""
        return self._values(from_large=False)

    def _values(self, *, from_large: bool) -> Values:
        if self.shared is not None:
            key = ("values", self.made_of(from_large=from_large))
            return self.shared.once(key, lambda: self.value_hands(from_large=from_large, policy=None))
        leading = self.leader and (self.leader.values_from_large if from_large else self.leader.values)
        return self.value_hands(from_large=from_large, policy=choices_of(leading) if leading else None)

    @cached_property
    def values_from_large(self) -> Values:
        """The same for hands that grew out of two original Large cards, where that counts."""
        if not grows_from_large(self.house):
            return self.values
        return self._values(from_large=True)

    def value_hands(self, *, from_large: bool, policy: Any) -> Values:
        may_hit, may_double = legal(self.graph, self.house, False, 0)
        stand, doubled = (
            self.standing(self.rows, self.dealt, self.seen, split=False, doubled=twice, from_large=from_large)
            for twice in (False, True)
        )
        return self.sweep(
            stand, doubled, may_hit, may_double, self.rows, self.seen, np.zeros(VALUES, dtype=np.int64),
            self.busts, policy, self.backwards,
        )  # fmt: skip

    def sweep(
        self, stand: Table, doubled: Table, may_hit: Any, may_double: Any, rows: Ints, seen: Table,
        extra: Ints, busts: Busts, policy: Any, hands: Ints,
    ) -> Values:  # fmt: skip
        """Value hands backwards; with a policy, as it plays, else at their best."""
        shape = stand.shape
        hit, double, best = (self.numbers.zeros(*shape) for _ in range(3))
        choice = np.full(shape, BEST, dtype=np.int8) if policy is None else policy
        self.numbers.run(
            kernels.sweep, hands, self.graph.counts, self.graph.next_hand, rows, self.cards, extra, seen,
            stand, doubled, may_hit, may_double, busts.rows, busts.single, busts.doubled, busts.pay,
            busts.pay_doubled, choice, self.inverses, self.numbers.zeros(VALUES), hit, double, best,
        )  # fmt: skip
        return Values(stand, hit, double, best, may_hit, may_double)


def choices_of(values: Values) -> Any:
    """How hands are played best, as the sweep has it."""
    best = np.where(values.may_hit[:, None], np.maximum(values.stand, values.hit), values.stand)
    choices = np.where(best > values.stand, HIT, STAND)
    doubles = values.may_double[:, None] & (values.double > best)
    return np.where(doubles, DOUBLE, choices).astype(np.int8)


def _taken_like(hands: BustHands, like: Busts, doubled: bool) -> Any:
    """Where other busts of the same hands take a Second Chance."""
    assert like.hands is not None
    return like.hands.takes[doubled][np.searchsorted(like.hands.codes, hands.codes)]
