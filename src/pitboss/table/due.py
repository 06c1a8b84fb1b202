"""What is due now. One question for every phase: what does the text ask for next, and of whom?

A phase that asks for nothing more is over.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pitboss.rules.cards import KING, Light
from pitboss.rules.dealer import (
    dealer_draws_at_all,
    dealer_must_draw,
    hole_card_is_shown,
    insurance_is_open,
    reader_is_used,
    waits_for_dealer,
)
from pitboss.rules.hands import Total, dealer_total, holds_blackjack, is_blackjack, is_bust
from pitboss.rules.house import LoneCard, Reader, Surrender
from pitboss.rules.mechanism import mechanism
from pitboss.rules.over_under import is_complete
from pitboss.rules.player import may_double, may_hit, may_split, may_surrender, may_take_second_chance
from pitboss.table.payments import NOTHING, loses, settle_side, up_card, upcard_outcome
from pitboss.table.people import DEALER, DEVICE, FLOOR, Person, player
from pitboss.table.state import PEEKER, STEP_CAUSES, Awaits, Box, Hand, Stage, Status, Table, box_hand


class Due(NamedTuple):
    """The next act, who does it, and where."""

    act: str
    who: Person
    box: int = 0
    hand: int = 0
    wager: str = ""
    cause: str = "decision.turn"
    """The mechanism, with its outcome, that asks for it."""


DRAWS = frozenset({"card", "hole"})
PEEKS = frozenset({"insert", "look"})
"""The hole card goes into the reader, or the dealer looks at it."""
FINISHES = frozenset({"bets", "settle", "discard held", "clear"})
"""What goes on while the reader is out of order: nothing is dealt, but what is owed is paid."""


def due(state: Table) -> Due | None:
    """The next act the text asks for; None when the phase is over.

    A table never changes, and its terms remember the last answer.
    """
    last_answer = state.terms.last_answer
    asked, found = last_answer.kept
    if asked is state:
        answer: Due | None = found
        return answer
    answer = _find_due(state)
    last_answer.kept = (state, answer)
    return answer


def _find_due(state: Table) -> Due | None:
    if state.notify_floor:
        return Due("note misuse", FLOOR, cause="irregularity.reader_misused")
    if state.irregular and state.house.floor.any_irregularity_voids and state.phase_name != "clear":
        return Due("void round", FLOOR, cause="irregularity.void_round")
    if state.stage != Stage.READY:
        return cards_due(state)
    if state.wrong_range and (ruling := ruling_due(state)):
        return ruling
    wanted = _PHASES[state.phase_name](state)
    if wanted is not None and state.reader_broken and wanted.act not in FINISHES:
        return Due("repair reader", FLOOR, cause="irregularity.reader_broken")
    if wanted is None or wanted.act not in DRAWS:
        return wanted
    if state.shuffler_broken and not state.terms.uses_cut:
        return Due("repair shuffler", FLOOR, cause="irregularity.shuffler_broken")
    return draw_due(state, wanted)


@mechanism(
    "procedure.burn",
    "procedure.burn/new_dealer",
    "procedure.cover_card_out",
    "irregularity.shoe_empty",
    "irregularity.shoe_empty/burn",
)
def draw_due(state: Table, wanted: Due) -> Due:
    """Before a card can leave the shoe: the burn, the cover card, and cards to draw from."""
    held = state.held is not None and not passes_held_card(state, wanted)
    if held and not state.burns:
        return wanted
    if state.shoe == state.cover and not held:
        return Due("remove cover", DEALER, wanted.box, wanted.hand, cause="procedure.cover_card_out")
    if state.shoe == 0 and not held:
        return _out_of_cards(state, wanted)
    if state.burns:
        return Due("burn", DEALER, cause=burn_cause(state))
    return wanted


def _out_of_cards(state: Table, wanted: Due) -> Due:
    """The rack makes a new shoe; if even that leaves no card to deal, the round cannot be completed."""
    if len(state.rack) > state.terms.burn_cards + state.relief_burns:
        return Due("collect", DEALER, wanted.box, wanted.hand, cause="irregularity.shoe_empty")
    return Due("void round", FLOOR, cause="irregularity.shoe_empty/void")


def burn_cause(state: Table) -> str:
    """For the shoe first, then for the dealer who has come."""
    return state.burn_cause if state.to_burn else "procedure.burn/new_dealer"


def passes_held_card(state: Table, wanted: Due) -> bool:
    """An exposed card goes past a hand whose player has turned it down, unless read otherwise."""
    if state.held is None or state.held.card is None or wanted.box == 0:
        return False
    if state.house.floor.lone_card == LoneCard.EXPOSED:
        return False
    return any(box.number == wanted.box and box.hands[wanted.hand].refused for box in state.boxes)


# ---- cards between the storage room and the shoe


@mechanism(
    "procedure.inspect",
    "procedure.verify",
    "procedure.spread",
    "procedure.first_player_looks",
    "procedure.wash",
    "procedure.shuffle",
    "procedure.offer_cut",
    "procedure.cut_order/dealer",
    "procedure.place_cover_card",
    "procedure.load_shoe",
    "procedure.opening",
)
def cards_due(state: Table) -> Due:
    """The opening step by step, then shuffle, cut, cover card and shoe."""
    terms = state.terms
    if state.stage == Stage.NONE:
        return Due("receive", DEALER, cause="procedure.receive_cards")
    if state.stage < Stage.STACKED:
        opening = terms.preshuffled_opening if state.preshuffled else terms.opening
        at = opening.index(state.stage) + 1 if state.stage in opening else 0
        if at < len(opening):
            return _opening_due(state, opening[at])
    if state.stage < Stage.SHUFFLED:
        return _shuffle_due(state)
    if state.stage == Stage.SHUFFLED and terms.uses_cut:
        return _cut_due(state)
    if state.stage == Stage.CUT:
        return Due("place cover", DEALER, cause="procedure.place_cover_card")
    return Due("load", DEALER if terms.uses_cut else DEVICE, cause="procedure.load_shoe")


@mechanism("procedure.shuffle", "procedure.second_batch", "irregularity.shuffler_broken")
def _shuffle_due(state: Table) -> Due:
    terms = state.terms
    if terms.shuffler == "batch" and len(state.backs) < 2:
        return Due("receive", DEALER, cause="procedure.second_batch")
    if terms.shuffler == "manual":
        return Due("shuffle", DEALER, cause="procedure.shuffle")
    if not state.shuffler_broken:
        return Due("shuffle", DEVICE, cause="procedure.shuffle")
    if not state.shuffler_covered:
        return Due("cover shuffler", DEALER, cause="irregularity.shuffler_broken")
    return Due("shuffle", DEALER, cause="procedure.shuffle")


def swaps_when_idle(state: Table) -> bool:
    """The batch that lay spread goes into the shuffler, and the other one comes out."""
    return state.uses_two_batches and state.reshuffle in ("idle", "reopened")


@mechanism("procedure.store_batch")
def spare_due(state: Table) -> Due | None:
    """The other batch is shuffled and stored while this one is played, and before it takes its place."""
    if state.uses_two_batches and state.spare == Stage.STACKED:
        return Due("shuffle spare", DEVICE, cause="procedure.store_batch")
    return None


def _opening_due(state: Table, step: Stage) -> Due:
    if step == Stage.STACKED and swaps_when_idle(state) and (spare := spare_due(state)):
        return spare
    if step == Stage.VERIFIED:
        return Due("prepare", FLOOR, hand=step, cause="procedure.verify")
    if step == Stage.SEEN:
        seat = state.players[0].seat if state.players else 0
        return Due("prepare", player(seat), hand=step, cause="procedure.first_player_looks")
    return Due("prepare", DEALER, hand=step, cause=STEP_CAUSES[step])


def _cut_due(state: Table) -> Due:
    if not state.cut_order and "uncut" in state.terms.procedures:
        return Due("place cover", DEALER, cause="procedure.place_cover_card")
    if not state.cut_order:
        return Due("cut", DEALER, cause="procedure.cut_order/dealer")
    if state.offered < 0:
        return Due("offer cut", DEALER, box=state.cut_order[0], cause="procedure.offer_cut")
    return Due("cut", player(state.offered), cause="procedure.cut")


# ---- the round


def _wagers(state: Table) -> Due:
    if state.reshuffle:
        return spare_due(state) or Due("collect", DEALER, cause=collect_cause(state))
    return Due("bets", DEALER, cause="wager.main")


@mechanism("procedure.collect", "procedure.collect/on_order")
def collect_cause(state: Table) -> str:
    """Why the cards come together: the cut card came out, or the floorperson ordered a shuffle."""
    return "procedure.collect/on_order" if state.reshuffle == "floor" else "procedure.collect"


@mechanism("deal.initial")
def deal_due(state: Table) -> Due | None:
    """A card up to each box, one to the dealer, a second to each box, the hole card; then what was missed."""
    dealer = state.dealer
    for box in state.boxes:
        if len(box.firsts) + box.missed == 0:
            return Due("card", DEALER, box.number, cause="deal.initial/first_card")
    if not dealer.cards and not dealer.missed:
        return Due("card", DEALER, 0, cause="deal.initial/upcard")
    for box in state.boxes:
        if len(box.firsts) + box.missed == 1:
            return Due("card", DEALER, box.number, cause="deal.initial/second_card")
    for box in state.boxes:
        if box.missed and len(box.firsts) < 2 and box.hands[0].status == Status.LIVE:
            return _missed_in_deal(box)
    if not dealer.cards:
        return Due("card", DEALER, 0, cause="irregularity.dealer_card_missed")
    if not dealer.hole and len(dealer.cards) == 1:
        return Due("hole", DEALER, cause="deal.initial/hole_card")
    return None


def _missed_in_deal(box: Box) -> Due:
    if not box.firsts:
        return Due("call dead", DEALER, box.number, cause="irregularity.no_card")
    if not box.wants_missed:
        return Due("missed", player(box.seat), box.number, cause="irregularity.one_card")
    return Due("card", DEALER, box.number, cause="irregularity.one_card")


@mechanism("deal.one_card")
def deal_one_due(state: Table) -> Due | None:
    """One card up to each box with an Ante, from the dealer's left."""
    for box in state.boxes:
        if not box.hands[0].cards and not box.missed:
            return Due("card", DEALER, box.number, cause="deal.one_card")
    for box in state.boxes:
        if box.missed and box.hands[0].status == Status.LIVE and not box.hands[0].cards:
            act = "card" if state.house.floor.first_card_may_wait else "call dead"
            return Due(act, DEALER, box.number, cause="irregularity.no_card")
    return None


