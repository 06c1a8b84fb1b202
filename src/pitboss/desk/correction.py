"""What was keyed wrongly is corrected: the act as it was meant, and everything after it decided again.

The records of what was keyed are never changed. In the round under way, later acts are repeated as far as
they still fit; the dealer enters the rest again. A finished round is decided again to its end, and what was
paid too much or too little moves now, because the chips of later rounds were where they were.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.desk.bank import Move, moves_of, post_correction
from pitboss.desk.cage_transfers import CHIPS_CARRIED
from pitboss.desk.desk_state import KEYED, DeskState, after_events
from pitboss.desk.payloads import Act, Corrected, PastRoundCorrected, PaymentDifference
from pitboss.desk.round_log import LoggedAct, LoggedRound, RoundLog, after, received
from pitboss.errors import Broken, Refused
from pitboss.games.citations import Because
from pitboss.rules.cards import Card
from pitboss.rules.mechanism import mechanism
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.acts import due_sentence
from pitboss.table.autopilot import Autopilot
from pitboss.table.conservation import check_conserved
from pitboss.table.due import due
from pitboss.table.notation import command_text, parse_position, position_text
from pitboss.table.people import Role
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
MOST_ACTS = 500
"""The most acts that follow by themselves in a round; none comes near it."""


class Correction(NamedTuple):
    """What is to be corrected: an act by its record and its place in it, and what should have been keyed."""

    record: int
    act: int
    command: c.Command | None
    """None when there was no such act."""
    why: str
    leave_money: bool = False
    """Of a finished round: no chips move now."""


@mechanism("house.correction")
def decide_again(
    log: RoundLog, desk_state: DeskState, correction: Correction, *, approved_by: str, key: str
) -> Corrected | PastRoundCorrected:
    """The record of a correction; Refused when it cannot be made, or needs the floor's approval."""
    if desk_state.cards != KEYED:
        raise Refused(
            "not_keyed", "Only what a person keyed can be corrected; this table deals its own cards."
        )
    if not correction.why.strip():
        raise Refused("no_reason", "Say why the entry is corrected.")
    logged, index = find_act(log, correction.record, correction.act)
    if logged.given_up:
        says = f"Round {logged.number} was given up and its wagers returned: it is not decided again."
        raise Refused("round_given_up", says)
    keyed = keyed_command(log, correction.record, correction.act)
    _check_same_kind(keyed, correction.command)
    if not approved_by and (correction.command is None or keyed.by.role == Role.FLOOR):  # type: ignore[attr-defined]
        raise _approval_needed("An act is struck out" if correction.command is None else "The floor did this")
    if logged is log.under_way:
        return _under_way(desk_state, logged, index, correction, approved_by, key)
    return _finished(log, desk_state, logged, index, correction, approved_by, key)


def find_act(log: RoundLog, record: int, act: int) -> tuple[LoggedRound, int]:
    """The round of an act that holds, and its place among the round's acts."""
    try:
        return log.find(record, act)
    except LookupError:
        says = f"Record {record} has no act {act + 1} that holds and can be corrected."
        raise Refused("no_such_act", says) from None


def keyed_command(log: RoundLog, record: int, act: int) -> c.Command:
    find_act(log, record, act)
    return log.command(record, act)


def is_keyed_by_house(command: c.Command) -> bool:
    """Players' acts are their own, and chips that were bought are put right at the cage."""
    by_player = command.by.role == Role.PLAYER  # type: ignore[attr-defined]
    return not by_player and not isinstance(command, c.BuyChips | c.ConfirmCall)


def _check_same_kind(keyed: c.Command, meant: c.Command | None) -> None:
    if keyed.by.role == Role.PLAYER:  # type: ignore[attr-defined]
        says = "Players’ wagers and decisions are their own: only what the house keyed is corrected."
        raise Refused("players_own", says)
    if isinstance(keyed, c.BuyChips | c.ConfirmCall):
        raise Refused(
            "at_the_cage", "Chips that were bought are corrected at the cage, where the money went."
        )
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


# ---- the round under way


