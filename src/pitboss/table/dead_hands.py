"""Hands that cannot be played fairly: called dead, upheld after a wrong range, or void with the round."""

from collections.abc import Iterator

from msgspec.structs import replace

from pitboss.games.citations import Because
from pitboss.rules.match import settle_shown_match
from pitboss.rules.mechanism import mechanism
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.act_registry import Events, act, because, expect, expect_at, refuse, tell_person
from pitboss.table.decisions import cleared
from pitboss.table.due import due, may_be_called_dead
from pitboss.table.payments import dead_hand_cents, up_card
from pitboss.table.people import SEATS, Person, Role
from pitboss.table.state import Box, Hand, Side, Status, Table, find_box

# ---- dead hands


@act(c.CallDead)
@mechanism(
    "irregularity.no_card", "irregularity.one_card", "irregularity.missed_hit", "irregularity.wrong_range"
)
def call_dead(state: Table, command: c.CallDead) -> Events:
    """A hand that cannot be played fairly: the wagers come back."""
    wanted = due(state)
    box = find_box(state, command.box)
    if wanted is None or box is None or wanted.act not in ("call dead", "missed", "rule on"):
        refuse(state, "not_now", "There is no hand to call dead.", "irregularity.missed_hit")
    check_chooser(state, wanted.who, command.by, wanted.cause)
    if wanted.act == "rule on":
        if command.box != wanted.box or command.hand:
            refuse(state, "wrong_place", f"Box {wanted.box} comes first.", wanted.cause)
        numbers = [number for number, hand in enumerate(box.hands) if may_be_called_dead(hand)]
        return tuple(
            died
            for number in numbers
            for died in dead_hand(state, box, number, wanted.cause, insured=number == numbers[0])
        )
    expect_at(state, wanted.act, wanted.who, command.box, command.hand)
    return dead_hand(state, box, command.hand, wanted.cause)


def check_chooser(state: Table, chooser: Person, by: Person, cause: str) -> None:
    """The player's options stay the player's; the dealer's may be the floor's."""
    staff = chooser.role == Role.DEALER and by.role in (Role.DEALER, Role.FLOOR)
    if not (staff or chooser == by):
        refuse(state, "not_yours", f"Only {tell_person(chooser)} may choose.", cause)


def dead_hand(state: Table, box: Box, number: int, cause: str, *, insured: bool = False) -> Events:
    hand = box.hands[number]
    shown = shown_matches(state, box)
    sides, returned = dying_sides(state, box)
    sides = tuple(side for side in sides if side.id not in {settled.wager for settled in shown})
    insurance = box.insurance_cents if insured and state.house.floor.dead_hand_returns_all else 0
    if box.insurance_back_cents:
        insurance = 0
    died = e.HandDied(
        box=box.number,
        hand=number,
        seat=box.seat,
        stake_cents=hand.stakes_cents,
        returned_cents=still_due(hand, state) + forfeited_ante(state, box),
        was_settled=hand.status == Status.SETTLED,
        sides=tuple(side.id for side in sides),
        side_stake_cents=sum(side.stake_cents for side in sides),
        side_returned_cents=min(returned, sum(side.stake_cents for side in sides)),
        insurance_cents=insurance,
        insurance_was_settled=insurance > 0 and box.insurance_settled,
        **because(state, "settle.dead_hand/forfeited" if gave_up(box) else cause),
    )
    if hand.cleared or not hand.cards:
        return (*shown, died)
    if state.house.floor.dead_hand_returns_sides:
        box = replace(box, sides=())
    return (*shown, died, cleared(state, box, number, "settle.dead_hand"))


def still_due(hand: Hand, state: Table) -> int:
    """What a dead hand gives back, less what has come back of the same; added wagers may have before."""
    due_cents = dead_hand_cents(hand, state)
    return due_cents - max(0, hand.back_cents - (hand.stakes_cents - due_cents))


@mechanism("settle.upcard_match/shown")
def shown_matches(state: Table, box: Box) -> tuple[e.WagerSettled, ...]:
    """A match that the box's one card already shows is paid, though the hand is dead, if read so."""
    wanted = state.house.floor.shown_match_stands and state.phase_name == "deal"
    if not wanted or len(box.firsts) != 1 or not state.dealer.cards:
        return ()
    paid = (
        (side, settle_shown_match(side.stake_cents, box.firsts[0], up_card(state), state.house))
        for side in box.sides
        if not side.settled and state.terms.wagers[side.id].against == "upcard"
    )
    return tuple(
        e.WagerSettled(
            box=box.number,
            seat=box.seat,
            wager=side.id,
            stake_cents=side.stake_cents,
            returned_cents=payment.returned_cents,
            won_cents=payment.won_cents,
            **because(state, "settle.upcard_match/shown"),
        )
        for side, payment in paid
        if payment.won_cents
    )


def dying_sides(state: Table, box: Box) -> tuple[tuple[Side, ...], int]:
    """Side wagers that end with the hand, and what comes back of them.

    A hand that was never dealt out gives them all back; at Over/Under they go as the hand goes; a match wager
    on the down card waits for it, unless it is read to be returned with the hand.
    """
    open_sides = tuple(side for side in box.sides if not side.settled)
    whole = sum(side.stake_cents for side in open_sides)
    if state.phase_name in ("deal", "deal_one") or state.house.floor.dead_hand_returns_sides:
        return open_sides, whole
    if state.phase_name != "each_player":
        return (), 0
    return open_sides, whole if state.house.floor.dead_hand_returns_all else 0


