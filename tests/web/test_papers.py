"""Papers over HTTP: each is fetched and read, made in the background, and nobody else waits for it."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from pitboss.paper import findings
from pitboss.web.api import papers
from tests.paper.proofreading import read_pages
from tests.waiting import PATIENCE_S, wait_until
from tests.web.house import House, Visitor, build_house

HOLDER = "The Wellington Club"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build_house(tmp_path_factory.mktemp("papers"), holder=HOLDER) as built:
        yield built


def ask(person: Visitor, paper: str, **query: Any) -> httpx.Response:
    return person.http.get(f"/api/v1/games/over-under-pa/papers/{paper}", params=query)


def fetch(person: Visitor, paper: str, **query: Any) -> httpx.Response:
    """The paper, asked for until it is there, as the page does it."""

    def answered() -> httpx.Response | None:
        answer = ask(person, paper, **query)
        if answer.status_code != 202:
            return answer
        assert answer.json() == {"ready": False}
        return None

    return wait_until(answered, f"the {paper} is made")


def read(answer: httpx.Response, name: str) -> str:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    assert f'filename="over-under-pa-{name}.pdf"' in answer.headers["content-disposition"]
    return " ".join(read_pages(answer.content)).upper()


@pytest.fixture
def short_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report as always, but of few rounds."""
    whole = findings.gather_findings
    monkeypatch.setattr(findings, "gather_findings", lambda asked: whole(replace(asked, rounds=20_000)))


SAYS = {
    "card": ("Over", "Under"),
    "manual": ("Dealer’s manual", "686a"),
    "layout": ("OVER", "UNDER"),
    "sign": (HOLDER,),
    "report": ("686a", HOLDER),
}


@pytest.mark.usefixtures("short_reports")
@pytest.mark.parametrize("paper", SAYS)
def test_every_paper_is_fetched_and_says_what_it_is_for(house: House, paper: str) -> None:
    said = read(fetch(house.person(), paper), paper)
    for words in SAYS[paper]:
        assert words.replace(" ", "").upper() in said


def test_a_paper_is_of_the_options_that_were_chosen(house: House) -> None:
    person = house.person()
    usual = read(fetch(person, "sign"), "sign")
    least = person.get("/games/over-under-pa")["table_min_cents"]
    other = read(fetch(person, "sign", set=f"min_wager_cents={2 * least}"), "sign")
    assert usual != other


def test_nobody_waits_for_a_report_and_it_is_made_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one is being made that never ends by itself, everything else is answered, other papers too."""
    begun, go_on, times = threading.Event(), threading.Event(), []

    def slow(_: papers.PrintOrder) -> bytes:
        times.append(1)
        begun.set()
        assert go_on.wait(PATIENCE_S)
        return b"%PDF made at last"

    monkeypatch.setitem(papers.MAKERS, "report", slow)
    monkeypatch.setitem(papers.MAKERS, "manual", lambda _: b"%PDF a manual")
    ann, ben = house.person(), house.person()
    try:
        assert ask(ann, "report", set="min_wager_cents=700").status_code == 202
        assert begun.wait(PATIENCE_S)
        assert ask(ben, "report", set="min_wager_cents=700").status_code == 202
        assert ann.get("/me")["name"] == ann.account.name
        table = house.table()
        assert ben.get(f"/tables/{table}")["view"]["round"] == 1
        assert fetch(ben, "manual", set="min_wager_cents=700").content == b"%PDF a manual"
    finally:
        go_on.set()
    assert fetch(ann, "report", set="min_wager_cents=700").content == b"%PDF made at last"
    assert times == [1]


def test_a_paper_that_cannot_be_made_is_refused_in_words_and_tried_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(_: papers.PrintOrder) -> bytes:
        raise RuntimeError("out of ink")

    with monkeypatch.context() as patched:
        patched.setitem(papers.MAKERS, "card", breaks)
        answer = fetch(house.person(), "card", set="min_wager_cents=900")
    assert (answer.status_code, answer.json()["reason"]) == (500, "fault")
    assert "ink" not in answer.text
    monkeypatch.setitem(papers.MAKERS, "card", lambda _: b"%PDF a card")
    assert fetch(house.person(), "card", set="min_wager_cents=900").content == b"%PDF a card"


def test_there_is_no_other_paper(house: House) -> None:
    assert ask(house.person(), "diary").status_code == 422
