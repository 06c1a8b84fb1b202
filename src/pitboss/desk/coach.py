"""The coach's figures: what every action is worth at a live table, and what the last decision cost."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.exact.analyst import is_over_under
from pitboss.exact.position import Advice, advise, advise_second_chance
from pitboss.exact.shoe import Shoe, fresh_shoe
from pitboss.exact.side import CHOICES, first_cards
from pitboss.rules.cards import KING, Card, Range
from pitboss.rules.house import Reader
from pitboss.rules.player import Action
from pitboss.table.due import Due
from pitboss.table.state import Table, find_box

NAMES = {
    Action.STAND: "stand", Action.HIT: "hit", Action.DOUBLE: "double", Action.SPLIT: "split",
    Action.SURRENDER: "surrender", Action.OVER: "over", Action.UNDER: "under", Action.FOLD: "surrender",
    Action.SECOND_CHANCE: "second chance",
}  # fmt: skip
ASKED = ("decide", "choose", "second chance")


class Worth(NamedTuple):
    """Every action in units of the wager, best first; what the dealer may come to; and how it was found."""

    values: dict[str, float]
    dealer: dict[str, float]
    method: str


NOTHING = Worth({}, {}, "")


def value_actions(state: Table, found: Due) -> dict[str, float]:
    """The value of each action in units of the wager, best first, from the cards that have been seen."""
    return weigh_actions(state, found).values


def weigh_actions(state: Table, found: Due) -> Worth:
    """The same, with the dealer's chances where the dealer has a hand."""
    box = find_box(state, found.box)
    if box is None or found.act not in ASKED:
        return NOTHING
    game, hand = state.terms.game, box.hands[found.hand]
    shoe = unseen(state, (*hand.cards, *state.dealer.cards[:1]))
    if is_over_under(game):
        first = next(f for f in first_cards(game.house, shoe) if f.column == min(hand.cards[0].rank, 10) - 1)
        ordered = sorted(first.values.items(), key=lambda item: -item[1])
        return Worth({CHOICES[action]: float(value) for action, value in ordered}, {}, "exact")
    if found.act == "second chance":
        ranks, up = [card.rank for card in hand.cards], state.dealer.cards[0].rank
        bought = advise_second_chance(game.house, shoe, ranks, up, doubled=hand.double_cents > 0)
        return Worth(dict(bought.values), dict(bought.dealer), bought.method)
    advice = _advice(state, hand.cards, shoe)
    return Worth(_kept(advice, split=hand.from_split), dict(advice.dealer), advice.method)


def cost_of(values: Mapping[str, float], action: Action | None) -> float | None:
    """What a decision gave away, in units of the wager; None declines a Second Chance."""
    made = values.get("decline" if action is None else NAMES.get(action, ""))
    return None if made is None else max(values.values()) - made


def unseen(state: Table, here: Sequence[Card]) -> Shoe:
    """All cards not seen since the shuffle, and those of the position itself."""
    full = fresh_shoe(state.house.decks)
    seen = [sum(state.seen[(rank - 1) * 4 + suit] for suit in range(4)) for rank in range(1, KING + 1)]
    own = [sum(card.rank == rank for card in here) for rank in range(1, KING + 1)]
    return Shoe(tuple(full.ranks[at] - seen[at] + own[at] for at in range(KING)))


def _advice(state: Table, cards: Sequence[Card], shoe: Shoe) -> Advice:
    light = ""
    if state.house.dealer.reader == Reader.RANGE and state.dealer.lane >= 0:
        light = Range(state.dealer.lane).name.lower()
    return advise(state.house, shoe, [card.rank for card in cards], state.dealer.cards[0].rank, light)


def _kept(advice: Advice, *, split: bool) -> dict[str, float]:
    """A hand from a split is neither split nor surrendered by this advice."""
    return {
        name: value
        for name, value in advice.values.items()
        if not split or name not in ("split", "surrender")
    }
