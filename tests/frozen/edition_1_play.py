# mypy: ignore-errors
"""How the rounds of the frozen journals were played: see `make_edition_1.py`, which uses this.

A driver sits at a desk of the released code: it deals by hand where the house does not, lets players decide
by chance from a fixed seed, and puts irregularities in where they are possible.
"""

import random
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from pitboss.desk.automation import ALL, House
from pitboss.desk.desk import Desk
from pitboss.desk.standing import VIRTUAL
from pitboss.errors import Refused
from pitboss.rules.cards import Card
from pitboss.rules.hands import player_total
from pitboss.rules.player import Action
from pitboss.rules.stakes import least_added, most_insurance
from pitboss.table import commands as c
from pitboss.table.autopilot import Autopilot
from pitboss.table.chips import in_chips
from pitboss.table.due import Due, due
from pitboss.table.people import DEALER, DEVICE, FLOOR, SEATS, Role, player
from pitboss.table.shoes import VirtualShoe
from pitboss.table.state import Stage, Table, find_box

FACE = Card(2, 0)
"""Any face: a virtual shoe puts its own in its place."""
WINDOW = 5
"""So many wishes are waited for at once."""

Wish = Callable[[Table, Due], c.Command | None]


class FixedClock:
    """Seven milliseconds pass whenever somebody looks."""

    def __init__(self, day: int) -> None:
        self.now = datetime(2026, 3, day, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(milliseconds=7)
        return self.now

    def skip(self, hours: float) -> None:
        self.now += timedelta(hours=hours)


# ---- what can go wrong, and when


def in_play(state: Table, found: Due) -> bool:
    return state.phase_name in ("decisions", "each_player") and found.act in ("decide", "choose")


def no_first_card(state: Table, found: Due) -> c.Command | None:
    box = find_box(state, found.box)
    if state.phase_name in ("deal", "deal_one") and found.act == "card" and box and not box.firsts:
        return c.PassOver(box=found.box) if found.box == state.boxes[-1].number else None
    return None


def no_card_at_all(state: Table, found: Due) -> c.Command | None:
    """The box that was passed over at first is passed over again."""
    box = find_box(state, found.box)
    if state.phase_name == "deal" and found.act == "card" and box and box.missed and not box.firsts:
        return c.PassOver(box=found.box)
    return None


def no_second_card(state: Table, found: Due) -> c.Command | None:
    box = find_box(state, found.box)
    if state.phase_name == "deal" and found.act == "card" and box and len(box.firsts) == 1:
        return c.PassOver(box=found.box, by=FLOOR)
    return None


def dealer_missed(state: Table, found: Due) -> c.Command | None:
    at_dealer = state.phase_name == "deal" and found.act == "card" and found.box == 0
    return c.PassOver(box=0) if at_dealer else None


def missed_hit(state: Table, found: Due) -> c.Command | None:
    if state.phase_name in ("decisions", "each_player") and found.act == "card":
        return c.PassOver(box=found.box, hand=found.hand)
    return None


def face_up(state: Table, found: Due) -> c.Command | None:
    return c.FindFaceUp(card=FACE) if in_play(state, found) else None


def unseen_card(state: Table, found: Due) -> c.Command | None:
    return c.DrawInError() if in_play(state, found) else None


def exposed_card(state: Table, found: Due) -> c.Command | None:
    return c.DrawInError(card=FACE) if in_play(state, found) else None


def exposed_to_the_last(state: Table, found: Due) -> c.Command | None:
    """The last box alone is left to turn it down."""
    last = state.boxes and found.box == state.boxes[-1].number
    return c.DrawInError(card=FACE) if last and in_play(state, found) else None


def overdraw(state: Table, _: Due) -> c.Command | None:
    return c.Overdraw(card=FACE) if state.phase_name == "settle" else None


def wrong_light(state: Table, found: Due) -> c.Command | None:
    return c.ReportWrongRange(by=DEALER, what="light") if in_play(state, found) else None


def wrong_light_insured(state: Table, found: Due) -> c.Command | None:
    """Found when insurance has been collected on the strength of it."""
    collected = any(box.insurance_settled for box in state.boxes)
    return wrong_light(state, found) if collected else None


def wrong_lane(state: Table, found: Due) -> c.Command | None:
    return c.ReportWrongRange(by=FLOOR, what="lane") if in_play(state, found) else None


def wrong_light_late(state: Table, _: Due) -> c.Command | None:
    return c.ReportWrongRange(by=FLOOR, what="light") if state.phase_name == "settle" else None


def dispute(state: Table, _: Due) -> c.Command | None:
    return c.RecordDispute(box=state.boxes[0].number) if state.phase_name in ("settle", "clear") else None


def reader_misused(state: Table, _: Due) -> c.Command | None:
    return c.ReportReaderMisused() if state.dealer.hole else None


def reader_broken(state: Table, found: Due) -> c.Command | None:
    return c.ReportBroken(by=DEALER, device="reader") if in_play(state, found) else None


def shuffler_broken(state: Table, found: Due) -> c.Command | None:
    """Between rounds; a continuous one in the middle of a round."""
    now = found.act == "bets" if state.terms.uses_cut else in_play(state, found)
    return c.ReportBroken(by=DEVICE, device="shuffler") if now and not state.to_burn else None


def shuffler_repaired(state: Table, found: Due) -> c.Command | None:
    idle = found.act == "bets" and state.shuffler_broken and state.shuffler_covered
    return c.RepairDevice(device="shuffler") if idle else None


def jam(_: Table, found: Due) -> c.Command | None:
    return c.ReportJam(by=DEVICE) if found.act in ("offer cut", "cut", "load", "bets") else None


def recut(_: Table, found: Due) -> c.Command | None:
    return c.OrderRecut() if found.act in ("place cover", "load") else None


def differing_signals(state: Table, found: Due) -> c.Command | None:
    if not in_play(state, found):
        return None
    return c.Signal(by=found.who, box=found.box, hand=found.hand, motion=Action.STAND, voice=Action.HIT)


def reshuffle(state: Table, found: Due) -> c.Command | None:
    return c.OrderReshuffle() if found.act == "bets" and not state.boxes else None


def relief(state: Table, found: Due) -> c.Command | None:
    return c.RelieveDealer() if found.act == "bets" and not state.boxes else None


def new_day(state: Table, found: Due) -> c.Command | None:
    return c.BeginDay() if found.act == "bets" and not state.boxes else None


def fresh_cards(state: Table, found: Due) -> c.Command | None:
    preshuffled = "preshuffled" in state.terms.spoken
    idle = found.act == "bets" and not state.boxes
    return c.ReceiveCards(backs="blue", preshuffled=preshuffled) if idle else None


def permit(state: Table, _: Due) -> c.Command | None:
    barred = [one.seat for one in state.players if one.barred]
    return c.PermitPatron(by=FLOOR, seat=barred[0]) if barred else None


# ---- the driver


class Driver:
    def __init__(self, desk: Desk, clock: FixedClock, seed: str, wishes: list[Wish]) -> None:
        self.desk = desk
        self.clock = clock
        self.rng = random.Random(seed)
        self.wishes = list(wishes)
        self.granted: Counter[str] = Counter()
        self.cover_depth = 0
        """Cards dealt before the cover card comes out; 0 for as many as the rules allow."""
        self.numbers = 0
        self.keyed = None
        if desk.standing.cards != VIRTUAL:
            decks = desk.state.house.decks
            self.keyed = Autopilot(VirtualShoe(decks, random.Random(f"{seed}, cards")))

    @property
    def state(self) -> Table:
        return self.desk.state

    def key(self) -> str:
        self.numbers += 1
        return f"{self.desk.table}-{self.numbers}"

    def do(self, command: c.Command, account: str = "") -> None:
        self.desk.submit(command, key=self.key(), account=account)

    def tries(self, command: c.Command | None, account: str = "") -> bool:
        if command is None:
            return False
        try:
            self.do(command, account)
        except Refused:
            self.numbers -= 1
            return False
        return True

    def money(self, act: Any) -> None:
        self.desk.move_money(act, by="floor bell", key=self.key())

    # ---- one act

    def act(self) -> bool:
        """Whatever is to be done next; False when wagers are open and nothing else is left."""
        found = due(self.state)
        assert found is not None
        if self.grant(found):
            return True
        if found.act == "bets":
            return self.between_rounds()
        if found.who.role == Role.PLAYER:
            self.of_player(found)
        elif found.act == "close insurance":
            self.insurance()
        elif found.act == "rule on":
            self.rule(found)
        elif not self.early_surrender(found):
            self.do(self.of_house(found))
        return True

    def grant(self, found: Due) -> bool:
        """One wish of the first few, if the table takes it now."""
        for wish in self.wishes[:WINDOW]:
            if self.tries(wish(self.state, found)):
                self.wishes.remove(wish)
                self.granted[wish.__name__] += 1
                return True
        return False

    def between_rounds(self) -> bool:
        if self.state.boxes:
            return False
        command = c.RepairDevice(device="reader") if self.state.reader_broken else self._next_act()
        return self.tries(command) if command is not None else False

    def _next_act(self) -> c.Command | None:
        if self.keyed is not None:
            return self.keyed.act(self.state)
        standing = replace(self.desk.standing, automated=ALL)
        return House(self.desk._faces).next_act(standing, self.clock.now)

    def of_house(self, found: Due) -> c.Command:
        if found.act == "place cover" and self.cover_depth:
            stack = self.state.stack
            low = -(-stack // 4)
            return c.PlaceCover(from_bottom=max(low, stack - self.cover_depth))
        command = self._next_act()
        assert command is not None, found
        if command == c.AnswerBlackjack(blackjack=True) and self.keyed is not None:
            self.granted["wrong_answer"] += 1
            return c.AnswerBlackjack(blackjack=False)  # a broken reader: found when the card is turned
        return command

    # ---- people

    def of_player(self, found: Due) -> None:
        match found.act:
            case "cut":
                depth = self.state.stack // 3
                cut = c.CutCards(by=found.who, depth=depth)
                self.do(self.rng.choice((cut, c.RefuseCut(by=found.who))))
            case "prepare":
                self.do(c.PrepareCards(by=found.who, step=Stage(found.hand)))
            case "missed":
                take = c.TakeMissedCard(by=found.who, box=found.box, hand=found.hand)
                dead = c.CallDead(by=found.who, box=found.box, hand=found.hand)
                self.do(self.rng.choice((take, dead)))
            case "rule on":
                self.rule(found)
            case _:
                self.decide(found)

    def rule(self, found: Due) -> None:
        by = found.who if found.who.role == Role.PLAYER else self.rng.choice((DEALER, FLOOR))
        dead, play_on = c.CallDead(by=by, box=found.box), c.UpholdHand(by=by, box=found.box)
        self.do(self.rng.choice((dead, play_on)))

    def insurance(self) -> None:
        for box in self.state.boxes:
            by, most = player(box.seat), most_insurance(box.initial_cents, self.state.house)
            even = c.TakeEvenMoney(by=by, box=box.number)
            whole = c.Insure(by=by, box=box.number, cents=most)
            least = c.Insure(by=by, box=box.number, cents=least_added(self.state.house))
            if self.rng.random() < 0.7:
                self.tries(even) or self.tries(self.rng.choice((whole, whole, least)))
        self.do(c.CloseInsurance())

    def early_surrender(self, found: Due) -> bool:
        if found.act != "insert" or self.rng.random() < 0.5:
            return False
        return any(
            self.tries(c.Decide(by=player(box.seat), box=box.number, action=Action.SURRENDER))
            for box in self.state.boxes
        )

    def decide(self, found: Due) -> None:
        exposed = self.state.held is not None and self.state.held.card is not None
        refusal = c.RefuseCard(by=found.who, box=found.box, hand=found.hand)
        if exposed and self.rng.random() < 0.5 and self.tries(refusal):
            return
        if found.act == "second chance" and self.rng.random() < 0.4:
            self.do(c.DeclineSecondChance(by=found.who, box=found.box, hand=found.hand))
            return
        for action in self.actions(found):
            if self.tries(self.decision(found, action)):
                return
        raise AssertionError(found)

    def actions(self, found: Due) -> list[Action]:
        """In the order in which they are tried."""
        if found.act == "second chance":
            return [Action.SECOND_CHANCE]
        if found.act == "choose":
            return [self.rng.choice((Action.OVER, Action.UNDER, Action.UNDER, Action.FOLD)), Action.UNDER]
        box = find_box(self.state, found.box)
        points = player_total(box.hands[found.hand].tally).points
        wanted = [Action.SPLIT] if self.rng.random() < 0.85 else []
        wanted += [Action.SURRENDER] if points in (15, 16) and self.rng.random() < 0.6 else []
        wanted += [Action.DOUBLE] if points <= 11 and self.rng.random() < 0.6 else []
        wanted += [Action.DOUBLE] if self.rng.random() < 0.08 else []
        hits = points < 17 if self.rng.random() < 0.85 else points < 19
        return [*wanted, *((Action.HIT,) if hits else ()), Action.STAND, Action.HIT]

    def decision(self, found: Due, action: Action) -> c.Command:
        cents = 0
        if action == Action.DOUBLE:
            whole = find_box(self.state, found.box).hands[found.hand].original_cents
            chip = self.state.house.min_chip_cents
            cents = self.rng.choice((whole, whole, max(chip, whole // 2 // chip * chip)))
        return c.Decide(by=found.who, box=found.box, hand=found.hand, action=action, cents=cents)

    # ---- wagers and rounds

    def until_bets(self) -> None:
        while self.act():
            pass

    def wager(self, seat: int, box: int) -> None:
        state, rng = self.state, self.rng
        limits, chip = state.house.limits, state.house.min_chip_cents
        most = min(limits.wager_max_cents, limits.wager_min_cents * 5)
        cents = rng.randrange(limits.wager_min_cents, most + 1, chip)
        chips = in_chips(cents, state.house) if rng.random() < 0.3 else ()
        main = state.terms.main
        self.do(c.PlaceWager(by=player(seat), box=box, wager=main, cents=0 if chips else cents, chips=chips))
        for side in state.terms.sides:
            if rng.random() < 0.6:
                top = min(limits.side_max_cents, cents)
                stake = rng.randrange(limits.side_min_cents, top + 1, chip)
                self.do(c.PlaceWager(by=player(seat), box=box, wager=side, cents=stake))

    def bet(self, skip: tuple[int, ...] = ()) -> None:
        """Everybody bets who may; the player at the lowest seat on a second box now and then."""
        for found in self.state.players:
            if found.seat not in skip and not found.barred and find_box(self.state, found.seat) is None:
                self.wager(found.seat, found.seat)
        first = self.state.players[0]
        free = first.seat + 1
        taken = {found.seat for found in self.state.players} | {box.number for box in self.state.boxes}
        may = self.state.terms.boxes_per_player > 1 and free not in taken and free <= SEATS[-1]
        if may and not first.barred and first.seat not in skip and self.rng.random() < 0.4:
            self.wager(first.seat, free)

    def begin_round(self, skip: tuple[int, ...] = ()) -> int:
        self.until_bets()
        self.bet(skip)
        if not self.state.boxes:  # everybody who may bet sits this one out
            self.do(c.OrderReshuffle())
            self.until_bets()
            self.bet()
        number = self.state.round
        while self.state.phase == 0 and self.state.round == number:
            self.do(self._closing())
        return number

    def _closing(self) -> c.Command:
        if self.keyed is not None:
            return self.keyed.deal(self.state)
        return c.CloseBetting()

    def play_round(self, skip: tuple[int, ...] = (), stop: Callable[[Table], bool] | None = None) -> bool:
        """A whole round, or up to where it is to stop; whether it was stopped."""
        number = self.begin_round(skip)
        while self.state.round == number:
            if stop is not None and stop(self.state):
                return True
            assert self.act()
        return False
