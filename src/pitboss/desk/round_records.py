"""Reports from the journal: game recall for disputes, totals for the pit, significant events for regulators.

Nothing is stored here: everything is read from the journal, which keeps every round and lets none be removed.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from pitboss.desk.cage_acts import COUNTS, act_text
from pitboss.desk.desk_state import DeskState
from pitboss.desk.ledger import balance
from pitboss.desk.payloads import (
    Corrected,
    Interrupted,
    Money,
    PastRoundCorrected,
    RulesChanged,
    ShoeLost,
    TableOpened,
    read_payload,
)
from pitboss.desk.recovery import RecordedAct, after_record
from pitboss.games.game import Game
from pitboss.games.vocabulary import PHASES, tell_cents, typed
from pitboss.journal.records import Record
from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.table import events as e
from pitboss.table.acts import DECISIONS
from pitboss.table.conservation import on_layout
from pitboss.table.event_text import tell_entry, tell_event, wager_name
from pitboss.table.fold import fold
from pitboss.table.fold_helpers import get_box
from pitboss.table.rebuild import hands_of
from pitboss.table.state import Discard, Table, Terms, find_box, find_player

KEPT = 50
"""Rounds kept in memory for each player and box; older ones are found by reading the journal again."""
PLAY_KINDS = {int(Action.OVER): "over", int(Action.UNDER): "under"}
"""The kind of wager that a choice adds to the first one, where it is not a double."""
BAND_Z = 2.576
"""Half the width of a 99 % band, in standard deviations."""


Noted = TypeVar("Noted")


class NotesOnActs(Generic[Noted]):
    """A note on every act of the round under way, so that those a correction undoes can be taken back."""

    def __init__(self) -> None:
        self._notes: list[tuple[tuple[int, int], Noted]] = []

    def note(self, act: RecordedAct, noted: Noted) -> None:
        if any(isinstance(event, e.TableCleared) for event in act.events):
            self._notes.clear()
        else:
            self._notes.append(((act.sequence, act.number), noted))

    def taken_back(self, act: RecordedAct) -> list[Noted]:
        """The notes on the acts that this one undoes, the first of them first."""
        places = [place for place, _ in self._notes]
        if act.undoes not in places:
            return []
        first = places.index(act.undoes)
        taken = [noted for _, noted in self._notes[first:]]
        del self._notes[first:]
        return taken


# ---- game recall


class PlayerChoice(NamedTuple):
    """What a player chose, when, and what it cost."""

    time: str
    hand: int
    what: str
    cents: int = 0


class WagerResult(NamedTuple):
    """The result of one stake: how much of it was returned, and what it won."""

    wager: str
    """Its id in the game file."""
    label: str
    """What the document calls it."""
    hand: int
    stake_cents: int
    returned_cents: int
    won_cents: int
    void: bool = False
    added: bool = False
    """Added to a wager already made: by a double, a split, or a choice of over or under."""


class BoxRound(msgspec.Struct, frozen=True):
    """One box in one round, from the wager to the last payment."""

    round: int
    box: int
    seat: int
    account: str
    game: str
    rules: str
    """The hash of the rules."""
    began: str
    first_record: int
    funds_before_cents: int
    """The player's chips before the wager."""
    choices: tuple[PlayerChoice, ...] = ()
    phases: tuple[tuple[str, str], ...] = ()
    """When each phase of the round began."""
    paid: tuple[WagerResult, ...] = ()
    lines: tuple[str, ...] = ()
    """What was decided, taken and paid, in sentences."""
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


