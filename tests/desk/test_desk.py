"""A running table: written before it is told, once and only once."""

from collections.abc import Callable
from typing import NoReturn

import pytest

from pitboss.desk.automation import AUTOMATABLE, CARD_ACTS, DEVICES
from pitboss.desk.cage_acts import Deposit, FloatAdvanced
from pitboss.desk.desk import Desk
from pitboss.desk.desk_state import KEYED
from pitboss.desk.hidden_cards import HiddenCards
from pitboss.desk.payloads import read_payload
from pitboss.desk.sealed_shoe import SealedOrder, order_text
from pitboss.desk.seed_state import input_lines
from pitboss.desk.shoe_derivation import derive_order
from pitboss.errors import BadInput, BadStore, Fenced, Refused
from pitboss.games.files import known_games
from pitboss.journal.records import Record
from pitboss.journal.store import Append
from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.due import due
from pitboss.table.people import DEALER, FLOOR, player
from pitboss.table.shoes import full_batch
from tests.desk.drive import ATTENDED, Guest, Hands, new_pit
from tests.desk.stocking import stock


@pytest.fixture
def desk() -> Desk:
    desk = new_pit().open("t1", "blackjack")
    Guest(desk, seed=3).sit(1)
    return desk


def bet(desk: Desk, key: str, cents: int = 1000) -> c.PlaceWager:
    command = c.PlaceWager(by=player(1), box=1, wager=desk.state.terms.main, cents=cents)
    desk.submit(command, key=key)
    return command


def dealt(desk: Desk, wanted: Callable[[Desk], bool]) -> None:
    """Rounds until one stands as wanted, with a player to decide."""
    guest = Guest(desk, seed=5)
    for _ in range(200):
        guest.play_round(stop=lambda desk: desk.state.phase_name == "decisions" and wanted(desk))
        if desk.state.phase > 0:
            return
    raise AssertionError("no such round came")


# ---- one command, once


def test_a_repeated_command_gets_the_first_answer_and_does_nothing(desk: Desk) -> None:
    command = bet(desk, "k1")
    desk_state, head = desk.desk_state, desk.head
    again = desk.submit(command, key="k1")
    assert again.repeated
    assert [type(event) for event in again.events] == [e.WagerPlaced]
    assert (desk.desk_state, desk.head) == (desk_state, head)


def test_a_repeated_command_that_could_be_done_twice_is_done_once(desk: Desk) -> None:
    command = c.Tip(by=player(1), cents=500)
    first = desk.submit(command, key="k1")
    before = desk.state
    assert desk.submit(command, key="k1") == first._replace(repeated=True)
    assert desk.state == before


def test_a_repeat_after_a_restart_still_gets_the_first_answer() -> None:
    pit = new_pit()
    desk = pit.open("t1", "blackjack")
    Guest(desk).sit(1)
    command = c.Tip(by=player(1), cents=500)
    first = desk.submit(command, key="k1")
    pit.close()
    again = new_pit(pit.store, owner="other").take("t1")
    assert again.submit(command, key="k1").records == first.records
    assert again.state == desk.state


def test_a_key_that_marked_another_command_is_refused(desk: Desk) -> None:
    bet(desk, "k1")
    with pytest.raises(Refused) as refused:
        desk.submit(c.Tip(by=player(1), cents=500), key="k1")
    assert refused.value.reason == "key_reused"


def test_a_refusal_is_repeated_as_it_was_and_leaves_no_record(desk: Desk) -> None:
    command = c.Decide(by=player(1), box=1, action=Action.HIT)
    head = desk.head
    with pytest.raises(Refused) as first:
        desk.submit(command, key="k1")
    bet(desk, "k2")
    desk.submit(c.CloseBetting(), key="k3")
    with pytest.raises(Refused) as second:
        desk.submit(command, key="k1")
    assert second.value is first.value
    assert desk._pit.store.find_key("t1", "k1") is None
    assert next(desk._pit.store.read("t1", after=head.sequence)).kind == "PlaceWager"


