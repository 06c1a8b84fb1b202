"""Cards out of the shoe, the hole card and its reader, and clearing the layout."""

from pitboss.rules.cards import Light, light_of
from pitboss.rules.hands import is_blackjack
from pitboss.rules.mechanism import rule
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.act_registry import (
    Events,
    act,
    clause_of,
    expect,
    expect_at,
    need_face,
    phase_clause,
    refuse,
)
from pitboss.table.clauses import carries_out
from pitboss.table.due import Due, burn_topic, dealer_must_take, due, passes_held_card
from pitboss.table.state import LANE_OF_LIGHT, LOOK_FOR_BLACKJACK, MASQUE, PEEKER, Awaits, Table, find_box


@act(c.DealCard)
@carries_out("from the shoe", "dealt for a decision", "sideways", "drawn in error", "exposed in error")
@rule("673a.7(l) s3", "685a.7(m) s2", "673a.7(o) s2", "686a.7(i)")
def deal_card(state: Table, command: c.DealCard) -> Events:
    """The card that came, face up, where one is due; a card drawn in error comes first."""
    found = expect_at(state, "card", command.by, command.box, command.hand)
    held = None if passes_held_card(state, found) else state.held
    if held is None or held.card is None:
        need_face(state, command.card)
    elif held.card != command.card:
        refuse(state, "held_card_first", "The exposed card is the next card.", "exposed in error")
    sideways = is_sideways(state, command)
    return (
        e.CardDealt(
            box=command.box,
            hand=command.hand,
            card=command.card,
            sideways=sideways,
            held=held is not None,
            clause=deal_clause(state, found, sideways),
        ),
    )


def is_sideways(state: Table, command: c.DealCard) -> bool:
    box = find_box(state, command.box)
    return box is not None and box.hands[command.hand].awaits in (Awaits.DOUBLE, Awaits.SECOND_CHANCE)


def deal_clause(state: Table, found: Due, sideways: bool) -> str:
    box = find_box(state, found.box)
    if box is not None and box.hands[found.hand].awaits == Awaits.SECOND_CHANCE:
        return state.terms.cites["second chance"]
    if sideways and "sideways" in state.terms.spoken:
        return state.terms.cites["sideways"]
    if state.phase_name == "decisions":
        return state.terms.cites["dealt for a decision"]
    return clause_of(state, found)


@act(c.DealHole)
@rule("685a.7(e)(4)", "673a.7(e)(4)", "NH Method s16")
def deal_hole(state: Table, command: c.DealHole) -> Events:
    """The dealer's second card, face down: nobody sees it, the dealer included."""
    found = expect(state, "hole", command.by)
    if state.held is not None and state.held.card is not None:
        refuse(state, "held_card_first", "The exposed card is the next card.", "exposed in error")
    return (e.HoleDealt(held=state.held is not None, clause=clause_of(state, found)),)


@act(c.InsertHole)
@carries_out("insurance closes")
@rule("685a.7(h)", "673a.7(h)", "DU-RoP Fig. 3")
def insert_hole(state: Table, command: c.InsertHole) -> Events:
    """Face down into the reader; insurance is closed from here on."""
    found = expect(state, "insert", command.by)
    return (e.HoleInserted(reader=state.terms.reader, clause=clause_of(state, found)),)


@act(c.LightRange)
@rule("685a.3(d)-ranges", "DU-RoP Intro s3", "DU-RoP Fig. 3 s2")
def light_range(state: Table, command: c.LightRange) -> Events:
    found = expect(state, "read", command.by)
    need_device(state, MASQUE)
    return (e.RangeLit(light=command.light, clause=clause_of(state, found)),)


@act(c.PeekRange)
@rule("DU-RoP 2 s4", "DU-RoP 2 s6", "DU-RoP Fig. 3 s2")
def peek_range(state: Table, command: c.PeekRange) -> Events:
    """Down Under cards in a peeker: no lamp, a mark on the card itself."""
    found = expect(state, "read", command.by)
    need_device(state, PEEKER)
    return (e.RangePeeked(shows=command.shows, clause=clause_of(state, found)),)


def need_device(state: Table, name: str) -> None:
    if state.terms.reader != name:
        refuse(state, "wrong_device", f"This table has a {state.terms.reader}, not a {name}.")


