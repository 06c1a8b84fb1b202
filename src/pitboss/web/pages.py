"""The pages: their addresses and who may open them. The HTML is in templates/."""

from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import jinja2
from fastapi import APIRouter, FastAPI, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import pitboss
from pitboss.errors import BadStore, Refused
from pitboss.games.vocabulary import EXACTNESS
from pitboss.web.accounts import MIN_PASSWORD
from pitboss.web.api.login import tell_me
from pitboss.web.auth import Caller, auth_of
from pitboss.web.http_errors import ErrorBody
from pitboss.web.irregularity_sheet import irregular_acts
from pitboss.web.pictures import assets
from pitboss.web.roles import CAGE_READERS, DAY_READERS, EVERYBODY, OVERSIGHT, AccountRole
from pitboss.web.round_acts import round_acts

HERE = Path(__file__).parent
TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(HERE / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True
)

TEMPLATES.globals.update(irregular_acts=irregular_acts, min_password=MIN_PASSWORD, exactness=EXACTNESS)


class Page(NamedTuple):
    path: str
    template: str
    roles: frozenset[AccountRole] = EVERYBODY


PAGES = (
    Page("/lobby", "lobby.html"),
    Page("/open/{game}", "open.html"),
    Page("/pit", "pit.html", OVERSIGHT | {AccountRole.DEALER}),
    Page("/tables/{id}", "table.html"),
    Page("/tables/{id}/deal", "deal.html", frozenset({AccountRole.DEALER})),
    Page("/tables/{id}/floor", "floor.html", OVERSIGHT),
    Page("/tables/{id}/replay", "replay.html"),
    Page("/odds", "odds.html"),
    Page("/odds/{game}", "odds.html"),
    Page("/me", "me.html"),
    Page("/records", "records.html", OVERSIGHT),
    Page("/day", "day.html", DAY_READERS),
    Page("/staff", "staff.html", OVERSIGHT),
    Page("/cage", "cage.html", CAGE_READERS),
    Page("/cage/sheet", "cage_sheet.html", CAGE_READERS),
    Page("/cage/receipts/{number}", "cage_receipt.html", CAGE_READERS),
    Page("/accounts", "accounts.html", frozenset({AccountRole.ADMINISTRATOR})),
)


class RevalidatedStaticFiles(StaticFiles):
    """Static files that the browser caches and revalidates each time: a new version is seen at once."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def render(
    request: Request, template: str, caller: Caller | None, status: int = 200, **more: Any
) -> Response:
    """The template with what every page needs."""
    try:
        page = TEMPLATES.get_template(template)
    except jinja2.TemplateNotFound:
        raise Refused("no_such_page", "There is no such page.") from None
    context: dict[str, Any] = {
        "me": tell_me(auth_of(request), caller.account, caller.session).model_dump(mode="json")
        if caller
        else None,
        "demo": auth_of(request).settings.demo,
        "path": request.path_params,
        "version": pitboss.__version__,
        "status": status,
        **more,
    }
    return HTMLResponse(page.render(context), status)


def show_error(request: Request, body: ErrorBody, status: int) -> Response:
    """An error as a page, with a link back to the lobby."""
    try:
        caller = _caller(request)
    except BadStore:
        caller = None  # the error may be that nobody can be looked up
    return render(request, "error.html", caller, status, sentence=body.sentence, clause=body.clause)


def _caller(request: Request) -> Caller | None:
    try:
        return auth_of(request).recognize(request)
    except Refused:
        return None


def _to_login(request: Request) -> RedirectResponse:
    wanted = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return RedirectResponse(f"/login?next={quote(wanted)}", 303)


def _open(request: Request, page: Page) -> Response:
    caller = _caller(request)
    if caller is None:
        return _to_login(request)
    if page.path != "/me" and (caller.account.must_change or auth_of(request).must_enroll(caller.account)):
        return RedirectResponse("/me", 303)
    if caller.role not in page.roles:
        raise Refused("not_for_you", f"{caller.role.plural} cannot open this page.")
    if page.path.startswith("/tables/{id}"):
        # a table that another server runs is opened there
        table = request.app.state.tables.find(request.path_params["id"])
        return render(request, page.template, caller, round_acts=round_acts(table.state.terms.game))
    return render(request, page.template, caller)


def _first(request: Request) -> Response:
    return RedirectResponse("/lobby" if _caller(request) else "/login", 303)


def _login(request: Request) -> Response:
    return render(request, "login.html", None)


def _serve(router: APIRouter, page: Page) -> None:
    def show(request: Request) -> Response:
        return _open(request, page)

    router.add_api_route(page.path, show, methods=["GET"], include_in_schema=False, response_model=None)


def add_pages(app: FastAPI) -> None:
    router = APIRouter()
    router.add_api_route("/", _first, methods=["GET"], include_in_schema=False, response_model=None)
    router.add_api_route("/login", _login, methods=["GET"], include_in_schema=False, response_model=None)
    for page in PAGES:
        _serve(router, page)
    app.include_router(router)
    app.include_router(assets)
    app.state.show_error = show_error
    app.mount("/static", RevalidatedStaticFiles(directory=HERE / "static", check_dir=False), name="static")
