"""The tool that breaks the code notices what it should: `make mutate` can be believed."""

import ast
import json

import pytest

from pitboss.games.files import find_book, known_games
from pitboss.games.load import load_game
from pitboss.table import act_registry
from pitboss.table.state import open_table
from tests.mutation.attribution import executable, named_for
from tests.mutation.code import applied, code_mutants, function_at, replaced_in
from tests.mutation.data import applied_data, data_of, file_mutants
from tests.mutation.named import NAMED
from tests.mutation.report import KEPT, Share, excused, survivors
from tests.mutation.running import Item, Result, run, written_by_hand
from tests.mutation.selection import selected
from tests.mutation.source import mutants_of
from tests.mutation.worker import NO_CHANGE

REVERSED = (
    "table.due.settle_due: for box, number, hand in live: ... "
    "→ for box, number, hand in reversed(tuple(live)): ..."
)
WRONG_ODDS = "games/down-under-pa.toml odds.insurance.pays: 2:1 → 3:1"


def test_a_known_mutant_is_caught_and_no_change_survives() -> None:
    """Of code and of a file; a sentence that a mutant does not touch does not notice it."""
    items = [
        Item(NO_CHANGE, "685a", ("685a.7(r)(2)",)),
        Item(WRONG_ODDS, "685a", ("685a.11(b)",)),
        Item(WRONG_ODDS, "685a", ("685a.3(b)(4)",)),
        Item(REVERSED, "685a", ("685a.7(r)(2)",)),
        Item(REVERSED, "685a", ("685a.3(b)(4)",)),
        Item(REVERSED, "685a", ("685a.3(b)(4)", "685a.7(r)(2)")),
    ]
    caught_by = [result.caught_by for result in run(items, tests=written_by_hand())]
    assert caught_by == ["", "685a.11(b)", "", "685a.7(r)(2)", "", "685a.7(r)(2)"]


def test_mistakes_that_went_unnoticed_are_noticed() -> None:
    """Each by the tests that were written by hand and named after each of its sentences."""
    items = [Item(one.id, executable()[id], (id,)) for one in NAMED for id in one.sentences]
    assert survivors(run(items, tests=written_by_hand())) == {}


@pytest.mark.parametrize("one", NAMED, ids=lambda one: one.says.replace(" ", "-"))
def test_a_mistake_by_hand_is_one_change_to_what_stands_there(one: object) -> None:
    """A function that was rewritten needs its mistake written anew."""
    assert getattr(one, "mutant")  # noqa: B009


def _changes(source: str) -> list[str]:
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    return [mutant.says for mutant in mutants_of(function)]


def test_every_kind_of_mistake_is_made() -> None:
    source = """def due(state):
        expect(state)
        for box in reversed(state.boxes):
            if box.cents > 1 and not box.settled:
                return Due('settle', box)
        return replace(state, phase=state.phase + 1)
    """
    assert set(_changes(source)) == {
        "expect(state) → nothing",
        "for box in reversed(state.boxes): ... → for box in state.boxes: ...",
        "if box.cents > 1 and (not box.settled): ... → if not (box.cents > 1 and (not box.settled)): ...",
        "replace(…) without phase=state.phase + 1",
        "box.cents > 1 and (not box.settled) → box.cents > 1 or not box.settled",
        "box.cents > 1 and (not box.settled) → not box.settled",
        "box.cents > 1 and (not box.settled) → box.cents > 1",
        "return Due('settle', box) → return None",
        "state.phase + 1 → state.phase - 1",
        "box.cents > 1 and (not box.settled) → box.cents >= 1 and (not box.settled)",
        "not box.settled → box.settled",
        "state.phase + 1 → state.phase + 2",
        "box.cents > 1 and (not box.settled) → box.cents > 2 and (not box.settled)",
    }


def test_a_mutant_is_in_place_for_everybody_who_imported_the_function() -> None:
    state = open_table(load_game("blackjack"))
    imported = vars(act_registry)["due"]
    with applied(replaced_in("table.due._find_due", "if state.notify_floor:", "if True:")):
        assert imported(state).act == "note misuse"
        assert imported is function_at("table.due.due")
    assert imported(open_table(load_game("blackjack"))).act == "receive"


def test_mutants_of_a_function_are_called_apart() -> None:
    names = [mutant.id for mutant in code_mutants("table.due.dealer_blackjack_due")]
    assert len(names) == len(set(names)) > 20


@pytest.mark.parametrize("game", known_games())
def test_mutants_of_a_file_are_called_apart_and_change_it(game: str) -> None:
    mutants = list(file_mutants(game))
    assert len({mutant.id for mutant in mutants}) == len(mutants) > 50
    for mutant in mutants[::10]:
        with applied_data(mutant):
            assert find_book(game).document.data != data_of(game)


def test_a_helper_belongs_to_the_sentences_of_those_it_helps() -> None:
    assert "685a.7(r)(1)" in named_for("table.due._live_from_right")
    assert "685a.5(b)" in named_for("table.due._cut_due")
    assert "685a.12(a)" in named_for("table.fold_shoe._to_the_rack")
    assert "685a.8(c)" in named_for("rules.settlement.settle_insurance")


def test_the_choice_of_mutants_is_bounded_and_always_the_same() -> None:
    items = [Item(f"table.due.due: {number}", "685a", ("685a.7(a)",)) for number in range(20)]
    assert selected(items, 5, 100) == selected(items[::-1], 5, 100)[::-1]
    assert len(selected(items, 5, 100)) == 5
    assert set(selected(items, 3, 100)) < set(selected(items, 5, 100))
    assert set(selected(items, 20, 20)) < set(selected(items, 20, 60))


def test_what_is_kept_says_who_noticed() -> None:
    kept = json.loads(KEPT.read_text())
    assert set(kept["documents"]) == set(executable().values())
    assert kept["of"] == sum(found["of"] for found in kept["documents"].values())
    missed = sum(len(mutants) for mutants in kept["survivors"].values())
    assert kept["caught"] == kept["of"] - missed
    assert Share(kept["caught"], kept["of"]).percent >= 95


def test_an_excuse_has_a_reason_and_a_mutant() -> None:
    for id, because in excused().items():
        assert len(because) > 20
        place = id.partition(": ")[0]
        known = (
            file_mutants(id[6:].partition(".toml ")[0]) if id.startswith("games/") else code_mutants(place)
        )
        assert id in {mutant.id for mutant in known}


def test_survivors_are_listed_by_sentence() -> None:
    item = Item("table.due.due: a → b", "685a", ("685a.7(a)", "685a.7(b)"))
    assert survivors([Result(item, "")]) == {"one of 685a.7(a), 685a.7(b)": [item.mutant]}
    assert survivors([Result(item, "685a.7(a)")]) == {}
