"""The sign at the table: limits, what every wager pays, and the notices that are not on the felt."""

from collections.abc import Iterator
from textwrap import wrap
from typing import NamedTuple

from pitboss.games.file_schema import WagerPart
from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_cents, tell_odds
from pitboss.paper.felt_plan import text_width
from pitboss.paper.felt_wording import (
    EVEN,
    Payout,
    felt_lines,
    payouts,
    short_name,
    sign_lines,
    tell_decks,
)
from pitboss.paper.payout_statements import ODDS
from pitboss.paper.svg import element, group, line, picture, rect, tell, text

WIDTH, HEIGHT = 210.0, 297.0
LEFT, RIGHT = 22.0, 188.0
INK, GOLD, FAINT, PAPER = "#0d2f23", "#7a5a10", "#52635a", "#ffffff"
SMALLEST_TITLE = 8.6
FOOT = 264.0
"""The bottom of everything above the small print."""


class Row(NamedTuple):
    words: str
    odds: str = ""
    inset: float = 0.0

    @property
    def height(self) -> float:
        return 1.0 if self.odds else 1.15


def draw_sign(game: Game, *, holder: str, to_sign: tuple[str, ...] = ()) -> str:
    """An upright A4 sheet, to be read from three meters."""
    notices = [words.text for words in sign_lines(game, to_sign)]
    rows = list(pay_rows(game))
    reminders = _reminders(game, to_sign)
    below = 15.0 * len(notices) + 8.0 * len(reminders)
    return picture(
        WIDTH,
        HEIGHT,
        rect(0, 0, WIDTH, HEIGHT, fill=PAPER),
        rect(8, 8, WIDTH - 16, HEIGHT - 16, rx=4, fill="none", stroke=GOLD, stroke_width=0.9),
        rect(10, 10, WIDTH - 20, HEIGHT - 20, rx=3, fill="none", stroke=GOLD, stroke_width=0.3),
        _heading(game, holder),
        _limits(game),
        _pays(rows, FOOT - 110 - below),
        *(
            text(WIDTH / 2, FOOT - below + 8.0 * (at + 1), words, fill=INK, font_size=6.6,
                 font_style="italic", text_anchor="middle")
            for at, words in enumerate(reminders)
        ),
        _notices(notices),
        _foot(game),
        title=f"Payouts and limits of {game.title}, {holder}",
        unit="mm",
    )  # fmt: skip


def _reminders(game: Game, to_sign: tuple[str, ...]) -> list[str]:
    """What the felt says besides odds, repeated for people who stand behind the players."""
    lines = [words.text for words in felt_lines(game, to_sign) if words.role in ("line", "headline")]
    return [part for words in lines if not ODDS.search(words) for part in wrap(words, 54)]


def pay_rows(game: Game) -> Iterator[Row]:
    """Payouts other than even money, then the pay tables under their wagers, then one row for the rest."""
    for payout in payouts(game):
        if not payout.wager.pay_table and payout.odds != EVEN:
            yield Row(_row_words(payout), tell_odds(payout.odds))
    for wager in {wager.pay_table: wager for wager in game.wagers if wager.pay_table}.values():
        yield Row(_names(game, wager))
        mine = [payout for payout in payouts(game) if payout.wager == wager]
        yield from (Row(_row_words(payout), tell_odds(payout.odds), inset=6.0) for payout in mine)
    yield Row("All other winning wagers", tell_odds(EVEN))


def _names(game: Game, wager: WagerPart) -> str:
    names = [short_name(other) for other in game.wagers if other.pay_table == wager.pay_table]
    return " and ".join(names)


def _row_words(payout: Payout) -> str:
    if payout.event.startswith("on "):
        return f"a total of {payout.event.removeprefix('on ')}"
    name = short_name(payout.wager)
    return payout.event or name[:1].upper() + name[1:]


def _fitted(words: str, most: float, room: float) -> float:
    return min(most, room / text_width(words))


