"""From one moment to the next: what an event changes, and nothing else."""

from collections.abc import Iterable

from msgspec.structs import replace

from pitboss.rules.hands import EMPTY, draw, is_bust
from pitboss.rules.player import Action
from pitboss.table import events as e
from pitboss.table import fold_shoe
from pitboss.table.conservation import (
    check_conserved,
    check_hand_back,
    check_insurance_back,
    check_unsettled,
)
from pitboss.table.fold_helpers import (
    FOLDS,
    change_hand,
    change_player,
    folds,
    get_box,
    last_discards,
    layout_discards,
    move_chips,
    put_box,
    put_hand,
    reshuffled,
    saw,
    take_card,
)
from pitboss.table.state import (
    LIGHT_OF_LANE,
    NOT_SEEN,
    Awaits,
    Box,
    DealerHand,
    Hand,
    Player,
    Side,
    Status,
    Table,
)

SHOE = fold_shoe  # what happens to cards outside the round is folded there


def fold(state: Table, event: e.Event) -> Table:
    """The table after the event; cards and chips are counted whenever some may have moved."""
    change = FOLDS.get(type(event))
    if change is None:
        raise TypeError(f"{type(event).__name__} is no event of this table")
    after = change(state, event)
    if type(event) is not e.PhaseBegan:  # by which nothing moves, and of which there are most
        check_conserved(after)
    return after


def fold_all(state: Table, events: Iterable[e.Event]) -> Table:
    """The table after all of these."""
    for event in events:
        state = fold(state, event)
    return state


# ---- people, chips, wagers


@folds(e.SatDown)
def _sat_down(state: Table, event: e.SatDown) -> Table:
    joined = Player(event.seat, event.chips_cents, event.barred)
    back = event.back_from > 0
    return replace(
        state,
        players=(*state.players, joined),
        bettors=(*state.bettors, event.seat) if back else state.bettors,
        gone_bettors=_without(state.gone_bettors, event.back_from),
        float_cents=state.float_cents + event.chips_cents,
    )


def _without(seats: tuple[int, ...], gone: int) -> tuple[int, ...]:
    return tuple(seat for seat in seats if seat != gone)


@folds(e.WentAway)
def _went_away(state: Table, event: e.WentAway) -> Table:
    players = tuple(patron for patron in state.players if patron.seat != event.seat)
    bet = event.seat in state.bettors
    return replace(
        state,
        players=players,
        bettors=_without(state.bettors, event.seat),
        gone_bettors=(*state.gone_bettors, event.seat) if bet else state.gone_bettors,
        float_cents=state.float_cents - event.chips_cents,
    )


@folds(e.TipLeft)
def _tip_left(state: Table, event: e.TipLeft) -> Table:
    players = move_chips(state, event.seat, -event.cents)
    return replace(state, players=players, tips_cents=state.tips_cents + event.cents)


@folds(e.ChipsBought)
def _chips_bought(state: Table, event: e.ChipsBought) -> Table:
    if not event.from_account:
        return _cash_changed(state, event)
    players = move_chips(state, event.seat, event.cents)
    return replace(state, players=players, float_cents=state.float_cents + event.cents)


@folds(e.CashConverted)
def _cash_changed(state: Table, event: e.ChipsBought | e.CashConverted) -> Table:
    after = replace(
        state,
        players=move_chips(state, event.seat, event.cents),
        rack_cents=state.rack_cents - event.cents,
        drop_cents=state.drop_cents + event.cents,
    )
    if isinstance(event, e.CashConverted):
        return change_player(after, event.seat, called_box=0, called_cents=0)
    return after


@folds(e.WagerPlaced)
def _wager_placed(state: Table, event: e.WagerPlaced) -> Table:
    players = move_chips(state, event.seat, -event.cents)
    if event.main:
        hand = Hand(original_cents=event.cents, chips=event.chips)
        box = Box(event.box, event.seat, event.cents, (hand,))
        boxes = tuple(sorted((*state.boxes, box), key=lambda other: other.number))
    else:
        box = get_box(state, event.box)
        boxes = put_box(state, replace(box, sides=(*box.sides, Side(event.wager, event.cents))))
    return replace(state, players=players, boxes=boxes)


