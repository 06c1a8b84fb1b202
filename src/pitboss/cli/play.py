"""One person at a table in the terminal: the house deals, everything goes by the book."""

import random
from collections.abc import Callable
from pathlib import Path

from pitboss.cli.coach_text import Coach
from pitboss.cli.dealer_prompts import how_to
from pitboss.cli.terminal import Voice
from pitboss.cli.user_files import read
from pitboss.errors import BadInput, Fault, Refused
from pitboss.games.citations import plain_clause
from pitboss.games.explain import sentences
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.games.register import all_clauses
from pitboss.games.vocabulary import tell_cents
from pitboss.rules.cards import Card
from pitboss.rules.dealer import dealer_must_draw
from pitboss.rules.hands import player_total
from pitboss.rules.player import Action
from pitboss.rules.stakes import most_insurance, second_chance_stake
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.autopilot import Autopilot
from pitboss.table.dealing import may_burn_early
from pitboss.table.decisions import early_surrenders
from pitboss.table.due import Due, due
from pitboss.table.event_text import RANKS, tell_event
from pitboss.table.notation import BadNotation, command_text, parse_command, shoe_text
from pitboss.table.notation import Shoe as Record
from pitboss.table.people import DEALER, player
from pitboss.table.shoes import ScriptedShoe, ScriptEnded, Shoe, VirtualShoe
from pitboss.table.state import Stage, Status, Table, find_box, find_player, open_table
from pitboss.table.table import step
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
MEANS = {
    Action.HIT: "h: one more card", Action.STAND: "s: no more cards",
    Action.DOUBLE: "d: add up to your wager and take one last card; `d 5` doubles for $5",
    Action.SPLIT: "p: play the pair as two hands, for a second wager",
    Action.SURRENDER: "r: give up the hand and get half the wager back",
    Action.OVER: "o: your three cards will count 24 or more, for a wager equal to the Ante",
    Action.UNDER: "u: your three cards will count 17 or less, for a wager equal to the Ante",
    Action.FOLD: "f: give up the Ante; a Bonus stays in play",
    Action.SECOND_CHANCE: "y: one more card, taken off your total, for a wager equal to the one you have",
}  # fmt: skip
COSTS = (Action.DOUBLE, Action.SPLIT, Action.SECOND_CHANCE, Action.OVER, Action.UNDER)
ELSEWHERE = (Action.OVER, Action.UNDER, Action.FOLD, Action.SECOND_CHANCE)
"""What no hand is asked whose turn it is to hit or stand."""
HELP = "Type the letter in brackets and Enter. `?` explains, `q` leaves the table."
ANYWHERE = (
    "c: show or hide the clause of everything that happens",
    "why: what the last clauses say",
    "rules: this game in a few sentences",
    "q: leave the table; so does Ctrl-C",
)


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
    except ScriptEnded:
        table.leave()
        print("The script has no more cards.")
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
    return VirtualShoe(game.house.decks, random.Random(seed), game.deck)


def read_script(path: str) -> list[Card]:
    """Cards in the order in which they leave the shoe, the burn card first: `2c Ks 9d …`."""
    words = read(path, where="--script").decode(errors="replace").split()
    cards: list[Card] = []
    faults = [] if words else [Fault(f"--script {path}", "holds no card.", "cards such as Ks 10h")]
    for number, word in enumerate(words, 1):
        rank, suit = word[:-1].upper().replace("T", "10"), word[-1:].lower()
        if rank in RANKS[1:] and suit in "cdhs":
            cards.append(Card(RANKS.index(rank), "cdhs".index(suit)))
        else:
            faults.append(
                Fault(f"{path}, card {number}", f"{word!r} is not a card.", "rank and suit: Ks, 10h")
            )
    if faults:
        raise BadInput(faults[:20])
    return cards


