"""What must be true of a journal whatever happened to its writers; shares no check with the desk's own audit.

Hashes are computed from the page that specifies them, shoes are dealt again from what was opened, chips are
counted by the auditor, accounts by adding up.
"""

import hashlib
import json
from collections import Counter
from typing import Any

import msgspec

from pitboss.journal.records import Record
from pitboss.journal.store import Store
from pitboss.rules.cards import Card
from pitboss.table import events as e
from tests.desk.auditor import Auditor

KINDS = {kind.__name__: kind for kind in e.EVENTS}
HOUSE = "house"
"""The stream of the house book, which is about people."""
RANKS, SUITS = "A23456789TJQK", "cdhs"


class Journal:
    """All streams of a store, each record checked as it is read."""

    def __init__(self, store: Store) -> None:
        self.keys: Counter[tuple[str, str]] = Counter()
        self.hashes: set[str] = set()
        self.tables: dict[str, TableStream] = {}
        self.accounts: Counter[str] = Counter()
        self.cage_acts: Counter[str] = Counter()
        """Cents by the name of the act."""
        self.records: dict[str, list[Record]] = {}
        for name in store.heads():
            records = self.records[name] = list(store.read(name))
            self._check_chain(name, records)
            if name != HOUSE:
                self._read(name, records)

    def _check_chain(self, name: str, records: list[Record]) -> None:
        before = "0" * 64
        for number, record in enumerate(records, 1):
            line = (
                f'{{"table":"{name}","sequence":{number},"time":"{record.time}","actor":"{record.actor}",'
                f'"kind":"{record.kind}","payload":{record.payload},"previous":"{before}"}}'
            )
            assert record.hash == hashlib.sha256(line.encode()).hexdigest(), (name, number)
            assert (record.table, record.sequence, record.previous) == (name, number, before)
            before = record.hash
            self.hashes.add(record.hash)

    def _read(self, name: str, records: list[Record]) -> None:
        if name != "cage":
            self.tables[name] = TableStream()
        for record in records:
            payload = json.loads(record.payload)
            if payload.get("key"):
                self.keys[name, payload["key"]] += 1
            if name == "cage":
                self._read_cage(payload["act"])
            else:
                self.tables[name].shoes.table = name
                self.tables[name].read(record.kind, payload)

    def _read_cage(self, act: dict[str, Any]) -> None:
        self.cage_acts[act["type"]] += act["cents"]
        if "account" in act:
            sign = 1 if act["type"] in ("Deposit", "CashOut", "ChipsReturned") else -1
            self.accounts[act["account"]] += sign * act["cents"]
            assert self.accounts[act["account"]] >= 0, act


class TableStream:
    def __init__(self) -> None:
        self.shoes = Shoes()
        self.auditor = Auditor(0)
        self.begun = self.ended = 0

    def read(self, kind: str, payload: dict[str, Any]) -> None:
        acts = payload.get("acts", ())
        told = [event for act in acts for event in act["events"]] + list(payload.get("events", ()))
        for event in told:
            self._see(msgspec.convert(event, KINDS[event["type"]]))
        self.shoes.hear(kind, payload)
        if kind == "Money":
            self._count(payload["act"]["type"], payload["act"]["cents"])

    def _see(self, event: e.Event) -> None:
        self.shoes.see(event)
        self.auditor.see(event)
        self.begun += isinstance(event, e.BettingClosed)
        self.ended += isinstance(event, e.TableCleared) and self.begun > self.ended
        assert min(self.auditor.expected.values(), default=0) >= 0, event

    def _count(self, act: str, cents: int) -> None:
        match act:
            case "FloatAdvanced" | "FillReceived" | "Fill":
                self.auditor.add("rack", cents)
            case "CreditSent" | "Credit":
                self.auditor.add("rack", -cents)
            case "TrayOpened" | "TrayClosed" | "OpeningCount" | "ClosingCount":
                self.auditor.places["rack"] = cents
            case "BoxExchanged" | "EmptyDrop":
                self.auditor.add("drop", -cents)
            case "TipsCollected" | "PayTips":
                self.auditor.add("tips", -cents)


