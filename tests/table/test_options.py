"""Options: iterable, countable, a container, and readable."""

from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import decide, options
from pitboss.table.people import DEALER, FLOOR, player
from tests.table.drive import opened
from tests.table.playing import PLAIN, begun


def test_a_players_options_in_turn() -> None:
    """On sixteen against seven: stand, hit, double for anything up to the wager, split."""
    room = begun("blackjack", "8c 7d 8d Th", seats=(1,))
    found = options(room.state, player(1))
    assert str(found).splitlines() == [
        "Decide box 1 action STAND hand 0 cents 0",
        "Decide box 1 action HIT hand 0 cents 0",
        "Decide box 1 action DOUBLE hand 0 cents 100 to 1000 by 100",
        "Decide box 1 action SPLIT hand 0 cents 0",
    ]
    assert len(found) == 13
    assert c.Decide(player(1), 1, Action.DOUBLE, cents=700) in found
    assert c.Decide(player(1), 1, Action.DOUBLE, cents=750) not in found
    assert "hit" not in found


def test_every_option_is_accepted() -> None:
    """One by one; of a long range of amounts, its ends."""
    room = begun("down-under-pa", PLAIN)
    for who in (DEALER, FLOOR, player(1)):
        for choice in options(room.state, who).choices:
            for value in (*choice.values[:60], choice.values[-1]):
                assert decide(room.state, choice.with_value(value))


def test_who_is_not_on_turn_has_no_decision() -> None:
    room = begun("blackjack", PLAIN)
    kinds = {type(command) for command in options(room.state, player(3))}
    assert c.Decide not in kinds
    assert not options(room.state, player(3))


def test_stakes_are_counted_without_being_listed() -> None:
    """Ten to five hundred dollars in dollars, on one's own box and the five empty ones."""
    room = opened("blackjack")
    mine = options(room.state, player(1)).choices
    wagers = [choice for choice in mine if isinstance(choice.command, c.PlaceWager)]
    assert sum(len(choice) for choice in wagers) == 491 * 6
