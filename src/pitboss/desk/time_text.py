"""Times as records have them: UTC to the microsecond."""

from datetime import datetime


def time_text(now: datetime) -> str:
    return now.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def time_of(text: str) -> datetime:
    return datetime.fromisoformat(text)
