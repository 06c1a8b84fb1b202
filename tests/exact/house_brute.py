"""The brute force for any house: every hand is dealt card by card and judged as it lies.

Unlike `tests.brute` it asks the package's rules, so it proves nothing about the rules. It proves that the
analyst's short cuts (kinds of hands, representative hands, outcome columns) lose nothing of them, whatever
the switches say.
"""

from pitboss.rules.cards import Range, point_value, range_of
from pitboss.rules.dealer import blackjack_ends_round, dealer_must_draw, hole_card_is_shown, reader_is_used
from pitboss.rules.hands import EMPTY, BoxHand, Dealt, Hand, dealer_total, draw, is_blackjack, is_bust
from pitboss.rules.house import House, Reader, Surrender
from pitboss.rules.player import (
    may_double,
    may_hit,
    may_insure,
    may_split,
    may_stand,
    may_surrender,
    may_take_even_money,
    may_take_second_chance,
)  # fmt: skip
from pitboss.rules.settlement import (
    Stakes,
    settle_even_money,
    settle_hand,
    settle_insurance,
    settle_surrender,
)  # fmt: skip
from pitboss.rules.stakes import second_chance_stake
from tests import brute, naive
from tests.floor import RANKS


def held(cards: str) -> Hand:
    hand = EMPTY
    for card in cards:
        hand = draw(hand, RANKS[card])
    return hand


class HouseTable(brute.Table):
    """One house with one shoe."""

    def __init__(self, house: House, shoe: dict[str, int]) -> None:
        self.house = house
        self.tens_alike = not house.split.by_rank
        self.lay_out(shoe)

    def announced(self, up: str, hole: str) -> str:
        one, other = RANKS[up], RANKS[hole]
        if blackjack_ends_round(one, other, self.house):
            return "blackjack"
        if hole_card_is_shown(one, other, self.house):
            return "A" if hole == "A" else "T"
        if self.house.dealer.reader == Reader.RANGE:
            return Range(range_of(other)).name
        return "no blackjack" if reader_is_used(one, self.house) else ""

    def busted(self, cards: str) -> bool:
        return is_bust(held(cards))

    def two_hands(self) -> bool:
        return self.house.split.max_hands <= 2

    def surrender_kind(self) -> str:
        return Surrender(self.house.surrender.when).name.lower()

    def may_surrender_after(self, announced: str) -> bool:  # noqa: ARG002  at our tables it may be done late too
        return True

    def second_chance_stake(self, facts: naive.Hand) -> int:
        return second_chance_stake(facts["stake"], facts["double"], self.house)

    def insurance_back(self, stake: int, dealer: str) -> int:
        return sum(settle_insurance(stake, self._dealt(dealer), self.house))

    def stands(self, cards: str) -> bool:
        return self._is_blackjack(cards) or not dealer_must_draw(
            dealer_total(held(cards), self.house), self.house
        )

    def end(self, cards: str) -> brute.End:
        dealt = self._dealt(cards)
        return dealt.points, dealt.blackjack

    def _is_blackjack(self, cards: str) -> bool:
        return len(cards) == 2 and is_blackjack(RANKS[cards[0]], RANKS[cards[1]])

    def _dealt(self, cards: str) -> Dealt:
        return Dealt(dealer_total(held(cards), self.house).points, self._is_blackjack(cards))

    def settle(self, box: naive.Box, dealer: str) -> naive.Box:
        dealt, hands = self._dealt(dealer), []
        for index, facts in enumerate(box["hands"]):
            if box.get("surrender"):
                hands.append({"stake": sum(settle_surrender(facts["stake"], dealt, self.house))})
                continue
            if box.get("even_money"):
                hands.append({"stake": sum(settle_even_money(facts["stake"]))})
                continue
            cards = "".join(card[0] for card in facts["cards"])
            second = facts.get("second_chance_card", "")
            split = len(box["hands"]) > 1
            hand = BoxHand(
                held(cards), RANKS[cards[0]], RANKS[cards[1]], split, facts["double"] > 0,
                point_value(RANKS[second[0]]) if second else 0,
            )  # fmt: skip
            stakes = Stakes(facts["stake"], facts["double"], facts["second_chance"], split and index > 0)
            paid = settle_hand(hand, stakes, dealt, self.house)
            hands.append({name: sum(part) for name, part in paid._asdict().items()})
        return {"hands": hands}

    def may(self, action: str, hand: brute.Hand, seat: brute.Seat, up: str, hands: int = 1) -> bool:
        first, second = hand.cards[0], hand.cards[1]
        if seat.from_split and first != seat.gone:
            first, second = second, first
        chance = point_value(RANKS[hand.second]) if hand.second else 0
        box = BoxHand(held(hand.cards), RANKS[first], RANKS[second], seat.from_split, hand.doubled, chance)
        house = self.house
        asked = {
            "stand": lambda: may_stand(box, house),
            "hit": lambda: may_hit(box, house),
            "double": lambda: may_double(box, house),
            "split": lambda: may_split(box, hands, house),
            "surrender": lambda: may_surrender(box, house),
            "insurance": lambda: may_insure(box, RANKS[up], house),
            "even_money": lambda: may_take_even_money(box, RANKS[up], house),
            "second_chance": lambda: may_take_second_chance(box, house),
        }
        return asked[action]()