class GameRecall:
    """The last rounds of every box of a table; acts are added in the order of the journal."""

    def __init__(self, keep: int = KEPT) -> None:
        self._open: dict[int, BoxRound] = {}
        self._before: NotesOnActs[dict[int, BoxRound]] = NotesOnActs()
        self._keep = keep
        self._ended: dict[tuple[int, int, str], deque[BoxRound]] = {}
        """By box, seat and account, so that the next player there does not push them out."""

    def add(self, act: RecordedAct) -> None:
        for before in self._before.taken_back(act)[:1]:
            self._open = before
        self._before.note(act, dict(self._open))
        state = act.before
        for event in act.events:
            self._see(event, state, act)
            state = fold(state, event)

    def last(self, *, box: int = 0, seat: int = 0, account: str = "", rounds: int = KEPT) -> list[BoxRound]:
        """The latest first; of one box, one seat or one account, or of the whole table."""
        rounds_ended = [
            ended
            for kept in self._ended.values()
            for ended in kept
            if (not box or ended.box == box)
            and (not seat or ended.seat == seat)
            and (not account or ended.account == account)
        ]
        return sorted(rounds_ended, key=lambda ended: (ended.round, ended.box), reverse=True)[:rounds]

    def under_way(self) -> list[BoxRound]:
        """Boxes whose round has not ended."""
        return list(self._open.values())

    def _see(self, event: e.Event, state: Table, act: RecordedAct) -> None:
        match event:
            case e.WagerPlaced() if event.main:
                self._open[event.box] = _begun(event, state, act)
            case e.WagerTakenBack() if event.main:
                self._open.pop(event.box, None)
            case e.PhaseBegan():
                for box, draft in self._open.items():
                    self._open[box] = replace(draft, phases=(*draft.phases, (event.name, act.time)))
            case e.TableCleared():
                self._end(state, act)
            case e.ActCorrected() | e.PaymentCorrected():
                self._correct(event, state)
            case _:
                self._note(event, state, act)

    def _note(self, event: Any, state: Table, act: RecordedAct) -> None:
        draft = self._open.get(getattr(event, "box", 0))
        if draft is None:
            return
        choice, paid, line = (
            choice_of(event, act.time, state.terms.game),
            tuple(payments(event, state)),
            tell_event(event, 0, state.terms.game),
        )
        if choice is not None or paid or line:
            self._open[draft.box] = replace(
                draft,
                choices=draft.choices if choice is None else (*draft.choices, choice),
                paid=(*draft.paid, *paid),
                lines=(*draft.lines, line) if line else draft.lines,
            )

    def _correct(self, event: e.ActCorrected | e.PaymentCorrected, state: Table) -> None:
        """A line in every box of the round that it is about, under way or ended, and what it paid."""
        line, box = tell_event(event, 0, state.terms.game), getattr(event, "box", 0)
        paid = tuple(payments(event, state))
        for number, draft in self._open.items():
            if draft.round == event.round:
                self._open[number] = replace(draft, lines=(*draft.lines, line))
        for kept in self._ended.values():
            for at, ended in enumerate(kept):
                if ended.round == event.round and box in (0, ended.box):
                    corrected = replace(ended, lines=(*ended.lines, line), paid=(*ended.paid, *paid))
                    kept[at] = _with_cards(corrected, getattr(event, "discards", ()))

    def _end(self, state: Table, act: RecordedAct) -> None:
        for draft in self._open.values():
            box, player = find_box(state, draft.box), find_player(state, draft.seat)
            ended = replace(
                draft,
                hands=tuple(_all_cards(hand) for hand in box.hands) if box else (),
                dealer=state.dealer.cards,
                ended=act.time,
                last_record=act.sequence,
                funds_after_cents=player.chips_cents if player else 0,
            )
            whose = (draft.box, draft.seat, draft.account)
            self._ended.setdefault(whose, deque(maxlen=self._keep)).append(ended)
        self._open.clear()


def _with_cards(ended: BoxRound, discards: Sequence[Discard]) -> BoxRound:
    """The round with the cards that its hands should have had."""
    if not discards:
        return ended
    shown = {at: tuple(filter(None, cards)) for at, cards in hands_of(discards).items()}
    hands = tuple(cards for (box, _), cards in shown.items() if box == ended.box)
    return replace(ended, hands=hands, dealer=shown.get((0, 0), ended.dealer))


def _begun(event: e.WagerPlaced, state: Table, act: RecordedAct) -> BoxRound:
    player = find_player(state, event.seat)
    return BoxRound(
        round=state.round,
        box=event.box,
        seat=event.seat,
        account=act.accounts.get(event.seat, ""),
        game=state.terms.game.id,
        rules=state.terms.game.sha256,
        began=act.time,
        first_record=act.sequence,
        funds_before_cents=player.chips_cents if player else 0,
        choices=(PlayerChoice(act.time, 0, wager_name(state.terms.game, event.wager), event.cents),),
    )


