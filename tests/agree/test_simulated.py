"""Three readers of one rulebook: the simulator against the analyst's figures and against the live table."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from pitboss.errors import Broken
from pitboss.exact.analyst import analyse
from pitboss.lab.simulation import Prepared, Setting
from pitboss.lab.table_replay import TableReplay, written
from pitboss.rules.player import Action
from pitboss.sim.recording import Decision, RecordedRound, record
from pitboss.sim.statistics import Figures
from pitboss.table.notation import parse_shoe, replay_shoe, shoe_text
from pitboss.table.shoes import ScriptEnded
from tests.agree.spread import compare_results, compare_together
from tests.floor import game_of
from tests.sim.jobs import played, prepared

GAMES = (
    "blackjack", "down-under-pa", "down-under-vendor", "double-back-jack-pa", "blackjack-match-nh",
    "over-under-pa",
)  # fmt: skip
FRESH = Setting(cut=0.0, insurance="always", seed=2026)
READINGS = (
    ("double-back-jack-pa", "reading.B1=R2", "reading.B2=R2"),
    ("down-under-pa", "reading.D1=R2", "reading.D2=R3"),
    ("down-under-pa", "reading.D3=R2"),
    ("blackjack-match-nh", "reading.N4=R2", "reading.N1=R2", "reading.N5=R2"),
    ("blackjack", "max_hands=3", "resplit_aces=true", "hit_split_aces=true", "decks=1"),
)


GIVES_UP_SPLIT_HANDS = ("blackjack-match-nh", "reading.N24=R2")
GIVES_UP_EARLY = ("blackjack", "surrender=early")
VALUED = [*((name,) for name in GAMES), GIVES_UP_SPLIT_HANDS, GIVES_UP_EARLY]


@cache
def dealt_fresh(*choices: str) -> Figures:
    """Twenty million rounds, a whole shoe each."""
    made = prepared(*choices, setting=FRESH)
    return made.figures(played(made, 20_000_000))


@pytest.mark.parametrize("choices", VALUED, ids=" ".join)
def test_every_wager_agrees_with_its_exact_figure(choices: tuple[str, ...]) -> None:
    dealt = dealt_fresh(*choices)
    known = [wager for wager in dealt.wagers if wager.z is not None]
    assert len(known) == len(dealt.wagers)
    for wager in known:
        assert wager.z is not None
        assert abs(wager.z) < 4, wager


@pytest.mark.parametrize("choices", VALUED, ids=" ".join)
def test_the_spread_of_split_hands_is_estimated_as_it_is_dealt(choices: tuple[str, ...]) -> None:
    """Within what chance leaves open at so many rounds: 0.0003 of a standard deviation, 0.0001 of a share."""
    dealt, valued = dealt_fresh(*choices).wagers[0], analyse(game_of(*choices)).wagers[0]
    assert dealt.standard_deviation == pytest.approx(valued.standard_deviation, abs=0.0012)
    assert dealt.average_wagered == pytest.approx(valued.average_wagered, abs=0.0006)
    for share in ("hit_frequency", "push_frequency", "loss_frequency"):
        assert getattr(dealt, share) == pytest.approx(getattr(valued, share), abs=0.0005), share


@pytest.mark.parametrize("choices", READINGS, ids=" ".join)
def test_other_options_and_readings_agree_too(choices: tuple[str, ...]) -> None:
    made = prepared(*choices, setting=FRESH)
    for wager in made.figures(played(made, 8_000_000)).wagers:
        assert wager.z is not None, wager
        assert abs(wager.z) < 4, wager


@pytest.mark.parametrize("strategy", ["total", "mimic", "never-bust", "never-second-chance"])
def test_other_ways_of_playing_agree_with_their_price(strategy: str) -> None:
    made = prepared("double-back-jack-pa", setting=Setting(cut=0.0, strategy=strategy, seed=3))
    main = made.figures(played(made, 8_000_000)).wagers[0]
    assert main.z is not None
    assert abs(main.z) < 4, main


def test_seats_do_not_change_the_edge_but_its_error() -> None:
    """Boxes share the dealer's hand: three of them are less than three times one."""
    made = prepared("blackjack", setting=Setting(cut=0.0, seats=3, seed=4))
    main = made.figures(played(made, 4_000_000)).wagers[0]
    assert main.z is not None
    assert abs(main.z) < 4
    assert main.standard_error > 1.1 * main.standard_deviation / main.made**0.5


def replayed(made: Prepared, first: int, count: int) -> tuple[TableReplay, int]:
    """Recorded rounds at the live table, which is Broken at the first cent of difference; and how many."""
    replay = TableReplay(made)
    replay.open()
    return replay, sum(len(replay.play(found)) > 0 for found in record(made.job, first, count))


