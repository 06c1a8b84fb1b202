"""One transaction of a desk: acts and the records of them, which take effect when they are written."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.desk.automation import HouseAutopilot
from pitboss.desk.beacon import Beacon, is_overdue, next_round
from pitboss.desk.cage_acts import TRANSFERS, CageAct, FloatAdvanced
from pitboss.desk.cage_book import Signature
from pitboss.desk.cage_transfers import CHIPS_CARRIED, transfer_of
from pitboss.desk.chip_moves import short_of
from pitboss.desk.correction import after_correction, after_past_correction, corrected_table
from pitboss.desk.desk_state import VIRTUAL, DeskState, after_events, after_money, with_tray
from pitboss.desk.hidden_cards import DRAWING, HiddenCards, order_name, seed_name
from pitboss.desk.ledger import balance
from pitboss.desk.payloads import (
    HOUSE_RECORD,
    Act,
    Acts,
    BeaconChain,
    BeaconPulse,
    Corrected,
    Interrupted,
    Money,
    PastRoundCorrected,
    Payload,
    SeedCommitted,
    SeedOffered,
    SeedRevealed,
    SeedsAsked,
    SeedsWithheld,
    ShoeFixed,
    ShoeOpened,
    TraySet,
    write_new,
)
from pitboss.desk.sealed_shoe import Entropy, order_text, seal_secret
from pitboss.desk.seed_rules import awaited, check_offer, check_reveal, is_too_late
from pitboss.desk.seed_state import (
    after_seed_record,
    input_lines,
    is_unfixed,
    players_to_ask,
    waits_for_order,
)
from pitboss.desk.shoe_derivation import house_commitment, new_house_seed
from pitboss.desk.time_text import time_of, time_text
from pitboss.desk.trays import AUTOMATIC
from pitboss.errors import Broken, Refused
from pitboss.games.vocabulary import tell_cents
from pitboss.journal.records import Draft
from pitboss.journal.store import Secret
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.fold import fold_all
from pitboss.table.table import step

MOST_ACTS = 2_000
"""The most acts of the house in a row; no round of any game comes near it."""
FLOAT_WAGERS = 20
"""An advance brings what the tray lacks, and this many times the table maximum."""
TRAY_SHORT = "tray_short"
MOST_ASKINGS = 100
"""Everybody at a table may withhold a seed once."""
PAYING = (e.HandSettled, e.WagerSettled, e.HandDied, e.ChipsBought, e.CashConverted)


class ShoeSecurity(NamedTuple):
    """Where the house takes its seeds from, the key that seals them, and how long players have for theirs."""

    entropy: Entropy
    key: bytes
    seed_wait_s: float = 0.0
    """0: without a limit."""
    beacon: Beacon | None = None


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
            self._check_order(command)
            command = self._hidden_cards.with_card(command, before.state, before.positions)
        events, state = step(before.state, command)
        account = self._head.account
        self._transfer_chips(events, account)
        self.desk_state = after_events(self.desk_state, events, state, account=account, time=self.time)
        self._acts.append(Act(command, events))
        if isinstance(command, c.CloseBetting):
            self._head = replace(self._head, rules=self.desk_state.rules)
        self.change_shoes(before)

    def run_house(self, autopilot: HouseAutopilot) -> None:
        """Everything the house does automatically, until a person has to act."""
        self.commit_seed()
        for _ in range(MOST_ACTS):
            if not self._go_on_with_order():
                return
            command = autopilot.next_act(self.desk_state, self.now)
            if command is None:
                return
            try:
                self.do(command)
            except Refused as refused:
                if refused.reason != TRAY_SHORT:
                    raise
                return  # the act stays due until a fill came
        raise Broken(f"{self.desk_state.table}: the house acts without end")

    def interrupt(self, events: Sequence[e.Event], why: str, *, actor: str, key: str = "") -> None:
        """Give a round up, which no command of the table does."""
        state = fold_all(self.desk_state.state, events)
        self.desk_state = after_events(self.desk_state, events, state, account="", time=self.time)
        self.write("Interrupted", Interrupted(tuple(events), why, key), actor=actor)

    def correct(self, payload: Corrected | PastRoundCorrected, *, actor: str) -> None:
        """What was keyed wrongly, decided again; refused when the tray cannot pay what was due."""
        self._cover(self._short_for(payload))
        if isinstance(payload, Corrected):
            self.desk_state = after_correction(self.desk_state, payload)
        else:
            self.desk_state = after_past_correction(self.desk_state, payload, self.time)
        self.write(type(payload).__name__, payload, actor=actor)

    def set_tray(self, tray: str) -> None:
        """A table of an earlier journal goes on by today's ways."""
        after = with_tray(self.desk_state, tray)
        self.write("TraySet", TraySet(tray))
        self.desk_state = after

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

    def change_shoes(self, before: DeskState, lost: Collection[int] = ()) -> None:
        """Open the shoes whose cards were collected, and commit to a seed for the one after a new shoe."""
        after = self.desk_state
        positions = after.positions
        if positions.shoes is before.positions.shoes and positions.number == before.positions.number:
            return
        committed = {seed.shoe for seed in before.seeds.house} - {seed.shoe for seed in after.seeds.house}
        kept = {shoe.number for shoe in after.positions.shoes}
        earlier = {shoe.number for shoe in before.positions.shoes if not before.seeds.commitment(shoe.number)}
        for number in sorted(committed | (earlier - kept)):
            if number not in lost:
                self._open(number, before)
        if after.positions.number != before.positions.number:
            self.commit_seed()

    def _open(self, number: int, before: DeskState) -> None:
        hidden = self._hidden_cards
        has_seed, has_order = bool(before.seeds.commitment(number)), before.seeds.inputs(number) is not None
        if number not in (hidden.seeds if has_seed else hidden.orders):
            raise Broken(f"{self.desk_state.table}: shoe {number} cannot be opened")
        if not has_seed:
            order, nonce = hidden.orders[number]
            self.write("ShoeOpened", ShoeOpened(number, order_text(order), nonce.hex()))
        else:
            order_of = order_text(hidden.orders[number].order) if has_order else ""
            self.write("ShoeOpened", ShoeOpened(number, order_of, seed=hidden.seeds[number].hex()))
        name = seed_name(number) if has_seed else order_name(number)
        self.unseal.append((self.desk_state.table, name))

    # ---- seeds

    def commit_seed(self) -> None:
        """Commit to the seed of the shoe that is shuffled next, unless that was done."""
        desk_state = self.desk_state
        shoe = desk_state.positions.number + 1
        if desk_state.cards != VIRTUAL or desk_state.seeds.commitment(shoe):
            return
        seed = new_house_seed(self._security.entropy)
        commitment = house_commitment(desk_state.table, shoe, seed)
        self._hidden_cards.seeds[shoe] = seed
        body = seal_secret(seed, bytes.fromhex(commitment), self._security.key)
        self.seal.append(Secret(desk_state.table, seed_name(shoe), body))
        beacon = None if self._security.beacon is None else self._security.beacon.chain
        self.write_seeds("SeedCommitted", SeedCommitted(shoe, commitment, beacon))

    def write_seeds(self, kind: str, payload: Payload, *, actor: str = "house") -> None:
        """A record about seeds or shoes, which changes what is known of them."""
        self.write(kind, payload, actor=actor)
        seeds = after_seed_record(self.desk_state.seeds, payload)
        self.desk_state = replace(self.desk_state, seeds=seeds)

    def offer_seed(self, payload: SeedOffered, *, actor: str) -> None:
        check_offer(self.desk_state, payload)
        self.write_seeds("SeedOffered", payload, actor=actor)

    def reveal_seed(self, payload: SeedRevealed, *, actor: str) -> None:
        check_reveal(self.desk_state, payload, self.time)
        self.write_seeds("SeedRevealed", payload, actor=actor)

    def _check_order(self, command: c.Command) -> None:
        """No card is drawn from a shoe before its order is determined."""
        desk_state = self.desk_state
        if not isinstance(command, DRAWING) or not is_unfixed(desk_state.seeds, desk_state.positions):
            return
        if not self.fix_order():
            raise awaited(self.desk_state.seeds)

    def _go_on_with_order(self) -> bool:
        """False while the next card waits for seeds."""
        seeds, positions = self.desk_state.seeds, self.desk_state.positions
        if waits_for_order(self.desk_state.state, seeds, positions):
            return self.fix_order()
        if seeds.asking is not None:
            self.fix_order()  # asked for a round that was given up: they still count for the shoe
        return True

    def fix_order(self) -> bool:
        """Ask for the seeds of the shoe, and determine its order once all are in; False until then."""
        for _ in range(MOST_ASKINGS):
            asking = self.desk_state.seeds.asking
            if asking is None:
                if not self._ask():
                    self._fix(None)
                    return True
            elif asking.missing:
                if not is_too_late(asking, self.time):
                    return False
                self._withhold(asking.missing)
            elif (beacon := self._beacon_of_shoe()) is not None:
                return self._fix_with(beacon, asking.beacon_round)
            else:
                self._fix(None)
                return True
        raise Broken(f"{self.desk_state.table}: seeds are asked for without end")

    def _ask(self) -> bool:
        """False when there is nobody to ask and no beacon to wait for."""
        desk_state, wait_s = self.desk_state, self._security.seed_wait_s
        players = players_to_ask(desk_state.state, desk_state.seeds, desk_state.accounts)
        beacon = self._beacon_of_shoe()
        if not players and beacon is None:
            return False
        until = time_of(self.time) + timedelta(seconds=wait_s)
        round = 0 if beacon is None else next_round(beacon, until)
        number = len(desk_state.seeds.askings) + 1
        limit = time_text(until) if wait_s else ""
        asked = SeedsAsked(desk_state.positions.number, number, players, limit, round)
        self.write_seeds("SeedsAsked", asked)
        return True

    def _withhold(self, seats: tuple[int, ...]) -> None:
        seeds, shoe = self.desk_state.seeds, self.desk_state.positions.number
        self.write_seeds("SeedsWithheld", SeedsWithheld(shoe, len(seeds.askings), seats))

    def _beacon_of_shoe(self) -> BeaconChain | None:
        return self.desk_state.seeds.beacon(self.desk_state.positions.number)

    def _fix_with(self, beacon: BeaconChain, round: int) -> bool:
        source = self._security.beacon
        pulse = source.pulse(round) if source is not None and source.chain == beacon else None
        if pulse is not None:
            self._fix(pulse)
        elif is_overdue(beacon, round, self.time):
            self._withhold(())
        return pulse is not None

    def _fix(self, pulse: BeaconPulse | None) -> None:
        desk_state = self.desk_state
        shoe = desk_state.positions.shoes[-1]
        inputs = input_lines(desk_state.table, shoe.number, desk_state.seeds, pulse)
        self.write_seeds("ShoeFixed", ShoeFixed(shoe.number, shoe.cards, shoe.cuts, inputs, pulse))
        self._hidden_cards.fix(self.desk_state, shoe.number)

    # ---- money

    def _short_for(self, payload: Corrected | PastRoundCorrected) -> int:
        desk_state = self.desk_state
        if isinstance(payload, PastRoundCorrected):
            return self._short_of(payload.events)
        taken = desk_state.state.rack_cents - corrected_table(desk_state, payload).rack_cents
        return max(0, taken - balance(desk_state.ledger, "rack"))

    def _short_of(self, events: Sequence[e.Event]) -> int:
        at = self.desk_state
        return short_of(at.ledger, at.table, at.tray, events, at.accounts)

    def _cover(self, short: int) -> None:
        """What an automatic tray lacks is advanced; at any other a fill must come first."""
        desk_state = self.desk_state
        if not short:
            return
        if desk_state.tray != AUTOMATIC:
            held = balance(desk_state.ledger, "rack")
            says = (
                f"The tray holds {tell_cents(held)}, which is {tell_cents(short)} too little. Ask for a fill."
            )
            raise Refused(TRAY_SHORT, says)
        cents = short + FLOAT_WAGERS * desk_state.state.house.limits.wager_max_cents
        self.move_money(FloatAdvanced(table=desk_state.table, cents=cents))

    def _transfer_chips(self, events: Sequence[e.Event], account: str) -> None:
        """Transfers between the cage and the table that these events cause."""
        desk_state = self.desk_state
        if any(isinstance(event, PAYING) for event in events):
            self._cover(self._short_of(events))
        for event in events:
            if type(event) not in CHIPS_CARRIED:
                continue
            owner = desk_state.owner(event, account)
            act = transfer_of(event, desk_state.table, desk_state.tray, owner)
            if act is not None:
                self.cage_acts.append(act)

    def move_money(self, act: CageAct, *, actor: str = "house", key: str = "", approved_by: str = "") -> None:
        """A fill, credit or count: in the table's ledger, and in the cage's where it takes part."""
        after = after_money(self.desk_state, act, Signature(actor, self.time, approved_by))
        self.write("Money", Money(act, key, approved_by), actor=actor)
        self.desk_state = after
        if isinstance(act, TRANSFERS):
            self.cage_acts.append(act)
