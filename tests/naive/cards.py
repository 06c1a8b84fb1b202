"""Cards and their totals, the dealer's play, odds; and how readings and options are asked for."""

from __future__ import annotations

from functools import cache
from typing import Any

DOWN_UNDER = "down-under-pa"
DOUBLE_BACK = "double-back-jack-pa"
OVER_UNDER = "over-under-pa"
VENDOR = "down-under-vendor"
MATCH_NH = "blackjack-match-nh"
BLACKJACK = "blackjack"

GAMES = [DOWN_UNDER, DOUBLE_BACK, OVER_UNDER, VENDOR, MATCH_NH, BLACKJACK]

Box = dict[str, Any]
Hand = dict[str, Any]
Options = dict[str, object]
Readings = dict[str, str]
Back = dict[str, int]


# ---------------------------------------------------------------- readings and options


def reading(readings: Readings, name: str) -> str:
    """The reading taken; every reading used in this file has R1 as its default."""
    return readings.get(name, "R1")


def text_option(options: Options, name: str, default: str) -> str:
    value = options.get(name, default)
    if not isinstance(value, str):
        raise TypeError(f"option {name} is a text, not {value!r}")
    return value


def number_option(options: Options, name: str, default: int) -> int:
    value = options.get(name, default)
    if not isinstance(value, int):
        raise TypeError(f"option {name} is a whole number, not {value!r}")
    return value


def yes_no_option(options: Options, name: str, default: bool) -> bool:
    value = options.get(name, default)
    if not isinstance(value, bool):
        raise TypeError(f"option {name} is True or False, not {value!r}")
    return value


def check_game(game: str) -> None:
    if game not in GAMES:
        raise ValueError(f"no such game: {game}")


# ---------------------------------------------------------------- cards


def rank_of(card: str) -> str:
    return card[0]


def suit_of(card: str) -> str:
    return card[1]


@cache
def is_ace(card: str) -> bool:
    return rank_of(card) == "A"


@cache
def is_ten(card: str) -> bool:
    """A 10, jack, queen or king (685a.3(d)-values(1),(2), 673a.3(d), NH rules)."""
    return rank_of(card) in ["T", "J", "Q", "K"]


@cache
def low_value(card: str) -> int:
    """The value of a card when an ace counts 1."""
    if is_ace(card):
        return 1
    if is_ten(card):
        return 10
    return int(rank_of(card))


def hole_range(card: str) -> str:
    """685a.3(d)-ranges, DU-RoP 2."""
    if rank_of(card) in ["2", "3", "4", "5"]:
        return "small"
    if rank_of(card) in ["6", "7", "8", "9"]:
        return "medium"
    return "large"


def is_blackjack(cards: list[str]) -> bool:
    """An ace and a ten-value card as the initial two cards (685a.1, 673a.1, NH object)."""
    if len(cards) < 2:
        return False
    first = cards[0]
    second = cards[1]
    return (is_ace(first) and is_ten(second)) or (is_ten(first) and is_ace(second))


# ---------------------------------------------------------------- totals


def best_total(cards: list[str], limit: int, most_elevens: int) -> tuple[int, bool]:
    """Count as many aces as 11 as fit under the limit, but no more than `most_elevens`."""
    hard = 0
    aces = 0
    for card in cards:
        hard = hard + low_value(card)
        if is_ace(card):
            aces = aces + 1
    elevens = min(aces, most_elevens)
    while elevens > 0:
        if hard + 10 * elevens <= limit:
            return hard + 10 * elevens, True
        elevens = elevens - 1
    return hard, False


def ordinary_total(cards: list[str]) -> tuple[int, bool]:
    """An ace is 11 unless that gives more than 21 (two elevens always give more)."""
    return best_total(cards, 21, 1)


def player_total(game: str, cards: list[str]) -> tuple[int, bool]:
    check_game(game)
    if game == OVER_UNDER:
        # 686a.3(d)(3), 686a.2(b)(4)(iii): aces are always 11.
        points = 0
        for card in cards:
            if is_ace(card):
                points = points + 11
            else:
                points = points + low_value(card)
        return points, False
    return ordinary_total(cards)


