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
from pitboss.rules.hands import dealer_total, holds_blackjack, is_blackjack, is_bust
from pitboss.rules.house import Reader, Surrender
from pitboss.rules.mechanism import rule
from pitboss.rules.over_under import is_complete
from pitboss.rules.player import may_double, may_hit, may_split, may_surrender, may_take_second_chance
from pitboss.table.clauses import carries_out
from pitboss.table.payments import loses, up_card
from pitboss.table.people import DEALER, DEVICE, FLOOR, Person, player
from pitboss.table.state import Awaits, Box, Hand, Stage, Status, Table, box_hand


class Due(NamedTuple):
    """The next act, who does it, and where."""

    act: str
    who: Person
    box: int = 0
    hand: int = 0
    wager: str = ""
    topic: str = ""
    """Where the clause is found; empty for the clause of the phase."""


DRAWS = frozenset({"card", "hole"})
FINISHES = frozenset({"bets", "settle", "discard held", "clear"})
"""What goes on while the reader is out of order: nothing is dealt, but what is owed is paid."""


_asked: tuple[Table | None, Due | None] = (None, None)
"""The last answer: whoever acts next asks once more about the very table that the act before left."""


def due(state: Table) -> Due | None:
    """The next act the text asks for; None when the phase is over."""
    global _asked
    asked, found = _asked
    if asked is not state:
        found = _find_due(state)
        _asked = (state, found)
    return found


def _find_due(state: Table) -> Due | None:
    if state.notify_floor:
        return Due("note misuse", FLOOR, topic="reader misused")
    if state.stage != Stage.READY:
        return cards_due(state)
    if state.wrong_range and (ruling := ruling_due(state)):
        return ruling
    found = _PHASES[state.phase_name](state)
    if found is not None and state.reader_broken and found.act not in FINISHES:
        return Due("repair reader", FLOOR, topic="reader broken")
    if found is None or found.act not in DRAWS:
        return found
    if state.shuffler_broken and not state.terms.uses_cut:
        return Due("repair shuffler", FLOOR, topic="shuffler broken")
    return draw_due(state, found)


@carries_out("burn", "new dealer", "cover out", "insufficient", "burn after insufficient")
def draw_due(state: Table, wanted: Due) -> Due:
    """Before a card can leave the shoe: the burn, the cover card, and cards to draw from."""
    held = state.held is not None and not passes_held_card(state, wanted)
    if held and not state.burns:
        return wanted
    if state.shoe == state.cover and not held:
        return Due("remove cover", DEALER, wanted.box, wanted.hand, topic="cover out")
    if state.shoe == 0 and not held:
        return _out_of_cards(state, wanted)
    if state.burns:
        return Due("burn", DEALER, topic=burn_topic(state))
    return wanted


def _out_of_cards(state: Table, wanted: Due) -> Due:
    """The rack makes a new shoe; if even that leaves no card to deal, the round cannot be completed."""
    if len(state.rack) > state.terms.burn_cards + state.relief_burns:
        return Due("collect", DEALER, wanted.box, wanted.hand, topic="insufficient")
    return Due("void round", FLOOR, topic="insufficient")


def burn_topic(state: Table) -> str:
    """For the shoe first, then for the dealer who has come."""
    return state.burn_topic if state.to_burn else "new dealer"


def passes_held_card(state: Table, wanted: Due) -> bool:
    """An exposed card goes past a hand whose player has turned it down."""
    if state.held is None or state.held.card is None or wanted.box == 0:
        return False
    return any(box.number == wanted.box and box.hands[wanted.hand].refused for box in state.boxes)


# ---- cards between the storage room and the shoe


@carries_out("inspect", "verify", "spread", "look", "wash", "shuffle")
@carries_out("offer cut", "dealer cuts", "cover", "load")
@rule("685a.4(c) s2", "673a.4(c) s2", "686a.4(c) s2", "685a.4(d)", "673a.4(d)", "686a.4(d)",
      "685a.5(a) s2", "673a.5(a) s2", "686a.5(a) s2")  # fmt: skip
