"""DU-RoP, the vendor's rules of Down Under Blackjack, 1 to 12."""

import pytest

from pitboss.errors import BadChoice
from pitboss.paper.felt_plan import CARD_WIDTH
from pitboss.rules.cards import Light, Range, range_of
from pitboss.rules.dealer import dealer_must_draw, insurance_is_open, reader_is_used
from pitboss.rules.hands import BoxHand, Total, dealer_total, holds_two_large, is_blackjack
from pitboss.rules.house import Odds
from pitboss.rules.player import (
    is_pair,
    may_double,
    may_hit,
    may_insure,
    may_split,
    may_stand,
    may_surrender,
    may_take_even_money,
    may_take_second_chance,
)
from pitboss.rules.settlement import HandPayment, Payment, Stakes, settle_hand, settle_insurance
from pitboss.rules.stakes import least_added, most_double, most_insurance
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import player
from tests.floor import RANKS, box, card, dealt, game_of, hand, house_of, ranks, stakes
from tests.paper.drawn import plan_of
from tests.table import playing
from tests.table.drive import opened, stand_all
from tests.table.procedures import STAKE, next_due, refused

GAME = "down-under-vendor"
HOUSE = house_of(GAME)
ACE = 1
FACES = ["A", *"23456789", "10", "J", "Q", "K"]
PAIRS = [(first, second) for first in FACES for second in FACES]

NOTHING = Payment(0, 0)
LOST = HandPayment(NOTHING, NOTHING, NOTHING)
RETURNED = HandPayment(Payment(1000, 0), NOTHING, NOTHING)
WON = HandPayment(Payment(1000, 1000), NOTHING, NOTHING)

DEALER_21, DEALER_22, DEALER_23 = "10 6 5", "10 6 6", "10 6 7"


def settled(player: BoxHand, wagers: Stakes, dealer: str, *choices: str) -> HandPayment:
    house = house_of(GAME, *choices)
    return settle_hand(player, wagers, dealt(dealer, house), house)


# ---- 2: the range of the hole card ----------------------------------------------------------


def test_2_table_has_reader_or_peeker() -> None:
    """A table uses regular cards with a Masque Card Reader, or Down Under cards with a peeker."""
    devices = [part.item for part in game_of(GAME).equipment if "DU-RoP 2" in part.clauses]
    assert devices == ["Masque Card Reader with regular cards", "peeker with Down Under cards"]


def test_2_device_changes_no_rule() -> None:
    """Either device tells the same, so there is nothing to read in two ways."""
    with pytest.raises(BadChoice, match="DU-RoP 2"):
        game_of(GAME, "reading.V9=R2")


@pytest.mark.parametrize(
    ("cards", "expected"),
    [("2 3 4 5", Range.SMALL), ("6 7 8 9", Range.MEDIUM), ("10 J Q K A", Range.LARGE)],
)
def test_2_s2_three_ranges(cards: str, expected: Range) -> None:
    """2 to 5 are Small, 6 to 9 Medium, and the ten-values with the ace Large."""
    assert {range_of(rank) for rank in ranks(cards)} == {expected}


@pytest.mark.parametrize(
    "lane", ["Small (Blue): 2-3-4-5", "Medium (Red): 6-7-8-9", "Large (Gold): 10-J-Q-K-A"]
)
def test_2_s2_lanes_name_the_ranges_and_colours(lane: str) -> None:
    """Each range has its lane with colour and cards, and the cards named there are those of the range."""
    assert lane in [part.text for part in game_of(GAME).inscriptions if part.where == "lane"]
    name, _, cards = lane.partition(" (")
    named = ranks(cards.partition(": ")[2].replace("-", " "))
    assert sorted(named) == [rank for rank in range(1, 14) if range_of(rank) == Range[name.upper()]]


def test_2_s3_light_shines_on_every_hand() -> None:
    """The reader tells the range of the hole card whatever card is up."""
    assert all(reader_is_used(up, HOUSE) for up in range(1, 14))


@pytest.mark.parametrize(("lower", "upper"), [("5", "6"), ("9", "10")])
def test_2_s3_light_changes_between_ranges(lower: str, upper: str) -> None:
    """Blue turns red between 5 and 6, and red turns gold between 9 and 10."""
    below, above = range_of(RANKS[lower]), range_of(RANKS[upper])
    assert above == below + 1


