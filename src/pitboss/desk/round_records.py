"""What is kept of every round and wager: recall for a dispute, totals for the pit, events for the regulator.

All of it is read from the journal and nothing is stored here; the journal only grows, so that nothing in it
is ever too old to be recalled, and there is no way to remove any of it.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from pitboss.desk.bank import ClosingCount, OpeningCount, balance
from pitboss.desk.desk_state import Standing
from pitboss.desk.payloads import Interrupted, Money, RulesChanged, ShoeLost, TableOpened, read_payload
from pitboss.desk.recovery import Deed, after_record
from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_cents
from pitboss.journal.records import Record
from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.table import events as e
from pitboss.table.conservation import chips_on_layout
from pitboss.table.event_text import tell_event
from pitboss.table.fold import fold
from pitboss.table.fold_helpers import get_box
from pitboss.table.state import Table, find_box, find_player

KEPT = 50
"""Rounds kept at hand of whoever played a box; older ones are found by going through the journal again."""
PLAY_KINDS = {int(Action.OVER): "over", int(Action.UNDER): "under"}
"""The kind of wager that a choice adds to the first one."""
BAND_Z = 2.576
"""An edge outside its band is one in a hundred by chance."""


# ---- recall


class Choice(NamedTuple):
    """What a player decided, when, and what it cost."""

    time: str
    hand: int
    what: str
    cents: int = 0


class Paid(NamedTuple):
    """What became of a stake: what came back of it, and what was won with it."""

    wager: str
    hand: int
    stake_cents: int
    returned_cents: int
    won_cents: int
    void: bool = False
    added: bool = False
    """To a wager already made: by a double, a split, or the second wager of Over/Under."""


class BoxRound(msgspec.Struct, frozen=True):
    """One box in one round, from the wager to the last payment."""

    round: int
    box: int
    seat: int
    account: str
    game: str
    rules: str
    """The hash of rulebook, options and readings."""
    began: str
    first_record: int
    funds_before_cents: int
    """The player's chips before the wager."""
    choices: tuple[Choice, ...] = ()
    phases: tuple[tuple[str, str], ...] = ()
    """When each phase of the round began."""
    paid: tuple[Paid, ...] = ()
    lines: tuple[str, ...] = ()
    """What was decided, taken and paid, in words."""
    hands: tuple[tuple[Card, ...], ...] = ()
    dealer: tuple[Card, ...] = ()
    ended: str = ""
    last_record: int = 0
    funds_after_cents: int = 0

    @property
    def wagered_cents(self) -> int:
        return sum(part.stake_cents for part in self.paid)

    @property
    def returned_cents(self) -> int:
        return sum(part.returned_cents for part in self.paid)

    @property
    def won_cents(self) -> int:
        return sum(part.won_cents for part in self.paid)


