"""The texts of our game files as they were ever published: a journal's rules are held against them."""

import hashlib
import json
from functools import cache

from pitboss.games.files import SHELF, known_games

LIST = SHELF / "published_texts.json"


@cache
def published_texts() -> dict[str, frozenset[str]]:
    """By name of a game, the SHA-256 of every text of its file."""
    return {name: frozenset(hashes) for name, hashes in json.loads(LIST.read_text()).items()}


def text_sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def add_texts_of_today() -> None:
    """The list with the files as they are; a text that was published once stays."""
    texts = {name: list(hashes) for name, hashes in json.loads(LIST.read_text()).items()}
    for name in known_games():
        hash = text_sha256((SHELF / f"{name}.toml").read_text())
        if hash not in texts.setdefault(name, []):
            texts[name].append(hash)
    LIST.write_text(json.dumps(texts, indent=1) + "\n")


if __name__ == "__main__":
    add_texts_of_today()
