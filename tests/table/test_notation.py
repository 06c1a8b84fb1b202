"""Notation: every command, round, shoe and moment survives being written down."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.notation import (
    BadNotation,
    Shoe,
    command_text,
    parse_command,
    parse_position,
    parse_round,
    parse_shoe,
    position_text,
    replay_shoe,
    round_text,
    shoe_text,
)
from pitboss.table.people import player
from pitboss.table.shoes import VirtualShoe
from pitboss.table.table import step
from tests.floor import game_of
from tests.table.drive import Room, opened, random_round
from tests.table.test_table import TABLES, any_command


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (c.PlaceWager(player(1), 1, "ante", 1000), "p1:bet@1=ante,1000"),
        (c.DealCard(3, Card(9, 0), 1), "deal@3.2=9c"),
        (c.DealCard(0, Card(1, 3)), "deal@0=As"),
        (c.DealHole(), "hole"),
        (c.Decide(player(2), 2, Action.HIT), "p2:hit@2"),
        (c.Decide(player(2), 2, Action.DOUBLE, 1, 500), "p2:double@2.2=500"),
        (c.Decide(player(2), 2, Action.SECOND_CHANCE), "p2:second-chance@2"),
        (c.Settle(4, wager="insurance"), "settle@4=insurance"),
        (c.DrawInError(), "draw-in-error=-"),
    ],
)
def test_commands_read_as_they_are_spoken(command: c.Command, text: str) -> None:
    """The words of docs/notation.md."""
    assert command_text(command) == text
    assert parse_command(text) == command


@given(any_command)
def test_every_command_survives(command: c.Command) -> None:
    """Any command at all, legal or not, comes back as it was."""
    assert parse_command(command_text(command)) == command


@given(st.text(alphabet="abcdehiklmnoprstuvw:@.=,-0123456789 AKQcdhs", max_size=30))
def test_nonsense_is_refused_or_means_itself(text: str) -> None:
    """Text is either no notation, and says so, or reads back to the same command."""
    try:
        command = parse_command(text)
    except BadNotation:
        return
    assert parse_command(command_text(command)) == command


NO_CHOICES = f"pitboss shoe 1\ngame blackjack {'0' * 64}\nhole\n"


def played(choices: tuple[str, ...], rounds: int = 6) -> tuple[Room, list[int]]:
    rng = random.Random(3)
    decks = game_of(*choices).house.decks
    room = opened(*choices, seats=(2, 5), shoe=VirtualShoe(decks, rng))
    marks = [len(room.commands)]
    for _ in range(rounds):
        random_round(room, rng)
        marks.append(len(room.commands))
    return room, marks


@pytest.mark.parametrize("choices", TABLES, ids=" ".join)
def test_a_shoe_survives_and_replays_to_the_same_table(choices: tuple[str, ...]) -> None:
    """Written to a file, read, and replayed, a shoe leads to the same cards and cents."""
    room, marks = played(choices)
    game = game_of(*choices)
    rounds = [room.commands[: marks[0]]]
    rounds += [room.commands[start:end] for start, end in pairwise(marks)]
    shoe = Shoe(game.id, game.sha256, tuple(tuple(found) for found in rounds), choices[1:])
    text = shoe_text(shoe)
    assert len(text.splitlines()) == 3 + len(rounds)
    assert parse_shoe(text) == shoe
    assert replay_shoe(parse_shoe(text), game) == room.state
    assert parse_round(round_text(rounds[1])) == tuple(rounds[1])


@pytest.mark.parametrize("choices", TABLES, ids=" ".join)
def test_every_moment_survives(choices: tuple[str, ...]) -> None:
    """After each command the position string gives back the table, and says nothing of hidden cards."""
    room, _ = played(choices, rounds=2)
    game = game_of(*choices)
    state = room.start
    for command in room.commands:
        _, state = step(state, command)
        text = position_text(state)
        assert "\n" not in text
        assert parse_position(text, game) == state


def test_replay_stops_at_the_first_word_that_the_table_refuses() -> None:
    """A history that does not chain is not repaired."""
    room, marks = played(("blackjack",), rounds=1)
    game = game_of("blackjack")
    commands = [command for command in room.commands if not isinstance(command, c.BurnCard)]
    with pytest.raises(BadNotation, match=r"round 1, \S+"):
        replay_shoe(Shoe(game.id, game.sha256, (tuple(commands),)), game)
    with pytest.raises(BadNotation, match="not at this game"):
        replay_shoe(Shoe(game.id, "0" * 64, ()), game)
    assert marks


@pytest.mark.parametrize(
    "text", ["", "pitboss shoe 1", "pitboss shoe 1\ngame x y\n", "hello\nworld\n", NO_CHOICES]
)
def test_a_bad_file_is_no_shoe(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_shoe(text)


@pytest.mark.parametrize("body", ["", "{", '{"hat":1}', '{"shoe":"many"}'])
def test_a_bad_position_is_refused(body: str) -> None:
    game = game_of("blackjack")
    with pytest.raises(BadNotation):
        parse_position(f"blackjack/{game.sha256[:12]} {body}", game)
    with pytest.raises(BadNotation):
        parse_position("chess/123 {}", game)
