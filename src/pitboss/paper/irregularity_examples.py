"""Worked examples of irregularities: something goes wrong at the live table, and what is done about it."""

from collections.abc import Callable
from dataclasses import replace

from msgspec import structs

from pitboss.games.game import Game
from pitboss.paper.conformance import find_irregularities
from pitboss.paper.worked_examples import (
    ASKED,
    SEAT,
    TURN,
    Example,
    ExampleScript,
    ExampleTable,
    Mishap,
    in_this_deck,
    play,
)
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table.due import due
from pitboss.table.notation import parse_card
from pitboss.table.options import options
from pitboss.table.people import DEALER, DEVICE, Person, player
from pitboss.table.state import Box, Hand, Status


def does(command: c.Command) -> Callable[[ExampleTable, Card | None], None]:
    return lambda table, _: table.do(command)


def _face_up(face: str) -> Mishap:
    def happens(table: ExampleTable, card: Card | None) -> None:
        assert card is not None
        table.do(c.FindFaceUp(card))

    return Mishap(TURN, "{card} is found face up in the shoe.", happens, card=parse_card(face))


def _exposed(face: str) -> Mishap:
    return Mishap(
        TURN, "The dealer draws {card} by mistake, and it is seen.",
        lambda table, card: table.do(c.DrawInError(card)), card=parse_card(face),
    )  # fmt: skip


def _overdrawn(face: str) -> Mishap:
    def happens(table: ExampleTable, card: Card | None) -> None:
        assert card is not None
        table.do(c.Overdraw(card))

    return Mishap("settle", "The dealer draws {card} on 17.", happens, card=parse_card(face))


_UNSEEN = Mishap(TURN, "The dealer draws a card by mistake, and nobody sees it.", does(c.DrawInError()))
_REFUSES = Mishap(TURN, "The player turns it down.", does(c.RefuseCard(player(SEAT), SEAT)))
_PASSED = Mishap("card", "The dealer skips the box.", does(c.PassOver(SEAT)))
_DEAD = Mishap(
    "call dead", "The hand is dead, and the wagers on it are returned.", does(c.CallDead(DEALER, SEAT))
)
_FORGOTTEN = Mishap(ASKED, "The dealer forgets the card and deals on.", does(c.PassOver(SEAT)))
_DISCARDED = Mishap("discard held", "Nobody can take it: it goes to the discard rack.", does(c.DiscardHeld()))
_TAKES = Mishap("missed", "The player takes the missed card.", does(c.TakeMissedCard(player(SEAT), SEAT)))


def _empty_the_shoe(table: ExampleTable, _: Card | None) -> None:
    """Cards are found face up, one after another, until none is left."""
    while table.state.shoe:
        task = due(table.state)
        if task is not None and task.act == "remove cover":
            table.do(c.RemoveCover())
        unseen = next(
            choice
            for choice in options(table.state, DEALER).choices
            if isinstance(choice.command, c.FindFaceUp)
        )
        others = [face for face in unseen.values if face != table.pilot.hole] or unseen.values
        for face in others:
            if table.state.shoe in (0, table.state.cover):
                break
            table.do(c.FindFaceUp(face))


def _leave_no_card(table: ExampleTable, _: Card | None) -> None:
    """All cards but those burned lie before players, more than an example could deal; the round is voided."""
    state = table.state
    dealt = Hand(cards=(parse_card("2c"),) * state.shoe, status=Status.SETTLED)
    others = Box(number=SEAT + 1, seat=SEAT + 1, initial_cents=0, hands=(dealt,))
    table.state = structs.replace(state, boxes=(*state.boxes, others), shoe=0, cover=-1, reshuffle="cover")
    table.do(c.VoidRound())


_RUNS_OUT = (
    Mishap(ASKED, "The shoe runs out before the card can be dealt.", _empty_the_shoe),
    Mishap("collect", "The cards in the discard rack are shuffled and cut.", does(c.CollectCards())),
    Mishap("burn", "A card is burned, and the round continues.", lambda table, _: table.go_on()),
)

_NO_CARD_LEFT = (
    Mishap(ASKED, "No card is left in the shoe or in the discard rack, so the floorperson voids the round.",
           _leave_no_card),
)  # fmt: skip
_READER_FAILS = Mishap(TURN, "The reader fails.", does(c.ReportBroken(DEALER, "reader")))


def _says(blackjack: bool, by: Person, says: str, cited: str) -> Mishap:
    """An answer about the hole card that is wrong: the reader's, or that of a dealer who looked."""
    act = "look" if by == DEALER else "read"
    return Mishap(act, says, does(c.AnswerBlackjack(blackjack=blackjack, by=by)), by=f"irregularity.{cited}")


