"""The state of a desk after a record: table, card positions, ledger, accounts at the seats, and rules."""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from pitboss.desk.act_moves import post_at_table
from pitboss.desk.cage_acts import CageAct, Chips, TrayClosed, TrayOpened
from pitboss.desk.cage_book import Signature
from pitboss.desk.chip_moves import MOVING, post_event
from pitboss.desk.ledger import EMPTY_LEDGER, Ledger, balance
from pitboss.desk.payloads import TableOpened
from pitboss.desk.seed_state import NO_SEEDS, SeedState, after_departure, after_shoes
from pitboss.desk.shoe_positions import FOLLOWED, ShoePositions, follow
from pitboss.desk.tray_counts import NO_COUNTS, TrayCounts, after_tray_act
from pitboss.desk.trays import AUTOMATIC, BY_HAND, EARLIER, TRAYS
from pitboss.errors import BadInput, Broken, Fault, Refused
from pitboss.games.files import book_of, find_book, texts_of
from pitboss.games.game import Game
from pitboss.games.load import game_of
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.notation import parse_position, position_text
from pitboss.table.state import Stage, Table, open_table, terms_of

GameTexts = tuple[tuple[str, str], ...]

VIRTUAL = "virtual"
KEYED = "keyed"


class DeskState(msgspec.Struct, frozen=True):
    """Derived from the journal alone; nothing in it is secret."""

    table: str
    game: str
    """The name or file given when the table was opened."""
    texts: GameTexts
    """Its files as they were then: they hold for this table whatever happens to the files."""
    choices: tuple[str, ...]
    rules: str
    """The hash of the rules: document, options and readings."""
    state: Table
    automated: frozenset[str]
    cards: str
    opened_at: str
    positions: ShoePositions = ShoePositions()
    seeds: SeedState = NO_SEEDS
    ledger: Ledger = EMPTY_LEDGER
    accounts: dict[int, str] = {}
    since: str = ""
    """When the first wager of the round in progress was placed."""
    tray: str = EARLIER
    tray_closed: bool = False
    """New, or counted by a closer, and not opened with a count since."""
    par: tuple[Chips, ...] = ()
    """What should be in the tray, by denomination."""
    counts: TrayCounts = NO_COUNTS

    def owner(self, event: e.Event, account: str) -> str:
        """The account at the seat an event is about; `account` belongs to a player who sits down in it."""
        seat = getattr(event, "seat", 0)
        return account if isinstance(event, e.SatDown) else self.accounts.get(seat, "")


def game_texts(name: str) -> GameTexts:
    """The texts of a game's files as they are now, the document first."""
    return texts_of(find_book(name))


@lru_cache(maxsize=64)
def rulebook(texts: GameTexts, choices: tuple[str, ...]) -> Game:
    """The game defined by these texts, with these options and readings."""
    return game_of(book_of(texts), choose=choices)


def opened(table: str, payload: TableOpened, time: str) -> DeskState:
    game = rulebook(payload.texts, payload.choices)
    return DeskState(
        table=table,
        game=payload.game,
        texts=payload.texts,
        choices=payload.choices,
        rules=game.sha256,
        state=open_table(game),
        automated=frozenset(payload.automated),
        cards=payload.cards,
        opened_at=time,
        tray=payload.tray,
        tray_closed=payload.tray == BY_HAND,
        par=payload.par,
    )


