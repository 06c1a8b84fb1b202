"""HMAC_DRBG with SHA-256 (SP 800-90A Rev. 1, section 10.1.2), with the standard library's hmac.

The caller supplies the entropy. A generator that is given the same entropy twice in a row stops for good, and
no table opens unless the known answers of NIST come out.
"""

import hmac
from typing import NamedTuple

from pitboss.errors import Broken

STRENGTH_BYTES = 32
"""256 bits of security, the most that SHA-256 gives."""
MOST_BYTES = 2**16
"""2^19 bits a request."""
MOST_INPUT_BYTES = 2**32
"""2^35 bits of entropy, personalization or additional input."""
MOST_REQUESTS = 2**48
"""Requests between two reseeds."""


class HmacDrbg:
    """Instantiated when created; `close` erases the state."""

    def __init__(self, entropy: bytes, nonce: bytes, personal: bytes = b"") -> None:
        if len(nonce) < STRENGTH_BYTES // 2:
            raise ValueError(f"a nonce has at least {STRENGTH_BYTES // 2} bytes, not {len(nonce)}")
        self._key = bytes(STRENGTH_BYTES)
        self._value = b"\x01" * STRENGTH_BYTES
        self._last_entropy = b""
        self._requests = 0
        self._stopped = ""
        self._feed(entropy, nonce, personal)

    def reseed(self, entropy: bytes, additional: bytes = b"") -> None:
        """Mix fresh entropy into the state; an attacker who knew the old state does not know the new one."""
        self._check_running()
        self._feed(entropy, additional)

    def generate(self, count: int, additional: bytes = b"") -> bytes:
        """This many random bytes; they cannot be computed from the state afterwards."""
        self._check_running()
        if not 0 <= count <= MOST_BYTES:
            raise ValueError(f"a request is for 0 to {MOST_BYTES} bytes, not {count}")
        _check_input(additional)
        if self._requests > MOST_REQUESTS:
            self._stop(f"more than {MOST_REQUESTS} requests without a reseed")
        if additional:
            self._update(additional)
        given = bytearray()
        while len(given) < count:
            self._value = self._hmac(self._value)
            given += self._value
        self._update(additional)
        self._requests += 1
        return bytes(given[:count])

    def close(self) -> None:
        """Uninstantiate: erase the state."""
        self._key = self._value = self._last_entropy = b""
        self._stopped = "it was closed"

    def _feed(self, entropy: bytes, *more: bytes) -> None:
        if len(entropy) < STRENGTH_BYTES:
            raise ValueError(f"entropy of at least {STRENGTH_BYTES} bytes is needed, not {len(entropy)}")
        for part in (entropy, *more):
            _check_input(part)
        if entropy == self._last_entropy:
            self._stop("its source of entropy repeated itself")
        self._last_entropy = entropy
        self._update(b"".join((entropy, *more)))
        self._requests = 1

    def _update(self, data: bytes) -> None:
        self._key = self._hmac(self._value + b"\x00" + data)
        self._value = self._hmac(self._value)
        if data:
            self._key = self._hmac(self._value + b"\x01" + data)
            self._value = self._hmac(self._value)

    def _hmac(self, data: bytes) -> bytes:
        return hmac.digest(self._key, data, "sha256")

    def _check_running(self) -> None:
        if self._stopped:
            raise Broken(f"the random generator has stopped: {self._stopped}")

    def _stop(self, why: str) -> None:
        self.close()
        self._stopped = why
        self._check_running()


def _check_input(part: bytes) -> None:
    if len(part) > MOST_INPUT_BYTES:
        raise ValueError(f"an input of {len(part)} bytes is longer than {MOST_INPUT_BYTES}")


class KnownAnswer(NamedTuple):
    """One case of NIST's validation files: the second of two requests must return these bytes."""

    entropy: str
    nonce: str
    returned: str
    personal: str = ""
    reseed: str = ""
    additional: tuple[str, str, str] = ("", "", "")
    """With the reseed, the first and the second request."""


