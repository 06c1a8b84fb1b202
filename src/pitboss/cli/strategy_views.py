"""Showing a strategy beyond its chart: margins, exceptions, indices, a few sentences."""

import csv
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pitboss.cli import screen
from pitboss.cli.figures_text import tell
from pitboss.errors import BadInput, Fault
from pitboss.exact.analyst import solve_round
from pitboss.exact.chart_exceptions import Curve, ExceptionFinder
from pitboss.exact.composition import Composition, value_name
from pitboss.exact.expected_shoe import LinearCount, parse_count
from pitboss.exact.indices import METHOD as INDEX_METHOD
from pitboss.exact.indices import IndexFinder, InsuranceIndex, count_for
from pitboss.exact.margins import METHOD, Margin
from pitboss.exact.one_minute import first_card_sentences, one_minute
from pitboss.exact.removal import Effects, effects_of_removal
from pitboss.exact.round_value import Round
from pitboss.exact.side_wagers import CHOICES, FirstCard
from pitboss.exact.split_methods import round_by_method
from pitboss.exact.strategy import Cell, Chart, Strategist
from pitboss.exact.support import refuse_unsupported
from pitboss.exact.warm_kernels import warm_up
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.table.event_text import wager_name


def refuse_together(*groups: Mapping[str, bool]) -> None:
    """Of each group of options, one at most."""
    for group in groups:
        given = [option for option, is_given in group.items() if is_given]
        if len(given) > 1:
            raise BadInput([Fault(", ".join(given), "cannot be used together.", "one of them")])


def refuse_without(option: str, is_given: bool, parts: Mapping[str, str | int | None]) -> None:
    """Options that say something about another one need it."""
    for part, value in parts.items():
        if value not in ("", None) and not is_given:
            raise BadInput([Fault(part, f"says nothing without {option}.", f"{option} {part} …")])


def _game_with_chart(name: str, choices: Sequence[str], option: str) -> Game:
    game = load_game(name, choose=choices)
    if not game.has_dealer:
        says = f"{game.title} has one decision, on the first card: see `pitboss strategy {game.id}`."
        raise BadInput([Fault(option, says)])
    refuse_unsupported(game)
    return game


def _solved(name: str, choices: Sequence[str], option: str) -> tuple[Game, Round]:
    """A game with a chart, solved; one without is refused."""
    game = _game_with_chart(name, choices, option)
    warm_up(tell)
    return game, solve_round(game)


def round_of(game: Game, method: str, cards: Composition | None = None) -> Round:
    """A round whose split hands are played by the method named; a game without pairs is refused."""
    if not game.has_dealer:
        raise BadInput([Fault("--method", f"{game.title} has no pairs to split.")])
    return round_by_method(game, method, cards)


def _about(game: Game) -> dict[str, Any]:
    told = {"game": game.id, "options": game.option_values, "readings": game.reading_choices}
    return {**told, "rulebook_sha256": game.sha256}


def write_csv(rows: Sequence[dict[str, Any]]) -> None:
    writer = csv.DictWriter(sys.stdout, list(rows[0]) if rows else [])
    writer.writeheader()
    writer.writerows(rows)


INITIALS = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}


def cell_rows(chart: Chart, margins: Mapping[Cell, Margin] | None) -> list[dict[str, Any]]:
    """A chart's cells as plain data, with their margins if wanted."""
    rows = []
    for cell, play in chart.items():
        row: dict[str, Any] = {"row": cell.row, "up": cell.up, "seen": cell.seen, "play": play}
        if margins is not None:
            row |= margins[cell].as_data() if cell in margins else NO_CHOICE
        rows.append(row)
    return rows


NO_CHOICE = {"second": None, "margin": None, "hands_per_100": None, "cost_per_100": None}


def show_margins(cells: Sequence[Cell], margins: Mapping[Cell, Margin], rows: Sequence[str]) -> None:
    """Two tables below a chart: what the second-best action costs, for one hand and in 100 wagers."""
    ups = list(dict.fromkeys((cell.up, cell.seen) for cell in cells))
    for heading, say in (
        ("The second-best action, and what it costs in percent of the wager", _tell_margin),
        ("The same in 100 initial wagers, in hundredths of a wager", _tell_cost),
    ):
        screen.heading(heading)
        screen.table(
            ("", *(up for up, _ in ups)),
            [(row, *(say(margins.get(Cell(row, up, seen))) for up, seen in ups)) for row in rows],
        )


