"""A strategy in a few sentences, fitted to the game, each with its cost and the whole with its own.

The cost of a sentence is that of following it and the full chart in everything else, against the full chart;
the cost of the whole is that of following the sentences alone, against perfect play. Each is the price of a
fixed strategy.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from pitboss.exact.composition import VALUES, shoe_of, value_name
from pitboss.exact.hand_graph import Ints
from pitboss.exact.hand_tables import grows_from_large, legal
from pitboss.exact.round_value import Round, Start
from pitboss.exact.side_wagers import CHOICES, first_cards
from pitboss.exact.solve import DOUBLE, SPLIT, SURRENDER, Busts
from pitboss.exact.split import FIXED, Splits
from pitboss.exact.strategy import LEAST_BUST, MOST_BUST, Cell, Chart, Strategist
from pitboss.exact.thumb_rules import SHOWN, UPS, Box, Plan, Range, Threshold, ThumbFitter, light_of
from pitboss.games.game import Game
from pitboss.rules.player import may_insure

ACE_UP = 0


@dataclass(frozen=True)
class Sentence:
    says: str
    cost: float
    """In initial wagers."""


@dataclass(frozen=True)
class OneMinute:
    sentences: tuple[Sentence, ...]
    cost: float
    """Of all sentences together, against perfect play."""
    optimal: float
    """The player's expectation in perfect play."""

    @property
    def expectation(self) -> float:
        return self.optimal - self.cost


class ThumbPricer:
    """Prices of charts with a rule for a wager after a bust."""

    def __init__(self, played: Round) -> None:
        self.round, self.solver = played, played.solver
        self.strategist = Strategist(played)

    def price(self, chart: Chart, highest: int | None) -> float:
        """As `Strategist.price`, but a Second Chance is taken on totals up to `highest`."""
        if highest is None:
            return self.strategist.price(chart)
        solver, strategist = self.solver, self.strategist
        policy = strategist.policy(chart, *legal(solver.graph, solver.house, False, 0))
        busts = taken_up_to(solver.busts, highest)
        values = strategist.swept(policy, busts, from_large=False)
        large = strategist.swept(policy, busts, from_large=True) if grows_from_large(solver.house) else values
        splits = ThumbSplits(solver, strategist.split_policies(chart), highest)
        return sum(
            float(start.chance)
            * strategist.start_price(
                start, chart, values if self.round.values_of(start) is solver.values else large, splits
            )
            for start in self.round.starts
        )


class ThumbSplits(Splits):
    """Split hands that take a Second Chance up to a total."""

    def __init__(self, solver: Any, policies: dict[int, Any], highest: int) -> None:
        super().__init__(solver, FIXED, policies)
        self._highest = highest

    def _busts(self, value: int, hands: Ints, extra: Ints) -> Busts:
        return taken_up_to(super()._busts(value, hands, extra), self._highest)


def taken_up_to(busts: Busts, highest: int) -> Busts:
    """The same busts with a Second Chance on totals up to `highest`, and on no other."""
    hands = busts.hands
    if hands is None or not hands.takes:
        return busts
    takes = {
        doubled: np.broadcast_to((hands.over <= highest)[:, None], table.shape)
        for doubled, table in hands.takes.items()
    }
    single, doubled = (
        value + hands.gains[twice] * (takes[twice].astype(float) - hands.takes[twice])
        for twice, value in ((False, busts.single), (True, busts.doubled))
    )
    return replace(busts, single=single, doubled=doubled, hands=replace(hands, takes=takes))


Decides = Callable[[Cell], bool]


