"""Two whole rounds of every game, act by act, as a person would read them.

`python -m tests.golden.test_transcripts` writes them anew; the diff is for a person to read.
"""

import random
from pathlib import Path

import pytest

from pitboss.cli.plain_felt import draw_table
from pitboss.games.files import known_games
from pitboss.table.event_text import tell_event
from pitboss.table.notation import command_text
from pitboss.table.people import DEALER
from pitboss.table.shoes import VirtualShoe
from pitboss.table.state import open_table
from pitboss.table.table import step
from pitboss.table.view import view
from tests.floor import game_of
from tests.table.drive import opened, random_round

FOLDER = Path(__file__).with_name("transcripts")


def transcript(name: str) -> str:
    """The opening and two rounds at three boxes: every act, what it caused, and the clause of each."""
    game = game_of(name)
    room = opened(name, seats=(1, 3, 6), shoe=VirtualShoe(game.house.decks, random.Random(name)))
    rng = random.Random(f"{name} players")
    for _ in range(2):
        random_round(room, rng)
    lines, state = [f"{game.title} ({name})", ""], open_table(game)
    for command in room.commands:
        before = draw_table(view(state, DEALER), 0, game)
        events, state = step(state, command)
        lines.append(command_text(command))
        for event in events:
            says = tell_event(event, 0, game)
            lines.append(f"    {type(event).__name__:<20} {event.clause:<20} {says}".rstrip())
        after = draw_table(view(state, DEALER), 0, game)
        lines += [f"  | {line}".rstrip() for line in after if after != before]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", known_games())
def test_a_transcript_reads_as_it_did(name: str) -> None:
    """A game without a transcript fails; so does one whose rounds read otherwise."""
    assert transcript(name) == (FOLDER / f"{name}.txt").read_text()


if __name__ == "__main__":
    for known in known_games():
        (FOLDER / f"{known}.txt").write_text(transcript(known))
