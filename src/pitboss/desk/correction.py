"""What was keyed wrongly is corrected: the act as it was meant, and everything after it decided again.

The records of what was keyed are never changed. In the round under way, later acts are repeated as far as
they still fit; the dealer enters the rest again. A finished round is decided again to its end, and what was
paid too much or too little moves now, because the chips of later rounds were where they were.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from pitboss.desk.cage_transfers import CHIPS_CARRIED
from pitboss.desk.chip_moves import moves_of, post_correction
from pitboss.desk.desk_state import KEYED, DeskState, after_events
from pitboss.desk.ledger import Move
from pitboss.desk.payloads import Act, Corrected, PastRoundCorrected, PaymentDifference
from pitboss.desk.round_log import KeyedAct, LoggedRound, Place, RoundLog, received
from pitboss.desk.trays import BY_HAND
from pitboss.errors import Broken, Refused
from pitboss.games.citations import Because
from pitboss.rules.mechanism import mechanism
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.acts import due_sentence
from pitboss.table.autopilot import Autopilot
from pitboss.table.conservation import check_conserved
from pitboss.table.due import due
from pitboss.table.fold import fold_all
from pitboss.table.notation import command_text, parse_position, position_text
from pitboss.table.people import Role
from pitboss.table.shoes import ScriptedShoe
from pitboss.table.state import Discard, Table
from pitboss.table.table import step

CORRECTED = Because(mechanism="house.correction", clause="house policy: correction of an entry")
KEYED_FIELDS = frozenset(
    {"card", "box", "hand", "seat", "wager", "paid_cents", "light", "shows", "blackjack", "lane", "depth",
     "from_bottom", "what", "device"}
)  # fmt: skip
"""What the person at the keyboard enters; who gave the command and of what kind it was stays."""
FOLLOWS_BY_ITSELF: dict[type[c.Command], str] = {
    c.Settle: "settle", c.ClearTable: "clear", c.MoveHand: "move hand", c.InsertHole: "insert",
}  # fmt: skip
"""Acts of the dealer that the cards decide, and what they are called where they are due."""
ENDS_WITH_ITS_ROUND = (c.DealCard, c.TurnHole, c.LightRange, c.PeekRange, c.AnswerBlackjack)
"""What can be corrected in a finished round: nothing of it lasts but the cards and the money."""
AT_THE_CAGE = (c.BuyChips, c.ConfirmCall)
MOST_ACTS = 500
"""The most acts that follow by themselves in a row; none comes near it."""


class Correction(NamedTuple):
    """What is to be corrected: an act by its record and its place in it, and what should have been keyed."""

    record: int
    act: int
    command: c.Command | None
    """None when there was no such act."""
    why: str
    leave_money: bool = False
    """Of a finished round: no chips move now."""
    approved_by: str = ""
    """The floorperson, where one must approve."""

    @property
    def recorded(self) -> dict[str, Any]:
        """What its record says of it."""
        names = ("record", "act", "command", "why", "approved_by")
        return {name: getattr(self, name) for name in names}


@mechanism("house.correction")
def decide_again(
    log: RoundLog, desk_state: DeskState, correction: Correction, *, key: str
) -> Corrected | PastRoundCorrected:
    """The record of a correction; Refused when it cannot be made, or needs the floor's approval."""
    if desk_state.cards != KEYED:
        says = "Only what a person keyed can be corrected; this table deals its own cards."
        raise Refused("not_keyed", says)
    if not correction.why.strip():
        raise Refused("no_reason", "Say why the entry is corrected.")
    keyed = find_keyed(log, correction.record, correction.act)
    if keyed.round.given_up:
        says = f"Round {keyed.round.number} was given up and its wagers returned: it is not decided again."
        raise Refused("round_given_up", says)
    _check_same_kind(keyed.command, correction.command)
    if not correction.approved_by and correction.command is None:
        raise _approval_needed("An act is struck out")
    if not correction.approved_by and role_of(keyed.command) == Role.FLOOR:
        raise _approval_needed("The floor did this")
    if keyed.round is log.under_way:
        if correction.leave_money:
            says = "This round is not over: its chips follow the correction and cannot be left as they are."
            raise Refused("round_in_progress", says)
        return replace(_under_way(desk_state, keyed, correction), key=key)
    return replace(_finished(log, desk_state, keyed, correction), key=key)


