"""A house that forges its own shoes: with all keys and seeds, and every hash made anew, it is named.

Two kinds of forgery: software that cheats while it deals, and a journal that is rewritten afterwards.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from pitboss.desk import automation, transaction
from pitboss.desk.beacon import next_round
from pitboss.desk.hidden_cards import HiddenCards
from pitboss.desk.payloads import BeaconPulse
from pitboss.desk.seed_audit import check_pulses
from pitboss.desk.seed_state import players_to_ask
from pitboss.desk.shoe_derivation import derived_cut, house_commitment, player_commitment
from pitboss.desk.verify import verify_store
from pitboss.errors import BrokenChain, FaultyRecord
from pitboss.journal.anchor import AnchoredHead, check_anchor
from pitboss.journal.memory import MemoryStore
from pitboss.journal.records import START, Draft, Record, append_to
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table.people import player
from tests.desk.drive import Hands
from tests.desk.listed_beacon import CHAIN, ListedBeacon, pulse_of
from tests.desk.seeded import SeededGuest
from tests.desk.test_seeds import opened, seeded_pit, wagered

Line = tuple[str, str, dict[str, Any], str]
"""Kind, actor, payload and time of a record."""


def played(guest: SeededGuest, rounds: int = 2) -> MemoryStore:
    """Rounds, and the shoe opened after them."""
    for _ in range(rounds):
        guest.play_round()
    guest.do(c.OrderReshuffle())
    guest.desk.close()
    store = guest.desk._pit.store
    assert isinstance(store, MemoryStore)
    return store


@pytest.fixture(scope="module")
def honest() -> MemoryStore:
    store = played(opened("blackjack", 1, 2))
    assert verify_store(store).holds
    return store


def forged(store: MemoryStore, rewrite: Callable[[list[Line]], list[Line]]) -> MemoryStore:
    """The journal as this house would like it, every hash made anew."""
    lines = [
        (record.kind, record.actor, json.loads(record.payload), record.time)
        for record in store._streams["t1"]
    ]
    made = MemoryStore()
    made._streams = {name: list(records) for name, records in store._streams.items()}
    made._keys, made._snapshots = dict(store._keys), {}
    head, records = START, list[Record]()
    for kind, actor, payload, time in rewrite(lines):
        text = json.dumps(payload, separators=(",", ":"), ensure_ascii=False)
        record = append_to(head, Draft("t1", time, actor, kind, text))
        records.append(record)
        head = record.head
    made._streams["t1"] = records
    return made


def fault_of(store: MemoryStore) -> FaultyRecord:
    fault = verify_store(store).fault
    assert fault is not None
    return fault


def at(store: MemoryStore, kind: str, nth: int = 0) -> int:
    """The number of the nth record of a kind."""
    return [record.sequence for record in store._streams["t1"] if record.kind == kind][nth]


def edited(
    kind: str, change: Callable[[dict[str, Any]], None], nth: int = 0
) -> Callable[[list[Line]], list[Line]]:
    def rewrite(lines: list[Line]) -> list[Line]:
        place = [number for number, line in enumerate(lines) if line[0] == kind][nth]
        payload = lines[place][2]
        change(payload)
        payload["shape"] = payload.pop("shape")  # last, as it is written
        return lines

    return rewrite


def moved(kind: str, to: str, nth: int = 0) -> Callable[[list[Line]], list[Line]]:
    """A record put right after the first of another kind, at that one's time."""

    def rewrite(lines: list[Line]) -> list[Line]:
        place = [number for number, line in enumerate(lines) if line[0] == kind][nth]
        line = lines.pop(place)
        after = next(number for number, other in enumerate(lines) if other[0] == to)
        lines.insert(after + 1, (*line[:3], lines[after][3]))
        return lines

    return rewrite


def without(kind: str, nth: int = 0) -> Callable[[list[Line]], list[Line]]:
    def rewrite(lines: list[Line]) -> list[Line]:
        del lines[[number for number, line in enumerate(lines) if line[0] == kind][nth]]
        return lines

    return rewrite


