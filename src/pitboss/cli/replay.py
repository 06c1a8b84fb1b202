"""Replaying a recorded shoe act by act, with what each act caused and by which clause."""

import sys
from collections.abc import Sequence

from pitboss.cli import screen
from pitboss.cli.plain_felt import draw_table
from pitboss.cli.user_files import read
from pitboss.errors import BadInput, Fault, Refused
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.table.acts import label_of
from pitboss.table.commands import Command
from pitboss.table.event_text import tell_event
from pitboss.table.events import Event
from pitboss.table.notation import BadNotation, Shoe, command_text, parse_shoe
from pitboss.table.people import DEALER
from pitboss.table.state import Table, open_table
from pitboss.table.table import step
from pitboss.table.view import view

MOST_BYTES = 5_000_000
"""Of a recording: more rounds than anybody looks at step by step."""


def replay(path: str, choices: Sequence[str], *, only_round: int, as_json: bool) -> None:
    shoe = _read(path)
    game = load_game(shoe.game, choose=[*shoe.choices, *choices])
    if game.sha256 != shoe.sha256:
        says = f"was dealt under the rules {shoe.sha256[:12]}; these are {game.sha256[:12]}."
        raise BadInput(
            [Fault(path, says, "the options, readings and version of the game under which it was dealt")]
        )
    if only_round > len(shoe.rounds) - 1:
        allowed = f"1 to {len(shoe.rounds) - 1}"
        raise BadInput([Fault("--round", f"there is no round {only_round} in this file.", allowed)])
    steps = _walk(path, shoe, game)
    if as_json:
        screen.print_json([row for row in steps if only_round in (0, row["round"])])
        return
    screen.title(
        f"{game.title} ({game.id}), {len(shoe.rounds) - 1} rounds",
        f"Hash of the rules (SHA-256): {game.sha256}.",
    )
    show_steps([row for row in steps if only_round in (0, row["round"])])


def _read(path: str) -> Shoe:
    try:
        return parse_shoe(read(path, most_bytes=MOST_BYTES).decode())
    except UnicodeDecodeError as error:
        raise BadInput([Fault(f"FILE {path}", f"is not UTF-8 text (byte {error.start}).")]) from error
    except BadNotation as error:
        raise BadInput([Fault(f"{path}, {fault.where}", fault.says) for fault in error.faults]) from error


def _walk(path: str, shoe: Shoe, game: Game) -> list[dict[str, object]]:
    """Every act with its events; stops at the first that the table refuses, and says which."""
    state: Table = open_table(game)
    steps: list[dict[str, object]] = []
    for number, commands in enumerate(shoe.rounds):
        for command in commands:
            try:
                events, state = step(state, command)
            except Refused as refused:
                where = f"{path}, line {number + 4}, {command_text(command)}"
                raise BadInput([Fault(where, refused.says, clause=refused.clause)]) from refused
            steps.append(told(number, command, events, state))
    return steps


def told(number: int, command: Command, events: Sequence[Event], state: Table) -> dict[str, object]:
    """One act as a row: in words and in notation, what it caused, and the table after it."""
    game = state.terms.game
    return {
        "round": number,
        "act": command_text(command),
        "label": label_of(command),
        "events": [
            {"event": type(event).__name__, "clause": event.clause, "says": tell_event(event, 0, game)}
            for event in events
        ],
        "felt": draw_table(view(state, DEALER), 0, game),
    }


def show_steps(steps: Sequence[dict[str, object]]) -> None:
    """On a terminal one act a key; piped, all of them."""
    waits = sys.stdin.isatty() and sys.stdout.isatty()
    current = None
    for row in steps:
        if row["round"] != current:
            current = row["round"]
            screen.heading("Opening" if current == 0 else f"Round {current}")
        events = row["events"]
        assert isinstance(events, list)
        clauses = ", ".join(dict.fromkeys(event["clause"] for event in events if event["clause"]))
        by_clause = f" ({clauses})" if clauses else ""
        print(f"{row['label']}{by_clause}  `{row['act']}`")
        for event in events:
            if event["says"]:
                print(f"    {event['says']}")
        felt = row["felt"]
        assert isinstance(felt, list)
        for line in felt:
            print(f"  {line}")
        if waits and input("  Enter: next act, q: stop > ").strip().lower().startswith("q"):
            return
