"""What a laboratory found with the texts beside the table: each fault, and each reading that came of it."""

import pytest

from pitboss.errors import Refused
from pitboss.rules.cards import Card, Light, Range
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.event_text import sentence
from pitboss.table.people import DEALER, FLOOR, player
from pitboss.table.state import Stage, find_box
from tests.book.games import BACK, NH, OVER, PLAIN, UNDER, VENDOR
from tests.floor import card, house_of
from tests.table.drive import bet, deal, opened, say, scripted, stand_all
from tests.table.playing import chips, lit, table
from tests.table.procedures import STAKE, new_room, next_due, refused, until

# ---- money that has come back does not move again


@pytest.mark.parametrize("game", [UNDER, VENDOR])
def test_insurance_returned_with_a_dead_hand_is_not_paid_again(game: str) -> None:
    """Lost to a wrong light, called dead and returned; then a ten is turned under the ace."""
    room = table(game, "9c Ad 8d Kh")
    room.house_until("close insurance")
    room.do(c.Insure(player(1), 1, 500))
    room.do(c.CloseInsurance())
    lit(room, Light.BLUE, Range.SMALL)
    room.house()
    assert chips(room) == -STAKE - 500
    room.do(c.ReportWrongRange(DEALER, "light"))
    room.do(c.CallDead(DEALER, 1))
    assert chips(room) == 0
    room.house()
    assert room.of(e.HoleTurned)
    assert not room.of(e.InsuranceReopened)
    assert chips(room) == 0


def test_insurance_that_was_collected_is_paid_once() -> None:
    """Nobody is dead: it goes back on the line and wins, once."""
    room = table(UNDER, "9c Ad 8d Kh")
    room.house_until("close insurance")
    room.do(c.Insure(player(1), 1, 500))
    room.do(c.CloseInsurance())
    lit(room, Light.BLUE, Range.SMALL)
    room.house()
    stand_all(room)
    assert len(room.of(e.InsuranceReopened)) == 1
    assert chips(room) == -STAKE + 1000


# ---- match wagers


@pytest.mark.parametrize(
    ("game", "wager", "order"),
    [(NH, "up_match", [3, 1, 5]), (UNDER, "match_the_dealer", [5, 3, 1])],
)
def test_losing_matches_are_taken_before_winners_are_paid(game: str, wager: str, order: list[int]) -> None:
    """The middle box loses: New Hampshire takes it first, then pays from the right; 685a goes box by box."""
    room = scripted(game, cards="7c 2c 7s 7d 9c 9d 3d Th", seats=(1, 3, 5))
    for seat in (1, 3, 5):
        bet(room, seat, STAKE, **{wager: 500})
    deal(room)
    settled = [event.box for event in room.of(e.WagerSettled) if isinstance(event, e.WagerSettled)]
    assert settled == ([3, 5, 1] if game == NH else order)


def test_losing_down_matches_are_taken_first_too() -> None:
    room = scripted(NH, cards="7c 2c 7s 8d 9c 9d 3d 7h Ts", seats=(1, 3, 5))
    for seat in (1, 3, 5):
        bet(room, seat, STAKE, down_match=500)
    deal(room)
    stand_all(room)
    settled = [event.box for event in room.of(e.WagerSettled) if isinstance(event, e.WagerSettled)]
    assert settled == [3, 5, 1]


# ---- New Hampshire has no reader


def test_nh_the_dealer_looks() -> None:
    room = table(NH, "9c Kd 8d 7h")
    room.house_until("look")
    assert next_due(room)[:2] == ("look", DEALER)
    assert room.state.terms.reader == ""
    assert refused(room.state, c.InsertHole()).reason == "not_now"
    assert refused(room.state, c.ReportBroken(FLOOR, "reader")).reason == "no_such_device"
    (answered, *_) = room.do(c.AnswerBlackjack(blackjack=False, by=DEALER))
    assert answered == e.BlackjackAnswered(blackjack=False, clause="NH Method s29")


