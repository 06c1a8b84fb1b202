"""What players decide, and what the dealer takes and pays."""

from pitboss.errors import Broken
from pitboss.games.vocabulary import tell_cents
from pitboss.rules.hands import holds_blackjack
from pitboss.rules.house import House, Surrender
from pitboss.rules.mechanism import rule
from pitboss.rules.over_under import may_choose
from pitboss.rules.player import (
    Action,
    may_double,
    may_hit,
    may_insure,
    may_split,
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
    expect,
    expect_at,
    live_hand,
    need_chips,
    own_box,
    phase_clause,
    refuse,
)
from pitboss.table.betting import tell_chips
from pitboss.table.clauses import carries_out
from pitboss.table.due import dealer_has_blackjack
from pitboss.table.payments import hand_payment, insurance_payment, side_payment, up_card
from pitboss.table.state import Box, Hand, Status, Table, box_hand, find_box

# ---- insurance and even money


@act(c.OfferInsurance)
@rule("685a.7(g)", "673a.7(g)")
def offer_insurance(state: Table, command: c.OfferInsurance) -> Events:
    expect(state, "offer insurance", command.by)
    return (e.InsuranceOffered(clause=phase_clause(state)),)


@act(c.CloseInsurance)
@carries_out("insurance closes")
def close_insurance(state: Table, command: c.CloseInsurance) -> Events:
    expect(state, "close insurance", command.by)
    return (e.InsuranceClosed(clause=phase_clause(state)),)


def _insurable(state: Table, command: c.Insure | c.TakeEvenMoney) -> Box:
    if state.insurance != 1 or state.phase_name != "insurance":
        says = "Insurance is taken when offered, before the reader."
        refuse(state, "insurance_closed", says, "insurance closes")
    return own_box(state, command.by, command.box)


def is_paid_blackjack(state: Table, box: Box) -> bool:
    """Paid before insurance was offered, as 673a has it; whether it may be insured still is reading B14."""
    hand = box.hands[0]
    natural = holds_blackjack(box_hand(hand), state.house) and state.house.blackjack.beats_dealer
    return natural and hand.status == Status.SETTLED


@act(c.Insure)
@carries_out("insurance")
def insure(state: Table, command: c.Insure) -> Events:
    """Up to half the initial wager, as the text rounds it; once."""
    box = _insurable(state, command)
    if not is_paid_blackjack(state, box):
        live_hand(state, box, 0)
    if box.insurance_cents:
        refuse(state, "already_made", "This box is insured.", "hands off")
    if not may_insure(box_hand(box.hands[0]), up_card(state).rank, state.house):
        refuse(state, "may_not_insure", "This hand cannot be insured.", "insurance")
    check_added(state, command.cents, most_insurance(box.initial_cents, state.house), "insurance")
    need_chips(state, box.seat, command.cents)
    clause = state.terms.cites["insurance"]
    return (e.InsurancePlaced(box=box.number, seat=box.seat, cents=command.cents, clause=clause),)


def check_added(state: Table, cents: int, most: int, topic: str) -> None:
    """From the least chip up to the limit, in chips; the limit itself always."""
    in_chips = cents % state.house.min_chip_cents == 0 or cents == most
    if not (least_added(state.house) <= cents <= most and in_chips):
        low, high = tell_cents(least_added(state.house)), tell_cents(most)
        refuse(state, "bad_amount", f"From {low} to {high}, made {tell_chips(state)}.", topic)


@act(c.TakeEvenMoney)
@carries_out("even money")
def take_even_money(state: Table, command: c.TakeEvenMoney) -> Events:
    box = _insurable(state, command)
    live_hand(state, box, 0)
    if box.insurance_cents or not may_take_even_money(
        box_hand(box.hands[0]), up_card(state).rank, state.house
    ):
        says = "Even money is for an uninsured Blackjack facing an ace."
        refuse(state, "no_even_money", says, "even money")
    payment = settle_even_money(box.initial_cents)
    nothing = Payment(0, 0)
    clause = state.terms.cites["even money"]
    return settled_hand(state, box, 0, HandPayment(payment, nothing, nothing), clause)


# ---- decisions


