"""A slow, obvious second opinion on the exact value of the main wager, for tiny shoes.

It deals every card and knows nothing of how the package finds its figures. Totals, the dealer's play,
what is allowed and what is paid come from `naive`, which shares nothing with the package either.

A hand is a text of ranks ("8T5"), the two cards it began with first; a pool is the number of cards left
of each rank. The player knows the own cards, the up card and what the game has announced of the hole
card: every choice is made for all the hole cards that fit the announcement at once, never for one.
Values are units of the initial wager.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from tests import naive

STAKE = 6000
PLAYS = ["stand", "hit", "double"]  # in the order that decides between equals
SPLIT_PLAYS = [*PLAYS, "surrender"]

Pool = tuple[int, ...]
End = tuple[int, bool]  # the dealer's points, and whether they are a Blackjack
Profits = tuple[int, ...]  # cents won against each of the dealer's ends
Values = dict[str, Fraction]


class ShoeRanOut(Exception):
    """The shoe is too small for the line that is being dealt."""


class Hand(NamedTuple):
    """A hand as it will be settled."""

    cards: str
    doubled: bool = False
    second: str = ""  # the second chance card of 673a.7(l)


class Seat(NamedTuple):
    """Where a hand comes from, and which other cards its holder knows to be gone."""

    from_split: bool = False
    aces: bool = False
    gone: str = ""


UNSPLIT = Seat()


def expectation(
    game: str, shoe: dict[str, int], options: dict[str, object], readings: dict[str, str]
) -> Fraction:
    """The player's expectation for one unit wagered, one box, the cards dealt from this shoe."""
    return expectation_of(Table(game, shoe, options, readings))


def expectation_of(table: Table) -> Fraction:
    starts: dict[tuple[str, str], Fraction] = {}
    for first, pool, p in table.deals(table.shoe):
        for second, pool2, p2 in table.deals(pool):
            for up, _, p3 in table.deals(pool2):
                start = (in_order(first + second), up)
                starts[start] = starts.get(start, Fraction(0)) + p * p2 * p3
    return sum((p * table.box_value(*start) for start, p in starts.items()), Fraction(0))


def action_values(
    game: str,
    shoe: dict[str, int],
    cards: list[str],
    up: str,
    announced: str,
    options: dict[str, object],
    readings: dict[str, str],
) -> dict[str, Fraction]:
    """What each legal action is worth to an unsplit hand, given the announcement.

    The shoe is the whole shoe, these cards included. A surrender that must be declared before the
    dealer looks ("early") is named only where nothing is announced.
    """
    table = Table(game, shoe, options, readings)
    hand = in_order("".join(table.rank(card[0]) for card in cards))
    values = table.view(table.rank(up[0]), table.rank(announced)).actions(hand)
    if not values:
        raise ValueError(f"{hand} has nothing to decide against {up} ({announced or 'nothing announced'})")
    return values


def in_order(cards: str) -> str:
    """The two cards a hand began with, then the others; the order inside each group says nothing."""
    return "".join(sorted(cards[:2])) + "".join(sorted(cards[2:]))


def as_cards(ranks: str) -> list[str]:
    return [rank + "s" for rank in ranks]


def best_of(values: Values) -> str:
    """The best play; of equals the first of stand, hit, double, surrender."""
    return max((play for play in SPLIT_PLAYS if play in values), key=lambda play: values[play])


