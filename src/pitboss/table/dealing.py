"""Cards out of the shoe, the hole card and its reader, and clearing the layout."""

from pitboss.rules.cards import Light, light_of
from pitboss.rules.hands import holds_blackjack, is_blackjack, is_bust
from pitboss.rules.mechanism import mechanism
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.act_registry import (
    Events,
    act,
    because,
    expect,
    expect_at,
    need_face,
    refuse,
)
from pitboss.table.dead_hands import voided
from pitboss.table.due import burn_cause, dealer_must_take, due, passes_held_card
from pitboss.table.payments import upcard_outcome
from pitboss.table.state import (
    LANE_OF_LIGHT,
    LOOK_FOR_BLACKJACK,
    MASQUE,
    PEEKER,
    Awaits,
    Box,
    Hand,
    Status,
    Table,
    box_hand,
    find_box,
    find_player,
)


@act(c.DealCard)
@mechanism(
    "procedure.deal_from_shoe",
    "deal.decision_card",
    "deal.sideways",
    "irregularity.drawn_unseen",
    "irregularity.drawn_seen",
    "deal.card",
)
def deal_card(state: Table, command: c.DealCard) -> Events:
    """The card that came, face up, where one is due; a card drawn in error comes first."""
    wanted = expect_at(state, "card", command.by, command.box, command.hand)
    held = None if passes_held_card(state, wanted) else state.held
    if held is None or held.card is None:
        need_face(state, command.card)
    elif held.card != command.card:
        refuse(state, "held_card_first", "The exposed card must be dealt first.", "irregularity.drawn_seen")
    sideways = is_sideways(state, command)
    return (
        e.CardDealt(
            box=command.box,
            hand=command.hand,
            card=command.card,
            sideways=sideways,
            held=held is not None,
            hands=several_hands(state, command.box),
            **because(state, wanted.cause),
        ),
    )


def several_hands(state: Table, number: int) -> int:
    """How many hands a box has, if it was split."""
    box = find_box(state, number)
    return len(box.hands) if box is not None and len(box.hands) > 1 else 0


def is_sideways(state: Table, command: c.DealCard) -> bool:
    box = find_box(state, command.box)
    return box is not None and box.hands[command.hand].awaits in (Awaits.DOUBLE, Awaits.SECOND_CHANCE)


@act(c.DealHole)
@mechanism("deal.hole_card")
def deal_hole(state: Table, command: c.DealHole) -> Events:
    """The dealer's second card, face down; a card that everybody has seen is dealt so too."""
    cause = "deal.initial/hole_card" if missed_is_open(state) else expect(state, "hole", command.by).cause
    return (e.HoleDealt(held=state.held is not None, **because(state, cause)),)


def missed_is_open(state: Table) -> bool:
    """A box's missed card was noticed, and may be dealt before or after the dealer's second."""
    wanted, dealer = due(state), state.dealer
    if wanted is None or state.phase_name != "deal" or dealer.hole or len(dealer.cards) != 1:
        return False
    cards_left = state.held is not None or state.shoe not in (0, state.cover)
    return cards_left and wanted.cause in ("irregularity.one_card", "irregularity.no_card")


@act(c.InsertHole)
@mechanism("wager.insurance/closes", "reader.insert")
def insert_hole(state: Table, command: c.InsertHole) -> Events:
    """Face down into the reader; insurance is closed from here on."""
    wanted = expect(state, "insert", command.by)
    return (e.HoleInserted(reader=state.terms.reader, **because(state, wanted.cause)),)


@act(c.LightRange)
@mechanism("reader.lit")
def light_range(state: Table, command: c.LightRange) -> Events:
    expect(state, "read", command.by)
    need_device(state, MASQUE)
    cause = f"reader.lit/{Light(command.light).name.lower()}"
    return (e.RangeLit(light=command.light, **because(state, cause)),)


@act(c.PeekRange)
@mechanism("reader.peek")
def peek_range(state: Table, command: c.PeekRange) -> Events:
    """Cards with their range printed on them, in a peeker: no lamp, a mark on the card itself."""
    wanted = expect(state, "read", command.by)
    need_device(state, PEEKER)
    return (e.RangePeeked(shows=command.shows, **because(state, wanted.cause)),)


