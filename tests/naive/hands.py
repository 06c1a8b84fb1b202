"""What each wager brings once the cards are known, worked out slowly and plainly.

What a settlement function returns is what is handed BACK to the player for each wager, the stake
included. Where a reading and an option speak of the same thing, a reading other than "R1" goes first.
"""

from __future__ import annotations

from typing import Any

from tests.naive.cards import (
    DOUBLE_BACK,
    DOWN_UNDER,
    MATCH_NH,
    OVER_UNDER,
    VENDOR,
    Back,
    Box,
    Hand,
    Options,
    Readings,
    blackjack_odds,
    check_game,
    dealer_total,
    half_back,
    hole_range,
    is_ace,
    is_blackjack,
    is_ten,
    low_value,
    number_option,
    paid,
    paid_at_table,
    player_total,
    rank_of,
    reading,
    suit_of,
    text_option,
)

# ---------------------------------------------------------------- side wagers


def match_the_dealer(stake: int, first_two: list[str], up: str, options: Options, readings: Readings) -> int:
    """685a.7(f), 685a.11(c)."""
    decks = number_option(options, "decks", 6)
    if decks == 6:
        suited_pays = 11
        unsuited_pays = 4
    elif decks == 8:
        suited_pays = 14
        unsuited_pays = 3
    else:
        # 685a.6(e), reading D7
        raise ValueError("Match-the-Dealer is offered with six or eight decks only")
    pays = []
    for card in first_two:
        if rank_of(card) != rank_of(up):
            continue
        if suit_of(card) == suit_of(up):
            pays.append(suited_pays)
        elif is_ten(card) and reading(readings, "D6") == "R2":
            continue
        else:
            pays.append(unsuited_pays)
    if pays == []:
        return 0
    if reading(readings, "D5") == "R2":
        return stake + stake * max(pays)
    if reading(readings, "D5") == "R3":
        return stake + stake * min(pays)
    return stake + stake * sum(pays)


def match_nh(stake: int, first_two: list[str], dealer_card: str, readings: Readings) -> int:
    """NH Table 3, for the up card or for the down card."""
    suited = 0
    unsuited = 0
    for card in first_two:
        if reading(readings, "N9") == "R2":
            alike = low_value(card) == low_value(dealer_card)
        else:
            alike = rank_of(card) == rank_of(dealer_card)
        if alike and suit_of(card) == suit_of(dealer_card):
            suited = suited + 1
        elif alike:
            unsuited = unsuited + 1
    if suited == 2:
        return stake + stake * 18
    if suited == 1 and unsuited == 1:
        return stake + stake * 13
    if unsuited == 2:
        return stake + stake * 8
    if suited == 1:
        return stake + stake * 9
    if unsuited == 1:
        return stake + stake * 4
    return 0


def settle_side(
    game: str,
    name: str,
    stake: int,
    box: Box,
    dealer: list[str],
    options: Options,
    readings: Readings,
) -> int:
    if stake == 0:
        return 0
    if game == DOWN_UNDER and name == "match_the_dealer":
        return match_the_dealer(stake, box["first_two"], dealer[0], options, readings)
    if game == MATCH_NH and name == "up_match":
        return match_nh(stake, box["first_two"], dealer[0], readings)
    if game == MATCH_NH and name == "down_match":
        if box.get("surrender", False) and reading(readings, "N5") == "R2":
            return 0
        return match_nh(stake, box["first_two"], dealer[1], readings)
    raise ValueError(f"{game} has no pay table for {name}")


def settle_insurance(stake: int, dealer: list[str]) -> int:
    """2 to 1: 685a.8(a), 685a.11(b); 673a.8(a), 673a.12(c); reading V6; NH Table 2."""
    if is_ace(dealer[0]) and is_ten(dealer[1]):
        return paid(stake, "2:1")
    return 0


# ---------------------------------------------------------------- what can become of a hand


def all_lost() -> Back:
    return {"stake": 0, "double": 0, "second_chance": 0}


