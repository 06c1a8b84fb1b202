"""Rounds and irregularities at the live table, each driven to one end; procedures and refusals stand beside.

What they cite is listed by hand in tests/book/cited, one file a document.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.rules.cards import Card, Light
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.act_registry import because
from pitboss.table.due import due
from pitboss.table.people import DEALER, DEVICE, player
from pitboss.table.shoes import VirtualShoe
from pitboss.table.table import step
from tests.book.games import BACK, GAMES, NH, OVER, PLAIN, UNDER, VENDOR
from tests.book.played_procedures import PROCEDURES, Drive
from tests.table.drive import Room, bet, deal, opened, scripted
from tests.table.mishaps import check_shoe_runs_out, in_play, say_card
from tests.table.procedures import BATCH, STAKE, new_room, next_due, room_acts, until

# ---- whole rounds

WORDS = {
    "hit": Action.HIT, "stand": Action.STAND, "double": Action.DOUBLE, "split": Action.SPLIT,
    "surrender": Action.SURRENDER, "chance": Action.SECOND_CHANCE, "over": Action.OVER, "under": Action.UNDER,
    "fold": Action.FOLD,
}  # fmt: skip


class Round(NamedTuple):
    """Cards as they leave the shoe, and what the player in box 1 says; afterwards everybody stands."""

    cards: str
    plays: str = ""
    choices: tuple[str, ...] = ()
    sides: Mapping[str, int] = {}
    reads: Light | None = None
    """What a range reader lights, whatever the hole card is; a Blackjack reader then denies."""

    @property
    def name(self) -> str:
        """The cards, what is said, and what else differs: `9c 9d 9s: stand; surrender=late`."""
        sides = [f"{wager} {cents}" for wager, cents in self.sides.items()]
        light = [f"lit {self.reads.name.lower()}"] if self.reads is not None else []
        return "; ".join([f"{self.cards}: {self.plays}".removesuffix(": "), *self.choices, *sides, *light])


def play(game: str, round: Round) -> Room:
    room = scripted(game, *round.choices, cards=round.cards)
    bet(room, 1, STAKE, **round.sides)
    plays = iter(round.plays.split())
    word = next(plays, "")
    number = room.state.round
    while room.state.phase == 0 and room.state.round == number:
        room.do(room.pilot.deal(room.state))
    while room.state.round == number:
        command = _house(room, round)
        if _comes_before_the_reader(command) and word in BEFORE_READER:
            room.do(BEFORE_READER[word])
            word = next(plays, "")
        elif command is not None:
            room.do(command)
        else:
            _decide(room, word)
            word = next(plays, "")
    assert not word, f"{word} was never asked for"
    return room


BEFORE_READER: dict[str, c.Command] = {
    "insure": c.Insure(player(1), 1, STAKE // 2),
    "even": c.TakeEvenMoney(player(1), 1),
    "give-up": c.Decide(player(1), 1, Action.SURRENDER),
}


def _comes_before_the_reader(command: c.Command | None) -> bool:
    """Insurance closes, or the hole card is read or looked at."""
    looks = isinstance(command, c.AnswerBlackjack) and command.by == DEALER
    return looks or isinstance(command, c.CloseInsurance | c.InsertHole)


def _house(room: Room, round: Round) -> c.Command | None:
    command = room.pilot.act(room.state)
    if round.reads is not None and isinstance(command, c.LightRange):
        return c.LightRange(round.reads)
    if round.reads is not None and isinstance(command, c.AnswerBlackjack):
        return c.AnswerBlackjack(False, command.by)
    return command


def _decide(room: Room, word: str) -> None:
    found = next_due(room)
    if found.act == "second chance" and word != "chance":
        room.do(c.DeclineSecondChance(found.who, found.box, found.hand))
    else:
        action = WORDS[word or ("under" if found.act == "choose" else "stand")]
        cents = STAKE if action == Action.DOUBLE else 0
        room.do(c.Decide(found.who, found.box, action, found.hand, cents))


BLUE = Light.BLUE
DEALT = [
    Round("9c 7d 9d Th"),
    Round("9c 7d 8d Th"),
    Round("9c 7d 7s Th"),
    Round("9c 6d 9d Th Ks"),
    Round("9c 7d 8d Th Ks", "hit"),
    Round("9c 7d 2d Th 2s", "hit"),
    Round("Ac 7d Kd Th"),
    Round("Ac Ad Kd 7h"),
    Round("Ac Kd Kh 9h"),
    Round("9c Ad 9d Kh"),
    Round("9c Kd 9d Ah"),
    Round("5c 7d 6d Th 9s", "double"),
    Round("8c 7d 8d Th 2s 3s", "split"),
    Round("9c Ad 9d Kh", "insure"),
    Round("9c Ad 9d 7h", "insure"),
    Round("9c Ad 9d Kh", "insure", reads=BLUE),
    Round("9c Kd 9d Qh"),
]
"""Rounds of every game with a dealer's hand."""
BLACKJACKS = (
    "9c Ad 9d Kh", "9c Kd 9d Ah", "Ac Ad Kd Kh", "Ac Kd Kh Ad", "Ac Ad Kd 7h", "Ac Kd Kh 9h",
)  # fmt: skip
"""The dealer's, both, the player's: under an ace and under a ten."""
TIES = [Round("Ac Ad Kd Kh"), Round("Ac Kd Kh Ad")]
LATE = [
    Round("5c Ad 6d Kh 9s", "double", reads=BLUE),
    Round("5c Kd 6d Ah 9s", "double", reads=BLUE),
    Round("8c Ad 8d Kh 2s 3s", "split", reads=BLUE),
    Round("8c Kd 8d Ah 2s 3s", "split", reads=BLUE),
]
"""A Blackjack of the dealer's that a faulty reader hid until more was wagered."""
AGAINST_22 = [
    Round("9c 6d 9d Th 6s"),
    Round("9c 6d 9d Th 3c 6s", "hit"),
    Round("Kc 6d Qd Th 6s"),
]
EVEN_MONEY = [Round("Ac Ad Kd 7h", "even")]
SOFT_17 = [Round("9c 6d 9d Ah Ts")]


