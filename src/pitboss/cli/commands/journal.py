"""`pitboss journal`, `records` and `shoe`: what was recorded, and what was dealt put to the test."""

from typing import Annotated

import typer

from pitboss.cli.commands.parameters import Json, app

shoe = typer.Typer(help="The virtual shoe: statistical tests.", no_args_is_help=True)
app.add_typer(shoe, name="shoe")


@shoe.command("test")
def examine_shoe(
    cards: Annotated[int, typer.Option("--cards", help="Deal at least this many cards.")] = 1_000_000,
    decks: Annotated[int, typer.Option("--decks", help="Decks in the shoe.")] = 6,
    file: Annotated[
        str,
        typer.Option("--file", help="Test these shoes instead: AcKd2h…, in dealt order, one on each line."),
    ] = "",
    json: Json = False,
) -> None:
    """Test dealt cards for randomness, as Pennsylvania and GLI-19 ask for it."""
    from pitboss.cli import shoe_test as room

    room.examine_shoe(cards, decks, file, as_json=json)


journal = typer.Typer(
    help="The journal of a running table: verify, show, replay, export, import.",
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
            "--anchor",
            metavar="FILE",
            help="What `journal show --json` printed earlier: proves nothing was cut off.",
        ),
    ] = "",
    witness: Annotated[
        str,
        typer.Option(
            "--witness", metavar="FILE", help="What `pitboss witness` kept: names the first change."
        ),
    ] = "",
    beacon: Annotated[
        str,
        typer.Option("--beacon", metavar="FILE", help="Rounds of the beacon that you got elsewhere."),
    ] = "",
    json: Json = False,
) -> None:
    """Check every hash and repeat every decision; exit status 1 at the first fault."""
    from pitboss.cli import journal_output as office

    office.verify(store, anchor, witness, beacon, as_json=json)


@journal.command("show")
def show_journal(
    store: Journal,
    table: Annotated[str, typer.Option("--table", help="Show the records of this table.")] = "",
    last: Annotated[int, typer.Option("--last", help="How many of the last records.", min=1)] = 20,
    json: Json = False,
) -> None:
    """List the tables and books of a journal, or the last records of one."""
    from pitboss.cli import journal_output as office

    office.show(store, table, last, as_json=json)


@journal.command("replay")
def replay_journal(
    store: Journal,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table to replay.")],
    only_round: Annotated[int, typer.Option("--round", help="Show this round alone.", min=0)] = 0,
    json: Json = False,
) -> None:
    """Replay a table act by act, with the clause of each."""
    from pitboss.cli import journal_output as office

    office.replay(store, table, only_round, as_json=json)


@journal.command("export")
def export_journal(
    store: Journal,
    archive: Annotated[str, typer.Argument(metavar="ARCHIVE", help="The .zip file to write.")],
) -> None:
    """Export a journal as plain text that can be read without this program."""
    from pitboss.cli import journal_output as office

    office.export(store, archive)


@journal.command("import")
def import_journal(
    archive: Annotated[str, typer.Argument(metavar="ARCHIVE", help="An archive made by export.")],
    store: Journal,
) -> None:
    """Import an archive into a journal; the hashes stay the same."""
    from pitboss.cli import journal_output as office

    office.read_in(archive, store)


@journal.command("log-key")
def show_log_key(
    store: Journal,
    replace: Annotated[
        bool, typer.Option("--replace", help="Make a new key; stop the server first.")
    ] = False,
    by: Annotated[str, typer.Option("--by", help="Who replaces it; the name is recorded.")] = "house",
    json: Json = False,
) -> None:
    """Print the public key with which the house signs its log."""
    from pitboss.cli import log_output

    if replace:
        log_output.replace_key(store, by)
    else:
        log_output.show_key(store, as_json=json)


@journal.command("rebuild-accounts")
def rebuild_accounts(store: Journal) -> None:
    """Make the server's accounts say again what the house book says; stop the server first."""
    from pitboss.cli import journal_output as office

    office.rebuild_accounts(store)


Kept = Annotated[str, typer.Argument(metavar="STORE", help="A file, sqlite:FILE or postgresql://….")]


@app.command("backup")
@journal.command("backup", hidden=True)
def backup_journal(
    store: Kept,
    target: Annotated[str, typer.Argument(metavar="FILE", help="The copy to write, for its owner alone.")],
) -> None:
    """Copy a house as it is at one moment, while servers run on it, and verify the copy."""
    from pitboss.cli import journal_keeping

    journal_keeping.backup(store, target)


@app.command("restore")
def restore_journal(
    source: Annotated[str, typer.Argument(metavar="FILE", help="A copy made by `pitboss backup`.")],
    store: Kept,
) -> None:
    """Put a verified backup in the place of a store; stop its servers first, leave keys and marks."""
    from pitboss.cli import journal_keeping

    journal_keeping.restore(source, store)


