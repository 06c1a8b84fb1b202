"""How the game is played and what comes of it: strategy, returns, distribution, dealer, imperfect play."""

from collections.abc import Iterator

from pitboss.paper.charts import draw_bars
from pitboss.paper.document import Block, DrawingBlock, Column, Section, Strong, TableBlock, note, right_columns, paragraph
from pitboss.paper.findings import Findings
from pitboss.paper.sections.order import section
from pitboss.paper.strategy_chart import (
    CHART_TITLES,
    draw_first_cards,
    draw_second_chances,
    draw_strategy,
)
from pitboss.paper.wagers import WagerFindings


def strategy(found: Findings) -> Section:
    plan = found.strategy
    if plan.first_cards:
        return Section("strategy", "Optimal strategy", tuple(_first_cards(found)))
    blocks: list[Block] = [
        paragraph(
            "By best play, hand by hand, the house edge is ", plan.optimal, ". The charts below go by totals "
            "alone; played to the letter they give ", plan.by_chart, ", so that who learns them loses ",
            plan.cost, " percentage points more. The rack card carries the same charts.",
        )
    ]  # fmt: skip
    blocks += [
        DrawingBlock(f"strategy-{light or 'up'}", f"Strategy by totals. {CHART_TITLES[light]}", drawn)
        for light, drawn in draw_strategy(plan).items()
    ]
    if plan.chances:
        blocks.append(
            DrawingBlock("second-chance", "Second Chance: whether to take it, by the busted total and the up card",
                  draw_second_chances(plan.chances))
        )  # fmt: skip
    return Section("strategy", "Optimal strategy", (*blocks, *_exceptions(found)))


def _exceptions(found: Findings) -> Iterator[Block]:
    if not found.strategy.exceptions:
        yield paragraph("No two-card hand is better played than the charts say.")
        return
    yield paragraph(
        "The charts leave something on the table with the two-card hands listed here; the rest of their "
        "cost lies in longer hands. Worth is the gain each time the hand is held, gain what that adds to "
        "the edge."
    )
    yield TableBlock(
        "exceptions", "Two-card hands that are better played than the charts say",
        (Column("hand"), Column("against"), Column("seen"), Column("chart"), Column("better", share=1),
         *right_columns("worth", "gain")),
        tuple(
            (row.hand, row.up, row.seen or "—", row.chart, row.better, row.worth, row.gain)
            for row in found.strategy.exceptions
        ),
        small=True,
    )  # fmt: skip


def _first_cards(found: Findings) -> Iterator[Block]:
    plan = found.strategy
    yield paragraph(
        "There is one decision, after the first card. Played as below the house edge is ", plan.optimal,
        " of the Ante; nothing simpler is needed, so that the rack card costs nothing.",
    )  # fmt: skip
    yield DrawingBlock("first-card", "What to do after the first card", draw_first_cards(plan))
    yield TableBlock(
        "first-cards", "Values of the choices in units of the Ante",
        (Column("first card"), Column("play", share=1), *right_columns(*plan.first_cards[0].values)),
        tuple((row.first, Strong(row.play), *row.values.values()) for row in plan.first_cards),
    )  # fmt: skip


def returns(found: Findings) -> Section:
    blocks: list[Block] = []
    for wager in found.wagers:
        if wager.returns:
            blocks += _return_table(wager)
    if not found.main.returns:
        blocks.append(
            paragraph(
                f"The {found.main.name} has no table of combinations: what is paid depends on the player's "
                f"decisions. {section('distribution').capitalize()} gives the chance of every net result "
                "under best play."
            )
        )
    return Section("returns", "Return tables", tuple(blocks))


def _return_table(wager: WagerFindings) -> Iterator[Block]:
    yield TableBlock(
        f"return-{wager.id.replace('_', '-')}", f"{wager.name}: every outcome",
        (Column("event", share=1), Column("pays"), *right_columns("combinations", "probability", "contribution")),
        (
            *((row.event, row.pays, row.combinations, row.chance, row.contribution) for row in wager.returns),
            (Strong("all"), "", wager.combinations, wager.all_chances, wager.all_contributions),
        ),
        note=f"The house edge as a fraction is {wager.fraction}; {wager.method}.",
    )  # fmt: skip


