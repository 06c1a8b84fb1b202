"""The mathematics report: the same findings as PDF, as a page, and as data."""

from typing import Literal

from pitboss.paper.document import Code, PaperDocument
from pitboss.paper.findings import Findings
from pitboss.paper.html import page_of
from pitboss.paper.sections import SECTIONS
from pitboss.paper.typeset import typeset

Form = Literal["pdf", "html", "json"]
FORMS: tuple[Form, ...] = ("pdf", "html", "json")

STATUS = (
    "Calculated from the text of the rules, for the options and readings stated. "
    "Not a laboratory certificate, and approved by no regulator."
)


SCOPE = (
    "What every wager of this game is worth against best play and against worse, exactly where it can be "
    "enumerated and by dealing where it cannot; the rules as they were read, with the price of each reading; "
    "the layout and the signs. It does not cover the conduct of the house, the equipment as built, or "
    "anything that its last section leaves out."
)
SIGNATURES = ("For the certificate holder", "Author", "Independent reviewer", "For the regulator")


def number_of(found: Findings) -> str:
    """By which the report is cited: the same for the same findings, and for no others."""
    return f"MR-{found.game.document}-{found.request.date}-{found.annex_sha256[:8]}"


def report_document(found: Findings) -> PaperDocument:
    game = found.game
    return PaperDocument(
        kind="Mathematics report",
        title=game.title,
        subtitle=f"{game.jurisdiction} · {game.document}" if game.document != "custom" else game.jurisdiction,
        facts=(
            ("Prepared for", found.request.holder or "no house named"),
            ("Prepared by", found.request.author or "no author named"),
            ("Date", found.request.date),
            ("Jurisdiction", game.jurisdiction),
            ("Document", f"{game.source}, {game.dated}"),
            ("Decks", found.cards.decks),
            *((f"House edge, {wager.name}", wager.edge) for wager in found.wagers),
            ("Rulebook sha256", Code(game.sha256)),
            ("Data annex sha256", Code(found.annex_sha256)),
            ("Software", f"Pitboss {found.reproduction.version}"),
        ),
        number=number_of(found),
        scope=SCOPE,
        signatures=SIGNATURES,
        status=STATUS,
        date=found.request.date,
        running_head=f"{game.title}: mathematics report",
        sections=tuple(section(found) for section in SECTIONS),
    )


def report_bytes(found: Findings, form: Form) -> bytes:
    """The report in the form asked for; the same findings give the same bytes."""
    match form:
        case "json":
            return found.as_json()
        case "html":
            return page_of(report_document(found)).encode()
    return typeset(report_document(found))
