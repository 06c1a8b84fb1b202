"""A table at one moment: cards, people, wagers, and where in the round it stands.

No face of a card that nobody has seen is ever in here.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, NamedTuple

import msgspec

from pitboss.games.citations import Citations
from pitboss.games.file_schema import WagerPart
from pitboss.games.game import Game
from pitboss.rules.cards import Card, Light, Range, point_value
from pitboss.rules.hands import EMPTY, BoxHand
from pitboss.rules.hands import Hand as Tally
from pitboss.rules.house import House, Reader
from pitboss.table.chips import Chips

FACES = 52
NOT_SEEN = bytes(FACES)


class Stage(IntEnum):
    """Where the cards are between the storage room and the shoe."""

    NONE = 0
    RECEIVED = 1
    INSPECTED = 2
    VERIFIED = 3
    SPREAD = 4
    SEEN = 5
    STACKED = 6
    SHUFFLED = 7
    CUT = 8
    COVERED = 9
    READY = 10


class Status(IntEnum):
    LIVE = 0
    SETTLED = 1
    DEAD = 2


class Awaits(IntEnum):
    """The card that a player has asked for and not yet got."""

    NOTHING = 0
    HIT = 1
    DOUBLE = 2
    SECOND_CHANCE = 3


class LastAnswer:
    """What was last asked about a table of these terms: whoever acts next asks the same again."""

    __slots__ = ("kept",)

    def __init__(self) -> None:
        self.kept: tuple[Table | None, Any] = (None, None)

    def __eq__(self, other: object) -> bool:
        """It is no part of the terms."""
        return isinstance(other, LastAnswer)

    def __hash__(self) -> int:
        return 0


class Terms(NamedTuple):
    """What this table plays by, taken from the game once."""

    game: Game
    house: House
    phases: tuple[str, ...]
    phase_clauses: tuple[str, ...]
    main: str
    sides: tuple[str, ...]
    """Ids of the optional wagers made before the deal."""
    boxes_per_player: int
    bars_mid_shoe: bool
    collects_first: bool
    shuffler: str
    reader: str
    """The device by its name; empty where nothing reads the hole card."""
    cut_margin_cards: int
    cover_percent: int
    cover_cards: int
    burn_cards: int
    change_hours: int
    opening: tuple[Stage, ...]
    """The steps before the shuffle that this document asks for."""
    preshuffled_opening: tuple[Stage, ...]
    """Those of them that it asks for even when the cards come shuffled."""
    procedures: frozenset[str]
    """Procedures that the game file lists."""
    wagers: Mapping[str, WagerPart]
    """What is on offer, by id."""
    insurance: str
    """The id of the insurance wager; empty where there is none."""
    citations: Citations
    cards: int
    """Of all decks together."""
    last_answer: LastAnswer

    def id_of(self, kind: str) -> str:
        """The wager of this kind by its id; the kind itself where none is on offer."""
        return next((wager.id for wager in self.wagers.values() if wager.kind == kind), kind)

    @property
    def uses_cut(self) -> bool:
        return self.shuffler in ("manual", "batch")

    @property
    def counts_cards(self) -> bool:
        """The device reshuffles and counts: the rules on cut, reshuffle and idle time are lifted for it."""
        return self.shuffler == "counting"

    @property
    def has_reader(self) -> bool:
        """Is there a device? Where the dealer looks at the card, there is none."""
        return bool(self.reader)

    @property
    def dealer_looks(self) -> bool:
        return "dealer_looks" in self.procedures


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    pass


class Side(Part, frozen=True):
    id: str
    stake_cents: int
    settled: bool = False
    back_cents: int = 0
    """What has gone to the player for it."""


class Hand(Part, frozen=True):
    """A player's hand; its original wager, what was added to it, and what it waits for."""

    cards: tuple[Card, ...] = ()
    tally: Tally = EMPTY
    original_cents: int = 0
    chips: tuple[Chips, ...] = ()
    """As the wager was laid out, where somebody said so."""
    double_cents: int = 0
    chance_cents: int = 0
    chance: Card | None = None
    originals: int = 2
    """How many leading cards are the box's first two."""
    from_split: bool = False
    added_by_split: bool = False
    awaits: Awaits = Awaits.NOTHING
    choice: int = -1
    """The decision at Over/Under, as an Action."""
    stood: bool = False
    surrendered: bool = False
    refused: bool = False
    missed: bool = False
    status: Status = Status.LIVE
    cleared: bool = False
    kept: int = 0
    """Cards of a cleared hand that stay under a side wager."""
    back_cents: int = 0
    """What has gone to the player for its wagers."""
    took_even_money: bool = False

    @property
    def current_cents(self) -> int:
        return self.original_cents + self.double_cents

    @property
    def stakes_cents(self) -> int:
        return self.original_cents + self.double_cents + self.chance_cents

    @property
    def on_layout(self) -> int:
        if self.cleared:
            return self.kept
        return len(self.cards) + (self.chance is not None)


