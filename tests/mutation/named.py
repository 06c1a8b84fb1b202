"""Mutants made by hand: mistakes that once went unnoticed, each with the sentence whose tests must catch it.

Each is an exact change to the words of one function, or to one value of a game file. A test puts all of them
to the tests named after their sentences.
"""

from functools import cache
from typing import NamedTuple

from tests.mutation.code import Mutant, replaced_in
from tests.mutation.data import FileMutant, file_mutants

Change = tuple[str, str, str]
"""A function, the words that stand there, and those that stand there instead."""


class Named(NamedTuple):
    says: str
    """What goes wrong at the table."""
    change: Change | str
    """Or the mutant of a game file by its name."""
    sentences: tuple[str, ...]
    """The tests named after each of them must catch it."""

    @property
    def id(self) -> str:
        return f"by hand: {self.says}"

    @property
    def mutant(self) -> Mutant | FileMutant:
        if isinstance(self.change, str):
            game = self.change.removeprefix("games/").partition(".toml ")[0]
            return next(one for one in file_mutants(game) if one.id == self.change)
        return replaced_in(*self.change)


DUE, DECISIONS, BETTING = "table.due", "table.decisions", "table.betting"

NAMED = (
    Named(
        "no cut after the shoe ran out",
        (f"{DUE}.cards_due", "terms.uses_cut:", 'terms.uses_cut and state.reshuffle != "insufficient":'),
        ("685a.12(e)", "673a.13(f)", "686a.9(b)"),
    ),
    Named(
        "cards are dealt while the reader is broken",
        (f"{DUE}._find_due", "wanted.act not in FINISHES:", "wanted.act not in FINISHES | DRAWS:"),
        ("685a.12(i)", "673a.13(j)"),
    ),
    Named(
        "the first card of a round is dealt while the reader is broken",
        (f"{BETTING}.check_fit_to_deal", "if state.reader_broken:", "if False:"),
        ("685a.12(i)", "673a.13(j)"),
    ),
    Named(
        "a late Blackjack takes the split wager",
        ("table.payments.hand_payment", "hand.added_by_split)", "False)"),
        ("685a.10(d)",),
    ),
    Named(
        "insurance is offered before Match-the-Dealer is settled",
        "games/down-under-pa.toml phases: up_match, insurance → insurance, up_match",
        ("685a.7(g)",),
    ),
    Named(
        "losers are taken from the left",
        (
            f"{DUE}.settle_due",
            "key=lambda place: not loses(state, place[2])",
            "key=lambda place: place[0].number if loses(state, place[2]) else 9",
        ),
        ("685a.7(r)(1)", "673a.7(t)(1)"),
    ),
    Named(
        "Match-the-Dealer is taken on another player's box",
        (
            f"{BETTING}.place_wager",
            "own_box(state, command.by, command.box), command)",
            "find_box(state, command.box) or own_box(state, command.by, command.box), command)",
        ),
        ("685a.6(e)",),
    ),
    Named(
        "an unseen card drawn by mistake is not used as the hole card",
        ("table.dealing.deal_hole", "held=state.held is not None", "held=False"),
        ("685a.12(b)", "673a.13(b)"),
    ),
    Named(
        "a spoken wager is confirmed while the cards are shuffled",
        (f"{BETTING}.confirm_call", "betting_is_open(state, player(patron.seat))", "pass"),
        ("685a.6(a) s2", "686a.6(a) s2"),
    ),
    Named(
        "a spoken wager waits for another round",
        ("table.fold._betting_closed", "called_box=0, called_cents=0", "called_box=patron.called_box"),
        ("685a.6(a) s2", "686a.6(a) s2"),
    ),
    Named(
        "a spoken wager is taken on a box that has been taken",
        (f"{BETTING}.confirm_call", "check_box_is_free(state, patron, patron.called_box)", "pass"),
        ("685a.6(a) s2", "686a.6(a) s2"),
    ),
    Named(
        "of a split pair the right card is played first",
        ("table.fold._split", "left, right = hand.cards", "right, left = hand.cards"),
        ("685a.10(b)", "673a.11(b)"),
    ),
    Named(
        "the second split hand is played first",
        (
            f"{DUE}.decisions_due",
            "enumerate(box.hands):\n            if hand.status == Status.LIVE and not",
            "reversed(list(enumerate(box.hands))):\n            if hand.status == Status.LIVE and not",
        ),
        ("685a.10(b)", "673a.11(b)"),
    ),
    Named(
        "a Large hole card is not shown beside an ace",
        (f"{DUE}.show_large_due", "if large and", "if large and up_card(state).rank > 1 and"),
        ("685a.7(h) s7",),
    ),
    Named(
        "a Large hole card is shown only after the first decision",
        (
            f"{DUE}.show_large_due",
            "if large and",
            "if large and not any(box.hands for box in state.boxes) and",
        ),
        ("685a.7(h) s7",),
    ),
    Named(
        "a card that a player turned down never goes to the dealer",
        (
            f"{DUE}.passes_held_card",
            " or wanted.box == 0:\n        return False",
            ":\n        return False\n    if not wanted.box:\n        return state.boxes[0].hands[0].refused",
        ),
        ("685a.12(c)", "673a.13(c)"),
    ),
    Named(
        "lost insurance is taken before Blackjacks are paid",
        (
            f"{DUE}.dealer_blackjack_due",
            "return None if not has and with_hands else insurance_from_right(state)",
            "return insurance_from_right(state)",
        ),
        ("NH Method s26",),
    ),
    Named(
        "a box is insured twice",
        (f"{DECISIONS}.insure", "if box.insurance_cents:", "if False:"),
        ("685a.8(b)", "673a.8(b)", "NH Insurance s2", "custom insurance"),
    ),
    Named(
        "even money is paid on an insured Blackjack",
        (f"{DECISIONS}.take_even_money", "if box.insurance_cents:", "if False:"),
        ("685a.7(g)", "NH Method s21", "custom insurance"),
    ),
    Named(
        "split hands are settled from the left",
        (f"{DUE}._live_from_right", "reversed(range(len(box.hands)))", "range(len(box.hands))"),
        ("685a.7(r)(1)", "685a.7(r)(2)", "673a.7(t)(1)", "673a.7(t)(2)", "NH Method s47"),
    ),
    Named(
        "no shuffle after a round in which the cover card came out before the shoe ran out",
        (
            "table.fold_shoe._loaded",
            'reshuffle="cover" if not fresh and state.cover_seat >= 0 else ""',
            'reshuffle=""',
        ),
        ("685a.5(f)", "673a.5(f)", "686a.5(f)"),
    ),
    Named(
        "under O3 R2 each player still decides in turn with the cards",
        (f"{DUE}.each_player_due", "if state.house.over_under.all_decide_first:", "if False:"),
        ("686a.7(f)",),
    ),
)


@cache
def named() -> dict[str, Named]:
    return {one.id: one for one in NAMED}
