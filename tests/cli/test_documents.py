"""Report, card and manual at the terminal: what cannot be made is told in a sentence, with status 2."""

import json
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.cli.user_files import save
from pitboss.errors import BadInput

DAY = ("--date", "2026-11-15")
DEALT = ("--rounds", "500000")


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["pitboss", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    return int(stopped.value.code or 0)


def test_a_report_is_written_in_three_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for ending, begins in (("pdf", b"%PDF"), ("html", b"<!doctype html>"), ("json", b"{")):
        out = tmp_path / f"report.{ending}"
        assert run(monkeypatch, "report", "over-under-pa", "-o", str(out), *DAY, *DEALT) == 0
        assert out.read_bytes().startswith(begins)
    command = json.loads((tmp_path / "report.json").read_text())["reproduction"]["command"]
    assert command == "pitboss report over-under-pa --date 2026-11-15 --rounds 500000 --seed 1 -o report.pdf"


def test_a_report_names_the_one_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    assert run(monkeypatch, "report", "over-under-pa", "-o", str(old), *DAY, *DEALT) == 0
    later = ("--previous", str(old), "--set", "min-wager-cents=1000")
    assert run(monkeypatch, "report", "over-under-pa", "-o", str(new), *DAY, *DEALT, *later) == 0
    changes = json.loads(new.read_text())["changes"]
    assert {"what": "Table minimum", "before": "$5", "after": "$10", "difference": None} in changes


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("report", "blackjack", "-o", "report.docx"),
         "is not a kind of file that this command writes. Allowed: .pdf, .html"),
        (("card", "blackjack", "-o", "card.html"), "a kind of file that this command writes. Allowed: .pdf."),
        (("manual", "blackjack", "-o", "no/such/m.pdf"), "cannot be written: No such file"),
        (("report", "blackjack", "-o", "no/such/r.pdf"), "cannot be written: No such file"),
        (("report", "down-under-pa", "--set", "decks=7"), "the document does not allow “Decks: 7”."),
        (("report", "down-under-pa", "--set", "decks=4", "--set", "match_the_dealer=yes"),
         "Match-the-Dealer may be offered only with six or eight decks."),
        (("report", "blackjack", "--date", "tomorrow"), "is not a date."),
        (("report", "blackjack", "--rounds", "5"), "5 rounds are too few to check anything. Allowed: 10,000"),
        (("report", "blackjack", "--previous", "missing.json"), "cannot be read: No such file or directory."),
        (("report", "blackjak"), "blackjack"),
    ],
)  # fmt: skip
def test_bad_input_is_told_before_anything_is_solved(
    words: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, *words) == 2
    assert says in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_no_annex_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for text, says in (("[1]", "is not the annex of a report."), ("{", "is not JSON")):
        Path("old.json").write_text(text)
        assert run(monkeypatch, "report", "over-under-pa", "--previous", "old.json", *DAY) == 2
        assert says in capsys.readouterr().err


def test_card_and_manual_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for what in ("card", "manual"):
        out = tmp_path / f"{what}.pdf"
        assert run(monkeypatch, what, "over-under-pa", "-o", str(out), *DAY) == 0
        assert out.read_bytes().startswith(b"%PDF")


ANNEX = {"rules": {"game": "blackjack", "options": {"decks": 6}, "readings": {}}, "wagers": []}


@pytest.mark.parametrize(
    ("annex", "says"),
    [
        ("{", "is not JSON"),
        ([], "is not the annex of a report."),
        ({"rules": 3, "wagers": []}, "is not the annex of a report."),
        ({**ANNEX, "wagers": [{"id": "ante", "edge": 3}]}, "is not the annex of a report."),
        (ANNEX, "is the annex of blackjack. Allowed: a report of over-under-pa."),
    ],
)
def test_an_earlier_annex_that_is_none_is_refused(
    annex: object,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old.json").write_text(annex if isinstance(annex, str) else json.dumps(annex))
    assert run(monkeypatch, "report", "over-under-pa", "--previous", "old.json") == 2
    assert says in " ".join(capsys.readouterr().err.split())
    assert [path.name for path in tmp_path.iterdir()] == ["old.json"]


@pytest.mark.parametrize("command", [("report", "--author"), ("layout", "--holder"), ("sign", "--holder")])
def test_a_name_that_cannot_be_printed_is_refused(
    command: tuple[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, command[0], "over-under-pa", command[1], "a\x01b") == 2
    assert "cannot be printed" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_file_is_replaced_as_a_whole_or_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "old.pdf"
    out.write_bytes(b"old")

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(BadInput, match="No space left"):
        save(str(out), b"new")
    assert out.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["old.pdf"]
