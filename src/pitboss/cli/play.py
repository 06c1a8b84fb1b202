"""One person at a table in the terminal: the house deals, everything goes by the book."""

import random
from collections.abc import Callable
from pathlib import Path

from pitboss.cli.coach_text import Coach
from pitboss.cli.terminal import Terminal
from pitboss.cli.user_files import read
from pitboss.errors import BadInput, Fault, Refused
from pitboss.games.citations import plain_clause
from pitboss.games.explain import sentences
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.games.register import all_clauses
from pitboss.games.vocabulary import tell_cents, tell_odds
from pitboss.rules.cards import Card
from pitboss.rules.dealer import dealer_must_draw
from pitboss.rules.hands import player_total
from pitboss.rules.player import Action
from pitboss.rules.stakes import most_insurance, second_chance_stake
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.acts import ACTS, DECISIONS, how_to, label_of
from pitboss.table.autopilot import Autopilot
from pitboss.table.dealing import may_burn_early
from pitboss.table.decisions import early_surrenders
from pitboss.table.due import PEEKS, Due, due
from pitboss.table.event_text import RANKS, tell_event, wager_name
from pitboss.table.notation import BadNotation, command_text, parse_command, shoe_text
from pitboss.table.notation import Shoe as Record
from pitboss.table.people import DEALER, player
from pitboss.table.shoes import ScriptedShoe, ScriptEnded, Shoe, VirtualShoe
from pitboss.table.state import Stage, Status, Table, find_box, find_player, open_table
from pitboss.table.table import step
from pitboss.table.view import next_acts, view

YOU = 1
ON_A_HAND = (Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT, Action.SURRENDER)
AT_OTHER_TIMES = (Action.OVER, Action.UNDER, Action.FOLD, Action.SECOND_CHANCE)
"""Decisions that are not offered when a hand may hit or stand."""
KEYS = {DECISIONS[action].key: action for action in (*ON_A_HAND, *AT_OTHER_TIMES)}
COSTS = (Action.DOUBLE, Action.SPLIT, Action.SECOND_CHANCE, Action.OVER, Action.UNDER)
EVEN = DECISIONS[Action.EVEN_MONEY].key
HELP = "Type the letter in brackets, then Enter. `?` explains the choices, `q` leaves the table."
ANYWHERE = (
    "clauses: show or hide the clause of everything that happens",
    "why: what the last clauses say",
    "rules: this game in a few sentences",
    "q: leave the table (or press Ctrl-C)",
)


class LeftTable(Exception):
    """The person left; whatever is still on the layout is told."""


def with_key(label: str, key: str) -> str:
    """The key in brackets inside the label, `S[p]lit`; before it where the label has no such letter."""
    at = label.lower().find(key)
    return f"{label[:at]}[{label[at]}]{label[at + 1 :]}" if at >= 0 else f"[{key}] {label}"


def decision_labels(game: Game) -> dict[Action, str]:
    """Every decision as this game calls it."""
    names = {
        Action.OVER: game.wager_of("over"),
        Action.UNDER: game.wager_of("under"),
        Action.SECOND_CHANCE: game.wager_of("second_chance"),
    }
    labels = {action: decision.label for action, decision in DECISIONS.items()}
    labels |= {action: wager.name for action, wager in names.items() if wager is not None}
    return labels | {Action.FOLD: f"Give up the {game.main_wager.name}"}


def decision_meanings(game: Game) -> dict[Action, str]:
    """What each decision does, for somebody who asks."""
    house, bonus = game.house.over_under, game.wager_of("total_bonus")
    words = {"main": game.main_wager.name, "over_from": house.over_from, "under_to": house.under_to}
    meanings = {
        action: decision.means.format_map(words) for action, decision in DECISIONS.items() if decision.means
    }
    meanings[Action.DOUBLE] += "; `d 5` doubles for $5"
    if bonus:
        meanings[Action.FOLD] += f"; a {bonus.name} stays in play"
    return meanings


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
    """Sit down, play rounds until leaving, and be told what you leave with."""
    game = load_game(name, choose=choices)
    if not 1 <= seats <= 6:
        raise BadInput([Fault("--seats", f"{seats} players cannot sit at one table.", "1 to 6")])
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


MOST_SCRIPT_BYTES = 1_000_000
MOST_FAULTS = 20


