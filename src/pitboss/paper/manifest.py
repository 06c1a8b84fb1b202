"""The manifest of a package: what it states, read strictly, and held against what the submission gives."""

import json
import math
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Annotated, Any, Literal

import msgspec

Sha256 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
EDGE_TOLERANCE = 1e-9
"""Between two machines' house edges."""


class StatedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sha256: Sha256
    bytes: Annotated[int, msgspec.Meta(ge=0, lt=2**53)]


class Superseded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    folder: str
    package_sha256: Sha256


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    package: Literal[1]
    date: str
    holder: str
    game: str
    title: str
    jurisdiction: str
    document: str
    options: dict[str, bool | int | str]
    readings: dict[str, str]
    layout: dict[str, str]
    rulebook_sha256: Sha256
    software: str
    house_edge: dict[str, float]
    is_draft: bool
    supersedes: Superseded | None
    package_sha256: Sha256
    files: dict[str, StatedFile]


def parse_manifest(data: bytes) -> Manifest:
    """ValueError says what is wrong with it and where."""
    try:
        manifest = msgspec.json.decode(data, type=Manifest)
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start + 1} is not UTF-8 text") from error
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if encode_manifest(msgspec.to_builtins(manifest)) != data:
        raise ValueError("it is not written as `pitboss submission pack` writes it")
    try:
        date.fromisoformat(manifest.date)
    except ValueError as error:
        raise ValueError(f"{manifest.date!r} is not a date") from error
    return manifest


def encode_manifest(content: Mapping[str, Any]) -> bytes:
    return (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode()


FROM_SUBMISSION = {
    "holder": "another holder",
    "game": "another game",
    "title": "another title",
    "jurisdiction": "another jurisdiction",
    "document": "another document",
    "options": "other options",
    "readings": "other readings",
    "layout": "another layout",
    "rulebook_sha256": "another hash of the rules",
}


def differences(stated: Manifest, made: Manifest) -> Iterator[str]:
    """What a manifest states otherwise than one that was made of the same submission."""
    for name, label in FROM_SUBMISSION.items():
        if getattr(stated, name) != getattr(made, name):
            yield f"states {label} than the submission gives"
    for wager in sorted({*stated.house_edge, *made.house_edge}):
        edges = [manifest.house_edge.get(wager, math.nan) for manifest in (stated, made)]
        if not math.isclose(*edges, rel_tol=0, abs_tol=EDGE_TOLERANCE):
            named = wager.replace("_", " ")
            yield f"states another house edge of the {named} wager than the submission gives"
