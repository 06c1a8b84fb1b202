"""Your own access: sign-ins and sessions, API tokens, the second factor."""

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from pitboss.errors import Refused
from pitboss.web.accounts import MAX_TOKENS, OpenSession, Token
from pitboss.web.activity_text import SIGN_INS
from pitboss.web.api.login import Code, Done, Id, Name, RequestBody
from pitboss.web.auth import AnyCaller, Auth, Caller, LoggedIn, RateLimited, auth_of
from pitboss.web.directory import ActivityEntry
from pitboss.web.qr_code import QUIET, path_of, qr_code
from pitboss.web.second_factors import RECOVERY_CODES, WRONG_CODE

router = APIRouter(prefix="/me", tags=["me"])

MAX_SIGN_INS = 30


class TokenIn(RequestBody):
    name: Name


class TokenOut(BaseModel):
    id: str
    name: str
    made_at: float
    used_at: float = Field(description="When it was used last, to the minute.")
    expires_at: float


class NewTokenOut(TokenOut):
    secret: str = Field(description="Shown once. Send it as: Authorization: Bearer SECRET")


class TokensOut(BaseModel):
    tokens: list[TokenOut] = Field(max_length=MAX_TOKENS)


class SessionOut(BaseModel):
    id: str
    source: str
    began_at: float
    seen_at: float
    this_one: bool


class SignInOut(BaseModel):
    """A sign-in, a failed one, or a sign-out."""

    at: float
    what: str
    source: str
    after: str


class SignInsOut(BaseModel):
    sessions: list[SessionOut] = Field(description="Open now, latest first.")
    sign_ins: list[SignInOut] = Field(description="Latest first.", max_length=MAX_SIGN_INS)


class Ended(BaseModel):
    ended: int


class CodeIn(RequestBody):
    code: Code = ""


class ConfirmIn(RequestBody):
    code: Annotated[str, Field(min_length=1, max_length=40)]


class EnrolmentOut(BaseModel):
    """What an authenticator app needs: by QR code, or typed."""

    secret: str
    uri: str
    qr_size: int
    qr_path: str = Field(description="The path of an SVG drawing of this size.")


class RecoveryCodesOut(BaseModel):
    recovery_codes: list[str] = Field(description="Shown once.", max_length=RECOVERY_CODES)


class SecondFactorOut(BaseModel):
    enrolled: bool
    required: bool
    recovery_codes_left: int


def token_out(token: Token) -> TokenOut:
    return TokenOut(
        id=token.id,
        name=token.name,
        made_at=token.made_at,
        used_at=token.used_at,
        expires_at=token.expires_at,
    )


def session_out(one: OpenSession, this_one: str = "") -> SessionOut:
    return SessionOut(
        id=one.id,
        source=one.source,
        began_at=one.began_at,
        seen_at=one.seen_at,
        this_one=one.id == this_one,
    )


def sign_in_out(entry: ActivityEntry) -> SignInOut:
    return SignInOut(at=entry.at, what=entry.what, source=entry.source, after=entry.after)


def sign_ins_of(auth: Auth, account: str, this_one: str = "") -> SignInsOut:
    entries = auth.directory.activity(subject=account, only=SIGN_INS, most=MAX_SIGN_INS)
    return SignInsOut(
        sessions=[session_out(one, this_one) for one in auth.accounts.open_sessions(account)],
        sign_ins=[sign_in_out(entry) for entry in entries],
    )


@router.get("/sign-ins")
def my_sign_ins(caller: LoggedIn, request: Request) -> SignInsOut:
    """Your open sessions, and who signed in as you, or tried to, when and from where."""
    auth = auth_of(request)
    this_one = auth.book.session_id(caller.session.digest) if caller.session else ""
    return sign_ins_of(auth, caller.account.id, this_one)


@router.delete("/sessions", dependencies=[RateLimited])
def end_other_sessions(caller: LoggedIn, request: Request) -> Ended:
    """Sign out everywhere else."""
    accounts = auth_of(request).accounts
    return Ended(ended=accounts.end_sessions(caller.account.id, caller.acting, but=caller.session))


