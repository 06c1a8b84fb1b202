"""The whole server as one ASGI app, on one store."""

import os
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from fastapi import APIRouter, FastAPI

import pitboss
from pitboss.desk.beacon_sources import open_beacon
from pitboss.desk.cage_past import CagePast
from pitboss.desk.keyfile import key_of_store
from pitboss.desk.pit import Pit
from pitboss.desk.sealed_shoe import Entropy
from pitboss.errors import BadStore, FaultyRecord, PitbossError
from pitboss.journal.durability import check_durability
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
    cage,
    cage_reports,
    corrections,
    day,
    floor,
    games,
    incidents,
    log,
    login,
    papers,
    pit,
    players,
    replay,
    tables,
    tray,
    wallet,
    words,
)
from pitboss.web.approvals import Approvals
from pitboss.web.auth import Auth
from pitboss.web.background_jobs import BackgroundJobs
from pitboss.web.catalogue import Catalogue
from pitboss.web.coaching import Coaching
from pitboss.web.data_paths import key_path, log_key_path, mark_path
from pitboss.web.day_reports import DayReports
from pitboss.web.directory import TableDirectory
from pitboss.web.drain import Drain
from pitboss.web.fair_queue import FairQueue
from pitboss.web.house_book import HouseBook
from pitboss.web.house_key import HouseKey
from pitboss.web.house_notices import HouseNotices
from pitboss.web.http_errors import ERROR_RESPONSES, add_error_handlers
from pitboss.web.log_signing import Witnesses, sign_log
from pitboss.web.metrics import Metrics
from pitboss.web.middleware import API, GuardMiddleware
from pitboss.web.observation import ObservingMiddleware
from pitboss.web.pages import add_pages
from pitboss.web.player_days import PlayerDays
from pitboss.web.player_limits import PlayerLimits
from pitboss.web.player_money import MoneyWatch, PlayerMoney
from pitboss.web.repeated_requests import AnswerStore, RepeatedRequestMiddleware, describe_key
from pitboss.web.round_index import RoundIndex
from pitboss.web.seatings import Seatings
from pitboss.web.server_clock import SYSTEM_CLOCK, ServerClock
from pitboss.web.settings import Settings
from pitboss.web.slow_routes import slow_paths
from pitboss.web.table_manager import TableManager
from pitboss.web.verifier import Verifier

ROUTES = (
    login, access, wallet, administration, assignments, approvals, words, games, tables, corrections, floor,
    tray, incidents, pit, players, replay, papers, day, pictures, log, cage, cage_reports, api_reference,
)  # fmt: skip


@dataclass
class Server:
    """A store, what runs on it, and the app in front."""

    app: FastAPI
    settings: Settings
    store: Any
    accounts: Accounts
    tables: TableManager
    background_jobs: tuple[BackgroundJobs, ...]
    verifier: Verifier | None = None

    @property
    def where(self) -> str:
        """The store by name, without a password."""
        return str(self.store.where)

    def close(self) -> None:
        if self.verifier is not None:
            self.verifier.close()
        self.tables.close()
        for jobs in self.background_jobs:
            jobs.close()
        with suppress(BadStore):
            self.accounts.session_use.write()
        self.store.close()


class DescribedApp(FastAPI):
    """Its description is made when somebody first asks for it: that takes longer than all else of a start."""

    def __init__(self, **about: Any) -> None:
        super().__init__(**about)
        self._describing = threading.Lock()

    def openapi(self) -> dict[str, Any]:
        with self._describing:
            if self.openapi_schema is None:
                describe_key(super().openapi())
            return super().openapi()


