"""Proving a game: its text checked, all its rounds explored, and what no reading has acknowledged yet."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pitboss.games.conditions import compared_numbers
from pitboss.games.files import Book, find_book, find_register_text
from pitboss.games.findings import Finding, in_order
from pitboss.games.game import Game
from pitboss.games.load import game_of
from pitboss.games.register_checks import check_text
from pitboss.games.register_coverage import is_examined, tell_unstated
from pitboss.games.registers import Register, in_force, parse_register
from pitboss.games.vocabulary import DECISIONS, MISTAKES
from pitboss.games.wager_kinds import BLACKJACK
from pitboss.proof import blackjack_rounds, over_under_rounds
from pitboss.proof.deciding import Deciding
from pitboss.proof.notebook import Notebook
from pitboss.proof.questions import CUT_CAUSES, Round, Used
from pitboss.proof.settling import Settling
from pitboss.proof.stated import (
    Comparison,
    Duty,
    Grant,
    Remedy,
    Settlement,
    Stated,
    Statement,
    check_wagers,
    read_stated,
)
from pitboss.proof.variants import Variant, Variants

MATTERS: dict[type[Statement], str] = {
    Settlement: "settlements",
    Comparison: "settlements",
    Grant: "decisions",
    Duty: "dealer",
    Remedy: "remedies",
}


@dataclass(frozen=True)
class Proof:
    """What was found in a game, and what could not be examined."""

    game: Game
    findings: tuple[Finding, ...]
    unstated: tuple[str, ...]
    """Sentences about what the register does not state."""
    vain: tuple[str, ...]
    """Ids that the game file acknowledges, though nothing of the kind is found."""

    @property
    def open(self) -> tuple[Finding, ...]:
        """The findings that no reading and no note acknowledges."""
        return tuple(finding for finding in self.findings if finding.id not in self.game.acknowledged)

    @property
    def is_clean(self) -> bool:
        return not self.open and not self.vain


def prove(name: str, choices: Sequence[str] = ()) -> Proof:
    """Everything that can be found in this game, with these choices."""
    return prove_book(find_book(name), choices)


def prove_book(book: Book, choices: Sequence[str] = ()) -> Proof:
    game = game_of(book, choose=choices)
    register = in_force(game.register, game.as_of)
    found = in_order((*check_text(register), *_Prover(book, game, register, choices).findings()))
    ids = {finding.id for finding in found}
    own = () if choices else _own_acknowledgements(book)
    vain = tuple(id for id in own if id not in ids)
    return Proof(game, tuple(found), tuple(tell_unstated(register)), vain)


def _own_acknowledgements(book: Book) -> Iterable[str]:
    """What the file that was asked for acknowledges itself, not what it takes over."""
    said = book.last.data.get("acknowledged", {})
    return tuple(said) if isinstance(said, dict) else ()


@dataclass
class _Prover:
    """One document, and every game that its options make."""

    book: Book
    game: Game
    register: Register
    choices: Sequence[str]
    applied: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.notebook = Notebook(clause.id for clause in self.register.clauses)

    def findings(self) -> Iterator[Finding]:
        if not self.register.clauses:
            return
        adopted = self._adopted()
        own = read_stated(self.game, self.register, adopted)
        named = {name for part in own.statements for name in part.names}
        variants = Variants(self.book, self.game, self.choices, named)
        games = list(variants.singles())
        check_wagers(self.register, [wager.name for one in games for wager in one.game.wagers])
        for variant in games:
            self._examine(variant, adopted)
        yield from self.notebook.findings()
        self._try_pairs(own, variants, games)
        yield from self._never(own)

    def _adopted(self) -> list[Register]:
        """Registers that a sentence makes part of this one."""
        names = dict.fromkeys(part.states.adopts for part in self.register.clauses if part.states.adopts)
        return [parse_register(find_register_text(self.book, name), name) for name in names if name]

    def _examine(self, variant: Variant, adopted: list[Register]) -> None:
        stated = read_stated(variant.game, self.register, adopted)
        asked = _explore(variant.game, stated)
        self.notebook.options = variant.told
        if is_examined(self.register, "settlements"):
            Settling(variant.game, stated, self.notebook, self.applied).examine(asked.endings)
        deciding = Deciding(variant.game, stated, self.notebook, self.applied)
        if is_examined(self.register, "decisions"):
            deciding.examine_turns(asked.turns)
        if is_examined(self.register, "dealer"):
            deciding.examine_dealer(asked.dealer_turns)
        if is_examined(self.register, "remedies"):
            deciding.examine_mishaps(asked.mishaps)

    def _examined(self, stated: Stated) -> Iterator[Statement]:
        """What the document itself states of matters that were examined."""
        for part in stated.statements:
            matter = MATTERS.get(type(part))
            if part.is_own and not part.via and matter and is_examined(self.register, matter):
                yield part

    def _try_pairs(self, stated: Stated, variants: Variants, games: Sequence[Variant]) -> None:
        """A sentence about one option may need a second one beside it to be reached."""
        idle = [part for part in self._examined(stated) if part.key not in self.applied]
        for part in idle:
            for first in [one for one in games if part.names & one.options.keys()]:
                if any(is_reached(part, second.game) for second in variants.pairs(first)):
                    self.applied.add(part.key)

    def _never(self, stated: Stated) -> Iterator[Finding]:
        """Sentences of the document itself that no round of any variant has reached."""
        by_clause: dict[str, list[Statement]] = {}
        for part in self._examined(stated):
            by_clause.setdefault(part.clause, []).append(part)
        for clause, parts in by_clause.items():
            idle = [part for part in parts if part.key not in self.applied]
            says = self.register.by_id[clause].says
            if len(idle) == len(parts):
                yield Finding("never", clause, f"{clause} can never apply: “{says}”", (clause,))
            else:
                for part in idle:
                    told = _tell_part(part)
                    opening = f"One part of {clause} can never apply, the one by which {told}"
                    yield Finding("never", f"{clause} ({told})", f"{opening}: “{says}”", (clause,))


def _tell_part(part: Statement) -> str:
    match part:
        case Settlement():
            return f"a wager {part.outcome}"
        case Comparison():
            return f"{part.fact.replace('_', ' ')}"
        case Grant(by="nobody"):
            return f"{DECISIONS[part.act]} is ruled out"
        case Grant():
            return f"somebody decides about {DECISIONS[part.act]}"
        case Duty():
            return f"the dealer must {part.must}"
        case Remedy():
            return f"something is done about {MISTAKES[part.mistake]}"
    return part.part


def is_reached(part: Statement, game: Game) -> bool:
    """Does what a sentence names ever come about in this game, whatever else is said of it?"""
    asked = _explore(game, Stated((part,), ()))
    match part:
        case Settlement():
            return any(
                part.holds(one.facts) for one in asked.endings if not part.step or part.step in one.steps
            )
        case Comparison():
            return any(part.holds(ending.facts) for ending in asked.endings)
        case Grant():
            return any(part.holds(turn.facts) for turn in asked.turns if turn.act == part.act)
        case Duty():
            return any(part.holds(turn.facts) for turn in asked.dealer_turns)
        case Remedy():
            return any(part.holds(one.facts) for one in asked.mishaps if one.mistake == part.mistake)
    return False


def _explore(game: Game, stated: Stated) -> Round:
    cases = frozenset(name for one in stated.case_lists for name in one.names)
    used = Used(
        endings=stated.names(Settlement) | stated.names(Comparison) | cases,
        turns=stated.names(Grant) | {*CUT_CAUSES},
        dealer_turns=stated.names(Duty),
        mishaps=stated.names(Remedy),
    )
    if game.family.id != BLACKJACK:
        return over_under_rounds.explore(game, used)
    compared = [compared_numbers(part.condition, "cards") for part in stated.statements]
    most_cards = max({2}.union(*compared)) + 1
    return blackjack_rounds.explore(game, used, most_cards)
