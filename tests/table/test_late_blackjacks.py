"""A dealer’s Blackjack that reader, light or look denied, and a Blackjack that is none."""

import pytest

from pitboss.rules.cards import Light, Range
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import DEALER
from tests.book.games import BACK, NH, UNDER, VENDOR
from tests.table.drive import Room, say, stand_all
from tests.table.playing import chips, denied, lit, table
from tests.table.procedures import STAKE, next_due


def late(game: str, actions: str, *choices: str) -> Room:
    """An ace is up, the device or the light denies the king beneath it, and the player acts."""
    cards = {"d": "5c Ad 6d Kh 9s", "p": "8c Ad 8d Kh Ts 9s", "b": "Tc Ad 6d Kh 9s", "db": "6c Ad Td Kh Ts"}
    room = table(game, cards[actions], *choices)
    if game == NH:
        room.house_until("look")
        room.do(c.AnswerBlackjack(blackjack=False, by=DEALER))
        room.house()
    elif game in (UNDER, VENDOR):
        lit(room, Light.BLUE, Range.SMALL)
        room.house()
    else:
        denied(room)
    for letter in actions.replace("db", "d"):
        action = {"d": Action.DOUBLE, "p": Action.SPLIT, "b": Action.HIT}[letter]
        say(room, action, STAKE if letter == "d" else 0)
    while (found := next_due(room)).act in ("decide", "second chance"):
        if found.act == "decide":
            say(room, Action.STAND)
        else:
            room.do(c.DeclineSecondChance(found.who, found.box, found.hand))
            room.house()
    if found.act == "rule on":
        room.do(c.UpholdHand(DEALER, 1))
    room.house()
    return room


@pytest.mark.parametrize(
    ("game", "spared", "taken"),
    [(BACK, "B19=R1", "B19=R2"), (NH, "N27=R2", "N27=R1"), (VENDOR, "V17=R1", "V17=R2")],
)
@pytest.mark.parametrize("actions", ["d", "p"])
def test_a_late_blackjack_takes_the_initial_wager_or_all(
    game: str, spared: str, taken: str, actions: str
) -> None:
    """The double and the second hand come back, or all is lost, as New Hampshire writes."""
    assert chips(late(game, actions, f"reading.{spared}")) == -STAKE
    assert chips(late(game, actions, f"reading.{taken}")) == -2 * STAKE


@pytest.mark.parametrize(("game", "spared"), [(UNDER, "D13=R2"), (BACK, "B19=R3"), (NH, "N27=R3")])
def test_a_late_blackjack_and_a_hand_that_busted(game: str, spared: str) -> None:
    """Its double is lost with it; by the letter only the initial wager is."""
    assert chips(late(game, "db")) == -2 * STAKE
    room = late(game, "db", f"reading.{spared}")
    assert chips(room) == -STAKE
    (back,) = room.of(e.AddedWagersReturned)
    assert isinstance(back, e.AddedWagersReturned)
    assert back.cents == STAKE


@pytest.mark.parametrize(("choice", "net"), [("R1", 1500), ("R2", 0)])
def test_a_blackjack_paid_under_a_wrong_light(choice: str, net: int) -> None:
    """It stays paid; by the other reading it ties when the dealer's own shows."""
    room = table(UNDER, "Ac 8c Ad Kd 9d Kh", f"reading.D40={choice}", seats=(1, 3))
    lit(room, Light.BLUE, Range.SMALL)
    room.house()
    assert chips(room) == 1500
    stand_all(room)
    assert chips(room) == net


@pytest.mark.parametrize(("choice", "played"), [("R1", True), ("R2", False)])
def test_a_blackjack_that_is_none(choice: str, played: bool) -> None:
    """The reader says Blackjack, a nine is turned: played on with the card up, or void."""
    room = table(BACK, "9c Ad 8d 9h", f"reading.B34={choice}")
    room.house_until("insert")
    room.do(c.InsertHole())
    room.do(c.AnswerBlackjack(blackjack=True))
    room.house()
    assert (next_due(room).act == "decide") is played
    assert bool(room.of(e.RoundVoided)) is not played
    assert chips(room) == (-STAKE if played else 0)


def test_a_dealer_who_looks_wrongly_is_recorded_as_that() -> None:
    """There is no device that could be out of order, and none to repair."""
    room = late(NH, "d")
    assert room.of(e.BlackjackMisread)
    assert not room.of(e.DeviceBroke)
    assert not room.state.reader_broken
