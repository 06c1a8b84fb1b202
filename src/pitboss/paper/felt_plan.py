"""A felt as data: the position of everything on it, in millimeters of a real table.

The dealer stands at the top and faces you, so box 1, at the dealer's left, is at the right.
Only the outline is ours; its contents come from the game: wagers, areas, inscriptions and decks.
"""

import re
from dataclasses import dataclass
from math import cos, pi, radians, sin
from typing import Literal, NamedTuple

from pitboss.games.file_schema import InscriptionPart, WagerPart
from pitboss.games.game import Game
from pitboss.games.vocabulary import typed
from pitboss.paper.felt_wording import FeltLine, Payout, Role, felt_lines, payouts, short_name, tell_decks
from pitboss.rules.cards import Range
from pitboss.rules.house import Reader
from pitboss.rules.mechanism import mechanism

WIDTH, HEIGHT = 1960.0, 1190.0
MIDDLE, TOP = WIDTH / 2, 65.0
"""The middle of the dealer's edge."""
RADIUS, SIDE = 900.0, 150.0
"""The players' side is half a circle below two short straight sides."""
RAIL = 46.0
BOXES = 6
CARD_WIDTH, CARD_HEIGHT = 63.5, 88.9
CHIP = 39.0
CARD_THICKNESS = 0.305
SPOTS_AT = 736.0
WIDEST, WIDEST_UPRIGHT = 74.0, 70.0
"""Boxes lie on a circle about the middle of the table, from one angle off the axis to the other; upright
boxes stand closer together, for their cards reach towards the dealer's edge."""
OWN_AREA = ("before the deal", "bust")
PLAY_WAGERS = ("over", "under")
"""Kinds of wagers with an area of their own though they are made after the first card."""


class Place(NamedTuple):
    x: float
    y: float
    turn: float = 0.0
    """Degrees clockwise."""
    scale: float = 1.0

    def at(self, x: float, y: float, turn: float = 0.0, scale: float = 1.0) -> "Place":
        """A place given from this one, as seen by whoever sits here."""
        angle = radians(self.turn)
        return Place(
            self.x + self.scale * (x * cos(angle) - y * sin(angle)),
            self.y + self.scale * (x * sin(angle) + y * cos(angle)),
            self.turn + turn,
            self.scale * scale,
        )


class Spot(NamedTuple):
    """A betting area: where in its box it lies, and what is written in it."""

    id: str
    wager: str
    label: tuple[str, ...]
    shape: Literal["circle", "cartouche"]
    place: Place
    """On the felt."""
    inside: Place
    """In the frame of its box."""
    width: float
    height: float
    spoken: str


class CardBox(NamedTuple):
    id: str
    inside: Place
    place: Place


class Box(NamedTuple):
    number: int
    id: str
    place: Place
    spots: tuple[Spot, ...]
    card_boxes: tuple[CardBox, ...]
    cards: Place
    """The middle of the first card of the only hand."""
    name: Place
    insurance: Place
    room: float
    """How wide the hands of a box may spread."""

    def spot(self, wager: str) -> Spot:
        return next(spot for spot in self.spots if spot.wager == wager)


class Area(NamedTuple):
    """A rectangle on the felt: an area for the dealer's hand, the shoe, a box at the dealer's edge."""

    id: str
    label: str
    x: float
    y: float
    width: float
    height: float
    mark: str = ""

    @property
    def middle(self) -> Place:
        return Place(self.x + self.width / 2, self.y + self.height / 2)


class Arc(NamedTuple):
    """Words on a circle about the middle of the table."""

    id: str
    text: str
    role: Role
    radius: float
    size: float
    spacing: float
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class FeltPlan:
    game: Game
    holder: str
    center: Place
    boxes: tuple[Box, ...]
    lanes: tuple[Area, ...]
    dealer: Area | None
    """Where the dealer's hand lies, or lies before it moves to an area; None where the dealer has no hand."""
    tray: Area
    shoe: Area
    rack: Area
    rack_mark: float
    """How high all the decks stack, in millimeters."""
    drop_box: Area
    tip_box: Area
    reader: Area | None
    insurance: tuple[float, float] | None
    """The radii of the insurance line."""
    arcs: tuple[Arc, ...]
    pay_panel: tuple[Payout, ...]
    title: Place

    def box(self, number: int) -> Box:
        return self.boxes[number - 1]

    def hands(self, box: int, hands: int = 1) -> tuple[Place, ...]:
        """Where the first card of each of a box's hands lies; the first hand is at the player's right.

        Drawn from the last hand to the first, every index stays in sight.
        """
        here = self.box(box)
        step = min(CARD_WIDTH * 1.9, here.room / hands)
        scale = min(1.0, step / (CARD_WIDTH * 1.12))
        middle = (hands - 1) / 2
        return tuple(here.cards.at((middle - number) * step, 0, 0, scale) for number in range(hands))

    def card(self, hand: Place, number: int, *, sideways: bool = False) -> Place:
        """The place of a card of a hand, the first is number 0: fanned up and to the right."""
        placed = hand.at(number * 15.0, number * -17.0)
        return placed.at(8.0, -6.0, 90.0) if sideways else placed

    def dealer_cards(self, cards: int, lane: str = "") -> tuple[Place, ...]:
        """Where the dealer's cards lie, side by side while they fit, then closer."""
        home = next((area for area in self.lanes if area.id == f"lane-{lane}"), self.dealer)
        if home is None:
            return ()
        room = home.width - CARD_WIDTH - 24
        step = min(CARD_WIDTH + 6, room / max(1, cards - 1))
        first = home.middle.x - step * (cards - 1) / 2
        height = home.y + (home.height - (LANE_LABEL if self.lanes else 0)) / 2
        return tuple(Place(first + number * step, height) for number in range(cards))


