"""Playing cards of our own: faces, two backs, and their names for screen readers.

A card is drawn in a frame of 250 by 350, the proportions of a poker card, without any id, so that
a page may hold as many as it likes.
"""

from html import escape

from pitboss.paper.felt_plan import CARD_WIDTH, Place
from pitboss.paper.ink_themes import FACES
from pitboss.paper.svg import element, group, line, rect, tell, text
from pitboss.rules.cards import ACE, KING, Card, Suit
from pitboss.rules.mechanism import mechanism

FACE_WIDTH, FACE_HEIGHT = 250, 350
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RANK_NAMES = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
              "jack", "queen", "king")  # fmt: skip
LETTERS = "cdhs"
RED, BLACK, STOCK, EDGE, GOLD = "#b3121d", "#15181a", "#fffdf8", "#b9b3a5", "#b98a2d"
BACKS = {"blue": ("#1f3f73", "#dfe8f6"), "red": ("#8c1c24", "#f8e3df")}
"""The two batches of a shuffling machine differ in their color: cloth and thread of each."""

# Each suit about the middle of its own field, 100 wide and high.
PIPS = {
    Suit.SPADES: "M0 -48 C10 -28 46 -8 46 18 C46 36 30 44 18 40 C11 38 7 33 5 28 C6 38 10 45 19 50 "
    "H-19 C-10 45 -6 38 -5 28 C-7 33 -11 38 -18 40 C-30 44 -46 36 -46 18 C-46 -8 -10 -28 0 -48 Z",
    Suit.HEARTS: "M0 48 C-8 30 -46 8 -46 -18 C-46 -36 -33 -46 -20 -46 C-10 -46 -3 -40 0 -31 "
    "C3 -40 10 -46 20 -46 C33 -46 46 -36 46 -18 C46 8 8 30 0 48 Z",
    Suit.DIAMONDS: "M0 -50 C8 -30 22 -13 38 0 C22 13 8 30 0 50 C-8 30 -22 13 -38 0 C-22 -13 -8 -30 0 -50 Z",
    Suit.CLUBS: "M0 -48 C13 -48 22 -39 22 -27 C22 -19 18 -13 12 -8 C17 -12 23 -13 28 -12 C40 -10 47 -1 46 10 "
    "C45 23 35 31 24 30 C15 29 8 24 5 17 C6 33 10 44 19 50 H-19 C-10 44 -6 33 -5 17 C-8 24 -15 29 -24 30 "
    "C-35 31 -45 23 -46 10 C-47 -1 -40 -10 -28 -12 C-23 -13 -17 -12 -12 -8 C-18 -13 -22 -19 -22 -27 "
    "C-22 -39 -13 -48 0 -48 Z",
}  # fmt: skip

LEFT, CENTER, RIGHT = 91, 125, 159
TOP, LOW = 80, 270
PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((CENTER, TOP), (CENTER, LOW)),
    3: ((CENTER, TOP), (CENTER, 175), (CENTER, LOW)),
    4: ((LEFT, TOP), (RIGHT, TOP), (LEFT, LOW), (RIGHT, LOW)),
    5: ((LEFT, TOP), (RIGHT, TOP), (CENTER, 175), (LEFT, LOW), (RIGHT, LOW)),
    6: ((LEFT, TOP), (RIGHT, TOP), (LEFT, 175), (RIGHT, 175), (LEFT, LOW), (RIGHT, LOW)),
    7: ((LEFT, TOP), (RIGHT, TOP), (CENTER, 127), (LEFT, 175), (RIGHT, 175), (LEFT, LOW), (RIGHT, LOW)),
    8: ((LEFT, TOP), (RIGHT, TOP), (CENTER, 127), (LEFT, 175), (RIGHT, 175), (CENTER, 223), (LEFT, LOW),
        (RIGHT, LOW)),
    9: ((LEFT, TOP), (RIGHT, TOP), (LEFT, 143), (RIGHT, 143), (CENTER, 175), (LEFT, 207), (RIGHT, 207),
        (LEFT, LOW), (RIGHT, LOW)),
    10: ((LEFT, TOP), (RIGHT, TOP), (CENTER, 111), (LEFT, 143), (RIGHT, 143), (LEFT, 207), (RIGHT, 207),
         (CENTER, 239), (LEFT, LOW), (RIGHT, LOW)),
}  # fmt: skip
"""Where the pips of a number card stand; those below the middle stand on their heads."""


