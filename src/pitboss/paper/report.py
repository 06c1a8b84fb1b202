"""The mathematics report: the same findings as PDF, as an HTML page, and as data."""

from typing import Literal

from pitboss.paper.document import Code, PaperDocument
from pitboss.paper.findings import Findings
from pitboss.paper.html import page_of
from pitboss.paper.sections import SECTIONS
from pitboss.paper.typeset import typeset

Form = Literal["pdf", "html", "json"]
FORMS: tuple[Form, ...] = ("pdf", "html", "json")

STATUS = (
    "Calculated from the text of the rules, with the options and readings stated. "
    "Not a laboratory certificate, and not approved by any regulator."
)


SCOPE = (
    "What every wager of this game is worth against perfect and imperfect play, calculated exactly where "
    "possible and simulated elsewhere; the rules as they were read, with the price of each reading; the "
    "layout and the signs. It does not cover the conduct of the house, the equipment as built, or the "
    "exclusions of its last section."
)
SIGNATURES = ("For the house", "Author", "Independent reviewer", "For the regulator")


def number_of(findings: Findings) -> str:
    """The number by which the report is cited; it follows from the findings."""
    return (
        f"MR-{findings.game.document.replace(' ', '-')}-{findings.request.date}-{findings.annex_sha256[:8]}"
    )


def report_document(findings: Findings) -> PaperDocument:
    game = findings.game
    return PaperDocument(
        kind="Mathematics report",
        title=game.title,
        subtitle=f"{game.jurisdiction} · {game.document}",
        facts=(
            ("Prepared for", findings.request.holder or "not named"),
            ("Prepared by", findings.request.author or "not named"),
            ("Date", findings.request.date),
            ("Jurisdiction", game.jurisdiction),
            ("Document", f"{game.source}, {game.dated}"),
            ("Decks", findings.cards.decks),
            *((f"House edge, {wager.name}", wager.edge) for wager in findings.wagers),
            ("Rulebook sha256", Code(game.sha256)),
            ("Data annex sha256", Code(findings.annex_sha256)),
            ("Software", f"Pitboss {findings.reproduction.version}"),
        ),
        number=number_of(findings),
        scope=SCOPE,
        signatures=SIGNATURES,
        status=STATUS,
        date=findings.request.date,
        running_head=f"{game.title}: mathematics report",
        sections=tuple(section(findings) for section in SECTIONS),
    )


def report_bytes(findings: Findings, form: Form) -> bytes:
    """The report in the form asked for; the same findings give the same bytes."""
    match form:
        case "json":
            return findings.as_json()
        case "html":
            return page_of(report_document(findings)).encode()
    return typeset(report_document(findings))