def find_keyed(log: RoundLog, record: int, act: int) -> KeyedAct:
    """An act that holds; Refused when there is none."""
    try:
        return log.find(record, act)
    except LookupError:
        says = f"Record {record} has no act {act + 1} that holds and can be corrected."
        raise Refused("no_such_act", says) from None


def role_of(command: c.Command) -> Role:
    role: Role = command.by.role  # type: ignore[attr-defined]
    return role


def is_keyed_by_house(command: c.Command) -> bool:
    """Players' acts are their own, and chips that were bought are put right at the cage."""
    return role_of(command) != Role.PLAYER and not isinstance(command, AT_THE_CAGE)


def _check_same_kind(keyed: c.Command, meant: c.Command | None) -> None:
    if role_of(keyed) == Role.PLAYER:
        says = "Players’ wagers and decisions are their own: only what the house keyed is corrected."
        raise Refused("players_own", says)
    if isinstance(keyed, AT_THE_CAGE):
        says = "Chips that were bought are corrected at the cage, where the money went."
        raise Refused("at_the_cage", says)
    if meant is None:
        return
    if type(meant) is not type(keyed):
        says = f"{command_text(keyed)} cannot become another kind of act: strike it out, and enter that."
        raise Refused("other_kind", says)
    changed = {name for name in keyed.__struct_fields__ if getattr(keyed, name) != getattr(meant, name)}
    if not changed:
        raise Refused("nothing_changed", f"{command_text(keyed)} is what was keyed.")
    if changed - KEYED_FIELDS:
        says = f"Only what was keyed can be corrected, not {', '.join(sorted(changed - KEYED_FIELDS))}."
        raise Refused("not_keyed", says)


def _approval_needed(because: str) -> Refused:
    return Refused("approval_needed", f"{because}: a floorperson must approve the correction.")


# ---- acts done again


class Redone:
    """Acts put to the table again, from the one that was keyed wrongly on."""

    def __init__(self, state: Table, meant: c.Command | None, follows: frozenset[str]) -> None:
        self.state = state
        self.acts: list[Act] = []
        self.left_out: list[c.Command] = []
        self._follows = follows
        """Acts of the dealer that follow by themselves, as they are called where they are due."""
        if meant is not None:
            self._do_first(meant)

    @property
    def events(self) -> list[e.Event]:
        return [event for act in self.acts for event in act.events]

    def _do_first(self, meant: c.Command) -> None:
        try:
            self._do(meant)
        except Refused as refused:
            says = f"{command_text(meant)} was not possible there: {refused}"
            raise Refused("does_not_fit", says, refused.clause) from None

    def _do(self, command: c.Command) -> tuple[e.Event, ...]:
        events, self.state = step(self.state, command)
        self.acts.append(Act(command, events))
        return events

    def repeat(self, command: c.Command) -> None:
        """Do it, and before it what the dealer had to do; a decision nobody asks for any more is left out.

        Refused when it is the dealer's and does not fit any more.
        """
        before = self.state, len(self.acts)
        try:
            self._do_when_due(command)
        except Refused:
            self.state, done = before
            del self.acts[done:]
            if role_of(command) != Role.PLAYER:
                raise
            self.left_out.append(command)

    def _do_when_due(self, command: c.Command) -> None:
        for _ in range(MOST_ACTS):
            try:
                self._do(command)
            except Refused:
                if not self.goes_on():
                    raise
                self.go_on()
            else:
                return
        raise Broken(f"{command_text(command)} never falls due")

    def follows_by_itself(self, command: c.Command) -> bool:
        return FOLLOWS_BY_ITSELF.get(type(command)) in self._follows

    def goes_on(self, *, but: str = "") -> bool:
        """Is something due that follows by itself?"""
        awaited = due(self.state)
        return awaited is not None and awaited.act in self._follows - {but}

    def go_on(self) -> tuple[e.Event, ...]:
        command = Autopilot(ScriptedShoe(())).act(self.state)
        assert command is not None
        return self._do(command)