def _matches(*wagers: str) -> list[Round]:
    """Every row: against a nine of diamonds above, and a nine of diamonds below."""
    up, down = wagers[0], wagers[-1]
    pairs = ("8c 7s", "9c 7s", "9d 7s", "9c 9s", "9d 9c", "9d 9d")
    rounds = [Round("{} 9d {} Th".format(*pair.split()), sides={up: 100}) for pair in pairs]
    if up != down:
        rounds += [Round("{} Td {} 9d".format(*pair.split()), sides={down: 100}) for pair in pairs]
    return rounds


CHANCES = [
    Round("9c 7d 8d Th Ks 6s", "hit chance"),
    Round("9c 7d 8d Th Ks 2s", "hit chance"),
    Round("9c 7d 8d Th Ks 9s", "hit chance"),
    Round("9c 7d 8d Th Ks Ts", "hit chance"),
    Round("8c 7d 8d Th Ks Ts", "hit chance"),
    Round("9c 6d 8d Th Ks 9s Kc", "hit chance"),
    Round("9c 6d 8d Th Ks 9s 6s", "hit chance"),
    Round("9c Ad 8d Kh Ks 9s", "hit chance", reads=BLUE),
]
THREE = [
    Round("Kc 9d 8h", "over"),
    Round("5c 4d 3h", "under"),
    Round("9c 5d 6h", "over"),
    Round("5c 4d 3h", "over"),
    Round("Kc 9d 8h", "under"),
    Round("9c 5d 6h", "fold"),
    Round("5c 4d 3h", "over", ("reading.O2=R2",)),
    Round("Kc 9d 8h", "over", sides={"bonus": 100}),
    Round("9c 5d 6h", "fold", sides={"bonus": 100}),
]

ROUNDS: dict[str, list[Round]] = {
    UNDER: [
        *DEALT, *TIES, *LATE, *AGAINST_22, *EVEN_MONEY, *_matches("match_the_dealer"),
        Round("9c 6d 8d Th Ks 6s", "hit", ("reading.D3=R2",)),
        Round("9c 7d 9d Th", choices=("settlement_order=box_by_box",)),
        Round("9c 7d 9d 4h Ks"), Round("9c 7d 9d 8h 2s"), Round("Ac 7d Ad Th Ks Qs", "split"),
    ],
    BACK: [
        *DEALT, *LATE, *AGAINST_22, *CHANCES,
        Round("9c 7d 8d Th Ks", "hit"), Round("9c 7d 9d Th 3c", "hit"),
        Round("9c 6d 8d Th Ks 6s", "hit", ("reading.B7=R2",)),
        *(tie._replace(choices=("reading.B1=R2",)) for tie in TIES),
        Round("9c 7d 7s Th", "surrender"), Round("9c Kd 7s 9h", "surrender"),
        Round("9c Ad 7s Kh", "give-up"), Round("9c Ad 7s 7h", "give-up"),
        Round("9c 7d 9d Th", choices=("settlement_order=box_by_box",)),
    ],
    OVER: THREE,
    VENDOR: [
        *DEALT, *TIES, *LATE, *AGAINST_22, *SOFT_17,
        Round("9c 6d 8d Th Ks 6s", "hit", ("reading.V1=R2",)),
        Round("9c 7d 9d Th", choices=("range_device=peeker",)),
    ],
    NH: [
        *DEALT, *TIES, *EVEN_MONEY, *SOFT_17, *LATE, *_matches("up_match", "down_match"),
        Round("9c 7d 7s Th", "surrender"),
        Round("9c 7d 8d Th Ks", "hit", sides={"down_match": 100}),
        Round("Ac 7d Kd Th", sides={"down_match": 100}),
        Round("9c 7d 7s Th", "surrender", sides={"down_match": 100}),
        Round("9c 7d 7s Th", "surrender", ("reading.N5=R2",), {"down_match": 100}),
        Round("Ac Ad Kd 7h", "even", sides={"down_match": 100}),
        *(Round(cards, sides={"down_match": 100}) for cards in BLACKJACKS),
        Round("9c Kd 7s 9h", "surrender", sides={"down_match": 100}),
        Round("9c Ad 7s Kh", "give-up", ("reading.N4=R2",)),
        Round("9c Ad 7s 7h", "give-up", ("reading.N4=R2",)),
    ],
    PLAIN: [
        *DEALT, *TIES, *LATE, *EVEN_MONEY, *(one._replace(choices=("soft_17=hit",)) for one in SOFT_17),
        Round("9c 7d 7s Th", "surrender", ("surrender=late",)),
        Round("9c Ad 7s Kh", "surrender", ("surrender=late", "hole_card=european")),
        Round("9c Ad 7s Kh", "give-up", ("surrender=early",)),
        Round("9c 7d 9d Th", choices=("settlement_order=collect_then_pay",)),
    ],
}  # fmt: skip


