"""A second factor: codes by RFC 6238, used once, within the drift; recovery codes; roles that need one."""

import base64
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pitboss.errors import Broken
from pitboss.web.auth import CSRF_HEADER
from pitboss.web.house_key import HouseKey
from pitboss.web.qr_code import MASKS, VERSIONS, Grid, _fixed, correction_of, path_of, qr_code, zigzag
from pitboss.web.roles import AccountRole
from pitboss.web.security_policy import LockOutRule, SecurityPolicy
from pitboss.web.totp import STEP_S, accepted_step, code_at, new_secret, otpauth_uri, step_at
from tests.web.house import PASSWORD, House, Visitor, build_house

RFC_SECRET = base64.b32encode(b"12345678901234567890").decode()
STAFF = SecurityPolicy(second_factor=frozenset({AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR}))


# ---- the code


@pytest.mark.parametrize(
    ("time_s", "code"),
    [(59, "287082"), (1111111109, "081804"), (1111111111, "050471"), (1234567890, "005924"),
     (2000000000, "279037"), (20000000000, "353130")],
)  # fmt: skip
def test_codes_are_those_of_the_rfc(time_s: int, code: str) -> None:
    """RFC 6238, appendix B, of eight digits the last six."""
    assert code_at(RFC_SECRET, step_at(time_s)) == code


def test_a_clock_may_be_one_step_early_or_late() -> None:
    now = 1_800_000_000.0
    steps = {
        late: accepted_step(RFC_SECRET, code_at(RFC_SECRET, step_at(now) + late), now, 0)
        for late in range(-2, 3)
    }
    assert steps == {-2: None, -1: step_at(now) - 1, 0: step_at(now), 1: step_at(now) + 1, 2: None}


def test_a_code_that_was_used_and_all_before_it_are_refused() -> None:
    now = 1_800_000_000.0
    used = step_at(now)
    assert accepted_step(RFC_SECRET, code_at(RFC_SECRET, used), now, used) is None
    assert accepted_step(RFC_SECRET, code_at(RFC_SECRET, used - 1), now, used) is None
    assert accepted_step(RFC_SECRET, code_at(RFC_SECRET, used + 1), now, used) == used + 1


def test_what_is_no_code_is_refused() -> None:
    for given in ("", "12345", "1234567", "abcdef", "١٢٣٤٥٦"):
        assert accepted_step(RFC_SECRET, given, 59, 0) is None


def test_a_sealed_secret_is_read_with_its_key_alone() -> None:
    key = HouseKey(b"a" * 32)
    sealed = key.seal("secret")
    assert sealed != key.seal("secret")
    assert key.open(sealed) == "secret"
    for wrong in (HouseKey(b"b" * 32).open, lambda text: key.open("00" + text[2:])):
        with pytest.raises(Broken):
            wrong(sealed)


# ---- the QR code


def read_qr(grid: Grid) -> str:
    """The text of a code, by the standard: format, mask, order of codewords, correction."""
    size = len(grid)
    number = (size - 17) // 4
    version = VERSIONS[number - 1]
    bits = sum(grid[8][size - 1 - at] << at for at in range(8))
    bits |= sum(grid[size - 7 + at][8] << (8 + at) for at in range(7))
    mask = (bits ^ 0x5412) >> 10 & 7
    assert (bits ^ 0x5412) >> 13 == 1  # level L
    fixed = _fixed(number, size, mask)
    data = [
        grid[row][column] ^ MASKS[mask](row, column)
        for row, column in zigzag(size)
        if (row, column) not in fixed
    ]
    words = [
        sum(bit << 7 - at for at, bit in enumerate(data[first : first + 8]))
        for first in range(0, len(data) - 7, 8)
    ]
    count = len(version.blocks)
    total = version.data
    blocks = [bytes(words[at:total:count]) for at in range(count)]
    for at, block in enumerate(blocks):
        correction = bytes(words[total + at : total + count * version.correction : count])
        assert correction == correction_of(block, version.correction)
        assert syndromes(block + correction, version.correction) == [0] * version.correction
    stream = "".join(f"{byte:08b}" for block in blocks for byte in block)
    assert stream[:4] == "0100"
    length = int(stream[4:12], 2)
    return bytes(int(stream[at : at + 8], 2) for at in range(12, 12 + 8 * length, 8)).decode()


