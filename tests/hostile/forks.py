"""Commands run one after another, each in a fork of a process that has imported everything already.

`python -m tests.hostile.forks` is that process: a command is a line of JSON on its input, what came of it
a line on its output. A command that takes too much time or memory is ended by the kernel and hurts
nobody else.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

MOST_SECONDS = 10
MOST_BYTES = 200_000_000


class Outcome(NamedTuple):
    """What came of a command; a status below zero is the signal that ended it."""

    status: int
    out: str
    err: str
    cpu_s: float
    most_bytes: int


class Forks:
    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def run(self, *words: str, program: str = "pitboss", typed: str = "") -> Outcome:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        command = {"words": words, "program": program, "cwd": str(Path.cwd()), "typed": typed}
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()
        return Outcome(*json.loads(self._process.stdout.readline()))


@contextmanager
def forks() -> Iterator[Forks]:
    command = [sys.executable, "-m", "tests.hostile.forks"]
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root
    ) as process:
        yield Forks(process)
        assert process.stdin is not None
        process.stdin.close()


def _serve() -> None:
    _import_everything()
    for line in sys.stdin:
        print(json.dumps(_run(**json.loads(line))), flush=True)


def _import_everything() -> None:
    import checker.proof  # noqa: F401
    import pitboss.cli.commands
    import pitboss.cli.documents
    import pitboss.cli.drawings
    import pitboss.cli.journal_output
    import pitboss.cli.play
    import pitboss.cli.records_output
    import pitboss.cli.replay
    import pitboss.cli.rulebook_output
    import pitboss.cli.submissions
    import pitboss.journal.sql  # noqa: F401


def _run(words: Sequence[str], program: str, cwd: str, typed: str) -> tuple[int, str, str, float, int]:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if not child:
            _become(words, program, cwd, typed, out.fileno(), err.fileno())
        _, ended, used = os.wait4(child, 0)
        told = [_tail(stream) for stream in (out, err)]
    status = os.waitstatus_to_exitcode(ended)
    return status, told[0], told[1], used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def _tail(stream: Any) -> str:
    stream.seek(0)
    return str(
        stream.read(1_000_000).decode(errors="surrogateescape").encode(errors="backslashreplace").decode()
    )


def _become(words: Sequence[str], program: str, cwd: str, typed: str, out: int, err: int) -> None:
    """The child: the command itself, under limits."""
    try:
        os.chdir(cwd)
        reading, writing = os.pipe()
        os.write(writing, typed.encode())
        os.close(writing)
        for here, there in ((reading, 0), (out, 1), (err, 2)):
            os.dup2(here, there)
        sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        signal.alarm(60 * MOST_SECONDS)
        sys.argv = [program, *words]
        os._exit(_status(program))
    finally:
        import traceback

        traceback.print_exc()
        sys.stderr.flush()
        os._exit(70)


def _status(program: str) -> int:
    from checker.__main__ import main as check
    from pitboss.cli import main

    try:
        status = 0
        if program == "checker":
            status = check(sys.argv[1:])
        else:
            main()
    except SystemExit as end:
        status = int(end.code or 0)
    sys.stdout.flush()
    sys.stderr.flush()
    return status


if __name__ == "__main__":
    _serve()
