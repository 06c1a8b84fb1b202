"""What a round asks of the text: who is paid, who decides, what the dealer does, what mends a mistake."""

from collections.abc import Hashable
from itertools import product
from typing import Any, NamedTuple, TypeVar

from pitboss.games.conditions import Facts
from pitboss.games.game import Game
from pitboss.games.vocabulary import FACTS, OPTIONS, Value
from pitboss.proof.deals import Deal


class Ending(NamedTuple):
    """A round that is over for one hand: the wagers on it want to be settled."""

    facts: Facts
    deal: Deal
    steps: tuple[str, ...]
    """The steps that this round had."""
    wagers: frozenset[str]


class Turn(NamedTuple):
    """A moment at which somebody could decide something."""

    facts: Facts
    deal: Deal
    act: str
    permitted: bool
    """The rules of the software let somebody do it here."""


class DealerTurn(NamedTuple):
    """The dealer's hand asks for a card or for none."""

    facts: Facts
    deal: Deal


class Mishap(NamedTuple):
    facts: Facts
    deal: Deal
    mistake: str


class Round(NamedTuple):
    """Everything that the rounds of one game ask, each question once, with its shortest deal."""

    endings: tuple[Ending, ...]
    turns: tuple[Turn, ...]
    dealer_turns: tuple[DealerTurn, ...]
    mishaps: tuple[Mishap, ...]


Asked = TypeVar("Asked", Ending, Turn, DealerTurn, Mishap)


class Used(NamedTuple):
    """The facts that matter to each kind of question, because some sentence names them."""

    endings: frozenset[str]
    turns: frozenset[str]
    dealer_turns: frozenset[str]
    mishaps: frozenset[str]
    most_cards: int = 3
    """Up to how many cards of a hand are told apart."""


class Kept:
    """Of questions that are alike in every fact that matters, the one with the shortest deal."""

    def __init__(self, game: Game, used: Used) -> None:
        self._blank = _blank_facts(game)
        self._used = used
        self._found: dict[Hashable, Any] = {}

    def ending(self, facts: Facts, deal: Deal, steps: tuple[str, ...], wagers: frozenset[str]) -> None:
        """The facts of an ending are fitted already: there are many of them."""
        self._add(Ending(facts, deal, steps, wagers))

    def ending_facts(self, facts: Facts) -> dict[str, Value]:
        return self._fitting(facts, self._used.endings)

    def turn(self, facts: Facts, deal: Deal, act: str, *, permitted: bool) -> None:
        self._add(Turn(self._fitting(facts, self._used.turns), deal, act, permitted))

    def dealer_turn(self, facts: Facts, deal: Deal) -> None:
        self._add(DealerTurn(self._fitting(facts, self._used.dealer_turns), deal))

    def mishap(self, facts: Facts, deal: Deal, mistake: str) -> None:
        self._add(Mishap(self._fitting(facts, self._used.mishaps), deal, mistake))

    def round(self) -> Round:
        return Round(self._all(Ending), self._all(Turn), self._all(DealerTurn), self._all(Mishap))

    def _fitting(self, facts: Facts, used: frozenset[str]) -> dict[str, Value]:
        """The facts that matter here; one of which nothing is said has not come about."""
        return {name: facts.get(name, self._blank[name]) for name in used}

    def _add(self, asked: Asked) -> None:
        key = (type(asked), *asked.facts.values(), *asked[2:])
        known = self._found.get(key)
        if known is None or asked.deal.length < known.deal.length:
            self._found[key] = asked

    def _all(self, kind: type[Asked]) -> tuple[Asked, ...]:
        return tuple(asked for asked in self._found.values() if isinstance(asked, kind))


def _blank_facts(game: Game) -> dict[str, Value]:
    """Nothing has happened yet; the options are chosen."""
    nothing: dict[str, Value] = {name: 0 if fact.is_number else False for name, fact in FACTS.items()}
    return {**dict.fromkeys(OPTIONS, False), **game.option_values, **nothing}


CUT_CAUSES = ("beginning", "cover_at_player", "cover_at_dealer", "cover_first", "ordered")
"""Why the cards are shuffled and cut."""


def ask_about_cut(game: Game, kept: Kept) -> None:
    """Why the cards are shuffled, and whether any player wants to cut them."""
    causes = [cause for cause in CUT_CAUSES if game.has_dealer or cause != "cover_at_dealer"]
    for cause, all_decline in product(causes, (False, True)):
        kept.turn({cause: True, "all_decline": all_decline}, Deal(), "cut", permitted=True)


def ask_about_cards(kept: Kept, first_cards: int) -> None:
    """A card shown by mistake before or after the deal, and a card missed with so many in the hand."""
    for dealt in (False, True):
        kept.mishap({"dealt": dealt}, Deal(), "exposed_card")
    for cards, accepts in product(range(first_cards + 1), (True, False)):
        facts = {"cards": cards, "accepts": accepts, "dealt": cards >= first_cards}
        kept.mishap(facts, Deal(), "missed_card")