def _tell_margin(margin: Margin | None) -> str:
    return f"{INITIALS[margin.second]} {100 * margin.margin:.2f}" if margin else ""


def _tell_cost(margin: Margin | None) -> str:
    return f"{100 * margin.cost_per_100:.2f}" if margin else ""


def tell_margin_method() -> None:
    screen.line(f"Margins: {METHOD}")


def first_card_margin(first: FirstCard) -> dict[str, Any]:
    """The second-best choice after a first card, and what it costs."""
    second = max((action for action in first.values if action != first.best), key=lambda a: first.values[a])
    margin = first.values[first.best] - first.values[second]
    often = 100 * first.chance
    return Margin(CHOICES[second], float(margin), float(often)).as_data() | {"exact_margin": str(margin)}


def show_first_card_margins(firsts: Sequence[FirstCard]) -> None:
    screen.heading("The second-best choice, and what it costs")
    rows = []
    for first in firsts:
        told = first_card_margin(first)
        each, often = 100 * told["margin"], 100 * told["cost_per_100"]
        rows.append((value_name(first.column), told["second"], f"{each:.4f} %", f"{often:.2f}"))
    headers = ("first card", "second best", "of the wager", "in 100 wagers, in hundredths of a wager")
    screen.table(headers, rows)


def show_exceptions(name: str, choices: Sequence[str], most: int, *, as_json: bool, as_csv: bool) -> None:
    if most < 1:
        raise BadInput([Fault("--exceptions", f"{most} exceptions cannot be found.", "1 or more")])
    game, played = _solved(name, choices, "--exceptions")
    curve = ExceptionFinder(played, Strategist(played).chart()).curve(most)
    rows = [
        {"number": number, **asdict(one), "is_proven_best": one.is_proven_best}
        for number, one in enumerate(curve.exceptions, 1)
    ]
    if as_json:
        told = {"chart_cost": curve.chart_cost, "curve": rows}
        screen.print_json({**_about(game), **told, "all_hands": curve.all_hands, "all_cost": curve.all_cost})
    elif as_csv:
        write_csv(rows)
    else:
        _show_curve(game, curve)


def _show_curve(game: Game, curve: Curve) -> None:
    below = (
        "Costs are against perfect play, in percent of the initial wager. Each exception gains most beside "
        "those above it. At least: what any so many exceptions must cost; where both are equal, none are "
        "better."
    )
    screen.title(f"{game.title}: the chart with exceptions", below)
    rows = [("0", "", "", "", "", "", "", _cost(curve.chart_cost), _cost(curve.chart_cost))]
    for number, one in enumerate(curve.exceptions, 1):
        cards = (one.hand, one.up, one.seen, one.chart, one.better)
        rows.append((str(number), *cards, _cost(one.gain), _cost(one.cost), _cost(one.at_least)))
    headers = ("exceptions", "hand", "against", "known", "chart", "better", "gain", "cost", "at least")
    screen.table(headers, rows)
    screen.line(
        f"Perfect play treats {curve.all_hands} hands otherwise than the chart. With all of them as "
        f"exceptions {_cost(curve.all_cost)} is left, because hands of a split pair follow the chart and "
        "nothing is done before the dealer looks."
    )


def _cost(value: float) -> str:
    return f"{100 * value:.7f}"


def show_one_minute(name: str, choices: Sequence[str], *, as_json: bool) -> None:
    game = load_game(name, choose=choices)
    warm_up(tell)
    told = one_minute(game, solve_round(game)) if game.has_dealer else first_card_sentences(game)
    if as_json:
        sentences = [asdict(sentence) for sentence in told.sentences]
        figures = {"house_edge": -told.expectation, "optimal_house_edge": -told.optimal, "cost": told.cost}
        screen.print_json({**_about(game), **figures, "sentences": sentences})
        return
    below = "What each line costs by itself, in percent of the wager, when all else is played by the chart."
    screen.title(f"{game.title}: the strategy in a minute", below)
    screen.table(
        ("cost", "what to do"), [(f"{100 * one.cost:.4f}", one.says) for one in told.sentences], wide=1
    )
    edge = f"{100 * abs(told.expectation):.4f} %"
    whose = "House edge" if told.expectation <= 0 else "Player advantage"
    screen.line(
        f"{whose} with these sentences alone: {edge}. They cost {100 * told.cost:.4f} % against perfect play."
    )


