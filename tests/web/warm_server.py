"""Servers forked from a process that has everything imported: a life of one costs a fork and not a second.

Whoever kills servers by the thousand has threads and cannot fork; this process has none.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.waiting import wait_until

PID = "pid "


class ForkedServer:
    """A server that is a child of another process."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def wait(self, timeout: float | None = None) -> None:  # noqa: ARG002
        wait_until(lambda: not _lives(self.pid), "the server has ended")

    def kill(self) -> None:
        if _lives(self.pid):
            os.kill(self.pid, signal.SIGKILL)
        self.wait()


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def warm_server() -> Iterator[Callable[[Path, int], AbstractContextManager[tuple[str, ForkedServer]]]]:
    """A function that starts a server on a store and a port, and kills it at the end if it still runs."""
    parent = subprocess.Popen(
        [sys.executable, "-m", "tests.web.warm_server"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdin is not None
    assert parent.stdout is not None
    told, heard = parent.stdin, parent.stdout

    @contextmanager
    def serve(store: Path, port: int) -> Iterator[tuple[str, ForkedServer]]:
        told.write(json.dumps(["--store", str(store), "--port", str(port)]) + "\n")
        told.flush()
        lines = sorted((heard.readline().strip(), heard.readline().strip()))  # the address, then the number
        server = ForkedServer(int(lines[1].removeprefix(PID)))
        try:
            yield lines[0], server
        finally:
            server.kill()

    try:
        yield serve
    finally:
        told.close()
        parent.wait()
        heard.close()


def main() -> None:
    from tests.chaos.web_servers import without_slow_routes
    from tests.web import roomy_server

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the children
    with without_slow_routes():
        for line in sys.stdin:
            child = os.fork()
            if not child:
                try:
                    roomy_server.main(json.loads(line))
                finally:
                    os._exit(0)
            print(f"{PID}{child}", flush=True)


if __name__ == "__main__":
    main()
