"""Shoes."""

import random
from collections import Counter

import pytest

from pitboss.rules.cards import Card
from pitboss.table.shoes import ScriptedShoe, ScriptEnded, VirtualShoe, bury_top, full_batch
from tests.floor import card


def test_a_full_batch_is_52_cards_a_deck() -> None:
    assert Counter(full_batch(6)) == {Card(rank, suit): 6 for rank in range(1, 14) for suit in range(4)}


def test_a_scripted_shoe_deals_its_script() -> None:
    shoe = ScriptedShoe([card("As"), card("2c")])
    assert [shoe.draw(), shoe.draw()] == [card("As"), card("2c")]
    with pytest.raises(ScriptEnded):
        shoe.draw()


def test_the_same_seed_is_the_same_shoe() -> None:
    shoes = [VirtualShoe(2, random.Random(seed)) for seed in (4, 4, 5)]
    for shoe in shoes:
        shoe.refill(())
    first, second, third = ([shoe.draw() for _ in range(104)] for shoe in shoes)
    assert first == second
    assert first != third
    assert Counter(first) == Counter(third) == Counter(full_batch(2))


def test_cards_on_the_layout_stay_out_of_the_shuffle() -> None:
    shoe = VirtualShoe(1, random.Random(1))
    shoe.refill([card("As"), card("Kd")])
    rest = [shoe.draw() for _ in range(50)]
    assert card("As") not in rest
    assert card("Kd") not in rest


def test_the_cut_changes_the_two_parts() -> None:
    cards = full_batch(1)
    assert bury_top(cards, 20) == cards[20:] + cards[:20]
