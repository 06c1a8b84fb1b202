"""Ledgers: every cent is somewhere, no account holds less than nothing, and a second bookkeeper agrees."""

import random

import msgspec
import pytest

from pitboss.desk.act_moves import post_at_table
from pitboss.desk.cage_acts import (
    AnyCageAct,
    BuyIn,
    CageAct,
    CashOut,
    ClosingCount,
    Credit,
    Deposit,
    EmptyDrop,
    Fill,
    Fund,
    OpeningCount,
    PayTips,
    Withdraw,
)
from pitboss.desk.cage_book import CageBook, Signature, after_act
from pitboss.desk.chip_moves import MOVING, check_table, post_event, short_of
from pitboss.desk.ledger import CAGE, EMPTY_LEDGER, Ledger, Move, balance, check_ledger, check_ledgers, post
from pitboss.desk.trays import AUTOMATIC, EARLIER
from pitboss.errors import Broken, Refused
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.options import options
from pitboss.table.people import DEALER, DEVICE, FLOOR, player
from pitboss.table.shoes import VirtualShoe
from tests.desk.auditor import Auditor
from tests.table.drive import Room, fresh, opened, random_round
from tests.table.test_table import TABLES

INVENTORY = 10**10
ODD_ACTS = (
    c.PassOver, c.CallDead, c.UpholdHand, c.ReportWrongRange, c.Tip, c.BuyChips, c.TakeBackWager, c.Leave,
    c.TakeMissedCard, c.CallWager, c.ConfirmCall,
)  # fmt: skip


def post_act(ledger: Ledger, act: CageAct, stream: str) -> Ledger:
    """In the ledger of the cage, or of a table of an earlier journal."""
    if stream == CAGE:
        signed = Signature("ann", "2026-03-01T12:00:00.000000Z", earlier=True)
        return after_act(CageBook(ledger), act, signed).ledger
    return post_at_table(ledger, act, stream, EARLIER)


class Watched(Room):
    """A room whose every event is booked, and held against felt and auditor."""

    def open_books(self) -> None:
        self.ledger = post_act(EMPTY_LEDGER, Fill(table="T1", cents=INVENTORY), "T1")
        self.auditor = Auditor(INVENTORY)
        for event in self.events:
            self.book_event(event)

    def book_event(self, event: e.Event) -> None:
        self.ledger = post_event(self.ledger, "T1", EARLIER, event, "")
        self.auditor.see(event)

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        events = super().do(command)
        if hasattr(self, "ledger"):
            for event in events:
                self.book_event(event)
            self.check()
        return events

    def check(self) -> None:
        check_ledger(self.ledger)
        check_table(self.ledger, self.state)
        balances = dict(self.ledger.balances)
        assert balances.pop("clearing:T1") == -INVENTORY
        assert balances.pop("street", 0) == self.auditor.carried - self.auditor.brought
        assert balances == self.auditor.expected

    def odd(self, rng: random.Random) -> None:
        """Something that is not in the usual course of a round."""
        who = rng.choice([DEALER, FLOOR, *(player(guest.seat) for guest in self.state.players)])
        choices = [
            choice for choice in options(self.state, who).choices if isinstance(choice.command, ODD_ACTS)
        ]
        if choices:
            choice = rng.choice(choices)
            self.do(choice.with_value(rng.choice(choice.values[:50])))


def watched(*choices: str, seed: int) -> Watched:
    rng = random.Random(seed)
    room = opened(*choices, seats=(1, 2, 4), shoe=VirtualShoe(fresh(*choices).house.decks, rng))
    booked = Watched(room.start, room.pilot.shoe)
    booked.state, booked.pilot, booked.events = room.state, room.pilot, room.events
    booked.open_books()
    return booked


@pytest.mark.parametrize("choices", TABLES, ids=" ".join)
def test_the_auditor_predicts_every_balance_after_every_event(choices: tuple[str, ...]) -> None:
    room, rng = watched(*choices, seed=31), random.Random(32)
    for _ in range(25):
        random_round(room, rng)
    assert room.state.round == 26