@act(c.Decide)
@carries_out("turn")
@rule("685a.7(i)", "673a.7(i)", "686a.7(f)", "NH Method s33", "NH Method s39", "DU-RoP Fig. 4 s2")
def decide_hand(state: Table, command: c.Decide) -> Events:
    """In turn, from the dealer's left, and only what the rules allow the hand."""
    action = command.action
    if may_choose(action):
        return choose_over_under(state, command)
    if action == Action.SECOND_CHANCE:
        return take_second_chance(state, command)
    if action == Action.SURRENDER and (early := early_surrender(state, command)):
        return early
    expect_at(state, "decide", command.by, command.box, command.hand)
    box = own_box(state, command.by, command.box)
    cents, topic = added_stake(state, box, box.hands[command.hand], command)
    need_chips(state, box.seat, cents)
    return (decided(state, command, cents, topic),)


def decided(state: Table, command: c.Decide, cents: int, topic: str) -> e.Decided:
    return e.Decided(
        box=command.box,
        hand=command.hand,
        seat=command.by.seat,
        action=command.action,
        cents=cents,
        clause=state.terms.cites[topic],
    )


def added_stake(state: Table, box: Box, hand: Hand, command: c.Decide) -> tuple[int, str]:
    """What the decision adds to the layout, and the topic it goes by."""
    house, seen, action = state.house, box_hand(hand), command.action
    if action == Action.DOUBLE:
        if not may_double(seen, house):
            refuse(state, "may_not_double", "This hand cannot be doubled.", "double")
        check_added(state, command.cents, most_double(hand.original_cents), "double")
        return command.cents, "double"
    if command.cents:
        refuse(state, "bad_amount", "Only a double names its amount.", "turn")
    if action == Action.SPLIT:
        if not may_split(seen, len(box.hands), house):
            refuse(state, "may_not_split", "This hand cannot be split.", "split")
        return split_stake(box.initial_cents), "split"
    allowed = {Action.HIT: may_hit, Action.STAND: may_stand, Action.SURRENDER: may_surrender}
    topics = {Action.HIT: "hit", Action.STAND: "turn", Action.SURRENDER: "surrender"}
    if action not in allowed or not allowed[action](seen, house):
        reason = f"may_not_{action.name.lower()}"
        refuse(state, reason, "The hand does not allow this.", topics.get(action, "turn"))
    return 0, topics[action]


def before_reader(state: Table) -> bool:
    return state.phase_name in ("insurance", "reader") and not state.dealer.inserted


def early_surrenders(state: Table) -> tuple[Box, ...]:
    """Boxes that half may be saved of now, though the dealer has a Blackjack: players are waited for."""
    if state.house.surrender.when != Surrender.EARLY or not before_reader(state):
        return ()
    return tuple(box for box in state.boxes if may_give_up(box.hands[0], state.house))


def may_give_up(hand: Hand, house: House) -> bool:
    return hand.status == Status.LIVE and not hand.surrendered and may_surrender(box_hand(hand), house)


@carries_out("early surrender")
def early_surrender(state: Table, command: c.Decide) -> Events:
    """Declared before the reader: kept until it was used; half comes back whatever it finds, if early."""
    early = state.house.surrender.when == Surrender.EARLY
    if not before_reader(state) or not (early or "early surrender" in state.terms.spoken):
        return ()
    box = own_box(state, command.by, command.box)
    hand = live_hand(state, box, command.hand)
    if command.cents or not may_give_up(hand, state.house):
        refuse(state, "may_not_surrender", "This hand cannot be surrendered.", "surrender")
    return (decided(state, command, 0, "surrender"),)


@carries_out("second chance")
def take_second_chance(state: Table, command: c.Decide) -> Events:
    """One card to subtract, for exactly the current wager."""
    expect_at(state, "second chance", command.by, command.box, command.hand)
    box = own_box(state, command.by, command.box)
    hand = box.hands[command.hand]
    cents = second_chance_stake(hand.original_cents, hand.double_cents, state.house)
    if command.cents:
        refuse(state, "bad_amount", "Only a double names its amount.", "second chance")
    need_chips(state, box.seat, cents)
    return (decided(state, command, cents, "second chance"),)


@act(c.DeclineSecondChance)
@carries_out("second chance")
def decline_second_chance(state: Table, command: c.DeclineSecondChance) -> Events:
    expect_at(state, "second chance", command.by, command.box, command.hand)
    clause = state.terms.cites["second chance"]
    return (e.SecondChanceDeclined(box=command.box, hand=command.hand, clause=clause),)


