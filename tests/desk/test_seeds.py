"""A shoe nobody can choose: seeds are committed to first, revealed last, and the order needs them all."""

import hashlib
import random

import pytest

from pitboss.desk.automation import AUTOMATABLE, CARD_ACTS, DEVICES
from pitboss.desk.cage_acts import Deposit
from pitboss.desk.desk import Desk
from pitboss.desk.desk_state import KEYED
from pitboss.desk.payloads import ShoeFixed, read_payload
from pitboss.desk.pit import Pit
from pitboss.desk.recovery import recover
from pitboss.desk.verify import VerificationResult, verify_store
from pitboss.errors import Refused
from pitboss.games.files import known_games
from pitboss.journal.memory import MemoryStore
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table.due import due
from pitboss.table.people import player
from tests.desk.drive import ATTENDED, KEY, Hands
from tests.desk.listed_beacon import CHAIN, ListedBeacon, pulse_of
from tests.desk.seeded import SeededGuest, SeedKeeper
from tests.desk.stocking import stock

WAIT_S = 10.0


def seeded_pit(
    store: MemoryStore | None = None, *, clock: Hands | None = None, owner: str = "pit", beacon: bool = False
) -> Pit:
    clock = clock or Hands()
    source = ListedBeacon(clock) if beacon else None
    chance = random.Random(1).randbytes
    made = Pit(
        store or MemoryStore(),
        key=KEY,
        clock=clock,
        entropy=chance,
        owner=owner,
        seed_wait_s=WAIT_S,
        beacon=source,
    )
    for seat in (1, 2, 3):
        cage_key = f"deposit-{seat}"
        if made.store.find_key("cage", cage_key) is None:
            made.cage.submit(Deposit(account=f"account-{seat}", cents=10**9), by="cashier", key=cage_key)
    return made


def opened(
    name: str = "blackjack",
    *seats: int,
    automate: frozenset[str] = AUTOMATABLE - ATTENDED,
    beacon: bool = False,
) -> SeededGuest:
    desk = seeded_pit(beacon=beacon).open("t1", name, automate=automate)
    guest = SeededGuest(desk, seats=seats or (1,))
    guest.sit_with_seeds()
    return guest


def wagered(guest: SeededGuest) -> None:
    for seat in guest.keepers:
        main = guest.desk.state.terms.main
        cents = guest.desk.state.house.limits.wager_min_cents
        guest.desk.submit(c.PlaceWager(by=player(seat), box=seat, wager=main, cents=cents), key=f"bet-{seat}")


def kinds(desk: Desk) -> list[str]:
    return [record.kind for record in desk._pit.store.read("t1")]


def is_dealt(desk: Desk) -> bool:
    """Whether a card of the last shoe that was shuffled has been dealt."""
    told = [record.payload for record in desk._pit.store.read("t1")]
    last = max(at for at, payload in enumerate(told) if '"CardsShuffled"' in payload)
    return any('"CardDealt"' in payload for payload in told[last:])


def verdict_of(desk: Desk) -> VerificationResult:
    verdict = verify_store(desk._pit.store)
    assert verdict.fault is None, verdict.fault
    return verdict


@pytest.mark.parametrize("name", known_games())
def test_rounds_with_players_seeds_are_played_opened_and_verified(name: str) -> None:
    guest = opened(name, 1, 2)
    for _ in range(40):
        guest.play_round()
    told = kinds(guest.desk)
    assert {"SeedCommitted", "SeedOffered", "SeedsAsked", "SeedRevealed", "ShoeFixed", "ShoeOpened"} <= set(
        told
    )
    assert not verdict_of(guest.desk).withheld


def test_every_player_s_seed_is_in_the_order_and_another_seed_is_another_order() -> None:
    orders = set()
    for chance in (1, 2):
        desk = seeded_pit().open("t1", "blackjack")
        guest = SeededGuest(desk, chance, seats=(1, 2))
        guest.sit_with_seeds()
        wagered(guest)
        desk.submit(c.CloseBetting(), key="close")
        seeds = [keeper.seed() for keeper in guest.keepers.values()]
        guest.reveal_all()
        fixed = next(read_payload(one) for one in desk._pit.store.read("t1") if one.kind == "ShoeFixed")
        assert isinstance(fixed, ShoeFixed)
        for seat, seed in zip((1, 2), seeds, strict=True):
            (line,) = [line for line in fixed.inputs if line.startswith(f"seat {seat} ")]
            text = f"pitboss player seed 1\nt1\n{seed}\n"
            assert line == f"seat {seat} {hashlib.sha256(text.encode()).hexdigest()} {seed}"
        orders.add(desk._hidden_cards.orders[1].order)
    assert len(orders) == 2, "the house had the same seed"


