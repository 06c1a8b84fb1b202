"""Rounds, irregularities and refusals at the live table, each driven to one end.

What they cite is listed by hand in tests/book/cited, one file a document.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, get_type_hints

from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.rules.cards import Card, Light, Range
from pitboss.rules.house import Reader
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.act_registry import because
from pitboss.table.due import Due, due
from pitboss.table.options import FACES, Choice, options
from pitboss.table.people import DEALER, DEVICE, FLOOR, Person, player
from pitboss.table.shoes import VirtualShoe
from pitboss.table.state import Discard, Stage, Table
from pitboss.table.table import step
from tests.floor import card
from tests.table.drive import Room, bet, deal, opened, prepare, scripted, stand_all
from tests.table.mishaps import check_shoe_runs_out, in_play, say_card
from tests.table.procedures import BATCH, STAKE, new_room, next_due, room_acts, until, with_cover

UNDER, OVER, PA = "down-under-pa", "over-under-pa", ("down-under-pa", "double-back-jack-pa", "over-under-pa")
BACK, VENDOR, NH, PLAIN = "double-back-jack-pa", "down-under-vendor", "blackjack-match-nh", "blackjack"
GAMES = (UNDER, BACK, OVER, VENDOR, NH, PLAIN)

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
        if isinstance(command, c.CloseInsurance | c.InsertHole) and word in BEFORE_READER:
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


def _house(room: Room, round: Round) -> c.Command | None:
    command = room.pilot.act(room.state)
    if round.reads is not None and isinstance(command, c.LightRange):
        return c.LightRange(round.reads)
    if round.reads is not None and isinstance(command, c.AnswerBlackjack):
        return c.AnswerBlackjack(False)
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
        Round("9c Ad 7s Kh", "give-up", ("reading.N4=R2",)),
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

Drive = Callable[[str], Room]


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
    "wrong range": _wrong_range,
    "reader broken": _reader_broken,
    "reader misused": _reader_misused,
    "shuffler jams": _jam,
    "shuffler broken": _shuffler_broken,
    "shoe empty": _shoe_empty,
    "round void": _void,
    "dispute": _dispute,
}
LACKING = {
    OVER: {"overdrawn", "one card", "dealer's card missed", "wrong range", "reader broken", "reader misused"},
    UNDER: {"reader misused"},
    BACK: {"wrong range"},
    VENDOR: {"reader misused", "shuffler jams", "shuffler broken"},
    NH: {"wrong range"},
    PLAIN: {"wrong range"},
}
"""Without the device or the hand that it is about, it cannot happen."""


# ---- procedures


def _opening(*choices: str) -> Drive:
    return lambda game: opened(game, *choices, seats=(1, 3))


def _house_keeping(game: str) -> Room:
    """Chips, tips, time, a new dealer, a wager taken back, a new shuffle on the floor's word."""
    room = opened(game, seats=(1, 3))
    main = room.state.terms.main
    room.do(c.BuyChips(DEALER, 1, STAKE))
    room.do(c.Tip(player(1), 100))
    room.do(c.BeginDay())
    room.do(c.TellTime(1))
    room.do(c.RelieveDealer())
    room.do(c.PlaceWager(player(1), 1, main, STAKE))
    room.do(c.TakeBackWager(player(1), 1, main))
    room.do(c.Leave(player(3)))
    if room.state.terms.has_reader:
        room.do(c.InspectReader())
    bet(room, 1, STAKE)
    deal(room)
    stand_all(room)
    room.do(c.OrderReshuffle())
    prepare(room)
    return room


