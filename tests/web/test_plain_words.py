"""What people read is plain English: no internal name and no phrase that language.md rules out."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from pitboss.games.files import known_games
from pitboss.games.load import load_game
from pitboss.web.api.words import list_words
from pitboss.web.http_errors import fault_sentence
from pitboss.web.pages import PAGES
from pitboss.web.player_clock import POLICY
from pitboss.web.roles import AccountRole
from tests.web.house import House, Visitor, build_house
from tests.web.plain_words import faults_in

WEB = Path(__file__).parents[2] / "src" / "pitboss" / "web"


class PageText(HTMLParser):
    """The words of a page, with titles, labels and placeholders; code samples are left out."""

    READ = ("title", "aria-label", "placeholder", "alt")
    SKIPPED = ("script", "style", "code", "svg")

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._skipped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._skipped += tag in self.SKIPPED
        self.words += [value for name, value in attrs if name in self.READ and value]

    def handle_endtag(self, tag: str) -> None:
        self._skipped -= tag in self.SKIPPED

    def handle_data(self, data: str) -> None:
        if not self._skipped and data.strip():
            self.words.append(data.strip())


def words_of(html: str) -> str:
    page = PageText()
    page.feed(html)
    return "\n".join(page.words)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build_house(tmp_path_factory.mktemp("words"), demo=True) as built:
        yield built


@pytest.fixture(scope="module")
def table(house: House) -> str:
    return house.table("down-under-pa", "min_wager_cents=2000")


@pytest.mark.parametrize("role", AccountRole)
def test_every_page_is_in_plain_words_for_every_role(house: House, table: str, role: AccountRole) -> None:
    person = house.person(role)
    for page in PAGES:
        path = page.path.format(id=table, game="down-under-pa", number=1)
        answer = person.http.get(path, headers={"Accept": "text/html"})
        assert answer.status_code == (200 if role in page.roles else 403), path
        assert faults_in(words_of(answer.text)) == [], path


def test_the_login_page_and_an_address_without_a_page_are_in_plain_words(house: House) -> None:
    for path in ("/login", "/nowhere"):
        answer = house.client().get(path, headers={"Accept": "text/html"})
        assert faults_in(words_of(answer.text)) == [], path


def test_the_api_reference_describes_every_route_in_plain_words(house: House) -> None:
    answer = house.client().get("/api/v1/openapi.json")
    for path, methods in answer.json()["paths"].items():
        for route in methods.values():
            assert faults_in(route["description"]) == [], path


TEXTS = (
    "says", "label", "line", "title", "ask", "sentence", "summary", "value_text", "texts", "policy",
    "options_text", "phase_text", "field_label", "note", "allowed_text", "labels", "question",
)  # fmt: skip
"""Fields of the API that pages show as they are."""


def shown(data: Any) -> Iterator[str]:
    """Every text for people in an answer."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name in TEXTS and not (isinstance(value, dict) and name == "line"):
                yield from flat(value)
            else:
                yield from shown(value)
    elif isinstance(data, list):
        for one in data:
            yield from shown(one)


def flat(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for one in value.values() for text in flat(one))
    elif isinstance(value, list):
        yield from (text for one in value for text in flat(one))


def asked(person: Visitor, table: str, role: AccountRole) -> Iterator[tuple[str, Any]]:
    paths = ["/tables", f"/tables/{table}", "/games", *(f"/games/{game}" for game in known_games()), "/words"]
    if role == AccountRole.FLOORPERSON:
        paths += [f"/tables/{table}/floor", "/pit", "/incidents"]
    for path in paths:
        yield path, person.get(path)


