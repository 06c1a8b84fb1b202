"""Draws the README's picture: a real answer of the command line, as SVG text."""

import subprocess
import sys
from html import escape
from pathlib import Path

COMMAND = ("diff", "down-under-pa", "down-under-vendor")
PICTURE = Path(__file__).with_name("picture.svg")
LINES, WIDTH, STEP, CHARACTER = 24, 132, 17, 7.3


def main() -> None:
    pitboss = str(Path(sys.executable).with_name("pitboss"))
    answer = subprocess.run([pitboss, *COMMAND], capture_output=True, text=True, check=True).stdout
    lines = [f"$ pitboss {' '.join(COMMAND)}", *answer.splitlines()[1:LINES]]
    PICTURE.write_text(draw(lines))


def draw(lines: list[str]) -> str:
    width, height = round(WIDTH * CHARACTER + 40), len(lines) * STEP + 44
    texts = "\n".join(
        f'<text x="20" y="{36 + number * STEP}" fill="{colour(line)}">{escape(line[:WIDTH])}</text>'
        for number, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="12" xml:space="preserve">\n'
        f'<rect width="{width}" height="{height}" rx="10" fill="#0f2a20"/>\n{texts}\n</svg>\n'
    )


def colour(line: str) -> str:
    if line.startswith("$"):
        return "#ffffff"
    return "#e8c468" if line.isupper() else "#cfe3d8"


if __name__ == "__main__":
    main()
