"""The interface of a player to the simulator: plain tables.

Hands are numbers; hand 0 is empty and `next_hand` leads on by card value. Observations are numbers too: what
may be announced of the dealer's two cards. Actions are those of `rules.player.Action`.
"""

from collections.abc import Sequence
from typing import Any, Protocol

ENDED = 255
"""In place of an observation: the reader has ended the round."""

PLAIN, FROM_LARGE, SPLIT_OF = 0, 1, 2
"""Kinds of hands: unsplit, grown from two Large cards, or one hand of a split pair (2 + its value)."""


class ActionTable(Protocol):
    """By hand and observation: what is played, the next best (-1: none), its cost, how often it is met."""

    @property
    def best(self) -> Any: ...
    @property
    def second(self) -> Any: ...
    @property
    def cost(self) -> Any: ...
    @property
    def often(self) -> Any: ...


class Plan(Protocol):
    @property
    def observations(self) -> Any:
        """The observation of every up card and hole card, by rank; ENDED when no one acts."""

    @property
    def next_hand(self) -> Any:
        """The hand after a card of each value; -1 when that breaks it."""

    @property
    def starts(self) -> ActionTable:
        """Two cards as dealt, by rank."""

    @property
    def kinds(self) -> Sequence[ActionTable | None]:
        """Longer hands, and split ones of any length, by kind; None where it never happens."""

    @property
    def bust_rows(self) -> Sequence[Any]:
        """For each kind the row of `takes` by hand and breaking card."""

    @property
    def takes(self) -> Any:
        """Whether a Second Chance is taken: row, hand doubled or not, observation."""

    @property
    def insures(self) -> Any:
        """By the ranks of one's two cards, when the dealer shows an ace."""

    @property
    def takes_even_money(self) -> Any:
        """Likewise."""

    @property
    def gives_up_early(self) -> Any:
        """Surrender before the reader: ranks of one's two cards, rank of the up card."""

    @property
    def chooses(self) -> Any:
        """At Over/Under, by the rank of the first card."""
