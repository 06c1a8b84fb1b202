"""submission new, check, pack and diff, typed as a person types them."""

import json
import os
import pty
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.paper.submission import write_submission
from tests.cli.processes import PITBOSS
from tests.cli.typed import refused, said, typed
from tests.floor import game_of
from tests.paper.test_submission import filed
from tests.waiting import PATIENCE_S

GAME = "over-under-pa"
CTRL_D = b"\x04"


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "one.toml"
    path.write_text(write_submission(filed(GAME), game_of(GAME)))
    return str(path)


def test_new_takes_choices_and_lists_what_is_undecided(tmp_path: Path) -> None:
    out = str(tmp_path / "new.toml")
    told = said("submission", "new", GAME, "--holder", "Old House", "--set", "bonus=yes",
                "--set", "686a.2(b)(6)=sign", "-o", out)  # fmt: skip
    assert "2 of 10 choices are made" in told
    assert "undecided: Boxes per player (686a.6(f), 686a.2(a))" in told
    wrong = refused("submission", "check", out)
    assert wrong.count("not chosen") == 8
    assert "bonus" not in wrong


def test_new_asks_a_person_for_every_choice(tmp_path: Path) -> None:
    """At a terminal it asks, refuses what the document does not allow, and asks again."""
    out = tmp_path / "asked.toml"
    leader, follower = pty.openpty()
    asked = subprocess.Popen(
        [str(PITBOSS), "submission", "new", GAME, "-o", str(out)],
        stdin=follower, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    os.close(follower)
    limits = ["$5", "$500", "$1", "$100", "100"]
    answers = ["Old House", "7", "3", "no", "batch", *limits, "perhaps", "no", "sign"]
    os.write(leader, "".join(f"{answer}\n" for answer in answers).encode() + CTRL_D)
    said_to_them, _ = asked.communicate(timeout=PATIENCE_S)
    os.close(leader)
    assert asked.returncode == 0, said_to_them
    assert "Allowed: 1 to 6. (686a.6(f), 686a.2(a))" in said_to_them
    assert "house edge, Ante Wager" in said_to_them
    assert "10 of 10 choices are made" in said_to_them
    assert 'shuffler = "batch"' in out.read_text()
    assert "all 10 choices that 686a leaves open are made" in said("submission", "check", str(out))


def test_superseded_versions_are_kept(file: str, tmp_path: Path) -> None:
    folder = tmp_path / "filed"
    pack = ("submission", "pack", file, "-o", str(folder), "--draft", "--date")
    said(*pack, "2026-11-14")
    assert "supersedes 2026-11-14" in said(*pack, "2026-11-15")
    assert "nothing was written" in said(*pack, "2026-11-15")
    first, second = sorted(folder.iterdir())
    stated = json.loads((second / "manifest.json").read_text())["supersedes"]
    assert stated["folder"] == first.name
    assert "are made and allowed" in said("submission", "check", str(first))
    (first / "sign.svg").write_text("other")
    assert "sign.svg was changed" in refused("submission", "check", str(first))


def test_diff_is_a_redline_with_the_change_in_the_house_edge(file: str, tmp_path: Path) -> None:
    other = tmp_path / "two.toml"
    other.write_text(Path(file).read_text().replace("bonus = true", "bonus = false"))
    told = said("submission", "diff", file, str(other))
    assert "not offered" in told
    assert "  - Betting area: Bonus" in told
    found = json.loads(said("submission", "diff", file, str(other), "--json"))
    assert {edge["wager"] for edge in found["edges"]} == {"ante", "bonus"}
    assert said("submission", "diff", file, file).strip() == "The two submissions are the same."


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("new", "nope"), 'no game "nope"'),
        (("new", GAME, "--set", "decks=5"), "does not allow “Decks: 5”"),
        (("new", GAME, "--set", "686a.2(b)(6)=ceiling"), "ceiling is not a place"),
        (("new", GAME, "--set", "bonus"), "must have the form name=value"),
        (("new", GAME, "-o", "/nowhere/x.toml"), "cannot be written"),
        (("check", "/nowhere.toml"), "cannot be read"),
        (("diff", "/nowhere.toml", "/nowhere.toml"), "cannot be read"),
    ],
)
def test_bad_input_gets_a_sentence(
    arguments: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert says in refused("submission", *arguments)


def test_a_folder_that_cannot_be_written_is_told_before_the_work(file: str) -> None:
    done = typed("submission", "pack", file, "-o", f"{file}/below")
    assert done.status == 2
    assert "cannot be written" in done.err
    assert "…" not in done.err
    assert "is not a date" in refused("submission", "pack", file, "-o", f"{file}.d", "--date", "soon")


@pytest.fixture
def package(file: str, tmp_path: Path) -> Path:
    said("submission", "pack", file, "-o", str(tmp_path / "filed"), "--draft", "--date", "2026-11-15")
    (folder,) = (tmp_path / "filed").iterdir()
    return folder


def sealed(folder: Path, **stated: object) -> None:
    """The manifest with other statements, and every hash in it made anew."""
    content = json.loads((folder / "manifest.json").read_text()) | stated
    papers = sorted(path.name for path in folder.iterdir() if path.name != "manifest.json")
    data = {name: (folder / name).read_bytes() for name in papers}
    content["files"] = {
        name: {"sha256": sha256(part).hexdigest(), "bytes": len(part)} for name, part in data.items()
    }
    listed = "\n".join(f"{content['files'][name]['sha256']}  {name}" for name in papers)
    content["package_sha256"] = stated.get("package_sha256", sha256(listed.encode()).hexdigest())
    (folder / "manifest.json").write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def test_a_package_sealed_anew_without_a_change_is_what_it_was(package: Path) -> None:
    sealed(package)
    assert "are made and allowed" in said("submission", "check", str(package))


@pytest.mark.parametrize(
    ("stated", "says"),
    [
        ({"holder": "Another House"}, "states another holder than the submission gives"),
        ({"game": "blackjack"}, "states another game"),
        ({"options": {}}, "states other options"),
        ({"readings": {"O2": "R1"}}, "states other readings"),
        ({"layout": {}}, "states another layout"),
        ({"rulebook_sha256": "0" * 64}, "states another hash of the rules"),
        ({"house_edge": {"ante": 0.0001}}, "states another house edge of the ante wager"),
        ({"package_sha256": "0" * 64}, "states another hash of the package"),
        ({"is_draft": False}, "report.pdf is missing"),
        ({"date": "2020-01-01"}, "form.pdf is not what its submission gives"),
        ({"date": "soon"}, "is not a manifest"),
        ({"package": 2}, "is not a manifest"),
        ({"approved": True}, "is not a manifest"),
    ],
)
def test_a_forged_manifest_is_found(package: Path, stated: dict[str, object], says: str) -> None:
    sealed(package, **stated)
    assert says in refused("submission", "check", str(package))


@pytest.mark.parametrize(
    "name", ["form.pdf", "rules.pdf", "layout.svg", "layout.pdf", "sign.svg", "sign.pdf"]
)
def test_a_forged_paper_is_found_though_its_hash_was_made_anew(package: Path, name: str) -> None:
    other = "sign" if name.startswith("layout") else "layout"
    shutil.copy(package / f"{other}.{name[-3:]}", package / name)
    sealed(package)
    assert f"{name} is not what its submission gives" in refused("submission", "check", str(package))


def test_a_paper_taken_out_of_folder_and_manifest_is_missed(package: Path) -> None:
    (package / "sign.pdf").unlink()
    sealed(package)
    assert "sign.pdf is missing" in refused("submission", "check", str(package))


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "{}", '{"files": 7}', "[" * 100_000, "\x00", '{"package": 1, "files": {"a": 1}}'],
    ids=range(9),
)
def test_a_malformed_manifest_gets_a_sentence(package: Path, file: str, text: str) -> None:
    (package / "manifest.json").write_text(text)
    assert "manifest.json: is not a manifest" in refused("submission", "check", str(package))
    again = refused("submission", "pack", file, "-o", str(package.parent), "--draft")
    assert "manifest.json: is not a manifest" in again
