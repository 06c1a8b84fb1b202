"""layout and sign, typed as a person types them."""

import json
from pathlib import Path

import pytest

from pitboss.paper.drawing_text import read_drawing, says
from tests.cli.typed import refused, said, typed
from tests.paper.drawn import felt_of, spoiled


def test_a_layout_is_drawn_proved_and_found_good_again(tmp_path: Path) -> None:
    felt = tmp_path / "felt.pdf"
    told = said("layout", "down-under-pa", "--set", "decks=8", "--holder", "Old House", "--scale", "5",
                "-o", str(felt))  # fmt: skip
    assert "it meets all 11 requirements of 685a" in told
    assert says(read_drawing(felt.read_bytes(), "felt"), "14 to 1 suited, 3 to 1 unsuited")
    done = typed(
        "layout", "down-under-pa", "--set", "decks=8", "--check", str(felt), "--holder", "Old House", "--json"
    )
    assert done.status == 0
    assert all(found["met"] for found in json.loads(done.out))


def test_every_missing_word_of_a_users_drawing_is_named_with_its_clause(tmp_path: Path) -> None:
    """Exit 2, all faults at once, also in a drawing that is nothing but one curve of text."""
    felt = tmp_path / "own.svg"
    felt.write_text(spoiled(felt_of("down-under-pa"), "BLACKJACK PAYS 3 TO 2", "WELCOME"))
    done = typed("layout", "down-under-pa", "--check", str(felt), "--holder", "Susquehanna House")
    assert done.status == 2
    assert "does not say “Blackjack pays 3 to 2”" in done.err
    assert "(685a.2(b)(4)(i))" in done.err
    words = '<text><textPath href="#a">Insurance pays 2 to 1</textPath></text>'
    felt.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">{words}</svg>')
    done = typed("layout", "down-under-pa", "--check", str(felt))
    assert done.status == 2
    assert len(done.err.strip().splitlines()) == 10
    assert "Insurance pays 2 to 1" not in done.err


def test_other_words_pass_where_they_were_approved_and_may_be(tmp_path: Path) -> None:
    felt = tmp_path / "own.svg"
    felt.write_text(spoiled(felt_of("down-under-pa"), "Dealer shall draw", "The dealer draws"))
    check = ("layout", "down-under-pa", "--check", str(felt))
    assert "685a.2(b)(4)(iii)" in refused(*check)
    assert "as approved" in said(*check, "--approved", "685a.2(b)(4)(iii)")
    assert "allows no other words" in refused(*check, "--approved", "685a.2(b)(4)(i)")


def test_a_sign_takes_what_the_felt_leaves_to_it(tmp_path: Path) -> None:
    felt, sign = str(tmp_path / "felt.svg"), str(tmp_path / "sign.svg")
    moved = ("--to-sign", "685a.2(b)(4)(iv)")
    assert "On the sign instead: 685a.2(b)(4)(iv)" in said("layout", "down-under-pa", "-o", felt, *moved)
    said("sign", "down-under-pa", "-o", sign, *moved)
    assert typed("layout", "down-under-pa", "--check", felt).status == 2
    assert typed("layout", "down-under-pa", "--check", felt, "--sign", sign).status == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("layout", "down-under-pa", "-o", "/nowhere/felt.svg"), "cannot be written"),
        (("layout", "down-under-pa", "-o", "felt.png"), ".svg, .pdf"),
        (("layout", "down-under-pa", "--check", "/nowhere.svg"), "cannot be read"),
        (("layout", "down-under-pa", "--theme", "pink"), "felt, paper"),
        (
            ("layout", "down-under-pa", "--to-sign", "685a.2(b)(1)"),
            "cannot be moved from the layout to a sign",
        ),
        (
            ("layout", "down-under-pa", "--set", "decks=4", "--set", "match_the_dealer=yes"),
            "six or eight decks",
        ),
        (("sign", "nope"), 'no game "nope"'),
    ],
)
def test_bad_input_gets_a_sentence(
    arguments: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert says in refused(*arguments)
    assert not list(tmp_path.iterdir())
