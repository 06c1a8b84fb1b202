"""A process that puts mutants to tests: `python -m tests.mutation.worker`, a job a line, an answer a line.

Every job runs in a fork. A changed game file is put in place before any test is imported, so jobs of files
come first. For changed functions the tests are collected once and run once as they are, which must pass; a
fork then makes the change, forgets what was remembered, and runs them again.
"""

import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from types import FrameType
from typing import IO, TypedDict

import pytest
from _pytest.runner import runtestprotocol

from tests.book import examples, papers
from tests.mutation import code
from tests.mutation.data import FileMutant, applied_data, file_mutants
from tests.mutation.named import named

PATIENCE_S = 12.0
"""A mutant under which a sentence's tests do not come to an end in this time, at work, is caught."""
IMPATIENCE_S = 4.0
"""For further sentences, once those of one did not end."""
NO_CHANGE = "nothing is changed"


class Job(TypedDict):
    """A mutant, and the tests to which it is put, sentence by sentence."""

    mutant: str
    groups: list[list[str]]
    """Sentences of which one must notice; once one has, the others are not asked."""
    tests: dict[str, list[str]]


class Answer(TypedDict):
    mutant: str
    caught: dict[str, str]
    """The sentences whose tests noticed: `by hand`, or only `by record`, an example that the table wrote."""


class Endless(BaseException):
    """The tests of a sentence went on for too long."""


@cache
def by_id(place: str) -> dict[str, code.Mutant]:
    return {mutant.id: mutant for mutant in code.code_mutants(place)}


@cache
def files_by_id(game: str) -> dict[str, FileMutant]:
    return {mutant.id: mutant for mutant in file_mutants(game)}


def find(id: str) -> code.Mutant | FileMutant | None:
    """The mutant of this name: one of those made by hand, of a game file, or of a function."""
    if id == NO_CHANGE:
        return None
    if id in named():
        return named()[id].mutant
    if id.startswith("games/"):
        return files_by_id(id.removeprefix("games/").partition(".toml ")[0])[id]
    return by_id(id.partition(": ")[0])[id]


class Worker:
    """A pytest plugin that answers jobs instead of running a session."""

    def __init__(self, jobs: IO[str], answers: IO[str]) -> None:
        self.jobs, self.answers = jobs, answers
        self.items: dict[str, list[pytest.Item]] = {}
        """The collected tests, by the sentence's list of them."""
        self.noticed: dict[str, Counter[str]] = {}
        """How often each sentence noticed a mutant of a function: such are asked first."""

    def pytest_collection(self, session: pytest.Session) -> bool:
        for line in self.jobs:
            self.answers.write(json.dumps(self.answer(session, json.loads(line))) + "\n")
            self.answers.flush()
        return True

    def pytest_runtestloop(self) -> bool:
        return True

    def answer(self, session: pytest.Session, job: Job) -> Answer:
        mutant = find(job["mutant"])
        if mutant is None or isinstance(mutant, FileMutant):
            assert not self.items or mutant is None, "game files come first"
            return Answer(mutant=job["mutant"], caught=in_fork(lambda: self._cold(session, job, mutant)))
        self.warm_up(session, job)
        noticed = self.noticed.setdefault(mutant.place, Counter())
        for group in job["groups"]:
            group.sort(key=lambda sentence: -noticed[sentence])
        caught = in_fork(lambda: self._warm(job, mutant))
        noticed.update(list(caught))
        return Answer(mutant=job["mutant"], caught=caught)

    def warm_up(self, session: pytest.Session, job: Job) -> None:
        """As they are the tests pass, and once more in a fork: what a mutant fails it fails by its change."""
        new = [id for id in job["tests"] if id not in self.items]
        for id in new:
            self.items[id] = collected(session, job["tests"][id])
            failed = [item.nodeid for item in self.items[id] if not passes(item)]
            assert not failed, failed
        if new:
            noticed = in_fork(lambda: self._unchanged(new))
            assert not noticed, f"{list(noticed)} fail when nothing is changed"

    def _unchanged(self, sentences: list[str]) -> dict[str, str]:
        forget("")
        return ask([[sentence] for sentence in sentences], self._notices)

    def _notices(self, sentence: str) -> str:
        return how_noticed(self.items[sentence])

    def _cold(self, session: pytest.Session, job: Job, mutant: FileMutant | None) -> dict[str, str]:
        def notices(sentence: str) -> str:
            return how_noticed(collected(session, job["tests"][sentence]))

        if mutant is None:
            return ask(job["groups"], notices)
        with applied_data(mutant):
            return ask(job["groups"], notices)

    def _warm(self, job: Job, mutant: code.Mutant) -> dict[str, str]:
        with code.applied(mutant):
            forget(mutant.place)
            return ask(job["groups"], self._notices)


