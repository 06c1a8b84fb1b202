"""Trays: par, openers and closers with what the books said, and which chips a table takes."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.desk.cage_acts import (
    BoxExchanged,
    Chips,
    CreditRequested,
    CreditSent,
    TipsCollected,
    TrayClosed,
    TrayOpened,
)
from pitboss.desk.desk import Desk
from pitboss.desk.desk_state import KEYED
from pitboss.desk.payloads import TableOpened, read_payload
from pitboss.desk.pit import Pit
from pitboss.desk.recovery import recover
from pitboss.desk.tray_counts import above_par, added_up, difference, missing_to_par
from pitboss.desk.verify import verify_store
from pitboss.errors import BadInput, Refused
from pitboss.table import commands as c
from pitboss.table.people import DEALER, player
from tests.desk.drive import Guest, new_pit
from tests.desk.stocking import at_cage, stock

PAR = (Chips(100_00, 10), Chips(5_00, 100))


@pytest.fixture
def pit() -> Iterator[Pit]:
    pit = new_pit()
    yield pit
    assert verify_store(pit.store).fault is None


def open_by_hand(pit: Pit, cents: int = 500_00) -> Desk:
    desk = pit.open("t1", "blackjack", cards=KEYED, par=PAR)
    stock(pit, desk, cents)
    return desk


# ---- par


def test_the_par_of_a_table_stands_in_its_first_record(pit: Pit) -> None:
    desk = open_by_hand(pit)
    (first, *_) = pit.store.read("t1")
    opened: TableOpened = read_payload(first)
    assert (opened.tray, opened.par) == ("by hand", PAR)
    assert recover(pit.store, "t1")[0] == desk.desk_state
    assert desk.desk_state.par == PAR


@pytest.mark.parametrize(
    ("par", "says"),
    [
        ((Chips(1, 5),), "no chip of \\$0.01"),
        ((Chips(7_00, 5),), "no chip of \\$7"),
        ((Chips(5_00, 0),), "0 chips of \\$5"),
        ((Chips(5_00, 1), Chips(5_00, 2)), "listed twice"),
    ],
)
def test_a_par_is_of_chips_of_the_table_each_once(par: tuple[Chips, ...], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        new_pit().open("t1", "blackjack", cards=KEYED, par=par)


def test_a_tray_that_fills_itself_has_no_par() -> None:
    with pytest.raises(BadInput, match="has no par"):
        new_pit().open("t1", "blackjack", par=PAR)


def test_what_a_tray_lacks_and_has_too_many_of_is_told_by_denomination() -> None:
    held = (Chips(25_00, 4), Chips(5_00, 120), Chips(100_00, 7))
    assert missing_to_par(PAR, held) == (Chips(100_00, 3),)
    assert above_par(PAR, held) == (Chips(25_00, 4), Chips(5_00, 20))
    assert difference(PAR, PAR) == ()
    assert added_up((Chips(5_00, 1), Chips(100_00, 1), Chips(5_00, 2))) == (Chips(100_00, 1), Chips(5_00, 3))


def test_fills_and_credits_since_the_count_are_known_by_denomination(pit: Pit) -> None:
    desk = open_by_hand(pit)
    desk.move_money(TrayClosed(table="t1", chips=(Chips(5_00, 100),), cents=500_00), by="d", key="close")
    slip: dict[str, Any] = {"slip": 2, "table": "t1", "chips": (Chips(5_00, 20),), "cents": 100_00}
    at_cage(pit, CreditRequested(**slip | {"slip": 0}), "ask-credit", by="floor-1")
    desk.move_money(CreditSent(**slip, carrier="guard-1"), by="dealer-1", key="send")
    assert desk.desk_state.counts.chips == (Chips(5_00, 80),)


# ---- counts


def test_a_table_opens_with_the_closer_and_the_difference_stays_on_record(pit: Pit) -> None:
    desk = open_by_hand(pit)
    closer = TrayClosed(table="t1", chips=(Chips(5_00, 99),), cents=495_00)
    desk.move_money(closer, by="dealer-1", key="close")
    opener = TrayOpened(table="t1", chips=(Chips(5_00, 98),), cents=490_00)
    desk.move_money(opener, by="dealer-2", key="open")
    counts = desk.desk_state.counts
    assert counts.closer is not None
    assert counts.opener is not None
    assert (counts.closer.booked_cents, counts.closer.variance_cents) == (500_00, -5_00)
    assert (counts.opener.booked_cents, counts.opener.variance_cents) == (495_00, -5_00)
    assert (counts.closer.signed.actor, counts.opener.signed.actor) == ("dealer-1", "dealer-2")
    assert desk.desk_state.ledger.balances["shortage"] == 10_00
    assert recover(pit.store, "t1")[0] == desk.desk_state


def test_a_table_is_opened_and_closed_once(pit: Pit) -> None:
    desk = open_by_hand(pit)
    with pytest.raises(Refused, match="already open"):
        desk.move_money(TrayOpened(table="t1", cents=500_00), by="d", key="open-again")
    desk.move_money(TrayClosed(table="t1", cents=500_00), by="d", key="close")
    with pytest.raises(Refused, match="already closed"):
        desk.move_money(TrayClosed(table="t1", cents=500_00), by="d", key="close-again")


def test_a_count_of_a_tray_that_has_changed_since_is_refused(pit: Pit) -> None:
    desk = open_by_hand(pit)
    late = TrayClosed(table="t1", cents=500_00, booked_cents=480_00)
    with pytest.raises(Refused, match="Count it again"):
        desk.move_money(late, by="d", key="close")
    desk.move_money(TrayClosed(table="t1", cents=500_00, booked_cents=500_00), by="d", key="close-2")


def test_a_new_table_with_real_chips_is_closed_until_it_is_counted() -> None:
    desk = new_pit().open("t1", "blackjack", tray="by hand")
    with pytest.raises(Refused) as refused:
        desk.submit(c.SitDown(by=player(1), chips_cents=100_00), key="sit")
    assert refused.value.reason == "tray_closed"
    desk.move_money(TrayOpened(table="t1", cents=0), by="d", key="open")
    desk.submit(c.SitDown(by=player(1), chips_cents=100_00), key="sit-2")


@pytest.mark.parametrize("count", [TrayOpened(table="t1", cents=0), TrayClosed(table="t1", cents=0)])
def test_an_electronic_tray_cannot_be_counted(count: TrayOpened | TrayClosed) -> None:
    desk = new_pit().open("t1", "blackjack")
    with pytest.raises(Refused, match="no counts"):
        desk.move_money(count, by="d", key="count")


# ---- cash and accounts


def test_where_chips_are_electronic_no_cash_is_taken() -> None:
    desk = new_pit().open("t1", "blackjack")
    guest = Guest(desk)
    guest.do(c.SitDown(by=player(1), chips_cents=100_00))
    with pytest.raises(Refused, match="takes no cash"):
        guest.do(c.BuyChips(by=DEALER, seat=1, cents=50_00))
    with pytest.raises(Refused, match="has no account"):
        guest.do(c.BuyChips(by=DEALER, seat=1, cents=50_00, from_account=True))


def test_play_at_a_closed_table_is_found_by_verification(monkeypatch: pytest.MonkeyPatch) -> None:
    pit = new_pit()
    desk = pit.open("t1", "blackjack", cards=KEYED)
    monkeypatch.setattr("pitboss.desk.desk.check_tray_allows", lambda *_: None)
    desk.submit(c.SitDown(by=player(1), chips_cents=100_00), key="sit")
    fault = verify_store(pit.store).fault
    assert fault is not None
    assert "This table is closed" in str(fault)


# ---- tips and boxes


def test_electronic_tips_become_a_claim_and_no_chips() -> None:
    pit = new_pit()
    desk = pit.open("t1", "blackjack")
    Guest(desk).do(c.SitDown(by=player(1), chips_cents=100_00))
    Guest(desk, seed=2).do(c.Tip(by=player(1), cents=5_00))
    desk.move_money(TipsCollected(table="t1", cents=5_00), by="floor-1", key="tips")
    assert pit.cage.book.ledger.balances == {"tip pool": 5_00, "clearing:t1": -5_00}
    assert verify_store(pit.store).fault is None


def test_the_box_of_a_table_is_exchanged_with_nothing_in_it(pit: Pit) -> None:
    desk = open_by_hand(pit)
    desk.move_money(BoxExchanged(table="t1", box="7", next_box="8", cents=0), by="floor-1", key="box")
    assert pit.cage.book.on_tables == {"t1": "8"}
