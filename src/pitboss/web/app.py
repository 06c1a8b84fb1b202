"""The whole server as one ASGI app."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import sqlalchemy as sa
from argon2 import PasswordHasher
from fastapi import APIRouter, FastAPI

import pitboss
from pitboss.web.accounts import Accounts
from pitboss.web.answers import DENIALS, say_no
from pitboss.web.api import administration, entrance, games
from pitboss.web.catalogue import Catalogue
from pitboss.web.doors import Doors
from pitboss.web.guard import Guard
from pitboss.web.office import Office
from pitboss.web.pages import add_pages
from pitboss.web.schema import migrate
from pitboss.web.settings import Settings

API = "/api/v1"


def make_app(settings: Settings, engine: sa.Engine, files: Sequence[str] = ()) -> FastAPI:
    """Everything bound together, ready to be served."""
    migrate(engine)
    app = FastAPI(
        title="Pitboss",
        version=pitboss.__version__,
        description="Casino table games by the book. Not certified by a laboratory or a regulator.",
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
    )
    accounts = Accounts(engine, hasher=PasswordHasher(memory_cost=settings.hash_memory_kib))
    app.state.doors = Doors(accounts, settings)
    app.state.catalogue = Catalogue(files)
    app.state.office = Office()
    api = APIRouter(prefix=API, responses=DENIALS)
    for counter in (entrance, administration, games):
        api.include_router(counter.router)
    app.include_router(api)
    add_pages(app)
    say_no(app)
    app.add_middleware(Guard, settings=settings)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    yield
    app.state.office.close()
