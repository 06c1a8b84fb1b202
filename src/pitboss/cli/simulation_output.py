"""Simulating at a terminal: options checked, a progress bar, the figures, and files to resume from."""

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
from pitboss.cli.figures_text import percent, tell, tell_edge
from pitboss.cli.harmless_output import console
from pitboss.cli.odds_output import check_rows_file, save_rows
from pitboss.cli.other_play import read_chart
from pitboss.errors import BadInput, Fault, Refused
from pitboss.exact.strategy import STRATEGIES
from pitboss.exact.warm_kernels import warm_up as warm_analyst
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.games.vocabulary import tell_name
from pitboss.lab.simulation import Prepared, Setting, check, prepare
from pitboss.sim import checkpoint
from pitboss.sim.job import warm_up
from pitboss.sim.running import Progress, Stop, WorkerPool, run, threads
from pitboss.table.event_text import wager_name

USUAL_ROUNDS = 10_000_000
MOST_ROUNDS = 10**15
MOST_WORKERS = 10_000
CLUSTER_WAIT_S = 10
KEEP_EVERY_S = 30.0
DEVICES = CPU, GPU = "cpu", "gpu"


@dataclass(frozen=True)
class SimulationOptions:
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


def simulate(name: str, choices: Sequence[str], options: SimulationOptions, *, as_json: bool) -> None:
    game = load_game(name, choose=choices)
    stop, setting = _stop(options), _setting(options)
    check(setting)
    _check_device(options)
    for place, where in ((options.resume, "--resume"), (options.record, "--record")):
        if place:
            user_files.check_place(place, where=where)
    if options.out:
        check_rows_file(options.out)
    warm_analyst(tell)
    prepared = prepare(game, setting)
    progress = _taken_up(options.resume, prepared)
    tell("Preparing the simulator; the first run of a kind of game compiles it, which takes some seconds.")
    with _worker_pool(options, prepared) as pool, _bar(prepared, stop, as_json=as_json) as show:
        total = run(
            prepared.job, pool, stop, progress=progress, error_of=prepared.standard_error,
            tell=_keeper(options.resume, prepared, show),
        )  # fmt: skip
    _keep(options.resume, prepared, total)
    if options.record:
        _write_record(options, prepared, choices)
    _show(prepared, total, options, as_json=as_json)


# ---- the options


def _stop(options: SimulationOptions) -> Stop:
    faults: list[Fault] = []
    rounds = _rounds(options.rounds, faults)
    for name, value in (("--seconds", options.seconds), ("--until-se", options.until_se)):
        if not 0 <= value < inf:
            faults.append(Fault(name, f"{value:g} is not a number above 0.", "a number above 0"))
    if options.fresh and options.cut is not None:
        faults.append(Fault("--fresh, --cut", "cannot be used together.", "one of them"))
    if not 0 <= options.workers <= MOST_WORKERS:
        faults.append(
            Fault("--workers", f"{options.workers} is not a number of workers.", f"1 to {MOST_WORKERS}")
        )
    if not 0 <= options.seed < 1 << 64:
        faults.append(Fault("--seed", f"{options.seed} is not a seed.", "0 to 2^64 - 1"))
    if faults:
        raise BadInput(faults)
    if rounds is None and not options.seconds and not options.until_se:
        rounds = USUAL_ROUNDS
    return Stop(rounds, options.seconds or None, options.until_se or None)


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
    faults.append(Fault("--rounds", f"{text} is not a number of rounds.", "1 to 1e15, such as 1e8"))
    return None


def _setting(options: SimulationOptions) -> Setting:
    chart = None if options.strategy in STRATEGIES else read_chart(options.strategy)
    cut = 0.0 if options.fresh else options.cut
    return Setting(
        options.seats, cut, options.strategy, chart, options.insurance, options.errors, options.seed
    )


def _check_device(options: SimulationOptions) -> None:
    """Before anything is solved: whether there is such a thing here."""
    if options.device not in DEVICES:
        raise BadInput([Fault("--device", f"there is no device {options.device!r}.", ", ".join(DEVICES))])
    if options.device == GPU and options.cluster:
        raise BadInput([Fault("--device gpu, --cluster", "cannot be used together.", "one of them")])
    if options.device == GPU:
        from pitboss.compiled_gpu import gpus

        tell(f"Simulating on {', '.join(gpu.name for gpu in gpus()[: options.workers or None])}.")


@contextmanager
def _worker_pool(options: SimulationOptions, prepared: Prepared) -> Iterator[WorkerPool]:
    if options.device == GPU:
        from pitboss.sim.gpu import gpu_pool

        yield gpu_pool(prepared.job, options.workers)
        return
    warm_up(prepared.job)
    if not options.cluster:
        yield threads(options.workers or os.cpu_count() or 1)
        return
    with _client(options.cluster) as client:
        _check_sources(client, options.cluster)
        from distributed.scheduler import KilledWorker

        count = max(sum(client.nthreads().values()), 1)
        yield WorkerPool(
            lambda: client.get_executor(pure=False), options.workers or count, lost=(KilledWorker,)
        )


@contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        import distributed
    except ImportError as error:
        says = "a cluster needs dask.distributed: pip install 'pitboss[cluster]'."
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
    from pitboss.kernel_sources import sources_sha256

    ours = sources_sha256()
    others = [worker for worker, theirs in client.run(sources_sha256).items() if theirs != ours]
    if others:
        says = f"these workers run another version of Pitboss: {', '.join(sorted(others))}."
        raise BadInput([Fault(f"--cluster {address}", says)])