class Box(Part, frozen=True):
    number: int
    seat: int
    """Whose wagers these are."""
    initial_cents: int
    hands: tuple[Hand, ...] = ()
    sides: tuple[Side, ...] = ()
    firsts: tuple[Card, ...] = ()
    insurance_cents: int = 0
    insurance_settled: bool = False
    insurance_back_cents: int = 0
    """What has gone to the player for it."""
    missed: int = 0
    """Cards of the first deal that passed this box by."""
    wants_missed: bool = False
    upheld: bool = False
    """Plays on after a wrong light."""


class DealerHand(Part, frozen=True):
    cards: tuple[Card, ...] = ()
    tally: Tally = EMPTY
    hole: bool = False
    """A card lies face down."""
    missed: bool = False
    missed_hole: bool = False
    seen: Card | None = None
    """The card that lies face down, where everybody saw it before it was dealt."""
    inserted: bool = False
    light: int = -1
    """The range told, as the lamp that stands for it; a peeker has none and tells the same."""
    says_blackjack: int = -1
    lane: int = -1


class Player(Part, frozen=True):
    seat: int
    chips_cents: int
    barred: bool = False
    called_box: int = 0
    called_cents: int = 0
    """A spoken wager with cash that the dealer has not confirmed yet."""


class Discard(NamedTuple):
    """A card in the rack: unknown when it was never turned, and where it lay before."""

    card: Card | None
    round: int = 0
    box: int = -1
    """0 is the dealer's hand, -1 no hand at all."""
    hand: int = 0
    place: int = 0

    def of_hand_in(self, round: int) -> bool:
        """Did it lie in a hand of this round?"""
        return self.round == round and self.box >= 0


class Held(NamedTuple):
    """A card drawn in error, waiting to be used."""

    card: Card | None


class Table(Part, frozen=True, omit_defaults=False):
    terms: Terms
    stage: Stage = Stage.NONE
    stack: int = 0
    shoe: int = 0
    cover: int = -1
    """Cards below the cover card; -1 when it is not in the shoe."""
    cover_seat: int = -1
    """Where it came out last: a player's seat, 0 the dealer's hand or nobody's."""
    reshuffle: str = "opening"
    """Why the next shuffle: opening, idle, reopened, cover, floor, insufficient; empty when none is due."""
    cut_order: tuple[int, ...] = ()
    offered: int = -1
    """Whose turn it is in cut_order; -1 when nobody was asked yet."""
    last_cutter: int = 0
    cut_turn: str = "first"
    """Whose turn in the order: the first; passed on, after a refusal; recut, when a new cut was ordered."""
    batch: int = 0
    backs: tuple[str, ...] = ()
    spare: Stage = Stage.NONE
    """Where the other batch is: STACKED in the shuffler, SHUFFLED when it is done."""
    spread_asked: bool = False
    preshuffled: bool = False
    """The batch on its way into the shoe was shuffled before it came to the table."""
    to_burn: int = 0
    """Cards that the shoe just loaded still owes to the rack."""
    burn_cause: str = "procedure.burn"
    relief_burns: int = 0
    """Cards that new dealers owe before they deal."""
    rack: tuple[Discard, ...] = ()
    seen: bytes = NOT_SEEN
    """Copies of each face that have shown since the last shuffle."""
    held: Held | None = None
    phase: int = 0
    round: int = 1
    rounds_in_shoe: int = 0
    boxes: tuple[Box, ...] = ()
    dealer: DealerHand = DealerHand()
    insurance: int = 0
    """0 not offered yet, 1 open, 2 closed."""
    wrong_range: str = ""
    irregular: bool = False
    """Something has gone wrong in this round."""
    players: tuple[Player, ...] = ()
    bettors: tuple[int, ...] = ()
    """Seats whose players made a wager in the last round."""
    gone_bettors: tuple[int, ...] = ()
    """Those of them that have left since; who comes back has sat out nothing."""
    rack_cents: int = 0
    """Chips of the house, counted from nothing at the opening."""
    float_cents: int = 0
    """Chips brought to and carried from the table: what all chips must add up to."""
    drop_cents: int = 0
    tips_cents: int = 0
    reader_inspected: bool = False
    reader_broken: bool = False
    shuffler_broken: bool = False
    shuffler_covered: bool = False
    notify_floor: bool = False
    now_h: int = 0
    decks_since_h: int = 0

    @property
    def phase_name(self) -> str:
        return self.terms.phases[self.phase]

    @property
    def burns(self) -> int:
        return self.to_burn + self.relief_burns

    @property
    def uses_two_batches(self) -> bool:
        """A batch shuffler is in use, so that each batch serves every other shoe."""
        return self.terms.shuffler == "batch" and not self.shuffler_broken

    @property
    def house(self) -> House:
        return self.terms.house