# ---- the round under way


def _under_way(desk_state: DeskState, keyed: KeyedAct, correction: Correction) -> Corrected:
    before, undone = keyed.round.before(keyed.at), keyed.round.acts[keyed.at :]
    commands = [act.command for act in undone if act.command is not None]
    if len(commands) < len(undone):
        says = "A finished round has been corrected since this was keyed: nothing before that is undone."
        raise Refused("corrected_since", says)
    redone = Redone(before, correction.command, frozenset(FOLLOWS_BY_ITSELF.values()) & desk_state.automated)
    to_enter_again = _repeat_while_it_fits(redone, commands[1:])
    was = [event for act in undone for event in act.events]
    _check_cage(was, redone.events)
    moved = _moves(was)
    if not correction.approved_by and moved != _moves(redone.events)[: len(moved)]:
        raise _approval_needed("Wagers have been taken or paid since then")
    return Corrected(
        **correction.recorded,
        position=position_text(before),
        acts=tuple(redone.acts),
        event=_told(keyed, correction),
        left_out=(*redone.left_out, *to_enter_again),
    )


def _repeat_while_it_fits(redone: Redone, later: Sequence[c.Command]) -> Sequence[c.Command]:
    """The acts from the first of the dealer's that does not fit; nothing when all do."""
    keyed = [command for command in later if not redone.follows_by_itself(command)]
    for number, command in enumerate(keyed):
        try:
            redone.repeat(command)
        except Refused:
            return keyed[number:]
    while redone.goes_on(but="clear"):
        redone.go_on()
    return ()


def _moves(events: Iterable[e.Event]) -> list[Move]:
    return [move for event in events for move in moves_of("", BY_HAND, event, "")]


def _check_cage(was: Iterable[e.Event], redone: Iterable[e.Event]) -> None:
    """Chips that came from the cage or went there are never undone."""
    carried = [[event for event in events if type(event) in CHIPS_CARRIED] for events in (was, redone)]
    if not e.same_events(*carried):
        says = "Since then a player has sat down, left or bought chips. Finish the round, then correct it."
        raise Refused("chips_carried", says)


def _told(keyed: KeyedAct, correction: Correction, discards: tuple[Discard, ...] = ()) -> e.ActCorrected:
    meant = correction.command
    return e.ActCorrected(
        round=keyed.round.number,
        keyed=command_text(keyed.command),
        meant=command_text(meant) if meant is not None else "",
        discards=discards,
        **CORRECTED,
    )


# ---- a finished round


def _finished(
    log: RoundLog, desk_state: DeskState, keyed: KeyedAct, correction: Correction
) -> PastRoundCorrected:
    logged, number = keyed.round, keyed.round.number
    if not isinstance(correction.command, ENDS_WITH_ITS_ROUND):
        says = f"Round {number} is finished, and what this entry did lasts: enter what is right now."
        raise Refused("lasting", says)
    redone = _to_the_end(keyed, correction.command)
    was = [event for act in logged.acts[keyed.at :] for event in act.events]
    _check_cage(was, redone.events)
    _check_wagers(was, redone.events)
    kept = [event for act in logged.acts[: keyed.at] for event in act.events]
    differences = tuple(_differences(logged.paid, received([*kept, *redone.events])))
    if differences and not correction.approved_by:
        raise _approval_needed(f"Round {number} was paid otherwise")
    discards = tuple(lies for lies in redone.state.rack if lies.of_hand_in(number))
    told = _told(keyed, correction, discards)
    payments = () if correction.leave_money else _payments(desk_state.state, log, logged, differences)
    events = (told, *payments)
    _check_faces(desk_state.state, events)
    return PastRoundCorrected(
        **correction.recorded,
        acts=tuple(redone.acts),
        events=events,
        differences=differences,
        left_out=tuple(redone.left_out),
        leave_money=correction.leave_money,
    )


