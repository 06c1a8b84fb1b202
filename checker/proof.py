"""The proof: the stated value is that of the strategy, and no single decision of it can be improved.

Floats decide whatever differs by more than a billionth of a unit; their error here is below a trillionth.
What is closer is decided by exact arithmetic.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import lru_cache, partial
from math import prod
from typing import Any, NamedTuple

from checker.blackjack import CDP1, CDZ, Pair, Round, Start, refuse_unknown
from checker.dealing import NAMES, Cards, name_of, shoe_by_value, sights
from checker.form import Rejected, fraction, rules_of, shoe_of
from checker.hands import Values
from checker.law import ACE, HALF, Law
from checker.numbers import Floats, Remainders, primes_above
from checker.strategy import Strategy

CLOSE = 1e-9


class Decision(NamedTuple):
    where: str
    chosen: str
    other: str
    margin: float
    """What the chosen action is worth more, in units, when the decision comes up."""
    difference: Callable[[Round], Any]
    """The same, joint with what is seen, in the numbers of another round."""


class Found(NamedTuple):
    """What was proven."""

    value: Fraction
    decisions: int
    closest: float
    primes: int


def prove(given: dict[str, Any], jobs: int = 1) -> Found:
    """Reject the certificate, or say what was proven; with several processes, if that is allowed."""
    claimed = fraction("value", given["value"])
    whole = round_of(given, Floats(), only_played=False)
    number, closest, close = _weigh_all(whole)
    if abs(whole.value() - float(claimed)) > CLOSE:
        raise Rejected(f"value: the strategy is worth {whole.value():.12f}, not {float(claimed):.12f}")
    primes = _check_value(given, claimed, close, jobs)
    return Found(claimed, number, closest, primes)


def round_of(given: dict[str, Any], numbers: Any, only_played: bool) -> Round:
    """The certificate's round in these numbers."""
    rules, ranks, method = rules_of(given), shoe_of(given), given["split method"]
    refuse_unknown(rules)
    if method not in (CDZ, CDP1):
        raise Rejected(f"split method: {method!r} is neither {CDZ} nor {CDP1}")
    law = law_of(tuple(rules.items()))
    seen = sights(law, shoe_by_value(ranks)).names
    if given["observations"] != [*seen]:
        raise Rejected(f"observations: they are {', '.join(seen)}")
    strategy = Strategy(given["strategy"], method, len(seen))
    return Round(numbers, law, ranks, strategy, method, only_played=only_played)


@lru_cache
def law_of(rules: tuple[tuple[str, Any], ...]) -> Law:
    """One for all rounds, so that what follows from it alone is found once."""
    return Law(dict(rules))


def _weigh_all(played: Round) -> tuple[int, float, list[Decision]]:
    number, closest, close = 0, 1.0, []
    for decision in decisions(played):
        number += 1
        if decision.margin < -CLOSE:
            raise Rejected(
                f"strategy: {decision.where}: “{decision.other}” is worth {-decision.margin:.9f} more"
                f" than “{decision.chosen}”"
            )
        if decision.margin < CLOSE:
            close.append(decision)
        else:
            closest = min(closest, decision.margin)
    return number, closest, close


def _check_value(given: dict[str, Any], claimed: Fraction, close: list[Decision], jobs: int) -> int:
    """Equality modulo so many primes that a difference is impossible; close decisions likewise."""
    only_played = not close
    first = round_of(given, Remainders(next(primes_above(1))), only_played)
    denominator = first.denominator()
    if denominator % claimed.denominator:
        raise Rejected("value: its denominator does not divide the number of deals")
    primes = [*primes_above(4 * first.most() * denominator)]
    if jobs > 1 and not close:
        with ProcessPoolExecutor(jobs) as pool:
            values = [*pool.map(partial(_value_modulo, given), primes)]
    else:
        values = [_value_modulo(given, prime) for prime in primes]
    if any(Remainders(p).number(claimed) != value for p, value in zip(primes, values, strict=True)):
        raise Rejected(f"value: the strategy is not worth {claimed}; its last digits differ")
    if close:
        _check_close(given, close, primes, denominator)
    return len(primes)


