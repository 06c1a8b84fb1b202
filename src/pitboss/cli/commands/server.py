"""`pitboss serve`: the browser and the API."""

from typing import Annotated

import typer

from pitboss.cli.commands.parameters import app


@app.command()
def serve(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="Open a table of each: names of games or game files."),
    ] = None,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="The port to listen on; 0 finds a free one.")] = 8021,
    store: Annotated[
        str, typer.Option("--store", help="Where tables are kept: a file, sqlite:FILE or postgresql://….")
    ] = "",
    key: Annotated[str, typer.Option("--key", help="The file with the key that seals undealt shoes.")] = "",
    mark: Annotated[
        str, typer.Option("--mark", help="The file that notes what was written; best on another disk.")
    ] = "",
    beacon: Annotated[
        str, typer.Option("--beacon", help="A public randomness beacon for every shoe: an address or a file.")
    ] = "",
    address: Annotated[
        str, typer.Option("--address", help="How people and other servers reach this one: http://HOST:PORT.")
    ] = "",
    demo: Annotated[bool, typer.Option("--demo", help="Let people on this machine in.")] = False,
    open_browser: Annotated[bool, typer.Option("--open-browser", help="Open it in a browser.")] = False,
    pace: Annotated[
        float,
        typer.Option("--pace", help="How slowly the dealer acts; 0 is instant.", min=0, max=10),
    ] = 1.0,
    second_factor: Annotated[
        list[str] | None,
        typer.Option(
            "--second-factor",
            metavar="ROLE",
            help="Roles that need a second factor; repeat for more.",
        ),
    ] = None,
    two_persons_above: Annotated[
        float | None,
        typer.Option(
            "--two-persons-above",
            metavar="DOLLARS",
            help="Fills, credits and payments above this wait for a second person.",
            min=0,
        ),
    ] = None,
    token_days: Annotated[
        float, typer.Option("--token-days", help="API tokens expire after so many days.", min=0.01, max=3650)
    ] = 90,
    token_idle_days: Annotated[
        float,
        typer.Option(
            "--token-idle-days", help="API tokens expire unused after so many days.", min=0.01, max=3650
        ),
    ] = 30,
    lock_after: Annotated[
        int,
        typer.Option("--lock-after", help="Wrong logins before a source has to wait.", min=1, max=100),
    ] = 5,
) -> None:
    """Run the casino in the browser: lobby, tables, floor, replay, odds, and an API."""
    from pitboss.cli import serve as house

    house.serve(
        house.ServeOptions(
            games=tuple(games or ()),
            host=host,
            port=port,
            store=store,
            key=key,
            mark=mark,
            beacon=beacon,
            address=address,
            demo=demo,
            open_browser=open_browser,
            pace=pace,
            second_factor=tuple(second_factor or ()),
            two_persons_above=two_persons_above,
            token_days=token_days,
            token_idle_days=token_idle_days,
            lock_after=lock_after,
        )
    )