def _recut(game: str) -> Room:
    room = new_room(game)
    until(room, "offer cut")
    room.do(c.OfferCut(1))
    room.do(c.CutCards(player(1), room.state.stack // 2))
    room.do(c.OrderRecut())
    return room


def _cover_card(game: str) -> Room:
    if room_has_fixed_cover(game):
        room = opened(game)
        state = room.state
        gone = (Discard(None),) * (state.shoe - state.cover)
        room.state = replace(state, shoe=state.cover, rack=(*state.rack, *gone))
    else:
        room = with_cover(game, 1, (1,))
    bet(room, 1, STAKE)
    deal(room)
    with suppress(AssertionError):
        stand_all(room)
    if due(room.state) is not None and next_due(room).act == "collect":
        room.do(c.CollectCards())
    return room


def room_has_fixed_cover(game: str) -> bool:
    return bool(opened(game).state.terms.cover_cards)


def _preshuffled(game: str) -> Room:
    room = new_room(game)
    room.do(c.ReceiveCards("red", preshuffled=True))
    return room


def _idle(*choices: str, ask: bool) -> Drive:
    def drive(game: str) -> Room:
        room = opened(game, *choices)
        room.do(c.Leave(player(1)))
        room.do(c.SpreadIdle())
        room.do(c.SitDown(player(1), 1_000_000))
        if ask:
            room.do(c.AskForSpread(player(1)))
        prepare(room)
        return room

    return drive


def _spoken(game: str) -> Room:
    room = opened(game)
    room.do(c.CallWager(player(1), 1, STAKE))
    room.do(c.ConfirmCall(DEALER, 1))
    return room


def _barred(game: str) -> Room:
    room = opened(game, "bar_mid_shoe_entry=yes", seats=(1, 4))
    bet(room, 1, STAKE)
    deal(room)
    stand_all(room)
    room.do(c.SitDown(player(6), 1_000_000))
    room.do(c.PermitPatron(FLOOR, 4))
    return room


def _batches(game: str) -> Room:
    room = opened(game, BATCH)
    room.do(c.OrderReshuffle())
    prepare(room)
    return room


def _device(game: str) -> Room:
    return opened(game, "shuffler=counting")


PROCEDURES: dict[str, tuple[Drive, tuple[str, ...]]] = {
    "opening": (_opening(), GAMES),
    "housekeeping": (_house_keeping, GAMES),
    "recut": (_recut, GAMES),
    "cover card": (_cover_card, GAMES),
    "two batches": (_batches, (*PA, NH, PLAIN)),
    "counting device": (_device, (*PA, PLAIN)),
    "preshuffled cards": (_preshuffled, PA),
    "idle table": (_idle(ask=False), PA),
    "idle table with a shuffler": (_idle(BATCH, ask=True), PA),
    "spoken wager": (_spoken, (UNDER, OVER)),
    "bar": (_barred, (*PA, PLAIN)),
}


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


def drives(game: str) -> Iterator[tuple[str, Room]]:
    """Everything that is driven at this game, by name."""
    for number, round in enumerate(ROUNDS[game]):
        yield f"round {number}: {round.cards} {round.plays}", play(game, round)
    for name, (drive, games) in PROCEDURES.items():
        if game in games:
            yield name, drive(game)
    for name, drive in IRREGULARITIES.items():
        if name not in LACKING[game]:
            yield name, drive(game)


# ---- refusals


class Refusal(NamedTuple):
    state: Table
    command: c.Command


def refusals(game: str) -> Iterator[tuple[str, Refusal]]:
    """What a table of this game does not take, by what was tried."""
    empty = opened(game, seats=(1, 2))
    main, sides = empty.state.terms.main, empty.state.terms.sides
    placed = opened(game, seats=(1, 2))
    bet(placed, 1, STAKE)
    going = in_play(game, seats=(1, 3))
    cutting = new_room(game, seats=(1, 3))
    until(cutting, "offer cut")
    covering = new_room(game)
    until(covering, "place cover")
    one, two = player(1), player(2)

    def wager(cents: int, box: int = 1, name: str = main) -> c.Command:
        return c.PlaceWager(one, box, name, cents)

    yield "a seat that is taken", Refusal(empty.state, c.SitDown(one, STAKE))
    yield "a wager below the minimum", Refusal(empty.state, wager(100))
    yield "a wager of no such chips", Refusal(empty.state, c.BuyChips(DEALER, 1, 1))
    yield "a wager the game does not have", Refusal(empty.state, wager(STAKE, name="lucky"))
    yield "a box of another player", Refusal(empty.state, wager(STAKE, box=2))
    yield "boxes that are not adjacent", Refusal(placed.state, wager(STAKE, box=4))
    _inspect(empty)
    yield "no wager at all", Refusal(empty.state, c.CloseBetting())
    yield "another player's wager", Refusal(placed.state, c.TakeBackWager(two, 1, main))
    yield "a wager after the first card", Refusal(going.state, wager(STAKE, box=2))
    yield "a wager taken back after the first card", Refusal(going.state, c.TakeBackWager(one, 1, main))
    if sides:
        yield "a side wager above the limit", Refusal(placed.state, wager(100_000, name=sides[-1]))
    yield "chips that nobody has", Refusal(_poor(game), wager(STAKE))
    yield "a decision out of turn", Refusal(going.state, c.Decide(player(3), 3, Action.STAND))
    yield "a new shuffle during a round", Refusal(going.state, c.OrderReshuffle())
    yield "a card before the shoe is loaded", Refusal(covering.state, c.CloseBetting())
    yield "a cut offered out of order", Refusal(cutting.state, c.OfferCut(3))
    yield "a cover card too deep", Refusal(covering.state, c.PlaceCover(1))
    cutting.do(c.OfferCut(1))
    yield "a cut too near the end", Refusal(cutting.state, c.CutCards(one, 1))
    yield "a face that is all out", Refusal(_spent(going.state), c.FindFaceUp(Card(2, 0)))
    if going.state.terms.change_hours:
        placed.do(c.TellTime(24))
        _inspect(placed)
        yield "decks that are too old", Refusal(placed.state, c.CloseBetting())
    if "spoken_wagers" not in going.state.terms.procedures:
        yield "a spoken wager", Refusal(empty.state, c.CallWager(one, 1, STAKE))
    if going.state.terms.game.has_dealer:
        yield from _with_a_dealer(game)
    if "shuffler" in going.state.terms.game.options:
        yield from _with_a_shuffler(game)


def _with_a_dealer(game: str) -> Iterator[tuple[str, Refusal]]:
    one = player(1)
    pair, insuring = scripted(game, cards="8c 7d 8d Th"), scripted(game, cards="9c Ad 9d 7h")
    for room in (pair, insuring):
        bet(room, 1, STAKE)
        while room.state.phase == 0:
            room.do(room.pilot.deal(room.state))
    insuring.house_until("close insurance")
    yield "insurance above half", Refusal(insuring.state, c.Insure(one, 1, STAKE))
    yield "even money without a Blackjack", Refusal(insuring.state, c.TakeEvenMoney(one, 1))
    insuring.house()
    yield "insurance after the reader", Refusal(insuring.state, c.Insure(one, 1, 100))
    pair.house()
    yield "a surrender", Refusal(_three_cards(game), c.Decide(one, 1, Action.SURRENDER))
    yield "a double on three cards", Refusal(_three_cards(game), c.Decide(one, 1, Action.DOUBLE, cents=STAKE))
    yield "a split of three cards", Refusal(_three_cards(game), c.Decide(one, 1, Action.SPLIT))
    yield "a double above the wager", Refusal(pair.state, c.Decide(one, 1, Action.DOUBLE, cents=2 * STAKE))
    if pair.state.house.split.max_hands == 2:
        yield "a second split", Refusal(_split_again(game, "8"), c.Decide(one, 1, Action.SPLIT))
    if game in (NH, VENDOR):
        yield "a card for split aces", Refusal(_split_again(game, "A"), c.Decide(one, 1, Action.HIT))
    yield "a settlement out of order", Refusal(_settling(game), c.Settle(1))
    if pair.state.house.dealer.reader == Reader.RANGE:
        moving = scripted(game, cards="9c 7d 9d 4h")
        bet(moving, 1, STAKE)
        while moving.state.phase == 0:
            moving.do(moving.pilot.deal(moving.state))
        moving.house_until("move hand")
        yield "the wrong area", Refusal(moving.state, c.MoveHand(Range.LARGE))
    pair.do(c.ReportBroken(DEALER, "reader"))
    yield "a card under a broken reader", Refusal(pair.state, c.Decide(one, 1, Action.HIT))


def _with_a_shuffler(game: str) -> Iterator[tuple[str, Refusal]]:
    stacked = new_room(game, BATCH)
    until(stacked, "shuffle")
    yield "a shuffle by hand", Refusal(stacked.state, c.ShuffleCards(DEALER))
    second = new_room(game, BATCH)
    while not second.state.backs or next_due(second).act != "receive":
        until_next(second)
    yield "a second batch of the same color", Refusal(second.state, c.ReceiveCards(second.state.backs[0]))


def until_next(room: Room) -> None:
    found = next_due(room)
    command = room.pilot.act(room.state)
    room.do(command or c.PrepareCards(found.who, Stage(found.hand)))


def _poor(game: str) -> Table:
    room = opened(game)
    seat = room.state.players[0]
    return replace(room.state, players=(replace(seat, chips_cents=0),))


def _spent(state: Table) -> Table:
    return replace(state, seen=bytes([100] * len(state.seen)))


def _inspect(room: Room) -> None:
    if room.state.terms.has_reader:
        room.do(c.InspectReader())


def _three_cards(game: str) -> Table:
    room = scripted(game, cards="2c 7d 3d Th 2s")
    bet(room, 1, STAKE)
    deal(room)
    room.do(c.Decide(player(1), 1, Action.HIT))
    room.do(c.DealCard(1, card("2s")))
    return room.state


def _split_again(game: str, rank: str) -> Table:
    """Two of a rank are split, and the first gets a third of it."""
    choices = ("resplit_aces=yes",) if game == VENDOR else ()
    room = scripted(game, *choices, cards=f"{rank}c 7d {rank}d Th {rank}s")
    bet(room, 1, STAKE)
    deal(room)
    room.do(c.Decide(player(1), 1, Action.SPLIT))
    room.do(c.DealCard(1, card(f"{rank}s")))
    return room.state


def _settling(game: str) -> Table:
    room = scripted(game, cards="9c 9s 7d 9d 9h Th", seats=(1, 3))
    for seat in (1, 3):
        bet(room, seat, STAKE)
    deal(room)
    while room.state.phase_name != "settle":
        room_acts(room)
    return room.state


def refused(refusal: Refusal) -> Refused:
    try:
        step(refusal.state, refusal.command)
    except Refused as refused:
        return refused
    raise AssertionError(f"{refusal.command} was taken")


# ---- by chance, with what can go wrong

COMMANDS_OF_CHANCE = (
    c.FindFaceUp, c.DrawInError, c.RefuseCard, c.Overdraw, c.PassOver, c.ReportWrongRange, c.RecordDispute,
    c.ReportReaderMisused, c.ReportBroken, c.ReportJam, c.OrderReshuffle, c.OrderRecut, c.RelieveDealer,
    c.TellTime, c.BeginDay, c.Tip, c.BuyChips, c.TakeBackWager, c.InspectReader, c.CallDead, c.Leave,
    c.SitDown,
)  # fmt: skip


def something_else(room: Room, rng: random.Random) -> None:
    """An act that is allowed now and that a quiet round would not have."""
    people = (DEALER, FLOOR, DEVICE, *(player(found.seat) for found in room.state.players))
    kinds: dict[type[c.Command], list[Choice]] = {}
    for who in people:
        for choice in options(room.state, who).choices:
            if isinstance(choice.command, COMMANDS_OF_CHANCE):
                kinds.setdefault(type(choice.command), []).append(choice)
    if kinds:
        choice = rng.choice(kinds[rng.choice(list(kinds))])
        command = choice.with_value(rng.choice(choice.values))
        if getattr(command, "card", None) is not None:
            command = replace(command, card=room.pilot.shoe.draw())
        room.do(command)


def somebody_answers(room: Room, found: Due, rng: random.Random) -> None:
    """What a player may choose outside of play."""
    if found.act == "cut":
        room.do(c.RefuseCut(found.who))
    elif found.act == "prepare":
        room.do(c.PrepareCards(found.who, Stage(found.hand)))
    elif rng.random() < 0.5:
        room.do(c.TakeMissedCard(found.who, found.box, found.hand))
    else:
        room.do(c.CallDead(found.who, found.box, found.hand))


def any_command(room: Room, rng: random.Random) -> c.Command:
    """Some command, mostly one that the table refuses."""
    kind = rng.choice(c.COMMANDS)
    seats = [player(found.seat) for found in room.state.players] or [player(1)]
    people = [who for who in (DEALER, FLOOR, DEVICE, *seats) if who.role in kind.roles]
    terms = room.state.terms
    words = [terms.main, *terms.sides, "insurance", "light", "lane", "reader", "shuffler", "red", "blue", ""]
    of_type: dict[Any, Sequence[Any]] = {
        Person: people,
        int: (0, 1, 2, 3, 6, 100, 500, 1000, 5000),
        bool: (True, False),
        str: words,
        Card: FACES,
        Card | None: (None, *FACES),
        Action: tuple(Action),
        Light: tuple(Light),
        Range: tuple(Range),
        Stage: tuple(Stage),
    }
    hints = get_type_hints(kind)
    fields = {name: hints[name] for name in kind.__struct_fields__ if hints[name] in of_type}
    return kind(**{name: rng.choice(of_type[hint]) for name, hint in fields.items()})
