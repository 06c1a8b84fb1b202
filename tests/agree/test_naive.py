"""The rules against the naive model, over their whole domain."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest

from pitboss.rules.cards import KING, Suit, range_of
from pitboss.rules.dealer import dealer_must_draw
from pitboss.rules.hands import dealer_total, draw, fixed_total, player_total
from pitboss.rules.house import House
from pitboss.rules.match import down_match_survives, settle_match
from pitboss.rules.over_under import settle_bonus, settle_play
from pitboss.rules.player import (
    Action,
    may_double,
    may_hit,
    may_insure,
    may_split,
    may_stand,
    may_surrender,
    may_take_even_money,
    may_take_second_chance,
)
from pitboss.rules.settlement import settle_even_money, settle_insurance, settle_surrender
from pitboss.rules.stakes import most_insurance
from tests import naive
from tests.cases import DEALERS, RANKS, Case, all_hands, cases, player_hands, suited
from tests.floor import box, card, dealt, game_of, hand, house_of, ranks
from tests.settled import WAGER_CENTS, Back, back, box_hand, chance_cents, settle_case

SETTLEMENT_VARIANTS: dict[str, list[dict[str, str]]] = {
    "down-under-pa": [
        {},
        {"D1": "R2"}, {"D1": "R3"}, {"D1": "R4"}, {"D1b": "R2"}, {"D1": "R4", "D1b": "R2"},
        {"D2": "R2"}, {"D2": "R3"}, {"D2b": "R2"}, {"D2": "R2", "D2b": "R2"}, {"D2": "R3", "D2b": "R2"},
        {"D3": "R2"}, {"D3": "R2", "D1": "R2"}, {"D10": "R2"}, {"D12": "R3"}, {"D12": "R3", "D2b": "R2"},
    ],
    "double-back-jack-pa": [
        {}, {"B1": "R2"}, {"B2": "R2"}, {"B3": "R2"}, {"B7": "R2"}, {"B2": "R2", "B7": "R2"},
    ],
    "down-under-vendor": [{}, {"V1": "R2"}, {"V2": "R2"}, {"V2": "R3"}, {"V8": "R2"}],
    "blackjack-match-nh": [{}],
    "blackjack": [{}],
}  # fmt: skip

GAME_READINGS = [(game, readings) for game, variants in SETTLEMENT_VARIANTS.items() for readings in variants]


def choices(readings: dict[str, str], **options: object) -> list[str]:
    return [
        *(f"reading.{id}={choice}" for id, choice in readings.items()),
        *(f"{name}={str(value).lower()}" for name, value in options.items()),
    ]


def described(item: object) -> str:
    return "-".join(f"{id}{choice}" for id, choice in item.items()) if isinstance(item, dict) else str(item)


def told_by_naive(
    game: str, case: Case, house: House, options: dict[str, object], readings: dict[str, str]
) -> Back:
    mine = {
        "cards": list(case.cards),
        "stake": WAGER_CENTS,
        "double": case.double_cents,
        "second_chance": chance_cents(case, house),
        "second_chance_card": case.chance or None,
    }
    other = {"cards": ["9c", "9d"], "stake": WAGER_CENTS, "double": 0, "second_chance": 0}
    hands = [mine, other][:: -1 if case.position else 1] if case.split else [mine]
    wagered = naive_box(case.cards[:2], hands)
    told = naive.settle_box(game, wagered, list(case.dealer), options, readings)
    back_told = told["hands"][case.position]
    return back_told["stake"], back_told["double"], back_told["second_chance"]


def naive_box(first_two: Sequence[str], hands: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    plain = {"side": {}, "insurance": 0, "even_money": False, "surrender": False}
    return {"main": hands[0]["stake"], "first_two": list(first_two), "hands": hands} | plain | more


OTHERS = pytest.mark.slow("every hand against the naive model under other readings")


@pytest.mark.parametrize(
    ("game", "readings"),
    [
        pytest.param(game, readings, marks=OTHERS) if readings else (game, readings)
        for game, readings in GAME_READINGS
    ],
    ids=described,
)
def test_every_hand_is_paid_as_the_naive_model_pays_it(game: str, readings: dict[str, str]) -> None:
    """Main wager, double and Second Chance come back alike in every case."""
    house = house_of(game, *choices(readings))
    seen = 0
    for case in cases(second_chance=game == "double-back-jack-pa"):
        assert back(settle_case(case, house)) == told_by_naive(game, case, house, {}, readings), case
        seen += 1
    assert seen > 20_000


@pytest.mark.parametrize("pays", ["3:2", "6:5", "2:1", "1:1"])
@pytest.mark.parametrize("hole_card", ["peek", "european"])
def test_ordinary_blackjack_agrees_for_its_money_options(pays: str, hole_card: str) -> None:
    """Every odds of a Blackjack, with the dealer looking first or only at the end."""
    options: dict[str, object] = {"blackjack_pays": pays, "hole_card": hole_card}
    house = house_of("blackjack", *choices({}, **options))
    for case in cases(second_chance=False):
        assert back(settle_case(case, house)) == told_by_naive("blackjack", case, house, options, {}), case


@pytest.mark.parametrize(("game", "readings"), GAME_READINGS, ids=described)
def test_every_hand_counts_alike_for_player_and_dealer(game: str, readings: dict[str, str]) -> None:
    """All hands up to a card past 21: total, softness, and whether the dealer draws."""
    house = house_of(game, *choices(readings))
    counted = 0
    for ranks_held in all_hands(21):
        cards = list(suited(ranks_held))
        held = hand(" ".join(cards))
        assert tuple(player_total(held)) == naive.player_total(game, cards)
        assert tuple(dealer_total(held, house)) == naive.dealer_total(game, cards, readings)
        drawn = dealer_must_draw(dealer_total(held, house), house)
        assert drawn == naive.dealer_draws(game, cards, {}, readings), cards
        counted += 1
    assert counted > 5_000


def test_over_under_counts_every_three_cards_alike() -> None:
    for held in product(RANKS, repeat=3):
        cards = list(suited(held))
        assert fixed_total(hand(" ".join(cards))) == naive.player_total("over-under-pa", cards)[0]


@pytest.mark.parametrize("rank", RANKS)
def test_the_light_is_the_same(rank: str) -> None:
    assert range_of(card(f"{rank}s").rank).name.lower() == naive.hole_range(f"{rank}s")


@pytest.mark.parametrize("miss", ["R1", "R2"])
def test_over_under_pays_every_total_alike(miss: str) -> None:
    house = house_of("over-under-pa", f"reading.O2={miss}")
    words = {Action.OVER: "over", Action.UNDER: "under", Action.FOLD: "surrender"}
    for held in product(RANKS, repeat=3):
        cards = list(suited(held))
        points = fixed_total(hand(" ".join(cards)))
        for action, word in words.items():
            told = naive.settle_over_under(
                {"ante": 500, "play": word, "bonus": 300, "cards": cards}, {}, {"O2": miss}
            )
            assert sum(settle_play(500, action, points, house)) == told["ante"]
            if action != Action.FOLD:
                assert sum(settle_play(500, action, points, house)) == told["play"]
            assert sum(settle_bonus(300, points, house)) == told["bonus"]


MATCH_VARIANTS: list[tuple[str, str, Mapping[str, object], dict[str, str]]] = [
    *(
        ("down-under-pa", "match_the_dealer", {"decks": decks}, {"D5": both, "D6": tens})
        for decks in (6, 8)
        for both in ("R1", "R2", "R3")
        for tens in ("R1", "R2")
    ),
    *(
        ("blackjack-match-nh", wager, {}, {"N9": by})
        for wager in ("up_match", "down_match")
        for by in ("R1", "R2")
    ),
]


@pytest.mark.parametrize(("game", "wager", "options", "readings"), MATCH_VARIANTS, ids=described)
def test_match_wagers_pay_every_three_cards_alike(
    game: str, wager: str, options: dict[str, object], readings: dict[str, str]
) -> None:
    """All ranks and suits of the player's two cards against every rank of the dealer's."""
    house = house_of(game, *choices(readings, **options))
    deck = [rank + suit for rank in RANKS for suit in "cdhs"]
    for dealer_rank in "A9TK":
        dealer_cards = [dealer_rank + "s", dealer_rank + "s"]
        for first, second in product(deck, repeat=2):
            held = {"cards": [first, second], "stake": 1000, "double": 0, "second_chance": 0}
            wagered = naive_box([first, second], [held], side={wager: 500})
            told = naive.settle_box(game, wagered, dealer_cards, options, readings)["side"][wager]
            paid = settle_match(500, card(first), card(second), card(dealer_cards[0]), house)
            assert sum(paid) == told, (first, second, dealer_rank)


@pytest.mark.parametrize("dies", ["R1", "R2"])
def test_down_match_after_a_surrender_agrees(dies: str) -> None:
    house = house_of("blackjack-match-nh", f"reading.N5={dies}")
    held: dict[str, Any] = {"cards": ["9c", "7d"], "stake": 1000, "double": 0, "second_chance": 0}
    wagered = naive_box(held["cards"], [held], side={"down_match": 500}, surrender=True)
    told = naive.settle_box("blackjack-match-nh", wagered, ["Ts", "9c"], {}, {"N5": dies})
    paid = sum(settle_match(500, card("9c"), card("7d"), card("9c"), house))
    assert told["side"]["down_match"] == (paid if down_match_survives(True, house) else 0)


SIDES: list[tuple[str, dict[str, object], dict[str, str]]] = [
    ("down-under-pa", {}, {}),
    ("double-back-jack-pa", {}, {}),
    ("down-under-vendor", {}, {}),
    ("blackjack-match-nh", {}, {}),
    ("blackjack-match-nh", {}, {"N4": "R2"}),
    ("blackjack", {"surrender": "late"}, {}),
    ("blackjack", {"surrender": "early"}, {}),
]


@pytest.mark.parametrize(("game", "options", "readings"), SIDES, ids=described)
def test_insurance_even_money_and_surrender_agree(
    game: str, options: dict[str, object], readings: dict[str, str]
) -> None:
    """Against every dealer's hand, at stakes that halve evenly and that do not."""
    house = house_of(game, *choices(readings, **options))
    options = {"half_unit_cents": house.surrender.half_unit_cents} | options
    for dealer, stake in product(DEALERS, (500, 555, 1000, 1001)):
        final = dealt(" ".join(dealer), house)

        def told(cards: str, dealer: Sequence[str] = dealer, stake: int = stake, **more: Any) -> Any:
            held = {"cards": cards.split(), "stake": stake, "double": 0, "second_chance": 0}
            wagered = naive_box(cards.split(), [held], **more)
            return naive.settle_box(game, wagered, list(dealer), options, readings)

        if dealer[0][0] == "A":
            insured = told("9c 7d", insurance=stake // 2)["insurance"]
            assert sum(settle_insurance(stake // 2, final, house)) == insured
        if house.surrender.when:
            surrendered = told("9c 7d", surrender=True)["hands"][0]["stake"]
            assert sum(settle_surrender(stake, final, house)) == surrendered, dealer
        if house.blackjack.even_money:
            assert sum(settle_even_money(stake)) == told("Ac Td", even_money=True)["hands"][0]["stake"]


INSURANCE_VARIANTS = [
    ("down-under-pa", {}), ("double-back-jack-pa", {}), ("down-under-vendor", {}), ("blackjack", {}),
    ("blackjack-match-nh", {}), ("blackjack-match-nh", {"N7": "R2"}), ("blackjack-match-nh", {"N7": "R3"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "readings"), INSURANCE_VARIANTS, ids=described)
@pytest.mark.parametrize("chip", [25, 50, 100, 500])
def test_the_greatest_insurance_agrees(game: str, readings: dict[str, str], chip: int) -> None:
    has_sides = "side_min_cents" in game_of(game).options
    sides = {"side_min_cents": 500, "side_max_cents": 500} if has_sides else {}
    house = house_of(game, *choices(readings, min_chip_cents=chip, **sides))
    for initial in range(chip, 40 * chip, chip):
        told = naive.most_insurance(game, initial, {"min_chip_cents": chip}, readings)
        assert most_insurance(initial, house) == told


LEGAL_VARIANTS: list[tuple[str, dict[str, object], dict[str, str]]] = [
    ("down-under-pa", {}, {}), ("down-under-pa", {}, {"D8": "R2"}), ("down-under-pa", {}, {"D10": "R2"}),
    ("down-under-pa", {}, {"D11": "R2"}),
    ("double-back-jack-pa", {}, {}), ("double-back-jack-pa", {}, {"B8": "R2"}),
    ("double-back-jack-pa", {}, {"B21": "R2"}), ("double-back-jack-pa", {}, {"B14": "R2"}),
    ("down-under-vendor", {}, {}), ("down-under-vendor", {"resplit_aces": True}, {}),
    ("blackjack-match-nh", {}, {}), ("blackjack-match-nh", {}, {"N1": "R2"}),
    ("blackjack-match-nh", {}, {"N2": "R2"}), ("blackjack-match-nh", {}, {"N3": "R2"}),
    ("blackjack-match-nh", {}, {"N6": "R2"}), ("blackjack-match-nh", {}, {"N14": "R2"}),
    *(
        ("blackjack", {"double_on": on, "double_after_split": after, "max_hands": most, "resplit_aces": again,
                       "hit_split_aces": draw_on, "split_by": by, "surrender": gives}, {})
        for on, after, most, again, draw_on, by, gives in (
            ("any", True, 4, False, False, "value", "none"), ("9-11", True, 4, True, False, "value", "late"),
            ("10-11", False, 3, True, True, "rank", "early"), ("any", True, 2, True, True, "value", "late"),
            ("any", False, 1, False, False, "value", "none"), ("9-11", False, 4, True, True, "rank", "none"),
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize(("game", "options", "readings"), LEGAL_VARIANTS, ids=described)
def test_what_a_player_may_do_agrees(game: str, options: dict[str, object], readings: dict[str, str]) -> None:
    """Every kind of hand and every pair, split or not, doubled or not, with one to four hands."""
    house = house_of(game, *choices(readings, **options))
    pairs = [(first + "c", second + "d") for first, second in product(RANKS, repeat=2)]
    for cards in (*pairs, *player_hands()):
        for split, doubled, hands_in_box in product((False, True), (False, True), (1, 2, 3, 4)):
            if split != (hands_in_box > 1) or (doubled and len(cards) != 3):
                continue
            mine = box(" ".join(cards), split=split, doubled=doubled)
            told = {
                "cards": list(cards), "from_split": split, "split_aces": split and cards[0][0] == "A",
                "hands_in_box": hands_in_box, "doubled": doubled, "second_chance_taken": False,
                "first_action": len(cards) == 2 and not split, "up": "As",
            }  # fmt: skip
            found = {
                "hit": may_hit(mine, house),
                "stand": may_stand(mine, house),
                "double": may_double(mine, house),
                "split": may_split(mine, hands_in_box, house),
                "surrender": may_surrender(mine, house),
                "second_chance": may_take_second_chance(mine, house),
            }
            if told["first_action"]:
                found["insurance"] = may_insure(mine, ranks("A")[0], house)
                found["even_money"] = may_take_even_money(mine, ranks("A")[0], house)
            for action, allowed in found.items():
                expected = naive.may(game, action, told, options, readings)
                assert allowed == expected, (action, cards, split, doubled, hands_in_box)


@pytest.mark.parametrize("up", range(2, KING + 1))
def test_insurance_is_for_an_ace_alone(up: int) -> None:
    """No other up card opens insurance or even money, in any game."""
    for game in (
        "down-under-pa",
        "double-back-jack-pa",
        "down-under-vendor",
        "blackjack-match-nh",
        "blackjack",
    ):
        assert not may_insure(box("9 7"), up, house_of(game))
        assert not may_take_even_money(box("A K"), up, house_of(game))


def test_the_case_domain_is_complete() -> None:
    """Totals 2 to 31, soft and hard, two Large or not, naturals, and dealers from 17 to 26."""
    held = [box_hand(case) for case in cases(second_chance=False)]
    assert {one.hand.pips for one in held} >= set(range(2, 32))
    house = house_of("down-under-pa")
    finals = {dealt(" ".join(dealer), house).points for dealer in DEALERS}
    assert finals >= set(range(17, 27))
    assert draw(hand("A"), 13).pips == 11
    assert len(Suit) == 4
