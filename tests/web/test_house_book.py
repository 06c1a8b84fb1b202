"""The house book: every act that concerns people, chained; the tables of accounts are only its index."""

import json
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher
from msgspec.structs import replace
from typer.testing import CliRunner

from pitboss.cli.commands import app
from pitboss.desk.house_book import HouseBookState
from pitboss.desk.house_entries import HOUSE, read_entry
from pitboss.desk.verify import verify_store
from pitboss.errors import BadStore, FaultyRecord
from pitboss.journal.open_store import open_store
from pitboss.journal.records import walk_chain
from pitboss.journal.sql import SqlStore
from pitboss.web.account_index import check_index, rebuild
from pitboss.web.accounts import Accounts, digest_of
from pitboss.web.app import make_server
from pitboss.web.assignments import Assignments
from pitboss.web.house_book import THE_HOUSE, ActingPerson, HouseBook
from pitboss.web.house_key import HouseKey
from pitboss.web.roles import AccountRole
from pitboss.web.second_factors import SecondFactors
from pitboss.web.security_policy import DAY_S, SecurityPolicy
from pitboss.web.totp import code_at, step_at
from tests.frozen.databases import unpack_sqlite
from tests.web.house import PASSWORD, House, build_house, quick

KEY = HouseKey(b"k" * 32)


class Clock:
    now = 1_760_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    store = open_store(str(tmp_path / "house.db"))
    assert isinstance(store, SqlStore)
    yield store
    store.close()


@pytest.fixture
def book(store: SqlStore, clock: Clock) -> HouseBook:
    return HouseBook(store, KEY, clock)


@pytest.fixture
def accounts(book: HouseBook) -> Accounts:
    return Accounts(book, hasher=PasswordHasher(memory_cost=64, time_cost=1))


def kinds(store: SqlStore) -> list[str]:
    return [record.kind for record in store.read(HOUSE)]


def run(store: SqlStore, statement: str) -> None:
    with store.engine.begin() as connection:
        connection.exec_driver_sql(statement)


# ---- what is recorded


def test_sign_ins_failures_sign_outs_and_changes_are_recorded_with_who_when_and_from_where(
    tmp_path: Path,
) -> None:
    with build_house(tmp_path) as house:
        admin = house.person(AccountRole.ADMINISTRATOR)
        made = admin.post("/accounts", name="ann", role="player")
        client = house.client()
        for password in (PASSWORD, made["one_time_password"]):
            client.post("/api/v1/login", json={"name": "ann", "password": password})
        client.post("/api/v1/login", json={"name": "nobody here", "password": PASSWORD})
        admin.post(f"/accounts/{made['id']}/role", role="dealer")
        admin.post("/logout")
        records = [
            (record.kind, record.actor, read_entry(record).source)
            for record in house.server.store.read(HOUSE)
        ][-7:]
        here = "127.0.0.1"
        assert records == [
            ("AccountCreated", admin.account.id, here),
            ("PasswordSet", admin.account.id, here),
            ("SignInFailed", "nobody", here),
            ("SignedIn", made["id"], here),
            ("SignInFailed", "nobody", here),
            ("RoleChanged", admin.account.id, here),
            ("SignedOut", admin.account.id, here),
        ]
        said = house.person(AccountRole.REGULATOR).get("/activity")["activity"]
        told = [(one["what"], one["subject"], one["source"]) for one in said]
        for line in (("failed sign-in", "ann", here), ("sign in", "ann", here), ("change role", "ann", here)):
            assert line in told
        assert ("failed sign-in", "unknown name", here) in told
        changes = house.person(AccountRole.REGULATOR).get("/activity", about="changes")["activity"]
        assert not {"sign in", "failed sign-in", "sign out"} & {one["what"] for one in changes}
        assert verify_store(house.server.store).fault is None


def test_a_name_that_nobody_has_is_not_written_down(tmp_path: Path) -> None:
    """People type their password into the field of the name."""
    with build_house(tmp_path) as house:
        house.client().post("/api/v1/login", json={"name": "correct horse", "password": PASSWORD})
        assert "correct horse" not in "".join(record.payload for record in house.server.store.read(HOUSE))


