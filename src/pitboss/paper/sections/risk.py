"""Risks to the house: sensitivity, volatility, exposure, simulation, game protection."""

from collections.abc import Iterator

from pitboss.exact.exposure import HI_LO
from pitboss.games.vocabulary import typed
from pitboss.paper.charts import BandAt, Swing, draw_bands, draw_tornado
from pitboss.paper.document import (
    Block,
    Bullets,
    Column,
    DrawingBlock,
    Section,
    Strong,
    Subheading,
    TableBlock,
    note,
    paragraph,
    right_columns,
)
from pitboss.paper.figures import tell
from pitboss.paper.findings import Findings
from pitboss.paper.game_protection import RemovalEffects
from pitboss.paper.volatility import FORM_W2G, Volatility


def sensitivity(findings: Findings) -> Section:
    blocks: list[Block] = []
    swings = _swings(findings)
    if swings:
        blocks.append(
            paragraph(
                f"How much the house edge of the {findings.main.name} would change, in percentage points, "
                "if one option or one reading were different and everything else the same."
            )
        )
    if findings.options:
        blocks.append(
            TableBlock(
                "swings", "Options chosen differently",
                (Column("option", share=1), Column("instead"), Column("permitted"),
                 *right_columns("house edge", "difference")),
                tuple(
                    (findings.game.options[row.option].label, row.value,
                     "yes" if row.is_permitted else "no", row.edge, row.difference)
                    for row in findings.options
                ),
                small=True,
            )
        )  # fmt: skip
    if swings:
        blocks += [
            paragraph(
                "Solid bars are permitted options and possible readings. Hollow bars are options that the "
                "document does not permit; they show what its clause is worth. Only the largest "
                "differences are drawn."
            ),
            DrawingBlock("tornado", "Sensitivity of the house edge to options and readings, in "
            "percentage points",
                  draw_tornado("Sensitivity of the house edge", swings)),
        ]  # fmt: skip
    blocks += _wrong_tables(findings)
    if not blocks:
        blocks.append(paragraph("No option and no reading of this game changes a house edge."))
    return Section("sensitivity", "Sensitivity", tuple(blocks))


SMALLEST_SWING, MOST_SWINGS = 0.00002, 12
"""Differences that round to nothing, and all but the largest, are left out of the drawing only."""


def _swings(findings: Findings) -> list[Swing]:
    swings = [
        Swing(
            f"{findings.game.options[row.option].label}: {row.value}",
            row.difference.value,
            tell(row.difference),
            row.is_permitted,
        )
        for row in findings.options
        if abs(row.difference.value) >= SMALLEST_SWING
    ]
    swings += [
        Swing(f"Reading {row.reading}: {row.choice}", row.difference.value, tell(row.difference), True)
        for row in findings.readings
        if row.wager == findings.main.id and abs(row.difference.value) >= SMALLEST_SWING
    ]
    swings += [
        Swing(f"Decks: {tell(row.decks)}", row.swing.value, tell(row.swing), True)
        for row in findings.decks
        if row.wager == findings.main.id and abs(row.swing.value) >= SMALLEST_SWING
    ]
    return sorted(swings, key=lambda swing: abs(swing.value), reverse=True)[:MOST_SWINGS]


def _wrong_tables(findings: Findings) -> Iterator[Block]:
    if not findings.wrong_tables:
        return
    yield paragraph(
        "Paying by the pay table for another number of decks is a costly mistake. Each row shows the shoe of "
        "this table paid by the other pay table."
    )
    yield TableBlock(
        "wrong-tables", "Wrong pay table",
        (Column("wager", share=1), Column("paid as", share=1.4), Column("pay table for"),
         *right_columns("house edge", "difference")),
        tuple((row.name, row.pays, row.meant_for, row.edge, row.difference) for row in findings.wrong_tables),
    )  # fmt: skip


def volatility(findings: Findings) -> Section:
    blocks: list[Block] = [
        paragraph(
            "The actual win of a table varies. With equal wagers, after so many rounds 95 of 100 tables "
            "are within the first pair of columns and 99 of 100 within the second. A table outside the "
            "second pair deserves a look, although chance alone puts one table in a hundred there. The "
            "last column is how often the house is behind. Means and variances add up over rounds; the "
            "distribution is taken as normal."
        )
    ]
    for one in findings.volatility:
        blocks += _bands(one)
    return Section("volatility", "Volatility and bands for the actual win", tuple(blocks))