MORE = pytest.mark.slow("ten thousand rounds more of every game, simulated and played at the table")


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=MORE)])
@pytest.mark.parametrize("name", GAMES)
def test_the_table_pays_what_was_simulated(name: str, part: int) -> None:
    """20,000 rounds a game, half of them from the second stream."""
    made = prepared(name, setting=Setting(insurance="always", seed=31))
    assert replayed(made, part * 65_536, 10_000)[1] == 10_000


@pytest.mark.parametrize("name", GAMES)
def test_the_table_pays_several_seats_what_was_simulated(name: str) -> None:
    assert replayed(prepared(name, setting=Setting(seats=5, seed=32)), 0, 400)[1] == 400


@pytest.mark.parametrize("choices", [*READINGS, ("blackjack", "shuffler=continuous")], ids=" ".join)
def test_the_table_pays_other_readings_what_was_simulated(choices: tuple[str, ...]) -> None:
    made = prepared(*choices, setting=Setting(seats=2, insurance="always", cut=None, seed=33))
    assert replayed(made, 0, 600)[1] == 600


def gives_up_a_split_hand(recorded: RecordedRound) -> bool:
    split = {decision.box for decision in recorded.decisions if decision.action == Action.SPLIT}
    given_up = {decision.box for decision in recorded.decisions if decision.action == Action.SURRENDER}
    return bool(split & given_up)


def test_the_table_pays_surrendered_split_hands_what_was_simulated() -> None:
    made = prepared(*GIVES_UP_SPLIT_HANDS, setting=Setting(seats=5, seed=36))
    rounds = list(record(made.job, 0, 2_000))
    assert sum(map(gives_up_a_split_hand, rounds)) >= 10
    assert replayed(made, 0, 2_000)[1] == 2_000


def test_one_deck_for_six_boxes_runs_out_and_is_filled_up_as_at_the_table() -> None:
    made = prepared("blackjack", "decks=1", setting=Setting(seats=6, seed=34))
    replay, rounds = replayed(made, 0, 1_500)
    assert rounds == 1_500
    assert replay.filled_up > 100


def a_cent_more(found: RecordedRound) -> RecordedRound:
    first, *others = found.won[0]
    return found._replace(won=((first + 1, *others), *found.won[1:]))


def a_card_more(found: RecordedRound) -> RecordedRound:
    return found._replace(cards=(*found.cards, found.cards[0]))


def a_card_less(found: RecordedRound) -> RecordedRound:
    return found._replace(cards=found.cards[:-1])


def a_decision_more(found: RecordedRound) -> RecordedRound:
    return found._replace(decisions=(*found.decisions, Decision(5, 0, Action.HIT)))


@pytest.mark.parametrize("change", [a_cent_more, a_card_more, a_card_less, a_decision_more])
@pytest.mark.parametrize("name", GAMES)
def test_a_round_that_was_changed_is_not_paid(
    name: str, change: Callable[[RecordedRound], RecordedRound]
) -> None:
    """The comparison can fail."""
    made = prepared(name, setting=Setting(seed=35))
    replay = TableReplay(made)
    replay.open()
    with pytest.raises((Broken, ScriptEnded)):
        replay.play(change(next(record(made.job, 0, 1))))


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_a_shoe_that_can_be_replayed(name: str) -> None:
    """From the middle of a stream: the shoe is dealt from its beginning."""
    shoe = written(prepared(name, setting=Setting(seats=2, seed=8)), 70_000, 5)
    assert 6 <= len(shoe.rounds) <= 60
    again = parse_shoe(shoe_text(shoe))
    assert again == shoe
    assert replay_shoe(again, game_of(name)).round == len(shoe.rounds)


# ---- every result, alone and with the side wagers of the round


MOST_SPREAD_Z = 4.5
WRITTEN_DOWN = 60_000
OTHER_GAMES = pytest.mark.slow("every result of a round as it is dealt, of the other games")
QUICKLY_FOUND = ("down-under-pa", "over-under-pa")


def spread_case(choices: tuple[str, ...]) -> Any:
    marks = [] if choices[0] in QUICKLY_FOUND else [OTHER_GAMES]
    return pytest.param(choices, marks=marks, id=" ".join(choices))


@pytest.mark.parametrize("choices", map(spread_case, VALUED))
def test_every_result_is_dealt_as_often_as_it_is_found(choices: tuple[str, ...]) -> None:
    made = prepared(*choices, setting=FRESH)
    compared = list(compare_results(made, dealt_fresh(*choices)))
    assert len(compared) > 5
    assert not [one for one in compared if abs(one.z) > MOST_SPREAD_Z]


@pytest.mark.parametrize("name", [*QUICKLY_FOUND, pytest.param("blackjack-match-nh", marks=OTHER_GAMES)])
def test_the_main_wager_and_its_side_wagers_are_dealt_together_as_they_are_found(name: str) -> None:
    compared = list(compare_together(prepared(name, setting=FRESH), WRITTEN_DOWN))
    assert len(compared) > 8
    assert not [one for one in compared if abs(one.z) > MOST_SPREAD_Z]
