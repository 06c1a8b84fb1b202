"""A certificate: the rules in force, the strategy at every decision, and the exact value that it claims.

It is written for a reader who trusts neither this program nor its authors: `checker/` reads it and imports
nothing of ours. So it speaks plain words and letters, and names no switch of the code.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.exact.composition import Composition, shoe_of
from pitboss.exact.fraction import exact_value
from pitboss.exact.hand_graph import decoded
from pitboss.exact.round_value import Round, Start
from pitboss.exact.side_wagers import CHOICES, ante_table, first_cards
from pitboss.exact.solve import DOUBLE, HIT, STAND, SURRENDER, Busts, Solver, choices_of
from pitboss.exact.support import refuse_unsupported
from pitboss.games.game import Game
from pitboss.rules.cards import TEN
from pitboss.rules.house import Odds

VERSION = 1
NAMES = "A23456789T"
RANKS = "A23456789TJQK"
LETTERS = {STAND: "S", HIT: "H", DOUBLE: "D", SURRENDER: "R"}

BLACKJACK_RULES: dict[str, tuple[str, str]] = {
    "dealer hits soft 17": ("dealer", "hits_soft_17"),
    "dealer's ace counts 11 up to": ("dealer", "ace_limit"),
    "dealer's two aces are 22": ("dealer", "two_aces_22"),
    "announced before play": ("dealer", "reader"),
    "late blackjack takes added wagers": ("dealer", "takes_added_wagers"),
    "dealer's 22 returns wagers": ("push", "applies"),
    "21 wins against 22": ("push", "pays_21"),
    "two large cards win against 22": ("push", "pays_two_large"),
    "large cards count after drawing": ("push", "counts_drawn"),
    "large cards count after doubling": ("push", "counts_doubled"),
    "large cards count after splitting": ("push", "counts_split"),
    "double wins against 22": ("push", "pays_double"),
    "dealer's 22 returns busts": ("push", "returns_busts"),
    "blackjack pays": ("blackjack", "odds"),
    "blackjack beats blackjack": ("blackjack", "beats_dealer"),
    "blackjack may take even money": ("blackjack", "even_money"),
    "blackjack may insure": ("blackjack", "may_insure"),
    "blackjack after a split": ("blackjack", "after_split"),
    "wins pay": ("player", "win_odds"),
    "21 is paid at once": ("player", "paid_21_at_once"),
    "21 may be played": ("player", "twenty_one"),
    "doubles from": ("double", "lowest"),
    "doubles to": ("double", "highest"),
    "doubles after a split": ("double", "after_split"),
    "doubles on split aces": ("double", "split_aces"),
    "pairs are by rank": ("split", "by_rank"),
    "most hands": ("split", "max_hands"),
    "most hands of aces": ("split", "max_ace_hands"),
    "split aces draw": ("split", "aces_draw"),
    "insurance": ("insurance", "offered"),
    "insurance pays": ("insurance", "odds"),
    "surrender": ("surrender", "when"),
    "surrender of split hands": ("surrender", "split_hands"),
    "second chance": ("second_chance", "offered"),
    "second chance pays": ("second_chance", "odds"),
    "second chance stakes the double too": ("second_chance", "on_current_wager"),
    "second chance after a split": ("second_chance", "on_split_hands"),
}
OVER_UNDER_RULES: dict[str, tuple[str, str]] = {
    "over from": ("over_under", "over_from"),
    "under to": ("over_under", "under_to"),
    "wins pay": ("over_under", "odds"),
    "wrong side is returned": ("over_under", "miss_returns"),
}
WORDS: dict[str, tuple[str, ...]] = {
    "announced before play": ("nothing", "blackjack", "range"),
    "21 may be played": ("never", "after a split", "always"),
    "surrender": ("none", "late", "early"),
}
"""Choices in words, in the order of their numbers."""


def certify(game: Game, shoe: Composition | None = None) -> dict[str, Any]:
    """The certificate of a game's main wager, for a fresh shoe or a given one."""
    refuse_unsupported(game)
    cards = shoe or shoe_of(game.house)
    parts = _blackjack(game, cards) if game.family.has_dealer_hand else _over_under(game, cards)
    certificate = {
        "certificate": VERSION,
        "about": {
            "game": game.id,
            "title": game.title,
            "document": game.document,
            "wager": game.main_wager.id,
            "options": {name: str(value) for name, value in game.option_values.items()},
            "readings": game.reading_choices,
            "rulebook sha256": game.sha256,
        },
        "shoe": dict(zip(RANKS, cards.ranks, strict=True)),
        **parts,
    }
    return certificate | {"sha256": digest(certificate)}


