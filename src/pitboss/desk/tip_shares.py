"""How tips are divided among dealers: every cent goes to somebody."""

from collections.abc import Mapping


def equal_shares(cents: int, people: list[str]) -> dict[str, int]:
    """The same for everybody; what cannot be divided goes to the first.

    >>> equal_shares(1_00, ["ann", "bob", "cal"])
    {'ann': 34, 'bob': 33, 'cal': 33}
    """
    return shares_by_weight(cents, dict.fromkeys(people, 1))


def shares_by_weight(cents: int, weights: Mapping[str, int]) -> dict[str, int]:
    """In proportion to how long each was on duty, or to whatever is weighed.

    >>> shares_by_weight(1_00, {"ann": 2, "bob": 1})
    {'ann': 67, 'bob': 33}
    """
    whole = sum(weights.values())
    if not whole:
        return dict.fromkeys(weights, 0)
    shares = {one: cents * weight // whole for one, weight in weights.items()}
    left = cents - sum(shares.values())
    by_remainder = sorted(weights, key=lambda one: -(cents * weights[one] % whole))
    return {one: share + (one in by_remainder[:left]) for one, share in shares.items()}
