"""`pitboss edge`, `strategy`, `effects`, `ev`, `reconcile`, `sweep` and `certify`: the exact odds."""

from typing import Annotated

import typer

from pitboss.cli.commands.parameters import GameName, Json, MaybeGame, Set, app

Shoe = Annotated[
    str, typer.Option("--shoe", help="Cards left in the shoe: 13 counts, ace to king, or '6 decks -10 -A'.")
]


Method = Annotated[
    str, typer.Option("--method", help="How split hands are played: CDZ-, CDP1, CDP, CDPN or optimal.")
]


@app.command()
def edge(
    game: GameName,
    choices: Set = None,
    shoe: Shoe = "",
    strategy: Annotated[
        str,
        typer.Option(help="Also price a strategy: total, mimic, never-bust, never-second-chance, or a file."),
    ] = "",
    method: Method = "",
    exact: Annotated[
        bool,
        typer.Option("--exact", help="The house edge of the main wager as a fraction too; some seconds."),
    ] = False,
    distribution: Annotated[
        bool,
        typer.Option(
            "--distribution", help="Also show the probability of every net result of the main wager."
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Find the exact odds of every wager with perfect play."""
    from pitboss.cli.edge_output import show_edge

    show_edge(
        game, choices or [], shoe, strategy, method=method, exact=exact, distribution=distribution,
        as_json=json,
    )  # fmt: skip


@app.command()
def strategy(
    game: GameName,
    choices: Set = None,
    method: Method = "",
    margins: Annotated[
        bool, typer.Option("--margins", help="Also show what the second-best action of every cell costs.")
    ] = False,
    exceptions: Annotated[
        int | None,
        typer.Option(
            "--exceptions",
            metavar="K",
            help="The best exceptions to the chart, up to K, and the cost at each.",
        ),
    ] = None,
    indices: Annotated[
        bool, typer.Option("--indices", help="The true counts at which the best action of a cell changes.")
    ] = False,
    count: Annotated[
        str,
        typer.Option(
            "--count", help="With --indices: hi-lo, another name, or tags such as A=-1,2=1,…,10=-1."
        ),
    ] = "",
    decks_left: Annotated[
        int | None,
        typer.Option("--decks-left", help="With --indices: decks left to deal; all of them if left out."),
    ] = None,
    one_minute: Annotated[
        bool, typer.Option("--one-minute", help="A few sentences instead of a chart, and what they cost.")
    ] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV instead of text.")] = False,
    json: Json = False,
) -> None:
    """Print the strategy chart for each light, what it costs, and the two-card exceptions."""
    from pitboss.cli import odds_output, strategy_views

    strategy_views.refuse_together(
        {"--csv": csv, "--json": json},
        {"--csv": csv, "--one-minute": one_minute},
        {"--method": bool(method), "--exceptions": exceptions is not None, "--indices": indices,
         "--one-minute": one_minute},
        {"--margins": margins, "--exceptions": exceptions is not None, "--indices": indices,
         "--one-minute": one_minute},
    )  # fmt: skip
    strategy_views.refuse_without("--indices", indices, {"--count": count, "--decks-left": decks_left})
    if one_minute:
        strategy_views.show_one_minute(game, choices or [], as_json=json)
        return
    if indices:
        strategy_views.show_indices(game, choices or [], count, decks_left, as_json=json, as_csv=csv)
        return
    if exceptions is not None:
        strategy_views.show_exceptions(game, choices or [], exceptions, as_json=json, as_csv=csv)
        return
    odds_output.show_strategy(game, choices or [], method=method, margins=margins, as_json=json, as_csv=csv)


@app.command()
def effects(game: GameName, choices: Set = None, json: Json = False) -> None:
    """Find what one card of each value, gone from a fresh shoe, is worth to the player."""
    from pitboss.cli import strategy_views

    strategy_views.show_effects(game, choices or [], as_json=json)


@app.command()
def ev(
    game: GameName,
    hand: Annotated[str, typer.Option("--hand", help="The player’s cards, such as 10,6.")],
    up: Annotated[str, typer.Option("--up", help="The dealer’s upcard.")] = "",
    light: Annotated[str, typer.Option("--light", help="The reader’s light: small, medium or large.")] = "",
    choices: Set = None,
    shoe: Shoe = "",
    json: Json = False,
) -> None:
    """Find the value of every action with one hand, and the dealer's final totals."""
    from pitboss.cli import odds_output

    odds_output.show_values(game, choices or [], hand, up, light, shoe, as_json=json)


@app.command()
def reconcile(
    game: MaybeGame = None,
    search: Annotated[
        bool,
        typer.Option(
            "--search", help="Solve every combination of readings and options; up to a minute for a game."
        ),
    ] = False,
    nearest: Annotated[
        int | None, typer.Option("--nearest", help="With --search: how many sets to show; 0 for all.")
    ] = None,
    csv: Annotated[bool, typer.Option("--csv", help="With --search: print CSV instead of text.")] = False,
    json: Json = False,
) -> None:
    """Compare every published figure with ours, and name the readings that reproduce it."""
    from pitboss.cli import odds_output, search_output

    if search:
        search_output.show_search(game, nearest, as_json=json, as_csv=csv)
    else:
        odds_output.show_reconciliation(game, asks_for_search=csv or nearest is not None, as_json=json)


@app.command()
def sweep(
    game: GameName,
    over: Annotated[str, typer.Option("--over", help="Options to vary, such as decks,soft-17.")],
    choices: Set = None,
    out: Annotated[str, typer.Option("--out", help="Write to this .csv or .parquet file.")] = "",
    json: Json = False,
) -> None:
    """Find the house edge for every allowed combination of some options."""
    from pitboss.cli import odds_output

    odds_output.show_sweep(game, over, choices or [], out, as_json=json)


@app.command()
def certify(
    game: GameName,
    out: Annotated[str, typer.Option("-o", "--out", help="Write the certificate to this .json file.")],
    choices: Set = None,
    shoe: Shoe = "",
) -> None:
    """Write a certificate of the main wager: rules, strategy and exact value, for anybody to check."""
    from pitboss.cli import odds_output

    odds_output.write_certificate(game, choices or [], shoe, out)
