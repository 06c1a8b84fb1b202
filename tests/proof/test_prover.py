"""Proving any file: acknowledgements, what is not stated, options, and a user's own text."""

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import BadGame
from pitboss.games.conditions import read_condition
from pitboss.games.files import find_book, find_register_text
from pitboss.games.load import game_of, load_game
from pitboss.games.statements import KEYS
from pitboss.proof.exploring import is_reached
from pitboss.proof.prover import prove, prove_book
from pitboss.proof.stated import Grant, Settlement
from pitboss.proof.variants import Variants
from tests.proof.mending import Clauses, changed, changed_book, ids, plain, sentence

OVER_UNDER, DOWN_UNDER = "over-under-pa", "down-under-pa"
RIVERBOAT = Path("tests/law/riverboat")
NINES = str(RIVERBOAT / "lucky-nines.toml")


# ---- acknowledging


def test_what_is_not_acknowledged_is_open(tmp_path: Path) -> None:
    """A user's file gets what ours get: its own text, its own findings."""
    for file in RIVERBOAT.iterdir():
        shutil.copy(file, tmp_path)
    path = tmp_path / "lucky-nines.toml"
    text = path.read_text()
    assert prove(str(path)).is_clean
    path.write_text(text.replace('"no remedy: overdraw" = "L1"\n', ""))
    proof = prove(str(path))
    assert [finding.id for finding in proof.open] == ["no remedy: overdraw"]
    assert not proof.is_clean


def test_what_is_acknowledged_and_not_found_is_told(tmp_path: Path) -> None:
    for file in RIVERBOAT.iterdir():
        shutil.copy(file, tmp_path)
    path = tmp_path / "lucky-nines.toml"
    path.write_text(path.read_text() + '"never: 9.5(z)" = "Long mended"\n')
    proof = prove(str(path))
    assert proof.vain == ("never: 9.5(z)",)
    assert not proof.open
    assert not proof.is_clean


def test_an_acknowledgement_names_a_reading_or_a_note_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "over-under-pa"\ngame = "mine"\n[acknowledged]\n"never: 686a.5(c)(3)" = "Q9"\n'
    )
    with pytest.raises(BadGame, match=r"line 4, column 1: acknowledged.*by Q9, which is neither") as refused:
        load_game(str(path))
    assert "Allowed: a reading, a note, or a sentence" in str(refused.value)


