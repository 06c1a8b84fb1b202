"""The same rule functions, plain and compiled, over their whole domain."""

import itertools
import shutil
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, get_type_hints

import numpy as np
import pytest

from pitboss import compiled, kernel_sources
from pitboss.games.files import known_games
from pitboss.rules import cards, dealer, hands, match, over_under, player, settlement, stakes
from pitboss.rules.cards import Card
from pitboss.rules.hands import BoxHand, Dealt, Hand, Total
from pitboss.rules.house import House, MatchBy, MatchPays, Odds, PayHouse, Rounding, TwoMatches
from pitboss.rules.match import Matches
from pitboss.rules.mechanism import all_mechanisms
from pitboss.rules.player import Action
from pitboss.rules.settlement import Outcome, Result, Stakes
from tests.floor import house_of

VARIANTS = [
    *((game,) for game in known_games()),
    *(("down-under-pa", f"reading.{choice}") for choice in ("D1=R2", "D1=R3", "D1=R4", "D2=R2", "D2=R3")),
    *(("down-under-pa", f"reading.{choice}") for choice in ("D3=R2", "D6=R2", "D10=R2", "D12=R3", "D4=R2")),
    *(("double-back-jack-pa", f"reading.{choice}=R2") for choice in ("B1", "B2", "B3", "B7", "B21")),
    *(("blackjack-match-nh", f"reading.{choice}") for choice in ("N3=R2", "N4=R2", "N7=R2", "N7=R3")),
    ("over-under-pa", "reading.O2=R2"),
    ("blackjack", "hole_card=european", "double_on=9-11", "double_after_split=no", "hit_split_aces=yes"),
]  # fmt: skip
HOUSES = [house_of(*variant) for variant in VARIANTS]

RANKS = range(1, 14)
HANDS = [
    Hand(pips, aces, count)
    for pips, aces, count in product(range(2, 32), range(5), range(1, 6))
    if aces <= count and pips >= aces + 2 * (count - aces) and pips <= aces + 10 * (count - aces)
]
TOTALS = [Total(points, soft) for points in range(2, 33) for soft in (False, True)]
FINALS = [Dealt(points, False) for points in range(17, 27)] + [Dealt(21, True)]
FIRST_TWO = [(1, 1), (1, 10), (13, 1), (10, 12), (11, 11), (8, 8), (1, 9), (10, 5), (2, 3)]
CENTS = [0, 1, 100, 333, 1000, 2550]
ODDS = [Odds(1, 1), Odds(3, 2), Odds(6, 5), Odds(2, 1)]


def _boxes() -> list[BoxHand]:
    found = []
    for hand, (first, second), split, doubled in product(HANDS[::3], FIRST_TWO, (False, True), (False, True)):
        if doubled <= (hand.cards > 2):
            chances = (0, 1, 5, 10) if hand.pips > 21 else (0,)
            found += [BoxHand(hand, first, second, split, doubled, chance) for chance in chances]
    for first, second in product(RANKS, RANKS):
        dealt = hands.draw(hands.draw(hands.EMPTY, first), second)
        found += [BoxHand(dealt, first, second, split, False, 0) for split in (False, True)]
    return found


BOXES = _boxes()
STAKES = [
    Stakes(1000, double, chance, split)
    for double in (0, 333)
    for chance in (0, 1000)
    for split in (False, True)
]
CARDS = [Card(rank, suit) for rank in (1, 2, 9, 10, 11, 13) for suit in range(3)]
MATCHES = [Matches(suited, unsuited) for suited in range(3) for unsuited in range(3 - suited)]
PLAIN = [False, True]

