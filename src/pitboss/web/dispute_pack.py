"""A dispute pack: a finished round with its rules and records, to be read and checked without Pitboss."""

import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.games.explain import sentences
from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_cents
from pitboss.journal.archive import ENTRY_DATE
from pitboss.journal.records import Record, line_of
from pitboss.table.event_text import sentence
from pitboss.table.state import Table
from pitboss.web.history import CARD_PLACES, CHIP_PLACES, Step, conserved
from pitboss.web.house_notices import FiledIncident
from pitboss.web.incidents import report_lines
from pitboss.web.past_shoes import Shoe
from pitboss.web.round_index import RoundSpan

README = """Round {span.round} of table {table}, from {span.began} to {span.ended}.

account.txt     what was done, by whom and when, each event with the clause that decided it
notation.txt    the same in one line of notation
incidents.txt   reports that the floor filed to this round, and what was recorded about it later
incidents.jsonl the records of those reports in the house book, exactly as written
rules.txt       the game as it was played: options, readings, and a summary of its rules
records.jsonl   records {first.sequence} to {last.sequence} of the journal, exactly as written
shoes.json      the shoes that were dealt from: commitments, seeds, and once a shoe is opened its order
shoe_check.py   derives those shoes from their seeds and compares every card: python shoe_check.py shoes.json
anchor.json     the number and hash of the last of these records
check.py        checks records.jsonl and needs only Python: python check.py

The record before the first has the hash {first.previous}.
The hash of each record covers the record and the hash before it, so nobody can change these records without
changing every later record of the table. To check that the journal still contains them:
    pitboss journal verify JOURNAL --anchor anchor.json
That command also decides every act again and computes every payment again.

Rules (game, options and readings): sha256 {span.rules}
Nothing here is certified by a laboratory or a regulator.
"""

SHOE_CHECK = Path(__file__).parent / "static" / "shoe_check.py"
CHECK = '''"""Are these records complete and unchanged? Exits with the first fault if not."""

import hashlib
import json
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
MOST_BYTES = 100_000_000


def text_of(name):
    try:
        with open(FOLDER / name, "rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ValueError("it is too long")
        return data.decode("utf-8")
    except (OSError, ValueError) as error:
        sys.exit(f"{name} cannot be read: {error}.")


def members(where, line, wanted):
    """The values of these members of a line of JSON."""
    try:
        found = json.loads(line)
        if isinstance(found, list):
            (found,) = found
        return [found[name] for name in wanted]
    except (ValueError, LookupError, TypeError, RecursionError):
        sys.exit(f"{where} cannot be read: it is not JSON with {', '.join(wanted)}.")


lines = text_of("records.jsonl").split("\\n")  # and at nothing else that may end a line of text
if lines.pop():
    sys.exit("The last line of records.jsonl has no end.")
before = None
for number, line in enumerate(lines, 1):
    where = f"Line {number} of records.jsonl"
    sequence, previous, digest = members(where, line, ["sequence", "previous", "hash"])
    body, found, _ = line.rpartition(',"hash":"')
    if not found or hashlib.sha256((body + "}").encode()).hexdigest() != digest:
        sys.exit(f"{where} was changed: its hash does not match.")
    if type(sequence) is not int or (before and (sequence, previous) != (before[0] + 1, before[1])):
        sys.exit(f"{where} does not follow the one before it.")
    before = (sequence, digest)
if before is None or before != tuple(members("anchor.json", text_of("anchor.json"), ["sequence", "hash"])):
    sys.exit("The last record is not the one named in anchor.json.")
print(f"{len(lines)} records are intact, up to {before[0]}, {before[1]}")
'''


class Reports(NamedTuple):
    """What was said about a round afterwards."""

    filed: Sequence[FiledIncident]
    later: Sequence[str]
    """Disputes and corrections that the table recorded in a later round."""


def pack(
    table: str, span: RoundSpan, steps: Sequence[Step], records: Sequence[Record],
    shoes: Sequence[Mapping[str, Any]], names: Mapping[str, str], reports: Reports,
) -> bytes:  # fmt: skip
    """The ZIP file; the same round gives the same bytes until its shoe is opened or something is reported."""
    first, last = records[0], records[-1]
    head = {"table": table, "sequence": last.sequence, "hash": last.hash}
    files = {
        "README.txt": README.format(span=span, table=table, first=first, last=last),
        "account.txt": "\n".join(_account(steps, names)) + "\n",
        "notation.txt": " ".join(step.act for step in steps if step.command) + "\n",
        "incidents.txt": "\n".join([*report_lines(reports.filed, names), *reports.later]) + "\n",
        "incidents.jsonl": "".join(line_of(one) + "\n" for filed in reports.filed for one in filed.records),
        "rules.txt": "\n".join(_rules(steps[0].after.terms.game)) + "\n",
        "records.jsonl": "".join(line_of(record) + "\n" for record in records),
        "shoes.json": json.dumps(shoes, indent=1) + "\n",
        "anchor.json": json.dumps([head]) + "\n",
        "check.py": CHECK,
        "shoe_check.py": SHOE_CHECK.read_text(encoding="utf-8"),
    }
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, ENTRY_DATE), text)
    return made.getvalue()


def dealt_in(shoe: Shoe, span: RoundSpan) -> bool:
    """Was this shoe dealt from in these records?"""
    is_fixed = bool(shoe.fixed_at) and shoe.fixed_at <= span.last
    return is_fixed and (not shoe.opened_at or shoe.opened_at >= span.first)


def _account(steps: Sequence[Step], names: Mapping[str, str]) -> Iterator[str]:
    written = 0
    for number, step in enumerate(steps, 1):
        record = step.record
        whose = names.get(record.actor, record.actor) if record.sequence != written else "the house continues"
        written = record.sequence
        yield f"{number}. {record.time}  record {record.sequence}  {step.person}, {whose}: {step.act}"
        for event in step.events:
            if line := sentence(event, step.after.terms.game):
                yield f"     {line}  ({event.clause})"
    yield from _sums(steps[-1].after)


def _sums(state: Table) -> Iterator[str]:
    sums = conserved(state)
    cards = ", ".join(f"{CARD_PLACES[place]} {count}" for place, count in sums["cards"].items())
    chips = ", ".join(
        f"{CHIP_PLACES[place]} {tell_cents(cents)}" for place, cents in sums["chips_cents"].items()
    )
    yield f"\nCards at the end: {cards}; {sums['cards_in_all']} of {sums['cards_of_the_game']}."
    in_all, brought = tell_cents(sums["chips_in_all_cents"]), tell_cents(sums["chips_brought_cents"])
    yield f"Chips at the end: {chips}; {in_all} of {brought} brought to the table."


def _rules(game: Game) -> Iterator[str]:
    yield f"{game.title} ({game.jurisdiction}), {game.id}, sha256 {game.sha256}"
    yield "\nOptions"
    yield from (
        f"  {option.label}: {game.option(option.name).tell(option.value)}" for option in game.options.values()
    )
    if game.readings:
        yield "\nReadings"
        yield from (f"  {id}: {choice}" for id, choice in game.reading_choices.items())
    yield "\nSummary"
    for said in sentences(game):
        yield f"  {said.says}" + (f"  ({', '.join(said.clauses)})" if said.clauses else "")
