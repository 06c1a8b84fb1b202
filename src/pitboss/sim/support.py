"""What the simulator cannot deal: named, and refused before a card is dealt."""

from collections.abc import Iterator

from pitboss.errors import BadInput, Fault
from pitboss.games.game import Game
from pitboss.games.wager_kinds import BLACKJACK
from pitboss.rules.cards import Suit
from pitboss.rules.house import House
from pitboss.sim.families import FAMILIES

MOST_SPLIT_HANDS = 8
"""Hands that one box may become: kernels have room for more, the tests deal no more."""
MOST_DECKS = 16
CARDS_FOR_A_BOX = 7
"""A shoe must hold this many cards for each box and the dealer, or one round could use all of it."""


def supports(game: Game, boxes: int = 1) -> tuple[Fault, ...]:
    """Everything about this game that the simulator cannot deal; empty when it can deal all of it."""
    if game.family.id not in FAMILIES:
        says = f"the simulator has no kernel for games of the family “{game.family.id}”."
        return (Fault("family", says, ", ".join(FAMILIES)),)
    switches = _blackjack_faults(game.house) if game.family.id == BLACKJACK else ()
    return (*_wager_faults(game), *_deck_faults(game.house, boxes), *switches)


def refuse_unsupported(game: Game, boxes: int = 1) -> None:
    if faults := supports(game, boxes):
        raise BadInput(faults)


def _wager_faults(game: Game) -> Iterator[Fault]:
    family = FAMILIES[game.family.id]
    for wager in game.wagers:
        counted = (wager.kind, wager.against) in family.wagers
        if not counted and wager.kind not in family.played_wagers:
            what = f"a wager of the kind “{wager.kind}”"
            against = f" against the {wager.against}" if wager.against else ""
            yield Fault(wager.name, f"the simulator does not know {what}{against}.")


def _deck_faults(house: House, boxes: int) -> Iterator[Fault]:
    if any(copies not in (0, len(Suit)) for copies in house.deck):
        yield Fault("deck", "the simulator deals a rank in four suits, one card of each, or not at all.")
    cards, least = house.decks * sum(house.deck), CARDS_FOR_A_BOX * (boxes + 1)
    if cards < least:
        says = (
            f"a round with {boxes} {'box' if boxes == 1 else 'boxes'} could use up a shoe of {cards} cards."
        )
        yield Fault("deck", says, f"{least} cards or more")
    if not 1 <= house.decks <= MOST_DECKS:
        yield Fault("decks", f"the simulator cannot deal {house.decks} decks.", f"1 to {MOST_DECKS}")


def _blackjack_faults(house: House) -> Iterator[Fault]:
    for name, hands in (("hands", house.split.max_hands), ("ace hands", house.split.max_ace_hands)):
        if hands > MOST_SPLIT_HANDS:
            says = f"the simulator cannot deal {hands} {name} from one split pair."
            yield Fault(f"split: max {name}", says, f"up to {MOST_SPLIT_HANDS}")
    if house.surrender.half_unit_cents < 1:
        says = f"half a wager cannot be handed back in amounts of {house.surrender.half_unit_cents} cents."
        yield Fault("surrender: half unit cents", says, "1 or more")
