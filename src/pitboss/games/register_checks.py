"""What a register shows of its text without a single card: numbers, references, terms, names."""

import re
from collections.abc import Iterator, Mapping

from pitboss.games.clause_ids import chapter_of, is_within, paragraph_of
from pitboss.games.findings import Finding, listed
from pitboss.games.registers import Clause, Register
from pitboss.games.statements import Refers

_SMALL_WORDS = frozenset({"a", "an", "and", "for", "in", "of", "on", "or", "the", "to", "with"})


def check_text(register: Register) -> list[Finding]:
    """Every fault of the text that its register shows by itself."""
    checks = (_same_numbers, _self_exclusions, _references, _terms, _names)
    return list(dict.fromkeys(finding for check in checks for finding in check(register)))


# ---- numbers


def _same_numbers(register: Register) -> Iterator[Finding]:
    paragraphs: dict[str, dict[str, None]] = {}
    for clause in register.clauses:
        number = clause.states.printed or paragraph_of(clause.id)
        paragraphs.setdefault(number, {})[paragraph_of(clause.id)] = None
    for number, ids in paragraphs.items():
        if len(ids) > 1:
            says = f"The number {number} is given to {_count(len(ids))} paragraphs: {listed(ids)}."
            yield Finding("same number", number, says, tuple(ids))


def _count(number: int) -> str:
    return {2: "two", 3: "three", 4: "four"}.get(number, str(number))


def _self_exclusions(register: Register) -> Iterator[Finding]:
    """A sentence that says that it does not apply; what it leaves in force between others is told with it."""
    paragraphs = list(dict.fromkeys(paragraph_of(clause.id) for clause in register.clauses))
    for clause in register.clauses:
        own, lifts = paragraph_of(clause.id), clause.states.lifts
        if own in lifts:
            places = [paragraphs.index(id) for id in lifts if id in paragraphs]
            between = [id for id in paragraphs[min(places) : max(places)] if not _is_below_any(id, lifts)]
            spared = f", and leaves {listed(between)} in force" if between else ""
            says = f"{clause.id} says that it does not apply itself{spared}."
            yield Finding("excludes itself", clause.id, says, (clause.id, *between))


def _is_below_any(id: str, places: list[str]) -> bool:
    return any(is_within(id, place) for place in places)


# ---- references


class _Places:
    """Where a reference can lead in a register, and what is found there."""

    def __init__(self, register: Register) -> None:
        self.register = register
        self.chapters = {chapter_of(clause.id) for clause in register.clauses}
        self._printed = {clause.states.printed for clause in register.clauses}

    def within(self, place: str) -> list[Clause]:
        return [clause for clause in self.register.clauses if is_within(clause.id, place)]

    def exists(self, place: str) -> bool:
        return place in self.register.sections or place in self._printed or bool(self.within(place))

    def deals_with(self, place: str, subject: str) -> bool:
        """Is the subject in the heading of this section, or in one of its sentences?"""
        wanted = _words(subject)
        if wanted <= _words(self.register.sections.get(place, "")):
            return True
        return any(wanted <= _words(about) for part in self.within(place) for about in part.states.subjects)

    def near(self, place: str) -> str:
        """Our own section of that number, where the chapter cited differs from ours in one sign."""
        chapter, _, number = place.partition(".")
        for own in sorted(self.chapters):
            differing = sum(one != other for one, other in zip(chapter, own, strict=False))
            if len(chapter) == len(own) and differing == 1 and self.exists(f"{own}.{number}"):
                return f"{own}.{number}"
        return ""


def _references(register: Register) -> Iterator[Finding]:
    places = _Places(register)
    for clause in register.clauses:
        lifted = [Refers(to=place) for place in clause.states.lifts]
        for part in (*clause.states.references, *lifted):
            if chapter_of(part.to) not in places.chapters:
                yield from _foreign(places, clause.id, part)
            elif not places.exists(part.to):
                says = f"{clause.id} refers to {part.to}, and there is no such place."
                yield Finding("nowhere", f"{clause.id} to {part.to}", says, (clause.id,))
            else:
                yield from _other_subjects(places, clause, part)


def _foreign(places: _Places, id: str, part: Refers) -> Iterator[Finding]:
    """A reference to another document is not followed, unless it looks like a slip for one to this."""
    meant = places.near(part.to)
    if meant and all(places.deals_with(meant, subject) for subject in part.about):
        subject = f"{id} to {part.to}"
        says = f"{id} refers to {part.to}, of another chapter; {meant} of this one is on the subject."
        yield Finding("nowhere", subject, says, (id,))


def _other_subjects(places: _Places, clause: Clause, part: Refers) -> Iterator[Finding]:
    for subject in part.about:
        if not places.deals_with(part.to, subject):
            elsewhere = _settling(places.register, subject)
            better = f" {listed(elsewhere)} settles it." if elsewhere else ""
            opening = f"{clause.id} refers to {part.to} for {_noun(subject)}"
            says = f"{opening}, and nothing is said about it there.{better}"
            name = f"{clause.id} to {part.to} ({subject})"
            yield Finding("other subject", name, says, (clause.id, part.to))


def _noun(subject: str) -> str:
    return f"the {subject}" if subject[:1].isupper() else subject


def _settling(register: Register, wager: str) -> list[str]:
    """The sentences that settle a wager of this name."""
    return [
        clause.id
        for clause in register.clauses
        if any(part.wagers != "all" and wager in part.wagers for part in clause.states.settles)
    ][:3]


def _words(text: str) -> frozenset[str]:
    """The words that carry a subject, in the singular."""
    words = re.findall(r"\w+", text.casefold())
    return frozenset(_singular(word) for word in words if word not in _SMALL_WORDS) or frozenset({""})


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


# ---- terms


def _terms(register: Register) -> Iterator[Finding]:
    if not any(clause.states.terms for clause in register.clauses):
        return
    used = _by_term(register, "terms")
    defined = _by_term(register, "defines")
    for key, (term, clauses) in used.items():
        if key not in defined:
            others = len(clauses) - 1
            more = f" and {others} other sentence{'s' * (others != 1)}" if others else ""
            says = f"“{term}” is used in {clauses[0]}{more} and defined nowhere."
            yield Finding("undefined", term, says, tuple(clauses))
    for key, (term, clauses) in defined.items():
        if not set(used.get(key, ("", []))[1]) - set(clauses):
            says = f"“{term}” is defined in {clauses[0]} and used nowhere else."
            yield Finding("unused", term, says, tuple(clauses))


def _by_term(register: Register, key: str) -> Mapping[str, tuple[str, list[str]]]:
    """Every term as first written, with the sentences that have it, whatever its number and capitals."""
    by_term: dict[str, tuple[str, list[str]]] = {}
    for clause in register.clauses:
        for term in getattr(clause.states, key):
            folded = " ".join(_singular(word) for word in term.casefold().split())
            by_term.setdefault(folded, (term, []))[1].append(clause.id)
    return by_term


def _names(register: Register) -> Iterator[Finding]:
    for clause in register.clauses:
        name = clause.states.calls_game
        if name and register.game and name.casefold() != register.game.casefold():
            says = f"{clause.id} calls the game “{name}”; its name is “{register.game}”."
            yield Finding("other name", clause.id, says, (clause.id,))