def card_name(card: Card) -> str:
    """`queen of hearts`."""
    return f"{RANK_NAMES[card.rank - 1]} of {Suit(card.suit).name.lower()}"


def card_id(card: Card) -> str:
    """`card-Qh`; a ten is `card-10h`."""
    return f"card-{RANKS[card.rank - 1]}{LETTERS[card.suit]}"


def draw_card(card: Card) -> str:
    """A face, from 0 0 to 250 350."""
    ink = RED if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else BLACK
    return group(
        element("title", escape(card_name(card))),
        rect(2, 2, FACE_WIDTH - 4, FACE_HEIGHT - 4, rx=18, fill=STOCK, stroke=EDGE, stroke_width=3),
        _middle(card, ink),
        _index(card, ink),
        _upside_down(_index(card, ink)),
        class_="card",
        fill=ink,
    )


@mechanism("paper.card_backs")
def draw_back(color: str = "blue") -> str:
    """A back: a lattice of small lozenges in a frame, the same either way up."""
    cloth, thread = BACKS[color]
    lozenges = "".join(
        f"M{tell(x)} {tell(y - 11.0)} l8 11 l-8 11 l-8 -11 Z "
        for row in range(12)
        for x, y in _lozenges_of(row)
    )
    return group(
        element("title", "a card face down"),
        rect(2, 2, FACE_WIDTH - 4, FACE_HEIGHT - 4, rx=18, fill=STOCK, stroke=EDGE, stroke_width=3),
        rect(15, 15, FACE_WIDTH - 30, FACE_HEIGHT - 30, rx=10, fill=cloth),
        rect(22, 22, FACE_WIDTH - 44, FACE_HEIGHT - 44, rx=7, fill="none", stroke=thread, stroke_width=2.5),
        element("path", d=lozenges.strip(), fill=thread, fill_opacity=0.55),
        element(
            "circle", cx=FACE_WIDTH / 2, cy=FACE_HEIGHT / 2, r=44, fill=cloth, stroke=thread, stroke_width=3
        ),
        *(
            element("path", d=PIPS[suit], fill=thread, transform=f"translate({x} {y}) scale(0.28)")
            for suit, (x, y) in zip(Suit, ((125, 152), (147, 175), (125, 198), (103, 175)), strict=True)
        ),
        class_=f"card back back-{color}",
    )


def _lozenges_of(row: int) -> list[tuple[float, float]]:
    odd = row % 2
    return [(43.0 + 12 * odd + column * 23.4, 46.0 + row * 23.4) for column in range(8 - odd)]


def place_card(drawn: str, place: Place, **attributes: str) -> str:
    """A card on the felt: its middle on the place, as large as a real card there."""
    scale = CARD_WIDTH / FACE_WIDTH * place.scale
    moved = (
        f"translate({tell(place.x)} {tell(place.y)}) rotate({tell(place.turn)}) "
        f"scale({scale:.4f}) translate({-FACE_WIDTH / 2:g} {-FACE_HEIGHT / 2:g})"
    )
    return group(drawn, transform=moved, **attributes)


def card_symbols() -> str:
    """Every face and back as a symbol: `<use href="#card-Qh">`, `<use href="#back-blue">`."""
    faces = [
        element("symbol", draw_card(card), id=card_id(card), viewBox=f"0 0 {FACE_WIDTH} {FACE_HEIGHT}")
        for suit in Suit
        for card in (Card(rank, suit) for rank in range(ACE, KING + 1))
    ]
    backs = [
        element("symbol", draw_back(color), id=f"back-{color}", viewBox=f"0 0 {FACE_WIDTH} {FACE_HEIGHT}")
        for color in BACKS
    ]
    return element("defs", *faces, *backs)


