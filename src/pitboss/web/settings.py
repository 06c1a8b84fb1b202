"""The settings of one server. Each says here what it is for and what is allowed; `settings_table` reads them
from the command line, the environment and a file, and `docs/operation.md` lists them."""

import ipaddress
import socket
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from pitboss.web.described import Allowed, described, grouped
from pitboss.web.fair_queue import Turns
from pitboss.web.rate_limit import Rate
from pitboss.web.security_policy import SecurityPolicy

MAX_PORT = 65_535
A_DAY_S = 86_400
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True)
class Pace:
    """How fast the house deals, and how long the table waits for people (0 seconds: without a limit)."""

    act_s: float = described(0.35, "Between two acts of the house, so that people see each card come.", 0, 60)
    settle_s: float = described(0.9, "After a hand is taken or paid.", 0, 60)
    betting_s: float = described(
        20.0, "From the first bet of a round to the close of betting; 0: no limit.", 0, 3_600
    )
    decision_s: float = described(
        45.0, "For a player to decide; then the hand stands. 0: no limit.", 0, 3_600
    )
    insurance_s: float = described(15.0, "For players to answer insurance; 0: no limit.", 0, 3_600)
    courtesy_s: float = described(10.0, "For a player to look at the cards or to cut; 0: no limit.", 0, 3_600)
    times_slower: float = described(
        1.0, "How many times slower the dealer acts; 0 is instant.", 0, 10, option="--pace"
    )
    seed_s: float = described(
        8.0, "For the pages of the players to reveal their seeds for a new shoe.", 0.1, 600
    )

    @property
    def in_force(self) -> "Pace":
        """With the dealer slowed down; players have the same time to decide."""
        times = self.times_slower
        return replace(self, act_s=self.act_s * times, settle_s=self.settle_s * times, times_slower=1.0)


AT_ONCE = Pace(
    act_s=0.0, settle_s=0.0, betting_s=0.0, decision_s=0.0, insurance_s=0.0, courtesy_s=0.0, seed_s=3.0
)


def rate(burst: float, per_s: float, what: str) -> Rate:
    """A field with a rate that can be set."""
    made: Rate = grouped(
        Rate(burst, per_s),
        burst=Allowed(f"{what}: how many at once.", 1, 1e9),
        per_s=Allowed(f"{what}: how many a second in the long run.", 0.0001, 1e9),
    )
    return made


def turns(at_once: int, of_one: int, waiting: int, what: str) -> Turns:
    made: Turns = grouped(
        Turns(at_once, of_one, waiting),
        at_once=Allowed(f"{what}: how many run at once.", 1, 1_000),
        of_one=Allowed(f"{what}: how many of one person run at once.", 1, 1_000),
        waiting=Allowed(f"{what}: how many of one person may wait.", 1, 100_000),
    )
    return made


@dataclass(frozen=True)
class ClientLimits:
    """What a slow client may keep the server waiting for."""

    request_s: float = described(12.0, "For a request to arrive, from its first byte.", 0.1, 600)
    body_s: float = described(10.0, "For the body of a request to arrive.", 0.1, 600)
    body_kib: int = described(64, "The longest body of a request.", 1, 65_536)
    answer_s: float = described(30.0, "For a client to go on reading a long answer.", 0.1, 3_600)
    half_open: int = described(256, "Half-open connections beyond which the oldest is closed.", 1, 100_000)
    half_open_of_one: int = described(64, "The same of one address.", 1, 100_000)
    half_open_grace_s: float = described(1.0, "A younger one is never closed for another.", 0, 60)
    people_at_an_address: int = described(
        10, "So many times as often as one person may all behind one address ask together.", 1, 10_000
    )

    @property
    def body_bytes(self) -> int:
        return self.body_kib * 1_024


@dataclass(frozen=True)
class LiveLimits:
    """What the live connections to tables may cost."""

    message_characters: int = described(8_192, "The longest message to a table.", 256, 1_000_000)
    connections_at_a_table: int = described(20, "Live connections of one account to one table.", 1, 10_000)
    connections_of_one: int = described(60, "Live connections of one account in all.", 1, 100_000)
    acts_at_once: int = described(24, "Threads for acts, which wait for the disk.", 1, 1_000)
    looks_at_once: int = described(3, "Threads for views, which only need the processor.", 1, 1_000)
    look_every_s: float = described(20.0, "How often an idle connection’s session is checked.", 1, 3_600)
    compress: bool = described(False, "Compress messages: less on the network, a third more processor time.")
    ping_every_s: float = described(20.0, "How often an idle connection is pinged.", 1, 3_600)


@dataclass(frozen=True)
class TableLimits:
    """Running tables, and taking over those of a server that died."""

    most: int = described(1_000, "Tables of the house.", 1, 100_000)
    lease_s: float = described(10.0, "How long a table stays this server’s without a sign of life.", 1, 3_600)
    take_over_s: float = described(2.0, "How often tables that nobody runs are looked for.", 0.01, 600)
    tick_s: float = described(0.05, "How often the countdowns of players are looked at.", 0.01, 10)
    ticks_at_once: int = described(8, "Threads for countdowns that are over.", 1, 100)
    read_on_after: int = described(
        1_000, "New records after which a table’s history is read on in the background.", 1, 1_000_000
    )


