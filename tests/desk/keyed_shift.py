"""A table of ordinary blackjack dealt by hand, at which cards and payments are keyed."""

from itertools import count

import msgspec

from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.correction import Correction
from pitboss.desk.desk import Desk
from pitboss.desk.desk_state import KEYED
from pitboss.desk.ledger import balance
from pitboss.desk.payloads import Corrected, PastRoundCorrected, PaymentDifference, read_payload
from pitboss.desk.recovery import recover
from pitboss.desk.verify import verify_store
from pitboss.journal.memory import MemoryStore
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.due import due
from pitboss.table.notation import parse_card
from pitboss.table.people import player
from tests.desk.drive import Guest, Hands, new_pit
from tests.desk.stocking import stock

BY_HAND = AUTOMATABLE - {"card", "turn", "settle", "clear", "hole", "insert", "look", "read"}
STAKE = 10_00


class Shift:
    """A table of ordinary blackjack dealt by hand: cards and payments are keyed."""

    def __init__(self, *seats: int, automate: frozenset[str] = BY_HAND, clock: Hands | None = None) -> None:
        self.store = MemoryStore()
        self.pit = new_pit(self.store, clock=clock)
        self.desk: Desk = self.pit.open("t1", "blackjack", cards=KEYED, automate=automate)
        stock(self.pit, self.desk)
        self.guest = Guest(self.desk)
        self.seats = seats
        for seat in seats:
            self.guest.do(c.SitDown(by=player(seat), chips_cents=1_000_00))
        self.guest.do(c.LoadShoe())
        self.guest.do(c.BurnCard())
        self.keys = count(1)

    def bet(self) -> None:
        for seat in self.seats:
            self.guest.do(c.PlaceWager(by=player(seat), box=seat, wager="blackjack", cents=STAKE))
        self.guest.do(c.CloseBetting())

    def deal(self, cards: str) -> None:
        """Cards to where they are due; the dealer's second lies face down until it is turned."""
        for card in cards.split():
            awaited = due(self.desk.state)
            assert awaited is not None
            if awaited.act == "hole":
                self.guest.do(c.DealHole())
                awaited = due(self.desk.state)
                assert awaited is not None
            if awaited.act == "turn":
                self.guest.do(c.TurnHole(card=parse_card(card)))
            else:
                assert awaited.act == "card", awaited
                self.guest.do(c.DealCard(box=awaited.box, hand=awaited.hand, card=parse_card(card)))
        if (awaited := due(self.desk.state)) and awaited.act == "hole":
            self.guest.do(c.DealHole())

    def stand(self, *boxes: int) -> None:
        for box in boxes:
            self.guest.do(c.Decide(by=player(box), box=box, action=Action.STAND))

    def pay(self, *cents: int) -> None:
        """The boxes in the order in which they are due, stake included."""
        for paid in cents:
            awaited = due(self.desk.state)
            assert awaited is not None
            assert awaited.act == "settle", awaited
            self.guest.do(c.Settle(box=awaited.box, hand=awaited.hand, wager=awaited.wager, paid_cents=paid))

    def clear(self) -> None:
        self.guest.do(c.ClearTable())

    def record_of(self, kind: str, card: str = "") -> int:
        """The last record of a command, with this card."""
        return next(
            record.sequence
            for record in reversed(list(self.store.read("t1")))
            if record.kind == kind and (not card or f'"card":{_json(card)}' in record.payload)
        )

    def correct(
        self, kind: str, was: str, meant: c.Command | None, approved_by: str = "", **more: bool
    ) -> None:
        record = self.record_of(kind, was)
        correction = Correction(record, 0, meant, "misread the card", approved_by=approved_by, **more)
        self.desk.correct(correction, by="dealer-4", key=f"c{next(self.keys)}")

    def chips(self, seat: int) -> int:
        return balance(self.desk.desk_state.ledger, f"seat {seat}")

    def waits_for(self) -> str:
        awaited = due(self.desk.state)
        return awaited.act if awaited else ""

    def last(self) -> Corrected | PastRoundCorrected:
        kinds = ("Corrected", "PastRoundCorrected")
        found = [record for record in self.store.read("t1") if record.kind in kinds]
        payload: Corrected | PastRoundCorrected = read_payload(found[-1])
        return payload

    def differences(self) -> tuple[PaymentDifference, ...]:
        """What the last correction of a finished round found paid otherwise than due."""
        payload = self.last()
        assert isinstance(payload, PastRoundCorrected)
        return payload.differences

    def check(self) -> None:
        """It verifies, and a restart finds the same table."""
        result = verify_store(self.store)
        assert result.fault is None, result.fault
        assert recover(self.store, "t1")[0] == self.desk.desk_state


def _json(card: str) -> str:
    return msgspec.json.encode(parse_card(card)).decode()


def card(box: int, text: str) -> c.DealCard:
    return c.DealCard(box=box, card=parse_card(text))


def finished() -> Shift:
    """Box 1 has 19, box 2 has 16, the dealer 18: paid and cleared, and the next wagers made."""
    shift = Shift(1, 2)
    shift.bet()
    shift.deal("9c Td 9s Th 6h")
    shift.stand(1, 2)
    shift.deal("9d")
    awaited = due(shift.desk.state)
    assert awaited is not None
    shift.pay(*((0, 20_00) if awaited.box == 2 else (20_00, 0)))
    shift.clear()
    shift.bet()
    shift.deal("2c")
    return shift
