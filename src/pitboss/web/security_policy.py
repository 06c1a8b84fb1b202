"""The rules for people: who needs a second factor, when two persons move money, how long access lasts."""

from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.desk.house_book import PolicySet
from pitboss.web.roles import AccountRole

DAY_S = 24 * 60 * 60


class LockOutRule(NamedTuple):
    """After so many wrong tries each further one waits twice as long as the last, up to a limit."""

    after: int = 5
    first_s: float = 2.0
    most_s: float = 15 * 60
    forget_s: float = DAY_S
    """Wrong tries are forgotten after so long without another."""


@dataclass(frozen=True)
class SecurityPolicy:
    second_factor: frozenset[AccountRole] = frozenset()
    """Roles that must use a second factor; anybody may."""
    two_persons_above_cents: int | None = None
    """Money above this amount waits for a second person; None: never."""
    approval_s: float = 15 * 60
    """How long a request waits for the second person."""
    session_idle_s: float = 30 * 60
    session_s: float = 12 * 60 * 60
    token_idle_s: float = 30 * DAY_S
    token_s: float = 90 * DAY_S
    lock_out: LockOutRule = field(default_factory=LockOutRule)

    def entry(self) -> PolicySet:
        """For the house book."""
        return PolicySet(
            tuple(sorted(self.second_factor)),
            self.two_persons_above_cents,
            self.approval_s,
            self.session_idle_s,
            self.session_s,
            self.token_idle_s,
            self.token_s,
            self.lock_out.after,
            self.lock_out.first_s,
            self.lock_out.most_s,
        )
