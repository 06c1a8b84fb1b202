"""Draws docs/felt.svg: a round of Down Under Blackjack, from the plan that paper and screen share."""

from pathlib import Path

from pitboss.games.load import load_game
from pitboss.paper.card_faces import draw_back, draw_card, place_card
from pitboss.paper.chip_drawing import draw_stack
from pitboss.paper.felt import felt_group
from pitboss.paper.felt_plan import HEIGHT, WIDTH, FeltPlan, plan_felt
from pitboss.paper.ink_themes import stylesheet
from pitboss.paper.svg import element, picture
from pitboss.table.chips import in_chips
from pitboss.table.notation import parse_card

FELT = Path(__file__).with_name("felt.svg")
HANDS = {1: ["Ks Qd"], 2: ["5d 6c"], 3: ["Tc 6h"], 4: ["8h 3c", "8d Ts 2h"], 5: ["As 7s 2d"], 6: ["9c 8d"]}
STAKES_CENTS = {1: 25_00, 2: 75_00, 3: 25_00, 4: 100_00, 5: 15_00, 6: 110_00}
SIDES_CENTS = {1: 5_00, 5: 5_00, 6: 25_00}
CHIPS_SCALE = 1.6


def main() -> None:
    FELT.write_text(draw())


def draw() -> str:
    plan = plan_felt(load_game("down-under-pa"), holder="Pitboss", facing=0.0)
    up, hole = plan.dealer_cards(2, "medium")
    return picture(
        WIDTH,
        HEIGHT,
        element("style", stylesheet("felt")),
        felt_group(plan),
        place_card(draw_card(parse_card("9d")), up),
        place_card(draw_back("red"), hole),
        *(piece for box in HANDS for piece in box_of(plan, box)),
        title="A round of Down Under Blackjack: the reader has shown that the hole card is Medium",
    )


def box_of(plan: FeltPlan, number: int) -> list[str]:
    """The hands of a box, the last first so that every index is seen, and its chips."""
    hands = HANDS[number]
    drawn = [
        place_card(draw_card(parse_card(card)), plan.card(place, at))
        for place, hand in reversed(list(zip(plan.hands(number, len(hands)), hands, strict=True)))
        for at, card in enumerate(hand.split())
    ]
    drawn.append(_stack(plan, number, "bet", STAKES_CENTS[number]))
    if number in SIDES_CENTS:
        drawn.append(_stack(plan, number, "match_the_dealer", SIDES_CENTS[number]))
    return drawn


def _stack(plan: FeltPlan, number: int, wager: str, cents: int) -> str:
    place = plan.box(number).spot(wager).place._replace(scale=CHIPS_SCALE)
    return draw_stack(in_chips(cents, plan.game.house), place)


if __name__ == "__main__":
    main()
