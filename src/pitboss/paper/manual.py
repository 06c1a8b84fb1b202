"""The dealer’s manual: procedures and irregularities in our words, by clause, with a floor checklist."""

from collections.abc import Iterator
from typing import Literal

from pitboss.games.explain import sentences, tell_option
from pitboss.games.game import Game
from pitboss.games.register import entries_of
from pitboss.games.registers import Clause
from pitboss.games.vocabulary import CENTS, PHASES, PROCEDURES
from pitboss.paper.conformance import find_irregularities
from pitboss.paper.document import (
    BlankLines,
    Block,
    Bullets,
    Cell,
    Code,
    Column,
    PaperDocument,
    Section,
    Strong,
    Subheading,
    TableBlock,
    cite,
    note,
    paragraph,
    without_empty_columns,
)
from pitboss.paper.felt_wording import PAYOUTS, is_payout_duty, tell_decks
from pitboss.paper.html import page_of
from pitboss.paper.typeset import typeset
from pitboss.paper.wagers import find_payout_rows

STATUS = (
    "The rules in our words, for training; where they differ from the document, the document prevails. "
    "Not approved by any regulator."
)
BOX = "☐"


def manual_bytes(game: Game, *, date: str, form: Literal["pdf", "html"] = "pdf") -> bytes:
    document = manual_document(game, date=date)
    return page_of(document).encode() if form == "html" else typeset(document)


def manual_document(game: Game, *, date: str) -> PaperDocument:
    sections = (_before, _wagers, _round, _play, _payments, _irregularities, _checklist, _clauses)
    return PaperDocument(
        kind="Dealer’s manual",
        title=game.title,
        subtitle=game.jurisdiction,
        facts=(
            ("Document", f"{game.source}, {game.dated}"),
            ("Decks", tell_option(game, "decks")),
            ("Rulebook sha256", Code(game.sha256)),
            ("Date", date),
        ),
        status=STATUS,
        date=date,
        running_head=f"{game.title}: dealer’s manual",
        sections=tuple(made for section in sections if (made := section(game)) is not None),
    )


def _sentences_of(game: Game, clauses: list[str]) -> Iterator[Cell]:
    """The registered sentences behind these clauses."""
    for id in clauses:
        if clause := game.register.by_id.get(id):
            yield (Strong(f"{id}  "), clause.says)


def _before(game: Game) -> Section:
    equipment = TableBlock(
        "equipment", "Equipment at the table",
        (Column("item"), Column("requirement", share=3), Column("clauses", share=1.3)),
        tuple((part.item, part.says, cite(part.clauses)) for part in game.equipment),
    )  # fmt: skip
    procedures = TableBlock(
        "procedures", "Cards, shuffle, cut and burn",
        (Column("subject"), Column("procedure", share=3), Column("clauses", share=1.3)),
        tuple(
            (PROCEDURES[name].label, part.says, cite(part.clauses)) for name, part in game.procedures.items()
        ),
    )  # fmt: skip
    unsaid = paragraph(
        "The document does not cover the shuffle, the cut and the burn; the house’s own procedures apply."
    )
    return Section("before", "Before the first wager", (equipment, procedures if procedures.rows else unsaid))


def _wagers(game: Game) -> Section:
    catalog = TableBlock(
        "wagers", "The wagers: when each is made, and by whom",
        (Column("wager", share=1.2), Column("when", share=1), Column("stake", share=1.6),
         Column("open to", share=2), Column("clauses", share=1.3)),
        tuple(
            (wager.name, wager.timing, wager.stake, wager.open_to, cite(wager.clauses))
            for wager in game.wagers
        ),
        small=True,
    )  # fmt: skip
    limits = TableBlock(
        "limits", "Limits at this table", (Column("limit", share=1), Column("amount", "right")),
        tuple(
            (chosen.label, tell_option(game, name))
            for name, chosen in game.options.items()
            if game.option(name).domain == CENTS or name == "boxes_per_player"
        ),
    )  # fmt: skip
    return Section("wagers", "Taking wagers", (catalog, limits))


def _round(game: Game) -> Section:
    blocks: list[Block] = [
        paragraph(
            "The round step by step, each step followed by the sentences of the document that it carries out."
        )
    ]
    for number, phase in enumerate(game.phases, 1):
        blocks += [
            Subheading(f"Step {number}: {PHASES[phase.name]}"),
            paragraph(phase.says, f" ({cite(phase.clauses)})"),
        ]
        if told := tuple(_sentences_of(game, phase.clauses)):
            blocks.append(Bullets(told))
    return Section("round", "The round", tuple(blocks))


