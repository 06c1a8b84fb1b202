"""From one moment to the next: what an event changes, and nothing else."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pitboss.errors import Broken
from pitboss.rules.cards import Card
from pitboss.rules.hands import EMPTY, draw
from pitboss.rules.player import Action
from pitboss.table import events as e
from pitboss.table.conserve import check_conserved
from pitboss.table.state import (
    NOT_SEEN,
    Awaits,
    Box,
    DealerHand,
    Discard,
    Hand,
    Held,
    Player,
    Side,
    Stage,
    Status,
    Table,
    face_index,
)

Fold = Callable[[Table, Any], Table]
FOLDS: dict[type[e.Event], Fold] = {}


def fold(state: Table, event: e.Event) -> Table:
    """The table after the event; cards and chips are counted every time."""
    found = FOLDS.get(type(event))
    if found is None:
        raise TypeError(f"{type(event).__name__} is no event of this table")
    after = found(state, event)
    check_conserved(after)
    return after


def _folds(kind: type[e.Event]) -> Callable[[Fold], Fold]:
    def note(function: Fold) -> Fold:
        FOLDS[kind] = function
        return function

    return note


# ---- small parts


def put_box(state: Table, box: Box) -> tuple[Box, ...]:
    return tuple(box if found.number == box.number else found for found in state.boxes)


def get_box(state: Table, number: int) -> Box:
    for box in state.boxes:
        if box.number == number:
            return box
    raise Broken(f"box {number} has no wager")


def put_hand(box: Box, number: int, hand: Hand) -> Box:
    return replace(box, hands=(*box.hands[:number], hand, *box.hands[number + 1 :]))


def change_hand(state: Table, box_number: int, number: int, **changes: Any) -> Table:
    box = get_box(state, box_number)
    hand = replace(box.hands[number], **changes)
    return replace(state, boxes=put_box(state, put_hand(box, number, hand)))


def move_chips(state: Table, seat: int, cents: int) -> tuple[Player, ...]:
    """A player's chips with so many more."""
    return tuple(
        replace(found, chips_cents=found.chips_cents + cents) if found.seat == seat else found
        for found in state.players
    )


def change_player(state: Table, seat: int, **changes: Any) -> Table:
    players = tuple(replace(found, **changes) if found.seat == seat else found for found in state.players)
    return replace(state, players=players)


def saw(seen: bytes, card: Card) -> bytes:
    at = face_index(card)
    return seen[:at] + bytes((seen[at] + 1,)) + seen[at + 1 :]


def take_card(state: Table, card: Card | None, held: bool) -> Table:
    """One card fewer in the shoe, or the held one used; its face, if any, has shown."""
    already_seen = held and state.held is not None and state.held.card is not None
    seen = state.seen if card is None or already_seen else saw(state.seen, card)
    if held:
        return replace(state, held=None, seen=seen)
    return replace(state, shoe=state.shoe - 1, seen=seen)


def layout_discards(state: Table, box: Box, number: int, start: int) -> tuple[Discard, ...]:
    """The hand's cards from `start` on, as they go to the rack."""
    hand = box.hands[number]
    cards = hand.cards if hand.chance is None else (*hand.cards, hand.chance)
    return tuple(
        Discard(card, state.round, box.number, number, place)
        for place, card in enumerate(cards)
        if place >= start
    )


# ---- people, chips, wagers


@_folds(e.SatDown)
def _sat_down(state: Table, event: e.SatDown) -> Table:
    joined = Player(event.seat, event.chips_cents, event.barred)
    return replace(
        state, players=(*state.players, joined), float_cents=state.float_cents + event.chips_cents
    )


@_folds(e.WentAway)
def _went_away(state: Table, event: e.WentAway) -> Table:
    players = tuple(found for found in state.players if found.seat != event.seat)
    return replace(state, players=players, float_cents=state.float_cents - event.chips_cents)


