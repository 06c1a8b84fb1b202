"""Playing in the terminal, as a person types."""

import os
import pty
import random
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.games.files import known_games
from tests.cli.processes import PITBOSS
from tests.cli.typed import refused, said, typed
from tests.waiting import PATIENCE_S


def played(game: str, keys: str, *arguments: str) -> str:
    """What the terminal shows for these lines; the end of input leaves the table."""
    done = typed("play", game, *arguments, keys=keys)
    assert done.status == 0, done.err
    assert "Traceback" not in done.err
    return done.out


def script(folder: Path, cards: str) -> str:
    path = folder / "cards.txt"
    path.write_text(cards)
    return str(path)


def test_a_round_by_the_book(tmp_path: Path) -> None:
    """20 against 19 wins even money, told with the odds and, on demand, the clause."""
    cards = script(tmp_path, "2c Ks 9d Qh Td")  # burn, you, dealer, you, hole
    text = played("blackjack", "\nclauses\n25\ns\n", "--script", cards)
    assert "K♠ Q♥" in text
    assert "Box 1 wins $25 (1 to 1). (custom pays)" in text
    assert "This round you won $25. You have $525." in text


def test_a_blackjack_pays_two_to_one_at_once(tmp_path: Path) -> None:
    text = played("double-back-jack-pa", "\n10\n", "--script", script(tmp_path, "2c As 9d Kh Td"))
    assert "Box 1 wins $20 (2 to 1)." in text


def test_an_early_surrender_is_offered_before_the_dealer_looks(tmp_path: Path) -> None:
    """Half is saved from a Blackjack; a player who plays on loses the whole wager."""
    cards = script(tmp_path, "2c 9c Kd 7d Ah")
    for answer, back in (("y", "Box 1 gets $5 of $10 back."), ("", "Box 1 loses $10.")):
        text = played("blackjack", f"\n10\n{answer}\n", "--script", cards, "--set", "surrender=early")
        assert "Surrender before the dealer checks for Blackjack?" in text
        assert back in text


def test_the_light_is_told_by_word_and_shape(tmp_path: Path) -> None:
    text = played("down-under-pa", "\n10\n5\nh\n", "--script", script(tmp_path, "2c 9s 9d 7h 6d 5c 8s"))
    assert "light ■ red, hand in the Medium area" in text
    assert "Box 1, Match-the-Dealer Wager, wins $20 (4 to 1)." in text


def test_second_chance_subtracts(tmp_path: Path) -> None:
    """26 less 6 is 20 and beats 19: the Second Chance is paid, the wager returned."""
    cards = script(tmp_path, "2c Ts 9d 6h Td Kc 6s")
    text = played("double-back-jack-pa", "\n10\nh\ny\n", "--script", cards)
    assert "[y] Second Chance Wager $10, [n]o" in text
    assert "26       minus 6♠ is 20 $10 (2×$5) + Second Chance Wager $10" in text
    assert "Box 1 Second Chance Wager wins $10 (1 to 1); $10 is returned." in text
    assert "You have $510." in text


def test_a_clause_is_told_on_demand_in_our_own_words(tmp_path: Path) -> None:
    text = played("double-back-jack-pa", "\n10\nwhy\n", "--script", script(tmp_path, "2c As 9d Kh Td 2c"))
    assert "Box 1 wins $20 (2 to 1). 673a.7(f) s2: " in text
    rules = played("double-back-jack-pa", "rules\n")
    assert "673a.7(l)" in rules


def test_help_explains_the_choices_of_the_moment(tmp_path: Path) -> None:
    """The keys of this moment and no others; a key of another moment is answered with them."""
    text = played("over-under-pa", "\n5\n\n?\nh\no\n", "--script", script(tmp_path, "2c As Kd 9h"))
    assert "o: bet the Ante Wager again that your three cards total 24 or more" in text
    assert "h: take one more card" not in text
    choices = "[O]ver 23 Wager $5, [U]nder 18 Wager $5, [f] Give up the Ante Wager"
    assert f"You may choose: {choices}." in text


def test_a_script_that_ends_in_mid_round_is_told(tmp_path: Path) -> None:
    text = played("blackjack", "\n10\nh\n", "--script", script(tmp_path, "2c Ks 9d 2h Td"))
    assert "The script has no more cards." in text
    assert "$10 of yours is still on the layout" in text


