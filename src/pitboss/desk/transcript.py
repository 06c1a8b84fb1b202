"""A table's stream in short notation, one line for each round, readable without this program."""

from collections.abc import Callable, Iterable, Iterator

from pitboss.desk.cage_acts import CageAct, act_text
from pitboss.desk.house_entries import HOUSE
from pitboss.desk.payloads import (
    Acts,
    Corrected,
    Interrupted,
    Money,
    PastRoundCorrected,
    RulesChanged,
    TableOpened,
    read_payload,
)
from pitboss.games.vocabulary import typed
from pitboss.journal.records import Record
from pitboss.table import events as e
from pitboss.table.notation import command_text

EDITION_1_STANDARD = "as the document has them"


def transcript(stream: str, records: Iterable[Record]) -> Iterator[str]:
    """Lines: a remark begins with #, every other line is a round in notation, with the acts that hold."""
    return _lines(stream, records, _remark)


def edition_1_transcript(stream: str, records: Iterable[Record]) -> Iterator[str]:
    """The same with the remarks of edition 1, for comparison with an archive that it wrote."""
    return _lines(stream, records, _edition_1_remark)


def _lines(stream: str, records: Iterable[Record], remark_of: Callable[[object], str]) -> Iterator[str]:
    yield f"# {stream}\n"
    if stream == HOUSE:
        return
    words: list[tuple[tuple[int, int], str]] = []
    for record in records:
        payload = read_payload(record)
        if isinstance(payload, Corrected):
            yield f"# {record.time} {record.actor}: {_correction(payload)}\n"
            places = [place for place, _ in words]
            undone = (payload.record, payload.act)
            del words[places.index(undone) if undone in places else len(words) :]
        if isinstance(payload, Acts | Corrected):
            for number, act in enumerate(payload.acts):
                words.append(((record.sequence, number), command_text(act.command)))
                if any(isinstance(event, e.TableCleared) for event in act.events):
                    yield _line(words)
                    words = []
        elif remark := remark_of(payload):
            if words and not isinstance(payload, PastRoundCorrected):
                yield _line(words)
                words = []
            yield f"# {record.time} {record.actor}: {remark}\n"
    if words:
        yield _line(words)


def _line(words: list[tuple[tuple[int, int], str]]) -> str:
    return " ".join(word for _, word in words) + "\n"


def _remark(payload: object) -> str:
    match payload:
        case TableOpened():
            return f"table opened: {payload.game}, {_options(payload.choices)}, rules {payload.rules}"
        case RulesChanged():
            options = f"from {_options(payload.before)} to {_options(payload.after)}"
            return f"rules changed {options}, rules {payload.rules}; reason: {payload.why}"
        case PastRoundCorrected():
            return _correction(payload)
        case Interrupted():
            return f"round given up; reason: {payload.why}"
        case Money(act=CageAct() as act):
            return act_text(act)
    return ""


def _edition_1_remark(payload: object) -> str:
    match payload:
        case TableOpened():
            options = " ".join(payload.choices) or EDITION_1_STANDARD
            return f"opened, game {payload.game}, choices {options}, rules {payload.rules}"
        case RulesChanged():
            before, after = (" ".join(part) or EDITION_1_STANDARD for part in (payload.before, payload.after))
            return f"choices {before} become {after}, rules {payload.rules}, because {payload.why}"
        case Interrupted():
            return f"round given up, because {payload.why}"
        case Money(act=CageAct() as act):
            told = " ".join(f"{name} {getattr(act, name)}" for name in act.__struct_fields__)
            return f"{type(act).__name__}: {told}"
    return ""


def _correction(payload: Corrected | PastRoundCorrected) -> str:
    """What was keyed, and what holds instead."""
    told = payload.event if isinstance(payload, Corrected) else payload.events[0]
    if not isinstance(told, e.ActCorrected):
        raise TypeError(f"a correction begins with {type(told).__name__}")
    meant = told.meant or "struck out"
    approved = f", approved by {payload.approved_by}" if payload.approved_by else ""
    left_out = " ".join(command_text(command) for command in payload.left_out)
    without = f"; no longer holds: {left_out}" if left_out else ""
    where = f"record {payload.record}, act {payload.act + 1}"
    return f"{where}, keyed as {told.keyed}, corrected to {meant}{approved}; reason: {payload.why}{without}"


def _options(choices: tuple[str, ...]) -> str:
    return typed(" ".join(choices)) or "standard options"
