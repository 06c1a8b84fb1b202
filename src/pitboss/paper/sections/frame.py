"""What was asked and how it was answered: identity, summary, rules, wagers, examples, method."""

from collections.abc import Iterator

from pitboss.games.explain import sentences, tell_option
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
    right_columns,
    paragraph,
    without_empty_columns,
)
from pitboss.paper.figures import Figure, tell
from pitboss.paper.findings import Findings
from pitboss.paper.sections.order import section
from pitboss.paper.wagers import find_payout_rows
from pitboss.paper.worked_examples import Example


def identity(found: Findings) -> Section:
    game = found.game
    rows: list[tuple[Cell, ...]] = [
        ("Game", f"{game.title} ({game.id})"),
        ("Jurisdiction", game.jurisdiction),
        ("Document", f"{game.source}, {game.dated}"),
        ("Rulebook, sha256", Code(game.sha256)),
        ("Software", f"Pitboss {found.reproduction.version}"),
        ("Sources, sha256", Code(found.reproduction.sources_sha256)),
        ("Date", found.request.date),
        ("Author", found.request.author or "not named"),
        ("Status", "a calculation from the text; no laboratory and no regulator has certified it"),
    ]
    blocks: list[Block] = [
        paragraph(
            "This report states what the rules of one game are worth, for the options and readings listed "
            "here. Every figure was computed from the rules when the report was made; none was copied."
        ),
        TableBlock("identity", "What this report is about", (Column("item"), Column("is", share=1)), tuple(rows)),
        _options(found),
    ]
    if game.departures:
        blocks.append(
            note("This game departs from its document: ", "; ".join(map(str, game.departures)), ".")
        )
    return Section("identity", "Identity of this report", tuple(blocks))


def spaced(words: str) -> str:
    """Names of choices as people write them."""
    return words.replace("_", " ")


def _options(found: Findings) -> TableBlock:
    game = found.game
    return TableBlock(
        "options",
        "Options selected, and what the document permits",
        (Column("option", share=3), Column("is", share=1.2), Column("permitted", share=2),
         Column("chosen by", share=1.6), Column("clauses", share=2.4)),
        tuple(
            (chosen.says, Strong(spaced(tell_option(game, name))), spaced(chosen.allowed_text),
             chosen.chosen_by, cite(chosen.clauses))
            for name, chosen in game.options.items()
        ),
        small=True,
    )  # fmt: skip


def summary(found: Findings) -> Section:
    main = found.main
    blocks: list[Block] = [
        paragraph(
            "With the options of this report the house keeps ", main.edge, " of the ", main.name,
            " against best play, ", main.risk, " of all that is staked in its course. ",
            *_also(found),
        ),
        TableBlock(
            "wagers", "Every wager, for the options of this report",
            (Column("wager", share=1), *right_columns("house edge", "hold", "SD", "wins", "returned"),
             Column("found")),
            tuple(
                (wager.name, wager.edge, wager.risk, wager.deviation, wager.hit, wager.push,
                 f"{wager.edge.found.mark} edge, {wager.deviation.found.mark} spread")
                for wager in found.wagers
            ),
        ),
        paragraph("◆ exact; ◇ estimated; ~ simulated. Hold is the house edge divided by all that is staked."),
        *_without_edge(found),
        *_published(found),
        _deck_counts(found),
    ]  # fmt: skip
    blocks += [
        paragraph(f"{missing.decks} decks are not in the table: {missing.says}")
        for missing in found.decks_not_offered
    ]
    return Section("summary", "Summary", tuple(blocks))


def _without_edge(found: Findings) -> Iterator[Block]:
    if found.main.edge.value <= 0:
        yield note(
            Strong("The house has no edge. "),
            f"Under the options and readings of this report the {found.main.name} favours a player who "
            f"plays best. {section('rules').capitalize()} shows which readings decide that, "
            f"{section('imperfect')} what real players give back.",
        )


def _also(found: Findings) -> Iterator[str | Figure]:
    for wager in found.wagers[1:]:
        yield f"{wager.name[0].upper()}{wager.name[1:]}: "
        yield wager.edge
        yield ". "


def _deck_counts(found: Findings) -> TableBlock:
    table = TableBlock(
        "decks", "House edge and hold of every wager for every permitted number of decks",
        (Column("decks", "right"), Column("wager", share=1), *right_columns("house edge", "hold"),
         Column("published"), Column("verdict")),
        tuple(
            (row.decks, row.name, row.edge, row.hold, row.published,
             Strong(row.verdict) if "FAILS" in row.verdict else row.verdict)
            for row in found.decks
        ),
    )  # fmt: skip
    return without_empty_columns(table)


