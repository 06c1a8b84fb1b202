"""Incident reports: filed to the round they concern, never changed, only added to."""

import secrets
from collections.abc import Iterator, Mapping, Sequence

from pitboss.desk.house_entries import IncidentFiled, IncidentFollowedUp
from pitboss.errors import Refused
from pitboss.table.dead_hands import last_round
from pitboss.table.state import Table
from pitboss.web.house_book import ActingPerson, HouseBook
from pitboss.web.house_notices import FiledIncident, HouseNotices

LABELS = {
    "narrative": "What happened",
    "persons": "Persons",
    "surveillance": "Surveillance",
    "finding": "Finding",
    "outcome": "Outcome",
}
"""The parts of a report as people read them."""


class Incidents:
    def __init__(self, book: HouseBook, notices: HouseNotices) -> None:
        self._book = book
        self._notices = notices

    def file(self, entry: IncidentFiled, state: Table, by: ActingPerson) -> FiledIncident:
        """File a report; Refused for a round that was not played."""
        last = last_round(state)
        if not 0 <= entry.round <= last:
            says = f"Round {entry.round} has not been played at this table."
            raise Refused("no_such_round", f"{says} The last one is round {last}.")
        self._book.write(entry, by=by)
        return self.find(entry.incident)

    def follow_up(self, entry: IncidentFollowedUp, by: ActingPerson) -> FiledIncident:
        """Add to a report; Refused when there is nothing to add."""
        self.find(entry.incident)
        if not any(getattr(entry, part) for part in LABELS):
            raise Refused("nothing_to_add", "Enter what was found out or decided.")
        self._book.write(entry, by=by)
        return self.find(entry.incident)

    def find(self, id: str) -> FiledIncident:
        found = self._notices.incident(id)
        if found is None:
            raise Refused("no_such_incident", "There is no such incident.")
        return found


def new_id() -> str:
    return secrets.token_hex(6)


def report_lines(incidents: Sequence[FiledIncident], names: Mapping[str, str]) -> Iterator[str]:
    """Reports as text, for the dispute pack."""
    for one in incidents:
        for record, entry in ((one.record, one.filed), *one.later):
            what = "filed" if entry is one.filed else "added to"
            by = names.get(record.actor, record.actor)
            yield f"Incident {one.filed.incident}, {what} by {by}, {record.time}"
            yield f"  Record {record.sequence} of the house book"
            for part, label in LABELS.items():
                value = getattr(entry, part)
                if value:
                    yield f"  {label}: {value if isinstance(value, str) else ', '.join(value)}"
        yield ""


def latest(one: FiledIncident, part: str) -> str:
    """The last word on a finding or an outcome."""
    said: list[str] = [getattr(entry, part) for entry in (one.filed, *(entry for _, entry in one.later))]
    return next((text for text in reversed(said) if text), "")
