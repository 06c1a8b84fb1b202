"""Ordinary blackjack, which has no text: each sentence of our own register, at the table."""

import pytest

from pitboss.errors import BadChoice
from pitboss.exact.analyst import main_edge
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import DEALER, FLOOR, player
from tests.book.played import IRREGULARITIES
from tests.floor import game_of
from tests.table import playing, procedures, wager_procedures
from tests.table.drive import Room, bet, opened, say, scripted, stand_all
from tests.table.procedures import STAKE, next_due, refused

GAME = "blackjack"


def _played(cards: str, *choices: str, actions: str = "", seats: tuple[int, ...] = (1,)) -> Room:
    """Dealt and decided: `h` hits, `d` doubles, `p` splits, `r` surrenders; then everybody stands."""
    room = playing.begun(GAME, cards, *choices, seats=seats)
    said = {"h": Action.HIT, "d": Action.DOUBLE, "p": Action.SPLIT, "r": Action.SURRENDER, "s": Action.STAND}
    for letter in actions:
        say(room, said[letter], STAKE if letter == "d" else 0)
    stand_all(room)
    return room


def _net(room: Room) -> int:
    """What the player at seat 1 has gained."""
    start = next(event for event in room.events if isinstance(event, e.SatDown))
    return room.state.players[0].chips_cents - start.chips_cents


def _clauses(room: Room) -> list[str]:
    return [event.clause for event in room.of(e.HandSettled)]


@pytest.mark.parametrize("decks", [1, 2, 16])
def test_decks_one_to_sixteen(decks: int) -> None:
    """The shoe holds as many decks as the house chose."""
    assert opened(GAME, f"decks={decks}").state.terms.cards == 52 * decks


@pytest.mark.parametrize("decks", [0, 17])
def test_decks_not_fewer_and_not_more(decks: int) -> None:
    with pytest.raises(BadChoice, match="custom decks"):
        game_of(GAME, f"decks={decks}")


def test_wagers_before_the_first_card() -> None:
    """Chips within the limits, laid down before a card is dealt."""
    room = opened(GAME, seats=(1, 4))
    for cents in (900, 50_100, 1050):
        refusal = refused(room.state, c.PlaceWager(player(1), 1, room.state.terms.main, cents))
        assert (refusal.reason, refusal.clause) == ("bad_amount", "custom wagers")
    room = playing.begun(GAME, playing.PLAIN)
    refusal = refused(room.state, c.PlaceWager(player(1), 2, room.state.terms.main, STAKE))
    assert (refusal.reason, refusal.clause) == ("too_late", "custom wagers")


def test_wagers_bar_who_sat_out() -> None:
    """The house may bar a player who sat out a round; the bar ends with the shuffle or the house's leave."""
    wager_procedures.check_bar_ends_with_a_reshuffle(GAME)
    room = wager_procedures.barred_room(GAME)
    (permitted,) = room.do(c.PermitPatron(FLOOR, 4))
    assert permitted.clause == "custom wagers"


def test_shuffle_cut_and_burn() -> None:
    """Shuffled, cut, the cut card placed, loaded, and one card burned."""
    room = opened(GAME)
    order = [
        "CardsShuffled",
        "CutOffered",
        "CutRefused",
        "CardsCut",
        "CoverPlaced",
        "ShoeLoaded",
        "CardBurned",
    ]
    assert [kind for kind in room.kinds() if kind in order] == order
    clauses = {event.clause for event in room.of(e.CardsShuffled, e.CoverPlaced, e.CardBurned)}
    assert clauses == {"custom shuffle"}


def test_shuffle_by_a_device() -> None:
    room = opened(GAME, "shuffler=counting")
    assert not room.of(e.CutOffered, e.CoverPlaced)
    (loaded,) = room.of(e.ShoeLoaded)
    assert loaded.clause == "custom shuffle"


def test_shuffle_when_the_cut_card_comes() -> None:
    """The round is finished, and the cards are collected and shuffled."""
    room = procedures.with_cover(GAME, 1, (1,))
    procedures.check_play_through(room)
    (came,) = room.of(e.CoverCameOut)
    assert came.clause == "custom shuffle"
    assert next_due(room).act == "collect"


