"""What every figure of a report ought to be: asked of the analyst again, never of the report's own makers.

A figure without an answer here is a figure that nobody has checked, and fails.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import erfc, sqrt
from statistics import NormalDist
from typing import Any

from pitboss.exact.analyst import (
    analyse,
    edges_and_risks,
    side_edges,
    solve_round,
)
from pitboss.exact.composition import fresh_shoe, value_name
from pitboss.exact.exposure import (
    HI_LO,
    best_count,
    chance_positive,
    edge_if_hole_card_seen,
    edge_without_light,
    gain_when_positive,
    last_seat_edge,
    match_worth,
    removals,
)
from pitboss.exact.pricing import edge_of, price_options
from pitboss.exact.side_wagers import CHOICES, first_cards
from pitboss.exact.strategy import Strategist
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.games.register import entries_of
from pitboss.paper.request import ReportRequest
from pitboss.rules.cards import Card
from pitboss.rules.house import Reader

Word = Iterator[tuple[str, float]]
SLOW = ("fault.", "removal.", "depth.", "leak.")
"""Families whose figures take many solutions to ask for again."""


def figures_in(data: Any) -> dict[str, dict[str, Any]]:
    """Every figure of an annex by its id."""
    if isinstance(data, dict):
        if {"id", "value", "unit", "text", "exactness"} <= data.keys():
            return {data["id"]: data}
        data = list(data.values())
    figures: dict[str, dict[str, Any]] = {}
    for part in data if isinstance(data, list) else ():
        for id, figure in figures_in(part).items():
            assert figures.setdefault(id, figure) == figure, id
    return figures


def check_figures(
    annex: Mapping[str, Any], word: Mapping[str, float], *, without: tuple[str, ...] = ()
) -> int:
    """Every figure of the annex has the analyst's word, and the digits printed are its own."""
    figures = {id: one for id, one in figures_in(dict(annex)).items() if not id.startswith(without)}
    assert not figures.keys() - word.keys(), sorted(figures.keys() - word.keys())[:5]
    for id, figure in figures.items():
        assert abs(figure["value"] - word[id]) <= 1e-9 * max(1.0, abs(word[id])), (
            id,
            figure["value"],
            word[id],
        )
        check_digits(figure)
    return len(figures)


SCALES = {"%": 100, "percentage points": 100, "cents": 1 / 100}


def check_digits(figure: Mapping[str, Any]) -> None:
    """A printed number is its value, rounded at the last place."""
    bare = "".join(figure["text"].split()).replace(",", "").replace("−", "-").replace("$", "").rstrip("%")
    half = 0.5 * 10.0 ** -len(bare.partition(".")[2])
    wanted = figure["value"] * SCALES.get(figure["unit"], 1)
    assert abs(float(bare) - wanted) <= half * (1 + 1e-9) + 1e-9, figure


def analysts_word(request: ReportRequest, annex: Mapping[str, Any], *, slow: bool) -> dict[str, float]:
    """By id. The annex is asked for what was dealt and for what was played, never for what it is worth."""
    game = load_game(request.name, choose=request.choices)
    data = json.loads(json.dumps(analyse(game, distribution=True).as_data(), default=str))
    wagers = {wager["wager"]: wager for wager in data["wagers"]}
    word: dict[str, float] = {}
    for part in (
        _cards(game), _wagers(wagers), _dealer(data), _distribution(data), _together(data),
        _volatility(game, wagers), _exposures(game), _decks(request, wagers), _readings(request, game),
        _options(request),
        _searched(annex), _wrong_tables(request, game), _strategy(game, slow=slow), _matches(game),
        _clauses(game), _simulation(annex, wagers), _examples(annex),
        _protection(game, wagers) if slow else iter(()),
    ):  # fmt: skip
        word.update(part)
    return word


def _cards(game: Game) -> Word:
    decks, copies = game.house.decks, game.house.deck
    yield from (("cards.in_a_deck", sum(copies)), ("cards.ranks", sum(count > 0 for count in copies)))
    for name, each in (("decks", 1), ("of_a_rank", 4), ("ten_values", sum(copies[9:])), ("all", sum(copies))):
        yield f"cards.{name}", each * decks


