"""A table's stream in short notation, one line for each round, readable without this program."""

from collections.abc import Iterable, Iterator

from pitboss.desk.bank import CageAct, act_text
from pitboss.desk.house_book import HOUSE
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
    """Lines: a remark begins with #, every other line is a round in notation, with the acts that hold."""
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
        elif remark := _remark(payload):
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


def _correction(payload: Corrected | PastRoundCorrected) -> str:
    """What was keyed, and what holds instead."""
    told = payload.event if isinstance(payload, Corrected) else payload.events[0]
    assert isinstance(told, e.ActCorrected)
    meant = told.meant or "struck out"
    approved = f", approved by {payload.approved_by}" if payload.approved_by else ""
    left_out = " ".join(command_text(command) for command in payload.left_out)
    without = f"; no longer holds: {left_out}" if left_out else ""
    where = f"record {payload.record}, act {payload.act + 1}"
    return f"{where}, keyed as {told.keyed}, corrected to {meant}{approved}; reason: {payload.why}{without}"


def _options(choices: tuple[str, ...]) -> str:
    return typed(" ".join(choices)) or "standard options"
