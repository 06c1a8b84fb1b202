"""Loading a game: names, choices, refusals, users' own files."""

import tomllib
from pathlib import Path

import pytest

from pitboss.errors import BadChoice, BadGame, BadInput, UnknownGame
from pitboss.games.files import SHELF, known_games
from pitboss.games.game import Game
from pitboss.games.load import load_game, load_games
from pitboss.rules.house import Odds, Reader

OWN = """
extends = "down-under-pa"
game = "my-game"
title = "My Down Under"
"""


def own(folder: Path, text: str, *choices: str) -> Game:
    path = folder / "my-game.toml"
    path.write_text(OWN + text)
    return load_game(str(path), choose=choices)


def faults_of(folder: Path, text: str) -> list[str]:
    with pytest.raises(BadInput) as caught:
        own(folder, text)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize("name", known_games())
def test_every_known_game_loads(name: str) -> None:
    """A known game loads with its defaults and departs from nothing."""
    game = load_game(name)
    assert game.id == name
    assert not game.departures
    assert game.main_wager.required


def test_games_are_listed_in_the_order_of_the_documents() -> None:
    assert [game.id for game in load_games()] == list(known_games())


@pytest.mark.parametrize("name", known_games())
def test_every_permitted_choice_loads(name: str) -> None:
    """Each allowed value of each option but the limits, and each reading, makes a game."""
    plain = load_game(name)
    for option, chosen in plain.options.items():
        if chosen.chosen_by.startswith("reading") or option.endswith("_cents"):
            continue
        for value in chosen.allowed:
            assert load_game(name, options={option: value}).options[option].value == value
    for id, read in plain.readings.items():
        for choice in read.part.choices:
            assert load_game(name, readings={id: choice}).readings[id].choice == choice


def test_a_choice_changes_the_house_and_the_hash() -> None:
    """What is chosen reaches the rules, and the rulebook's hash says that it did."""
    plain, chosen = load_game("down-under-pa"), load_game("down-under-pa", options={"decks": 8})
    assert chosen.house.decks == 8
    assert chosen.house.match.pays.one_suited == 14
    assert plain.sha256 != chosen.sha256
    assert load_game("down-under-pa").sha256 == plain.sha256


def test_every_reading_switch_changes_the_hash() -> None:
    for name in known_games():
        plain = load_game(name)
        for id, read in plain.readings.items():
            for choice in read.part.choices:
                other = load_game(name, readings={id: choice})
                assert (other.sha256 == plain.sha256) == (choice == read.part.default)


def test_readings_move_the_dealers_ace() -> None:
    """D1 and D1b set how far the dealer's ace counts 11."""
    aces = {
        choice: load_game("down-under-pa", readings={"D1": choice}).house.dealer
        for choice in ("R1", "R2", "R3", "R4")
    }
    assert [(dealer.ace_limit, dealer.two_aces_22) for dealer in aces.values()] == [
        (22, True), (21, False), (21, True), (22, False),
    ]  # fmt: skip
    assert not load_game("down-under-pa", readings={"D1b": "R2"}).house.dealer.two_aces_22


def test_decks_of_seven_are_refused_with_what_is_allowed_and_the_clause() -> None:
    with pytest.raises(BadChoice) as caught:
        load_game("down-under-pa", choose=["decks=7"])
    (fault,) = caught.value.faults
    assert fault.allowed == "4, 5, 6, 8"
    assert "685a.3(a)" in fault.clause


def test_match_the_dealer_with_five_decks_is_refused_only_when_asked_for() -> None:
    """Five decks alone drop the side wager; both together are refused by 685a.6(e)."""
    assert load_game("down-under-pa", choose=["decks=5"]).options["match_the_dealer"].value is False
    with pytest.raises(BadChoice) as caught:
        load_game("down-under-pa", choose=["decks=5", "match_the_dealer=yes"])
    assert "685a.6(e) s2" in str(caught.value)


def test_four_hands_at_673a_are_refused() -> None:
    with pytest.raises(BadChoice, match=r"“Hands after resplitting: 4”.*Allowed: 2\. \(673a\.11\(a\)"):
        load_game("double-back-jack-pa", choose=["max_hands=4"])


