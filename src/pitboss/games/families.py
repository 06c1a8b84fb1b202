"""Families of games: which phases a round may have, and which readers run, value and deal it."""

from typing import NamedTuple

from pitboss.games.wager_kinds import BLACKJACK, OVER_UNDER


class Family(NamedTuple):
    id: str
    label: str
    has_dealer_hand: bool
    needs: tuple[str, ...]
    """Phases without which there is no round."""
    may_have: tuple[str, ...]


_FAMILIES = (
    Family(
        BLACKJACK, "blackjack", True,
        ("wagers", "deal", "decisions", "hole_card", "dealer_draws", "settle", "clear"),
        ("up_match", "pay_blackjacks", "insurance", "reader", "show_large", "dealer_blackjack", "pay_21",
         "down_match"),
    ),
    Family(OVER_UNDER, "over and under", False, ("wagers", "deal_one", "each_player", "clear"), ()),
)  # fmt: skip

FAMILIES = {family.id: family for family in _FAMILIES}
