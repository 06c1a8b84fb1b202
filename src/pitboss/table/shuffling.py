"""The cards on their way into the shoe: opening, shuffle, cut, cover card, and back again."""

from pitboss.rules.mechanism import mechanism
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.act_registry import Events, act, because, between_rounds, cards_ready, expect, refuse
from pitboss.table.acts import must_do
from pitboss.table.cut_turns import cut_cause, cut_order, far_right_first, first_comer_cuts, passed_cut_cause
from pitboss.table.due import collect_cause, due, swaps_when_idle
from pitboss.table.people import DEALER, DEVICE, Role
from pitboss.table.state import STEP_CAUSES, Stage, Table

BACKS = ("red", "blue", "green", "black")
MOST_HOURS = 24 * 366

# ---- the day and the decks


@act(c.BeginDay)
@mechanism("procedure.inspect_reader")
def begin_day(state: Table, _: c.BeginDay) -> Events:
    between_rounds(state, "procedure.inspect_reader")
    cause = "procedure.inspect_reader" if state.terms.has_reader else "procedure.change_decks"
    return (e.DayBegan(**because(state, cause)),)


@act(c.TellTime)
@mechanism("procedure.change_decks")
def tell_time(state: Table, command: c.TellTime) -> Events:
    if not state.now_h < command.hour <= state.now_h + MOST_HOURS:
        refuse(
            state,
            "clock_runs_back",
            "The hour must be later than the last one, and within a year of it.",
            "procedure.change_decks",
        )
    return (e.HourStruck(hour=command.hour, **because(state, "procedure.change_decks")),)


@act(c.InspectReader)
@mechanism("procedure.inspect_reader")
def inspect_reader(state: Table, _: c.InspectReader) -> Events:
    if not state.terms.has_reader:
        refuse(state, "no_reader", "This table has no reader.", "procedure.inspect_reader")
    if state.reader_broken:
        refuse(state, "reader_broken", "The reader must be repaired first.", "irregularity.reader_broken")
    return (e.ReaderInspected(reader=state.terms.reader, **because(state, "procedure.inspect_reader")),)


@act(c.ReceiveCards)
@mechanism(
    "procedure.receive_cards",
    "procedure.second_batch",
    "procedure.preshuffled_cards",
    "procedure.change_decks",
    "procedure.opening",
)
def receive_cards(state: Table, command: c.ReceiveCards) -> Events:
    """A batch; with a batch shuffler a second one, of another colour, once the first is stacked."""
    between_rounds(state, "procedure.change_decks")
    if state.boxes:
        refuse(state, "wager_down", "There are still wagers on the layout.", "procedure.change_decks")
    second = wants_second_batch(state)
    if state.stage not in (Stage.NONE, Stage.READY) and not second:
        refuse(state, "cards_on_table", "There are cards on the table already.", "procedure.receive_cards")
    if command.backs not in BACKS or (second and command.backs in state.backs):
        refuse(
            state, "same_backs", "The two batches need backs of different colours.", "procedure.second_batch"
        )
    if command.preshuffled and "preshuffled_cards" not in state.terms.procedures:
        refuse(
            state, "no_such_route", "These rules do not allow preshuffled cards.", "procedure.receive_cards"
        )
    cause = "procedure.preshuffled_cards" if command.preshuffled else "procedure.receive_cards"
    received = e.CardsReceived(
        backs=command.backs,
        batch=int(second),
        preshuffled=command.preshuffled,
        cards=state.terms.cards,
        **because(state, cause),
    )
    shown_first = bool(state.terms.preshuffled_opening)
    if not command.preshuffled or shown_first or (state.terms.shuffler == "batch" and not second):
        return (received,)
    cite = because(state, "procedure.preshuffled_cards")
    return (received, e.CardsShuffled(by=DEVICE, order=first_comer_cuts(state), **cite))


def wants_second_batch(state: Table) -> bool:
    wanted = due(state)
    return wanted is not None and wanted.cause == "procedure.second_batch"


