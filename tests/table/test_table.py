"""Any command by anybody at any moment: cards and money stay, secrets stay, options tell the truth."""

import random
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pitboss.errors import Refused
from pitboss.rules.cards import Card, Light, Range
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import decide, fold, next_acts, options, view
from pitboss.table.chips import Chips
from pitboss.table.conservation import check_conserved
from pitboss.table.due import Due, due
from pitboss.table.events import HoleDealt, HoleTurned
from pitboss.table.options import Choice
from pitboss.table.people import DEALER, DEVICE, FLOOR, Person, player
from pitboss.table.shoes import VirtualShoe
from pitboss.table.state import Stage, Table
from tests.table import mishaps, procedures, wager_procedures
from tests.table.drive import Room, fresh, opened, random_round, scripted

TABLES = [
    ("blackjack",),
    ("blackjack", "decks=1", "surrender=early", "bar_mid_shoe_entry=yes"),
    ("blackjack", "hole_card=european", "surrender=late", "shuffler=batch"),
    ("down-under-pa",),
    ("down-under-pa", "shuffler=batch", "reading.D14=R2", "decks=4", "bar_mid_shoe_entry=yes"),
    ("down-under-vendor", "range_device=peeker"),
    ("double-back-jack-pa", "decks=1", "reading.B14=R2"),
    ("double-back-jack-pa", "shuffler=batch", "reading.B1=R2"),
    ("double-back-jack-pa", "shuffler=continuous"),
    ("blackjack-match-nh", "min_chip_cents=25"),
    ("over-under-pa", "shuffler=batch", "bar_mid_shoe_entry=yes"),
    ("over-under-pa", "reading.O4=R2", "reading.O3=R2"),
]
EVERYBODY = [DEALER, FLOOR, DEVICE, *(player(seat) for seat in range(1, 7))]

people = st.sampled_from(EVERYBODY)
faces = st.builds(Card, st.integers(1, 13), st.integers(0, 3))
values: dict[Any, st.SearchStrategy[Any]] = {
    "by": people,
    "box": st.integers(0, 7),
    "hand": st.integers(0, 3),
    "seat": st.integers(0, 7),
    "cents": st.sampled_from([0, 25, 100, 250, 300, 333, 500, 1000, 1500, 5000, 50_000, 60_000]),
    "chips_cents": st.sampled_from([-1, 0, 700, 5000, 100_000]),
    "wager": st.sampled_from(["", "bet", "blackjack", "ante", "match_the_dealer", "up_match", "down_match",
                              "bonus", "insurance", "nonsense"]),
    "card": faces,
    "chips": st.sampled_from([(), (), (Chips(500, 2),), (Chips(500, 1), Chips(100, 3)), (Chips(333, 1),),
                              (Chips(500, 0),)]),
    "back_from": st.sampled_from([0, 0, 2, 5]),
    "paid_cents": st.sampled_from([None, None, 0, 1000, 2000, 2500]),
    "shows": st.sampled_from(Range),
    "light": st.sampled_from(Light),
    "lane": st.sampled_from(Range),
    "blackjack": st.booleans(),
    "action": st.sampled_from(Action),
    "motion": st.sampled_from(Action),
    "voice": st.sampled_from(Action),
    "hour": st.integers(0, 30),
    "backs": st.sampled_from(["red", "blue", "", "plaid"]),
    "preshuffled": st.booleans(),
    "spare": st.booleans(),
    "from_account": st.booleans(),
    "step": st.sampled_from(Stage),
    "depth": st.integers(0, 320),
    "from_bottom": st.integers(0, 320),
    "face_up": st.booleans(),
    "what": st.sampled_from(["light", "lane", "hat"]),
    "device": st.sampled_from(["reader", "shuffler", "clock"]),
}  # fmt: skip


def commands_of(kind: type[c.Command]) -> st.SearchStrategy[c.Command]:
    names = kind.__struct_fields__
    return st.builds(kind, **{name: values[name] for name in names})


any_command = st.sampled_from(c.COMMANDS).flatmap(commands_of)


