"""The table's tray in the web: par, openers and closers, slips, the drop box, tips, and cash at the table."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.desk.cage_acts import (
    CageAct,
    Chips,
    CreditReceived,
    FillIssued,
    FillReceived,
    SlipAct,
    SlipVoided,
    TrayOpened,
)
from pitboss.desk.payloads import Money, read_payload
from pitboss.desk.verify import verify_store
from pitboss.web.auth import CSRF_HEADER
from pitboss.web.roles import AccountRole
from tests.web.house import MONEY, House, Visitor, build_house
from tests.web.test_floor import bet, do_next, due

FIVES = [{"denomination_cents": 5_00, "number": 20}]
"""$100 in chips."""
PAR = (Chips(100_00, 10), Chips(5_00, 100))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build_house(tmp_path_factory.mktemp("tray")) as built:
        yield built
        assert verify_store(built.server.store).fault is None


@pytest.fixture
def floor(house: House) -> Visitor:
    return house.person(AccountRole.FLOORPERSON)


@pytest.fixture
def dealer(house: House) -> Visitor:
    return house.person(AccountRole.DEALER)


def real_table(house: House, dealer: Visitor, **about: Any) -> str:
    table = house.table("blackjack", dealer="hand", cards="keyed", **about)
    house.assign(dealer, table)
    return table


def at_cage(house: House, table: str, slip: int, kind: type[SlipAct], **more: Any) -> None:
    """What the cashier does with a slip."""
    cage = house.server.tables.pit.cage
    asked = cage.book.slips[slip].request
    act = kind(slip=slip, table=table, chips=asked.chips, cents=asked.cents, **more)
    cage.submit(act, by="cashier-1", key=f"{kind.__name__}-{slip}")


def tray(person: Visitor, table: str) -> dict[str, Any]:
    return dict(person.get(f"/tables/{table}/tray"))


def acts(house: House, stream: str) -> list[tuple[str, CageAct]]:
    records = ((one.actor, read_payload(one)) for one in house.server.store.read(stream))
    return [(actor, payload.act) for actor, payload in records if isinstance(payload, Money)]


def count(who: Visitor, table: str, what: str, *chips: dict[str, int]) -> Any:
    answer = who.http.post(
        f"/api/v1/tables/{table}/tray/{what}", json={"key": who.key(), "chips": list(chips)}
    )
    assert answer.status_code in (200, 202), answer.text
    return answer.json()


# ---- nothing comes by itself


def test_a_tray_that_cannot_pay_waits_for_a_fill_that_people_signed(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table = real_table(house, dealer, stocked=False)
    house.bring_chips("a-vault-without-a-tray")
    house.sign_by_two(TrayOpened(table=table, cents=0), "opener")
    player = house.person(money_cents=100 * MONEY)
    player.sit(table, 1)
    while due(dealer, table)["act"] != "bets":
        do_next(table, dealer, floor, player)
    bet(player, table)
    dealt = iter(("Ts", "8d", "Th", "9d"))
    while due(dealer, table)["act"] != "settle":
        card = next(dealt) if due(dealer, table)["act"] in ("card", "turn") else ""
        do_next(table, dealer, floor, player, card)
    paid = 2 * int(player.get(f"/tables/{table}")["view"]["boxes"][0]["initial_cents"])
    assert dealer.refused(f"/tables/{table}/next", key="pay", paid_cents=paid) == (409, "tray_short")
    slip = floor.post(f"/tables/{table}/fill", key="f", chips=FIVES)["slip"]
    at_cage(house, table, slip, FillIssued, carrier="guard 1")
    dealer.post(f"/tables/{table}/slips/{slip}/receive", key="r")
    dealer.post(f"/tables/{table}/next", key="pay-2", paid_cents=paid)
    signed = [(actor, type(act).__name__) for actor, act in acts(house, table)]
    opened_by = house.signer(AccountRole.FLOORPERSON).account.id
    assert signed == [(opened_by, "TrayOpened"), (dealer.account.id, "FillReceived")]


def test_a_real_table_is_never_filled_automatically(floor: Visitor) -> None:
    body = {"game": "blackjack", "dealer": "hand", "cards": "keyed", "tray": "automatic"}
    answer = floor.http.post("/api/v1/tables", json=body)
    assert answer.status_code == 422
    assert "real chips" in answer.json()["sentence"]


def test_the_tray_is_chosen_when_a_table_is_opened_and_shown_with_it(house: House, floor: Visitor) -> None:
    chosen = {
        ("auto", "virtual", None): "automatic",
        ("hand", "keyed", None): "by hand",
        ("hand", "virtual", "by hand"): "by hand",
    }
    for (dealt, cards, wanted), tray_is in chosen.items():
        body = {"game": "blackjack", "dealer": dealt, "cards": cards} | ({"tray": wanted} if wanted else {})
        line = floor.post("/tables", **body)
        assert line["tray"] == tray_is
        assert line["state"] == ("closed" if tray_is == "by hand" else "open")
        assert floor.get(f"/tables/{line['id']}/floor")["tray"] == tray_is
        (first, *_) = house.server.store.read(line["id"])
        assert read_payload(first).tray == tray_is


# ---- fills and credits


def test_a_fill_goes_by_a_slip_through_three_hands(house: House, dealer: Visitor, floor: Visitor) -> None:
    table = real_table(house, dealer)
    before = tray(floor, table)["rack_cents"]
    asked = floor.post(f"/tables/{table}/fill", key="f", chips=FIVES)
    assert floor.post(f"/tables/{table}/fill", key="f", chips=FIVES) == asked
    slip = asked["slip"]
    assert dealer.refused(f"/tables/{table}/slips/{slip}/receive", key="early")[1] == "not_under_way"
    at_cage(house, table, slip, FillIssued, carrier="guard 1")
    first = dealer.post(f"/tables/{table}/slips/{slip}/receive", key="r")
    assert dealer.post(f"/tables/{table}/slips/{slip}/receive", key="r") == first
    assert tray(floor, table)["rack_cents"] == before + 100_00
    told = tray(dealer, table)["slips"][0]
    assert (told["number"], told["kind"], told["state"], told["cents"]) == (slip, "fill", "received", 100_00)
    assert told["chips"] == FIVES
    assert [(step["step"], step["by"], step["carrier"]) for step in told["steps"]] == [
        ("requested", floor.account.name, ""),
        ("issued", "cashier-1", "guard 1"),
        ("received", dealer.account.name, ""),
    ]


def test_a_credit_is_sent_by_the_dealer_and_received_at_the_cage(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table = real_table(house, dealer)
    before = tray(floor, table)["rack_cents"]
    slip = floor.post(f"/tables/{table}/credit", key="c", chips=FIVES)["slip"]
    send = f"/tables/{table}/slips/{slip}/send"
    assert dealer.refused(send, key="s") == (422, "bad_request")
    dealer.post(send, key="s", carrier="guard 2")
    assert tray(floor, table)["rack_cents"] == before - 100_00
    assert floor.refused(f"/tables/{table}/slips/{slip}/void", key="v", why="late")[1] == "under_way"
    at_cage(house, table, slip, CreditReceived)
    assert tray(floor, table)["slips"][0]["state"] == "received"


def test_a_slip_is_voided_with_a_reason_until_its_chips_are_under_way(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table = real_table(house, dealer)
    first = floor.post(f"/tables/{table}/fill", key="f", chips=FIVES)["slip"]
    floor.post(f"/tables/{table}/slips/{first}/void", key="v", why="not needed")
    told = tray(floor, table)["slips"][0]
    assert (told["state"], told["steps"][-1]["why"]) == ("void", "not needed")
    second = floor.post(f"/tables/{table}/fill", key="g", chips=FIVES)["slip"]
    assert second > first
    at_cage(house, table, second, FillIssued, carrier="guard 1")
    assert floor.refused(f"/tables/{table}/slips/{second}/void", key="w", why="no")[1] == "under_way"
    at_cage(house, table, second, SlipVoided, why="wrong table")
    assert tray(floor, table)["slips"][0]["state"] == "void"
    assert floor.refused(f"/tables/{table}/slips/{second}/void", key="x", why="no")[1] == "already"


@pytest.mark.parametrize(
    "chips",
    [
        [{"denomination_cents": 1, "number": 1}],
        [{"denomination_cents": 1000, "number": 1}, {"denomination_cents": 1, "number": 1}],
        [{"denomination_cents": 10_05, "number": 1}],
        [{"denomination_cents": 5_00, "number": 1}, {"denomination_cents": 5_00, "number": 1}],
    ],
)
def test_a_fill_is_of_chips_of_the_table(
    house: House, dealer: Visitor, floor: Visitor, chips: list[dict[str, int]]
) -> None:
    table = real_table(house, dealer)
    assert floor.refused(f"/tables/{table}/fill", key="f", chips=chips) == (409, "bad_chips")


@pytest.mark.parametrize("what", ["fill", "credit"])
def test_an_amount_without_chips_is_refused_with_a_sentence(
    house: House, dealer: Visitor, floor: Visitor, what: str
) -> None:
    table = real_table(house, dealer)
    answer = floor.http.post(f"/api/v1/tables/{table}/{what}", json={"key": "k", "cents": 1})
    assert answer.status_code == 422
    assert answer.json()["sentence"].startswith("Fills and credits are made of chips")
    for number in (0, -1, 0.5, "20"):
        bad = [{"denomination_cents": 5_00, "number": number}]
        assert floor.refused(f"/tables/{table}/{what}", key="k", chips=bad)[0] == 422


def test_a_tray_that_fills_itself_takes_no_slips_and_no_counts(house: House, floor: Visitor) -> None:
    table = house.table()
    for what in ("fill", "credit", "tray/open", "tray/close"):
        assert floor.refused(f"/tables/{table}/{what}", key="k", chips=FIVES)[1] == "automatic_tray"


def test_a_slip_of_another_table_is_not_this_one(house: House, dealer: Visitor, floor: Visitor) -> None:
    table, other = real_table(house, dealer), real_table(house, dealer)
    slip = floor.post(f"/tables/{table}/fill", key="f", chips=FIVES)["slip"]
    assert dealer.refused(f"/tables/{other}/slips/{slip}/receive", key="r") == (404, "no_such_slip")


def test_a_dealer_who_is_not_assigned_touches_no_tray(house: House, dealer: Visitor, floor: Visitor) -> None:
    table = real_table(house, dealer)
    stranger = house.person(AccountRole.DEALER)
    slip = floor.post(f"/tables/{table}/credit", key="c", chips=FIVES)["slip"]
    sent = {"key": "s", "carrier": "guard"}
    assert stranger.refused(f"/tables/{table}/slips/{slip}/send", **sent) == (403, "not_assigned")
    assert stranger.refused(f"/tables/{table}/tray/close", key="t", chips=[]) == (403, "not_assigned")


# ---- par and counts


def test_what_is_missing_to_par_is_told_by_denomination(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table = real_table(house, dealer, par=PAR, stocked=False)
    seen = tray(floor, table)
    assert seen["par_cents"] == 1_500_00
    assert seen["missing"] == [
        {"denomination_cents": 100_00, "number": 10},
        {"denomination_cents": 5_00, "number": 100},
    ]
    house.bring_chips(f"vault-{table}")
    slip = floor.post(f"/tables/{table}/fill", key="f", chips=FIVES)["slip"]
    at_cage(house, table, slip, FillIssued, carrier="guard 1")
    dealer.post(f"/tables/{table}/slips/{slip}/receive", key="r")
    assert tray(floor, table)["missing"][1] == {"denomination_cents": 5_00, "number": 80}


def test_a_table_is_closed_with_a_count_and_opened_with_another_and_two_people_sign_each(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table = real_table(house, dealer)
    player = house.person(money_cents=10 * MONEY)
    player.sit(table, 1)
    booked = tray(floor, table)["rack_cents"]
    fives = {"denomination_cents": 5_00, "number": booked // 5_00 - 1}
    seated = {"key": "x", "chips": [fives]}
    assert dealer.refused(f"/tables/{table}/tray/close", **seated)[1] == "players_seated"
    player.post(f"/tables/{table}/leave", key="l")
    asked = count(dealer, table, "close", fives)
    assert asked["waiting"]
    assert tray(dealer, table)["state"] == "open"
    (waiting,) = tray(dealer, table)["waiting"]
    assert (waiting["what"], waiting["yours"], waiting["may_confirm"]) == ("closer", True, False)
    assert dealer.refused(f"/approvals/{asked['approval']}/approve")[1] == "own_request"
    floor.post(f"/approvals/{asked['approval']}/approve")
    seen = tray(floor, table)
    assert (seen["state"], seen["waiting"]) == ("closed", [])
    assert seen["closer"]["variance_cents"] == -5_00
    assert (seen["closer"]["by"], seen["closer"]["confirmed_by"]) == (
        dealer.account.name,
        floor.account.name,
    )
    assert player.refused(f"/tables/{table}/sit", key="s", seat=1) == (409, "tray_closed")
    assert player.get("/tables")["tables"][-1]["state"] == "closed"
    opened = count(floor, table, "open", fives)
    dealer.post(f"/approvals/{opened['approval']}/approve")
    seen = tray(floor, table)
    assert (seen["state"], seen["opener"]["variance_cents"]) == ("open", 0)
    assert seen["opener"]["chips"] == seen["closer"]["chips"] == [fives]
    player.sit(table, 1)


def test_a_count_is_refused_when_chips_moved_before_it_was_confirmed(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table = real_table(house, dealer)
    slip = floor.post(f"/tables/{table}/credit", key="c", chips=FIVES)["slip"]
    asked = count(dealer, table, "close", *FIVES)
    dealer.post(f"/tables/{table}/slips/{slip}/send", key="s", carrier="guard")
    assert floor.refused(f"/approvals/{asked['approval']}/approve")[1] == "moved_on"
    assert tray(floor, table)["state"] == "open"


def test_a_count_under_its_key_is_asked_for_once(house: House, dealer: Visitor, floor: Visitor) -> None:
    table = real_table(house, dealer)
    body = {"key": "once", "chips": FIVES}
    path = f"/api/v1/tables/{table}/tray/close"
    first = dealer.http.post(path, json=body).json()
    assert dealer.http.post(path, json=body).json()["approval"] == first["approval"]
    floor.post(f"/approvals/{first['approval']}/approve")
    assert dealer.http.post(path, json=body).json()["accepted"]
    other = {"key": "once", "chips": []}
    assert dealer.http.post(path, json=other).json()["reason"] == "key_reused"


def test_a_count_that_one_person_signed_is_found_by_verification(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with build_house(tmp_path_factory.mktemp("alone")) as house:
        floor = house.person(AccountRole.FLOORPERSON)
        live = house.server.tables.find(house.table(cards="keyed", dealer="hand", stocked=False))
        live.desk.move_money(TrayOpened(table=live.id, cents=0), by=floor.account.id, key="alone")
        fault = verify_store(house.server.store).fault
        assert fault is not None
        assert (fault.table, fault.field, fault.found) == (live.id, "approved by", "nobody")


# ---- cash, the drop box and tips


def test_the_dealer_changes_cash_and_it_goes_into_the_box(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table = real_table(house, dealer)
    player = house.person(money_cents=10 * MONEY)
    player.sit(table, 1)
    offered = {one["command"]["type"] for one in dealer.get(f"/tables/{table}")["options"]}
    assert "BuyChips" in offered
    dealer.do(table, type="BuyChips", seat=1, cents=40_00)
    money = floor.get(f"/tables/{table}/floor")["money_cents"]
    assert money["drop"] == 40_00
    assert player.get("/me/money") == {"balance_cents": 9 * MONEY}
    drawn = {"key": "d", "command": {"type": "BuyChips", "seat": 1, "cents": 5_00, "from_account": True}}
    assert dealer.refused(f"/tables/{table}/commands", **drawn)[1] == "not_here"
    player.post(f"/tables/{table}/chips", key="c", cents=10_00)
    assert player.get("/me/money") == {"balance_cents": 9 * MONEY - 10_00}
    assert floor.get(f"/tables/{table}/floor")["money_cents"]["drop"] == 40_00


def test_where_chips_are_electronic_cash_is_neither_offered_nor_taken(house: House, dealer: Visitor) -> None:
    table = house.table("over-under-pa", dealer="hand")
    house.assign(dealer, table)
    player = house.person(money_cents=10 * MONEY)
    player.sit(table, 1)
    for person in (dealer, player):
        offered = {one["command"]["type"] for one in person.get(f"/tables/{table}")["options"]}
        assert not offered & {"BuyChips", "CallWager"}
    cash = {"key": "c", "command": {"type": "BuyChips", "seat": 1, "cents": 50_00}}
    assert dealer.refused(f"/tables/{table}/commands", **cash) == (409, "no_cash")
    player.post(f"/tables/{table}/chips", key="b", cents=50_00)
    assert player.get("/me/money") == {"balance_cents": 9 * MONEY - 50_00}


def test_a_vault_without_chips_is_not_blamed_on_the_players_account(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with build_house(tmp_path_factory.mktemp("empty")) as house:
        table = house.table(cards="keyed", dealer="hand", stocked=False)
        house.sign_by_two(TrayOpened(table=table, cents=0), "opener")
        player = house.person(money_cents=MONEY)
        sitting = {"key": "s", "seat": 1, "chips_cents": 50_00}
        answer = player.http.post(f"/api/v1/tables/{table}/sit", json=sitting).json()
        assert answer["reason"] == "vault_short"
        assert "account" not in answer["sentence"]


def test_a_drop_box_is_exchanged_from_the_floor(house: House, dealer: Visitor, floor: Visitor) -> None:
    table = real_table(house, dealer)
    player = house.person(money_cents=MONEY)
    player.sit(table, 1, 0)
    dealer.do(table, type="BuyChips", seat=1, cents=40_00)
    body = {"key": "b", "box": f"{table[-4:]} 1", "next_box": f"{table[-4:]} 2"}
    first = floor.post(f"/tables/{table}/box", **body)
    assert floor.post(f"/tables/{table}/box", **body) == first
    seen = tray(floor, table)["box"]
    assert seen == {"number": body["next_box"], "cents": 0}
    book = house.server.tables.pit.cage.book
    assert (book.boxes[body["box"]].booked_cents, book.boxes[body["box"]].table) == (40_00, table)
    wrong = {"key": "w", "box": "other", "next_box": "another"}
    assert floor.refused(f"/tables/{table}/box", **wrong) == (409, "other_box")
    assert dealer.refused(f"/tables/{table}/box", **wrong) == (403, "not_for_you")


@pytest.mark.parametrize("cards", ["keyed", "virtual"])
def test_tips_are_collected_from_the_floor(house: House, floor: Visitor, cards: str) -> None:
    table = house.table(dealer="hand", cards=cards)
    player = house.person(money_cents=MONEY)
    player.sit(table, 1)
    assert floor.refused(f"/tables/{table}/tips", key="none") == (409, "no_tips")
    player.do(table, type="Tip", cents=5_00)
    pool = house.server.tables.pit.cage.book.ledger.balances.get("tip pool", 0)
    first = floor.post(f"/tables/{table}/tips", key="t")
    assert floor.post(f"/tables/{table}/tips", key="t") == first
    assert tray(floor, table)["tips_cents"] == 0
    assert house.server.tables.pit.cage.book.ledger.balances["tip pool"] == pool + 5_00


def test_drop_is_what_went_into_the_box_and_hold_is_win_over_drop(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table = real_table(house, dealer)
    player = house.person(money_cents=10 * MONEY)
    player.sit(table, 1)
    player.post(f"/tables/{table}/chips", key="c", cents=100_00)
    tile = next(one for one in floor.get("/pit")["tables"] if one["line"]["id"] == table)
    assert (tile["drop_cents"], tile["win_cents"], tile["hold"]) == (0, 0, None)
    dealer.do(table, type="BuyChips", seat=1, cents=40_00)
    floor.post(f"/tables/{table}/box", key="b", box=f"{table[-4:]}a", next_box=f"{table[-4:]}b")
    tile = next(one for one in floor.get("/pit")["tables"] if one["line"]["id"] == table)
    assert (tile["drop_cents"], tile["win_cents"], tile["hold"]) == (40_00, 0, 0.0)


def test_a_demonstration_has_chips_for_a_table_with_real_cards(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with build_house(tmp_path_factory.mktemp("demo"), demo=True) as house:
        guest = house.client()
        csrf = guest.post("/api/v1/demo", json={"role": "player"}).json()["csrf"]
        guest.headers[CSRF_HEADER] = csrf
        body = {"game": "blackjack", "dealer": "hand", "cards": "keyed"}
        line = guest.post("/api/v1/tables", json=body).json()
        assert (line["tray"], line["state"]) == ("by hand", "open")
        seat = {"key": "s", "seat": 1, "chips_cents": 100_00}
        assert guest.post(f"/api/v1/tables/{line['id']}/sit", json=seat).status_code == 200
        assert verify_store(house.server.store).fault is None


def test_a_dealer_who_took_a_fill_without_an_assignment_is_found_by_verification(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with build_house(tmp_path_factory.mktemp("unassigned")) as house:
        floor, dealer = house.person(AccountRole.FLOORPERSON), house.person(AccountRole.DEALER)
        table = house.table(dealer="hand", cards="keyed")
        slip = floor.post(f"/tables/{table}/fill", key="f", chips=FIVES)["slip"]
        at_cage(house, table, slip, FillIssued, carrier="guard 1")
        received = FillReceived(slip=slip, table=table, chips=(Chips(5_00, 20),), cents=100_00)
        house.server.tables.find(table).desk.move_money(received, by=dealer.account.id, key="r")
        fault = verify_store(house.server.store).fault
        assert fault is not None
        assert (fault.table, fault.field, fault.found) == (table, "actor", dealer.account.id)