def _heading(game: Game, holder: str) -> str:
    x = WIDTH / 2
    house = holder.upper()
    size = _fitted(house, 11.0, 130)
    return group(
        text(x, 34, house, fill=GOLD, font_size=size, font_weight=700, text_anchor="middle",
             letter_spacing=1.2),
        element("path", d=f"M{tell(x - 32)} 40 h27 m10 0 h27", stroke=GOLD, stroke_width=0.5, fill="none"),
        element("path", d=f"M{tell(x)} 37.8 l2.6 2.2 l-2.6 2.2 l-2.6 -2.2 Z", fill=GOLD),
        *_title(game.title),
        id="holder",
    )  # fmt: skip


def _title(words: str) -> list[str]:
    """The game's name in one line, or in two where it would be small."""
    size = _fitted(words, 13.0, 180)
    lines = [words]
    if size < SMALLEST_TITLE:
        size, lines = SMALLEST_TITLE, wrap(words, 34)
    return [
        text(WIDTH / 2, 55.5 + 9 * (at - (len(lines) - 1) / 2), part, fill=INK, font_size=size,
             font_style="italic", text_anchor="middle")
        for at, part in enumerate(lines)
    ]  # fmt: skip


def _limits(game: Game) -> str:
    """The minimum and maximum of each wager that has limits of its own, the main wager in large type."""
    main, *others = sorted((wager for wager in game.wagers if wager.limits), key=lambda wager: not wager.main)
    lowest, highest = (_limit(game, main, end) for end in (0, 1))
    limits = f"Minimum {lowest}  ·  Maximum {highest}"
    lines = [
        text(
            WIDTH / 2,
            74 if others else 82,
            limits,
            fill=INK,
            font_size=_fitted(limits, 11.5, 176),
            font_weight=700,
            text_anchor="middle",
            id="limits",
        )
    ]
    sides = [f"{short_name(wager)} {_limit(game, wager, 0)} to {_limit(game, wager, 1)}" for wager in others]
    lines += [
        text(WIDTH / 2, 83.5 + 8 * at, words, fill=FAINT, font_size=6.8, text_anchor="middle")
        for at, words in enumerate(sides)
    ]
    return "".join(lines)


def _limit(game: Game, wager: WagerPart, end: int) -> str:
    return tell_cents(game.options[wager.limits[end]].value)


def _pays(rows: list[Row], room: float) -> str:
    """One row for each payout, with a line of dots to its odds."""
    step = min(32.0, room / sum(row.height for row in rows))
    size = min(12.0, step * 0.62)
    drawn, y = [line(LEFT, 100, RIGHT, 100, stroke=GOLD, stroke_width=0.5)], 101.0
    for row in rows:
        y += step * row.height
        drawn += _row(row, y, size)
    return group(*drawn, id="payouts")


def _row(row: Row, y: float, size: float) -> list[str]:
    if not row.odds:
        return [
            text(LEFT, y, row.words, fill=GOLD, font_size=_fitted(row.words, size, 166), font_style="italic")
        ]
    ends = LEFT + row.inset + text_width(row.words) * size * 0.8 + 3
    begins = RIGHT - text_width(row.odds) * size * 0.92 - 3
    dots = line(ends, y - 0.6, max(ends, begins), y - 0.6, stroke=FAINT, stroke_width=0.6,
                stroke_dasharray="0.1 2.6", stroke_linecap="round")  # fmt: skip
    return [
        text(LEFT + row.inset, y, row.words, fill=INK, font_size=size),
        dots,
        text(RIGHT, y, row.odds, fill=INK, font_size=size, font_weight=700, text_anchor="end"),
    ]


def _notices(notices: list[str]) -> str:
    top = FOOT + 15 - 15 * len(notices)
    return "".join(
        rect(LEFT - 4, top + 15 * at - 9, RIGHT - LEFT + 8, 13, rx=2, fill="none", stroke=INK,
             stroke_width=0.7)
        + text(WIDTH / 2, top + 15 * at - 0.2, words, fill=INK, font_size=_fitted(words, 7.5, 164),
               font_weight=700, text_anchor="middle")
        for at, words in enumerate(notices)
    )  # fmt: skip


def _foot(game: Game) -> str:
    words = f"{game.jurisdiction} · {game.document} · {tell_decks(game)} · rulebook {game.sha256[:12]}"
    return text(WIDTH / 2, 279, words, fill=FAINT, font_size=4.2, text_anchor="middle")
