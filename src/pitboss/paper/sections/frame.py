"""The first part of the report: identity, summary, rules, wagers, examples, method."""

from collections.abc import Iterator

from pitboss.games.explain import sentences, tell_option
from pitboss.games.vocabulary import CENTS, PROCEDURES
from pitboss.paper.document import (
    Block,
    Bullets,
    Cell,
    Code,
    Column,
    Section,
    Strong,
    Subheading,
    TableBlock,
    cite,
    note,
    paragraph,
    right_columns,
    without_empty_columns,
)
from pitboss.paper.figures import MINUS, Exactness, Figure, marked
from pitboss.paper.findings import Findings
from pitboss.paper.option_values import permitted_values
from pitboss.paper.sections.order import section
from pitboss.paper.sections.published import published_notes, searched_combinations
from pitboss.paper.wagers import WagerFindings, find_payout_rows
from pitboss.paper.worked_examples import Example


def identity(findings: Findings) -> Section:
    game = findings.game
    rows: list[tuple[Cell, ...]] = [
        ("Game", game.title),
        ("Jurisdiction", game.jurisdiction),
        ("Document", f"{game.source}, {game.dated}"),
        ("Rulebook, sha256", Code(game.sha256)),
        ("Software", f"Pitboss {findings.reproduction.version}"),
        ("Sources, sha256", Code(findings.reproduction.sources_sha256)),
        ("Date", findings.request.date),
        ("Author", findings.request.author or "not named"),
        ("Status", "calculated from the text; not certified by any laboratory or regulator"),
    ]
    blocks: list[Block] = [
        paragraph(
            "This report states what every wager of one game is worth, with the options and readings listed "
            "here. Every figure was calculated from the rules when the report was made; none was copied."
        ),
        TableBlock(
            "identity", "What this report is about", (Column("item"), Column("value", share=1)), tuple(rows)
        ),
        _options(findings),
    ]
    if game.departures:
        blocks.append(
            note("This game departs from its document: ", "; ".join(map(str, game.departures)), ".")
        )
    return Section("identity", "Identity of this report", tuple(blocks))


def _options(findings: Findings) -> TableBlock:
    game = findings.game
    return TableBlock(
        "options",
        "Options chosen, and what the document permits",
        (Column("option", share=2.2), Column("chosen", share=2), Column("permitted", share=2.6),
         Column("chosen by", share=1.6), Column("clauses", share=2.4)),
        tuple(
            (chosen.label, Strong(tell_option(game, name)), permitted_values(game, name), chosen.chosen_by,
             cite(chosen.clauses))
            for name, chosen in game.options.items()
        ),
        small=True,
    )  # fmt: skip


def summary(findings: Findings) -> Section:
    main = findings.main
    blocks: list[Block] = [
        paragraph(
            *_main_result(main), " The element of risk, the same amount as a share of everything staked in "
            "the round, is ", main.risk, ". ", *_also(findings),
        ),
        TableBlock(
            "wagers", "Every wager, with the options of this report",
            (Column("wager", share=1),
             *right_columns("house edge", "element of risk", "SD", "wins", "pushes"),
             Column("exactness")),
            tuple(
                (wager.name, wager.edge, wager.risk, wager.deviation, wager.hit, wager.push,
                 f"{wager.edge.exactness.mark} edge, {wager.deviation.exactness.mark} spread")
                for wager in findings.wagers
            ),
        ),
        paragraph(
            f"{'; '.join(marked(kind) for kind in Exactness)}. A negative house edge is a player advantage. "
            "Spread means the standard deviation and the frequencies."
        ),
        _fraction(findings),
        *_without_edge(findings),
        *published_notes(findings),
        _deck_counts(findings),
    ]  # fmt: skip
    blocks += [
        paragraph(f"The table does not include {missing.decks} decks: {missing.says}")
        for missing in findings.decks_not_offered
    ]
    return Section("summary", "Summary", tuple(blocks))


def _fraction(findings: Findings) -> TableBlock:
    """The main wager's edge without a rounded digit."""
    main = findings.main
    numerator, denominator = main.fraction.replace("-", MINUS).split("/")
    return TableBlock(
        "fraction", f"House edge of the {main.name} as a fraction",
        (Column("numerator", share=1), Column("denominator", share=1)),
        ((Code(numerator), Code(denominator)),),
        note=f"{main.method}. A certificate of it, with the strategy at every decision, can be checked by a "
        "program that shares nothing with this one: pitboss certify.",
    )  # fmt: skip


