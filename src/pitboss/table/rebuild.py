"""A round rebuilt from the discard rack, for a question or a dispute."""

from pitboss.rules.cards import Card
from pitboss.rules.mechanism import mechanism
from pitboss.table.state import Discard, Table


@mechanism("procedure.rebuild_hands")
def rebuild_round(state: Table, round: int) -> dict[tuple[int, int], tuple[Card | None, ...]]:
    """Every hand of that round by box and hand, in the order dealt; box 0 is the dealer's.

    A Second Chance card is the last of its hand. Cards burned or discarded belong to no hand.
    """
    hands: dict[tuple[int, int], list[Discard]] = {}
    for discard in state.rack:
        if discard.round == round and discard.box >= 0:
            hands.setdefault((discard.box, discard.hand), []).append(discard)
    return {
        at: tuple(one.card for one in sorted(cards, key=lambda one: one.place))
        for at, cards in sorted(hands.items())
    }
