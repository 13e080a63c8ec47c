"""The program: what the command line is given to work with, made of its real parts."""

from __future__ import annotations

from catchlight.assembly import lab, parts, service, window
from catchlight.assembly.kiosk import command
from catchlight.cli.program import Program

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
    parts.engines,
    parts.language_model,
    command.kiosk,
    lab.work,
)
"""The real parts."""
