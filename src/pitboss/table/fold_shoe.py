"""What events change about the cards outside the round, and when something goes wrong in it."""

from msgspec.structs import replace

from pitboss.rules.hands import draw
from pitboss.table import events as e
from pitboss.table.conservation import check_hand_back, check_insurance_back, check_unsettled
from pitboss.table.fold_helpers import (
    change_hand,
    folds,
    get_box,
    last_discards,
    move_chips,
    put_box,
    put_hand,
    reshuffled,
    saw,
    take_card,
)
from pitboss.table.state import NOT_SEEN, Awaits, Box, Discard, Held, Stage, Status, Table, face_index

# ---- equipment, shuffle, cut


@folds(e.DayBegan)
def _day_began(state: Table, _: e.DayBegan) -> Table:
    return replace(state, reader_inspected=False)


@folds(e.HourStruck)
def _hour(state: Table, event: e.HourStruck) -> Table:
    return replace(state, now_h=event.hour)


@folds(e.ReaderInspected)
def _reader_inspected(state: Table, _: e.ReaderInspected) -> Table:
    return replace(state, reader_inspected=True)


@folds(e.CardsReceived)
def _cards_received(state: Table, event: e.CardsReceived) -> Table:
    backs = (*state.backs, event.backs) if event.batch == 1 else (event.backs,)
    seen_first = bool(state.terms.preshuffled_opening)
    stage = Stage.STACKED if event.preshuffled and not seen_first else Stage.RECEIVED
    state = replace(state, preshuffled=event.preshuffled and seen_first)
    if event.batch == 1:
        # the first batch has been through its opening and waits in the shuffler
        return replace(state, backs=backs, batch=1, stage=stage, spare=Stage.STACKED)
    return replace(
        state,
        backs=backs,
        batch=0,
        stage=stage,
        spare=Stage.NONE,
        stack=event.cards,
        shoe=0,
        cover=-1,
        rack=(),
        held=None,
        seen=NOT_SEEN,
        reshuffle="opening",
        decks_since_h=state.now_h,
    )


@folds(e.CardsPrepared)
def _prepared(state: Table, event: e.CardsPrepared) -> Table:
    return replace(state, stage=event.step)


@folds(e.CardsReopened)
def _reopened(state: Table, _: e.CardsReopened) -> Table:
    return replace(state, stage=Stage.RECEIVED, reshuffle="reopened")


@folds(e.CardsShuffled)
def _shuffled(state: Table, event: e.CardsShuffled) -> Table:
    return replace(state, stage=Stage.SHUFFLED, cut_order=event.order, offered=-1, cut_turn="first")


@folds(e.SpareShuffled)
def _spare_shuffled(state: Table, _: e.SpareShuffled) -> Table:
    return replace(state, spare=Stage.SHUFFLED)


@folds(e.CutOffered)
def _cut_offered(state: Table, event: e.CutOffered) -> Table:
    return replace(state, offered=event.seat)


@folds(e.CutRefused)
def _cut_refused(state: Table, event: e.CutRefused) -> Table:
    order = tuple(seat for seat in state.cut_order if seat != event.seat)
    moves_on = state.cut_turn == "first" and event.seat == state.cut_order[0]
    return replace(state, cut_order=order, offered=-1, cut_turn="passed on" if moves_on else state.cut_turn)


@folds(e.CardsCut)
def _cut(state: Table, event: e.CardsCut) -> Table:
    order = tuple(seat for seat in state.cut_order if seat != event.by.seat)
    return replace(state, stage=Stage.CUT, last_cutter=event.by.seat, cut_order=order, offered=-1)


@folds(e.RecutOrdered)
def _recut(state: Table, event: e.RecutOrdered) -> Table:
    return replace(state, stage=Stage.SHUFFLED, cut_order=event.order, offered=-1, cover=-1, cut_turn="recut")