@pytest.mark.parametrize("choices", [TABLES[0], TABLES[3], TABLES[9]], ids=" ".join)
def test_dead_hands_and_other_mishaps_are_booked_too(choices: tuple[str, ...]) -> None:
    """Odd but permitted acts in the middle of rounds; whatever becomes of them, every cent is found."""
    rng, room = random.Random(5), watched(*choices, seed=6)
    for _ in range(400):
        everybody = [DEALER, FLOOR, DEVICE, *(player(seat) for seat in range(1, 7))]
        if rng.random() < 0.25:
            room.odd(rng)
        elif (command := room.pilot.act(room.state)) is not None:
            room.do(command)
        elif room.state.boxes and room.state.phase == 0:
            room.do(room.pilot.deal(room.state))
        else:
            allowed = [choice for who in everybody[3:] for choice in options(room.state, who).choices]
            choice = rng.choice(allowed)
            room.do(choice.with_value(rng.choice(choice.values[:50])))
    assert len({type(event) for event in room.events}) > 20


def test_a_wager_leaves_the_seat_at_once() -> None:
    room = watched("blackjack", seed=1)
    before = balance(room.ledger, "seat 1")
    room.do(c.PlaceWager(by=player(1), box=1, wager="blackjack", cents=1500))
    assert balance(room.ledger, "seat 1") == before - 1500
    assert balance(room.ledger, "layout") == 1500
    room.do(c.TakeBackWager(by=player(1), box=1, wager="blackjack"))
    assert balance(room.ledger, "seat 1") == before


# ---- the cage


def acts(*done: tuple[CageAct, str]) -> dict[str, Ledger]:
    ledgers = {CAGE: EMPTY_LEDGER, "T1": EMPTY_LEDGER}
    for act, stream in done:
        ledgers[stream] = post_act(ledgers[stream], act, stream)
    return ledgers


def both(act: CageAct) -> tuple[tuple[CageAct, str], ...]:
    return (act, CAGE), (act, "T1")


def test_a_buy_in_beyond_the_balance_is_refused() -> None:
    ledgers = acts((Deposit(account="ann", cents=10_000), CAGE))
    with pytest.raises(Refused, match=r"account of ann has only \$100, not \$100\.01") as refused:
        post_act(ledgers[CAGE], BuyIn(account="ann", table="T1", seat=1, cents=10_001), CAGE)
    assert refused.value.reason == "no_funds"
    assert balance(ledgers[CAGE], "player ann") == 10_000
    with pytest.raises(Refused, match="bob"):
        post_act(ledgers[CAGE], Withdraw(account="bob", cents=1), CAGE)


@pytest.mark.parametrize("cents", [0, -1, 10**16, 1.5, True, "1"])
def test_a_sum_that_is_no_sum_is_refused(cents: int) -> None:
    with pytest.raises(Refused, match="amount must be between"):
        post_act(EMPTY_LEDGER, Deposit(account="ann", cents=cents), CAGE)


def test_chips_go_from_account_to_seat_and_back_through_both_books() -> None:
    sat = e.SatDown(seat=3, chips_cents=5_000, clause="")
    went = e.WentAway(seat=3, chips_cents=5_000, clause="")
    ledgers = acts((Deposit(account="ann", cents=8_000), CAGE))
    for act, event in (
        (BuyIn(account="ann", table="T1", seat=3, cents=5_000), sat),
        (CashOut(account="ann", table="T1", seat=3, cents=5_000), went),
    ):
        ledgers[CAGE] = post_act(ledgers[CAGE], act, CAGE)
        with pytest.raises(Broken, match="lost between the cage and T1"):
            check_ledgers(ledgers)
        ledgers["T1"] = post_event(ledgers["T1"], "T1", AUTOMATIC, event, "ann")
        check_ledgers(ledgers)
    assert balance(ledgers[CAGE], "player ann") == 8_000
    assert ledgers["T1"].balances == {}


def test_fills_come_out_of_the_vault_and_credits_go_back_to_it() -> None:
    with pytest.raises(Refused, match="vault has only"):
        acts(*both(Fill(table="T1", cents=1)))
    fund = (Fund(cents=100_000), CAGE)
    ledgers = acts(fund, *both(Fill(table="T1", cents=60_000)), *both(Credit(table="T1", cents=10_000)))
    check_ledgers(ledgers)
    assert balance(ledgers[CAGE], "vault") == 50_000
    assert balance(ledgers["T1"], "rack") == 50_000
    with pytest.raises(Refused, match="rack has only"):
        post_act(ledgers["T1"], Credit(table="T1", cents=50_001), "T1")


