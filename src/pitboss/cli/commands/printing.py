"""The print shop: report, card, manual, layout and sign."""

from typing import Annotated

import typer

from pitboss.cli.commands.parameters import GameName, Json, Set, app

Holder = Annotated[str, typer.Option("--holder", help="The name of the house.")]
ToSign = Annotated[
    list[str] | None,
    typer.Option("--to-sign", metavar="CLAUSE", help="Leave this off the felt; the sign carries it."),
]
Day = Annotated[str, typer.Option("--date", metavar="DAY", help="The day it is dated; today if left out.")]


@app.command()
def report(
    game: GameName,
    out: Annotated[
        str, typer.Option("-o", "--out", help="Write to this .pdf, .html or .json file.")
    ] = "report.pdf",
    date: Day = "",
    author: Annotated[str, typer.Option("--author", help="Who answers for the report.")] = "",
    previous: Annotated[str, typer.Option("--previous", help="The .json of the last approved report.")] = "",
    rounds: Annotated[
        int,
        typer.Option("--rounds", help="Rounds dealt to check the figures; 50 million if left out.", min=0),
    ] = 0,
    seed: Annotated[
        int, typer.Option("--seed", help="Deal the same rounds again.", min=0, max=2**64 - 1)
    ] = 1,
    battery: Annotated[
        str, typer.Option("--battery", help="What `pitboss shoe test --json` printed, for section 22.")
    ] = "",
    holder: Holder = "",
    choices: Set = None,
) -> None:
    """Make the mathematics report: every figure of a game, with how it was found."""
    from pitboss.cli import documents

    parties = documents.Parties(author, holder)
    beside = documents.Beside(previous, battery)
    dealt = documents.Dealt(rounds, seed)
    documents.make_report(game, choices or [], out, date=date, parties=parties, beside=beside, dealt=dealt)


@app.command()
def card(
    game: GameName,
    out: Annotated[str, typer.Option("-o", "--out", help="Write to this .pdf file.")] = "card.pdf",
    date: Day = "",
    choices: Set = None,
) -> None:
    """Make the player's rack card: rules, pays, and the strategy with its cost."""
    from pitboss.cli import documents

    documents.make_card(game, choices or [], out, date=date)


@app.command()
def manual(
    game: GameName,
    out: Annotated[str, typer.Option("-o", "--out", help="Write to this .pdf or .html file.")] = "manual.pdf",
    date: Day = "",
    choices: Set = None,
) -> None:
    """Make the dealer's manual: procedure and irregularities by clause, with a floor checklist."""
    from pitboss.cli import documents

    documents.make_manual(game, choices or [], out, date=date)


@app.command()
def layout(
    game: GameName,
    out: Annotated[str, typer.Option("-o", "--out", help="Draw the felt into this .svg or .pdf file.")] = "",
    check: Annotated[str, typer.Option("--check", help="Prove this drawing, SVG or PDF, instead.")] = "",
    sign: Annotated[str, typer.Option("--sign", help="With --check: the sign beside it.")] = "",
    approved: Annotated[
        list[str] | None,
        typer.Option(
            "--approved", metavar="CLAUSE", help="With --check: similar words were approved for it."
        ),
    ] = None,
    holder: Holder = "",
    to_sign: ToSign = None,
    theme: Annotated[str, typer.Option("--theme", help="felt or paper.")] = "felt",
    scale: Annotated[int, typer.Option("--scale", help="One to this; 5 fits A3.", min=1, max=20)] = 1,
    choices: Set = None,
    json: Json = False,
) -> None:
    """Draw the felt to scale, or prove that a drawing says what its document demands."""
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
    """Draw the sign at the table: limits, payouts, and what the felt leaves to it."""
    from pitboss.cli import drawings

    drawings.make_sign(game, choices or [], out or "sign.svg", holder=holder, to_sign=to_sign or [])
