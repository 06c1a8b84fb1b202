"""What every wager is worth: for the chosen options, and for every number of decks the document permits."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.errors import BadInput
from pitboss.exact.analyst import edges_and_risks
from pitboss.exact.figures import Analysis, WagerFigures
from pitboss.exact.parallel import in_parallel
from pitboss.exact.pricing import Tell, permitted
from pitboss.exact.published import published_range
from pitboss.exact.published import tell_published as tell_range
from pitboss.games.file_schema import PublishedPart
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.games.vocabulary import tell_odds
from pitboss.paper.document import cite
from pitboss.paper.felt_wording import payouts
from pitboss.paper.figures import MINUS, Exactness, Figure, chance, count, percent, points, signed, units

Worth = dict[str, tuple[float, float]]
"""House edge and element of risk by wager."""


@dataclass(frozen=True)
class ReturnRow:
    """One row of a return table."""

    event: str
    pays: str
    combinations: Figure
    chance: Figure
    contribution: Figure


@dataclass(frozen=True)
class WagerFindings:
    id: str
    name: str
    edge: Figure
    advantage: Figure
    """The player's, where the house edge is negative."""
    risk: Figure
    average: Figure
    deviation: Figure
    hit: Figure
    push: Figure
    loss: Figure
    fraction: str
    """The edge as a fraction, where it is one."""
    method: str
    spread_method: str
    returns: tuple[ReturnRow, ...]
    combinations: Figure
    all_chances: Figure
    all_contributions: Figure
    true_odds: Figure
    """Losses to one win."""
    frequencies: dict[str, Figure]


@dataclass(frozen=True)
class WagerAtDecks:
    """One wager with one number of decks, and the figure that was published for it."""

    decks: Figure
    wager: str
    name: str
    edge: Figure
    risk: Figure
    swing: Figure
    """Compared with the number of decks of the report."""
    published: str
    verdict: str


@dataclass(frozen=True)
class DecksNotOffered:
    decks: int
    says: str


@dataclass(frozen=True)
class PayoutRow:
    wager: str
    result: str
    odds: str
    clauses: str
    """Stated once for rows that share them."""


def find_payout_rows(game: Game) -> tuple[PayoutRow, ...]:
    """What every wager pays, in words."""
    pays: list[PayoutRow] = []
    before: tuple[str, ...] = ()
    for payout in payouts(game):
        same = bool(pays) and pays[-1].wager == payout.wager.name and before == payout.clauses
        told = "" if same else cite(payout.clauses)
        pays.append(PayoutRow(payout.wager.name, payout.event or "win", tell_odds(payout.odds), told))
        before = payout.clauses
    return tuple(pays)


def wager_name(game: Game, id: str) -> str:
    """What the document calls a wager."""
    return next(wager.name for wager in game.wagers if wager.id == id)


def find_wagers(analysis: Analysis) -> tuple[WagerFindings, ...]:
    return tuple(_wager(analysis.game, figures) for figures in analysis.wagers)


def _wager(game: Game, figures: WagerFigures) -> WagerFindings:
    id = f"wager.{figures.wager}"
    spread, often = Exactness(figures.spread_exactness), Exactness(figures.frequency_exactness)
    return WagerFindings(
        id=figures.wager,
        name=wager_name(game, figures.wager),
        edge=percent(f"{id}.edge", figures.house_edge),
        advantage=percent(f"{id}.advantage", -figures.house_edge),
        risk=percent(f"{id}.risk", figures.element_of_risk),
        average=units(f"{id}.average", figures.average_wagered),
        deviation=units(f"{id}.deviation", figures.standard_deviation, spread),
        hit=percent(f"{id}.hit", figures.hit_frequency, often, 3),
        push=percent(f"{id}.push", figures.push_frequency, often, 3),
        loss=percent(f"{id}.loss", figures.loss_frequency, often, 3),
        fraction=figures.exact,
        method=figures.method,
        spread_method=figures.spread_method,
        returns=tuple(_returns(id, figures)),
        combinations=count(f"{id}.combinations", sum(row["combinations"] for row in figures.outcomes)),
        all_chances=chance(f"{id}.chances", sum(row["probability"] for row in figures.outcomes)),
        all_contributions=signed(
            f"{id}.contributions", sum(row["contribution"] for row in figures.outcomes), digits=8
        ),
        true_odds=units(f"{id}.true_odds", figures.loss_frequency / figures.hit_frequency, often),
        frequencies={
            name: percent(f"{id}.often.{name}", share) for name, share in figures.frequencies.items()
        },
    )


