"""A pit: who runs which table, what is left open, and who takes over."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest

from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.bank import Deposit, Fund, Withdraw
from pitboss.desk.desk import Desk
from pitboss.desk.keyfile import key_of_store, path_beside, read_or_create_key
from pitboss.desk.pit import Pit
from pitboss.desk.verify import verify_store
from pitboss.errors import BadInput, BadStore, Claimed, Fenced, Refused
from pitboss.journal.memory import MemoryStore
from pitboss.journal.open_store import open_store
from pitboss.journal.store import Append, Store
from pitboss.table import commands as c
from pitboss.table.people import player
from tests.desk.drive import ATTENDED, Guest, Hands, new_pit


def two_pits(store: Store | None = None) -> tuple[Pit, Pit, Hands]:
    shared, clock = store or MemoryStore(), Hands()
    return (
        new_pit(shared, owner="first", clock=clock, seed=1),
        new_pit(shared, owner="second", clock=clock, seed=2),
        clock,
    )


def bet(desk: Desk, key: str) -> None:
    command = c.PlaceWager(by=player(1), box=1, wager=desk.state.terms.main, cents=1000)
    desk.submit(command, key=key)


# ---- who runs a table


def test_a_table_that_is_run_cannot_be_taken() -> None:
    first, second, _ = two_pits()
    first.open("t1", "blackjack")
    with pytest.raises(Claimed):
        second.take("t1")
    with pytest.raises(Claimed):
        second.open("t1", "blackjack")


def test_a_table_whose_pit_went_silent_is_taken_over_and_the_old_one_is_fenced() -> None:
    first, second, clock = two_pits()
    old = first.open("t1", "blackjack")
    Guest(old).sit(1)
    clock.skip(hours=0.5)
    new = second.take("t1")
    assert new.desk_state == old.desk_state
    with pytest.raises(Fenced):
        bet(old, "k1")
    with pytest.raises(Fenced):
        bet(old, "k2")
    bet(new, "k1")
    assert verify_store(first.store).fault is None


def test_a_desk_whose_claim_ran_out_and_was_taken_stays_fenced() -> None:
    first, second, clock = two_pits()
    old = first.open("t1", "blackjack")
    clock.skip(hours=0.5)
    second.take("t1")
    with pytest.raises(Fenced):
        old.change_rules(["decks=6"], by="floor", why="trial", key="r1")
    with pytest.raises(Fenced, match="run by another program"):
        old.tick()


def test_kept_claims_do_not_run_out() -> None:
    first, second, clock = two_pits()
    first.open("t1", "blackjack")
    for _ in range(5):
        clock.skip(hours=9 / 3600)
        first.keep_claims()
    with pytest.raises(Claimed):
        second.take("t1")


def pits_on_two_clocks() -> tuple[Pit, Pit, Hands, Hands]:
    """The first pit's clock is a day ahead."""
    store, ahead, right = MemoryStore(), Hands(), Hands()
    ahead.skip(hours=24)
    first = new_pit(store, owner="first", clock=ahead)
    return first, new_pit(store, owner="second", clock=right, seed=2), ahead, right


def test_a_claim_by_a_clock_a_day_ahead_is_waited_for_no_longer_than_a_lease() -> None:
    first, second, _, right = pits_on_two_clocks()
    old = first.open("t1", "blackjack")
    Guest(old).sit(1)
    with pytest.raises(Claimed):
        second.take("t1")
    right.skip(hours=9 / 3600)
    with pytest.raises(Claimed):
        second.take("t1")
    right.skip(hours=2 / 3600)
    new = second.take("t1")
    with pytest.raises(Fenced):
        bet(old, "k1")
    bet(new, "k1")
    assert verify_store(first.store).fault is None


def test_a_pit_whose_clock_is_ahead_keeps_its_table_as_long_as_it_renews() -> None:
    first, second, ahead, right = pits_on_two_clocks()
    first.open("t1", "blackjack")
    for _ in range(5):
        with pytest.raises(Claimed):
            second.take("t1")
        ahead.skip(hours=8 / 3600)
        right.skip(hours=8 / 3600)
        first.keep_claims()


def test_a_pit_whose_clock_was_set_back_learns_that_its_table_was_taken() -> None:
    """By its own clock the claim has an hour left, so nothing seems due."""
    first, second, early, late = pits_on_two_clocks()
    first.open("t1", "blackjack")
    late.now = early.now + timedelta(minutes=1)
    early.skip(hours=-1)
    second.take("t1")
    assert first.keep_claims_together() == ["t1"]


def test_a_closed_pit_leaves_its_tables_to_the_next() -> None:
    first, second, _ = two_pits()
    desk_state = first.open("t1", "blackjack").desk_state
    first.close()
    assert second.take("t1").desk_state == desk_state


