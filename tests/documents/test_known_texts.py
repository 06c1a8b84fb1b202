"""The five regulations, where their texts are at hand: the ids of our registers are found again.

`python -m tests.documents.test_known_texts` prints how many, and every exception.
"""

import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from pitboss.documents.parsed_text import Document
from pitboss.documents.reading import read_document
from pitboss.documents.text_file import decode
from pitboss.games.files import SHELF

TEXTS = Path(__file__).parents[3] / "shared" / "regulations"


class Known(NamedTuple):
    """A text, our register of it, and where the two number differently."""

    file: str
    name: str
    register: str
    renamed: dict[str, str]
    """Our ids, and what the tool calls the same sentence."""
    summed_up: tuple[str, ...] = ()
    """Our ids that stand for several sentences, so that the tool's sentence of that number is another."""
    only_ours: tuple[str, ...] = ()
    only_the_tools: tuple[str, ...] = ()
    faults: tuple[tuple[str, str], ...] = ()


def numbered(base: str, first: int, last: int) -> tuple[str, ...]:
    return tuple(f"{base}{number}" for number in range(first, last + 1))


def with_children(ours: str, tools: str) -> dict[str, str]:
    return {ours + child: tools + child for child in ("", "(1)", "(2)", "(3)")}


KNOWN = (
    Known(
        "000_", "685a", "685a",
        # Ours tell two subsections (d) apart by what they are about; the tool can only count them.
        renamed={
            **with_children("685a.3(d)-values", "685a.3(d)"),
            **with_children("685a.3(d)-ranges", "685a.3(d)-2"),
        },
        # The Board's preamble is no rule: ours sums it up, the tool counts every sentence.
        summed_up=numbered("685a Preamble s", 3, 18),
        # A table of two columns side by side: ours has a sentence for each column, the tool one for each row.
        only_ours=("685a.11(c) s2", "685a.11(c) s3"),
        only_the_tools=("685a.11(c) r1", "685a.11(c) r2", *numbered("685a Preamble s", 19, 37)),
        faults=(
            ("other title", "685a.2"), ("other title", "685a.3"), ("other chapter", "685a Preamble s8"),
            ("other title", "685a.7"), ("other title", "685a.8"), ("other title", "685a.9"),
            ("other chapter", "685a Preamble s14"), ("contents", "685a.7"),
            ("unused term", "685a.1 Soft value"),
            ("undefined term", "685a.2(b)(2)"), ("duplicate", "685a.3(d)-2"), ("self reference", "685a.4(e)"),
            ("other title", "685a.9"), ("undefined term", "685a.6(c)"), ("undefined term", "685a.6(e)"),
            ("undefined term", "685a.6(e)"), ("undefined term", "685a.9(a)"),
        ),
    ),
    Known(
        "001_", "673a", "673a", renamed={},
        # Ours has one entry for the notes after seven sections; the tool has one for each.
        only_the_tools=numbered("673a Cross references s", 2, 7),
        faults=(
            ("unused term", "673a.1 Bust"), ("undefined term", "673a.2(b)(2)"),
            ("undefined term", "673a.2(b)(3)"),
            ("undefined term", "673a.6(c)"), ("undefined term", "673a.6(e)"), ("lost number", "673a.7(e)(1)"),
            ("misread number", "673a.13(l)"),
        ),
    ),
    Known(
        "002_", "686a", "686a", renamed={},
        only_the_tools=numbered("686a Cross references s", 2, 6),
        faults=(
            ("self reference", "686a.4(e)"), ("undefined term", "686a.6(e)"), ("misread number", "686a.7(l)"),
        ),
    ),
    Known("003_", "DU-RoP", "du-rop", renamed={}),
    Known(
        "004_", "NH", "nh",
        # Ours are shorter; the tool keeps all words of a heading, and goes by the nearest one.
        renamed={
            "NH Match": "NH Dealer Up Match & Dealer Down Match",
            "NH Match s2": "NH Dealer Up Match & Dealer Down Match s2",
            "NH Payouts": "NH Split & Double Down Bets",
        },
    ),
)  # fmt: skip
LEFT_OUT = (
    "the comparison of our registers with the texts of the regulations. The texts are no part of the project;"
    " they are looked for in ../shared/regulations, beside it."
)


def is_at_hand(known: Known) -> bool:
    return bool(list(TEXTS.glob(f"{known.file}*.txt")))


each_text = pytest.mark.parametrize(
    "known",
    [
        pytest.param(known, id=known.name, marks=pytest.mark.skipif(not is_at_hand(known), reason=LEFT_OUT))
        for known in KNOWN
    ],
)


def document_of(known: Known) -> Document:
    (path,) = TEXTS.glob(f"{known.file}*.txt")
    return read_document(decode(path.read_bytes(), path.name), where=path.name, name=known.name)


def our_ids(known: Known) -> list[str]:
    data = tomllib.loads((SHELF / "register" / f"{known.register}.toml").read_text())
    return [clause["id"] for clause in data["clause"]]


def reproduced(known: Known) -> list[str]:
    """Our ids that the tool gives to the same sentences."""
    found = {sentence.id for sentence in document_of(known).sentences}
    return [id for id in our_ids(known) if id in found and id not in known.summed_up]


@each_text
def test_the_ids_of_our_register_are_found_again(known: Known) -> None:
    """Both ways: no id of ours is missing and the tool has none besides, but for the exceptions above."""
    found = [sentence.id for sentence in document_of(known).sentences]
    ours = [known.renamed.get(id, id) for id in our_ids(known) if id not in known.only_ours]
    assert len(set(found)) == len(found)
    assert set(ours) - set(found) == set()
    assert set(found) - set(ours) == set(known.only_the_tools)


@each_text
def test_sentences_stand_in_the_order_of_our_register(known: Known) -> None:
    """The notes on citations stand after their sections in the text, and at the end of ours."""
    place = {sentence.id: number for number, sentence in enumerate(document_of(known).sentences)}
    ours = [place[id] for id in reproduced(known) if not id.endswith("Cross references")]
    assert ours == sorted(ours)


@each_text
def test_the_faults_of_the_text_are_named(known: Known) -> None:
    assert [(fault.kind, fault.id) for fault in document_of(known).faults] == list(known.faults)


@each_text
def test_sections_contents_and_references_are_whole(known: Known) -> None:
    document = document_of(known)
    expected = {"685a": 12, "673a": 13, "686a": 9}.get(known.name, 0)
    assert [section.id for section in document.sections] == [
        f"{known.name}.{number}" for number in range(1, expected + 1)
    ]
    referring = [sentence for sentence in document.sentences if sentence.refers]
    assert len(referring) == {"685a": 37, "673a": 37, "686a": 24, "DU-RoP": 2, "NH": 7}[known.name]


def main() -> None:
    for known in filter(is_at_hand, KNOWN):
        ours, same = our_ids(known), reproduced(known)
        body = [id for id in ours if id not in known.summed_up]
        print(f"{known.name}: {len(same)} of {len(ours)} ids reproduced ({len(same) / len(ours):.1%})")
        if known.summed_up:
            print(f"  without the preamble, which ours sums up: {len(same)} of {len(body)}"
                  f" ({len(same) / len(body):.1%})")  # fmt: skip
        for id, tools in known.renamed.items():
            print(f"  ours {id}, the tool {tools}")
        for id in known.only_ours:
            print(f"  only ours: {id}")
        print(f"  only the tool's: {', '.join(known.only_the_tools) or 'none'}")
        for fault in document_of(known).faults:
            print(f"  {fault}")


if __name__ == "__main__":
    main()
