"""One person at a table in the terminal: the house deals, everything goes by the book."""

import random
import sys
from collections.abc import Callable
from pathlib import Path

from pitboss.cli import screen
from pitboss.cli.coach import Coach
from pitboss.cli.felt import draw_table
from pitboss.errors import BadInput, Fault, Refused
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.games.vocabulary import tell_cents
from pitboss.rules.cards import Card
from pitboss.rules.dealer import dealer_must_draw
from pitboss.rules.hands import player_total
from pitboss.rules.player import Action
from pitboss.rules.stakes import most_insurance, second_chance_stake
from pitboss.table import commands as c
from pitboss.table.autopilot import Autopilot
from pitboss.table.dealing import may_burn_early
from pitboss.table.due import Due, due
from pitboss.table.notation import BadNotation, command_text, parse_command, shoe_text
from pitboss.table.notation import Shoe as Record
from pitboss.table.people import DEALER, player
from pitboss.table.shoes import ScriptedShoe, Shoe, VirtualShoe
from pitboss.table.state import Stage, Table, find_box, find_player, open_table
from pitboss.table.table import step
from pitboss.table.telling import RANKS, tell_event
from pitboss.table.view import next_acts, view

YOU = 1
KEYS = {
    "h": Action.HIT, "s": Action.STAND, "d": Action.DOUBLE, "p": Action.SPLIT, "r": Action.SURRENDER,
    "o": Action.OVER, "u": Action.UNDER, "f": Action.FOLD, "y": Action.SECOND_CHANCE,
}  # fmt: skip
WORDS = {
    Action.HIT: "[h]it", Action.STAND: "[s]tand", Action.DOUBLE: "[d]ouble", Action.SPLIT: "s[p]lit",
    Action.SURRENDER: "su[r]render", Action.OVER: "[o]ver 23", Action.UNDER: "[u]nder 18",
    Action.FOLD: "[f]orfeit the Ante", Action.SECOND_CHANCE: "[y]es, Second Chance",
}  # fmt: skip
COSTS = (Action.DOUBLE, Action.SPLIT, Action.SECOND_CHANCE, Action.OVER, Action.UNDER)
HELP = "Type the letter in brackets and Enter. `c` shows or hides clauses, `q` leaves the table."


class LeftTable(Exception):
    """The person went; whatever was on the layout is told."""


def play(
    name: str,
    choices: list[str],
    *,
    seed: int | None,
    script: str,
    seats: int,
    dealer: bool,
    coach: bool,
    record: str,
) -> None:
    """Sit down, play rounds until leaving, and be told what one leaves with."""
    game = load_game(name, choose=choices)
    if not 1 <= seats <= 6:
        raise BadInput([Fault("--seats", f"{seats} players cannot sit down.", "1 to 6")])
    shoe = _shoe(game, seed, script)
    table = Session(game, shoe, seats, by_hand=dealer, coach=Coach() if coach else None)
    try:
        table.run()
    except (LeftTable, EOFError, KeyboardInterrupt):
        table.leave()
    if record:
        _write(record, shoe_text(Record(game.id, game.sha256, table.recorded(), tuple(choices))))


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text)
    except OSError as error:
        raise BadInput([Fault("--record", f"{path} cannot be written: {error.strerror}.")]) from error
    print(f"Recorded in {path}: pitboss replay {path}")


def _shoe(game: Game, seed: int | None, script: str) -> Shoe:
    if script:
        return ScriptedShoe(read_script(script))
    return VirtualShoe(game.house.decks, random.Random(seed))


def read_script(path: str) -> list[Card]:
    """Cards in the order in which they leave the shoe, the burn card first: `2c Ks 9d …`."""
    try:
        words = Path(path).read_text().split()
    except OSError as error:
        raise BadInput([Fault("--script", f"{path} cannot be read: {error.strerror}.")]) from error
    cards, faults = [], []
    for number, word in enumerate(words, 1):
        rank, suit = word[:-1].upper().replace("T", "10"), word[-1:].lower()
        if rank in RANKS[1:] and suit in "cdhs":
            cards.append(Card(RANKS.index(rank), "cdhs".index(suit)))
        else:
            faults.append(
                Fault(f"{path}, card {number}", f"{word!r} is not a card.", "rank and suit: Ks, 10h")
            )
    if faults:
        raise BadInput(faults)
    return cards