def cards_due(state: Table) -> Due:
    """The opening step by step, then shuffle, cut, cover card and shoe."""
    terms = state.terms
    if state.stage == Stage.NONE:
        return Due("receive", DEALER, topic="receive")
    if state.stage < Stage.STACKED:
        at = terms.opening.index(state.stage) + 1 if state.stage in terms.opening else 0
        if at < len(terms.opening):
            return _opening_due(state, terms.opening[at])
    if state.stage < Stage.SHUFFLED:
        return _shuffle_due(state)
    if state.stage == Stage.SHUFFLED and terms.uses_cut:
        return _cut_due(state)
    if state.stage == Stage.CUT:
        return Due("place cover", DEALER, topic="cover")
    return Due("load", DEALER if terms.uses_cut else DEVICE, topic="load")


@carries_out("shuffle", "batches", "shuffler broken")
def _shuffle_due(state: Table) -> Due:
    terms = state.terms
    if terms.shuffler == "batch" and len(state.backs) < 2:
        return Due("receive", DEALER, topic="batches")
    if terms.shuffler == "manual":
        return Due("shuffle", DEALER, topic="shuffle")
    if not state.shuffler_broken:
        return Due("shuffle", DEVICE, topic="shuffle")
    if not state.shuffler_covered:
        return Due("cover shuffler", DEALER, topic="shuffler broken")
    return Due("shuffle", DEALER, topic="shuffle")


def swaps_when_idle(state: Table) -> bool:
    """The batch that lay spread goes into the shuffler, and the other one comes out."""
    return state.uses_two_batches and state.reshuffle in ("idle", "reopened")


@carries_out("store")
def spare_due(state: Table) -> Due | None:
    """The other batch is shuffled and stored while this one is played, and before it takes its place."""
    if state.uses_two_batches and state.spare == Stage.STACKED:
        return Due("shuffle spare", DEVICE, topic="store")
    return None


def _opening_due(state: Table, step: Stage) -> Due:
    if step == Stage.STACKED and swaps_when_idle(state) and (spare := spare_due(state)):
        return spare
    if step == Stage.VERIFIED:
        return Due("prepare", FLOOR, hand=step, topic="verify")
    if step == Stage.SEEN:
        seat = state.players[0].seat if state.players else 0
        return Due("prepare", player(seat), hand=step, topic="look")
    topic = {Stage.INSPECTED: "inspect", Stage.SPREAD: "spread", Stage.STACKED: "wash"}[step]
    return Due("prepare", DEALER, hand=step, topic=topic)


def _cut_due(state: Table) -> Due:
    if not state.cut_order:
        return Due("cut", DEALER, topic="dealer cuts")
    if state.offered < 0:
        return Due("offer cut", DEALER, box=state.cut_order[0], topic="offer cut")
    return Due("cut", player(state.offered), topic="cut")


# ---- the round


def _wagers(state: Table) -> Due:
    if state.reshuffle:
        return spare_due(state) or Due("collect", DEALER, topic="collect")
    return Due("bets", DEALER)


