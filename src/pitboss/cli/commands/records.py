"""The records office: what was dealt, put to the test."""

from typing import Annotated

import typer

from pitboss.cli.commands.words import Json, app

shoe = typer.Typer(help="The virtual shoe: its statistical battery.", no_args_is_help=True)
app.add_typer(shoe, name="shoe")


@shoe.command("test")
def examine_shoe(
    cards: Annotated[int, typer.Option("--cards", help="Deal at least so many cards.")] = 1_000_000,
    decks: Annotated[int, typer.Option("--decks", help="Decks in the shoe.")] = 6,
    file: Annotated[
        str, typer.Option("--file", help="Test these shoes instead: AcKd2h…, dealt order, one a line.")
    ] = "",
    json: Json = False,
) -> None:
    """Put dealt cards to the tests of 58 Pa. Code 810a.5 (95 %) and GLI-19 (99 %)."""
    from pitboss.cli import shoe as room

    room.examine_shoe(cards, decks, file, as_json=json)