class Session:
    """The table, the house on autopilot, and one person at seat 1."""

    def __init__(self, game: Game, shoe: Shoe, seats: int, *, by_hand: bool, coach: Coach | None) -> None:
        self.state: Table = open_table(game)
        self.pilot = Autopilot(shoe)
        self.by_hand = by_hand
        self.coach = coach
        self.clauses = False
        self.rounds: list[list[c.Command]] = [[]]
        self.start_cents = 50 * self.state.house.limits.wager_min_cents
        for seat in range(1, seats + 1):
            self.do(c.SitDown(by=player(seat), chips_cents=self.start_cents))

    @property
    def chips_cents(self) -> int:
        found = find_player(self.state, YOU)
        return found.chips_cents if found else 0

    def do(self, command: c.Command) -> None:
        """Carry out a command and tell what it caused."""
        events, self.state = step(self.state, command)
        self.rounds[-1].append(command)
        for event in events:
            if line := tell_event(event, YOU):
                print(f"  {line}" + (f"  ({event.clause})" if self.clauses else ""))

    def run(self) -> None:
        game = self.state.terms.game
        screen.title(
            f"{game.title} — {game.jurisdiction}",
            f"You sit at seat 1 with {tell_cents(self.chips_cents)}. {HELP}",
        )
        while True:
            self.to_betting()
            self.rounds.append([])
            self.bet()
            self.round()

    def recorded(self) -> tuple[tuple[c.Command, ...], ...]:
        """The opening, and every round begun."""
        return tuple(tuple(commands) for commands in self.rounds if commands)

    def to_betting(self) -> None:
        """Whatever is due before wagers may be placed: opening, shuffle, cut, burn."""
        while (found := due(self.state)) is not None and found.act != "bets":
            self.act(found)
        while may_burn_early(self.state):
            self.house(self.pilot.burn(self.state, Due("burn", DEALER)))

    def round(self) -> None:
        number = self.state.round
        while self.state.phase == 0:
            self.house(self.pilot.deal(self.state))
        while self.state.round == number:
            found = due(self.state)
            if found is None:
                return
            self.act(found)
        print(f"  You have {tell_cents(self.chips_cents)}.")

    def act(self, found: Due) -> None:
        """The next act, by whoever it falls to."""
        if found.act == "close insurance":
            self.offer_insurance()
        command = self.pilot.act(self.state)
        if command is not None:
            self.house(command)
        elif found.act == "cut":
            self.cut(found)
        elif found.act == "prepare":
            self.do(c.PrepareCards(by=found.who, step=Stage(found.hand)))
        elif found.who.seat == YOU:
            self.decide(found)
        else:
            self.neighbour(found)

    def house(self, command: c.Command) -> None:
        """An act of the house; by hand, the dealer is told what is next and does it, or is refused."""
        if not self.by_hand:
            self.do(command)
            return
        due_now = command_text(command).partition("=")[0]

        def take(answer: str) -> bool:
            if answer in ("", due_now.partition("@")[0], due_now):
                self.do(command)
                return True
            self.do(parse_command(answer))
            return True

        told = [f"{act.act} by the {act.who} ({act.clause})" for act in next_acts(self.state) if act.must]
        self.ask(f"  Next: {told[0] if told else due_now}. Enter or `{due_now}` does it", take)

    # ---- the person

    def ask(self, prompt: str, take: Callable[[str], bool]) -> None:
        """Ask until the answer is taken; refusals are told with their clause."""
        while True:
            sys.stdout.flush()
            answer = input(f"{prompt} > ").strip().lower()
            if answer in ("q", "quit"):
                raise LeftTable
            if answer == "c":
                self.clauses = not self.clauses
                print(f"  Clauses are {'shown' if self.clauses else 'hidden'}.")
                continue
            if answer in ("?", "help"):
                print(f"  {HELP}")
                continue
            try:
                if take(answer):
                    return
            except Refused as refused:
                print(f"  No: {refused.says} ({refused.clause})")
            except BadNotation as error:
                print(f"  No: {error.faults[0].says}")

    def bet(self) -> None:
        house, terms = self.state.house, self.state.terms
        low, high = tell_cents(house.limits.wager_min_cents), tell_cents(house.limits.wager_max_cents)
        print(f"\nRound {self.state.round}. You have {tell_cents(self.chips_cents)}.")
        if self.chips_cents < house.limits.wager_min_cents:
            print("  That is less than the least wager; thank you for playing.")
            raise LeftTable
        self.ask(f"  {terms.main.replace('_', ' ')} {low} to {high} (Enter: {low})", self._take_main)
        for side in terms.sides:
            low, high = tell_cents(house.limits.side_min_cents), tell_cents(house.limits.side_max_cents)
            told = f"  {side.replace('_', ' ')} {low} to {high} (Enter: none)"
            self.ask(told, lambda answer, side=side: self._take_side(side, answer))  # type: ignore[misc]
        for other in self.state.players:
            if other.seat != YOU and other.chips_cents >= house.limits.wager_min_cents:
                stake = house.limits.wager_min_cents
                self.do(c.PlaceWager(by=player(other.seat), box=other.seat, wager=terms.main, cents=stake))

    def _take_main(self, answer: str) -> bool:
        stake = self.state.house.limits.wager_min_cents if not answer else _cents(answer)
        if stake is None:
            print("  An amount in dollars, such as 25 or 12.50.")
            return False
        self.do(c.PlaceWager(by=player(YOU), box=YOU, wager=self.state.terms.main, cents=stake))
        return True

    def _take_side(self, side: str, answer: str) -> bool:
        if not answer:
            return True
        stake = _cents(answer)
        if stake is None:
            print("  An amount in dollars, or Enter for none.")
            return False
        self.do(c.PlaceWager(by=player(YOU), box=YOU, wager=side, cents=stake))
        return True

    def show(self) -> None:
        for line in draw_table(view(self.state, player(YOU)), YOU):
            print(line)

    def offer_insurance(self) -> None:
        box = find_box(self.state, YOU)
        if box is None or box.insurance_cents:
            return
        self.show()
        most = most_insurance(box.initial_cents, self.state.house)
        asked = f"  insurance up to {tell_cents(most)}, [e]ven money, or Enter for none"

        def take(answer: str) -> bool:
            if not answer or answer == "n":
                return True
            if answer == "e":
                self.do(c.TakeEvenMoney(by=player(YOU), box=YOU))
                return True
            stake = _cents(answer)
            if stake is None:
                return False
            self.do(c.Insure(by=player(YOU), box=YOU, cents=stake))
            return True

        self.ask(asked, take)

    def cut(self, found: Due) -> None:
        if found.who.seat != YOU:
            self.do(c.RefuseCut(by=found.who))
            return

        def take(answer: str) -> bool:
            if not answer:
                self.do(c.RefuseCut(by=found.who))
                return True
            if not answer.isdecimal():
                print("  A number of cards, or Enter to let the cut pass.")
                return False
            self.do(c.CutCards(by=found.who, depth=int(answer)))
            return True

        self.ask(f"  You are offered the cut: how deep, of {self.state.stack} cards (Enter: pass)", take)

    def decide(self, found: Due) -> None:
        self.show()
        allowed = self.allowed(found)
        if self.coach:
            self.coach.tell(self.state, found)
        words = [f"{WORDS[action]}{self.cost(action, found)}" for action in allowed]
        if found.act == "second chance":
            words.append("[n]o")

        def take(answer: str) -> bool:
            if answer == "n" and found.act == "second chance":
                self.do(c.DeclineSecondChance(by=found.who, box=found.box, hand=found.hand))
                if self.coach:
                    self.coach.judge(None)
                return True
            word, _, amount = answer.partition(" ")
            action = KEYS.get(word[:1]) if word else None
            if action is None:
                print(f"  {HELP}")
                return False
            stake = self._double(found, amount) if action == Action.DOUBLE else 0
            self.do(c.Decide(by=found.who, box=found.box, hand=found.hand, action=action, cents=stake))
            if self.coach:
                self.coach.judge(action)
            return True

        self.ask("  " + " ".join(words), take)

    def _double(self, found: Due, amount: str) -> int:
        box = find_box(self.state, found.box)
        whole = box.hands[found.hand].original_cents if box else 0
        stake = _cents(amount) if amount else whole
        return whole if stake is None else stake

    def cost(self, action: Action, found: Due) -> str:
        """What an action adds to the layout."""
        box = find_box(self.state, found.box)
        if box is None or action not in COSTS:
            return ""
        hand = box.hands[found.hand]
        if action == Action.SECOND_CHANCE:
            stake = second_chance_stake(hand.original_cents, hand.double_cents, self.state.house)
        else:
            stake = hand.original_cents
        return f" {tell_cents(stake)}"

    def allowed(self, found: Due) -> list[Action]:
        """The actions that the table would accept now."""
        taken = []
        for action in dict.fromkeys(KEYS.values()):
            stake = self._double(found, "") if action == Action.DOUBLE else 0
            command = c.Decide(by=found.who, box=found.box, hand=found.hand, action=action, cents=stake)
            try:
                step(self.state, command)
            except Refused:
                continue
            taken.append(action)
        return taken

    def neighbour(self, found: Due) -> None:
        """Other players draw as the dealer must, and take no chances."""
        if found.act == "second chance":
            self.do(c.DeclineSecondChance(by=found.who, box=found.box, hand=found.hand))
            return
        box = find_box(self.state, found.box)
        allowed = self.allowed(found)
        total = player_total(box.hands[found.hand].tally) if box else player_total(self.state.dealer.tally)
        draws = Action.HIT in allowed and dealer_must_draw(total, self.state.house)
        action = Action.HIT if draws else Action.STAND if Action.STAND in allowed else allowed[0]
        self.do(c.Decide(by=found.who, box=found.box, hand=found.hand, action=action))

    def leave(self) -> None:
        """Say what one has, and what is still on the layout."""
        box = find_box(self.state, YOU)
        down = 0
        if box is not None:
            down = sum(hand.stakes_cents for hand in box.hands if hand.status == 0)
            down += sum(side.stake_cents for side in box.sides if not side.settled)
        print(
            f"\nYou leave with {tell_cents(self.chips_cents)}; you came with {tell_cents(self.start_cents)}."
        )
        if down:
            print(f"{tell_cents(down)} of yours is still on the layout: the round stays open at this point.")


def _cents(text: str) -> int | None:
    """Dollars as typed, in cents; None when it is no amount."""
    whole, dot, rest = text.strip().lstrip("$").partition(".")
    if not whole.isdecimal() or (dot and not rest.isdecimal()) or len(rest) > 2 or len(whole) > 9:
        return None
    return int(whole) * 100 + int((rest + "00")[:2])
