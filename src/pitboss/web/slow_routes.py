"""Which questions take long: they replay rounds, read the journal or draw, and have a queue of their own."""

import re
from collections.abc import Iterable

from fastapi import APIRouter, Depends
from fastapi.routing import APIRoute


def takes_long() -> None:
    """Does nothing: it marks a route."""


TakesLong = Depends(takes_long)


def slow_routes(routers: Iterable[APIRouter]) -> list[APIRoute]:
    """All routes that are marked."""
    routes = [route for router in routers for route in router.routes]
    return [route for route in routes if isinstance(route, APIRoute) and TakesLong in route.dependencies]


def slow_paths(prefix: str, routers: Iterable[APIRouter]) -> "re.Pattern[str]":
    """Their addresses below this prefix."""
    marked = [re.sub(r"\?P<\w+>", "?:", route.path_regex.pattern[1:]) for route in slow_routes(routers)]
    return re.compile(f"{re.escape(prefix)}(?:{'|'.join(marked)})")