def test_the_house_commits_before_anything_of_a_player_is_known() -> None:
    guest = opened()
    wagered(guest)
    guest.do(c.CloseBetting())
    told = kinds(guest.desk)
    committed = [at for at, kind in enumerate(told) if kind == "SeedCommitted"]
    assert committed[0] < told.index("SeedOffered")
    assert committed[1] < told.index("SeedsAsked") < told.index("SeedRevealed") < told.index("ShoeFixed")


def test_nobody_knows_a_card_before_the_last_seed_is_in() -> None:
    guest = opened("blackjack", 1, 2)
    desk = guest.desk
    wagered(guest)
    desk.submit(c.CloseBetting(), key="close")
    assert desk.desk_state.seeds.asking is not None
    guest.keepers[1].reveal()
    assert desk._hidden_cards.orders == {}
    assert not is_dealt(desk)
    guest.keepers[2].reveal()
    assert is_dealt(desk)
    verdict_of(desk)


def test_the_cut_is_made_before_any_seed_is_known() -> None:
    """Whoever cuts, cuts cards whose order nobody can know."""
    guest = opened()
    wagered(guest)
    guest.do(c.CloseBetting())
    for record in guest.desk._pit.store.read("t1"):
        assert record.kind != "SeedRevealed"
        if '"CardsCut"' in record.payload:
            return
    raise AssertionError("no cut")


def test_a_revealed_seed_must_be_the_one_that_was_committed_to() -> None:
    guest = opened("blackjack", 1, 2)
    desk, keeper = guest.desk, guest.keepers[1]
    wagered(guest)
    with pytest.raises(Refused, match="not been asked"):
        desk.reveal_seed(1, 1, "00" * 32, keeper.commitment(), key="early")
    desk.submit(c.CloseBetting(), key="close")
    before = desk.head
    for seed in ("00" * 32, guest.keepers[2].seed(), keeper.seed().upper(), "", "zz" * 32):
        with pytest.raises(Refused, match="not the seed"):
            desk.reveal_seed(1, 1, seed, keeper.commitment(), key=f"wrong-{seed}x")
    for next in ("", "00", "0" * 63 + "G", "é" * 64):
        with pytest.raises(Refused, match="SHA-256"):
            desk.reveal_seed(1, 1, keeper.seed(), next, key=f"bad-{len(next)}")
    with pytest.raises(Refused, match="new seed"):
        desk.reveal_seed(1, 1, keeper.seed(), desk.desk_state.seeds.offer(1), key="same")
    with pytest.raises(Refused, match="not been asked"):
        desk.reveal_seed(2, 1, keeper.seed(), keeper.commitment(), key="shoe")
    assert desk.head == before
    with pytest.raises(Refused, match="Reveal it"):
        keeper.offer()


def test_only_a_player_at_a_virtual_table_commits_to_a_seed() -> None:
    guest = opened()
    with pytest.raises(Refused, match="seat"):
        SeedKeeper(guest.desk, 5).offer()
    with pytest.raises(Refused, match="SHA-256"):
        guest.desk.offer_seed(1, "nonsense", key="bad")
    pit = seeded_pit()
    keyed = pit.open("t2", "blackjack", cards=KEYED)
    stock(pit, keyed)
    keyed.submit(c.SitDown(by=player(1), chips_cents=1000), key="sit")
    with pytest.raises(Refused, match="real cards"):
        SeedKeeper(keyed, 1).offer()
    assert "SeedCommitted" not in [record.kind for record in keyed._pit.store.read("t2")]


def test_a_seed_is_revealed_once_however_often_it_is_sent() -> None:
    guest = opened("blackjack", 1, 2)
    desk, keeper = guest.desk, guest.keepers[1]
    wagered(guest)
    desk.submit(c.CloseBetting(), key="close")
    seed = keeper.seed()
    first = desk.reveal_seed(1, 1, seed, keeper.commitment(), key="reveal")
    again = desk.reveal_seed(1, 1, seed, keeper.commitment(), key="reveal")
    assert (again.repeated, again.records) == (True, first.records)
    with pytest.raises(Refused):
        desk.reveal_seed(1, 1, seed, keeper.commitment(), key="another")
    verdict_of(desk)


