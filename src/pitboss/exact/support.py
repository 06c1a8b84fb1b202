"""What the analyst cannot value: named, and refused before a figure is found."""

from collections.abc import Iterator
from functools import lru_cache

from pitboss.errors import BadInput, Fault
from pitboss.exact.composition import LEAST_CARDS, MOST_DECKS, shoe_of
from pitboss.games.game import Game
from pitboss.games.wager_kinds import BLACKJACK, OVER_UNDER
from pitboss.rules.cards import Suit
from pitboss.rules.house import House, Reader

MOST_SPLIT_HANDS = 8
"""Hands that one box may become: the brute force of the tests was never asked for more."""

VALUED_WAGERS: dict[str, frozenset[tuple[str, str | None]]] = {
    BLACKJACK: frozenset(
        {
            ("main", None), ("match", "upcard"), ("match", "hole card"), ("insurance", None),
            ("double", None), ("split", None), ("second_chance", None),
        }
    ),
    OVER_UNDER: frozenset({("main", None), ("total_bonus", None), ("over", None), ("under", None)}),
}  # fmt: skip
"""By family, the wagers that can be valued: their kind, and the dealer's card that they are against."""


def supports(game: Game) -> tuple[Fault, ...]:
    """Everything about this game that the analyst cannot value; empty when it can value all of it."""
    if game.family.id not in VALUED_WAGERS:
        says = f"the analyst cannot value games of the family “{game.family.id}”."
        return (Fault("family", says, ", ".join(VALUED_WAGERS)),)
    return (*_wager_faults(game), *house_faults(game.house, game.family.id))


def refuse_unsupported(game: Game) -> None:
    if faults := supports(game):
        raise BadInput(faults)


def refuse_house(house: House) -> None:
    """The same for a hand of blackjack, where only the house is known."""
    if faults := house_faults(house, BLACKJACK):
        raise BadInput(faults)


def _wager_faults(game: Game) -> Iterator[Fault]:
    for wager in game.wagers:
        if (wager.kind, wager.against) not in VALUED_WAGERS[game.family.id]:
            against = f" against the {wager.against}" if wager.against else ""
            says = f"the analyst cannot value a wager of the kind “{wager.kind}”{against}."
            yield Fault(wager.name, says)


@lru_cache(maxsize=256)
def house_faults(house: House, family: str) -> tuple[Fault, ...]:
    """Decks and switches that the analyst cannot value in a family."""
    switches = _blackjack_faults(house) if family == BLACKJACK else ()
    return (*_deck_faults(house), *switches)


def _deck_faults(house: House) -> Iterator[Fault]:
    if any(copies not in (0, len(Suit)) for copies in house.deck):
        yield Fault("deck", "the analyst values a rank in four suits, one card of each, or not at all.")
    if not 1 <= house.decks <= MOST_DECKS:
        yield Fault("decks", f"the analyst cannot value {house.decks} decks.", f"1 to {MOST_DECKS}")
    elif (cards := shoe_of(house).size) < LEAST_CARDS:
        says = f"{cards} cards may not be enough to complete a round."
        yield Fault("deck", says, f"{LEAST_CARDS} cards or more")


def _blackjack_faults(house: House) -> Iterator[Fault]:
    for name, hands in (("hands", house.split.max_hands), ("ace hands", house.split.max_ace_hands)):
        if hands > MOST_SPLIT_HANDS:
            says = f"the analyst cannot value {hands} {name} from one split pair."
            yield Fault(f"split: max {name}", says, f"up to {MOST_SPLIT_HANDS}")
    if house.surrender.split_hands and house.match.down and house.match.down_dies_on_surrender:
        says = (
            "the analyst cannot value a match wager against the hole card that is lost when the first hand of"
            " a split is surrendered."
        )
        yield Fault("surrender: split hands", says, "no, or a match wager that survives a surrender")
    if house.surrender.half_unit_cents < 1:
        says = f"half a wager cannot be handed back in amounts of {house.surrender.half_unit_cents} cents."
        yield Fault("surrender: half unit cents", says, "1 or more")
    splits = max(house.split.max_hands, house.split.max_ace_hands) > 1
    if splits and house.dealer.reader == Reader.NONE and not house.dealer.takes_added_wagers:
        says = (
            "the analyst cannot value split hands when the dealer does not look for Blackjack first and a"
            " Blackjack found late takes the initial wager alone."
        )
        yield Fault("dealer: takes added wagers", says, "yes, or a reader, or no splits")
