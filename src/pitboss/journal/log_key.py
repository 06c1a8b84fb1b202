"""Ed25519 signatures of log heads: by the house, and by witnesses."""

from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256

from pitboss.journal.log import LogHead, head_text

SEED_BYTES = 32


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class LogKey:
    """A private key, from the 32 bytes of its file."""

    def __init__(self, seed: bytes, clock: Callable[[], str] = _now) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key: Ed25519PrivateKey = Ed25519PrivateKey.from_private_bytes(seed[:SEED_BYTES])
        self._clock = clock
        self.public = self._key.public_key().public_bytes_raw().hex()

    def sign(self, size: int, root: str) -> LogHead:
        time = self._clock()
        return LogHead(size, root, time, self.public, self.sign_text(head_text(size, root, time)))

    def sign_text(self, text: str) -> str:
        return self._key.sign(text.encode()).hex()


def is_signed(head: LogHead, key: str) -> bool:
    """Is the head signed with this public key?"""
    return head.key == key and is_signature(head.signature, head.text, key)


def is_signature(signature: str, text: str, key: str) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def cosigned_text(witness: str, head: LogHead) -> str:
    """What a witness signs: that it has seen this head, and no other log under its key."""
    return f"pitboss log witness 1\n{witness}\n{head.key}\n{head.text}"


def endorsed_text(key: str) -> str:
    """What a key signs to name the one that follows it."""
    return f"pitboss log key 1\n{key}\n"


def fingerprint(key: str) -> str:
    """A public key in a form that people can compare aloud."""
    digits = sha256(bytes.fromhex(key)).hexdigest()[:32]
    return " ".join(digits[at : at + 4] for at in range(0, 32, 4))
