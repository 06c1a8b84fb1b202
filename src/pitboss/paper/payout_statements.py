"""What a drawing says that wagers pay, and whether that is what they pay."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_odds
from pitboss.paper.drawing_text import Lettering, squeeze
from pitboss.paper.felt_wording import EVEN, Payout, payouts, short_name
from pitboss.rules.house import Odds

ODDS = re.compile(r"(?<!\d)(\d+)(?:\s*to\s*|:)(\d+)(?!\d)", re.IGNORECASE)
EVEN_MONEY = re.compile(r"even\s*money", re.IGNORECASE)
EVERYTHING = ("allbets", "allother", "allwinning", "winningwagers", "winningbets")


class Statement(NamedTuple):
    """A phrase with odds in it: `Blackjack pays 3 to 2`."""

    text: str
    words: str
    """Squeezed, without the odds."""
    odds: Odds


def statements(lettering: Lettering) -> list[Statement]:
    """Every phrase that names odds; a label and the odds drawn next to it are one phrase."""
    phrases = [phrase for run in lettering.runs for phrase in _phrases(EVEN_MONEY.sub("1 to 1", run))]
    return [found for phrase in _with_labels(phrases) if (found := _statement(phrase))]


def _phrases(run: str) -> Iterator[str]:
    for part in re.split(r"[,;·•|]", run):
        if part.strip():
            yield from _one_odds_each(part.strip())


def _one_odds_each(part: str) -> Iterator[str]:
    """`11 to 1 suited and 4 to 1 unsuited` says two things."""
    found = list(ODDS.finditer(part))
    ands = [match.start() for match in re.finditer(r"\band\b", part)]
    cut = next((at for at in ands if len(found) > 1 and found[0].end() <= at < found[-1].start()), None)
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
    return any(
        found.odds == payout.odds and (_names(payout, found) or _covers(payout, found)) for found in said
    )


def _names(payout: Payout, found: Statement) -> bool:
    return re.search(_subject(payout), found.words) is not None


def _subject(payout: Payout) -> str:
    """What a phrase must hold to be about this payout."""
    if not payout.event:
        return re.escape(squeeze(short_name(payout.wager)))
    event = re.escape(squeeze(payout.event.removeprefix("on ")))
    return rf"(?<!un)(?<!\d){event}(?!\d)"


def _covers(payout: Payout, found: Statement) -> bool:
    """`All other winning wagers pay 1 to 1` speaks of every wager that simply wins."""
    return payout.odds == EVEN and not payout.event and _speaks_of_all(found)


def _speaks_of_all(found: Statement) -> bool:
    return any(words in found.words for words in EVERYTHING)


def untrue(game: Game, said: list[Statement]) -> Iterator[tuple[Statement, str, tuple[str, ...]]]:
    """What is stated otherwise than it is paid, with the odds that are paid, if any, and their clauses."""
    known = payouts(game)
    for found in said:
        about = [payout for payout in known if _names(payout, found)]
        about = [payout for payout in about if payout.event] or about
        about += [payout for payout in known if _covers(payout, found) and payout not in about]
        if any(payout.odds == found.odds for payout in about):
            continue
        if about:
            yield found, _truth(about), tuple(dict.fromkeys(c for payout in about for c in payout.clauses))
        elif "pay" in found.words and all(payout.odds != found.odds for payout in known):
            yield found, "", ()


def _truth(about: list[Payout]) -> str:
    return " or ".join(dict.fromkeys(tell_odds(payout.odds) for payout in about))
