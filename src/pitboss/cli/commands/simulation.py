"""`pitboss simulate`."""

from typing import Annotated

import typer

from pitboss.cli.commands.parameters import GameName, Json, Set, app


@app.command()
def simulate(
    game: GameName,
    rounds: Annotated[str, typer.Option("--rounds", help="Rounds to play, such as 1e9.")] = "",
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same totals.")] = 1,
    workers: Annotated[int, typer.Option("--workers", help="Threads or GPUs; all if left out.")] = 0,
    seats: Annotated[int, typer.Option("--seats", help="Boxes in play.")] = 1,
    cut: Annotated[
        float | None,
        typer.Option(
            "--cut", help="Share of the shoe dealt before the cut card; 0 is a full shoe every round."
        ),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="A full shoe every round.")] = False,
    strategy: Annotated[
        str, typer.Option(help="optimal, total, mimic, never-bust, never-second-chance, or a strategy file.")
    ] = "optimal",
    insurance: Annotated[str, typer.Option(help="When to take insurance: best, always or never.")] = "best",
    errors: Annotated[
        float, typer.Option(help="Share of decisions played wrong, cheap ones more often.")
    ] = 0.0,
    until_se: Annotated[
        float, typer.Option("--until-se", help="Stop at this standard error of the main wager.")
    ] = 0.0,
    seconds: Annotated[float, typer.Option("--seconds", help="Stop after this many seconds.")] = 0.0,
    cluster: Annotated[str, typer.Option("--cluster", help="Address of a Dask scheduler.")] = "",
    device: Annotated[
        str, typer.Option("--device", help="cpu, or gpu for the NVIDIA GPUs of this machine.")
    ] = "cpu",
    resume: Annotated[
        str, typer.Option("--resume", help="Continue from this file if it exists, and keep it up to date.")
    ] = "",
    record: Annotated[
        str, typer.Option("--record", help="Write rounds to this file, for `pitboss replay`.")
    ] = "",
    record_rounds: Annotated[
        int, typer.Option("--record-rounds", help="How many rounds to write.", min=1, max=1_000_000)
    ] = 100,
    record_from: Annotated[
        int, typer.Option("--record-from", help="The first round to write.", min=0, max=10**15)
    ] = 0,
    out: Annotated[str, typer.Option("--out", help="Write the wagers to this .csv or .parquet file.")] = "",
    choices: Set = None,
    json: Json = False,
) -> None:
    """Deal millions of rounds: every wager, with error bars and the exact figures."""
    from pitboss.cli import simulation_output

    simulation_output.simulate(
        game, choices or [],
        simulation_output.SimulationOptions(
            rounds=rounds, seed=seed, workers=workers, seats=seats, cut=cut, fresh=fresh,
            strategy=strategy, insurance=insurance, errors=errors, until_se=until_se, seconds=seconds,
            cluster=cluster, device=device, resume=resume, record=record, record_rounds=record_rounds,
            record_from=record_from, out=out,
        ),
        as_json=json,
    )  # fmt: skip
