"""The rounds that the prover explores: all there are, each by a deal that leads where it is said to lead."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

import pytest

from pitboss.games.families import FAMILIES
from pitboss.games.vocabulary import FACTS
from pitboss.proof import blackjack_rounds, over_under_rounds
from pitboss.proof.deals import Deal
from pitboss.proof.exploring import ROUNDS
from pitboss.proof.questions import Ending, Round, Used
from tests.floor import game_of

EVERYTHING = frozenset(FACTS) - {"hand_wins", "hand_ties", "hand_loses"}
BLACKJACK_GAMES = ("down-under-pa", "double-back-jack-pa", "blackjack-match-nh", "blackjack")
RANKS = {"A": 1, "J": 10, "Q": 10, "K": 10} | {str(number): number for number in range(2, 11)}


SETTLED = frozenset(
    {
        "player", "dealer", "blackjack", "dealer_blackjack", "doubled", "split", "second_chance",
        "surrendered", "insured", "took_even_money", "up_ace", "up_ten",
    }
)  # fmt: skip
DECIDED = frozenset({"player", "cards", "split_aces", "hands", "same_value"})


@cache
def explored(name: str, *choices: str) -> Round:
    used = Used(SETTLED, DECIDED, EVERYTHING, EVERYTHING)
    return blackjack_rounds.explore(game_of(name, *choices), used)


def hands(name: str, *choices: str) -> Iterator[Ending]:
    """Endings of the main wager."""
    main = game_of(name, *choices).main_wager.id
    return (ending for ending in explored(name, *choices).endings if main in ending.wagers)


def count(cards: Iterable[str], limit: int = 21) -> int:
    """A total as people count it: every ace 1, and one of them 11 if that fits."""
    values = [RANKS[card.rstrip("♣♦♥♠")] for card in cards]
    return sum(values) + (10 if 1 in values and sum(values) + 10 <= limit else 0)


def played(deal: Deal) -> tuple[int, int, int]:
    """The player's total and the dealer's, with the hole card, by the words of a deal; and its cards."""
    player: list[str] = []
    dealer: list[str] = []
    chance = 0
    for move in deal.moves:
        match move.says.split():
            case ["player", "splits"]:
                player = player[:1]
            case ["player", "takes", "a", "Second", *_]:
                chance = RANKS[move.card]
            case ["player", *_] | ["a", "split", *_] if move.card:
                player.append(move.card)
            case ["dealer", *_] | ["hole", *_]:
                dealer.append(move.card)
    points = sum(RANKS[card] for card in player) - chance if chance else count(player)
    return points, count(dealer), len(deal.cards)


@pytest.mark.parametrize("name", ["double-back-jack-pa", "blackjack-match-nh", "blackjack"])
def test_every_deal_leads_to_what_is_said_of_it(name: str) -> None:
    endings = list(hands(name))
    assert len(endings) > 2_000
    for ending in endings:
        player, dealer, cards = played(ending.deal)
        assert player == ending.facts["player"], ending.deal
        assert dealer == ending.facts["dealer"], ending.deal
        assert cards == ending.deal.length[0]
        said = str(ending.deal)
        assert ending.facts["doubled"] == ("doubles" in said)
        assert ending.facts["split"] == ("splits" in said)
        assert ending.facts["surrendered"] == ("surrenders" in said)
        assert ending.facts["insured"] == ("insures" in said)


CARDS = (*"A23456789", "10")


def shortest(limit: int, first: Iterable[str], goal: range) -> dict[int, int]:
    """The fewest cards that make each total of a goal, drawing only below a limit; all hands are tried."""
    found: dict[int, int] = {}
    for cards in range(2, 5):
        for up, *others in product(first, *(CARDS for _ in range(cards - 1))):
            totals = [count((up, *others[:length])) for length in range(1, cards)]
            is_blackjack = cards == 2 and totals[-1] == 21
            if totals[-1] in goal and not is_blackjack and all(total < limit for total in totals[:-1]):
                found.setdefault(totals[-1], cards)
    return found


def test_the_deals_are_the_shortest_there_are() -> None:
    """Hands that are neither doubled nor split nor a Blackjack, against a low upcard."""
    player = shortest(21, CARDS, range(4, 22))
    dealer = shortest(17, "23456789", range(17, 27))
    other = ("blackjack", "dealer_blackjack", "doubled", "split", "insured", "up_ace", "up_ten")
    reached = {
        (int(ending.facts["player"]), int(ending.facts["dealer"])): ending.deal.length[0]
        for ending in hands("blackjack")
        if not any(ending.facts[name] for name in other) and int(ending.facts["player"]) <= 21
    }
    assert reached == {
        (mine, theirs): player[mine] + dealer[theirs] for mine, theirs in product(range(4, 22), range(17, 27))
    }


@pytest.mark.parametrize("name", BLACKJACK_GAMES)
def test_every_total_is_reached_on_both_sides(name: str) -> None:
    facts = [ending.facts for ending in hands(name)]
    assert {one["player"] for one in facts} >= set(range(4, 31))
    top = {one["dealer"] for one in facts if not one["dealer_blackjack"]}
    assert top >= set(range(17, 27))
    pairs = {(one["player"], one["dealer"]) for one in facts if not one["doubled"] and not one["split"]}
    assert pairs >= set(product(range(4, 21), range(17, 27)))


def test_a_blackjack_that_is_found_ends_the_round_before_anybody_acts() -> None:
    for ending in hands("down-under-pa"):
        if ending.facts["dealer_blackjack"]:
            assert not ending.facts["doubled"]
            assert not ending.facts["split"]
            assert "settle" not in ending.steps
    european = [ending.facts for ending in hands("blackjack", "hole_card=european")]
    assert any(facts["dealer_blackjack"] and facts["doubled"] for facts in european), "nobody looks there"


def test_a_dealer_for_whom_nobody_waits_draws_for_a_neighbor_only() -> None:
    for ending in hands("double-back-jack-pa"):
        waits = "stands" in str(ending.deal).replace("next player stands", "")
        if "dealer draws" in str(ending.deal) and not waits and "doubles" not in str(ending.deal):
            assert "next player" in str(ending.deal) or ending.facts["second_chance"], ending.deal
    assert not any("next player" in str(ending.deal) for ending in hands("down-under-pa")), "it plays out"


def test_aces_are_split_as_often_as_the_game_lets_them() -> None:
    def most(name: str) -> int:
        turns = [turn for turn in explored(name).turns if turn.facts["split_aces"]]
        return max(int(turn.facts["hands"]) for turn in turns)

    assert most("down-under-pa") == 2
    assert most("blackjack-match-nh") == 3


def test_matches_are_explored_in_suit_and_out_of_it() -> None:
    used = Used(
        frozenset({"matches", "suited_matches", "dealer_blackjack"}), frozenset(), frozenset(), frozenset()
    )
    game = game_of("blackjack-match-nh")
    endings = blackjack_rounds.explore(game, used).endings
    for wager in game.wagers_of("match"):
        facts = {
            (ending.facts["matches"], ending.facts["suited_matches"], ending.facts["dealer_blackjack"])
            for ending in endings
            if wager.id in ending.wagers
        }
        counts = {(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)}
        assert facts == {(*count, found) for count in counts for found in (True, False)}


def test_three_cards_reach_every_total_under_every_choice() -> None:
    used = Used(frozenset({"player", "over", "under", "surrendered"}), EVERYTHING, EVERYTHING, EVERYTHING)
    endings = over_under_rounds.explore(game_of("over-under-pa"), used).endings
    totals = {
        choice: {ending.facts["player"] for ending in endings if ending.facts[choice]}
        for choice in ("over", "under", "surrendered")
    }
    assert all(found == set(range(6, 34)) for found in totals.values())
    for ending in endings:
        assert sum(11 if card == "A" else RANKS[card] for card in ending.deal.cards) == ending.facts["player"]


def test_every_family_is_explored() -> None:
    assert ROUNDS.keys() == FAMILIES.keys()


def test_no_deal_needs_more_cards_than_the_shoe_has() -> None:
    game = game_of("blackjack", "decks=1")
    used = Used(frozenset({"player", "dealer", "doubled", "split"}), frozenset(), frozenset(), frozenset())
    endings = blackjack_rounds.explore(game, used).endings
    for ending in endings:
        for card in set(ending.deal.cards) - {"10"}:
            assert ending.deal.cards.count(card) <= 4, ending.deal


def test_cards_of_one_value_are_alike_in_a_deck_without_tens() -> None:
    round_ = blackjack_rounds.explore(
        game_of("tests/law/riverboat/lucky-nines.toml"),
        Used(
            frozenset({"player", "dealer"}), frozenset({"same_rank", "same_value"}), frozenset(), frozenset()
        ),
    )
    cards = {card.rstrip("♥♠") for ending in round_.endings for card in ending.deal.cards}
    assert "10" not in cards
    assert "J" in cards
    pairs = {
        (turn.facts["same_value"], turn.facts["same_rank"]) for turn in round_.turns if turn.act == "split"
    }
    assert (True, False) in pairs, "jack and king"
