"""A match wager against the hole card that is lost with a surrendered hand: its value depends on the play."""

from itertools import product

from pitboss.exact.policy import ENDED, Policy, optimal_policy
from pitboss.exact.round_value import Round
from pitboss.exact.side_wagers import EVENTS, ReturnTable, match_net, table_of
from pitboss.rules.cards import KING, Card, Suit
from pitboss.rules.match import Matches, count_matches
from pitboss.rules.player import Action

NO_MATCH = Matches(0, 0)


def dying_match_table(played: Round) -> ReturnTable:
    """With a fresh shoe, the main wager played best; by player's cards, hole card and upcard."""
    house, policy = played.solver.house, optimal_policy(played)
    ranks = [rank for rank in range(1, KING + 1) if house.deck[rank - 1]]
    events = dict(EVENTS)
    counted = []
    for first, second, down in product(ranks, repeat=3):
        lives, dies = _up_cards(policy, ranks, house.decks, first, second, down)
        for one, other in product(Suit, repeat=2):
            cards = Card(first, one), Card(second, other), Card(down, Suit.SPADES)
            ways = len(Suit) * _ways(cards, house.decks)
            matched = count_matches(*cards, house.match.by)
            counted.append((events[matched], match_net(matched, house), ways * lives))
            counted.append(("surrendered", match_net(NO_MATCH, house), ways * dies))
    return table_of(counted)


def _ways(cards: tuple[Card, ...], decks: int) -> int:
    """In how many ways these very cards are drawn, one after another."""
    ways = 1
    for at, card in enumerate(cards):
        ways *= decks - cards[:at].count(card)
    return ways


def _up_cards(
    policy: Policy, ranks: list[int], decks: int, first: int, second: int, down: int
) -> tuple[int, int]:
    """Upcards beside which the hand is played, and those beside which it is given up."""
    counts = [0, 0]
    for up in ranks:
        left = len(Suit) * decks - (first, second, down).count(up)
        counts[_gives_up(policy, first - 1, second - 1, up - 1, down - 1)] += left
    return counts[0], counts[1]


def _gives_up(policy: Policy, first: int, second: int, up: int, down: int) -> bool:
    if policy.gives_up_early[first, second, up]:
        return True
    observation = policy.observations[up, down]
    return bool(observation != ENDED and policy.starts.best[first, second, observation] == Action.SURRENDER)