def test_a_player_who_leaves_leaves_no_seed_to_the_next_one_in_the_seat() -> None:
    guest = opened()
    assert guest.desk.desk_state.seeds.offer(1)
    guest.do(c.Leave(by=player(1)))
    assert not guest.desk.desk_state.seeds.offer(1)
    guest.desk.submit(c.SitDown(by=player(1), chips_cents=100_000), key="next", account="account-2")
    guest.keepers.clear()
    guest.until_bets()
    guest.play_round()
    assert "SeedsAsked" not in kinds(guest.desk)
    verdict_of(guest.desk)


# ---- a seed that is withheld


def test_a_withheld_seed_is_named_and_the_others_give_new_ones() -> None:
    guest = opened("blackjack", 1, 2, 3)
    desk, clock = guest.desk, guest.desk._pit.clock
    assert isinstance(clock, Hands)
    wagered(guest)
    desk.submit(c.CloseBetting(), key="close")
    first = {seat: keeper.seed() for seat, keeper in guest.keepers.items()}
    guest.keepers[1].reveal()
    guest.keepers[2].reveal()
    desk.tick()
    assert "SeedsWithheld" not in kinds(desk), "there is still time"
    clock.skip(WAIT_S / 3600 + 0.001)
    desk.tick()
    asking = desk.desk_state.seeds.asking
    assert asking is not None
    assert [asked.seat for asked in asking.players] == [1, 2]
    assert desk.desk_state.seeds.offer(3) == ""
    guest.reveal_all()
    assert is_dealt(desk)
    guest.keepers[3].offer()
    inputs = desk.desk_state.seeds.inputs(1) or ()
    assert sum(first[1] in line for line in inputs) == 1, "what was revealed in vain is in the order too"
    assert [line for line in inputs if line.endswith(" withheld")] == [
        line for line in inputs if line.startswith("seat 3 ")
    ]
    (withheld,) = verdict_of(desk).withheld
    assert (withheld.shoe, withheld.seat, withheld.account) == (1, 3, "account-3")


def test_when_the_only_player_withholds_the_shoe_is_dealt_and_says_so() -> None:
    guest = opened()
    desk, clock = guest.desk, guest.desk._pit.clock
    assert isinstance(clock, Hands)
    wagered(guest)
    desk.submit(c.CloseBetting(), key="close")
    clock.skip(1)
    desk.tick()
    assert is_dealt(desk)
    assert [one.seat for one in verdict_of(desk).withheld] == [1]


def test_whoever_withheld_may_not_come_back_to_the_same_shoe() -> None:
    """Or every offer would buy another order."""
    guest = opened("blackjack", 1, 2)
    desk, clock = guest.desk, guest.desk._pit.clock
    assert isinstance(clock, Hands)
    wagered(guest)
    desk.submit(c.CloseBetting(), key="close")
    guest.keepers[1].reveal()
    clock.skip(1)
    desk.tick()
    guest.keepers[2].offer()
    asking = desk.desk_state.seeds.asking
    assert asking is not None
    assert [asked.seat for asked in asking.players] == [1]
    clock.skip(1)
    desk.tick()
    assert is_dealt(desk)
    assert [one.seat for one in verdict_of(desk).withheld] == [2, 1]


# ---- a dealer


def test_a_dealer_deals_no_card_before_the_seeds_are_in() -> None:
    guest = opened(automate=DEVICES | CARD_ACTS)
    desk = guest.desk
    wagered(guest)
    desk.submit(c.CloseBetting(), key="close")
    next_due = due(desk.state)
    assert next_due is not None
    assert next_due.act == "card"
    with pytest.raises(Refused, match=r"waits for the seed of player 1\.$"):
        desk.submit(c.DealCard(box=1, card=Card(1, 0)), key="deal")
    guest.reveal_all()
    desk.submit(c.DealCard(box=1, card=Card(1, 0)), key="deal")
    assert is_dealt(desk)
    verdict_of(desk)


def test_a_card_found_face_up_in_a_new_shoe_waits_for_seeds_too() -> None:
    guest = opened(automate=DEVICES | CARD_ACTS)
    desk = guest.desk
    with pytest.raises(Refused, match="waits for the seed"):
        desk.submit(c.DrawInError(card=Card(1, 0)), key="drawn")
    assert desk.desk_state.seeds.asking is not None, "they are asked for because somebody needs a card"


# ---- a restart at any point