def _without_edge(findings: Findings) -> Iterator[Block]:
    if findings.main.edge.value <= 0:
        yield note(
            Strong("The house has no edge. "),
            f"With the options and readings of this report, the {findings.main.name} gives an advantage to a "
            f"player who plays perfectly. {section('rules').capitalize()} shows which readings cause it, "
            f"{section('imperfect')} what real players give back.",
        )


def _main_result(main: WagerFindings) -> tuple[str | Figure, ...]:
    if main.edge.value < 0:
        return (f"On the {main.name}, a player who plays perfectly has an advantage of ", main.advantage, ".")
    return (f"The house edge of the {main.name} against perfect play is ", main.edge, ".")


def _also(findings: Findings) -> Iterator[str | Figure]:
    for wager in findings.wagers[1:]:
        yield f"{wager.name[0].upper()}{wager.name[1:]}: house edge "
        yield wager.edge
        yield ". "


def _deck_counts(findings: Findings) -> TableBlock:
    table = TableBlock(
        "decks", "House edge and element of risk of every wager, by number of decks",
        (Column("decks", "right"), Column("wager", share=1), *right_columns("house edge", "element of risk"),
         Column("published"), Column("reproduced")),
        tuple(
            (row.decks, row.name, row.edge, row.risk, row.published,
             Strong(row.verdict) if "NO" in row.verdict else row.verdict)
            for row in findings.decks
        ),
    )  # fmt: skip
    return without_empty_columns(table)


TERMS = (
    ("House edge", "the player’s expected loss as a share of the initial wager, against perfect play unless "
     "stated otherwise; a negative house edge is a player advantage"),
    ("Element of risk", "the same expected loss as a share of everything staked in the round, including "
     "doubles, splits and other wagers added after the deal"),
    ("Hold", "win divided by drop, a figure of the casino’s books. This report does not know the drop and "
     "states no hold; where a document says hold, it means what is called house edge here"),
    ("Return to player", "one minus the house edge"),
    ("Hit frequency", "how often the wager wins; a push is a wager that is returned"),
    ("Standard deviation (SD)", "of the net result of one round, in units of the initial wager"),
    ("Unit", "the initial wager"),
    ("Perfect play", "the decision with the highest expectation for every hand, given every card the player "
     "has seen in the round"),
    ("N0", "the number of rounds after which the expected win equals one standard deviation"),
    ("Effect of removal", "how much the player’s expectation changes when one card is missing from a fresh "
     "shoe, in percentage points"),
    ("Percentage points", "the difference of two percentages; positive when the house gains, except for "
     "effects of removal, which are positive when the player gains"),
    ("Actual win", "what a table really won, divided by the amount wagered; it varies around the house edge "
     f"as {section('volatility')} shows"),
)  # fmt: skip


def measures(_: Findings) -> Section:
    return Section(
        "measures", "Definitions and measures",
        (
            paragraph(
                "Every figure is marked with its exactness. ",
                Strong(marked(Exactness.EXACT)),
                " figures are sums over every combination of cards, in fractions or in double precision with "
                "an error below 1e-12. ",
                Strong(marked(Exactness.ESTIMATED)), " figures depend on a simplification that is stated. ",
                Strong(marked(Exactness.SIMULATED)),
                " figures come from simulated rounds, with their seed and standard error.",
            ),
            TableBlock("terms", "Terms", (Column("term"), Column("meaning", share=1)), TERMS),
        ),
    )  # fmt: skip


def rules(findings: Findings) -> Section:
    game = findings.game
    blocks: list[Block] = [
        Subheading("Rules as modeled"),
        TableBlock(
            "rules", "How the game is played in this model",
            (Column("subject"), Column("rule", share=3), Column("clauses", share=1.2)),
            tuple((told.topic, told.says, cite(told.clauses)) for told in sentences(game)), small=True,
        ),
        TableBlock(
            "phases", "The order of a round",
            (Column("", "right"), Column("what happens", share=3), Column("clauses", share=1.2)),
            tuple(
                (str(number), phase.says, cite(phase.clauses)) for number, phase in enumerate(game.phases, 1)
            ),
            small=True,
        ),
    ]  # fmt: skip
    return Section(
        "rules",
        "Rules as modeled, and readings",
        (*blocks, *_readings(findings), *searched_combinations(findings)),
    )


