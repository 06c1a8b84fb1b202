"""Records of the house book in the words of the staff activity log."""

from collections.abc import Callable
from typing import Any, NamedTuple

from pitboss.desk import house_entries as book
from pitboss.desk.cage_acts import act_text
from pitboss.games.vocabulary import tell_cents
from pitboss.web.security_policy import DAY_S


class ActivityLine(NamedTuple):
    what: str
    subject: str
    before: str = ""
    after: str = ""
    why: str = ""


SIGN_INS = ("sign in", "failed sign-in", "sign out")
"""What people do at the door, apart from changes."""


def activity_of(entry: book.HouseEntry) -> ActivityLine:
    return _LINES[type(entry)](entry)


def _account(entry: book.AccountCreated) -> str:
    return f"{entry.role} {entry.name}"


def _policy(entry: book.PolicySet) -> str:
    limit = entry.two_persons_above_cents
    return "; ".join(
        (
            *(("a demonstration, with play money",) if entry.demonstration else ()),
            f"second factor for {', '.join(entry.second_factor) or 'nobody'}",
            "two persons for no amount" if limit is None else f"two persons above {tell_cents(limit)}",
            f"sessions {_hours(entry.session_idle_s)} idle, {_hours(entry.session_s)} in all",
            f"tokens {_hours(entry.token_idle_s)} idle, {_hours(entry.token_s)} in all",
            f"lock-out after {entry.lock_after} wrong tries",
        )
    )


def _hours(seconds: float) -> str:
    return f"{seconds / DAY_S:g} days" if seconds >= 2 * DAY_S else f"{seconds / 3600:g} hours"


def _failure(entry: book.SignInFailed) -> ActivityLine:
    wait = f"; next try in {entry.wait_s:g} s" if entry.wait_s else ""
    return ActivityLine("failed sign-in", entry.account or "unknown name", after=entry.why + wait)


def _assigned(entry: book.DealerAssigned) -> str:
    shift = f", {entry.shift}" if entry.shift else ""
    return f"{entry.table}, {entry.begins[:16]} to {entry.ends[:16]} UTC{shift}"


