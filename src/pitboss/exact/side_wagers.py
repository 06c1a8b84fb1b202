"""Side wagers: exact fractions, every combination counted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, sqrt

from pitboss.exact.composition import Composition
from pitboss.rules.cards import ACE, KING, TEN, Card, Suit
from pitboss.rules.hands import EMPTY, draw, fixed_total
from pitboss.rules.house import House
from pitboss.rules.match import Matches, match_multiple, matches
from pitboss.rules.over_under import play_result, settle_bonus
from pitboss.rules.player import Action
from pitboss.rules.settlement import Result

UNIT = 1_000


@dataclass(frozen=True)
class ReturnRow:
    """One row of a return table."""

    event: str
    pays: Fraction
    """Net units: -1 when the stake is lost."""
    combinations: int
    chance: Fraction

    @property
    def contribution(self) -> Fraction:
        return self.pays * self.chance


@dataclass(frozen=True)
class ReturnTable:
    """Everything that can become of a wager, and what it is worth."""

    rows: tuple[ReturnRow, ...]

    @property
    def combinations(self) -> int:
        return sum(outcome.combinations for outcome in self.rows)

    @property
    def expectation(self) -> Fraction:
        return sum((outcome.contribution for outcome in self.rows), Fraction(0))

    @property
    def hit_frequency(self) -> Fraction:
        return sum((outcome.chance for outcome in self.rows if outcome.pays > 0), Fraction(0))

    @property
    def standard_deviation(self) -> float:
        square = sum((outcome.pays**2 * outcome.chance for outcome in self.rows), Fraction(0))
        return sqrt(square - self.expectation**2)


def table_of(counted: Iterable[tuple[str, Fraction, int]]) -> ReturnTable:
    rows: dict[tuple[str, Fraction], int] = {}
    for event, pays, combinations in counted:
        rows[event, pays] = rows.get((event, pays), 0) + combinations
    total = sum(rows.values())
    return ReturnTable(
        tuple(
            ReturnRow(event, pays, combinations, Fraction(combinations, total))
            for (event, pays), combinations in rows.items()
            if combinations
        )
    )


EVENTS = (
    (Matches(2, 0), "two suited matches"),
    (Matches(1, 1), "one suited and one unsuited match"),
    (Matches(0, 2), "two unsuited matches"),
    (Matches(1, 0), "one suited match"),
    (Matches(0, 1), "one unsuited match"),
    (Matches(0, 0), "no match"),
)


def match_table(house: House, gone: Sequence[Card] = ()) -> ReturnTable:
    """A match wager, these cards gone from a fresh shoe: the player's two cards against one of the dealer."""
    held = {card: house.decks - gone.count(card) for card in _deck(house)}
    counted = []
    for dealer, ways_up in held.items():
        alike = [card for card in held if matches(card, dealer, house.match.by)]
        suited = sum(held[card] for card in alike if card.suit == dealer.suit) - 1  # the dealer's own card
        unsuited = sum(held[card] for card in alike if card.suit != dealer.suit)
        rest = sum(held.values()) - 1 - suited - unsuited
        for matched, event in EVENTS if ways_up else ():
            none = 2 - matched.suited - matched.unsuited
            ways = comb(suited, matched.suited) * comb(unsuited, matched.unsuited) * comb(rest, none)
            counted.append((event, match_net(matched, house), ways_up * ways))
    return table_of(counted)


def match_net(matched: Matches, house: House) -> Fraction:
    """Net units of a match wager."""
    return Fraction(match_multiple(matched, house.match.pays) or -1)


def _deck(house: House) -> list[Card]:
    return [Card(rank, suit) for rank in range(1, KING + 1) if house.deck[rank - 1] for suit in Suit]


def insurance_table(house: House, shoe: Composition) -> ReturnTable:
    """Insurance on the dealer's ace, for a player of whose cards only this is known: they may be insured."""
    left = shoe.without(ACE)
    tens, aces = sum(left.ranks[TEN - 1 :]), left.ranks[ACE - 1]
    odds = house.insurance.odds
    holes = (
        ("dealer has Blackjack", Fraction(odds.pays, odds.to), tens, aces * (tens - 1)),
        ("dealer has none", Fraction(-1), aces, (aces - 1) * tens),
        ("dealer has none", Fraction(-1), left.size - tens - aces, aces * tens),
    )
    if house.blackjack.may_insure:
        return table_of((event, pays, ways) for event, pays, ways, _ in holes)
    hands = comb(left.size - 1, 2)
    return table_of((event, pays, ways * (hands - blackjacks)) for event, pays, ways, blackjacks in holes)


