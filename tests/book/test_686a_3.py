"""686a.3: decks, batches and what the cards count."""

import re

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.cards import ACE, KING, Suit, point_value
from pitboss.rules.hands import fixed_total
from tests.floor import game_of, hand, house_of, ranks
from tests.table import procedures


def _has_second_batch(*choices: str) -> bool:
    items = [part.item for part in game_of("over-under-pa", *choices).equipment]
    return "second batch of cards" in items


def test_a_six_decks_are_played() -> None:
    """Over/Under is played with six decks."""
    assert house_of("over-under-pa").decks == 6
    assert house_of("over-under-pa", "decks=6").decks == 6


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 7, 8])
def test_a_any_other_number_of_decks_is_refused(decks: int) -> None:
    """No other number of decks is allowed."""
    with pytest.raises(BadChoice, match=re.escape("686a.3(a)")) as caught:
        game_of("over-under-pa", f"decks={decks}")
    assert caught.value.faults[0].allowed == "6"


def test_a_cover_card_is_part_of_the_equipment() -> None:
    """The six decks look alike and come with at least one cover card."""
    cards = next(part for part in game_of("over-under-pa").equipment if "686a.3(a)" in part.clauses)
    assert "look alike" in cards.says
    assert "at least one cover card" in cards.says


def test_a_s2_deck_has_52_cards() -> None:
    """A deck has 52 cards, thirteen ranks in four suits, and they count 380 points together."""
    deck = [rank for rank in range(ACE, KING + 1) for _ in Suit]
    assert len(deck) == 52
    assert sum(fixed_total(hand("A")) if rank == ACE else point_value(rank) for rank in deck) == 380
    assert game_of("over-under-pa").deck.cards == 52


@pytest.mark.parametrize("shuffler", ["manual", "batch", "continuous", "counting"])
def test_a_s3_shoe_or_continuous_shuffler(shuffler: str) -> None:
    """The six decks may be dealt from a shoe or from a continuous shuffler."""
    game = game_of("over-under-pa", f"shuffler={shuffler}")
    assert game.option_values["shuffler"] == shuffler
    assert game.house.decks == 6


def test_a_s3_dealing_from_the_hand_is_refused() -> None:
    """No other way of dealing is offered."""
    with pytest.raises(BadChoice, match=re.escape("686a.3(a) s3")):
        game_of("over-under-pa", "shuffler=hand")


def test_b_shuffling_device_needs_two_batches() -> None:
    """A shuffling device that is not a continuous shuffler needs a second batch of cards."""
    assert _has_second_batch("shuffler=batch")


@pytest.mark.parametrize("shuffler", ["manual", "continuous"])
def test_b_otherwise_one_batch_serves(shuffler: str) -> None:
    """A shuffle by hand or a continuous shuffler has one batch of cards."""
    assert not _has_second_batch(f"shuffler={shuffler}")


def test_b_1_each_batch_has_six_decks() -> None:
    """With two batches each has six decks, so the shoe still holds six."""
    game = game_of("over-under-pa", "shuffler=batch")
    second = next(part for part in game.equipment if part.item == "second batch of cards")
    assert game.house.decks == 6
    assert second.says.startswith("Six decks like the first")


@pytest.mark.parametrize("decks", [5, 8, 12])
def test_b_1_two_batches_are_never_one_shoe(decks: int) -> None:
    """Two batches of six are neither twelve decks nor any other number than six."""
    with pytest.raises(BadChoice, match=re.escape("686a.3(b)(1)")):
        game_of("over-under-pa", "shuffler=batch", f"decks={decks}")


@pytest.mark.parametrize(
    ("cards", "points"),
    [("2 2 2", 6), ("7 8 9", 24), ("10 J 3", 23), ("Q K 4", 24), ("A 5 2", 18), ("A K A", 32), ("A A A", 33)],
)
def test_d_values_add_up(cards: str, points: int) -> None:
    """A hand's total point count is the sum of the values of its cards."""
    assert fixed_total(hand(cards)) == points


@pytest.mark.parametrize("rank", range(2, 11))
def test_d_1_face_value(rank: int) -> None:
    """A card from 2 to 10 counts its face value."""
    assert point_value(rank) == rank


@pytest.mark.parametrize("picture", ["J", "Q", "K"])
def test_d_2_pictures_count_10(picture: str) -> None:
    """A jack, queen or king counts 10."""
    assert point_value(ranks(picture)[0]) == 10
    assert fixed_total(hand(f"{picture} 2 2")) == 14


@pytest.mark.parametrize(
    ("cards", "points"), [("A", 11), ("A A", 22), ("A A A", 33), ("A K 2", 23), ("A 9 9", 29)]
)
def test_d_3_ace_is_always_11(cards: str, points: int) -> None:
    """An ace counts 11 in every hand, also where that takes the total past 21."""
    assert fixed_total(hand(cards)) == points


def test_d_3_ace_is_never_1() -> None:
    """No reading lets an ace count 1."""
    with pytest.raises(BadChoice, match=re.escape("686a.3(d)(3)")):
        game_of("over-under-pa", "reading.O11=R2")


# ---- at the table


def test_b_3_the_other_batch_is_shuffled_meanwhile() -> None:
    """The batch not in play is shuffled in the device, and only then can it come into play."""
    procedures.check_other_batch_is_shuffled_and_kept("over-under-pa")


def test_b_4_batches_alternate() -> None:
    """Each batch serves every second shoe."""
    procedures.check_batches_alternate("over-under-pa")


def test_b_5_rack_never_holds_two_batches() -> None:
    """The rack is empty when the other batch comes into play."""
    procedures.check_rack_is_empty_between_batches("over-under-pa")


def test_c_decks_are_changed_within_24_hours() -> None:
    """After 24 hours no round begins with the old decks."""
    procedures.check_decks_are_changed_every_24_hours("over-under-pa")
