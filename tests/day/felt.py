"""Chips and cash at one table, as somebody who watches it would count them from its raw records."""

import re
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

SPLIT = 3
"""The number that a split has in a record."""
INSURANCE = "insurance"
BY_HAND, AUTOMATIC = "by hand", "automatic"
NEEDS_OPEN_TRAY = ("sat_down", "chips_bought", "wager_placed", "wager_called")

Event = dict[str, Any]


class Miscount(AssertionError):
    """The records tell of money that is not there, or that nobody signed for."""


def must(holds: object, *says: object) -> None:
    if not holds:
        raise Miscount(*says)


@dataclass
class Layout:
    """What play moves. Stacks lie at seats and on the layout, wager by wager."""

    stacks: dict[int, int] = field(default_factory=dict)
    hands: dict[int, list[int]] = field(default_factory=dict)
    sides: dict[tuple[int, str], int] = field(default_factory=dict)
    tray: int = 0
    box: int = 0
    tips: int = 0
    staked: int = 0
    """In the round under way, as it was put down."""
    handle: int = 0
    """In the rounds that ended."""
    rounds: int = 0

    @property
    def wagered(self) -> int:
        return sum(map(sum, self.hands.values())) + sum(self.sides.values())


class Felt:
    """One table. Play and what people carry to and from it are counted apart: only play is ever undone."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.tray_kind = ""
        self.closed = False
        self.play = Layout()
        self.carried_tray = self.carried_box = self.carried_tips = 0
        self.accounts: dict[int, str] = {}
        self.missing = 0
        """Chips that counts of the tray did not find."""
        self.found = 0
        """Chips that they found too many."""
        self.cash_taken = 0
        self.chips_brought = self.chips_taken_away = 0
        """Of players without an account."""
        self.transfers: list[tuple[Any, ...]] = []
        """Between here and the cage, until the cage's own record of each was read."""
        self._before: dict[tuple[int, int], Layout] = {}

    @property
    def electronic(self) -> bool:
        return self.tray_kind == AUTOMATIC

    @property
    def tray(self) -> int:
        return self.play.tray + self.carried_tray

    @property
    def box(self) -> int:
        return self.play.box + self.carried_box

    @property
    def tips(self) -> int:
        return self.play.tips + self.carried_tips

    @property
    def chips(self) -> int:
        return self.tray + self.tips + self.play.wagered + sum(self.play.stacks.values())

    def places(self) -> dict[str, int]:
        held = {f"seat {seat}": cents for seat, cents in self.play.stacks.items()}
        held |= {"rack": self.tray, "drop": self.box, "tips": self.tips, "layout": self.play.wagered}
        return {place: cents for place, cents in held.items() if cents}

    # ---- records

    def read(self, sequence: int, actor: str, kind: str, payload: dict[str, Any]) -> None:
        must(actor, f"{self.name} {sequence}: nobody signed a {kind}")
        if kind == "TableOpened":
            self.tray_kind = payload.get("tray", "")
            must(self.tray_kind in (BY_HAND, AUTOMATIC), f"{self.name}: a tray of no kind")
            self.closed = self.tray_kind == BY_HAND
            must(payload["cards"] == "virtual" or not self.electronic, f"{self.name}: real cards, no chips")
        elif kind == "Money":
            self._carry(actor, payload["act"])
        elif kind == "Corrected":
            self._go_back(sequence, payload)
        else:
            for number, act in enumerate(payload.get("acts", ()) if kind != "PastRoundCorrected" else ()):
                self._before[sequence, number] = deepcopy(self.play)
                for event in act["events"]:
                    self._see(event, payload.get("account", ""))
            for event in payload.get("events", ()):
                self._see(event, "")
        for place, cents in self.places().items():
            must(cents > 0, f"{self.name} {sequence}: {cents} cents at {place}")

    def _go_back(self, sequence: int, payload: dict[str, Any]) -> None:
        """What was keyed wrongly is undone on the felt, and what was done instead is done."""
        self.play = deepcopy(self._before[payload["record"], payload["act"]])
        settled = self.cash_taken, self.chips_brought, self.chips_taken_away, dict(self.accounts)
        waiting = list(self.transfers)
        for number, act in enumerate(payload["acts"]):
            self._before[sequence, number] = deepcopy(self.play)
            for event in act["events"]:
                self._see(event, "")
        self.cash_taken, self.chips_brought, self.chips_taken_away, self.accounts = settled
        self.transfers = waiting

    # ---- what people carry

    def _carry(self, actor: str, act: dict[str, Any]) -> None:
        kind, cents = act["type"], act["cents"]
        must(act["table"] == self.name, f"{kind} of {act['table']} at {self.name}")
        if kind != "FloatAdvanced":
            must(actor != "house", f"{self.name}: nobody signed a {kind}")
        if kind in ("TrayOpened", "TrayClosed"):
            must(not self.electronic, f"{self.name}: a {kind} of electronic chips")
            must(self.closed == (kind == "TrayOpened"), f"{self.name}: a {kind}, closed: {self.closed}")
            self.closed = kind == "TrayClosed"
            self._count_tray(cents)
            return
        match kind:
            case "FillReceived":
                must(not self.electronic, f"{self.name}: chips from a slip in an electronic tray")
                self.carried_tray += cents
            case "CreditSent":
                must(not self.electronic, f"{self.name}: a slip for electronic chips")
                self.carried_tray -= cents
            case "FloatAdvanced":
                must(self.electronic, f"{self.name}: a tray of real chips filled itself")
                self.carried_tray += cents
            case "BoxExchanged":
                must(cents == self.box, f"{self.name}: {cents} in the books of the box, {self.box} in it")
                self.carried_box -= cents
            case "TipsCollected":
                self.carried_tips -= cents
            case _:
                raise Miscount(f"{self.name}: a {kind} at a table")
        self.transfers.append((kind, actor, *told_by(act)))

    def _count_tray(self, counted: int) -> None:
        difference = counted - self.tray
        self.found += max(difference, 0)
        self.missing += max(-difference, 0)
        self.carried_tray += difference

    # ---- what players and the dealer do

    def _see(self, event: Event, account: str) -> None:
        name = re.sub(r"(?<!^)([A-Z])", r"_\1", event["type"]).lower()
        must(not self.closed or name not in NEEDS_OPEN_TRAY, f"{self.name}: {name} at a closed tray")
        if name == "sat_down" and account:
            self.accounts[event["seat"]] = account
        if handler := getattr(self, f"_see_{name}", None):
            handler(event)

    def _stack(self, event: Event, cents: int) -> None:
        seat = event["seat"]
        self.play.stacks[seat] = self.play.stacks.get(seat, 0) + cents

    def _cross(self, direction: str, event: Event, cents: int) -> None:
        """Chips that come to a seat or leave it: to the cage, or in somebody's pocket."""
        if not cents:
            return
        account = self.accounts.get(event["seat"], "")
        if account:
            kind = {"in": ("ChipsDrawn", "BuyIn"), "out": ("ChipsReturned", "CashOut")}[direction]
            told = {"account": account, "table": self.name, "seat": event["seat"], "cents": cents}
            self.transfers.append((kind[self.electronic], "", *told_by(told)))
        elif direction == "in":
            self.chips_brought += cents
        else:
            self.chips_taken_away += cents

    def _see_sat_down(self, event: Event) -> None:
        self._cross("in", event, event["chips_cents"])
        self._stack(event, event["chips_cents"])

    def _see_went_away(self, event: Event) -> None:
        must(self.play.stacks.pop(event["seat"], 0) == event["chips_cents"], event)
        self._cross("out", event, event["chips_cents"])
        self.accounts.pop(event["seat"], None)

    def _see_chips_bought(self, event: Event) -> None:
        if event.get("from_account"):
            must(self.accounts.get(event["seat"]), f"{self.name}: chips from an account that nobody has")
            self._cross("in", event, event["cents"])
            self._stack(event, event["cents"])
        else:
            self._see_cash_converted(event)

    def _see_cash_converted(self, event: Event) -> None:
        self._stack(event, event["cents"])
        self.play.tray -= event["cents"]
        self.play.box += event["cents"]
        self.cash_taken += event["cents"]

    def _see_tip_left(self, event: Event) -> None:
        self._stack(event, -event["cents"])
        self.play.tips += event["cents"]

    def _stake(self, event: Event, cents: int) -> None:
        self._stack(event, -cents)
        self.play.staked += cents

    def _see_wager_placed(self, event: Event) -> None:
        self._stake(event, event["cents"])
        if event["main"]:
            self.play.hands[event["box"]] = [event["cents"]]
        else:
            self.play.sides[event["box"], event["wager"]] = event["cents"]

    def _see_wager_taken_back(self, event: Event) -> None:
        box = event["box"]
        held = sum(self.play.hands.pop(box)) if event["main"] else self.play.sides.pop((box, event["wager"]))
        must(held == event["cents"], event)
        self._stake(event, -held)

    def _see_insurance_placed(self, event: Event) -> None:
        self._stake(event, event["cents"])
        self.play.sides[event["box"], INSURANCE] = event["cents"]

    def _see_insurance_reopened(self, event: Event) -> None:
        self.play.tray -= event["cents"]
        self.play.sides[event["box"], INSURANCE] = event["cents"]

    def _see_decided(self, event: Event) -> None:
        cents, hands = event.get("cents", 0), self.play.hands[event["box"]]
        self._stake(event, cents)
        if event["action"] == SPLIT:
            hands.insert(event["hand"] + 1, cents)
        else:
            hands[event["hand"]] += cents

    def _see_hand_settled(self, event: Event) -> None:
        hands = self.play.hands[event["box"]]
        stake, hands[event["hand"]] = hands[event["hand"]], 0
        self._pay(event, stake)

    def _see_wager_settled(self, event: Event) -> None:
        box, play = event["box"], self.play
        if (box, event["wager"]) in play.sides:
            stake = play.sides.pop((box, event["wager"]))
        else:  # the main wager itself, given up
            stake, play.hands[box][0] = play.hands[box][0], 0
        self._pay(event, stake)

    def _pay(self, event: Event, stake: int) -> None:
        back = event["returned_cents"] + event["won_cents"]
        must(stake == event["stake_cents"] >= event["returned_cents"], stake, event)
        self._stack(event, back)
        self.play.tray += stake - back

    def _see_hand_died(self, event: Event) -> None:
        play, box = self.play, event["box"]
        stake, play.hands[box][event["hand"]] = play.hands[box][event["hand"]], 0
        must(stake == (0 if event.get("was_settled") else event["stake_cents"]), event)
        sides = sum(play.sides.pop((box, side)) for side in event.get("sides", ()))
        must(sides == event.get("side_stake_cents", 0), event)
        insurance, insured = event.get("insurance_cents", 0), 0
        if insurance and not event.get("insurance_was_settled"):
            insured = play.sides.pop((box, INSURANCE))
            must(insured == insurance, event)
        back = event["returned_cents"] + event.get("side_returned_cents", 0) + insurance
        self._stack(event, back)
        play.tray += stake + sides + insured - back

    def _see_added_wagers_returned(self, event: Event) -> None:
        self._stack(event, event["cents"])
        self.play.tray -= event["cents"]

    def _see_blackjack_reopened(self, event: Event) -> None:
        self._stack(event, -event["cents"])
        self.play.tray += event["cents"]

    def _see_payment_corrected(self, event: Event) -> None:
        self._stack(event, event["cents"])
        self.play.tray -= event["cents"]

    def _see_table_cleared(self, _: Event) -> None:
        must(not self.play.wagered, f"{self.name}: wagers of a round that is over")
        self.play.hands.clear()
        self.play.handle += self.play.staked
        self.play.rounds += 1
        self.play.staked = 0


def told_by(act: dict[str, Any]) -> tuple[Any, ...]:
    """What an act says, so that the cage's record and the table's can be held against each other."""
    return tuple(sorted((name, repr(value)) for name, value in act.items() if name != "type"))