def angle_of(box: int, facing: float = 1.0) -> float:
    """Degrees from the axis of the table, box 1 at the right."""
    widest = WIDEST_UPRIGHT + (WIDEST - WIDEST_UPRIGHT) * facing
    return widest - (box - 1) * 2 * widest / (BOXES - 1)


@mechanism("paper.layout")
def plan_felt(game: Game, *, holder: str, to_sign: tuple[str, ...] = (), facing: float = 1.0) -> FeltPlan:
    """The felt of a game. `facing` 1 turns every box to its player, as on cloth; 0 keeps all upright."""
    center = Place(MIDDLE, TOP + SIDE)
    words = felt_lines(game, to_sign)
    panel = _pay_panel(game, words)
    insured = any(line.role == "insurance" for line in words)
    return FeltPlan(
        game=game,
        holder=holder,
        center=center,
        boxes=tuple(_box(game, center, number, facing) for number in range(1, BOXES + 1)),
        lanes=_lanes(game),
        dealer=_dealer(game),
        tray=Area("tray", "", MIDDLE - 300, TOP + 12, 600, 74),
        shoe=Area("shoe", "SHOE", MIDDLE + 610, TOP + 24, 170, 92),
        rack=Area("discard-rack", "DISCARD RACK", MIDDLE - 790, TOP + 16, 112, 132, _rack_words(game)),
        rack_mark=round(_stack_height(game), 1),
        drop_box=Area("drop-box", "DROP BOX", MIDDLE - 578, TOP + 30, 100, 22),
        tip_box=Area("tip-box", "TIP BOX", MIDDLE + 446, TOP + 24, 64, 34),
        reader=_reader(game),
        insurance=(INSURANCE_AT - 27, INSURANCE_AT + 27) if insured else None,
        arcs=_arcs(tuple(line for line in words if not (panel and line.role == "payout"))),
        pay_panel=panel,
        title=Place(MIDDLE, TOP + (262 if _lane_parts(game) else 238)),
    )


@mechanism("paper.discard_rack")
def _rack_words(game: Game) -> str:
    return f"{tell_decks(game)} · {_stack_height(game):.0f} mm"


def _stack_height(game: Game) -> float:
    """How high all cards of the shoe stack, in millimeters."""
    return game.house.decks * game.deck.cards * CARD_THICKNESS


@mechanism("paper.reader")
def _reader(game: Game) -> Area | None:
    """The device of the document's equipment list that reads the hole card, under the document's name."""
    governing = set(game.register.governing(["paper.reader"]))
    readers = [
        part.item for part in game.equipment if governing & set(part.clauses) or "reader" in part.item.lower()
    ]
    if not readers or game.house.dealer.reader == Reader.NONE:
        return None
    return Area("reader", readers[0].partition(" with ")[0].upper(), MIDDLE - 416, TOP + 20, 76, 50)


# ---- the dealer's side

LANE_WIDTH, LANE_HEIGHT, LANE_GAP, LANE_LABEL = 216.0, 148.0, 14.0, 36.0
LANES_AT = TOP + 100
RANGES = tuple(range_.name.lower() for range_ in Range)
"""Of the hole card, lowest first; the areas before the dealer stand in this order."""


def _lane_parts(game: Game) -> list[InscriptionPart]:
    return [part for part in game.inscriptions if part.where == "lane"]


@mechanism("paper.areas")
def _lanes(game: Game) -> tuple[Area, ...]:
    """The rectangles before the dealer, in the order of the game file, each with its inscription."""
    parts = _lane_parts(game)
    whole = len(parts) * LANE_WIDTH + (len(parts) - 1) * LANE_GAP
    return tuple(
        Area(
            f"lane-{RANGES[number]}",
            part.text,
            MIDDLE - whole / 2 + number * (LANE_WIDTH + LANE_GAP),
            LANES_AT,
            LANE_WIDTH,
            LANE_HEIGHT,
        )
        for number, part in enumerate(parts[: len(RANGES)])
    )


