"""Entries that can be corrected, as a page shows them; corrections, asked for by one person and approved."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pitboss.desk.correction import KEYED_FIELDS, Correction, is_keyed_by_house
from pitboss.desk.payloads import Corrected, PastRoundCorrected, Payload
from pitboss.desk.round_log import LoggedAct, LoggedRound
from pitboss.errors import Refused
from pitboss.games.game import Game
from pitboss.rules.cards import Light, Range
from pitboss.table import commands as c
from pitboss.table.acts import place
from pitboss.table.event_text import sentence, tell_entry, tell_value
from pitboss.table.notation import command_text
from pitboss.table.people import SEATS
from pitboss.web.auth import Caller
from pitboss.web.json_codec import command_of, plain, plain_command, shape_of
from pitboss.web.live_table import AskedCorrection, LiveTable
from pitboss.web.roles import AccountRole
from pitboss.web.round_acts import faces_of
from pitboss.web.seat_permissions import check_dealer
from pitboss.web.table_json import FIELD_LABELS, value_text

NUMBERS = frozenset({"paid_cents", "depth", "from_bottom"})
LABELS = FIELD_LABELS | {
    "box": "box",
    "seat": "seat",
    "light": "light",
    "shows": "range",
    "lane": "area",
    "blackjack": "Blackjack",
    "paid_cents": "paid, the wager included",
}


class EntryField(NamedTuple):
    """Something that was keyed: its value, and what else it can be; no values where it is a number."""

    name: str
    label: str
    value: Any
    values: tuple[tuple[Any, str], ...]


class Entry(NamedTuple):
    record: int
    act: int
    round: int
    finished: bool
    actor: str
    says: str
    command: dict[str, Any]
    fields: tuple[EntryField, ...]


def entries(table: LiveTable) -> list[Entry]:
    """What the house keyed in the last round and in this one, the latest first."""
    rounds = table.desk.last_rounds() if table.keyed else ()
    under_way = table.state.round
    shown = [entry for logged in rounds for entry in _entries(logged, under_way)]
    return shown[::-1]


def _entries(logged: LoggedRound, under_way: int) -> Iterator[Entry]:
    game = logged.start.terms.game
    for act in logged.acts:
        if act.command is None or not is_keyed_by_house(act.command):
            continue
        if fields := tuple(_fields(act.command, game)):
            yield Entry(
                act.sequence,
                act.number,
                logged.number,
                logged.number != under_way,
                act.actor,
                _says(act, game),
                plain_command(act.command),
                fields,
            )


def _says(act: LoggedAct, game: Game) -> str:
    lines = (sentence(event, game) for event in act.events)
    return next((line for line in lines if line), type(act.command).__name__)


def _fields(command: c.Command, game: Game) -> Iterator[EntryField]:
    for name in sorted(shape_of(type(command)), key=lambda name: name != "card"):
        value = getattr(command, name)
        if name not in KEYED_FIELDS or name not in LABELS or value is None:
            continue
        values = tuple((plain(one), _text(name, one)) for one in _values(name, game))
        if values or name in NUMBERS:
            yield EntryField(name, LABELS[name], plain(value), values)


def _values(name: str, game: Game) -> Iterable[Any]:
    match name:
        case "card":
            return faces_of(game)
        case "light":
            return Light
        case "shows" | "lane":
            return Range
        case "blackjack":
            return (False, True)
        case "box":
            return (0, *SEATS)
        case "seat":
            return SEATS
    return ()


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return tell_value(value)
    return place(value) if name == "box" else value_text(name, value)


def correct(caller: Caller, table: LiveTable, key: str, asked: dict[str, Any]) -> int:
    """Correct an entry; what needs approval waits for the floorperson, whose own correction approves it."""
    with table.lock:
        check_dealer(caller, table)
        try:
            return _correct(caller, table, key, asked)
        except Refused:
            last = table.last_under(key, lambda payload: _is_same(payload, asked))
            if last is None:
                raise
            return last


def _is_same(done: Payload, asked: dict[str, Any]) -> bool:
    """Is this correction, which was made before, the one that is asked for?"""
    if not isinstance(done, Corrected | PastRoundCorrected) or (done.command is None) != (
        asked["command"] is None
    ):
        return False
    leave_money = isinstance(done, PastRoundCorrected) and done.leave_money
    place = (done.record, done.act, done.why, leave_money)
    if place != (asked["record"], asked["act"], asked["why"], asked["leave_money"]):
        return False
    return done.command is None or command_of(asked["command"], done.command.by) == done.command  # type: ignore[attr-defined]


def _correct(caller: Caller, table: LiveTable, key: str, asked: dict[str, Any]) -> int:
    if not table.keyed:
        raise Refused(
            "not_keyed", "Only what a person keyed can be corrected; this table deals its own cards."
        )
    keyed = table.desk.keyed(asked["record"], asked["act"])
    given = asked["command"]
    command = None if given is None else command_of(given, keyed.by)  # type: ignore[attr-defined]
    correction = Correction(asked["record"], asked["act"], command, asked["why"], asked["leave_money"])
    if caller.role == AccountRole.FLOORPERSON:
        return _approve(caller, table, key, correction)
    try:
        return table.desk.correct(correction, by=caller.account.id, key=key).last
    except Refused as refused:
        if refused.reason != "approval_needed":
            raise
        table.ask_correction(AskedCorrection(correction, caller.account.id))
        raise Refused(refused.reason, f"{refused} It is on the floorperson’s page now.") from None


def _approve(caller: Caller, table: LiveTable, key: str, correction: Correction) -> int:
    """A floorperson's correction approves itself, and what a dealer asked for in the same words."""
    waiting = table.asked_correction
    by = waiting.account if waiting and waiting.correction == correction else caller.account.id
    approved = correction._replace(approved_by=caller.account.id)
    last = table.desk.correct(approved, by=by, key=key).last
    table.ask_correction(None)
    return last


def asked_entry(table: LiveTable) -> dict[str, Any] | None:
    """The correction that waits for approval, in words."""
    waiting = table.asked_correction
    if waiting is None:
        return None
    try:
        keyed = table.desk.keyed(waiting.correction.record, waiting.correction.act)
    except Refused:
        return None
    meant = waiting.correction.command
    return {
        "record": waiting.correction.record,
        "act": waiting.correction.act,
        "command": None if meant is None else plain_command(meant),
        "why": waiting.correction.why,
        "leave_money": waiting.correction.leave_money,
        "account": waiting.account,
        "keyed": tell_entry(command_text(keyed)),
        "meant": "" if meant is None else tell_entry(command_text(meant)),
    }
