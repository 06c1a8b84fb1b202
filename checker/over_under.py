"""Over/Under: one decision after the first card, then two more cards; an ace is always eleven."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from checker.dealing import NAMES, Shoe, shoe_by_value
from checker.form import Rejected, fraction, rules_of, shoe_of

CHOICES = ("over", "under", "surrender")


def prove(given: dict[str, Any]) -> tuple[Fraction, int, float]:
    """The value, the number of decisions, and the closest of them."""
    rules, shoe = rules_of(given), shoe_by_value(shoe_of(given))
    claimed, strategy = fraction("value", given["value"]), given["strategy"]
    present = [name for name, count in zip(NAMES, shoe.cards, strict=True) if count]
    if sorted(strategy) != sorted(present):
        raise Rejected(f"strategy: it must name what is chosen after {', '.join(present)}")
    value, closest = Fraction(0), Fraction(2)
    for first, name in enumerate(NAMES):
        if name not in strategy:
            continue
        worth = {choice: _worth(rules, shoe, first, choice) for choice in CHOICES}
        chosen = strategy[name]
        if chosen not in worth:
            raise Rejected(f"strategy: {name}: {chosen!r} is not one of {', '.join(CHOICES)}")
        best = max(worth, key=lambda choice: worth[choice])
        if worth[best] > worth[chosen]:
            raise Rejected(
                f"strategy: {name}: “{best}” is worth {worth[best] - worth[chosen]} more than “{chosen}”"
            )
        closest = min(closest, *(worth[chosen] - worth[other] for other in CHOICES if other != chosen))
        value += Fraction(shoe.cards[first], shoe.size) * worth[chosen]
    if value != claimed:
        raise Rejected(f"value: the strategy is worth {value}, not {claimed}")
    return value, len(present), float(closest)


def _worth(rules: dict[str, Any], shoe: Shoe, first: int, choice: str) -> Fraction:
    """Of the first wager and the second, in units of the first."""
    if choice == "surrender":
        return Fraction(-1)
    return sum(
        (chance * _pays(rules, choice, points) for points, chance in _totals(shoe, first)), Fraction(0)
    )


def _pays(rules: dict[str, Any], choice: str, points: int) -> Fraction:
    over, under = points >= rules["over from"], points <= rules["under to"]
    if (choice == "over" and over) or (choice == "under" and under):
        return Fraction(2 * rules["wins pay"])
    returned = (over or under) and rules["wrong side is returned"]
    return Fraction(0 if returned else -2)


def _totals(shoe: Shoe, first: int) -> Iterator[tuple[int, Fraction]]:
    left = [count - (at == first) for at, count in enumerate(shoe.cards)]
    size = sum(left)
    points = [11, *range(2, 11)]
    for second in range(10):
        for third in range(10):
            ways = left[second] * (left[third] - (second == third))
            if ways > 0:
                yield points[first] + points[second] + points[third], Fraction(ways, size * (size - 1))
