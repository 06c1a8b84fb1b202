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
def readings(game: MaybeGame = None, choices: Set = None, json: Json = False) -> None:
    """List where the text can be read in more than one way, and what was taken."""
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
