"""A sentence for everything that is due, to be read and to be spoken; what happened is told by the table."""

from typing import Any

from pitboss.rules.hands import dealer_total
from pitboss.table import events as e
from pitboss.table.acts import STEPS
from pitboss.table.state import Stage, Table, find_box
from pitboss.table.view import NextAct, View, view_hand
from pitboss.web.json_codec import plain

DUE = {
    "bets": "Wagers are open.",
    "bet": "You may bet.",
    "card": "The dealer deals a card to {where}.",
    "hole": "The dealer deals the hole card, face down.",
    "turn": "The dealer turns the hole card.",
    "insert": "The dealer puts the hole card into the reader.",
    "read": "The reader tells what it sees.",
    "move hand": "The dealer moves the hand to the lane of the light.",
    "offer insurance": "The dealer offers insurance.",
    "close insurance": "Insurance is open; the dealer closes it.",
    "insure": "Box {box} may be insured.",
    "surrender": "Box {box} may be given up for half before the dealer looks.",
    "decide": "Box {box} decides.",
    "choose": "Box {box} chooses Over, Under or gives up the Ante.",
    "second chance": "Box {box} may buy a card that is taken off its total.",
    "settle": "The dealer takes or pays box {box}.",
    "clear": "The dealer clears the layout.",
    "receive": "Cards come to the table.",
    "shuffle": "The cards are shuffled.",
    "shuffle spare": "The shuffler shuffles the other batch.",
    "offer cut": "The cut is offered to seat {box}.",
    "cut": "The cards are cut.",
    "place cover": "The cover card goes in.",
    "load": "The cards go into the shoe.",
    "burn": "A card is burned.",
    "remove cover": "The cover card is taken out.",
    "collect": "The cards are collected for the shuffle.",
    "missed": "Box {box} was passed over: take the card after the others, or call the hand dead.",
    "call dead": "Box {box} has no hand to play: it is called dead.",
    "rule on": "The light or the lane was wrong: box {box} plays on, or its hand is dead.",
    "discard held": "Nobody takes the exposed card: it is discarded.",
    "void round": "No card is left: the floor voids the round.",
    "note misuse": "The floor notes that the reader was misused.",
    "repair reader": "Nothing is dealt until the reader works again.",
    "repair shuffler": "Nothing is dealt until the shuffler works again.",
    "cover shuffler": "The shuffler is covered, or a sign put on it.",
}  # fmt: skip


def due_sentence(act: NextAct) -> str:
    """What is next, in words."""
    if act.act == "prepare":
        return STEPS[Stage(act.hand)].due
    if act.act == "cut" and act.who.seat:
        return "The cut is offered: choose how deep the cover card goes in, or pass."
    where = "the dealer's hand" if act.box == 0 else f"box {act.box}"
    return DUE.get(act.act, f"{act.act.capitalize()}.").format(box=act.box, where=where)


def view_in_words(seen: View) -> dict[str, Any]:
    """A view as JSON, with a sentence for everything that is due."""
    told: dict[str, Any] = plain(seen)
    for act, said in zip(seen.next, told["next"], strict=True):
        said["says"] = due_sentence(act)
    return told


def shows(state: Table, event: e.Event) -> dict[str, Any]:
    """The total on the layout after a card: of the hand it came to, or the dealer's."""
    if isinstance(event, e.HoleTurned) or (isinstance(event, e.CardDealt) and event.box == 0):
        return {"shows": {"points": dealer_total(state.dealer.tally, state.house).points, "soft": False}}
    if not isinstance(event, e.CardDealt):
        return {}
    box = find_box(state, event.box)
    if box is None or event.hand >= len(box.hands):
        return {}
    hand = view_hand(state, box.hands[event.hand])
    return {"shows": {"points": hand.points, "soft": hand.soft}}