def after_events(
    desk_state: DeskState, events: Sequence[e.Event], state: Table, *, account: str, time: str
) -> DeskState:
    """The desk after events that led to this table; `account` belongs to a player who sits down in them."""
    positions, ledger, accounts = desk_state.positions, desk_state.ledger, desk_state.accounts
    seeds, terms = desk_state.seeds, state.terms
    virtual = desk_state.cards == VIRTUAL
    for event in events:
        kind = type(event)
        if virtual and kind in FOLLOWED:
            positions = follow(positions, event, terms)
        if kind not in MOVING:
            continue
        if isinstance(event, e.SatDown) and account:
            accounts = accounts | {event.seat: account}
        owner = accounts.get(getattr(event, "seat", 0), "")
        ledger = post_event(ledger, desk_state.table, desk_state.tray, event, owner)
        if isinstance(event, e.WentAway) and event.seat in accounts:
            accounts = {seat: name for seat, name in accounts.items() if seat != event.seat}
        if isinstance(event, e.WentAway):
            seeds = after_departure(seeds, event)
    seeds = after_shoes(seeds, desk_state.positions, positions, state)
    if virtual and state.stage == Stage.READY and positions.left != state.shoe:
        raise Broken(f"{desk_state.table}: {state.shoe} cards in the shoe, {positions.left} by its positions")
    since = (desk_state.since or time) if state.boxes else ""
    return replace(
        desk_state,
        state=state,
        positions=positions,
        seeds=seeds,
        ledger=ledger,
        accounts=accounts,
        since=since,
    )


# ---- money


def after_money(desk_state: DeskState, act: CageAct, signed: Signature) -> DeskState:
    """After a fill, a credit, a count or a collection; Refused when it cannot be done."""
    ledger = post_at_table(desk_state.ledger, act, desk_state.table, desk_state.tray)
    closed = desk_state.tray_closed
    if isinstance(act, TrayOpened | TrayClosed):
        closed = _check_count(desk_state, act)
    counts = after_tray_act(desk_state.counts, act, balance(desk_state.ledger, "rack"), signed)
    return replace(desk_state, ledger=ledger, tray_closed=closed, counts=counts)


def _check_count(desk_state: DeskState, act: TrayOpened | TrayClosed) -> bool:
    """Whether the tray is closed after the count."""
    closes = isinstance(act, TrayClosed)
    if closes and (desk_state.state.boxes or desk_state.state.phase > 0):
        raise Refused("round_in_progress", "The tray is counted between rounds: finish the round first.")
    if closes and desk_state.state.players:
        raise Refused("players_seated", "Players still have chips on this table. They must leave first.")
    if closes == desk_state.tray_closed and (closes or desk_state.counts.is_counted):
        raise Refused("already", f"This table is already {'closed' if closes else 'open'}.")
    return closes


def check_tray_allows(desk_state: DeskState, command: c.Command) -> None:
    """No play at a closed tray, no cash where chips are electronic, nothing from an account that is not."""
    if command.by.role not in command.roles:  # type: ignore[attr-defined]
        return  # the table says who may
    if desk_state.tray_closed and isinstance(command, NEEDS_OPEN_TRAY):
        raise Refused("tray_closed", "This table is closed. The tray must be opened with a count first.")
    if desk_state.tray == AUTOMATIC and takes_cash(command):
        raise Refused("no_cash", "This table takes no cash. Players buy chips from their accounts.")
    if isinstance(command, c.BuyChips) and command.from_account and command.seat not in desk_state.accounts:
        raise Refused("no_account", f"The player at seat {command.seat} has no account.")


NEEDS_OPEN_TRAY = (c.SitDown, c.PlaceWager, c.CallWager, c.BuyChips)


def takes_cash(command: c.Command) -> bool:
    """Whether cash would go into the drop box, now or when it is confirmed."""
    return isinstance(command, c.CallWager) or (isinstance(command, c.BuyChips) and not command.from_account)


def with_tray(desk_state: DeskState, tray: str) -> DeskState:
    """A table of an earlier journal whose tray gets its chips by today's ways."""
    check_tray(tray, desk_state.cards)
    if desk_state.tray != EARLIER:
        raise Refused("already", f"The tray of this table is {desk_state.tray} already.")
    return replace(desk_state, tray=tray)


def check_tray(tray: str, cards: str) -> None:
    allowed = TRAYS if cards == VIRTUAL else (BY_HAND,)
    if tray in allowed:
        return
    says = f"{tray!r} is no tray for {cards} cards."
    if tray == AUTOMATIC:
        says = f"an automatic tray is no tray for {cards} cards: they are played with real chips."
    raise BadInput([Fault("tray", says, ", ".join(allowed))])


def tray_for(cards: str) -> str:
    """The tray that a table has unless another is asked for."""
    return AUTOMATIC if cards == VIRTUAL else BY_HAND


