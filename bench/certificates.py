"""The shipped certificates of whole shoes, written and proven: how long each takes."""

import subprocess
import sys
import time
from pathlib import Path

from bench.machine import describe_machine
from pitboss.exact.certificate import certify
from pitboss.exact.warm_kernels import warm_up
from pitboss.games.files import known_games
from pitboss.games.load import load_game

SHIPPED = Path(__file__).parents[1] / "certificates"


def main() -> None:
    print(f"machine: {describe_machine()}")
    warm_up(lambda _: None)
    failed = []
    for name in known_games():
        start = time.perf_counter()
        certify(load_game(name))
        print(f"certify {name:<22} {time.perf_counter() - start:6.1f} s")
        checker = [sys.executable, "-m", "checker", str(SHIPPED / f"{name}.json")]
        ran = subprocess.run(checker, cwd=SHIPPED.parent, capture_output=True, text=True, check=False)
        print(ran.stdout.replace(str(SHIPPED), "certificates").strip(), flush=True)
        failed += [name] if ran.returncode else []
    if failed:
        sys.exit(f"Certificates that do not hold: {', '.join(failed)}")


if __name__ == "__main__":
    main()
