"""The row of the table of operations: what Catchlight is told. What does the work is imported when it is first asked for."""

from __future__ import annotations

from catchlight.operations.operation import Operation

from catchlight_film_border.params import FilmBorderParams

FILM_BORDER = Operation("film_border", "Film border", "", FilmBorderParams, "catchlight_film_border")
"""Its id is the name of the entry point; its path stays empty, for the service makes it from the id; the last is the package that
holds the modules ``run`` and ``preview``."""
