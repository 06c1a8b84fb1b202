"""The submission on paper: the form with every choice, and the rules of the game with those choices."""

from collections.abc import Iterator, Sequence

from pitboss.games.explain import sentences, tell_option
from pitboss.games.game import Game
from pitboss.games.vocabulary import PHASES, PROCEDURES, typed
from pitboss.paper.consequences import Consequence, consequences, house_edges
from pitboss.paper.document import (
    BlankLines,
    Block,
    Bullets,
    Column,
    DrawingBlock,
    PaperDocument,
    Section,
    TableBlock,
    cite,
    paragraph,
    right_columns,
)
from pitboss.paper.felt import draw_felt
from pitboss.paper.felt_plan import plan_felt
from pitboss.paper.figures import percent, tell
from pitboss.paper.inscriptions import DemandCheck
from pitboss.paper.option_values import permitted_values
from pitboss.paper.submission import Question, Submission, questions
from pitboss.paper.wagers import wager_name

STATUS = "Submitted, not approved. It takes effect only when a regulator approves it in writing."


def form_document(
    submission: Submission, game: Game, findings: tuple[DemandCheck, ...], date: str
) -> PaperDocument:
    """The form that is handed in."""
    return PaperDocument(
        kind="Rules Submission",
        title=game.title,
        subtitle=submission.holder,
        facts=_facts(submission, game, date),
        status=STATUS,
        date=date,
        running_head=f"{submission.holder} · Rules Submission · {game.title} · {date}",
        sections=(
            Section("choices", "Choices of the house", tuple(_choice_blocks(submission, game))),
            Section("edges", "House edge of each wager", (_edge_table(game),)),
            Section("layout", "Layout and signs", tuple(_layout_blocks(submission, game, findings))),
            Section("equipment", "Equipment", (_said_table("equipment", "Equipment at the table",
                    [(part.item, part.says, part.clauses) for part in game.equipment]),)),
            Section("approval", "Signatures", (
                paragraph("Takes effect only on written approval."),
                BlankLines(("Submitted for the house", "Approved, with date", "Remarks")),
            )),
        ),
    )  # fmt: skip


def rules_document(submission: Submission, game: Game, date: str) -> PaperDocument:
    """The rules of the game with these choices, in our words and with their clauses."""
    return PaperDocument(
        kind="Rules of play",
        title=game.title,
        subtitle=submission.holder,
        facts=_facts(submission, game, date),
        status=STATUS,
        date=date,
        running_head=f"{submission.holder} · Rules of play · {game.title} · {date}",
        sections=tuple(_rules_sections(game)),
    )


def _facts(submission: Submission, game: Game, date: str) -> tuple[tuple[str, str], ...]:
    return (
        ("Submitted by", submission.holder),
        ("Game", game.title),
        ("Jurisdiction", game.jurisdiction),
        ("Document", f"{game.source}, {game.dated}"),
        ("Date", date),
        ("Rulebook", f"sha256 {game.sha256}"),
    )


def _rules_sections(game: Game) -> Iterator[Section]:
    told = [(rule.topic, rule.says, rule.clauses) for rule in sentences(game)]
    yield Section(
        "played", "How the game is played", (paragraph(game.summary), _said_table("rules", "Rules", told))
    )
    rounds = [(PHASES[part.name], part.says, part.clauses) for part in game.phases]
    yield Section("round", "The round", (_said_table("phases", "The round, step by step", rounds),))
    wagers = [(part.name, f"{part.stake}; open to {part.open_to}", part.clauses) for part in game.wagers]
    yield Section("wagers", "Wagers", (_said_table("wagers", "Wagers", wagers),))
    acts = [(PROCEDURES[name].label, part.says, part.clauses) for name, part in game.procedures.items()]
    if acts:
        yield Section("procedures", "Procedures", (_said_table("procedures", "Procedures", acts),))
    taken = [
        (id, f"{read.part.question} {read.part.choices[read.choice].says.capitalize()}.", read.part.clauses)
        for id, read in game.readings.items()
        if read.is_switchable
    ]
    if taken:
        yield Section(
            "readings",
            "Readings chosen",
            (_said_table("readings", "Where the text can be read in more than one way", taken),),
        )