def test_a_count_is_believed_and_the_difference_stays_on_record() -> None:
    opened_books = acts((Fund(cents=100_000), CAGE), *both(Fill(table="T1", cents=60_000)))
    ledger = opened_books["T1"]
    assert post_act(ledger, OpeningCount(table="T1", cents=60_000), "T1") == ledger
    short = post_act(ledger, ClosingCount(table="T1", cents=59_900), "T1")
    assert (balance(short, "rack"), balance(short, "shortage")) == (59_900, 100)
    over = post_act(ledger, ClosingCount(table="T1", cents=60_100), "T1")
    assert (balance(over, "rack"), balance(over, "street")) == (60_100, -100)
    for counted in (short, over):
        check_ledgers(opened_books | {"T1": counted})


def test_drop_and_tips_leave_the_table_when_it_closes() -> None:
    room = watched("blackjack", seed=2)
    room.do(c.BuyChips(by=DEALER, seat=1, cents=20_000))
    room.do(c.Tip(by=player(1), cents=500))
    ledger = post_act(room.ledger, EmptyDrop(table="T1", cents=20_000), "T1")
    ledger = post_act(ledger, PayTips(table="T1", cents=500), "T1")
    check_table(ledger, room.state)
    check_ledger(ledger)
    assert balance(ledger, "drop") == balance(ledger, "tips") == 0
    with pytest.raises(Refused, match="tip box has only"):
        post_act(ledger, PayTips(table="T1", cents=1), "T1")


def test_the_rack_says_how_much_it_lacks() -> None:
    won = e.HandSettled(box=1, hand=0, seat=1, stake_cents=0, returned_cents=0, won_cents=700, clause="")
    lost = e.HandSettled(box=2, hand=0, seat=2, stake_cents=300, returned_cents=0, won_cents=0, clause="")
    ledger = post(EMPTY_LEDGER, [Move("x", "street", "rack", 200), Move("x", "street", "layout", 300)])
    assert short_of(ledger, "T1", AUTOMATIC, [won], {}) == 500
    assert short_of(ledger, "T1", AUTOMATIC, [lost, won], {}) == 200
    assert short_of(ledger, "T1", AUTOMATIC, [won, lost], {}) == 500
    with pytest.raises(Broken, match="rack would be -500"):
        post_event(ledger, "T1", AUTOMATIC, won, "")
    filled = post_act(ledger, Fill(table="T1", cents=500), "T1")
    assert balance(post_event(filled, "T1", AUTOMATIC, won, ""), "rack") == 0


@pytest.mark.parametrize(
    ("act", "stream"),
    [
        (OpeningCount(table="T1", cents=1), CAGE),
        (PayTips(table="T1", cents=1), CAGE),
        (Deposit(account="ann", cents=1), "T1"),
        (Fill(table="T2", cents=1), "T1"),
    ],
)
def test_an_act_in_the_wrong_book_is_a_wrong_call(act: CageAct, stream: str) -> None:
    with pytest.raises(TypeError):
        post_act(EMPTY_LEDGER, act, stream)


def test_a_book_that_does_not_add_up_is_found() -> None:
    with pytest.raises(Broken, match="off by 1"):
        check_ledger(Ledger({"rack": 5, "street": -4}, {}))
    with pytest.raises(Broken, match="layout is -5"):
        check_ledger(Ledger({"rack": 5, "layout": -5}, {}))
    room = watched("blackjack", seed=3)
    wrong = post(room.ledger, [Move("theft", "seat 1", "seat 2", 100)])
    with pytest.raises(Broken, match="seat 1"):
        check_table(wrong, room.state)
    ghost = post(room.ledger, [Move("ghost", "rack", "seat 6", 100)])
    with pytest.raises(Broken, match=r"rack|seat 6"):
        check_table(ghost, room.state)


def test_books_and_acts_go_through_json() -> None:
    ledger = watched("blackjack", seed=4).ledger
    assert msgspec.json.decode(msgspec.json.encode(ledger), type=Ledger) == ledger
    act = BuyIn(account="ann", table="T1", seat=3, cents=5)
    assert msgspec.json.decode(msgspec.json.encode(act), type=AnyCageAct) == act
    kinds = [kind.__name__ for kind in AnyCageAct.__args__]
    assert len(set(kinds)) == len(kinds)


def test_no_move_runs_backwards() -> None:
    with pytest.raises(Broken):
        post(EMPTY_LEDGER, [Move("x", "street", "rack", -1)])


def test_every_event_that_moves_chips_is_booked() -> None:
    """An event with cents in it is either booked or does not move them."""
    unmoved = {e.WagerCalled, e.PaymentDiffers}
    with_cents = {kind for kind in e.EVENTS if any("cents" in name for name in kind.__struct_fields__)}
    assert with_cents - unmoved == set(MOVING)