@rule(
    "685a.7(e)", "685a.7(e)(1)", "685a.7(e)(2)", "685a.7(e)(3)", "685a.7(e)(4)",
    "673a.7(e)", "673a.7(e)(1)", "673a.7(e)(2)", "673a.7(e)(3)", "673a.7(e)(4)", "673a.13(e)",
    "685a.12(f)", "685a.12(f) s2", "673a.13(g)", "673a.13(g) s2",
    "DU-RoP 1 s2", "NH Method s15", "NH Method s16",
)  # fmt: skip
def deal_due(state: Table) -> Due | None:
    """A card up to each box, one to the dealer, a second to each box, the hole card; then what was missed."""
    dealer = state.dealer
    for box in state.boxes:
        if len(box.firsts) + box.missed == 0:
            return Due("card", DEALER, box.number)
    if not dealer.cards and not dealer.missed:
        return Due("card", DEALER, 0)
    for box in state.boxes:
        if len(box.firsts) + box.missed == 1:
            return Due("card", DEALER, box.number)
    for box in state.boxes:
        if box.missed and len(box.firsts) < 2 and box.hands[0].status == Status.LIVE:
            return _missed_in_deal(box)
    if not dealer.cards:
        return Due("card", DEALER, 0, topic="dealer missed")
    if not dealer.hole and len(dealer.cards) == 1:
        return Due("hole", DEALER)
    return None


def _missed_in_deal(box: Box) -> Due:
    if not box.firsts:
        return Due("call dead", DEALER, box.number, topic="no card")
    if not box.wants_missed:
        return Due("missed", player(box.seat), box.number, topic="one card")
    return Due("card", DEALER, box.number, topic="one card")


@rule("686a.7(e)")
def deal_one_due(state: Table) -> Due | None:
    """One card up to each box with an Ante, from the dealer's left."""
    for box in state.boxes:
        if not box.hands[0].cards and not box.missed:
            return Due("card", DEALER, box.number)
    for box in state.boxes:
        if box.missed and box.hands[0].status == Status.LIVE:
            return Due("call dead", DEALER, box.number, topic="no card")
    return None


@rule("685a.7(f)", "NH Method s17")
def up_match_due(state: Table) -> Due | None:
    """From the dealer's right, before any further card."""
    return _side_due(state, lambda wager: wager != "down_match")


@rule("NH Method s41", "NH Method s31")
def down_match_due(state: Table) -> Due | None:
    """When the down card lies open, from the dealer's right; the first two cards were kept for it."""
    return _side_due(state, lambda wager: wager == "down_match")


def _side_due(state: Table, wanted: Callable[[str], bool]) -> Due | None:
    for box in reversed(state.boxes):
        for side in box.sides:
            if not side.settled and wanted(side.id):
                return Due("settle", DEALER, box.number, wager=side.id)
    return None


@rule("673a.7(f)", "673a.7(f) s2", "NH Method s19", "NH Method s20", "NH Method s29")
def pay_blackjacks_due(state: Table) -> Due | None:
    """Blackjacks from the dealer's right, before or after the reader as the phases stand."""
    for box, number, hand in _live_from_right(state):
        if holds_blackjack(box_hand(hand), state.house):
            return Due("settle", DEALER, box.number, number)
    return insurance_from_right(state) if "insurance after" in state.terms.spoken else None


@rule("685a.7(g)", "673a.7(g)")
def insurance_due(state: Table) -> Due | None:
    """On an ace: offered, taken or left, and closed before the reader."""
    if not insurance_is_open(up_card(state).rank, state.house) or state.insurance == 2:
        return None
    return Due("offer insurance" if state.insurance == 0 else "close insurance", DEALER)


@rule("685a.7(h)", "685a.7(h) s6", "685a.3(d)-ranges", "673a.7(h)", "NH Method s27",
      "DU-RoP Intro s3", "DU-RoP 2 s6", "DU-RoP Fig. 3", "DU-RoP Fig. 3 s2", "DU-RoP Fig. 4",
      "DU-RoP Fig. 4 s2")  # fmt: skip
def reader_due(state: Table) -> Due | None:
    """The hole card in, the device's answer, and with a range reader the hand to its lane."""
    dealer = state.dealer
    if not reader_is_used(up_card(state).rank, state.house):
        return None
    if not dealer.inserted:
        return Due("insert", DEALER)
    if state.house.dealer.reader == Reader.BLACKJACK:
        return Due("read", DEVICE) if dealer.says_blackjack < 0 else None
    if dealer.light < 0:
        return Due("read", DEVICE)
    return Due("move hand", DEALER, topic="lane") if dealer.lane < 0 else None


