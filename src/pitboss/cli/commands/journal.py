"""The records office: the journal, and what was dealt put to the test."""

from typing import Annotated

import typer

from pitboss.cli.commands.parameters import Json, app

shoe = typer.Typer(help="The virtual shoe: its statistical battery.", no_args_is_help=True)
app.add_typer(shoe, name="shoe")


@shoe.command("test")
def examine_shoe(
    cards: Annotated[int, typer.Option("--cards", help="Deal at least so many cards.")] = 1_000_000,
    decks: Annotated[int, typer.Option("--decks", help="Decks in the shoe.")] = 6,
    file: Annotated[
        str, typer.Option("--file", help="Test these shoes instead: AcKd2h…, dealt order, one a line.")
    ] = "",
    json: Json = False,
) -> None:
    """Put dealt cards to the tests of 58 Pa. Code 810a.5 (95 %) and GLI-19 (99 %)."""
    from pitboss.cli import shoe_test as room

    room.examine_shoe(cards, decks, file, as_json=json)


journal = typer.Typer(
    help="The journal of a desk: check, show, replay, export, import.",
    no_args_is_help=True,
)
app.add_typer(journal, name="journal")

Journal = Annotated[
    str,
    typer.Argument(
        metavar="JOURNAL", help="A file, sqlite:FILE, postgresql://…, or an exported .zip archive."
    ),
]


@journal.command("verify")
def verify_journal(
    store: Journal,
    anchor: Annotated[
        str,
        typer.Option(
            "--anchor", metavar="FILE", help="What `show --json` printed before: nothing is cut off since."
        ),
    ] = "",
    json: Json = False,
) -> None:
    """Check the chain and decide every command again; exit status 1 at the first fault."""
    from pitboss.cli import journal_output as office

    office.verify(store, anchor, as_json=json)


@journal.command("show")
def show_journal(
    store: Journal,
    table: Annotated[str, typer.Option("--table", help="Show the records of this stream.")] = "",
    last: Annotated[int, typer.Option("--last", help="So many of them.", min=1)] = 20,
    json: Json = False,
) -> None:
    """List the streams of a journal, or the last records of one."""
    from pitboss.cli import journal_output as office

    office.show(store, table, last, as_json=json)


@journal.command("replay")
def replay_journal(
    store: Journal,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table to replay.")],
    only_round: Annotated[int, typer.Option("--round", help="Show this round alone.", min=0)] = 0,
    json: Json = False,
) -> None:
    """Go through a table's journal act by act, with the clause of each."""
    from pitboss.cli import journal_output as office

    office.replay(store, table, only_round, as_json=json)


@journal.command("export")
def export_journal(
    store: Journal,
    archive: Annotated[str, typer.Argument(metavar="ARCHIVE", help="The .zip file to write.")],
) -> None:
    """Write a journal out as plain text that can be read without this program."""
    from pitboss.cli import journal_output as office

    office.export(store, archive)


@journal.command("import")
def import_journal(
    archive: Annotated[str, typer.Argument(metavar="ARCHIVE", help="An archive made by export.")],
    store: Journal,
) -> None:
    """Read an archive into a journal; hashes stay what they were."""
    from pitboss.cli import journal_output as office

    office.read_in(archive, store)


@journal.command("give-up")
def give_up_shoe(
    store: Journal,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table whose shoe is lost.")],
    by: Annotated[str, typer.Option("--by", help="Who says so; it is recorded.")],
    key: Annotated[str, typer.Option("--key", help="The file of the key that seals shoes from now on.")] = "",
) -> None:
    """Give a shoe up for lost, its order or its key being gone: the round is void, wagers come back."""
    from pitboss.cli import journal_output as office

    office.give_up(store, table, by, key)


records = typer.Typer(help="What a journal keeps of every round, wager and incident.", no_args_is_help=True)
app.add_typer(records, name="records")

OfTable = Annotated[str, typer.Option("--table", help="The table whose records are asked for.")]


@records.command("rounds")
def show_rounds(
    store: Journal,
    table: OfTable,
    box: Annotated[int, typer.Option("--box", help="Of this box.", min=0, max=6)] = 0,
    seat: Annotated[int, typer.Option("--seat", help="Of the player at this seat.", min=0, max=6)] = 0,
    account: Annotated[str, typer.Option("--account", help="Of this account.")] = "",
    last: Annotated[int, typer.Option("--last", help="So many rounds.", min=1)] = 10,
    json: Json = False,
) -> None:
    """Recall the last rounds: choices, cards, payments, funds before and after."""
    from pitboss.cli import records_output

    records_output.show_rounds(store, table, box=box, seat=seat, account=account, last=last, as_json=json)


@records.command("totals")
def show_totals(
    store: Journal,
    table: OfTable,
    theory: Annotated[
        bool, typer.Option("--theory", help="Solve the game, and say whether the edge lies in its band.")
    ] = False,
    json: Json = False,
) -> None:
    """Add up every wager: handle, take, pay, void, hold and edge."""
    from pitboss.cli import records_output

    records_output.show_totals(store, table, theory=theory, as_json=json)


@records.command("events")
def show_events(store: Journal, table: OfTable, json: Json = False) -> None:
    """List significant events with who, why, before and after."""
    from pitboss.cli import records_output

    records_output.show_events(store, table, as_json=json)


@records.command("open")
def show_open(store: Journal, json: Json = False) -> None:
    """List the incomplete rounds of every table: since when, what is on the layout, whom they wait for."""
    from pitboss.cli import records_output

    records_output.show_open(store, as_json=json)
