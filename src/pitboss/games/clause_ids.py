"""What the id of a sentence tells: its paragraph, what stands above it, and its document."""

import re

_SENTENCE_NUMBER = re.compile(r" (?:[sr]\d+|note)$")
_HEAD = re.compile(r"[^.( ]+")


def paragraph_of(id: str) -> str:
    """The paragraph that a sentence stands in: `12a.7(h)` of `12a.7(h) s8`."""
    return _SENTENCE_NUMBER.sub("", id)


def parent_of(id: str) -> str:
    """What a numbered paragraph is an item of: `12a.7(q)` of `12a.7(q)(1)`; empty for none."""
    return paragraph_of(id).rpartition("(")[0]


def chapter_of(id: str) -> str:
    """How every id of a document begins: `12a` of `12a.7(q)`."""
    head = _HEAD.match(id)
    return head[0] if head else id


def is_within(id: str, place: str) -> bool:
    """Does a sentence stand in this section or paragraph?"""
    return id == place or (id.startswith(place) and id[len(place)] in "( .-")