def need_device(state: Table, name: str) -> None:
    if state.terms.reader != name:
        refuse(
            state, "wrong_device", f"This table has a {state.terms.reader}, not a {name}.", "reader.insert"
        )


@act(c.AnswerBlackjack)
@mechanism("reader.blackjack", "dealer.look")
def answer_blackjack(state: Table, command: c.AnswerBlackjack) -> Events:
    """The device answers; or the dealer, who has looked."""
    if state.terms.dealer_looks:
        expect(state, "look", command.by)
        cause = f"dealer.look{upcard_outcome(state)}/{'yes' if command.blackjack else 'no'}"
    else:
        cause = expect(state, "read", command.by).cause
        need_device(state, LOOK_FOR_BLACKJACK)
    return (e.BlackjackAnswered(blackjack=command.blackjack, **because(state, cause)),)


@act(c.MoveHand)
@mechanism("reader.move_hand")
def move_hand(state: Table, command: c.MoveHand) -> Events:
    """To the rectangle of the range that the light shows."""
    expect(state, "move hand", command.by)
    lane = LANE_OF_LIGHT[Light(state.dealer.light)]
    if command.lane != lane:
        refuse(
            state,
            "wrong_lane",
            f"The light shows {lane.name.title()}: the hand goes to that area.",
            "reader.move_hand",
        )
    return (e.HandMoved(lane=command.lane, **because(state, "reader.move_hand")),)


@act(c.TurnHole)
@mechanism("irregularity.wrong_range", "dealer.turn_hole_card")
def turn_hole(state: Table, command: c.TurnHole) -> Events:
    """The hole card's face, at last; if the light or the answer was wrong, that shows now."""
    wanted = expect(state, "turn", command.by)
    dealer = state.dealer
    if dealer.seen is None:
        need_face(state, command.card)
    elif command.card != dealer.seen:
        says = "Another card lies there: everybody saw it before it was dealt."
        refuse(state, "wrong_card", says, "irregularity.drawn_seen/early")
    turned = e.HoleTurned(card=command.card, **because(state, wanted.cause))
    natural = is_blackjack(dealer.cards[0].rank, command.card.rank)
    late = late_blackjack(state) if natural else ()
    if dealer.says_blackjack == int(not natural):
        return (turned, misread(state), *late, *(() if natural else false_blackjack(state)))
    if dealer.light >= 0 and light_of(command.card.rank) != dealer.light and state.wrong_range != "light":
        return (turned, e.WrongRangeFound(what="light", **because(state, "irregularity.wrong_range")), *late)
    return (turned, *late)


@mechanism("irregularity.reader_broken", "irregularity.blackjack_misread")
def misread(state: Table) -> e.Event:
    """The device is out of order; or the dealer looked and said what the card was not."""
    if state.terms.dealer_looks:
        said = bool(state.dealer.says_blackjack)
        return e.BlackjackMisread(blackjack=said, **because(state, "irregularity.blackjack_misread"))
    return e.DeviceBroke(
        device="reader", name=state.terms.reader, **because(state, "irregularity.reader_broken")
    )


@mechanism("irregularity.false_blackjack")
def false_blackjack(state: Table) -> Events:
    """A Blackjack was announced and is none: the round goes on, hole card up, unless a reading voids it."""
    if not state.house.floor.false_blackjack_voids:
        return ()
    return voided(state, "irregularity.false_blackjack")


# ---- a Blackjack that is found after others have acted


def late_blackjack(state: Table) -> Events:
    return (*insurance_back(state), *busts_spared(state), *blackjacks_reopened(state))


@mechanism("settle.insurance/reopened")
def insurance_back(state: Table) -> Events:
    """What was collected because a Blackjack was denied lies on the line again: it wins.

    Insurance that has gone back to its player, with a dead hand, stays there.
    """
    return tuple(
        e.InsuranceReopened(
            box=box.number,
            seat=box.seat,
            cents=box.insurance_cents,
            **because(state, "settle.insurance/reopened"),
        )
        for box in state.boxes
        if box.insurance_cents and box.insurance_settled and not box.insurance_back_cents
    )


