"""Searches of all combinations, kept from one report to the next."""

from collections.abc import Iterator

from pitboss.exact.disk_cache import kept
from pitboss.exact.pricing import Tell
from pitboss.exact.reading_search import FigureSearch, search_game
from pitboss.games.files import texts_of
from pitboss.games.load import open_book

Searches = tuple[FigureSearch, ...]


def find_searches(name: str, tell: Tell, *, anew: bool = False) -> Searches:
    """The searches for a game's published figures: as kept, or made now; none if nothing is published."""
    if not open_book(name).document.published:
        return ()
    return kept("searches", _texts(name), Searches, lambda: search_game(name, tell), anew=anew)


def _texts(name: str) -> Iterator[bytes]:
    """The files of a game, and of games whose readings are searched beside its own."""
    opened = open_book(name)
    others = dict.fromkeys(other for part in opened.document.published for other in part.also)
    for book in (opened.book, *(open_book(other).book for other in others)):
        for label, text in texts_of(book):
            yield f"{label}\n{text}".encode()