def test_a_file_that_extends_a_game_takes_its_acknowledgements_over(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "over-under-pa"\ngame = "mine"\n[acknowledged]\n"made: up" = "Mine"\n')
    proof = prove(str(path))
    assert not proof.open
    assert proof.vain == ("made: up",), "only what it acknowledges itself"


def test_a_text_of_another_choice_does_not_make_acknowledgements_vain() -> None:
    """With a choice on the command line some findings are gone; the file is not at fault for that."""
    proof = prove(OVER_UNDER, ["bonus=no"])
    assert proof.vain == ()


def test_acknowledgements_are_no_part_of_the_hash() -> None:
    book = find_book(OVER_UNDER)
    data = {**book.document.data, "acknowledged": {}}
    bare = game_of(replace(book, document=replace(book.document, data=data)))
    assert bare.acknowledged == {}
    assert bare.sha256 == load_game(OVER_UNDER).sha256


def test_what_a_register_states_is_no_part_of_the_hash() -> None:
    assert game_of(changed_book(OVER_UNDER, unstate)).sha256 == load_game(OVER_UNDER).sha256


# ---- registers that say less


def unstate(clauses: Clauses) -> None:
    for part in clauses.values():
        for key in KEYS & part.keys():
            del part[key]


def test_an_old_register_is_honest_about_what_was_not_examined() -> None:
    proof = changed(DOWN_UNDER, unstate, game="", section=[])
    told = " ".join(proof.unstated)
    assert "settlement sentences have no condition, so they were not examined." in told
    assert "sentences on decisions have no actor, so they were not examined." in told
    assert "1 sentence on the dealer’s draw has no condition, so it was not examined." in told
    assert "sentences on mistakes have no condition, so they were not examined." in told
    assert "The register states no cross-references, so none was examined." in told
    assert "The register states no terms, so none was examined." in told
    assert "The register states no name of the game, so none was examined." in told
    assert ids(proof) == set(), "nothing was stated, and nothing is made up"


def test_a_register_that_states_some_sentences_says_how_many_it_does_not() -> None:
    def spoil(clauses: Clauses) -> None:
        del clauses["686a.7(m)"]["settles"]

    proof = changed(OVER_UNDER, spoil)
    assert proof.unstated == ("1 settlement sentence has no condition, so it was not examined.",)
    assert "unsettled: Bonus Wager" in ids(proof)


def test_a_text_that_is_silent_on_a_matter_is_not_taken_for_unstated() -> None:
    """New Hampshire has no irregularities at all: that is a finding, not a gap of the register."""
    assert "no remedy: overdraw" in ids(plain("blackjack-match-nh"))
    assert plain("blackjack-match-nh").unstated == ()


def test_a_game_without_a_register_has_nothing_to_prove(tmp_path: Path) -> None:
    text = (RIVERBOAT / "lucky-nines.toml").read_text().replace('register = "riverboat-register.toml"\n', "")
    path = tmp_path / "bare.toml"
    path.write_text(text.partition("[acknowledged]")[0])
    assert prove(str(path)).findings == ()


# ---- what is refused


def test_a_wager_that_the_game_does_not_have_is_refused() -> None:
    def spoil(clauses: Clauses) -> None:
        clauses["686a.7(m)"]["settles"][0]["wagers"] = ["Bonnus Wager"]

    with pytest.raises(
        BadGame, match=r"686a\.7\(m\): settles “Bonnus Wager”, which is not a wager"
    ) as refused:
        changed(OVER_UNDER, spoil)
    assert "Ante Wager, Over 23 Wager, Under 18 Wager, Bonus Wager" in str(refused.value)


def test_a_wager_may_be_named_by_its_kind() -> None:
    def change(clauses: Clauses) -> None:
        for part in clauses["686a.7(m)"]["settles"]:
            part["wagers"] = ["total_bonus"]

    assert ids(changed(OVER_UNDER, change)) == ids(plain(OVER_UNDER))


def test_a_text_adopted_in_vain_is_refused() -> None:
    def spoil(clauses: Clauses) -> None:
        clauses["686a.7(m)"]["adopts"] = "register/nowhere.toml"

    with pytest.raises(BadGame, match="there is no register"):
        changed(OVER_UNDER, spoil)


# ---- options


def variants_of(name: str, *named: str) -> list[dict[str, Any]]:
    book = find_book(name)
    return [dict(one.options) for one in Variants(book, game_of(book), [], named).singles()]


def test_every_choice_that_changes_a_round_is_explored() -> None:
    choices = variants_of("blackjack")
    assert {} in choices
    assert {"surrender": "late"} in choices
    assert {"hole_card": "european"} in choices
    assert {"soft_17": "hit"} in choices
    assert not [one for one in choices if "min_wager_cents" in one or "shuffler" in one]
    assert variants_of(OVER_UNDER) == [{}, {"bonus": False}]


def test_an_option_that_a_sentence_names_is_explored_even_where_no_round_changes() -> None:
    assert {"settlement_order": "collect_then_pay"} not in variants_of("blackjack")
    assert {"settlement_order": "collect_then_pay"} in variants_of("blackjack", "settlement_order")


def test_a_finding_of_another_choice_says_with_which() -> None:
    def spoil(clauses: Clauses) -> None:
        clauses["custom surrender"]["settles"][0]["when"] += " and dealer <= 21"

    gaps = [
        finding
        for finding in changed("blackjack", spoil).findings
        if finding.id.startswith("unsettled: wager")
    ]
    assert gaps
    assert all(finding.options.startswith("Surrender: ") for finding in gaps)


def test_a_sentence_that_needs_two_options_is_not_called_idle() -> None:
    """A late surrender meets a Blackjack only where nobody looks for it first."""
    assert "never: custom late surrender" not in ids(plain("blackjack"))
    late = Settlement(
        "X", "", read_condition("surrendered and dealer_blackjack"), True, wagers=frozenset({"blackjack"})
    )
    assert not is_reached(late, load_game("blackjack", choose=["surrender=late"]))
    assert is_reached(late, load_game("blackjack", choose=["surrender=late", "hole_card=european"]))


def test_an_act_is_reached_or_not() -> None:
    grant = Grant("X", "", read_condition("split and hands == 4"), True, act="split", by="player")
    assert is_reached(grant, load_game("blackjack"))
    assert not is_reached(grant, load_game(DOWN_UNDER))


# ---- any document


RENAMED = {
    DOWN_UNDER: {"685a": "475b", "682a": "472b"},
    "double-back-jack-pa": {"673a": "475b"},
    OVER_UNDER: {"686a": "475b"},
    "down-under-vendor": {"DU-RoP": "Rules"},
    "blackjack-match-nh": {"NH": "QX"},
}


def renamed(name: str, folder: Path) -> str:
    """The game's file and register with their document under another name."""
    book = find_book(name)
    texts = {
        "mine.toml": book.document.text.replace(book.document.data["register"], "own.toml"),
        "own.toml": find_register_text(book, book.document.data["register"]),
    }
    for file, text in texts.items():
        for old, new in RENAMED[name].items():
            text = re.sub(rf"(?<![\w/]){old}(?![\w])(?!\.toml)", new, text)
        (folder / file).write_text(text)
    return str(folder / "mine.toml")


@pytest.mark.parametrize("name", RENAMED)
def test_a_document_under_another_name_has_the_same_findings(name: str, tmp_path: Path) -> None:
    """No name of ours is known to the prover."""
    clone = prove(renamed(name, tmp_path))
    assert clone.game.document in RENAMED[name].values()
    assert clone.is_clean
    original = plain(name).findings
    assert [finding.kind for finding in clone.findings] == [finding.kind for finding in original]
    assert [finding.deal for finding in clone.findings] == [finding.deal for finding in original]


def test_a_document_of_the_tests_is_proved_without_code() -> None:
    proof = prove(NINES)
    assert proof.is_clean
    assert "disagree: 9.5(d) s2, 9.5(e) (Pile Wager is returned or wins)" in ids(proof)
    assert proof.unstated == ()


@pytest.mark.parametrize(
    ("change", "id"),
    [
        (lambda clauses: clauses.pop("9.5(j)"), "unsettled: Pile Wager"),
        (lambda clauses: clauses.pop("9.5(b) s3"), "unsettled: Lucky Wager"),
        (lambda clauses: clauses.pop("9.5(d) s3"), "unsettled: Cover Wager"),
        (lambda clauses: clauses.pop("9.5(i)"), "no duty: dealer"),
        (lambda clauses: clauses.pop("9.4(a) s2"), "nobody decides: cutting the cards"),
        (lambda clauses: clauses.pop("9.1 Natural"), "undefined: Natural"),
        (
            lambda clauses: clauses.update(
                {
                    "9.5(m)": sentence(
                        settles=[{"wagers": ["Pile Wager"], "result": "lose", "when": "player == 3"}]
                    )
                }
            ),
            "never: 9.5(m)",
        ),
    ],
)
def test_a_hole_in_a_users_text_is_found(change: Callable[[Clauses], Any], id: str) -> None:
    assert id not in ids(prove(NINES))
    assert id in ids(prove_book(changed_book(NINES, change)))
