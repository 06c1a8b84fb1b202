"""Draws the README's picture: a real answer of the command line on a terminal, as SVG text."""

import os
import pty
import sys
from html import escape
from pathlib import Path

from rich.text import Text

COMMAND = ("diff", "down-under-pa", "down-under-vendor")
PICTURE = Path(__file__).with_name("picture.svg")
LINES, COLUMNS, STEP, CHARACTER = 40, 118, 17, 7.3
PAPER, INK, GOLD, WHITE = "#0f2a20", "#cfe3d8", "#e8c468", "#ffffff"


def main() -> None:
    prompt = Text(f"$ pitboss {' '.join(COMMAND)}", style="bold")
    lines = [prompt, *(Text.from_ansi(line) for line in answer().splitlines()[1:LINES])]
    PICTURE.write_text(draw(lines))


def answer() -> str:
    """What the command prints when it believes to be on a terminal."""
    pitboss = str(Path(sys.executable).with_name("pitboss"))
    os.environ |= {"COLUMNS": str(COLUMNS), "TERM": "xterm-256color"}
    child, terminal = pty.fork()
    if child == 0:
        os.execv(pitboss, [pitboss, *COMMAND])
    read = bytearray()
    while chunk := _read(terminal):
        read += chunk
    os.waitpid(child, 0)
    return read.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # how a closed terminal says that it is at its end
        return b""


def draw(lines: list[Text]) -> str:
    width, height = round(COLUMNS * CHARACTER + 40), len(lines) * STEP + 44
    texts = "\n".join(
        f'<text x="20" y="{36 + number * STEP}" fill="{colour(line)}">{escape(line.plain)}</text>'
        for number, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="12" xml:space="preserve">\n'
        f'<rect width="{width}" height="{height}" rx="10" fill="{PAPER}"/>\n{texts}\n</svg>\n'
    )


def colour(line: Text) -> str:
    style = str(line.style) + "".join(str(span.style) for span in line.spans)
    if "yellow" in style:
        return GOLD
    return WHITE if "bold" in style else INK


if __name__ == "__main__":
    main()