class Recall:
    """The last rounds of every box of a table; deeds are added in the order of the journal."""

    def __init__(self, keep: int = KEPT) -> None:
        self._open: dict[int, BoxRound] = {}
        self._keep = keep
        self._ended: dict[tuple[int, int, str], deque[BoxRound]] = {}
        """By box, seat and account: who plays there next does not push them out."""

    def add(self, deed: Deed) -> None:
        state = deed.before
        for event in deed.events:
            self._see(event, state, deed)
            state = fold(state, event)

    def last(self, *, box: int = 0, seat: int = 0, account: str = "", rounds: int = KEPT) -> list[BoxRound]:
        """The latest first; of one box, one seat or one account, or of the whole table."""
        found = [
            ended
            for kept in self._ended.values()
            for ended in kept
            if (not box or ended.box == box)
            and (not seat or ended.seat == seat)
            and (not account or ended.account == account)
        ]
        return sorted(found, key=lambda ended: (ended.round, ended.box), reverse=True)[:rounds]

    def under_way(self) -> list[BoxRound]:
        """Boxes whose round has not ended."""
        return list(self._open.values())

    def _see(self, event: e.Event, state: Table, deed: Deed) -> None:
        match event:
            case e.WagerPlaced() if event.main:
                self._open[event.box] = _begun(event, state, deed)
            case e.WagerTakenBack() if event.main:
                self._open.pop(event.box, None)
            case e.PhaseBegan():
                for box, draft in self._open.items():
                    self._open[box] = replace(draft, phases=(*draft.phases, (event.name, deed.time)))
            case e.TableCleared():
                self._end(state, deed)
            case _:
                self._note(event, state, deed)

    def _note(self, event: Any, state: Table, deed: Deed) -> None:
        draft = self._open.get(getattr(event, "box", 0))
        if draft is None:
            return
        choice, paid, line = choice_of(event, deed.time), tuple(payments(event, state)), tell_event(event, 0, state.terms.game)
        if choice is not None or paid or line:
            self._open[draft.box] = replace(
                draft,
                choices=draft.choices if choice is None else (*draft.choices, choice),
                paid=(*draft.paid, *paid),
                lines=(*draft.lines, line) if line else draft.lines,
            )

    def _end(self, state: Table, deed: Deed) -> None:
        for draft in self._open.values():
            box, player = find_box(state, draft.box), find_player(state, draft.seat)
            ended = replace(
                draft,
                hands=tuple(_all_cards(hand) for hand in box.hands) if box else (),
                dealer=state.dealer.cards,
                ended=deed.time,
                last_record=deed.sequence,
                funds_after_cents=player.chips_cents if player else 0,
            )
            whose = (draft.box, draft.seat, draft.account)
            self._ended.setdefault(whose, deque(maxlen=self._keep)).append(ended)
        self._open.clear()


def _begun(event: e.WagerPlaced, state: Table, deed: Deed) -> BoxRound:
    player = find_player(state, event.seat)
    return BoxRound(
        round=state.round,
        box=event.box,
        seat=event.seat,
        account=deed.accounts.get(event.seat, ""),
        game=state.terms.game.id,
        rules=state.terms.game.sha256,
        began=deed.time,
        first_record=deed.sequence,
        funds_before_cents=player.chips_cents if player else 0,
        choices=(Choice(deed.time, 0, event.wager, event.cents),),
    )


def _all_cards(hand: Any) -> tuple[Card, ...]:
    return hand.cards if hand.chance is None else (*hand.cards, hand.chance)


def choice_of(event: e.Event, time: str) -> Choice | None:
    match event:
        case e.Decided():
            return Choice(time, event.hand, Action(event.action).name.lower().replace("_", " "), event.cents)
        case e.InsurancePlaced():
            return Choice(time, 0, "insurance", event.cents)
        case e.WagerPlaced():
            return Choice(time, 0, event.wager, event.cents)
        case e.SecondChanceDeclined():
            return Choice(time, event.hand, "no second chance")
        case e.CardRefused():
            return Choice(time, event.hand, "no more cards")
        case e.MissedCardWanted():
            return Choice(time, event.hand, "the missed card")
    return None


def payments(event: e.Event, state: Table) -> Iterator[Paid]:
    """What an event settles, wager by wager; the state is the one before it."""
    match event:
        case e.HandSettled():
            hand = get_box(state, event.box).hands[event.hand]
            stakes = (hand.original_cents, hand.double_cents, hand.chance_cents)
            terms = state.terms
            added_kind = PLAY_KINDS.get(hand.choice, "double")
            names = (terms.main, terms.id_of(added_kind), terms.id_of("second_chance"))
            added = (hand.added_by_split, True, False)
            for name, stake, (returned, won), more in zip(names, stakes, event.parts, added, strict=True):
                if stake:
                    yield Paid(name, event.hand, stake, returned, won, added=more)
        case e.WagerSettled():
            yield Paid(event.wager, 0, event.stake_cents, event.returned_cents, event.won_cents)
        case e.InsuranceReopened():
            yield Paid(state.terms.insurance, 0, 0, event.cents, 0, void=True)
        case e.HandDied():
            yield from _given_back(event, state)


