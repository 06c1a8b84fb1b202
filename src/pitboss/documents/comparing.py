"""What changed between two editions of a text, sentence by sentence."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple

from pitboss.documents.parsed_text import Document, plain, text_hash
from pitboss.errors import BadInput, Fault

SAME_ID = 0.4
OTHER_ID = 0.6
"""How alike two sentences must be (0 to 1) to be one sentence reworded, with the same id or another."""

_CANDIDATES = 8
MOST_EQUAL_PAIRS = 20_000_000
"""Of words, in all sentences that are compared: far more than two editions of any regulation have."""


class Entry(NamedTuple):
    """A sentence of an edition; its words are unknown where only a register of hashes is left."""

    id: str
    place: str
    sha256: str
    text: str | None


class Words(NamedTuple):
    """A run of words: "=" in both editions, "-" only in the old one, "+" only in the new one."""

    sign: str
    text: str


@dataclass(frozen=True)
class Change:
    kind: str
    """added, removed, changed or renumbered."""
    old: Entry | None
    new: Entry | None
    likeness: float = 0
    """How alike the two sentences are, 0 to 1."""
    words: tuple[Words, ...] = ()


def entries_of(document: Document) -> list[Entry]:
    return [Entry(s.id, s.place, text_hash(s.text), s.text) for s in document.sentences]


def compare(old: Sequence[Entry], new: Sequence[Entry]) -> list[Change]:
    """Every sentence that is not the same under the same id, in the order of the new text."""
    pairs = _pair(old, new)
    partners = {other: one for one, other in pairs.items()}
    changes = {
        index: change
        for index, entry in enumerate(new)
        if (change := _change(old[partners[index]] if index in partners else None, entry))
    }
    return list(_in_order(old, pairs, changes, len(new)))


def _in_order(
    old: Sequence[Entry], pairs: dict[int, int], changes: dict[int, Change], count: int
) -> Iterator[Change]:
    """Removed sentences stand where their neighbours before them stand now."""
    removed: dict[int, list[Change]] = {}
    after = -1
    for index, entry in enumerate(old):
        if index in pairs:
            after = pairs[index]
        else:
            removed.setdefault(after, []).append(Change("removed", entry, None))
    for index in range(-1, count):
        if index in changes:
            yield changes[index]
        yield from removed.get(index, ())


def _change(old: Entry | None, new: Entry) -> Change | None:
    if old is None:
        return Change("added", None, new)
    if old.sha256 == new.sha256:
        return None if old.id == new.id else Change("renumbered", old, new, 1.0)
    if old.text is None or new.text is None:
        return Change("changed", old, new)
    return Change("changed", old, new, _likeness(old.text, new.text), tuple(word_diff(old.text, new.text)))


def word_diff(old: str, new: str) -> Iterator[Words]:
    """The words of both sentences, in runs that stayed, went or came."""
    before, after = old.split(), new.split()
    plain_before, plain_after = [plain(word) for word in before], [plain(word) for word in after]
    matcher = SequenceMatcher(None, plain_before, plain_after, autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            yield Words("=", " ".join(after[j1:j2]))
            continue
        if i2 > i1:
            yield Words("-", " ".join(before[i1:i2]))
        if j2 > j1:
            yield Words("+", " ".join(after[j1:j2]))


def _pair(old: Sequence[Entry], new: Sequence[Entry]) -> dict[int, int]:
    """Old places and the new places of the same sentences: unchanged, then moved, then reworded."""
    pairs: dict[int, int] = {}
    for key in (lambda entry: (entry.id, entry.sha256), lambda entry: entry.sha256):
        _pair_equal(pairs, [key(entry) for entry in old], [key(entry) for entry in new])
    left = [index for index in range(len(old)) if index not in pairs]
    taken = set(pairs.values())
    right = [index for index in range(len(new)) if index not in taken]
    _pair_alike(pairs, {index: old[index] for index in left}, {index: new[index] for index in right})
    return pairs


def _pair_equal(pairs: dict[int, int], old: Sequence[object], new: Sequence[object]) -> None:
    taken = set(pairs.values())
    free: dict[object, list[int]] = {}
    for index, key in enumerate(new):
        if index not in taken:
            free.setdefault(key, []).append(index)
    for index, key in enumerate(old):
        if index not in pairs and free.get(key):
            pairs[index] = free[key].pop(0)


def _pair_alike(pairs: dict[int, int], old: dict[int, Entry], new: dict[int, Entry]) -> None:
    """The most alike first; of equally alike sentences the one with the same id."""
    scored = sorted(_scores(old, new), reverse=True)
    taken: set[int] = set()
    for _, _, one, other in scored:
        if one not in pairs and other not in taken:
            pairs[one] = other
            taken.add(other)


def _scores(old: dict[int, Entry], new: dict[int, Entry]) -> Iterator[tuple[float, bool, int, int]]:
    by_id = {entry.id: index for index, entry in new.items()}
    index_of_words = _index(new)
    pairs = 0
    for one, entry in old.items():
        if entry.text is None:
            if entry.id in by_id:
                yield 1.0, True, one, by_id[entry.id]
            continue
        candidates = _candidates(entry.text, index_of_words)
        if entry.id in by_id:
            candidates.append(by_id[entry.id])
        for other in dict.fromkeys(candidates):
            same = new[other].id == entry.id
            pairs += _equal_pairs(entry.text, new[other].text or "")
            if pairs > MOST_EQUAL_PAIRS:
                says = "repeat the same words too often to be compared."
                raise BadInput([Fault("OLD and NEW", says, "two editions of a regulation")])
            likeness = _likeness(entry.text, new[other].text or "")
            if likeness >= (SAME_ID if same else OTHER_ID):
                yield likeness + (0.1 if same else 0), same, one, other


def _index(entries: dict[int, Entry]) -> dict[str, list[int]]:
    """The sentences that each word stands in; words of half the text tell nothing."""
    places_of: dict[str, list[int]] = {}
    for index, entry in entries.items():
        for word in _distinct_words(entry.text or ""):
            places_of.setdefault(word, []).append(index)
    most = max(50, len(entries) // 5)
    return {word: places for word, places in places_of.items() if len(places) <= most}


def _candidates(text: str, index_of_words: dict[str, list[int]]) -> list[int]:
    shared = Counter(place for word in _distinct_words(text) for place in index_of_words.get(word, ()))
    return [place for place, _ in shared.most_common(_CANDIDATES)]


def _distinct_words(text: str) -> Iterable[str]:
    return dict.fromkeys(re.findall(r"\w+", plain(text).lower()))


def _equal_pairs(old: str, new: str) -> int:
    """How many pairs of equal words two sentences have: the steps that it takes to align them."""
    before, after = Counter(plain(old).lower().split()), Counter(plain(new).lower().split())
    return sum(count * after[word] for word, count in before.items())


def _likeness(old: str, new: str) -> float:
    before, after = plain(old).lower().split(), plain(new).lower().split()
    return SequenceMatcher(None, before, after, autojunk=False).ratio()