@_folds(e.ChipsBought)
@_folds(e.CashConverted)
def _chips_bought(state: Table, event: e.ChipsBought | e.CashConverted) -> Table:
    after = replace(
        state,
        players=move_chips(state, event.seat, event.cents),
        rack_cents=state.rack_cents - event.cents,
        drop_cents=state.drop_cents + event.cents,
    )
    if isinstance(event, e.CashConverted):
        return change_player(after, event.seat, called_box=0, called_cents=0)
    return after


@_folds(e.WagerPlaced)
def _wager_placed(state: Table, event: e.WagerPlaced) -> Table:
    players = move_chips(state, event.seat, -event.cents)
    if event.main:
        hand = Hand(original_cents=event.cents)
        box = Box(event.box, event.seat, event.cents, (hand,))
        boxes = tuple(sorted((*state.boxes, box), key=lambda found: found.number))
    else:
        box = get_box(state, event.box)
        boxes = put_box(state, replace(box, sides=(*box.sides, Side(event.wager, event.cents))))
    return replace(state, players=players, boxes=boxes)


@_folds(e.WagerTakenBack)
def _wager_taken_back(state: Table, event: e.WagerTakenBack) -> Table:
    players = move_chips(state, event.seat, event.cents)
    if event.main:
        boxes = tuple(found for found in state.boxes if found.number != event.box)
    else:
        box = get_box(state, event.box)
        sides = tuple(side for side in box.sides if side.id != event.wager)
        boxes = put_box(state, replace(box, sides=sides))
    return replace(state, players=players, boxes=boxes)


@_folds(e.WagerCalled)
def _wager_called(state: Table, event: e.WagerCalled) -> Table:
    return change_player(state, event.seat, called_box=event.box, called_cents=event.cents)


@_folds(e.PatronPermitted)
def _permitted(state: Table, event: e.PatronPermitted) -> Table:
    return change_player(state, event.seat, barred=False)


@_folds(e.BettingClosed)
def _betting_closed(state: Table, event: e.BettingClosed) -> Table:
    players = tuple(
        replace(found, barred=found.barred or found.seat in event.barred, called_box=0, called_cents=0)
        for found in state.players
    )
    return replace(state, players=players, rounds_in_shoe=state.rounds_in_shoe + 1)


@_folds(e.PhaseBegan)
def _phase_began(state: Table, event: e.PhaseBegan) -> Table:
    return replace(state, phase=event.number)


# ---- cards


@_folds(e.CardDealt)
def _card_dealt(state: Table, event: e.CardDealt) -> Table:
    card = event.card
    after = take_card(state, card, event.held)
    if event.box == 0:
        dealer = state.dealer
        dealer = replace(dealer, cards=(*dealer.cards, card), tally=draw(dealer.tally, card.rank))
        return replace(after, dealer=dealer)
    box = get_box(state, event.box)
    hand = box.hands[event.hand]
    firsts = (*box.firsts, card) if len(box.firsts) < 2 and len(box.hands) == 1 else box.firsts
    if hand.awaits == Awaits.SECOND_CHANCE:
        hand = replace(hand, chance=card, awaits=Awaits.NOTHING)
    else:
        doubled = hand.awaits == Awaits.DOUBLE
        hand = replace(
            hand,
            cards=(*hand.cards, card),
            tally=draw(hand.tally, card.rank),
            awaits=Awaits.NOTHING,
            missed=False,
            stood=hand.stood or doubled,
        )
    box = replace(put_hand(box, event.hand, hand), firsts=firsts)
    return replace(after, boxes=put_box(after, box))


@_folds(e.HoleDealt)
def _hole_dealt(state: Table, event: e.HoleDealt) -> Table:
    after = take_card(state, None, event.held)
    return replace(after, dealer=replace(state.dealer, hole=True))


@_folds(e.HoleTurned)
def _hole_turned(state: Table, event: e.HoleTurned) -> Table:
    dealer = state.dealer
    cards = (*dealer.cards[:1], event.card, *dealer.cards[1:])
    dealer = replace(dealer, cards=cards, tally=draw(dealer.tally, event.card.rank), hole=False)
    return replace(state, dealer=dealer, seen=saw(state.seen, event.card))