def collected(session: pytest.Session, tests: Sequence[str]) -> list[pytest.Item]:
    items = session.perform_collect(list(tests), genitems=True)
    assert items, tests
    return [item for item in items if isinstance(item, pytest.Item)]


def how_noticed(items: Sequence[pytest.Item]) -> str:
    """By the first test that fails; tests written by hand come first."""
    failed = next((item for item in sorted(items, key=is_record) if not passes(item)), None)
    return "" if failed is None else "by record" if is_record(failed) else "by hand"


def is_record(item: pytest.Item) -> bool:
    return RECORDS in item.nodeid


RECORDS = "tests/book/test_examples.py"


def passes(item: pytest.Item) -> bool:
    item._initrequest()  # type: ignore[attr-defined]  # it may have run before
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def ask(groups: Sequence[Sequence[str]], notices: Callable[[str], str]) -> dict[str, str]:
    """The sentences whose tests notice, until there is one in each group."""
    patience = [PATIENCE_S]

    def too_long(_: int, __: FrameType | None) -> None:
        patience.append(IMPATIENCE_S)
        raise Endless

    signal.signal(signal.SIGVTALRM, too_long)
    found: dict[str, str] = {}
    for group in groups:
        for id in group:
            if id not in found:
                found[id] = _in_time(notices, id, patience[-1])
            if found[id]:
                break
    return {id: how for id, how in found.items() if how}


def _in_time(notices: Callable[[str], str], sentence: str, patience_s: float) -> str:
    signal.setitimer(signal.ITIMER_VIRTUAL, patience_s, patience_s)
    try:
        return notices(sentence)
    except BaseException:  # a test that cannot be imported does not pass, nor one that never ends
        return "by hand"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def in_fork(question: Callable[[], dict[str, str]]) -> dict[str, str]:
    """The answer of a process that is gone afterwards, with whatever it broke."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _be_quiet()
        os.close(reading)
        with os.fdopen(writing, "w") as told:
            json.dump(question(), told)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        text = told.read()
    os.waitpid(child, 0)
    found: dict[str, str] = json.loads(text)
    return found


def _be_quiet() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


REMEMBERED = {"tests.floor.game_of", "tests.paper.drawn.plan_of", "tests.paper.drawn.felt_of",
              "tests.paper.drawn.sign_of"}  # fmt: skip
"""Dear to make, and the same whatever a table does."""
READ = {"tests.book.examples.written", "tests.book.examples.sentences", "tests.book.examples.games",
        "tests.book.examples.drives", "tests.book.rounds.stretches", "tests.book.papers.written",
        "tests.book.papers.sentences", "tests.book.accounts.accounts", "tests.book.accounts.by_sentence",
        "tests.book.accounts._executable"}  # fmt: skip
"""What was read from files of the tests."""
MAKES_GAMES = ("rules.match.both_match", "rules.match.match_pays", "games.", "paper.")


def forget(place: str) -> None:
    """Empty every cache that the function may have had a hand in."""
    kept = READ if place.startswith(MAKES_GAMES) else READ | REMEMBERED
    for name, module in list(sys.modules.items()):
        if name.startswith(("pitboss.", "tests.")) and not name.startswith("tests.mutation"):
            for value in list(vars(module).values()):
                clear = getattr(value, "cache_clear", None)
                if clear and f"{value.__module__}.{value.__qualname__}" not in kept:
                    clear()


def main() -> None:
    code.import_rooms()
    examples.sentences()  # read once, before any fork
    papers.sentences()
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what others print goes elsewhere
    plain = ["--assert=plain", "-p", "no:cacheprovider", "-p", "no:logging", "-s"]
    sys.exit(pytest.main(plain, plugins=[Worker(sys.stdin, answers)]))


if __name__ == "__main__":
    main()
