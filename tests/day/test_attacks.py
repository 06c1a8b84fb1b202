"""What an attacker who reads the money parts tries: each of these moved money that was not there, once."""

from typing import Any

import pytest

from pitboss.desk.cage_acts import (
    BoxExchanged,
    BuyIn,
    CageAct,
    CageClosed,
    CapitalIn,
    CashOut,
    Chips,
    ChipsDrawn,
    ChipsReturned,
    Credit,
    CreditRequested,
    CreditSent,
    Deposit,
    EmptyDrop,
    Fill,
    FillIssued,
    FillReceived,
    FillRequested,
    FloatAdvanced,
    Fund,
    SlipVoided,
    TipsCollected,
    TrayClosed,
    TrayOpened,
    Withdraw,
)
from pitboss.desk.desk_state import KEYED, VIRTUAL
from pitboss.desk.payloads import read_payload
from pitboss.desk.verify import verify_store
from pitboss.errors import Refused
from pitboss.journal.memory import MemoryStore
from pitboss.table import commands as c
from pitboss.table.notation import parse_card
from pitboss.table.people import DEALER, player
from tests.desk.drive import Guest, new_pit
from tests.desk.keyed_shift import BY_HAND, Shift, card
from tests.desk.stocking import stock

FIVES = (Chips(5_00, 20),)
SLIP: dict[str, Any] = {"slip": 1, "table": "t1", "chips": FIVES, "cents": 100_00}


def refused(act: CageAct, *, at_table: bool = False, virtual: bool = False) -> str:
    pit = new_pit()
    pit.cage.submit(CapitalIn(of="chips", cents=1_000_00), by="cashier-1", key="capital")
    pit.cage.submit(Deposit(account="ann", cents=1_000_00), by="cashier-1", key="deposit")
    desk = pit.open("t1", "blackjack") if virtual else pit.open("t1", "blackjack", cards=KEYED)
    before = pit.cage.book
    move = desk.move_money if at_table else pit.cage.submit
    with pytest.raises(Refused) as told:
        move(act, by="dealer-1" if at_table else "cashier-1", key="act")
    assert pit.cage.book == before
    return told.value.reason


# ---- amounts


def test_a_slip_says_which_chips() -> None:
    act = FillRequested(slip=0, table="t1", chips=(), cents=100_00)
    assert refused(act) == "bad_chips"


def test_half_chips_cannot_be_written_where_nobody_could_read_them_again() -> None:
    halves = (Chips(2.5, 2), Chips(5_00, 19), Chips(4_95, 1))  # type: ignore[arg-type]
    act = FillRequested(slip=0, table="t1", chips=halves, cents=100_00)
    assert refused(act) == "bad_chips"


def test_house_money_is_cash_or_chips() -> None:
    assert refused(CapitalIn(of="gold", cents=5_00)) == "bad_kind"


# ---- acts in the wrong place

AT_TABLES: list[CageAct] = [
    BuyIn(account="ann", table="t1", seat=1, cents=5_00),
    CashOut(account="ann", table="t1", seat=1, cents=5_00),
    ChipsDrawn(account="ann", table="t1", seat=1, cents=5_00),
    ChipsReturned(account="ann", table="t1", seat=1, cents=5_00),
    FillReceived(**SLIP),
    CreditSent(**SLIP, carrier="guard-1"),
    FloatAdvanced(table="t1", cents=5_00),
    BoxExchanged(table="t1", box="A", next_box="B", cents=5_00),
    TipsCollected(table="t1", cents=5_00),
    TrayOpened(table="t1", cents=5_00),
    TrayClosed(table="t1", cents=5_00),
]


@pytest.mark.parametrize("act", AT_TABLES, ids=lambda act: type(act).__name__)
def test_the_cage_alone_does_nothing_in_which_a_table_takes_part(act: CageAct) -> None:
    """Players were credited with chips that no table had given back."""
    assert refused(act) == "at_table"


