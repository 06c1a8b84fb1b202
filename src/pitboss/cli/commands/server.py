"""`pitboss serve`: the browser and the API."""

import inspect
from typing import Annotated, Any

import typer

from pitboss.cli.commands.parameters import app

ALWAYS_SHOWN = (
    "--host", "--port", "--store", "--key", "--mark", "--address", "--demo", "--pace", "--second-factor",
    "--two-persons-above", "--token-days", "--token-idle-days", "--lock-after",
    "--log-format",
)  # fmt: skip
"""Options that the help lists; `--show-settings` lists all of them."""


def serve(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="Open a table of each: names of games or game files."),
    ] = None,
    settings: Annotated[
        str, typer.Option("--settings", metavar="FILE", help="Read settings from this file (TOML).")
    ] = "",
    show_settings: Annotated[
        bool, typer.Option("--show-settings", help="Print all settings and where each is from; do not serve.")
    ] = False,
    archive: Annotated[
        str, typer.Option("--archive", metavar="FILE", help="Look at an archive: tables, people and replay.")
    ] = "",
    open_browser: Annotated[bool, typer.Option("--open-browser", help="Open it in a browser.")] = False,
    **given: Any,
) -> None:
    """Run the casino in the browser: lobby, tables, floor, replay, odds, and an API.

    Every setting can be given on the command line, in the environment as PITBOSS_… or in a file.
    """
    from pitboss.cli import serve as house

    house.serve(
        house.ServeOptions(
            games=tuple(games or ()),
            given={_option(name): value for name, value in given.items() if value is not None},
            settings_file=settings,
            show_settings=show_settings,
            archive=archive,
            open_browser=open_browser,
        )
    )


def _parameter(option: str) -> str:
    return f"setting_{option.removeprefix('--').replace('-', '_')}"


def _option(parameter: str) -> str:
    return f"--{parameter.removeprefix('setting_').replace('_', '-')}"


def _parameters() -> list[inspect.Parameter]:
    """A parameter for every option of every setting."""
    from pitboss.web.settings_table import OPTIONS

    made = []
    for option, setting in OPTIONS.items():
        kind: Any = {bool: bool, frozenset: list[str]}.get(setting.kind, str)
        unit = setting.allowed.option_unit if option == setting.allowed.option else ""
        metavar = unit or {bool: None, int: "NUMBER", float: "NUMBER", frozenset: "NAME"}.get(
            setting.kind, "TEXT"
        )
        names = [f"{option}/--no-{option.removeprefix('--')}"] if kind is bool else [option]
        annotation = Annotated[
            kind | None,
            typer.Option(
                *names, metavar=metavar, help=setting.allowed.help, hidden=option not in ALWAYS_SHOWN
            ),
        ]
        keyword = inspect.Parameter.KEYWORD_ONLY
        made.append(inspect.Parameter(_parameter(option), keyword, default=None, annotation=annotation))
    return made


def _with_every_option(command: Any) -> Any:
    signature = inspect.signature(command)
    own = [one for one in signature.parameters.values() if one.kind != inspect.Parameter.VAR_KEYWORD]
    own = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own]
    parameters = [*own, *_parameters()]
    command.__signature__ = signature.replace(parameters=parameters)
    command.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": None}
    return command


app.command()(_with_every_option(serve))