@dataclass(frozen=True)
class JobLimits:
    """Calculations and papers in the background."""

    kept: int = described(400, "Results that are kept.", 1, 100_000)
    waiting: int = described(64, "Jobs that may wait.", 1, 10_000)
    waiting_of_one: int = described(8, "Jobs of one account that may wait.", 1, 10_000)
    reports_of_one: int = described(2, "Reports of one account that may wait; each takes minutes.", 1, 100)
    nice: int = described(10, "How far behind requests they stand for the processor (Linux).", 0, 19)


@dataclass(frozen=True)
class AnswerLimits:
    """Answers that are kept, so that a repeated request gets the first one."""

    kept_s: float = described(7.0 * A_DAY_S, "How long an answer is kept.", 60, 366 * A_DAY_S)
    secret_s: float = described(900.0, "How long one that shows a secret is kept, in memory.", 1, A_DAY_S)


@dataclass(frozen=True)
class Operation:
    """Logs, metrics, the end of the server, and what the store must promise."""

    log_format: str = described(
        "text", "The form of log lines.", choices=("text", "json"), option="--log-format"
    )
    log_requests: bool = described(False, "Log a line for every request; always in JSON logs.")
    metrics_token: str = described(
        "", "Whoever sends it as a bearer token may read the metrics from elsewhere.", secret=True
    )
    drain_notice_s: float = described(
        0.0, "How long a server that is ending still answers that it is not ready, before it stops.", 0, 600
    )
    drain_s: float = described(10.0, "The longest time for acts under way to finish at the end.", 0.1, 600)
    allow_unsafe_commits: bool = described(
        False, "Serve on a PostgreSQL that may lose commits when its machine loses power."
    )


@dataclass(frozen=True)
class VerifierSettings:
    """The process that verifies the journal while tables run."""

    runs: bool = described(True, "Verify new records in the background.")
    every_s: float = described(2.0, "How often new records are looked for.", 0.05, 3_600)
    reread_records: int = described(
        1_000, "Older records whose hashes are checked again each time.", 0, 1_000_000
    )
    nice: int = described(10, "How far behind the server it stands for the processor.", 0, 19)


@dataclass(frozen=True)
class Settings:
    store: str = described("", "Where tables are kept: a file, sqlite:FILE or postgresql://….")
    key_file: str = described(
        "",
        "The file with the key that seals undealt shoes; beside the store if none is named.",
        option="--key",
    )
    mark_file: str = described(
        "", "The file that notes what was written; best on another disk.", option="--mark"
    )
    log_key_file: str = described(
        "",
        "The file with the key that signs the log of all records; beside the store if none is named.",
        option="--log-key",
    )
    witnesses: frozenset[str] = described(
        frozenset(),
        "Witnesses that the house knows: the name of each, and its key.",
        pattern=r"[^=\s]+=[0-9a-f]{64}",
        form="NAME=KEY, with the 64 digits of the key",
        option="--witness",
    )
    beacon: str = described("", "A public randomness beacon for every shoe: an address or a file.")
    host: str = described("127.0.0.1", "The address to listen on.")
    port: int = described(8_021, "The port to listen on; 0 finds a free one.", 0, MAX_PORT)
    public_address: str = described(
        "", "How people and other servers reach this one: http://HOST:PORT.", option="--address"
    )
    demo: bool = described(False, "Let people on this machine in without a password.")
    holder: str = described("Pitboss", "The certificate holder’s name, printed on felt and papers.")
    hash_memory_kib: int = described(65_536, "Memory of one password hash; less is weaker.", 64, 4_194_304)
    pace: Pace = field(default_factory=Pace)
    policy: SecurityPolicy = field(default_factory=SecurityPolicy)
    logins: Rate = rate(8, 0.1, "Logins from one source")
    demo_logins: Rate = rate(30, 0.5, "Demonstration logins from one address")
    commands: Rate = rate(40, 10, "Commands of one account")
    requests: Rate = rate(300, 60, "Requests of one person")
    request_turns: Turns = turns(32, 8, 100, "Requests")
    slow_turns: Turns = turns(2, 1, 6, "Questions that take long")
    clients: ClientLimits = field(default_factory=ClientLimits)
    live: LiveLimits = field(default_factory=LiveLimits)
    tables: TableLimits = field(default_factory=TableLimits)
    jobs: JobLimits = field(default_factory=JobLimits)
    answers: AnswerLimits = field(default_factory=AnswerLimits)
    operation: Operation = field(default_factory=Operation)
    verifier: VerifierSettings = field(default_factory=VerifierSettings)

    @property
    def witness_keys(self) -> dict[str, str]:
        """By name of the witness."""
        return dict(one.split("=", 1) for one in sorted(self.witnesses))

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
