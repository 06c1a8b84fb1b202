"""A table in text: a command as a word, a round as a line, a shoe as a file, a moment as a string.

docs/notation.md is the specification. Everything goes both ways and loses nothing.
"""

import re
from collections.abc import Iterable
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec
from msgspec.structs import fields

from pitboss.errors import BadInput, Fault, Refused
from pitboss.games.game import Game
from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.chips import Chips
from pitboss.table.people import DEALER, DEVICE, FLOOR, Person, player
from pitboss.table.state import Table, open_table
from pitboss.table.table import step

RANKS = "A23456789TJQK"
SUITS = "cdhs"
STAFF = {"dealer": DEALER, "floor": FLOOR, "device": DEVICE}

_NAMES = {
    c.DealCard: "deal", c.DealHole: "hole", c.TurnHole: "turn", c.InsertHole: "insert",
    c.LightRange: "light", c.AnswerBlackjack: "blackjack", c.MoveHand: "lane", c.ClearTable: "clear",
    c.PlaceWager: "bet", c.CloseBetting: "close", c.Settle: "settle", c.Insure: "insurance",
    c.TakeEvenMoney: "even", c.OfferInsurance: "offer", c.CloseInsurance: "insured", c.Decide: "decide",
    c.BurnCard: "burn", c.RemoveCover: "cover", c.CollectCards: "collect", c.ShuffleCards: "shuffle",
    c.CutCards: "cut", c.LoadShoe: "load",
}  # fmt: skip


LATER = ("chips", "back_from", "paid_cents", "from_account")
"""Values that came after shoes had been written: last, and left off where there is nothing to tell."""


def _verb(kind: type[c.Command]) -> str:
    return _NAMES.get(kind) or re.sub(r"(?<!^)([A-Z])", r"-\1", kind.__name__).lower()


VERBS: dict[str, type[c.Command]] = {_verb(kind): kind for kind in c.COMMANDS}
DECISIONS = {action.name.lower().replace("_", "-"): action for action in Action}
_WORD = re.compile(
    r"(?:(?P<who>[a-z]+\d?):)?(?P<verb>[a-z-]+)"
    r"(?:@(?P<box>-?\d{1,9})(?:\.(?P<hand>-?\d{1,9}))?)?(?:=(?P<values>\S+))?"
)


class BadNotation(BadInput):
    """Text that is no notation; says where."""

    def __init__(self, says: str) -> None:
        super().__init__([Fault("notation", says)])


# ---- cards and people


def card_text(card: Card) -> str:
    return RANKS[card.rank - 1] + SUITS[card.suit]


def parse_card(text: str) -> Card:
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        raise BadNotation(f"{text!r} is no card; a card is a rank of {RANKS} and a suit of {SUITS}.")
    return Card(RANKS.index(text[0]) + 1, SUITS.index(text[1]))


def person_text(who: Person) -> str:
    for name, person in STAFF.items():
        if who == person:
            return name
    return f"p{who.seat}"


def parse_person(text: str) -> Person:
    if text in STAFF:
        return STAFF[text]
    if not re.fullmatch(r"p\d", text):
        raise BadNotation(f"{text!r} is nobody; write p1 to p6, dealer, floor or device.")
    return player(int(text[1]))


# ---- a command as a word


class Field(NamedTuple):
    name: str
    type: Any
    default: Any


@cache
def _shape(kind: type[c.Command]) -> tuple[Field, ...]:
    hints = get_type_hints(kind)
    return tuple(Field(field.name, hints[field.name], field.default) for field in fields(kind))


