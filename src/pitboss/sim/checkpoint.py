"""Saving a simulation and continuing it later: whole batches only, so that totals do not depend on it."""

from typing import Any

import numpy as np

from pitboss.errors import BadInput, Fault
from pitboss.sim.job import BATCH_ROUNDS, Job
from pitboss.sim.running import Progress
from pitboss.sim.tally import ROUNDS

FORMAT = "pitboss simulation 1"


def as_data(progress: Progress, settings: dict[str, Any]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "settings": settings,
        "batches": progress.batches,
        "seconds": progress.seconds,
        "counts": [int(count) for count in progress.counts],
    }


def from_data(data: Any, settings: dict[str, Any], job: Job, where: str) -> Progress:
    """The saved progress; refused with every setting that differs from this simulation's."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput(
            [Fault(where, "is not a simulation that can be continued.", f"a file of format {FORMAT!r}")]
        )
    kept = data.get("settings")
    faults = [
        Fault(
            where, f"was made with {name} {_tell(_of(kept, name))}, this run has {_tell(settings.get(name))}."
        )
        for name in sorted({*settings, *(kept if isinstance(kept, dict) else ())})
        if _of(kept, name) != settings.get(name)
    ]
    if faults:
        raise BadInput(faults)
    try:
        counts = np.array(data["counts"], dtype=np.int64)
        seconds, number = float(data["seconds"]), int(data["batches"])
        fits = counts.shape == job.no_counts().shape and counts[ROUNDS] == number * BATCH_ROUNDS
    except (KeyError, TypeError, ValueError, OverflowError):
        fits = False
    if not fits:
        raise BadInput([Fault(where, "is damaged: its counts do not fit this game.")])
    return Progress(counts, number, seconds=seconds)


def _of(kept: Any, name: str) -> Any:
    return kept.get(name) if isinstance(kept, dict) else None


def _tell(value: Any) -> str:
    return "none" if value is None else str(value)
