"""The house's drawings for the screen: sheets that are kept, a felt with the places of its plan."""

import pytest

from pitboss.games.files import known_games
from pitboss.paper.felt_plan import BOXES, HEIGHT, WIDTH
from tests.web.house import House


@pytest.mark.parametrize("sheet", ["/felt.css", "/symbols.svg"])
def test_a_sheet_is_sent_once_and_then_found_unchanged(house: House, sheet: str) -> None:
    client = house.client()
    first = client.get(sheet)
    again = client.get(sheet, headers={"If-None-Match": first.headers["etag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert "style=" not in first.text


def test_every_card_and_chip_has_a_symbol(house: House) -> None:
    sheet = house.client().get("/symbols.svg").text
    assert sheet.count('<symbol id="card-') == 52
    assert '<symbol id="back-blue"' in sheet
    assert all(
        f'<symbol id="{kind}-{cents}"' in sheet for kind in ("chip", "edge") for cents in (100, 500, 2500)
    )


@pytest.mark.parametrize("game", known_games())
def test_a_felt_comes_with_the_places_of_its_plan(house: House, game: str) -> None:
    told = house.person().get(f"/games/{game}/felt")
    plan = told["plan"]
    assert len(plan["boxes"]) == BOXES
    for box in plan["boxes"]:
        assert all(0 < spot["x"] < WIDTH and 0 < spot["y"] < HEIGHT for spot in box["spots"])
        assert all(f'data-wager="{spot["wager"]}"' in told["svg"] for spot in box["spots"])
    assert "style" not in told["svg"].replace("font-style", ""), "our policy allows none in a page"
    assert set(plan["lanes"]) in ({"small", "medium", "large"}, set())
