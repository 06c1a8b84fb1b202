"""The maths office: edge, strategy, ev, reconcile, sweep."""

from typing import Annotated

import typer

from pitboss.cli.commands.parameters import GameName, Json, Set, app

Shoe = Annotated[
    str, typer.Option("--shoe", help="Cards still in the shoe: 13 counts, ace to king, or '6 decks -10 -A'.")
]


@app.command()
def edge(
    game: GameName,
    choices: Set = None,
    shoe: Shoe = "",
    strategy: Annotated[
        str,
        typer.Option(help="Also price: total, mimic, never-bust, never-second-chance, or a strategy file."),
    ] = "",
    distribution: Annotated[
        bool, typer.Option("--distribution", help="Also the chance of every net result of the main wager.")
    ] = False,
    json: Json = False,
) -> None:
    """Find the exact odds of every wager under optimal play."""
    from pitboss.cli import odds_output

    odds_output.show_edge(game, choices or [], shoe, strategy, distribution=distribution, as_json=json)


@app.command()
def strategy(
    game: GameName,
    choices: Set = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print the cells as CSV.")] = False,
    json: Json = False,
) -> None:
    """Print the strategy chart, one a light, with its cost and the two-card exceptions."""
    from pitboss.cli import odds_output

    odds_output.show_strategy(game, choices or [], as_json=json, as_csv=csv)


@app.command()
def ev(
    game: GameName,
    hand: Annotated[str, typer.Option("--hand", help="The player's cards, such as 10,6.")],
    up: Annotated[str, typer.Option("--up", help="The dealer's up card.")] = "",
    light: Annotated[str, typer.Option("--light", help="The reader's light: small, medium, large.")] = "",
    choices: Set = None,
    shoe: Shoe = "",
    json: Json = False,
) -> None:
    """Value every action of one hand, with the dealer's final totals."""
    from pitboss.cli import odds_output

    odds_output.show_values(game, choices or [], hand, up, light, shoe, as_json=json)


@app.command()
def reconcile(json: Json = False) -> None:
    """Compare every published figure with what we find, and name the reading that reproduces it."""
    from pitboss.cli import odds_output

    odds_output.show_reconciliation(as_json=json)


@app.command()
def sweep(
    game: GameName,
    over: Annotated[str, typer.Option("--over", help="Options to vary, such as decks,soft_17.")],
    choices: Set = None,
    out: Annotated[str, typer.Option("--out", help="Write to this .csv or .parquet file.")] = "",
    json: Json = False,
) -> None:
    """Solve every permitted combination of some options."""
    from pitboss.cli import odds_output

    odds_output.show_sweep(game, over, choices or [], out, as_json=json)