FIELDS = {
    "edge": "house_edge", "risk": "element_of_risk", "average": "average_wagered",
    "deviation": "standard_deviation", "hit": "hit_frequency", "push": "push_frequency",
    "loss": "loss_frequency",
}  # fmt: skip


def _wagers(wagers: Mapping[str, Any]) -> Word:
    for name, wager in wagers.items():
        id = f"wager.{name}"
        yield from ((f"{id}.{key}", wager[field]) for key, field in FIELDS.items())
        yield f"{id}.advantage", -wager["house_edge"]
        yield f"{id}.true_odds", wager["loss_frequency"] / wager["hit_frequency"]
        yield from ((f"{id}.often.{what}", share) for what, share in wager["frequencies"].items())
        rows = wager["outcomes"]
        yield f"{id}.combinations", sum(row["combinations"] for row in rows)
        yield f"{id}.chances", 1 if rows else 0
        yield f"{id}.contributions", -wager["house_edge"] if rows else 0
        for at, row in enumerate(rows, 1):
            yield f"{id}.return.{at}.combinations", row["combinations"]
            yield f"{id}.return.{at}.chance", row["probability"]
            yield f"{id}.return.{at}.contribution", float(Fraction(row["pays"])) * row["probability"]


def _dealer(data: Mapping[str, Any]) -> Word:
    for row in data["dealer"]:
        id = f"dealer.{row['up']}.{row['seen'] or 'any'}"
        yield f"{id}.chance", row["probability"]
        yield from ((f"{id}.{total}", share) for total, share in row["totals"].items())


def _distribution(data: Mapping[str, Any]) -> Word:
    rows = [(Fraction(row["net"]), row["probability"]) for row in data["distribution"]["results"]]
    mean = sum(float(net) * share for net, share in rows)
    second, third, fourth = (sum((float(net) - mean) ** n * share for net, share in rows) for n in (2, 3, 4))
    yield from ((f"distribution.{net}", share) for net, share in rows)
    deviation = data["distribution"]["standard_deviation"]
    yield "distribution.mean", -data["wagers"][0]["house_edge"]
    yield "distribution.variance", deviation**2
    yield "distribution.deviation", deviation
    yield "distribution.skewness", third / second**1.5
    yield "distribution.kurtosis", fourth / second**2 - 3


def _together(data: Mapping[str, Any]) -> Word:
    """From every pair of results, not from what the analyst says of them."""
    for joint in data["distribution"]["joint"]:
        id = f"together.{joint['wager']}"
        rows = [
            (float(Fraction(r["main"])), float(Fraction(r["side"])), r["probability"])
            for r in joint["results"]
        ]
        means = [sum(row[at] * row[2] for row in rows) for at in (0, 1)]
        one, other = (sum((row[at] - means[at]) ** 2 * row[2] for row in rows) for at in (0, 1))
        covariance = sum((main - means[0]) * (side - means[1]) * share for main, side, share in rows)
        yield f"{id}.covariance", covariance
        yield f"{id}.correlation", covariance / sqrt(one * other)
        spread = [w["standard_deviation"] ** 2 for w in data["wagers"] if w["wager"] == joint["wager"]]
        yield (
            f"{id}.deviation",
            sqrt(data["wagers"][0]["standard_deviation"] ** 2 + spread[0] + 2 * covariance),
        )
        for first, wins in (("wins", 1), ("pushes", 0), ("loses", -1)):
            for second, gains in (("wins", 1), ("pushes", 0), ("loses", -1)):
                share = sum(p for m, s, p in rows if (m > 0) - (m < 0) == wins and (s > 0) - (s < 0) == gains)
                yield f"{id}.{first}.{second}", share