@mechanism("settle.dead_hand/forfeited")
def forfeited_ante(state: Table, box: Box) -> int:
    """The Ante of a player who had given it up: a dead hand returns it too, unless read otherwise."""
    returned = gave_up(box) and state.house.floor.dead_hand_returns_forfeit
    return box.initial_cents if returned else 0


def gave_up(box: Box) -> bool:
    return box.hands[0].choice == Action.FOLD


@act(c.VoidRound)
@mechanism("irregularity.shoe_empty", "irregularity.reader_broken/void", "irregularity.void_round")
def void_round(state: Table, command: c.VoidRound) -> Events:
    """The round cannot be completed: what is not decided comes back, all of it."""
    if may_void_for_reader(state):
        return voided(state, "irregularity.reader_broken/void")
    return voided(state, expect(state, "void round", command.by).cause)


def may_void_for_reader(state: Table) -> bool:
    """Nothing may be dealt with a broken reader, and this one can be neither repaired nor replaced."""
    wanted = due(state)
    waits = wanted is not None and wanted.act == "repair reader"
    return waits and state.phase > 0 and not state.house.floor.broken_reader_waits


def voided(state: Table, cause: str) -> Events:
    cite = because(state, cause)
    returned = [event for box in state.boxes for event in given_back(state, box, cite)]
    return (*returned, e.RoundVoided(**cite))


def given_back(state: Table, box: Box, cite: Because) -> Iterator[e.Event]:
    """Every wager of the box that is not decided yet, whole."""
    for number, hand in enumerate(box.hands):
        if hand.status == Status.LIVE:
            cents = hand.stakes_cents
            yield e.HandDied(
                box=box.number,
                hand=number,
                seat=box.seat,
                stake_cents=cents,
                returned_cents=cents,
                **cite,
            )
    open_wagers = [(side.id, side.stake_cents) for side in box.sides if not side.settled]
    if box.insurance_cents and not box.insurance_settled:
        open_wagers.append((state.terms.insurance, box.insurance_cents))
    for wager, cents in open_wagers:
        yield e.WagerSettled(
            box=box.number,
            seat=box.seat,
            wager=wager,
            stake_cents=cents,
            returned_cents=cents,
            won_cents=0,
            **cite,
        )


@act(c.UpholdHand)
@mechanism("irregularity.wrong_range")
def uphold_hand(state: Table, command: c.UpholdHand) -> Events:
    wanted = due(state)
    if wanted is None or wanted.act != "rule on" or wanted.box != command.box:
        refuse(state, "not_now", "There is nothing to rule on.", "irregularity.wrong_range")
    check_chooser(state, wanted.who, command.by, "irregularity.wrong_range")
    return (e.HandUpheld(box=command.box, **because(state, "irregularity.wrong_range")),)


# ---- a wrong range


@act(c.ReportWrongRange)
@mechanism("irregularity.wrong_range")
def report_wrong_range(state: Table, command: c.ReportWrongRange) -> Events:
    """The wrong light, or the hand in the wrong rectangle."""
    if command.what not in ("light", "lane"):
        refuse(state, "no_such_fault", "Report either the light or the area.", "irregularity.wrong_range")
    if state.phase_name == "clear":
        says = "The round is settled: record a dispute instead."
        refuse(state, "dispute", says, "irregularity.wrong_range")
    if state.dealer.lane < 0:
        refuse(state, "not_now", "The dealer’s hand is not in an area yet.", "irregularity.wrong_range")
    if state.wrong_range:
        refuse(state, "already_reported", "This has been reported already.", "irregularity.wrong_range")
    if state.phase_name == "settle" and any(_settled_in_turn(box) for box in state.boxes):
        refuse(
            state,
            "dispute",
            "Settled wagers are not reopened: record a dispute instead.",
            "irregularity.wrong_range",
        )
    return (e.WrongRangeFound(what=command.what, **because(state, "irregularity.wrong_range")),)


def _settled_in_turn(box: Box) -> bool:
    return any(hand.status == Status.SETTLED and not hand.cleared for hand in box.hands)


@act(c.RecordDispute)
@mechanism("irregularity.wrong_range")
def record_dispute(state: Table, command: c.RecordDispute) -> Events:
    """Found too late, a fault is recorded and nothing more."""
    if command.box not in SEATS:
        refuse(state, "no_such_box", "A table has six boxes at most.", "people.seat")
    if command.round is not None and not 1 <= command.round <= max(1, last_round(state)):
        says = f"Round {command.round} has not been played at this table."
        refuse(state, "no_such_round", says, "procedure.rebuild_hands/dispute")
    cite = because(state, "procedure.rebuild_hands/dispute")
    round = state.round if command.round is None else command.round
    return (e.DisputeRecorded(box=command.box, round=round, **cite),)


def last_round(state: Table) -> int:
    """The round under way or, until betting on the next is closed, the one before; 0 before the first."""
    return state.round if state.phase else state.round - 1