def command_text(command: c.Command) -> str:
    """`p1:bet@1=ante,1000`, `deal@3.2=9c`, `hole`, `p1:double@1=500`."""
    shape = _shape(type(command))
    told = {field.name: getattr(command, field.name) for field in shape}
    defaults = {field.name: field.default for field in shape}
    who = "" if told["by"] == defaults["by"] else person_text(told["by"]) + ":"
    verb = _verb(type(command))
    if isinstance(command, c.Decide):
        verb = command.action.name.lower().replace("_", "-")
        told.pop("action")
    place = f"@{told['box']}" if "box" in told else ""
    place += f".{told['hand'] + 1}" if told.get("hand") else ""
    left_off = {"by", "box", "hand", *(name for name in LATER if told.get(name) == defaults.get(name))}
    values = [_value_text(value) for name, value in told.items() if name not in left_off]
    if isinstance(command, c.Decide) and not command.cents and not command.chips:
        values = []
    return f"{who}{_free(verb, command)}{place}" + (f"={','.join(values)}" if values else "")


def _free(verb: str, command: c.Command) -> str:
    """A decision whose name is also a command's verb is marked as a decision."""
    return f"decide-{verb}" if isinstance(command, c.Decide) and verb in VERBS else verb


def _value_text(value: Any) -> str:
    if isinstance(value, Card):
        return card_text(value)
    if isinstance(value, IntEnum):
        return value.name.lower()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "+".join(f"{stack.number}x{stack.denomination_cents}" for stack in value) or "-"
    return "-" if value is None or value == "" else str(value)


def parse_command(text: str) -> c.Command:
    word = _WORD.fullmatch(text)
    if word is None:
        raise BadNotation(f"{text!r} is no command.")
    verb = word["verb"]
    told: dict[str, Any] = {}
    action = DECISIONS.get(verb.removeprefix("decide-"))
    if verb in VERBS and verb != "decide":
        kind = VERBS[verb]
    elif action is not None:
        kind, told["action"] = c.Decide, action
    else:
        raise BadNotation(f"{text!r}: there is no act {verb!r}.")
    if word["who"]:
        told["by"] = parse_person(word["who"])
    if word["box"] is not None:
        told["box"] = int(word["box"])
    if any(field.name == "hand" for field in _shape(kind)) or word["hand"] is not None:
        told["hand"] = int(word["hand"] or 1) - 1
    return _build(kind, told, word["values"], text)


def _build(kind: type[c.Command], told: dict[str, Any], values: str | None, text: str) -> c.Command:
    placed = ("by", "box", "hand", *(("action",) if kind is c.Decide else ()))
    names = [field for field in _shape(kind) if field.name not in placed]
    given = values.split(",") if values else []
    needed = [field for field in names if field.name not in LATER]
    if not len(needed) <= len(given) <= len(names) and not (kind is c.Decide and not given):
        wanted = ", ".join(field.name for field in needed) or "nothing"
        raise BadNotation(f"{text!r}: after '=' comes {wanted}.")
    for field, value in zip(names, given, strict=False):
        told[field.name] = _parse_value(field.type, value)
    try:
        return kind(**told)
    except TypeError as error:
        raise BadNotation(f"{text!r}: {error}.") from error


def _parse_chips(text: str) -> tuple[Chips, ...]:
    stacks = [] if text == "-" else text.split("+")
    if not all(re.fullmatch(r"\d{1,9}x\d{1,9}", stack) for stack in stacks):
        raise BadNotation(
            f"{text!r} are no chips; write the number, an x and the cents of each: 2x500+1x2500."
        )
    pairs = [stack.split("x") for stack in stacks]
    return tuple(Chips(int(denomination), int(number)) for number, denomination in pairs)


def _parse_value(kind: Any, text: str) -> Any:
    if Chips in get_args(kind):
        return _parse_chips(text)
    if kind is Card or Card in get_args(kind):
        return None if text == "-" and kind is not Card else parse_card(text)
    if isinstance(kind, type) and issubclass(kind, IntEnum):
        if text.upper() not in kind.__members__:
            raise BadNotation(f"{text!r} is none of {', '.join(kind.__members__).lower()}.")
        return kind[text.upper()]
    if kind is bool:
        if text not in ("yes", "no"):
            raise BadNotation(f"{text!r} is neither yes nor no.")
        return text == "yes"
    if kind is int or int in get_args(kind):
        if text == "-" and kind is not int:
            return None
        if not re.fullmatch(r"-?\d{1,18}", text):
            raise BadNotation(f"{text!r} is no whole number.")
        return int(text)
    return "" if text == "-" else text


