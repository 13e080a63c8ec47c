"""The row of the table of operations: what Catchlight is told. What does the work is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.operations.operation import Context, Operation, Outcome
from catchlight.portrait.portrait import Portrait

from catchlight_film_border.params import FilmBorderParams


def _run(portraits: Sequence[Portrait], params: FilmBorderParams, context: Context) -> Outcome:
    from catchlight_film_border.run import run

    return run(portraits, params, context)


FILM_BORDER = Operation("film_border", "Film border", "", FilmBorderParams, _run)
"""Its id is the name of the entry point; its path stays empty, for the service makes it from the id."""
