"""Archives and files made by somebody who means harm, each with the command that reads it."""

import io
import json
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from pitboss.journal.records import START, Draft, append_to, line_of

MB = 1_000_000
TIME = "2026-03-01T12:00:00.000000Z"


class Hostile(NamedTuple):
    name: str
    make: Callable[[Path], bytes]
    """From the folder of valid files."""
    command: str
    says: str
    """Part of the sentence that tells the place."""


def packed(parts: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return made.getvalue()


def parts_of(folder: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(folder / "journal.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def with_part(name: str, data: bytes) -> Callable[[Path], bytes]:
    return lambda folder: packed(parts_of(folder) | {name: data})


def with_part_changed(name: str, change: Callable[[bytes], bytes]) -> Callable[[Path], bytes]:
    return lambda folder: packed(parts_of(folder) | {name: change(parts_of(folder)[name])})


def padded_chain(_: Path) -> bytes:
    """A chain that holds, of records that are nearly nothing but blanks: 600 KB that unpack to 600 MB."""
    head, lines = START, []
    for _number in range(6_000):
        payload = '{"word":"' + " " * 100_000 + '"}'
        record = append_to(head, Draft("t1", TIME, "p1", "Said", payload))
        head = record.head
        lines.append(f"{line_of(record)}\n".encode())
    noted = json.dumps({"table": "t1", "sequence": head.sequence, "hash": head.hash}) + "\n"
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("streams/t1.jsonl", "w", force_zip64=True) as stream:
            for line_bytes in lines:
                stream.write(line_bytes)
        archive.writestr("heads.jsonl", noted)
        archive.writestr("keys.jsonl", b"")
    return made.getvalue()


def many_names(_: Path) -> bytes:
    return packed({f"streams/t{number}.jsonl": b"" for number in range(40_000)})


def twice(folder: Path) -> bytes:
    made = io.BytesIO()
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(made, "w") as archive:
        for _ in range(2):
            for name, data in parts_of(folder).items():
                archive.writestr(zipfile.ZipInfo(name), data)
    return made.getvalue()


def encrypted(folder: Path) -> bytes:
    data = bytearray(packed(parts_of(folder)))
    at = data.index(b"PK\1\2")
    data[at + 8] |= 1
    return bytes(data)


def pdf_of(stream: bytes) -> bytes:
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]  # fmt: skip
    body, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    listed = b"".join(b"%010d 00000 n \n" % place for place in places)
    table = b"xref\n0 6\n0000000000 65535 f \n" + listed
    return body + table + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % len(body)


def deflated(letters: bytes, times: int) -> bytes:
    packer = zlib.compressobj(9)
    pieces = [packer.compress(letters * (MB // len(letters))) for _ in range(times)]
    return b"".join((*pieces, packer.flush()))


def svg_of(inside: str) -> Callable[[Path], bytes]:
    return lambda _: f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>'.encode()


def uses(levels: int, each: int) -> str:
    groups = (f'<g id="l{n}">' + f'<use href="#l{n + 1}"/>' * each + "</g>" for n in range(levels))
    return "".join(groups) + f'<g id="l{levels}"><text>x</text></g>'


def just(data: bytes) -> Callable[[Path], bytes]:
    return lambda _: data


VERIFY, SHOW = "journal verify FILE", "journal show FILE --table t1"
IMPORT = "journal import FILE new.db"
SHOE = b"pitboss shoe 1\ngame blackjack " + b"0" * 64 + b"\nchoices\n"
LAYOUT = "layout over-under-pa --check FILE"


def corpus() -> Iterator[Hostile]:
    yield Hostile("padded.zip", padded_chain, VERIFY, "it unpacks to")
    yield Hostile("line.zip", with_part("streams/t1.jsonl", b"x" * 150 * MB), VERIFY, "it unpacks to")
    yield Hostile("heads.zip", with_part("heads.jsonl", b"[" * 3 * MB), SHOW, "heads.jsonl, line 1")
    yield Hostile(
        "keys.zip", with_part("keys.jsonl", b'{"table":"t1"}\n' * 200_000), IMPORT, "keys.jsonl, line 1"
    )
    yield Hostile("nul.zip", with_part("heads.jsonl", b"\0" * 1_000 + b"\n"), SHOW, "heads.jsonl, line 1")
    yield Hostile("latin.zip", with_part("heads.jsonl", b"\xff\xfe\n"), SHOW, "line 1, byte 1")
    yield Hostile("unended.zip", with_part("keys.jsonl", b"{}"), SHOW, "keys.jsonl, line 1")
    yield Hostile("away.zip", with_part("../../etc/passwd", b"x"), IMPORT, "does not belong")
    yield Hostile("escape.zip", with_part("streams/\x1b[31m.jsonl", b"x"), SHOW, "does not belong")
    yield Hostile("hidden.zip", with_part("streams/t9.jsonl", b"{}\n"), SHOW, "'t9'")
    yield Hostile("names.zip", many_names, SHOW, "its list of files")
    yield Hostile("twice.zip", twice, SHOW, "is in it twice")
    yield Hostile("encrypted.zip", encrypted, SHOW, "is encrypted")
    yield Hostile(
        "half.zip", lambda folder: (folder / "journal.zip").read_bytes()[:-300], IMPORT, "list of files"
    )
    huge = with_part_changed("heads.jsonl", lambda text: text.replace(b":", b":9" * 99, 1))
    yield Hostile("huge.zip", huge, SHOW, "heads.jsonl, line 1")
    yield Hostile("bomb.pdf", lambda _: pdf_of(deflated(b" ", 600)), LAYOUT, "cannot be read as a PDF")
    yield Hostile("words.pdf", lambda _: pdf_of(deflated(b"(a) Tj ", 9)), LAYOUT, "cannot be read as a PDF")
    yield Hostile("uses.svg", svg_of(uses(8, 10)), LAYOUT, "more in it than the drawing")
    yield Hostile(
        "deep.svg", svg_of("<g>" * 200_000 + "</g>" * 200_000), LAYOUT, "more in it than the drawing"
    )
    yield Hostile("digits.svg", svg_of(f"<text>{'1' * 3 * MB}</text>"), LAYOUT, "more in it than the drawing")
    yield Hostile("steps.toml", just(b"a" + b".a" * 300_000 + b" = 1\n"), "check FILE", "line 1")
    yield Hostile("number.toml", just(b'extends = "blackjack"\na = ' + b"9" * 9_999), "check FILE", "line 2")
    yield Hostile("hex.toml", just(b'extends = "blackjack"\na = 0x' + b"f" * 90_000), "check FILE", "at a ")
    yield Hostile("large.toml", just(b"#" * 30 * MB), "check FILE", "larger than 1 MB")
    yield Hostile("register.toml", just(b"a" + b".a" * 10_000), "document compare FILE FILE", "at line 1")
    yield Hostile("dots.txt", just(b". " * 400_000), "document new FILE", "ends of sentences")
    yield Hostile("box.txt", just(SHOE + b"deal@" + b"9" * 5_000 + b"=9c\n"), "replay FILE", "line 4")
    yield Hostile("word.txt", just(SHOE + b"a" * 4 * MB), "replay FILE", "line 4")
    yield Hostile("cards.txt", just(b"xx " * 300_000), "play over-under-pa --script FILE", "card 1")
    yield Hostile("anchor.json", just(b"[" * 300_000), "journal verify journal.db --anchor FILE", "anchor")
    yield Hostile(
        "wide.json", just(b"[" + b"{}," * MB + b"1]"), "edge blackjack --strategy FILE", "strategy file"
    )
    yield Hostile("deep.json", just(b"[" * MB), "simulate over-under-pa --resume FILE", "is not JSON")
    yield Hostile(
        "key.txt", just(b"f" * 2 * MB), "journal give-up journal.db t1 --by me --key FILE", "key file"
    )
