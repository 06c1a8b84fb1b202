"""Showing what the analyst finds: edges, charts, values, prices of readings, sweeps."""

import csv
import itertools
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pitboss.cli import screen, user_files
from pitboss.errors import BadInput, Fault
from pitboss.exact.advice import Advice, advise
from pitboss.exact.analyst import Analysis, analyse, distribution_of, edges, solve_round
from pitboss.exact.composition import Shoe, column, parse_rank, parse_shoe, rank_name, shoe_of, value_name
from pitboss.exact.pricing import permitted, price_readings, reconcile
from pitboss.exact.round_value import Round
from pitboss.exact.side_wagers import CHOICES, first_cards
from pitboss.exact.solve import Solver
from pitboss.exact.strategy import (
    MIMIC,
    NEVER_BUST,
    NO_CHANCE,
    OPTIMAL,
    STRATEGIES,
    TOTAL,
    Cell,
    Chart,
    Strategist,
    rows_of_chart,
)
from pitboss.exact.warm_kernels import warm_up
from pitboss.games.files import known_games
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.games.vocabulary import OPTIONS

LETTERS = (
    "S stand, H hit, D double else hit, Ds double else stand, P split (Ps else stand, Pd else double), "
    "R surrender else hit, Rs surrender else stand"
)


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def percent(value: float, digits: int = 4) -> str:
    return f"{100 * value:.{digits}f} %"


def show_edge(
    name: str, choices: Sequence[str], shoe: str, strategy: str, *, distribution: bool, as_json: bool
) -> None:
    game = load_game(name, choose=choices)
    cards = parse_shoe(shoe) if shoe else None
    chart = _chart_for(game, strategy)
    warm_up(tell)
    analysis = analyse(game, cards)
    data = analysis.as_data()
    if strategy and strategy != OPTIMAL:
        priced = _priced(game, strategy, chart, cards)
        cost = priced - analysis.wagers[0].house_edge
        data["strategy"] = {"name": strategy, "house_edge": priced, "cost": cost}
    if distribution:
        data["distribution"] = distribution_of(game, cards)
    if as_json:
        screen.print_json(data)
        return
    _show_analysis(analysis)
    if "strategy" in data:
        told = data["strategy"]
        screen.line(
            f"Played by {strategy}: house edge {percent(told['house_edge'])}, "
            f"which costs {percent(told['cost'])}."
        )
    if distribution:
        screen.heading(f"Net results of the main wager ({data['distribution']['method']})")
        rows = data["distribution"]["results"]
        screen.table(("units", "chance"), [(row["net"], f"{row['probability']:.9f}") for row in rows])


def _show_analysis(analysis: Analysis) -> None:
    game = analysis.game
    screen.title(f"{game.title} ({game.id})", ", ".join(f"{k}={v}" for k, v in game.option_values.items()))
    for departure in game.departures:
        screen.line(f"- departs: {departure}")
    screen.table(
        ("wager", "house edge", "element of risk", "average wagered", "SD", "wins", "ties", "how found"),
        [
            (wager.wager, percent(wager.house_edge), percent(wager.element_of_risk),
             f"{wager.average_wagered:.4f}", f"{wager.standard_deviation:.4f}",
             percent(wager.hit_frequency, 2), percent(wager.push_frequency, 2),
             (f"= {wager.exact}; " if wager.exact else "") + wager.method)
            for wager in analysis.wagers
        ],
        wide=7,
    )  # fmt: skip
    for wager in analysis.wagers:
        if wager.outcomes:
            screen.heading(f"{wager.wager}: every outcome")
            screen.table(
                ("event", "pays", "combinations", "probability", "contribution"),
                [
                    (row["event"], row["pays"], f"{row['combinations']:,}", f"{row['probability']:.8f}",
                     f"{row['contribution']:+.8f}")
                    for row in wager.outcomes
                ],
            )  # fmt: skip
    if analysis.dealer:
        screen.heading("The dealer ends with")
        totals = list(analysis.dealer[-1]["totals"])
        screen.table(
            ("up", "seen", *totals),
            [
                (row["up"], row["seen"], *(f"{row['totals'].get(total, 0):.6f}" for total in totals))
                for row in analysis.dealer
            ],
        )
    often = {name: share for wager in analysis.wagers for name, share in wager.frequencies.items() if share}
    if often:
        screen.line(
            "How often: " + ", ".join(f"{name} {percent(share, 2)}" for name, share in often.items()) + "."
        )
    screen.line(f"Solved in {analysis.solve_seconds:.3f} s.")


