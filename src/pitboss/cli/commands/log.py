"""`pitboss witness` and `receipt`: the log of a house, watched and checked from outside."""

from typing import Annotated

import typer

from pitboss.cli.commands.parameters import Json, app

receipt = typer.Typer(help="Receipts of accepted commands: check one.", no_args_is_help=True)
app.add_typer(receipt, name="receipt")

LogKeyOption = Annotated[
    str, typer.Option("--key", metavar="KEY", help="The public key of the house, from elsewhere.")
]


@receipt.command("check")
def check_receipt(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A receipt as JSON.")],
    key: LogKeyOption = "",
    journal: Annotated[
        str,
        typer.Option("--journal", metavar="JOURNAL", help="Also look whether this journal has the record."),
    ] = "",
    json: Json = False,
) -> None:
    """Check offline that a receipt proves a record to be in the signed log."""
    from pitboss.cli import log_output

    log_output.check_receipt(file, key, journal, as_json=json)


@app.command()
def witness(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="The server to watch: http://HOST:PORT.")],
    state: Annotated[
        str, typer.Option("--state", metavar="FILE", help="Where the witness keeps what it saw.")
    ],
    name: Annotated[str, typer.Option("--name", help="The name of a new witness.")] = "witness",
    key: LogKeyOption = "",
    once: Annotated[bool, typer.Option("--once", help="Look once and stop.")] = False,
    every: Annotated[
        float, typer.Option("--every", metavar="SECONDS", help="How often to look.", min=0.1, max=86_400)
    ] = 60.0,
) -> None:
    """Watch the log of a house from outside: co-sign its heads, and refuse one that takes something back."""
    from pitboss.cli import witness as office

    office.witness(address, state, name, key, every_s=every, times=1 if once else 0)
