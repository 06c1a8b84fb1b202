"""`pitboss document`: regulation texts and their registers."""

from typing import Annotated

import typer

from pitboss.cli.commands.parameters import Json, app

document = typer.Typer(help="Regulation texts: start a register, compare two editions.", no_args_is_help=True)
app.add_typer(document, name="document")

Name = Annotated[
    str,
    typer.Option(
        "--document",
        metavar="NAME",
        help="How the text is cited, such as 12a; found in the text if left out.",
    ),
]


@document.command()
def new(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The regulation as a plain text file.")],
    out: Annotated[str, typer.Option("-o", "--out", help="Write the register to this new file.")] = "",
    name: Name = "",
    json: Json = False,
) -> None:
    """Start a register: every sentence with its id, and what is wrong with the text's numbering."""
    from pitboss.cli import document_output

    document_output.start_register(text, out, name, as_json=json)


@document.command()
def compare(
    old: Annotated[
        str, typer.Argument(metavar="OLD", help="The old text, or a register (.toml) with text hashes.")
    ],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new text.")],
    register: Annotated[
        str, typer.Option("--register", metavar="FILE", help="The register of the old text; ours if known.")
    ] = "",
    name: Name = "",
    json: Json = False,
) -> None:
    """List sentence by sentence what a new edition adds, removes, changes and renumbers."""
    from pitboss.cli import document_output

    document_output.show_changes(old, new, register, name, as_json=json)
