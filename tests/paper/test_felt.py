"""The felt as drawn: plain SVG, its own colors, the same bytes each time."""

import re
from xml.etree import ElementTree

import pytest

from pitboss.games.files import known_games
from pitboss.games.game import Game
from pitboss.paper.drawing_text import read_pdf, read_svg
from pitboss.paper.felt import draw_felt, felt_group
from pitboss.paper.felt_plan import plan_felt
from pitboss.paper.ink_themes import RULES, THEMES, screen_stylesheet, stylesheet
from pitboss.paper.inscriptions import check_layout
from pitboss.paper.single_page_pdf import sheet_pdf
from tests.paper.drawn import HOLDER, every_game, felt_of, plan_of


@pytest.mark.parametrize("game", every_game(), ids=lambda game: f"{game.id}-{game.house.decks}")
def test_the_felt_of_every_game_and_number_of_decks_says_all_it_must(game: Game) -> None:
    """Drawn, read back from SVG and from PDF, and found complete and true; a typesetter's warning fails."""
    svg = draw_felt(plan_felt(game, holder=HOLDER), scale=5)
    pdf = sheet_pdf(svg, title=game.title)
    for lettering in (read_svg(svg.encode()), read_pdf(pdf)):
        findings = check_layout(game, lettering, holder=HOLDER)
        assert findings
        assert not [finding for finding in findings if not finding.is_met]


@pytest.mark.parametrize("name", known_games())
def test_ids_are_unique_and_every_reference_is_within(name: str) -> None:
    root = ElementTree.fromstring(felt_of(name))
    ids = [part.get("id") for part in root.iter() if part.get("id")]
    assert len(set(ids)) == len(ids)
    references = re.findall(r'(?:href="|url\()#([\w-]+)', felt_of(name))
    assert references
    assert set(references) <= set(ids)
    assert "http" not in felt_of(name).replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_every_betting_area_names_itself_to_a_screen_reader() -> None:
    titles = re.findall(r"<title>(Box \d: [^<]+)</title>", felt_of("down-under-pa"))
    assert titles[:2] == ["Box 1: Bet Wager", "Box 1: Match-the-Dealer Wager"]
    assert len(titles) == 12


def test_a_file_has_plain_colors_and_a_page_has_properties() -> None:
    assert "var(" not in felt_of("blackjack")
    assert "var(--felt-cloth)" in screen_stylesheet()
    assert "<style" not in felt_group(plan_of("blackjack"))
    for name in THEMES["felt"]:
        assert f"--felt-{name}:" in screen_stylesheet()


def test_every_class_that_is_drawn_has_its_ink() -> None:
    styled = set(re.findall(r"\.felt \.([a-z-]+) ", RULES))
    plain = {"felt", "box", "betting-area", "lane-area", "inscriptions", "table", "line"}
    drawn = {
        word
        for name in known_games()
        for classes in re.findall(r'class="([^"]+)"', felt_of(name))
        for word in classes.split()
    }
    assert drawn <= styled | plain


@pytest.mark.parametrize("inks", THEMES.values(), ids=THEMES)
def test_words_stand_out_from_the_cloth_also_in_gray(inks: dict[str, str]) -> None:
    """By luminance alone, 4.5 to 1 at least for words and 3 to 1 for lines and lamps."""
    needed = dict.fromkeys(("words", "gold", "faint"), 4.5) | dict.fromkeys(
        ("line", "small", "medium", "large"), 3
    )
    for ink, ratio in needed.items():
        for cloth in ("cloth", "cloth-deep", "lane"):
            light, dark = sorted((luminance(inks[ink]), luminance(inks[cloth])), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= ratio, (ink, cloth)


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_a_smaller_scale_changes_the_sheet_and_says_so() -> None:
    plan = plan_of("blackjack")
    fifth = draw_felt(plan, scale=5)
    assert 'width="392mm" height="238mm"' in fifth
    assert "Scale 1 : 5." in fifth
    assert "Scale 1 : 1." in draw_felt(plan)
    assert "Scale" not in draw_felt(plan, stated=False)


def test_the_same_felt_is_the_same_bytes() -> None:
    plan = plan_of("down-under-pa")
    assert draw_felt(plan) == draw_felt(plan)
    assert sheet_pdf(draw_felt(plan), title="x") == sheet_pdf(draw_felt(plan), title="x")


def test_the_fonts_of_a_pdf_are_embedded() -> None:
    import io

    from pypdf import PdfReader

    page = PdfReader(io.BytesIO(sheet_pdf(felt_of("down-under-pa"), title="x"))).pages[0]
    assert "/FontFile3" in str(_fonts(page)) or "/FontFile2" in str(_fonts(page))


def _fonts(page: object) -> list[object]:
    found: list[object] = []

    def walk(thing: object, depth: int = 0) -> None:
        resolved = thing.get_object() if hasattr(thing, "get_object") else thing
        if depth > 12:
            return
        if isinstance(resolved, dict):
            if "/FontDescriptor" in resolved:
                found.append(dict(resolved["/FontDescriptor"].get_object()))
            for key, value in resolved.items():
                if key != "/Parent":
                    walk(value, depth + 1)
        elif isinstance(resolved, list):
            for value in resolved:
                walk(value, depth + 1)

    walk(page)
    return found


def test_stylesheets_differ_by_theme_alone() -> None:
    felt, paper = stylesheet("felt"), stylesheet("paper")
    assert felt != paper
    assert re.sub(r"#[0-9a-f]{6}", "", felt) == re.sub(r"#[0-9a-f]{6}", "", paper)


def test_the_picture_of_the_felt_is_the_one_we_draw() -> None:
    """docs/felt.svg is up to date; `make picture` draws it anew."""
    from docs.felt import FELT, draw

    assert FELT.read_text() == draw()
