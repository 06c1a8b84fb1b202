"""When money moves in the four games with a dealer's hand, and how much: what is owed at a moment.

Each function says which payments may come next. More than one where the text leaves the order open; none
where the text waits for a card, a decision or the reader. Unless a text says otherwise the dealer settles
from the right, counterclockwise (685a.7(f), (r); 673a.7(f), (t); NH Method).
"""

from __future__ import annotations

from tests.naive.cards import (
    DOUBLE_BACK,
    DOWN_UNDER,
    MATCH_NH,
    VENDOR,
    Back,
    blackjack_odds,
    comes_out,
    dealer_draws,
    half_back,
    is_ace,
    is_blackjack,
    low_value,
    player_total,
    reading,
    smallest_paid,
    text_option,
)
from tests.naive.cards import Hand as HandFacts
from tests.naive.hands import (
    all_lost,
    all_win_even,
    settle_hand,
    settle_insurance,
    settle_side,
    settle_surrender,
    spares_busts,
    wins_as_blackjack,
    wins_second_chance,
)
from tests.naive.layout import BoxOnTable, HandOnTable, Layout
from tests.naive.owed import Late, Owed, hand_owed, wager_owed

# ---------------------------------------------------------------- what everybody knows


def dealer_has_blackjack(layout: Layout) -> bool | None:
    """Yes, no, or nobody can know yet. A reader is believed until the card is turned."""
    if not layout.hole_down:
        return is_blackjack(layout.dealer[:2])
    if not layout.up_may_make_blackjack():
        return False
    if layout.game in [DOUBLE_BACK, MATCH_NH]:
        return layout.answer
    if layout.light == "" or layout.light_is_wrong or layout.light == "large":
        # Two Large cards are turned before anyone acts: 685a.7(h), DU-RoP 10.
        return None
    return False


def holds_blackjack(layout: Layout, hand: HandOnTable) -> bool:
    """Ace and ten as the initial two cards; on a split hand by reading D10 R2 alone."""
    if len(hand.cards) != 2 or not is_blackjack(hand.cards):
        return False
    if hand.split:
        return layout.game == DOWN_UNDER and reading(layout.readings, "D10") == "R2"
    return True


def told(hand: HandOnTable) -> HandFacts:
    """The hand as `settle_hand` wants it told."""
    return {
        "cards": hand.cards,
        "stake": hand.stake,
        "double": hand.double,
        "second_chance": hand.chance,
        "second_chance_card": hand.chance_card,
    }


def from_the_right(layout: Layout) -> list[BoxOnTable]:
    return list(reversed(layout.boxes))


def busts_wait_for_22(layout: Layout) -> bool:
    """Readings D3, V1 and B7 R2: the dealer's 22 returns what busted."""
    return layout.reads("R2", "D3", "V1", "B7")


def points_of(hand: HandOnTable) -> int:
    points, _ = player_total(DOUBLE_BACK, hand.cards)
    return points


# ---------------------------------------------------------------- what is owed


def owed(layout: Layout) -> list[Owed]:
    """What the dealer must do next with wagers; one of these, and before anything else happens."""
    if layout.must_be_called_off():
        return []
    for box in layout.boxes:
        if box.even_money and box.hands[0].end == "":
            # 685a.7(g) and reading D8; NH Method: 1 to 1 at once.
            return [hand_owed(box, 0, all_win_even(told(box.hands[0])), "even money")]
        if box.ruling_open:
            return []
    if not layout.deal_is_complete():
        return []
    first = match_on_the_up_card(layout)
    if first:
        return first
    if layout.game == DOUBLE_BACK and reading(layout.readings, "B1") == "R1":
        # 673a.7(f): before any card reader is used, whatever the dealer has.
        first = blackjacks(layout)
        if first:
            return first
    if is_ace(layout.up()) and layout.insurance_stage != "closed":
        return []
    if not reader_has_told(layout):
        return []
    blackjack = dealer_has_blackjack(layout)
    if blackjack is True:
        return dealers_blackjack(layout)
    if blackjack is False:
        first = without_blackjack(layout)
        if first:
            return first
    first, everybody_done = in_turn(layout)
    if first or not everybody_done or layout.hole_down:
        return first
    first = match_on_the_hole_card(layout)
    if first or dealer_must_draw(layout):
        return first
    return settlement(layout)


