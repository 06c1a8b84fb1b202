"""The machine a figure was measured on, said with the figure."""

import os
import platform
from pathlib import Path


def describe_machine() -> str:
    """Processor, cores, memory, system and Python in one line."""
    return (
        f"{_processor()}, {os.cpu_count()} cores, {_memory_gib()} GiB, "
        f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
    )


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _memory_gib() -> int:
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
