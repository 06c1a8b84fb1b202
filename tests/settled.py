"""A case put to the rules: what comes back for each wager of the hand."""

from pitboss.rules.cards import point_value
from pitboss.rules.hands import BoxHand
from pitboss.rules.house import House
from pitboss.rules.settlement import HandPayment, settle_hand
from pitboss.rules.stakes import second_chance_stake
from tests.cases import Case
from tests.floor import box, dealt, ranks, stakes

WAGER_CENTS = 1000

Back = tuple[int, int, int]


def box_hand(case: Case) -> BoxHand:
    chance = point_value(ranks(case.chance)[0]) if case.chance else 0
    return box(" ".join(case.cards), split=case.split, doubled=case.double_cents > 0, chance=chance)


def chance_cents(case: Case, house: House) -> int:
    return second_chance_stake(WAGER_CENTS, case.double_cents, house) if case.chance else 0


def settle_case(case: Case, house: House) -> HandPayment:
    wagers = stakes(
        WAGER_CENTS,
        case.double_cents,
        chance_cents(case, house),
        added_by_split=case.split and case.position > 0,
    )
    return settle_hand(box_hand(case), wagers, dealt(" ".join(case.dealer), house), house)


def back(payment: HandPayment) -> Back:
    """Stake and winnings together, for wager, double and Second Chance."""
    wager, double, chance = payment
    return (
        wager.returned_cents + wager.won_cents,
        double.returned_cents + double.won_cents,
        chance.returned_cents + chance.won_cents,
    )
