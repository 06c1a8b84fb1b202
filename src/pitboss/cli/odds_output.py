"""Showing the exact odds: edges, charts, values, prices of readings, sweeps."""

import csv
import itertools
import sys
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss.cli import screen, strategy_views, user_files
from pitboss.cli.figures_text import percent, tell, tell_edge
from pitboss.errors import BadInput, Fault
from pitboss.exact.advice import Advice, advise
from pitboss.exact.analyst import edges, solve_round
from pitboss.exact.certificate import certify, text_of
from pitboss.exact.composition import (
    Composition,
    column,
    parse_rank,
    parse_shoe,
    rank_name,
    shoe_of,
    value_name,
)
from pitboss.exact.margins import Margin, chart_margins
from pitboss.exact.pricing import money_not_priced, permitted, price_readings, reconcile
from pitboss.exact.side_wagers import CHOICES, first_cards
from pitboss.exact.strategy import (
    Cell,
    Chart,
    Strategist,
    rows_of_chart,
)
from pitboss.exact.warm_kernels import warm_up
from pitboss.games.files import known_games
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.games.vocabulary import typed
from pitboss.table.event_text import wager_name

LETTERS = (
    "S stand, H hit, D double or else hit, Ds double or else stand, P split (Ps or else stand, Pd or else "
    "double), R surrender or else hit, Rs surrender or else stand"
)


def write_certificate(name: str, choices: Sequence[str], shoe: str, out: str) -> None:
    game = load_game(name, choose=choices)
    cards = parse_shoe(shoe, deck=game.house.deck) if shoe else None
    user_files.check_place(out)
    warm_up(tell)
    certificate = certify(game, cards)
    user_files.save(out, text_of(certificate).encode())
    value = float(Fraction(certificate["value"]))
    screen.line(f"{out}: {game.title}, {tell_edge(-value)}. Check it with `python -m checker {out}`.")


def show_strategy(
    name: str, choices: Sequence[str], *, method: str, margins: bool, as_json: bool, as_csv: bool
) -> None:
    game = load_game(name, choose=choices)
    by_method = strategy_views.round_of(game, method) if method else None
    warm_up(tell)
    if not game.has_dealer:
        _show_first_cards(game, margins=margins, as_json=as_json, as_csv=as_csv)
        return
    played = by_method or solve_round(game)
    strategist = Strategist(played)
    chart = strategist.chart()
    optimal, priced = -float(played.expectation), -strategist.price(chart)
    exceptions = strategist.exceptions(chart)
    chances = strategist.second_chances()
    found = chart_margins(played, chart) if margins or as_json else None
    cells = strategy_views.cell_rows(chart, found)
    if as_json:
        screen.print_json(
            {"game": game.id, "options": game.option_values, "readings": game.reading_choices,
             "rulebook_sha256": game.sha256, "class": "total-dependent", "house_edge": priced,
             "optimal_house_edge": optimal, "cost": priced - optimal, "cells": cells,
             "exceptions": exceptions, "second_chance": chances}
        )  # fmt: skip
    elif as_csv:
        write_csv(sys.stdout, cells)
    else:
        _show_chart(game, chart, priced, optimal, exceptions, chances, found)


def _show_chart(
    game: Game, chart: Chart, priced: float, optimal: float, exceptions: list[dict[str, Any]],
    chances: list[dict[str, Any]], margins: dict[Cell, Margin] | None,
) -> None:  # fmt: skip
    screen.title(f"{game.title}: strategy by total", LETTERS)
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
            colored=True,
        )
        if margins is not None:
            strategy_views.show_margins(cells, margins, rows)
    if margins is not None:
        strategy_views.tell_margin_method()
    if chances:
        wager = game.wagers_of("second_chance")[0]
        screen.heading(f"{wager.name}: take it?")
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
    screen.line(f"House edge with this chart: {tell_edge(priced)}. With perfect play: {tell_edge(optimal)}. "
                f"Following the chart costs {percent(priced - optimal)}.")  # fmt: skip
    if exceptions:
        screen.heading("Two-card hands to play differently")
        screen.table(
            ("hand", "against", "known", "chart", "better", "gain", "gain times frequency"),
            [
                (item["hand"], item["up"], item["seen"], item["chart"], item["better"],
                 percent(item["worth"]), percent(item["gain"], 6))
                for item in exceptions
            ],
        )  # fmt: skip


def _chart_name(seen: str) -> str:
    return {"": "Upcard", "no blackjack": "Upcard", "10": "Large card shown", "A": "Large card shown"}.get(
        seen, f"Light: {seen}"
    )


def _show_first_cards(game: Game, *, margins: bool, as_json: bool, as_csv: bool) -> None:
    firsts = first_cards(game.house, shoe_of(game.house))
    rows = [
        {
            "first": value_name(first.column),
            "play": CHOICES[first.best],
            **{CHOICES[action]: float(value) for action, value in first.values.items()},
            **(strategy_views.first_card_margin(first) if margins or as_json else {}),
            "exact": {CHOICES[action]: str(value) for action, value in first.values.items()},
        }
        for first in firsts
    ]
    if as_json:
        screen.print_json(
            {"game": game.id, "options": game.option_values, "class": "optimal", "first_cards": rows}
        )
    elif as_csv:
        write_csv(sys.stdout, [{key: row[key] for key in row if key != "exact"} for row in rows])
    else:
        below = f"Expected win per $1 of the {game.main_wager.name}."
        screen.title(f"{game.title}: what to do after the first card", below)
        screen.table(
            ("first card", "play", *CHOICES.values()),
            [
                (str(row["first"]), str(row["play"]), *(f"{row[name]:+.6f}" for name in CHOICES.values()))
                for row in rows
            ],
        )
        if margins:
            strategy_views.show_first_card_margins(firsts)


