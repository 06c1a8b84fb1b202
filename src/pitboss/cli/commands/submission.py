"""The filing desk: Rules Submissions."""

from typing import Annotated

import typer

from pitboss.cli.commands.parameters import GameName, Json, Set, app

submission = typer.Typer(
    help="Rules Submissions: the choices a document leaves to the house.", no_args_is_help=True
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
    """Ask for every choice with its clause and consequence, or take them from --set."""
    from pitboss.cli import submissions

    submissions.new(game, choices or [], holder, out)


@submission.command()
def check(file: File, json: Json = False) -> None:
    """List every choice that is missing or not allowed; of a package, also what was changed in it."""
    from pitboss.cli import submissions

    submissions.check(file, as_json=json)


@submission.command()
def pack(
    file: File,
    out: Annotated[str, typer.Option("-o", "--out", help="The folder that keeps every version.")],
    date: Annotated[str, typer.Option("--date", help="The date of the submission, today if left out.")] = "",
    draft: Annotated[bool, typer.Option("--draft", help="Leave out report and manual.")] = False,
) -> None:
    """Make the dated, hashed package: form, rules, layout, signs, report, manual, manifest."""
    from pitboss.cli import submissions

    submissions.pack(file, out, date, draft=draft)


@submission.command()
def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="A submission, or the folder of a package.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The same of the later version.")],
    out: Annotated[
        str, typer.Option("-o", "--out", help="Write the redline to this .pdf or .html file.")
    ] = "",
    date: Annotated[str, typer.Option("--date", help="The day it is dated, today if left out.")] = "",
    json: Json = False,
) -> None:
    """Redline two submissions, with the change in hold of each wager."""
    from pitboss.cli import submissions

    if out:
        submissions.print_diff(old, new, out, date)
        return
    submissions.diff(old, new, as_json=json)
