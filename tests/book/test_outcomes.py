"""Every settlement, event, irregularity and refusal cites the sentence that decided it.

The tables in tests/book/cited say which, one file a game; everything in them is driven at the live table.
"""

import random
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest

from pitboss.errors import Broken, Refused
from pitboss.games.citations import Because
from pitboss.games.load import load_game
from pitboss.games.registers import known_causes
from pitboss.rules.hands import EMPTY, BoxHand, Dealt, Hand, draw, is_bust
from pitboss.rules.house import House, Reader, Surrender
from pitboss.rules.match import MatchRow
from pitboss.rules.over_under import landing
from pitboss.rules.player import Action
from pitboss.rules.settlement import hand_outcome, second_chance_outcome
from pitboss.table import act_registry
from pitboss.table import commands as c
from pitboss.table.act_registry import because
from pitboss.table.due import due
from pitboss.table.people import DEALER, DEVICE, FLOOR, Role, player
from pitboss.table.shoes import VirtualShoe
from pitboss.table.state import Table
from pitboss.table.table import step
from tests.book import played, played_by_chance, played_refusals, played_wrong_hands, played_wrong_people
from tests.book.games import BACK, GAMES, NH, OVER, PLAIN, UNDER, VENDOR
from tests.table.drive import Room, opened, random_bets, random_insurance, random_player
from tests.table.procedures import room_acts

FOLDER = Path(__file__).parent / "cited"
EVENTS = ("settlements", "events", "irregularities")
REFUSALS = (played_refusals.refusals, played_wrong_people.refusals, played_wrong_hands.refusals)


