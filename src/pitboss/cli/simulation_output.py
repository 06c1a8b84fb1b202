"""Simulating at a terminal: what was asked for, a live bar, the figures, and files to go on from."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

from pitboss.cli import screen, user_files
from pitboss.cli.odds_output import check_rows_file, percent, read_chart, save_rows, tell
from pitboss.errors import BadInput, Fault, Refused
from pitboss.exact.strategy import STRATEGIES
from pitboss.exact.warm_kernels import warm_up as warm_analyst
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.lab.simulation import Prepared, Setting, check, prepare
from pitboss.sim import checkpoint
from pitboss.sim.job import warm_up
from pitboss.sim.running import Crew, Progress, Stop, run, threads

USUAL_ROUNDS = 10_000_000
MOST_ROUNDS = 10**15
MOST_WORKERS = 10_000
CLUSTER_WAIT_S = 10
KEEP_EVERY_S = 30.0
DEVICES = CPU, GPU = "cpu", "gpu"


@dataclass(frozen=True)
class Asked:
    """The command line as it was typed."""

    rounds: str
    seed: int
    workers: int
    seats: int
    cut: float | None
    fresh: bool
    strategy: str
    insurance: str
    errors: float
    until_se: float
    seconds: float
    cluster: str
    device: str
    resume: str
    record: str
    record_rounds: int
    record_from: int
    out: str


def simulate(name: str, choices: Sequence[str], asked: Asked, *, as_json: bool) -> None:
    game = load_game(name, choose=choices)
    stop, setting = _stop(asked), _setting(asked)
    check(setting)
    _check_device(asked)
    for place, where in ((asked.resume, "--resume"), (asked.record, "--record")):
        if place:
            user_files.check_place(place, where=where)
    if asked.out:
        check_rows_file(asked.out)
    warm_analyst(tell)
    prepared = prepare(game, setting)
    progress = _taken_up(asked.resume, prepared)
    tell(
        "Making the kernel ready; the first time for a kind of game it is compiled, which takes some seconds."
    )
    with _crew(asked, prepared) as crew, _bar(prepared, stop, as_json=as_json) as show:
        found = run(
            prepared.job, crew, stop, progress=progress, error_of=prepared.standard_error,
            tell=_keeper(asked.resume, prepared, show),
        )  # fmt: skip
    _keep(asked.resume, prepared, found)
    if asked.record:
        _write_record(asked, prepared, choices)
    _show(prepared, found, asked, as_json=as_json)


# ---- what was asked for


def _stop(asked: Asked) -> Stop:
    faults: list[Fault] = []
    rounds = _rounds(asked.rounds, faults)
    for name, value in (("--seconds", asked.seconds), ("--until-se", asked.until_se)):
        if not 0 <= value < inf:
            faults.append(Fault(name, f"{value:g} is no place to stop.", "a number above 0"))
    if asked.fresh and asked.cut is not None:
        faults.append(Fault("--fresh", "and a cut are two ways to end a shoe.", "one of both"))
    if not 0 <= asked.workers <= MOST_WORKERS:
        faults.append(Fault("--workers", f"{asked.workers} workers cannot be had.", f"1 to {MOST_WORKERS}"))
    if not 0 <= asked.seed < 1 << 64:
        faults.append(Fault("--seed", f"{asked.seed} is no seed.", "0 to 2^64 - 1"))
    if faults:
        raise BadInput(faults)
    if rounds is None and not asked.seconds and not asked.until_se:
        rounds = USUAL_ROUNDS
    return Stop(rounds, asked.seconds or None, asked.until_se or None)


def _rounds(text: str, faults: list[Fault]) -> int | None:
    """A whole number as people write it: 1000000, 1_000_000, 1e6."""
    if not text:
        return None
    try:
        number = float(text.replace(",", "")) if "e" in text.lower() else int(text.replace(",", ""))
        if number == int(number) and 1 <= number <= MOST_ROUNDS:
            return int(number)
    except (ValueError, OverflowError):
        pass
    faults.append(Fault("--rounds", f"{text} is no number of rounds.", "1 to 1e15, such as 1e8"))
    return None


def _setting(asked: Asked) -> Setting:
    chart = None if asked.strategy in STRATEGIES else read_chart(asked.strategy)
    cut = 0.0 if asked.fresh else asked.cut
    return Setting(asked.seats, cut, asked.strategy, chart, asked.insurance, asked.errors, asked.seed)


def _check_device(asked: Asked) -> None:
    """Before anything is solved: whether there is such a thing here."""
    if asked.device not in DEVICES:
        raise BadInput([Fault("--device", f"{asked.device!r} is no device.", ", ".join(DEVICES))])
    if asked.device == GPU and asked.cluster:
        raise BadInput([Fault("--device gpu", "is of this machine, and a cluster is not.", "one of both")])
    if asked.device == GPU:
        from pitboss.compiled_gpu import gpus

        tell(f"Playing on {', '.join(gpu.name for gpu in gpus()[: asked.workers or None])}.")


@contextmanager
def _crew(asked: Asked, prepared: Prepared) -> Iterator[Crew]:
    if asked.device == GPU:
        from pitboss.sim.gpu import gpu_crew

        yield gpu_crew(prepared.job, asked.workers)
        return
    warm_up(prepared.job)
    if not asked.cluster:
        yield threads(asked.workers or os.cpu_count() or 1)
        return
    with _client(asked.cluster) as client:
        _check_sources(client, asked.cluster)
        from distributed.scheduler import KilledWorker

        count = max(sum(client.nthreads().values()), 1)
        yield Crew(lambda: client.get_executor(pure=False), asked.workers or count, lost=(KilledWorker,))


@contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        import distributed
    except ImportError as error:
        says = "A cluster needs dask.distributed: pip install 'pitboss[cluster]'."
        raise BadInput([Fault("--cluster", says)]) from error
    connect: Any = distributed.Client
    start = time.monotonic()
    try:
        client = connect(address, timeout=CLUSTER_WAIT_S, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        waited = time.monotonic() - start
        says = f"no scheduler answers at {address} after {waited:.0f} s."
        raise BadInput([Fault("--cluster", says, "an address such as tcp://10.0.0.5:8786")]) from error
    try:
        yield client
    finally:
        client.close()


def _check_sources(client: Any, address: str) -> None:
    """Workers must hold the same rules and kernels, or totals would be of two games."""
    from pitboss.compiled import sources_sha256

    ours = sources_sha256()
    others = [worker for worker, theirs in client.run(sources_sha256).items() if theirs != ours]
    if others:
        says = f"workers with another version of pitboss: {', '.join(sorted(others))}."
        raise BadInput([Fault(f"--cluster {address}", says)])


# ---- a run that can be put down


def _taken_up(path: str, prepared: Prepared) -> Progress | None:
    if not path or not user_files.is_file(path) or not Path(path).stat().st_size:
        return None
    data = user_files.read_json(path, where="--resume")
    return checkpoint.from_data(data, prepared.settings(), prepared.job, f"--resume {path}")


def _keep(path: str, prepared: Prepared, progress: Progress) -> None:
    if path:
        data = json.dumps(checkpoint.as_data(progress, prepared.settings())).encode()
        unfinished = f"{path}.part"
        user_files.save(unfinished, data, where="--resume")
        Path(unfinished).replace(path)


def _keeper(path: str, prepared: Prepared, show: Callable[[Progress], None]) -> Callable[[Progress], None]:
    kept = time.monotonic()

    def follow(progress: Progress) -> None:
        nonlocal kept
        show(progress)
        if path and time.monotonic() - kept > KEEP_EVERY_S:
            _keep(path, prepared, progress)
            kept = time.monotonic()

    return follow


@contextmanager
def _bar(prepared: Prepared, stop: Stop, *, as_json: bool) -> Iterator[Callable[[Progress], None]]:
    """Rounds, rate, the running edge with its error, and the time left; only where somebody looks."""
    if not sys.stderr.isatty() or as_json:
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("dealing", total=stop.rounds)

        def show(progress: Progress) -> None:
            main = prepared.figures(progress.total).wagers[0]
            rounds = main.made // prepared.terms.boxes
            rate = rounds / progress.seconds / 1e6 if progress.seconds else 0.0
            says = f"{rounds:,} rounds, {rate:.1f} M/s, edge {percent(main.house_edge)} ± " + percent(
                main.standard_error
            )
            bar.update(task, completed=rounds, description=says)

        yield show


# ---- what was found


def _write_record(asked: Asked, prepared: Prepared, choices: Sequence[str]) -> None:
    from pitboss.lab.table_replay import written
    from pitboss.table.notation import shoe_text

    try:
        shoe = written(prepared, asked.record_from, asked.record_rounds, choices)
    except Refused as refused:
        says = f"the live table does not deal this: {refused.says}"
        raise BadInput([Fault("--record", says, clause=refused.clause)]) from refused
    user_files.save(asked.record, shoe_text(shoe).encode(), where="--record")
    tell(
        f"{asked.record_rounds} rounds in {asked.record}; `pitboss replay {asked.record}` goes through them."
    )


def _show(prepared: Prepared, progress: Progress, asked: Asked, *, as_json: bool) -> None:
    data = prepared.as_data(progress) | {"device": asked.device}
    if asked.out:
        rows = [
            {"game": data["game"], "rounds": data["rounds"], "seed": data["seed"],
             **{key: value for key, value in wager.items() if not isinstance(value, dict | tuple)}}
            for wager in data["wagers"]
        ]  # fmt: skip
        save_rows(rows, asked.out)
    if as_json:
        screen.print_json(data)
        return
    _show_wagers(prepared.game, data, progress)
    _show_rest(data)


def _show_wagers(game: Game, data: dict[str, Any], progress: Progress) -> None:
    how = "a whole shoe every round" if data["fresh"] else f"cover card after {percent(data['cut'], 1)}"
    boxes = "one box" if data["seats"] == 1 else f"{data['seats']} boxes"
    screen.title(
        f"{game.title} ({game.id}): {data['rounds']:,} rounds",
        f"{boxes}, {how}, {data['strategy']} play, insurance {data['insurance']}, seed {data['seed']}.",
    )
    if progress.interrupted:
        screen.line("Interrupted; this is what was found so far.")
    screen.table(
        ("wager", "house edge", "±", "95 % from", "to", "SD", "of all wagered", "exact", "z"),
        [
            (row["wager"], percent(row["house_edge"]), percent(row["standard_error"]),
             percent(row["interval"][0]), percent(row["interval"][1]), f"{row['standard_deviation']:.4f}",
             percent(row["element_of_risk"]), _or_dash(row["exact_house_edge"], percent),
             _or_dash(row["z"], lambda z: f"{z:+.2f}"))
            for row in data["wagers"]
        ],
    )  # fmt: skip
    rate = data["rounds_per_second"] / 1e6
    screen.line(f"{data['seconds']:.2f} s without compilation, {rate:.1f} million rounds a second.")
    if progress.lost_workers:
        screen.line(f"{progress.lost_workers} batches were lost with their workers and played again.")


def _or_dash(value: float | None, text: Callable[[float], str]) -> str:
    return "-" if value is None else text(value)


def _show_rest(data: dict[str, Any]) -> None:
    cut = data["effect_of_the_cut_card"]
    if cut is not None:
        says = f"Effect of the cut card: {percent(cut['house_edge'])} ± {percent(cut['standard_error'])}"
        screen.line(f"{says}; {data['rounds_per_shoe']:.2f} rounds a shoe.")
    if data["missed"] is not None:
        screen.line(f"Decisions missed: {percent(data['missed'], 2)}.")
    often = ", ".join(f"{name} {percent(share, 2)}" for name, share in data["frequencies"].items())
    if often:
        screen.line(f"How often: {often}.")
    for wager in data["wagers"]:
        screen.heading(f"{wager['wager']}: net results")
        screen.table(
            ("units", "times", "share"),
            [(net, f"{often:,}", f"{often / wager['made']:.6f}") for net, often in wager["results"].items()],
        )
    if data["dealer"]:
        screen.heading("The dealer ends with")
        total = sum(data["dealer"].values())
        screen.table(
            ("total", "times", "share"),
            [(name, f"{often:,}", f"{often / total:.6f}") for name, often in data["dealer"].items()],
        )
    if data["penetrations"]:
        screen.heading("Had the cover card come earlier")
        screen.table(
            ("cut", "rounds", "house edge", "±"),
            [
                (percent(row["cut"], 1), f"{row['rounds']:,}", percent(row["house_edge"]),
                 percent(row["standard_error"]))
                for row in data["penetrations"]
            ],
        )  # fmt: skip
