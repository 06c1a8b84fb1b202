"""Registers: what is refused in one, days in force, and the sentence that is found for a cause."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.errors import BadGame, BadInput
from pitboss.games.citation_checks import citation_faults
from pitboss.games.citations import Citations, Followed, plain_clause
from pitboss.games.files import Book, Source, find_book
from pitboss.games.game import RegisterFile
from pitboss.games.load import game_of as load_book
from pitboss.games.load import load_game
from pitboss.games.registers import Register, in_force, known_mechanisms, parse_register
from tests.floor import game_of


def sentence(id: str, more: str = "") -> str:
    return f'\n[[clause]]\nid = "{id}"\nsays = "Something."\nclass = "informational"\n{more}\n'


def register(*sentences: str, head: str = "") -> Register:
    return parse_register(f'document = "X"\n{head}\n' + "".join(sentences), "x")


def faults(*sentences: str, head: str = "") -> str:
    with pytest.raises(BadGame) as refused:
        register(*sentences, head=head)
    return str(refused.value)


# ---- mechanisms


def test_an_unknown_mechanism_is_refused_with_what_is_near() -> None:
    told = faults(sentence("X 1", 'decides = ["settle.hnad/tie"]'))
    assert "X 1" in told
    assert "names settle.hnad, which is not a mechanism of the software." in told
    assert "settle.hand/tie" in told


def test_an_unknown_outcome_is_refused_with_what_is_near() -> None:
    told = faults(sentence("X 1", 'governs = ["settle.hand/tye"]'))
    assert "names tye, which is not an outcome of settle.hand." in told
    assert "settle.hand/tie" in told


def test_an_outcome_that_is_near_none_is_told_all_of_them() -> None:
    told = faults(sentence("X 1", 'decides = ["order.insurance/xxxxxxxxxxxxxxxxxxxxxxxx"]'))
    assert "lost, won" in told
    assert "no outcomes" in faults(sentence("X 1", 'decides = ["order.decisions/qqqqqqqqqqqqqqqqqqqqqqqqq"]'))


def test_a_game_follows_only_mechanisms_that_exist() -> None:
    text = find_book("down-under-pa").document.text
    text = text.replace('"irregularity.dealer_card_missed"', '"irregularity.dealer_card_mist"')
    with pytest.raises(BadInput, match=r"irregularity\.dealer_card_mist, which is not a mechanism"):
        load_book(Book(Source("mine", tomllib.loads(text), text), ()))


def test_two_sentences_do_not_decide_the_same() -> None:
    told = faults(*(sentence(id, 'decides = ["settle.hand/tie"]') for id in ("X 1", "X 2")))
    assert "decides settle.hand/tie, which X 1 decides already." in told


# ---- days in force

OLD = 'decides = ["settle.hand/tie"]\nin_force = { from = "2010-01-01", to = "2019-12-31" }'
NEW = 'decides = ["settle.hand/tie"]\nin_force = { from = "2020-01-01" }'


def test_a_sentence_out_of_force_is_not_cited() -> None:
    both = register(sentence("X new", NEW), sentence("X old", OLD))
    found = {
        day: in_force(both, day).deciding.get("settle.hand/tie") for day in ("2009", "2015", "2020-01-01")
    }
    assert found == {"2009": None, "2015": "X old", "2020-01-01": "X new"}
    assert both.deciding["settle.hand/tie"] == "X new", "without a day, what is in force last"


def test_versions_that_overlap_are_refused() -> None:
    later = OLD.replace("2019-12-31", "2020-06-30")
    assert "decides already" in faults(sentence("X old", later), sentence("X new", NEW))


def test_the_days_of_the_document_hold_for_every_sentence_without_its_own() -> None:
    read = register(sentence("X 1"), sentence("X 2", OLD), head='in_force = { from = "2016-08-27" }')
    assert [clause.in_force for clause in read.clauses] == [("2016-08-27", ""), ("2010-01-01", "2019-12-31")]


@pytest.mark.parametrize(
    ("days", "told"),
    [
        ('in_force = { from = "yesterday" }', "'yesterday' is not a day."),
        ('in_force = { from = "2020-02-30" }', "is not a day."),
        ('in_force = { since = "2020-01-01" }', "in another way"),
        ('in_force = "2020-01-01"', "in another way"),
        ('in_force = { from = "2020-01-02", to = "2020-01-01" }', "which is before 2020-01-02"),
    ],
)
def test_days_that_are_none_are_refused(days: str, told: str) -> None:
    assert told in faults(sentence("X 1", days))
    assert told in faults(sentence("X 1"), head=days)


def test_a_document_may_be_only_proposed() -> None:
    assert register(sentence("X 1"), head='status = "proposed"').status == "proposed"
    assert "has the status 'rumored'" in faults(sentence("X 1"), head='status = "rumored"')


def test_the_chapters_are_in_force_from_the_days_that_they_name() -> None:
    found = {
        name: game_of(name).register for name in ("double-back-jack-pa", "over-under-pa", "down-under-pa")
    }
    days = {one.document: {clause.in_force for clause in one.clauses} for one in found.values()}
    assert days == {"673a": {("2016-08-27", "")}, "686a": {("2021-05-29", "")}, "685a": {("", "")}}
    assert found["down-under-pa"].status == "proposed"


def test_a_game_of_an_earlier_day_does_not_cite_a_later_text() -> None:
    game = game_of("over-under-pa")
    assert game.citations["settle.over_under/middle"]["clause"] == "686a.7(l)"
    before = replace(game, as_of="2021-05-28")
    assert before.citations["settle.over_under/middle"]["clause"] == ""
    assert replace(game, as_of="2021-05-29").citations == game.citations
    assert before.sha256 == game.sha256, "citations are no part of what is played"


def test_a_file_says_its_day(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "over-under-pa"\nas_of = "2021-05-28"\n')
    assert load_game(str(path)).as_of == "2021-05-28"
    path.write_text('extends = "over-under-pa"\nas_of = "May 28"\n')
    with pytest.raises(BadGame, match="a day, such as 2021-05-29"):
        load_game(str(path))


# ---- from a cause to its sentence


def test_the_finest_sentence_is_found() -> None:
    own = register(
        sentence("X 1", 'decides = ["settle.hand"]'),
        sentence("X 2", 'decides = ["settle.hand/dealer_blackjack"]'),
        sentence("X 3", 'decides = ["settle.hand/dealer_blackjack/ace_up"]'),
    )
    found = Citations(own)
    assert found["settle.hand/tie"]["clause"] == "X 1"
    assert found["settle.hand/dealer_blackjack/ten_up/split"]["clause"] == "X 2"
    assert found["settle.hand/dealer_blackjack/ace_up/split"]["clause"] == "X 3"
    assert found["order.decisions"]["clause"] == ""
    assert found.is_own("settle.hand/tie")
    assert not found.is_own("order.decisions")


def test_a_text_followed_comes_after_the_documents_own() -> None:
    own = register(sentence("X 1", 'decides = ["procedure.cut_order"]'))
    other = parse_register(
        'document = "Y"\n'
        + sentence("Y 1", 'decides = ["procedure.cut_order", "procedure.recut"]')
        + sentence("Y 2", 'decides = ["procedure.cut_order/dealer", "procedure.recut/who"]'),
        "y",
    )
    whole = Citations(own, [Followed(other, "Z1", ("procedure.cut_order", "procedure.recut"))])
    assert whole["procedure.cut_order/dealer"]["clause"] == "X 1"
    assert whole["procedure.recut/who"]["clause"] == "Y 2, by reading Z1"
    one_outcome = Citations(own, [Followed(other, "Z1", ("procedure.cut_order/dealer",))])
    assert one_outcome["procedure.cut_order/dealer"]["clause"] == "Y 2, by reading Z1"
    assert one_outcome["procedure.cut_order"]["clause"] == "X 1"
    assert not one_outcome.is_own("procedure.cut_order/dealer")


# ---- sentences that decide only as they are read

READ = """
decides = ["settle.hand/blackjack_tie", "settle.hand/tie"]
under = { "settle.hand/blackjack_tie" = "Z1" }
"""


def test_a_sentence_says_under_which_reading_it_decides() -> None:
    """The outcome it is read for, and every finer one; what it decides by its own words is cited bare."""
    found = Citations(register(sentence("X 1", READ)))
    assert found["settle.hand/tie"]["clause"] == "X 1"
    assert found["settle.hand/blackjack_tie/ace_up"]["clause"] == "X 1, as read in Z1"
    assert found.is_own("settle.hand/blackjack_tie"), "it is the document's own sentence"


def test_the_sentence_is_found_in_every_citation() -> None:
    for citation in ("X 1", "X 1, as read in Z1", "X 1, by reading Z1"):
        assert plain_clause(citation) == "X 1"


def test_ordinary_practice_is_cited_by_a_name_that_a_player_understands() -> None:
    """By games that follow it; at its own game a sentence goes by its id."""
    practice = register(sentence("X wagers", READ), head='cited_as = "house practice"')
    followed = Citations(register(), [Followed(practice, "Y1", ("settle.hand",))])
    assert followed["settle.hand/tie"]["clause"] == "house practice: wagers, by reading Y1"
    assert Citations(practice)["settle.hand/tie"]["clause"] == "X wagers"
    assert plain_clause("house practice: wagers, by reading Y1") == practice.clauses[0].citation


def test_how_others_cite_a_register_is_said_in_words() -> None:
    assert "must say in words how others cite it" in faults(sentence("X 1"), head="cited_as = 1")


def test_who_follows_a_text_follows_it_under_a_reading_of_his_own() -> None:
    """The other document's readings are no readings of this game."""
    other = register(sentence("X 1", READ))
    found = Citations(register(), [Followed(other, "Y1", ("settle.hand",))])
    assert found["settle.hand/blackjack_tie"]["clause"] == "X 1, by reading Y1"


@pytest.mark.parametrize(
    ("under", "told"),
    [
        ('under = { "settle.hand/bust" = "Z1" }', "is read under Z1 for settle.hand/bust, which it does not"),
        ('under = "Z1"', "under must name a reading for each outcome."),
        ('under = { "settle.hand/tie" = 1 }', "under must name a reading for each outcome."),
    ],
)
def test_a_reading_is_named_for_what_the_sentence_decides(under: str, told: str) -> None:
    assert told in faults(sentence("X 1", f'decides = ["settle.hand/tie"]\n{under}'))


def test_a_reading_that_the_game_does_not_have_is_found() -> None:
    game = game_of("over-under-pa")
    text = game.register_file.text.replace(
        '"settle.over_under/wrong_side" = "O2"', '"settle.over_under/wrong_side" = "O99"'
    )
    wrong = replace(game, register_file=RegisterFile(game.register_file.name, text))
    (fault,) = citation_faults("over-under-pa", wrong)
    assert "names reading O99, which the game file does not have." in str(fault)


def test_a_register_is_read_with_the_list_of_mechanisms() -> None:
    assert {"settle.hand", "procedure.burn", "irregularity.face_up"} <= set(known_mechanisms())
    assert RegisterFile("", "").parse().clauses == ()