def _given_back(event: e.HandDied, state: Table) -> Iterator[Paid]:
    """A hand that was settled before was booked then; only what came back of it is told now."""
    stake = 0 if event.was_settled else event.stake_cents
    if stake or event.returned_cents:
        yield Paid(state.terms.main, event.hand, stake, event.returned_cents, 0, void=True)
    if event.side_stake_cents:
        name = " and ".join(event.sides)
        yield Paid(name, 0, event.side_stake_cents, event.side_returned_cents, 0, void=True)
    if event.insurance_cents:
        staked = 0 if event.insurance_was_settled else event.insurance_cents
        yield Paid(state.terms.insurance, 0, staked, event.insurance_cents, 0, void=True)


# ---- totals


class Theory(NamedTuple):
    """What the house should win of one unit first staked, and how far that strays; from the analyst."""

    edge: float
    deviation: float


class Row(NamedTuple):
    """One wager under one set of rules: what was staked and decided, taken, paid, or given back."""

    rules: str
    wager: str
    decided: int
    initial_cents: int
    """First stakes alone, without what doubles and splits added."""
    handle_cents: int
    take_cents: int
    pay_cents: int
    void_cents: int
    hold: float | None
    """Won by the house, of the handle."""
    edge: float | None
    """Won by the house, of the first stakes, with what was won on a Second Chance: what theory speaks of."""
    theory: float | None
    band: tuple[float, float] | None
    """Where an edge of so many stakes lies 99 times in a hundred."""

    @property
    def within(self) -> bool | None:
        if self.edge is None or self.band is None:
            return None
        return self.band[0] <= self.edge <= self.band[1]


class _Sums:
    def __init__(self) -> None:
        self.decided = self.initial = self.handle = self.take = self.pay = self.void = self.squares = 0
        self.beside = 0

    def add(self, paid: Paid) -> None:
        self.take += paid.stake_cents - paid.returned_cents  # below zero where it was taken before
        self.pay += paid.won_cents
        if paid.void:
            self.void += paid.returned_cents
            return
        self.handle += paid.stake_cents
        if not paid.added:
            self.decided += 1
            self.initial += paid.stake_cents
            self.squares += paid.stake_cents**2


class Totals:
    """Every wager of a table, apart for each set of rules: a change makes it another game in a report."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        """By the hash of their rules, in the order in which they were dealt."""
        self._sums: dict[tuple[str, str], _Sums] = {}

    def add(self, deed: Deed) -> None:
        state = deed.before
        for event in deed.events:
            for paid in payments(event, state):
                game = state.terms.game
                name = state.terms.main if paid.added else paid.wager
                self.games[game.sha256] = game
                self._of(game, name).add(paid)
                if paid.wager == state.terms.id_of("second_chance"):
                    won = paid.stake_cents - paid.returned_cents - paid.won_cents
                    self._of(game, state.terms.main).beside += won
            state = fold(state, event)

    def _of(self, game: Game, wager: str) -> _Sums:
        return self._sums.setdefault((game.sha256, wager), _Sums())

    def rows(self, theory: Mapping[tuple[str, str], Theory] | None = None) -> list[Row]:
        """`theory` by rules and wager."""
        return [_row(rules, wager, sums, (theory or {}).get((rules, wager)))
                for (rules, wager), sums in self._sums.items()]  # fmt: skip


def _row(rules: str, wager: str, sums: _Sums, theory: Theory | None) -> Row:
    won = sums.take - sums.pay
    band = None
    if theory and sums.initial:
        spread = BAND_Z * theory.deviation * sqrt(sums.squares) / sums.initial
        band = (theory.edge - spread, theory.edge + spread)
    return Row(
        rules=rules,
        wager=wager,
        decided=sums.decided,
        initial_cents=sums.initial,
        handle_cents=sums.handle,
        take_cents=sums.take,
        pay_cents=sums.pay,
        void_cents=sums.void,
        hold=won / sums.handle if sums.handle else None,
        edge=(won + sums.beside) / sums.initial if sums.initial else None,
        theory=theory.edge if theory else None,
        band=band,
    )


# ---- significant events


class Significant(NamedTuple):
    """Something that a regulator asks after: what, by whom, why, and how it was before and after."""

    sequence: int
    time: str
    who: str
    component: str
    before: str
    after: str
    why: str


def significant(records: Iterable[Record]) -> Iterator[Significant]:
    """From a table's stream, in its order."""
    before: Standing | None = None
    for record in records:
        after = after_record(before, record)
        for component, was, became, why in _told(record, before, after):
            yield Significant(record.sequence, record.time, record.actor, component, was, became, why)
        before = after


