"""Every result of a round with its chance, for tiny shoes: the brute force dealt out to the end.

Decisions are those of `tests.brute`; what follows from them is dealt card by card, hole card and all.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tests import brute
from tests.brute import STAKE, UNSPLIT, Hand, Pool, Profits

Results = dict[Fraction, Fraction]

ORDER = ["stand", "hit", "double", "split", "surrender"]


def mixed(parts: Iterable[tuple[Fraction, Results]]) -> Results:
    total: Results = {}
    for share, part in parts:
        for net, chance in part.items():
            total[net] = total.get(net, Fraction(0)) + share * chance
    return total


def moved(results: Results, by: Fraction) -> Results:
    return {net + by: chance for net, chance in results.items()}


def results_of(table: brute.Table) -> Results:
    """The chance of every net result of one box."""
    starts: dict[tuple[str, str], Fraction] = {}
    for first, pool, p in table.deals(table.shoe):
        for second, pool2, p2 in table.deals(pool):
            for up, _, p3 in table.deals(pool2):
                start = (brute.in_order(first + second), up)
                starts[start] = starts.get(start, Fraction(0)) + p * p2 * p3
    return mixed((p, box_results(table, *start)) for start, p in starts.items())


def box_results(table: brute.Table, cards: str, up: str) -> Results:
    before = table.view(up, None)
    hand, pool = Hand(cards), table.less(table.shoe, cards + up)
    insured = sum(
        (p * (table.insurance_back(STAKE // 2, up + hole) - STAKE // 2) for hole, _, p in table.deals(pool)),
        Fraction(0),
    )
    insures = table.may("insurance", hand, UNSPLIT, up) and insured > 0
    value = sum(
        (p * table.view(up, table.announced(up, hole)).root_value(cards) for hole, _, p in table.deals(pool)),
        Fraction(0),
    )
    early = table.surrender_kind() == "early" and table.may("surrender", hand, UNSPLIT, up)
    gives_up = early and before.ended_at_once(cards, "surrender") > value
    kept = before.ended_at_once(cards, "surrender") if gives_up else value
    kept += insured / STAKE if insures else 0
    evens = table.may("even_money", hand, UNSPLIT, up) and before.ended_at_once(cards, "even_money") > kept

    def against(hole: str, left: Pool) -> Results:
        if evens:
            return finished(before, hole, left, before.profits_at_once(cards, "even_money"))
        if gives_up:
            found = finished(before, hole, left, before.profits_at_once(cards, "surrender"))
        else:
            found = root(table.view(up, table.announced(up, hole)), hole, left, cards)
        back = table.insurance_back(STAKE // 2, up + hole)
        return moved(found, Fraction(back - STAKE // 2, STAKE)) if insures else found

    return mixed((p, against(hole, left)) for hole, left, p in table.deals(pool))


def finished(view: brute.View, hole: str, pool: Pool, profits: Profits) -> Results:
    """The dealer plays."""
    if len(set(profits)) == 1:
        return {Fraction(profits[0], STAKE): Fraction(1)}
    against = dict(zip(view.ends, profits, strict=True))
    ends = view.table.dealer(view.up + hole, pool).items()
    return mixed((p, {Fraction(against[end], STAKE): Fraction(1)}) for end, p in ends)


def root(view: brute.View, hole: str, pool: Pool, cards: str) -> Results:
    values = view.actions(cards)
    if not values:
        return finished(view, hole, pool, view.profits(Hand(cards), False, 0))
    best = max((action for action in ORDER if action in values), key=lambda action: values[action])
    if best == "surrender":
        return finished(view, hole, pool, view.profits_at_once(cards, "surrender"))
    if best == "split":
        return SplitDealt(view, cards[0]).next_hand(hole, pool, 2, 2, (0,) * len(view.ends))
    return played(view, hole, pool, cards)


def played(view: brute.View, hole: str, pool: Pool, cards: str) -> Results:
    action = brute.best_of(view.values(cards, UNSPLIT))
    if action == "stand":
        return finished(view, hole, pool, view.profits(Hand(cards), False, 0))
    parts = []
    for card, left, p in view.table.deals(pool):
        drawn = brute.in_order(cards + card)
        if action == "hit" and not view.table.busted(drawn):
            parts.append((p, played(view, hole, left, drawn)))
        else:
            parts.append((p, over(view, hole, left, Hand(drawn, doubled=action == "double"))))
    return mixed(parts)


def over(view: brute.View, hole: str, pool: Pool, hand: Hand) -> Results:
    may = view.table.may("second_chance", hand, UNSPLIT, view.up)
    if not may or view.with_second_chance(hand, UNSPLIT) <= view.final(hand, UNSPLIT):
        return finished(view, hole, pool, view.profits(hand, False, 0))
    return mixed(
        (p, finished(view, hole, left, view.profits(hand._replace(second=card), False, 0)))
        for card, left, p in view.table.deals(pool)
    )


class SplitDealt:
    """A split dealt out hand by hand, as `brute.Split` decides."""

    def __init__(self, view: brute.View, pair: str) -> None:
        self.view, self.table, self.pair = view, view.table, pair
        self.split = brute.Split(view, pair)
        self.known: dict[tuple[object, ...], Results] = {}

    def next_hand(self, hole: str, pool: Pool, hands: int, waiting: int, won: Profits) -> Results:
        if waiting == 0:
            return finished(self.view, hole, pool, won)
        key = (hole, pool, hands, waiting, won)
        if key not in self.known:
            self.known[key] = mixed(
                (p, self.second(hole, left, hands, waiting, won, brute.in_order(self.pair + card)))
                for card, left, p in self.table.deals(pool)
            )
        return self.known[key]

    def second(self, hole: str, pool: Pool, hands: int, waiting: int, won: Profits, cards: str) -> Results:
        if self.table.may("split", Hand(cards), self.split.seat, self.view.up, hands):
            return self.next_hand(hole, pool, hands + 1, waiting + 1, won)
        return self.play(hole, pool, hands, waiting, won, cards)

    def play(self, hole: str, pool: Pool, hands: int, waiting: int, won: Profits, cards: str) -> Results:
        if self.table.busted(cards):
            return self.over(hole, pool, hands, waiting, won, Hand(cards))
        action = self.split.play_of(cards)
        if action == "stand":
            return self.done(hole, pool, hands, waiting, won, Hand(cards))
        if action == "surrender":
            lost = self.view.profits_at_once(cards, "surrender")
            return self.next_hand(hole, pool, hands, waiting - 1, added(won, lost))
        key = (hole, pool, hands, waiting, won, cards)
        if key not in self.known:
            self.known[key] = mixed(
                (p, self.drawn(hole, left, hands, waiting, won, brute.in_order(cards + card), action))
                for card, left, p in self.table.deals(pool)
            )
        return self.known[key]

    def drawn(
        self, hole: str, pool: Pool, hands: int, waiting: int, won: Profits, cards: str, action: str
    ) -> Results:
        if action == "hit":
            return self.play(hole, pool, hands, waiting, won, cards)
        return self.over(hole, pool, hands, waiting, won, Hand(cards, doubled=True))

    def over(self, hole: str, pool: Pool, hands: int, waiting: int, won: Profits, hand: Hand) -> Results:
        if not self.split.takes_second_chance(hand):
            return self.done(hole, pool, hands, waiting, won, hand)
        return mixed(
            (p, self.done(hole, left, hands, waiting, won, hand._replace(second=card)))
            for card, left, p in self.table.deals(pool)
        )

    def done(self, hole: str, pool: Pool, hands: int, waiting: int, won: Profits, hand: Hand) -> Results:
        profits = self.view.profits(hand, True, hands - waiting)
        return self.next_hand(hole, pool, hands, waiting - 1, added(won, profits))


def added(won: Profits, more: Profits) -> Profits:
    return tuple(before + now for before, now in zip(won, more, strict=True))