@pytest.mark.parametrize(
    ("up", "hole", "clause"),
    [("Ad", "Kh", "NH Method s24"), ("Ad", "7h", "NH Method s26"), ("Kd", "Ah", "NH Method s28")],
)
def test_nh_what_the_dealer_sees_is_cited(up: str, hole: str, clause: str) -> None:
    room = table(NH, f"9c {up} 8d {hole}")
    room.house_until("look")
    room.house()
    assert [event.clause for event in room.of(e.BlackjackAnswered)] == [clause]


# ---- readings that did nothing, and acts that could not be recorded


def test_preshuffled_cards_are_not_told_as_shuffled_here() -> None:
    room = new_room(UNDER)
    _, shuffled = room.do(c.ReceiveCards("red", preshuffled=True))
    (mechanism, _) = room.causes[-1]
    assert mechanism == "procedure.preshuffled_cards"
    told = sentence(e.CardsShuffled(by=DEALER, clause="", mechanism=mechanism), room.state.terms.game)
    assert told == "The cards came shuffled."
    assert isinstance(shuffled, e.CardsShuffled)


@pytest.mark.parametrize(("game", "literal"), [(UNDER, "reading.D17=R1"), (OVER, "reading.O7=R2")])
def test_preshuffled_cards_by_the_letter_are_still_spread(game: str, literal: str) -> None:
    """(b) is not among the subsections lifted: spread, looked at, and only then cut."""
    room = new_room(game, literal)
    room.do(c.ReceiveCards("red", preshuffled=True))
    assert next_due(room)[:2] == ("prepare", DEALER)
    until(room, "offer cut")
    steps = [event.step for event in room.of(e.CardsPrepared) if isinstance(event, e.CardsPrepared)]
    assert steps == [Stage.SPREAD, Stage.SEEN]
    until(room, "load")


@pytest.mark.parametrize(("game", "reading"), [(UNDER, "D16"), (BACK, "B24")])
@pytest.mark.parametrize(
    ("choice", "hole", "net"), [("R1", "8h", STAKE), ("R2", "8h", -STAKE), ("R1", "7h", 0)]
)
def test_a_card_drawn_on_a_standing_total(game: str, reading: str, choice: str, hole: str, net: int) -> None:
    """On 18 a five counts under R1, and the dealer breaks; on 17 it never counts."""
    room = table(game, f"Tc Td 7d {hole}", f"reading.{reading}={choice}")
    room.house()
    room.do(c.Decide(player(1), 1, Action.STAND))
    room.house_until("settle")
    (drawn,) = room.do(c.Overdraw(card("5s")))
    assert isinstance(drawn, e.CardOverdrawn)
    assert drawn.counts is (net == STAKE)
    room.house()
    assert chips(room) == net


@pytest.mark.parametrize("game", [UNDER, BACK, OVER])
def test_a_continuous_shuffler_that_does_not_count(game: str) -> None:
    """The floor may order a reshuffle, and idle cards are spread; a device that counts lifts both."""
    room = opened(game, "shuffler=continuous")
    assert room.do(c.OrderReshuffle())
    until(room, "bets")
    room.do(c.Leave(player(1)))
    assert room.do(c.SpreadIdle())
    room = opened(game, "shuffler=counting")
    assert refused(room.state, c.OrderReshuffle()).reason == "device_shuffles"


@pytest.mark.parametrize(("game", "reading"), [(UNDER, "D37"), (BACK, "B31"), (OVER, "O21")])
def test_a_wager_may_be_taken_back_until_betting_closes(game: str, reading: str) -> None:
    """Or, as written of wagers that have been made, not at all."""
    for choice, allowed in (("R1", True), ("R2", False)):
        room = opened(game, f"reading.{reading}={choice}")
        bet(room, 1, STAKE)
        back = c.TakeBackWager(player(1), 1, room.state.terms.main)
        if allowed:
            (event,) = room.do(back)
            assert event.clause.endswith(".6(c) s2")
        else:
            assert refused(room.state, back).reason == "hands_off"


# ---- odd amounts