# ---- software that cheats while it deals


def test_a_house_that_deals_another_card_is_named_with_that_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every tenth card is an ace for the house; the rest is consistent."""
    right, dealt = HiddenCards.at, set[int]()

    def wrong(self: HiddenCards, positions: Any, position: Any) -> Card:
        card = right(self, positions, position)
        if position.left % 10 == 0 and card.rank != 1:
            dealt.add(position.left)
            return Card(1, card.suit)
        return card

    guest = opened("blackjack", 1)
    with monkeypatch.context() as patched:
        patched.setattr(HiddenCards, "at", wrong)
        store = played(guest, 4)
    fault = fault_of(store)
    assert fault.field.startswith("card ")
    assert dealt


def test_a_house_that_chooses_the_cut_is_named_at_the_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automation, "house_cut", lambda desk_state: desk_state.state.stack // 2)
    guest = opened("blackjack", 1)
    store = played(guest)
    monkeypatch.undo()
    fault = fault_of(store)
    cut = next(record for record in store._streams["t1"] if '"CardsCut"' in record.payload)
    assert (fault.sequence, fault.field) == (cut.sequence, "cut of shoe 1")


def test_a_house_that_leaves_a_player_s_seed_out_is_named_where_it_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transaction, "players_to_ask", lambda *told: players_to_ask(*told)[:1])
    store = played(opened("blackjack", 1, 2))
    fault = fault_of(store)
    assert (fault.sequence, fault.field) == (at(store, "SeedsAsked"), "players")


def test_a_house_that_asks_nobody_is_named_where_it_fixes_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transaction, "players_to_ask", lambda *_: ())
    store = played(opened("blackjack", 1))
    fault = fault_of(store)
    assert (fault.sequence, fault.field) == (at(store, "ShoeFixed"), "inputs")


def test_a_house_that_says_a_seed_was_withheld_before_its_time_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    guest = opened("blackjack", 1, 2)
    wagered(guest)
    guest.desk.submit(c.CloseBetting(), key="close")
    guest.keepers[1].reveal()
    monkeypatch.setattr(transaction, "is_too_late", lambda *_: True)
    guest.desk._write(lambda made: made.run_house(guest.desk._autopilot))
    store = guest.desk._pit.store
    assert isinstance(store, MemoryStore)
    fault = fault_of(store)
    assert (fault.sequence, fault.field) == (at(store, "SeedsWithheld"), "time")


def test_a_house_that_gives_a_shoe_up_once_it_knows_the_seeds_is_told() -> None:
    """It need not break a rule to do so, and everybody sees that it did."""
    guest = opened("blackjack", 1, 2)
    wagered(guest)
    guest.desk.submit(c.CloseBetting(), key="close")
    guest.keepers[1].reveal()
    guest.desk.void_round(by="floor", why="the order was bad for the house", key="void")
    guest.desk.submit(c.OrderReshuffle(), key="reshuffle")
    verdict = verify_store(guest.desk._pit.store)
    assert verdict.fault is None
    assert [one.shoe for one in verdict.abandoned] == [1]


def test_a_house_that_loses_a_shoe_breaks_its_word_by_name() -> None:
    guest = opened("blackjack", 1)
    guest.play_round()
    store = guest.desk._pit.store
    assert isinstance(store, MemoryStore)
    guest.desk.close()
    store._secrets.clear()
    again = seeded_pit(store, owner="second").take("t1", lost_by="floor ann")
    verdict = verify_store(again._pit.store)
    assert [(lost.shoe, lost.by) for lost in verdict.lost_shoes] == [(1, "floor ann"), (2, "floor ann")]
    assert not verdict.holds


# ---- a journal that is rewritten afterwards


def test_another_seed_of_the_house_is_named_where_it_is_opened(honest: MemoryStore) -> None:
    other = "5a" * 1008
    fault = fault_of(forged(honest, edited("ShoeOpened", lambda told: told.update(seed=other))))
    assert (fault.sequence, fault.field) == (at(honest, "ShoeOpened"), "commitment")


def test_a_commitment_to_another_seed_is_named_by_the_cut_that_followed_from_it(honest: MemoryStore) -> None:
    other = house_commitment("t1", 1, bytes(1008))
    fault = fault_of(forged(honest, edited("SeedCommitted", lambda told: told.update(commitment=other))))
    assert fault.field == "cut of shoe 1"


def test_a_commitment_with_the_right_cut_is_named_by_the_inputs_or_the_opening(honest: MemoryStore) -> None:
    """The house grinds commitments until one gives the same cut."""
    first = json.loads(honest._streams["t1"][at(honest, "SeedCommitted") - 1].payload)["commitment"]
    cut = json.loads(honest._streams["t1"][at(honest, "ShoeFixed") - 1].payload)["cuts"][0]
    right = next((span for span in range(1, 150) if derived_cut(first, 1, span, 312 - span) == cut), None)
    assert right is not None
    lowest, highest = right, 312 - right
    for number in range(20_000):
        seed = number.to_bytes(1008, "big")
        other = house_commitment("t1", 1, seed)
        if derived_cut(other, 1, lowest, highest) == cut:
            break
    fault = fault_of(forged(honest, edited("SeedCommitted", lambda told: told.update(commitment=other))))
    assert (fault.sequence, fault.field) == (at(honest, "ShoeFixed"), "inputs")


def test_another_seed_of_a_player_is_named_where_it_is_revealed(honest: MemoryStore) -> None:
    fault = fault_of(forged(honest, edited("SeedRevealed", lambda told: told.update(seed="00" * 32))))
    assert (fault.sequence, fault.field) == (at(honest, "SeedRevealed"), "seed")


def test_another_seed_and_commitment_of_a_player_are_named_where_they_are_asked_for(
    honest: MemoryStore,
) -> None:
    def rewrite(lines: list[Line]) -> list[Line]:
        for kind, _, payload, _ in lines:
            if kind == "SeedOffered" and payload["seat"] == 1:
                payload["commitment"] = player_commitment("t1", "00" * 32)
            if kind == "SeedRevealed" and payload["seat"] == 1 and payload["shoe"] == 1:
                payload["seed"] = "00" * 32
        return lines

    fault = fault_of(forged(honest, rewrite))
    assert (fault.sequence, fault.field) == (at(honest, "SeedsAsked"), "players")


@pytest.mark.parametrize(
    ("kind", "to", "named", "field"),
    [
        ("SeedRevealed", "ShoeFixed", "ShoeFixed", "inputs"),
        ("ShoeFixed", "House", "", ""),
        ("SeedOffered", "SeedsAsked", "SeedsAsked", "players"),
        ("SeedCommitted", "SeedOffered", "", ""),
        ("SeedsAsked", "ShoeFixed", "SeedRevealed", "seed"),
    ],
)
def test_a_record_of_a_seed_that_comes_too_late_is_named(
    honest: MemoryStore, kind: str, to: str, named: str, field: str
) -> None:
    fault = fault_of(forged(honest, moved(kind, to)))
    if named:
        assert (fault.table, fault.field) == ("t1", field)
        assert fault.sequence in (at(honest, named), at(honest, named) - 1)


@pytest.mark.parametrize(
    "kind", ["SeedCommitted", "SeedOffered", "SeedsAsked", "SeedRevealed", "ShoeFixed", "ShoeOpened"]
)
@pytest.mark.parametrize("nth", [0, 1])
def test_a_record_about_seeds_that_is_dropped_is_missed(honest: MemoryStore, kind: str, nth: int) -> None:
    assert honest._streams["t1"]
    if sum(record.kind == kind for record in honest._streams["t1"]) > nth:
        fault = fault_of(forged(honest, without(kind, nth)))
        assert fault.table == "t1"


@pytest.mark.parametrize(
    ("kind", "field", "value", "named"),
    [
        ("ShoeFixed", "cuts", [100], "cards"),
        ("ShoeFixed", "shoe", 2, "shoe"),
        ("ShoeFixed", "inputs", ["pitboss shoe 2"], "inputs"),
        ("SeedsAsked", "shoe", 2, "shoe"),
        ("SeedsAsked", "number", 2, "number"),
        ("SeedsAsked", "until", "2026-01-01T00:00:00.000000Z", "until"),
        ("SeedsAsked", "beacon_round", 7, "beacon round"),
        ("SeedRevealed", "seat", 2, "seed"),
        ("SeedRevealed", "shoe", 2, "seed"),
        ("SeedRevealed", "next", "", "seed"),
        ("SeedOffered", "seat", 5, "commitment"),
        ("SeedCommitted", "shoe", 2, "shoe"),
        ("SeedCommitted", "commitment", "no", "commitment"),
    ],
)
def test_what_a_house_says_of_seeds_is_checked(
    honest: MemoryStore, kind: str, field: str, value: Any, named: str
) -> None:
    fault = fault_of(forged(honest, edited(kind, lambda told: told.update({field: value}))))
    assert (fault.sequence, fault.field) == (at(honest, kind), named)


def test_a_nonce_has_no_place_in_a_shoe_of_seeds(honest: MemoryStore) -> None:
    def put(told: dict[str, Any]) -> None:
        seed = told.pop("seed")
        told |= {"nonce": "00", "seed": seed}

    fault = fault_of(forged(honest, edited("ShoeOpened", put)))
    assert (fault.sequence, fault.field) == (at(honest, "ShoeOpened"), "nonce")


def test_an_order_that_does_not_follow_from_the_seeds_is_named(honest: MemoryStore) -> None:
    def swap(told: dict[str, Any]) -> None:
        told["order"] = told["order"][-2:] + told["order"][:-2]

    fault = fault_of(forged(honest, edited("ShoeOpened", swap)))
    assert (fault.sequence, fault.field) == (at(honest, "ShoeOpened"), "order")


def test_the_earlier_scheme_cannot_come_back_at_a_table_with_seeds(honest: MemoryStore) -> None:
    """A house that knows the order before the cut would like to."""

    def rewrite(lines: list[Line]) -> list[Line]:
        place = next(number for number, line in enumerate(lines) if '"CardsShuffled"' in json.dumps(line[2]))
        payload = {"shoe": 1, "cards": 312, "commitment": "00" * 32, "shape": 2}
        lines.insert(place + 1, ("ShoeCommitted", "house", payload, lines[place][3]))
        return lines

    assert fault_of(forged(honest, rewrite)).field == "kind"


def test_a_journal_played_again_without_a_player_s_seed_is_named_by_a_head_noted_elsewhere(
    honest: MemoryStore,
) -> None:
    """It is consistent by itself; the record of the player's offer, which that player has, is not in it."""
    guest = opened("blackjack", 1)
    guest.do(c.SitDown(by=player(2), chips_cents=1_000_000), "account-2")
    again = played(guest)
    assert verify_store(again).holds
    offered = honest._streams["t1"][at(honest, "SeedOffered", 1) - 1]
    noted = [AnchoredHead("t1", offered.sequence, offered.hash)]
    check_anchor(honest, noted)
    with pytest.raises(BrokenChain) as broken:
        check_anchor(again, noted)
    assert broken.value.sequence == offered.sequence


