"""`pitboss submission`: Rules Submissions."""

from typing import Annotated

import typer

from pitboss.cli.commands.parameters import GameName, Json, Set, app

submission = typer.Typer(
    help="Rules Submissions: the choices that a document leaves to the casino.", no_args_is_help=True
)
app.add_typer(submission, name="submission")

File = Annotated[
    str, typer.Argument(metavar="FILE", help="A submission (.toml), or the folder of a package.")
]


@submission.command()
def new(
    game: GameName,
    out: Annotated[str, typer.Option("-o", "--out", help="Write the submission here.")] = "submission.toml",
    holder: Annotated[str, typer.Option("--holder", help="The certificate holder.")] = "",
    choices: Set = None,
) -> None:
    """Ask for every choice, with its clause and consequences, or take them from --set."""
    from pitboss.cli import submissions

    submissions.new(game, choices or [], holder, out)


@submission.command()
def check(file: File, json: Json = False) -> None:
    """List every choice that is missing or not allowed, and what was changed in a package."""
    from pitboss.cli import submissions

    submissions.check(file, as_json=json)


@submission.command()
def pack(
    file: File,
    out: Annotated[str, typer.Option("-o", "--out", help="The folder that keeps every version.")],
    date: Annotated[str, typer.Option("--date", help="The date of the submission; today if left out.")] = "",
    draft: Annotated[bool, typer.Option("--draft", help="Leave out the report and the manual.")] = False,
) -> None:
    """Make the dated package with its hashes: form, rules, layout, signs, report, manual."""
    from pitboss.cli import submissions

    submissions.pack(file, out, date, draft=draft)


@submission.command()
def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="A submission, or the folder of a package.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The later submission or package.")],
    out: Annotated[
        str, typer.Option("-o", "--out", help="Write the comparison to this .pdf or .html file.")
    ] = "",
    date: Annotated[str, typer.Option("--date", help="Its date; today if left out.")] = "",
    json: Json = False,
) -> None:
    """Compare two submissions, with the change in the house edge of each wager."""
    from pitboss.cli import submissions

    if out:
        submissions.print_diff(old, new, out, date)
        return
    submissions.diff(old, new, as_json=json)
