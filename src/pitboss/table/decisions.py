"""What players decide, and what the dealer takes and pays."""

from pitboss.errors import Broken
from pitboss.games.vocabulary import tell_cents
from pitboss.rules.dealer import insurance_is_open
from pitboss.rules.hands import holds_blackjack
from pitboss.rules.house import House, Surrender
from pitboss.rules.mechanism import mechanism
from pitboss.rules.over_under import may_choose
from pitboss.rules.player import (
    Action,
    may_insure,
    may_stand,
    may_surrender,
    may_take_even_money,
)
from pitboss.rules.settlement import HandPayment, Payment, settle_even_money
from pitboss.rules.stakes import (
    least_added,
    most_double,
    most_insurance,
    play_stake,
    second_chance_stake,
    split_stake,
)
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.act_registry import (
    Events,
    act,
    because,
    expect,
    expect_at,
    live_hand,
    need_chips,
    own_box,
    refuse,
)
from pitboss.table.betting import MOST_CHIPS_CENTS, tell_chips
from pitboss.table.due import dealer_has_blackjack
from pitboss.table.payments import Settlement, settle_insurance_now, settle_now, settle_side, up_card
from pitboss.table.refusal_causes import decidable_hand, hand_cause
from pitboss.table.state import Box, Hand, Status, Table, box_hand, find_box

# ---- insurance and even money


@act(c.OfferInsurance)
@mechanism("wager.insurance/offered")
def offer_insurance(state: Table, command: c.OfferInsurance) -> Events:
    expect(state, "offer insurance", command.by)
    return (e.InsuranceOffered(**because(state, "wager.insurance/offered")),)


@act(c.CloseInsurance)
@mechanism("wager.insurance/closes")
def close_insurance(state: Table, command: c.CloseInsurance) -> Events:
    expect(state, "close insurance", command.by)
    return (e.InsuranceClosed(**because(state, "wager.insurance/closes")),)


def _insurable(state: Table, command: c.Insure | c.TakeEvenMoney) -> Box:
    if state.insurance != 1 or state.phase_name != "insurance":
        says = "Insurance is closed: it may only be taken while it is offered."
        refuse(state, "insurance_closed", says, "wager.insurance/closes")
    return own_box(state, command.by, command.box)


def is_paid_blackjack(state: Table, box: Box) -> bool:
    """Paid before insurance was offered; a reading decides whether it may still be insured."""
    hand = box.hands[0]
    natural = holds_blackjack(box_hand(hand), state.house) and state.house.blackjack.beats_dealer
    return natural and hand.status == Status.SETTLED


@act(c.Insure)
@mechanism("wager.insurance")
def insure(state: Table, command: c.Insure) -> Events:
    """Up to half the initial wager, as the text rounds it; once."""
    if state.dealer.cards and not insurance_is_open(up_card(state).rank, state.house):
        why = "only offered against an ace" if state.house.insurance.offered else "not offered at this table"
        refuse(state, "no_insurance", f"Insurance is {why}.", "wager.insurance/insures")
    box = _insurable(state, command)
    if not is_paid_blackjack(state, box):
        live_hand(state, box, 0)
    if box.insurance_cents:
        refuse(state, "already_made", "This box is insured already.", "wager.hands_off")
    if not may_insure(box_hand(box.hands[0]), up_card(state).rank, state.house):
        refuse(state, "may_not_insure", "This hand cannot be insured.", "wager.insurance/insures/blackjack")
    check_added(state, command.cents, most_insurance(box.initial_cents, state.house), "wager.insurance")
    need_chips(state, box.seat, command.cents)
    cite = because(state, "wager.insurance")
    return (e.InsurancePlaced(box=box.number, seat=box.seat, cents=command.cents, **cite),)


def check_added(state: Table, cents: int, most: int, cause: str) -> None:
    """From the least chip up to the limit, in chips; the limit itself always."""
    in_chips = cents % state.house.min_chip_cents == 0 or cents == most
    if not (least_added(state.house) <= cents <= most and in_chips):
        low, high = tell_cents(least_added(state.house)), tell_cents(most)
        refuse(state, "bad_amount", f"The amount must be {low} to {high}, {tell_chips(state)}.", cause)