@mechanism("order.upcard_match")
def up_match_due(state: Table) -> Due | None:
    """From the dealer's right, before any further card."""
    return _match_due(state, "upcard")


@mechanism("order.hole_card_match")
def down_match_due(state: Table) -> Due | None:
    """When the hole card lies open, from the dealer's right; the first two cards were kept for it."""
    return _match_due(state, "hole card")


def _match_due(state: Table, against: str) -> Due | None:
    """Box by box; or all that lose and then all that win, each from the right, where the text says so."""
    matches = [
        (box, side)
        for box in reversed(state.boxes)
        for side in box.sides
        if not side.settled and state.terms.wagers[side.id].against == against
    ]
    if "losing_matches_first" in state.terms.procedures:
        matches.sort(key=lambda match: settle_side(state, *match).payment != NOTHING)
    cause = "order.upcard_match" if against == "upcard" else "order.hole_card_match"
    for box, side in matches:
        return Due("settle", DEALER, box.number, wager=side.id, cause=cause)
    return None


@mechanism("order.blackjacks")
def pay_blackjacks_due(state: Table) -> Due | None:
    """Blackjacks from the dealer's right, before or after the reader as the phases stand."""
    for box, number, hand in _live_from_right(state):
        if holds_blackjack(box_hand(hand), state.house):
            cause = f"order.blackjacks{upcard_outcome(state)}"
            return Due("settle", DEALER, box.number, number, cause=cause)
    return insurance_from_right(state) if "insurance_with_hands" in state.terms.procedures else None