class Table:
    """One game with one shoe."""

    def __init__(
        self, game: str, shoe: dict[str, int], options: dict[str, object], readings: dict[str, str]
    ) -> None:
        if game not in naive.GAMES or game == naive.OVER_UNDER:
            raise ValueError(f"no exact value here for {game}")
        if options.get("hole_card", "peek") not in ("peek", "european"):
            raise ValueError(f"hole_card is peek or european, not {options['hole_card']!r}")
        self.game = game
        self.options = options
        self.readings = readings
        mixed = {"cards": ["Ts", "Js"], "hands_in_box": 1}
        self.tens_alike = naive.may_split(game, mixed, options, readings)
        self.lay_out(shoe)

    def lay_out(self, shoe: dict[str, int]) -> None:
        """The cards to deal from, and nothing dealt yet."""
        counts: dict[str, int] = {}
        for rank, count in shoe.items():
            if rank not in "A23456789TJQK" or len(rank) != 1:
                raise ValueError(f"no such rank: {rank!r}")
            counts[self.rank(rank)] = counts.get(self.rank(rank), 0) + count
        self.ranks = "".join(rank for rank in "A23456789TJQK" if counts.get(rank, 0) > 0)
        self.shoe: Pool = tuple(counts[rank] for rank in self.ranks)
        self.views: dict[tuple[str, str | None], View] = {}
        self.dealt: dict[tuple[str, Pool], dict[End, Fraction]] = {}

    def rank(self, rank: str) -> str:
        """Jacks, queens and kings are told from tens only where it decides what a pair is."""
        return "T" if self.tens_alike and rank in ("J", "Q", "K") else rank

    def less(self, pool: Pool, cards: str) -> Pool:
        left = list(pool)
        for card in cards:
            place = self.ranks.find(card)
            if place < 0 or left[place] == 0:
                raise ShoeRanOut(f"no {card} is left")
            left[place] -= 1
        return tuple(left)

    def deals(self, pool: Pool) -> Iterator[tuple[str, Pool, Fraction]]:
        """Each rank that can come next, what is left then, and how likely it is."""
        total = sum(pool)
        if total == 0:
            raise ShoeRanOut("the shoe ran out in the middle of a round")
        for place, count in enumerate(pool):
            if count > 0:
                left = (*pool[:place], count - 1, *pool[place + 1 :])
                yield self.ranks[place], left, Fraction(count, total)

    def announced(self, up: str, hole: str) -> str:
        """What the players learn of the hole card before they act."""
        up_card, hole_card = up + "s", hole + "s"
        blackjack = naive.is_blackjack([up_card, hole_card])
        if self.game in (naive.DOWN_UNDER, naive.VENDOR):
            # 685a.7(h), DU-RoP 2 and 10
            if blackjack:
                return "blackjack"
            if naive.both_large([up_card, hole_card]):
                return "A" if naive.is_ace(hole_card) else "T"
            return naive.hole_range(hole_card)
        looks = naive.is_ace(up_card) or naive.is_ten(up_card)
        if self.game == naive.BLACKJACK:
            looks = looks and naive.text_option(self.options, "hole_card", "peek") == "peek"
        if not looks:
            return ""
        return "blackjack" if blackjack else "no blackjack"

    def busted(self, cards: str) -> bool:
        points, _ = naive.player_total(self.game, as_cards(cards))
        return points > 21

    def two_hands(self) -> bool:
        """A split makes two hands, and no more."""
        return naive.most_hands(self.game, False, self.options, self.readings) <= 2

    def surrender_kind(self) -> str:
        return naive.surrender_kind(self.game, self.options, self.readings)

    def may_surrender_after(self, announced: str) -> bool:
        """An early surrender is declared before anything is announced."""
        return self.surrender_kind() != "early" or announced == ""

    def second_chance_stake(self, facts: naive.Hand) -> int:
        return naive.second_chance_stake(facts, self.readings)

    def insurance_back(self, stake: int, dealer: str) -> int:
        return naive.settle_insurance(stake, as_cards(dealer))

    def settle(self, box: naive.Box, dealer: str) -> naive.Box:
        """What every hand of a box is handed back."""
        return naive.settle_box(self.game, box, as_cards(dealer), self.options, self.readings)

    def stands(self, cards: str) -> bool:
        return not naive.dealer_draws(self.game, as_cards(cards), self.options, self.readings)

    def end(self, cards: str) -> End:
        points, _ = naive.dealer_total(self.game, as_cards(cards), self.readings)
        return points, naive.is_blackjack(as_cards(cards))

    def ends(self, up: str, holes: list[str]) -> dict[End, str]:
        """Every way the dealer can end, each with a hand that ends so."""
        found: dict[End, str] = {}
        seen: set[str] = set()
        waiting = [(up + hole, self.less(self.shoe, up + hole)) for hole in holes]
        while waiting:
            cards, pool = waiting.pop()
            if cards in seen:
                continue
            seen.add(cards)
            if self.stands(cards):
                found.setdefault(self.end(cards), cards)
            elif sum(pool) > 0:
                for card, left, _ in self.deals(pool):
                    waiting.append((cards[:2] + "".join(sorted(cards[2:] + card)), left))
        return found

    def dealer(self, cards: str, pool: Pool) -> dict[End, Fraction]:
        """How likely each end is when the dealer holds these cards and draws from this pool."""
        known = self.dealt.get((cards, pool))
        if known is not None:
            return known
        result: dict[End, Fraction] = {}
        if self.stands(cards):
            result[self.end(cards)] = Fraction(1)
        else:
            for card, left, p in self.deals(pool):
                drawn = cards[:2] + "".join(sorted(cards[2:] + card))
                for end, q in self.dealer(drawn, left).items():
                    result[end] = result.get(end, Fraction(0)) + p * q
        self.dealt[cards, pool] = result
        return result

    def may(self, action: str, hand: Hand, seat: Seat, up: str, hands: int = 1) -> bool:
        facts: naive.Hand = {
            "cards": as_cards(hand.cards),
            "up": up + "s",
            "from_split": seat.from_split,
            "split_aces": seat.aces,
            "hands_in_box": hands,
            "first_action": len(hand.cards) == 2 and not seat.from_split,
            "doubled": hand.doubled,
            "second_chance_taken": hand.second != "",
        }
        return naive.may(self.game, action, facts, self.options, self.readings)

    def view(self, up: str, announced: str | None) -> View:
        if (up, announced) not in self.views:
            self.views[up, announced] = View(self, up, announced)
        return self.views[up, announced]

    def box_value(self, cards: str, up: str) -> Fraction:
        """The first two cards against the up card, before anything is announced."""
        hand = Hand(cards)
        before = self.view(up, None)
        chances: dict[str, Fraction] = {}
        insured = Fraction(0)
        for hole, _, p in self.deals(self.less(self.shoe, cards + up)):
            said = self.announced(up, hole)
            chances[said] = chances.get(said, Fraction(0)) + p
            back = self.insurance_back(STAKE // 2, up + hole)
            insured += p * Fraction(back - STAKE // 2, STAKE)
        value = sum((p * self.view(up, said).root_value(cards) for said, p in chances.items()), Fraction(0))
        if self.surrender_kind() == "early" and self.may("surrender", hand, UNSPLIT, up):
            value = max(value, before.ended_at_once(cards, "surrender"))
        if self.may("insurance", hand, UNSPLIT, up):
            value += max(Fraction(0), insured)
        if self.may("even_money", hand, UNSPLIT, up):
            value = max(value, before.ended_at_once(cards, "even_money"))
        return value


class View:
    """What a player sees of the dealer: the up card and what was announced (None: nothing as yet)."""

    def __init__(self, table: Table, up: str, announced: str | None) -> None:
        self.table = table
        self.up = up
        self.announced = announced
        below = [hole for hole, _, _ in table.deals(table.less(table.shoe, up))]
        self.holes = [hole for hole in below if announced in (None, table.announced(up, hole))]
        if self.holes == []:
            raise ValueError(f"{table.game} never announces {announced!r} over {up} with this shoe")
        self.ends = table.ends(up, self.holes)
        self.paid: dict[tuple[Hand, bool, int], Profits] = {}
        self.finals: dict[tuple[Hand, Seat], Fraction] = {}
        self.known: dict[tuple[str, Seat], Values] = {}

    def unseen(self, cards: str) -> Pool:
        return self.table.less(self.table.shoe, self.up + cards)

    def hidden(self, pool: Pool) -> Iterator[tuple[str, Pool, Fraction]]:
        """Each hole card that fits the announcement, what else is unseen, and how likely it is."""
        fitting = [deal for deal in self.table.deals(pool) if deal[0] in self.holes]
        total = sum((p for _, _, p in fitting), Fraction(0))
        if total == 0:
            raise ShoeRanOut(f"no hole card is left for {self.announced!r} over {self.up}")
        for hole, left, p in fitting:
            yield hole, left, p / total

    def draws(self, pool: Pool) -> dict[str, Fraction]:
        """How likely the player is to draw each rank, the hole card being one of those that fit."""
        chances: dict[str, Fraction] = {}
        for _, left, p in self.hidden(pool):
            for card, _, q in self.table.deals(left):
                chances[card] = chances.get(card, Fraction(0)) + p * q
        return chances

    def profits(self, hand: Hand, split: bool, index: int) -> Profits:
        """What the hand wins or loses against each of the dealer's ends, in cents."""
        if (hand, split, index) not in self.paid:
            facts: naive.Hand = {"cards": as_cards(hand.cards), "stake": STAKE}
            facts["double"] = STAKE if hand.doubled else 0
            facts["second_chance"] = 0
            if hand.second != "":
                facts["second_chance"] = self.table.second_chance_stake(facts)
                facts["second_chance_card"] = hand.second + "s"
            staked = facts["stake"] + facts["double"] + facts["second_chance"]
            # The other hands of the box do not matter; only how many stand before this one.
            box = {"hands": [facts] * (max(2, index + 1) if split else 1)}
            self.paid[hand, split, index] = tuple(
                sum(back["hands"][index].values()) - staked for back in self.settle(box)
            )
        return self.paid[hand, split, index]

    def settle(self, box: naive.Box) -> Iterator[naive.Box]:
        for dealer in self.ends.values():
            yield self.table.settle(box, dealer)

    def worth(self, hole: str, pool: Pool, profits: Profits) -> Fraction:
        """The dealer plays: what these profits come to on average."""
        if len(set(profits)) == 1:
            return Fraction(profits[0], STAKE)
        against = dict(zip(self.ends, profits, strict=True))
        chances = self.table.dealer(self.up + hole, pool)
        return sum((p * against[end] for end, p in chances.items()), Fraction(0)) / STAKE

    def average(self, pool: Pool, profits: Profits) -> Fraction:
        if len(set(profits)) == 1:
            return Fraction(profits[0], STAKE)
        total = Fraction(0)
        for hole, left, p in self.hidden(pool):
            total += p * self.worth(hole, left, profits)
        return total

    def final(self, hand: Hand, seat: Seat) -> Fraction:
        """The hand takes no more cards."""
        if (hand, seat) not in self.finals:
            profits = self.profits(hand, seat.from_split, 0)
            pool = self.unseen(hand.cards + hand.second + seat.gone)
            self.finals[hand, seat] = self.average(pool, profits)
        return self.finals[hand, seat]

    def ended_at_once(self, cards: str, how: str, gone: str = "") -> Fraction:
        """A surrender, or even money."""
        return self.average(self.unseen(cards + gone), self.profits_at_once(cards, how))

    def profits_at_once(self, cards: str, how: str) -> Profits:
        """What that costs or wins against each of the dealer's ends, in cents."""
        box = {"hands": [{"cards": as_cards(cards), "stake": STAKE}], how: True}
        return tuple(sum(back["hands"][0].values()) - STAKE for back in self.settle(box))

    def with_second_chance(self, hand: Hand, seat: Seat) -> Fraction:
        total = Fraction(0)
        for card, p in self.draws(self.unseen(hand.cards + seat.gone)).items():
            total += p * self.final(hand._replace(second=card), seat)
        return total

    def over(self, hand: Hand, seat: Seat) -> Fraction:
        """The hand has drawn its last card: what remains is the Second Chance of a busted hand."""
        if not self.table.may("second_chance", hand, seat, self.up):
            return self.final(hand, seat)
        return max(self.final(hand, seat), self.with_second_chance(hand, seat))

    def best(self, cards: str, seat: Seat) -> Fraction:
        """A hand that has just drawn a card, and may draw more."""
        if self.table.busted(cards):
            return self.over(Hand(cards), seat)
        return max(self.values(cards, seat).values())

    def values(self, cards: str, seat: Seat) -> Values:
        """What each allowed play of one hand is worth, if all that follows is played best."""
        if (cards, seat) not in self.known:
            self.known[cards, seat] = self.values_now(cards, seat)
        return self.known[cards, seat]

    def values_now(self, cards: str, seat: Seat) -> Values:
        allowed = [play for play in PLAYS if self.table.may(play, Hand(cards), seat, self.up)]
        values = {"stand": self.final(Hand(cards), seat)}  # also of a Blackjack, which decides nothing
        for play in allowed:
            if play == "stand":
                continue
            values[play] = Fraction(0)
            for card, p in self.draws(self.unseen(cards + seat.gone)).items():
                drawn = in_order(cards + card)
                if play == "hit":
                    values[play] += p * self.best(drawn, seat)
                else:
                    values[play] += p * self.over(Hand(drawn, doubled=True), seat)
        return values

    def actions(self, cards: str) -> Values:
        table = self.table
        hand = Hand(cards)
        if self.announced == "blackjack" or not table.may("stand", hand, UNSPLIT, self.up):
            return {}
        values = dict(self.values(cards, UNSPLIT))
        if table.may("split", hand, UNSPLIT, self.up):
            values["split"] = Split(self, cards[0]).value()
        after = table.may_surrender_after(self.announced or "")
        if after and table.may("surrender", hand, UNSPLIT, self.up):
            values["surrender"] = self.ended_at_once(cards, "surrender")
        return values

    def root_value(self, cards: str) -> Fraction:
        values = self.actions(cards)
        return max(values.values()) if values else self.final(Hand(cards), UNSPLIT)


class Split:
    """A pair split against one view of the dealer, dealt out hand by hand by a fixed policy."""

    def __init__(self, view: View, pair: str) -> None:
        self.view = view
        self.table = view.table
        self.pair = pair
        self.seat = Seat(from_split=True, aces=pair == "A", gone=pair)  # as CDP1 sees it
        self.two_hands = self.table.two_hands()
        self.policy: dict[str, str] = {}
        self.chances: dict[Hand, bool] = {}
        self.nexts: dict[tuple[str, Pool, int, int, Profits], Fraction] = {}
        self.plays: dict[tuple[str, Pool, int, int, Profits, str], Fraction] = {}

    def value(self) -> Fraction:
        nothing = (0,) * len(self.view.ends)
        total = Fraction(0)
        for hole, pool, p in self.view.hidden(self.view.unseen(self.pair * 2)):
            total += p * self.next_hand(hole, pool, 2, 2, nothing)
        return total

    def play_of(self, cards: str) -> str:
        """CDP1: best for one hand whose partner's card is known to be gone.

        CDZ-: of what a split hand may do, what is best for the same cards unsplit.
        """
        if cards not in self.policy:
            may, view = self.table.may, self.view
            seat = self.seat if self.two_hands else UNSPLIT
            values = dict(view.values(cards, seat))
            if may("surrender", Hand(cards), self.seat, view.up):
                values["surrender"] = view.ended_at_once(cards, "surrender", seat.gone)
            allowed = [play for play in SPLIT_PLAYS if may(play, Hand(cards), self.seat, view.up)]
            self.policy[cards] = best_of(
                {play: values[play] for play in [*allowed, "stand"] if play in values}
            )
        return self.policy[cards]

    def takes_second_chance(self, hand: Hand) -> bool:
        if hand not in self.chances:
            offered = self.table.may("second_chance", hand, self.seat, self.view.up)
            seat = self.seat if self.two_hands else UNSPLIT
            self.chances[hand] = offered and (
                self.view.with_second_chance(hand, seat) > self.view.final(hand, seat)
            )
        return self.chances[hand]

    def next_hand(self, hole: str, pool: Pool, hands: int, waiting: int, won: Profits) -> Fraction:
        """`hands` in the box, `waiting` of them still one card; the finished ones have `won`."""
        if waiting == 0:
            return self.view.worth(hole, pool, won)
        key = (hole, pool, hands, waiting, won)
        if key not in self.nexts:
            total = Fraction(0)
            for card, left, p in self.table.deals(pool):
                cards = in_order(self.pair + card)
                if self.table.may("split", Hand(cards), self.seat, self.view.up, hands):
                    total += p * self.next_hand(hole, left, hands + 1, waiting + 1, won)
                else:
                    total += p * self.play(hole, left, hands, waiting, won, cards)
            self.nexts[key] = total
        return self.nexts[key]

    def play(self, hole: str, pool: Pool, hands: int, waiting: int, won: Profits, cards: str) -> Fraction:
        if self.table.busted(cards):
            return self.over(hole, pool, hands, waiting, won, Hand(cards))
        action = self.play_of(cards)
        if action == "stand":
            return self.done(hole, pool, hands, waiting, won, Hand(cards))
        if action == "surrender":
            profits = self.view.profits_at_once(cards, "surrender")
            return self.closed(hole, pool, hands, waiting, won, profits)
        key = (hole, pool, hands, waiting, won, cards)
        if key not in self.plays:
            total = Fraction(0)
            for card, left, p in self.table.deals(pool):
                drawn = in_order(cards + card)
                if action == "hit":
                    total += p * self.play(hole, left, hands, waiting, won, drawn)
                else:
                    total += p * self.over(hole, left, hands, waiting, won, Hand(drawn, doubled=True))
            self.plays[key] = total
        return self.plays[key]

    def over(self, hole: str, pool: Pool, hands: int, waiting: int, won: Profits, hand: Hand) -> Fraction:
        if not self.takes_second_chance(hand):
            return self.done(hole, pool, hands, waiting, won, hand)
        total = Fraction(0)
        for card, left, p in self.table.deals(pool):
            total += p * self.done(hole, left, hands, waiting, won, hand._replace(second=card))
        return total

    def done(self, hole: str, pool: Pool, hands: int, waiting: int, won: Profits, hand: Hand) -> Fraction:
        index = hands - waiting  # of the hands before it, none is waiting
        return self.closed(hole, pool, hands, waiting, won, self.view.profits(hand, True, index))

    def closed(
        self, hole: str, pool: Pool, hands: int, waiting: int, won: Profits, profits: Profits
    ) -> Fraction:
        together = tuple(before + more for before, more in zip(won, profits, strict=True))
        return self.next_hand(hole, pool, hands, waiting - 1, together)
