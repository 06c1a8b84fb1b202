"""Where the live table is known to part from the texts: `open_points.toml`, read."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pitboss.table.notation import parse_round
from tests.agree.compared import Setting
from tests.agree.shrinking import replay
from tests.naive.letter import Objection

FILE = Path(__file__).with_suffix(".toml")


class OpenPoint(NamedTuple):
    setting: Setting
    key: str
    says: str
    round: str

    def objection(self) -> Objection | None:
        """What the letter objects to in this round today."""
        return replay(self.setting, parse_round(self.round))


@cache
def open_points() -> tuple[OpenPoint, ...]:
    told = tomllib.loads(FILE.read_text()).get("open", [])
    return tuple(
        OpenPoint(
            Setting(point["game"], tuple(point.get("choices", ())), tuple(point.get("seats", (1,)))),
            point["key"],
            point["says"],
            point["round"],
        )
        for point in told
    )


def open_keys(game: str) -> dict[str, str]:
    return {point.key: point.says for point in open_points() if point.setting.game == game}