@pytest.mark.parametrize(
    ("game", "reading", "stake", "won"),
    [
        (PLAIN, "H2=R1", 1100, 1700), (PLAIN, "H2=R2", 1100, 1650), (PLAIN, "H2=R3", 1100, 1600),
        (UNDER, "D38=R1", 1100, 1700), (UNDER, "D38=R2", 1100, 1650), (UNDER, "D38=R3", 1100, 1600),
        (VENDOR, "V16=R1", 1100, 1700), (VENDOR, "V16=R2", 1100, 1650), (VENDOR, "V16=R3", 1100, 1600),
        (NH, "N26=R1", 500, 750),
    ],
)  # fmt: skip
def test_odds_that_do_not_come_out_in_chips(game: str, reading: str, stake: int, won: int) -> None:
    """Rounded up for the player, paid to the cent, or rounded down for the house."""
    room = table(game, "Ac 7d Kd Th", f"reading.{reading}", stake=stake)
    room.house()
    assert chips(room) == won


def test_what_is_paid_can_be_made_of_chips() -> None:
    room = table(PLAIN, "Ac 7d Kd Th", "min_chip_cents=25", stake=1025)
    room.house()
    assert chips(room) == 1550


@pytest.mark.parametrize(("reading", "back"), [("R1", 600), ("R3", 500)])
def test_half_a_wager_is_handed_back_as_the_house_chose(reading: str, back: int) -> None:
    """Whole dollars, though the table has smaller chips."""
    choices = ("surrender=late", "half_unit_cents=100", "min_chip_cents=25", f"reading.H2={reading}")
    room = table(PLAIN, "9c 7d 7d Th", *choices, stake=1125)
    room.house()
    say(room, Action.SURRENDER)
    assert chips(room) == back - 1125


# ---- what could not be recorded


def test_686a_a_player_may_be_passed_over_before_deciding() -> None:
    """The others go on; then it is the player's choice to go on or to be dead."""
    for dead in (False, True):
        room = table(OVER, "5c 9c 3s 4s 6s 7s", seats=(1, 3))
        room.house()
        (missed, *_) = room.do(c.PassOver(1))
        assert missed.clause == "686a.9(c)"
        assert next_due(room)[:3] == ("choose", player(3), 3)
        say(room, Action.UNDER)
        assert next_due(room)[:3] == ("missed", player(1), 1)
        if dead:
            room.do(c.CallDead(player(1), 1))
            assert chips(room) == 0
        else:
            room.do(c.TakeMissedCard(player(1), 1))
            assert next_due(room)[:3] == ("choose", player(1), 1)


@pytest.mark.parametrize(("choice", "act"), [("R1", "call dead"), ("R2", "card")])
def test_686a_a_box_without_a_first_card(choice: str, act: str) -> None:
    """Dead, and everything returned; or served after the others."""
    room = table(OVER, "5c 9c", f"reading.O16={choice}", seats=(1, 3))
    room.do(c.PassOver(1))
    room.do(room.pilot.act(room.state))  # type: ignore[arg-type]
    assert next_due(room)[:3] == (act, DEALER, 1)
    room.house()
    if choice == "R1":
        assert chips(room) == 0
    else:
        assert next_due(room)[:3] == ("choose", player(1), 1)


@pytest.mark.parametrize(("choice", "reason"), [("R1", ""), ("R2", "may_not_refuse")])
def test_686a_an_exposed_card_may_be_refused_or_not(choice: str, reason: str) -> None:
    room = table(OVER, "5c 9c", f"reading.O9={choice}")
    room.house()
    room.do(c.DrawInError(card("Ks")))
    refusal = c.RefuseCard(player(1), 1)
    if reason:
        assert refused(room.state, refusal).reason == reason
    else:
        room.do(refusal)
        assert chips(room) == 0


def test_673a_the_dealers_missed_second_card_is_reported() -> None:
    room = table(BACK, "9c 7d 8d Th")
    room.house_until("hole")
    (missed,) = room.do(c.PassOver(0))
    assert missed == e.CardMissed(box=0, hand=0, in_deal=True, clause="673a.13(e)")
    assert next_due(room).act == "hole"
    assert refused(room.state, c.PassOver(0)).reason == "not_now"
    room.house()
    assert next_due(room).act == "decide"


