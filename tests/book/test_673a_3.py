"""673a.3, decks and the value of cards."""

import re

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.cards import point_value
from pitboss.rules.hands import Total, dealer_total, player_total
from tests.floor import game_of, hand, house_of, ranks
from tests.table import procedures

GAME = "double-back-jack-pa"
HOUSE = house_of(GAME)
SECOND_BATCH = "second batch of cards"


def items(*choices: str) -> list[str]:
    return [part.item for part in game_of(GAME, *choices).equipment]


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_a_one_deck_or_more(decks: int) -> None:
    """The game may be played with any number of decks from one up."""
    assert house_of(GAME, f"decks={decks}").decks == decks


def test_a_less_than_one_deck_is_refused() -> None:
    """There is no game without a deck."""
    with pytest.raises(BadChoice, match=re.escape("673a.3(a)")):
        house_of(GAME, "decks=0")


def test_a_cover_card_comes_with_the_cards() -> None:
    """The equipment has the cards, alike in appearance, and at least one cover card."""
    cards = next(part for part in game_of(GAME).equipment if part.item == "cards and cover card")
    assert "look alike" in cards.says
    assert "at least one cover card" in cards.says


def test_b_automated_shuffler_needs_a_second_batch() -> None:
    """With an automated shuffler there are two batches; by hand or in a continuous one there are not."""
    assert SECOND_BATCH in items("shuffler=batch")
    assert SECOND_BATCH not in items("shuffler=manual")
    assert SECOND_BATCH not in items("shuffler=continuous")


def test_b_least_is_two_decks_in_all() -> None:
    """A shuffler with one deck in each batch has the two decks that it needs."""
    game = game_of(GAME, "shuffler=batch", "decks=1")
    assert game.house.decks * (1 + items("shuffler=batch", "decks=1").count(SECOND_BATCH)) == 2


def test_b_1_batches_are_equal() -> None:
    """Both batches have as many decks: the number chosen is that of one batch."""
    game = game_of(GAME, "shuffler=batch", "decks=6")
    batch = next(part for part in game.equipment if part.item == SECOND_BATCH)
    assert batch.says.startswith("As many decks as the first")
    assert "673a.3(b)(1)" in batch.clauses
    assert "673a.3(b)(1)" in game.options["decks"].clauses
    assert game.options["decks"].note.endswith("with two batches, the decks of one")


def test_d_values_of_a_whole_suit() -> None:
    """Thirteen cards count 2 to 10 by face, three times 10, and the ace 1 or 11."""
    assert [point_value(rank) for rank in ranks("2 3 4 5 6 7 8 9 10 J Q K")] == [*range(2, 11), 10, 10, 10]
    assert {player_total(hand("A 9")).points, player_total(hand("A 9 K")).points} == {20}


@pytest.mark.parametrize("face", range(2, 11))
def test_d_1_cards_count_their_face(face: int) -> None:
    """Any card from 2 to 10 counts its face value."""
    assert point_value(face) == face
    assert player_total(hand(f"{face} 2")) == Total(face + 2, False)


@pytest.mark.parametrize("face", ["J", "Q", "K"])
def test_d_2_faces_count_ten(face: str) -> None:
    """A jack, queen or king counts 10."""
    assert player_total(hand(f"{face} 7")).points == 17
    assert dealer_total(hand(f"{face} {face}"), HOUSE).points == 20


@pytest.mark.parametrize(
    ("cards", "points"),
    [("A 9", 20), ("A 4 6", 21), ("A 5 6", 12), ("A A", 12), ("A A 9", 21), ("A A 10", 12), ("A 10 K", 21)],
)
def test_d_3_ace_counts_11_up_to_21(cards: str, points: int) -> None:
    """An ace counts 11 while the hand, player's or dealer's, stays within 21, and else 1."""
    assert player_total(hand(cards)).points == points
    assert dealer_total(hand(cards), HOUSE).points == points


@pytest.mark.parametrize("cards", ["A A", "5 6 A", "A 2 9"])
def test_d_3_dealers_ace_never_makes_22(cards: str) -> None:
    """An ace that would take the dealer to exactly 22 counts 1."""
    assert dealer_total(hand(cards), HOUSE).points == 12


# ---- at the table


def test_b_3_the_other_batch_is_shuffled_meanwhile() -> None:
    """The batch not in play is shuffled in the device, and only then can it come into play."""
    procedures.check_other_batch_is_shuffled_and_kept("double-back-jack-pa")


def test_b_4_batches_alternate() -> None:
    """Each batch serves every second shoe."""
    procedures.check_batches_alternate("double-back-jack-pa")


def test_b_5_rack_never_holds_two_batches() -> None:
    """The rack is empty when the other batch comes into play."""
    procedures.check_rack_is_empty_between_batches("double-back-jack-pa")


def test_c_decks_are_changed_within_24_hours() -> None:
    """After 24 hours no round begins with the old decks."""
    procedures.check_decks_are_changed_every_24_hours("double-back-jack-pa")