def _bands(one: Volatility) -> Iterator[Block]:
    id = typed(one.wager)
    yield TableBlock(
        f"bands-{id}", f"{one.name}: bands for the actual win, in percent of the amount wagered",
        right_columns("rounds", "expected", "95 % from", "to", "99 % from", "to", "house behind"),
        tuple(
            (band.rounds, band.expected, band.low_95, band.high_95, band.low_99, band.high_99,
             band.house_behind)
            for band in one.bands
        ),
    )  # fmt: skip
    bands = [
        BandAt(int(band.rounds.value), *(100 * figure.value for figure in
               (band.expected, band.low_95, band.high_95, band.low_99, band.high_99)))
        for band in one.bands
    ]  # fmt: skip
    yield DrawingBlock(
        f"bands-{id}", f"{one.name}: actual win by number of rounds", draw_bands(one.name, bands)
    )
    if one.n0 is None:
        yield note(
            f"The {one.name} has no house edge, so there is no number of rounds after which the house can "
            "expect to be ahead."
        )
    else:
        yield paragraph(
            f"N0 of the {one.name}, the number of rounds after which the expected win equals one standard "
            "deviation: ",
            one.n0,
            ".",
        )


def exposure(findings: Findings) -> Section:
    most = findings.exposures
    reaches = "reaches" if most.reaches_w2g else "does not reach"
    return Section(
        "exposure", "Maximum exposure",
        (
            paragraph(
                "The most that the house can lose in one round at the table maximum, for one box and for "
                f"{most.spots} boxes. Rows can happen together.{_smaller(findings)}"
            ),
            TableBlock(
                "exposure", "Largest loss of the house in one round",
                (Column("wager", share=1), Column("when", share=1.6),
                 *right_columns("units", "one box", f"{most.spots} boxes")),
                tuple((row.what, row.how, row.units, row.per_spot, row.per_table) for row in most.rows),
            ),
            paragraph(
                "Payments have no cap. The highest payout is ", most.highest_odds,
                f" to 1, which {reaches} the {FORM_W2G} to 1 at which winnings must be reported for tax in "
                "the United States.",
            ),
        ),
    )  # fmt: skip


def _smaller(findings: Findings) -> str:
    insurance = findings.game.wager_of("insurance")
    if insurance is None:
        return ""
    return f" The {insurance.name} is smaller, and cannot win together with these results of the main wager."


def simulation(findings: Findings) -> Section:
    dealt = findings.simulation
    blocks: list[Block] = [
        paragraph(
            "The game was simulated when this report was made: ", dealt.rounds, " rounds, each from a "
            "fresh shoe, with seed ", dealt.seed, f". The generator is {dealt.generator}. The players "
            "make the best decisions of the exact calculation. The simulator shares the rules with the exact "
            "calculation, but not its method. z is the difference from the exact house edge in standard "
            "errors, p the probability of a difference at least as large.",
        ),
        TableBlock(
            "simulation", "Simulated and exact house edges",
            (Column("wager", share=1),
             *right_columns("wagers", "simulated", "standard error", "exact", "z", "p")),
            tuple((row.name, row.made, row.edge, row.error, row.exact, row.z, row.p) for row in dealt.checks),
            small=True,
        ),
        paragraph("The largest difference is ", dealt.largest_z, " standard errors. ",
             _verdict(dealt.largest_z.value)),
    ]  # fmt: skip
    return Section("simulation", "Simulation cross-check", (*blocks, *_cover_card(findings)))


MOST_Z = 4.0
"""Chance alone exceeds this once in about sixteen thousand reports."""


def _verdict(largest: float) -> str:
    if largest <= MOST_Z:
        return "The simulation agrees with the exact figures."
    return "Chance does not explain that. Do not use this report until the difference is explained."


def _cover_card(findings: Findings) -> Iterator[Block]:
    rows = findings.simulation.cover_cards
    if not rows:
        yield paragraph("This table deals every round from a whole shoe, so there is no cut card effect.")
        return
    yield Subheading("The cut card effect")
    yield paragraph(
        "The exact figures are for a fresh shoe. At a table, the shoe is dealt down to the cut card. Rounds "
        "with high cards use fewer cards, so a shoe that begins with them has more rounds before the cut "
        "card, and these are played with the low cards that remain. The size of the effect depends on the "
        "number of boxes in play."
    )
    yield TableBlock(
        "cover-card", f"The {findings.main.name} dealt down to the cut card",
        right_columns("boxes", "dealt", "rounds", "rounds per shoe", "house edge", "standard error",
         "effect"),
        tuple(
            (row.boxes, row.dealt, row.rounds, row.rounds_a_shoe, row.edge, row.error, row.effect)
            for row in rows
        ),
    )  # fmt: skip


