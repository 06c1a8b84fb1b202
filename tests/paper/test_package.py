"""The package and the redline of submissions."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.exact.analyst import edges
from pitboss.paper.consequences import consequences, house_edges
from pitboss.paper.document import cells_of, figures_of
from pitboss.paper.drawing_text import read_drawing, says
from pitboss.paper.package import FILE, MANIFEST, Package, faults_of, make_package
from pitboss.paper.redline import redline, redline_document
from pitboss.paper.submission import parse_submission
from pitboss.paper.typeset import typeset
from tests.floor import game_of
from tests.paper.drawn import HOLDER
from tests.paper.proofreading import cell_text, proofread, squeeze
from tests.paper.test_submission import filed

GAME = "over-under-pa"  # solved in no time
SIGN = "686a.2(b)(6)"


@pytest.fixture(scope="module")
def package() -> Package:
    return make_package(filed(GAME), date="2026-11-15", with_report=False)


def test_a_package_holds_every_paper_with_its_hash(package: Package) -> None:
    content = json.loads(package.files[MANIFEST])
    papers = {"form.pdf", "rules.pdf", "layout.svg", "layout.pdf", "sign.svg", "sign.pdf", "submission.toml"}
    assert set(content["files"]) == papers == set(package.files) - {MANIFEST}
    for name, stated in content["files"].items():
        assert stated["sha256"] == sha256(package.files[name]).hexdigest()
    assert content["package_sha256"] == package.sha256
    assert content["rulebook_sha256"] == game_of(GAME).sha256
    assert content["house_edge"] == edges(game_of(GAME))
    assert content["is_draft"]
    assert package.name("2026-11-15") == f"2026-11-15-{package.sha256[:8]}"


def test_the_same_submission_of_a_day_is_the_same_package(package: Package) -> None:
    assert make_package(filed(GAME), date="2026-11-15", with_report=False).sha256 == package.sha256
    assert make_package(filed(GAME), date="2026-11-16", with_report=False).sha256 != package.sha256


def test_a_package_that_was_touched_is_found(package: Package) -> None:
    assert faults_of(package.files) == []
    touched = {**package.files, "sign.svg": b"", "more.txt": b""}
    del touched["form.pdf"]
    assert faults_of(touched) == [
        "form.pdf is missing", "sign.svg was changed", "more.txt does not belong to it",
    ]  # fmt: skip


def test_every_page_of_the_form_states_holder_game_date_and_choices(package: Package) -> None:
    form = read_drawing(package.files["form.pdf"], "form")
    for words in (HOLDER, "Over/Under", "2026-11-15", "Boxes per player", "686a.6(f)"):
        assert says(form, words), words
    for edge in house_edges(game_of(GAME)).values():
        assert says(form, f"{100 * edge:.4f}")


def test_what_goes_to_the_sign_leaves_the_layout() -> None:
    moved = replace(filed(GAME), layout={SIGN: "sign"})
    files = make_package(moved, date="2026-11-15", with_report=False).files
    assert not says(read_drawing(files["layout.svg"], "layout"), "50 to 1")
    assert says(read_drawing(files["sign.pdf"], "sign"), "50 to 1")
    assert json.loads(files[MANIFEST])["layout"] == {SIGN: "sign"}


def test_a_version_names_the_one_it_supersedes() -> None:
    last = {"folder": "old", "package_sha256": "0" * 64}
    files = make_package(filed(GAME), date="2026-11-15", with_report=False, supersedes=last).files
    assert json.loads(files[MANIFEST])["supersedes"] == last


def test_a_game_of_ones_own_is_packed_and_makes_the_same_rulebook(tmp_path: Path) -> None:
    """Copied away from where it was made, the package still knows its game."""
    (tmp_path / "base.toml").write_text('extends = "over-under-pa"\ngame = "base"\n')
    own = tmp_path / "own.toml"
    own.write_text('extends = "base.toml"\ngame = "own"\n[readings]\nO2 = "R2"\n')
    submission = replace(filed(GAME), game=str(own))
    files = make_package(submission, date="2026-11-15", with_report=False).files
    assert {"own.toml", "base.toml"} <= files.keys()
    assert str(tmp_path) not in files[FILE].decode()
    away = tmp_path / "away"
    away.mkdir()
    for name, data in files.items():
        (away / name).write_bytes(data)
    own.unlink()
    again = parse_submission(files[FILE].decode(), "package", beside=away)
    assert again.load().sha256 == json.loads(files[MANIFEST])["rulebook_sha256"]
    assert again.load().reading_choices["O2"] == "R2"


def test_game_files_of_several_folders_make_no_package(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "base.toml").write_text('extends = "over-under-pa"\ngame = "base"\n')
    own = tmp_path / "own.toml"
    own.write_text('extends = "far/base.toml"\ngame = "own"\n')
    with pytest.raises(BadInput, match="game files in one folder"):
        make_package(replace(filed(GAME), game=str(own)), date="2026-11-15", with_report=False)


# ---- consequences and redline


def test_a_choice_shows_its_effect_on_house_edges_layout_and_procedures() -> None:
    with_bonus, without = consequences(filed(GAME), "bonus")
    assert (with_bonus.value, without.value) == ("yes", "no")
    assert set(with_bonus.house_edges) == {"ante", "bonus"}
    assert set(without.house_edges) == {"ante"}
    assert "Betting area: Bonus" in without.loses
    assert not with_bonus.loses


def test_a_shuffler_changes_procedures_and_no_house_edge() -> None:
    ways = {way.value: way for way in consequences(filed(GAME), "shuffler")}
    assert len({tuple(way.house_edges.items()) for way in ways.values()}) == 1
    assert any("second batch" in line for line in ways["batch shuffler"].gains)
    assert any("at least ten cards from either end" in line for line in ways["continuous shuffler"].loses)


def test_a_value_that_the_other_choices_rule_out_is_told_why() -> None:
    ways = {way.value: way for way in consequences(filed("down-under-pa"), "decks")}
    assert "six or eight decks" in ways["4"].refused
    assert not ways["4"].house_edges
    assert not ways["8"].refused


def test_amounts_are_not_tried_out() -> None:
    assert consequences(filed(GAME), "min_wager_cents") == ()


def test_a_redline_shows_every_change_and_the_house_edge_of_each_wager() -> None:
    """Six decks to eight: 11 and 4 become 14 and 3, on the felt too, and both edges change."""
    old = filed("down-under-pa")
    new = replace(old, choices={**old.choices, "decks": 8})
    found = redline(old, new)
    told = {(change.section, change.what): (change.before, change.after) for change in found.changes}
    assert told["pay tables", "match: suited"] == ("11 to 1", "14 to 1")
    assert told["pay tables", "match: unsuited"] == ("4 to 1", "3 to 1")
    felt = [(change.before, change.after) for change in found.changes if change.section == "felt"]
    assert ("Match-the-Dealer pays 11 to 1 suited, 4 to 1 unsuited", "—") in felt
    assert ("—", "Match-the-Dealer pays 14 to 1 suited, 3 to 1 unsuited") in felt
    before, after = edges(game_of("down-under-pa")), edges(game_of("down-under-pa", "decks=8"))
    for edge in found.edges:
        assert edge.before == pytest.approx(before[edge.wager], abs=1e-12)
        assert edge.after == pytest.approx(after[edge.wager], abs=1e-12)
        assert edge.difference == pytest.approx(after[edge.wager] - before[edge.wager], abs=1e-12)


def test_a_wager_no_longer_offered_has_a_house_edge_on_one_side_only() -> None:
    old = filed(GAME)
    found = redline(old, replace(old, choices={**old.choices, "bonus": False}))
    bonus = next(edge for edge in found.edges if edge.wager == "bonus")
    assert bonus.after is None
    assert bonus.difference is None


def test_a_submission_does_not_differ_from_itself() -> None:
    assert redline(filed(GAME), filed(GAME)).changes == ()


def test_a_redline_on_paper_says_what_the_redline_says() -> None:
    old = filed(GAME)
    new = replace(old, choices={**old.choices, "bonus": False})
    document = redline_document(old, new, date="2026-11-15")
    assert proofread(typeset(document), document)
    found = redline(old, new)
    told = [cell_text(cell) for s in document.sections for b in s.blocks for cell in cells_of(b)]
    for change in found.changes:
        assert squeeze(change.before) in told
        assert squeeze(change.after) in told
    shown = {figure.id: figure.value for figure in figures_of(document)}
    for edge in found.edges:
        assert shown[f"redline.{edge.wager}.before"] == edge.before
        assert shown.get(f"redline.{edge.wager}.after") == edge.after
    assert shown["redline.changes"] == len(found.changes)
