"""The terminal: `pitboss COMMAND`. Everything heavy is imported by the command that needs it."""

import os
import sys


def main() -> None:
    """Run the command line; what a person got wrong is told in sentences, with exit status 2."""
    from pitboss.cli.harmless_output import harmless_streams

    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal that cannot write ♠ or ± goes on
    with harmless_streams():
        _run()


def _run() -> None:
    from pitboss.cli.commands import app
    from pitboss.errors import BadInput

    if sys.stdout is None:  # closed by whoever started us
        _end("standard output: is closed.")
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except BadInput as error:
        _end(*map(str, error.faults))
    except BrokenPipeError:
        _close_output()
        sys.exit(1)
    except OSError as error:
        if error.filename is None:
            _close_output()
        _end(f"{error.filename or 'standard output'}: {error.strerror}.")


MOST_SENTENCES, LONGEST_SENTENCE = 200, 3_000


def _end(*sentences: str) -> None:
    for sentence in sentences[:MOST_SENTENCES]:
        shown = sentence if len(sentence) <= LONGEST_SENTENCE else f"{sentence[:LONGEST_SENTENCE]}…"
        print(f"pitboss: {shown}", file=sys.stderr)
    if len(sentences) > MOST_SENTENCES:
        print(f"pitboss: … and {len(sentences) - MOST_SENTENCES:,} more.", file=sys.stderr)
    sys.exit(2)


def _close_output() -> None:
    """What could not be written is not tried once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
