"""Two games side by side."""

from pitboss.games.compare import NOTHING, Difference, differences
from tests.floor import game_of


def differing(left: str, right: str, *choices: str) -> dict[tuple[str, str], Difference]:
    return {(item.section, item.name): item for item in differences(game_of(left), game_of(right, *choices))}


def test_a_game_does_not_differ_from_itself() -> None:
    assert not differences(game_of("blackjack"), game_of("blackjack"))


def test_the_boards_game_and_the_vendors_differ_as_the_documents_do() -> None:
    """Soft 17, hands, aces, odds, decks, the ace at 22, the side wager, the rounding of insurance."""
    seen = differing("down-under-pa", "down-under-vendor")
    for name in ("decks", "soft_17", "blackjack_pays", "max_hands", "resplit_aces", "match_the_dealer"):
        assert ("options", name) in seen
    ace = seen["rules", "Dealer’s ace"]
    assert "22" in ace.left.says
    assert "pass 21" in ace.right.says
    assert ace.left.clauses == ("685a.3(d)-values(3)",)
    assert seen["options", "soft_17"].right.clauses == ("DU-RoP 9",)
    assert seen["options", "match_the_dealer"].right.says == NOTHING
    assert seen["pay tables", "match suited"].left.says == "11 to 1"


def test_673a_pays_blackjacks_before_the_reader() -> None:
    """The order of phases is compared by what each follows."""
    seen = differing("double-back-jack-pa", "blackjack-match-nh")
    paid = seen["phases", "pay_blackjacks"]
    assert paid.what == "Paying Blackjacks"
    assert (paid.left.says, paid.right.says) == ("after “First cards”", "after “Dealer’s Blackjack”")


def test_one_reading_changed_is_one_reading_told() -> None:
    seen = differing("down-under-pa", "down-under-pa", "reading.D3=R2")
    assert set(seen) == {("readings", "D3"), ("rules", "Dealer’s 22")}