_LINES: dict[type[book.HouseEntry], Callable[[Any], ActivityLine]] = {
    book.BookBegun: lambda entry: ActivityLine(
        "begin house book", "house", after=f"{entry.accounts} accounts brought over"
    ),
    book.PolicySet: lambda entry: ActivityLine("set policy", "house", after=_policy(entry)[:400]),
    book.LogKeySet: lambda entry: ActivityLine("set log key", "house", after=entry.key),
    book.DirectoryBegun: lambda entry: ActivityLine(
        "begin table directory", "house", after=f"{entry.tables} tables brought over"
    ),
    book.TableBroughtOver: lambda entry: ActivityLine(
        "bring table over", entry.table, after="stopped" if entry.stopped else "open"
    ),
    book.TableListed: lambda entry: ActivityLine("open table", entry.table, after=entry.opened_as),
    book.TableStopped: lambda entry: ActivityLine("stop table", entry.table, "open", "stopped", entry.why),
    book.TableResumed: lambda entry: ActivityLine("resume table", entry.table, "stopped", "open", entry.why),
    book.ShoeGivenUp: lambda entry: ActivityLine(
        "give up shoe", entry.table, entry.unreadable, "lost", entry.why
    ),
    book.AccountCreated: lambda entry: ActivityLine("create account", entry.account, after=_account(entry)),
    book.AccountBroughtOver: lambda entry: ActivityLine(
        "bring account over", entry.account, after=_account(entry)
    ),
    book.PasswordSet: lambda entry: ActivityLine(
        "reset password" if entry.must_change else "change password", entry.account
    ),
    book.RoleChanged: lambda entry: ActivityLine(
        "change role", entry.account, before=entry.before, after=entry.after
    ),
    book.AccountClosed: lambda entry: ActivityLine(
        "close account", entry.account, "open", "closed", entry.why
    ),
    book.AccountReopened: lambda entry: ActivityLine(
        "reopen account", entry.account, "closed", "open", entry.why
    ),
    book.PlayerBarred: lambda entry: ActivityLine(
        "bar player", entry.account, "admitted", "barred", entry.why
    ),
    book.PlayerAdmitted: lambda entry: ActivityLine(
        "admit player", entry.account, "barred", "admitted", entry.why
    ),
    book.SignedIn: lambda entry: ActivityLine(
        "sign in", entry.account, after=f"with a {entry.with_}" if entry.with_ else ""
    ),
    book.SessionBroughtOver: lambda entry: ActivityLine("bring session over", entry.account),
    book.SignInFailed: _failure,
    book.SignedOut: lambda entry: ActivityLine("sign out", entry.account),
    book.TokenCreated: lambda entry: ActivityLine(
        "create token", entry.account, after=f"{entry.name}, until {entry.expires[:10]}"
    ),
    book.TokenBroughtOver: lambda entry: ActivityLine(
        "bring token over", entry.account, after=f"{entry.name}, until {entry.expires[:10]}"
    ),
    book.TokensRevoked: lambda entry: ActivityLine(
        "revoke tokens", entry.account, before=f"{len(entry.tokens)} in use"
    ),
    book.SecondFactorSet: lambda entry: ActivityLine("set up second factor", entry.account),
    book.SecondFactorRemoved: lambda entry: ActivityLine("remove second factor", entry.account),
    book.DealerAssigned: lambda entry: ActivityLine("assign dealer", entry.account, after=_assigned(entry)),
    book.AssignmentEnded: lambda entry: ActivityLine("end assignment", entry.account, before=entry.table),
    book.ApprovalAsked: lambda entry: ActivityLine(
        "ask for approval", place_of(entry.act), after=act_text(entry.act)
    ),
    book.ApprovalGiven: lambda entry: ActivityLine("approve", place_of(entry.act), after=act_text(entry.act)),
    book.ApprovalRefused: lambda entry: ActivityLine(
        "refuse approval", place_of(entry.act), before=act_text(entry.act), why=entry.why
    ),
    book.RecordsFailed: lambda entry: ActivityLine(
        "stop table",
        entry.table,
        "open",
        "stopped",
        f"record {entry.record} does not hold: {entry.field}"[:300],
    ),
    book.ClockSetBack: lambda entry: ActivityLine(
        "clock set back", "house", before=f"{entry.before[:19]} UTC"
    ),
    book.IncidentFiled: lambda entry: ActivityLine(
        "file incident", entry.table, after=f"{entry.incident}: {entry.narrative}"[:400]
    ),
    book.IncidentFollowedUp: lambda entry: ActivityLine(
        "follow up incident", entry.incident, after=(entry.outcome or entry.finding or entry.narrative)[:400]
    ),
    book.LimitSet: lambda entry: ActivityLine("set own limit", entry.account, after=limit_text(entry)),
    book.SelfExcluded: lambda entry: ActivityLine(
        "exclude oneself", entry.account, after=f"until {entry.until[:16]} UTC"
    ),
    book.MoneyAlert: lambda entry: ActivityLine(
        "money alert", entry.account, after=f"{tell_cents(entry.cents)} {entry.what} on {entry.day}"
    ),
    book.KeyReplaced: lambda entry: ActivityLine(
        "replace key",
        "house",
        after=f"by {entry.by}; every second factor, session and token ended"[:400],
        why=entry.why,
    ),
}


def limit_text(entry: book.LimitSet) -> str:
    most = f"{entry.most} minutes of play" if entry.what == "time" else tell_cents(entry.most)
    return f"{entry.what} limit of {most} a gaming day, until {entry.until[:16]} UTC"


def place_of(act: Any) -> str:
    """The table or the account whose money moves."""
    return getattr(act, "table", "") or getattr(act, "account", "")