@pytest.mark.parametrize("key", ["", "two words", "x" * 101, "tab\t"])
def test_a_key_is_printable_and_short(desk: Desk, key: str) -> None:
    with pytest.raises(BadInput, match="cannot be the key of a command"):
        desk.submit(c.Tip(by=player(1), cents=500), key=key)


# ---- written before it is told


def test_nobody_is_told_of_what_was_not_written(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Record] = []
    desk.subscribe(heard.extend)
    desk_state = desk.desk_state

    def fail(_: Append) -> None:
        raise BadStore("here", "the disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(desk._pit.writer, "append", fail)
        with pytest.raises(BadStore):
            bet(desk, "k1")
    assert heard == []
    assert desk.desk_state == desk_state
    bet(desk, "k1")
    assert [record.kind for record in heard] == ["PlaceWager"]


def test_an_append_of_which_nobody_knows_whether_it_was_written_is_looked_up(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Record] = []
    desk.subscribe(heard.extend)
    write = desk._pit.writer.append

    def lose_the_answer(batch: Append) -> None:
        write(batch)
        raise BadStore("here", "the connection to the server was lost.")

    with monkeypatch.context() as patched:
        patched.setattr(desk._pit.writer, "append", lose_the_answer)
        with pytest.raises(BadStore):
            bet(desk, "k1")
    assert not desk.state.boxes
    assert heard == []
    answer = desk.submit(c.PlaceWager(by=player(1), box=1, wager=desk.state.terms.main, cents=1000), key="k1")
    assert answer.repeated
    assert desk.state.boxes[0].initial_cents == 1000
    assert heard == list(answer.records), "told once, when it is known"
    desk.submit(c.Tip(by=player(1), cents=500), key="tip")
    desk.submit(c.Tip(by=player(1), cents=500), key="tip")
    assert [record.kind for record in heard] == ["PlaceWager", "Tip"]


def test_what_was_written_unawares_is_told_though_the_store_fails_once_more(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal is asked, the answer is lost on the way, it is asked again: told once all the same."""
    heard: list[Record] = []
    desk.subscribe(heard.extend)
    store, write = desk._pit.store, desk._pit.writer.append

    def lose(batch: object, **_: object) -> NoReturn:
        if isinstance(batch, Append):
            write(batch)
        raise BadStore("here", "the connection to the server was lost.")

    for part, name, act in (
        (desk._pit.writer, "append", lambda: bet(desk, "k1")),
        (store, "secrets", desk.tick),
        (store, "read", desk.tick),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(part, name, lose)
            with pytest.raises(BadStore):
                act()
    desk.tick()
    desk.tick()
    assert [record.kind for record in heard] == ["PlaceWager"]


def test_a_failed_append_skips_no_card(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    bet(desk, "k1")
    positions, seeds = desk.desk_state.positions, desk.desk_state.seeds
    inputs = input_lines("t1", positions.number, seeds)
    order = derive_order(
        full_batch(desk.state.house.decks), desk._hidden_cards.seeds[positions.number], inputs
    )
    hidden_cards = HiddenCards({positions.number: SealedOrder(order, b"")})
    expected = hidden_cards.next(desk.state, positions)

    def fail(_: Append) -> None:
        raise BadStore("here", "the disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(desk._pit.writer, "append", fail)
        with pytest.raises(BadStore):
            desk.submit(c.CloseBetting(), key="k2")
    desk.submit(c.CloseBetting(), key="k2")
    assert desk.state.boxes[0].firsts[0] == expected


def test_a_subscriber_hears_every_record_in_order_until_it_stops(desk: Desk) -> None:
    heard: list[Record] = []
    stop = desk.subscribe(heard.extend)
    start = desk.head.sequence
    Guest(desk, seed=9).play_round()
    assert heard == list(desk._pit.store.read("t1", after=start))
    stop()
    desk.submit(c.Tip(by=player(1), cents=500), key="tip")
    assert heard[-1].kind != "Tip"


def test_a_subscriber_that_fails_keeps_neither_the_client_nor_the_others_from_hearing(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[Record] = []

    def fail(_: tuple[Record, ...]) -> None:
        raise RuntimeError("the screen went dark")

    desk.subscribe(fail)
    desk.subscribe(heard.extend)
    for number, key in enumerate(("k1", "k2"), start=1):
        answer = desk.submit(c.Tip(by=player(1), cents=500), key=key)
        assert not answer.repeated
        assert [record.kind for record in heard] == ["Tip"] * number
    assert "the screen went dark" in caplog.text


# ---- what is hidden stays hidden


@pytest.mark.parametrize("name", known_games())
def test_no_record_names_an_undealt_card_before_its_shoe_is_opened(name: str) -> None:
    desk = new_pit(seed=4).open("t1", name, automate=AUTOMATABLE - ATTENDED)
    guest = Guest(desk)
    guest.sit(1, 2)
    for _ in range(12):
        guest.play_round()
        hidden_cards = desk._hidden_cards
        told = "".join(record.payload for record in desk._pit.store.read("t1"))
        assert all(seed.hex() not in told for seed in hidden_cards.seeds.values())
        assert all(order_text(sealed.order) not in told for sealed in hidden_cards.orders.values())
        assert set(desk._pit.store.secrets("t1")) == {f"seed {n}" for n in hidden_cards.seeds}
    bodies = b"".join(desk._pit.store.secrets("t1").values())
    assert all(seed not in bodies for seed in hidden_cards.seeds.values())


def test_the_hole_card_is_in_no_record_before_it_is_turned(desk: Desk) -> None:
    dealt(desk, lambda desk: desk.state.dealer.hole)
    hole = desk._hidden_cards.hole(desk.desk_state.positions)
    assert hole is not None
    last = list(desk._pit.store.read("t1"))[-1]
    events = [event for act in read_payload(last).acts for event in act.events]
    assert any(isinstance(event, e.HoleDealt) for event in events)
    shown = [event.card for event in events if isinstance(event, e.CardDealt)]
    assert len(shown) == last.payload.count('"card"') // 2, "each card once in its command, once in its event"
    desk.submit(c.Decide(by=player(1), box=1, action=Action.STAND), key="stand")
    turned = [event for event in _events(desk) if isinstance(event, e.HoleTurned)]
    assert turned[-1].card == hole


def _events(desk: Desk) -> list[e.Event]:
    recorded: list[e.Event] = []
    for record in desk._pit.store.read("t1"):
        payload = read_payload(record)
        recorded += [event for act in getattr(payload, "acts", ()) for event in act.events]
    return recorded


# ---- who does what


def test_a_trainee_deals_by_hand_from_a_virtual_shoe() -> None:
    desk = new_pit().open("t1", "blackjack", automate=DEVICES | CARD_ACTS)
    guest = Guest(desk)
    guest.sit(1)
    guest.do(c.PlaceWager(by=player(1), box=1, wager="blackjack", cents=1000))
    guest.do(c.CloseBetting())
    next_due = due(desk.state)
    assert next_due is not None
    assert next_due.act == "card"
    with pytest.raises(Refused) as refused:
        desk.submit(c.DealHole(), key="early")
    assert refused.value.clause
    expected = desk._hidden_cards.next(desk.state, desk.desk_state.positions)
    guest.do(c.DealCard(box=1, card=Card(1, 0)))
    assert desk.state.boxes[0].firsts == (expected,), "the face is the shoe's, whatever the dealer says"


def test_at_a_keyed_table_the_cards_are_what_the_dealer_tells() -> None:
    pit = new_pit()
    desk = pit.open("t1", "blackjack", cards=KEYED)
    stock(pit, desk)
    guest = Guest(desk)
    guest.do(c.SitDown(by=player(1), chips_cents=100_000))
    assert desk.state.stage.name == "COVERED", "loading the shoe is for whoever has the cards"
    guest.do(c.LoadShoe())
    guest.do(c.BurnCard())
    guest.do(c.PlaceWager(by=player(1), box=1, wager="blackjack", cents=1000))
    guest.do(c.CloseBetting())
    guest.do(c.DealCard(box=1, card=Card(9, 2)))
    assert desk.state.boxes[0].firsts == (Card(9, 2),)
    assert not any(record.kind.startswith("Shoe") for record in desk._pit.store.read("t1"))


def test_the_house_changes_the_decks_when_their_time_is_up() -> None:
    clock = Hands()
    desk = new_pit(clock=clock).open("t1", "down-under-pa")
    Guest(desk).sit(1)
    hours = desk.state.terms.change_hours
    clock.skip(hours=hours)
    desk.tick()
    assert desk.state.now_h >= hours
    assert desk.state.decks_since_h == desk.state.now_h
    assert desk.state.stage.name != "READY"


def test_a_clock_that_jumps_back_changes_nothing() -> None:
    clock = Hands()
    desk = new_pit(clock=clock).open("t1", "down-under-pa")
    Guest(desk).sit(1)
    clock.skip(hours=3)
    desk.tick()
    clock.skip(hours=-200)
    head = desk.head
    desk.tick()
    assert desk.head == head
    assert desk.state.now_h == 3


# ---- rules


def test_a_change_of_rules_is_recorded_with_before_after_who_and_why(desk: Desk) -> None:
    before = desk.rules
    desk.change_rules(["soft_17=hit"], by="manager", why="new licence", key="r1")
    record = next(record for record in desk._pit.store.read("t1") if record.kind == "RulesChanged")
    told = read_payload(record)
    assert record.actor == "manager"
    assert (told.before, told.after, told.why) == ((), ("soft_17=hit",), "new licence")
    assert (told.rules_before, told.rules) == (before, desk.rules)
    assert before != desk.rules
    assert desk.state.house.dealer.hits_soft_17


def test_rules_do_not_change_while_wagers_are_down(desk: Desk) -> None:
    bet(desk, "k1")
    with pytest.raises(Refused) as refused:
        desk.change_rules(["soft_17=hit"], by="manager", why="new licence", key="r1")
    assert refused.value.reason == "round_in_progress"


def test_rules_that_the_document_does_not_allow_are_bad_input() -> None:
    desk = new_pit().open("t1", "down-under-pa")
    head = desk.head
    with pytest.raises(BadInput, match="does not allow “Decks: 7”"):
        desk.change_rules(["decks=7"], by="manager", why="x", key="r1")
    assert desk.head == head


def test_another_number_of_decks_brings_fresh_cards_and_opens_the_old_shoe(desk: Desk) -> None:
    Guest(desk, seed=2).play_round()
    chips = desk.state.players
    desk.change_rules(["decks=8"], by="manager", why="more cards", key="r1")
    kinds = [record.kind for record in desk._pit.store.read("t1")]
    at = kinds.index("RulesChanged")
    assert "ShoeOpened" in kinds[at:]
    assert desk.state.terms.cards == 8 * 52
    assert desk.state.players == chips
    Guest(desk, seed=7).until_bets()


def test_every_round_is_bound_to_the_rules_it_was_begun_under(desk: Desk) -> None:
    guest = Guest(desk, seed=2)
    guest.play_round()
    desk.change_rules(["soft_17=hit"], by="manager", why="x", key="r1")
    guest.play_round()
    bound = [
        read_payload(record).rules for record in desk._pit.store.read("t1") if record.kind == "CloseBetting"
    ]
    assert len(set(bound)) == 2
    assert bound[-1] == desk.rules


# ---- money


def test_a_buy_in_takes_the_chips_from_the_account_in_the_same_transaction() -> None:
    pit = new_pit()
    desk = pit.open("t1", "blackjack")
    pit.cage.submit(Deposit(account="alice", cents=10_000), by="cashier", key="d1")
    guest = Guest(desk)
    with pytest.raises(Refused) as refused:
        guest.do(c.SitDown(by=player(1), chips_cents=10_100), account="alice")
    assert refused.value.reason == "no_funds"
    assert pit.cage.balance("alice") == 10_000
    assert desk.state.players == ()
    guest.do(c.SitDown(by=player(1), chips_cents=6_000), account="alice")
    guest.do(c.BuyChips(by=DEALER, seat=1, cents=1_000, from_account=True))
    assert pit.cage.balance("alice") == 3_000
    guest.until_bets()
    guest.do(c.Leave(by=player(1)))
    assert pit.cage.balance("alice") == 10_000
    assert desk.desk_state.accounts == {}


def test_an_automatic_tray_that_cannot_pay_is_advanced_what_it_lacks() -> None:
    for seed in range(20):
        pit = new_pit(seed=seed)
        guest = Guest(pit.open("t1", "blackjack"), seed=8)
        guest.sit(1)
        for _ in range(30):
            guest.play_round()
        if "Money" in {record.kind for record in pit.store.read("t1")}:
            break
    kinds = [record.kind for record in pit.store.read("t1")]
    assert "Money" in kinds
    money = next(record for record in pit.store.read("t1") if record.kind == "Money")
    assert isinstance(read_payload(money).act, FloatAdvanced)
    assert {type(read_payload(record).act) for record in pit.store.read("cage")} == {FloatAdvanced}
    assert pit.cage.book.ledger.balances["owed"] < 0
    assert "vault" not in pit.cage.book.ledger.balances


# ---- giving a round up


def test_a_voided_round_gives_back_what_was_not_decided(desk: Desk) -> None:
    dealt(desk, lambda _: True)
    down = sum(hand.stakes_cents for box in desk.state.boxes for hand in box.hands)
    before = desk.state.players[0].chips_cents
    number = desk.state.round
    desk.void_round(by="floor", why="fire alarm", key="v1")
    assert desk.state.players[0].chips_cents == before + down
    assert desk.state.boxes == ()
    assert desk.state.round == number + 1
    assert desk.open_round() is None


def test_there_is_nothing_to_void_between_rounds(desk: Desk) -> None:
    with pytest.raises(Refused) as refused:
        desk.void_round(by="floor", why="x", key="v1")
    assert refused.value.reason == "no_round"


def test_the_register_names_the_open_round_and_whom_it_waits_for(desk: Desk) -> None:
    assert desk.open_round() is None
    bet(desk, "k1", cents=2000)
    entry = desk.open_round()
    assert entry is not None
    assert (entry.table, entry.round, entry.phase, entry.stakes_cents) == ("t1", 1, "Betting", 2000)
    assert entry.since.startswith("2026-03-01T12:00:0")
    assert entry.waits_for == "Betting is open."


# ---- what a server asks


def test_the_desk_shows_what_the_table_shows(desk: Desk) -> None:
    assert desk.view(player(1)).chips_cents == desk.state.players[0].chips_cents
    wager = c.PlaceWager(by=player(1), box=1, wager=desk.state.terms.main, cents=1000)
    assert wager in desk.options(player(1))
    assert desk.next_acts()[-1].act == "bets"
    assert c.OrderReshuffle() in desk.options(FLOOR)


def test_a_closed_desk_takes_nothing_more(desk: Desk) -> None:
    desk.close()
    with pytest.raises(Fenced):
        bet(desk, "k1")


# ---- surrender before the reader


@pytest.mark.parametrize(("automate", "waits"), [(AUTOMATABLE - ATTENDED, True), (AUTOMATABLE, False)])
def test_where_players_are_asked_the_dealer_does_not_look_before_an_early_surrender(
    automate: frozenset[str], waits: bool
) -> None:
    """With nobody to ask them, the house goes on by itself as it does with insurance."""
    stopped = 0
    for seed in range(12):
        desk = new_pit(seed=seed).open("t1", "blackjack", choose=("surrender=early",), automate=automate)
        Guest(desk).sit(1)
        bet(desk, "wager")
        desk.submit(c.CloseBetting(), key="deal")
        if (next_due := due(desk.state)) and next_due.act == "insert":
            stopped += 1
            chips = desk.state.players[0].chips_cents
            desk.submit(c.Decide(by=player(1), box=1, action=Action.SURRENDER), key="surrender")
            assert desk.state.players[0].chips_cents == chips + 500
            assert desk.state.round == 2
    assert bool(stopped) == waits
