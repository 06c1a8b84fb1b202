"""Limits that players set for themselves, and times for which they exclude themselves from play.

Until its end a limit can only be made tighter and an exclusion longer. Both are records of the house book."""

from datetime import timedelta
from typing import Literal, NamedTuple

from pitboss.desk.house_book import loosens
from pitboss.desk.house_entries import LimitSet, SelfExcluded
from pitboss.desk.time_text import time_of, time_text
from pitboss.errors import Refused
from pitboss.games.vocabulary import tell_cents
from pitboss.web.house_book import ActingPerson, HouseBook
from pitboss.web.house_notices import HouseNotices
from pitboss.web.player_days import PlayerDays
from pitboss.web.player_money import PAID_IN, PlayerMoney
from pitboss.web.seatings import Seatings

What = Literal["loss", "deposit", "time"]
LOSS: What = "loss"
DEPOSIT: What = "deposit"
TIME: What = "time"
WHATS = (LOSS, DEPOSIT, TIME)


class LimitInForce(NamedTuple):
    """A limit, and how much of it is used in this gaming day."""

    what: str
    most: int
    used: int
    until: str


class PlayerLimits:
    def __init__(
        self, book: HouseBook, notices: HouseNotices, days: PlayerDays, money: PlayerMoney, seatings: Seatings
    ) -> None:
        self._book = book
        self._notices = notices
        self._days = days
        self._money = money
        self._seatings = seatings

    # ---- setting them

    def set_limit(self, account: str, what: What, most: int, days: int, by: ActingPerson) -> None:
        entry = LimitSet(account, what, most, self._after(days))
        with self._seatings.alone(account):  # nobody sets another meanwhile, on any server
            self._notices.refresh()
            before = self._limit(account, what)
            if before is not None and loosens(before, entry):
                says = f"Your {what} limit holds until {self._local(before.until)}."
                raise Refused("limit_holds", f"{says} Until then it can only be made tighter, or longer.")
            self._book.write(entry, by=by)

    def exclude(self, account: str, days: int, by: ActingPerson) -> None:
        entry = SelfExcluded(account, self._after(days))
        with self._seatings.alone(account):
            until = self.excluded_until(account)
            if entry.until < until:
                says = f"You excluded yourself until {self._local(until)}. That can only be made longer."
                raise Refused("exclusion_holds", says)
            self._book.write(entry, by=by)

    def _after(self, days: int) -> str:
        return time_text(self._notices.now + timedelta(days=days))

    @property
    def _now(self) -> str:
        return time_text(self._notices.now)

    def _limit(self, account: str, what: str) -> LimitSet | None:
        return self._notices.limit(account, what, self._now)

    def _local(self, time: str) -> str:
        """As the clocks of the house show it."""
        return f"{time_of(time).astimezone(self._notices.days.zone):%B %-d, %Y, %H:%M}"

    # ---- what holds

    def excluded_until(self, account: str) -> str:
        return self._notices.refresh().excluded_until(account, self._now)

    def in_force(self, account: str) -> list[LimitInForce]:
        self._notices.refresh()
        found = [limit for what in WHATS if (limit := self._limit(account, what))]
        return [LimitInForce(one.what, one.most, self._used(account, one.what), one.until) for one in found]

    def _used(self, account: str, what: str) -> int:
        today = self._notices.today
        if what == DEPOSIT:
            return self._money.of(account, today)[PAID_IN]
        played = self._days.played(account, today)
        return played.minutes if what == TIME else -played.net_cents

    # ---- holding to them

    def check_play(self, account: str, stake_cents: int = 0) -> None:
        """Refused for whoever is excluded, has played long enough, or could lose more than they want."""
        if until := self.excluded_until(account):
            raise Refused("excluded", f"You excluded yourself from play until {self._local(until)}.")
        if (limit := self._limit(account, TIME)) and self._used(account, TIME) >= limit.most:
            raise Refused("time_limit", f"You have played {limit.most} minutes today, your own limit.")
        if limit := self._limit(account, LOSS):
            self._check_loss(account, limit, stake_cents)

    def _check_loss(self, account: str, limit: LimitSet, stake_cents: int) -> None:
        at_risk = sum(one.at_risk_cents for one in self._seatings.of(account))
        left = limit.most - self._used(account, LOSS) - at_risk
        if left < max(stake_cents, 1):
            says = f"Your own loss limit of {tell_cents(limit.most)} a day leaves {tell_cents(max(left, 0))}"
            raise Refused("loss_limit", f"{says} to bet today.")

    def check_deposit(self, account: str, cents: int) -> None:
        self._notices.refresh()
        limit = self._limit(account, DEPOSIT)
        if limit is None:
            return
        left = limit.most - self._used(account, DEPOSIT)
        if cents > left:
            says = f"The player’s own deposit limit of {tell_cents(limit.most)} a day leaves"
            raise Refused("deposit_limit", f"{says} {tell_cents(max(left, 0))} to pay in today.")
