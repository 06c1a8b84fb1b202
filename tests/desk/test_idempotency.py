"""Keys: the same command is the same, however it came to be."""

import pickle

import msgspec
import pytest

from pitboss.desk.idempotency import command_digest
from pitboss.desk.payloads import Act
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table.people import DEALER, player


@pytest.mark.parametrize(
    "command",
    [
        c.CloseBetting(),
        c.DealCard(box=1, card=Card(3, 2)),
        c.PlaceWager(player(2), 2, "bet", 500),
        c.BurnCard(),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_command_that_was_sent_and_read_again_is_the_same_command(command: c.Command) -> None:
    digest = command_digest(command, "ann")
    through_json = msgspec.json.decode(msgspec.json.encode(Act(command, ())), type=Act).command
    assert command_digest(pickle.loads(pickle.dumps(command)), "ann") == digest
    assert command_digest(through_json, "ann") == digest
    assert command_digest(command, "bob") != digest


def test_another_command_is_another() -> None:
    some = [
        c.CloseBetting(),
        c.BurnCard(),
        c.PlaceWager(player(2), 2, "bet", 500),
        c.PlaceWager(player(2), 2, "bet", 600),
        c.PlaceWager(player(2), 3, "bet", 500),
        c.BuyChips(DEALER, 1, 500),
    ]
    assert len({command_digest(command, "") for command in some}) == len(some)


def test_the_face_that_a_dealer_names_does_not_matter_where_the_shoe_knows_it() -> None:
    first, second = (c.DealCard(box=1, card=Card(rank, 0)) for rank in (2, 9))
    assert command_digest(first, "") == command_digest(second, "")