def _readings(findings: Findings) -> Iterator[Block]:
    game = findings.game
    if not game.readings:
        yield paragraph("The text of this game leaves no reading open.")
        return
    yield Subheading("Readings")
    yield paragraph(
        "Where the text can be read in more than one way, one reading was chosen and the others were priced. "
        "The first table shows the choice and the reason for it, the second what each choice is worth."
    )
    yield TableBlock(
        "readings", "Readings chosen",
        (Column("id"), Column("question", share=2), Column("choice"), Column("read as", share=2),
         Column("because", share=2.6), Column("clauses", share=1.5)),
        tuple(
            (read.id, read.part.question, Strong(read.choice), read.part.choices[read.choice].says,
             read.part.because, cite(read.part.clauses))
            for read in game.readings.values()
        ),
        small=True,
    )  # fmt: skip
    if findings.readings:
        yield TableBlock(
            "reading-prices", "House edge under every reading; differences in percentage points",
            (Column("id"), Column("choice"), Column("read as", share=1), Column("wager"),
             *right_columns("house edge", "difference")),
            tuple(
                (row.reading, Strong(f"{row.choice} chosen") if row.is_taken else row.choice, row.says,
                 row.name, row.edge, row.difference)
                for row in findings.readings
            ),
            small=True,
        )  # fmt: skip
    if game.notes:
        yield TableBlock(
            "notes", "Notes: how the text is taken where it leaves no choice",
            (Column("id"), Column("question", share=2), Column("taken as", share=2),
             Column("because", share=2.6), Column("clauses", share=1.5)),
            tuple(
                (id, note.question, note.says, note.because, cite(note.clauses))
                for id, note in game.notes.items()
            ),
            small=True,
        )  # fmt: skip


def equipment(findings: Findings) -> Section:
    game, cards = findings.game, findings.cards
    rows = [(part.item, part.says, cite(part.clauses)) for part in game.equipment]
    rows += [
        (PROCEDURES[name].label, part.says, cite(part.clauses)) for name, part in game.procedures.items()
    ]
    return Section(
        "equipment", "Equipment, cards and shuffle",
        (
            paragraph(
                "The shoe contains ", cards.decks, f" deck{'s' if game.house.decks > 1 else ''} of ",
                cards.in_a_deck, " cards: ", cards.of_a_rank, " cards of each of ", cards.ranks, " ranks, ",
                cards.all, " cards in all, ", cards.ten_values, " of them ten-value cards. The exact figures "
                "are for a fresh shoe. An unknown burn card may be any card, so burning, cutting and the "
                "cut card do not change them. How the cut card changes the average over a whole shoe is "
                f"simulated in {section('simulation')}."
            ),
            TableBlock("equipment", "Equipment and procedures",
                  (Column("item"), Column("requirement", share=3), Column("clauses", share=1.3)), tuple(rows),
                  small=True),
        ),
    )  # fmt: skip


def wagers(findings: Findings) -> Section:
    game = findings.game
    offered = TableBlock(
        "catalog", "Wagers offered",
        (Column("wager", share=1.3), Column("when", share=1), Column("stake", share=1.6),
         Column("open to", share=2), Column("clauses", share=1.4)),
        tuple(
            (wager.name + (", required" if wager.required else ""), wager.timing, wager.stake, wager.open_to,
             cite(wager.clauses))
            for wager in game.wagers
        ),
        small=True,
    )  # fmt: skip
    pays = TableBlock(
        "pays", "What every wager pays",
        (Column("wager", share=1.2), Column("result", share=1.6), Column("pays"), Column("clauses", share=1)),
        tuple((pay.wager, pay.result, Strong(pay.odds), pay.clauses) for pay in find_payout_rows(game)),
    )  # fmt: skip
    limits = [
        (chosen.label, Strong(tell_option(game, name)), permitted_values(game, name), cite(chosen.clauses))
        for name, chosen in game.options.items()
        if game.option(name).domain == CENTS
    ]
    amounts = TableBlock(
        "limits", "Limits at this table",
        (Column("limit", share=1), Column("amount"), Column("permitted"), Column("clauses")), tuple(limits),
    )  # fmt: skip
    true_odds = TableBlock(
        "true-odds", "True odds: losses for every win, not counting pushes",
        (Column("wager", share=1), *right_columns("wins", "loses", "losses for every win")),
        tuple((wager.name, wager.hit, wager.loss, wager.true_odds) for wager in findings.wagers),
    )  # fmt: skip
    return Section("wagers", "Wagers", (offered, pays, amounts, true_odds))