def accepts(state: Table, command: c.Command) -> bool:
    refusal = None
    try:
        decide(state, command)
    except Refused as refused:
        refusal = refused
    if refusal is not None:
        assert refusal.reason
        assert refusal.says.endswith((".", "!"))
        assert refusal.clause
    return refusal is None


class Anybody(RuleBasedStateMachine):
    """Random legal and illegal commands by random people at all kinds of tables."""

    @initialize(choices=st.sampled_from(TABLES), seed=st.integers(0, 10_000), ready=st.booleans())
    def open(self, choices: tuple[str, ...], seed: int, ready: bool) -> None:
        self.rng = random.Random(seed)
        shoe = VirtualShoe(fresh(*choices).house.decks, self.rng)
        if ready:
            self.room = opened(*choices, seats=(2, 5), shoe=shoe, chips=50_000)
        else:
            self.room = Room(fresh(*choices), shoe)

    def try_out(self, command: c.Command) -> None:
        state = self.room.state
        accepted = accepts(state, command)
        assert (command in options(state, command.by)) == accepted  # type: ignore[attr-defined]
        if accepted:
            self.room.do(command)

    @rule(command=any_command)
    def anything(self, command: c.Command) -> None:
        self.try_out(command)

    @rule(who=people, data=st.data())
    def something_allowed(self, who: Person, data: st.DataObject) -> None:
        allowed = options(self.room.state, who)
        if not allowed:
            return
        choice = data.draw(st.sampled_from(allowed.choices))
        value = choice.values[data.draw(st.integers(0, min(len(choice.values) - 1, 400)))]
        command = choice.with_value(value)
        assert command in allowed
        assert accepts(self.room.state, command), command
        self.room.do(command)

    @rule(acts=st.integers(1, 12))
    def the_house_goes_on(self, acts: int) -> None:
        """The autopilot acts; a hole card dealt by somebody else is any card that can be."""
        for _ in range(acts):
            found = due(self.room.state)
            if found is None or found.who.role == 0 or found.act == "bets":
                return
            allowed = options(self.room.state, found.who).choices
            wanted = [choice for choice in allowed if _does(choice.command, found.act)]
            if not wanted:
                return
            choice = self.rng.choice(wanted)
            self.room.do(choice.with_value(self.rng.choice(choice.values)))

    @precondition(lambda self: self.room.state.phase > 0)
    @rule()
    def a_player_decides(self) -> None:
        found = due(self.room.state)
        if found is not None and found.who.role == 0:
            allowed = options(self.room.state, found.who).choices
            choice = self.rng.choice(allowed)
            self.room.do(choice.with_value(self.rng.choice(choice.values[:500])))

    @precondition(lambda self: self.room.state.phase == 0)
    @rule(cents=st.sampled_from([500, 1000, 1500]))
    def everybody_bets_and_the_deal_begins(self, cents: int) -> None:
        main = self.room.state.terms.main
        for found in self.room.state.players:
            bet = c.PlaceWager(player(found.seat), found.seat, main, cents)
            if accepts(self.room.state, bet):
                self.room.do(bet)
        for command in (c.InspectReader(), c.CloseBetting()):
            if accepts(self.room.state, command):
                self.room.do(command)

    @invariant()
    def everything_is_counted(self) -> None:
        check_conserved(self.room.state)

    @invariant()
    def somebody_is_always_next(self) -> None:
        acts = next_acts(self.room.state)
        assert acts
        assert all(act.clause for act in acts)

    @invariant()
    def the_hole_cards_face_is_in_no_event_before_it_is_turned(self) -> None:
        down = 0
        for event in self.room.events:
            down += isinstance(event, HoleDealt)
            down -= isinstance(event, HoleTurned)
            assert down >= 0
        assert down == self.room.state.dealer.hole or not self.room.state.dealer.hole

    def teardown(self) -> None:
        """Folding the events again leads to the same table."""
        if hasattr(self, "room"):
            state = self.room.start
            for event in self.room.events:
                state = fold(state, event)
            assert state == self.room.state


