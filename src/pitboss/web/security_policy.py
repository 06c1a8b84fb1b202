"""The rules for people: who needs a second factor, when two persons move money, how long access lasts."""

from dataclasses import dataclass
from typing import NamedTuple

from pitboss.web.described import Allowed, described, grouped
from pitboss.web.roles import AccountRole

DAY_S = 24 * 60 * 60


class LockOutRule(NamedTuple):
    """After so many wrong tries each further one waits twice as long as the last, up to a limit."""

    after: int = 5
    first_s: float = 2.0
    most_s: float = 15.0 * 60
    forget_s: float = float(DAY_S)
    """Wrong tries are forgotten after so long without another."""


@dataclass(frozen=True)
class SecurityPolicy:
    second_factor: frozenset[AccountRole] = described(
        frozenset(), "Roles that need a second factor; anybody may have one.",
        choices=tuple(AccountRole), option="--second-factor", option_unit="ROLE",
    )  # fmt: skip
    two_persons_above_cents: int | None = described(
        None, "Money at the cage above this waits for a second person; none: never.", 0, 10**12,
        kind=int, option="--two-persons-above", option_times=100, option_unit="DOLLARS",
    )  # fmt: skip
    approval_s: float = described(15.0 * 60, "How long a request waits for the second person.", 1, 7 * DAY_S)
    session_idle_s: float = described(30.0 * 60, "A session ends when unused for so long.", 1, 30 * DAY_S)
    session_s: float = described(12.0 * 60 * 60, "A session ends after so long.", 1, 30 * DAY_S)
    token_idle_s: float = described(
        30.0 * DAY_S, "An API token ends when unused for so long.", 864, 3_650 * DAY_S,
        option="--token-idle-days", option_times=DAY_S, option_unit="DAYS",
    )  # fmt: skip
    token_s: float = described(
        90.0 * DAY_S, "An API token ends after so long.", 864, 3_650 * DAY_S,
        option="--token-days", option_times=DAY_S, option_unit="DAYS",
    )  # fmt: skip
    device_s: float = described(
        180.0 * DAY_S, "How long a browser that signed in is a source of its own.", 60, 3_650 * DAY_S
    )
    shift_s: float = described(16.0 * 60 * 60, "The longest assignment of a dealer.", 60, 7 * DAY_S)
    lock_out: LockOutRule = grouped(
        LockOutRule(),
        after=Allowed("Wrong logins before a source has to wait.", 1, 100, option="--lock-after"),
        first_s=Allowed("How long the first wait is; each is twice the last.", 0, DAY_S),
        most_s=Allowed("The longest wait.", 0, 30 * DAY_S),
        forget_s=Allowed("Wrong tries are forgotten after so long without another.", 1, 365 * DAY_S),
    )