@pytest.mark.parametrize("act", [Fund(cents=5_00), Fill(table="t1", cents=5_00),
                                 Credit(table="t1", cents=5_00), EmptyDrop(table="t1", cents=5_00)],
                         ids=lambda act: type(act).__name__)  # fmt: skip
def test_what_the_cage_did_in_earlier_journals_it_does_no_more(act: CageAct) -> None:
    """House money came without a second person, whatever the limit."""
    assert refused(act) == "not_done"


@pytest.mark.parametrize("kind", [TrayOpened, TrayClosed])
def test_electronic_chips_are_not_counted_by_hand(kind: type[TrayOpened]) -> None:
    """A count of real chips made electronic ones, which a player could win and withdraw."""
    assert refused(kind(table="t1", cents=500_00), at_table=True, virtual=True) == "automatic_tray"


def test_a_fill_on_its_way_does_not_come_back_into_a_closed_cage() -> None:
    pit = new_pit()
    pit.cage.submit(CapitalIn(of="chips", cents=1_000_00), by="cashier-1", key="capital")
    pit.cage.submit(FillRequested(**SLIP | {"slip": 0}), by="floor-1", key="ask")
    pit.cage.submit(FillIssued(**SLIP, carrier="guard-1"), by="cashier-1", key="issue")
    counted = CageClosed(cash=(), chips=(Chips(900_00, 1),), cents=900_00)
    pit.cage.submit(counted, by="cashier-1", key="close")
    with pytest.raises(Refused) as told:
        pit.cage.submit(SlipVoided(**SLIP, why="late"), by="cashier-1", key="void")
    assert told.value.reason == "cage_closed"
    assert pit.cage.book.ledger.balances["vault"] == 900_00


# ---- real chips and electronic ones


def test_tips_of_an_electronic_table_bring_no_real_chips_into_the_vault() -> None:
    store = MemoryStore()
    pit = new_pit(store)
    pit.cage.submit(Deposit(account="ann", cents=100_00), by="cashier-1", key="deposit")
    guest = Guest(pit.open("t1", "blackjack"))
    guest.do(c.SitDown(by=player(1), chips_cents=100_00), account="ann")
    guest.do(c.Tip(by=player(1), cents=5_00))
    guest.desk.move_money(TipsCollected(table="t1", cents=5_00), by="floor-1", key="tips")
    held = pit.cage.book.ledger.balances
    assert (held["tip pool"], held.get("vault", 0), held["owed"]) == (5_00, 0, -100_00)
    again = guest.desk.move_money(TipsCollected(table="t1", cents=5_00), by="floor-1", key="tips")
    assert again.repeated
    assert verify_store(store).fault is None


def test_a_player_without_an_account_wins_no_real_chips_at_an_electronic_table() -> None:
    guest = Guest(new_pit().open("t1", "blackjack"))
    guest.do(c.SitDown(by=player(1), chips_cents=100_00))
    held = guest.desk.desk_state.ledger.balances
    assert held == {"seat 1": 100_00, "owed": -100_00}


@pytest.mark.parametrize("cards", [KEYED, VIRTUAL])
def test_nobody_buys_chips_from_an_account_that_is_not_there(cards: str) -> None:
    """Chips came to the seat, and nobody paid for them."""
    desk = new_pit().open("t1", "blackjack", cards=cards)
    if cards == KEYED:
        desk.move_money(TrayOpened(table="t1", cents=0), by="floor-1", key="opener")
    guest = Guest(desk)
    guest.do(c.SitDown(by=player(1), chips_cents=0))
    with pytest.raises(Refused) as told:
        guest.do(c.BuyChips(by=DEALER, seat=1, cents=50_00, from_account=True))
    assert told.value.reason == "no_account"
    assert guest.desk.desk_state.ledger.balances == {}


# ---- two servers