@act(c.TakeEvenMoney)
@mechanism("decision.even_money")
def take_even_money(state: Table, command: c.TakeEvenMoney) -> Events:
    check_even_money(state, own_box(state, command.by, command.box))
    box = _insurable(state, command)
    if not state.house.blackjack.even_money:
        says = "Even money is not offered at this table."
        refuse(state, "no_even_money", says, "decision.even_money/not_offered")
    live_hand(state, box, 0)
    if box.insurance_cents:
        refuse(state, "no_even_money", EVEN_MONEY, "decision.even_money")
    payment = settle_even_money(box.initial_cents)
    nothing = Payment(0, 0)
    paid = Settlement(HandPayment(payment, nothing, nothing), "settle.even_money")
    return settled_hand(state, box, 0, paid)


EVEN_MONEY = "Even money is only for a Blackjack without insurance against an ace."


@mechanism("decision.even_money", "decision.even_money/not_offered")
def check_even_money(state: Table, box: Box) -> None:
    """What the cards rule out; where it is not offered, the sentence on Blackjacks says what they get."""
    seen = box_hand(box.hands[0])
    if not state.house.blackjack.even_money and holds_blackjack(seen, state.house):
        says = "Even money is not offered at this table."
        refuse(state, "no_even_money", says, "decision.even_money/not_offered")
    if state.dealer.cards and not may_take_even_money(seen, up_card(state).rank, state.house):
        refuse(state, "no_even_money", EVEN_MONEY, "decision.even_money")


# ---- decisions


@act(c.Decide)
@mechanism("decision.turn", "decision.in_turn")
def decide_hand(state: Table, command: c.Decide) -> Events:
    """In turn, from the dealer's left, and only what the rules allow the hand."""
    action = command.action
    if may_choose(action):
        return choose_over_under(state, command)
    if action == Action.SURRENDER and (early := early_surrender(state, command)):
        return early
    check_hand_can(state, command)
    if action == Action.SECOND_CHANCE:
        return take_second_chance(state, command)
    expect_at(state, "decide", command.by, command.box, command.hand)
    box = own_box(state, command.by, command.box)
    cents, cause = added_stake(state, box, box.hands[command.hand], command)
    need_chips(state, box.seat, cents)
    return (decided(state, command, cents, cause),)


def decided(state: Table, command: c.Decide, cents: int, cause: str) -> e.Decided:
    return e.Decided(
        box=command.box,
        hand=command.hand,
        seat=command.by.seat,
        action=command.action,
        cents=cents,
        hands=_hands(find_box(state, command.box)),
        **because(state, cause),
    )


def _hands(box: Box | None) -> int:
    return len(box.hands) if box is not None and len(box.hands) > 1 else 0


@mechanism("decision.hit", "decision.stand", "decision.double", "decision.split", "decision.surrender")
def added_stake(state: Table, box: Box, hand: Hand, command: c.Decide) -> tuple[int, str]:
    """What the decision adds to the layout, and what it goes by."""
    action = command.action
    if action == Action.DOUBLE:
        check_added(state, command.cents, most_double(hand.original_cents), "decision.double/amount")
        return command.cents, "decision.double"
    if command.cents:
        refuse(state, "bad_amount", "Only a double down takes an amount.", "decision.turn")
    if action == Action.SPLIT:
        return split_stake(box.initial_cents), "decision.split"
    if action not in FREE or (action == Action.STAND and not may_stand(box_hand(hand), state.house)):
        what = action.name.lower()
        says = f"This hand may not {what.replace('_', ' ')}."
        refuse(state, f"may_not_{what}", says, FREE.get(action, "decision.turn"))
    return 0, FREE[action]


FREE = {
    Action.HIT: "decision.hit",
    Action.STAND: "decision.stand",
    Action.SURRENDER: "decision.surrender",
}
"""Decisions that add nothing to the layout, and what they go by."""


HAND_CANNOT = {
    Action.HIT: "This hand may not hit.",
    Action.DOUBLE: "This hand cannot be doubled.",
    Action.SPLIT: "This hand cannot be split.",
    Action.SURRENDER: "This hand may not surrender.",
    Action.SECOND_CHANCE: "A Second Chance is only for a hand above 21, and only once.",
}


def check_hand_can(state: Table, command: c.Decide) -> None:
    """What a hand's own cards rule out is refused for that, even before its turn and after it."""
    if decidable := decidable_hand(state, command.by, command.box, command.hand):
        check_cards_allow(state, *decidable, command.action)