def _does(command: c.Command, act: str) -> bool:
    kinds = {
        "card": c.DealCard, "hole": c.DealHole, "turn": c.TurnHole, "insert": c.InsertHole,
        "move hand": c.MoveHand, "settle": c.Settle, "offer insurance": c.OfferInsurance,
        "close insurance": c.CloseInsurance, "clear": c.ClearTable, "receive": c.ReceiveCards,
        "prepare": c.PrepareCards, "shuffle": c.ShuffleCards, "offer cut": c.OfferCut, "cut": c.CutCards,
        "place cover": c.PlaceCover, "load": c.LoadShoe, "burn": c.BurnCard, "collect": c.CollectCards,
        "remove cover": c.RemoveCover, "discard held": c.DiscardHeld, "call dead": c.CallDead,
        "bets": c.CloseBetting, "rule on": c.UpholdHand, "note misuse": c.NoteMisuse,
        "repair reader": c.RepairDevice,
        "repair shuffler": c.RepairDevice, "shuffle spare": c.ShuffleCards, "void round": c.VoidRound,
        "cover shuffler": c.CoverShuffler,
    }  # fmt: skip
    if act in ("read", "look"):
        return isinstance(command, c.LightRange | c.PeekRange | c.AnswerBlackjack)
    return isinstance(command, kinds[act])


TestAnybody = Anybody.TestCase
TestAnybody.settings = settings(
    max_examples=40, stateful_step_count=30, suppress_health_check=list(HealthCheck)
)


# ---- long walks


RARE = (c.SitDown, c.Leave, c.BuyChips, c.TellTime, c.ReceiveCards, c.BeginDay, c.RecordDispute,
        c.ReportBroken, c.TakeBackWager, c.OrderReshuffle, c.ReportWrongRange, c.SpreadIdle)  # fmt: skip


def wander(room: Room, rng: random.Random, steps: int) -> None:
    """Mostly what is due, often an irregularity, now and then anything: a table that goes on for rounds."""
    for _ in range(steps):
        found = due(room.state)
        assert found is not None
        assert_not_stuck(room, found)
        seated = [player(other.seat) for other in room.state.players]
        if found.act == "bets" and rng.random() < 0.7:
            bet_and_deal(room, rng)
            continue
        who = found.who if rng.random() < 0.7 and found.who.seat in (0, *_seats(room)) else None
        who = who or rng.choice([DEALER, DEALER, FLOOR, DEVICE, *seated])
        allowed = options(room.state, who)
        if not allowed:
            continue
        command = pick(allowed.choices, found, rng)
        wrong = nearly(command, rng)
        assert (wrong in options(room.state, wrong.by)) == accepts(room.state, wrong)  # type: ignore[attr-defined]
        room.do(command)


def assert_not_stuck(room: Room, found: Due) -> None:
    """Whoever has to act can: the house does just what is due, and a player has something to choose."""
    allowed = options(room.state, found.who).choices
    if found.act == "bets" or (found.who.role == 0 and found.who.seat not in _seats(room)):
        return
    assert allowed, found
    assert found.who.role == 0 or any(_does(choice.command, found.act) for choice in allowed), found


def _seats(room: Room) -> list[int]:
    return [other.seat for other in room.state.players]


def bet_and_deal(room: Room, rng: random.Random) -> None:
    terms = room.state.terms
    for seat in _seats(room):
        sides = [side for side in terms.sides if rng.random() < 0.6]
        for wager in (terms.main, *sides):
            command = c.PlaceWager(player(seat), seat, wager, 1000 if wager == terms.main else 500)
            if accepts(room.state, command):
                room.do(command)
    for ready in (c.RepairDevice("reader"), c.InspectReader(), c.CloseBetting(), c.ReceiveCards("red")):
        if accepts(room.state, ready) and (room.state.phase == 0 or not isinstance(ready, c.ReceiveCards)):
            room.do(ready)


def pick(choices: tuple[Choice, ...], found: Due, rng: random.Random) -> c.Command:
    """A kind of command first, then one of that kind."""
    usual = [choice for choice in choices if not isinstance(choice.command, RARE)]
    expected = [choice for choice in usual if found.who.role != 0 and _does(choice.command, found.act)]
    if expected and rng.random() < 0.6:
        usual = expected
    pool = usual if usual and rng.random() < 0.97 else list(choices)
    kind = rng.choice(sorted({type(choice.command).__name__ for choice in pool}))
    choice = rng.choice([choice for choice in pool if type(choice.command).__name__ == kind])
    return choice.with_value(rng.choice(choice.values[:500]))