def test_of_pits_that_claim_a_table_at_once_one_gets_it(tmp_path: Path) -> None:
    file = str(tmp_path / "journal.db")
    first = new_pit(open_store(file), owner="first")
    first.open("t1", "blackjack")
    first.close()
    pits = [new_pit(open_store(file), owner=f"pit {number}") for number in range(4)]
    got: list[Desk] = []

    def take(pit: Pit) -> None:
        try:
            got.append(pit.take("t1"))
        except Claimed:
            return

    threads = [Thread(target=take, args=(pit,)) for pit in pits]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 1
    for pit in (first, *pits):
        pit.close()
        pit.store.close()


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"table": "Table 1"}, "cannot be the name of a table"),
        ({"table": "cage"}, "cannot be the name of a table"),
        ({"game": "bridge"}, "bridge"),
        ({"automate": {"juggle"}}, "there is no act 'juggle'"),
        ({"cards": "marked"}, "there are no 'marked' cards"),
    ],
)
def test_a_table_that_cannot_be_opened_is_told_and_not_claimed(asked: dict[str, object], says: str) -> None:
    pit = new_pit()
    with pytest.raises(BadInput, match=says):
        pit.open(**({"table": "t1", "game": "blackjack"} | asked))  # type: ignore[arg-type]
    assert pit.tables() == []
    pit.open("t1", "blackjack")


def test_a_table_is_opened_once() -> None:
    first, second, _ = two_pits()
    first.open("t1", "blackjack")
    first.close()
    with pytest.raises(BadInput, match="exists already"):
        second.open("t1", "blackjack")
    second.take("t1")


def test_an_opening_repeated_with_its_key_is_the_table_that_was_opened() -> None:
    first, second, _ = two_pits()
    desk = first.open("t1", "blackjack", key="o1")
    assert first.open("t1", "blackjack", key="o1") is desk
    first.close()
    again = second.open("t1", "blackjack", key="o1")
    assert again.desk_state == desk.desk_state
    assert verify_store(first.store).fault is None


