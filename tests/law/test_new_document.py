"""A document that exists only here goes through the whole house without a line of code.

Its text is `riverboat/riverboat.txt`; register and game file stand beside it. CONTRIBUTING tells these steps.
"""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.documents.comparing import compare, entries_of
from pitboss.documents.parsed_text import Document
from pitboss.documents.reading import read_document
from pitboss.exact.analyst import analyse
from pitboss.games.citations import plain_clause
from pitboss.games.load import load_game
from pitboss.games.register import all_clauses
from pitboss.lab.simulation import Setting, simulate
from pitboss.paper.felt import draw_felt
from pitboss.paper.felt_plan import plan_felt
from pitboss.paper.rackcard import find_card
from pitboss.paper.sign import draw_sign
from pitboss.rules.cards import Card
from tests.cli.typed import said
from tests.law.walking import Walk

FOLDER = Path(__file__).with_name("riverboat")
FILE = str(FOLDER / "lucky-nines.toml")
TEXT = FOLDER / "riverboat.txt"
GAME = load_game(FILE)


def parsed(path: Path) -> Document:
    return read_document(path.read_text(), where=path.name)


def test_its_register_has_the_ids_that_the_text_itself_gives() -> None:
    """`pitboss document new` finds every sentence under the id that the register uses."""
    read = parsed(TEXT)
    assert [sentence.id for sentence in read.sentences] == [clause.id for clause in GAME.register.clauses]


def test_check_finds_nothing_wrong_with_it() -> None:
    assert "Lucky Nines has no errors" in said("check", FILE)


def test_it_is_played_with_irregularities_and_cites_its_own_sentences() -> None:
    walk = Walk(GAME, "riverboat")
    lines = walk.go(3_000)
    clauses = {event["clause"] for line in lines for event in line["events"]}
    own = {clause.id for clause in GAME.register.clauses}
    others = {clause.citation for clause in all_clauses()}
    assert not [clause for clause in clauses if plain_clause(clause) not in own | others]
    assert len(clauses & own) > 20
    followed = {clause for clause in clauses if plain_clause(clause) in others}
    assert followed
    assert all(clause.endswith(", by reading L1") for clause in followed)
    kinds = {event["type"] for line in lines for event in line["events"]}
    assert {"CardMissed", "HandDied", "DeviceBroke", "WagerSettled", "HandSettled"} <= kinds


def test_no_ten_is_ever_dealt() -> None:
    walk = Walk(GAME, "no tens")
    cards = [
        Card(*event["card"])
        for line in walk.go(2_000)
        for event in line["events"]
        if event.get("card") is not None
    ]
    assert len(cards) > 200
    assert not [card for card in cards if card.rank == 10]
    assert GAME.deck.cards == 48


def lucky_edge(both: Callable[[int, int], int]) -> Fraction:
    """Four decks of 48, by hand: after the upcard, 191 cards from which the player gets two."""
    kinds = ((3, 9), (12, 4), (176, 0))
    cards = sum(count for count, _ in kinds)
    won = Fraction(0)
    for one, pays_one in kinds:
        for two, pays_two in kinds:
            left = two - 1 if pays_one == pays_two else two
            pays = both(pays_one, pays_two)
            won += Fraction(one * left, cards * (cards - 1)) * (pays if pays else -1)
    return -won


@pytest.mark.parametrize(("reading", "both"), [("R1", lambda one, two: one + two), ("R2", max)])
def test_its_lucky_wager_has_the_edge_that_counting_gives(
    reading: str, both: Callable[[int, int], int]
) -> None:
    """Under each of its readings."""
    game = load_game(FILE, choose=[f"reading.L2={reading}"])
    lucky = next(wager for wager in analyse(game).wagers if wager.wager == "nines")
    assert lucky.exact is not None
    assert Fraction(lucky.exact) == lucky_edge(both)


def test_the_simulator_agrees_with_the_analyst() -> None:
    exact = {wager.wager: wager.house_edge for wager in analyse(GAME).wagers}
    dealt = simulate(GAME, 1_000_000, Setting(cut=0.0, seed=5)).wagers
    assert {wager.wager for wager in dealt} >= {"pile", "nines"}
    for wager in dealt:
        if wager.wager in ("pile", "nines"):
            assert abs(wager.house_edge - exact[wager.wager]) < 4 * wager.standard_error


def test_felt_sign_and_card_name_its_own_wagers() -> None:
    felt = draw_felt(plan_felt(GAME, holder="The Riverboat"), "paper")
    assert 'id="box-1-nines"' in felt
    assert "LUCKY" in felt
    assert "NATURALS PAY 3 TO 2" in felt.upper()
    assert "Lucky" in draw_sign(GAME, holder="The Riverboat")
    card = find_card(GAME, date="2026-11-15")
    told = json.dumps([str(block) for block in card.blocks])
    assert "Pile Wager" in told
    for word in ("Match-the-Dealer", "Bet Wager", "Ante", "685a"):
        assert word not in told, word


def test_a_changed_text_is_compared_sentence_by_sentence(tmp_path: Path) -> None:
    """A new pay is one changed sentence, with the mechanisms that the register says it decides."""
    text = TEXT.read_text()
    newer = tmp_path / "newer.txt"
    newer.write_text(text.replace("pays 9 to 1", "pays 11 to 1").replace("two, four or six", "four or six"))
    changes = compare(entries_of(parsed(TEXT)), entries_of(parsed(newer)))
    assert {change.old.id for change in changes if change.old is not None} == {"9.2(a)", "9.5(b) s2"}
