"""The cards on their way into the shoe: opening, shuffle, cut, cover card, and back again."""

from pitboss.rules.mechanism import rule
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.act_registry import Events, act, between_rounds, cards_ready, expect, refuse
from pitboss.table.clauses import carries_out
from pitboss.table.due import due, swaps_when_idle
from pitboss.table.people import DEALER, DEVICE, Role
from pitboss.table.state import OPENING_TOPICS, Stage, Table

BACKS = ("red", "blue", "green", "black")
MOST_HOURS = 24 * 366

# ---- the day and the decks


@act(c.BeginDay)
@carries_out("inspect reader")
def begin_day(state: Table, _: c.BeginDay) -> Events:
    between_rounds(state)
    return (e.DayBegan(clause=state.terms.cites["inspect reader"]),)


@act(c.TellTime)
@carries_out("change decks")
def tell_time(state: Table, command: c.TellTime) -> Events:
    if not state.now_h < command.hour <= state.now_h + MOST_HOURS:
        refuse(state, "clock_runs_back", "Time neither runs back nor leaps years.", "change decks")
    return (e.HourStruck(hour=command.hour, clause=state.terms.cites["change decks"]),)


@act(c.InspectReader)
@carries_out("inspect reader")
def inspect_reader(state: Table, _: c.InspectReader) -> Events:
    if not state.terms.has_reader:
        refuse(state, "no_reader", "This table has no reader.", "inspect reader")
    if state.reader_broken:
        refuse(state, "reader_broken", "The reader must be repaired first.", "reader broken")
    return (e.ReaderInspected(reader=state.terms.reader, clause=state.terms.cites["inspect reader"]),)


@act(c.ReceiveCards)
@carries_out("receive", "batches", "preshuffled", "change decks")
@rule("685a.4(d)", "673a.4(d)", "686a.4(d)")
def receive_cards(state: Table, command: c.ReceiveCards) -> Events:
    """A batch; with a batch shuffler a second one, of another colour, once the first is stacked."""
    between_rounds(state)
    if state.boxes:
        refuse(state, "wager_down", "Wagers are on the layout.", "change decks")
    second = wants_second_batch(state)
    if state.stage not in (Stage.NONE, Stage.READY) and not second:
        refuse(state, "cards_on_table", "There are cards on the table already.", "receive")
    if command.backs not in BACKS or (second and command.backs in state.backs):
        refuse(state, "same_backs", "The two batches need backs of different colours.", "batches")
    if command.preshuffled and "preshuffled" not in state.terms.spoken:
        refuse(state, "no_such_route", "These rules know no preshuffled cards.", "receive")
    topic = "preshuffled" if command.preshuffled else "receive"
    received = e.CardsReceived(
        backs=command.backs,
        batch=int(second),
        preshuffled=command.preshuffled,
        cards=state.terms.cards,
        clause=state.terms.cites[topic],
    )
    if not command.preshuffled or (state.terms.shuffler == "batch" and not second):
        return (received,)
    clause = state.terms.cites["preshuffled"]
    return (received, e.CardsShuffled(by=DEVICE, order=first_comer_cuts(state), clause=clause))


def wants_second_batch(state: Table) -> bool:
    found = due(state)
    return found is not None and found.topic == "batches"


@act(c.PrepareCards)
@carries_out("inspect", "verify", "spread", "look", "wash", "idle look")
@rule("685a.4(d)", "673a.4(d)", "686a.4(d)", "673a.5(g)(1)")
def prepare_cards(state: Table, command: c.PrepareCards) -> Events:
    """One step of the opening after the other, each by whom the text names."""
    found = expect(state, "prepare", command.by)
    if command.step != found.hand:
        refuse(state, "wrong_step", f"The next step is: {Stage(found.hand).name.lower()}.", found.topic)
    if command.step == Stage.STACKED and swaps_when_idle(state):
        return idle_swap(state)
    if command.step == Stage.SEEN and state.reshuffle == "idle":
        return idle_look(state, command)
    clause = state.terms.cites[OPENING_TOPICS[command.step]]
    return (e.CardsPrepared(step=command.step, by=command.by, clause=clause),)


