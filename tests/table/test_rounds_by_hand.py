"""Whole rounds worked out by hand from the texts: cards as they leave the shoe, and what the player is up.

Cards go to the box, the dealer, the box, the hole; then as they are drawn. Money is in dollars.
"""

from typing import NamedTuple

import pytest

from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.due import Due, due
from pitboss.table.people import player
from tests.table.drive import CHIPS, Room, bet, scripted

DOWN_UNDER, BACK_JACK, OVER_UNDER = "down-under-pa", "double-back-jack-pa", "over-under-pa"
VENDOR, NEW_HAMPSHIRE = "down-under-vendor", "blackjack-match-nh"


class Hand(NamedTuple):
    clause: str
    game: str
    cards: str
    says: str
    """What the player says, in turn; `insure 5` and `even` when insurance is offered."""
    net: float
    choices: str = ""
    wager: int = 10
    sides: str = ""


HANDS = [
    # ---- 685a: a dealer's 22
    Hand("685a.7(n)(1) two Large are paid", DOWN_UNDER, "Tc 6d Kd Qh 6s", "stand", 10),
    Hand("685a.7(n)(1) an 18 is returned", DOWN_UNDER, "9c 6d 9d Qh 6s", "stand", 0),
    Hand("685a.7(n)(1) a drawn 21 is paid", DOWN_UNDER, "7c 6d 7d Qh 7s 6s", "hit", 10),
    Hand("685a.7(n)(1) a doubled 21 is paid whole", DOWN_UNDER, "5c 6d 6h Td Ts 6s", "double", 20),
    Hand("685a.7(n)(1) D3 a bust stays lost", DOWN_UNDER, "Tc 6d 6h Qh Ts 6s", "hit", -10),
    Hand("685a.7(n)(1) D2 tens of a split are not original", DOWN_UNDER, "Tc 6d Kh Td Qs Js 6s",
         "split stand stand", 0),
    Hand("685a.7(n)(1) D2 R3 they are", DOWN_UNDER, "Tc 6d Kh Td Qs Js 6s", "split stand stand", 20,
         "reading.D2=R3"),
    Hand("685a.7(n)(1) a split 21 is paid, a split 19 returned", DOWN_UNDER, "Ac 6d Ah Td Ks 8s 6s",
         "split", 10),
    Hand("685a.7(n)(1) three Large are not two", DOWN_UNDER, "Ac 6d Ah Td 8s 6s", "hit stand", 0),
    Hand("685a.3(d)(3) two aces are the dealer's 22", DOWN_UNDER, "Tc Ad 9d Ah", "stand", 0),
    Hand("685a.3(d)(3) two aces against two Large", DOWN_UNDER, "Tc Ad Kd Ah", "stand", 10),
    Hand("685a.3(d)(3) D1 R2 two aces are 12", DOWN_UNDER, "Tc Ad 9d Ah 5s", "stand", 10, "reading.D1=R2"),
    Hand("685a.7(m) a soft 22 stands", DOWN_UNDER, "Tc 5d 9d 6h As", "stand", 0),
    Hand("685a.7(m) D1 R2 it is a hard 12", DOWN_UNDER, "Tc 5d 9d 6h As 8s", "stand", -10, "reading.D1=R2"),
    Hand("685a.7(m) a soft 17 stands", DOWN_UNDER, "Tc Ad 8d 6h", "stand", 10),
    Hand("685a.7(o)(1) 23 loses to a 12", DOWN_UNDER, "Tc 6d 2d Qh 7s", "stand", 10),
    Hand("685a.7(p) equal totals tie", DOWN_UNDER, "Tc 9d 9s Qh", "stand", 0),
    Hand("685a.7(q)(2) the lower total loses", DOWN_UNDER, "Tc 9d 8s Qh", "stand", -10),
    # ---- 685a: Blackjacks, insurance, doubles, splits, the side wager
    Hand("685a.7(h)(1) two Blackjacks tie", DOWN_UNDER, "Ac Kd Kh Ah", "", 0),
    Hand("685a.7(h)(2) a 20 loses before it acts", DOWN_UNDER, "Tc Kd Th Ah", "", -10),
    Hand("685a.11(a) a Blackjack pays 3 to 2", DOWN_UNDER, "Ac 9d Kh 9h", "", 15),
    Hand("685a.11(a) 3 to 2 on $15 is $23 in $1 chips", DOWN_UNDER, "Ac 9d Kh 9h", "", 23, wager=15),
    Hand("685a.8(c) insurance pays 2 to 1", DOWN_UNDER, "Tc Ad 9h Kh", "insure 5", 0),
    Hand("685a.8(d) lost insurance, won hand", DOWN_UNDER, "Tc Ad 9h 7h", "insure 5 stand", 5),
    Hand("685a.8(b) half of $15 is $8 in $1 chips", DOWN_UNDER, "Tc Ad 9h Kh", "insure 8", 1, wager=15),
    Hand("685a.7(g) even money whatever follows", DOWN_UNDER, "Ac Ad Kh Kd", "even", 10),
    Hand("685a.9(a) a double for less", DOWN_UNDER, "5c 9d 6h Td Ts", "double:3", 13),
    Hand("685a.10(c) a split hand doubles", DOWN_UNDER, "8c 6d 8h Td 3s Ts 9s Kd", "split double:5 stand",
         25),
    Hand("685a.10(e) split aces get one card", DOWN_UNDER, "Ac 6d Ah Td Ks 9s Ks", "split", 20),
    Hand("685a.10(a) king and queen are a pair", DOWN_UNDER, "Kc 9d Qh Td As 2s", "split stand", 0),
    Hand("685a.11(c) suited and unsuited match", DOWN_UNDER, "9d 9d 9c Th", "stand", 65,
         sides="match_the_dealer:5"),
    Hand("685a.11(c) eight decks pay 14 and 3", DOWN_UNDER, "9d 9d 9c Th", "stand", 75, "decks=8",
         sides="match_the_dealer:5"),
    Hand("685a.7(f) a queen is no king", DOWN_UNDER, "Qd Kd 9c 9h", "stand", -5, sides="match_the_dealer:5"),
    Hand("685a.7(f) it is settled before a Blackjack", DOWN_UNDER, "Kc Kd 9c Ah", "", 10,
         sides="match_the_dealer:5"),
    # ---- 673a
    Hand("673a.7(f) a Blackjack is paid first", BACK_JACK, "Ac Ad Kh Kd", "", 20),
    Hand("673a.7(f) B1 R2 two Blackjacks tie", BACK_JACK, "Ac Ad Kh Kd", "", 0, "reading.B1=R2"),
    Hand("673a.7(h) a dealer's Blackjack takes a 21 to come", BACK_JACK, "Tc Kd 9h Ah", "", -10),
    Hand("673a.7(m) a 21 is paid at once", BACK_JACK, "7c 9d 7h 2d 7s", "hit", 10),
    Hand("673a.7(m) a doubled 21 too", BACK_JACK, "5c 9d 6h 2d Ts", "double", 20),
    Hand("673a.7(l) 25 less 5 beats 19", BACK_JACK, "Tc 9d 5h Td Ts 5s", "hit chance", 10),
    Hand("673a.7(l)(1) still above 21", BACK_JACK, "Tc 9d 9h Td Ts 2s", "hit chance", -20),
    Hand("673a.7(l)(2) 21 is paid at once", BACK_JACK, "Tc 9d 6h Td Ts 5s", "hit chance", 10),
    Hand("673a.7(l) an ace takes off one", BACK_JACK, "Tc 9d 2h Td Ts As", "hit chance", 10),
    Hand("673a.7(s)(2) a tie returns both", BACK_JACK, "Tc 9d 5h Td Ts 6s", "hit chance", 0),
    Hand("673a.7(s)(3) a loss takes both", BACK_JACK, "Tc 9d 5h Td Ts 9s", "hit chance", -20),
    Hand("673a.7(q)(1) a 22 returns both", BACK_JACK, "Tc 6d 5h Td Ts 5s 6h", "hit chance", 0),
    Hand("673a.7(l) B7 a declined bust is lost", BACK_JACK, "Tc 6d 5h Td Ts", "hit no", -10),
    Hand("673a.7(l) B4 a doubled bust may buy", BACK_JACK, "Tc 7d 6d Th Kh 6s", "double chance", 20),
    Hand("673a.7(l) B3 R2 for the original wager", BACK_JACK, "Tc 7d 6d Th Kh 6s", "double chance", 10,
         "reading.B3=R2"),
    Hand("673a.7(q)(1) a 22 returns an 18", BACK_JACK, "9c 6d 9d Qh 6s", "stand", 0),
    Hand("673a.7(r)(1)(i) 23 pays a 12", BACK_JACK, "Tc 6d 2d Qh 7s", "stand", 10),
    Hand("673a.9(a)(1) surrender against a 9", BACK_JACK, "Tc 9d 6h Th", "surrender", -5),
    Hand("673a.9(a) half of $15 is $7.50", BACK_JACK, "Tc 9d 6h Th", "surrender", -7.5, wager=15),
    Hand("673a.9(b) insured and surrendered", BACK_JACK, "Tc Ad 6h 9h", "insure 5 surrender", -10),
    Hand("673a.11(b) ace and king of a split are 21", BACK_JACK, "Ac 6d Ah Td Ks 9s Ks", "split stand", 20),
    Hand("673a.11(c) a split ace draws", BACK_JACK, "Ac 6d Ah Td 5s 5h 9s Ks", "split hit stand", 20),
    Hand("673a.8(b) half of $25 is $13", BACK_JACK, "Tc Ad 9h Kh", "insure 13", 1, wager=25),
    # ---- 686a
    Hand("686a.7(k)(1) over with 30, Bonus 4 to 1", OVER_UNDER, "Ac Kd 9h", "over", 40, sides="bonus:5"),
    Hand("686a.7(k)(2) under with 17, Bonus lost", OVER_UNDER, "2c 5d Th", "under", 15, sides="bonus:5"),
    Hand("686a.7(l) 18 loses", OVER_UNDER, "9c 5d 4h", "under", -20),
    Hand("686a.7(l) 23 loses", OVER_UNDER, "9c 5d 9h", "over", -20),
    Hand("686a.7(k) O2 over with 17 loses", OVER_UNDER, "2c 5d Th", "over", -20),
    Hand("686a.7(k) O2 R2 it is returned", OVER_UNDER, "2c 5d Th", "over", 0, "reading.O2=R2"),
    Hand("686a.7(h) the Bonus survives surrender", OVER_UNDER, "Ac Ad Ah", "fold", 240, sides="bonus:5"),
    Hand("686a.8(b) six is 50 to 1", OVER_UNDER, "2c 2d 2h", "under", 270, sides="bonus:5"),
    Hand("686a.3(d)(3) an ace is always 11", OVER_UNDER, "Ac 3d 3h", "under", 20),
    # ---- the vendor's rules
    Hand("DU-RoP 6 four hands", VENDOR, "8c 6d 8h Td 8s Ts Th 8d Tc Td Kd",
         "split split stand stand split stand stand",
         40, "blackjack_pays=3:2"),
    Hand("DU-RoP 9 the dealer hits a soft 17", VENDOR, "Tc 6d 8h Ah 4s", "stand", -10, "blackjack_pays=3:2"),
    Hand("DU-RoP 3 a Blackjack at 6 to 5", VENDOR, "Ac 9d Kh 9h", "", 12, "blackjack_pays=6:5"),
    Hand("DU-RoP 11 a 22 returns a 20 of three cards", VENDOR, "Tc 6d 4d Qh 6s 6h", "hit stand", 0,
         "blackjack_pays=3:2"),
    # ---- New Hampshire
    Hand("NH Table 3 two suited matches", NEW_HAMPSHIRE, "9d 9d 9d Th", "stand", 85, wager=5,
         sides="up_match:5"),
    Hand("NH Table 3 suited and not", NEW_HAMPSHIRE, "9d 9d 9c Th", "stand", 60, wager=5, sides="up_match:5"),
    Hand("NH Method s38 Down Match after a bust", NEW_HAMPSHIRE, "Tc Kd 6h 6s Ts", "hit", 15, wager=5,
         sides="down_match:5"),
    Hand("NH Rules s13 Down Match after surrender", NEW_HAMPSHIRE, "Tc Kd 6h 6s", "surrender", 17.5, wager=5,
         sides="down_match:5"),
    Hand("NH Table 1 r9 even money", NEW_HAMPSHIRE, "Ac Ad Kh Kd", "even", 5, wager=5),
    Hand("NH Insurance s5 a Blackjack insures and ties", NEW_HAMPSHIRE, "Ac Ad Kh Kd", "insure 2", 4,
         wager=5),
    Hand("NH Insurance s2 half of $5 is $2", NEW_HAMPSHIRE, "Tc Ad 9h Kh", "insure 2", -1, wager=5),
    Hand("NH Method s44 a soft 17 is hit", NEW_HAMPSHIRE, "Tc 6d 8h Ah 4s", "stand", -5, wager=5),
    Hand("NH Method s43 22 is a bust", NEW_HAMPSHIRE, "Tc 6d 2d Qh 6s", "stand", 5, wager=5),
    Hand("NH Method s20 a Blackjack is paid at once", NEW_HAMPSHIRE, "Ac 9d Kh 9h", "", 7.5, wager=5),
    Hand("NH Method s28 a dealer's Blackjack, Down Match alive", NEW_HAMPSHIRE, "Ac Kd 9h As", "", 15,
         wager=5,
         sides="down_match:5"),
]  # fmt: skip
ACTIONS = {
    "hit": Action.HIT, "stand": Action.STAND, "double": Action.DOUBLE, "split": Action.SPLIT,
    "surrender": Action.SURRENDER, "chance": Action.SECOND_CHANCE, "over": Action.OVER, "under": Action.UNDER,
    "fold": Action.FOLD,
}  # fmt: skip