@_folds(e.HoleInserted)
def _hole_inserted(state: Table, _: e.HoleInserted) -> Table:
    return replace(state, dealer=replace(state.dealer, inserted=True), insurance=2)


@_folds(e.RangeLit)
def _range_lit(state: Table, event: e.RangeLit) -> Table:
    return replace(state, dealer=replace(state.dealer, light=int(event.light)))


@_folds(e.BlackjackAnswered)
def _answered(state: Table, event: e.BlackjackAnswered) -> Table:
    return replace(state, dealer=replace(state.dealer, says_blackjack=int(event.blackjack)))


@_folds(e.HandMoved)
def _hand_moved(state: Table, event: e.HandMoved) -> Table:
    return replace(state, dealer=replace(state.dealer, lane=int(event.lane)))


@_folds(e.HandCleared)
def _hand_cleared(state: Table, event: e.HandCleared) -> Table:
    box = get_box(state, event.box)
    racked = layout_discards(state, box, event.hand, event.kept)
    hand = replace(box.hands[event.hand], cleared=True, kept=event.kept)
    return replace(state, boxes=put_box(state, put_hand(box, event.hand, hand)), rack=(*state.rack, *racked))


def _last_discards(state: Table) -> list[Discard]:
    """What still lies on the layout, picked up from the dealer's right, the dealer's own hand last."""
    found: list[Discard] = []
    for box in reversed(state.boxes):
        for number in reversed(range(len(box.hands))):
            hand = box.hands[number]
            cards = layout_discards(state, box, number, 0)
            found += cards[: hand.kept] if hand.cleared else cards
    dealt = (*state.dealer.cards, *((None,) if state.dealer.hole else ()))
    found += [Discard(card, state.round, 0, 0, place) for place, card in enumerate(dealt)]
    return found


@_folds(e.TableCleared)
def _table_cleared(state: Table, _: e.TableCleared) -> Table:
    """All cards are in the rack and the next round may begin; where nothing is cut they go back in."""
    after = replace(
        state,
        rack=(*state.rack, *_last_discards(state)),
        boxes=(),
        dealer=DealerHand(),
        phase=0,
        round=state.round + 1,
        insurance=0,
        wrong_range="",
    )
    if state.terms.uses_cut:
        return after
    held = state.held is not None
    return replace(after, rack=(), shoe=state.terms.cards - held, seen=NOT_SEEN)


# ---- decisions and settlement


@_folds(e.InsuranceOffered)
def _insurance_offered(state: Table, _: e.InsuranceOffered) -> Table:
    return replace(state, insurance=1)


@_folds(e.InsurancePlaced)
def _insurance_placed(state: Table, event: e.InsurancePlaced) -> Table:
    box = replace(get_box(state, event.box), insurance_cents=event.cents)
    return replace(
        state, players=move_chips(state, event.seat, -event.cents), boxes=put_box(state, box)
    )


@_folds(e.InsuranceClosed)
def _insurance_closed(state: Table, _: e.InsuranceClosed) -> Table:
    return replace(state, insurance=2)


def _split(box: Box, number: int, cents: int) -> Box:
    """Two hands of one; the card at the right goes with the new wager."""
    hand = box.hands[number]
    left, right = hand.cards
    kept = 1 if hand.originals > 0 else 0
    first = replace(
        hand, cards=(left,), tally=draw(EMPTY, left.rank), from_split=True, originals=kept
    )
    second = Hand(
        cards=(right,),
        tally=draw(EMPTY, right.rank),
        original_cents=cents,
        from_split=True,
        added_by_split=True,
        originals=1 if hand.originals == 2 else 0,
    )
    return replace(box, hands=(*box.hands[:number], first, second, *box.hands[number + 1 :]))