def test_shuffle_new_dealer_burns() -> None:
    room = opened(GAME)
    room.do(c.RelieveDealer())
    (burned,) = room.do(c.BurnCard())
    assert burned == e.CardBurned(clause="custom shuffle")


def test_deal_goes_round_and_ends_with_the_hole_card() -> None:
    playing.check_cards_go_round_clockwise(GAME)
    playing.check_last_the_hole_card_face_down(GAME)


@pytest.mark.parametrize(
    ("cards", "choices", "total"),
    [
        ("9c 7d 9d 9h Ts", (), 26),
        ("9c 7d 9d Th 5s", (), 17),
        ("9c Ad 9d 6h 5s", (), 17),
        ("9c Ad 9d 6h 3s", ("soft_17=hit",), 20),
    ],
)
def test_dealer_draws_to_17(cards: str, choices: tuple[str, ...], total: int) -> None:
    """To 16 the dealer draws; a soft 17 is as the house chose."""
    room = playing.begun(GAME, cards, *choices, seats=(1,))
    say(room, Action.STAND) if next_due(room).act == "decide" else None
    racked = [discard.card.rank for discard in room.state.rack if discard.card and discard.box == 0]
    points = sum(min(rank, 10) for rank in racked)
    assert points + (10 if 1 in racked and points + 10 <= 21 else 0) == total


def test_dealer_turns_the_hole_card_last() -> None:
    playing.check_hole_card_is_turned_after_the_last_decision(GAME)


def test_dealer_peeks_or_does_not() -> None:
    """With an ace the hole card is read first, unless the house deals without a peek."""
    assert playing.begun(GAME, playing.ACE_UP).of(e.HoleInserted)
    assert not playing.begun(GAME, playing.ACE_UP, "hole_card=european").of(e.HoleInserted)


def test_dealer_blackjack_takes_all_but_a_blackjack() -> None:
    """20 loses, a Blackjack ties."""
    room = _played("Tc Ac Kd Ts Ks Ah", seats=(1, 3))
    paid = {event.box: event.returned_cents + event.won_cents for event in room.of(e.HandSettled)}  # type: ignore[attr-defined]
    assert paid == {1: 0, 3: STAKE}
    assert _clauses(room) == ["custom dealer blackjack"] * 2


@pytest.mark.parametrize(("choice", "net"), [("peek", -STAKE), ("european", -2 * STAKE)])
def test_dealer_blackjack_and_a_double(choice: str, net: int) -> None:
    """With a peek nobody doubles into a Blackjack; without one the double is lost too."""
    actions = "" if choice == "peek" else "d"
    cards = "5c Kd 6d Ah" if choice == "peek" else "5c Kd 6d Ah 9s"
    assert _net(_played(cards, f"hole_card={choice}", actions=actions)) == net


def test_late_blackjack_counts_when_it_is_found() -> None:
    """The reader denies it, the player doubles, and it is there: the initial wager is lost."""
    room = playing.offered(GAME, "5c 8c Ad 6d 8d Kh 9s")
    room.do(c.CloseInsurance())
    room.do(c.InsertHole())
    room.do(c.AnswerBlackjack(blackjack=False))
    room.house()
    say(room, Action.DOUBLE, STAKE)
    stand_all(room)
    assert _net(room) == -STAKE
    assert [type(event) for event in room.of(e.DeviceBroke)] == [e.DeviceBroke]


def test_play_goes_from_the_dealers_left() -> None:
    playing.check_players_act_from_the_dealers_left(GAME)


def test_play_hit_and_stand() -> None:
    """A hit brings a card; who stands gets no other."""
    room = playing.begun(GAME, "5c 7d 6d Th 2s", seats=(1,))
    (decided, *_) = room.do(c.Decide(player(1), 1, Action.HIT))
    assert decided.clause == "custom play"
    assert next_due(room)[:3] == ("card", DEALER, 1)
    room.house()
    say(room, Action.STAND)
    assert _net(room) == -STAKE


