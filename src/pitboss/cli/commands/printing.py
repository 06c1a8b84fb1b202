"""The print shop: layout and sign."""

from typing import Annotated

import typer

from pitboss.cli.commands.words import GameName, Json, Set, app

Holder = Annotated[str, typer.Option("--holder", help="The name of the house.")]
ToSign = Annotated[
    list[str] | None,
    typer.Option("--to-sign", metavar="CLAUSE", help="Leave this off the felt; the sign carries it."),
]


@app.command()
def layout(
    game: GameName,
    out: Annotated[str, typer.Option("-o", "--out", help="Draw the felt into this .svg or .pdf file.")] = "",
    check: Annotated[str, typer.Option("--check", help="Prove this drawing, SVG or PDF, instead.")] = "",
    sign: Annotated[str, typer.Option("--sign", help="With --check: the sign beside it.")] = "",
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
        drawings.check_drawing(game, choices or [], check, sign, holder=holder, as_json=json)
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