class Speaker:
    """Puts the rules of one round into sentences and prices them."""

    def __init__(self, game: Game, played: Round) -> None:
        self.game, self.round = game, played
        self.fitter = ThumbFitter(played)
        self.pricer = ThumbPricer(played)
        self.plan = self.fitter.plan_of(self.fitter.thumb)

    def one_minute(self) -> OneMinute:
        optimal = float(self.round.expectation)
        sentences = [*self._before_the_reader(), *self._playing(), *self._after_a_bust()]
        price = self.pricer.price(self.fitter.compose(self.plan), self.highest)
        if self._always_insures:
            price += self._insured
        return OneMinute(tuple(sentences), optimal - price, optimal)

    @cached_property
    def _chart_price(self) -> float:
        return self.pricer.price(self.fitter.chart, None)

    # ---- before the dealer looks

    def _before_the_reader(self) -> Iterator[Sentence]:
        house = self.round.solver.house
        if house.insurance.offered:
            even = " or even money" if house.blackjack.even_money else ""
            gained = self._gain(lambda start, up: self.round.up_value(start, up) - self._uninsured(start, up))
            if self._always_insures:
                yield Sentence("Always take insurance.", gained - self._insured)
            else:
                yield Sentence(f"Never take insurance{even}.", gained)
        lost = self._gain(
            lambda start, up: max(0.0, self._uninsured(start, up) - float(self.round.met(start, up)))
        )
        if lost > 0:
            yield Sentence("Never surrender before the dealer looks.", lost)

    def _gain(self, of: Callable[[Start, int], Any]) -> float:
        return sum(
            float(start.chance) * float(of(start, up)) for start in self.round.starts for up in range(VALUES)
        )

    def _uninsured(self, start: Start, up: int) -> float:
        """A hand without insurance and even money."""
        if self.round.gives_up_early(start, up):
            return -float(self.round.chance_up(start, up)) / 2
        return float(self.round.met(start, up))

    @cached_property
    def _insured(self) -> float:
        """What insurance of half a wager is worth with every hand that may take it."""
        total = 0.0
        for start in self.round.starts:
            if may_insure(start.box, ACE_UP + 1, self.round.solver.house):
                ace = self.round.chance_up(start, ACE_UP)
                total += float(start.chance) * float(self.round.insurance_value(start, ace)) / 2
        return total

    @property
    def _always_insures(self) -> bool:
        return self.round.solver.house.insurance.offered and self._insured > 0

    # ---- playing the hand

    def _playing(self) -> Iterator[Sentence]:
        thumb = self.fitter.thumb
        yield from self._standing("hard", thumb.hard)
        yield from self._standing("soft", thumb.soft)
        for kind, boxes in (("hard", thumb.doubles_hard), ("soft", thumb.doubles_soft)):
            if self._offers(DOUBLE, kind):
                says = self._boxes_text("Double", kind, boxes) or f"Never double a {kind} hand."
                yield self._priced(says, "doubles", _in_rows(kind))
        if self._offers(SURRENDER, "hard"):
            says = self._boxes_text("Surrender", "hard", thumb.surrenders) or "Never surrender."
            yield self._priced(says, "surrenders", _in_rows("hard"))
        if self._offers(SPLIT, "pair"):
            yield self._priced(self._splits_text(thumb.splits), "splits", _in_rows("pair"))

    def _offers(self, action: int, kind: str) -> bool:
        """Whether some hand of this kind has the action."""
        rows = self.fitter.values.first
        return any(row.startswith(kind) and action in choice.worth for row, choice in rows.items())

    def _standing(self, kind: str, rules: tuple[Threshold, ...]) -> Iterator[Sentence]:
        for light in dict.fromkeys(rule.against.light for rule in rules):
            told = [rule for rule in rules if rule.against.light == light]
            parts = [f"on {kind} {rule.stands_on} or more{self._against(rule.against)}" for rule in told]
            says = f"{_light_text(light)}stand {_listed(parts)}; hit {kind} hands below that."
            yield self._priced(_capital(says), "stands", _in_rows(kind, self._labels(light)))

    def _labels(self, light: str | None) -> set[tuple[str, str]] | None:
        """Upcards and labels under a light, as cells have them; None for all."""
        if light is None:
            return None
        return {(value_name(one.up), one.label) for one in self.fitter.shown if light_of(one) == light}

    def _priced(self, says: str, field: str, decides: Decides) -> Sentence:
        """A sentence with its cost: the full chart, but for the cells that the sentence decides."""
        full, thumb = self.fitter.plan, self.plan
        kept = {cell for cell in getattr(full, field) if not decides(cell)}
        said = {cell for cell in getattr(thumb, field) if decides(cell)}
        plan: Plan = full._replace(**{field: frozenset(kept | said)})
        price = self.pricer.price(self.fitter.compose(plan), None)
        return Sentence(says, self._chart_price - price)

    def _against(self, against: Range) -> str:
        places = self.fitter.places(against.light)
        if against.first <= places[0] and against.last >= places[-1]:
            return ""
        seen = [at for at in places if against.first <= at <= against.last]
        return f" against {_cards(UPS[seen[0]], UPS[seen[-1]])}"

    def _boxes_text(self, verb: str, kind: str, boxes: tuple[Box, ...]) -> str:
        parts = [
            f"{kind} {_run(box.rows)}{self._against(box.against)}{_light_after(box.against.light)}"
            for box in boxes
        ]
        return f"{verb} {_listed(parts)}." if parts else ""

    def _splits_text(self, boxes: tuple[Box, ...]) -> str:
        parts = []
        for box in boxes:
            pairs = _listed([f"{_plural(value)}" for value in box.rows])
            where = f"{self._against(box.against)}{_light_after(box.against.light)}"
            parts.append(f"{'split' if where else 'always split'} {pairs}{where}")
        return _capital(f"{'; '.join(parts)}; split no other pair.") if parts else "Never split."

    # ---- after a bust

    @cached_property
    def highest(self) -> int | None:
        """The highest total over 21 on which one more card is bought; None where none is offered."""
        hands = self.round.solver.busts.hands
        if hands is None or not hands.takes:
            return None
        totals = range(LEAST_BUST - 1, MOST_BUST + 1)
        return max(totals, key=lambda total: self.pricer.price(self.fitter.chart, total))

    def _after_a_bust(self) -> Iterator[Sentence]:
        if self.highest is None:
            return
        name = self.game.wagers_of("second_chance")[0].name
        says = f"Make the {name} on totals up to {self.highest}."
        if self.highest < LEAST_BUST:
            says = f"Never make the {name}."
        elif self.highest == MOST_BUST:
            says = f"Always make the {name}."
        yield Sentence(says, self._chart_price - self.pricer.price(self.fitter.chart, self.highest))