def _chart_for(game: Game, strategy: str) -> Chart:
    """The cells of a strategy file; a strategy that the game does not have is refused."""
    if strategy and not game.has_dealer:
        raise BadInput([Fault("--strategy", "Over/Under has one decision; see `pitboss strategy`.")])
    if strategy == NO_CHANCE and not game.house.second_chance.offered:
        raise BadInput([Fault("--strategy", f"{game.id} offers no Second Chance.")])
    return {} if strategy in ("", *STRATEGIES) else read_chart(strategy)


def _priced(game: Game, strategy: str, chart: Chart, cards: Shoe | None) -> float:
    """The house edge of playing by a named strategy or a chart from a file."""
    if strategy == NO_CHANCE:
        house = game.house
        without = house._replace(second_chance=house.second_chance._replace(offered=False))
        return -float(Round(Solver(without, cards or shoe_of(without))).expectation)
    strategist = Strategist(solve_round(game, cards))
    if strategy == TOTAL:
        chart = strategist.chart()
    elif strategy == MIMIC:
        chart = strategist.mimic()
    elif strategy == NEVER_BUST:
        chart = strategist.never_bust()
    else:
        strategist.check(chart, strategy)
    return -strategist.price(chart)


def read_chart(path: str) -> Chart:
    allowed = f"{', '.join(STRATEGIES)}, or a file made by `pitboss strategy GAME --json`"
    if not user_files.is_file(path):
        raise BadInput([Fault("--strategy", f"there is no strategy {path!r}.", allowed)])
    data = user_files.read_json(path, where="--strategy")
    try:
        return {Cell(cell["row"], cell["up"], cell["seen"]): str(cell["play"]) for cell in data["cells"]}
    except (KeyError, TypeError) as error:
        raise BadInput([Fault(f"--strategy {path}", "is not a strategy file.", allowed)]) from error


def show_strategy(name: str, choices: Sequence[str], *, as_json: bool, as_csv: bool) -> None:
    if as_json and as_csv:
        raise BadInput([Fault("--csv", "and JSON are two forms of one answer.", "one of both")])
    game = load_game(name, choose=choices)
    warm_up(tell)
    if not game.has_dealer:
        _show_first_cards(game, as_json=as_json, as_csv=as_csv)
        return
    played = solve_round(game)
    strategist = Strategist(played)
    chart = strategist.chart()
    optimal, priced = -float(played.expectation), -strategist.price(chart)
    exceptions = strategist.exceptions(chart)
    chances = strategist.second_chances()
    cells = [{"row": c.row, "up": c.up, "seen": c.seen, "play": play} for c, play in chart.items()]
    if as_json:
        screen.print_json(
            {"game": game.id, "options": game.option_values, "readings": game.reading_choices,
             "rulebook_sha256": game.sha256, "class": "total-dependent", "house_edge": priced,
             "optimal_house_edge": optimal, "cost": priced - optimal, "cells": cells,
             "exceptions": exceptions, "second_chance": chances}
        )  # fmt: skip
    elif as_csv:
        _write_csv(sys.stdout, cells)
    else:
        _show_chart(game, chart, priced, optimal, exceptions, chances)


def _show_chart(
    game: Game, chart: Chart, priced: float, optimal: float, exceptions: list[dict[str, Any]],
    chances: list[dict[str, Any]],
) -> None:  # fmt: skip
    screen.title(f"{game.title}: strategy by totals", LETTERS)
    groups: dict[str, list[Cell]] = {}
    for cell in chart:
        groups.setdefault(_chart_name(cell.seen), []).append(cell)
    for group, cells in groups.items():
        screen.heading(group)
        ups = list(dict.fromkeys((cell.up, cell.seen) for cell in cells))
        rows = [row for row in rows_of_chart() if any(cell.row == row for cell in cells)]
        screen.table(
            ("", *(up for up, _ in ups)),
            [(row, *(chart.get(Cell(row, up, seen), "") for up, seen in ups)) for row in rows],
            coloured=True,
        )
    if chances:
        screen.heading("Second Chance: take it?")
        ups = list(dict.fromkeys((item["up"], item["seen"]) for item in chances))
        by_cell = {(item["total"], item["up"], item["seen"]): item for item in chances}
        totals = sorted({item["total"] for item in chances})
        screen.table(
            ("total", *(up for up, _ in ups)),
            [
                (str(total), *("yes" if by_cell[total, up, seen]["take"] else "no" for up, seen in ups))
                for total in totals
            ],
        )
    screen.line(f"House edge by this chart {percent(priced)}, best possible {percent(optimal)}, "
                f"so the chart costs {percent(priced - optimal)}.")  # fmt: skip
    if exceptions:
        screen.heading("Two-card hands that are better played otherwise")
        screen.table(
            ("hand", "against", "seen", "chart", "better", "worth", "times its frequency"),
            [
                (item["hand"], item["up"], item["seen"], item["chart"], item["better"],
                 percent(item["worth"]), percent(item["gain"], 6))
                for item in exceptions
            ],
        )  # fmt: skip


