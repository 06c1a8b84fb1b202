"""A Rules Submission: a file with every choice that the document leaves to the house, and its checks."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pitboss.errors import BadInput, Fault
from pitboss.games.game import Chosen, Game
from pitboss.games.load import load_game
from pitboss.games.toml_text import parse_toml
from pitboss.games.vocabulary import Value
from pitboss.paper.felt_wording import is_payout_duty

VERSION = 1
LAYOUT, SIGN = "layout", "sign"
Section = Literal["choices", "layout"]


@dataclass(frozen=True)
class Question:
    """One choice: the question, its clauses, and the answers permitted."""

    section: Section
    key: str
    label: str
    asks: str
    allowed: str
    suggested: str
    """What the game file uses until somebody chooses; nobody has approved it."""
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Submission:
    game: str
    holder: str
    choices: Mapping[str, Value] = field(default_factory=dict)
    layout: Mapping[str, str] = field(default_factory=dict)
    """For each inscription that may be on a sign instead: where it is, by clause."""
    readings: Mapping[str, str] = field(default_factory=dict)
    """Readings chosen differently from the game file."""

    @property
    def as_set(self) -> tuple[str, ...]:
        """The choices as the command line takes them."""
        chosen = [f"{name}={_typed(value)}" for name, value in self.choices.items()]
        return (*chosen, *(f"reading.{id}={choice}" for id, choice in self.readings.items()))

    @property
    def to_sign(self) -> tuple[str, ...]:
        return tuple(clause for clause, where in self.layout.items() if where == SIGN)

    def load(self) -> Game:
        return load_game(self.game, choose=self.as_set)


def _typed(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def questions(game: Game) -> tuple[Question, ...]:
    """Everything that the document leaves to the house, options first."""
    return (*_option_questions(game), *_layout_questions(game))


def is_choice(chosen: Chosen) -> bool:
    """Whether the document permits more than one value."""
    return len(set(chosen.allowed)) > 1


def _option_questions(game: Game) -> Iterator[Question]:
    for name, chosen in game.options.items():
        if is_choice(chosen):
            asks = f"{chosen.says}; {chosen.note}" if chosen.note else chosen.says
            suggested = game.option(name).tell(chosen.default)
            yield Question(
                "choices", name, chosen.label, asks, chosen.allowed_text, suggested, chosen.clauses
            )


def _layout_questions(game: Game) -> Iterator[Question]:
    for part in game.inscriptions:
        if part.or_sign:
            what = f"the {part.text}" if is_payout_duty(part) else f"“{part.text}”"
            label = f"Layout or sign: {what}"
            yield Question(
                "layout", part.clauses[0], label, f"whether the layout or a sign shows {what}",
                 f"{LAYOUT}, {SIGN}", LAYOUT,
                tuple(part.clauses),
            )  # fmt: skip


def is_answered(submission: Submission, question: Question) -> bool:
    return question.key in getattr(submission, question.section)


# ---- the file


def write_submission(submission: Submission, game: Game) -> str:
    """The file with every question; an open question is a comment."""
    lines = [
        "# Rules Submission. One line for each choice that the document leaves to the house;",
        "# remove the # in front of a choice to make it. `pitboss submission check` lists what is missing.",
        f"submission = {VERSION}",
        f"game = {json.dumps(submission.game)}",
        f"holder = {json.dumps(submission.holder, ensure_ascii=False)}",
    ]
    sections: tuple[Section, ...] = ("choices", "layout")
    for section in sections:
        lines += ["", f"[{section}]"]
        for question in questions(game):
            if question.section == section:
                lines += _lines_of(submission, question)
    lines += ["", "# Readings chosen differently from the game file, by id.", "[readings]"]
    lines += [f"{id} = {json.dumps(choice)}" for id, choice in submission.readings.items()]
    return "\n".join(lines) + "\n"


def _lines_of(submission: Submission, question: Question) -> list[str]:
    chosen = getattr(submission, question.section).get(question.key)
    key = question.key if question.section == "choices" else json.dumps(question.key)
    about = f"# {', '.join(question.clauses)}: {question.asks}. Allowed: {question.allowed}."
    return [about, f"{key} = {json.dumps(chosen)}" if chosen is not None else f"# {key} = "]


def parse_submission(text: str, label: str, beside: Path | None = None) -> Submission:
    """Read a file and report all its faults at once; a game file may be in its folder or the current one."""
    data = _toml(text, label)
    game = data.get("game")
    faults = list(_shape_faults(data, label))
    if not isinstance(game, str) or faults:
        raise BadInput(faults)
    if beside is not None and game.endswith(".toml") and (beside / game).is_file():
        game = str(beside / game)
    plain = load_game(game)
    submission = Submission(
        game=game,
        holder=data["holder"],
        choices=data.get("choices", {}),
        layout=data.get("layout", {}),
        readings=data.get("readings", {}),
    )
    faults += _missing(submission, plain, label)
    faults += _wrong_layout(submission, plain, label)
    faults += _refused(submission, label)
    if faults:
        raise BadInput(faults)
    return submission


def _toml(text: str, label: str) -> dict[str, Any]:
    try:
        return parse_toml(text)
    except ValueError as error:
        raise BadInput([Fault(label, f"is not TOML: {error}.")]) from error


def _shape_faults(data: dict[str, Any], label: str) -> Iterator[Fault]:
    if data.get("submission") != VERSION:
        yield Fault(f"{label}: submission", "this is no Rules Submission of a known version.", str(VERSION))
    if not isinstance(data.get("game"), str):
        yield Fault(
            f"{label}: game", "the submission does not name its game.", "a known game, or a game file"
        )
    holder = data.get("holder")
    if not isinstance(holder, str) or not holder.strip() or not holder.isprintable():
        yield Fault(f"{label}: holder", "the holder is not named.", "a name that can be printed")
    for section in ("choices", "layout", "readings"):
        content = data.get(section, {})
        if not isinstance(content, dict):
            yield Fault(f"{label}: {section}", "must be a table of choices.")
        elif any(isinstance(value, dict | list | float) for value in content.values()):
            yield Fault(f"{label}: {section}", "a choice is a word, a number, true or false.")
    unknown = set(data) - {"submission", "game", "holder", "choices", "layout", "readings"}
    if unknown:
        yield Fault(label, f"has entries that no submission has: {', '.join(sorted(unknown))}.")


def _missing(submission: Submission, game: Game, label: str) -> Iterator[Fault]:
    for question in questions(game):
        if not is_answered(submission, question):
            yield Fault(
                f"{label}: {question.section}.{question.key}", f"not chosen: {question.asks}.",
                question.allowed, ", ".join(question.clauses),
            )  # fmt: skip


def _wrong_layout(submission: Submission, game: Game, label: str) -> Iterator[Fault]:
    known = {question.key: question for question in questions(game) if question.section == "layout"}
    for key, value in submission.layout.items():
        where = f"{label}: layout.{key}"
        if key not in known:
            yield Fault(where, "is no inscription that may be on a sign.", ", ".join(known) or "none")
        elif value not in (LAYOUT, SIGN):
            yield Fault(where, f"“{value}” is not a place for it.", known[key].allowed, key)


def _refused(submission: Submission, label: str) -> list[Fault]:
    """What the document does not permit."""
    try:
        submission.load()
    except BadInput as error:
        return [
            fault._replace(where=f"{label}: {fault.where.removeprefix('--set ')}") for fault in error.faults
        ]
    return []
