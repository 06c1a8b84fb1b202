"""Dealers act only where and when they are assigned, and nowhere that the house deals."""

import time
from collections.abc import Iterator

import pytest

from pitboss.web.roles import AccountRole
from tests.web.browser.shift import Shift
from tests.web.house import House, Visitor, build_house

HOUR_S = 3_600


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build_house(tmp_path_factory.mktemp("duty")) as built:
        yield built


def assignment(
    dealer: Visitor, table: str, begins_s: float = -60, ends_s: float = HOUR_S
) -> dict[str, object]:
    now = time.time()
    return {
        "account": dealer.account.id,
        "table": table,
        "begins_at": now + begins_s,
        "ends_at": now + ends_s,
    }


def why_not(dealer: Visitor, table: str) -> str:
    return dealer.refused(f"/tables/{table}/next", key=dealer.key())[1]


def test_at_an_automatic_table_no_dealer_acts_at_all(house: House) -> None:
    dealer, floor = house.person(AccountRole.DEALER), house.person(AccountRole.FLOORPERSON)
    table = house.table("blackjack")
    assert why_not(dealer, table) == "automatic_table"
    command = {"key": dealer.key(), "command": {"type": "DrawInError"}}
    assert dealer.refused(f"/tables/{table}/commands", **command) == (403, "automatic_table")
    assert floor.refused("/assignments", **assignment(dealer, table))[1] == "automatic_table"
    house.assign(dealer, table)  # nor would an assignment help
    assert why_not(dealer, table) == "automatic_table"
    assert dealer.get(f"/tables/{table}")["you"]["person"] == ""


def test_a_dealer_acts_only_where_and_while_assigned(house: House) -> None:
    dealer, floor = house.person(AccountRole.DEALER), house.person(AccountRole.FLOORPERSON)
    table, other = (house.table("blackjack", dealer="hand") for _ in range(2))
    assert why_not(dealer, table) == "not_assigned"
    made = floor.post("/assignments", **assignment(dealer, table), shift="day")["assignments"][0]
    assert (made["dealer"], made["assigned_by"]) == (dealer.account.name, floor.account.name)
    dealer.post(f"/tables/{table}/next", key=dealer.key())
    assert why_not(dealer, other) == "not_assigned"
    floor.post(f"/assignments/{made['id']}/end")
    assert why_not(dealer, table) == "not_assigned"


@pytest.mark.parametrize(
    ("begins_s", "ends_s"), [(HOUR_S, 2 * HOUR_S), (-60, 1.0)], ids=["not yet", "no more"]
)
def test_an_assignment_holds_from_its_beginning_to_its_end(
    house: House, begins_s: float, ends_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealer, floor = house.person(AccountRole.DEALER), house.person(AccountRole.FLOORPERSON)
    table = house.table("blackjack", dealer="hand")
    floor.post("/assignments", **assignment(dealer, table, begins_s, ends_s))
    later = time.time() + 10
    monkeypatch.setattr(house.auth.book, "clock", lambda: later)
    assert why_not(dealer, table) == "not_assigned"


def test_a_dealer_off_duty_sees_what_a_bystander_sees(house: House) -> None:
    shift = Shift(house, "blackjack", "9c 5d 7d Tc 8s 2d")
    shift.until("decide")
    off_duty, bystander = house.person(AccountRole.DEALER), house.person()
    path = f"/tables/{shift.table}"
    assert off_duty.get(path)["view"] == bystander.get(path)["view"]
    assert shift.dealer.get(path)["you"]["person"] == "dealer"
    assert off_duty.http.get(f"/api/v1{path}/entries").json()["reason"] == "not_assigned"
    body = {"key": "k", "record": 2, "command": None, "why": "because"}
    assert off_duty.refused(f"{path}/corrections", **body)[1] == "not_assigned"


def test_a_line_that_was_opened_on_duty_is_closed_to_acts_when_duty_ends(house: House) -> None:
    dealer = house.person(AccountRole.DEALER)
    table = house.table("blackjack", dealer="hand")
    house.assign(dealer, table)
    with dealer.line(table) as line:
        line.until("table")
        assert line.say(type="next", key="one")["accepted"]
        (found,) = house.auth.assignments.listed(dealer.account.id)
        house.person(AccountRole.FLOORPERSON).post(f"/assignments/{found.id}/end")
        assert line.say(type="next", key="two")["reason"] == "not_assigned"


def test_who_and_what_cannot_be_assigned(house: House) -> None:
    dealer, floor = house.person(AccountRole.DEALER), house.person(AccountRole.FLOORPERSON)
    table = house.table("blackjack", dealer="hand")
    assert floor.refused("/assignments", **assignment(floor, table))[1] == "not_a_dealer"
    assert floor.refused("/assignments", **assignment(dealer, "nowhere"))[1] == "no_such_table"
    for begins_s, ends_s in ((0, -10), (-HOUR_S, -60), (0, 17 * HOUR_S)):
        times = assignment(dealer, table, begins_s, ends_s)
        assert floor.refused("/assignments", **times)[1] == "bad_times"
    assert dealer.refused("/assignments", **assignment(dealer, table)) == (403, "not_for_you")


def test_the_book_says_who_assigned_whom_from_when_to_when(house: House) -> None:
    dealer, floor = house.person(AccountRole.DEALER), house.person(AccountRole.FLOORPERSON)
    table = house.table("blackjack", dealer="hand")
    made = floor.post("/assignments", **assignment(dealer, table), shift="night")["assignments"][0]
    told = house.auth.book.state().assignments[made["id"]]
    assert (told.account, told.table, told.shift) == (dealer.account.id, table, "night")
    assert told.assigned_by == floor.account.id
    assert dealer.get("/me/assignments")["assignments"] == [made]
