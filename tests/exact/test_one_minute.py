"""A strategy in a few sentences: taken apart and put together, and priced as what it says."""

from functools import cache
from random import Random

import pytest

from pitboss.exact.analyst import solve_round
from pitboss.exact.composition import shoe_of
from pitboss.exact.one_minute import Speaker, ThumbPricer
from pitboss.exact.round_value import Round
from pitboss.exact.solve import Solver
from pitboss.exact.strategy import Cell, Chart, Strategist
from pitboss.exact.thumb_rules import ThumbFitter
from tests.exact.houses import any_house
from tests.floor import game_of

NAMES = ["blackjack", "down-under-pa", "double-back-jack-pa", "blackjack-match-nh"]


@cache
def solved(name: str) -> Round:
    return solve_round(game_of(name))


@cache
def speaker(name: str) -> Speaker:
    return Speaker(game_of(name), solved(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_chart_taken_apart_can_be_put_together(name: str) -> None:
    fitter = ThumbFitter(solved(name))
    assert fitter.compose(fitter.plan) == fitter.chart


@pytest.mark.parametrize("name", NAMES)
def test_sentences_cost_what_playing_by_them_costs(name: str) -> None:
    told = speaker(name).one_minute()
    assert told.optimal == pytest.approx(float(solved(name).expectation), abs=1e-15)
    assert 0 < told.cost < 0.01
    assert len(told.sentences) <= 10
    assert min(sentence.cost for sentence in told.sentences) > -1e-6, (
        "the chart is the best by totals, nearly"
    )


def test_the_sentences_of_blackjack_are_basic_strategy_in_short() -> None:
    says = [sentence.says for sentence in speaker("blackjack").one_minute().sentences]
    assert says == [
        "Never take insurance or even money.",
        "Stand on hard 13 or more against 2 to 6 and on hard 17 or more against 7 to ace; hit hard hands "
        "below that.",
        "Stand on soft 18 or more; hit soft hands below that.",
        "Double hard 10 and 11 against 2 to 10 and hard 9 against 3 to 6.",
        "Double soft 14 to 18 against 4 to 6.",
        "Always split aces and 8s; split 2s, 3s, 6s, 7s and 9s against 2 to 7; split no other pair.",
    ]


def test_a_chart_written_by_hand_from_the_sentences_has_their_price() -> None:
    """Blackjack's sentences read once more, by a reader of our own."""
    chart: Chart = {}
    low, high = [str(up) for up in range(2, 7)], ["7", "8", "9", "10", "A"]
    for cell in speaker("blackjack").fitter.chart:
        kind, name = cell.row.split()
        total = {"A": 1}.get(name) or int(name)
        if kind == "soft":
            doubles = 14 <= total <= 18 and cell.up in ("4", "5", "6")
            chart[cell] = ("Ds" if total >= 18 else "D") if doubles else ("S" if total >= 18 else "H")
        elif kind == "hard":
            stands = total >= (13 if cell.up in low else 17)
            doubles = (total in (10, 11) and cell.up != "A") or (total == 9 and cell.up in low[1:])
            chart[cell] = "D" if doubles else "S" if stands else "H"
        elif total in (1, 8) or (total in (2, 3, 6, 7, 9) and cell.up in (*low, high[0])):
            chart[cell] = "P"
    for cell in speaker("blackjack").fitter.chart:
        if cell not in chart:
            value = 1 if cell.row == "pair A" else int(cell.row.split()[1])
            chart[cell] = chart[Cell(f"hard {2 * value}", cell.up, cell.seen)]
    price = Strategist(solved("blackjack")).price(chart)
    assert speaker("blackjack").one_minute().expectation == pytest.approx(price, abs=1e-14)


def test_a_wager_after_a_bust_is_priced_up_to_a_total() -> None:
    """Never taken it is worth what it is where left out; by totals it is never worth more than by cards."""
    played = solved("double-back-jack-pa")
    pricer, strategist = ThumbPricer(played), Strategist(played)
    chart = strategist.chart()
    assert pricer.price(chart, 21) == pytest.approx(strategist.price(chart, second_chance=False), abs=1e-14)
    best = max(pricer.price(chart, total) for total in range(21, 31))
    assert best < strategist.price(chart)
    said = speaker("double-back-jack-pa").one_minute().sentences[-1]
    assert said.says == "Make the Second Chance Wager on totals up to 25."
    assert said.cost == pytest.approx(strategist.price(chart) - best, abs=1e-14)


@pytest.mark.parametrize("seed", range(6))
def test_any_house_can_be_spoken_of(seed: int) -> None:
    """Sentences for houses that nobody runs."""
    chance = Random(seed)
    house = any_house(chance, decks=(6,))._replace(surrender=game_of("blackjack").house.surrender)
    dealer = house.dealer._replace(takes_added_wagers=True)
    played = Round(Solver(house._replace(dealer=dealer), shoe_of(house)))
    told = Speaker(game_of("double-back-jack-pa"), played).one_minute()
    assert all(sentence.says.endswith(".") for sentence in told.sentences)
    assert told.cost > -1e-9