@rule("685a.7(h) s7", "DU-RoP 10")
def show_large_due(state: Table) -> Due | None:
    """A Large hole card beside a Large up card is turned before anyone acts."""
    large = state.dealer.hole and trusted_light(state) == Light.YELLOW
    if large and hole_card_is_shown(up_card(state).rank, KING, state.house):
        return Due("turn", DEALER)
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
        return len(dealer.cards) == 2 and is_blackjack(dealer.cards[0].rank, dealer.cards[1].rank)
    if dealer.says_blackjack >= 0:
        return bool(dealer.says_blackjack)
    up, light = dealer.cards[0].rank, trusted_light(state)
    if light >= 0 and not (light == Light.YELLOW and hole_card_is_shown(up, KING, state.house)):
        return False
    if any(is_blackjack(up, rank) for rank in range(1, KING + 1)):
        return None
    return False


@rule("685a.7(h) s8", "673a.7(h) s3", "685a.8(d)", "673a.8(d)", "NH Method s25")
def dealer_blackjack_due(state: Table) -> Due | None:
    """A Blackjack ends the hands there and then; without one lost insurance is taken at once."""
    has = dealer_has_blackjack(state)
    if has is None:
        return None
    if has and state.dealer.hole:
        return Due("turn", DEALER)
    open_hands = [found for found in _live_from_right(state) if has or found[2].surrendered]
    if state.terms.collects_first:
        open_hands.sort(key=lambda found: not loses(state, found[2]))
    hands_first = state.terms.collects_first or "insurance after" in state.terms.spoken
    for box, number, _ in open_hands:
        insured = insurance_from_right(state, down_to=box.number)
        return insured if insured and not hands_first else Due("settle", DEALER, box.number, number)
    return None if not has and "insurance after" in state.terms.spoken else insurance_from_right(state)


def insurance_from_right(state: Table, down_to: int = 0) -> Due | None:
    """The next insurance to take or pay, of the boxes right of this one."""
    for box in reversed(state.boxes):
        if box.number > down_to and box.insurance_cents and not box.insurance_settled:
            return Due("settle", DEALER, box.number, wager="insurance")
    return None


@rule("685a.7(i)", "685a.7(i)(1)", "685a.7(j)", "685a.10(b)", "673a.7(i)", "673a.7(j)", "673a.11(b)",
      "685a.12(g)", "673a.13(h)", "NH Rules s7", "NH Method s33", "NH Method s38",
      "NH Method s39")  # fmt: skip
def decisions_due(state: Table) -> Due | None:
    """From the dealer's left, hand by hand; who was passed over comes after everybody else."""
    for box in state.boxes:
        for number, hand in enumerate(box.hands):
            if hand.status == Status.LIVE and not hand.missed:
                found = hand_due(state, box, number, hand)
                if found is not None:
                    return found
    for box in state.boxes:
        for number, hand in enumerate(box.hands):
            if hand.status == Status.LIVE and hand.missed:
                return Due("missed", player(box.seat), box.number, number, topic="missed hit")
    return None


def hand_due(state: Table, box: Box, number: int, hand: Hand) -> Due | None:
    house = state.house
    at = (box.number, number)
    if hand.surrendered:
        waits = house.surrender.when == Surrender.LATE and dealer_has_blackjack(state) is None
        return None if waits else Due("settle", DEALER, *at)
    if hand.awaits != Awaits.NOTHING:
        return Due("card", DEALER, *at)
    if len(hand.cards) < 2:
        return Due("card", DEALER, *at)
    seen = box_hand(hand)
    if may_take_second_chance(seen, house) and not hand.stood and not hand.refused:
        return Due("second chance", player(box.seat), *at)
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
    return Due("settle", DEALER, box.number, number)