def protection(findings: Findings) -> Section:
    guard = findings.protection
    blocks: list[Block] = [
        Subheading("Effects of removal"),
        paragraph(
            "How much the player’s expectation changes, in percentage points, when one card is missing "
            "from a fresh shoe. Each column is solved exactly; + helps the player."
        ),
        _removal_table(guard.effects),
        *_match_gone(findings),
        paragraph(
            "The best balanced level-one count gives each card −1, 0 or +1. Its correlation shows how "
            "closely it follows the wager (1 is perfect); the true count at which the player has the "
            "advantage is calculated from the gain per true count and is an estimate."
        ),
        _count_table(guard.effects),
        Subheading("Penetration"),
        _depth_table(findings),
        paragraph(_entry(guard.bars_mid_shoe_entry)),
        Subheading("Hidden information"),
        *_leaks(findings),
        *_untreated(findings),
    ]
    return Section("protection", "Game protection", tuple(blocks))


def _removal_table(effects: tuple[RemovalEffects, ...]) -> TableBlock:
    values = list(effects[0].by_value)
    return TableBlock(
        "removal", "Effects of removal, in percentage points; + helps the player",
        (Column("wager", share=1), *right_columns(*values)),
        tuple((one.name, *one.by_value.values()) for one in effects), small=True,
    )  # fmt: skip


def _match_gone(findings: Findings) -> Iterator[Block]:
    rows = findings.protection.matches
    if not rows:
        return
    if any(one.counting is None for one in findings.protection.effects):
        yield paragraph(
            "In a match wager all ranks are alike, so one missing card changes nothing, and no count of "
            "ranks predicts the wager. The player gains when the shoe is uneven: when several cards of "
            "one rank are gone and those of other ranks are not."
        )
    names = " and ".join(wager.name for wager in findings.game.wagers_of("match"))
    yield TableBlock(
        "match-gone", f"{names} when cards of one rank are missing",
        (Column("missing from a fresh shoe", share=1), *right_columns("house edge", "difference")),
        tuple((row.gone, row.edge, row.difference) for row in rows),
    )  # fmt: skip


def _count_table(effects: tuple[RemovalEffects, ...]) -> TableBlock:
    values = list(effects[0].by_value)
    rows = [
        (one.name, _tell_tags(values, counts.best_tags), counts.best_correlation, counts.hi_lo_correlation,
         counts.gain_per_count, counts.break_even_count)
        for one in effects
        if (counts := one.counting) is not None
    ]  # fmt: skip
    return TableBlock(
        "counts",
        f"Best level-one count, compared with the Hi-Lo count ({_tell_tags(values, HI_LO)})",
        (Column("wager", share=1.2), Column("best count", share=2),
         *right_columns("correlation", "Hi-Lo correlation", "gain per true count", "break-even count")),
        tuple(rows), small=True,
    )  # fmt: skip


def _tell_tags(values: list[str], tags: tuple[int, ...]) -> str:
    plus = [value for value, tag in zip(values, tags, strict=True) if tag > 0]
    minus = [value for value, tag in zip(values, tags, strict=True) if tag < 0]
    return f"+1: {' '.join(plus)}; −1: {' '.join(minus)}"


def _depth_table(findings: Findings) -> TableBlock:
    return TableBlock(
        "depth", f"The {findings.main.name} as the shoe is dealt, for a player who knows every card dealt",
        right_columns("dealt", "SD of the house edge", "rounds with a player advantage", "gain per "
        "round, betting only then"),
        tuple((row.dealt, row.deviation, row.often, row.gain) for row in findings.protection.depths),
    )  # fmt: skip


def _entry(barred: bool) -> str:
    if barred:
        return (
            "At this table a player who sat out a round must wait for the next shuffle, so the gain of "
            "the last column is possible only by raising the wager, not by waiting."
        )
    return (
        "Mid-shoe entry is allowed: a player may watch and bet only when the shoe is favorable. Barring "
        "mid-shoe entry, where the document permits it, prevents that; dealing less of the shoe reduces it."
    )


def _leaks(findings: Findings) -> Iterator[Block]:
    leaks = findings.protection.leaks
    yield TableBlock(
        "leaks", f"House edge of the {findings.main.name} if players knew more, or less",
        (Column("if", share=1), *right_columns("house edge", "difference")),
        tuple((leak.says, leak.edge, leak.difference) for leak in leaks),
    )  # fmt: skip
    if not findings.dealer:
        yield paragraph(
            "Players at later boxes act after they have seen the earlier hands. The table shows exactly "
            "what that is worth; where the difference is zero, no cards seen change a decision."
        )


def _untreated(findings: Findings) -> Iterator[Block]:
    yield Bullets(
        (
            "Collusion, marked cards and late bets are not modeled.",
            "The penetration table adds up effects of removal and takes their sum as normal: an estimate.",
        )
    )  # fmt: skip
    if findings.main.edge.value <= 0:
        yield note(
            Strong("Caution. "), "With the options and readings of this report, a fresh shoe already "
            "gives the player an advantage; nothing in this section is a margin of safety.",
        )  # fmt: skip
