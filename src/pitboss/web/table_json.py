"""A table as JSON, for browsers and programs: views, options and events, each with its words."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, NamedTuple

from pitboss.desk.payloads import HOUSE_RECORD, events_of
from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_cents
from pitboss.journal.records import Record
from pitboss.rules.cards import Card, Light
from pitboss.rules.hands import dealer_total
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.acts import ACTS, DECISIONS, STEPS, act_of, due_sentence, label_of, place
from pitboss.table.event_text import LAMPS, ORDINALS, sentence, tell_card, wager_name
from pitboss.table.fold import fold
from pitboss.table.options import Choice, options
from pitboss.table.people import Person, Role
from pitboss.table.state import Stage, Table, find_box, find_player
from pitboss.table.table import step
from pitboss.table.view import NextAct, view, view_hand
from pitboss.web.json_codec import KINDS, plain, plain_choice
from pitboss.web.player_clock import after_s
from pitboss.web.settings import Pace

OWN_CHIPS = (e.SatDown, e.WentAway, e.ChipsBought)
"""What a player's stack could be counted from; told to that player and the staff only."""
PUBLIC_LINES = {
    "SatDown": "A player sits down at seat {seat}.",
    "WentAway": "The player at seat {seat} leaves.",
    "ChipsBought": "Seat {seat} buys chips.",
}
"""What everybody else is told of it."""
FIELD_LABELS = {
    "cents": "amount",
    "chips_cents": "amount",
    "card": "card",
    "depth": "cards from the top",
    "from_bottom": "cards from the bottom",
    "hour": "hour",
    "voice": "what the player says",
}
"""What a person chooses beside an act that leaves something open."""


# ---- views


def view_as_json(state: Table, who: Person) -> dict[str, Any]:
    """What this person sees, with a sentence for everything that is due."""
    seen = view(state, who)
    data: dict[str, Any] = plain(seen)
    data["next"] = [next_as_json(state, act) for act in seen.next]
    return data


def next_as_json(state: Table, act: NextAct) -> dict[str, Any]:
    """An act that must or may be done now: what the table waits for, and what is put to whoever chooses."""
    says = due_sentence(state, act.act, act.box, act.hand)
    data: dict[str, Any] = plain(act)
    return data | {"label": _next_label(act), "says": says, "ask": ACTS[act.act].ask or says}


def _next_label(act: NextAct) -> str:
    if act.act == "prepare" and act.hand in STEPS:
        return STEPS[Stage(act.hand)].label
    places = {"box": act.box, "seat": act.box, "place": place(act.box), "device": act.device or "device"}
    return ACTS[act.act].label.format_map(places)


def total_after(state: Table, event: e.Event) -> dict[str, Any]:
    """The total on the layout after a card: of the hand it came to, or the dealer's."""
    if isinstance(event, e.HoleTurned) or (isinstance(event, e.CardDealt) and event.box == 0):
        return {"shows": {"points": dealer_total(state.dealer.tally, state.house).points, "soft": False}}
    if not isinstance(event, e.CardDealt):
        return {}
    box = find_box(state, event.box)
    if box is None or event.hand >= len(box.hands):
        return {}
    hand = view_hand(state, box.hands[event.hand])
    return {"shows": {"points": hand.points, "soft": hand.soft}}


# ---- options


def options_as_json(state: Table, who: Person) -> Iterable[dict[str, Any]]:
    """What this person may do, each with its words, its key and what it adds to the layout."""
    if who.role == Role.PLAYER and not who.seat:
        return
    for choice in options(state, who).choices:
        if not isinstance(choice.command, c.SitDown):
            yield choice_as_json(state, choice) | {"cost_cents": cost(state, choice, who)}


def choice_as_json(state: Table, choice: Choice) -> dict[str, Any]:
    data = plain_choice(choice) | {
        "label": choice_label(state.terms.game, choice),
        "key": key_of(choice.command),
    }
    if choice.field:
        data["field_label"] = FIELD_LABELS.get(choice.field, choice.field)
    if "values" in data:
        data["texts"] = [value_text(choice.field, value) for value in choice.values]
    return data


def key_of(command: c.Command) -> str:
    """The key that performs it in a browser; empty for most."""
    return DECISIONS[command.action].key if isinstance(command, c.Decide) else act_of(command).key


def choice_label(game: Game, choice: Choice) -> str:
    """A choice in words, with whatever tells it from others of its kind."""
    return ", ".join([label_of(choice.command), *_details(game, choice)])