# ---- the beacon


def with_beacon(patch: Callable[[ListedBeacon], None] = lambda _: None) -> SeededGuest:
    guest = opened("blackjack", 1, beacon=True)
    wagered(guest)
    source = guest.desk._pit.security.beacon
    assert isinstance(source, ListedBeacon)
    patch(source)
    guest.do(c.CloseBetting())
    clock = guest.desk._pit.clock
    assert isinstance(clock, Hands)
    clock.skip(0.02)
    guest.desk.tick()
    return guest


def beacon_fault(guest: SeededGuest) -> FaultyRecord | None:
    store = guest.desk._pit.store
    assert isinstance(store, MemoryStore)
    return verify_store(store).fault


def test_an_honest_beacon_holds_and_a_file_of_its_rounds_agrees() -> None:
    verdict = verify_store(with_beacon().desk._pit.store)
    (used,) = verdict.pulses
    assert check_pulses(verdict.pulses, {used.pulse.round: pulse_of(used.pulse.round).randomness}) is None


@pytest.mark.parametrize(
    "change",
    [
        lambda pulse: pulse._replace(randomness="00" * 32),
        lambda pulse: pulse._replace(round=pulse.round + 1),
        lambda pulse: pulse_of(pulse.round - 1),
        lambda pulse: pulse._replace(signature="zz"),
        lambda pulse: pulse._replace(signature=""),
    ],
)
def test_another_number_than_the_beacon_s_is_named(change: Callable[[BeaconPulse], BeaconPulse]) -> None:
    def patch(source: ListedBeacon) -> None:
        right = source.pulse
        source.pulse = lambda at: (pulse := right(at)) and change(pulse)  # type: ignore[method-assign, assignment]

    guest = with_beacon(patch)
    fault = beacon_fault(guest)
    assert fault is not None
    assert fault.field == "pulse"


