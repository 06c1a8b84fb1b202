"""The report: what stands on paper is what the analyst found, to the last digit printed."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.games.files import known_games
from pitboss.paper import wagers
from pitboss.paper.annex import read_annex
from pitboss.paper.document import DrawingBlock, PaperDocument, figures_of
from pitboss.paper.figures import Figure
from pitboss.paper.findings import Findings, gather_findings
from pitboss.paper.html import page_of
from pitboss.paper.rackcard import make_card
from pitboss.paper.report import report_bytes, report_document
from pitboss.paper.request import ReportRequest, ReportScope
from pitboss.paper.sections import SECTIONS
from pitboss.paper.sections.order import ORDER
from pitboss.paper.typeset import typeset
from tests.paper.analysts_word import SLOW, analysts_word, check_figures, figures_in
from tests.paper.numbers import numbers_of_drawing, strangers
from tests.paper.proofreading import Misprint, compare, expected, proofread, squeeze, svg_words
from tests.paper.test_rackcard import check_card

DAY = "2026-11-15"
ROUNDS = 500_000


@cache
def found(name: str, decks: int) -> Findings:
    """Findings of one number of decks, one option varied, one box dealt: the rest takes a minute."""
    near = ReportScope(decks=(decks,), options=("soft_17",), boxes=(1,))
    return gather_findings(ReportRequest(name, DAY, (f"decks={decks}",), rounds=ROUNDS, scope=near))


DECKS = {
    "down-under-pa": 8, "double-back-jack-pa": 1, "over-under-pa": 6, "down-under-vendor": 4,
    "blackjack-match-nh": 6, "blackjack": 2,
}  # fmt: skip
"""One number of decks a game; `make bench` makes them all."""
QUICKEST = "over-under-pa"
SLOWLY = ("down-under-pa", "over-under-pa")
"""Games of which every figure is asked for again; of the others all but the slow families."""


WHOLE = pytest.mark.slow("whole reports of the other games, every figure asked of the analyst again")


@pytest.mark.parametrize(
    "name", [name if name == QUICKEST else pytest.param(name, marks=WHOLE) for name in known_games()]
)
def test_every_figure_on_paper_is_the_analysts(name: str) -> None:
    """Pages say what the document says and no digit more; its figures are the annex's and the analyst's."""
    findings = found(name, DECKS[name])
    assert float(Fraction(findings.main.fraction)) == pytest.approx(findings.main.edge.value, abs=1e-12)
    document = report_document(findings)
    assert proofread(report_bytes(findings, "pdf"), document) > 1000
    annex = json.loads(report_bytes(findings, "json"))
    slow = name in SLOWLY
    word = analysts_word(findings.request, annex, slow=slow)
    assert check_figures(annex, word, without=() if slow else SLOW) > 200
    check_printed(document, annex)
    check_page(report_bytes(findings, "html").decode(), document)
    assert not strangers(numbers_of_drawing(findings.layout.svg), findings.game)
    check_card(make_card(findings.game, findings.wagers, findings.strategy, date=DAY), annex)


def check_printed(document: PaperDocument, annex: dict[str, Any]) -> None:
    """Figures in text and tables have their ids; numbers in pictures are figures, choices or scales."""
    figures = figures_in(annex)
    for printed in figures_of(document):
        assert figures[printed.id]["text"] == printed.as_data()["text"], printed.id
    told = {squeeze(figure["text"]) for figure in figures.values()}
    for section in document.sections:
        for block in section.blocks:
            if isinstance(block, DrawingBlock) and block.id == "tornado":
                words = list(svg_words(block.svg))
                assert [w for w in words if re.fullmatch(r"[+−][\d.]+", w)]
                assert all(w in told for w in words if re.fullmatch(r"[+−][\d.]+", w)), words


def check_page(page: str, document: PaperDocument) -> None:
    """The page carries the same figures in the same order, with their ids."""
    shown = re.findall(r'<data data-id="([^"]+)" class="\w+" value="([^"]+)">([^<]+)</data>', page)
    wanted = [(figure.id, str(figure.value), figure.as_data()["text"]) for figure in figures_of(document)]
    assert [(id, value, squeeze(text)) for id, value, text in shown] == [
        (id, value, squeeze(text)) for id, value, text in wanted
    ]


@pytest.fixture(scope="module")
def small() -> Findings:
    """The quickest game there is."""
    return gather_findings(ReportRequest("over-under-pa", DAY, rounds=ROUNDS))


def test_a_changed_digit_anywhere_is_a_misprint(small: Findings) -> None:
    """Every word with a digit in it, one after another: another digit, and a digit too many."""
    wanted = list(expected(report_document(small)))
    words = [said for said, _ in wanted]
    assert compare("".join(words), wanted) == len(wanted)
    for at, said in enumerate(words):
        digit = re.search(r"\d", said)
        if digit is None:
            continue
        other = str((int(digit[0]) + 1) % 10)
        for false in (said[: digit.start()] + other + said[digit.end() :], f"{said}7"):
            with pytest.raises(Misprint):
                compare("".join((*words[:at], false, *words[at + 1 :])), wanted)


def test_a_changed_figure_anywhere_is_not_the_analysts_word(small: Findings) -> None:
    annex = json.loads(report_bytes(small, "json"))
    word = analysts_word(small.request, annex, slow=True)
    figures = figures_in(annex)
    assert check_figures(annex, word) == len(figures)
    worked_out = {"seed", "made", "edge", "error", "rounds", "boxes", "a_shoe", "dealt"}
    for id, figure in figures.items():
        is_dealt = id.startswith(("simulation.", "cover.")) and id.rpartition(".")[2] in worked_out
        for key, false in (
            ("value", 1.01 * figure["value"] + 0.001),
            ("text", f"1{figure['text'].lstrip('+−$')}"),
        ):
            if is_dealt and key == "value":
                continue
            with pytest.raises(AssertionError):
                check_figures({"figure": {**figure, key: false}}, word)


def test_a_report_that_prints_another_figure_than_it_found_is_caught(small: Findings) -> None:
    false = replace(small.main, edge=replace(small.main.edge, value=0.0212))
    lying = replace(small, wagers=(false, *small.wagers[1:]))
    with pytest.raises(Misprint):
        proofread(typeset(report_document(lying)), report_document(small))


def test_the_same_findings_make_the_same_bytes(small: Findings) -> None:
    assert report_bytes(small, "pdf") == report_bytes(small, "pdf")
    assert report_bytes(small, "json") == report_bytes(
        gather_findings(ReportRequest("over-under-pa", DAY, rounds=ROUNDS)), "json"
    )


def test_the_sections_are_those_of_the_order(small: Findings) -> None:
    assert tuple(section(small).id for section in SECTIONS) == ORDER


def test_a_figure_has_one_id(small: Findings) -> None:
    by_id: dict[str, Figure] = {}
    for figure in figures_of(report_document(small)):
        assert by_id.setdefault(figure.id, figure) == figure


def test_a_figure_outside_the_published_range_is_said_to_fail() -> None:
    at_six = wagers.find_deck_counts("down-under-pa", (), lambda _: None)[0]
    verdicts = {(row.decks.value, row.wager): row.verdict for row in at_six}
    assert {verdict for (_, wager), verdict in verdicts.items() if wager == "bet"} == {"NO: below"}
    assert verdicts[6, "match_the_dealer"] == verdicts[8, "match_the_dealer"] == "yes"
    assert (4, "match_the_dealer") not in verdicts


def test_changes_against_an_earlier_report_are_listed(small: Findings) -> None:
    earlier = read_annex(json.loads(report_bytes(small, "json")), "over-under-pa", "annex")
    later = gather_findings(
        ReportRequest("over-under-pa", DAY, ("reading.O2=R2",), rounds=ROUNDS, previous=earlier)
    )
    assert later.changes is not None
    told = {change.what: (change.before, change.after) for change in later.changes}
    assert told["Reading O2"] == ("R1", "R2")
    edge = next(change for change in later.changes if change.what == "House edge, Ante Wager")
    assert edge.difference is not None
    assert edge.difference.value == pytest.approx(later.main.edge.value - small.main.edge.value)


def test_a_game_of_ones_own_says_where_it_leaves_its_document(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "over-under-pa"\ngame = "five"\ntitle = "Five decks"\n\n[options]\ndecks = 5\n')
    findings = gather_findings(ReportRequest(str(own), DAY, rounds=ROUNDS))
    document = report_document(findings)
    assert proofread(typeset(document), document)
    assert squeeze("Decks: the document says 6; this game says 5") in squeeze(page_of(document))