def two_aces(cards: list[str]) -> bool:
    return len(cards) == 2 and is_ace(cards[0]) and is_ace(cards[1])


def dealer_total(game: str, cards: list[str], readings: Readings) -> tuple[int, bool]:
    check_game(game)
    if game == OVER_UNDER:
        raise ValueError("over/under has no dealer's hand")
    if game == DOWN_UNDER:
        # 685a.3(d)-values(3): the dealer's limit is 22, the player's 21 (readings D1, D1b).
        if reading(readings, "D1") == "R2":
            return ordinary_total(cards)
        if reading(readings, "D1") == "R3":
            if two_aces(cards):
                return 22, True
            return ordinary_total(cards)
        if reading(readings, "D1") == "R4":
            return best_total(cards, 22, 1)
        if reading(readings, "D1b") == "R2":
            return best_total(cards, 22, 1)
        return best_total(cards, 22, len(cards))
    if game == VENDOR:
        # Reading V8: the vendor's rules say nothing of the dealer's ace at 22.
        if reading(readings, "V8") == "R2":
            return best_total(cards, 22, len(cards))
        return ordinary_total(cards)
    # 673a.3(d)(3), NH rules, ordinary blackjack.
    return ordinary_total(cards)


def dealer_draws(game: str, cards: list[str], options: Options, readings: Readings) -> bool:
    points, soft = dealer_total(game, cards, readings)
    if game == VENDOR or game == MATCH_NH:
        # DU-RoP 9; NH rules: hit all soft 17s.
        default = "hit"
    else:
        # 685a.7(m), 685a.2(b)(4)(iii); 673a.7(o), 673a.2(b)(4)(ii): stand on all 17s.
        default = "stand"
    if points < 17:
        return True
    if points == 17 and soft:
        return text_option(options, "soft_17", default) == "hit"
    return False


# ---------------------------------------------------------------- odds


def comes_out(stake: int, odds: str, chip: int) -> bool:
    """Can the winnings at "a:b" be paid exactly in such chips?"""
    left, right = odds.split(":")
    return stake * int(left) % (int(right) * chip) == 0


def paid(stake: int, odds: str, chip: int = 1, breakage: str = "up") -> int:
    """The stake and its winnings at "a:b", in whole chips; what does not come out is rounded as told."""
    left, right = odds.split(":")
    top = stake * int(left)
    bottom = int(right) * chip
    chips = top // bottom
    if top % bottom != 0 and breakage == "up":
        chips = chips + 1
    return stake + chips * chip


def odd_amounts(readings: Readings) -> str:
    """Readings D38, B12, V16, N26, H2: what the chips cannot make goes up, is paid in cents, or goes down."""
    for name in ["D38", "B12", "V16", "N26", "H2"]:
        if reading(readings, name) == "R2":
            return "cents"
        if reading(readings, name) == "R3":
            return "down"
    return "up"


def smallest_paid(options: Options) -> int:
    """The smallest chip or coin that the dealer pays with; cents where nobody says."""
    chip = number_option(options, "min_chip_cents", 1)
    return min(chip, number_option(options, "half_unit_cents", chip))


def paid_at_table(stake: int, odds: str, options: Options, readings: Readings) -> int:
    breakage = odd_amounts(readings)
    if breakage == "cents":
        return paid(stake, odds)
    return paid(stake, odds, smallest_paid(options), breakage)


def blackjack_odds(game: str, options: Options) -> str:
    if game == DOUBLE_BACK:
        # 673a.12(a)
        return text_option(options, "blackjack_pays", "2:1")
    # 685a.11(a); DU-RoP 3; NH table 1.
    return text_option(options, "blackjack_pays", "3:2")


def half_back(stake: int, options: Options, readings: Readings) -> int:
    """Half of a surrendered wager in the half units that the casino chose (B12, N4, N26)."""
    unit = number_option(options, "half_unit_cents", 50)
    if odd_amounts(readings) == "cents":
        # As exactly as the table can.
        unit = min(unit, number_option(options, "min_chip_cents", unit))
    back = 0
    while 2 * (back + unit) <= stake:
        back = back + unit
    if 2 * back < stake and odd_amounts(readings) != "down":
        back = back + unit
    return min(back, stake)