@act(c.Signal)
@carries_out("motion")
def signal(state: Table, command: c.Signal) -> Events:
    """Where hand and voice differ the hand counts."""
    if "motion" not in state.terms.spoken:
        refuse(state, "say_it_plainly", "Say one thing.", "turn")
    return decide_hand(
        state, c.Decide(by=command.by, box=command.box, action=command.motion, hand=command.hand)
    )


@carries_out("over under")
@rule("686a.7(f)")
def choose_over_under(state: Table, command: c.Decide) -> Events:
    """Over or Under for exactly the Ante; or the Ante is given up and taken at once."""
    expect_at(state, "choose", command.by, command.box, command.hand)
    box = own_box(state, command.by, command.box)
    if command.cents:
        refuse(state, "bad_amount", "The wager equals the Ante.", "over under")
    if command.action != Action.FOLD:
        cents = play_stake(box.initial_cents)
        need_chips(state, box.seat, cents)
        return (decided(state, command, cents, "over under"),)
    clause = state.terms.cites["over under"]
    taken = e.WagerSettled(
        box=box.number,
        seat=box.seat,
        wager=state.terms.main,
        stake_cents=box.initial_cents,
        returned_cents=0,
        won_cents=0,
        clause=clause,
    )
    return (decided(state, command, 0, "over under"), taken)


# ---- take and pay


@act(c.Settle)
@rule("685a.7(f)", "685a.7(i)(1)", "673a.7(f) s2", "673a.8(d)", "685a.8(d)", "686a.7(j)",
      "NH Method s17", "NH Method s25", "NH Method s30", "NH Method s31", "NH Method s38",
      "NH Method s41", "NH Method s47")  # fmt: skip
def settle(state: Table, command: c.Settle) -> Events:
    """The wager that is next in the order of the text, and no other."""
    found = expect(state, "settle", command.by)
    if (found.box, found.hand, found.wager) != (command.box, command.hand, command.wager):
        what = found.wager or f"hand {found.hand + 1}"
        refuse(state, "wrong_order", f"The next to settle is {what} of box {found.box}.", found.topic)
    box = find_box(state, command.box)
    if box is None:
        raise Broken(f"box {command.box} has no wager to settle")
    if command.wager:
        return (settled_wager(state, box, command.wager),)
    hand = box.hands[command.hand]
    events = settled_hand(state, box, command.hand, hand_payment(state, hand), phase_clause(state))
    if hand.choice >= 0:
        bonus = tuple(settled_wager(state, box, side.id) for side in box.sides if not side.settled)
        return (*bonus, *events)
    return events


def settled_wager(state: Table, box: Box, wager: str) -> e.WagerSettled:
    if wager == "insurance":
        stake = box.insurance_cents
        payment = insurance_payment(state, box, bool(dealer_has_blackjack(state)))
    else:
        side = next(side for side in box.sides if side.id == wager)
        stake, payment = side.stake_cents, side_payment(state, box, side)
    return e.WagerSettled(
        box=box.number,
        seat=box.seat,
        wager=wager,
        stake_cents=stake,
        returned_cents=payment.returned_cents,
        won_cents=payment.won_cents,
        clause=phase_clause(state),
    )


def settled_hand(state: Table, box: Box, number: int, payment: HandPayment, clause: str) -> Events:
    """The hand's wagers; before the final settlement its cards go too, but for those a side wager keeps."""
    hand = box.hands[number]
    event = e.HandSettled(
        box=box.number,
        hand=number,
        seat=box.seat,
        stake_cents=hand.stakes_cents,
        returned_cents=sum(part.returned_cents for part in payment),
        won_cents=sum(part.won_cents for part in payment),
        parts=tuple((part.returned_cents, part.won_cents) for part in payment),
        clause=clause,
    )
    if state.phase_name == "settle":
        return (event,)
    return (event, cleared(state, box, number))


@carries_out("tuck")
@rule("NH Method s30", "NH Method s38", "686a.7(j)")
def cleared(state: Table, box: Box, number: int) -> e.HandCleared:
    hand = box.hands[number]
    waits = any(side.id == "down_match" and not side.settled for side in box.sides)
    kept = min(hand.originals, len(hand.cards)) if waits else 0
    clause = state.terms.cites["tuck"] if waits else phase_clause(state)
    return e.HandCleared(box=box.number, hand=number, kept=kept, clause=clause)
