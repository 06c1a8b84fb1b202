"""Starting the server: everything wrong with the command is reported before anything starts."""

import os
import threading
import webbrowser
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pitboss.desk.cage import Cage
from pitboss.desk.cage_acts import CapitalIn
from pitboss.errors import BadInput, Fault, Refused
from pitboss.games.files import known_games
from pitboss.games.load import load_game
from pitboss.web.app import Server, make_server
from pitboss.web.archive_house import archive_settings, viewer
from pitboss.web.data_paths import data_folder
from pitboss.web.server import Bound, bind, serve_until_ended
from pitboss.web.settings import Settings
from pitboss.web.settings_table import read_settings, settings_text

HOUSE = "house"


@dataclass(frozen=True)
class ServeOptions:
    """The command line as it was typed."""

    games: tuple[str, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    """Settings, by option."""
    settings_file: str = ""
    show_settings: bool = False
    archive: str = ""
    open_browser: bool = False


def serve(options: ServeOptions) -> None:
    in_force = read_settings(options.given, os.environ, options.settings_file)
    if options.show_settings:
        print(settings_text(in_force))
        return
    files = tuple(name for name in options.games if name not in known_games())
    ids = [load_game(name).id for name in options.games]
    settings = in_force.settings
    settings = replace(settings, public_address=settings.public_address.rstrip("/"))
    if options.archive:
        _serve_archive(options, settings)
        return
    settings = replace(settings, store=settings.store or _own_file())
    bound = bind(settings)
    with closing(bound.socket), closing(make_server(bound.settings, files)) as server:
        if settings.demo:
            _bring_play_money(server.tables.pit.cage)
        _open_tables(server, ids or (known_games() if settings.demo else ()))
        _tell(server, bound)
        if options.open_browser:
            threading.Timer(1.0, webbrowser.open, [bound.settings.address]).start()
        serve_until_ended(server, bound)


def _serve_archive(options: ServeOptions, settings: Settings) -> None:
    """On a copy that goes at the end; the archive itself is only read."""
    if options.games or settings.store:
        other = "a game" if options.games else "--store"
        raise BadInput([Fault("--archive", f"an archive is looked at without {other}.", "--archive alone")])
    with TemporaryDirectory(prefix="pitboss-", ignore_cleanup_errors=True) as folder:
        bound = bind(archive_settings(options.archive, Path(folder), settings))
        with closing(bound.socket), closing(make_server(bound.settings)) as server:
            name, password = viewer(server.accounts)
            print(f"Pitboss shows {options.archive} at {bound.settings.address}.", flush=True)
            print(f"Log in as {name} with the password {password}.", flush=True)
            print("This is a copy in which nobody can bet. Press Ctrl-C to stop.", flush=True)
            if options.open_browser:
                threading.Timer(1.0, webbrowser.open, [bound.settings.address]).start()
            serve_until_ended(server, bound)


def _own_file() -> str:
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
    except OSError as error:
        raise BadInput(
            [Fault("--store", f"the folder {folder} cannot be created: {error.strerror}.")]
        ) from error
    return str(folder / "pit.db")


PLAY_MONEY_CENTS = 1_000_000_00


def _bring_play_money(cage: Cage) -> None:
    """A demonstration has cash and chips from the start, brought in once by the house itself."""
    for of in ("cash", "chips"):
        act = CapitalIn(of=of, cents=PLAY_MONEY_CENTS, why="play money of the demonstration")
        with suppress(Refused):  # the cage may be closed when the server is started again
            cage.submit(act, by=HOUSE, key=f"demonstration-{of}")


def _open_tables(server: Server, games: tuple[str, ...] | list[str]) -> None:
    """One table of each game that has none."""
    there = {card.game for card in server.tables.cards().values()}
    for game in games:
        if game not in there:
            server.tables.open(game, (), name="", actor=HOUSE, dealer="auto", cards="virtual")


def _tell(server: Server, bound: Bound) -> None:
    settings = bound.settings
    print(f"Pitboss is running at {settings.address} (tables are kept in {server.where}).", flush=True)
    if settings.demo:
        print("Demonstration: the login page lets anybody on this machine in, with play money.", flush=True)
    first = server.accounts.first_administrator()
    if first is not None:
        name, password = first
        print(
            f"Log in as {name} with the one-time password {password}; you will then choose your own.",
            flush=True,
        )
    print("Press Ctrl-C to stop. Tables continue where they are when you start it again.", flush=True)
