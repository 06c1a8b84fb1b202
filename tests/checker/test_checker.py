"""The checker against certificates of the analyst: true ones hold, and nothing that was changed does."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from checker.__main__ import check, main
from checker.form import Rejected, digest, load
from pitboss.exact import certificate, solve
from pitboss.exact.analyst import main_edge
from pitboss.exact.certificate import certify, rules_in_force, text_of
from pitboss.exact.composition import RANK_NAMES, Composition
from pitboss.games.files import known_games
from tests.exact.test_brute import CASES, described
from tests.floor import game_of

ROOT = Path(__file__).parents[2]
Certificate = dict[str, Any]
OTHERS = pytest.mark.slow("certificates under other options and readings")


def certificate_of(case: tuple[str, dict[str, int], dict[str, object], dict[str, str]]) -> Certificate:
    game, shoe, options, readings = case
    choices = [f"{name}={str(value).lower()}" for name, value in options.items()]
    choices += [f"reading.{id}={choice}" for id, choice in readings.items()]
    ranks = tuple(shoe.get("T" if name == "10" else name, 0) for name in RANK_NAMES)
    return certify(game_of(game, *choices), Composition(ranks))


def written(certificate: Certificate, folder: Path) -> Path:
    """Sealed anew, so that what was changed must be found by the proof."""
    path = folder / "certificate.json"
    path.write_text(text_of(certificate | {"sha256": digest(certificate)}))
    return path


@pytest.fixture(scope="module")
def plain() -> Certificate:
    return certificate_of(next(case for case in CASES if case[0] == "blackjack"))


@pytest.mark.parametrize(
    "case",
    [case if case[2:] == ({}, {}) else pytest.param(case, marks=OTHERS) for case in CASES],
    ids=lambda case: "-".join(map(described, case)),
)
def test_a_true_certificate_holds(
    case: tuple[str, dict[str, int], dict[str, object], dict[str, str]], tmp_path: Path
) -> None:
    """For these shoes the brute force has found the same fractions by dealing every card."""
    assert "decisions against every alternative" in check(written(certificate_of(case), tmp_path))


def rejected(certificate: Certificate, folder: Path) -> str:
    with pytest.raises(Rejected) as problem:
        check(written(certificate, folder))
    return str(problem.value)


def test_a_changed_digit_of_the_value_is_caught(plain: Certificate, tmp_path: Path) -> None:
    numerator, denominator = plain["value"].split("/")
    for changed in (f"{int(numerator) + 1}/{denominator}", f"{numerator}/{int(denominator) + 2}"):
        assert rejected(plain | {"value": changed}, tmp_path).startswith("value: ")


CHANGES: list[tuple[str, str, str]] = [
    ("hands", "68", "H"),
    ("hands", "8T", "H"),
    ("hands", "56", "S"),
    ("hands", "A6", "D"),
    ("hands", "AA58", "H"),
    ("split hands", "8T", "H"),
]


@pytest.mark.parametrize(("part", "hand", "action"), CHANGES)
def test_a_changed_decision_is_named(
    part: str, hand: str, action: str, plain: Certificate, tmp_path: Path
) -> None:
    changed = deepcopy(plain)
    hands = changed["strategy"][part] if part == "hands" else changed["strategy"][part]["8"]
    places = [place for place, letter in enumerate(hands[hand]) if letter != action]
    assert places
    hands[hand] = hands[hand][: places[0]] + action + hands[hand][places[0] + 1 :]
    sight = plain["observations"][places[0]]
    assert re.search(f"(^strategy: |, ){hand} against {sight}: ", rejected(changed, tmp_path))


def test_a_split_that_is_better_not_made_is_named(plain: Certificate, tmp_path: Path) -> None:
    changed = deepcopy(plain)
    assert changed["strategy"]["pairs"]["TT"] == "NYYNN"
    changed["strategy"]["pairs"]["TT"] = "NYYNY"
    assert "TT against T no blackjack: “no split” is worth" in rejected(changed, tmp_path)


RULES: list[tuple[str, Any]] = [
    ("dealer hits soft 17", True),
    ("blackjack pays", "6/5"),
    ("announced before play", "nothing"),
    ("doubles after a split", False),
    ("most hands", 2),
    ("insurance pays", "3"),
    ("dealer's 22 returns wagers", True),
    ("21 is paid at once", True),
    ("surrender", "late"),
    ("second chance", True),
]


@pytest.mark.parametrize(("rule", "value"), RULES)
def test_a_changed_rule_is_caught(rule: str, value: Any, plain: Certificate, tmp_path: Path) -> None:
    assert plain["rules"][rule] != value
    assert rejected(plain | {"rules": plain["rules"] | {rule: value}}, tmp_path)


def test_a_changed_shoe_is_caught(plain: Certificate, tmp_path: Path) -> None:
    shoe = plain["shoe"] | {"8": plain["shoe"]["8"] + 1}
    assert rejected(plain | {"shoe": shoe}, tmp_path)


def _pays_too_much(table: Callable[..., Any]) -> Callable[..., Any]:
    """A hand of 20 wins a tie."""
    return lambda *rules: [
        [cell + (row == 20 and not cell) for cell in cells] for row, cells in enumerate(table(*rules))
    ]


def _never_doubles(choices: Callable[..., Any]) -> Callable[..., Any]:
    return lambda values: choices(values) % solve.DOUBLE


SABOTAGE: list[tuple[Any, str, Callable[[Callable[..., Any]], Callable[..., Any]]]] = [
    (solve, "pay_table", _pays_too_much),
    (certificate, "choices_of", _never_doubles),
]


@pytest.mark.parametrize(("place", "name", "spoil"), SABOTAGE, ids=["pays too much", "never doubles"])
def test_a_sabotaged_solver_is_caught(
    place: Any,
    name: str,
    spoil: Callable[[Callable[..., Any]], Callable[..., Any]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(place, name, spoil(getattr(place, name)))
    spoiled = certificate_of(next(case for case in CASES if case[0] == "blackjack"))
    assert rejected(spoiled, tmp_path)


def test_what_is_not_a_certificate_gets_a_sentence(
    plain: Certificate, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "c.json"
    for text, says in [
        ("{", "cannot be read"),
        ("[]", "is not a certificate of version 1"),
        (json.dumps(plain | {"value": "1/3"}), "changed after it was written"),
        (json.dumps({"certificate": 1}), "is missing"),
    ]:
        path.write_text(text)
        assert main([str(path)]) == 1
        assert says in capsys.readouterr().out
    assert main([str(tmp_path / "none.json")]) == 1
    assert main([]) == 2


@pytest.mark.parametrize(
    ("part", "changed", "says"),
    [
        ("rules", {"most hands": 99}, "most hands: 99 is not allowed"),
        ("rules", {"a new rule": True}, "“a new rule” is unknown to this checker"),
        ("shoe", {"8": -1}, "shoe: 8: -1 is not a number of cards"),
        ("shoe", {"8": True}, "shoe: 8: True is not a number of cards"),
        ("strategy", {"hands": {}}, "is missing"),
    ],
)
def test_a_faulty_form_is_named(
    part: str, changed: dict[str, Any], says: str, plain: Certificate, tmp_path: Path
) -> None:
    assert says in rejected(plain | {part: plain[part] | changed}, tmp_path)


def test_the_checker_imports_nothing_of_ours() -> None:
    """Standard library, numpy and itself; run where nothing else can be found."""
    allowed = set(sys.stdlib_module_names) | {"numpy", "checker"}
    for path in sorted((ROOT / "checker").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {name.partition(".")[0] for name in names} <= allowed, path.name


def test_the_checker_runs_as_a_program(plain: Certificate, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "checker", str(written(plain, tmp_path))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ": holds: worth " in ran.stdout


@pytest.mark.parametrize("name", known_games())
def test_the_certificate_of_every_game_is_shipped_and_is_of_these_rules(name: str) -> None:
    """Whole shoes are proven by `make bench`; `pitboss certify` writes them anew."""
    game = game_of(name)
    given = load(ROOT / "certificates" / f"{name}.json")
    assert given["about"]["rulebook sha256"] == game.sha256
    assert given["rules"] == rules_in_force(game)
    assert float(Fraction(given["value"])) == pytest.approx(-main_edge(game), abs=1e-13)
