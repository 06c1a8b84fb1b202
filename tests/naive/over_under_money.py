"""When money moves at Over/Under (686a.7), and how much."""

from __future__ import annotations

from tests.naive.cards import Back
from tests.naive.hands import settle_over_under
from tests.naive.layout import BoxOnTable, Layout
from tests.naive.owed import Owed, hand_owed, wager_owed


def owed(layout: Layout) -> list[Owed]:
    for box in layout.boxes:
        hand = box.hands[0]
        if hand.end != "":
            continue
        if hand.choice == "fold" and hand.stake > 0:
            # 686a.7(g)(3): the Ante is collected when it is given up.
            return [wager_owed(box, layout.main, hand.stake, 0, "686a.7(g)(3)")]
        if len(hand.cards) == 3 and hand.choice != "":
            return player_settled(layout, box)
    return []


def player_settled(layout: Layout, box: BoxOnTable) -> list[Owed]:
    """686a.7(j): all the player's wagers, in whatever order, before the next player."""
    hand = box.hands[0]
    play = "surrender" if hand.choice == "fold" else hand.choice
    box_told = {"cards": hand.cards, "ante": box.initial, "bonus": box.sides.get("bonus", 0), "play": play}
    settled = settle_over_under(box_told, layout.options, layout.readings)
    back: Back = {"stake": settled["ante"], "double": settled["play"], "second_chance": 0}
    dues = [hand_owed(box, 0, back, "686a.7(k), (l)")]
    if "bonus" in box.open_sides:
        dues.append(wager_owed(box, "bonus", box.sides["bonus"], settled["bonus"], "686a.7(m)"))
    return dues
