"""One hash a game over the settlement of every case: nobody changes a payment unseen.

`python -m tests.golden.test_settlement` writes the file anew; the diff is for a person to read.
"""

import hashlib
import json
from itertools import product
from pathlib import Path

import pytest

from pitboss.games.files import known_games
from pitboss.rules.match import settle_match
from pitboss.rules.over_under import settle_bonus, settle_play
from pitboss.rules.player import Action
from tests.cases import cases
from tests.floor import card, house_of
from tests.settled import settle_case

GOLDEN = Path(__file__).with_name("settlement.json")


def settlement_of(game: str) -> dict[str, object]:
    """The number of cases a game tells apart, and one hash of what each is paid."""
    digest, count = hashlib.sha256(), 0
    house = house_of(game)
    if game == "over-under-pa":
        for action, points in product((Action.OVER, Action.UNDER, Action.FOLD), range(6, 34)):
            paid = settle_play(1000, action, points, house), settle_bonus(300, points, house)
            digest.update(f"{action.name} {points} {[tuple(part) for part in paid]}\n".encode())
            count += 1
        return {"cases": count, "sha256": digest.hexdigest()}
    for case in cases(second_chance=house.second_chance.offered):
        paid_hand = [tuple(part) for part in settle_case(case, house)]
        digest.update(f"{'|'.join(map(str, case))} {paid_hand}\n".encode())
        count += 1
    if house.match.up:
        for first, second in product(("Ks", "Kh", "Qs", "9d"), repeat=2):
            paid_match = tuple(settle_match(500, card(first), card(second), card("Ks"), house))
            digest.update(f"{first} {second} {paid_match}\n".encode())
            count += 1
    return {"cases": count, "sha256": digest.hexdigest()}


@pytest.mark.parametrize("game", known_games())
def test_settlement_is_as_it_was(game: str) -> None:
    """Number of cases and hash of all payments equal the recorded ones."""
    assert settlement_of(game) == json.loads(GOLDEN.read_text())[game]


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps({game: settlement_of(game) for game in known_games()}, indent=2) + "\n")