def all_returned(hand: Hand) -> Back:
    return {
        "stake": hand["stake"],
        "double": hand.get("double", 0),
        "second_chance": hand.get("second_chance", 0),
    }


def all_win_even(hand: Hand) -> Back:
    return {
        "stake": paid(hand["stake"], "1:1"),
        "double": paid(hand.get("double", 0), "1:1"),
        "second_chance": 0,
    }


def wins_as_blackjack(game: str, hand: Hand, options: Options, readings: Readings) -> Back:
    back = paid_at_table(hand["stake"], blackjack_odds(game, options), options, readings)
    return {"stake": back, "double": 0, "second_chance": 0}


def only_initial_lost(hand: Hand, index: int) -> Back:
    """685a.9(b), 685a.10(d): the first hand of the box carries the initial wager."""
    back = all_returned(hand)
    if index == 0:
        back["stake"] = 0
    return back


def blackjack_found_late(hand: Hand, index: int, readings: Readings) -> Back:
    """685a.9(b), 685a.10(d), and readings B19, V17 where no clause speaks of it."""
    if "R2" in [reading(readings, "B19"), reading(readings, "V17")]:
        return all_lost()
    return only_initial_lost(hand, index)


def spares_busts(readings: Readings) -> bool:
    """Readings D13 R2 and B19, V17, N27 R3: "only the initial wager", of a hand that had busted too."""
    if reading(readings, "D13") == "R2":
        return True
    return "R3" in [reading(readings, "B19"), reading(readings, "V17"), reading(readings, "N27")]


def busted(hand: Hand, index: int, dealer: list[str], readings: Readings) -> Back:
    """Lost, unless a Blackjack found late is read to take the initial wager alone even then."""
    if is_blackjack(dealer) and spares_busts(readings):
        return only_initial_lost(hand, index)
    return all_lost()


def wins_by_comparing(hand_points: int, dealer_points: int) -> str:
    """Neither hand is over its limit here."""
    if hand_points > dealer_points:
        return "win"
    if hand_points == dealer_points:
        return "tie"
    return "lose"


def by_result(result: str, hand: Hand) -> Back:
    if result == "win":
        return all_win_even(hand)
    if result == "tie":
        return all_returned(hand)
    return all_lost()


# ---------------------------------------------------------------- surrender


def surrender_kind(game: str, options: Options, readings: Readings) -> str:
    """ "none", "late" (lost to a dealer's Blackjack) or "early" (half back even then)."""
    if game == MATCH_NH:
        # NH rules; reading N4
        if reading(readings, "N4") == "R2":
            return "early"
        return text_option(options, "surrender", "late")
    if game == DOUBLE_BACK:
        # 673a.9(a)(2)
        return text_option(options, "surrender", "late")
    if game == DOWN_UNDER or game == VENDOR:
        # 685a.7(i)(2), DU-RoP 4: never.
        return "none"
    # Ordinary blackjack: none unless the house says so.
    return text_option(options, "surrender", "none")


def settle_surrender(game: str, hand: Hand, dealer: list[str], options: Options, readings: Readings) -> Back:
    kind = surrender_kind(game, options, readings)
    if kind == "none":
        raise ValueError(f"there is no surrender in {game}")
    back = all_lost()
    if is_blackjack(dealer) and kind == "late":
        return back
    back["stake"] = half_back(hand["stake"], options, readings)
    return back


# ---------------------------------------------------------------- Down Under (685a and vendor)


def both_large(cards: list[str]) -> bool:
    if len(cards) < 2:
        return False
    return hole_range(cards[0]) == "large" and hole_range(cards[1]) == "large"


def beats_22_with_large_cards_pa(hand: Hand, split: bool, readings: Readings) -> bool:
    """685a.7(n)(1) "exactly two original Large value range cards": readings D2, D2b."""
    cards = hand["cards"]
    if not both_large(cards):
        return False
    if split:
        return reading(readings, "D2") == "R3" and len(cards) == 2
    if len(cards) == 2:
        return True
    if hand.get("double", 0) > 0:
        return reading(readings, "D2b") == "R2"
    return reading(readings, "D2") == "R2"