@carries_out("idle look")
def idle_look(state: Table, command: c.PrepareCards) -> Events:
    """Then the opening from its first step, unless the text itself says what follows."""
    clause = state.terms.cites["idle look"]
    seen = e.CardsPrepared(step=Stage.SEEN, by=command.by, clause=clause)
    if "idle wash" in state.terms.spoken:
        return (seen,)
    return (seen, e.CardsReopened(clause=clause))


@carries_out("idle swap", "idle spread", "alternate")
def idle_swap(state: Table) -> Events:
    """The spread batch into the shuffler, the other out: dealt as it is unless a player asked to see it."""
    stays = "idle swap" in state.terms.spoken
    clause = state.terms.cites["idle swap" if stays else "wash"]
    stacked = e.CardsPrepared(step=Stage.STACKED, by=DEALER, clause=clause)
    swap, shuffled = swapped(state)
    if not (state.spread_asked and stays):
        return (stacked, swap, shuffled)
    spread = e.CardsPrepared(step=Stage.SPREAD, by=DEALER, clause=state.terms.cites["idle spread"])
    return (stacked, swap, spread)


@act(c.AskForSpread)
@carries_out("idle", "idle spread")
def ask_for_spread(state: Table, command: c.AskForSpread) -> Events:
    if state.reshuffle != "idle" or state.stage not in (Stage.SPREAD, Stage.SEEN) or state.spread_asked:
        refuse(state, "not_now", "The cards are not spread for you.", "idle")
    if not state.players or state.players[0].seat != command.by.seat:
        refuse(state, "not_yours", "The first player to arrive may ask.", "idle")
    return (e.SpreadAsked(seat=command.by.seat, clause=state.terms.cites["idle"]),)


# ---- shuffle


@act(c.ShuffleCards)
@carries_out("shuffle", "store", "cut order", "shuffler broken", "jam")
@rule("685a.4(c) s2", "673a.4(c) s2", "686a.4(c) s2", "685a.7(d)(2)", "673a.7(d)(2)", "686a.7(d)(2)")
def shuffle_cards(state: Table, command: c.ShuffleCards) -> Events:
    """By hand or by the device that is in use; a second batch while the first is played."""
    if command.spare:
        return shuffle_spare(state, command)
    found = due(state)
    if found is None or found.act not in ("shuffle", "cover shuffler"):
        refuse(state, "not_now", "The cards are not stacked for a shuffle.", "shuffle")
    by_device = command.by.role == Role.DEVICE
    check_shuffler(state, by_device=by_device)
    return (e.CardsShuffled(by=command.by, order=cut_order(state), clause=state.terms.cites["shuffle"]),)


@carries_out("store")
def shuffle_spare(state: Table, command: c.ShuffleCards) -> Events:
    if state.spare != Stage.STACKED:
        refuse(state, "no_spare_batch", "No batch waits in the shuffler.", "store")
    check_shuffler(state, by_device=command.by.role == Role.DEVICE)
    return (e.SpareShuffled(clause=state.terms.cites["store"]),)


@carries_out("shuffler broken")
def check_shuffler(state: Table, *, by_device: bool) -> None:
    if by_device and state.terms.shuffler == "manual":
        refuse(state, "no_shuffler", "This table has no shuffler.", "shuffle")
    if by_device and state.shuffler_broken:
        refuse(state, "shuffler_broken", "The shuffler is out of order.", "shuffler broken")
    if not by_device and state.terms.shuffler != "manual" and not state.shuffler_covered:
        says = "Before cards are shuffled otherwise, the shuffler is covered or bears a sign."
        refuse(state, "shuffler_in_use", says, "shuffler broken")


@carries_out("cut order", "first player cuts", "cover player cuts")
@carries_out("far right cuts", "far right cuts on order")
@rule("685a.5(c)(4) s2", "673a.5(c)(4) s2", "686a.5(c)(4) s2", "685a.5(c)(3) s2", "673a.5(c)(3) s2",
      "686a.5(c)(3) s2")  # fmt: skip
def cut_order(state: Table) -> tuple[int, ...]:
    """Who is named first, then counterclockwise from the dealer's far right."""
    if state.reshuffle in ("opening", "idle", "reopened"):
        return first_comer_cuts(state)
    seats = far_right_first(state)
    if state.reshuffle == "cover" and state.cover_seat in seats:
        return (state.cover_seat, *(seat for seat in seats if seat != state.cover_seat))
    return seats