def _after_decision(hand: Hand, action: Action, cents: int) -> Hand:
    if action == Action.HIT:
        return replace(hand, awaits=Awaits.HIT)
    if action == Action.STAND:
        return replace(hand, stood=True)
    if action == Action.SURRENDER:
        return replace(hand, surrendered=True)
    if action == Action.DOUBLE:
        return replace(hand, awaits=Awaits.DOUBLE, double_cents=cents)
    if action == Action.SECOND_CHANCE:
        return replace(hand, awaits=Awaits.SECOND_CHANCE, chance_cents=cents)
    return replace(hand, choice=int(action), double_cents=cents)


@_folds(e.Decided)
def _decided(state: Table, event: e.Decided) -> Table:
    box = get_box(state, event.box)
    if event.action == Action.SPLIT:
        box = _split(box, event.hand, event.cents)
    else:
        box = put_hand(box, event.hand, _after_decision(box.hands[event.hand], event.action, event.cents))
    players = move_chips(state, event.seat, -event.cents) if event.cents else state.players
    return replace(state, players=players, boxes=put_box(state, box))


@_folds(e.SecondChanceDeclined)
def _declined(state: Table, event: e.SecondChanceDeclined) -> Table:
    return change_hand(state, event.box, event.hand, stood=True)


@_folds(e.HandSettled)
def _hand_settled(state: Table, event: e.HandSettled) -> Table:
    back = event.returned_cents + event.won_cents
    after = change_hand(state, event.box, event.hand, status=Status.SETTLED)
    return replace(
        after,
        players=move_chips(state, event.seat, back),
        rack_cents=state.rack_cents + event.stake_cents - back,
    )


@_folds(e.WagerSettled)
def _wager_settled(state: Table, event: e.WagerSettled) -> Table:
    box = get_box(state, event.box)
    if event.wager == "insurance":
        box = replace(box, insurance_settled=True)
    elif event.wager == state.terms.main:  # an Ante given up at Over/Under
        box = put_hand(box, 0, replace(box.hands[0], original_cents=0))
    else:
        sides = tuple(
            replace(side, settled=True) if side.id == event.wager else side for side in box.sides
        )
        box = replace(box, sides=sides)
    back = event.returned_cents + event.won_cents
    return replace(
        state,
        boxes=put_box(state, box),
        players=move_chips(state, event.seat, back),
        rack_cents=state.rack_cents + event.stake_cents - back,
    )


# ---- equipment, shuffle, cut


@_folds(e.DayBegan)
def _day_began(state: Table, _: e.DayBegan) -> Table:
    return replace(state, reader_inspected=False)


@_folds(e.HourStruck)
def _hour(state: Table, event: e.HourStruck) -> Table:
    return replace(state, now_h=event.hour)


@_folds(e.ReaderInspected)
def _reader_inspected(state: Table, _: e.ReaderInspected) -> Table:
    return replace(state, reader_inspected=True)


@_folds(e.CardsReceived)
def _cards_received(state: Table, event: e.CardsReceived) -> Table:
    backs = (*state.backs, event.backs) if event.batch == 1 else (event.backs,)
    stage = Stage.STACKED if event.preshuffled else Stage.RECEIVED
    if event.batch == 1:
        # the first batch has been through its opening and waits in the shuffler
        return replace(
            state, backs=backs, batch=1, stage=stage, spare=Stage.STACKED, preshuffled=event.preshuffled
        )
    return replace(
        state,
        backs=backs,
        batch=0,
        stage=stage,
        spare=Stage.NONE,
        preshuffled=event.preshuffled,
        stack=event.cards,
        shoe=0,
        cover=-1,
        rack=(),
        held=None,
        seen=NOT_SEEN,
        reshuffle="opening",
        decks_since_h=state.now_h,
    )


@_folds(e.CardsPrepared)
def _prepared(state: Table, event: e.CardsPrepared) -> Table:
    return replace(state, stage=event.step)


@_folds(e.CardsShuffled)
def _shuffled(state: Table, event: e.CardsShuffled) -> Table:
    return replace(state, stage=Stage.SHUFFLED, cut_order=event.order, offered=-1)


@_folds(e.SpareShuffled)
def _spare_shuffled(state: Table, _: e.SpareShuffled) -> Table:
    return replace(state, spare=Stage.SHUFFLED)


