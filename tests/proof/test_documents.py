"""Our own documents: what is known to be wrong with them is found unaided, with the deal that shows it."""

import pytest

from pitboss.games.files import known_games
from pitboss.games.findings import KINDS
from tests.proof.mending import found, ids, plain

DOWN_UNDER, DOUBLE_BACK, OVER_UNDER = "down-under-pa", "double-back-jack-pa", "over-under-pa"


@pytest.mark.parametrize("name", known_games())
def test_every_finding_is_acknowledged_and_nothing_is_in_vain(name: str) -> None:
    proof = plain(name)
    assert [finding.id for finding in proof.open] == []
    assert proof.vain == ()
    assert proof.unstated == ()
    assert proof.is_clean


@pytest.mark.parametrize("name", known_games())
def test_findings_have_a_known_kind_an_id_of_their_own_and_clauses_that_exist(name: str) -> None:
    proof = plain(name)
    assert len(ids(proof)) == len(proof.findings)
    known = proof.game.register.by_id
    for finding in proof.findings:
        assert finding.kind in KINDS
        assert finding.says.endswith((".", "”"))
        assert "_" not in finding.id + finding.says + finding.deal
        assert any(clause in known for clause in finding.clauses) or finding.kind in (
            "no remedy",
            "nobody decides",
        )


@pytest.mark.parametrize(
    ("choice", "totals", "wager", "deal"),
    [
        ("over", "6 to 17", "Over 23 Wager", ("10", "5", "2")),
        ("under", "24 to 33", "Under 18 Wager", ("10", "10", "10")),
    ],
)
def test_686a_7_has_no_losing_sentence_for_the_far_side(
    choice: str, totals: str, wager: str, deal: tuple[str, ...]
) -> None:
    gap = found(plain(OVER_UNDER), f"unsettled: Ante Wager, {wager} ({choice})")
    assert f"the player’s total is {totals}" in gap.says
    assert gap.cards == deal
    assert f"player chooses {choice}" in gap.deal


def test_686a_7_h_sends_the_bonus_to_k() -> None:
    slip = found(plain(OVER_UNDER), "other subject: 686a.7(h) to 686a.7(k) (Bonus Wager)")
    assert "686a.7(m) settles it." in slip.says


def test_673a_7_q_has_no_case_above_22() -> None:
    gap = found(plain(DOUBLE_BACK), "no case: 673a.7(q)")
    assert "the dealer’s total is 23 to 26" in gap.says
    assert gap.cards == ("10", "10", "10", "6", "10")
    assert gap.deal.endswith("dealer draws 10")


def test_673a_7_q_collides_with_r_1_i() -> None:
    clash = found(
        plain(DOUBLE_BACK),
        "disagree: 673a.7(q)(1), 673a.7(r)(1)(i), 673a.7(s)(1)(ii) (Blackjack Wager is returned or wins)",
    )
    assert "the dealer’s total is 22" in clash.says
    assert clash.cards == ("10", "10", "10", "6", "6")


def test_673a_9_a_2_has_surrender_declared_before_673a_7_i_offers_it() -> None:
    clash = found(plain(DOUBLE_BACK), "order: 673a.7(i), 673a.9(a)(2) (surrender)")
    assert "before the step “Reader”" in clash.says
    assert len(clash.cards) == 4
    assert clash.cards[1] in ("10", "A"), "the dealer must show an ace or a ten"


def test_a_declined_second_chance_is_settled_by_nobody() -> None:
    """It takes a neighbor for the dealer to draw at all."""
    gap = found(plain(DOUBLE_BACK), "unsettled: Blackjack Wager")
    assert "the player’s total is 22 to 30, the dealer’s total is 23 to 26" in gap.says
    assert "the two totals are not equal" in gap.says, "equal totals tie by the letter"
    assert "next player stands" in gap.deal


@pytest.mark.parametrize("clause", ["685a.9(b)", "685a.10(d)"])
def test_685a_a_late_blackjack_is_never_reached(clause: str) -> None:
    never = found(plain(DOWN_UNDER), f"never: {clause}")
    assert never.clauses == (clause,)
    assert not never.deal, "there is none"


def test_685a_3_has_two_subsections_d() -> None:
    twice = found(plain(DOWN_UNDER), "same number: 685a.3(d)")
    assert twice.clauses == ("685a.3(d)-values", "685a.3(d)-ranges")


@pytest.mark.parametrize(("name", "document"), [(DOWN_UNDER, "685a"), (OVER_UNDER, "686a")])
def test_4_e_excludes_itself_and_leaves_b(name: str, document: str) -> None:
    slip = found(plain(name), f"excludes itself: {document}.4(e)")
    assert f"leaves {document}.4(b) in force" in slip.says
    assert "excludes itself: 673a.4(e)" not in ids(plain(DOUBLE_BACK)), "that chapter says (a) to (d)"


@pytest.mark.parametrize(("name", "clause"), [(DOWN_UNDER, "685a.12(d)"), (DOUBLE_BACK, "673a.13(d)")])
def test_an_overdrawn_card_has_a_remedy_on_17_only(name: str, clause: str) -> None:
    gap = found(plain(name), "no remedy: overdraw")
    assert "the dealer’s total is 18 to 22" in gap.says
    assert gap.clauses == (clause,)
    assert gap.cards == ("10", "10")


def test_673a_13_j_calls_the_game_by_another_name() -> None:
    assert (
        "“Blackjack”; its name is “Double Back Jack”"
        in found(plain(DOUBLE_BACK), "other name: 673a.13(j)").says
    )


@pytest.mark.parametrize(
    ("sentence", "wrong", "right"), [("s3", "682a.6", "685a.6"), ("s4", "682a.11", "685a.11")]
)
def test_the_preamble_of_685a_cites_another_chapter(sentence: str, wrong: str, right: str) -> None:
    assert right in found(plain(DOWN_UNDER), f"nowhere: 685a Preamble {sentence} to {wrong}").says


@pytest.mark.parametrize(
    ("name", "id"),
    [
        (DOWN_UNDER, "undefined: soft total"),
        (DOWN_UNDER, "unused: Soft value"),
        (DOWN_UNDER, "undefined: Blackjack Wager"),
        (DOWN_UNDER, "other subject: 685a.7(g) to 685a.8 (even money)"),
        (DOWN_UNDER, "nobody decides: cutting the cards"),
        (DOUBLE_BACK, "unused: Bust"),
        (DOUBLE_BACK, "undefined: double shoe"),
        (OVER_UNDER, "never: 686a.5(c)(3)"),
        ("blackjack-match-nh", "disagree: NH Method s24, NH Insurance s3 (Ante is returned or is lost)"),
        ("blackjack-match-nh", "disagree: NH Method s28, NH Table 3 (Dealer Down Match is lost or wins)"),
        ("blackjack-match-nh", "disagree: NH Splitting s5, NH Splitting s6 (splitting a pair)"),
        ("blackjack-match-nh", "nobody decides: cutting the cards"),
    ],
)
def test_what_nobody_listed_is_found_too(name: str, id: str) -> None:
    assert id in ids(plain(name))
