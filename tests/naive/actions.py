"""What a player may do with a hand, and how much insurance may be."""

from __future__ import annotations

from tests.naive.cards import (
    BLACKJACK,
    DOUBLE_BACK,
    DOWN_UNDER,
    MATCH_NH,
    OVER_UNDER,
    Hand,
    Options,
    Readings,
    blackjack_odds,
    check_game,
    is_ace,
    is_blackjack,
    low_value,
    number_option,
    player_total,
    rank_of,
    reading,
    text_option,
    yes_no_option,
)
from tests.naive.hands import surrender_kind

# ---------------------------------------------------------------- legal actions


def has_blackjack(hand: Hand) -> bool:
    """The two cards dealt to the box, not the two cards of a split hand."""
    if hand.get("from_split", False):
        return False
    return len(hand["cards"]) == 2 and is_blackjack(hand["cards"])


def split_hand_has_blackjack(game: str, hand: Hand, readings: Readings) -> bool:
    """D10 R2 makes an ace and a ten after a split a Blackjack."""
    if game != DOWN_UNDER or reading(readings, "D10") != "R2":
        return False
    if not hand.get("from_split", False):
        return False
    return len(hand["cards"]) == 2 and is_blackjack(hand["cards"])


def playable_21(game: str, hand: Hand, readings: Readings) -> bool:
    """N19 R2: any 21 but a Blackjack. N3 R2: an ace on a split ten may also be played as a "soft" 11."""
    if game != MATCH_NH:
        return False
    if reading(readings, "N19") == "R2":
        return not has_blackjack(hand)
    if reading(readings, "N3") != "R2":
        return False
    if not hand.get("from_split", False) or hand.get("split_aces", False):
        return False
    return len(hand["cards"]) == 2 and is_blackjack(hand["cards"])


def split_ace_may_draw(game: str, options: Options, readings: Readings) -> bool:
    """One card each: 685a.10(e), DU-RoP 7, NH Splitting. No limit in 673a.11 (reading B8)."""
    if game == DOUBLE_BACK:
        if reading(readings, "B8") == "R2":
            return False
        return yes_no_option(options, "hit_split_aces", True)
    return yes_no_option(options, "hit_split_aces", False)


def may_hit(game: str, hand: Hand, options: Options, readings: Readings) -> bool:
    points, _ = player_total(game, hand["cards"])
    # 685a.7(k), 673a.7(k): less than 21 only.
    if points >= 21 and not playable_21(game, hand, readings):
        return False
    if hand.get("split_aces", False):
        return split_ace_may_draw(game, options, readings)
    return True


def may_double(game: str, hand: Hand, options: Options, readings: Readings) -> bool:
    """685a.9(a), 673a.10(a), DU-RoP 8, NH Double down."""
    points, soft = player_total(game, hand["cards"])
    if len(hand["cards"]) != 2:
        return False
    if points >= 21 and not playable_21(game, hand, readings):
        return False

    wanted = text_option(options, "double_on", "any")
    if wanted == "9-11" and (soft or points not in [9, 10, 11]):
        return False
    if wanted == "10-11" and (soft or points not in [10, 11]):
        return False

    if hand.get("from_split", False):
        # 685a.9(a), 673a.10(c), DU-RoP 8: yes. NH: reading N14.
        if game == MATCH_NH and reading(readings, "N14") == "R2":
            return False
        if not yes_no_option(options, "double_after_split", True):
            return False
    if hand.get("split_aces", False):
        # Reading D11: 685a.10(e) against 685a.9(a).
        if game == DOWN_UNDER and reading(readings, "D11") == "R2":
            return True
        return split_ace_may_draw(game, options, readings)
    return True


def most_hands(game: str, aces: bool, options: Options, readings: Readings) -> int:
    if game == DOWN_UNDER or game == DOUBLE_BACK:
        # 685a.10(c), 673a.11(a): two hands.
        hands = number_option(options, "max_hands", 2)
        if aces and not yes_no_option(options, "resplit_aces", False):
            return min(hands, 2)
        return hands
    if game == MATCH_NH:
        # NH Splitting: four hands, aces three (reading N2).
        hands = number_option(options, "max_hands", 4)
        if reading(readings, "N2") == "R2":
            hands = min(hands, 3)
        if aces and not yes_no_option(options, "resplit_aces", True):
            return min(hands, 2)
        if aces:
            return min(hands, 3)
        return hands
    # DU-RoP 6, 7; ordinary blackjack.
    hands = number_option(options, "max_hands", 4)
    if aces and not yes_no_option(options, "resplit_aces", False):
        return min(hands, 2)
    return hands


def may_split(game: str, hand: Hand, options: Options, readings: Readings) -> bool:
    cards = hand["cards"]
    if len(cards) != 2:
        return False
    if game == MATCH_NH:
        # NH Splitting "equal rank": reading N1.
        by = text_option(options, "split_by", "rank")
        if reading(readings, "N1") == "R2":
            by = "value"
    else:
        # 685a.10(a), 673a.11(a), DU-RoP 6: equal value.
        by = text_option(options, "split_by", "value")
    if by == "rank":
        pair = rank_of(cards[0]) == rank_of(cards[1])
    else:
        pair = low_value(cards[0]) == low_value(cards[1])
    if not pair:
        return False
    return int(hand["hands_in_box"]) < most_hands(game, is_ace(cards[0]), options, readings)


