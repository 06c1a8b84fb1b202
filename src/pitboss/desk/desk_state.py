"""Where a table stands after a record: the felt, cards by place, the book, whose seats, which rules."""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from pitboss.desk.bank import EMPTY_BOOK, MOVING, Book, post_event
from pitboss.desk.payloads import TableOpened
from pitboss.desk.shoe_positions import FOLLOWED, Track, follow
from pitboss.errors import BadInput, Broken, Fault, Refused
from pitboss.games.files import book_of, find_book, texts_of
from pitboss.games.game import Game
from pitboss.games.load import game_of
from pitboss.table import events as e
from pitboss.table.notation import parse_position, position_text
from pitboss.table.state import Stage, Table, open_table, terms_of

BookTexts = tuple[tuple[str, str], ...]

VIRTUAL = "virtual"
KEYED = "keyed"


class Standing(msgspec.Struct, frozen=True):
    """All of it is folded from the journal, and none of it is secret."""

    table: str
    game: str
    """The name or file that the table was opened with."""
    texts: BookTexts
    """What its files said then: the rules of this table until it is closed."""
    choices: tuple[str, ...]
    rules: str
    """The hash of rulebook, options and readings."""
    state: Table
    automated: frozenset[str]
    cards: str
    opened_at: str
    track: Track = Track()
    book: Book = EMPTY_BOOK
    accounts: dict[int, str] = {}
    since: str = ""
    """When the first wager of the open round was placed."""

    def owner(self, event: e.Event, account: str) -> str:
        """Whose seat an event is about; `account` is of whoever sits down in it."""
        seat = getattr(event, "seat", 0)
        return account if isinstance(event, e.SatDown) else self.accounts.get(seat, "")


def game_texts(name: str) -> BookTexts:
    """The files of a game as they are now, the document first."""
    return texts_of(find_book(name))


@lru_cache(maxsize=64)
def rulebook(texts: BookTexts, choices: tuple[str, ...]) -> Game:
    """The game that these files make with these options and readings."""
    return game_of(book_of(texts), choose=choices)


def opened(table: str, payload: TableOpened, time: str) -> Standing:
    game = rulebook(payload.book, payload.choices)
    return Standing(
        table=table,
        game=payload.game,
        texts=payload.book,
        choices=payload.choices,
        rules=game.sha256,
        state=open_table(game),
        automated=frozenset(payload.automated),
        cards=payload.cards,
        opened_at=time,
    )


def after_events(
    standing: Standing, events: Sequence[e.Event], state: Table, *, account: str, time: str
) -> Standing:
    """The standing after events that led to this state; `account` is of whoever sits down in them."""
    track, book, accounts, terms = standing.track, standing.book, standing.accounts, state.terms
    virtual = standing.cards == VIRTUAL
    for event in events:
        kind = type(event)
        if virtual and kind in FOLLOWED:
            track = follow(track, event, terms)
        if kind not in MOVING:
            continue
        if isinstance(event, e.SatDown) and account:
            accounts = accounts | {event.seat: account}
        book = post_event(book, standing.table, event, accounts.get(getattr(event, "seat", 0), ""))
        if isinstance(event, e.WentAway) and event.seat in accounts:
            accounts = {seat: name for seat, name in accounts.items() if seat != event.seat}
    if virtual and state.stage == Stage.READY and track.left != state.shoe:
        raise Broken(f"{standing.table}: {state.shoe} cards in the shoe, {track.left} by the track")
    since = (standing.since or time) if state.boxes else ""
    return replace(standing, state=state, track=track, book=book, accounts=accounts, since=since)


# ---- a change of rules


def check_between_rounds(state: Table) -> None:
    if state.phase > 0 or state.boxes:
        says = "Rules change between rounds: finish the round, or take the wagers back."
        raise Refused("round_in_progress", says)


def with_rules(standing: Standing, choices: Sequence[str]) -> Standing:
    """The table under other options and readings; where these touch the cards, fresh ones are received."""
    before = standing.state
    game = rulebook(standing.texts, tuple(choices))
    terms = terms_of(game)
    standing = replace(standing, choices=tuple(choices), rules=game.sha256)
    if (before.terms.cards, before.terms.shuffler) == (terms.cards, terms.shuffler):
        return replace(standing, state=replace(before, terms=terms))
    bare = open_table(game)
    names = ("round", "players", "rack_cents", "float_cents", "drop_cents", "tips_cents", "now_h",
             "reader_inspected", "reader_broken", "notify_floor")  # fmt: skip
    state = replace(bare, **{name: getattr(before, name) for name in names})
    track = Track(number=standing.track.number)
    return replace(standing, state=state, track=track)


# ---- a snapshot


SNAPSHOT_SHAPE = 2


class _Body(msgspec.Struct, frozen=True, omit_defaults=True):
    choices: tuple[str, ...]
    position: str
    track: Track
    book: Book
    accounts: dict[str, str]
    since: str
    shape: int = 1


def snapshot_text(standing: Standing) -> str:
    """A SHA-256 and what it vouches for: a snapshot stands outside the chain."""
    body = _Body(
        standing.choices,
        position_text(standing.state),
        standing.track,
        standing.book,
        {str(seat): name for seat, name in standing.accounts.items()},
        standing.since,
        SNAPSHOT_SHAPE,
    )
    told = msgspec.json.encode(body, order="deterministic")
    return f"{sha256(told).hexdigest()} {told.decode()}"


def parse_snapshot(begun: Standing, text: str) -> Standing:
    """The standing of a table opened like this one; Broken, BadInput or a msgspec error when it is none."""
    digest, _, told = text.partition(" ")
    if sha256(told.encode()).hexdigest() != digest:
        raise Broken(f"{begun.table}: a snapshot is not what its hash says")
    body = msgspec.json.decode(told, type=_Body)
    if body.shape != SNAPSHOT_SHAPE:
        raise BadInput([Fault(begun.table, f"a snapshot of shape {body.shape} is not read any more.")])
    game = rulebook(begun.texts, body.choices)
    return replace(
        begun,
        choices=body.choices,
        rules=game.sha256,
        state=parse_position(body.position, game),
        track=body.track,
        book=body.book,
        accounts={int(seat): name for seat, name in body.accounts.items()},
        since=body.since,
    )


def is_older(text: str) -> bool:
    """A snapshot that an earlier version of this program took; records are enough without it."""
    try:
        return msgspec.json.decode(text.partition(" ")[2], type=_Body).shape < SNAPSHOT_SHAPE
    except msgspec.MsgspecError:
        return False
