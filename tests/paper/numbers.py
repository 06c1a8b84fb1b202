"""The numbers on felts and signs: every one must be the game's own, and nothing else may stand there."""

import re
from collections.abc import Iterable

from pitboss.games.explain import tell_option
from pitboss.games.game import Game
from pitboss.paper.drawing_text import read_svg

NUMBER = re.compile(
    r"draw to \d+|soft \d+|\d+ to \d+"
    r"|\$[\d,.]+(?: to \$[\d,.]+)?|\d+(?:-[\da-z]+)+|\d+[–—]\d+|\d+ or \d+|\d+ decks?|\d+ : \d+"
    r"|\d+(?: × \d+)? mm|\d+[a-z]*"
)
CARD_MM = 0.305
"""How thick a card is: the mark on the discard rack follows from it."""


def numbers_of_drawing(svg: str) -> list[str]:
    """Every number that a drawing says, as a person reads it: odds, amounts, ranges, decks, measures."""
    runs = [re.sub(r"rulebook [0-9a-f]+", "", run) for run in read_svg(svg.encode()).runs]
    return [number for run in runs for number in NUMBER.findall(run.casefold())]


def strangers(numbers: Iterable[str], game: Game) -> set[str]:
    """What is neither paid, nor a limit, nor a measure, nor in the words that the document demands."""
    return set(numbers) - numbers_known(game)


def numbers_known(game: Game) -> set[str]:
    decks = game.house.decks
    amounts = {name: tell_option(game, name) for name in game.options if name.endswith("_cents")}
    said = [part.text for part in game.inscriptions]
    said += [*amounts.values(), f"{amounts.get('side_min_cents')} to {amounts.get('side_max_cents')}"]
    said += [f"{decks} decks", f"{decks} deck", game.document, f"{round(52 * decks * CARD_MM)} mm"]
    said += ["1 : 1", "1 : 2", "1 : 5", "1 : 10", "1800 × 1050 mm", "1 to 1"]
    said += [f"{rate.odds.pays} to {rate.odds.to}" for rate in game.odds.values()]
    for table in game.pay_tables.values():
        said += [f"{pays} to 1" for pays in table.rows.values()]
        totals = sorted((row for row in table.rows if row.isdecimal()), key=int)
        said += [f"{low} or {high}" for low, high in zip(totals, reversed(totals), strict=True)]
    if "blackjack" in game.odds:
        said += ["draw to 16", "17s" if not game.house.dealer.hits_soft_17 else "soft 17"]
    else:
        said += [str(game.house.over_under.over_from - 1), str(game.house.over_under.under_to + 1)]
    return {number for words in said for number in NUMBER.findall(words.casefold())}