def may_surrender(game: str, hand: Hand, options: Options, readings: Readings) -> bool:
    """673a.9(a), NH rules: as the first decision on the two cards dealt; N24 for split hands."""
    if surrender_kind(game, options, readings) == "none" or len(hand["cards"]) != 2:
        return False
    split = hand.get("from_split", False)
    if split and reading(readings, "N24") != "R2":
        return False
    if not split and not hand.get("first_action", True):
        return False
    # A Blackjack is settled as one: 673a.7(f), NH Method.
    return not has_blackjack(hand)


def may_insure(game: str, hand: Hand, options: Options, readings: Readings) -> bool:
    """685a.8, 673a.8, DU-RoP 5, NH Insurance: before any action, the up card an ace."""
    if not is_ace(hand["up"]):
        return False
    if game == BLACKJACK and not yes_no_option(options, "insurance", True):
        return False
    if len(hand["cards"]) != 2 or hand.get("from_split", False):
        return False
    if not hand.get("first_action", True):
        return False
    if has_blackjack(hand):
        if game == DOUBLE_BACK:
            # Reading B14: already paid under 673a.7(f), unless reading B1 has it wait for the reader.
            return reading(readings, "B14") == "R2" or reading(readings, "B1") == "R2"
        if game == MATCH_NH:
            return reading(readings, "N6") != "R2"
    return True


def may_take_even_money(game: str, hand: Hand, options: Options, readings: Readings) -> bool:
    if not is_ace(hand["up"]) or not has_blackjack(hand):
        return False
    if not hand.get("first_action", True):
        return False
    if game == DOWN_UNDER:
        # 685a.7(g), reading D8
        return reading(readings, "D8") != "R2"
    if game == BLACKJACK:
        # Where insurance is offered and a Blackjack pays 3 to 2: only then do both come to the same.
        if blackjack_odds(game, options) != "3:2" or not yes_no_option(options, "insurance", True):
            return False
        return yes_no_option(options, "even_money", True)
    # NH Method offers it; 673a pays the Blackjack first; DU-RoP does not name it.
    return game == MATCH_NH


def may_take_second_chance(game: str, hand: Hand, readings: Readings) -> bool:
    """673a.7(l): a busted hand, doubled or not (B4), once (B21)."""
    if game != DOUBLE_BACK:
        return False
    points, _ = player_total(game, hand["cards"])
    if points <= 21:
        return False
    if hand.get("second_chance_taken", False):
        return False
    split_refused = hand.get("from_split", False) and reading(readings, "B21") == "R2"
    return not split_refused


def may(game: str, action: str, hand: Hand, options: Options, readings: Readings) -> bool:
    check_game(game)
    if game == OVER_UNDER:
        # 686a.7(g)(3): after the first card. The other decisions of that game have other names.
        return action == "surrender" and len(hand["cards"]) == 1
    if action == "second_chance":
        return may_take_second_chance(game, hand, readings)

    points, _ = player_total(game, hand["cards"])
    if points > 21 or hand.get("doubled", False):
        return False
    if len(hand["cards"]) < 2:
        return False

    if action == "insurance":
        return may_insure(game, hand, options, readings)
    if action == "even_money":
        return may_take_even_money(game, hand, options, readings)
    if action == "surrender":
        return may_surrender(game, hand, options, readings)

    # 685a.7(i)(1), 673a.7(f), NH Method: a Blackjack is settled, its holder decides nothing more.
    if has_blackjack(hand) or split_hand_has_blackjack(game, hand, readings):
        return False
    if action == "stand":
        return True
    if action == "hit":
        return may_hit(game, hand, options, readings)
    if action == "double":
        return may_double(game, hand, options, readings)
    if action == "split":
        return may_split(game, hand, options, readings)
    raise ValueError(f"no such action: {action}")


# ---------------------------------------------------------------- the largest insurance


def rounded_down(amount: int, chip: int) -> int:
    return amount - amount % chip


def half_rounded_up(initial: int, chip: int) -> int:
    """The smallest number of chips that is worth at least half."""
    most = 0
    while 2 * most < initial:
        most = most + chip
    return most


def most_insurance(game: str, initial: int, options: Options, readings: Readings) -> int:
    check_game(game)
    chip = number_option(options, "min_chip_cents", 100)
    if game == OVER_UNDER:
        return 0
    if game == DOWN_UNDER or game == DOUBLE_BACK:
        # 685a.8(b), 673a.8(b): up to the next unit that can be wagered (D9).
        return half_rounded_up(initial, chip)
    if game == MATCH_NH:
        # NH Insurance "50%": reading N7.
        if reading(readings, "N7") == "R2":
            return initial // 2
        if reading(readings, "N7") == "R3":
            return half_rounded_up(initial, chip)
        return rounded_down(initial // 2, chip)
    # DU-RoP 5 "up to one-half": reading V14. Ordinary blackjack: no more than half, in chips.
    if reading(readings, "V14") == "R2":
        return initial // 2
    if reading(readings, "V14") == "R3":
        return half_rounded_up(initial, chip)
    return rounded_down(initial // 2, chip)
