"""`pitboss play` and `replay`."""

from typing import Annotated

import typer

from pitboss.cli.commands.parameters import GameName, Json, Set, app


@app.command()
def play(
    game: GameName,
    seed: Annotated[int | None, typer.Option("--seed", help="The same seed shuffles the same way.")] = None,
    script: Annotated[
        str, typer.Option("--script", help="Deal the cards in this file, burn card first.")
    ] = "",
    seats: Annotated[int, typer.Option("--seats", help="Players at the table, including you.")] = 1,
    dealer: Annotated[
        bool, typer.Option("--dealer", help="Deal by hand: perform the dealer’s acts yourself.")
    ] = False,
    coach: Annotated[bool, typer.Option("--coach", help="Show the expected win of every action.")] = False,
    record: Annotated[str, typer.Option("--record", help="Record the game in this file.")] = "",
    choices: Set = None,
) -> None:
    """Play in the terminal against a dealer who follows the rules."""
    from pitboss.cli import play as table

    table.play(
        game, choices or [], seed=seed, script=script, seats=seats, dealer=dealer, coach=coach, record=record
    )


@app.command()
def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A shoe recorded with `pitboss play --record`.")
    ],
    only_round: Annotated[int, typer.Option("--round", help="Show this round alone.", min=0)] = 0,
    choices: Set = None,
    json: Json = False,
) -> None:
    """Replay a recorded shoe step by step, with the clause of every act."""
    from pitboss.cli import replay as walk

    walk.replay(file, choices or [], only_round=only_round, as_json=json)
