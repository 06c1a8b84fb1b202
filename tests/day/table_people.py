"""Whoever sits and deals at one table of a gaming day."""

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pitboss.desk.cage_acts import Chips, TrayClosed, TrayOpened
from pitboss.desk.correction import Correction
from pitboss.desk.desk import Desk
from pitboss.desk.desk_state import KEYED
from pitboss.errors import Refused
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table.autopilot import Autopilot
from pitboss.table.due import Due, due
from pitboss.table.people import DEALER, Role, player
from pitboss.table.shoes import VirtualShoe
from pitboss.table.state import Stage
from tests.desk.drive import Guest

if TYPE_CHECKING:
    from tests.day.gaming_day import GamingDay

SEATS = (1, 2, 3, 4)
ACCOUNTS = ("ann", "bob", "cy", "dee", "eve")
DEALERS = ("dealer-1", "dealer-2", "dealer-3")
MISKEYED = 0.15
MOST_TRIES = 40


class EndlessShoe(VirtualShoe):
    """Of cards that some may have been keyed wrongly: it never runs out."""

    def draw(self) -> Card:
        if not self._cards:
            self.refill(())
        return super().draw()


class TablePeople(Guest):
    def __init__(self, day: "GamingDay", table: str, seed: int) -> None:
        super().__init__(day.desk(table), seed)
        self.day, self.table = day, table
        self.closed = False
        state = self.desk.state
        self._pilot = Autopilot(EndlessShoe(state.house.decks, self.rng, state.terms.game.deck))
        self._slips: list[tuple[int, c.DealCard]] = []
        """Cards that were keyed wrongly: the record, and what should have been keyed."""

    @property
    def felt_is_electronic(self) -> bool:
        return self.desk.desk_state.tray == "automatic"

    @property
    def tray_is_closed(self) -> bool:
        return self.day.reconciler.felts[self.table].closed

    def here(self) -> Desk:
        """The desk wherever it runs now, which is noted: whatever dies is the server that runs it."""
        return self.day.desk(self.table)

    def do(self, command: c.Command, account: str = "") -> None:
        self.day.at_table(self.table, command, account)

    # ---- coming and going

    def come_and_go(self) -> None:
        rng, seated = self.rng, [guest.seat for guest in self.desk.state.players]
        if self.tray_is_closed and rng.random() < 0.5:
            self.open_up()
        free = [seat for seat in SEATS if seat not in seated]
        if free and (not seated or rng.random() < 0.3):
            self._sit(rng.choice(free))
        elif seated:
            seat = rng.choice(seated)
            rng.choice([self._buy, self._buy, self._tip, self._tip, self._call, self._call, self._leave])(
                seat
            )

    def _sit(self, seat: int) -> None:
        account = self.rng.choice(("", "", *ACCOUNTS))
        chips = self.rng.choice([0, 100_00, 500_00, 2_500_00])
        self._try(c.SitDown(by=player(seat), chips_cents=chips), account)

    def _buy(self, seat: int) -> None:
        account = self.rng.random() < 0.4
        cents = self.rng.choice([20_00, 100_00, 300_00, 1_000_00])
        self._try(c.BuyChips(by=DEALER, seat=seat, cents=cents, from_account=account))

    def _tip(self, seat: int) -> None:
        self._try(c.Tip(by=player(seat), cents=self.rng.choice([1_00, 5_00, 25_00])))

    def _call(self, seat: int) -> None:
        """A spoken wager, with cash beside it."""
        self._try(c.CallWager(by=player(seat), box=seat, cents=25_00))
        self._try(c.ConfirmCall(by=DEALER, seat=seat))

    def _leave(self, seat: int) -> None:
        self._try(c.Leave(by=player(seat)))

    def _try(self, command: c.Command, account: str = "") -> bool:
        try:
            self.do(command, account)
        except Refused as refused:
            self.day.seen[f"{type(command).__name__}: {refused.reason}"] += 1
            return False
        return True

    # ---- play

    def play(self) -> None:
        """Some acts in a row, as they fall due."""
        if not self.desk.state.players:
            self.come_and_go()
        for _ in range(self.rng.randrange(1, 12)):
            if not self._advance():
                return

    def _advance(self) -> bool:
        """False when nothing can be done but by others."""
        rng, state, awaited = self.rng, self.desk.state, due(self.desk.state)
        if awaited is None:
            return False
        if state.phase > 0 and rng.random() < 0.01:
            return self._void()
        if self._slips and rng.random() < 0.2:
            self._correct()
        elif awaited.act == "bets":
            return self._bets()
        elif awaited.act == "cut" and awaited.who.role == Role.PLAYER:
            return self._try(c.RefuseCut(by=awaited.who))
        elif awaited.act == "prepare":
            return self._try(c.PrepareCards(by=awaited.who, step=Stage(awaited.hand)))
        elif awaited.act == "close insurance":
            self.insure()
            return self._try(c.CloseInsurance())
        elif awaited.who.role == Role.PLAYER:
            return self._decide(awaited)
        else:
            return self._deal()
        return True

    def _bets(self) -> bool:
        state = self.desk.state
        if self.closed or not state.players:
            return False
        if not state.boxes:
            self._bet()
        if not self.desk.state.boxes:
            return False
        if self.desk.desk_state.cards == KEYED:
            return self._try(self._pilot.deal(self.desk.state))
        return self._try(c.CloseBetting())

    def _bet(self) -> None:
        state, rng = self.desk.state, self.rng
        limits, chip = state.house.limits, state.house.min_chip_cents
        for guest in state.players:
            most = min(limits.wager_max_cents, limits.wager_min_cents * 5)
            stake = rng.randrange(limits.wager_min_cents, most + 1, chip)
            by = player(guest.seat)
            if not self._try(c.PlaceWager(by=by, box=guest.seat, wager=state.terms.main, cents=stake)):
                continue
            for side in state.terms.sides:
                if rng.random() < 0.5:
                    cents = limits.side_min_cents
                    self._try(c.PlaceWager(by=by, box=guest.seat, wager=side, cents=cents))
            if rng.random() < 0.05:
                self._try(c.TakeBackWager(by=by, box=guest.seat, wager=state.terms.main))

    def _decide(self, awaited: Due) -> bool:
        if awaited.act == "second chance" and self.rng.random() < 0.5:
            return self._try(c.DeclineSecondChance(by=awaited.who, box=awaited.box, hand=awaited.hand))
        for _ in range(MOST_TRIES):
            if self._try(self.decision(awaited)):
                return True
        return self._try(c.DeclineSecondChance(by=awaited.who, box=awaited.box, hand=awaited.hand))

    def _deal(self) -> bool:
        """What the dealer does where nothing goes by itself; False while the tray is too low."""
        if self.desk.desk_state.cards != KEYED:
            return False
        command = self._pilot.act(self.desk.state)
        assert command is not None
        if not isinstance(command, c.DealCard):
            return self._try(command)
        if self.rng.random() >= MISKEYED and self._try(command):
            return True
        for _ in range(MOST_TRIES):
            if self._try(replace(command, card=Card(self.rng.randint(1, 13), self.rng.randrange(4)))):
                self._slips.append((self.desk.head.sequence, command))
                return True
        return False

    def _correct(self) -> None:
        record, meant = self._slips.pop(self.rng.randrange(len(self._slips)))
        key, leave = self.day.key(), self.rng.random() < 0.1
        correction = Correction(record, 0, meant, "misread", leave, approved_by="floor-1")
        try:
            self.day.attempt("correction", lambda: self.here().correct(correction, by="dealer-1", key=key))
        except Refused as refused:
            self.day.seen[f"correction: {refused.reason}"] += 1

    def _void(self) -> bool:
        key = self.day.key()
        try:
            self.day.attempt(
                "void", lambda: self.here().void_round(by="floor-1", why="a spilled drink", key=key)
            )
        except Refused as refused:
            self.day.seen[f"void: {refused.reason}"] += 1
            return False
        return True

    # ---- the tray

    def close_up(self) -> None:
        """The round is finished if the tray can pay it; some tables send everybody home and are counted."""
        self.closed = True
        for _ in range(300):
            if not self._advance():
                break
        if self.rng.random() < 0.6:
            for guest in self.desk.state.players:
                self._leave(guest.seat)
        self.closed = False
        state, can_close = self.desk.state, not self.felt_is_electronic
        idle = not state.players and not state.boxes and not state.phase
        closer = TrayClosed(table=self.table, **self.counted())
        self.day.money_at_table(closer, "floor-1", done=can_close and idle and not self.tray_is_closed)

    def open_up(self) -> None:
        opener = TrayOpened(table=self.table, **self.counted())
        self.day.money_at_table(opener, self.rng.choice(DEALERS), done=self.tray_is_closed)

    def counted(self) -> dict[str, Any]:
        """What is in the tray, or a little more or less."""
        held = self.day.reconciler.felts[self.table].tray
        if self.rng.random() < 0.3:
            held = max(0, held + self.rng.choice([-25_00, -1, 1, 5_00]))
        return {"cents": held, "chips": (Chips(1, held),) if held else ()}
