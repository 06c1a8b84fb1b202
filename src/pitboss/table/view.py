"""What a person sees of the table, and what is next. No card that nobody has seen is in it."""

from typing import NamedTuple

import msgspec

from pitboss.rules.cards import Card, Light, Range, point_value
from pitboss.rules.hands import dealer_total, fixed_total, player_total
from pitboss.rules.player import may_insure
from pitboss.table.act_registry import because
from pitboss.table.chips import Chips, in_chips
from pitboss.table.dealing import may_burn_early
from pitboss.table.decisions import early_surrenders, is_paid_blackjack
from pitboss.table.due import Due, burn_cause, due, spare_due
from pitboss.table.payments import up_card
from pitboss.table.people import DEALER, Person, Role, player
from pitboss.table.state import (
    LANE_OF_LIGHT,
    PEEKER,
    Box,
    Hand,
    Stage,
    Status,
    Table,
    box_hand,
    find_player,
)


class NextAct(NamedTuple):
    """Who must or may act now, and by which clause."""

    who: Person
    act: str
    must: bool
    box: int
    hand: int
    clause: str
    device: str = ""
    """The reader by its name, where the act needs it."""


class HandView(msgspec.Struct, frozen=True):
    cards: tuple[Card, ...]
    points: int
    soft: bool
    original_cents: int
    current_cents: int
    chips: tuple[Chips, ...]
    second_chance: Card | None
    status: str
    second_chance_cents: int = 0
    points_left: int = 0
    """What a Second Chance leaves of the points; the points themselves without one."""


class BoxView(msgspec.Struct, frozen=True):
    number: int
    seat: int
    initial_cents: int
    hands: tuple[HandView, ...]
    sides: dict[str, int]
    insurance_cents: int


class View(msgspec.Struct, frozen=True):
    game: str
    round: int
    phase: str
    cards: str
    """Where the cards are, from the storage room to the shoe."""
    cards_in_rack: int
    boxes: tuple[BoxView, ...]
    dealer: tuple[Card, ...]
    dealer_points: int
    hole_card_down: bool
    light: str
    lane: str
    range: str
    """What the device told of the hole card: small, medium or large."""
    reader: str
    """Masque range reader, peeker, blackjack reader, or none."""
    players: tuple[int, ...]
    chips_cents: int
    """One's own; nobody counts another player's stack."""
    exposed_card: Card | None
    hole_card: Card | None
    """The card that lies face down, where everybody saw it before it was dealt."""
    next: tuple[NextAct, ...]


READING = frozenset({"insert", "read", "repair reader"})


def next_acts(state: Table) -> tuple[NextAct, ...]:
    """The act that is due, and what players may do before it."""
    wanted = due(state)
    if wanted is None:
        return ()
    return (*_may(state, wanted), _next(state, wanted, must=wanted.act != "bets" or bool(state.boxes)))


def _next(state: Table, wanted: Due, *, must: bool) -> NextAct:
    device = state.terms.reader if wanted.act in READING else ""
    return NextAct(
        wanted.who, wanted.act, must, wanted.box, wanted.hand, because(state, wanted.cause)["clause"], device
    )


def _may(state: Table, wanted: Due) -> list[NextAct]:
    if wanted.act == "bets":
        return [
            NextAct(player(other.seat), "bet", False, other.seat, 0, because(state, "wager.main")["clause"])
            for other in state.players
            if not other.barred
        ] + _house_may(state)
    return _insure(state, wanted) + _give_up(state)


def _insure(state: Table, wanted: Due) -> list[NextAct]:
    if wanted.act != "close insurance":
        return []
    return [
        NextAct(player(box.seat), "insure", False, box.number, 0, because(state, "wager.insurance")["clause"])
        for box in state.boxes
        if not box.insurance_cents and may_insure(box_hand(box.hands[0]), up_card(state).rank, state.house)
        if box.hands[0].status == Status.LIVE or is_paid_blackjack(state, box)
    ]


def _give_up(state: Table) -> list[NextAct]:
    clause = because(state, "decision.surrender/before_reader")["clause"]
    return [
        NextAct(player(box.seat), "surrender", False, box.number, 0, clause)
        for box in early_surrenders(state)
    ]


def _house_may(state: Table) -> list[NextAct]:
    """Beside the betting: a card to burn, the other batch to shuffle."""
    spare = spare_due(state)
    burn = [NextAct(DEALER, "burn", False, 0, 0, because(state, burn_cause(state))["clause"])]
    return (burn if may_burn_early(state) else []) + ([_next(state, spare, must=False)] if spare else [])


def view(state: Table, who: Person) -> View:
    """The table from where this person stands."""
    dealer, lit = state.dealer, state.dealer.light >= 0
    own = find_player(state, who.seat) if who.role == Role.PLAYER else None
    return View(
        game=state.terms.game.id,
        round=state.round,
        phase=state.phase_name,
        cards=Stage(state.stage).name.lower(),
        cards_in_rack=len(state.rack),
        boxes=tuple(_box(state, box) for box in state.boxes),
        dealer=dealer.cards,
        dealer_points=dealer_total(dealer.tally, state.house).points,
        hole_card_down=dealer.hole,
        light=Light(dealer.light).name.lower() if lit and state.terms.reader != PEEKER else "",
        lane=Range(dealer.lane).name.lower() if dealer.lane >= 0 else "",
        range=LANE_OF_LIGHT[Light(dealer.light)].name.lower() if lit else "",
        reader=state.terms.reader,
        players=tuple(patron.seat for patron in state.players),
        chips_cents=own.chips_cents if own else 0,
        exposed_card=state.held.card if state.held else None,
        hole_card=dealer.seen,
        next=next_acts(state),
    )


def _box(state: Table, box: Box) -> BoxView:
    return BoxView(
        number=box.number,
        seat=box.seat,
        initial_cents=box.initial_cents,
        hands=tuple(view_hand(state, hand) for hand in box.hands),
        sides={side.id: side.stake_cents for side in box.sides if not side.settled},
        insurance_cents=0 if box.insurance_settled else box.insurance_cents,
    )


def chips_of(state: Table, hand: Hand) -> tuple[Chips, ...]:
    """As they were laid out, or else the fewest that make the stake."""
    if hand.chips and hand.original_cents:
        return (*hand.chips, *in_chips(hand.double_cents, state.house))
    return in_chips(hand.current_cents, state.house)


def view_hand(state: Table, hand: Hand) -> HandView:
    """A hand as everybody at the table sees it."""
    total, has_dealer = player_total(hand.tally), state.terms.game.has_dealer
    points = total.points if has_dealer else fixed_total(hand.tally)
    return HandView(
        cards=hand.cards,
        points=points,
        soft=total.soft and has_dealer,
        original_cents=hand.original_cents,
        current_cents=hand.current_cents,
        chips=chips_of(state, hand),
        second_chance=hand.chance,
        status=Status(hand.status).name.lower(),
        second_chance_cents=hand.chance_cents,
        points_left=points if hand.chance is None else points - point_value(hand.chance.rank),
    )