def test_2_s4_peeker_tells_the_range_and_not_the_card() -> None:
    """The range leaves open which of its cards lies in the hole: four, four or five ranks."""
    seen = [range_of(rank) for rank in range(1, 14)]
    assert [seen.count(found) for found in Range] == [4, 4, 5]


def test_2_s4_peeker_tells_it_as_early_as_the_reader() -> None:
    """With either device the range is known before anyone decides."""
    order = [phase.name for phase in game_of(GAME).phases]
    assert order.index("reader") < order.index("decisions")
    assert "DU-RoP 2 s4" in game_of(GAME).phases[order.index("reader")].clauses


# ---- 3: regular blackjack -------------------------------------------------------------------


def test_3_player_may_hit_split_and_double() -> None:
    """A pair of 8s may be hit, split, doubled or left as it is."""
    pair = box("8 8")
    assert may_hit(pair, HOUSE)
    assert may_split(pair, 1, HOUSE)
    assert may_double(pair, HOUSE)
    assert may_stand(pair, HOUSE)


@pytest.mark.parametrize(
    ("cards", "draws"), [("10 6 4", True), ("A 9", True), ("10 6 5", False), ("10 6 6", False)]
)
def test_3_player_may_hit_below_21(cards: str, draws: bool) -> None:
    """A player may hit below 21, and neither on 21 nor after a bust, which buys no second chance."""
    assert may_hit(box(cards), HOUSE) is draws
    assert not may_take_second_chance(box(cards), HOUSE)


@pytest.mark.parametrize(
    ("cards", "dealer", "payment"),
    [
        ("10 9", "10 8", WON),
        ("10 9", "10 9", RETURNED),
        ("10 9", "10 10", LOST),
        ("10 2", DEALER_23, WON),
        ("10 6 6", "10 7", LOST),
        ("10 6 6", DEALER_23, LOST),
        ("10 6 5", DEALER_21, RETURNED),
        ("10 6 5", "A K", LOST),
        ("A K", "A K", RETURNED),
    ],
)
def test_3_hands_compare_as_in_regular_blackjack(cards: str, dealer: str, payment: HandPayment) -> None:
    """The nearer to 21 wins, equals tie, a bust is lost, and only a Blackjack ties a Blackjack."""
    assert settled(box(cards), stakes(), dealer) == payment


def test_3_s2_winning_bets_pay_even_money() -> None:
    """Winning bets, doubles and split hands included, pay 1:1."""
    assert game_of(GAME).odds["win"].odds == Odds(1, 1)
    assert settled(box("10 10"), stakes(1500), "10 9").wager == Payment(1500, 1500)
    assert settled(box("6 5 9", doubled=True), stakes(1000, 1000), "10 9").double == Payment(1000, 1000)
    assert settled(box("A K", split=True), stakes(), "10 9") == WON


@pytest.mark.parametrize(("odds", "won_cents"), [("3:2", 1500), ("6:5", 1200)])
def test_3_s2_blackjack_pays_as_the_casino_chooses(odds: str, won_cents: int) -> None:
    """A Blackjack pays 3:2 or 6:5, as the casino chooses, against any dealer without one."""
    for dealer in ("10 9", DEALER_21, DEALER_22, DEALER_23):
        payment = settled(box("A K"), stakes(), dealer, f"blackjack_pays={odds}")
        assert payment == HandPayment(Payment(1000, won_cents), NOTHING, NOTHING)


@pytest.mark.parametrize("odds", ["2:1", "1:1", "7:5"])
def test_3_s2_blackjack_has_no_third_odds(odds: str) -> None:
    """Other odds on a Blackjack are refused."""
    with pytest.raises(BadChoice, match="DU-RoP 3 s2"):
        game_of(GAME, f"blackjack_pays={odds}")


def test_3_s2_no_default_stands_for_the_choice() -> None:
    """Until the casino chooses the odds of a Blackjack, the game says that nobody has."""
    assert game_of(GAME).options["blackjack_pays"].chosen_by.startswith("nobody yet")
    assert game_of(GAME, "blackjack_pays=6:5").options["blackjack_pays"].chosen_by == "house"


