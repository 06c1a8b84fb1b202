"""What the table does, and the sentence of each document that says so.

A topic names an act; the document of the game picks its clause. A document that is silent on an
irregularity follows the first text that speaks of it, and the event says "by analogy".
"""

from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.rules.mechanism import rule

Function = TypeVar("Function", bound=Callable[..., Any])

PA = ("685a", "673a", "686a")


def _pa(paragraph: str, *more: str) -> tuple[str, ...]:
    """The same paragraph of all three Pennsylvania chapters."""
    return (*(f"{chapter}{paragraph}" for chapter in PA), *more)


IRREGULARITIES: dict[str, tuple[str, ...]] = {
    "face up": ("685a.12(a)", "673a.13(a)", "686a.9(a)"),
    "drawn in error": ("685a.12(b)", "673a.13(b)"),
    "exposed in error": ("685a.12(c)", "673a.13(c)"),
    "refuse card": ("685a.12(c) s2", "673a.13(c) s2"),
    "nobody takes it": ("685a.12(c) s3", "673a.13(c) s3"),
    "overdraw": ("685a.12(d)", "673a.13(d)"),
    "dealer missed": ("673a.13(e)",),
    "insufficient": ("685a.12(e)", "673a.13(f)", "686a.9(b)"),
    "burn after insufficient": ("685a.12(e) s2", "673a.13(f) s2", "686a.9(b) s2"),
    "no card": ("685a.12(f)", "673a.13(g)"),
    "one card": ("685a.12(f) s2", "673a.13(g) s2"),
    "missed hit": ("685a.12(g)", "673a.13(h)", "686a.9(c)"),
    "wrong range": ("685a.12(h)",),
    "reader misused": ("673a.13(i)",),
    "reader broken": ("685a.12(i)", "673a.13(j)"),
    "jam": ("685a.12(j)", "673a.13(k)", "686a.9(d)"),
    "shuffler broken": ("685a.12(k)", "673a.13(l)", "686a.9(e)"),
}
TITLES = {
    "face up": "Card face up in the shoe",
    "drawn in error": "Card drawn in error, unseen",
    "exposed in error": "Card drawn in error, seen",
    "refuse card": "Exposed card turned down",
    "nobody takes it": "Nobody takes the exposed card",
    "overdraw": "Dealer drew too many",
    "dealer missed": "Dealer's own card missed",
    "insufficient": "Shoe ran out",
    "burn after insufficient": "Burn after the shoe ran out",
    "no card": "A hand got no card",
    "one card": "A hand got one card",
    "missed hit": "A hit was missed",
    "wrong range": "Wrong light or lane",
    "reader misused": "Reader misused",
    "reader broken": "Reader out of order",
    "jam": "Shuffler jammed",
    "shuffler broken": "Shuffler out of order",
}
"""What the floor calls them."""

