"""A game as it will be played: document, choices and readings settled, checked and frozen."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from pitboss.games.citations import Citations, Followed
from pitboss.games.deck import Deck
from pitboss.games.families import Family
from pitboss.games.file_schema import (
    AreaPart,
    EquipmentPart,
    InscriptionPart,
    NotePart,
    PhasePart,
    ProcedurePart,
    PublishedPart,
    ReadingPart,
    RequirementPart,
    WagerPart,
)
from pitboss.games.registers import EMPTY, Register, in_force, parse_register
from pitboss.games.switches import changed_switches
from pitboss.games.vocabulary import OPTIONS, Option, Value, offering
from pitboss.rules.house import House, Odds


@dataclass(frozen=True)
class Chosen:
    """An option with its value, and what the document has to say about it."""

    name: str
    value: Value
    default: Value
    allowed: tuple[Value, ...] | tuple[int, int]
    allowed_text: str
    clauses: tuple[str, ...]
    label: str
    says: str
    note: str
    chosen_by: str
    """`document`, `default`, `house`, or the reading or requirement by name."""


@dataclass(frozen=True)
class Read:
    """A reading with the choice taken."""

    id: str
    choice: str
    part: ReadingPart

    @property
    def is_default(self) -> bool:
        return self.choice == self.part.default

    @property
    def says(self) -> str:
        return self.part.choices[self.choice].says

    @property
    def is_switchable(self) -> bool:
        return len(self.part.choices) > 1


@dataclass(frozen=True)
class Rate:
    """Named odds with their clauses."""

    name: str
    odds: Odds
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class PayTable:
    name: str
    rows: Mapping[str, int]
    """Winnings a unit staked, by row; 0 loses."""
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Departure:
    """Where a user's game leaves the document it extends."""

    what: str
    document_says: str
    """Empty where a whole list of the document is replaced."""
    game_says: str
    clauses: tuple[str, ...]

    def __str__(self) -> str:
        clauses = f" ({', '.join(self.clauses)})" if self.clauses else ""
        if not self.document_says:
            return f"{self.what}: {self.game_says}{clauses}"
        return (
            f"{self.what}: the document says {self.document_says}; this game says {self.game_says}{clauses}"
        )


class RegisterFile(NamedTuple):
    """A register as it was read, not parsed yet."""

    name: str
    text: str

    def parse(self) -> Register:
        return parse_register(self.text, self.name) if self.name else EMPTY


class FollowedFile(NamedTuple):
    """Mechanisms on which the document is silent, and the register followed under a reading."""

    file: RegisterFile
    reading: str
    mechanisms: tuple[str, ...]


@dataclass(frozen=True)
class Game:
    id: str
    extends: str | None
    title: str
    jurisdiction: str
    document: str
    source: str
    dated: str
    summary: str
    family: Family
    deck: Deck
    options: Mapping[str, Chosen]
    offers: Mapping[str, str]
    """Options that put a wager on offer: the wager's name by the option's."""
    readings: Mapping[str, Read]
    notes: Mapping[str, NotePart]
    requirements: tuple[RequirementPart, ...]
    odds: Mapping[str, Rate]
    pay_tables: Mapping[str, PayTable]
    phases: tuple[PhasePart, ...]
    wagers: tuple[WagerPart, ...]
    inscriptions: tuple[InscriptionPart, ...]
    layout: tuple[AreaPart, ...]
    equipment: tuple[EquipmentPart, ...]
    procedures: Mapping[str, ProcedurePart]
    published: tuple[PublishedPart, ...]
    departures: tuple[Departure, ...]
    register_file: RegisterFile
    follows: tuple[FollowedFile, ...]
    acknowledged: Mapping[str, str]
    """The reading or the note by which each finding of the prover is known."""
    house: House
    as_of: str = ""
    """The day whose text is played; empty for every sentence of the register."""
    withheld: Mapping[str, bool] = field(default_factory=dict)
    """Side wagers of the document that are not on offer, and whether a requirement forbids to offer them."""
    edition_1_sha256: str = ""
    """The hash that the first edition gave a game file of its own shape; empty for a newer file."""

    @property
    def main_wager(self) -> WagerPart:
        return next(wager for wager in self.wagers if wager.main)

    @property
    def side_wagers(self) -> tuple[WagerPart, ...]:
        """Optional wagers made before the deal."""
        return tuple(part for part in self.wagers if part.timing == "before the deal" and not part.main)

    def wagers_of(self, kind: str, against: str | None = None) -> tuple[WagerPart, ...]:
        """The wagers of a kind that are on offer."""
        return tuple(part for part in self.wagers if part.kind == kind and against in (None, part.against))

    def wager_of(self, kind: str, against: str | None = None) -> WagerPart | None:
        wagers = self.wagers_of(kind, against)
        return wagers[0] if wagers else None

    @property
    def has_dealer(self) -> bool:
        """Does the dealer take a hand?"""
        return self.family.has_dealer_hand

    def option(self, name: str) -> Option:
        """What an option of this game is called, and how its values are said."""
        return offering(name, self.offers[name]) if name in self.offers else OPTIONS[name]

    @property
    def option_values(self) -> dict[str, Value]:
        return {name: chosen.value for name, chosen in self.options.items()}

    @property
    def reading_choices(self) -> dict[str, str]:
        return {id: read.choice for id, read in self.readings.items()}

    @cached_property
    def register(self) -> Register:
        """Every sentence of the document; empty for a game without one. Read when it is first asked for."""
        return self.register_file.parse()

    @cached_property
    def citations(self) -> Citations:
        """The sentence that decides each mechanism and outcome."""
        followed = (
            Followed(in_force(part.file.parse(), self.as_of), part.reading, part.mechanisms)
            for part in self.follows
        )
        return Citations(in_force(self.register, self.as_of), tuple(followed))

    @cached_property
    def sha256(self) -> str:
        """One hash of everything this game says that can change a card or a cent.

        Wording and citations are no part of it, and neither is a switch at the value it has in a bare house:
        a switch that later code adds leaves the hash of every game that does not use it as it was.
        """
        return hashlib.sha256(json.dumps(self._content(), sort_keys=True).encode()).hexdigest()

    def _content(self) -> dict[str, Any]:
        return {
            "game": self.id,
            "document": self.document,
            "family": self.family.id,
            "options": self.option_values,
            "readings": self.reading_choices,
            "odds": {name: rate.odds for name, rate in self.odds.items()},
            "pay_tables": {name: dict(table.rows) for name, table in self.pay_tables.items()},
            "phases": [phase.name for phase in self.phases],
            "wagers": [
                [part.id, part.kind, part.against, part.required, part.limits, part.odds, part.pay_table]
                for part in self.wagers
            ],
            "procedures": {name: [part.amount, part.steps] for name, part in self.procedures.items()},
            "house": changed_switches(self.house),
        }
