"""What every command owes whoever gives it a file: an answer or a sentence, soon, and nothing that harms."""

import re

from tests.hostile.forks import MOST_BYTES, Outcome

MOST_CPU_S = 8.0
COMPILED_BYTES = 60_000_000
"""What the compiled kernels take before any file is read."""
HARMFUL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def faults_of(outcome: Outcome, allowed: tuple[int, ...], *, compiles: bool = False) -> list[str]:
    """Everything that is wrong with how a command ended."""
    said = outcome.out + outcome.err
    found = {
        f"a traceback: {outcome.err[-2_000:]}": "Traceback" in outcome.err,
        f"status {outcome.status}: {outcome.err[-300:]}": outcome.status not in allowed,
        "no sentence": outcome.status != 0 and not said.strip(),
        f"{outcome.cpu_s:.1f} s": outcome.cpu_s > MOST_CPU_S,
        f"{outcome.most_bytes:,} bytes": outcome.most_bytes > MOST_BYTES + compiles * COMPILED_BYTES,
        f"control characters {HARMFUL.findall(said)[:5]!r}": HARMFUL.search(said) is not None,
    }
    return [fault for fault, is_so in found.items() if is_so]