def _all_cards(hand: Any) -> tuple[Card, ...]:
    return hand.cards if hand.chance is None else (*hand.cards, hand.chance)


def choice_of(event: e.Event, time: str, game: Game) -> PlayerChoice | None:
    match event:
        case e.Decided():
            return PlayerChoice(time, event.hand, DECISIONS[Action(event.action)].label, event.cents)
        case e.InsurancePlaced():
            return PlayerChoice(time, 0, DECISIONS[Action.INSURE].label, event.cents)
        case e.WagerPlaced():
            return PlayerChoice(time, 0, wager_name(game, event.wager), event.cents)
        case e.SecondChanceDeclined():
            return PlayerChoice(time, event.hand, "No second chance")
        case e.CardRefused():
            return PlayerChoice(time, event.hand, "No more cards")
        case e.MissedCardWanted():
            return PlayerChoice(time, event.hand, "Takes the missed card")
    return None


def payments(event: e.Event, state: Table) -> Iterator[WagerResult]:
    """The results that an event settles, wager by wager; `state` is the table before it."""
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
                    yield _result(state, name, event.hand, stake, returned, won, added=more)
        case e.WagerSettled():
            yield _result(state, event.wager, 0, event.stake_cents, event.returned_cents, event.won_cents)
        case e.PaymentCorrected():
            yield _result(state, state.terms.main, 0, 0, 0, event.cents, added=True)
        case e.InsuranceReopened():
            yield _result(state, state.terms.insurance, 0, 0, event.cents, 0, void=True)
        case e.HandDied():
            yield from _given_back(event, state)


def _given_back(event: e.HandDied, state: Table) -> Iterator[WagerResult]:
    """For a hand that was settled before, only what is returned of it counts now."""
    stake = 0 if event.was_settled else event.stake_cents
    if stake or event.returned_cents:
        yield _result(state, state.terms.main, event.hand, stake, event.returned_cents, 0, void=True)
    if event.side_stake_cents:
        names = tuple(event.sides)
        yield _result(state, names, 0, event.side_stake_cents, event.side_returned_cents, 0, void=True)
    if event.insurance_cents:
        staked = 0 if event.insurance_was_settled else event.insurance_cents
        yield _result(state, state.terms.insurance, 0, staked, event.insurance_cents, 0, void=True)


def _result(state: Table, wager: str | tuple[str, ...], *rest: int, **flags: bool) -> WagerResult:
    """Several wagers that were voided together make one result."""
    wagers = (wager,) if isinstance(wager, str) else wager
    label = " and ".join(wager_name(state.terms.game, id) for id in wagers)
    hand, stake, returned, won = rest
    return WagerResult(" and ".join(wagers), label, hand, stake, returned, won, **flags)


# ---- totals


class TheoreticalEdge(NamedTuple):
    """The house edge of an initial wager of one unit, and its standard deviation, from the analyst."""

    edge: float
    deviation: float


class WagerTotals(NamedTuple):
    """One wager under one set of rules: how much was staked, taken, paid or returned."""

    rules: str
    wager: str
    label: str
    decided: int
    initial_cents: int
    """Initial wagers alone, without what doubles and splits added."""
    handle_cents: int
    take_cents: int
    pay_cents: int
    void_cents: int
    win_over_handle: float | None
    """What the house won, divided by everything wagered; hold is win over drop, which play does not know."""
    edge: float | None
    """What the house won, with Second Chances, divided by the initial wagers: to compare with the theory."""
    theory: float | None
    band: tuple[float, float] | None
    """Where the edge of this many wagers lies in 99 of 100 cases."""

    @property
    def within(self) -> bool | None:
        if self.edge is None or self.band is None:
            return None
        return self.band[0] <= self.edge <= self.band[1]


