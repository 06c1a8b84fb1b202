"""Every round of one box against the dealer: all hands of the player with all hands of the dealer."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from pitboss.games.game import Game
from pitboss.games.vocabulary import Value
from pitboss.proof.dealer_hands import DealerHand, dealer_hands, is_over, must_stand
from pitboss.proof.deals import Deal, Move, first_cards, folded_ranks, small_deck
from pitboss.proof.player_hands import Choice, Line, Played, PlayerHands
from pitboss.proof.questions import Kept, Round, Used, ask_about_cards, ask_about_cut
from pitboss.rules.cards import ACE, TEN, Card
from pitboss.rules.dealer import blackjack_ends_round, dealer_draws_at_all
from pitboss.rules.hands import EMPTY, BoxHand, draw, holds_blackjack, is_blackjack, player_total
from pitboss.rules.house import House
from pitboss.rules.match import Matches, count_matches
from pitboss.rules.player import may_surrender

STANDS = (Move("next player stands"),)
AFTER_BLACKJACK = ("hole_card", "down_match", "clear")
"""Steps that a round still has when a dealer's Blackjack has ended it."""


def explore(game: Game, used: Used) -> Round:
    return BlackjackRounds(game, used).explore()


class BlackjackRounds:
    def __init__(self, game: Game, used: Used) -> None:
        self._game, self._house = game, game.house
        self._steps = tuple(phase.name for phase in game.phases)
        self._players = PlayerHands(game, used.most_cards)
        self._used = used
        self._kept = Kept(game, used)
        self._neighbor = (folded_ranks(game.house)[0],) * 2

    def explore(self) -> Round:
        hands, played = dealer_hands(self._house), self._players.walk()
        ends = [part.line for part in played if part.is_end]
        asked = self._decided(played)
        for shown in dict.fromkeys(hand.shown for hand in hands):
            self._against([hand for hand in hands if hand.shown == shown], ends, asked)
        self._dealer(hands)
        self._matches()
        ask_about_cut(self._game, self._kept)
        ask_about_cards(self._kept, 2)
        return self._kept.round()

    # ---- one box

    def _decided(self, played: list[Played]) -> list[tuple[Line, Choice]]:
        """What can be decided about hands that differ in a fact that matters, whatever the dealer shows."""
        decided: dict[tuple[object, ...], tuple[Line, Choice]] = {}
        for part in played:
            facts = tuple(value for name, value in part.facts.items() if name in self._used.turns)
            for choice in part.choices:
                decided.setdefault((facts, choice.act, choice.permitted), (part.line, choice))
        return list(decided.values())

    def _against(self, hands: list[DealerHand], ends: list[Line], asked: list[tuple[Line, Choice]]) -> None:
        """Everything that a player can do against dealers who look alike, and how all of it ends."""
        two = next(hand for hand in hands if len(hand.cards) == 2)
        before = self._before_reader(two)
        if not two.ends_round:
            for line, choice in asked:
                self._ask(line, two, choice)
        lines = [*self._players.dealt()] if two.ends_round else ends
        may_insure = {line.first for line in before if line.insured}
        insured = [line.insures() for line in lines if line.first in may_insure]
        self._end([*lines, *insured, *(line for line in before if line.is_over)], hands)

    def _before_reader(self, two: DealerHand) -> list[Line]:
        """What is offered on the first cards before the dealer looks, where it is taken."""
        taken: list[Line] = []
        for line in self._players.dealt():
            for choice in self._players.before_reader(line, two.cards[0]):
                self._ask(line, two, choice)
                taken += choice.leads_to if choice.permitted else ()
        return taken

    def _ask(self, line: Line, two: DealerHand, choice: Choice) -> None:
        deal = Deal((first_cards(line.first, *two.cards[:2], ()), line.moves))
        facts = {**two.facts, **self._players.facts(line), "dealt": True}
        self._kept.turn(facts, deal, choice.act, permitted=choice.permitted)

    def _end(self, lines: list[Line], hands: list[DealerHand]) -> None:
        """Every line with every hand of the dealer's that it can meet."""
        told = {hand: self._told(hand.facts) for hand in self._distinct_hands(hands)}
        for line in self._distinct(lines):
            facts, wagers = self._kept.ending_facts(self._players.facts(line)), self._wagers(line)
            for hand, neighbor in self._meets(line, told):
                deal = self._deal(line, hand, neighbor)
                if deal.fits(self._house):
                    steps = self._passed(hand.ends_round)
                    self._kept.ending({**facts, **told[hand]}, deal, steps, wagers)

    def _told(self, facts: dict[str, Value]) -> dict[str, Value]:
        """The facts that matter at the end of a round."""
        return {name: value for name, value in facts.items() if name in self._used.endings}

    def _distinct(self, lines: list[Line]) -> list[Line]:
        """Lines that differ in a fact that matters, the shortest of each."""
        distinct: dict[tuple[object, ...], Line] = {}
        for line in lines:
            facts = self._players.facts(line)
            told = tuple(self._told(facts).values())
            key = (told, self._players.waits(line), self._wagers(line))
            if key not in distinct or line.cards < distinct[key].cards:
                distinct[key] = line
        return list(distinct.values())

    def _distinct_hands(self, hands: list[DealerHand]) -> list[DealerHand]:
        """The dealer's hands that differ in a fact that matters, those with fewer cards first."""
        distinct: dict[tuple[object, ...], DealerHand] = {}
        for hand in hands:
            told = tuple(self._told(hand.facts).values())
            distinct.setdefault((told, hand.is_final, len(hand.cards) > 2), hand)
        return list(distinct.values())

    def _meets(self, line: Line, hands: Iterable[DealerHand]) -> Iterator[tuple[DealerHand, tuple[int, ...]]]:
        """The dealer's hands in which a round with this line can end, and a neighbor where one is needed.

        A dealer for whom nobody waits may leave the hand as it is; a neighbor who stands makes it go on.
        """
        draws = dealer_draws_at_all(self._players.waits(line), self._house)
        for hand in hands:
            if hand.is_final:
                is_drawn = len(hand.cards) > 2
                yield hand, self._neighbor if is_drawn and not draws else ()
            elif len(hand.cards) == 2 and not draws:
                yield hand, ()

    def _passed(self, ends_round: bool) -> tuple[str, ...]:
        """The steps of a round that goes on, or that a Blackjack of the dealer's has ended."""
        if not ends_round:
            return self._steps
        last = self._steps.index("dealer_blackjack") if "dealer_blackjack" in self._steps else -1
        return tuple(
            step for number, step in enumerate(self._steps) if number <= last or step in AFTER_BLACKJACK
        )

    def _wagers(self, line: Line) -> frozenset[str]:
        kinds = {
            "main": True,
            "double": line.box.doubled,
            "split": line.box.from_split,
            "second_chance": line.box.chance > 0,
            "insurance": line.insured,
        }
        return frozenset(
            wager.id for kind, is_there in kinds.items() if is_there for wager in self._game.wagers_of(kind)
        )

    def _deal(self, line: Line, hand: DealerHand, neighbor: tuple[int, ...]) -> Deal:
        up, hole = hand.cards[:2]
        others = (Move("the other hand gets", self._neighbor[0]),) * (line.hands - 1)
        stands = STANDS if neighbor else ()
        return Deal((first_cards(line.first, up, hole, neighbor), line.moves, others, stands, hand.drawn))

    # ---- the dealer

    def _dealer(self, hands: tuple[DealerHand, ...]) -> None:
        """What the dealer does next, and a card drawn to a hand that must stand."""
        for hand in hands:
            up, hole = hand.cards[:2]
            deal = Deal(((Move("dealer", up), Move("hole card", hole)), hand.drawn))
            if not is_over(hand) and not hand.ends_round:
                for needed in (True, False):
                    self._kept.dealer_turn({**hand.facts, "needed": needed}, deal)
            if must_stand(hand, self._house) and not hand.ends_round:
                self._kept.mishap({**hand.facts, "dealt": True}, deal, "overdraw")

    # ---- match wagers

    def _matches(self) -> None:
        """Every match of two cards in a small deck, in two suits."""
        wagers = self._game.wagers_of("match")
        cards = small_deck(self._house) if wagers else ()
        for one, two, up, hole in product(cards, repeat=4):
            if one > two:
                continue
            dealt = FirstCards(one, two, up, hole)
            for wager in wagers:
                against = up if wager.against == "upcard" else hole
                matched = count_matches(one, two, against, self._house.match.by)
                self._match(dealt, matched, wager.id)

    def _match(self, dealt: "FirstCards", matched: Matches, wager: str) -> None:
        facts = self._kept.ending_facts(
            {
                **dealt.facts(self._house),
                "matches": matched.suited + matched.unsuited,
                "suited_matches": matched.suited,
            }
        )
        ends = blackjack_ends_round(dealt.up.rank, dealt.hole.rank, self._house)
        steps, wagers = self._passed(ends), frozenset({wager})
        self._kept.ending(facts, Deal((dealt.moves,)), steps, wagers)
        if not ends and may_surrender(dealt.box, self._house) and "surrendered" in facts:
            given_up = Deal((dealt.moves, (Move("player surrenders"),)))
            self._kept.ending({**facts, "surrendered": True}, given_up, steps, wagers)


class FirstCards(NamedTuple):
    """The first four cards, with their suits."""

    one: Card
    two: Card
    up: Card
    hole: Card

    @property
    def box(self) -> BoxHand:
        hand = draw(draw(EMPTY, self.one.rank), self.two.rank)
        return BoxHand(hand, self.one.rank, self.two.rank, False, False, 0)

    @property
    def moves(self) -> tuple[Move, ...]:
        said = ("player", "dealer", "player", "hole card")
        cards = (self.one, self.up, self.two, self.hole)
        return tuple(Move(says, card.rank, card.suit) for says, card in zip(said, cards, strict=True))

    def facts(self, house: House) -> dict[str, Value]:
        return {
            "player": player_total(self.box.hand).points,
            "cards": 2,
            "blackjack": holds_blackjack(self.box, house),
            "dealer_blackjack": is_blackjack(self.up.rank, self.hole.rank),
            "up_ace": self.up.rank == ACE,
            "up_ten": self.up.rank >= TEN,
            "dealt": True,
        }