DOMAINS: dict[Callable[..., Any], tuple[Any, ...]] = {
    cards.point_value: (RANKS,),
    cards.range_of: (RANKS,),
    cards.light_of: (RANKS,),
    hands.draw: (HANDS, RANKS),
    hands.player_total: (HANDS,),
    hands.dealer_total: (HANDS, House),
    hands.fixed_total: (HANDS,),
    hands.is_blackjack: (RANKS, RANKS),
    hands.is_bust: (HANDS,),
    hands.holds_blackjack: (BOXES, House),
    hands.holds_two_large: (BOXES, House),
    dealer.dealer_must_draw: (TOTALS, House),
    dealer.insurance_is_open: (RANKS, House),
    dealer.reader_is_used: (RANKS, House),
    dealer.hole_card_is_shown: (RANKS, RANKS, House),
    dealer.blackjack_ends_round: (RANKS, RANKS, House),
    dealer.waits_for_dealer: (BOXES, House),
    dealer.dealer_draws_at_all: (PLAIN, House),
    player.plays_on_21: (BOXES, House),
    player.may_act: (BOXES, House),
    player.may_hit: (BOXES, House),
    player.may_stand: (BOXES, House),
    player.may_double: (BOXES, House),
    player.is_pair: (RANKS, RANKS, House),
    player.may_split: (BOXES, range(1, 5), House),
    player.may_surrender: (BOXES, House),
    player.may_insure: (BOXES, (1, 10), House),
    player.may_take_even_money: (BOXES, (1, 10), House),
    player.may_take_second_chance: (BOXES, House),
    stakes.takes_part: (CENTS,),
    stakes.main_stake_is_allowed: (CENTS, House),
    stakes.side_stake_is_allowed: (CENTS, CENTS, House),
    stakes.most_insurance: (range(0, 5000, 25), House),
    stakes.least_added: (House,),
    stakes.most_double: (CENTS,),
    stakes.split_stake: (CENTS,),
    stakes.second_chance_stake: (CENTS, CENTS, House),
    stakes.play_stake: (CENTS,),
    stakes.half_back: (range(0, 3000, 7), House),
    settlement.winnings: (CENTS, ODDS, [PayHouse(way, unit) for way in Rounding for unit in (1, 50, 100)]),
    settlement.paid: (CENTS, ODDS, House),
    settlement.compare: (range(2, 22), range(17, 27)),
    settlement.against_22: (BOXES, House),
    settlement.busted: (FINALS, House),
    settlement.against_blackjack: (BOXES[::5], FINALS, House),
    settlement.hand_outcome: (BOXES[::5], FINALS, House),
    settlement.second_chance_outcome: ([box for box in BOXES if box.chance], FINALS, House),
    settlement.result_of: (list(Outcome),),
    settlement.main_result: (BOXES[::5], FINALS, House),
    settlement.second_chance_result: ([box for box in BOXES if box.chance], FINALS, House),
    settlement.settle: (CENTS, list(Result), House),
    settlement.settle_dealer_blackjack: (STAKES, House),
    settlement.settle_second_chance: (STAKES, [Result.LOSE, Result.TIE, Result.WIN], House),
    settlement.settle_hand: (BOXES[::9], STAKES[::3], FINALS, House),
    settlement.settle_surrender: (CENTS, FINALS, House),
    settlement.settle_insurance: (CENTS, FINALS, House),
    settlement.settle_even_money: (CENTS,),
    settlement.settle_dead_hand: (CENTS, PLAIN, House),
    match.matches: (CARDS, CARDS, list(MatchBy)),
    match.count_matches: (CARDS, CARDS, CARDS, list(MatchBy)),
    match.both_match: (range(20), range(20), list(TwoMatches)),
    match.match_pays: (range(20), range(20), list(TwoMatches)),
    match.match_row: (MATCHES,),
    match.match_multiple: (
        MATCHES,
        [house.match.pays for house in HOUSES],
    ),
    match.settle_match: (CENTS[3:4], CARDS, CARDS, CARDS[::2], House),
    match.settle_shown_match: (CENTS[3:4], CARDS, CARDS, House),
    match.down_match_survives: (PLAIN, House),
    over_under.is_complete: (HANDS,),
    over_under.may_choose: (list(Action),),
    over_under.landing: ([Action.OVER, Action.UNDER, Action.FOLD], range(6, 34), House),
    over_under.play_result: ([Action.OVER, Action.UNDER, Action.FOLD], range(6, 34), House),
    over_under.settle_play: (CENTS, [Action.OVER, Action.UNDER, Action.FOLD], range(6, 34), House),
    over_under.settle_bonus: (CENTS, range(6, 34), House),
}  # fmt: skip