def reader_has_told(layout: Layout) -> bool:
    """685a.7(h), DU-RoP 2: every hole card is read. 673a.7(h), NH Method: under an ace or a ten."""
    if not layout.hole_down:
        return True
    if layout.game in [DOWN_UNDER, VENDOR]:
        # 685a.7(h) s6: then the hand is placed in its area, and only then does anything follow.
        return layout.light != "" and layout.moved
    return not layout.up_may_make_blackjack() or layout.answer is not None


# ---------------------------------------------------------------- match wagers


def match_on_the_up_card(layout: Layout) -> list[Owed]:
    if layout.game == DOWN_UNDER:
        # 685a.7(f): losing and winning wagers alike, from the right.
        return next_match(layout, "match_the_dealer", False, "685a.7(f)")
    if layout.game == MATCH_NH:
        return next_match(layout, "up_match", True, "NH Method s17")
    return []


def match_on_the_hole_card(layout: Layout) -> list[Owed]:
    """NH Method s41: once the down card is turned, also on a dealer's Blackjack (N11)."""
    if layout.game != MATCH_NH or layout.hole_down:
        return []
    return next_match(layout, "down_match", True, "NH Method s41")


def next_match(layout: Layout, wager: str, losers_first: bool, why: str) -> list[Owed]:
    """From the right; New Hampshire first takes all that lose."""
    still_open = []
    for box in from_the_right(layout):
        if wager in box.open_sides:
            box_told = {"first_two": box.first_two, "surrender": box.hands[0].surrendered}
            stake = box.sides[wager]
            back = settle_side(
                layout.game, wager, stake, box_told, layout.dealer, layout.options, layout.readings
            )
            still_open.append(wager_owed(box, wager, stake, back, why))
    losers = [one for one in still_open if one.loses()]
    if losers_first and losers:
        return losers[:1]
    return still_open[:1]


# ---------------------------------------------------------------- Blackjacks, insurance


def blackjack_why(layout: Layout, hand: HandOnTable) -> str:
    clauses = {DOWN_UNDER: "685a.7(i)(1)", VENDOR: "DU-RoP 3", DOUBLE_BACK: "673a.7(f)"}
    clause = clauses.get(layout.game, "NH Table 1")
    odds = blackjack_odds(layout.game, layout.options)
    if comes_out(hand.stake, odds, smallest_paid(layout.options)):
        return clause
    return clause + ", odds that do not come out in chips"


def blackjack_paid(layout: Layout, box: BoxOnTable, index: int) -> Owed:
    hand = box.hands[index]
    back = wins_as_blackjack(layout.game, told(hand), layout.options, layout.readings)
    return hand_owed(box, index, back, blackjack_why(layout, hand))


def blackjacks(layout: Layout) -> list[Owed]:
    """The next Blackjack to pay, from the right."""
    for box in from_the_right(layout):
        hand = box.hands[0]
        if hand.end == "" and len(box.hands) == 1 and holds_blackjack(layout, hand):
            return [blackjack_paid(layout, box, 0)]
    return []


def insurance_from_the_right(layout: Layout) -> list[Owed]:
    for box in from_the_right(layout):
        if box.insurance_is == "open":
            return [insurance_owed(layout, box)]
    return []


def insurance_owed(layout: Layout, box: BoxOnTable) -> Owed:
    """685a.8(a), (c), (d); 673a.8(a), (c), (d); V6; NH Table 2."""
    if dealer_has_blackjack(layout):
        return wager_owed(
            box, "insurance", box.insurance, settle_insurance(box.insurance, layout.dealer), "insurance won"
        )
    return wager_owed(box, "insurance", box.insurance, 0, "insurance lost")


def surrendered(layout: Layout) -> list[Owed]:
    """673a.9(a)(2): a hand given up before the reader waits for it; then from the right."""
    for box in from_the_right(layout):
        for index, hand in enumerate(box.hands):
            if hand.surrendered and hand.end == "":
                back = all_lost()
                back["stake"] = half_back(hand.stake, layout.options, layout.readings)
                return [hand_owed(box, index, back, "half of a surrendered wager")]
    return []


