"""How one server is set up."""

import ipaddress
import socket
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from pitboss.web.rate_limit import Rate

PORT = 8021
LOGINS = Rate(burst=8, per_s=0.1)
DEMO_LOGINS = Rate(burst=30, per_s=0.5)
COMMANDS = Rate(burst=40, per_s=10)
REQUESTS = Rate(burst=300, per_s=60)
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True)
class Pace:
    """How fast the house acts, and how long it waits for people (0 seconds: for as long as it takes)."""

    act_s: float = 0.35
    """Between two acts of the house, so that cards are seen to come in order."""
    settle_s: float = 0.9
    """After a hand is taken or paid."""
    betting_s: float = 20.0
    """From the first wager of a round to the close of betting, unless everybody is ready before."""
    decision_s: float = 45.0
    """For a player to decide; then the hand stands as it is."""
    insurance_s: float = 15.0
    courtesy_s: float = 10.0
    """For a player to look at the spread cards or to cut."""


def paced(pace: Pace, times: float) -> Pace:
    """The house so many times as slow; people have their time as before."""
    return replace(pace, act_s=pace.act_s * times, settle_s=pace.settle_s * times)


AT_ONCE = Pace(act_s=0.0, settle_s=0.0, betting_s=0.0, decision_s=0.0, insurance_s=0.0, courtesy_s=0.0)


@dataclass(frozen=True)
class Settings:
    store: str
    key_file: str = ""
    """Of the key that seals undealt shoes; beside the store when none is named."""
    host: str = "127.0.0.1"
    port: int = PORT
    public_address: str = ""
    demo: bool = False
    holder: str = "Pitboss"
    """Whose house it is; stands on felt and papers."""
    pace: Pace = field(default_factory=Pace)
    logins: Rate = LOGINS
    demo_logins: Rate = DEMO_LOGINS
    commands: Rate = COMMANDS
    requests: Rate = REQUESTS
    hash_memory_kib: int = 65_536
    """What one password hash costs; less only in tests."""

    @property
    def is_loopback(self) -> bool:
        return is_loopback(self.host)

    @property
    def is_behind_tls(self) -> bool:
        """A proxy before this server speaks TLS, as the address that people use says."""
        return self.public_address.startswith("https://")

    @property
    def names(self) -> frozenset[str]:
        """What a server on loopback answers to."""
        return LOOPBACK_NAMES | {self.host, urlsplit(self.public_address).hostname or self.host}

    @property
    def address(self) -> str:
        """Where a browser, or another server of the same store, finds it."""
        if self.public_address:
            return self.public_address
        host = socket.gethostname() if self.host in ("0.0.0.0", "::", "") else self.host
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"


def is_loopback(host: str) -> bool:
    if host in LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
