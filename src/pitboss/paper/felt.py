"""Draws a felt from its plan, for paper and screen alike."""

from html import escape
from math import cos, pi, sin
from textwrap import wrap

from pitboss.games.vocabulary import tell_odds
from pitboss.paper.felt_plan import (
    CARD_HEIGHT,
    CARD_WIDTH,
    HEIGHT,
    LANE_LABEL,
    MIDDLE,
    RADIUS,
    RAIL,
    SIDE,
    TOP,
    WIDTH,
    Arc,
    Area,
    Box,
    CardBox,
    FeltPlan,
    Place,
    Spot,
    text_width,
)
from pitboss.paper.felt_wording import tell_decks
from pitboss.paper.ink_themes import Theme, stylesheet
from pitboss.paper.svg import element, group, line, picture, rect, tell, text
from pitboss.paper.typography import typographic
from pitboss.rules.mechanism import mechanism

RACK_SCALE = 0.5
"""The discard rack is drawn from the side at half the scale of the felt, so that sixteen decks fit."""


def draw_felt(plan: FeltPlan, theme: Theme = "felt", *, scale: int = 1, stated: bool = True) -> str:
    """A whole file with its own colors, one to `scale`; its user unit is a millimetre of the table.

    A drawing inside a page is fitted to the page, so it does not state a scale.
    """
    return picture(
        WIDTH,
        HEIGHT,
        element("style", stylesheet(theme)),
        group(rect(0, 0, WIDTH, HEIGHT, class_="ground"), class_="felt"),
        felt_group(plan),
        _small_print(plan, scale) if stated else "",
        title=f"Layout of {plan.game.title}, {plan.holder}",
        unit="mm",
        scale=scale,
    )


def felt_group(plan: FeltPlan) -> str:
    """The drawing without its colors, for a page that has the stylesheet."""
    return group(
        _table(),
        _dealers_side(plan),
        _insurance(plan),
        group(*(_arc(plan, arc) for arc in plan.arcs), class_="inscriptions"),
        _name(plan),
        *(_box(box) for box in plan.boxes),
        class_="felt",
    )


# ---- the table


def _table() -> str:
    gradient = element(
        "radialGradient",
        element("stop", offset="0", class_="cloth-middle"),
        element("stop", offset="1", class_="cloth-rim"),
        id="cloth", gradientUnits="userSpaceOnUse", cx=MIDDLE, cy=TOP + 330, r=1000,
    )  # fmt: skip
    return group(
        element("defs", gradient),
        element("path", d=_outline(RAIL), class_="rail"),
        element("path", d=_outline(0), class_="cloth"),
        class_="table",
        aria_hidden="true",
    )


def _outline(more: float) -> str:
    """The dealer's straight edge, two short sides, and half a circle; `more` outside the cloth."""
    wide, top = RADIUS + more, TOP - more * 0.35
    down = TOP + SIDE
    corner = 24 + more / 2
    left, right = MIDDLE - wide, MIDDLE + wide
    return (
        f"M{tell(left)} {tell(top + corner)} Q{tell(left)} {tell(top)} {tell(left + corner)} {tell(top)} "
        f"H{tell(right - corner)} Q{tell(right)} {tell(top)} {tell(right)} {tell(top + corner)} "
        f"V{tell(down)} A{tell(wide)} {tell(wide)} 0 0 1 {tell(left)} {tell(down)} Z"
    )


# ---- the dealer's side


def _dealers_side(plan: FeltPlan) -> str:
    return group(
        _tray(plan.tray),
        _rack(plan),
        _shoe(plan.shoe),
        _slot(plan.drop_box),
        _tip_box(plan.tip_box),
        _reader(plan.reader, shows_range=bool(plan.lanes)) if plan.reader else "",
        *_lanes(plan.lanes),
        _dealer_place(plan) if plan.dealer and not plan.lanes else "",
        _pay_panel(plan) if plan.pay_panel else "",
        id="dealer-side",
    )


def _device(area: Area, **more: str) -> str:
    return rect(area.x, area.y, area.width, area.height, rx=8, class_="device", **more)