def examples(findings: Findings) -> Section:
    blocks: tuple[Block, ...] = (
        paragraph(
            "Each round below was played at the live table of the software with the cards in this order, and "
            "shows what the table paid. Amounts are the player’s: staked, returned, won."
        ),
        *(_example(example) for example in findings.examples),
        Subheading("Irregularities"),
        paragraph(
            "Each of these irregularities happened at the same table and was resolved there under the clause "
            f"named. {section('irregularities').capitalize()} lists the rules.",
            *_no_shuffler(findings),
        ),
        _irregularity_table(findings),
    )
    return Section("examples", "Worked examples", blocks)


def _example(example: Example) -> TableBlock:
    dealer = f" Dealer: {example.dealer}." if example.dealer else ""
    told = [f"{says.removesuffix('.')} ({clause})." for says, clause in example.steps]
    return TableBlock(
        f"example-{example.id.replace('_', '-')}",
        f"{example.title}. Player: {example.player}.{dealer}",
        (Column("wager", share=1), *right_columns("staked", "returned", "won")),
        (
            *((part.what, part.stake, part.returned, part.won) for part in example.settled),
            (Strong("net"), "", "", example.net),
        ),
        note=" ".join(told),
    )


def _irregularity_table(findings: Findings) -> TableBlock:
    return TableBlock(
        "irregularity-examples", "Rounds with an irregularity",
        (Column("irregularity", share=1.3), Column("cards", share=1.2), Column("what happens", share=2.6),
         *right_columns("staked", "net")),
        tuple(
            (Strong(one.title), _both_hands(one), _story(one), one.settled[0].stake, one.net)
            for one in findings.irregularity_examples
        ),
        small=True,
    )  # fmt: skip


def _both_hands(example: Example) -> str:
    player = f"player: {example.player}" if example.player else ""
    dealer = f"dealer: {example.dealer}" if example.dealer else ""
    return "; ".join(words for words in (player, dealer) if words)


def _story(example: Example) -> str:
    return " ".join(f"{says.removesuffix('.')} ({clause})." for says, clause in example.wrong)


def _no_shuffler(findings: Findings) -> Iterator[str]:
    if findings.game.option_values.get("shuffler", "manual") == "manual":
        yield " The cards at this table are shuffled by hand, so no shuffler can fail."


def method(findings: Findings) -> Section:
    main = findings.main
    has_dealer = bool(findings.dealer)
    blocks: list[Block] = []
    if has_dealer:
        blocks += [
            paragraph(
                "Hands of at most 21 points form a graph in which each card leads from one hand to the "
                "next. They are valued backwards, from the longest hand to the first two cards, for "
                "everything a player may know about the dealer: the upcard, and what is announced about "
                "the hole card. The dealer’s final hands are summed over every order in which the rules "
                "could deal the cards. Every value is a joint expectation with the announcement, so that "
                "peeking at the hole card needs no separate correction."
            ),
            Bullets(
                (
                    "Strategy: the best decision for every hand, given its exact cards and the announcement; "
                    f"{main.method}.",
                    "A decision uses only what is announced, never a hole card that nobody has seen.",
                    "Splits are exact under the method named: CDP1 plays a split hand perfectly, knowing "
                    "that one more card of the pair is gone; CDZ- plays it as the same cards would be "
                    "played without a split.",
                    f"Spread: {main.spread_method}.",
                    "Side wagers are counted in whole numbers of combinations and kept as fractions.",
                )
            ),
        ]
    else:
        blocks.append(
            paragraph(
                "Every combination of three cards is counted in whole numbers. After the first card, the "
                "value of each decision is a fraction over all pairs of further cards in order; the best "
                "decision is taken, and nothing is rounded before it is printed."
            )
        )
    blocks.append(
        paragraph(
            "Independent checks: on small shoes the tests of the software compare these sums, to the last "
            "digit, with a brute-force program that shares no code with them, and they compare the payments "
            "with a second model of the rules that was written from the text alone. "
            f"{section('simulation').capitalize()} compares the figures with simulated rounds."
        )
    )
    return Section("method", "Method", tuple(blocks))