# ---- 4 and 5: no surrender, insurance -------------------------------------------------------


def test_4_no_hand_may_be_surrendered() -> None:
    """No two cards may be surrendered."""
    assert [pair for pair in PAIRS if may_surrender(box(" ".join(pair)), HOUSE)] == []


@pytest.mark.parametrize("kind", ["late", "early"])
def test_4_surrender_may_not_be_offered(kind: str) -> None:
    """A casino may not add surrender."""
    with pytest.raises(BadChoice, match="DU-RoP 4"):
        game_of(GAME, f"surrender={kind}")


@pytest.mark.parametrize("cards", ["10 6", "A A", "A K", "10 10"])
def test_5_insurance_is_open_to_every_player(cards: str) -> None:
    """Any player may insure against an ace, a Blackjack too; even money is not offered."""
    assert may_insure(box(cards), ACE, HOUSE)
    assert not may_take_even_money(box(cards), ACE, HOUSE)


def test_5_insurance_may_not_be_left_out() -> None:
    """A casino offers insurance."""
    with pytest.raises(BadChoice, match="DU-RoP 5"):
        game_of(GAME, "insurance=no")


def test_5_insurance_is_taken_before_the_range_is_known() -> None:
    """Insurance comes before the reader, whose light would give the answer away."""
    order = [phase.name for phase in game_of(GAME).phases]
    assert order.index("deal") < order.index("insurance") < order.index("reader")


@pytest.mark.parametrize(
    ("hole", "payment"),
    [("K", Payment(500, 1000)), ("10", Payment(500, 1000)), ("9", NOTHING), ("A", NOTHING)],
)
def test_5_insurance_pays_two_to_one(hole: str, payment: Payment) -> None:
    """Insurance wins 2 to 1 on a dealer's Blackjack and is lost otherwise."""
    assert settle_insurance(500, dealt(f"A {hole}", HOUSE), HOUSE) == payment


def test_5_s2_insurance_takes_an_ace_up() -> None:
    """Insurance is open on an ace and on no other up card."""
    assert [up for up in range(1, 14) if insurance_is_open(up, HOUSE)] == [ACE]
    assert not may_insure(box("10 6"), RANKS["K"], HOUSE)


@pytest.mark.parametrize(
    ("chip", "bet_cents", "most_cents"),
    [(100, 1000, 500), (100, 1500, 700), (50, 1500, 750), (500, 1500, 500)],
)
def test_5_s2_insurance_is_at_most_half(chip: int, bet_cents: int, most_cents: int) -> None:
    """Insurance goes up to half the original bet, and where chips cannot make it, not beyond."""
    assert most_insurance(bet_cents, house_of(GAME, f"min_chip_cents={chip}")) == most_cents


# ---- 6 to 8: splits and doubles -------------------------------------------------------------


def test_6_pairs_are_of_equal_value() -> None:
    """Equal ranks and any two ten-values may be split, and nothing else."""
    pairs = {(a, b) for a, b in PAIRS if is_pair(RANKS[a], RANKS[b], HOUSE)}
    tens = ["10", "J", "Q", "K"]
    assert pairs == {(a, a) for a in FACES} | {(a, b) for a in tens for b in tens}
    assert not may_split(box("8 7"), 1, HOUSE)