def test_double_adds_the_wager_and_one_card() -> None:
    """11 doubled and a nine against 17."""
    room = _played("5c 7d 6d Th 9s", actions="d")
    assert _net(room) == 2 * STAKE
    (sideways,) = [event for event in room.of(e.CardDealt) if event.sideways]  # type: ignore[attr-defined]
    assert sideways.clause == "custom double"


def test_double_only_where_the_house_allows() -> None:
    """On 9 to 11, on two cards, and not after a split, as chosen."""
    double = c.Decide(player(1), 1, Action.DOUBLE, cents=STAKE)
    room = playing.begun(GAME, "5c 7d 3d Th", "double_on=9-11", seats=(1,))
    assert refused(room.state, double).clause == "custom double"
    room = playing.begun(GAME, "5c 7d 3d Th 2s", seats=(1,))
    say(room, Action.HIT)
    assert refused(room.state, double).reason == "may_not_double"
    room = playing.begun(GAME, "8c 7d 8d Th 3s", "double_after_split=no", seats=(1,))
    say(room, Action.SPLIT)
    assert refused(room.state, double).reason == "may_not_double"


def test_split_makes_two_hands() -> None:
    """Eights split, 18 and 19 against 17."""
    room = _played("8c 7d 8d Th Ts As", actions="p")
    assert _net(room) == 2 * STAKE
    assert len(room.of(e.HandSettled)) == 2


def test_split_by_value_or_rank() -> None:
    """King and ten are a pair by value alone."""
    split = c.Decide(player(1), 1, Action.SPLIT)
    room = playing.begun(GAME, "Kc 7d Td Th", seats=(1,))
    assert room.do(split)
    room = playing.begun(GAME, "Kc 7d Td Th", "split_by=rank", seats=(1,))
    assert refused(room.state, split).clause == "custom split"


@pytest.mark.parametrize(("choice", "refusal"), [("no", "not_now"), ("yes", "")])
def test_split_aces_get_one_card(choice: str, refusal: str) -> None:
    """One each, unless the house lets them draw."""
    room = playing.begun(GAME, "Ac 7d Ad Th 2s 3s 4s", f"hit_split_aces={choice}", seats=(1,))
    room.do(c.Decide(player(1), 1, Action.SPLIT))
    room.house()
    hit = c.Decide(player(1), 1, Action.HIT)
    if refusal:
        assert refused(room.state, hit).reason == refusal
        assert all(event.stake_cents == STAKE for event in room.of(e.HandSettled))  # type: ignore[attr-defined]
    else:
        assert room.do(hit)


def test_split_no_more_hands_than_the_house_allows() -> None:
    room = playing.begun(GAME, "8c 7d 8d Th 8s", "max_hands=2", seats=(1,))
    say(room, Action.SPLIT)
    refusal = refused(room.state, c.Decide(player(1), 1, Action.SPLIT))
    assert (refusal.reason, refusal.clause) == ("may_not_split", "custom split")


def test_surrender_gives_half_back() -> None:
    room = _played("9c Kd 7d 9h", "surrender=late", actions="r")
    assert _net(room) == -STAKE // 2
    assert _clauses(room) == ["custom surrender"]


def test_surrender_only_where_it_is_offered() -> None:
    room = playing.begun(GAME, "9c Kd 7d 9h", seats=(1,))
    refusal = refused(room.state, c.Decide(player(1), 1, Action.SURRENDER))
    assert (refusal.reason, refusal.clause) == ("may_not_surrender", "custom surrender")


def test_surrender_early_keeps_half_against_a_blackjack() -> None:
    room = scripted(GAME, "surrender=early", cards="9c Kd 7d Ah")
    bet(room, 1, STAKE)
    room.do(room.pilot.deal(room.state))
    room.house_until("insert")
    room.do(c.Decide(player(1), 1, Action.SURRENDER))
    room.house()
    assert _net(room) == -STAKE // 2


def test_late_surrender_is_lost_to_a_blackjack() -> None:
    """Without a peek the Blackjack shows only after the surrender."""
    room = _played("9c Kd 7d Ah", "surrender=late", "hole_card=european", actions="r")
    assert _net(room) == -STAKE
    assert _clauses(room) == ["custom late surrender"]


