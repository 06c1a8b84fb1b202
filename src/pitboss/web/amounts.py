"""Amounts, chips and notes in requests: what is wrong with one is a sentence, wherever it is given."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from pitboss.desk.cage_acts import Chips
from pitboss.games.vocabulary import tell_cents
from pitboss.web.http_errors import SENTENCE

MOST_CENTS = 10**12
MOST_CHIPS = 10**7
MOST_KINDS = 40
"""Denominations in one count."""


def _amount(least: int) -> Any:
    def check(value: Any) -> int:
        if type(value) is int and least <= value <= MOST_CENTS:
            return value
        limits = f"{tell_cents(least)} and {tell_cents(MOST_CENTS)}"
        raise PydanticCustomError(SENTENCE, f"The amount must be in whole cents, between {limits}.")

    return BeforeValidator(check)


def _number(value: Any) -> int:
    if type(value) is int and 1 <= value <= MOST_CHIPS:
        return value
    raise PydanticCustomError(SENTENCE, "The number of chips or notes must be a whole number above zero.")


Amount = Annotated[int, Field(ge=1, le=MOST_CENTS), _amount(1)]
AmountOrNothing = Annotated[int, Field(ge=0, le=MOST_CENTS), _amount(0)]


class ChipsIn(BaseModel):
    """So many chips, notes or coins of one denomination of the house."""

    model_config = ConfigDict(extra="forbid", strict=True)

    denomination_cents: Amount
    number: Annotated[int, Field(ge=1, le=MOST_CHIPS), BeforeValidator(_number)]


Counted = Annotated[list[ChipsIn], Field(max_length=MOST_KINDS)]


def chips_of(counted: list[ChipsIn]) -> tuple[Chips, ...]:
    """Highest first, as they are counted out."""
    chips = (Chips(one.denomination_cents, one.number) for one in counted)
    return tuple(sorted(chips, reverse=True))


class ChipsOut(BaseModel):
    denomination_cents: int
    number: int


def chips_out(chips: tuple[Chips, ...]) -> list[ChipsOut]:
    return [ChipsOut(denomination_cents=one.denomination_cents, number=one.number) for one in chips]
