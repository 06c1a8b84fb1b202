"""A session that was found valid is not asked for again until the house book tells of its account."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.web.kept_sessions import KeptSessions
from pitboss.web.roles import AccountRole
from tests.web.house import House, Visitor, build_house, quick
from tests.web.test_table_manager import two_houses


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with build_house(tmp_path) as built:
        yield built


def kept(house: House, person: Visitor) -> bool:
    sessions = house.accounts._kept
    sessions.catch_up()
    return any(one.session.account.id == person.account.id for one in sessions._kept.values())


def test_it_is_kept_while_the_book_tells_of_others(house: House) -> None:
    ann = house.person()
    ann.get("/me")
    assert kept(house, ann)
    house.person().get("/me")
    assert kept(house, ann)


@pytest.mark.parametrize("what", ["role", "password", "barred", "a new key"])
def test_it_is_forgotten_when_the_book_tells_of_its_account(house: House, what: str) -> None:
    ann = house.person()
    ann.get("/me")
    accounts, id = house.accounts, ann.account.id
    match what:
        case "role":
            accounts.set_role(id, AccountRole.DEALER)
        case "password":
            accounts.reset_password(id)
        case "barred":
            accounts.set_barred(id, True, "cheated")
        case _:
            accounts.book.replace_key(accounts.book.state(), id, "somebody", "lost")
    assert not kept(house, ann)


def test_what_another_server_wrote_holds_at_once(tmp_path: Path) -> None:
    with two_houses(quick(tmp_path)) as (first, second):
        ann = first.person()
        there = Visitor(second, ann.account, second.client(**dict(ann.http.headers)))
        there.http.cookies = ann.http.cookies
        there.get("/me")
        first.accounts.set_active(ann.account.id, False, "asked for it")
        assert there.http.get("/api/v1/me").status_code == 401


def test_what_was_read_before_the_book_went_on_is_not_kept(house: House) -> None:
    ann = house.person()
    ann.get("/me")
    sessions = KeptSessions(house.accounts.book)
    read = sessions.catch_up()
    (found,) = house.accounts._kept._kept.values()
    house.person()
    sessions.catch_up()
    sessions.keep("digest", found, read)
    assert sessions.find("digest") is None
    sessions.keep("digest", found, sessions.catch_up())
    assert sessions.find("digest") is found
