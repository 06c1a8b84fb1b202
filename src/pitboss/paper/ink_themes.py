"""The colors of felt, cards and chips: two themes, one stylesheet.

A file carries plain colors, because typesetters and drawing programs know no custom properties;
a page carries the properties, so that it may change its theme while it is open.
"""

import re
from typing import Literal

from pitboss.paper.svg import SERIF

Theme = Literal["felt", "paper"]

FACES = f"'{SERIF}', 'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif"

THEMES: dict[Theme, dict[str, str]] = {
    "felt": {
        "ground": "#f7f5ef", "print": "#3c4a43", "rail": "#33201a", "rail-edge": "#5b3b2d",
        "cloth": "#165c45", "cloth-deep": "#0a3a2b", "line": "#e6dcc0", "gold": "#efcf7a", "words": "#f3e6bf",
        "faint": "#cfdcc8", "tray": "#14211c", "metal": "#8f9a94", "small": "#7fc0ff",
        "medium": "#ff8f86", "large": "#ffd84d", "lane": "#0e4a37",
    },
    "paper": {
        "ground": "#ffffff", "print": "#3c4a43", "rail": "#ece7dc", "rail-edge": "#8a8272",
        "cloth": "#ffffff", "cloth-deep": "#f5f8f4", "line": "#12402f", "gold": "#5c4300", "words": "#0d2f23",
        "faint": "#3f5a4e", "tray": "#eef1ee", "metal": "#5d6863", "small": "#0b4f94",
        "medium": "#a31621", "large": "#8a6100", "lane": "#ffffff",
    },
}  # fmt: skip

RULES = f"""
.felt text {{ font-family: {FACES}; }}
.felt .ground {{ fill: var(--ground); }}
.felt .rail {{ fill: var(--rail); stroke: var(--rail-edge); stroke-width: 3; }}
.felt .cloth {{ fill: url(#cloth); stroke: var(--gold); stroke-width: 2; }}
.felt .cloth-middle {{ stop-color: var(--cloth); }}
.felt .cloth-rim {{ stop-color: var(--cloth-deep); }}
.felt .spot {{ fill: none; stroke: var(--line); stroke-width: 2.6; }}
.felt .main {{ stroke-width: 4; }}
.felt .inner {{ fill: none; stroke: var(--gold); stroke-width: 1.1; }}
.felt .card-box {{ fill: none; stroke: var(--line); stroke-width: 1.8; }}
.felt .label {{ fill: var(--words); text-anchor: middle; font-weight: 600; }}
.felt .place {{ fill: none; stroke: var(--faint); stroke-width: 1.4; stroke-dasharray: 7 6; }}
.felt .lane {{ fill: var(--lane); fill-opacity: 0.72; stroke-width: 3; }}
.felt .lane-label {{ fill: var(--words); font-weight: 600; text-anchor: middle; }}
.felt .small {{ stroke: var(--small); }}
.felt .medium {{ stroke: var(--medium); }}
.felt .large {{ stroke: var(--large); }}
.felt .lamp-small {{ fill: var(--small); }}
.felt .lamp-medium {{ fill: var(--medium); }}
.felt .lamp-large {{ fill: var(--large); }}
.felt .insurance {{ fill: none; stroke: var(--line); stroke-width: 2.4; }}
.felt .arc {{ fill: none; stroke: none; }}
.felt .words {{ text-anchor: middle; fill: var(--words); }}
.felt .headline {{ fill: var(--gold); font-weight: 700; }}
.felt .insurance-words {{ fill: var(--words); font-weight: 600; }}
.felt .payout {{ font-style: italic; }}
.felt .notice {{ fill: var(--faint); }}
.felt .holder {{ fill: var(--gold); font-weight: 700; text-anchor: middle; }}
.felt .title {{ fill: var(--words); font-style: italic; text-anchor: middle; }}
.felt .flourish {{ fill: none; stroke: var(--gold); stroke-width: 1.6; }}
.felt .flourish-dot {{ fill: var(--gold); }}
.felt .device {{ fill: var(--tray); stroke: var(--metal); stroke-width: 1.6; }}
.felt .slot {{ fill: var(--metal); }}
.felt .mark {{ stroke: var(--gold); stroke-width: 2.6; fill: none; }}
.felt .device-label {{ fill: var(--faint); text-anchor: middle; letter-spacing: 0.8px; }}
.felt .panel {{ fill: var(--lane); fill-opacity: 0.72; stroke: var(--gold); stroke-width: 1.8; }}
.felt .panel-line {{ stroke: var(--gold); stroke-width: 0.9; fill: none; }}
.felt .small-print {{ fill: var(--print); }}
"""


def stylesheet(theme: Theme) -> str:
    """The rules with plain colors, for a file."""
    inks = THEMES[theme]
    return re.sub(r"var\(--([a-z-]+)\)", lambda name: inks[name[1]], RULES)


def screen_stylesheet() -> str:
    """The rules with custom properties, for a page; `data-theme="paper"` on any parent turns the theme."""
    felt, paper = (
        "".join(f" --felt-{name}: {color};" for name, color in THEMES[theme].items())
        for theme in ("felt", "paper")
    )
    rules = RULES.replace("var(--", "var(--felt-")
    return f":root {{{felt} }}\n[data-theme=paper] {{{paper} }}\n{rules}"
