"""A second reckoning of a gaming day, from the JSON of the records: it shares nothing with the report."""

import json
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

Figures = Counter[str]


def by_shift(
    records: Iterable[tuple[str, str]], zone: str, shifts: dict[str, tuple[str, str]]
) -> dict[str, Figures]:
    """Times and payloads of a table, and local times from and to of each shift. Every round is whole."""
    figures: dict[str, Figures] = {name: Counter() for name in shifts}
    rack, table_round = 0, Counter[str]()
    ends: dict[str, int] = {}
    for time, payload in records:
        local = datetime.fromisoformat(time).astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M:%S")
        for name, (start, end) in shifts.items():
            if local >= start and f"{name} start" not in ends:
                ends[f"{name} start"] = rack - table_round["win"]
            if local >= end and f"{name} end" not in ends:
                ends[f"{name} end"] = rack - table_round["win"]
        now = [name for name, (start, end) in shifts.items() if start <= local < end]
        shift: Figures = figures[now[0]] if now else Counter()
        said = json.loads(payload)
        if isinstance(said.get("act"), dict):
            rack = _money(said["act"], rack, shift, ends, now)
            continue
        for event in _events(said):
            rack += _event(event, shift, table_round)
    for name, figure in figures.items():
        figure["opener"] = ends.get(f"{name} opener", ends.get(f"{name} start", 0))
        figure["closer"] = ends.get(f"{name} closer", ends.get(f"{name} end", rack))
        figure["win by tray"] = (
            figure["drop"] + figure["closer"] + figure["credits"] - figure["fills"] - figure["opener"]
        )
    return figures


def _events(said: dict[str, Any]) -> Iterable[dict[str, Any]]:
    if "why" in said:
        yield from said.get("events", ())
    else:
        for act in said.get("acts", ()):
            yield from act["events"]


def _money(act: dict[str, Any], rack: int, shift: Figures, ends: dict[str, int], now: list[str]) -> int:
    cents, kind = act["cents"], act["type"]
    if kind == "FillReceived":
        shift["fills"] += cents
        return rack + int(cents)
    if kind == "CreditSent":
        shift["credits"] += cents
        return rack - int(cents)
    if kind == "FloatAdvanced":
        return rack + int(cents)
    if kind in ("TrayOpened", "TrayClosed"):
        if now:
            ends[f"{now[0]} {'opener' if kind == 'TrayOpened' else 'closer'}"] = cents
            shift["variance"] += cents - rack
        return int(cents)
    return rack


def _event(event: dict[str, Any], shift: Figures, table_round: Counter[str]) -> int:
    """What it adds to the rack."""
    match event["type"]:
        case "ChipsBought":
            if not event.get("from_account"):
                shift["drop"] += event["cents"]
                return -int(event["cents"])
        case "HandSettled" | "WagerSettled":
            won = event["stake_cents"] - event["returned_cents"] - event["won_cents"]
            table_round.update({"win": won, "handle": event["stake_cents"]})
            return int(won)
        case "PaymentCorrected":
            shift["win"] -= event["cents"]
            return -int(event["cents"])
        case "TableCleared":
            shift.update({**table_round, "rounds": 1})
            table_round.clear()
    return 0