@_folds(e.CutOffered)
def _cut_offered(state: Table, event: e.CutOffered) -> Table:
    return replace(state, offered=event.seat)


@_folds(e.CutRefused)
def _cut_refused(state: Table, event: e.CutRefused) -> Table:
    order = tuple(seat for seat in state.cut_order if seat != event.seat)
    return replace(state, cut_order=order, offered=-1)


@_folds(e.CardsCut)
def _cut(state: Table, event: e.CardsCut) -> Table:
    order = tuple(seat for seat in state.cut_order if seat != event.by.seat)
    return replace(state, stage=Stage.CUT, last_cutter=event.by.seat, cut_order=order, offered=-1)


@_folds(e.RecutOrdered)
def _recut(state: Table, event: e.RecutOrdered) -> Table:
    return replace(state, stage=Stage.SHUFFLED, cut_order=event.order, offered=-1, cover=-1)


@_folds(e.CoverPlaced)
def _cover_placed(state: Table, event: e.CoverPlaced) -> Table:
    return replace(state, stage=Stage.COVERED, cover=event.from_bottom)


@_folds(e.ShoeLoaded)
def _loaded(state: Table, event: e.ShoeLoaded) -> Table:
    players = tuple(replace(found, barred=False) for found in state.players)
    fresh = state.reshuffle != "insufficient"
    return replace(
        state,
        stage=Stage.READY,
        shoe=event.cards,
        stack=0,
        to_burn=event.burn,
        reshuffle="",
        cover_seat=-1,
        rounds_in_shoe=0 if fresh else state.rounds_in_shoe,
        players=players if fresh else state.players,
    )


@_folds(e.CardBurned)
def _burned(state: Table, event: e.CardBurned) -> Table:
    after = take_card(state, None, event.held)
    return replace(after, to_burn=state.to_burn - 1, rack=(*state.rack, Discard(None, state.round)))


@_folds(e.CoverCameOut)
def _cover_out(state: Table, event: e.CoverCameOut) -> Table:
    return replace(state, cover=-1, cover_seat=event.seat, reshuffle="cover")


@_folds(e.CardsCollected)
def _collected(state: Table, event: e.CardsCollected) -> Table:
    return replace(
        state, stage=Stage.STACKED, stack=event.cards, shoe=0, cover=-1, rack=(), held=None, seen=NOT_SEEN
    )


@_folds(e.BatchesSwapped)
def _swapped(state: Table, event: e.BatchesSwapped) -> Table:
    why = "opening" if state.reshuffle == "idle" else state.reshuffle
    return replace(state, batch=event.batch, stage=state.spare, spare=Stage.STACKED, reshuffle=why)


@_folds(e.ReshuffleOrdered)
def _reshuffle_ordered(state: Table, _: e.ReshuffleOrdered) -> Table:
    return replace(state, reshuffle="floor")


@_folds(e.DealerRelieved)
def _relieved(state: Table, event: e.DealerRelieved) -> Table:
    return replace(state, to_burn=max(state.to_burn, event.burn))


@_folds(e.CardsSpreadIdle)
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


@_folds(e.SpreadAsked)
def _spread_asked(state: Table, _: e.SpreadAsked) -> Table:
    return replace(state, spread_asked=True)


# ---- irregularities


@_folds(e.FaceUpCardFound)
@_folds(e.CardOverdrawn)
def _to_the_rack(state: Table, event: e.FaceUpCardFound | e.CardOverdrawn) -> Table:
    after = take_card(state, event.card, False)
    return replace(after, rack=(*state.rack, Discard(event.card, state.round)))


@_folds(e.CardDrawnInError)
def _drawn_in_error(state: Table, event: e.CardDrawnInError) -> Table:
    return replace(take_card(state, event.card, False), held=Held(event.card))


@_folds(e.CardRefused)
def _card_refused(state: Table, event: e.CardRefused) -> Table:
    boxes = tuple(_no_more_cards(box) if box.seat == event.seat else box for box in state.boxes)
    return replace(state, boxes=boxes)


