"""The cage over HTTP: who may do what, what moves, what takes two persons, and what is on the sheet."""

import csv
import io
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.desk.verify import verify_store
from pitboss.web.house_book import THE_HOUSE
from pitboss.web.roles import AccountRole
from pitboss.web.security_policy import SecurityPolicy
from tests.web.at_cage import (
    ask_for_fill,
    bring,
    by_hand,
    collect_tips,
    fill,
    send_credit,
    table_in_use,
    take_box,
)
from tests.web.house import House, Visitor, build_house

LIMIT = 500_00


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with build_house(tmp_path, policy=SecurityPolicy(two_persons_above_cents=LIMIT)) as built:
        yield built
        result = verify_store(built.server.store)
        assert result.fault is None, result.fault


@pytest.fixture
def cashier(house: House) -> Visitor:
    return house.person(AccountRole.CASHIER)


@pytest.fixture
def other(house: House) -> Visitor:
    return house.person(AccountRole.CASHIER)


def counted(*chips: tuple[int, int]) -> list[dict[str, int]]:
    return [{"denomination_cents": denomination, "number": number} for denomination, number in chips]


def do(who: Visitor, path: str, **body: Any) -> httpx.Response:
    return who.http.post(f"/api/v1/cage{path}", json={"key": who.key(), **body})


