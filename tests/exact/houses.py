"""Houses at random: every switch and deck that a game file can set, within what means something."""

from random import Random

from pitboss.games.switches import BARE_HOUSE
from pitboss.rules.house import (
    BlackjackHouse,
    DealerHouse,
    DoubleHouse,
    House,
    InsuranceHouse,
    Odds,
    PlayerHouse,
    PushHouse,
    Reader,
    Rounding,
    SecondChanceHouse,
    SplitHouse,
    Surrender,
    SurrenderHouse,
    TwentyOne,
)  # fmt: skip

ODDS = [*[Odds(1, 1)] * 4, Odds(3, 2), Odds(6, 5), Odds(0, 1), Odds(2, 1), Odds(1, 2), Odds(7, 3)]


def any_house(chance: Random, *, decks: tuple[int, ...] = (2, 4, 6, 8, 16)) -> House:
    """A house of the blackjack family with every switch drawn at random."""

    def yes(often: float = 0.5) -> bool:
        return chance.random() < often

    return BARE_HOUSE._replace(
        decks=chance.choice(decks),
        dealer=DealerHouse(
            yes(), chance.choice([21, 21, 22, 25, 17, 16, 10, 0]), yes(0.3), chance.choice(list(Reader)),
            yes(), yes(),
        ),
        push=PushHouse(yes(), yes(), yes(), yes(), yes(), yes(), yes(), yes(0.3)),
        blackjack=BlackjackHouse(chance.choice(ODDS), yes(), yes(), yes(), yes()),
        player=PlayerHouse(chance.choice(ODDS), yes(0.3), chance.choice(list(TwentyOne))),
        double=DoubleHouse(chance.choice([0, 9, 10, -3, 12]), chance.choice([21, 11, 25, 8]), yes(), yes()),
        split=SplitHouse(yes(), chance.choice([1, 2, 2, 3, 4, 5]), chance.choice([1, 2, 2, 3]), yes()),
        insurance=InsuranceHouse(yes(), chance.choice(ODDS), Rounding.DOWN),
        surrender=SurrenderHouse(chance.choice(list(Surrender)), 50, yes()),
        second_chance=SecondChanceHouse(yes(0.3), chance.choice(ODDS), yes(), yes()),
        deck=any_deck(chance),
    )  # fmt: skip


def any_deck(chance: Random) -> tuple[int, ...]:
    """Some of the thirteen ranks, at least seven of them, in four suits."""
    missing = chance.sample(range(13), chance.randint(0, 6))
    return tuple(0 if rank in missing else 4 for rank in range(13))