def far_right_first(state: Table) -> tuple[int, ...]:
    return tuple(sorted((found.seat for found in state.players), reverse=True))


@carries_out("first player cuts")
def first_comer_cuts(state: Table) -> tuple[int, ...]:
    if not state.players:
        return ()
    first = state.players[0].seat
    return (first, *(seat for seat in far_right_first(state) if seat != first))


# ---- cut


@act(c.OfferCut)
@carries_out("offer cut", "cut order")
def offer_cut(state: Table, command: c.OfferCut) -> Events:
    found = expect(state, "offer cut", command.by)
    if command.seat != found.box:
        refuse(state, "wrong_player", f"The cut is offered to player {found.box}.", "cut order")
    return (e.CutOffered(seat=command.seat, clause=state.terms.cites["offer cut"]),)


@act(c.RefuseCut)
@carries_out("refuse cut")
@rule("685a.5(c)(4) s2", "673a.5(c)(4) s2", "686a.5(c)(4) s2")
def refuse_cut(state: Table, command: c.RefuseCut) -> Events:
    """The offer goes on counterclockwise. Who will leave may refuse before being asked."""
    if command.by.seat not in state.cut_order or state.stage != Stage.SHUFFLED:
        refuse(state, "not_now", "The cut is not offered to you.", "offer cut")
    if state.offered >= 0 and state.offered != command.by.seat:
        refuse(state, "not_yours", f"The cut is offered to player {state.offered}.", "offer cut")
    return (e.CutRefused(seat=command.by.seat, clause=state.terms.cites["refuse cut"]),)


@act(c.CutCards)
@carries_out("cut", "bury", "dealer cuts", "recut by")
def cut_cards(state: Table, command: c.CutCards) -> Events:
    """Far enough from both ends; what lay above goes below."""
    expect(state, "cut", command.by)
    lowest = least_cut(state)
    if not lowest <= command.depth <= state.stack - lowest:
        says = f"The cut lies {lowest} to {state.stack - lowest} cards deep."
        refuse(state, "bad_cut", says, "cut")
    return (e.CardsCut(by=command.by, depth=command.depth, clause=state.terms.cites["cut"]),)