def test_685a_an_omitted_card_noticed_after_the_hole_card() -> None:
    """Box 1 was passed over, box 3 and the dealer were dealt to; now the player of box 1 is asked."""
    room = table(UNDER, "9c 8c 7d 8d Th 2s", seats=(1, 3))
    room.house_until("card")
    for _ in range(3):
        room.do(room.pilot.act(room.state))  # type: ignore[arg-type]
    room.do(c.PassOver(1))
    room.do(room.pilot.act(room.state))  # type: ignore[arg-type]
    assert next_due(room)[:3] == ("missed", player(1), 1)
    room.pilot.hole = room.pilot.shoe.draw()
    (dealt,) = room.do(c.DealHole())
    assert isinstance(dealt, e.HoleDealt)
    assert next_due(room)[:3] == ("missed", player(1), 1)
    room.do(c.TakeMissedCard(player(1), 1))
    room.house()
    box = find_box(room.state, 1)
    assert box is not None
    assert len(box.firsts) == 2


def test_a_card_found_face_up_at_the_burn() -> None:
    """It goes to the rack, and the burn is still due."""
    for game in (UNDER, BACK, OVER, NH):
        room = new_room(game)
        until(room, "load")
        room.do(c.LoadShoe())
        bet(room, 1, STAKE)
        while room.state.phase == 0:
            room.do(room.pilot.deal(room.state))
        assert next_due(room).act == "burn"
        (found,) = room.do(c.FindFaceUp(Card(2, 0)))
        assert isinstance(found, e.FaceUpCardFound)
        assert next_due(room).act == "burn"
        room.do(c.BurnCard())
        assert len(room.state.rack) == 2


@pytest.mark.parametrize(("game", "reading"), [(UNDER, "D41"), (BACK, "B33")])
def test_a_reader_that_cannot_be_repaired_in_the_round(game: str, reading: str) -> None:
    """The floor calls the round dead and undecided wagers come back; or the round waits."""
    room = table(game, "9c 7d 8d Th")
    room.house()
    room.do(c.ReportBroken(FLOOR, "reader"))
    assert refused(room.state, c.VoidRound(DEALER)).reason == "not_yours"
    *_, ended = room.do(c.VoidRound(FLOOR))
    assert isinstance(ended, e.RoundVoided)
    assert chips(room) == 0
    room.house()
    bet(room, 1, STAKE)
    assert refused(room.state, c.CloseBetting()).reason == "reader_broken"
    room = table(game, "9c 7d 8d Th", f"reading.{reading}=R2")
    room.house()
    room.do(c.ReportBroken(FLOOR, "reader"))
    assert refused(room.state, c.VoidRound(FLOOR)).reason == "not_now"


@pytest.mark.parametrize(("game", "reading"), [(NH, "N22"), (VENDOR, "V12"), (PLAIN, "H1")])
def test_whatever_goes_wrong_voids_the_round_if_read_so(game: str, reading: str) -> None:
    for choice, act in (("R1", "decide"), ("R2", "void round")):
        room = table(game, "9c 7d 8d Th", f"reading.{reading}={choice}")
        room.house()
        room.do(c.FindFaceUp(Card(2, 0)))
        assert next_due(room).act == act
    room.do(c.VoidRound(FLOOR))
    assert chips(room) == 0


@pytest.mark.parametrize(("choice", "net"), [("R1", 0), ("R2", -500)])
def test_nh_the_down_match_of_a_dead_hand(choice: str, net: int) -> None:
    """Returned with the hand, or left to the down card."""
    room = scripted(NH, f"reading.N23={choice}", cards="5c 9c 7d 6d 9d Th", seats=(1, 3))
    bet(room, 1, STAKE, down_match=500)
    bet(room, 3, STAKE)
    deal(room)
    room.do(c.Decide(player(1), 1, Action.HIT))
    room.do(c.PassOver(1))
    say(room, Action.STAND)
    room.do(c.CallDead(player(1), 1))
    room.house()
    assert chips(room) == net


