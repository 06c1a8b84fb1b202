"""Typographic apostrophes and quotation marks, for everything that is typeset, drawn or shown on a page."""

import re

_OPENING = re.compile(r"(^|[\s(\[“])'")
_QUOTED = re.compile(r'"([^"]*)"')


def typographic(words: str) -> str:
    """`the dealer's "lane"` with curly marks; text that has them already stays as it is."""
    curly = _OPENING.sub(r"\1‘", words).replace("'", "’")
    return _QUOTED.sub(r"“\1”", curly)
