"""A dispute pack: a finished round with its rules and records, to be read and checked without Pitboss."""

import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO

from pitboss.games.explain import sentences
from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_cents
from pitboss.journal.archive import ENTRY_DATE
from pitboss.journal.records import Record, line_of
from pitboss.table.event_text import sentence
from pitboss.table.state import Table
from pitboss.web.history import CARD_PLACES, CHIP_PLACES, Shoe, Step, conserved
from pitboss.web.round_index import RoundSpan

README = """Round {span.round} of table {table}, from {span.began} to {span.ended}.

account.txt     what was done, by whom and when, each event with the clause that decided it
notation.txt    the same in one line of notation
rules.txt       the game as it was played: options, readings, and a summary of its rules
records.jsonl   records {first.sequence} to {last.sequence} of the journal, exactly as written
shoes.json      the commitment made before the first card was dealt and, once the shoe is opened, its order
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

CHECK = '''"""Are these records complete and unchanged? Exits with the first fault if not."""

import hashlib
import json
import sys
from pathlib import Path

lines = (Path(__file__).parent / "records.jsonl").read_text(encoding="utf-8").splitlines()
before = None
for line in lines:
    record = json.loads(line)
    body = line[: line.rindex(\',"hash":"\')] + "}"
    name = f"record {record[\'sequence\']}"
    if hashlib.sha256(body.encode()).hexdigest() != record["hash"]:
        sys.exit(f"{name} was changed: its hash does not match.")
    if before and (record["sequence"], record["previous"]) != (before["sequence"] + 1, before["hash"]):
        sys.exit(f"{name} does not follow the one before it.")
    before = record
(head,) = json.loads((Path(__file__).parent / "anchor.json").read_text(encoding="utf-8"))
if before is None or (before["sequence"], before["hash"]) != (head["sequence"], head["hash"]):
    sys.exit("The last record is not the one named in anchor.json.")
print(f"{len(lines)} records are intact, up to {before[\'sequence\']}, {before[\'hash\']}")
'''


def pack(
    table: str, span: RoundSpan, steps: Sequence[Step], records: Sequence[Record], shoes: Sequence[Shoe],
    names: Mapping[str, str],
) -> bytes:  # fmt: skip
    """The ZIP file; the same round gives the same bytes until its shoe is opened."""
    first, last = records[0], records[-1]
    head = {"table": table, "sequence": last.sequence, "hash": last.hash}
    files = {
        "README.txt": README.format(span=span, table=table, first=first, last=last),
        "account.txt": "\n".join(_account(steps, names)) + "\n",
        "notation.txt": " ".join(step.act for step in steps if step.command) + "\n",
        "rules.txt": "\n".join(_rules(steps[0].after.terms.game)) + "\n",
        "records.jsonl": "".join(line_of(record) + "\n" for record in records),
        "shoes.json": json.dumps([shoe._asdict() for shoe in shoes if _dealt_in(shoe, span)], indent=1)
        + "\n",
        "anchor.json": json.dumps([head]) + "\n",
        "check.py": CHECK,
    }
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, ENTRY_DATE), text)
    return made.getvalue()


def _dealt_in(shoe: Shoe, span: RoundSpan) -> bool:
    return shoe.committed_at <= span.last and (not shoe.opened_at or shoe.opened_at >= span.first)


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