class Session:
    """The table, the house on autopilot, and one person at seat 1."""

    def __init__(
        self,
        game: Game,
        shoe: Shoe,
        seats: int,
        *,
        by_hand: bool,
        coach: Coach | None,
        voice: Voice | None = None,
    ) -> None:
        self.state: Table = open_table(game)
        self.pilot = Autopilot(shoe)
        self.voice = voice or Voice()
        self.by_hand = by_hand
        self.coach = coach
        self.clauses = False
        self.warned = False
        self.told: list[e.Event] = []
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
        if isinstance(command, c.Settle) and self.ends_early(command):
            self.show()
        events, self.state = step(self.state, command)
        self.rounds[-1].append(command)
        for event in events:
            if isinstance(event, e.PhaseBegan) and event.name == "settle" and self.hands_wait():
                self.show()
            if line := tell_event(event, YOU, self.state.terms.game):
                self.told = [*self.told[-4:], event]
                self.voice.tell(event, line, clause=self.clauses)

    def hands_wait(self) -> bool:
        return any(hand.status == Status.LIVE for box in self.state.boxes for hand in box.hands)

    def ends_early(self, command: c.Settle) -> bool:
        """A hand of yours is about to be settled and cleared: look at it once more."""
        return command.box == YOU and not command.wager and self.state.phase_name != "settle"

    def run(self) -> None:
        game = self.state.terms.game
        self.voice.say(f"{game.title} — {game.jurisdiction}", "bold")
        self.voice.say(game.summary)
        self.voice.say(f"You sit at seat 1 with {tell_cents(self.chips_cents)}. {HELP}")
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
        number, before = self.state.round, self.chips_cents + self.down_cents()
        while self.state.phase == 0:
            self.house(self.pilot.deal(self.state))
        while self.state.round == number:
            found = due(self.state)
            if found is None:
                return
            self.act(found)
        won = self.chips_cents - before
        net = "even" if not won else f"{'+' if won > 0 else '−'}{tell_cents(abs(won))}"
        style = "bold green" if won > 0 else "red" if won < 0 else "yellow"
        self.voice.say(f"  You have {tell_cents(self.chips_cents)}. This round: {net}.", style)

    def act(self, found: Due) -> None:
        """The next act, by whoever it falls to."""
        if found.act == "close insurance":
            self.offer_insurance()
        if found.act == "insert":
            self.offer_early_surrender()
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
            else:
                self.do(parse_command(answer))
            return True

        found = next((act for act in next_acts(self.state) if act.must), None)
        told = f"{found.act} by the {found.who} ({found.clause})" if found else due_now
        doing = how_to(command, self.state)
        self.ask(
            f"  Next: {told}{doing}. Enter or `{due_now}` does it", take, (f"{due_now}: what is due now",)
        )

    # ---- the person

    def ask(self, prompt: str, take: Callable[[str], bool], means: tuple[str, ...] = ()) -> None:
        """Ask until the answer is taken; refusals are told with their clause."""
        while True:
            try:
                answer = self.voice.ask(prompt).lower()
                self.warned = False
                if not self.aside(answer, means) and take(answer):
                    return
            except KeyboardInterrupt:
                self.interrupted()
            except Refused as refused:
                self.voice.say(f"  No: {refused.says} ({refused.clause})", "yellow")
            except BadNotation as error:
                self.voice.say(f"  No: {error.faults[0].says}", "yellow")

    def aside(self, answer: str, means: tuple[str, ...]) -> bool:
        """A word to the house that is no act at the table."""
        if answer in ("q", "quit"):
            raise LeftTable
        if answer == "c":
            self.clauses = not self.clauses
            self.voice.say(f"  Clauses are {'shown' if self.clauses else 'hidden'}.")
        elif answer == "why":
            self.why()
        elif answer == "rules":
            for sentence in sentences(self.state.terms.game):
                self.voice.say(f"  {sentence.says}  ({', '.join(sentence.clauses[:2])})")
        elif answer in ("?", "help"):
            for line in (*means, *ANYWHERE):
                self.voice.say(f"  {line}")
        else:
            return False
        return True

    def interrupted(self) -> None:
        """Ctrl-C with a wager down is asked about once; nothing on the layout is lost by it."""
        if self.warned or not self.down_cents():
            raise LeftTable
        self.warned = True
        down = tell_cents(self.down_cents())
        self.voice.say(f"\n  {down} of yours is on the layout. Ctrl-C again leaves; or go on.", "yellow")

    def why(self) -> None:
        """What was told last, with what its clause says."""
        says = {clause.id: clause.says for clause in all_clauses()}
        says |= {clause.id: clause.says for clause in self.state.terms.game.register.clauses}
        for event in self.told[-3:]:
            clause = plain_clause(event.clause)
            self.voice.say(
                f"  {tell_event(event, YOU, self.state.terms.game)}  {event.clause}: {says.get(clause, 'a rule of the house.')}"
            )
        if not self.told:
            self.voice.say("  Nothing has happened yet.")

    def bet(self) -> None:
        house, terms = self.state.house, self.state.terms
        low, high = tell_cents(house.limits.wager_min_cents), tell_cents(house.limits.wager_max_cents)
        self.voice.say(f"\nRound {self.state.round}. You have {tell_cents(self.chips_cents)}.", "bold")
        if self.chips_cents < house.limits.wager_min_cents:
            self.voice.say("  That is less than the least wager; thank you for playing.")
            raise LeftTable
        means = ("an amount in dollars, such as 25", f"Enter: {low}")
        self.ask(f"  {self.name_of(terms.main)} {low} to {high} (Enter: {low})", self._take_main, means)
        for side in terms.sides:
            self.bet_side(side)
        for other in self.state.players:
            if other.seat != YOU and other.chips_cents >= house.limits.wager_min_cents:
                stake = house.limits.wager_min_cents
                self.do(c.PlaceWager(by=player(other.seat), box=other.seat, wager=terms.main, cents=stake))

    def bet_side(self, side: str) -> None:
        limits = self.state.house.limits
        most = (
            min(limits.side_max_cents, self.down_cents()) if limits.side_up_to_main else limits.side_max_cents
        )
        if self.chips_cents < limits.side_min_cents:
            return
        low, high = tell_cents(limits.side_min_cents), tell_cents(most)
        means = ("an amount in dollars", "Enter: no such wager")
        told = f"  {self.name_of(side)} {low} to {high} (Enter: none)"
        self.ask(told, lambda answer: self._take_side(side, answer), means)

    def name_of(self, wager: str) -> str:
        name = next(part.name for part in self.state.terms.game.wagers if part.id == wager)
        return name[0].upper() + name[1:]

    def _take_main(self, answer: str) -> bool:
        stake = self.state.house.limits.wager_min_cents if not answer else _cents(answer)
        if stake is None:
            self.voice.say("  An amount in dollars, such as 25 or 12.50.")
            return False
        self.do(c.PlaceWager(by=player(YOU), box=YOU, wager=self.state.terms.main, cents=stake))
        return True

    def _take_side(self, side: str, answer: str) -> bool:
        if not answer:
            return True
        stake = _cents(answer)
        if stake is None:
            self.voice.say("  An amount in dollars, or Enter for none.")
            return False
        self.do(c.PlaceWager(by=player(YOU), box=YOU, wager=side, cents=stake))
        return True

    def show(self) -> None:
        title = f"{self.state.terms.game.title} · round {self.state.round}"
        self.voice.show(view(self.state, player(YOU)), YOU, title)

    def takes(self, command: c.Command) -> bool:
        """Would the table accept this now?"""
        try:
            step(self.state, command)
        except Refused:
            return False
        return True

    def offer_insurance(self) -> None:
        box = find_box(self.state, YOU)
        if box is None or box.insurance_cents:
            return
        most = most_insurance(box.initial_cents, self.state.house)
        even = c.TakeEvenMoney(by=player(YOU), box=YOU)
        offers = (
            [f"insurance up to {tell_cents(most)}"] if self.takes(c.Insure(player(YOU), YOU, most)) else []
        )
        offers += ["[e]ven money"] if self.takes(even) else []
        if not offers:
            return
        self.show()
        if self.coach:
            self.coach.tell_insurance(self.state, YOU)

        def take(answer: str) -> bool:
            if not answer or answer == "n":
                return True
            stake = _cents(answer)
            if stake is None and answer != "e":
                self.voice.say("  An amount in dollars, or Enter for none.")
                return False
            self.do(even if stake is None else c.Insure(by=player(YOU), box=YOU, cents=stake))
            return True

        odds = self.state.house.insurance.odds
        means = (
            f"an amount: it wins {odds.pays} to {odds.to} if the hole card makes a Blackjack",
            "Enter: no insurance",
        )
        self.ask(f"  You may take {' or '.join(offers)} (Enter: none)", take, means)

    def offer_early_surrender(self) -> None:
        """Before the dealer looks, where half is saved even from a Blackjack."""
        if not any(box.seat == YOU for box in early_surrenders(self.state)):
            return
        self.show()

        def take(answer: str) -> bool:
            if answer not in ("", "n", "y"):
                self.voice.say("  [y]es, or Enter to play on.")
                return False
            if answer == "y":
                self.do(c.Decide(by=player(YOU), box=YOU, action=Action.SURRENDER))
            return True

        means = ("y: half your wager comes back, whatever the hole card is", "Enter: play on")
        self.ask("  The dealer will look for a Blackjack. Surrender first? [y]es (Enter: no)", take, means)

    def cut(self, found: Due) -> None:
        if found.who.seat != YOU:
            self.do(c.RefuseCut(by=found.who))
            return

        def take(answer: str) -> bool:
            if not answer:
                self.do(c.RefuseCut(by=found.who))
                return True
            if not answer.isdecimal():
                self.voice.say("  A number of cards, or Enter to let the cut pass.")
                return False
            self.do(c.CutCards(by=found.who, depth=int(answer)))
            return True

        means = ("a number: the cover card goes in so many cards from the top", "Enter: let the cut pass")
        asked = f"  You are offered the cut: how deep, of {self.state.stack} cards (Enter: pass)"
        self.ask(asked, take, means)

    def decide(self, found: Due) -> None:
        self.show()
        allowed = self.allowed(found)
        if self.coach:
            self.coach.tell(self.state, found)
        words = [f"{WORDS[action]}{self.cost(action, found)}" for action in allowed]
        means = tuple(MEANS[action] for action in allowed)
        if found.act == "second chance":
            words.append("[n]o")
            means = (*means, "n: the hand is lost as it is")

        def take(answer: str) -> bool:
            if answer == "n" and found.act == "second chance":
                self.do(c.DeclineSecondChance(by=found.who, box=found.box, hand=found.hand))
                if self.coach:
                    self.coach.judge(None)
                return True
            word, _, amount = answer.partition(" ")
            action = KEYS.get(word[:1]) if word else None
            of_the_moment = found.act == "decide" and action not in ELSEWHERE
            if action is None or not (of_the_moment or action in allowed):
                self.voice.say(f"  Here you may: {' '.join(words)}. `?` explains.")
                return False
            stake = self._double(found, amount) if action == Action.DOUBLE else 0
            self.do(c.Decide(by=found.who, box=found.box, hand=found.hand, action=action, cents=stake))
            if self.coach:
                self.coach.judge(action)
            return True

        self.ask("  " + " ".join(words), take, means)

    def _double(self, found: Due, amount: str) -> int:
        box = find_box(self.state, found.box)
        whole = box.hands[found.hand].original_cents if box else 0
        stake = _cents(amount) if amount else whole
        return 0 if stake is None else stake

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
        by, box, hand = found.who, found.box, found.hand
        stakes = {Action.DOUBLE: self._double(found, "")}
        every = dict.fromkeys(KEYS.values())
        return [a for a in every if self.takes(c.Decide(by, box, a, hand, stakes.get(a, 0)))]

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

    def down_cents(self) -> int:
        """What lies on the layout for you."""
        box = find_box(self.state, YOU)
        if box is None:
            return 0
        down = sum(hand.stakes_cents for hand in box.hands if hand.status == Status.LIVE)
        down += sum(side.stake_cents for side in box.sides if not side.settled)
        return down + (0 if box.insurance_settled else box.insurance_cents)

    def leave(self) -> None:
        """Say what one has, and what is still on the layout."""
        here, came = tell_cents(self.chips_cents), tell_cents(self.start_cents)
        self.voice.say(f"\nYou leave with {here}; you came with {came}.", "bold")
        if down := self.down_cents():
            self.voice.say(
                f"{tell_cents(down)} of yours is still on the layout: the round stays open at this point."
            )


def _cents(text: str) -> int | None:
    """Dollars as typed, in cents; None when it is no amount."""
    whole, dot, rest = text.strip().lstrip("$").partition(".")
    if not whole.isdecimal() or (dot and not rest.isdecimal()) or len(rest) > 2 or len(whole) > 9:
        return None
    return int(whole) * 100 + int((rest + "00")[:2])