@pytest.mark.parametrize("role", [AccountRole.PLAYER, AccountRole.DEALER, AccountRole.FLOORPERSON])
def test_what_the_api_gives_pages_to_show_is_in_plain_words(
    house: House, table: str, role: AccountRole
) -> None:
    person = house.person(role)
    for path, answer in asked(person, table, role):
        for text in shown(answer):
            assert faults_in(text) == [], (path, text)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/login", {"name": "nobody here", "password": "wrong"}),
        ("/tables/{table}/sit", {"key": "k", "seat": 1, "chips_cents": 10**9}),
        ("/tables/{table}/commands", {"key": "k", "command": {"type": "RefuseCut"}}),
        ("/tables/{table}/leave", {"key": "k"}),
        ("/tables/{table}/next", {"key": "k"}),
        ("/tables/{table}/stop", {"why": "because"}),
        ("/tables", {"game": "blackjack"}),
        ("/tables/nowhere/ready", {}),
        ("/me/password", {"old": "wrong password", "new": "another password"}),
        ("/accounts", {"name": "somebody", "role": "player"}),
    ],
)
def test_a_refusal_is_a_plain_sentence(house: House, table: str, path: str, body: dict[str, Any]) -> None:
    answer = house.person().http.post(f"/api/v1{path.format(table=table)}", json=body)
    sentence = answer.json()["sentence"]
    assert answer.status_code >= 400
    assert sentence.endswith("."), sentence
    assert faults_in(sentence) == []


@pytest.mark.parametrize("choice", ["decks=7", "settlement_order=never", "soft_17=hit", "side_min_cents=1"])
def test_an_option_that_is_refused_is_called_by_its_label(house: House, choice: str) -> None:
    answer = house.person().http.get("/api/v1/games/down-under-pa", params={"set": choice}).json()
    assert answer["reason"] == "bad_request"
    assert faults_in(answer["sentence"]) == [], answer
    assert faults_in(answer["allowed"]) == [], answer


def test_a_wrong_login_says_so() -> None:
    assert "Wrong name or password." in (WEB / "accounts.py").read_text()


def test_the_words_of_acts_phases_and_places_are_plain() -> None:
    words = json.loads(list_words(None).model_dump_json())  # type: ignore[arg-type]
    commands = [act.pop("command") for act in words["acts"].values()]
    assert commands
    for text in (POLICY, *flat({name: list(part.values()) if isinstance(part, dict) else part
                                for name, part in words.items() if name != "lights"})):  # fmt: skip
        assert faults_in(text) == [], text


# ---- the scripts of the pages

STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
SENTENCE = re.compile(r"[A-Za-z’]+[ ,.…:?]+[A-Za-z’]+.*")


def sentences_of(script: str) -> Iterator[str]:
    """Texts of several words, with what is filled in left out."""
    code = re.sub(r"^\s*(//|/?\*).*$", "", script, flags=re.MULTILINE)
    for plain, template in STRING.findall(code):
        text = re.sub(r"\$\{[^{}]*\}", "…", plain or template).partition("${")[0]
        if SENTENCE.fullmatch(text.strip()) and re.match(r"[A-Z✓✕▲▼■●]", text.strip()):
            yield text


SCRIPTS = sorted((WEB / "static").glob("*.js"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_script_says_anything_but_plain_words(script: Path) -> None:
    for text in sentences_of(script.read_text()):
        assert faults_in(text) == [], text


def _known_ids() -> frozenset[str]:
    """Of games, wagers, documents and readings; “bet” and “blackjack” are English words."""
    games = [load_game(name) for name in known_games()]
    wagers = {wager.id for game in games for wager in game.wagers if wager.id != wager.kind}
    documents = {game.document for game in games if game.document}
    readings = {id for game in games for id in game.readings}
    ids = {game.id for game in games} | wagers | documents | readings
    return frozenset(id for id in ids if not re.fullmatch("[a-z]+", id))


@pytest.mark.parametrize(
    "file", [*SCRIPTS, *sorted(WEB.rglob("*.py")), *sorted(WEB.rglob("*.html"))], ids=lambda path: path.name
)
def test_no_page_or_script_names_a_game_a_wager_a_document_or_a_reading(file: Path) -> None:
    quoted = {one or other for one, other in re.findall(r'"([^"\n]*)"|`([^`]*)`', file.read_text())}
    words = {word for text in quoted for word in re.findall(r"[A-Za-z0-9_.-]+", text)}
    words |= {word.partition(".")[0] for word in words} | {word.rpartition(".")[2] for word in words}
    assert words & _known_ids() == set()


def test_a_fault_of_an_option_does_not_repeat_what_was_typed() -> None:
    from pitboss.errors import Fault

    fault = Fault("--set decks=7", "the document does not allow “Decks: 7”.")
    assert fault_sentence(fault) == "The document does not allow “Decks: 7”."
