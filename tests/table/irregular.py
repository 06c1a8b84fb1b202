"""Whole random rounds in which things go wrong: the house on autopilot, mistakes and rulings by chance.

Every mistake is a command that the table takes or refuses; what it refuses did not happen. Cards come from
a shuffled shoe, so that a card found face up or drawn in error is the one that was next.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.rules.cards import ACE, KING, TEN, Card, Light, Range
from pitboss.rules.player import Action
from pitboss.rules.stakes import least_added, most_insurance
from pitboss.table import commands as c
from pitboss.table.autopilot import Autopilot
from pitboss.table.dealing import may_burn_early
from pitboss.table.due import Due, due
from pitboss.table.events import Event
from pitboss.table.fold_helpers import put_box, put_hand
from pitboss.table.people import DEALER, FLOOR, Role, player
from pitboss.table.shoes import VirtualShoe
from pitboss.table.state import Box, Discard, Stage, Status, Table, find_box
from pitboss.table.table import step
from tests.table.drive import CHIPS

TENS = set(range(TEN, KING + 1))
Watch = Callable[[Table, c.Command, tuple[Event, ...]], None]
"""Told the table before, the command and what happened."""


class PeekedShoe(VirtualShoe):
    """A shuffled shoe whose next card can be looked at."""

    def look(self, depth: int = 0) -> Card | None:
        """The card that lies so many cards below the top."""
        return self._cards[-1 - depth] if depth < len(self._cards) else None

    def bring(self, depth: int, ranks: set[int]) -> None:
        """A card of these ranks from below changes places with the one at this depth, if there is one."""
        at = len(self._cards) - 1 - depth
        for below in range(at - 20, -1, -1):
            if self._cards[below].rank in ranks:
                self._cards[at], self._cards[below] = self._cards[below], self._cards[at]
                return


class IrregularTable:
    """A table with its shoe, its chance, and a count of what went wrong."""

    def __init__(self, state: Table, rng: random.Random, watch: Watch, mistakes: float = 0.06) -> None:
        self.state = state
        self.rng = rng
        self.watch = watch
        self.mistakes = mistakes
        """How likely something goes wrong at each step."""
        self.shoe = PeekedShoe(state.house.decks, rng, state.terms.game.deck)
        self.pilot = Autopilot(self.shoe)
        self.kinds: Counter[str] = Counter()
        """How often each irregularity happened."""
        self.emptying = self.vanishing = False
        self.last: c.Command | None = None
        """The command that was tried last, taken or not."""

    def do(self, command: c.Command) -> None:
        before, self.last = self.state, command
        events, self.state = step(before, command)
        self.watch(before, command, events)

    def tries(self, command: c.Command, kind: str = "") -> bool:
        """The table may refuse it; then it did not happen."""
        try:
            self.do(command)
        except Refused:
            return False
        if kind:
            self.kinds[kind] += 1
        return True

    # ---- between rounds

    def open(self, seats: tuple[int, ...]) -> None:
        for seat in seats:
            self.do(c.SitDown(by=player(seat), chips_cents=CHIPS))
        self.prepare()
        self.tries(c.InspectReader())

    def prepare(self) -> None:
        """Shuffles, cuts and burns until betting is open."""
        while True:
            command = self.pilot.act(self.state)
            if command is None:
                wanted = due(self.state)
                if wanted is None or wanted.act == "bets":
                    break
                command = self._player_prepares(wanted)
            self.do(command)
        while may_burn_early(self.state):
            self.do(self.pilot.burn(self.state, Due("burn", DEALER)))
        for patron in self.state.players:
            if patron.chips_cents < CHIPS // 10:
                self.do(c.BuyChips(by=DEALER, seat=patron.seat, cents=CHIPS // 2))

    def _player_prepares(self, wanted: Due) -> c.Command:
        if wanted.act == "prepare":
            return c.PrepareCards(by=wanted.who, step=Stage(wanted.hand))
        return c.RefuseCut(by=wanted.who)

    # ---- a round

    def play_round(self) -> None:
        self._bet()
        if self.state.reader_broken:
            self.do(c.RepairDevice(device="reader"))
        self.emptying, self.vanishing = self.rng.random() < 0.004, self.rng.random() < 0.003
        while self.state.phase == 0:
            self.do(self.pilot.deal(self.state))
        self._stack_shoe()
        number = self.state.round
        while self.state.round == number:
            self._step()
        self.prepare()

    def _bet(self) -> None:
        rng, chip, limits = self.rng, self.state.house.min_chip_cents, self.state.house.limits
        for patron in self.state.players:
            for number in self._boxes_of(patron.seat):
                top = min(limits.wager_max_cents, limits.wager_min_cents * 4)
                stake = rng.randrange(limits.wager_min_cents, top + 1, chip)
                by = player(patron.seat)
                if not self.tries(c.PlaceWager(by=by, box=number, wager=self.state.terms.main, cents=stake)):
                    continue
                for side in self.state.terms.sides:
                    if rng.random() < 0.5:
                        most = min(limits.side_max_cents, stake)
                        cents = rng.randrange(limits.side_min_cents, most + 1, chip)
                        self.do(c.PlaceWager(by=by, box=number, wager=side, cents=cents))
                        if rng.random() < 0.02:
                            self.tries(c.TakeBackWager(by=by, box=number, wager=side), "wager taken back")
        if rng.random() < 0.02 and len(self.state.boxes) > 1:
            box = rng.choice(self.state.boxes)
            back = c.TakeBackWager(by=player(box.seat), box=box.number, wager=self.state.terms.main)
            self.tries(back, "wager taken back")

    def _boxes_of(self, seat: int) -> Iterator[int]:
        """The own box, and sometimes those beside it that nobody sits at."""
        yield seat
        for beside in range(1, self.state.terms.boxes_per_player):
            if seat + beside > 6 or self.rng.random() < 0.5:
                return
            yield seat + beside

    def _step(self) -> None:
        """The next thing that happens: a mistake, or what is due."""
        wanted = due(self.state)
        if wanted is None:
            raise AssertionError("nothing is due")
        if self.emptying and self._empty_shoe(wanted):
            return
        if self.vanishing and self._vanish(wanted):
            return
        if self._was_missed(wanted) and self.rng.random() < 0.3 and self._pass_over(wanted):
            return
        if self.rng.random() < self.mistakes and self._mistake(wanted):
            return
        act = _BY_CHANCE.get(wanted.act)
        if act is not None:
            act(self, wanted)
            return
        command = self.pilot.act(self.state)
        if command is None:
            command = self._player_prepares(wanted)
        self.do(command)

    # ---- what is left to chance

    def _read(self, wanted: Due) -> None:
        """The device sometimes lies."""
        self._surrender_early(wanted)
        command = self.pilot.act(self.state)
        assert command is not None
        if self.rng.random() < 4 * self.mistakes:
            if isinstance(command, c.AnswerBlackjack):
                kind = "reader denies a Blackjack" if command.blackjack else "reader claims a Blackjack"
                command = c.AnswerBlackjack(blackjack=not command.blackjack, by=command.by)
            else:
                kind = "wrong light"
                command = self._wrong_light(command)
            self.kinds[kind] += 1
        self.do(command)

    def _wrong_light(self, command: c.Command) -> c.Command:
        if isinstance(command, c.PeekRange):
            return c.PeekRange(shows=self.rng.choice([shows for shows in Range if shows != command.shows]))
        assert isinstance(command, c.LightRange)
        return c.LightRange(light=self.rng.choice([light for light in Light if light != command.light]))

    def _close_insurance(self, _: Due) -> None:
        rng = self.rng
        for box in self.state.boxes:
            if rng.random() < 0.6:
                most = most_insurance(box.initial_cents, self.state.house)
                by = player(box.seat)
                self.tries(
                    rng.choice(
                        [
                            c.TakeEvenMoney(by=by, box=box.number),
                            c.Insure(by=by, box=box.number, cents=most),
                            c.Insure(by=by, box=box.number, cents=least_added(self.state.house)),
                        ]
                    )
                )
            if rng.random() < 0.1:
                self.tries(c.Decide(by=player(box.seat), box=box.number, action=Action.SURRENDER))
        self.do(c.CloseInsurance())

    def _surrender_early(self, wanted: Due) -> None:
        """A surrender may be declared before the reader, or before the dealer looks."""
        if wanted.act in ("insert", "look"):
            for box in self.state.boxes:
                if self.rng.random() < 0.1:
                    self.tries(c.Decide(by=player(box.seat), box=box.number, action=Action.SURRENDER))

    def _insert(self, wanted: Due) -> None:
        self._surrender_early(wanted)
        self.do(c.InsertHole())

    def _decide(self, wanted: Due) -> None:
        rng = self.rng
        if rng.random() < 0.5 and self._refuse(wanted):
            return
        box = self._box(wanted)
        actions = [Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT, Action.SPLIT, Action.SURRENDER]
        if len(box.hands[wanted.hand].cards) > 2:
            actions = [Action.HIT, Action.STAND]
        if wanted.act == "choose":
            actions = [Action.OVER, Action.UNDER, Action.FOLD]
        if wanted.act == "second chance":
            if rng.random() < 0.5:
                self.do(c.DeclineSecondChance(by=wanted.who, box=wanted.box, hand=wanted.hand))
                return
            actions = [Action.SECOND_CHANCE]
        while not self.tries(self._decision(wanted, box, rng.choice(actions))):
            pass

    def _says(self, decision: c.Decide) -> c.Command:
        """Where hand signals are recorded, now and then with another word than the hand means."""
        if "hand_signals" not in self.state.terms.procedures or decision.cents or self.rng.random() < 0.9:
            return decision
        voice = self.rng.choice([Action.HIT, Action.STAND])
        return c.Signal(decision.by, decision.box, decision.hand, decision.action, voice)

    def _decision(self, wanted: Due, box: Box, action: Action) -> c.Command:
        cents = 0
        if action == Action.DOUBLE:
            chip, most = self.state.house.min_chip_cents, box.hands[wanted.hand].original_cents
            cents = self.rng.choice([most, most, max(chip, most // 2 // chip * chip)])
        return self._says(
            c.Decide(by=wanted.who, box=wanted.box, hand=wanted.hand, action=action, cents=cents)
        )

    def _refuse(self, wanted: Due) -> bool:
        """The player to whom an exposed card would go turns it down."""
        box = find_box(self.state, wanted.box)
        if self.state.held is None or self.state.held.card is None or box is None:
            return False
        refusal = c.RefuseCard(by=player(box.seat), box=wanted.box, hand=wanted.hand)
        return self.tries(refusal, "exposed card refused")

    def _card(self, wanted: Due) -> None:
        """What was asked for may still be turned down when it shows before its time."""
        if self.rng.random() < 0.3 and self._refuse(wanted):
            return
        command = self.pilot.act(self.state)
        assert command is not None
        self.do(command)

    def _box(self, wanted: Due) -> Box:
        box = find_box(self.state, wanted.box)
        assert box is not None
        return box

    def _missed(self, wanted: Due) -> None:
        if self.rng.random() < 0.5:
            self.do(c.TakeMissedCard(by=wanted.who, box=wanted.box, hand=wanted.hand))
            self.kinds["missed card taken"] += 1
        else:
            self.do(c.CallDead(by=wanted.who, box=wanted.box, hand=wanted.hand))
            self.kinds["missed card declined"] += 1

    def _rule_on(self, wanted: Due) -> None:
        by = wanted.who
        if by.role != Role.PLAYER:
            by = self.rng.choice([DEALER, FLOOR])
        if self.rng.random() < 0.5:
            self.do(c.UpholdHand(by=by, box=wanted.box))
            self.kinds["upheld after a wrong range"] += 1
        else:
            self.do(c.CallDead(by=by, box=wanted.box))
            self.kinds["dead after a wrong range"] += 1

    def _call_dead(self, wanted: Due) -> None:
        self.do(c.CallDead(by=self.rng.choice([DEALER, FLOOR]), box=wanted.box, hand=wanted.hand))
        self.kinds["hand without a card"] += 1

    def _repair(self, _: Due) -> None:
        if self.rng.random() < 0.3 and self.tries(c.VoidRound(), "round called dead for its reader"):
            return
        self.do(c.RepairDevice(device="reader"))

    def _void(self, _: Due) -> None:
        self.do(c.VoidRound())
        self.kinds["void round"] += 1

    # ---- mistakes

    def _mistake(self, wanted: Due) -> bool:
        return self.rng.choice(_MISTAKES)(self, wanted)

    def _shown(self, make: Callable[[Card], c.Command], kind: str) -> bool:
        """The next card of the shoe shows where it should not."""
        card = self.shoe.look()
        if card is None or not self.tries(make(card), kind):
            return False
        self.shoe.draw()
        return True

    def _face_up(self, _: Due) -> bool:
        return self._shown(lambda card: c.FindFaceUp(card), "card face up in the shoe")

    def _exposed(self, wanted: Due) -> bool:
        kind = "exposed card" if wanted.act != "hole" else "exposed card while the hole card is due"
        return self._shown(lambda card: c.DrawInError(card), kind)

    def _unseen(self, _: Due) -> bool:
        return self.tries(c.DrawInError(), "unseen card drawn in error")

    def _overdraw(self, _: Due) -> bool:
        return self._shown(lambda card: c.Overdraw(card), "card overdrawn")

    def _pass_over(self, wanted: Due) -> bool:
        kind = "dealer’s card missed" if wanted.box == 0 else f"card missed: {_what_card(self.state, wanted)}"
        return self.tries(c.PassOver(box=wanted.box, hand=wanted.hand), kind)

    def _wrong_range(self, _: Due) -> bool:
        what = self.rng.choice(["light", "lane"])
        by = self.rng.choice([DEALER, FLOOR])
        return self.tries(c.ReportWrongRange(by=by, what=what), f"wrong {what} reported")

    def _broken(self, _: Due) -> bool:
        return self.tries(c.ReportBroken(by=DEALER, device="reader"), "reader broken")

    def _misused(self, _: Due) -> bool:
        return self.tries(c.ReportReaderMisused(), "reader misused")

    def _dispute(self, _: Due) -> bool:
        return self.tries(c.RecordDispute(box=self.rng.choice(self.state.boxes).number), "dispute")

    def _was_missed(self, wanted: Due) -> bool:
        """The first card of the deal passed this box by; now its second is due."""
        box = find_box(self.state, wanted.box)
        return wanted.act == "card" and box is not None and box.missed > 0 and not box.firsts

    def _wrong_payment(self, wanted: Due) -> bool:
        """The dealer hands over a wrong amount: nothing moves, and the right one is still due."""
        if wanted.act != "settle":
            return False
        cents = self.rng.choice([1, 123_456])
        pays = c.Settle(box=wanted.box, hand=wanted.hand, wager=wanted.wager, paid_cents=cents)
        return self.tries(pays, "dealer pays a wrong amount")

    def _empty_shoe(self, wanted: Due) -> bool:
        """Card after card is found face up until the shoe is empty."""
        if self.state.phase_name in ("settle", "clear") or wanted.act == "rule on":
            return False
        if self.state.shoe and self.state.shoe != self.state.cover:
            return self._face_up(wanted)
        if self.state.shoe == 0:
            self.emptying = False
            self.kinds["shoe empty"] += 1
        return False

    def _vanish(self, wanted: Due) -> bool:
        """No card is left for the one that is due: all but one are put under a hand in play.

        No round of the five documents can use up its shoe and the rack: hands in play hold too few points.
        So the cards are laid there by hand, and what they count stays as it was.
        """
        state = self.state
        boxes = [
            box for box in state.boxes if box.hands[0].status == Status.LIVE and box.number != wanted.box
        ]
        if wanted.act != "card" or not boxes or self.rng.random() < 0.8 or state.held is not None:
            return False
        self.vanishing = False
        spare = (Card(2, 0),) * (state.shoe + len(state.rack) - 1)
        box = boxes[0]
        hand = replace(box.hands[0], cards=(*box.hands[0].cards, *spare))
        rack = (*state.rack, Discard(None))[:1]
        self.state = replace(
            state,
            boxes=put_box(state, put_hand(box, 0, hand)),
            shoe=0,
            rack=rack,
            cover=-1,
            cover_seat=0,
            reshuffle="cover" if state.terms.uses_cut else state.reshuffle,
        )
        self.kinds["no card left anywhere"] += 1
        return True

    def _stack_shoe(self) -> None:
        """Blackjacks and pairs come more often than chance would have them."""
        rng, boxes = self.rng, len(self.state.boxes)
        first_of = [self.state.burns + number for number in range(boxes)]
        up = self.state.burns + boxes
        if rng.random() < 0.15:
            ace, ten = rng.sample([up, up + boxes + 1], 2)
            self.shoe.bring(ace, {ACE})
            self.shoe.bring(ten, TENS)
        for first in first_of:
            card = self.shoe.look(first)
            if rng.random() < 0.2 and card is not None:
                self.shoe.bring(first + boxes + 1, {card.rank})
            elif rng.random() < 0.08:
                self.shoe.bring(first, {ACE})
                self.shoe.bring(first + boxes + 1, TENS)


def _what_card(state: Table, wanted: Due) -> str:
    box = find_box(state, wanted.box)
    if box is None:
        return "dealer’s"
    if wanted.act == "choose":
        return "before the decision"
    if state.phase_name in ("deal", "deal_one"):
        return "first" if not box.firsts else "second"
    return {0: "additional", 1: "hit", 2: "double", 3: "second chance"}[int(box.hands[wanted.hand].awaits)]


_BY_CHANCE: dict[str, Callable[[IrregularTable, Due], None]] = {
    "read": IrregularTable._read,
    "look": IrregularTable._read,
    "card": IrregularTable._card,
    "close insurance": IrregularTable._close_insurance,
    "insert": IrregularTable._insert,
    "decide": IrregularTable._decide,
    "choose": IrregularTable._decide,
    "second chance": IrregularTable._decide,
    "missed": IrregularTable._missed,
    "rule on": IrregularTable._rule_on,
    "call dead": IrregularTable._call_dead,
    "repair reader": IrregularTable._repair,
    "void round": IrregularTable._void,
}

_MISTAKES = (
    IrregularTable._face_up,
    IrregularTable._exposed,
    IrregularTable._exposed,
    IrregularTable._unseen,
    IrregularTable._overdraw,
    IrregularTable._pass_over,
    IrregularTable._pass_over,
    IrregularTable._wrong_range,
    IrregularTable._broken,
    IrregularTable._misused,
    IrregularTable._dispute,
    IrregularTable._wrong_payment,
)