@mechanism("settle.late_blackjack/busted")
def busts_spared(state: Table) -> Events:
    """Of a hand that had busted the initial wager alone is lost, if the text is read so."""
    if not state.house.floor.late_blackjack_spares_busts:
        return ()
    cite = because(state, "settle.late_blackjack/busted")
    return tuple(
        e.AddedWagersReturned(box=box.number, hand=number, seat=box.seat, cents=added_cents(hand), **cite)
        for box in state.boxes
        for number, hand in enumerate(box.hands)
        if hand.status == Status.SETTLED and is_bust(hand.tally) and added_cents(hand) and not hand.back_cents
    )


def added_cents(hand: Hand) -> int:
    """What was wagered on the hand beyond the box's initial wager."""
    split = hand.original_cents if hand.added_by_split else 0
    return split + hand.double_cents + hand.chance_cents


@mechanism("settle.late_blackjack/paid")
def blackjacks_reopened(state: Table) -> Events:
    """A player's Blackjack that was paid ties after all, if read so; chips that are gone are a dispute."""
    if not state.house.floor.paid_blackjack_is_reopened or state.house.blackjack.beats_dealer:
        return ()
    return tuple(
        _reopened(state, box, number, hand.back_cents - hand.stakes_cents)
        for box in state.boxes
        for number, hand in enumerate(box.hands)
        if hand.status == Status.SETTLED and holds_blackjack(box_hand(hand), state.house)
        if hand.back_cents > hand.stakes_cents and not hand.took_even_money
    )


def _reopened(state: Table, box: Box, number: int, cents: int) -> e.Event:
    cite = because(state, "settle.late_blackjack/paid")
    patron = find_player(state, box.seat)
    if patron is None or patron.chips_cents < cents:
        return e.DisputeRecorded(box=box.number, round=state.round, **cite)
    return e.BlackjackReopened(box=box.number, hand=number, seat=box.seat, cents=cents, **cite)


@act(c.RemoveCover)
@mechanism("procedure.cover_card_out", "procedure.reshuffle_due")
def remove_cover(state: Table, command: c.RemoveCover) -> Events:
    """The cover card is laid aside; the round is played out and a shuffle follows."""
    wanted = expect(state, "remove cover", command.by)
    box = find_box(state, wanted.box)
    first = not state.dealer.cards and not any(other.firsts for other in state.boxes)
    seat = 0 if box is None or first else box.seat
    return (e.CoverCameOut(seat=seat, **because(state, "procedure.cover_card_out")),)


def may_burn_early(state: Table) -> bool:
    """Before the wagers are down; where the text burns after them, not before."""
    return state.phase == 0 and state.burns > 0 and "burn_after_wagers" not in state.terms.procedures


@act(c.BurnCard)
@mechanism(
    "procedure.burn",
    "procedure.burn/after_wagers",
    "procedure.burn/new_dealer",
    "irregularity.shoe_empty/burn",
)
def burn_card(state: Table, command: c.BurnCard) -> Events:
    """Face down to the rack, its face nobody's."""
    wanted = due(state)
    early = may_burn_early(state) and wanted is not None and wanted.act == "bets"
    if not early:
        expect(state, "burn", command.by)
    elif state.held is None and (state.shoe == state.cover or state.shoe == 0):
        refuse(
            state,
            "not_now",
            "Not yet: take out the cut card, or refill the shoe, first.",
            "procedure.cover_card_out",
        )
    held = state.held is not None and state.held.card is None
    return (e.CardBurned(held=held, **because(state, burn_cause(state))),)


@act(c.ClearTable)
@mechanism("procedure.clear")
def clear_table(state: Table, command: c.ClearTable) -> Events:
    """Hand by hand into the rack, so that each can be rebuilt."""
    expect(state, "clear", command.by)
    return (e.TableCleared(**because(state, "procedure.clear")),)


def dealer_stands(state: Table) -> bool:
    """The dealer's hand lies open and takes no more cards."""
    dealer = state.dealer
    open_hand = bool(dealer.cards) and not dealer.hole and len(dealer.cards) > 1
    return open_hand and state.phase_name in ("settle", "clear") and not dealer_must_take(state)
