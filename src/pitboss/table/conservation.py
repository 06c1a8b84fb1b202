"""Cards and chips are conserved: counted after each event that moves some; a miscount stops everything."""

from typing import NamedTuple

from pitboss.errors import Broken
from pitboss.rules.settlement import winnings
from pitboss.table.state import Box, Hand, Stage, Status, Table


class OnLayout(NamedTuple):
    cards: int
    cents: int


def on_layout(state: Table) -> OnLayout:
    return OnLayout(*_counted(state))


def _counted(state: Table) -> tuple[int, int]:
    """Cards and cents; no more than a pair, because every event asks for it."""
    cards, cents = len(state.dealer.cards) + state.dealer.hole, 0
    for box in state.boxes:
        for hand in box.hands:
            cards += hand.on_layout
            if hand.status == Status.LIVE:
                cents += hand.stakes_cents
        for side in box.sides:
            if not side.settled:
                cents += side.stake_cents
        if not box.insurance_settled:
            cents += box.insurance_cents
    return cards, cents


def check_conserved(state: Table) -> None:
    """Every card of the batch in play is somewhere, and no chip came from nowhere."""
    cards, chips = _counted(state)
    if state.stage != Stage.NONE:
        cards += state.shoe + state.stack + len(state.rack) + (state.held is not None)
        if cards != state.terms.cards:
            raise Broken(f"{cards} cards at a table of {state.terms.cards}")
    chips += state.rack_cents + state.tips_cents
    for patron in state.players:
        chips += patron.chips_cents
        if patron.chips_cents < 0:
            raise Broken(f"player {patron.seat} has {patron.chips_cents} cents")
    if chips != state.float_cents:
        raise Broken(f"chips for {chips} cents at a table with {state.float_cents}")


# ---- what a wager may bring at most


def check_hand_back(state: Table, box: Box, hand: Hand) -> None:
    """No more than its stakes with the highest winnings; a dead hand no more than its stakes."""
    if hand.back_cents <= hand.stakes_cents:
        return
    most = hand.stakes_cents if hand.choice < 0 else hand.stakes_cents + box.initial_cents
    if hand.status != Status.DEAD:
        most += _most_won(state, hand)
    if hand.back_cents > most:
        raise Broken(f"{hand.back_cents} cents went back for a hand of box {box.number} that brings {most}")


def _most_won(state: Table, hand: Hand) -> int:
    house = state.house
    if hand.choice >= 0:
        return winnings(hand.stakes_cents, house.over_under.odds, house.pay)
    odds = (house.blackjack.odds, house.player.win_odds)
    most = max(winnings(hand.original_cents, one, house.pay) for one in odds)
    if hand.double_cents:
        most += winnings(hand.double_cents, house.player.win_odds, house.pay)
    if hand.chance_cents:
        most += winnings(hand.chance_cents, house.second_chance.odds, house.pay)
    return most


def check_insurance_back(state: Table, box: Box) -> None:
    """Once returned or paid, it is over."""
    most = box.insurance_cents + winnings(box.insurance_cents, state.house.insurance.odds, state.house.pay)
    if box.insurance_back_cents > most:
        raise Broken(f"{box.insurance_back_cents} cents went back for the insurance of box {box.number}")


def check_unsettled(settled: bool, what: str) -> None:
    if settled:
        raise Broken(f"{what} was settled before")
