"""People, chips and the wagers before the first card."""

from typing import TypeVar

from msgspec.structs import replace

from pitboss.games.vocabulary import tell_cents
from pitboss.rules.mechanism import mechanism
from pitboss.rules.stakes import main_stake_is_allowed, side_stake_is_allowed
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.act_registry import (
    Events,
    act,
    because,
    between_rounds,
    cards_ready,
    need_chips,
    next_phase,
    own_box,
    refuse,
    seated,
)
from pitboss.table.chips import Chips, chips_cents, denominations
from pitboss.table.due import collect_cause
from pitboss.table.people import SEATS, Person, player
from pitboss.table.state import Box, Player, Stage, Table, find_box, find_player, side_of

MOST_CHIPS_CENTS = 10_000_000_00


@act(c.SitDown)
@mechanism("people.seat")
def sit_down(state: Table, command: c.SitDown) -> Events:
    seat = command.by.seat
    if seat not in SEATS:
        refuse(state, "no_seat", "The table has six seats.", "people.seat")
    if find_player(state, seat) is not None or find_box(state, seat) is not None:
        refuse(state, "seat_taken", f"Seat {seat} is taken.", "people.seat")
    if not 0 <= command.chips_cents <= MOST_CHIPS_CENTS:
        most, brought = tell_cents(MOST_CHIPS_CENTS), tell_cents(command.chips_cents)
        says = f"A buy-in must be between $0 and {most}, not {brought}."
        refuse(state, "bad_amount", says, "wager.chips")
    barred = is_barred(state, command.back_from)
    cite = because(state, "people.mid_shoe_bar" if barred else "people.seat")
    return (
        e.SatDown(
            seat=seat,
            chips_cents=command.chips_cents,
            barred=barred,
            back_from=command.back_from,
            **cite,
        ),
    )


@mechanism("people.mid_shoe_bar")
def is_barred(state: Table, back_from: int) -> bool:
    """Who comes in mid-shoe waits for the shuffle; who bet on the last round and only moved does not."""
    if back_from and back_from not in state.gone_bettors:
        refuse(
            state,
            "not_coming_back",
            f"Nobody left seat {back_from} who bet on the last round.",
            "people.mid_shoe_bar",
        )
    return state.terms.bars_mid_shoe and state.rounds_in_shoe > 0 and not back_from


@act(c.Leave)
def leave(state: Table, command: c.Leave) -> Events:
    patron = seated(state, command.by.seat)
    if any(box.seat == patron.seat for box in state.boxes):
        refuse(state, "wager_down", "You still have a wager on the layout.", "wager.hands_off")
    if patron.seat == state.offered:
        refuse(
            state,
            "cut_offered",
            "Cut the cards, or decline the cut, before you leave.",
            "procedure.offer_cut",
        )
    if patron.seat in state.cut_order and state.stage == Stage.SHUFFLED and state.terms.uses_cut:
        refuse(
            state,
            "cut_offered",
            "You may still be offered the cut: decline it before you leave.",
            "procedure.offer_cut",
        )
    return (e.WentAway(seat=patron.seat, chips_cents=patron.chips_cents, **because(state, "people.seat")),)


@act(c.Tip)
@mechanism("people.tip")
def tip(state: Table, command: c.Tip) -> Events:
    """Between rounds, from a player's own chips into the box beside the dealer."""
    between_rounds(state, "people.tip")
    patron = seated(state, command.by.seat)
    check_chips(state, command.cents)
    need_chips(state, patron.seat, command.cents)
    return (e.TipLeft(seat=patron.seat, cents=command.cents, **because(state, "people.tip")),)


@act(c.BuyChips)
@mechanism("wager.chips")
def buy_chips(state: Table, command: c.BuyChips) -> Events:
    seated(state, command.seat)
    check_chips(state, command.cents)
    cited = because(state, "wager.chips")
    return (
        e.ChipsBought(seat=command.seat, cents=command.cents, from_account=command.from_account, **cited),
    )


def check_chips(state: Table, cents: int) -> None:
    if not 0 < cents <= MOST_CHIPS_CENTS or cents % state.house.min_chip_cents:
        most = tell_cents(MOST_CHIPS_CENTS)
        says = f"The amount must be {tell_chips(state)}, up to {most}, not {tell_cents(cents)}."
        refuse(state, "bad_amount", says, "wager.chips")


def tell_chips(state: Table) -> str:
    return "in chips of " + ", ".join(tell_cents(value) for value in reversed(denominations(state.house)))


C = TypeVar("C", bound=c.Command)


@mechanism("wager.chips")
def counted(state: Table, command: C) -> C:
    """The command with the cents that its chips come to; chips that the table does not have are no stake."""
    chips: tuple[Chips, ...] = getattr(command, "chips", ())
    if not chips:
        return command
    cents = chips_cents(chips, denominations(state.house))
    if cents is None:
        refuse(state, "no_such_chip", f"A wager must be {tell_chips(state)}.", "wager.chips")
    if getattr(command, "cents", 0) not in (0, cents):
        refuse(state, "chips_differ", f"These chips add up to {tell_cents(cents)}.", "wager.chips")
    return replace(command, cents=cents)