def least_cut(state: Table) -> int:
    return min(state.terms.cut_margin_cards, state.stack // 2)


@act(c.OrderRecut)
@carries_out("recut", "recut by")
@rule("685a.5(e) s3", "673a.5(e) s3", "686a.5(e) s3")
def order_recut(state: Table, _: c.OrderRecut) -> Events:
    """After the cut and before the shoe: whoever cut last, or the next under the order."""
    if state.stage not in (Stage.CUT, Stage.COVERED):
        refuse(state, "not_now", "A new cut is ordered between cut and shoe.", "recut")
    seats = far_right_first(state)
    order = state.cut_order
    if state.last_cutter in seats:
        order = (state.last_cutter, *(seat for seat in order if seat != state.last_cutter))
    return (e.RecutOrdered(order=order, clause=state.terms.cites["recut"]),)


@act(c.PlaceCover)
@carries_out("cover")
def place_cover(state: Table, command: c.PlaceCover) -> Events:
    expect(state, "place cover", command.by)
    lowest, highest = cover_bounds(state)
    if not lowest <= command.from_bottom <= highest:
        says = f"The cover card goes {lowest} to {highest} cards from the bottom."
        refuse(state, "bad_cover", says, "cover")
    return (e.CoverPlaced(from_bottom=command.from_bottom, clause=state.terms.cites["cover"]),)


def cover_bounds(state: Table) -> tuple[int, int]:
    terms, stack = state.terms, state.stack
    if terms.cover_cards:
        exact = min(terms.cover_cards, stack)
        return exact, exact
    return -(-stack * terms.cover_percent // 100), stack


@act(c.LoadShoe)
@carries_out("load", "device lifts")
@rule("685a.7(a) s2", "673a.7(a) s2", "686a.7(a) s2", "685a.5(e) s3", "673a.5(e) s3", "686a.5(e) s3",
      "685a.6(b)(2)", "673a.6(b)(2)", "686a.6(b)(2)")  # fmt: skip
def load_shoe(state: Table, command: c.LoadShoe) -> Events:
    """Into the shoe, by hand or by the device; a device that reshuffles and counts needs no cut."""
    found = due(state)
    if found is None or found.act != "load":
        refuse(state, "not_now", "The cards are not ready for the shoe.", "load")
    if command.by.role == Role.DEVICE and state.terms.shuffler == "manual":
        refuse(state, "no_shuffler", "This table has no device to load the shoe.", "load")
    topic = "load" if state.terms.uses_cut or "device lifts" not in state.terms.spoken else "device lifts"
    burn = state.terms.burn_cards
    clause = state.terms.cites[topic]
    return (e.ShoeLoaded(cards=state.stack, by=command.by, burn=burn, clause=clause),)


# ---- back again


@act(c.CollectCards)
@carries_out("collect", "insufficient", "alternate", "one batch in the rack")
@rule("685a.7(d) s2", "673a.7(d) s2", "686a.7(d) s2", "685a.5(a)", "673a.5(a)", "686a.5(a)", "NH Method s4",
      "NH Method s48")  # fmt: skip
def collect_cards(state: Table, command: c.CollectCards) -> Events:
    """Shoe and rack together, all counted; or the rack alone when the shoe ran out in a round."""
    check_spare(state)
    found = expect(state, "collect", command.by)
    if found.topic == "insufficient":
        return (e.DiscardsTaken(cards=len(state.rack), clause=state.terms.cites["insufficient"]),)
    if state.boxes:
        refuse(state, "wager_down", "Wagers are on the layout.", "collect")
    held = state.held is not None
    cards = state.shoe + len(state.rack) + held
    collected = e.CardsCollected(cards=cards, clause=state.terms.cites["collect"])
    return (collected, *swapped(state))


@carries_out("alternate", "one batch in the rack")
def swapped(state: Table) -> Events:
    """With two batches the one in the shuffler takes the place of the one just dealt."""
    if not state.uses_two_batches:
        return ()
    batch = 1 - state.batch
    clause = state.terms.cites["alternate"]
    return (
        e.BatchesSwapped(batch=batch, backs=state.backs[batch], clause=clause),
        e.CardsShuffled(by=DEVICE, order=cut_order(state), clause=state.terms.cites["store"]),
    )


@carries_out("store")
def check_spare(state: Table) -> None:
    found = due(state)
    if found is not None and found.act == "shuffle spare":
        refuse(state, "spare_not_shuffled", "The batch in the shuffler must be shuffled first.", "store")


@act(c.OrderReshuffle)
@carries_out("order reshuffle")
def order_reshuffle(state: Table, _: c.OrderReshuffle) -> Events:
    """After any round, on the floor's word."""
    cards_ready(state)
    between_rounds(state)
    if state.reshuffle or state.boxes:
        refuse(state, "not_now", "A shuffle is due already, or wagers are down.", "order reshuffle")
    if not state.terms.uses_cut:
        refuse(state, "device_shuffles", "The device reshuffles by itself.", "device lifts")
    return (e.ReshuffleOrdered(clause=state.terms.cites["order reshuffle"]),)


@act(c.RelieveDealer)
@carries_out("new dealer")
def relieve_dealer(state: Table, _: c.RelieveDealer) -> Events:
    """A new dealer burns a card of his own before the deal, where the text says so."""
    between_rounds(state)
    burn = int("new dealer" in state.terms.spoken)
    return (e.DealerRelieved(burn=burn, clause=state.terms.cites["new dealer"]),)


@act(c.SpreadIdle)
@carries_out("idle", "idle look")
@rule("673a.5(g)(1)")
def spread_idle(state: Table, command: c.SpreadIdle) -> Events:
    """Nobody plays: all cards lie on the table for the first player to come."""
    cards_ready(state)
    between_rounds(state)
    if state.players or state.boxes:
        refuse(state, "players_here", "There are players at the table.", "idle")
    if not state.terms.uses_cut or "idle" not in state.terms.spoken:
        refuse(state, "device_shuffles", "This does not apply at this table.", "device lifts")
    return (e.CardsSpreadIdle(face_up=command.face_up, clause=state.terms.cites["idle"]),)