@act(c.PrepareCards)
@mechanism(
    "procedure.inspect",
    "procedure.verify",
    "procedure.spread",
    "procedure.first_player_looks",
    "procedure.wash",
    "procedure.idle/first_player_looks",
    "procedure.opening",
)
def prepare_cards(state: Table, command: c.PrepareCards) -> Events:
    """One step of the opening after the other, each by whom the text names."""
    wanted = expect(state, "prepare", command.by)
    if command.step != wanted.hand:
        refuse(
            state, "wrong_step", f"Not yet: {must_do('prepare', wanted.who, 0, wanted.hand)}.", wanted.cause
        )
    if command.step == Stage.STACKED and swaps_when_idle(state):
        return idle_swap(state)
    if command.step == Stage.SEEN and state.reshuffle == "idle":
        return idle_look(state, command)
    idle = command.step == Stage.STACKED and state.reshuffle == "idle"
    cite = because(state, "procedure.idle/wash" if idle else STEP_CAUSES[command.step])
    prepared = e.CardsPrepared(step=command.step, by=command.by, **cite)
    if not (state.preshuffled and command.step == state.terms.preshuffled_opening[-1]):
        return (prepared,)
    cite = because(state, "procedure.preshuffled_cards")
    return (prepared, e.CardsShuffled(by=DEVICE, order=first_comer_cuts(state), **cite))


@mechanism("procedure.idle/first_player_looks")
def idle_look(state: Table, command: c.PrepareCards) -> Events:
    """Then the opening from its first step, unless the text itself says what follows."""
    cite = because(state, "procedure.idle/first_player_looks")
    seen = e.CardsPrepared(step=Stage.SEEN, by=command.by, **cite)
    if "idle_wash" in state.terms.procedures:
        return (seen,)
    return (seen, e.CardsReopened(**cite))


@mechanism("procedure.idle/swap_batches", "procedure.idle/show_other_batch", "procedure.alternate_batches")
def idle_swap(state: Table) -> Events:
    """The spread batch into the shuffler, the other out: dealt as it is unless a player asked to see it."""
    stays = "idle_swap" in state.terms.procedures
    cite = because(state, "procedure.idle/swap_batches" if stays else "procedure.wash")
    stacked = e.CardsPrepared(step=Stage.STACKED, by=DEALER, **cite)
    swap, shuffled = swapped(state)
    if not (state.spread_asked and stays):
        return (stacked, swap, shuffled)
    spread = e.CardsPrepared(
        step=Stage.SPREAD, by=DEALER, **because(state, "procedure.idle/show_other_batch")
    )
    return (stacked, swap, spread)


@act(c.AskForSpread)
@mechanism("procedure.idle", "procedure.idle/show_other_batch")
def ask_for_spread(state: Table, command: c.AskForSpread) -> Events:
    if state.reshuffle != "idle" or state.stage not in (Stage.SPREAD, Stage.SEEN) or state.spread_asked:
        refuse(state, "not_now", "The cards are not spread at an idle table.", "procedure.idle")
    if not state.players or state.players[0].seat != command.by.seat:
        refuse(
            state, "not_yours", "Only the first player to arrive may ask to see the cards.", "procedure.idle"
        )
    return (e.SpreadAsked(seat=command.by.seat, **because(state, "procedure.idle")),)


# ---- shuffle


@act(c.ShuffleCards)
@mechanism(
    "procedure.shuffle",
    "procedure.store_batch",
    "procedure.cut_order",
    "irregularity.shuffler_broken",
    "irregularity.shuffler_jam",
    "procedure.reshuffle_due",
)
def shuffle_cards(state: Table, command: c.ShuffleCards) -> Events:
    """By hand or by the device that is in use; a second batch while the first is played."""
    if command.spare:
        return shuffle_spare(state, command)
    wanted = due(state)
    if wanted is None or wanted.act not in ("shuffle", "cover shuffler"):
        refuse(state, "not_now", "The cards are not ready to be shuffled.", "procedure.shuffle")
    by_device = command.by.role == Role.DEVICE
    check_shuffler(state, by_device=by_device)
    return (e.CardsShuffled(by=command.by, order=cut_order(state), **because(state, "procedure.shuffle")),)


@mechanism("procedure.store_batch")
def shuffle_spare(state: Table, command: c.ShuffleCards) -> Events:
    if state.spare != Stage.STACKED:
        refuse(state, "no_spare_batch", "There is no batch in the shuffler.", "procedure.store_batch")
    check_shuffler(state, by_device=command.by.role == Role.DEVICE)
    return (e.SpareShuffled(**because(state, "procedure.store_batch")),)