def _device_label(area: Area) -> str:
    """Below the device, a long name in short lines."""
    x, y = area.middle.x, area.y + area.height + 19
    return "".join(
        text(x, y + 15 * at, words, class_="device-label", font_size=13.5)
        for at, words in enumerate(wrap(area.label, 14))
    )


def _tray(area: Area) -> str:
    columns = 12
    step = area.width / columns
    rails = [
        line(
            area.x + step * column,
            area.y + 7,
            area.x + step * column,
            area.y + area.height - 7,
            class_="panel-line",
        )
        for column in range(1, columns)
    ]
    return group(_device(area), *rails, id=area.id, aria_label="Chip tray")


def _slot(area: Area) -> str:
    slot = rect(area.x + 10, area.middle.y - 3, area.width - 20, 6, rx=3, class_="slot")
    return group(_device(area), slot, _device_label(area), id=area.id, aria_label="Drop box")


def _tip_box(area: Area) -> str:
    slot = rect(area.middle.x - 14, area.middle.y - 3, 28, 6, rx=3, class_="slot")
    return group(_device(area), slot, _device_label(area), id=area.id, aria_label="Tip box")


def _reader(area: Area, *, shows_range: bool) -> str:
    """The device with a lamp for each range that it shows, or with one."""
    lamp_y = area.y + area.height - 12
    window = rect(area.x + 12, area.y + 9, area.width - 24, area.height - 32, rx=4, class_="place")
    lamps = [
        element("circle", cx=area.middle.x + offset, cy=lamp_y, r=4, class_=f"lamp-{name}")
        for name, offset in (("small", -16), ("medium", 0), ("large", 16))
    ]
    return group(
        _device(area),
        window,
        *(lamps if shows_range else lamps[1:2]),
        _device_label(area),
        id=area.id,
        aria_label=area.label.capitalize(),
    )


def _shoe(area: Area) -> str:
    x, y, low = tell(area.x), area.y, area.y + area.height
    mouth = element(
        "path",
        d=f"M{x} {tell(y + 22)} l34 -10 V{tell(y)} v{tell(area.height)} v-12 L{x} {tell(low - 22)}",
        class_="panel-line",
    )
    return group(_device(area), mouth, _device_label(area), id=area.id, aria_label="Shoe")


def _rack(plan: FeltPlan) -> str:
    """From the side, with the mark that all the decks reach."""
    area = plan.rack
    mark = area.y + area.height - plan.rack_mark * RACK_SCALE
    return group(
        element(
            "path", class_="device",
            d=f"M{tell(area.x)} {tell(area.y)} V{tell(area.y + area.height)} H{tell(area.x + area.width)} "
            f"V{tell(area.y)}",
        ),
        line(area.x - 6, mark, area.x + area.width + 6, mark, class_="mark", id="rack-mark"),
        text(area.middle.x, mark - 7 if mark > area.y + 24 else mark + 18, area.mark,
             class_="device-label", font_size=11.5),
        _device_label(area),
        id=area.id, aria_label=f"Discard rack, marked at {area.mark}",
    )  # fmt: skip


def _lanes(lanes: tuple[Area, ...]) -> list[str]:
    """All labels in one size, which is that of the longest."""
    longest = max((text_width(lane.label) for lane in lanes), default=1.0)
    return [_lane(lane, min(22.0, (lane.width - 52) / longest)) for lane in lanes]


def _lane(lane: Area, size: float) -> str:
    range_ = lane.id.removeprefix("lane-")
    rule_y, base = lane.y + lane.height - LANE_LABEL, lane.y + lane.height - 12
    return group(
        rect(lane.x, lane.y, lane.width, lane.height, rx=10, class_=f"lane {range_}"),
        line(lane.x + 14, rule_y, lane.x + lane.width - 14, rule_y, class_="panel-line"),
        _lamp(range_, lane.x + 23, base - size * 0.32, 7.5),
        text(lane.middle.x + 12, base, lane.label, class_="lane-label", font_size=size),
        id=lane.id,
        class_="lane-area",
        aria_label=f"Area for {lane.label}",
    )


