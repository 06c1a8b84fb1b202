"""Readings that `tests.naive` asks for in words, and what the rules answer today where there is none yet."""

from collections.abc import Mapping

TODAY: dict[str, dict[str, str]] = {
    "down-under-pa": {"breakage": "cents"},
    "down-under-vendor": {"breakage": "cents"},
    "double-back-jack-pa": {"breakage": "cents", "B19": "R2"},
    "blackjack-match-nh": {"breakage": "cents"},
    "blackjack": {"breakage": "cents"},
    "over-under-pa": {},
}
"""Emptied as the rules come to follow the defaults; `open_points.py` has the rounds."""

IN_WORDS: dict[tuple[str, str], tuple[str, Mapping[str, str]]] = {}
"""By game and id of a reading: its question in the words of `tests.naive`, and the answer to each choice."""


def readings_of(game: str, choices: Mapping[str, str]) -> dict[str, str]:
    """The readings of a game as `tests.naive` wants them told."""
    readings = dict(choices)
    for (owner, reading), (question, answers) in IN_WORDS.items():
        if owner == game and reading in choices:
            readings[question] = answers[choices[reading]]
    return readings