_READER_SAYS_BLACKJACK = _says(
    True, DEVICE, "The reader shows a Blackjack where there is none.", "false_blackjack"
)
_DEALER_SAYS_BLACKJACK = _says(
    True,
    DEALER,
    "The dealer looks at the hole card and announces a Blackjack where there is none.",
    "false_blackjack",
)
_DEALER_MISSES_BLACKJACK = _says(
    False, DEALER, "The dealer looks at the hole card and overlooks the Blackjack.", "blackjack_misread"
)
_PLAYED_ON = Mishap(
    "repair reader", "The reader is repaired, and the round is played on with the hole card face up.",
    does(c.RepairDevice("reader")),
)  # fmt: skip
_VOIDED = Mishap("void round", "The floorperson voids the round.", does(c.VoidRound()))


_WITH_DEALER = (
    ExampleScript("face_up", "A card is face up in the shoe: it is not used", "9c 7d 2d Ts 8h", ("hit",),
                  mishaps=(_face_up("3c"),)),
    ExampleScript("drawn_unseen", "A card drawn by mistake, unseen: it is the next card", "9c 7d 2d Ts 8h",
                  ("hit",), mishaps=(_UNSEEN,)),
    ExampleScript("drawn_seen", "A card drawn by mistake, seen: the player takes it", "9c 7d 2d Ts",
                  ("hit",), mishaps=(_exposed("8h"),)),
    ExampleScript("exposed_card_refused", "A card drawn by mistake, seen: the player turns it down and the "
                  "dealer must take it", "Tc 6d 6h Ts", mishaps=(_exposed("Kh"), _REFUSES)),
    ExampleScript("exposed_card_unused", "A card drawn by mistake, seen: nobody takes it", "Tc 7d 6h Ts",
                  mishaps=(_exposed("5h"), _REFUSES, _DISCARDED)),
    ExampleScript("overdraw", "The dealer draws to a hand that must stand", "Tc 7d 9h Ts",
                  mishaps=(_overdrawn("4c"),)),
    ExampleScript("dealer_card_missed", "The dealer misses the first dealer card", "Tc 9h 7d Ts",
                  mishaps=(Mishap("card", "The dealer deals past the dealer’s own card.",
                                  does(c.PassOver(0)), box=0),)),
    ExampleScript("shoe_empty", "The shoe runs out during the round", "9c 7d 2d Ts 2s 8h", ("hit",),
                  mishaps=_RUNS_OUT),
    ExampleScript("shoe_empty/void", "Neither the shoe nor the discard rack can finish the round",
                  "9c 7d 2d Ts", ("hit",), mishaps=_NO_CARD_LEFT),
    ExampleScript("no_card", "A box gets neither of its first cards", "7d Ts",
                  mishaps=(_PASSED, _PASSED, _DEAD)),
    ExampleScript("one_card", "A box gets only one of its first cards", "7d Tc 9h Ts",
                  mishaps=(_PASSED, _TAKES)),
    ExampleScript("missed_hit", "A hit is missed", "9c 7d 2d Ts 8h", ("hit",), mishaps=(_FORGOTTEN, _TAKES)),
    ExampleScript("wrong_range", "The range shown is wrong, and the hand is called dead", "Tc 7d 6h Ts",
                  mishaps=(Mishap(TURN, "The range shown is not the range of the hole card.",
                                  does(c.ReportWrongRange(DEALER, "light"))),
                           Mishap("rule on", "The dealer calls the hand dead.",
                                  does(c.CallDead(DEALER, SEAT))))),
    ExampleScript("reader_misused", "The reader is not used as required", "Tc 7d 9h Ts",
                  mishaps=(Mishap(TURN, "The dealer did not use the reader as required.",
                                  does(c.ReportReaderMisused())),
                           Mishap("note misuse", "The floorperson is notified.", does(c.NoteMisuse())))),
    ExampleScript("reader_broken", "The reader fails during a round", "Tc 7d 9h Ts",
                  mishaps=(_READER_FAILS,
                           Mishap("repair reader", "It is repaired, and the round continues.",
                                  does(c.RepairDevice("reader"))))),
    ExampleScript("reader_broken/void", "The reader fails during a round and cannot be repaired",
                  "Tc 7d 9h Ts",
                  mishaps=(_READER_FAILS,
                           Mishap("repair reader", "It can be neither repaired nor replaced, so the "
                                  "floorperson voids the round.", does(c.VoidRound())))),
    ExampleScript("blackjack_misread", "The dealer overlooks a Blackjack, and the player doubles down",
                  "6c Kd 5h As Th", ("double",), mishaps=(_DEALER_MISSES_BLACKJACK,)),
)  # fmt: skip


