"""What the house should fear: sensitivity, volatility, exposure, and players who know too much."""

from collections.abc import Iterator

from pitboss.exact.exposure import HI_LO
from pitboss.paper.charts import BandAt, Swing, draw_bands, draw_tornado
from pitboss.paper.document import (
    Block,
    Bullets,
    DrawingBlock,
    Column,
    Section,
    Strong,
    Subheading,
    TableBlock,
    note,
    right_columns,
    paragraph,
)
from pitboss.paper.figures import tell
from pitboss.paper.findings import Findings
from pitboss.paper.game_protection import RemovalEffects
from pitboss.paper.volatility import FORM_W2G, Volatility


def sensitivity(found: Findings) -> Section:
    blocks: list[Block] = []
    swings = _swings(found)
    if swings:
        blocks.append(
            paragraph(
                f"What the house edge of the {found.main.name} would gain or lose if one option or one "
                "reading were otherwise and all else the same, in percentage points."
            )
        )
    if found.options:
        blocks.append(
            TableBlock(
                "swings", "Options otherwise than chosen",
                (Column("option", share=1), Column("if it were"), Column("permitted"),
                 *right_columns("house edge", "difference")),
                tuple(
                    (found.game.options[row.option].says, row.value.replace("_", " "),
                     "yes" if row.is_permitted else "no", row.edge, row.difference)
                    for row in found.options
                ),
                small=True,
            )
        )  # fmt: skip
    if swings:
        blocks += [
            paragraph(
                "Solid bars are permitted choices and possible readings; hollow ones the document does not "
                "permit: they show what its clause is worth. The largest differences are drawn."
            ),
            DrawingBlock("tornado", "Sensitivity of the house edge to options and readings, in percentage points",
                  draw_tornado("Sensitivity of the house edge", swings)),
        ]  # fmt: skip
    blocks += _wrong_tables(found)
    if not blocks:
        blocks.append(paragraph("No option and no reading of this game moves an edge."))
    return Section("sensitivity", "Sensitivity", tuple(blocks))


LEAST_SWING, MOST_SWINGS = 0.00002, 12
"""What rounds to nothing, and what is beyond the largest, is left out of the picture, not of the tables."""


def _swings(found: Findings) -> list[Swing]:
    swings = [
        Swing(
            f"{row.option.replace('_', ' ')} = {row.value}",
            row.difference.value,
            tell(row.difference),
            row.is_permitted,
        )
        for row in found.options
        if abs(row.difference.value) >= LEAST_SWING
    ]
    swings += [
        Swing(f"reading {row.reading} = {row.choice}", row.difference.value, tell(row.difference), True)
        for row in found.readings
        if row.wager == found.main.id and abs(row.difference.value) >= LEAST_SWING
    ]
    swings += [
        Swing(f"decks = {tell(row.decks)}", row.swing.value, tell(row.swing), True)
        for row in found.decks
        if row.wager == found.main.id and abs(row.swing.value) >= LEAST_SWING
    ]
    return sorted(swings, key=lambda swing: abs(swing.value), reverse=True)[:MOST_SWINGS]


def _wrong_tables(found: Findings) -> Iterator[Block]:
    if not found.wrong_tables:
        return
    yield paragraph(
        "A pay table that belongs to another number of decks is the costliest mistake a sign can make. "
        "Each row pays this table's shoe by the other table."
    )
    yield TableBlock(
        "wrong-tables", "Wrong pay table",
        (Column("wager", share=1), Column("paid as", share=1.4), Column("which is for"),
         *right_columns("house edge", "difference")),
        tuple((row.name, row.pays, row.meant_for, row.edge, row.difference) for row in found.wrong_tables),
    )  # fmt: skip


def volatility(found: Findings) -> Section:
    blocks: list[Block] = [
        paragraph(
            "Actual hold strays. If the game goes by its mathematics, all wagers being equal, 95 of 100 "
            "tables lie inside the first pair of columns after so many rounds and 99 of 100 inside the "
            "second. A table outside the second should be looked at; one table in a hundred will be there "
            "by chance. The last column is how often the house is behind. Means and deviations add up over "
            "rounds; the shape is taken as normal."
        )
    ]
    for one in found.volatility:
        blocks += _bands(one)
    return Section("volatility", "Volatility and bands for actual hold", tuple(blocks))


