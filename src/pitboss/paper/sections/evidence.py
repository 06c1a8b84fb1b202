"""What can be checked: clauses, irregularities, random numbers, layout, changes, reproduction, limits."""

from collections.abc import Iterator

from pitboss.paper.battery_results import COMMAND
from pitboss.paper.conformance import ClauseRow
from pitboss.paper.document import (
    BlankLines,
    Block,
    Bullets,
    Cell,
    DrawingBlock,
    Code,
    Column,
    Piece,
    Section,
    Strong,
    TableBlock,
    cite,
    note,
    right_columns,
    paragraph,
)
from pitboss.paper.findings import Findings
from pitboss.paper.sections.order import section


def conformance(found: Findings) -> Section:
    matrix = found.conformance
    if not matrix.rows:
        says = "Ordinary blackjack follows no registered document, so that there is no clause to conform to."
        return Section("conformance", "Clause conformance", (paragraph(says),))
    counts: list[Piece] = []
    for name, number in matrix.counts.items():
        counts += [number, f" {name}", ", "]
    blocks: list[Block] = [
        paragraph(
            "Every sentence of the document, in our words, with what carries it out and the test that "
            "would fail if it were altered. Physical sentences bind people and equipment; informational "
            "ones bind nobody. In all: ",
            *counts[:-1], ".",
        )
    ]  # fmt: skip
    blocks.append(
        TableBlock(
            "clauses", "Clause conformance matrix",
            (Column("clause", share=1.25), Column("says", share=3.2), Column("class", share=1),
             Column("evidence", share=3.4)),
            tuple((row.clause, row.says, _kind(row), _evidence(row)) for row in matrix.rows), small=True,
        )
    )  # fmt: skip
    return Section("conformance", "Clause conformance", tuple(blocks))


def _kind(row: ClauseRow) -> Cell:
    if row.is_open:
        return Strong(f"{row.kind}, OPEN")
    return row.kind


MOST_NAMED = 2
"""Places and tests named for one clause; the annex has all of them."""


def _evidence(row: ClauseRow) -> Cell:
    pieces: list[Piece] = []
    for kind, places in (("code", row.code), ("test", row.tests)):
        shown = places[:MOST_NAMED]
        more = f" +{len(places) - MOST_NAMED}" if len(places) > MOST_NAMED else ""
        if shown:
            pieces += [f"{kind} ", Code(", ".join(shown)), f"{more} "]
    return tuple(pieces) or "—"


def irregularities(found: Findings) -> Section:
    followed = any(row.followed for row in found.irregularities)
    blocks: list[Block] = [
        paragraph("What is done when something goes wrong, by the document's own clause or, where that is silent, "
             "by the "
             "first text that speaks of it.")
    ]  # fmt: skip
    if followed:
        blocks.append(
            note(
                "Where the document is silent, a row follows another text under the reading named; the house may "
                "rule otherwise."
            )
        )
    blocks.append(
        TableBlock(
            "irregularities", "Irregularities and what is done",
            (Column("if", share=1), Column("then", share=3.4), Column("clause", share=1.3)),
            tuple((row.title, row.says, row.clause) for row in found.irregularities), small=True,
        )
    )  # fmt: skip
    return Section("irregularities", "Irregularity decision table", tuple(blocks))


def random_numbers(found: Findings) -> Section:
    return Section(
        "random",
        "Random numbers and shuffle",
        (
            paragraph(
                "The exact figures of this report use no random numbers. A table dealt from real cards "
                "uses none either: the software is told which card came."
            ),
            Bullets(
                (
                    f"The simulation of {section('simulation')} uses a generator made for speed, "
                    "seeded as printed "
                    "there, so that it can be run again. It is not meant for live play.",
                    "Tables with virtual cards shuffle with a cryptographic generator (HMAC_DRBG with "
                    "SHA-256, seeded by the operating system), drawing each place by rejection so that no "
                    "order is favoured. A shoe of several decks has more orders than any seed has values; "
                    "the claim is computational, as it is for every generator of this kind.",
                )
            ),
            *_battery(found),
        ),
    )


