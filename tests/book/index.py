"""Which tests are named after which sentence: written into the package, so that an installation knows it too.

`python -m tests.book.index` writes it anew; a test fails when it is out of date.
"""

import ast
import json
import re
from functools import cache
from pathlib import Path

from pitboss.games.files import SHELF
from pitboss.games.register import TESTS, all_clauses
from tests.book import accounts, examples, papers

FOLDER = Path(__file__).parent


def find_tests() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in sorted(FOLDER.glob("test_*.py")):
        for function in names_of_tests(path):
            if clause := clause_of_test(path.stem, function):
                found.setdefault(clause, []).append(f"tests/book/{path.name}::{function}")
    for sentence in accounts.by_sentence():
        found.setdefault(sentence, []).append(f"tests/book/test_accounts.py::test_account[{sentence}]")
    for sentence in examples.sentences():
        found.setdefault(sentence, []).append(f"tests/book/test_examples.py::test_example[{sentence}]")
    for sentence in papers.sentences():
        found.setdefault(sentence, []).append(f"tests/book/test_examples.py::test_paper[{sentence}]")
    return found


def names_of_tests(path: Path) -> list[str]:
    tree = ast.parse(path.read_text())
    return [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def clause_of_test(file: str, function: str) -> str:
    """The clause a test is named by: the longest name of a clause that the test's name begins with.

    A long section has a second file for what is seen at the table.
    """
    known = _prefixes()
    words = f"{file.removesuffix('_at_the_table')}::{function}".split("_")
    for length in range(len(words), 0, -1):
        if (prefix := "_".join(words[:length])) in known:
            return known[prefix]
    return ""


@cache
def _prefixes() -> dict[str, str]:
    return {prefix_of(clause.id): clause.id for clause in all_clauses()}


def prefix_of(clause: str) -> str:
    """How a test of this clause begins: `685a.7(h)(1)` is `test_685a_7::test_h_1`."""
    found = re.fullmatch(r"(\d+a\.\d+|\S+ [A-Z]\S*(?: \d)?|\S+)(.*)", clause)
    assert found is not None
    section, rest = found.groups()
    return f"test_{_slug(section)}::test_{_slug(rest) or 'whole'}"


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def write_tests() -> None:
    text = json.dumps(find_tests(), indent=1, sort_keys=True)
    (SHELF / TESTS).write_text(text + "\n")


if __name__ == "__main__":
    write_tests()
