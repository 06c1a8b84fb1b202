"""Starting the server: everything wrong with the command is reported before anything starts."""

import threading
import webbrowser
from contextlib import closing
from dataclasses import dataclass

from pitboss.errors import BadInput, Fault
from pitboss.games.files import known_games
from pitboss.games.load import load_game
from pitboss.web.app import Server, make_server
from pitboss.web.data_paths import data_folder
from pitboss.web.roles import AccountRole
from pitboss.web.security_policy import DAY_S, LockOutRule, SecurityPolicy
from pitboss.web.server import Bound, bind, serve_until_ended
from pitboss.web.settings import Pace, Settings, paced

HOUSE = "house"


@dataclass(frozen=True)
class ServeOptions:
    """The command line as it was typed."""

    games: tuple[str, ...] = ()
    host: str = "127.0.0.1"
    port: int = 0
    store: str = ""
    key: str = ""
    mark: str = ""
    beacon: str = ""
    address: str = ""
    demo: bool = False
    open_browser: bool = False
    pace: float = 1.0
    second_factor: tuple[str, ...] = ()
    two_persons_above: float | None = None
    token_days: float = 90
    token_idle_days: float = 30
    lock_after: int = 5


def serve(options: ServeOptions) -> None:
    files = tuple(name for name in options.games if name not in known_games())
    ids = [load_game(name).id for name in options.games]
    settings = Settings(
        store=options.store or _own_file(),
        key_file=options.key,
        mark_file=options.mark,
        beacon=options.beacon,
        host=options.host,
        port=options.port,
        public_address=options.address.rstrip("/"),
        demo=options.demo,
        pace=paced(Pace(), options.pace),
        policy=_policy(options),
    )
    bound = bind(settings)
    with closing(bound.socket), closing(make_server(bound.settings, files)) as server:
        _open_tables(server, ids or (known_games() if options.demo else ()))
        _tell(server, bound)
        if options.open_browser:
            threading.Timer(1.0, webbrowser.open, [bound.settings.address]).start()
        serve_until_ended(server.app, bound)


def _policy(options: ServeOptions) -> SecurityPolicy:
    unknown = sorted(set(options.second_factor) - set(AccountRole))
    if unknown:
        raise BadInput(
            [
                Fault(
                    "--second-factor",
                    f"{unknown[0]!r} is not a role.",
                    ", ".join(AccountRole),
                )
            ]
        )
    limit = options.two_persons_above
    return SecurityPolicy(
        second_factor=frozenset(AccountRole(name) for name in options.second_factor),
        two_persons_above_cents=None if limit is None else round(limit * 100),
        token_s=options.token_days * DAY_S,
        token_idle_s=options.token_idle_days * DAY_S,
        lock_out=LockOutRule(after=options.lock_after),
    )


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