def test_every_rule_is_compared() -> None:
    """No rule is left out of the comparison below."""
    assert {mechanism.function for mechanism in all_mechanisms() if mechanism.room == "rules"} == set(DOMAINS)


def leaves(kind: Any, path: str = "") -> list[tuple[str, Any]]:
    """The numbers a value of this kind is made of, by how to reach each."""
    if issubclass(kind, tuple):
        return [
            leaf for name, part in get_type_hints(kind).items() for leaf in leaves(part, f"{path}.{name}")
        ]
    return [(path, kind)]


def built(kind: Any, columns: Iterator[int]) -> str:
    """Source text that makes a value of this kind from the columns of a row."""
    if issubclass(kind, tuple):
        return f"{kind.__name__}({', '.join(built(part, columns) for part in get_type_hints(kind).values())})"
    return f"rows[i, {next(columns)}] != 0" if kind is bool else f"rows[i, {next(columns)}]"


def kernel_of(function: Callable[..., Any], kinds: list[Any], result: Any) -> Any:
    """Compiled code that asks the rule once a row, as a solver or simulator does."""
    columns = itertools.count()
    given = ", ".join("house" if kind is House else built(kind, columns) for kind in kinds)
    writes = "".join(f"\n        out[i, {n}] = answer{path}" for n, (path, _) in enumerate(leaves(result)))
    loop = f"for i in range(rows.shape[0]):\n        answer = rule({given}){writes}"
    scope: dict[str, Any] = {"rule": function, **{kind.__name__: kind for kind in STRUCTURES}}
    exec(f"def call(house, rows, out):\n    {loop}", scope)
    return compiled.fresh_kernel(scope["call"])


STRUCTURES = (BoxHand, Card, Dealt, Hand, Matches, MatchPays, Odds, PayHouse, Stakes, Total)


def flattened(value: Any) -> Iterator[int]:
    if isinstance(value, tuple):
        for part in value:
            yield from flattened(part)
    else:
        yield int(value)


@pytest.mark.parametrize("function", DOMAINS, ids=lambda function: function.__name__)
def test_compiled_equals_plain(function: Callable[..., Any]) -> None:
    """Compiled and plain calls agree wherever the rule is asked."""
    kinds = list(get_type_hints(function).values())
    result = kinds.pop()
    call = kernel_of(function, kinds, result)
    asked = list(product(*(part for part in DOMAINS[function] if part is not House))) or [()]
    rows = np.array([list(flattened(given)) for given in asked], dtype=np.int64).reshape(len(asked), -1)
    for house in HOUSES if House in kinds else HOUSES[:1]:
        out = np.zeros((len(asked), len(leaves(result))), dtype=np.int64)
        call(house, rows, out)
        rest = (house,) if House in kinds else ()
        plain = np.array([list(flattened(function(*given, *rest))) for given in asked], dtype=np.int64)
        wrong = np.flatnonzero((out != plain).any(axis=1))
        assert not len(wrong), (asked[wrong[0]], house)


@pytest.mark.parametrize(("file", "renamed"), [("rules/dealer.py", True), ("exact/hand_graph.py", True),
                                               ("compiled.py", True), ("cli/play.py", False)])  # fmt: skip
def test_the_cache_is_named_by_the_sources(
    file: str, renamed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed rule cannot meet an old kernel: its cache has another name; other rooms leave it as it is."""
    before = kernel_sources.cache_folder()
    copied = tmp_path / "pitboss"
    shutil.copytree(kernel_sources.SOURCES, copied)
    monkeypatch.setattr(kernel_sources, "SOURCES", copied)
    assert kernel_sources.cache_folder() == before
    (copied / file).write_text((copied / file).read_text() + "\n# changed\n")
    assert (kernel_sources.cache_folder() != before) == renamed
