"""The games API: what a document lets the house choose, and the figures for it."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, NamedTuple, TypeVar

from anyio import to_thread
from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field

from pitboss.games.game import Chosen, Game
from pitboss.games.vocabulary import CENTS, Value
from pitboss.table.chips import tray_denominations
from pitboss.table.notation import card_text
from pitboss.web import odds_queries
from pitboss.web.auth import Caller, LoggedIn
from pitboss.web.background_jobs import HOUSE, AskersJobs
from pitboss.web.catalogue import Catalogue, options_text
from pitboss.web.example_cards import example_cards

router = APIRouter(prefix="/games", tags=["games"])

GameName = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[a-z0-9-]+$")]
OptionChoice = Annotated[
    str, Field(min_length=3, max_length=80, pattern=r"^[A-Za-z0-9_.-]+=[A-Za-z0-9_:. -]+$")
]
OptionChoices = Annotated[
    list[OptionChoice],
    Query(
        alias="set",
        max_length=40,
        description="Options as name=value, such as decks=8; readings as reading.ID=CHOICE.",
    ),
]


class OptionOut(BaseModel):
    name: str
    label: str
    says: str
    value: Value
    value_text: str
    default: Value
    allowed: list[Value] = Field(description="The values, or with `is_range` the lowest and the highest.")
    texts: list[str] = Field(description="The allowed values in words.")
    is_range: bool
    is_money: bool = Field(description="Is the value an amount in cents?")
    allowed_text: str
    clauses: list[str]
    note: str
    chosen_by: str


class WagerOut(BaseModel):
    id: str
    name: str
    kind: str
    main: bool
    timing: str
    clauses: list[str]


class ReadingOut(BaseModel):
    id: str
    question: str
    because: str
    choice: str
    default: str
    choices: dict[str, str]
    clauses: list[str]


class GameLine(BaseModel):
    """A game as the lobby lists it."""

    game: str
    title: str
    jurisdiction: str
    document: str
    summary: str
    table_min_cents: int
    table_max_cents: int
    house_edge: float | None = Field(
        description="Of the main wager; below zero it is a player advantage; null while it is computed."
    )
    example_cards: list[str] = Field(description="A hand for a picture of the game.")


class GamesOut(BaseModel):
    games: list[GameLine]


class GameOut(GameLine):
    sha256: str
    chip_cents: int
    tray_denominations: list[int] = Field(description="Of fills and of a par, in cents, the highest first.")
    options: list[OptionOut]
    wagers: list[WagerOut]
    readings: list[ReadingOut]
    options_text: list[str] = Field(description="What the house chose, in words.")
    departures: list[str]

    @property
    def has_figures(self) -> bool:
        return self.house_edge is not None


class FiguresOut(BaseModel):
    """Figures that take a while; ask again while they are not ready."""

    ready: bool
    game: str
    sha256: str
    figures: dict[str, Any] = Field(default_factory=dict)

    @property
    def has_figures(self) -> bool:
        return self.ready


Answer = TypeVar("Answer", GameOut, FiguresOut)


def catalogue_of(request: Request) -> Catalogue:
    catalogue: Catalogue = request.app.state.catalogue
    return catalogue


def jobs_of(request: Request, caller: Caller, choices: Sequence[str]) -> AskersJobs:
    """What everybody asks for, a game as its document has it, is asked for by the house."""
    return AskersJobs(request.app.state.jobs, caller.account.id if choices else HOUSE)


MOST_WAIT_MS = 2_000
"""Less than a server that goes down waits for answers under way."""
WaitMs = Annotated[
    int, Query(ge=0, le=MOST_WAIT_MS, description="How long the answer may wait for its figures.")
]


async def when_ready(jobs: AskersJobs, wait_ms: int, look: Callable[[], Answer]) -> Answer:
    """An answer as soon as it has its figures, or as it is when the time is over."""
    over = time.monotonic() + wait_ms / 1000
    while True:
        ended = jobs.jobs.next_end
        answer = await to_thread.run_sync(look)
        left = over - time.monotonic()
        if answer.has_figures or left <= 0:
            return answer
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(ended)), left)


class FiguresAsked(NamedTuple):
    """A game with options, about which somebody asks for something that may have to be computed first."""

    game: str
    choices: list[str]
    wait_ms: int
    catalogue: Catalogue
    jobs: AskersJobs
    sweep_jobs: AskersJobs
    """For what solves many games, behind which no single one waits."""
    search_jobs: AskersJobs
    """A search takes up to a minute, and no house edge waits behind it."""

    @property
    def chosen(self) -> Game:
        return self.catalogue.game(self.game, self.choices)

    async def answer(self, jobs: AskersJobs, find: Callable[[Game], dict[str, Any] | None]) -> FiguresOut:
        def look() -> FiguresOut:
            chosen = self.chosen
            return _figures(chosen, find(chosen))

        return await when_ready(jobs, self.wait_ms, look)


def asked_figures(
    game: GameName,
    caller: LoggedIn,
    request: Request,
    choices: OptionChoices = [],  # noqa: B006
    wait_ms: WaitMs = 0,
) -> FiguresAsked:
    jobs, state = jobs_of(request, caller, choices), request.app.state
    sweeps, searches = jobs._replace(jobs=state.sweep_jobs), AskersJobs(state.search_jobs)
    return FiguresAsked(game, choices, wait_ms, catalogue_of(request), jobs, sweeps, searches)


Asked = Annotated[FiguresAsked, Depends(asked_figures)]


def _line(game: Game, jobs: AskersJobs) -> dict[str, Any]:
    limits = game.house.limits
    return {
        "game": game.id,
        "title": game.title,
        "jurisdiction": game.jurisdiction,
        "document": game.document,
        "summary": game.summary,
        "table_min_cents": limits.wager_min_cents,
        "table_max_cents": limits.wager_max_cents,
        "house_edge": odds_queries.house_edge(jobs, game),
        "example_cards": [card_text(card) for card in example_cards(game)],
    }


def _option(game: Game, chosen: Chosen) -> OptionOut:
    option = game.option(chosen.name)
    return OptionOut(
        name=chosen.name,
        label=chosen.label,
        says=chosen.says,
        value=chosen.value,
        value_text=option.tell(chosen.value),
        default=chosen.default,
        allowed=list(chosen.allowed),
        texts=[option.tell(value) for value in chosen.allowed],
        is_range=odds_queries.is_range(game, chosen),
        is_money=option.domain == CENTS,
        allowed_text=chosen.allowed_text,
        clauses=list(chosen.clauses),
        note=chosen.note,
        chosen_by=chosen.chosen_by,
    )


@router.get("")
def list_games(caller: LoggedIn, request: Request) -> GamesOut:
    """The games on offer, each with the house edge of its main wager at the document’s own options."""
    catalogue, jobs = catalogue_of(request), jobs_of(request, caller, ())
    return GamesOut(games=[GameLine(**_line(catalogue.game(name), jobs)) for name in catalogue.names])


@router.get("/{game}")
async def show_game(asked: Asked) -> GameOut:
    """A game with these options: what may be chosen, by which clause, and its house edge."""
    return await when_ready(asked.jobs, asked.wait_ms, lambda: _game(asked.chosen, asked.jobs))


def _game(chosen: Game, jobs: AskersJobs) -> GameOut:
    return GameOut(
        **_line(chosen, jobs),
        sha256=chosen.sha256,
        chip_cents=chosen.house.min_chip_cents,
        tray_denominations=list(tray_denominations(chosen.house)),
        options=[_option(chosen, option) for option in chosen.options.values()],
        wagers=[
            WagerOut(id=w.id, name=w.name, kind=w.kind, main=w.main, timing=w.timing, clauses=list(w.clauses))
            for w in chosen.wagers
        ],
        readings=[
            ReadingOut(
                id=read.id,
                question=read.part.question,
                because=read.part.because,
                choice=read.choice,
                default=read.part.default,
                choices={name: choice.says for name, choice in read.part.choices.items()},
                clauses=list(read.part.clauses),
            )
            for read in chosen.readings.values()
        ],
        options_text=options_text(chosen),
        departures=[str(departure) for departure in chosen.departures],
    )


def _figures(game: Game, figures: dict[str, Any] | None) -> FiguresOut:
    return FiguresOut(ready=figures is not None, game=game.id, sha256=game.sha256, figures=figures or {})


@router.get("/{game}/edges")
async def show_edges(asked: Asked) -> FiguresOut:
    """The house edge that each permitted value of each option would make, one option at a time."""
    jobs = asked.sweep_jobs
    return await asked.answer(
        jobs, lambda game: odds_queries.edges_by_option(jobs, asked.catalogue, game, asked.choices)
    )


@router.get("/{game}/odds")
async def show_odds(
    asked: Asked,
    exact: Annotated[bool, Query(description="The main wager as a fraction too; some seconds.")] = False,
    distribution: Annotated[
        bool,
        Query(description="Every result of a round too, alone and with each side wager; up to a minute."),
    ] = False,
) -> FiguresOut:
    """The house edge of every wager, and how each figure was computed."""
    jobs = asked.jobs
    return await asked.answer(
        jobs, lambda game: odds_queries.odds(jobs, game, exact=exact, distribution=distribution)
    )


@router.get("/{game}/strategy")
async def show_strategy(asked: Asked) -> FiguresOut:
    """The strategy charts, one for each light of the reader, with what they cost and their exceptions."""
    return await asked.answer(asked.jobs, partial(odds_queries.strategy, asked.jobs))


@router.get("/{game}/readings")
async def show_readings(asked: Asked) -> FiguresOut:
    """The house edge of every wager under each reading of the text."""
    jobs = asked.sweep_jobs
    return await asked.answer(
        jobs, lambda game: odds_queries.readings(jobs, asked.catalogue, game, asked.choices)
    )


@router.get("/{game}/published")
async def show_published(asked: Asked) -> FiguresOut:
    """Every published figure, and the combinations of readings and options that come nearest to it."""
    jobs, source = asked.search_jobs, asked.catalogue.source(asked.game)
    return await asked.answer(jobs, lambda _: odds_queries.published(jobs, source))
