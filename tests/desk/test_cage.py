"""The cage and the trays: what each act moves, who may do it after whom, and that nothing comes by itself."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.desk.cage_acts import (
    BoxCounted,
    BoxExchanged,
    CageAct,
    CageClosed,
    CageOpened,
    CapitalIn,
    CapitalOut,
    Chips,
    ChipsRedeemed,
    ChipsSold,
    Credit,
    CreditReceived,
    CreditRequested,
    CreditSent,
    Deposit,
    Fill,
    FillIssued,
    FillReceived,
    FillRequested,
    FloatAdvanced,
    SlipVoided,
    TipsCollected,
    TipsPaid,
    TrayClosed,
    TrayOpened,
    Withdraw,
    act_text,
)
from pitboss.desk.desk import Desk
from pitboss.desk.desk_state import KEYED
from pitboss.desk.payloads import read_payload
from pitboss.desk.pit import Pit
from pitboss.desk.verify import verify_store
from pitboss.errors import BadInput, Refused
from pitboss.journal.memory import MemoryStore
from pitboss.table import commands as c
from pitboss.table.people import DEALER, player
from tests.desk.drive import Guest, new_pit
from tests.desk.stocking import stock

FIVES = (Chips(5_00, 20),)
"""$100 in chips."""


class House:
    """A cage and one table with real chips; nothing is in either."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.pit: Pit = new_pit(self.store)
        self.desk: Desk = self.pit.open("t1", "blackjack", cards=KEYED)
        self.guest = Guest(self.desk)
        self._keys = iter(range(1, 1_000))

    def cage(self, act: CageAct, by: str = "cashier-1") -> None:
        self.pit.cage.submit(act, by=by, key=f"cage-{next(self._keys)}")

    def table(self, act: CageAct, by: str = "dealer-1") -> None:
        self.desk.move_money(act, by=by, key=f"table-{next(self._keys)}")

    def cents(self) -> dict[str, int]:
        """Every account of the cage and of the table that is not empty."""
        ours = dict(self.pit.cage.book.ledger.balances)
        return ours | {f"t1 {name}": cents for name, cents in self.desk.desk_state.ledger.balances.items()}

    def refusal(self, act: CageAct, by: str = "cashier-1", *, at_table: bool = False) -> str:
        before = self.cents()
        with pytest.raises(Refused) as refused:
            self.table(act, by) if at_table else self.cage(act, by)
        assert self.cents() == before
        return refused.value.reason


@pytest.fixture
def house() -> Iterator[House]:
    house = House()
    yield house
    result = verify_store(house.store)
    assert result.fault is None, result.fault


# ---- nothing comes by itself


def test_a_fill_that_the_vault_cannot_cover_is_refused(house: House) -> None:
    house.cage(FillRequested(slip=0, table="t1", chips=FIVES, cents=100_00), by="floor-1")
    issued = FillIssued(slip=1, table="t1", chips=FIVES, cents=100_00, carrier="guard-1")
    assert house.refusal(issued) == "no_funds"
    assert house.cents() == {}


def test_capital_comes_and_goes_by_an_act_of_its_own(house: House) -> None:
    house.cage(CapitalIn(of="chips", cents=500_00))
    house.cage(CapitalIn(of="cash", cents=300_00))
    house.cage(CapitalOut(of="cash", cents=100_00))
    assert house.cents() == {"vault": 500_00, "chips outside": -500_00, "cash": 200_00, "street": -200_00}
    assert house.refusal(CapitalOut(of="chips", cents=500_01)) == "no_funds"


def test_real_chips_are_never_filled_in_by_the_house(house: House) -> None:
    house.table(TrayOpened(table="t1", cents=0))
    house.guest.do(c.SitDown(by=player(1), chips_cents=0))
    with pytest.raises(Refused) as refused:
        house.guest.do(c.BuyChips(by=DEALER, seat=1, cents=50_00))
    assert refused.value.reason == "tray_short"
    assert "Ask for a fill" in str(refused.value)
    assert house.cents() == {}