# ---- resuming a run


def _taken_up(path: str, prepared: Prepared) -> Progress | None:
    if not path or not user_files.exists(path):
        return None
    if not user_files.is_file(path):
        raise BadInput([Fault(f"--resume {path}", "is not a file, and would be replaced by one.")])
    if not Path(path).stat().st_size:
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
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Bar(*columns, console=console(stderr=True)) as bar:
        task = bar.add_task("dealing", total=stop.rounds)

        def show(progress: Progress) -> None:
            main = prepared.figures(progress.total).wagers[0]
            rounds = main.made // prepared.setup.boxes
            rate = rounds / progress.seconds / 1e6 if progress.seconds else 0.0
            says = f"{rounds:,} rounds, {rate:.1f} M/s, edge {percent(main.house_edge)} ± " + percent(
                main.standard_error
            )
            bar.update(task, completed=rounds, description=says)

        yield show


# ---- the results


def _write_record(options: SimulationOptions, prepared: Prepared, choices: Sequence[str]) -> None:
    from pitboss.lab.table_replay import written
    from pitboss.table.notation import shoe_text

    try:
        shoe = written(prepared, options.record_from, options.record_rounds, choices)
    except Refused as refused:
        says = f"the live table refuses to deal this: {refused.says}"
        raise BadInput([Fault("--record", says, clause=refused.clause)]) from refused
    user_files.save(options.record, shoe_text(shoe).encode(), where="--record")
    tell(f"{options.record}: {options.record_rounds} rounds. `pitboss replay {options.record}` replays them.")


def _show(prepared: Prepared, progress: Progress, options: SimulationOptions, *, as_json: bool) -> None:
    data = prepared.as_data(progress) | {"device": options.device}
    if options.out:
        rows = [
            {"game": data["game"], "rounds": data["rounds"], "seed": data["seed"],
             **{key: value for key, value in wager.items() if not isinstance(value, dict | tuple)}}
            for wager in data["wagers"]
        ]  # fmt: skip
        save_rows(rows, options.out)
    if as_json:
        screen.print_json(data)
        return
    _show_wagers(prepared.game, data, progress)
    _show_rest(prepared.game, data)


def _show_wagers(game: Game, data: dict[str, Any], progress: Progress) -> None:
    how = "a full shoe every round" if data["fresh"] else f"cut card after {percent(data['cut'], 1)}"
    boxes = "one box" if data["seats"] == 1 else f"{data['seats']} boxes"
    screen.title(
        f"{game.title} ({game.id}): {data['rounds']:,} rounds",
        f"{boxes}, {how}; strategy: {data['strategy']}; insurance: {data['insurance']}; seed {data['seed']}.",
    )
    if progress.interrupted:
        screen.line("Interrupted: these are the results so far.")
    screen.table(
        ("wager", "house edge", "±", "95 % from", "to", "SD", "element of risk", "exact", "z"),
        [
            (wager_name(game, row["wager"]), tell_edge(row["house_edge"]), percent(row["standard_error"]),
             percent(row["interval"][0]), percent(row["interval"][1]), f"{row['standard_deviation']:.4f}",
             percent(row["element_of_risk"]), _or_dash(row["exact_house_edge"], tell_edge),
             _or_dash(row["z"], lambda z: f"{z:+.2f}"))
            for row in data["wagers"]
        ],
    )  # fmt: skip
    rate = data["rounds_per_second"] / 1e6
    screen.line(f"{data['seconds']:.2f} s, not counting compilation; {rate:.1f} million rounds per second.")
    if progress.lost_workers:
        screen.line(f"{progress.lost_workers} batches were lost with their workers and dealt again.")


def _or_dash(value: float | None, text: Callable[[float], str]) -> str:
    return "-" if value is None else text(value)


def _show_rest(game: Game, data: dict[str, Any]) -> None:
    cut = data["effect_of_the_cut_card"]
    if cut is not None:
        says = f"Effect of the cut card: {percent(cut['house_edge'])} ± {percent(cut['standard_error'])}"
        screen.line(f"{says}; {data['rounds_per_shoe']:.2f} rounds per shoe.")
    if data["missed"] is not None:
        screen.line(f"Decisions missed: {percent(data['missed'], 2)}.")
    often = ", ".join(f"{tell_name(name)} {percent(share, 2)}" for name, share in data["frequencies"].items())
    if often:
        screen.line(f"How often: {often}.")
    for wager in data["wagers"]:
        screen.heading(f"{wager_name(game, wager['wager'])}: net results")
        screen.table(
            ("units", "times", "share"),
            [(net, f"{often:,}", f"{often / wager['made']:.6f}") for net, often in wager["results"].items()],
        )
    if data["dealer"]:
        screen.heading("The dealer’s final totals")
        total = sum(data["dealer"].values())
        screen.table(
            ("total", "times", "share"),
            [(name, f"{often:,}", f"{often / total:.6f}") for name, often in data["dealer"].items()],
        )
    if data["penetrations"]:
        screen.heading("With the cut card further forward")
        screen.table(
            ("cut", "rounds", "house edge", "±"),
            [
                (percent(row["cut"], 1), f"{row['rounds']:,}", percent(row["house_edge"]),
                 percent(row["standard_error"]))
                for row in data["penetrations"]
            ],
        )  # fmt: skip
