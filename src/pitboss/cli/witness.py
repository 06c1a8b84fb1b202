"""`pitboss witness`: follows the log of a house from outside, co-signs its heads, and refuses a fork."""

import itertools
import sys
import time
from pathlib import Path
from typing import TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import OpenerDirector, ProxyHandler, Request, build_opener

import msgspec

from pitboss.desk.keyfile import read_or_create_key
from pitboss.errors import BadInput, Fault
from pitboss.journal.log import Hash, LogHead, Size
from pitboss.journal.log_key import LogKey, cosigned_text, fingerprint
from pitboss.journal.witness_file import (
    Refusal,
    Seen,
    WitnessHeader,
    WitnessState,
    add_line,
    read_witness,
)

API = "/api/v1/log"
TIMEOUT_S = 20.0
MOST_BYTES = 4_000_000
LEAVES_AT_ONCE = 5_000
MOST_LEAVES = 50_000_000
LOOPBACK = ("127.0.0.1", "::1", "localhost")
T = TypeVar("T")


class _Key(msgspec.Struct):
    key: Hash


class _Consistency(msgspec.Struct):
    earlier: Size
    later: Size
    proof: tuple[Hash, ...]


class _Leaves(msgspec.Struct):
    first: Size
    leaves: tuple[Hash, ...]


class LogClient:
    """The log of a house over HTTP; whatever is wrong with it is told in a sentence."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            allowed = "http://HOST:PORT or https://HOST"
            raise BadInput([Fault(address, "this is not the address of a server.", allowed)])
        self.address = address.rstrip("/")
        handlers = [ProxyHandler({})] if parts.hostname in LOOPBACK else []
        self._opener: OpenerDirector = build_opener(*handlers)

    def get(self, path: str, kind: type[T]) -> T:
        return self._decoded(self._send(Request(f"{self.address}{API}{path}")), kind)

    def post(self, path: str, body: object) -> None:
        headers = {"Content-Type": "application/json"}
        url = f"{self.address}{API}{path}"
        self._send(Request(url, msgspec.json.encode(body), headers, method="POST"))

    def _send(self, request: Request) -> bytes:
        try:
            with self._opener.open(request, timeout=TIMEOUT_S) as answer:
                data: bytes = answer.read(MOST_BYTES + 1)
        except HTTPError as error:
            with error:
                raise self._bad(
                    f"it answered {error.code}: {error.read(400).decode(errors='replace')}"
                ) from None
        except (URLError, OSError, ValueError) as error:
            raise self._bad(f"it cannot be reached: {getattr(error, 'reason', error)}") from error
        if len(data) > MOST_BYTES:
            raise self._bad("its answer is too long")
        return data

    def _decoded(self, data: bytes, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(data, type=kind)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise self._bad(f"its answer cannot be read: {error}") from error

    def _bad(self, says: str) -> BadInput:
        return BadInput([Fault(self.address, f"{says}.")])

    def leaves(self, first: int, end: int) -> tuple[str, ...]:
        found: list[str] = []
        while first + len(found) < end <= MOST_LEAVES:
            at = first + len(found)
            page = self.get(f"/leaves?from={at}&to={min(end, at + LEAVES_AT_ONCE)}", _Leaves).leaves
            if not page:
                break
            found.extend(page)
        if len(found) != end - first:
            raise self._bad(f"it has {len(found)} leaves from {first} to {end}, not {end - first}")
        return tuple(found)


def witness(address: str, path: str, name: str, log_key: str, *, every_s: float, times: int) -> None:
    client = LogClient(address)
    key = LogKey(read_or_create_key(Path(f"{path}.key")))
    state = _state(client, Path(path), name, log_key, key)
    for number in range(times) if times else itertools.count():
        if number:
            time.sleep(every_s)
        try:
            _look(client, state, Path(path), key)
        except BadInput as error:
            if times == 1:
                raise
            print(f"pitboss: {error}", file=sys.stderr, flush=True)


def _state(client: LogClient, path: Path, name: str, log_key: str, key: LogKey) -> WitnessState:
    if path.exists():
        state = read_witness(str(path))
        if log_key and log_key != state.header.log_key:
            raise BadInput(
                [Fault("--key", "this witness watches a log with another key.", state.header.log_key)]
            )
        if state.header.key != key.public:
            raise BadInput([Fault(f"{path}.key", "this is not the key of the witness.")])
        return state
    known = log_key or client.get("/key", _Key).key
    header = WitnessHeader(name or "witness", key.public, known, client.address)
    add_line(path, header)
    print(
        f"{header.witness} watches the log of {client.address} under its key {fingerprint(known)}.",
        flush=True,
    )
    return WitnessState(header)


def _look(client: LogClient, state: WitnessState, path: Path, key: LogKey) -> None:
    head, last = client.get("/head", LogHead), state.last
    if head.size == last.size and head.root == last.root and not state.objection(head, ()):
        head = last
    proof: tuple[str, ...] = ()
    if last.size < head.size and last.size:
        proof = client.get(f"/consistency?from={last.size}&to={head.size}", _Consistency).proof
    if says := state.objection(head, proof):
        _refuse(path, Refusal(says, head, last, proof))
    if head != last:
        leaves = client.leaves(last.size, head.size)
        seen = Seen(head, key.sign_text(cosigned_text(state.header.witness, head)), leaves)
        try:
            state.take(seen)
        except ValueError as error:
            _refuse(path, Refusal(str(error), head, last, proof))
        add_line(path, seen)
    signed = key.sign_text(cosigned_text(state.header.witness, head))
    body = {"name": state.header.witness, "key": key.public, "head": head, "cosignature": signed}
    client.post("/cosignatures", body)
    print(f"{head.size} records, root {head.root}: co-signed.", flush=True)


def _refuse(path: Path, refusal: Refusal) -> None:
    """Kept as evidence: both heads are signed by the house."""
    add_line(path, refusal)
    print(f"REFUSED: {refusal.refused}.", file=sys.stderr)
    for what, head in (("last", refusal.last), ("now", refusal.head)):
        signed = f"signed {head.time} with {head.key}" if head.signature else "not signed"
        print(f"  {what:<5} {head.size} records, root {head.root}, {signed}", file=sys.stderr)
    print(f"Both are kept in {path}.", file=sys.stderr)
    sys.exit(1)
