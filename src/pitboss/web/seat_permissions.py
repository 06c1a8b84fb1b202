"""What an account may do at a table: as which person, and for nobody else."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from pitboss.desk.idempotency import command_digest
from pitboss.desk.payloads import Acts, Payload, SeedOffered, SeedRevealed
from pitboss.errors import Refused
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table.autopilot import Autopilot
from pitboss.table.due import Due, due
from pitboss.table.people import DEALER, DEVICE, FLOOR, Person, Role, player
from pitboss.web.auth import Caller
from pitboss.web.json_codec import command_of, read_card
from pitboss.web.live_table import NEEDS_DEALER, STRANGER, LiveTable, seat_of
from pitboss.web.roles import AccountRole

STAFF_AT_TABLE: dict[AccountRole, Person] = {
    AccountRole.DEALER: DEALER,
    AccountRole.FLOORPERSON: FLOOR,
}
"""Players act for the seat they hold; regulators and administrators do not act at tables."""


def person_of(caller: Caller, table: LiveTable) -> Person:
    """As whom this caller sees the table; somebody without a seat watches from behind the players."""
    return viewer_of(caller, table.owners, deals=deals_at(caller, table))


def viewer_of(caller: Caller, owners: Mapping[int, str], *, deals: bool) -> Person:
    """The same while the seats are, or were, held by these accounts; a dealer off duty is a bystander."""
    if caller.role == AccountRole.PLAYER:
        return player(seat_of(caller.account.id, owners))
    if caller.role == AccountRole.DEALER and not deals:
        return STRANGER
    return STAFF_AT_TABLE.get(caller.role, FLOOR)


def deals_at(caller: Caller, table: LiveTable) -> bool:
    """Is this caller the dealer of this table now?"""
    return caller.role == AccountRole.DEALER and not table.automatic and caller.is_on_duty(table.id)


def check_dealer(caller: Caller, table: LiveTable) -> None:
    """A dealer acts only at a table dealt by hand, and while assigned to it."""
    if caller.role != AccountRole.DEALER:
        return
    if table.automatic:
        raise Refused("automatic_table", "This table is dealt automatically: no dealer acts here.")
    if not caller.is_on_duty(table.id):
        raise Refused("not_assigned", "You are not assigned to this table now. Ask the floorperson.")


def acting(caller: Caller, table: LiveTable) -> Person:
    """As whom this caller acts."""
    if caller.role == AccountRole.PLAYER:
        seat = table.seat_of(caller.account.id)
        if not seat:
            raise Refused("not_seated", "Take a seat first.")
        return player(seat)
    if caller.role not in STAFF_AT_TABLE:
        raise Refused("not_for_you", f"{caller.role.plural} can watch a table but not act at it.")
    check_dealer(caller, table)
    return STAFF_AT_TABLE[caller.role]


def act_for(caller: Caller, table: LiveTable, key: str, data: dict[str, Any], seen: int | None = None) -> int:
    """Carry out a command from a message; with `seen`, only if the table has not moved on since then."""

    def is_same(done: c.Command) -> bool:
        asked = command_of(data, done.by)  # type: ignore[attr-defined]
        return command_digest(asked, "") == command_digest(done, "")

    with _once(caller, table, key, _commanded(is_same)) as once:
        command = command_of(data, acting(caller, table))
        if isinstance(command, c.SitDown) or getattr(command, "from_account", False):
            raise Refused("not_here", "Players use their own accounts, when they sit down or buy chips.")
        if caller.account.barred and isinstance(command, c.PlaceWager | c.CallWager):
            raise Refused("barred", "You are barred from betting. Speak to the floorperson.")
        if isinstance(command, c.PlaceWager | c.CallWager):
            caller.check_play(_stake_cents(command))
        if table.automatic and isinstance(command, NEEDS_DEALER):
            raise Refused("no_dealer", "This table has no dealer who could take a spoken bet. Bet in chips.")
        if isinstance(command, c.RelieveDealer) and command.by.role in command.roles:
            command = _named_relief(caller, table, command)
        if command.roles == c.DEVICES:
            command = _for_the_device(caller, table, data)
        once.last = _submit(caller, table, key, command, seen=seen)
    return once.last


def _stake_cents(command: c.PlaceWager | c.CallWager) -> int:
    laid_out = getattr(command, "chips", ())
    return command.cents or sum(stack.denomination_cents * stack.number for stack in laid_out)


def _named_relief(caller: Caller, table: LiveTable, command: c.RelieveDealer) -> c.RelieveDealer:
    """Who goes and who comes, by name: the last two who were assigned here, or those who are named."""
    if table.automatic or caller.assignments is None:
        return replace(command, left="", came="")
    names = caller.assignments.last_dealers(table.id)
    came = command.came or next((name for name in names if name != command.left), "")
    left = command.left or next((name for name in names if name != came), "")
    if came not in names or left not in names or came == left:
        says = "A relief is recorded with both names. First assign the dealer who comes to this table."
        raise Refused("no_relief", says)
    return replace(command, left=left, came=came)


def _for_the_device(caller: Caller, table: LiveTable, data: dict[str, Any]) -> c.Command:
    """With real cards the dealer also enters what the devices show."""
    if caller.role != AccountRole.DEALER or not table.keyed:
        raise Refused("not_yours", "Only the device can do this.")
    return command_of(data, DEVICE)


def sit_down(caller: Caller, table: LiveTable, key: str, seat: int, chips_cents: int) -> int:
    command = c.SitDown(by=player(seat), chips_cents=chips_cents)
    with _once(caller, table, key, _commanded(lambda done: done == command)) as once:
        if not caller.account.active:
            raise Refused("closed", "Your account is closed.")
        if caller.account.barred:
            raise Refused("barred", "You are barred from playing. Speak to the floorperson.")
        caller.check_play()
        if taken := table.seat_of(caller.account.id):
            raise Refused("already_seated", f"You already have seat {taken} at this table.")
        once.last = _submit(caller, table, key, command, account=caller.account.id)
    return once.last


def buy_chips(caller: Caller, table: LiveTable, key: str, cents: int) -> int:
    """Chips from the player’s account."""

    def is_same(done: c.Command) -> bool:
        return isinstance(done, c.BuyChips) and done.from_account and done.cents == cents

    with _once(caller, table, key, _commanded(is_same)) as once:
        seat = acting(caller, table).seat
        caller.check_play()
        command = c.BuyChips(by=DEALER, seat=seat, cents=cents, from_account=True)
        once.last = _submit(caller, table, key, command)
    return once.last


def leave(caller: Caller, table: LiveTable, key: str) -> int:
    with _once(caller, table, key, _commanded(lambda done: isinstance(done, c.Leave))) as once:
        once.last = _submit(caller, table, key, c.Leave(by=acting(caller, table)))
    return once.last


def offer_seed(caller: Caller, table: LiveTable, key: str, commitment: str) -> int:
    """The player commits to a seed for the shoes to come."""

    def is_same(done: Payload) -> bool:
        return isinstance(done, SeedOffered) and done.commitment == commitment

    with _once(caller, table, key, is_same) as once:
        name, who = account_key(caller, key), caller.account.id
        once.last = table.offer_seed(_own_seat(caller, table), commitment, key=name, actor=who)
    return once.last


def reveal_seed(caller: Caller, table: LiveTable, key: str, shoe: int, seed: str, next: str) -> int:
    """The player’s seed for a shoe; also of one who has left since it was asked for."""

    def is_same(done: Payload) -> bool:
        return isinstance(done, SeedRevealed) and (done.shoe, done.seed) == (shoe, seed)

    with _once(caller, table, key, is_same) as once:
        name, who = account_key(caller, key), caller.account.id
        seat = _asked_seat(caller, table) or _own_seat(caller, table)
        once.last = table.reveal_seed(shoe, seat, seed, next, key=name, actor=who)
    return once.last


def _asked_seat(caller: Caller, table: LiveTable) -> int:
    asking = table.desk_state.seeds.asking
    asked = asking.players if asking is not None else ()
    return next((one.seat for one in asked if one.account == caller.account.id), 0)


def _own_seat(caller: Caller, table: LiveTable) -> int:
    person = acting(caller, table)
    if person.role != Role.PLAYER:
        raise Refused("not_for_you", "Only players give seeds.")
    return person.seat


class _Once:
    """What a request came to: the last record that it wrote, now or when it was first sent."""

    last = 0


@contextmanager
def _once(caller: Caller, table: LiveTable, key: str, is_same: Callable[[Payload], bool]) -> Iterator[_Once]:
    """Holds the table; a refusal of what was done before under this key is answered as it was then.

    The journal takes no key twice, so nothing need be asked of it before something is refused.
    """
    once = _Once()
    with table.lock:
        try:
            yield once
        except Refused:
            last = table.last_under(account_key(caller, key), is_same)
            if last is None:
                raise
            once.last = last


def _commanded(is_same: Callable[[c.Command], bool]) -> Callable[[Payload], bool]:
    """Is what was recorded this command?"""
    return lambda payload: isinstance(payload, Acts) and is_same(payload.acts[0].command)


def _submit(
    caller: Caller,
    table: LiveTable,
    key: str,
    command: c.Command,
    account: str = "",
    seen: int | None = None,
) -> int:
    try:
        return table.submit(
            command, key=account_key(caller, key), actor=caller.account.id, account=account, seen=seen
        )
    except Refused as refused:
        if refused.reason == "vault_short":
            says = "The cage has too few chips for that at the moment. Speak to the floorperson."
            raise Refused("vault_short", says) from None
        if refused.reason != "no_funds":
            raise
        whose = "your" if caller.role == AccountRole.PLAYER else "the player’s"
        raise Refused("no_funds", f"There is not enough money in {whose} account.") from None


def account_key(caller: Caller, key: str) -> str:
    """Keys of different accounts never clash."""
    return f"{caller.account.id}:{key}"


class _OneCard:
    """A shoe with the one card the dealer drew; at a virtual table the desk puts the true one."""

    def __init__(self, card: Card) -> None:
        self._card = card

    def draw(self) -> Card:
        return self._card

    def refill(self, out: object) -> None:
        """Nothing is kept."""


def do_next(
    caller: Caller,
    table: LiveTable,
    key: str,
    card: str = "",
    paid_cents: int | None = None,
    seen: int | None = None,
) -> int:
    """Do the act that is due from this caller, with a keyed card or payment; a dealer starts the shuffler."""

    def is_same(done: c.Command) -> bool:
        drawn = getattr(done, "card", None)
        same_card = not card or not table.keyed or drawn is None or drawn == read_card(card)
        return same_card and getattr(done, "paid_cents", None) == paid_cents

    with _once(caller, table, key, _commanded(is_same)) as once:
        awaited = due(table.state)
        if awaited is None or awaited.who.role == Role.PLAYER:
            raise Refused("not_now", "The table is waiting for a player.")
        if acting(caller, table).role not in (awaited.who.role, *([Role.DEALER] * (awaited.who == DEVICE))):
            raise Refused("not_yours", f"Only the {awaited.who} can do this.")
        if table.keyed and awaited.act in ("card", "turn") and not card:
            raise Refused("card_needed", "Enter the card that was drawn.")
        if awaited.act == "read":
            raise Refused("not_yours", "Only the reader can do this.")
        if table.keyed and awaited.act == "look":
            raise Refused("answer_needed", "Say whether the dealer has a Blackjack.")
        command = _next_command(table, awaited, read_card(card) if card else Card(1, 0))
        if isinstance(command, c.Settle):
            if table.keyed and paid_cents is None:
                says = f"Enter what was paid to box {command.box}, the wager included; 0 if it was taken."
                raise Refused("payment_needed", says)
            command = replace(command, paid_cents=paid_cents)
        once.last = _submit(caller, table, key, command, seen=seen)
    return once.last


def _next_command(table: LiveTable, awaited: Due, card: Card) -> c.Command:
    if awaited.act == "bets":
        return c.CloseBetting()
    pilot = Autopilot(_OneCard(card))
    pilot.hole = card
    command = pilot.act(table.state)
    if command is None:
        raise Refused("not_now", "The table is waiting for a player.")
    return command
