"""Every round of three cards without a dealer's hand."""

from itertools import product

from pitboss.games.game import Game
from pitboss.games.vocabulary import Value
from pitboss.proof.deals import Deal, Move, folded_ranks
from pitboss.proof.questions import Kept, Round, Used, ask_about_cards, ask_about_cut
from pitboss.rules.hands import EMPTY, draw, fixed_total
from pitboss.rules.over_under import is_complete, may_choose
from pitboss.rules.player import Action

CHOICES = {"over": Action.OVER, "under": Action.UNDER, "surrendered": Action.FOLD}
TOLD = {"over": "player chooses over", "under": "player chooses under", "surrendered": "player surrenders"}
ACTS = {"over": "over", "under": "under", "surrendered": "surrender"}
KINDS = {"over": ("main", "over"), "under": ("main", "under"), "surrendered": ("main",)}


def explore(game: Game, used: Used) -> Round:
    kept = Kept(game, used)
    ranks = folded_ranks(game.house)
    for first in ranks:
        for choice, action in CHOICES.items():
            deal = Deal(((Move("player", first),),))
            kept.turn(_facts((first,)), deal, ACTS[choice], permitted=may_choose(action))
    _endings(game, kept)
    ask_about_cut(game, kept)
    ask_about_cards(kept, 1)
    return kept.round()


def _endings(game: Game, kept: Kept) -> None:
    steps = tuple(phase.name for phase in game.phases)
    bonus = {wager.id for wager in game.wagers_of("total_bonus")}
    for first, second, third in product(folded_ranks(game.house), repeat=3):
        facts = _facts((first, second, third))
        for choice, kinds in KINDS.items():
            wagers = {wager.id for kind in kinds for wager in game.wagers_of(kind)} | bonus
            moves = (
                Move("player", first), Move(TOLD[choice]), Move("player", second), Move("player", third),
            )  # fmt: skip
            told = kept.ending_facts({**facts, choice: True})
            kept.ending(told, Deal((moves,)), steps, frozenset(wagers))


def _facts(cards: tuple[int, ...]) -> dict[str, Value]:
    hand = EMPTY
    for rank in cards:
        hand = draw(hand, rank)
    points = fixed_total(hand) if is_complete(hand) else 0
    return {"cards": hand.cards, "dealt": True, "player": points}
