"""`pitboss simulate --device`, as typed."""

import json
from typing import Any

import pytest

from pitboss import compiled_gpu
from pitboss.compiled_gpu import Gpu
from pitboss.sim import gpu
from pitboss.sim.job import Job
from pitboss.sim.running import WorkerPool
from tests.cli.typed import refused, said
from tests.sim.gpu_workers import pretended_workers

SMALL = ("simulate", "over-under-pa", "--rounds", "9e6", "--seed", "4")


def told(*words: str) -> Any:
    return json.loads(said(*SMALL, *words, "--json"))


def test_another_device_is_refused() -> None:
    assert "--device: there is no device 'tpu'. Allowed: cpu, gpu." in refused(*SMALL, "--device", "tpu")


def test_a_gpu_is_of_this_machine_and_a_cluster_is_not() -> None:
    says = refused(*SMALL, "--device", "gpu", "--cluster", "tcp://127.0.0.1:1")
    assert "--device gpu, --cluster: cannot be used together." in says


def test_without_a_gpu_it_is_said_before_anything_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_gpu.cuda, "list_devices", list)
    monkeypatch.setattr("pitboss.cli.simulation_output.prepare", None)
    says = refused(*SMALL, "--device", "gpu")
    assert (
        "--device gpu: no NVIDIA GPU answers on this machine (none is listed). Allowed: --device cpu." in says
    )


def test_totals_are_the_same_from_another_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no GPU a processor sits in its place; what the command does with it is the same."""
    used: list[int] = []

    def pool(_: Job, most: int) -> WorkerPool:
        return gpu.pool_of(pretended_workers(most, used))

    monkeypatch.setattr(gpu, "use", lambda _: None)
    monkeypatch.setattr(gpu, "gpu_pool", pool)
    monkeypatch.setattr(compiled_gpu, "gpus", lambda: [Gpu(0, "one", 1, 0), Gpu(1, "other", 1, 0)])
    one = told()
    other = told("--device", "gpu", "--workers", "2")
    assert used
    assert (one["device"], other["device"]) == ("cpu", "gpu")
    assert one["wagers"] == other["wagers"]
    assert one["penetrations"] == other["penetrations"]