def make_server(
    settings: Settings,
    files: Sequence[str] = (),
    *,
    clock: ServerClock = SYSTEM_CLOCK,
    entropy: Entropy = os.urandom,
) -> Server:
    """Open the store and bind everything together; BadInput when something is wrong with either."""
    catalogue = Catalogue(files)
    store = open_store(settings.store)
    if not isinstance(store, SqlStore):
        store.close()
        raise BadStore(settings.store, "accounts need a database.", "a SQLite file or a PostgreSQL address")
    marked = Path(settings.mark_file) if settings.mark_file else mark_path(settings.store)
    try:
        begin_use(store, marked)
        if not settings.operation.allow_unsafe_commits:
            check_durability(store.engine, store.where)
        key = key_of_store(store, Path(settings.key_file) if settings.key_file else key_path(settings.store))
        book = open_book(store, HouseKey(key), settings, clock)
    except PitbossError:
        store.close()
        raise
    marks = HighWater(marked)
    try:
        return _bind_all(settings, catalogue, store, key, book, marks, clock, entropy)
    except BaseException:
        marks.close()
        store.close()
        raise


def begin_use(store: SqlStore, marked: Path) -> None:
    """BadStore on a copy that ends early, unless what was written is noted: then what is missing is told."""
    if store.is_left_alone and not marked.is_file():
        says = "it was copied while a server ran, without its -wal file: its last records are missing."
        raise BadStore(store.where, says, "both files, or a copy made by `pitboss backup`")
    store.begin_use()


def _bind_all(
    settings: Settings,
    catalogue: Catalogue,
    store: SqlStore,
    key: bytes,
    book: HouseBook,
    marks: HighWater,
    clock: ServerClock,
    entropy: Entropy,
) -> Server:
    hasher = PasswordHasher(memory_cost=settings.hash_memory_kib)
    accounts = Accounts(book, policy=settings.policy, hasher=hasher)
    engine, drain, metrics = store.engine, Drain(), Metrics()
    pit = Pit(
        store,
        owner=settings.address,
        key=key,
        clock=clock.now,
        entropy=entropy,
        marks=marks,
        lease_s=settings.tables.lease_s,
        observe_commit=metrics.append_s.observe,
        seed_wait_s=settings.pace.seed_s,
        beacon=open_beacon(settings.beacon) if settings.beacon else None,
    )
    directory = TableDirectory(book)
    run = TableManager(
        pit,
        directory,
        RoundIndex(engine),
        catalogue,
        settings.pace.in_force,
        settings.tables,
        drain,
        metrics,
        clock,
    )
    jobs, sweep_jobs, search_jobs = (BackgroundJobs(settings.jobs) for _ in range(3))
    of_reports = replace(settings.jobs, waiting_of_one=settings.jobs.reports_of_one)
    paper_jobs = {"report": BackgroundJobs(of_reports), "paper": BackgroundJobs(settings.jobs)}
    day_jobs = BackgroundJobs(settings.jobs)
    app = _make_app(settings)
    app.state.auth = Auth(accounts, directory, settings)
    app.state.answers = AnswerStore(engine, settings.answers, book.clock)
    app.state.catalogue = catalogue
    app.state.jobs = jobs
    app.state.sweep_jobs = sweep_jobs
    app.state.search_jobs = search_jobs
    app.state.paper_jobs = paper_jobs
    app.state.day_reports = DayReports(
        store, settings.day.gaming_days, clock.now, reading=day_jobs, figures=jobs
    )
    app.state.tables = run
    app.state.drain = drain
    app.state.metrics = metrics
    app.state.seatings = Seatings(run, accounts, one_table=settings.players.one_table)
    _bind_players(app, book, run)
    app.state.approvals = Approvals(book, settings.policy, run, app.state.seatings, app.state.limits)
    app.state.cage_past = CagePast(store, settings.day.gaming_days)
    app.state.coaching = Coaching()
    app.state.witnesses = Witnesses(store, settings.witness_keys)
    _watch(metrics, app, run)
    run.start()
    run.again("clock watch", book.note_clock)
    watch = MoneyWatch(book, app.state.notices, app.state.player_money, settings.players.alert_cents)
    run.again("money watch", watch.look)
    all_jobs = (jobs, sweep_jobs, search_jobs, day_jobs, *paper_jobs.values())
    verifier = Verifier(settings, run, book, metrics) if settings.verifier.runs else None
    return Server(app, settings, store, accounts, run, all_jobs, verifier)


