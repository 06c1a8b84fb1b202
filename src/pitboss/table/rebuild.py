"""A round rebuilt from the discard rack, for a question or a dispute."""

from collections.abc import Iterable

from pitboss.rules.cards import Card
from pitboss.rules.mechanism import mechanism
from pitboss.table.state import Discard, Table

Hands = dict[tuple[int, int], tuple[Card | None, ...]]


@mechanism("procedure.rebuild_hands")
def rebuild_round(state: Table, round: int) -> Hands:
    """Every hand of that round by box and hand, in the order dealt; box 0 is the dealer's.

    A Second Chance card is the last of its hand. Cards burned or discarded belong to no hand.
    """
    return hands_of(discard for discard in state.rack if discard.of_hand_in(round))


def hands_of(discards: Iterable[Discard]) -> Hands:
    """The hands that these cards of one round made."""
    hands: dict[tuple[int, int], list[Discard]] = {}
    for discard in discards:
        hands.setdefault((discard.box, discard.hand), []).append(discard)
    return {
        at: tuple(one.card for one in sorted(cards, key=lambda one: one.place))
        for at, cards in sorted(hands.items())
    }
