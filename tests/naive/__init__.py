"""A slow, obvious second opinion on totals, dealer play, legal actions, settlement and whole rounds.

Written from the regulation texts and the list of readings alone. It imports nothing from the package and
shares no code with it, so that agreement between the two means something.

Cards are rank + suit ("Ts", "Ah"), money is whole cents. A reading that is not named in `readings` has its
default; an option that is not named in `options` is what the document fixes.

`cards` counts and `hands` settles a hand whose cards are known; `actions` says what a player may do.
`layout` follows a recorded round fact by fact; `blackjack_money` and `over_under_money` say what is owed at
each moment and `dead_hands` what comes back of a hand that cannot be played; `letter` puts every payment to
them.
"""

from tests.naive.actions import may, may_split, most_hands, most_insurance
from tests.naive.cards import (
    BLACKJACK,
    DOUBLE_BACK,
    DOWN_UNDER,
    GAMES,
    MATCH_NH,
    OVER_UNDER,
    VENDOR,
    Box,
    Hand,
    dealer_draws,
    dealer_total,
    hole_range,
    is_ace,
    is_blackjack,
    is_ten,
    player_total,
    text_option,
)
from tests.naive.hands import (
    both_large,
    second_chance_stake,
    settle_box,
    settle_insurance,
    settle_over_under,
    surrender_kind,
)

__all__ = [
    "BLACKJACK",
    "DOUBLE_BACK",
    "DOWN_UNDER",
    "GAMES",
    "MATCH_NH",
    "OVER_UNDER",
    "VENDOR",
    "Box",
    "Hand",
    "both_large",
    "dealer_draws",
    "dealer_total",
    "hole_range",
    "is_ace",
    "is_blackjack",
    "is_ten",
    "may",
    "may_split",
    "most_hands",
    "most_insurance",
    "player_total",
    "second_chance_stake",
    "settle_box",
    "settle_insurance",
    "settle_over_under",
    "surrender_kind",
    "text_option",
]
