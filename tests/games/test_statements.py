"""What a register may state of a sentence, and what it is told when it states it wrongly."""

import pytest

from pitboss.errors import BadGame
from pitboss.games.registers import Register, parse_register
from pitboss.games.statements import NOTHING, Refers
from tests.games.test_registers import sentence


def register(*sentences: str, head: str = "") -> Register:
    return parse_register(f'document = "X"\n{head}\n' + "".join(sentences), "x")


def test_a_sentence_states_nothing_unless_the_register_says_so() -> None:
    assert register(sentence("X 1")).clauses[0].states is NOTHING


STATED = """
when = "dealer == 22"
step = "settle"
refers = ["X 2", { to = "X 3", about = ["odds"] }]
settles = [{ wagers = ["Bet"], result = "return", pays = "1:1" }, { wagers = "all", as = "Bet" }]
"""


def test_what_is_stated_is_read() -> None:
    (clause,) = register(sentence("X 1", STATED)).clauses
    states = clause.states
    assert states.condition.names == {"dealer"}
    assert [part.result for part in states.settles] == ["return", None]
    assert states.references == [Refers(to="X 2"), Refers(to="X 3", about=["odds"])]
    assert states.subjects == ["Bet"]


def test_the_head_names_game_and_sections() -> None:
    read = register(sentence("X 1"), head='game = "Nines"\n[[section]]\nid = "X 1"\ntitle = "Wagers"\n')
    assert read.game == "Nines"
    assert read.sections == {"X 1": "Wagers"}


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ('when = "plyer > 21"', "when: names 'plyer', which is not a fact of any round."),
        ('settles = [{ wagers = ["Bet"], result = "draw" }]', "settles 1 result: 'draw' cannot stand here."),
        (
            'settles = [{ wagers = ["Bet"] }]',
            "settles 1: must have either a result or the wager it goes with.",
        ),
        ('settles = [{ result = "win" }]', "settles 1 wagers is missing."),
        ('settles = [{ wagers = ["Bet"], result = "win", pays = "lots" }]', "'lots' is not a payout."),
        ('settles = [{ wagers = ["Bet"], result = "win", when = "3" }]', "'3' is neither true nor false."),
        (
            'settles = [{ wagers = ["Bet"], result = "win", step = "tea" }]',
            "'tea' is not a step of any round.",
        ),
        ('decisions = [{ act = "sing" }]', "'sing' is not something that anybody decides."),
        ('decisions = [{ act = "draw", by = "nurse" }]', "decisions 1 by: 'nurse' cannot stand here."),
        (
            'decisions = [{ act = "draw", who = "player" }]',
            "decisions 1 who is not something a sentence says.",
        ),
        ('remedies = [{ of = "rain" }]', "'rain' is not a mistake that depends on the cards."),
        ('dealer = [{ must = "hit" }]', "dealer 1 must: 'hit' cannot stand here."),
        ("cases = 3", "cases:"),
        ("terms = [3]", "terms 1:"),
        ('refers = [{ about = ["odds"] }]', "refers 1"),
    ],
)
def test_what_is_stated_wrongly_is_refused_with_its_place(stated: str, told: str) -> None:
    with pytest.raises(BadGame) as refused:
        register(sentence("X 1", stated))
    assert "x, sentence 1 (X 1): " in str(refused.value)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("game = 3", "must name its game in words."),
        ("section = 3", "lists its sections in another way."),
        ('[[section]]\nid = "X 1"', "lists its sections in another way."),
        ('[[section]]\nid = "X 1"\ntitle = 3', "lists its sections in another way."),
    ],
)
def test_a_head_that_says_nothing_is_refused(head: str, told: str) -> None:
    with pytest.raises(BadGame, match=told):
        register(sentence("X 1"), head=head)
