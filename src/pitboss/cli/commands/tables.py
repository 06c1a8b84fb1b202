"""The floor: play and replay."""

from typing import Annotated

import typer

from pitboss.cli.commands.parameters import GameName, Json, Set, app


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
