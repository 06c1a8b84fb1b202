"""Receipts as answers of the API: proof that what was accepted is in the log."""

from typing import Any

import msgspec
from pydantic import BaseModel, Field

from pitboss.journal.log import LogHead, receipt_of
from pitboss.journal.store import Store


class LogHeadOut(BaseModel):
    size: int = Field(description="How many records the log has.")
    root: str = Field(description="The root of the Merkle tree over them (RFC 9162).")
    time: str = Field(description="When the house signed it.")
    key: str = Field(description="The public key of the house (Ed25519).")
    signature: str

    @classmethod
    def of(cls, head: LogHead) -> "LogHeadOut":
        return cls(**msgspec.structs.asdict(head))


class ReceiptOut(BaseModel):
    """Proof that a record is in the log; check it with `pitboss receipt check`."""

    table: str
    sequence: int
    hash: str = Field(description="Of the record.")
    leaf: int = Field(description="Its place in the log, from 0.")
    head: LogHeadOut
    proof: list[str] = Field(description="From the leaf up to the root.")


def receipt_json(store: Store, stream: str, sequence: int) -> dict[str, Any] | None:
    receipt = receipt_of(store, stream, sequence)
    return None if receipt is None else msgspec.to_builtins(receipt)


def receipt_out(store: Store, stream: str, sequence: int) -> ReceiptOut | None:
    told = receipt_json(store, stream, sequence)
    return None if told is None else ReceiptOut(**told)
