"""Recovery: the exact state again, wherever it stopped, hole card included."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.desk import desk as desk_module
from pitboss.desk.automation import AUTOMATABLE, DEVICES
from pitboss.desk.desk import Desk
from pitboss.desk.desk_state import DeskState, parse_snapshot, rulebook, snapshot_text
from pitboss.desk.payloads import read_payload, write_payload
from pitboss.desk.pit import Pit
from pitboss.desk.recovery import from_snapshot, recorded_acts, recover
from pitboss.desk.verify import verify_store
from pitboss.errors import BadInput, Refused
from pitboss.games.files import SHELF, known_games
from pitboss.journal.memory import MemoryStore
from pitboss.journal.open_store import open_store
from pitboss.journal.records import START, Draft, append_to
from pitboss.journal.store import Append, Store, append
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table.act_registry import because
from pitboss.table.due import Due, due
from pitboss.table.people import player
from tests.desk.drive import ATTENDED, KEY, Guest, Hands, new_pit
from tests.postgres import emptied


def cut_short(store: Store, table: str, sequence: int) -> MemoryStore:
    """The journal as it was after that record, with the secrets of then or later."""
    early = MemoryStore()
    append(early, Append(tuple(store.read(table, upto=sequence))))
    return early


@pytest.mark.parametrize("name", known_games())
def test_after_every_record_recovery_gives_the_standing_that_the_desk_had(name: str) -> None:
    pit = new_pit(seed=6)
    desk = pit.open("t1", name, automate=AUTOMATABLE - ATTENDED)
    seen: dict[int, DeskState] = {}
    desk.subscribe(lambda records: seen.update({records[-1].sequence: desk.desk_state}))
    guest = Guest(desk, seed=2)
    guest.sit(1, 3)
    for _ in range(8):
        guest.play_round()
    for sequence, desk_state in seen.items():
        recovered, head = recover(cut_short(pit.store, "t1", sequence), "t1")
        assert head.sequence == sequence
        assert recovered == desk_state


@pytest.mark.parametrize("name", known_games())
def test_a_snapshot_says_the_whole_standing(name: str) -> None:
    desk = new_pit(seed=6).open("t1", name, automate=AUTOMATABLE - ATTENDED)
    begun, guest = desk.desk_state, Guest(desk, seed=2)
    guest.sit(1, 3)
    for _ in range(5):
        guest.play_round(stop=lambda desk: desk.state.dealer.hole)
        assert parse_snapshot(begun, snapshot_text(desk.desk_state)) == desk.desk_state
        if desk.state.phase:
            break


def test_recovery_from_a_snapshot_reads_only_what_followed_and_gives_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(desk_module, "SNAPSHOT_EVERY", 20)
    pit = new_pit()
    desk = pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED)
    guest = Guest(desk)
    guest.sit(1)
    for _ in range(20):
        guest.play_round()
    desk_state, head = from_snapshot(pit.store, "t1")
    assert desk_state is not None
    assert desk.head.sequence - head.sequence < 25
    assert recover(pit.store, "t1") == (desk.desk_state, desk.head)
    assert recover(cut_short(pit.store, "t1", desk.head.sequence), "t1") == (desk.desk_state, desk.head)
    assert verify_store(pit.store).fault is None


def test_a_snapshot_that_does_not_fit_the_chain_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_module, "SNAPSHOT_EVERY", 10)
    pit = new_pit()
    desk = pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED)
    guest = Guest(desk)
    guest.sit(1)
    for _ in range(5):
        guest.play_round()
    assert isinstance(pit.store, MemoryStore)
    shot = pit.store._snapshots["t1"]
    for wrong in (shot._replace(hash="0" * 64), shot._replace(body="{}"), shot._replace(body="nonsense")):
        pit.store._snapshots["t1"] = wrong
        assert from_snapshot(pit.store, "t1") == (None, START)
        assert recover(pit.store, "t1")[0] == desk.desk_state


def test_a_snapshot_with_one_letter_changed_is_passed_over_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_module, "SNAPSHOT_EVERY", 10)
    pit = new_pit()
    desk = pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED)
    guest = Guest(desk)
    guest.sit(1)
    for _ in range(3):
        guest.play_round()
    assert isinstance(pit.store, MemoryStore)
    shot = pit.store._snapshots["t1"]
    for at in range(0, len(shot.body), 7):
        changed = shot.body[:at] + chr(ord(shot.body[at]) ^ 1) + shot.body[at + 1 :]
        pit.store._snapshots["t1"] = shot._replace(body=changed)
        assert from_snapshot(pit.store, "t1") == (None, START)
    assert recover(pit.store, "t1") == (desk.desk_state, desk.head)
    fault = verify_store(pit.store).fault
    assert fault is not None
    assert fault.field == "snapshot"
    pit.store._snapshots["t1"] = shot._replace(body="0" * 64 + shot.body[64:])
    fault = verify_store(pit.store).fault
    assert fault is not None
    assert (fault.sequence, fault.field) == (shot.sequence, "snapshot, SHA-256")


def test_a_snapshot_of_a_record_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_module, "SNAPSHOT_EVERY", 2)
    pit = new_pit()
    desk = pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED)
    Guest(desk).sit(1)
    assert isinstance(pit.store, MemoryStore)
    assert verify_store(pit.store).fault is None
    pit.store._snapshots["t1"] = pit.store._snapshots["t1"]._replace(sequence=999)
    fault = verify_store(pit.store).fault
    assert fault is not None
    assert (fault.sequence, fault.field) == (999, "snapshot")


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "journal.db")
    else:
        yield emptied(request.getfixturevalue("postgres"))


def stopped_in_a_round(address: str) -> tuple[Desk, Card]:
    """A desk whose process is gone in the middle of a round, with the hole card down."""
    pit = new_pit(open_store(address), owner="first")
    desk = pit.open("t1", "down-under-pa", automate=AUTOMATABLE - ATTENDED)
    guest = Guest(desk)
    guest.sit(1, 2)
    while not desk.state.dealer.hole:
        guest.play_round(stop=lambda desk: desk.state.dealer.hole and desk.state.phase_name == "decisions")
    hole = desk._hidden_cards.hole(desk.desk_state.positions)
    assert hole is not None
    pit._writer.close()
    pit.store.close()
    return desk, hole


def waiting(desk: Desk) -> Due:
    next_due = due(desk.state)
    assert next_due is not None
    return next_due


def test_another_process_goes_on_with_the_same_round_and_the_same_cards(address: str) -> None:
    lost, hole = stopped_in_a_round(address)
    clock = Hands()
    clock.skip(hours=0.5)
    pit = new_pit(open_store(address), owner="second", clock=clock, seed=99)
    (entry,) = pit.open_rounds()
    assert (entry.table, entry.round) == ("t1", lost.state.round)
    desk = pit.take("t1")
    assert (desk.desk_state, desk.head) == (lost.desk_state, lost.head)
    assert desk._hidden_cards.hole(desk.desk_state.positions) == hole
    assert desk._hidden_cards.next(desk.state, desk.desk_state.positions) == lost._hidden_cards.next(
        lost.state, lost.desk_state.positions
    )
    number, guest = desk.state.round, Guest(desk, seed=3)
    while desk.state.round == number:
        guest.decide(waiting(desk))
    for _ in range(3):
        guest.until_bets()
        guest.play_round()
    pit.close()
    assert verify_store(pit.store).fault is None
    pit.store.close()


def test_a_refusal_is_remembered_by_a_desk_and_not_by_the_journal() -> None:
    """docs/journal.md: it changed nothing, and after a restart the command is decided anew."""
    pit, desk = in_a_round()
    tip = c.Tip(by=player(1), cents=500)
    for _ in range(2):
        with pytest.raises(Refused, match="Finish the round first"):
            desk.submit(tip, key="thank-you")
    desk.void_round(by="floor", why="a fire alarm", key="void")
    with pytest.raises(Refused, match="Finish the round first"):
        desk.submit(tip, key="thank-you")
    pit.close()
    other = new_pit(pit.store, owner="second").take("t1")
    answer = other.submit(tip, key="thank-you")
    assert not answer.repeated
    assert other.submit(tip, key="thank-you").repeated


def in_a_round() -> tuple[Pit, Desk]:
    pit = new_pit(owner="first")
    desk = pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED)
    guest = Guest(desk)
    guest.sit(1)
    guest.play_round(stop=lambda desk: desk.state.dealer.hole)
    return pit, desk


def with_another_key(store: Store) -> Pit:
    pit = new_pit(store, owner="second", seed=5)
    pit._pit = pit._pit._replace(security=pit._pit.security._replace(key=KEY[::-1]))
    return pit


def test_with_a_wrong_key_a_table_is_not_taken_and_nothing_is_written() -> None:
    pit, desk = in_a_round()
    pit.close()
    wrong = with_another_key(pit.store)
    with pytest.raises(BadInput, match="sealed with another key"):
        wrong.take("t1")
    assert wrong.desks == {}
    assert recover(pit.store, "t1") == (desk.desk_state, desk.head)
    assert new_pit(pit.store, owner="third").take("t1").desk_state == desk.desk_state


def test_a_table_whose_sealed_order_is_gone_waits_for_the_word_of_the_floor() -> None:
    pit, desk = in_a_round()
    pit.close()
    assert isinstance(pit.store, MemoryStore)
    pit.store._secrets.clear()
    later = new_pit(pit.store, owner="second")
    with pytest.raises(BadInput, match="sealed for shoe 1, 2 is missing"):
        later.take("t1")
    assert pit.store.head("t1") == desk.head
    again = later.take("t1", lost_by="floor ann")
    assert again.state.phase == 0
    lost = next(pit.store.read("t1", after=desk.head.sequence))
    assert (lost.kind, lost.actor) == ("ShoeLost", "floor ann")


def test_a_shoe_that_the_floor_gives_up_ends_its_round_and_wagers_come_back() -> None:
    pit, desk = in_a_round()
    before = desk.state.players[0].chips_cents
    down = sum(hand.stakes_cents for box in desk.state.boxes for hand in box.hands)
    pit.close()
    again = with_another_key(pit.store).take("t1", lost_by="floor")
    assert again.state.players[0].chips_cents == before + down
    kinds = [record.kind for record in pit.store.read("t1", after=desk.head.sequence)]
    assert kinds[:3] == ["ShoeLost", "ShoeLost", "Interrupted"], "the shoe in play, and the next one's seed"
    Guest(again, seed=4).until_bets()
    Guest(again, seed=4).play_round()
    assert verify_store(pit.store).fault is None


def test_acts_of_the_house_that_a_crash_cut_off_are_done_on_return() -> None:
    pit = new_pit(owner="first")
    desk = pit.open("t1", "blackjack", automate=DEVICES)
    pit.close()
    assert desk.state.stage.name == "NONE"
    assert isinstance(pit.store, MemoryStore)
    automated(pit.store)
    again = new_pit(pit.store, owner="second").take("t1")
    assert again.state.stage.name == "READY"


def automated(store: MemoryStore) -> None:
    """The same table, as if it had been opened with everything automated and stopped at once."""
    record = next(store.read("t1"))
    payload = write_payload(replace(read_payload(record), automated=tuple(sorted(AUTOMATABLE))))
    store._streams["t1"] = [append_to(START, Draft("t1", record.time, "floor", "TableOpened", payload))]


def test_a_table_that_is_not_there_is_told() -> None:
    with pytest.raises(BadInput, match="no table of that name"):
        new_pit().take("t9")


def test_every_recorded_act_comes_with_the_table_before_and_after() -> None:
    pit = new_pit()
    desk = pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED)
    guest = Guest(desk)
    guest.sit(1)
    guest.play_round()
    acts = list(recorded_acts(pit.store.read("t1")))
    assert acts[-1].after == desk.state
    assert all(later.before == earlier.after for earlier, later in pairwise(acts))
    assert {act.actor for act in acts} >= {"p1", "dealer", "house"}


def test_a_table_keeps_the_rules_of_its_file_though_the_file_is_changed_or_gone(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = """extends = "blackjack"\ngame = "mine"\ntitle = "Mine"\n[odds]\ninsurance = "3:1"\n"""
    file.write_text(text)
    pit = new_pit(owner="first")
    desk = pit.open("t1", str(file))
    Guest(desk).sit(1)
    pit.close()
    for change in (lambda: file.write_text(text.replace("3:1", "5:1")), file.unlink):
        change()
        rulebook.cache_clear()
        later = new_pit(pit.store, owner="second")
        again = later.take("t1")
        assert again.desk_state == desk.desk_state
        assert verify_store(pit.store).fault is None
        later.close()


WITHOUT_TENS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K"]


def own_document(folder: Path) -> Path:
    """A document of a user: its own register with clause ids of its own, and a deck without tens."""
    register = (SHELF / "register" / "custom.toml").read_text()
    (folder / "sentences.toml").write_text(register.replace('id = "custom ', 'id = "Art. '))
    text = (SHELF / "blackjack.toml").read_text()
    for before, after in (
        ('game = "blackjack"', 'game = "art-house"'),
        ('register = "register/custom.toml"', 'register = "sentences.toml"'),
        ('"custom ', '"Art. '),
        ("[options.decks]", f"[deck]\nranks = {json.dumps(WITHOUT_TENS)}\n\n[options.decks]"),
    ):
        assert before in text
        text = text.replace(before, after)
    file = folder / "art-house.toml"
    file.write_text(text)
    return file


def test_a_table_of_a_users_own_document_keeps_its_citations_when_the_files_are_gone(tmp_path: Path) -> None:
    file = own_document(tmp_path)
    pit = new_pit(owner="first")
    desk = pit.open("t1", str(file), automate=AUTOMATABLE - ATTENDED)
    guest = Guest(desk)
    guest.sit(1, 2)
    for _ in range(30):
        guest.play_round()
    pit.close()
    for path in (file, file.with_name("sentences.toml")):
        path.unlink()
    rulebook.cache_clear()
    recovered, _ = recover(pit.store, "t1")
    assert recovered == desk.desk_state
    assert because(recovered.state, "procedure.burn")["clause"] == "Art. shuffle"
    recorded = {event.clause for act in recorded_acts(pit.store.read("t1")) for event in act.events}
    assert {"Art. shuffle", "Art. wagers"} <= recorded
    assert not any(clause.startswith("custom") for clause in recorded)
    result = verify_store(pit.store)
    assert result.fault is None
    shoes = [record for record in pit.store.read("t1") if record.kind == "ShoeOpened"]
    assert shoes, "the cards of a deck without tens were checked against their shoe"


def test_a_forged_snapshot_with_a_hash_of_its_own_is_not_believed_at_a_restart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It says that the chips of a seat are somebody else's, and its SHA-256 was made anew."""
    monkeypatch.setattr(desk_module, "SNAPSHOT_EVERY", 5)
    store = MemoryStore()
    pit = new_pit(store)
    guest = Guest(pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED))
    guest.sit(1)
    guest.play_round()
    pit.close()
    honest, _ = recover(store, "t1")
    kept, head = from_snapshot(store, "t1")
    assert kept is not None
    assert head.sequence > 1
    forged = snapshot_text(replace(kept, accounts={1: "mallory"}))
    store._snapshots["t1"] = store._snapshots["t1"]._replace(body=forged)
    assert from_snapshot(store, "t1") == (None, START)
    assert recover(store, "t1")[0] == honest
    fault = verify_store(store).fault
    assert fault is not None
    assert fault.field == "snapshot, SHA-256"