def beats_22_with_large_cards_vendor(hand: Hand, split: bool, readings: Readings) -> bool:
    """DU-RoP 11: readings V2, V13."""
    cards = hand["cards"]
    if not both_large(cards):
        return False
    if split:
        return reading(readings, "V2") == "R3" and len(cards) == 2
    if len(cards) == 2:
        return True
    if hand.get("double", 0) > 0:
        return reading(readings, "V13") == "R2"
    return reading(readings, "V2") == "R2"


def added_wagers_unpaid(hand: Hand, index: int, back: Back, readings: Readings) -> Back:
    """D12 R2: no odds are stated for the double and split wagers, so they only come back."""
    if reading(readings, "D12") != "R2":
        return back
    back["double"] = hand.get("double", 0)
    if index > 0:
        back["stake"] = hand["stake"]
    return back


def settle_hand_down_under_pa(
    hand: Hand, index: int, split: bool, dealer: list[str], options: Options, readings: Readings
) -> Back:
    cards = hand["cards"]
    points, _ = player_total(DOWN_UNDER, cards)
    dealer_points, _ = dealer_total(DOWN_UNDER, dealer, readings)

    # A player's Blackjack: 685a.7(h)(1), 685a.7(i)(1), 685a.11(a); after a split reading D10.
    natural = is_blackjack(cards) and not split
    if split and len(cards) == 2 and is_blackjack(cards) and reading(readings, "D10") == "R2":
        natural = True
    if natural and is_blackjack(dealer):
        return all_returned(hand)
    if natural:
        back = wins_as_blackjack(DOWN_UNDER, hand, options, readings)
        return added_wagers_unpaid(hand, index, back, readings)

    # A busted hand: 685a.7(q)(1), reading D3 (lost at the bust, before the hole card is turned).
    if points > 21:
        if dealer_points == 22 and reading(readings, "D3") == "R2":
            return all_returned(hand)
        return busted(hand, index, dealer, readings)

    # The dealer's Blackjack: 685a.7(h)(2); after a double or split 685a.9(b), 685a.10(d).
    if is_blackjack(dealer):
        return only_initial_lost(hand, index)

    # 685a.7(n)(1)
    if dealer_points == 22:
        if points == 21 or beats_22_with_large_cards_pa(hand, split, readings):
            back = all_win_even(hand)
            if reading(readings, "D12") == "R3":
                back["double"] = hand.get("double", 0)
            return added_wagers_unpaid(hand, index, back, readings)
        return all_returned(hand)

    # 685a.7(o)(1)
    if dealer_points > 22:
        return added_wagers_unpaid(hand, index, all_win_even(hand), readings)

    # 685a.7(o)(2), (p), (q)(2)
    result = wins_by_comparing(points, dealer_points)
    back = by_result(result, hand)
    if result == "win":
        back = added_wagers_unpaid(hand, index, back, readings)
    return back


def settle_hand_vendor(
    hand: Hand, index: int, split: bool, dealer: list[str], options: Options, readings: Readings
) -> Back:
    cards = hand["cards"]
    points, _ = player_total(VENDOR, cards)
    dealer_points, _ = dealer_total(VENDOR, dealer, readings)

    # DU-RoP 1, 3: as in regular blackjack; an ace and a ten after a split is 21 (V7).
    natural = is_blackjack(cards) and not split
    if natural and is_blackjack(dealer):
        return all_returned(hand)
    if natural:
        return wins_as_blackjack(VENDOR, hand, options, readings)

    # Reading V1
    if points > 21:
        if dealer_points == 22 and reading(readings, "V1") == "R2":
            return all_returned(hand)
        return busted(hand, index, dealer, readings)

    # DU-RoP 10 shows a dealer's Blackjack before action, so no added wager should ever meet one.
    # Should it happen after all: reading V17.
    if is_blackjack(dealer):
        return blackjack_found_late(hand, index, readings)

    # DU-RoP 11; reading V15 for the double.
    if dealer_points == 22:
        if points == 21 or beats_22_with_large_cards_vendor(hand, split, readings):
            back = all_win_even(hand)
            if reading(readings, "V15") == "R2":
                back["double"] = hand.get("double", 0)
            return back
        return all_returned(hand)

    if dealer_points > 22:
        return all_win_even(hand)
    return by_result(wins_by_comparing(points, dealer_points), hand)


