"""A game as it will be played: document, choices and readings settled, checked and frozen."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.games.file_schema import (
    AreaPart,
    EquipmentPart,
    InscriptionPart,
    PhasePart,
    ProcedurePart,
    PublishedPart,
    ReadingPart,
    RequirementPart,
    WagerPart,
)
from pitboss.games.vocabulary import Value
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
    says: str
    note: str
    chosen_by: str
    """`document`, `default`, `house`, `reading B8`, or `requirement 685a.6(e) s2`."""


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
    game_says: str
    clauses: tuple[str, ...]

    def __str__(self) -> str:
        clauses = f" ({', '.join(self.clauses)})" if self.clauses else ""
        return f"{self.what}: the document says {self.document_says}, this game {self.game_says}{clauses}"


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
    options: Mapping[str, Chosen]
    readings: Mapping[str, Read]
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
    house: House

    @property
    def main_wager(self) -> WagerPart:
        return next(wager for wager in self.wagers if wager.main)

    @property
    def has_dealer(self) -> bool:
        """Does the dealer take a hand? At Over/Under nobody does but the players."""
        return all(phase.name != "each_player" for phase in self.phases)

    @property
    def option_values(self) -> dict[str, Value]:
        return {name: chosen.value for name, chosen in self.options.items()}

    @property
    def reading_choices(self) -> dict[str, str]:
        return {id: read.choice for id, read in self.readings.items()}

    @property
    def sha256(self) -> str:
        """One hash of everything this game says that can change a card or a cent."""
        return hashlib.sha256(json.dumps(self._content(), sort_keys=True).encode()).hexdigest()

    def _content(self) -> dict[str, Any]:
        return {
            "game": self.id,
            "document": self.document,
            "options": self.option_values,
            "readings": self.reading_choices,
            "odds": {name: rate.odds for name, rate in self.odds.items()},
            "pay_tables": {name: dict(table.rows) for name, table in self.pay_tables.items()},
            "phases": [phase.name for phase in self.phases],
            "wagers": [wager.model_dump(mode="json") for wager in self.wagers],
            "procedures": {name: procedure.amount for name, procedure in self.procedures.items()},
            "house": self.house,
        }