def test_an_option_that_a_reading_decides_names_the_reading() -> None:
    with pytest.raises(BadChoice, match=r"reading\.B8=R2"):
        load_game("double-back-jack-pa", choose=["hit_split_aces=no"])
    assert load_game("double-back-jack-pa", choose=["reading.B8=R2"]).options["hit_split_aces"].value is False


def test_all_faults_of_a_command_are_told_at_once() -> None:
    with pytest.raises(BadChoice) as caught:
        load_game(
            "down-under-pa",
            choose=["decks=7", "max_hands=9", "decs=6", "reading.D1=R8", "reading.B1=R1", "x"],
        )
    assert len(caught.value.faults) == 6
    assert "Did you mean decks" in str(caught.value)


@pytest.mark.parametrize("value", ["0", "-1", "seventeen", "6.5", "999999999999999999999"])
def test_a_stake_beyond_bounds_is_refused(value: str) -> None:
    with pytest.raises(BadChoice, match="“Table maximum” cannot be"):
        load_game("down-under-pa", choose=[f"max-wager-cents={value}"])


def test_limits_must_be_wagers_one_can_make() -> None:
    with pytest.raises(BadChoice, match=r"Table minimum, Table maximum: \$600 is above \$500"):
        load_game("down-under-pa", choose=["min_wager_cents=60000"])
    with pytest.raises(BadChoice, match=r"\$10 cannot be wagered in chips of \$3"):
        load_game("down-under-pa", choose=["min_chip_cents=300"])


def test_an_unknown_game_gets_the_nearest_names() -> None:
    with pytest.raises(UnknownGame, match="Did you mean double-back-jack-pa"):
        load_game("double-back-jack")
    with pytest.raises(UnknownGame, match="there is no file"):
        load_game("nowhere/game.toml")


def test_an_own_game_may_depart_and_says_so(tmp_path: Path) -> None:
    """Options, odds, pay tables and switches beyond the document load, each departure with its clause."""
    game = own(
        tmp_path,
        """
[options]
decks = 7
soft_17 = "hit"
match_the_dealer = true
[readings]
D1 = "R2"
[odds]
insurance = "3:1"
[[pay_tables.match]]
rows = { suited = "12:1", unsuited = "4:1" }
clauses = ["685a.11(c)"]
[house.push]
pays_21 = false
""",
    )
    assert (game.house.decks, game.house.dealer.hits_soft_17) == (7, True)
    assert game.house.insurance.odds == Odds(3, 1)
    assert game.house.match.pays.two_suited == 24
    assert game.house.dealer.ace_limit == 21
    said = {departure.what: departure for departure in game.departures}
    assert set(said) == {
        "Decks", "Dealer on soft 17", "Combination", "Odds of insurance", "Pay table “match”",
        "Switch “push: pays 21”",
    }  # fmt: skip
    assert said["Decks"].clauses[0] == "685a.3(a)"
    assert said["Odds of insurance"].clauses == ("685a.11(b)",)
    assert str(said["Odds of insurance"]).startswith(
        "Odds of insurance: the document says 2 to 1; this game says 3 to 1"
    )


def test_an_own_game_within_the_document_departs_from_nothing(tmp_path: Path) -> None:
    assert not own(tmp_path, "[options]\ndecks = 8").departures


def test_an_own_game_may_take_an_option_its_document_lacks(tmp_path: Path) -> None:
    game = own(tmp_path, '[options]\nhole_card = "european"')
    assert game.house.dealer.takes_added_wagers
    assert game.departures[0].document_says == "nothing about it"


def test_a_choice_on_the_command_line_comes_after_the_files(tmp_path: Path) -> None:
    game = own(tmp_path, "[options]\ndecks = 7", "decks=8")
    assert game.house.decks == 8
    assert not game.departures


def test_files_may_extend_files(tmp_path: Path) -> None:
    own(tmp_path, "[options]\ndecks = 8")
    child = tmp_path / "child.toml"
    child.write_text('extends = "my-game.toml"\ngame = "child"\n[readings]\nD1 = "R2"\n')
    game = load_game(str(child))
    assert (game.id, game.house.decks, game.house.dealer.ace_limit) == ("child", 8, 21)
    assert game.house.dealer.reader == Reader.RANGE