def _said_table(id: str, caption: str, rows: Sequence[tuple[str, str, Sequence[str]]]) -> TableBlock:
    columns = (Column("Subject", share=1.1), Column("Rule", share=4), Column("Clauses", share=1.8))
    cells = tuple((name, says, cite(clauses)) for name, says, clauses in rows)
    return TableBlock(f"t-{id}", caption, columns, cells, small=True)


# ---- choices


def _choice_blocks(submission: Submission, game: Game) -> Iterator[Block]:
    rows = tuple(
        (
            question.label,
            _answer(submission, game, question),
            _allowed(game, question),
            cite(question.clauses),
        )
        for question in questions(game)
    )
    columns = (Column("Choice", share=3), Column("Chosen", share=1.3), Column("Allowed", share=1.9),
               Column("Clauses", share=1.8))  # fmt: skip
    yield TableBlock(
        "t-choices", "Every choice that the document leaves to the house", columns, rows, small=True
    )
    for question in questions(game):
        if question.section == "choices":
            yield from _consequence_blocks(submission, game, question)


def _allowed(game: Game, question: Question) -> str:
    return permitted_values(game, question.key) if question.section == "choices" else question.allowed


def _answer(submission: Submission, game: Game, question: Question) -> str:
    if question.section == "layout":
        return submission.layout[question.key]
    return tell_option(game, question.key)


def _consequence_blocks(submission: Submission, game: Game, question: Question) -> Iterator[Block]:
    """Only where another value would change something."""
    ways = consequences(submission, question.key)
    chosen = tell_option(game, question.key)
    others = [way for way in ways if way.value != chosen]
    if not any(way.refused or way.gains or way.loses or _moves(game, way) for way in others):
        return
    wagers = list(house_edges(game))
    columns = (Column("Value"),
     *right_columns(*(f"House edge, {wager_name(game, wager)}" for wager in wagers)),
               Column("Layout and procedure", share=1))  # fmt: skip
    rows = tuple(
        (way.value + (" (chosen)" if way.value == chosen else ""), *_edge_cells(question.key, way, wagers),
         _tell_moves(way))
        for way in ways
    )  # fmt: skip
    yield TableBlock(
        f"t-{typed(question.key)}",
        f"{question.label}: what each value would change",
        columns,
        rows,
        small=True,
    )


def _moves(game: Game, way: Consequence) -> bool:
    return any(
        abs(edge - way.house_edges.get(wager, edge)) > 1e-12 for wager, edge in house_edges(game).items()
    )


def _edge_cells(option: str, way: Consequence, wagers: list[str]) -> tuple[str, ...]:
    return tuple(
        tell(percent(f"consequence.{option}.{way.value}.{wager}", way.house_edges[wager]))
        if wager in way.house_edges
        else "—"
        for wager in wagers
    )


def _tell_moves(way: Consequence) -> str:
    if way.refused:
        return f"Not permitted with the other choices: {way.refused}"
    lines = [*(f"+ {line}" for line in way.gains), *(f"− {line}" for line in way.loses)]
    return "; ".join(line.rstrip(".") for line in lines) or "no change"


# ---- house edges and layout


def _edge_table(game: Game) -> TableBlock:
    rows = tuple(
        (wager_name(game, wager), percent(f"edge.{wager}", edge)) for wager, edge in house_edges(game).items()
    )
    columns = (Column("Wager", share=1), *right_columns("House edge"))
    return TableBlock("t-edges", "House edge against perfect play, with these choices", columns, rows)


def _layout_blocks(submission: Submission, game: Game, findings: tuple[DemandCheck, ...]) -> Iterator[Block]:
    drawn = draw_felt(
        plan_felt(game, holder=submission.holder, to_sign=submission.to_sign), "paper", stated=False
    )
    yield DrawingBlock("f-felt", "The layout; the file layout.svg is to scale", drawn)
    yield TableBlock(
        "t-layout", "What the document requires on the layout, read back from the drawing",
        (Column("Requirement", share=3), Column("Shown on"), Column("Clauses", share=1.6)),
        tuple((check.what, "sign" if check.on_sign else "layout", cite(check.clauses)) for check in findings),
        small=True,
    )  # fmt: skip
    if submission.to_sign:
        yield Bullets(tuple(f"On the sign instead of the layout: {clause}" for clause in submission.to_sign))
