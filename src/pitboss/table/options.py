"""What somebody may do now: an object to iterate, count, ask with `in`, and print.

A choice is a command with one field left open and the values it may take, so that a thousand stakes
are one line. A command is among the options exactly when `decide` accepts it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.rules.cards import KING, Card, Light, Range
from pitboss.rules.player import Action
from pitboss.rules.stakes import least_added, most_double, most_insurance
from pitboss.table import commands as c
from pitboss.table.betting import MOST_CHIPS_CENTS
from pitboss.table.chips import chips_cents, denominations
from pitboss.table.due import due
from pitboss.table.people import SEATS, Person
from pitboss.table.shuffling import BACKS, MOST_HOURS, cover_bounds, least_cut
from pitboss.table.state import Hand, Stage, Table, copies_of, face_index, find_player
from pitboss.table.table import step

FACES = tuple(Card(rank, suit) for rank in range(1, KING + 1) for suit in range(4))


class Choice:
    """A command with one open field; an empty field name stands for the command alone."""

    def __init__(self, command: c.Command, field: str = "", values: Sequence[Any] = (None,)) -> None:
        self.command = command
        self.field = field
        self.values = values

    def with_value(self, value: Any) -> c.Command:
        if not self.field:
            return self.command
        return replace(self.command, **{self.field: value})

    def __iter__(self) -> Iterator[c.Command]:
        return (self.with_value(value) for value in self.values)

    def __len__(self) -> int:
        return len(self.values)

    def __contains__(self, command: object) -> bool:
        if type(command) is not type(self.command):
            return False
        if not self.field:
            return command == self.command
        value = getattr(command, self.field)
        return value in self.values and self.with_value(value) == command

    def __str__(self) -> str:
        hidden = ("by", self.field)
        told = _fields(self.command)
        words = [
            f"{name} {_tell(value)}" for name, value in told.items() if name not in hidden and value != ()
        ]
        if self.field:
            words.append(f"{self.field} {_tell_values(self.values)}")
        return " ".join([type(self.command).__name__, *words])


def _fields(command: c.Command) -> dict[str, Any]:
    return {name: getattr(command, name) for name in command.__struct_fields__}


def _tell(value: Any) -> str:
    return getattr(value, "name", None) or str(value)


def _tell_values(values: Sequence[Any]) -> str:
    if len(values) > 6:
        step = f" by {values.step}" if isinstance(values, range) and values.step > 1 else ""
        return f"{_tell(values[0])} to {_tell(values[-1])}{step}"
    return ", ".join(_tell(value) for value in values)


MOST_PAID = MOST_CHIPS_CENTS + 1


class Options:
    """Stakes are listed as amounts; the same stake laid out in any chips of the table is among them too."""

    def __init__(self, choices: Sequence[Choice], chips_of_table: Sequence[int] = ()) -> None:
        self.choices = tuple(choices)
        self._chips_of_table = chips_of_table

    def __iter__(self) -> Iterator[c.Command]:
        return (command for choice in self.choices for command in choice)

    def __len__(self) -> int:
        return sum(len(choice) for choice in self.choices)

    def __bool__(self) -> bool:
        return bool(self.choices)

    def __contains__(self, command: object) -> bool:
        plain = self._as_amount(command)
        return any(plain in choice for choice in self.choices)

    def _as_amount(self, command: object) -> object:
        if isinstance(command, c.Settle) and command.paid_cents is not None:
            return replace(command, paid_cents=None) if command.paid_cents in range(MOST_PAID) else None
        if not isinstance(command, c.PlaceWager | c.Insure | c.Decide) or not command.chips:
            return command
        cents = chips_cents(command.chips, self._chips_of_table)
        return replace(command, cents=cents, chips=()) if cents and command.cents in (0, cents) else None

    def __str__(self) -> str:
        return "\n".join(str(choice) for choice in self.choices)


def options(state: Table, who: Person) -> Options:
    """Every command that this person may give now."""
    candidates = (choice for choice in _candidates(state, who) if choice.values)
    accepted = [choice for choice in candidates if _accepts(state, choice)]
    return Options(accepted, denominations(state.house))


def _accepts(state: Table, choice: Choice) -> bool:
    try:
        step(state, choice.with_value(choice.values[0]))
    except Refused:
        return False
    return True


def _candidates(state: Table, who: Person) -> Iterator[Choice]:
    for kind, makes in _MAKES.items():
        if who.role in kind.roles:
            yield from makes(state, who)


# ---- the values a field may take


def _chip_amounts(state: Table, least: int, most: int) -> range:
    chip = state.house.min_chip_cents
    return range(-(-least // chip) * chip, most + 1, chip)


def _chips_of(state: Table, seat: int) -> int:
    patron = find_player(state, seat)
    return patron.chips_cents if patron else 0


def _added(state: Table, most: int, seat: int) -> list[Sequence[int]]:
    """Amounts up to a limit that need not itself be made of chips."""
    have = _chips_of(state, seat)
    least = least_added(state.house)
    amounts: list[Sequence[int]] = [_chip_amounts(state, least, min(most, have))]
    if most % state.house.min_chip_cents and least <= most <= have:
        amounts.append((most,))
    return amounts


def _faces(state: Table) -> tuple[Card, ...]:
    if state.held is not None and state.held.card is not None:
        return (state.held.card,)
    return _unseen(state)


def _unseen(state: Table) -> tuple[Card, ...]:
    return tuple(face for face in FACES if state.seen[face_index(face)] < copies_of(state, face))


def _one_by_one(make: Callable[[Any], c.Command], values: Sequence[Any]) -> Iterator[Choice]:
    return (Choice(make(value)) for value in values)


# ---- candidates by kind of command


def _place_wagers(state: Table, who: Person) -> Iterator[Choice]:
    limits, have = state.house.limits, _chips_of(state, who.seat)
    stakes = _chip_amounts(state, limits.wager_min_cents, min(limits.wager_max_cents, have))
    for box in SEATS:
        yield Choice(c.PlaceWager(who, box, state.terms.main, 0), "cents", stakes)
    for other in state.boxes:
        most = min(limits.side_max_cents, have)
        if limits.side_up_to_main:
            most = min(most, other.initial_cents)
        for side in state.terms.sides:
            sides = _chip_amounts(state, limits.side_min_cents, most)
            yield Choice(c.PlaceWager(who, other.number, side, 0), "cents", sides)


def _call_wagers(state: Table, who: Person) -> Iterator[Choice]:
    limits = state.house.limits
    stakes = _chip_amounts(state, limits.wager_min_cents, limits.wager_max_cents)
    return (Choice(c.CallWager(who, box, 0), "cents", stakes) for box in SEATS)


def _take_back(state: Table, who: Person) -> Iterator[Choice]:
    for box in state.boxes:
        for wager in (state.terms.main, *state.terms.sides):
            yield Choice(c.TakeBackWager(who, box.number, wager))


def _insure(state: Table, who: Person) -> Iterator[Choice]:
    for box in state.boxes:
        for amounts in _added(state, most_insurance(box.initial_cents, state.house), who.seat):
            yield Choice(c.Insure(who, box.number, 0), "cents", amounts)


def _own_hands(state: Table, who: Person) -> Iterator[tuple[int, int, Hand]]:
    """Nobody decides on another's hand."""
    for box in state.boxes:
        if box.seat == who.seat:
            yield from ((box.number, number, hand) for number, hand in enumerate(box.hands))


