"""The whole server as one ASGI app, on one store."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher
from fastapi import APIRouter, FastAPI

import pitboss
from pitboss.desk.keyfile import key_for
from pitboss.desk.pit import Pit
from pitboss.errors import BadInput, BadStore
from pitboss.journal.open_store import open_store
from pitboss.web import api_reference, live, pictures
from pitboss.web.account_schema import migrate
from pitboss.web.accounts import Accounts
from pitboss.web.api import administration, floor, games, login, papers, pit, replay, tables, wallet
from pitboss.web.auth import Doors
from pitboss.web.background_jobs import Office
from pitboss.web.catalogue import Catalogue
from pitboss.web.coaching import Coaching
from pitboss.web.data_paths import key_path
from pitboss.web.directory import Register
from pitboss.web.http_errors import DENIALS, say_no
from pitboss.web.middleware import Guard
from pitboss.web.pages import add_pages
from pitboss.web.round_index import RoundIndex
from pitboss.web.settings import Settings
from pitboss.web.table_manager import Tables

API = "/api/v1"
COUNTERS = (login, wallet, administration, games, tables, floor, pit, replay, papers, pictures, api_reference)


@dataclass
class Server:
    """A store, what runs on it, and the app in front."""

    app: FastAPI
    settings: Settings
    store: Any
    accounts: Accounts
    tables: Tables
    offices: tuple[Office, ...]

    @property
    def where(self) -> str:
        """The store by name, without a password."""
        return str(self.store.where)

    def close(self) -> None:
        self.tables.close()
        for office in self.offices:
            office.close()
        self.store.close()


def make_server(settings: Settings, files: Sequence[str] = ()) -> Server:
    """Open the store and bind everything together; BadInput when something is wrong with either."""
    catalogue = Catalogue(files)
    store = open_store(settings.store)
    engine: sa.Engine | None = getattr(store, "engine", None)
    if engine is None:
        store.close()
        raise BadStore(settings.store, "accounts need a database.", "a SQLite file or a PostgreSQL address")
    migrate(engine)
    accounts = Accounts(engine, hasher=PasswordHasher(memory_cost=settings.hash_memory_kib))
    try:
        key = key_for(store, Path(settings.key_file) if settings.key_file else key_path(settings.store))
    except BadInput:
        store.close()
        raise
    pit = Pit(store, owner=settings.address, key=key)
    register = Register(engine)
    run = Tables(pit, register, RoundIndex(engine), catalogue, settings.pace)
    office, presses = Office(), {"report": Office(), "paper": Office()}
    app = _make_app(settings)
    app.state.doors = Doors(accounts, register, settings)
    app.state.catalogue = catalogue
    app.state.office = office
    app.state.presses = presses
    app.state.tables = run
    app.state.coaching = Coaching()
    run.start()
    return Server(app, settings, store, accounts, run, (office, *presses.values()))


def _make_app(settings: Settings) -> FastAPI:
    app = FastAPI(
        title="Pitboss",
        version=pitboss.__version__,
        description="Casino table games by the book. Not certified by a laboratory or a regulator.",
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    api = APIRouter(prefix=API, responses=DENIALS)
    for counter in COUNTERS:
        api.include_router(counter.router)
    api.include_router(administration.deeds)
    app.include_router(api)
    app.add_api_websocket_route(f"{API}{live.PATH}", live.live)
    add_pages(app)
    say_no(app)
    app.add_middleware(Guard, settings=settings)
    return app
