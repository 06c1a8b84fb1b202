"""What an account may do at a table: as whom, and nothing for any_caller else."""

from collections.abc import Mapping
from typing import Any

from pitboss.errors import Refused
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table.autopilot import Autopilot
from pitboss.table.due import Due, due
from pitboss.table.people import DEALER, DEVICE, FLOOR, Person, Role, player
from pitboss.web.auth import Caller
from pitboss.web.json_codec import command_of, read_card
from pitboss.web.live_table import LiveTable, seat_of
from pitboss.web.roles import STAFF_AT_TABLE, AccountRole

MOVES_CASH = (c.BuyChips, c.SitDown)
"""Chips come from an account, so only its owner asks for them, at the counters for it."""


def person_of(caller: Caller, table: LiveTable) -> Person:
    """From where this caller sees the table; who holds no seat stands behind the players."""
    return viewer_of(caller, table.owners)


def viewer_of(caller: Caller, owners: Mapping[int, str]) -> Person:
    """The same for a table whose seats are or were these accounts'."""
    if caller.role == AccountRole.PLAYER:
        return player(seat_of(caller.account.id, owners))
    return STAFF_AT_TABLE.get(caller.role, FLOOR)


def acting(caller: Caller, table: LiveTable) -> Person:
    """As whom this caller acts."""
    if caller.role == AccountRole.PLAYER:
        seat = table.seat_of(caller.account.id)
        if not seat:
            raise Refused("not_seated", "Sit down first.")
        return player(seat)
    if caller.role not in STAFF_AT_TABLE:
        raise Refused("not_for_you", f"A {caller.role} looks on and does nothing at a table.")
    return STAFF_AT_TABLE[caller.role]


def act_for(caller: Caller, table: LiveTable, key: str, data: dict[str, Any]) -> int:
    """Carry out a command that somebody sent."""
    with table.lock:
        command = command_of(data, acting(caller, table))
        if isinstance(command, MOVES_CASH):
            raise Refused("not_here", "Chips are bought by their owner, on sitting down or at the table.")
        if caller.account.barred and isinstance(command, c.PlaceWager | c.CallWager):
            raise Refused("barred", "The floor does not take your wagers at present.")
        if command.roles == c.DEVICES:
            command = _for_the_device(caller, table, data)
        return _submit(caller, table, key, command)


def _for_the_device(caller: Caller, table: LiveTable, data: dict[str, Any]) -> c.Command:
    """With real cards the dealer also says what the devices showed."""
    if caller.role != AccountRole.DEALER or not table.keyed:
        raise Refused("not_yours", "This is for the device to say.")
    return command_of(data, DEVICE)


def sit_down(caller: Caller, table: LiveTable, key: str, seat: int, chips_cents: int) -> int:
    with table.lock:
        if caller.account.barred:
            raise Refused("barred", "The floor does not admit you at present.")
        taken = table.seat_of(caller.account.id)
        if taken and not table.knows(_key(caller, key)):
            raise Refused("already_seated", f"You sit at seat {taken} of this table.")
        command = c.SitDown(by=player(seat), chips_cents=chips_cents)
        return _submit(caller, table, key, command, account=caller.account.id)


def buy_chips(caller: Caller, table: LiveTable, key: str, cents: int) -> int:
    """The player's own money becomes chips; the dealer changes it."""
    with table.lock:
        seat = acting(caller, table).seat
        command = c.BuyChips(by=DEALER, seat=seat, cents=cents)
        return _submit(caller, table, key, command)


def leave(caller: Caller, table: LiveTable, key: str) -> int:
    with table.lock:
        command = c.Leave(by=acting(caller, table))
        return _submit(caller, table, key, command)


def _submit(caller: Caller, table: LiveTable, key: str, command: c.Command, account: str = "") -> int:
    try:
        return table.submit(command, key=_key(caller, key), actor=caller.account.id, account=account)
    except Refused as refused:
        if refused.reason != "no_funds":
            raise
        whose = "Your" if caller.role == AccountRole.PLAYER else "The player's"
        raise Refused("no_funds", f"{whose} account does not hold so much.") from None


def _key(caller: Caller, key: str) -> str:
    """One account's keys are not another's."""
    return f"{caller.account.id}:{key}"


class _OneCard:
    """A shoe of the card that the dealer has in hand; at a virtual table the desk puts the true one."""

    def __init__(self, card: Card) -> None:
        self._card = card

    def draw(self) -> Card:
        return self._card

    def refill(self, out: object) -> None:
        """Nothing is kept."""


def do_next(caller: Caller, table: LiveTable, key: str, card: str = "") -> int:
    """Do what is due from this caller; the dealer also starts the shuffler. A card where one is keyed in."""
    with table.lock:
        found = due(table.state)
        if found is None or found.who.role == Role.PLAYER:
            raise Refused("not_now", "Nothing is for the house to do now.")
        if acting(caller, table).role not in (found.who.role, *([Role.DEALER] * (found.who == DEVICE))):
            raise Refused("not_yours", f"This is for the {found.who} to do.")
        if table.keyed and found.act in ("card", "turn") and not card:
            raise Refused("card_needed", "Say which card came.")
        if found.act == "read":
            raise Refused("not_yours", "This is for the device to say.")
        command = _next_command(table, found, read_card(card) if card else Card(1, 0))
        return _submit(caller, table, key, command)


def _next_command(table: LiveTable, found: Due, card: Card) -> c.Command:
    if found.act == "bets":
        return c.CloseBetting()
    pilot = Autopilot(_OneCard(card))
    pilot.hole = card
    command = pilot.act(table.state)
    if command is None:
        raise Refused("not_now", "Nothing is for the house to do now.")
    return command
