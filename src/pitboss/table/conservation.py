"""Cards and chips are conserved: counted after each event that moves some; a miscount stops everything."""

from pitboss.errors import Broken
from pitboss.table.state import Stage, Status, Table


def cards_on_layout(state: Table) -> int:
    dealer = state.dealer
    count = len(dealer.cards) + dealer.hole
    for box in state.boxes:
        for hand in box.hands:
            count += hand.on_layout
    return count


def chips_on_layout(state: Table) -> int:
    cents = 0
    for box in state.boxes:
        for hand in box.hands:
            if hand.status == Status.LIVE:
                cents += hand.stakes_cents
        for side in box.sides:
            if not side.settled:
                cents += side.stake_cents
        if not box.insurance_settled:
            cents += box.insurance_cents
    return cents


def check_conserved(state: Table) -> None:
    """Every card of the batch in play is somewhere, and no chip came from nowhere."""
    if state.stage != Stage.NONE:
        cards = state.shoe + state.stack + len(state.rack) + cards_on_layout(state) + (state.held is not None)
        if cards != state.terms.cards:
            raise Broken(f"{cards} cards at a table of {state.terms.cards}")
    chips = state.rack_cents + state.tips_cents + chips_on_layout(state)
    for patron in state.players:
        chips += patron.chips_cents
        if patron.chips_cents < 0:
            raise Broken(f"player {patron.seat} has {patron.chips_cents} cents")
    if chips != state.float_cents:
        raise Broken(f"chips for {chips} cents at a table with {state.float_cents}")
    if state.seen and max(state.seen) > state.terms.house.decks:
        raise Broken("a face has shown more often than there are decks")
