"""One's own purse and one's own last rounds."""

from fastapi import APIRouter, Request
from pydantic import BaseModel

from pitboss.web.api.tables import tables_of
from pitboss.web.doors import Player

router = APIRouter(prefix="/me", tags=["purse"])


class Purse(BaseModel):
    balance_cents: int


@router.get("/money")
def my_money(caller: Player, request: Request) -> Purse:
    """What one has with the house, chips at tables apart."""
    cage = tables_of(request).pit.cage
    cage.refresh()
    return Purse(balance_cents=cage.balance(caller.account.id))
