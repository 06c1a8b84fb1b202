"""Mutants put to the tests named after their sentences, by several workers at once."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from queue import SimpleQueue
from typing import IO, NamedTuple

from tests.book.index import find_tests
from tests.mutation.attribution import Charge
from tests.mutation.named import named
from tests.mutation.worker import RECORDS, Answer, Job


class Item(NamedTuple):
    """What is counted: a mutant, and the sentences of which one must notice it."""

    mutant: str
    document: str
    sentences: tuple[str, ...]


class Result(NamedTuple):
    item: Item
    caught_by: str
    """The sentence whose tests caught it; empty when it survived."""
    how: str = ""
    """`by hand` or `by record`."""


def items_of(charges: Iterable[Charge]) -> Iterator[Item]:
    for one in charges:
        if one.every:
            yield from (Item(one.mutant, one.document, (id,)) for id in one.sentences)
        else:
            yield Item(one.mutant, one.document, one.sentences)


def jobs_of(items: Iterable[Item], tests: Mapping[str, list[str]]) -> list[Job]:
    """One job for each mutant."""
    groups: dict[str, list[list[str]]] = {}
    for item in items:
        groups.setdefault(item.mutant, []).append(list(item.sentences))
    return [
        Job(mutant=mutant, groups=found, tests={id: tests[id] for group in found for id in group})
        for mutant, found in sorted(groups.items(), key=lambda pair: not is_of_a_file(pair[0]))
    ]


def is_of_a_file(mutant: str) -> bool:
    """Such come first: a worker that has imported the tests can no longer change a file."""
    if mutant in named():
        return isinstance(named()[mutant].change, str)
    return mutant.startswith("games/")


def written_by_hand() -> dict[str, list[str]]:
    """The tests of each sentence without the examples that a table wrote."""
    return {
        sentence: by_hand
        for sentence, tests in find_tests().items()
        if (by_hand := [test for test in tests if RECORDS not in test])
    }


def run(
    items: Sequence[Item],
    tell: Callable[[int, int], None] = lambda _, __: None,
    tests: Mapping[str, list[str]] | None = None,
) -> list[Result]:
    """What became of each mutant, put to these tests of its sentences or to all."""
    jobs = jobs_of(items, tests or find_tests())
    answers: dict[str, Answer] = {}
    for answer in _answers(jobs):
        answers[answer["mutant"]] = answer
        tell(len(answers), len(jobs))
    return [result_of(item, answers[item.mutant]) for item in items]


def result_of(item: Item, answer: Answer) -> Result:
    caught_by = next((id for id in item.sentences if id in answer["caught"]), "")
    return Result(item, caught_by, answer["caught"].get(caught_by, ""))


def _answers(jobs: Sequence[Job]) -> Iterator[Answer]:
    """Each worker takes the next job when it has answered the last."""
    waiting: SimpleQueue[Job | None] = SimpleQueue()
    done: SimpleQueue[Answer | None] = SimpleQueue()
    workers = max(1, min(cores(), len(jobs)))
    for job in (*jobs, *[None] * workers):
        waiting.put(job)

    def work() -> None:
        try:
            with ExitStack() as stack:
                asking, told = _start_worker(stack)
                while (job := waiting.get()) is not None:
                    asking.write(json.dumps(job) + "\n")
                    asking.flush()
                    done.put(json.loads(told.readline()))
        finally:
            done.put(None)

    with ThreadPoolExecutor(workers) as pool:
        working = [pool.submit(work) for _ in range(workers)]
        while workers:
            answer = done.get()
            if answer is None:
                workers -= 1
            else:
                yield answer
        for one in working:
            one.result()


def cores() -> int:
    """As many as this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _start_worker(stack: ExitStack) -> tuple[IO[str], IO[str]]:
    worker = subprocess.Popen(
        [sys.executable, "-m", "tests.mutation.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    stack.enter_context(worker)
    assert worker.stdin is not None
    assert worker.stdout is not None
    return worker.stdin, worker.stdout