@pytest.mark.parametrize("cards", ["8 8", "K Q"])
def test_6_three_splits_make_four_hands(cards: str) -> None:
    """A pair may be split while the box has one, two or three hands, and not at four."""
    assert [may_split(box(cards, split=hands > 1), hands, HOUSE) for hands in (1, 2, 3, 4)] == [
        True, True, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize("choice", ["max_hands=2", "max_hands=3", "split_by=rank"])
def test_6_splitting_is_not_narrowed(choice: str) -> None:
    """A casino may allow neither fewer hands nor equal ranks alone."""
    with pytest.raises(BadChoice, match="DU-RoP 6"):
        game_of(GAME, choice)


@pytest.mark.parametrize(
    ("choice", "allowed"),
    [("resplit_aces=yes", [True, True, True, False]), ("resplit_aces=no", [True, False, False, False])],
)
def test_7_casino_chooses_how_often_aces_split(choice: str, allowed: list[bool]) -> None:
    """Aces become up to four hands or two, as the casino chooses; other pairs always four."""
    house = house_of(GAME, choice)
    found = [may_split(box("A A", split=hands > 1), hands, house) for hands in (1, 2, 3, 4)]
    assert found == allowed
    assert may_split(box("8 8", split=True), 3, house)


def test_7_aces_have_no_third_way() -> None:
    """Aces are split again or they are not."""
    with pytest.raises(BadChoice, match="DU-RoP 7"):
        game_of(GAME, "resplit_aces=twice")


@pytest.mark.parametrize("cards", ["A 2", "A 9", "A A"])
@pytest.mark.parametrize("choice", ["resplit_aces=yes", "resplit_aces=no"])
def test_7_s2_split_ace_has_one_card(cards: str, choice: str) -> None:
    """A split ace neither hits nor doubles after its one card; the same cards as dealt may do both."""
    house = house_of(GAME, choice)
    assert not may_hit(box(cards, split=True), house)
    assert not may_double(box(cards, split=True), house)
    assert may_stand(box(cards, split=True), house)
    assert may_hit(box(cards), house)
    assert may_double(box(cards), house)


def test_7_s2_other_splits_draw_on() -> None:
    """Split cards other than aces may be hit, an ace drawn to them included."""
    assert may_hit(box("8 2", split=True), HOUSE)
    assert may_hit(box("8 A", split=True), HOUSE)
    with pytest.raises(BadChoice, match="DU-RoP 7 s2"):
        game_of(GAME, "hit_split_aces=yes")


@pytest.mark.parametrize("cards", ["A K", "10 A"])
def test_7_s2_ace_and_ten_after_a_split_are_21(cards: str) -> None:
    """An ace and a ten-value on a split hand win 1:1 and tie a dealer's 21."""
    assert settled(box(cards, split=True), stakes(), "10 10") == WON
    assert settled(box(cards, split=True), stakes(), DEALER_21) == RETURNED


def test_8_any_two_cards_may_be_doubled() -> None:
    """Any two cards may be doubled but a Blackjack, which is paid."""
    refused = {(a, b) for a, b in PAIRS if not may_double(box(f"{a} {b}"), HOUSE)}
    assert refused == {(a, b) for a, b in PAIRS if is_blackjack(RANKS[a], RANKS[b])}


def test_8_split_hands_may_be_doubled() -> None:
    """Two cards of a split hand may be doubled, three cards of any hand may not."""
    assert may_double(box("8 3", split=True), HOUSE)
    assert not may_double(box("8 2 A", split=True), HOUSE)
    assert not may_double(box("4 3 4"), HOUSE)


@pytest.mark.parametrize("choice", ["double_on=9-11", "double_on=10-11", "double_after_split=no"])
def test_8_doubling_is_not_narrowed(choice: str) -> None:
    """A casino may limit doubling neither to some totals nor to hands that were not split."""
    with pytest.raises(BadChoice, match="DU-RoP 8"):
        game_of(GAME, choice)


def test_8_s2_double_is_up_to_the_bet() -> None:
    """A double is at most a full bet and at least a chip."""
    assert most_double(1000) == 1000
    assert least_added(HOUSE) == 100


@pytest.mark.parametrize("double_cents", [100, 400, 1000])
def test_8_s2_double_for_less_rides_with_the_hand(double_cents: int) -> None:
    """A double for less wins what it is, and a dealer's 22 spares a doubled 21 with it."""
    paid = HandPayment(Payment(1000, 1000), Payment(double_cents, double_cents), NOTHING)
    assert settled(box("6 5 9", doubled=True), stakes(1000, double_cents), "10 9") == paid
    assert settled(box("6 5 K", doubled=True), stakes(1000, double_cents), DEALER_22) == paid


# ---- 9: the dealer --------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["A 6", "A 2 4", "A A 5", "10 6", "A 5", "A A", "A 6 9"])
def test_9_dealer_hits_soft_17_and_less(cards: str) -> None:
    """The dealer draws up to 16 and on every soft 17."""
    assert dealer_must_draw(dealer_total(hand(cards), HOUSE), HOUSE)


@pytest.mark.parametrize("cards", ["10 7", "A 6 10", "10 8", "A 7", "A 8", "A 9", "A K", "10 6 5", "10 6 6"])
def test_9_dealer_stands_on_hard_17_and_more(cards: str) -> None:
    """The dealer stands on hard 17, on soft 18, and on all above."""
    assert not dealer_must_draw(dealer_total(hand(cards), HOUSE), HOUSE)


def test_9_soft_17_is_always_hit() -> None:
    """A casino may not let the dealer stand on soft 17."""
    with pytest.raises(BadChoice, match="DU-RoP 9"):
        game_of(GAME, "soft_17=stand")


@pytest.mark.parametrize("cards", ["A A", "5 6 A", "A 2 9"])
def test_9_dealers_ace_at_22(cards: str) -> None:
    """The dealer's ace counts 1 rather than make 22; read as in Pennsylvania, it makes 22 and stands."""
    other = house_of(GAME, "reading.V8=R2")
    assert dealer_total(hand(cards), HOUSE).points == 12
    assert dealer_must_draw(dealer_total(hand(cards), HOUSE), HOUSE)
    assert dealer_total(hand(cards), other) == Total(22, True)
    assert not dealer_must_draw(dealer_total(hand(cards), other), other)


# ---- 11: the dealer's 22 --------------------------------------------------------------------


def test_11_only_two_gold_cards_are_spared() -> None:
    """Of all two-card hands a 22 pays those of two gold cards, a pair of aces too, and returns the rest."""
    gold = {"10", "J", "Q", "K", "A"}
    paid = {(a, b) for a, b in PAIRS if settled(box(f"{a} {b}"), stakes(), DEALER_22).wager.won_cents > 0}
    assert paid == {(a, b) for a in gold for b in gold}


@pytest.mark.parametrize("cards", ["9 9", "10 9", "A 9", "10 2", "2 3", "6 5 9", "10 2 8"])
def test_11_other_hands_are_returned(cards: str) -> None:
    """Hands without two gold cards or a 21, a 20 in three cards too, push on a 22 and win on a 23."""
    assert settled(box(cards), stakes(), DEALER_22) == RETURNED
    assert settled(box(cards), stakes(), DEALER_23) == WON


@pytest.mark.parametrize("player", [box("7 7 7"), box("A 4 6"), box("A 10 K"), box("A K", split=True)])
def test_11_a_total_of_21_wins(player: BoxHand) -> None:
    """A 21 of any cards beats a 22, 1:1."""
    assert settled(player, stakes(), DEALER_22) == WON


def test_11_blackjack_keeps_its_odds() -> None:
    """A Blackjack is two gold cards and a 21, and a 22 pays it as a Blackjack."""
    assert settled(box("A K"), stakes(), DEALER_22).wager == Payment(1000, 1500)


def test_11_doubles_come_back_with_the_bet() -> None:
    """A doubled hand that a 22 returns gets bet and double back."""
    doubled = HandPayment(Payment(1000, 0), Payment(1000, 0), NOTHING)
    assert settled(box("6 5 9", doubled=True), stakes(1000, 1000), DEALER_22) == doubled
    assert settled(box("A A 8", doubled=True), stakes(1000, 1000), DEALER_22) == doubled


@pytest.mark.parametrize(
    ("player", "readings_that_pay"),
    [
        (box("10 10"), {"R1", "R2", "R3"}),
        (box("A A 8"), {"R2"}),
        (box("10 K", split=True), {"R3"}),
        (box("A A", split=True), {"R3"}),
        (box("A 2 K", split=True), set()),
        (box("10 9"), set()),
        (box("9 A"), set()),
    ],
)
def test_11_original_means_as_dealt(player: BoxHand, readings_that_pay: set[str]) -> None:
    """Two original gold cards are the two dealt, neither drawn to nor split, unless read otherwise."""
    house = {choice: house_of(GAME, f"reading.V2={choice}") for choice in ("R1", "R2", "R3")}
    assert {choice for choice in house if holds_two_large(player, house[choice])} == readings_that_pay
    for choice in house:
        expected = WON if choice in readings_that_pay else RETURNED
        assert settled(player, stakes(), DEALER_22, f"reading.V2={choice}") == expected


def test_11_busts_do_not_push() -> None:
    """A bust is lost on a dealer's 22 too; read with all players, it comes back, and on a 22 alone."""
    assert settled(box("10 6 6"), stakes(), DEALER_22) == LOST
    assert settled(box("10 6 6"), stakes(), DEALER_22, "reading.V1=R2") == RETURNED
    assert settled(box("10 6 6"), stakes(), DEALER_23, "reading.V1=R2") == LOST
    assert settled(box("10 6 6"), stakes(), DEALER_21, "reading.V1=R2") == LOST


@pytest.mark.parametrize("dealer", ["A A", "5 6 A"])
def test_11_soft_22_pushes_if_read_so(dealer: str) -> None:
    """Where the dealer's ace stays 11 up to 22, A-A and 5-6-A are a 22: a 19 is returned, a 20 is paid."""
    assert settled(box("10 9"), stakes(), dealer, "reading.V8=R2") == RETURNED
    assert settled(box("10 10"), stakes(), dealer, "reading.V8=R2") == WON


# ---- at the table


def test_1_round_begins_with_the_wagers() -> None:
    """No round without a wager, and none is taken once it is dealt."""
    room = opened("down-under-vendor", seats=(1, 3))
    assert refused(room.state, c.CloseBetting()).clause == "DU-RoP 1"
    room = playing.begun("down-under-vendor", "9c 7d 9d Th", seats=(1,))
    late = c.PlaceWager(player(3), 3, "bet", STAKE)
    assert refused(room.state, late).reason == "not_seated"


def test_1_s2_dealt_as_in_blackjack() -> None:
    """Boxes, dealer, boxes, hole card."""
    playing.check_cards_go_round_clockwise("down-under-vendor")


def test_2_s6_range_is_checked_before_the_action() -> None:
    """The light is on before the first decision."""
    room = playing.begun("down-under-vendor", playing.PLAIN)
    assert room.state.dealer.light == Light.YELLOW
    assert "Decided" not in room.kinds()


def test_10_two_gold_cards_are_turned_up_before_action() -> None:
    """Two gold cards are shown before anyone acts."""
    room = playing.begun("down-under-vendor", "9c 8c Kd 9d 8d Qh")
    assert room.state.dealer.cards == (card("Kd"), card("Qh"))
    assert next_due(room).act == "decide"


def test_12_dealer_completes_the_hand_last() -> None:
    """The dealer draws when every player has acted."""
    room = playing.begun("down-under-vendor", "9c 8c 6d 9d 8d Th 3s")
    assert len(room.of(e.CardDealt)) == 5
    stand_all(room)
    assert len(room.of(e.CardDealt)) == 6


@pytest.mark.parametrize(
    ("kind", "stake"), [("split", "equal to the original bet"), ("main", "within the table limits")]
)
def test_6_split_is_a_wager_of_its_own(kind: str, stake: str) -> None:
    """The second hand takes a wager as high as the first, beside the bet."""
    wager = game_of(GAME).wager_of(kind)
    assert wager is not None
    assert wager.stake == stake


def test_8_s2_double_is_a_wager_up_to_the_bet() -> None:
    """What is added to a double is a wager of its own, up to a full bet."""
    wager = game_of(GAME).wager_of("double")
    assert wager is not None
    assert (wager.name, wager.stake) == ("double down", "up to a full bet")


def test_2_s7_layout_has_a_box_for_each_range() -> None:
    """Three boxes before the dealer, in which a hand of two cards has room."""
    (boxes,) = [part.what for part in game_of(GAME).layout if "DU-RoP 2 s7" in part.clauses]
    assert boxes.endswith(": Small, Medium, Large")
    plan = plan_of("down-under-vendor")
    assert [lane.id for lane in plan.lanes] == ["lane-small", "lane-medium", "lane-large"]
    for lane in plan.lanes:
        first, second = plan.dealer_cards(2, lane.id.removeprefix("lane-"))
        assert lane.x < first.x - CARD_WIDTH / 2
        assert second.x + CARD_WIDTH / 2 < lane.x + lane.width
