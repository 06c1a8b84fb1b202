"""Prices: an option's is the difference of two games, permitted or not."""

import pytest

from pitboss.exact.analyst import edges
from pitboss.exact.pricing import (
    edge_of,
    games_by_option,
    permitted,
    price_options,
    price_readings,
    solve_first,
    what_if,
)
from tests.floor import game_of


def quiet(_: str) -> None:
    pass


def test_an_option_alone_is_what_the_document_makes_of_it() -> None:
    for option, value in (
        ("soft_17", "hit"),
        ("double_on", "10-11"),
        ("max_hands", 2),
        ("surrender", "late"),
    ):
        text = f"{option}={value}"
        assert what_if(game_of("blackjack"), option, value).house == game_of("blackjack", text).house


def test_what_a_document_forbids_is_priced_and_marked() -> None:
    found = {(price.option, price.value): price for price in price_options("over-under-pa", (), quiet)}
    assert found == {}
    lawful = {(option, value): may for option, value, _, may in games_by_option("down-under-vendor", ())}
    assert lawful["blackjack_pays", "6:5"]
    assert not lawful["soft_17", "stand"]


def test_the_price_of_an_option_is_the_difference_of_two_games() -> None:
    price = next(one for one in price_options("blackjack", ("decks=2",), quiet) if one.option == "soft_17")
    before, after = (edges(game_of("blackjack", "decks=2", f"soft_17={word}")) for word in ("stand", "hit"))
    assert price.difference == pytest.approx(after["blackjack"] - before["blackjack"], abs=1e-15)


def test_a_reading_of_the_match_moves_the_match_alone() -> None:
    rows = [row for row in price_readings("down-under-pa", (), quiet) if row["reading"] == "D5"]
    assert {row["wager"] for row in rows} == {"match_the_dealer"}
    higher = edges(game_of("down-under-pa", "reading.D5=R2"))["match_the_dealer"]
    assert next(row for row in rows if row["choice"] == "R2")["house_edge"] == higher


def test_limits_do_not_make_another_house() -> None:
    one, other = game_of("blackjack"), game_of("blackjack", "max_wager_cents=100000")
    told: list[str] = []
    solve_first([one, other], told.append)
    assert len(told) <= 1
    assert edge_of(one, "blackjack") == edge_of(other, "blackjack") == edges(one)["blackjack"]


def test_a_span_of_decks_is_followed_and_a_list_is_a_list() -> None:
    assert permitted(game_of("blackjack"), "decks") == list(range(1, 17))
    assert permitted(game_of("down-under-pa"), "decks") == [4, 5, 6, 8]