def digest(certificate: dict[str, Any]) -> str:
    """Of everything but the digest itself."""
    return hashlib.sha256(json.dumps(certificate, sort_keys=True).encode()).hexdigest()


def text_of(certificate: dict[str, Any]) -> str:
    """One line for each hand."""
    return json.dumps(certificate, indent=1, ensure_ascii=False) + "\n"


def rules_in_force(game: Game) -> dict[str, Any]:
    """What the main wager is played by, in the words of a certificate."""
    names = BLACKJACK_RULES if game.family.has_dealer_hand else OVER_UNDER_RULES
    return {
        name: _rule(name, getattr(getattr(game.house, group), switch))
        for name, (group, switch) in names.items()
    }


def _rule(name: str, value: Any) -> Any:
    if isinstance(value, Odds):
        return str(Fraction(value.pays, value.to))
    return WORDS[name][value] if name in WORDS else value


def _over_under(game: Game, cards: Composition) -> dict[str, Any]:
    return {
        "family": "over/under",
        "rules": rules_in_force(game),
        "split method": "",
        "observations": [],
        "strategy": {NAMES[first.column]: CHOICES[first.best] for first in first_cards(game.house, cards)},
        "value": str(ante_table(game.house, cards).expectation),
    }


def _blackjack(game: Game, cards: Composition) -> dict[str, Any]:
    played = Round(Solver(game.house, cards), thorough=True)
    possible = [
        at
        for at, sight in enumerate(played.solver.shown)
        if cards.values[sight.up] and any(cards.values[hole] for hole in sight.holes)
    ]
    return {
        "family": "blackjack",
        "rules": rules_in_force(game),
        "split method": played.method,
        "observations": [
            _sight(played.solver.shown[at].up, played.solver.shown[at].label) for at in possible
        ],
        "strategy": _Written(played, possible).strategy(),
        "value": str(exact_value(played).fraction),
    }


def _sight(up: int, announced: str) -> str:
    return f"{NAMES[up]} {announced}".strip()