def test_the_peeker_tells_the_range_in_words(tmp_path: Path) -> None:
    cards = script(tmp_path, "2c 9s 9d 7h 6d 5c")
    choices = ("--set", "range_device=peeker")
    text = played("down-under-vendor", "\n10\n", "--script", cards, *choices)
    assert "The peeker shows a Medium card." in text
    assert "hand in the Medium area" in text


def test_insurance_is_offered_only_to_players_who_may_take_it(tmp_path: Path) -> None:
    """673a: a Blackjack already paid is not asked; 685a: one that is not may have even money."""
    paid = played("double-back-jack-pa", "\n10\n", "--script", script(tmp_path, "2c As Ad Kh Td"))
    assert "Insurance?" not in paid
    even = played("down-under-pa", "\n10\n\ne\n", "--script", script(tmp_path, "2c As Ad Kh 7d"))
    assert "Insurance? Up to $5 pays 2 to 1 if the dealer has Blackjack. [E]ven money pays 1 to 1 now" in even
    assert "Box 1 wins $10 (1 to 1)." in even


def test_insurance_is_valued_by_the_coach_and_rubbish_is_answered(tmp_path: Path) -> None:
    """Six decks, three cards seen: 96 of 309 are tens, and half a wager at 2 to 1 is put on them."""
    cards = script(tmp_path, "2c 9s Ad 8h 7d")
    text = played("blackjack", "\n10\nmaybe\n\n", "--script", cards, "--coach")
    worth = (2 * 96 - (309 - 96)) / 309 / 2
    assert f"compared with no insurance: neither +0.0000, insurance {worth:+.4f}." in text
    assert "Type an amount in dollars, or Enter for none." in text


def _hears_ctrl_c() -> None:
    """A shell starts what runs in the background deaf to Ctrl-C, and children inherit it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A terminal of our own: what is typed into it, and all it shows."""

    def __init__(self, *command: str) -> None:
        self.ours, theirs = pty.openpty()
        environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "110"}
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True,
            preexec_fn=_hears_ctrl_c,
        )  # fmt: skip
        os.close(theirs)
        self.shown = ""

    def until(self, words: str) -> None:
        while words not in self.shown:
            ready, _, _ = select.select([self.ours], [], [], PATIENCE_S)
            try:
                read = os.read(self.ours, 65536) if ready else b""
            except OSError:
                read = b""
            assert read, self.shown
            self.shown += read.decode()

    def type(self, line: str, until: str) -> None:
        self.shown = ""
        os.write(self.ours, f"{line}\n".encode())
        self.until(until)

    def interrupt(self, until: str) -> None:
        self.shown = ""
        self.process.send_signal(signal.SIGINT)
        self.until(until)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE_S)
        os.close(self.ours)


def test_a_terminal_has_colors_and_ctrl_c_is_safe_in_mid_round(tmp_path: Path) -> None:
    """Felt, cards and the lit area in color; with a wager down the first Ctrl-C asks, the second leaves."""
    cards = script(tmp_path, "2c 9s 9d 7h 6d 5c 5d 5h")
    terminal = Terminal(str(PITBOSS), "play", "down-under-pa", "--script", cards)
    try:
        terminal.until("How deep")
        terminal.type("", "Enter: $10")
        terminal.type("10", "Enter: none")
        terminal.type("", "tand")
        assert "\x1b[" in terminal.shown
        assert "■ Medium 6-9" in terminal.shown
        terminal.interrupt("Press Ctrl-C again to leave")
        assert "You have $10 on the layout" in terminal.shown
        terminal.type("clauses", "Clauses are shown.")
        terminal.interrupt("Press Ctrl-C again to leave")
        terminal.interrupt("the round is not over")
        assert terminal.process.wait(PATIENCE_S) == 0
    finally:
        terminal.close()


ASKS_AGAIN = """
from pitboss.cli.terminal import Terminal
heard = 0
while heard < 300:
    try:
        Terminal(color=False).ask("Well")
    except KeyboardInterrupt:
        heard += 1
"""


