"""A server as people start it, in a process of its own: no pace, and room for as many automata as come."""

import argparse
from collections.abc import Sequence

from pitboss.web.app import make_server
from pitboss.web.rate_limit import Rate
from pitboss.web.server import bind, serve_until_ended
from pitboss.web.settings import AT_ONCE, ClientLimits, Settings, TableLimits, VerifierSettings

ROOM = Rate(burst=1e9, per_s=1e9)


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", required=True)
    parser.add_argument("--key", default="", help="the key file; beside a file store by default")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--limited", action="store_true", help="requests as often as people may send them")
    parser.add_argument("--verify", action="store_true", help="verify the journal in the background")
    asked = parser.parse_args(given)
    settings = Settings(
        store=asked.store,
        key_file=asked.key,
        mark_file=f"{asked.key}.{asked.port}.mark" if asked.key else "",
        port=asked.port,
        demo=True,
        pace=AT_ONCE,
        logins=ROOM,
        commands=ROOM,
        requests=Settings.requests if asked.limited else ROOM,
        demo_logins=ROOM,
        tables=TableLimits(most=100_000),
        verifier=VerifierSettings(runs=asked.verify),
        clients=ClientLimits() if asked.limited else ClientLimits(half_open=10_000, half_open_of_one=10_000),
    )
    bound = bind(settings)
    server = make_server(bound.settings)
    print(bound.settings.address, flush=True)
    try:
        serve_until_ended(server, bound)
    finally:
        server.close()


if __name__ == "__main__":
    main()