def show_indices(
    name: str, choices: Sequence[str], tags: str, decks_left: int | None, *, as_json: bool, as_csv: bool
) -> None:
    game = _game_with_chart(name, choices, "--indices")
    count = count_for(game.house, parse_count(tags or "hi-lo"), decks_left)
    warm_up(tell)
    finder = IndexFinder(count)
    rows = [
        {"row": one.cell.row, "up": one.cell.up, "seen": one.cell.seen, "below": one.below,
         "index": one.index, "above": one.above, "before_deal": one.before_deal}
        for one in finder.indices()
    ]  # fmt: skip
    insurance = finder.insurance()
    if as_json:
        told: dict[str, Any] = {"count": {value_name(at): str(tag) for at, tag in enumerate(count.tags)}}
        told |= {"decks_left": count.decks_left, "method": INDEX_METHOD, "insurance": _insurance(insurance)}
        screen.print_json({**_about(game), **told, "indices": rows})
    elif as_csv:
        write_csv(rows)
    else:
        _show_indices(game, count, insurance, rows)


def _insurance(index: InsuranceIndex | None) -> dict[str, Any] | None:
    if index is None:
        return None
    exact = {"exact": str(index.index), "exact_before_deal": str(index.before_deal)}
    told = {"index": float(index.index), "before_deal": float(index.before_deal)}
    return {**told, **exact, "gains": "above" if index.gains_above else "below"}


def _show_indices(
    game: Game, count: LinearCount, insurance: InsuranceIndex | None, rows: Sequence[dict[str, Any]]
) -> None:
    tags = ", ".join(f"{value_name(at)} {float(tag):+g}" for at, tag in enumerate(count.tags))
    screen.title(f"{game.title}: index plays, {count.decks_left} decks left", f"Count: {tags}.")
    if insurance is not None:
        side = "above" if insurance.gains_above else "below"
        screen.line(
            f"Insurance gains {side} {float(insurance.index):+.2f} "
            f"({float(insurance.before_deal):+.2f} before the deal)."
        )
    screen.table(
        ("hand", "against", "known", "below", "true count", "from there on", "before the deal"),
        [
            (row["row"], row["up"], row["seen"], row["below"], f"{row['index']:+.2f}", row["above"],
             f"{row['before_deal']:+.2f}")
            for row in rows
        ],
    )  # fmt: skip
    screen.line(f"Method: {INDEX_METHOD}")


def show_effects(name: str, choices: Sequence[str], *, as_json: bool) -> None:
    game = load_game(name, choose=choices)
    warm_up(tell)
    effects = effects_of_removal(game)
    if as_json:
        screen.print_json({**_about(game), **effects.as_data()})
        return
    _show_effects(effects)


def _show_effects(effects: Effects) -> None:
    game, main = effects.game, effects.solved[0]
    below = (
        "Change of the player’s expectation, in percent of the wager, with one card gone from a fresh shoe."
    )
    screen.title(f"{game.title}: effects of removal", below)
    columns = [main.effects, effects.kept.effects, *(one.effects for one in effects.solved[1:])]
    wagers = [wager_name(game, one.wager) for one in effects.solved[1:]]
    screen.table(
        ("card", "in the shoe", "best play", "same play", *wagers),
        [
            (value_name(at), str(held), *(f"{100 * column[at]:+.5f}" for column in columns))
            for at, held in enumerate(main.cards)
            if held
        ],
    )
    screen.line(
        f"Best play: the {game.main_wager.name} with the play that is best after the card is gone. "
        "Same play: with the play that is best with the full shoe."
    )
    seen, kept = (f"{100 * one.average:+.7f}" for one in (main, effects.kept))
    screen.line(f"Average over all cards: {seen} with the best play, {kept} with the same play.")
