"""The settings of one server."""

import ipaddress
import socket
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from pitboss.web.fair_queue import Turns
from pitboss.web.rate_limit import Rate
from pitboss.web.security_policy import SecurityPolicy

PORT = 8021
LOGINS = Rate(burst=8, per_s=0.1)
DEMO_LOGINS = Rate(burst=30, per_s=0.5)
COMMANDS = Rate(burst=40, per_s=10)
REQUESTS = Rate(burst=300, per_s=60)
PEOPLE_AT_AN_ADDRESS = 10
"""Behind one address there may be many people: together they may ask so many times as often as one."""
REQUEST_TURNS = Turns(at_once=32, of_one=8, waiting=100)
"""Fewer at once than there are threads for requests."""
SLOW_TURNS = Turns(at_once=2, of_one=1, waiting=6)
"""Questions that take long: about the past, which replay rounds, and drawings."""
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True)
class Pace:
    """How fast the house deals, and how long the table waits for people (0 seconds: without a limit)."""

    act_s: float = 0.35
    """Between two acts of the house, so that people see the cards come one by one."""
    settle_s: float = 0.9
    """After a hand is taken or paid."""
    betting_s: float = 20.0
    """From the first bet of a round to the close of betting, unless everybody is ready before."""
    decision_s: float = 45.0
    """For a player to decide; then the hand stands."""
    insurance_s: float = 15.0
    courtesy_s: float = 10.0
    """For a player to look at the spread cards or to cut."""
    seed_s: float = 8.0
    """For the pages of the players to reveal their seeds for a new shoe."""


def paced(pace: Pace, times: float) -> Pace:
    """A house that deals so many times slower; players have the same time to decide."""
    return replace(pace, act_s=pace.act_s * times, settle_s=pace.settle_s * times)


AT_ONCE = Pace(
    act_s=0.0, settle_s=0.0, betting_s=0.0, decision_s=0.0, insurance_s=0.0, courtesy_s=0.0, seed_s=3.0
)


@dataclass(frozen=True)
class Settings:
    store: str
    key_file: str = ""
    """The file of the key that encrypts undealt shoes; beside the store when none is named."""
    mark_file: str = ""
    """Where it is noted what was written, so that a store that was put back is found out; best elsewhere."""
    host: str = "127.0.0.1"
    port: int = PORT
    public_address: str = ""
    beacon: str = ""
    """The address or file of a public randomness beacon whose numbers go into every shoe."""
    demo: bool = False
    holder: str = "Pitboss"
    """The certificate holder’s name, printed on felt and papers."""
    pace: Pace = field(default_factory=Pace)
    policy: SecurityPolicy = field(default_factory=SecurityPolicy)
    logins: Rate = LOGINS
    demo_logins: Rate = DEMO_LOGINS
    commands: Rate = COMMANDS
    requests: Rate = REQUESTS
    request_turns: Turns = REQUEST_TURNS
    slow_turns: Turns = SLOW_TURNS
    hash_memory_kib: int = 65_536
    """Memory of one password hash; less only in tests."""

    @property
    def is_loopback(self) -> bool:
        return is_loopback(self.host)

    @property
    def is_behind_tls(self) -> bool:
        """A proxy in front of this server speaks TLS: its public address says https."""
        return self.public_address.startswith("https://")

    @property
    def names(self) -> frozenset[str]:
        """The host names that a server on loopback accepts."""
        return LOOPBACK_NAMES | {self.host, urlsplit(self.public_address).hostname or self.host}

    @property
    def address(self) -> str:
        """The address for browsers and for other servers on the same store."""
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