def test_an_opening_that_a_crash_left_unanswered_is_finished_by_its_repetition(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second, clock = two_pits()
    write = first._writer.append

    def die_after(batch: Append) -> None:
        write(batch)
        raise BadStore("here", "the connection was lost.")

    monkeypatch.setattr(first._writer, "append", die_after)
    with pytest.raises(BadStore):
        first.open("t1", "blackjack", key="o1")
    assert first.store.head("t1").sequence == 1
    clock.skip(hours=0.5)
    Guest(second.open("t1", "blackjack", key="o1")).sit(1)
    assert verify_store(first.store).fault is None


def test_a_key_opens_no_other_table_than_the_first_time() -> None:
    first, second, _ = two_pits()
    first.open("t1", "blackjack", key="o1")
    first.close()
    with pytest.raises(Refused, match="another command"):
        second.open("t1", "blackjack", choose=["decks=6"], key="o1")
    with pytest.raises(BadInput, match="exists already"):
        second.open("t1", "blackjack", key="o2")
    second.take("t1")


# ---- the register


def test_the_register_lists_open_rounds_of_every_table_whoever_runs_it() -> None:
    first, second, _ = two_pits()
    for pit, table in ((first, "t1"), (second, "t2"), (second, "t3")):
        desk = pit.open(table, "blackjack")
        Guest(desk).sit(1)
        if table != "t3":
            bet(desk, "k1")
    assert [entry.table for entry in first.open_rounds()] == ["t1", "t2"]
    assert first.open_rounds() == second.open_rounds()
    assert first.tables() == ["t1", "t2", "t3"]


# ---- the cage


def test_two_pits_write_to_one_cage_without_losing_a_cent() -> None:
    first, second, _ = two_pits()
    for number in range(6):
        pit = (first, second)[number % 2]
        pit.cage.submit(Deposit(account="alice", cents=100), by="cashier", key=f"d{number}")
    first.cage.refresh()
    assert first.cage.balance("alice") == second.cage.balance("alice") == 600
    with pytest.raises(Refused):
        second.cage.submit(Withdraw(account="alice", cents=601), by="cashier", key="w1")


def test_a_buy_in_after_another_pit_has_moved_the_cage_is_done_once() -> None:
    first, second, _ = two_pits()
    first.cage.submit(Deposit(account="alice", cents=10_000), by="cashier", key="d1")
    desk = first.open("t1", "blackjack")
    second.cage.refresh()
    second.cage.submit(Withdraw(account="alice", cents=7_000), by="cashier", key="w1")
    with pytest.raises(Refused) as refused:
        desk.submit(c.SitDown(by=player(1), chips_cents=5_000), key="s1", account="alice")
    assert refused.value.reason == "no_funds"
    desk.submit(c.SitDown(by=player(1), chips_cents=3_000), key="s2", account="alice")
    assert first.cage.balance("alice") == 0
    assert verify_store(first.store).fault is None


def test_money_that_another_pit_took_in_is_money_here_too() -> None:
    first, second, _ = two_pits()
    desk = second.open("t1", "blackjack")
    first.cage.submit(Deposit(account="alice", cents=10_000), by="cashier", key="d1")
    desk.submit(c.SitDown(by=player(1), chips_cents=6_000), key="s1", account="alice")
    first.cage.submit(Withdraw(account="alice", cents=4_000), by="cashier", key="w1")
    assert first.cage.balance("alice") == 0
    assert verify_store(first.store).fault is None


def test_a_repeated_deposit_is_one_deposit() -> None:
    pit = new_pit()
    act = Deposit(account="alice", cents=100)
    first = pit.cage.submit(act, by="cashier", key="d1")
    assert pit.cage.submit(act, by="cashier", key="d1") == first._replace(repeated=True)
    assert pit.cage.balance("alice") == 100
    with pytest.raises(Refused):
        pit.cage.submit(Fund(cents=100), by="cashier", key="d1")


# ---- many tables at once


def test_tables_played_at_once_by_many_threads_stay_whole(tmp_path: Path) -> None:
    pit = new_pit(open_store(str(tmp_path / "journal.db")))
    pit.cage.submit(Deposit(account="alice", cents=10_000_000), by="cashier", key="d1")
    guests = [
        Guest(pit.open(f"t{number}", "blackjack", automate=AUTOMATABLE - ATTENDED), number)
        for number in range(4)
    ]

    def play(guest: Guest) -> None:
        guest.do(c.SitDown(by=player(1), chips_cents=500_000), account="alice")
        guest.until_bets()
        for _ in range(6):
            guest.play_round()
        guest.do(c.Leave(by=player(1)))

    threads = [Thread(target=play, args=(guest,)) for guest in guests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pit.close()
    verdict = verify_store(pit.store)
    assert verdict.fault is None
    assert verdict.rounds == 24
    pit.store.close()


# ---- the key of the shoes


def test_the_key_is_made_once_and_is_its_owner_s_alone(tmp_path: Path) -> None:
    path = path_beside(f"sqlite:{tmp_path / 'journal.db'}", "key")
    key = read_or_create_key(path)
    assert len(key) == 32
    assert read_or_create_key(path) == key
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["journal.db.key"]


@pytest.mark.parametrize("text", ["", "abc", "zz" * 32, "ab" * 31])
def test_a_key_that_is_none_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "key").write_text(text)
    with pytest.raises(BadInput):
        read_or_create_key(tmp_path / "key")


def sealed_under(path: Path) -> Store:
    """A journal with a shoe in it."""
    pit = Pit(MemoryStore(), key=key_of_store(MemoryStore(), path))
    pit.open("t1", "blackjack")
    pit.close()
    return pit.store


def test_a_journal_without_sealed_shoes_gets_a_new_key_and_keeps_it(tmp_path: Path) -> None:
    store = sealed_under(tmp_path / "key")
    assert key_of_store(store, tmp_path / "key") == read_or_create_key(tmp_path / "key")


def test_a_key_that_fits_none_of_the_sealed_shoes_is_told(tmp_path: Path) -> None:
    store = sealed_under(tmp_path / "key")
    read_or_create_key(tmp_path / "other")
    with pytest.raises(BadInput, match=r"other.*this key does not open"):
        key_of_store(store, tmp_path / "other")


def test_no_new_key_is_made_while_shoes_are_sealed(tmp_path: Path) -> None:
    store = sealed_under(tmp_path / "key")
    (tmp_path / "key").unlink()
    with pytest.raises(BadInput, match="key file that this journal was begun with"):
        key_of_store(store, tmp_path / "key")
    assert list(tmp_path.iterdir()) == []


def test_many_claims_are_renewed_in_one_commit_and_a_lost_one_is_told(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "pit.db"))
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    pit = Pit(store, clock=lambda: now, owner="first", key=b"k" * 32)
    for number in range(4):
        pit.open(f"t{number}", "blackjack")
    assert pit.keep_claims_together() == []
    before = store.holder("t1")
    now += timedelta(seconds=4)
    Pit(store, clock=lambda: now + timedelta(seconds=60), owner="second", key=b"k" * 32).take("t0")
    assert pit.keep_claims_together() == ["t0"]
    after = store.holder("t1")
    assert before is not None
    assert after is not None
    assert after.until_us - before.until_us == 4_000_000
    assert pit.desks["t1"].claim == after
    store.close()
