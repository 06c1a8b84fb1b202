"""A journal checked by a program that knows docs/journal.md and nothing else: `verifier.py ARCHIVE`."""

import hashlib
import json
import re
import sys
import zipfile
from typing import Any

MEMBERS = ["table", "sequence", "time", "actor", "kind", "payload", "previous", "hash"]
TAIL = re.compile(rb',"previous":"([0-9a-f]{64})","hash":"([0-9a-f]{64})"\}\Z')
FIELDS = {
    "table": r"[a-z0-9][a-z0-9-]{0,31}",
    "time": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z",
    "actor": r'[^"\\\x00-\x1f\x7f-\U0010ffff]{1,64}',
    "kind": r'[^"\\\x00-\x1f\x7f-\U0010ffff]{1,64}',
}


def fault_of_line(line: bytes, stream: str, number: int, previous: str) -> str:
    """What is wrong with one record, or nothing."""
    tail = TAIL.search(line)
    if tail is None:
        return "form"
    try:
        record = json.loads(line)
    except ValueError:
        return "form"
    if not isinstance(record, dict) or list(record) != MEMBERS or not isinstance(record["payload"], dict):
        return "form"
    words = (f'"{name}":{json.dumps(record[name])}' for name in MEMBERS[:5])
    if not line.startswith(("{" + ",".join(words) + ',"payload":{').encode()):
        return "form"
    for name, pattern in FIELDS.items():
        if not isinstance(record[name], str) or not re.fullmatch(pattern, record[name], re.ASCII):
            return name
    if record["table"] != stream:
        return "table"
    if record["sequence"] != number or isinstance(record["sequence"], bool):
        return "sequence"
    if record["previous"] != previous:
        return "previous"
    body = line[: line.rindex(b',"hash":"')] + b"}"
    return "" if hashlib.sha256(body).hexdigest() == record["hash"] else "hash"


def check_stream(lines: list[bytes], stream: str, noted: dict[str, Any]) -> str:
    previous, number = "0" * 64, 0
    for number, line in enumerate(lines, 1):
        fault = fault_of_line(line, stream, number, previous)
        if fault:
            return f"record {number} of {stream}: {fault}"
        previous = json.loads(line)["hash"]
    if (number, previous) != (noted["sequence"], noted["hash"]):
        return f"record {max(number, noted['sequence'])} of {stream}: last record"
    return ""


def check_archive(path: str) -> str:
    """The first fault of an archive, or nothing."""
    with zipfile.ZipFile(path) as archive:
        heads = [json.loads(line) for line in archive.read("heads.jsonl").splitlines()]
        noted = {head["table"]: head for head in heads}
        streams = {
            name.removeprefix("streams/").removesuffix(".jsonl"): archive.read(name)
            for name in archive.namelist()
            if name.startswith("streams/")
        }
    for stream in sorted(set(noted) ^ set(streams)):
        return f"record 1 of {stream}: the stream is not in both places"
    for stream in sorted(streams):
        text = streams[stream]
        fault = check_stream(text.split(b"\n")[:-1], stream, noted[stream])
        if fault or not text.endswith(b"\n"):
            return fault or f"last record of {stream}: no end of line"
    return ""


if __name__ == "__main__":
    told = check_archive(sys.argv[1])
    print(told or "holds")
    sys.exit(1 if told else 0)