def _volatility(game: Game, wagers: Mapping[str, Any]) -> Word:
    for wager in game.wagers:
        if wager.timing != "before the deal":
            continue
        edge, deviation = (wagers[wager.id][key] for key in ("house_edge", "standard_deviation"))
        yield f"volatility.{wager.id}.n0", round((deviation / edge) ** 2)
        for power in range(3, 8):
            rounds, one = 10**power, deviation / sqrt(10**power)
            id = f"volatility.{wager.id}.{rounds}"
            yield from ((f"{id}.rounds", rounds), (f"{id}.expected", edge))
            for band, wide in ((95, 1.959963984540054), (99, 2.5758293035489004)):
                yield f"{id}.low_{band}", edge - wide * one
                yield f"{id}.high_{band}", edge + wide * one
            yield f"{id}.house_behind", NormalDist(edge, one).cdf(0)


MOST = {
    "down-under-pa": 4.0, "double-back-jack-pa": 4.0, "over-under-pa": 2.0, "down-under-vendor": 8.0,
    "blackjack-match-nh": 8.0, "blackjack": 8.0,
}  # fmt: skip
"""Units that one spot can win, by hand: hands after splits, each doubled."""


def _exposures(game: Game) -> Word:
    limits = game.house.limits
    rows = [(game.main_wager.id, MOST[game.id], limits.wager_max_cents)]
    for wager in game.wagers:
        if wager.pay_table:
            highest = max(game.pay_tables[wager.pay_table].rows.values())
            if wager.pay_table == "match":
                highest = max(game.house.match.pays)
            below = limits.wager_max_cents if limits.side_up_to_main else limits.side_max_cents
            rows.append((wager.id, float(highest), min(limits.side_max_cents, below)))
    for wager_id, units, stake in rows:
        id = f"exposure.{wager_id}"
        yield from ((f"{id}.units", units), (f"{id}.spot", units * stake), (f"{id}.table", 6 * units * stake))
    yield "exposure.highest_odds", max((row[1] for row in rows[1:]), default=rows[0][1])


def _decks(request: ReportRequest, wagers: Mapping[str, Any]) -> Word:
    game = load_game(request.name, choose=request.choices)
    for decks in request.scope.decks or tuple(int(each) for each in game.options["decks"].allowed):
        other = load_game(request.name, choose=[*request.choices, f"decks={decks}"])
        for wager, (edge, risk) in edges_and_risks(other).items():
            id = f"decks.{decks}.{wager}"
            yield from ((f"{id}.decks", decks), (f"{id}.edge", edge), (f"{id}.risk", risk))
            yield f"{id}.swing", edge - wagers[wager]["house_edge"] if wager in wagers else 0.0


def _readings(request: ReportRequest, game: Game) -> Word:
    for id, read in game.readings.items():
        if read.part.kind != "money":
            continue
        for choice in read.part.choices:
            other = load_game(request.name, choose=[*request.choices, f"reading.{id}={choice}"])
            for wager in game.wagers:
                if wager.id == game.main_wager.id or wager.pay_table == "match":
                    edge = edge_of(other, wager.id)
                    yield f"reading.{id}.{choice}.{wager.id}.edge", edge
                    yield f"reading.{id}.{choice}.{wager.id}.difference", edge - edge_of(game, wager.id)


def _options(request: ReportRequest) -> Word:
    for price in price_options(request.name, request.choices, lambda _: None, request.scope.options):
        yield f"option.{price.option}.{price.value}.edge", price.house_edge
        yield f"option.{price.option}.{price.value}.difference", price.difference


LATTICES = {
    "search.1.down-under-pa": (1_344, 3_072), "search.1.down-under-vendor": (576, 576),
    "search.2.down-under-pa": (6, 12), "search.1.blackjack": (2_304, 1_296),
    "search.2.blackjack": (2_304, 1_296),
}  # fmt: skip
"""Permitted combinations, and different games among them, by hand."""