def _to_the_end(keyed: KeyedAct, meant: c.Command) -> Redone:
    """The round again to its end: cards and decisions as they were, the rest as it follows from them."""
    redone = Redone(keyed.round.before(keyed.at), meant, frozenset(FOLLOWS_BY_ITSELF.values()))
    later = (act.command for act in keyed.round.acts[keyed.at + 1 :])
    for command in later:
        if command is None or redone.follows_by_itself(command):
            continue
        try:
            redone.repeat(command)
        except Refused as refused:
            says = f"The round would have gone otherwise: {command_text(command)} no longer fits. {refused}"
            raise Refused("does_not_fit", says, refused.clause) from None
    while redone.goes_on():
        if any(isinstance(event, e.TableCleared) for event in redone.go_on()):
            return redone
    awaited = due(redone.state)
    waits = due_sentence(redone.state, awaited.act, awaited.box, awaited.hand) if awaited else ""
    raise Refused("does_not_fit", f"The round would not have been over. {waits}")


def _check_wagers(was: Iterable[e.Event], redone: Iterable[e.Event]) -> None:
    """The players' wagers were on the layout, whatever the cards."""
    made = [[move for move in _moves(events) if move.target == "layout"] for events in (was, redone)]
    if made[0] != made[1]:
        says = "The round would have gone otherwise: a wager that was made would not have been allowed."
        raise Refused("does_not_fit", says)


def _differences(paid: Mapping[Place, int], owed: Mapping[Place, int]) -> Iterator[PaymentDifference]:
    for box, seat in sorted(paid.keys() | owed.keys()):
        difference = PaymentDifference(box, seat, paid.get((box, seat), 0), owed.get((box, seat), 0))
        if difference.paid_cents != difference.due_cents:
            yield difference


def _payments(
    state: Table, log: RoundLog, logged: LoggedRound, differences: Iterable[PaymentDifference]
) -> Iterator[e.PaymentCorrected]:
    """What can move now: to or from a player who still sits there and has the chips."""
    left = log.left_since(logged.number)
    chips = {patron.seat: patron.chips_cents for patron in state.players if patron.seat not in left}
    rules = logged.start.terms.game.sha256
    for box, seat, paid, owed in differences:
        cents = owed - paid
        if seat in chips and chips[seat] + cents >= 0:
            chips[seat] += cents
            yield e.PaymentCorrected(
                round=logged.number, box=box, seat=seat, cents=cents, rules=rules, **CORRECTED
            )


def _check_faces(state: Table, events: Sequence[e.Event]) -> None:
    """No face may have shown more often than there are decks, with what later rounds have shown."""
    try:
        check_conserved(fold_all(state, events))
    except Broken as broken:
        says = f"With the cards that were seen since, this cannot be: {broken}."
        raise Refused("does_not_fit", says) from None


# ---- the desk after a correction


def corrected_table(desk_state: DeskState, payload: Corrected) -> Table:
    start = parse_position(payload.position, desk_state.state.terms.game)
    return fold_all(start, (event for act in payload.acts for event in act.events))


def after_correction(desk_state: DeskState, payload: Corrected) -> DeskState:
    """The desk after a correction of the round under way; its events are believed."""
    state = corrected_table(desk_state, payload)
    ledger = post_correction(desk_state.ledger, desk_state.state, state)
    return replace(desk_state, state=state, ledger=ledger, since=desk_state.since if state.boxes else "")


def after_past_correction(desk_state: DeskState, payload: PastRoundCorrected, time: str) -> DeskState:
    state = fold_all(desk_state.state, payload.events)
    return after_events(desk_state, payload.events, state, account="", time=time)
