"""Time-based one-time passwords by RFC 6238: HMAC-SHA-1 and six digits, as authenticator apps have them."""

import base64
import hmac
import secrets
from urllib.parse import quote

STEP_S = 30
DIGITS = 6
DRIFT_STEPS = 1
"""So many steps a clock may be early or late."""
SECRET_BYTES = 20


def new_secret() -> str:
    """A secret of 160 bits in base 32."""
    return base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


def step_at(time_s: float) -> int:
    return int(time_s // STEP_S)


def code_at(secret: str, step: int) -> str:
    """The code of one step: dynamic truncation by RFC 4226."""
    digest = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), "sha1")
    offset = digest[-1] & 15
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def accepted_step(secret: str, code: str, time_s: float, last_step: int) -> int | None:
    """The step whose code this is, within the drift and after the last step that was used; None otherwise."""
    now = step_at(time_s)
    for step in range(max(now - DRIFT_STEPS, last_step + 1), now + DRIFT_STEPS + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), code.encode()):
            return step
    return None


def otpauth_uri(secret: str, name: str, issuer: str) -> str:
    """What an authenticator app reads from the QR code."""
    label = f"{quote(issuer)}:{quote(name)}"
    return f"otpauth://totp/{label}?secret={secret}&issuer={quote(issuer)}"
