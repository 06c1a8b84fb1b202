"""A table at one moment, and what it plays by."""

import msgspec
import pytest

from pitboss.rules.cards import Card
from pitboss.table import events as e
from pitboss.table.state import Stage, face_index, find_box, find_player, open_table, side_of
from tests.floor import game_of
from tests.table.drive import bet, fresh, opened
from tests.table.playing import PLAIN, begun


def test_a_bare_table_has_nothing_on_it() -> None:
    state = fresh("down-under-pa")
    assert (state.stage, state.shoe, state.boxes, state.players, state.round) == (Stage.NONE, 0, (), (), 1)


@pytest.mark.parametrize(
    ("choices", "reader"),
    [
        (("down-under-pa",), "Masque range reader"),
        (("down-under-vendor", "range_device=peeker"), "peeker"),
        (("double-back-jack-pa",), "blackjack reader"),
        (("blackjack", "hole_card=european"), ""),
        (("over-under-pa",), ""),
    ],
)
def test_every_reader_goes_by_its_own_name(choices: tuple[str, ...], reader: str) -> None:
    terms = fresh(*choices).terms
    assert terms.reader == reader
    assert terms.has_reader == bool(reader)


def test_terms_are_the_documents() -> None:
    """Ten cards and a quarter in Pennsylvania, a deck and a deck and a half in New Hampshire."""
    pennsylvania, hampshire = fresh("down-under-pa").terms, fresh("blackjack-match-nh").terms
    assert (pennsylvania.cut_margin_cards, pennsylvania.cover_percent, pennsylvania.change_hours) == (
        10,
        25,
        24,
    )
    assert (hampshire.cut_margin_cards, hampshire.cover_cards, hampshire.change_hours) == (52, 78, 0)
    assert (pennsylvania.main, pennsylvania.sides) == ("bet", ("match_the_dealer",))
    assert fresh("down-under-pa", "shuffler=counting").terms.uses_cut is False


def test_things_are_found_or_they_are_not() -> None:
    room = opened("down-under-pa", seats=(2,))
    bet(room, 2, 1000, match_the_dealer=500)
    box = find_box(room.state, 2)
    assert box is not None
    side = side_of(box, "match_the_dealer")
    assert side is not None
    assert side.stake_cents == 500
    assert (find_box(room.state, 3), find_player(room.state, 3), side_of(box, "bonus")) == (None, None, None)


def test_every_face_has_a_place_of_its_own() -> None:
    places = {face_index(Card(rank, suit)) for rank in range(1, 14) for suit in range(4)}
    assert places == set(range(52))


def test_three_wagers_are_three_fields() -> None:
    """Initial, original and current: a split hand's original is its own, a double adds to the current one."""
    room = begun("down-under-pa", PLAIN)
    hand = msgspec.structs.replace(room.state.boxes[0].hands[0], double_cents=500, chance_cents=300)
    assert (hand.original_cents, hand.current_cents, hand.stakes_cents) == (1000, 1500, 1800)


def test_a_position_holds_no_face_that_nobody_saw() -> None:
    """The hole card is a yes or no; burned cards are cards without a face."""
    room = begun("down-under-pa", PLAIN)
    dealer = msgspec.json.decode(msgspec.json.encode(room.state.dealer))
    assert dealer["hole"] is True
    assert dealer["cards"] == [[7, 1]]
    assert [discard.card for discard in room.state.rack] == [None]
    assert not room.of(e.HoleTurned)
    assert open_table(game_of("down-under-pa")) == fresh("down-under-pa")
