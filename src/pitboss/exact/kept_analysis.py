"""The figures of a game as they were found before, on this machine and by these sources; or found now."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pitboss.exact.composition import Composition
from pitboss.exact.disk_cache import kept
from pitboss.exact.figures import Analysis, WagerFigures
from pitboss.exact.support import refuse_unsupported
from pitboss.games.game import Game


@dataclass(frozen=True)
class KeptFigures:
    wagers: tuple[WagerFigures, ...]
    dealer: tuple[dict[str, Any], ...]
    solve_seconds: float
    distribution: dict[str, Any] | None


def find_analysis(
    game: Game,
    shoe: Composition | None,
    *,
    exact: bool,
    distribution: bool,
    tell: Callable[[str], None],
) -> Analysis:
    """As `analyse`; that of a fresh shoe is kept, and needs no analyst the next time."""
    refuse_unsupported(game)

    def find() -> KeptFigures:
        from pitboss.exact.analyst import analyse
        from pitboss.exact.warm_kernels import warm_up

        warm_up(tell)
        made = analyse(game, shoe, exact=exact, distribution=distribution)
        return KeptFigures(made.wagers, made.dealer, made.solve_seconds, made.distribution)

    if shoe is not None:
        figures = find()
    else:
        made_of = (game.sha256.encode(), bytes((exact, distribution)))
        figures = kept("figures", made_of, KeptFigures, find)
    return Analysis(game, figures.wagers, figures.dealer, figures.solve_seconds, figures.distribution)
