"""The player's rack card: one sheet, rules and pays on the front, the strategy with its cost on the back."""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.exact.analyst import analyse
from pitboss.games.explain import sentences, tell_option
from pitboss.games.game import Game
from pitboss.paper.document import (
    Block,
    Bullets,
    DrawingBlock,
    Column,
    Subheading,
    TableBlock,
    cells_of,
    pieces_of,
    right_columns,
    paragraph,
)
from pitboss.paper.figures import Figure
from pitboss.paper.strategy_chart import (
    CHART_TITLES,
    draw_first_cards,
    draw_key,
    draw_second_chances,
    draw_strategy,
)
from pitboss.paper.strategy_findings import Strategy, find_strategy
from pitboss.paper.typeset import STYLE, datetime_of, markup, quote, set_blocks
from pitboss.paper.wagers import WagerFindings, find_payout_rows, find_wagers

MOST_EXCEPTIONS = 8
KEY_WIDTH = 720.0
BELOW_ZERO = "Below zero, the player gains."

Strip = tuple[Block, ...]


@dataclass(frozen=True)
class RackCard:
    game: Game
    date: str
    front: tuple[Strip, ...]
    lead: tuple[Block, ...]
    """What stands above the charts."""
    charts: tuple[DrawingBlock, ...]
    beside: tuple[Block, ...]
    """What stands beside a single chart, or below several."""

    @property
    def blocks(self) -> tuple[Block, ...]:
        return (*(block for column in self.front for block in column), *self.lead, *self.charts, *self.beside)

    @property
    def figures(self) -> tuple[Figure, ...]:
        cells = [cell for block in self.blocks for cell in cells_of(block)]
        return tuple(piece for cell in cells for piece in pieces_of(cell) if isinstance(piece, Figure))


def card_bytes(game: Game, *, date: str) -> bytes:
    """The rack card of a game as PDF; solves the game, which takes some seconds."""
    return set_card(find_card(game, date=date))


def find_card(game: Game, *, date: str) -> RackCard:
    analysis = analyse(game)
    strategy, _ = find_strategy(analysis)
    return make_card(game, find_wagers(analysis), strategy, date=date)


def make_card(game: Game, wagers: tuple[WagerFindings, ...], strategy: Strategy, *, date: str) -> RackCard:
    """The card from figures that are found already."""
    return RackCard(
        game=game,
        date=date,
        front=(tuple(_rules(game)), tuple(_round(game)), tuple(_pays(game, wagers))),
        lead=tuple(_lead(strategy)),
        charts=tuple(_charts(strategy)),
        beside=tuple(_beside(strategy)),
    )


def set_card(card: RackCard) -> bytes:
    return set_blocks("\n".join(_source(card)), card.blocks)


def _source(card: RackCard) -> Iterator[str]:
    game = card.game
    foot = (
        f"{game.title}, {game.source}. Rulebook {game.sha256[:16]}. {card.date}. "
        "Figures are computed from the rules; certified by no laboratory or regulator."
    )
    yield f'#import "{STYLE}": *'
    yield f"#card(title: {quote(game.title)}, subtitle: {quote(game.jurisdiction)}, foot: {quote(foot)},"
    yield f"  date: {datetime_of(card.date)},"
    yield f"  front: ({', '.join(f'[{_set(column)}]' for column in card.front)}),"
    yield f"  back: [{_set(card.lead)}\n#card-charts("
    yield f"  {', '.join(f'[#{markup(chart)}]' for chart in card.charts)}, beside: [{_set(card.beside)}])])"


def _set(blocks: tuple[Block, ...]) -> str:
    return "\n".join(f"#{markup(block)}" for block in blocks)


def _rules(game: Game) -> Iterator[Block]:
    yield paragraph(game.summary)
    yield Subheading("The rules in brief")
    yield Bullets(tuple(told.says for told in sentences(game)))


def _round(game: Game) -> Iterator[Block]:
    yield Subheading("A round")
    yield Bullets(tuple(phase.says for phase in game.phases))
    names = ("decks", "min_wager_cents", "max_wager_cents", "side_min_cents", "side_max_cents")
    yield TableBlock(
        "limits", "At this table", (Column("what", share=1), *right_columns("amount")),
        tuple((game.options[name].says, tell_option(game, name)) for name in names if name in game.options),
        small=True,
    )  # fmt: skip


def _pays(game: Game, wagers: tuple[WagerFindings, ...]) -> Iterator[Block]:
    yield TableBlock(
        "pays", "What is paid", (Column("wager", share=1.4), Column("result", share=1), *right_columns("pays")),
        tuple((pay.wager, pay.result, pay.odds) for pay in find_payout_rows(game)),
        small=True,
    )  # fmt: skip
    yield TableBlock(
        "edges", "What the house keeps, against best play",
        (Column("wager", share=1), *right_columns("house edge", "wins")),
        tuple((wager.name, wager.edge, wager.hit) for wager in wagers), small=True,
        note=BELOW_ZERO if any(wager.edge.value < 0 for wager in wagers) else "",
    )  # fmt: skip
    for wager in wagers:
        if wager.returns and wager.id in {part.id for part in game.wagers if part.pay_table}:
            yield TableBlock(
                f"often-{wager.id.replace('_', '-')}", f"{wager.name}: how often",
                (Column("event", share=1), Column("pays"), *right_columns("chance")),
                tuple((row.event, row.pays, row.chance) for row in wager.returns), small=True,
            )  # fmt: skip


def _lead(strategy: Strategy) -> Iterator[Block]:
    if strategy.first_cards:
        yield paragraph(
            "One decision, after the first card. Played like this the house keeps ", strategy.by_chart, "."
        )
        return
    yield paragraph(
        "Played to the letter the house keeps ", strategy.by_chart, " of the wager, ", strategy.cost,
        " percentage points more than against perfect play. Find your hand on the left, the dealer's up card "
        "above.", f" {BELOW_ZERO}" if strategy.by_chart.value < 0 else "",
    )  # fmt: skip
    yield DrawingBlock("card-key", "", draw_key(sorted(cell.play for cell in strategy.cells), KEY_WIDTH))


def _charts(strategy: Strategy) -> Iterator[DrawingBlock]:
    if strategy.first_cards:
        yield DrawingBlock("first-card", "After the first card", draw_first_cards(strategy))
        return
    for light, drawn in draw_strategy(strategy, brief=True).items():
        yield DrawingBlock(f"card-{light or 'up'}", CHART_TITLES[light], drawn)
    if strategy.chances:
        yield DrawingBlock("card-chance", "Second Chance: take it?", draw_second_chances(strategy.chances))


def _beside(strategy: Strategy) -> Iterator[Block]:
    if strategy.first_cards:
        yield TableBlock(
            "first-cards", "What each choice is worth, in units of the Ante",
            (Column("first card"), Column("play", share=1), *right_columns(*strategy.first_cards[0].values)),
            tuple((row.first, row.play, *row.values.values()) for row in strategy.first_cards),
        )  # fmt: skip
    elif strategy.exceptions:
        yield TableBlock(
            "exceptions", "Worth remembering: hands that are better played otherwise",
            (Column("hand"), Column("against"), Column("seen"), Column("better", share=1), *right_columns("gain")),
            tuple(
                (row.hand, row.up, row.seen or "—", row.better, row.gain)
                for row in strategy.exceptions[:MOST_EXCEPTIONS]
            ),
            small=True,
        )  # fmt: skip