# ---- what stands on a face


def _pip(suit: int, x: float, y: float, size: float, turned: bool = False) -> str:
    turn = " rotate(180)" if turned else ""
    return element(
        "path", d=PIPS[Suit(suit)], transform=f"translate({tell(x)} {tell(y)}){turn} scale({size / 100:g})"
    )


def _upside_down(drawn: str) -> str:
    return group(drawn, transform=f"rotate(180 {FACE_WIDTH // 2} {FACE_HEIGHT // 2})")


def _index(card: Card, ink: str) -> str:
    """Rank over suit in the corner, large enough for a card 40 pixels wide."""
    rank = RANKS[card.rank - 1]
    narrow = {"letter_spacing": -6, "font_size": 58} if rank == "10" else {"font_size": 64}
    words = text(
        33,
        64,
        rank,
        fill=ink,
        font_weight=700,
        text_anchor="middle",
        font_family=FACES,
        aria_hidden="true",
        **narrow,
    )
    return words + _pip(card.suit, 32, 93, 38)


def _middle(card: Card, ink: str) -> str:
    if card.rank == ACE:
        return _ace(card, ink)
    if card.rank > 10:
        return _court(card, ink)
    return "".join(_pip(card.suit, x, y, 46, turned=y > 175) for x, y in PLACES[card.rank])


def _ace(card: Card, ink: str) -> str:
    """One large pip in two fine rings."""
    rings = [
        element(
            "circle", cx=125, cy=175, r=r, fill="none", stroke=GOLD if r > 74 else ink, stroke_width=width
        )
        for r, width in ((82, 2.2), (74, 1.2))
    ]
    return "".join(rings) + _pip(card.suit, 125, 175, 108)


def _court(card: Card, ink: str) -> str:
    """A framed monogram under its crown, the same from either side of the table."""
    half = _crown(card.rank) + _monogram(card, ink)
    return group(
        rect(64, 40, 122, 270, rx=10, fill="#fbf3df", stroke=ink, stroke_width=2.4),
        rect(70, 46, 110, 258, rx=6, fill="none", stroke=GOLD, stroke_width=1.6),
        line(64, 204, 186, 146, stroke=GOLD, stroke_width=3),
        element(
            "path", d="M125 160 l17 15 l-17 15 l-17 -15 Z", fill="#fbf3df", stroke=GOLD, stroke_width=2.4
        ),
        _pip(card.suit, 125, 175, 15),
        half,
        _upside_down(half),
    )


def _monogram(card: Card, ink: str) -> str:
    letter = text(
        113, 151, RANKS[card.rank - 1], fill=ink, font_size=74, font_weight=700, text_anchor="middle",
        font_family=FACES, aria_hidden="true",
    )  # fmt: skip
    return letter + _pip(card.suit, 160, 108, 26)


CROWNS = {
    11: "M90 86 C88 72 100 60 122 60 C130 60 137 62 143 65 C145 55 153 47 168 46 C168 58 162 68 152 72 "
    "C157 76 160 81 160 86 Z",
    12: "M90 86 L86 62 L102 74 L110 56 L125 70 L140 56 L148 74 L164 62 L160 86 Z",
    13: "M88 86 L84 58 L104 72 L125 54 L146 72 L166 58 L162 86 Z",
}
JEWELS = {
    11: ((97, 93, 2.6), (111, 93, 2.6), (125, 93, 2.6), (139, 93, 2.6), (153, 93, 2.6)),
    12: ((86, 59, 3.6), (110, 53, 3.6), (140, 53, 3.6), (164, 59, 3.6)),
    13: ((84, 55, 4.2), (125, 51, 4.6), (166, 55, 4.2)),
}


def _crown(rank: int) -> str:
    """The jack's cap, the queen's coronet, the king's crown."""
    jewels = [element("circle", cx=x, cy=y, r=r, fill=GOLD) for x, y, r in JEWELS[rank]]
    return element("path", d=CROWNS[rank], fill=GOLD, stroke=GOLD, stroke_linejoin="round") + "".join(jewels)