def test_a_table_is_taken_over_between_any_two_records_and_goes_on() -> None:
    guest = opened("blackjack", 1, 2)
    guest.play_round()
    guest.do(c.OrderReshuffle())
    guest.until_bets()
    wagered(guest)
    guest.desk.submit(c.CloseBetting(), key="close")
    guest.keepers[1].reveal()
    store = guest.desk._pit.store
    assert isinstance(store, MemoryStore)
    for keeper in guest.keepers.values():
        clock = guest.desk._pit.clock
        guest.desk.close()
        taken = seeded_pit(store, owner=f"pit-{keeper.seat}", clock=clock).take("t1")  # type: ignore[arg-type]
        assert taken.desk_state == recover(store, "t1")[0]
        guest.desk = taken
        for other in guest.keepers.values():
            other.desk = taken
        if keeper.is_asked:
            keeper.reveal()
    assert is_dealt(guest.desk)
    verdict_of(guest.desk)


def test_the_spare_seed_is_given_up_with_the_shoe_when_it_cannot_be_read() -> None:
    guest = opened()
    guest.play_round()
    store = guest.desk._pit.store
    assert isinstance(store, MemoryStore)
    guest.desk.close()
    store._secrets.pop(("t1", "seed 2"))
    taken = seeded_pit(store, owner="second").take("t1", lost_by="floor ann")
    assert taken.desk_state.seeds.commitment(2)
    assert taken._hidden_cards.orders, "the shoe in play goes on"
    verdict = verify_store(store)
    assert verdict.fault is None
    assert [(lost.shoe, lost.by, lost.cards) for lost in verdict.lost_shoes] == [(2, "floor ann", 0)]


def test_the_key_of_a_table_is_not_in_its_seeds() -> None:
    guest = opened()
    bodies = b"".join(guest.desk._pit.store.secrets("t1").values())
    assert KEY not in bodies
    assert all(seed not in bodies for seed in guest.desk._hidden_cards.seeds.values())


# ---- a beacon


def waiting_for_beacon() -> tuple[SeededGuest, Hands]:
    guest = opened("blackjack", 1, 2, beacon=True)
    wagered(guest)
    guest.desk.submit(c.CloseBetting(), key="close")
    clock = guest.desk._pit.clock
    assert isinstance(clock, Hands)
    return guest, clock


def test_a_shoe_waits_for_a_number_that_nobody_can_know_when_the_last_seed_is_revealed() -> None:
    guest, clock = waiting_for_beacon()
    desk = guest.desk
    guest.reveal_all()
    assert not is_dealt(desk)
    with pytest.raises(Refused, match="beacon has not published"):
        desk.submit(c.Overdraw(card=Card(1, 0)), key="more")
    clock.skip(0.01)
    desk.tick()
    assert is_dealt(desk)
    fixed = next(read_payload(one) for one in desk._pit.store.read("t1") if one.kind == "ShoeFixed")
    assert fixed.pulse == pulse_of(fixed.pulse.round)
    assert fixed.inputs[-1] == f"pulse {fixed.pulse.round} {fixed.pulse.randomness}"
    assert [used.chain for used in verdict_of(desk).pulses] == [CHAIN.name]


def test_a_seed_that_comes_after_the_beacon_does_not_count() -> None:
    guest, clock = waiting_for_beacon()
    guest.keepers[1].reveal()
    clock.skip(0.01)
    with pytest.raises(Refused, match=r"came after the beacon|not been asked"):
        guest.keepers[2].reveal()
    guest.desk.tick()
    guest.reveal_all()
    clock.skip(0.01)
    guest.desk.tick()
    assert is_dealt(guest.desk)
    assert [one.seat for one in verdict_of(guest.desk).withheld] == [2]


def test_a_beacon_that_does_not_come_is_told_and_a_later_round_is_waited_for() -> None:
    guest, clock = waiting_for_beacon()
    source = guest.desk._pit.security.beacon
    assert isinstance(source, ListedBeacon)
    guest.reveal_all()
    source.is_down = True
    clock.skip(1)
    guest.desk.tick()
    guest.desk.tick()
    assert not is_dealt(guest.desk)
    source.is_down = False
    guest.reveal_all()
    clock.skip(0.01)
    guest.desk.tick()
    assert is_dealt(guest.desk)
    assert [one.seat for one in verdict_of(guest.desk).withheld] == [0]


def test_without_players_a_shoe_still_waits_for_the_beacon() -> None:
    desk = seeded_pit(beacon=True).open("t1", "blackjack")
    guest = SeededGuest(desk, seats=())
    guest.sit(1)
    desk.submit(c.PlaceWager(by=player(1), box=1, wager="blackjack", cents=1000), key="bet")
    desk.submit(c.CloseBetting(), key="close")
    assert not is_dealt(desk)
    clock = desk._pit.clock
    assert isinstance(clock, Hands)
    clock.skip(0.01)
    desk.tick()
    assert is_dealt(desk)
    verdict_of(desk)
