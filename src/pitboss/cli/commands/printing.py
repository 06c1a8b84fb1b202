"""`pitboss report`, `card`, `manual`, `layout` and `sign`: paper and felt."""

from typing import Annotated

import typer

from pitboss.cli.commands.parameters import GameName, Json, Set, app

Holder = Annotated[str, typer.Option("--holder", help="The name of the casino.")]
ToSign = Annotated[
    list[str] | None,
    typer.Option("--to-sign", metavar="CLAUSE", help="Leave this off the felt and put it on the sign."),
]
Day = Annotated[str, typer.Option("--date", metavar="DATE", help="Its date; today if left out.")]


@app.command()
def report(
    game: GameName,
    out: Annotated[
        str, typer.Option("-o", "--out", help="Write to this .pdf, .html or .json file.")
    ] = "report.pdf",
    date: Day = "",
    author: Annotated[str, typer.Option("--author", help="Who is responsible for the report.")] = "",
    previous: Annotated[str, typer.Option("--previous", help="The .json of the last approved report.")] = "",
    rounds: Annotated[
        int,
        typer.Option("--rounds", help="Rounds dealt to check the figures; 50 million if left out.", min=0),
    ] = 0,
    seed: Annotated[
        int, typer.Option("--seed", help="The same seed deals the same rounds.", min=0, max=2**64 - 1)
    ] = 1,
    battery: Annotated[
        str,
        typer.Option(
            "--battery", help="What `pitboss shoe test --json` printed, for the section on randomness."
        ),
    ] = "",
    holder: Holder = "",
    choices: Set = None,
) -> None:
    """Make the mathematics report: every figure of a game, with its method."""
    from pitboss.cli import documents

    parties = documents.Parties(author, holder)
    inputs = documents.ReportInputs(previous, battery)
    simulation = documents.ReportSimulation(rounds, seed)
    documents.make_report(
        game, choices or [], out, date=date, parties=parties, inputs=inputs, simulation=simulation
    )


@app.command()
def card(
    game: GameName,
    out: Annotated[str, typer.Option("-o", "--out", help="Write to this .pdf file.")] = "card.pdf",
    date: Day = "",
    choices: Set = None,
) -> None:
    """Make the player's rack card: rules, payouts, and the strategy with its cost."""
    from pitboss.cli import documents

    documents.make_card(game, choices or [], out, date=date)


@app.command()
def manual(
    game: GameName,
    out: Annotated[str, typer.Option("-o", "--out", help="Write to this .pdf or .html file.")] = "manual.pdf",
    date: Day = "",
    choices: Set = None,
) -> None:
    """Make the dealer's manual: procedures, irregularities and a checklist, with clauses."""
    from pitboss.cli import documents

    documents.make_manual(game, choices or [], out, date=date)


@app.command()
def layout(
    game: GameName,
    out: Annotated[str, typer.Option("-o", "--out", help="Draw the felt into this .svg or .pdf file.")] = "",
    check: Annotated[str, typer.Option("--check", help="Check this drawing (SVG or PDF) instead.")] = "",
    sign: Annotated[str, typer.Option("--sign", help="With --check: the sign at the table.")] = "",
    approved: Annotated[
        list[str] | None,
        typer.Option("--approved", metavar="CLAUSE", help="With --check: other words were approved for it."),
    ] = None,
    holder: Holder = "",
    to_sign: ToSign = None,
    theme: Annotated[str, typer.Option("--theme", help="Colors: felt or paper.")] = "felt",
    scale: Annotated[
        int, typer.Option("--scale", help="Scale 1 to this number; 5 fits A3.", min=1, max=20)
    ] = 1,
    choices: Set = None,
    json: Json = False,
) -> None:
    """Draw the felt to scale, or check that a drawing shows what the document requires."""
    from pitboss.cli import drawings

    if check:
        drawings.check_drawing(
            game, choices or [], check, sign, holder=holder, approved=approved or [], as_json=json
        )
        return
    drawings.make_layout(
        game, choices or [], out or "felt.svg", holder=holder, to_sign=to_sign or [], theme=theme, scale=scale
    )


@app.command()
def sign(
    game: GameName,
    out: Annotated[str, typer.Option("-o", "--out", help="Draw the sign into this .svg or .pdf file.")] = "",
    holder: Holder = "",
    to_sign: ToSign = None,
    choices: Set = None,
) -> None:
    """Draw the sign at the table: limits, payouts, and what the felt leaves out."""
    from pitboss.cli import drawings

    drawings.make_sign(game, choices or [], out or "sign.svg", holder=holder, to_sign=to_sign or [])
