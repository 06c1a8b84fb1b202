"""`pitboss games`, `rules`, `readings`, `clauses`, `diff`, `check` and `lint`: the rulebook."""

from typing import Annotated

import typer

from pitboss.cli.commands.parameters import GameName, Json, MaybeGame, Set, app


@app.command()
def games(choices: Set = None, json: Json = False) -> None:
    """List the known games."""
    from pitboss.cli import rulebook_output

    rulebook_output.show_games(choices or [], as_json=json)


@app.command()
def rules(game: GameName, choices: Set = None, json: Json = False) -> None:
    """Explain a game: options, round, wagers, payouts, readings, layout, with their clauses."""
    from pitboss.cli import rulebook_output

    rulebook_output.show_rules(game, choices or [], as_json=json)


@app.command()
def readings(
    game: MaybeGame = None,
    price: Annotated[
        bool, typer.Option("--price", help="Solve the game under every reading and show the difference.")
    ] = False,
    choices: Set = None,
    json: Json = False,
) -> None:
    """List where the text can be read in more than one way, and which reading is chosen."""
    if price:
        from pitboss.cli import odds_output

        odds_output.show_prices(game, choices or [], as_json=json)
        return
    from pitboss.cli import rulebook_output

    rulebook_output.show_readings(game, choices or [], as_json=json)


@app.command()
def clauses(
    game: MaybeGame = None,
    open_only: Annotated[
        bool, typer.Option("--open", help="Only sentences that no code or no test covers yet.")
    ] = False,
    clause: Annotated[str, typer.Option("--clause", help="Only this clause and its parts.")] = "",
    choices: Set = None,
    json: Json = False,
) -> None:
    """List every sentence of the texts, with the code that carries it out and its tests."""
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
    """Check a game file, and list where it departs from the document it extends."""
    from pitboss.cli import rulebook_output

    rulebook_output.check_file(file, choices or [], as_json=json)


@app.command()
def lint(
    game: MaybeGame = None,
    open_only: Annotated[
        bool, typer.Option("--open", help="Only what no reading and no note acknowledges.")
    ] = False,
    choices: Set = None,
    json: Json = False,
) -> None:
    """Prove a text: explore every round, and report gaps, contradictions and slips with the shortest deal."""
    from pitboss.cli import lint_output

    if not lint_output.show_findings(game, choices or [], open_only=open_only, as_json=json):
        raise typer.Exit(1)
