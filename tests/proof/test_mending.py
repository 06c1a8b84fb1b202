"""Every kind of finding appears when a text is spoiled, and goes when it is mended."""

import pytest

from tests.proof.mending import Clauses, changed, found, ids, plain, sentence

DOWN_UNDER, DOUBLE_BACK, OVER_UNDER = "down-under-pa", "double-back-jack-pa", "over-under-pa"
NINES = "tests/law/riverboat/lucky-nines.toml"


def test_a_losing_sentence_for_the_far_side_closes_the_gap() -> None:
    def mend(clauses: Clauses) -> None:
        clauses["686a.7(l) s2"] = sentence(
            step="each_player",
            settles=[
                {
                    "wagers": ["Ante Wager", "Over 23 Wager"],
                    "result": "lose",
                    "when": "over and player <= 17",
                },
                {
                    "wagers": ["Ante Wager", "Under 18 Wager"],
                    "result": "lose",
                    "when": "under and player >= 24",
                },
            ],
        )

    assert not [id for id in ids(changed(OVER_UNDER, mend)) if id.startswith("unsettled")]


def test_half_of_that_sentence_closes_half_of_the_gap() -> None:
    def mend(clauses: Clauses) -> None:
        lost = {"wagers": ["Ante Wager", "Over 23 Wager"], "result": "lose", "when": "over and player <= 16"}
        clauses["686a.7(l) s2"] = sentence(step="each_player", settles=[lost])

    proof = changed(OVER_UNDER, mend)
    assert "unsettled: Ante Wager, Under 18 Wager (under)" in ids(proof)
    left = found(proof, "unsettled: Ante Wager, Over 23 Wager (over)")
    assert "the player’s total is 17" in left.says
    assert left.cards == ("10", "5", "2")


def test_a_tie_without_a_sentence_is_found_with_the_shortest_deal() -> None:
    """685a.7(p) taken out: four cards, two twenties."""

    def spoil(clauses: Clauses) -> None:
        del clauses["685a.7(p)"]

    assert "unsettled: Bet Wager" not in ids(plain(DOWN_UNDER))
    gap = found(changed(DOWN_UNDER, spoil), "unsettled: Bet Wager")
    assert "the two totals are equal" in gap.says
    assert gap.deal == "player 10, dealer 10, player 10, hole card 10, player stands"


def test_two_sentences_that_disagree_are_found_and_mended() -> None:
    def spoil(clauses: Clauses) -> None:
        clauses["685a.7(o)(2)"]["settles"][0]["when"] = "player >= dealer and player <= 21"

    clash = found(
        changed(DOWN_UNDER, spoil), "disagree: 685a.7(o)(2), 685a.7(p) (Bet Wager wins or is returned)"
    )
    assert clash.cards == ("10", "10", "10", "10")

    def mend(clauses: Clauses) -> None:
        clauses["673a.7(r)(1)(i)"]["compares"][0]["when"] = "player < 21 and dealer > 22"

    assert not [id for id in ids(changed(DOUBLE_BACK, mend)) if "673a.7(q)(1)" in id]


def test_other_odds_for_one_win_disagree() -> None:
    def spoil(clauses: Clauses) -> None:
        clauses["9.5(e) s2"] = sentence(
            settles=[{"wagers": ["Pile Wager"], "result": "win", "when": "blackjack", "pays": "6:5"}]
        )

    assert "disagree: 9.5(e), 9.5(e) s2 (Pile Wager wins 3 to 2 or wins 6 to 5)" in ids(changed(NINES, spoil))


def test_a_case_for_the_rest_completes_a_list() -> None:
    def mend(clauses: Clauses) -> None:
        clauses["673a.7(q)(3)"] = sentence(when="dealer > 22")

    assert "no case: 673a.7(q)" not in ids(changed(DOUBLE_BACK, mend))


def test_a_complete_list_that_loses_a_case_is_found() -> None:
    def spoil(clauses: Clauses) -> None:
        clauses["673a.7(l)(2)"]["when"] = "second_chance and player == 20"

    gap = found(changed(DOUBLE_BACK, spoil), "no case: 673a.7(l) s7")
    assert "the player’s total is 21" in gap.says
    assert "takes a Second Chance" in gap.deal


def test_a_surrender_after_the_reader_everywhere_is_in_order() -> None:
    def mend(clauses: Clauses) -> None:
        clauses["673a.9(a)(2)"]["decisions"][0] |= {"before": "hole_card"}

    assert not [id for id in ids(changed(DOUBLE_BACK, mend)) if id.startswith("order")]

    def spoil(clauses: Clauses) -> None:
        clauses["685a.8(b) s3"]["decisions"][0] |= {"before": "up_match"}

    clash = found(changed(DOWN_UNDER, spoil), "order: 685a.7(g), 685a.8(b) s3 (insurance)")
    assert clash.cards[1] == "A"


def test_an_actor_is_missed_and_given() -> None:
    def spoil(clauses: Clauses) -> None:
        del clauses["673a.7(l)"]["decisions"][0]["by"]

    open_one = found(changed(DOUBLE_BACK, spoil), "nobody decides: a Second Chance")
    assert "673a.7(l) leaves it open" in open_one.says
    assert open_one.cards == ("10", "10", "10", "10", "10")

    def mend(clauses: Clauses) -> None:
        clauses["685a.5(c)(5)"] = sentence(
            decisions=[{"act": "cut", "by": "player", "when": "cover_first and not all_decline"}]
        )

    assert not [id for id in ids(changed(DOWN_UNDER, mend)) if id.startswith("nobody decides")]


