"""58 Pa. Code § 685a.3: decks and the value of cards."""

import itertools

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.cards import ACE, KING, Card, Range, Suit, point_value, range_of
from pitboss.rules.hands import Total, dealer_total, is_bust, player_total
from tests.floor import RANKS, game_of, hand, house_of, ranks
from tests.table import playing, procedures

GAME = "down-under-pa"
HOUSE = house_of(GAME)


@pytest.mark.parametrize("decks", [4, 5, 6, 8])
def test_a_batch_of_four_five_six_or_eight_decks_is_played(decks: int) -> None:
    """The game is played with four, five, six or eight decks."""
    assert house_of(GAME, f"decks={decks}").decks == decks


@pytest.mark.parametrize("decks", [0, 1, 2, 3, 7, 9, 12])
def test_a_batch_of_any_other_size_is_refused(decks: int) -> None:
    """No number of decks but four, five, six and eight may be chosen."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, f"decks={decks}")
    (fault,) = refusal.value.faults
    assert fault.allowed == "4, 5, 6, 8"
    assert "685a.3(a)" in fault.clause.split(", ")


def test_a_cover_card_lies_with_the_decks() -> None:
    """At least one cover card belongs to the cards, which look alike."""
    (cards,) = [part for part in game_of(GAME).equipment if part.item == "cards and cover card"]
    assert "look alike" in cards.says
    assert "at least one cover card" in cards.says


def test_a_s2_deck_has_fifty_two_cards() -> None:
    """A deck is 52 different cards: thirteen ranks in four suits."""
    deck = {Card(rank, suit) for rank, suit in itertools.product(range(ACE, KING + 1), Suit)}
    assert len(deck) == 52
    decks = game_of(GAME).options["decks"]
    assert game_of("down-under-pa").deck.cards == 52
    assert "685a.3(a) s2" in decks.clauses


@pytest.mark.parametrize("shuffler", ["manual", "continuous"])
def test_a_s3_cards_come_from_a_shoe_or_a_continuous_shuffler(shuffler: str) -> None:
    """The cards may be dealt from a multi-deck shoe or from a continuous shuffler."""
    assert game_of(GAME, f"shuffler={shuffler}").options["shuffler"].value == shuffler


def test_a_s3_any_other_source_of_cards_is_refused() -> None:
    """Cards may not come from a hand-held pack."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, "shuffler=pitch")
    assert "685a.3(a) s3" in refusal.value.faults[0].clause


@pytest.mark.parametrize(("shuffler", "batches"), [("manual", 1), ("batch", 2), ("continuous", 1)])
def test_b_shuffler_that_is_not_continuous_needs_two_batches(shuffler: str, batches: int) -> None:
    """Only an automated shuffler that is not a continuous one calls for a second batch of cards."""
    items = [part.item for part in game_of(GAME, f"shuffler={shuffler}").equipment]
    assert 1 + items.count("second batch of cards") == batches


@pytest.mark.parametrize("decks", [4, 5, 6, 8])
def test_b_1_batches_have_the_same_number_of_decks(decks: int) -> None:
    """With two batches each holds four, five, six or eight decks, the second as many as the first."""
    game = game_of(GAME, "shuffler=batch", f"decks={decks}")
    assert game.house.decks == decks
    (second,) = [part for part in game.equipment if part.item == "second batch of cards"]
    assert second.says.startswith("As many decks as the first")


@pytest.mark.parametrize("decks", [7, 10, 16])
def test_b_1_two_batches_of_another_size_are_refused(decks: int) -> None:
    """A batch for the shuffler may not have another number of decks, nor may both be counted together."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, "shuffler=batch", f"decks={decks}")
    assert "685a.3(b)(1)" in refusal.value.faults[0].clause


def test_d_values_of_all_ranks() -> None:
    """Every rank has its value, in a hand of one card for player and dealer alike."""
    values = [11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    names = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    assert [player_total(hand(name)).points for name in names] == values
    assert [dealer_total(hand(name), HOUSE).points for name in names] == values


@pytest.mark.parametrize("number", range(2, 11))
def test_d_values_1_numbered_cards_count_their_number(number: int) -> None:
    """Cards from 2 to 10 count their face value."""
    assert point_value(number) == number


def test_d_values_2_pictures_count_ten() -> None:
    """Jack, queen and king count 10 each."""
    assert [point_value(rank) for rank in ranks("J Q K")] == [10, 10, 10]
    assert player_total(hand("J Q")) == Total(20, False)


@pytest.mark.parametrize(
    ("cards", "points", "soft"),
    [("A 10", 21, True), ("A 5 5", 21, True), ("A 5 6", 12, False), ("A A", 12, True), ("A A 10", 12, False),
     ("A A A 8", 21, True), ("A A A 9", 12, False), ("10 9 A A A", 22, False)],
)  # fmt: skip
def test_d_values_3_players_ace_counts_eleven_up_to_21(cards: str, points: int, soft: bool) -> None:
    """A player's ace counts 11, but 1 where 11 would pass 21."""
    assert player_total(hand(cards)) == Total(points, soft)
    assert is_bust(hand(cards)) is (points > 21)


