"""The key of the house, from the key file: digests that only the house can make, and sealed secrets."""

import hmac
import os

from pitboss.desk.drbg import STRENGTH_BYTES
from pitboss.desk.sealed_shoe import mask_bytes, tag_of
from pitboss.errors import Broken

LABEL = b"pitboss people 1"


class HouseKey:
    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, LABEL, "sha256")  # another key than that of the shoes

    def digest(self, purpose: str, text: str) -> str:
        return hmac.new(self._key, f"{purpose}\n{text}".encode(), "sha256").hexdigest()

    @property
    def check(self) -> str:
        """Tells whether this is the key that a house book was begun with."""
        return self.digest("key", "check")

    def seal(self, text: str) -> str:
        nonce = os.urandom(STRENGTH_BYTES)
        hidden = nonce + mask_bytes(text.encode(), self._key, nonce)
        return (hidden + tag_of(hidden, self._key)).hex()

    def open(self, sealed: str) -> str:
        """The sealed text; Broken when it was changed or sealed with another key."""
        body = bytes.fromhex(sealed)
        hidden, tag = body[:-STRENGTH_BYTES], body[-STRENGTH_BYTES:]
        if not hmac.compare_digest(tag, tag_of(hidden, self._key)):
            raise Broken("a sealed secret was changed, or was sealed with another key")
        return mask_bytes(hidden[STRENGTH_BYTES:], self._key, hidden[:STRENGTH_BYTES]).decode()
