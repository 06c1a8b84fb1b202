"""NH, the rules: card values, soft and hard, the dealer's 17s, surrender."""

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.cards import point_value
from pitboss.rules.dealer import dealer_must_draw
from pitboss.rules.hands import Total, dealer_total, player_total
from pitboss.rules.house import Surrender
from pitboss.rules.match import down_match_survives
from pitboss.rules.player import Action, may_hit, may_surrender
from pitboss.rules.settlement import Payment, settle_hand, settle_surrender
from pitboss.rules.stakes import half_back
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table import next_acts
from pitboss.table.people import player
from tests.floor import box, dealt, game_of, hand, house_of, ranks, stakes
from tests.table import playing
from tests.table.drive import bet, scripted

GAME = "blackjack-match-nh"
HOUSE = house_of(GAME)


@pytest.mark.parametrize("rank", range(2, 11))
def test_whole_numbers_count_themselves(rank: int) -> None:
    """The cards 2 through 10 count their face value."""
    assert point_value(rank) == rank


@pytest.mark.parametrize("picture", ["J", "Q", "K"])
def test_s2_pictures_count_10(picture: str) -> None:
    """King, queen and jack are worth 10."""
    assert point_value(ranks(picture)[0]) == 10
    assert player_total(hand(f"{picture} 5")) == Total(15, False)


@pytest.mark.parametrize(
    ("cards", "points"),
    [("A 5", 16), ("A 5 10", 16), ("A A", 12), ("A A 9", 21), ("A A K", 12), ("A A A A", 14)],
)
def test_s3_ace_is_1_or_11(cards: str, points: int) -> None:
    """An ace counts 11 or 1, for the player and for the dealer alike."""
    assert player_total(hand(cards)).points == points
    assert dealer_total(hand(cards), HOUSE).points == points


@pytest.mark.parametrize("cards", ["A 2", "A 6", "A 10", "A A", "A 3 7", "A A 9"])
def test_s4_total_is_soft_while_the_ace_has_a_choice(cards: str) -> None:
    """A total is soft while an ace in it can be 11 without passing 21."""
    assert player_total(hand(cards)).soft
    assert dealer_total(hand(cards), HOUSE).soft


@pytest.mark.parametrize("cards", ["A 6 5", "A 5 10", "A A K", "A 9 9 2", "10 7"])
def test_s5_total_is_hard_once_every_ace_is_1(cards: str) -> None:
    """A total is hard when every ace must be 1 to stay within 21, or when there is no ace."""
    assert not player_total(hand(cards)).soft
    assert not dealer_total(hand(cards), HOUSE).soft


@pytest.mark.parametrize("boxes", [1, 2, 6])
def test_s8_house_rules_say_how_many_hands(boxes: int) -> None:
    """How many hands a player may play is for the house to choose."""
    chosen = game_of(GAME, f"boxes_per_player={boxes}").options["boxes_per_player"]
    assert chosen.value == boxes
    assert chosen.chosen_by == "house"


@pytest.mark.parametrize("boxes", [0, 7])
def test_s8_boxes_end_with_the_table(boxes: int) -> None:
    """No player has no box, or more boxes than the table."""
    with pytest.raises(BadChoice, match="NH Rules s8"):
        game_of(GAME, f"boxes_per_player={boxes}")


@pytest.mark.parametrize(
    ("cards", "draws"),
    [("10 7", False), ("A 6 10", False), ("A 5 K A", False), ("A 6", True), ("A A 5", True), ("A 2 4", True)],
)
def test_s9_dealer_stands_on_hard_17_and_hits_soft_17(cards: str, draws: bool) -> None:
    """The dealer stands on every hard 17 and draws on every soft 17."""
    total = dealer_total(hand(cards), HOUSE)
    assert total.points == 17
    assert dealer_must_draw(total, HOUSE) is draws


def test_s9_house_cannot_choose_otherwise() -> None:
    """No house may let its dealer stand on a soft 17."""
    with pytest.raises(BadChoice, match="NH Rules s9"):
        game_of(GAME, "soft_17=stand")


@pytest.mark.parametrize("cards", ["10 7", "A 6", "K Q", "9 9 2", "10 3 7"])
def test_s9_duty_to_stand_is_the_dealers_alone(cards: str) -> None:
    """A player may draw to any total below 21, a hard 17 and more included."""
    assert may_hit(box(cards), HOUSE)


@pytest.mark.parametrize("cards", ["7 7 7", "A 4 6", "9 2 K"])
def test_s9_players_21_stands_unless_read_otherwise(cards: str) -> None:
    """A player's 21 stands, unless the house reads the silence of the text as leave to draw."""
    assert not may_hit(box(cards), HOUSE)
    assert may_hit(box(cards), house_of(GAME, "reading.N19=R2"))
    assert not may_hit(box("A K"), house_of(GAME, "reading.N19=R2"))


