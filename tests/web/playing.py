"""A player without ambition: what to say next, given what the table told."""

import random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.web.house import Visitor

PASSIVE = ("stand", "fold")


def next_message(
    told: dict[str, Any], stake_cents: int = 0, chance: random.Random | None = None
) -> dict[str, Any] | None:
    """The next thing a quiet player does, or one who decides by chance; None when it is another's turn."""
    by_type: dict[str, list[dict[str, Any]]] = {}
    for choice in told["options"]:
        by_type.setdefault(choice["command"]["type"], []).append(choice)
    seat, act = told["you"]["seat"], told["view"]["next"][-1]["act"] if told["view"]["next"] else ""
    if "PrepareCards" in by_type:
        return _do(by_type["PrepareCards"][0]["command"])
    if "RefuseCut" in by_type:
        return _do(by_type["RefuseCut"][0]["command"])
    if "Decide" in by_type:
        return _do(_filled(_decision(by_type["Decide"], chance)))
    if "DeclineSecondChance" in by_type:
        return _do(by_type["DeclineSecondChance"][0]["command"])
    if act == "bets":
        return _bet(told, by_type, seat, stake_cents)
    if act == "close insurance" and not _is_ready(told, seat):
        return {"type": "ready", "ready": True}
    return None


def _decision(choices: list[dict[str, Any]], chance: random.Random | None) -> dict[str, Any]:
    if chance is not None:
        return chance.choice(choices)
    return next((one for one in choices if one["command"].get("action") in PASSIVE), choices[0])


def _bet(
    told: dict[str, Any], by_type: dict[str, list[dict[str, Any]]], seat: int, stake_cents: int
) -> dict[str, Any] | None:
    if any(box["seat"] == seat for box in told["view"]["boxes"]):
        return None if _is_ready(told, seat) else {"type": "ready", "ready": True}
    bets = [one for one in by_type.get("PlaceWager", ()) if one["command"]["box"] == seat]
    if not bets:
        return None
    command = _filled(bets[0])
    return _do(command | {"cents": stake_cents or command["cents"]})


def _is_ready(told: dict[str, Any], seat: int) -> bool:
    return any(one["ready"] for one in told["seats"] if one["seat"] == seat)


def _filled(choice: dict[str, Any]) -> dict[str, Any]:
    if not choice["field"]:
        return dict(choice["command"])
    value = choice["range"]["first"] if "range" in choice else choice["values"][0]
    return {**choice["command"], choice["field"]: value}


def _do(command: dict[str, Any]) -> dict[str, Any]:
    return {"type": "do", "command": command}


def play(ann: "Visitor", table: str, acts: int = 12) -> None:
    """Whatever is asked of one player, so many times."""
    for _ in range(acts):
        said = next_message(ann.get(f"/tables/{table}"))
        if said is not None and said["type"] == "do":
            ann.do(table, **said["command"])
        else:
            ann.post(f"/tables/{table}/ready", ready=True)
