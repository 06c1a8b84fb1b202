"""From options and readings to the House that the rules read."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple, get_type_hints

from pitboss.games.deck import STANDARD, Deck
from pitboss.games.vocabulary import Value, parse_odds
from pitboss.games.wager_kinds import KINDS, MATCH_SWITCHES, OFFERED_SWITCHES, Against
from pitboss.rules.house import (
    BlackjackHouse,
    DealerHouse,
    DoubleHouse,
    FloorHouse,
    House,
    InsuranceHouse,
    LimitsHouse,
    LoneCard,
    MatchBy,
    MatchHouse,
    MatchPays,
    Odds,
    OverUnderHouse,
    PayHouse,
    PlayerHouse,
    PushHouse,
    Reader,
    Rounding,
    SecondChanceHouse,
    SplitHouse,
    Surrender,
    SurrenderHouse,
    TwentyOne,
    TwoMatches,
)
from pitboss.rules.match import match_pays
from pitboss.rules.stakes import MAX_STAKE_CENTS

Switches = dict[str, dict[str, Any]]

EVEN = Odds(1, 1)

BARE_HOUSE = House(
    decks=6,
    min_chip_cents=100,
    dealer=DealerHouse(False, 21, False, Reader.BLACKJACK, False, False),
    push=PushHouse(False, False, False, False, False, False, True, False),
    blackjack=BlackjackHouse(Odds(3, 2), False, False, True, False),
    player=PlayerHouse(EVEN, False, TwentyOne.STANDS),
    double=DoubleHouse(0, 21, True, False),
    split=SplitHouse(False, 2, 2, False),
    insurance=InsuranceHouse(False, Odds(2, 1), Rounding.DOWN),
    surrender=SurrenderHouse(Surrender.NONE, 50, False),
    second_chance=SecondChanceHouse(False, EVEN, True, True),
    match=MatchHouse(False, False, MatchBy.RANK, MatchPays(0, 0, 0, 0, 0), False),
    over_under=OverUnderHouse(34, -1, EVEN, False, False, (0,) * 34, False),
    limits=LimitsHouse(1, MAX_STAKE_CENTS, 1, MAX_STAKE_CENTS, False, 1),
    floor=FloorHouse(
        dead_hand_returns_all=True,
        player_chooses_on_wrong_light=False,
        overdraw_guard_all=True,
        dead_hand_returns_forfeit=False,
        dead_hand_returns_sides=False,
        shown_match_stands=False,
        wagers_stay=False,
        card_may_be_refused=True,
        refusal_is_for_one_box=False,
        lone_card=LoneCard.COMPLETED,
        early_exposed_is_discarded=False,
        late_blackjack_spares_busts=False,
        paid_blackjack_is_reopened=False,
        false_blackjack_voids=False,
        broken_reader_waits=False,
        first_card_may_wait=False,
        any_irregularity_voids=False,
    ),
    pay=PayHouse(Rounding.EXACT, 1),
    deck=STANDARD.copies,
)
"""Blackjack with no special mechanism: what a game file builds on."""

TABLE_OF_TWO_MATCHES = "two_matches"
"""The one switch that is not a field of House: it fills the pay table of a match wager."""

_DOUBLE_ON = {"any": (0, 21), "9-11": (9, 11), "10-11": (10, 11)}


class SwitchFault(NamedTuple):
    says: str
    allowed: str


def switch_fault(group: str, name: str, value: object) -> SwitchFault | None:
    """Why a file cannot set this switch of the house so; None when it can."""
    switch = f"'{group}.{name}'"
    if wager := OFFERED_SWITCHES.get((group, name)):
        says = f"the switch {switch} cannot be set: it is on while the game has a wager of its kind on offer."
        return SwitchFault(says, f"a {wager} among the wagers")
    kinds = _switch_kinds()
    kind = kinds.get((group, name))
    if kind is None:
        groups = sorted({known for known, _ in kinds})
        names = sorted(known for of, known in kinds if of == group and (of, known) not in OFFERED_SWITCHES)
        return SwitchFault(f"there is no switch {switch}.", ", ".join(names or groups))
    if _read_switch(kind, value) is None:
        return SwitchFault(f"the switch {switch} cannot be {value!r}.", _tell_kind(kind))
    return None


@cache
def _switch_kinds() -> dict[tuple[str, str], type]:
    kinds: dict[tuple[str, str], type] = {("match", TABLE_OF_TWO_MATCHES): TwoMatches}
    for group, part in get_type_hints(House).items():
        if issubclass(part, tuple):
            for name, kind in get_type_hints(part).items():
                if isinstance(kind, type) and issubclass(kind, int):
                    kinds[group, name] = kind
    return kinds


def _read_switch(kind: type, value: object) -> int | None:
    if issubclass(kind, IntEnum):
        word = str(value).upper()
        return kind[word] if isinstance(value, str) and word in kind.__members__ else None
    if kind is bool:
        return value if isinstance(value, bool) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _tell_kind(kind: type) -> str:
    if issubclass(kind, IntEnum):
        return ", ".join(member.name.lower() for member in kind)
    return "true, false" if kind is bool else "a whole number"


def option_switches(options: Mapping[str, Value]) -> Switches:
    """What the chosen options set; an option that a game does not have sets nothing."""
    switches: Switches = {}
    for name, translate in _TRANSLATIONS.items():
        if name in options:
            for group, values in translate(options[name], options).items():
                switches.setdefault(group, {}).update(values)
    return switches


def _split_limits(_: Value, options: Mapping[str, Value]) -> Switches:
    hands = int(options.get("max_hands", 2))
    aces = int(options.get("max_ace_hands", hands)) if options.get("resplit_aces") else 2
    return {"split": {"max_hands": hands, "max_ace_hands": min(hands, aces)}}


def _hole_card(value: Value, _: Mapping[str, Value]) -> Switches:
    peek = value == "peek"
    reader = Reader.BLACKJACK if peek else Reader.NONE
    return {"dealer": {"reader": reader, "takes_added_wagers": not peek}}


def _sets(group: str, field: str, by: Callable[[Value], Any]) -> "_Translation":
    return lambda value, _: {group: {field: by(value)}}


_Translation = Callable[[Value, Mapping[str, Value]], Switches]

_TRANSLATIONS: dict[str, _Translation] = {
    "soft_17": _sets("dealer", "hits_soft_17", lambda value: value == "hit"),
    "hole_card": _hole_card,
    "blackjack_pays": _sets("blackjack", "odds", lambda value: parse_odds(str(value))),
    "double_on": lambda value, _: {
        "double": dict(zip(("lowest", "highest"), _DOUBLE_ON[str(value)], strict=True))
    },
    "double_after_split": _sets("double", "after_split", bool),
    "split_by": _sets("split", "by_rank", lambda value: value == "rank"),
    "max_hands": _split_limits,
    "hit_split_aces": lambda value, _: {
        "split": {"aces_draw": value},
        "double": {"split_aces": value},
    },
    "even_money": _sets("blackjack", "even_money", bool),
    "surrender": _sets("surrender", "when", lambda value: Surrender[str(value).upper()]),
    "half_unit_cents": _sets("surrender", "half_unit_cents", int),
    "min_wager_cents": _sets("limits", "wager_min_cents", int),
    "max_wager_cents": _sets("limits", "wager_max_cents", int),
    "side_min_cents": _sets("limits", "side_min_cents", int),
    "side_max_cents": _sets("limits", "side_max_cents", int),
}


class HouseWager(NamedTuple):
    """A wager as far as the House cares."""

    kind: str
    against: Against | None
    pays: Mapping[str, int]
    """Its pay table; empty for a wager paid at odds."""
    is_offered: bool


class Ingredients(NamedTuple):
    """Everything a House is made of, in the order in which later overrides earlier."""

    options: Mapping[str, Value]
    fixed: Mapping[str, Mapping[str, Any]]
    readings: tuple[Mapping[str, Mapping[str, Any]], ...]
    odds: Mapping[str, Odds]
    wagers: tuple[HouseWager, ...]
    deck: Deck


def build_house(given: Ingredients) -> House:
    """The House of a game: options, then what the document fixes, then how it is read, then its wagers."""
    switches = option_switches(given.options)
    for layer in (given.fixed, *given.readings):
        for group, values in layer.items():
            kinds = _switch_kinds()
            read = {name: _read_switch(kinds[group, name], value) for name, value in values.items()}
            switches.setdefault(group, {}).update(read)
    two = switches.get("match", {}).pop(TABLE_OF_TWO_MATCHES, TwoMatches.SUM)
    if switches.get("pay", {}).get("rounding", Rounding.EXACT) != Rounding.EXACT:
        switches["pay"]["unit_cents"] = _smallest_paid(given.options)
    _add_odds(switches, given.odds)
    for wager in given.wagers:
        _add_wager(switches, wager, two)
    parts = {group: getattr(BARE_HOUSE, group)._replace(**values) for group, values in switches.items()}
    return BARE_HOUSE._replace(
        decks=int(given.options["decks"]),
        min_chip_cents=int(given.options.get("min_chip_cents", BARE_HOUSE.min_chip_cents)),
        deck=given.deck.copies,
        **parts,
    )


def _smallest_paid(options: Mapping[str, Value]) -> int:
    """The smallest chip, or the coin in which half a wager is handed back where that is smaller."""
    chip = int(options.get("min_chip_cents", BARE_HOUSE.min_chip_cents))
    return min(chip, int(options.get("half_unit_cents", chip)))


ODDS_SWITCHES = {
    "win": ("player", "win_odds"),
    "insurance": ("insurance", "odds"),
    "second_chance": ("second_chance", "odds"),
    "play": ("over_under", "odds"),
}
"""Which named odds of a game file fill which field."""


def _add_odds(switches: Switches, odds: Mapping[str, Odds]) -> None:
    for name, (group, field) in ODDS_SWITCHES.items():
        if name in odds:
            switches.setdefault(group, {})[field] = odds[name]


def _add_wager(switches: Switches, wager: HouseWager, two: TwoMatches) -> None:
    switch = MATCH_SWITCHES[wager.against] if wager.against else KINDS[wager.kind].switch
    if switch and wager.is_offered:
        switches.setdefault(switch[0], {})[switch[1]] = True
    if KINDS[wager.kind].pays_by == "match":
        switches.setdefault("match", {})["pays"] = _match_table(wager.pays, two)
    if KINDS[wager.kind].pays_by == "total":
        pays = tuple(wager.pays.get(str(points), 0) for points in range(34))
        switches.setdefault("over_under", {})["bonus_pays"] = pays


def _match_table(rows: Mapping[str, int], two: TwoMatches) -> MatchPays:
    if set(rows) == {"suited", "unsuited"}:
        return match_pays(rows["suited"], rows["unsuited"], two)
    return MatchPays(**rows)


def changed_switches(house: House) -> dict[str, Any]:
    """The switches that a game sets other than the bare house has them: what it says, and no more."""
    said: dict[str, Any] = {}
    for group, part in house._asdict().items():
        bare = getattr(BARE_HOUSE, group)
        if not hasattr(part, "_asdict"):
            if part != bare:
                said[group] = part
            continue
        for name, value in part._asdict().items():
            if value != getattr(bare, name):
                said[f"{group}.{name}"] = value
    return said
