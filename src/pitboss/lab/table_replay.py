"""Simulated rounds at the live table: cards dealt again, decisions asked again, payments compared.

The table knows the order of every act; the simulation knows cards, decisions and results. Together they make
the notation, and where they do not agree there is no notation but `Broken`.
"""

from collections.abc import Iterable

from pitboss.errors import Broken
from pitboss.games.game import Game
from pitboss.lab.simulation import Prepared
from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.rules.stakes import most_double, most_insurance
from pitboss.sim.recording import Decision, RecordedRound, record
from pitboss.sim.tally import CHANCE, INSURANCE, MAIN
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.autopilot import Autopilot
from pitboss.table.due import Due, due
from pitboss.table.notation import Shoe
from pitboss.table.people import DEALER, player
from pitboss.table.shoes import ScriptedShoe
from pitboss.table.state import Stage, find_player, open_table
from pitboss.table.table import step

CHIPS_CENTS = 1_000_000_00


class TableReplay:
    """A table that plays what was simulated."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.setup = prepared.setup
        self.wagers = {wager: name for wager, name in prepared.names.items() if wager != CHANCE}
        """By where a kernel counts them; a Second Chance is settled with its hand."""
        self.state = open_table(prepared.game)
        deck = prepared.game.house.deck
        self.burned = Card(next(rank for rank, copies in enumerate(deck, 1) if copies), 0)
        """In place of a burned card that the simulation did not deal."""
        self.shoe = CountedShoe(())
        self.pilot = Autopilot(self.shoe)
        self.commands: list[c.Command] = []
        self.won: dict[int, dict[str, int]] = {}
        self.opened = False
        self.is_new = True
        """No round was dealt yet."""
        self.filled_up = 0
        """Rounds in the middle of which the shoe ran out."""

    def write(self, rounds: Iterable[RecordedRound]) -> list[tuple[c.Command, ...]]:
        """One line a round, the opening first."""
        lines = []
        for recorded in rounds:
            if not self.opened:
                lines.append(self.open())
            lines.append(self.play(recorded))
        return lines

    def open(self) -> tuple[c.Command, ...]:
        """Everybody sits down, and the cards go into the shoe."""
        for box in range(1, self.setup.boxes + 1):
            self._do(c.SitDown(by=player(box), chips_cents=CHIPS_CENTS))
        self._prepare()
        self.opened = True
        return self._line()

    def play(self, recorded: RecordedRound) -> tuple[c.Command, ...]:
        """One round; Broken when the table asks for other cards or decisions, or pays different amounts."""
        self._script(recorded)
        self.won = {box: {} for box in range(1, self.setup.boxes + 1)}
        decisions = list(recorded.decisions)
        number = self.state.round
        self._shuffle(recorded)
        self._bet()
        while self.state.phase == 0:
            self._do(self.pilot.deal(self.state))
        while self.state.round == number:
            self._act(decisions)
        if decisions or self.shoe.left:
            raise Broken(f"round {recorded.number}: the table did not ask for {decisions or self.shoe.left}")
        self._compare(recorded)
        return self._line()

    # ---- acts

    def _shuffle(self, recorded: RecordedRound) -> None:
        """Cards are shuffled where the simulation shuffled them: by the cover card, or before every round."""
        if not self.state.terms.uses_cut or self.is_new:
            self.is_new = False
            return
        is_due = bool(self.state.reshuffle) or self.state.stage != Stage.READY
        if recorded.shuffled != (is_due or self.setup.fresh):
            raise Broken(f"round {recorded.number}: the table and the simulation shuffle at different times")
        if recorded.shuffled and not is_due:
            self._do(c.OrderReshuffle())
        self._prepare()

    def _do(self, command: c.Command) -> None:
        events, self.state = step(self.state, command)
        self.commands.append(command)
        for event in events:
            self.filled_up += isinstance(event, e.DiscardsTaken)
            if isinstance(event, e.HandSettled | e.WagerSettled):
                wager = event.wager if isinstance(event, e.WagerSettled) else self.state.terms.main
                paid = event.returned_cents + event.won_cents - event.stake_cents
                self.won[event.box][wager] = self.won[event.box].get(wager, 0) + paid

    def _act(self, decisions: list[Decision]) -> None:
        command = self.pilot.act(self.state)
        if isinstance(command, c.CloseInsurance | c.InsertHole | c.AnswerBlackjack):
            while decisions and self._is_before_reader(command, decisions[0][2]):
                box, _, action = decisions.pop(0)
                self._do(self._before_reader(box + 1, action))
        if command is not None:
            self._do(command)
            return
        needed = due(self.state)
        if needed is None:
            raise Broken("nothing is due in the middle of a round")
        if needed.act == "cut":
            self._do(c.RefuseCut(by=needed.who))
        else:
            self._decide(needed, decisions)

    def _is_before_reader(self, command: c.Command, action: Action) -> bool:
        if action == Action.SURRENDER:
            return self.prepared.gives_up_early
        return isinstance(command, c.CloseInsurance) and action in (Action.INSURE, Action.EVEN_MONEY)

    def _before_reader(self, box: int, action: Action) -> c.Command:
        if action == Action.INSURE:
            cents = most_insurance(self.setup.stake_cents, self.state.house)
            return c.Insure(by=player(box), box=box, cents=cents)
        if action == Action.EVEN_MONEY:
            return c.TakeEvenMoney(by=player(box), box=box)
        return c.Decide(by=player(box), box=box, action=action)

    def _decide(self, needed: Due, decisions: list[Decision]) -> None:
        """What was recorded for this hand; where nothing was, it stood or declined."""
        recorded = bool(decisions) and decisions[0][:2] == (needed.box - 1, needed.hand)
        if not recorded and needed.act == "second chance":
            self._do(c.DeclineSecondChance(by=needed.who, box=needed.box, hand=needed.hand))
            return
        action = decisions.pop(0)[2] if recorded else Action.STAND
        cents = most_double(self.setup.stake_cents) if action == Action.DOUBLE else 0
        self._do(c.Decide(by=needed.who, box=needed.box, hand=needed.hand, action=action, cents=cents))

    def _bet(self) -> None:
        for box in range(1, self.setup.boxes + 1):
            who = player(box)
            held = find_player(self.state, box)
            if held is not None and held.chips_cents < CHIPS_CENTS // 2:
                self._do(c.BuyChips(by=DEALER, seat=box, cents=CHIPS_CENTS // 2))
            main = self.state.terms.main
            self._do(c.PlaceWager(by=who, box=box, wager=main, cents=self.setup.stake_cents))
            for wager in self.state.terms.sides:
                self._do(c.PlaceWager(by=who, box=box, wager=wager, cents=self.setup.side_cents))

    def _prepare(self) -> None:
        """Whatever is due until bets can be made; players let the cut pass."""
        while (needed := due(self.state)) is not None and needed.act != "bets":
            command = self.pilot.act(self.state)
            if isinstance(command, c.PlaceCover):
                command = c.PlaceCover(from_bottom=self._cover())
            elif command is None and needed.act == "cut":
                command = c.RefuseCut(by=needed.who)
            elif command is None:
                command = c.PrepareCards(by=needed.who, step=Stage(needed.hand))
            self._do(command)

    def _cover(self) -> int:
        """Where the simulation had the cover card; out of the way where every round has a whole shoe."""
        if self.setup.fresh:
            return -(-self.state.terms.cards * self.state.terms.cover_percent // 100)
        return self.setup.cover_cards

    # ---- cards and money

    def _script(self, recorded: RecordedRound) -> None:
        """The cards to come."""
        burns = 0 if self.state.terms.uses_cut or self.state.rounds_in_shoe else self.state.to_burn
        self.shoe = CountedShoe([*[self.burned] * burns, *recorded.cards])
        self.pilot.shoe = self.shoe

    def _compare(self, recorded: RecordedRound) -> None:
        grain = self.prepared.labels.grain_cents
        for box, won in enumerate(recorded.won, 1):
            for wager, name in self.wagers.items():
                unit = grain if wager in (MAIN, INSURANCE) else self.setup.side_cents
                paid = self.won[box].get(name, 0)
                if won[wager] * unit != paid:
                    says = f"round {recorded.number}, box {box}, {name}: simulated {won[wager] * unit} cents"
                    raise Broken(f"{says}, the table pays {paid}: {recorded}")

    def _line(self) -> tuple[c.Command, ...]:
        line = tuple(self.commands)
        self.commands = []
        return line


class CountedShoe(ScriptedShoe):
    @property
    def left(self) -> int:
        return len(self._cards) - self._next


def written(prepared: Prepared, first: int, count: int, choices: Iterable[str] = ()) -> Shoe:
    """So many rounds of a simulation in the notation, each paid the same by the table."""
    game: Game = prepared.game
    lines = TableReplay(prepared).write(record(prepared.job, first, count))
    return Shoe(game.id, game.sha256, tuple(lines), tuple(choices))
