"""What can be checked: clauses, irregularities, random numbers, layout, changes, reproduction, limits."""

from collections.abc import Iterator

from pitboss.paper.battery_results import COMMAND
from pitboss.paper.conformance import ClauseRow
from pitboss.paper.document import (
    BlankLines,
    Block,
    Bullets,
    Cell,
    Code,
    Column,
    DrawingBlock,
    Piece,
    Section,
    Strong,
    TableBlock,
    cite,
    note,
    paragraph,
    right_columns,
)
from pitboss.paper.findings import Findings
from pitboss.paper.sections.order import section


def conformance(findings: Findings) -> Section:
    matrix = findings.conformance
    if not matrix.rows:
        says = "This game follows no registered document, so there is no clause to conform to."
        return Section("conformance", "Clause conformance", (paragraph(says),))
    counts: list[Piece] = []
    for name, number in matrix.counts.items():
        counts += [number, f" {name}", ", "]
    blocks: list[Block] = [
        paragraph(
            "Every sentence of the document in our words, with the code that carries it out and the test "
            "that checks it. Executable sentences are rules that the software carries out. Physical "
            "sentences concern people and equipment. Informational sentences require nothing. In all: ",
            *counts[:-1], ".",
        )
    ]  # fmt: skip
    blocks.append(
        TableBlock(
            "clauses", "Conformance, clause by clause",
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
"""Places and tests named for one clause; the data annex lists all of them."""


def _evidence(row: ClauseRow) -> Cell:
    pieces: list[Piece] = []
    for kind, places in (("code", row.code), ("test", row.tests)):
        shown = places[:MOST_NAMED]
        more = f" +{len(places) - MOST_NAMED}" if len(places) > MOST_NAMED else ""
        if shown:
            pieces += [f"{kind} ", Code(", ".join(shown)), f"{more} "]
    return tuple(pieces) or "—"


def irregularities(findings: Findings) -> Section:
    followed = any(row.followed for row in findings.irregularities)
    blocks: list[Block] = [
        paragraph("What is done about an irregularity, with the clause that decides it.")
    ]  # fmt: skip
    if followed:
        blocks.append(
            note(
                "Where the document is silent, the game follows another text under the reading named. The "
                "house may decide otherwise."
            )
        )
    blocks.append(
        TableBlock(
            "irregularities", "Irregularities and how they are resolved",
            (Column("irregularity", share=1), Column("what is done", share=3.4), Column("clause", share=1.3)),
            tuple((row.title, row.says, row.clause) for row in findings.irregularities), small=True,
        )
    )  # fmt: skip
    return Section("irregularities", "Irregularities", tuple(blocks))


def random_numbers(findings: Findings) -> Section:
    return Section(
        "random",
        "Random numbers and shuffle",
        (
            paragraph(
                "The exact figures of this report use no random numbers. A table that deals real cards "
                "uses none either: the software is told which card was dealt."
            ),
            Bullets(
                (
                    f"The simulation of {section('simulation')} uses a fast generator with the seed "
                    "printed there, so that it can be repeated. It is not used for live play.",
                    "Tables with virtual cards shuffle with a cryptographic generator (HMAC-DRBG with "
                    "SHA-256, seeded by the operating system) and rejection sampling, so that no order is "
                    "favored. A shoe of several decks has more orders than any seed has values; as with "
                    "every such generator, the claim is that no program can tell its shuffles from "
                    "random ones.",
                )
            ),
            *_battery(findings),
        ),
    )


def _battery(findings: Findings) -> Iterator[Block]:
    ran = findings.battery
    if ran is None:
        yield paragraph(
            "No results of shuffle tests were handed in, so none are claimed. To test the shuffle and "
            "print the results here, run:"
        )
        yield paragraph(Code(f"{COMMAND}; {findings.request.command} --battery battery.json"))
        return
    yield paragraph(
        "The shuffle of virtual cards was tested as the standards require: ", ran.cards, " cards dealt from ",
        ran.shoes, " shoes of ", ran.decks, " decks. A perfect shuffle fails one single test in twenty at "
        "95 % and one in a hundred at 99 %; a set of tests fails when a p-value stays below the level after "
        "Holm’s correction for the number of tests. The results were handed in with this report; the report "
        "did not check them.",
    )  # fmt: skip
    for number, part in enumerate(ran.sets, 1):
        yield TableBlock(
            f"battery-{number}", f"{part.name}, {part.source}: {'passed' if part.passes else 'FAILED'}",
            (Column("test", share=1.4), Column("distribution", share=1.4),
             *right_columns("statistic", "p", "corrected"),
             Column("single test")),
            tuple((row.test, row.law, row.statistic, row.p, row.adjusted_p, "passed" if row.passes else
                   Strong("failed")) for row in part.rows),
            small=True, note=("Confidence level ", part.level, "."),
        )  # fmt: skip


def layout(findings: Findings) -> Section:
    checked = findings.layout
    missing = [row for row in checked.rows if row.missing]
    blocks: list[Block] = [
        paragraph(
            "The layout and the sign were drawn from the same game file and read back, and the drawings were "
            "checked for every inscription and area that the document requires."
        ),
        DrawingBlock("felt", "The layout as drawn", checked.svg),
        TableBlock(
            "layout", "Layout and sign, checked",
            (Column("requirement", share=3), Column("where"), Column("met"), Column("clauses", share=1.6)),
            tuple(
                (row.what, row.where, Strong("MISSING") if row.missing else "yes", cite(row.clauses))
                for row in checked.rows
            ),
            small=True,
        ),
    ]  # fmt: skip
    blocks += [note(Strong("Missing: "), row.missing) for row in missing]
    return Section("layout", "Layout and signs", tuple(blocks))


def changes(findings: Findings) -> Section:
    if findings.changes is None:
        says = (
            "No earlier version was given. A later report that names the data annex of this one with "
            "--previous lists here what changed, with the difference in the house edge of each wager."
        )
        return Section("changes", "Change history", (paragraph(says),))
    rows = tuple(
        (row.what, row.before, row.after, row.difference if row.difference else "—")
        for row in findings.changes
    )
    return Section(
        "changes", "Change history",
        (
            paragraph("Compared with the earlier version: options, readings and house edges."),
            TableBlock("changes", "What changed",
                  (Column("what", share=1), Column("before"), Column("now"),
                   *right_columns("difference")), rows),
        ),
    )  # fmt: skip


def reproduction(findings: Findings) -> Section:
    made = findings.reproduction
    return Section(
        "reproduction", "Reproduction",
        (
            paragraph("The same command and the same version of the software produce the same file, "
            "byte for byte:"),
            paragraph(Code(made.command)),
            TableBlock(
                "hashes", "Hashes", (Column("of"), Column("sha256", share=1)),
                (
                    ("rulebook: game, options, readings, odds, order of play", Code(made.rulebook_sha256)),
                    ("source code of rules, exact solver and simulator", Code(made.sources_sha256)),
                    ("data annex of this report", Code(findings.annex_sha256)),
                ),
            ),
            paragraph(
                f"Pitboss {made.version}, Python {made.python}. The data annex is the same report as data: "
                "write it to a file whose name ends in .json. Every figure in it has an id, its full "
                "precision and its exactness."
            ),
        ),
    )  # fmt: skip


def limits(findings: Findings) -> Section:
    return Section(
        "limits",
        "Limits, assumptions and sign-off",
        (
            Bullets(tuple(_limits(findings))),
            paragraph("For a laboratory or reviewer who checks this report independently:"),
            BlankLines(
                ("Reviewed by", "Organization", "Method and version", "Findings", "Signature", "Date")
            ),
        ),
    )


def _limits(findings: Findings) -> Iterator[str]:
    scope = findings.request.scope
    if scope.decks is not None:
        decks = ", ".join(map(str, scope.decks))
        yield f"This report was limited when it was made: only {decks} decks were solved."
    if scope.options is not None:
        labels = [
            findings.game.options[name].label for name in scope.options if name in findings.game.options
        ]
        varied = ", ".join(labels) or "none"
        yield f"This report was limited when it was made: only these options were varied: {varied}."
    yield "The figures are for a fresh shoe with the stated number of decks, and for the readings chosen."
    worse = section("imperfect")
    yield f"Perfect play is assumed unless stated otherwise; real players do worse, as {worse} shows."
    if findings.dealer:
        yield "The value of split hands is exact under the method named, and so is their standard deviation."
    if findings.distribution.exactness == "estimated":
        yield f"Some probabilities of results are estimated: {section('distribution')} says how."
    yield "House edges assume that every payment can be made exactly, without rounding to chips."
    tested = section("conformance")
    yield f"The software was tested as {tested} shows. No laboratory or regulator has certified it."