def nearly(command: c.Command, rng: random.Random) -> c.Command:
    """The command with one field changed: often illegal, sometimes not."""
    told = {name: getattr(command, name) for name in command.__struct_fields__}
    name = rng.choice(sorted(told))
    other = {
        "by": rng.choice(EVERYBODY),
        "card": Card(rng.randint(1, 13), rng.randint(0, 3)),
        "action": rng.choice(list(Action)),
        "wager": rng.choice(["", "bet", "blackjack", "ante", "down_match", "bonus", "insurance"]),
    }
    if name in other:
        told[name] = other[name]
    elif isinstance(told[name], bool):
        told[name] = not told[name]
    elif type(told[name]) is int:
        told[name] = told[name] + rng.choice([-100, -1, 1, 25, 100, 1000])
    return type(command)(**told)


@pytest.mark.parametrize("choices", TABLES, ids=" ".join)
def test_a_long_walk_keeps_every_promise(choices: tuple[str, ...]) -> None:
    """Rounds full of irregularities: counted after every event, and options are what decide accepts."""
    rng = random.Random(" ".join(choices))
    shoe = VirtualShoe(fresh(*choices).house.decks, rng)
    room = opened(*choices, seats=(2, 3, 6), shoe=shoe, chips=1_000_000)
    wander(room, rng, 250)
    assert room.state.round > 1
    state = room.start
    for event in room.events:
        state = fold(state, event)
    assert state == room.state


STARTS: dict[str, Callable[[], Room]] = {
    "the shoe ran out": lambda: mishaps.check_shoe_runs_out("double-back-jack-pa"),
    "the shoe ran out at Over/Under": lambda: mishaps.check_shoe_runs_out("over-under-pa"),
    "a shuffle was ordered": lambda: procedures.check_ordered("down-under-pa"),
    "nobody played": lambda: procedures.check_idle_with_shuffler("double-back-jack-pa"),
    "somebody is barred": lambda: wager_procedures.barred_room("down-under-pa"),
    "two batches are being opened": lambda: procedures.new_room("over-under-pa", "shuffler=batch"),
}


@pytest.mark.parametrize("start", STARTS)
def test_a_walk_from_a_strange_moment_keeps_every_promise(start: str) -> None:
    """Where a round is interrupted by the cards themselves the options tell the truth too."""
    room = STARTS[start]()
    before = room.state
    wander(room, random.Random(start), 80)
    assert room.state != before


# ---- secrets


@pytest.mark.parametrize("choices", TABLES, ids=" ".join)
def test_permuting_unseen_cards_changes_nobodys_view(choices: tuple[str, ...]) -> None:
    """At every moment of a round: other cards in the shoe, and other face-down cards, look the same.

    Two shoes agree on all cards that show up to some moment, and on nothing else that can differ.
    """
    decks = fresh(*choices).house.decks
    for moment in range(1, 25, 2):
        views = [_views(choices, decks, moment, seed) for seed in (11, 12)]
        assert views[0] == views[1]


def _views(choices: tuple[str, ...], decks: int, moment: int, seed: int) -> list[Any]:
    room = opened(*choices, seats=(1, 4), shoe=TwinShoe(decks, seed))
    for seat in (1, 4):
        room.do(c.PlaceWager(player(seat), seat, room.state.terms.main, 1000))
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    for _ in range(moment):
        command = room.pilot.act(room.state)
        if command is None:
            break
        room.do(command)
        if room.state.dealer.inserted:
            break  # from here on the reader's answer is public
    return [view(room.state, who) for who in EVERYBODY]


class TwinShoe(VirtualShoe):
    """The same face-up cards for every seed; burn, hole card and what is never reached differ."""

    def __init__(self, decks: int, seed: int) -> None:
        super().__init__(decks, random.Random(seed))
        self.open = [Card(9, 0), Card(5, 1), Card(1, 2), Card(8, 3), Card(3, 0)]
        self.drawn = 0

    def draw(self) -> Card:
        self.drawn += 1
        secret = super().draw()
        face_up = 2 <= self.drawn <= 6
        return self.open[self.drawn - 2] if face_up else secret


