"""What is said and asked at a table: in color on a terminal, plain text into a pipe."""

import os
import re
import select
import signal
import sys
from typing import Any

from pitboss.cli.harmless_output import console
from pitboss.cli.plain_felt import draw_table
from pitboss.games.game import Game
from pitboss.table import events as e
from pitboss.table.view import View

KEY = re.compile(r"\[(.)\]")


class Terminal:
    """Where one person reads and types."""

    def __init__(self, *, color: bool | None = None) -> None:
        self.color = sys.stdout.isatty() if color is None else color
        self.echo = not sys.stdin.isatty()
        self._console: Any = None

    @property
    def console(self) -> Any:
        if self._console is None:
            self._console = console(highlight=False, force_terminal=True)
        return self._console

    def say(self, text: str = "", style: str = "") -> None:
        if self.color:
            self.console.print(text, style=style or None, markup=False)
        else:
            print(text)

    def tell(self, event: e.Event, line: str, *, clause: bool) -> None:
        """What an event means to the person, with its clause if wanted."""
        self.say(f"  {line}" + (f" ({event.clause})" if clause and event.clause else ""), style_of(event))

    def show(self, seen: View, seat: int, game: Game, title: str) -> None:
        if self.color:
            from pitboss.cli.rich_felt import paint_table

            self.console.print(paint_table(seen, seat, game, title))
            return
        for line in draw_table(seen, seat, game):
            print(line)

    def ask(self, prompt: str) -> str:
        """The answer as typed, trimmed; what comes from a file is written down as if it had been typed."""
        if self.color:
            from rich.text import Text

            text = Text(f"{prompt} > ")
            text.highlight_regex(KEY, "bold yellow")
            self.console.print(text, end="")
        else:
            print(f"{prompt} > ", end="")
        sys.stdout.flush()
        if not self.echo:
            wait_for_line()
        answer = input().strip()
        if self.echo:
            print(answer)
        return answer


def wait_for_line() -> None:
    """Until a line was typed, or Ctrl-C was pressed: `input` sleeps on if that comes just before it waits."""
    if os.name != "posix":
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing)
    try:
        select.select([sys.stdin, reading], [], [])
    finally:
        signal.set_wakeup_fd(before)
        os.close(reading)
        os.close(writing)


def style_of(event: e.Event) -> str:
    """Won, lost, returned, lit: a color beside the words, never instead of them."""
    match event:
        case e.HandSettled() | e.WagerSettled() if event.won_cents:
            return "bold green"
        case e.HandSettled() | e.WagerSettled() if not event.returned_cents:
            return "red"
        case e.HandSettled() | e.WagerSettled() | e.HandDied():
            return "yellow"
        case e.RangeLit():
            return {"BLUE": "bold bright_blue", "RED": "bold red", "YELLOW": "bold yellow"}[event.light.name]
    return ""