def _under_way(
    desk_state: DeskState,
    logged: LoggedRound,
    index: int,
    correction: Correction,
    approved_by: str,
    key: str,
) -> Corrected:
    before, undone = logged.before(index), logged.acts[index:]
    commands = [act.command for act in undone if act.command is not None]
    if len(commands) < len(undone):
        says = "A finished round has been corrected since this was keyed: nothing before that is undone."
        raise Refused("corrected_since", says)
    follows = frozenset(FOLLOWS_BY_ITSELF.values()) & desk_state.automated
    acts, left_out = _repeated(before, correction.command, commands[1:], follows)
    redone = [event for act in acts for event in act.events]
    was = [event for act in undone for event in act.events]
    _check_cage(was, redone)
    moved = _moves(was)
    if not approved_by and moved != _moves(redone)[: len(moved)]:
        raise _approval_needed("Wagers have been taken or paid since then")
    return Corrected(
        record=correction.record,
        act=correction.act,
        command=correction.command,
        why=correction.why,
        position=position_text(before),
        acts=tuple(acts),
        event=_told(logged.number, commands[0], correction.command),
        left_out=tuple(left_out),
        approved_by=approved_by,
        key=key,
    )


def _repeated(
    state: Table, meant: c.Command | None, later: Sequence[c.Command], follows: frozenset[str]
) -> tuple[list[Act], list[c.Command]]:
    """The acts that fit, and those that do not: decisions nobody asks for, or all from a dealer's act on.

    What is automatic at this table follows by itself.
    """
    acts: list[Act] = []
    if meant is not None:
        state = _first(state, meant, acts)
    left_out: list[c.Command] = []
    keyed = [command for command in later if FOLLOWS_BY_ITSELF.get(type(command)) not in follows]
    for number, command in enumerate(keyed):
        try:
            state = _after_what_follows(state, command, acts, follows)
        except Refused:
            if command.by.role != Role.PLAYER:  # type: ignore[attr-defined]
                return acts, [*left_out, *keyed[number:]]
            left_out.append(command)
    while _is_due(state, follows - {"clear"}):
        _, state = _follow(state, acts, follows)
    return acts, left_out


def _first(state: Table, meant: c.Command, acts: list[Act]) -> Table:
    try:
        events, state = step(state, meant)
    except Refused as refused:
        raise Refused(
            "does_not_fit", f"{command_text(meant)} was not possible there: {refused}", refused.clause
        ) from None
    acts.append(Act(meant, events))
    return state


def _moves(events: Iterable[e.Event]) -> list[Move]:
    return [move for event in events for move in moves_of("", event, "")]


def _check_cage(was: Iterable[e.Event], redone: Iterable[e.Event]) -> None:
    """Chips that came from the cage or went there are never undone."""
    carried = [[event for event in events if type(event) in CHIPS_CARRIED] for events in (was, redone)]
    if not e.same_events(*carried):
        says = "Since then a player has sat down, left or bought chips. Finish the round, then correct it."
        raise Refused("chips_carried", says)


def _approval_needed(because: str) -> Refused:
    return Refused("approval_needed", f"{because}: a floorperson must approve the correction.")


def _told(
    number: int, keyed: c.Command, meant: c.Command | None, **more: tuple[Discard, ...]
) -> e.ActCorrected:
    return e.ActCorrected(
        round=number,
        keyed=command_text(keyed),
        meant=command_text(meant) if meant is not None else "",
        **more,
        **CORRECTED,
    )


# ---- a finished round


def _finished(
    log: RoundLog,
    desk_state: DeskState,
    logged: LoggedRound,
    index: int,
    correction: Correction,
    approved_by: str,
    key: str,
) -> PastRoundCorrected:
    if correction.command is None:
        says = "An act of a finished round cannot be struck out: say what should have been keyed."
        raise Refused("finished", says)
    if not isinstance(correction.command, ENDS_WITH_ITS_ROUND):
        says = "Its round is finished, but what this entry did lasts: enter what is right now."
        raise Refused("lasting", says)
    before, undone = logged.acts[:index], logged.acts[index:]
    acts, left_out, end = _to_the_end(logged.before(index), correction.command, undone)
    was = [event for act in undone for event in act.events]
    redone = [event for act in acts for event in act.events]
    _check_cage(was, redone)
    whole = [*(event for act in before for event in act.events), *redone]
    differences = tuple(_differences(logged, received(whole)))
    if differences and not approved_by:
        raise _approval_needed(f"Round {logged.number} was paid otherwise")
    discards = tuple(lies for lies in end.rack if lies.of_hand_in(logged.number))
    keyed = undone[0].command
    assert keyed is not None
    told = _told(logged.number, keyed, correction.command, discards=discards)
    payments = () if correction.leave_money else tuple(_payments(desk_state.state, log, logged, differences))
    events = (told, *payments)
    _check_faces(desk_state.state, events)
    return PastRoundCorrected(
        record=correction.record,
        act=correction.act,
        command=correction.command,
        why=correction.why,
        acts=tuple(acts),
        events=events,
        differences=differences,
        left_out=tuple(left_out),
        approved_by=approved_by,
        leave_money=correction.leave_money,
        key=key,
    )