def check_cards_allow(state: Table, box: Box, hand: Hand, action: Action) -> None:
    if cause := hand_cause(box, hand, action, state.house):
        refuse(state, f"may_not_{action.name.lower()}", HAND_CANNOT[action], cause)


def before_reader(state: Table) -> bool:
    looked = state.dealer.inserted or state.dealer.says_blackjack >= 0
    return state.phase_name in ("insurance", "reader") and not looked


def early_surrenders(state: Table) -> tuple[Box, ...]:
    """Boxes that half may be saved of now, though the dealer has a Blackjack: players are waited for."""
    if state.house.surrender.when != Surrender.EARLY or not before_reader(state):
        return ()
    return tuple(box for box in state.boxes if may_give_up(box.hands[0], state.house))


def may_give_up(hand: Hand, house: House) -> bool:
    return hand.status == Status.LIVE and not hand.surrendered and may_surrender(box_hand(hand), house)


@mechanism("decision.surrender/before_reader")
def early_surrender(state: Table, command: c.Decide) -> Events:
    """Declared before the reader: kept until it was used; half comes back whatever it finds, if early."""
    early = state.house.surrender.when == Surrender.EARLY
    if not before_reader(state) or not (early or "surrender_before_reader" in state.terms.procedures):
        return ()
    box = own_box(state, command.by, command.box)
    hand = live_hand(state, box, command.hand)
    if command.cents or not may_give_up(hand, state.house):
        refuse(state, "may_not_surrender", "This hand cannot be surrendered.", "decision.surrender")
    return (decided(state, command, 0, "decision.surrender/before_reader"),)


@mechanism("decision.second_chance")
def take_second_chance(state: Table, command: c.Decide) -> Events:
    """One card to subtract, for exactly the current wager."""
    expect_at(state, "second chance", command.by, command.box, command.hand)
    box = own_box(state, command.by, command.box)
    hand = box.hands[command.hand]
    cents = second_chance_stake(hand.original_cents, hand.double_cents, state.house)
    if command.cents:
        refuse(state, "bad_amount", "Only a double down takes an amount.", "decision.second_chance")
    need_chips(state, box.seat, cents)
    return (decided(state, command, cents, "decision.second_chance/taken"),)


@act(c.DeclineSecondChance)
@mechanism("decision.second_chance")
def decline_second_chance(state: Table, command: c.DeclineSecondChance) -> Events:
    expect_at(state, "second chance", command.by, command.box, command.hand)
    cite = because(state, "decision.second_chance")
    return (e.SecondChanceDeclined(box=command.box, hand=command.hand, **cite),)


@act(c.Signal)
@mechanism("decision.motion")
def signal(state: Table, command: c.Signal) -> Events:
    """Where hand and voice differ the hand counts."""
    if "hand_signals" not in state.terms.procedures:
        refuse(
            state,
            "say_it_plainly",
            "Hand signals are not recorded at this table: say the decision.",
            "decision.turn",
        )
    return decide_hand(
        state, c.Decide(by=command.by, box=command.box, action=command.motion, hand=command.hand)
    )


@mechanism("decision.over_under", "decision.over_under/in_turn")
def choose_over_under(state: Table, command: c.Decide) -> Events:
    """Over or Under for exactly the Ante; or the Ante is given up and taken at once."""
    expect_at(state, "choose", command.by, command.box, command.hand)
    box = own_box(state, command.by, command.box)
    if command.cents:
        refuse(
            state,
            "bad_amount",
            "This wager always equals the first one: leave the amount out.",
            CHOICES[command.action],
        )
    if command.action != Action.FOLD:
        cents = play_stake(box.initial_cents)
        need_chips(state, box.seat, cents)
        return (decided(state, command, cents, CHOICES[command.action]),)
    taken = e.WagerSettled(
        box=box.number,
        seat=box.seat,
        wager=state.terms.main,
        stake_cents=box.initial_cents,
        returned_cents=0,
        won_cents=0,
        **because(state, "settle.over_under/forfeited"),
    )
    return (decided(state, command, 0, CHOICES[command.action]), taken)


CHOICES = {
    Action.OVER: "decision.over_under/over",
    Action.UNDER: "decision.over_under/under",
    Action.FOLD: "decision.over_under/surrender",
}


# ---- take and pay


