"""`make mutate`: break the code and the files that carry out each sentence, and see who notices.

`make mutate ONLY=685a.12` puts only the mutants of these sentences to their tests, and keeps nothing;
`MOST=16` takes more mutants of each sentence, `PERCENT=100` runs all that were taken.
"""

import sys
import time
from collections.abc import Iterable, Iterator

from pitboss.games.files import known_games
from tests.floor import game_of
from tests.mutation.attribution import executable
from tests.mutation.named import NAMED
from tests.mutation.report import keep, lines, not_excused
from tests.mutation.running import Item, items_of, run
from tests.mutation.selection import MOST, PERCENT, selected
from tests.mutation.survey import survey


def main(only: str = "", most: str = "", percent: str = "") -> None:
    documents = {document for id, document in executable().items() if id.startswith(only)}
    if not documents:
        sys.exit(f"No executable sentence begins with {only}.")
    games = [name for name in known_games() if game_of(name).document in documents]
    print(f"Looking where each mutant would show ({', '.join(games)}): some minutes.", flush=True)
    found = survey(games)
    print(f"{found.mutants} mutants; {found.not_shown} of them change nothing that a table or a felt shows.")
    each, part = int(most or MOST), int(percent or PERCENT)
    items = [item for item in chosen(items_of(found.charges), each, part) if _is_about(item, only)]
    results = run(items, Progress())
    print()
    print("\n".join(lines(results)))
    if not only:
        keep(results, each, part)


def chosen(items: Iterable[Item], most: int = MOST, percent: int = PERCENT) -> list[Item]:
    return [*by_hand(), *selected(list(not_excused(items)), most, percent)]


def by_hand() -> Iterator[Item]:
    for one in NAMED:
        yield from (Item(one.id, executable()[sentence], (sentence,)) for sentence in one.sentences)


def _is_about(item: Item, only: str) -> bool:
    return any(sentence.startswith(only) for sentence in item.sentences)


class Progress:
    """How far it is, and how long it will take."""

    def __init__(self) -> None:
        self.began = time.monotonic()

    def __call__(self, done: int, of: int) -> None:
        if done % 25 and done != of:
            return
        left = (time.monotonic() - self.began) / done * (of - done)
        print(f"\r{done} of {of} mutants, about {left / 60:.0f} minutes left  ", end="", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:4])