Told = tuple[str, str, str, str]


def _told(record: Record, before: Standing | None, after: Standing) -> Iterator[Told]:
    payload = read_payload(record)
    if before is None or isinstance(payload, TableOpened):
        yield "table", "", _tell_rules(after), "opened"
    elif isinstance(payload, RulesChanged):
        yield "rules", _tell_rules(before), _tell_rules(after), payload.why
    elif isinstance(payload, Money):
        yield _tell_money(payload, before, after)
    elif isinstance(payload, ShoeLost):
        yield f"shoe {payload.shoe}", "sealed", "lost", payload.why
    elif isinstance(payload, Interrupted):
        stakes = tell_cents(chips_on_layout(before.state))
        phase = before.state.phase_name.replace("_", " ")
        yield f"round {before.state.round}", f"{phase}, {stakes} on the layout", "given up", payload.why
    else:
        for act in getattr(payload, "acts", ()):
            yield from (told for event in act.events if (told := _tell_event(event)))


def _tell_rules(standing: Standing) -> str:
    chosen = f" {' '.join(standing.choices)}" if standing.choices else ""
    return f"{standing.game}{chosen} ({standing.rules[:12]})"


def _tell_money(payload: Money, before: Standing, after: Standing) -> Told:
    was, became = (tell_cents(balance(found.book, "rack")) for found in (before, after))
    act = payload.act
    name = type(act).__name__
    if isinstance(act, (OpeningCount, ClosingCount)) and was != became:
        return "rack", was, became, f"{name}: the count differs from the book"
    return "rack", was, became, f"{name} of {tell_cents(act.cents)}"


_WORTH_TELLING: dict[type[e.Event], Told] = {
    e.ReaderMisused: ("reader", "", "read where nothing is to be read", ""),
    e.ReshuffleOrdered: ("shoe", "in play", "to be shuffled", "ordered by the floor"),
    e.RecutOrdered: ("shoe", "cut", "to be cut again", "ordered by the floor"),
    e.ShufflerJammed: ("shuffler", "shuffling", "jammed", ""),
    e.ShufflerCovered: ("shuffler", "out of order", "covered", ""),
    e.CardDrawnInError: ("shoe", "", "a card drawn in error", ""),
    e.CardOverdrawn: ("dealer's hand", "complete", "a card too many", ""),
    e.FaceUpCardFound: ("shoe", "", "a card face up", ""),
    e.DiscardsTaken: ("shoe", "empty in a round", "filled from the rack", ""),
    e.RoundVoided: ("round", "in progress", "void", ""),
    e.CardsReceived: ("cards", "", "fresh cards", ""),
    e.DealerRelieved: ("dealer", "", "relieved", ""),
}


def _tell_event(event: Any) -> Told | None:
    match event:
        case e.DeviceBroke():
            return event.device, "working", "broken", event.clause
        case e.DeviceRepaired():
            return event.device, "broken", "working", event.clause
        case e.WrongRangeFound():
            return event.what, "", "found wrong", event.clause
        case e.DisputeRecorded():
            return f"box {event.box}", "", f"dispute over round {event.round}", event.clause
        case e.PatronPermitted():
            return f"seat {event.seat}", "barred", "permitted to bet", event.clause
        case e.HandDied():
            stake = tell_cents(event.stake_cents)
            back = tell_cents(event.returned_cents)
            return f"box {event.box}, hand {event.hand + 1}", stake, f"dead, {back} back", event.clause
    found = _WORTH_TELLING.get(type(event))
    return found and (*found[:3], found[3] or event.clause)