def _play(game: Game) -> Section:
    table = TableBlock(
        "rules", "What the dealer must do and what a player may do",
        (Column("subject"), Column("rule", share=3), Column("clauses", share=1.2)),
        tuple((told.topic, told.says, cite(told.clauses)) for told in sentences(game)),
    )  # fmt: skip
    return Section("play", "Rules of play", (without_empty_columns(table),))


def _payments(game: Game) -> Section:
    table = TableBlock(
        "pays", "What every wager pays",
        (Column("wager", share=1.2), Column("result", share=1.6), Column("pays"), Column("clauses", share=1)),
        tuple((pay.wager, pay.result, Strong(pay.odds), pay.clauses) for pay in find_payout_rows(game)),
    )  # fmt: skip
    order = game.options.get("settlement_order")
    blocks: tuple[Block, ...] = (table,)
    if order is not None:
        how = tell_option(game, "settlement_order")
        blocks += (paragraph(f"{order.label} at this table: {how} ({cite(order.clauses)})."),)
    return Section("payments", "Taking and paying", blocks)


def _irregularities(game: Game) -> Section:
    rows = find_irregularities(game)
    blocks: list[Block] = [
        paragraph(
            "Stop, say what happened, and call the floorperson where the table below says so. Never "
            "correct a hand without saying so."
        )
    ]
    if any(row.followed for row in rows):
        blocks.append(
            note("Where the document is silent, the game follows another text under the reading named; "
                 "the house’s own procedures take precedence.")
        )  # fmt: skip
    blocks.append(
        TableBlock(
            "irregularities", "Irregularities and how to resolve them",
            (Column("irregularity", share=1), Column("what to do", share=3.4), Column("clause", share=1.3)),
            tuple((row.title, row.says, row.clause) for row in rows),
        )
    )  # fmt: skip
    return Section("irregularities", "When something goes wrong", tuple(blocks))


def _clauses(game: Game) -> Section | None:
    """Every sentence that binds somebody at the table, in the order of the text."""
    entries = [entry.clause for entry in entries_of(game) if entry.clause.kind != "informational"]
    if not entries:
        return None
    table = TableBlock(
        "clauses", "The document, sentence by sentence",
        (Column("clause", share=1.2), Column("says", share=4.4), Column("who", share=1.2)),
        tuple((clause.id, clause.says, _who(clause)) for clause in entries), small=True,
    )  # fmt: skip
    return Section("clauses", "By clause", (table,))


def _who(clause: Clause) -> str:
    if clause.kind == "physical":
        return "staff"
    return "layout, signs" if clause.room == "paper" else "dealer"


def _checklist(game: Game) -> Section:
    rows = tuple((BOX, what, clauses) for what, clauses in _checks(game))
    return Section(
        "checklist", "Floor checklist",
        (
            paragraph("Check every line before the table opens, and sign."),
            TableBlock("checklist", "Before the table opens, and while it runs",
                  (Column(""), Column("check", share=4), Column("clauses", share=1.4)), rows),
            BlankLines(("Floorperson", "Date and time")),
        ),
        whole=True,
    )  # fmt: skip


def _checks(game: Game) -> Iterator[tuple[str, str]]:
    yield (
        f"The shoe contains {tell_decks(game)}, and the sign and the felt state the payouts for "
        f"{tell_decks(game)}.",
        cite(game.options["decks"].clauses),
    )
    for part in game.equipment:
        yield f"{part.item[0].upper()}{part.item[1:]}: {part.says}", cite(part.clauses)
    for procedure in game.procedures.values():
        yield procedure.says, cite(procedure.clauses)
    for inscription in game.inscriptions:
        where = "sign" if inscription.where == "sign" else "layout"
        words = f"states the {PAYOUTS}" if is_payout_duty(inscription) else f"says “{inscription.text}”"
        yield f"The {where} {words}.", cite(inscription.clauses)
    for name in ("min_wager_cents", "max_wager_cents"):
        if name in game.options:
            yield (
                f"The sign shows the {game.options[name].label.lower()}: {tell_option(game, name)}.",
                cite(game.options[name].clauses),
            )