def _battery(found: Findings) -> Iterator[Block]:
    ran = found.battery
    if ran is None:
        yield paragraph(
            "No test results of a generator were handed in, so that none are claimed. They are made and "
            "printed here by running"
        )
        yield paragraph(Code(f"{COMMAND}; {found.request.command} --battery battery.json"))
        return
    yield paragraph(
        "The shuffle of virtual cards was put to the tests that the standards name: ", ran.cards,
        " cards dealt from ", ran.shoes, " shoes of ", ran.decks, " decks. Alone, a perfect shoe fails one "
        "test in twenty at 95 % and one in a hundred at 99 %; a set fails when a p-value stays below the "
        "level after Holm's correction for the number of tests. The results were handed in with this report "
        "and are as true as the machine on which they were found.",
    )  # fmt: skip
    for number, part in enumerate(ran.sets, 1):
        yield TableBlock(
            f"battery-{number}", f"{part.name}, {part.source}: {'passes' if part.passes else 'FAILS'}",
            (Column("test", share=1.4), Column("law", share=1.4), *right_columns("statistic", "p", "corrected"),
             Column("alone")),
            tuple((row.test, row.law, row.statistic, row.p, row.adjusted_p, "passes" if row.passes else
                   Strong("fails")) for row in part.rows),
            small=True, note=("At the level of ", part.level, "."),
        )  # fmt: skip


def layout(found: Findings) -> Section:
    checked = found.layout
    missing = [row for row in checked.rows if row.missing]
    blocks: list[Block] = [
        paragraph(
            "The layout and the sign were drawn from the same game file, then read back, and every "
            "inscription and area that the document demands was looked for in the drawing."
        ),
        DrawingBlock("felt", "The layout as drawn", checked.svg),
        TableBlock(
            "layout", "Layout and sign, checked",
            (Column("demand", share=3), Column("where"), Column("found"), Column("clauses", share=1.6)),
            tuple(
                (row.what, row.where, Strong("MISSING") if row.missing else "yes", cite(row.clauses))
                for row in checked.rows
            ),
            small=True,
        ),
    ]  # fmt: skip
    blocks += [note(Strong("Missing: "), row.missing) for row in missing]
    return Section("layout", "Layout and signs", tuple(blocks))


def changes(found: Findings) -> Section:
    if found.changes is None:
        says = (
            "No earlier version was given, so that this is the first. The next report can name this one's "
            "annex with --previous and will list here what changed, with the difference in the return of "
            "each wager."
        )
        return Section("changes", "Change history", (paragraph(says),))
    rows = tuple(
        (row.what, row.before, row.after, row.difference if row.difference else "—") for row in found.changes
    )
    return Section(
        "changes", "Change history",
        (
            paragraph("Against the annex of the earlier version: options, readings and edges."),
            TableBlock("changes", "What changed",
                  (Column("what", share=1), Column("before"), Column("now"), *right_columns("difference")), rows),
        ),
    )  # fmt: skip


def reproduction(found: Findings) -> Section:
    made = found.reproduction
    return Section(
        "reproduction", "Reproduction",
        (
            paragraph("The same command with the same version gives the same bytes:"),
            paragraph(Code(made.command)),
            TableBlock(
                "hashes", "Hashes", (Column("of"), Column("sha256", share=1)),
                (
                    ("rulebook: game, options, readings, odds, order of play", Code(made.rulebook_sha256)),
                    ("sources of rules, analyst and simulator", Code(made.sources_sha256)),
                    ("data annex of this report", Code(found.annex_sha256)),
                ),
            ),
            paragraph(
                f"Pitboss {made.version}, Python {made.python}. The annex is the same report as data: give "
                "the output a name ending in .json. Every figure there has an id, its full precision, and "
                "how it was found."
            ),
        ),
    )  # fmt: skip


def limits(found: Findings) -> Section:
    return Section(
        "limits",
        "Limits, assumptions and sign-off",
        (
            Bullets(tuple(_limits(found))),
            paragraph("For the laboratory or the reviewer who has checked this report independently:"),
            BlankLines(("Reviewed by", "Organisation", "Method and version", "Findings", "Signature", "Date")),
        ),
    )


def _limits(found: Findings) -> Iterator[str]:
    scope = found.request.scope
    if scope.decks is not None:
        decks = ", ".join(map(str, scope.decks))
        yield f"This report was narrowed when it was made: of the numbers of decks only {decks} was solved."
    if scope.options is not None:
        varied = ", ".join(scope.options) or "none"
        yield f"This report was narrowed when it was made: of the options only these were varied: {varied}."
    yield "Figures hold for a fresh shoe of the stated decks and the readings taken; others make other games."
    worse = section("imperfect")
    yield f"Best play is assumed unless a section says otherwise; real players do worse, as {worse} shows."
    if found.dealer:
        yield "What split hands are worth is exact under the method named; how they are spread is estimated."
    yield "Payments are exact in cents at the table; edges are in units, without any rounding to chips."
    tested = section("conformance")
    yield f"The software was tested as {tested} shows. It was not certified by any laboratory or regulator."
