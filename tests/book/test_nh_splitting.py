"""NH, splitting."""

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.hands import BoxHand, Total, draw, holds_blackjack, player_total
from pitboss.rules.player import is_pair, may_double, may_hit, may_split, plays_on_21
from pitboss.rules.settlement import Payment, settle_hand
from pitboss.rules.stakes import split_stake
from tests.book import game_files
from tests.floor import box, dealt, game_of, house_of, ranks, stakes

GAME = "blackjack-match-nh"
HOUSE = house_of(GAME)
BY_VALUE = house_of(GAME, "reading.N1=R2")
SOFT_11 = house_of(GAME, "reading.N3=R2")


def _split_wager(player: str, dealer: str) -> Payment:
    placed = stakes(1000, added_by_split=True)
    return settle_hand(box(player, split=True), placed, dealt(dealer, HOUSE), HOUSE).wager


@pytest.mark.parametrize("rank", ["A", "2", "9", "10", "J", "Q", "K"])
def test_whole_equal_rank_splits(rank: str) -> None:
    """Two first cards of one rank may be split."""
    assert may_split(box(f"{rank} {rank}"), 1, HOUSE)


@pytest.mark.parametrize("cards", ["K Q", "10 J", "Q 10"])
def test_whole_ten_values_split_by_rank_unless_read_by_value(cards: str) -> None:
    """A king and a queen are no pair, unless the house reads rank as value."""
    first, second = ranks(cards)
    assert not is_pair(first, second, HOUSE)
    assert not may_split(box(cards), 1, HOUSE)
    assert is_pair(first, second, BY_VALUE)
    assert may_split(box(cards), 1, BY_VALUE)


@pytest.mark.parametrize("cards", ["9 10", "A K", "2 3"])
def test_whole_unequal_cards_never_split(cards: str) -> None:
    """Cards of two values are no pair however the text is read."""
    assert not may_split(box(cards), 1, HOUSE)
    assert not may_split(box(cards), 1, BY_VALUE)


def test_whole_split_is_for_the_first_two_cards() -> None:
    """A hand with a third card, drawn or doubled for, cannot be split."""
    assert not may_split(box("4 4 4"), 1, HOUSE)
    assert not may_split(box("4 4 4", doubled=True), 1, HOUSE)


@pytest.mark.parametrize("by", ["rank", "value"])
def test_whole_pair_follows_its_reading(by: str) -> None:
    """What makes a pair is decided by a reading and not by the house."""
    with pytest.raises(BadChoice, match="follows from reading N1") as caught:
        game_of(GAME, f"split_by={by}")
    assert caught.value.faults[0].clause == "NH Splitting"


@pytest.mark.parametrize("ante_cents", [500, 700, 1000])
def test_s2_split_bet_equals_the_ante(ante_cents: int) -> None:
    """Each split takes a further bet of exactly the Ante."""
    assert split_stake(ante_cents) == ante_cents


def test_s2_split_bet_rides_on_its_own_hand() -> None:
    """The bet on a split hand wins or loses with that hand alone."""
    assert _split_wager("8 K", "10 7") == Payment(1000, 1000)
    assert _split_wager("8 8", "10 7") == Payment(0, 0)
    assert _split_wager("8 9", "10 7") == Payment(1000, 0)


@pytest.mark.parametrize("ten", ["10", "J", "Q", "K"])
def test_s3_ace_and_ten_after_split_aces_is_21(ten: str) -> None:
    """A ten-value on a split ace is 21 and no Blackjack."""
    made = box(f"A {ten}", split=True)
    assert not holds_blackjack(made, HOUSE)
    assert player_total(made.hand).points == 21
    assert holds_blackjack(box(f"A {ten}"), HOUSE)


def test_s3_ace_and_ten_after_split_aces_pays_1_to_1() -> None:
    """A 21 on split aces is paid 1 to 1, pushes a dealer's 21 and loses to a dealer's Blackjack."""
    assert _split_wager("A K", "10 8") == Payment(1000, 1000)
    assert _split_wager("A K", "7 7 7") == Payment(1000, 0)
    assert _split_wager("A K", "K A") == Payment(0, 0)


def test_s3_split_hand_is_never_paid_3_to_2() -> None:
    """No reading pays a split hand 3 to 2."""
    with pytest.raises(BadChoice, match="NH Splitting s3"):
        game_of(GAME, "reading.N17=R2")


