"""What a drawing says about payouts, and whether it is true."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_odds
from pitboss.paper.drawing_text import Lettering, squeeze
from pitboss.paper.felt_wording import ALL_WAGERS, EVEN, Payout, payouts, short_name
from pitboss.rules.house import Odds

ODDS = re.compile(r"(?<!\d)(\d+)(?:\s*to\s*|:)(\d+)(?!\d)", re.IGNORECASE)
EVEN_MONEY = re.compile(r"even\s*money", re.IGNORECASE)


class Statement(NamedTuple):
    """A phrase with odds in it: `Blackjack pays 3 to 2`."""

    text: str
    words: str
    """Squeezed, without the odds."""
    odds: Odds


def statements(lettering: Lettering) -> list[Statement]:
    """Every phrase that names odds; a label and the odds drawn next to it are one phrase."""
    phrases = [phrase for run in lettering.runs for phrase in _phrases(EVEN_MONEY.sub("1 to 1", run))]
    return [told for phrase in _with_labels(phrases) if (told := _statement(phrase))]


def _phrases(run: str) -> Iterator[str]:
    for part in re.split(r"[,;·•|]", run):
        if part.strip():
            yield from _one_odds_each(part.strip())


def _one_odds_each(part: str) -> Iterator[str]:
    """`11 to 1 suited and 4 to 1 unsuited` says two things."""
    odds = list(ODDS.finditer(part))
    ands = [match.start() for match in re.finditer(r"\band\b", part)]
    cut = next((at for at in ands if len(odds) > 1 and odds[0].end() <= at < odds[-1].start()), None)
    if cut is None:
        yield part
        return
    yield part[:cut]
    yield from _one_odds_each(part[cut + 3 :])


def _with_labels(phrases: list[str]) -> list[str]:
    """Odds alone belong to the label before them, as in a table."""
    joined: list[str] = []
    for phrase in phrases:
        follows_label = bool(joined) and ODDS.search(joined[-1]) is None
        if follows_label and ODDS.search(phrase) and not squeeze(ODDS.sub("", phrase)):
            joined[-1] += f" {phrase}"
        else:
            joined.append(phrase)
    return joined


def _statement(phrase: str) -> Statement | None:
    odds = ODDS.search(phrase)
    if odds is None:
        return None
    return Statement(phrase.strip(), squeeze(ODDS.sub(" ", phrase)), Odds(int(odds[1]), int(odds[2])))


def is_stated(payout: Payout, said: list[Statement]) -> bool:
    """Does one of the statements tell what this pays?"""
    return any(told.odds == payout.odds and (_names(payout, told) or _covers(payout, told)) for told in said)


def _names(payout: Payout, statement: Statement) -> bool:
    return re.search(_subject(payout), statement.words) is not None


def _subject(payout: Payout) -> str:
    """What a phrase must hold to be about this payout."""
    if not payout.event:
        return re.escape(squeeze(short_name(payout.wager)))
    event = re.escape(squeeze(payout.event.removeprefix("on ")))
    return rf"(?<!un)(?<!\d){event}(?!\d)"


def _covers(payout: Payout, statement: Statement) -> bool:
    """`All other winning wagers pay 1 to 1` is about every wager that simply wins."""
    return payout.odds == EVEN and not payout.event and _is_about_all(statement)


def _is_about_all(statement: Statement) -> bool:
    return ALL_WAGERS.search(statement.text) is not None


def untrue(game: Game, said: list[Statement]) -> Iterator[tuple[Statement, str, tuple[str, ...]]]:
    """False statements, each with the odds that are paid, if any, and their clauses."""
    known = payouts(game)
    for told in said:
        about = [payout for payout in known if _names(payout, told)]
        about = [payout for payout in about if payout.event] or about
        about += [payout for payout in known if _covers(payout, told) and payout not in about]
        if any(payout.odds == told.odds for payout in about):
            continue
        if about:
            yield told, _truth(about), tuple(dict.fromkeys(c for payout in about for c in payout.clauses))
        elif "pay" in told.words and all(payout.odds != told.odds for payout in known):
            yield told, "", ()


def _truth(about: list[Payout]) -> str:
    return " or ".join(dict.fromkeys(tell_odds(payout.odds) for payout in about))
