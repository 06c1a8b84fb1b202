"""A second, simple bookkeeper: stacks of chips in places, moved as a person at the table would see it."""

import re
from typing import Any

from pitboss.rules.player import Action
from pitboss.table import events as e


class Auditor:
    """Knows stakes by its own count and holds every settlement against it."""

    def __init__(self, rack: int) -> None:
        self.places: dict[str, int] = {"rack": rack}
        self.hands: dict[int, list[int]] = {}
        self.sides: dict[tuple[int, str], int] = {}
        self.brought = self.carried = 0

    def see(self, event: Any) -> None:
        name = re.sub(r"(?<!^)([A-Z])", r"_\1", type(event).__name__).lower()
        getattr(self, f"see_{name}", lambda _: None)(event)

    def add(self, place: str, cents: int) -> None:
        self.places[place] = self.places.get(place, 0) + cents

    def seat(self, event: Any, cents: int) -> None:
        self.add(f"seat {event.seat}", cents)

    @property
    def expected(self) -> dict[str, int]:
        layout = sum(map(sum, self.hands.values())) + sum(self.sides.values())
        holdings = {**self.places, "layout": layout}
        return {place: cents for place, cents in holdings.items() if cents}

    def see_sat_down(self, event: e.SatDown) -> None:
        self.seat(event, event.chips_cents)
        self.brought += event.chips_cents

    def see_went_away(self, event: e.WentAway) -> None:
        assert self.places.pop(f"seat {event.seat}", 0) == event.chips_cents
        self.carried += event.chips_cents

    def see_chips_bought(self, event: e.ChipsBought) -> None:
        if not event.from_account:
            self.see_cash_converted(event)
            return
        self.seat(event, event.cents)
        self.brought += event.cents

    def see_cash_converted(self, event: e.ChipsBought | e.CashConverted) -> None:
        self.seat(event, event.cents)
        self.add("rack", -event.cents)
        self.add("drop", event.cents)
        self.brought += event.cents

    def see_tip_left(self, event: e.TipLeft) -> None:
        self.seat(event, -event.cents)
        self.add("tips", event.cents)

    def see_wager_placed(self, event: e.WagerPlaced) -> None:
        self.seat(event, -event.cents)
        if event.main:
            self.hands[event.box] = [event.cents]
        else:
            self.sides[event.box, event.wager] = event.cents

    def see_wager_taken_back(self, event: e.WagerTakenBack) -> None:
        held = sum(self.hands.pop(event.box)) if event.main else self.sides.pop((event.box, event.wager))
        assert held == event.cents
        self.seat(event, held)

    def see_insurance_placed(self, event: e.InsurancePlaced) -> None:
        self.seat(event, -event.cents)
        self.sides[event.box, "insurance"] = event.cents

    def see_insurance_reopened(self, event: e.InsuranceReopened) -> None:
        self.add("rack", -event.cents)
        self.sides[event.box, "insurance"] = event.cents

    def see_decided(self, event: e.Decided) -> None:
        self.seat(event, -event.cents)
        if event.action == Action.SPLIT:
            self.hands[event.box].insert(event.hand + 1, event.cents)
        else:
            self.hands[event.box][event.hand] += event.cents

    def see_hand_settled(self, event: e.HandSettled) -> None:
        stake, self.hands[event.box][event.hand] = self.hands[event.box][event.hand], 0
        self.pay(event, stake, event.returned_cents + event.won_cents)

    def see_wager_settled(self, event: e.WagerSettled) -> None:
        if (event.box, event.wager) in self.sides:
            stake = self.sides.pop((event.box, event.wager))
        else:  # the main wager itself, given up
            stake, self.hands[event.box][0] = self.hands[event.box][0], 0
        self.pay(event, stake, event.returned_cents + event.won_cents)

    def pay(self, event: Any, stake: int, back: int) -> None:
        assert stake == event.stake_cents
        assert event.returned_cents <= stake
        self.seat(event, back)
        self.add("rack", stake - back)

    def see_hand_died(self, event: e.HandDied) -> None:
        stake, self.hands[event.box][event.hand] = self.hands[event.box][event.hand], 0
        assert stake == (0 if event.was_settled else event.stake_cents)
        sides = sum(self.sides.pop((event.box, side)) for side in event.sides)
        assert sides == event.side_stake_cents
        insured = 0
        if event.insurance_cents and not event.insurance_was_settled:
            insured = self.sides.pop((event.box, "insurance"))
            assert insured == event.insurance_cents
        back = event.returned_cents + event.side_returned_cents + event.insurance_cents
        self.seat(event, back)
        self.add("rack", stake + sides + insured - back)

    def see_table_cleared(self, _: e.TableCleared) -> None:
        assert not any(map(sum, self.hands.values()))
        assert not self.sides
        self.hands.clear()
