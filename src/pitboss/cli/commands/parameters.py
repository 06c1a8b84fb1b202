"""What the commands share: the app, and parameters that mean the same everywhere."""

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
    typer.Option(
        "--set", metavar="NAME=VALUE", help="Choose an option, such as decks=8, or a reading by its id."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
