"""Showing the rulebook: games, rules, readings, differences, checks."""

from collections.abc import Sequence
from typing import Any

from pitboss.cli import screen
from pitboss.errors import BadChoice, BadGame, BadInput
from pitboss.games.choices import parse_requests
from pitboss.games.citation_checks import citation_faults
from pitboss.games.compare import Difference, differences
from pitboss.games.explain import describe, describe_notes, describe_readings, sentences, tell_option
from pitboss.games.files import known_games, looks_like_reading
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.games.vocabulary import PHASES, PROCEDURES, tell_name, tell_odds, typed
from pitboss.games.wager_kinds import KINDS
from pitboss.table.event_text import wager_name

TIMINGS = {"before the deal": "before the deal", "insurance": "when insurance is offered",
           "decision": "on the player’s decision", "bust": "after a bust"}  # fmt: skip


def load_where_fitting(names: Sequence[str], choices: Sequence[str]) -> list[Game]:
    """Several games with one set of choices: each takes those it has, and at least one must have each."""
    if len(names) == 1:
        return [load_game(names[0], choose=choices)]
    return _load_each(names, share_choices(names, choices))


def share_choices(names: Sequence[str], choices: Sequence[str]) -> list[list[str]]:
    """Of several games, each gets the choices that it has; what none has goes to all, to be refused."""
    taken: list[list[str]] = [[] for _ in names]
    if len(names) == 1 or not choices:
        return [[*choices] for _ in names]
    plain = [load_game(name) for name in names]
    requests, faults = parse_requests(choices)
    if faults:
        raise BadChoice(faults)
    for request, text in zip(requests, choices, strict=True):
        having = [number for number, game in enumerate(plain) if _has(game, request.name)]
        for number in having or range(len(names)):
            taken[number].append(text)
    return taken


def _load_each(names: Sequence[str], taken: Sequence[Sequence[str]]) -> list[Game]:
    """All of them, or the faults of all of them."""
    games, faults = [], []
    for name, chosen in zip(names, taken, strict=True):
        try:
            games.append(load_game(name, choose=chosen))
        except BadInput as error:
            faults += [fault._replace(where=f"{name}: {fault.where}") for fault in error.faults]
    if faults:
        raise BadChoice(dict.fromkeys(faults))
    return games


def _has(game: Game, name: str) -> bool:
    return name in game.options or looks_like_reading(name) in game.readings


def show_games(choices: Sequence[str], *, as_json: bool) -> None:
    games = load_where_fitting(known_games(), choices)
    if as_json:
        screen.print_json([_summary(game) for game in games])
        return
    screen.table(
        ("game", "title", "jurisdiction", "document", "main wager", "decks", "readings"),
        [
            (game.id, game.title, game.jurisdiction, game.document, game.main_wager.name,
             game.options["decks"].allowed_text, str(len(game.readings)))
            for game in games
        ],
        wide=1,
    )  # fmt: skip


def _summary(game: Game) -> dict[str, Any]:
    return {
        "game": game.id,
        "title": game.title,
        "jurisdiction": game.jurisdiction,
        "document": game.document,
        "source": game.source,
        "summary": game.summary,
        "main_wager": game.main_wager.id,
        "wagers": [wager.id for wager in game.wagers],
        "options": game.option_values,
        "readings": game.reading_choices,
        "rulebook_sha256": game.sha256,
    }


def show_rules(name: str, choices: Sequence[str], *, as_json: bool) -> None:
    game = load_game(name, choose=choices)
    if as_json:
        screen.print_json(describe(game))
        return
    screen.title(f"{game.title}, {game.jurisdiction} ({game.id})", game.summary)
    screen.line(f"Source: {game.source}, {game.dated}. Hash of the rules (SHA-256): {game.sha256}.")
    for show in _PARTS:
        show(game)


def _departures(game: Game) -> None:
    if game.departures:
        screen.heading(f"Departs from {game.document}")
        for departure in game.departures:
            screen.line(f"- {departure}")


