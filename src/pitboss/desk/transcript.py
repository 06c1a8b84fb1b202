"""A table's stream in short notation, a line a round, for whoever reads it without this program."""

from collections.abc import Iterable, Iterator

from pitboss.desk.payloads import Acts, Interrupted, Money, RulesChanged, TableOpened, read_payload
from pitboss.journal.records import Record
from pitboss.table import events as e
from pitboss.table.notation import command_text


def transcript(stream: str, records: Iterable[Record]) -> Iterator[str]:
    """Lines: a remark begins with #, everything else is a round of the notation."""
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
    if isinstance(payload, TableOpened):
        return f"opened, game {payload.game}, choices {_told(payload.choices)}, rules {payload.rules}"
    if isinstance(payload, RulesChanged):
        choices = f"choices {_told(payload.before)} become {_told(payload.after)}"
        return f"{choices}, rules {payload.rules}, because {payload.why}"
    if isinstance(payload, Interrupted):
        return f"round given up, because {payload.why}"
    if isinstance(payload, Money):
        act = payload.act
        told = " ".join(f"{name} {getattr(act, name)}" for name in act.__struct_fields__)
        return f"{type(act).__name__}: {told}"
    return ""


def _told(choices: tuple[str, ...]) -> str:
    return " ".join(choices) or "as the document has them"