# ---- a change of rules


def check_between_rounds(state: Table) -> None:
    if state.phase > 0 or state.boxes:
        says = "The rules can only be changed between rounds: finish the round, or take the wagers back."
        raise Refused("round_in_progress", says)


def with_rules(desk_state: DeskState, choices: Sequence[str]) -> DeskState:
    """The desk under other options and readings; a change of cards or shuffler needs a fresh batch."""
    before = desk_state.state
    game = rulebook(desk_state.texts, tuple(choices))
    terms = terms_of(game)
    desk_state = replace(desk_state, choices=tuple(choices), rules=game.sha256)
    if (before.terms.cards, before.terms.shuffler) == (terms.cards, terms.shuffler):
        return replace(desk_state, state=replace(before, terms=terms))
    bare = open_table(game)
    names = ("round", "players", "rack_cents", "float_cents", "drop_cents", "tips_cents", "now_h",
             "reader_inspected", "reader_broken", "notify_floor")  # fmt: skip
    state = replace(bare, **{name: getattr(before, name) for name in names})
    positions = ShoePositions(number=desk_state.positions.number)
    seeds = after_shoes(desk_state.seeds, desk_state.positions, positions)
    return replace(desk_state, state=state, positions=positions, seeds=seeds)


# ---- a snapshot


SNAPSHOT_SHAPE = 2


class _Shape(msgspec.Struct, frozen=True):
    shape: int = 1


class _Body(msgspec.Struct, frozen=True, omit_defaults=True):
    choices: tuple[str, ...]
    position: str
    positions: ShoePositions
    ledger: Ledger
    accounts: dict[str, str]
    since: str
    shape: int = 1
    seeds: SeedState = NO_SEEDS
    """Left out of the text where there are none, as in journals of the earlier scheme."""
    tray: str = EARLIER
    tray_closed: bool = False
    counts: TrayCounts = NO_COUNTS


def snapshot_text(desk_state: DeskState) -> str:
    """A SHA-256 and the text it covers; the hash is in the chain, the text beside it."""
    body = _Body(
        desk_state.choices,
        position_text(desk_state.state),
        desk_state.positions,
        desk_state.ledger,
        {str(seat): name for seat, name in desk_state.accounts.items()},
        desk_state.since,
        SNAPSHOT_SHAPE,
        desk_state.seeds,
        desk_state.tray,
        desk_state.tray_closed,
        desk_state.counts,
    )
    told = msgspec.json.encode(body, order="deterministic")
    return f"{sha256(told).hexdigest()} {told.decode()}"


def snapshot_sha256(text: str) -> str:
    """The hash that a snapshot begins with."""
    return text.partition(" ")[0]


def parse_snapshot(first: DeskState, text: str) -> DeskState:
    """The state in a snapshot of the table that was opened as `first`.

    Broken, BadInput or a msgspec error when the text was changed or has another shape.
    """
    digest, _, told = text.partition(" ")
    if sha256(told.encode()).hexdigest() != digest:
        raise Broken(f"{first.table}: a snapshot does not match its hash")
    body = msgspec.json.decode(told, type=_Body)
    if body.shape != SNAPSHOT_SHAPE:
        raise BadInput([Fault(first.table, f"a snapshot of shape {body.shape} can no longer be read.")])
    game = rulebook(first.texts, body.choices)
    return replace(
        first,
        choices=body.choices,
        rules=game.sha256,
        state=parse_position(body.position, game),
        positions=body.positions,
        seeds=body.seeds,
        ledger=body.ledger,
        accounts={int(seat): name for seat, name in body.accounts.items()},
        since=body.since,
        tray=body.tray,
        tray_closed=body.tray_closed,
        counts=body.counts,
    )


def is_older(text: str) -> bool:
    """Whether an earlier version of this program took this snapshot; recovery then uses the records alone."""
    digest, _, told = text.partition(" ")
    if sha256(told.encode()).hexdigest() != digest:
        return False  # damaged, whatever shape it says it has
    try:
        return msgspec.json.decode(told, type=_Shape).shape < SNAPSHOT_SHAPE
    except msgspec.MsgspecError:
        return False
