"""The package of a Rules Submission: every paper with its hash, and a machine-readable manifest."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pitboss
from pitboss.errors import BadInput, Fault
from pitboss.games.files import find_book, known_games
from pitboss.games.game import Game
from pitboss.paper.consequences import house_edges
from pitboss.paper.drawing_text import read_drawing, read_svg
from pitboss.paper.felt import draw_felt
from pitboss.paper.felt_plan import plan_felt
from pitboss.paper.inscriptions import DemandCheck, check_layout, check_sign, raise_missing
from pitboss.paper.manifest import differences, encode_manifest, parse_manifest
from pitboss.paper.request import ReportRequest
from pitboss.paper.sign import draw_sign
from pitboss.paper.single_page_pdf import sheet_pdf
from pitboss.paper.submission import Submission, write_submission
from pitboss.paper.submission_form import form_document, rules_document
from pitboss.paper.typeset import typeset

Tell = Callable[[str], None]
MANIFEST = "manifest.json"
FILE = "submission.toml"
REPORTS = {"report.pdf", "report.json", "manual.pdf"}


@dataclass(frozen=True)
class Package:
    files: Mapping[str, bytes]
    sha256: str

    def name(self, date: str) -> str:
        """The folder of this version; no two versions share one."""
        return f"{date}-{self.sha256[:8]}"


def make_package(
    submission: Submission,
    *,
    date: str,
    supersedes: Mapping[str, str] | None = None,
    with_report: bool = True,
    tell: Tell = lambda _: None,
) -> Package:
    """All papers of a submission. The report takes up to a minute; a draft has none and says so."""
    game = submission.load()
    tell("layout and sign")
    files = _drawings(submission, game)
    findings = _proved(submission, game, files)
    tell("form and rules")
    own = _own_game(submission)
    packed = replace(submission, game=next(reversed(own), submission.game))
    files |= own
    files |= {
        FILE: write_submission(packed, game).encode(),
        "form.pdf": typeset(form_document(submission, game, findings, date)),
        "rules.pdf": typeset(rules_document(submission, game, date)),
    }
    files |= _reports(submission, game, date, packed.game, tell) if with_report else {}
    digest = _digest(files)
    files[MANIFEST] = _manifest(submission, game, date, files, digest, supersedes, is_draft=not with_report)
    return Package(files, digest)


def _own_game(submission: Submission) -> dict[str, bytes]:
    """The files of a user's own game, without which the package could not be reproduced."""
    changes = find_book(submission.game).changes
    names = [source.label for source in changes]
    away = [
        source
        for source in changes
        if (parent := source.data["extends"]) not in known_games() and parent not in names
    ]
    if away or len(set(names)) < len(names) or set(names) & {MANIFEST, FILE}:
        says = "extends a file in another folder, or two files have the same name; a package is one folder."
        raise BadInput([Fault(source.label, says, "game files in one folder") for source in away or changes])
    return {source.label: source.text.encode() for source in changes}


def _drawings(submission: Submission, game: Game) -> dict[str, bytes]:
    plan = plan_felt(game, holder=submission.holder, to_sign=submission.to_sign)
    felt = draw_felt(plan)
    sign = draw_sign(game, holder=submission.holder, to_sign=submission.to_sign)
    a3 = sheet_pdf(draw_felt(plan, "paper", scale=5), title=f"Layout of {game.title}, {submission.holder}")
    return {
        "layout.svg": felt.encode(),
        "layout.pdf": a3,
        "sign.svg": sign.encode(),
        "sign.pdf": sheet_pdf(sign, title=f"Sign of {game.title}, {submission.holder}"),
    }


def _proved(submission: Submission, game: Game, files: Mapping[str, bytes]) -> tuple[DemandCheck, ...]:
    """Check the drawings as they are in the files; a package that fails is not made."""
    felt, sign = read_svg(files["layout.svg"]), read_svg(files["sign.svg"])
    findings = check_layout(game, felt, sign, holder=submission.holder)
    raise_missing(findings, "layout.svg")
    raise_missing(check_sign(game, sign, submission.to_sign), "sign.svg")
    return findings


