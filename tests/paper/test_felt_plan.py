"""The plan of a felt: everything in its place, nothing over another."""

from dataclasses import replace
from itertools import combinations, pairwise
from math import cos, hypot, sin

import pytest

from pitboss.games.files import known_games
from pitboss.games.game import Game
from pitboss.paper.felt_plan import (
    BOXES,
    CARD_HEIGHT,
    CARD_WIDTH,
    HEIGHT,
    MIDDLE,
    RADIUS,
    SIDE,
    TOP,
    WIDTH,
    Place,
    Spot,
    plan_felt,
    text_width,
)
from tests.floor import game_of
from tests.paper.drawn import HOLDER, every_game, plan_of

FACINGS = (0.0, 1.0)


def on_the_cloth(x: float, y: float) -> bool:
    if y < TOP + SIDE:
        return y > TOP and abs(x - MIDDLE) < RADIUS
    return hypot(x - MIDDLE, y - TOP - SIDE) < RADIUS


def rims(spot: Spot) -> list[Place]:
    """Points of its edge, on the felt."""
    wide, high = spot.width / 2, spot.height / 2
    if spot.shape == "circle":
        return [spot.place.at(wide * cos(turn), wide * sin(turn)) for turn in range(6)]
    return [spot.place.at(x, y) for x in (-wide, wide) for y in (-high, high)]


def touch(one: Spot, other: Spot) -> bool:
    """In one box by their frames, between boxes by the circles about them."""
    if one.shape == other.shape == "circle":
        return apart(one.place, other.place) < (one.width + other.width) / 2
    if one.id[:5] != other.id[:5]:
        reach = (hypot(one.width, one.height) + hypot(other.width, other.height)) / 2
        return apart(one.place, other.place) < reach
    across, down = abs(one.inside.x - other.inside.x), abs(one.inside.y - other.inside.y)
    return across < (one.width + other.width) / 2 and down < (one.height + other.height) / 2


def apart(one: Place, other: Place) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def test_box_1_is_at_the_right_because_the_dealer_faces_you() -> None:
    plan = plan_of("blackjack")
    across = [box.place.x for box in plan.boxes]
    assert across == sorted(across, reverse=True)
    assert plan.shoe.middle.x > MIDDLE > plan.rack.middle.x
    assert [box.id for box in plan.boxes] == [f"box-{number}" for number in range(1, BOXES + 1)]


@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("name", known_games())
def test_every_area_lies_on_the_cloth(name: str, facing: float) -> None:
    plan = plan_of(name, facing=facing)
    assert all(on_the_cloth(p.x, p.y) for box in plan.boxes for spot in box.spots for p in rims(spot))
    assert all(on_the_cloth(card.place.x, card.place.y) for box in plan.boxes for card in box.card_boxes)
    areas = [plan.tray, plan.shoe, plan.rack, plan.drop_box, plan.tip_box, *plan.lanes]
    assert all(on_the_cloth(area.x, area.y) for area in areas)
    assert all(on_the_cloth(area.x + area.width, area.y + area.height) for area in areas)


@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("name", known_games())
def test_no_betting_area_touches_another(name: str, facing: float) -> None:
    spots = [spot for box in plan_of(name, facing=facing).boxes for spot in box.spots]
    assert not [(one.id, other.id) for one, other in combinations(spots, 2) if touch(one, other)]


@pytest.mark.parametrize("facing", FACINGS)
def test_four_wagers_in_a_box_have_areas_apart(facing: float) -> None:
    """No known document has so many; a new one may."""
    matches, chance = game_of("blackjack-match-nh"), game_of("double-back-jack-pa").wager_of("second_chance")
    assert chance is not None
    plan = plan_felt(replace(matches, wagers=(*matches.wagers, chance)), holder=HOLDER, facing=facing)
    spots = [spot for box in plan.boxes for spot in box.spots]
    assert len(spots) == 4 * BOXES
    assert not [(one.id, other.id) for one, other in combinations(spots, 2) if touch(one, other)]
    assert all(on_the_cloth(rim.x, rim.y) for spot in spots for rim in rims(spot))


def covers(card: Place, spot: Spot) -> bool:
    """Does an upright card box reach into an upright betting area?"""
    across, down = abs(card.x - spot.place.x), abs(card.y - spot.place.y)
    if spot.shape == "circle":
        return hypot(max(0, across - CARD_WIDTH / 2), max(0, down - CARD_HEIGHT / 2)) < spot.width / 2
    return across < (CARD_WIDTH + spot.width) / 2 and down < (CARD_HEIGHT + spot.height) / 2


def test_card_boxes_keep_off_betting_areas_devices_and_each_other() -> None:
    plan = plan_of("over-under-pa", facing=0.0)
    cards = [card.place for box in plan.boxes for card in box.card_boxes]
    spots = [spot for box in plan.boxes for spot in box.spots]
    assert not [(card, spot.id) for card in cards for spot in spots if covers(card, spot)]
    assert not [(one, other) for one, other in combinations(cards, 2) if apart(one, other) < CARD_WIDTH]
    lowest = max(area.y + area.height + 22 for area in (plan.rack, plan.shoe))
    assert all(card.y - CARD_HEIGHT / 2 > lowest for card in cards)