@folds(e.CoverPlaced)
def _cover_placed(state: Table, event: e.CoverPlaced) -> Table:
    return replace(state, stage=Stage.COVERED, cover=event.from_bottom)


@folds(e.ShoeLoaded)
def _loaded(state: Table, event: e.ShoeLoaded) -> Table:
    fresh = state.reshuffle != "insufficient"
    cause = "procedure.burn" if fresh else "irregularity.shoe_empty/burn"
    return replace(
        reshuffled(state),
        stage=Stage.READY,
        shoe=event.cards,
        stack=0,
        to_burn=event.burn,
        burn_cause=cause,
        reshuffle="cover" if not fresh and state.cover_seat >= 0 else "",
        cover_seat=-1 if fresh else state.cover_seat,
        cut_turn="first",
    )


@folds(e.CardBurned)
def _burned(state: Table, event: e.CardBurned) -> Table:
    after = replace(take_card(state, None, event.held), rack=(*state.rack, Discard(None, state.round)))
    if state.to_burn:
        return replace(after, to_burn=state.to_burn - 1)
    return replace(after, relief_burns=state.relief_burns - 1)


@folds(e.CoverCameOut)
def _cover_out(state: Table, event: e.CoverCameOut) -> Table:
    return replace(state, cover=-1, cover_seat=event.seat, reshuffle="cover")


@folds(e.CardsCollected)
def _collected(state: Table, event: e.CardsCollected) -> Table:
    return replace(
        state, stage=Stage.STACKED, stack=event.cards, shoe=0, cover=-1, rack=(), held=None, seen=NOT_SEEN
    )


@folds(e.BatchesSwapped)
def _swapped(state: Table, event: e.BatchesSwapped) -> Table:
    why = "opening" if state.reshuffle in ("idle", "reopened") else state.reshuffle
    return replace(state, batch=event.batch, stage=state.spare, spare=Stage.STACKED, reshuffle=why)


@folds(e.ReshuffleOrdered)
def _reshuffle_ordered(state: Table, _: e.ReshuffleOrdered) -> Table:
    return replace(state, reshuffle="floor")


@folds(e.DealerRelieved)
def _relieved(state: Table, event: e.DealerRelieved) -> Table:
    return replace(state, relief_burns=state.relief_burns + event.burn)


@folds(e.CardsSpreadIdle)
def _spread_idle(state: Table, _: e.CardsSpreadIdle) -> Table:
    return replace(
        state,
        stage=Stage.SPREAD,
        stack=state.terms.cards,
        shoe=0,
        cover=-1,
        rack=(),
        held=None,
        seen=NOT_SEEN,
        reshuffle="idle",
        spread_asked=False,
        to_burn=0,
    )


@folds(e.SpreadAsked)
def _spread_asked(state: Table, _: e.SpreadAsked) -> Table:
    return replace(state, spread_asked=True)


# ---- irregularities


@folds(e.FaceUpCardFound)
def _to_the_rack(state: Table, event: e.FaceUpCardFound) -> Table:
    after = take_card(state, event.card, False)
    in_round = state.phase > 0
    return replace(after, rack=(*state.rack, Discard(event.card, state.round)), irregular=in_round)


@folds(e.CardOverdrawn)
def _overdrawn(state: Table, event: e.CardOverdrawn) -> Table:
    after = replace(take_card(state, event.card, False), irregular=True)
    if not event.counts:
        return replace(after, rack=(*state.rack, Discard(event.card, state.round)))
    dealer = state.dealer
    dealer = replace(dealer, cards=(*dealer.cards, event.card), tally=draw(dealer.tally, event.card.rank))
    return replace(after, dealer=dealer)


@folds(e.CardDrawnInError)
def _drawn_in_error(state: Table, event: e.CardDrawnInError) -> Table:
    return replace(take_card(state, event.card, False), held=Held(event.card), irregular=True)


