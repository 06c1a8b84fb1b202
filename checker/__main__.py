"""`python -m checker FILE …`: check certificates. Exit status 0: all hold; 1: one does not."""

import os
import sys
import time
from pathlib import Path

from checker import over_under, proof
from checker.form import Rejected, load


def check(path: Path, jobs: int = 1) -> str:
    """What was proven, in a sentence."""
    given = load(path)
    if given["family"] == "over/under":
        value, decisions, closest = over_under.prove(given)
        return (
            f"worth {float(value):+.12f} to the player; {decisions} decisions, the closest by {closest:.1e}"
        )
    found = proof.prove(given, jobs)
    return (
        f"worth {float(found.value):+.12f} to the player, equal modulo {found.primes} primes;"
        f" {found.decisions} decisions against every alternative, the closest by {found.closest:.1e}"
    )


def harmless(text: str) -> str:
    """A line in which nothing commands the terminal."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def main(names: list[str]) -> int:
    if not names:
        print("Which certificate? python -m checker FILE …", file=sys.stderr)
        return 2
    status = 0
    for name in names:
        start = time.perf_counter()
        try:
            says = f"holds: {check(Path(name), os.cpu_count() or 1)}"
        except Rejected as problem:
            says, status = f"does not hold: {problem}", 1
        except (
            ValueError,
            LookupError,
            TypeError,
            AttributeError,
            ArithmeticError,
            RecursionError,
        ) as problem:
            says, status = f"does not hold: it is not made as a certificate is ({problem})", 1
        print(harmless(f"{name}: {says} ({time.perf_counter() - start:.1f} s)"), flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
