# mypy: ignore-errors
"""How the frozen figures of edition 1 were made. Kept to be read, not to be run again.

It ran once against the released code, in a clone of commit a49d6e8 with an environment of its own:

    cd CLONE && .venv/bin/python make_edition_1_figures.py FOLDER

The names it imports are those of that release, so that type checks of later code leave it alone.
"""

import gzip
import json
import random
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, ".")  # the tests of the release drive its table

from pitboss.exact import analyst
from pitboss.exact.analyst import analyse, distribution_of
from pitboss.games.files import known_games
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.lab.simulating import Prepared, Setting, prepare
from pitboss.sim import rounds as at
from pitboss.sim.job import Counts
from pitboss.sim.running import Stop, run, threads
from pitboss.sim.tables import SUMS, WAGERS, Term
from pitboss.table.events import Event
from pitboss.table.notation import command_text
from pitboss.table.shoes import VirtualShoe
from pitboss.table.state import open_table
from pitboss.table.table import step
from tests.sim.jobs import played, prepared
from tests.table.drive import opened, random_round

ROUNDS = 2_000_000
SEED = 20_260_301
SETTINGS = (
    *((name, (), {}) for name in known_games()),
    ("down-under-pa", ("reading.D1=R2",), {}),
    ("down-under-pa", (), {"seats": 3, "cut": 0.6}),
    ("blackjack-match-nh", (), {"strategy": "total"}),
    ("double-back-jack-pa", (), {"errors": 0.05}),
    ("double-back-jack-pa", ("decks=2",), {"strategy": "never-second-chance", "insurance": "always"}),
    ("blackjack", ("decks=2", "surrender=late"), {"seats": 2, "cut": 0.5, "insurance": "always"}),
    ("blackjack", (), {"strategy": "mimic", "cut": 0.0}),
)
VARIANTS = (
    *((name, ()) for name in known_games()),
    ("down-under-pa", ("reading.D1=R2",)),
    ("down-under-pa", ("reading.D1=R4", "reading.D2=R2", "reading.D12=R3")),
    ("down-under-pa", ("decks=8", "reading.D5=R2", "reading.D6=R2")),
    ("double-back-jack-pa", ("reading.B1=R2", "reading.B2=R2")),
    ("over-under-pa", ("reading.O2=R2",)),
    ("down-under-vendor", ("decks=4", "reading.V8=R2")),
    ("blackjack-match-nh", ("reading.N4=R2", "reading.N5=R2", "reading.N9=R2")),
    ("blackjack", ("decks=1", "soft_17=hit", "blackjack_pays=6:5")),
)
PRICED = (
    ("down-under-pa", ("reading.D3=R2",)),
    ("down-under-pa", ("reading.D2=R3", "reading.D10=R2")),
    ("down-under-vendor", ("reading.V1=R2",)),
    ("double-back-jack-pa", ("decks=4", "reading.B2=R2")),
    ("blackjack-match-nh", ("reading.N1=R2", "reading.N19=R2")),
    ("blackjack", ("decks=8", "surrender=early")),
)
"""House edges alone, without their spread."""
TRANSCRIBED_ROUNDS = 40

WAGER_NAMES = ("main", "up_match", "down_match", "bonus", "insurance", "second_chance")
SUM_NAMES = ("staked", "won", "won_squared", "staked_times_won", "staked_squared")
COUNT_NAMES = ("rounds", "shoes", "doubles", "splits", "resplits", "surrenders", "even_money", "insured",
               "decisions", "missed")  # fmt: skip


# ---- the simulator


def totals_of(made: Prepared, counts: Counts) -> dict[str, Any]:
    """Every number that a simulation adds up, by name; whole numbers all of them."""
    reader = made.reader(counts)
    figures = made.figures(counts)
    places = (at.ROUNDS, at.SHOES, at.DOUBLES, at.SPLITS, at.RESPLITS, at.SURRENDERS, at.EVENS, at.INSURED,
              at.DECISIONS, at.MISSED)  # fmt: skip
    sums = {
        name: dict(zip(SUM_NAMES, reader._sums(number), strict=True))
        for number, name in enumerate(WAGER_NAMES)
    }
    return {
        "counts": {name: int(counts[place]) for name, place in zip(COUNT_NAMES, places, strict=True)},
        "grain_cents": made.lexicon.grain_cents,
        "sums": {name: found for name, found in sums.items() if any(found.values())},
        "made": {wager.wager: wager.made for wager in figures.wagers},
        "results": {wager.wager: wager.results for wager in figures.wagers},
        "hands": figures.hands,
        "dealer": figures.dealer,
        "tally_sha256": sha256(counts.astype("<i8").tobytes()).hexdigest(),
    }


