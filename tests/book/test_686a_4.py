"""58 Pa. Code § 686a.4: opening of the table."""

from tests.table import procedures


def test_c_s2_stacked_cards_are_shuffled_next() -> None:
    """After washing and stacking nothing but the shuffle is due."""
    procedures.check_shuffle_follows_the_stack("over-under-pa")


def test_d_batches_are_opened_apart() -> None:
    """Each of two batches goes through every step by itself."""
    procedures.check_batches_open_apart("over-under-pa")


def test_e_preshuffled_cards_skip_the_opening() -> None:
    """Cards shuffled beforehand go straight to the cut."""
    procedures.check_preshuffled_cards_skip_the_opening("over-under-pa")