@mechanism("irregularity.shuffler_broken")
def check_shuffler(state: Table, *, by_device: bool) -> None:
    if by_device and state.terms.shuffler == "manual":
        refuse(state, "no_shuffler", "This table has no shuffler.", "procedure.shuffle")
    if by_device and state.shuffler_broken:
        refuse(state, "shuffler_broken", "The shuffler is out of order.", "irregularity.shuffler_broken")
    if not by_device and state.terms.shuffler != "manual" and not state.shuffler_covered:
        says = "Cover the shuffler, or put a sign on it, before the cards are shuffled by hand."
        refuse(state, "shuffler_in_use", says, "irregularity.shuffler_broken")


# ---- cut


@act(c.OfferCut)
@mechanism("procedure.offer_cut", "procedure.cut_order")
def offer_cut(state: Table, command: c.OfferCut) -> Events:
    wanted = expect(state, "offer cut", command.by)
    if command.seat != wanted.box:
        refuse(state, "wrong_player", f"The cut is offered to player {wanted.box}.", cut_cause(state))
    return (e.CutOffered(seat=command.seat, **because(state, "procedure.offer_cut")),)


@act(c.RefuseCut)
@mechanism("procedure.refuse_cut")
def refuse_cut(state: Table, command: c.RefuseCut) -> Events:
    """The offer goes on counterclockwise. Who will leave may refuse before being asked."""
    if command.by.seat not in state.cut_order or state.stage != Stage.SHUFFLED:
        refuse(state, "not_now", "The cut is not offered to you.", "procedure.offer_cut")
    if state.offered >= 0 and state.offered != command.by.seat:
        refuse(state, "not_yours", f"The cut is offered to player {state.offered}.", cut_cause(state))
    return (e.CutRefused(seat=command.by.seat, **because(state, passed_cut_cause(state))),)


@act(c.CutCards)
@mechanism("procedure.cut", "procedure.bury_cut", "procedure.cut_order/dealer", "procedure.recut/who")
def cut_cards(state: Table, command: c.CutCards) -> Events:
    """Far enough from both ends; what lay above goes below."""
    expect(state, "cut", command.by)
    lowest = least_cut(state)
    if not lowest <= command.depth <= state.stack - lowest:
        says = f"The cut must be {lowest} to {state.stack - lowest} cards deep."
        refuse(state, "bad_cut", says, "procedure.cut")
    return (e.CardsCut(by=command.by, depth=command.depth, **because(state, "procedure.cut")),)


