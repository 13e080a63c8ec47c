"""The program: the command line over its real parts."""

from __future__ import annotations

import multiprocessing
import sys

from catchlight.assembly import parts, service, window
from catchlight.cli.main import run
from catchlight.cli.program import Program


def main() -> None:
    """The console script ``catchlight``."""
    multiprocessing.freeze_support()
    sys.exit(run(PROGRAM, sys.argv[1:]))


PROGRAM = Program(
    parts.limits,
    parts.catalogue,
    parts.operations,
    parts.editor,
    parts.judge,
    service.serve,
    window.window,
    window.try_window,
    parts.portraits,
    parts.delivery,
    parts.editor_factory,
)
"""The real parts."""

if __name__ == "__main__":
    main()
