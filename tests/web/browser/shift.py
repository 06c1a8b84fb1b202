"""A table dealt by hand with keyed cards, brought over HTTP to the moment that a page is to show."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pitboss.web.roles import AccountRole
from tests.web.house import House, Visitor

DEALT = ("card", "turn")
LIGHTS = {**dict.fromkeys("2345", "blue"), **dict.fromkeys("6789", "red"), **dict.fromkeys("TJQKA", "yellow")}


@dataclass
class Shift:
    """A dealer, a floorperson and players; cards come in this order, the hole card with its light.

    `pays_cents` is what the dealer pays to each box, the wager included.
    """

    house: House
    game: str
    cards: str
    choices: tuple[str, ...] = ()
    seats: tuple[int, ...] = (1,)
    hole: str = "6h"
    names: tuple[str, ...] = ()
    stakes_cents: dict[int, int] = field(default_factory=dict)
    pays_cents: int = 0
    coming: Iterator[str] = field(init=False)

    def __post_init__(self) -> None:
        self.table = self.house.table(self.game, *self.choices, dealer="hand", cards="keyed")
        self.dealer = self.house.person(AccountRole.DEALER)
        self.house.assign(self.dealer, self.table)
        self.floor = self.house.person(AccountRole.FLOORPERSON)
        names = (*self.names, *[""] * len(self.seats))
        self.players = {
            seat: self.house.person(money_cents=2_000_00, name=name)
            for seat, name in zip(self.seats, names, strict=False)
        }
        for seat, player in self.players.items():
            player.sit(self.table, seat)
        self.coming = iter(self.cards.split())

    def next(self) -> dict[str, Any]:
        """What the text asks for now."""
        acts: list[dict[str, Any]] = self.dealer.get(f"/tables/{self.table}")["view"]["next"]
        return acts[-1]

    def until(self, act: str, *, box: int | None = None) -> None:
        """Everybody does what is due until this act is."""
        for _ in range(80):
            found = self.next()
            if found["act"] == act and box in (None, found["box"]):
                return
            self._do(found)
        raise AssertionError(f"{act} never fell due")

    def deal(self, card: str) -> None:
        """The dealer's next act, with this card."""
        self.dealer.post(f"/tables/{self.table}/next", key=self.dealer.key(), card=card)

    def _do(self, found: dict[str, Any]) -> None:
        who, act = found["who"], found["act"]
        if act == "bets":
            self.bet()
            self.dealer.post(f"/tables/{self.table}/next", key=self.dealer.key())
        elif act == "read":
            self._read()
        elif who.startswith("player"):
            self._answer(self.players[int(who.split()[1])])
        else:
            by = self.floor if who == "floorperson" else self.dealer
            by.post(f"/tables/{self.table}/next", key=by.key(), **self._seen(act))

    def _seen(self, act: str) -> dict[str, Any]:
        """What the dealer enters with this act: a card, or the chips that were paid."""
        if act in DEALT:
            return {"card": self.hole if act == "turn" else next(self.coming)}
        return {"paid_cents": self.pays_cents} if act == "settle" else {}

    def bet(self) -> None:
        """Everybody's wager of ten dollars, after what the floor owes the reader."""
        reader_inspected = self._offers(self.floor, "InspectReader")
        if reader_inspected:
            self.floor.do(self.table, **reader_inspected)
        for seat, player in self.players.items():
            main = next(
                choice["command"]
                for choice in player.get(f"/tables/{self.table}")["options"]
                if choice["command"]["type"] == "PlaceWager" and choice["command"]["box"] == seat
            )
            player.do(self.table, **main, cents=self.stakes_cents.get(seat, 10_00))

    def _read(self) -> None:
        if self.game.startswith("down-under"):
            self.dealer.do(self.table, type="LightRange", light=LIGHTS[self.hole[0]])
        else:
            self.dealer.do(self.table, type="AnswerBlackjack", blackjack=False)

    def _answer(self, player: Visitor) -> None:
        for kind in ("PrepareCards", "RefuseCut", "Decide"):
            command = self._offers(player, kind)
            if command:
                player.do(self.table, **(command | {"action": "stand"} if kind == "Decide" else command))
                return
        raise AssertionError("the player has no answer")

    def _offers(self, who: Visitor, kind: str) -> dict[str, Any] | None:
        offered = who.get(f"/tables/{self.table}")["options"]
        return next((choice["command"] for choice in offered if choice["command"]["type"] == kind), None)