@cache
def table_of(game: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((FOLDER / f"{game}.toml").read_text())


@cache
def driven(game: str) -> dict[str, dict[str, str]]:
    """What everything driven at this game cited: cause, clause, and where it was first seen."""
    found: dict[str, dict[str, str]] = {}
    for name, room in played.drives(game):
        for cause, clause in room.causes:
            if not cause.startswith("phase."):
                found.setdefault(cause, {}).setdefault(clause, name)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_event_cites_the_sentence_of_the_table(game: str) -> None:
    table = {cause: clause for part in EVENTS for cause, clause in table_of(game)[part].items()}
    assert {cause: [*clauses] for cause, clauses in driven(game).items()} == {
        cause: [clause] for cause, clause in table.items()
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_settlement_cites_the_sentence_of_the_table(game: str) -> None:
    found: dict[str, set[str]] = {}
    for cause, clause in played.orders(game):
        found.setdefault(cause, set()).add(clause)
    assert found == {cause: {clause} for cause, clause in table_of(game)["orders"].items()}


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_cites_the_sentence_of_the_table(game: str) -> None:
    found = {}
    for drives in REFUSALS:
        for name, refusal in drives(game):
            refused = played_refusals.refused(refusal)
            found[name] = f"{refused.reason}: {refused.clause}"
    assert found == table_of(game)["refusals"]


@pytest.mark.parametrize("game", GAMES)
def test_the_tables_name_causes_of_the_software(game: str) -> None:
    named = {cause for part in (*EVENTS, "orders") for cause in table_of(game)[part]}
    assert named <= known_causes()


# ---- nothing that can happen is left out


def houses(game: str) -> Iterator[House]:
    """The game as it is played, by every reading, and with every choice that changes a settlement."""
    base = load_game(game)
    yield base.house
    for id, read in base.readings.items():
        for choice in read.part.choices:
            yield load_game(game, choose=[f"reading.{id}={choice}"]).house
    if game == PLAIN:
        for surrender, hole_card in product(("none", "late", "early"), ("peek", "european")):
            yield load_game(game, options={"surrender": surrender, "hole_card": hole_card}).house


@cache
def hands() -> tuple[tuple[Hand, int, int], ...]:
    """Hands of two to four cards, with their first two."""
    found = []
    for cards in (2, 3, 4):
        for ranks in combinations_with_replacement(range(1, 11), cards):
            hand = EMPTY
            for rank in ranks:
                hand = draw(hand, rank)
            found.append((hand, ranks[0], ranks[1]))
    return tuple(found)


DEALERS = (*(Dealt(points, False) for points in range(17, 27)), Dealt(21, True))


def against_a_dealer(house: House) -> Iterator[str]:
    for hand, first, second in hands():
        for split in (False, True):
            box = BoxHand(hand, first, second, split, False, 0)
            for dealer in DEALERS:
                yield f"settle.hand/{hand_outcome(box, dealer, house).name.lower()}"
                if house.second_chance.offered and is_bust(hand):
                    for chance in range(1, 11):
                        taken = second_chance_outcome(box._replace(chance=chance), dealer, house)
                        yield f"settle.second_chance/{taken.name.lower()}"


def other_wagers(game: str, house: House) -> Iterator[str]:
    waits = house.dealer.reader == Reader.NONE or game == BACK
    if house.surrender.when != Surrender.NONE:
        yield "settle.surrender/half"
        if house.surrender.when == Surrender.LATE and waits:
            yield "settle.surrender/lost_to_blackjack"
    if house.insurance.offered:
        yield from ("settle.insurance/won", "settle.insurance/lost", "settle.insurance/reopened")
    if house.blackjack.even_money:
        yield "settle.even_money"
    for against, offered in (("upcard", house.match.up), ("hole_card", house.match.down)):
        if offered:
            yield from (f"settle.{against}_match/{row.name.lower()}" for row in MatchRow)
    if house.match.down_dies_on_surrender:
        yield "settle.hole_card_match/surrendered"


def of_three_cards(house: House) -> Iterator[str]:
    for choice in (Action.OVER, Action.UNDER, Action.FOLD):
        for points in range(6, 34):
            yield f"settle.over_under/{landing(choice, points, house).name.lower()}"
    if house.over_under.bonus:
        yield from ("settle.total_bonus/paid", "settle.total_bonus/lost")


@pytest.mark.parametrize("game", GAMES)
def test_every_outcome_that_can_occur_has_its_row(game: str) -> None:
    reachable: set[str] = set()
    for house in dict.fromkeys(houses(game)):
        if game == OVER:
            reachable |= set(of_three_cards(house))
        else:
            reachable |= set(against_a_dealer(house)) | set(other_wagers(game, house))
    listed = {"/".join(cause.split("/")[:2]) for cause in table_of(game)["settlements"]}
    assert reachable <= listed, "an outcome has no row"
    assert listed <= reachable, "a row has no outcome"


# ---- by chance

SILENT: dict[str, set[str]] = {
    UNDER: {"irregularity.reader_misused"},
    BACK: {"irregularity.wrong_range"},
    OVER: {
        "wager.insurance/closes",
        "irregularity.overdraw",
        "irregularity.reader_broken",
        "irregularity.reader_misused",
        "irregularity.wrong_range",
        "procedure.inspect_reader",
    },
    VENDOR: {"irregularity.reader_misused", "procedure.idle", "wager.spoken"},
    NH: {
        "irregularity.wrong_range",
        "irregularity.reader_broken",
        "irregularity.reader_misused",
        "procedure.idle",
        "procedure.inspect_reader",
        "wager.spoken",
    },
    PLAIN: {"irregularity.wrong_range", "procedure.idle"},
}
"""Refusals of what a game does not have: no sentence speaks of it, so the phase of the round is cited."""


def chance_round(room: Room, rng: random.Random) -> None:
    """A round with wagers and decisions by chance, and now and then something that a quiet round lacks."""
    number = room.state.round
    random_bets(room, rng)
    while room.state.round == number:
        found = due(room.state)
        assert found is not None
        if rng.random() < 0.1:
            played_by_chance.something_else(room, rng)
        elif found.act == "bets" and not room.state.boxes:
            return
        elif found.act == "bets" and room.state.reader_broken:
            room.do(c.RepairDevice("reader"))
        elif found.act == "bets" and 0 < room.state.terms.change_hours <= room.state.now_h:
            return
        elif found.act == "bets":
            room.do(room.pilot.deal(room.state))
        elif found.act == "close insurance":
            random_insurance(room, rng)
            room_acts(room)
        elif found.who.role != Role.PLAYER:
            room_acts(room)
        elif found.act in ("decide", "choose", "second chance"):
            random_player(room, found, rng)
        else:
            played_by_chance.somebody_answers(room, found, rng)


@pytest.mark.parametrize("game", GAMES)
def test_no_event_is_cited_only_by_its_phase(game: str) -> None:
    rng = random.Random(13)
    silent: set[str] = set()
    kinds: set[str] = set()
    rounds = 0
    for _ in range(60):
        room = opened(game, seats=(1, 3), shoe=VirtualShoe(6, rng))
        chance_round(room, rng)
        rounds += room.state.round > 1
        causes = {cause for cause, _ in room.causes if not cause.startswith("phase.")}
        silent |= {cause for cause in causes if not room.state.terms.citations[cause]["clause"]}
        kinds |= {cause for cause in causes if cause.startswith("irregularity.")}
    assert not silent
    assert rounds > 40
    assert len(kinds) >= 5


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_is_cited_by_its_phase_only_where_the_game_lacks_the_thing(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(7)
    asked: list[str] = []

    def noted(state: Table, cause: str) -> Because:
        asked.append(cause)
        return because(state, cause)

    monkeypatch.setattr(act_registry, "because", noted)
    silent: set[str] = set()
    for _, room in played.drives(game):
        for _ in range(40):
            command = played_by_chance.any_command(room, rng)
            asked.clear()
            try:
                step(room.state, command)
            except Refused:
                if not room.state.terms.citations[asked[-1]]["clause"]:
                    silent.add(asked[-1])
            except (TypeError, Broken):
                continue
    assert silent == SILENT[game]


# ---- whoever tries it


Kinds = set[type[c.Command]]
RANGES: Kinds = {c.LightRange, c.PeekRange, c.MoveHand, c.ReportWrongRange, c.UpholdHand}
MISUSE: Kinds = {c.ReportReaderMisused, c.NoteMisuse}
IDLE: Kinds = {c.SpreadIdle, c.AskForSpread}
DEALERS_HAND: Kinds = {
    c.DealHole, c.TurnHole, c.InsertHole, c.AnswerBlackjack, c.InspectReader, c.Overdraw, c.OfferInsurance,
    c.Insure, c.TakeEvenMoney, c.CloseInsurance,
}  # fmt: skip
LACKED: dict[str, Kinds] = {
    UNDER: {c.AnswerBlackjack, c.PeekRange, *MISUSE},
    BACK: RANGES,
    OVER: RANGES | MISUSE | DEALERS_HAND,
    VENDOR: {c.AnswerBlackjack, *MISUSE, *IDLE},
    NH: {c.InsertHole, c.InspectReader, c.ReportBroken, c.RepairDevice, *MISUSE, *RANGES, *IDLE},
    PLAIN: RANGES | IDLE,
}
"""Acts about something that a game does not have: no sentence says whose they would be."""


@pytest.mark.parametrize("game", GAMES)
def test_who_may_not_act_is_told_whose_act_it_is(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the sentence on the act, or on hands off cards and wagers; by that on turns only for a decision."""
    rng = random.Random(3)
    room = opened(game, seats=(1, 3))
    asked: list[str] = []

    def noted(state: Table, cause: str) -> Because:
        asked.append(cause)
        return because(state, cause)

    monkeypatch.setattr(act_registry, "because", noted)
    lacked: Kinds = set()
    turns: Kinds = set()
    for kind in c.COMMANDS:
        for who in (DEALER, FLOOR, DEVICE, player(1)):
            if who.role in kind.roles:
                continue
            with pytest.raises(Refused) as refused:
                step(room.state, played_by_chance.command_of(kind, [who], room, rng))
            assert refused.value.reason == "not_yours"
            if not room.state.terms.citations[asked[-1]]["clause"]:
                lacked.add(kind)
            elif asked[-1] == "decision.turn":
                turns.add(kind)
    assert turns <= {c.Decide, c.Signal, c.DeclineSecondChance}
    assert lacked <= LACKED[game]