def command_for(room: Room, found: Due, words: list[str]) -> c.Command | None:
    """What the player says next; None when insurance is let pass."""
    if found.act == "close insurance":
        if words[:1] == ["even"]:
            words.pop(0)
            return c.TakeEvenMoney(player(1), 1)
        if words[:1] != ["insure"]:
            return None
        words.pop(0)
        return c.Insure(player(1), 1, int(words.pop(0)) * 100)
    word, _, amount = words.pop(0).partition(":")
    if word == "no":
        return c.DeclineSecondChance(found.who, found.box, found.hand)
    whole = room.state.boxes[0].hands[found.hand].original_cents
    cents = (int(amount) * 100 if amount else whole) if word == "double" else 0
    return c.Decide(found.who, found.box, ACTIONS[word], found.hand, cents)


def played(hand: Hand) -> Room:
    choices = hand.choices.split()
    room = scripted(hand.game, *choices, cards=hand.cards)
    sides = [side.split(":") for side in hand.sides.split()]
    bet(room, 1, hand.wager * 100, **{name: int(stake) * 100 for name, stake in sides})
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    words, number = hand.says.split(), room.state.round
    while room.state.round == number:
        found = due(room.state)
        assert found is not None
        asked = found.act == "close insurance" or found.who.role == 0
        said = command_for(room, found, words) if asked else None
        if said is not None:
            room.do(said)
        command = room.pilot.act(room.state)
        if command is not None:
            room.do(command)
    assert not words, f"not asked for {words}"
    return room


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.clause)
def test_a_round_worked_out_by_hand_pays_that(hand: Hand) -> None:
    room = played(hand)
    assert (room.state.players[0].chips_cents - CHIPS) / 100 == hand.net
    with pytest.raises(IndexError):
        room.pilot.shoe.draw()  # every card of the script was needed, and no other
