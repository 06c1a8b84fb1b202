"""Papers of a document of the tests: 48 cards, a match wager, names and clause ids of its own."""

from pathlib import Path

import pytest

from pitboss.games.load import load_game
from pitboss.paper.drawing_text import read_svg
from pitboss.paper.felt import draw_felt
from pitboss.paper.felt_plan import plan_felt
from pitboss.paper.findings import gather_findings
from pitboss.paper.inscriptions import check_layout, check_sign
from pitboss.paper.irregularity_examples import find_irregularity_examples
from pitboss.paper.manual import manual_document
from pitboss.paper.report import report_document
from pitboss.paper.request import ReportRequest, ReportScope
from pitboss.paper.sign import draw_sign
from pitboss.paper.typeset import typeset
from pitboss.paper.worked_examples import find_examples
from tests.paper.proofreading import proofread
from tests.paper.test_plain_words import DAY, faults, of_document

FILE = str(Path(__file__).parents[1] / "law" / "riverboat" / "lucky-nines.toml")
HOLDER = "The Boat"
GAME = load_game(FILE)
STRANGERS = ("Match-the-Dealer", "Second Chance", "Ante Wager", "Bet Wager", "Insurance Wager", "Masque")
"""What other documents call things."""


def test_felt_and_sign_meet_every_requirement() -> None:
    felt = read_svg(draw_felt(plan_felt(GAME, holder=HOLDER)).encode())
    sign = read_svg(draw_sign(GAME, holder=HOLDER).encode())
    checks = (*check_layout(GAME, felt, sign, holder=HOLDER), *check_sign(GAME, sign))
    assert checks
    assert [check.missing for check in checks if not check.is_met] == []
    assert {"PILE", "LUCKY", "NATURALS PAY 3 TO 2", "COVER PAYS 2 TO 1"} <= set(felt.runs)
    assert "Blackjack pays 3 to 2".upper() not in felt.runs


def test_the_discard_rack_is_marked_for_decks_of_48() -> None:
    assert plan_felt(GAME, holder=HOLDER).rack_mark == round(4 * 48 * 0.305, 1)


def test_examples_are_dealt_without_a_ten_and_name_its_wagers() -> None:
    examples = (*find_examples(GAME), *find_irregularity_examples(GAME))
    assert not [example.id for example in examples if "10" in f"{example.player} {example.dealer}"]
    titles = {example.title for example in examples}
    assert "Cover Wager: the dealer has Blackjack" in titles
    won = {part.what for example in examples for part in example.settled if part.won.value}
    assert won >= {"Pile Wager", "Cover Wager", "Lucky Wager"}


def test_its_manual_uses_plain_words_of_its_own() -> None:
    document = manual_document(GAME, date=DAY)
    assert proofread(typeset(document), document)
    assert faults(of_document(document)) == []


@pytest.mark.slow("the mathematics report of a document of the tests")
def test_its_report_is_typeset_and_names_no_other_documents_wagers() -> None:
    scope = ReportScope(decks=(4,), options=("soft_17",), boxes=(1,))
    findings = gather_findings(ReportRequest(FILE, DAY, rounds=200_000, scope=scope))
    document = report_document(findings)
    assert proofread(typeset(document), document)
    said = of_document(document)
    assert faults(said) == []
    followed = {row.says for row in findings.irregularities if row.followed}
    own = [part.words for part in said if not any(part.words in row or row in part.words for row in followed)]
    assert not [words for words in own if any(name in words for name in STRANGERS)]