# ---- what goes wrong


def _face_up(game: str) -> Room:
    room = in_play(game)
    room.do(c.FindFaceUp(Card(2, 0)))
    return room


def _drawn(seen: bool) -> Drive:
    def drive(game: str) -> Room:
        room = in_play(game)
        room.do(c.DrawInError(Card(2, 0) if seen else None))
        say_card(room)
        room.do(c.DealCard(1, Card(2, 0)))
        return room

    return drive


def _refused_card(game: str) -> Room:
    for seed in range(100):
        room = opened(game, shoe=VirtualShoe(6, random.Random(seed)))
        bet(room, 1, STAKE)
        deal(room)
        if room.state.phase_name not in ("decisions", "each_player") or next_due(room).box != 1:
            continue
        room.do(c.DrawInError(Card(2, 0)))
        room.do(c.RefuseCard(player(1), 1))
        room.house()
        if "irregularity.exposed_card_unused" in {mechanism for mechanism, _ in room.causes}:
            return room
    raise AssertionError("the dealer always drew")


def _overdrawn(game: str) -> Room:
    room = in_play(game)
    while room.state.phase_name not in ("settle", "clear"):
        room_acts(room)
    room.do(c.Overdraw(Card(2, 0)))
    return room


def _dealing(game: str) -> Room:
    room = opened(game, seats=(1, 3))
    for seat in (1, 3):
        bet(room, seat, STAKE)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    while next_due(room).act == "burn":
        room_acts(room)
    return room


def _no_card(game: str) -> Room:
    room = _dealing(game)
    while next_due(room).act != "call dead":
        if next_due(room).act == "card" and next_due(room).box == 3:
            room.do(c.PassOver(3))
        else:
            room_acts(room)
    room.do(c.CallDead(DEALER, 3))
    return room


def _one_card(game: str) -> Room:
    room = _dealing(game)
    room.do(c.PassOver(1))
    while next_due(room).act != "missed":
        room_acts(room)
    room.do(c.TakeMissedCard(player(1), 1))
    room_acts(room)
    return room


def _dealer_missed(game: str) -> Room:
    room = _dealing(game)
    while next_due(room).box != 0:
        room_acts(room)
    room.do(c.PassOver(0))
    while next_due(room).act != "hole":
        room_acts(room)
    return room


def _missed_hit(dead: bool) -> Drive:
    def drive(game: str) -> Room:
        room = in_play(game, seats=(1, 3))
        say_card(room)
        room.do(c.PassOver(1))
        while next_due(room).act != "missed":
            room_acts(room)
        room.do(c.CallDead(player(1), 1) if dead else c.TakeMissedCard(player(1), 1))
        return room

    return drive


def _dead_after_a_surrender(game: str) -> Room:
    """Over/Under: the Ante is given up, the two further cards are missed, and the hand is called dead."""
    room = in_play(game, seats=(1, 3))
    room.do(c.Decide(player(1), 1, Action.FOLD))
    room.do(c.PassOver(1))
    while next_due(room).act != "missed":
        room_acts(room)
    room.do(c.CallDead(player(1), 1))
    return room


