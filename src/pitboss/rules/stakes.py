"""How much may be staked: equal, up to, up to half, in chips that exist."""

from pitboss.rules.house import House, Rounding
from pitboss.rules.mechanism import rule

MAX_STAKE_CENTS = 10_000_000_00
"""Ten million dollars: what enters the rules stays far inside 64 bits at any odds."""


@rule("685a.6(d)", "673a.6(d)", "686a.6(d)", "686a.1 Ante", "NH Ante")
def takes_part(main_cents: int) -> bool:
    """No main wager, no part in the round."""
    return main_cents > 0


@rule("NH Amounts")
def main_stake_is_allowed(stake_cents: int, house: House) -> bool:
    """Within the table limits, in chips that exist."""
    limits = house.limits
    within = limits.wager_min_cents <= stake_cents <= limits.wager_max_cents
    return within and stake_cents % house.min_chip_cents == 0


@rule("NH Amounts s2", "685a.6(e)", "686a.6(e)", "686a.1 Bonus")
def side_stake_is_allowed(stake_cents: int, main_cents: int, house: House) -> bool:
    """Beside a main wager, within the side limits, and below the main wager where the text says so."""
    limits = house.limits
    if not takes_part(main_cents) or stake_cents % house.min_chip_cents != 0:
        return False
    if limits.side_up_to_main and stake_cents > main_cents:
        return False
    return limits.side_min_cents <= stake_cents <= limits.side_max_cents


@rule("685a.8(b)", "685a.8(b) s2", "673a.8(b)", "673a.8(b) s2", "DU-RoP 5 s2", "NH Insurance s2")
def most_insurance(initial_cents: int, house: House) -> int:
    """Half the initial wager, in the chips the table has, rounded as the text lets it."""
    if house.insurance.rounding == Rounding.EXACT:
        return initial_cents // 2
    chip = house.min_chip_cents
    if house.insurance.rounding == Rounding.UP:
        return -(-initial_cents // (2 * chip)) * chip
    return initial_cents // (2 * chip) * chip


@rule("NH Double down", "NH Insurance s2")
def least_added(house: House) -> int:
    """The least insurance or double: the smallest chip, or what the text names."""
    return max(house.min_chip_cents, house.limits.added_min_cents)


@rule("685a.9(a)", "673a.10(a) s2", "DU-RoP 8 s2", "NH Double down")
def most_double(initial_cents: int) -> int:
    """Up to the hand's own wager; less is allowed."""
    return initial_cents


@rule("685a.10(a)", "673a.11(a)", "NH Splitting s2")
def split_stake(initial_cents: int) -> int:
    """Exactly the initial wager."""
    return initial_cents


@rule("673a.7(l) s2")
def second_chance_stake(wager_cents: int, double_cents: int, house: House) -> int:
    """Exactly the current wager, its double included."""
    if house.second_chance.on_current_wager:
        return wager_cents + double_cents
    return wager_cents


@rule("686a.7(g)(1)", "686a.7(g)(2)")
def play_stake(ante_cents: int) -> int:
    """Over 23 or Under 18 takes exactly the Ante."""
    return ante_cents


@rule("673a.9(a)", "NH Rules s13")
def half_back(wager_cents: int, house: House) -> int:
    """Half a surrendered wager, rounded up to the smallest amount the table can hand back."""
    unit = min(house.surrender.half_unit_cents, house.min_chip_cents)
    return min(wager_cents, -(-wager_cents // (2 * unit)) * unit)
