"""A QR code as modules or as a picture (ISO/IEC 18004), for the screen."""

from __future__ import annotations

import io

QUIET_ZONE = 4
"""Light modules around it that readers need (ISO/IEC 18004, 9.1)."""
ERROR_CORRECTION = "M"
"""Repairs 15 % of a code: greasy screens and reflections."""


def qr_matrix(text: str) -> tuple[tuple[bool, ...], ...]:
    """Rows of modules with the quiet zone around them; True is dark."""
    import segno

    code = segno.make_qr(text, error=ERROR_CORRECTION, boost_error=False)
    return tuple(tuple(bool(module) for module in row) for row in code.matrix_iter(border=QUIET_ZONE))


def qr_png(text: str, scale: int = 8) -> bytes:
    """A PNG, black on white; scale: pixels of a module."""
    import segno

    file = io.BytesIO()
    code = segno.make_qr(text, error=ERROR_CORRECTION, boost_error=False)
    code.save(file, kind="png", scale=scale, border=QUIET_ZONE)
    return file.getvalue()
