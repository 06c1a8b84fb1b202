"""The dealer's acts as a trainee is told them: what the hands do."""

from pitboss.table import commands as c
from pitboss.table.state import PEEKER, Stage, Table

STEPS = {
    Stage.INSPECTED: "look every card over for defects",
    Stage.VERIFIED: "the floorperson checks your inspection",
    Stage.SPREAD: "spread the decks face up in fans, by suit and in sequence",
    Stage.STACKED: "turn the cards face down, wash them and stack them",
}
HOW = {
    c.ReceiveCards: "take the cards in",
    c.ShuffleCards: "mix the cards until no order is left, and stack them",
    c.OfferCut: "hold the stack out to seat {seat}, backs away from you",
    c.CutCards: "put the cover card in, and what is above it to the bottom",
    c.PlaceCover: "put the cover card {from_bottom} cards from the bottom",
    c.LoadShoe: "put the stack into the shoe",
    c.BurnCard: "draw a card and lay it face down in the discard rack",
    c.InspectReader: "the floorperson tries the {reader}",
    c.CloseBetting: "no more wagers",
    c.DealCard: "draw a card and lay it face up before {place}",
    c.DealHole: "draw your second card and leave it face down",
    c.OfferInsurance: "offer insurance to every player",
    c.CloseInsurance: "insurance is closed",
    c.InsertHole: "slide the hole card face down into the {reader}, seen by nobody",
    c.MoveHand: "move your hand to the {lane} box",
    c.TurnHole: "turn the hole card face up",
    c.Settle: "settle {wager} at box {box}",
    c.ClearTable: "pick the cards up hand by hand into the rack, so that each can be rebuilt",
    c.RemoveCover: "lay the cover card aside; this is the last round of the shoe",
    c.CollectCards: "take shoe and rack together and count the cards",
}


def how_to(command: c.Command, state: Table) -> str:
    """The act in a few words, after a colon; nothing for what a device does."""
    if isinstance(command, c.PrepareCards):
        says = STEPS.get(command.step, "")
    elif isinstance(command, c.LightRange | c.PeekRange | c.AnswerBlackjack):
        says = (
            f"read the mark in the {PEEKER}"
            if state.terms.reader == PEEKER
            else f"the {state.terms.reader} answers"
        )
    else:
        says = HOW.get(type(command), "")
    fields = {name: getattr(command, name) for name in command.__struct_fields__}
    fields |= {
        "reader": state.terms.reader,
        "place": "yourself" if not fields.get("box") else f"box {fields['box']}",
    }
    fields["wager"] = str(fields.get("wager") or "the hand").replace("_", " ")
    fields["lane"] = getattr(fields.get("lane"), "name", "").title()
    return f": {says.format(**fields)}" if says else ""
