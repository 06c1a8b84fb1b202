"""The value of every action at a live table, and what the last decision cost."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.exact.advice import Advice, advise, advise_second_chance
from pitboss.exact.composition import Composition, shoe_of
from pitboss.exact.side_wagers import CHOICES, first_cards
from pitboss.rules.cards import KING, Card, Range
from pitboss.rules.hands import BoxHand, Dealt, is_blackjack
from pitboss.rules.house import House, Reader
from pitboss.rules.player import Action, may_insure, may_take_even_money
from pitboss.rules.settlement import Stakes, settle_even_money, settle_hand, settle_insurance
from pitboss.rules.stakes import most_insurance
from pitboss.table.due import Due
from pitboss.table.state import Table, box_hand, find_box

NAMES = {
    Action.STAND: "stand", Action.HIT: "hit", Action.DOUBLE: "double", Action.SPLIT: "split",
    Action.SURRENDER: "surrender", Action.OVER: "over", Action.UNDER: "under", Action.FOLD: "surrender",
    Action.SECOND_CHANCE: "second chance",
}  # fmt: skip
NATURAL, MADE_21 = Dealt(21, blackjack=True), Dealt(21, blackjack=False)
ASKED = ("decide", "choose", "second chance")


class ActionValues(NamedTuple):
    """The value of each action in units of the wager, best first; the dealer's chances; and the method."""

    values: dict[str, float]
    dealer: dict[str, float]
    method: str


NO_VALUES = ActionValues({}, {}, "")


def value_actions(state: Table, next_due: Due) -> dict[str, float]:
    """The value of each action in units of the wager, best first, from the cards that have been seen."""
    return evaluate_actions(state, next_due).values


def evaluate_actions(state: Table, next_due: Due) -> ActionValues:
    """The same, with the dealer's chances where the dealer has a hand."""
    box = find_box(state, next_due.box)
    if box is None or next_due.act not in ASKED:
        return NO_VALUES
    game, hand = state.terms.game, box.hands[next_due.hand]
    shoe = unseen(state, (*hand.cards, *state.dealer.cards[:1]))
    if not game.has_dealer:
        first = next(f for f in first_cards(game.house, shoe) if f.column == min(hand.cards[0].rank, 10) - 1)
        ordered = sorted(first.values.items(), key=lambda item: -item[1])
        return ActionValues({CHOICES[action]: float(value) for action, value in ordered}, {}, "exact")
    if next_due.act == "second chance":
        ranks, up = [card.rank for card in hand.cards], state.dealer.cards[0].rank
        bought = advise_second_chance(game.house, shoe, ranks, up, doubled=hand.double_cents > 0)
        return ActionValues(dict(bought.values), dict(bought.dealer), bought.method)
    advice = _advice(state, hand.cards, shoe)
    return ActionValues(_without_split(advice, split=hand.from_split), dict(advice.dealer), advice.method)


def evaluate_insurance(state: Table, number: int) -> ActionValues:
    """The value of insurance and of even money compared with taking neither, in units of the wager."""
    box = find_box(state, number)
    if box is None or state.insurance != 1:
        return NO_VALUES
    house, hand, up = state.house, box_hand(box.hands[0]), state.dealer.cards[0]
    hidden = unseen(state, [])
    naturals = sum(count for rank, count in enumerate(hidden.ranks, 1) if is_blackjack(up.rank, rank))
    chance = naturals / hidden.size
    added_cents = {"neither": 0.0}
    if may_insure(hand, up.rank, house):
        most = most_insurance(box.initial_cents, house)
        added_cents["insurance"] = (
            chance * settle_insurance(most, NATURAL, house).won_cents - (1 - chance) * most
        )
    if may_take_even_money(hand, up.rank, house):
        waiting = _mean_win_cents(hand, box.initial_cents, house, chance)
        added_cents["even money"] = settle_even_money(box.initial_cents).won_cents - waiting
    best_first = sorted(added_cents.items(), key=lambda item: -item[1])
    return ActionValues({name: cents / box.initial_cents for name, cents in best_first}, {}, "exact")


def _mean_win_cents(hand: BoxHand, wager_cents: int, house: House, chance: float) -> float:
    """What a Blackjack wins on average when even money is declined."""
    stakes = Stakes(wager_cents, 0, 0, False)
    tied, ahead = (settle_hand(hand, stakes, dealer, house).wager.won_cents for dealer in (NATURAL, MADE_21))
    return chance * tied + (1 - chance) * ahead


def cost_of(values: Mapping[str, float], action: Action | None) -> float | None:
    """What a decision lost against the best one, in units of the wager; None declines a Second Chance."""
    made = values.get("decline" if action is None else NAMES.get(action, ""))
    return None if made is None else max(values.values()) - made


def unseen(state: Table, here: Sequence[Card]) -> Composition:
    """All cards not seen since the shuffle, and those of the hand itself."""
    full = shoe_of(state.house)
    seen = [sum(state.seen[(rank - 1) * 4 + suit] for suit in range(4)) for rank in range(1, KING + 1)]
    own = [sum(card.rank == rank for card in here) for rank in range(1, KING + 1)]
    return Composition(tuple(full.ranks[at] - seen[at] + own[at] for at in range(KING)))


def _advice(state: Table, cards: Sequence[Card], shoe: Composition) -> Advice:
    light = ""
    if state.house.dealer.reader == Reader.RANGE and state.dealer.lane >= 0:
        light = Range(state.dealer.lane).name.lower()
    return advise(state.house, shoe, [card.rank for card in cards], state.dealer.cards[0].rank, light)


def _without_split(advice: Advice, *, split: bool) -> dict[str, float]:
    """The values of each action; a hand from a split is neither split nor surrendered."""
    return {
        name: value
        for name, value in advice.values.items()
        if not split or name not in ("split", "surrender")
    }