def test_money_that_another_server_took_in_is_paid_out_at_once() -> None:
    """The second server refused because it had not read what the first wrote."""
    store = MemoryStore()
    one, other = new_pit(store, owner="one"), new_pit(store, owner="other")
    one.cage.submit(Deposit(account="ann", cents=50_00), by="cashier-1", key="deposit")
    other.cage.submit(Withdraw(account="ann", cents=50_00), by="cashier-1", key="withdraw")
    one.cage.refresh()
    assert one.cage.balance("ann") == 0


def test_a_fill_issued_at_one_server_is_received_at_a_table_of_another() -> None:
    store = MemoryStore()
    one, other = new_pit(store, owner="one"), new_pit(store, owner="other")
    desk = other.open("t1", "blackjack", cards=KEYED)
    stock(one, desk, 500_00)
    assert desk.desk_state.ledger.balances["rack"] == 500_00


def test_a_player_buys_chips_for_what_another_server_took_in() -> None:
    store = MemoryStore()
    one, other = new_pit(store, owner="one"), new_pit(store, owner="other")
    guest = Guest(other.open("t1", "blackjack"))
    one.cage.submit(Deposit(account="ann", cents=50_00), by="cashier-1", key="deposit")
    guest.do(c.SitDown(by=player(1), chips_cents=0), account="ann")
    guest.do(c.BuyChips(by=DEALER, seat=1, cents=50_00, from_account=True))
    assert guest.desk.desk_state.ledger.balances["seat 1"] == 50_00


# ---- what the records say


def test_an_advance_to_an_electronic_tray_is_never_in_a_players_name() -> None:
    """The cage’s record was signed by whoever’s decision made the payment due."""
    store = MemoryStore()
    pit = new_pit(store)
    for seed in range(1, 6):
        guest = Guest(pit.open(f"t{seed}", "blackjack"), seed)
        guest.sit(1, 2)
        guest.play_round()
    acts = [(record.actor, read_payload(record).act) for record in store.read("cage")]
    advances = [actor for actor, act in acts if isinstance(act, FloatAdvanced)]
    assert set(advances) == {"house"}


def test_a_correction_that_leaves_the_money_is_of_a_finished_round() -> None:
    """It was recorded without saying so, and the journal did not verify any more."""
    shift = Shift(1)
    shift.bet()
    shift.deal("9c Td 9s")
    with pytest.raises(Refused) as told:
        shift.correct("DealCard", "9c", card(1, "8c"), approved_by="floor-1", leave_money=True)
    assert told.value.reason == "round_in_progress"
    shift.check()


# ---- a tray that was emptied in the meantime


def test_insurance_that_goes_back_on_the_line_is_refused_while_the_tray_is_empty() -> None:
    """It was collected on a wrong answer, and the chips have gone to the cage: the ledger broke."""
    shift = Shift(1, automate=BY_HAND - {"close insurance"})
    shift.bet()
    shift.deal("9c Ad 8s")
    shift.guest.do(c.Insure(by=player(1), box=1, cents=5_00))
    shift.guest.do(c.CloseInsurance())
    shift.guest.do(c.InsertHole())
    shift.guest.do(c.AnswerBlackjack(blackjack=False))
    shift.pay(0)
    empty_tray(shift)
    shift.stand(1)
    with pytest.raises(Refused) as told:
        shift.guest.do(c.TurnHole(card=parse_card("Kd")))
    assert told.value.reason == "tray_short"
    shift.check()


def empty_tray(shift: Shift) -> None:
    held = shift.desk.desk_state.ledger.balances["rack"]
    slip: dict[str, Any] = {"slip": 2, "table": "t1", "chips": (Chips(5_00, held // 5_00),), "cents": held}
    shift.pit.cage.submit(CreditRequested(**slip | {"slip": 0}), by="floor-1", key="ask-credit")
    shift.desk.move_money(CreditSent(**slip, carrier="guard-1"), by="dealer-1", key="send-credit")