@pytest.mark.parametrize("ten", ["10", "J", "Q", "K"])
def test_s4_ace_on_a_split_ten_is_21(ten: str) -> None:
    """An ace on a split ten-value is a 21 paid 1 to 1, and no Blackjack."""
    made = box(f"{ten} A", split=True)
    assert not holds_blackjack(made, HOUSE)
    assert player_total(made.hand) == Total(21, True)
    assert _split_wager(f"{ten} A", "10 9") == Payment(1000, 1000)


def test_s4_soft_11_plays_on_only_if_read_so() -> None:
    """An ace on a split ten stands as 21, unless its soft 11 is read as a hand to hit or double."""
    made = box("K A", split=True)
    assert not may_hit(made, HOUSE)
    assert not may_double(made, HOUSE)
    assert may_hit(made, SOFT_11)
    assert may_double(made, SOFT_11)


def test_s4_soft_11_that_is_hit_counts_its_ace_as_1() -> None:
    """A soft 11 that takes a 5 is a hard 16, and is still the player's to play."""
    drawn = draw(box("K A", split=True).hand, 5)
    assert player_total(drawn) == Total(16, False)
    assert may_hit(box("K A 5", split=True), SOFT_11)


@pytest.mark.parametrize("made", [box("A K"), box("A K", split=True), box("K 5 6", split=True), box("7 7 7")])
def test_s4_soft_11_is_an_ace_on_a_split_ten_alone(made: BoxHand) -> None:
    """A dealt Blackjack, a ten on a split ace and a 21 of three cards are no soft 11."""
    assert not plays_on_21(made, SOFT_11)
    assert not may_hit(made, SOFT_11)
    assert not may_double(made, SOFT_11)


@pytest.mark.parametrize(("hands_in_box", "splits"), [(1, True), (2, True), (3, True), (4, False)])
def test_s5_three_splits_make_four_hands(hands_in_box: int, splits: bool) -> None:
    """A starting hand may be split three times, to four hands and no more."""
    assert may_split(box("8 8", split=hands_in_box > 1), hands_in_box, HOUSE) is splits


@pytest.mark.parametrize(("hands_in_box", "splits"), [(2, True), (3, False)])
def test_s5_limit_of_aces_may_be_read_for_all(hands_in_box: int, splits: bool) -> None:
    """Read so, the limit of three hands that the text sets for aces holds for every pair."""
    three = house_of(GAME, "reading.N2=R2")
    assert may_split(box("8 8", split=True), hands_in_box, three) is splits
    assert may_split(box("A A", split=True), hands_in_box, three) is splits


@pytest.mark.parametrize("hands", [2, 3, 4])
def test_s5_limit_follows_its_reading(hands: int) -> None:
    """How many hands a box may become is not for the house to choose."""
    with pytest.raises(BadChoice, match="NH Splitting s5"):
        game_of(GAME, f"max_hands={hands}")


@pytest.mark.parametrize("second", ["2", "5", "9", "A", "K"])
def test_s6_split_ace_gets_one_card(second: str) -> None:
    """A split ace has its one card and is neither hit nor doubled."""
    made = box(f"A {second}", split=True)
    assert not may_hit(made, HOUSE)
    assert not may_double(made, HOUSE)


def test_s6_first_aces_may_be_hit() -> None:
    """Aces that are not split are a soft 12 like any other."""
    assert may_hit(box("A A"), HOUSE)
    assert may_double(box("A A"), HOUSE)


@pytest.mark.parametrize(("hands_in_box", "splits"), [(1, True), (2, True), (3, False)])
def test_s6_new_ace_splits_again_to_three_hands(hands_in_box: int, splits: bool) -> None:
    """An ace on a split ace may be split again, to three hands and no more."""
    assert may_split(box("A A", split=hands_in_box > 1), hands_in_box, HOUSE) is splits


@pytest.mark.parametrize(
    "choice", ["resplit_aces=no", "max_ace_hands=2", "max_ace_hands=4", "hit_split_aces=yes"]
)
def test_s6_aces_are_not_for_the_house_to_choose(choice: str) -> None:
    """No house plays split aces otherwise."""
    with pytest.raises(BadChoice, match="NH Splitting s6"):
        game_of(GAME, choice)


def test_s2_split_is_a_wager_of_its_own() -> None:
    """An additional bet equal to the Ante."""
    game_files.check_wager(GAME, "split", "equal to the Ante")
