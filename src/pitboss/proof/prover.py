"""Proving a game: its text checked, all its rounds explored, and what no reading has acknowledged yet."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pitboss.games.files import Book, find_book, find_register_text
from pitboss.games.findings import Finding, in_order
from pitboss.games.game import Game
from pitboss.games.load import game_of
from pitboss.games.register_checks import check_text
from pitboss.games.register_coverage import is_examined, tell_unstated
from pitboss.games.registers import Register, in_force, parse_register
from pitboss.games.vocabulary import DECISIONS, FACTS, MISTAKES
from pitboss.proof.deciding import Deciding
from pitboss.proof.exploring import explore, is_reached
from pitboss.proof.notebook import Notebook
from pitboss.proof.settling import Settling
from pitboss.proof.stated import (
    Comparison,
    Duty,
    Grant,
    Remedy,
    Settlement,
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
    findings = in_order((*check_text(register), *_Prover(book, game, register, choices).findings()))
    ids = {finding.id for finding in findings}
    own = () if choices else _own_acknowledgements(book)
    vain = tuple(id for id in own if id not in ids)
    return Proof(game, tuple(findings), tuple(tell_unstated(register)), vain)


def _own_acknowledgements(book: Book) -> Iterable[str]:
    """What the file that was asked for acknowledges itself, not what it takes over."""
    said = book.last.data.get("acknowledged", {})
    return tuple(said) if isinstance(said, dict) else ()


class _Prover:
    """One document, and every game that its options make."""

    def __init__(self, book: Book, game: Game, register: Register, choices: Sequence[str]) -> None:
        self._game, self._register = game, register
        self._adopted = _adopted(book, register)
        self._stated = read_stated(game, register, self._adopted)
        named = {name for part in self._stated.statements for name in part.names}
        self._variants = Variants(book, game, choices, named)
        self._notebook = Notebook(clause.id for clause in register.clauses)
        self._applied: set[tuple[str, str]] = set()
        self._matters = {matter for matter in MATTERS.values() if is_examined(register, matter)}

    def findings(self) -> Iterator[Finding]:
        if not self._register.clauses:
            return
        games = list(self._variants.singles())
        wagers = [wager.name for variant in games for wager in variant.game.wagers]
        check_wagers(self._register, self._game.register_file.name, wagers)
        for variant in games:
            self._examine(variant)
        yield from self._notebook.findings()
        self._try_pairs(games)
        yield from self._never()

    def _examine(self, variant: Variant) -> None:
        stated = read_stated(variant.game, self._register, self._adopted)
        asked = explore(variant.game, stated)
        self._notebook.options = variant.told
        deciding = Deciding(variant.game, stated, self._notebook, self._applied)
        if "settlements" in self._matters:
            Settling(variant.game, stated, self._notebook, self._applied).examine(asked.endings)
        if "decisions" in self._matters:
            deciding.examine_turns(asked.turns)
        if "dealer" in self._matters:
            deciding.examine_dealer(asked.dealer_turns)
        if "remedies" in self._matters:
            deciding.examine_mishaps(asked.mishaps)

    def _own(self) -> Iterator[Statement]:
        """What the document itself states of matters that were examined."""
        for part in self._stated.statements:
            if part.is_own and not part.via and MATTERS.get(type(part)) in self._matters:
                yield part

    def _try_pairs(self, games: Sequence[Variant]) -> None:
        """A sentence about one option may need a second one beside it to be reached."""
        for part in [part for part in self._own() if part.key not in self._applied]:
            for first in [one for one in games if part.names & one.options.keys()]:
                if any(is_reached(part, second.game) for second in self._variants.pairs(first)):
                    self._applied.add(part.key)

    def _never(self) -> Iterator[Finding]:
        """Sentences of the document itself that no round of any variant has reached."""
        by_clause: dict[str, list[Statement]] = {}
        for part in self._own():
            by_clause.setdefault(part.clause, []).append(part)
        for clause, parts in by_clause.items():
            idle = [part for part in parts if part.key not in self._applied]
            says = self._register.by_id[clause].says
            if len(idle) == len(parts):
                yield Finding("never", clause, f"{clause} can never apply: “{says}”", (clause,))
            else:
                for part in idle:
                    told = _tell_part(part)
                    opening = f"One part of {clause} can never apply, the one by which {told}"
                    yield Finding("never", f"{clause} ({told})", f"{opening}: “{says}”", (clause,))


def _adopted(book: Book, register: Register) -> list[Register]:
    """Registers that a sentence makes part of this one."""
    names = dict.fromkeys(part.states.adopts for part in register.clauses)
    return [parse_register(find_register_text(book, name), name) for name in names if name]


def _tell_part(part: Statement) -> str:
    match part:
        case Settlement():
            return f"a wager {part.outcome}"
        case Comparison():
            return FACTS[part.fact].yes
        case Grant(by="nobody"):
            return f"{DECISIONS[part.act]} is ruled out"
        case Grant():
            return f"somebody decides about {DECISIONS[part.act]}"
        case Duty():
            return f"the dealer must {part.must}"
        case Remedy():
            return f"something is done about {MISTAKES[part.mistake]}"
    return part.part