@act(c.AnswerBlackjack)
@rule("673a.7(h)", "NH Method s27")
def answer_blackjack(state: Table, command: c.AnswerBlackjack) -> Events:
    found = expect(state, "read", command.by)
    need_device(state, LOOK_FOR_BLACKJACK)
    return (e.BlackjackAnswered(blackjack=command.blackjack, clause=clause_of(state, found)),)


@act(c.MoveHand)
@carries_out("lane")
def move_hand(state: Table, command: c.MoveHand) -> Events:
    """To the rectangle of the range that the light shows."""
    expect(state, "move hand", command.by)
    lane = LANE_OF_LIGHT[Light(state.dealer.light)]
    if command.lane != lane:
        refuse(state, "wrong_lane", f"The light says {lane.name.title()}.", "lane")
    return (e.HandMoved(lane=command.lane, clause=state.terms.cites["lane"]),)


@act(c.TurnHole)
@carries_out("wrong range")
@rule("685a.7(l)", "685a.7(h) s7", "673a.7(n)", "NH Method s40", "DU-RoP 10")
def turn_hole(state: Table, command: c.TurnHole) -> Events:
    """The hole card's face, at last; if the light was wrong, that shows now."""
    found = expect(state, "turn", command.by)
    need_face(state, command.card)
    dealer = state.dealer
    turned = e.HoleTurned(card=command.card, clause=clause_of(state, found))
    natural = is_blackjack(dealer.cards[0].rank, command.card.rank)
    back = insurance_back(state) if natural else ()
    if dealer.says_blackjack == int(not natural):
        return (turned, reader_broke(state), *back)
    if dealer.light >= 0 and light_of(command.card.rank) != dealer.light and state.wrong_range != "light":
        return (turned, e.WrongRangeFound(what="light", clause=state.terms.cites["wrong range"]), *back)
    return (turned, *back)


@carries_out("reader broken")
def reader_broke(state: Table) -> e.DeviceBroke:
    return e.DeviceBroke(device="reader", name=state.terms.reader, clause=state.terms.cites["reader broken"])


@rule("685a.8(a)", "673a.8(a)")
def insurance_back(state: Table) -> Events:
    """What was collected because the reader denied a Blackjack lies on the line again: it wins."""
    return tuple(
        e.InsuranceReopened(
            box=box.number, seat=box.seat, cents=box.insurance_cents, clause=state.terms.cites["insured"]
        )
        for box in state.boxes
        if box.insurance_cents and box.insurance_settled
    )


@act(c.RemoveCover)
@carries_out("cover out")
@rule("685a.5(f)", "673a.5(f)", "686a.5(f)")
def remove_cover(state: Table, command: c.RemoveCover) -> Events:
    """The cover card is laid aside; the round is played out and a shuffle follows."""
    found = expect(state, "remove cover", command.by)
    box = find_box(state, found.box)
    first = not state.dealer.cards and not any(other.firsts for other in state.boxes)
    seat = 0 if box is None or first else box.seat
    return (e.CoverCameOut(seat=seat, clause=state.terms.cites["cover out"]),)


def may_burn_early(state: Table) -> bool:
    """Before the wagers are down; where the text burns after them, not before."""
    return state.phase == 0 and state.burns > 0 and "burn after bets" not in state.terms.spoken


@act(c.BurnCard)
@carries_out("burn", "burn after bets", "new dealer", "burn after insufficient")
def burn_card(state: Table, command: c.BurnCard) -> Events:
    """Face down to the rack, its face nobody's."""
    found = due(state)
    early = may_burn_early(state) and found is not None and found.act == "bets"
    if not early:
        expect(state, "burn", command.by)
    elif state.held is None and (state.shoe == state.cover or state.shoe == 0):
        refuse(state, "not_now", "The cover card or an empty shoe comes first.", "cover out")
    held = state.held is not None and state.held.card is None
    return (e.CardBurned(held=held, clause=state.terms.cites[burn_topic(state)]),)


@act(c.ClearTable)
@rule("685a.7(s)", "673a.7(u)", "686a.7(n)", "NH Method s30")
def clear_table(state: Table, command: c.ClearTable) -> Events:
    """Hand by hand into the rack, so that each can be rebuilt."""
    expect(state, "clear", command.by)
    return (e.TableCleared(clause=phase_clause(state)),)


def dealer_stands(state: Table) -> bool:
    """The dealer's hand lies open and takes no more cards."""
    dealer = state.dealer
    open_hand = bool(dealer.cards) and not dealer.hole and len(dealer.cards) > 1
    return open_hand and state.phase_name in ("settle", "clear") and not dealer_must_take(state)
