"""A felt with something left off, put in or changed, and what the check of a layout finds, by clause."""

from collections.abc import Iterable

from pitboss.paper.drawing_text import Lettering
from pitboss.paper.inscriptions import check_layout
from tests.floor import game_of
from tests.paper.drawn import HOLDER, felt_of, sign_of, words_of


def found_without(game: str, *words: str, with_sign: bool = False) -> list[str]:
    """What is found when these runs, or parts by their ids, are left off our felt."""
    felt = words_of(felt_of(game))
    kept = tuple(run for run in felt.runs if run not in words)
    ids = felt.ids - set(words)
    assert (kept, ids) != (felt.runs, felt.ids), words
    return _found(game, Lettering(kept, ids, felt.classes), with_sign=with_sign)


def found_with(game: str, *words: str) -> list[str]:
    """What is found when this is written on our felt besides, or a part with such an id is added."""
    felt = words_of(felt_of(game))
    ids = {word for word in words if word.startswith("box-")}
    return _found(game, Lettering((*felt.runs, *(set(words) - ids)), felt.ids | ids, felt.classes))


def _found(game: str, felt: Lettering, *, with_sign: bool = False) -> list[str]:
    sign = words_of(sign_of(game)) if with_sign else None
    findings = check_layout(game_of(game), felt, sign, holder=HOLDER)
    return [
        f"{(finding.clauses or ('',))[-1]}: {finding.missing}" for finding in findings if not finding.is_met
    ]


def check_areas(game: str, areas: dict[str, str], labels: Iterable[str]) -> None:
    """Each of six players has an area for each wager, with its name in it, the main wager first."""
    felt = words_of(felt_of(game))
    for area, clause in areas.items():
        assert {f"box-{number}-{area}" for number in range(1, 7)} <= felt.ids
        (fault,) = found_without(game, f"box-2-{area}")
        assert fault.startswith(f"{clause}: the layout shows 5 areas for the ")
    faults = found_with(game, "box-7-main")
    assert {fault.partition(":")[0] for fault in faults} == set(areas.values())
    assert all("7 betting positions" in fault for fault in faults)
    for label in labels:
        assert felt.runs.count(label) == 6, label