@mechanism("order.insurance")
def insurance_due(state: Table) -> Due | None:
    """On an ace: offered, taken or left, and closed before the reader."""
    if not insurance_is_open(up_card(state).rank, state.house) or state.insurance == 2:
        return None
    if state.insurance == 0:
        return Due("offer insurance", DEALER, cause="wager.insurance/offered")
    return Due("close insurance", DEALER, cause="wager.insurance/closes")


@mechanism("order.reader", "dealer.look")
def reader_due(state: Table) -> Due | None:
    """The hole card in, the device's answer, with a range reader the hand to its lane; or a look at it."""
    dealer = state.dealer
    if not reader_is_used(up_card(state).rank, state.house):
        return None
    if state.terms.dealer_looks:
        cause = f"dealer.look{upcard_outcome(state)}"
        return Due("look", DEALER, cause=cause) if dealer.says_blackjack < 0 else None
    if not dealer.inserted:
        return Due("insert", DEALER, cause=f"reader.insert{upcard_outcome(state)}")
    if state.house.dealer.reader == Reader.BLACKJACK:
        cause = f"reader.blackjack{upcard_outcome(state)}"
        return Due("read", DEVICE, cause=cause) if dealer.says_blackjack < 0 else None
    if dealer.light < 0:
        return Due("read", DEVICE, cause="reader.peek" if state.terms.reader == PEEKER else "reader.lit")
    return Due("move hand", DEALER, cause="reader.move_hand") if dealer.lane < 0 else None