def _bind_players(app: FastAPI, book: HouseBook, run: TableManager) -> None:
    """What is known of players and their days, and what they allow themselves."""
    state = app.state
    days = state.settings.day.gaming_days
    state.notices = HouseNotices(book, days)
    state.player_money = PlayerMoney(book, days)
    state.player_days = PlayerDays(run, days)
    state.limits = PlayerLimits(book, state.notices, state.player_days, state.player_money, state.seatings)
    state.auth.limits = state.limits


def _watch(metrics: Metrics, app: FastAPI, tables: TableManager) -> None:
    """What is counted when somebody asks."""
    state = app.state
    jobs = {
        "figures": state.jobs,
        "sweeps": state.sweep_jobs,
        "searches": state.search_jobs,
        "days": state.day_reports.reading,
        **state.paper_jobs,
    }
    metrics.watch("tables", "Tables of this server.", "state", lambda: tables.counts)
    metrics.watch(
        "clock_set_back", "How often this server saw its clock set back.", "",
        lambda: {"": state.auth.book.clock_steps},
    )  # fmt: skip
    metrics.watch("live_connections", "Live connections to tables.", "", lambda: {"": tables.connections})
    metrics.watch("acts_under_way", "Acts that are not answered yet.", "", lambda: {"": state.drain.acts})
    metrics.watch(
        "waiting_requests", "Requests that wait for a turn.", "queue",
        lambda: {name: queue.waiting for name, queue in state.queues.items()},
    )  # fmt: skip
    metrics.watch(
        "waiting_jobs", "Calculations and papers that wait.", "kind",
        lambda: {name: one.waiting for name, one in jobs.items()},
    )  # fmt: skip


def open_book(store: SqlStore, key: HouseKey, settings: Settings, clock: ServerClock) -> HouseBook:
    """The house book; BadStore when the tables of accounts do not say what it says."""
    book = HouseBook(store, key, lambda: clock.now().timestamp())
    check_key(store, book)
    try:
        state = check_index(book)
    except FaultyRecord as fault:
        says = f"the accounts do not agree with the house book: {fault}."
        raise BadStore(
            store.where, says, "`pitboss journal rebuild-accounts`, after somebody has found out why"
        ) from fault
    named = Path(settings.log_key_file) if settings.log_key_file else None
    sign_log(book, state, named or log_key_path(settings.store, settings.key_file))
    book.note_clock()
    book.begin_directory(state)
    book.set_policy(settings.policy, state, demonstration=settings.demo)
    return book


def check_key(store: SqlStore, book: HouseBook) -> None:
    """BadStore under another key than the book’s: no second factor could be read."""
    if book.key_check() != book.key.check:
        says = "the key file is not the one with which the second factors of this house are sealed."
        raise BadStore(
            store.where,
            says,
            "the key file of this store; if it is lost, `pitboss journal replace-key`; for an archive, "
            "`pitboss serve --archive FILE`",
        )


def _make_app(settings: Settings) -> FastAPI:
    app = make_routes()
    app.add_middleware(RepeatedRequestMiddleware)
    app.state.queues = {
        "requests": FairQueue(settings.request_turns),
        "questions that take long": FairQueue(settings.slow_turns),
    }
    queue, slow_queue = app.state.queues.values()
    app.add_middleware(GuardMiddleware, settings=settings, queue=queue, slow_queue=slow_queue)
    app.add_middleware(ObservingMiddleware)
    app.state.settings = settings
    app.state.slow_paths = slow_paths(API, (routes.router for routes in ROUTES))
    return app


def make_routes() -> FastAPI:
    """Every page and every route of the API, which know no settings."""
    app = DescribedApp(
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
    api.include_router(players.own)
    app.include_router(api)
    app.add_api_websocket_route(f"{API}{live.PATH}", live.live)
    add_pages(app)
    add_error_handlers(app)
    return app