def _published(found: Findings) -> Iterator[Block]:
    """Every published range, and whether it is met: said in so many words."""
    for part in found.game.published:
        rows = [row for row in found.decks if row.wager == part.wager and row.published != "—"]
        if not rows:
            continue
        name, clause = rows[0].name, cite(part.clauses)
        failing = [row for row in rows if "FAILS" in row.verdict]
        if not failing:
            yield paragraph(
                f"The published figure for the {name}, {rows[0].published} ({clause}), is reproduced with "
                "every number of decks for which it was published."
            )
            continue
        yield note(
            Strong("A published figure is not reproduced. "),
            f"For the {name} the document states {rows[0].published} ({clause}). Ours lies outside with "
            f"{', '.join(tell(row.decks) for row in failing)} decks. {part.note[:1].upper()}{part.note[1:]}. "
            f"{section('rules').capitalize()} gives the edge of every reading; the report prints its "
            "own figures and leaves the "
            "difference to be explained by whoever published the other.",
        )


TERMS = (
    ("House edge", "the expected loss of the player as a share of the wager as first placed, against best "
     "play unless said otherwise; positive when the house gains"),
    ("Hold, element of risk", "the same loss as a share of everything staked in the course of the wager: "
     "doubles, splits, Second Chances. The preambles say hold for what is here the house edge"),
    ("Return to player", "one less the house edge"),
    ("Hit frequency", "how often the wager ends with a gain; returned: how often with neither gain nor loss"),
    ("Standard deviation (SD)", "of the net result of one round, in units of the wager as first placed"),
    ("Units", "multiples of the wager as first placed"),
    ("N0", "the number of rounds after which the expected win equals one standard deviation of the win"),
    ("Effect of removal", "the change of the player's expectation when one card of a value is missing from a "
     "fresh shoe, in percentage points"),
    ("Percentage points", "a difference of two percentages; + is the house's gain, save for removals"),
    ("Actual hold", "what a table really kept, divided by what was wagered; it strays from the house edge as "
     f"{section('volatility')} shows"),
)  # fmt: skip


def measures(_: Findings) -> Section:
    return Section(
        "measures", "Definitions and measures",
        (
            paragraph(
                "A figure is marked by how it was found. ", Strong("◆ exact"), " figures are sums over every "
                "composition of cards, in whole-number fractions or in double precision with an error "
                "below 1e-12. ",
                Strong("◇ estimated"), " figures rest on a stated simplification. ", Strong("~ simulated"),
                " figures come from rounds that were dealt, with their seed and standard error.",
            ),
            TableBlock("terms", "Terms", (Column("term"), Column("meaning", share=1)), TERMS),
        ),
    )  # fmt: skip


