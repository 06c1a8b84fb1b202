"""The house: every switch a document, a choice or a reading can set, and nothing else.

Variants are values of these fields. A field says what the floor does, not which game does it.
"""

from enum import IntEnum
from typing import NamedTuple


class Odds(NamedTuple):
    """Winnings for a stake: `pays` for every `to` wagered."""

    pays: int
    to: int


class Reader(IntEnum):
    """What the dealer's device tells before anyone acts."""

    NONE = 0
    BLACKJACK = 1
    RANGE = 2


class Surrender(IntEnum):
    NONE = 0
    LATE = 1
    EARLY = 2


class Rounding(IntEnum):
    """How half a wager becomes chips."""

    DOWN = 0
    EXACT = 1
    UP = 2


class LoneCard(IntEnum):
    """What becomes of a split hand of one card when its player may have no more cards."""

    COMPLETED = 0
    """The next card of the shoe makes it a hand of two, and it stands."""
    STANDS = 1
    EXPOSED = 2
    """It is completed by the very card that was turned down."""


class MatchBy(IntEnum):
    RANK = 0
    VALUE = 1
    IDENTICAL_TENS = 2
    """By rank, but a ten-value only matches the same rank and suit."""


class TwoMatches(IntEnum):
    """What is paid when both of a player's cards match."""

    SUM = 0
    HIGHER = 1
    LOWER = 2


class TwentyOne(IntEnum):
    """Which hands of 21 may still be played on."""

    STANDS = 0
    SPLIT_ACE_TEN = 1
    FREE = 2


class DealerHouse(NamedTuple):
    hits_soft_17: bool
    ace_limit: int
    """The highest total at which the dealer's ace still counts 11."""
    two_aces_22: bool
    """A pair of aces is the dealer's 22."""
    reader: Reader
    takes_added_wagers: bool
    """A Blackjack found late takes doubles and splits too, not only the initial wager."""
    plays_out: bool
    """The dealer completes the hand even when no wager waits for it."""


class PushHouse(NamedTuple):
    """The dealer's 22 returns wagers, and which hands it spares."""

    applies: bool
    pays_two_large: bool
    pays_21: bool
    counts_drawn: bool
    """Two original Large cards still count after drawing more."""
    counts_doubled: bool
    """… after a double."""
    counts_split: bool
    """… when they came together by a split."""
    pays_double: bool
    """A double down wager is paid with the hand the 22 spares; else it is returned."""
    returns_busts: bool
    """Busted hands get their wagers back too."""


class BlackjackHouse(NamedTuple):
    odds: Odds
    beats_dealer: bool
    """A player's Blackjack is paid even against a dealer's."""
    even_money: bool
    may_insure: bool
    after_split: bool
    """Ace and ten-value on a split hand is a Blackjack."""


class PlayerHouse(NamedTuple):
    win_odds: Odds
    paid_21_at_once: bool
    twenty_one: TwentyOne


class DoubleHouse(NamedTuple):
    lowest: int
    highest: int
    """Totals that may be doubled."""
    after_split: bool
    split_aces: bool


class SplitHouse(NamedTuple):
    by_rank: bool
    max_hands: int
    max_ace_hands: int
    aces_draw: bool


class InsuranceHouse(NamedTuple):
    offered: bool
    odds: Odds
    rounding: Rounding


class SurrenderHouse(NamedTuple):
    when: Surrender
    half_unit_cents: int
    """The smallest amount in which half a wager is handed back."""
    split_hands: bool
    """A split hand may be given up too, as its first action."""


class PayHouse(NamedTuple):
    """Odds that do not come out in what the table pays with."""

    rounding: Rounding
    """Up is for the player, down for the house; exact is to the cent."""
    unit_cents: int
    """The smallest chip or coin that the dealer pays with."""


class SecondChanceHouse(NamedTuple):
    offered: bool
    odds: Odds
    on_current_wager: bool
    """The stake equals the wager with its double; else the original wager alone."""
    on_split_hands: bool


class MatchPays(NamedTuple):
    """What a match wager wins for each unit staked."""

    one_unsuited: int
    one_suited: int
    two_unsuited: int
    mixed: int
    two_suited: int


class MatchHouse(NamedTuple):
    up: bool
    down: bool
    by: MatchBy
    pays: MatchPays
    down_dies_on_surrender: bool


class OverUnderHouse(NamedTuple):
    over_from: int
    under_to: int
    odds: Odds
    miss_returns: bool
    """A wager on the wrong side of the middle is returned instead of lost."""
    bonus: bool
    bonus_pays: tuple[int, ...]
    """Winnings a unit by total point count 0 to 33; 0 loses."""
    all_decide_first: bool
    """Everybody decides before anyone's second card."""


class LimitsHouse(NamedTuple):
    """The table's limits, in cents."""

    wager_min_cents: int
    wager_max_cents: int
    side_min_cents: int
    side_max_cents: int
    side_up_to_main: bool
    """A side wager may not exceed the main one."""
    added_min_cents: int
    """The least insurance or double, where the text names one; a chip at any rate."""


class FloorHouse(NamedTuple):
    """What the floor does when a hand goes wrong."""

    dead_hand_returns_all: bool
    player_chooses_on_wrong_light: bool
    overdraw_guard_all: bool
    """Any card drawn to a standing dealer's hand is discarded, not only one on 17."""
    dead_hand_returns_forfeit: bool
    """A dead hand gives back the wager that its player had already given up."""
    dead_hand_returns_sides: bool
    """… and every side wager that is still open."""
    shown_match_stands: bool
    """A match that a box's one card already shows is paid, though its player declines the second card."""
    wagers_stay: bool
    """A wager may not be taken back once it is on the layout; else until betting closes."""
    card_may_be_refused: bool
    """A player may turn down a card that was drawn by mistake and seen."""
    refusal_is_for_one_box: bool
    """Who turns it down gets no more cards at that box; else at none of their boxes."""
    lone_card: LoneCard
    early_exposed_is_discarded: bool
    """A card seen before the first deal is over goes to the rack; else it is dealt on as the next card."""
    late_blackjack_spares_busts: bool
    """A Blackjack found late gives the added wagers of busted hands back too."""
    paid_blackjack_is_reopened: bool
    """A Blackjack paid before the dealer's own was found ties after all."""
    false_blackjack_voids: bool
    """A Blackjack that was announced and is none voids the round; else it is played on, hole card up."""
    broken_reader_waits: bool
    """A round is never ended because the reader cannot be repaired."""
    first_card_may_wait: bool
    """A box that was passed over gets its first card after the others; else its hand is dead."""
    any_irregularity_voids: bool
    """Whatever goes wrong, the round is void and undecided wagers are returned."""


class House(NamedTuple):
    decks: int
    min_chip_cents: int
    dealer: DealerHouse
    push: PushHouse
    blackjack: BlackjackHouse
    player: PlayerHouse
    double: DoubleHouse
    split: SplitHouse
    insurance: InsuranceHouse
    surrender: SurrenderHouse
    second_chance: SecondChanceHouse
    match: MatchHouse
    over_under: OverUnderHouse
    limits: LimitsHouse
    floor: FloorHouse
    pay: PayHouse
    deck: tuple[int, ...]
    """Cards of each rank, ace to king, in one deck."""
