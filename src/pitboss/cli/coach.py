"""The coach at one's shoulder: what every action is worth, and what the last decision cost."""

from collections.abc import Sequence

from pitboss.exact.analyst import is_over_under
from pitboss.exact.position import Advice, advise, advise_second_chance
from pitboss.exact.shoe import Shoe, fresh_shoe
from pitboss.exact.side import CHOICES, first_cards
from pitboss.games.game import Game
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


class Coach:
    """Reads the analyst's values for the position at hand, from the cards that have been seen."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.values: dict[str, float] = {}

    def tell(self, state: Table, found: Due) -> None:
        self.values = self.value(state, found)
        if self.values:
            told = ", ".join(f"{name} {value:+.4f}" for name, value in self.values.items())
            print(f"  Coach: {told}")

    def judge(self, action: Action | None) -> None:
        """What the decision just made cost, in units of the wager; None declines a Second Chance."""
        made = self.values.get("decline" if action is None else NAMES.get(action, ""))
        if made is not None:
            cost = max(self.values.values()) - made
            print(
                "  Coach: that was best." if cost < 1e-9 else f"  Coach: that cost {cost:.4f} of your wager."
            )
        self.values = {}

    def value(self, state: Table, found: Due) -> dict[str, float]:
        box = find_box(state, found.box)
        if box is None or found.act not in ("decide", "choose", "second chance"):
            return {}
        hand = box.hands[found.hand]
        shoe = self.unseen(state, (*hand.cards, *state.dealer.cards[:1]))
        if is_over_under(self.game):
            first = next(
                f for f in first_cards(self.game.house, shoe) if f.column == min(hand.cards[0].rank, 10) - 1
            )
            ordered = sorted(first.values.items(), key=lambda item: -item[1])
            return {CHOICES[action]: float(value) for action, value in ordered}
        if found.act == "second chance":
            ranks, up = [card.rank for card in hand.cards], state.dealer.cards[0].rank
            doubled = hand.double_cents > 0
            return dict(advise_second_chance(self.game.house, shoe, ranks, up, doubled=doubled).values)
        return dict(self._advice(state, hand.cards, shoe, split=hand.from_split).values)

    def _advice(self, state: Table, cards: Sequence[Card], shoe: Shoe, *, split: bool) -> Advice:
        light = ""
        if self.game.house.dealer.reader == Reader.RANGE and state.dealer.lane >= 0:
            light = Range(state.dealer.lane).name.lower()
        found = advise(
            self.game.house, shoe, [card.rank for card in cards], state.dealer.cards[0].rank, light
        )
        if split:
            kept = {name: value for name, value in found.values.items() if name not in ("split", "surrender")}
            return Advice(found.hand, found.up, found.seen, kept, found.dealer, found.method)
        return found

    def unseen(self, state: Table, here: Sequence[Card]) -> Shoe:
        """All cards not seen since the shuffle, and those of the position itself."""
        full = fresh_shoe(self.game.house.decks)
        seen = [sum(state.seen[(rank - 1) * 4 + suit] for suit in range(4)) for rank in range(1, KING + 1)]
        own = [sum(card.rank == rank for card in here) for rank in range(1, KING + 1)]
        return Shoe(tuple(full.ranks[at] - seen[at] + own[at] for at in range(KING)))