def distribution(found: Findings) -> Section:
    spread = found.distribution
    bars = [(row.net, row.chance.value) for row in spread.results]
    moments = (
        ("mean", spread.mean),
        ("variance", spread.variance),
        ("standard deviation", spread.deviation),
        ("skewness", spread.skewness),
        ("excess kurtosis", spread.kurtosis),
    )
    return Section(
        "distribution", "Distribution of a round",
        (
            paragraph(
                f"The net result of one round of the {found.main.name} under best play, in units of the "
                f"wager. Method: {spread.method}."
            ),
            TableBlock("distribution", "Chance of every net result", right_columns("net units", "chance"),
                  tuple((row.net, row.chance) for row in spread.results)),
            DrawingBlock("distribution", "Chance of every net result, logarithmic scale",
                  draw_bars("Chance of every net result", bars, "net units")),
            TableBlock("moments", "Moments of that distribution", (Column("moment"), *right_columns("value")), moments),
            *_split_caution(found),
        ),
    )  # fmt: skip


def _split_caution(found: Findings) -> Iterator[Block]:
    if found.game.house.split.max_hands > 2 and found.dealer:
        yield note(
            "Splits are counted here as two hands, though this game allows more; the mean above therefore "
            "differs slightly from the exact expectation, and the standard deviation from that of "
            f"{section('summary')}, which counts every hand."
        )


def dealer(found: Findings) -> Section:
    if not found.dealer:
        return Section("dealer", "The dealer's totals", (paragraph("This game has no dealer's hand."),))
    totals = list(found.dealer[-1].totals)
    return Section(
        "dealer", "The dealer's totals",
        (
            paragraph(
                "How the dealer's hand ends, by the up card and by what is announced of the hole card, the "
                "player's cards being unknown. Each row adds up to one; the third column says how often "
                "the row occurs."
            ),
            TableBlock(
                "dealer", "Chances of the dealer's final totals",
                (Column("up"), Column("announced"), *right_columns("chance", *totals)),
                tuple(
                    (row.up, row.seen or "—", row.chance, *(row.totals.get(total, "") for total in totals))
                    for row in found.dealer
                ),
                small=True,
            ),
        ),
    )  # fmt: skip


def imperfect(found: Findings) -> Section:
    return Section(
        "imperfect", "Imperfect play",
        (
            paragraph(
                "Nobody plays perfectly. Each row is a way of playing, priced exactly from first card to "
                "last. A floor that wants an expectation for real players should look between the chart "
                "and the worst of these."
            ),
            TableBlock(
                "imperfect", f"House edge of the {found.main.name} against players who do not play best",
                (Column("a player who", share=1), *right_columns("house edge", "cost in points")),
                tuple((row.says, row.edge, row.cost) for row in found.imperfect),
            ),
        ),
    )  # fmt: skip


OFTEN = {
    "double": "doubles, a round", "split": "splits, a round", "second_chance": "Second Chances, a round",
    "insurance": "insurance worth taking, a round", "taken": "taken, a round",
}  # fmt: skip


def frequencies(found: Findings) -> Section:
    rows = [
        (wager.name, OFTEN.get(name, name), share)
        for wager in found.wagers
        for name, share in wager.frequencies.items()
        if name != "second_chance" or found.game.house.second_chance.offered
    ]
    blocks: list[Block] = [
        paragraph(
            "For each unit of the ", found.main.name, " as first placed ", found.main.average,
            " units are staked on average in its course; the house edge of ", found.main.edge,
            " is therefore an element of risk of ", found.main.risk, ".",
        ),
        TableBlock(
            "risk", "Element of risk",
            (Column("wager", share=1), *right_columns("house edge", "average staked", "element of risk")),
            tuple((wager.name, wager.edge, wager.average, wager.risk) for wager in found.wagers),
        ),
    ]  # fmt: skip
    if rows:
        blocks.append(
            TableBlock("often", "How often, in best play",
                  (Column("wager"), Column("what", share=1), *right_columns("share")), tuple(rows))
        )  # fmt: skip
    return Section("risk", "Element of risk and frequencies", tuple(blocks))