@journal.command("replace-key")
def replace_key(
    store: Journal,
    by: Annotated[str, typer.Option("--by", help="The administrator who decides it; recorded.")],
    why: Annotated[str, typer.Option("--why", help="What became of the old key; recorded.")],
    key: Annotated[str, typer.Option("--key", help="The key file; a new one is made if there is none.")] = "",
) -> None:
    """Go on with a new key after the old one was lost; second factors, sessions and tokens end."""
    from pitboss.cli import journal_keeping

    journal_keeping.replace_key(store, by, why, key)


@journal.command("give-up")
def give_up_shoe(
    store: Journal,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table whose shoe is lost.")],
    by: Annotated[str, typer.Option("--by", help="Who decides it; the name is recorded.")],
    key: Annotated[str, typer.Option("--key", help="The file of the key that seals the shoes.")] = "",
    key_lost: Annotated[
        bool, typer.Option("--key-lost", help="Say that the key itself is lost; a new one is made.")
    ] = False,
) -> None:
    """Give up a shoe that cannot be read: the round is void, wagers are returned; `verify` will name it."""
    from pitboss.cli import journal_output as office

    office.give_up(store, table, by, key, key_lost=key_lost)


records = typer.Typer(help="Rounds, totals and incidents out of a journal.", no_args_is_help=True)
app.add_typer(records, name="records")

OfTable = Annotated[str, typer.Option("--table", help="The table to report on.")]


@records.command("rounds")
def show_rounds(
    store: Journal,
    table: OfTable,
    box: Annotated[int, typer.Option("--box", help="Only this box.", min=0, max=6)] = 0,
    seat: Annotated[int, typer.Option("--seat", help="Only the player at this seat.", min=0, max=6)] = 0,
    account: Annotated[
        str, typer.Option("--account", help="Only this person: a name or an account id.")
    ] = "",
    last: Annotated[int, typer.Option("--last", help="How many rounds.", min=1)] = 10,
    json: Json = False,
) -> None:
    """Show the last rounds: choices, cards, payments, chips before and after."""
    from pitboss.cli import records_output

    records_output.show_rounds(store, table, box=box, seat=seat, account=account, last=last, as_json=json)


@records.command("totals")
def show_totals(
    store: Journal,
    table: OfTable,
    theory: Annotated[
        bool, typer.Option("--theory", help="Solve the game, and say whether the edge is where it should be.")
    ] = False,
    json: Json = False,
) -> None:
    """Add up every wager: handle, taken, paid, void, win over handle and edge."""
    from pitboss.cli import records_output

    records_output.show_totals(store, table, theory=theory, as_json=json)


@records.command("events")
def show_events(store: Journal, table: OfTable, json: Json = False) -> None:
    """List significant events: who, why, before and after."""
    from pitboss.cli import records_output

    records_output.show_events(store, table, as_json=json)


@records.command("open")
def show_open(store: Journal, json: Json = False) -> None:
    """List the rounds that are not over: since when, what is on the layout, what they wait for."""
    from pitboss.cli import records_output

    records_output.show_open(store, as_json=json)


@records.command("day")
def show_day(
    store: Journal,
    day: Annotated[str, typer.Option("--day", metavar="DATE", help="The gaming day, as 2026-11-16.")],
    csv: Annotated[str, typer.Option("--csv", metavar="FILE", help="Write it as CSV.")] = "",
    pdf: Annotated[str, typer.Option("--pdf", metavar="FILE", help="Print it as PDF.")] = "",
    theory: Annotated[
        bool, typer.Option("--theory/--no-theory", help="Compare it with theory; some seconds for each game.")
    ] = True,
    settings: Annotated[
        str,
        typer.Option(
            "--settings",
            metavar="FILE",
            help="The server’s settings: time zone, when the day begins, shifts.",
        ),
    ] = "",
    day_time_zone: Annotated[str, typer.Option("--day-time-zone", help="The time zone of the house.")] = "",
    day_begins: Annotated[str, typer.Option("--day-begins", help="When the day begins, as 06:00.")] = "",
    day_shifts: Annotated[
        list[str] | None, typer.Option("--day-shifts", help="A shift, as early=06:00; once for each.")
    ] = None,
    json: Json = False,
) -> None:
    """The master game report of a gaming day: every table, game, shift and wager, counts and corrections."""
    from pitboss.cli import day_output

    house = day_output.HouseDay(settings, day_time_zone, day_begins, tuple(day_shifts or ()))
    day_output.show_day(store, day, house, csv=csv, pdf=pdf, theory=theory, as_json=json)