@folds(e.CardRefused)
def _card_refused(state: Table, event: e.CardRefused) -> Table:
    one_box = state.house.floor.refusal_is_for_one_box
    boxes = tuple(
        _no_more_cards(box) if box.number == event.box or (box.seat == event.seat and not one_box) else box
        for box in state.boxes
    )
    return replace(state, boxes=boxes)


def _no_more_cards(box: Box) -> Box:
    """A card that was asked for and has not come is not asked for any more."""
    hands = (replace(hand, refused=True, awaits=_still_awaits(hand.awaits)) for hand in box.hands)
    return replace(box, hands=tuple(hands))


def _still_awaits(awaits: Awaits) -> Awaits:
    return Awaits.NOTHING if awaits == Awaits.HIT else awaits


@folds(e.HeldCardDiscarded)
def _held_discarded(state: Table, _: e.HeldCardDiscarded) -> Table:
    card = None if state.held is None else state.held.card
    return replace(state, held=None, rack=(*state.rack, Discard(card, state.round)))


@folds(e.CardMissed)
def _card_missed(state: Table, event: e.CardMissed) -> Table:
    state = replace(state, irregular=True)
    if event.box == 0:
        up = {"missed_hole": True} if state.dealer.cards else {"missed": True}
        return replace(state, dealer=replace(state.dealer, **up))
    box = get_box(state, event.box)
    if event.in_deal:
        return replace(state, boxes=put_box(state, replace(box, missed=box.missed + 1)))
    return change_hand(state, event.box, event.hand, missed=True)


@folds(e.MissedCardWanted)
def _missed_wanted(state: Table, event: e.MissedCardWanted) -> Table:
    box = replace(get_box(state, event.box), wants_missed=True)
    after = replace(state, boxes=put_box(state, box))
    return change_hand(after, event.box, event.hand, missed=False)


@folds(e.HandDied)
def _hand_died(state: Table, event: e.HandDied) -> Table:
    box = get_box(state, event.box)
    sides = tuple(replace(side, settled=side.settled or side.id in event.sides) for side in box.sides)
    hand = box.hands[event.hand]
    check_unsettled(hand.status == Status.DEAD, f"hand {event.hand + 1} of box {event.box}")
    back_cents = hand.back_cents + event.returned_cents
    hand = replace(hand, status=Status.DEAD, awaits=Awaits.NOTHING, back_cents=back_cents)
    check_hand_back(state, box, hand)
    back = event.returned_cents + event.side_returned_cents + event.insurance_cents
    taken = event.side_stake_cents + (0 if event.was_settled else event.stake_cents)
    taken += 0 if event.insurance_was_settled else event.insurance_cents
    insured = box.insurance_settled or event.insurance_cents > 0
    insurance_back = box.insurance_back_cents + event.insurance_cents
    box = replace(
        put_hand(box, event.hand, hand),
        sides=sides,
        insurance_settled=insured,
        insurance_back_cents=insurance_back,
    )
    check_insurance_back(state, box)
    return replace(
        state,
        boxes=put_box(state, box),
        players=move_chips(state, event.seat, back),
        rack_cents=state.rack_cents + taken - back,
    )


@folds(e.HandUpheld)
def _upheld(state: Table, event: e.HandUpheld) -> Table:
    return replace(state, boxes=put_box(state, replace(get_box(state, event.box), upheld=True)))


@folds(e.WrongRangeFound)
def _wrong_range(state: Table, event: e.WrongRangeFound) -> Table:
    boxes = tuple(replace(box, upheld=False) for box in state.boxes)
    return replace(state, wrong_range=event.what, boxes=boxes, irregular=True)


@folds(e.RoundVoided)
def _voided(state: Table, _: e.RoundVoided) -> Table:
    return replace(state, phase=len(state.terms.phases) - 1)


@folds(e.DisputeRecorded)
@folds(e.PaymentDiffers)
def _nothing_moves(state: Table, _: e.DisputeRecorded | e.PaymentDiffers) -> Table:
    return state


