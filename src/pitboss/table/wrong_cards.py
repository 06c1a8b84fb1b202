"""Cards that came out wrong, and cards that were missed: what the texts say is done about them."""

from pitboss.rules.dealer import dealer_must_draw
from pitboss.rules.hands import Total, dealer_total
from pitboss.rules.mechanism import mechanism
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.act_registry import Events, act, because, cards_ready, expect_at, need_face, refuse
from pitboss.table.dead_hands import dead_hand
from pitboss.table.dealing import dealer_stands
from pitboss.table.due import due
from pitboss.table.state import Awaits, Box, Hand, Status, Table, find_box

# ---- cards


def _shoe_has_next(state: Table, cause: str) -> None:
    """In a round, with a card on top of the shoe and none held."""
    cards_ready(state)
    if state.phase == 0 and not (state.burns and cause == "irregularity.face_up"):
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
    """It is not used in the round and goes to the rack; found at the burn, it is not the card burned."""
    _shoe_has_next(state, "irregularity.face_up")
    need_face(state, command.card)
    return (e.FaceUpCardFound(card=command.card, **because(state, "irregularity.face_up")),)


def players_have_two(state: Table) -> bool:
    """The first cards are dealt: to the dealer too, unless the document says that of the players only."""
    if state.phase > 1:
        return True
    if "exposed_after_players" not in state.terms.procedures:
        return False
    return all(len(box.firsts) == 2 or box.hands[0].status != Status.LIVE for box in state.boxes)


@act(c.DrawInError)
@mechanism("irregularity.drawn_unseen", "irregularity.drawn_seen", "irregularity.drawn_seen/early")
def draw_in_error(state: Table, command: c.DrawInError) -> Events:
    """Unseen it is simply the next card; seen it is too, but after the first deal it may be refused."""
    _shoe_has_next(state, "irregularity.drawn_unseen")
    if state.burns:
        refuse(state, "burn_first", "A card must be burned first.", "procedure.burn")
    if command.card is None:
        return (e.CardDrawnInError(card=None, **because(state, "irregularity.drawn_unseen")),)
    if state.phase_name in ("settle", "clear"):
        says = "No card can be drawn for anybody any more: every hand is complete."
        refuse(state, "not_now", says, "irregularity.drawn_seen")
    need_face(state, command.card)
    early = not players_have_two(state)
    cite = because(state, "irregularity.drawn_seen/early" if early else "irregularity.drawn_seen")
    drawn = e.CardDrawnInError(card=command.card, **cite)
    if early and state.house.floor.early_exposed_is_discarded:
        return (drawn, e.HeldCardDiscarded(**cite))
    return (drawn,)


@act(c.RefuseCard)
@mechanism("irregularity.exposed_card_refused")
def refuse_card(state: Table, command: c.RefuseCard) -> Events:
    """No more cards for this player in the round; at Over/Under that leaves no hand to settle."""
    cause = "irregularity.exposed_card_refused"
    if state.held is None or state.held.card is None:
        refuse(state, "no_held_card", "There is no exposed card to turn down.", cause)
    if not state.house.floor.card_may_be_refused:
        says = "At this table an exposed card goes to whoever is next, and nobody may turn it down."
        refuse(state, "may_not_refuse", says, cause)
    over_under = not state.terms.game.has_dealer
    if over_under:
        expect_at(state, "choose", command.by, command.box, command.hand)
    else:
        check_card_is_theirs(state, command)
    cite = because(state, cause)
    refused = e.CardRefused(box=command.box, hand=command.hand, seat=command.by.seat, **cite)
    if not over_under:
        return (refused,)
    dead = [dead_hand(state, box, 0, cause) for box in closed_boxes(state, command)]
    return (refused, *(event for events in dead for event in events))


def closed_boxes(state: Table, command: c.RefuseCard) -> list[Box]:
    """The boxes that get no more cards: the player's, or this one alone."""
    one_box = state.house.floor.refusal_is_for_one_box
    return [
        box
        for box in state.boxes
        if box.number == command.box or (box.seat == command.by.seat and not one_box)
        if box.hands[0].status == Status.LIVE
    ]