def _options(game: Game) -> None:
    screen.heading("Options")
    screen.table(
        ("option", "chosen", "allowed", "what it means", "chosen by", "for --set", "clauses"),
        [
            (chosen.label, tell_option(game, name), chosen.allowed_text,
             f"{chosen.says}; {chosen.note}" if chosen.note else chosen.says,
             chosen.chosen_by, typed(name), _cite(chosen.clauses))
            for name, chosen in game.options.items()
        ],
        wide=3,
    )  # fmt: skip
    for requirement in game.requirements:
        screen.line(f"- {requirement.says} ({_cite(requirement.clauses)})")


def _rules(game: Game) -> None:
    screen.heading("How it is played")
    screen.table(
        ("about", "rule", "clauses"),
        [(told.topic, told.says, _cite(told.clauses)) for told in sentences(game)],
        wide=1,
    )


def _round(game: Game) -> None:
    screen.heading("A round")
    screen.table(
        ("", "phase", "what happens", "clauses"),
        [
            (str(number), PHASES[phase.name], phase.says, _cite(phase.clauses))
            for number, phase in enumerate(game.phases, 1)
        ],
        wide=2,
    )


def _wagers(game: Game) -> None:
    screen.heading("Wagers")
    screen.table(
        ("wager", "kind", "when", "stake", "open to", "pays", "clauses"),
        [
            (wager.name, KINDS[wager.kind].label, TIMINGS[wager.timing], wager.stake, wager.open_to,
             _pays(game, wager.odds, wager.pay_table), _cite(wager.clauses))
            for wager in game.wagers
        ],
        wide=4,
    )  # fmt: skip


def _pays(game: Game, odds: Sequence[str], pay_table: str | None) -> str:
    told = [f"{tell_name(name)} {tell_odds(game.odds[name].odds)}" for name in odds]
    return ", ".join([*told, f"pay table “{tell_name(pay_table)}”"] if pay_table else told)


def _pay_tables(game: Game) -> None:
    for table in game.pay_tables.values():
        cited = f" ({_cite(table.clauses)})" if table.clauses else ""
        screen.heading(f"Pay table “{tell_name(table.name)}”{cited}")
        screen.table(
            ("result", "pays"),
            [(tell_name(row), f"{pays} to 1" if pays else "loses") for row, pays in table.rows.items()],
        )


def _readings(game: Game) -> None:
    taken = [read for read in game.readings.values() if read.is_switchable]
    if taken:
        screen.heading("Readings taken")
        screen.table(
            ("reading", "chosen", "choices", "question", "read as", "clauses"),
            [
                (read.id, read.choice + ("" if read.is_default else " (not the default)"),
                 "/".join(read.part.choices), read.part.question,
                 read.part.choices[read.choice].says, _cite(read.part.clauses))
                for read in taken
            ],
            wide=3,
        )  # fmt: skip
        if game.notes:
            notes = f"{len(game.notes)} notes say how the text is taken where it leaves no choice"
            screen.line(f"{notes}: `pitboss readings {game.id}` lists them.")


def _layout(game: Game) -> None:
    screen.heading("Layout and signs")
    rows = [(f"{area.what} (each {area.per})", "area", "", _cite(area.clauses)) for area in game.layout]
    rows += [
        (f"“{part.text}”", part.where, _instead(part.similar, part.or_sign), _cite(part.clauses))
        for part in game.inscriptions
    ]
    screen.table(("what", "where", "or instead", "clauses"), rows, wide=0)


def _instead(similar: bool, or_sign: bool) -> str:
    ways = ["similar words"] if similar else []
    return " or ".join([*ways, "a sign"] if or_sign else ways)


def _equipment(game: Game) -> None:
    screen.heading("Equipment and procedures")
    rows = [(part.item, part.says, _cite(part.clauses)) for part in game.equipment]
    rows += [
        (PROCEDURES[name].label, part.says, _cite(part.clauses)) for name, part in game.procedures.items()
    ]
    screen.table(("what", "rule", "clauses"), rows, wide=1)


