"""The shape of a game file. One TOML a document; a user's file has the same shape, or extends."""

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from pitboss.games.wager_kinds import KINDS, Against, Timing

_NAME, _ID, _READING, _CHOICE = r"^[a-z][a-z0-9_]*$", r"^[a-z][a-z0-9-]*$", r"^[A-Z]\d+[a-z]?$", r"^R\d$"
_DAY = r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$"
_MECHANISM = r"^[a-z_]+\.[a-z0-9_]+(/[a-z0-9_]+)*$"
SHAPES = {
    _NAME: "lowercase letters, digits and underscores",
    _ID: "lowercase letters, digits and hyphens",
    _READING: "a capital letter and a number, such as D1",
    _CHOICE: "R and a digit, such as R2",
    _DAY: "a day, such as 2021-05-29",
    _MECHANISM: "a mechanism or an outcome of one, such as settle.hand or settle.hand/bust",
}
"""What each kind of name looks like, in words."""

Name = Annotated[str, StringConstraints(pattern=_NAME)]
Id = Annotated[str, StringConstraints(pattern=_ID)]
ReadingId = Annotated[str, StringConstraints(pattern=_READING)]
Choice = Annotated[str, StringConstraints(pattern=_CHOICE)]
Day = Annotated[str, StringConstraints(pattern=_DAY)]
Text = Annotated[str, StringConstraints(min_length=1)]
Scalar = bool | int | str
MechanismId = Annotated[str, StringConstraints(pattern=_MECHANISM)]
Condition = dict[str, Scalar | list[Scalar]]
Step = Literal["inspect", "verify", "spread", "look", "wash"]
Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)


class Span(Part):
    """Any whole number from here to there."""

    lowest: int = Field(alias="from")
    highest: int = Field(alias="to")


class OptionPart(Part):
    default: Scalar
    allowed: list[Scalar] | Span
    clauses: list[Text]
    note: str = ""
    reading: ReadingId | None = None
    """The reading that decides this option; `by_reading` says how."""
    by_reading: dict[Choice, Scalar] = {}
    must_choose: bool = False
    """The document leaves it to the house, and no default stands for its approval."""
    offers: Name | None = None
    """The wager that this option puts on offer; such an option is yes or no, and the game names it."""


def is_allowed(value: Any, part: OptionPart) -> bool:
    """Is this one of the values that the document lets the house choose?"""
    if isinstance(part.allowed, Span):
        return isinstance(value, int) and part.allowed.lowest <= value <= part.allowed.highest
    return value in part.allowed


class ReadingChoice(Part):
    says: Text
    sets: dict[Name, dict[Name, Scalar]] = {}
    excludes: dict[ReadingId, list[Choice]] = {}
    """Choices of other readings that say the opposite."""


class ReadingPart(Part):
    kind: Literal["money", "procedure", "text", "information"]
    clauses: list[Text]
    question: Text
    default: Choice
    because: Text
    choices: dict[Choice, ReadingChoice]


class NotePart(Part):
    """How the text is taken where it leaves no choice; it has an id in the series of the readings."""

    clauses: list[Text]
    question: Text
    says: Text
    because: Text


class OddsPart(Part):
    pays: Text
    clauses: list[Text]


class PayTablePart(Part):
    clauses: list[Text] = []
    """Of a document; a table of one's own has none."""
    rows: dict[str, Text]
    when: Condition = {}


class PhasePart(Part):
    name: Name
    says: Text
    clauses: list[Text]
    when: Condition = {}


class WagerPart(Part):
    id: Name
    name: Text
    kind: Name
    """One of the kinds in games/wager_kinds.py; what a wager does follows from its kind alone."""
    against: Against | None = None
    """The dealer's card that a match wager looks at."""
    required: bool = False
    stake: Text
    limits: list[Name] = []
    open_to: Text
    odds: list[Name] = []
    pay_table: Name | None = None
    clauses: list[Text]
    when: Condition = {}

    @property
    def main(self) -> bool:
        return self.kind == "main"

    @property
    def timing(self) -> Timing:
        return KINDS[self.kind].timing


class RequirementPart(Part):
    when: Condition
    needs: Condition
    otherwise: dict[Name, Scalar] = {}
    """What an option falls back to when nobody chose it and the need is not met."""
    says: Text
    clauses: list[Text]


class InscriptionPart(Part):
    text: Text
    where: Literal["layout", "lane", "sign"] = "layout"
    similar: bool = False
    """Other words of the same meaning may be approved."""
    or_sign: bool = False
    """A sign at the table may carry it instead."""
    clauses: list[Text]
    when: Condition = {}


class AreaPart(Part):
    what: Text
    per: Literal["table", "player"]
    clauses: list[Text]
    when: Condition = {}


class EquipmentPart(Part):
    item: Text
    says: Text
    clauses: list[Text]
    when: Condition = {}


class ProcedurePart(Part):
    says: Text
    clauses: list[Text]
    amount: int | None = None
    """A number the procedure turns on, in the unit its name ends with."""
    steps: list[Step] = []
    """What is done, in this order."""
    when: Condition = {}


class FollowsPart(Part):
    """Mechanisms on which the document is silent, and the text that is followed instead."""

    register_file: Text = Field(alias="register")
    reading: ReadingId
    mechanisms: list[MechanismId]


class DeckPart(Part):
    ranks: list[Rank]
    """Each in four suits."""


class PublishedPart(Part):
    wager: Name
    measure: Literal["hold", "house_edge"]
    lowest_percent: Text
    highest_percent: Text
    clauses: list[Text]
    note: str = ""
    options: dict[Name, Scalar] = {}
    """The choices for which the figure is published."""
    also: list[Id] = []
    """Other documents of the same game, whose rules may have been meant."""


class GameDocument(Part):
    format: Literal[2]
    """The version of this shape; older files are brought up to it by games/edition_1.py."""
    game: Id
    family: Name
    order: int = 1_000
    """Where the game stands in a list of known games."""
    register_file: str = Field(default="", alias="register")
    """The register of the document's sentences, beside this file."""
    as_of: Day | None = None
    """The day whose text is played: sentences that were not in force then are not cited."""
    deck: DeckPart | None = None
    """Other than 52 cards."""
    extends: str | None = None
    title: Text
    jurisdiction: Text
    document: Text
    source: Text
    dated: Text
    summary: Text
    options: dict[Name, OptionPart]
    readings: dict[ReadingId, ReadingPart] = {}
    notes: dict[ReadingId, NotePart] = {}
    requires: list[RequirementPart] = []
    odds: dict[Name, OddsPart]
    pay_tables: dict[Name, list[PayTablePart]] = {}
    phases: list[PhasePart]
    wagers: list[WagerPart]
    inscriptions: list[InscriptionPart] = []
    layout: list[AreaPart] = []
    equipment: list[EquipmentPart] = []
    procedures: dict[Name, ProcedurePart] = {}
    follows: list[FollowsPart] = []
    published: list[PublishedPart] = []
    house: dict[Name, dict[Name, Scalar]] = {}
    acknowledged: dict[Text, Text] = {}
    """What the prover finds and we know of: the reading that takes it up, or a note in words."""


def is_reading_id(text: str) -> bool:
    return re.fullmatch(r"[A-Z]\d+[a-z]?", text) is not None


def condition_holds(condition: Condition, facts: dict[str, Any]) -> bool:
    """Every fact named has the value, or one of the values, named."""
    return all(
        facts.get(name) in wanted if isinstance(wanted, list) else facts.get(name) == wanted
        for name, wanted in condition.items()
    )
