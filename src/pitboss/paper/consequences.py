"""The consequences of a choice: house edges, layout, procedures."""

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.errors import BadInput
from pitboss.exact.analyst import side_edges
from pitboss.exact.pricing import edge_of, permitted
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.games.vocabulary import CENTS, Value
from pitboss.paper.felt_plan import has_own_area
from pitboss.paper.felt_wording import felt_lines, short_name, sign_lines, tell_decks
from pitboss.paper.submission import Submission

MOST_SHOWN = 16
"""An option with more values than this, such as an amount, is not tried out value by value."""


@dataclass(frozen=True)
class Consequence:
    """One value of an option, and the game with it."""

    value: str
    house_edges: Mapping[str, float]
    """By wager; empty where the value is not permitted with the other choices."""
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    """What felt, signs and procedures say only with this value, and only without it."""
    refused: str = ""


def house_edges(game: Game) -> dict[str, float]:
    """The house edge of the main wager and of the side wagers."""
    main = game.main_wager.id
    return {main: edge_of(game, main)} | side_edges(game)


def consequences(submission: Submission, option: str) -> tuple[Consequence, ...]:
    """Every permitted value of an option, with the choices already made."""
    now = submission.load()
    values = permitted(now, option)
    if len(values) > MOST_SHOWN or now.option(option).domain == CENTS:
        return ()
    return tuple(_consequence(submission, now, option, value) for value in values)


def _consequence(submission: Submission, now: Game, option: str, value: Value) -> Consequence:
    told = now.option(option).tell(value)
    chosen = [choice for choice in submission.as_set if not choice.startswith(f"{option}=")]
    try:
        other = load_game(submission.game, choose=[*chosen, f"{option}={str(value).lower()}"])
    except BadInput as error:
        return Consequence(told, {}, refused=error.faults[0].says)
    before, after = statements_of(now), statements_of(other)
    return Consequence(
        told,
        house_edges(other),
        tuple(line for line in after if line not in before),
        tuple(line for line in before if line not in after),
    )


def statements_of(game: Game, to_sign: tuple[str, ...] = ()) -> dict[str, str]:
    """Everything that felt, sign, equipment and procedures say, and where."""
    said = {words.text: "felt" for words in felt_lines(game, to_sign)}
    said |= {part.text: "felt" for part in game.inscriptions if part.where == "lane"}
    said |= {f"Betting area: {short_name(w)}": "felt" for w in game.wagers if has_own_area(w)}
    said |= {f"Discard rack marked for {tell_decks(game)}": "felt"}
    said |= {words.text: "sign" for words in sign_lines(game, to_sign)}
    said |= {f"{part.item}: {part.says}": "equipment" for part in game.equipment}
    said |= {part.says: "procedure" for part in game.phases}
    return said | {part.says: "procedure" for part in game.procedures.values()}
