"""The whole server as one ASGI app, on one store."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from fastapi import APIRouter, FastAPI

import pitboss
from pitboss.desk.beacon_sources import open_beacon
from pitboss.desk.keyfile import key_of_store
from pitboss.desk.pit import Pit
from pitboss.errors import BadStore, FaultyRecord, PitbossError
from pitboss.journal.high_water import HighWater
from pitboss.journal.open_store import open_store
from pitboss.journal.sql import SqlStore
from pitboss.web import api_reference, live, pictures
from pitboss.web.account_index import check_index
from pitboss.web.accounts import Accounts
from pitboss.web.api import (
    access,
    administration,
    approvals,
    assignments,
    corrections,
    floor,
    games,
    login,
    papers,
    pit,
    replay,
    tables,
    wallet,
    words,
)
from pitboss.web.approvals import Approvals
from pitboss.web.auth import Auth
from pitboss.web.background_jobs import BackgroundJobs
from pitboss.web.catalogue import Catalogue
from pitboss.web.coaching import Coaching
from pitboss.web.data_paths import key_path, mark_path
from pitboss.web.directory import TableDirectory
from pitboss.web.house_book import HouseBook
from pitboss.web.house_key import HouseKey
from pitboss.web.http_errors import ERROR_RESPONSES, add_error_handlers
from pitboss.web.middleware import GuardMiddleware
from pitboss.web.pages import add_pages
from pitboss.web.repeated_requests import AnswerStore, RepeatedRequestMiddleware, describe_key
from pitboss.web.round_index import RoundIndex
from pitboss.web.settings import Settings
from pitboss.web.slow_routes import slow_paths
from pitboss.web.table_manager import TableManager

API = "/api/v1"
ROUTES = (
    login, access, wallet, administration, assignments, approvals, words, games, tables, corrections, floor,
    pit, replay, papers, pictures, api_reference,
)  # fmt: skip
REPORTS_OF_ONE = 2
"""Reports that one account may have waiting: each takes minutes."""


@dataclass
class Server:
    """A store, what runs on it, and the app in front."""

    app: FastAPI
    settings: Settings
    store: Any
    accounts: Accounts
    tables: TableManager
    background_jobs: tuple[BackgroundJobs, ...]

    @property
    def where(self) -> str:
        """The store by name, without a password."""
        return str(self.store.where)

    def close(self) -> None:
        self.tables.close()
        for jobs in self.background_jobs:
            jobs.close()
        self.store.close()


def make_server(settings: Settings, files: Sequence[str] = ()) -> Server:
    """Open the store and bind everything together; BadInput when something is wrong with either."""
    catalogue = Catalogue(files)
    store = open_store(settings.store)
    if not isinstance(store, SqlStore):
        store.close()
        raise BadStore(settings.store, "accounts need a database.", "a SQLite file or a PostgreSQL address")
    try:
        key = key_of_store(store, Path(settings.key_file) if settings.key_file else key_path(settings.store))
        book = open_book(store, HouseKey(key), settings)
    except PitbossError:
        store.close()
        raise
    hasher = PasswordHasher(memory_cost=settings.hash_memory_kib)
    accounts = Accounts(book, policy=settings.policy, hasher=hasher)
    engine = store.engine
    marks = HighWater(Path(settings.mark_file) if settings.mark_file else mark_path(settings.store))
    pit = Pit(
        store,
        owner=settings.address,
        key=key,
        marks=marks,
        seed_wait_s=settings.pace.seed_s,
        beacon=open_beacon(settings.beacon) if settings.beacon else None,
    )
    directory = TableDirectory(engine)
    run = TableManager(pit, directory, RoundIndex(engine), catalogue, settings.pace)
    jobs, search_jobs = BackgroundJobs(), BackgroundJobs()
    paper_jobs = {"report": BackgroundJobs(waiting_of_one=REPORTS_OF_ONE), "paper": BackgroundJobs()}
    app = _make_app(settings)
    app.state.auth = Auth(accounts, directory, settings)
    app.state.answers = AnswerStore(engine)
    app.state.catalogue = catalogue
    app.state.jobs = jobs
    app.state.search_jobs = search_jobs
    app.state.paper_jobs = paper_jobs
    app.state.tables = run
    app.state.approvals = Approvals(book, settings.policy, run)
    app.state.coaching = Coaching()
    run.start()
    return Server(app, settings, store, accounts, run, (jobs, search_jobs, *paper_jobs.values()))


def open_book(store: SqlStore, key: HouseKey, settings: Settings) -> HouseBook:
    """The house book; BadStore when the tables of accounts do not say what it says."""
    book = HouseBook(store, key, time.time)
    try:
        state = check_index(book)
    except FaultyRecord as fault:
        says = f"the accounts do not agree with the house book: {fault}."
        raise BadStore(
            store.where, says, "`pitboss journal rebuild-accounts`, after somebody has found out why"
        ) from fault
    book.set_policy(settings.policy, state)
    return book


def _make_app(settings: Settings) -> FastAPI:
    app = FastAPI(
        title="Pitboss",
        version=pitboss.__version__,
        description="Casino table games, dealt by the book. Not certified by a laboratory or a regulator.",
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    api = APIRouter(prefix=API, responses=ERROR_RESPONSES)
    for routes in ROUTES:
        api.include_router(routes.router)
    api.include_router(administration.office)
    app.include_router(api)
    app.add_api_websocket_route(f"{API}{live.PATH}", live.live)
    add_pages(app)
    add_error_handlers(app)
    app.add_middleware(RepeatedRequestMiddleware)
    app.add_middleware(GuardMiddleware, settings=settings)
    app.state.slow_paths = slow_paths(API, (routes.router for routes in ROUTES))
    describe_key(app.openapi())
    return app