# ---------------------------------------------------------------- Double Back Jack (673a)


def second_chance_stake(hand: Hand, readings: Readings) -> int:
    """673a.7(l): equal to the current Blackjack Wager; reading B3."""
    stake: int = hand["stake"]
    double: int = hand.get("double", 0)
    if reading(readings, "B3") == "R2":
        return stake
    return stake + double


def wins_second_chance(hand: Hand) -> Back:
    """673a.7(l)(2), 673a.7(s)(1)(i), 673a.12(b); the doubled part only comes back too (B5)."""
    back = all_returned(hand)
    back["second_chance"] = paid(hand["second_chance"], "1:1")
    return back


def result_double_back(points: int, dealer_points: int, readings: Readings) -> str:
    """A live hand of less than 21 against the dealer: 673a.7(q), (r), reading B2."""
    if dealer_points == 22:
        if reading(readings, "B2") == "R2":
            return "win"
        return "tie"
    if dealer_points > 22:
        return "win"
    return wins_by_comparing(points, dealer_points)


def settle_hand_double_back(
    hand: Hand, index: int, split: bool, dealer: list[str], options: Options, readings: Readings
) -> Back:
    cards = hand["cards"]
    points, _ = player_total(DOUBLE_BACK, cards)
    dealer_points, _ = dealer_total(DOUBLE_BACK, dealer, readings)

    # 673a.7(f): paid before the reader is used. 673a.11(b): not on split hands.
    if is_blackjack(cards) and not split:
        if is_blackjack(dealer) and reading(readings, "B1") == "R2":
            return all_returned(hand)
        return wins_as_blackjack(DOUBLE_BACK, hand, options, readings)

    # 673a.7(m): 21 without a Second Chance is paid before the hole card is turned.
    if points == 21:
        return all_win_even(hand)

    if points > 21:
        if hand.get("second_chance", 0) == 0:
            # Reading B7
            if dealer_points == 22 and reading(readings, "B7") == "R2":
                return all_returned(hand)
            return busted(hand, index, dealer, readings)
        # 673a.7(l): take the second chance card off the total; an ace is 1.
        points = points - low_value(hand["second_chance_card"])
        if points > 21:
            return all_lost()
        if points == 21:
            return wins_second_chance(hand)
        if is_blackjack(dealer):
            return blackjack_found_late(hand, index, readings)
        result = result_double_back(points, dealer_points, readings)
        if result == "win":
            return wins_second_chance(hand)
        # 673a.7(s)(2), (s)(3)
        return by_result(result, hand)

    # 673a.7(h)
    if is_blackjack(dealer):
        return blackjack_found_late(hand, index, readings)
    return by_result(result_double_back(points, dealer_points, readings), hand)


# ---------------------------------------------------------------- NH and ordinary blackjack


def settle_hand_blackjack(
    game: str,
    hand: Hand,
    index: int,
    split: bool,
    dealer: list[str],
    options: Options,
    readings: Readings,
) -> Back:
    cards = hand["cards"]
    points, _ = player_total(game, cards)
    dealer_points, _ = dealer_total(game, dealer, readings)

    # NH Table 1; NH Splitting: an ace and a ten after a split only counts as 21.
    natural = is_blackjack(cards) and not split
    if natural and is_blackjack(dealer):
        return all_returned(hand)
    if natural:
        return wins_as_blackjack(game, hand, options, readings)

    # NH Method: a bust is taken in at once.
    if points > 21:
        return all_lost()

    if is_blackjack(dealer):
        if game == MATCH_NH:
            # NH Method s28 collects all player bets, and Table 1 has -1 for each; N27 has other readings.
            if reading(readings, "N27") == "R1":
                return all_lost()
            return only_initial_lost(hand, index)
        if text_option(options, "hole_card", "peek") == "european":
            return all_lost()
        # After a peek no added wager should ever meet a Blackjack; if one does, it comes back.
        return only_initial_lost(hand, index)

    if dealer_points > 21:
        return all_win_even(hand)
    return by_result(wins_by_comparing(points, dealer_points), hand)


