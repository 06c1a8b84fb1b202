"""One formatter: decimals that stay, a real minus, no sign before nothing."""

import pytest

from pitboss.paper.figures import Figure, cents, chance, count, percent, points, signed, tell, units


@pytest.mark.parametrize(
    ("figure", "told"),
    [
        (percent("a", 0.000269), "0.0269\u202f%"),
        (percent("a", -0.000469), "−0.0469\u202f%"),
        (percent("a", -0.0000000001), "0.0000\u202f%"),
        (points("a", 0.0035), "+0.3500"),
        (points("a", -0.0035), "−0.3500"),
        (points("a", 0.0), "0.0000"),
        (chance("a", 0.25), "0.25000000"),
        (units("a", 1.1206), "1.1206"),
        (signed("a", -1.0), "−1.000000"),
        (count("a", 15_939_960), "15,939,960"),
        (cents("a", 750), "$7.50"),
        (cents("a", -1000), "−$10"),
    ],
)
def test_a_figure_is_told_in_one_way(figure: Figure, told: str) -> None:
    assert tell(figure) == told