# ---- tokens


@router.get("/tokens")
def my_tokens(caller: LoggedIn, request: Request) -> TokensOut:
    """Your API tokens, without their secrets."""
    return TokensOut(tokens=[token_out(one) for one in auth_of(request).accounts.tokens(caller.account.id)])


@router.post("/tokens", dependencies=[RateLimited])
def make_token(body: TokenIn, caller: LoggedIn, request: Request) -> NewTokenOut:
    """Create an API token; its secret is shown only once."""
    secret, made = auth_of(request).accounts.make_token(caller.account, body.name, caller.source)
    return NewTokenOut(**token_out(made).model_dump(), secret=secret)


@router.delete("/tokens/{id}", dependencies=[RateLimited])
def revoke_token(id: Id, caller: LoggedIn, request: Request) -> Done:
    """Revoke an API token."""
    auth_of(request).accounts.revoke_tokens(caller.account.id, caller.acting, id)
    return Done()


@router.delete("/tokens", dependencies=[RateLimited])
def revoke_all_tokens(caller: LoggedIn, request: Request) -> Ended:
    """Revoke all your API tokens."""
    return Ended(ended=auth_of(request).accounts.revoke_tokens(caller.account.id, caller.acting))


# ---- the second factor


@router.get("/second-factor")
def my_second_factor(caller: AnyCaller, request: Request) -> SecondFactorOut:
    """Whether you have a second factor, and whether the house asks for one."""
    auth, account = auth_of(request), caller.account
    return SecondFactorOut(
        enrolled=account.second_factor,
        required=account.role in auth.settings.policy.second_factor,
        recovery_codes_left=auth.second_factors.recovery_codes_left(account.id),
    )


@router.post("/second-factor")
def start_second_factor(body: CodeIn, caller: AnyCaller, request: Request) -> EnrolmentOut:
    """A new secret for an authenticator app; a code of the present one is needed to replace it."""
    auth = auth_of(request)
    _settled(caller)
    if caller.account.second_factor:
        _check_code(auth, caller, body.code)
    enrolment = auth.second_factors.start(caller.account)
    grid = qr_code(enrolment.uri)
    return EnrolmentOut(
        secret=enrolment.secret, uri=enrolment.uri, qr_size=len(grid) + 2 * QUIET, qr_path=path_of(grid)
    )


@router.post("/second-factor/confirm")
def confirm_second_factor(body: ConfirmIn, caller: AnyCaller, request: Request) -> RecoveryCodesOut:
    """Put the second factor in force by a code of it; the recovery codes are shown only once."""
    auth = auth_of(request)
    _settled(caller)
    auth.lock_out.check(CODES, caller.account.id)
    try:
        codes = auth.second_factors.confirm(caller.account, body.code, caller.source)
    except Refused as refused:
        if refused.reason == "wrong_code":
            auth.lock_out.fail(CODES, caller.account.id)
            raise Refused("code_refused", refused.says) from None
        raise
    return RecoveryCodesOut(recovery_codes=codes)


@router.post("/second-factor/remove", dependencies=[RateLimited])
def remove_second_factor(body: ConfirmIn, caller: LoggedIn, request: Request) -> Done:
    """Remove your second factor, where the house does not ask for one; your sessions and tokens end."""
    auth = auth_of(request)
    if caller.role in auth.settings.policy.second_factor:
        raise Refused("required", "The house asks for a second factor from your role.")
    _check_code(auth, caller, body.code)
    auth.second_factors.remove(caller.account, caller.acting)
    return Done()


CODES = "own codes"


def _settled(caller: Caller) -> None:
    """In a session only: whoever has a token alone must not replace the second factor of its owner."""
    if caller.session is None or caller.account.must_change or caller.account.demo:
        raise Refused("not_now", "Log in with your own password first.")


def _check_code(auth: Auth, caller: Caller, code: str) -> None:
    auth.lock_out.check(CODES, caller.account.id)
    if not auth.second_factors.accept(caller.account, code):
        auth.lock_out.fail(CODES, caller.account.id)
        raise Refused("code_refused", WRONG_CODE)
