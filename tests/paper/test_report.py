"""The report: what stands on paper is what the analyst found, to the last digit printed."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.exact import pricing
from pitboss.exact.analyst import analyse, distribution_of
from pitboss.games.files import known_games
from pitboss.games.load import load_game
from pitboss.paper import simulation, wagers
from pitboss.paper.document import Document, figures_of
from pitboss.paper.figures import Figure
from pitboss.paper.findings import Findings, Request, find
from pitboss.paper.html import page_of
from pitboss.paper.rackcard import make_card
from pitboss.paper.report import report_bytes, report_document
from pitboss.paper.sections import SECTIONS
from pitboss.paper.sections.order import ORDER
from pitboss.paper.typeset import typeset
from tests.paper.proofreading import Misprint, compare, expected, proofread, squeeze
from tests.paper.test_rackcard import check_card

DAY = "2026-11-15"
ROUNDS = 500_000


def found(name: str, monkeypatch: pytest.MonkeyPatch, *choices: str) -> Findings:
    """Findings with the chosen number of decks, one option varied, one box dealt: the rest takes a minute."""
    monkeypatch.setattr(simulation, "BOXES", (1,))
    monkeypatch.setattr(wagers, "permitted", lambda game, option: [game.option_values[option]])
    monkeypatch.setattr(pricing, "_values", lambda option: ("stand", "hit") if option == "soft_17" else ())
    return find(Request(name, DAY, choices, rounds=ROUNDS))


def annex_figures(data: Any) -> dict[str, dict[str, Any]]:
    """Every figure of the annex by its id."""
    if isinstance(data, dict):
        if {"id", "value", "unit", "text", "found"} <= data.keys():
            return {data["id"]: data}
        data = list(data.values())
    figures: dict[str, dict[str, Any]] = {}
    for part in data if isinstance(data, list) else ():
        for id, figure in annex_figures(part).items():
            assert figures.setdefault(id, figure) == figure, id
    return figures


SCALES = {"%": 100, "percentage points": 100, "cents": 1 / 100}


def read_back(printed: str) -> tuple[float, float]:
    """A printed number, and half of its last place."""
    bare = squeeze(printed).replace(",", "").replace("−", "-").replace("$", "").rstrip("%")
    return float(bare), 0.5 * 10.0 ** -len(bare.partition(".")[2])


def check_digits(figure: dict[str, Any]) -> None:
    number, half = read_back(figure["text"])
    wanted = figure["value"] * SCALES.get(figure["unit"], 1)
    assert abs(number - wanted) <= half * (1 + 1e-9) + 1e-9, figure


def check_against_analyst(name: str, annex: dict[str, Any]) -> None:
    """The annex says what the analyst says when asked again."""
    data = analyse(load_game(name)).as_data()
    fields = {
        "edge": "house_edge", "risk": "element_of_risk", "average": "average_wagered",
        "deviation": "standard_deviation", "hit": "hit_frequency", "push": "push_frequency",
        "loss": "loss_frequency",
    }  # fmt: skip
    for told, wager in zip(annex["wagers"], data["wagers"], strict=True):
        assert {key: told[key]["value"] for key in fields} == {key: wager[fields[key]] for key in fields}
        assert [row["combinations"]["value"] for row in told["returns"]] == [
            row["combinations"] for row in wager["outcomes"]
        ]
        assert [row["chance"]["value"] for row in told["returns"]] == [
            row["probability"] for row in wager["outcomes"]
        ]
    assert [{total: share["value"] for total, share in row["totals"].items()} for row in annex["dealer"]] == [
        row["totals"] for row in data["dealer"]
    ]
    spread = distribution_of(load_game(name))["results"]
    assert [row["chance"]["value"] for row in annex["distribution"]["results"]] == [
        row["probability"] for row in spread
    ]


@pytest.mark.parametrize("name", known_games())
def test_every_figure_on_paper_is_the_analysts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages say what the document says and no digit more; its figures are the annex's and the analyst's."""
    findings = found(name, monkeypatch)
    document = report_document(findings)
    assert proofread(report_bytes(findings, "pdf"), document) > 1000
    annex = json.loads(report_bytes(findings, "json"))
    figures = annex_figures(annex)
    for printed in figures_of(document):
        told = figures[printed.id]
        assert (told["text"], told["value"]) == (printed.as_data()["text"], printed.value)
        check_digits(told)
    check_against_analyst(name, annex)
    check_page(report_bytes(findings, "html").decode(), document)
    check_card(make_card(findings.game, findings.wagers, findings.strategy, date=DAY))


def check_page(page: str, document: Document) -> None:
    """The page carries the same figures in the same order, with their ids."""
    shown = re.findall(r'<data data-id="([^"]+)" class="\w+" value="([^"]+)">([^<]+)</data>', page)
    wanted = [(figure.id, str(figure.value), figure.as_data()["text"]) for figure in figures_of(document)]
    assert [(id, value, squeeze(text)) for id, value, text in shown] == [
        (id, value, squeeze(text)) for id, value, text in wanted
    ]


@pytest.fixture(scope="module")
def small() -> Findings:
    """The quickest game there is."""
    return find(Request("over-under-pa", DAY, rounds=ROUNDS))


def test_a_changed_digit_is_a_misprint(small: Findings) -> None:
    document = report_document(small)
    wanted = list(expected(document))
    text = "".join(words for words, _ in wanted)
    assert compare(text, wanted) == len(wanted)
    edge = squeeze(small.main.edge.as_data()["text"])
    with pytest.raises(Misprint):
        compare(text.replace(edge, "2.0998%", 1), wanted)
    with pytest.raises(Misprint):
        compare(text.replace(edge, edge + "7", 1), wanted)


def test_a_report_that_prints_another_figure_than_it_found_is_caught(small: Findings) -> None:
    false = replace(small.main, edge=replace(small.main.edge, value=0.0212))
    lying = replace(small, wagers=(false, *small.wagers[1:]))
    with pytest.raises(Misprint):
        proofread(typeset(report_document(lying)), report_document(small))


def test_the_same_findings_make_the_same_bytes(small: Findings) -> None:
    assert report_bytes(small, "pdf") == report_bytes(small, "pdf")
    assert report_bytes(small, "json") == report_bytes(
        find(Request("over-under-pa", DAY, rounds=ROUNDS)), "json"
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
    assert {verdict for (_, wager), verdict in verdicts.items() if wager == "bet"} == {"FAILS: below"}
    assert verdicts[6, "match_the_dealer"] == verdicts[8, "match_the_dealer"] == "agrees"
    assert (4, "match_the_dealer") not in verdicts


def test_changes_against_an_earlier_report_are_listed(small: Findings) -> None:
    earlier = json.loads(report_bytes(small, "json"))
    later = find(Request("over-under-pa", DAY, ("reading.O2=R2",), rounds=ROUNDS, previous=earlier))
    assert later.changes is not None
    told = {change.what: (change.before, change.after) for change in later.changes}
    assert told["O2"] == ("R1", "R2")
    edge = next(change for change in later.changes if change.what == "house edge, Ante Wager")
    assert edge.difference is not None
    assert edge.difference.value == pytest.approx(later.main.edge.value - small.main.edge.value)


def test_a_game_of_ones_own_says_where_it_leaves_its_document(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "over-under-pa"\ngame = "five"\ntitle = "Five decks"\n\n[options]\ndecks = 5\n')
    findings = find(Request(str(own), DAY, rounds=ROUNDS))
    document = report_document(findings)
    assert proofread(typeset(document), document)
    assert squeeze("decks: the document says 6, this game 5") in squeeze(page_of(document))
