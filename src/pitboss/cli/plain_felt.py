"""The table as lines of text: cards, chips, lights."""

from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_cents
from pitboss.table.event_text import LAMPS, tell_card, tell_cards, wager_name
from pitboss.table.view import BoxView, HandView, View

BACK = "▒▒"


def draw_table(seen: View, seat: int, game: Game) -> list[str]:
    """What the player at this seat sees, as lines."""
    lines = [f"  Dealer   {_dealer(seen)}"] if seen.dealer or seen.hole_card_down else []
    for box in seen.boxes:
        mine = "You" if box.seat == seat else f"Seat {box.seat}"
        for number, hand in enumerate(box.hands, 1):
            label = f"{mine} {number}" if len(box.hands) > 1 else mine
            sides = tell_sides(box, game) if number == 1 else ""
            lines.append(f"  {label:<8} {_hand(hand, game)}{sides}")
    return lines


def _dealer(seen: View) -> str:
    cards = tell_cards(seen.dealer) + (f" {BACK}" if seen.hole_card_down else "")
    points = f"   {seen.dealer_points}" if not seen.hole_card_down and len(seen.dealer) > 1 else ""
    light = f"   light {LAMPS[seen.light]}" if seen.light else ""
    area = f", hand in the {seen.lane.title()} area" if seen.lane else ""
    return f"{cards}{points}{light}{area}"


def _hand(hand: HandView, game: Game) -> str:
    cards = tell_cards(hand.cards)
    points = tell_points(hand)
    chance = f" minus {tell_card(hand.second_chance)} is {hand.points_left}" if hand.second_chance else ""
    status = "" if hand.status == "live" else f"  {hand.status}"
    stack = " ".join(f"{chips.number}×{tell_cents(chips.denomination_cents)}" for chips in hand.chips)
    stake = f"{tell_cents(hand.current_cents)} ({stack}){tell_chance(hand, game)}"
    return f"{cards:<22} {points:<8}{chance} {stake}{status}"


def tell_chance(hand: HandView, game: Game) -> str:
    wager = game.wager_of("second_chance")
    if wager is None or not hand.second_chance_cents:
        return ""
    return f" + {wager.name} {tell_cents(hand.second_chance_cents)}"


def tell_points(hand: HandView) -> str:
    if not hand.cards:
        return ""
    return f"soft {hand.points}" if hand.soft else str(hand.points)


def tell_sides(box: BoxView, game: Game) -> str:
    """The wagers beside the main one."""
    told = [f"{wager_name(game, id)} {tell_cents(cents)}" for id, cents in box.sides.items()]
    insurance = game.wager_of("insurance")
    if box.insurance_cents and insurance is not None:
        told.append(f"{insurance.name} {tell_cents(box.insurance_cents)}")
    return f"   ({', '.join(told)})" if told else ""