@folds(e.ReaderMisused)
def _misused(state: Table, _: e.ReaderMisused) -> Table:
    return replace(state, notify_floor=True, irregular=True)


@folds(e.MisuseNoted)
def _misuse_noted(state: Table, _: e.MisuseNoted) -> Table:
    return replace(state, notify_floor=False)


@folds(e.DeviceBroke)
def _broke(state: Table, event: e.DeviceBroke) -> Table:
    if event.device == "reader":
        return replace(state, reader_broken=True, irregular=state.phase > 0)
    return replace(state, shuffler_broken=True)


@folds(e.DeviceRepaired)
def _repaired(state: Table, event: e.DeviceRepaired) -> Table:
    if event.device == "reader":
        return replace(state, reader_broken=False)
    return replace(state, shuffler_broken=False, shuffler_covered=False)


@folds(e.ShufflerCovered)
def _shuffler_covered(state: Table, _: e.ShufflerCovered) -> Table:
    return replace(state, shuffler_covered=True)


@folds(e.ShufflerJammed)
def _jammed(state: Table, event: e.ShufflerJammed) -> Table:
    if event.spare:
        return replace(state, spare=Stage.STACKED)
    return replace(state, stage=Stage.STACKED)


@folds(e.DiscardsTaken)
def _discards_taken(state: Table, event: e.DiscardsTaken) -> Table:
    """Only what lies on the layout stays seen, and an exposed card that waits beside it."""
    seen = NOT_SEEN
    left = [lies.card for lies in (*last_discards(state), state.held) if lies is not None]
    for card in (*left, state.dealer.seen):
        if card is not None:
            seen = saw(seen, card, state.house.decks)
    return replace(
        state, stage=Stage.STACKED, stack=event.cards, rack=(), reshuffle="insufficient", seen=seen, cover=-1
    )


@folds(e.AddedWagersReturned)
def _added_returned(state: Table, event: e.AddedWagersReturned) -> Table:
    box = get_box(state, event.box)
    hand = box.hands[event.hand]
    hand = replace(hand, back_cents=hand.back_cents + event.cents)
    check_hand_back(state, box, hand)
    return replace(
        state,
        boxes=put_box(state, put_hand(box, event.hand, hand)),
        players=move_chips(state, event.seat, event.cents),
        rack_cents=state.rack_cents - event.cents,
    )


@folds(e.BlackjackReopened)
def _blackjack_reopened(state: Table, event: e.BlackjackReopened) -> Table:
    """Its winnings go back to the house; the wager itself has been returned."""
    hand = get_box(state, event.box).hands[event.hand]
    after = change_hand(state, event.box, event.hand, back_cents=hand.back_cents - event.cents)
    return replace(
        after,
        players=move_chips(state, event.seat, -event.cents),
        rack_cents=state.rack_cents + event.cents,
    )


@folds(e.ActCorrected)
def _act_corrected(state: Table, event: e.ActCorrected) -> Table:
    """Cards of a finished round that still lie in the rack get the faces that they should have had."""
    if len(event.discards) != sum(lies.of_hand_in(event.round) for lies in state.rack):
        return state  # they were shuffled since, or the round is under way
    faces = iter(event.discards)
    rack, seen = [], bytearray(state.seen)
    for lies in state.rack:
        corrected = next(faces) if lies.of_hand_in(event.round) else lies
        for card, shown in ((lies.card, -1), (corrected.card, 1)):
            if card is not None:
                seen[face_index(card)] += shown
        rack.append(corrected)
    return replace(state, rack=tuple(rack), seen=bytes(seen))


@folds(e.PaymentCorrected)
def _payment_corrected(state: Table, event: e.PaymentCorrected) -> Table:
    return replace(
        state,
        players=move_chips(state, event.seat, event.cents),
        rack_cents=state.rack_cents - event.cents,
    )


@folds(e.BlackjackMisread)
def _misread(state: Table, _: e.BlackjackMisread) -> Table:
    return replace(state, irregular=True)