def _dealer(game: Game) -> Area | None:
    """Before the reader is used the dealer's cards lie over the middle area, else in a place of their own."""
    if not game.has_dealer:
        return None
    return Area("dealer", "", MIDDLE - 150, LANES_AT + 6, 300, 112)


def _pay_panel(game: Game, words: tuple[FeltLine, ...]) -> tuple[Payout, ...]:
    """A pay table of totals, drawn before the dealer where the dealer has no hand."""
    if game.has_dealer or not any(line.role == "payout" for line in words):
        return ()
    return tuple(payout for payout in payouts(game) if payout.wager.kind == "total_bonus")


# ---- the boxes


def _box(game: Game, center: Place, number: int, facing: float) -> Box:
    angle = angle_of(number, facing)
    place = Place(
        center.x + SPOTS_AT * sin(radians(angle)),
        center.y + SPOTS_AT * cos(radians(angle)),
        -angle * facing,
    )
    spots = _spots(game, number, place)
    card_boxes = _card_boxes(game, number, place)
    return Box(
        number=number,
        id=f"box-{number}",
        place=place,
        spots=spots,
        card_boxes=card_boxes,
        cards=card_boxes[0].place if card_boxes else spots[0].place.at(-8, -124),
        name=place.at(0, 104),
        insurance=_towards(center, angle, INSURANCE_AT, place.turn),
        room=288.0,
    )


def _towards(center: Place, angle: float, radius: float, turn: float) -> Place:
    return Place(center.x + radius * sin(radians(angle)), center.y + radius * cos(radians(angle)), turn)


@mechanism("paper.betting_areas")
def _spots(game: Game, number: int, place: Place) -> tuple[Spot, ...]:
    """A separate area for each wager that is not placed beside another; the main wager first."""
    own = sorted((wager for wager in game.wagers if has_own_area(wager)), key=lambda wager: not wager.main)
    return tuple(
        _spot(wager, number, place, *where) for wager, where in zip(own, _arrangement(own), strict=True)
    )


def has_own_area(wager: WagerPart) -> bool:
    """Insurance has its line; doubles and splits are placed beside the main wager."""
    return wager.timing in OWN_AREA or wager.kind in PLAY_WAGERS


def _arrangement(own: list[WagerPart]) -> list[tuple[float, float, float, float]]:
    """Where in the box each area lies, and how large it is."""
    if any(wager.kind in PLAY_WAGERS for wager in own):
        main = (-64.0, 44.0, 92.0, 92.0) if len(own) > 3 else (0.0, 44.0, 92.0, 92.0)
        plays = {"over": (60.0, -52.0, 112.0, 76.0), "under": (-60.0, -52.0, 112.0, 76.0)}
        return [main if wager.main else plays.get(wager.kind, (64.0, 44.0, 92.0, 92.0)) for wager in own]
    if len(own) == 2:
        return [(-44.0, 0.0, 112.0, 112.0), (68.0, 8.0, 92.0, 92.0)]
    sides = [(-108.0, 18.0, 90.0, 90.0), (108.0, 18.0, 90.0, 90.0)]
    if len(own) > 3:
        sides = [(-104.0, -20.0, 76.0, 76.0), (104.0, -20.0, 76.0, 76.0), (-76.0, 62.0, 76.0, 76.0),
                 (76.0, 62.0, 76.0, 76.0)]  # fmt: skip
    return [(0.0, 0.0, 112.0, 112.0) if len(own) < 4 else (0.0, -10.0, 104.0, 104.0), *sides[: len(own) - 1]]


def _spot(
    wager: WagerPart, number: int, place: Place, x: float, y: float, width: float, height: float
) -> Spot:
    return Spot(
        id=f"box-{number}-{spot_name(wager)}",
        wager=wager.id,
        label=spot_label(wager),
        shape="circle" if width == height else "cartouche",
        place=place.at(x, y),
        inside=Place(x, y),
        width=width,
        height=height,
        spoken=f"Box {number}: {wager.name}",
    )


def spot_name(wager: WagerPart) -> str:
    """How the id of a betting area ends."""
    return "main" if wager.main else typed(wager.id)


def spot_label(wager: WagerPart) -> tuple[str, ...]:
    """A wager's name in short lines; a main wager to which the document gives no proper name is the bet."""
    name = short_name(wager)
    if wager.main and not name[:1].isupper():
        return ("BET",)
    return tuple(name.upper().replace("-", "- ").split())


