"""Nobody locks anybody else out: wrong tries count for a source and a name together."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from pitboss.errors import Refused
from pitboss.web.lock_out import LockOut
from pitboss.web.rate_limit import Rate
from pitboss.web.roles import AccountRole
from pitboss.web.security_policy import LockOutRule, SecurityPolicy
from tests.waiting import PATIENCE_S
from tests.web.house import PASSWORD, House, build_house
from tests.web.test_second_factors import enroll
from tests.web.test_second_factors import log_in as sign_in

STRICT = SecurityPolicy(lock_out=LockOutRule(after=3, first_s=1_000, most_s=100_000))
WRONG = "a wrong password"


@contextmanager
def at(house: House, address: str) -> Iterator[httpx.Client]:
    """A browser at this address of the machine."""
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(base_url=house.url, transport=transport, timeout=PATIENCE_S) as client:
        yield client


def log_in(client: httpx.Client, password: str, name: str = "ann") -> httpx.Response:
    return client.post("/api/v1/login", json={"name": name, "password": password})


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with build_house(tmp_path, policy=STRICT) as built:
        built.accounts.create("ann", AccountRole.PLAYER, PASSWORD)
        yield built


def test_a_stranger_elsewhere_cannot_lock_an_account_out(house: House) -> None:
    with at(house, "127.0.0.2") as stranger, at(house, "127.0.0.3") as ann:
        tries = [log_in(stranger, WRONG).status_code for _ in range(6)]
        assert tries == [401, 401, 401, 429, 429, 429]
        assert log_in(ann, PASSWORD).status_code == 200


def test_a_stranger_at_the_same_address_cannot_lock_a_known_browser_out(house: House) -> None:
    with at(house, "127.0.0.2") as ann, at(house, "127.0.0.2") as stranger:
        assert log_in(ann, PASSWORD).status_code == 200
        assert [log_in(stranger, WRONG).status_code for _ in range(4)][-1] == 429
        assert log_in(stranger, PASSWORD).json()["reason"] == "locked_out"
        assert log_in(ann, PASSWORD).status_code == 200


def test_even_a_known_browser_has_only_so_many_tries(house: House) -> None:
    with at(house, "127.0.0.2") as ann:
        log_in(ann, PASSWORD)
        assert [log_in(ann, WRONG).status_code for _ in range(5)] == [401, 401, 401, 429, 429]


def test_a_browser_is_known_until_the_password_changes(house: House) -> None:
    with at(house, "127.0.0.2") as ann, at(house, "127.0.0.2") as stranger:
        log_in(ann, PASSWORD)
        account = house.accounts.by_name("ann")
        assert account
        house.accounts.change_password(account, PASSWORD, "another password")
        for _ in range(4):
            log_in(stranger, WRONG)
        assert log_in(ann, "another password").status_code == 429


def test_a_made_up_device_is_no_way_around_the_count(house: House) -> None:
    with at(house, "127.0.0.2") as stranger:
        seen = []
        for number in range(5):
            stranger.cookies.set("pitboss_device", f"{number}.{'0' * 32}")
            seen.append(log_in(stranger, WRONG).status_code)
    assert seen == [401, 401, 401, 429, 429]


def test_another_name_from_the_same_source_is_counted_apart(house: House) -> None:
    house.accounts.create("ben", AccountRole.PLAYER, PASSWORD)
    with at(house, "127.0.0.2") as client:
        for _ in range(4):
            log_in(client, WRONG)
        assert log_in(client, PASSWORD, "ben").status_code == 200


def test_one_source_may_still_only_try_so_often(tmp_path: Path) -> None:
    """The work of hashing is limited by source alone: no name can be locked by it."""
    with build_house(tmp_path, logins=Rate(burst=2, per_s=0.001)) as house:
        house.accounts.create("ann", AccountRole.PLAYER, PASSWORD)
        with at(house, "127.0.0.2") as stranger, at(house, "127.0.0.3") as ann:
            tries = [log_in(stranger, WRONG, f"nobody {number}").status_code for number in range(3)]
            assert tries == [401, 401, 429]
            assert log_in(ann, PASSWORD).status_code == 200


def test_delays_grow_to_a_limit_and_are_forgotten() -> None:
    now = [0.0]
    rule = LockOutRule(after=2, first_s=2, most_s=10, forget_s=1_000)
    locks = LockOut(rule, clock=lambda: now[0])
    assert [locks.fail("here", "Ann") for _ in range(6)] == [0, 2, 4, 8, 10, 10]
    assert locks.wait_s("here", "ann") == 10
    assert locks.wait_s("there", "ann") == 0
    assert locks.wait_s("here", "ben") == 0
    with pytest.raises(Refused, match="Try again in 10 seconds"):
        locks.check("here", "ann")
    now[0] = 10
    locks.check("here", "ann")
    now[0] = 1_010.5
    assert locks.fail("here", "ann") == 0
    locks.forget("here", "ann")
    assert locks.fail("here", "ann") == 0


def test_a_shift_change_at_one_address_locks_nobody_out(tmp_path: Path) -> None:
    """Right logins count for nothing, however many come at once; a wrong one does."""
    with build_house(tmp_path, logins=Rate(burst=3, per_s=0.000_1)) as house:
        names = [f"dealer {number}" for number in range(12)]
        for name in names:
            house.accounts.create(name, AccountRole.DEALER, PASSWORD)
        clients = [house.client() for _ in names]
        with ThreadPoolExecutor(len(names)) as people:
            answers = list(people.map(lambda client, name: log_in(client, PASSWORD, name), clients, names))
        assert [answer.status_code for answer in answers] == [200] * len(names)
        stranger = house.client()
        for _ in range(3):
            assert log_in(stranger, WRONG, "nobody").json()["reason"] == "wrong_login"
        assert log_in(stranger, WRONG, "nobody").json()["reason"] == "too_fast"


def test_a_missing_code_is_no_wrong_login(tmp_path: Path) -> None:
    """The page asks for the password first and for the code then."""
    with build_house(tmp_path, logins=Rate(burst=1, per_s=0.000_1)) as house:
        house.accounts.create("ann", AccountRole.PLAYER, PASSWORD)
        enroll(house, sign_in(house, "ann")[0])
        for _ in range(3):
            assert log_in(house.client(), PASSWORD).json()["reason"] == "code_needed"


def test_wrong_logins_at_once_are_no_way_around_the_limit(tmp_path: Path) -> None:
    with build_house(tmp_path, logins=Rate(burst=3, per_s=0.000_1)) as house:
        clients = [house.client() for _ in range(8)]
        with ThreadPoolExecutor(len(clients)) as people:
            told = list(people.map(lambda one: log_in(one, WRONG, "nobody").json()["reason"], clients))
        assert sorted(told) == ["too_fast"] * 5 + ["wrong_login"] * 3