def syndromes(block: bytes, count: int) -> list[int]:
    """The block as a polynomial at the powers of 2 in the field, by tables of logarithms."""
    powers = [1]
    while len(powers) < 255:
        double = powers[-1] << 1
        powers.append(double ^ 0x11D if double > 255 else double)
    logs = {power: at for at, power in enumerate(powers)}
    found = []
    for root in range(count):
        value = 0
        for byte in block:
            value = (powers[(logs[value] + root) % 255] if value else 0) ^ byte
        found.append(value)
    return found


@pytest.mark.parametrize("length", [1, 17, 18, 53, 78, 106, 107, 134, 135, 154, 155, 192, 193, 230])
def test_a_qr_code_says_what_was_put_into_it(length: int) -> None:
    text = ("otpauth://totp/Pitboss:ann?secret=ABCDEFGH&issuer=Pitboss-" * 5)[:length]
    grid = qr_code(text)
    assert read_qr(grid) == text
    assert path_of(grid).count("M") == sum(map(sum, grid))


def test_the_longest_name_fits_into_a_qr_code() -> None:
    read = read_qr(qr_code(otpauth_uri(new_secret(), "a b" * 13 + "c", "Pitboss")))
    assert read.startswith("otpauth://totp/Pitboss:a%20ba%20b")
    with pytest.raises(ValueError, match="231 bytes"):
        qr_code("x" * 231)


# ---- logging in


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with build_house(tmp_path, policy=STAFF) as built:
        yield built


def log_in(
    house: House, name: str, code: str = "", password: str = PASSWORD
) -> tuple[httpx.Client, httpx.Response]:
    client = house.client()
    answer = client.post("/api/v1/login", json={"name": name, "password": password, "code": code})
    if answer.status_code == 200:
        client.headers[CSRF_HEADER] = answer.json()["csrf"]
    return client, answer


def enroll(house: House, client: httpx.Client, ahead: int = 0) -> tuple[str, list[str]]:
    """A secret in force, and its recovery codes."""
    secret: str = client.post("/api/v1/me/second-factor", json={}).json()["secret"]
    answer = client.post("/api/v1/me/second-factor/confirm", json={"code": code_now(house, secret, ahead)})
    assert answer.status_code == 200, answer.text
    codes: list[str] = answer.json()["recovery_codes"]
    return secret, codes


def code_now(house: House, secret: str, ahead: int = 0) -> str:
    return code_at(secret, step_at(house.auth.book.clock()) + ahead)