def one_minute(game: Game, played: Round) -> OneMinute:
    """The sentences of a game in which the dealer has a hand."""
    return Speaker(game, played).one_minute()


def first_card_sentences(game: Game) -> OneMinute:
    """The same for a game that is decided on the first card: every card is named, so nothing is lost."""
    firsts = sorted(first_cards(game.house, shoe_of(game.house)), key=lambda first: UPS.index(first.column))
    optimal = sum(float(first.chance * first.values[first.best]) for first in firsts)
    runs: dict[str, list[list[int]]] = {}
    for at, first in enumerate(firsts):
        told = runs.setdefault(CHOICES[first.best], [])
        if told and told[-1][-1] == at - 1:
            told[-1].append(at)
        else:
            told.append([at])
    columns = [first.column for first in firsts]
    sentences = []
    for choice, groups in runs.items():
        cards = _listed([_cards(columns[group[0]], columns[group[-1]]) for group in groups])
        sentences.append(Sentence(f"Choose {choice} when the first card is {cards}.", 0.0))
    return OneMinute(tuple(sentences), 0.0, optimal)


def _in_rows(kind: str, places: set[tuple[str, str]] | None = None) -> Decides:
    def decides(cell: Cell) -> bool:
        return cell.row.startswith(kind) and (places is None or (cell.up, cell.seen) in places)

    return decides


def _light_text(light: str | None) -> str:
    return "" if light in (None, "") else f"{_light_after(light).strip()} "


def _light_after(light: str | None) -> str:
    if light in (None, ""):
        return ""
    return " with the hole card shown" if light == SHOWN else f" with a {light} light"


def _cards(first: int, last: int) -> str:
    """One card, two neighbors, or a run; columns in the order of UPS."""
    names = ["an ace" if column == ACE_UP else value_name(column) for column in (first, last)]
    apart = UPS.index(last) - UPS.index(first)
    if apart == 0:
        return names[0]
    return f"{names[0]} or {names[1]}" if apart == 1 else f"{names[0]} to {names[1].removeprefix('an ')}"


def _plural(value: int) -> str:
    return "aces" if value == 0 else f"{value_name(value)}s"


def _run(totals: tuple[int, ...]) -> str:
    if len(totals) == 2:
        return f"{totals[0]} and {totals[1]}"
    return str(totals[0]) if len(totals) == 1 else f"{totals[0]} to {totals[-1]}"


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