def _published(game: Game) -> None:
    if game.published:
        screen.heading("Published figures")
        screen.table(
            ("wager", "measure", "published", "note", "clauses"),
            [
                (wager_name(game, part.wager), tell_name(part.measure),
                 f"{part.lowest_percent} % to {part.highest_percent} %",
                 part.note, _cite(part.clauses))
                for part in game.published
            ],
            wide=3,
        )  # fmt: skip


_PARTS = (
    _departures,
    _options,
    _rules,
    _round,
    _wagers,
    _pay_tables,
    _readings,
    _layout,
    _equipment,
    _published,
)


def _cite(clauses: Sequence[str]) -> str:
    return ", ".join(clauses)


def show_readings(name: str | None, choices: Sequence[str], *, as_json: bool) -> None:
    games = load_where_fitting(known_games() if name is None else [name], choices)
    if as_json:
        screen.print_json(
            [
                {"game": game.id, "readings": describe_readings(game), "notes": describe_notes(game)}
                for game in games
            ]
        )
        return
    for game in games:
        if game.readings:
            screen.heading(f"{game.title} ({game.id})")
            screen.table(
                ("reading", "about", "question", "choices (* chosen)", "why", "clauses"),
                [
                    (read.id, read.part.kind, read.part.question, _choices(read.part.choices, read.choice),
                     read.part.because, _cite(read.part.clauses))
                    for read in game.readings.values()
                ],
                wide=3,
            )  # fmt: skip
        elif name:
            screen.line(f"{game.title} has no readings: its rules leave nothing open.")
        if game.notes:
            screen.heading(f"Notes on {game.title}: how its text is taken where it leaves no choice")
            screen.table(
                ("note", "question", "taken as", "why", "clauses"),
                [
                    (id, note.question, note.says, note.because, _cite(note.clauses))
                    for id, note in game.notes.items()
                ],
                wide=1,
            )


def _choices(choices: Any, taken: str) -> str:
    return "; ".join(f"{'*' if id == taken else ''}{id} {choice.says}" for id, choice in choices.items())


def show_differences(left: str, right: str, choices: Sequence[str], *, as_json: bool) -> None:
    one, other = load_where_fitting([left, right], choices)
    changes = differences(one, other)
    if as_json:
        screen.print_json(
            {
                "left": one.id,
                "right": other.id,
                "differences": [_describe(difference) for difference in changes],
            }
        )
        return
    screen.title(f"{one.title} ({one.id}) and {other.title} ({other.id})")
    if not changes:
        screen.line("The two games are the same.")
    for section in dict.fromkeys(difference.section for difference in changes):
        screen.heading(section)
        screen.table(
            ("", one.id, other.id),
            [
                (
                    difference.what,
                    *(_side(side.says, side.clauses) for side in (difference.left, difference.right)),
                )
                for difference in changes
                if difference.section == section
            ],
        )


def _side(says: str, clauses: Sequence[str]) -> str:
    return f"{says} ({_cite(clauses)})" if clauses else says


def _describe(difference: Difference) -> dict[str, Any]:
    return {
        "section": difference.section,
        "name": difference.name,
        "what": difference.what,
        "left": vars(difference.left),
        "right": vars(difference.right),
    }


def check_file(name: str, choices: Sequence[str], *, as_json: bool) -> None:
    try:
        game = load_game(name, choose=choices)
        if faults := citation_faults(name, game):
            raise BadGame(faults)
    except BadInput as error:
        if as_json:
            screen.print_json({"ok": False, "faults": [fault._asdict() for fault in error.faults]})
        raise
    if as_json:
        departures = [vars(departure) for departure in game.departures]
        screen.print_json(
            {
                "ok": True,
                "game": game.id,
                "rulebook_sha256": game.sha256,
                "departures": departures,
                "faults": [],
            }
        )
        return
    screen.line(f"{game.id}: {game.title} has no errors. Hash of the rules (SHA-256): {game.sha256}.")
    if game.departures:
        count = len(game.departures)
        screen.line(f"It departs from {game.document} in {count} place{'s' * (count != 1)}:")
        for departure in game.departures:
            screen.line(f"- {departure}")
    else:
        screen.line(f"It stays within its document ({game.document}).")