def test_no_secret_and_no_hash_of_one_is_in_the_book(
    accounts: Accounts, store: SqlStore, clock: Clock
) -> None:
    ann = accounts.create("ann", AccountRole.ADMINISTRATOR, PASSWORD)
    cookie, session = accounts.begin_session(ann, "10.0.0.1")
    token, _ = accounts.make_token(ann, "program")
    factors = SecondFactors(accounts.book)
    enrolment = factors.start(ann)
    codes = factors.confirm(ann, code_at(enrolment.secret, step_at(clock.now)))
    written = "".join(record.payload for record in store.read(HOUSE))
    hashed = accounts.password_hash(ann.id)
    hidden = (PASSWORD, hashed, cookie, session.digest, token, digest_of(token), enrolment.secret, *codes)
    assert [secret for secret in hidden if secret in written] == []
    with store.engine.connect() as connection:
        rows = [
            connection.exec_driver_sql(f'SELECT * FROM "{name}"').all()
            for name in sa.inspect(connection).get_table_names()
        ]
    assert enrolment.secret not in repr(rows)
    assert not any(code in repr(rows) for code in codes)


def test_a_changed_policy_is_recorded_and_the_same_one_is_not(book: HouseBook, store: SqlStore) -> None:
    strict = SecurityPolicy(two_persons_above_cents=1_000_00, token_s=5 * DAY_S)
    for policy in (SecurityPolicy(), SecurityPolicy(), strict, strict):
        book.set_policy(policy, book.state(), demonstration=False)
    assert kinds(store) == ["BookBegun", "PolicySet", "PolicySet"]


# ---- files


def test_files_of_the_house_are_its_owners_alone(tmp_path: Path) -> None:
    loose = tmp_path / "loose.db"
    open_store(str(loose)).close()
    loose.chmod(0o644)
    open_store(str(loose)).close()
    with build_house(tmp_path) as house:
        house.person()
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes.pop("pit.db.servers") == 0o700
    assert {"pit.db", "pit.db-wal", "pit.db-shm", "pit.db.key", "loose.db"} <= modes.keys()
    assert set(modes.values()) == {0o600}


# ---- accounts of edition 1


def test_accounts_of_edition_1_are_brought_over_once_and_keep_working(tmp_path: Path) -> None:
    answers = json.loads(Path("tests/frozen/edition-1/answers.json").read_text())
    address = unpack_sqlite(tmp_path)
    settings = quick(tmp_path, store=address, key_file="tests/frozen/edition-1/shoes.key")
    server = make_server(settings)
    store = server.store
    assert isinstance(store, SqlStore)
    brought = [read_entry(one) for one in store.read(HOUSE) if one.kind == "AccountBroughtOver"]
    with store.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT id, name, role FROM door_account").all()
    assert {(one.account, one.name, one.role) for one in brought} == set(map(tuple, rows))  # type: ignore[attr-defined]
    password = answers["web"]["password"]
    assert server.accounts.log_in("ann", password).name == "ann"
    (token,) = server.accounts.tokens(server.accounts.log_in("ann", password).id)
    assert token.expires_at > token.made_at
    count = len(kinds(store))
    server.close()
    server = make_server(settings)
    assert len(kinds(server.store)) == count
    assert verify_store(server.store).fault is None
    server.close()


# ---- the tables held against the book


EDITS = {
    "role": ("UPDATE door_account SET role = 'administrator' WHERE name = 'ann'", "role of ann"),
    "closed": ("UPDATE door_account SET active = 0 WHERE name = 'ann'", "active of ann"),
    "password": ("UPDATE door_account SET password = 'mine' WHERE name = 'ann'", "password of ann"),
    "gone": ("DELETE FROM door_account WHERE name = 'ann'", "account ann"),
    "new": (
        "INSERT INTO door_account SELECT 'x', 'eve', 'administrator', 1, 0, 0, 0, '', 0",
        "account eve",
    ),
    "token": (
        "INSERT INTO door_token SELECT 'x', 'y', id, 'mine', 0, 0, 9e9 FROM door_account",
        "token of ann",
    ),
    "session": (
        "INSERT INTO door_session SELECT 'x', id, 'y', 9e9, 9e9, '' FROM door_account",
        "session of ann",
    ),
    "factor": ("INSERT INTO second_factor SELECT id, 'ab', '', 0 FROM door_account", "second factor of ann"),
    "duty": (
        "INSERT INTO assignment SELECT 'x', id, 't', 0, 9e9, '', 'me', 0, 0 FROM door_account",
        "assignment x",
    ),
    "approval": (
        "INSERT INTO approval SELECT 'x', '{}', 'k', id, 0, 9e9, 'given', 'me', 0, '' FROM door_account",
        "approval x",
    ),
}