def _lamp(range_: str, x: float, y: float, r: float) -> str:
    """A range's color as a shape of its own: a disc, a square, a triangle."""
    shape = f"lamp-{range_}"
    if range_ == "small":
        return element("circle", cx=x, cy=y, r=r, class_=shape)
    if range_ == "medium":
        return rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8, class_=shape)
    return element(
        "path",
        d=f"M{tell(x)} {tell(y - r)} L{tell(x + r)} {tell(y + r * 0.8)} H{tell(x - r)} Z",
        class_=shape,
    )


def _dealer_place(plan: FeltPlan) -> str:
    first, second = plan.dealer_cards(2)
    return group(
        *(
            rect(place.x - CARD_WIDTH / 2 - 3, place.y - CARD_HEIGHT / 2 - 3, CARD_WIDTH + 6, CARD_HEIGHT + 6,
                 rx=7, class_="place")
            for place in (first._replace(x=first.x - 4), second._replace(x=second.x + 4))
        ),
        id="dealer", aria_label="The dealer’s hand",
    )  # fmt: skip


def _pay_panel(plan: FeltPlan) -> str:
    """Columns of a pay table: what wins above, what it pays below."""
    step, height = 92.0, 96.0
    left = MIDDLE - step * len(plan.pay_panel) / 2
    top = TOP + 108
    columns = []
    for number, payout in enumerate(plan.pay_panel):
        x = left + step * (number + 0.5)
        columns += [
            text(x, top + 56, payout.event.removeprefix("on "), class_="label", font_size=20),
            text(x, top + 82, tell_odds(payout.odds), class_="label", font_size=18),
        ]
        if number:
            columns.append(line(x - step / 2, top + 38, x - step / 2, top + height - 8, class_="panel-line"))
    name = plan.pay_panel[0].wager.name
    return group(
        rect(left - 10, top, step * len(plan.pay_panel) + 20, height, rx=10, class_="panel"),
        text(MIDDLE, top + 25, f"{name} pays on a total of", class_="words payout", font_size=19),
        line(left + 6, top + 34, MIDDLE * 2 - left - 6, top + 34, class_="panel-line"),
        *columns,
        id="pay-panel",
    )


# ---- words


def _insurance(plan: FeltPlan) -> str:
    if plan.insurance is None:
        return ""
    inner, outer = plan.insurance
    band = element("path", d=_band(plan.center, inner, outer, 150), class_="insurance")
    return group(band, id="insurance-line", aria_label="Insurance line")


def _band(center: Place, inner: float, outer: float, degrees: float) -> str:
    """Two arcs, joined at their ends by half circles."""
    there, cap, half = _arc_path(center, outer, degrees), (outer - inner) / 2, degrees * pi / 360
    right, left = (center.x + side * inner * sin(half) for side in (1, -1))
    y, end = center.y + inner * cos(half), _end(center, outer, -half)
    return (
        f"{there} A{tell(cap)} {tell(cap)} 0 0 0 {tell(right)} {tell(y)} "
        f"A{tell(inner)} {tell(inner)} 0 0 1 {tell(left)} {tell(y)} A{tell(cap)} {tell(cap)} 0 0 0 {end} Z"
    )


def _end(center: Place, radius: float, angle: float) -> str:
    return f"{tell(center.x + radius * sin(angle))} {tell(center.y + radius * cos(angle))}"


def _arc_path(center: Place, radius: float, degrees: float) -> str:
    """From left to right below the center, so that letters stand upright to the players."""
    half = degrees * pi / 360
    left, right = _end(center, radius, -half), _end(center, radius, half)
    return f"M{left} A{tell(radius)} {tell(radius)} 0 0 0 {right}"


def _arc(plan: FeltPlan, arc: Arc) -> str:
    curve = f"curve-{arc.id}"
    on_curve = element("textPath", escape(typographic(arc.text)), href=f"#{curve}", startOffset="50%")
    kind = "insurance-words" if arc.role == "insurance" else arc.role
    return element("path", id=curve, d=_arc_path(plan.center, arc.radius, 172), class_="arc") + element(
        "text", on_curve, id=arc.id, class_=f"words {kind}", font_size=arc.size, letter_spacing=arc.spacing
    )


