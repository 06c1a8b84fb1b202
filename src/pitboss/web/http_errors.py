"""Errors over HTTP: always a reason, a sentence, the clause, and what is allowed."""

import logging
from typing import Any

import sqlalchemy as sa
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from pitboss.errors import BadInput, BadStore, Fault, FaultyRecord, Fenced, LostRace, Refused
from pitboss.web.store_outage import STORE_OUTAGES

STATUS = {
    "not_logged_in": 401,
    "wrong_login": 401,
    "bad_token": 401,
    "code_needed": 401,
    "wrong_code": 401,
    "change_password_first": 403,
    "second_factor_first": 403,
    "not_assigned": 403,
    "automatic_table": 403,
    "own_request": 403,
    "not_for_you": 403,
    "not_yours": 403,
    "foreign_origin": 403,
    "no_csrf": 403,
    "no_demo": 403,
    "no_such_table": 404,
    "no_such_account": 404,
    "no_such_token": 404,
    "no_such_assignment": 404,
    "no_such_approval": 404,
    "no_such_slip": 404,
    "no_such_box": 404,
    "no_such_receipt": 404,
    "no_such_round": 404,
    "no_such_incident": 404,
    "no_such_shoe": 404,
    "no_such_game": 404,
    "no_such_paper": 404,
    "no_such_page": 404,
    "method_not_allowed": 405,
    "too_large": 413,
    "bad_host": 421,
    "served_elsewhere": 421,
    "bad_request": 422,
    "too_slow": 408,
    "too_fast": 429,
    "too_many_waiting": 429,
    "locked_out": 429,
    "fault": 500,
    "busy": 503,
    "going_away": 503,
    "store_trouble": 503,
}
STORE_TROUBLE = (
    "The journal cannot be used at the moment. If something was to be done, it is not known yet whether "
    "it was. Send the same request again, with the same key."
)
SENTENCE = "sentence"
"""The kind of a fault in a request whose message says for people what is wrong, and needs no place."""
CONFLICT = 409
"""Everything else: a well-formed request that the rules do not allow."""


REFUSALS = (Refused, BadInput, LostRace, FaultyRecord, sa.exc.IntegrityError, sa.exc.TimeoutError)
Refusal = Refused | BadInput | LostRace | FaultyRecord | sa.exc.IntegrityError | sa.exc.TimeoutError
"""What is answered in words: refusals, and everything by which a store can fail."""
RETRIED = {"too_fast": 1, "too_many_waiting": 2, "busy": 1, "store_trouble": 2, "going_away": 1}
"""Seconds after which it makes sense to ask again."""
log = logging.getLogger("pitboss.web")


class Elsewhere(Refused):
    """Another server runs the table; clients are sent there."""

    def __init__(self, address: str) -> None:
        self.address = address
        super().__init__(
            "served_elsewhere",
            f"This table runs on another server: {address}."
            if address
            else "This table runs on another server.",
        )

    @property
    def is_address(self) -> bool:
        """Can a browser be sent there? A terminal that runs a table has no address."""
        return self.address.startswith(("http://", "https://"))


class ErrorBody(BaseModel):
    """The body of every error."""

    reason: str = Field(max_length=60)
    sentence: str = Field(max_length=4_000)
    clause: str = Field(default="", max_length=400)
    allowed: str = Field(default="", max_length=4_000)


def error_body_of(error: Refusal) -> ErrorBody:
    if isinstance(error, Fenced):
        error = Elsewhere("")
    if isinstance(error, Elsewhere):
        return ErrorBody(reason=error.reason, sentence=error.says, allowed=error.address)
    if isinstance(error, LostRace | sa.exc.IntegrityError):
        return ErrorBody(reason="busy", sentence="Somebody else acted first. Try again.")
    if isinstance(error, BadStore | sa.exc.TimeoutError):
        STORE_OUTAGES.note(error, "a request")
        return ErrorBody(reason="store_trouble", sentence=STORE_TROUBLE)
    if isinstance(error, FaultyRecord):
        log.error("store: %s", error)
        return ErrorBody(reason="store_trouble", sentence=STORE_TROUBLE)
    if isinstance(error, Refused):
        return ErrorBody(reason=error.reason, sentence=error.says, clause=error.clause)
    faults = error.faults
    return ErrorBody(
        reason="bad_request",
        sentence=" ".join(map(fault_sentence, faults))[:4_000],
        clause=", ".join(dict.fromkeys(fault.clause for fault in faults if fault.clause))[:400],
        allowed="; ".join(fault.allowed for fault in faults if fault.allowed)[:4_000],
    )


def too_large(limit_kib: int) -> str:
    return f"The request is too large: {limit_kib} KiB is the limit."


def fault_sentence(fault: Fault) -> str:
    """A fault in words: what was typed after --set is not repeated, because its sentence names the option."""
    if fault.where.startswith("--set"):
        return fault.says[:1].upper() + fault.says[1:]
    return f"{fault.where}: {fault.says}"


def status_of(body: ErrorBody) -> int:
    return STATUS.get(body.reason, CONFLICT)


def answer(body: ErrorBody) -> JSONResponse:
    after_s = RETRIED.get(body.reason)
    headers = {"Retry-After": str(after_s)} if after_s else None
    return JSONResponse(body.model_dump(), status_of(body), headers=headers)


def _at_a_page(request: Request) -> bool:
    return request.method == "GET" and not request.url.path.startswith("/api/")


def answer_to(request: Request, body: ErrorBody) -> Response:
    """JSON for a program, a page for a person at a browser."""
    show = getattr(request.app.state, "show_error", None)
    if show is not None and _at_a_page(request) and "text/html" in request.headers.get("accept", ""):
        page: Response = show(request, body, status_of(body))
        return page
    return answer(body)


ERROR_RESPONSES: dict[int | str, dict[str, Any]] = {
    "default": {"model": ErrorBody},
    422: {"model": ErrorBody},
}
"""For OpenAPI: every route has the same error body."""


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, REFUSALS)
    if isinstance(error, Elsewhere) and error.is_address and _at_a_page(request):
        wanted = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return RedirectResponse(error.address + wanted, 307)
    return answer_to(request, error_body_of(error))


async def _malformed(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    told = [fault["msg"] for fault in error.errors() if fault["type"] == SENTENCE]
    faults = [f"{'.'.join(str(part) for part in fault['loc'])}: {fault['msg']}" for fault in error.errors()]
    sentence = " ".join(dict.fromkeys(told)) or "; ".join(faults)
    return answer(ErrorBody(reason="bad_request", sentence=sentence[:4_000]))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        answered = answer(
            ErrorBody(reason="method_not_allowed", sentence="This address does not accept this method.")
        )
        answered.headers.update(error.headers or {})
        return answered
    if error.status_code == 413:
        return answer(
            ErrorBody(reason="too_large", sentence=too_large(request.app.state.settings.clients.body_kib))
        )
    if error.status_code == 404:
        return answer_to(request, ErrorBody(reason="no_such_page", sentence="There is no such page."))
    return answer(ErrorBody(reason="bad_request", sentence=str(error.detail)))


FAULT = ErrorBody(reason="fault", sentence="The server made an error. It has been logged.")


async def _fault(_: Request, __: Exception) -> JSONResponse:
    return answer(FAULT)


def add_error_handlers(app: FastAPI) -> None:
    """Every error of this app in one shape."""
    for refusal in REFUSALS:
        app.add_exception_handler(refusal, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _fault)
