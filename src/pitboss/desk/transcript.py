"""A table's stream in short notation, one line for each round, readable without this program."""

from collections.abc import Iterable, Iterator

from pitboss.desk.bank import CageAct, act_text
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


def transcript(stream: str, records: Iterable[Record]) -> Iterator[str]:
    """Lines: a remark begins with #, every other line is a round in notation."""
    yield f"# {stream}\n"
    words: list[str] = []
    for record in records:
        payload = read_payload(record)
        if isinstance(payload, Acts):
            for act in payload.acts:
                words.append(command_text(act.command))
                if any(isinstance(event, e.TableCleared) for event in act.events):
                    yield " ".join(words) + "\n"
                    words = []
        elif remark := _remark(payload):
            if words:
                yield " ".join(words) + "\n"
                words = []
            yield f"# {record.time} {record.actor}: {remark}\n"
    if words:
        yield " ".join(words) + "\n"


def _remark(payload: object) -> str:
    match payload:
        case TableOpened():
            return f"table opened: {payload.game}, {_options(payload.choices)}, rules {payload.rules}"
        case RulesChanged():
            options = f"from {_options(payload.before)} to {_options(payload.after)}"
            return f"rules changed {options}, rules {payload.rules}; reason: {payload.why}"
        case Corrected() | PastRoundCorrected():
            return _correction(payload)
        case Interrupted():
            return f"round given up; reason: {payload.why}"
        case Money(act=CageAct() as act):
            return act_text(act)
    return ""


def _correction(payload: Corrected | PastRoundCorrected) -> str:
    """Both versions: what was keyed is above, and here is what holds instead."""
    meant = command_text(payload.command) if payload.command is not None else "struck out"
    approved = f", approved by {payload.approved_by}" if payload.approved_by else ""
    again = " ".join(command_text(act.command) for act in payload.acts)
    place = f"record {payload.record}, act {payload.act + 1}"
    return (
        f"{place} corrected to {meant}{approved}; reason: {payload.why}; from there: {again or 'nothing yet'}"
    )


def _options(choices: tuple[str, ...]) -> str:
    return typed(" ".join(choices)) or "standard options"