def test_no_ctrl_c_is_lost_however_soon_after_the_question_it_comes() -> None:
    terminal = Terminal(sys.executable, "-c", ASKS_AGAIN)
    try:
        for _ in range(300):
            terminal.until("Well > ")
            terminal.shown = terminal.shown.partition("Well > ")[2]
            terminal.process.send_signal(signal.SIGINT)
        assert terminal.process.wait(PATIENCE_S) == 0
    finally:
        terminal.close()


def test_over_under_box_by_box(tmp_path: Path) -> None:
    text = played("over-under-pa", "\n5\n1\no\n", "--script", script(tmp_path, "2c As Kd 9h"))
    assert "A♠ K♦ 9♥               30" in text
    assert "Box 1 wins $10 (1 to 1)." in text
    assert "Box 1, Bonus Wager, wins $4 (4 to 1)." in text


def test_refusals_are_sentences_with_the_clause(tmp_path: Path) -> None:
    cards = script(tmp_path, "2c Ks 9d 7h Td")
    text = played("blackjack", "\n7\nabc\n99999\n25\np\nx\ns\n", "--script", cards)
    assert text.count("(custom") >= 2
    assert "cannot be split" in text
    assert "Type an amount in dollars" in text


def test_the_coach_tells_values_and_costs(tmp_path: Path) -> None:
    cards = script(tmp_path, "2c Ks 6d 5h Td 9c 9d 9h")
    text = played("blackjack", "\n10\nh\ns\n", "--script", cards, "--coach")
    assert "Coach: expected win per $1 bet: stand -0." in text
    assert "per $1 bet." in text


@pytest.mark.parametrize("game", known_games())
def test_any_keys_are_survived(game: str) -> None:
    """Rubbish and random letters never end in a traceback, and chips never go below nothing."""
    rng = random.Random(game)
    letters = ["", "h", "s", "d", "p", "r", "y", "n", "o", "u", "f", "e", "5", "10", "?", "zz", "-1"]
    keys = "\n".join(rng.choice(letters) for _ in range(400))
    text = played(game, keys, "--seed", "11", "--seats", "3")
    assert "You leave with $" in text
    assert "-$" not in text


def test_the_same_seed_deals_the_same_cards() -> None:
    assert played("blackjack", "\n10\ns\ns\n", "--seed", "8") == played(
        "blackjack", "\n10\ns\ns\n", "--seed", "8"
    )


def test_dealing_by_hand_tells_the_next_act() -> None:
    """The dealer is told what is due, does it by Enter or by name, and is refused anything out of order."""
    text = played(
        "down-under-pa", "clear\nshuffle-it\nreceive-cards\n" + "\n" * 80, "--seed", "2", "--dealer"
    )
    assert "Next: Receive a fresh batch of cards (685a.3(a)). Take the cards in." in text
    assert "the dealer must first receive a fresh batch of cards" in text
    assert "Next: Put the hole card into the reader (685a.7(h)" in text
    assert "Slide the hole card face down into the Masque" in text


def test_bad_scripts_and_seats_are_told(tmp_path: Path) -> None:
    assert "is not a card" in refused("play", "blackjack", "--script", script(tmp_path, "2c Zx"))
    assert "cannot be read" in refused("play", "blackjack", "--script", str(tmp_path / "none"))
    assert "1 to 6" in refused("play", "blackjack", "--seats", "9")


def test_a_recorded_shoe_is_replayed_act_by_act(tmp_path: Path) -> None:
    """What was played, replayed: the same acts, with clauses; a changed act is found and named."""
    path = tmp_path / "shoe.txt"
    text = played(
        "down-under-pa", "\n10\n5\ns\n\n\ns\ns\ns\n", "--seed", "9", "--record", str(path), "--set", "decks=8"
    )
    assert "Recorded in" in text
    told = said("replay", str(path))
    assert "Round 1\n-------" in told
    assert "(685a.7(" in told
    data = said("replay", str(path), "--round", "1", "--json")
    assert '"event": "CardDealt"' in data
    path.write_text(path.read_text().replace("bet@1=bet,1000", "bet@1=bet,1037"))
    assert "bet@1=bet,1037" in refused("replay", str(path))
    assert "there is no round 99" in refused("replay", str(path), "--round", "99")
    path.write_text("nonsense")
    assert "A shoe begins with" in refused("replay", str(path))
    assert "cannot be read" in refused("replay", str(tmp_path / "none"))