@act(c.PlaceWager)
@mechanism(
    "wager.main",
    "wager.before_first_card",
    "wager.main/limits",
    "wager.side",
    "wager.boxes",
    "people.mid_shoe_bar",
)
def place_wager(state: Table, command: c.PlaceWager) -> Events:
    """A main wager to each box, side wagers beside it, all before the first card."""
    patron = betting_is_open(state, command.by)
    terms = state.terms
    if command.wager == terms.main:
        check_box_is_free(state, patron, command.box)
        check_main_stake(state, command.cents)
    elif command.wager in terms.sides:
        check_side(state, own_box(state, command.by, command.box), command)
    else:
        cause = not_offered_cause(state, command.wager)
        refuse(state, "no_such_wager", f"This table does not offer {command.wager!r}.", cause)
    need_chips(state, patron.seat, command.cents)
    return (
        e.WagerPlaced(
            box=command.box,
            seat=patron.seat,
            wager=command.wager,
            main=command.wager == terms.main,
            cents=command.cents,
            chips=command.chips,
            **because(state, "wager.main" if command.wager == terms.main else "wager.side"),
        ),
    )


@mechanism("wager.main/no_such_wager", "wager.side/not_offered", "wager.side/not_allowed")
def not_offered_cause(state: Table, wager: str) -> str:
    """Unknown to the document, not offered by this house, or not to be offered with these options."""
    withheld = state.terms.game.withheld
    if wager not in withheld:
        return "wager.main/no_such_wager"
    return "wager.side/not_allowed" if withheld[wager] else "wager.side/not_offered"


@mechanism("wager.before_first_card", "people.mid_shoe_bar")
def betting_is_open(state: Table, by: Person) -> Player:
    patron = seated(state, by.seat)
    if state.phase > 0:
        refuse(
            state,
            "too_late",
            "Too late: wagers must be placed before the first card.",
            "wager.before_first_card",
        )
    if state.reshuffle or state.stage != Stage.READY:
        refuse(state, "no_shoe", "The cards are being shuffled.", "procedure.shuffle")
    if patron.barred:
        refuse(
            state,
            "barred",
            "A player who sat out a round may bet again after the next shuffle.",
            "people.mid_shoe_bar",
        )
    return patron


@mechanism("wager.boxes")
def check_box_is_free(state: Table, patron: Player, number: int) -> None:
    """A box of one's own or an empty seat's; a player's boxes lie side by side."""
    if number not in SEATS:
        refuse(state, "no_such_box", "The table has six boxes.", "people.seat")
    taken = find_box(state, number) is not None
    if taken or (number != patron.seat and find_player(state, number) is not None):
        refuse(state, "box_taken", f"Box {number} is taken.", "wager.boxes")
    check_adjacent(state, {number, *(box.number for box in state.boxes if box.seat == patron.seat)})


def check_adjacent(state: Table, boxes: set[int]) -> None:
    most = state.terms.boxes_per_player
    if len(boxes) > most:
        refuse(
            state,
            "too_many_boxes",
            f"A player may bet on at most {most} {'box' if most == 1 else 'boxes'} at this table.",
            "wager.boxes",
        )
    if boxes and max(boxes) - min(boxes) + 1 != len(boxes):
        refuse(state, "not_adjacent", "Your boxes must be next to each other.", "wager.boxes")


def check_main_stake(state: Table, cents: int) -> None:
    if not main_stake_is_allowed(cents, state.house):
        limits = state.house.limits
        low, high = tell_cents(limits.wager_min_cents), tell_cents(limits.wager_max_cents)
        says = f"The wager must be {low} to {high}, {tell_chips(state)}, not {tell_cents(cents)}."
        refuse(state, "bad_amount", says, "wager.main/limits")


def check_side(state: Table, box: Box, command: c.PlaceWager) -> None:
    if side_of(box, command.wager) is not None:
        refuse(state, "already_made", "This box already has that wager.", "wager.hands_off")
    if not side_stake_is_allowed(command.cents, box.initial_cents, state.house):
        limits = state.house.limits
        low, high = tell_cents(limits.side_min_cents), tell_cents(limits.side_max_cents)
        main = " and no more than the main wager" if limits.side_up_to_main else ""
        says = f"A side wager must be {low} to {high}{main}, {tell_chips(state)}."
        refuse(state, "bad_amount", says, "wager.side/limits")


