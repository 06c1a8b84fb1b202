"""Options on paper: the values that a document permits, as people say them."""

from pitboss.games.game import Game


def permitted_values(game: Game, name: str) -> str:
    """`stands, hits`; `$1 to $10,000`. What a person would type is left to the terminal."""
    chosen, option = game.options[name], game.option(name)
    if all(isinstance(value, str | bool) for value in chosen.allowed):
        return ", ".join(option.tell(value) for value in chosen.allowed)
    return chosen.allowed_text
