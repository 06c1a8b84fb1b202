"""The terminal: `pitboss COMMAND`. Everything heavy is imported by the command that needs it."""

import os
import sys


def main() -> None:
    """Run the command line; what a person got wrong is told in sentences, with exit status 2."""
    from pitboss.cli.commands import app
    from pitboss.errors import BadInput

    try:
        app()
    except BadInput as error:
        for fault in error.faults:
            print(f"pitboss: {fault}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