def write_csv(out: Any, rows: Sequence[dict[str, Any]]) -> None:
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)


def show_values(
    name: str, choices: Sequence[str], hand: str, up: str, light: str, shoe: str, *, as_json: bool
) -> None:
    game = load_game(name, choose=choices)
    cards = parse_shoe(shoe, deck=game.house.deck) if shoe else shoe_of(game.house)
    ranks = [parse_rank(word, "--hand") for word in hand.replace(",", " ").split()]
    warm_up(tell)
    if not game.has_dealer:
        _show_first_card(game, ranks, cards, as_json=as_json)
        return
    if not up:
        raise BadInput([Fault("--up", "is missing: the dealer’s upcard.", "a card such as 6")])
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
    title = f"{cards} against {rank_name(advice.up)}{seen}: {advice.best} is best, by {advice.margin:.6f}"
    screen.title(title, "Expected win per $1 bet.")
    screen.table(("action", "value"), [(action, f"{value:+.9f}") for action, value in advice.values.items()])
    if advice.dealer:
        screen.heading("The dealer’s final totals")
        rows = [(total, f"{chance:.9f}") for total, chance in advice.dealer.items()]
        screen.table(("total", "probability"), rows)
    screen.line(f"Method: {advice.method}.")


def _show_first_card(game: Game, ranks: Sequence[int], cards: Composition, *, as_json: bool) -> None:
    if len(ranks) != 1:
        raise BadInput([Fault("--hand", f"{game.title} is decided on the first card.", "one card")])
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
    names = list(known_games()) if name is None else [name]
    games = {one: load_game(one, choose=choices) for one in names}
    names = [one for one, game in games.items() if game.readings]
    warm_up(tell)
    prices = [price for one in names for price in price_readings(one, choices, tell)]
    if as_json:
        screen.print_json(prices)
        return
    for game in games.values():
        rows = [
            (f"{price['reading']} {price['choice']}{'*' if price['is_default'] else ''}", price["says"],
             wager_name(game, price["wager"]), tell_edge(price["house_edge"]), percent(price["difference"]),
             price["published"])
            for price in prices
            if price["game"] == game.id
        ]  # fmt: skip
        if rows:
            screen.heading(f"{game.title} ({game.id})")
            headers = ("reading", "says", "wager", "house edge", "difference", "published")
            screen.table(headers, rows, wide=1)
    screen.line(
        "* is the default; differences are measured from it. A reading that changes no edge is not listed."
    )
    for game in games.values():
        if rare := money_not_priced(game):
            screen.line(
                f"{game.title} ({game.id}): {', '.join(rare)} move money only when something goes wrong, "
                "or at stakes that do not come out in chips."
            )


def show_reconciliation(name: str | None, *, asks_for_search: bool, as_json: bool) -> None:
    if asks_for_search:
        raise BadInput([Fault("--csv, --nearest", "belong to a search of all combinations.", "--search")])
    names = list(known_games()) if name is None else [name]
    games = {one: load_game(one) for one in names}
    warm_up(tell)
    rows = [(games[one], row) for one in names for row in reconcile(one, tell)]
    if as_json:
        screen.print_json([row for _, row in rows])
        return
    screen.table(
        ("game", "wager", "published", "our figure", "reproduced by"),
        [
            (game.title, wager_name(game, row["wager"]), row["published"],
             "; ".join(f"{typed(item['what'])}: {tell_edge(item['house_edge'])}" for item in row["found"]
                       if item["is_default"]),
             typed(row["reproduced_by"]) or "no single reading")
            for game, row in rows
        ],
        wide=3,
    )  # fmt: skip
    if any(not row["reproduced_by"] for _, row in rows):
        screen.line("Readings were tried one at a time; --search tries them in every combination.")
    if not rows:
        screen.line(f"No figure is published for {', '.join(game.title for game in games.values())}.")


def show_sweep(name: str, over: str, choices: Sequence[str], out: str, *, as_json: bool) -> None:
    """Every permitted combination of some options, solved."""
    game = load_game(name, choose=choices)
    names = [word.strip().replace("-", "_") for word in over.split(",") if word.strip()]
    allowed = ", ".join(map(typed, game.options))
    faults = [
        Fault("--over", f"{game.title} has no option {typed(word)!r}.", allowed)
        for word in names
        if word not in game.options
    ]
    if faults or not names:
        raise BadInput(faults or [Fault("--over", "must name an option.", allowed)])
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
        labels = [game.options[name].label for name in names]
        told = [tuple(_tell_row(game, names, row)) for row in rows]
        screen.table((*labels, "wager", "house edge"), told)


def _tell_row(game: Game, names: Sequence[str], row: dict[str, Any]) -> Iterable[str]:
    yield from (game.option(name).tell(row[name]) for name in names)
    yield wager_name(game, row["wager"])
    yield tell_edge(row["house_edge"])


def _swept(
    name: str, names: Sequence[str], combinations: Sequence[tuple[Any, ...]], choices: Sequence[str]
) -> Iterator[dict[str, Any]]:
    for number, values in enumerate(combinations, 1):
        chosen = [f"{word}={str(value).lower()}" for word, value in zip(names, values, strict=True)]
        tell(f"{number} of {len(combinations)}: {' '.join(map(typed, chosen))}")
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
                write_csv(file, rows)
    except OSError as error:
        raise BadInput([Fault("--out", f"{out} cannot be written: {error.strerror}.")]) from error
    tell(f"{out}: {len(rows)} rows.")


def _save_parquet(rows: Sequence[dict[str, Any]], path: Path) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        says = "a Parquet file needs pyarrow: pip install 'pitboss[parquet]', or write a .csv file."
        raise BadInput([Fault("--out", says)]) from error
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(list(rows)), path)