# ---- a round as a line, a shoe as a file


def round_text(commands: Iterable[c.Command]) -> str:
    return " ".join(command_text(command) for command in commands)


def parse_round(line: str) -> tuple[c.Command, ...]:
    return tuple(parse_command(word) for word in line.split())


class Shoe(NamedTuple):
    """Everything done at a table from one shuffle on: one line a round."""

    game: str
    sha256: str
    rounds: tuple[tuple[c.Command, ...], ...]
    choices: tuple[str, ...] = ()
    """Options and readings other than the game's defaults: `decks=8`, `reading.ID=CHOICE`."""


HEADER = "pitboss shoe 1"
LONGEST_LINE = 100_000
"""Of a recording; the acts of a round take some thousand letters."""


def shoe_text(shoe: Shoe) -> str:
    game, chosen = f"game {shoe.game} {shoe.sha256}", " ".join(("choices", *shoe.choices))
    lines = [HEADER, game, chosen, *(round_text(commands) for commands in shoe.rounds)]
    return "\n".join(lines) + "\n"


def parse_shoe(text: str) -> Shoe:
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise BadNotation(f"line {number}: it is longer than {LONGEST_LINE:,} letters.")
    if len(lines) < 3 or lines[0] != HEADER:
        raise BadNotation(f"A shoe begins with the line {HEADER!r}.")
    named = re.fullmatch(r"game (\S+) ([0-9a-f]{64})", lines[1])
    if named is None:
        raise BadNotation("The second line is: game, its name, and its hash.")
    if not lines[2].split() or lines[2].split()[0] != "choices":
        raise BadNotation("The third line is: choices, and what was chosen beside the defaults.")
    rounds = []
    for number, line in enumerate(lines[3:], 4):
        try:
            rounds.append(parse_round(line))
        except BadNotation as error:
            raise BadNotation(f"line {number}: {error.faults[0].says}") from error
    return Shoe(named[1], named[2], tuple(rounds), tuple(lines[2].split()[1:]))


def replay_shoe(shoe: Shoe, game: Game, state: Table | None = None) -> Table:
    """The table after all of it; stops at the first command that the table refuses."""
    if (game.id, game.sha256) != (shoe.game, shoe.sha256):
        raise BadNotation(f"The shoe was dealt at {shoe.game} {shoe.sha256[:12]}, not at this game.")
    state = open_table(game) if state is None else state
    for number, commands in enumerate(shoe.rounds, 1):
        for command in commands:
            try:
                _, state = step(state, command)
            except Refused as refused:
                where = f"round {number}, {command_text(command)}"
                raise BadNotation(f"{where}: {refused}") from refused
    return state


# ---- a moment as a string


@cache
def _table_types() -> dict[str, Any]:
    return {name: kind for name, kind in get_type_hints(Table).items() if name in Table.__struct_fields__}


@cache
def _table_defaults() -> dict[str, Any]:
    return {field.name: field.default for field in fields(Table) if field.name != "terms"}


def position_text(state: Table) -> str:
    """The game, its hash, and everything in which the table differs from a bare one."""
    now = {name: getattr(state, name) for name in _table_defaults()}
    told = {name: value for name, value in now.items() if value != _table_defaults()[name]}
    return f"{state.terms.game.id}/{state.terms.game.sha256[:12]} {msgspec.json.encode(told).decode()}"


def parse_position(text: str, game: Game) -> Table:
    head, _, body = text.strip().partition(" ")
    if head != f"{game.id}/{game.sha256[:12]}":
        raise BadNotation(f"This is a position of {head}, not of {game.id}/{game.sha256[:12]}.")
    try:
        told = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
        types = _table_types()
        parts = {name: msgspec.json.decode(raw, type=types[name]) for name, raw in told.items()}
    except (msgspec.MsgspecError, KeyError) as error:
        raise BadNotation(f"This is no position: {error}.") from error
    return msgspec.structs.replace(open_table(game), **parts)
