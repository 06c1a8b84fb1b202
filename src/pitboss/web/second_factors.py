"""Second factors: codes of an authenticator app, and recovery codes for when it is lost."""

import secrets
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.desk.house_entries import SecondFactorRemoved, SecondFactorSet
from pitboss.errors import Refused
from pitboss.web.account_schema import reading, recovery_codes, second_factors, sessions, tokens
from pitboss.web.accounts import Account
from pitboss.web.house_book import ActingPerson, HouseBook
from pitboss.web.totp import accepted_step, new_secret, otpauth_uri

ISSUER = "Pitboss"
RECOVERY_CODES = 10
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without letters and digits that look alike."""
RECOVERY_LETTERS = 12
CODE, RECOVERY_CODE = "code", "recovery code"


class Enrolment(NamedTuple):
    """A secret that its owner has not proved to have yet."""

    secret: str
    uri: str


class SecondFactors:
    def __init__(self, book: HouseBook) -> None:
        self._book = book
        self._engine = book.engine

    def start(self, account: Account) -> Enrolment:
        """A new secret, which counts only once a code of it has been entered."""
        secret = new_secret()
        sealed = self._book.key.seal(secret)
        with self._engine.begin() as connection:
            mine = second_factors.c.account == account.id
            changed = connection.execute(sa.update(second_factors).where(mine).values(pending=sealed))
            if not changed.rowcount:
                row = {"account": account.id, "secret": "", "pending": sealed, "last_step": 0}
                connection.execute(sa.insert(second_factors).values(row))
        return Enrolment(secret, otpauth_uri(secret, account.name, ISSUER))

    def confirm(self, account: Account, code: str, source: str = "") -> list[str]:
        """Put the new secret in force, with new recovery codes, which are shown once."""
        row = self._row(account.id)
        if row is None or not row.pending:
            raise Refused("not_started", "Start the set-up of your second factor first.")
        secret = self._book.key.open(row.pending)
        step = accepted_step(secret, plain(code), self._book.clock(), 0)
        if step is None:
            raise Refused("wrong_code", WRONG_CODE)
        codes = [new_recovery_code() for _ in range(RECOVERY_CODES)]
        digests = [{"account": account.id, "digest": self._recovery_digest(one)} for one in codes]
        values = {"secret": row.pending, "pending": "", "last_step": step}
        mine = (second_factors.c.account == account.id) & (second_factors.c.pending == row.pending)

        def change(connection: sa.Connection) -> None:
            if not connection.execute(sa.update(second_factors).where(mine).values(values)).rowcount:
                raise Refused("busy", "Somebody else acted first. Try again.")
            connection.execute(sa.delete(recovery_codes).where(recovery_codes.c.account == account.id))
            connection.execute(sa.insert(recovery_codes), digests)

        entry = SecondFactorSet(account.id, self.secret_digest(secret), RECOVERY_CODES)
        self._book.write(entry, by=ActingPerson(account.id, source), change=change)
        return codes

    def accept(self, account: Account, given: str) -> str:
        """What was given, a code or a recovery code, each used up by this; empty when it is neither."""
        row = self._row(account.id)
        if row is None or not row.secret:
            return ""
        return self._accept_code(account.id, row, plain(given)) or self._accept_recovery(account.id, given)

    def _accept_code(self, id: str, row: sa.Row[tuple[str, str, str, int]], code: str) -> str:
        step = accepted_step(self._book.key.open(row.secret), code, self._book.clock(), row.last_step)
        if step is None:
            return ""
        unused = (second_factors.c.account == id) & (second_factors.c.last_step < step)
        with self._engine.begin() as connection:
            used = connection.execute(sa.update(second_factors).where(unused).values(last_step=step))
        return CODE if used.rowcount else ""

    def _accept_recovery(self, id: str, given: str) -> str:
        digest = self._recovery_digest(given)
        unused = (recovery_codes.c.account == id) & (recovery_codes.c.digest == digest)
        with self._engine.begin() as connection:
            used = connection.execute(sa.delete(recovery_codes).where(unused))
        return RECOVERY_CODE if used.rowcount else ""

    def recovery_codes_left(self, account: str) -> int:
        query = sa.select(sa.func.count()).select_from(recovery_codes)
        with reading(self._engine) as connection:
            return connection.scalar(query.where(recovery_codes.c.account == account)) or 0

    def remove(self, account: Account, by: ActingPerson) -> None:
        """The password alone is enough again; every session and token of the account ends."""
        if not account.second_factor:
            raise Refused("already", "This account has no second factor.")

        def change(connection: sa.Connection) -> None:
            for table in (second_factors, recovery_codes, sessions, tokens):
                connection.execute(sa.delete(table).where(table.c.account == account.id))

        self._book.write(SecondFactorRemoved(account.id), by=by, change=change)

    def secret_digest(self, secret: str) -> str:
        return self._book.key.digest("second factor", secret)

    def _recovery_digest(self, code: str) -> str:
        return self._book.key.digest("recovery code", plain(code).lower())

    def _row(self, account: str) -> sa.Row[tuple[str, str, str, int]] | None:
        query = sa.select(second_factors).where(second_factors.c.account == account)
        with reading(self._engine) as connection:
            return connection.execute(query).first()


WRONG_CODE = "Wrong code. Enter the six digits that your authenticator app shows now."


def plain(code: str) -> str:
    """Without the blanks and hyphens that people type."""
    return code.replace(" ", "").replace("-", "")


def new_recovery_code() -> str:
    letters = "".join(secrets.choice(LETTERS) for _ in range(RECOVERY_LETTERS))
    return "-".join(letters[at : at + 4] for at in range(0, RECOVERY_LETTERS, 4))
