"""The console script ``catchlight``."""

from __future__ import annotations

import sys

from catchlight import __version__


def main() -> None:
    """Carry out the command line of this process, and end it. ``--version`` alone is answered before anything is loaded."""
    if sys.argv[1:] == ["--version"]:
        print(f"Catchlight {__version__}")  # noqa: T201 - the console of the other commands takes longer to load
        return
    import multiprocessing

    multiprocessing.freeze_support()
    from catchlight.assembly.program import PROGRAM
    from catchlight.cli.main import run

    sys.exit(run(PROGRAM, sys.argv[1:]))


if __name__ == "__main__":
    main()
