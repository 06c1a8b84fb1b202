"""What a sentence lays down, in a form that can be proved: who wins when, who decides, what it points to.

A register may say these things of a sentence and need not. Each states the sentence as it is written, not
what is made of it: a gap in the text must stay a gap here.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field, ValidationError

from pitboss.errors import Fault
from pitboss.games.conditions import ALWAYS, Condition, read_condition
from pitboss.games.file_schema import Part, Text
from pitboss.games.vocabulary import DECISIONS, MISTAKES, PHASES, parse_odds

Result = Literal["win", "lose", "return", "half"]
HandResult = Literal["win", "tie", "lose"]
Actor = Literal["player", "dealer", "floorperson", "nobody"]

RESULTS: dict[str, str] = {
    "win": "wins",
    "lose": "is lost",
    "return": "is returned",
    "half": "is half returned",
}


def _check_condition(text: str) -> str:
    read_condition(text)
    return text


def _one_of(known: Mapping[str, str], what: str) -> AfterValidator:
    def check(name: str) -> str:
        if name not in known:
            raise ValueError(f"{name!r} is not {what}. There are: {', '.join(known)}.")
        return name

    return AfterValidator(check)


def _check_odds(text: str) -> str:
    if parse_odds(text) is None:
        raise ValueError(f"{text!r} is not a payout.")
    return text


When = Annotated[str, AfterValidator(_check_condition)]
Step = Annotated[str, _one_of({"": "", **PHASES}, "a step of any round")]
Act = Annotated[str, _one_of(DECISIONS, "something that anybody decides")]
Mistake = Annotated[str, _one_of(MISTAKES, "a mistake that depends on the cards")]
Pays = Annotated[str, AfterValidator(_check_odds)]


class Said(BaseModel):
    """As strict as a part of a game file."""

    model_config = Part.model_config


class Stated(Said):
    when: When = ""

    @property
    def condition(self) -> Condition:
        return read_condition(self.when) if self.when else ALWAYS


class Settles(Stated):
    """What becomes of wagers, or that they share the fate of another wager."""

    wagers: list[Text] | Literal["all"]
    """By the document's names for them, or by their kinds."""
    result: Result | None = None
    like: Text | None = Field(default=None, alias="as")
    step: Step = ""
    """The step of the round at which it happens; any, where the sentence names none."""
    pays: Pays | None = None


class Compares(Stated):
    """How a hand stands; another sentence says what that means for the wagers."""

    result: HandResult


class Decides(Stated):
    """Who may or must decide something, or that nobody may."""

    act: Act
    by: Actor | None = None
    """None where the sentence leaves open who decides."""
    after: Step = ""
    before: Step = ""
    yields: bool = False
    """It leaves to other sentences whether it may be done: “as permitted under …”."""


class DealerMust(Stated):
    must: Literal["draw", "stand"]


class Remedies(Stated):
    of: Mistake


class Refers(Said):
    """A place that the sentence names, and what it says is found there."""

    to: Text
    about: list[Text] = []


class Structure(Stated):
    """All that a register says of one sentence beyond its wording."""

    step: Step = ""
    cases: bool = False
    """Its items are meant to cover every case at this step."""
    settles: list[Settles] = []
    compares: list[Compares] = []
    decisions: list[Decides] = []
    dealer: list[DealerMust] = []
    remedies: list[Remedies] = []
    refers: list[Refers | Text] = []
    lifts: list[Text] = []
    """Paragraphs that it says do not apply."""
    terms: list[Text] = []
    """Terms that it uses."""
    defines: list[Text] = []
    """Terms that it defines, or things that it introduces by name."""
    about: list[Text] = []
    """What else it deals with."""
    calls_game: Text | None = None
    """The name by which it calls the game."""
    printed: Text | None = None
    """The number that the text prints, where it is not that of the id."""
    adopts: Text | None = None
    """The register that it makes part of this document where this document is silent."""

    @property
    def references(self) -> list[Refers]:
        return [Refers(to=part) if isinstance(part, str) else part for part in self.refers]

    @property
    def subjects(self) -> list[str]:
        """Everything it is about, by name."""
        wagers = [name for part in self.settles if part.wagers != "all" for name in part.wagers]
        acts = [DECISIONS[part.act] for part in self.decisions]
        return [*self.terms, *self.defines, *self.about, *wagers, *acts]


NOTHING = Structure()
KEYS = frozenset(Structure.model_fields)


def read_structure(part: Mapping[str, Any], where: str) -> tuple[Structure, list[Fault]]:
    """What a register's entry says in these keys, and what is wrong with it."""
    said = {key: value for key, value in part.items() if key in KEYS}
    if not said:
        return NOTHING, []
    try:
        structure = Structure.model_validate(said)
    except ValidationError as error:
        return NOTHING, list(dict.fromkeys(_fault(problem, where) for problem in error.errors()))
    return structure, [Fault(where, says) for says in _misfits(structure)]


def _misfits(structure: Structure) -> list[str]:
    """What has the right shape and still says nothing."""
    return [
        f"settles {number}: must have either a result or the wager it goes with."
        for number, part in enumerate(structure.settles, 1)
        if (part.result is None) == (part.like is None)
    ]


def _fault(problem: Any, where: str) -> Fault:
    steps = [step + 1 if isinstance(step, int) else step for step in problem["loc"]]
    place = " ".join(str(step) for step in steps if not str(step).startswith(("function-", "constrained")))
    match problem["type"]:
        case "value_error":
            return Fault(where, f"{place}: {problem['ctx']['error']}")
        case "literal_error":
            allowed = problem["ctx"]["expected"].replace("'", "")
            return Fault(where, f"{place}: {problem['input']!r} cannot stand here.", allowed)
        case "extra_forbidden":
            return Fault(where, f"{place} is not something a sentence says.")
        case "missing":
            return Fault(where, f"{place} is missing.")
    return Fault(where, f"{place}: {problem['msg'].lower()}, not {problem['input']!r}.")