KNOWN_ANSWERS = (
    # CAVS 14.3 HMAC_DRBG.rsp, SHA-256, no reseed, count 0
    KnownAnswer(
        entropy="ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488",
        nonce="659ba96c601dc69fc902940805ec0ca8",
        returned="e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89"
        "d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba6e624abf07745bc1"
        "07694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
        "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8",
    ),
    # the same file: personalization and additional input
    KnownAnswer(
        entropy="5d3286bc53a258a53ba781e2c4dcd79a790e43bbe0e89fb3eed39086be34174b",
        nonce="c5422294b7318952ace7055ab7570abf",
        personal="2dba094d008e150d51c4135bb2f03dcde9cbf3468a12908a1b025c120c985b9d",
        additional=(
            "",
            "793a7ef8f6f0482beac542bb785c10f8b7b406a4de92667ab168ecc2cf7573c6",
            "2238cdb4e23d629fe0c2a83dd8d5144ce1a6229ef41dabe2a99ff722e510b530",
        ),
        returned="d04678198ae7e1aeb435b45291458ffde0891560748b43330eaf866b5a6385e7"
        "4c6fa5a5a44bdb284d436e98d244018d6acedcdfa2e9f499d8089e4db86ae89a"
        "6ab2d19cb705e2f048f97fb597f04106a1fa6a1416ad3d859118e079a0c319eb"
        "95686f4cbcce3b5101c7a0b010ef029c4ef6d06cdfac97efb9773891688c37cf",
    ),
    # reseed without prediction resistance, count 0
    KnownAnswer(
        entropy="06032cd5eed33f39265f49ecb142c511da9aff2af71203bffaf34a9ca5bd9c0d",
        nonce="0e66f71edc43e42a45ad3c6fc6cdc4df",
        reseed="01920a4e669ed3a85ae8a33b35a74ad7fb2a6bb4cf395ce00334a9c9a5a5d552",
        returned="76fc79fe9b50beccc991a11b5635783a83536add03c157fb30645e611c2898bb"
        "2b1bc215000209208cd506cb28da2a51bdb03826aaf2bd2335d576d519160842"
        "e7158ad0949d1a9ec3e66ea1b1a064b005de914eac2e9d4f2d72a8616a802254"
        "22918250ff66a41bd2f864a6a38cc5b6499dc43f7f2bd09e1e0f8f5885935124",
    ),
    # the same with additional input
    KnownAnswer(
        entropy="05ac9fc4c62a02e3f90840da5616218c6de5743d66b8e0fbf833759c5928b53d",
        nonce="2b89a17904922ed8f017a63044848545",
        reseed="2791126b8b52ee1fd9392a0a13e0083bed4186dc649b739607ac70ec8dcecf9b",
        additional=(
            "43bac13bae715092cf7eb280a2e10a962faf7233c41412f69bc74a35a584e54c",
            "3f2fed4b68d506ecefa21f3f5bb907beb0f17dbc30f6ffbba5e5861408c53a1e",
            "529030df50f410985fde068df82b935ec23d839cb4b269414c0ede6cffea5b68",
        ),
        returned="02ddff5173da2fcffa10215b030d660d61179e61ecc22609b1151a75f1cbcbb4"
        "363c3a89299b4b63aca5e581e73c860491010aa35de3337cc6c09ebec8c91a62"
        "87586f3a74d9694b462d2720ea2e11bbd02af33adefb4a16e6b370fa0effd57d"
        "607547bdcfbb7831f54de7073ad2a7da987a0016a82fa958779a168674b56524",
    ),
)


def self_test() -> None:
    """Check the published answers; Broken when one is wrong, and no card is dealt."""
    for number, case in enumerate(KNOWN_ANSWERS, 1):
        if answer(case) != bytes.fromhex(case.returned):
            raise Broken(f"the random generator fails known answer {number}")


def answer(case: KnownAnswer) -> bytes:
    with_reseed, first, second = (bytes.fromhex(text) for text in case.additional)
    source = HmacDrbg(bytes.fromhex(case.entropy), bytes.fromhex(case.nonce), bytes.fromhex(case.personal))
    if case.reseed:
        source.reseed(bytes.fromhex(case.reseed), with_reseed)
    source.generate(len(case.returned) // 2, first)
    return source.generate(len(case.returned) // 2, second)