def later(house: House, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    now = house.auth.book.clock() + steps * STEP_S
    monkeypatch.setattr(house.auth.book, "clock", lambda: now)


def test_a_code_is_asked_for_besides_the_password_and_used_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.accounts.create("ann", AccountRole.PLAYER, PASSWORD)
    client, _ = log_in(house, "ann")
    secret, _ = enroll(house, client)
    assert log_in(house, "ann")[1].json()["reason"] == "code_needed"
    assert (
        log_in(house, "ann", code_now(house, secret), "a wrong password")[1].json()["reason"] == "wrong_login"
    )
    assert (
        log_in(house, "ann", code_now(house, secret))[1].json()["reason"] == "wrong_code"
    )  # enrolled with it
    later(house, monkeypatch, 1)
    code = code_now(house, secret)
    assert log_in(house, "ann", code)[1].status_code == 200
    assert log_in(house, "ann", code)[1].json()["reason"] == "wrong_code"
    last = [record.payload for record in house.server.store.read("house") if record.kind == "SignedIn"][-1]
    assert '"with":"code"' in last


def test_a_recovery_code_lets_its_owner_in_once(house: House) -> None:
    house.accounts.create("ann", AccountRole.PLAYER, PASSWORD)
    client, _ = log_in(house, "ann")
    _, codes = enroll(house, client)
    assert len(set(codes)) == 10
    typed = codes[3].upper().replace("-", " ")
    assert log_in(house, "ann", typed)[1].status_code == 200
    assert log_in(house, "ann", typed)[1].json()["reason"] == "wrong_code"
    assert client.get("/api/v1/me/second-factor").json()["recovery_codes_left"] == 9


def test_whose_role_needs_a_second_factor_can_do_nothing_before_it_is_set_up(house: House) -> None:
    house.accounts.create("flo", AccountRole.FLOORPERSON, PASSWORD)
    client, answer = log_in(house, "flo")
    assert answer.json()["must_set_up_second_factor"]
    assert client.get("/api/v1/tables").json()["reason"] == "second_factor_first"
    assert client.post("/api/v1/me/tokens", json={"name": "program"}).status_code == 403
    assert client.get("/lobby").headers["location"] == "/me"
    assert client.get("/me").status_code == 200
    enroll(house, client)
    assert client.get("/api/v1/tables").status_code == 200
    assert not client.get("/api/v1/me").json()["must_set_up_second_factor"]


def test_a_token_is_no_way_around_the_second_factor(house: House) -> None:
    flo = house.accounts.create("flo", AccountRole.FLOORPERSON, PASSWORD)
    secret, _ = house.accounts.make_token(flo, "program")
    program = house.client(Authorization=f"Bearer {secret}")
    assert program.get("/api/v1/tables").json()["reason"] == "second_factor_first"
    assert program.post("/api/v1/me/second-factor", json={}).json()["reason"] == "not_now"


def test_a_second_factor_is_replaced_and_removed_by_who_has_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.accounts.create("ann", AccountRole.PLAYER, PASSWORD)
    client, _ = log_in(house, "ann")
    secret, codes = enroll(house, client)
    start, remove = "/api/v1/me/second-factor", "/api/v1/me/second-factor/remove"
    assert client.post(start, json={}).json()["reason"] == "code_refused"
    assert client.post(start, json={"code": codes[0]}).status_code == 200
    assert client.post(remove, json={"code": "000000"}).json()["reason"] == "code_refused"
    later(house, monkeypatch, 2)
    assert client.post(remove, json={"code": code_now(house, secret)}).status_code == 200
    assert client.get("/api/v1/me").status_code == 401
    assert log_in(house, "ann")[1].status_code == 200


def test_a_required_second_factor_is_removed_by_an_administrator_alone(house: House) -> None:
    flo = house.accounts.create("flo", AccountRole.FLOORPERSON, PASSWORD)
    client, _ = log_in(house, "flo")
    _, codes = enroll(house, client)
    refused = client.post("/api/v1/me/second-factor/remove", json={"code": codes[0]})
    assert refused.json()["reason"] == "required"
    house.accounts.create("boss", AccountRole.ADMINISTRATOR, PASSWORD)
    boss, _ = log_in(house, "boss")
    enroll(house, boss)
    assert boss.post(f"/api/v1/accounts/{flo.id}/second-factor/remove").json()["must_set_up_second_factor"]
    assert client.get("/api/v1/me").status_code == 401


def test_codes_cannot_be_guessed_from_many_addresses(tmp_path: Path) -> None:
    policy = SecurityPolicy(lock_out=LockOutRule(after=3, first_s=1_000))
    with build_house(tmp_path, policy=policy) as house:
        house.accounts.create("ann", AccountRole.PLAYER, PASSWORD)
        owner, _ = log_in(house, "ann")
        secret, _ = enroll(house, owner)
        reasons = []
        for number in range(2, 7):
            transport = httpx.HTTPTransport(local_address=f"127.0.0.{number}")
            with httpx.Client(base_url=house.url, transport=transport) as thief:
                said = {"name": "ann", "password": PASSWORD, "code": "000000"}
                reasons.append(thief.post("/api/v1/login", json=said).json()["reason"])
        assert reasons == ["wrong_code"] * 3 + ["locked_out"] * 2
        known = {"name": "ann", "password": PASSWORD, "code": code_now(house, secret, 1)}
        assert owner.post("/api/v1/login", json=known).status_code == 200


def test_a_one_time_password_is_changed_before_anything_is_set_up(house: House) -> None:
    visitor: Visitor = house.person()
    house.accounts.reset_password(visitor.account.id)
    secret, session = house.accounts.begin_session(house.accounts.find(visitor.account.id))
    client = house.client(**{CSRF_HEADER: session.csrf})
    client.cookies.set("pitboss_session", secret)
    assert client.post("/api/v1/me/second-factor", json={}).json()["reason"] == "not_now"