def test_an_automatic_tray_is_for_virtual_cards_and_takes_no_slips() -> None:
    pit = new_pit()
    with pytest.raises(BadInput, match="no tray for keyed cards"):
        pit.open("t1", "blackjack", cards=KEYED, tray="automatic")
    desk = pit.open("t2", "blackjack")
    for act in (FillReceived(slip=1, table="t2", chips=FIVES, cents=100_00), Fill(table="t2", cents=100)):
        with pytest.raises(Refused, match="fills itself"):
            desk.move_money(act, by="dealer-1", key=type(act).__name__)


@pytest.mark.parametrize(
    "act", [Fill(table="t1", cents=1), Credit(table="t1", cents=1), FloatAdvanced(table="t1", cents=1)]
)
def test_what_earlier_journals_did_is_not_done_any_more(house: House, act: CageAct) -> None:
    assert house.refusal(act, at_table=True) == "other_tray"


# ---- the window


def test_what_is_paid_in_and_out_is_in_the_cash_of_the_cage(house: House) -> None:
    house.cage(Deposit(account="ann", cents=80_00))
    house.cage(Withdraw(account="ann", cents=30_00))
    assert house.cents() == {"cash": 50_00, "street": -50_00, "player ann": 50_00, "owed": -50_00}
    assert house.refusal(Withdraw(account="ann", cents=50_01)) == "no_funds"


def test_chips_are_sold_and_taken_back_for_cash(house: House) -> None:
    assert house.refusal(ChipsSold(cents=5_00)) == "no_funds"
    house.cage(CapitalIn(of="chips", cents=100_00))
    house.cage(ChipsSold(cents=60_00, chips=(Chips(5_00, 12),)))
    house.cage(ChipsRedeemed(cents=10_00, chips=(Chips(5_00, 2),)))
    assert house.cents() == {"vault": 50_00, "chips outside": -50_00, "cash": 50_00, "street": -50_00}
    assert house.refusal(ChipsRedeemed(cents=50_01)) == "no_funds"


def test_a_cage_is_closed_and_opened_by_a_count(house: House) -> None:
    house.cage(CapitalIn(of="cash", cents=100_00))
    house.cage(CageClosed(cash=(Chips(20_00, 4),), chips=(), cents=80_00))
    assert house.cents()["variance"] == 20_00
    for act in (Deposit(account="ann", cents=1_00), CapitalIn(of="cash", cents=1_00)):
        assert house.refusal(act) == "cage_closed"
    assert house.refusal(CageClosed(cash=(), chips=(), cents=0)) == "already"
    house.cage(CageOpened(cash=(Chips(20_00, 5),), chips=(Chips(5_00, 1),), cents=105_00))
    assert house.cents() == {"cash": 100_00, "vault": 5_00, "street": -100_00, "variance": -5_00}


@pytest.mark.parametrize(
    ("chips", "cents"),
    [((Chips(5_00, 19),), 100_00), ((Chips(5_00, -20),), 100_00), ((Chips(0, 5),), 0), ((Chips(500, 0),), 1)],
)
def test_chips_that_do_not_add_up_are_refused(house: House, chips: tuple[Chips, ...], cents: int) -> None:
    act = FillRequested(slip=0, table="t1", chips=chips, cents=cents)
    assert house.refusal(act) in ("bad_chips", "bad_amount")


# ---- fills and credits


def test_a_fill_is_requested_issued_and_received(house: House) -> None:
    house.cage(CapitalIn(of="chips", cents=500_00))
    slip: dict[str, Any] = {"slip": 1, "table": "t1", "chips": FIVES, "cents": 100_00}
    house.cage(FillRequested(**slip | {"slip": 0}), by="floor-1")
    assert house.cents()["vault"] == 500_00
    assert house.refusal(FillReceived(**slip), "dealer-1", at_table=True) == "not_under_way"
    assert house.refusal(FillIssued(**slip, carrier="guard-1"), "floor-1") == "same_person"
    house.cage(FillIssued(**slip, carrier="guard-1"))
    assert (house.cents()["vault"], house.cents()["transit"]) == (400_00, 100_00)
    assert house.refusal(FillIssued(**slip, carrier="guard-1"), "cashier-2") == "already"
    assert house.refusal(FillReceived(**slip | {"cents": 95_00, "chips": ()}), at_table=True) == "other_slip"
    assert house.refusal(FillReceived(**slip), "cashier-1", at_table=True) == "same_person"
    house.table(FillReceived(**slip))
    assert house.cents() == {
        "vault": 400_00, "chips outside": -500_00, "clearing:t1": 100_00, "t1 rack": 100_00,
        "t1 clearing:t1": -100_00,
    }  # fmt: skip
    assert house.refusal(FillReceived(**slip), at_table=True) == "already"
    assert house.refusal(SlipVoided(**slip, why="twice")) == "already"


