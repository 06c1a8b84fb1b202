"""The gaming day API: the master game report on the page, as CSV and as PDF."""

from datetime import date
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from pitboss.desk.day_csv import day_csv
from pitboss.desk.day_sheet import DaySheet, day_sheet
from pitboss.web.api.games import WaitMs, when_ready
from pitboss.web.auth import Caller, allow, auth_of
from pitboss.web.background_jobs import AskersJobs, BackgroundJobs
from pitboss.web.day_reports import DayAnswer, DayReports
from pitboss.web.roles import DAY_READERS

router = APIRouter(prefix="/day", tags=["day"])

DayReader = Annotated[Caller, allow(*DAY_READERS)]
Day = Annotated[
    date | None,
    Query(description="The gaming day, by the date on which it begins; the current one if left out."),
]
MAKING: dict[int | str, dict[str, Any]] = {202: {"description": "It is being made; ask again."}}


class ColumnOut(BaseModel):
    title: str
    align: Literal["left", "right"]
    wide: bool = Field(description="Whether it has sentences, which may be broken.")


class TableOut(BaseModel):
    id: str
    title: str
    columns: list[ColumnOut]
    rows: list[list[str]]
    note: str


class DayOut(BaseModel):
    day: str
    today: str = Field(description="The gaming day that is under way.")
    ready: bool = Field(description="False while the records are read; then there is no table yet.")
    has_theory: bool = Field(description="False while the exact figures of a game are computed.")
    read_at: str = Field(description="The report says what was recorded until then.")
    title: str = ""
    below: str = ""
    notes: list[str] = []
    tables: list[TableOut] = []
    method: list[str] = []

    @property
    def has_figures(self) -> bool:
        return self.ready


@router.get("")
async def show_day(caller: DayReader, request: Request, day: Day = None, wait_ms: WaitMs = 0) -> DayOut:
    """The master game report of a gaming day, in words."""
    reports = _reports(request)
    wanted = day or reports.today
    jobs = AskersJobs(reports.reading, caller.account.id)
    return await when_ready(jobs, wait_ms, lambda: _told(reports, wanted, caller.account.id))


def _told(reports: DayReports, day: date, asker: str) -> DayOut:
    answer, today = reports.ask(day, asker), reports.today.isoformat()
    if answer is None:
        return DayOut(day=day.isoformat(), today=today, ready=False, has_theory=False, read_at="")
    sheet = day_sheet(answer.report)
    return DayOut(
        day=day.isoformat(),
        today=today,
        ready=True,
        has_theory=answer.has_theory,
        read_at=answer.read_at.isoformat(),
        title=sheet.title,
        below=sheet.below,
        notes=list(sheet.notes),
        tables=_tables(sheet),
        method=list(sheet.method),
    )


def _tables(sheet: DaySheet) -> list[TableOut]:
    return [
        TableOut(
            id=table.id,
            title=table.title,
            columns=[ColumnOut(**column._asdict()) for column in table.columns],
            rows=[list(row) for row in table.rows],
            note=table.note,
        )
        for table in sheet.tables
    ]


@router.get("/csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}, **MAKING})
def csv_of_day(caller: DayReader, request: Request, day: Day = None) -> Response:
    """The master game report as CSV, with theory; 202 while it is being made."""
    answer = _whole(request, day, caller)
    if answer is None:
        return _making()
    return _file(answer, day_csv(answer.report).encode(), "csv", "text/csv; charset=utf-8")


@router.get("/pdf", response_class=Response, responses={200: {"content": {"application/pdf": {}}}, **MAKING})
def pdf_of_day(caller: DayReader, request: Request, day: Day = None) -> Response:
    """The master game report as PDF, with theory; 202 while it is being made."""
    answer = _whole(request, day, caller)
    if answer is None:
        return _making()
    paper_jobs: dict[str, BackgroundJobs] = request.app.state.paper_jobs
    reports, holder = _reports(request), auth_of(request).settings.holder
    printed = reports.now().astimezone(reports.days.zone).date().isoformat()
    made = paper_jobs["paper"].ask(
        f"day {answer.stamp}", lambda: _pdf(answer, printed, holder), caller.account.id
    )
    return _making() if made is None else _file(answer, made, "pdf", "application/pdf")


def _pdf(answer: DayAnswer, printed: str, holder: str) -> bytes:
    from pitboss.paper.day_report import day_report_bytes

    return day_report_bytes(day_sheet(answer.report), date=printed, holder=holder)


def _whole(request: Request, day: date | None, caller: Caller) -> DayAnswer | None:
    """The report with its theory; None while it is being made."""
    reports = _reports(request)
    answer = reports.ask(day or reports.today, caller.account.id)
    return answer if answer is not None and answer.has_theory else None


def _reports(request: Request) -> DayReports:
    reports: DayReports = request.app.state.day_reports
    return reports


def _making() -> Response:
    return JSONResponse({"ready": False}, 202, headers={"Retry-After": "1"})


def _file(answer: DayAnswer, content: bytes, ending: str, kind: str) -> Response:
    name = f"day-{answer.report.day}.{ending}"
    return Response(content, media_type=kind, headers={"Content-Disposition": f'inline; filename="{name}"'})
