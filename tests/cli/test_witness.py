"""A witness and a receipt that are given something else are told so in a sentence, with exit status 2."""

import json
from pathlib import Path

import pytest

from pitboss.journal.log import EMPTY_HEAD
from pitboss.journal.log_key import LogKey, cosigned_text
from pitboss.journal.witness_file import Seen, WitnessHeader, add_line, read_witness
from tests.cli.typed import typed

WITNESS, HOUSE = LogKey(bytes(32)), LogKey(bytes(range(32)))


def header() -> WitnessHeader:
    return WitnessHeader("ann", WITNESS.public, HOUSE.public, "http://127.0.0.1:1")


@pytest.mark.parametrize("address", ["", "nowhere", "ftp://127.0.0.1", "http://", "http://127.0.0.1:1"])
def test_an_address_where_nobody_answers_is_told(tmp_path: Path, address: str) -> None:
    done = typed("witness", address, "--state", str(tmp_path / "state"), "--once")
    assert done.status == 2
    assert "Traceback" not in done.err


@pytest.mark.parametrize("text", ["", "rubbish\n", "{}\n", '{"witness":"x"', "[" * 5000 + "\n"])
def test_a_file_that_no_witness_wrote_is_told(tmp_path: Path, text: str) -> None:
    file = tmp_path / "state"
    file.write_text(text)
    done = typed("journal", "verify", str(tmp_path / "no.db"), "--witness", str(file))
    assert done.status == 2
    assert "witness" in done.err
    receipt = typed("receipt", "check", str(file))
    assert (receipt.status, "receipt" in receipt.err) == (2, True)


def test_half_a_line_at_the_end_says_nothing_and_is_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "state"
    add_line(file, header())
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"head":{"si')
    assert read_witness(str(file)).last == EMPTY_HEAD
    add_line(file, Seen(EMPTY_HEAD, WITNESS.sign_text(cosigned_text("ann", EMPTY_HEAD)), ()))
    assert [json.loads(line) for line in file.read_text().splitlines()]
    assert read_witness(str(file)).leaves == []


def test_leaves_that_a_witness_did_not_sign_are_not_believed(tmp_path: Path) -> None:
    file = tmp_path / "state"
    add_line(file, header())
    add_line(file, Seen(HOUSE.sign(1, "0" * 64), "0" * 128, ("1" * 64,)))
    done = typed("journal", "verify", str(tmp_path / "no.db"), "--witness", str(file))
    assert done.status == 2
    assert "line 2 is wrong" in done.err
