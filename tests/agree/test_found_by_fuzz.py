"""Tables at which `make fuzz` once found a payment that the text does not ask for."""

import pytest

from bench.letter import parse_setting
from tests.agree.compared import play
from tests.agree.shrinking import shrink

FOUND = (
    ("dead after a Blackjack found late had given the added wager back", 420,
     "down-under-pa boxes_per_player=2 reading.D14=R2 reading.D14b=R1 reading.D13=R2 reading.D33=R2 "
     "reading.D35=R2 reading.D37=R2 reading.D38=R3 seats=6 seed=1000176"),
    ("a doubled bust not settled before a late Blackjack", 20,
     "down-under-pa decks=8 match_the_dealer=false min_chip_cents=50 reading.D1=R2 reading.D2=R3 "
     "reading.D3=R2 reading.D4=R2 reading.D5=R2 reading.D14=R2 reading.D16=R1 reading.D13=R2 "
     "reading.D34=R3 reading.D35=R2 reading.D37=R2 reading.D38=R2 reading.D41=R2 seats=6 seed=1000053"),
    ("the same after a declined Second Chance", 740,
     "double-back-jack-pa shuffler=batch reading.B2=R2 reading.B7=R2 reading.B14=R2 reading.B19=R3 "
     "reading.B23=R2 reading.B28=R3 reading.B29=R2 seats=6 seed=1000041"),
    ("the same on a split hand, collected in order", 460,
     "double-back-jack-pa settlement_order=collect_then_pay boxes_per_player=1 shuffler=counting "
     "half_unit_cents=1 reading.B3=R2 reading.B7=R2 reading.B21=R2 reading.B19=R3 reading.B23=R2 "
     "reading.B34=R2 seats=3,6 seed=1000140"),
)  # fmt: skip


@pytest.mark.parametrize(("rounds", "table"), [case[1:] for case in FOUND], ids=[case[0] for case in FOUND])
def test_what_was_found_once_is_paid_by_the_text(rounds: int, table: str) -> None:
    result = play(parse_setting(table), rounds)
    assert not result.objections, "\n".join(str(shrink(result.examples[key])) for key in result.objections)
