"""Structured logs: every line carries the id of the request that caused it, and no line a secret."""

import json
import logging
import re
import secrets
import sys
import time
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pitboss.web.settings import Operation

REQUEST_ID_HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9._:-]{8,64}")
FIELDS = ("method", "route", "status", "reason", "table", "duration_ms")
"""What a line about a request says besides the request and the account."""
log = logging.getLogger("pitboss.requests")


@dataclass
class RequestContext:
    """The request under way; threads that work for it share it."""

    id: str
    account: str = ""


_CURRENT: ContextVar[RequestContext | None] = ContextVar("request", default=None)


def begin_request(given: str = "") -> RequestContext:
    """A new request, under its sender’s id if that is one."""
    context = RequestContext(given if WELL_FORMED.fullmatch(given) else secrets.token_hex(8))
    _CURRENT.set(context)
    return context


def note_account(id: str) -> None:
    """The request under way is this account’s."""
    context = _CURRENT.get()
    if context is not None:
        context.account = id


def current_request() -> RequestContext | None:
    return _CURRENT.get()


def log_request(begun: float, **fields: Any) -> None:
    """One line about a request that was answered."""
    if log.isEnabledFor(logging.INFO):
        duration_ms = round(1_000 * (time.perf_counter() - begun), 1)
        log.info("request", extra={**fields, "duration_ms": duration_ms})


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **request_fields(record),
        }
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


class TextFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields = " ".join(f"{name}={value}" for name, value in request_fields(record).items())
        line = f"{at} {record.levelname.lower()} {record.name}: {record.getMessage()}"
        line += f" [{fields}]" if fields else ""
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


def request_fields(record: logging.LogRecord) -> dict[str, Any]:
    told: dict[str, Any] = {}
    context = _CURRENT.get()
    if context is not None:
        told["request_id"] = context.id
        if context.account:
            told["account"] = context.account
    told.update((name, getattr(record, name)) for name in FIELDS if hasattr(record, name))
    return told


def set_up_logs(operation: Operation) -> None:
    """All logs of the server go to standard error in one form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if operation.log_format == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    is_told = operation.log_requests or operation.log_format == "json"
    log.setLevel(logging.INFO if is_told else logging.WARNING)
