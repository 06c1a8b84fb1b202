"""Reading words back: on curves, in parts, letter by letter, used from elsewhere; never what is hidden."""

import pytest

from pitboss.errors import BadInput
from pitboss.paper.drawing_text import Lettering, read_drawing, read_svg, says, squeeze

WORDS = "Blackjack pays 3 to 2"


def svg(inside: str) -> Lettering:
    return read_svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{inside}</svg>'.encode()
    )


LETTERS = "".join(f'<text x="{9 * at}">{letter}</text>' for at, letter in enumerate(WORDS))

SHOWN = {
    "straight": f"<text>{WORDS}</text>",
    "on a curve": f'<path id="p"/><text><textPath href="#p">{WORDS}</textPath></text>',
    "in parts": "<text>Black<tspan>jack</tspan> pays <tspan>3</tspan> to 2</text>",
    "in lines": '<text><tspan x="0" y="0">Blackjack pays</tspan><tspan x="0" dy="9">3 to 2</tspan></text>',
    "in two texts": "<text>BLACKJACK</text><text>PAYS 3 TO 2</text>",
    "letter by letter": LETTERS,
    "in other case and spacing": "<text>B L A C K J A C K  pays  3:2</text>",
    "used from a symbol": f'<defs><symbol id="s"><text>{WORDS}</text></symbol></defs><use href="#s"/>',
    "used the old way": f'<defs><text id="s">{WORDS}</text></defs><use xlink:href="#s"/>',
    "in a group in a group": f"<g><g><text>{WORDS}.</text></g></g>",
}

HIDDEN = {
    "only defined": f"<defs><text>{WORDS}</text></defs>",
    "a title": f"<title>{WORDS}</title>",
    "a description": f"<g><desc>{WORDS}</desc></g>",
    "a style": f"<style>/* {WORDS} */</style>",
    "a comment": f"<!-- {WORDS} -->",
    "not displayed": f'<g display="none"><text>{WORDS}</text></g>',
    "hidden by style": f'<text style="fill:red; visibility : hidden">{WORDS}</text>',
    "quite transparent": f'<text opacity="0">{WORDS}</text>',
    "a hidden part": f'<text>x<tspan style="display:none">{WORDS}</tspan></text>',
    "other odds": "<text>Blackjack pays 3 to 25</text>",
    "cut off": "<text>Blackjack pays 3 to</text>",
}


@pytest.mark.parametrize("inside", SHOWN.values(), ids=SHOWN)
def test_what_is_shown_is_read(inside: str) -> None:
    assert says(svg(inside), WORDS)


@pytest.mark.parametrize("inside", HIDDEN.values(), ids=HIDDEN)
def test_what_is_not_shown_is_not_read(inside: str) -> None:
    assert not says(svg(inside), WORDS)


def test_a_drawing_that_uses_itself_comes_to_an_end() -> None:
    assert svg('<g id="a"><text>x</text><use href="#a"/></g>').runs


def test_ids_and_classes_of_what_is_shown_are_known() -> None:
    found = svg('<g id="logo" class="a b"/><defs><g id="no"/></defs>')
    assert found.ids == {"logo"}
    assert found.classes == {"a", "b"}


@pytest.mark.parametrize(
    ("text", "squeezed"),
    [("Dealer’s 17s.", "dealers17s"), ("3 : 2", "3to2"), ("18—23", "1823"), ("Over/Under", "over/under")],
)
def test_words_are_compared_without_case_space_and_points(text: str, squeezed: str) -> None:
    assert squeeze(text) == squeezed


@pytest.mark.parametrize(
    ("data", "says_what"),
    [
        (b"", "neither SVG nor PDF"),
        (b"\x89PNG", "neither SVG nor PDF"),
        (b"<html/>", "begins with <html>"),
        (b"%PDF-1.7 broken", "cannot be read as a PDF"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', "entities"),
        (b" " * 20_000_001, "too large for a drawing"),
    ],
    ids=["empty", "png", "html", "broken pdf", "entities", "too large"],
)
def test_what_is_no_drawing_is_told_so(data: bytes, says_what: str) -> None:
    with pytest.raises(BadInput, match=says_what):
        read_drawing(data, "file")