def test_a_file_that_extends_itself_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "loop.toml"
    path.write_text('extends = "loop.toml"\ngame = "loop"')
    with pytest.raises(BadGame, match=r"loop\.toml, line 1, column 1: extends: .* cannot extend itself"):
        load_game(str(path))
    other = tmp_path / "other.toml"
    path.write_text('extends = "other.toml"\ngame = "loop"')
    other.write_text('extends = "loop.toml"\ngame = "other"')
    with pytest.raises(BadGame, match="cannot extend itself"):
        load_game(str(path))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[options]\ndecks = 70", "my-game.toml, line 6, column 1: options.decks: “Decks” cannot be 70."),
        ("[options]\ndekcs = 6", "Did you mean decks"),
        ('[readings]\nD1 = "R7"', "R7 is not one of the choices of reading D1. Allowed: R1, R2, R3, R4."),
        ('[odds]\ninsurance = "two"', "line 6, column 1: odds.insurance: 'two' is not a payout."),
        ('[odds]\nsurance = "2:1"', "there are no odds named 'surance'. Allowed: win, insurance"),
        ('[[pay_tables.match]]\nrows = { suited = "9:1" }\nclauses = ["x"]', "the row 'unsuited' is missing"),
        ('[[pay_tables.match]]\nrows = { suited = "1:1", unsuited = "3:2" }\nclauses = []', "pays '3:2'"),
        ("[house.push]\naplies = false", "there is no switch 'push.aplies'. Allowed: applies"),
        ("[house.dealer]\nace_limit = true", "the switch 'dealer.ace_limit' cannot be True"),
        ("[hous]\nx = 1", "line 5, column 1: hous: does not belong in a game file."),
        ("phases = []", "a round begins with"),
        ('options = "all"', "options: "),
        ("[options]\ndecks = [6]", "options.decks"),
    ],
)  # fmt: skip
def test_rubbish_in_a_file_is_told_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    assert any(told in fault for fault in faults_of(tmp_path, text)), faults_of(tmp_path, text)


def test_malformed_toml_is_told_with_line_and_column(tmp_path: Path) -> None:
    (fault,) = faults_of(tmp_path, "[options\ndecks = 6")
    assert "is not TOML" in fault
    assert "line 5, column 9" in fault


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    told = faults_of(
        tmp_path,
        '[options]\ndecks = 70\nmax_hands = 9\n[readings]\nD1 = "R7"\n'
        '[odds]\nwin = "x"\n[house.push]\nb = 1\n',
    )
    assert len(told) == 5


@pytest.mark.parametrize("content", [b"\xff\xfe", b"game = 1\x00", b"[" * 5000])
def test_bytes_that_are_no_toml_are_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "rubbish.toml"
    path.write_bytes(content)
    with pytest.raises(BadGame, match=r"rubbish\.toml"):
        load_game(str(path))


def test_a_whole_game_of_ones_own_needs_no_document(tmp_path: Path) -> None:
    """A file that extends nothing is a document itself: it is held to what it allows."""
    text = (Path(__file__).parents[2] / "src/pitboss/games/blackjack.toml").read_text()
    path = tmp_path / "free.toml"
    path.write_text(text.replace('game = "blackjack"', 'game = "free"'))
    assert load_game(str(path), choose=["decks=2"]).house.decks == 2
    with pytest.raises(BadChoice):
        load_game(str(path), choose=["decks=99"])


def test_a_pay_table_of_ones_own_needs_no_clause_and_those_of_documents_have_theirs(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "down-under-pa"\ngame = "mine"\n'
        '[[pay_tables.match]]\nrows = { suited = "9:1", unsuited = "4:1" }\n'
    )
    game = load_game(str(path))
    assert game.house.match.pays.one_suited == 9
    assert [departure.what for departure in game.departures] == ["Pay table “match”"]
    for name in known_games():
        for tables in tomllib.loads((SHELF / f"{name}.toml").read_text()).get("pay_tables", {}).values():
            assert all(table["clauses"] for table in tables)