def _searched(annex: Mapping[str, Any]) -> Word:
    """The sets that are printed, each game loaded and solved by itself."""
    for number, figure in enumerate(annex["searched"] or [], 1):
        low, high = (float(end.strip(" %")) / 100 for end in (figure["published"].split(" to ") * 2)[:2])
        held = figure["published_for"]
        for document in figure["documents"]:
            id = f"search.{number}.{document['game']}"
            yield from zip((f"{id}.combinations", f"{id}.games"), LATTICES[id], strict=True)
            for rank, each in enumerate(document["sets"], 1):
                edges = {}
                for decks in (edge["decks"] for edge in each["edges"]):
                    alone = load_game(document["game"], choose=[*held, *each["choose"], f"decks={decks}"])
                    edges[decks] = edge_of(alone, figure["wager"])
                    yield f"{id}.{rank}.{decks}", edges[decks]
                gaps = abs(min(edges.values()) - low), abs(max(edges.values()) - high)
                yield f"{id}.{rank}.distance", max(gaps)


def _wrong_tables(request: ReportRequest, game: Game) -> Word:
    if "match" not in game.pay_tables:
        return
    for decks in game.options["decks"].allowed:
        try:
            other = load_game(request.name, choose=[*request.choices, f"decks={decks}"])
        except ValueError:
            continue
        paid = replace(game, house=game.house._replace(match=other.house.match))
        for wager, edge in side_edges(paid).items():
            yield f"wrong_table.{wager}.{decks}.edge", edge
            yield f"wrong_table.{wager}.{decks}.difference", edge - side_edges(game)[wager]


def _strategy(game: Game, *, slow: bool) -> Word:
    if not game.has_dealer:
        yield from _first_cards(game)
        return
    strategist = Strategist(solve_round(game))
    chart = strategist.chart()
    best, played = -float(strategist.round.expectation), -strategist.price(chart)
    yield from (("strategy.optimal", best), ("strategy.chart", played), ("strategy.cost", played - best))
    yield "strategy.chart_advantage", -played
    for row in strategist.exceptions(chart):
        id = f"exception.{row['hand']}.{row['up']}.{row['seen'] or 'none'}"
        yield from ((f"{id}.worth", row["worth"]), (f"{id}.gain", row["gain"]))
    if slow:
        ordinary = Strategist(
            solve_round(load_game("blackjack", options={"decks": game.house.decks}))
        ).chart()
        by_up = {(cell.row, cell.up): play for cell, play in ordinary.items()}
        never = {"D": {"D": "H", "Ds": "S", "Pd": "P"}, "P": {"P": "H", "Ps": "S", "Pd": "D"}}
        ways = {
            "chart": chart, "mimic": strategist.mimic(), "never_bust": strategist.never_bust(),
            "no_double": {cell: never["D"].get(play, play) for cell, play in chart.items()},
            "no_split": {cell: never["P"].get(play, play) for cell, play in chart.items()},
            "no_light": {cell: by_up.get((cell.row, cell.up), "S") for cell in strategist.cells()},
        }  # fmt: skip
        for name, way in ways.items():
            edge = -strategist.price(way)
            yield from ((f"fault.{name}.edge", edge), (f"fault.{name}.cost", edge - best))


def _first_cards(game: Game) -> Word:
    rows = first_cards(game.house, fresh_shoe(game.house.decks))
    best = -sum(float(row.chance * max(row.values.values())) for row in rows)
    yield from (("strategy.optimal", best), ("strategy.chart", best), ("strategy.cost", 0.0))
    yield "strategy.chart_advantage", -best
    for row in rows:
        for action, worth in row.values.items():
            yield f"first.{value_name(row.column)}.{CHOICES[action]}", float(worth)
    actions = list(rows[0].values)
    always = {
        CHOICES[action]: -sum(float(row.chance * row.values[action]) for row in rows) for action in actions
    }
    staying = [action for action in actions if CHOICES[action] != "surrender"]
    always["never_surrender"] = -sum(
        float(row.chance * max(row.values[action] for action in staying)) for row in rows
    )
    for name, edge in always.items():
        yield from ((f"fault.{name}.edge", edge), (f"fault.{name}.cost", edge - best))