@pytest.mark.parametrize("edit", EDITS)
def test_what_was_edited_in_the_tables_alone_is_named_and_undone(
    accounts: Accounts, book: HouseBook, store: SqlStore, edit: str
) -> None:
    accounts.create("ann", AccountRole.DEALER, PASSWORD)
    check_index(book)
    statement, what = EDITS[edit]
    run(store, statement)
    with pytest.raises(FaultyRecord) as fault:
        check_index(book)
    assert (fault.value.table, fault.value.field) == (HOUSE, what)
    assert rebuild(book) >= 1
    check_index(book)
    assert verify_store(store).fault is None


def test_an_honest_house_agrees_with_its_book(
    accounts: Accounts, book: HouseBook, store: SqlStore, clock: Clock
) -> None:
    ann = accounts.create("ann", AccountRole.DEALER, PASSWORD)
    ben = accounts.create("ben", AccountRole.PLAYER)
    accounts.set_barred(ben.id, True, "counted aloud")
    accounts.set_active(ben.id, False, "moved away")
    accounts.begin_session(ann)
    accounts.make_token(ann, "program")
    made = Assignments(book, DAY_S).assign(ann, "t1", clock.now, clock.now + 60, "day", THE_HOUSE)
    Assignments(book, DAY_S).end(made.id, THE_HOUSE)
    factors = SecondFactors(book)
    factors.confirm(ann, code_at(factors.start(ann).secret, step_at(clock.now)))
    state = check_index(book)
    assert rebuild(book) == 0
    assert state.accounts[ben.id].barred
    assert not state.accounts[ben.id].active
    assert verify_store(store).fault is None


def test_accounts_can_be_written_again_from_the_book_alone(accounts: Accounts, book: HouseBook) -> None:
    ann = accounts.create("ann", AccountRole.ADMINISTRATOR, PASSWORD)
    accounts.set_role(ann.id, AccountRole.REGULATOR)
    run(book.store, "DELETE FROM door_account")
    rebuild(book)
    assert accounts.find(ann.id).role == AccountRole.REGULATOR
    assert accounts.reset_password(ann.id)  # passwords are not in the book
    check_index(book)


def test_journal_verify_names_a_role_that_was_edited_and_the_server_does_not_start(tmp_path: Path) -> None:
    with build_house(tmp_path) as house:
        house.accounts.create("ann", AccountRole.PLAYER, PASSWORD)
        address = str(tmp_path / "pit.db")
        assert CliRunner().invoke(app, ["journal", "verify", address]).exit_code == 0
    store = open_store(address)
    assert isinstance(store, SqlStore)
    run(store, "UPDATE door_account SET role = 'administrator' WHERE name = 'ann'")
    store.close()
    said = CliRunner().invoke(app, ["journal", "verify", address])
    assert said.exit_code == 1
    for words in ("role of ann", "player", "administrator"):
        assert words in said.output
    with pytest.raises(BadStore, match="role of ann: expected player, found administrator"):
        make_server(quick(tmp_path))
    assert "1 difference undone" in CliRunner().invoke(app, ["journal", "rebuild-accounts", address]).output
    assert CliRunner().invoke(app, ["journal", "verify", address]).exit_code == 0


def test_an_exported_book_is_imported_and_its_accounts_rebuilt(tmp_path: Path, house: House) -> None:
    house.accounts.create("ann", AccountRole.REGULATOR, PASSWORD)
    archive, copy = str(tmp_path / "all.zip"), str(tmp_path / "copy.db")
    shutil.copyfile(f"{house.server.where}.log-key", f"{copy}.log-key")
    runner = CliRunner()
    for words in (
        ["export", house.server.where, archive],
        ["verify", archive],
        ["import", archive, copy],
        ["verify", copy],
        ["rebuild-accounts", copy],
        ["verify", copy],
    ):
        said = runner.invoke(app, ["journal", *words])
        assert said.exit_code == 0, said.output
    with pytest.raises(BadStore):
        make_server(quick(tmp_path, store=str(tmp_path / "empty" / "no.db")))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    folder = tmp_path / "running"
    folder.mkdir()
    with build_house(folder) as built:
        yield built


