"""What must not stand in anything that people read."""

import re

UNDERSCORE = re.compile(r"\b[A-Za-z0-9]+_[A-Za-z0-9_]+\b")
CAMEL_CASE = re.compile(r"\b[A-Z][a-z]+[A-Z][a-zA-Z]+\b")
PROPER_NAMES = frozenset({"JavaScript", "OpenAPI", "WebSocket"})
FORBIDDEN = (
    "It is not the moment", "what is due is", "is who ", "the own hand", "is said with", "hangs on",
    "for who knows", "speaks of", "found by us", "The house goes on", "Do it", "Deeds", "For programs",
    "do not go together", "the analyst", "working it out", "being solved", "rulebook", "purse",
    "will stand here", "stands here", "greatest", "colour", "least wager", "Come in", "under best play",
)  # fmt: skip
"""Phrases of the first edition that read as a translation."""
STRAIGHT_QUOTES = re.compile(r"\w'\w|\"\w")


def faults_in(text: str) -> list[str]:
    """What is wrong with a text that people read."""
    names = UNDERSCORE.findall(text) + [one for one in CAMEL_CASE.findall(text) if one not in PROPER_NAMES]
    phrases = [phrase for phrase in FORBIDDEN if phrase.lower() in text.lower()]
    return names + phrases + STRAIGHT_QUOTES.findall(text)
