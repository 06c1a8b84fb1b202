"""Results of a battery: printed as handed in, refused when they are something else."""

import pytest

from pitboss.errors import BadInput
from pitboss.paper.battery_results import read_battery

FOUND = {
    "cards": 1_000_116, "shoes": 4274, "decks": 6,
    "sets": [
        {
            "name": "Pennsylvania", "source": "58 Pa. Code 810a.5", "level": 0.95, "passes": True,
            "findings": [
                {"test": "runs", "statistic": 3.25, "law": "chi-square, 5", "p": 0.6617, "adjusted_p": 1.0,
                 "passes": True},
            ],
        }
    ],
}  # fmt: skip


def test_results_are_read_as_they_were_found() -> None:
    found = read_battery(FOUND, "--battery b.json")
    (part,) = found.sets
    (row,) = part.rows
    assert (found.cards.value, part.level.value, row.statistic.value, row.p.value) == (
        1_000_116,
        0.95,
        3.25,
        0.6617,
    )


@pytest.mark.parametrize(
    "rubbish", [[], {}, "words", {**FOUND, "sets": [{}]}, {**FOUND, "cards": "many"}, {**FOUND, "sets": 3}]
)
def test_anything_else_is_refused(rubbish: object) -> None:
    with pytest.raises(BadInput, match="pitboss shoe test --json"):
        read_battery(rubbish, "--battery b.json")
