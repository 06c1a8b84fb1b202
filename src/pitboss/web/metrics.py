"""Prometheus metrics of one server. Labels are route templates and words of ours: never a person or card."""

import platform
from collections.abc import Callable, Iterable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

import pitboss

TIMES_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
Readings = Mapping[str, float]


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.requests = self._counter("requests", "Requests answered.", "method", "route", "status")
        self.request_s = self._times("request_seconds", "How long requests took.", "route")
        self.commands = self._counter("commands", "Commands at tables, accepted or refused.", "outcome")
        self.command_s = self._times("command_seconds", "How long commands took, until they were on disk.")
        self.rounds = self._counter("rounds", "Rounds that were finished.")
        self.append_s = self._times("store_append_seconds", "How long commits of the journal took.")
        self.verified = self._gauge("verified_records", "Records that the background verifier has checked.")
        self.reread = self._counter("reread_records", "Older records whose hashes were checked again.")
        self.behind = self._gauge("verifier_behind_records", "Records that the verifier has not checked yet.")
        self.faults = self._gauge("verifier_faults", "Tables and books whose records do not hold.")
        self.verified_at = self._gauge("verifier_last_pass_time_seconds", "When the last pass ended.")
        build = self._gauge("build_info", "The software.", "version", "python")
        build.labels(pitboss.__version__, platform.python_version()).set(1)

    def _counter(self, name: str, says: str, *labels: str) -> Counter:
        return Counter(f"pitboss_{name}", says, labels, registry=self.registry)

    def _times(self, name: str, says: str, *labels: str) -> Histogram:
        return Histogram(f"pitboss_{name}", says, labels, registry=self.registry, buckets=TIMES_S)

    def _gauge(self, name: str, says: str, *labels: str) -> Gauge:
        return Gauge(f"pitboss_{name}", says, labels, registry=self.registry)

    def watch(self, name: str, says: str, label: str, read: Callable[[], Readings]) -> None:
        """A gauge that is read when somebody asks; one value for each word of its label."""
        self.registry.register(_Watched(f"pitboss_{name}", says, label, read))

    def text(self) -> bytes:
        return generate_latest(self.registry)


class _Watched(Collector):
    def __init__(self, name: str, says: str, label: str, read: Callable[[], Readings]) -> None:
        self._name, self._says, self._label, self._read = name, says, label, read

    def collect(self) -> Iterable[Metric]:
        family = GaugeMetricFamily(self._name, self._says, labels=[self._label] if self._label else [])
        for word, value in self._read().items():
            family.add_metric([word] if self._label else [], value)
        yield family

    def describe(self) -> Iterable[Metric]:
        return [GaugeMetricFamily(self._name, self._says)]