def _to_the_end(
    state: Table, meant: c.Command, undone: Sequence[LoggedAct]
) -> tuple[list[Act], list[c.Command], Table]:
    """The round again to its end: cards and decisions as they were, the rest as it follows from them."""
    acts: list[Act] = []
    left_out: list[c.Command] = []
    follows = frozenset(FOLLOWS_BY_ITSELF.values())
    state = _first(state, meant, acts)
    for logged in undone[1:]:
        command = logged.command
        if command is None or type(command) in FOLLOWS_BY_ITSELF:
            continue
        try:
            state = _after_what_follows(state, command, acts, follows)
        except Refused as refused:
            if command.by.role != Role.PLAYER:  # type: ignore[attr-defined]
                says = f"The round would have gone otherwise: {command_text(command)} no longer fits."
                raise Refused("does_not_fit", f"{says} {refused}", refused.clause) from None
            left_out.append(command)
    cleared = False
    while not cleared:
        events, state = _follow(state, acts, follows)
        cleared = any(isinstance(event, e.TableCleared) for event in events)
    return acts, left_out, state


def _after_what_follows(state: Table, command: c.Command, acts: list[Act], follows: frozenset[str]) -> Table:
    """The table after this act, and after what the dealer had to do before it."""
    done: list[Act] = []
    for _ in range(MOST_ACTS):
        try:
            events, then = step(state, command)
        except Refused:
            if not _is_due(state, follows):
                raise
            _, state = _follow(state, done, follows)
            continue
        acts += [*done, Act(command, events)]
        return then
    raise Refused("does_not_fit", "The round cannot be decided again.")


def _is_due(state: Table, follows: frozenset[str]) -> bool:
    awaited = due(state)
    return awaited is not None and awaited.act in follows


def _follow(state: Table, acts: list[Act], follows: frozenset[str]) -> tuple[tuple[e.Event, ...], Table]:
    """The act that is due and follows by itself."""
    if not _is_due(state, follows):
        awaited = due(state)
        waits = due_sentence(state, awaited.act, awaited.box, awaited.hand) if awaited else ""
        raise Refused("does_not_fit", f"The round would not have been over. {waits}")
    command = Autopilot(_NoShoe()).act(state)
    assert command is not None
    events, after_it = step(state, command)
    acts.append(Act(command, events))
    return events, after_it


class _NoShoe:
    """What follows by itself needs no card."""

    def draw(self) -> Card:
        raise LookupError("no card is drawn when a round is decided again")

    def refill(self, out: object) -> None:
        """Nothing is kept."""


def _differences(logged: LoggedRound, owed: Mapping[tuple[int, int], int]) -> Iterator[PaymentDifference]:
    """By box and seat what the player has got for the round until now, and what was due."""
    paid = dict(logged.paid or received(event for act in logged.acts for event in act.events))
    for place, cents in logged.paid_later.items():
        paid[place] = paid.get(place, 0) + cents
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
        check_conserved(after(state, events))
    except Broken as broken:
        raise Refused(
            "does_not_fit", f"With the cards that were seen since, this cannot be: {broken}."
        ) from None


# ---- the desk after a correction


def corrected_table(desk_state: DeskState, payload: Corrected) -> Table:
    start = parse_position(payload.position, desk_state.state.terms.game)
    return after(start, (event for act in payload.acts for event in act.events))


def after_correction(desk_state: DeskState, payload: Corrected) -> DeskState:
    """The desk after a correction of the round under way; its events are believed."""
    state = corrected_table(desk_state, payload)
    ledger = post_correction(desk_state.ledger, desk_state.state, state)
    return replace(desk_state, state=state, ledger=ledger, since=desk_state.since if state.boxes else "")


def after_past_correction(desk_state: DeskState, payload: PastRoundCorrected, time: str) -> DeskState:
    state = after(desk_state.state, payload.events)
    return after_events(desk_state, payload.events, state, account="", time=time)
