"""Showing what the prover finds: gaps, contradictions and slips of a text, and who has acknowledged them."""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.cli import screen
from pitboss.cli.rulebook_output import share_choices
from pitboss.games.files import known_games
from pitboss.games.findings import KINDS, Finding
from pitboss.games.game import Game
from pitboss.proof.prover import Proof, prove


def show_findings(name: str | None, choices: Sequence[str], *, open_only: bool, as_json: bool) -> bool:
    """Every finding of one game or of all; true when nothing is left to acknowledge."""
    names = known_games() if name is None else [name]
    proofs = [prove(*one) for one in zip(names, share_choices(names, choices), strict=True)]
    if as_json:
        screen.print_json([_describe(proof) for proof in proofs])
    else:
        for proof in proofs:
            _tell(proof, proof.open if open_only else proof.findings)
    return all(proof.is_clean for proof in proofs)


def _tell(proof: Proof, findings: Sequence[Finding]) -> None:
    game = proof.game
    screen.heading(f"{game.title} ({game.id})")
    if not game.register.clauses:
        screen.line("It has no register, so there is no text to examine.")
        return
    for kind in dict.fromkeys(finding.kind for finding in findings):
        print()
        screen.title(f"{KINDS[kind]}:")
        for finding in findings:
            if finding.kind == kind:
                _tell_finding(finding, _acknowledgement(game, finding))
    print()
    for sentence in (*_summary(proof), *(f"Not stated: {told}" for told in proof.unstated)):
        screen.line(sentence)


def _tell_finding(finding: Finding, by: str) -> None:
    screen.line(f"- {finding.id} [{by}]")
    screen.line(f"  {finding.says}")
    others = [clause for clause in finding.clauses if clause not in finding.says]
    if others:
        screen.line(f"  See {', '.join(others)}.")
    if finding.deal:
        screen.line(f"  Shortest deal: {finding.deal}.")
    if finding.options:
        screen.line(f"  Only with another choice: {finding.options}.")


def _acknowledgement(game: Game, finding: Finding) -> str:
    by = game.acknowledged.get(finding.id)
    if by is None:
        return "not acknowledged"
    return f"reading {by}" if by in game.readings else f"note {by}" if by in game.notes else f"noted: {by}"


def _summary(proof: Proof) -> list[str]:
    count, left = len(proof.findings), len(proof.open)
    findings = f"{count} finding{'s' * (count != 1)}" if count else "No findings"
    if not left:
        told = [f"{findings}{', all acknowledged' if count else ''}."]
    else:
        told = [f"{findings}, {left} not acknowledged."]
    return told + [f"Acknowledged, but not found: {id}" for id in proof.vain]


def _describe(proof: Proof) -> dict[str, Any]:
    game = proof.game
    return {
        "game": game.id,
        "document": game.document,
        "clean": proof.is_clean,
        "findings": [_describe_finding(finding, game.acknowledged) for finding in proof.findings],
        "acknowledged_but_not_found": proof.vain,
        "not_stated": proof.unstated,
    }


def _describe_finding(finding: Finding, acknowledged: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": finding.id,
        "kind": finding.kind,
        "says": finding.says,
        "clauses": finding.clauses,
        "deal": finding.deal or None,
        "cards": finding.cards,
        "options": finding.options or None,
        "acknowledged_by": acknowledged.get(finding.id),
    }
