"""Worked examples of irregularities: something goes wrong at the live table, and what becomes of it."""

from collections.abc import Callable
from dataclasses import replace

from pitboss.games.game import Game
from pitboss.paper.conformance import find_irregularities
from pitboss.paper.worked_examples import ASKED, SEAT, TURN, Example, Floor, Moment, Script, play
from pitboss.table import commands as c
from pitboss.table.due import due
from pitboss.table.event_text import tell_card
from pitboss.table.notation import parse_card
from pitboss.table.options import options
from pitboss.table.people import DEALER, DEVICE, player


def does(command: c.Command) -> Callable[[Floor], None]:
    return lambda floor: floor.do(command)


def _face_up(face: str) -> Moment:
    card = parse_card(face)
    return Moment(TURN, f"{tell_card(card)} lies face up in the shoe.", does(c.FindFaceUp(card)))


def _exposed(face: str) -> Moment:
    card = parse_card(face)
    return Moment(
        TURN, f"The dealer draws {tell_card(card)} by mistake, and it is seen.", does(c.DrawInError(card))
    )


_UNSEEN = Moment(TURN, "The dealer draws a card by mistake, and nobody sees it.", does(c.DrawInError()))
_REFUSES = Moment(TURN, "The player turns it down.", does(c.RefuseCard(player(SEAT), SEAT)))
_PASSED = Moment("card", "The box is passed over.", does(c.PassOver(SEAT)))
_DEAD = Moment(
    "call dead", "The hand is dead, and what lay on it comes back.", does(c.CallDead(DEALER, SEAT))
)
_FORGOTTEN = Moment(ASKED, "The card is forgotten, and the deal goes on.", does(c.PassOver(SEAT)))
_THROWN_AWAY = Moment("discard held", "Nobody has a use for it: it goes to the rack.", does(c.DiscardHeld()))
_TAKES = Moment(
    "missed", "The player takes the card that was missed.", does(c.TakeMissedCard(player(SEAT), SEAT))
)


def _empty_the_shoe(floor: Floor) -> None:
    """Cards are found face up, one after another, until none is left."""
    while floor.state.shoe:
        found = due(floor.state)
        if found is not None and found.act == "remove cover":
            floor.do(c.RemoveCover())
        unseen = next(
            choice
            for choice in options(floor.state, DEALER).choices
            if isinstance(choice.command, c.FindFaceUp)
        )
        others = [face for face in unseen.values if face != floor.pilot.hole] or unseen.values
        for face in others:
            if floor.state.shoe in (0, floor.state.cover):
                break
            floor.do(c.FindFaceUp(face))


_RUNS_OUT = (
    Moment(ASKED, "The shoe is empty before the card can be dealt.", _empty_the_shoe),
    Moment("collect", "The cards of the discard rack are shuffled and cut.", does(c.CollectCards())),
    Moment("burn", "One of them is burned, and the round goes on.", lambda floor: floor.go_on()),
)

