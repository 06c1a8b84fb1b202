"""How the server says no: always a reason, a sentence, the clause, and what is allowed."""

import logging
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from pitboss.errors import BadInput, BadStore, Fenced, LostRace, Refused

STATUS = {
    "not_logged_in": 401,
    "wrong_login": 401,
    "bad_token": 401,
    "change_password_first": 403,
    "not_for_you": 403,
    "not_yours": 403,
    "foreign_origin": 403,
    "no_csrf": 403,
    "no_demo": 403,
    "no_such_table": 404,
    "no_such_account": 404,
    "no_such_token": 404,
    "no_such_round": 404,
    "no_such_game": 404,
    "no_such_paper": 404,
    "no_such_page": 404,
    "not_this_way": 405,
    "too_large": 413,
    "bad_host": 421,
    "served_elsewhere": 421,
    "bad_request": 422,
    "too_fast": 429,
    "fault": 500,
    "busy": 503,
    "store_trouble": 503,
}
MOST_BODY = 64 * 1024
TOO_LARGE = f"A request has {MOST_BODY} bytes at most."
CONFLICT = 409
"""Everything else: a well-formed request that the rules of the table or the house refuse."""


REFUSALS = (Refused, BadInput, LostRace)
Refusal = Refused | BadInput | LostRace
log = logging.getLogger("pitboss.web")


class Elsewhere(Refused):
    """Another server runs the table; clients go there."""

    def __init__(self, address: str) -> None:
        self.address = address
        super().__init__(
            "served_elsewhere", f"This table is run by another server: {address or 'ask again'}."
        )

    @property
    def is_address(self) -> bool:
        """A browser can be sent there; a program at a terminal may hold a table too, and has none."""
        return self.address.startswith(("http://", "https://"))


class ErrorBody(BaseModel):
    """What every refusal looks like."""

    reason: str = Field(max_length=60)
    sentence: str = Field(max_length=4_000)
    clause: str = Field(default="", max_length=400)
    allowed: str = Field(default="", max_length=4_000)


def error_body_of(error: Refusal) -> ErrorBody:
    if isinstance(error, Fenced):
        error = Elsewhere("")
    if isinstance(error, Elsewhere):
        return ErrorBody(reason=error.reason, sentence=error.says, allowed=error.address)
    if isinstance(error, LostRace):
        return ErrorBody(reason="busy", sentence="Others were quicker just now; try again.")
    if isinstance(error, BadStore):
        log.error("the store: %s", error)
        return ErrorBody(reason="store_trouble", sentence="The house cannot write its journal at the moment.")
    if isinstance(error, Refused):
        return ErrorBody(reason=error.reason, sentence=error.says, clause=error.clause)
    faults = error.faults
    return ErrorBody(
        reason="bad_request",
        sentence=" ".join(f"{fault.where}: {fault.says}" for fault in faults)[:4_000],
        clause=", ".join(dict.fromkeys(fault.clause for fault in faults if fault.clause))[:400],
        allowed="; ".join(fault.allowed for fault in faults if fault.allowed)[:4_000],
    )


def status_of(body: ErrorBody) -> int:
    return STATUS.get(body.reason, CONFLICT)


def answer(body: ErrorBody) -> JSONResponse:
    headers = {"Retry-After": "1"} if body.reason in ("too_fast", "busy") else None
    return JSONResponse(body.model_dump(), status_of(body), headers=headers)


def _at_a_page(request: Request) -> bool:
    return request.method == "GET" and not request.url.path.startswith("/api/")


def answer_to(request: Request, body: ErrorBody) -> Response:
    """For a program the refusal as data, for a person at a browser a page that says it."""
    show = getattr(request.app.state, "show_refusal", None)
    if show is not None and _at_a_page(request) and "text/html" in request.headers.get("accept", ""):
        page: Response = show(request, body, status_of(body))
        return page
    return answer(body)


ERROR_RESPONSES: dict[int | str, dict[str, Any]] = {"default": {"model": ErrorBody}, 422: {"model": ErrorBody}}
"""For the OpenAPI page: every route may say no in one shape."""


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, REFUSALS)
    if isinstance(error, Elsewhere) and error.is_address and _at_a_page(request):
        wanted = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return RedirectResponse(error.address + wanted, 307)
    return answer_to(request, error_body_of(error))


async def _malformed(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    told = [f"{'.'.join(str(part) for part in fault['loc'])}: {fault['msg']}" for fault in error.errors()]
    return answer(ErrorBody(reason="bad_request", sentence="; ".join(told)[:4_000]))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        answered = answer(ErrorBody(reason="not_this_way", sentence="This is not asked in this way."))
        answered.headers.update(error.headers or {})
        return answered
    if error.status_code == 413:
        return answer(ErrorBody(reason="too_large", sentence=TOO_LARGE))
    if error.status_code == 404:
        return answer_to(request, ErrorBody(reason="no_such_page", sentence="There is nothing at this address."))
    return answer(ErrorBody(reason="bad_request", sentence=str(error.detail)))


FAULT = ErrorBody(reason="fault", sentence="Something of ours broke; it has been noted.")


async def _fault(_: Request, __: Exception) -> JSONResponse:
    return answer(FAULT)


def add_error_handlers(app: FastAPI) -> None:
    """Every refusal of this app in one shape."""
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(BadInput, _refused)
    app.add_exception_handler(LostRace, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _fault)