class Shoes:
    """Every card that left a shoe, in order; when the shoe is opened each must be the one that lay there."""

    def __init__(self) -> None:
        self.table = ""
        self.promised: dict[int, str] = {}
        self.fixed: dict[int, int] = {}
        """How many cards each shoe has whose order is determined."""
        self.cuts: dict[int, list[int]] = {}
        self.drawn: dict[int, list[Card | None]] = {}
        self.opened: set[int] = set()
        self.number = 0
        self._continuous = False
        self._down: tuple[int, int] = (0, 0)
        self._hidden = False
        self._held: tuple[int, int] = (0, 0)

    def see(self, event: Any) -> None:
        self._hidden = isinstance(event, e.HoleDealt) or (
            self._hidden and not isinstance(event, (e.HoleTurned, e.TableCleared))
        )
        match event:
            case e.CardsShuffled():
                self._shuffled()
            case e.TableCleared() if self._continuous:
                self._shuffled()
            case e.CardsCut():
                self.cuts[self.number].append(event.depth)
            case e.CardDealt() | e.FaceUpCardFound() | e.CardOverdrawn():
                shoe, place = self._leaves(event)
                self.drawn[shoe][place] = event.card
            case e.CardBurned():
                self._leaves(event)
            case e.HoleDealt():
                self._down = self._leaves(event)
            case e.CardDrawnInError():
                self._held = self._leaves(event)
                self.drawn[self._held[0]][self._held[1]] = event.card
            case e.HoleTurned():
                self.drawn[self._down[0]][self._down[1]] = event.card

    def _shuffled(self) -> None:
        self.number += 1
        self.cuts[self.number], self.drawn[self.number] = [], []

    def _leaves(self, event: Any) -> tuple[int, int]:
        """The shoe and the place of the card; one drawn in error before has left already."""
        if getattr(event, "held", False):
            return self._held
        assert self.number in self.promised, "promised before the first card"
        assert self.number in self.fixed or isinstance(event, e.CardBurned), "all seeds before the first card"
        assert self.number not in self.opened, "no card is dealt from an order that is known"
        self.drawn[self.number].append(None)
        return self.number, len(self.drawn[self.number]) - 1

    def hear(self, kind: str, payload: dict[str, Any]) -> None:
        if kind in ("TableOpened", "RulesChanged"):
            choices = payload["choices"] if kind == "TableOpened" else payload["after"]
            self._continuous = "shuffler=continuous" in choices
        elif kind == "SeedCommitted":
            assert payload["shoe"] == self.number + 1
            self.promised[payload["shoe"]] = payload["commitment"]
        elif kind == "ShoeFixed":
            assert payload["shoe"] == self.number
            self.fixed[self.number] = payload["cards"]
        elif kind == "ShoeOpened":
            self._open(payload["shoe"], payload["order"], payload["seed"])

    def _open(self, shoe: int, order: str, seed: str) -> None:
        text = f"pitboss house seed 1\n{self.table}\n{shoe}\n{seed}\n"
        cards = [order[at : at + 2] for at in range(0, len(order), 2)]
        assert self.promised[shoe] == hashlib.sha256(text.encode()).hexdigest()
        assert self.fixed.get(shoe, 0) == len(cards)
        if not cards:
            assert not any(self.drawn.get(shoe, ()))
            self.opened.add(shoe)
            return
        for depth in self.cuts[shoe]:
            cards = cards[depth:] + cards[:depth]
        for place, drawn in enumerate(self.drawn[shoe]):
            told = drawn and RANKS[drawn.rank - 1] + SUITS[drawn.suit]
            assert told in (None, cards[place]), (shoe, place, told, cards[place])
        assert not self._hidden, "nothing is opened while a card lies face down"
        self.opened.add(shoe)
