"""A journal as plain text: nothing is lost, nothing can be changed, and nobody needs us to read it."""

import json
import zipfile
from pathlib import Path

import pytest

from pitboss.errors import BadStore, BrokenChain
from pitboss.journal.archive import export_archive, import_archive
from pitboss.journal.memory import MemoryStore
from pitboss.journal.records import START, Draft, Record, append_to
from pitboss.journal.store import Append, CommandKey, Secret, append
from tests.journal.verifier import check_archive


def journal(number: int = 5) -> MemoryStore:
    store = MemoryStore()
    for stream in ("cage", "t1"):
        head, records = START, []
        for word in range(number):
            payload = json.dumps({"word": f"größer {word}"}, ensure_ascii=False)
            record = append_to(head, Draft(stream, "2026-03-01T12:00:00.000000Z", "p1", "Said", payload))
            records.append(record)
            head = record.head
        key = CommandKey(stream, "k1", "d", 1, 2)
        append(store, Append(tuple(records), keys=(key,), seal=(Secret("t1", "shoe 1", b"secret order"),)))
    return store


@pytest.fixture
def archive(tmp_path: Path) -> str:
    path = str(tmp_path / "journal.zip")
    export_archive(journal(), path)
    return path


def everything(store: MemoryStore) -> dict[str, tuple[list[Record], list[CommandKey]]]:
    return {stream: (list(store.read(stream)), store.keys(stream)) for stream in store.heads()}


def test_import_of_an_export_gives_the_same_records_hashes_and_keys(archive: str) -> None:
    store = MemoryStore()
    assert import_archive(archive, store) == journal().heads()
    assert everything(store) == everything(journal())


def test_an_archive_says_in_its_readme_how_it_is_checked(archive: str) -> None:
    with zipfile.ZipFile(archive) as file:
        text = file.read("README.txt").decode()
        lines = file.read("streams/t1.jsonl").decode().splitlines()
    assert "SHA-256" in text
    assert [json.loads(line)["sequence"] for line in lines] == [1, 2, 3, 4, 5]


def test_a_program_written_from_the_page_alone_accepts_it(archive: str) -> None:
    assert check_archive(archive) == ""


def test_no_secret_leaves_with_it(archive: str) -> None:
    with zipfile.ZipFile(archive) as file:
        assert all(b"secret order" not in file.read(name) for name in file.namelist())


def test_the_same_journal_gives_the_same_bytes(archive: str, tmp_path: Path) -> None:
    export_archive(journal(), str(tmp_path / "again.zip"))
    assert (tmp_path / "again.zip").read_bytes() == Path(archive).read_bytes()


def rewritten(archive: str, name: str, text: bytes) -> None:
    with zipfile.ZipFile(archive) as file:
        parts = {part: file.read(part) for part in file.namelist()}
    with zipfile.ZipFile(archive, "w") as changed:
        for part, body in (parts | {name: text}).items():
            changed.writestr(part, body)


def test_every_changed_byte_of_a_stream_is_found_and_named(archive: str) -> None:
    """Whoever rewrites the archive properly, checksums and all, is found out by the chain."""
    with zipfile.ZipFile(archive) as file:
        text = file.read("streams/t1.jsonl")
    for at in range(0, len(text), 3):
        changed = text[:at] + bytes((text[at] ^ 1,)) + text[at + 1 :]
        rewritten(archive, "streams/t1.jsonl", changed)
        number = text[:at].count(b"\n") + 1
        store = MemoryStore()
        with pytest.raises((BrokenChain, BadStore)) as fault:
            import_archive(archive, store)
        if isinstance(fault.value, BrokenChain):
            assert fault.value.sequence in (number, number + 1)
        assert store.heads() == {}, "nothing of a faulty archive is kept"
        assert check_archive(archive).startswith("record "), "and a stranger finds it too"


def test_records_cut_off_at_the_end_are_missed(archive: str) -> None:
    with zipfile.ZipFile(archive) as file:
        lines = file.read("streams/t1.jsonl").splitlines(keepends=True)
    rewritten(archive, "streams/t1.jsonl", b"".join(lines[:-1]))
    with pytest.raises(BrokenChain) as fault:
        import_archive(archive, MemoryStore())
    assert (fault.value.sequence, fault.value.field) == (5, "last record")
    assert check_archive(archive) == "record 5 of t1: last record"


def test_a_damaged_file_is_told_in_a_sentence(archive: str) -> None:
    body = Path(archive).read_bytes()
    Path(archive).write_bytes(body[: len(body) // 2])
    with pytest.raises(BadStore, match="the archive cannot be read"):
        import_archive(archive, MemoryStore())


def test_an_import_cut_short_is_finished_by_another(archive: str) -> None:
    store = MemoryStore()
    append(store, Append(tuple(journal().read("t1"))[:2]))
    import_archive(archive, store)
    import_archive(archive, store)
    assert everything(store) == everything(journal())


def test_a_stream_of_the_same_name_is_never_written_over(archive: str) -> None:
    store = MemoryStore()
    other = append_to(START, Draft("t1", "2026-03-01T12:00:00.000000Z", "p1", "Other", "{}"))
    append(store, Append((other,)))
    with pytest.raises(BadStore, match="different stream named t1"):
        import_archive(archive, store)
    assert list(store.read("t1")) == [other]


def test_a_missing_archive_is_told() -> None:
    with pytest.raises(BadStore, match="no such file"):
        import_archive("nowhere.zip", MemoryStore())


def test_an_archive_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="cannot be written"):
        export_archive(journal(), str(tmp_path / "nowhere" / "journal.zip"))
