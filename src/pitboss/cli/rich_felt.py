"""The felt in color, for a terminal that has colors. Shape and word always say the same."""

from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pitboss.cli.plain_felt import tell_chance, tell_points, tell_sides
from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_cents
from pitboss.rules.cards import Card
from pitboss.table.chips import Chips
from pitboss.table.event_text import LAMPS, tell_card
from pitboss.table.view import BoxView, HandView, View

FELT = "on #0b3d2a"
RED_SUITS = (1, 2)
LANES = (
    ("small", "2-5", LAMPS["blue"], "bright_white on blue"),
    ("medium", "6-9", LAMPS["red"], "bright_white on red"),
    ("large", "10-A", LAMPS["yellow"], "black on yellow"),
)
DISCS = {1_00: "white", 5_00: "red", 25_00: "green", 100_00: "bright_black", 500_00: "magenta",
         1_000_00: "yellow", 5_000_00: "blue"}  # fmt: skip
MOST_DISCS = 5


def paint_table(seen: View, seat: int, game: Game, title: str) -> Panel:
    """What the player at this seat sees: the dealer above, the boxes below, the player's own marked."""
    grid = Table.grid(padding=(0, 2))
    for _ in range(5):
        grid.add_column(no_wrap=True)
    if seen.dealer or seen.hole_card_down:
        grid.add_row(
            "", "Dealer", _cards(seen.dealer, hole=seen.hole_card_down), _dealer_points(seen), _lanes(seen)
        )
    for box in seen.boxes:
        _paint_box(grid, seen, box, seat, game)
    return Panel(grid, title=title, title_align="left", style=FELT, border_style="green", expand=False)


def _paint_box(grid: Table, seen: View, box: BoxView, seat: int, game: Game) -> None:
    mine = "You" if box.seat == seat else f"Seat {box.seat}"
    for number, hand in enumerate(box.hands):
        label = f"{mine} {number + 1}" if len(box.hands) > 1 else mine
        style = "bold" if box.seat == seat else "dim"
        sides = tell_sides(box, game) if number == 0 else ""
        row = (
            Text(label, style),
            _hand_cards(hand),
            tell_points(hand),
            _stake(hand, sides, game),
        )
        grid.add_row(Text("▶" if _acts(seen, box, number) else "", "bold yellow"), *row)


def _acts(seen: View, box: BoxView, number: int) -> bool:
    return any(act.must and (act.box, act.hand) == (box.number, number) for act in seen.next)


def _hand_cards(hand: HandView) -> Text:
    told = _cards(hand.cards)
    if hand.second_chance is not None:
        told.append("minus ").append_text(_tile(hand.second_chance)).append(f" is {hand.points_left}")
    return told


def _cards(cards: tuple[Card, ...], *, hole: bool = False) -> Text:
    told = Text()
    for card in cards:
        told.append_text(_tile(card)).append(" ")
    if hole:
        told.append(" ▒▒ ", "white on blue").append(" ")
    return told


def _tile(card: Card) -> Text:
    ink = "red" if card.suit in RED_SUITS else "black"
    return Text(f" {tell_card(card)} ", f"bold {ink} on white")


def _dealer_points(seen: View) -> str:
    return "" if seen.hole_card_down or len(seen.dealer) < 2 else str(seen.dealer_points)


def _lanes(seen: View) -> Text:
    """The three rectangles before the dealer, the lit one in its color."""
    told = Text()
    for name, cards, lamp, style in LANES if seen.reader and seen.range else ():
        lit = name == seen.range
        words = f" {lamp.split()[0] if lit else '·'} {name.title()} {cards} "
        told.append(words, f"bold {style}" if lit else "dim").append(" ")
    return told


def _stake(hand: HandView, sides: str, game: Game) -> Text:
    told = Text(tell_cents(hand.current_cents), "bold")
    for stack in hand.chips:
        told.append(" ").append_text(_discs(stack))
    told.append(tell_chance(hand, game))
    if hand.status != "live":
        told.append(f"  {hand.status}", "italic")
    return told.append(sides, "dim")


def _discs(stack: Chips) -> Text:
    color = DISCS.get(stack.denomination_cents, "cyan")
    shown = "●" * min(stack.number, MOST_DISCS)
    return Text(shown, color).append(f"{stack.number}×{tell_cents(stack.denomination_cents)}", "dim")