@mechanism("order.show_large")
def show_large_due(state: Table) -> Due | None:
    """A Large hole card beside a Large up card is turned before anyone acts."""
    large = state.dealer.hole and trusted_light(state) == Light.YELLOW
    if large and hole_card_is_shown(up_card(state).rank, KING, state.house):
        return Due("turn", DEALER, cause="dealer.turn_hole_card/two_large")
    return None


def trusted_light(state: Table) -> int:
    """The light, unless it has been found wrong: then nobody knows the range until the card is turned."""
    return -1 if state.wrong_range == "light" else state.dealer.light


def dealer_has_blackjack(state: Table) -> bool | None:
    """Yes, no, or nobody can know yet."""
    dealer = state.dealer
    if not dealer.cards:
        return None
    if not dealer.hole:
        return len(dealer.cards) > 1 and is_blackjack(dealer.cards[0].rank, dealer.cards[1].rank)
    if dealer.says_blackjack >= 0:
        return bool(dealer.says_blackjack)
    up, light = dealer.cards[0].rank, trusted_light(state)
    if light >= 0 and not (light == Light.YELLOW and hole_card_is_shown(up, KING, state.house)):
        return False
    if any(is_blackjack(up, rank) for rank in range(1, KING + 1)):
        return None
    return False


@mechanism("order.dealer_blackjack")
def dealer_blackjack_due(state: Table) -> Due | None:
    """A Blackjack ends the hands there and then; without one lost insurance is taken at once."""
    has = dealer_has_blackjack(state)
    if has is None:
        return None
    if has and state.dealer.hole:
        return Due("turn", DEALER, cause=f"dealer.turn_hole_card/blackjack{upcard_outcome(state)}")
    open_hands = [place for place in _live_from_right(state) if has or place[2].surrendered]
    if state.terms.collects_first:
        open_hands.sort(key=lambda place: not loses(state, place[2]))
    with_hands = "insurance_with_hands" in state.terms.procedures
    for box, number, _ in open_hands:
        insured = insurance_from_right(state, down_to=box.number)
        if insured and not (state.terms.collects_first or with_hands):
            return insured
        outcome = upcard_outcome(state) if has else "/surrendered"
        return Due("settle", DEALER, box.number, number, cause=f"order.dealer_blackjack{outcome}")
    return None if not has and with_hands else insurance_from_right(state)


def insurance_from_right(state: Table, down_to: int = 0) -> Due | None:
    """The next insurance to take or pay, of the boxes right of this one."""
    for box in reversed(state.boxes):
        if box.number > down_to and box.insurance_cents and not box.insurance_settled:
            return _settle_insurance(state, box)
    return None


def _settle_insurance(state: Table, box: Box) -> Due:
    cause = "order.insurance/won" if dealer_has_blackjack(state) else "order.insurance/lost"
    return Due("settle", DEALER, box.number, wager=state.terms.insurance, cause=cause)


