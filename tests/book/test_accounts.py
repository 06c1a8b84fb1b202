"""Rounds told by hand in tests/book/accounts, at the live table, sentence by sentence."""

import pytest

from tests.book.accounts import FOLDER, by_sentence, check
from tests.book.games import GAMES


@pytest.mark.parametrize("sentence", by_sentence())
def test_account(sentence: str) -> None:
    for account in by_sentence()[sentence]:
        check(account)


def test_every_game_has_accounts() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(GAMES)
