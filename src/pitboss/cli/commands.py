"""The commands, as typed."""

from typing import Annotated

import typer

app = typer.Typer(
    name="pitboss",
    help="The executable rulebook of casino table games.",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A known game, or the path of a game file (.toml).")
]
MaybeGame = Annotated[
    str | None,
    typer.Argument(metavar="[GAME]", help="A known game, or a game file; all known games if left out."),
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Choose an option or reading: decks=8, reading.D1=R2."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


@app.callback(invoke_without_command=True)
def about(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    if version:
        import pitboss

        typer.echo(f"pitboss {pitboss.__version__}")
        raise typer.Exit


@app.command()
def games(choices: Set = None, json: Json = False) -> None:
    """List the games that are known."""
    from pitboss.cli import books

    books.show_games(choices or [], as_json=json)


@app.command()
def rules(game: GameName, choices: Set = None, json: Json = False) -> None:
    """Explain a game: choices, round, wagers, pays, readings, layout, with their clauses."""
    from pitboss.cli import books

    books.show_rules(game, choices or [], as_json=json)


@app.command()
def readings(
    game: MaybeGame = None,
    price: Annotated[
        bool, typer.Option("--price", help="Solve every reading and show what it is worth.")
    ] = False,
    choices: Set = None,
    json: Json = False,
) -> None:
    """List where the text can be read in more than one way, and what was taken."""
    if price:
        from pitboss.cli import odds

        odds.show_prices(game, choices or [], as_json=json)
        return
    from pitboss.cli import books

    books.show_readings(game, choices or [], as_json=json)


@app.command()
def clauses(
    game: MaybeGame = None,
    open_only: Annotated[bool, typer.Option("--open", help="Only what no code or test covers yet.")] = False,
    clause: Annotated[str, typer.Option("--clause", help="Only this clause and what is below it.")] = "",
    choices: Set = None,
    json: Json = False,
) -> None:
    """List every sentence of the texts with what enforces it and what tests it."""
    from pitboss.cli import register

    register.show_clauses(game, clause, choices or [], open_only=open_only, as_json=json)


@app.command()
def diff(
    left: GameName,
    right: GameName,
    choices: Set = None,
    json: Json = False,
) -> None:
    """Compare two games: options, rules, odds, wagers, phases, readings."""
    from pitboss.cli import books

    books.show_differences(left, right, choices or [], as_json=json)


@app.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A game file (.toml), or a known game.")],
    choices: Set = None,
    json: Json = False,
) -> None:
    """Check a game file and say where it departs from the document it extends."""
    from pitboss.cli import books

    books.check_file(file, choices or [], as_json=json)


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
    from pitboss.cli import odds

    odds.show_edge(game, choices or [], shoe, strategy, distribution=distribution, as_json=json)


@app.command()
def strategy(
    game: GameName,
    choices: Set = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print the cells as CSV.")] = False,
    json: Json = False,
) -> None:
    """Print the strategy chart, one a light, with its cost and the two-card exceptions."""
    from pitboss.cli import odds

    odds.show_strategy(game, choices or [], as_json=json, as_csv=csv)


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
    from pitboss.cli import odds

    odds.show_values(game, choices or [], hand, up, light, shoe, as_json=json)


@app.command()
def reconcile(json: Json = False) -> None:
    """Compare every published figure with what we find, and name the reading that reproduces it."""
    from pitboss.cli import odds

    odds.show_reconciliation(as_json=json)


@app.command()
def sweep(
    game: GameName,
    over: Annotated[str, typer.Option("--over", help="Options to vary, such as decks,soft_17.")],
    choices: Set = None,
    out: Annotated[str, typer.Option("--out", help="Write to this .csv or .parquet file.")] = "",
    json: Json = False,
) -> None:
    """Solve every permitted combination of some options."""
    from pitboss.cli import odds

    odds.show_sweep(game, over, choices or [], out, as_json=json)


@app.command()
def play(
    game: GameName,
    seed: Annotated[int | None, typer.Option("--seed", help="Shuffle the same way again.")] = None,
    script: Annotated[
        str, typer.Option("--script", help="Deal the cards of this file, burn card first.")
    ] = "",
    seats: Annotated[int, typer.Option("--seats", help="Players at the table, you included.")] = 1,
    dealer: Annotated[bool, typer.Option("--dealer", help="Perform the dealer's acts yourself.")] = False,
    coach: Annotated[bool, typer.Option("--coach", help="Show what every action is worth.")] = False,
    record: Annotated[str, typer.Option("--record", help="Write what was played to this file.")] = "",
    choices: Set = None,
) -> None:
    """Play in the terminal against a dealer who goes by the book."""
    from pitboss.cli import play as table

    table.play(
        game, choices or [], seed=seed, script=script, seats=seats, dealer=dealer, coach=coach, record=record
    )


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A shoe, as `play --record` writes it.")],
    only_round: Annotated[int, typer.Option("--round", help="Show this round alone.", min=0)] = 0,
    choices: Set = None,
    json: Json = False,
) -> None:
    """Go through a recorded shoe step by step, with the clause of every act."""
    from pitboss.cli import replay as walk

    walk.replay(file, choices or [], only_round=only_round, as_json=json)
