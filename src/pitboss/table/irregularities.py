"""What goes wrong, and what the texts say is done about it."""

from collections.abc import Iterator

from pitboss.games.citations import Because
from pitboss.rules.dealer import dealer_must_draw, reader_is_used
from pitboss.rules.hands import Total, dealer_total
from pitboss.rules.house import Reader
from pitboss.rules.mechanism import mechanism
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.act_registry import (
    Events,
    act,
    because,
    cards_ready,
    expect,
    expect_at,
    need_face,
    refuse,
    tell_person,
)
from pitboss.table.dealing import dealer_stands
from pitboss.table.decisions import cleared
from pitboss.table.due import due, may_be_called_dead
from pitboss.table.payments import dead_hand_cents, up_card
from pitboss.table.people import SEATS, Person, Role
from pitboss.table.state import Box, Side, Stage, Status, Table, find_box

# ---- cards


def _shoe_has_next(state: Table, cause: str) -> None:
    """In a round, with a card on top of the shoe and none held."""
    cards_ready(state)
    if state.phase == 0:
        refuse(state, "no_round", "There is no round in progress.", cause)
    if state.held is not None:
        refuse(
            state, "card_held", "The card drawn by mistake must be used first.", "irregularity.drawn_unseen"
        )
    if state.shoe == 0 or state.shoe == state.cover:
        refuse(state, "no_card", "The shoe has no card to show.", cause)


@act(c.FindFaceUp)
@mechanism("irregularity.face_up")
def find_face_up(state: Table, command: c.FindFaceUp) -> Events:
    """It is not used in the round and goes to the rack."""
    _shoe_has_next(state, "irregularity.face_up")
    need_face(state, command.card)
    return (e.FaceUpCardFound(card=command.card, **because(state, "irregularity.face_up")),)


def first_cards_dealt(state: Table) -> bool:
    return state.phase > 1


@act(c.DrawInError)
@mechanism("irregularity.drawn_unseen", "irregularity.drawn_seen")
def draw_in_error(state: Table, command: c.DrawInError) -> Events:
    """Unseen it is simply the next card; seen it is too, but players may turn it down."""
    _shoe_has_next(state, "irregularity.drawn_unseen")
    if state.burns:
        refuse(state, "burn_first", "A card must be burned first.", "procedure.burn")
    if command.card is None:
        return (e.CardDrawnInError(card=None, **because(state, "irregularity.drawn_unseen")),)
    if not first_cards_dealt(state) or state.phase_name in ("settle", "clear"):
        says = "An exposed card may only be recorded after the first cards have been dealt."
        refuse(state, "not_now", says, "irregularity.drawn_seen")
    need_face(state, command.card)
    return (e.CardDrawnInError(card=command.card, **because(state, "irregularity.drawn_seen")),)


@act(c.RefuseCard)
@mechanism("irregularity.exposed_card_refused")
def refuse_card(state: Table, command: c.RefuseCard) -> Events:
    """No more cards for this player in the round; at Over/Under that leaves no hand to settle."""
    if state.held is None or state.held.card is None:
        refuse(
            state,
            "no_held_card",
            "There is no exposed card to turn down.",
            "irregularity.exposed_card_refused",
        )
    over_under = not state.terms.game.has_dealer
    expect_at(state, "choose" if over_under else "decide", command.by, command.box, command.hand)
    cite = because(state, "irregularity.exposed_card_refused")
    refused = e.CardRefused(box=command.box, hand=command.hand, seat=command.by.seat, **cite)
    if not over_under:
        return (refused,)
    waiting = [
        box for box in state.boxes if box.seat == command.by.seat and box.hands[0].status == Status.LIVE
    ]
    return (
        refused,
        *(died for box in waiting for died in dead_hand(state, box, 0, "irregularity.exposed_card_refused")),
    )


@act(c.DiscardHeld)
@mechanism("irregularity.exposed_card_unused")
def discard_held(state: Table, _: c.DiscardHeld) -> Events:
    wanted = due(state)
    if wanted is None or wanted.act != "discard held":
        refuse(state, "not_now", "The exposed card may still be used.", "irregularity.exposed_card_unused")
    return (e.HeldCardDiscarded(**because(state, "irregularity.exposed_card_unused")),)


@act(c.Overdraw)
@mechanism("irregularity.overdraw")
def overdraw(state: Table, command: c.Overdraw) -> Events:
    """A card on a total on which the dealer stands goes to the rack; the total stays."""
    if not dealer_stands(state):
        refuse(state, "not_now", "The dealer has not finished drawing.", "irregularity.overdraw")
    total = dealer_total(state.dealer.tally, state.house)
    if not (state.house.floor.overdraw_guard_all or _lowest_stand(state, total)):
        refuse(
            state,
            "not_covered",
            "This remedy covers only the lowest total on which the dealer stands.",
            "irregularity.overdraw",
        )
    _shoe_has_next(state, "irregularity.overdraw")
    need_face(state, command.card)
    return (e.CardOverdrawn(card=command.card, **because(state, "irregularity.overdraw")),)


