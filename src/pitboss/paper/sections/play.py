"""Playing the game: strategy, returns, distribution, the dealer’s totals, imperfect play."""

from collections.abc import Iterator

from pitboss.paper.charts import draw_bars
from pitboss.paper.document import (
    Block,
    Column,
    DrawingBlock,
    Section,
    Strong,
    TableBlock,
    paragraph,
    right_columns,
)
from pitboss.paper.findings import Findings
from pitboss.paper.sections.order import section
from pitboss.paper.strategy_chart import (
    CHART_TITLES,
    draw_first_cards,
    draw_second_chances,
    draw_strategy,
)
from pitboss.paper.volatility import SIGNS
from pitboss.paper.wagers import WagerFindings


def strategy(findings: Findings) -> Section:
    plan = findings.strategy
    if plan.first_cards:
        return Section("strategy", "Optimal strategy", tuple(_first_cards(findings)))
    blocks: list[Block] = [
        paragraph(
            "Against perfect play, hand by hand, the house edge is ", plan.optimal, ". The charts below "
            "use only the total of a hand. Against a player who follows them exactly the house edge is ",
             plan.by_chart,
            ": following these charts costs ", plan.cost, " percentage points. The rack card has the same "
            "charts.",
        )
    ]  # fmt: skip
    blocks += [
        DrawingBlock(f"strategy-{announced or 'up'}", f"Strategy by totals. {CHART_TITLES[announced]}", drawn)
        for announced, drawn in draw_strategy(plan).items()
    ]
    if plan.chances:
        blocks.append(
            DrawingBlock("second-chance", f"{plan.second_chance}: whether to take it, by the busted "
            "total and the upcard",
                  draw_second_chances(plan))
        )  # fmt: skip
    return Section("strategy", "Optimal strategy", (*blocks, *_exceptions(findings)))


def _exceptions(findings: Findings) -> Iterator[Block]:
    if not findings.strategy.exceptions:
        yield paragraph("No two-card hand can be played better than the charts say.")
        return
    yield paragraph(
        "The two-card hands listed here can be played better than the charts say; the rest of the cost of "
        "the charts is in longer hands. Worth is the gain each time the hand is dealt, gain is what that "
        "adds to the player’s expectation for every round."
    )
    yield TableBlock(
        "exceptions", "Two-card hands that can be played better than the charts say",
        (Column("hand"), Column("upcard"), Column("hole card"), Column("chart"), Column("better", share=1),
         *right_columns("worth", "gain")),
        tuple(
            (row.hand, row.up, row.seen or "—", row.chart, row.better, row.worth, row.gain)
            for row in findings.strategy.exceptions
        ),
        small=True,
    )  # fmt: skip


def _first_cards(findings: Findings) -> Iterator[Block]:
    plan = findings.strategy
    yield paragraph(
        "There is one decision, after the first card. With the decisions below the house edge is ",
         plan.optimal,
        f" of the {findings.main.name}. The rack card says the same, so a player who follows it plays "
        "perfectly.",
    )  # fmt: skip
    yield DrawingBlock("first-card", "What to do after the first card", draw_first_cards(plan))
    yield TableBlock(
        "first-cards", f"Value of each decision, in units of the {findings.main.name}",
        (Column("first card"), Column("best decision", share=1), *right_columns(*plan.first_cards[0].values)),
        tuple((row.first, Strong(row.play), *row.values.values()) for row in plan.first_cards),
    )  # fmt: skip


def returns(findings: Findings) -> Section:
    blocks: list[Block] = []
    for wager in findings.wagers:
        if wager.returns:
            blocks += _return_table(wager)
    if not findings.main.returns:
        blocks.append(
            paragraph(
                f"There is no return table for the {findings.main.name}, because its result depends on the "
                f"player’s decisions. {section('distribution').capitalize()} gives the probability of "
                "every net result with perfect play."
            )
        )
    return Section("returns", "Return tables", tuple(blocks))


def _return_table(wager: WagerFindings) -> Iterator[Block]:
    yield TableBlock(
        f"return-{wager.id.replace('_', '-')}", f"{wager.name}: every outcome",
        (Column("result", share=1), Column("pays"),
         *right_columns("combinations", "probability", "contribution")),
        (
            *((row.event, row.pays, row.combinations, row.chance, row.contribution) for row in wager.returns),
            (Strong("all"), "", wager.combinations, wager.all_chances, wager.all_contributions),
        ),
        note=f"The house edge as a fraction is {wager.fraction}; {wager.method}.",
    )  # fmt: skip


