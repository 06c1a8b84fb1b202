"""TOML that anybody may have written: parsed in bounded time, with numbers of a bounded size."""

import re
import tomllib
from typing import Any

MOST_STEPS = 32
"""In a dotted key. `tomllib` takes the square of them in time and memory."""
WHOLE_NUMBERS = range(-(2**63), 2**63)
"""As the specification of TOML has them; `tomllib` reads any."""

_NAME = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_-])(?:{_NAME}[ \t]*+\.[ \t]*+){{{MOST_STEPS}}}")
_LONG_NUMBER = re.compile(r"(?<!\d)\d(?:_?\d){1000}")


def parse_toml(text: str) -> dict[str, Any]:
    """The data of a TOML file; ValueError says what is wrong with it and where."""
    if long := _LONG_KEY.search(text):
        raise ValueError(f"a key has more than {MOST_STEPS} steps (at line {_line(text, long.start())})")
    try:
        data = tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    except tomllib.TOMLDecodeError:
        raise
    except ValueError as error:  # Python's own limit of digits
        number = _LONG_NUMBER.search(text)
        raise ValueError(
            f"a number is too long (at line {_line(text, number.start() if number else 0)})"
        ) from error
    if path := _huge_number(data):
        raise ValueError(f"the number at {path} does not fit into 64 bits")
    return data


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _huge_number(data: dict[str, Any]) -> str:
    """The path of the first whole number that is too large; empty if there is none."""
    waiting: list[tuple[str, Any]] = [("", data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, int) and value not in WHOLE_NUMBERS:
            return path.removeprefix(".")
        if isinstance(value, dict):
            waiting += [(f"{path}.{key}", part) for key, part in value.items()]
        elif isinstance(value, list):
            waiting += [(f"{path}.{number}", part) for number, part in enumerate(value, 1)]
    return ""
