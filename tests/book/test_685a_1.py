"""58 Pa. Code § 685a.1: definitions."""

import pytest

from pitboss.games.explain import sentences
from pitboss.rules.cards import Range, range_of
from pitboss.rules.dealer import reader_is_used
from pitboss.rules.hands import Total, dealer_total, holds_blackjack, is_blackjack, player_total
from pitboss.rules.settlement import Result, main_result
from tests.floor import box, dealt, game_of, hand, house_of, ranks

HOUSE = house_of("down-under-pa")


def ranks_in(wanted: Range) -> set[int]:
    return {rank for rank in range(1, 14) if range_of(rank) == wanted}


@pytest.mark.parametrize("ten", ["10", "J", "Q", "K"])
def test_blackjack_is_an_ace_with_any_ten_value(ten: str) -> None:
    """An ace and a 10, jack, queen or king, in either order, are a Blackjack."""
    assert holds_blackjack(box(f"A {ten}"), HOUSE)
    assert holds_blackjack(box(f"{ten} A"), HOUSE)


@pytest.mark.parametrize("cards", ["A 9", "A A", "10 K", "9 2", "K J"])
def test_blackjack_needs_both_an_ace_and_a_ten_value(cards: str) -> None:
    """Two cards that are not one ace and one ten-value are no Blackjack."""
    first, second = ranks(cards)
    assert not is_blackjack(first, second)
    assert not holds_blackjack(box(cards), HOUSE)


@pytest.mark.parametrize("cards", ["7 7 7", "A 5 5", "A 4 6", "10 A 10"])
def test_blackjack_is_two_cards_only(cards: str) -> None:
    """A 21 of three cards is no Blackjack, whichever cards came first."""
    assert player_total(hand(cards)).points == 21
    assert not holds_blackjack(box(cards), HOUSE)


def test_blackjack_of_the_dealer_is_made_of_the_same_cards() -> None:
    """The dealer has Blackjack with an ace and a ten-value, up or down, and not with a drawn 21."""
    assert dealt("A K", HOUSE).blackjack
    assert dealt("10 A", HOUSE).blackjack
    assert not dealt("9 2 K", HOUSE).blackjack
    assert not dealt("A A", HOUSE).blackjack


@pytest.mark.parametrize("cards", ["A K", "K A"])
def test_blackjack_is_not_made_by_splitting(cards: str) -> None:
    """An ace and a ten-value that come together by a split are a plain 21."""
    split = box(cards, split=True)
    assert not holds_blackjack(split, HOUSE)
    assert main_result(split, dealt("10 9", HOUSE), HOUSE) == Result.WIN


@pytest.mark.parametrize("cards", ["A K", "K A"])
def test_blackjack_on_a_split_hand_under_the_other_reading(cards: str) -> None:
    """Under reading D10 R2 an ace and a ten-value on a split hand are a Blackjack too."""
    house = house_of("down-under-pa", "reading.D10=R2")
    split = box(cards, split=True)
    assert holds_blackjack(split, house)
    assert main_result(split, dealt("10 9", house), house) == Result.BLACKJACK


@pytest.mark.parametrize(
    ("cards", "points"), [("2 3", 5), ("10 6", 16), ("7 7 7", 21), ("K Q 2", 22), ("9 8 7", 24)]
)
def test_hard_total_of_a_hand_without_aces(cards: str, points: int) -> None:
    """A hand without an ace has a hard total, for player and dealer alike."""
    assert player_total(hand(cards)) == Total(points, False)
    assert dealer_total(hand(cards), HOUSE) == Total(points, False)


@pytest.mark.parametrize(
    ("cards", "points"), [("10 6 A", 17), ("A K 5", 16), ("A A 9 8", 19), ("K 9 A A", 21), ("K 9 2 A", 22)]
)
def test_hard_total_when_every_ace_counts_one(cards: str, points: int) -> None:
    """A total is hard when each ace in the hand counts 1."""
    assert player_total(hand(cards)) == Total(points, False)


@pytest.mark.parametrize(
    ("cards", "points"), [("A 2", 13), ("A A", 12), ("A 6", 17), ("A 9", 20), ("A K", 21), ("A A 9", 21)]
)
def test_soft_value_counts_an_ace_as_eleven(cards: str, points: int) -> None:
    """A count is soft when an ace in the hand counts 11."""
    assert player_total(hand(cards)) == Total(points, True)


def test_soft_value_of_the_dealer_reaches_22() -> None:
    """The dealer's count is soft up to 22, one point further than a player's."""
    assert dealer_total(hand("A 5 6"), HOUSE) == Total(22, True)
    assert player_total(hand("A 5 6")) == Total(12, False)


def test_small_cards_are_two_to_five() -> None:
    """Small cards are 2, 3, 4 and 5 and no others."""
    assert ranks_in(Range.SMALL) == set(ranks("2 3 4 5"))


def test_medium_cards_are_six_to_nine() -> None:
    """Medium cards are 6, 7, 8 and 9 and no others."""
    assert ranks_in(Range.MEDIUM) == set(ranks("6 7 8 9"))


def test_large_cards_are_the_ten_values_and_the_ace() -> None:
    """Large cards are 10, jack, queen, king and ace and no others."""
    assert ranks_in(Range.LARGE) == set(ranks("10 J Q K A"))


def test_masque_card_reader_has_one_light_for_every_card() -> None:
    """The reader has three lights, and each of the thirteen ranks turns on exactly one of them."""
    assert [len(ranks_in(light)) for light in Range] == [4, 4, 5]
    assert set.union(*(ranks_in(light) for light in Range)) == set(range(1, 14))


def test_masque_card_reader_is_used_behind_every_up_card() -> None:
    """The reader tells the range of every hole card, whatever the dealer's up card."""
    assert all(reader_is_used(up, HOUSE) for up in range(1, 14))


def test_masque_card_reader_lights_are_blue_red_and_yellow() -> None:
    """Blue means Small, red Medium and yellow Large."""
    (reader,) = [told.says for told in sentences(game_of("down-under-pa")) if "reader" in told.says]
    assert "Small 2–5 (blue), Medium 6–9 (red), Large 10–A (yellow)" in reader
