"""Drawing layouts and signs, and checking them by reading the drawing back."""

from collections.abc import Sequence
from typing import Any, get_args

from pitboss.cli import screen
from pitboss.cli.user_files import ending_of, printable, read, save
from pitboss.errors import BadInput, Fault
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.paper.drawing_text import Lettering, read_drawing
from pitboss.paper.felt import draw_felt
from pitboss.paper.felt_plan import plan_felt
from pitboss.paper.ink_themes import Theme
from pitboss.paper.inscriptions import DemandCheck, check_layout, check_sign, raise_missing
from pitboss.paper.sign import draw_sign
from pitboss.paper.single_page_pdf import sheet_pdf

HOUSE = "Your House"
"""Stands in for the certificate holder's name."""
ENDINGS = ("svg", "pdf")


def make_layout(
    name: str,
    choices: Sequence[str],
    out: str,
    *,
    holder: str,
    to_sign: Sequence[str],
    theme: str,
    scale: int,
) -> None:
    game = load_game(name, choose=choices)
    printable(holder, "--holder")
    ending = ending_of(out, ENDINGS)
    moved = _movable(game, to_sign)
    plan = plan_felt(game, holder=holder or HOUSE, to_sign=moved)
    data = as_file(draw_felt(plan, _theme(theme), scale=scale), ending, f"Layout of {game.title}")
    sign = (
        read_drawing(draw_sign(game, holder=holder or HOUSE, to_sign=moved).encode(), "sign")
        if moved
        else None
    )
    findings = check_layout(game, read_drawing(data, out), sign, holder=holder or HOUSE)
    raise_missing(findings, out)
    save(out, data)
    screen.line(f"{out}: layout of {game.title}, 1 : {scale}. {_tell(game, findings)}")
    if moved:
        clauses = ", ".join(moved)
        screen.line(
            f"On the sign instead: {clauses}. Draw it: `pitboss sign {name}` with the same --to-sign."
        )


def make_sign(name: str, choices: Sequence[str], out: str, *, holder: str, to_sign: Sequence[str]) -> None:
    game = load_game(name, choose=choices)
    printable(holder, "--holder")
    ending = ending_of(out, ENDINGS)
    moved = _movable(game, to_sign)
    data = as_file(draw_sign(game, holder=holder or HOUSE, to_sign=moved), ending, f"Sign of {game.title}")
    findings = check_sign(game, read_drawing(data, out), moved)
    raise_missing(findings, out)
    save(out, data)
    screen.line(f"{out}: sign of {game.title}. {_tell(game, findings)}")


def check_drawing(
    name: str,
    choices: Sequence[str],
    file: str,
    sign: str,
    *,
    holder: str,
    approved: Sequence[str],
    as_json: bool,
) -> None:
    """A layout from anybody; everything that is missing is listed at once."""
    game = load_game(name, choose=choices)
    felt = read_drawing(read(file, where="--check"), file)
    other = _read_sign(sign)
    findings = check_layout(game, felt, other, holder=holder, approved=_similar(game, approved))
    if as_json:
        screen.print_json([describe_finding(finding) for finding in findings])
    else:
        screen.table(
            ("", "the layout must show", "clauses"),
            [("ok" if f.is_met else "no", f.what, ", ".join(f.clauses)) for f in findings],
            wide=1,
        )
    raise_missing(findings, file)


def _read_sign(sign: str) -> Lettering | None:
    return read_drawing(read(sign, where="--sign"), sign) if sign else None


def as_file(svg: str, ending: str, title: str) -> bytes:
    return svg.encode() if ending == "svg" else sheet_pdf(svg, title=title)


def describe_finding(finding: DemandCheck) -> dict[str, Any]:
    return {
        "what": finding.what,
        "clauses": finding.clauses,
        "met": finding.is_met,
        "on_sign": finding.on_sign,
        "missing": finding.missing,
    }


def _movable(game: Game, to_sign: Sequence[str]) -> tuple[str, ...]:
    """The clauses that may be met by a sign; anything else is refused."""
    allowed = [part.clauses[0] for part in game.inscriptions if part.or_sign]
    faults = [
        Fault(f"--to-sign {clause}", "cannot be moved from the layout to a sign.",
              ", ".join(allowed) or "none in this document")
        for clause in to_sign
        if clause not in allowed
    ]  # fmt: skip
    if faults:
        raise BadInput(faults)
    return tuple(to_sign)


def _similar(game: Game, approved: Sequence[str]) -> Sequence[str]:
    """The clauses that let other words be approved; anything else is refused."""
    allowed = [clause for part in game.inscriptions if part.similar for clause in part.clauses]
    faults = [
        Fault(f"--approved {clause}", "allows no other words.", ", ".join(allowed) or "none in this document")
        for clause in approved
        if clause not in allowed
    ]
    if faults:
        raise BadInput(faults)
    return approved


def _theme(text: str) -> Theme:
    for known in get_args(Theme):
        if text == known:
            return known  # type: ignore[no-any-return]
    raise BadInput([Fault(f"--theme {text}", "is not a theme.", ", ".join(get_args(Theme)))])


def _tell(game: Game, findings: Sequence[DemandCheck]) -> str:
    return f"Checked: it meets all {len(findings)} requirements of {game.document}."