def _bands(one: Volatility) -> Iterator[Block]:
    id = one.wager.replace("_", "-")
    yield TableBlock(
        f"bands-{id}", f"{one.name}: bands for actual hold, in percent of the amount wagered",
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
    yield DrawingBlock(f"bands-{id}", f"{one.name}: actual hold after so many rounds", draw_bands(one.name, bands))
    if one.n0 is None:
        yield note(
            f"The {one.name} has no positive house edge: there is no number of rounds after which the house "
            "is ahead."
        )
    else:
        yield paragraph(
            f"N0 of the {one.name}, the rounds after which the expected win equals one standard deviation: ",
            one.n0,
            ".",
        )


def exposure(found: Findings) -> Section:
    most = found.exposures
    reaches = "reaches" if most.reaches_w2g else "does not reach"
    return Section(
        "exposure", "Maximum exposure",
        (
            paragraph(
                "The most that the house can lose in one round at the limits of this table, for one spot "
                f"and for {most.spots} spots at once. Rows may fall together; insurance cannot win in a "
                "round in which the main wager wins more than once, and is smaller."
            ),
            TableBlock(
                "exposure", "Largest loss of the house in one round",
                (Column("wager", share=1), Column("when", share=1.6),
                 *right_columns("units", "one spot", f"{most.spots} spots")),
                tuple((row.what, row.how, row.units, row.per_spot, row.per_table) for row in most.rows),
            ),
            paragraph(
                "There is no cap on payments. The highest multiple is ", most.highest_odds,
                f" to 1, which {reaches} the {FORM_W2G} to 1 at which winnings become reportable in the "
                "United States.",
            ),
        ),
    )  # fmt: skip


def simulation(found: Findings) -> Section:
    dealt = found.simulation
    blocks: list[Block] = [
        paragraph(
            "The game was dealt when this report was made: ", dealt.rounds, " rounds, each from a "
            "whole shoe, seed ", dealt.seed, f". The generator is {dealt.generator}. Players follow the "
            "analyst's best play; the kernel that deals and pays shares the rules with the exact sums, not "
            "their method. z is the difference from the exact edge in standard errors, p the chance of one "
            "at least as large.",
        ),
        TableBlock(
            "simulation", "Dealt and exact",
            (Column("wager", share=1), *right_columns("times", "dealt", "standard error", "exact", "z", "p")),
            tuple((row.name, row.made, row.edge, row.error, row.exact, row.z, row.p) for row in dealt.checks),
            small=True,
        ),
        paragraph("The largest difference is ", dealt.largest_z, " standard errors. ",
             _verdict(dealt.largest_z.value)),
    ]  # fmt: skip
    return Section("simulation", "Simulation cross-check", (*blocks, *_cover_card(found)))


MOST_Z = 4.0
"""Chance alone goes further once in about sixteen thousand times."""


def _verdict(largest: float) -> str:
    if largest <= MOST_Z:
        return "Nothing speaks against the exact figures."
    return "That is more than chance explains: the report should not be used before it is understood."


def _cover_card(found: Findings) -> Iterator[Block]:
    rows = found.simulation.cover_cards
    if not rows:
        yield paragraph(
            "This table deals from a whole shoe every round: there is no cover card whose effect could show."
        )
        return
    yield Subheading("The cover card")
    yield paragraph(
        "Exact figures are of a fresh shoe. At a table the shoe is dealt down to the cover card. A shoe "
        "that begins with large cards spends fewer of them a round and so fits in more rounds, played from "
        "the small ones that are left: the effect of the cut card. It depends on the boxes in play."
    )
    yield TableBlock(
        "cover-card", f"The {found.main.name} dealt down to the cover card",
        right_columns("boxes", "dealt", "rounds", "rounds a shoe", "house edge", "standard error", "effect"),
        tuple(
            (row.boxes, row.dealt, row.rounds, row.rounds_a_shoe, row.edge, row.error, row.effect)
            for row in rows
        ),
    )  # fmt: skip


def protection(found: Findings) -> Section:
    guard = found.protection
    blocks: list[Block] = [
        Subheading("Effects of removal"),
        paragraph(
            "The change of the player's expectation, in percentage points, when one card is missing from a "
            "fresh shoe: each column solved exactly. + helps the player."
        ),
        _removal_table(guard.effects),
        *_match_gone(found),
        paragraph(
            "The best balanced count of level one gives each card −1, 0 or +1. Its correlation says how "
            "closely it follows the wager (1 would be perfect); the true count at which the wager turns to "
            "the player is found from its slope, which is linear and therefore an estimate."
        ),
        _count_table(guard.effects),
        Subheading("Depth"),
        _depth_table(found),
        paragraph(_entry(guard.bars_mid_shoe_entry)),
        Subheading("Cards seen"),
        *_leaks(found),
        *_untreated(found),
    ]
    return Section("protection", "Game protection", tuple(blocks))


def _removal_table(effects: tuple[RemovalEffects, ...]) -> TableBlock:
    values = list(effects[0].by_value)
    return TableBlock(
        "removal", "Effects of removal, in percentage points to the player's gain",
        (Column("wager", share=1), *right_columns(*values)),
        tuple((one.name, *one.by_value.values()) for one in effects), small=True,
    )  # fmt: skip


def _match_gone(found: Findings) -> Iterator[Block]:
    rows = found.protection.matches
    if not rows:
        return
    if any(one.counting is None for one in found.protection.effects):
        yield paragraph(
            "In a match every card plays the same part, and a card gone at random changes nothing: so no "
            "single card gone changes anything, and no count of values follows a match wager. What helps the "
            "player is unevenness, several cards of one rank gone and those of others left."
        )
    names = " and ".join(wager.name for wager in found.game.wagers_of("match"))
    yield TableBlock(
        "match-gone", f"{names} once cards of one rank are gone",
        (Column("gone from a fresh shoe", share=1), *right_columns("house edge", "difference")),
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
        f"Best level-one count; beside it the correlation of the common count {_tell_tags(values, HI_LO)}",
        (Column("wager", share=1.2), Column("best count", share=2),
         *right_columns("correlation", "of the common", "gain a count", "turns at")),
        tuple(rows), small=True,
    )  # fmt: skip


def _tell_tags(values: list[str], tags: tuple[int, ...]) -> str:
    plus = [value for value, tag in zip(values, tags, strict=True) if tag > 0]
    minus = [value for value, tag in zip(values, tags, strict=True) if tag < 0]
    return f"+1: {' '.join(plus)}; −1: {' '.join(minus)}"


def _depth_table(found: Findings) -> TableBlock:
    return TableBlock(
        "depth", f"The {found.main.name} as the shoe is dealt, for who knows every card that is gone",
        right_columns("dealt", "SD of the edge", "rounds with the player ahead", "gain a round, betting only then"),
        tuple((row.dealt, row.deviation, row.often, row.gain) for row in found.protection.depths),
    )  # fmt: skip


def _entry(barred: bool) -> str:
    if barred:
        return (
            "Who sat out a round may not bet before the next shuffle (option taken): the last column "
            "cannot be had by waiting, only by raising the wager."
        )
    return (
        "Mid-shoe entry is not barred: a player may watch, and bet only when the shoe is good. Barring it, "
        "where the document permits, removes the last column; dealing less of the shoe shrinks it."
    )


def _leaks(found: Findings) -> Iterator[Block]:
    leaks = found.protection.leaks
    yield TableBlock(
        "leaks", f"House edge of the {found.main.name} if more, or less, were seen",
        (Column("if", share=1), *right_columns("house edge", "difference")),
        tuple((leak.says, leak.edge, leak.difference) for leak in leaks),
    )  # fmt: skip
    if not found.dealer:
        yield paragraph(
            "Later seats act after earlier hands lie open. Enumerated exactly, their knowledge is worth "
            "what the table says: no set of seen cards turns a decision by enough to matter where the "
            "difference is nothing."
        )


def _untreated(found: Findings) -> Iterator[Block]:
    yield Bullets(
        (
            "Collusion, marked cards and late bets are not modelled.",
            "The depth table adds up effects of removal and takes their sum as normal: an estimate.",
        )
    )  # fmt: skip
    if found.main.edge.value <= 0:
        yield note(
            Strong("Caution. "), "Under the options and readings of this report the fresh shoe already "
            "favours the player; nothing in this section can be read as a margin of safety.",
        )  # fmt: skip
