"""Output that cannot command a terminal: control characters from files and names are shown, not obeyed."""

import io
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING, Any, TextIO, cast

if TYPE_CHECKING:
    from rich.console import Console

_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\r(?!\n)"
)
"""All but tabs and ends of lines: control characters, separators, marks that turn the direction of text."""


def harmless(text: str) -> str:
    r"""The text with `\x1b` instead of an escape."""
    return _CONTROL.sub(lambda found: ascii(found[0])[1:-1], text)


def harmless_json(text: str) -> str:
    """JSON that means the same, its control characters escaped as JSON escapes them."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class HarmlessStream(io.TextIOBase):
    """A stream of text in front of another one."""

    def __init__(self, behind: TextIO) -> None:
        self.behind = behind

    def write(self, text: str) -> int:
        self.behind.write(harmless(text))
        return len(text)

    def flush(self) -> None:
        self.behind.flush()

    def isatty(self) -> bool:
        return self.behind.isatty()

    def fileno(self) -> int:
        return self.behind.fileno()

    def writable(self) -> bool:
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.behind.encoding or "utf-8"

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        return self.behind.errors


@contextmanager
def harmless_streams() -> Iterator[None]:
    """Standard output and error, for as long as a command runs."""
    with ExitStack() as streams:
        if sys.stdout is not None:
            streams.enter_context(redirect_stdout(cast(TextIO, HarmlessStream(sys.stdout))))
        if sys.stderr is not None:
            streams.enter_context(redirect_stderr(cast(TextIO, HarmlessStream(sys.stderr))))
        yield


def console(*, stderr: bool = False, **options: Any) -> "Console":
    """Rich on standard output or error: its own colors reach the terminal, those of what it prints do not."""
    from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult
    from rich.segment import Segment

    class Shown:
        def __init__(self, inner: ConsoleRenderable) -> None:
            self.inner = inner

        def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
            for part in console.render(self.inner, options):
                yield part if part.control else Segment(harmless(part.text), part.style)

    class ShowAll(RenderHook):
        def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
            return [Shown(inner) for inner in renderables]

    stream = sys.stderr if stderr else sys.stdout
    behind = stream.behind if isinstance(stream, HarmlessStream) else stream
    made = Console(file=behind, **options)
    made.push_render_hook(ShowAll())
    return made