TOPICS: dict[str, tuple[str, ...]] = {
    # opening
    "receive": ("685a.3(a)", "673a.3(a)", "686a.3(a)", "NH Equipment s3"),
    "batches": _pa(".3(b)(2)"),
    "preshuffled": _pa(".4(e)"),
    "inspect": _pa(".4(a)", "NH Method s2"),
    "verify": _pa(".4(a) s2"),
    "spread": _pa(".4(b)", "NH Method"),
    "look": _pa(".4(c)"),
    "wash": _pa(".4(c)", "NH Method s3"),
    "change decks": _pa(".3(c)"),
    "inspect reader": ("685a.2(d) s2", "673a.2(d) s2"),
    "idle": _pa(".5(g)"),
    "idle look": _pa(".5(g) s2"),
    "idle wash": ("673a.5(g)(1)",),
    "idle swap": ("673a.5(g)(2)", "673a.5(g)(2) s2"),
    "idle spread": ("673a.5(g)(2) s3",),
    # shuffle and cut
    "shuffle": _pa(".5(a)", "NH Method s4", "custom shuffle"),
    "store": _pa(".3(b)(3)"),
    "alternate": _pa(".3(b)(4)"),
    "one batch in the rack": _pa(".3(b)(5)"),
    "device lifts": _pa(".5(h) s2"),
    "offer cut": _pa(".5(b)", "NH Method s9", "custom shuffle"),
    "cut order": _pa(".5(c)", "NH Method s9"),
    "first player cuts": _pa(".5(c)(1)", "NH Method s9"),
    "cover player cuts": _pa(".5(c)(2)", "NH Method s9"),
    "far right cuts": _pa(".5(c)(3)", "NH Method s9"),
    "far right cuts on order": _pa(".5(c)(4)", "NH Method s9"),
    "dealer cuts": _pa(".5(b) s2", "NH Method s9"),
    "refuse cut": _pa(".5(c)(3) s2", "NH Method s9"),
    "cut": _pa(".5(d)", "NH Method s10", "custom shuffle"),
    "bury": _pa(".5(d) s2", "NH Method s11"),
    "cover": _pa(".5(d) s3", "NH Method s12", "custom shuffle"),
    "load": _pa(".5(d) s4", "NH Method s12", "custom shuffle"),
    "recut": _pa(".5(e)"),
    "recut by": _pa(".5(e) s2"),
    "burn": _pa(".7(c)", "NH Method s14", "custom shuffle"),
    "burn after bets": ("NH Method s14",),
    "new dealer": _pa(".7(c) s2", "custom shuffle"),
    "cover out": _pa(".7(d)", "NH Method s13", "custom shuffle"),
    "collect": _pa(".7(d)(1)", "NH Method s48", "custom shuffle"),
    "order reshuffle": _pa(".5(f)", "custom shuffle"),
    "from the shoe": _pa(".7(a)", "NH Equipment s7"),
    # wagers
    "sit": ("685a.2(a)", "673a.2(a)", "686a.2(a)"),
    "tip": _pa(".2(c)"),
    "place": ("685a.6(d)", "673a.6(d)", "686a.6(d)", "NH Ante", "DU-RoP 1", "custom wagers"),
    "before the first card": _pa(".6(c)", "NH Method s14", "DU-RoP 1", "custom wagers"),
    "hands off": _pa(".6(c) s2", "custom wagers"),
    "chips": _pa(".6(a)", "NH Equipment s5", "custom wagers"),
    "amounts": ("685a.6(a)", "673a.6(a)", "686a.6(a)", "NH Amounts", "DU-RoP 1", "custom wagers"),
    "side amounts": ("685a.6(e)", "686a.6(e)", "NH Amounts s2", "DU-RoP 1"),
    "spoken": ("685a.6(a) s2", "686a.6(a) s2"),
    "boxes": ("685a.6(f)", "673a.6(e)", "686a.6(f)", "NH Rules s8", "custom wagers"),
    "bar": _pa(".6(b)", "custom wagers"),
    "permit": _pa(".6(b)(1)", "custom wagers"),
    # the round
    "turn": ("685a.7(i)", "673a.7(i)", "686a.7(f)", "NH Rules s7", "DU-RoP Fig. 4 s2", "custom play"),
    "hit": ("685a.7(k)", "673a.7(k)", "NH Method s34", "DU-RoP 3", "custom play"),
    "double": ("685a.9(a)", "673a.10(a)", "NH Double down", "DU-RoP 8", "custom double"),
    "split": ("685a.10(a)", "673a.11(a)", "NH Splitting", "DU-RoP 6", "custom split"),
    "surrender": ("685a.7(i)(2) s2", "673a.9(a)", "NH Rules s12", "DU-RoP 4", "custom surrender"),
    "early surrender": ("673a.9(a)(2)",),
    "insurance": ("685a.8(b)", "673a.8(b)", "NH Insurance s2", "DU-RoP 5 s2", "custom insurance"),
    "insurance after": ("NH Method s25", "NH Method s26"),
    "insured": ("685a.8(a)", "673a.8(a)", "NH Insurance s3", "DU-RoP 5", "custom insurance"),
    "insurance closes": ("685a.8(b) s3", "673a.8(b) s3"),
    "even money": ("685a.7(g)", "NH Method s21", "custom insurance"),
    "second chance": ("673a.7(l)",),
    "over under": ("686a.7(g)",),
    "dealt for a decision": ("685a.7(j)", "673a.7(j)", "686a.7(i)", "custom play"),
    "sideways": ("685a.9(c)", "673a.10(b)"),
    "split order": ("685a.10(b)", "673a.11(b)"),
    "lane": ("685a.7(h) s6", "DU-RoP Fig. 4"),
    "motion": ("NH Method s37",),
    "tuck": ("NH Method s31",),
    **IRREGULARITIES,
}


def carries_out(*topics: str) -> Callable[[Function], Function]:
    """Note that a function does what these topics' clauses say."""
    return rule(*(clause for topic in topics for clause in TOPICS[topic] if not clause.startswith("custom")))


def speaks(document: str, topic: str) -> bool:
    """Does this document itself say anything of the topic?"""
    return any(_document(clause) == document for clause in TOPICS[topic])


def cite(document: str, topic: str) -> str:
    """The document's own clause, or the first text's by analogy."""
    for clause in TOPICS[topic]:
        if _document(clause) == document:
            return clause
    return f"{TOPICS[topic][0]} by analogy"


def _document(clause: str) -> str:
    return clause.partition(" ")[0].partition(".")[0]
