"""What lies on the layout in one round: boxes, hands, wagers, and the dealer's cards.

It is told plain facts, one after the other, each a tuple that begins with a word (`FACTS` lists them), and
keeps what they say. Nothing in this file decides about money.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.naive.actions import may
from tests.naive.cards import Hand as HandFacts
from tests.naive.cards import (
    Options,
    Readings,
    dealer_total,
    is_ace,
    is_blackjack,
    is_ten,
    player_total,
    reading,
)

FACTS = """
bet box seat wager cents        a wager before the deal; the main one comes first
taken back box wager cents
betting closed
card box hand card held         box 0 is the dealer; held: it had been drawn in error
hole card                       face down; its face where everybody saw it before, else ""
turned card
offered, insurance closed
insured box cents
even money box                  the player asks for it
inserted
light range                     what the reader or the peeker tells
moved                           the dealer's hand, to the area of its range
answer blackjack                what the Blackjack reader tells, True or False
decision box hand action cents
no second chance box hand
missed box hand                 the card that was due was not dealt
wants missed box hand
call dead box hand              somebody whose choice it is calls the hand dead
upheld box
wrong range what                "light" or "lane"
drawn card                      in error; "" where nobody saw it
face up card                    found in the shoe
refuses box seat                the exposed card
discarded                       the exposed card
overdrawn card counts           counts: it stays in the dealer's hand
misread, misused                the dealer looked wrongly; the reader was used where it is not
broken device, repaired device
void                            the round is called off
cleared                         the round is over
"""

Fact = tuple[object, ...]


@dataclass
class HandOnTable:
    stake: int
    cards: list[str] = field(default_factory=list)
    split: bool = False
    added: bool = False
    """Its wager was made in splitting; it is not the initial one."""
    double: int = 0
    """The double, or at Over/Under the Over 23 or Under 18 Wager."""
    chance: int = 0
    chance_card: str = ""
    chance_declined: bool = False
    asked: str = ""
    """The card that was asked for and has not come: "hit", "double", "second_chance"."""
    stood: bool = False
    surrendered: bool = False
    choice: str = ""
    """At Over/Under: "over", "under" or "fold"."""
    refused: bool = False
    missed: bool = False
    end: str = ""
    """"" while it is undecided; then "settled" or "dead"."""
    back: int = 0
    """What has been handed back for its wagers so far."""

    def all_stakes(self) -> int:
        return self.stake + self.double + self.chance

    def busted(self) -> bool:
        points, _ = player_total("blackjack", self.cards)
        return points > 21


@dataclass
class BoxOnTable:
    number: int
    seat: int
    initial: int
    hands: list[HandOnTable] = field(default_factory=list)
    sides: dict[str, int] = field(default_factory=dict)
    open_sides: list[str] = field(default_factory=list)
    first_two: list[str] = field(default_factory=list)
    insurance: int = 0
    insurance_is: str = ""
    """"" where there is none; "open", "lost", "won", "returned"."""
    even_money: bool = False
    missed_in_deal: int = 0
    wants_missed: bool = False
    ruling_open: bool = False
    """After a wrong light or lane nobody has said yet whether this box plays on."""


@dataclass
class Layout:
    game: str
    main: str
    """What the main wager is called."""
    options: Options
    readings: Readings
    boxes: list[BoxOnTable] = field(default_factory=list)
    """From the dealer's left to the right."""
    dealer: list[str] = field(default_factory=list)
    """The cards that lie open: the first, the hole card once it is turned, what was drawn."""
    hole_down: bool = False
    hole_seen: str = ""
    """The hole card's face where everybody saw it before it was dealt."""
    closed: bool = False
    insurance_stage: str = ""
    """ "", "offered", "closed"."""
    inserted: bool = False
    light: str = ""
    light_is_wrong: bool = False
    moved: bool = False
    """The dealer's hand lies in the area of its range."""
    answer: bool | None = None
    reader_broken: bool = False
    exposed: str = ""
    """A card drawn in error that players saw and nobody has taken yet."""
    irregular: bool = False
    """Something has gone wrong in this round."""
    void: bool = False

    # ------------------------------------------------------------ looking

    def box(self, number: int) -> BoxOnTable:
        for box in self.boxes:
            if box.number == number:
                return box
        raise LookupError(f"box {number} has no wager")

    def hand(self, box: int, hand: int) -> HandOnTable:
        return self.box(box).hands[hand]

    def up(self) -> str:
        return self.dealer[0]

    def up_may_make_blackjack(self) -> bool:
        return is_ace(self.up()) or is_ten(self.up())

    def dealer_shows_blackjack(self) -> bool:
        return not self.hole_down and len(self.dealer) == 2 and is_blackjack(self.dealer)

    def deal_is_complete(self) -> bool:
        for box in self.boxes:
            if box.hands[0].end == "" and len(box.first_two) < 2:
                return False
        return len(self.dealer) + int(self.hole_down) >= 2

    def facts_of(self, box: BoxOnTable, hand: HandOnTable) -> HandFacts:
        """The hand as `may` wants it told."""
        return {
            "cards": hand.cards,
            "from_split": hand.split,
            "split_aces": hand.split and is_ace(hand.cards[0]),
            "hands_in_box": len(box.hands),
            "doubled": hand.double > 0 and hand.asked != "double",
            "second_chance_taken": hand.chance > 0,
            "first_action": len(hand.cards) == 2 and not hand.split,
            "up": self.up(),
        }

    def may(self, box: BoxOnTable, hand: HandOnTable, action: str) -> bool:
        return may(self.game, action, self.facts_of(box, hand), self.options, self.readings)

    def reads(self, choice: str, *names: str) -> bool:
        """Is this the choice of one of these readings? Each document has its own id for a question."""
        return any(reading(self.readings, name) == choice for name in names)

    def stands_on_one_card(self, hand: HandOnTable) -> bool:
        """Readings D34, B28 R2: a split hand of one card whose player has refused an exposed card."""
        alone = hand.refused and len(hand.cards) == 1 and hand.asked == ""
        return alone and self.reads("R2", "D34", "B28")

    def undecided(self) -> bool:
        """Is there a wager that has been neither taken, paid nor returned?"""
        for box in self.boxes:
            if box.open_sides or box.insurance_is == "open" or any(hand.end == "" for hand in box.hands):
                return True
        return False

    def must_be_called_off(self) -> bool:
        """Readings V12, N22 R2: whatever goes wrong voids the round."""
        reads_so = self.reads("R2", "V12", "N22")
        return reads_so and self.irregular and not self.void and self.undecided()

    def waits_for_its_player(self, box: BoxOnTable, hand: HandOnTable) -> bool:
        """A card or a decision is still to come on this hand; a hand passed over is not waited for."""
        if hand.end != "" or hand.missed:
            return False
        if self.stands_on_one_card(hand):
            return False
        if hand.asked != "" or len(hand.cards) < 2:
            return True
        if hand.busted():
            asked_for_chance = not hand.chance_declined and not hand.refused
            return asked_for_chance and self.may(box, hand, "second_chance")
        if hand.stood or hand.surrendered or hand.refused:
            return False
        for action in ["hit", "double", "split", "surrender"]:
            if self.may(box, hand, action):
                return True
        return False

    # ------------------------------------------------------------ following

    def bet(self, number: int, seat: int, wager: str, cents: int) -> None:
        if wager == self.main:
            self.boxes.append(BoxOnTable(number, seat, cents, [HandOnTable(cents)]))
            self.boxes.sort(key=lambda box: box.number)
        else:
            self.box(number).sides[wager] = cents
            self.box(number).open_sides.append(wager)

    def taken_back(self, number: int, wager: str) -> None:
        if wager == self.main:
            self.boxes.remove(self.box(number))
        else:
            del self.box(number).sides[wager]
            self.box(number).open_sides.remove(wager)

    def card(self, number: int, index: int, card: str, held: bool) -> None:
        if held:
            self.exposed = ""
        if number == 0:
            self.dealer.append(card)
            return
        box = self.box(number)
        hand = box.hands[index]
        if len(box.first_two) < 2 and len(box.hands) == 1:
            box.first_two.append(card)
        if hand.asked == "second_chance":
            hand.chance_card = card
        else:
            hand.cards.append(card)
            if hand.asked == "double":
                hand.stood = True
        hand.asked = ""
        hand.missed = False
        box.wants_missed = False

    def hole(self, card: str) -> None:
        self.hole_down = True
        self.hole_seen = card
        if card != "":
            self.exposed = ""

    def turned(self, card: str) -> None:
        self.hole_down = False
        self.dealer.insert(1, card)

    def insured(self, number: int, cents: int) -> None:
        box = self.box(number)
        box.insurance = cents
        box.insurance_is = "open"

    def decision(self, number: int, index: int, action: str, cents: int) -> None:
        box = self.box(number)
        hand = box.hands[index]
        if action == "stand":
            hand.stood = True
        elif action == "hit":
            hand.asked = "hit"
        elif action == "surrender":
            hand.surrendered = True
        elif action == "double":
            hand.asked = "double"
            hand.double = cents
        elif action == "second_chance":
            hand.asked = "second_chance"
            hand.chance = cents
        elif action == "split":
            right = HandOnTable(cents, [hand.cards.pop()], split=True, added=True)
            hand.split = True
            box.hands.insert(index + 1, right)
        elif action in ["over", "under", "fold"]:
            hand.choice = action
            hand.double = cents
        else:
            raise ValueError(f"no such decision: {action}")

    def missed(self, number: int, index: int) -> None:
        if number == 0:
            return
        box = self.box(number)
        if not self.deal_is_over_for(box):
            box.missed_in_deal = box.missed_in_deal + 1
        else:
            box.hands[index].missed = True

    def deal_is_over_for(self, box: BoxOnTable) -> bool:
        """Has the box the cards of the first deal? One at Over/Under, two elsewhere."""
        if self.game == "over-under-pa":
            return len(box.first_two) >= 1
        return len(box.first_two) >= 2

    def wants_missed(self, number: int, index: int) -> None:
        self.box(number).wants_missed = True
        self.hand(number, index).missed = False

    def refuses(self, number: int, seat: int) -> None:
        """685a.12(c) s2, 673a.13(c) s2: "him" is the player, with all boxes; or one box (D33, B27, O22).

        What was asked for and has not come is not asked for any more. A double and a Second Chance have been
        paid for, and no sentence takes their card away.
        """
        one_box = self.reads("R2", "D33", "B27", "O22")
        for box in self.boxes:
            if box.number == number or (box.seat == seat and not one_box):
                for hand in box.hands:
                    hand.refused = True
                    if hand.asked == "hit":
                        hand.asked = ""

    def overdrawn(self, card: str) -> bool:
        """685a.12(d), 673a.13(d): to the rack; on a total that the clause leaves out it counts (D16, B24)."""
        points, _ = dealer_total(self.game, self.dealer, self.readings)
        counts = points != 17 and "R1" in [self.readings.get("D16"), self.readings.get("B24")]
        if counts:
            self.dealer.append(card)
        return counts