def check_own_kernel(name: str, choices: tuple[str, ...], setting: Setting, counts: Counts) -> None:
    """A kernel made to measure counts as the one that can do everything, but for sums it need not keep."""
    made = prepare(load_game(name, choose=choices), setting)
    own = run(made.job, threads(1), Stop(rounds=ROUNDS)).total
    first = int(made.job.book.terms[Term.SUMS_AT])
    kept = own[first : first + SUMS * WAGERS] != 0
    counts = counts.copy()
    counts[first : first + SUMS * WAGERS] *= kept
    assert (own == counts).all()


def simulated() -> dict[str, Any]:
    runs = []
    for name, choices, said in SETTINGS:
        setting = Setting(seed=SEED, **said)
        made = prepared(name, *choices, setting=setting)
        counts = played(made, ROUNDS)
        check_own_kernel(name, choices, setting, counts)
        told = {"game": name, "choices": list(choices), "setting": said}
        runs.append(told | {"totals": totals_of(made, counts)})
        print(name, choices, said, flush=True)
    return {"rounds": ROUNDS, "seed": SEED, "runs": runs}


# ---- the analyst


def exact_text(value: Any) -> Any:
    """A float with every digit it has; anything else as it is."""
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, dict):
        return {name: exact_text(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [exact_text(part) for part in value]
    return value


WORDING = ("method", "spread_method", "outcomes")


def edges_of(game: Game) -> dict[str, Any]:
    data = analyse(game).as_data()
    wagers = []
    for wager in data["wagers"]:
        kept = {name: value for name, value in wager.items() if name not in WORDING}
        kept["outcomes"] = [
            {name: value for name, value in outcome.items() if name != "event"}
            for outcome in wager["outcomes"]
        ]
        wagers.append(exact_text(kept))
    results = {found["net"]: repr(found["probability"]) for found in distribution_of(game)["results"]}
    return {"wagers": wagers, "dealer": exact_text(data["dealer"]), "distribution": results}


def edges() -> dict[str, Any]:
    analysed, priced = [], []
    for name, choices in VARIANTS:
        game = load_game(name, choose=choices)
        analysed.append({"game": name, "choices": list(choices), "figures": edges_of(game)})
        print(name, choices, flush=True)
    for name, choices in PRICED:
        found = analyst.edges(load_game(name, choose=choices))
        priced.append({"game": name, "choices": list(choices), "edges": exact_text(found)})
        print(name, choices, flush=True)
    return {"analysed": analysed, "priced": priced}


# ---- the table


def event_data(event: Event) -> dict[str, Any]:
    """What happened, with its clause under a key of its own."""
    told = msgspec.to_builtins(event)
    clause = told.pop("clause")
    return {"clause": clause, "event": told}


def transcript(name: str) -> Iterator[str]:
    """Lines: the game, then each command in notation with the events that it caused."""
    game = load_game(name)
    shoe = VirtualShoe(game.house.decks, random.Random(f"edition 1, {name}"))
    room = opened(name, seats=(1, 3, 6), shoe=shoe)
    rng = random.Random(f"edition 1, players of {name}")
    for _ in range(TRANSCRIBED_ROUNDS):
        random_round(room, rng)
    yield json.dumps({"game": name, "rounds": TRANSCRIBED_ROUNDS})
    state = open_table(game)
    for command in room.commands:
        events, state = step(state, command)
        told = {"command": command_text(command), "events": [event_data(event) for event in events]}
        yield json.dumps(told, separators=(",", ":"), ensure_ascii=False)


# ---- writing


def write_json(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def write_packed(path: Path, text: str) -> None:
    with path.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(text.encode())


def main() -> None:
    folder = Path(sys.argv[1])
    (folder / "transcripts").mkdir(parents=True, exist_ok=True)
    for name in known_games():
        write_packed(folder / "transcripts" / f"{name}.jsonl.gz", "\n".join(transcript(name)) + "\n")
    write_json(folder / "simulated.json", simulated())
    write_json(folder / "edges.json", edges())


if __name__ == "__main__":
    main()