class _RunningTotals:
    def __init__(self) -> None:
        self.decided = self.initial = self.handle = self.take = self.pay = self.void = self.squares = 0
        self.second_chance = 0
        """What the house won on Second Chances, which count toward the edge of the main wager."""

    def add(self, paid: WagerResult, times: int) -> None:
        """Once; or -1 times, when it is taken back."""
        self.take += times * (paid.stake_cents - paid.returned_cents)  # negative where it was taken before
        self.pay += times * paid.won_cents
        if paid.void:
            self.void += times * paid.returned_cents
            return
        self.handle += times * paid.stake_cents
        if not paid.added:
            self.decided += times
            self.initial += times * paid.stake_cents
            self.squares += times * paid.stake_cents**2


class TableTotals:
    """Every wager of a table, separately for each set of rules: after a change it is another game."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        """By the hash of their rules, in the order in which they were dealt."""
        self._sums: dict[tuple[str, str], _RunningTotals] = {}
        self._terms: dict[str, Terms] = {}
        self._round: NotesOnActs[list[tuple[WagerResult, Terms]]] = NotesOnActs()

    def add(self, act: RecordedAct) -> None:
        for results in self._round.taken_back(act):
            for paid, terms in results:
                self._count(paid, terms, -1)
        state, results = act.before, []
        for event in act.events:
            terms = self._terms.get(getattr(event, "rules", ""), state.terms)
            results += [(paid, terms) for paid in payments(event, state)]
            state = fold(state, event)
        for paid, terms in results:
            self._count(paid, terms, 1)
        self._round.note(act, results)

    def _count(self, paid: WagerResult, terms: Terms, times: int) -> None:
        game = terms.game
        self.games[game.sha256] = game
        self._terms[game.sha256] = terms
        self._of(game, terms.main if paid.added else paid.wager).add(paid, times)
        if paid.wager == terms.id_of("second_chance"):
            won = paid.stake_cents - paid.returned_cents - paid.won_cents
            self._of(game, terms.main).second_chance += times * won

    def _of(self, game: Game, wager: str) -> _RunningTotals:
        return self._sums.setdefault((game.sha256, wager), _RunningTotals())

    def rows(self, theory: Mapping[tuple[str, str], TheoreticalEdge] | None = None) -> list[WagerTotals]:
        """`theory` by rules and wager."""
        return [_row(self.games[rules], wager, sums, (theory or {}).get((rules, wager)))
                for (rules, wager), sums in self._sums.items()]  # fmt: skip


def _row(game: Game, wager: str, sums: _RunningTotals, theory: TheoreticalEdge | None) -> WagerTotals:
    won = sums.take - sums.pay
    band = None
    if theory and sums.initial:
        spread = BAND_Z * theory.deviation * sqrt(sums.squares) / sums.initial
        band = (theory.edge - spread, theory.edge + spread)
    return WagerTotals(
        rules=game.sha256,
        wager=wager,
        label=" and ".join(wager_name(game, id) for id in wager.split(" and ")),
        decided=sums.decided,
        initial_cents=sums.initial,
        handle_cents=sums.handle,
        take_cents=sums.take,
        pay_cents=sums.pay,
        void_cents=sums.void,
        win_over_handle=won / sums.handle if sums.handle else None,
        edge=(won + sums.second_chance) / sums.initial if sums.initial else None,
        theory=theory.edge if theory else None,
        band=band,
    )


# ---- significant events


class SignificantEvent(NamedTuple):
    """An event that a regulator asks about: what, by whom, why, and the state before and after."""

    sequence: int
    time: str
    who: str
    component: str
    before: str
    after: str
    why: str


def significant_events(records: Iterable[Record]) -> Iterator[SignificantEvent]:
    """The significant events in a table's records, in order."""
    before: DeskState | None = None
    for record in records:
        after = after_record(before, record)
        for component, was, became, why in _changes(record, before, after):
            yield SignificantEvent(record.sequence, record.time, record.actor, component, was, became, why)
        before = after


Change = tuple[str, str, str, str]
"""What changed, its state before and after, and the reason or the clause."""


