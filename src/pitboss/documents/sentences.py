"""Where one sentence ends and the next begins."""

import re
from collections.abc import Iterator

_END = re.compile(r"(?:[.?!][\"”’')\]]*)+(?=\s+(?!Code\b)[\"“‘(\[]?[A-Z0-9§$.])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:[A-Z]|Pa|Fig|Figs|No|Nos|Sec|Secs|Art|Ch|Subch|Reg|Stat|Inc|Ltd|Co|Corp|Mr|Mrs|Ms|Dr|St|Jr|Sr"
    r"|vs|v|cf|approx|etc|e\.g|i\.e|Jan|Feb|Mar|Apr|Aug|Sept|Oct|Nov|Dec|[A-Z]\.[A-Z]|Pa\.[A-Z](?:\.[A-Z])?))\.$"
)
_BARE_REFERENCE = re.compile(r"\((?:see |See )?(?:Fig|Table|§)[^()]{0,12}\)\.?")
_ITEM_NUMBER = re.compile(r"\s*\d{1,3}\.")
"""A number alone is the number of what follows, as in `3. The dealer …`."""
_SPACE = re.compile(r"\s*")
_ENDED = re.compile(r"[.?!:][\"”’')\]]*$")


def split_sentences(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of every sentence. `P. O. Box 5`, `58 Pa. Code` and `Fig. 3` are no ends."""
    start = 0
    for mark in _END.finditer(text):
        end = mark.end()
        after = _SPACE.match(text, end)
        next_start = after.end() if after else end
        is_number = _ITEM_NUMBER.fullmatch(text, start, end)
        if is_number or _ABBREVIATION.search(text, max(start, end - 16), end):
            continue
        if _BARE_REFERENCE.match(text, next_start):
            continue
        yield start, end
        start = next_start
    if text[start:].strip():
        yield start, len(text)


def is_ended(text: str) -> bool:
    """Whether the words end as a sentence does, or with the colon before a list."""
    return bool(_ENDED.search(text))


def announces_list(text: str) -> bool:
    return text.endswith(":")
