"""Lines and columns of a TOML file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.toml_positions import find_places, place_of

TEXT = '''game = "x"
text = """
[not.a.table]
key = "no"
"""

[options]
decks = 6
"quoted key" = 1

[options.deep]
a.b = 2

[[tables]]
row = 1
  [[tables.inner]]
  cell = 1
[[tables]]
row = { one = 1 }
'''


def test_tables_keys_and_elements_are_found() -> None:
    places = find_places(TEXT)
    assert places[("game",)] == (1, 1)
    assert places[("options",)] == (7, 1)
    assert places[("options", "decks")] == (8, 1)
    assert places[("options", "quoted key")] == (9, 1)
    assert places[("options", "deep", "a", "b")] == (12, 1)
    assert places[("tables", 0, "row")] == (15, 1)
    assert places[("tables", 0, "inner", 0, "cell")] == (17, 3)
    assert places[("tables", 1, "row")] == (19, 1)
    assert ("not", "a", "table") not in places


def test_what_stands_inside_is_found_at_its_key() -> None:
    places = find_places(TEXT)
    assert place_of(("tables", 1, "row", "one"), places) == (19, 1)
    assert place_of(("nowhere",), places) is None


@given(st.text())
def test_no_text_breaks_it(text: str) -> None:
    assert isinstance(find_places(text), dict)


@pytest.mark.parametrize("part", ["a", "a.", "a .", " ", "[ "])
def test_a_long_line_is_read_once(part: str) -> None:
    """A line that leads nowhere is given up in one go; this ends at all only if nothing is tried twice."""
    assert find_places(f"{part * 20_000}\nkey = 1") == {("key",): (2, 1)}