def _false_blackjack(game: Game) -> ExampleScript:
    """The answer is the reader’s or the dealer’s, and a reading says whether the round is played on."""
    is_void = game.house.floor.false_blackjack_voids
    then = "the round is void" if is_void else "the round is played on"
    if "dealer_looks" in game.procedures:
        who, mishaps = "dealer announces", (_DEALER_SAYS_BLACKJACK,)
    else:
        who, mishaps = "reader shows", (_READER_SAYS_BLACKJACK, *(() if is_void else (_PLAYED_ON,)))
    title = f"The {who} a Blackjack by mistake: {then}"
    return ExampleScript("false_blackjack", title, "Tc Kd 9h 7s", mishaps=mishaps)


_WITHOUT_DEALER_HAND = (
    ExampleScript("face_up", "A card is face up in the shoe: it is not used", "Kc 9d 8h", ("over",),
                  mishaps=(_face_up("3c"),)),
    ExampleScript("drawn_unseen", "A card drawn by mistake, unseen: it is the next card", "Kc 9d 8h",
                  ("over",), mishaps=(_UNSEEN,)),
    ExampleScript("drawn_seen", "A card drawn by mistake, seen: the player takes it", "Kc 8h", ("over",),
                  mishaps=(_exposed("9d"),)),
    ExampleScript("exposed_card_refused", "A card drawn by mistake, seen: the player turns it down and has "
                  "no hand", "Kc", mishaps=(_exposed("9d"), _REFUSES)),
    ExampleScript("exposed_card_unused", "A card drawn by mistake, seen: nobody is left to take it", "Kc",
                  mishaps=(_exposed("9d"), _REFUSES, _DISCARDED)),
    ExampleScript("shoe_empty", "The shoe runs out during the round", "Kc 2s 9d 8h", ("over",),
                  mishaps=_RUNS_OUT),
    ExampleScript("shoe_empty/void", "Neither the shoe nor the discard rack can finish the round", "Kc",
                  ("over",), mishaps=_NO_CARD_LEFT),
    ExampleScript("no_card", "A box gets no card", "", mishaps=(_PASSED, _DEAD)),
    ExampleScript("missed_hit", "A card that was due is missed", "Kc 9d 8h", ("over",),
                  mishaps=(_FORGOTTEN, _TAKES)),
)  # fmt: skip


def _jams(table: ExampleTable, _: Card | None) -> None:
    table.do(c.ShuffleCards(DEVICE))
    table.do(c.ReportJam(DEVICE))


_WITH_SHUFFLER = (
    ExampleScript("shuffler_jam", "The shuffler jams", "",
                  mishaps=(Mishap("shuffle", "The shuffler jams.", _jams),)),
    ExampleScript("shuffler_broken", "The shuffler fails", "",
                  mishaps=(Mishap("shuffle", "The shuffler fails.",
                                  does(c.ReportBroken(DEVICE, "shuffler"))),)),
)  # fmt: skip
_PLAIN: dict[bool, tuple[str, tuple[str, ...]]] = {True: ("Tc 7d 9h Ts", ()), False: ("Kc 9d 8h", ("over",))}
"""An uneventful round for what goes wrong before it, with and without a dealer’s hand."""

SHOWN_WITH = {"irregularity.shoe_empty/burn": "irregularity.shoe_empty"}
"""Irregularities that another one’s example shows too."""

_ALL_VOIDED = (
    ExampleScript("void_round", "A card is face up in the shoe: the round is void", "9c 7d 2d Ts",
                  mishaps=(_face_up("3c"), _VOIDED)),
)  # fmt: skip
"""Where whatever goes wrong voids the round, one example shows it for all."""


def find_irregularity_examples(game: Game) -> tuple[Example, ...]:
    """One example for each irregularity that can happen at this table."""
    possible = {row.mechanism for row in find_irregularities(game)}
    scripts = _scripts(game)
    cards, plays = _PLAIN[game.has_dealer]
    if game.option_values.get("shuffler", "manual") != "manual":
        scripts += tuple(replace(script, cards=cards, plays=plays) for script in _WITH_SHUFFLER)
    wanted = [script for script in scripts if f"irregularity.{script.id}" in possible]
    return tuple(
        play(game, replace(script, id=f"irregularity_{script.id}")) for script in in_this_deck(game, wanted)
    )


def _scripts(game: Game) -> tuple[ExampleScript, ...]:
    if game.house.floor.any_irregularity_voids:
        return _ALL_VOIDED
    if not game.has_dealer:
        return _WITHOUT_DEALER_HAND
    return (*_WITH_DEALER, _false_blackjack(game))