@act(c.Settle)
@mechanism("settle.in_order")
def settle(state: Table, command: c.Settle) -> Events:
    """The wager that is next in the order of the text, and no other."""
    wanted = expect(state, "settle", command.by)
    if (wanted.box, wanted.hand, wanted.wager) != (command.box, command.hand, command.wager):
        what = wanted.wager or f"hand {wanted.hand + 1}"
        refuse(
            state,
            "wrong_order",
            f"Not in this order: {what} of box {wanted.box} is settled next.",
            wanted.cause,
        )
    box = find_box(state, command.box)
    if box is None:
        raise Broken(f"box {command.box} has no wager to settle")
    events = _settled(state, box, command)
    if command.paid_cents is None:
        return events
    return as_paid(state, box, command, command.paid_cents, events)


def _settled(state: Table, box: Box, command: c.Settle) -> Events:
    if command.wager:
        return (settled_wager(state, box, command.wager),)
    hand = box.hands[command.hand]
    events = settled_hand(state, box, command.hand, settle_now(state, hand))
    if hand.choice >= 0:
        bonus = tuple(settled_wager(state, box, side.id) for side in box.sides if not side.settled)
        return (*bonus, *events)
    return events


@mechanism("settle.as_paid")
def as_paid(state: Table, box: Box, command: c.Settle, paid_cents: int, events: Events) -> Events:
    """What the dealer paid beside what is due: a difference stops the round before the cards are taken."""
    if not 0 <= paid_cents <= MOST_CHIPS_CENTS:
        says = f"A payment must be between $0 and {tell_cents(MOST_CHIPS_CENTS)}."
        refuse(state, "bad_amount", says, "settle.in_order")
    settled = [event for event in events if isinstance(event, e.HandSettled | e.WagerSettled)]
    due_cents = sum(event.returned_cents + event.won_cents for event in settled)
    if paid_cents == due_cents:
        return events
    decided = settled[-1]
    return (
        e.PaymentDiffers(
            box=box.number,
            hand=command.hand,
            wager=command.wager,
            seat=box.seat,
            due_cents=due_cents,
            paid_cents=paid_cents,
            mechanism=decided.mechanism,
            clause=decided.clause,
        ),
    )


def settled_wager(state: Table, box: Box, wager: str) -> e.WagerSettled:
    if wager == state.terms.insurance:
        stake = box.insurance_cents
        payment, cause = settle_insurance_now(state, box, bool(dealer_has_blackjack(state)))
    else:
        side = next(side for side in box.sides if side.id == wager)
        stake, (payment, cause) = side.stake_cents, settle_side(state, box, side)
    return e.WagerSettled(
        box=box.number,
        seat=box.seat,
        wager=wager,
        stake_cents=stake,
        returned_cents=payment.returned_cents,
        won_cents=payment.won_cents,
        **because(state, cause),
    )


def settled_hand(state: Table, box: Box, number: int, settled: Settlement) -> Events:
    """The hand's wagers; before the final settlement its cards go too, but for those a side wager keeps."""
    hand, (wager, double, chance) = box.hands[number], settled.payment
    event = e.HandSettled(
        box=box.number,
        hand=number,
        seat=box.seat,
        stake_cents=hand.stakes_cents,
        returned_cents=wager.returned_cents + double.returned_cents + chance.returned_cents,
        won_cents=wager.won_cents + double.won_cents + chance.won_cents,
        parts=tuple((part.returned_cents, part.won_cents) for part in settled.payment),
        hands=_hands(box),
        **because(state, settled.cause),
    )
    if state.phase_name == "settle":
        return (event,)
    return (event, cleared(state, box, number, settled.cause))


@mechanism("deal.tuck", "procedure.clear_hand")
def cleared(state: Table, box: Box, number: int, after: str) -> e.HandCleared:
    """A hand's cards leave the layout after this settlement, or stay under a side wager."""
    hand = box.hands[number]
    wagers = state.terms.wagers
    waits = any(wagers[side.id].against == "hole card" and not side.settled for side in box.sides)
    kept = min(hand.originals, len(hand.cards)) if waits else 0
    settled = after.removeprefix("settle.")
    cause = f"deal.tuck/{settled}" if waits else f"procedure.clear_hand/{settled}"
    return e.HandCleared(box=box.number, hand=number, kept=kept, **because(state, cause))
