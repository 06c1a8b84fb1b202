"""DU-RoP, figure 3: the device."""

from pitboss.rules.cards import Light, Range
from tests.table import playing


def test_whole_the_cards_are_checked_with_the_device() -> None:
    """The hole card goes through the device under any up card."""
    for up in ("2d", "7d", "9d"):
        room = playing.begun("down-under-vendor", f"9c 8c {up} 9d 8d Th")
        assert "HoleInserted" in room.kinds()


def test_s2_the_light_tells_the_lane() -> None:
    """Blue, red and gold lights send the hand to their own boxes."""
    lanes = {
        "4h": (Light.BLUE, Range.SMALL),
        "8h": (Light.RED, Range.MEDIUM),
        "Th": (Light.YELLOW, Range.LARGE),
    }
    for hole, (light, lane) in lanes.items():
        dealer = playing.begun("down-under-vendor", f"9c 8c 7d 9d 8d {hole}").state.dealer
        assert (dealer.light, dealer.lane) == (light, lane)
