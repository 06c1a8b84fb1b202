"""The log API, for everybody: heads, proofs and leaves, which are hashes and tell nothing else."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from pitboss.errors import Refused
from pitboss.journal.log import LogHead, prove_consistency, prove_inclusion
from pitboss.journal.log_key import fingerprint
from pitboss.journal.merkle import HASH_BYTES
from pitboss.web.api.login import Done, RequestBody
from pitboss.web.api.tables import tables_of
from pitboss.web.auth import LoggedIn
from pitboss.web.log_signing import Witnesses
from pitboss.web.receipts import LogHeadOut, ReceiptOut, receipt_out

router = APIRouter(prefix="/log", tags=["log"])

MOST_LEAVES = 5_000
"""In one answer."""
Size = Annotated[int, Query(ge=0, lt=2**53)]
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Signature = Annotated[str, Field(pattern=r"^[0-9a-f]{128}$")]
WitnessName = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[\w .,'#-]*$")]


class KeyOut(BaseModel):
    key: str = Field(description="The public key of the house (Ed25519).")
    fingerprint: str = Field(description="A hash of it, to compare aloud.")


class ConsistencyOut(BaseModel):
    earlier: int
    later: int
    proof: list[str]


class LeavesOut(BaseModel):
    first: int
    leaves: list[str] = Field(description="SHA-256 of a zero byte and the hash of the record.")


class InclusionOut(BaseModel):
    leaf: int
    size: int
    hash: str = Field(description="Of the leaf.")
    proof: list[str]


class WitnessOut(BaseModel):
    name: str
    key: str
    named: bool = Field(description="Did the house name this witness, or did it come by itself?")
    head: LogHeadOut
    cosignature: str


class WitnessesOut(BaseModel):
    witnesses: list[WitnessOut]


class HeadIn(RequestBody):
    size: Annotated[int, Field(ge=0, lt=2**53)]
    root: Hex
    time: Annotated[str, Field(max_length=40)]
    key: Hex
    signature: Signature


class CosignatureIn(RequestBody):
    name: WitnessName
    key: Hex
    head: HeadIn
    cosignature: Signature


@router.get("/head")
def show_head(request: Request) -> LogHeadOut:
    """The newest head, as the house signed it."""
    return LogHeadOut.of(tables_of(request).pit.store.log.head())


@router.get("/key")
def show_key(request: Request) -> KeyOut:
    """The key that heads are signed with."""
    key = tables_of(request).pit.store.log.head().key
    return KeyOut(key=key, fingerprint=fingerprint(key))


@router.get("/consistency")
def prove_growth(
    request: Request, earlier: Annotated[Size, Query(alias="from")], later: Annotated[Size, Query(alias="to")]
) -> ConsistencyOut:
    """Proof that the log of one size is the beginning of the log of a later size."""
    log = tables_of(request).pit.store.log
    if not earlier <= later <= log.head().size:
        raise Refused("no_such_leaf", "The log is not so long, or was longer before.")
    return ConsistencyOut(earlier=earlier, later=later, proof=list(prove_consistency(log, earlier, later)))


@router.get("/inclusion")
def prove_leaf(
    request: Request, leaf: Size, size: Annotated[int | None, Query(ge=1, lt=2**53)] = None
) -> InclusionOut:
    """Proof that a leaf is in the log of this size; of today’s, if none is given."""
    log = tables_of(request).pit.store.log
    now = log.head().size
    of = now if size is None else size
    if not leaf < of <= now:
        raise Refused("no_such_leaf", "The log has no such leaf.")
    (found,) = log.leaves(leaf, leaf + 1)
    hash = found.nodes[:HASH_BYTES].hex()
    return InclusionOut(leaf=leaf, size=of, hash=hash, proof=list(prove_inclusion(log, leaf, of)))


@router.get("/receipt")
def show_receipt(
    request: Request,
    _: LoggedIn,
    stream: Annotated[str, Query(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$")],
    sequence: Annotated[int, Query(ge=1, lt=2**53)],
) -> ReceiptOut:
    """The receipt of a record, by its stream and number."""
    receipt = receipt_out(tables_of(request).pit.store, stream, sequence)
    if receipt is None:
        raise Refused("no_such_record", "There is no such record.")
    return receipt


@router.get("/leaves")
def list_leaves(
    request: Request, first: Annotated[Size, Query(alias="from")], end: Annotated[Size, Query(alias="to")]
) -> LeavesOut:
    """The leaves from one number up to, and not including, another; 5,000 at most."""
    log = tables_of(request).pit.store.log
    leaves = log.leaves(first, min(end, first + MOST_LEAVES))
    return LeavesOut(first=first, leaves=[leaf.nodes[:HASH_BYTES].hex() for leaf in leaves])


@router.get("/witnesses")
def list_witnesses(request: Request) -> WitnessesOut:
    """Who co-signed heads of this log, and the last head of each."""
    return WitnessesOut(
        witnesses=[
            WitnessOut(
                name=one.witness, key=one.key, named=one.named, head=LogHeadOut.of(one.head),
                cosignature=one.cosignature,
            )
            for one in witnesses_of(request).all()
        ]
    )  # fmt: skip


@router.post("/cosignatures")
def cosign(body: CosignatureIn, request: Request) -> Done:
    """Co-sign a head, as a witness: the signature itself says who you are."""
    head = LogHead(**body.head.model_dump())
    witnesses_of(request).take(body.name, body.key, head, body.cosignature)
    return Done()


def witnesses_of(request: Request) -> Witnesses:
    witnesses: Witnesses = request.app.state.witnesses
    return witnesses