def _lowest_stand(state: Table, total: Total) -> bool:
    return dealer_must_draw(Total(total.points - 1, False), state.house)


# ---- missed cards


@act(c.PassOver)
@mechanism(
    "irregularity.no_card",
    "irregularity.one_card",
    "irregularity.missed_hit",
    "irregularity.dealer_card_missed",
)
def pass_over(state: Table, command: c.PassOver) -> Events:
    """The card due was not dealt and the deal has gone on to the next."""
    wanted = due(state)
    if wanted is None or wanted.act != "card" or (wanted.box, wanted.hand) != (command.box, command.hand):
        refuse(state, "not_now", "No card was to be dealt there.", "irregularity.missed_hit")
    in_deal = state.phase_name in ("deal", "deal_one")
    box = find_box(state, command.box)
    if box is None and not (in_deal and not state.dealer.missed):
        refuse(state, "not_now", "The dealer’s card must be dealt now.", "irregularity.dealer_card_missed")
    if box is not None and not _may_be_missed(box, in_deal, state):
        refuse(
            state, "not_now", "This card was missed before and must be dealt now.", "irregularity.missed_hit"
        )
    cause = "irregularity.dealer_card_missed" if box is None else _missed_cause(state)
    return (e.CardMissed(box=command.box, hand=command.hand, in_deal=in_deal, **because(state, cause)),)


MISSED_CAUSES = {"deal": "irregularity.one_card", "deal_one": "irregularity.no_card"}
"""A card of the first deal that passed a box by; later ones are missed hits."""


def _missed_cause(state: Table) -> str:
    return MISSED_CAUSES.get(state.phase_name, "irregularity.missed_hit")


def _may_be_missed(box: Box, in_deal: bool, state: Table) -> bool:
    if in_deal:
        return len(box.firsts) + box.missed < 2
    return state.phase_name in ("decisions", "each_player") and not box.wants_missed


@act(c.TakeMissedCard)
@mechanism("irregularity.one_card", "irregularity.missed_hit")
def take_missed_card(state: Table, command: c.TakeMissedCard) -> Events:
    """At the player's option: the card after all others have theirs."""
    wanted = expect_at(state, "missed", command.by, command.box, command.hand)
    cite = because(state, wanted.cause)
    return (e.MissedCardWanted(box=command.box, hand=command.hand, **cite),)


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
    sides, returned = dying_sides(state, box)
    insurance = box.insurance_cents if insured and state.house.floor.dead_hand_returns_all else 0
    died = e.HandDied(
        box=box.number,
        hand=number,
        seat=box.seat,
        stake_cents=hand.stakes_cents,
        returned_cents=dead_hand_cents(hand, state) + forfeited_ante(state, box),
        was_settled=hand.status == Status.SETTLED,
        sides=tuple(side.id for side in sides),
        side_stake_cents=sum(side.stake_cents for side in sides),
        side_returned_cents=returned,
        insurance_cents=insurance,
        insurance_was_settled=insurance > 0 and box.insurance_settled,
        **because(state, "settle.dead_hand/forfeited" if gave_up(box) else cause),
    )
    if hand.cleared or not hand.cards:
        return (died,)
    return (died, cleared(state, box, number, "settle.dead_hand"))


def dying_sides(state: Table, box: Box) -> tuple[tuple[Side, ...], int]:
    """Side wagers that end with the hand, and what comes back of them.

    A hand that was never dealt out gives them all back; at Over/Under they go as the hand goes; a match wager
    on the down card waits for it, whatever became of the hand.
    """
    if state.phase_name not in ("deal", "deal_one", "each_player"):
        return (), 0
    open_sides = tuple(side for side in box.sides if not side.settled)
    if state.phase_name != "each_player" or state.house.floor.dead_hand_returns_all:
        return open_sides, sum(side.stake_cents for side in open_sides)
    return open_sides, 0


@mechanism("settle.dead_hand/forfeited")
def forfeited_ante(state: Table, box: Box) -> int:
    """The Ante of a player who had given it up: a dead hand returns it too, unless read otherwise."""
    returned = gave_up(box) and state.house.floor.dead_hand_returns_forfeit
    return box.initial_cents if returned else 0


def gave_up(box: Box) -> bool:
    return box.hands[0].choice == Action.FOLD


