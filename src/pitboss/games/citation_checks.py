"""Does a game file cite sentences that are there? Asked by `pitboss check`; a table plays without it."""

import difflib
from collections.abc import Iterator

from pitboss.errors import Fault
from pitboss.games.files import find_book
from pitboss.games.game import Game
from pitboss.games.register import data_citations


def citation_faults(name: str, game: Game) -> list[Fault]:
    """Every citation of the file that its register does not have, and everything it follows in vain."""
    if not game.register.clauses:
        return []
    return [*_unknown_clauses(name, game), *_followed_in_vain(game), *_unknown_readings(game)]


def _unknown_clauses(name: str, game: Game) -> Iterator[Fault]:
    document = find_book(name).document
    known = game.register.by_id
    for place, clauses in data_citations(document.data):
        for clause in clauses:
            if clause not in known:
                near = difflib.get_close_matches(clause, known, n=2, cutoff=0.6)
                says = f"cites {clause}, which the register of {game.document} does not have."
                yield Fault(f"{document.label}: {place}", says, " or ".join(near))


def _followed_in_vain(game: Game) -> Iterator[Fault]:
    for part in game.follows:
        deciding = part.file.parse().deciding
        decided = {*deciding, *(cause.partition("/")[0] for cause in deciding)}
        for mechanism in part.mechanisms:
            if mechanism not in decided:
                says = f"follows {part.file.name} in {mechanism}, of which that register says nothing."
                yield Fault(f"reading {part.reading}", says)


def _unknown_readings(game: Game) -> Iterator[Fault]:
    for clause in game.register.clauses:
        for reading in dict.fromkeys((*clause.readings, *dict(clause.under).values())):
            if reading not in game.readings and reading not in game.notes:
                says = f"names reading {reading}, which the game file does not have."
                yield Fault(f"{game.register_file.name}: {clause.id}", says)
