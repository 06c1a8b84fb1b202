"""The mathematics report: the same findings as PDF, as a page, and as data."""

from typing import Literal

from pitboss.paper.document import Code, Document
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


def report_document(found: Findings) -> Document:
    game = found.game
    return Document(
        kind="Mathematics report",
        title=game.title,
        subtitle=f"{game.jurisdiction} · {game.document}" if game.document != "custom" else game.jurisdiction,
        facts=(
            ("Document", f"{game.source}, {game.dated}"),
            ("Decks", found.cards.decks),
            ("Main wager", (f"{found.main.name}, house edge ", found.main.edge)),
            ("Rulebook sha256", Code(game.sha256)),
            ("Software", f"Pitboss {found.reproduction.version}"),
            ("Date", found.request.date),
            ("Author", found.request.author or "not named"),
        ),
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
