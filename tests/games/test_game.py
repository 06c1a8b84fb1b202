"""What a loaded game says of itself."""

from pitboss.games.files import known_games
from tests.floor import game_of


def test_only_at_over_under_the_dealer_has_no_hand() -> None:
    assert [name for name in known_games() if not game_of(name).has_dealer] == ["over-under-pa"]
