"""The player’s rack card: one sheet, rules and payouts on the front, strategy and its cost on the back."""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.exact.analyst import analyse
from pitboss.games.explain import sentences, tell_option
from pitboss.games.file_schema import WagerPart
from pitboss.games.game import Game
from pitboss.games.vocabulary import typed
from pitboss.paper.document import (
    Block,
    Bullets,
    Column,
    DrawingBlock,
    Subheading,
    TableBlock,
    cells_of,
    paragraph,
    pieces_of,
    right_columns,
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
PLAYER_ADVANTAGE = "A negative house edge is a player advantage."

Strip = tuple[Block, ...]


@dataclass(frozen=True)
class RackCard:
    game: Game
    date: str
    front: tuple[Strip, ...]
    lead: tuple[Block, ...]
    """Above the charts."""
    charts: tuple[DrawingBlock, ...]
    beside: tuple[Block, ...]
    """Beside a single chart, or below several."""

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
    """The card from figures that are at hand."""
    return RackCard(
        game=game,
        date=date,
        front=(tuple(_rules(game)), tuple(_round(game)), tuple(_pays(game, wagers))),
        lead=tuple(_lead(strategy)),
        charts=tuple(_charts(strategy)),
        beside=tuple(_beside(game.main_wager, strategy)),
    )


def set_card(card: RackCard) -> bytes:
    return set_blocks("\n".join(_source(card)), card.blocks)


def _source(card: RackCard) -> Iterator[str]:
    game = card.game
    foot = (
        f"{game.title}, {game.source}. Rulebook {game.sha256[:16]}. {card.date}. "
        "Figures are calculated from the rules; no laboratory or regulator has certified them."
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
        "limits", "At this table", (Column("limit", share=1), *right_columns("amount")),
        tuple((game.options[name].label, tell_option(game, name)) for name in names if name in game.options),
        small=True,
    )  # fmt: skip


def _pays(game: Game, wagers: tuple[WagerFindings, ...]) -> Iterator[Block]:
    yield TableBlock(
        "pays", "Payouts", (Column("wager", share=1.4), Column("result", share=1), *right_columns("pays")),
        tuple((pay.wager, pay.result, pay.odds) for pay in find_payout_rows(game)),
        small=True,
    )  # fmt: skip
    yield TableBlock(
        "edges", "House edge against perfect play",
        (Column("wager", share=1), *right_columns("house edge", "wins")),
        tuple((wager.name, wager.edge, wager.hit) for wager in wagers), small=True,
        note=PLAYER_ADVANTAGE if any(wager.edge.value < 0 for wager in wagers) else "",
    )  # fmt: skip
    for wager in wagers:
        if wager.returns and wager.id in {part.id for part in game.wagers if part.pay_table}:
            yield TableBlock(
                f"often-{typed(wager.id)}", f"{wager.name}: how often",
                (Column("result", share=1), Column("pays"), *right_columns("probability")),
                tuple((row.event, row.pays, row.chance) for row in wager.returns), small=True,
            )  # fmt: skip


def _lead(strategy: Strategy) -> Iterator[Block]:
    if strategy.first_cards:
        yield paragraph(
            "There is one decision, after the first card. A player who follows this card faces a house "
            "edge of ",
            strategy.by_chart,
            ".",
        )
        return
    yield paragraph(
        "Find your hand on the left and the dealer’s upcard above. ", *_result(strategy),
        " Difference from perfect play: ", strategy.cost, " percentage points.",
    )  # fmt: skip
    yield DrawingBlock("card-key", "", draw_key(sorted(cell.play for cell in strategy.cells), KEY_WIDTH))


def _result(strategy: Strategy) -> tuple[str | Figure, ...]:
    if strategy.by_chart.value < 0:
        return (
            "A player who follows this card exactly has an advantage of ",
            strategy.advantage_by_chart,
            ".",
        )
    return ("A player who follows this card exactly faces a house edge of ", strategy.by_chart, ".")


def _charts(strategy: Strategy) -> Iterator[DrawingBlock]:
    if strategy.first_cards:
        yield DrawingBlock("first-card", "After the first card", draw_first_cards(strategy))
        return
    for announced, drawn in draw_strategy(strategy, brief=True).items():
        yield DrawingBlock(f"card-{announced or 'up'}", CHART_TITLES[announced], drawn)
    if strategy.chances:
        yield DrawingBlock(
            "card-chance", f"{strategy.second_chance}: take it?", draw_second_chances(strategy)
        )


def _beside(main: WagerPart, strategy: Strategy) -> Iterator[Block]:
    if strategy.first_cards:
        yield TableBlock(
            "first-cards", f"Value of each decision, in units of the {main.name}",
            (Column("first card"), Column("best decision", share=1),
             *right_columns(*strategy.first_cards[0].values)),
            tuple((row.first, row.play, *row.values.values()) for row in strategy.first_cards),
        )  # fmt: skip
    elif strategy.exceptions:
        yield TableBlock(
            "exceptions", "Worth remembering: hands to play differently",
            (Column("hand"), Column("upcard"), Column("hole card"), Column("better", share=1),
             *right_columns("gain")),
            tuple(
                (row.hand, row.up, row.seen or "—", row.better, row.gain)
                for row in strategy.exceptions[:MOST_EXCEPTIONS]
            ),
            small=True,
        )  # fmt: skip
