"""Plain words: no paper shows an internal name, a forbidden phrase or a straight quotation mark."""

import re
from dataclasses import replace
from html import unescape
from typing import Any, NamedTuple

import pytest

from pitboss.games.files import known_games
from pitboss.games.game import Game
from pitboss.paper.document import PaperDocument, Section
from pitboss.paper.html import page_of
from pitboss.paper.inscriptions import check_layout
from pitboss.paper.manual import manual_document
from pitboss.paper.rackcard import RackCard, make_card
from pitboss.paper.redline import redline_document
from pitboss.paper.report import report_document
from pitboss.paper.submission import Submission
from pitboss.paper.submission_form import form_document, rules_document
from tests.floor import game_of
from tests.paper.drawn import HOLDER, felt_of, sign_of, words_of
from tests.paper.test_report import DECKS, found
from tests.paper.test_submission import filed

DAY = "2026-11-15"
INTERNAL = re.compile(r"[A-Za-z0-9]+_[A-Za-z0-9]+")
STRAIGHT = re.compile(r"['\"]")
FORBIDDEN = re.compile(
    r"(?:^|\b(?:is|are) )who sat out|the own (?:hand|card)|what is due is|is said with|hangs on|"
    r"of hands but|for who knows|"
    r"\b(?:least|greatest) (?:main |side )?(?:wager|stake|bet)|\bspeaks of|\bfound by us|not the moment|"
    r"brings nothing|as D\d+ at the|who learns|the house keeps|In units of your wager|go together|"
    r"by analogy|\bbest play\b|\bmoves? an edge|\bhold of (?:the|each|every)|\bcolour",
    re.IGNORECASE,
)
"""The left column of the table in shared/design/language.md, its list of phrases to avoid, and their kin."""


def quick_are(*names: str) -> list[Any]:
    """All games; `make check` alone reads the others, which take many solutions."""
    slow = pytest.mark.slow("the words of papers that take many solutions to make")
    return [name if name in names else pytest.param(name, marks=slow) for name in known_games()]


class Said(NamedTuple):
    paper: str
    words: str


def visible(page: str) -> list[str]:
    """The words of an HTML page, without code, styles and the tags themselves."""
    bare = re.sub(r"(?s)<(style|code|title)\b.*?</\1>", " ", page)
    return [unescape(words).strip() for words in re.findall(r">([^<]+)<", bare) if words.strip()]


def of_document(document: PaperDocument) -> list[Said]:
    return [Said(document.kind, words) for words in visible(page_of(document))]


def of_card(card: RackCard) -> list[Said]:
    """The blocks of a card as a page, so that they are read as they are shown."""
    whole = (Section("card", "", card.blocks),)
    return of_document(PaperDocument("Rack card", card.game.title, "", (), "", DAY, "", whole))


def changed(submission: Submission, game: Game) -> Submission:
    """Another value for the first option that has one, and a reading the other way."""
    option = "bar_mid_shoe_entry" if "bar_mid_shoe_entry" in submission.choices else "min_wager_cents"
    value = not submission.choices[option] if option == "bar_mid_shoe_entry" else 700
    readings = {
        id: next(choice for choice in read.part.choices if choice != read.choice)
        for id, read in list(game.readings.items())[:1]
        if read.is_switchable
    }
    return replace(submission, choices={**submission.choices, option: value}, readings=readings)


def faults(said: list[Said]) -> list[str]:
    return [
        f"{part.paper}: {part.words}"
        for part in dict.fromkeys(said)
        if any(pattern.search(part.words) for pattern in (INTERNAL, FORBIDDEN, STRAIGHT))
    ]


@pytest.mark.parametrize("name", known_games())
def test_felt_sign_and_manual_use_plain_words(name: str) -> None:
    said = [Said("Felt", run) for run in words_of(felt_of(name)).runs]
    said += [Said("Sign", run) for run in words_of(sign_of(name)).runs]
    assert faults([*said, *of_document(manual_document(game_of(name), date=DAY))]) == []


@pytest.mark.parametrize("name", quick_are("over-under-pa", "down-under-pa", "blackjack-match-nh"))
def test_submissions_use_plain_words(name: str) -> None:
    game, submission = game_of(name), filed(name)
    checks = check_layout(game, words_of(felt_of(name)), words_of(sign_of(name)), holder=HOLDER)
    papers = (
        form_document(submission, game, checks, DAY),
        rules_document(submission, game, DAY),
        redline_document(submission, changed(submission, game), date=DAY),
    )
    assert faults([part for paper in papers for part in of_document(paper)]) == []


@pytest.mark.parametrize("name", quick_are("over-under-pa"))
def test_report_and_rack_card_use_plain_words(name: str) -> None:
    findings = found(name, DECKS[name])
    card = make_card(findings.game, findings.wagers, findings.strategy, date=DAY)
    assert faults([*of_document(report_document(findings)), *of_card(card)]) == []


@pytest.mark.parametrize(
    ("words", "pattern"),
    [
        ("min_wager_cents", INTERNAL),
        ("Is who sat out a round barred?", FORBIDDEN),
        ("the house keeps −0.0469 %", FORBIDDEN),
        ("the dealer's hand", STRAIGHT),
    ],
)
def test_the_reader_catches_what_it_should(words: str, pattern: re.Pattern[str]) -> None:
    assert pattern.search(words)
    assert visible(f"<p>{words}</p><code>a_b</code>") == [words]