@mechanism("order.decisions")
def decisions_due(state: Table) -> Due | None:
    """From the dealer's left, hand by hand; who was passed over comes after everybody else."""
    for box in state.boxes:
        for number, hand in enumerate(box.hands):
            if hand.status == Status.LIVE and not hand.missed:
                wanted = hand_due(state, box, number, hand)
                if wanted is not None:
                    return wanted
    for box in state.boxes:
        for number, hand in enumerate(box.hands):
            if hand.status == Status.LIVE and hand.missed:
                return Due("missed", player(box.seat), box.number, number, cause="irregularity.missed_hit")
    return None


def hand_due(state: Table, box: Box, number: int, hand: Hand) -> Due | None:
    house = state.house
    at = (box.number, number)
    if hand.surrendered:
        waits = house.surrender.when == Surrender.LATE and dealer_has_blackjack(state) is None
        return None if waits else Due("settle", DEALER, *at, cause="order.decisions")
    if hand.awaits != Awaits.NOTHING:
        return Due("card", DEALER, *at, cause=CARD_CAUSES[hand.awaits])
    if len(hand.cards) < 2 and not (hand.refused and house.floor.lone_card == LoneCard.STANDS):
        lone = "irregularity.exposed_card_refused/completed" if hand.refused else "deal.decision_card/split"
        return Due("card", DEALER, *at, cause=lone)
    seen = box_hand(hand)
    if may_take_second_chance(seen, house) and not hand.stood and not hand.refused:
        return Due("second chance", player(box.seat), *at, cause="decision.second_chance")
    if not waits_for_dealer(seen, house):
        return _settle_early(state, box, number, hand)
    if hand.stood or hand.refused or not can_decide(box, hand, state):
        return None
    return Due("decide", player(box.seat), *at)


def _settle_early(state: Table, box: Box, number: int, hand: Hand) -> Due | None:
    """A bust, a 21 paid at once, a Blackjack: unless the dealer's own Blackjack may still tie it."""
    natural = holds_blackjack(box_hand(hand), state.house) and not state.house.blackjack.beats_dealer
    if natural and dealer_has_blackjack(state) is None:
        return None
    return Due("settle", DEALER, box.number, number, cause="order.decisions")


CARD_CAUSES = {
    Awaits.HIT: "deal.decision_card/hit",
    Awaits.DOUBLE: "deal.sideways",
    Awaits.SECOND_CHANCE: "decision.second_chance/card",
}
"""Why a player who asked for a card gets one."""


def can_decide(box: Box, hand: Hand, state: Table) -> bool:
    """Is there anything but standing to choose?"""
    seen = box_hand(hand)
    house = state.house
    if may_hit(seen, house) or may_double(seen, house) or may_split(seen, len(box.hands), house):
        return True
    return may_surrender(seen, house)


@mechanism("order.hole_card")
def hole_card_due(state: Table) -> Due | None:
    """After the last decision, unless it lies open already."""
    return Due("turn", DEALER, cause="dealer.turn_hole_card") if state.dealer.hole else None


@mechanism("order.dealer_draws")
def dealer_draws_due(state: Table) -> Due | None:
    """Card by card, face up, while the text makes the dealer draw; lost insurance is taken before."""
    if late_in_order(state) and not dealer_has_blackjack(state) and (insured := insurance_from_right(state)):
        return insured
    if dealer_must_take(state):
        soft_17 = dealer_total(state.dealer.tally, state.house) == Total(17, True)
        return Due("card", DEALER, 0, cause="dealer.draw/soft_17" if soft_17 else "dealer.draw")
    if state.held is not None and state.held.card is not None:
        return Due("discard held", DEALER, cause="irregularity.exposed_card_unused")
    return None


def dealer_must_take(state: Table) -> bool:
    waiting = any(
        waits_for_dealer(box_hand(hand), state.house) and not hand.surrendered
        for _, _, hand in _live_from_right(state)
    )
    if not dealer_draws_at_all(waiting, state.house) or dealer_has_blackjack(state):
        return False
    return dealer_must_draw(dealer_total(state.dealer.tally, state.house), state.house)


