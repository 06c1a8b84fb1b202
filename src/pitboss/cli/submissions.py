"""Rules Submissions: started, checked, packed and compared."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pitboss.cli import screen
from pitboss.cli.harmless_output import harmless
from pitboss.cli.user_files import check_place, day_of, ending_of, printable, read, save
from pitboss.errors import BadInput, Fault
from pitboss.games.choices import parse_requests
from pitboss.games.compare import NOTHING
from pitboss.games.files import looks_like_reading
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.paper.consequences import Consequence, consequences
from pitboss.paper.html import page_of
from pitboss.paper.manifest import Manifest, parse_manifest
from pitboss.paper.package import FILE, MANIFEST, Package, faults_of, forgeries, make_package
from pitboss.paper.redline import EdgeChange, Redline, RedlineRow, redline, redline_document
from pitboss.paper.submission import (
    LAYOUT,
    SIGN,
    Question,
    Submission,
    is_answered,
    parse_submission,
    questions,
    write_submission,
)
from pitboss.paper.typeset import typeset
from pitboss.paper.wagers import wager_name

# ---- new


def new(name: str, choices: Sequence[str], holder: str, out: str) -> None:
    """Write a file with every choice that was given or asked for; the rest stays undecided in it."""
    game = load_game(name)
    printable(holder, "--holder")
    submission = _with_choices(Submission(name, holder), game, choices)
    if sys.stdin.isatty():
        submission = _ask_all(submission, game)
    left = [question for question in questions(game) if not is_answered(submission, question)]
    save(out, write_submission(submission, game).encode())
    made = len(questions(game)) - len(left)
    screen.line(f"{out}: {made} of {len(questions(game))} choices are made for {game.title}.")
    for question in left:
        screen.line(f"- undecided: {question.label} ({', '.join(question.clauses)}): {question.asks}")


def _with_choices(submission: Submission, game: Game, choices: Sequence[str]) -> Submission:
    """The submission with what was given by --set, checked together."""
    requests, faults = parse_requests(choices)
    keys = {question.key for question in questions(game) if question.section == "layout"}
    places = {request.name: str(request.value) for request in requests if request.name in keys}
    faults += [
        Fault(f"--set {clause}={place}", f"{place} is not a place.", f"{LAYOUT}, {SIGN}", clause)
        for clause, place in places.items()
        if place not in (LAYOUT, SIGN)
    ]
    if faults:
        raise BadInput(faults)
    rest = [request for request in requests if request.name not in keys]
    load_game(submission.game, choose=[f"{request.name}={str(request.value).lower()}" for request in rest])
    return replace(
        submission,
        layout=places,
        readings={id: str(request.value) for request in rest if (id := looks_like_reading(request.name))},
        choices={request.name: request.value for request in rest if not looks_like_reading(request.name)},
    )


def _ask_all(submission: Submission, game: Game) -> Submission:
    if not submission.holder:
        submission = replace(submission, holder=_answer("Certificate holder: "))
    for question in questions(game):
        if not is_answered(submission, question):
            submission = _ask(submission, game, question)
    return submission


def _ask(submission: Submission, game: Game, question: Question) -> Submission:
    """Ask until the answer is allowed, or empty."""
    screen.heading(f"{question.label} ({', '.join(question.clauses)})")
    screen.line(f"{question.asks}. Allowed: {question.allowed}.")
    if question.section == "choices":
        _show_consequences(game, consequences(submission, question.key))
    while True:
        answer = _answer(f"{question.label} (suggested: {question.suggested}; Enter: undecided) ")
        if not answer:
            return submission
        try:
            return _with(submission, game, question, answer)
        except BadInput as error:
            screen.line(str(error))


def _with(submission: Submission, game: Game, question: Question, answer: str) -> Submission:
    given = _with_choices(submission, game, [f"{question.key}={answer}"])
    joined = replace(
        submission,
        layout={**submission.layout, **given.layout},
        choices={**submission.choices, **given.choices},
    )
    joined.load()
    return joined


def _answer(prompt: str) -> str:
    try:
        return input(harmless(prompt)).strip()
    except EOFError:
        return ""


def _show_consequences(game: Game, ways: Sequence[Consequence]) -> None:
    wagers = list(dict.fromkeys(wager for way in ways for wager in way.house_edges))
    rows = [
        (
            way.value,
            *(f"{100 * way.house_edges[w]:.4f} %" if w in way.house_edges else "—" for w in wagers),
            _effects(way),
        )
        for way in ways
    ]
    heads = (
        "value",
        *(f"house edge, {wager_name(game, wager)}" for wager in wagers),
        "layout and procedures",
    )
    screen.table(heads, rows, wide=-1)


def _effects(way: Consequence) -> str:
    if way.refused:
        return way.refused
    return "; ".join([*(f"+ {line}" for line in way.gains), *(f"- {line}" for line in way.loses)])


# ---- check, pack


def check(name: str, *, as_json: bool) -> None:
    """A file, or a package: then its hashes too."""
    folder = Path(name)
    submission = _open(name)
    game = submission.load()
    if folder.is_dir():
        _check_package(folder, submission)
    if as_json:
        screen.print_json(
            {"game": game.id, "holder": submission.holder, "choices": dict(submission.choices),
             "layout": dict(submission.layout), "rulebook_sha256": game.sha256}
        )  # fmt: skip
        return
    screen.line(
        f"{name}: all {len(questions(game))} choices that {game.document} leaves open are made and allowed."
    )


def _check_package(folder: Path, submission: Submission) -> None:
    names = sorted(path.name for path in folder.iterdir())
    if MANIFEST not in names:
        raise BadInput([Fault(str(folder), f"has no {MANIFEST}.")])
    manifest = _manifest(folder / MANIFEST)
    strange = [name for name in names if name not in manifest.files and name != MANIFEST]
    if strange:
        raise BadInput(Fault(str(folder), f"{name} does not belong to it.") for name in strange)
    files = {name: read(str(folder / name)) for name in names}
    faults = faults_of(files) or forgeries(files, submission)
    if faults:
        raise BadInput(Fault(str(folder), f"{fault}.") for fault in faults)


def _manifest(path: Path) -> Manifest:
    try:
        return parse_manifest(read(str(path)))
    except ValueError as error:
        raise BadInput([Fault(str(path), f"is not a manifest: {error}.")]) from error


def _open(name: str) -> Submission:
    """A submission by its file, or the one in a package."""
    path = Path(name) / FILE if Path(name).is_dir() else Path(name)
    try:
        return parse_submission(read(str(path)).decode(), name, beside=path.parent)
    except UnicodeDecodeError as error:
        raise BadInput([Fault(name, f"is not UTF-8 text (byte {error.start}).")]) from error


def pack(name: str, out: str, date: str, *, draft: bool) -> None:
    submission, day = _open(name), day_of(date)
    is_new = not Path(out).exists()
    folder = _folder(out)
    versions = _versions(folder)
    last = _last(versions)
    try:
        package = make_package(
            submission, date=day, supersedes=last, with_report=not draft,
            tell=lambda step: print(f"… {step}", file=sys.stderr),
        )  # fmt: skip
    except BadInput:
        if is_new:
            folder.rmdir()
        raise
    if any(version.package_sha256 == package.sha256 for version in versions.values()):
        screen.line(f"{out}: the same package is already there; nothing was written.")
        return
    target = folder / package.name(day)
    _write_all(target, package)
    screen.line(f"{target}: {len(package.files)} files. Hash of the package (SHA-256): {package.sha256}.")
    if last:
        screen.line(f"It supersedes {last['folder']}, which stays.")


def _versions(folder: Path) -> dict[str, Manifest]:
    """The packages that lie there, by folder."""
    return {path.parent.name: _manifest(path) for path in sorted(folder.glob(f"*/{MANIFEST}"))}


def _last(versions: dict[str, Manifest]) -> dict[str, str] | None:
    """The version that no other supersedes."""
    gone = {manifest.supersedes.package_sha256 for manifest in versions.values() if manifest.supersedes}
    heads = [(one.date, name) for name, one in versions.items() if one.package_sha256 not in gone]
    if not heads:
        return None
    _, name = max(heads)
    return {"folder": name, "package_sha256": versions[name].package_sha256}


def _folder(out: str) -> Path:
    """Made before the long work begins, so that a folder that cannot be is told at once."""
    try:
        Path(out).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput([Fault(f"-o {out}", f"cannot be written: {error.strerror}.")]) from error
    return Path(out)


def _write_all(target: Path, package: Package) -> None:
    """Under another name until every file is there: half a package is none."""
    part = target.with_name(f".{target.name}.part")
    _folder(str(part))
    try:
        for name, data in package.files.items():
            save(str(part / name), data)
        part.replace(target)
    except (BadInput, OSError) as error:
        for path in part.iterdir():
            path.unlink()
        part.rmdir()
        if isinstance(error, BadInput):
            raise
        raise BadInput([Fault(f"-o {target}", f"cannot be written: {error.strerror}.")]) from error


# ---- diff


def diff(old: str, new: str, *, as_json: bool) -> None:
    comparison = redline(_open(old), _open(new))
    if as_json:
        screen.print_json(_describe(comparison))
        return
    if not comparison.changes:
        screen.line("The two submissions are the same.")
        return
    screen.heading("House edge")
    screen.table(
        ("wager", "before", "after", "change in percentage points"),
        [_edge_row(change) for change in comparison.edges],
    )
    for section in dict.fromkeys(change.section for change in comparison.changes):
        screen.heading(section)
        for change in comparison.changes:
            if change.section == section:
                _show_change(change)


def print_diff(old: str, new: str, out: str, date: str) -> None:
    """The redline on paper."""
    ending, day = ending_of(out, ("pdf", "html")), day_of(date)
    before, after = _open(old), _open(new)
    check_place(out)
    document = redline_document(before, after, date=day)
    save(out, page_of(document).encode() if ending == "html" else typeset(document))
    screen.line(f"{out}: the changes from {old} to {new}.")


def _show_change(change: RedlineRow) -> None:
    screen.line(f"{change.what} {_cite(change.clauses)}".rstrip())
    if change.before != NOTHING:
        screen.line(f"  - {change.before}")
    if change.after != NOTHING:
        screen.line(f"  + {change.after}")


def _cite(clauses: Sequence[str]) -> str:
    return f"({', '.join(clauses)})" if clauses else ""


def _edge_row(change: EdgeChange) -> tuple[str, ...]:
    told = [
        f"{100 * edge:.4f} %" if edge is not None else "not offered" for edge in (change.before, change.after)
    ]
    return (change.name, *told, f"{100 * change.difference:+.4f}" if change.difference is not None else "—")


def _describe(comparison: Redline) -> dict[str, Any]:
    return {
        "changes": [vars(change) for change in comparison.changes],
        "edges": [{**vars(one), "difference": one.difference} for one in comparison.edges],
    }