def _no_more_cards(box: Box) -> Box:
    return replace(box, hands=tuple(replace(hand, refused=True) for hand in box.hands))


@_folds(e.HeldCardDiscarded)
def _held_discarded(state: Table, _: e.HeldCardDiscarded) -> Table:
    card = None if state.held is None else state.held.card
    return replace(state, held=None, rack=(*state.rack, Discard(card, state.round)))


@_folds(e.CardMissed)
def _card_missed(state: Table, event: e.CardMissed) -> Table:
    if event.box == 0:
        return replace(state, dealer=replace(state.dealer, missed=True))
    box = get_box(state, event.box)
    if event.in_deal:
        return replace(state, boxes=put_box(state, replace(box, missed=box.missed + 1)))
    return change_hand(state, event.box, event.hand, missed=True)


@_folds(e.MissedCardWanted)
def _missed_wanted(state: Table, event: e.MissedCardWanted) -> Table:
    box = replace(get_box(state, event.box), wants_missed=True)
    after = replace(state, boxes=put_box(state, box))
    return change_hand(after, event.box, event.hand, missed=False)


@_folds(e.HandDied)
def _hand_died(state: Table, event: e.HandDied) -> Table:
    box = get_box(state, event.box)
    sides = tuple(replace(side, settled=side.settled or side.id in event.sides) for side in box.sides)
    hand = replace(box.hands[event.hand], status=Status.DEAD, awaits=Awaits.NOTHING)
    back = event.returned_cents + event.side_returned_cents
    taken = event.side_stake_cents + (0 if event.was_settled else event.stake_cents)
    return replace(
        state,
        boxes=put_box(state, replace(put_hand(box, event.hand, hand), sides=sides)),
        players=move_chips(state, event.seat, back),
        rack_cents=state.rack_cents + taken - back,
    )


@_folds(e.HandUpheld)
def _upheld(state: Table, event: e.HandUpheld) -> Table:
    return replace(state, boxes=put_box(state, replace(get_box(state, event.box), upheld=True)))


@_folds(e.WrongRangeFound)
def _wrong_range(state: Table, event: e.WrongRangeFound) -> Table:
    return replace(state, wrong_range=event.what)


@_folds(e.DisputeRecorded)
def _dispute(state: Table, _: e.DisputeRecorded) -> Table:
    return state


@_folds(e.ReaderMisused)
def _misused(state: Table, _: e.ReaderMisused) -> Table:
    return replace(state, notify_floor=True)


@_folds(e.MisuseNoted)
def _misuse_noted(state: Table, _: e.MisuseNoted) -> Table:
    return replace(state, notify_floor=False)


@_folds(e.DeviceBroke)
def _broke(state: Table, event: e.DeviceBroke) -> Table:
    if event.device == "reader":
        return replace(state, reader_broken=True)
    return replace(state, shuffler_broken=True)


@_folds(e.DeviceRepaired)
def _repaired(state: Table, event: e.DeviceRepaired) -> Table:
    if event.device == "reader":
        return replace(state, reader_broken=False)
    return replace(state, shuffler_broken=False, shuffler_covered=False)


@_folds(e.ShufflerCovered)
def _shuffler_covered(state: Table, _: e.ShufflerCovered) -> Table:
    return replace(state, shuffler_covered=True)


@_folds(e.ShufflerJammed)
def _jammed(state: Table, event: e.ShufflerJammed) -> Table:
    if event.spare:
        return replace(state, spare=Stage.STACKED)
    return replace(state, stage=Stage.STACKED)


@_folds(e.DiscardsTaken)
def _discards_taken(state: Table, event: e.DiscardsTaken) -> Table:
    """Only what lies on the layout stays seen."""
    seen = NOT_SEEN
    for discard in _last_discards(state):
        if discard.card is not None:
            seen = saw(seen, discard.card)
    return replace(
        state, stage=Stage.STACKED, stack=event.cards, rack=(), reshuffle="insufficient", seen=seen, cover=-1
    )


