"""Published figures in the report: whether ours agree, and which readings come nearest."""

from collections.abc import Iterator

from pitboss.exact.reading_search import REPRODUCES
from pitboss.paper.document import (
    Block,
    Cell,
    Column,
    Strong,
    Subheading,
    TableBlock,
    cite,
    note,
    paragraph,
    right_columns,
)
from pitboss.paper.figures import tell
from pitboss.paper.findings import Findings
from pitboss.paper.published_figures import NearSet, SearchedDocument, SearchedFigure
from pitboss.paper.sections.order import section


def published_notes(findings: Findings) -> Iterator[Block]:
    """For the summary: every published range, and whether this report reproduces it."""
    for number, part in enumerate(findings.game.published):
        rows = [row for row in findings.decks if row.wager == part.wager and row.published != "—"]
        if not rows:
            continue
        name, clause = rows[0].name, cite(part.clauses)
        failing = [row for row in rows if "NO" in row.verdict]
        if not failing:
            yield paragraph(
                f"The published figure for the {name}, {rows[0].published} ({clause}), is reproduced for "
                "every number of decks for which it was published."
            )
            continue
        searched = findings.searched[number].verdict if findings.searched else ""
        yield note(
            Strong("A published figure is not reproduced. "),
            f"The document states {rows[0].published} for the {name} ({clause}). Our figure is outside that "
            f"range with {', '.join(tell(row.decks) for row in failing)} decks. "
            f"{searched}{' ' if searched else ''}"
            f"{section('rules').capitalize()} gives the house edge under every reading and the combinations "
            "of readings that come nearest. This report prints its own figures; the publisher of the other "
            "figure would have to explain the difference.",
        )


def searched_combinations(findings: Findings) -> Iterator[Block]:
    """All combinations of readings and options, held against every published figure."""
    if not findings.game.published:
        return
    yield Subheading("Published figures and combinations of readings")
    if findings.searched is None:
        yield paragraph("The search of all combinations was left out of this report.")
        return
    yield paragraph(
        "Two readings together may reach a figure that neither reaches alone. So every combination that the "
        "document permits was solved with every permitted number of decks. ",
        REPRODUCES,
    )
    for number, figure in enumerate(findings.searched, 1):
        yield paragraph(
            f"{figure.name[0].upper()}{figure.name[1:]}, published {figure.published} "
            f"({cite(figure.clauses)}){_published_for(figure)}: ",
            Strong(figure.verdict),
        )
        for document in figure.documents:
            yield from _document(f"nearest-{number}-{document.game}", figure, document)


def _published_for(figure: SearchedFigure) -> str:
    return f" for {', '.join(figure.published_for)}" if figure.published_for else ""


def _document(id: str, figure: SearchedFigure, document: SearchedDocument) -> Iterator[Block]:
    yield paragraph(
        f"{document.title} ({document.document}): ", document.combinations, " combinations, which make ",
        document.games, " different games.",
    )  # fmt: skip
    decks = tuple(dict.fromkeys(edge.decks for each in document.sets for edge in each.edges))
    yield TableBlock(
        id, f"Nearest to {figure.published}; an asterisk marks an edge inside that range",
        (Column("readings and options", share=2), Column("clauses", share=1.6),
         *right_columns(*(f"{count} decks" if count > 1 else "1 deck" for count in decks), "distance")),
        tuple(
            ("; ".join(each.told) or each.choices, cite(each.clauses), *_edges(each, decks), each.distance)
            for each in document.sets
        ),
        small=True,
    )  # fmt: skip


def _edges(each: NearSet, decks: tuple[int, ...]) -> Iterator[Cell]:
    by_decks = {edge.decks: edge for edge in each.edges}
    for count in decks:
        edge = by_decks.get(count)
        yield "—" if edge is None else (edge.edge, " *" if edge.is_inside else "")
