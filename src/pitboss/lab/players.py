"""The way of playing that a simulation follows, and the house edges it has with a whole shoe every round."""

from collections.abc import Callable

from pitboss.errors import BadInput, Fault
from pitboss.exact.analyst import edges, side_edges, solve_round
from pitboss.exact.composition import shoe_of
from pitboss.exact.measures import Measures
from pitboss.exact.policy import Policy, chart_policy, first_card_policy, optimal_policy
from pitboss.exact.round_value import Round
from pitboss.exact.solve import Solver
from pitboss.exact.strategy import (
    MIMIC,
    NEVER_BUST,
    NO_CHANCE,
    OPTIMAL,
    STRATEGIES,
    TOTAL,
    Chart,
    Strategist,
)  # fmt: skip
from pitboss.games.game import Game
from pitboss.games.wager_kinds import BLACKJACK, OVER_UNDER
from pitboss.lab.setting import Setting
from pitboss.rules.match import down_match_survives
from pitboss.sim.kernel_tables import ALWAYS, BEST

Play = tuple[Policy, dict[str, float]]


def chosen_play(game: Game, setting: Setting) -> Play:
    """The policy that a setting asks for, with its exact house edges where they are known."""
    if game.family.id not in _PLAYERS:
        says = f"no way of playing games of the family “{game.family.id}” is known."
        raise BadInput([Fault("family", says, ", ".join(_PLAYERS))])
    return _PLAYERS[game.family.id](game, setting)


def _over_under_play(game: Game, setting: Setting) -> Play:
    if setting.strategy != OPTIMAL or setting.errors:
        says = "a game without a dealer's hand has one decision, which is always played best."
        raise BadInput([Fault("--strategy", says, OPTIMAL)])
    return first_card_policy(game.house, shoe_of(game.house)), edges(game)


def _blackjack_play(game: Game, setting: Setting) -> Play:
    house = game.house
    if setting.strategy == NO_CHANCE:
        if not house.second_chance.offered:
            raise BadInput([Fault("--strategy", f"{game.id} offers no Second Chance.")])
        house = house._replace(second_chance=house.second_chance._replace(offered=False))
    played = Round(Solver(house, shoe_of(house))) if house != game.house else solve_round(game)
    if setting.strategy in (OPTIMAL, NO_CHANCE):
        policy = optimal_policy(played, costs=setting.errors > 0)
        main = -float(played.expectation)
        if setting.insurance != BEST and policy.insures.any():
            main = -float(_uninsured(played).expectation)
    else:
        strategist = Strategist(played)
        chart = _chart(strategist, setting)
        policy, main = chart_policy(setting.strategy, strategist, chart), -strategist.price(chart)
    return policy, _exact(game, setting, played, policy, main)


def _uninsured(played: Round) -> Round:
    solver = played.solver
    house = solver.house._replace(insurance=solver.house.insurance._replace(offered=False))
    return Round(Solver(house, solver.shoe))


def _exact(game: Game, setting: Setting, played: Round, policy: Policy, main: float) -> dict[str, float]:
    known = {game.main_wager.id: main} | side_edges(game)
    if setting.strategy != OPTIMAL and not down_match_survives(True, game.house):
        for wager in game.wagers_of("match", "hole card"):
            del known[wager.id]  # what a surrender takes with it is priced for the best play alone
    if setting.insurance == ALWAYS and policy.insurance_edge is not None:
        known |= {wager.id: policy.insurance_edge for wager in game.wagers_of("insurance")}
    if setting.strategy == OPTIMAL and (chance := game.wager_of("second_chance")):
        figures = Measures(played).second_chance()
        if figures.taken:
            known[chance.id] = -figures.mean
    return known


def _chart(strategist: Strategist, setting: Setting) -> Chart:
    if setting.chart is not None:
        strategist.check(setting.chart, setting.strategy)
        return setting.chart
    made = {TOTAL: strategist.chart, MIMIC: strategist.mimic, NEVER_BUST: strategist.never_bust}
    if setting.strategy not in made:
        allowed = f"{', '.join(STRATEGIES)}, or a file made by `pitboss strategy GAME --json`"
        raise BadInput([Fault("--strategy", f"there is no strategy {setting.strategy!r}.", allowed)])
    return made[setting.strategy]()


_PLAYERS: dict[str, Callable[[Game, Setting], Play]] = {
    BLACKJACK: _blackjack_play,
    OVER_UNDER: _over_under_play,
}