def _returns(id: str, figures: WagerFigures) -> Iterator[ReturnRow]:
    for number, row in enumerate(figures.outcomes, 1):
        at = f"{id}.return.{number}"
        yield ReturnRow(
            event=row["event"],
            pays=tell_pays(Fraction(row["pays"]), alone=figures.average_wagered == 1),
            combinations=count(f"{at}.combinations", row["combinations"]),
            chance=chance(f"{at}.chance", row["probability"]),
            contribution=signed(f"{at}.contribution", row["contribution"], digits=8),
        )


def tell_pays(net: Fraction, *, alone: bool) -> str:
    """As odds where nothing is added to the wager; in units where more is staked later."""
    if not alone:
        return f"{float(net):+g} units".replace("-", MINUS)
    if net > 0:
        return f"{net.numerator} to {net.denominator}"
    return "loses" if net else "push"


def find_deck_counts(
    name: str, choices: Sequence[str], tell: Tell, only: Collection[int] | None = None
) -> tuple[tuple[WagerAtDecks, ...], tuple[DecksNotOffered, ...]]:
    """Every permitted number of decks, solved, and the numbers that the other choices rule out."""
    chosen = load_game(name, choose=choices)
    games: list[Game] = []
    missing: list[DecksNotOffered] = []
    for decks in permitted(chosen, "decks") if only is None else only:
        try:
            games.append(load_game(name, choose=[*choices, f"decks={decks}"]))
        except BadInput as error:
            missing.append(DecksNotOffered(decks, str(error)))
    rows: list[WagerAtDecks] = []
    solved = in_parallel(edges_and_risks, [chosen, *games])
    plain = next(solved)
    for game, worth in zip(games, solved, strict=True):
        tell(f"{game.house.decks} decks")
        rows += _at_decks(game, worth, plain)
    return tuple(rows), tuple(missing)


def _at_decks(game: Game, worth: Worth, plain: Worth) -> Iterator[WagerAtDecks]:
    decks = game.house.decks
    for wager, (edge, risk) in worth.items():
        published = published_for(game, wager)
        yield WagerAtDecks(
            decks=count(f"decks.{decks}.{wager}.decks", decks),
            wager=wager,
            name=wager_name(game, wager),
            edge=percent(f"decks.{decks}.{wager}.edge", edge),
            risk=percent(f"decks.{decks}.{wager}.risk", risk),
            swing=points(f"decks.{decks}.{wager}.swing", edge - plain.get(wager, (edge, risk))[0]),
            published=tell_published(published),
            verdict=verdict(published, edge),
        )


def published_for(game: Game, wager: str) -> PublishedPart | None:
    """The figure published for this wager with these options."""
    for part in game.published:
        told = {key: game.option_values.get(key) for key in part.options}
        if part.wager == wager and told == part.options:
            return part
    return None


def tell_published(part: PublishedPart | None) -> str:
    return "—" if part is None else tell_range(part)


def verdict(part: PublishedPart | None, edge: float) -> str:
    """Whether our house edge is in the published range, to the digits published."""
    if part is None:
        return "—"
    published = published_range(part)
    if published.holds(edge):
        return "yes"
    return "NO: below" if edge < published.lowest else "NO: above"