def read_script(path: str) -> list[Card]:
    """Cards in the order in which they leave the shoe, the burn card first: `2c Ks 9d …`."""
    words = read(path, where="--script", most_bytes=MOST_SCRIPT_BYTES).decode(errors="replace").split()
    cards: list[Card] = []
    faults = [] if words else [Fault(f"--script {path}", "has no cards in it.", "cards such as Ks 10h")]
    for number, word in enumerate(words, 1):
        rank, suit = word[:-1].upper().replace("T", "10"), word[-1:].lower()
        if rank in RANKS[1:] and suit in "cdhs":
            cards.append(Card(RANKS.index(rank), "cdhs".index(suit)))
        elif len(faults) < MOST_FAULTS:
            says = f"{word[:20]!r} is not a card."
            faults.append(Fault(f"{path}, card {number}", says, "rank and suit: Ks, 10h"))
    if faults:
        raise BadInput(faults)
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
        terminal: Terminal | None = None,
    ) -> None:
        self.state: Table = open_table(game)
        self.pilot = Autopilot(shoe)
        self.terminal = terminal or Terminal()
        self.labels = decision_labels(game)
        self.meanings = decision_meanings(game)
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
    def game(self) -> Game:
        return self.state.terms.game

    @property
    def chips_cents(self) -> int:
        you = find_player(self.state, YOU)
        return you.chips_cents if you else 0

    def do(self, command: c.Command) -> None:
        """Carry out a command and tell what it caused."""
        if isinstance(command, c.Settle) and self.ends_early(command):
            self.show()
        events, self.state = step(self.state, command)
        self.rounds[-1].append(command)
        for event in events:
            if isinstance(event, e.PhaseBegan) and event.name == "settle" and self.hands_wait():
                self.show()
            if line := tell_event(event, YOU, self.game):
                self.told = [*self.told[-4:], event]
                self.terminal.tell(event, line, clause=self.clauses)

    def hands_wait(self) -> bool:
        return any(hand.status == Status.LIVE for box in self.state.boxes for hand in box.hands)

    def ends_early(self, command: c.Settle) -> bool:
        """A hand of yours is about to be settled and cleared: look at it once more."""
        return command.box == YOU and not command.wager and self.state.phase_name != "settle"

    def run(self) -> None:
        self.terminal.say(f"{self.game.title} ({self.game.jurisdiction})", "bold")
        self.terminal.say(self.game.summary)
        self.terminal.say(f"You are in seat 1 with {tell_cents(self.chips_cents)} in chips. {HELP}")
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
        while (next_due := due(self.state)) is not None and next_due.act != "bets":
            self.act(next_due)
        while may_burn_early(self.state):
            self.house(self.pilot.burn(self.state, Due("burn", DEALER)))

    def round(self) -> None:
        number, before = self.state.round, self.chips_cents + self.down_cents()
        while self.state.phase == 0:
            self.house(self.pilot.deal(self.state))
        while self.state.round == number:
            next_due = due(self.state)
            if next_due is None:
                return
            self.act(next_due)
        won = self.chips_cents - before
        net = "you broke even" if not won else f"you {'won' if won > 0 else 'lost'} {tell_cents(abs(won))}"
        style = "bold green" if won > 0 else "red" if won < 0 else "yellow"
        self.terminal.say(f"  This round {net}. You have {tell_cents(self.chips_cents)}.", style)

    def act(self, next_due: Due) -> None:
        """The next act, by whoever it falls to."""
        if next_due.act == "close insurance":
            self.offer_insurance()
        if next_due.act in PEEKS:
            self.offer_early_surrender()
        command = self.pilot.act(self.state)
        if command is not None:
            self.house(command)
        elif next_due.act == "cut":
            self.cut(next_due)
        elif next_due.act == "prepare":
            self.do(c.PrepareCards(by=next_due.who, step=Stage(next_due.hand)))
        elif next_due.who.seat == YOU:
            self.decide(next_due)
        else:
            self.decide_for_neighbor(next_due)

    def house(self, command: c.Command) -> None:
        """An act of the house; by hand, the dealer is told what is next and does it, or is refused."""
        if not self.by_hand:
            self.do(command)
            return
        notation = command_text(command).partition("=")[0]

        def take(answer: str) -> bool:
            if answer in ("", notation.partition("@")[0], notation):
                self.do(command)
            else:
                self.do(parse_command(answer))
            return True

        wager = command.wager if isinstance(command, c.Settle) and command.wager else ""
        named = f"the {wager_name(self.game, wager)}" if wager else "the hand"
        how = how_to(command, self.state.terms.reader, named)
        kind = type(command).__name__
        clauses = (act.clause for act in next_acts(self.state) if ACTS[act.act].command == kind)
        clause = next(clauses, "")
        by_clause = f" ({clause})" if clause else ""
        self.terminal.say(f"  Next: {label_of(command)}{by_clause}. {how}".rstrip())
        self.ask(f"  Enter or `{notation}` does it", take, (f"{notation}: {label_of(command)}",))

    # ---- the person

    def ask(self, prompt: str, take: Callable[[str], bool], means: tuple[str, ...] = ()) -> None:
        """Ask until the answer is taken; refusals are told with their clause."""
        while True:
            try:
                answer = self.terminal.ask(prompt).lower()
                self.warned = False
                if not self.aside(answer, means) and take(answer):
                    return
            except KeyboardInterrupt:
                self.interrupted()
            except Refused as refused:
                clause = f" ({refused.clause})" if refused.clause else ""
                self.terminal.say(f"  {refused.says}{clause}", "yellow")
            except BadNotation as error:
                self.terminal.say(f"  {error.faults[0].says}", "yellow")

    def aside(self, answer: str, means: tuple[str, ...]) -> bool:
        """A word to the house that is no act at the table."""
        if answer in ("q", "quit"):
            raise LeftTable
        if answer == "clauses":
            self.clauses = not self.clauses
            self.terminal.say(f"  Clauses are {'shown' if self.clauses else 'hidden'}.")
        elif answer == "why":
            self.why()
        elif answer == "rules":
            for sentence in sentences(self.game):
                clauses = f" ({', '.join(sentence.clauses[:2])})" if sentence.clauses else ""
                self.terminal.say(f"  {sentence.says}{clauses}")
        elif answer in ("?", "help"):
            for line in (*means, *ANYWHERE):
                self.terminal.say(f"  {line}")
        else:
            return False
        return True

    def interrupted(self) -> None:
        """Ctrl-C with a wager on the layout asks once more; nothing is lost by it."""
        if self.warned or not self.down_cents():
            raise LeftTable
        self.warned = True
        down = tell_cents(self.down_cents())
        says = f"\n  You have {down} on the layout. Press Ctrl-C again to leave, or play on."
        self.terminal.say(says, "yellow")

    def why(self) -> None:
        """What was told last, with what its clause says."""
        says = {clause.citation: clause.says for clause in all_clauses()}
        says |= {clause.id: clause.says for clause in self.game.register.clauses}
        for event in self.told[-3:]:
            meaning = says.get(plain_clause(event.clause), "This is a rule of the house.")
            because = f"{event.clause}: {meaning}" if event.clause else meaning
            self.terminal.say(f"  {tell_event(event, YOU, self.game)} {because}")
        if not self.told:
            self.terminal.say("  Nothing has happened yet.")

    def bet(self) -> None:
        house, terms = self.state.house, self.state.terms
        low, high = tell_cents(house.limits.wager_min_cents), tell_cents(house.limits.wager_max_cents)
        self.terminal.say(f"\nRound {self.state.round}. You have {tell_cents(self.chips_cents)}.", "bold")
        if self.chips_cents < house.limits.wager_min_cents:
            self.terminal.say(f"  That is below the table minimum of {low}. Thank you for playing.")
            raise LeftTable
        means = ("an amount in dollars, such as 25", f"Enter: bet {low}")
        self.ask(f"  {self.name_of(terms.main)}, {low} to {high} (Enter: {low})", self._take_main, means)
        for side in terms.sides:
            self.bet_side(side)
        for other in self.state.players:
            if other.seat != YOU and other.chips_cents >= house.limits.wager_min_cents:
                stake = house.limits.wager_min_cents
                self.do(c.PlaceWager(by=player(other.seat), box=other.seat, wager=terms.main, cents=stake))

    def bet_side(self, side: str) -> None:
        limits, box = self.state.house.limits, find_box(self.state, YOU)
        most = limits.side_max_cents
        if limits.side_up_to_main and box is not None:
            most = min(most, box.initial_cents)
        if self.chips_cents < limits.side_min_cents:
            return
        low, high = tell_cents(limits.side_min_cents), tell_cents(most)
        means = ("an amount in dollars, such as 5", f"Enter: no {self.name_of(side)}")
        prompt = f"  {self.name_of(side)}, {low} to {high} (Enter: none)"
        self.ask(prompt, lambda answer: self._take_side(side, answer), means)

    def name_of(self, wager: str) -> str:
        name = wager_name(self.game, wager)
        return name[0].upper() + name[1:]

    def _take_main(self, answer: str) -> bool:
        stake = self.state.house.limits.wager_min_cents if not answer else _cents(answer)
        if stake is None:
            self.terminal.say("  Type an amount in dollars, such as 25 or 12.50.")
            return False
        self.do(c.PlaceWager(by=player(YOU), box=YOU, wager=self.state.terms.main, cents=stake))
        return True

    def _take_side(self, side: str, answer: str) -> bool:
        if not answer:
            return True
        stake = _cents(answer)
        if stake is None:
            self.terminal.say("  Type an amount in dollars, or Enter for none.")
            return False
        self.do(c.PlaceWager(by=player(YOU), box=YOU, wager=side, cents=stake))
        return True

    def show(self) -> None:
        title = f"{self.game.title} · round {self.state.round}"
        self.terminal.show(view(self.state, player(YOU)), YOU, self.game, title)

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
        may_insure = self.takes(c.Insure(by=player(YOU), box=YOU, cents=most))
        may_take_even_money = self.takes(even)
        if not (may_insure or may_take_even_money):
            return
        self.show()
        if self.coach:
            self.coach.tell_insurance(self.state, YOU)

        def take(answer: str) -> bool:
            if not answer or answer == "n":
                return True
            stake = _cents(answer)
            if stake is None and answer != EVEN:
                self.terminal.say("  Type an amount in dollars, or Enter for none.")
                return False
            self.do(even if stake is None else c.Insure(by=player(YOU), box=YOU, cents=stake))
            return True

        odds = tell_odds(self.state.house.insurance.odds)
        offers = [f"Up to {tell_cents(most)} pays {odds} if the dealer has Blackjack"] * may_insure
        offers += [
            f"{with_key(DECISIONS[Action.EVEN_MONEY].label, EVEN)} pays 1 to 1 now"
        ] * may_take_even_money
        means = (
            "an amount in dollars: insurance for that amount",
            *(["e: your Blackjack is paid 1 to 1 at once"] * may_take_even_money),
            "Enter: no insurance",
        )
        self.ask(f"  Insurance? {'. '.join(offers)} (Enter: none)", take, means)

    def offer_early_surrender(self) -> None:
        """Before the dealer checks for Blackjack, where half is saved even from one."""
        if not any(box.seat == YOU for box in early_surrenders(self.state)):
            return
        self.show()

        def take(answer: str) -> bool:
            if answer not in ("", "n", "y"):
                self.terminal.say("  Type y to surrender, or Enter to play on.")
                return False
            if answer == "y":
                self.do(c.Decide(by=player(YOU), box=YOU, action=Action.SURRENDER))
            return True

        means = ("y: get half your wager back, whatever the hole card is", "Enter: play on")
        self.ask("  Surrender before the dealer checks for Blackjack? [y]es (Enter: no)", take, means)

    def cut(self, next_due: Due) -> None:
        if next_due.who.seat != YOU:
            self.do(c.RefuseCut(by=next_due.who))
            return

        def take(answer: str) -> bool:
            if not answer:
                self.do(c.RefuseCut(by=next_due.who))
                return True
            if not answer.isdecimal():
                self.terminal.say("  Type a number of cards, or Enter to decline the cut.")
                return False
            self.do(c.CutCards(by=next_due.who, depth=int(answer)))
            return True

        means = ("a number: the cut card goes in that many cards from the top", "Enter: decline the cut")
        prompt = f"  Cut the cards? How deep, of {self.state.stack} cards (Enter: decline)"
        self.ask(prompt, take, means)

    def decide(self, next_due: Due) -> None:
        self.show()
        allowed = self.allowed(next_due)
        if self.coach:
            self.coach.tell(self.state, next_due)
        words = [
            f"{with_key(self.labels[action], DECISIONS[action].key)}{self.cost(action, next_due)}"
            for action in allowed
        ]
        means = tuple(f"{DECISIONS[action].key}: {self.meanings[action]}" for action in allowed)
        if next_due.act == "second chance":
            words.append("[n]o")
            means = (*means, "n: the hand loses as it is")

        def take(answer: str) -> bool:
            if answer == "n" and next_due.act == "second chance":
                self.do(c.DeclineSecondChance(by=next_due.who, box=next_due.box, hand=next_due.hand))
                if self.coach:
                    self.coach.judge(None)
                return True
            word, _, amount = answer.partition(" ")
            action = KEYS.get(word[:1]) if word else None
            is_on_a_hand = next_due.act == "decide" and action in ON_A_HAND
            if action is None or not (is_on_a_hand or action in allowed):
                self.terminal.say(f"  You may choose: {', '.join(words)}. `?` explains the choices.")
                return False
            stake = self._double(next_due, amount) if action == Action.DOUBLE else 0
            self.do(
                c.Decide(by=next_due.who, box=next_due.box, hand=next_due.hand, action=action, cents=stake)
            )
            if self.coach:
                self.coach.judge(action)
            return True

        self.ask("  " + ", ".join(words), take, means)

    def _double(self, next_due: Due, amount: str) -> int:
        box = find_box(self.state, next_due.box)
        whole = box.hands[next_due.hand].original_cents if box else 0
        stake = _cents(amount) if amount else whole
        return 0 if stake is None else stake

    def cost(self, action: Action, next_due: Due) -> str:
        """What an action adds to the layout."""
        box = find_box(self.state, next_due.box)
        if box is None or action not in COSTS:
            return ""
        hand = box.hands[next_due.hand]
        if action == Action.SECOND_CHANCE:
            stake = second_chance_stake(hand.original_cents, hand.double_cents, self.state.house)
        else:
            stake = hand.original_cents
        return f" {tell_cents(stake)}"

    def allowed(self, next_due: Due) -> list[Action]:
        """The actions that the table would accept now."""
        by, box, hand = next_due.who, next_due.box, next_due.hand
        stakes = {Action.DOUBLE: self._double(next_due, "")}
        return [a for a in KEYS.values() if self.takes(c.Decide(by, box, a, hand, stakes.get(a, 0)))]

    def decide_for_neighbor(self, next_due: Due) -> None:
        """Other players draw as the dealer must, and decline second chances."""
        by, number, hand = next_due.who, next_due.box, next_due.hand
        if next_due.act == "second chance":
            self.do(c.DeclineSecondChance(by=by, box=number, hand=hand))
            return
        box = find_box(self.state, number)
        allowed = self.allowed(next_due)
        total = player_total(box.hands[hand].tally) if box else player_total(self.state.dealer.tally)
        draws = Action.HIT in allowed and dealer_must_draw(total, self.state.house)
        action = Action.HIT if draws else Action.STAND if Action.STAND in allowed else allowed[0]
        self.do(c.Decide(by=by, box=number, hand=hand, action=action))

    def down_cents(self) -> int:
        """What you have on the layout."""
        box = find_box(self.state, YOU)
        if box is None:
            return 0
        down = sum(hand.stakes_cents for hand in box.hands if hand.status == Status.LIVE)
        down += sum(side.stake_cents for side in box.sides if not side.settled)
        return down + (0 if box.insurance_settled else box.insurance_cents)

    def leave(self) -> None:
        """Say what the person has, and what is still on the layout."""
        here, came = tell_cents(self.chips_cents), tell_cents(self.start_cents)
        self.terminal.say(f"\nYou leave with {here}; you came with {came}.", "bold")
        if down := self.down_cents():
            self.terminal.say(f"{tell_cents(down)} of yours is still on the layout; the round is not over.")


def _cents(text: str) -> int | None:
    """Dollars as typed, in cents; None when it is no amount."""
    whole, dot, rest = text.strip().lstrip("$").partition(".")
    if not whole.isdecimal() or (dot and not rest.isdecimal()) or len(rest) > 2 or len(whole) > 9:
        return None
    return int(whole) * 100 + int((rest + "00")[:2])