@pytest.mark.parametrize(("choice", "allowed"), [("R1", False), ("R2", True)])
def test_nh_surrender_of_a_split_hand(choice: str, allowed: bool) -> None:
    room = table(NH, "8c 7d 8h Th 9s Ts", f"reading.N24={choice}")
    room.house()
    say(room, Action.SPLIT)
    give_up = c.Decide(player(1), 1, Action.SURRENDER)
    if not allowed:
        assert refused(room.state, give_up).reason == "may_not_surrender"
        return
    say(room, Action.SURRENDER)
    stand_all(room)
    assert chips(room) == -STAKE // 2 + STAKE


@pytest.mark.parametrize(("choice", "act"), [("R1", "cut"), ("R2", "place cover")])
def test_nh_who_cuts_when_no_player_does(choice: str, act: str) -> None:
    room = new_room(NH, f"reading.N25={choice}")
    until(room, "offer cut")
    room.do(c.OfferCut(1))
    room.do(c.RefuseCut(player(1)))
    assert next_due(room)[:2] == (act, DEALER)


@pytest.mark.parametrize(("choice", "net"), [("R1", 0), ("R2", 2000)])
def test_685a_a_match_that_shows_on_the_only_card(choice: str, net: int) -> None:
    """The second card is declined: everything is returned, or the match that has happened is paid 4 to 1."""
    room = scripted(UNDER, f"reading.D39={choice}", cards="7c 9c 7d 9d", seats=(1, 3))
    bet(room, 1, STAKE, match_the_dealer=500)
    bet(room, 3, STAKE)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    room.house_until("card")
    for _ in range(3):
        room.do(room.pilot.act(room.state))  # type: ignore[arg-type]
    room.do(c.PassOver(1))
    room.do(room.pilot.act(room.state))  # type: ignore[arg-type]
    room.do(c.CallDead(player(1), 1))
    assert chips(room) == net


# ---- refusals that were not true


def test_refusals_say_what_is_so() -> None:
    room = table(UNDER, "9c 7d 8d Th")
    room.house()
    assert refused(room.state, c.RelieveDealer()).clause == "685a.7(c) s2"
    room.do(c.Decide(player(1), 1, Action.STAND))
    room.house_until("clear")
    refusal = refused(room.state, c.ReportWrongRange(DEALER, "light"))
    assert (refusal.reason, refusal.says) == ("dispute", "The round is settled: record a dispute instead.")


def test_no_even_money_at_a_table_that_has_none() -> None:
    room = table(VENDOR, "Ac Ad Kd 7h")
    room.house_until("close insurance")
    assert not house_of(VENDOR).blackjack.even_money
    refusal = refused(room.state, c.TakeEvenMoney(player(1), 1))
    assert refusal.says == "Even money is not offered at this table."


def test_split_hands_are_told_apart() -> None:
    room = table(PLAIN, "8c 7d 8d Th Ts 9s")
    room.house()
    say(room, Action.SPLIT)
    stand_all(room)
    game = room.state.terms.game
    told = [sentence(event, game) for event in room.of(e.HandSettled)]
    assert told == ["Box 1, second hand pushes: $10 is returned.", "Box 1, first hand wins $10 (1 to 1)."]


def test_a_wager_never_brings_more_than_it_can() -> None:
    """The fold itself refuses a second payment."""
    from pitboss.errors import Broken
    from pitboss.table.fold import fold

    room = table(PLAIN, "Tc 7d 9d Th")
    room.house()
    stand_all(room)
    room = table(PLAIN, "Tc 7d 9d Th")
    room.house()
    room.do(c.Decide(player(1), 1, Action.STAND))
    room.house_until("settle")
    paid = e.HandSettled(
        box=1, hand=0, seat=1, stake_cents=STAKE, returned_cents=STAKE, won_cents=2000, clause=""
    )
    with pytest.raises(Broken, match="went back for a hand"):
        fold(room.state, paid)
    room.house_until("clear")
    with pytest.raises(Broken, match="settled before"):
        fold(room.state, room.of(e.HandSettled)[0])
    with pytest.raises(Refused):
        room.do(c.Settle(1))