@folds(e.WagerTakenBack)
def _wager_taken_back(state: Table, event: e.WagerTakenBack) -> Table:
    players = move_chips(state, event.seat, event.cents)
    if event.main:
        boxes = tuple(other for other in state.boxes if other.number != event.box)
    else:
        box = get_box(state, event.box)
        sides = tuple(side for side in box.sides if side.id != event.wager)
        boxes = put_box(state, replace(box, sides=sides))
    return replace(state, players=players, boxes=boxes)


@folds(e.WagerCalled)
def _wager_called(state: Table, event: e.WagerCalled) -> Table:
    return change_player(state, event.seat, called_box=event.box, called_cents=event.cents)


@folds(e.PatronPermitted)
def _permitted(state: Table, event: e.PatronPermitted) -> Table:
    return change_player(state, event.seat, barred=False)


@folds(e.BettingClosed)
def _betting_closed(state: Table, event: e.BettingClosed) -> Table:
    players = tuple(
        replace(patron, barred=patron.barred or patron.seat in event.barred, called_box=0, called_cents=0)
        for patron in state.players
    )
    return replace(
        state,
        players=players,
        bettors=tuple(dict.fromkeys(box.seat for box in state.boxes)),
        gone_bettors=(),
        rounds_in_shoe=state.rounds_in_shoe + 1,
    )


@folds(e.PhaseBegan)
def _phase_began(state: Table, event: e.PhaseBegan) -> Table:
    return replace(state, phase=event.number)


# ---- cards


@folds(e.CardDealt)
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
        tally = draw(hand.tally, card.rank)
        finished = hand.awaits == Awaits.DOUBLE and not is_bust(tally)  # a bust may have a Second Chance
        hand = replace(
            hand,
            cards=(*hand.cards, card),
            tally=tally,
            awaits=Awaits.NOTHING,
            missed=False,
            stood=hand.stood or finished,
        )
    box = replace(put_hand(box, event.hand, hand), firsts=firsts, wants_missed=False)
    return replace(after, boxes=put_box(after, box))


@folds(e.HoleDealt)
def _hole_dealt(state: Table, event: e.HoleDealt) -> Table:
    after = take_card(state, None, event.held)
    seen = state.held.card if event.held and state.held is not None else None
    return replace(after, dealer=replace(state.dealer, hole=True, seen=seen))


@folds(e.HoleTurned)
def _hole_turned(state: Table, event: e.HoleTurned) -> Table:
    dealer = state.dealer
    cards = (*dealer.cards[:1], event.card, *dealer.cards[1:])
    seen = state.seen if dealer.seen is not None else saw(state.seen, event.card, state.house.decks)
    dealer = replace(dealer, cards=cards, tally=draw(dealer.tally, event.card.rank), hole=False, seen=None)
    return replace(state, dealer=dealer, seen=seen)


@folds(e.HoleInserted)
def _hole_inserted(state: Table, _: e.HoleInserted) -> Table:
    return replace(state, dealer=replace(state.dealer, inserted=True), insurance=2)


@folds(e.RangeLit)
def _range_lit(state: Table, event: e.RangeLit) -> Table:
    return replace(state, dealer=replace(state.dealer, light=int(event.light)))


@folds(e.RangePeeked)
def _range_peeked(state: Table, event: e.RangePeeked) -> Table:
    return replace(state, dealer=replace(state.dealer, light=int(LIGHT_OF_LANE[event.shows])))


@folds(e.BlackjackAnswered)
def _answered(state: Table, event: e.BlackjackAnswered) -> Table:
    return replace(state, dealer=replace(state.dealer, says_blackjack=int(event.blackjack)))


@folds(e.HandMoved)
def _hand_moved(state: Table, event: e.HandMoved) -> Table:
    return replace(state, dealer=replace(state.dealer, lane=int(event.lane)))


@folds(e.HandCleared)
def _hand_cleared(state: Table, event: e.HandCleared) -> Table:
    box = get_box(state, event.box)
    racked = layout_discards(state, box, event.hand, event.kept)
    hand = replace(box.hands[event.hand], cleared=True, kept=event.kept)
    return replace(state, boxes=put_box(state, put_hand(box, event.hand, hand)), rack=(*state.rack, *racked))