@mechanism("paper.card_boxes")
def _card_boxes(game: Game, number: int, place: Place) -> tuple[CardBox, ...]:
    """Where the dealer has no hand, a rectangle for each card of a player, the outermost the nearest."""
    if game.has_dealer:
        return ()
    side = 1 if number <= BOXES // 2 else -1
    return tuple(
        CardBox(f"box-{number}-card-{card + 1}", inside, place.at(inside.x, inside.y))
        for card, inside in enumerate(Place(side * (76 - 76 * step), -152 - 16 * step) for step in range(3))
    )


# ---- words on arcs

INSURANCE_AT = 506.0
INNERMOST = 262.0
"""Words keep this far from the middle of the table, where the name of the house is."""
REACH = 112
"""Degrees of the circle that a line may take."""
SIZES = {"headline": 44.0, "line": 25.0, "payout": 21.0, "notice": 19.0, "insurance": 27.0}
SPACING = {"headline": 0.13, "line": 0.05, "payout": 0.04, "notice": 0.04, "insurance": 0.3}
GAP, MOST_GROWN = 11.0, 1.25
LONGEST_LINE = 60


def _arcs(words: tuple[FeltLine, ...]) -> tuple[Arc, ...]:
    """From the insurance line inwards: the headline, then the other lines, smaller and smaller."""
    ordered = sorted(words, key=lambda line: list(SIZES).index(line.role))
    rows = [(line, part) for line in ordered for part in _broken(line.text)]
    inside = [(line, part) for line, part in rows if line.role != "insurance"]
    band = [
        _arc(len(inside), part, line, INSURANCE_AT, 1.0) for line, part in rows if line.role == "insurance"
    ]
    room = INSURANCE_AT - 38 - INNERMOST
    needed = sum(SIZES[line.role] + GAP for line, _ in inside) or 1.0
    grown = min(MOST_GROWN, room / needed)
    radii = _radii([SIZES[line.role] * grown for line, _ in inside], GAP * grown)
    placed = _in_reading_order([line for line, _ in inside], radii)
    arcs = [_arc(at, part, line, placed[at], grown) for at, (line, part) in enumerate(inside)]
    return (*band, *_one_size_a_role(arcs))


def _one_size_a_role(arcs: list[Arc]) -> list[Arc]:
    smallest = {
        role: min(arc.size for arc in arcs if arc.role == role) for role in {arc.role for arc in arcs}
    }
    return [
        arc._replace(size=smallest[arc.role], spacing=SPACING[arc.role] * smallest[arc.role]) for arc in arcs
    ]


def _radii(sizes: list[float], gap: float) -> list[float]:
    """The middle of each row, from the insurance line inwards."""
    radii, edge = [], INSURANCE_AT - 38
    for size in sizes:
        radii.append(edge - size / 2)
        edge -= size + gap
    return radii


def _in_reading_order(lines: list[FeltLine], radii: list[float]) -> list[float]:
    """Players read from the dealer towards themselves: a sentence in several rows begins at the inside."""
    placed: list[float] = []
    for line in dict.fromkeys(lines):
        mine = [radius for radius, other in zip(radii, lines, strict=True) if other is line]
        placed += sorted(mine)
    return placed


def _arc(number: int, part: str, line: FeltLine, radius: float, grown: float) -> Arc:
    """As large as its role wants it and its arc allows, baseline through the middle of the letters."""
    text = part.upper() if line.role in ("headline", "insurance") else part
    spacing = SPACING[line.role]
    room = radius * REACH * pi / 180
    size = min(SIZES[line.role] * grown, room / (text_width(text) + spacing * len(text)))
    id = "insurance-words" if line.role == "insurance" else f"words-{number + 1}"
    return Arc(id, text, line.role, radius + size * 0.33, size, spacing * size, line.clauses)


def _broken(text: str) -> list[str]:
    """A long sentence in few lines of about one length, parted at its commas where they allow it."""
    pieces = [piece for part in re.split(r"(?<=,) ", text) for piece in _wrap(part, LONGEST_LINE + 4)]
    fewest = len(_joined(pieces, LONGEST_LINE))
    widths = range(1, LONGEST_LINE + 1)
    return next(lines for width in widths if len(lines := _joined(pieces, width)) == fewest)


def _wrap(text: str, width: int) -> list[str]:
    """One piece in equal lines."""
    lines = -(-len(text) // width)
    return _joined(text.split(" "), -(-len(text) // lines) + 2) if lines > 1 else [text]


def _joined(pieces: list[str], width: int) -> list[str]:
    lines = [pieces[0]]
    for piece in pieces[1:]:
        if len(lines[-1]) + 1 + len(piece) > width:
            lines.append(piece)
        else:
            lines[-1] += f" {piece}"
    return lines


def text_width(text: str) -> float:
    """About how wide, in its own size: by a broad face, so that whatever a browser has will fit."""
    return sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    if letter in " .,·'’:iIlj|":
        return 0.34
    if letter in "mwMW—":
        return 0.94
    return 0.72 if letter.isupper() else 0.62 if letter.isdigit() else 0.56