def test_insurance_up_to_half_at_2_to_1() -> None:
    """$5 on $10 wins $10; a Blackjack of the dealer's costs the wager."""
    room = playing.offered(GAME, "9c 8c Ad 9d 8d Kh")
    refusal = refused(room.state, c.Insure(player(1), 1, 600))
    assert (refusal.reason, refusal.clause) == ("bad_amount", "custom insurance")
    room.do(c.Insure(player(1), 1, 500))
    room.house()
    assert _net(room) == 0
    (paid,) = room.of(e.WagerSettled)
    assert (paid.won_cents, paid.clause) == (1000, "custom insurance")  # type: ignore[attr-defined]


def test_insurance_even_money_for_a_blackjack() -> None:
    room = playing.offered(GAME, "Ac 8c Ad Kd 8d Kh")
    (paid, *_) = room.do(c.TakeEvenMoney(player(1), 1))
    assert paid.clause == "custom insurance"
    room.house()
    assert _net(room) == STAKE


@pytest.mark.parametrize(
    ("cards", "actions", "net"),
    [
        ("Tc 7d 9d Th", "", STAKE),
        ("Tc 7d 7d Th", "", 0),
        ("Tc 7d 6d Th", "", -STAKE),
        ("Tc 7d 6d Th Ks", "h", -STAKE),
        ("Tc 6d 3d Th Ks", "", STAKE),
    ],
)
def test_pays_higher_tie_lower_and_bust(cards: str, actions: str, net: int) -> None:
    room = _played(cards, actions=actions)
    assert _net(room) == net
    assert _clauses(room) == ["custom pays"]


@pytest.mark.parametrize(("odds", "won"), [("3:2", 1500), ("6:5", 1200), ("2:1", 2000), ("1:1", 1000)])
def test_pays_a_blackjack_the_odds_posted(odds: str, won: int) -> None:
    room = _played("Ac 7d Kd Th", f"blackjack_pays={odds}")
    assert _net(room) == won
    assert _clauses(room) == ["custom pays"]


def test_settlement_from_the_right() -> None:
    """Box by box, or the losers first, as the house chose."""
    playing.check_box_by_box_from_the_right(GAME)
    playing.check_losers_first_then_winners(GAME)


def test_settlement_keeps_the_hands() -> None:
    playing.check_hands_can_be_rebuilt(GAME)


def test_void_round_returns_what_is_undecided() -> None:
    """The shoe runs out and the rack holds only the burned card."""
    room = IRREGULARITIES["round void"](GAME)
    assert {event.clause for event in room.of(e.HandDied, e.RoundVoided)} == {"custom void round"}
    assert _net(room) == 0


def test_new_dealer_between_rounds() -> None:
    """Never in a round; the vendor's rules, which say nothing of it, follow this sentence."""
    room = opened("down-under-vendor")
    (relieved,) = room.do(c.RelieveDealer())
    assert relieved.clause == "house practice: new dealer, by reading V12"
    room = playing.begun(GAME, playing.PLAIN)
    assert refused(room.state, c.RelieveDealer()).reason == "round_in_progress"


def test_clock_leaves_the_decks_to_the_house() -> None:
    """However late it is, no deck must be changed and no reader inspected before the deal."""
    room = opened(GAME)
    (told,) = room.do(c.TellTime(30))
    assert told.clause == "custom clock"
    (day,) = room.do(c.BeginDay())
    assert day.clause == "custom clock"
    procedures.play(room)


@pytest.mark.parametrize(("number", "edge"), [(0, "0.40287023611541"), (1, "0.64455385191952")])
def test_figures_are_those_of_the_literature(number: int, edge: str) -> None:
    """The published edge for the options named is the one that the analyst finds."""
    figure = game_of(GAME).published[number]
    choices = [f"{name}={_said(value)}" for name, value in figure.options.items()]
    assert str(figure.lowest_percent) == str(figure.highest_percent) == edge
    assert 100 * main_edge(game_of(GAME, *choices)) == pytest.approx(float(edge), abs=1e-9)


def _said(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def test_insurance_once_and_not_with_even_money() -> None:
    """A box is insured once, and an insured Blackjack is not paid even money."""
    playing.check_box_is_insured_once(GAME)
    playing.check_insured_blackjack_takes_no_even_money(GAME)
