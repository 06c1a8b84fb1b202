"""Every way in which one hand of a box can be played against what the dealer shows."""

import heapq
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from pitboss.games.game import Game
from pitboss.games.vocabulary import Value
from pitboss.proof.deals import Move, folded_ranks, other_ten
from pitboss.rules.cards import ACE, Range, point_value, range_of
from pitboss.rules.dealer import insurance_is_open, waits_for_dealer
from pitboss.rules.hands import EMPTY, BoxHand, draw, holds_blackjack, is_bust, player_total
from pitboss.rules.house import Surrender
from pitboss.rules.player import (
    may_double,
    may_hit,
    may_insure,
    may_split,
    may_stand,
    may_surrender,
    may_take_even_money,
    may_take_second_chance,
)


class Line(NamedTuple):
    """One hand on its way through a round."""

    box: BoxHand
    first: tuple[int, int]
    """The box's first two cards."""
    hands: int = 1
    moves: tuple[Move, ...] = ()
    """What happened after the first cards."""
    cards: int = 0
    """How many cards were dealt since."""
    surrendered: bool = False
    insured: bool = False
    took_even_money: bool = False
    is_over: bool = False

    @property
    def large(self) -> int:
        """Original cards of the Large range in this hand."""
        mine = self.first[:1] if self.box.from_split else self.first
        return sum(range_of(rank) == Range.LARGE for rank in mine)

    def over(self, says: str) -> "Line":
        return self._replace(moves=(*self.moves, Move(says)), is_over=True)

    def gets(self, says: str, rank: int, box: BoxHand) -> "Line":
        """The line with one card more, which makes the hand this one."""
        return Line(box, self.first, self.hands, (*self.moves, Move(says, rank)), self.cards + 1)

    def insures(self) -> "Line":
        """The same line with insurance taken before anything else."""
        return self._replace(moves=(Move("player insures"), *self.moves), insured=True)


class Choice(NamedTuple):
    """Something that could be decided about a line, whether the rules let it be, and what then follows."""

    act: str
    permitted: bool
    leads_to: tuple[Line, ...] = ()


class Played(NamedTuple):
    """A line with what is so of it and what can be decided about it."""

    line: Line
    facts: dict[str, Value]
    choices: tuple[Choice, ...]

    @property
    def is_end(self) -> bool:
        return not any(choice.permitted for choice in self.choices)


