"""The commands, one module of this folder for each group of them."""

from typing import Annotated

import typer

from pitboss.cli.commands import (
    document,
    journal,
    log,
    odds,
    printing,
    rulebook,
    server,
    simulation,
    submission,
    tables,
)
from pitboss.cli.commands.parameters import app

__all__ = [
    "app",
    "document",
    "journal",
    "log",
    "odds",
    "printing",
    "rulebook",
    "server",
    "simulation",
    "submission",
    "tables",
]


@app.callback(invoke_without_command=True)
def about(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    if version:
        import pitboss

        typer.echo(f"pitboss {pitboss.__version__}")
        raise typer.Exit
