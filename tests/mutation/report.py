"""What was caught and what survived, for people and for the repository."""

import json
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.mutation.running import Item, Result

FOLDER = Path(__file__).parent
KEPT = FOLDER / "caught.json"
EXCUSED = FOLDER / "excused.toml"


class Share(NamedTuple):
    caught: int
    of: int

    def __str__(self) -> str:
        return f"{self.caught:5} of {self.of:5}  {self.percent:6.2f} %"

    @property
    def percent(self) -> float:
        return 100 * self.caught / self.of if self.of else 100.0


def share(results: Iterable[Result]) -> Share:
    caught = [bool(result.caught_by) for result in results]
    return Share(sum(caught), len(caught))


def by_hand(results: Iterable[Result]) -> Share:
    """Caught by a test that somebody wrote, not only by an example that the table wrote."""
    caught = [result.how == "by hand" for result in results]
    return Share(sum(caught), len(caught))


def _excuses() -> list[dict[str, str]]:
    listed: list[dict[str, str]] = tomllib.loads(EXCUSED.read_text()).get("excused", [])
    return listed


def excused() -> dict[str, str]:
    """Mutants that nobody could catch, each with the reason."""
    return {part["mutant"]: part["because"] for part in _excuses()}


def not_excused(items: Iterable[Item]) -> Iterator[Item]:
    known = excused()
    return (item for item in items if item.mutant not in known)


def by_document(results: Sequence[Result]) -> dict[str, Share]:
    documents = dict.fromkeys(result.item.document for result in results)
    return {name: share(one for one in results if one.item.document == name) for name in documents}


def survivors(results: Iterable[Result]) -> dict[str, list[str]]:
    """Mutants by the sentences whose tests did not notice them."""
    found: dict[str, list[str]] = {}
    for result in results:
        if not result.caught_by:
            found.setdefault(tell_sentences(result.item), []).append(result.item.mutant)
    return found


SHOWN = 4


def tell_sentences(item: Item) -> str:
    if len(item.sentences) == 1:
        return item.sentences[0]
    rest = len(item.sentences) - SHOWN
    return "one of " + ", ".join(item.sentences[:SHOWN]) + (f" and {rest} more" if rest > 0 else "")


def lines(results: Sequence[Result]) -> Iterator[str]:
    for sentence, mutants in survivors(results).items():
        yield f"{sentence}: not noticed by its tests"
        yield from (f"    {mutant}" for mutant in mutants)
    yield ""
    for document, found in by_document(results).items():
        yield f"{document:8} {found}"
    yield f"{'all':8} {share(results)}"
    yield f"by hand  {by_hand(results)}"


def as_data(results: Sequence[Result], most: int, percent: int) -> dict[str, Any]:
    total = share(results)
    return {
        "mutants_of_a_sentence_at_most": most,
        "percent_of_these_run": percent,
        "caught": total.caught,
        "of": total.of,
        "percent": round(total.percent, 2),
        "caught_by_tests_written_by_hand": by_hand(results).caught,
        "documents": {name: found._asdict() for name, found in by_document(results).items()},
        "survivors": survivors(results),
    }


def keep(results: Sequence[Result], most: int, percent: int) -> None:
    KEPT.write_text(json.dumps(as_data(results, most, percent), indent=1, ensure_ascii=False) + "\n")
