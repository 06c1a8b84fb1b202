"""`pitboss edge`: every wager with its odds. What was found before is shown without loading the analyst."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pitboss.cli import screen
from pitboss.cli.figures_text import percent, tell, tell_edge
from pitboss.exact.composition import Composition, parse_shoe
from pitboss.exact.figures import Analysis
from pitboss.exact.kept_analysis import find_analysis
from pitboss.games.explain import tell_option
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.games.vocabulary import tell_name
from pitboss.table.event_text import wager_name

if TYPE_CHECKING:
    from pitboss.cli.other_play import OtherPlay

SHORT = 30
"""Characters of a fraction that fits into a table."""


def show_edge(
    name: str,
    choices: Sequence[str],
    shoe: str,
    strategy: str,
    *,
    method: str,
    exact: bool,
    distribution: bool,
    as_json: bool,
) -> None:
    game = load_game(name, choose=choices)
    cards = parse_shoe(shoe, deck=game.house.deck) if shoe else None
    besides = _besides(game, cards, strategy, method) if strategy or method else []
    analysis = find_analysis(game, cards, exact=exact, distribution=distribution, tell=tell)
    data = analysis.as_data()
    edge = analysis.wagers[0].house_edge
    for part in besides:
        data[part.field] = part.data(edge)
    if as_json:
        screen.print_json(data)
        return
    _show_analysis(analysis)
    for part in besides:
        screen.line(part.sentence(edge))
    if analysis.distribution is not None:
        _show_distribution(game, analysis.distribution)


def _besides(game: Game, cards: Composition | None, strategy: str, method: str) -> "list[OtherPlay]":
    """The edge of playing otherwise than the analyst does, which needs the analyst itself."""
    from pitboss.cli.other_play import other_plays

    return other_plays(game, cards, strategy, method)


def _show_distribution(game: Game, data: dict[str, Any]) -> None:
    screen.heading(f"Net results of the {game.main_wager.name} ({data['method']})")
    rows = data["results"]
    screen.table(("units", "probability"), [(row["net"], f"{row['probability']:.9f}") for row in rows])
    screen.line(
        f"Standard deviation {data['standard_deviation']:.6f}, exact. Wins {percent(data['hit_frequency'])},"
        f" pushes {percent(data['push_frequency'])}, losses {percent(data['loss_frequency'])}."
    )
    for joint in data["joint"]:
        name = wager_name(game, joint["wager"])
        screen.heading(f"{game.main_wager.name} and {name} in one round ({joint['exactness']})")
        screen.table(
            (game.main_wager.name, name, "probability"),
            [(row["main"], row["side"], f"{row['probability']:.9f}") for row in joint["results"]],
        )
        screen.line(f"Covariance {joint['covariance']:+.6f}, correlation {joint['correlation']:+.6f}.")


def _show_analysis(analysis: Analysis) -> None:
    game = analysis.game
    screen.title(f"{game.title} ({game.id})", _tell_options(game))
    for departure in game.departures:
        screen.line(f"- departs: {departure}")
    screen.table(
        ("wager", "house edge", "element of risk", "average wagered", "SD", "wins", "pushes", "method"),
        [
            (wager_name(game, wager.wager), tell_edge(wager.house_edge), percent(wager.element_of_risk),
             f"{wager.average_wagered:.4f}", f"{wager.standard_deviation:.4f}",
             percent(wager.hit_frequency, 2), percent(wager.push_frequency, 2),
             (f"= {wager.exact}; " if len(wager.exact) in range(1, SHORT) else "") + wager.method)
            for wager in analysis.wagers
        ],
        wide=7,
    )  # fmt: skip
    for wager in analysis.wagers:
        if len(wager.exact) >= SHORT:
            screen.line(f"House edge of the {wager_name(game, wager.wager)}, exactly: {wager.exact}")
    for wager in analysis.wagers:
        if wager.outcomes:
            screen.heading(f"{wager_name(game, wager.wager)}: every outcome")
            screen.table(
                ("event", "pays", "combinations", "probability", "contribution"),
                [
                    (row["event"], row["pays"], f"{row['combinations']:,}", f"{row['probability']:.8f}",
                     f"{row['contribution']:+.8f}")
                    for row in wager.outcomes
                ],
            )  # fmt: skip
    if analysis.dealer:
        screen.heading("The dealer’s final totals")
        totals = list(analysis.dealer[-1]["totals"])
        screen.table(
            ("upcard", "known", *totals),
            [
                (row["up"], row["seen"], *(f"{row['totals'].get(total, 0):.6f}" for total in totals))
                for row in analysis.dealer
            ],
        )
    often = {name: share for wager in analysis.wagers for name, share in wager.frequencies.items() if share}
    if often:
        shares = ", ".join(f"{tell_name(name)} {percent(share, 2)}" for name, share in often.items())
        screen.line(f"How often: {shares}.")
    screen.line(f"Solved in {analysis.solve_seconds:.3f} s.")


def _tell_options(game: Game) -> str:
    """What the house chose or may choose; what the document fixes is not repeated."""
    open_to_choice = [name for name, chosen in game.options.items() if chosen.chosen_by != "document"]
    return "; ".join(f"{game.options[name].label}: {tell_option(game, name)}" for name in open_to_choice)