@mechanism("order.settlement")
def settle_due(state: Table) -> Due | None:
    """From the dealer's right: all that lose first, or box by box, as the house has chosen."""
    if state.irregular and dealer_must_take(state):
        return dealer_draws_due(state)  # a card that counts may leave a total that must be drawn to
    if not late_in_order(state) and (insured := insurance_from_right(state)):
        return insured
    first = state.terms.collects_first
    live = list(_live_from_right(state))
    if first and len(live) > 1:
        live.sort(key=lambda place: not loses(state, place[2]))
    for box, number, hand in live:
        if insured := _insurance_before(state, box, hand):
            return insured
        cause = "order.settlement/losers_first" if first else "order.settlement/box_by_box"
        return Due("settle", DEALER, box.number, number, cause=cause)
    return insurance_from_right(state)


def late_in_order(state: Table) -> bool:
    """Insurance that is open when the hole card is turned goes in the text's own order, not before all."""
    return "late_insurance_in_order" in state.terms.procedures


def _insurance_before(state: Table, box: Box, hand: Hand) -> Due | None:
    """Insurance that wins after all is paid with its box, or among the winners once the losers are taken."""
    if not state.terms.collects_first:
        return insurance_from_right(state, down_to=box.number)
    insured = insurance_from_right(state)
    return None if insured is None or loses(state, hand) else insured


@mechanism("order.each_player")
def each_player_due(state: Table) -> Due | None:
    """Box by box from the dealer's left: decision, two cards, settlement, and only then the next."""
    if state.house.over_under.all_decide_first:
        for box in state.boxes:
            hand = box.hands[0]
            if hand.choice < 0 and hand.status == Status.LIVE and not hand.missed:
                return Due("choose", player(box.seat), box.number, cause="decision.over_under")
    for passed_over in (False, True):
        for box in state.boxes:
            hand = box.hands[0]
            if hand.status == Status.LIVE and hand.missed == passed_over:
                return _box_due(box, hand)
    return None


def _box_due(box: Box, hand: Hand) -> Due:
    if hand.missed:
        return Due("missed", player(box.seat), box.number, cause="irregularity.missed_hit")
    if hand.choice < 0:
        return Due("choose", player(box.seat), box.number, cause="decision.over_under")
    if not is_complete(hand.tally):
        return Due("card", DEALER, box.number, cause="deal.decision_card/over_under")
    return Due("settle", DEALER, box.number, cause="order.each_player")


def _clear(state: Table) -> Due:
    if state.held is not None and state.held.card is not None:
        return Due("discard held", DEALER, cause="irregularity.exposed_card_unused")
    return Due("clear", DEALER, cause="procedure.clear")


@mechanism("irregularity.wrong_range")
def ruling_due(state: Table) -> Due | None:
    """After a wrong light or lane: box by box, play on or dead, busted hands included."""
    for box in state.boxes:
        if not box.upheld and any(may_be_called_dead(hand) for hand in box.hands):
            who = player(box.seat) if state.house.floor.player_chooses_on_wrong_light else DEALER
            return Due("rule on", who, box.number, cause="irregularity.wrong_range")
    return None


def may_be_called_dead(hand: Hand) -> bool:
    return hand.status == Status.LIVE or (hand.status == Status.SETTLED and is_bust(hand.tally))


def _live_from_right(state: Table) -> Iterator[tuple[Box, int, Hand]]:
    for box in reversed(state.boxes):
        for number in reversed(range(len(box.hands))):
            if box.hands[number].status == Status.LIVE:
                yield box, number, box.hands[number]


def _nothing(_: Table) -> None:
    return None


_PHASES: dict[str, Callable[[Table], Due | None]] = {
    "wagers": _wagers,
    "deal": deal_due,
    "deal_one": deal_one_due,
    "up_match": up_match_due,
    "pay_blackjacks": pay_blackjacks_due,
    "insurance": insurance_due,
    "reader": reader_due,
    "show_large": show_large_due,
    "dealer_blackjack": dealer_blackjack_due,
    "decisions": decisions_due,
    "pay_21": _nothing,  # each was paid in its turn
    "hole_card": hole_card_due,
    "down_match": down_match_due,
    "dealer_draws": dealer_draws_due,
    "settle": settle_due,
    "each_player": each_player_due,
    "clear": _clear,
}
