"""What events change about the cards outside the round, and when something goes wrong in it."""

from msgspec.structs import replace

from pitboss.table import events as e
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
from pitboss.table.state import NOT_SEEN, Awaits, Box, Discard, Held, Stage, Status, Table

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
    stage = Stage.STACKED if event.preshuffled else Stage.RECEIVED
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
@folds(e.CardOverdrawn)
def _to_the_rack(state: Table, event: e.FaceUpCardFound | e.CardOverdrawn) -> Table:
    after = take_card(state, event.card, False)
    return replace(after, rack=(*state.rack, Discard(event.card, state.round)))


@folds(e.CardDrawnInError)
def _drawn_in_error(state: Table, event: e.CardDrawnInError) -> Table:
    return replace(take_card(state, event.card, False), held=Held(event.card))


@folds(e.CardRefused)
def _card_refused(state: Table, event: e.CardRefused) -> Table:
    boxes = tuple(_no_more_cards(box) if box.seat == event.seat else box for box in state.boxes)
    return replace(state, boxes=boxes)


def _no_more_cards(box: Box) -> Box:
    return replace(box, hands=tuple(replace(hand, refused=True) for hand in box.hands))


@folds(e.HeldCardDiscarded)
def _held_discarded(state: Table, _: e.HeldCardDiscarded) -> Table:
    card = None if state.held is None else state.held.card
    return replace(state, held=None, rack=(*state.rack, Discard(card, state.round)))


@folds(e.CardMissed)
def _card_missed(state: Table, event: e.CardMissed) -> Table:
    if event.box == 0:
        return replace(state, dealer=replace(state.dealer, missed=True))
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
    hand = replace(box.hands[event.hand], status=Status.DEAD, awaits=Awaits.NOTHING)
    back = event.returned_cents + event.side_returned_cents + event.insurance_cents
    taken = event.side_stake_cents + (0 if event.was_settled else event.stake_cents)
    taken += 0 if event.insurance_was_settled else event.insurance_cents
    insured = box.insurance_settled or event.insurance_cents > 0
    box = replace(put_hand(box, event.hand, hand), sides=sides, insurance_settled=insured)
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
    return replace(state, wrong_range=event.what, boxes=boxes)


@folds(e.RoundVoided)
def _voided(state: Table, _: e.RoundVoided) -> Table:
    return replace(state, phase=len(state.terms.phases) - 1)


@folds(e.DisputeRecorded)
def _dispute(state: Table, _: e.DisputeRecorded) -> Table:
    return state


@folds(e.ReaderMisused)
def _misused(state: Table, _: e.ReaderMisused) -> Table:
    return replace(state, notify_floor=True)


@folds(e.MisuseNoted)
def _misuse_noted(state: Table, _: e.MisuseNoted) -> Table:
    return replace(state, notify_floor=False)


@folds(e.DeviceBroke)
def _broke(state: Table, event: e.DeviceBroke) -> Table:
    if event.device == "reader":
        return replace(state, reader_broken=True)
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
    for left in (*last_discards(state), state.held):
        if left is not None and left.card is not None:
            seen = saw(seen, left.card)
    return replace(
        state, stage=Stage.STACKED, stack=event.cards, rack=(), reshuffle="insufficient", seen=seen, cover=-1
    )