def without_blackjack(layout: Layout) -> list[Owed]:
    """The dealer has none, or so the reader says."""
    if layout.game == MATCH_NH:
        # NH Method s20, s26: Blackjacks are paid, then insurance is collected; N15 for a ten.
        return surrendered(layout) or blackjacks(layout) or insurance_from_the_right(layout)
    # 685a.8(d), 673a.8(d): before any additional card. A surrender goes at the same moment.
    either = surrendered(layout) + insurance_from_the_right(layout)
    if either:
        return either
    if layout.game == DOUBLE_BACK:
        return blackjacks(layout)
    return []


def dealers_blackjack(layout: Layout) -> list[Owed]:
    if layout.hole_down:
        # The reader says so: the card is turned first.
        return []
    if layout.game != MATCH_NH:
        # 685a.7(h)(1), (2), .9(b), .10(d); 673a.7(h); each in the order of 685a.7(r), 673a.7(t).
        return settlement(layout)
    if layout.answer is False:
        # Overlooked and found late: the down card lies open, so its matches come first (NH Method s41).
        return match_on_the_hole_card(layout) or nh_hands_and_insurance(layout)
    # NH Method s24: the antes, then insurance; the down card lies open (N11).
    return nh_hands(layout) or insurance_from_the_right(layout) or match_on_the_hole_card(layout)


def nh_hands(layout: Layout) -> list[Owed]:
    return rightmost(hands_left(layout))


def nh_hands_and_insurance(layout: Layout) -> list[Owed]:
    """No sentence says which goes first when a Blackjack was overlooked."""
    return nh_hands(layout) + insurance_from_the_right(layout)


# ---------------------------------------------------------------- in turn


def in_turn(layout: Layout) -> tuple[list[Owed], bool]:
    """From the dealer's left: what is settled in a player's turn, and whether all have had theirs."""
    passed_over = False
    for box in layout.boxes:
        for index, hand in enumerate(box.hands):
            if hand.end != "":
                continue
            if hand.missed:
                passed_over = True
                continue
            first = owed_in_turn(layout, box, index)
            if first:
                return first, False
            if layout.waits_for_its_player(box, hand):
                return [], False
    return [], not passed_over


def owed_in_turn(layout: Layout, box: BoxOnTable, index: int) -> list[Owed]:
    hand = box.hands[index]
    if hand.asked != "" or len(hand.cards) < 2:
        return []
    if hand.surrendered:
        # 673a.9(a)(1), NH Rules: at once, unless a Blackjack may still show.
        return surrendered(layout) if dealer_has_blackjack(layout) is False else []
    if holds_blackjack(layout, hand):
        # 685a.7(i)(1): announced and paid in turn, unless the dealer's own may still tie it.
        if dealer_has_blackjack(layout) is False and not turned_after_a_wrong_light(layout):
            return [blackjack_paid(layout, box, index)]
        return []
    if hand.chance_card != "":
        return owed_after_second_chance(box, index)
    if hand.busted():
        if layout.waits_for_its_player(box, hand) or busts_wait_for_22(layout):
            return []
        # Readings D3, V1, B7; NH Method s38.
        return [hand_owed(box, index, all_lost(), "a bust is lost at once")]
    if layout.game == DOUBLE_BACK and points_of(hand) == 21:
        return [hand_owed(box, index, all_win_even(told(hand)), "673a.7(m)")]
    return []


def turned_after_a_wrong_light(layout: Layout) -> bool:
    return layout.light_is_wrong and not layout.hole_down


def may_be_paid(layout: Layout) -> list[Owed]:
    """A Blackjack that had to wait for a hole card of which the light was wrong: now or at the settlement.

    No clause says which: its turn may be over, and the dealer's hand no longer decides it.
    """
    if not turned_after_a_wrong_light(layout) or dealer_has_blackjack(layout):
        return []
    return [
        blackjack_paid(layout, box, index)
        for box in layout.boxes
        for index, hand in enumerate(box.hands)
        if hand.end == "" and holds_blackjack(layout, hand) and not box.ruling_open
    ]


def owed_after_second_chance(box: BoxOnTable, index: int) -> list[Owed]:
    """673a.7(l)(1) to (3)."""
    hand = box.hands[index]
    points = points_of(hand) - low_value(hand.chance_card)
    if points > 21:
        return [hand_owed(box, index, all_lost(), "673a.7(l)(1)")]
    if points == 21:
        return [hand_owed(box, index, wins_second_chance(told(hand)), "673a.7(l)(2)")]
    return []