def _chart_name(seen: str) -> str:
    return {"": "Up card", "no blackjack": "Up card", "10": "Large card shown", "A": "Large card shown"}.get(
        seen, f"Light: {seen}"
    )


def _show_first_cards(game: Game, *, as_json: bool, as_csv: bool) -> None:
    rows = [
        {
            "first": value_name(first.column),
            "play": CHOICES[first.best],
            **{CHOICES[action]: float(value) for action, value in first.values.items()},
            "exact": {CHOICES[action]: str(value) for action, value in first.values.items()},
        }
        for first in first_cards(game.house, shoe_of(game.house))
    ]
    if as_json:
        screen.print_json(
            {"game": game.id, "options": game.option_values, "class": "optimal", "first_cards": rows}
        )
    elif as_csv:
        _write_csv(sys.stdout, [{key: row[key] for key in row if key != "exact"} for row in rows])
    else:
        screen.title(f"{game.title}: what to do after the first card", "Values in units of the Ante.")
        screen.table(
            ("first card", "play", *CHOICES.values()),
            [
                (str(row["first"]), str(row["play"]), *(f"{row[name]:+.6f}" for name in CHOICES.values()))
                for row in rows
            ],
        )


def _write_csv(out: Any, rows: Sequence[dict[str, Any]]) -> None:
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)


def show_values(
    name: str, choices: Sequence[str], hand: str, up: str, light: str, shoe: str, *, as_json: bool
) -> None:
    game = load_game(name, choose=choices)
    cards = parse_shoe(shoe) if shoe else shoe_of(game.house)
    ranks = [parse_rank(word, "--hand") for word in hand.replace(",", " ").split()]
    warm_up(tell)
    if not game.has_dealer:
        _show_first_card(game, ranks, cards, as_json=as_json)
        return
    if not up:
        raise BadInput([Fault("--up", "the dealer's up card must be given.")])
    advice = advise(game.house, cards, ranks, parse_rank(up, "--up"), light)
    if as_json:
        screen.print_json(
            {"game": game.id, "hand": [rank_name(rank) for rank in advice.hand], "up": rank_name(advice.up),
             "seen": advice.seen, "values": advice.values, "best": advice.best, "margin": advice.margin,
             "dealer": advice.dealer, "method": advice.method}
        )  # fmt: skip
        return
    _show_advice(advice)


def _show_advice(advice: Advice) -> None:
    cards = " ".join(rank_name(rank) for rank in advice.hand)
    seen = f", {advice.seen}" if advice.seen else ""
    screen.title(f"{cards} against {rank_name(advice.up)}{seen}: {advice.best}, by {advice.margin:.6f}")
    screen.table(("action", "value"), [(action, f"{value:+.9f}") for action, value in advice.values.items()])
    screen.heading("The dealer ends with")
    screen.table(("total", "chance"), [(total, f"{chance:.9f}") for total, chance in advice.dealer.items()])
    screen.line(f"Method: {advice.method}.")


def _show_first_card(game: Game, ranks: Sequence[int], cards: Shoe, *, as_json: bool) -> None:
    if len(ranks) != 1:
        raise BadInput([Fault("--hand", "Over/Under decides on the first card alone.", "one card")])
    cards.without(*ranks)
    first = next(f for f in first_cards(game.house, cards) if f.column == column(ranks[0]))
    values = {CHOICES[action]: float(value) for action, value in first.values.items()}
    if as_json:
        screen.print_json(
            {"game": game.id, "hand": [rank_name(ranks[0])], "values": values, "best": CHOICES[first.best]}
        )
        return
    screen.table(("choice", "value"), [(name, f"{value:+.9f}") for name, value in values.items()])