@pytest.mark.parametrize("name", known_games())
def test_spots_and_ids_are_unique(name: str) -> None:
    plan = plan_of(name)
    ids = [spot.id for box in plan.boxes for spot in box.spots]
    ids += [card.id for box in plan.boxes for card in box.card_boxes] + [arc.id for arc in plan.arcs]
    ids += [lane.id for lane in plan.lanes]
    assert len(set(ids)) == len(ids)
    assert all(box.spots[0].id == f"{box.id}-main" for box in plan.boxes)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: f"{game.id}-{game.house.decks}")
def test_words_fit_their_arcs_and_arcs_keep_apart(game: Game) -> None:
    plan = plan_felt(game, holder=HOLDER)
    for arc in plan.arcs:
        assert (text_width(arc.text) * arc.size + arc.spacing * len(arc.text)) / arc.radius < 2.1, arc
        assert arc.size > 12, arc
    inside = sorted((arc for arc in plan.arcs if arc.role != "insurance"), key=lambda arc: arc.radius)
    for inner, outer in pairwise(inside):
        assert outer.radius - inner.radius > outer.size * 0.95, (inner, outer)
    cards = [hypot(b.cards.x - plan.center.x, b.cards.y - plan.center.y) for b in plan.boxes]
    assert max(arc.radius for arc in plan.arcs) < min(cards) - CARD_HEIGHT / 2


def test_a_sentence_on_several_arcs_is_read_from_the_dealer_towards_the_players() -> None:
    arcs = [a for a in plan_of("double-back-jack-pa").arcs if "673a.2(b)(4)(iii)" in a.clauses]
    assert arcs[0].text.startswith("Blackjack Wagers will push")
    assert [arc.radius for arc in arcs] == sorted(arc.radius for arc in arcs)


@pytest.mark.parametrize("hands", [1, 2, 3, 4])
@pytest.mark.parametrize("facing", FACINGS)
def test_split_hands_lie_side_by_side_and_off_the_neighbours(hands: int, facing: float) -> None:
    plan = plan_of("blackjack", facing=facing)
    for box in plan.boxes:
        places = plan.hands(box.number, hands)
        assert len(places) == hands
        gaps = [hypot(a.x - b.x, a.y - b.y) for a, b in pairwise(places)]
        assert all(gap > CARD_WIDTH * places[0].scale for gap in gaps)
        assert all(on_the_cloth(place.x, place.y) for place in places)
    for one, other in pairwise(plan.boxes):
        last, first = plan.hands(one.number, hands)[-1], plan.hands(other.number, hands)[0]
        assert hypot(last.x - first.x, last.y - first.y) > CARD_WIDTH * first.scale * 0.9


def test_the_first_hand_is_at_the_players_right() -> None:
    first, second = plan_of("blackjack", facing=0.0).hands(3, 2)
    assert first.x > second.x


def test_cards_of_a_hand_fan_so_that_every_index_shows() -> None:
    plan = plan_of("blackjack", facing=0.0)
    (hand,) = plan.hands(3)
    places = [plan.card(hand, number) for number in range(5)]
    assert all(b.x - a.x > 10 and a.y - b.y > 10 for a, b in pairwise(places))
    assert plan.card(hand, 2, sideways=True).turn - hand.turn == 90


@pytest.mark.parametrize("cards", [2, 4, 9])
def test_the_dealers_cards_stay_in_their_place(cards: int) -> None:
    plan = plan_of("down-under-pa")
    for lane in plan.lanes:
        places = plan.dealer_cards(cards, lane.id.removeprefix("lane-"))
        assert len(places) == cards
        assert min(p.x for p in places) - CARD_WIDTH / 2 > lane.x
        assert max(p.x for p in places) + CARD_WIDTH / 2 < lane.x + lane.width
    assert plan_of("over-under-pa").dealer_cards(2) == ()


def test_facing_turns_each_box_to_its_player() -> None:
    turned, upright = plan_of("blackjack"), plan_of("blackjack", facing=0.0)
    assert all(box.place.turn == 0 for box in upright.boxes)
    for box in turned.boxes:
        outwards = box.place.at(0, 100)
        gone = hypot(outwards.x - turned.center.x, outwards.y - turned.center.y)
        assert gone - hypot(box.place.x - turned.center.x, box.place.y - turned.center.y) == pytest.approx(
            100
        )


def test_a_place_is_reached_in_its_own_frame() -> None:
    moved = Place(10, 10, 90, 2).at(5, 0, 45, 0.5)
    assert (moved.x, moved.y, moved.turn, moved.scale) == pytest.approx((10, 20, 135, 1))


def test_the_table_has_the_size_of_a_real_one() -> None:
    assert 2 * RADIUS == 1800
    assert WIDTH > 2 * RADIUS
    assert HEIGHT > RADIUS + SIDE


def test_a_reader_is_drawn_where_the_document_lists_one() -> None:
    named = {name: plan_of(name).reader for name in known_games()}
    labels = {name: area.label if area else "" for name, area in named.items()}
    assert labels == {
        "down-under-pa": "MASQUE CARD READER", "double-back-jack-pa": "CARD READER", "over-under-pa": "",
        "down-under-vendor": "MASQUE CARD READER", "blackjack-match-nh": "", "blackjack": "",
    }  # fmt: skip


def test_insurance_has_its_line_where_it_is_offered() -> None:
    assert plan_of("blackjack").insurance is not None
    assert plan_felt(game_of("blackjack", "insurance=no"), holder=HOLDER).insurance is None
    assert plan_of("over-under-pa").insurance is None