# ---------------------------------------------------------------- the dealer's own hand


def total_matters(layout: Layout) -> bool:
    """Is there a hand that the dealer's count decides?"""
    for box in layout.boxes:
        for hand in box.hands:
            if hand.end != "" or hand.surrendered or holds_blackjack(layout, hand):
                continue
            if hand.busted() and hand.chance_card == "" and not busts_wait_for_22(layout):
                continue
            return True
    return False


def dealer_must_draw(layout: Layout) -> bool:
    if layout.hole_down or len(layout.dealer) < 2 or is_blackjack(layout.dealer[:2]):
        return False
    # 685a.7(m) and DU-RoP 12 let nothing stop the dealer (D4); 673a.7(p) and N12 do.
    plays_out = layout.game == VENDOR
    if layout.game == DOWN_UNDER:
        plays_out = reading(layout.readings, "D4") == "R1"
    if not plays_out and not total_matters(layout):
        return False
    return dealer_draws(layout.game, layout.dealer, layout.options, layout.readings)


# ---------------------------------------------------------------- the settlement


def hand_against_dealer(layout: Layout, box: BoxOnTable, index: int) -> Owed:
    hand = box.hands[index]
    if hand.surrendered:
        back = settle_surrender(layout.game, told(hand), layout.dealer, layout.options, layout.readings)
        return hand_owed(box, index, back, "surrender")
    back = settle_hand(
        layout.game, told(hand), index, hand.split, layout.dealer, layout.options, layout.readings
    )
    return hand_owed(box, index, back, settlement_why(layout, hand, back))


def settlement_why(layout: Layout, hand: HandOnTable, back: Back) -> str:
    if holds_blackjack(layout, hand) and back["stake"] > hand.stake:
        return blackjack_why(layout, hand)
    if is_blackjack(layout.dealer[:2]) and (layout.light_is_wrong or layout.answer is False):
        if hand.chance > 0:
            return "Blackjack found late, Second Chance"
        if hand.double > 0 or hand.added:
            return "Blackjack found late, added wagers"
        return "Blackjack found late"
    return "settlement"


def hands_left(layout: Layout) -> list[Owed]:
    left = []
    for box in from_the_right(layout):
        for index, hand in enumerate(box.hands):
            if hand.end == "":
                left.append(hand_against_dealer(layout, box, index))
    return left


def rightmost(dues: list[Owed]) -> list[Owed]:
    """All of the rightmost box; no text orders the hands of one box."""
    return [one for one in dues if one.box == dues[0].box]


def settlement(layout: Layout) -> list[Owed]:
    """685a.7(r), 673a.7(t), NH Method s47: as the house has chosen, or box by box."""
    hands = hands_left(layout)
    insured = [insurance_owed(layout, box) for box in from_the_right(layout) if box.insurance_is == "open"]
    if text_option(layout.options, "settlement_order", "box_by_box") == "box_by_box":
        dues = sorted(hands + insured, key=lambda one: -one.box)
        return rightmost(dues)
    losing = [one for one in hands if one.loses()]
    # A hand of which a part is taken and a part returned may go with either.
    mixed = rightmost([one for one in hands if one.is_mixed()])
    if losing:
        return rightmost(losing) + mixed
    return rightmost([one for one in hands if not one.is_mixed()]) + mixed + rightmost(insured)


# ---------------------------------------------------------------- a Blackjack found late


def blackjack_shows(layout: Layout) -> list[Late]:
    """What it changes about hands that have been settled: nothing, unless a reading says so."""
    late = []
    for box in layout.boxes:
        for index, hand in enumerate(box.hands):
            if hand.end != "settled":
                continue
            added = hand.double + hand.chance + (hand.stake if hand.added else 0)
            if spares_busts(layout.readings) and hand.busted() and hand.back == 0 and added > 0:
                late.append(Late("added wagers returned", box.number, index, added))
            ties = holds_blackjack(layout, hand) and not box.even_money
            if reading(layout.readings, "D40") == "R2" and ties and hand.back > hand.stake:
                # Even money was paid before the reader, whatever the dealer has (685a.7(g)).
                winnings = hand.back - hand.stake
                late.append(Late("a paid Blackjack reopened", box.number, index, winnings))
    return late
