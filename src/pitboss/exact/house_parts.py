"""A house reduced to the switches that one part of the analysis reads: houses alike in them share the part.

Tests move every switch that is left out, and see that the part stays as it was.
"""

from functools import lru_cache

from pitboss.games.switches import BARE_HOUSE
from pitboss.rules.house import House

MOST_KEPT = 4_096


@lru_cache(maxsize=MOST_KEPT)
def edge_rules(house: House) -> House:
    """What can move the edge of the main wager: no limits, side wagers, rounding or habits of the floor."""
    return house._replace(
        min_chip_cents=BARE_HOUSE.min_chip_cents,
        dealer=house.dealer._replace(plays_out=BARE_HOUSE.dealer.plays_out),
        insurance=house.insurance._replace(rounding=BARE_HOUSE.insurance.rounding),
        limits=BARE_HOUSE.limits,
        floor=BARE_HOUSE.floor,
        match=BARE_HOUSE.match,
        pay=BARE_HOUSE.pay,
    )


@lru_cache(maxsize=MOST_KEPT)
def dealer_rules(house: House) -> House:
    """What the dealer draws and what is announced; `push.applies` where a 22 must be told from a bust."""
    bare = BARE_HOUSE.dealer
    return BARE_HOUSE._replace(
        deck=house.deck,
        dealer=house.dealer._replace(takes_added_wagers=bare.takes_added_wagers, plays_out=bare.plays_out),
        push=BARE_HOUSE.push._replace(applies=house.push.applies or house.push.returns_busts),
    )


@lru_cache(maxsize=MOST_KEPT)
def payment_rules(house: House) -> House:
    """What a hand is paid once it stands, has bust or has bought a Second Chance."""
    bare = BARE_HOUSE.blackjack
    return BARE_HOUSE._replace(
        dealer=BARE_HOUSE.dealer._replace(takes_added_wagers=house.dealer.takes_added_wagers),
        push=house.push,
        blackjack=house.blackjack._replace(even_money=bare.even_money, may_insure=bare.may_insure),
        player=house.player,
        insurance=BARE_HOUSE.insurance._replace(odds=house.insurance.odds),
        second_chance=house.second_chance,
        pay=house.pay,
    )


@lru_cache(maxsize=MOST_KEPT)
def action_rules(house: House) -> House:
    """What a hand may do: draw, double, be given up."""
    bare = BARE_HOUSE.blackjack
    return BARE_HOUSE._replace(
        blackjack=bare._replace(after_split=house.blackjack.after_split),
        player=house.player,
        double=house.double,
        split=house.split,
        surrender=BARE_HOUSE.surrender._replace(
            when=house.surrender.when, split_hands=house.surrender.split_hands
        ),
    )


@lru_cache(maxsize=MOST_KEPT)
def round_rules(house: House) -> House:
    """What is decided about two cards before they are played: insurance, even money, surrender, a split."""
    return BARE_HOUSE._replace(
        dealer=BARE_HOUSE.dealer._replace(reader=house.dealer.reader),
        blackjack=house.blackjack,
        split=house.split,
        insurance=house.insurance,
        surrender=house.surrender,
        pay=house.pay,
    )
