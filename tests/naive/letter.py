"""A recorded round, put to the letter of the texts: every payment, in its time, once.

Facts come in the order in which they were recorded (`layout.FACTS`), and payments among them:

    paid box hand stake parts                    a hand is settled: (came back, won) for each wager
    wager paid box wager stake back won          insurance, a side wager, an Ante given up
    died death                                   a `Death` as it was recorded
    reopened box cents                           insurance goes back on the line
    added returned box hand cents                of a busted hand, to a Blackjack found late
    blackjack reopened box hand cents            the winnings of a Blackjack go back

`follow` returns what is wrong with a fact: nothing, or an objection.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.naive import blackjack_money, over_under_money
from tests.naive.actions import most_insurance
from tests.naive.cards import OVER_UNDER, Options, Readings, is_ace
from tests.naive.dead_hands import (
    called_off,
    deaths,
    deaths_by_refusal,
    may_die_after_wrong_range,
    shown_matches,
)
from tests.naive.hands import second_chance_stake
from tests.naive.layout import BoxOnTable, Fact, Layout
from tests.naive.owed import Death, Late, Owed, Parts


class Objection(NamedTuple):
    """What is wrong, as a key to count by and as a sentence."""

    key: str
    says: str


MAY_COME_BETWEEN = frozenset([
    "face up", "drawn", "discarded", "overdrawn", "broken", "repaired", "wrong range", "misread", "misused",
])  # fmt: skip
"""Facts that may come while something is owed: they put off no payment."""


class Letter:
    """One round by the letter."""

    def __init__(
        self, game: str, main: str, options: Options, readings: Readings, reader_broken: bool = False
    ) -> None:
        self.layout = Layout(game, main, options, readings, reader_broken=reader_broken)
        self.to_die: list[Death] = []
        """Hands that have been called dead and must be given back at once."""
        self.at_once: list[Owed] = []
        """Wagers beside hands that go with them: a shown match, the wagers of a round called off."""
        self.late: list[Late] = []
        """What a Blackjack found late gives or takes back of hands that were settled."""
        self.back: dict[int, int] = {}
        """By seat: what has been handed back, less what was staked."""
        self.payments = 0

    def follow(self, fact: Fact) -> Objection | None:
        kind = str(fact[0])
        if kind in PAYMENTS:
            self.payments = self.payments + 1
            return PAYMENTS[kind](self, *fact[1:])
        if kind not in MAY_COME_BETWEEN:
            objection = self.nothing_is_left_over(kind)
            if objection:
                return objection
        if kind in FOLLOWS:
            return FOLLOWS[kind](self, *fact[1:])
        return None

    def owed(self) -> list[Owed]:
        if self.layout.void or self.at_once:
            return self.at_once
        if self.layout.game == OVER_UNDER:
            return over_under_money.owed(self.layout)
        return blackjack_money.owed(self.layout)

    def nothing_is_left_over(self, kind: str) -> Objection | None:
        """Before anything else happens, what is owed has been settled."""
        if self.to_die:
            return Objection(f"not given back: {self.to_die[0].why}", f"{self.to_die[0]} before {kind!r}")
        if self.late:
            return Objection(f"not done: {self.late[0].what}", f"{self.late[0]} before {kind!r}")
        if self.layout.must_be_called_off() and kind != "void":
            return Objection("a round that goes on though it is void", f"{kind!r}")
        if kind == "void" and self.is_false_blackjack():
            return None
        dues = self.owed()
        if dues:
            return Objection(f"not settled in time: {dues[0].why}", f"{dues[0]} before {kind!r}")
        layout = self.layout
        for box in layout.boxes:
            if box.insurance_is == "lost" and layout.dealer_shows_blackjack():
                # 685a.8(a), 673a.8(a): it wins if the hole card is a ten, whatever the reader said.
                return Objection("insurance that won stays collected", f"box {box.number} before {kind!r}")
        return None

    def move(self, box: BoxOnTable, cents: int) -> None:
        self.back[box.seat] = self.back.get(box.seat, 0) + cents

    # ------------------------------------------------------------ payments

    def paid(self, number: int, index: int, stake: int, parts: Parts) -> Objection | None:
        layout = self.layout
        box = layout.box(number)
        hand = box.hands[index]
        if hand.end != "":
            return Objection("settled twice", f"hand {index + 1} of box {number}")
        due = self.find(number, index, "")
        if due is None:
            return self.out_of_order("a hand", f"hand {index + 1} of box {number}")
        stakes = [hand.stake, hand.double, hand.chance]
        recorded = tuple(part for part, made in zip(parts, stakes, strict=True) if made > 0)
        nothing_else = [part for part, made in zip(parts, stakes, strict=True) if made == 0]
        if stake != due.stake or recorded != due.parts or any(part != (0, 0) for part in nothing_else):
            return Objection(f"amount: {due.why}", f"{parts}, not {due}")
        hand.end = "settled"
        hand.back = sum(back + won for back, won in parts)
        self.move(box, hand.back)
        return None

    def wager_paid(self, number: int, wager: str, stake: int, back: int, won: int) -> Objection | None:
        layout = self.layout
        box = layout.box(number)
        if not self.is_open(box, wager):
            return Objection("settled twice", f"{wager} of box {number}")
        due = self.find(number, -1, wager)
        if due is None:
            return self.out_of_order(wager, f"{wager} of box {number}")
        if stake != due.stake or ((back, won),) != due.parts:
            return Objection(f"amount: {due.why}", f"{back} back and {won} won, not {due}")
        if wager == "insurance":
            box.insurance_is = "won" if won > 0 else "returned" if back > 0 else "lost"
        elif wager == layout.main:
            box.hands[0].stake = 0
        else:
            box.open_sides.remove(wager)
        if due in self.at_once:
            self.at_once.remove(due)
        self.move(box, back + won)
        return None

    def is_open(self, box: BoxOnTable, wager: str) -> bool:
        if wager == "insurance":
            return box.insurance_is == "open"
        if wager == self.layout.main:
            return box.hands[0].stake > 0
        return wager in box.open_sides

    def find(self, number: int, index: int, wager: str) -> Owed | None:
        dues = self.owed()
        if self.layout.game != OVER_UNDER:
            dues = dues + blackjack_money.may_be_paid(self.layout)
        for due in dues:
            if (due.box, due.hand, due.wager) == (number, index, wager):
                return due
        return None

    def out_of_order(self, kind: str, what: str) -> Objection:
        dues = self.owed()
        if self.to_die:
            return Objection(f"not given back: {self.to_die[0].why}", f"{self.to_die[0]} before {what}")
        if dues:
            why = dues[0].why.partition(",")[0]
            return Objection(f"out of order: {kind} before {why}", f"{what} before {dues[0]}")
        return Objection(f"before its time: {kind}", f"{what} is settled though nothing is owed yet")

    def died(self, recorded: Death) -> Objection | None:
        where = f"dead hand {recorded.hand + 1} of box {recorded.box}"
        for death in self.to_die:
            if (death.box, death.hand) != (recorded.box, recorded.hand):
                continue
            if not death.agrees(recorded):
                return Objection(f"amount: {death.why}", f"{recorded}, not {death}")
            self.to_die.remove(death)
            box = self.layout.box(recorded.box)
            self.bury(box, recorded)
            self.move(box, recorded.returned + recorded.side_returned + recorded.insurance)
            return None
        return Objection("dead without a reason", where)

    def bury(self, box: BoxOnTable, death: Death) -> None:
        hand = box.hands[death.hand]
        hand.end = "dead"
        hand.asked = ""
        for side in death.sides:
            box.open_sides.remove(side)
        if death.insurance > 0:
            box.insurance_is = "returned"
        if not any(may_die_after_wrong_range(other) for other in box.hands):
            box.ruling_open = False

    def reopened(self, number: int, cents: int) -> Objection | None:
        box = self.layout.box(number)
        if not self.layout.dealer_shows_blackjack() or cents != box.insurance:
            return Objection("insurance reopened without a Blackjack", f"box {number}")
        if box.insurance_is != "lost":
            says = f"box {number}: it was {box.insurance_is} before"
            return Objection("insurance reopened that was not collected", says)
        box.insurance_is = "open"
        return None

    # ------------------------------------------------------------ wagers

    def added_returned(self, number: int, index: int, cents: int) -> Objection | None:
        return self.found_late(Late("added wagers returned", number, index, cents), cents)

    def blackjack_reopened(self, number: int, index: int, cents: int) -> Objection | None:
        return self.found_late(Late("a paid Blackjack reopened", number, index, cents), -cents)

    def found_late(self, recorded: Late, moves: int) -> Objection | None:
        if recorded not in self.late:
            return Objection(f"{recorded.what} without a reason", f"{recorded}")
        self.late.remove(recorded)
        box = self.layout.box(recorded.box)
        box.hands[recorded.hand].back += moves
        self.move(box, moves)
        return None

    def bet(self, number: int, seat: int, wager: str, cents: int) -> Objection | None:
        if self.layout.closed:
            return Objection("a wager after the first card", f"{wager} of box {number}")
        self.layout.bet(number, seat, wager, cents)
        self.move(self.layout.box(number), -cents)
        return None

    def taken_back(self, number: int, wager: str, cents: int) -> Objection | None:
        """685a.6(c) s2, 673a.6(c) s2, 686a.6(c) s2: a wager is made when the dealer closes betting."""
        box = self.layout.box(number)
        stake = box.initial if wager == self.layout.main else box.sides.get(wager, 0)
        on_the_felt = self.layout.reads("R2", "D37", "B31", "O21")
        if self.layout.closed or on_the_felt or cents != stake:
            return Objection("a wager taken back", f"{wager} of box {number}: {cents} of {stake}")
        self.layout.taken_back(number, wager)
        self.move(box, cents)
        return None

    def closed(self) -> Objection | None:
        self.layout.closed = True
        return None

    def insured(self, number: int, cents: int) -> Objection | None:
        layout = self.layout
        box = layout.box(number)
        most = most_insurance(layout.game, box.initial, layout.options, layout.readings)
        open_now = layout.insurance_stage == "offered" and not layout.inserted
        if not open_now or not is_ace(layout.up()) or box.insurance_is != "" or cents > most:
            return Objection("insurance that may not be made", f"box {number}: {cents}, at most {most}")
        layout.insured(number, cents)
        self.move(box, -cents)
        return None

    def even_money(self, number: int) -> Objection | None:
        layout = self.layout
        box = layout.box(number)
        if not layout.may(box, box.hands[0], "even_money") or layout.insurance_stage != "offered":
            return Objection("even money that may not be taken", f"box {number}")
        box.even_money = True
        return None

    def decision(self, number: int, index: int, action: str, cents: int) -> Objection | None:
        layout = self.layout
        box = layout.box(number)
        hand = box.hands[index]
        wanted = {"split": box.initial, "over": box.initial, "under": box.initial}.get(action, 0)
        if action == "second_chance":
            stakes = {"stake": hand.stake, "double": hand.double}
            wanted = second_chance_stake(stakes, layout.readings)
        allowed = 0 < cents <= hand.stake if action == "double" else cents == wanted
        if not allowed or hand.end != "":
            return Objection("a stake that the text does not allow", f"{action} on box {number}: {cents}")
        if hand.refused and action not in ["surrender", "stand"]:
            return Objection("who refused a card asks for more", f"{action} on box {number}")
        layout.decision(number, index, action, cents)
        self.move(box, -cents)
        return None

    def no_second_chance(self, number: int, index: int) -> Objection | None:
        self.layout.hand(number, index).chance_declined = True
        return None

    # ------------------------------------------------------------ cards

    def card(self, number: int, index: int, card: str, held: bool) -> Objection | None:
        layout = self.layout
        if layout.reader_broken:
            # 685a.12(i), 673a.13(j)
            return Objection("a card while the reader is out of order", f"{card} to box {number}")
        if number == 0:
            if len(layout.dealer) >= 2 and not blackjack_money.dealer_must_draw(layout):
                says = f"{card} to {layout.dealer}"
                return Objection("the dealer draws a card that no clause asks for", says)
            if layout.exposed != "" and not held:
                return Objection("the exposed card is not the next", f"{card} to the dealer")
        else:
            hand = layout.hand(number, index)
            if hand.end != "":
                return Objection("a card to a hand that is over", f"{card} to box {number}")
            completes = len(hand.cards) == 1 or hand.asked in ["double", "second_chance"]
            if hand.refused and not completes:
                # 685a.12(c) s2; a split hand gets the one card that completes it.
                return Objection("a card to a player who refused one", f"{card} to box {number}")
            if layout.exposed != "" and not held and not hand.refused:
                return Objection("the exposed card is not the next", f"{card} to box {number}")
        layout.card(number, index, card, held)
        return None

    def hole(self, card: str) -> Objection | None:
        if self.layout.reader_broken:
            return Objection("a card while the reader is out of order", "the hole card")
        self.layout.hole(card)
        return None

    def turned(self, card: str) -> Objection | None:
        self.layout.turned(card)
        if self.layout.dealer_shows_blackjack():
            self.late = blackjack_money.blackjack_shows(self.layout)
        return None

    def offered(self) -> Objection | None:
        self.layout.insurance_stage = "offered"
        return None

    def insurance_closed(self) -> Objection | None:
        self.layout.insurance_stage = "closed"
        return None

    def inserted(self) -> Objection | None:
        self.layout.inserted = True
        return None

    def light(self, shown: str) -> Objection | None:
        self.layout.light = shown
        return None

    def moved(self) -> Objection | None:
        self.layout.moved = True
        return None

    def answer(self, blackjack: bool) -> Objection | None:
        self.layout.answer = blackjack
        return None

    # ------------------------------------------------------------ irregularities

    def missed(self, number: int, index: int) -> Objection | None:
        self.layout.missed(number, index)
        self.layout.irregular = True
        return None

    def wants_missed(self, number: int, index: int) -> Objection | None:
        self.layout.wants_missed(number, index)
        return None

    def call_dead(self, number: int, index: int) -> Objection | None:
        box = self.layout.box(number)
        if not box.ruling_open and not self.layout.deal_is_over_for(box):
            self.at_once = shown_matches(self.layout, number)
        self.to_die = deaths(self.layout, number, index)
        if not self.to_die:
            return Objection("dead without a reason", f"hand {index + 1} of box {number}")
        return None

    def upheld(self, number: int) -> Objection | None:
        box = self.layout.box(number)
        if not box.ruling_open:
            return Objection("a ruling that nobody asked for", f"box {number}")
        box.ruling_open = False
        return None

    def wrong_range(self, what: str) -> Objection | None:
        """685a.12(h): box by box, play on or dead; what was settled otherwise stays (D14, D15)."""
        self.layout.irregular = True
        if what == "light":
            self.layout.light_is_wrong = True
        for box in self.layout.boxes:
            box.ruling_open = any(may_die_after_wrong_range(hand) for hand in box.hands)
        return None

    def something_wrong(self, *_: object) -> Objection | None:
        self.layout.irregular = True
        return None

    def overdrawn(self, card: str, counts: bool) -> Objection | None:
        self.layout.irregular = True
        if self.layout.overdrawn(card) != counts:
            return Objection("a card overdrawn", f"{card} to {self.layout.dealer}, counted: {counts}")
        return None

    def drawn(self, card: str) -> Objection | None:
        self.layout.irregular = True
        self.layout.exposed = card
        return None

    def refuses(self, number: int, seat: int) -> Objection | None:
        if self.layout.exposed == "" or self.layout.reads("R2", "O9"):
            return Objection("a card refused that may not be", f"box {number}")
        self.layout.refuses(number, seat)
        if self.layout.game == OVER_UNDER:
            self.to_die = deaths_by_refusal(self.layout)
        return None

    def discarded(self) -> Objection | None:
        """685a.12(c) s3, 673a.13(c) s3: only if the dealer cannot use it."""
        self.layout.exposed = ""
        if self.layout.game == OVER_UNDER or self.layout.void:
            return None
        if blackjack_money.dealer_must_draw(self.layout):
            return Objection("an exposed card discarded that the dealer must draw", f"{self.layout.dealer}")
        return None

    def broken(self, device: str) -> Objection | None:
        if device == "reader":
            self.layout.reader_broken = True
            self.layout.irregular = True
        return None

    def repaired(self, device: str) -> Objection | None:
        if device == "reader":
            self.layout.reader_broken = False
        return None

    def void(self) -> Objection | None:
        waits = self.layout.reads("R2", "D41", "B33")
        if self.layout.reader_broken and waits and not self.is_false_blackjack():
            return Objection("a round called off that waits for its reader", "D41, B33 R2")
        self.to_die, self.at_once = called_off(self.layout)
        self.layout.void = True
        return None

    def is_false_blackjack(self) -> bool:
        """Reading B34 R2: the reader said Blackjack, the card was turned, and it is none."""
        turned = self.layout.answer is True and not self.layout.hole_down
        return turned and not self.layout.dealer_shows_blackjack() and self.layout.reads("R2", "B34")

    def cleared(self) -> Objection | None:
        """Every wager has been taken, paid or returned."""
        for box in self.layout.boxes:
            for index, hand in enumerate(box.hands):
                if hand.end == "":
                    return Objection("left over", f"hand {index + 1} of box {box.number}")
            if box.open_sides or box.insurance_is == "open":
                return Objection("left over", f"{box.open_sides} or insurance of box {box.number}")
        return None


Follows = Callable[..., Objection | None]

PAYMENTS: dict[str, Follows] = {
    "paid": Letter.paid,
    "wager paid": Letter.wager_paid,
    "died": Letter.died,
    "reopened": Letter.reopened,
    "added returned": Letter.added_returned,
    "blackjack reopened": Letter.blackjack_reopened,
}

FOLLOWS: dict[str, Follows] = {
    "bet": Letter.bet,
    "taken back": Letter.taken_back,
    "betting closed": Letter.closed,
    "card": Letter.card,
    "hole": Letter.hole,
    "turned": Letter.turned,
    "offered": Letter.offered,
    "insurance closed": Letter.insurance_closed,
    "insured": Letter.insured,
    "even money": Letter.even_money,
    "inserted": Letter.inserted,
    "light": Letter.light,
    "moved": Letter.moved,
    "answer": Letter.answer,
    "decision": Letter.decision,
    "no second chance": Letter.no_second_chance,
    "missed": Letter.missed,
    "wants missed": Letter.wants_missed,
    "call dead": Letter.call_dead,
    "upheld": Letter.upheld,
    "wrong range": Letter.wrong_range,
    "drawn": Letter.drawn,
    "face up": Letter.something_wrong,
    "overdrawn": Letter.overdrawn,
    "misread": Letter.something_wrong,
    "misused": Letter.something_wrong,
    "refuses": Letter.refuses,
    "discarded": Letter.discarded,
    "broken": Letter.broken,
    "repaired": Letter.repaired,
    "void": Letter.void,
    "cleared": Letter.cleared,
}