def test_a_number_that_the_house_made_up_whole_is_named_by_the_rounds_of_another_source() -> None:
    def patch(source: ListedBeacon) -> None:
        right = source.pulse
        source.pulse = lambda at: right(at) and pulse_of(at, "made up")  # type: ignore[method-assign, assignment]

    guest = with_beacon(patch)
    verdict = verify_store(guest.desk._pit.store)
    assert verdict.fault is None, "it is the hash of its signature, and only drand’s key could tell"
    (used,) = verdict.pulses
    fault = check_pulses(verdict.pulses, {used.pulse.round: pulse_of(used.pulse.round).randomness})
    assert fault is not None
    assert fault.sequence == used.sequence
    missing = check_pulses(verdict.pulses, {})
    assert missing is not None


def test_a_round_that_was_out_when_it_was_chosen_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house would choose among the numbers that it knows."""
    monkeypatch.setattr(transaction, "next_round", lambda chain, after: next_round(chain, after) - 3)
    guest = opened("blackjack", 1, beacon=True)
    wagered(guest)
    guest.desk.submit(c.CloseBetting(), key="close")
    store = guest.desk._pit.store
    assert isinstance(store, MemoryStore)
    fault = fault_of(store)
    assert (fault.sequence, fault.field) == (at(store, "SeedsAsked"), "beacon round")


def test_a_house_that_does_without_the_beacon_it_promised_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transaction.Transaction, "_beacon_of_shoe", lambda _: None)
    guest = opened("blackjack", 1, beacon=True)
    wagered(guest)
    guest.desk.submit(c.CloseBetting(), key="close")
    store = guest.desk._pit.store
    assert isinstance(store, MemoryStore)
    assert fault_of(store).field == "beacon round"


def test_a_beacon_of_another_name_or_pace_is_named() -> None:
    guest = with_beacon()
    store = guest.desk._pit.store
    assert isinstance(store, MemoryStore)
    changed = edited(
        "SeedCommitted", lambda told: told.update(beacon=["other", CHAIN.genesis_s, CHAIN.period_s])
    )
    assert fault_of(forged(store, changed)).sequence == at(store, "ShoeFixed")
    slow = edited("SeedCommitted", lambda told: told.update(beacon=[CHAIN.name, CHAIN.genesis_s, 0]))
    assert fault_of(forged(store, slow)).field == "beacon"
