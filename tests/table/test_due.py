"""What is due: one question a phase, in the order of the text."""

import random

import pytest

from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.due import _PHASES, burn_cause, dealer_has_blackjack, due, spare_due
from pitboss.table.people import DEALER, DEVICE, FLOOR, player
from pitboss.table.shoes import VirtualShoe
from pitboss.table.state import Stage
from tests.floor import game_of
from tests.table.drive import Room, fresh, opened, random_round, say
from tests.table.playing import PLAIN, begun, offered
from tests.table.procedures import next_due

GAMES = (
    "blackjack",
    "down-under-pa",
    "down-under-vendor",
    "double-back-jack-pa",
    "blackjack-match-nh",
    "over-under-pa",
)


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_of_every_game_has_its_question(game: str) -> None:
    assert {part.name for part in game_of(game).phases} <= set(_PHASES)


def test_a_bare_table_waits_for_its_cards() -> None:
    found = due(fresh("down-under-pa"))
    assert found is not None
    assert (found.act, found.who) == ("receive", DEALER)


@pytest.mark.parametrize("game", GAMES)
def test_acts_fall_due_in_the_order_of_the_phases(game: str) -> None:
    """Twenty random rounds: no phase comes back before the table is cleared; every cause has a citation."""
    rng = random.Random(game)
    room = opened(game, seats=(1, 4), shoe=VirtualShoe(game_of(game).house.decks, rng))
    original, phases = room.do, [0]

    def watch(command: c.Command) -> object:
        found = due(room.state)
        assert found is not None
        assert room.state.terms.citations[found.cause]
        events = original(command)
        assert room.state.phase >= phases[-1] or isinstance(command, c.ClearTable)
        phases.append(room.state.phase)
        return events

    room.do = watch  # type: ignore[assignment,method-assign]
    for _ in range(20):
        random_round(room, rng)
    assert room.state.round == 21


def test_a_blackjack_is_known_when_it_can_be() -> None:
    """Under a seven never; under an ace only when the light or the reader has spoken."""
    assert dealer_has_blackjack(fresh("down-under-pa")) is None
    assert dealer_has_blackjack(begun("down-under-pa", PLAIN).state) is False
    assert dealer_has_blackjack(offered("down-under-pa").state) is None
    assert dealer_has_blackjack(begun("double-back-jack-pa", "9c 8c Kd 9d 8d 7h").state) is False
    assert dealer_has_blackjack(begun("blackjack", "9c 8c Kd 9d 8d 7h", "hole_card=european").state) is None


def test_the_floor_is_told_before_anything_else() -> None:
    room = begun("double-back-jack-pa", PLAIN)
    room.do(c.ReportReaderMisused())
    assert next_due(room)[:2] == ("note misuse", FLOOR)


def test_a_broken_reader_is_repaired_before_a_card_is_dealt_and_pays_meanwhile() -> None:
    room = begun("down-under-pa", PLAIN)
    room.do(c.ReportBroken(DEALER, "reader"))
    assert next_due(room)[:2] == ("repair reader", FLOOR)


def test_the_shoes_burn_comes_before_the_dealers() -> None:
    room = Room(fresh("down-under-pa"), VirtualShoe(6, random.Random(1)))
    room.do(c.SitDown(player(1), 100_000))
    while next_due(room).act not in ("offer cut", "bets"):
        found = next_due(room)
        command = (
            c.PrepareCards(found.who, Stage(found.hand))
            if found.who.role == 0
            else room.pilot.act(room.state)
        )
        assert command is not None
        room.do(command)
    room.do(c.OfferCut(1))
    room.do(c.CutCards(player(1), 100))
    room.house()
    room.do(c.RelieveDealer())
    assert burn_cause(room.state) == "procedure.burn"
    room.do(c.BurnCard())
    assert burn_cause(room.state) == "procedure.burn/new_dealer"


def test_the_other_batch_is_the_devices_while_it_waits_to_be_shuffled() -> None:
    room = opened("over-under-pa", "shuffler=batch")
    assert spare_due(room.state) is None
    room.do(c.ReportJam(DEVICE))
    found = spare_due(room.state)
    assert found is not None
    assert (found.act, found.who) == ("shuffle spare", DEVICE)
    room.do(c.ReportBroken(DEVICE, "shuffler"))
    assert spare_due(room.state) is None


def test_who_stands_is_asked_no_more_and_who_splits_is_asked_for_each_hand() -> None:
    room = begun("down-under-pa", "8c 7d 8d Th 2s 3h", seats=(1,))
    say(room, Action.SPLIT)
    assert next_due(room)[:4] == ("decide", player(1), 1, 0)
    say(room, Action.STAND)
    assert next_due(room)[:4] == ("decide", player(1), 1, 1)