class _Written:
    """A round's choices in letters."""

    def __init__(self, played: Round, possible: list[int]) -> None:
        """`possible`: the observations that this shoe can bring."""
        self.played, self.solver, self._possible = played, played.solver, possible
        self.names = [_name(counts) for counts in self.solver.graph.counts]

    def strategy(self) -> dict[str, Any]:
        played, solver = self.played, self.solver
        pairs = [start for start in played.starts if start.may_split]
        grown = solver.values_from_large is not solver.values
        return {
            "hands": self._hands(choices_of(solver.values), self._surrendered),
            "hands from two large cards": self._from_large() if grown else {},
            "pairs": {name: letters for start in pairs for name, letters in self._pairs(start)},
            "split hands": {NAMES[start.first]: self._split_hands(start.first) for start in pairs},
            "busts": self._chances(solver.busts, False),
            "doubled busts": self._chances(solver.busts, True),
            "busts of split hands": self._split_chances(pairs, False),
            "doubled busts of split hands": self._split_chances(pairs, True),
            "insurance": self._starts(lambda start: played.insures(start, 0)),
            "even money": self._starts(lambda start: played.takes_even_money(start, 0)),
            "early surrender": self._early(),
        }

    def _hands(self, policy: Any, surrendered: dict[int, Any]) -> dict[str, str]:
        """Every hand of two cards and more, splits aside."""
        return {
            self.names[hand]: self._letters(policy[hand], surrendered.get(int(hand)))
            for hand in np.flatnonzero(self.solver.graph.cards >= 2)
        }

    def _from_large(self) -> dict[str, str]:
        hands = self._hands(choices_of(self.solver.values_from_large), self._surrendered)
        return {name: letters for name, letters in hands.items() if sum(map(name.count, "AT")) >= 2}

    @property
    def _surrendered(self) -> dict[int, Any]:
        """Where two cards are given up in their turn."""
        found: dict[int, Any] = {}
        for start in self.played.starts:
            worth = self.played.action_values(start)
            if SURRENDER in worth:
                others = [worth[action] for action in (STAND, HIT, DOUBLE) if action in worth]
                found[start.hand] = np.all([worth[SURRENDER] > other for other in others], axis=0)
        return found

    def _pairs(self, start: Start) -> Iterable[tuple[str, str]]:
        self.played.splits.worth(start.first)
        where = self.played.where_split(start)
        if not (self.solver.house.split.by_rank and start.first + 1 == TEN):
            return [(NAMES[start.first] * 2, self._yes_or_no(where[0]))]
        tens = self.solver.shoe.ranks[TEN - 1 :]
        kinds = sorted({count for count in tens if count >= 2})
        return [
            (rank * 2, self._yes_or_no(where[kinds.index(count)]))
            for rank, count in zip(RANKS[TEN - 1 :], tens, strict=True)
            if count >= 2
        ]

    def _split_hands(self, value: int) -> dict[str, str]:
        self.played.splits.worth(value)
        policy, counts = self.played.splits.policy(value), self.solver.graph.counts
        holding = np.flatnonzero((counts[:, value] > 0) & (self.solver.graph.cards >= 2))
        return {self.names[hand]: self._letters(policy[hand], None) for hand in holding}

    def _chances(self, busts: Busts, doubled: bool) -> dict[str, str]:
        if busts.hands is None or doubled not in busts.hands.takes:
            return {}
        cards, takes = decoded(busts.hands.codes), busts.hands.takes[doubled]
        rows = [row for row, held in enumerate(cards) if not doubled or held.sum() == 3]
        return {_name(cards[row]): self._yes_or_no(takes[row]) for row in rows}

    def _split_chances(self, pairs: list[Start], doubled: bool) -> dict[str, dict[str, str]]:
        """By the method CDZ- they are those of the same cards unsplit."""
        if self.played.method == "CDZ-" or not self.played.splits.second_chance:
            return {}
        return {
            NAMES[start.first]: self._chances(self.played.splits.busts(start.first), doubled)
            for start in pairs
        }

    def _letters(self, row: Any, surrendered: Any) -> str:
        gives_up = np.zeros(len(row), dtype=np.bool_) if surrendered is None else surrendered
        return "".join("R" if gives_up[at] else LETTERS[int(row[at])] for at in self._possible)

    def _yes_or_no(self, row: Any) -> str:
        return "".join("Y" if row[at] else "N" for at in self._possible)

    def _starts(self, taken: Callable[[Start], bool]) -> list[str]:
        return [self.names[start.hand] for start in self.played.starts if taken(start)]

    def _early(self) -> dict[str, str]:
        """The up cards against which two cards are given up before play."""
        found = {
            self.names[start.hand]: "".join(
                NAMES[up] for up in range(len(NAMES)) if self.played.gives_up_early(start, up)
            )
            for start in self.played.starts
        }
        return {name: ups for name, ups in found.items() if ups}


def _name(counts: Any) -> str:
    """`A37T`: the cards of a hand, aces first."""
    return "".join(name * int(count) for name, count in zip(NAMES, counts, strict=True))