def done(who: Visitor, path: str, **body: Any) -> Any:
    answer = do(who, path, **body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def approved(who: Visitor, second: Visitor, path: str, **body: Any) -> Any:
    """Asked for by one person, and approved by another."""
    answer = do(who, path, **body)
    assert answer.status_code == 202, answer.text
    return second.post(f"/approvals/{answer.json()['approval']}/approve")


def held(who: Visitor) -> dict[str, int]:
    """What is in sight, without what is empty."""
    return {one["label"]: one["cents"] for one in who.get("/cage")["accounts"] if one["cents"]}


# ---- the house's own money


def test_house_money_comes_and_goes_by_two_persons_only(cashier: Visitor, other: Visitor) -> None:
    asked = do(cashier, "/capital-in", of="chips", cents=1_00, why="first chips")
    assert asked.status_code == 202, asked.text
    assert held(cashier) == {}
    id = asked.json()["approval"]
    assert cashier.refused(f"/approvals/{id}/approve") == (403, "own_request")
    other.post(f"/approvals/{id}/approve")
    assert held(cashier) == {"Chips in the vault": 1_00}
    approved(cashier, other, "/capital-in", of="cash", cents=5_00, why="change")
    approved(cashier, other, "/capital-out", of="cash", cents=2_00, why="to the bank")
    assert held(cashier) == {"Chips in the vault": 1_00, "Cash": 3_00}
    too_much = do(cashier, "/capital-out", of="chips", cents=1_01, why="to the bank")
    assert (too_much.status_code, too_much.json()["reason"]) == (409, "no_funds")
    assert not cashier.get("/approvals")["approvals"], "nobody is asked to approve what cannot be done"


def test_no_fill_credit_or_payment_makes_the_vault_grow(house: House, cashier: Visitor) -> None:
    ann, desk = house.person(), by_hand(house)
    floor = house.person(AccountRole.FLOORPERSON)
    slip = ask_for_fill(house, desk)
    refused = do(cashier, f"/slips/{slip}/issue", carrier="guard 7").json()
    assert (refused["reason"], refused["sentence"]) == ("no_funds", "The vault has only $0, not $100.")
    for what in ("fill", "credit"):
        body = {"key": what, "chips": counted((5_00, 20))}
        floor.http.post(f"/api/v1/tables/{desk.table}/{what}", json=body)
        floor.http.post(f"/api/v1/tables/{desk.table}/{what}", json={"key": f"{what} 2", "cents": 100_00})
        assert "Chips in the vault" not in held(cashier), what
    done(cashier, "/pay-in", account=ann.account.id, cents=100_00)
    done(cashier, "/pay-out", account=ann.account.id, cents=40_00)
    assert do(cashier, "/sell-chips", chips=counted((5_00, 2))).json()["reason"] == "no_funds"
    assert held(cashier) == {"Cash": 60_00, "Deposits": 60_00}
    house.table()  # a virtual table whose tray fills itself
    assert "Chips in the vault" not in held(cashier)


# ---- at the window


def test_what_is_paid_in_and_out_is_in_the_cash_of_the_cage(house: House, cashier: Visitor) -> None:
    ann = house.person()
    paid = done(cashier, "/pay-in", account=ann.account.id, cents=80_00)
    assert paid["says"] == f"{ann.account.name} deposits $80"
    assert paid["receipt"]["sequence"] == paid["sequence"]
    assert ann.get("/me/money") == {"balance_cents": 80_00}
    out = done(cashier, "/pay-out", account=ann.account.id, cents=30_00)
    assert held(cashier) == {"Cash": 50_00, "Deposits": 50_00}
    (found,) = cashier.get("/cage/players", name=ann.account.name)["players"]
    assert (found["id"], found["balance_cents"]) == (ann.account.id, 50_00)
    told = cashier.get(f"/cage/receipts/{out['sequence']}")
    assert (told["cents"], told["balance_cents"], told["by"]) == (30_00, 50_00, cashier.account.name)
    assert told["account"] == ann.account.name
    too_much = do(cashier, "/pay-out", account=ann.account.id, cents=50_01)
    assert too_much.json()["reason"] == "no_funds"


def test_a_withdrawal_needs_the_cash_too(house: House, cashier: Visitor) -> None:
    """What a player won in electronic chips must be there in cash before it is paid out."""
    bring(house, chips=100_00)
    ann = house.person()
    done(cashier, "/pay-in", account=ann.account.id, cents=80_00)
    done(cashier, "/redeem-chips", chips=counted((25_00, 2)))
    refused = do(cashier, "/pay-out", account=ann.account.id, cents=80_00).json()
    assert refused["sentence"] == "The cage has only $30, not $80."


@pytest.mark.parametrize("cents", [0, -5_00, 10.5, "100", True, None, 10**13, 1e3])
def test_wrong_amounts_get_one_sentence(house: House, cashier: Visitor, cents: object) -> None:
    ann = house.person()
    answer = do(cashier, "/pay-in", account=ann.account.id, cents=cents)
    assert answer.status_code == 422
    assert answer.json()["sentence"] == (
        "The amount must be in whole cents, between $0.01 and $10,000,000,000."
    )
    assert held(cashier) == {}


@pytest.mark.parametrize(
    ("chips", "status", "sentence"),
    [
        ([(3_00, 1)], 409, "The house has no chips of $3. It has: $0.50, $1, $5, $25, $100, $500, $1,000."),
        ([(5_00, 1), (5_00, 2)], 409, "The chips of $5 are counted twice."),
        ([(5_00, -1)], 422, "The number of chips or notes must be a whole number above zero."),
        ([(5_00, 1.5)], 422, "The number of chips or notes must be a whole number above zero."),
        ([(-5_00, 1)], 422, "The amount must be in whole cents, between $0.01 and $10,000,000,000."),
    ],
)
def test_wrong_denominations_get_one_sentence(
    house: House, cashier: Visitor, chips: list[Any], status: int, sentence: str
) -> None:
    bring(house, chips=100_00, cash=100_00)
    for path in ("/sell-chips", "/redeem-chips"):
        answer = do(cashier, path, chips=counted(*chips))
        assert (answer.status_code, answer.json()["sentence"]) == (status, sentence)
    assert held(cashier) == {"Cash": 100_00, "Chips in the vault": 100_00}


def test_chips_are_sold_and_redeemed_for_cash(house: House, cashier: Visitor) -> None:
    bring(house, chips=200_00)
    done(cashier, "/sell-chips", chips=counted((100_00, 1), (5_00, 4)))
    assert held(cashier) == {"Cash": 120_00, "Chips in the vault": 80_00}
    done(cashier, "/redeem-chips", chips=counted((5_00, 4)))
    assert held(cashier) == {"Cash": 100_00, "Chips in the vault": 100_00}


def test_a_lost_answer_asked_for_again_moves_money_once(house: House, cashier: Visitor) -> None:
    ann = house.person()
    body = {"key": "same", "account": ann.account.id, "cents": 80_00}
    first, again = (cashier.http.post("/api/v1/cage/pay-in", json=body).json() for _ in range(2))
    assert first["sequence"] == again["sequence"]
    assert held(cashier) == {"Cash": 80_00, "Deposits": 80_00}
    turned = cashier.http.post("/api/v1/cage/pay-in", json=body | {"cents": 90_00})
    assert turned.json()["reason"] == "key_reused"


def test_above_the_limit_a_second_person_approves(house: House, cashier: Visitor, other: Visitor) -> None:
    ann, admin = house.person(), house.person(AccountRole.ADMINISTRATOR)
    floor = house.person(AccountRole.FLOORPERSON)
    for second in (other, floor, admin):
        approved(cashier, second, "/pay-in", account=ann.account.id, cents=LIMIT + 1)
    assert held(cashier)["Cash"] == 3 * (LIMIT + 1)
    asked = do(cashier, "/pay-out", account=ann.account.id, cents=LIMIT + 1).json()["approval"]
    assert house.person(AccountRole.DEALER).refused(f"/approvals/{asked}/approve") == (403, "not_for_you")
    assert house.person(AccountRole.REGULATOR).refused(f"/approvals/{asked}/approve") == (403, "not_for_you")
    floor.post(f"/approvals/{asked}/refuse", why="not identified")
    assert held(cashier)["Cash"] == 3 * (LIMIT + 1)


def test_an_administrator_reads_the_cage_and_does_not_run_it(house: House) -> None:
    admin, ann = house.person(AccountRole.ADMINISTRATOR), house.person()
    admin.get("/cage")
    body = {"key": "k", "account": ann.account.id, "cents": 1_00}
    assert admin.refused("/cage/pay-in", **body) == (403, "not_for_you")
    assert admin.refused(f"/accounts/{ann.account.id}/money", key="k", cents=1_00) == (403, "not_for_you")


# ---- counts


def test_the_cage_is_closed_and_opened_by_a_count(house: House, cashier: Visitor, other: Visitor) -> None:
    bring(house, cash=100_00, chips=50_00)
    books = {"cash_booked_cents": 100_00, "chips_booked_cents": 50_00}
    right = {"cash": counted((20_00, 5)), "chips": counted((25_00, 2))}
    assert do(cashier, "/open", **right, **books).json()["reason"] == "already"
    done(cashier, "/close", **right, **books)
    assert not cashier.get("/cage")["open"]
    ann = house.person()
    closed = do(cashier, "/pay-in", account=ann.account.id, cents=1_00).json()
    assert closed["sentence"] == "The cage is closed. Open it with a count first."
    short = {"cash": counted((20_00, 4)), "chips": counted((25_00, 2))}
    asked = do(cashier, "/open", **short, **books)
    assert asked.status_code == 202, "a difference takes two persons"
    (waiting,) = other.get("/approvals")["approvals"]
    assert waiting["says"] == "Cage opened with a count of $130; cash $20 short"
    other.post(f"/approvals/{waiting['id']}/approve")
    assert held(cashier) == {"Cash": 80_00, "Chips in the vault": 50_00, "Cash variance": -20_00}
    (closing, opening) = cashier.get("/cage/sheet")["counts"]
    assert (closing["kind"], closing["cash_counted_cents"]) == ("closing", 100_00)
    assert (opening["cash_booked_cents"], opening["cash_counted_cents"]) == (100_00, 80_00)
    assert (opening["counted_by"], opening["second_person"]) == (cashier.account.name, other.account.name)


def test_a_count_is_signed_only_for_the_books_that_were_shown(house: House, cashier: Visitor) -> None:
    bring(house, cash=100_00)
    count = {"cash": counted((20_00, 5)), "chips": []}
    done(cashier, "/pay-in", account=house.person().account.id, cents=20_00)
    stale = do(cashier, "/close", **count, cash_booked_cents=100_00, chips_booked_cents=0).json()
    assert stale["reason"] == "other_books"
    assert "The books say $120 in cash now, not $100." in stale["sentence"]
    assert cashier.get("/cage")["open"]


def test_notes_that_the_house_does_not_take_are_not_counted(cashier: Visitor) -> None:
    count = {"cash": counted((3_00, 5)), "chips": [], "cash_booked_cents": 0, "chips_booked_cents": 0}
    assert "no notes or coins of $3" in do(cashier, "/close", **count).json()["sentence"]


# ---- fills and credits


def test_a_fill_is_issued_and_voided_at_the_cage(house: House, cashier: Visitor, other: Visitor) -> None:
    bring(house, chips=500_00)
    desk = by_hand(house)
    slip = ask_for_fill(house, desk)
    (told,) = cashier.get("/cage")["slips"]
    assert (told["number"], told["kind"], told["state"], told["cents"]) == (slip, "fill", "requested", 100_00)
    done(cashier, f"/slips/{slip}/issue", carrier="guard 7")
    assert held(cashier) == {"Chips in the vault": 400_00, "Chips under way": 100_00}
    assert do(other, f"/slips/{slip}/issue", carrier="guard 7").json()["reason"] == "already"
    (told,) = cashier.get("/cage")["slips"]
    assert (told["carrier"], [step["says"] for step in told["steps"]]) == ("guard 7", ["requested", "issued"])
    done(cashier, f"/slips/{slip}/void", why="table closed")
    assert held(cashier) == {"Chips in the vault": 500_00}
    second = ask_for_fill(house, desk)
    done(cashier, f"/slips/{second}/void", why="not needed")
    assert held(cashier) == {"Chips in the vault": 500_00}
    assert do(cashier, "/slips/99/issue", carrier="guard 7").status_code == 404


def test_a_credit_is_received_at_the_cage(house: House, cashier: Visitor) -> None:
    bring(house, chips=500_00)
    desk = by_hand(house)
    fill(house, desk)
    assert do(cashier, "/slips/1/receive").json()["reason"] == "other_slip", "a fill is no credit"
    slip = send_credit(house, desk)
    done(cashier, f"/slips/{slip}/receive")
    assert held(cashier) == {"Chips in the vault": 500_00}


# ---- the count room and the tips


def test_a_drop_box_is_counted_by_two_and_the_difference_is_on_the_sheet(
    house: House, cashier: Visitor, other: Visitor
) -> None:
    desk = table_in_use(house)
    floor = house.person(AccountRole.FLOORPERSON)
    number = take_box(desk, floor.account.id)
    (box,) = cashier.get("/cage")["boxes"]
    assert (box["box"], box["booked_cents"], box["taken_by"]) == (number, 40_00, floor.account.name)
    notes = counted((20_00, 1), (10_00, 1))
    asked = do(cashier, f"/boxes/{number}/count", notes=notes)
    assert asked.status_code == 202
    id = asked.json()["approval"]
    assert floor.refused(f"/approvals/{id}/approve")[1] == "same_person", "who took the box does not count it"
    other.post(f"/approvals/{id}/approve")
    assert held(cashier)["Cash"] == 130_00
    assert held(cashier)["Cash variance"] == -10_00
    (line,) = cashier.get("/cage/sheet")["boxes"]
    assert (line["booked_cents"], line["counted_cents"], line["difference_cents"]) == (40_00, 30_00, -10_00)
    assert (line["counted_by"], line["second_person"]) == (cashier.account.name, other.account.name)
    assert do(cashier, f"/boxes/{number}/count", notes=notes).status_code == 404


def test_tips_are_divided_and_each_pay_out_is_an_act(house: House, cashier: Visitor) -> None:
    desk = table_in_use(house)
    collect_tips(desk)
    long, short, idle = (house.person(AccountRole.DEALER) for _ in range(3))
    now, assignments = time.time(), house.auth.assignments
    period = cashier.get("/cage/tips")
    assert (period["pool_cents"], period["shares"]) == (5_00, [])
    for dealer, seconds in ((long, 30), (short, 10)):
        assignments.assign(dealer.account, desk.table, now - seconds, now + 60, "", THE_HOUSE)
    shares = {one["account"]: one for one in cashier.get("/cage/tips")["shares"]}
    assert set(shares) == {long.account.id, short.account.id}
    assert [one["equal_cents"] for one in shares.values()] == [2_50, 2_50]
    assert shares[long.account.id]["by_hours_cents"] > shares[short.account.id]["by_hours_cents"]
    assert sum(one["by_hours_cents"] for one in shares.values()) == 5_00
    day = period["day"]
    done(cashier, "/tips", account=long.account.id, cents=2_50, day=day)
    shares = {one["account"]: one for one in cashier.get("/cage/tips")["shares"]}
    assert [one["equal_cents"] for one in shares.values()] == [0, 2_50], "shares stay while they are paid"
    paid = done(cashier, "/tips", account=short.account.id, cents=2_50, day=day)
    assert paid["says"] == f"{short.account.name} is paid $2.50 of the tips"
    assert cashier.get("/cage")["tip_pool_cents"] == 0
    assert do(cashier, "/tips", account=idle.account.id, cents=1, day=day).json()["reason"] == "no_funds"
    assert do(cashier, "/tips", account=cashier.account.id, cents=1).json()["reason"] == "not_a_dealer"


# ---- the sheet


def test_the_sheet_adds_up_on_screen_and_as_csv(house: House, cashier: Visitor) -> None:
    table_in_use(house)
    ann = house.person()
    done(cashier, "/pay-in", account=ann.account.id, cents=80_00)
    done(cashier, "/pay-in", account=ann.account.id, cents=20_00)
    done(cashier, "/sell-chips", chips=counted((5_00, 4)))
    sheet = cashier.get("/cage/sheet")
    moves = [line["cents"] for line in sheet["lines"]]
    for column, (opening, closing) in enumerate(
        zip(sheet["opening_cents"], sheet["closing_cents"], strict=True)
    ):
        assert opening + sum(line[column] for line in moves) == closing
    lines = {line["label"]: (line["number"], line["cents"][:2]) for line in sheet["lines"]}
    assert lines["Paid in to accounts"] == (2, [100_00, 0])
    assert lines["Chips sold"] == (1, [20_00, -20_00])
    assert lines["Fills issued"] == (1, [0, -100_00])
    assert dict(zip(sheet["columns"], sheet["closing_cents"], strict=True))["Cash"] == 220_00
    answer = cashier.http.get("/api/v1/cage/sheet.csv", params={"day": sheet["day"]})
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    (closing_row,) = [row for row in rows if row["Line"] == "By the books at the end"]
    assert (closing_row["Cash"], closing_row["Deposits"]) == ("220.00", "100.00")
    assert sum(row["Part"] == "Movement" for row in rows) == len(sheet["movements"])


def test_a_sheet_of_another_day_or_shift_is_found_or_refused(house: House, cashier: Visitor) -> None:
    bring(house, cash=100_00)
    past = cashier.get("/cage/sheet", day="2020-02-29")
    assert (past["opening_cents"], past["movements"]) == ([0] * 8, [])
    later = cashier.get("/cage/sheet", day="2999-01-01")
    assert later["opening_cents"] == later["closing_cents"] == [100_00, *[0] * 7]
    for query, reason in (({"day": "2021-02-30"}, "no_such_day"), ({"shift": "noon"}, "no_such_shift")):
        assert cashier.http.get("/api/v1/cage/sheet", params=query).json()["reason"] == reason
    assert cashier.http.get("/api/v1/cage/receipts/99").status_code == 404
