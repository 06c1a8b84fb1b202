"""One transaction of a desk: acts and the records of them, which take effect when they are written."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.desk.automation import HouseAutopilot
from pitboss.desk.bank import CageAct, Fill, balance, post_act, short_of
from pitboss.desk.cage_transfers import CHIPS_CARRIED, TRANSFERS, transfer_of
from pitboss.desk.correction import after_correction, after_past_correction, corrected_table
from pitboss.desk.desk_state import VIRTUAL, DeskState, after_events
from pitboss.desk.hidden_cards import HiddenCards, secret_name
from pitboss.desk.payloads import (
    HOUSE_RECORD,
    Act,
    Acts,
    Corrected,
    Interrupted,
    Money,
    PastRoundCorrected,
    Payload,
    ShoeCommitted,
    ShoeOpened,
    write_new,
)
from pitboss.desk.sealed_shoe import Entropy, commitment, order_text, seal_bytes
from pitboss.desk.shoe_positions import ShoePositions
from pitboss.errors import Broken
from pitboss.journal.records import Draft
from pitboss.journal.store import Secret
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.fold import fold_all
from pitboss.table.table import step

MOST_ACTS = 2_000
"""The most acts of the house in a row; no round of any game comes near it."""
FILL_WAGERS = 20
"""A fill brings what the rack lacks, and this many times the table maximum."""
PAYING = (e.HandSettled, e.WagerSettled, e.HandDied, e.ChipsBought, e.CashConverted)


class ShoeSecurity(NamedTuple):
    """The source of randomness for shuffles, and the key that seals shoes."""

    entropy: Entropy
    key: bytes


class Transaction:
    def __init__(
        self,
        desk_state: DeskState,
        hidden_cards: HiddenCards,
        security: ShoeSecurity,
        now: datetime,
        last_time: str = "",
    ) -> None:
        self.desk_state = desk_state
        self.now = now
        self.time = max(time_text(now), last_time)
        """Never before the last record, even if its server's clock was ahead of ours."""
        self.drafts: list[Draft] = []
        self.seal: list[Secret] = []
        self.unseal: list[tuple[str, str]] = []
        self.cage_acts: list[CageAct] = []
        self._hidden_cards = hidden_cards
        self._security = security
        self._acts: list[Act] = []
        self._head = Acts(())
        self._kind = HOUSE_RECORD
        self._actor = "house"

    def command(self, command: c.Command, *, actor: str, key: str, account: str) -> None:
        """A person's command; the next record is written in that person's name."""
        self._head = Acts((), key=key, account=account)
        self._kind, self._actor = type(command).__name__, actor
        self.do(command)

    def do(self, command: c.Command) -> None:
        before = self.desk_state
        if before.cards == VIRTUAL:
            command = self._hidden_cards.with_card(command, before.state, before.positions)
        events, state = step(before.state, command)
        account = self._head.account
        self._transfer_chips(events, account)
        self.desk_state = after_events(self.desk_state, events, state, account=account, time=self.time)
        self._acts.append(Act(command, events))
        if isinstance(command, c.CloseBetting):
            self._head = replace(self._head, rules=self.desk_state.rules)
        self.change_shoes(before.positions)

    def run_house(self, autopilot: HouseAutopilot) -> None:
        """Everything the house does automatically, until a person has to act."""
        for _ in range(MOST_ACTS):
            command = autopilot.next_act(self.desk_state, self.now)
            if command is None:
                return
            self.do(command)
        raise Broken(f"{self.desk_state.table}: the house acts without end")

    def interrupt(self, events: Sequence[e.Event], why: str, *, actor: str, key: str = "") -> None:
        """Give a round up, which no command of the table does."""
        state = fold_all(self.desk_state.state, events)
        self.desk_state = after_events(self.desk_state, events, state, account="", time=self.time)
        self.write("Interrupted", Interrupted(tuple(events), why, key), actor=actor)

    def correct(self, payload: Corrected | PastRoundCorrected, *, actor: str) -> None:
        """What was keyed wrongly, decided again; a short rack is filled first."""
        self._fill_for(payload)
        if isinstance(payload, Corrected):
            self.desk_state = after_correction(self.desk_state, payload)
        else:
            self.desk_state = after_past_correction(self.desk_state, payload, self.time)
        self.write(type(payload).__name__, payload, actor=actor)

    # ---- records

    def write(self, kind: str, payload: Payload, *, actor: str = "house") -> None:
        self.flush()
        self.drafts.append(Draft(self.desk_state.table, self.time, actor, kind, write_new(payload)))

    def flush(self) -> None:
        """Turn the acts so far into a record; later acts are the house's."""
        if not self._acts:
            return
        payload = write_new(replace(self._head, acts=tuple(self._acts)))
        self.drafts.append(Draft(self.desk_state.table, self.time, self._actor, self._kind, payload))
        self._acts = []
        self._head, self._kind, self._actor = Acts(()), HOUSE_RECORD, "house"

    # ---- shoes

    def change_shoes(self, before: ShoePositions, lost: Collection[int] = ()) -> None:
        """Open a shoe whose cards were collected, and commit to one that was just shuffled."""
        positions = self.desk_state.positions
        kept = {shoe.number for shoe in positions.shoes}
        for shoe in before.shoes:
            if shoe.number not in kept and shoe.number not in lost:
                self._open(shoe.number)
        if positions.number != before.number and positions.shoes:
            self._commit(positions)

    def _open(self, number: int) -> None:
        sealed = self._hidden_cards.orders.get(number)
        if sealed is None:
            raise Broken(f"{self.desk_state.table}: shoe {number} cannot be opened")
        opened = ShoeOpened(number, order_text(sealed.order), sealed.nonce.hex())
        self.write("ShoeOpened", opened)
        self.unseal.append((self.desk_state.table, secret_name(number)))

    def _commit(self, positions: ShoePositions) -> None:
        sealed = self._hidden_cards.shuffle(self.desk_state.state, positions, self._security.entropy)
        shoe = positions.shoes[-1]
        self._hidden_cards.orders[shoe.number] = sealed
        self.write("ShoeCommitted", ShoeCommitted(shoe.number, shoe.cards, commitment(sealed)))
        body = seal_bytes(sealed, self._security.key)
        self.seal.append(Secret(self.desk_state.table, secret_name(shoe.number), body))

    # ---- money

    def _fill_for(self, payload: Corrected | PastRoundCorrected) -> None:
        desk_state = self.desk_state
        if isinstance(payload, PastRoundCorrected):
            short = short_of(desk_state.ledger, desk_state.table, payload.events, desk_state.accounts)
        else:
            taken = desk_state.state.rack_cents - corrected_table(desk_state, payload).rack_cents
            short = max(0, taken - balance(desk_state.ledger, "rack"))
        self._fill(short)

    def _fill(self, short: int) -> None:
        if short:
            most = self.desk_state.state.house.limits.wager_max_cents
            table = self.desk_state.table
            self.move_money(Fill(table=table, cents=short + FILL_WAGERS * most))

    def _transfer_chips(self, events: Sequence[e.Event], account: str) -> None:
        """Transfers between the cage and the table that these events cause; a short rack is filled first."""
        desk_state, table = self.desk_state, self.desk_state.table
        if any(isinstance(event, PAYING) for event in events):
            self._fill(short_of(desk_state.ledger, table, events, desk_state.accounts))
        for event in events:
            if type(event) not in CHIPS_CARRIED:
                continue
            act = transfer_of(event, table, desk_state.owner(event, account))
            if act is not None:
                self.cage_acts.append(act)

    def move_money(self, act: CageAct, *, actor: str = "house", key: str = "", approved_by: str = "") -> None:
        """A fill, credit or count: in the table's ledger, and in the cage's where it takes part."""
        ledger = post_act(self.desk_state.ledger, act, self.desk_state.table)
        self.write("Money", Money(act, key, approved_by), actor=actor)
        self.desk_state = replace(self.desk_state, ledger=ledger)
        if isinstance(act, TRANSFERS):
            self.cage_acts.append(act)


def time_text(now: datetime) -> str:
    """UTC to the microsecond, as records have it."""
    return now.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
