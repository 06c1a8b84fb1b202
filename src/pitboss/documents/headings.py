"""The short names by which headings and defined terms are cited."""

import re

NOTES = ("Authority", "Source", "Cross references", "Notes of decisions", "Editor's note", "Historical note")
"""Headings of the publisher's notes in a code; they stand outside the sections."""

_CUT = {
    "of", "for", "in", "used", "and", "or", "to", "on", "with", "by", "from", "at", "that", "which", "when",
}  # fmt: skip
_CATEGORIES = ("wager", "device")
"""What a defined term is may be left off its id: "Ante Wager" is cited as "Ante"."""


def heading_name(text: str) -> str:
    """ "The method of play for the card game:" is cited as "Method"; other headings by all their words."""
    words = text.strip(" :.").split()
    if table := re.search(r"\bTable (\d+)", text):
        return f"Table {table[1]}"
    if len(words) < 2 or words[0].lower() != "the":
        return " ".join(words)
    noun = words[1]
    for word in words[2:]:
        if word.lower() in _CUT:
            break
        noun = word
    return noun.capitalize()


def note_name(text: str) -> str:
    """The publisher's note that a heading opens, "" if none."""
    folded = text.strip(" :.").replace("’", "'").casefold()
    return next((name for name in NOTES if name.casefold() == folded), "")


def term_name(term: str) -> str:
    first, _, last = term.rpartition(" ")
    return first if first and last.lower() in _CATEGORIES else term
