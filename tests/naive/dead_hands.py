"""What comes back of a hand that is dead, of a round that is called off, and who may call one dead."""

from __future__ import annotations

from tests.naive.cards import MATCH_NH, OVER_UNDER, reading
from tests.naive.hands import match_the_dealer
from tests.naive.layout import BoxOnTable, HandOnTable, Layout
from tests.naive.owed import Death, Owed, wager_owed


def returns_everything(layout: Layout) -> bool:
    """Readings D14b and B25 (R2) and O4 (R1): a void hand cannot lose what was added to it."""
    readings = layout.readings
    if readings.get("D14b", "R2") == "R1" or readings.get("B25", "R2") == "R1":
        return False
    return readings.get("O4", "R1") != "R2"


def comes_back(layout: Layout, hand: HandOnTable) -> int:
    """Everything on the hand, or the initial wager alone; less what has come back of it."""
    if returns_everything(layout):
        return hand.all_stakes() - hand.back
    return 0 if hand.added else hand.stake


def may_die_after_wrong_range(hand: HandOnTable) -> bool:
    """685a.12(h): a hand in play, "including those Bet Wagers for players who exceeded 21"."""
    return hand.end == "" or (hand.end == "settled" and hand.busted())


def deaths(layout: Layout, number: int, index: int) -> list[Death]:
    """The hands that die when this one is called dead; none where nobody may call it so."""
    box = layout.box(number)
    if box.ruling_open:
        return dead_after_wrong_range(layout, box)
    hand = box.hands[index]
    if hand.end != "":
        return []
    if not layout.deal_is_over_for(box):
        if box.missed_in_deal == 0:
            return []
        # 685a.12(f), 673a.13(g), O16: no card, or a second card that its player does not want.
        return [void_from_the_start(box, [one.wager for one in shown_matches(layout, number)])]
    if not hand.missed:
        return []
    if layout.game == OVER_UNDER:
        return [dead_at_over_under(layout, box, "686a.9(c)")]
    # 685a.12(g), 673a.13(h)
    return [dead_for_a_missed_card(layout, box, index)]


def shown_matches(layout: Layout, number: int) -> list[Owed]:
    """Reading D39 R2: a match that the box's only card shows has happened, and is paid."""
    box = layout.box(number)
    shows = len(box.first_two) == 1 and layout.dealer != [] and "match_the_dealer" in box.open_sides
    if reading(layout.readings, "D39") != "R2" or not shows:
        return []
    stake = box.sides["match_the_dealer"]
    back = match_the_dealer(stake, box.first_two, layout.up(), layout.options, layout.readings)
    return [wager_owed(box, "match_the_dealer", stake, back, "D39")] if back > 0 else []


def dead_after_wrong_range(layout: Layout, box: BoxOnTable) -> list[Death]:
    dead = []
    insurance = 0
    if box.insurance_is in ["open", "lost"] and returns_everything(layout):
        # What won and was paid stays paid.
        insurance = box.insurance
    for index, hand in enumerate(box.hands):
        if may_die_after_wrong_range(hand):
            back = comes_back(layout, hand)
            why = "685a.12(h)"
            if box.insurance > 0:
                why = "685a.12(h), insured"
            dead.append(Death(box.number, index, hand.all_stakes(), back, (), 0, insurance, why))
            insurance = 0
    return dead


def void_from_the_start(box: BoxOnTable, paid: list[str]) -> Death:
    """Everything on the box comes back, side wagers too, whatever they show; but not what was just paid."""
    sides = tuple(side for side in box.open_sides if side not in paid)
    back = sum(box.sides[side] for side in sides)
    hand = box.hands[0]
    return Death(box.number, 0, hand.stake, hand.stake, sides, back, 0, "685a.12(f)")


def dead_for_a_missed_card(layout: Layout, box: BoxOnTable, index: int) -> Death:
    hand = box.hands[index]
    back = comes_back(layout, hand)
    stays = reading(layout.readings, "N23") == "R2"
    if layout.game != MATCH_NH or "down_match" not in box.open_sides or stays:
        return Death(box.number, index, hand.all_stakes(), back, (), 0, 0, "685a.12(g)")
    others = [other for other in box.hands if other is not hand and other.end == ""]
    return Death(
        box.number,
        index,
        hand.all_stakes(),
        back,
        ("down_match",),
        box.sides["down_match"],
        0,
        "a dead hand's Down Match",
        sides_may_stay=others != [],
    )


def dead_at_over_under(layout: Layout, box: BoxOnTable, why: str) -> Death:
    """686a.9(c); O4 for the other wagers, O15 for an Ante that had been given up."""
    hand = box.hands[0]
    stakes = hand.stake + hand.double
    back = stakes if returns_everything(layout) else hand.stake
    if hand.choice == "fold" and layout.readings.get("O15", "R1") == "R1":
        back = back + box.initial
    sides = tuple(box.open_sides)
    side_back = sum(box.sides[side] for side in sides)
    if not returns_everything(layout):
        side_back = 0
    return Death(box.number, 0, stakes, back, sides, side_back, 0, why)


def deaths_by_refusal(layout: Layout) -> list[Death]:
    """Reading O9: who turns an exposed card down at Over/Under has no hand of three cards."""
    return [
        dead_at_over_under(layout, box, "O9")
        for box in layout.boxes
        if box.hands[0].refused and box.hands[0].end == ""
    ]


def called_off(layout: Layout) -> tuple[list[Death], list[Owed]]:
    """No card is left, or no reader: what is undecided comes back, whole."""
    dead = []
    wagers = []
    for box in layout.boxes:
        for index, hand in enumerate(box.hands):
            if hand.end == "":
                stakes = hand.all_stakes()
                dead.append(Death(box.number, index, stakes, stakes, (), 0, 0, "round called off"))
        for side in box.open_sides:
            wagers.append(wager_owed(box, side, box.sides[side], box.sides[side], "round called off"))
        if box.insurance_is == "open":
            wagers.append(wager_owed(box, "insurance", box.insurance, box.insurance, "round called off"))
    return dead, wagers