def can_decide(box: Box, hand: Hand, state: Table) -> bool:
    """Is there anything but standing to choose?"""
    seen = box_hand(hand)
    house = state.house
    if may_hit(seen, house) or may_double(seen, house) or may_split(seen, len(box.hands), house):
        return True
    return may_surrender(seen, house)


@rule("685a.7(l)", "673a.7(n)", "NH Method s40")
def hole_card_due(state: Table) -> Due | None:
    return Due("turn", DEALER) if state.dealer.hole else None


@rule("685a.7(m) s2", "673a.7(o) s2", "673a.7(p)", "DU-RoP 12")
def dealer_draws_due(state: Table) -> Due | None:
    """Card by card, face up, while the text makes the dealer draw."""
    if dealer_must_take(state):
        return Due("card", DEALER, 0)
    if state.held is not None and state.held.card is not None:
        return Due("discard held", DEALER, topic="nobody takes it")
    return None


def dealer_must_take(state: Table) -> bool:
    waiting = any(
        waits_for_dealer(box_hand(hand), state.house) and not hand.surrendered
        for _, _, hand in _live_from_right(state)
    )
    if not dealer_draws_at_all(waiting, state.house) or dealer_has_blackjack(state):
        return False
    return dealer_must_draw(dealer_total(state.dealer.tally, state.house), state.house)


@rule("685a.7(r)(1)", "685a.7(r)(2)", "673a.7(q)(2)", "673a.7(t)(1)", "673a.7(t)(2)", "NH Method s47")
def settle_due(state: Table) -> Due | None:
    """From the dealer's right: all that lose first, or box by box, as the house has chosen."""
    for box in reversed(state.boxes):
        if box.insurance_cents and not box.insurance_settled:
            return Due("settle", DEALER, box.number, wager="insurance")
    live = list(_live_from_right(state))
    if state.terms.collects_first:
        live.sort(key=lambda found: not loses(state, found[2]))
    for box, number, _ in live:
        return Due("settle", DEALER, box.number, number)
    return None


@rule("686a.7(f)", "686a.7(i)", "686a.7(j)", "686a.9(c)")
def each_player_due(state: Table) -> Due | None:
    """Box by box from the dealer's left: decision, two cards, settlement, and only then the next."""
    if state.terms.all_decide_first:
        for box in state.boxes:
            if box.hands[0].choice < 0 and box.hands[0].status == Status.LIVE:
                return Due("choose", player(box.seat), box.number)
    for passed_over in (False, True):
        for box in state.boxes:
            hand = box.hands[0]
            if hand.status == Status.LIVE and hand.missed == passed_over:
                return _box_due(box, hand)
    return None


def _box_due(box: Box, hand: Hand) -> Due:
    if hand.missed:
        return Due("missed", player(box.seat), box.number, topic="missed hit")
    if hand.choice < 0:
        return Due("choose", player(box.seat), box.number)
    if not is_complete(hand.tally):
        return Due("card", DEALER, box.number)
    return Due("settle", DEALER, box.number)


def _clear(state: Table) -> Due:
    if state.held is not None and state.held.card is not None:
        return Due("discard held", DEALER, topic="nobody takes it")
    return Due("clear", DEALER)


@carries_out("wrong range")
def ruling_due(state: Table) -> Due | None:
    """After a wrong light or lane: box by box, play on or dead, busted hands included."""
    for box in state.boxes:
        if not box.upheld and any(may_be_called_dead(hand) for hand in box.hands):
            who = player(box.seat) if state.house.floor.player_chooses_on_wrong_light else DEALER
            return Due("rule on", who, box.number, topic="wrong range")
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
    "pay_21": _nothing,  # each was paid in its turn, as reading B10 has it
    "hole_card": hole_card_due,
    "down_match": down_match_due,
    "dealer_draws": dealer_draws_due,
    "settle": settle_due,
    "each_player": each_player_due,
    "clear": _clear,
}