def _details(game: Game, choice: Choice) -> Iterable[str]:
    command = choice.command
    card = getattr(command, "card", None)
    if card is not None and choice.field != "card":
        yield tell_card(card)
    if hand := getattr(command, "hand", 0):
        yield f"{ORDINALS[hand]}hand"
    if wager := getattr(command, "wager", ""):
        yield wager_name(game, wager)
    match command:
        case c.DrawInError():
            yield "seen by the players" if choice.field else "face down"
        case c.ReceiveCards():
            yield f"{command.backs} backs" + (", preshuffled" if command.preshuffled else "")
        case c.SpreadIdle():
            yield f"face {'up' if command.face_up else 'down'}"
        case c.Signal():
            yield f"the hand shows: {DECISIONS[command.motion].label.lower()}"


def value_text(field: str, value: Any) -> str:
    """A value to choose, as people say it."""
    if isinstance(value, Card):
        return tell_card(value)
    if isinstance(value, Action):
        return DECISIONS[value].label
    if isinstance(value, Light):
        return LAMPS[value.name.lower()]
    if isinstance(value, IntEnum):
        return value.name.title()
    return tell_cents(value) if field.endswith("cents") else str(value)


def cost(state: Table, choice: Choice, who: Person) -> int | None:
    """The chips that leave the player's stack with this act; of an open amount the lowest."""
    if who.role != Role.PLAYER:
        return None
    before = find_player(state, who.seat)
    _, after = step(state, choice.with_value(choice.values[0]))
    left = find_player(after, who.seat)
    return before.chips_cents - left.chips_cents if before and left else None


# ---- events


class EventMessage(NamedTuple):
    """An event as JSON, and the seat whose chips it would count."""

    sequence: int
    seat: int
    data: dict[str, Any]


class RunningTotals:
    """Follows the table event by event, so that every card is told with the total it makes."""

    def __init__(self, state: Table) -> None:
        self._state: Table | None = state

    def total(self, record: Record, event: e.Event) -> dict[str, Any]:
        """What the hand shows after this card; nothing once something other than an act was written."""
        if record.kind not in KINDS and record.kind != HOUSE_RECORD:
            self._state = None
        if self._state is None:
            return {}
        self._state = fold(self._state, event)
        return total_after(self._state, event)


def events_as_json(
    record: Record, pace: Pace, game: Game, totals: RunningTotals | None = None
) -> list[EventMessage]:
    """The events of a record."""
    events = events_of(record)
    messages = [event_as_json(event, record.sequence, at, pace, game) for at, event in enumerate(events)]
    if totals is not None:
        for message, event in zip(messages, events, strict=True):
            message.data.update(totals.total(record, event))
    return messages


MESSAGE_FIELDS = frozenset({"sequence", "number", "type", "line", "after_s", "kind"})
"""What a message says beside the event's own fields."""
OWN_NAMES = {"number": "phase"}
"""Fields of events that have another name in a message, because that one is taken."""


def own_names(kind: type[e.Event]) -> set[str]:
    """What the fields of such an event are called in a message."""
    return {OWN_NAMES.get(name, name) for name in kind.__struct_fields__}


def event_as_json(event: e.Event, sequence: int, number: int, pace: Pace, game: Game) -> EventMessage:
    """`sequence` is that of the record, `number` the event's place in it, from 0."""
    data = {
        "sequence": sequence,
        "number": number,
        "type": type(event).__name__,
        **{OWN_NAMES.get(name, name): value for name, value in plain(event).items()},
        "line": sentence(event, game),
        "after_s": after_s(event, pace),
    }
    if wager := getattr(event, "wager", ""):
        data["kind"] = kind_of(game, wager)
    return EventMessage(sequence, event.seat if isinstance(event, OWN_CHIPS) else 0, data)


def kind_of(game: Game, wager: str) -> str:
    """What a wager is, whatever its document calls it; empty for one that is no longer offered."""
    return next((part.kind for part in game.wagers if part.id == wager), "")


def visible_to(message: EventMessage, who: Person) -> dict[str, Any]:
    """The event as this person may know it: nobody counts another player's stack."""
    if not message.seat or who.role != Role.PLAYER or who.seat == message.seat:
        return message.data
    public = {name: value for name, value in message.data.items() if name not in ("chips_cents", "cents")}
    return public | {"line": PUBLIC_LINES[message.data["type"]].format(seat=message.seat)}
