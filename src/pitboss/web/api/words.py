"""The words API: what people call decisions, acts, phases and lights; pages keep no list of their own."""

from fastapi import APIRouter
from pydantic import BaseModel, Field

from pitboss.games.vocabulary import EXACTNESS, PHASES
from pitboss.rules.cards import Light, Range, range_of
from pitboss.table.acts import ACTS, DECISIONS
from pitboss.table.event_text import LAMPS, RANKS
from pitboss.table.state import LANE_OF_LIGHT
from pitboss.web.auth import LoggedIn
from pitboss.web.history import CARD_PLACES, CHIP_PLACES, MONEY_PLACES

router = APIRouter(tags=["words"])


class ActOut(BaseModel):
    command: str = Field(description="The command that performs it.")
    label: str = Field(description="In a list of acts; an option carries its own label, with box and hand.")
    key: str = Field(description="The key that performs it at the table’s page.")


class DecisionOut(BaseModel):
    label: str
    key: str


class LightOut(BaseModel):
    """A light of the range reader, by shape and word as well as by color."""

    light: str
    label: str
    range: str
    shape: str
    range_label: str


class ExactnessOut(BaseModel):
    mark: str
    label: str


class WordsOut(BaseModel):
    acts: dict[str, ActOut]
    decisions: dict[str, DecisionOut] = Field(description="What a player decides on a hand, in their order.")
    phases: dict[str, str]
    lights: list[LightOut]
    card_places: dict[str, str]
    chip_places: dict[str, str]
    money_places: dict[str, str]
    exactness: dict[str, ExactnessOut] = Field(description="How a figure was found, and its mark.")


@router.get("/words")
def list_words(_: LoggedIn) -> WordsOut:
    """The label and the key of every act, and the label of every phase and light."""
    return WordsOut(
        acts={id: ActOut(command=act.command, label=act.heading, key=act.key) for id, act in ACTS.items()},
        decisions={
            action.name.lower(): DecisionOut(label=decision.label, key=decision.key)
            for action, decision in DECISIONS.items()
        },
        phases=PHASES,
        lights=[_light(light) for light in LANE_OF_LIGHT],
        card_places=CARD_PLACES,
        chip_places=CHIP_PLACES,
        money_places=MONEY_PLACES,
        exactness={name: ExactnessOut(**part) for name, part in EXACTNESS.items()},
    )


def _light(light: Light) -> LightOut:
    name, lit = light.name.lower(), LANE_OF_LIGHT[light]
    return LightOut(
        light=name,
        label=LAMPS[name],
        range=lit.name.lower(),
        shape=LAMPS[name][0],
        range_label=f"{lit.name.title()}: {tell_ranks(lit)}",
    )


def tell_ranks(lit: Range) -> str:
    """The hole cards of a range: “2 to 5”; the ace counts as the highest card."""
    ranks = [rank for rank in (*range(2, len(RANKS)), 1) if range_of(rank) == lit]
    return f"{RANKS[ranks[0]]} to {'ace' if ranks[-1] == 1 else RANKS[ranks[-1]]}"
