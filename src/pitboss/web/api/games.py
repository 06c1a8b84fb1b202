"""The games: what a document lets the house choose, and what the analyst finds for it."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from pitboss.games.game import Chosen, Game
from pitboss.games.vocabulary import Value
from pitboss.web import odds_queries
from pitboss.web.auth import LoggedIn
from pitboss.web.background_jobs import BackgroundJobs
from pitboss.web.catalogue import Catalogue

router = APIRouter(prefix="/games", tags=["games"])

GameName = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[a-z0-9-]+$")]
OptionChoice = Annotated[str, Field(min_length=3, max_length=80, pattern=r"^[A-Za-z0-9_.]+=[A-Za-z0-9_:. -]+$")]
OptionChoices = Annotated[list[OptionChoice], Query(alias="set", max_length=40, description="decks=8, reading.D1=R2, …")]


class OptionOut(BaseModel):
    name: str
    says: str
    value: Value
    default: Value
    allowed: list[Value] = Field(description="The values, or with `is_range` the least and the greatest.")
    is_range: bool
    allowed_text: str
    clauses: list[str]
    note: str
    chosen_by: str


class WagerOut(BaseModel):
    id: str
    name: str
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
    least_wager_cents: int
    greatest_wager_cents: int
    hold: float | None = Field(description="House edge of the main wager; null while it is worked out.")


class GamesOut(BaseModel):
    games: list[GameLine]


class GameOut(GameLine):
    sha256: str
    chip_cents: int
    options: list[OptionOut]
    wagers: list[WagerOut]
    readings: list[ReadingOut]
    departures: list[str]


class FiguresOut(BaseModel):
    """What the analyst found; ask again while it is not ready."""

    ready: bool
    game: str
    sha256: str
    found: dict[str, Any] = Field(default_factory=dict)


def catalogue_of(request: Request) -> Catalogue:
    catalogue: Catalogue = request.app.state.catalogue
    return catalogue


def jobs_of(request: Request) -> BackgroundJobs:
    jobs: BackgroundJobs = request.app.state.jobs
    return jobs


def _line(game: Game, jobs: BackgroundJobs) -> dict[str, Any]:
    limits = game.house.limits
    return {
        "game": game.id,
        "title": game.title,
        "jurisdiction": game.jurisdiction,
        "document": game.document,
        "summary": game.summary,
        "least_wager_cents": limits.wager_min_cents,
        "greatest_wager_cents": limits.wager_max_cents,
        "hold": odds_queries.hold(jobs, game),
    }


def _option(chosen: Chosen) -> OptionOut:
    return OptionOut(
        name=chosen.name,
        says=chosen.says,
        value=chosen.value,
        default=chosen.default,
        allowed=list(chosen.allowed),
        is_range=odds_queries.is_range(chosen),
        allowed_text=chosen.allowed_text,
        clauses=list(chosen.clauses),
        note=chosen.note,
        chosen_by=chosen.chosen_by,
    )


@router.get("")
def list_games(_: LoggedIn, request: Request) -> GamesOut:
    """The games on offer, each with the hold of its main wager as the document has it."""
    catalogue, jobs = catalogue_of(request), jobs_of(request)
    return GamesOut(games=[GameLine(**_line(catalogue.game(name), jobs)) for name in catalogue.names])


@router.get("/{game}")
def show_game(game: GameName, _: LoggedIn, request: Request, choices: OptionChoices = []) -> GameOut:  # noqa: B006
    """A game with these options: what may be chosen, by which clause, and what it holds."""
    found = catalogue_of(request).game(game, choices)
    return GameOut(
        **_line(found, jobs_of(request)),
        sha256=found.sha256,
        chip_cents=found.house.min_chip_cents,
        options=[_option(chosen) for chosen in found.options.values()],
        wagers=[
            WagerOut(id=w.id, name=w.name, main=w.main, timing=w.timing, clauses=list(w.clauses))
            for w in found.wagers
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
            for read in found.readings.values()
        ],
        departures=[str(departure) for departure in found.departures],
    )


def _figures(game: Game, found: dict[str, Any] | None) -> FiguresOut:
    return FiguresOut(ready=found is not None, game=game.id, sha256=game.sha256, found=found or {})


@router.get("/{game}/holds")
def show_holds(game: GameName, _: LoggedIn, request: Request, choices: OptionChoices = []) -> FiguresOut:  # noqa: B006
    """What each permitted value of each option would make of the hold, one at a time."""
    catalogue = catalogue_of(request)
    found = catalogue.game(game, choices)
    return _figures(found, odds_queries.holds(jobs_of(request), catalogue, found, choices))


@router.get("/{game}/odds")
def show_odds(game: GameName, _: LoggedIn, request: Request, choices: OptionChoices = []) -> FiguresOut:  # noqa: B006
    """The edge of every wager, with how each was found."""
    found = catalogue_of(request).game(game, choices)
    return _figures(found, odds_queries.odds(jobs_of(request), found))


@router.get("/{game}/strategy")
def show_strategy(game: GameName, _: LoggedIn, request: Request, choices: OptionChoices = []) -> FiguresOut:  # noqa: B006
    """The strategy chart, one a light, with its cost and the exceptions."""
    found = catalogue_of(request).game(game, choices)
    return _figures(found, odds_queries.strategy(jobs_of(request), found))


@router.get("/{game}/readings")
def show_readings(game: GameName, _: LoggedIn, request: Request, choices: OptionChoices = []) -> FiguresOut:  # noqa: B006
    """What each reading of the text is worth."""
    catalogue = catalogue_of(request)
    found = catalogue.game(game, choices)
    return _figures(found, odds_queries.readings(jobs_of(request), catalogue, found, choices))