@mechanism("paper.holder_name")
def _name(plan: FeltPlan) -> str:
    """The name of the house, and under it the title of the game."""
    x, y = plan.title.x, plan.title.y
    name = plan.holder.upper()
    size = min(34.0, 380 / (text_width(name) + 0.14 * len(name)))
    title = plan.game.title
    lines = wrap(title, 38)
    return group(
        text(x, y + 36, name, class_="holder", font_size=size, letter_spacing=size * 0.14),
        _flourish(x, y + 52),
        *(text(x, y + 79 + 22 * at, words, class_="title", font_size=21.0) for at, words in enumerate(lines)),
        id="holder", aria_label=f"{plan.holder}: {title}",
    )  # fmt: skip


def _flourish(x: float, y: float) -> str:
    lines = element("path", d=f"M{tell(x - 90)} {tell(y)} h78 m24 0 h78", class_="flourish")
    return lines + element("path", d=f"M{tell(x)} {tell(y - 6)} l7 6 l-7 6 l-7 -6 Z", class_="flourish-dot")


def _small_print(plan: FeltPlan, scale: int) -> str:
    """The scale, and which rules the drawing was made for; outside the cloth."""
    game = plan.game
    drawn = f"Scale 1 : {scale}. Cloth {RADIUS * 2:.0f} × {RADIUS + SIDE:.0f} mm."
    rack = f"Discard rack seen from the side, 1 : {scale / RACK_SCALE:g}."
    about = f"{game.document} · {tell_decks(game)} · rulebook {game.sha256[:12]}"
    return group(
        text(24, HEIGHT - 42, drawn, class_="small-print", font_size=17),
        text(24, HEIGHT - 20, rack, class_="small-print", font_size=17),
        text(WIDTH - 24, HEIGHT - 20, about, class_="small-print", font_size=17, text_anchor="end"),
        class_="felt",
    )


# ---- boxes


def _box(box: Box) -> str:
    return group(
        *(_card_box(card_box) for card_box in box.card_boxes),
        *(_spot(spot) for spot in box.spots),
        id=box.id,
        class_="box",
        transform=f"translate({tell(box.place.x)} {tell(box.place.y)}) rotate({tell(box.place.turn)})",
        aria_label=f"Box {box.number}",
    )


def _card_box(card_box: CardBox) -> str:
    x, y = card_box.inside.x, card_box.inside.y
    width, height = CARD_WIDTH + 6, CARD_HEIGHT + 6
    return rect(x - width / 2, y - height / 2, width, height, rx=7, class_="card-box", id=card_box.id)


def _spot(spot: Spot) -> str:
    kind = "spot main" if spot.id.endswith("-main") else "spot"
    return group(
        element("title", escape(typographic(spot.spoken))),
        _shape(spot, kind, 0),
        _shape(spot, "inner", 6),
        *_label(spot),
        id=spot.id,
        class_="betting-area",
        data_wager=spot.wager,
    )


def _shape(spot: Spot, kind: str, inset: float) -> str:
    x, y = spot.inside.x, spot.inside.y
    if spot.shape == "circle":
        return element("circle", cx=x, cy=y, r=spot.width / 2 - inset, class_=kind)
    width, height = spot.width - 2 * inset, spot.height - 2 * inset
    return rect(x - width / 2, y - height / 2, width, height, rx=height * 0.32, class_=kind)


def _label(spot: Spot) -> list[str]:
    widest = max((text_width(words) for words in spot.label), default=1.0)
    room = spot.width * (0.72 if len(spot.label) < 3 else 0.64)
    size = min(19.0, room / widest)
    first = spot.inside.y + size * 0.34 - (len(spot.label) - 1) * size * 0.55
    return [
        text(spot.inside.x, first + number * size * 1.1, words, class_="label", font_size=size)
        for number, words in enumerate(spot.label)
    ]
