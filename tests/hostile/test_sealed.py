"""Files sealed by a hash and sealed again after a change: whoever forges them knows how hashes are made."""

import json
import random
from pathlib import Path

import pytest

from checker.form import digest
from pitboss.journal.archive import export_archive
from pitboss.journal.archive_store import open_archive
from pitboss.journal.memory import MemoryStore
from pitboss.journal.records import START, Draft, Record, append_to
from pitboss.journal.store import Append, append
from tests.hostile.forks import Forks
from tests.hostile.judging import faults_of
from tests.hostile.mutations import spoiled_value
from tests.seeds import seeds

SOME = seeds(8)
READERS = (
    "journal verify", "journal show --table t1", "journal show --table t1 --json", "journal replay t1",
    "records rounds --table t1", "records totals --table t1", "records events --table t1", "records open",
    "journal export out.zip", "journal import copy.db",
)  # fmt: skip


def test_a_certificate_with_another_value_anywhere_gets_a_sentence(
    specimens: Path, runner: Forks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    whole = json.loads((specimens / "certificate.json").read_bytes())
    for seed in SOME:
        forged = spoiled_value(whole, seed)
        Path("c.json").write_text(json.dumps(forged | {"sha256": digest(forged)}))
        outcome = runner.run("c.json", program="checker")
        assert not faults_of(outcome, (0, 1)), (seed, outcome)
        assert outcome.out.startswith(("c.json: holds", "c.json: does not hold")), outcome


def test_a_journal_with_another_payload_anywhere_gets_a_sentence(
    specimens: Path, runner: Forks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    archive = open_archive(str(specimens / "journal.zip"))
    records, keys = list(archive.read("t1")), tuple(archive.keys("t1"))
    archive.close()
    for seed in SOME:
        store = MemoryStore()
        append(store, Append(tuple(forged_records(records, seed)), keys=keys))
        export_archive(store, "forged.zip")
        for command in READERS:
            group, name, *rest = command.split()
            outcome = runner.run(group, name, "forged.zip", *rest)
            allowed = (0, 1) if name == "verify" else (0, 2)
            assert not faults_of(outcome, allowed), (seed, command, outcome)
        Path("copy.db").unlink(missing_ok=True)


def forged_records(records: list[Record], seed: int) -> list[Record]:
    """One payload is another, and every hash after it is made anew."""
    changed = random.Random(seed).randrange(len(records))
    head, forged = START, []
    for number, record in enumerate(records):
        payload = record.payload
        if number == changed:
            spoilt = json.dumps(spoiled_value(json.loads(payload), seed), separators=(",", ":"))
            payload = spoilt if spoilt.startswith("{") else "{}"
        draft = Draft(record.table, record.time, record.actor, record.kind, payload)
        forged.append(append_to(head, draft))
        head = forged[-1].head
    return forged
