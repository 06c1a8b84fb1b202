"""The faces of a shoe: the order that was promised last is the one that is dealt."""

import random

from pitboss.desk.faces import Faces
from pitboss.desk.shoe import cut_order, shuffle_cards
from pitboss.desk.track import Place, Shuffled, Track
from pitboss.table.shoes import full_batch


def test_a_shoe_shuffled_again_under_its_number_is_dealt_in_its_new_order() -> None:
    """A transaction that lost a race is made again, and shuffles again."""
    first, second = (shuffle_cards(full_batch(1), random.Random(seed).randbytes) for seed in (1, 2))
    track = Track(number=1, left=52, shoes=(Shuffled(1, 52, (20,)),))
    faces = Faces({1: first})
    assert faces.next(track) == cut_order(first.order, (20,))[0]
    faces.orders[1] = second
    assert faces.next(track) == cut_order(second.order, (20,))[0]
    assert faces.at(track, Place(1, 1)) == cut_order(second.order, (20,))[51]