def test_a_decision_that_no_sentence_grants_is_found() -> None:
    def spoil(clauses: Clauses) -> None:
        for id in ("685a.9(a)", "685a.7(i)(2)", "685a.10(c)"):
            clauses[id]["decisions"] = [part for part in clauses[id]["decisions"] if part["act"] != "double"]

    gap = found(changed(DOWN_UNDER, spoil), "nobody decides: doubling down")
    assert len(gap.cards) == 4


def test_two_actors_disagree() -> None:
    def spoil(clauses: Clauses) -> None:
        clauses["686a.7(g)(1)"]["decisions"].append({"act": "over", "by": "dealer"})

    clash = found(changed(OVER_UNDER, spoil), "disagree: 686a.7(g)(1) (betting on a high total)")
    assert "the player’s choice, but 686a.7(g)(1) makes" in clash.says
    assert len(clash.cards) == 1


def test_a_dealer_who_is_told_nothing_or_two_things_is_found() -> None:
    def silent(clauses: Clauses) -> None:
        clauses["685a.7(m)"]["dealer"][1]["when"] = "18 <= dealer <= 22"

    gap = found(changed(DOWN_UNDER, silent), "no duty: dealer")
    assert "the dealer’s total is 17" in gap.says
    assert gap.cards == ("10", "7")

    def double(clauses: Clauses) -> None:
        clauses["685a.7(m)"]["dealer"][0]["when"] = "dealer < 18"

    assert "disagree: 685a.7(m) (dealer)" in ids(changed(DOWN_UNDER, double))


def test_a_remedy_for_every_total_mends_the_overdrawn_card() -> None:
    def mend(clauses: Clauses) -> None:
        clauses["685a.12(d)"]["remedies"][0]["when"] = "dealer >= 17"

    assert "no remedy: overdraw" not in ids(changed(DOWN_UNDER, mend))


@pytest.mark.parametrize("mistake", ["exposed_card", "missed_card"])
def test_a_remedy_for_every_case_mends_other_mistakes(mistake: str) -> None:
    def mend(clauses: Clauses) -> None:
        clauses["685a.12(l)"] = sentence(remedies=[{"of": mistake}])

    gap = f"no remedy: {mistake.replace('_', ' ')}"
    assert gap in ids(plain(DOWN_UNDER))
    assert gap not in ids(changed(DOWN_UNDER, mend))


def test_a_sentence_that_cannot_be_reached_is_found_and_mended() -> None:
    def spoil(clauses: Clauses) -> None:
        clauses["685a.7(q)(2)"]["settles"][0]["when"] = "dealer > player and dealer <= 21 and player > 21"

    proof = changed(DOWN_UNDER, spoil)
    assert "never: 685a.7(q)(2)" in ids(proof)
    assert "unsettled: Bet Wager" in ids(proof), "and what it settled is open"

    def mend(clauses: Clauses) -> None:
        clauses["685a.9(b)"]["when"] = "not dealer_blackjack and doubled"

    assert "never: 685a.9(b)" not in ids(changed(DOWN_UNDER, mend))


def test_a_sentence_that_always_comes_too_late_is_never_reached() -> None:
    """A Blackjack is paid before the hands are compared."""

    def spoil(clauses: Clauses) -> None:
        clauses["673a.7(r)(4)"] = sentence(
            step="settle", settles=[{"wagers": ["Blackjack Wager"], "result": "lose", "when": "blackjack"}]
        )

    assert "never: 673a.7(r)(4)" in ids(changed(DOUBLE_BACK, spoil))


def test_one_idle_part_of_a_sentence_is_told_apart() -> None:
    def spoil(clauses: Clauses) -> None:
        clauses["686a.7(m)"]["settles"].append(
            {"wagers": ["Bonus Wager"], "result": "return", "when": "player == 34"}
        )

    assert "never: 686a.7(m) (a wager is returned)" in ids(changed(OVER_UNDER, spoil))


def test_wagers_that_share_a_fate_are_settled_with_the_other() -> None:
    """A sentence on doubles closes their gap in 673a; without its own, New Hampshire has one too."""

    def mend(clauses: Clauses) -> None:
        clauses["673a.12(a) s2"] = sentence(
            settles=[{"wagers": ["double down wager", "wager on a split pair"], "as": "Blackjack Wager"}]
        )

    before, after = plain(DOUBLE_BACK), changed(DOUBLE_BACK, mend)
    gap = "unsettled: wager on a split pair"
    assert found(before, gap).says == "No sentence says what becomes of the wager on a split pair."
    assert "the dealer’s total is 23 to 26" in found(after, gap).says, (
        "it shares the gap of the Blackjack Wager"
    )

    def spoil(clauses: Clauses) -> None:
        del clauses["NH Payouts"]["settles"]

    gaps = {id for id in ids(changed("blackjack-match-nh", spoil)) if id.startswith("unsettled")}
    assert gaps == {"unsettled: Double Down", "unsettled: bet on a split pair"}


def test_what_is_left_over_is_settled_last() -> None:
    def spoil(clauses: Clauses) -> None:
        del clauses["685a.7(f)"]["settles"]

    gap = found(changed(DOWN_UNDER, spoil), "unsettled: Match-the-Dealer Wager")
    assert "the number of cards that match the dealer’s is 0" in gap.says
    assert len(gap.cards) == 4


def test_an_adopted_text_fills_the_silence_of_the_one_that_adopts_it() -> None:
    """The vendor’s rules say that play is that of regular blackjack; without those words a tie is open."""

    def spoil(clauses: Clauses) -> None:
        del clauses["DU-RoP 3"]["adopts"]

    assert not [id for id in ids(plain("down-under-vendor")) if id.startswith("unsettled")]
    proof = changed("down-under-vendor", spoil)
    assert {"unsettled: primary blackjack wager", "unsettled: insurance"} <= ids(proof)
    assert "no duty: dealer" in ids(proof)
