"""A game file is refused when it is loaded, with every fault, its place, and what is allowed instead."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.exact.analyst import edges
from pitboss.games.files import SHELF
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.lab.simulation import Setting, simulate

PLACE = re.compile(r"mine\.toml, line \d+, column \d+: [a-z0-9_. ]+: ")


def text_of(name: str) -> str:
    return (SHELF / f"{name}.toml").read_text().replace(f'game = "{name}"', 'game = "mine"')


def load(folder: Path, text: str) -> Game:
    path = folder / "mine.toml"
    path.write_text(text)
    return load_game(str(path))


def faults_of(folder: Path, text: str) -> list[str]:
    with pytest.raises(BadInput) as caught:
        load(folder, text)
    return [str(fault) for fault in caught.value.faults]


def changed(name: str, old: str, new: str) -> str:
    text = text_of(name)
    assert old in text, old
    return text.replace(old, new)


def without(text: str, header: str, containing: str) -> str:
    """The text without one part of a list, such as the [[wagers]] that contains a line."""
    parts = re.split(r"(?m)^(?=\[)", text)
    kept = [part for part in parts if not (part.startswith(header) and containing in part)]
    assert len(kept) == len(parts) - 1, containing
    return "".join(kept)


# ---- kinds of wagers


def test_an_unknown_kind_of_wager_is_refused_with_the_kinds_there_are(tmp_path: Path) -> None:
    told = faults_of(tmp_path, changed("down-under-pa", 'kind = "match"', 'kind = "lottery"'))
    (fault,) = [line for line in told if "lottery" in line]
    assert PLACE.match(fault)
    assert "the Match-the-Dealer Wager has the kind 'lottery', which no wager of this family" in fault
    assert "Allowed: main, match, insurance" in fault


def test_a_kind_of_another_family_is_refused(tmp_path: Path) -> None:
    told = faults_of(tmp_path, changed("over-under-pa", 'kind = "total_bonus"', 'kind = "insurance"'))
    assert any("has the kind 'insurance', which no wager of this family" in line for line in told)


def test_all_faults_of_a_whole_file_are_told_at_once(tmp_path: Path) -> None:
    text = changed("down-under-pa", 'kind = "match"', 'kind = "lottery"')
    text = text.replace("[procedures.burn_cards]", "[procedures.burn_crads]")
    text = text.replace('offers = "insurance"', 'offers = "assurance"')
    told = faults_of(tmp_path, text + "\n[house.match]\nup = true\n")
    for words in ("lottery", "procedures.burn_crads", "assurance", "'match.up' cannot be set"):
        assert any(words in line for line in told), (words, told)
    assert all(PLACE.match(line) for line in told), told


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('against = "upcard"\n', "", "of the dealer’s cards it is against. Allowed: upcard, hole card"),
        ('kind = "double"\n', 'kind = "double"\nagainst = "upcard"\n', "is not a match wager"),
        ('pay_table = "match"\n', "", "a wager of the kind 'match' needs a pay table"),
        ('kind = "double"\n', 'kind = "double"\npay_table = "match"\n', "at odds, not by a pay table"),
        ('kind = "double"\n', 'kind = "split"\n', "the wager on a split pair has the same kind as the"),
        ('kind = "main"\n', 'kind = "double"\n', "exactly one wager must have the kind 'main'"),
        ('pay_table = "match"\n', 'pay_table = "mach"\n', "'mach', which the file does not have"),
        ('against = "upcard"', 'against = "shoe"', "'shoe' cannot stand here. Allowed: upcard or hole card"),
    ],
)  # fmt: skip
def test_a_wager_that_does_not_fit_its_kind_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    faults = faults_of(tmp_path, changed("down-under-pa", old, new))
    assert any(told in line and PLACE.match(line) for line in faults), faults


# ---- a switch follows from the wagers


@pytest.mark.parametrize(
    ("name", "group", "switch", "wager"),
    [
        ("blackjack", "match", "up", "match wager"),
        ("blackjack", "match", "down", "match wager"),
        ("blackjack", "second_chance", "offered", "second chance"),
        ("over-under-pa", "over_under", "bonus", "bonus on the total"),
        ("blackjack", "insurance", "offered", "insurance"),
    ],
)
def test_a_switch_without_its_wager_is_refused(
    tmp_path: Path, name: str, group: str, switch: str, wager: str
) -> None:
    """A switch that a wager turns on cannot be set by hand, so it cannot be on without its wager."""
    own = f'extends = "{name}"\ngame = "mine"\n[house.{group}]\n{switch} = true\n'
    (fault,) = faults_of(tmp_path, own)
    assert fault.startswith("mine.toml, line 4, column 1: house.")
    assert f"the switch '{group}.{switch}' cannot be set" in fault
    assert f"Allowed: a {wager} among the wagers." in fault


def test_a_match_wager_without_its_phase_is_refused_and_a_phase_without_its_wager(tmp_path: Path) -> None:
    text = text_of("down-under-pa")
    (fault,) = faults_of(tmp_path, without(text, "[[phases]]", 'name = "up_match"'))
    assert "phases: there is a match wager against the upcard, but no phase 'up_match'." in fault
    told = faults_of(tmp_path, without(text, "[[wagers]]", 'kind = "match"'))
    assert any("wagers: the phase 'up_match' is there, but not a match wager against the upcard." in line
               for line in told)  # fmt: skip


def test_insurance_and_its_phase_belong_together(tmp_path: Path) -> None:
    text = text_of("blackjack")
    told = faults_of(tmp_path, without(text, "[[phases]]", 'name = "insurance"'))
    assert any("there is an insurance wager, but no phase 'insurance'." in line for line in told), told


# ---- names are only names


def renamed(text: str) -> str:
    return text.replace("match_the_dealer", "lucky")


def test_a_renamed_wager_is_checked_priced_and_simulated(tmp_path: Path) -> None:
    plain = load_game("down-under-pa")
    lucky = load(tmp_path, renamed(text_of("down-under-pa")))
    assert [wager.id for wager in lucky.side_wagers] == ["lucky"]
    assert lucky.house == plain.house
    assert edges(lucky)["lucky"] == edges(plain)["match_the_dealer"]
    dealt = {
        game.id: {wager.wager: wager.house_edge for wager in simulate(game, 20_000, Setting(seed=5)).wagers}
        for game in (plain, lucky)
    }
    assert dealt["mine"]["lucky"] == dealt["down-under-pa"]["match_the_dealer"]


def test_a_renamed_wager_is_offered_or_not_by_its_option(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(renamed(text_of("down-under-pa")))
    without_lucky = load_game(str(tmp_path / "mine.toml"), choose=["lucky=no"])
    assert not without_lucky.house.match.up
    assert not without_lucky.side_wagers


def test_a_pay_table_may_have_any_name(tmp_path: Path) -> None:
    text = text_of("down-under-pa").replace("[[pay_tables.match]]", "[[pay_tables.lucky_rows]]")
    game = load(tmp_path, text.replace('pay_table = "match"', 'pay_table = "lucky_rows"'))
    assert game.house.match.pays == load_game("down-under-pa").house.match.pays


def test_a_pay_table_of_no_wager_is_refused(tmp_path: Path) -> None:
    rows = 'rows = { suited = "9:1", unsuited = "3:1" }'
    own = f'extends = "blackjack"\ngame = "mine"\n[[pay_tables.odd]]\n{rows}\n'
    (fault,) = faults_of(tmp_path, own)
    assert "pay_tables.odd: must be the pay table of a match wager or of a bonus on the total" in fault


# ---- procedures, readings, families, decks, options


def edited(name: str, *changes: tuple[str, str]) -> Callable[[], str]:
    def text() -> str:
        result = text_of(name)
        for old, new in changes:
            assert old in result, old
            result = result.replace(old, new)
        return result

    return text


@pytest.mark.parametrize(
    ("text", "place", "told", "allowed"),
    [
        (edited("blackjack", ("[procedures.burn_cards]", "[procedures.burn_crads]")),
         "procedures.burn_crads", "is not a procedure of any game.", "opening, shuffle"),
        (edited("blackjack", ('[procedures.burn_cards]\n', '[procedures.burn_cards]\nsteps = ["wash"]\n')),
         "procedures.burn_cards", "needs an amount, and no steps.", ""),
        (edited("down-under-vendor", ('[[follows]]\nregister = "register/685a.toml"\nreading = "V',
                                      '[[follows]]\nregister = "register/685a.toml"\nreading = "Z')),
         "follows.0", "which is not in the file.", "V1"),
        (edited("blackjack", ('family = "blackjack"', 'family = "baccarat"')),
         "family", "there is no family of games named 'baccarat'.", "blackjack, over_under"),
        (edited("blackjack", ("[options.decks]", '[deck]\nranks = ["A", "2", "joker"]\n\n[options.decks]')),
         "deck.ranks.2", "'joker' cannot stand here.", "A, 2, 3"),
        (edited("blackjack", ("[options.decks]", '[deck]\nranks = ["A", "A"]\n\n[options.decks]')),
         "deck.ranks", "a deck lists its ranks, each once.", "A, 2, 3"),
        (edited("down-under-pa", ('offers = "match_the_dealer"', 'offers = "lucky"')),
         "options.match_the_dealer", "offers 'lucky', which is not a wager of this game.", "bet, match"),
        (edited("blackjack", ('name = "dealer_draws"', 'name = "dealer_dances"')),
         "phases", "the phase 'dealer_draws' is missing.", "wagers, deal"),
        (edited("blackjack", ('game = "mine"', 'game = "Mine Own"')),
         "game", "'Mine Own' is not a valid name here.", "lowercase letters, digits and hyphens"),
    ],
)  # fmt: skip
def test_a_file_that_says_what_nobody_knows_is_refused(
    tmp_path: Path, text: Callable[[], str], place: str, told: str, allowed: str
) -> None:
    faults = faults_of(tmp_path, text())
    fault = next((line for line in faults if told in line), "")
    assert fault, faults
    assert re.match(rf"mine\.toml, line \d+, column \d+: {re.escape(place)}", fault), fault
    assert not allowed or f"Allowed: {allowed}" in fault, fault


def test_a_register_that_is_not_there_is_told(tmp_path: Path) -> None:
    text = text_of("blackjack").replace('register = "register/custom.toml"', 'register = "nowhere.toml"')
    (fault,) = faults_of(tmp_path, text)
    assert 'register: there is no register "nowhere.toml" beside the file.' in fault


@pytest.mark.parametrize("cards", [48, 52])
def test_a_deck_is_a_line_in_a_file(tmp_path: Path, cards: int) -> None:
    ranks = '["A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K"]' if cards == 48 else ""
    text = text_of("blackjack")
    game = load(
        tmp_path,
        text.replace("[options.decks]", f"[deck]\nranks = {ranks}\n\n[options.decks]") if ranks else text,
    )
    assert game.deck.cards == cards
    assert (game.sha256 == load(tmp_path, text).sha256) == (cards == 52)


# ---- published figures


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'wager = "bet"\nmeasure',
            'wager = "lottery"\nmeasure',
            "published for 'lottery', which is not a wager",
        ),
        ('lowest_percent = "0.43"', 'lowest_percent = "some"', "some to 0.49 is no range of percentages"),
        ('lowest_percent = "0.43"', 'lowest_percent = "0.53"', "0.53 to 0.49 is no range of percentages"),
        ('also = ["down-under-vendor"]', 'also = ["lottery"]', "there is no game 'lottery' to search"),
        ('also = ["down-under-vendor"]', "options = { luck = 1 }", "names the option 'luck'"),
    ],
)
def test_a_published_figure_must_be_one_that_can_be_searched_for(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    (fault,) = faults_of(tmp_path, changed("down-under-pa", old, new))
    assert told in fault
    assert "mine.toml, line " in fault