def distribution(findings: Findings) -> Section:
    spread = findings.distribution
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
                f"The net result of one round on the {findings.main.name} with perfect play, in units of the "
                f"wager. Method: {spread.method}."
            ),
            TableBlock("distribution", "Probability of every net result", right_columns("net units",
             "probability"),
                  tuple((row.net, row.chance) for row in spread.results)),
            DrawingBlock("distribution", "Probability of every net result, logarithmic scale",
                  draw_bars("Probability of every net result", bars, "net units")),
            TableBlock("moments", "Moments of the distribution", (Column("moment"),
             *right_columns("value")), moments),
            *_together(findings),
        ),
    )  # fmt: skip


def _together(findings: Findings) -> Iterator[Block]:
    """The main wager and each side wager of one round."""
    main, pairs = findings.main.name, findings.distribution.together
    if not pairs:
        return
    yield TableBlock(
        "together", f"The {main} and a side wager in one round, a unit on each",
        (Column("side wager", share=1),
         *right_columns("covariance", "correlation", "standard deviation of both")),
        tuple((pair.name, pair.covariance, pair.correlation, pair.deviation) for pair in pairs),
    )  # fmt: skip
    for pair in pairs:
        yield TableBlock(
            f"together-{pair.id.replace('_', '-')}",
            f"Probabilities of the {main} and the {pair.name} together",
            (Column(f"the {main}", share=1), *right_columns(*(f"the {pair.name} {sign}" for sign in SIGNS))),
            pair.signs,
        )  # fmt: skip


def dealer(findings: Findings) -> Section:
    if not findings.dealer:
        return Section("dealer", "The dealer’s totals", (paragraph("The dealer has no hand in this game."),))
    totals = list(findings.dealer[-1].totals)
    return Section(
        "dealer", "The dealer’s totals",
        (
            paragraph(
                "How the dealer’s hand ends, by the upcard and by what is announced about the hole card, "
                "when the players’ cards are not known. Each row adds up to one; the third column is the "
                "probability of the row itself."
            ),
            TableBlock(
                "dealer", "Probabilities of the dealer’s final totals",
                (Column("upcard"), Column("hole card"), *right_columns("probability", *totals)),
                tuple(
                    (row.up, row.seen or "—", row.chance, *(row.totals.get(total, "") for total in totals))
                    for row in findings.dealer
                ),
                small=True,
            ),
        ),
    )  # fmt: skip


def imperfect(findings: Findings) -> Section:
    return Section(
        "imperfect", "Imperfect play",
        (
            paragraph(
                "Nobody plays perfectly. Each row is a way of playing, priced exactly. The house edge "
                "against real players is likely to be between the first row and the worst."
            ),
            TableBlock(
                "imperfect", f"House edge of the {findings.main.name} against imperfect players",
                (Column("a player who", share=1), *right_columns("house edge", "cost in percentage points")),
                tuple((row.says, row.edge, row.cost) for row in findings.imperfect),
            ),
        ),
    )  # fmt: skip


def _often(findings: Findings, event: str) -> str:
    plays = {
        "double": "doubles",
        "split": "splits",
        "insurance": "insurance is worth taking",
        "taken": "taken",
    }
    if event in plays:
        return plays[event]
    wager = findings.game.wager_of(event)
    return wager.name if wager else event.replace("_", " ")


def frequencies(findings: Findings) -> Section:
    rows = [
        (wager.name, _often(findings, name), share)
        for wager in findings.wagers
        for name, share in wager.frequencies.items()
        if name != "second_chance" or findings.game.house.second_chance.offered
    ]
    blocks: list[Block] = [
        paragraph(
            f"For every unit of the {findings.main.name}, ", findings.main.average, " units are staked "
            "on average by the end of the round. The house edge of ", findings.main.edge, " is therefore an "
            "element of risk of ", findings.main.risk, ".",
        ),
        TableBlock(
            "risk", "Element of risk",
            (Column("wager", share=1), *right_columns("house edge", "average staked", "element of risk")),
            tuple((wager.name, wager.edge, wager.average, wager.risk) for wager in findings.wagers),
        ),
    ]  # fmt: skip
    if rows:
        blocks.append(
            TableBlock("often", "How often, with perfect play",
                  (Column("wager"), Column("event", share=1), *right_columns("per round")), tuple(rows))
        )  # fmt: skip
    return Section("risk", "Element of risk and frequencies", tuple(blocks))