MASQUE, PEEKER, LOOK_FOR_BLACKJACK = "Masque range reader", "peeker", "blackjack reader"
READERS = {Reader.NONE: "", Reader.BLACKJACK: LOOK_FOR_BLACKJACK, Reader.RANGE: MASQUE}
"""Without a choice of the house; the peeker is one."""

LANE_OF_LIGHT = {Light.BLUE: Range.SMALL, Light.RED: Range.MEDIUM, Light.YELLOW: Range.LARGE}
LIGHT_OF_LANE = {lane: light for light, lane in LANE_OF_LIGHT.items()}

STEPS = {
    "inspect": Stage.INSPECTED,
    "verify": Stage.VERIFIED,
    "spread": Stage.SPREAD,
    "look": Stage.SEEN,
    "wash": Stage.STACKED,
}
"""The steps of an opening as game files write them."""

STEP_CAUSES = {
    Stage.INSPECTED: "procedure.inspect",
    Stage.VERIFIED: "procedure.verify",
    Stage.SPREAD: "procedure.spread",
    Stage.SEEN: "procedure.first_player_looks",
    Stage.STACKED: "procedure.wash",
}


def terms_of(game: Game) -> Terms:
    def option(name: str, otherwise: int | str | bool) -> int | str | bool:
        chosen = game.options.get(name)
        return otherwise if chosen is None else chosen.value

    def amount(name: str, otherwise: int) -> int:
        part = game.procedures.get(name)
        return otherwise if part is None or part.amount is None else part.amount

    def steps(name: str) -> tuple[Stage, ...]:
        part = game.procedures.get(name)
        return tuple(STEPS[step] for step in part.steps) if part else ()

    insurance = game.wager_of("insurance")
    return Terms(
        game=game,
        house=game.house,
        phases=tuple(part.name for part in game.phases),
        phase_clauses=tuple(part.clauses[0] for part in game.phases),
        main=game.main_wager.id,
        sides=tuple(part.id for part in game.side_wagers),
        boxes_per_player=int(option("boxes_per_player", 6)),
        bars_mid_shoe=bool(option("bar_mid_shoe_entry", False)),
        collects_first=option("settlement_order", "box_by_box") == "collect_then_pay",
        shuffler=str(option("shuffler", "manual")),
        reader=_reader(game, str(option("range_device", ""))),
        cut_margin_cards=amount("cut_margin_cards", 10),
        cover_percent=amount("cover_from_bottom_percent", 25),
        cover_cards=amount("cover_from_bottom_cards", 0),
        burn_cards=amount("burn_cards", 1),
        change_hours=amount("change_decks_hours", 0),
        opening=steps("opening"),
        preshuffled_opening=steps("preshuffled_opening"),
        procedures=frozenset(game.procedures),
        wagers={part.id: part for part in game.wagers},
        insurance=insurance.id if insurance else "",
        citations=game.citations,
        cards=game.deck.cards * game.house.decks,
        last_answer=LastAnswer(),
    )


def _reader(game: Game, device: str) -> str:
    if "dealer_looks" in game.procedures:
        return ""
    return PEEKER if device == "peeker" else READERS[game.house.dealer.reader]


def open_table(game: Game) -> Table:
    """A bare table of this game: no cards, nobody seated."""
    return Table(terms_of(game))


# ---- looking things up


def find_box(state: Table, number: int) -> Box | None:
    for box in state.boxes:
        if box.number == number:
            return box
    return None


def find_player(state: Table, seat: int) -> Player | None:
    for patron in state.players:
        if patron.seat == seat:
            return patron
    return None


def box_hand(hand: Hand) -> BoxHand:
    """The hand as the rules judge it."""
    first = hand.cards[0].rank if hand.cards else 0
    second = hand.cards[1].rank if len(hand.cards) > 1 else 0
    doubled = hand.double_cents > 0 and hand.awaits != Awaits.DOUBLE and hand.choice < 0
    chance = point_value(hand.chance.rank) if hand.chance else 0
    return BoxHand(hand.tally, first, second, hand.from_split, doubled, chance)


def copies_of(state: Table, card: Card) -> int:
    """How many of this face all the decks hold."""
    return state.house.decks if state.house.deck[card.rank - 1] else 0


def face_index(card: Card) -> int:
    return (card.rank - 1) * 4 + card.suit


def side_of(box: Box, id: str) -> Side | None:
    for side in box.sides:
        if side.id == id:
            return side
    return None
