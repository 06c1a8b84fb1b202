"""A record is one line; whatever is changed in it shows."""

import subprocess

import pytest

from pitboss.errors import BrokenChain
from pitboss.journal.records import (
    START,
    Draft,
    Head,
    append_to,
    body_of,
    hash_of,
    is_stream_name,
    line_of,
    parse_line,
    walk_chain,
)
from tests.journal.changed import TEXTS, with_byte
from tests.journal.verifier import check_stream

DRAFT = Draft("t1", "2026-03-01T12:00:00.000000Z", "p1", "Said", '{"word":"größer","more":[1,{"a":null}]}')


def chain(number: int) -> list:  # type: ignore[type-arg]
    head, made = START, []
    for _ in range(number):
        record = append_to(head, DRAFT)
        made.append(record)
        head = record.head
    return made


def test_a_line_says_the_record_and_nothing_else() -> None:
    record = append_to(START, DRAFT)
    assert parse_line(line_of(record)) == record
    assert line_of(record).startswith('{"table":"t1","sequence":1,"time":"2026-03-01T12:00:00.000000Z",')


def test_the_page_s_one_line_of_shell_finds_the_hash() -> None:
    record = append_to(START, DRAFT)
    command = r"""sed -E 's/,"hash":"[0-9a-f]{64}"\}$/}/' | tr -d '\n' | sha256sum"""
    told = subprocess.run(
        command, shell=True, input=line_of(record).encode() + b"\n", capture_output=True, check=True
    )
    assert told.stdout.decode().split()[0] == record.hash


@pytest.mark.parametrize(
    "draft",
    [
        DRAFT._replace(table="Table 1"),
        DRAFT._replace(table=""),
        DRAFT._replace(actor='say "x"'),
        DRAFT._replace(kind="two\nlines"),
        DRAFT._replace(time="yesterday"),
        DRAFT._replace(payload='{"word":"a\nb"}'),
        DRAFT._replace(payload="[1]"),
        DRAFT._replace(actor="x" * 65),
    ],
)
def test_what_cannot_be_a_canonical_line_is_never_written(draft: Draft) -> None:
    with pytest.raises(ValueError, match="cannot be a record"):
        append_to(START, draft)


@pytest.mark.parametrize("name", ["t1", "cage", "0", "a-b-c"])
def test_names_of_streams_are_plain(name: str) -> None:
    assert is_stream_name(name)
    assert not is_stream_name(name.upper() + "_")


def test_every_changed_character_of_every_field_is_found_and_named() -> None:
    records = chain(3)
    for name in TEXTS:
        for at in range(len(getattr(records[1], name))):
            wrong = with_byte(records[1], name, at, 1 + at % 94)
            with pytest.raises(BrokenChain) as fault:
                list(walk_chain([records[0], wrong, records[2]]))
            assert (fault.value.table, fault.value.sequence) == ("t1", 2)
            assert fault.value.expected != fault.value.found


def test_every_changed_byte_of_a_stream_s_file_is_found_by_a_stranger() -> None:
    """The verifier knows the page and nothing of ours."""
    lines = [line_of(record).encode() for record in chain(3)]
    text = b"".join(line + b"\n" for line in lines)
    head = parse_line(lines[2].decode())
    assert head is not None
    noted = {"sequence": 3, "hash": head.hash}
    assert check_stream(text.split(b"\n")[:-1], "t1", noted) == ""
    for at in range(len(text)):
        for other in (text[at] ^ 1, text[at] ^ 0x20, 10 if text[at] != 10 else 32):
            changed = text[:at] + bytes((other,)) + text[at + 1 :]
            fault = check_stream(changed.split(b"\n")[:-1], "t1", noted)
            number = text[:at].count(b"\n") + 1
            assert fault.startswith((f"record {number} of t1", f"record {number + 1} of t1")), (at, fault)


@pytest.mark.parametrize(
    ("order", "sequence", "field"),
    [((0, 2), 2, "sequence"), ((1, 2), 1, "sequence"), ((0, 0), 2, "sequence"), ((0, 2, 1), 2, "sequence")],
)
def test_records_left_out_repeated_or_swapped_are_found(
    order: tuple[int, ...], sequence: int, field: str
) -> None:
    records = chain(3)
    with pytest.raises(BrokenChain) as fault:
        list(walk_chain([records[number] for number in order]))
    assert (fault.value.sequence, fault.value.field) == (sequence, field)


def test_a_stream_of_another_beginning_does_not_follow() -> None:
    record = append_to(Head(1, "f" * 64), DRAFT)
    with pytest.raises(BrokenChain) as fault:
        list(walk_chain([chain(1)[0], record]))
    assert fault.value.field == "previous"


def test_the_hash_is_that_of_the_line_without_it() -> None:
    record = append_to(START, DRAFT)
    assert hash_of(record) == record.hash
    assert line_of(record) == body_of(record, 1, START.hash)[:-1] + f',"hash":"{record.hash}"}}'
