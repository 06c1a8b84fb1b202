"""How much may be staked: equal, up to, up to half, in chips that exist."""

from pitboss.rules.house import House, Rounding
from pitboss.rules.mechanism import mechanism

MAX_STAKE_CENTS = 10_000_000_00
"""Ten million dollars: what enters the rules stays far inside 64 bits at any odds."""


@mechanism("stake.takes_part")
def takes_part(main_cents: int) -> bool:
    """No main wager, no part in the round."""
    return main_cents > 0


@mechanism("stake.main")
def main_stake_is_allowed(stake_cents: int, house: House) -> bool:
    """Within the table limits, in chips that exist."""
    limits = house.limits
    within = limits.wager_min_cents <= stake_cents <= limits.wager_max_cents
    return within and stake_cents % house.min_chip_cents == 0


@mechanism("stake.side")
def side_stake_is_allowed(stake_cents: int, main_cents: int, house: House) -> bool:
    """Beside a main wager, within the side limits, and below the main wager where the text says so."""
    limits = house.limits
    if not takes_part(main_cents) or stake_cents % house.min_chip_cents != 0:
        return False
    if limits.side_up_to_main and stake_cents > main_cents:
        return False
    return limits.side_min_cents <= stake_cents <= limits.side_max_cents


@mechanism("stake.insurance")
def most_insurance(initial_cents: int, house: House) -> int:
    """Half the initial wager, in the chips the table has, rounded as the text lets it."""
    if house.insurance.rounding == Rounding.EXACT:
        return initial_cents // 2
    chip = house.min_chip_cents
    if house.insurance.rounding == Rounding.UP:
        return -(-initial_cents // (2 * chip)) * chip
    return initial_cents // (2 * chip) * chip


@mechanism("stake.least_added")
def least_added(house: House) -> int:
    """The least insurance or double: the smallest chip, or what the text names."""
    return max(house.min_chip_cents, house.limits.added_min_cents)


@mechanism("stake.double")
def most_double(initial_cents: int) -> int:
    """Up to the hand's own wager; less is allowed."""
    return initial_cents


@mechanism("stake.split")
def split_stake(initial_cents: int) -> int:
    """Exactly the initial wager."""
    return initial_cents


@mechanism("stake.second_chance")
def second_chance_stake(wager_cents: int, double_cents: int, house: House) -> int:
    """Exactly the current wager, its double included."""
    if house.second_chance.on_current_wager:
        return wager_cents + double_cents
    return wager_cents


@mechanism("stake.over_under")
def play_stake(ante_cents: int) -> int:
    """Over 23 or Under 18 takes exactly the Ante."""
    return ante_cents


@mechanism("stake.half_back")
def half_back(wager_cents: int, house: House) -> int:
    """Half a surrendered wager, in what the table hands it back in: rounded up, unless read otherwise."""
    if house.pay.rounding == Rounding.EXACT:
        unit = min(house.surrender.half_unit_cents, house.min_chip_cents)
    else:
        unit = house.surrender.half_unit_cents
    if house.pay.rounding == Rounding.DOWN:
        return wager_cents // (2 * unit) * unit
    return min(wager_cents, -(-wager_cents // (2 * unit)) * unit)