def _dead_under_a_match(game: str) -> Room:
    """A wager against the hole card keeps the first two cards of a dead hand."""
    room = scripted(game, cards="9c 7d 5d Th")
    bet(room, 1, STAKE, down_match=100)
    deal(room)
    say_card(room)
    room.do(c.PassOver(1))
    room.do(c.CallDead(player(1), 1))
    return room


def _wrong_range(game: str) -> Room:
    room = in_play(game, seats=(1, 3))
    room.do(c.ReportWrongRange(DEALER, "light"))
    room.do(c.UpholdHand(DEALER, 1))
    room.do(c.CallDead(DEALER, 3))
    return room


def _reader_broken(game: str) -> Room:
    room = in_play(game)
    room.do(c.ReportBroken(DEALER, "reader"))
    room.do(c.RepairDevice("reader"))
    return room


def _reader_misused(game: str) -> Room:
    room = scripted(game, cards="9c 7d 9d Th")
    bet(room, 1, STAKE)
    deal(room)
    room.do(c.ReportReaderMisused())
    room.do(c.NoteMisuse())
    return room


def _jam(game: str) -> Room:
    room = new_room(game, BATCH)
    until(room, "shuffle")
    room.do(c.ShuffleCards(DEVICE))
    room.do(c.ReportJam(DEVICE))
    return room


def _shuffler_broken(game: str) -> Room:
    room = new_room(game, BATCH)
    until(room, "shuffle")
    room.do(c.ReportBroken(DEVICE, "shuffler"))
    room.do(c.CoverShuffler(DEALER))
    room.do(c.RepairDevice("shuffler"))
    return room


def _shoe_empty(game: str) -> Room:
    room = check_shoe_runs_out(game)
    until(room, "burn")
    room.do(c.BurnCard())
    return room


def _void(game: str) -> Room:
    room = in_play(game, seats=(1, 3))
    say_card(room)
    state, (first, box) = room.state, room.state.boxes
    spare = tuple(Card(2, 0) for _ in range(state.shoe + len(state.rack) - 1))
    hand = replace(box.hands[0], cards=(*box.hands[0].cards, *spare))
    room.state = replace(
        state,
        boxes=(first, replace(box, hands=(hand,))),
        shoe=0,
        rack=state.rack[:1],
        cover=-1,
        cover_seat=0,
        reshuffle="cover",
    )
    room.do(c.VoidRound())
    return room


def _dispute(game: str) -> Room:
    room = in_play(game)
    room.do(c.RecordDispute(1))
    return room


IRREGULARITIES: dict[str, Drive] = {
    "face up": _face_up,
    "drawn unseen": _drawn(False),
    "drawn seen": _drawn(True),
    "refused": _refused_card,
    "overdrawn": _overdrawn,
    "no card": _no_card,
    "one card": _one_card,
    "dealer's card missed": _dealer_missed,
    "missed card taken": _missed_hit(False),
    "missed card not taken": _missed_hit(True),
    "dead after a surrender": _dead_after_a_surrender,
    "dead under a match": _dead_under_a_match,
    "wrong range": _wrong_range,
    "reader broken": _reader_broken,
    "reader misused": _reader_misused,
    "shuffler jams": _jam,
    "shuffler broken": _shuffler_broken,
    "shoe empty": _shoe_empty,
    "round void": _void,
    "dispute": _dispute,
}
ONLY = {"dead after a surrender": (OVER,), "dead under a match": (NH,)}
LACKING = {
    OVER: {"overdrawn", "one card", "dealer's card missed", "wrong range", "reader broken", "reader misused"},
    UNDER: {"reader misused"},
    BACK: {"wrong range"},
    VENDOR: {"reader misused", "shuffler jams", "shuffler broken"},
    NH: {"wrong range", "reader broken", "reader misused"},
    PLAIN: {"wrong range"},
}
"""Without the device or the hand that it is about, it cannot happen."""


def orders(game: str) -> Iterator[tuple[str, str]]:
    """Why each settlement of the driven rounds was the next, and by which sentence."""
    for round in ROUNDS[game]:
        room = play(game, round)
        state = room.start
        for command in room.commands:
            found = due(state)
            if found is not None and found.cause.startswith("order."):
                yield found.cause, because(state, found.cause)["clause"]
            _, state = step(state, command)


def plays(game: str) -> dict[str, Callable[[], Room]]:
    """Everything that is driven at this game, by name."""
    found: dict[str, Callable[[], Room]] = {}
    for round in ROUNDS[game]:
        found[round.name] = partial(play, game, round)
    for name, (drive, games) in PROCEDURES.items():
        if game in games:
            found[name] = partial(drive, game)
    for name, drive in IRREGULARITIES.items():
        if name not in LACKING[game] and game in ONLY.get(name, GAMES):
            found[name] = partial(drive, game)
    return found


def drives(game: str) -> Iterator[tuple[str, Room]]:
    for name, drive in plays(game).items():
        yield name, drive()