_WITH_DEALER = (
    Script("face_up", "A card lies face up in the shoe: it is not used", "9c 7d 2d Ts 8h", ("hit",),
           moments=(_face_up("3c"),)),
    Script("drawn_unseen", "A card too many, unseen: it is the next card", "9c 7d 2d Ts 8h", ("hit",),
           moments=(_UNSEEN,)),
    Script("drawn_seen", "A card too many, seen: the player takes it", "9c 7d 2d Ts", ("hit",),
           moments=(_exposed("8h"),)),
    Script("exposed_card_refused", "A card too many, seen: the player refuses, the dealer must take it", "Tc 6d 6h Ts",
           moments=(_exposed("Kh"), _REFUSES)),
    Script("exposed_card_unused", "A card too many, seen: nobody takes it", "Tc 7d 6h Ts",
           moments=(_exposed("5h"), _REFUSES, _THROWN_AWAY)),
    Script("overdraw", "The dealer draws to a total on which to stand", "Tc 7d 9h Ts",
           moments=(Moment("settle", "The dealer takes 4♣ on 17.", does(c.Overdraw(parse_card("4c")))),)),
    Script("dealer_card_missed", "The dealer forgets the own first card", "Tc 9h 7d Ts",
           moments=(Moment("card", "The dealer forgets the own card.", does(c.PassOver(0)), box=0),)),
    Script("shoe_empty", "The shoe cannot complete the round", "9c 7d 2d Ts 2s 8h", ("hit",),
           moments=_RUNS_OUT),
    Script("no_card", "A box gets neither of its cards", "7d Ts", moments=(_PASSED, _PASSED, _DEAD)),
    Script("one_card", "A box gets one card only", "7d Tc 9h Ts", moments=(_PASSED, _TAKES)),
    Script("missed_hit", "A card that was asked for is not dealt", "9c 7d 2d Ts 8h", ("hit",),
           moments=(_FORGOTTEN, _TAKES)),
    Script("wrong_range", "The light was wrong, and the hand is called dead", "Tc 7d 6h Ts",
           moments=(Moment(TURN, "The light shows another range than the hole card's.",
                           does(c.ReportWrongRange(DEALER, "light"))),
                    Moment("rule on", "The dealer calls the hand dead.", does(c.CallDead(DEALER, SEAT))))),
    Script("reader_misused", "The reader is not used as it must be", "Tc 7d 9h Ts",
           moments=(Moment(TURN, "The reader was not used as it must be.", does(c.ReportReaderMisused())),
                    Moment("note misuse", "The floorperson is told.", does(c.NoteMisuse())))),
    Script("reader_broken", "The reader fails in the middle of a round", "Tc 7d 9h Ts",
           moments=(Moment(TURN, "The reader fails.", does(c.ReportBroken(DEALER, "reader"))),
                    Moment("repair reader", "It is repaired, and the round goes on.",
                           does(c.RepairDevice("reader"))))),
)  # fmt: skip

_ON_OWN = (
    Script("face_up", "A card lies face up in the shoe: it is not used", "Kc 9d 8h", ("over",),
           moments=(_face_up("3c"),)),
    Script("drawn_unseen", "A card too many, unseen: it is the next card", "Kc 9d 8h", ("over",),
           moments=(_UNSEEN,)),
    Script("drawn_seen", "A card too many, seen: the player takes it", "Kc 8h", ("over",),
           moments=(_exposed("9d"),)),
    Script("exposed_card_refused", "A card too many, seen: the player refuses, and has no hand", "Kc",
           moments=(_exposed("9d"), _REFUSES)),
    Script("exposed_card_unused", "A card too many, seen: nobody is left to take it", "Kc",
           moments=(_exposed("9d"), _REFUSES, _THROWN_AWAY)),
    Script("shoe_empty", "The shoe cannot complete the round", "Kc 2s 9d 8h", ("over",),
           moments=_RUNS_OUT),
    Script("no_card", "A box gets no card", "", moments=(_PASSED, _DEAD)),
    Script("missed_hit", "A card that was due is not dealt", "Kc 9d 8h", ("over",),
           moments=(_FORGOTTEN, _TAKES)),
)  # fmt: skip


def _jams(floor: Floor) -> None:
    floor.do(c.ShuffleCards(DEVICE))
    floor.do(c.ReportJam(DEVICE))


_WITH_SHUFFLER = (
    Script("shuffler_jam", "The shuffler jams", "", moments=(Moment("shuffle", "The shuffler jams.", _jams),)),
    Script("shuffler_broken", "The shuffler fails", "",
           moments=(Moment("shuffle", "The shuffler fails.", does(c.ReportBroken(DEVICE, "shuffler"))),)),
)  # fmt: skip
_PLAIN: dict[bool, tuple[str, tuple[str, ...]]] = {True: ("Tc 7d 9h Ts", ()), False: ("Kc 9d 8h", ("over",))}
"""A plain round for what goes wrong before it."""

SHOWN_WITH = {"irregularity.shoe_empty/burn": "irregularity.shoe_empty"}


def find_mishaps(game: Game) -> tuple[Example, ...]:
    """One example for each irregularity that can happen at this table."""
    here = {row.mechanism for row in find_irregularities(game)}
    with_dealer = game.has_dealer
    scripts: tuple[Script, ...] = _WITH_DEALER if with_dealer else _ON_OWN
    cards, plays = _PLAIN[with_dealer]
    if game.option_values.get("shuffler", "manual") != "manual":
        scripts += tuple(replace(script, cards=cards, plays=plays) for script in _WITH_SHUFFLER)
    return tuple(
        play(game, replace(script, id=f"irregularity_{script.id}"))
        for script in scripts
        if f"irregularity.{script.id}" in here
    )