def three_card_totals(shoe: Composition) -> dict[int, int]:
    """In how many ways three cards make each total at Over/Under."""
    ways: dict[int, int] = {}
    values = shoe.values
    for low in range(10):
        for middle in range(low, 10):
            for high in range(middle, 10):
                count = 1
                for column in {low, middle, high}:
                    count *= comb(values[column], (low, middle, high).count(column))
                points = card_points(low, middle, high)
                ways[points] = ways.get(points, 0) + count
    return ways


def card_points(*columns: int) -> int:
    """The total of these cards at Over/Under."""
    hand = EMPTY
    for column in columns:
        hand = draw(hand, column + 1)
    return fixed_total(hand)


def bonus_table(house: House, shoe: Composition) -> ReturnTable:
    """The Bonus Wager by total point count."""
    counted = []
    for points, ways in sorted(three_card_totals(shoe).items()):
        back = sum(settle_bonus(UNIT, points, house))
        counted.append((f"total {points}" if back else "any other total", Fraction(back - UNIT, UNIT), ways))
    return table_of(counted)


CHOICES = {Action.OVER: "over", Action.UNDER: "under", Action.FOLD: "surrender"}


@dataclass(frozen=True)
class FirstCard:
    """What each choice is worth after a first card, in units of the Ante."""

    column: int
    chance: Fraction
    values: dict[Action, Fraction]
    wins: dict[Action, Fraction]
    returns: dict[Action, Fraction]

    @property
    def best(self) -> Action:
        return max(self.values, key=lambda action: self.values[action])


def first_cards(house: House, shoe: Composition) -> list[FirstCard]:
    """The decision at Over/Under for every first card."""
    choices = []
    values = shoe.values
    for column in range(10):
        if not values[column]:
            continue
        left = list(values)
        left[column] -= 1
        choices.append(_first_card(house, column, Fraction(values[column], shoe.size), left))
    return choices


def _first_card(house: House, column: int, chance: Fraction, left: list[int]) -> FirstCard:
    size = sum(left)
    worth: dict[Action, Fraction] = {}
    wins: dict[Action, Fraction] = {}
    returns: dict[Action, Fraction] = {}
    for action in CHOICES:
        worth[action] = wins[action] = returns[action] = Fraction(0)
        for second, third in product(range(10), repeat=2):
            ways = left[second] * (left[third] - (second == third))
            share = Fraction(ways, size * (size - 1))
            result = play_result(action, card_points(column, second, third), house)
            worth[action] += share * ante_pay(action, result, house)
            wins[action] += share * (result == Result.WIN)
            returns[action] += share * (result == Result.TIE)
    return FirstCard(column, chance, worth, wins, returns)


def ante_pay(action: Action, result: Result, house: House) -> Fraction:
    """What Ante and play wager bring together, in units of the Ante."""
    stakes = 1 if action == Action.FOLD else 2
    if result == Result.WIN:
        return stakes * Fraction(house.over_under.odds.pays, house.over_under.odds.to)
    return Fraction(0) if result == Result.TIE else Fraction(-stakes)


def ante_table(house: House, shoe: Composition) -> ReturnTable:
    """The Ante with its Over or Under, played best by the first card."""
    counted: list[tuple[str, Fraction, int]] = []
    scale = shoe.size * (shoe.size - 1) * (shoe.size - 2)
    for first in first_cards(house, shoe):
        action = first.best
        name = CHOICES[action]
        if action == Action.FOLD:
            counted.append(("surrendered", Fraction(-1), int(first.chance * scale)))
            continue
        win, tie = first.wins[action], first.returns[action]
        counted.append((f"{name} wins", ante_pay(action, Result.WIN, house), int(first.chance * win * scale)))
        counted.append((f"{name} returned", Fraction(0), int(first.chance * tie * scale)))
        counted.append((f"{name} loses", Fraction(-2), int(first.chance * (1 - win - tie) * scale)))
    return table_of(counted)