def rules(found: Findings) -> Section:
    game = found.game
    blocks: list[Block] = [
        Subheading("Rules as modelled"),
        TableBlock(
            "rules", "How the game is played in this model",
            (Column("about"), Column("rule", share=3), Column("clauses", share=1.2)),
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
    return Section("rules", "Rules as modelled, and readings taken", (*blocks, *_readings(found)))


def _readings(found: Findings) -> Iterator[Block]:
    game = found.game
    if not game.readings:
        yield paragraph("This game has no document whose words could be read in more than one way.")
        return
    yield Subheading("Readings")
    yield paragraph(
        "Where the text can be read in more than one way, one reading was taken and the others were priced. "
        "The first table says what was taken and why, the second what each choice is worth."
    )
    yield TableBlock(
        "readings", "Readings taken",
        (Column("id"), Column("question", share=2), Column("taken"), Column("read as", share=2),
         Column("because", share=2.6), Column("clauses", share=1.5)),
        tuple(
            (read.id, read.part.question, Strong(read.choice), read.part.choices[read.choice].says,
             read.part.because, cite(read.part.clauses))
            for read in game.readings.values()
        ),
        small=True,
    )  # fmt: skip
    if found.readings:
        yield TableBlock(
            "reading-prices", "What every reading is worth to its wager; differences in percentage points",
            (Column("id"), Column("choice"), Column("read as", share=1), Column("wager"),
             *right_columns("house edge", "difference")),
            tuple(
                (row.reading, Strong(f"{row.choice} taken") if row.is_taken else row.choice, row.says,
                 row.name, row.edge, row.difference)
                for row in found.readings
            ),
            small=True,
        )  # fmt: skip


def equipment(found: Findings) -> Section:
    game, cards = found.game, found.cards
    rows = [(part.item, part.says, cite(part.clauses)) for part in game.equipment]
    rows += [
        (name.replace("_", " "), part.says, cite(part.clauses)) for name, part in game.procedures.items()
    ]
    return Section(
        "equipment", "Equipment, cards and shuffle",
        (
            paragraph(
                "The shoe holds ", cards.decks, " decks of 52 cards: ", cards.of_a_rank,
                " cards of each of thirteen ranks, ", cards.ten_values, " of them ten-values, ", cards.all,
                " cards in all. The exact figures are those of a fresh shoe with the burned card unknown; "
                "an unknown card is exchangeable with any other, so burning, cutting and the cover card do "
                "not move them. How the cover card moves the average over a shoe is shown by simulation in "
                f"{section('simulation')}."
            ),
            TableBlock("equipment", "Equipment and procedures",
                  (Column("item"), Column("requirement", share=3), Column("clauses", share=1.3)), tuple(rows),
                  small=True),
        ),
    )  # fmt: skip


def wagers(found: Findings) -> Section:
    game = found.game
    offered = TableBlock(
        "catalog", "Wagers on offer",
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
        (chosen.says, Strong(tell_option(game, name)), chosen.allowed_text, cite(chosen.clauses))
        for name, chosen in game.options.items()
        if name.endswith("_cents")
    ]
    amounts = TableBlock(
        "limits", "Limits of this table",
        (Column("limit", share=1), Column("is"), Column("permitted"), Column("clauses")), tuple(limits),
    )  # fmt: skip
    true_odds = TableBlock(
        "true-odds", "True odds: losses to one win, returned wagers left out",
        (Column("wager", share=1), *right_columns("wins", "loses", "losses to one win")),
        tuple((wager.name, wager.hit, wager.loss, wager.true_odds) for wager in found.wagers),
    )  # fmt: skip
    return Section("wagers", "Wager catalog", (offered, pays, amounts, true_odds))


def examples(found: Findings) -> Section:
    blocks: tuple[Block, ...] = (
        paragraph(
            "Each round below was played at the live table of the software with the cards in this order; "
            "what it shows is what the table paid. The player's side of the ledger is shown: staked, "
            "returned, won."
        ),
        *(_example(example) for example in found.examples),
        Subheading("Irregularities"),
        paragraph(
            "Each of these went wrong at the same table and was put right there by the clause named. "
            f"{section('irregularities').capitalize()} has the rules.",
            *_no_shuffler(found),
        ),
        _mishaps(found),
    )
    return Section("examples", "Worked examples", blocks)


def _example(example: Example) -> TableBlock:
    dealer = f" The dealer: {example.dealer}." if example.dealer else ""
    told = [f"{says.removesuffix('.')} ({clause})." for says, clause in example.steps if _is_telling(says)]
    return TableBlock(
        f"example-{example.id.replace('_', '-')}",
        f"{example.title}. The player: {example.player}.{dealer}",
        (Column("wager", share=1), *right_columns("staked", "returned", "won")),
        (
            *((part.what, part.stake, part.returned, part.won) for part in example.settled),
            (Strong("net"), "", "", example.net),
        ),
        note=" ".join(told),
    )


def _mishaps(found: Findings) -> TableBlock:
    return TableBlock(
        "mishaps", "Rounds in which something goes wrong",
        (Column("what", share=1.3), Column("cards", share=1.2), Column("what is done", share=2.6),
         *right_columns("staked", "net")),
        tuple(
            (Strong(one.title), _both_hands(one), _story(one), one.settled[0].stake, one.net)
            for one in found.mishaps
        ),
        small=True,
    )  # fmt: skip


def _both_hands(example: Example) -> str:
    dealer = f"the dealer: {example.dealer}" if example.dealer else ""
    return "; ".join(words for words in (example.player, dealer) if words)


def _story(example: Example) -> str:
    return " ".join(f"{says.removesuffix('.')} ({clause})." for says, clause in example.wrong)


def _no_shuffler(found: Findings) -> Iterator[str]:
    if found.game.option_values.get("shuffler", "manual") == "manual":
        yield " A table that is shuffled by hand has no shuffler to fail."


def _is_telling(says: str) -> bool:
    """The deal itself is told by the cards in the caption, the stakes by the table."""
    return not says.startswith(("The player gets", "$"))


def method(found: Findings) -> Section:
    main = found.main
    has_dealer = bool(found.dealer)
    blocks: list[Block] = []
    if has_dealer:
        blocks += [
            paragraph(
                "Every hand is a multiset of cards. The player's hands of at most 21 points form a graph "
                "in which a card leads from one hand to the next; they are valued backwards, from the "
                "longest to the first two cards, for each thing a player may know of the dealer: the up "
                "card, and what is announced of the hole card. The dealer's final hands are summed over "
                "every order of the cards that the rules would deal. Each value is a joint expectation "
                "with what is announced, so that the look at the hole card and the cards drawn need no "
                "correction."
            ),
            Bullets(
                (
                    "Strategy class: composition-dependent, best for every hand under every announcement; "
                    f"{main.method}.",
                    "The best action is chosen for what is announced, never for a hole card nobody has seen.",
                    "Splits are exact under the method named: CDP1 plays a split hand best, knowing that "
                    "one more card of the pair is gone; CDZ- plays it as the same cards would be played "
                    "unsplit.",
                    f"Spread: {main.spread_method}.",
                    "Side wagers are counted in whole numbers of combinations and kept as fractions.",
                )
            ),
        ]
    else:
        blocks.append(
            paragraph(
                "Every set of three cards is counted in whole numbers. After the first card each choice is "
                "worth a fraction over all ordered pairs of further cards; the best is taken, and nothing "
                "is rounded before it is printed."
            )
        )
    blocks.append(
        paragraph(
            "Independence: the project's tests compare these sums, on small shoes and to the last digit, "
            "with a brute force that shares no code with them, and the payments with a second model of the "
            "rules written from the text alone. "
            f"{section('simulation').capitalize()} compares them with rounds that were dealt."
        )
    )
    return Section("method", "Method", tuple(blocks))
