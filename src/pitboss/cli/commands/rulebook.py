"""The book: games, rules, readings, clauses, diff, check."""

from typing import Annotated

import typer

from pitboss.cli.commands.parameters import GameName, Json, MaybeGame, Set, app


@app.command()
def games(choices: Set = None, json: Json = False) -> None:
    """List the games that are known."""
    from pitboss.cli import rulebook_output

    rulebook_output.show_games(choices or [], as_json=json)


@app.command()
def rules(game: GameName, choices: Set = None, json: Json = False) -> None:
    """Explain a game: choices, round, wagers, pays, readings, layout, with their clauses."""
    from pitboss.cli import rulebook_output

    rulebook_output.show_rules(game, choices or [], as_json=json)


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
        from pitboss.cli import odds_output

        odds_output.show_prices(game, choices or [], as_json=json)
        return
    from pitboss.cli import rulebook_output

    rulebook_output.show_readings(game, choices or [], as_json=json)


@app.command()
def clauses(
    game: MaybeGame = None,
    open_only: Annotated[bool, typer.Option("--open", help="Only what no code or test covers yet.")] = False,
    clause: Annotated[str, typer.Option("--clause", help="Only this clause and what is below it.")] = "",
    choices: Set = None,
    json: Json = False,
) -> None:
    """List every sentence of the texts with what enforces it and what tests it."""
    from pitboss.cli import clause_output

    clause_output.show_clauses(game, clause, choices or [], open_only=open_only, as_json=json)


@app.command()
def diff(
    left: GameName,
    right: GameName,
    choices: Set = None,
    json: Json = False,
) -> None:
    """Compare two games: options, rules, odds, wagers, phases, readings."""
    from pitboss.cli import rulebook_output

    rulebook_output.show_differences(left, right, choices or [], as_json=json)


@app.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A game file (.toml), or a known game.")],
    choices: Set = None,
    json: Json = False,
) -> None:
    """Check a game file and say where it departs from the document it extends."""
    from pitboss.cli import rulebook_output

    rulebook_output.check_file(file, choices or [], as_json=json)