def least_cut(state: Table) -> int:
    return min(state.terms.cut_margin_cards, state.stack // 2)


@act(c.OrderRecut)
@mechanism("procedure.recut", "procedure.recut/who")
def order_recut(state: Table, _: c.OrderRecut) -> Events:
    """After the cut and before the shoe: whoever cut last, or the next under the order."""
    if state.stage not in (Stage.CUT, Stage.COVERED):
        refuse(
            state,
            "not_now",
            "A new cut may only be ordered after the cut and before the cards are in the shoe.",
            "procedure.recut",
        )
    seats = far_right_first(state)
    order = state.cut_order
    if state.last_cutter in seats:
        order = (state.last_cutter, *(seat for seat in order if seat != state.last_cutter))
    return (e.RecutOrdered(order=order, **because(state, "procedure.recut")),)


@act(c.PlaceCover)
@mechanism("procedure.place_cover_card")
def place_cover(state: Table, command: c.PlaceCover) -> Events:
    expect(state, "place cover", command.by)
    lowest, highest = cover_bounds(state)
    if not lowest <= command.from_bottom <= highest:
        says = f"The cut card must be {lowest} to {highest} cards from the bottom."
        refuse(state, "bad_cover", says, "procedure.place_cover_card")
    return (e.CoverPlaced(from_bottom=command.from_bottom, **because(state, "procedure.place_cover_card")),)


def cover_bounds(state: Table) -> tuple[int, int]:
    terms, stack = state.terms, state.stack
    if terms.cover_cards:
        exact = min(terms.cover_cards, stack)
        return exact, exact
    return -(-stack * terms.cover_percent // 100), stack


@act(c.LoadShoe)
@mechanism("procedure.load_shoe", "procedure.load_shoe/by_device")
def load_shoe(state: Table, command: c.LoadShoe) -> Events:
    """Into the shoe, by hand or by the device; a device that reshuffles and counts needs no cut."""
    wanted = due(state)
    if wanted is None or wanted.act != "load":
        refuse(state, "not_now", "The cards are not ready for the shoe.", "procedure.load_shoe")
    if command.by.role == Role.DEVICE and state.terms.shuffler == "manual":
        refuse(state, "no_shuffler", "This table has no device to load the shoe.", "procedure.load_shoe")
    cause = "procedure.load_shoe" if state.terms.uses_cut else "procedure.load_shoe/by_device"
    burn = state.terms.burn_cards
    cite = because(state, cause)
    return (e.ShoeLoaded(cards=state.stack, by=command.by, burn=burn, **cite),)


# ---- back again


@act(c.CollectCards)
@mechanism(
    "procedure.collect",
    "irregularity.shoe_empty",
    "procedure.alternate_batches",
    "procedure.one_batch_in_rack",
)
def collect_cards(state: Table, command: c.CollectCards) -> Events:
    """Shoe and rack together, all counted; or the rack alone when the shoe ran out in a round."""
    check_spare(state)
    wanted = expect(state, "collect", command.by)
    if wanted.cause == "irregularity.shoe_empty":
        return (e.DiscardsTaken(cards=len(state.rack), **because(state, "irregularity.shoe_empty")),)
    if state.boxes:
        refuse(state, "wager_down", "There are still wagers on the layout.", collect_cause(state))
    held = state.held is not None
    cards = state.shoe + len(state.rack) + held
    collected = e.CardsCollected(cards=cards, **because(state, collect_cause(state)))
    return (collected, *swapped(state))


@mechanism("procedure.alternate_batches", "procedure.one_batch_in_rack")
def swapped(state: Table) -> Events:
    """With two batches the one in the shuffler takes the place of the one just dealt."""
    if not state.uses_two_batches:
        return ()
    batch = 1 - state.batch
    cite = because(state, "procedure.alternate_batches")
    return (
        e.BatchesSwapped(batch=batch, backs=state.backs[batch], **cite),
        e.CardsShuffled(by=DEVICE, order=cut_order(state), **because(state, "procedure.store_batch")),
    )


@mechanism("procedure.store_batch")
def check_spare(state: Table) -> None:
    wanted = due(state)
    if wanted is not None and wanted.act == "shuffle spare":
        refuse(
            state,
            "spare_not_shuffled",
            "The batch in the shuffler must be shuffled first.",
            "procedure.store_batch",
        )


@act(c.OrderReshuffle)
@mechanism("procedure.order_reshuffle")
def order_reshuffle(state: Table, _: c.OrderReshuffle) -> Events:
    """After any round, on the floor's word."""
    cards_ready(state)
    between_rounds(state, "procedure.order_reshuffle")
    if state.reshuffle or state.boxes:
        refuse(
            state,
            "not_now",
            "The cards are about to be shuffled anyway, or wagers are on the layout.",
            "procedure.order_reshuffle",
        )
    if state.terms.counts_cards:
        refuse(
            state,
            "device_shuffles",
            "The shuffler at this table reshuffles by itself.",
            "procedure.load_shoe/by_device",
        )
    return (e.ReshuffleOrdered(**because(state, "procedure.order_reshuffle")),)


@act(c.RelieveDealer)
@mechanism("procedure.burn/new_dealer", "people.new_dealer")
def relieve_dealer(state: Table, command: c.RelieveDealer) -> Events:
    """A new dealer burns a card of his own before the deal, where the text says so."""
    burn = int("new_dealer_burns" in state.terms.procedures)
    cause = "procedure.burn/new_dealer" if burn else "people.new_dealer"
    between_rounds(state, cause)
    relieved = e.DealerRelieved(burn=burn, left=command.left, came=command.came, **because(state, cause))
    return (relieved,)


@act(c.SpreadIdle)
@mechanism("procedure.idle", "procedure.idle/first_player_looks")
def spread_idle(state: Table, command: c.SpreadIdle) -> Events:
    """Nobody plays: all cards lie on the table for the first player to come."""
    cards_ready(state)
    between_rounds(state, "procedure.idle")
    if state.players or state.boxes:
        refuse(state, "players_here", "The table is not idle: there are players.", "procedure.idle")
    if state.terms.counts_cards or "idle_spread" not in state.terms.procedures:
        refuse(
            state,
            "device_shuffles",
            "Cards are not spread at an idle table under these rules.",
            "procedure.load_shoe/by_device",
        )
    return (e.CardsSpreadIdle(face_up=command.face_up, **because(state, "procedure.idle")),)