def _reports(submission: Submission, game: Game, date: str, packed_as: str, tell: Tell) -> dict[str, bytes]:
    from pitboss.paper.findings import gather_findings
    from pitboss.paper.manual import manual_bytes
    from pitboss.paper.report import report_bytes

    request = ReportRequest(
        submission.game, date, submission.as_set, holder=submission.holder, packed_as=packed_as
    )
    findings = gather_findings(request, tell=tell)
    return {
        "report.pdf": report_bytes(findings, "pdf"),
        "report.json": report_bytes(findings, "json"),
        "manual.pdf": manual_bytes(game, date=date),
    }


def _digest(files: Mapping[str, bytes]) -> str:
    """One hash of all files: of their names and hashes, in order."""
    lines = [f"{sha256(files[name])}  {name}" for name in sorted(files)]
    return sha256("\n".join(lines).encode())


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _manifest(
    submission: Submission,
    game: Game,
    date: str,
    files: Mapping[str, bytes],
    digest: str,
    supersedes: Mapping[str, str] | None,
    *,
    is_draft: bool,
) -> bytes:
    content: dict[str, Any] = {
        "package": 1,
        "date": date,
        "holder": submission.holder,
        "game": game.id,
        "title": game.title,
        "jurisdiction": game.jurisdiction,
        "document": game.document,
        "options": game.option_values,
        "readings": game.reading_choices,
        "layout": dict(submission.layout),
        "rulebook_sha256": game.sha256,
        "software": f"pitboss {pitboss.__version__}",
        "house_edge": house_edges(game),
        "is_draft": is_draft,
        "supersedes": dict(supersedes) if supersedes else None,
        "package_sha256": digest,
        "files": {name: {"sha256": sha256(data), "bytes": len(data)} for name, data in sorted(files.items())},
    }
    return encode_manifest(content)


def faults_of(files: Mapping[str, bytes]) -> list[str]:
    """Files of a package that differ from its manifest; ValueError when the manifest cannot be read."""
    manifest = parse_manifest(files[MANIFEST])
    stated = {name: (part.sha256, part.bytes) for name, part in manifest.files.items()}
    actual = {name: (sha256(data), len(data)) for name, data in files.items() if name != MANIFEST}
    changed = [name for name in stated if name in actual and actual[name] != stated[name]]
    faults = [
        *(f"{name} is missing" for name in stated if name not in actual),
        *(f"{name} was changed" for name in changed),
        *(f"{name} does not belong to it" for name in actual if name not in stated),
    ]
    if not faults and manifest.package_sha256 != _digest({name: files[name] for name in stated}):
        faults.append(f"{MANIFEST} states another hash of the package than its files give")
    return faults


def forgeries(files: Mapping[str, bytes], submission: Submission) -> list[str]:
    """Where a package differs from one that is made of its own submission; reports are not made again."""
    stated = parse_manifest(files[MANIFEST])
    again = make_package(submission, date=stated.date, with_report=False).files
    made = parse_manifest(again[MANIFEST])
    wanted = (set(again) | (set() if stated.is_draft else REPORTS)) - {MANIFEST}
    faults = [f"{name} is missing" for name in sorted(wanted - stated.files.keys())]
    faults += [f"{name} does not belong to it" for name in sorted(stated.files.keys() - wanted)]
    faults += [f"{MANIFEST} {difference}" for difference in differences(stated, made)]
    if stated.software == made.software:
        papers = sorted(set(again) & stated.files.keys())
        faults += [
            f"{name} is not what its submission gives"
            for name in papers
            if not _alike(files[name], again[name])
        ]
    return faults


def _alike(data: bytes, again: bytes) -> bool:
    """The same to the byte, or two PDFs with the same words: another machine may have set them otherwise."""
    if data == again or not again.startswith(b"%PDF-"):
        return data == again
    try:
        return read_drawing(data, "PDF").runs == read_drawing(again, "PDF").runs
    except BadInput:
        return False