def _value_modulo(given: dict[str, Any], prime: int) -> int:
    return int(round_of(given, Remainders(prime), only_played=True).value())


def _check_close(given: dict[str, Any], close: list[Decision], primes: list[int], denominator: int) -> None:
    rounds = [round_of(given, Remainders(prime), only_played=False) for prime in primes]
    for decision in close:
        remainders = [
            int(decision.difference(one)) * denominator % prime
            for one, prime in zip(rounds, primes, strict=True)
        ]
        if _whole_number(remainders, primes) < 0:
            raise Rejected(f"strategy: {decision.where}: “{decision.other}” is worth a little more")


def _whole_number(remainders: list[int], primes: list[int]) -> int:
    """The number nearest to zero with these remainders."""
    whole = prod(primes)
    number = sum(r * (whole // p) * pow(whole // p, -1, p) for r, p in zip(remainders, primes, strict=True))
    number %= whole
    return number - whole if number > whole // 2 else number


# ---- every decision


def decisions(played: Round) -> Iterator[Decision]:
    yield from _hands("", played.plain, played.plain, lambda other: other.plain)
    if played.from_large is not played.plain:
        name = "from two large cards, "
        yield from _hands(name, played.from_large, played.from_large, lambda other: other.from_large)
    yield from _chances("", played.plain, lambda other: other.plain)
    for start in played.starts:
        yield from _before_play(played, start)
        for pair in played.pairs_of(start):
            yield from _split_hands(played, pair)
            yield from _pair(played, start, pair)


def _hands(name: str, values: Values, by: Values, same: Callable[[Round], Values]) -> Iterator[Decision]:
    """Standing, drawing, doubling and surrender; worth as `by` has it."""
    for cards in values.hands:
        if sum(cards) < 2 or cards not in by.at:
            continue
        row, allowed = (
            by.at[cards],
            [letter for letter in values.allowed[cards] if letter in by.allowed[cards]],
        )
        text = name_of(values.table.shoe, cards)
        for sight, chosen in enumerate(values.letters(text)):
            seen = by.seen[row, sight]
            for other in allowed if seen > 0 else ():
                if other != chosen:
                    yield Decision(
                        f"{name}{text} against {by.table.sights[sight]}", chosen, other,
                        float(by.worth[chosen][row, sight] - by.worth[other][row, sight]) / seen,
                        partial(_between, same, cards, sight, chosen, other),
                    )  # fmt: skip


def _between(
    same: Callable[[Round], Values], cards: Cards, sight: int, chosen: str, other: str, played: Round
) -> Any:
    values = same(played)
    row = values.at[cards]
    return played.numbers.keep(values.worth[chosen][row, sight] - values.worth[other][row, sight])


def _chances(name: str, values: Values, same: Callable[[Round], Values]) -> Iterator[Decision]:
    """Second Chances."""
    busts = values.busts
    if busts.chances is None:
        return
    for cards in busts.hands:
        text = name_of(values.table.shoe, cards)
        for doubled in (False, True) if sum(cards) == 3 else (False,):
            gain = busts.taken(cards, doubled) - busts.lost(cards, doubled)
            for sight, letter in enumerate(busts.chances(text, doubled)):
                seen = busts.seen(cards)[sight]
                if seen > 0:
                    yield Decision(
                        f"{name}{text}{' doubled' * doubled} against {values.table.sights[sight]}",
                        *(("a Second Chance", "none") if letter == "Y" else ("no Second Chance", "one")),
                        float(gain[sight] if letter == "Y" else -gain[sight]) / seen,
                        partial(_gain, same, cards, doubled, sight, letter),
                    )  # fmt: skip


def _gain(
    same: Callable[[Round], Values], cards: Cards, doubled: bool, sight: int, letter: str, played: Round
) -> Any:
    busts = same(played).busts
    gain = busts.taken(cards, doubled)[sight] - busts.lost(cards, doubled)[sight]
    return played.numbers.keep(gain if letter == "Y" else -gain)


def _pair(played: Round, start: Start, pair: Pair) -> Iterator[Decision]:
    values = played.values_of(start)
    row = values.at[start.cards(10)]
    split = played.split(pair)
    for sight, letter in enumerate(played.strategy.pairs(pair.name)):
        seen = values.seen[row, sight]
        if seen > 0:
            gain = float(split[sight] - values.value[row, sight]) / seen
            yield Decision(
                f"{pair.name} against {played.sight.names[sight]}",
                *(("split", "no split") if letter == "Y" else ("no split", "split")),
                gain if letter == "Y" else -gain,
                partial(_split_gain, start, pair, sight, letter),
            )


def _split_gain(start: Start, pair: Pair, sight: int, letter: str, played: Round) -> Any:
    values = played.values_of(start)
    gain = played.split(pair)[sight] - values.value[values.at[start.cards(10)], sight]
    return played.numbers.keep(gain if letter == "Y" else -gain)


def _split_hands(played: Round, pair: Pair) -> Iterator[Decision]:
    """By CDP1 a split hand is played best, its partner gone; by CDZ- as the same cards unsplit.

    Where two plays of the unsplit cards are worth the same, CDZ- may be either.
    """
    name, values = f"split {NAMES[pair.value]}, ", played.one_hand(pair, 0, 0)
    if played.method == CDP1:
        yield from _hands(name, values, values, lambda other: other.one_hand(pair, 0, 0))
        yield from _chances(name, values, lambda other: other.one_hand(pair, 0, 0))
    elif pair.shoe == played.shoe:
        as_unsplit = _hands(name, values, played.plain, lambda other: other.plain)
        yield from (decision for decision in as_unsplit if abs(decision.margin) >= CLOSE)


def _before_play(played: Round, start: Start) -> Iterator[Decision]:
    """Insurance, even money and early surrender."""
    law, name = played.law, name_of(played.shoe, start.cards(10))
    held = played.plain.table.held(start.cards(10))
    for up in sorted(set(played.sight.ups) | {ACE}):
        if not (chance := float(played.by_up(start, up)[0])) > 0:
            continue
        where = f"{name} against {NAMES[up - 1]} before play"
        offers: list[tuple[str, bool, Callable[[Round], Any]]] = []
        if up == ACE and law.rules["insurance"] and (law.rules["blackjack may insure"] or not held.natural):
            offers.append(
                ("insurance", name in played.strategy.insured, lambda other: other.insurance(start))
            )
        if up == ACE and law.rules["blackjack may take even money"] and held.natural:
            offers.append(
                ("even money", name in played.strategy.even_money, lambda other: _even_money(other, start))
            )
        if law.rules["surrender"] == "early" and law.may_surrender(held, 2):
            taken = NAMES[up - 1] in played.strategy.early_surrenders(name)
            offers.append(("early surrender", taken, partial(_early_surrender, start, up)))
        for offer, taken, worth in offers:
            sign = 1 if taken else -1
            chosen = (offer, f"no {offer}") if taken else (f"no {offer}", offer)
            yield Decision(
                where, *chosen, sign * float(worth(played)) / chance, partial(_signed, worth, sign)
            )
        _refuse_others(played, name, up, {offer for offer, _, _ in offers})


def _refuse_others(played: Round, name: str, up: int, offered: set[str]) -> None:
    """What the rules do not offer here must not be taken."""
    strategy = played.strategy
    taken = {
        "insurance": up == ACE and name in strategy.insured,
        "even money": up == ACE and name in strategy.even_money,
        "early surrender": NAMES[up - 1] in strategy.early_surrenders(name),
    }
    for what in sorted(what for what, is_taken in taken.items() if is_taken):
        if what not in offered:
            raise Rejected(f"strategy: {what}: not offered to {name} against {NAMES[up - 1]}")


def _signed(worth: Callable[[Round], Any], sign: int, played: Round) -> Any:
    return played.numbers.keep(sign * worth(played))


def _even_money(played: Round, start: Start) -> Any:
    return played.numbers.keep(played.by_up(start, ACE)[0] - played.kept(start, ACE))


def _early_surrender(start: Start, up: int, played: Round) -> Any:
    chance, value = played.by_up(start, up)
    return played.numbers.keep(-chance * played.numbers.number(HALF) - value)