def _decide(state: Table, who: Person) -> Iterator[Choice]:
    for box, number, hand in _own_hands(state, who):
        for action in Action:
            if action == Action.DOUBLE:
                for amounts in _added(state, most_double(hand.original_cents), who.seat):
                    yield Choice(c.Decide(who, box, action, number), "cents", amounts)
            else:
                yield Choice(c.Decide(who, box, action, number))


def _signal(state: Table, who: Person) -> Iterator[Choice]:
    if "hand_signals" not in state.terms.procedures:
        return
    for box, number, _ in _own_hands(state, who):
        for motion in Action:
            yield Choice(c.Signal(who, box, number, motion, motion), "voice", tuple(Action))


def _deal(state: Table, who: Person) -> Iterator[Choice]:
    wanted = due(state)
    if wanted is not None and wanted.act == "card":
        yield Choice(c.DealCard(wanted.box, FACES[0], wanted.hand, who), "card", _faces(state))


def _settle(state: Table, who: Person) -> Iterator[Choice]:
    for box in state.boxes:
        for number in range(len(box.hands)):
            yield Choice(c.Settle(box.number, number, "", who))
        for wager in (*filter(None, (state.terms.insurance,)), *state.terms.sides):
            yield Choice(c.Settle(box.number, 0, wager, who))


def _at_hands(kind: Any) -> Callable[[Table, Person], Iterator[Choice]]:
    def make(state: Table, who: Person) -> Iterator[Choice]:
        for box in state.boxes:
            for number in range(len(box.hands)):
                yield Choice(kind(by=who, box=box.number, hand=number))

    return make


def _pass_over(state: Table, who: Person) -> Iterator[Choice]:
    yield Choice(c.PassOver(0, 0, who))
    for box in state.boxes:
        for number in range(len(box.hands)):
            yield Choice(c.PassOver(box.number, number, who))


def _at_boxes(kind: Any) -> Callable[[Table, Person], Iterator[Choice]]:
    return lambda state, who: (Choice(kind(by=who, box=box.number)) for box in state.boxes)


def _at_seats(kind: Any) -> Callable[[Table, Person], Iterator[Choice]]:
    return lambda _, who: (Choice(kind(by=who, seat=seat)) for seat in SEATS)


def _plain(kind: Any) -> Callable[[Table, Person], Iterator[Choice]]:
    return lambda _, who: iter((Choice(kind(by=who)),))


def _each(kind: Any, field: str, values: Sequence[Any]) -> Callable[[Table, Person], Iterator[Choice]]:
    return lambda _, who: _one_by_one(lambda value: kind(by=who, **{field: value}), values)


