"""58 Pa. Code § 686a.9: irregularities."""

from tests.table import mishaps


def test_a_face_up_card_is_not_used() -> None:
    """A card lying face up in the shoe goes to the rack and to no hand."""
    mishaps.check_face_up_card_is_not_used("over-under-pa", ".9(a)")


def test_b_empty_shoe_has_the_rack_shuffled_and_cut() -> None:
    """When the shoe runs out the rack is shuffled and cut, and the hands stay."""
    mishaps.check_empty_shoe_brings_a_shuffle_of_the_rack("over-under-pa", ".9(b)")


def test_b_s2_one_card_is_burned_and_the_round_finished() -> None:
    """After that shuffle one card is burned face down and the round is completed."""
    mishaps.check_round_goes_on_after_a_burn("over-under-pa")


def test_c_missed_card_is_the_players_choice() -> None:
    """A player whose card was missed takes it after the others, or has the hand called dead."""
    mishaps.check_missed_hit_is_the_players_choice("over-under-pa", ".9(c)")


def test_d_jam_means_a_new_shuffle() -> None:
    """What jams in the shuffler is shuffled again."""
    mishaps.check_jam_brings_a_new_shuffle("over-under-pa", ".9(d)")


def test_e_broken_shuffler_is_covered_before_another_way_of_shuffling() -> None:
    """No other shuffle before the broken device is covered or signed."""
    mishaps.check_broken_shuffler_is_covered_first("over-under-pa", ".9(e)")
