"""Accounts: what is kept of a secret, and how long anything lasts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from pitboss.errors import Refused
from pitboss.journal.open_store import open_store
from pitboss.journal.sql import SqlStore
from pitboss.web.accounts import MAX_TOKENS, Accounts, digest_of
from pitboss.web.house_book import ActingPerson, HouseBook
from pitboss.web.house_key import HouseKey
from pitboss.web.roles import AccountRole
from pitboss.web.security_policy import SecurityPolicy
from tests.web.house import build_house

PASSWORD = "correct horse battery"
POLICY = SecurityPolicy()
IDLE_S, ABSOLUTE_S = POLICY.session_idle_s, POLICY.session_s


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    store = open_store(str(tmp_path / "auth.db"))
    assert isinstance(store, SqlStore)
    yield store
    store.close()


@pytest.fixture
def engine(store: SqlStore) -> sa.Engine:
    return store.engine


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def accounts(store: SqlStore, clock: Clock) -> Accounts:
    book = HouseBook(store, HouseKey(b"k" * 32), clock)
    return Accounts(book, policy=POLICY, hasher=PasswordHasher(memory_cost=64, time_cost=1))


def everything_in(engine: sa.Engine) -> str:
    with engine.connect() as connection:
        names = sa.inspect(connection).get_table_names()
        rows = [connection.exec_driver_sql(f'SELECT * FROM "{name}"').all() for name in names]
    return repr(rows)


def test_a_password_is_kept_as_argon2_and_nothing_secret_is_in_the_store(
    accounts: Accounts, engine: sa.Engine
) -> None:
    account = accounts.create("ann", AccountRole.PLAYER, PASSWORD)
    cookie, _ = accounts.begin_session(account)
    token, _ = accounts.make_token(account, "program")
    kept = everything_in(engine)
    assert "$argon2id$" in kept
    for secret in (PASSWORD, cookie, token):
        assert secret not in kept


def test_name_and_password_must_go_together(accounts: Accounts) -> None:
    accounts.create("ann", AccountRole.PLAYER, PASSWORD)
    accounts.create("robot", AccountRole.PLAYER)
    assert accounts.log_in("ann", PASSWORD).name == "ann"
    for name, password in (("ann", PASSWORD + "!"), ("ben", PASSWORD), ("robot", ""), ("robot", PASSWORD)):
        with pytest.raises(Refused) as refused:
            accounts.log_in(name, password)
        assert refused.value.reason == "wrong_login"


def test_two_accounts_never_share_a_name(accounts: Accounts) -> None:
    accounts.create("ann", AccountRole.PLAYER)
    with pytest.raises(Refused, match="already an account"):
        accounts.create("ann", AccountRole.DEALER)


@pytest.mark.parametrize("bad", ["short", "ann loves cards", "aaaaaaaaaaaaaaa", "x" * 300])
def test_a_weak_password_is_refused(accounts: Accounts, bad: str) -> None:
    with pytest.raises(Refused) as refused:
        accounts.create("ann", AccountRole.PLAYER, bad)
    assert refused.value.reason == "bad_password"


def test_a_session_sleeps_half_an_hour_at_most(accounts: Accounts, clock: Clock) -> None:
    secret, _ = accounts.begin_session(accounts.create("ann", AccountRole.PLAYER))
    clock.now += IDLE_S - 1
    assert accounts.session(secret)
    clock.now += IDLE_S - 1
    assert accounts.session(secret)
    clock.now += IDLE_S + 1
    assert accounts.session(secret) is None


def test_a_session_ends_even_when_it_never_sleeps(accounts: Accounts, clock: Clock) -> None:
    began = clock.now
    secret, _ = accounts.begin_session(accounts.create("ann", AccountRole.PLAYER))
    while clock.now < began + ABSOLUTE_S - 600:
        clock.now += 600
        assert accounts.session(secret)
    clock.now += 601
    assert accounts.session(secret) is None


def test_looking_on_does_not_keep_a_session_awake(accounts: Accounts, clock: Clock) -> None:
    _, session = accounts.begin_session(accounts.create("ann", AccountRole.PLAYER))
    for _ in range(4):
        clock.now += IDLE_S / 3
        going_on = accounts.still(session)
    assert not going_on


def test_logging_out_and_being_shut_out_end_sessions_and_tokens(accounts: Accounts) -> None:
    account = accounts.create("ann", AccountRole.PLAYER, PASSWORD)
    first, session = accounts.begin_session(account)
    second, _ = accounts.begin_session(account)
    token, _ = accounts.make_token(account, "program")
    accounts.end_session(session)
    assert accounts.session(first) is None
    assert accounts.session(second)
    accounts.set_active(account.id, False, "a test")
    assert accounts.session(second) is None
    assert accounts.by_token(digest_of(token)) is None
    with pytest.raises(Refused):
        accounts.log_in("ann", PASSWORD)


def test_a_changed_password_ends_whatever_was_open(accounts: Accounts) -> None:
    account = accounts.create("ann", AccountRole.PLAYER, PASSWORD)
    secret, _ = accounts.begin_session(account)
    token, _ = accounts.make_token(account, "program")
    with pytest.raises(Refused) as wrong:
        accounts.change_password(account, "not the old one", "a new password")
    assert wrong.value.reason == "wrong_password"
    accounts.change_password(account, PASSWORD, "a new password")
    assert accounts.session(secret) is None
    assert accounts.by_token(digest_of(token)) is None
    assert accounts.log_in("ann", "a new password")


def test_a_token_is_revoked_by_its_owner_alone(accounts: Accounts) -> None:
    ann, ben = (accounts.create(name, AccountRole.PLAYER) for name in ("ann", "ben"))
    secret, token = accounts.make_token(ann, "program")
    with pytest.raises(Refused):
        accounts.revoke_tokens(ben.id, ActingPerson(ben.id), token.id)
    assert accounts.by_token(digest_of(secret)) == ann
    accounts.revoke_tokens(ann.id, ActingPerson(ann.id), token.id)
    assert accounts.by_token(digest_of(secret)) is None


def test_an_account_has_only_so_many_tokens(accounts: Accounts) -> None:
    ann = accounts.create("ann", AccountRole.PLAYER)
    for number in range(MAX_TOKENS):
        accounts.make_token(ann, f"program {number}")
    with pytest.raises(Refused) as refused:
        accounts.make_token(ann, "one more")
    assert refused.value.reason == "too_many_tokens"


def test_the_first_start_makes_an_administrator_until_somebody_has_become_one(accounts: Accounts) -> None:
    first = accounts.first_administrator()
    again = accounts.first_administrator()
    assert first
    assert again
    assert first[1] != again[1]
    with pytest.raises(Refused):
        accounts.log_in(*first)
    admin = accounts.log_in(*again)
    assert admin.role == AccountRole.ADMINISTRATOR
    assert admin.must_change
    accounts.change_password(admin, again[1], PASSWORD)
    assert accounts.first_administrator() is None


def test_a_one_time_password_gives_no_token_rights(accounts: Accounts) -> None:
    ann = accounts.create("ann", AccountRole.PLAYER, PASSWORD)
    accounts.reset_password(ann.id)
    secret, _ = accounts.make_token(ann, "program")
    assert accounts.by_token(digest_of(secret)) is None


def test_the_use_of_many_sessions_is_written_in_one_commit_and_counts_at_once(tmp_path: Path) -> None:
    with build_house(tmp_path) as house:
        accounts = house.accounts
        now = accounts._clock()
        people = [accounts.create(f"guest {number}", AccountRole.PLAYER) for number in range(5)]
        opened = [accounts.begin_session(one)[1] for one in people]
        commits: list[object] = []
        sa.event.listen(accounts._engine, "commit", commits.append)
        accounts._clock = lambda: now + 100
        assert all(accounts.still(session, used=True) for session in opened)
        writes = [one for one in commits if not one.get_execution_options().get("reads")]  # type: ignore[attr-defined]
        assert len(writes) == 1
        accounts._clock = lambda: now + 100 + accounts.policy.session_idle_s - 1
        assert all(accounts.still(session) for session in opened)
