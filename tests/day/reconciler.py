"""A bookkeeper who shares nothing with the bank: it reads raw records and counts what lies where.

It knows no accounts and no moves. Cash is in the cage, in a box on a table or in the count room; chips are in
the vault, with whoever carries them, in a tray, at a seat, on the layout or in a tip box; and what the house
owes is a player's deposit, the tip pool, or the electronic chips at a table. What came in and what went out
is noted by the act that brought it. The ledgers of the bank are held against these counts from outside.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.day.felt import Felt, Miscount, must, told_by

CAGE, HOUSE = "cage", "house"
SEATED = ("BuyIn", "CashOut", "ChipsDrawn", "ChipsReturned")
CARRIED = ("FillReceived", "CreditSent", "FloatAdvanced", "BoxExchanged", "TipsCollected")

Ledgers = Mapping[str, Mapping[str, int]]
"""The balances of every stream, by the names of their accounts."""


class RawRecord(Protocol):
    @property
    def table(self) -> str: ...
    @property
    def sequence(self) -> int: ...
    @property
    def actor(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def payload(self) -> str: ...


@dataclass
class Carriage:
    """A slip: chips on paper, and where they are."""

    kind: str
    told: tuple[Any, ...]
    asked_by: str
    sent_by: str = ""
    under_way: int = 0
    over: bool = False


@dataclass
class CountedBox:
    cents: int
    taken_by: str


@dataclass
class Reconciler:
    cash: int = 0
    vault: int = 0
    slips: dict[int, Carriage] = field(default_factory=dict)
    boxes: dict[str, CountedBox] = field(default_factory=dict)
    """In the count room, not yet counted."""
    deposits: Counter[str] = field(default_factory=Counter)
    tip_pool: int = 0
    closed: bool = False
    felts: dict[str, Felt] = field(default_factory=dict)
    cash_flow: Counter[str] = field(default_factory=Counter)
    chip_flow: Counter[str] = field(default_factory=Counter)
    claim_flow: Counter[str] = field(default_factory=Counter)
    """What crossed the walls of the house, by the act that signs for it; into the house is positive."""
    read_to: Counter[str] = field(default_factory=Counter)
    acts: Counter[str] = field(default_factory=Counter)

    # ---- reading

    def read_all(self, records: Iterable[RawRecord]) -> None:
        """New records of every stream, each stream in its order."""
        waiting = []
        for record in records:
            must(record.sequence == self.read_to[record.table] + 1, f"{record.table}: a record is missing")
            self.read_to[record.table] += 1
            if record.table == CAGE:
                waiting.append(record)
            elif record.table != HOUSE:
                self.felts.setdefault(record.table, Felt(record.table)).read(
                    record.sequence, record.actor, record.kind, json.loads(record.payload)
                )
        for record in waiting:
            self._at_cage(record, json.loads(record.payload)["act"])
        for felt in self.felts.values():
            must(not felt.transfers, f"{felt.name}: the cage has no record of {felt.transfers}")

    def _at_cage(self, record: RawRecord, act: dict[str, Any]) -> None:
        kind = act["type"]
        self.acts[kind] += 1
        must(record.kind == "Money", f"cage {record.sequence}: a {record.kind}")
        must(record.actor, f"cage {record.sequence}: nobody signed a {kind}")
        must(act["cents"] >= 0, f"cage {record.sequence}: {act['cents']} cents")
        if kind in SEATED:
            self._seated(kind, act)
        elif kind in CARRIED:
            self._carried(kind, act, record.actor)
        elif "slip" in act:
            self._slip(kind, act, record.actor)
        else:
            self._window(kind, act, record.actor)
        self._check_held(record.sequence)

    def _check_held(self, sequence: int) -> None:
        must(self.cash >= 0, f"cage {sequence}: {self.cash} cents in cash")
        must(self.vault >= 0, f"cage {sequence}: {self.vault} cents in chips")
        must(self.tip_pool >= 0, f"cage {sequence}: {self.tip_pool} cents of tips")
        must(min(self.deposits.values(), default=0) >= 0, f"cage {sequence}: {self.deposits}")

    # ---- both at a table and at the cage

    def _matched(self, kind: str, act: dict[str, Any], actor: str) -> Felt:
        """The table's record of the same, which must be there."""
        felt = self.felts.get(act["table"])
        must(felt is not None, f"a {kind} at no table: {act}")
        assert felt is not None
        entry = (kind, actor if kind in CARRIED else "", *told_by(act))
        if entry not in felt.transfers:
            raise Miscount(f"{felt.name} has no record of {entry}, only of {felt.transfers}")
        felt.transfers.remove(entry)
        return felt

    def _seated(self, kind: str, act: dict[str, Any]) -> None:
        self._matched(kind, act, "")
        account, cents = act["account"], act["cents"]
        leaves = kind in ("ChipsReturned", "CashOut")
        self.deposits[account] += cents if leaves else -cents
        if kind in ("ChipsDrawn", "ChipsReturned"):
            self.vault += cents if leaves else -cents
            self.claim_flow[kind] += cents if leaves else -cents

    def _carried(self, kind: str, act: dict[str, Any], actor: str) -> None:
        felt, cents = self._matched(kind, act, actor), act["cents"]
        match kind:
            case "FillReceived":
                slip = self._under_way("FillRequested", act)
                must(slip.sent_by != actor, f"{actor} sends and receives slip {act['slip']}")
                slip.under_way, slip.over = 0, True
            case "CreditSent":
                slip = self._requested("CreditRequested", act)
                slip.under_way, slip.sent_by = cents, actor
            case "FloatAdvanced":
                self.claim_flow[kind] += cents
            case "BoxExchanged":
                must(act["box"] not in self.boxes, f"box {act['box']} is in the count room")
                self.boxes[act["box"]] = CountedBox(cents, actor)
            case "TipsCollected":
                self.tip_pool += cents
                if not felt.electronic:
                    self.vault += cents
                    self.claim_flow[kind] += cents

    # ---- slips

    def _slip(self, kind: str, act: dict[str, Any], actor: str) -> None:
        number, cents = act["slip"], act["cents"]
        match kind:
            case "FillRequested" | "CreditRequested":
                must(number == len(self.slips) + 1, f"slip {number} after {len(self.slips)}")
                must(cents == _worth(act["chips"]), f"slip {number}: {act}")
                self.slips[number] = Carriage(kind, _paper(act), actor)
            case "FillIssued":
                slip = self._requested("FillRequested", act)
                must(slip.asked_by != actor and not self.closed, f"{actor} issues slip {number}")
                self.vault -= cents
                slip.under_way, slip.sent_by = cents, actor
            case "CreditReceived":
                slip = self._under_way("CreditRequested", act)
                must(slip.sent_by != actor and not self.closed, f"{actor} receives slip {number}")
                self.vault += cents
                slip.under_way, slip.over = 0, True
            case "SlipVoided":
                slip = self.slips[number]
                must(not slip.over and slip.told == _paper(act), f"slip {number} is voided: {act}")
                must(slip.kind == "FillRequested" or not slip.under_way, f"credit {number} is voided")
                must(not slip.under_way or not self.closed, f"the cage is closed, and slip {number} is back")
                self.vault += slip.under_way
                slip.under_way, slip.over = 0, True
            case _:
                raise Miscount(f"a {kind} at the cage")

    def _requested(self, kind: str, act: dict[str, Any]) -> Carriage:
        slip = self.slips[act["slip"]]
        must((slip.kind, slip.told) == (kind, _paper(act)), f"slip {act['slip']}: {act}")
        must(not slip.over and not slip.under_way, f"slip {act['slip']} was under way")
        return slip

    def _under_way(self, kind: str, act: dict[str, Any]) -> Carriage:
        slip = self.slips[act["slip"]]
        must((slip.kind, slip.told) == (kind, _paper(act)), f"slip {act['slip']}: {act}")
        must(slip.under_way == act["cents"], f"slip {act['slip']}: {slip.under_way} under way")
        return slip

    # ---- at the window and in the count room

    def _window(self, kind: str, act: dict[str, Any], actor: str) -> None:
        cents = act["cents"]
        must(actor != "house", f"nobody signed a {kind}")
        must(not self.closed or kind == "CageOpened", f"a {kind} at a closed cage")
        match kind:
            case "CapitalIn" | "CapitalOut":
                self._capital(act["of"], cents if kind == "CapitalIn" else -cents)
            case "CageOpened" | "CageClosed":
                self._count_cage(act)
                self.closed = kind == "CageClosed"
            case "Deposit" | "Withdraw":
                cents = cents if kind == "Deposit" else -cents
                self._cash_over_the_counter(kind, cents)
                self.deposits[act["account"]] += cents
                self.claim_flow[kind] += cents
            case "ChipsSold" | "ChipsRedeemed":
                cents = cents if kind == "ChipsSold" else -cents
                self._cash_over_the_counter(kind, cents)
                self.vault -= cents
                self.chip_flow[kind] -= cents
            case "BoxCounted":
                box = self.boxes.pop(act["box"])
                must(box.taken_by != actor, f"{actor} takes box {act['box']} and counts it")
                must(_worth(act.get("notes", ())) in (0, cents), f"box {act['box']}: {act}")
                self.cash += cents
                self.cash_flow["variance"] += cents - box.cents
            case "TipsPaid":
                self.tip_pool -= cents
                self._cash_over_the_counter(kind, -cents)
                self.claim_flow[kind] -= cents
            case _:
                raise Miscount(f"a {kind} at the cage")

    def _capital(self, of: str, cents: int) -> None:
        if of == "cash":
            self._cash_over_the_counter("capital", cents)
        else:
            must(of == "chips", of)
            self.vault += cents
            self.chip_flow["capital"] += cents

    def _cash_over_the_counter(self, why: str, cents: int) -> None:
        self.cash += cents
        self.cash_flow[why] += cents

    def _count_cage(self, act: dict[str, Any]) -> None:
        cash, chips = _worth(act["cash"]), _worth(act["chips"])
        must(cash + chips == act["cents"], act)
        self.cash_flow["variance"] += cash - self.cash
        self.chip_flow["variance"] += chips - self.vault
        self.cash, self.vault = cash, chips

    # ---- sums

    @property
    def transit(self) -> int:
        return sum(slip.under_way for slip in self.slips.values())

    @property
    def real(self) -> list[Felt]:
        return [felt for felt in self.felts.values() if not felt.electronic]

    @property
    def electronic(self) -> list[Felt]:
        return [felt for felt in self.felts.values() if felt.electronic]

    def all_cash(self) -> int:
        in_boxes = sum(box.cents for box in self.boxes.values()) + sum(f.box for f in self.felts.values())
        return self.cash + in_boxes

    def all_chips(self) -> int:
        return self.vault + self.transit + sum(felt.chips for felt in self.real)

    def all_claims(self) -> int:
        """What the house owes: deposits, tips and electronic chips."""
        owed = sum(self.deposits.values()) + self.tip_pool
        return owed + sum(felt.chips for felt in self.electronic)

    def check_flows(self) -> None:
        """What is in the house is what acts brought in, less what acts took out."""
        cash = sum(self.cash_flow.values()) + sum(felt.cash_taken for felt in self.felts.values())
        must(self.all_cash() == cash, f"{self.all_cash()} cents in cash, {cash} by the acts")
        chips = sum(self.chip_flow.values()) + sum(
            felt.chips_brought - felt.chips_taken_away + felt.found - felt.missing for felt in self.real
        )
        must(self.all_chips() == chips, f"{self.all_chips()} cents in chips, {chips} by the acts")
        claims = sum(self.claim_flow.values()) + sum(
            felt.chips_brought - felt.chips_taken_away for felt in self.electronic
        )
        must(self.all_claims() == claims, f"{self.all_claims()} cents owed, {claims} by the acts")

    # ---- the bank's ledgers, held against the counts

    def check(self, ledgers: Ledgers) -> None:
        self.check_flows()
        self._check_places(CAGE, self._cage_places(), ledgers.get(CAGE, {}))
        must(set(ledgers) - {CAGE, HOUSE} == set(self.felts), "ledgers of other tables")
        for felt in self.felts.values():
            ledger = ledgers[felt.name]
            self._check_places(felt.name, felt.places(), ledger)
            between = f"clearing:{felt.name}"
            lost = ledger.get(between, 0) + ledgers.get(CAGE, {}).get(between, 0)
            must(not lost, f"{lost} cents between the cage and {felt.name}")
            must(ledger.get("shortage", 0) == felt.missing, f"{felt.name}: shortage {felt.missing}")
            must(ledger.get("street", 0) == -felt.cash_taken, f"{felt.name}: cash {felt.cash_taken}")
        self._check_outside(ledgers)

    def _cage_places(self) -> dict[str, int]:
        held = {"cash": self.cash, "vault": self.vault, "transit": self.transit, "tip pool": self.tip_pool}
        held |= {f"box {number}": box.cents for number, box in self.boxes.items()}
        held |= {f"player {account}": cents for account, cents in self.deposits.items()}
        return {place: cents for place, cents in held.items() if cents}

    def _check_places(self, stream: str, counted: dict[str, int], ledger: Mapping[str, int]) -> None:
        outside = ("street", "chips outside", "owed", "cash variance", "chip variance", "shortage")
        booked = {
            place: cents
            for place, cents in ledger.items()
            if cents and place not in outside and not place.startswith("clearing:")
        }
        must(booked == counted, f"{stream}: the books say {booked}, counted {counted}")

    def _check_outside(self, ledgers: Ledgers) -> None:
        """The three kinds of money each add up to nothing with what is outside."""

        def booked(account: str) -> int:
            return sum(ledger.get(account, 0) for ledger in ledgers.values())

        cash_lost, chips_lost = -self.cash_flow["variance"], -self.chip_flow["variance"]
        missing = sum(felt.missing for felt in self.felts.values())
        must(booked("cash variance") == cash_lost, f"{cash_lost} cents of cash were not found")
        must(booked("chip variance") == chips_lost, f"{chips_lost} cents of chips were not found")
        street = -self.all_cash() - cash_lost
        must(booked("street") == street, f"{booked('street')} cents in the street, counted {street}")
        pockets = -self.all_chips() - chips_lost - missing
        must(booked("chips outside") == pockets, f"{booked('chips outside')} outside, counted {pockets}")
        must(booked("owed") == -self.all_claims(), f"{booked('owed')} owed, counted {-self.all_claims()}")


def _worth(chips: Iterable[Iterable[int]]) -> int:
    return sum(denomination * number for denomination, number in chips)


def _paper(act: dict[str, Any]) -> tuple[Any, ...]:
    """What is written on the slip."""
    return act["table"], act["cents"], tuple(map(tuple, act["chips"]))