# ---- what cannot have happened


def fold(accounts: Accounts, kind: str, old: str, new: str) -> HouseBookState:
    """The book folded with a payload changed in records of this kind."""
    state = HouseBookState()
    for record in walk_chain(accounts.book.store.read(HOUSE)):
        payload = record.payload.replace(old, new) if record.kind == kind else record.payload
        state.take(replace(record, payload=payload))
    return state


def test_a_role_change_from_a_role_that_nobody_had_is_refused(accounts: Accounts) -> None:
    ann = accounts.create("ann", AccountRole.PLAYER)
    accounts.set_role(ann.id, AccountRole.DEALER, ActingPerson("boss"))
    with pytest.raises(ValueError, match="the account is a player"):
        fold(accounts, "RoleChanged", '"before":"player"', '"before":"regulator"')


# ---- tokens


def test_tokens_expire_by_age_and_when_nobody_uses_them(accounts: Accounts, clock: Clock) -> None:
    ann = accounts.create("ann", AccountRole.PLAYER, PASSWORD)
    idle, _ = accounts.make_token(ann, "idle")
    busy, made = accounts.make_token(ann, "busy")
    assert made.expires_at == clock.now + accounts.policy.token_s
    for _ in range(4):
        clock.now += 20 * DAY_S
        assert accounts.by_token(digest_of(busy)) == ann
    assert accounts.by_token(digest_of(idle)) is None
    assert [token.name for token in accounts.tokens(ann.id)] == ["busy"]
    clock.now += 11 * DAY_S
    assert accounts.by_token(digest_of(busy)) is None
    assert accounts.tokens(ann.id) == []


def test_an_administrator_lists_and_revokes_access_one_or_all(tmp_path: Path) -> None:
    with build_house(tmp_path) as house:
        ann, admin = house.person(), house.person(AccountRole.ADMINISTRATOR)
        secrets = [ann.post("/me/tokens", name=f"program {number}") for number in range(3)]
        path = f"/accounts/{ann.account.id}"
        access = admin.get(f"{path}/access")
        assert [one["name"] for one in access["tokens"]] == ["program 0", "program 1", "program 2"]
        assert len(access["sessions"]) == 1
        assert "secret" not in access["tokens"][0]
        program = house.client(Authorization=f"Bearer {secrets[0]['secret']}")
        assert program.get("/api/v1/me").status_code == 200
        admin.http.delete(f"/api/v1{path}/tokens/{secrets[0]['id']}")
        assert program.get("/api/v1/me").status_code == 401
        assert admin.http.delete(f"/api/v1{path}/tokens").json() == {"ended": 2}
        assert ann.get("/me/tokens") == {"tokens": []}
        assert admin.http.delete(f"/api/v1{path}/sessions").json() == {"ended": 1}
        assert ann.http.get("/api/v1/me").status_code == 401


def test_a_person_sees_who_signed_in_and_signs_out_everywhere_else(tmp_path: Path) -> None:
    with build_house(tmp_path) as house:
        house.accounts.create("ann", AccountRole.PLAYER, PASSWORD)
        here, there = house.client(), house.client()
        body = {"name": "ann", "password": PASSWORD}
        there.post("/api/v1/login", json=body | {"password": "a wrong password"})
        there.post("/api/v1/login", json=body)
        me = here.post("/api/v1/login", json=body).json()
        here.headers["x-pitboss-csrf"] = me["csrf"]
        said = here.get("/api/v1/me/sign-ins").json()
        assert [one["what"] for one in said["sign_ins"]] == ["sign in", "sign in", "failed sign-in"]
        assert {one["source"] for one in said["sign_ins"]} == {"127.0.0.1"}
        assert sorted(one["this_one"] for one in said["sessions"]) == [False, True]
        assert here.delete("/api/v1/me/sessions").json() == {"ended": 1}
        assert there.get("/api/v1/me").status_code == 401
        assert here.get("/api/v1/me").status_code == 200