def test_a_fill_is_voided_and_its_chips_are_back(house: House) -> None:
    house.cage(CapitalIn(of="chips", cents=500_00))
    slip: dict[str, Any] = {"slip": 1, "table": "t1", "chips": FIVES, "cents": 100_00}
    house.cage(FillRequested(**slip | {"slip": 0}), by="floor-1")
    house.cage(FillIssued(**slip, carrier="guard-1"))
    house.cage(SlipVoided(**slip, why="wrong table"))
    assert house.cents() == {"vault": 500_00, "chips outside": -500_00}
    assert house.refusal(FillReceived(**slip), at_table=True) == "already"
    house.cage(FillRequested(**slip | {"slip": 0}), by="floor-1")
    house.cage(SlipVoided(**slip | {"slip": 2}, why="not needed"), by="floor-1")
    assert house.cents()["vault"] == 500_00


def test_a_credit_is_requested_sent_and_received(house: House) -> None:
    stock(house.pit, house.desk, 500_00)
    slip: dict[str, Any] = {"slip": 2, "table": "t1", "chips": FIVES, "cents": 100_00}
    house.cage(CreditRequested(**slip | {"slip": 0}), by="floor-1")
    house.table(CreditSent(**slip, carrier="guard-1"))
    assert (house.cents()["t1 rack"], house.cents()["transit"]) == (400_00, 100_00)
    assert house.refusal(SlipVoided(**slip, why="late")) == "under_way"
    assert house.refusal(FillReceived(**slip), at_table=True) == "other_slip"
    house.cage(CreditReceived(**slip))
    assert (house.cents()["vault"], house.cents().get("transit", 0)) == (100_00, 0)
    assert house.refusal(CreditReceived(**slip | {"slip": 7})) == "no_such_slip"


# ---- the tray


def test_a_closed_tray_takes_no_wager_until_it_is_opened(house: House) -> None:
    stock(house.pit, house.desk, 500_00)
    house.guest.do(c.SitDown(by=player(1), chips_cents=100_00))
    closer = TrayClosed(table="t1", cents=499_00)
    assert house.refusal(closer, at_table=True) == "players_seated"
    house.guest.do(c.Leave(by=player(1)))
    house.table(closer)
    assert (house.cents()["t1 rack"], house.cents()["t1 shortage"]) == (499_00, 1_00)
    for act in (
        c.SitDown(by=player(1), chips_cents=100_00),
        c.PlaceWager(by=player(1), box=1, wager="blackjack", cents=10_00),
    ):
        with pytest.raises(Refused) as refused:
            house.guest.do(act)
        assert refused.value.reason == "tray_closed"
    house.table(TrayOpened(table="t1", chips=(Chips(100, 499),), cents=499_00))
    house.guest.do(c.SitDown(by=player(1), chips_cents=100_00))
    house.guest.do(c.LoadShoe())
    house.guest.do(c.BurnCard())
    house.guest.do(c.PlaceWager(by=player(1), box=1, wager="blackjack", cents=10_00))


# ---- players with accounts at a table with real chips


