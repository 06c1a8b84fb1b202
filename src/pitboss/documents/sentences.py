"""Where one sentence ends and the next begins."""

import re
from collections.abc import Iterator

_END = re.compile(r"(?:[.?!][\"”’')\]]*)+(?=\s+(?!Code\b)[\"“‘(\[]?[A-Z0-9§$.])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:[A-Z]|Pa|Fig|Figs|No|Nos|Sec|Secs|Art|Ch|Subch|Reg|Stat|Inc|Ltd|Co|Corp|Mr|Mrs|Ms|Dr|St|Jr|Sr"
    r"|vs|v|cf|approx|etc|e\.g|i\.e|Jan|Feb|Mar|Apr|Aug|Sept|Oct|Nov|Dec|[A-Z]\.[A-Z]|Pa\.[A-Z](?:\.[A-Z])?))\.$"
)
_BARE_REFERENCE = re.compile(r"\((?:see |See )?(?:Fig|Table|§)[^()]{0,12}\)\.?")
_ENDED = re.compile(r"[.?!:][\"”’')\]]*$")


def split_sentences(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of every sentence. `P. O. Box 5`, `58 Pa. Code` and `Fig. 3` are no ends."""
    start = 0
    for found in _END.finditer(text):
        if _is_abbreviation(text[start : found.end()]) or _is_item_number(text[start : found.end()]):
            continue
        if _BARE_REFERENCE.match(text[found.end() :].lstrip()):
            continue
        yield start, found.end()
        start = found.end() + len(text[found.end() :]) - len(text[found.end() :].lstrip())
    if text[start:].strip():
        yield start, len(text)


def is_ended(text: str) -> bool:
    """Whether the words end as a sentence does, or with the colon before a list."""
    return bool(_ENDED.search(text))


def announces_list(text: str) -> bool:
    return text.endswith(":")


def _is_abbreviation(text: str) -> bool:
    return bool(_ABBREVIATION.search(text))


def _is_item_number(text: str) -> bool:
    """A number alone is the number of what follows, as in `3. The dealer …`."""
    return bool(re.fullmatch(r"\s*\d{1,3}\.", text))
