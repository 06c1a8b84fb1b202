"""Figures in words, and what is told while one waits for them."""

import sys


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def percent(value: float, digits: int = 4) -> str:
    return f"{100 * value:.{digits}f} %"


def tell_edge(value: float, digits: int = 4) -> str:
    """A house edge; a negative one is called what it is."""
    return percent(value, digits) if value >= 0 else f"player advantage {percent(-value, digits)}"