@act(c.TakeBackWager)
@mechanism("wager.hands_off", "wager.hands_off/taken_back")
def take_back_wager(state: Table, command: c.TakeBackWager) -> Events:
    """Until betting closes, or not at all where a wager is made when it touches the layout."""
    box = own_box(state, command.by, command.box)
    if state.phase > 0 or state.house.floor.wagers_stay:
        refuse(state, "hands_off", "A wager may not be touched until it is settled.", "wager.hands_off")
    terms = state.terms
    if command.wager == terms.main:
        if box.sides:
            refuse(state, "side_wager_down", "Take the side wagers back first.", "wager.main")
        rest = {other.number for other in state.boxes if other.seat == box.seat} - {box.number}
        check_adjacent(state, rest)
        cents = box.initial_cents
    else:
        side = side_of(box, command.wager)
        if side is None:
            refuse(state, "no_wager", "This box does not have that wager.", "wager.main")
        cents = side.stake_cents
    return (
        e.WagerTakenBack(
            box=box.number,
            seat=box.seat,
            wager=command.wager,
            main=command.wager == terms.main,
            cents=cents,
            **because(state, "wager.hands_off/taken_back"),
        ),
    )


@act(c.CallWager)
@mechanism("wager.spoken")
def call_wager(state: Table, command: c.CallWager) -> Events:
    patron = betting_is_open(state, command.by)
    if "spoken_wagers" not in state.terms.procedures:
        refuse(
            state,
            "chips_only",
            "Spoken wagers are not accepted at this table: bet in chips.",
            "wager.chips/spoken",
        )
    if patron.called_cents:
        refuse(
            state,
            "already_called",
            "The dealer has not confirmed your last spoken wager yet.",
            "wager.spoken",
        )
    check_box_is_free(state, patron, command.box)
    check_main_stake(state, command.cents)
    cite = because(state, "wager.spoken")
    return (e.WagerCalled(box=command.box, seat=patron.seat, cents=command.cents, **cite),)


@act(c.ConfirmCall)
@mechanism("wager.spoken")
def confirm_call(state: Table, command: c.ConfirmCall) -> Events:
    """The cash becomes chips at once, and the chips the wager."""
    patron = seated(state, command.seat)
    if not patron.called_cents:
        refuse(state, "nothing_called", "No spoken wager is waiting at that seat.", "wager.spoken")
    betting_is_open(state, player(patron.seat))
    check_box_is_free(state, patron, patron.called_box)
    cite = because(state, "wager.spoken")
    return (
        e.CashConverted(seat=patron.seat, cents=patron.called_cents, **cite),
        e.WagerPlaced(
            box=patron.called_box,
            seat=patron.seat,
            wager=state.terms.main,
            main=True,
            cents=patron.called_cents,
            **cite,
        ),
    )


@act(c.PermitPatron)
@mechanism("people.permit")
def permit_patron(state: Table, command: c.PermitPatron) -> Events:
    if not seated(state, command.seat).barred:
        refuse(state, "not_barred", "This player may already bet.", "people.permit")
    return (e.PatronPermitted(seat=command.seat, **because(state, "people.permit")),)


@act(c.CloseBetting)
@mechanism("wager.before_first_card", "people.mid_shoe_bar", "wager.close")
def close_betting(state: Table, _: c.CloseBetting) -> Events:
    """Betting closes and the deal begins; players who made no wager may be barred."""
    cards_ready(state)
    between_rounds(state, "wager.before_first_card")
    check_fit_to_deal(state)
    if not state.boxes:
        refuse(state, "no_wagers", "No wager has been placed.", "wager.main")
    sat_out: tuple[int, ...] = ()
    if state.terms.bars_mid_shoe:
        betting = {box.seat for box in state.boxes}
        sat_out = tuple(patron.seat for patron in state.players if patron.seat not in betting)
    closed = e.BettingClosed(barred=sat_out, **because(state, "wager.before_first_card"))
    return (closed, next_phase(state))


@mechanism(
    "procedure.change_decks",
    "procedure.inspect_reader",
    "irregularity.reader_broken",
    "procedure.collect",
    "procedure.cover_card_out",
)
def check_fit_to_deal(state: Table) -> None:
    """No round without a fit reader, decks of this day, and a shuffle that is due."""
    terms = state.terms
    if state.reshuffle:
        refuse(state, "shuffle_due", "The cards must be shuffled first.", collect_cause(state))
    if state.reader_broken:
        refuse(
            state,
            "reader_broken",
            "No card may be dealt until the reader is repaired or replaced.",
            "irregularity.reader_broken",
        )
    if terms.has_reader and "inspect_reader" in terms.procedures and not state.reader_inspected:
        refuse(
            state,
            "reader_not_inspected",
            "The floorperson must inspect the reader first.",
            "procedure.inspect_reader",
        )
    if terms.change_hours and state.now_h - state.decks_since_h >= terms.change_hours:
        refuse(
            state,
            "decks_too_old",
            "The decks must be changed before the next round.",
            "procedure.change_decks",
        )
    if state.notify_floor:
        refuse(state, "floor_waits", "The floorperson must be told first.", "irregularity.reader_misused")