def _matches(game: Game) -> Word:
    decks, fives = game.house.decks, [Card(5, suit) for suit in range(4)]
    gone = [fives[:1], [fives[0], Card(6, 0)], fives[:2], [fives[0]] * 2, fives * (decks // 2), fives * decks]
    fresh = match_worth(game.house) if game.house.match.pays else 0.0
    for number, cards in enumerate(gone if decks > 1 else [*gone[:3], gone[-1]]):
        worth = match_worth(game.house, *cards)
        yield f"match_gone.{number}.edge", -worth
        yield f"match_gone.{number}.difference", fresh - worth


def _clauses(game: Game) -> Word:
    entries = entries_of(game)
    yield "clauses.sentences", len(entries)
    yield "clauses.open", sum(entry.is_open for entry in entries)
    for kind in ("executable", "physical", "informational"):
        yield f"clauses.{kind}", sum(entry.clause.kind == kind for entry in entries)


def _simulation(annex: Mapping[str, Any], wagers: Mapping[str, Any]) -> Word:
    """What was dealt was dealt; what is said about it is worked out anew."""
    dealt = annex["simulation"]
    yield from ((f"simulation.{key}", dealt[key]["value"]) for key in ("seed", "rounds"))
    zs = []
    for check in dealt["checks"]:
        id, exact = f"simulation.{check['wager']}", wagers[check["wager"]]["house_edge"]
        z = (check["edge"]["value"] - exact) / check["error"]["value"]
        yield from ((f"{id}.{key}", check[key]["value"]) for key in ("made", "edge", "error"))
        yield from ((f"{id}.exact", exact), (f"{id}.z", z), (f"{id}.p", erfc(abs(z) / sqrt(2))))
        zs.append(abs(z))
    yield "simulation.largest_z", max(zs)
    main = next(iter(wagers.values()))["house_edge"]
    for row in dealt["cover_cards"]:
        id = f"cover.{row['boxes']['value']}"
        for key in ("boxes", "rounds", "dealt", "edge", "error"):
            yield f"{id}.{key}", row[key]["value"]
        yield f"{id}.a_shoe", row["rounds_a_shoe"]["value"]
        yield f"{id}.effect", row["edge"]["value"] - main


def _examples(annex: Mapping[str, Any]) -> Word:
    """Rounds of the table, whose payments are worked out by hand elsewhere; here they must add up."""
    for example in (*annex["examples"], *annex["irregularity_examples"]):
        id, net = f"example.{example['id']}", 0
        for number, part in enumerate(example["settled"]):
            stake, returned, won = (part[key]["value"] for key in ("stake", "returned", "won"))
            for key, cents in (("stake", stake), ("returned", returned), ("won", won)):
                yield f"{id}.{number}.{key}", cents
            net += returned + won - stake
        yield f"{id}.net", net


def _protection(game: Game, wagers: Mapping[str, Any]) -> Word:
    found = removals(game)
    for one in found:
        id, edge = f"removal.{one.wager}", wagers[one.wager]["house_edge"]
        yield from ((f"{id}.{value_name(at)}", effect) for at, effect in enumerate(one.effects))
        if not one.is_flat:
            tags = best_count(one)
            yield from ((f"{id}.best", one.correlation(tags)), (f"{id}.hi_lo", one.correlation(HI_LO)))
            yield f"{id}.per_count", one.gain_per_count(tags)
            yield f"{id}.break_even", edge / one.gain_per_count(tags)
    edge = wagers[game.main_wager.id]["house_edge"]
    for percent in (25, 50, 75):
        spread = found[0].after(percent / 100)
        yield from ((f"depth.{percent}.dealt", percent / 100), (f"depth.{percent}.deviation", spread))
        yield f"depth.{percent}.often", chance_positive(-edge, spread)
        yield f"depth.{percent}.gain", gain_when_positive(-edge, spread)
    leaks = {}
    if not game.has_dealer:
        leaks = {f"last_of_{players}": last_seat_edge(game, players) for players in (2, 3, 4)}
    else:
        leaks["hole_card"] = edge_if_hole_card_seen(game)
        if game.house.dealer.reader == Reader.RANGE:
            leaks["no_light"] = edge_without_light(game)
    for name, left in leaks.items():
        yield from ((f"leak.{name}.edge", left), (f"leak.{name}.difference", left - edge))