def _face(kind: Any, faces: Callable[[Table], Sequence[Any]]) -> Callable[[Table, Person], Iterator[Choice]]:
    return lambda state, who: iter((Choice(kind(by=who, card=FACES[0]), "card", faces(state)),))


def _turn(state: Table, who: Person) -> Iterator[Choice]:
    wanted = due(state)
    faces = _unseen(state) if wanted is not None and wanted.act == "turn" else ()
    if faces and state.dealer.seen is not None:
        faces = (state.dealer.seen,)
    return _one_by_one(lambda face: c.TurnHole(face, who), faces)


def _draw_in_error(state: Table, who: Person) -> Iterator[Choice]:
    yield Choice(c.DrawInError(None, who))
    yield Choice(c.DrawInError(FACES[0], who), "card", _unseen(state))


def _cut(state: Table, who: Person) -> Iterator[Choice]:
    least = least_cut(state)
    yield Choice(c.CutCards(who, 0), "depth", range(least, state.stack - least + 1))


def _cover(state: Table, who: Person) -> Iterator[Choice]:
    lowest, highest = cover_bounds(state)
    yield Choice(c.PlaceCover(0, who), "from_bottom", range(lowest, highest + 1))


def _receive(_: Table, who: Person) -> Iterator[Choice]:
    for backs in BACKS:
        for preshuffled in (False, True):
            yield Choice(c.ReceiveCards(backs, preshuffled, who))


def _buy(state: Table, who: Person) -> Iterator[Choice]:
    amounts = _chip_amounts(state, state.house.min_chip_cents, MOST_CHIPS_CENTS)
    for seat in SEATS:
        for from_account in (False, True):
            yield Choice(c.BuyChips(who, seat, 0, from_account), "cents", amounts)


def _tips(state: Table, who: Person) -> Iterator[Choice]:
    most = min(_chips_of(state, who.seat), MOST_CHIPS_CENTS)
    yield Choice(c.Tip(who, 0), "cents", _chip_amounts(state, state.house.min_chip_cents, most))


def _hours(state: Table, who: Person) -> Iterator[Choice]:
    yield Choice(c.TellTime(0, who), "hour", range(state.now_h + 1, state.now_h + MOST_HOURS + 1))


def _shuffles(_: Table, who: Person) -> Iterator[Choice]:
    return _one_by_one(lambda spare: c.ShuffleCards(who, spare), (False, True))


def _sit(state: Table, who: Person) -> Iterator[Choice]:
    for seat in (0, *state.gone_bettors):
        yield Choice(c.SitDown(who, 0, seat), "chips_cents", range(MOST_CHIPS_CENTS + 1))


_MAKES: dict[type[c.Command], Callable[[Table, Person], Iterator[Choice]]] = {
    c.SitDown: _sit,
    c.BuyChips: _buy,
    c.Tip: _tips,
    c.PlaceWager: _place_wagers,
    c.TakeBackWager: _take_back,
    c.CallWager: _call_wagers,
    c.ConfirmCall: _at_seats(c.ConfirmCall),
    c.PermitPatron: _at_seats(c.PermitPatron),
    c.DealCard: _deal,
    c.TurnHole: _turn,
    c.LightRange: _each(c.LightRange, "light", tuple(Light)),
    c.PeekRange: _each(c.PeekRange, "shows", tuple(Range)),
    c.AnswerBlackjack: _each(c.AnswerBlackjack, "blackjack", (False, True)),
    c.MoveHand: _each(c.MoveHand, "lane", tuple(Range)),
    c.Insure: _insure,
    c.TakeEvenMoney: _at_boxes(c.TakeEvenMoney),
    c.Decide: _decide,
    c.Signal: _signal,
    c.DeclineSecondChance: _at_hands(c.DeclineSecondChance),
    c.Settle: _settle,
    c.TellTime: _hours,
    c.ReceiveCards: _receive,
    c.PrepareCards: _each(c.PrepareCards, "step", tuple(Stage)),
    c.ShuffleCards: _shuffles,
    c.OfferCut: _at_seats(c.OfferCut),
    c.CutCards: _cut,
    c.PlaceCover: _cover,
    c.SpreadIdle: _each(c.SpreadIdle, "face_up", (False, True)),
    c.FindFaceUp: _face(c.FindFaceUp, _unseen),
    c.DrawInError: _draw_in_error,
    c.RefuseCard: _at_hands(c.RefuseCard),
    c.Overdraw: _face(c.Overdraw, _unseen),
    c.PassOver: _pass_over,
    c.TakeMissedCard: _at_hands(c.TakeMissedCard),
    c.CallDead: _at_hands(c.CallDead),
    c.UpholdHand: _at_boxes(c.UpholdHand),
    c.RecordDispute: _each(c.RecordDispute, "box", tuple(SEATS)),
    c.ReportWrongRange: _each(c.ReportWrongRange, "what", ("light", "lane")),
    c.ReportBroken: _each(c.ReportBroken, "device", ("reader", "shuffler")),
    c.RepairDevice: _each(c.RepairDevice, "device", ("reader", "shuffler")),
}
_MAKES |= {kind: _plain(kind) for kind in c.COMMANDS if kind not in _MAKES}