# ---------------------------------------------------------------- a whole box


def settle_hand(
    game: str,
    hand: Hand,
    index: int,
    split: bool,
    dealer: list[str],
    options: Options,
    readings: Readings,
) -> Back:
    if game == DOWN_UNDER:
        return settle_hand_down_under_pa(hand, index, split, dealer, options, readings)
    if game == VENDOR:
        return settle_hand_vendor(hand, index, split, dealer, options, readings)
    if game == DOUBLE_BACK:
        return settle_hand_double_back(hand, index, split, dealer, options, readings)
    return settle_hand_blackjack(game, hand, index, split, dealer, options, readings)


def settle_box(
    game: str, box: Box, dealer: list[str], options: Options, readings: Readings
) -> dict[str, Any]:
    check_game(game)
    if game == OVER_UNDER:
        raise ValueError("over/under is settled by settle_over_under")
    split = len(box["hands"]) > 1

    hands = []
    if box.get("even_money", False):
        # 685a.7(g) and reading D8; NH Method: 1 to 1 at once, whatever the dealer has.
        hands.append(all_win_even(box["hands"][0]))
    elif box.get("surrender", False):
        hands.append(settle_surrender(game, box["hands"][0], dealer, options, readings))
    else:
        for index, hand in enumerate(box["hands"]):
            hands.append(settle_hand(game, hand, index, split, dealer, options, readings))

    side = {}
    for name, stake in box.get("side", {}).items():
        side[name] = settle_side(game, name, stake, box, dealer, options, readings)

    return {
        "hands": hands,
        # 673a.9(b) and NH Insurance: settled apart from the hand.
        "insurance": settle_insurance(box.get("insurance", 0), dealer),
        "side": side,
    }


# ---------------------------------------------------------------- Over/Under (686a)


def bonus_pays(points: int) -> int:
    """686a.8(b); 0 means that the Bonus Wager loses (686a.7(m))."""
    if points == 6 or points == 33:
        return 50
    if points == 7 or points == 32:
        return 10
    if points == 8 or points == 31:
        return 5
    if points == 9 or points == 30:
        return 4
    if points == 10 or points == 29:
        return 3
    if points == 11 or points == 28:
        return 2
    if points == 12 or points == 27:
        return 1
    return 0


def settle_over_under(box: Box, options: Options, readings: Readings) -> Back:
    points, _ = player_total(OVER_UNDER, box["cards"])
    ante: int = box["ante"]
    bonus: int = box.get("bonus", 0)
    play = box["play"]
    back = {"ante": 0, "play": 0, "bonus": 0}

    # 686a.7(h): the Bonus Wager stands whatever the player decided.
    if bonus_pays(points) > 0:
        back["bonus"] = bonus + bonus * bonus_pays(points)

    if play == "surrender":
        # 686a.7(g)(3): the ante is forfeited and no play wager was made.
        return back
    if play != "over" and play != "under":
        raise ValueError(f"no such play: {play}")

    high = points >= 24
    low = points <= 17
    if (play == "over" and high) or (play == "under" and low):
        # 686a.7(k), 686a.8(a); 686a.7(g): the play wager equals the ante.
        back["ante"] = 2 * ante
        back["play"] = 2 * ante
    elif (high or low) and reading(readings, "O2") == "R2":
        # Over with 17 or less, Under with 24 or more: reading O2.
        back["ante"] = ante
        back["play"] = ante
    # 686a.7(l): 18 to 23 loses.
    return back
