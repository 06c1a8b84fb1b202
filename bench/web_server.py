"""The server that bench.web measures: as people start it, with room for six hundred automata."""

import os

from pitboss.web.app import make_server
from pitboss.web.rates import Rate
from pitboss.web.serving import bind, serve_until_ended
from pitboss.web.settings import AT_ONCE, Settings

ROOM = Rate(burst=1e9, per_s=1e9)


def main() -> None:
    store = os.environ["PITBOSS_BENCH_STORE"]
    settings = Settings(
        store=store,
        port=0,
        demo=True,
        pace=AT_ONCE,
        logins=ROOM,
        commands=ROOM,
        requests=ROOM,
        demo_logins=ROOM,
    )
    bound = bind(settings)
    server = make_server(bound.settings)
    print(bound.settings.address, flush=True)
    try:
        serve_until_ended(server.app, bound)
    finally:
        server.close()


if __name__ == "__main__":
    main()
