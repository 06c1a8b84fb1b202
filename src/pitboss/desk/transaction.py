"""One transaction of a desk while it is being made: nothing of it counts before it is written."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.desk.automation import House
from pitboss.desk.bank import CageAct, Fill, post_act, short_of
from pitboss.desk.cage_transfers import CARRYING, PASSING, passage
from pitboss.desk.desk_state import VIRTUAL, Standing, after_events
from pitboss.desk.hidden_cards import Faces, secret_name
from pitboss.desk.payloads import (
    HOUSE,
    Act,
    Acts,
    Interrupted,
    Money,
    Payload,
    ShoeCommitted,
    ShoeOpened,
    write_new,
)
from pitboss.desk.sealed_shoe import Entropy, commitment, order_text, seal_bytes
from pitboss.desk.shoe_positions import Track
from pitboss.errors import Broken
from pitboss.journal.records import Draft
from pitboss.journal.store import Secret
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.fold import fold
from pitboss.table.table import step

MOST_ACTS = 2_000
"""Of the house, one after the other; no round of any game comes near it."""
FILL_WAGERS = 20
"""A fill brings what the rack lacks and so many of the highest wagers."""
PAYING = (e.HandSettled, e.WagerSettled, e.HandDied, e.ChipsBought, e.CashConverted)


class Tools(NamedTuple):
    """What a desk brings from outside: chance and the key that seals its shoes."""

    entropy: Entropy
    key: bytes


class Work:
    def __init__(self, standing: Standing, faces: Faces, tools: Tools, now: datetime) -> None:
        self.standing = standing
        self.now = now
        self.time = time_text(now)
        self.drafts: list[Draft] = []
        self.seal: list[Secret] = []
        self.unseal: list[tuple[str, str]] = []
        self.cage_acts: list[CageAct] = []
        self._faces = faces
        self._tools = tools
        self._acts: list[Act] = []
        self._head = Acts(())
        self._kind = HOUSE
        self._actor = "house"

    def command(self, command: c.Command, *, actor: str, key: str, account: str) -> None:
        """A person's command, in the name of which the next record stands."""
        self._head = Acts((), key=key, account=account)
        self._kind, self._actor = type(command).__name__, actor
        self.do(command)

    def do(self, command: c.Command) -> None:
        before = self.standing
        if before.cards == VIRTUAL:
            command = self._faces.told(command, before.state, before.track)
        events, state = step(before.state, command)
        account = self._head.account
        self._bring_chips(events, account)
        self.standing = after_events(self.standing, events, state, account=account, time=self.time)
        self._acts.append(Act(command, events))
        if isinstance(command, c.CloseBetting):
            self._head = replace(self._head, rules=self.standing.rules)
        self.change_shoes(before.track)

    def house(self, house: House) -> None:
        """Everything that the house does of itself, until somebody else has to act."""
        for _ in range(MOST_ACTS):
            command = house.next_act(self.standing, self.now)
            if command is None:
                return
            self.do(command)
        raise Broken(f"{self.standing.table}: the house acts without end")

    def interrupt(self, events: Sequence[e.Event], why: str, *, actor: str, key: str = "") -> None:
        """What no command of the table does: a round is given up."""
        state = self.standing.state
        for event in events:
            state = fold(state, event)
        self.standing = after_events(self.standing, events, state, account="", time=self.time)
        self.write("Interrupted", Interrupted(tuple(events), why, key), actor=actor)

    # ---- records

    def write(self, kind: str, payload: Payload, *, actor: str = "house") -> None:
        self.flush()
        self.drafts.append(Draft(self.standing.table, self.time, actor, kind, write_new(payload)))

    def flush(self) -> None:
        """What was done so far becomes a record; what follows is the house's."""
        if not self._acts:
            return
        payload = write_new(replace(self._head, acts=tuple(self._acts)))
        self.drafts.append(Draft(self.standing.table, self.time, self._actor, self._kind, payload))
        self._acts = []
        self._head, self._kind, self._actor = Acts(()), HOUSE, "house"

    # ---- shoes

    def change_shoes(self, before: Track, lost: Collection[int] = ()) -> None:
        """A shoe that came together again is opened, one just shuffled is promised."""
        track = self.standing.track
        kept = {shoe.number for shoe in track.shoes}
        for shoe in before.shoes:
            if shoe.number not in kept and shoe.number not in lost:
                self._open(shoe.number)
        if track.number != before.number and track.shoes:
            self._promise(track)

    def _open(self, number: int) -> None:
        sealed = self._faces.orders.get(number)
        if sealed is None:
            raise Broken(f"{self.standing.table}: shoe {number} cannot be opened")
        opened = ShoeOpened(number, order_text(sealed.order), sealed.nonce.hex())
        self.write("ShoeOpened", opened)
        self.unseal.append((self.standing.table, secret_name(number)))

    def _promise(self, track: Track) -> None:
        sealed = self._faces.shuffle(self.standing.state, track, self._tools.entropy)
        shoe = track.shoes[-1]
        self._faces.orders[shoe.number] = sealed
        self.write("ShoeCommitted", ShoeCommitted(shoe.number, shoe.cards, commitment(sealed)))
        body = seal_bytes(sealed, self._tools.key)
        self.seal.append(Secret(self.standing.table, secret_name(shoe.number), body))

    # ---- money

    def _bring_chips(self, events: Sequence[e.Event], account: str) -> None:
        """What goes between the cage and the table because of these events; a short rack is filled first."""
        standing, table = self.standing, self.standing.table
        if any(isinstance(event, PAYING) for event in events):
            short = short_of(standing.book, table, events, standing.accounts)
            if short:
                most = standing.state.house.limits.wager_max_cents
                self.move_money(Fill(table=table, cents=short + FILL_WAGERS * most))
        for event in events:
            if type(event) not in CARRYING:
                continue
            act = passage(event, table, standing.owner(event, account))
            if act is not None:
                self.cage_acts.append(act)

    def move_money(self, act: CageAct, *, actor: str = "house", key: str = "") -> None:
        """A fill, credit or count: in the table's book, and in the cage's where the cage has a part."""
        book = post_act(self.standing.book, act, self.standing.table)
        self.write("Money", Money(act, key), actor=actor)
        self.standing = replace(self.standing, book=book)
        if isinstance(act, PASSING):
            self.cage_acts.append(act)


def time_text(now: datetime) -> str:
    """UTC to the microsecond, as records have it."""
    return now.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