@folds(e.TableCleared)
def _table_cleared(state: Table, _: e.TableCleared) -> Table:
    """All cards are in the rack and the next round may begin; a device shuffles them in, and ends a bar."""
    after = replace(
        state,
        rack=(*state.rack, *last_discards(state)),
        boxes=(),
        dealer=DealerHand(),
        phase=0,
        round=state.round + 1,
        insurance=0,
        wrong_range="",
        irregular=False,
    )
    if state.terms.uses_cut:
        return after
    held = state.held is not None
    after = replace(after, rack=(), shoe=state.terms.cards - held, seen=NOT_SEEN)
    return reshuffled(after)


# ---- decisions and settlement


@folds(e.InsuranceOffered)
def _insurance_offered(state: Table, _: e.InsuranceOffered) -> Table:
    return replace(state, insurance=1)


@folds(e.InsurancePlaced)
def _insurance_placed(state: Table, event: e.InsurancePlaced) -> Table:
    box = replace(get_box(state, event.box), insurance_cents=event.cents)
    return replace(state, players=move_chips(state, event.seat, -event.cents), boxes=put_box(state, box))


@folds(e.InsuranceReopened)
def _insurance_reopened(state: Table, event: e.InsuranceReopened) -> Table:
    box = get_box(state, event.box)
    check_unsettled(box.insurance_back_cents > 0, f"the insurance of box {event.box}")
    box = replace(box, insurance_settled=False)
    return replace(state, boxes=put_box(state, box), rack_cents=state.rack_cents - event.cents)


@folds(e.InsuranceClosed)
def _insurance_closed(state: Table, _: e.InsuranceClosed) -> Table:
    return replace(state, insurance=2)


def _split(box: Box, number: int, cents: int) -> Box:
    """Two hands of one; the card at the right goes with the new wager."""
    hand = box.hands[number]
    left, right = hand.cards
    kept = 1 if hand.originals > 0 else 0
    first = replace(hand, cards=(left,), tally=draw(EMPTY, left.rank), from_split=True, originals=kept)
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


@folds(e.Decided)
def _decided(state: Table, event: e.Decided) -> Table:
    box = get_box(state, event.box)
    if event.action == Action.SPLIT:
        box = _split(box, event.hand, event.cents)
    else:
        box = put_hand(box, event.hand, _after_decision(box.hands[event.hand], event.action, event.cents))
    players = move_chips(state, event.seat, -event.cents) if event.cents else state.players
    return replace(state, players=players, boxes=put_box(state, box))


@folds(e.SecondChanceDeclined)
def _declined(state: Table, event: e.SecondChanceDeclined) -> Table:
    return change_hand(state, event.box, event.hand, stood=True)


@folds(e.HandSettled)
def _hand_settled(state: Table, event: e.HandSettled) -> Table:
    back = event.returned_cents + event.won_cents
    box = get_box(state, event.box)
    hand = box.hands[event.hand]
    check_unsettled(hand.status != Status.LIVE, f"hand {event.hand + 1} of box {event.box}")
    early = state.phase_name == "insurance"  # where nothing but even money is paid
    hand = replace(hand, status=Status.SETTLED, back_cents=hand.back_cents + back, took_even_money=early)
    check_hand_back(state, box, hand)
    return replace(
        state,
        boxes=put_box(state, put_hand(box, event.hand, hand)),
        players=move_chips(state, event.seat, back),
        rack_cents=state.rack_cents + event.stake_cents - back,
    )


@folds(e.WagerSettled)
def _wager_settled(state: Table, event: e.WagerSettled) -> Table:
    box = get_box(state, event.box)
    back = event.returned_cents + event.won_cents
    if event.wager == state.terms.insurance:
        check_unsettled(box.insurance_settled, f"the insurance of box {event.box}")
        box = replace(box, insurance_settled=True, insurance_back_cents=box.insurance_back_cents + back)
        check_insurance_back(state, box)
    elif event.wager == state.terms.main:  # an Ante given up
        box = put_hand(box, 0, replace(box.hands[0], original_cents=0))
    else:
        box = replace(box, sides=tuple(_settled_side(side, event, back) for side in box.sides))
    return replace(
        state,
        boxes=put_box(state, box),
        players=move_chips(state, event.seat, back),
        rack_cents=state.rack_cents + event.stake_cents - back,
    )


def _settled_side(side: Side, event: e.WagerSettled, back: int) -> Side:
    if side.id != event.wager:
        return side
    check_unsettled(side.settled, f"the {event.wager} of box {event.box}")
    return replace(side, settled=True, back_cents=back)