def show_prices(name: str | None, choices: Sequence[str], *, as_json: bool) -> None:
    """Solve every reading of the games and show what it is worth."""
    names = [known for known in known_games() if known != "blackjack"] if name is None else [name]
    for one in names:
        load_game(one, choose=choices)
    warm_up(tell)
    prices = [price for one in names for price in price_readings(one, choices, tell)]
    if as_json:
        screen.print_json(prices)
        return
    for game in dict.fromkeys(price["game"] for price in prices):
        screen.heading(game)
        screen.table(
            ("reading", "says", "wager", "house edge", "difference", "published"),
            [
                (f"{price['reading']} {price['choice']}{'*' if price['is_default'] else ''}", price["says"],
                 price["wager"], percent(price["house_edge"]), percent(price["difference"]),
                 price["published"])
                for price in prices
                if price["game"] == game
            ],
            wide=1,
        )  # fmt: skip
    screen.line(
        "* the default. Differences are against the game as it ships; readings that move no edge show none."
    )


def show_reconciliation(*, as_json: bool) -> None:
    warm_up(tell)
    found = [row for name in known_games() for row in reconcile(name, tell)]
    if as_json:
        screen.print_json(found)
        return
    screen.table(
        ("game", "wager", "published", "what we find", "reproduced by"),
        [
            (row["game"], row["wager"], row["published"],
             "; ".join(f"{item['what']}: {percent(item['house_edge'])}" for item in row["found"]
                       if item["is_default"]),
             row["reproduced_by"] or "none")
            for row in found
        ],
        wide=3,
    )  # fmt: skip


def show_sweep(name: str, over: str, choices: Sequence[str], out: str, *, as_json: bool) -> None:
    """Every permitted combination of some options, solved."""
    game = load_game(name, choose=choices)
    names = [word.strip() for word in over.split(",") if word.strip()]
    faults = [
        Fault("--over", f"{game.id} has no option {word!r}.", ", ".join(game.options))
        for word in names
        if word not in game.options
    ]
    if faults or not names:
        raise BadInput(faults or [Fault("--over", "names no option.", ", ".join(game.options))])
    if out:
        check_rows_file(out)
    warm_up(tell)
    combinations = list(itertools.product(*(permitted(game, word) for word in names)))
    rows = list(_swept(name, names, combinations, choices))
    if out:
        save_rows(rows, out)
    if as_json:
        screen.print_json({"game": game.id, "rows": rows})
    elif not out:
        screen.table((*names, "wager", "house edge"), [tuple(_tell_row(names, row)) for row in rows])


def _tell_row(names: Sequence[str], row: dict[str, Any]) -> Iterable[str]:
    yield from (OPTIONS[word].tell(row[word]) for word in names)
    yield row["wager"]
    yield percent(row["house_edge"])


def _swept(
    name: str, names: Sequence[str], combinations: Sequence[tuple[Any, ...]], choices: Sequence[str]
) -> Iterator[dict[str, Any]]:
    for number, values in enumerate(combinations, 1):
        chosen = [f"{word}={str(value).lower()}" for word, value in zip(names, values, strict=True)]
        tell(f"{number} of {len(combinations)}: {' '.join(chosen)}")
        try:
            game = load_game(name, choose=[*choices, *chosen])
        except BadInput as error:
            tell(f"  not permitted: {error}")
            continue
        for wager, edge in edges(game).items():
            yield {
                **dict(zip(names, values, strict=True)),
                "wager": wager,
                "house_edge": edge,
                "rulebook_sha256": game.sha256,
            }


def check_rows_file(out: str) -> None:
    """Before anything is solved: whether rows can be written there."""
    user_files.ending_of(out, ("csv", "parquet"), where="--out")
    user_files.check_place(out, where="--out")


def save_rows(rows: Sequence[dict[str, Any]], out: str) -> None:
    path = Path(out)
    try:
        if path.suffix == ".parquet":
            _save_parquet(rows, path)
        else:
            with path.open("w", newline="") as file:
                _write_csv(file, rows)
    except OSError as error:
        raise BadInput([Fault("--out", f"{out} cannot be written: {error.strerror}.")]) from error
    tell(f"{len(rows)} rows in {out}")


def _save_parquet(rows: Sequence[dict[str, Any]], path: Path) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        says = "Parquet needs pyarrow: pip install 'pitboss[parquet]', or write a .csv."
        raise BadInput([Fault("--out", says)]) from error
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(list(rows)), path)
