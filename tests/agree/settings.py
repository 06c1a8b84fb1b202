"""The tables of the fuzz: every reading's other answers, options by chance, one to four players."""

import random
from collections.abc import Iterator
from functools import cache

from pitboss.errors import BadInput
from tests.agree.compared import Setting
from tests.floor import game_of

DOCUMENTS = (
    "down-under-pa",
    "double-back-jack-pa",
    "over-under-pa",
    "down-under-vendor",
    "blackjack-match-nh",
)
OPTIONS: dict[str, tuple[int | str, ...]] = {
    "decks": (1, 2, 4, 5, 6, 8),
    "match_the_dealer": (True, False),
    "bonus": (True, False),
    "settlement_order": ("collect_then_pay", "box_by_box"),
    "boxes_per_player": (1, 2, 3),
    "shuffler": ("manual", "manual", "batch", "continuous", "counting"),
    "min_chip_cents": (25, 50, 100, 500),
    "half_unit_cents": (1, 25, 50, 100),
    "blackjack_pays": ("3:2", "6:5"),
    "resplit_aces": (True, False),
    "range_device": ("masque", "peeker"),
}
"""What a house may choose and money or procedure depends on."""


@cache
def other_readings(game: str) -> tuple[str, ...]:
    """`reading.D1=R2` and so on: every answer that is not the default."""
    return tuple(
        f"reading.{id}={choice}"
        for id, read in game_of(game).readings.items()
        for choice in read.part.choices
        if choice != read.part.default
    )


def is_allowed(value: int | str, allowed: tuple[object, ...]) -> bool:
    """Among the values that the document names, or between the lowest and the highest."""
    if len(allowed) == 2 and isinstance(value, int) and not isinstance(value, bool):
        lowest, highest = allowed
        return isinstance(lowest, int) and isinstance(highest, int) and lowest <= value <= highest
    return value in allowed


def random_options(game: str, rng: random.Random) -> Iterator[str]:
    for name, values in OPTIONS.items():
        option = game_of(game).options.get(name)
        value = rng.choice(values)
        if option is not None and rng.random() < 0.4 and is_allowed(value, option.allowed):
            yield f"{name}={str(value).lower()}"


def is_offered(game: str, choices: tuple[str, ...]) -> bool:
    """Some go only with some others: Match-the-Dealer with six or eight decks, a minimum with chips."""
    try:
        game_of(game, *choices)
    except BadInput:
        return False
    return True


CONTRARY = (("reading.D1=R3", "reading.D1b=R2"),)
"""Answers that contradict each other: two aces are 22, and two aces are 12."""


def random_choices(game: str, number: int, rng: random.Random) -> tuple[str, ...]:
    """In turn: the defaults, one other reading, several of them; options by chance with each."""
    others = other_readings(game)
    readings: list[str] = []
    if others and number % 3 == 1:
        readings = [others[number // 3 % len(others)]]
    if others and number % 3 == 2:
        readings = [other for other in others if rng.random() < 0.3]
        for one, other in CONTRARY:
            if one in readings and other in readings:
                readings.remove(other)
    chosen = {choice.partition("=")[0]: choice for choice in (*random_options(game, rng), *readings)}
    choices = tuple(chosen.values())
    return choices if is_offered(game, choices) else tuple(readings[:1])


def settings(game: str, seed: int = 1) -> Iterator[Setting]:
    """Tables without end, the same for the same seed."""
    number = 0
    while True:
        rng = random.Random(f"{game} {seed} {number}")
        seats = tuple(sorted(rng.sample(range(1, 7), rng.choice([1, 2, 2, 3, 4]))))
        yield Setting(game, random_choices(game, number, rng), seats, seed * 1_000_000 + number)
        number += 1