@pytest.mark.parametrize(
    ("player", "dealer", "back"),
    [
        ("10 10", "9 10", Payment(1000, 1000)),
        ("10 2", "6 10 K", Payment(1000, 1000)),
        ("10 9", "9 10", Payment(1000, 0)),
        ("10 8", "9 10", Payment(0, 0)),
        ("10 8 4", "6 10 K", Payment(0, 0)),
        ("A K", "9 7 5", Payment(1000, 1500)),
        ("A K", "A K", Payment(1000, 0)),
        ("10 10", "A K", Payment(0, 0)),
    ],
)
def test_s11_pay_table_1_decides(player: str, dealer: str, back: Payment) -> None:
    """A hand is paid 1, 1.5, 0 or -1 times its Ante, as Pay Table 1 says."""
    assert settle_hand(box(player), stakes(1000), dealt(dealer, HOUSE), HOUSE).wager == back


@pytest.mark.parametrize("cards", ["10 6", "8 8", "A 5", "2 3", "A A", "K Q"])
def test_s12_surrender_is_a_first_action(cards: str) -> None:
    """Any two first cards but a Blackjack may be surrendered."""
    assert may_surrender(box(cards), HOUSE)


def test_s12_surrender_is_never_a_second_action() -> None:
    """Nobody surrenders after a card is drawn, after a double or on a split hand."""
    assert not may_surrender(box("10 3 3"), HOUSE)
    assert not may_surrender(box("8 3 5", doubled=True), HOUSE)
    assert not may_surrender(box("8 8", split=True), HOUSE)


def test_s12_blackjack_is_not_surrendered() -> None:
    """A Blackjack is resolved before the first action, so it cannot be surrendered."""
    assert not may_surrender(box("A K"), HOUSE)


def test_s12_surrender_is_late_unless_read_early() -> None:
    """The first action comes after the dealer's Blackjack, unless the house reads it to come before."""
    assert HOUSE.surrender.when == Surrender.LATE
    assert house_of(GAME, "reading.N4=R2").surrender.when == Surrender.EARLY


@pytest.mark.parametrize("when", ["none", "early", "late"])
def test_s12_surrender_follows_its_reading(when: str) -> None:
    """Surrender is the players' right: a house neither withdraws it nor moves it by an option."""
    with pytest.raises(BadChoice, match="NH Rules s12"):
        game_of(GAME, f"surrender={when}")


@pytest.mark.parametrize(("ante_cents", "back_cents"), [(500, 250), (600, 300), (700, 350), (1000, 500)])
def test_s13_half_the_ante_is_forfeited(ante_cents: int, back_cents: int) -> None:
    """Surrender costs exactly half the Ante, half-dollars included, and wins nothing."""
    dealer = dealt("10 6 K", HOUSE)
    assert half_back(ante_cents, HOUSE) == back_cents
    assert settle_surrender(ante_cents, dealer, HOUSE) == Payment(back_cents, 0)


def test_s13_half_is_rounded_for_the_player() -> None:
    """Where the table has no half-dollars, half of $5 is handed back as $3."""
    house = house_of(GAME, "half_unit_cents=100")
    assert half_back(500, house) == 300
    assert half_back(600, house) == 300


def test_s13_early_surrender_is_declared_before_the_dealer_looks() -> None:
    """Read as early, it is the players' before the down card is checked, and half comes back from its ace."""
    room = scripted(GAME, "reading.N4=R2", cards="9c Kd 7d Ah")
    bet(room, 1, 1000)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    room.house_until("look")
    assert [act.act for act in next_acts(room.state) if act.who == player(1)] == ["surrender"]
    room.do(c.Decide(player(1), 1, Action.SURRENDER))
    room.house()
    (settled,) = room.of(e.HandSettled)
    assert isinstance(settled, e.HandSettled)
    assert (settled.returned_cents, settled.won_cents) == (500, 0)


def test_s13_early_surrender_saves_half_from_a_blackjack() -> None:
    """Read as early, surrender saves half the Ante from a dealer's Blackjack."""
    early = house_of(GAME, "reading.N4=R2")
    assert settle_surrender(1000, dealt("A K", early), early) == Payment(500, 0)


def test_s13_down_match_outlives_the_hand() -> None:
    """A surrender kills the hand and not its Dealer Down Match bet, unless it is read to."""
    dies = house_of(GAME, "reading.N5=R2")
    assert down_match_survives(True, HOUSE)
    assert not down_match_survives(True, dies)
    assert down_match_survives(False, dies)


# ---- at the table


def test_s7_players_wait_for_their_turn() -> None:
    """Play begins at the dealer's left and nobody acts out of turn."""
    playing.check_players_act_from_the_dealers_left("blackjack-match-nh")