class PlayerHands:
    """The lines of one game; `most_cards` is how far cards of a hand are told apart."""

    def __init__(self, game: Game, most_cards: int) -> None:
        self._game, self._house = game, game.house
        self._steps = {phase.name for phase in game.phases}
        self._ranks = folded_ranks(game.house)
        self._most_cards = most_cards

    def facts(self, line: Line) -> dict[str, Value]:
        box = line.box
        points = box.hand.pips - box.chance if box.chance else player_total(box.hand).points
        is_two = box.hand.cards == 2
        return {
            "player": points,
            "cards": min(box.hand.cards, self._most_cards),
            "hands": line.hands,
            "original_large": line.large,
            "blackjack": holds_blackjack(box, self._house),
            "same_value": is_two and point_value(box.first) == point_value(box.second),
            "same_rank": is_two and box.first == box.second,
            "doubled": box.doubled,
            "split": box.from_split,
            "split_aces": box.from_split and box.first == ACE,
            "second_chance": box.chance > 0,
            "surrendered": line.surrendered,
            "insured": line.insured,
            "took_even_money": line.took_even_money,
        }

    def waits(self, line: Line) -> bool:
        """Can the dealer's total still change what this hand is paid, as the software plays it?"""
        if line.surrendered or line.took_even_money:
            return False
        return waits_for_dealer(line.box, self._house)

    def dealt(self) -> Iterator[Line]:
        """Every pair of first cards, cards of one value taken for alike."""
        ranks = (*self._ranks, *other_ten(self._house))
        for number, one in enumerate(ranks):
            for two in ranks[number:]:
                hand = draw(draw(EMPTY, one), two)
                yield Line(BoxHand(hand, one, two, False, False, 0), (one, two))

    def before_reader(self, line: Line, up: int) -> Iterator[Choice]:
        """Insurance, even money and an early surrender."""
        if "insurance" in self._steps and insurance_is_open(up, self._house):
            paid = line.over("player takes even money")._replace(took_even_money=True)
            yield Choice("insurance", may_insure(line.box, up, self._house), (line.insures(),))
            yield Choice("even_money", may_take_even_money(line.box, up, self._house), (paid,))
        is_early = self._house.surrender.when == Surrender.EARLY
        if is_early or "surrender_before_reader" in self._game.procedures:
            yield Choice("surrender", may_surrender(line.box, self._house), (self._surrenders(line),))

    def _surrenders(self, line: Line) -> Line:
        return line.over("player surrenders")._replace(surrendered=True)

    def decisions(self, line: Line) -> Iterator[Choice]:
        """What can be decided about a hand in its turn; nothing permitted means that it is finished."""
        box, house = line.box, self._house
        if is_bust(box.hand):
            yield self._choice("second_chance", may_take_second_chance(box, house), line)
            return
        yield self._choice("draw", may_hit(box, house), line)
        yield self._choice("stand", may_stand(box, house), line)
        yield self._choice("double", may_double(box, house), line)
        yield self._choice("split", may_split(box, line.hands, house), line)
        is_late = house.surrender.when == Surrender.LATE
        yield self._choice("surrender", is_late and may_surrender(box, house), line)

    def _choice(self, act: str, permitted: bool, line: Line) -> Choice:
        return Choice(act, permitted, self._carried_out(act, line) if permitted else ())

    def _carried_out(self, act: str, line: Line) -> tuple[Line, ...]:
        match act:
            case "draw":
                return self._hits(line)
            case "double":
                return self._doubles(line)
            case "split":
                return self._splits(line)
            case "second_chance":
                return self._chances(line)
            case "surrender":
                return (self._surrenders(line),)
        return (line.over("player stands"),)

    def _hits(self, line: Line) -> tuple[Line, ...]:
        return tuple(line.gets("player draws", rank, _drawn(line.box, rank)) for rank in self._ranks)

    def _doubles(self, line: Line) -> tuple[Line, ...]:
        return tuple(
            line.gets("player doubles and draws", rank, _drawn(line.box, rank)._replace(doubled=True))
            for rank in self._ranks
        )

    def _chances(self, line: Line) -> tuple[Line, ...]:
        says = "player takes a Second Chance and draws"
        taken = (
            line.gets(says, rank, line.box._replace(chance=point_value(rank)))._replace(is_over=True)
            for rank in self._ranks
        )
        return (line.over("player declines the Second Chance"), *taken)

    def _splits(self, line: Line) -> tuple[Line, ...]:
        first = line.box.first
        alone = BoxHand(draw(EMPTY, first), first, 0, True, False, 0)
        parted = line._replace(hands=line.hands + 1, moves=(*line.moves, Move("player splits")))
        return tuple(parted.gets("a split hand gets", rank, _drawn(alone, rank)) for rank in self._ranks)

    def walk(self) -> list[Played]:
        """Every hand that the first cards can become, each kind once, those with fewer cards first."""
        number, seen, played = count(), set(), []
        heap = [(line.cards, next(number), line) for line in self.dealt()]
        heapq.heapify(heap)
        while heap:
            _, _, line = heapq.heappop(heap)
            facts = self.facts(line)
            if (key := _key(line, facts)) in seen:
                continue
            seen.add(key)
            choices = () if _is_done(line) else tuple(self.decisions(line))
            played.append(Played(line, facts, choices))
            for choice in choices:
                for more in choice.leads_to:
                    heapq.heappush(heap, (more.cards, next(number), more))
        return played


def _drawn(box: BoxHand, rank: int) -> BoxHand:
    return box._replace(hand=draw(box.hand, rank), second=box.second or rank)


def _is_done(line: Line) -> bool:
    return line.is_over or (line.box.doubled and not is_bust(line.box.hand))


def _key(line: Line, facts: dict[str, Value]) -> tuple[object, ...]:
    """Lines with the same key have the same future and the same facts."""
    box = line.box
    return (box.hand.pips, box.hand.aces > 0, box.chance, line.is_over, *facts.values())
