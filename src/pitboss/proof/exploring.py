"""From what sentences name to the rounds in which it could come about."""

from collections.abc import Callable

from pitboss.games.conditions import compared_numbers
from pitboss.games.game import Game
from pitboss.games.wager_kinds import BLACKJACK, OVER_UNDER
from pitboss.proof import blackjack_rounds, over_under_rounds
from pitboss.proof.questions import CUT_CAUSES, Round, Used
from pitboss.proof.stated import Comparison, Duty, Grant, Remedy, Settlement, Stated, Statement

ROUNDS: dict[str, Callable[[Game, Used], Round]] = {
    BLACKJACK: blackjack_rounds.explore,
    OVER_UNDER: over_under_rounds.explore,
}
"""How the rounds of each family are explored."""


def explore(game: Game, stated: Stated) -> Round:
    """Every round of a game, told apart by the facts that some sentence names."""
    cases = frozenset(name for one in stated.case_lists for name in one.names)
    compared = [compared_numbers(part.condition, "cards") for part in stated.statements]
    used = Used(
        endings=stated.names(Settlement) | stated.names(Comparison) | cases,
        turns=stated.names(Grant) | {*CUT_CAUSES},
        dealer_turns=stated.names(Duty),
        mishaps=stated.names(Remedy),
        most_cards=max({2}.union(*compared)) + 1,
    )
    return ROUNDS[game.family.id](game, used)


def is_reached(part: Statement, game: Game) -> bool:
    """Does what a sentence names ever come about in this game, whatever else is said of it?"""
    asked = explore(game, Stated((part,), ()))
    match part:
        case Settlement():
            return any(
                part.holds(one.facts) for one in asked.endings if not part.step or part.step in one.steps
            )
        case Comparison():
            return any(part.holds(ending.facts) for ending in asked.endings)
        case Grant():
            return any(part.holds(turn.facts) for turn in asked.turns if turn.act == part.act)
        case Duty():
            return any(part.holds(turn.facts) for turn in asked.dealer_turns)
        case Remedy():
            return any(part.holds(one.facts) for one in asked.mishaps if one.mistake == part.mistake)
    return False