def check_card_is_theirs(state: Table, command: c.RefuseCard) -> None:
    """It may be turned down by the player on turn, and by one for whom it would be dealt now."""
    wanted, box, at = due(state), find_box(state, command.box), (command.box, command.hand)
    coming = wanted is not None and wanted.act == "card" and (wanted.box, wanted.hand) == at
    if coming and box is not None and box.seat == command.by.seat and state.phase_name == "decisions":
        awaits = box.hands[command.hand].awaits
        if awaits in (Awaits.NOTHING, Awaits.HIT):
            return
    expect_at(state, "decide", command.by, command.box, command.hand)


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
    """A card on a total on which the dealer stands goes to the rack; one that the text leaves out counts."""
    if not dealer_stands(state):
        refuse(state, "not_now", "The dealer has not finished drawing.", "irregularity.overdraw")
    if state.phase_name == "settle" and any(is_settled(hand) for box in state.boxes for hand in box.hands):
        says = "Hands have been settled against this total: record a dispute instead."
        refuse(state, "dispute", says, "irregularity.overdraw")
    _shoe_has_next(state, "irregularity.overdraw")
    need_face(state, command.card)
    counts = not (state.house.floor.overdraw_guard_all or stands_lowest(state))
    cause = "irregularity.overdraw/counts" if counts else "irregularity.overdraw"
    return (e.CardOverdrawn(card=command.card, counts=counts, **because(state, cause)),)


def is_settled(hand: Hand) -> bool:
    return hand.status == Status.SETTLED and not hand.cleared


def stands_lowest(state: Table) -> bool:
    """The lowest total on which the dealer must stand; a hand that need not draw has not reached it."""
    total = dealer_total(state.dealer.tally, state.house)
    stands = not dealer_must_draw(total, state.house)
    return stands and dealer_must_draw(Total(total.points - 1, False), state.house)


# ---- missed cards


@act(c.PassOver)
@mechanism(
    "irregularity.no_card",
    "irregularity.one_card",
    "irregularity.missed_hit",
    "irregularity.dealer_card_missed",
)
def pass_over(state: Table, command: c.PassOver) -> Events:
    """The card due was not dealt, or the player not asked, and the deal has gone on to the next."""
    wanted = due(state)
    passed = wanted is not None and (wanted.box, wanted.hand) == (command.box, command.hand)
    if wanted is None or not passed or wanted.act not in ("card", "hole", "choose"):
        refuse(state, "not_now", "No card was to be dealt there.", "irregularity.missed_hit")
    in_deal = state.phase_name in ("deal", "deal_one")
    box = find_box(state, command.box)
    if box is None and not (in_deal and may_miss_own_card(state)):
        refuse(state, "not_now", "The dealer’s card must be dealt now.", "irregularity.dealer_card_missed")
    if box is not None and not _may_be_missed(box, in_deal, state):
        refuse(
            state, "not_now", "This card was missed before and must be dealt now.", "irregularity.missed_hit"
        )
    cause = "irregularity.dealer_card_missed" if box is None else _missed_cause(state)
    return (e.CardMissed(box=command.box, hand=command.hand, in_deal=in_deal, **because(state, cause)),)


def may_miss_own_card(state: Table) -> bool:
    """The first and the second, each once."""
    dealer = state.dealer
    return not dealer.missed_hole if dealer.cards else not dealer.missed


MISSED_CAUSES = {"deal": "irregularity.one_card", "deal_one": "irregularity.no_card"}
"""A card of the first deal that passed a box by; later ones are missed hits."""


def _missed_cause(state: Table) -> str:
    return MISSED_CAUSES.get(state.phase_name, "irregularity.missed_hit")


def _may_be_missed(box: Box, in_deal: bool, state: Table) -> bool:
    if in_deal:
        return len(box.firsts) + box.missed < (1 if state.phase_name == "deal_one" else 2)
    return state.phase_name in ("decisions", "each_player") and not box.wants_missed


@act(c.TakeMissedCard)
@mechanism("irregularity.one_card", "irregularity.missed_hit")
def take_missed_card(state: Table, command: c.TakeMissedCard) -> Events:
    """At the player's option: the card after all others have theirs."""
    wanted = expect_at(state, "missed", command.by, command.box, command.hand)
    cite = because(state, wanted.cause)
    return (e.MissedCardWanted(box=command.box, hand=command.hand, **cite),)
