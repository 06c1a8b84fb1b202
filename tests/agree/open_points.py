"""Where the live table is known to part from the texts and the defaults of the readings, until it is mended.

Each line is a key of `tests.naive.letter`, by game. When the table is mended its line goes: a line that no
round meets any more fails `test_letter.py`.
"""

from collections.abc import Mapping

OPEN: dict[str, dict[str, str]] = {}

TODAY: dict[str, dict[str, str]] = {
    "down-under-pa": {"breakage": "cents"},
    "down-under-vendor": {"breakage": "cents"},
    "double-back-jack-pa": {"breakage": "cents", "B19": "R2"},
    "blackjack-match-nh": {"breakage": "cents"},
    "blackjack": {"breakage": "cents"},
    "over-under-pa": {},
}
"""What the rules answer today to questions that have no reading of their own yet."""

IN_WORDS: dict[tuple[str, str], tuple[str, Mapping[str, str]]] = {}
"""Readings whose questions `tests.naive` asks in words: the question, and its answer by choice."""


def asked_in_words(game: str, choices: Mapping[str, str]) -> dict[str, str]:
    """The readings of a game, and the same in words where `tests.naive` asks so."""
    readings = dict(choices)
    for (owner, reading), (question, answers) in IN_WORDS.items():
        if owner == game and reading in choices:
            readings[question] = answers[choices[reading]]
    return readings