def _changes(record: Record, before: DeskState | None, after: DeskState) -> Iterator[Change]:
    payload = read_payload(record)
    if before is None or isinstance(payload, TableOpened):
        yield "table", "", _tell_rules(after), "opened"
    elif isinstance(payload, RulesChanged):
        yield "rules", _tell_rules(before), _tell_rules(after), payload.why
    elif isinstance(payload, Money):
        yield _tell_money(payload, before, after)
    elif isinstance(payload, Corrected | PastRoundCorrected):
        yield _tell_correction(payload)
    elif isinstance(payload, ShoeLost):
        yield f"shoe {payload.shoe}", "sealed", "lost", payload.why
    elif isinstance(payload, Interrupted):
        stakes = tell_cents(on_layout(before.state).cents)
        phase = PHASES[before.state.phase_name]
        yield f"round {before.state.round}", f"{phase}, {stakes} on the layout", "given up", payload.why
    else:
        for act in getattr(payload, "acts", ()):
            yield from (change for event in act.events if (change := _event_change(event)))


def _tell_correction(payload: Corrected | PastRoundCorrected) -> Change:
    told = payload.event if isinstance(payload, Corrected) else payload.events[0]
    assert isinstance(told, e.ActCorrected)
    approved = f"; approved by {payload.approved_by}" if payload.approved_by else ""
    differs = "".join(
        f"; box {one.box} got {tell_cents(one.paid_cents)}, {tell_cents(one.due_cents)} was due"
        for one in getattr(payload, "differences", ())
    )
    meant = tell_entry(told.meant) if told.meant else "struck out"
    where = f"round {told.round}, record {payload.record}"
    return where, tell_entry(told.keyed), meant + differs, payload.why + approved


def _tell_rules(desk_state: DeskState) -> str:
    options = f" {typed(' '.join(desk_state.choices))}" if desk_state.choices else ""
    return f"{desk_state.game}{options} ({desk_state.rules[:12]})"


def _tell_money(payload: Money, before: DeskState, after: DeskState) -> Change:
    was, became = (tell_cents(balance(moment.ledger, "rack")) for moment in (before, after))
    act = payload.act
    if isinstance(act, COUNTS) and was != became:
        return "rack", was, became, f"{act_text(act)}; the count differs from the ledger"
    return "rack", was, became, act_text(act)


_SIGNIFICANT: dict[type[e.Event], Change] = {
    e.ReaderMisused: ("reader", "", "used when no card was to be read", ""),
    e.ReshuffleOrdered: ("shoe", "in play", "to be shuffled", "ordered by the floor"),
    e.RecutOrdered: ("shoe", "cut", "to be cut again", "ordered by the floor"),
    e.ShufflerJammed: ("shuffler", "shuffling", "jammed", ""),
    e.ShufflerCovered: ("shuffler", "out of order", "covered", ""),
    e.CardDrawnInError: ("shoe", "", "a card drawn in error", ""),
    e.CardOverdrawn: ("dealer's hand", "complete", "one card too many", ""),
    e.FaceUpCardFound: ("shoe", "", "a card found face up", ""),
    e.DiscardsTaken: ("shoe", "empty in a round", "refilled from the discard rack", ""),
    e.RoundVoided: ("round", "in progress", "void", ""),
    e.CardsReceived: ("cards", "", "fresh batch received", ""),
    e.DealerRelieved: ("dealer", "", "relieved", ""),
}


def _event_change(event: Any) -> Change | None:
    match event:
        case e.DeviceBroke():
            return event.device, "working", "broken", event.clause
        case e.DeviceRepaired():
            return event.device, "broken", "working", event.clause
        case e.WrongRangeFound():
            return event.what, "", "wrong", event.clause
        case e.DisputeRecorded():
            return f"box {event.box}", "", f"dispute over round {event.round}", event.clause
        case e.PatronPermitted():
            return f"seat {event.seat}", "barred", "permitted to bet", event.clause
        case e.HandDied():
            stake = tell_cents(event.stake_cents)
            returned = tell_cents(event.returned_cents)
            return (
                f"box {event.box}, hand {event.hand + 1}",
                stake,
                f"dead, {returned} returned",
                event.clause,
            )
    change = _SIGNIFICANT.get(type(event))
    return change and (*change[:3], change[3] or event.clause)