@act(c.VoidRound)
@mechanism("irregularity.shoe_empty")
def void_round(state: Table, command: c.VoidRound) -> Events:
    """Neither shoe nor rack can complete the round: what is not decided comes back, all of it."""
    expect(state, "void round", command.by)
    cite = because(state, "irregularity.shoe_empty/void")
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


# ---- reader


@act(c.ReportWrongRange)
@mechanism("irregularity.wrong_range")
def report_wrong_range(state: Table, command: c.ReportWrongRange) -> Events:
    """The wrong light, or the hand in the wrong rectangle."""
    if command.what not in ("light", "lane"):
        refuse(state, "no_such_fault", "Report either the light or the area.", "irregularity.wrong_range")
    if state.dealer.lane < 0 or state.phase_name == "clear":
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
    cite = because(state, "procedure.rebuild_hands/dispute")
    return (e.DisputeRecorded(box=command.box, round=state.round, **cite),)


@act(c.ReportReaderMisused)
@mechanism("irregularity.reader_misused")
def report_reader_misused(state: Table, _: c.ReportReaderMisused) -> Events:
    """The hole card was read under a card that calls for no reading: the floor is told."""
    wrong = state.house.dealer.reader == Reader.BLACKJACK and state.dealer.hole
    if not wrong or state.notify_floor or reader_is_used(up_card(state).rank, state.house):
        refuse(state, "not_now", "The reader was not misused.", "irregularity.reader_misused")
    return (e.ReaderMisused(**because(state, "irregularity.reader_misused")),)


@act(c.NoteMisuse)
@mechanism("irregularity.reader_misused")
def note_misuse(state: Table, _: c.NoteMisuse) -> Events:
    if not state.notify_floor:
        refuse(state, "not_now", "No misuse of the reader has been reported.", "irregularity.reader_misused")
    return (e.MisuseNoted(**because(state, "irregularity.reader_misused")),)


# ---- devices


def _device_cause(state: Table, device: str) -> str:
    if device == "reader" and state.terms.has_reader:
        return "irregularity.reader_broken"
    if device == "shuffler" and state.terms.shuffler != "manual":
        return "irregularity.shuffler_broken"
    cause = "irregularity.reader_broken" if device == "reader" else "irregularity.shuffler_broken"
    return refuse(state, "no_such_device", f"This table has no {device}.", cause)


@act(c.ReportBroken)
@mechanism("irregularity.reader_broken", "irregularity.shuffler_broken")
def report_broken(state: Table, command: c.ReportBroken) -> Events:
    cause = _device_cause(state, command.device)
    broken = state.reader_broken if command.device == "reader" else state.shuffler_broken
    if broken:
        refuse(state, "already_reported", "This has been reported already.", cause)
    name = state.terms.reader if command.device == "reader" else ""
    return (e.DeviceBroke(device=command.device, name=name, **because(state, cause)),)


@act(c.RepairDevice)
@mechanism("irregularity.reader_broken", "irregularity.shuffler_broken")
def repair_device(state: Table, command: c.RepairDevice) -> Events:
    cause = _device_cause(state, command.device)
    broken = state.reader_broken if command.device == "reader" else state.shuffler_broken
    if not broken:
        refuse(state, "not_broken", "This device is not out of order.", cause)
    name = state.terms.reader if command.device == "reader" else ""
    return (e.DeviceRepaired(device=command.device, name=name, **because(state, cause)),)


@act(c.CoverShuffler)
@mechanism("irregularity.shuffler_broken")
def cover_shuffler(state: Table, _: c.CoverShuffler) -> Events:
    """A cover or a sign, before any other way of shuffling."""
    if not state.shuffler_broken or state.shuffler_covered:
        refuse(state, "not_broken", "The shuffler does not need a cover.", "irregularity.shuffler_broken")
    return (e.ShufflerCovered(**because(state, "irregularity.shuffler_broken")),)


@act(c.ReportJam)
@mechanism("irregularity.shuffler_jam")
def report_jam(state: Table, _: c.ReportJam) -> Events:
    """What the device was shuffling is shuffled again."""
    if state.terms.shuffler == "manual":
        refuse(state, "no_such_device", "This table has no shuffler.", "irregularity.shuffler_jam")
    cite = because(state, "irregularity.shuffler_jam")
    if state.stage == Stage.SHUFFLED and state.offered < 0 and state.cut_order != ():
        return (e.ShufflerJammed(spare=False, **cite),)
    if state.stage == Stage.SHUFFLED and not state.terms.uses_cut:
        return (e.ShufflerJammed(spare=False, **cite),)
    if state.spare == Stage.SHUFFLED:
        return (e.ShufflerJammed(spare=True, **cite),)
    return refuse(state, "not_now", "Nothing is being shuffled.", "irregularity.shuffler_jam")