@pytest.mark.parametrize(
    ("cards", "points", "soft"),
    [("A 10", 21, True), ("A 5 5", 21, True), ("A 2 9", 22, True), ("5 6 A", 22, True), ("6 6 A", 13, False),
     ("A 2 10", 13, False), ("A A", 22, True), ("10 6 A", 17, False)],
)  # fmt: skip
def test_d_values_3_dealers_ace_counts_eleven_up_to_22(cards: str, points: int, soft: bool) -> None:
    """The dealer's ace counts 11, but 1 where 11 would pass 22: ace, two and nine are 22."""
    assert dealer_total(hand(cards), HOUSE) == Total(points, soft)


@pytest.mark.parametrize(
    ("reading", "pair_of_aces", "ace_two_nine", "ace_ace_ten"),
    [("R1", 22, 22, 22), ("R2", 12, 12, 12), ("R3", 22, 12, 12), ("R4", 12, 22, 22)],
)
def test_d_values_3_readings_of_the_dealers_22(
    reading: str, pair_of_aces: int, ace_two_nine: int, ace_ace_ten: int
) -> None:
    """The four readings D1 differ in a pair of aces and in a soft 22 of more cards."""
    house = house_of(GAME, f"reading.D1={reading}")
    totals = [dealer_total(hand(cards), house).points for cards in ("A A", "A 2 9", "A A 10")]
    assert totals == [pair_of_aces, ace_two_nine, ace_ace_ten]
    assert dealer_total(hand("A K"), house) == Total(21, True)
    assert dealer_total(hand("A 6"), house) == Total(17, True)


def test_d_values_3_reading_of_several_aces() -> None:
    """Under reading D1b R2 only one ace counts 11, so that a pair of aces is 12 and a soft 22 stays."""
    house = house_of(GAME, "reading.D1b=R2")
    assert dealer_total(hand("A A"), house) == Total(12, True)
    assert dealer_total(hand("A 2 9"), house) == Total(22, True)


@pytest.mark.parametrize("card", ["2", "3", "4", "5"])
def test_d_ranges_1_small_hole_card(card: str) -> None:
    """A hole card of 2, 3, 4 or 5 is Small, the blue light."""
    assert range_of(RANKS[card]) == Range.SMALL


@pytest.mark.parametrize("card", ["6", "7", "8", "9"])
def test_d_ranges_2_medium_hole_card(card: str) -> None:
    """A hole card of 6, 7, 8 or 9 is Medium, the red light."""
    assert range_of(RANKS[card]) == Range.MEDIUM


@pytest.mark.parametrize("card", ["10", "J", "Q", "K", "A"])
def test_d_ranges_3_large_hole_card(card: str) -> None:
    """A hole card of 10, jack, queen, king or ace is Large, the yellow light."""
    assert range_of(RANKS[card]) == Range.LARGE


# ---- at the table


def test_b_3_the_other_batch_is_shuffled_meanwhile() -> None:
    """The batch not in play is shuffled in the device, and only then can it come into play."""
    procedures.check_other_batch_is_shuffled_and_kept("down-under-pa")


def test_b_4_batches_alternate() -> None:
    """Each batch serves every second shoe."""
    procedures.check_batches_alternate("down-under-pa")


def test_b_5_rack_never_holds_two_batches() -> None:
    """The rack is empty when the other batch comes into play."""
    procedures.check_rack_is_empty_between_batches("down-under-pa")


def test_c_decks_are_changed_within_24_hours() -> None:
    """After 24 hours no round begins with the old decks."""
    procedures.check_decks_are_changed_every_24_hours("down-under-pa")


def test_d_ranges_hole_card_gets_its_range_before_it_is_seen() -> None:
    """The light gives the range before anyone sees the card or acts."""
    room = playing.begun("down-under-pa", "9c 8c 7d 9d 8d 4h")
    assert room.state.dealer.light == 0
    assert room.state.dealer.lane == 0
    assert room.state.dealer.hole