def test_dealing_the_hole_card_says_nothing_of_its_face() -> None:
    """Two shoes that differ in hole card, burn card and what is to come give the same table."""
    tables = []
    for seed in (1, 2, 3):
        rng = random.Random(seed)
        room = opened("down-under-pa", shoe=VirtualShoe(6, rng))
        room.do(c.PlaceWager(player(1), 1, "bet", 1000))
        room.do(c.InspectReader())
        room.do(c.CloseBetting())
        for box, face in ((1, Card(9, 0)), (0, Card(13, 1)), (1, Card(7, 2))):
            room.do(c.DealCard(box, face))
        room.do(c.DealHole())
        tables.append([view(room.state, who) for who in EVERYBODY])
    assert tables[0] == tables[1] == tables[2]


class MarkedShoe(VirtualShoe):
    """One face that never comes of itself: the tests put it face down."""

    def __init__(self, decks: int, rng: random.Random, marked: Card) -> None:
        super().__init__(decks, rng)
        self.marked = marked

    def refill(self, out: Iterable[Card]) -> None:
        super().refill([card for card in out if card != self.marked])
        self._cards = [card for card in self._cards if card != self.marked] * 2  # enough to draw from


@pytest.mark.parametrize("choices", TABLES, ids=" ".join)
def test_the_hole_cards_face_is_in_no_event_before_it_is_turned(choices: tuple[str, ...]) -> None:
    """Random rounds in which a face that is nowhere else lies face down: no event tells it too early."""
    rng = random.Random(" ".join(choices))
    for number in range(12):
        marked = Card(rng.randint(1, 13), rng.randint(1, 3))  # no [rank, suit] that reads like a person
        room = opened(*choices, seats=(1, 4), shoe=MarkedShoe(fresh(*choices).house.decks, rng, marked))
        original = room.do

        def watch(command: c.Command, room: Room = room, marked: Card = marked, do: Any = original) -> Any:
            events = do(command)
            if isinstance(command, c.DealHole):
                room.pilot.hole = marked
            return events

        room.do = watch  # type: ignore[method-assign]
        random_round(room, rng)
        told = msgspec.json.encode(room.events[: _turned(room)]).decode()
        assert f"[{marked.rank},{marked.suit}]" not in told, number
        assert ("HoleTurned" in room.kinds()) == ("HoleDealt" in room.kinds())


def _turned(room: Room) -> int:
    kinds = room.kinds()
    return kinds.index("HoleTurned") if "HoleTurned" in kinds else len(kinds)


@pytest.mark.parametrize(
    "choices", [choice for choice in TABLES if choice[0] not in ("over-under-pa",)], ids=" ".join
)
def test_two_hole_cards_of_which_the_same_is_told_look_the_same_until_one_is_turned(
    choices: tuple[str, ...],
) -> None:
    """A seven or a nine under a king, other cards in the shoe: the light, the lane and every view agree."""
    seen = [_views_to_the_turn(choices, hole, rest) for hole, rest in (("7h", "2c 3c"), ("9s", "Kd 4h"))]
    assert len(seen[0]) > 8
    assert seen[0] == seen[1]


def _views_to_the_turn(choices: tuple[str, ...], hole: str, rest: str) -> list[Any]:
    """Every view of everybody, from the first card to the moment before the hole card shows."""
    room = scripted(*choices, cards=f"9c 5d Kd 9d 5h {hole} {rest} 5s 5c", seats=(1, 4))
    for seat in (1, 4):
        room.do(c.PlaceWager(player(seat), seat, room.state.terms.main, 1000))
    seen = []
    while (found := due(room.state)) is not None and found.act != "turn":
        deal = room.pilot.deal(room.state) if room.state.phase == 0 else room.pilot.act(room.state)
        room.do(deal or c.Decide(found.who, found.box, Action.STAND, found.hand))
        seen.append([view(room.state, who) for who in EVERYBODY])
    return seen