def test_chips_of_an_account_come_from_the_vault_and_go_back_there(house: House) -> None:
    house.cage(CapitalIn(of="chips", cents=500_00))
    house.cage(Deposit(account="ann", cents=100_00))
    house.table(TrayOpened(table="t1", cents=0))
    house.guest.do(c.SitDown(by=player(1), chips_cents=60_00), account="ann")
    house.guest.do(c.BuyChips(by=DEALER, seat=1, cents=10_00, from_account=True))
    held = house.cents()
    assert (held["vault"], held["player ann"], held["cash"], held["t1 seat 1"]) == (
        430_00,
        30_00,
        100_00,
        70_00,
    )
    assert "t1 drop" not in held
    house.guest.do(c.Leave(by=player(1)))
    assert house.cents() == {
        "vault": 500_00, "chips outside": -500_00, "cash": 100_00, "street": -100_00, "player ann": 100_00,
        "owed": -100_00,
    }  # fmt: skip


def test_cash_at_the_table_goes_into_the_box_whoever_brings_it(house: House) -> None:
    stock(house.pit, house.desk, 500_00)
    house.cage(Deposit(account="ann", cents=100_00))
    house.guest.do(c.SitDown(by=player(1), chips_cents=0), account="ann")
    house.guest.do(c.BuyChips(by=DEALER, seat=1, cents=40_00))
    held = house.cents()
    assert (held["t1 drop"], held["t1 rack"], held["t1 seat 1"]) == (40_00, 460_00, 40_00)
    assert (held["player ann"], held["t1 street"]) == (100_00, -40_00)


# ---- drop and tips


def test_a_box_is_exchanged_and_counted_and_the_difference_stays(house: House) -> None:
    stock(house.pit, house.desk, 500_00)
    house.guest.do(c.SitDown(by=player(1), chips_cents=0))
    house.guest.do(c.BuyChips(by=DEALER, seat=1, cents=40_00))
    taken = BoxExchanged(table="t1", box="A1", next_box="A2", cents=40_00)
    assert house.refusal(BoxExchanged(table="t1", box="A1", next_box="A2", cents=39_00), at_table=True) == (
        "other_amount"
    )
    house.table(taken, by="guard-1")
    assert (house.cents()["box A1"], house.cents().get("t1 drop", 0)) == (40_00, 0)
    assert house.refusal(BoxCounted(box="A1", cents=40_00), "guard-1") == "same_person"
    assert house.refusal(BoxCounted(box="A2", cents=40_00), "counter-1") == "no_such_box"
    again = BoxExchanged(table="t1", box="A2", next_box="A1", cents=0)
    assert house.refusal(again, "guard-1", at_table=True) == "box_in_use"
    house.cage(BoxCounted(box="A1", notes=(Chips(20_00, 1), Chips(10_00, 1)), cents=30_00), by="counter-1")
    held = house.cents()
    assert (held["cash"], held["variance"], held.get("box A1", 0)) == (30_00, 10_00, 0)
    house.table(again, by="guard-1")
    assert house.pit.cage.book.on_tables == {"t1": "A1"}


def test_tips_are_collected_and_paid_to_the_dealers(house: House) -> None:
    stock(house.pit, house.desk, 500_00)
    house.guest.do(c.SitDown(by=player(1), chips_cents=100_00))
    house.guest.do(c.Tip(by=player(1), cents=5_00))
    house.table(TipsCollected(table="t1", cents=5_00))
    assert (house.cents()["tip pool"], house.cents()["vault"]) == (5_00, 5_00)
    assert house.refusal(TipsPaid(account="dealer-1", cents=5_00)) == "no_funds"
    house.cage(CapitalIn(of="cash", cents=50_00))
    house.cage(TipsPaid(account="dealer-1", cents=5_00))
    assert (house.cents().get("tip pool", 0), house.cents()["cash"]) == (0, 45_00)
    assert house.refusal(TipsPaid(account="dealer-1", cents=1)) == "no_funds"


def test_every_act_has_its_words_and_is_read_back(house: House) -> None:
    stock(house.pit, house.desk, 500_00)
    acts = [read_payload(record).act for record in house.store.read("cage")]
    assert [act_text(act) for act in acts] == [
        "house money brought into the cage in chips: $500",
        "fill 1 requested: $500, table t1",
        "fill 1 issued by the cage: $500, table t1",
        "fill 1 received at the table: $500, table t1",
    ]
