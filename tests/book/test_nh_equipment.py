"""NH, the equipment: six decks, and a shuffler if the house wants one."""

import pytest

from pitboss.errors import BadChoice
from pitboss.games.vocabulary import typed
from pitboss.paper.felt_plan import BOXES
from tests.floor import game_of, house_of
from tests.paper.drawn import felt_of, missing, plan_of, spoiled

GAME = "blackjack-match-nh"


def _items(*choices: str) -> list[str]:
    return [part.item for part in game_of(GAME, *choices).equipment]


def test_s3_six_decks_of_52() -> None:
    """The game has six standard decks of 52 cards."""
    assert house_of(GAME).decks == 6
    cards = next(part for part in game_of(GAME).equipment if part.item == "cards")
    assert cards.says == "Six standard decks of 52."


@pytest.mark.parametrize("decks", [1, 2, 5, 7, 8])
def test_s3_no_other_number_of_decks(decks: int) -> None:
    """No other number of decks is allowed."""
    with pytest.raises(BadChoice, match="NH Equipment s3"):
        game_of(GAME, f"decks={decks}")


def test_s9_shuffler_is_optional() -> None:
    """The house may have an automatic shuffler, and shuffles by hand if it chooses none."""
    assert game_of(GAME).option_values["shuffler"] == "manual"
    assert "automatic shuffler" not in _items()
    assert "automatic shuffler" in _items("shuffler=batch")


@pytest.mark.parametrize("shuffler", ["continuous", "counting", "robot"])
def test_s9_shoe_is_not_replaced_by_the_shuffler(shuffler: str) -> None:
    """A device that would do away with shoe, cut and second cut card is refused."""
    with pytest.raises(BadChoice, match="NH Equipment s9"):
        game_of(GAME, f"shuffler={shuffler}")


@pytest.mark.parametrize("spot", ["main", "up_match", "down_match"])
def test_s2_felt_marks_where_the_three_stakes_go(spot: str) -> None:
    """Ante, Dealer Up Match and Dealer Down Match each have a spot in every box; one too few is found."""
    assert all(len(box.spots) == 3 for box in plan_of(GAME).boxes)
    assert len(plan_of(GAME).boxes) == BOXES
    assert list(missing(GAME, spoiled(felt_of(GAME), f'id="box-1-{typed(spot)}"'))) == ["NH Equipment s2"]
